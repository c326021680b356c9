//! Programs whose TypeScript stands for code, through oxc's transformer.

use std::path::{Path, PathBuf};

use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_codegen::{Codegen, CodegenOptions};
use oxc_semantic::Scoping;
use oxc_transformer::{TransformOptions, Transformer};

use super::parse::rejection;
use crate::arm::{Diagnosed, Origin, Origins, Rejection};

/// Compiles away what is TypeScript, and nothing else: what is printed is as new as what was written.
///
/// # Errors
///
/// The compiler refuses something.
pub(super) fn transform<'a>(
    allocator: &'a Allocator,
    name: &str,
    source: &'a str,
    program: &mut Program<'a>,
    scoping: Scoping,
) -> Result<(String, Origins), Rejection> {
    let transformed =
        Transformer::new(allocator, Path::new(name), &TransformOptions::default()).build_with_scoping(scoping, program);
    if !transformed.diagnostics.is_empty() {
        return Err(rejection(Diagnosed::Unsupported, name, source, transformed.diagnostics.iter()));
    }
    let options = CodegenOptions { source_map_path: Some(PathBuf::from(name)), ..CodegenOptions::default() };
    let printed = Codegen::new().with_options(options).with_source_text(source).build(program);
    let origins = printed.map.iter().flat_map(|map| {
        map.get_tokens().map(|token| Origin {
            printed: (token.get_dst_line(), token.get_dst_col()),
            written: (token.get_src_line(), token.get_src_col()),
        })
    });
    let origins = Origins::new(origins);
    Ok((printed.code, origins))
}

//! From a text to a library or a component: one run of rustc in a folder of its own.

use std::{fs, path::PathBuf, sync::Arc};

use tokio::sync::Semaphore;
use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};
use wit_parser::decoding;

use super::{
    authority,
    compiler::{Bounds, Compiler},
    findings::Findings,
    library::{Library, private, write},
};
use crate::{
    arm::{Diagnosed, Diagnostic, Module, Rejection},
    package::Package,
};

/// Where rustc says which files it has read.
const READ: &str = "read.d";
/// Where what it makes goes.
const MADE: &str = "made";
/// How large a program may get, in bytes. A component of this size takes seconds to become machine code.
const LARGEST: u64 = 16 << 20;
/// The stack of a program, in bytes: more than the sandbox lets its calls nest, so that their end is told as what it is.
const STACK: usize = 8 << 20;

/// Everything that programs of a table are built with.
#[derive(Debug)]
pub(super) struct Workshop {
    pub(super) package: &'static Package,
    pub(super) compiler: Compiler,
    pub(super) library: Library,
    /// The folder of the libraries programs may use, and the file of each that they may name.
    pub(super) libraries: (PathBuf, Vec<(&'static str, PathBuf)>),
    pub(super) bounds: Bounds,
    /// As many compilers as the machine has processors.
    pub(super) room: Semaphore,
}

impl Workshop {
    /// The component of a program; `name` is what its locations say.
    ///
    /// # Errors
    ///
    /// It is wrong, or the compiler could not finish.
    pub(super) async fn program(&self, name: &str, text: &str, modules: &[Arc<Module>]) -> Result<Vec<u8>, Rejection> {
        let library = self.library.file.display();
        let mut arguments = vec!["--crate-name=program".to_owned(), "-Cstrip=symbols".to_owned()];
        // Named to the linker, too, so that a program runs that uses nothing of it.
        arguments.push(format!("-Clink-arg={library}"));
        arguments.extend(["run", "bound-operations", "cabi_realloc"].map(|name| format!("-Clink-arg=--export={name}")));
        arguments.push(format!("-Clink-arg=-zstack-size={STACK}"));
        let module = self.compile(name, text, modules, arguments).await?;
        self.component(name, module)
    }

    /// The library of a module.
    ///
    /// # Errors
    ///
    /// As of a program.
    pub(super) async fn module(&self, name: &str, key: &str, text: &str) -> Result<Vec<u8>, Rejection> {
        let arguments = vec!["--crate-type=rlib".to_owned(), format!("--crate-name={key}")];
        self.compile(name, text, &[], arguments).await
    }

    async fn compile(
        &self,
        name: &str,
        text: &str,
        modules: &[Arc<Module>],
        mut arguments: Vec<String>,
    ) -> Result<Vec<u8>, Rejection> {
        authority::refuse(name, text)?;
        let folder = private(&std::env::temp_dir())?;
        let folder = folder.path();
        write(&folder.join(name), text.as_bytes())?;
        let (root, library) = (self.package.rust.root, &self.library.file);
        arguments.push(format!("--extern={root}={}", library.display()));
        arguments.push(format!("-Ldependency={}", library.parent().unwrap_or(library).display()));
        arguments.push(format!("-Ldependency={}", self.libraries.0.display()));
        arguments.extend(self.libraries.1.iter().map(|(name, file)| format!("--extern={name}={}", file.display())));
        for module in modules {
            let Module { key, artifact, .. } = &**module;
            let Some(artifact) = artifact else {
                return Err(Rejection::Defect(format!("the module `{key}` was never compiled")));
            };
            let file = format!("lib{key}.rlib");
            write(&folder.join(&file), artifact)?;
            arguments.push(format!("--extern={key}={file}"));
        }
        arguments.push(format!("--emit=link={MADE},dep-info={READ}"));
        arguments.push(name.to_owned());
        let compiled = {
            // It is never closed.
            let _room = self.room.acquire().await;
            self.compiler.run(folder, &arguments, self.bounds).await?
        };
        let findings = Findings { name, own: &self.own_files(modules) };
        // Looked at first: what rustc says of a file of others may show what is in it.
        findings.refuse_others(&fs::read_to_string(folder.join(READ)).unwrap_or_default())?;
        if !compiled.success {
            return Err(findings.rejection(&compiled.said));
        }
        let made = folder.join(MADE);
        let size = fs::metadata(&made).map_or(0, |made| made.len());
        if size > LARGEST {
            let message = format!("{name} becomes {size} bytes; a program has at most {LARGEST}");
            return Err(Rejection::one(Diagnosed::Unsupported, Diagnostic::new(None, None, message)));
        }
        fs::read(&made).map_err(|error| Rejection::Defect(format!("rustc made nothing: {error}")))
    }

    /// The beginnings of files that are part of what a program is linked with: those of the standard library, of the SDK,
    /// of the libraries and of other modules.
    fn own_files(&self, modules: &[Arc<Module>]) -> Vec<String> {
        let sysroot =
            self.compiler.executable.parent().and_then(|bin| bin.parent()).map(|root| root.join("lib/rustlib"));
        let fixed = ["/rustc/".to_owned(), "<".to_owned(), "cargo/".to_owned(), format!("{}/", self.package.rust.root)];
        let modules = modules.iter().map(|module| format!("lib:{}", module.key));
        fixed.into_iter().chain(sysroot.map(|folder| folder.display().to_string())).chain(modules).collect()
    }

    /// The component of a core module.
    fn component(&self, name: &str, mut module: Vec<u8>) -> Result<Vec<u8>, Rejection> {
        let defect = |error: &dyn std::fmt::Debug| Rejection::Defect(format!("the membrane cannot be read: {error:?}"));
        let decoded = decoding::decode(self.package.wit).map_err(|error| defect(&error))?;
        let resolve = decoded.resolve();
        let world = resolve.select_world(&[decoded.package()], Some("sandbox")).map_err(|error| defect(&error))?;
        embed_component_metadata(&mut module, resolve, world, StringEncoding::UTF8)
            .and_then(|()| ComponentEncoder::default().module(&module))
            .and_then(|encoder| encoder.validate(cfg!(debug_assertions)).encode())
            .map_err(|error| {
                let why = format!("{error:#}");
                let why = why.rsplit(": ").next().unwrap_or(&why);
                let message = format!("{name} imports or exports what a program cannot: {why}");
                Rejection::one(Diagnosed::Unsupported, Diagnostic::new(None, None, message))
            })
    }
}

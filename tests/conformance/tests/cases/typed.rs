//! The programs of the cases, checked against the types that the SDK declares.

use gg_engine::arm::{
    Arm as _, Rejection, Source,
    typescript::{Checker, Compiler, TypeScript},
};
use gg_host::operations::PACKAGE;
use gg_tests::tools::tools;
use gg_tests_conformance::{cases, program, surface};

use super::spelled;

#[tokio::test(flavor = "multi_thread")]
async fn every_program_of_typescript_has_the_declared_types() {
    let (tools, surface) = (tools(), surface());
    let compiler = Compiler::at(&tools.node_package("typescript-native"), Some(&tools.node()));
    let compiler = compiler.unwrap_or_else(|| panic!("no compiler"));
    let arm = TypeScript::new(&PACKAGE, Some(Checker::new(PACKAGE.root, PACKAGE.javascript.declarations, compiler)));
    let mut wrong = Vec::new();
    for (file, case) in cases() {
        let (spelling, case) = spelled(&surface, "typescript", &case);
        let text = program(&surface, spelling, &case);
        if let Err(rejection) = arm.prepare(Source { text: &text, modules: &[] }).await {
            let found = match rejection {
                Rejection::Diagnosed { diagnostics, .. } => diagnostics.into_iter().map(|found| found.text).collect(),
                other => vec![format!("{other:?}")],
            };
            wrong.push(format!("{file}: {}: {}\n{text}", case.name, found.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{} programs:\n{}", wrong.len(), wrong.join("\n"));
    // The checker does look: a number is no text.
    let wrong = "import { files } from \"gg\";\nconst a: number = files.readTextFile(\"x\");\n";
    assert!(arm.prepare(Source { text: wrong, modules: &[] }).await.is_err());
}

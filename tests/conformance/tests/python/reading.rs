//! What is read of a text without running it.

use gg_engine::arm::{
    Arm as _, Diagnosed, ModuleSource, Rejection,
    python::{Environment, Python},
};
use gg_host::operations::PACKAGE;
use gg_tests::tools;

fn environment() -> Environment {
    tools::python_environment().unwrap_or_else(|error| panic!("{error}"))
}

#[tokio::test]
async fn what_a_module_exports_is_read_from_its_text() {
    let arm = Python::new(&PACKAGE, environment());
    let source = "# Rows of\n# a file.\n@cached\ndef rows(text: str, sep: str=',') -> list:  # here\n    pass\n\n\
        class Row(Base):\n    '''One.'''\n\nLIMIT: int = 3\na, _b = 1, 2\ndef _own(): pass\nLIMIT = 4\n";
    let told = async |text: &str| {
        let module = arm.prepare_module(ModuleSource { name: "a", key: "a", text, modules: &[] }).await;
        let exports = module.unwrap_or_else(|rejection| panic!("{rejection:?}")).exports;
        let tell = |one: gg_engine::arm::Declaration| format!("{:?} {} {:?}", one.kind, one.signature, one.comment);
        exports.into_iter().map(tell).collect::<Vec<_>>()
    };
    assert_eq!(
        told(source).await,
        [
            "Function def rows(text: str, sep: str=',') -> list Some(\"Rows of\\na file.\")",
            "Type class Row(Base) Some(\"One.\")",
            "Value a None",
            "Value LIMIT None",
        ]
    );
    assert_eq!(told("__all__ = ['_a']\ndef _a(): pass\nb = 1\n").await, ["Function def _a() None"]);
    let conditional = "if a:\n    async def fetch(): ...\nelse:\n    # None.\n    fetch = None\ntwice = lambda n: n * 2\ngone = 1\ndel gone\n";
    assert_eq!(told(conditional).await, ["Value fetch Some(\"None.\")", "Function twice = lambda n None"]);
    // What only the language of programs has is no mistake; what it does not have is one, at its place.
    told("try:\n    x = t'{1}'\nexcept KeyError, ValueError:\n    pass\n").await;
    let wrong = arm.prepare_module(ModuleSource { name: "a", key: "a", text: "é = 1\nx = = 1", modules: &[] }).await;
    let Err(Rejection::Diagnosed { how: Diagnosed::Syntax, diagnostics }) = wrong else { panic!("{wrong:?}") };
    assert_eq!(diagnostics[0].location.as_ref().map(ToString::to_string).as_deref(), Some("lib:a:2:5"));
}

#[test]
fn a_text_that_ends_too_early_is_unfinished() {
    let arm = Python::new(&PACKAGE, environment());
    for text in ["def f():", "a = [1,\n2", "'''a\nb", "f(", "if a:\n  b", "@a"] {
        assert!(arm.is_unfinished(text), "{text}");
    }
    for text in ["", "1", "a = ;", "if a:\n  b\n", "import gg\ngg.a()"] {
        assert!(!arm.is_unfinished(text), "{text}");
    }
}

#[test]
fn keys_are_no_words_of_the_language_and_no_modules_of_the_sdk() {
    let naming = Python::new(&PACKAGE, Environment::below(&tools::folder())).naming();
    for (name, key) in [("CSV tools", "csv_tools"), ("class", "class_"), ("gg", "gg_"), ("files", "files_")] {
        assert_eq!(naming.key(name, |_| false), key);
    }
    assert_eq!((naming.import)("csv_tools"), "import lib");
}

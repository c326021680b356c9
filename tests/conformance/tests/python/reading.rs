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
    let class = "@dataclass\nclass Row:\n    'A row.'\n    cells: list[str]\n    most: int = 3\n    _own = 1\n    KIND = 'a'\n    def \
        __init__(self, n): pass\n    @property\n    def size(self) -> int:\n        \"\"\"How\n        long.\n\n        More.\"\"\"\n        \
        return 1\n    def _inner(self): pass\n    async def read(self, n=1): pass\n";
    let shown = "Type @dataclass\nclass Row:\n    cells: list[str]\n    most: int = 3\n    KIND = 'a'\n    def __init__(self, n)\n    \
        @property\n    def size(self) -> int:\n        \"\"\"How long.\"\"\"\n    async def read(self, n=1) Some(\"A row.\")";
    assert_eq!(told(class).await, [shown]);
    assert_eq!(told("__all__ = ['_a']\ndef _a(): pass\nb = 1\n").await, ["Function def _a() None"]);
    let conditional = "if a:\n    async def fetch(): ...\nelse:\n    # None.\n    fetch = None\ntwice = lambda n: n * 2\ngone = 1\ndel gone\n";
    assert_eq!(told(conditional).await, ["Value fetch Some(\"None.\")", "Function twice = lambda n None"]);
    // What only the language of programs has is no mistake; what it does not have is one, at its place.
    told("try:\n    x = t'{1}'\nexcept KeyError, ValueError:\n    pass\n").await;
    let wrong = arm.prepare_module(ModuleSource { name: "a", key: "a", text: "é = 1\nx = = 1", modules: &[] }).await;
    let Err(Rejection::Diagnosed { how: Diagnosed::Syntax, diagnostics }) = wrong else { panic!("{wrong:?}") };
    assert_eq!(diagnostics[0].location.as_ref().map(ToString::to_string).as_deref(), Some("lib:a:2:5"));
}

/// What a module's one function takes and gives, and what is left of its docstring.
async fn called(text: &str) -> Vec<String> {
    let arm = Python::new(&PACKAGE, environment());
    let module = arm.prepare_module(ModuleSource { name: "a", key: "a", text, modules: &[] }).await;
    let exports = module.unwrap_or_else(|rejection| panic!("{rejection:?}")).exports;
    let [one] = exports.try_into().unwrap_or_else(|exports| panic!("{exports:?}"));
    let argument = |it: &gg_engine::docs::Argument| {
        let (optional, by_name) = (if it.required { "" } else { "?" }, if it.by_name { " by name" } else { "" });
        format!("{}{optional}{by_name}|{}|{}|{}", it.name, it.ty, it.default.as_deref().unwrap_or("-"), it.doc)
    };
    let mut told: Vec<String> = one.arguments.iter().map(argument).collect();
    told.extend(one.result.iter().map(|result| format!("-> {}|{}", result.ty, result.doc)));
    told.extend(one.comment);
    told
}

#[tokio::test]
async fn what_a_function_takes_and_gives_is_read_from_its_text() {
    let sections = r#"async def rows(text: str, sep=',', /, *more: int, strict: bool = False, size, **other) -> list[str]:
    """Reads rows.

    Quotes are kept.

    Args:
        text (bytes): The text,
            all of it.

        sep (str, optional): Between cells: one letter.
        *more: Sizes.

    Returns:
        list: The rows.

    Raises:
        ValueError: Never.
    """
"#;
    assert_eq!(
        called(sections).await,
        [
            "text|str|-|The text, all of it.",
            "sep?|str|','|Between cells: one letter.",
            "*more?|int|-|Sizes.",
            "strict? by name|bool|False|",
            "size by name||-|",
            "**other? by name||-|",
            "-> list[str]|The rows.",
            "Reads rows.\n\nQuotes are kept.\n\nRaises:\n    ValueError: Never.",
        ]
    );
    let fields = "def rows(text, sep=','):\n    '''Reads rows.\n\n    :param str text: The text,\n        all of it.\n    \
        :type sep: str\n    :param sep: Between cells.\n    :returns: The rows.\n    :rtype: list\n    '''\n";
    let told = ["text|str|-|The text, all of it.", "sep?|str|','|Between cells.", "-> list|The rows.", "Reads rows."];
    assert_eq!(called(fields).await, told);
    // What is no section is text, and nothing is told of nothing.
    let prose = "def f(a) -> None:\n    '''Args:\n        what it takes\n    '''\n";
    assert_eq!(called(prose).await, ["a||-|", "Args:\nwhat it takes"]);
    let initial = format!("def f(a='{}', b=1 + 2): 'Returns: x'\n", "long".repeat(30));
    assert_eq!(called(&initial).await, ["a?||-|", "b?||1 + 2|", "Returns: x"]);
    assert_eq!(called("half = lambda n, by=2: n / by\n").await, ["n||-|", "by?||2|"]);
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

//! A table's SDK and membrane, written where Python and its tools find them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use gg_codegen::{Options, arms::ArmIndex, emit::Output, generate, source::Source, surface::Surface};
use gg_tests::tools::{run, tools};

/// What is written of a table.
pub(crate) struct Emitted {
    /// What the table says.
    pub(crate) surface: Surface,
    /// The folder: `sdk/python` and `wit` as they are generated.
    pub(crate) folder: PathBuf,
}

/// The Python arm.
pub(crate) fn python() -> ArmIndex {
    ArmIndex::find("python").expect("the Python arm is there")
}

impl Emitted {
    /// Writes the Python SDK and the membrane of a table below the target folder, under a name of the caller's.
    pub(crate) fn new(name: &str, source: &Source) -> Self {
        let options = Options { outputs: vec![Output::Wit, Output::Sdk(python())], ..Options::default() };
        let generated = match generate(source, &options) {
            Ok(generated) => generated,
            Err(failure) => panic!("{}", failure.render(source, gg_codegen::diagnostic::Format::Plain)),
        };
        let folder = gg_tests::target().join("python").join(name);
        let _ = fs::remove_dir_all(&folder);
        for (path, contents) in generated.files.iter() {
            write(&folder.join(path), contents);
        }
        Self { surface: generated.surface, folder }
    }

    /// The same for a table of the checkout.
    pub(crate) fn table(name: &str, suite: &str) -> Self {
        let table = gg_tests::tables().expect("tables").into_iter().find(|table| table.name == name);
        let path = table.expect("the table is there").path;
        let text = fs::read_to_string(&path).expect("a table");
        Self::new(&format!("{suite}/{name}"), &Source::new(path.display().to_string(), &text))
    }

    /// The folder that holds the package.
    pub(crate) fn sdk(&self) -> PathBuf {
        self.folder.join("sdk/python")
    }

    /// The membrane as the toolchain reads it: a file of its own folder.
    pub(crate) fn wit(&self) -> PathBuf {
        let folder = self.folder.join("membrane");
        let mut found = fs::read_dir(self.folder.join("wit/bare"))
            .expect("the membrane")
            .map(|entry| entry.expect("a file").path());
        let file =
            found.find(|path| path.extension().is_some_and(|extension| extension == "wit")).expect("the membrane");
        write(&folder.join("membrane.wit"), fs::read(file).expect("the membrane"));
        folder
    }

    /// The bindings that componentize-py makes of the membrane.
    pub(crate) fn bindings(&self) -> PathBuf {
        let folder = self.folder.join("bindings");
        let mut command = std::process::Command::new(tools().python_tool("componentize-py"));
        command.arg("-d").arg(self.wit()).args(["-w", "sandbox", "bindings"]).arg(&folder);
        run(&mut command).unwrap_or_else(|error| panic!("{error}"));
        folder
    }
}

/// Writes a file, with the folders above it.
pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, contents).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// A file of this suite that Python runs.
pub(crate) fn script(name: &str) -> PathBuf {
    gg_tests::root().join("tests/suites/python").join(name)
}

/// Every file below a folder, in order.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() { files.extend(self::files(&entry)) } else { files.push(entry) }
    }
    files
}

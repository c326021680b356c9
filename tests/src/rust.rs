//! The Rust SDK of a table on disk, and the commands that check, build and use it.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use gg_codegen::{
    Options,
    arms::{Arm, ArmIndex},
    emit::Output as Made,
    output::{FileSet, Folder},
    source::Source,
    surface::Surface,
};

use crate::{Table, target};

/// The target of components.
pub const WASM: &str = "wasm32-unknown-unknown";

/// A table's SDK, written below the target folder.
#[derive(Debug)]
pub struct Sdk {
    /// The name of the table.
    pub name: String,
    /// What the table says.
    pub surface: Surface,
    /// The crate.
    pub folder: PathBuf,
    /// Others wait for the folder until this one is dropped, in this process and in others.
    _alone: fs::File,
}

/// The Rust arm.
///
/// # Panics
///
/// There is none.
pub fn arm() -> &'static dyn Arm {
    ArmIndex::find("rust").expect("there is a Rust arm").arm()
}

/// Where this suite keeps what it makes of a table.
pub fn folder(name: &str) -> PathBuf {
    target().join("suites/rust").join(name)
}

impl Sdk {
    /// Makes the SDK of a table, and waits until no other test has it.
    ///
    /// # Panics
    ///
    /// The table is refused, or the files cannot be written.
    pub fn of(table: &Table) -> Self {
        let text = fs::read_to_string(&table.path).expect("the table can be read");
        let source = Source::new(table.path.display().to_string(), &text);
        let rust = ArmIndex::find("rust").expect("there is a Rust arm");
        let options = Options { outputs: vec![Made::Sdk(rust)], ..Options::default() };
        let generated = gg_codegen::generate(&source, &options).unwrap_or_else(|failure| {
            panic!("{}", failure.render(&source, gg_codegen::diagnostic::Format::Plain));
        });
        let base = folder(&table.name);
        let alone = alone(&base).expect("the SDK can be written");
        Folder::at(&base).write(&generated.files).expect("the SDK can be written");
        Self { name: table.name.clone(), surface: generated.surface, folder: base.join("sdk/rust"), _alone: alone }
    }

    /// The SDKs of every table of the checkout.
    ///
    /// # Panics
    ///
    /// As [`Self::of`].
    pub fn all() -> Vec<Self> {
        crate::tables().expect("the tables can be listed").iter().map(Self::of).collect()
    }

    /// The root a program reads.
    pub fn root(&self) -> &str {
        self.surface.name.of(arm().index())
    }

    /// A crate that uses the SDK, in a folder of its own beside it; `files` are those below its `src`.
    ///
    /// # Panics
    ///
    /// The files cannot be written.
    pub fn user(&self, name: &str, files: &FileSet) -> PathBuf {
        let package = format!("{}-{name}", self.surface.name.wit);
        let mut all = FileSet::new();
        let manifest = format!(
            "[package]\nname = \"{package}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n\
             {root} = {{ package = \"{sdk}-sdk\", path = \"{path}\" }}\n\n[workspace]\n",
            root = self.root(),
            sdk = self.surface.name.wit,
            path = self.folder.display(),
        );
        all.insert("Cargo.toml", manifest);
        for (path, contents) in files.iter() {
            all.insert(format!("src/{path}"), contents);
        }
        let folder = folder(&self.name).join(name);
        for (path, contents) in all.iter() {
            write(&folder.join(path), contents).expect("the crate can be written");
        }
        folder
    }

    /// Compiles the SDK for components, as the runtime does, and gives the library.
    ///
    /// # Panics
    ///
    /// It does not compile.
    pub fn compile(&self) -> PathBuf {
        let library = folder(&self.name).join(format!("lib{}.rlib", self.root()));
        let mut rustc = rustc();
        rustc.args(["--crate-type=rlib", "-Dwarnings", "--crate-name", self.root(), "-o"]).arg(&library);
        succeed(rustc.arg(self.folder.join("src/lib.rs")));
        library
    }

    /// Compiles a program against the library, as the runtime does, and gives the core module.
    ///
    /// # Panics
    ///
    /// It does not compile.
    pub fn program(&self, library: &Path, name: &str, source: &str) -> Vec<u8> {
        let folder = folder(&self.name).join("programs").join(name);
        write(&folder.join("program.rs"), source.as_bytes()).expect("the program can be written");
        let mut rustc = rustc();
        rustc.current_dir(&folder).args([
            "--crate-name=program",
            "-Dwarnings",
            "-Cstrip=symbols",
            "-o",
            "program.wasm",
        ]);
        rustc.arg("--extern").arg(format!("{}={}", self.root(), library.display()));
        rustc.arg(format!("-Clink-arg={}", library.display()));
        rustc.args(["run", "bound-operations", "cabi_realloc"].map(|name| format!("-Clink-arg=--export={name}")));
        succeed(rustc.arg("program.rs"));
        fs::read(folder.join("program.wasm")).expect("the program can be read")
    }
}

/// The compiler that programs in Rust are compiled with, which has the standard library for components.
fn rustc() -> Command {
    let installed = crate::tools::rust_installation().unwrap_or_else(|error| panic!("{error}"));
    let mut rustc = installed.rustc().expect("it was installed a moment ago");
    rustc.args(["--edition=2024", "--target", WASM, "-Copt-level=s", "-Cpanic=abort", "-Ccodegen-units=1"]);
    rustc
}

/// Cargo in a folder. What it builds is shared by all suites of the SDKs, and it asks no network.
pub fn cargo(folder: &Path, arguments: &[&str]) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(folder)
        .args(arguments)
        .env("CARGO_TARGET_DIR", self::folder("target"))
        .env("CARGO_NET_OFFLINE", "true");
    cargo
}

/// Runs a command that must succeed.
///
/// # Panics
///
/// It does not; both its streams are in the message.
pub fn succeed(command: &mut Command) -> Output {
    crate::tools::run(command).unwrap_or_else(|error| panic!("{error}"))
}

/// Whether the compiler that cargo runs here has the standard library for components. That of the Rust arm, which may be
/// another, has it in any case.
pub fn cargo_has_wasm() -> bool {
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    let output = rustc.args(["--print=target-libdir", "--target", WASM]).output();
    output.is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir())
}

/// Waits for a folder that tests share.
fn alone(folder: &Path) -> io::Result<fs::File> {
    fs::create_dir_all(folder)?;
    let lock = fs::File::create(folder.join(".lock"))?;
    lock.lock()?;
    Ok(lock)
}

/// Writes a file whose contents differ, so that nothing is built again for nothing.
fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|there| there == contents) {
        return Ok(());
    }
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(path, contents)
}

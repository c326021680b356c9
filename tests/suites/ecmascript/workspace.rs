//! A folder with the SDK of every table as a Node package, and the tools that look at it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use gg_codegen::{Generated, Options, source::Source};
use gg_tests::tools::{self, run};

/// A folder below the target folder, made anew.
pub(crate) struct Workspace {
    folder: PathBuf,
    tables: Vec<(String, Generated)>,
}

impl Workspace {
    /// A folder with a name of its own.
    pub(crate) fn empty(name: &str) -> Self {
        let folder = gg_tests::target().join("suites/ecmascript").join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).expect("a folder of ours");
        }
        Self { folder, tables: Vec::new() }
    }

    /// The same, holding `node_modules/<root>` for every table.
    pub(crate) fn new(name: &str) -> Self {
        let mut workspace = Self::empty(name);
        for table in gg_tests::tables().expect("tables") {
            let text = fs::read_to_string(&table.path).expect("a table");
            let generated = generate(&table.name, &text);
            workspace.install(&generated);
            workspace.tables.push((table.name, generated));
        }
        workspace
    }

    /// Writes the SDK of a table.
    pub(crate) fn install(&self, generated: &Generated) {
        for (path, contents) in generated.files.iter() {
            if let Some(path) = path.strip_prefix("sdk/typescript/") {
                let root = generated.surface.name.of(crate::arm_of("typescript").index());
                self.write(&format!("node_modules/{root}/{path}"), &String::from_utf8_lossy(contents));
            }
        }
    }

    /// The tables, by name.
    pub(crate) fn tables(&self) -> impl Iterator<Item = (&str, &Generated)> {
        self.tables.iter().map(|(name, generated)| (name.as_str(), generated))
    }

    /// Where something is.
    pub(crate) fn path(&self, path: &str) -> String {
        self.folder.join(path).display().to_string()
    }

    /// Writes a file.
    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    /// Type-checks everything in the folder, strictly, with each of the installed compilers.
    pub(crate) fn check(&self) {
        let roots = self.tables.iter().map(|(_, generated)| generated.surface.name.id.clone()).collect::<Vec<_>>();
        let config = serde_json::json!({
            "compilerOptions": {
                "strict": true, "noEmit": true, "allowJs": true, "checkJs": true, "noImplicitOverride": true,
                "target": "es2022", "lib": ["es2022"], "module": "esnext", "moduleResolution": "bundler",
                "moduleDetection": "force", "types": roots, "typeRoots": ["node_modules"],
            },
            "include": ["."], "exclude": ["node_modules"],
        });
        self.write("tsconfig.json", &config.to_string());
        for package in ["typescript", "typescript-native"] {
            let compiler = tools::tools().node_package(package).join("bin/tsc");
            let mut command = Command::new(tools::tools().node());
            if let Err(error) = run(command.arg(compiler).arg("-p").arg(&self.folder)) {
                panic!("{package}: {}", error.why);
            }
        }
    }
}

/// Makes the output of a table that has no mistake.
pub(crate) fn generate(name: &str, text: &str) -> Generated {
    let source = Source::new(format!("{name}.toml"), text);
    match gg_codegen::generate(&source, &Options::default()) {
        Ok(generated) => generated,
        Err(failure) => panic!("{}", failure.render(&source, gg_codegen::diagnostic::Format::Plain)),
    }
}

/// A file beside this one.
pub(crate) fn data(name: &str) -> String {
    fs::read_to_string(script(name)).expect("a file of the suite")
}

fn script(name: &str) -> PathBuf {
    gg_tests::root().join("tests/suites/ecmascript").join(name)
}

/// Runs a script of the suite and gives what it prints.
pub(crate) fn node(name: &str, arguments: &[&str]) -> String {
    let tools = tools::tools();
    let mut command = Command::new(tools.node());
    command.args(["--no-warnings", "--experimental-vm-modules"]).arg(script(name)).args(arguments);
    command.env("NODE_PATH", tools.node_modules());
    match run(&mut command) {
        Ok(output) => String::from_utf8_lossy(&output.stdout).into_owned(),
        Err(error) => panic!("{name}: {}", error.why),
    }
}

//! The component as it is built: a table's SDK and membrane with what runs programs, evaluated by `CPython` and kept as a
//! snapshot.

use std::{fs, io, path::Path};

use super::{Environment, environment::PINS};
use crate::{
    arm::{Inputs, Install as _, Progress, Rejection, SharedGuest, Stage, Toolchain, Work},
    package::Package,
};

/// The modules that programs find, as the guest lists them.
pub(super) const LIBRARIES: &str = include_str!("../../../../arms/python/gg_guest/libraries.py");

/// What runs programs: path and text of each file.
const GUEST: &[(&str, &str)] = &[
    ("gg_guest/__init__.py", include_str!("../../../../arms/python/gg_guest/__init__.py")),
    ("gg_guest/absent.py", include_str!("../../../../arms/python/gg_guest/absent.py")),
    ("gg_guest/failures.py", include_str!("../../../../arms/python/gg_guest/failures.py")),
    ("gg_guest/hashes.py", include_str!("../../../../arms/python/gg_guest/hashes.py")),
    ("gg_guest/heap.py", include_str!("../../../../arms/python/gg_guest/heap.py")),
    ("gg_guest/lib.py", include_str!("../../../../arms/python/gg_guest/lib.py")),
    ("gg_guest/libraries.py", LIBRARIES),
    ("gg_guest/limits.py", include_str!("../../../../arms/python/gg_guest/limits.py")),
    ("gg_guest/membrane.py", include_str!("../../../../arms/python/gg_guest/membrane.py")),
    ("gg_guest/nesting.py", include_str!("../../../../arms/python/gg_guest/nesting.py")),
    ("gg_guest/streams.py", include_str!("../../../../arms/python/gg_guest/streams.py")),
    ("gg_guest/tracebacks.py", include_str!("../../../../arms/python/gg_guest/tracebacks.py")),
    ("gg_guest/world.py", include_str!("../../../../arms/python/gg_guest/world.py")),
];

/// What programs of the Python arm run in.
#[derive(Debug, Clone)]
pub struct PythonGuest {
    package: &'static Package,
    environment: Environment,
}

impl PythonGuest {
    /// The engine with a table's SDK, built by an environment.
    pub const fn new(package: &'static Package, environment: Environment) -> Self {
        Self { package, environment }
    }

    pub(super) const fn package(&self) -> &'static Package {
        self.package
    }

    pub(super) const fn environment(&self) -> &Environment {
        &self.environment
    }

    /// Builds the component in a folder, which is left to the caller.
    fn build_in(&self, folder: &Path) -> Result<Vec<u8>, Rejection> {
        let failed = |error: io::Error| Rejection::Toolchain { how: Toolchain::Crash, detail: error.to_string() };
        let table = format!("\"\"\"The table the component is of.\"\"\"\n\nROOT = \"{}\"\n", self.package.python.root);
        let files = GUEST.iter().chain(self.package.python.sdk).copied().chain([("gg_guest/table.py", &*table)]);
        let app = folder.join("app");
        for (path, text) in files {
            let path = app.join(path);
            path.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
            fs::write(path, text).map_err(failed)?;
        }
        let (wit, component) = (folder.join("membrane.wasm"), folder.join("component.wasm"));
        fs::write(&wit, self.package.wit).map_err(failed)?;
        let mut command = self.environment.command(Environment::BUILDER);
        command.arg("--quiet").arg("-d").arg(&wit).args(["-w", "sandbox", "componentize", "gg_guest.world", "-p"]);
        command.arg(&app).arg("-o").arg(&component);
        if let Some(packages) = self.environment.packages() {
            command.arg("-p").arg(packages);
        }
        let output = command.output().map_err(failed)?;
        if output.status.success() {
            return fs::read(&component).map_err(failed);
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let detail = format!("{} ended with {}:\n{}", Environment::BUILDER, output.status, said.trim());
        Err(Rejection::Toolchain { how: Toolchain::Crash, detail })
    }
}

impl SharedGuest for PythonGuest {
    fn name(&self) -> &'static str {
        "python"
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.add("pins", PINS);
        inputs.add("wit", self.package.wit);
        inputs.add("root", self.package.python.root);
        for (path, text) in GUEST.iter().chain(self.package.python.sdk) {
            inputs.add(path, text);
        }
    }

    fn build<'a>(&'a self, progress: Progress<'a>) -> Work<'a, Result<Vec<u8>, Rejection>> {
        Box::pin(async move {
            if !self.environment.is_installed() {
                return Err(Rejection::Toolchain { how: Toolchain::Missing, detail: Environment::missing() });
            }
            progress(Stage::Building("evaluating the SDK and the libraries in CPython"));
            let guest = self.clone();
            let built = tokio::task::spawn_blocking(move || {
                let folder = tempfile::tempdir();
                let folder = folder.map_err(|error| Rejection::Defect(format!("no folder to build in: {error}")))?;
                guest.build_in(folder.path())
            });
            built.await.unwrap_or_else(|panic| Err(Rejection::Defect(format!("building the engine: {panic}"))))
        })
    }
}

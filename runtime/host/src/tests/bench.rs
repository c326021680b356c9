//! A workspace with its host, and calls made by hand.

use std::{fs, path::PathBuf, sync::Arc};

use gg_engine::{
    Agent, Call, CallError, ErrorCode,
    arm::typescript::{Checker, Compiler, TypeScript},
    docs::Index,
};
use tempfile::TempDir;

use crate::{
    Host, Profile, Settings,
    operations::{OperationId, PACKAGE, TABLE},
};

/// What an agent holds that no test says more of: what works on files and views.
const PROFILE: &str = r#"
language = "typescript"
[capability.read-file]
[capability.write-file]
[capability.edit-file]
[capability.list-dir]
[capability.search]
[capability.shell]
[capability.agent-managed-context]
[capability.docview-close]
"#;

/// The documentation of the table.
pub(super) fn index() -> Arc<Index> {
    Arc::new(Index::new(PACKAGE.index))
}

/// A workspace with its host.
pub(super) struct Bench {
    pub(super) host: Host,
    pub(super) agent: Arc<Agent>,
    folder: TempDir,
}

impl Bench {
    /// An empty workspace, under a profile that keeps nothing.
    pub(super) fn new() -> Self {
        Self::with("", |_| {})
    }

    /// The same with more in the profile, and other settings.
    pub(super) fn with(more: &str, change: impl FnOnce(&mut Settings)) -> Self {
        // Keys of the whole profile come before its tables.
        let (keys, tables) = if more.starts_with('[') { ("", more) } else { (more, "") };
        Self::of(&format!("{keys}\n{PROFILE}\n{tables}"), change)
    }

    /// An empty workspace under a profile.
    pub(super) fn of(profile: &str, change: impl FnOnce(&mut Settings)) -> Self {
        let folder = TempDir::new().expect("a folder");
        fs::create_dir(folder.path().join("workspace")).expect("a workspace");
        let profile = Profile::read("profile.toml", profile).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        let workspace = profile.workspace(&folder.path().join("workspace")).unwrap_or_else(|error| panic!("{error}"));
        let mut settings = profile.settings(None);
        settings.offload_folder = folder.path().join("gg-shell");
        change(&mut settings);
        let skills = profile.skills(&workspace).unwrap_or_else(|error| panic!("{error}"));
        let host = Host::new(workspace, index(), settings).with_skills(skills);
        let host = host.with_arm(Arc::new(TypeScript::new(&PACKAGE, None)));
        let agent = profile.agent("standard", &host);
        Self { host, agent, folder }
    }

    /// The skills of the workspace as they are now, for an agent of a profile.
    pub(super) fn reading_skills(mut self, profile: &str) -> Self {
        let profile = Profile::read("profile.toml", profile).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        let skills = profile.skills(self.host.workspace()).unwrap_or_else(|error| panic!("{error}"));
        self.host = self.host.with_skills(skills);
        self.agent = profile.agent("standard", &self.host);
        self
    }

    /// The agent's programs and modules are checked by a compiler.
    pub(super) fn asking(mut self, compiler: Compiler) -> Self {
        let checker = Checker::new(PACKAGE.root, PACKAGE.javascript.declarations, compiler);
        self.host = self.host.with_arm(Arc::new(TypeScript::new(&PACKAGE, Some(checker))));
        self
    }

    /// The agent writes in another arm.
    pub(super) fn writing(mut self, arm: &str) -> Self {
        let arm = TABLE.arm(arm).expect("an arm");
        self.agent = Arc::new(Agent { table: self.agent.table, arm, grants: self.agent.grants.clone() });
        self
    }

    /// A call of an operation.
    pub(super) fn call(&self, operation: OperationId) -> Call {
        self.requesting(operation, "{}")
    }

    /// A call of an operation with its recorded request.
    pub(super) fn requesting(&self, operation: OperationId, request: &str) -> Call {
        Call::new(self.agent.clone(), operation.row(), 0, request.to_owned())
    }

    /// A path in the workspace.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.host.workspace().root().join(name)
    }

    /// A path beside the workspace.
    pub(super) fn outside(&self, name: &str) -> PathBuf {
        self.folder.path().canonicalize().expect("a folder").join(name)
    }

    /// Puts a file into the workspace, with the folders above it.
    pub(super) fn put(&self, name: &str, contents: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, contents).expect("a file");
    }

    /// Reads a file of the workspace.
    pub(super) fn get(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file")
    }

    /// Puts a link into the workspace.
    pub(super) fn link(&self, name: &str, target: impl AsRef<std::path::Path>) {
        std::os::unix::fs::symlink(target, self.path(name)).expect("a link");
    }
}

/// Holds a failure against its code and words.
#[track_caller]
pub(super) fn fails<T: std::fmt::Debug>(result: Result<T, CallError>, code: ErrorCode, message: &str) {
    match result {
        Err(error) => assert_eq!((error.code, &*error.message), (code, message)),
        Ok(value) => panic!("a value: {value:?}"),
    }
}

/// Makes a call of an operation on a bench: `call!(bench, FilesReadFile, files::read_file(path, None, None))`.
macro_rules! call {
    ($bench:expr, $operation:ident, $module:ident :: $method:ident ( $($argument:expr),* $(,)? )) => {{
        let call = $bench.call($crate::operations::OperationId::$operation);
        $crate::operations::$module::Operations::$method(&mut $bench.host, &call $(, $argument)*).await
    }};
}
pub(super) use call;

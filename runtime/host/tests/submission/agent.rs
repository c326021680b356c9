//! An agent of a profile, and what it submits.

use std::{
    fs,
    sync::{Arc, LazyLock},
};

use gg_engine::{
    arm::Arms,
    docs::Index,
    record::Turn,
    sandbox::{Band, Limits, Runtime, Sandbox, System},
};
use gg_host::{
    Host, Profile,
    operations::{self, PACKAGE},
    submission::{Budget, Submitted, submit},
};
use tempfile::TempDir;

use crate::arm::Watched;

/// What every program begins with.
pub(crate) const HEAD: &str = "import { memories, programs, session, views } from \"gg\";\n";
const PROFILE: &str = "language = \"javascript\"\n[capability.program-library]\n[capability.read-file]\n\
                       [capability.memories]\nstrategy = \"scratchpad\"\n";

/// The arm of all agents.
pub(crate) static ARM: LazyLock<Arc<Watched>> = LazyLock::new(|| Arc::new(Watched::new()));

pub(crate) static RUNTIME: LazyLock<Runtime<Host>> = LazyLock::new(|| {
    let sandbox = Arc::new(Sandbox::new().expect("an engine"));
    let arms = Arms::new(vec![ARM.clone()]);
    Runtime::new(sandbox, operations::add_to_linker, arms, None, |_, _| {}).expect("a runtime")
});

/// Runs a submission of a new agent.
pub(crate) async fn run(text: &str) -> Submitted {
    let (turn, host, _folder) = begun();
    submit(&RUNTIME, turn, host, &format!("{HEAD}{text}"), &budget()).await
}

pub(crate) fn budget() -> Budget {
    Budget { limits: Limits::default(), sources: Arc::new(System) }
}

/// A turn of a new agent, its host, and the folder it works in.
pub(crate) fn begun() -> (Turn, Host, TempDir) {
    begun_by(PROFILE)
}

/// The same under another profile.
pub(crate) fn begun_by(profile: &str) -> (Turn, Host, TempDir) {
    begun_in(profile, &[])
}

/// The same in a folder that has files.
pub(crate) fn begun_in(profile: &str, files: &[(&str, &str)]) -> (Turn, Host, TempDir) {
    let profile = Profile::read("profile.toml", profile).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let folder = tempfile::tempdir().expect("a folder");
    for (name, contents) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, contents).expect("a file");
    }
    let workspace = profile.workspace(folder.path()).unwrap_or_else(|error| panic!("{error}"));
    let skills = profile.skills(&workspace).unwrap_or_else(|error| panic!("{error}"));
    let host = Host::new(workspace, Arc::new(Index::new(PACKAGE.index)), profile.settings(None)).with_skills(skills);
    (Turn::new(profile.agent("standard", &host)), host.with_arm(ARM.clone()), folder)
}

/// A text as JavaScript writes it.
pub(crate) fn json(text: &str) -> String {
    format!("{text:?}")
}

/// The notices a model reads.
pub(crate) fn notices(ran: &Submitted) -> Vec<String> {
    let bands = ran.report.bands();
    bands.iter().filter(|band| matches!(band, Band::Notice(_))).map(|band| band.text().to_owned()).collect()
}

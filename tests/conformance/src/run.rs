//! Runs programs that a test writes itself.

use std::{fs, sync::Arc};

use gg_engine::{
    arm::ModuleSource,
    docs::Index,
    record::Turn,
    sandbox::{Band, Limits, Ran, Runtime, Submission, System},
};
use gg_host::{
    Host, Profile,
    operations::{PACKAGE, TABLE},
    submission::{Budget, Submitted, submit},
};
use tempfile::TempDir;

use crate::{Case, Fixture, cases, runtime};

/// Runs a program of an arm in an empty workspace, on the default profile, with modules beside it: key and text of each.
///
/// # Panics
///
/// There is no such arm, or a module does not compile.
pub async fn ran(runtime: &Runtime<Host>, arm: &str, program: &str, modules: &[(&str, &str)]) -> Ran<Host> {
    let case = Case { files: [].into(), prepare: None, profile: None, ..cases().swap_remove(0).1 };
    let arm = runtime.arms().find(arm).unwrap_or_else(|| panic!("no arm")).clone();
    let (_fixture, host, turn) = Fixture::new(&case, arm.clone()).await;
    let mut prepared = Vec::new();
    for (key, text) in modules {
        let module = arm.prepare_module(ModuleSource { name: key, key, text, modules: &[] }).await;
        prepared.push(Arc::new(module.unwrap_or_else(|rejection| panic!("{rejection:?}"))));
    }
    runtime.run(turn, host, Submission { modules: &prepared, ..Submission::new(program) }).await
}

/// Runs a submission of a new agent of an arm, which has skills, memories and earlier programs, in a workspace with these
/// files: path and text of each.
///
/// # Panics
///
/// There is no such arm, or the workspace cannot be set up.
pub async fn submitted(arm: &str, files: &[(&str, &str)], program: &str) -> (Submitted, TempDir) {
    let runtime = runtime();
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    for (name, text) in files {
        let path = folder.path().join(name);
        path.parent().map(fs::create_dir_all);
        fs::write(path, text).unwrap_or_else(|error| panic!("{error}"));
    }
    let profile = format!(
        "language = \"{arm}\"\n[capability.program-library]\n[capability.read-file]\n[capability.skills]\n\
         [capability.memories]\nstrategy = \"scratchpad\"\n"
    );
    let profile = Profile::read("profile.toml", &profile).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    assert_eq!(TABLE.arm(arm), Some(profile.arm));
    let arm = runtime.arms().find(arm).unwrap_or_else(|| panic!("no arm")).clone();
    let workspace = profile.workspace(folder.path()).unwrap_or_else(|error| panic!("{error}"));
    let skills = profile.skills(&workspace).unwrap_or_else(|error| panic!("{error}"));
    let index = Arc::new(Index::new(PACKAGE.index));
    let host = Host::new(workspace, index, profile.settings(None)).with_skills(skills);
    let turn = Turn::new(profile.agent("standard", &host));
    let budget = Budget { limits: Limits::default(), sources: Arc::new(System) };
    (Box::pin(submit(&runtime, turn, host.with_arm(arm), program, &budget)).await, folder)
}

/// What a submission printed.
pub fn lines(ran: &Submitted) -> Vec<&str> {
    ran.report.total.logs.lines.iter().map(String::as_str).collect()
}

/// The notices that a submission ended with.
pub fn notices(ran: &Submitted) -> Vec<String> {
    let bands = ran.report.bands();
    bands.iter().filter(|band| matches!(band, Band::Notice(_))).map(|band| band.text().to_owned()).collect()
}

/// The prose of a skill.
pub fn skill(name: &str) -> String {
    format!("---\nname: {name}\ndescription: Tools.\n---\nUse them.\n")
}

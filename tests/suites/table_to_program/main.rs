//! Runs a program on the default profile, in the folder it is started in.

use std::{env, error::Error, fs, path::Path, sync::Arc};

use gg_engine::{
    arm::{Arms, typescript::TypeScript},
    docs::Index,
    record::Turn,
    sandbox::{Runtime, Sandbox, Submission},
};
use gg_host_annex::{
    Host, Profile,
    operations::{PACKAGE, add_to_linker},
    profile,
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let program = fs::read_to_string(env::args().nth(1).ok_or("which program?")?)?;
    let profile = Profile::read("the default profile", profile::DEFAULT).map_err(|mistakes| mistakes.to_string())?;
    let host = Host::new(profile.workspace(Path::new("."))?, Arc::new(Index::new(PACKAGE.index)), profile.settings(None));
    let turn = Turn::new(profile.agent("standard", &host));

    let arms = Arms::new(vec![Arc::new(TypeScript::new(&PACKAGE, None))]);
    let runtime = Runtime::new(Arc::new(Sandbox::new()?), add_to_linker, arms, None, |_, _| {})?;
    let ran = runtime.run(turn, host, Submission::new(&program)).await;
    for line in &ran.report.logs.lines {
        println!("{line}");
    }
    for band in ran.report.bands() {
        println!("{}: {}", band.heading(), band.text());
    }
    for call in &ran.turn.rosters.calls.kept {
        let outcome = call.error.as_ref().map_or_else(|| "ok".to_owned(), |(code, message)| format!("{code}: {message}"));
        println!("{} {outcome}", call.operation.id);
    }
    Ok(())
}

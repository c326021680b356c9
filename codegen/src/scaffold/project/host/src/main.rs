//! Runs a program against the pantry: `cargo run programs/restock.ts`.

use std::{env, error::Error, fs, process::ExitCode, sync::Arc};

use gg_engine::{
    Agent, Grants, Holding, TableOperation,
    arm::{Arms, typescript::TypeScript},
    record::Turn,
    sandbox::{Cache, Runtime, Sandbox, Submission},
};
use host::{
    Pantry,
    surface::{OperationId, PACKAGE, add_to_linker},
};

/// Where the compiled engine is kept, so that only the first run makes it.
const CACHE: &str = "target/programs";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<ExitCode, Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("which program? cargo run FILE")?;
    let program = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;

    let arms = Arms::new(vec![Arc::new(TypeScript::new(&PACKAGE, None))]);
    let sandbox = Arc::new(Sandbox::new()?);
    let cache = Cache::at(CACHE)?;
    let runtime = Runtime::new(sandbox, add_to_linker, arms, Some(cache), |_, _| {})?;

    let submission = Submission::new(&program);
    let turn = Turn::new(Arc::new(agent()?));
    let ran = runtime.run(turn, Pantry::default(), submission).await;

    // What it printed, what it would be told, and what it did.
    for line in &ran.report.logs.lines {
        println!("{line}");
    }
    for band in ran.report.bands() {
        println!("{}: {}", band.heading(), band.text());
    }
    for call in &ran.turn.rosters.calls.kept {
        let outcome = match &call.error {
            None => "ok".to_owned(),
            Some((code, message)) => format!("{code}: {message}"),
        };
        println!("{} {outcome}", call.operation.id);
    }
    if let Some(note) = ran.host.note() {
        println!("The shift has ended. {note}");
    }
    Ok(if ran.report.declarations_stand() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// An agent that holds everything. A profile of yours would say which capabilities one has.
fn agent() -> Result<Agent, Box<dyn Error>> {
    let table = OperationId::TABLE;
    let arm = table
        .arm("typescript")
        .ok_or("the table has no TypeScript")?;
    let capabilities: Vec<u32> = (0..).zip(table.capabilities).map(|(at, _)| at).collect();
    let holding = Holding {
        capabilities: &capabilities,
        allowlist: None,
        ending: Some("cook"),
        machine: false,
    };
    let grants = Grants::resolve::<OperationId>(&holding, |_| true);
    Ok(Agent { table, arm, grants })
}

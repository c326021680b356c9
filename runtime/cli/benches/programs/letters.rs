//! A long text to the host and back, on a table of its own whose method does nothing else.

use std::time::Instant;

use gg_engine::{
    arm::javascript::JavaScript,
    record::Turn,
    sandbox::{Cache, Outcome, Submission},
};
use gg_tests_host::{
    agent,
    quiet::Quiet,
    runtime,
    tables::letter::host::{OperationId, PACKAGE, add_to_linker},
};

use crate::{
    TEXT,
    figures::{Figure, times},
    sandbox::{cache_folder, here},
};

/// How often a program sends its text, so that making it does not count for much.
const SENT: u32 = 20;

/// A text of plain letters, as most are, from the program to the host and back, and into the record.
pub(crate) fn there_and_back() -> Figure {
    let cache = Cache::at(cache_folder()).expect("a folder of our own");
    let runtime = runtime(add_to_linker, JavaScript::new(&PACKAGE), Some(cache));
    let agent = agent::<OperationId>("javascript");
    let threads = here();
    let program = |times: u32| {
        let program = format!(
            "import {{ post }} from \"letter\";\n\
             const text = \"a\".repeat({TEXT});\n\
             let back = text;\n\
             for (let i = 0; i < {times}; i++) back = post.send(text);\n\
             if (back.length !== {TEXT}) throw new Error(\"lost\");\n"
        );
        let start = Instant::now();
        let ran = threads.block_on(runtime.run(Turn::new(agent.clone()), Quiet::default(), Submission::new(&program)));
        let took = start.elapsed();
        assert_eq!(ran.report.outcome, Outcome::Completed);
        took
    };
    // What is not the calls' is taken off.
    times(40, || program(SENT).saturating_sub(program(0))).each(SENT)
}

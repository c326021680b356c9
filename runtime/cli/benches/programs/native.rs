//! The engine itself, natively: in this process and without a sandbox.

use std::thread;

use rquickjs::{Context, Function, Runtime};

use crate::{
    CALLS, Peer, TEXT,
    figures::{Figure, time, times},
};

/// Runs a program in a fresh context, with a function of the host's to call.
fn run(program: &str) {
    let runtime = Runtime::new().expect("a runtime");
    let context = Context::full(&runtime).expect("a context");
    context.with(|context| {
        let globals = context.globals();
        let close = Function::new(context.clone(), |selector: String| u32::from(selector.is_empty()));
        let send = Function::new(context.clone(), |text: String| text);
        globals.set("close", close.expect("a function")).expect("set");
        globals.set("send", send.expect("a function")).expect("set");
        context.eval::<(), _>(program).expect("runs");
    });
}

/// What the lines cost here.
pub(crate) fn measure() -> Peer {
    let calls = format!("for (let i = 0; i < {CALLS}; i++) close(\"nothing\");");
    let text = format!("const text = \"a\".repeat({TEXT}); for (let i = 0; i < 20; i++) send(text);");
    Peer {
        program: times(1_000, || time(|| run("close(\"nothing\");"))),
        call: times(40, || time(|| run(&calls))).each(CALLS),
        text: times(20, || time(|| run(&text))).each(20),
    }
}

/// How much more two threads get done than one: what these cores give an interpreter, whatever the sandbox. Cores that
/// share their units give less than twice as much.
pub(crate) fn two_threads() -> Figure {
    let programs = |count: usize| (0..count).for_each(|_| run("for (let i = 0; i < 100; i++) close(`${i}`);"));
    let both = || {
        thread::scope(|scope| {
            scope.spawn(|| programs(1_000));
            programs(1_000);
        });
    };
    let ratios = (0..5).map(|_| 2.0 * time(|| programs(1_000)).as_secs_f64() / time(both).as_secs_f64());
    Figure::of(ratios.collect())
}

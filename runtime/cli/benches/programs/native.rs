//! The engine itself, natively: in this process and without a sandbox.

use rquickjs::{Context, Function, Runtime};

use crate::{
    CALLS, Peer, TEXT,
    figures::{time, times},
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

//! WASI with nothing behind it: what an interpreter asks for when it starts and when it formats a traceback is answered
//! with an empty environment, no folder and a still clock; everything else is an error.

use wasmtime::{
    Result, StoreContextMut, bail,
    component::{Linker, Resource, ResourceAny, ResourceType, Val, types::ComponentItem},
};

/// What every resource of WASI stands for.
struct Nothing;

/// Answers the functions and resources of one imported interface.
pub(crate) fn answer<T: 'static>(
    linker: &mut Linker<T>,
    interface: &str,
    exports: Vec<(String, ComponentItem)>,
) -> Result<()> {
    let mut instance = linker.instance(interface)?;
    for (name, item) in exports {
        match item {
            ComponentItem::Resource(_) => {
                instance.resource(&name, ResourceType::host::<Nothing>(), |_, _| Ok(()))?;
            }
            ComponentItem::ComponentFunc(_) => {
                let asked = format!("{}#{name}", interface.split('@').next().unwrap_or_default());
                instance.func_new(&name, move |store, _, params, results| respond(store, &asked, params, results))?;
            }
            _ => {}
        }
    }
    Ok(())
}

fn respond<T: 'static>(
    mut store: StoreContextMut<'_, T>,
    asked: &str,
    params: &[Val],
    results: &mut [Val],
) -> Result<()> {
    // What is lent for a call is given back at its end.
    for param in params {
        if let Val::Resource(resource) = param {
            resource.resource_drop(&mut store)?;
        }
    }
    let done = || Val::Result(Ok(None));
    let answer = match asked {
        "wasi:cli/environment#get-environment"
        | "wasi:cli/environment#get-arguments"
        | "wasi:filesystem/preopens#get-directories" => Val::List(Vec::new()),
        "wasi:cli/environment#initial-cwd"
        | "wasi:cli/terminal-stdin#get-terminal-stdin"
        | "wasi:cli/terminal-stdout#get-terminal-stdout"
        | "wasi:cli/terminal-stderr#get-terminal-stderr" => Val::Option(None),
        "wasi:cli/stdin#get-stdin" | "wasi:cli/stdout#get-stdout" | "wasi:cli/stderr#get-stderr" => {
            Val::Resource(ResourceAny::try_from_resource(Resource::<Nothing>::new_own(0), store)?)
        }
        "wasi:io/streams#[method]output-stream.check-write" => Val::Result(Ok(Some(Box::new(Val::U64(4096))))),
        "wasi:io/streams#[method]output-stream.write"
        | "wasi:io/streams#[method]output-stream.flush"
        | "wasi:io/streams#[method]output-stream.blocking-flush"
        | "wasi:io/streams#[method]output-stream.blocking-write-and-flush" => done(),
        "wasi:clocks/monotonic-clock#now" => Val::U64(0),
        "wasi:clocks/monotonic-clock#resolution" => Val::U64(1),
        "wasi:clocks/wall-clock#now" | "wasi:clocks/wall-clock#resolution" => {
            Val::Record(vec![("seconds".to_owned(), Val::U64(1)), ("nanoseconds".to_owned(), Val::U32(0))])
        }
        "wasi:random/random#get-random-bytes" | "wasi:random/insecure#get-insecure-random-bytes" => match params {
            [Val::U64(count)] => Val::List((0..*count).map(|_| Val::U8(7)).collect()),
            _ => bail!("{asked} is asked with {params:?}"),
        },
        "wasi:random/random#get-random-u64" | "wasi:random/insecure#get-insecure-random-u64" => Val::U64(7),
        "wasi:random/insecure-seed#insecure-seed" => Val::Tuple(vec![Val::U64(7), Val::U64(7)]),
        _ => bail!("there is nothing behind {asked}"),
    };
    match results {
        [result] => *result = answer,
        _ => bail!("{asked} gives {} values", results.len()),
    }
    Ok(())
}

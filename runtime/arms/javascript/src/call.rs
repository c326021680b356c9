//! A call: arguments are taken apart and lowered, the host is asked, its answer is lifted or thrown.

use crate::{
    api_error, failure,
    glue::{self, SLOTS},
    js::{self, Outcome, Thrown, Value},
    lift::{self, Unfit},
    lower::{Lowering, Memory, Registers, Target, known, member, take},
    memory,
    refuse::Stop,
    state::{State, state},
    table::{Operation, Parts, Table},
};

/// The most registers a call's parameters take; more of them go through memory.
const REGISTERS: usize = 16;

/// Makes the call with a number; what `gg:raw` exports.
pub(crate) fn call(arguments: &[Value], number: i32) -> Outcome<Value> {
    let Some(state) = state() else { return Ok(Value::UNDEFINED) };
    let at = usize::try_from(number).unwrap_or(usize::MAX);
    let Some(operation) = state.table.operations.get(at) else { return Ok(Value::UNDEFINED) };
    if state.closed.get() {
        return Err(failure::deferred(state, at));
    }
    // Code of the program may run while its arguments are looked at, and make a call of its own.
    let mark = memory::mark();
    let answer = perform(state, at, operation, arguments);
    memory::release(mark);
    answer
}

fn perform(state: &State, at: usize, operation: &Operation, arguments: &[Value]) -> Outcome<Value> {
    let table = &state.table;
    let mut slots = [0; SLOTS];
    let mut lowering = Lowering { table, texts: state.texts.take() };
    let lowered = arguments_into(&mut slots, &mut lowering, at, operation, arguments);
    let used = lowered.map_err(|stop| refuse(state, at, stop))?;
    let answer = &table.types[operation.answer];
    let place = take(answer.align, answer.size)?;
    slots[used] = place as u64;
    glue::call(u32::try_from(at).unwrap_or(u32::MAX), &mut slots);
    lowering.texts.clear();
    state.texts.set(lowering.texts);
    let failed = memory::read(place, answer.case_size) != 0;
    let payload = place + answer.payload;
    if failed {
        return Err(api_error::answered(state, at, operation, payload));
    }
    let Parts::Result([Some(returns), _]) = answer.parts else { return Ok(Value::UNDEFINED) };
    lift::value(table, returns, payload).map_err(|unfit| match unfit {
        Unfit::Thrown => Thrown,
        Unfit::Inexact(number) => {
            let message = format!(
                "the host returned {number}, which JavaScript cannot carry exactly; this is a defect of the host"
            );
            api_error::own(state, at, "io-error", &message)
        }
        Unfit::Broken => {
            let message = "the host returned what is no value of the type; this is a defect of the host";
            api_error::own(state, at, "io-error", message)
        }
    })
}

/// Lowers the arguments; how many slots they take.
fn arguments_into(
    slots: &mut [u64; SLOTS],
    lowering: &mut Lowering<'_>,
    at: usize,
    operation: &Operation,
    arguments: &[Value],
) -> Result<usize, Stop> {
    let table = lowering.table;
    let descriptor = &table.descriptors.operations[at];
    let most = operation.positional + usize::from(descriptor.bag.is_some());
    if arguments.len() > most {
        return Err(too_many(table, most, arguments.len()));
    }
    let bag = match (&descriptor.bag, arguments.get(operation.positional)) {
        (Some(name), Some(bag)) if !bag.is_undefined() => {
            if !bag.is_object() || bag.is_function() || bag.is_array() {
                let words = &table.descriptors.words;
                let got = crate::refuse::shown(bag, words.longest_value as usize);
                return Err(Stop::expected(words.options.as_str(), got).inside(|| name.clone()));
            }
            known(bag, &operation.options, None)?;
            Some(bag)
        }
        _ => None,
    };
    if operation.flat <= REGISTERS {
        let mut out = Registers { slots, used: 0 };
        params_into(&mut out, lowering, operation, arguments, bag)?;
        return Ok(out.used);
    }
    let start = take(operation.align, operation.size)?;
    params_into(&mut Memory { at: start }, lowering, operation, arguments, bag)?;
    slots[0] = start as u64;
    Ok(1)
}

fn params_into(
    out: &mut impl Target,
    lowering: &mut Lowering<'_>,
    operation: &Operation,
    arguments: &[Value],
    bag: Option<&Value>,
) -> Result<(), Stop> {
    for param in &operation.params {
        let option;
        let given = match (param.position, bag) {
            (Some(position), _) => arguments.get(position).unwrap_or(const { &Value::UNDEFINED }),
            (None, Some(bag)) => {
                option = member(bag, &param.member)?;
                &option
            }
            (None, None) => const { &Value::UNDEFINED },
        };
        out.enter(lowering.table.types[param.ty].align);
        let lowered = lowering.optional(param.ty, param.left_out, given, out);
        lowered.map_err(|stop| lowering.missing(stop, param.ty, given).inside(|| format!(".{}", param.member.text)))?;
    }
    Ok(())
}

fn too_many(table: &Table, most: usize, given: usize) -> Stop {
    let words = &table.descriptors.words;
    let expected = match most {
        1 => words.at_most_one.clone(),
        most => words.at_most.replace("{count}", &most.to_string()),
    };
    Stop::expected(expected, given.to_string())
}

/// Throws what comes of arguments that are refused.
fn refuse(state: &State, at: usize, stop: Stop) -> Thrown {
    let words = &state.table.descriptors.words;
    let message = match stop {
        Stop::Misfit(misfit) => misfit.sentence(words),
        Stop::Thrown => {
            let error = js::take_exception();
            let own = state.prelude.get().is_some_and(|prelude| error.is_instance_of(&prelude.internal_error));
            if own || error.is_uncatchable() {
                return js::throw(error);
            }
            words.unreadable.replace("{error}", &failure::describe(state, &error))
        }
    };
    glue::report_guard(&state.table.descriptors.operations[at].id, &message);
    api_error::own(state, at, "invalid-argument", &message)
}

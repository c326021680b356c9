//! Every example of every table arrives as it is written, with the bindings of the real toolchain.

use std::process::Command;

use gg_codegen::surface::{Example, Operation, Surface, Type};
use gg_tests::tools::{run, tools};
use serde_json::{Value as Json, json};

use super::{
    arguments,
    emitted::{Emitted, python, script, write},
};

#[test]
fn every_example_arrives_as_it_is_written() {
    for table in gg_tests::tables().expect("tables") {
        let emitted = Emitted::table(&table.name, "recorded");
        let surface = &emitted.surface;
        let calls: Vec<Json> = surface
            .operations
            .iter()
            .flat_map(|operation| operation.examples.iter().map(move |example| call(surface, operation, example)))
            .collect();
        let file = emitted.folder.join("calls.json");
        write(&file, json!({ "root": surface.name.of(python()), "calls": calls }).to_string());
        let mut command = Command::new(tools().python());
        command.arg(script("recorder.py")).arg(emitted.sdk()).arg(emitted.bindings()).arg(&file);
        let output = run(&mut command).unwrap_or_else(|error| panic!("{}: {error}", table.name));
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.is_empty(), "{}:\n{said}", table.name);
    }
}

/// The bindings take a list of signed bytes as bytes.
fn bound_bytes(surface: &Surface, operation: &Operation, mut arguments: Json) -> Json {
    let all = arguments.as_array_mut().expect("a list of arguments");
    for (param, argument) in operation.params.iter().zip(all) {
        if surface.resolve(&param.ty) == &Type::List(Box::new(Type::S8)) {
            for number in argument.as_array_mut().expect("a list") {
                let signed: i8 = number["int"].as_str().and_then(|text| text.parse().ok()).expect("a number");
                *number = json!({ "int": signed.cast_unsigned().to_string() });
            }
        }
    }
    arguments
}

fn call(surface: &Surface, operation: &Operation, example: &Example) -> Json {
    let source = python().arm().call(surface, operation, example);
    let bound = |name: &str| {
        let name = name.replace('-', "_");
        if python().arm().profile().is_reserved(gg_codegen::names::Kind::Field, &name) { name + "_" } else { name }
    };
    json!({
        "call": source,
        "interface": bound(&surface.module(operation.module).interface),
        "function": bound(&operation.names.wit),
        "arrives": bound_bytes(surface, operation, arguments::of_example(surface, operation, example)),
    })
}

//! The same ferries as in `tour.ts`, in Rust:
//!
//! cargo run --release -- arms install rust
//! cargo run --release -- run examples/logs.rs

use std::collections::BTreeMap;

use gg::{
    core::ErrorCode,
    files::{self, EntryKind, FileRead, ReadFileOptions},
    views,
};

const ROOT: &str = "examples/workspace";

fn main() -> Result<(), gg::Failure> {
    // Read every log. What a program reads stays in the program.
    let mut delays: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for entry in files::list_dir(Some(&format!("{ROOT}/logs")))? {
        if entry.kind != EntryKind::File {
            continue;
        }
        let log = files::read_text_file(&format!("{ROOT}/logs/{}", entry.name), Default::default())?;
        for row in log.lines().skip(1) {
            let [ferry, _, minutes] = row.split(',').collect::<Vec<_>>()[..] else { continue };
            delays.entry(ferry.to_owned()).or_default().push(minutes.parse()?);
        }
    }

    // What is to be seen is opened as a view; `gg::log` is for the operator.
    let mut lines = Vec::new();
    for (ferry, minutes) in &delays {
        let mean = f64::from(minutes.iter().sum::<u32>()) / minutes.len() as f64;
        let worst = minutes.iter().max().copied().unwrap_or_default();
        lines.push(format!("{ferry}: {mean:.1} minutes, at worst {worst}"));
    }
    views::open_text("delays", &lines.join("\n"))?;
    gg::log(format!("{} ferries", delays.len()));

    // Options are a struct, a union is an enum, and a failure is an error with a code.
    let options = ReadFileOptions { limit: Some(1), ..Default::default() };
    if let FileRead::Text(read) = files::read_file(&format!("{ROOT}/notes/repairs.md"), options)? {
        gg::log(format!("line {} of {}: {}", read.last_line, read.total_lines, read.contents.trim()));
    }
    match files::read_file(&format!("{ROOT}/notes/tides.md"), Default::default()) {
        Err(error) if error.code == ErrorCode::NotFound => gg::log(error),
        other => drop(other?),
    }
    Ok(())
}

//! `gg cache`: what was compiled once and is kept.

use std::{process::ExitCode, time::SystemTime};

use crate::{Refused, arguments::Cache, launch};

/// Lists, empties, or says where it is.
pub(crate) fn run(command: &Cache) -> Result<ExitCode, Refused> {
    let failed = |error: std::io::Error| Refused::new(format!("the cache: {error}"));
    match command {
        Cache::Path => println!("{}", launch::cache_folder()?.display()),
        Cache::List => {
            let entries = launch::cache()?.entries().map_err(failed)?;
            for entry in &entries {
                let age = SystemTime::now().duration_since(entry.used).unwrap_or_default();
                let key = entry.key.get(..12).unwrap_or(&entry.key);
                println!("{:12}  {key}  {:>8}  used {} ago", entry.guest, size(entry.bytes), days(age.as_secs()));
            }
            println!("{} in all", size(entries.iter().map(|entry| entry.bytes).sum()));
        }
        Cache::Clear => println!("{} freed", size(launch::cache()?.clear().map_err(failed)?)),
    }
    Ok(ExitCode::SUCCESS)
}

/// Bytes, in the unit that suits them, to a tenth.
fn size(bytes: u64) -> String {
    const KIB: u64 = 1 << 10;
    const MIB: u64 = 1 << 20;
    let tenths = |unit: u64| format!("{}.{}", bytes / unit, bytes % unit * 10 / unit);
    match bytes {
        ..KIB => format!("{bytes} B"),
        KIB..MIB => format!("{} KiB", tenths(KIB)),
        _ => format!("{} MiB", tenths(MIB)),
    }
}

fn days(seconds: u64) -> String {
    match seconds {
        ..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        7200..172_800 => format!("{} h", seconds / 3600),
        _ => format!("{} days", seconds / 86_400),
    }
}

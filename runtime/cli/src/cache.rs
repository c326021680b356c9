//! `gg cache`: what was compiled once and is kept.

use std::{fmt::Write as _, process::ExitCode, time::SystemTime};

use crate::{Refused, arguments::Cache, launch, output};

/// Lists, empties, or says where it is.
pub(crate) fn run(command: &Cache) -> Result<ExitCode, Refused> {
    let failed = |error: std::io::Error| Refused::new(format!("the cache: {error}"));
    match command {
        Cache::Path => output::data(launch::cache_folder()?.display())?,
        Cache::List => {
            let entries = launch::cache()?.entries().map_err(failed)?;
            let mut text = String::new();
            for entry in &entries {
                let age = SystemTime::now().duration_since(entry.used).unwrap_or_default();
                let key = entry.key.get(..12).unwrap_or(&entry.key);
                let (size, age) = (size(entry.bytes), days(age.as_secs()));
                let _ = writeln!(text, "{:12}  {key}  {size:>8}  used {age} ago", entry.guest);
            }
            let all = size(entries.iter().map(|entry| entry.bytes).sum());
            output::data(format_args!("{text}{all} in all"))?;
        }
        Cache::Clear => {
            let freed = launch::cache()?.clear().map_err(failed)?;
            output::data(format_args!("{} freed", size(freed)))?;
        }
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

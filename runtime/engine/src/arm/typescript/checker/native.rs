//! The native compiler: run once per program, in a folder that has the declarations.

use std::{fs, io, path::Path};

use serde_json::json;
use tokio::process::Command;

use super::{Answer, Checker, Finding, GLOBALS, LIBRARIES, Question, crashed, module_file};
use crate::arm::{Rejection, Toolchain};

/// Asks the compiler.
pub(super) async fn ask(executable: &Path, checker: &Checker, question: &Question<'_>) -> Result<Answer, Rejection> {
    let folder = tempfile::tempdir().map_err(|error| crashed(format!("no temporary folder: {error}")))?;
    lay_out(folder.path(), checker, question)
        .map_err(|error| crashed(format!("its folder cannot be written: {error}")))?;
    let mut command = Command::new(executable);
    command.args(["--project", ".", "--pretty", "false"]).current_dir(folder.path()).kill_on_drop(true);
    let output = command.output().await.map_err(|error| Rejection::Toolchain {
        how: Toolchain::Missing,
        detail: format!("{} cannot be started: {error}", executable.display()),
    })?;
    let text = String::from_utf8_lossy(&output.stdout);
    let answer = read(&text, &question.file());
    if !output.status.success() && answer.own.is_empty() && answer.others.is_empty() {
        let error = String::from_utf8_lossy(&output.stderr);
        return Err(crashed(format!("{}\n{}\n{}", output.status, text.trim(), error.trim())));
    }
    Ok(answer)
}

fn lay_out(folder: &Path, checker: &Checker, question: &Question<'_>) -> io::Result<()> {
    let write = |path: &str, text: &str| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, text)
    };
    for (path, text) in &checker.declarations {
        write(&format!("sdk/{path}"), text)?;
    }
    for module in question.modules {
        write(&module_file(&module.key), &module.listed)?;
    }
    write("globals.d.ts", GLOBALS)?;
    write(&question.file(), question.text)?;
    let root = checker.root;
    let config = json!({
        "compilerOptions": {
            "strict": true, "noEmit": true, "skipLibCheck": true, "allowUnreachableCode": true, "allowUnusedLabels": true,
            "target": "es2022", "lib": libraries(), "module": "esnext", "moduleResolution": "bundler",
            "moduleDetection": "force", "types": [],
            "paths": {
                root: ["./sdk/index.d.ts"],
                format!("{root}/*"): ["./sdk/modules/*.d.ts"],
                "lib:*": ["./lib/*.ts"],
            },
        },
        "files": ["globals.d.ts", "sdk/specifiers.d.ts", "sdk/index.d.ts", question.file()],
    });
    write("tsconfig.json", &config.to_string())
}

/// The libraries by the names that every version of the native compiler has.
fn libraries() -> Vec<&'static str> {
    LIBRARIES.iter().copied().filter(|name| !name.starts_with("es2025")).collect()
}

/// Reads what the compiler prints of a file: `program.ts(1,2): error TS3: text`, further lines of a message indented.
fn read(text: &str, asked: &str) -> Answer {
    let mut answer = Answer::default();
    let mut own = false;
    for line in text.lines() {
        if let Some((file, finding)) = finding(line) {
            own = file == asked;
            if own { &mut answer.own } else { &mut answer.others }.push(finding);
        } else if line.starts_with(' ')
            && let Some(last) = if own { &mut answer.own } else { &mut answer.others }.last_mut()
        {
            last.message.push('\n');
            last.message.push_str(line);
        }
    }
    answer
}

/// The file and the finding of a line.
fn finding(line: &str) -> Option<(&str, Finding)> {
    let (place, rest) = match line.strip_prefix("error TS") {
        Some(rest) => ("", rest),
        None => line.split_once(": error TS")?,
    };
    let (code, message) = rest.split_once(": ")?;
    let code = code.parse().ok()?;
    let (file, line, column) = match place.strip_suffix(')').and_then(|place| place.rsplit_once('(')) {
        Some((file, at)) => {
            let (line, column) = at.split_once(',')?;
            (file, line.parse().ok()?, column.parse().ok()?)
        }
        None => ("", 0, 0),
    };
    Some((file, Finding { line, column, code, message: message.to_owned() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read() {
        let text = "program.ts(1,7): error TS2322: Type 'A' is not assignable to type 'B'.\n  Because of C.\n\
                    sdk/index.d.ts(3,1): error TS1: no\nerror TS18003: No inputs were found.\n";
        let answer = read(text, "program.ts");
        assert_eq!(answer.own.len(), 1);
        assert_eq!((answer.own[0].line, answer.own[0].column, answer.own[0].code), (1, 7, 2322));
        assert_eq!(answer.own[0].message, "Type 'A' is not assignable to type 'B'.\n  Because of C.");
        assert_eq!(answer.others.iter().map(|other| other.code).collect::<Vec<_>>(), [1, 18003]);
    }
}

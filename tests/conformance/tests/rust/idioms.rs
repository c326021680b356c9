use gg::core::{ApiError, ErrorCode, TextEdit};
use gg::files::{self, EntryKind, FileRead};
use gg::tasks::{self, TaskInput, TaskPatch, TaskStatus};
use gg::{context, delegation, docs, shell, views};

fn lines(path: &str) -> Result<usize, ApiError> {
    match files::read_file(path, files::ReadFileOptions { limit: Some(2), ..Default::default() })? {
        FileRead::Text(text) => Ok(text.contents.lines().count()),
        FileRead::Image(_) => Ok(0),
    }
}

fn main() -> Result<(), gg::Failure> {
    let written: u64 = files::write_file("a/b.txt", "one\ntwo\nthree\n")?;
    gg::log(format!("{written} {}", lines("a/b.txt")?));
    for entry in files::list_dir(Some("a"))?.iter().chain(&files::list_dir(None)?) {
        let kind = match entry.kind {
            EntryKind::File => "file",
            other => other.as_str(),
        };
        gg::log(format!("{} {kind}", entry.name));
    }
    let hits = files::search("t[wh]", files::SearchOptions { path: Some("a".into()), ..Default::default() })?;
    gg::log(hits.len());

    tasks::add_task(TaskInput { id: "a".into(), title: "A".into(), description: Some("long".into()), ..Default::default() })?;
    tasks::add_task(TaskInput { id: "b".into(), title: "B".into(), blocked_by: vec!["a".into()], ..Default::default() })?;
    tasks::update_task("a", TaskPatch { description: TextEdit::Clear, ..Default::default() })?;
    tasks::update_task("a", TaskPatch { description: "short".into(), status: Some(TaskStatus::InProgress), ..Default::default() })?;
    tasks::set_blocked_by("b", &[])?;
    tasks::complete_task("b")?;

    let output = shell::shell("printf hi", None)?;
    gg::log(format!("{} {:?}", output.output, output.exit_code));
    views::open_text("note", "text")?;
    for view in views::current()? {
        gg::log(format!("{} {}", view.selector, view.close()?));
    }
    let found = docs::search(docs::SearchOptions { query: Some("read".into()), type_: None, ..Default::default() })?;
    gg::log(!found.hits.is_empty());

    let asked = delegation::spawn_subagent(delegation::SpawnRequest {
        agent: "helper".into(),
        task: delegation::SubagentBrief::Prompt("look".into()),
    });
    if let Err(ApiError { code: ErrorCode::Unavailable, operation, id, .. }) = asked {
        gg::log(format!("{operation} {id}"));
    }
    gg::log(context::archive_thread(&[1..=2])?.items);
    match files::read_text_file("nope", Default::default()).map_err(|error| error.code) {
        Err(ErrorCode::NotFound) => gg::log("none"),
        other => gg::log(format!("{other:?}")),
    }
    Ok(())
}

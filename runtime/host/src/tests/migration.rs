//! Stores that an older gg made become what this one knows, and lose nothing by it.

use std::fs;

use rusqlite::Connection;

use super::{
    bench::{Bench, call},
    board::{issue, on_board, open},
};
use crate::store::{
    Store,
    migrations::{STEPS, newest},
    place,
};

/// What was kept in layout 1, in its own words.
const KEPT: &str = r"
INSERT INTO task (number, agent, id, title, description, status) VALUES
    (1, 'main', 'parse', 'Parse it', 'Line by line.', 'done'),
    (2, 'main', 'sum', 'Add it up', NULL, 'in_progress'),
    (3, 'main', 'ship', 'Ship it', NULL, 'pending');
INSERT INTO task_blocker VALUES (2, 1), (3, 2);
INSERT INTO memory (number, owner, name, description, body, code, on_use, body_chars, index_chars)
    VALUES (1, 'main', 'csv', 'Order files.', 'Semicolons.', 'export const s = 1;', NULL, 11, 20);
INSERT INTO memory_text VALUES (1, 'main', 'csv', 'csv', 'order files.', 'semicolons.');
INSERT INTO memory_change (number, writer, agent, name, kind) VALUES (7, 5, 'main', 'csv', 'added');
INSERT INTO program (agent, id, turn, source, lines, chars, ok, error) VALUES ('main', 'abcdefgh', 4, 'one', 1, 3, 1, NULL);
";

const PROFILE: &str =
    "[capability.tasks]\n[capability.memories]\nstrategy = \"keyword-search\"\n[capability.program-library]\n";

/// A workspace with a store of layout 1.
fn of_layout_1(bench: &Bench) {
    let root = bench.host.workspace().root();
    let folder = place::make_folder(root).expect("a folder");
    place::create(&folder, &STEPS[..1]).expect("a store");
    let database = Connection::open(bench.path(".gg/gg.db")).expect("a database");
    database.execute_batch(KEPT).expect("it is kept");
}

fn version(bench: &Bench) -> u32 {
    let database = Connection::open(bench.path(".gg/gg.db")).expect("a database");
    database.pragma_query_value(None, "user_version", |row| row.get(0)).expect("a number")
}

/// Every row of the tables there were and are as they were, as text.
fn rows(bench: &Bench) -> Vec<String> {
    let database = Connection::open(bench.path(".gg/gg.db")).expect("a database");
    let changes = "number, writer, agent, name, kind";
    let tables = [("task", "*"), ("task_blocker", "*"), ("memory", "*"), ("memory_change", changes), ("program", "*")];
    let rows = |(table, columns): (&str, &str)| {
        let mut read = database.prepare(&format!("SELECT {columns} FROM {table}")).expect("a table");
        let columns = read.column_count();
        let row = |row: &rusqlite::Row<'_>| {
            (0..columns).map(|at| row.get_ref(at).map(|value| format!("{value:?}"))).collect::<Result<Vec<_>, _>>()
        };
        let rows: Vec<Vec<String>> = read.query_map([], row).expect("rows").map(|row| row.expect("a row")).collect();
        rows.into_iter().map(|row| format!("{table}: {}", row.join(" "))).collect::<Vec<_>>()
    };
    tables.into_iter().flat_map(rows).collect()
}

#[tokio::test]
async fn a_store_of_layout_1_is_brought_here_with_all_it_keeps() {
    let mut bench = Bench::with(PROFILE, |_| {});
    of_layout_1(&bench);
    assert_eq!(version(&bench), 1);
    let before = rows(&bench);
    assert_eq!(before.len(), 8);
    bench.host.resume().await.expect("it is opened");
    assert_eq!(version(&bench), newest(STEPS));
    assert_eq!(rows(&bench), before);

    let expected = "Ready\n- sum: Add it up (in progress)\nBlocked\n- ship: Ship it (waits for sum)\n1 task done\n";
    assert_eq!(bench.host.task_block().await.expect("a store").as_deref(), Some(expected));
    let read = call!(bench, MemoriesReadMemory, memories::read_memory("csv".to_owned()));
    assert!(read.is_ok_and(|text| text.starts_with("Semicolons.")));
    let found = call!(bench, MemoriesSearchMemories, memories::search_memories(vec!["SEMI".to_owned()]));
    assert_eq!(found.map(|hits| hits.len()), Ok(1));
    // As one that was kept today.
    let database = Connection::open(bench.path(".gg/gg.db")).expect("a database");
    let searched = database.query_row("SELECT name, folded FROM memory_text", [], |row| Ok((row.get(0)?, row.get(1)?)));
    assert_eq!(searched, Ok(("csv".to_owned(), b"csv\xfforder files.\xffsemicolons.".to_vec())));
    database
        .execute_batch("INSERT INTO memory_trigram (memory_trigram) VALUES ('integrity-check')")
        .expect("it is whole");
    drop(database);
    assert_eq!(call!(bench, ProgramsGet, programs::get("abcdefgh".to_owned())).as_deref(), Ok("one"));
    assert_eq!(bench.host.turn, 4);

    // And it has a board now.
    let root = bench.host.workspace().root().to_owned();
    let mut other = on_board();
    other.host.store = Store::new(&root);
    assert_eq!(open(&mut other, issue("T", &[])).await.map(|made| made.id).as_deref(), Ok("ISSUE-1"));
    assert_eq!(rows(&bench), before);
}

/// Two processes may find it old at once.
#[tokio::test]
async fn it_is_brought_here_once() {
    let bench = Bench::with(PROFILE, |_| {});
    of_layout_1(&bench);
    let root = bench.host.workspace().root().to_owned();
    let opening = || {
        let root = root.clone();
        std::thread::spawn(move || Store::new(&root).open().map_err(|error| error.to_string()))
    };
    let opened: Vec<_> = (0..8).map(|_| opening()).collect();
    for thread in opened {
        assert_eq!(thread.join().expect("no panic"), Ok(true));
    }
    assert_eq!(version(&bench), newest(STEPS));
    let left: Vec<_> =
        fs::read_dir(bench.path(".gg")).expect("a folder").flatten().map(|entry| entry.file_name()).collect();
    assert!(left.iter().all(|name| name == ".gitignore" || name == "gg.db"), "{left:?}");
}

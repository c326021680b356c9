//! The module `views`, but for documentation.

use gg_engine::ErrorCode::{InvalidArgument, IoError, LimitExceeded, NotFound};

use super::bench::{Bench, call, fails};
use crate::{
    Body, Key,
    operations::{
        files::FileRead,
        views::{OpenView, ViewKind, ViewRegion},
    },
};

macro_rules! open_file {
    ($bench:expr, $path:expr, $offset:expr, $limit:expr, $line:expr) => {
        call!($bench, ViewsOpenFile, views::open_file($path.to_owned(), $offset, $limit, $line))
    };
}

macro_rules! open_text {
    ($bench:expr, $label:expr, $body:expr) => {
        call!($bench, ViewsOpenText, views::open_text($label.to_owned(), $body.to_owned()))
    };
}

/// The messages of the views opened since they were last taken.
fn messages(bench: &Bench) -> Vec<String> {
    bench.host.views().opened().map(|view| view.message()).collect()
}

#[tokio::test]
async fn a_file_view_is_named_by_path_and_region() {
    let mut bench = Bench::new();
    bench.put("src/three", "a\nb\nc\n");
    let whole = open_file!(bench, "./src/three", None, None, None);
    let Ok(FileRead::Text(text)) = whole else { panic!("{whole:?}") };
    assert_eq!((&*text.contents, text.total_lines), ("a\nb\nc\n", 3));
    open_file!(bench, "src/three", Some(2), Some(9), None).expect("a view");
    open_file!(bench, "src/../src/three", Some(2), None, None).expect("the same view");
    let expected = ["File: src/three:1-3 of 3 lines\n---\na\nb\nc\n", "File: src/three:2-3 of 3 lines\n---\nb\nc\n"];
    assert_eq!(messages(&bench), expected);
    let current = call!(bench, ViewsCurrent, views::current()).expect("views");
    let region = |offset, limit| Some(ViewRegion { offset, limit });
    assert_eq!(current[0], OpenView { region: None, ..current[0].clone() });
    let second = OpenView { kind: ViewKind::File, selector: "src/three".to_owned(), tokens: 19, region: region(2, 2) };
    assert_eq!((current.len(), &current[1]), (2, &second));
    assert_eq!(call!(bench, ViewsClose, views::close("./src/three".to_owned())), Ok(2));
    assert_eq!(messages(&bench), Vec::<String>::new());
}

#[tokio::test]
async fn lines_are_cut_in_the_view_alone() {
    let mut bench = Bench::new();
    bench.put("wide", "äöüß\r\nab\nx");
    let read = open_file!(bench, "wide", None, None, Some(2)).expect("a view");
    let FileRead::Text(text) = read else { panic!("{read:?}") };
    assert_eq!(text.contents, "äöüß\r\nab\nx");
    assert_eq!(messages(&bench), ["File: wide:1-3 of 3 lines\n---\näö… (2 characters dropped)\r\nab\nx"]);
    bench.put("long", "x".repeat(300_000));
    open_file!(bench, "long", None, None, Some(10)).expect("a view");
    let long = messages(&bench).pop().expect("a message");
    let cut = "File: long:1-1 of 1 lines, cut at 262144 bytes\n---\nxxxxxxxxxx… (262134 characters dropped)";
    assert_eq!(long, cut);
}

#[tokio::test]
async fn a_file_view_is_bounded() {
    let mut bench = Bench::new();
    bench.put("full", "x".repeat(65_536));
    open_file!(bench, "full", None, None, None).expect("a view");
    bench.put("more", "x".repeat(65_537));
    let message = |size| {
        format!(
            "the text for the view has {size} bytes; the most is 65536: ask for fewer lines by `limit`, or for shorter \
             ones by `maxLineChars`"
        )
    };
    fails(open_file!(bench, "more", None, None, None), LimitExceeded, &message(65_537));
    bench.put("much", "0123456789\n".repeat(100_000));
    fails(open_file!(bench, "much", None, None, None), LimitExceeded, &message(1_100_000));
    assert_eq!(messages(&bench).len(), 1);
    let refused = &bench.host.views().rosters().refused;
    let refused: Vec<(&str, _)> = refused.kept.iter().map(|view| (&*view.selector, view.code)).collect();
    assert_eq!(refused, [("more", LimitExceeded), ("much", LimitExceeded)]);
}

#[tokio::test]
async fn failures_of_opening_a_file() {
    let mut bench = Bench::new();
    bench.put("three", "a\nb\nc\n");
    fails(open_file!(bench, "", None, None, Some(0)), InvalidArgument, "`path` is blank");
    for wrong in [0, 65_537] {
        let message = format!("`maxLineChars` is {wrong}; it has to be from 1 to 65536");
        fails(open_file!(bench, "missing", None, None, Some(wrong)), InvalidArgument, &message);
    }
    open_file!(bench, "three", None, None, Some(65_536)).expect("a view");
    let past = "`offset` is 4, past the end: the file has 3 lines";
    fails(open_file!(bench, "three", Some(4), None, None), InvalidArgument, past);
    fails(open_file!(bench, "missing", None, None, None), NotFound, "no such file: missing");
    fails(open_file!(bench, ".", None, None, None), IoError, "cannot read .: it is a directory");
}

#[tokio::test]
async fn a_picture_is_shown_if_the_model_takes_it() {
    let gif = b"GIF89a\x0a\0\x4b\0";
    let mut bench = Bench::new();
    bench.put("photo", gif);
    let read = open_file!(bench, "photo", Some(7), Some(0), None).expect("a view");
    let FileRead::Image(image) = read else { panic!("{read:?}") };
    assert_eq!((image.shown, image.not_shown_reason, image.bytes), (true, None, 10));
    let view = bench.host.views().opened().next().expect("a view").clone();
    assert_eq!(view.heading, "File: photo (GIF, 10 bytes)");
    assert_eq!(view.body, Body::Picture { media_type: "image/gif", bytes: gif.to_vec() });

    let mut big = gif.to_vec();
    big.resize((8 << 20) + 1, 0);
    bench.put("big", &big);
    let read = open_file!(bench, "big", None, None, None).expect("a description");
    let FileRead::Image(image) = read else { panic!("{read:?}") };
    let reason = "the picture has 8388609 bytes; the most that is shown is 8388608";
    assert_eq!((image.shown, image.not_shown_reason.as_deref()), (false, Some(reason)));
    bench.put("big", &big[1..]);

    let mut bench = Bench::with("", |settings| settings.pictures = false);
    bench.put("photo", gif);
    let read = open_file!(bench, "photo", None, None, None).expect("a description");
    let FileRead::Image(image) = read else { panic!("{read:?}") };
    assert_eq!((image.shown, image.not_shown_reason.as_deref()), (false, Some("the model takes no pictures")));
    assert_eq!(messages(&bench).len(), 0);
}

#[tokio::test]
async fn a_text_view_replaces_that_with_its_label() {
    let mut bench = Bench::new();
    open_text!(bench, "notes", "one").expect("a view");
    open_text!(bench, "more", "").expect("a view");
    open_text!(bench, "notes", "two").expect("a view");
    open_text!(bench, "a\nb", "x").expect("a view");
    let expected = ["View: notes\n---\ntwo", "View: more\n---\n", "View: a\\nb\n---\nx"];
    assert_eq!(messages(&bench), expected);
    assert_eq!(bench.host.views().rosters().opened.kept.len(), 4);
}

#[tokio::test]
async fn a_view_of_an_earlier_turn_is_left_to_history() {
    let mut bench = Bench::new();
    open_text!(bench, "notes", "one").expect("a view");
    open_text!(bench, "other", "x").expect("a view");
    assert_eq!(bench.host.views_mut().take().opened.len(), 2);
    bench.host.begin_turn();
    open_text!(bench, "notes", "two").expect("a view");
    open_text!(bench, "notes", "three").expect("a view");
    assert_eq!(messages(&bench), ["View: notes\n---\nthree"]);
    let selectors: Vec<_> = call!(bench, ViewsCurrent, views::current()).expect("views");
    let selectors: Vec<&str> = selectors.iter().map(|view| &*view.selector).collect();
    assert_eq!(selectors, ["other", "notes"]);
    assert_eq!(call!(bench, ViewsClose, views::close("other".to_owned())), Ok(1));
    let changes = bench.host.views_mut().take();
    assert_eq!(changes.replaced, [Key::Text("notes".to_owned())]);
    assert_eq!(changes.closed, [Key::Text("other".to_owned())]);
    assert_eq!(changes.opened.len(), 1);
}

#[tokio::test]
async fn texts_are_bounded_singly_and_together() {
    let mut bench = Bench::new();
    fails(open_text!(bench, " ", ""), InvalidArgument, "`label` is blank");
    open_text!(bench, "é".repeat(100), "").expect("a view");
    let long = format!("{}x", "é".repeat(100));
    fails(open_text!(bench, long, ""), LimitExceeded, "`label` has 201 bytes; the most is 200");
    let full = "x".repeat(65_536);
    let more = "x".repeat(65_537);
    fails(open_text!(bench, "x", more), LimitExceeded, "`body` has 65537 bytes; the most is 65536");
    // What is replaced counts too, and what failed does not.
    for _ in 0..128 {
        open_text!(bench, "x", full).expect("a view");
    }
    let message = "with this one the texts of the turn have 8388609 bytes; the most is 8388608";
    fails(open_text!(bench, "y", "y"), LimitExceeded, message);
    open_text!(bench, "empty", "").expect("a view");
    bench.host.begin_turn();
    open_text!(bench, "y", "y").expect("a view");
}

#[tokio::test]
async fn closing_spares_what_is_locked() {
    let mut bench = Bench::new();
    bench.put("file", "text");
    open_file!(bench, "file", None, None, None).expect("a view");
    let mut locked = crate::View::new(
        Key::File { path: "file".to_owned(), region: Some((1, 1)) },
        "File: file".to_owned(),
        Body::Text("text".to_owned()),
    );
    locked.locked = true;
    bench.host.views_mut().open(locked);
    open_text!(bench, "file", "a label like a path").expect("a view");
    assert_eq!(call!(bench, ViewsClose, views::close("file".to_owned())), Ok(2));
    assert_eq!(call!(bench, ViewsClose, views::close("file".to_owned())), Ok(0));
    assert_eq!(call!(bench, ViewsClose, views::close("../file".to_owned())), Ok(0));
    fails(call!(bench, ViewsClose, views::close(" ".to_owned())), InvalidArgument, "`selector` is blank");
    assert_eq!(bench.host.views().current().count(), 1);
}

#[tokio::test]
async fn rosters_are_bounded() {
    let mut bench = Bench::new();
    for number in 0..120 {
        open_text!(bench, number.to_string(), "").expect("a view");
        assert_eq!(call!(bench, ViewsClose, views::close(number.to_string())), Ok(1));
        open_text!(bench, "", "").expect_err("a failure");
    }
    let rosters = bench.host.begin_turn().1;
    assert_eq!((rosters.opened.kept.len(), rosters.opened.dropped), (100, 20));
    assert_eq!((rosters.closed.kept.len(), rosters.closed.dropped), (100, 20));
    assert_eq!((rosters.refused.kept.len(), rosters.refused.dropped), (100, 20));
    assert!(bench.host.views().rosters().opened.kept.is_empty());
}

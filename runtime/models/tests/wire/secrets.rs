//! A key is sent in its header, and shown nowhere: not by what is printed, not in what a server says back.

use std::{cell::RefCell, path::Path, sync::Once};

use crate::{
    KEY, Speech, ask,
    clock::Held,
    model, options, plain,
    server::{Server, status, stream},
};

#[tokio::test]
async fn a_key_is_shown_nowhere() {
    for speech in Speech::BOTH {
        let echo = format!(r#"{{"error":{{"type":"t","message":"no: {KEY}, or sk-te***mnop; {}"}}}}"#, &KEY[8..30]);
        let within = format!(
            "data: {{\"type\":\"error\",\"error\":{{\"type\":\"invalid_request_error\",\"message\":\"{KEY}\"}}}}\n\n"
        );
        let answers = vec![
            status(401, "", &echo),
            status(400, "", &echo),
            stream(&within, 64),
            stream(&format!("data: {{{KEY}\n\n"), 64),
            status(200, "content-type: text/html\r\n", KEY),
        ];
        let count = answers.len();
        let server = Server::new(answers).await;
        let model = model(speech, &server, options(&Held::new()));
        let mut shown = format!("{model:?} {:?}", model.address());
        for _ in 0..count {
            let failure = ask(&*model, &plain()).await.0.unwrap_err();
            shown += &format!("\n{failure:?} {failure} {}", serde_json::to_string(&failure).unwrap());
        }
        assert_eq!(server.asked().len(), count);
        assert!(shown.contains("[GG_MODEL_API_KEY]"), "{shown}");
        for secret in [KEY, &KEY[8..30], "mnop"] {
            assert!(!shown.contains(secret), "{secret}: {shown}");
        }
        for asked in server.asked() {
            assert_eq!(asked.head.matches(KEY).count(), 1);
            assert!(!asked.text.contains(KEY));
        }
    }
}

/// Keeps what libraries log on the thread of a test that asks for it.
struct Logger;

thread_local! {
    static LOGGED: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

impl log::Log for Logger {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        LOGGED.with_borrow_mut(|logged| {
            if let Some(logged) = logged {
                logged.push(record.args().to_string());
            }
        });
    }

    fn flush(&self) {}
}

/// The library that writes HTTP logs what it writes, sixteen bytes a line: in hexadecimal, and as characters.
#[tokio::test]
async fn a_key_is_not_logged_by_what_writes_the_request() {
    static SET: Once = Once::new();
    SET.call_once(|| {
        log::set_logger(&Logger).unwrap();
        log::set_max_level(log::LevelFilter::Trace);
    });
    for speech in Speech::BOTH {
        let server = Server::new(vec![stream(&speech.reply("a"), 64)]).await;
        let model = model(speech, &server, options(&Held::new()));
        LOGGED.set(Some(Vec::new()));
        ask(&*model, &plain()).await.0.unwrap();
        let logged = LOGGED.take().unwrap();
        assert!(server.asked()[0].head.contains(KEY));
        let characters: String = logged.iter().map(|line| line.rsplit(' ').next().unwrap()).collect();
        assert!(characters.contains("content-type:.application/json"), "{logged:#?}");
        for text in [characters, logged.concat()] {
            assert!(!text.contains(KEY) && !text.contains(&KEY[8..20]), "{logged:#?}");
        }
    }
}

#[test]
fn a_key_of_an_author_goes_to_no_other_server() {
    let both = |variable: &str| matches!(variable, "OPENAI_API_KEY" | "ANTHROPIC_API_KEY").then(|| KEY.to_owned());
    for speech in Speech::BOTH {
        let address = format!("{}:http://localhost:1/v1#x", speech.word()).parse().unwrap();
        let model = gg_models::open(&address, options(&Held::new()), Path::new(""), &both).unwrap();
        assert!(format!("{model:?}").contains("set: false"), "{model:?}");
    }
}

#[test]
fn a_key_that_is_needed_and_not_there_is_asked_for() {
    for (word, variable) in [("openai", "OPENAI_API_KEY"), ("anthropic", "ANTHROPIC_API_KEY")] {
        let address = format!("{word}:x").parse().unwrap();
        let open = |key: Option<&str>| {
            let read = |name: &str| key.filter(|_| name == variable).map(str::to_owned);
            gg_models::open(&address, options(&Held::new()), Path::new(""), &read).unwrap_err().to_string()
        };
        assert!(open(None).contains(&format!("{variable} is not set")), "{}", open(None));
        let broken = open(Some("to\nken"));
        assert!(broken.contains("no header can carry") && !broken.contains("ken;"), "{broken}");
    }
}

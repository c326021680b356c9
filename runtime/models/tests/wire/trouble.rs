//! Everything that goes wrong: which failures are tried again and after what pause, and what the others are told as.

use std::time::Duration;

use gg_models::{Delta, Form, Limits, Options, Part, Picture, Problem, Request};

use crate::{
    Speech, ask,
    clock::Held,
    model, options, plain, request,
    server::{Server, Step, cut, stall, status, stream},
    text, told,
};

const BUSY: &str = r#"{"type":"error","error":{"type":"rate_limit_error","message":"Slow down."}}"#;

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

#[tokio::test]
async fn what_passes_is_tried_again() {
    for speech in Speech::BOTH {
        for answer in [
            status(429, "", BUSY),
            status(500, "", "oops"),
            status(503, "", ""),
            status(529, "", r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#),
            // The connection is cut: before the head, within it, before the events, within them.
            vec![],
            vec![Step::Write(b"HTTP/1.1 200".to_vec())],
            cut("", 1),
            cut(&speech.cut("half"), 9),
            // The events end too early, be it that the answer does not.
            stream(&speech.cut("half"), 9),
            // The error comes within the reply.
            stream(
                &(speech.cut("half")
                    + "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n"),
                9,
            ),
        ] {
            let server = Server::new(vec![answer.clone(), stream(&speech.reply("whole"), 64)]).await;
            let clock = Held::new();
            let (reply, news) = ask(&*model(speech, &server, options(&clock)), &plain()).await;
            let reply = reply.unwrap_or_else(|failure| panic!("{answer:?}: {failure}"));
            assert_eq!((reply.answer.text.as_str(), reply.tries), ("whole", 2), "{answer:?}");
            assert_eq!(news[news.len() - 2..], ["again:1", "whole"], "{answer:?}");
            assert_eq!(clock.pauses().len(), 1, "{answer:?}");
            let asked = server.asked();
            assert_eq!(asked[0].text, asked[1].text, "the same is asked again");
        }
    }
}

#[tokio::test]
async fn a_reply_that_was_cut_leaves_the_cost_unknown() {
    for speech in Speech::BOTH {
        let server = Server::new(vec![cut(&speech.cut("half"), 9), stream(&speech.reply("whole"), 64)]).await;
        let reply = ask(&*model(speech, &server, options(&Held::new())), &plain()).await.0.unwrap();
        assert_eq!((reply.spent.untold, reply.spent.cost), (1, None));
        assert!(reply.usage.is_some(), "those of the try that succeeded are told");
    }
}

#[tokio::test]
async fn what_does_not_pass_is_told_at_once() {
    let body = r#"{"error":{"type":"invalid_request_error","message":"It is wrong."}}"#;
    for speech in Speech::BOTH {
        for (code, word) in [
            (400, "model_rejected"),
            (401, "model_auth"),
            (402, "model_rejected"),
            (403, "model_auth"),
            (404, "model_rejected"),
            (413, "model_rejected"),
            (422, "model_rejected"),
            (301, "model_rejected"),
        ] {
            let server = Server::new(vec![status(code, "", body)]).await;
            let clock = Held::new();
            let failure = ask(&*model(speech, &server, options(&clock)), &plain()).await.0.unwrap_err();
            assert_eq!((failure.problem.word(), failure.tries), (word, 1), "{failure}");
            let says = failure.to_string();
            assert!(says.contains("some/model") && says.contains(&code.to_string()), "{says}");
            assert!(says.contains("It is wrong"), "{says}");
            assert_eq!(failure.spent.cost.map(|cost| cost.to_string()).as_deref(), Some("$0.0000"), "nothing began");
            assert_eq!(clock.pauses(), []);
        }
    }
}

#[tokio::test]
async fn a_server_says_how_long_to_wait() {
    // The clock of the test stands at this date, less 25 seconds.
    let date = httpdate::fmt_http_date(std::time::SystemTime::UNIX_EPOCH + seconds(1_800_000_025));
    let past = httpdate::fmt_http_date(std::time::SystemTime::UNIX_EPOCH);
    let answers = ["7".to_owned(), date, "86400".to_owned(), past]
        .map(|after| status(429, &format!("Retry-After: {after}\r\n"), BUSY))
        .into_iter()
        .chain([stream(&Speech::OpenAi.reply("a"), 64)])
        .collect();
    let server = Server::new(answers).await;
    let clock = Held::new();
    ask(&*model(Speech::OpenAi, &server, options(&clock)), &plain()).await.0.unwrap();
    let pauses = clock.pauses();
    assert_eq!(pauses[..3], [seconds(7), seconds(25), seconds(60)]);
    assert!((seconds(4)..=seconds(8)).contains(&pauses[3]), "the fourth pause of its own: {pauses:?}");
}

#[tokio::test]
async fn pauses_follow_from_the_seed() {
    let pauses = async |seed| {
        let server = Server::new(vec![status(500, "", ""); 11]).await;
        let clock = Held::new();
        let failure =
            ask(&*model(Speech::OpenAi, &server, Options { seed, ..options(&clock) }), &plain()).await.0.unwrap_err();
        assert_eq!((failure.problem.word(), failure.tries), ("model_retry_exhausted", 11), "{failure}");
        clock.pauses()
    };
    let (one, again, other) = (pauses(1).await, pauses(1).await, pauses(2).await);
    assert_eq!(one, again);
    assert_ne!(one, other);
    assert_eq!(one.len(), 10);
    assert!(one.iter().all(|pause| *pause <= seconds(60)) && one[9] >= seconds(30), "{one:?}");
}

#[tokio::test]
async fn a_server_that_is_not_there_uses_up_the_tries() {
    let mut gone = Server::new(vec![]).await;
    gone.is_gone().await;
    let limits = Limits { max_retries: 2, ..Limits::default() };
    let failure =
        ask(&*model(Speech::OpenAi, &gone, Options { limits, ..options(&Held::new()) }), &plain()).await.0.unwrap_err();
    assert!(
        matches!(&failure.problem, Problem::RetryExhausted { last } if last.contains("no connection")),
        "{failure}"
    );
    assert_eq!(failure.tries, 3);
}

#[tokio::test]
async fn a_model_that_goes_silent_is_asked_again() {
    for speech in Speech::BOTH {
        let server = Server::new(vec![stall(&speech.cut("half")), stream(&speech.reply("whole"), 64)]).await;
        let clock = Held::new();
        let model = model(speech, &server, options(&clock));
        let mut because = String::new();
        let reply = model
            .ask(&plain(), &mut |delta| match delta {
                Delta::Text("half") => clock.expire(seconds(60)),
                Delta::Again { because: told, .. } => {
                    because = told.to_owned();
                    clock.hold();
                }
                _ => {}
            })
            .await;
        assert_eq!(reply.unwrap().answer.text, "whole");
        assert!(because.contains("silent for 60 s"), "{because}");
    }
}

#[tokio::test]
async fn a_model_may_think_before_it_replies() {
    for speech in Speech::BOTH {
        // The head comes alone, and all of the reply in one piece.
        let server = Server::new(vec![stream(&speech.reply("whole"), usize::MAX)]).await;
        let clock = Held::new();
        clock.expire(seconds(60));
        let reply = ask(&*model(speech, &server, options(&clock)), &plain()).await.0.unwrap();
        assert_eq!((reply.answer.text.as_str(), reply.tries), ("whole", 1));
    }
}

#[tokio::test]
async fn a_reply_that_is_whole_may_end_in_silence() {
    let events = Speech::OpenAi.reply("whole").replace("data: [DONE]\n\n", "");
    let server = Server::new(vec![stall(&events)]).await;
    let clock = Held::new();
    let model = model(Speech::OpenAi, &server, options(&clock));
    let reply = model.ask(&plain(), &mut |_| clock.expire(seconds(60))).await.unwrap();
    assert_eq!((reply.answer.text.as_str(), reply.tries), ("whole", 1));
}

#[tokio::test]
async fn a_call_ends_in_time_whatever_it_does() {
    for speech in Speech::BOTH {
        let server = Server::new(vec![stall(&speech.cut("half"))]).await;
        let clock = Held::new();
        let model = model(speech, &server, options(&clock));
        let failure = model.ask(&plain(), &mut |_| clock.expire(seconds(900))).await.unwrap_err();
        assert_eq!(failure.problem, Problem::Timeout { seconds: 900 });
        assert_eq!((failure.spent.untold, failure.spent.cost), (1, None));
        server.closed().await;
    }
}

#[tokio::test]
async fn a_call_that_is_dropped_closes_its_connection() {
    let server = Server::new(vec![stall(&Speech::Anthropic.cut("half"))]).await;
    let model = model(Speech::Anthropic, &server, options(&Held::new()));
    let begun = tokio::sync::Notify::new();
    let (request, mut watch) = (plain(), |_: Delta<'_>| begun.notify_one());
    let call = model.ask(&request, &mut watch);
    tokio::select! {
        _ = call => panic!("the server says no more"),
        () = begun.notified() => {}
    }
    server.closed().await;
}

#[tokio::test]
async fn what_is_no_reply_is_told_as_that() {
    for speech in Speech::BOTH {
        for (answer, says) in [
            (stream("data: {\"choices\":[{\n\n", 64), "not what it should be"),
            (stream("data: 7\n\n", 64), "not what it should be"),
            (status(200, "content-type: application/json\r\n", "{}"), "application/json came"),
            (status(200, "content-type: text/html\r\n", "<html>Log in</html>"), "Log in"),
        ] {
            let server = Server::new(vec![answer]).await;
            let failure = ask(&*model(speech, &server, options(&Held::new())), &plain()).await.0.unwrap_err();
            assert!(matches!(&failure.problem, Problem::Parse { found } if found.contains(says)), "{failure}");
            assert_eq!(failure.tries, 1);
        }
        let mut bytes = cut(&speech.cut("half"), 64);
        bytes.push(Step::Write(b"9\r\ndata: \xff\n\n\r\n".to_vec()));
        let server = Server::new(vec![bytes]).await;
        let failure = ask(&*model(speech, &server, options(&Held::new())), &plain()).await.0.unwrap_err();
        assert!(matches!(&failure.problem, Problem::Parse { found } if found.contains("UTF-8")), "{failure}");
    }
}

#[tokio::test]
async fn a_success_that_reports_an_error_is_one() {
    let server = Server::new(vec![
        status(200, "content-type: application/json\r\n", r#"{"error":{"code":502,"message":"Upstream"}}"#),
        status(200, "content-type: application/json\r\n", r#"{"error":{"code":400,"message":"Too long"}}"#),
    ])
    .await;
    let failure = ask(&*model(Speech::OpenAi, &server, options(&Held::new())), &plain()).await.0.unwrap_err();
    assert_eq!(failure.problem, Problem::Rejected { status: Some(400), found: "Too long".to_owned() });
    assert_eq!(failure.tries, 2);
}

#[tokio::test]
async fn a_reply_that_was_cut_by_its_bound_is_none() {
    for (speech, found, reason) in [
        (Speech::OpenAi, "\"finish_reason\":\"stop\"", "\"finish_reason\":\"length\""),
        (Speech::Anthropic, "end_turn", "max_tokens"),
        (Speech::Anthropic, "end_turn", "model_context_window_exceeded"),
    ] {
        let server = Server::new(vec![stream(&speech.reply("half").replace(found, reason), 64)]).await;
        let failure = ask(&*model(speech, &server, options(&Held::new())), &plain()).await.0.unwrap_err();
        assert_eq!(failure.problem.word(), "model_length_capped", "{failure}");
        assert!(failure.spent.cost.is_some_and(|cost| cost.dollars() > 0.0), "it was paid for");
    }
}

#[tokio::test]
async fn a_reply_that_was_held_back_is_none() {
    for (speech, found, reason) in [
        (Speech::OpenAi, "\"finish_reason\":\"stop\"", "\"finish_reason\":\"content_filter\""),
        (Speech::Anthropic, "end_turn", "refusal"),
    ] {
        let server = Server::new(vec![stream(&speech.reply("half").replace(found, reason), 64)]).await;
        let failure = ask(&*model(speech, &server, options(&Held::new())), &plain()).await.0.unwrap_err();
        assert!(matches!(failure.problem, Problem::Rejected { status: None, .. }), "{failure}");
    }
}

#[tokio::test]
async fn a_model_that_repeats_itself_is_stopped() {
    for speech in Speech::BOTH {
        let events = speech.reply(&"let me see.\n".repeat(2000));
        let server = Server::new(vec![stream(&events, 4096)]).await;
        let failure = ask(&*model(speech, &server, options(&Held::new())), &plain()).await.0.unwrap_err();
        assert_eq!(failure.problem, Problem::ResponseLoop { unit: 12, repeats: 1365 });
        assert_eq!((failure.tries, failure.spent.cost), (1, None));
    }
}

fn with_picture() -> Request {
    let picture = Part::Picture(Picture::new("image/png", b"\x89PNG"));
    request(Form::Plain, vec![told(vec![text("Look."), picture], false)])
}

#[tokio::test]
async fn a_model_without_eyes_says_so() {
    for (speech, code, body) in [
        (
            Speech::OpenAi,
            400,
            r#"{"error":{"message":"Invalid content type. image_url is only supported by certain models.","code":"invalid_value"}}"#,
        ),
        (
            Speech::OpenAi,
            500,
            r#"{"error":{"code":500,"message":"image input is not supported - hint: provide the mmproj"}}"#,
        ),
        (
            Speech::Anthropic,
            400,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"'claude-2' does not support image input."}}"#,
        ),
    ] {
        let server = Server::new(vec![status(code, "", body)]).await;
        let failure = ask(&*model(speech, &server, options(&Held::new())), &with_picture()).await.0.unwrap_err();
        assert_eq!((failure.problem.word(), failure.tries), ("model_vision_unsupported", 1), "{failure}");
    }
}

//! Messages.

use serde_json::{Value, json};

use gg_models::{Form, Message, Options, Part, Picture, Stop, Submission, Usage};

use crate::{
    Speech, ask, call,
    clock::Held,
    model, options, plain, replied, request,
    server::{Server, status, stream},
    text, told,
};

fn event(value: &Value) -> String {
    format!("event: {}\ndata: {value}\n\n", value["type"].as_str().unwrap())
}

fn start() -> String {
    event(&json!({ "type": "message_start", "message": {
        "id": "msg_1", "type": "message", "role": "assistant", "content": [], "model": "some/model",
        "stop_reason": null, "stop_sequence": null,
        "usage": { "input_tokens": 25, "cache_creation_input_tokens": 300, "cache_read_input_tokens": 4000,
                   "output_tokens": 1, "service_tier": "standard" },
    } }))
        + &event(&json!({ "type": "ping" }))
}

fn end(reason: &str) -> String {
    let delta = json!({ "stop_reason": reason, "stop_sequence": null });
    event(&json!({ "type": "message_delta", "delta": delta, "usage": { "output_tokens": 15 } }))
        + &event(&json!({ "type": "message_stop" }))
}

fn block(index: usize, block: &Value, deltas: &[Value]) -> String {
    let mut events = event(&json!({ "type": "content_block_start", "index": index, "content_block": block }));
    for delta in deltas {
        events += &event(&json!({ "type": "content_block_delta", "index": index, "delta": delta }));
    }
    events + &event(&json!({ "type": "content_block_stop", "index": index }))
}

/// A whole reply of some texts.
pub(crate) fn reply(texts: &[&str]) -> String {
    let deltas: Vec<Value> = texts.iter().map(|text| json!({ "type": "text_delta", "text": text })).collect();
    start() + &block(0, &json!({ "type": "text", "text": "" }), &deltas) + &end("end_turn")
}

fn thinking(index: usize) -> String {
    let deltas = [
        json!({ "type": "thinking_delta", "thinking": "Let me " }),
        json!({ "type": "thinking_delta", "thinking": "see." }),
        json!({ "type": "signature_delta", "signature": "EqQBCgIYAg==" }),
    ];
    block(index, &json!({ "type": "thinking", "thinking": "", "signature": "" }), &deltas)
}

fn submission(index: usize, id: &str, pieces: &[&str]) -> String {
    let pieces: Vec<Value> =
        pieces.iter().map(|piece| json!({ "type": "input_json_delta", "partial_json": piece })).collect();
    block(index, &json!({ "type": "tool_use", "id": id, "name": "submit_program", "input": {} }), &pieces)
}

#[tokio::test]
async fn a_reply_is_read_however_its_bytes_are_cut() {
    let events = reply(&["const å = '日本", "🦀';\n", "done"]);
    for size in [1, 2, 3, 7, 100, 100_000] {
        let server = Server::new(vec![stream(&events, size)]).await;
        let model = model(Speech::Anthropic, &server, options(&Held::new()));
        let (reply, news) = ask(&*model, &plain()).await;
        let reply = reply.unwrap();
        assert_eq!(reply.answer.text, "const å = '日本🦀';\ndone");
        assert_eq!(news, ["const å = '日本", "🦀';\n", "done"]);
        assert_eq!((reply.stop, reply.tries), (Stop::End, 1));
    }
}

#[tokio::test]
async fn tokens_and_cost_are_read() {
    let server = Server::new(vec![stream(&reply(&["a"]), 64)]).await;
    let reply = ask(&*model(Speech::Anthropic, &server, options(&Held::new())), &plain()).await.0.unwrap();
    let usage = Usage { input: 25, cached_input: 4000, cache_write: 300, output: 15 };
    assert_eq!((reply.usage, reply.spent.usage, reply.spent.untold), (Some(usage), usage, 0));
    let dollars = (25.0 + 8000.0 + 900.0 + 60.0) / 1e6;
    assert!((reply.spent.cost.unwrap().dollars() - dollars).abs() < 1e-12);
}

#[tokio::test]
async fn the_window_is_sent_as_the_api_takes_it() {
    let server = Server::new(vec![stream(&reply(&["a"]), 64)]).await;
    let model = model(Speech::Anthropic, &server, options(&Held::new()));
    let request = request(
        Form::Wrapped,
        vec![
            told(vec![text("One."), text(" "), text("Two.")], false),
            replied("Here.", vec![call("a", r#"{"program":"x"}"#), call("b", "{no")]),
            told(
                vec![
                    text("Now look."),
                    Part::Acknowledged { call: "a".to_owned(), text: "p1".to_owned() },
                    Part::Acknowledged { call: "b".to_owned(), text: "no JSON".to_owned() },
                    Part::Picture(Picture::new("image/png", b"\x89PNG")),
                ],
                true,
            ),
            replied(" \n", vec![]),
            told(vec![text("Say something.")], false),
        ],
    );
    ask(&*model, &request).await.0.unwrap();
    let asked = server.asked().remove(0);
    assert!(asked.head.starts_with("POST /v1/messages HTTP/1.1\r\n"), "{}", asked.head);
    for header in [format!("x-api-key: {}", crate::KEY), "anthropic-version: 2023-06-01".to_owned()] {
        assert!(asked.head.contains(&format!("\r\n{header}\r\n")), "{}", asked.head);
    }
    let mut body = asked.body();
    let tools = body.as_object_mut().unwrap().remove("tools").unwrap();
    assert_eq!(
        (&tools[0]["name"], &tools[0]["input_schema"]["required"]),
        (&json!("submit_program"), &json!(["program"]))
    );
    let ephemeral = json!({ "type": "ephemeral" });
    let expected = json!({
        "model": "some/model", "max_tokens": 32000, "stream": true, "tool_choice": { "type": "any" },
        "system": [{ "type": "text", "text": "Be brief.", "cache_control": ephemeral }],
        "messages": [
            { "role": "user", "content": [{ "type": "text", "text": "One." }, { "type": "text", "text": "Two." }] },
            { "role": "assistant", "content": [
                { "type": "text", "text": "Here." },
                { "type": "tool_use", "id": "a", "name": "submit_program", "input": { "program": "x" } },
                { "type": "tool_use", "id": "b", "name": "submit_program", "input": { "invalid": "{no" } },
            ] },
            { "role": "user", "content": [
                { "type": "tool_result", "tool_use_id": "a", "content": "p1" },
                { "type": "tool_result", "tool_use_id": "b", "content": "no JSON" },
                { "type": "text", "text": "Now look." },
                { "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": "iVBORw==" },
                  "cache_control": ephemeral },
            ] },
            { "role": "user", "content": [{ "type": "text", "text": "Say something." }] },
        ],
    });
    assert_eq!(body, expected);
}

/// The last marks are used, at most 4 with that of the system prompt; without them, what is sent only grows.
#[tokio::test]
async fn the_stable_prefix_is_marked_and_stays_the_same() {
    const TURNS: usize = 6;
    let server = Server::new(vec![stream(&reply(&["a"]), 64); TURNS]).await;
    let model = model(Speech::Anthropic, &server, options(&Held::new()));
    let mut window = vec![told(vec![text("Do it.")], true)];
    for turn in 0..TURNS {
        ask(&*model, &request(Form::Plain, window.clone())).await.0.unwrap();
        window.push(replied("x", vec![]));
        window.push(told(vec![text("seen"), text(&format!("turn {turn}"))], true));
    }
    let mark = ",\"cache_control\":{\"type\":\"ephemeral\"}";
    let asked = server.asked();
    for (turn, asked) in asked.iter().enumerate() {
        let marks = asked.text.matches(mark).count();
        assert_eq!(marks, 1 + (turn + 1).min(3), "{}", asked.text);
        assert_eq!(asked.text.match_indices(mark).last().map(|(at, _)| at + mark.len()), Some(asked.text.len() - 5));
        let messages = asked.body()["messages"].as_array().unwrap().clone();
        // The end of the turn before is marked too, so that its prefix is found whatever this turn adds.
        if let Some(before) = messages.len().checked_sub(3) {
            let content = messages[before]["content"].as_array().unwrap();
            assert_eq!(content.last().unwrap()["cache_control"], json!({ "type": "ephemeral" }));
        }
    }
    for turns in asked.windows(2) {
        let [before, after] = [&turns[0], &turns[1]].map(|asked| asked.text.replace(mark, ""));
        let before = before.strip_suffix("]}").expect("the messages come last");
        assert!(after.starts_with(&format!("{before},")), "{before}\n{after}");
    }
}

#[tokio::test]
async fn submissions_come_in_pieces_and_in_order() {
    let events = start()
        + &thinking(0)
        + &block(1, &json!({ "type": "text", "text": "" }), &[json!({ "type": "text_delta", "text": "Here." })])
        + &submission(2, "a", &["", "{\"prog", "ram\": \"one\"}"])
        + &submission(3, "b", &["{\"program\": \"two\"}"])
        + &submission(4, "c", &["{\"program\": \"cut"])
        + &submission(5, "d", &[])
        + &block(6, &json!({ "type": "tool_use", "id": "e", "name": "search", "input": { "a": 1 } }), &[])
        + &end("tool_use");
    let server = Server::new(vec![stream(&events, 11), stream(&reply(&["a"]), 64)]).await;
    let model = model(Speech::Anthropic, &server, options(&Held::new()));
    let asked = request(Form::Wrapped, vec![Message::text("Do it.")]);
    let (reply, news) = ask(&*model, &asked).await;
    let reply = reply.unwrap();
    assert_eq!((reply.stop, reply.answer.text.as_str()), (Stop::Called, "Here."));
    let submissions = reply.answer.submissions();
    assert_eq!(submissions[0], Submission::Program("one".to_owned()));
    assert_eq!(submissions[1], Submission::Program("two".to_owned()));
    assert!(matches!(&submissions[2], Submission::None(reason) if reason.contains("JSON")), "{submissions:?}");
    assert!(matches!(&submissions[3], Submission::None(reason) if reason.contains("no `program`")), "{submissions:?}");
    assert_eq!(submissions[4], Submission::OtherTool("search".to_owned()));
    assert_eq!(
        news,
        [
            "thought:Let me ",
            "thought:see.",
            "Here.",
            "0:{\"prog",
            "0:ram\": \"one\"}",
            "1:{\"program\": \"two\"}",
            "2:{\"program\": \"cut",
        ]
    );
    // What is signed goes back as it came.
    let window = vec![Message::text("Do it."), Message::Replied(reply.answer), Message::text("Go on.")];
    ask(&*model, &request(Form::Wrapped, window)).await.0.unwrap();
    let back = server.asked()[1].body()["messages"][1]["content"][0].clone();
    assert_eq!(back, json!({ "type": "thinking", "thinking": "Let me see.", "signature": "EqQBCgIYAg==" }));
}

#[tokio::test]
async fn a_tool_that_cannot_be_forced_is_offered() {
    let refusal = r#"{"type":"error","error":{"type":"invalid_request_error","message":"Thinking may not be enabled when tool_choice forces tool use."}}"#;
    let server = Server::new(vec![status(400, "", refusal), stream(&reply(&["a"]), 64)]).await;
    let model = model(Speech::Anthropic, &server, Options { max_output: Some(7), ..options(&Held::new()) });
    let reply = ask(&*model, &request(Form::Wrapped, vec![Message::text("Do it.")])).await.0.unwrap();
    assert_eq!(reply.tries, 2);
    let asked = server.asked();
    assert_eq!(asked[0].body()["tool_choice"], json!({ "type": "any" }));
    assert_eq!(asked[1].body()["tool_choice"], json!({ "type": "auto" }));
    assert_eq!(asked[1].body()["max_tokens"], 7);
}

//! Chat completions.

use serde_json::{Value, json};

use gg_models::{Form, Message, Options, Part, Picture, Stop, Submission, Usage};

use crate::{
    Speech, ask, call,
    clock::Held,
    model, options, plain, replied, request,
    server::{Server, status, stream},
    text, told,
};

/// An event.
fn event(delta: &Value, reason: Option<&str>) -> String {
    let chunk = json!({
        "id": "chatcmpl-123", "object": "chat.completion.chunk", "created": 1_694_268_190, "model": "some/model",
        "service_tier": "default", "system_fingerprint": "fp_44709d6fcb",
        "choices": [{ "index": 0, "delta": delta, "logprobs": null, "finish_reason": reason }], "usage": null,
    });
    format!("data: {chunk}\n\n")
}

const USAGE: &str = r#"data: {"id":"chatcmpl-123","object":"chat.completion.chunk","choices":[],"usage":{"prompt_tokens":1200,"completion_tokens":30,"total_tokens":1230,"prompt_tokens_details":{"cached_tokens":1024,"audio_tokens":0},"completion_tokens_details":{"reasoning_tokens":0}}}

"#;

/// A whole reply of some texts.
pub(crate) fn reply(texts: &[&str]) -> String {
    let mut events = event(&json!({ "role": "assistant", "content": "", "refusal": null }), None);
    for text in texts {
        events += &event(&json!({ "content": text }), None);
    }
    events + &event(&json!({}), Some("stop")) + USAGE + "data: [DONE]\n\n"
}

/// A reply with some calls, in pieces: their indices, ids, names and arguments.
fn calls(pieces: &[Value]) -> String {
    let mut events = event(&json!({ "role": "assistant", "content": "Here." }), None);
    for piece in pieces {
        events += &event(&json!({ "tool_calls": [piece] }), None);
    }
    events + &event(&json!({}), Some("tool_calls")) + USAGE + "data: [DONE]\n\n"
}

#[tokio::test]
async fn a_reply_is_read_however_its_bytes_are_cut() {
    let events = reply(&["const å = '日本", "🦀';\n", "done"]);
    for size in [1, 2, 3, 7, 100, 100_000] {
        let server = Server::new(vec![stream(&events, size)]).await;
        let model = model(Speech::OpenAi, &server, options(&Held::new()));
        let (reply, news) = ask(&*model, &plain()).await;
        let reply = reply.unwrap();
        assert_eq!(reply.answer.text, "const å = '日本🦀';\ndone");
        assert_eq!(news, ["const å = '日本", "🦀';\n", "done"]);
        assert_eq!((reply.stop, reply.tries), (Stop::End, 1));
    }
}

#[tokio::test]
async fn tokens_and_cost_are_read() {
    let server = Server::new(vec![stream(&reply(&["a"]), 64); 2]).await;
    let priced = ask(&*model(Speech::OpenAi, &server, options(&Held::new())), &plain()).await.0.unwrap();
    let usage = Usage { input: 176, cached_input: 1024, cache_write: 0, output: 30 };
    assert_eq!((priced.usage, priced.spent.usage, priced.spent.untold), (Some(usage), usage, 0));
    assert_eq!(priced.spent.cost.unwrap().to_string(), format!("${:.4}", (176.0 + 2048.0 + 120.0) / 1e6));
    assert_eq!(usage.window(), 1200);
    let unpriced = Options { price: None, ..options(&Held::new()) };
    let unpriced = ask(&*model(Speech::OpenAi, &server, unpriced), &plain()).await.0.unwrap();
    assert_eq!((unpriced.spent.usage, unpriced.spent.cost), (usage, None));
}

#[tokio::test]
async fn tokens_nobody_tells_are_unknown_and_not_none() {
    let events = reply(&["a"]).replace(USAGE, "");
    let server = Server::new(vec![stream(&events, 64)]).await;
    let reply = ask(&*model(Speech::OpenAi, &server, options(&Held::new())), &plain()).await.0.unwrap();
    assert_eq!((reply.usage, reply.spent.untold, reply.spent.cost), (None, 1, None));
}

#[tokio::test]
async fn the_window_is_sent_as_the_api_takes_it() {
    let server = Server::new(vec![stream(&reply(&["a"]), 64)]).await;
    let clock = Held::new();
    let model = model(Speech::OpenAi, &server, Options { max_output: Some(500), ..options(&clock) });
    let request = request(
        Form::Wrapped,
        vec![
            told(vec![text("One."), text("Two.")], true),
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
        ],
    );
    ask(&*model, &request).await.0.unwrap();
    let asked = server.asked().remove(0);
    assert!(asked.head.starts_with("POST /v1/chat/completions HTTP/1.1\r\n"), "{}", asked.head);
    assert!(asked.head.contains(&format!("\r\nauthorization: Bearer {}\r\n", crate::KEY)), "{}", asked.head);
    let call = |id: &str, arguments: &str| json!({ "id": id, "type": "function", "function": { "name": "submit_program", "arguments": arguments } });
    let mut body = asked.body();
    let tools = body.as_object_mut().unwrap().remove("tools").unwrap();
    assert_eq!(tools[0]["function"]["name"], "submit_program");
    assert_eq!(tools[0]["function"]["parameters"]["required"], json!(["program"]));
    let expected = json!({
        "model": "some/model", "stream": true, "stream_options": { "include_usage": true }, "max_tokens": 500,
        "tool_choice": "required",
        "messages": [
            { "role": "system", "content": "Be brief." },
            { "role": "user", "content": "One.\n\nTwo." },
            { "role": "assistant", "content": "Here.",
              "tool_calls": [call("a", r#"{"program":"x"}"#), call("b", r#"{"invalid":"{no"}"#)] },
            { "role": "tool", "tool_call_id": "a", "content": "p1" },
            { "role": "tool", "tool_call_id": "b", "content": "no JSON" },
            { "role": "user", "content": [
                { "type": "text", "text": "Now look." },
                { "type": "image_url", "image_url": { "url": "data:image/png;base64,iVBORw==" } },
            ] },
        ],
    });
    assert_eq!(body, expected);
}

/// OpenAI caches the longest prefix it has seen, so what is sent may only grow.
#[tokio::test]
async fn a_window_that_grows_begins_with_the_same_bytes() {
    let server = Server::new(vec![stream(&reply(&["a"]), 64); 3]).await;
    let model = model(Speech::OpenAi, &server, options(&Held::new()));
    let mut window = vec![told(vec![text("Do it.")], true)];
    for turn in 0..3 {
        ask(&*model, &request(Form::Wrapped, window.clone())).await.0.unwrap();
        let id = format!("call-{turn}");
        window.push(replied("", vec![call(&id, r#"{"program":"x"}"#)]));
        let picture = Part::Picture(Picture::new("image/png", &[turn]));
        window.push(told(vec![Part::Acknowledged { call: id, text: "ok".to_owned() }, picture], true));
    }
    let asked = server.asked();
    for turns in asked.windows(2) {
        let before = turns[0].text.strip_suffix("]}").expect("the messages come last");
        assert!(turns[1].text.starts_with(&format!("{before},")), "{}\n{}", turns[0].text, turns[1].text);
    }
}

#[tokio::test]
async fn submissions_come_in_pieces_and_in_order() {
    let events = calls(&[
        json!({ "index": 0, "id": "a", "type": "function", "function": { "name": "submit_program", "arguments": "" } }),
        json!({ "index": 0, "function": { "arguments": "{\"prog" } }),
        json!({ "index": 0, "function": { "arguments": "ram\":\"one\"}" } }),
        json!({ "index": 1, "id": "b", "type": "function",
                "function": { "name": "submit_program", "arguments": "{\"program\":\"two\"}" } }),
        json!({ "index": 2, "id": "c", "type": "function", "function": { "name": "search", "arguments": "{}" } }),
        json!({ "index": 3, "id": "d", "type": "function",
                "function": { "name": "submit_program", "arguments": "{\"program\":\"cut" } }),
    ]);
    let server = Server::new(vec![stream(&events, 5)]).await;
    let model = model(Speech::OpenAi, &server, options(&Held::new()));
    let (reply, news) = ask(&*model, &request(Form::Wrapped, vec![Message::text("Do it.")])).await;
    let reply = reply.unwrap();
    assert_eq!((reply.stop, reply.answer.text.as_str()), (Stop::Called, "Here."));
    let submissions = reply.answer.submissions();
    assert_eq!(submissions[0], Submission::Program("one".to_owned()));
    assert_eq!(submissions[1], Submission::Program("two".to_owned()));
    assert_eq!(submissions[2], Submission::OtherTool("search".to_owned()));
    assert!(matches!(&submissions[3], Submission::None(reason) if reason.contains("JSON")), "{submissions:?}");
    let ids: Vec<&str> = reply.answer.calls.iter().map(|call| call.id.as_str()).collect();
    assert_eq!(ids, ["a", "b", "c", "d"]);
    assert_eq!(news[1..4], ["0:{\"prog", "0:ram\":\"one\"}", "1:{\"program\":\"two\"}"]);
}

/// Servers that only resemble OpenAI's leave out indices, ids, the usage, the last event, or the space after `data:`.
#[tokio::test]
async fn servers_that_say_less_are_understood() {
    let events = [
        json!({ "choices": [{ "delta": { "reasoning_content": "Hm." } }] }),
        json!({ "choices": [{ "delta": { "tool_calls": [{ "id": "a", "function":
            { "name": "submit_program", "arguments": "{\"program\":\"one\"" } }] } }] }),
        json!({ "choices": [{ "delta": { "tool_calls": [{ "function": { "arguments": "}" } }] }, "finish_reason": null }] }),
        json!({ "choices": [{ "delta": { "tool_calls": [{ "id": "b", "function":
            { "name": "submit_program", "arguments": "{\"program\":\"two\"}" } }] } }] }),
        json!({ "choices": [{ "delta": { "content": null }, "finish_reason": "stop" }] }),
        json!({ "choices": null, "usage": { "prompt_tokens": 7, "completion_tokens": 3 } }),
    ];
    let events: Vec<String> = events.iter().map(|event| format!("data:{event}\r\n\r\n")).collect();
    let events = format!(": OPENROUTER PROCESSING\n\n{}", events.concat());
    let server = Server::new(vec![stream(&events, 50)]).await;
    let model = model(Speech::OpenAi, &server, options(&Held::new()));
    let (reply, news) = ask(&*model, &request(Form::Wrapped, vec![Message::text("Do it.")])).await;
    let reply = reply.unwrap();
    let programs = ["one", "two"].map(|program| Submission::Program(program.to_owned()));
    assert_eq!(reply.answer.submissions(), programs);
    assert_eq!((reply.stop, reply.usage.map(|usage| usage.window())), (Stop::Called, Some(7)));
    assert_eq!(news[0], "thought:Hm.");
}

#[tokio::test]
async fn a_piece_of_a_call_that_never_began_is_no_reply() {
    let events = calls(&[json!({ "index": 1, "function": { "arguments": "{}" } })]);
    let server = Server::new(vec![stream(&events, 64)]).await;
    let model = model(Speech::OpenAi, &server, options(&Held::new()));
    let failure = ask(&*model, &request(Form::Wrapped, vec![Message::text("Do it.")])).await.0.unwrap_err();
    assert_eq!(failure.problem.word(), "model_parse", "{failure}");
}

#[tokio::test]
async fn a_tool_that_cannot_be_forced_is_offered() {
    let refusal = r#"{"error":{"message":"Unsupported value: 'tool_choice' does not support 'required'.","type":"invalid_request_error","param":"tool_choice","code":"unsupported_value"}}"#;
    let whole = stream(&reply(&["a"]), 64);
    let server = Server::new(vec![status(400, "", refusal), whole.clone(), whole]).await;
    let clock = Held::new();
    let model = model(Speech::OpenAi, &server, options(&clock));
    let request = request(Form::Wrapped, vec![Message::text("Do it.")]);
    assert_eq!(ask(&*model, &request).await.0.unwrap().tries, 2);
    assert_eq!(ask(&*model, &request).await.0.unwrap().tries, 1, "it is not tried again");
    let choices: Vec<Value> = server.asked().iter().map(|asked| asked.body()["tool_choice"].clone()).collect();
    assert_eq!(choices, ["required", "auto", "auto"]);
    assert_eq!(clock.pauses(), [], "there is nothing to wait for");
}

#[tokio::test]
async fn the_plain_form_offers_no_tool() {
    let server = Server::new(vec![stream(&reply(&["a"]), 64)]).await;
    ask(&*model(Speech::OpenAi, &server, options(&Held::new())), &plain()).await.0.unwrap();
    let body = server.asked().remove(0).body();
    assert!(body.get("tools").is_none() && body.get("tool_choice").is_none(), "{body}");
}

//! A model that replies what a file says.

use std::{path::Path, sync::Arc};

use gg_models::{
    Delta, Form, Message, Model as _, Options, Part, Picture, Problem, Reply, Request, Scripted, Stop, Submission,
    Usage,
};

fn script(text: &str) -> Scripted {
    Scripted::read(Path::new("s.toml"), text, Options::default()).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn request(caller: &str, last: &str) -> Request {
    let messages = vec![Arc::new(Message::text(last))];
    Request { caller: caller.to_owned(), system: "".into(), messages, form: Form::Plain }
}

async fn said(script: &Scripted, caller: &str) -> String {
    match script.ask(&request(caller, "passed: 3"), &mut |_| {}).await {
        Ok(reply) => reply.answer.text,
        Err(failure) => failure.to_string(),
    }
}

#[tokio::test]
async fn replies_come_in_order_until_there_are_none() {
    let script = script("[[reply]]\ntext = 'one'\n[[reply]]\ntext = ''\n");
    assert_eq!(script.left(), 2);
    assert_eq!((said(&script, "root").await, said(&script, "root").await), ("one".to_owned(), String::new()));
    assert_eq!(script.left(), 0);
    let failure = script.ask(&request("root", ""), &mut |_| {}).await.unwrap_err();
    assert!(matches!(&failure.problem, Problem::Rejected { .. }), "{failure}");
    assert_eq!(
        failure.to_string(),
        "scripted:s.toml: the provider refused: the script has no reply left for `root`, after 2. Change the request, or \
         choose another model."
    );
}

#[tokio::test]
async fn who_is_named_gets_its_own_replies() {
    let script = script(
        "[[reply]]\ntext = 'all 1'\n[[reply]]\ncaller = 'a'\ntext = 'a 1'\n[[reply]]\ntext = 'all 2'\n\
         [[reply]]\ncaller = 'a'\ntext = 'a 2'\n",
    );
    assert_eq!(said(&script, "a").await, "a 1");
    assert_eq!(said(&script, "b").await, "all 1");
    assert_eq!(said(&script, "a").await, "a 2");
    assert!(said(&script, "a").await.contains("no reply left for `a`, after 2"));
    assert_eq!(said(&script, "c").await, "all 2");
}

#[tokio::test]
async fn a_session_goes_on_where_it_was() {
    let script = script("[[reply]]\ntext = '1'\n[[reply]]\ntext = '2'\n[[reply]]\ntext = '3'\n");
    script.pass("root", 2);
    assert_eq!(said(&script, "root").await, "3");
}

#[tokio::test]
async fn a_reply_says_everything_a_reply_can() {
    let script = script(
        "[[reply]]\ntext = \"Here.\\nTwo.\"\nsubmissions = ['one', '']\ncall = [{ tool = 'search', arguments = '{' }]\n\
         sees = ['passed']\nusage = { input = 900, cachedInput = 100, cacheWrite = 5, output = 50 }\n",
    );
    let mut news = Vec::new();
    let reply = script
        .ask(&request("root", "it passed"), &mut |delta| {
            if let Delta::Text(text) = delta {
                news.push(text.to_owned());
            }
        })
        .await
        .unwrap();
    assert_eq!(reply.stop, Stop::Called);
    let submissions = reply.answer.submissions();
    assert_eq!(submissions[0], Submission::Program("one".to_owned()));
    assert_eq!(submissions[1], Submission::None("`program` is blank".to_owned()));
    assert_eq!(submissions[2], Submission::OtherTool("search".to_owned()));
    assert_eq!(reply.usage, Some(Usage { input: 900, cached_input: 100, cache_write: 5, output: 50 }));
    assert_eq!((reply.spent.untold, reply.spent.cost), (0, None), "without a price the cost is unknown");
    assert_eq!(news, ["Here.\n", "Two."]);
    let record = serde_json::to_value(&reply).unwrap();
    assert_eq!(serde_json::from_value::<Reply>(record).unwrap(), reply);
    for message in [Message::Replied(reply.answer), told()] {
        let record = serde_json::to_string(&message).unwrap();
        assert_eq!(serde_json::from_str::<Message>(&record).unwrap(), message);
    }
}

fn told() -> Message {
    let acknowledged = Part::Acknowledged { call: "call_1".to_owned(), text: "ok".to_owned() };
    let parts = vec![acknowledged, Part::Text("seen".to_owned()), Part::Picture(Picture::new("image/png", &[1, 2, 3]))];
    Message::Told { parts, cache: true }
}

#[tokio::test]
async fn what_a_script_expects_has_to_be_there() {
    let script = script("[[reply]]\nsees = ['passed', 'failed']\ntext = 'x'\n");
    let says = said(&script, "root").await;
    assert!(says.contains("reply 1 of the script expects `failed` in a message since the last reply"), "{says}");
}

#[tokio::test]
async fn every_failure_can_be_had() {
    for word in [
        "model_auth",
        "model_rejected",
        "model_retry_exhausted",
        "model_response_loop",
        "model_vision_unsupported",
        "model_parse",
        "model_timeout",
        "model_length_capped",
    ] {
        let script = script(&format!("[[reply]]\nfailure = '{word}'\n"));
        let failure = script.ask(&request("root", ""), &mut |_| {}).await.unwrap_err();
        assert_eq!(failure.problem.word(), word);
        let record = serde_json::to_value(&failure).unwrap();
        assert_eq!(record["problem"]["type"], word);
        assert_eq!(serde_json::from_value::<gg_models::Failure>(record).unwrap(), failure);
    }
}

#[test]
fn every_mistake_is_told_at_its_place() {
    let text = "model = 'x'\n[[reply]]\n[[reply]]\ntext = 'a'\nfailure = 'model_timeout'\n[[reply]]\nfailure = 'model_timout'\n\
                [[reply]]\ntext = 7\ndelayMs = -1\n[[reply]]\ntext = 'a'\ncall = [{ tool = 'x' }]\nusage = { inputs = 1 }\n";
    let mistakes = Scripted::read(Path::new("s.toml"), text, Options::default()).unwrap_err().to_string();
    let told: Vec<&str> = mistakes.lines().filter(|line| line.starts_with("s.toml:")).collect();
    assert_eq!(
        told,
        [
            "s.toml:1:1: a script has no key `model`",
            "s.toml:2:1: a reply that says nothing",
            "s.toml:5:11: a `failure` has no `text`, `submissions` or `call` beside it",
            "s.toml:7:11: there is no failure `model_timout`",
            "s.toml:9:8: `text` is 7; it has to be a string",
            "s.toml:10:11: `delayMs` is -1; it has to be an integer, at least 0",
            "s.toml:13:9: [reply.call] has no `arguments`",
            "s.toml:14:11: [reply.usage] has no key `inputs`",
        ],
        "{mistakes}"
    );
    assert!(mistakes.contains("did you mean `model_timeout`?"), "{mistakes}");
    let empty = Scripted::read(Path::new("s.toml"), "", Options::default()).unwrap_err().to_string();
    assert!(empty.contains("the script has no `reply`"), "{empty}");
}

#[test]
fn a_script_that_is_not_there_is_told_with_its_path() {
    let folder = tempfile::tempdir().unwrap();
    let address = "scripted:no/such.toml".parse().unwrap();
    let error = gg_models::open(&address, Options::default(), folder.path(), &|_| None).unwrap_err().to_string();
    assert!(error.contains("no/such.toml: the script cannot be read"), "{error}");
}

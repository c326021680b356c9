//! Values of the wrong shape and at the edges of their types (`notes/sdk-problems.md`, E.7): every one comes to the right
//! value or to a failure that the program can catch, and none ends the guest.

use gg_tests_host::{Double, Ran};
use serde_json::{Value, json};

use super::engines::{Echo, echo};

fn run(expression: &str, answer: Value) -> Ran<Echo> {
    let program = format!(
        "import {{ core, scalars, shapes }} from \"echo\";\n\
         try {{ const back = {expression}; console.log(JSON.stringify([back])); }}\n\
         catch (error) {{ console.log(error instanceof core.ApiError ? \"refused\" : \"thrown\", String(error)); }}\n"
    );
    let ran = echo().run(&program, Double::returning(answer));
    assert_eq!((&ran.trap, &ran.told.error), (&None, &None), "{expression}");
    ran
}

/// Checks that the call arrives with this value, and that the answer, the same, is what the program gets.
fn arrives(expression: &str, value: &Value, back: &Value) {
    let ran = run(expression, value.clone());
    let request = ran.calls.first().and_then(|call| call.splitn(3, ' ').nth(2)).unwrap_or("no call");
    let request: Value = serde_json::from_str(request).unwrap_or_else(|e| panic!("{expression}: {request}: {e}"));
    assert_eq!(request, json!({ "value": value }), "{expression}");
    assert_eq!(ran.told.logs, [json!([back]).to_string()], "{expression}");
    assert_eq!(ran.told.guards, [], "{expression}");
}

/// Checks that an argument is refused in these words, and that the host is told.
fn refused(expression: &str, words: &str) {
    let ran = run(expression, Value::Null);
    let call = expression.split('(').next().unwrap_or_default();
    assert_eq!(ran.told.logs, [format!("refused {call} failed (invalid-argument): {words}")], "{expression}");
    assert_eq!(ran.calls.len(), 0, "{expression}: {:?}", ran.calls);
    let [(_, told)] = ran.told.guards.as_slice() else { panic!("{expression}: {:?}", ran.told.guards) };
    assert_eq!(told, words);
}

#[test]
fn integers_are_exact_or_refused() {
    for (name, low, high) in [
        ("u8", "0", "255"),
        ("u16", "0", "65535"),
        ("u32", "0", "4294967295"),
        ("u64", "0", "9007199254740991"),
        ("s8", "-128", "127"),
        ("s16", "-32768", "32767"),
        ("s32", "-2147483648", "2147483647"),
        ("s64", "-9007199254740991", "9007199254740991"),
    ] {
        for edge in [low, high] {
            let value: Value = serde_json::from_str(edge).unwrap_or_default();
            arrives(&format!("scalars.{name}({edge})"), &value, &value);
        }
        let expected = format!("`value`: expected an integer from {low} to {high}, got");
        for (given, got) in [
            (format!("{high} + 1"), None),
            (format!("{low} - 1"), None),
            ("1.9".to_owned(), Some("1.9")),
            ("NaN".to_owned(), Some("NaN")),
            ("Infinity".to_owned(), Some("Infinity")),
            ("'7'".to_owned(), Some("'7'")),
            ("5n".to_owned(), Some("5n")),
            ("2 ** 60 + 1".to_owned(), Some("1152921504606847000")),
            ("null".to_owned(), Some("null")),
            ("undefined".to_owned(), Some("nothing")),
            ("true".to_owned(), Some("true")),
            ("{}".to_owned(), Some("an object")),
            ("[1]".to_owned(), Some("an array")),
            ("new Number(1)".to_owned(), Some("an object")),
            ("Symbol('s')".to_owned(), Some("a symbol")),
            ("() => 1".to_owned(), Some("a function")),
        ] {
            let call = format!("scalars.{name}({given})");
            match got {
                Some(got) => refused(&call, &format!("{expected} {got}")),
                None => {
                    let ran = run(&call, Value::Null);
                    assert!(ran.told.logs[0].contains(&expected), "{call}: {:?}", ran.told.logs);
                }
            }
        }
        refused(&format!("scalars.{name}()"), &format!("{expected} nothing"));
        refused(&format!("scalars.{name}(1, 2)"), "expected at most 1 argument in order, got 2");
    }
    arrives("scalars.u32(-0)", &json!(0), &json!(0));
}

#[test]
fn what_the_host_returns_is_exact_or_its_defect() {
    for (call, value) in [
        ("scalars.u32(1)", json!(3_000_000_000_u64)),
        ("scalars.u32(1)", json!(u32::MAX)),
        ("scalars.u64(1)", json!(9_007_199_254_740_991_u64)),
        ("scalars.s64(1)", json!(-9_007_199_254_740_991_i64)),
        ("scalars.u16(1)", json!(65535)),
    ] {
        assert_eq!(run(call, value.clone()).told.logs, [json!([value]).to_string()], "{call}");
    }
    for (call, value) in [
        ("scalars.u64(1)", json!(u64::MAX)),
        ("scalars.s64(1)", json!(i64::MIN)),
        ("shapes.giveNumbers([1])", json!([1_u64 << 60])),
    ] {
        let ran = run(call, value);
        assert!(ran.told.logs[0].starts_with("refused "), "{call}: {:?}", ran.told.logs);
        assert!(ran.told.logs[0].contains("failed (io-error): the host returned"), "{call}: {:?}", ran.told.logs);
        assert_eq!(ran.told.guards, [], "a defect of the host is no argument of the program's");
    }
}

#[test]
fn scalars() {
    arrives("scalars.bool(false)", &json!(false), &json!(false));
    refused("scalars.bool(1)", "`value`: expected a boolean, got 1");
    arrives("scalars.f64(0.1)", &json!(0.1), &json!(0.1));
    arrives("scalars.f32(0.5)", &json!(0.5), &json!(0.5));
    refused("scalars.f32(1e300)", "`value`: expected a number that 32 bits can hold, got 1e+300");
    refused("scalars.f64('1')", "`value`: expected a number, got '1'");
    arrives("scalars.char('é')", &json!("é"), &json!("é"));
    arrives("scalars.char('\u{1F9EA}')", &json!("\u{1F9EA}"), &json!("\u{1F9EA}"));
    for (given, got) in [("''", "''"), ("'ab'", "'ab'"), ("'\\ud800'", "'\\ud800'"), ("5", "5")] {
        refused(&format!("scalars.char({given})"), &format!("`value`: expected a string of one character, got {got}"));
    }
    arrives("scalars.string('a\\0b\u{1F9EA}')", &json!("a\0b\u{1F9EA}"), &json!("a\0b\u{1F9EA}"));
    arrives(
        "scalars.string('x'.repeat(9) + 'y'.repeat(9))",
        &json!("xxxxxxxxxyyyyyyyyy"),
        &json!("xxxxxxxxxyyyyyyyyy"),
    );
    refused("scalars.string(5)", "`value`: expected a string, got 5");
    refused("scalars.string(null)", "`value`: expected a string, got null");
    refused("scalars.string({ toString: () => 'x' })", "`value`: expected a string, got an object");
    refused("scalars.string('a\\udc00')", "`value`: expected a string without lone surrogates, got 'a\\udc00'");
}

#[test]
fn lists_options_and_tuples() {
    for bytes in
        ["Uint8Array.of(0, 255)", "[0, 255]", "new Uint8Array([9, 0, 255]).subarray(1)", "Uint16Array.of(0, 255)"]
    {
        arrives(&format!("shapes.giveBytes({bytes})"), &json!([0, 255]), &json!({ "0": 0, "1": 255 }));
    }
    refused("shapes.giveBytes([300])", "`value[0]`: expected an integer from 0 to 255, got 300");
    refused("shapes.giveBytes(Uint16Array.of(1, 300))", "`value[1]`: expected an integer from 0 to 255, got 300");
    refused("shapes.giveBytes('ab')", "`value`: expected bytes, got 'ab'");
    arrives("shapes.giveSmallNumbers(Int8Array.of(-128, 127))", &json!([-128, 127]), &json!([-128, 127]));
    arrives("shapes.giveNumbers([1, 2])", &json!([1, 2]), &json!([1, 2]));
    refused("shapes.giveTexts(new Set(['a']))", "`value`: expected a list, got an object");
    refused("shapes.giveTexts(['a', , 'b'])", "`value[1]`: expected a string, got undefined");
    refused("shapes.giveTexts(new Array(2 ** 32 - 1))", "`value[0]`: expected a string, got undefined");
    arrives("shapes.giveNested([[1, null], []])", &json!([[1, null], []]), &json!([[1, null], []]));
    for none in ["", "null", "undefined"] {
        let ran = run(&format!("shapes.giveMaybe({none})"), Value::Null);
        assert!(ran.calls[0].ends_with(" {}"), "{none}: {:?}", ran.calls);
        assert_eq!(ran.told.logs, ["[null]"]);
    }
    arrives("shapes.givePair([1, 'one'])", &json!([1, "one"]), &json!([1, "one"]));
    refused("shapes.givePair([1])", "`value`: expected a list of 2 values, got 1");
    refused("shapes.givePair({ 0: 1, 1: 'one', length: 2 })", "`value`: expected a list of 2 values, got an object");
}

#[test]
fn choices() {
    arrives("shapes.giveColour('dark-green')", &json!("dark_green"), &json!("dark-green"));
    refused("shapes.giveColour('blue')", "`value`: expected one of `red`, `dark-green`, `none`, got 'blue'");
    refused("shapes.giveColour(0)", "`value`: expected one of `red`, `dark-green`, `none`, got 0");
    let marks = ["a", "b", "c", "d", "e", "f", "g", "h", "theNinth"];
    let back: Value =
        marks.map(|mark| (mark.to_owned(), json!(mark == "a" || mark == "theNinth"))).into_iter().collect();
    arrives("shapes.giveMarks({ a: true, b: false, theNinth: true })", &json!(["a", "the_ninth"]), &back);
    refused("shapes.giveMarks({ a: 1 })", "`value.a`: expected a boolean, got 1");
    refused(
        "shapes.giveMarks({ z: true })",
        "`value.z`: no such argument, only `a`, `b`, `c`, `d`, `e`, `f`, `g`, `h`, `theNinth`",
    );
    arrives(
        "shapes.giveShape({ kind: 'circle', value: 2.5 })",
        &json!({ "circle": 2.5 }),
        &json!({ "kind": "circle", "value": 2.5 }),
    );
    let parcel = json!({ "label": "b", "weight": 1.5, "colour": "red", "class": true });
    let flat = json!({ "kind": "box", "label": "b", "weight": 1.5, "colour": "red", "class": true });
    arrives(&format!("shapes.giveShape({flat})"), &json!({ "box": parcel }), &flat);
    let kinds = "one of `none`, `circle`, `polygon`, `box`, `pair`";
    refused("shapes.giveShape({ kind: 'cube' })", &format!("`value.kind`: expected {kinds}, got 'cube'"));
    refused("shapes.giveShape({})", &format!("`value.kind`: expected {kinds}, got nothing"));
    refused("shapes.giveShape('none')", "`value`: expected a `Shape`, got 'none'");
    refused("shapes.giveShape({ kind: 'circle' })", "`value.value`: expected a number, got nothing");
    refused("shapes.giveShape({ kind: 'none', value: 1 })", "`value.value`: no such argument, only `kind`");
    let ran = run("shapes.giveOutcome({ kind: 'err', value: 'no' })", json!({ "Err": "no" }));
    assert!(ran.calls[0].ends_with(r#"{"value":{"err":"no"}}"#), "{:?}", ran.calls);
    assert_eq!(ran.told.logs, [r#"[{"kind":"err","value":"no"}]"#]);
}

#[test]
fn records() {
    let parcel = json!({ "label": "x", "weight": 1.5, "colour": "none", "class": false });
    arrives(&format!("shapes.giveParcel({parcel})"), &parcel, &parcel);
    refused(
        "shapes.giveParcel({ label: 'x', weight: 1, colour: 'red' })",
        "`value.class`: expected a boolean, got nothing",
    );
    refused(
        "shapes.giveParcel({ label: 'x', weight: 1, colour: 'red', class: true, size: 1 })",
        "`value.size`: no such argument, only `label`, `weight`, `colour`, `class`",
    );
    refused("shapes.giveParcel(null)", "`value`: expected a `Parcel`, got null");
    refused(
        "shapes.giveSpans([{ start: 1, end: 2 }, { start: 1, end: '2' }])",
        "`value[1].end`: expected an integer from 0 to 4294967295, got '2'",
    );
}

#[test]
fn a_case_may_be_called_as_what_every_object_inherits() {
    for (given, arrives) in [
        ("{ who: 'Ada', words: 'fetch' }", r#"{"errand":{"who":"Ada","task":{"words":"fetch"}}}"#),
        ("{ who: 'Ada', toString: true }", r#"{"errand":{"who":"Ada","task":{"to_string":true}}}"#),
    ] {
        let back = json!({ "who": "Ada", "task": { "number": 4 } });
        let ran = run(&format!("shapes.giveErrand({given})"), back);
        assert!(ran.calls.first().is_some_and(|call| call.ends_with(arrives)), "{given}: {:?}", ran.told);
        assert_eq!(ran.told.logs, [r#"[{"who":"Ada","number":4}]"#]);
    }
    let several = "`errand`: expected exactly one of `words`, `number`, `toString`, got";
    refused("shapes.giveErrand({ who: 'Ada' })", &format!("{several} none"));
    refused("shapes.giveErrand({ who: 'Ada', words: '', toString: true })", &format!("{several} several"));
}

#[test]
fn code_that_runs_while_an_argument_is_read() {
    refused(
        "scalars.u8(new Proxy({}, { get() { throw new Error('trap'); } }))",
        "`value`: expected an integer from 0 to 255, got an object",
    );
    let ran = run("shapes.giveSpan({ get start() { throw new Error('no'); }, end: 1 })", Value::Null);
    assert_eq!(
        ran.told.logs,
        ["refused shapes.giveSpan failed (invalid-argument): an argument cannot be read: Error: no"]
    );
    let ran = run("shapes.giveSpan(new Proxy({}, { ownKeys() { throw null; } }))", Value::Null);
    assert_eq!(ran.told.logs, ["refused shapes.giveSpan failed (invalid-argument): an argument cannot be read: null"]);
    // A call within a call: the memory of the outer one stays what it was.
    let program = "import { scalars, shapes } from \"echo\";\n\
        const items = ['first', 'second'];\n\
        Object.defineProperty(items, 1, { get() { try { scalars.string('y'.repeat(70000)); } catch {} return 'last'; } });\n\
        shapes.giveTexts(items);\n";
    let ran = echo().run(program, Double::returning(json!([])));
    assert_eq!(ran.trap, None);
    assert!(ran.calls.iter().any(|call| call.ends_with(r#"{"value":["first","last"]}"#)), "{:?}", ran.calls);
}

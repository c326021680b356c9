//! Tables of any size, made up: every kind of type, parameter, error and binding occurs, and rows and types grow in
//! proportion.

use std::fmt::Write as _;

/// How many rows a module has.
const ROWS: usize = 50;

/// A table of `rows` operations and a fifth as many types.
pub(crate) fn table(rows: usize) -> String {
    let mut text = String::from(
        "[surface]\nname = \"big\"\npackage = \"big:table\"\nsummary = \"A table made up to be large.\"\n\n\
         [[capability]]\nid = \"work\"\nsummary = \"Doing the work.\"\n\n",
    );
    let modules = rows.div_ceil(ROWS);
    for module in 0..modules {
        push_module(&mut text, module);
    }
    for row in 0..rows {
        push_row(&mut text, row / ROWS, row % ROWS, row);
    }
    text
}

// Writing to a string cannot fail, here and below.
fn push_module(text: &mut String, module: usize) {
    let m = format!("m{module}");
    let _ = write!(
        text,
        r#"[[module]]
id = "{m}"
summary = "The part of the work with number {module}."
doc = '''
What a caller of this part should know: it is *one of many*, and [{m}.call_0] comes first.

- A list item, with a `code span`.
- Another, which goes on for long enough that a line of the ordinary width has to be broken somewhere inside of it.
'''
types = '''
"#
    );
    for half in 0..2 {
        let _ = write!(
            text,
            r"/// The shade of a thing.
enum {m}-shade-{half} {{
    /// Hardly any.
    light,
    /// Much of it.
    dark,
    /// Something between the two.
    in-between,
}}

/// A thing of this part.
///
/// It is what most calls take or give; see [type:{m}-shade-{half}].
record {m}-thing-{half} {{
    /// What it is called.
    name: string,
    /// How large it is, in millimetres.
    size: u32,
    /// Its shade; absent when nobody looked.
    shade: option<{m}-shade-{half}>,
    /// Words about it.
    tags: list<string>,
}}

/// What a call found.
variant {m}-found-{half} {{
    /// A thing.
    thing({m}-thing-{half}),
    /// A number.
    number(f64),
    /// Nothing.
    nothing,
}}

/// What is allowed.
flags {m}-rights-{half} {{
    /// Looking.
    look,
    /// Touching.
    touch,
}}

/// A place, by its coordinates.
type {m}-place-{half} = tuple<s32, s32>;

"
        );
    }
    text.push_str("'''\n\n");
}

fn push_row(text: &mut String, module: usize, key: usize, row: usize) {
    let (m, half) = (format!("m{module}"), key % 2);
    let binding = match row % 10 {
        0 => "always = true",
        1 => "ending = \"done\"",
        _ => "capability = \"work\"",
    };
    let (returns, mode) = match row % 5 {
        0 => (format!("{m}-found-{half}"), "immediate"),
        1 => (format!("list<{m}-thing-{half}>"), "blocking"),
        2 => (format!("{m}-place-{half}"), "immediate"),
        3 => (format!("option<{m}-shade-{half}>"), "immediate"),
        _ => (format!("{m}-rights-{half}"), "immediate"),
    };
    let _ = write!(
        text,
        r#"[[operation]]
id = "{m}.call_{key}"
{binding}
summary = "Does the thing with number {row}."
doc = '''
What cannot be read off the signature: [param:name] names the thing, and a count above **1000** is lowered to it.
The call before it is [{m}.call_{before}].
'''
params.name = {{ type = "string", doc = "What the thing is called." }}
params.count = {{ type = "option<u32>", doc = "How often; once when left out." }}
params.rights = {{ type = "option<{m}-rights-{half}>", doc = "What is allowed." }}
params.things = {{ type = "list<{m}-thing-{half}>", doc = "Things to do it with.", left-out = true }}
returns = {{ type = "{returns}", doc = "What came of it." }}
errors.not-found = "There is no thing of this name."
errors.limit-exceeded = "There are too many things."
mode = "{mode}"
instead = ["{m}.call_{before}"]
examples = [
  {{ args = {{ name = "kettle" }} }},
  {{ summary = "With everything.", args = {{ name = "pot", count = 3, rights = ["look"], things = [{{ name = "lid", size = 3, tags = ["a"] }}] }} }},
]

"#,
        before = if key == 0 { 1 } else { key - 1 },
    );
}

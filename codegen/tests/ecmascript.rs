//! How TypeScript and JavaScript spell things, and what their SDK looks like, on tables of other people. What only a
//! compiler can judge is asked in the suites.

use std::path::Path;

use gg_codegen::{
    Failure, Generated, Options,
    arms::{Arm, ArmIndex, Place},
    source::Source,
    surface::{ModuleIndex, Operation, Surface, Type},
};

fn text(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/tables").join(name);
    std::fs::read_to_string(path).expect("a table")
}

fn generate(text: &str) -> Result<Generated, Failure> {
    gg_codegen::generate(&Source::new("table.toml", text), &Options::default())
}

fn table(name: &str) -> Generated {
    generate(&text(name)).unwrap_or_else(|failure| panic!("{name}: {failure}"))
}

fn arm(id: &str) -> &'static dyn Arm {
    ArmIndex::find(id).expect("an arm").arm()
}

fn operation<'a>(surface: &'a Surface, id: &str) -> &'a Operation {
    surface.find_operation(id).expect("an operation")
}

/// A file of the SDK.
fn file<'a>(generated: &'a Generated, path: &str) -> &'a str {
    let contents = generated.files.get(&format!("sdk/typescript/{path}")).expect("a file");
    std::str::from_utf8(contents).expect("text")
}

#[test]
fn a_call_stands_on_one_line_where_it_fits() {
    let Generated { surface, .. } = table("shop.toml");
    let call = |id: &str, example: usize| {
        let operation = operation(&surface, id);
        arm("typescript").call(&surface, operation, &operation.examples[example])
    };
    assert_eq!(call("stock.list_articles", 2), "stock.listArticles()");
    assert_eq!(
        call("stock.list_articles", 0),
        "stock.listArticles({ handling: { fragile: true, keepCold: true }, limit: 5 })"
    );
    assert_eq!(call("stock.show_picture", 0), "stock.showPicture(Uint8Array.of(137, 80, 78, 71), [64, 48, 0])");
    // A case of a spread variant stands beside the record's own members, by the name the table gives it.
    assert_eq!(call("till.take_back", 0), r#"till.takeBack({ reason: "broken", saleNumber: 900719925474099 })"#);
    // Too long: the last argument is broken, and what empties a patch is null.
    assert_eq!(
        call("stock.change_article", 1),
        r#"stock.changeArticle(17, {
  title: "Tea, \"green\"",
  note: null,
  morePlaces: [{ aisle: "Z", shelf: 1, bin: 4 }],
})"#
    );
    // Unions are flat.
    assert!(call("till.sell", 1).contains(r#"buyer: { kind: "firm", name: "Corner & Sons", taxNumber: "12/345" }"#));
    assert!(call("till.sell", 2).contains(r#"buyer: { kind: "member", value: 7 }"#));
}

#[test]
fn a_program_imports_what_it_calls() {
    let Generated { surface, .. } = table("shop.toml");
    let calls = ["till.close_day", "stock.weigh", "till.hand_over"].map(|id| {
        let operation = operation(&surface, id);
        (operation, &operation.examples[0])
    });
    for arm in [arm("typescript"), arm("javascript")] {
        assert_eq!(
            arm.program(&surface, &calls),
            "import { stock, till } from \"shop\";\n\ntill.closeDay(\"The scale sticks.\");\n\
             stock.weigh(-12, 0.5, true);\ntill.handOver(\"Ada\");\n"
        );
        assert_eq!(arm.import_line(&surface, ModuleIndex(1)), "import { till } from \"shop\";");
    }
}

#[test]
fn signatures_and_declarations_say_what_a_program_needs() {
    let Generated { surface, .. } = table("shop.toml");
    let arm = arm("typescript");
    let signature = |id| arm.signature(&surface, operation(&surface, id));
    assert_eq!(signature("till.close_day"), "function closeDay(note?: string): void");
    assert_eq!(signature("till.sales"), "function sales(days: DayRange[], options?: { payment?: Payment }): Receipt[]");
    assert_eq!(
        signature("stock.list_articles"),
        "function listArticles(\n  options?: { handling?: Handling; near?: Place; limit?: number; words?: string[] },\n\
         ): Article[]"
    );
    let declaration = |name| arm.declaration(&surface, surface.find_type(name).expect("a type").index);
    assert_eq!(declaration("note-edit"), "type NoteEdit = string | null;");
    assert_eq!(declaration("payment"), r#"type Payment = "cash" | "debit-card" | "on-account";"#);
    assert_eq!(declaration("taken-back"), "type TakenBack = { saleNumber: number } | { lines: number[] };");
    assert_eq!(declaration("return-request"), "type ReturnRequest = {\n  reason: string;\n} & TakenBack;");
    assert_eq!(
        declaration("buyer"),
        r#"type Buyer = { kind: "walk-in" } | { kind: "member"; value: number } | { kind: "firm" } & Firm;"#
    );
    assert_eq!(declaration("place"), "interface Place {\n  aisle: string;\n  shelf: number;\n  bin?: number;\n}");
    let option = Type::List(Box::new(Type::Option(Box::new(Type::U8))));
    assert_eq!(arm.type_text(&surface, &option), "(number | undefined)[]");
}

#[test]
fn what_may_be_left_out_stands_in_one_object_unless_it_is_alone() {
    let Generated { surface, .. } = table("shop.toml");
    let layout = |id| arm("typescript").call_layout(&surface, operation(&surface, id));
    assert_eq!(layout("till.close_day").places, [Place::Positional(0)]);
    let sales = layout("till.sales");
    assert_eq!(
        (sales.places.as_slice(), sales.positional, sales.bag),
        ([Place::Positional(0), Place::Option].as_slice(), 1, true)
    );
}

#[test]
fn reserved_words_are_escaped_only_where_they_must_be() {
    let Generated { surface, .. } = table("words.toml");
    let arm = arm("typescript");
    assert_eq!(arm.spell(&surface, operation(&surface, "class.delete")), "class_.delete_");
    let delete = operation(&surface, "class.delete");
    let call = arm.call(&surface, delete, &delete.examples[0]);
    assert!(call.contains("constructor: \"c\"") && call.contains("super: true"), "{call}");
    assert_eq!(arm.signature(&surface, operation(&surface, "import.list")), "function list(type?: string): string[]");
}

#[test]
fn the_least_sdk_is_small() {
    let generated = table("least.toml");
    assert_eq!(
        file(&generated, "modules/bell.js"),
        "// Generated from table.toml by gg-codegen; edits are lost.\n\
         // To change it, edit the table and run `cargo gen`.\n\n\
         export { bell$ring as ring } from \"least:raw\";\n"
    );
    assert_eq!(
        file(&generated, "modules/bell.d.ts"),
        "// Generated from table.toml by gg-codegen; edits are lost.\n\
         // To change it, edit the table and run `cargo gen`.\n\n\
         /**\n * A bell.\n *\n * @packageDocumentation\n */\n\n\
         /**\n * Rings it.\n *\n * @example\n * ```ts\n * bell.ring();\n * ```\n */\n\
         export function ring(): void;\n"
    );
    let package: serde_json::Value = serde_json::from_str(file(&generated, "package.json")).expect("JSON");
    assert_eq!(package["exports"]["./bell"]["default"], "./modules/bell.js");
    assert!(generated.files.get("sdk/typescript/methods.js").is_none(), "no type has a method");
}

#[test]
fn lines_stay_short_where_the_language_breaks_them() {
    for name in ["shop.toml", "words.toml", "echo.toml"] {
        let generated = table(name);
        for (path, contents) in generated.files.iter().filter(|(path, _)| path.starts_with("sdk/typescript/")) {
            for line in String::from_utf8_lossy(contents).lines().filter(|_| !path.ends_with(".json")) {
                assert!(line.chars().count() <= 100, "{name}: {path}: {line}");
                assert_eq!(line, line.trim_end(), "{name}: {path}");
            }
        }
    }
}

#[test]
fn the_prompt_names_no_operation() {
    for name in ["shop.toml", "words.toml", "echo.toml"] {
        let Generated { surface, .. } = table(name);
        for id in ["typescript", "javascript"] {
            let segment = arm(id).segment(&surface);
            assert!(segment.split("\n\n").count() <= 2, "{segment}");
            let spelled = |operation: &&Operation| segment.contains(&arm(id).spell(&surface, operation));
            assert!(surface.operations.iter().find(spelled).is_none(), "{segment}");
        }
    }
}

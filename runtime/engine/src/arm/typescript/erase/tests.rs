//! What erasing leaves, held against what the compiler makes of the same text.

use oxc_allocator::Allocator;
use oxc_codegen::{Codegen, CodegenOptions, CommentOptions};
use proptest::prelude::*;

use super::super::{
    Erased, erase, exports, is_unfinished,
    parse::{Dialect, parse},
    transform::transform,
};
use crate::arm::{Diagnosed, Diagnostic, Rejection};

/// A JavaScript text as oxc prints it, without statements that do nothing.
fn printed(source: &str) -> Result<String, Rejection> {
    let allocator = Allocator::default();
    let (program, _) = parse(&allocator, "a.js", source, Dialect::JavaScript)?;
    let options = CodegenOptions { comments: CommentOptions::disabled(), ..CodegenOptions::default() };
    let text = Codegen::new().with_options(options).build(&program).code;
    let text = text.replace("import {} from", "import");
    let mut lines = String::new();
    for line in text.lines().filter(|line| !matches!(line.trim(), ";" | "export {};")) {
        // A directive behind another statement is none, which means the same in a module.
        let directive = line.strip_prefix("(\"").and_then(|line| line.strip_suffix("\");"));
        let line = &directive.map_or_else(|| line.to_owned(), |text| format!("\"{text}\";"));
        // What held nothing else is empty.
        let is_empty = lines.ends_with('{') && line.trim_start().starts_with('}');
        lines.push_str(if is_empty { line.trim_start() } else { line });
        lines.push_str(if line.ends_with('{') { "" } else { "\n" });
    }
    Ok(lines)
}

/// What the compiler makes of a program.
fn compiled(source: &str) -> Result<String, Rejection> {
    let allocator = Allocator::default();
    let (mut program, scoping) = parse(&allocator, "a.ts", source, Dialect::TypeScript)?;
    let (text, _) = transform(&allocator, "a.ts", source, &mut program, scoping)?;
    printed(&text)
}

/// Blanked text means what the compiler makes of it, and stays where it was.
fn blanked(source: &str) -> String {
    let text = kept_in_place(source);
    assert!(compiled(source).is_ok(), "{source}");
    text
}

/// Blanked text stays where it was, and means what the compiler makes of it if that is a program.
fn kept_in_place(source: &str) -> String {
    let Erased { text, origins } =
        erase("a.ts", source).unwrap_or_else(|rejection| panic!("{rejection:?} in\n{source}"));
    assert!(origins.is_none(), "it went through the compiler:\n{source}");
    assert_eq!(text.len(), source.len(), "{source}\n{text}");
    assert_eq!(text.lines().count(), source.lines().count());
    // Every place is where it was, in bytes and in UTF-16.
    for (at, (before, after)) in source.encode_utf16().zip(text.encode_utf16()).enumerate() {
        let after = char::from_u32(after.into()).unwrap_or(' ');
        let kept = u32::from(before) == u32::from(after) || after.is_whitespace() || matches!(after, ';' | '(' | ')');
        assert!(kept || (0xd800..0xe000).contains(&before), "at {at}: {before} became {after:?} in\n{source}");
    }
    let printed = printed(&text);
    // The compiler drops an export that stands within a statement; it is left for the engine, which refuses it.
    let is_nested = |mistake: &Diagnostic| mistake.message.contains("top level of a module");
    match &printed {
        Err(Rejection::Diagnosed { diagnostics, .. }) if diagnostics.iter().any(is_nested) => return text,
        _ => {}
    }
    if let Ok(compiled) = compiled(source) {
        assert_eq!(printed, Ok(compiled), "of\n{source}\nblanked to\n{text}");
    }
    text
}

/// Programs whose types are blanked.
const BLANKED: &[&str] = &[
    "let a: number = 1, b!: string, c: { d: 1 }[] = [];",
    "function f<T extends object = {}>(this: Window, a?: T, ...b: T[]): asserts a is T { return; }",
    "function f(this: void): void {} f()",
    "const f = async <T,>(a: T, { b }: { b: T }, [c]: [T] = [a]): Promise<T> => a;",
    "const g = <T>(x: T): x is T => true; g<number>(1); new Map<string, Set<number>>(); g<string>;",
    "f`a`; tag<string>`x${1 as number}`; function f(a: any) {} function tag<T>(a: any, b: any) {}",
    "let x = 1 as any as string; let y = x satisfies string; let z = x!; z!.length; (x as any) = 2; x! += 1;",
    "for (const a of [] as number[]) for (let i: number = 0; i < 1; i++) {} try {} catch (e: unknown) {}",
    "interface A { a: 1 } type B = A | { b: 2 }; declare const c: B; declare function d(): void; declare class E {}",
    "declare module 'x' { } declare global { } declare namespace N { const a: 1 } declare enum F { A }",
    "abstract class A<T> extends B<T> implements C, D<T> { abstract x: T; abstract m(): void; y?: T; z!: T;\
         readonly #q: T = 1 as any; static readonly r: T; declare s: T; [key: string]: any; constructor(); constructor(a?: T) { super() }\
         private m2?(): void; protected get g(): T { return this.y! } public set g(v: T) {} override n<U>(u: U): U { return u } static { let a: 1 = 1 } }\
         class B<T> {} interface C {} interface D<T> {}",
    "export abstract class A {} export default abstract class B {}",
    "export interface A {} export type B = 1; export declare const c: 1; export default interface D {}",
    "export type { A } from 'a'; export type * from 'b'; export { type C, d, type E } from 'c'; export { type F } from 'd';",
    "type A = 1; const b = 1; export { A, b, type A as C }; export type { A as D };",
    "import type { A } from 'a'; import type B from 'b'; import { type C, d, type E } from 'c'; import { F } from 'f';\
         import G, { type H } from 'g'; import I, { J } from 'i'; import * as K from 'k'; import 'l'; import M, * as N from 'm'; import {} from 'o';\
         let x: C | E | F | H | I | K.A | N.B; d(G, J, M);",
    "import { a, b, c } from 'x'; let v: a | c; b();",
    "import { a, b, c, } from 'x'; let v: b | c; a();",
    "import type, { type as as } from 'x'; type; as;",
    "function f(a: number): number; function f(a: string): string; function f(a: any) { return a }",
    "const o = { m<T>(a: T): T { return a }, get x(): number { return 1 }, async *n(): any {}, p: 1 as const };",
    "enumerate(); function enumerate() {} const type = 1, declare = 2, abstract = type + declare; abstract;",
    "let a = b ? (c: number) => 1 : (d): string => ''; var b, d; (<any>b).c; <string>b; f(<T>(x: T) => x); function f(a: unknown) {}",
    "let s = '// no: string', t = `a${1 as number}: b`, r = /: number/; let u = a?.b!.c![0]!(); var a: any;",
    "label: for (;;) { break label } if (1 as any) {} else {} do {} while (0 as any); switch (1 as any) { case 1 as any: }",
    "accessor; var accessor: any; class A { static async *[Symbol.iterator]<T>(): any {} 'quoted'?: 1; 12!: 2; [`computed`]: 3 }",
    "/* a: b */ let c /* d */ : /* e */ number /* f */ = 1 // : g\n;",
    "let été: { été: 'ü日🦀' } = null!, x = 1 as 'ü日🦀' | 2;",
    "using: { } let using: 1 = 1; class G<in out T> { } function h<const T>(a: T) {}",
    "const f = (a: number): ((b: string) => void) => b => {}; const g = (): { a: 1 } => ({ a: 1 }) as const;",
    "let a = <const T,>(x: T) => x, b = async <T>(x: T): Promise<T> => { return x as T };",
    "export const a: number = 1, b = 2 as const; export function c(x?: number): void {} export class D<T> { x?: T }",
    "export default function <T>(a: T): T { return a }",
    "export default (1 as number);",
    "type T = typeof import('x'); let a: typeof b.c<string>, b: unique symbol, c: abstract new () => void, d: asserts;",
];

#[test]
fn types_are_blanked() {
    for program in BLANKED {
        blanked(program);
    }
}

/// Programs in which a type stands between what would be one without it.
const APART: &[&str] = &[
    "var a: any, b: any\nlet x = a as any\n(b)",
    "var a: any, b: any\na as any\n[b]",
    "var b: any\nlet x: any\n(b)",
    "var a: any\nlet x = a satisfies any\n`b`",
    "var a: any, b: any\nlet x = a as { b: 1 }\n(b)",
    "var a: any, b: any\na\ntype X = 1\n(b)",
    "var a: any, b: any\na\ninterface X {}\n[b]",
    "var a: any, b: any\nfunction f(): any { return a as any\n(b) }",
    "class A { a = 1\nprivate ['b'] = 2\npublic *c() {}\nstatic readonly d = 1\n;['e'] = 1\ndeclare f: 1\n*g() {} }",
    "class A { a = 1 as any\n['b'] = 2\nc: any = 3 as any\n;*d() {} }",
    "class A { a: any\n['b']: any\n*d() {} [k: string]: any\n*e() {} }",
    "class A { static?\nasync?\nget?\n['b']?\n*c() {} }",
    "class A { get: any\nset!: any\nstatic?: any\nasync = 1 as any\nx() {} }",
    "var a: any\nexport const x = a as any\n;(a)",
    "const f = (a: number\n): {\n a: 1 } => a as any; const g = (): Promise<\nvoid\n> => null!;",
    "const f = async <\nT\n>(a: T) => a;",
    "const f = async <\nT\n>(a: T): Promise<\nT> => a;",
    "var a: any; a! as any; let b = a!\nlet c = a!\n;[c]",
];

#[test]
fn what_a_type_kept_apart_stays_apart() {
    for program in APART {
        blanked(program);
    }
}

#[test]
fn what_stands_for_code_is_compiled() {
    let programs = [
        "enum A { B, C = 'c', D = 1 << 2 } A.B",
        "export const enum A { B }",
        "namespace N { export const a = 1 } N.a",
        "export namespace N.M { export function f() {} }",
        "class A { constructor(private a: number, readonly b = 1, public c?: string) {} }",
        "namespace N { export const a = 1 } import B = N.a; B",
        "function f(a: any) { return <any>\na }",
        "let f = () => <any>{ a: 1 }",
    ];
    for program in programs {
        let Erased { text, origins } = erase("a.ts", program).unwrap_or_else(|error| panic!("{error:?}"));
        assert!(origins.is_some(), "{program}");
        assert_eq!(printed(&text).ok(), compiled(program).ok(), "{program}");
        assert!(compiled(program).is_ok(), "{program}");
    }
}

#[test]
fn compiled_places_lead_back() {
    let source = "enum Kind { A, B }\nclass P { constructor(private n: number) {} }\n\n\
                  function fail(kind: Kind): never {\n  throw new Error(`${kind}`);\n}\nfail(Kind.B);\n";
    let Erased { text, origins } = erase("a.ts", source).unwrap_or_else(|error| panic!("{error:?}"));
    let origins = origins.unwrap_or_default();
    let place = |needle: &str| {
        let at = text.find(needle).unwrap_or_else(|| panic!("{needle} in {text}"));
        let line = text[..at].matches('\n').count() + 1;
        let column = at - text[..at].rfind('\n').map_or(0, |end| end + 1) + 1;
        origins.written(u32::try_from(line).unwrap_or(0), u32::try_from(column).unwrap_or(0))
    };
    assert_eq!(place("new Error"), (5, 9));
    assert_eq!(place("fail(Kind.B)"), (7, 1));
}

#[test]
fn mistakes_stand_at_their_places() {
    let place = |source: &str| match erase("program.ts", source) {
        Err(Rejection::Diagnosed { how, diagnostics }) => {
            let location = diagnostics[0].location.as_ref().map(ToString::to_string).unwrap_or_default();
            assert!(diagnostics[0].text.starts_with(&location), "{}", diagnostics[0].text);
            (how, location)
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(place("let a = 1;\nlet é = \"🦀\" + ;"), (Diagnosed::Syntax, "program.ts:2:16".to_owned()));
    assert_eq!(place("\u{feff}let a: = 1;").1, "program.ts:1:8");
    assert_eq!(place("\u{feff}#!/usr/bin/env node\nlet a: = 1;").1, "program.ts:2:8");
    assert_eq!(place("let a = 1;\r\nlet a = 2;"), (Diagnosed::Syntax, "program.ts:1:5".to_owned()));
    assert_eq!(place("\n  @d class A {}"), (Diagnosed::Unsupported, "program.ts:2:3".to_owned()));
    assert_eq!(place("class A { accessor a = 1 }").0, Diagnosed::Unsupported);
    assert_eq!(place("let a = 1;\nexport = a;").0, Diagnosed::Unsupported);
    assert_eq!(place("let a = <b></b>;").0, Diagnosed::Syntax);
}
/// A change of a program, word by word; numbers are taken within what there is.
#[derive(Debug, Clone)]
enum Edit {
    /// Words are taken out.
    Remove { at: usize, words: usize },
    /// Words of another program are put in.
    Insert { at: usize, program: usize, from: usize, words: usize },
    /// A word is followed by the end of a line.
    Break { at: usize },
}

fn edit() -> impl Strategy<Value = Edit> {
    let any = || 0..usize::MAX;
    prop_oneof![
        (any(), 1..4_usize).prop_map(|(at, words)| Edit::Remove { at, words }),
        (any(), any(), any(), 1..12_usize).prop_map(|(at, program, from, words)| Edit::Insert {
            at,
            program,
            from,
            words
        }),
        any().prop_map(|at| Edit::Break { at }),
    ]
}

/// The words of a text; what is none stands by itself.
fn words(text: &str) -> Vec<&str> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if is_word(first) { rest.find(|letter| !is_word(letter)) } else { Some(first.len_utf8()) };
        let (word, after) = rest.split_at(length.unwrap_or(rest.len()));
        words.push(word);
        rest = after;
    }
    words
}

fn edited(program: &'static str, edits: &[Edit]) -> String {
    let mut text = words(program);
    for edit in edits {
        match *edit {
            Edit::Remove { at, words } => {
                let at = at % (text.len() + 1);
                text.drain(at..text.len().min(at + words));
            }
            // What is declared beside an import of the same name is a mistake that each tells in its own way.
            Edit::Insert { .. } if program.contains("import") => {}
            Edit::Insert { at, program, from, words: count } => {
                let other = words(BLANKED[program % BLANKED.len()]);
                let from = from % other.len();
                let at = at % (text.len() + 1);
                text.splice(at..at, other[from..other.len().min(from + count)].iter().copied());
            }
            Edit::Break { at } => text.insert(at % (text.len() + 1), "\n"),
        }
    }
    text.concat()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the text: it is refused with places that lie in it, or what is left means what the compiler makes of it.
    #[test]
    fn any_text_is_refused_at_its_place_or_means_what_the_compiler_makes_of_it(
        program in prop::sample::select([BLANKED, APART].concat()),
        edits in prop::collection::vec(edit(), 0..4),
    ) {
        let source = edited(program, &edits);
        match erase("a.ts", &source) {
            Ok(Erased { origins: None, .. }) => {
                kept_in_place(&source);
            }
            Ok(Erased { text, .. }) => {
                prop_assert_eq!(printed(&text).ok(), compiled(&source).ok(), "of\n{}", source);
            }
            Err(Rejection::Diagnosed { diagnostics, .. }) => {
                prop_assert!(!diagnostics.is_empty());
                let lines = u32::try_from(source.split('\n').count()).unwrap_or(u32::MAX);
                for location in diagnostics.iter().filter_map(|diagnostic| diagnostic.location.as_ref()) {
                    prop_assert!((1..=lines).contains(&location.line), "{location} in\n{source}");
                }
            }
            Err(other) => prop_assert!(false, "{other:?} of\n{source}"),
        }
    }

    /// The same for any letters at all.
    #[test]
    fn no_text_is_too_odd(source in "\\PC{0,40}") {
        let _ = erase("a.ts", &source);
        let _ = exports("a.ts", &source, Dialect::TypeScript);
        let _ = is_unfinished(&source, Dialect::TypeScript);
    }
}

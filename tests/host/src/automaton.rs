//! A guest whose programs are letters: each is one thing that a language runtime may do to its sandbox.
//!
//! | letter | what it does |
//! |---|---|
//! | `l` | prints the program |
//! | `L` | prints a line of 1 MiB, 100 times |
//! | `c` `C` | rings the bell once, 10,000 times |
//! | `i` | loops for ever |
//! | `s` | loops until it is told to stop, and says where it was |
//! | `r` | calls itself for ever |
//! | `m` | takes memory until there is none, and says so |
//! | `M` | the same, and aborts |
//! | `u` `z` | aborts, divides by zero |
//! | `e` `a` `n` | fails, with a failed call, with an unknown name; the program is the message |
//! | `U` | fails with a call that is not held |
//! | `v` `d` `g` `w` | a value is handed back, a call was late, a guard refused, a module failed |
//! | `t` | prints the clock and a random number as eight bytes each |
//! | `b` | prints a text that is none |
//! | space | nothing |

use gg_codegen::{emit::wit, surface::Surface};
use gg_engine::arm::{
    Arm, Case, Diagnosed, Diagnostic, Guest, Inputs, Location, Module, ModuleSource, Naming, Prepared, Progress,
    Rejection, SharedGuest, Source, Stage, Work, Written,
};
use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, DataSection, EntityType, ExportKind, ExportSection, Function, FunctionSection,
    GlobalSection, GlobalType, ImportSection, InstructionSink, MemArg, MemorySection, MemoryType, Module as CoreModule,
    TypeSection, ValType,
};
use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};

/// What the module imports, in order: interface, name, parameters, result.
const IMPORTS: [(&str, &str, usize, Option<ValType>); 10] = [
    ("bell", "ring", 1, None),
    ("feedback", "log", 2, None),
    ("feedback", "note-return", 0, None),
    ("feedback", "report-deferred", 2, None),
    ("feedback", "report-guard", 4, None),
    ("feedback", "report-error", 8, None),
    ("feedback", "report-module-error", 4, None),
    ("feedback", "now", 0, Some(ValType::I64)),
    ("feedback", "random", 0, Some(ValType::I64)),
    ("feedback", "should-stop", 0, Some(ValType::I32)),
];
const RING: u32 = 0;
const LOG: u32 = 1;
const NOTE_RETURN: u32 = 2;
const REPORT_DEFERRED: u32 = 3;
const REPORT_GUARD: u32 = 4;
const REPORT_ERROR: u32 = 5;
const REPORT_MODULE_ERROR: u32 = 6;
const NOW: u32 = 7;
const RANDOM: u32 = 8;
const SHOULD_STOP: u32 = 9;
/// The module's own functions come after them.
const REALLOC: u32 = 10;
const RECURSE: u32 = 11;
const RUN: u32 = 12;
const BOUND_OPERATIONS: u32 = 13;

/// The texts at the beginning of the memory.
const TEXTS: &[u8] = b"program:1:1bell.ringout of memoryinterrupted";
const PLACE: [i32; 2] = [0, 11];
const BELL_RING: [i32; 2] = [11, 9];
const BELL: [i32; 2] = [11, 4];
const OUT_OF_MEMORY: [i32; 2] = [20, 13];
const INTERRUPTED: [i32; 2] = [33, 11];
/// Where an answer, numbers, an empty list and two bytes that are no text stand; the rest is empty up to the heap.
const ANSWER: i32 = 1024;
const NUMBERS: i32 = 1536;
const NOTHING: i32 = 2048;
const NO_TEXT: i32 = 3072;
const EMPTY: i32 = 4096;
const HEAP: i32 = 1_200_000;

/// Parameters and variables of `run`.
const TEXT: u32 = 2;
const LENGTH: u32 = 3;
const AT: u32 = 6;
const LETTER: u32 = 7;
const TIMES: u32 = 8;
const FREE: u32 = 9;

/// A letter, and the code for it.
type Does = fn(&mut InstructionSink<'_>);
const LETTERS: [(u8, Does); 22] = [
    (b'l', |to| {
        to.local_get(TEXT).local_get(LENGTH).call(LOG);
    }),
    (b'L', |to| {
        times(to, 100, |to| {
            to.i32_const(EMPTY).i32_const(1 << 20).call(LOG);
        });
    }),
    (b'c', |to| {
        to.i32_const(ANSWER).call(RING);
    }),
    (b'C', |to| {
        // What an answer took of the heap is given back.
        to.global_get(0).local_set(FREE);
        times(to, 10_000, |to| {
            to.i32_const(ANSWER).call(RING).local_get(FREE).global_set(0);
        });
    }),
    (b'i', |to| {
        to.loop_(BlockType::Empty).br(0).end();
    }),
    (b's', |to| {
        to.loop_(BlockType::Empty).call(SHOULD_STOP).i32_eqz().br_if(0).end();
        fail(to, 2, None, INTERRUPTED);
    }),
    (b'r', |to| {
        to.i32_const(0).call(RECURSE).drop();
    }),
    (b'm', |to| {
        exhaust(to);
        fail(to, 2, None, OUT_OF_MEMORY);
    }),
    (b'M', |to| {
        exhaust(to);
        to.unreachable();
    }),
    (b'u', |to| {
        to.unreachable();
    }),
    (b'z', |to| {
        to.i32_const(1).i32_const(0).i32_div_u().drop();
    }),
    (b'e', |to| fail_with_program(to, 2, None)),
    (b'a', |to| fail_with_program(to, 0, Some(1))),
    (b'n', |to| fail_with_program(to, 1, None)),
    (b'U', |to| fail_with_program(to, 0, Some(4))),
    (b'v', |to| {
        to.call(NOTE_RETURN);
    }),
    (b'd', |to| {
        text(to, BELL_RING);
        to.call(REPORT_DEFERRED);
    }),
    (b'g', |to| {
        text(to, BELL_RING);
        to.local_get(TEXT).local_get(LENGTH).call(REPORT_GUARD);
    }),
    (b'w', |to| {
        text(to, BELL);
        to.local_get(TEXT).local_get(LENGTH).call(REPORT_MODULE_ERROR);
    }),
    (b't', |to| {
        let at = |offset| MemArg { offset, align: 3, memory_index: 0 };
        to.i32_const(NUMBERS).call(NOW).i64_store(at(0)).i32_const(NUMBERS).call(RANDOM).i64_store(at(8));
        to.i32_const(NUMBERS).i32_const(16).call(LOG);
    }),
    (b'b', |to| {
        to.i32_const(NO_TEXT).i32_const(2).call(LOG);
    }),
    (b' ', |_| {}),
];

fn text(to: &mut InstructionSink<'_>, text: [i32; 2]) {
    to.i32_const(text[0]).i32_const(text[1]);
}

fn times(to: &mut InstructionSink<'_>, times: i32, does: Does) {
    to.i32_const(times).local_set(TIMES).loop_(BlockType::Empty);
    does(to);
    to.local_get(TIMES).i32_const(1).i32_sub().local_tee(TIMES).br_if(0).end();
}

fn exhaust(to: &mut InstructionSink<'_>) {
    to.loop_(BlockType::Empty).i32_const(64).memory_grow(0).i32_const(-1).i32_ne().br_if(0).end();
}

fn fail(to: &mut InstructionSink<'_>, kind: i32, code: Option<i32>, message: [i32; 2]) {
    to.i32_const(kind).i32_const(i32::from(code.is_some())).i32_const(code.unwrap_or(0));
    text(to, message);
    to.i32_const(1);
    text(to, PLACE);
    to.call(REPORT_ERROR);
}

fn fail_with_program(to: &mut InstructionSink<'_>, kind: i32, code: Option<i32>) {
    to.i32_const(kind).i32_const(i32::from(code.is_some())).i32_const(code.unwrap_or(0));
    to.local_get(TEXT).local_get(LENGTH).i32_const(1);
    text(to, PLACE);
    to.call(REPORT_ERROR);
}

/// The core module, for the table `least`.
fn module() -> Vec<u8> {
    let (mut types, mut imports, mut functions) = (TypeSection::new(), ImportSection::new(), FunctionSection::new());
    for (at, (interface, name, params, result)) in (0u32..).zip(IMPORTS) {
        types.ty().function(vec![ValType::I32; params], result);
        imports.import(&format!("tests:least/{interface}"), name, EntityType::Function(at));
    }
    let mut code = CodeSection::new();
    let own = [(4, true, realloc()), (1, true, recurse()), (6, false, run()), (0, true, bound_operations())];
    for (at, (params, gives, body)) in (REALLOC..).zip(own) {
        types.ty().function(vec![ValType::I32; params], gives.then_some(ValType::I32));
        functions.function(at);
        code.function(&body);
    }
    let mut memories = MemorySection::new();
    memories.memory(MemoryType { minimum: 32, maximum: None, memory64: false, shared: false, page_size_log2: None });
    let mut globals = GlobalSection::new();
    let heap = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
    globals.global(heap, &ConstExpr::i32_const(HEAP));
    let mut exports = ExportSection::new();
    exports.export("memory", ExportKind::Memory, 0).export("cabi_realloc", ExportKind::Func, REALLOC);
    exports.export("run", ExportKind::Func, RUN).export("bound-operations", ExportKind::Func, BOUND_OPERATIONS);
    let mut data = DataSection::new();
    data.active(0, &ConstExpr::i32_const(0), TEXTS.iter().copied());
    data.active(0, &ConstExpr::i32_const(NO_TEXT), [0xff, 0xff]);
    let mut module = CoreModule::new();
    module.section(&types).section(&imports).section(&functions).section(&memories).section(&globals);
    module.section(&exports).section(&code).section(&data);
    module.finish()
}

/// Gives out the heap in steps of 16 bytes, and takes nothing back.
fn realloc() -> Function {
    let mut body = Function::new([]);
    let mut to = body.instructions();
    to.global_get(0).global_get(0).local_get(3).i32_add().i32_const(15).i32_add();
    to.i32_const(-16).i32_and().global_set(0).end();
    body
}

fn recurse() -> Function {
    let mut body = Function::new([]);
    body.instructions().local_get(0).i32_const(1).i32_add().call(RECURSE).i32_const(1).i32_add().end();
    body
}

fn run() -> Function {
    let mut body = Function::new([(4, ValType::I32)]);
    let mut to = body.instructions();
    to.loop_(BlockType::Empty);
    to.local_get(AT).local_get(LENGTH).i32_ge_u().if_(BlockType::Empty).return_().end();
    to.local_get(TEXT).local_get(AT).i32_add();
    to.i32_load8_u(MemArg { offset: 0, align: 0, memory_index: 0 }).local_set(LETTER);
    to.local_get(AT).i32_const(1).i32_add().local_set(AT);
    for (letter, does) in LETTERS {
        to.local_get(LETTER).i32_const(letter.into()).i32_eq().if_(BlockType::Empty);
        does(&mut to);
        to.end();
    }
    to.br(0).end().end();
    body
}

/// None are bound: the pair at this place is an empty list.
fn bound_operations() -> Function {
    let mut body = Function::new([]);
    body.instructions().i32_const(NOTHING).end();
    body
}

/// The component, which imports the membrane of the table `least` and nothing else.
///
/// # Errors
///
/// The package and the module do not fit, which is a mistake in here or in the bare package.
pub fn component() -> Result<Vec<u8>, String> {
    let source = gg_codegen::source::Source::new("least.toml", crate::tables::least::SOURCE);
    let surface: Surface = gg_codegen::table::read(&source).surface.ok_or("the table is refused")?;
    let (resolve, package) = wit::parse(&surface).map_err(|e| e.to_string())?;
    let world = resolve.select_world(&[package], None).map_err(|e| format!("{e:?}"))?;
    let mut module = module();
    embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8).map_err(|e| format!("{e:?}"))?;
    let encoder = ComponentEncoder::default().module(&module).map_err(|e| format!("{e:?}"))?;
    encoder.validate(true).encode().map_err(|e| format!("{e:?}"))
}

/// The arm of these programs. A program that begins with `?` is refused by its compiler, which names a letter it does not
/// know; with `!`, there is no compiler; with `#`, the arm is defective.
#[derive(Debug, Default)]
pub struct Automaton {
    /// Another value makes another component of it.
    pub version: String,
}

impl Arm for Automaton {
    fn id(&self) -> &'static str {
        "javascript"
    }

    fn program_name(&self) -> &'static str {
        "program"
    }

    fn prepare<'a>(&'a self, program: Source<'a>) -> Work<'a, Result<Prepared, Rejection>> {
        let location = Location { name: "program".to_owned(), line: 1, column: 2 };
        let unknown = Diagnostic::new(Some(location), None, "no such letter").about_unknown_name();
        let detail = String::from("no compiler at /opt/compiler");
        let prepared = match program.text.chars().next() {
            Some('?') => {
                Err(Rejection::Diagnosed { how: Diagnosed::Compile, diagnostics: vec![unknown; program.text.len()] })
            }
            Some('!') => Err(Rejection::Toolchain { how: gg_engine::arm::Toolchain::Missing, detail }),
            Some('#') => Err(Rejection::Defect("only generated files are named".to_owned())),
            Some('%') => panic!("the arm panics"),
            _ => Ok(Prepared::text(program.text)),
        };
        Box::pin(std::future::ready(prepared))
    }

    fn prepare_module<'a>(&'a self, module: ModuleSource<'a>) -> Work<'a, Result<Module, Rejection>> {
        let ModuleSource { name, key, text, .. } = module;
        Box::pin(std::future::ready(Ok(Module {
            name: name.to_owned(),
            key: key.to_owned(),
            source: text.to_owned(),
            text: text.to_owned(),
            listed: text.to_owned(),
            origins: None,
            artifact: None,
            exports: Vec::new(),
        })))
    }

    fn naming(&self) -> Naming {
        Naming { case: Case::Camel, reserved: Vec::new(), separator: ".", import: str::to_owned }
    }

    fn write(&self, _: &[Written]) -> String {
        String::new()
    }

    fn guest(&self) -> Guest<'_> {
        Guest::Shared(self)
    }

    fn says_out_of_memory(&self, message: &str) -> bool {
        message == "out of memory"
    }
}

impl SharedGuest for Automaton {
    fn name(&self) -> &'static str {
        "automaton"
    }

    fn inputs(&self, inputs: &mut Inputs) {
        inputs.add("version", &self.version);
        inputs.add("module", module());
    }

    fn build<'a>(&'a self, progress: Progress<'a>) -> Work<'a, Result<Vec<u8>, Rejection>> {
        Box::pin(async {
            progress(Stage::Building("joining"));
            component().map_err(Rejection::Defect)
        })
    }
}

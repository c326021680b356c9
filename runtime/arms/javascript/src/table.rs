//! The table as the engine works with it: descriptors, with the layouts of the canonical ABI and the names as atoms.

use gg_descriptors::{Descriptors, Shape};

use crate::js::{Atom, Outcome, Value};

/// A position in [`Table::types`].
pub(crate) type Type = usize;

/// A table.
pub(crate) struct Table {
    /// What it was made from.
    pub(crate) descriptors: Descriptors,
    /// The types, in the same order.
    pub(crate) types: Vec<Layout>,
    /// The operations, in the same order.
    pub(crate) operations: Vec<Operation>,
    /// `kind` and `value`.
    pub(crate) kind: Member,
    pub(crate) value: Member,
}

/// How a type lies in memory and in registers, and what its parts are called.
pub(crate) struct Layout {
    pub(crate) size: usize,
    pub(crate) align: usize,
    /// How many registers it takes; more than sixteen is as good as any.
    pub(crate) flat: usize,
    /// Of a variant: the size of the number of its case.
    pub(crate) case_size: usize,
    /// Of a variant: where what a case carries begins.
    pub(crate) payload: usize,
    pub(crate) parts: Parts,
}

/// What a type is made of.
pub(crate) enum Parts {
    Bool,
    /// An integer of this many bytes.
    Integer {
        size: usize,
        signed: bool,
    },
    F32,
    F64,
    Char,
    String,
    List(Type),
    Option(Type),
    Result([Option<Type>; 2]),
    Tuple(Vec<Type>),
    Record(Record),
    Variant(Vec<Case>),
    Enum(Vec<Word>),
    Flags(Vec<Member>),
    Patch {
        keep: usize,
        empty: usize,
        set: usize,
        value: Option<Type>,
    },
}

/// A record, or what is beside the `kind` of a case.
pub(crate) struct Record {
    pub(crate) fields: Vec<Field>,
    /// Every name a value of it can have.
    pub(crate) names: Vec<Member>,
}

/// A field of a record.
pub(crate) struct Field {
    pub(crate) member: Member,
    pub(crate) ty: Type,
    pub(crate) left_out: bool,
    /// Its cases stand beside the members of the record.
    pub(crate) spread: bool,
}

/// A case of a variant.
pub(crate) struct Case {
    /// The member it is where its variant is spread.
    pub(crate) member: Member,
    /// What `kind` says of it.
    pub(crate) word: Value,
    pub(crate) payload: Option<Type>,
}

/// The name of a member.
#[derive(Clone)]
pub(crate) struct Member {
    pub(crate) text: String,
    pub(crate) atom: Atom,
    /// Every object inherits a member by this name, so only an own one counts.
    pub(crate) inherited: bool,
}

/// A word, as a string that is made once.
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) value: Value,
}

/// An operation.
pub(crate) struct Operation {
    pub(crate) params: Vec<Param>,
    /// How many arguments stand in order.
    pub(crate) positional: usize,
    /// The members of the bag of options.
    pub(crate) options: Vec<Member>,
    /// The parameters together, as they lie in memory.
    pub(crate) size: usize,
    pub(crate) align: usize,
    pub(crate) flat: usize,
    /// What comes back, the failure included.
    pub(crate) answer: Type,
    /// Where its failure has what is particular to it; none where it has no such failure.
    pub(crate) failure: Option<Failure>,
    /// Its id without the module, and its id, as its failures say them.
    pub(crate) key: Value,
    pub(crate) id: Value,
    /// How a program writes it: a string of its own for each code.
    pub(crate) failures: Vec<Value>,
}

/// Fields of a failure: where each lies, and its type.
pub(crate) struct Failure {
    pub(crate) code: (usize, Type),
    pub(crate) message: (usize, Type),
}

/// A parameter.
pub(crate) struct Param {
    pub(crate) member: Member,
    pub(crate) position: Option<usize>,
    pub(crate) left_out: bool,
    pub(crate) ty: Type,
}

impl Table {
    pub(crate) fn new(descriptors: Descriptors) -> Outcome<Self> {
        let plain = Value::object()?;
        let member = |text: &str| -> Outcome<Member> {
            let atom = Atom::new(text)?;
            let inherited = !plain.get(atom)?.is_undefined();
            Ok(Member { text: text.to_owned(), atom, inherited })
        };
        let mut types: Vec<Layout> = Vec::new();
        for ty in &descriptors.types {
            let layout = layout(&types, &ty.shape, &member)?;
            types.push(layout);
        }
        let mut operations = Vec::new();
        for operation in &descriptors.operations {
            let mut params = Vec::new();
            for param in &operation.params {
                params.push(Param {
                    member: member(&param.name)?,
                    position: param.position.map(|position| position as usize),
                    left_out: param.left_out,
                    ty: param.ty as usize,
                });
            }
            let of: Vec<Type> = params.iter().map(|param| param.ty).collect();
            let (size, align, flat) = product(&types, &of);
            let options = params.iter().filter(|param| param.position.is_none());
            let options = options.map(|param| param.member.clone()).collect();
            let positional = params.iter().filter(|param| param.position.is_some()).count();
            let answer = operation.answer as usize;
            let failures =
                descriptors.codes.iter().map(|_| Value::string(&operation.spelling)).collect::<Outcome<_>>()?;
            operations.push(Operation {
                params,
                positional,
                options,
                size,
                align,
                flat,
                answer,
                failure: failure(&types, answer),
                key: Value::string(&operation.key)?,
                id: Value::string(&operation.id)?,
                failures,
            });
        }
        Ok(Self { types, operations, kind: member("kind")?, value: member("value")?, descriptors })
    }

    /// What a refusal says a value of a type has to be.
    pub(crate) fn expected(&self, ty: Type) -> &str {
        &self.descriptors.types[ty].expected
    }

    /// The position of a failure's code.
    pub(crate) fn code(&self, word: &str) -> usize {
        self.descriptors.codes.iter().position(|code| code == word).unwrap_or(0)
    }
}

/// The fields of the failure in an answer.
fn failure(types: &[Layout], answer: Type) -> Option<Failure> {
    let Parts::Result([_, Some(error)]) = types[answer].parts else { return None };
    let Parts::Record(record) = &types[error].parts else { return None };
    let field = |name: &str| {
        let mut at = 0usize;
        record.fields.iter().find_map(|field| {
            let of = &types[field.ty];
            let start = at.next_multiple_of(of.align);
            at = start + of.size;
            (field.member.text == name).then_some((start, field.ty))
        })
    };
    Some(Failure { code: field("code")?, message: field("message")? })
}

/// Size, alignment and registers of values one after the other.
fn product(types: &[Layout], parts: &[Type]) -> (usize, usize, usize) {
    let (mut size, mut align, mut flat) = (0usize, 1, 0);
    for part in parts {
        let part = &types[*part];
        size = size.next_multiple_of(part.align) + part.size;
        align = align.max(part.align);
        flat += part.flat;
    }
    (size.next_multiple_of(align), align, flat)
}

fn layout(types: &[Layout], shape: &Shape, member: &dyn Fn(&str) -> Outcome<Member>) -> Outcome<Layout> {
    let scalar = |size, parts| Layout { size, align: size, flat: 1, case_size: 0, payload: 0, parts };
    let integer = |size, signed| scalar(size, Parts::Integer { size, signed });
    let pair = |parts| Layout { size: 8, align: 4, flat: 2, case_size: 0, payload: 0, parts };
    let all = |parts: Vec<Type>| {
        let (size, align, flat) = product(types, &parts);
        move |parts| Layout { size, align, flat, case_size: 0, payload: 0, parts }
    };
    let cases = |count: usize, payloads: &[Type]| {
        let case_size = if count <= 1 << 8 {
            1
        } else if count <= 1 << 16 {
            2
        } else {
            4
        };
        let widest = payloads.iter().map(|payload| types[*payload].align).max().unwrap_or(1);
        let align = widest.max(case_size);
        let payload = case_size.next_multiple_of(widest);
        let longest = payloads.iter().map(|payload| types[*payload].size).max().unwrap_or(0);
        let flat = 1 + payloads.iter().map(|payload| types[*payload].flat).max().unwrap_or(0);
        move |parts| Layout {
            size: (payload + longest).next_multiple_of(align),
            align,
            flat,
            case_size,
            payload,
            parts,
        }
    };
    let word =
        |text: &String| -> Outcome<Word> { Ok(Word { text: text.clone(), value: Atom::new(text)?.to_value()? }) };
    Ok(match shape {
        Shape::Bool => scalar(1, Parts::Bool),
        Shape::U8 => integer(1, false),
        Shape::U16 => integer(2, false),
        Shape::U32 => integer(4, false),
        Shape::U64 => integer(8, false),
        Shape::S8 => integer(1, true),
        Shape::S16 => integer(2, true),
        Shape::S32 => integer(4, true),
        Shape::S64 => integer(8, true),
        Shape::F32 => scalar(4, Parts::F32),
        Shape::F64 => scalar(8, Parts::F64),
        Shape::Char => scalar(4, Parts::Char),
        Shape::String => pair(Parts::String),
        Shape::List(item) => pair(Parts::List(*item as usize)),
        Shape::Option(value) => cases(2, &[*value as usize])(Parts::Option(*value as usize)),
        Shape::Result { ok, err } => {
            let halves = [ok.map(|ty| ty as usize), err.map(|ty| ty as usize)];
            let payloads: Vec<Type> = halves.into_iter().flatten().collect();
            cases(2, &payloads)(Parts::Result(halves))
        }
        Shape::Tuple(items) => {
            let items: Vec<Type> = items.iter().map(|item| *item as usize).collect();
            all(items.clone())(Parts::Tuple(items))
        }
        Shape::Record(fields) => {
            let mut record = Record { fields: Vec::new(), names: Vec::new() };
            for field in fields {
                let ty = field.ty as usize;
                let member = member(&field.name)?;
                match (&types[ty].parts, field.spread) {
                    (Parts::Variant(cases), true) => {
                        record.names.extend(cases.iter().map(|case| case.member.clone()));
                    }
                    _ => record.names.push(member.clone()),
                }
                record.fields.push(Field { member, ty, left_out: field.left_out, spread: field.spread });
            }
            all(record.fields.iter().map(|field| field.ty).collect())(Parts::Record(record))
        }
        Shape::Variant(of) => {
            let payloads: Vec<Type> = of.iter().filter_map(|case| case.payload).map(|ty| ty as usize).collect();
            let mut members = Vec::new();
            for case in of {
                let member = member(&case.name)?;
                let word = member.atom.to_value()?;
                members.push(Case { member, word, payload: case.payload.map(|ty| ty as usize) });
            }
            cases(of.len(), &payloads)(Parts::Variant(members))
        }
        Shape::Enum(words) => {
            let words = words.iter().map(word).collect::<Outcome<Vec<_>>>()?;
            cases(words.len(), &[])(Parts::Enum(words))
        }
        Shape::Flags(bits) => {
            let size = match bits.len() {
                ..=8 => 1,
                9..=16 => 2,
                // The component model has no more than 32.
                _ => 4,
            };
            scalar(size, Parts::Flags(bits.iter().map(|bit| member(bit)).collect::<Outcome<_>>()?))
        }
        Shape::Patch { keep, empty, set, value } => {
            let value = value.map(|ty| ty as usize);
            let payloads: Vec<Type> = value.into_iter().collect();
            let [keep, empty, set] = [*keep as usize, *empty as usize, *set as usize];
            cases(3, &payloads)(Parts::Patch { keep, empty, set, value })
        }
    })
}

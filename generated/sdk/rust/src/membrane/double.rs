// Generated from operations.toml by gg-codegen; edits are lost.
// To change it, edit the table and run `cargo gen`.

//! The membrane outside of a component: what a test, or a program on its author's own machine, puts
//! in the host's place.
//!
//! [`answer`] takes a handler for the calls of this thread. It is given each call as the request a
//! host records, and gives the value the call returns, or its failure.

#![allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "a table need not have every kind of type"
)]

use std::{
    any::{Any, type_name},
    cell::RefCell,
    fmt::Write,
};

use super::ApiError;

/// A call that reached the membrane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The operation, such as `module.key`.
    pub id: &'static str,
    /// The recorded request, a JSON object: a member for each parameter, in order, named in
    /// `snake_case`. What was left out is left out here too.
    pub json: String,
}

/// What a handler gives for a call.
pub type Answer = Result<Box<dyn Any>, ApiError>;

type Handler = Box<dyn FnMut(&Request) -> Answer>;

thread_local! {
    static HANDLER: RefCell<Option<Handler>> = const { RefCell::new(None) };
}

/// The answer that returns a value. Its type is exactly what the call returns, `()` for nothing.
///
/// # Errors
///
/// Never: it is an [`Answer`], as a handler gives it.
pub fn value<T: Any>(value: T) -> Answer {
    Ok(Box::new(value))
}

/// Runs `program` with `handler` in the host's place; the handler before it, if there was one,
/// returns afterwards.
///
/// # Panics
///
/// Where `program` does, and where an answer is of another type than its call returns.
pub fn answer<T>(
    handler: impl FnMut(&Request) -> Answer + 'static,
    program: impl FnOnce() -> T,
) -> T {
    struct Restore(Option<Handler>);
    impl Drop for Restore {
        fn drop(&mut self) {
            HANDLER.set(self.0.take());
        }
    }
    let _restore = Restore(HANDLER.replace(Some(Box::new(handler))));
    program()
}

/// Makes a call.
pub(crate) fn call<T: Any>(
    id: &'static str,
    arguments: &[(&str, &dyn Json)],
) -> Result<T, ApiError> {
    let mut json = String::new();
    object(arguments, &mut json);
    let request = Request { id, json };
    // The handler is out of its place meanwhile, so that it may make calls of its own to another.
    let handler = HANDLER.take();
    let Some(mut handler) = handler else {
        panic!("no one answers {id}: outside of a component `membrane::answer` gives calls a handler")
    };
    let answer = handler(&request);
    HANDLER.set(Some(handler));
    match answer?.downcast() {
        Ok(value) => Ok(*value),
        Err(_) => panic!("the answer to {id} is not of the type it returns, {}", type_name::<T>()),
    }
}

/// A type whose values stand in a recorded request.
pub(crate) trait Json {
    /// Writes the value.
    fn write(&self, out: &mut String);

    /// Whether it is left out as a member.
    fn is_absent(&self) -> bool {
        false
    }
}

/// Writes an object of those members that are there.
pub(crate) fn object(members: &[(&str, &dyn Json)], out: &mut String) {
    let mut separator = '{';
    for (name, value) in members.iter().filter(|(_, value)| !value.is_absent()) {
        out.push(separator);
        name.write(out);
        out.push(':');
        value.write(out);
        separator = ',';
    }
    if separator == '{' {
        out.push('{');
    }
    out.push('}');
}

/// Writes an array.
pub(crate) fn array<'a>(items: impl IntoIterator<Item = &'a dyn Json>, out: &mut String) {
    out.push('[');
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        item.write(out);
    }
    out.push(']');
}

macro_rules! plain {
    ($($ty:ident)+) => {$(
        impl Json for $ty {
            fn write(&self, out: &mut String) {
                let _ = write!(out, "{self}");
            }
        }
    )+};
}

plain!(bool u8 u16 u32 u64 i8 i16 i32 i64);

macro_rules! float {
    ($($ty:ident)+) => {$(
        impl Json for $ty {
            fn write(&self, out: &mut String) {
                let _ = match *self {
                    value if value.is_nan() => write!(out, "\"NaN\""),
                    Self::INFINITY => write!(out, "\"Infinity\""),
                    Self::NEG_INFINITY => write!(out, "\"-Infinity\""),
                    value => write!(out, "{value:?}"),
                };
            }
        }
    )+};
}

float!(f32 f64);

impl Json for str {
    fn write(&self, out: &mut String) {
        out.push('"');
        for c in self.chars() {
            match c {
                '"' | '\\' => out.extend(['\\', c]),
                '\n' => out.push_str("\\n"),
                '\r' => out.push_str("\\r"),
                '\t' => out.push_str("\\t"),
                '\0'..='\x1f' => {
                    let _ = write!(out, "\\u{:04x}", u32::from(c));
                }
                _ => out.push(c),
            }
        }
        out.push('"');
    }
}

impl Json for char {
    fn write(&self, out: &mut String) {
        self.encode_utf8(&mut [0; 4]).write(out);
    }
}

impl Json for String {
    fn write(&self, out: &mut String) {
        self.as_str().write(out);
    }
}

impl Json for () {
    fn write(&self, out: &mut String) {
        out.push_str("null");
    }
}

impl<T: Json + ?Sized> Json for &T {
    fn write(&self, out: &mut String) {
        (**self).write(out);
    }

    fn is_absent(&self) -> bool {
        (**self).is_absent()
    }
}

impl<T: Json> Json for [T] {
    fn write(&self, out: &mut String) {
        array(self.iter().map(|item| item as &dyn Json), out);
    }
}

impl<T: Json> Json for Vec<T> {
    fn write(&self, out: &mut String) {
        self.as_slice().write(out);
    }
}

impl<T: Json> Json for Option<T> {
    fn write(&self, out: &mut String) {
        match self {
            Some(value) => value.write(out),
            None => ().write(out),
        }
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

impl<T: Json, E: Json> Json for Result<T, E> {
    fn write(&self, out: &mut String) {
        match self {
            Ok(value) => object(&[("ok", &Member(value))], out),
            Err(error) => object(&[("err", &Member(error))], out),
        }
    }
}

/// What is always there: the one member of a variant.
pub(crate) struct Member<T>(pub(crate) T);

impl<T: Json> Json for Member<T> {
    fn write(&self, out: &mut String) {
        self.0.write(out);
    }
}

macro_rules! tuple {
    ($($item:ident $field:tt),+) => {
        impl<$($item: Json),+> Json for ($($item,)+) {
            fn write(&self, out: &mut String) {
                array([$(&self.$field as &dyn Json),+], out);
            }
        }
    };
}

macro_rules! record {
    ($name:ty { $($field:ident ($word:literal): $ty:ty),+ $(,)? }) => {
        impl $crate::membrane::double::Json for $name {
            fn write(&self, out: &mut String) {
                $crate::membrane::double::object(&[$(($word, {
                    let value: &$ty = &self.$field;
                    value
                })),+], out);
            }
        }
    };
}

macro_rules! variant {
    ($name:ty {
        $($tag:literal => $case:ident $(($payload:ident: $ty:ty))? = $word:literal),+ $(,)?
    }) => {
        impl $crate::membrane::double::Json for $name {
            fn write(&self, out: &mut String) {
                match self {$(
                    Self::$case $(($payload))? => {
                        let _payload = ();
                        $(let _payload: &$ty = $payload;)?
                        let members: [(&str, &dyn $crate::membrane::double::Json); 1] =
                            [($word, &$crate::membrane::double::Member(_payload))];
                        $crate::membrane::double::object(&members, out);
                    }
                )+}
            }
        }
    };
}

macro_rules! patch {
    (
        $name:ty {
            $keep_tag:literal => $keep:ident = $keep_word:literal,
            $empty_tag:literal => $empty:ident = $empty_word:literal,
            $set_tag:literal => $set:ident ($payload:ident: $ty:ty) = $set_word:literal $(,)?
        }
    ) => {
        impl $crate::membrane::double::Json for $name {
            fn write(&self, out: &mut String) {
                match self {
                    Self::$keep | Self::$empty => $crate::membrane::double::Json::write(&(), out),
                    Self::$set(value) => <$ty as $crate::membrane::double::Json>::write(value, out),
                }
            }

            fn is_absent(&self) -> bool {
                matches!(self, Self::$keep)
            }
        }
    };
}

macro_rules! words {
    ($name:ty { $($tag:literal => $case:ident = $word:literal),+ $(,)? }) => {
        impl $crate::membrane::double::Json for $name {
            fn write(&self, out: &mut String) {
                let word = match self {
                    $(Self::$case => $word,)+
                };
                $crate::membrane::double::Json::write(word, out);
            }
        }
    };
}

macro_rules! bits {
    ($name:ty { $($word:literal),+ $(,)? }) => {
        impl $crate::membrane::double::Json for $name {
            fn write(&self, out: &mut String) {
                let words = [$($word),+].into_iter().enumerate();
                let set = words.filter(|(bit, _)| self.bits() >> bit & 1 == 1);
                let set: Vec<_> = set.map(|(_, word)| word).collect();
                $crate::membrane::double::Json::write(&set, out);
            }
        }
    };
}

macro_rules! operation {
    (
        $id:literal, $interface:literal, $function:literal,
        fn $name:ident($($param:ident ($word:literal): $ty:ty),* $(,)?) -> $result:ty,
        $($core:tt)*
    ) => {
        #[track_caller]
        pub(crate) fn $name($($param: $ty),*) -> Result<$result, $crate::membrane::ApiError> {
            $crate::program::noted($crate::membrane::double::call($id, &[$(($word, &$param)),*]))
        }
    };
}

pub(crate) use {bits, operation, patch, record, variant, words};

tuple!(A 0);
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);
tuple!(A 0, B 1, C 2, D 3, E 4);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);

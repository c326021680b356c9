//! Types in the words of WIT, however their names are written.

use super::{Surface, Type, TypeIndex};

impl Type {
    /// The type in the words of WIT; `name` writes a named one: as the table does, or with the marks WIT asks for.
    pub fn wit<'n, N: AsRef<str> + 'n>(&self, name: &dyn Fn(TypeIndex) -> N) -> String {
        let mut text = String::new();
        self.write_wit(&mut text, name);
        text
    }

    fn write_wit<N: AsRef<str>>(&self, text: &mut String, name: &dyn Fn(TypeIndex) -> N) {
        let (word, inner): (&str, [Option<&Type>; 2]) = match self {
            Type::Bool => ("bool", [None; 2]),
            Type::U8 => ("u8", [None; 2]),
            Type::U16 => ("u16", [None; 2]),
            Type::U32 => ("u32", [None; 2]),
            Type::U64 => ("u64", [None; 2]),
            Type::S8 => ("s8", [None; 2]),
            Type::S16 => ("s16", [None; 2]),
            Type::S32 => ("s32", [None; 2]),
            Type::S64 => ("s64", [None; 2]),
            Type::F32 => ("f32", [None; 2]),
            Type::F64 => ("f64", [None; 2]),
            Type::Char => ("char", [None; 2]),
            Type::String => ("string", [None; 2]),
            Type::List(item) => ("list", [Some(item), None]),
            Type::Option(value) => ("option", [Some(value), None]),
            Type::Result { ok, err } => ("result", [ok.as_deref(), err.as_deref()]),
            Type::Tuple(items) => {
                for (at, item) in items.iter().enumerate() {
                    text.push_str(if at == 0 { "tuple<" } else { ", " });
                    item.write_wit(text, name);
                }
                return text.push('>');
            }
            Type::Named(index) => return text.push_str(name(*index).as_ref()),
        };
        text.push_str(word);
        let [first, second] = inner;
        if first.is_none() && second.is_none() {
            return;
        }
        text.push('<');
        match first {
            Some(first) => first.write_wit(text, name),
            None => text.push('_'),
        }
        if let Some(second) = second {
            text.push_str(", ");
            second.write_wit(text, name);
        }
        text.push('>');
    }
}

impl Surface {
    /// A type as the table writes it.
    pub fn wit(&self, ty: &Type) -> String {
        ty.wit(&|index| self.type_def(index).names.id.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_is_written() {
        let boxed = |ty| Some(Box::new(ty));
        let named = || Type::Named(TypeIndex(3));
        let cases = [
            (Type::List(Box::new(Type::Option(Box::new(Type::U8)))), "list<option<u8>>"),
            (Type::Tuple(vec![Type::S64, named(), Type::Char]), "tuple<s64, t3, char>"),
            (Type::Result { ok: None, err: None }, "result"),
            (Type::Result { ok: boxed(named()), err: None }, "result<t3>"),
            (Type::Result { ok: None, err: boxed(Type::String) }, "result<_, string>"),
            (Type::Result { ok: boxed(Type::Bool), err: boxed(Type::F64) }, "result<bool, f64>"),
        ];
        for (ty, text) in cases {
            assert_eq!(ty.wit(&|index| format!("t{}", index.0)), text);
        }
    }
}

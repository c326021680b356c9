//! References of documentation texts, spelled by an arm: a call as a program writes it, a type, a member or a parameter
//! by its name in the language.

use crate::{
    arms::ArmIndex,
    markdown::Reference,
    surface::{Operation, Surface, Type, TypeDef, TypeKind, Value},
};

/// Spells references for one arm.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Speller<'a> {
    /// Where the names come from.
    pub(crate) surface: &'a Surface,
    /// Whose spelling.
    pub(crate) arm: ArmIndex,
    /// The operation whose parameters are meant.
    pub(crate) operation: Option<&'a Operation>,
}

impl Speller<'_> {
    /// The reference as a code span. A name that the table does not have stays as it is written.
    pub(crate) fn span(&self, reference: &Reference) -> String {
        format!("`{}`", self.plain(reference))
    }

    /// The reference as plain text.
    pub(crate) fn plain(&self, reference: &Reference) -> String {
        let found = match reference {
            Reference::Operation(id) => {
                let operation = self.surface.find_operation(id);
                operation.map(|operation| self.arm.arm().spell(self.surface, operation))
            }
            Reference::Type(name) => match name.split_once('.') {
                Some((name, member)) => self.surface.find_type(name).and_then(|def| self.member(def, member)),
                None => self.surface.find_type(name).map(|def| def.names.of(self.arm).to_owned()),
            },
            Reference::Param(name) => {
                let param = self.operation.and_then(|op| op.params.iter().find(|param| param.names.id == *name));
                param.map(|param| param.names.of(self.arm).to_owned())
            }
        };
        found.unwrap_or_else(|| written(reference).to_owned())
    }

    fn member(&self, def: &TypeDef, member: &str) -> Option<String> {
        let profile = self.arm.arm().profile();
        let type_name = def.names.of(self.arm);
        let within = |separator: &str, name: &str| format!("{type_name}{separator}{name}");
        match &def.kind {
            TypeKind::Record(fields) => {
                let field = fields.iter().find(|field| field.names.id == member)?;
                Some(within(".", field.names.of(self.arm)))
            }
            TypeKind::Variant(cases) => {
                let case = cases.iter().find(|case| case.names.id == member)?;
                let name = case.names.of(self.arm);
                Some(if profile.cases_in_module { name.to_owned() } else { within(profile.separator, name) })
            }
            TypeKind::Enum(words) => {
                let at = words.iter().position(|word| word.names.id == member)?;
                Some(self.arm.arm().value(self.surface, &Type::Named(def.index), &Value::Enum(at)))
            }
            TypeKind::Flags(bits) => {
                let bit = bits.iter().find(|bit| bit.names.id == member)?;
                Some(within(profile.separator, bit.names.of(self.arm)))
            }
            TypeKind::Alias(_) => None,
        }
    }
}

/// What a reference names, as the table writes it.
pub(crate) fn written(reference: &Reference) -> &str {
    match reference {
        Reference::Operation(name) | Reference::Type(name) | Reference::Param(name) => name,
    }
}

//! The members of a class that others may use, as they are declared: without bodies and values. spec: runtime, 17.4

use oxc_ast::ast::{Class, ClassElement, PropertyKey, TSAccessibility};
use oxc_span::{GetSpan as _, Span};

use super::{super::erase::after_decorators, callable::Callable};

/// Where each of them is written, in the order of the text. Of a method with overloads these are told, as of a function.
pub(super) fn members(class: &Class<'_>) -> Vec<Span> {
    let mut found = Vec::new();
    let mut overloaded = None;
    for element in &class.body.body {
        let (key, accessibility) = match element {
            ClassElement::MethodDefinition(method) => (&method.key, method.accessibility),
            ClassElement::PropertyDefinition(field) => (&field.key, field.accessibility),
            ClassElement::TSIndexSignature(signature) => {
                found.push(signature.span);
                continue;
            }
            ClassElement::StaticBlock(_) | ClassElement::AccessorProperty(_) => continue,
        };
        let is_inner = matches!(accessibility, Some(TSAccessibility::Private | TSAccessibility::Protected));
        if is_inner || matches!(key, PropertyKey::PrivateIdentifier(_)) {
            continue;
        }
        let (start, end) = match element {
            ClassElement::MethodDefinition(method) => {
                let start = after_decorators(method.span.start, &method.decorators);
                let body = method.value.body.as_ref().map(|body| body.span.start);
                let name = key.name().map(|name| (name.into_owned(), method.r#static, method.kind as u8));
                if body.is_some() && name.is_some() && name == overloaded {
                    continue;
                }
                overloaded = if body.is_none() { name } else { None };
                (start, body.unwrap_or(method.span.end))
            }
            ClassElement::PropertyDefinition(field) => {
                let start = after_decorators(field.span.start, &field.decorators);
                let typed = field.type_annotation.as_ref().map(|written| written.span.end);
                let body = || field.value.as_ref().and_then(Callable::expression)?.body;
                let bare = || if field.value.is_none() { field.span.end } else { key.span().end };
                (start, typed.or_else(body).unwrap_or_else(bare))
            }
            _ => continue,
        };
        found.push(Span::new(start, end));
    }
    found
}

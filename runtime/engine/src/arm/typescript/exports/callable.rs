//! What a function takes and gives back: its parameters and their annotations, with what its comment says of them.

use oxc_ast::ast::{
    ArrowFunctionExpression, BindingPattern, Expression, FormalParameter, FormalParameters, Function, TSTypeAnnotation,
};
use oxc_span::{GetSpan as _, Span};

use super::comment::{Comment, Param, on_one_line};
use crate::docs::{Argument, Outcome};

/// The longest default that is told, in bytes.
const LONGEST_DEFAULT: usize = 80;

/// One signature of a function.
#[derive(Clone, Copy)]
pub(super) struct Callable<'a> {
    params: &'a FormalParameters<'a>,
    returns: Option<&'a TSTypeAnnotation<'a>>,
    /// Where its body starts, if it has one.
    pub(super) body: Option<u32>,
}

impl<'a> Callable<'a> {
    /// A function, or a signature of one without its body.
    pub(super) fn function(function: &'a Function<'a>) -> Self {
        let body = function.body.as_ref().map(|body| body.span.start);
        Self { params: &function.params, returns: function.return_type.as_deref(), body }
    }

    /// An arrow.
    pub(super) fn arrow(arrow: &'a ArrowFunctionExpression<'a>) -> Self {
        let body = Some(arrow.body.span().start);
        Self { params: &arrow.params, returns: arrow.return_type.as_deref(), body }
    }

    /// What an expression is, if it is a function.
    pub(super) fn expression(expression: &'a Expression<'a>) -> Option<Self> {
        match expression.get_inner_expression() {
            Expression::ArrowFunctionExpression(arrow) => Some(Self::arrow(arrow)),
            Expression::FunctionExpression(function) => Some(Self::function(function)),
            _ => None,
        }
    }
}

/// What a function with these signatures takes. One argument is told once, of the first that has it.
pub(super) fn arguments(source: &str, signatures: &[Callable<'_>], comment: &Comment) -> Vec<Argument> {
    let reader = Reader { source, comment };
    let mut told: Vec<Argument> = Vec::new();
    for (before, signature) in signatures.iter().enumerate() {
        let arguments = reader.arguments(signature);
        for one in told.iter_mut().filter(|one| arguments.iter().all(|other| other.name != one.name)) {
            one.required = false;
        }
        for mut one in arguments {
            match told.iter_mut().find(|known| known.name == one.name) {
                Some(known) => {
                    known.required &= one.required;
                    if known.ty != one.ty && !known.ty.is_empty() && !one.ty.is_empty() {
                        known.ty = format!("{} | {}", known.ty, one.ty);
                    }
                }
                None => {
                    one.required &= before == 0;
                    told.push(one);
                }
            }
        }
    }
    told
}

/// What a function with these signatures gives back; none where there is nothing to tell.
pub(super) fn result(source: &str, signatures: &[Callable<'_>], comment: &Comment) -> Option<Outcome> {
    let mut types: Vec<String> = Vec::new();
    for annotation in signatures.iter().filter_map(|signature| signature.returns) {
        let ty = on_one_line(text(source, annotation.type_annotation.span()));
        if !types.contains(&ty) {
            types.push(ty);
        }
    }
    let said = comment.returns.as_ref();
    let doc = said.map(|returns| returns.doc.clone()).unwrap_or_default();
    let ty = if types.is_empty() {
        said.map(|returns| on_one_line(&returns.ty)).unwrap_or_default()
    } else {
        types.join(" | ")
    };
    let nothing = doc.is_empty() && matches!(ty.as_str(), "" | "void" | "undefined" | "never");
    (!nothing).then_some(Outcome { ty, doc })
}

fn text(source: &str, span: Span) -> &str {
    source.get(span.start as usize..span.end as usize).unwrap_or_default()
}

struct Reader<'a> {
    source: &'a str,
    comment: &'a Comment,
}

impl<'a> Reader<'a> {
    fn arguments(&self, signature: &Callable<'_>) -> Vec<Argument> {
        let positional = signature.params.items.iter().enumerate();
        let mut arguments: Vec<Argument> = positional.flat_map(|(at, param)| self.param(at, param)).collect();
        if let Some(rest) = &signature.params.rest {
            let name = on_one_line(text(self.source, rest.rest.argument.span()));
            let said = self.said(&name);
            arguments.push(Argument {
                ty: self.ty(rest.type_annotation.as_deref(), said),
                doc: said.map(|said| said.doc.clone()).unwrap_or_default(),
                name: format!("...{name}"),
                // As many as there are: that there may be none, the dots say.
                required: true,
                default: None,
                by_name: false,
            });
        }
        arguments
    }

    /// A parameter. Where the comment names the fields of an object, each is told for itself.
    fn param(&self, at: usize, param: &FormalParameter<'_>) -> Vec<Argument> {
        let said = match &param.pattern {
            BindingPattern::BindingIdentifier(name) => self.said(&name.name),
            // A pattern has no name but the one that the comment gives it, by its place.
            _ => self.comment.params.iter().filter(|said| !said.name.contains('.')).nth(at),
        };
        let name = match (&param.pattern, said) {
            (BindingPattern::BindingIdentifier(name), _) => name.name.to_string(),
            (_, Some(said)) => said.name.clone(),
            (pattern, None) => on_one_line(text(self.source, pattern.span())),
        };
        let initial = param.initializer.as_ref().map(|initial| text(self.source, initial.span()));
        let left_out = param.optional || initial.is_some() || said.is_some_and(|said| said.optional);
        let whole = Argument {
            ty: self.ty(param.type_annotation.as_deref(), said),
            doc: said.map(|said| said.doc.clone()).unwrap_or_default(),
            required: !left_out,
            default: initial.and_then(told).or_else(|| said.and_then(|said| said.default.clone())),
            by_name: false,
            name,
        };
        let fields = self.fields(&whole, &param.pattern);
        if fields.is_empty() {
            return vec![whole];
        }
        let whole = (!whole.doc.is_empty()).then_some(whole);
        whole.into_iter().chain(fields).collect()
    }

    /// The fields that the comment names of a parameter.
    fn fields(&self, whole: &Argument, pattern: &BindingPattern<'_>) -> Vec<Argument> {
        let field = |said: &Param| {
            let name = said.name.strip_prefix(&whole.name)?.strip_prefix('.')?;
            let initial = self.initial(pattern, name);
            Some(Argument {
                name: name.to_owned(),
                ty: said.ty.clone(),
                doc: said.doc.clone(),
                required: whole.required && !said.optional && initial.is_none(),
                default: initial.and_then(told).or_else(|| said.default.clone()),
                by_name: true,
            })
        };
        self.comment.params.iter().filter_map(field).collect()
    }

    /// What a field of a pattern is when it is left out.
    fn initial(&self, pattern: &BindingPattern<'_>, name: &str) -> Option<&'a str> {
        let BindingPattern::ObjectPattern(object) = pattern else { return None };
        let named = object.properties.iter().find(|property| property.key.static_name().as_deref() == Some(name))?;
        let BindingPattern::AssignmentPattern(assigned) = &named.value else { return None };
        Some(text(self.source, assigned.right.span()))
    }

    fn said(&self, name: &str) -> Option<&'a Param> {
        self.comment.params.iter().find(|said| said.name == name)
    }

    fn ty(&self, annotation: Option<&TSTypeAnnotation<'_>>, said: Option<&Param>) -> String {
        match annotation {
            Some(annotation) => on_one_line(text(self.source, annotation.type_annotation.span())),
            None => said.map(|said| said.ty.clone()).unwrap_or_default(),
        }
    }
}

/// A default as it is told; one that is long is not.
fn told(initial: &str) -> Option<String> {
    let initial = on_one_line(initial);
    (initial.len() <= LONGEST_DEFAULT).then_some(initial)
}

//! Type expressions, and the words of WIT.

use super::{
    Expr, ExprKind,
    lex::Kind,
    parse::{Parser, Reported, Result},
};
use crate::{diagnostic::code, emit::wit::escape, source::Span, surface::Type, table::suggest};

/// How deep type expressions nest at most.
const DEPTH: usize = 16;
/// How many values a tuple holds at most: those for which Rust's own traits are there.
const TUPLE: usize = 12;

impl Parser<'_, '_, '_> {
    /// A type, `depth` types within it.
    pub(super) fn expr(&mut self, depth: usize) -> Result<Expr> {
        let token = self.peek().clone();
        let mut span = self.span(&token);
        if depth > DEPTH {
            let message = format!("types nest more than {DEPTH} deep");
            return Err(self.report(code::TOO_LARGE_TYPE, span, message, "one too deep", Some("name the inner type")));
        }
        let Kind::Word { text, escaped } = &token.kind else { return Err(self.expected("a type")) };
        self.at += 1;
        let kind = match text.as_str() {
            _ if *escaped => ExprKind::Named(text.clone()),
            "list" => {
                self.expect('<')?;
                let inner = self.expr(depth + 1)?;
                if self.is_mark(',') {
                    return Err(self.refused(span, "lists of a fixed length are", "make it a tuple, or a plain list"));
                }
                self.expect('>')?;
                ExprKind::List(Box::new(inner))
            }
            "option" => {
                self.expect('<')?;
                let inner = self.expr(depth + 1)?;
                self.expect('>')?;
                ExprKind::Option(Box::new(inner))
            }
            "tuple" => {
                self.expect('<')?;
                let mut items = vec![self.expr(depth + 1)?];
                while self.eat(',') {
                    if self.is_mark('>') {
                        break;
                    }
                    items.push(self.expr(depth + 1)?);
                }
                self.expect('>')?;
                if items.len() > TUPLE {
                    let message = format!("a tuple of {} values", items.len());
                    let label = format!("more than {TUPLE}");
                    return Err(self.report(
                        code::TOO_LARGE_TYPE,
                        span,
                        message,
                        &label,
                        Some("make it a record, whose members have names"),
                    ));
                }
                ExprKind::Tuple(items)
            }
            "result" => self.result(depth)?,
            "resource" | "own" | "borrow" => {
                return Err(self.refused(span, "resources are", "pass an id instead"));
            }
            "stream" | "future" => {
                let help = "return a list, or make the operation `deferred` or `blocking`";
                return Err(self.refused(span, &format!("{text}s are"), help));
            }
            "map" => return Err(self.refused(span, "maps are", "make it a list of records or of tuples")),
            "error-context" => {
                return Err(self.refused(span, "error contexts are", "every operation fails with the failure type"));
            }
            word => match primitive(word) {
                Some(ty) => ExprKind::Primitive(ty),
                None if is_keyword(word) => {
                    self.at -= 1;
                    return Err(self.expected("a type"));
                }
                None if self.is_mark('<') => {
                    let near = suggest::nearest(word, ["list", "option", "tuple", "result"]);
                    let help = near.map(|near| format!("did you mean `{near}`?"));
                    let message = format!("there is no type `{word}` that takes others");
                    return Err(self.report(code::UNKNOWN_TYPE, span, message, "unknown type", help.as_deref()));
                }
                None => ExprKind::Named(word.to_owned()),
            },
        };
        // Nothing was read but this type, so the token before is its last.
        if let Some(last) = self.tokens.get(self.at.saturating_sub(1)) {
            span.end = self.span(last).end.max(span.end);
        }
        Ok(Expr { kind, span })
    }

    fn result(&mut self, depth: usize) -> Result<ExprKind> {
        let mut sides = [None, None];
        if self.eat('<') {
            for (at, side) in sides.iter_mut().enumerate() {
                if at == 1 && !self.eat(',') {
                    break;
                }
                let nothing = matches!(&self.peek().kind, Kind::Word { text, .. } if text == "_");
                if nothing {
                    self.at += 1;
                } else {
                    *side = Some(Box::new(self.expr(depth + 1)?));
                }
            }
            self.expect('>')?;
        }
        let [ok, err] = sides;
        Ok(ExprKind::Result { ok, err })
    }

    fn refused(&mut self, span: Span, what: &str, help: &str) -> Reported {
        self.report(code::REFUSED_TYPE, span, format!("{what} not supported"), "not supported", Some(help))
    }
}

fn primitive(word: &str) -> Option<Type> {
    Some(match word {
        "bool" => Type::Bool,
        "u8" => Type::U8,
        "u16" => Type::U16,
        "u32" => Type::U32,
        "u64" => Type::U64,
        "s8" => Type::S8,
        "s16" => Type::S16,
        "s32" => Type::S32,
        "s64" => Type::S64,
        "f32" => Type::F32,
        "f64" => Type::F64,
        "char" => Type::Char,
        "string" => Type::String,
        _ => return None,
    })
}

/// Whether WIT keeps a word for itself; it is a name only behind `%`.
pub(super) fn is_keyword(word: &str) -> bool {
    escape(word) != word
}

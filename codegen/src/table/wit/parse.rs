//! Tokens to declarations. A mistake is reported, and reading goes on at the next member or the next declaration.

use super::{
    Doc, Expr, ExprKind, Item, ItemKind, Member, Name,
    lex::{Kind, Token, tokens},
};
use crate::{
    diagnostic::{Code, Diagnostic, code},
    source::Span,
    surface::Type,
    table::{fields::Reader, shape, text::Text},
};

/// How deep type expressions nest at most.
const DEPTH: usize = 16;

/// The declarations of a `types` text.
pub(in crate::table) fn parse_items(reader: &mut Reader<'_>, text: &Text) -> Vec<Item> {
    let mut parser = Parser::new(reader, text);
    let mut items = Vec::new();
    while parser.peek().kind != Kind::End {
        let start = parser.at;
        match parser.item() {
            Ok(item) => items.push(item),
            Err(Reported) => {
                parser.at = parser.at.max(start + 1);
                parser.skip_to(|token| token.first && is_item_start(&token.kind));
                parser.damaged(start);
            }
        }
    }
    items
}

/// One type expression, and nothing after it.
pub(in crate::table) fn parse_type(reader: &mut Reader<'_>, text: &Text) -> Expr {
    let mut parser = Parser::new(reader, text);
    let broken = Expr { kind: ExprKind::Broken, span: text.span };
    match parser.expr(0) {
        Ok(expr) if parser.peek().kind == Kind::End => expr,
        Ok(_) => {
            parser.expected("the end of the type");
            broken
        }
        Err(Reported) => broken,
    }
}

/// The words that open a declaration, or would in WIT at large.
const ITEM_WORDS: &[&str] =
    &["record", "variant", "enum", "flags", "type", "resource", "use", "interface", "world", "import", "export"];

fn is_item_start(kind: &Kind) -> bool {
    match kind {
        Kind::Word { text, escaped: false } => ITEM_WORDS.contains(&text.as_str()),
        Kind::Doc(_) => true,
        _ => false,
    }
}

/// A mistake that has been reported.
struct Reported;

type Result<T> = std::result::Result<T, Reported>;

struct Parser<'r, 's, 't> {
    reader: &'r mut Reader<'s>,
    text: &'t Text,
    tokens: Vec<Token>,
    at: usize,
}

impl<'r, 's, 't> Parser<'r, 's, 't> {
    fn new(reader: &'r mut Reader<'s>, text: &'t Text) -> Self {
        let mut tokens = tokens(&text.value);
        for token in tokens.iter().filter(|token| token.kind == Kind::Comment) {
            let finding =
                Diagnostic::new(code::COMMENT, text.place(token.range.clone()), "a comment that documents nothing")
                    .label("this would reach the documentation of the next declaration in other tools")
                    .help("write `///` to document what follows, or move the comment out of the WIT text, behind `#`");
            reader.report(finding);
        }
        tokens.retain(|token| token.kind != Kind::Comment);
        Self { reader, text, tokens, at: 0 }
    }

    fn peek(&self) -> &Token {
        // The last token is the end, and nothing moves past it.
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn next(&mut self) -> Token {
        let token = self.peek().clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn is_mark(&self, mark: char) -> bool {
        self.peek().kind == Kind::Mark(mark)
    }

    fn eat(&mut self, mark: char) -> bool {
        let found = self.is_mark(mark);
        if found {
            self.at += 1;
        }
        found
    }

    fn span(&self, token: &Token) -> Span {
        self.text.place(token.range.clone())
    }

    /// Skips tokens up to one that `stop` wants, or the end.
    fn skip_to(&mut self, stop: impl Fn(&Token) -> bool) {
        while self.peek().kind != Kind::End && !stop(self.peek()) {
            self.at += 1;
        }
    }

    /// Remembers the text from a token on as unreadable: what it declares is not known.
    fn damaged(&mut self, start: usize) {
        let range = self.tokens[start].range.start..self.peek().range.start;
        self.reader.damage.add(self.text.value.get(range).unwrap_or_default());
    }

    fn report(&mut self, code: Code, span: Span, message: String, label: &str, help: Option<&str>) -> Reported {
        let mut finding = Diagnostic::new(code, span, message).label(label);
        finding.help = help.map(str::to_owned);
        self.reader.report(finding);
        Reported
    }

    /// Reports the next token in the place of what was wanted.
    fn expected(&mut self, wanted: &str) -> Reported {
        let token = self.peek().clone();
        let found = describe(&token.kind);
        let span = self.span(&token);
        self.report(code::WIT, span, format!("expected {wanted}, found {found}"), &format!("expected {wanted}"), None)
    }

    fn expect(&mut self, mark: char) -> Result<()> {
        if self.eat(mark) { Ok(()) } else { Err(self.expected(&format!("`{mark}`"))) }
    }

    /// The documentation before a declaration or a member.
    fn doc(&mut self) -> Option<Doc> {
        let mut doc: Option<Doc> = None;
        while let Kind::Doc(line) = &self.peek().kind {
            let line = line.clone();
            let token = self.next();
            let span = self.span(&token);
            match &mut doc {
                Some(doc) => {
                    doc.text.push('\n');
                    doc.text.push_str(&line);
                    doc.span.end = span.end;
                }
                None => doc = Some(Doc { text: line, span }),
            }
        }
        doc
    }

    fn item(&mut self) -> Result<Item> {
        let doc = self.doc();
        let token = self.peek().clone();
        let Kind::Word { text: word, escaped: false } = &token.kind else {
            return Err(self.expected("a type declaration"));
        };
        let span = self.span(&token);
        match word.as_str() {
            "record" | "variant" | "enum" | "flags" | "type" => self.at += 1,
            "use" => {
                let help = "leave the line out: a type of another module is named as it stands";
                return Err(self.report(
                    code::USE,
                    span,
                    "`use` lines are generated".into(),
                    "not written",
                    Some(help),
                ));
            }
            "resource" => {
                let help = "give a record with an id instead, and operations that take the id";
                let message = "resources are not supported".into();
                return Err(self.report(code::REFUSED_TYPE, span, message, "not supported", Some(help)));
            }
            _ => {
                return Err(self.expected("`record`, `variant`, `enum`, `flags` or `type`"));
            }
        }
        let name = self.name("a type")?;
        if word == "type" {
            self.expect('=')?;
            let ty = self.expr(0)?;
            self.expect(';')?;
            return Ok(Item { name, doc, kind: ItemKind::Alias(ty), broken: false });
        }
        self.expect('{')?;
        let (members, broken) = self.members(word);
        let kind = match word.as_str() {
            "record" => ItemKind::Record(members),
            "variant" => ItemKind::Variant(members),
            "enum" => ItemKind::Enum(members),
            _ => ItemKind::Flags(members),
        };
        Ok(Item { name, doc, kind, broken })
    }

    /// The members up to the closing brace, and whether one of them could not be read.
    fn members(&mut self, of: &str) -> (Vec<Member>, bool) {
        let mut members = Vec::new();
        let mut broken = false;
        loop {
            let doc = self.doc();
            let item_ahead = |token: &Token| token.first && is_item_start(&token.kind) && !is_doc(&token.kind);
            if self.eat('}') {
                return (members, broken);
            }
            if self.peek().kind == Kind::End {
                self.expected("`}`");
                return (members, true);
            }
            match self.member(doc, of) {
                Ok(member) => self.add(&mut members, member),
                Err(Reported) => {
                    broken = true;
                    self.skip_to(|token| token.first || token.kind == Kind::Mark('}'));
                    continue;
                }
            }
            if !self.eat(',') && !self.is_mark('}') {
                broken = true;
                self.expected("`,` or `}`");
                if item_ahead(self.peek()) && !self.brace_ahead() {
                    return (members, true);
                }
                self.skip_to(|token| token.first || token.kind == Kind::Mark('}'));
            }
        }
    }

    /// Adds a member, unless there is one of its name.
    fn add(&mut self, members: &mut Vec<Member>, member: Member) {
        let Name { text, span } = &member.name;
        match members.iter().find(|earlier| earlier.name.text == *text) {
            Some(earlier) => self.reader.report(
                Diagnostic::new(code::DUPLICATE, *span, format!("`{text}` is declared twice in one type"))
                    .label("declared again")
                    .related(earlier.name.span, "declared here"),
            ),
            None => members.push(member),
        }
    }

    /// Whether a closing brace comes before the next opening one.
    fn brace_ahead(&self) -> bool {
        let marks = self.tokens[self.at..].iter().find_map(|token| match token.kind {
            Kind::Mark(mark @ ('{' | '}')) => Some(mark),
            _ => None,
        });
        marks == Some('}')
    }

    fn member(&mut self, doc: Option<Doc>, of: &str) -> Result<Member> {
        let what = match of {
            "record" => "a field",
            "variant" => "a case",
            "enum" => "a word",
            _ => "a bit",
        };
        let name = self.name(what)?;
        let ty = match of {
            "record" => {
                self.expect(':')?;
                Some(self.expr(0)?)
            }
            "variant" if self.eat('(') => {
                let ty = self.expr(0)?;
                self.expect(')')?;
                Some(ty)
            }
            _ => None,
        };
        Ok(Member { name, doc, ty })
    }

    /// A declared name; kebab-case.
    fn name(&mut self, what: &str) -> Result<Name> {
        let token = self.peek().clone();
        let Kind::Word { text, escaped } = &token.kind else {
            return Err(self.expected(&format!("the name of {what}")));
        };
        let span = self.span(&token);
        if !escaped && is_keyword(text) {
            let help = format!("write `%{text}`");
            let message = format!("`{text}` is a word of WIT");
            return Err(self.report(code::WIT, span, message, "cannot be a name as it stands", Some(&help)));
        }
        self.at += 1;
        if !shape::is_kebab(text) {
            let finding = shape::kebab(what, text, span);
            self.reader.report(finding);
            return Ok(Name { text: shape::mend(text, '-'), span });
        }
        Ok(Name { text: text.clone(), span })
    }

    fn expr(&mut self, depth: usize) -> Result<Expr> {
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

fn is_doc(kind: &Kind) -> bool {
    matches!(kind, Kind::Doc(_))
}

fn describe(kind: &Kind) -> String {
    match kind {
        Kind::Word { text, .. } => format!("`{text}`"),
        Kind::Mark(c) | Kind::Other(c) => format!("`{}`", c.escape_debug()),
        Kind::Doc(_) => "documentation".to_owned(),
        Kind::Comment => "a comment".to_owned(),
        Kind::Number => "a number".to_owned(),
        Kind::End => "the end of the text".to_owned(),
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

/// The words WIT keeps for itself. They are names only behind `%`; a test asks wit-parser about each.
pub(in crate::table) const KEYWORDS: &[&str] = &[
    "as",
    "async",
    "bool",
    "borrow",
    "char",
    "constructor",
    "enum",
    "error-context",
    "export",
    "f32",
    "f64",
    "flags",
    "from",
    "func",
    "future",
    "import",
    "include",
    "interface",
    "list",
    "map",
    "option",
    "own",
    "package",
    "record",
    "resource",
    "result",
    "s16",
    "s32",
    "s64",
    "s8",
    "static",
    "stream",
    "string",
    "tuple",
    "type",
    "u16",
    "u32",
    "u64",
    "u8",
    "use",
    "variant",
    "with",
    "world",
];

fn is_keyword(word: &str) -> bool {
    KEYWORDS.binary_search(&word).is_ok()
}

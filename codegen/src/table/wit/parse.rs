//! Tokens to declarations. A mistake is reported, and reading goes on at the next member or the next declaration.

use std::collections::BTreeMap;

use super::{
    Doc, Expr, ExprKind, Item, ItemKind, Member, Name,
    expr::is_keyword,
    lex::{Kind, Token, tokens},
};
use crate::{
    diagnostic::{Code, Diagnostic, code},
    source::Span,
    table::{fields::Reader, shape, text::Text},
};

/// The declarations of a `types` text.
pub(in crate::table) fn parse_items(reader: &mut Reader<'_>, text: &Text) -> Vec<Item> {
    let mut parser = Parser::new(reader, text);
    let mut items = Vec::new();
    while parser.peek().kind != Kind::End {
        let start = parser.at;
        if let Ok(item) = parser.item() {
            items.push(item);
            continue;
        }
        // At least its first word is passed over.
        let word = (start..parser.tokens.len()).find(|at| !parser.is_doc(*at)).unwrap_or(start);
        parser.at = parser.at.max(word + 1);
        parser.skip_to_declaration();
        parser.damaged(start);
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

/// The words that open a declaration, or would in an interface at large.
fn opens_declaration(kind: &Kind) -> bool {
    matches!(kind, Kind::Word { text, escaped: false }
        if ["record", "variant", "enum", "flags", "type", "resource", "use"].contains(&text.as_str()))
}

/// A mistake that has been reported.
pub(super) struct Reported;

/// What reading a piece gives.
pub(super) type Result<T> = std::result::Result<T, Reported>;

/// A position in the tokens of a text.
pub(super) struct Parser<'r, 's, 't> {
    reader: &'r mut Reader<'s>,
    text: &'t Text,
    pub(super) tokens: Vec<Token>,
    pub(super) at: usize,
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

    pub(super) fn peek(&self) -> &Token {
        // The last token is the end, and nothing moves past it.
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn next(&mut self) -> Token {
        let token = self.peek().clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    pub(super) fn is_mark(&self, mark: char) -> bool {
        self.peek().kind == Kind::Mark(mark)
    }

    pub(super) fn eat(&mut self, mark: char) -> bool {
        let found = self.is_mark(mark);
        if found {
            self.at += 1;
        }
        found
    }

    pub(super) fn span(&self, token: &Token) -> Span {
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

    pub(super) fn report(
        &mut self,
        code: Code,
        span: Span,
        message: String,
        label: &str,
        help: Option<&str>,
    ) -> Reported {
        let mut finding = Diagnostic::new(code, span, message).label(label);
        finding.help = help.map(str::to_owned);
        self.reader.report(finding);
        Reported
    }

    fn is_doc(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| matches!(token.kind, Kind::Doc(_)))
    }

    /// Goes on at the next declaration, with its documentation.
    fn skip_to_declaration(&mut self) {
        let from = self.at;
        while self.peek().kind != Kind::End && !self.is_declaration_ahead() {
            self.at += 1;
        }
        while self.at > from && self.is_doc(self.at - 1) {
            self.at -= 1;
        }
    }

    /// Reports the next token in the place of what was wanted.
    pub(super) fn expected(&mut self, wanted: &str) -> Reported {
        let token = self.peek().clone();
        let span = self.span(&token);
        self.expected_at(span, wanted)
    }

    /// Reports that a mark is missing after the token before.
    fn expected_after(&mut self, wanted: &str) -> Reported {
        let end = self.at.checked_sub(1).map_or(0, |last| self.tokens[last].range.end);
        let span = self.text.place(end..end);
        self.expected_at(span, wanted)
    }

    fn expected_at(&mut self, span: Span, wanted: &str) -> Reported {
        let found = describe(&self.peek().kind);
        self.report(code::WIT, span, format!("expected {wanted}, found {found}"), &format!("expected {wanted}"), None)
    }

    pub(super) fn expect(&mut self, mark: char) -> Result<()> {
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
        if self.peek().kind == Kind::Other('@') {
            let span = self.span(&self.peek().clone());
            let help = "what an operation or a type promises is said in its documentation";
            self.report(code::WIT, span, "attributes are not supported".to_owned(), "an attribute", Some(help));
            self.skip_to(|token| token.first && opens_declaration(&token.kind));
        }
        let token = self.peek().clone();
        let word = match &token.kind {
            Kind::Word { text, escaped: false } => text.as_str(),
            _ => return Err(self.expected("a type declaration")),
        };
        let span = self.span(&token);
        match word {
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
            _ => return Err(self.no_declaration(word, span)),
        }
        let name = self.name("a type")?;
        if word == "type" {
            self.expect('=')?;
            let ty = self.expr(0)?;
            if !self.eat(';') {
                self.expected_after("`;`");
                self.skip_to_declaration();
            }
            return Ok(Item { name, doc, kind: ItemKind::Alias(ty), broken: false });
        }
        self.expect('{')?;
        let (members, broken) = self.members(word);
        let kind = match word {
            "record" => ItemKind::Record(members),
            "variant" => ItemKind::Variant(members),
            "enum" => ItemKind::Enum(members),
            _ => ItemKind::Flags(members),
        };
        Ok(Item { name, doc, kind, broken })
    }

    /// Reports what is no type declaration. What an interface or a world holds is not looked at.
    fn no_declaration(&mut self, word: &str, span: Span) -> Reported {
        if ["interface", "world", "package", "import", "export", "include"].contains(&word) {
            self.skip_to(|_| false);
        }
        let wanted = "`record`, `variant`, `enum`, `flags` or `type`";
        let message = format!("expected {wanted}, found `{word}`");
        let help =
            "`types` holds type declarations alone; the interface is the module, and its functions are operations";
        self.report(code::WIT, span, message, "no type declaration", Some(help))
    }

    /// The members up to the closing brace, and whether one of them could not be read.
    fn members(&mut self, of: &str) -> (Vec<Member>, bool) {
        let mut members = Vec::new();
        let mut names: BTreeMap<String, Span> = BTreeMap::new();
        let mut broken = false;
        loop {
            let before = self.at;
            let doc = self.doc();
            if self.eat('}') {
                return (members, broken);
            }
            if self.peek().kind == Kind::End || self.is_declaration_ahead() {
                self.expected("`}`");
                self.at = before;
                return (members, true);
            }
            let start = self.at;
            match self.member(doc, of) {
                Ok(member) => {
                    let Name { text, span } = member.name.clone();
                    match names.get(&text) {
                        Some(first) => self.reader.report(
                            Diagnostic::new(code::DUPLICATE, span, format!("`{text}` is declared twice in one type"))
                                .label("declared again")
                                .related(*first, "declared here"),
                        ),
                        None => {
                            names.insert(text, span);
                            members.push(member);
                        }
                    }
                    if self.eat(',') || self.is_mark('}') {
                        continue;
                    }
                    if self.peek().first {
                        self.expected_after("`,`")
                    } else {
                        self.expected("`,` or `}`")
                    };
                }
                // What could not be read is passed over, whatever it is.
                Err(Reported) => self.at = self.at.max(start + 1),
            }
            broken = true;
            self.skip_to(|token| token.first || token.kind == Kind::Mark('}'));
        }
    }

    /// Whether a declaration begins here: its word, first on the line, and its name.
    fn is_declaration_ahead(&self) -> bool {
        let [word, name, ..] = &self.tokens[self.at.min(self.tokens.len())..] else { return false };
        word.first && opens_declaration(&word.kind) && matches!(name.kind, Kind::Word { .. })
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

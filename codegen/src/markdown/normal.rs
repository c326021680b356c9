//! The normal form of running text, in which a tree can be written down as Markdown and read again unchanged.
//!
//! Inlines are laid out flat, each atom with the marks it bears, and nested again by one rule: the mark that reaches
//! furthest is outermost. So white space is single and bears no mark at a mark's edge, marks of one kind neither nest
//! nor touch, and a link holds no link. Marks that Markdown cannot express where they stand are dropped.

use super::{Inline, Reference, inline, parse};

/// Brings inlines into normal form.
pub(super) fn normalise(inlines: &[Inline]) -> Vec<Inline> {
    let mut flat = Flat::of(inlines);
    flat.tidy();
    if flat.pieces.iter().any(|piece| piece.emphasis || piece.strong) && !flat.survives() {
        for piece in &mut flat.pieces {
            (piece.emphasis, piece.strong) = (false, false);
        }
        flat.tidy();
    }
    flat.nest(&flat.pieces, Open::default())
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Atom {
    /// Characters without white space.
    Word(String),
    Space,
    Break,
    Code(String),
    Reference(Reference),
}

impl Atom {
    fn is_blank(&self) -> bool {
        matches!(self, Atom::Space | Atom::Break)
    }

    /// Whether it is written with brackets or backticks, which must not touch another's.
    fn is_fenced(&self) -> bool {
        matches!(self, Atom::Code(_) | Atom::Reference(_))
    }
}

/// An atom and the marks it bears; a link is its position in [`Flat::links`].
#[derive(Debug, Clone, PartialEq, Eq)]
struct Piece {
    atom: Atom,
    emphasis: bool,
    strong: bool,
    link: Option<usize>,
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Flat {
    pieces: Vec<Piece>,
    links: Vec<String>,
}

/// The marks that are open around a piece.
#[derive(Debug, Clone, Copy, Default)]
struct Open {
    emphasis: bool,
    strong: bool,
    link: Option<usize>,
}

impl Flat {
    fn of(inlines: &[Inline]) -> Self {
        let mut flat = Self::default();
        flat.lay(inlines, Open::default());
        flat
    }

    fn lay(&mut self, inlines: &[Inline], open: Open) {
        for inline in inlines {
            match inline {
                Inline::Text(text) => self.lay_text(text, open),
                Inline::Code(text) => self.push(Atom::Code(text.clone()), open),
                Inline::Emphasis(inner) => self.lay(inner, Open { emphasis: true, ..open }),
                Inline::Strong(inner) => self.lay(inner, Open { strong: true, ..open }),
                Inline::Link { text, url: _ } if open.link.is_some() => self.lay(text, open),
                Inline::Link { text, url } => {
                    self.links.push(url.clone());
                    self.lay(text, Open { link: Some(self.links.len() - 1), ..open });
                }
                Inline::Reference(reference) if open.link.is_some() => self.lay_text(&reference.source(), open),
                Inline::Reference(reference) => self.push(Atom::Reference(reference.clone()), open),
                Inline::HardBreak => self.push(Atom::Break, open),
            }
        }
    }

    fn lay_text(&mut self, text: &str, open: Open) {
        for (at, word) in text.split(inline::is_space).enumerate() {
            if at > 0 {
                self.push(Atom::Space, open);
            }
            if !word.is_empty() {
                self.push(Atom::Word(word.to_owned()), open);
            }
        }
    }

    fn push(&mut self, atom: Atom, open: Open) {
        self.pieces.push(Piece { atom, emphasis: open.emphasis, strong: open.strong, link: open.link });
    }

    fn tidy(&mut self) {
        self.single_spaces();
        self.trim(|piece| piece.link, |piece| piece.link = None);
        self.trim(|piece| piece.emphasis.then_some(0), |piece| piece.emphasis = false);
        self.trim(|piece| piece.strong.then_some(0), |piece| piece.strong = false);
        self.keep_apart();
        self.number_links();
    }

    /// One space between two atoms, none at an edge or beside a break.
    fn single_spaces(&mut self) {
        let mut kept: Vec<Piece> = Vec::with_capacity(self.pieces.len());
        for piece in self.pieces.drain(..) {
            let after_space = kept.last().is_none_or(|last| last.atom.is_blank());
            match piece.atom {
                Atom::Space if after_space => continue,
                Atom::Break if kept.last().is_some_and(|last| last.atom == Atom::Space) => {
                    kept.pop();
                }
                _ => {}
            }
            kept.push(piece);
        }
        // A break at the end of a block would be read as a backslash.
        while kept.last().is_some_and(|last| last.atom.is_blank()) {
            kept.pop();
        }
        self.pieces = kept;
    }

    /// Takes a mark from the blanks at the edges of every run that bears it.
    fn trim(&mut self, mark: impl Fn(&Piece) -> Option<usize>, clear: impl Fn(&mut Piece)) {
        let mut at = 0;
        while at < self.pieces.len() {
            let Some(found) = mark(&self.pieces[at]) else {
                at += 1;
                continue;
            };
            let length = self.pieces[at..].iter().take_while(|piece| mark(piece) == Some(found)).count();
            let run = &mut self.pieces[at..at + length];
            run.iter_mut().take_while(|piece| piece.atom.is_blank()).for_each(&clear);
            run.iter_mut().rev().take_while(|piece| piece.atom.is_blank()).for_each(&clear);
            at += length;
        }
    }

    /// Joins code spans that touch, and puts a space between a reference and what would be read as part of it.
    fn keep_apart(&mut self) {
        let mut kept: Vec<Piece> = Vec::with_capacity(self.pieces.len());
        for piece in self.pieces.drain(..) {
            if let Some(last) = kept.last_mut() {
                let same = (last.emphasis, last.strong, last.link) == (piece.emphasis, piece.strong, piece.link);
                if let (Atom::Code(before), Atom::Code(text), true) = (&mut last.atom, &piece.atom, same) {
                    before.push_str(text);
                    continue;
                }
                let is_reference = |piece: &Piece| matches!(piece.atom, Atom::Reference(_));
                let bracket = matches!(&piece.atom, Atom::Word(word) if word.starts_with('['));
                let fenced = last.atom.is_fenced() && piece.atom.is_fenced();
                let touch = fenced || bracket || last.link != piece.link;
                let blank = last.atom.is_blank() || piece.atom.is_blank();
                if touch && !blank && (is_reference(last) || is_reference(&piece)) {
                    let (emphasis, strong) = (last.emphasis && piece.emphasis, last.strong && piece.strong);
                    kept.push(Piece { atom: Atom::Space, emphasis, strong, link: None });
                }
            }
            kept.push(piece);
        }
        self.pieces = kept;
    }

    /// Numbers links in order, so that two flat texts can be compared.
    fn number_links(&mut self) {
        let mut links = Vec::new();
        let mut last = None;
        for piece in &mut self.pieces {
            if let Some(link) = piece.link {
                if last != Some(link) {
                    links.push(self.links[link].clone());
                    last = Some(link);
                }
                piece.link = Some(links.len() - 1);
            }
        }
        self.links = links;
    }

    /// Whether it is the same after it was written down and read again.
    fn survives(&self) -> bool {
        let text = inline::source(&self.nest(&self.pieces, Open::default()));
        let mut again = Flat::of(&parse::inlines(&text));
        again.tidy();
        again == *self
    }

    /// Nests pieces again, below the marks that are open already.
    fn nest(&self, pieces: &[Piece], open: Open) -> Vec<Inline> {
        let mut inlines = Vec::new();
        let mut at = 0;
        while let Some(piece) = pieces.get(at) {
            let reach = |same: &dyn Fn(&Piece) -> bool| pieces[at..].iter().take_while(|piece| same(piece)).count();
            let link = match piece.link {
                Some(_) if open.link.is_none() => reach(&|other| other.link == piece.link),
                _ => 0,
            };
            let emphasis = if piece.emphasis && !open.emphasis { reach(&|other| other.emphasis) } else { 0 };
            let strong = if piece.strong && !open.strong { reach(&|other| other.strong) } else { 0 };
            let longest = link.max(emphasis).max(strong);
            let inner = |open| self.nest(&pieces[at..at + longest], open);
            if longest == 0 {
                push_atom(&mut inlines, &piece.atom);
                at += 1;
                continue;
            }
            inlines.push(match piece.link {
                Some(index) if link == longest => Inline::Link {
                    text: inner(Open { link: piece.link, ..open }),
                    url: self.links.get(index).cloned().unwrap_or_default(),
                },
                _ if emphasis == longest => Inline::Emphasis(inner(Open { emphasis: true, ..open })),
                _ => Inline::Strong(inner(Open { strong: true, ..open })),
            });
            at += longest;
        }
        inlines
    }
}

fn push_atom(inlines: &mut Vec<Inline>, atom: &Atom) {
    let text = match atom {
        Atom::Word(word) => word,
        Atom::Space => " ",
        Atom::Break => return inlines.push(Inline::HardBreak),
        Atom::Code(text) => return inlines.push(Inline::Code(text.clone())),
        Atom::Reference(reference) => return inlines.push(Inline::Reference(reference.clone())),
    };
    match inlines.last_mut() {
        Some(Inline::Text(last)) => last.push_str(text),
        _ => inlines.push(Inline::Text(text.to_owned())),
    }
}

//! The module `views` (spec: operations, 8, cards 42 to 46).

use std::cell::LazyCell;

use gg_engine::{Call, CallError};

use crate::{
    failure::{invalid, limit, required},
    host::Host,
    operations::{
        files::{FileRead, TextRead},
        views::{OpenView, Operations},
    },
    picture::Format,
    text::{clip, line_end, visible},
    views::{Body, Key, SEARCH, View},
    work::aside,
    workspace::{CEILING, Content, PictureFile, Place, Text},
};

/// Bytes of text in a view at most.
const MOST_TEXT: usize = 65_536;
/// Bytes of a label at most.
const MOST_LABEL: usize = 200;
/// Bytes of all texts composed in a turn at most.
const MOST_COMPOSED: usize = 8 << 20;
/// Bytes of a picture that is shown at most.
const MOST_PICTURE: u64 = 8 << 20;
/// Characters after which lines of a file view may be cut.
const LINE_CHARACTERS: std::ops::RangeInclusive<u32> = 1..=65_536;

impl Operations for Host {
    async fn open_file(
        &mut self,
        call: &Call,
        path: String,
        offset: Option<u32>,
        limit: Option<u32>,
        max_line_chars: Option<u32>,
    ) -> Result<FileRead, CallError> {
        let opened = self.file_view(call, &path, offset, limit, max_line_chars).await;
        self.noted(path, opened)
    }

    async fn open_text(&mut self, call: &Call, label: String, body: String) -> Result<(), CallError> {
        let opened = self.text_view(call, &label, body);
        self.noted(label, opened)
    }

    async fn open_docs_view(&mut self, call: &Call, name: String) -> Result<(), CallError> {
        let opened = self.docs_view(call, &name);
        self.noted(name, opened)
    }

    async fn close(&mut self, call: &Call, selector: String) -> Result<u32, CallError> {
        required(call, "selector", &selector)?;
        let path = LazyCell::new(|| self.workspace.shown(&selector));
        Ok(self.views.close(|key| match key {
            Key::File { path: open, .. } => path.as_deref() == Some(open.as_str()),
            Key::Text(label) => *label == selector,
            Key::Search => selector == SEARCH,
            Key::Docs(_) => false,
        }))
    }

    async fn current(&mut self, _: &Call) -> Result<Vec<OpenView>, CallError> {
        let views: Vec<_> = self.views.current().cloned().collect();
        Ok(aside(move || views.iter().map(|view| view.describe()).collect()).await)
    }
}

impl Host {
    /// Keeps on the roster what was not opened.
    pub(super) fn noted<T>(&mut self, selector: String, opened: Result<T, CallError>) -> Result<T, CallError> {
        opened.inspect_err(|error| self.views.refuse(selector, error.code))
    }

    async fn file_view(
        &mut self,
        call: &Call,
        path: &str,
        offset: Option<u32>,
        limit: Option<u32>,
        max_line_chars: Option<u32>,
    ) -> Result<FileRead, CallError> {
        required(call, "path", path)?;
        if let Some(asked) = max_line_chars.filter(|asked| !LINE_CHARACTERS.contains(asked)) {
            let (least, most) = LINE_CHARACTERS.into_inner();
            let param = call.param("max-line-chars");
            return Err(invalid(format!("`{param}` is {asked}; it has to be from {least} to {most}")));
        }
        let (place, content) = self.read(call, path, offset, limit).await?;
        match content {
            Content::Text(text) => {
                self.views.open(text_of_file(call, &place, &text, max_line_chars)?);
                Ok(FileRead::Text(text.into()))
            }
            Content::Picture(picture) => self.picture_view(call, path, &place, picture).await,
        }
    }

    /// Opens the view of a file that a record has the text of.
    pub(crate) fn recorded_file_view(&mut self, path: &str, read: &TextRead, max_line_chars: Option<u32>) {
        let shown = self.workspace.shown(path).unwrap_or_else(|| path.to_owned());
        let (region, heading) =
            region_of(&shown, read.first_line, read.last_line, read.total_lines, read.byte_truncated);
        let body = cut_lines(&read.contents, max_line_chars);
        self.views.open(View::new(Key::File { path: shown, region }, heading, Body::Text(body)));
    }

    async fn picture_view(
        &mut self,
        call: &Call,
        path: &str,
        place: &Place,
        mut picture: PictureFile,
    ) -> Result<FileRead, CallError> {
        let reason = if picture.size > MOST_PICTURE {
            Some(format!("the picture has {} bytes; the most that is shown is {MOST_PICTURE}", picture.size))
        } else if !self.settings.pictures {
            Some("the model takes no pictures".to_owned())
        } else {
            None
        };
        if reason.is_some() {
            return Ok(FileRead::Image(picture.described(reason)));
        }
        let described = picture.described(None);
        let loaded = aside(move || picture.load(MOST_PICTURE)).await;
        let bytes = loaded.map_err(|error| place.failure(call, "read", "file", &error))?;
        self.note_picture(path, &bytes);
        self.open_picture(place.shown.clone(), bytes);
        Ok(FileRead::Image(described))
    }

    /// Opens the view of a picture that a record has.
    pub(crate) fn show_picture(&mut self, path: &str, bytes: Vec<u8>) {
        self.note_picture(path, &bytes);
        let shown = self.workspace.shown(path).unwrap_or_else(|| path.to_owned());
        self.open_picture(shown, bytes);
    }

    fn open_picture(&mut self, shown: String, bytes: Vec<u8>) {
        let Some(format) = Format::of(&bytes) else { return };
        let heading = format!("File: {} ({}, {} bytes)", visible(&shown), format.label(), bytes.len());
        let body = Body::Picture { media_type: format.media_type(), bytes };
        self.views.open(View::new(Key::File { path: shown, region: None }, heading, body));
    }

    fn text_view(&mut self, call: &Call, label: &str, body: String) -> Result<(), CallError> {
        required(call, "label", label)?;
        if label.len() > MOST_LABEL {
            let param = call.param("label");
            return Err(limit(format!("`{param}` has {} bytes; the most is {MOST_LABEL}", label.len())));
        }
        if body.len() > MOST_TEXT {
            let param = call.param("body");
            return Err(limit(format!("`{param}` has {} bytes; the most is {MOST_TEXT}", body.len())));
        }
        let composed = self.views.composed() + body.len();
        if composed > MOST_COMPOSED {
            return Err(limit(format!(
                "with this one the texts of the turn have {composed} bytes; the most is {MOST_COMPOSED}"
            )));
        }
        self.views.compose(body.len());
        let heading = format!("View: {}", visible(label));
        self.views.open(View::new(Key::Text(label.to_owned()), heading, Body::Text(body)));
        Ok(())
    }
}

/// The view of a file's lines.
fn text_of_file(call: &Call, place: &Place, text: &Text, max_line_chars: Option<u32>) -> Result<View, CallError> {
    let body = cut_lines(&text.contents, max_line_chars);
    if body.len() > MOST_TEXT {
        let size = if max_line_chars.is_none() { text.size } else { body.len() as u64 };
        return Err(limit(format!(
            "the text for the view has {size} bytes; the most is {MOST_TEXT}: ask for fewer lines by `{}`, or for shorter \
             ones by `{}`",
            call.param("limit"),
            call.param("max-line-chars")
        )));
    }
    let (region, heading) = region_of(&place.shown, text.first, text.last, text.total, text.truncated);
    Ok(View::new(Key::File { path: place.shown.clone(), region }, heading, Body::Text(body)))
}

/// A text whose lines are cut to so many characters.
fn cut_lines(text: &str, most: Option<u32>) -> String {
    let Some(most) = most else { return text.to_owned() };
    text.split_inclusive('\n').fold(String::new(), |mut body, line| {
        let (line, end) = line_end(line);
        clip(line, most as usize, &mut body);
        body.push_str(end);
        body
    })
}

/// The region and the heading of the view of a file's lines.
fn region_of(shown: &str, first: u32, last: u32, total: u32, truncated: bool) -> (Option<(u32, u32)>, String) {
    let whole = first == 1 && last == total && !truncated;
    let region = (!whole).then(|| (first, (last + 1).saturating_sub(first)));
    let cut = if truncated { format!(", cut at {CEILING} bytes") } else { String::new() };
    (region, format!("File: {}:{first}-{last} of {total} lines{cut}", visible(shown)))
}

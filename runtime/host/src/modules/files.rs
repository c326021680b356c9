//! The module `files` (spec: operations, 8, cards 2 to 8).

use gg_engine::{Call, CallError};

use crate::{
    failure::{at_least_one, conflict, invalid, io, limit, not_found, required},
    host::{Host, ReadPolicy},
    operations::{
        OperationId,
        files::{DirEntry, FileRead, ImageRead, Operations, SearchMatch, TextRead},
    },
    text::counted,
    work::{SHORT, aside},
    workspace,
    workspace::{Access, CEILING, Content, Edit, PictureFile, Place, ReadError, Text, Window},
};

/// Matches returned when no limit is given.
const MATCHES: u32 = 50;
/// Matches returned at most.
const MOST_MATCHES: u32 = 200;

impl Operations for Host {
    async fn read_file(
        &mut self,
        call: &Call,
        path: String,
        offset: Option<u32>,
        limit: Option<u32>,
    ) -> Result<FileRead, CallError> {
        Ok(match self.read(call, &path, offset, limit).await?.1 {
            Content::Text(text) => FileRead::Text(text.into()),
            Content::Picture(picture) => {
                let reason = match call.held(OperationId::ViewsOpenFile) {
                    Some(open_file) => format!("this call shows no pictures; `{open_file}` does"),
                    None => "this call shows no pictures".to_owned(),
                };
                FileRead::Image(picture.described(Some(reason)))
            }
        })
    }

    async fn read_text_file(
        &mut self,
        call: &Call,
        path: String,
        offset: Option<u32>,
        limit: Option<u32>,
    ) -> Result<String, CallError> {
        let text = match self.read(call, &path, offset, limit).await?.1 {
            Content::Text(text) => text,
            Content::Picture(picture) => {
                let (label, size) = (picture.format.label(), picture.size);
                return Err(invalid(format!("{path} is a picture ({label}, {size} bytes) and has no text")));
            }
        };
        let bound = if text.truncated {
            format!("the text has {} bytes; the most is {CEILING}", text.size)
        } else if let (None, Some(ReadPolicy::DefaultCap(cap))) = (limit, self.settings.read)
            && text.last < text.total
        {
            format!(
                "the file has {}; without `{}` the most is {cap}",
                counted(text.total.into(), "line"),
                call.param("limit")
            )
        } else {
            return Ok(text.contents);
        };
        let (offset, limit) = (call.param("offset"), call.param("limit"));
        let part = call.held(OperationId::FilesReadFile).map(|call| format!(", or use `{call}`, which returns a part"));
        let part = part.unwrap_or_default();
        Err(self::limit(format!("{bound}: ask for fewer lines by `{offset}` and `{limit}`{part}")))
    }

    async fn write_file(&mut self, call: &Call, path: String, contents: String) -> Result<u64, CallError> {
        let place = self.workspace.place(call, "path", &path, Access::Write)?;
        let size = contents.len() as u64;
        let written = if size <= SHORT {
            workspace::write(&place, &contents)
        } else {
            let place = place.clone();
            aside(move || workspace::write(&place, &contents)).await
        };
        written.map(|()| size).map_err(|error| place.failure(call, "write", "folder", &error))
    }

    async fn edit_file(
        &mut self,
        call: &Call,
        path: String,
        old_string: String,
        new_string: String,
    ) -> Result<(), CallError> {
        let place = self.workspace.place(call, "path", &path, Access::Write)?;
        if old_string.is_empty() {
            return Err(invalid(format!("`{}` is empty", call.param("old-string"))));
        }
        if old_string == new_string {
            let (old, new) = (call.param("old-string"), call.param("new-string"));
            return Err(invalid(format!("`{old}` and `{new}` are the same text")));
        }
        let at = place.clone();
        let edited = aside(move || workspace::edit(&at, &old_string, &new_string)).await;
        match edited.map_err(|error| place.failure(call, "edit", "file", &error))? {
            Edit::Done => Ok(()),
            Edit::Absent => Err(not_found(format!("`{}` does not occur in {path}", call.param("old-string")))),
            Edit::Ambiguous(count) => Err(conflict(format!(
                "`{}` occurs {count} times in {path}: take in more of what stands around the place",
                call.param("old-string")
            ))),
            Edit::NotText => Err(io(format!("cannot edit {path}: it is not UTF-8"))),
        }
    }

    async fn list_dir(&mut self, call: &Call, path: Option<String>) -> Result<Vec<DirEntry>, CallError> {
        let place = self.workspace.place_or_root(call, "path", path.as_deref())?;
        let at = place.clone();
        let listed = aside(move || workspace::list(&at)).await;
        listed.map_err(|error| place.failure(call, "list", "directory", &error))
    }

    async fn tree(&mut self, call: &Call, path: Option<String>, depth: Option<u32>) -> Result<String, CallError> {
        at_least_one(call, "depth", depth)?;
        let place = self.workspace.place_or_root(call, "path", path.as_deref())?;
        let (workspace, at) = (self.workspace.clone(), place.clone());
        let drawn = aside(move || workspace::tree(&workspace, &at, depth)).await;
        drawn.map_err(|error| match error.kind() {
            std::io::ErrorKind::NotADirectory => invalid(format!("{} is not a directory", place.given)),
            _ => place.failure(call, "draw", "directory", &error),
        })
    }

    async fn search(
        &mut self,
        call: &Call,
        query: String,
        path: Option<String>,
        limit: Option<u32>,
    ) -> Result<Vec<SearchMatch>, CallError> {
        required(call, "query", &query)?;
        let pattern = workspace::pattern(&query)
            .map_err(|why| invalid(format!("`{}` is no regular expression: {why}", call.param("query"))))?;
        at_least_one(call, "limit", limit)?;
        let place = self.workspace.place_or_root(call, "path", path.as_deref())?;
        let most = limit.unwrap_or(MATCHES).min(MOST_MATCHES) as usize;
        let (workspace, at) = (self.workspace.clone(), place.clone());
        let found = aside(move || workspace::search(&workspace, &at, &pattern, most)).await;
        found.map_err(|error| place.failure(call, "search", "file or directory", &error))
    }
}

impl Host {
    /// What a file holds, in the window asked for or the one this run reads by default.
    pub(super) async fn read(
        &self,
        call: &Call,
        path: &str,
        offset: Option<u32>,
        limit: Option<u32>,
    ) -> Result<(Place, Content), CallError> {
        let place = self.workspace.place(call, "path", path, Access::Read)?;
        let limit = match self.settings.read {
            None => return Err(call.missing()),
            Some(ReadPolicy::Unlimited) => limit,
            Some(ReadPolicy::DefaultCap(cap)) => limit.or(Some(cap)),
        };
        let window = Window { offset, limit };
        let failure = |error: std::io::Error| place.failure(call, "read", "file", &error);
        let (file, size) = workspace::open(&place).map_err(failure)?;
        let read = if size <= SHORT {
            workspace::read(file, size, window)
        } else {
            aside(move || workspace::read(file, size, window)).await
        };
        match read {
            Ok(content) => Ok((place, content)),
            Err(ReadError::Io(error)) => Err(failure(error)),
            Err(ReadError::PastEnd(lines)) => Err(invalid(format!(
                "`{}` is {}, past the end: the file has {}",
                call.param("offset"),
                offset.unwrap_or(1),
                counted(lines.into(), "line")
            ))),
        }
    }
}

impl From<Text> for TextRead {
    fn from(text: Text) -> Self {
        Self {
            contents: text.contents,
            first_line: text.first,
            last_line: text.last,
            total_lines: text.total,
            byte_truncated: text.truncated,
        }
    }
}

impl PictureFile {
    /// What a program is told of it: shown, unless there is a reason why not.
    pub(super) fn described(&self, not_shown_reason: Option<String>) -> ImageRead {
        ImageRead {
            media_type: self.format.media_type().to_owned(),
            label: self.format.label().to_owned(),
            bytes: self.size,
            shown: not_shown_reason.is_none(),
            not_shown_reason,
        }
    }
}

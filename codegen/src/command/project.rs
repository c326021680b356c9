//! Where a table and its output lie, and reading them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anstream::{eprint, print};
use gg_codegen::{
    Failure, Generated, Options,
    diagnostic::{self, Diagnostic, Format, Severity},
    emit::templates::Templates,
    output::Folder,
    source::Source,
    surface::Surface,
    table,
};

use super::{End, Project, Table};

/// What a table is called where nobody says otherwise.
const TABLE: &str = "operations.toml";

impl Table {
    /// Reads the text of the table.
    pub(super) fn source(&self) -> Result<Source, End> {
        source(&self.path()?)
    }

    /// Where the table is.
    pub(super) fn path(&self) -> Result<PathBuf, End> {
        if let Some(path) = &self.table {
            return Ok(path.clone());
        }
        let here = std::env::current_dir().map_err(|e| End::Trouble(format!("the current folder is gone: {e}")))?;
        let found = here.ancestors().map(|folder| folder.join(TABLE)).find(|path| path.is_file());
        let Some(path) = found else {
            let message = format!("no {TABLE} in {} or a folder above it; name one by --table FILE", here.display());
            return Err(End::Trouble(message));
        };
        // A path below the current folder reads better in reports.
        Ok(path.strip_prefix(&here).map(Path::to_owned).unwrap_or(path))
    }

    /// Reads the table itself; what there is to say about it is reported.
    pub(super) fn surface(&self, reports: Reports) -> Result<(Source, Surface), End> {
        let source = self.source()?;
        let surface = surface(&source, reports)?;
        Ok((source, surface))
    }
}

impl Project {
    /// Makes the files of the table, and names the folder they belong to; what there is to say about it is reported.
    pub(super) fn generate(&self, reports: Reports) -> Result<(Generated, Folder), End> {
        let path = self.table.path()?;
        let source = source(&path)?;
        let templates = match &self.templates {
            None => Templates::embedded(),
            Some(folder) => Templates::from_folder(folder).map_err(|e| End::Trouble(e.to_string()))?,
        };
        let options = Options { command: self.regenerate.clone(), templates, ..Options::default() };
        let generated = gg_codegen::generate(&source, &options).map_err(|failure| match failure {
            Failure::Table(findings) => reports.refused(&source, &findings),
            Failure::Emit(error) => End::Trouble(error.to_string()),
        })?;
        reports.warn(&source, &generated.warnings);
        let folder = self.out.clone().unwrap_or_else(|| path.with_file_name("generated"));
        Ok((generated, Folder::at(folder)))
    }
}

/// Who reads what there is to say about a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reports {
    /// Somebody at a terminal: drawn, on standard error.
    People,
    /// A tool: one JSON object a line; on standard output where nothing else is printed there.
    Tools,
}

impl Reports {
    /// For tools if JSON was asked for.
    pub(super) fn json(json: bool) -> Self {
        if json { Self::Tools } else { Self::People }
    }

    /// Reports what does not refuse the table.
    pub(super) fn warn(self, source: &Source, findings: &[Diagnostic]) {
        eprint!("{}", diagnostic::render(source, findings, self.format()));
    }

    /// The end of a table with mistakes: all of them, and for people how many.
    pub(super) fn refused(self, source: &Source, findings: &[Diagnostic]) -> End {
        let mut text = diagnostic::render(source, findings, self.format());
        if self == Self::Tools {
            print!("{text}");
            return End::No;
        }
        let mut errors = findings.iter().filter(|finding| finding.code.severity == Severity::Error);
        let count = match errors.clone().count() {
            1 => "1 error".to_owned(),
            count => format!("{count} errors"),
        };
        let more =
            errors.next().map_or(String::new(), |first| format!("; `gg-codegen explain {}` says more", first.code.id));
        text.push_str(&format!("{}: {count}{more}\n", source.name()));
        End::Refused(text)
    }

    fn format(self) -> Format {
        match self {
            Self::People => Format::Coloured,
            Self::Tools => Format::Json,
        }
    }
}

/// Reads a table.
pub(super) fn surface(source: &Source, reports: Reports) -> Result<Surface, End> {
    let outcome = table::read(source);
    let Some(surface) = outcome.surface else { return Err(reports.refused(source, &outcome.findings)) };
    reports.warn(source, &outcome.findings);
    Ok(surface)
}

/// Reads the text of a table.
pub(super) fn source(path: &Path) -> Result<Source, End> {
    let text =
        fs::read_to_string(path).map_err(|e| End::Trouble(format!("{}: cannot be read: {e}", path.display())))?;
    Ok(Source::new(path.display().to_string(), &text))
}

//! Where a table and its output lie, and reading them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anstream::eprint;
use gg_codegen::{
    Generated, Options,
    diagnostic::{self, Diagnostic, Format},
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

    /// Reads the table itself; what there is to say about it goes to standard error.
    pub(super) fn surface(&self) -> Result<(Source, Surface), End> {
        let source = self.source()?;
        let outcome = table::read(&source);
        match outcome.surface {
            None => Err(refused(&source, &outcome.findings)),
            Some(surface) => {
                eprint!("{}", diagnostic::render(&source, &outcome.findings, Format::Coloured));
                Ok((source, surface))
            }
        }
    }
}

impl Project {
    /// Makes the files of the table, and names the folder they belong to; warnings go to standard error.
    pub(super) fn generate(&self) -> Result<(Generated, Folder), End> {
        let path = self.table.path()?;
        let source = source(&path)?;
        let templates = match &self.templates {
            None => Templates::embedded(),
            Some(folder) => Templates::from_folder(folder).map_err(|e| End::Trouble(e.to_string()))?,
        };
        let options = Options { command: self.regenerate.clone(), templates, ..Options::default() };
        let generated = gg_codegen::generate(&source, &options).map_err(|failure| match failure {
            gg_codegen::Failure::Table(findings) => refused(&source, &findings),
            gg_codegen::Failure::Emit(error) => End::Trouble(error.to_string()),
        })?;
        eprint!("{}", diagnostic::render(&source, &generated.warnings, Format::Coloured));
        let folder = self.out.clone().unwrap_or_else(|| path.with_file_name("generated"));
        Ok((generated, Folder::at(folder)))
    }
}

/// Reads the text of a table.
pub(super) fn source(path: &Path) -> Result<Source, End> {
    let text =
        fs::read_to_string(path).map_err(|e| End::Trouble(format!("{}: cannot be read: {e}", path.display())))?;
    Ok(Source::new(path.display().to_string(), &text))
}

/// The end of a table with mistakes: all of them, and how many.
pub(super) fn refused(source: &Source, findings: &[Diagnostic]) -> End {
    let errors = findings.iter().filter(|finding| finding.code.severity == diagnostic::Severity::Error).count();
    let mut text = diagnostic::render(source, findings, Format::Coloured);
    let count = if errors == 1 { "1 error".to_owned() } else { format!("{errors} errors") };
    text.push_str(&format!("{name}: {count}", name = source.name()));
    if let Some(finding) = findings.iter().find(|finding| finding.code.severity == diagnostic::Severity::Error) {
        text.push_str(&format!("; `gg-codegen explain {}` says more", finding.code.id));
    }
    End::Refused(text + "\n")
}

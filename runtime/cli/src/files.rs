//! The files of a run's profiles: read as they are, or as they were when a session was recorded.

use std::{cell::RefCell, collections::BTreeMap, path::Path};

use gg_host::Profile;
use serde_json::Value;

use crate::{Refused, launch};

/// The files of profiles.
#[derive(Debug, Default)]
pub(crate) struct Files {
    /// Their texts by their paths, where they come from a record.
    recorded: Option<BTreeMap<String, String>>,
    /// What was read.
    read: RefCell<BTreeMap<String, String>>,
}

impl Files {
    /// Those of a record.
    pub(crate) fn recorded(texts: &Value) -> Self {
        let text = |(path, text): (&String, &Value)| (path.clone(), text.as_str().unwrap_or_default().to_owned());
        let recorded = texts.as_object().into_iter().flatten().map(text).collect();
        Self { recorded: Some(recorded), read: RefCell::default() }
    }

    /// The text of a file.
    pub(crate) fn read(&self, path: &Path) -> Result<String, Refused> {
        let name = path.display().to_string();
        let text = match &self.recorded {
            None => launch::read(path)?,
            Some(recorded) => recorded
                .get(&name)
                .cloned()
                .ok_or_else(|| Refused::new(format!("{name}: it is not among the recorded profiles")))?,
        };
        self.read.borrow_mut().insert(name, text.clone());
        Ok(text)
    }

    /// The profile of a file.
    pub(crate) fn profile(&self, path: &Path) -> Result<Profile, Refused> {
        let read = Profile::read(&path.display().to_string(), &self.read(path)?);
        read.map_err(|mistakes| Refused::new(format!("the profile is refused\n{mistakes}")))
    }

    /// What was read so far, for a record.
    pub(crate) fn texts(&self) -> Value {
        self.read
            .borrow()
            .iter()
            .map(|(path, text)| (path.clone(), Value::from(text.as_str())))
            .collect::<serde_json::Map<_, _>>()
            .into()
    }
}

//! The module `programs` (spec: operations, 8, cards 47 to 49; runtime, 16).

use gg_engine::{Call, CallError, sandbox::Sources};

use crate::{
    declarations::NoHandOver,
    failure::{not_found, refused, required},
    host::Host,
    operations::programs::{Operations, ProgramSummary},
    store::{Program, RecordError, programs},
};

impl Operations for Host {
    async fn history(&mut self, call: &Call) -> Result<Vec<ProgramSummary>, CallError> {
        if self.settings.programs.is_none() {
            return Err(call.missing());
        }
        let agent = &self.settings.agent;
        Ok(self.store.read(|store| programs::list(store, agent)).await?.unwrap_or_default())
    }

    async fn get(&mut self, call: &Call, id: String) -> Result<String, CallError> {
        if self.settings.programs.is_none() {
            return Err(call.missing());
        }
        required(call, "id", &id)?;
        let agent = &self.settings.agent;
        let found =
            self.store.read(|store| Ok((programs::get(store, agent, &id)?, programs::list(store, agent)?))).await?;
        let (found, held) = found.unwrap_or((programs::Found::Never, Vec::new()));
        let gone = match found {
            programs::Found::Held(source) => return Ok(source),
            programs::Found::Dropped => "the program is no longer held",
            programs::Found::Never => "no such program",
        };
        let held: Vec<String> = held.into_iter().map(|program| program.id).collect();
        let held = if held.is_empty() { "none is held".to_owned() } else { format!("held are {}", held.join(", ")) };
        Err(not_found(format!("{gone}: {id}; {held}")))
    }

    async fn rerun(&mut self, call: &Call, source: String) -> Result<(), CallError> {
        required(call, "source", &source)?;
        self.declarations.hand_over(source).map_err(|why| {
            refused(call.did_not_run(match why {
                NoHandOver::Again => "this program has already handed over.",
                NoHandOver::Script => "an on-use script hands over to nothing.",
            }))
        })
    }
}

impl Host {
    /// Keeps a submission that has ended, and answers with the id it is kept under, made of these random numbers; none when
    /// the agent has no library.
    ///
    /// # Errors
    ///
    /// No new id was found, which is a fatal fault, or the store cannot be used.
    pub async fn record_program(
        &mut self,
        program: Program<'_>,
        random: &dyn Sources,
    ) -> Result<Option<String>, RecordError> {
        let Some(settings) = self.settings.programs else { return Ok(None) };
        let agent = &self.settings.agent;
        // A write is tried more than once where there is no store yet, or another holds it: what it draws is the same, so that
        // a replay draws as often.
        let mut drawn: Vec<String> = Vec::new();
        let written = self.store.write(|store| {
            let mut at = 0;
            let next = || {
                let next = drawn.get(at).cloned().unwrap_or_else(|| {
                    let new = id(random, settings.id_length);
                    drawn.push(new.clone());
                    new
                });
                at += 1;
                next
            };
            Ok(programs::add(store, agent, program, settings.keep, next)?)
        });
        let written = written.await?;
        match written {
            Ok(Some(id)) => Ok(Some(id)),
            Ok(None) | Err(_) => Err(RecordError::NoId),
        }
    }
}

/// An id of so many lower-case letters and digits.
fn id(random: &dyn Sources, length: u32) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let letter = |_| char::from(LETTERS[(random.random() >> 59) as usize]);
    (0..length).map(letter).collect()
}

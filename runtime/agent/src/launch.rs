//! What is looked at before the first turn: whoever may come to work in a run is stood up once, so that what is wrong with a
//! profile refuses the launch and ends no run. spec: runtime, 1.4

use std::sync::Arc;

use gg_engine::prompt::PromptError;
use gg_host::{Profile, operations::OperationId};

use crate::{
    agent::Equipment,
    event::Event,
    prompt::SystemPromptError,
    run::Run,
    stand_up::{Named, Place, StandUpError},
};

impl Run {
    /// Judges whoever can be named in it, and tells its operator what he should know of them.
    ///
    /// # Errors
    ///
    /// One of them cannot be stood up: the id by which it is named, and why.
    pub fn judge(self: &Arc<Self>) -> Result<(), (String, StandUpError)> {
        for (id, named) in &self.agents {
            let all: Vec<&Equipment> = match named {
                Named::Agent(equipment) => vec![equipment],
                Named::Machine { states, .. } => states.values().collect(),
            };
            for equipment in all {
                self.judge_one(id, equipment.clone()).map_err(|error| (id.clone(), error))?;
            }
        }
        Ok(())
    }

    fn judge_one(self: &Arc<Self>, id: &str, equipment: Equipment) -> Result<(), StandUpError> {
        let folder = self.workspace.clone();
        let place = Place { id: id.to_owned(), folder, ending: "standard", issue: None, memories: None };
        let waits = equipment.profile.capabilities.subagents.is_some();
        let (agent, _) = self.stand_up(equipment, &place)?;
        if !waits && agent.holder().grants.permits(OperationId::DelegationFork.row()) {
            let text = "without [capability.subagents] it can start copies of itself, and neither wait for them nor write to \
                        them";
            self.tell(id, 0, Event::Warning { text });
        }
        Ok(())
    }
}

/// A prompt that cannot be composed, at its place if that is the template of a profile.
pub(crate) fn misprompted(profile: &Profile, error: SystemPromptError) -> StandUpError {
    match error {
        SystemPromptError::Prompt(error @ PromptError::Template { .. }) if profile.prompt_template.is_some() => {
            StandUpError::Launch(profile.refuses("promptTemplate", &error.to_string()))
        }
        error => StandUpError::Prompt(error),
    }
}

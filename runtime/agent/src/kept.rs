//! What an agent keeps, as its window shows it: where others change it too, it is in the record, for no replay has the others
//! change it at the same time. spec: runtime, 10, 12, 13 and 21

use gg_host::{Host, Profile, StoreError};

use crate::{
    agent::Agent,
    journal::{Entry, Kind},
    run::Run,
};

impl Agent {
    /// Brings what the agent keeps to the window.
    pub(crate) async fn show_kept(&self, host: &mut Host) {
        let shown = match self.shared_blocks(host).await {
            Ok((board, memories)) => host.show_kept(board, memories).await,
            Err(error) => Err(error),
        };
        if let Err(error) = shown {
            self.warn(host.turn(), &error.to_string());
        }
    }

    /// The texts of the board and of its memories.
    async fn shared_blocks(&self, host: &mut Host) -> Result<(Option<String>, Option<String>), StoreError> {
        let board = if host.board().is_some() { self.block(host, Kind::Board, Host::board_block).await? } else { None };
        let memories = if host.shares_memories() {
            self.block(host, Kind::Memories, Host::memory_block).await?
        } else {
            host.memory_block().await?
        };
        Ok((board, memories))
    }

    /// A text as it stands, or as it was recorded.
    async fn block(
        &self,
        host: &mut Host,
        kind: Kind,
        own: impl AsyncFnOnce(&mut Host) -> Result<Option<String>, StoreError>,
    ) -> Result<Option<String>, StoreError> {
        let block = match self.run_of().next(&self.id, |next| next == kind) {
            Some(recorded) => recorded.text,
            None => own(host).await?.unwrap_or_default(),
        };
        let turn = host.turn();
        self.run_of().note(|| Entry::new(kind, &self.id, turn, String::new(), &block));
        Ok(Some(block).filter(|block| !block.is_empty()))
    }

    /// What others did to memories it shares since the last turn.
    pub(crate) async fn memory_notices(&self, host: &mut Host) -> Vec<String> {
        let (turn, run) = (host.turn(), self.run_of());
        let text = if run.replays(&self.id) {
            run.next(&self.id, |kind| kind == Kind::MemoryNotices).map(|entry| entry.text).unwrap_or_default()
        } else {
            match host.memory_notices().await {
                Ok(notices) => {
                    let notices: Vec<String> =
                        notices.iter().map(|notice| format!("In the meantime {notice}.")).collect();
                    notices.join("\n")
                }
                Err(error) => {
                    self.warn(turn, &error.to_string());
                    String::new()
                }
            }
        };
        if !text.is_empty() {
            run.note(|| Entry::new(Kind::MemoryNotices, &self.id, turn, String::new(), &text));
        }
        text.lines().map(str::to_owned).collect()
    }
}

impl Agent {
    /// Notes the skills it has, which a replay has from here.
    pub(crate) fn note_skills(&self, host: &Host) {
        if self.equipment.profile.capabilities.skills.is_some() {
            let (turn, skills) = (host.turn(), host.library().recorded());
            self.run_of().note(|| Entry::new(Kind::Skills, &self.id, turn, String::new(), &skills));
        }
    }
}

impl Run {
    /// A host with the skills of its agent, which are those of the record in a replay.
    pub(crate) fn with_skills_of(&self, agent: &str, profile: &Profile, host: Host) -> Host {
        if self.replays(agent) {
            let recorded = self.recall(agent, |entry| entry.kind == Kind::Skills);
            host.with_skills(profile.recorded_skills(recorded.as_ref().map(|entry| entry.text.as_str())))
        } else if host.library().skills().is_empty() {
            // It was made to be replayed, and nothing was recorded of it. What is not in order now leaves those of gg.
            let skills = profile.skills(host.workspace()).unwrap_or_else(|_| profile.recorded_skills(None));
            host.with_skills(skills)
        } else {
            host
        }
    }
}

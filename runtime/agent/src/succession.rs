//! An agent's place is taken by another: one of its roster, or that of another state of its machine. To everyone else it is
//! the same agent. spec: runtime, 14.4 and 14.5

use gg_host::{
    Carried, Host, Succession,
    profile::StateKind,
    window::{Band, Item},
};

use crate::{
    agent::{Agent, Equipment},
    event::Event,
    stand_up::{Place, StandUpError},
    status::Status,
    stop::Where,
};

impl Agent {
    /// Has its successor take its place: under its id, in its slot, with its inbox, its children, its issue and the role by
    /// which it ends.
    ///
    /// # Errors
    ///
    /// The successor cannot be stood up, or its opening turn fails. Either is a defect of gg.
    pub(crate) async fn succeed(&mut self, mut host: Host, succession: &Succession) -> Result<Host, Status> {
        let turn = host.turn();
        let (agent, mut next) = match self.successor(&host, succession) {
            Ok(stood) => stood,
            Err(error) => return Err(self.defect(format!("{} cannot take over: {error}", succession.what())).0),
        };
        let transfer = match succession {
            Succession::Exec { .. } => None,
            Succession::Transition { state, .. } => {
                let edge = self.equipment.position.as_ref().and_then(|position| position.edge(state));
                Some(edge.map(|edge| edge.transfer.clone()).unwrap_or_default())
            }
        };
        let stays = agent.equipment.named == self.equipment.named;
        if !stays {
            self.leave_open(&mut host).await;
        }
        let (carried, kept) = next.take_over((host, &self.holder), &agent.holder, transfer.as_deref()).await;
        if let Err(error) = kept {
            self.warn(turn, &format!("what is not carried over is not set aside: {error}"));
        }
        let before = std::mem::replace(self, agent);
        self.ceilings = before.ceilings.of_successor();
        if stays {
            self.instance = before.instance;
        } else if self.equipment.profile.persistent {
            // Another may have to end first, and works in the slot meanwhile.
            let slots = next.give_up_slot();
            if let Some(status) = self.wait_to_be_alone(Where::Boundary).await {
                return Err(status);
            }
            next.resume_slot(slots).await;
        }
        let Equipment { named, position, .. } = &self.equipment;
        let state = position.as_ref().map(|position| position.state.as_str());
        let (kinds, left) = (&carried.kinds[..], &carried.left[..]);
        self.tell(turn, Event::Succession { successor: named, state, carried: kinds, left });
        self.note_skills(&next);
        self.tell_surface(turn);
        let note = self.note(&carried, succession.message());
        if carried.has(StateKind::History) {
            if let Some(window) = next.window_mut() {
                window.push(Item::text(Band::Task, &note), turn);
            }
        } else {
            next = self.open(next, &note).await.map_err(|(status, _)| status)?;
        }
        self.show_kept(&mut next).await;
        Ok(next)
    }

    /// The agent that takes its place, with a host on which nothing has happened.
    fn successor(&self, host: &Host, succession: &Succession) -> Result<(Self, Host), StandUpError> {
        let run = self.run_of();
        let equipment = match succession {
            Succession::Exec { agent, .. } => run.equipment(agent)?,
            Succession::Transition { state, .. } => run.state(&self.equipment.named, state)?,
        };
        let (folder, issue) = (host.workspace().root().to_owned(), host.issue().map(str::to_owned));
        let memories = host.spawner_memories().map(str::to_owned);
        run.stand_up(equipment, &Place { id: self.id.clone(), folder, ending: self.ending, issue, memories })
    }

    /// What it opens on as a successor.
    fn note(&self, carried: &Carried, message: Option<&str>) -> String {
        let Equipment { named, position, .. } = &self.equipment;
        let state =
            position.as_ref().map(|position| format!(", in the state `{}`", position.state)).unwrap_or_default();
        let list = |kinds: &[StateKind]| match kinds {
            [] => "nothing".to_owned(),
            kinds => kinds.iter().map(|kind| kind.word()).collect::<Vec<_>>().join(", "),
        };
        let mut note = format!(
            "You are `{named}`{state}, and take the place of the agent before you, as `{}`. Carried over: {}. Not carried over: \
             {}.",
            self.id,
            list(&carried.kinds),
            list(&carried.left)
        );
        if let Some(message) = message {
            note.push_str("\n\n");
            note.push_str(message);
        }
        note
    }
}

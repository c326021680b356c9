//! What fills a fresh window before the first turn (spec: runtime, 8).

use gg_engine::{
    Operation,
    arm::{Literal, Written},
    record::Turn,
    sandbox::{Band as Feedback, Outcome, Submission},
};
use gg_host::{
    Host,
    operations::OperationId,
    window::{Band, Item},
};
use gg_models::{Answer, Call, Form, Message, Part, SUBMIT_PROGRAM};

use crate::{
    agent::Agent,
    event::Event,
    journal::{Declared, Interruption, Opening},
    status::Status,
    stop::Stop,
    turn::End,
};

/// The id of the call that a program of gg's own stands in.
const CALL: &str = "opening";

impl Agent {
    /// Loads the code that a scratchpad keeps.
    pub(crate) async fn load_code(&self, host: &mut Host) {
        match host.load_memories(&self.holder).await {
            Ok(failed) => {
                failed.iter().for_each(|(memory, why)| self.warn(0, &format!("the memory `{memory}`: {why}")));
            }
            Err(error) => self.warn(0, &error.to_string()),
        }
    }

    /// Fills a fresh window: the task, files that are opened at the start, and the program that opens documentation.
    pub(crate) async fn open(&mut self, mut host: Host, task: &str) -> Result<Host, (Status, String)> {
        let turn = host.turn();
        if let Some(window) = host.window_mut() {
            window.push(Item::text(Band::Task, task), turn);
        }
        let profile = self.equipment.profile.clone();
        for failed in host.autoload(&self.holder, &profile.autoload).await {
            self.warn(turn, &format!("a file of the autoload list was not opened: {failed}"));
        }
        self.reopen(&mut host).await;
        if let Some(depth) = profile.opening_turn.tree
            && let Err(error) = host.show_tree(&self.holder, depth).await
        {
            self.warn(turn, &format!("the tree of the workspace was not opened: {error}"));
        }
        host = self.opening_program(host).await?;
        for (heading, tokens) in host.show_views() {
            self.tell(turn, Event::View { heading: &heading, tokens });
        }
        Ok(host)
    }

    async fn opening_program(&mut self, mut host: Host) -> Result<Host, (Status, String)> {
        let calls = self.opening_calls()?;
        if calls.is_empty() {
            return Ok(host);
        }
        let program = self.equipment.arm.write(&calls);
        let turn = host.turn();
        let Some(window) = host.window_mut() else { return Ok(host) };
        match self.equipment.profile.model.form {
            Form::Plain => {
                window.push(Item::reply(Answer { text: program.clone(), ..Answer::default() }), turn);
            }
            Form::Wrapped => {
                let arguments = serde_json::json!({ "program": program }).to_string();
                let call = Call { id: CALL.to_owned(), tool: SUBMIT_PROGRAM.to_owned(), arguments };
                window.push(Item::reply(Answer { calls: vec![call], ..Answer::default() }), turn);
                let parts = vec![Part::Acknowledged { call: CALL.to_owned(), text: "ok".to_owned() }];
                window.push(Item::of(Band::Acknowledgement, Message::Told { parts, cache: false }), turn);
            }
        }
        let mut turn = Turn::new(self.holder.clone());
        turn.deadline = self.run_of().deadline;
        let limits = self.budget.limits;
        let sources = self.budget.sources.clone();
        let runtime = self.run_of().runtime.clone();
        let ran = runtime.run(turn, host, Submission { limits, sources, ..Submission::new(&program) }).await;
        let why = match &ran.report.outcome {
            Outcome::Completed if ran.report.faults.is_empty() => return Ok(ran.host),
            Outcome::Completed => ran.report.faults.first().map(|fault| fault.text.clone()).unwrap_or_default(),
            Outcome::Failed(failure) => failure.text.clone(),
            Outcome::Fatal(fault) => fault.text.clone(),
        };
        Err(self.defect(format!("the program of the opening turn failed: {why}")))
    }

    /// The calls of the opening program: a search of the modules, then documentation.
    fn opening_calls(&self) -> Result<Vec<Written>, (Status, String)> {
        let opening = &self.equipment.profile.opening_turn;
        let callable: Vec<&str> = self.holder.modules().map(|module| module.id).collect();
        let (modules, absent): (Vec<&String>, Vec<&String>) =
            opening.modules.iter().partition(|module| callable.contains(&module.as_str()));
        for module in absent {
            self.warn(
                0,
                &format!("the opening turn leaves out the module `{module}`, of which the agent can call nothing"),
            );
        }
        let mut calls = Vec::new();
        if !modules.is_empty() {
            let modules = Literal::Texts(modules.into_iter().cloned().collect());
            calls.push((OperationId::DocsSearch.row(), ("modules", modules)));
        }
        for function in self.opening_functions() {
            let name = Literal::Text(function.spelling(self.holder.arm).to_owned());
            calls.push((OperationId::ViewsOpenDocsView.row(), ("name", name)));
        }
        let written = calls.into_iter().map(|(row, argument)| match self.documentation.written(row, &[argument]) {
            Ok(Some(written)) => Ok(written),
            Ok(None) => Err(self.defect(format!("the opening turn cannot call `{}`", row.id))),
            Err(error) => Err(self.defect(error.to_string())),
        });
        written.collect()
    }

    /// The operations whose documentation is opened: those of the profile, or those that a new one lists.
    fn opening_functions(&self) -> Vec<&'static Operation> {
        use OperationId as Id;
        let held = |id: &OperationId| self.holder.grants.permits(id.row());
        if let Some(named) = &self.equipment.profile.opening_turn.functions {
            for absent in named.iter().filter(|id| !held(id)) {
                self.warn(0, &format!("the opening turn leaves out `{}`, which the agent does not hold", absent.id()));
            }
            return named.iter().filter(|id| held(id)).map(|id| id.row()).collect();
        }
        let listed = [Id::DocsSearch, Id::ViewsOpenFile, Id::ViewsOpenText, Id::ViewsOpenDocsView, Id::FilesSearch];
        listed.into_iter().filter(|id| held(id)).map(OperationId::row).collect()
    }

    /// Goes on after the turns the session was interrupted in at this place. What a turn had declared is done.
    ///
    /// # Errors
    ///
    /// A successor that was declared cannot be stood up.
    pub(crate) async fn go_on_where_interrupted(&mut self, mut host: Host, at: Opening) -> Result<(Host, End), Stop> {
        let mut is_declared = false;
        while let Some(interruption) = self.run_of().interruption(&self.id, at) {
            // One that came before the model had replied again leaves what was declared as it was.
            is_declared &= interruption.reply.is_none();
            let declared = interruption.declared.clone();
            host = self.go_on(host, interruption);
            declared.iter().for_each(|Declared { operation, request }| host.declare_again(operation, request));
            // A message that is left again waits for no close.
            let closes = |declared: &Declared| declared.operation != OperationId::DelegationSendMessage.id();
            is_declared |= declared.iter().any(closes);
        }
        if !is_declared {
            return Ok((host, None));
        }
        let is_compacted = host.declarations().compaction().is_some();
        Box::pin(self.settle(host, is_compacted)).await
    }

    /// Goes on after the turn a session was interrupted in: the model is told what is known of it, and the children that were
    /// started in it go on too.
    fn go_on(&self, host: Host, interruption: Interruption) -> Host {
        // They began in the store of before.
        for child in interruption.children {
            self.start_again(&host, child);
        }
        // What was kept in the turn is in the store as it was then.
        let number = interruption.store.filter(|_| !interruption.live);
        let store = number.and_then(|number| self.run_of().go_on_in_store(&self.id, number));
        let mut host = match store {
            _ if interruption.live => host.live(),
            Some(store) => host.with_store_at(&store),
            None => host,
        };
        // Where the model had not replied it is asked anew.
        let Some(answer) = interruption.reply else { return host };
        host.begin_turn();
        let turn = host.turn();
        let acknowledge =
            |call: &Call| Part::Acknowledged { call: call.id.clone(), text: "It was interrupted.".to_owned() };
        let parts: Vec<Part> = answer.calls.iter().map(acknowledge).collect();
        if let Some(window) = host.window_mut() {
            window.push(Item::reply(answer), turn);
            if !parts.is_empty() {
                window.push(Item::of(Band::Acknowledgement, Message::Told { parts, cache: false }), turn);
            }
        }
        self.push_feedback(&mut host, &Feedback::Notice(interruption.notice));
        host
    }

    /// Ends the run for a defect of gg.
    pub(crate) fn defect(&self, fault: String) -> (Status, String) {
        self.run_of().raise(fault.clone());
        (Status::InternalError, fault)
    }
}

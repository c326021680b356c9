//! The module `skills` (spec: operations, 8, card 9).

use gg_engine::{Call, CallError, arm::Literal};

use crate::{
    failure::{not_found, required},
    host::Host,
    operations::{OperationId, skills::Operations},
    skills::{Skill, built_in_prose},
    text::visible,
    uses::{Code, Origin},
};

impl Operations for Host {
    async fn read_skill(&mut self, call: &Call, name: String) -> Result<String, CallError> {
        required(call, "name", &name)?;
        let library = self.library.clone();
        let mut skills = library.of(call.agent());
        let Some(skill) = skills.find(|skill| skill.name() == name) else {
            let names: Vec<&str> = library.of(call.agent()).map(Skill::name).collect();
            let there_is = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            return Err(not_found(format!("no such skill: {}; there is {there_is}", visible(&name))));
        };
        let built_in;
        let (prose, module, on_use) = match skill {
            Skill::BuiltIn { module, .. } => {
                built_in = self.built_in(call, module)?;
                (&built_in.prose, None, Some(built_in.script.as_str()))
            }
            Skill::Authored(skill) => {
                let code = skill.code(call.agent().table.arm_id(call.agent().arm));
                let module = code.and_then(|code| code.module.as_deref());
                (&skill.prose, module, code.and_then(|code| code.on_use.as_deref()))
            }
        };
        self.uses.pin(&name, prose);
        let said = self.put_to_use(call, Code { origin: Origin::Skill, name: &name, module, on_use }).await;
        Ok(format!("{prose}{}", said.unwrap_or_default()))
    }
}

/// A built-in skill, as the agent reads it.
struct BuiltIn {
    prose: String,
    script: String,
}

impl Host {
    /// The built-in skill of a module: what its documentation says, and the program that opens it.
    fn built_in(&mut self, call: &Call, module: &str) -> Result<BuiltIn, CallError> {
        let arm = self.uses.arm().cloned();
        let documentation = self.documentation(call);
        let text = documentation.module(module).map_err(|_| call.defect())?.ok_or_else(|| call.defect())?;
        let prose = built_in_prose(text);
        let open = [("name", Literal::Text(text.key.clone()))];
        let open = documentation.written(OperationId::ViewsOpenDocsView.row(), &open).map_err(|_| call.defect())?;
        let script = match (arm, open) {
            (Some(arm), Some(open)) => arm.write(&[open]),
            // Without an arm nothing can be run.
            _ => String::new(),
        };
        Ok(BuiltIn { prose, script })
    }
}

//! The module `session` (spec: operations, 8, cards 50 to 52). Which endings an agent has is the gate's to say.

use gg_engine::{Call, CallError};

use crate::{
    declarations::Ending,
    failure::{invalid, required},
    host::Host,
    operations::session::Operations,
    text::is_blank,
};

impl Operations for Host {
    async fn finish(&mut self, call: &Call, summary: String) -> Result<(), CallError> {
        required(call, "summary", &summary)?;
        self.declarations.end(Ending::Finished(summary));
        Ok(())
    }

    async fn approve(&mut self, _: &Call) -> Result<(), CallError> {
        self.declarations.end(Ending::Approved);
        Ok(())
    }

    async fn request_changes(&mut self, call: &Call, items: Vec<String>) -> Result<(), CallError> {
        let items: Vec<String> =
            items.iter().filter(|item| !is_blank(item)).map(|item| item.trim().to_owned()).collect();
        if items.is_empty() {
            return Err(invalid(format!("`{}` has no item that is not blank", call.param("items"))));
        }
        self.declarations.end(Ending::ChangesRequested(items));
        Ok(())
    }
}

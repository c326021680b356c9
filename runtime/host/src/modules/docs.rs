//! The module `docs`, and documentation views (spec: operations, 8, cards 39 to 41 and 44).

use std::sync::Arc;

use gg_engine::{
    Agent, Call, CallError,
    docs::{Documentation, Kind, Missed, Page, Query},
};

use crate::{
    failure::{at_least_one, invalid, not_found, required},
    host::Host,
    operations::docs::{DocHit, DocSearch, Operations},
    text::is_blank,
    views::{Body, Key, SEARCH, View},
};

/// Results returned when no limit is given.
const RESULTS: u32 = 20;
/// Results returned at most.
const MOST_RESULTS: u32 = 100;

impl Operations for Host {
    async fn search(
        &mut self,
        call: &Call,
        query: Option<String>,
        modules: Vec<String>,
        type_: Option<String>,
        kind: Option<String>,
        offset: Option<u32>,
        limit: Option<u32>,
    ) -> Result<DocSearch, CallError> {
        let opened = self.search_view(call, query, modules, type_, kind.as_deref(), offset, limit);
        self.noted(SEARCH.to_owned(), opened)
    }

    async fn close(&mut self, call: &Call, key: String) -> Result<u32, CallError> {
        required(call, "key", &key)?;
        Ok(self.views.close(|open| matches!(open, Key::Docs(name) if *name == key)))
    }

    async fn close_all(&mut self, _: &Call) -> Result<u32, CallError> {
        Ok(self.views.close(|open| matches!(open, Key::Docs(_))))
    }
}

impl Host {
    #[expect(clippy::too_many_arguments, reason = "the operation's own")]
    fn search_view(
        &mut self,
        call: &Call,
        query: Option<String>,
        modules: Vec<String>,
        type_: Option<String>,
        kind: Option<&str>,
        offset: Option<u32>,
        limit: Option<u32>,
    ) -> Result<DocSearch, CallError> {
        if modules.iter().any(|module| is_blank(module)) {
            return Err(invalid(format!("`{}` has a blank name", call.param("modules"))));
        }
        if let Some(name) = &type_ {
            required(call, "type", name)?;
        }
        let kind = match kind {
            None => None,
            Some(word) => Some(Kind::of(word).ok_or_else(|| {
                let words = Kind::ALL.map(|kind| format!("`{}`", kind.word())).join(", ");
                invalid(format!("`{}` is `{word}`; it has to be one of {words}", call.param("kind")))
            })?),
        };
        at_least_one(call, "limit", limit)?;
        let query = Query {
            words: query.filter(|query| !is_blank(query)).unwrap_or_default(),
            modules,
            ty: type_,
            kind,
            offset: offset.unwrap_or(0),
            limit: limit.unwrap_or(RESULTS).min(MOST_RESULTS),
        };
        if !query.asks() {
            let params = ["query", "modules", "type", "kind"].map(|name| format!("`{}`", call.param(name)));
            return Err(invalid(format!("nothing is asked: at least one of {} is needed", params.join(", "))));
        }
        let found = self.documentation(call).search(&query).map_err(|_| call.defect())?;
        self.views.open(View::new(Key::Search, format!("View: {SEARCH}"), Body::Text(found.view(&query))));
        let hits = found.hits.into_iter().map(|hit| DocHit {
            key: hit.key,
            kind: hit.kind.word().to_owned(),
            module: hit.module,
            name: hit.name,
            summary: hit.brief,
        });
        Ok(DocSearch { total: found.total, offset: found.offset, hits: hits.collect() })
    }

    /// Opens the documentation of a name, and of the types beside it.
    pub(super) fn docs_view(&mut self, call: &Call, name: &str) -> Result<(), CallError> {
        let types = self.settings.doc_view_types;
        let pages = self.documentation(call).open(name, types).map_err(|missed| match missed {
            Missed::NotAName | Missed::Several(_) => invalid(format!("`{}`: {missed}", call.param("name"))),
            Missed::Unknown(_) => not_found(format!("{name}: {missed}")),
            Missed::Index(_) => call.defect(),
        })?;
        pages.iter().for_each(|page| self.open_page(page));
        Ok(())
    }

    /// Opens a documentation view, unless it is open with the same text.
    pub(crate) fn open_page(&mut self, page: &Page) {
        if self.views.document(&page.key, &page.body) {
            return;
        }
        let heading = format!("Documentation: {}", page.key);
        let mut view = View::new(Key::Docs(page.key.clone()), heading, Body::Text(page.body.clone()));
        view.operation = page.operation;
        self.views.open(view);
    }

    /// The documentation of the agent that calls.
    pub(crate) fn documentation(&mut self, call: &Call) -> &mut Documentation {
        self.documentation_of(call.agent())
    }

    /// The documentation of an agent, with that of the code it has loaded.
    pub fn documentation_of(&mut self, agent: &Arc<Agent>) -> &mut Documentation {
        let index = &self.index;
        let documentation = self.documentation.get_or_insert_with(|| Documentation::new(index.clone(), agent.clone()));
        documentation.asked_by(agent);
        documentation
    }
}

//! `gg docs`: what an agent would find of its operations, and what it would be shown.

use std::process::ExitCode;

use gg_engine::docs::{Documentation, Found, Kind, Query};
use gg_host::Profile;

use crate::{
    Refused,
    arguments::{Docs, Search},
    launch, output, style,
};

/// Searches or shows.
pub(crate) fn run(command: &Docs) -> Result<ExitCode, Refused> {
    match command {
        Docs::Search(search) => find(search),
        Docs::Show { name, whose } => {
            let profile = launch::profile(whose, None)?;
            let pages = documentation(&profile)?.open(name, profile.doc_view_types);
            let pages = pages.map_err(|missed| Refused::new(format!("`{name}`: {missed}")))?;
            for page in pages {
                let heading = style::heading(&format!("Documentation: {}", page.key));
                output::print(format_args!("{heading}\n\n{}\n", page.body))?;
            }
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn find(search: &Search) -> Result<ExitCode, Refused> {
    let kind = match search.kind.as_deref() {
        None => None,
        Some(word) => Some(Kind::of(word).ok_or_else(|| {
            let kinds = Kind::ALL.map(Kind::word).join(", ");
            Refused::new(format!("there is no kind `{word}`; there are {kinds}"))
        })?),
    };
    let query = Query {
        words: search.words.join(" "),
        modules: search.modules.clone(),
        ty: search.ty.clone(),
        kind,
        offset: search.offset,
        limit: search.limit,
    };
    if !query.asks() {
        return Err(Refused::new("give words to look for, or a filter: --module, --type or --kind"));
    }
    let documentation = documentation(&launch::profile(&search.whose, None)?)?;
    known(&documentation, search)?;
    output::print(found(&documentation, &query)?.view(&query))?;
    Ok(ExitCode::SUCCESS)
}

fn found(documentation: &Documentation, query: &Query) -> Result<Found, Refused> {
    documentation.search(query).map_err(|error| Refused::new(error.to_string()))
}

/// A filter that names nothing the agent has is a slip: by itself it would find something.
fn known(documentation: &Documentation, search: &Search) -> Result<(), Refused> {
    for module in &search.modules {
        let alone = Query { modules: vec![module.clone()], ..Query::default() };
        if found(documentation, &alone)?.total == 0 {
            let all = Query { kind: Some(Kind::Module), limit: u32::MAX, ..Query::default() };
            let names: Vec<String> = found(documentation, &all)?.hits.into_iter().map(|hit| hit.name).collect();
            return Err(Refused::new(format!("this agent has no module `{module}`; it has {}", names.join(", "))));
        }
    }
    if let Some(ty) = &search.ty {
        let alone = Query { ty: Some(ty.clone()), ..Query::default() };
        if found(documentation, &alone)?.total == 0 {
            let all = "`gg docs search --kind type` lists those there are";
            return Err(Refused::new(format!("this agent has no type `{ty}`; {all}")));
        }
    }
    Ok(())
}

/// The documentation of a profile's agent.
fn documentation(profile: &Profile) -> Result<Documentation, Refused> {
    Ok(launch::documentation(launch::seen(profile, "standard")?))
}

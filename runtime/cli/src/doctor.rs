//! `gg doctor`: what each program language needs, and whether it is there.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use gg_engine::{
    TableOperation as _,
    arm::{Arm, Missing, Need, typescript::CHECKER},
    sandbox::{Runtime, Sandbox},
};
use gg_host::{Host, Profile, Store, operations::OperationId, profile, skills::Skill};
use serde::Serialize;

use crate::{
    Refused,
    arguments::{Check, Doctor},
    launch, output, style,
};

/// How it stands with something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum State {
    /// It is there.
    Ready,
    /// It is not there, and programs run all the same.
    Without,
    /// It is not there, and has to be.
    Missing,
}

/// Something that was looked at.
#[derive(Debug, Serialize)]
struct Finding {
    /// What it is.
    what: String,
    state: State,
    /// What was found, or what is different without it.
    text: String,
    /// What to do.
    remedy: Option<String>,
}

/// What was looked at of one thing.
#[derive(Debug, Serialize)]
struct Part {
    name: &'static str,
    findings: Vec<Finding>,
}

/// Looks at everything, and says what it found.
pub(crate) fn run(arguments: &Doctor) -> Result<ExitCode, Refused> {
    let root = arguments.workspace.clone().unwrap_or_else(|| PathBuf::from("."));
    let mut parts = vec![Part { name: "workspace", findings: workspace(&root) }];
    parts.push(Part { name: "cache", findings: vec![cache()] });
    // A checker that was asked for and is not there is a finding about its arm, and keeps nobody from looking at the others.
    let (checker, wrong) = match launch::checker(Check::Auto) {
        Ok(checker) => (checker, None),
        Err(Refused(why)) => (None, Some(why)),
    };
    match launch::runtime(checker) {
        Err(Refused(why)) => {
            parts.push(Part { name: "sandbox", findings: vec![Finding::missing("engine", why, None)] });
        }
        Ok(runtime) => {
            parts.push(Part { name: "sandbox", findings: vec![sandbox(runtime.sandbox())] });
            let arms = OperationId::TABLE.arms.iter();
            parts.extend(arms.map(|id| Part { name: id, findings: arm(&runtime, id, wrong.as_deref()) }));
        }
    }
    if arguments.json {
        output::data(format_args!("{:#}", serde_json::json!(parts)))?;
    } else {
        output::print(parts.iter().map(text).collect::<String>())?;
    }
    let missing = parts.iter().flat_map(|part| &part.findings).any(|finding| finding.state == State::Missing);
    Ok(if missing { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn text(part: &Part) -> String {
    let mut text = format!("{}\n", style::heading(part.name));
    for finding in &part.findings {
        let mark = match finding.state {
            State::Ready => style::good("ok"),
            State::Without => style::dim("--"),
            State::Missing => style::bad("no"),
        };
        let _ = writeln!(text, "  {mark}  {}: {}", finding.what, finding.text.replace('\n', "\n      "));
        if let Some(remedy) = &finding.remedy {
            let _ = writeln!(text, "      {}", style::dim(remedy));
        }
    }
    text
}

impl Finding {
    fn ready(what: &str, text: impl Into<String>) -> Self {
        Self { what: what.to_owned(), state: State::Ready, text: text.into(), remedy: None }
    }

    fn without(what: &str, text: impl Into<String>, remedy: Option<String>) -> Self {
        Self { what: what.to_owned(), state: State::Without, text: text.into(), remedy }
    }

    fn missing(what: &str, text: impl Into<String>, remedy: Option<String>) -> Self {
        Self { what: what.to_owned(), state: State::Missing, text: text.into(), remedy }
    }
}

impl From<Need> for Finding {
    fn from(Need { what, found }: Need) -> Self {
        match found {
            Ok(found) => Self::ready(what, found),
            Err(Missing { required: true, without, remedy }) => Self::missing(what, without, Some(remedy)),
            Err(Missing { required: false, without, remedy }) => Self::without(what, without, Some(remedy)),
        }
    }
}

/// The folder programs would work in, and what is kept there.
fn workspace(root: &Path) -> Vec<Finding> {
    let folder = folder(root);
    if folder.state == State::Missing { vec![folder] } else { vec![folder, store(root), skills(root)] }
}

/// The skill folder of the default profile. Which languages its code may be in is said by the profile of a run, so a library
/// is in order that an agent of any language may have.
fn skills(root: &Path) -> Finding {
    let what = "skills";
    let read = |arm: &str| -> Result<String, String> {
        let mut profile = Profile::read("the default profile", profile::DEFAULT).map_err(|wrong| wrong.to_string())?;
        profile.arm = launch::arm(arm).map_err(|Refused(why)| why)?;
        let workspace = profile.workspace(root).map_err(|error| error.to_string())?;
        let library = profile.skills(&workspace).map_err(|mistakes| mistakes.to_string())?;
        let own: Vec<&str> =
            library.skills().iter().map(Skill::name).filter(|name| !library.is_built_in(name)).collect();
        let (own, built_in) = (own.join(", "), library.skills().len() - own.len());
        let own = if own.is_empty() { "none of the workspace's own".to_owned() } else { own };
        Ok(format!("{own}, and {built_in} that come with gg"))
    };
    let mut tried = OperationId::TABLE.arms.iter().map(|arm| read(arm));
    let first = tried.next().unwrap_or_else(|| Ok(String::new()));
    match first {
        Ok(text) => Finding::ready(what, text),
        Err(why) => match tried.find_map(Result::ok) {
            Some(text) => Finding::ready(what, text),
            None => Finding::missing(
                what,
                why,
                Some(
                    "mend what is named; gg skills list --profile FILE says whether it is right for a profile"
                        .to_owned(),
                ),
            ),
        },
    }
}

fn folder(root: &Path) -> Finding {
    let what = "folder";
    let opened = Profile::read("the default profile", profile::DEFAULT)
        .map_err(|mistakes| mistakes.to_string())
        .and_then(|profile| profile.workspace(root).map_err(|error| error.to_string()));
    match opened {
        Err(why) => Finding::missing(what, why, Some("name another by --workspace".to_owned())),
        Ok(_) => {
            let shown = fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
            let writable = fs::metadata(root).is_ok_and(|metadata| !metadata.permissions().readonly());
            let text = shown.display().to_string();
            if writable {
                Finding::ready(what, text)
            } else {
                Finding::without(what, format!("{text} cannot be written in"), None)
            }
        }
    }
}

/// The store, looked at as a run would: one of an older layout is brought to the newest.
fn store(root: &Path) -> Finding {
    let what = "store";
    let mut store = match Store::of(root) {
        Ok(store) => store,
        Err(error) => return Finding::missing(what, error.to_string(), None),
    };
    match store.open() {
        Ok(true) => Finding::ready(what, store.file().display().to_string()),
        Ok(false) => Finding::ready(what, "none yet; the first call that keeps something makes one"),
        Err(error) if error.is_of_the_system() => {
            Finding::without(what, format!("{error}; programs run all the same, and keep nothing"), None)
        }
        Err(error) => Finding::missing(what, error.to_string(), None),
    }
}

/// Where engines are kept that were built once.
fn cache() -> Finding {
    let what = "folder";
    match launch::cache() {
        Ok(cache) => Finding::ready(what, cache.folder().display().to_string()),
        Err(Refused(why)) => Finding::without(
            what,
            format!("{why}; engines are built anew for every run"),
            Some("name a folder of your own in GG_CACHE".to_owned()),
        ),
    }
}

fn sandbox(sandbox: &Sandbox) -> Finding {
    let most = sandbox.most_programs();
    if sandbox.keeps_memory_ready() {
        Finding::ready("engine", format!("up to {most} programs at once"))
    } else {
        Finding::without(
            "engine",
            format!(
                "up to {most} programs at once, slower to start: there is too little address space to keep memory ready"
            ),
            Some("raise the limit: ulimit -v unlimited".to_owned()),
        )
    }
}

/// What a program language needs. `wrong` says why the type checker that was asked for cannot be had.
fn arm(runtime: &Runtime<Host>, id: &str, wrong: Option<&str>) -> Vec<Finding> {
    let Some(arm) = runtime.arms().find(id) else {
        return vec![Finding::without("programs", "cannot be run yet", None)];
    };
    let mut findings: Vec<Finding> = engine(runtime, arm.as_ref()).into_iter().collect();
    findings.extend(arm.needs().into_iter().map(|need| match wrong {
        Some(why) if need.what == CHECKER => Finding::missing(CHECKER, why, None),
        _ => Finding::from(need),
    }));
    findings
}

/// The engine that the programs of an arm share.
fn engine(runtime: &Runtime<Host>, arm: &dyn Arm) -> Option<Finding> {
    let text = if runtime.is_built(arm)? {
        "built and in the cache"
    } else {
        "built at the first program, which takes some seconds"
    };
    Some(Finding::ready("engine", text))
}

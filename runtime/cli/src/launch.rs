//! What a command needs before it begins: profile, agent, workspace, documentation, arms and engine.

use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
};

use gg_engine::{
    Agent, ArmId, Binding, TableOperation as _,
    arm::{
        Arms,
        javascript::JavaScript,
        python::{Environment, Python},
        rust::{self, Rust},
        typescript::{Checker, Compiler, TypeScript},
    },
    docs::{Documentation, Index},
    sandbox::{Cache, Runtime, Sandbox},
};
use gg_host::{
    Hand, Host, Profile, RunBoard, Settings, language,
    operations::{self, OperationId, PACKAGE},
    profile::{self, MAIN, Machine, State},
};

use crate::{
    Refused,
    arguments::{Check, Whose},
    files::Files,
    output,
    progress::Progress,
    style,
};

/// Names the compiler that checks TypeScript: its executable, or the folder of its package.
const COMPILER: &str = "GG_TSC";
/// Names the folder of the cache.
const CACHE: &str = "GG_CACHE";
/// Names the folder of what is installed.
const DATA: &str = "GG_DATA";

/// What a run begins with: the profile of its first agent, and the machine which that enters, if it does.
pub(crate) struct Entered {
    pub(crate) profile: Profile,
    pub(crate) machine: Option<Arc<Machine>>,
}

/// The profile, with the arm of the command line or of the program's file in place of its own.
pub(crate) fn profile(whose: &Whose, program: Option<&Path>) -> Result<Profile, Refused> {
    let Entered { profile, machine } = entered(whose, program, None, &Files::default())?;
    if machine.is_some() {
        let path = whose.profile.as_deref().unwrap_or(Path::new("")).display();
        return Err(Refused::new(format!(
            "{path} is the profile of a machine, which takes no turns itself; name that of a state, or have `gg agent` enter it"
        )));
    }
    Ok(profile)
}

/// The profile of whoever is started: that of the state a machine is entered by, where it is one. The profiles of its states
/// are files seen from a folder, which is that of its own where none is given.
pub(crate) fn entered(
    whose: &Whose,
    program: Option<&Path>,
    folder: Option<&Path>,
    files: &Files,
) -> Result<Entered, Refused> {
    let refused = |mistakes| Refused::new(format!("the profile is refused\n{mistakes}"));
    let (name, text) = match &whose.profile {
        None => ("the default profile".to_owned(), profile::DEFAULT.to_owned()),
        Some(path) => (path.display().to_string(), read(path)?),
    };
    let machine = Machine::read(&name, &text).map_err(refused)?.map(Arc::new);
    let mut profile = match &machine {
        None => Profile::read(&name, &text).map_err(refused)?,
        Some(machine) => {
            let own = whose.profile.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
            let state = machine.state(&machine.entry).ok_or_else(|| Refused::new("the machine has no state"))?;
            let mut profile = self::state(machine, state, folder.unwrap_or(own), files)?;
            profile.run = profile.run.in_run(&machine.run);
            profile
        }
    };
    let extension = program.and_then(Path::extension).and_then(|extension| extension.to_str());
    let by_file = extension.and_then(|extension| match extension {
        "mts" => language::with_extension("ts"),
        "mjs" => language::with_extension("js"),
        extension => language::with_extension(extension),
    });
    if let Some(id) = whose.arm.as_deref().or(by_file) {
        profile.arm = arm(id)?;
    }
    Ok(Entered { profile, machine })
}

/// The arm with an id.
pub(crate) fn arm(id: &str) -> Result<ArmId, Refused> {
    let table = OperationId::TABLE;
    table.arm(id).ok_or_else(|| {
        Refused::new(format!("there is no program language `{id}`; there are {}", table.arms.join(", ")))
    })
}

/// The profile of a state of a machine, whose file is seen from a folder.
pub(crate) fn state(machine: &Machine, state: &State, folder: &Path, files: &Files) -> Result<Profile, Refused> {
    let file = folder.join(&state.profile);
    let at = |Refused(why): Refused| Refused::new(format!("the state `{}` of the machine: {why}", state.name));
    if profile::is_machine(&files.read(&file).map_err(at)?) {
        let why = format!("{} is the profile of a machine, and a state has an agent", file.display());
        return Err(at(Refused(why)));
    }
    let profile = files.profile(&file).map_err(at)?;
    machine.admit(&profile).map_err(|error| Refused::new(error.to_string()))?;
    Ok(profile)
}

/// The host of an agent that works in a folder.
pub(crate) fn host(profile: &Profile, root: &Path, agent: &str, deadline: Option<Instant>) -> Result<Host, Refused> {
    let settings = Settings { agent: agent.to_owned(), ..profile.settings(deadline) };
    let host = profile.host(root, settings).map_err(|error| Refused::new(error.to_string()))?;
    let skills = host.library();
    let arm = OperationId::TABLE.arm_id(profile.arm);
    for skill in skills.as_prose(arm) {
        let line = format!("the code of the skill `{}` is not in {arm}; it is read as prose", skill.name);
        output::tell(style::dim(&format!("gg: {line}")));
    }
    for (skill, languages) in skills.without_module(arm) {
        let line = format!(
            "the skill `{}` has a script in {arm}, and a module in {} only; the script runs, and nothing is loaded",
            skill.name,
            languages.join(", "),
        );
        output::tell(style::dim(&format!("gg: {line}")));
    }
    for odd in skills.odd() {
        output::tell(style::dim(&format!("gg: {odd}")));
    }
    Ok(with_board(profile, host))
}

/// The host of an agent that worked in a folder and is replayed.
pub(crate) fn host_of_replay(profile: &Profile, root: &Path, agent: &str) -> Result<Host, Refused> {
    let settings = Settings { agent: agent.to_owned(), ..profile.settings(None) };
    let host = profile.host_of_replay(root, settings).map_err(|error| Refused::new(error.to_string()))?;
    Ok(with_board(profile, host))
}

fn with_board(profile: &Profile, host: Host) -> Host {
    match &profile.capabilities.board {
        Some(board) => host.with_board(Arc::new(RunBoard::new(board.clone()))),
        None => host,
    }
}

/// The agent of a profile as `gg agent` would have it work, to be looked at.
pub(crate) fn seen(profile: &Profile, ending: &str) -> Result<Arc<Agent>, Refused> {
    Ok(seen_in(Path::new("."), profile, ending)?.0)
}

/// The agent of a profile that works in a folder, to be looked at, with its host.
pub(crate) fn seen_in(root: &Path, profile: &Profile, ending: &str) -> Result<(Arc<Agent>, Host), Refused> {
    let roles: BTreeSet<&str> = OperationId::TABLE
        .operations
        .iter()
        .filter_map(|operation| if let Binding::Ending(role) = operation.binding { Some(role) } else { None })
        .collect();
    if !roles.contains(ending) {
        let roles: Vec<&str> = roles.into_iter().collect();
        return Err(Refused::new(format!("no session ends by the role `{ending}`; there are {}", roles.join(", "))));
    }
    let host = host(profile, root, MAIN, None)?.with_window().with_hand(Hand::on_nobody());
    Ok((profile.agent(ending, &host), host))
}

/// What an agent finds of its operations.
pub(crate) fn documentation(agent: Arc<Agent>) -> Documentation {
    Documentation::new(Arc::new(Index::new(PACKAGE.index)), agent)
}

/// A text of the user's.
pub(crate) fn read(path: &Path) -> Result<String, Refused> {
    fs::read_to_string(path).map_err(|error| Refused::new(format!("{}: cannot be read: {error}", path.display())))
}

/// The type checker that was asked for.
pub(crate) fn checker(check: Check) -> Result<Option<Arc<Checker>>, Refused> {
    if check == Check::Off {
        return Ok(None);
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let compiler = match named(COMPILER) {
        None => Compiler::on_path(&path),
        Some(place) => {
            let node = env::split_paths(&path).map(|folder| folder.join("node")).find(|node| node.is_file());
            Some(Compiler::at(&place, node.as_deref()).ok_or_else(|| no_compiler(&place))?)
        }
    };
    match (compiler, check) {
        (Some(compiler), _) => Ok(Some(Checker::new(PACKAGE.root, PACKAGE.javascript.declarations, compiler))),
        (None, Check::On) => Err(Refused::new(format!(
            "--check=on needs `tsc` (with `node`) or `tsgo` on PATH, or the place of one in {COMPILER}"
        ))),
        (None, _) => Ok(None),
    }
}

/// What checks the programs of an arm before they run, by name; `types` says whether there is a type checker.
pub(crate) fn checked_by(arm: &str, types: bool) -> Option<&'static str> {
    match arm {
        "typescript" if types => Some("tsc"),
        "rust" => Some("rustc"),
        _ => None,
    }
}

/// That the place a user named has no compiler, or one that nothing is there to run.
fn no_compiler(place: &Path) -> Refused {
    let shown = place.display();
    if Compiler::at(place, Some(Path::new("node"))).is_some() {
        return Refused::new(format!("{COMPILER} is {shown}, a compiler that `node` runs; put `node` on PATH"));
    }
    Refused::new(format!(
        "{COMPILER} is {shown}, where no TypeScript compiler is; name `tsc`, `tsgo` or the folder of their package, or unset \
         it and they are looked for on PATH"
    ))
}

/// The place a variable of the environment names, unless that is empty.
fn named(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// gg's own folder among the user's of a kind: of the one that a variable names, or else of the one below the home folder.
pub(crate) fn own_folder(variable: &str, below_home: &str) -> Option<PathBuf> {
    let folder = named(variable).or_else(|| named("HOME").map(|home| home.join(below_home)))?;
    Some(folder.join("gg"))
}

/// Where compiled engines are kept.
pub(crate) fn cache_folder() -> Result<PathBuf, Refused> {
    named(CACHE)
        .or_else(|| own_folder("XDG_CACHE_HOME", ".cache"))
        .ok_or_else(|| Refused::new(format!("there is no folder for the cache; name one in {CACHE}")))
}

/// The arms there are.
pub(crate) fn arms(checker: Option<Arc<Checker>>) -> Arms {
    // Without a folder nothing can be installed, which is told where it is asked for.
    let data = named(DATA).or_else(|| own_folder("XDG_DATA_HOME", ".local/share")).unwrap_or_default();
    Arms::new(vec![
        Arc::new(TypeScript::new(&PACKAGE, checker)),
        Arc::new(JavaScript::new(&PACKAGE)),
        Arc::new(Python::new(&PACKAGE, Environment::below(&data))),
        Arc::new(Rust::new(
            &PACKAGE,
            rust::Installation::below(&data, env::var_os("PATH").unwrap_or_default()),
            cache_folder().ok().map(|folder| folder.join("rust")),
        )),
    ])
}

/// The cache.
pub(crate) fn cache() -> Result<Cache, Refused> {
    let folder = cache_folder()?;
    Cache::at(&folder).map_err(|error| Refused::new(format!("the cache {}: {error}", folder.display())))
}

/// The runtime, with the arms there are.
pub(crate) fn runtime(checker: Option<Arc<Checker>>) -> Result<Runtime<Host>, Refused> {
    let engine = |error: wasmtime::Error| Refused::new(format!("the sandbox cannot be set up: {error:#}"));
    let sandbox = Arc::new(Sandbox::new().map_err(engine)?);
    let arms = arms(checker);
    // Without a cache the engine is built anew, which takes seconds but harms nothing.
    let cache = cache();
    if let Err(Refused(why)) = &cache {
        output::tell(style::dim(&format!("gg: {why}; the engine is built anew for this run")));
    }
    let cache = cache.ok();
    let progress = Progress::default();
    let watch = move |guest, stage| progress.watch(guest, stage);
    Runtime::new(sandbox, operations::add_to_linker, arms, cache, watch).map_err(engine)
}

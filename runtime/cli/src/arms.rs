//! `gg arms`: the program languages, and the installation of what one needs.

use std::process::ExitCode;

use gg_engine::{TableOperation as _, arm::Arms};
use gg_host::operations::OperationId;
use indicatif::ProgressBar;

use crate::{Refused, arguments, launch, progress, style};

/// Lists them, or installs what one needs.
pub(crate) fn run(command: &arguments::Arms) -> Result<ExitCode, Refused> {
    let arms = launch::arms(None);
    match command {
        arguments::Arms::List => list(&arms),
        arguments::Arms::Install { arm } => install(&arms, arm)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn list(arms: &Arms) {
    for id in OperationId::TABLE.arms {
        let state = match arms.find(id).map(|arm| arm.installation()) {
            None => style::dim("cannot be run yet"),
            Some(None) => style::good("ready"),
            Some(Some(installation)) if installation.is_installed() => style::good("installed"),
            Some(Some(_)) => style::dim(&format!("not installed: gg arms install {id}")),
        };
        anstream::println!("{id:12}  {state}");
    }
}

fn install(arms: &Arms, id: &str) -> Result<(), Refused> {
    launch::arm(id)?;
    let Some(arm) = arms.find(id) else {
        return Err(Refused::new(format!("there is nothing to install for `{id}`, which cannot be run yet")));
    };
    let Some(installation) = arm.installation() else {
        println!("{id} needs nothing to be installed");
        return Ok(());
    };
    if installation.is_installed() {
        println!("{id} is installed");
        return Ok(());
    }
    let bar = ProgressBar::new_spinner();
    let done = installation.install(&|text| progress::step(&bar, text));
    bar.finish_and_clear();
    done.map_err(|error| Refused::new(format!("{id} cannot be installed: {error}")))?;
    println!("{id} is installed");
    Ok(())
}

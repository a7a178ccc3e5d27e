//! `clew networks`: the formulations, and the size of each for a puzzle.

use crate::cli::args::NetworksArgs;
use crate::cli::batch::status::Status;
use crate::cli::io::interrupt;
use crate::cli::io::output;
use crate::cli::io::single;
use clew::api::networks::{Network, list, list_json};
use clew::run::Budget;
use std::fmt::Write;

/// Runs the command; returns the exit status.
pub(crate) fn run(args: &NetworksArgs) -> u8 {
    let Some(path) = &args.puzzle else {
        let text = if args.json { list_json() } else { list() };
        return output::print(text.as_bytes(), Status::Yes).code();
    };
    let (job, entry) = match single::read(path, &args.rules) {
        Ok(read) => read,
        Err(status) => return status,
    };
    let id = entry.id.clone().unwrap_or_else(|| job.name());
    let mut text = String::new();
    let default = entry.puzzle.network(None).map_or("", |info| info.name);
    let budget = Budget::default().with_cancel(interrupt::flag());
    for (i, info) in entry.puzzle.family().networks().iter().enumerate() {
        let built = Network::build(&entry, info, &budget);
        // The figures of an interrupted build are meaningless.
        if budget.urgent().is_some() {
            break;
        }
        if args.json {
            let _ = writeln!(text, "{}", built.json(&entry, &id, info.name == default));
        } else {
            text += if i > 0 { "\n" } else { "" };
            text += &built.text(info.name == default);
        }
    }
    let interrupted = budget.urgent().is_some();
    output::print(text.as_bytes(), Status::Yes).code_unless(interrupted)
}

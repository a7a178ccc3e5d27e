//! `clew ablate`: ablation study over redundant parts, formulations and searches.

use super::{limited, read};
use crate::cli::batch::settings::known_networks;
use crate::cli::batch::status::Status;
use crate::cli::io::{interrupt, output, stderr};
use crate::cli::profile::args::AblateArgs;
use clew::api::ablate::{AblationOptions, ablate};
use clew::api::trials::Common;
use std::sync::atomic::Ordering;

/// Runs the command; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn run(args: &AblateArgs) -> Result<u8, String> {
    let how = limited(&args.search)?;
    known_networks("--networks", &args.networks)?;
    let (puzzles, mut status) = read(&args.puzzles, &how);
    let cancel = interrupt::flag();
    let wanted = AblationOptions {
        network: args.search.network.clone(),
        search: args.search.search,
        without: args.search.without.clone(),
        networks: args.networks.clone(),
        seeds: args.seeds,
        first: args.search.seed,
    };
    let quit = || cancel.load(Ordering::Relaxed);
    let options = || how.options(1, &cancel);
    let common = Common { task: args.task.task(), options: &options, quit: &quit };
    let mut text = String::new();
    for (name, entry) in &puzzles {
        // A network that no puzzle of its family has is an error of the command line.
        entry.puzzle.network(args.search.network.as_deref()).map_err(|why| why.to_string())?;
        let ablation = match ablate(entry, &wanted, &common) {
            Ok(Some(ablation)) => ablation,
            Ok(None) => break,
            Err(why) => {
                stderr::line(format_args!("error: {name}: {why}"));
                status = status.max(Status::Usage);
                continue;
            }
        };
        text += &match (args.json, args.csv) {
            (true, _) => format!("{}\n", ablation.json(name, entry)),
            (_, true) => ablation.csv(name, text.is_empty()),
            _ if text.is_empty() => ablation.text(name),
            _ => format!("\n{}", ablation.text(name)),
        };
        if quit() {
            break;
        }
    }
    status = status.max(output::print(text.as_bytes(), status));
    Ok(status.code_unless(quit()))
}

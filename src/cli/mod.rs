//! The command line. The only module that reads files and prints.
//!
//! Results go to standard output, everything else to standard error.

mod args;
mod batch;
mod convert;
mod count;
mod craft;
mod draw;
mod io;
mod man;
mod models;
mod networks;
mod plan;
mod profile;
mod proof;
mod serve;
mod trace;
mod trials;

use crate::cli::batch::status::Status;

use crate::cli::args::{Cli, Command};
use crate::cli::batch::settings::Settings;
use clap::{CommandFactory, FromArgMatches};
use std::ffi::OsString;
use std::path::Path;

/// Runs the program with its arguments (the first is its name) and returns the exit status.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    clew::families::install();
    let matches = args::help::flowing(Cli::command())
        .try_get_matches_from(models::flatzinc::with_command(arguments));
    let parsed = matches.and_then(|matches| {
        args::option_conflicts::refuse(&matches)?;
        Cli::from_arg_matches(&matches)
    });
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no errors; clap knows where each goes.
            let printed = error.print();
            return match printed {
                _ if error.use_stderr() => Status::Usage.code(),
                Err(error) => io::output::broken(&error, Status::Yes).code(),
                Ok(()) => Status::Yes.code(),
            };
        }
    };
    let result = match cli.command {
        Command::Solve(args) if args.proof.proof.is_some() => proof::best(&args),
        Command::Solve(args) => Settings::solve(args).map(|settings| batch::run(&settings)),
        Command::Check(args) if args.proof.proof.is_some() => proof::verdict(&args),
        Command::Certify(args) => proof::certify::run(&args),
        Command::Check(args) => Settings::check(args).map(|settings| batch::run(&settings)),
        Command::Count(args) if count::is_long_count(&args) => count::run(&args),
        Command::Split(args) => count::cubes::split(&args),
        Command::CountCube(args) => Ok(count::cubes::count_cube(&args)),
        Command::Merge(args) => Ok(count::merge::run(&args)),
        Command::Count(args) => Settings::count(args).map(|settings| batch::run(&settings)),
        Command::Repair(args) => craft::repair::run(&args),
        Command::Profile(args) => profile::run(&args),
        Command::Trace(args) => trace::run(&args),
        Command::Ablate(args) => trials::ablate::run(&args),
        Command::Compare(args) => Ok(trials::compare::run(&args)),
        Command::Bench(args) => trials::bench::run(&args),
        Command::Plan(args) => plan::run(&args),
        Command::Explain(args) => craft::explain::run(&args),
        Command::Hint(args) => craft::hint::run(&args),
        Command::Rate(args) => Settings::rate(args).map(|settings| batch::run(&settings)),
        Command::Networks(args) => Ok(networks::run(&args)),
        Command::Convert(args) => convert::run(&args),
        Command::Verify(args) => craft::verify::run(&args),
        Command::Export(args) => models::export::run(&args),
        Command::Import(args) => models::import::run(&args),
        Command::Flatzinc(args) => models::flatzinc::run(&args),
        Command::InstallMinizinc(args) => models::install::run(&args),
        Command::Draw(args) => draw::run(&args),
        Command::Generate(args) => craft::generate::run(&args),
        Command::FromSolution(args) => craft::from_solution::run(&args),
        Command::Dedup(args) => craft::dedup::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "clew", &mut script);
            Ok(io::output::print(&script, Status::Yes).code())
        }
        Command::Man(args) => Ok(man::run(&args)),
    };
    result.unwrap_or_else(|why| {
        io::stderr::line(format_args!("error: {why}\n\nFor more information, try 'clew --help'."));
        Status::Usage.code()
    })
}

/// A text from outside, safe to print.
fn safe(text: &str) -> String {
    clew::report::text::printable(text)
}

/// A path, safe to print.
fn shown(path: &Path) -> String {
    safe(&path.to_string_lossy())
}

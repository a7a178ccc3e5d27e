//! The command line. The only room that reads files and prints.
//!
//! Results go to standard output, everything else to standard error.

mod answer;
mod args;
mod asked;
mod atomic;
mod batch;
mod certify;
mod checkpoint;
mod columns;
mod common_args;
mod compare;
mod convert;
mod counter;
mod craft_args;
mod cubes;
mod cubes_args;
mod disk;
mod draw;
mod draw_args;
mod draw_sheet;
mod eta;
mod explain;
mod format_args;
mod generate;
mod help;
mod help_long;
mod hint;
mod idle;
mod input;
mod interrupt;
mod invalid;
mod job;
mod lock;
mod long_args;
mod long_count;
mod machine;
mod man;
mod merge;
mod meter;
mod model_args;
mod model_export;
mod model_import;
mod networks;
mod object;
mod one;
mod output;
mod overrides;
mod pictures;
mod plan_command;
mod profile;
mod profile_args;
mod progress;
mod proof_args;
mod prove;
mod rate;
mod records;
mod regular;
mod repair;
mod residues;
mod say;
mod scripts;
mod selection;
mod settings;
mod show;
mod status;
mod stream;
mod trace;
mod trials;
mod values;
mod verify;
mod window;

use status::Status;

use args::{Cli, Command};
use clap::{CommandFactory, FromArgMatches};
use settings::Settings;
use std::ffi::OsString;
use std::path::Path;

/// Runs the program with its arguments (the first is its name) and returns the exit status.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let matches = help::flowing(Cli::command()).try_get_matches_from(arguments);
    let parsed = matches.and_then(|matches| {
        idle::refuse(&matches)?;
        Cli::from_arg_matches(&matches)
    });
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no errors; clap knows where each goes.
            let printed = error.print();
            return match printed {
                _ if error.use_stderr() => Status::Usage.code(),
                Err(error) => output::broken(&error, Status::Yes).code(),
                Ok(()) => Status::Yes.code(),
            };
        }
    };
    let result = match cli.command {
        Command::Solve(args) if args.proof.proof.is_some() => prove::best(&args),
        Command::Solve(args) => Settings::solve(args).map(|settings| batch::run(&settings)),
        Command::Check(args) if args.proof.proof.is_some() => prove::verdict(&args),
        Command::Certify(args) => certify::run(&args),
        Command::Check(args) => Settings::check(args).map(|settings| batch::run(&settings)),
        Command::Count(args) if long_count::is_asked(&args) => long_count::run(&args),
        Command::Split(args) => cubes::split(&args),
        Command::CountCube(args) => Ok(cubes::count_cube(&args)),
        Command::Merge(args) => Ok(merge::run(&args)),
        Command::Count(args) => Settings::count(args).map(|settings| batch::run(&settings)),
        Command::Repair(args) => repair::run(&args),
        Command::Profile(args) => profile::run(&args),
        Command::Trace(args) => trace::run(&args),
        Command::Ablate(args) => trials::ablate::run(&args),
        Command::Compare(args) => Ok(compare::run(&args)),
        Command::Bench(args) => trials::bench::run(&args),
        Command::Plan(args) => plan_command::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Hint(args) => hint::run(&args),
        Command::Rate(args) => Settings::rate(args).map(|settings| batch::run(&settings)),
        Command::Networks(args) => Ok(networks::run(&args)),
        Command::Convert(args) => convert::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Export(args) => model_export::run(&args),
        Command::Import(args) => model_import::run(&args),
        Command::Draw(args) => draw::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "clew", &mut script);
            Ok(output::print(&script, Status::Yes).code())
        }
        Command::Man(args) => Ok(man::run(&args)),
    };
    result.unwrap_or_else(|why| {
        say::line(format_args!("error: {why}\n\nFor more information, try 'clew --help'."));
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

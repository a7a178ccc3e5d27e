//! FLOOR 7: the command line. The only floor that reads files and prints.
//!
//! Results go to standard output, everything else to standard error.

mod answer;
mod args;
mod batch;
mod candidates;
mod draw;
mod generate;
mod help;
mod input;
mod interrupt;
mod invalid;
mod machine;
mod networks;
mod one;
mod overrides;
mod profile;
mod profile_report;
mod profiler;
mod progress;
mod settings;
mod show;
mod stats;
mod status;
mod stream;
mod table;
mod values;

pub use status::{INTERRUPTED, Status};

use args::{Cli, Command};
use clap::{CommandFactory, Parser};
use settings::Settings;
use std::ffi::OsString;
use std::io::{self, Write};

/// Runs the program with its arguments (the first is its name) and returns the exit status.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no errors; clap knows where each goes.
            let _ = error.print();
            return if error.use_stderr() { Status::Usage.code() } else { Status::Yes.code() };
        }
    };
    let result = match cli.command {
        Command::Solve(args) => Settings::solve(args).map(|settings| batch::run(&settings)),
        Command::Check(args) => Settings::check(args).map(|settings| batch::run(&settings)),
        Command::Count(args) => Settings::count(args).map(|settings| batch::run(&settings)),
        Command::Profile(args) => profile::run(&args),
        Command::Networks(args) => Ok(networks::run(&args)),
        Command::Draw(args) => draw::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "clew", &mut script);
            Ok(print(&script, Status::Yes))
        }
        Command::Man => {
            let mut page = Vec::new();
            let rendered = clap_mangen::Man::new(Cli::command()).render(&mut page);
            rendered.map(|()| print(&page, Status::Yes)).map_err(|error| error.to_string())
        }
    };
    result.unwrap_or_else(|why| {
        eprintln!("error: {why}\n\nFor more information, try 'clew --help'.");
        Status::Usage.code()
    })
}

/// A text from outside, safe to print.
fn safe(text: &str) -> String {
    crate::report::text::printable(text)
}

/// Writes a whole result to standard output; returns the exit status.
fn print(text: &[u8], status: Status) -> u8 {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text).and_then(|()| stdout.flush()) {
        Ok(()) => status.code(),
        // The reader went away: it has what it wanted.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => status.code(),
        Err(error) => {
            eprintln!("error: cannot write the result: {error}");
            Status::Undecided.code()
        }
    }
}

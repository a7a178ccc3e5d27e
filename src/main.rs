//! The program `clew`.

use std::process::ExitCode;

mod cli;

fn main() -> ExitCode {
    ExitCode::from(cli::run(std::env::args_os()))
}

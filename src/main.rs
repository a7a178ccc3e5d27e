//! The program `clew`: all of it is in the library, see `clew::cli`.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(clew::cli::run(std::env::args_os()))
}

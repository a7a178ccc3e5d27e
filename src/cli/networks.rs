//! `clew networks`: the formulations, and the size of each for a puzzle.

use crate::cli::args::NetworksArgs;
use crate::cli::batch::status::Status;
use crate::cli::io::{interrupt, output, single};
use clew::api::request::NetworksOptions;
use clew::api::{Ask, Case, Form, Mistake, Options, Reply};
use clew::run::Budget;

/// Runs the command; returns the exit status.
pub(crate) fn run(args: &NetworksArgs) -> u8 {
    let form = if args.json { Form::Document } else { Form::Words };
    let budget = Budget::default().with_cancel(interrupt::flag());
    let options = Options { budget, ..Options::default() };
    let question = Ask::from(NetworksOptions {});
    let Some(path) = &args.puzzle else {
        return print(question.answer(&Case { form, ..Case::about_none(options) }), "");
    };
    match single::read(path, &args.rules) {
        Ok((job, entry)) => {
            let name = job.name();
            print(question.answer(&Case { form, ..Case::new(&entry, &name, options) }), &name)
        }
        Err(status) => status,
    }
}

/// Prints the words, or the objects of the document on a line each; returns the exit status.
fn print(answer: Result<Reply, Mistake>, name: &str) -> u8 {
    match answer {
        Ok(reply) => {
            output::print(reply.lines().as_bytes(), Status::Yes).code_unless(reply.interrupted)
        }
        Err(why) => Status::told(&why, name).code(),
    }
}

//! `clew check --proof`: the verdict with a certificate that others can check.

use super::answer::Failure;
use super::args::CheckArgs;
use super::certify::{OPB, PROOF, PUZZLE, SOLUTION};
use super::settings::How;
use super::status::{INTERRUPTED, Status};
use super::{one, output, say};
use crate::puzzle::format::{write_json, write_solution};
use crate::puzzle::{Answer, Entry};
use crate::report::routes::routes;
use crate::run::Stop;
use crate::strategy::prove::{NoProof, Proved, claim, followed, prove, uncertified};
use crate::strategy::{self, Options, Task, Verdict};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// A proof that is not yet whole.
const UNFINISHED: &str = "proof.pbp.part";

/// Runs the command for one puzzle; returns the exit status.
///
/// # Errors
/// In words, what the command line got wrong.
pub(super) fn run(args: &CheckArgs) -> Result<u8, String> {
    let Some(dir) = &args.proof.proof else { return Err("there is no directory".into()) };
    let [path] = &args.batch.puzzles[..] else {
        return Err("--proof takes one puzzle".into());
    };
    let how = How::of(&args.search)?;
    let (job, entry) = match one::read(path, &how.rules) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let title = job.title(entry.id.as_deref());
    let cancel = super::interrupt::flag();
    let options = how.options(how.threads, &cancel);
    if followed(&entry.puzzle).is_none() {
        return Err(format!(
            "--proof does not apply to puzzles of the family {}{}",
            entry.puzzle.family().keyword(),
            uncertified(&entry.puzzle)
        ));
    }
    let outcome = match strategy::run(&entry.puzzle, Task::Check, &options) {
        Ok(outcome) => outcome,
        Err(error) => return Ok(Failure::of(error, false).told(&title).code()),
    };
    let interrupted = |stop| if stop { INTERRUPTED } else { Status::Undecided.code() };
    let known: Option<&Answer> = match outcome.verdict() {
        Verdict::Unique => outcome.answers.first(),
        Verdict::None => None,
        Verdict::Multiple => {
            say::line(format_args!("two solutions need no proof: nothing is written"));
            return Ok(output::print(b"multiple\n", Status::No).code());
        }
        Verdict::Unknown => {
            let status = output::print(b"unknown\n", Status::Undecided);
            let raised = outcome.stopped == Some(Stop::Interrupt);
            return Ok(if status == Status::Undecided {
                interrupted(raised)
            } else {
                status.code()
            });
        }
    };
    match written(&entry, known, dir, &options) {
        Ok(proved) => {
            let (word, status) = match known {
                Some(_) => ("unique", Status::Yes),
                None => ("none", Status::No),
            };
            if !args.batch.quiet {
                say::line(format_args!("{}", told(&entry, &proved, dir)));
            }
            Ok(output::print(format!("{word}\n").as_bytes(), status).code())
        }
        Err(Failed::Files(why)) => {
            say::line(format_args!("error: {}: {why}", super::shown(dir)));
            Ok(Status::Unwritten.code())
        }
        Err(Failed::Proof(why)) => {
            let verdict = if known.is_some() { "unique" } else { "none" };
            say::line(format_args!("error: {title}: {verdict}, but not proved: {why}"));
            Ok(interrupted(cancel.load(std::sync::atomic::Ordering::Relaxed)))
        }
    }
}

/// What the proof took and what rested.
fn told(entry: &Entry, proved: &Proved, dir: &Path) -> String {
    let rests = followed(&entry.puzzle).map_or("", |network| network.rests);
    format!(
        "proof in {}: {} learnt clauses, {} lemmas, {} kB; at rest: {rests}",
        super::shown(dir),
        proved.effort.learnt,
        proved.effort.lemmas,
        proved.bytes.div_ceil(1000),
    )
}

/// Why there is no certificate.
enum Failed {
    Files(io::Error),
    Proof(NoProof),
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Failed {
        Failed::Files(error)
    }
}

/// Writes the files of a certificate. The proof comes last, and gets its name when it is whole.
fn written(
    entry: &Entry,
    known: Option<&Answer>,
    dir: &Path,
    options: &Options,
) -> Result<Proved, Failed> {
    let puzzle = &entry.puzzle;
    let claim = claim(puzzle, known).map_err(Failed::Proof)?;
    fs::create_dir_all(dir)?;
    for old in [PROOF, SOLUTION, UNFINISHED] {
        match fs::remove_file(dir.join(old)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
    }
    fs::write(dir.join(PUZZLE), write_json(entry) + "\n")?;
    fs::write(dir.join(OPB), claim.opb.text())?;
    if let Some(answer) = known {
        let text = write_solution(puzzle, answer);
        fs::write(dir.join(SOLUTION), text + &routes(puzzle, answer).unwrap_or_default())?;
    }
    let part = dir.join(UNFINISHED);
    let mut file = File::create(&part)?;
    let mut error = None;
    let outlet = |text: &str| match file.write_all(text.as_bytes()) {
        Ok(()) => true,
        Err(why) => {
            error = Some(why);
            false
        }
    };
    let proved = prove(puzzle, &claim, options, Box::new(outlet));
    if let Some(error) = error {
        return Err(error.into());
    }
    match proved {
        Ok(proved) => {
            file.sync_all()?;
            fs::rename(&part, dir.join(PROOF))?;
            Ok(proved)
        }
        Err(why) => {
            fs::remove_file(&part)?;
            Err(Failed::Proof(why))
        }
    }
}

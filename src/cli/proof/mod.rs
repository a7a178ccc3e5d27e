//! `clew check --proof` and `clew solve --proof` with a goal: the verdict, or the best solution, with
//! a certificate that others can check.

pub(crate) mod args;
pub(crate) mod certify;
mod files;
pub(crate) mod modelled;

use crate::cli::args::{BatchArgs, CheckArgs, SearchArgs, SolveArgs, StatsForm};
use crate::cli::batch::answer::figures_of;
use crate::cli::batch::settings::How;
use crate::cli::batch::status::{INTERRUPTED, Status};
use crate::cli::io::atomic;
use crate::cli::io::input::is_model;
use crate::cli::io::interrupt::Unfinished;
use crate::cli::io::{output, single, stderr};
use crate::cli::proof::files::Written;
use clew::api::Failure;
use clew::api::certificate::{Failed, GOAL, OPB, PROOF, PUZZLE, Proof, SOLUTION};
use clew::api::{Question, false_statements, rules_note, rules_words};
use clew::certificate::Unproved;
use clew::puzzle::format::in_full;
use clew::puzzle::wording::how_many;
use clew::puzzle::{Entry, Goal};
use clew::report::figures;
use clew::report::words::{objective, verdict_words};
use clew::run::Stop;
use clew::strategy::prove::{NoProof, Proved, followed, unstated};
use clew::strategy::{self, Options, Outcome, Task, Verdict};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// The name of an incomplete proof.
const UNFINISHED: &str = "proof.pbp.part";

/// All files of a certificate, the one that is written first in front: a directory without it holds no certificate.
const FILES: [&str; 6] = [OPB, PUZZLE, GOAL, SOLUTION, UNFINISHED, PROOF];

/// The question: which puzzle, and the directory of its certificate.
struct ProofRequest<'a> {
    dir: &'a Path,
    /// The maximum number of bytes of the certificate.
    limit: Option<usize>,
    quiet: bool,
    stats: Option<StatsForm>,
    title: String,
    entry: Entry,
    /// False statements in its file about its solutions.
    misstated: Vec<String>,
    options: Options,
}

/// `clew check --proof`: runs the command for one puzzle; returns the exit status.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn verdict(args: &CheckArgs) -> Result<u8, String> {
    let mut asked = match request(
        args.proof.proof.as_deref(),
        args.proof.proof_limit,
        &args.batch,
        &args.search,
    )? {
        Ok(asked) => asked,
        Err(status) => return Ok(status),
    };
    let outcome = match strategy::run(&asked.entry.puzzle, Task::Check, &asked.options) {
        Ok(outcome) => outcome,
        Err(error) => {
            return Ok(crate::cli::batch::status::failed(
                &Failure::from_run(error, false),
                &asked.title,
            )
            .code());
        }
    };
    let said = asked.misstated.len();
    asked.misstated = false_statements(&asked.entry, Question::Check, &outcome);
    for why in &asked.misstated[said..] {
        stderr::line(format_args!("error: {}: {why}", asked.title));
    }
    let verdict = outcome.verdict();
    let rules = rules_words(&asked.entry);
    let text = format!("{}{rules}\n", verdict_words(verdict, &asked.entry.puzzle, &outcome));
    Ok(match (verdict, outcome.answers.first()) {
        (Verdict::Unique, Some(answer)) => asked.proves(Proof::Unique(answer), &text, &outcome),
        (Verdict::None, _) => asked.proves(Proof::None, &text, &outcome),
        (Verdict::Multiple, _) => {
            asked.print_stats(&outcome);
            stderr::line(format_args!("two solutions need no proof: nothing is written"));
            output::print(text.as_bytes(), Status::No).code()
        }
        (Verdict::Unknown | Verdict::Unique, _) => asked.unknown(&outcome, &text),
    })
}

/// `clew solve --proof` with a goal, in the same way.
///
/// # Errors
/// The error in the command line, in words.
pub(crate) fn best(args: &SolveArgs) -> Result<u8, String> {
    let Some(goal) = args.minimize.or(args.maximize) else {
        return Err("--proof goes with --minimize or --maximize".into());
    };
    let mut asked = match request(
        args.proof.proof.as_deref(),
        args.proof.proof_limit,
        &args.batch,
        &args.search,
    )? {
        Ok(asked) => asked,
        Err(status) => return Ok(status),
    };
    asked.options.goal = Some(goal);
    if !asked.quiet {
        stderr::text(&rules_note(&asked.title, &asked.entry));
    }
    let puzzle = &asked.entry.puzzle;
    let outcome = match strategy::run(puzzle, Task::Solve { limit: 1 }, &asked.options) {
        Ok(outcome) => outcome,
        Err(error) => {
            return Ok(crate::cli::batch::status::failed(
                &Failure::from_run(error, false),
                &asked.title,
            )
            .code());
        }
    };
    let Some(answer) = outcome.answers.first() else {
        return Ok(match outcome.exact {
            true => asked.proves(Proof::None, "no solution\n", &outcome),
            false => asked.unknown(&outcome, "unknown\n"),
        });
    };
    let text = in_full(puzzle, answer) + &objective(goal, &outcome, outcome.exact) + "\n";
    Ok(match outcome.exact {
        true => asked.proves(Proof::Best(goal, answer), &text, &outcome),
        false => asked.unknown(&outcome, &text),
    })
}

/// The one puzzle to which the claim refers.
///
/// # Errors
/// The error in the command line, in words; within, the exit status if the puzzle cannot be read.
fn request<'a>(
    dir: Option<&'a Path>,
    limit: Option<usize>,
    batch: &BatchArgs,
    search: &SearchArgs,
) -> Result<Result<ProofRequest<'a>, u8>, String> {
    let Some(dir) = dir else { return Err("there is no directory".into()) };
    let [path] = &batch.puzzles[..] else {
        return Err("--proof takes one puzzle".into());
    };
    if is_model(path) {
        return Err(
            "--proof takes a puzzle here: clew flatzinc --proof DIR FILE certifies a model".into(),
        );
    }
    let how = How::new(search)?;
    let (job, entry) = match single::read(path, &how.rules) {
        Ok(read) => read,
        Err(status) => return Ok(Err(status)),
    };
    let title = job.title(entry.id.as_deref());
    let options = how.options(how.threads, &crate::cli::io::interrupt::flag());
    if followed(&entry.puzzle, None).is_none() {
        return Err(format!("--proof does not apply: {}", unstated(&entry.puzzle)));
    }
    refuse_others(dir, path, &FILES)?;
    if let Err(why) = remove(dir, &FILES).and_then(|()| can_be_written(dir)) {
        return Ok(Err(unwritten(dir, &why)));
    }
    let misstated = entry.invalid_solutions();
    let (quiet, stats) = (batch.quiet, batch.stats);
    Ok(Ok(ProofRequest { dir, limit, quiet, stats, title, entry, misstated, options }))
}

/// Refuses a directory with files that are not part of a certificate: an earlier certificate is replaced, however the
/// new question ends, and nothing else is.
///
/// # Errors
/// In words, which file is in the way.
fn refuse_others(dir: &Path, puzzle: &Path, files: &[&str]) -> Result<(), String> {
    let there: Vec<PathBuf> =
        files.iter().map(|file| dir.join(file)).filter(|path| path.exists()).collect();
    let Some(first) = there.first() else { return Ok(()) };
    if let Ok(puzzle) = puzzle.canonicalize()
        && there.iter().any(|path| path.canonicalize().is_ok_and(|path| path == puzzle))
    {
        return Err("--proof would replace the input: it is in that directory".into());
    }
    let marks = files[0];
    if first.ends_with(marks) {
        return Ok(());
    }
    Err(format!(
        "--proof would replace {}, which belongs to no certificate: there is no {marks} next to it",
        crate::cli::shown(first)
    ))
}

/// Checks whether a certificate can be written, before hours are spent on it; leaves nothing behind.
fn can_be_written(dir: &Path) -> io::Result<()> {
    let made = atomic::made(dir)?;
    let can = atomic::can_be_written(&dir.join(OPB));
    atomic::take_away(&made);
    can
}

/// Reports that the files of a certificate cannot be written; returns the exit status.
fn unwritten(dir: &Path, why: &io::Error) -> u8 {
    stderr::line(format_args!("error: {}: {why}", crate::cli::shown(dir)));
    Status::Unwritten.code()
}

impl ProofRequest<'_> {
    /// Reports the known facts about a puzzle that was not decided; returns the exit status.
    fn unknown(&self, outcome: &Outcome, text: &str) -> u8 {
        self.print_stats(outcome);
        match output::print(text.as_bytes(), Status::Undecided) {
            Status::Undecided if outcome.stopped == Some(Stop::Interrupt) => INTERRUPTED,
            status => status.code(),
        }
    }

    /// Reports the statistics of the answer, if requested.
    fn print_stats(&self, outcome: &Outcome) {
        if let Some(form) = self.stats {
            stderr::text(&figures_of(form, &self.title, outcome));
        }
    }

    /// Reports the statistics of the certificate, if requested: as JSON in one object with those of the answer, which
    /// otherwise were printed before.
    fn print_proof_stats(&self, outcome: &Outcome, proved: &Proved, sizes: &Written) {
        match self.stats {
            Some(StatsForm::Json) => {
                let mut object = figures::json(outcome);
                for (name, figure) in figures_of_proof(proved, sizes) {
                    object[name] = figure.into();
                }
                stderr::text(&format!("{object}\n"));
            }
            Some(form) => stderr::text(&effort(form, proved, sizes)),
            None => {}
        }
    }

    /// Writes the certificate, then prints the answer; returns the exit status.
    fn proves(&self, what: Proof<'_>, answer: &str, outcome: &Outcome) -> u8 {
        let as_one = self.stats == Some(StatsForm::Json);
        if !as_one {
            self.print_stats(outcome);
        }
        let sizes = Written::with_limit(self.limit);
        let progress = sizes.progress(!self.quiet);
        let written = written(&self.entry, what, self.dir, &self.options, &sizes);
        drop(progress);
        if as_one && written.is_err() {
            self.print_stats(outcome);
        }
        match written {
            Ok(proved) => {
                let status = match what {
                    Proof::None => Status::No,
                    _ if !self.misstated.is_empty() => Status::BadInput,
                    Proof::Unique(_) | Proof::Best(..) => Status::Yes,
                };
                if !self.quiet {
                    stderr::line(format_args!(
                        "{}",
                        summary(&self.entry, &proved, &sizes, self.dir, self.options.goal)
                    ));
                }
                self.print_proof_stats(outcome, &proved, &sizes);
                output::print(answer.as_bytes(), status).code()
            }
            Err(Failed::Files(why)) => {
                output::print(unproved(what, answer).as_bytes(), Status::Unwritten);
                unwritten(self.dir, &why)
            }
            Err(Failed::Proof(why)) => {
                let verdict = match what {
                    Proof::None => "none".to_string(),
                    Proof::Unique(_) => "unique".to_string(),
                    Proof::Best(goal, _) => {
                        let Goal { name: what, best, .. } = goal;
                        format!("{best} {what}")
                    }
                };
                let raised = crate::cli::io::interrupt::flag().load(Ordering::Relaxed);
                let why = match why {
                    NoProof::Unproved(Unproved::Interrupted) if !raised => {
                        "a limit came first".into()
                    }
                    why => why.to_string(),
                };
                stderr::line(format_args!(
                    "error: {}: {verdict}, but no certificate: {why}",
                    self.title
                ));
                let text = unproved(what, answer);
                let written = output::print(text.as_bytes(), Status::Undecided);
                written.code_unless(raised && written == Status::Undecided)
            }
        }
    }
}

/// An answer without its certificate.
fn unproved(what: Proof<'_>, answer: &str) -> String {
    match what {
        Proof::None | Proof::Unique(_) => format!("{} (not proved)\n", answer.trim_end()),
        // The search has proved it, as it would have without a certificate.
        Proof::Best(..) => format!("{answer}(no certificate)\n"),
    }
}

/// The effort of the proof, its size, and the propagators that were switched off.
fn summary(
    entry: &Entry,
    proved: &Proved,
    sizes: &Written,
    dir: &Path,
    goal: Option<Goal>,
) -> String {
    let rests = followed(&entry.puzzle, goal).map_or("", |network| network.rests);
    format!(
        "proof in {}: {}, {}, {} kB, constraints {} kB; at rest: {rests}",
        crate::cli::shown(dir),
        how_many(proved.effort.learnt, "learnt clause"),
        how_many(proved.effort.lemmas, "lemma"),
        proved.bytes.div_ceil(1000),
        sizes.formula().div_ceil(1000),
    )
}

/// The effort of the search under proof and the sizes of the documents, for `--stats`.
fn effort(form: StatsForm, proved: &Proved, sizes: &Written) -> String {
    let Proved { bytes, effort, stats, rows } = proved;
    if form == StatsForm::Text {
        return format!(
            "  under proof: nodes {}, failures {}, propagations {}; small searches for reasons {}\n  proof: {} in {bytes} \
             bytes; constraints: {} in {} bytes\n",
            stats.nodes,
            stats.failures,
            stats.propagations,
            effort.searched,
            how_many(effort.steps, "step"),
            how_many(*rows, "row"),
            sizes.formula(),
        );
    }
    let lines =
        figures_of_proof(proved, sizes).map(|(name, n)| format!("%%%mzn-stat: {name}={n}\n"));
    lines.concat() + "%%%mzn-stat-end\n"
}

/// The same as names and numbers.
fn figures_of_proof(proved: &Proved, sizes: &Written) -> [(&'static str, u64); 9] {
    let Proved { bytes, effort, stats, rows } = proved;
    [
        ("proofNodes", stats.nodes),
        ("proofFailures", stats.failures),
        ("proofPropagations", stats.propagations),
        ("proofSearches", effort.searched),
        ("proofLearnt", effort.learnt),
        ("proofSteps", effort.steps),
        ("proofBytes", *bytes),
        ("formulaRows", *rows),
        ("formulaBytes", sizes.formula()),
    ]
}

/// Removes the existing files of a certificate, the one that marks it as such last.
fn remove(dir: &Path, files: &[&str]) -> io::Result<()> {
    for file in files.iter().rev() {
        match fs::remove_file(dir.join(file)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// Writes the files of a certificate of a puzzle.
fn written(
    entry: &Entry,
    what: Proof<'_>,
    dir: &Path,
    options: &Options,
    sizes: &Written,
) -> Result<Proved, Failed> {
    let claim = what.claim(entry, options)?;
    whole(dir, FILES, sizes, |open| what.write(entry, &claim, options, open))
}

/// Opens a file of a certificate by its name.
type Open<'a> = dyn FnMut(&'static str) -> io::Result<Box<dyn Write>> + 'a;

/// Writes the files of a certificate by `write`. An incomplete certificate is not left behind.
fn whole<const N: usize, T>(
    dir: &Path,
    files: [&'static str; N],
    sizes: &Written,
    write: impl FnOnce(&mut Open<'_>) -> Result<T, Failed>,
) -> Result<T, Failed> {
    fs::create_dir_all(dir)?;
    let _unfinished = files.map(|file| Unfinished::new(&dir.join(file)));
    let mut open = |name: &'static str| -> io::Result<Box<dyn Write>> {
        let file = if name == PROOF { UNFINISHED } else { name };
        sizes.create(&dir.join(file), name)
    };
    let proved = write(&mut open).and_then(|proved| {
        // The file is not synced to the disk, because no signal could interrupt that: a file damaged by a power cut
        // fails the check.
        fs::rename(dir.join(UNFINISHED), dir.join(PROOF))?;
        Ok(proved)
    });
    if proved.is_err() {
        remove(dir, &files)?;
    }
    proved
}

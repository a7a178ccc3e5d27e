//! Replies in words, for people: verdicts, counts, solutions as grids or drawings.

use super::outcome::OutcomeReply;
use super::question::Question;
use super::rules::rules_words;
use clew_engine::run::Stop;
use clew_puzzle::puzzle::format::{in_full, routes};
use clew_puzzle::puzzle::{Answer, Neighbourhood, Puzzle};
use clew_report::words::{self, why};
use clew_report::{candidates, located, terminal};
use clew_solve::strategy::Verdict;
use num_bigint::BigUint;
use std::io::{self, Write};

/// The maximum number of cells in one line of a batch.
const MAX_NAMED: usize = 12;

/// How replies look.
#[derive(Clone, Copy, Debug, Default)]
pub struct Form<'a> {
    /// The puzzle's name, printed before its result in a batch; verdicts take one line then.
    pub title: Option<&'a str>,
    /// Print verdicts without solutions.
    pub quiet: bool,
    /// Solutions are drawn for a terminal, not written as grids.
    pub drawn: Option<terminal::Options>,
}

impl OutcomeReply<'_> {
    /// The reply in words, as the command line shows it for one puzzle.
    pub fn text(&self) -> String {
        let mut out = Vec::new();
        write(self, &Form::default(), &mut out).expect("memory takes it");
        String::from_utf8(out).expect("words are UTF-8")
    }
}

/// Writes a reply.
///
/// # Errors
/// Those of `out`.
pub fn write(reply: &OutcomeReply<'_>, form: &Form<'_>, out: &mut dyn Write) -> io::Result<()> {
    match reply.question {
        Question::Check => check(reply, form, out),
        Question::Locate => locate(reply, form, out),
        Question::Count | Question::Estimate => count(reply, form, out),
        Question::Candidates => {
            count(reply, form, out)?;
            write!(out, "{}", candidates::text(&reply.entry.puzzle, &reply.outcome))
        }
        Question::Solve(_) | Question::SolveAll | Question::Sample(_) | Question::Optimise(_) => {
            if let Some(title) = form.title {
                writeln!(out, "{title}:")?;
            }
            for (i, answer) in reply.outcome.answers.iter().enumerate() {
                let between = if i > 0 { "\n" } else { "" };
                write!(out, "{between}{}", grid(form, &reply.entry.puzzle, answer))?;
            }
            conclusion(reply, true, out)
        }
    }
}

/// The line before a result if there are others.
fn heading(form: &Form<'_>) -> String {
    form.title.map_or(String::new(), |title| format!("{title}: "))
}

/// A result about a puzzle that could not be searched.
///
/// # Errors
/// Those of `out`.
pub fn unknown(form: &Form<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}unknown", heading(form))
}

fn check(reply: &OutcomeReply<'_>, form: &Form<'_>, out: &mut dyn Write) -> io::Result<()> {
    let OutcomeReply { entry, outcome, exported, .. } = reply;
    let verdict = reply.verdict();
    let rules = rules_words(entry);
    let verdict_words = words::verdict_words(verdict, &entry.puzzle, outcome);
    write!(out, "{}{verdict_words}", heading(form))?;
    match verdict {
        Verdict::None => writeln!(out, "{rules}"),
        Verdict::Unknown => writeln!(out, "{}{rules}", why(outcome.stopped)),
        Verdict::Unique => {
            writeln!(out, "{rules}")?;
            exported.iter().flatten().try_for_each(|text| out.write_all(text.as_bytes()))
        }
        Verdict::Multiple if form.title.is_some() => {
            let differences = words::differences(&entry.puzzle, outcome, MAX_NAMED);
            writeln!(out, "{rules}: two solutions differ in {differences}")?;
            exported.iter().flatten().try_for_each(|text| out.write_all(text.as_bytes()))
        }
        Verdict::Multiple => {
            writeln!(out, "{rules}")?;
            if form.quiet && exported.is_none() {
                return Ok(());
            }
            for (i, answer) in outcome.answers.iter().enumerate() {
                writeln!(out, "\nsolution {}:", i + 1)?;
                let exported = exported.as_ref().map(|texts| texts[i].clone());
                let text = exported.unwrap_or_else(|| grid(form, &entry.puzzle, answer));
                out.write_all(text.as_bytes())?;
            }
            let differences = words::differences(&entry.puzzle, outcome, usize::MAX);
            writeln!(out, "\nthey differ in {differences}")
        }
    }
}

fn locate(reply: &OutcomeReply<'_>, form: &Form<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (puzzle, outcome) = (&reply.entry.puzzle, &reply.outcome);
    let multiple = reply.verdict() == Verdict::Multiple;
    if form.title.is_none() || !multiple {
        check(reply, form, out)?;
    }
    match form.title {
        _ if !multiple => Ok(()),
        Some(_) => {
            writeln!(out, "{}multiple: {}", heading(form), located::line(puzzle, outcome))
        }
        None => write!(out, "\n{}", located::text(puzzle, outcome)),
    }
}

fn count(reply: &OutcomeReply<'_>, form: &Form<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}{}", heading(form), words::count(&reply.outcome))
}

/// The lines after solutions, or instead of them if there are none. `own`: the solutions are in the text format, which
/// allows remarks after them: the value of the best solution, or that there may be more.
///
/// # Errors
/// Those of `out`.
pub fn conclusion(reply: &OutcomeReply<'_>, own: bool, out: &mut dyn Write) -> io::Result<()> {
    let outcome = &reply.outcome;
    // All solutions may be known before the first one of a sample is drawn.
    match outcome.exact && outcome.count == BigUint::ZERO {
        true if reply.found() == 0 => writeln!(out, "no solution"),
        false if reply.found() == 0 => match (reply.question, outcome.stopped) {
            (Question::Sample(_), Some(Stop::Memory)) => {
                writeln!(out, "unknown (too many solutions to list, and no tables that fit)")
            }
            _ => writeln!(out, "unknown{}", why(outcome.stopped)),
        },
        _ if !own => Ok(()),
        _ => {
            let optimised = matches!(reply.question, Question::Optimise(_));
            let between = if optimised { "" } else { "\n" };
            closing(reply).map_or(Ok(()), |words| writeln!(out, "{between}{words}"))
        }
    }
}

/// The remarks after solutions: the value of the best one, and whether there may be more.
pub fn closing(reply: &OutcomeReply<'_>) -> Option<String> {
    let (outcome, found) = (&reply.outcome, reply.found());
    let more = || format!("there may be more than these {found}{}", why(outcome.stopped));
    match (reply.question, outcome.exact) {
        _ if found == 0 => None,
        (Question::Optimise(goal), exact) => Some(words::objective(goal, outcome, exact)),
        (Question::SolveAll, false) => Some(more()),
        (Question::Sample(n), _) if found < n => {
            Some(format!("only {found} of {n}{}", why(outcome.stopped)))
        }
        (Question::Solve(n), false) if found < n => Some(more()),
        _ => None,
    }
}

/// A solution as it is shown: with the routes of its paths if letters do not determine them and the routes are not
/// drawn.
pub fn grid(form: &Form<'_>, puzzle: &Puzzle, answer: &Answer) -> String {
    let Some(options) = form.drawn else { return in_full(puzzle, answer) };
    // Steps are left out of drawings that would be too wide; on rook boards they always fit.
    let rook = puzzle.board().is_some_and(|board| board.moves() == Some(Neighbourhood::Rook));
    let strokes = rook || options.width.is_none();
    let shown = terminal::draw(puzzle, Some(answer), options);
    match routes(puzzle, answer).filter(|_| !strokes) {
        Some(routes) => shown + &routes,
        None => shown,
    }
}

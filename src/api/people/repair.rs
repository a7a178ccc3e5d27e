//! Repairs of a puzzle, with the reason of a contradiction as a person finds it.

mod level;

use crate::api::guarded::Failure;

use crate::api::guarded::run_guarded;
use crate::api::question::AnswerStatus;
use crate::api::{quick_options, rules_words};
use clew_engine::run::Stop;
use clew_engine::run::clock::Instant;
use clew_puzzle::puzzle::format::write_grid;
use clew_puzzle::puzzle::ladder::Level;
use clew_puzzle::puzzle::wording::how_many;
use clew_puzzle::puzzle::{Cell, Entry, Puzzle};
use clew_report::mending;
use clew_report::names::{change, clue, place};
use clew_report::words::why;
use clew_solve::explain::{End, Rating, WalkOptions, walk};
use clew_solve::strategy::repair::{
    Additions, Contradiction, Findings, Fix, Proof, Redundant, Repair, Scope, repair_within,
};
use clew_solve::strategy::{self, Options, RunError, Task, Verdict};
pub use level::{EasierVariant, EasingClue};
use std::fmt::Write;
use std::time::Duration;

/// A puzzle and its possible repairs.
#[derive(Debug)]
pub struct Mending<'a> {
    entry: &'a Entry,
    /// The result of the search.
    pub found: Repair,
    /// Where a person's steps come to a contradiction, if they do.
    pub reason: Option<String>,
    /// Clues that bring the level down, if they were requested.
    pub easier: Option<EasierVariant>,
    /// How hard the puzzle is with each of the first single clues.
    pub ratings: Vec<Rating>,
    /// Whether the scope restricts the clues.
    restricted: bool,
    time_ms: f64,
}

/// Searches for repairs of a puzzle: the clues that would make it unique, the givens that contradict each other, or,
/// with `minimal`, the redundant givens of a unique puzzle. `memory` bounds the steps that give a reason, in bytes.
///
/// # Errors
/// Why nothing was found out.
pub fn repair<'a>(
    entry: &'a Entry,
    minimal: bool,
    options: &Options,
    memory: usize,
) -> Result<Mending<'a>, Failure> {
    repair_with_goal(entry, &RepairGoal { minimal, ..RepairGoal::default() }, options, memory)
}

/// The goal of the search.
#[derive(Clone, Debug, Default)]
pub struct RepairGoal {
    /// For a puzzle with one solution: a sufficient set of givens.
    pub minimal: bool,
    /// The clues that a repair may use.
    pub scope: Scope,
    /// For a puzzle with one solution: clues that bring its level down to this one.
    pub level: Option<Level>,
    /// For a puzzle with several solutions: how hard it is with each of the first single clues, if that takes little
    /// time.
    pub rated: bool,
}

/// As [`repair`], with the goal `wanted`.
///
/// # Errors
/// The reason why nothing was found out; a goal that does not apply to the puzzle.
pub fn repair_with_goal<'a>(
    entry: &'a Entry,
    wanted: &RepairGoal,
    options: &Options,
    memory: usize,
) -> Result<Mending<'a>, Failure> {
    let start = Instant::now();
    let RepairGoal { minimal, scope, level, rated } = wanted;
    let family = entry.puzzle.family();
    if scope.signs && entry.puzzle.sign_places().is_empty() {
        return Err(Failure::Refused(format!(
            "--signs does not apply: no signs can be added to this {family}"
        )));
    }
    let search = || match level {
        // The redundancy of the givens is not part of this question.
        Some(_) => checked(&entry.puzzle, options),
        None => repair_within(&entry.puzzle, *minimal, scope, options),
    };
    let found = run_guarded(options, search)?;
    let minimal = *minimal;
    let known = found.check.verdict();
    if minimal && matches!(known, Verdict::None | Verdict::Multiple) {
        return Err(Failure::Refused(format!(
            "--minimal is about puzzles with one solution; this one has {}",
            if known == Verdict::None { "none" } else { "several" }
        )));
    }
    let reason = match &found.findings {
        Findings::None(found) => {
            reason(&entry.puzzle, found, &quick_options(&options.budget, memory))
        }
        _ => None,
    };
    let easier = match (level, known) {
        (Some(level), Verdict::Unique) => {
            let answer = &found.check.answers[0];
            Some(
                level::easier(&entry.puzzle, answer, *level, scope, options)
                    .map_err(Failure::Refused)?,
            )
        }
        (Some(_), Verdict::None | Verdict::Multiple) => {
            let many = if known == Verdict::None { "none" } else { "several" };
            return Err(Failure::Refused(format!(
                "--level is about puzzles with one solution; this one has {many}"
            )));
        }
        _ => None,
    };
    let ratings = match &found.findings {
        Findings::Multiple(found) if *rated => {
            level::ratings(&entry.puzzle, &found.single, options)
        }
        _ => Vec::new(),
    };
    let time_ms = start.elapsed().as_secs_f64() * 1e3;
    let restricted = !scope.is_whole();
    Ok(Mending { entry, found, reason, easier, ratings, restricted, time_ms })
}

/// The check of the puzzle alone, without repairs.
fn checked(puzzle: &Puzzle, options: &Options) -> Result<Repair, RunError> {
    let check = strategy::run(puzzle, Task::Check, options)?;
    let (stopped, stats) =
        (check.stopped.filter(|_| check.verdict() == Verdict::Unknown), check.stats);
    Ok(Repair {
        check,
        findings: Findings::Nothing,
        stopped,
        questions: 0,
        stats,
        time: Duration::ZERO,
    })
}

impl Mending<'_> {
    /// Yes if there is a repair or none is needed, no if it is proved that there is none.
    pub fn standing(&self) -> AnswerStatus {
        match &self.easier {
            Some(easier) => easier.standing(),
            None => standing(self),
        }
    }

    /// The findings in words.
    pub fn text(&self) -> String {
        match &self.easier {
            Some(easier) => easier.text(&self.entry.puzzle),
            None => text(self),
        }
    }

    /// The document `clew-repair/1`, on one line; `name` is the identifier of a puzzle whose file gives none.
    pub fn json(&self, name: &str) -> String {
        let id = self.entry.id.as_deref().unwrap_or(name);
        let easier = self.easier.as_ref().map(|easier| easier.record(&self.entry.puzzle));
        let beside = mending::RepairContext {
            reason: self.reason.as_deref(),
            ratings: &self.ratings,
            easier,
        };
        mending::object(self.entry, id, &self.found, &beside, self.time_ms)
    }
}

fn standing(mending: &Mending<'_>) -> AnswerStatus {
    let found = &mending.found;
    let any = match &found.findings {
        Findings::Nothing => false,
        Findings::Unique(_) => true,
        Findings::Multiple(a) => {
            let walls = a.walls.as_ref().is_some_and(|walls| !walls.is_empty());
            walls || !a.single.is_empty() || a.together.is_some() || !a.changes.is_empty()
        }
        Findings::None(c) => !c.fixes.is_empty(),
    };
    let open = match &found.findings {
        Findings::Multiple(a) => {
            a.undetermined_targets.is_some() || a.wordless && mending.entry.puzzle.clues().is_some()
        }
        Findings::None(c) => c.open,
        _ => false,
    };
    match (found.stopped, any) {
        (Some(_), _) => AnswerStatus::Undecided,
        (None, true) => AnswerStatus::Yes,
        (None, false) if open => AnswerStatus::Undecided,
        (None, false) => AnswerStatus::No,
    }
}

/// The contradiction that a person's steps reach, in words: from the contradicting givens alone, if they suffice.
fn reason(puzzle: &Puzzle, found: &Contradiction, options: &Options) -> Option<String> {
    let fewer = if found.clues.is_empty() { None } else { puzzle.with_clues(&found.clues) };
    let manner = WalkOptions::default();
    let budget = &options.budget;
    fewer.iter().chain([puzzle]).find_map(|puzzle| match walk(puzzle, &[], manner, budget) {
        Ok(walked) => match walked.end {
            End::Nonsense(why) => Some(why),
            _ => None,
        },
        Err(_) => None,
    })
}

fn text(mending: &Mending<'_>) -> String {
    let Mending { entry, found, reason, .. } = mending;
    let (puzzle, reason) = (&entry.puzzle, reason.as_deref());
    let mut out = String::new();
    let _ = write!(out, "{}", found.check.verdict().keyword());
    let _ = writeln!(
        out,
        "{}",
        match found.findings {
            Findings::Nothing => why(found.check.stopped).to_string() + &rules_words(entry),
            _ => rules_words(entry),
        }
    );
    match &found.findings {
        Findings::Nothing => return out,
        Findings::Unique(redundant) => unique(&mut out, puzzle, redundant),
        Findings::Multiple(additions) => {
            multiple(&mut out, puzzle, additions, mending);
            let on_a_grid = puzzle.board().is_some_and(|board| board.moves().is_some());
            if additions.walls.is_none()
                && !mending.restricted
                && on_a_grid
                && found.stopped.is_none()
            {
                out += "walls were not tried: this network has no words for steps\n";
            }
        }
        Findings::None(contradiction) => {
            none(&mut out, puzzle, contradiction, reason, found.stopped.is_some());
        }
    }
    if let Some(stop) = found.stopped {
        let limit = match stop {
            Stop::Interrupt => "an interrupt".to_string(),
            stop => format!("a limit ({stop})"),
        };
        let _ = writeln!(out, "\n{limit} came before everything was known: there may be more");
    }
    out
}

fn unique(out: &mut String, puzzle: &Puzzle, found: &Redundant) {
    let Some(givens) = &found.givens else {
        let _ = writeln!(out, "its givens hang together: none can be taken away by itself");
        return;
    };
    let known = found.redundant.len() + found.needed.len();
    let of = match givens.len() {
        all if all == known => how_many(all, "given"),
        all => format!("{} tried, of {all},", how_many(known, "given")),
    };
    match found.redundant.len() {
        // The closing line gives the reason.
        0 if known == 0 && !givens.is_empty() => {}
        0 => {
            let _ = match known {
                1 => writeln!(out, "the given cannot be left out"),
                _ => writeln!(out, "none of {of} can be left out"),
            };
        }
        n => {
            let _ = writeln!(out, "{n} of {of} could be left out, each by itself:");
            list(out, found.redundant.iter().map(|&c| clue(puzzle, c)));
        }
    }
    if let Some(minimal) = &found.minimal {
        let n = minimal.clues.len();
        let proved = if minimal.proved { ", none of which can be left out" } else { "" };
        let _ = match n {
            1 => writeln!(out, "\n1 given is enough:"),
            _ => writeln!(out, "\n{n} givens are enough{proved}:"),
        };
        *out += &write_grid(&minimal.puzzle);
        // Signs between cells that are not side by side do not show in a grid.
        let pairs = minimal.puzzle.pairs().into_iter();
        for (k, (pairs, key)) in pairs.zip(puzzle.family().pairs).enumerate() {
            let numbers = minimal.puzzle.numbers_of_pairs(k);
            let unsaid = pairs.into_iter().zip(numbers).filter(|((_, shown), _)| !shown);
            let between = |([a, b], number): ([Cell; 2], u32)| {
                let name =
                    if key.numbered { format!(" ({} {number})", key.name) } else { String::new() };
                format!("{} {} {}{name}", place(puzzle, a), key.between, place(puzzle, b))
            };
            list(out, unsaid.map(|((pair, _), number)| between((pair, number))));
        }
    }
}

fn multiple(out: &mut String, puzzle: &Puzzle, found: &Additions, mending: &Mending<'_>) {
    let which = if mending.restricted { " of those that may be given" } else { "" };
    match found.single.len() {
        0 if found.wordless => {
            // Numbers that cannot be given are not missed.
            if puzzle.clues().is_some() {
                *out += "clues were not tried: this network has no words for what a cell holds\n";
            }
            if found.walls.as_ref().is_some_and(Vec::is_empty) && found.open == 0 {
                *out += "no single wall makes it unique\n";
            }
        }
        0 if !found.listed => *out += "no clue was tried yet\n",
        0 if found.open == 0 => {
            let _ = writeln!(out, "no single clue{which} makes it unique");
        }
        0 => {}
        n => {
            let first = "those first after which propagation settles the fewest cells";
            let clues = how_many(n, "clue");
            let _ = writeln!(out, "{clues} would{} make it unique, {first}:", each(n));
            let width = found.single.iter().map(|a| clue(puzzle, a.clue).len()).max().unwrap_or(0);
            let mut ratings = mending.ratings.iter();
            list(
                out,
                found.single.iter().map(|a| {
                    let rating =
                        ratings.next().map_or(String::new(), |r| format!(", {}", level::words(r)));
                    format!("{:width$}  settles {}{rating}", clue(puzzle, a.clue), a.settles)
                }),
            );
        }
    }
    if found.open > 0 {
        let _ = writeln!(out, "{} not decided", how_many(found.open, "possible clue"));
    }
    if let Some(together) = &found.together {
        let clues = how_many(together.clues.len(), "clue");
        let proof = match together.proof {
            Proof::Smallest => ", and fewer do not",
            Proof::SmallestForIt => ", and fewer do not for the solution they leave",
            Proof::AtMost => "; perhaps fewer would do",
        };
        let _ = writeln!(out, "{clues} together make it unique{proof}:");
        list(out, together.clues.iter().map(|&c| clue(puzzle, c)));
    }
    let none =
        found.single.is_empty() && found.together.is_none() && found.undetermined_targets.is_none();
    if none
        && found.listed
        && found.open == 0
        && mending.restricted
        && mending.found.stopped.is_none()
    {
        *out += "no clues that may be given do together\n";
    }
    if let Some(n) = found.undetermined_targets {
        let which = match n {
            1 => "the solution that was tried has".to_string(),
            n => format!("each of the {n} solutions that were tried has"),
        };
        let _ = writeln!(
            out,
            "{which} another one beside it with all its clues: there may be clues that determine it together"
        );
    }
    if !found.can_be_given(puzzle) {
        let untold = puzzle.family().labels.unstatable;
        let _ = writeln!(out, "these clues cannot stand in a puzzle file{untold}");
    }
    if let Some(walls) = found.walls.as_ref().filter(|walls| !walls.is_empty()) {
        let n = walls.len();
        let _ = writeln!(out, "{} would{} make it unique:", how_many(n, "wall"), each(n));
        let wall = |pair: &[Cell; 2]| pair.map(|c| place(puzzle, c)).join("|");
        list(out, walls.iter().map(wall));
    }
    if !found.changes.is_empty() {
        let _ = writeln!(out, "one change of a given makes it unique:");
        list(out, found.changes.iter().map(|&c| change(puzzle, c)));
    }
}

/// With `open`, a limit came before all changes were tried.
fn none(
    out: &mut String,
    puzzle: &Puzzle,
    found: &Contradiction,
    reason: Option<&str>,
    open: bool,
) {
    let minimal = if found.minimal { ", none of which can be left out" } else { "" };
    let words = puzzle.family().labels;
    let why = |mark| puzzle.shape_fault().map_or_else(String::new, |why| format!("{mark} {why}"));
    if found.open {
        // The closing line gives the reason.
    } else if !found.clues.is_empty() {
        let n = found.clues.len();
        let _ = match n {
            1 => writeln!(out, "one given contradicts the rules by itself:"),
            _ => writeln!(out, "{n} givens contradict each other{minimal}:"),
        };
        list(out, found.clues.iter().map(|&c| clue(puzzle, c)));
    } else if !found.labels.is_empty() {
        let names: Vec<&str> = found.labels.iter().map(|&k| puzzle.label(k)).collect();
        let names = names.join(", ");
        let _ = writeln!(out, "{}{minimal}: {names}{}", words.conflict, why(";"));
    } else if found.only_if_full {
        let _ = writeln!(out, "{}{}", words.weakened, why(":"));
    } else {
        let _ = writeln!(out, "the board has no solution even without givens{}", why(":"));
    }
    if let Some(reason) = reason {
        let _ = writeln!(out, "step by step: {reason}");
    }
    let mended = |fix: &Fix| {
        let how_many = match fix.unique {
            Some(true) => "one solution",
            Some(false) => "several solutions",
            None => "at least one solution",
        };
        format!("{}: {how_many}", change(puzzle, fix.change))
    };
    match found.fixes.len() {
        0 if open => {}
        0 if found.open => {
            let _ = writeln!(out, "givens hang together here: no change of one was tried");
            if let Some(why) = puzzle.lacks() {
                let _ = writeln!(out, "{why}");
            }
        }
        0 => {
            let _ = writeln!(out, "no change of a single given mends it");
        }
        _ => {
            let _ = writeln!(out, "one change of a given mends it:");
            let (best, others): (Vec<&Fix>, Vec<&Fix>) =
                found.fixes.iter().partition(|fix| fix.unique == Some(true));
            list(out, best.into_iter().chain(others).map(mended));
        }
    }
}

/// The remark that each of several changes suffices by itself.
fn each(n: usize) -> &'static str {
    if n == 1 { "" } else { " each" }
}

fn list(out: &mut String, items: impl Iterator<Item = String>) {
    for item in items {
        let _ = writeln!(out, "  {item}");
    }
}

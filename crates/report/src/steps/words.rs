//! Steps in words.
//!
//! A line contains one idea: a reason and its conclusion. A step that needs other ideas has a line for each of them
//! before its own; a single idea is in the same line if that stays short.

use crate::text::place;
use clew_puzzle::puzzle::ladder::{Fact, Finding, Piece, Use};
use clew_puzzle::puzzle::wording::{are, either, join};
use clew_puzzle::puzzle::{Cell, Puzzle};
use clew_solve::explain::Step;
use std::collections::BTreeMap;

/// The most characters of a line; lists in it are cut so that it fits.
const LONGEST: usize = 160;

/// A line of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineOfStep {
    /// The technique, as a heading.
    pub title: &'static str,
    /// The reason and the conclusion.
    pub text: String,
}

/// A cell in words: `r1c1`, counted from 1, or `point 1`.
pub fn spot(puzzle: &Puzzle, cell: u32) -> String {
    place(puzzle, puzzle.place(cell))
}

/// The lines of a step: the ideas that it needs, and the step itself.
pub fn lines(puzzle: &Puzzle, step: &Step) -> Vec<LineOfStep> {
    let own = sentence(puzzle, step);
    let ideas = joined(&step.ideas);
    if let [idea] = &ideas[..] {
        let (why, so) = idea_in_words(puzzle, idea);
        let joint = match so {
            Some(so) => format!("{why}: {so}. Then {own}"),
            None => format!("{why}. Then {own}"),
        };
        if joint.chars().count() <= LONGEST {
            return vec![LineOfStep { title: step.technique.title, text: joint }];
        }
    }
    let told = |idea: &Step| {
        let (why, so) = idea_in_words(puzzle, idea);
        let so = so.unwrap_or_else(|| "cross it out".into());
        LineOfStep { title: idea.own.title, text: format!("{why}: {so}.") }
    };
    let own = [LineOfStep { title: step.own.title, text: own }];
    ideas.iter().map(told).chain(own).collect()
}

/// Ideas of one reason that follow each other as one.
fn joined(ideas: &[Step]) -> Vec<Step> {
    let mut all: Vec<Step> = Vec::new();
    for idea in ideas {
        let reason = |step: &Step| step.telling.as_ref().map(|telling| telling.reason.clone());
        match all.last_mut() {
            Some(last) if idea.assumed.is_none() && reason(last) == reason(idea) => {
                last.findings.extend(&idea.findings);
            }
            _ => all.push(idea.clone()),
        }
    }
    all
}

/// The reason for an idea, and its conclusion, unless that only crosses out the edge that the reason begins with.
fn idea_in_words(puzzle: &Puzzle, idea: &Step) -> (String, Option<String>) {
    let so = conclusion(puzzle, &idea.findings);
    let why = own_reason(puzzle, idea, so.chars().count());
    match &idea.findings[..] {
        [Finding { fact: Fact::Link { from, to }, holds: false }]
            if why.starts_with(&format!("{} ", edge(puzzle, [*from, *to]))) =>
        {
            (why, None)
        }
        _ => {
            let room = LONGEST.saturating_sub(why.chars().count() + 3);
            (why, Some(cut(&so, "; ", room)))
        }
    }
}

/// The reasons for a step, with those of the ideas that it needs, without its conclusions.
pub fn reason(puzzle: &Puzzle, step: &Step) -> String {
    let so = result(puzzle, step);
    let mut text = String::new();
    for idea in &joined(&step.ideas) {
        let (why, so) = idea_in_words(puzzle, idea);
        text += &match so {
            Some(so) => format!("{why}: {so}. "),
            None => format!("{why}. "),
        };
    }
    let own = own_reason(puzzle, step, so.chars().count());
    if text.is_empty() { own } else { format!("{text}Then {own}") }
}

/// A step in words, without the ideas that it needs: its reason and its conclusions.
pub fn sentence(puzzle: &Puzzle, step: &Step) -> String {
    let so = result(puzzle, step);
    let why = own_reason(puzzle, step, so.chars().count());
    let so = match (&step.findings[..], step.assumed) {
        ([Finding { fact: Fact::Link { .. }, holds: false }], Some(assumed))
            if assumed.holds && why.starts_with(&named(puzzle, assumed)) =>
        {
            "cross it out".into()
        }
        _ => so,
    };
    let room = LONGEST.saturating_sub(why.chars().count() + 3);
    format!("{why}: {}.", cut(&so, "; ", room))
}

/// The conclusions of a step, in words: "r1c2 is 7", "r1c1 is not 3 or 5; r1c2 is not 5".
pub fn conclusion(puzzle: &Puzzle, findings: &[Finding]) -> String {
    let mut is: Vec<(u32, Cell)> = Vec::new();
    let mut not: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let (mut on, mut off) = (Vec::new(), Vec::new());
    for finding in findings {
        match (finding.fact, finding.holds) {
            (Fact::Number { cell, number }, true) => is.push((number, cell)),
            (Fact::Number { cell, number }, false) => {
                not.entry(cell).or_default().push(puzzle.shown(number));
            }
            (Fact::Link { from, to }, true) => on.push(edge(puzzle, [from, to])),
            (Fact::Link { from, to }, false) => off.push(edge(puzzle, [from, to])),
        }
    }
    let mut parts = placed(puzzle, is);
    // The content of a cell implies which numbers it does not hold.
    for finding in findings.iter().filter(|finding| finding.holds) {
        if let Fact::Number { cell, .. } = finding.fact {
            not.remove(&cell);
        }
    }
    // Cells that lose the same numbers are listed together.
    let mut alike: Vec<(Vec<u32>, Vec<u32>)> = Vec::new();
    for (cell, mut numbers) in not {
        numbers.sort_unstable();
        match alike.iter_mut().find(|(known, _)| *known == numbers) {
            Some((_, cells)) => cells.push(cell),
            None => alike.push((numbers, vec![cell])),
        }
    }
    let gone = |(numbers, cells): (Vec<u32>, Vec<u32>)| {
        let are = are(cells.len());
        let cells = join(cells.into_iter().map(|cell| spot(puzzle, cell)));
        format!("{cells} {are} not {}", either(runs(&numbers)))
    };
    parts.extend(alike.into_iter().map(gone));
    if !on.is_empty() {
        parts.push(format!("draw {}", join(on)));
    }
    if !off.is_empty() {
        parts.push(format!("cross out {}", join(off)));
    }
    parts.join("; ")
}

/// Placed numbers, ascending; three or more that follow each other from neighbour to neighbour as one way.
fn placed(puzzle: &Puzzle, mut is: Vec<(u32, Cell)>) -> Vec<String> {
    is.sort_unstable();
    let follows = |&(k, a): &(u32, Cell), &(l, b): &(u32, Cell)| {
        k + 1 == l && puzzle.board().is_some_and(|board| board.edge_between(a, b).is_some())
    };
    let words = |run: &[(u32, Cell)]| match run {
        [(first, _), _, .., (last, _)] => {
            let cells: Vec<String> = run.iter().map(|&(_, cell)| spot(puzzle, cell)).collect();
            let [first, last] = [*first, *last].map(|k| puzzle.shown(k));
            vec![format!("{first} to {last} go {}", cells.join("-"))]
        }
        _ => {
            let one = |&(number, cell): &(u32, Cell)| {
                format!("{} is {}", spot(puzzle, cell), puzzle.shown(number))
            };
            run.iter().map(one).collect()
        }
    };
    is.chunk_by(follows).flat_map(words).collect()
}

/// Numbers in words, ascending, three or more consecutive ones as "5 to 8".
fn runs(numbers: &[u32]) -> Vec<String> {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let words = |run: &[u32]| match run {
        [first, _, .., last] => vec![format!("{first} to {last}")],
        _ => run.iter().map(u32::to_string).collect(),
    };
    runs.flat_map(words).collect()
}

/// The result of a step, in words: drawn lines as pieces of path, from bend to bend.
pub fn result(puzzle: &Puzzle, step: &Step) -> String {
    if step.pieces[0].is_empty() {
        return conclusion(puzzle, &step.findings);
    }
    let off: Vec<Finding> = step.findings.iter().copied().filter(|f| !f.holds).collect();
    let drawn = format!("draw {}", join(paths(puzzle, &step.pieces[0])));
    match off.is_empty() {
        true => drawn,
        false => format!("{drawn}; {}", conclusion(puzzle, &off)),
    }
}

/// Pieces of path, those of one path together: "a: r1c6-r1c10", "r3c3-r4c3".
fn paths(puzzle: &Puzzle, pieces: &[Piece]) -> Vec<String> {
    let cells = |piece: &Piece| {
        let cells: Vec<String> = piece.cells.iter().map(|&c| spot(puzzle, c)).collect();
        cells.join("-")
    };
    let of_path = |pieces: &[Piece]| {
        let name = pieces[0].name.as_ref().map_or(String::new(), |name| format!("{name}: "));
        name + &join(pieces.iter().map(cells))
    };
    pieces.chunk_by(|a, b| a.name.is_some() && a.name == b.name).map(of_path).collect()
}

/// The reason for the conclusions of the technique itself, whose length in characters is `so`.
fn own_reason(puzzle: &Puzzle, step: &Step, so: usize) -> String {
    let why = step.telling.as_ref().map_or("", |telling| &telling.reason);
    let Some(assumed) = step.assumed else { return why.to_string() };
    let name = named(puzzle, assumed);
    if step.own.usage == Use::Search {
        let with = if assumed.holds { "with" } else { "without" };
        return format!("{with} {name} all techniques together end where {why}");
    }
    let items: Vec<String> = match step.pieces[1].is_empty() {
        true => step.core.iter().map(|&finding| named(puzzle, finding)).collect(),
        false => paths(puzzle, &step.pieces[1]),
    };
    if items.is_empty() {
        return match assumed.holds {
            true if why.starts_with(&name) => why.to_string(),
            true => format!("with {name}, {why}"),
            false => format!("without {name}, {why}"),
        };
    }
    let begins = match assumed.holds {
        true => format!("{name} leads to "),
        false if items.len() == 1 => format!("without {name} comes "),
        false => format!("without {name} come "),
    };
    let length = begins.chars().count() + why.chars().count() + so + "; then : .".len();
    let items = fitting(items, LONGEST.saturating_sub(length));
    format!("{begins}{items}; then {why}")
}

/// A list that fits into `room` characters, at least the first item: "a, b and 3 more".
fn fitting(items: Vec<String>, room: usize) -> String {
    for most in (1..=items.len()).rev() {
        let left = items.len() - most;
        let more = (left > 0).then(|| format!("{left} more"));
        let list = join(items[..most].iter().cloned().chain(more));
        if most == 1 || list.chars().count() <= room {
            return list;
        }
    }
    String::new()
}

/// A text without its last parts if it is longer than there is room, with their number.
fn cut(text: &str, separator: &str, room: usize) -> String {
    let parts: Vec<&str> = text.split(separator).collect();
    for most in (1..=parts.len()).rev() {
        let left = parts.len() - most;
        let mut kept = parts[..most].join(separator);
        if left > 0 {
            kept += &format!("{separator}and {left} more");
        }
        if most == 1 || kept.chars().count() <= room {
            return kept;
        }
    }
    String::new()
}

/// An assumption by its name: "r1c1-r1c2", "5 at r1c1".
pub(super) fn named(puzzle: &Puzzle, finding: Finding) -> String {
    match finding.fact {
        Fact::Link { from, to } => edge(puzzle, [from, to]),
        Fact::Number { cell, number } => {
            format!("{} at {}", puzzle.shown(number), spot(puzzle, cell))
        }
    }
}

fn edge(puzzle: &Puzzle, ends: [Cell; 2]) -> String {
    let [from, to] = ends.map(|cell| spot(puzzle, cell));
    format!("{from}-{to}")
}

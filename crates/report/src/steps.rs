//! Steps of a person and ratings: in words, as JSON, as a page.

mod page;

pub use page::page;

use super::text::place;
use crate::solutions::cells::Written;
use crate::solutions::listed::Place;
use clew_puzzle::puzzle::Puzzle;
use clew_puzzle::puzzle::ladder::{Extent, Fact, Finding, Level, Piece};
use clew_puzzle::puzzle::wording::{are, either, how_many, join};
use clew_solve::explain::{Rating, Step};
use clew_solve::strategy::Verdict;
use serde::Serialize;
use std::collections::BTreeMap;

/// A cell in words: `r1c1`, counted from 1, or `point 1`.
pub fn spot(puzzle: &Puzzle, cell: u32) -> String {
    place(puzzle, puzzle.place(cell))
}

/// The conclusions of a step, in words: "r1c2 is 7", "r1c1 is not 3 or 5; r1c2 is not 5".
pub fn conclusion(puzzle: &Puzzle, findings: &[Finding]) -> String {
    let mut not: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let (mut parts, mut on, mut off) = (Vec::new(), Vec::new(), Vec::new());
    for finding in findings {
        match (finding.fact, finding.holds) {
            (Fact::Number { cell, number }, true) => {
                parts.push(format!("{} is {}", spot(puzzle, cell), puzzle.shown(number)));
            }
            (Fact::Number { cell, number }, false) => {
                not.entry(cell).or_default().push(puzzle.shown(number));
            }
            (Fact::Link { from, to }, holds) => {
                let pair = format!("{}-{}", spot(puzzle, from), spot(puzzle, to));
                if holds { on.push(pair) } else { off.push(pair) }
            }
        }
    }
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
        parts.push(format!("no path at {}", join(off)));
    }
    parts.join("; ")
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
    let (on, off): (Vec<Finding>, Vec<Finding>) =
        step.findings.iter().copied().partition(|finding| finding.holds);
    if !step.pieces[0].is_empty() {
        let drawn = format!("draw {}", pieces(puzzle, &step.pieces[0], usize::MAX));
        return match off.is_empty() {
            true => drawn,
            false => format!("{}; {drawn}", conclusion(puzzle, &off)),
        };
    }
    if on.is_empty() || off.is_empty() {
        return conclusion(puzzle, &step.findings);
    }
    // Other exclusions come last, and their list is truncated.
    let off = conclusion(puzzle, &off);
    let off: Vec<String> = off.split("; ").map(String::from).collect();
    format!("{}; {}", conclusion(puzzle, &on), listed(off.into_iter(), MOST_LISTED))
}

/// Pieces of path: "a: r1c6-r1c10; r3c3-r4c3", at most `most` of them.
fn pieces(puzzle: &Puzzle, pieces: &[Piece], most: usize) -> String {
    let cells = |piece: &Piece| {
        let cells: Vec<String> = piece.cells.iter().map(|&c| spot(puzzle, c)).collect();
        cells.join("-")
    };
    // Pieces of one path are listed together.
    let of_path = |pieces: &[Piece]| {
        let name = pieces[0].name.as_ref().map_or(String::new(), |name| format!("{name}: "));
        name + &join(pieces.iter().map(cells))
    };
    let paths: Vec<String> =
        pieces.chunk_by(|a, b| a.name.is_some() && a.name == b.name).map(of_path).collect();
    listed(paths.into_iter(), most)
}

/// A list, truncated after `most` items: "a; b; and 3 more".
fn listed(all: impl ExactSizeIterator<Item = String>, most: usize) -> String {
    let left = all.len().saturating_sub(most);
    let mut parts: Vec<String> = all.take(most).collect();
    if left > 0 {
        parts.push(format!("and {left} more"));
    }
    parts.join("; ")
}

/// The maximum number of listed marks and places, so that a sentence stays readable.
const MOST_LISTED: usize = 4;

/// The reason for a step, without its conclusions: the earlier exclusions that it needs, and the pattern that the
/// technique finds.
pub fn reason(puzzle: &Puzzle, step: &Step) -> String {
    let own = technique_reason(puzzle, step);
    if step.ideas.is_empty() {
        return own;
    }
    // Ideas with the same reason are merged, and if there are many of one technique they are listed together.
    let mut ideas: Vec<IdeaGroup<'_>> = Vec::new();
    for idea in &step.ideas {
        let reason = technique_reason(puzzle, idea);
        match ideas.iter_mut().find(|told| told.reason == reason) {
            Some(told) => told.findings.extend(&idea.findings),
            None => ideas.push(IdeaGroup { idea, reason, findings: idea.findings.clone() }),
        }
    }
    let mut told: Vec<String> = Vec::new();
    while let Some(first) = ideas.first() {
        let technique = first.idea.technique;
        let (alike, others): (Vec<IdeaGroup<'_>>, Vec<IdeaGroup<'_>>) =
            ideas.into_iter().partition(|told| told.idea.technique == technique);
        ideas = others;
        if alike.len() <= 2 {
            told.extend(alike.iter().map(|told| told.words(puzzle)));
            continue;
        }
        let all: Vec<Finding> = alike.iter().flat_map(|told| &told.findings).copied().collect();
        let so = so(puzzle, &all);
        told.push(match alike[0].idea.assumed {
            Some(_) => format!("{} assumptions fail: {so}", alike.len()),
            // The heading of the step names the technique.
            None if technique == step.technique => so,
            None => format!("{}, {} times: {so}", technique.title, alike.len()),
        });
    }
    format!("{}. Then {own}", told.join("; "))
}

/// An idea, or several with one reason.
struct IdeaGroup<'a> {
    idea: &'a Step,
    reason: String,
    findings: Vec<Finding>,
}

impl IdeaGroup<'_> {
    fn words(&self, puzzle: &Puzzle) -> String {
        let mark = if self.idea.assumed.is_some() { ", so" } else { ":" };
        format!("{}{mark} {}", self.reason, so(puzzle, &self.findings))
    }
}

/// The conclusions, truncated if there are many.
fn so(puzzle: &Puzzle, findings: &[Finding]) -> String {
    let parts = conclusion(puzzle, findings);
    let parts: Vec<String> = parts.split("; ").map(String::from).collect();
    listed(parts.into_iter(), MOST_LISTED)
}

/// The reason for the conclusions of the technique itself.
fn technique_reason(puzzle: &Puzzle, step: &Step) -> String {
    let why = step.telling.as_ref().map_or("", |telling| &telling.reason);
    if step.assumed.is_none() {
        return why.to_string();
    }
    supposition(puzzle, step)
}

/// The assumption of a step, its consequences, and the contradiction; empty if there is no assumption.
fn supposition(puzzle: &Puzzle, step: &Step) -> String {
    let why = step.telling.as_ref().map_or("", |telling| &telling.reason);
    let Some(assumed) = step.assumed else { return String::new() };
    let trail = match step.pieces[1].is_empty() {
        false => format!("draw {}", pieces(puzzle, &step.pieces[1], MOST_LISTED)),
        true => {
            let one = |finding: &Finding| conclusion(puzzle, &[*finding]);
            listed(step.trail.iter().map(one), MOST_LISTED)
        }
    };
    let then = if trail.is_empty() { String::new() } else { format!("{trail}, until ") };
    format!("suppose {}: then {then}{why}", assumption(puzzle, assumed))
}

/// A step in words: its reason and its conclusions.
pub fn sentence(puzzle: &Puzzle, step: &Step) -> String {
    let so = result(puzzle, step);
    let so = if step.assumed.is_some() { format!("; so {so}.") } else { format!(": {so}.") };
    reason(puzzle, step) + &so
}

/// An assumption in words.
fn assumption(puzzle: &Puzzle, finding: Finding) -> String {
    match (finding.fact, finding.holds) {
        (Fact::Link { from, to }, true) => {
            format!("a path goes from {} to {}", spot(puzzle, from), spot(puzzle, to))
        }
        (Fact::Link { from, to }, false) => {
            format!("no path goes from {} to {}", spot(puzzle, from), spot(puzzle, to))
        }
        _ => conclusion(puzzle, &[finding]),
    }
}

/// A fact that a person draws, writes or rules out.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum FactRecord<'a> {
    /// The content of a cell.
    Content {
        /// `[row, column]`, counted from 0.
        cell: Place,
        /// A number, or a label.
        value: Written<'a>,
        /// False: the cell is not this value.
        #[serde(skip_serializing_if = "Option::is_none")]
        holds: Option<bool>,
        /// On a bridge, which of its two lines: row or column.
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<&'static str>,
    },
    /// Whether a path goes between two cells.
    Link {
        /// The two cells.
        edge: [Place; 2],
        /// Whether it does.
        on: bool,
    },
}

/// A step. A hint leaves out the parts that its depth does not tell.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepRecord<'a> {
    /// The number of the step, from 1.
    pub n: usize,
    /// Steps of one round could be taken in any order.
    pub round: u32,
    /// The hardest technique that the step needs, by its name in docs/rating.md.
    pub technique: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// How hard it is, 1 to 5.
    pub level: u32,
    /// The share of the looks since the last step in the score.
    pub cost: u32,
    /// Facts that are drawn or written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Vec<FactRecord<'a>>>,
    /// Facts that are ruled out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remove: Option<Vec<FactRecord<'a>>>,
    /// The cells to look at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<Place>>,
    /// Facts that it follows from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<Vec<FactRecord<'a>>>,
    /// The reason and the conclusions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// An assumption and its consequences.
    #[serde(flatten)]
    pub trial: Option<TrialRecord<'a>>,
    /// The edges under place as pieces of path.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<PieceRecord<'a>>,
    /// Exclusions before the step that it needs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ideas: Vec<IdeaRecord<'a>>,
}

/// An assumption that fails.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrialRecord<'a> {
    /// The assumption.
    assumed: FactRecord<'a>,
    /// The consequences of the assumption, until it fails.
    trail: Vec<FactRecord<'a>>,
    /// The number of its consequences, until it fails.
    extent: Extent,
}

/// A piece of path.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceRecord<'a> {
    /// Of its path, if that is known.
    label: Option<&'a str>,
    /// Ends and bends in their order.
    cells: Vec<Place>,
}

/// An exclusion made before a step that needs it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IdeaRecord<'a> {
    /// Its technique.
    technique: &'static str,
    /// Its name for people.
    title: &'static str,
    /// How hard it is, 1 to 5.
    level: u32,
    /// Facts that are ruled out.
    remove: Vec<FactRecord<'a>>,
    /// The cells to look at.
    cells: Vec<Place>,
    /// The reason and the conclusions.
    text: String,
    #[serde(flatten)]
    trial: Option<TrialRecord<'a>>,
}

/// The conclusions of a step, without its reason.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompactStep<'a> {
    /// The number of the step, from 1.
    n: usize,
    /// The hardest technique that the step needs, by its name in docs/rating.md.
    technique: &'static str,
    /// The conclusions.
    text: String,
    /// Facts that are drawn or written, unless pieces tell it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    place: Vec<FactRecord<'a>>,
    /// Facts that are ruled out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remove: Vec<FactRecord<'a>>,
    /// The edges that are drawn as pieces of path.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pieces: Vec<PieceRecord<'a>>,
}

impl<'a> StepRecord<'a> {
    /// The record of a step; `number` counts from 1.
    pub fn new(puzzle: &'a Puzzle, number: usize, step: &'a Step) -> StepRecord<'a> {
        let [place, remove] = both_ways(puzzle, &step.findings);
        let mut record = StepRecord {
            n: number,
            round: step.round + 1,
            technique: step.technique.name,
            title: step.technique.title,
            level: step.technique.level as u32 + 1,
            cost: step.cost,
            place: Some(place),
            remove: Some(remove),
            cells: None,
            because: None,
            text: None,
            trial: None,
            pieces: Vec::new(),
            ideas: Vec::new(),
        };
        if let Some(telling) = &step.telling {
            let because = telling.because.iter().map(|&one| FactRecord::new(puzzle, one));
            record.cells = Some(places(puzzle, &telling.cells));
            record.because = Some(because.collect());
            record.text = Some(sentence(puzzle, step));
            record.trial = TrialRecord::new(puzzle, step);
            record.pieces = piece_records(puzzle, &step.pieces[0]);
            record.ideas = step.ideas.iter().map(|idea| IdeaRecord::new(puzzle, idea)).collect();
        }
        record
    }
}

impl<'a> CompactStep<'a> {
    /// The conclusions of a step; `number` counts from 1.
    pub fn new(puzzle: &'a Puzzle, number: usize, step: &'a Step) -> CompactStep<'a> {
        let [place, remove] = both_ways(puzzle, &step.findings);
        let pieces = piece_records(puzzle, &step.pieces[0]);
        // Pieces of path replace the list of placements.
        let place = if pieces.is_empty() { place } else { Vec::new() };
        let (technique, text) = (step.technique.name, result(puzzle, step));
        CompactStep { n: number, technique, text, place, remove, pieces }
    }
}

impl<'a> TrialRecord<'a> {
    fn new(puzzle: &'a Puzzle, step: &Step) -> Option<TrialRecord<'a>> {
        let assumed = FactRecord::new(puzzle, step.assumed?);
        let [trail, _] = both_ways(puzzle, &step.trail);
        Some(TrialRecord { assumed, trail, extent: step.extent? })
    }
}

impl<'a> IdeaRecord<'a> {
    fn new(puzzle: &'a Puzzle, idea: &Step) -> IdeaRecord<'a> {
        let [_, remove] = both_ways(puzzle, &idea.findings);
        let cells = idea.telling.iter().flat_map(|telling| places(puzzle, &telling.cells));
        IdeaRecord {
            technique: idea.technique.name,
            title: idea.technique.title,
            level: idea.technique.level as u32 + 1,
            remove,
            cells: cells.collect(),
            text: sentence(puzzle, idea),
            trial: TrialRecord::new(puzzle, idea),
        }
    }
}

/// The positive and the negative findings.
fn both_ways<'a>(puzzle: &'a Puzzle, findings: &[Finding]) -> [Vec<FactRecord<'a>>; 2] {
    let of = |holds: bool| {
        let those = findings.iter().filter(|finding| finding.holds == holds);
        those.map(|finding| FactRecord::new(puzzle, *finding)).collect()
    };
    [of(true), of(false)]
}

fn piece_records<'a>(puzzle: &Puzzle, pieces: &'a [Piece]) -> Vec<PieceRecord<'a>> {
    let record = |piece: &'a Piece| PieceRecord {
        label: piece.name.as_deref(),
        cells: places(puzzle, &piece.cells),
    };
    pieces.iter().map(record).collect()
}

fn places(puzzle: &Puzzle, cells: &[u32]) -> Vec<Place> {
    cells.iter().map(|&cell| puzzle.place(cell)).collect()
}

impl<'a> FactRecord<'a> {
    /// The record of a finding.
    pub fn new(puzzle: &'a Puzzle, finding: Finding) -> FactRecord<'a> {
        match finding.fact {
            Fact::Number { cell, number } => FactRecord::Content {
                cell: puzzle.place(cell),
                value: Written::Number(puzzle.shown(number)),
                holds: (!finding.holds).then_some(false),
                line: None,
            },
            Fact::Link { from, to } => {
                FactRecord::Link { edge: [from, to].map(|c| puzzle.place(c)), on: finding.holds }
            }
        }
    }
}

// The order of the fields is the order of the keys.
/// How hard a puzzle is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingRecord {
    /// The first step that needs the hardest technique, from 1.
    bottleneck: Option<usize>,
    /// Looks at the board by technique.
    counts: BTreeMap<&'static str, u32>,
    /// The most edges or numbers until an assumption failed.
    depth: u32,
    /// Whether assumptions are needed.
    guessing: bool,
    /// The hardest technique that is needed.
    hardest: Option<&'static str>,
    /// Beyond: the techniques do not finish it; null unless the puzzle has exactly one solution.
    level: Option<Level>,
    /// The sum of the costs of all looks.
    score: u64,
    /// How many steps there are.
    steps: usize,
}

impl From<&Rating> for RatingRecord {
    fn from(rating: &Rating) -> RatingRecord {
        RatingRecord {
            bottleneck: rating.bottleneck,
            counts: rating.counts.iter().map(|(t, n)| (t.name, *n)).collect(),
            depth: rating.depth,
            guessing: rating.guessing(),
            hardest: rating.hardest.map(|t| t.name),
            level: rating.level,
            score: rating.score,
            steps: rating.steps,
        }
    }
}

/// A rating in words: "tricky, score 214, 43 steps, hardest: two cells, two numbers (step 12)", or why there is none.
pub fn rating_text(rating: &Rating) -> String {
    let Some(level) = rating.level else {
        return match rating.verdict {
            Verdict::Multiple => "not rated: several solutions".into(),
            Verdict::None => "not rated: no solution".into(),
            Verdict::Unique | Verdict::Unknown => "unknown: a limit came first".into(),
        };
    };
    let score = rating.score;
    let steps = match rating.steps {
        0 => "no steps".to_string(),
        n => how_many(n, "step"),
    };
    let hardest = rating.hardest.zip(rating.bottleneck);
    let hardest = hardest.map(|(t, step)| format!(", hardest: {} (step {step})", t.title));
    let hardest = hardest.unwrap_or_default();
    match level {
        Level::Beyond => format!(
            "beyond the techniques, which end after {steps} with the score {score}{hardest}"
        ),
        level => format!("{}, score {score}, {steps}{hardest}", level.keyword()),
    }
}

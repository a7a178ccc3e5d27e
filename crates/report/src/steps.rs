//! Steps of a person and ratings: in words, as JSON, as a page.

mod page;
mod words;

pub use page::page;
pub use words::{LineOfStep, conclusion, lines, reason, result, sentence, spot};

use crate::solutions::cells::Written;
use crate::solutions::listed::Place;
use clew_puzzle::puzzle::Puzzle;
use clew_puzzle::puzzle::ladder::{Extent, Fact, Finding, Level, Piece};
use clew_puzzle::puzzle::wording::how_many;
use clew_solve::explain::{Rating, Step};
use clew_solve::strategy::Verdict;
use serde::Serialize;
use std::collections::BTreeMap;

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

/// A step. A hint leaves out the parts that its depth excludes.
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
    /// The effort of the looks since the last step.
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
    /// The reason and the conclusions, without those of the ideas unless there is one and both are short.
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
    /// Facts that are drawn or written, unless pieces contain them.
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
            record.text = lines(puzzle, step).pop().map(|line| line.text);
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
            technique: idea.own.name,
            title: idea.own.title,
            level: idea.own.level as u32 + 1,
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
    /// The sum of the costs of all looks.
    effort: u64,
    /// Whether assumptions are needed.
    guessing: bool,
    /// The hardest technique that is needed.
    hardest: Option<&'static str>,
    /// Beyond: the techniques do not finish it; null unless the puzzle has exactly one solution.
    level: Option<Level>,
    /// Level and effort on one scale: a level begins at each hundred, trivial at 0.
    score: u64,
    /// How many steps there are.
    steps: usize,
    /// True if steps use that the puzzle has one solution.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    uniqueness: bool,
}

impl From<&Rating> for RatingRecord {
    fn from(rating: &Rating) -> RatingRecord {
        RatingRecord {
            bottleneck: rating.bottleneck,
            counts: rating.counts.iter().map(|(t, n)| (t.name, *n)).collect(),
            depth: rating.depth,
            effort: rating.effort,
            guessing: rating.guessing(),
            hardest: rating.hardest.map(|t| t.name),
            level: rating.level,
            score: rating.score,
            steps: rating.steps,
            uniqueness: rating.uniqueness,
        }
    }
}

/// A rating in words: "tricky, score 252, 43 steps, hardest: two cells, two numbers (step 12)", or why there is none.
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
    let uses = if rating.uniqueness { ", using that there is one solution" } else { "" };
    match level {
        Level::Beyond => format!(
            "beyond the techniques, which end after {steps} with the score {score}{hardest}{uses}"
        ),
        level => format!("{}, score {score}, {steps}{hardest}{uses}", level.keyword()),
    }
}

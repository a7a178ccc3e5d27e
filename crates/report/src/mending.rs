//! Repairs of a puzzle as JSON: `clew-repair/1`.

use crate::solutions::cells::Rows;

use crate::solutions::cells::Written;

use crate::solutions::cells::content;

use super::document::{self, Head};
use super::steps::RatingRecord;
use crate::solutions::cells::rows;
use crate::solutions::listed::Place;
use clew_engine::run::Stop;
use clew_puzzle::puzzle::format::write_native;
use clew_puzzle::puzzle::ladder::Level;
use clew_puzzle::puzzle::{Answer, Cell, Change, Clue, Content, Entry, Gap, Puzzle};
use clew_solve::explain::Rating;
use clew_solve::strategy::Verdict;
use clew_solve::strategy::repair::{
    Addition, Additions, Contradiction, Findings, Proof, Redundant, Repair,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// The schema.
pub const SCHEMA: &str = "clew-repair/1";

/// Facts known in addition to the findings.
#[derive(Debug, Default)]
pub struct RepairContext<'a> {
    /// The contradiction that a person's steps reach, in words.
    pub reason: Option<&'a str>,
    /// How hard the puzzle is with each of the first single clues.
    pub ratings: &'a [Rating],
    /// Clues that make it easier.
    pub easier: Option<EasierRecord<'a>>,
}

/// The repairs of a puzzle: the document `clew-repair/1`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Document<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// Rules that are chosen by a word, such as cover and touch.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    rules: BTreeMap<&'static str, &'static str>,
    /// How many solutions it has.
    verdict: Verdict,
    /// The limit that ended the work early.
    #[cfg_attr(feature = "schema", schemars(schema_with = "super::document::stopped"))]
    stopped: Option<Stop>,
    /// Milliseconds, with three decimals.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    time_ms: f64,
    /// Questions that were put to the solver.
    questions: u64,
    #[serde(flatten)]
    unique: Option<UniqueRecord<'a>>,
    #[serde(flatten)]
    multiple: Option<MultipleRecord<'a>>,
    #[serde(flatten)]
    none: Option<NoneRecord<'a>>,
    /// With --level: clues that bring the level down to the wanted one.
    #[serde(skip_serializing_if = "Option::is_none")]
    easier: Option<&'a EasierRecord<'a>>,
}

/// Of a puzzle with one solution.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct UniqueRecord<'a> {
    /// How many givens it has; null if they cannot be taken away one by one.
    #[cfg_attr(feature = "schema", schemars(with = "document::OrNull<usize>"))]
    givens: Option<usize>,
    /// Givens each of which can be left out.
    redundant: Vec<ClueRecord<'a>>,
    /// Givens none of which can be left out.
    needed: Vec<ClueRecord<'a>>,
    /// With --minimal: givens that are enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    minimal: Option<MinimalRecord<'a>>,
}

/// Givens that are enough.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct MinimalRecord<'a> {
    /// The givens.
    clues: Vec<ClueRecord<'a>>,
    /// Whether none of them can be left out.
    proved: bool,
    /// The puzzle with them, in the text format.
    text: String,
}

/// Of a puzzle with several solutions.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct MultipleRecord<'a> {
    /// Clues that can be added; null if a limit came before it was found out which there are.
    #[cfg_attr(feature = "schema", schemars(with = "document::OrNull<usize>"))]
    possible: Option<usize>,
    /// Clues of which it is not known whether one alone is enough; null as for possible.
    #[cfg_attr(feature = "schema", schemars(with = "document::OrNull<usize>"))]
    open: Option<usize>,
    /// Clues each of which is enough.
    single: Vec<SingleRecord<'a>>,
    /// Clues that are enough together.
    #[serde(skip_serializing_if = "Option::is_none")]
    together: Option<TogetherRecord<'a>>,
    /// Solutions that were tried, each with another one beside it that has all its clues.
    #[serde(skip_serializing_if = "Option::is_none")]
    untold: Option<usize>,
    /// Whether the clues of single and together can stand in a puzzle file.
    in_files: bool,
    /// Walls each of which is enough, between two neighbouring cells; null where walls were not tried.
    #[cfg_attr(feature = "schema", schemars(with = "document::OrNull<Vec<[Place; 2]>>"))]
    walls: Option<Vec<[Place; 2]>>,
    /// Changes of givens each of which is enough.
    changes: Vec<ChangeRecord<'a>>,
}

/// A clue that is enough.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SingleRecord<'a> {
    /// The clue.
    clue: ClueRecord<'a>,
    /// Cells that it settles.
    settles: u32,
    /// The solution.
    cells: Rows<Written<'a>>,
    /// How hard the puzzle is with this clue; of the first clues, on small boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<RatingRecord>,
}

/// Clues that are enough together.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct TogetherRecord<'a> {
    /// The clues.
    clues: Vec<ClueRecord<'a>>,
    /// Whether fewer are enough: smallest, smallest-for-solution or at-most.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = [
        "smallest", "smallest-for-solution", "at-most"
    ])))]
    proof: &'static str,
    /// The solution.
    cells: Rows<Written<'a>>,
}

/// Of a puzzle without solutions.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct NoneRecord<'a> {
    /// The contradiction.
    contradiction: ContradictionRecord<'a>,
    /// Changes of givens with which it has a solution.
    fixes: Vec<FixRecord<'a>>,
}

/// Givens that contradict each other.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ContradictionRecord<'a> {
    /// The givens.
    clues: Vec<ClueRecord<'a>>,
    /// The labels, of paths that are to be joined.
    labels: Vec<&'a str>,
    /// Whether they contradict each other only because all cells are to be filled.
    only_if_full: bool,
    /// Whether none of them can be left out.
    minimal: bool,
    /// Whether a limit came before that was known.
    open: bool,
    /// Where steps of a person come to a contradiction, in words; null if they do not.
    reason: Option<&'a str>,
}

/// A change of givens.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct FixRecord<'a> {
    /// The change.
    change: ChangeRecord<'a>,
    /// Whether there is one solution then; null if that is not known.
    unique: Option<bool>,
}

/// Clues that bring the level of a puzzle down.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EasierRecord<'a> {
    /// The highest acceptable level.
    pub wanted: Level,
    /// How hard it is.
    pub now: RatingRecord,
    /// Whether it is easy enough.
    pub enough: bool,
    /// The limit that came first.
    #[cfg_attr(feature = "schema", schemars(schema_with = "super::document::stopped"))]
    pub stopped: Option<Stop>,
    /// Clues or walls each of which is enough.
    pub single: Vec<AidRecord<'a>>,
    /// Clues or walls that are enough together, if no single one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub together: Option<AidsRecord<'a>>,
}

/// A clue or wall that makes a puzzle easier.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AidRecord<'a> {
    /// The clue or wall.
    pub clue: ClueRecord<'a>,
    /// How hard the puzzle is with it.
    pub rating: RatingRecord,
}

/// Clues or walls that make a puzzle easier together.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AidsRecord<'a> {
    /// The clues or walls.
    pub clues: Vec<ClueRecord<'a>>,
    /// How hard the puzzle is with them.
    pub rating: RatingRecord,
    /// Whether it is proved that fewer are not enough: smallest or at-most.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["smallest", "at-most"])))]
    pub proof: &'static str,
}

/// A clue, or a wall. Places are `[row, column]`, counted from 0.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ClueRecord<'a> {
    /// A number in a cell.
    Number {
        /// The cell.
        cell: Place,
        /// The number; null if the cell stays empty.
        value: Option<u32>,
    },
    /// A label in a cell.
    Label {
        /// The cell.
        cell: Place,
        /// The label.
        label: &'a str,
    },
    /// The first cell has the smaller number.
    Less {
        /// The two cells.
        less: [Place; 2],
    },
    /// The numbers differ by this much.
    Differ {
        /// The two cells.
        differ: [Place; 2],
        /// At least 1.
        by: u32,
    },
    /// The numbers do not differ by this much.
    Apart {
        /// The two cells.
        apart: [Place; 2],
        /// At least 1.
        by: u32,
    },
    /// A wall between two neighbours, of families whose givens hang together.
    Wall {
        /// The two cells.
        wall: [Place; 2],
    },
}

/// A change of givens.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum ChangeRecord<'a> {
    /// A given is taken away.
    Removed {
        /// It.
        remove: ClueRecord<'a>,
    },
    /// A given becomes another one.
    Replaced {
        /// The one that is there.
        replace: ClueRecord<'a>,
        /// The other one.
        by: ClueRecord<'a>,
    },
    /// An end of a path goes elsewhere.
    Moved {
        /// Its label.
        r#move: &'a str,
        /// Where it is.
        from: Place,
        /// Where it goes.
        to: Place,
    },
    /// Both ends of a path are taken away.
    Dropped {
        /// Their label.
        drop: &'a str,
    },
}

/// The object, on one line, without a line end. `id`: the puzzle's, or the name of its file.
pub fn object(
    entry: &Entry,
    id: &str,
    repair: &Repair,
    beside: &RepairContext<'_>,
    time_ms: f64,
) -> String {
    let puzzle = &entry.puzzle;
    let mut document = Document {
        head: Head { id, ..Head::new(SCHEMA, entry, id) },
        rules: puzzle.words().into_iter().collect(),
        verdict: repair.check.verdict(),
        stopped: repair.stopped,
        time_ms: (time_ms * 1000.0).round() / 1000.0,
        questions: repair.questions,
        unique: None,
        multiple: None,
        none: None,
        easier: beside.easier.as_ref(),
    };
    match &repair.findings {
        Findings::Nothing => {}
        Findings::Unique(found) => document.unique = Some(UniqueRecord::new(entry, found)),
        Findings::Multiple(found) => {
            document.multiple = Some(MultipleRecord::new(puzzle, found, beside.ratings));
        }
        Findings::None(found) => {
            document.none = Some(NoneRecord::new(puzzle, found, beside.reason));
        }
    }
    document::value(&document).to_string()
}

impl<'a> UniqueRecord<'a> {
    fn new(entry: &'a Entry, found: &Redundant) -> UniqueRecord<'a> {
        let puzzle = &entry.puzzle;
        let minimal = found.minimal.as_ref().map(|minimal| MinimalRecord {
            clues: clues(puzzle, &minimal.clues),
            proved: minimal.proved,
            text: write_native(&Entry { puzzle: minimal.puzzle.clone(), ..entry.clone() }),
        });
        UniqueRecord {
            givens: found.givens.as_ref().map(Vec::len),
            redundant: clues(puzzle, &found.redundant),
            needed: clues(puzzle, &found.needed),
            minimal,
        }
    }
}

impl<'a> MultipleRecord<'a> {
    fn new(puzzle: &'a Puzzle, found: &Additions, ratings: &[Rating]) -> MultipleRecord<'a> {
        let ratings = ratings.iter().map(Some).chain(std::iter::repeat(None));
        let single = |(addition, rating): (&Addition, Option<&Rating>)| SingleRecord {
            clue: ClueRecord::new(puzzle, addition.clue),
            settles: addition.settles,
            cells: cells(puzzle, &addition.solution),
            rating: rating.map(RatingRecord::from),
        };
        let together = found.together.as_ref().map(|together| TogetherRecord {
            clues: clues(puzzle, &together.clues),
            proof: match together.proof {
                Proof::Smallest => "smallest",
                Proof::SmallestForIt => "smallest-for-solution",
                Proof::AtMost => "at-most",
            },
            cells: cells(puzzle, &together.solution),
        });
        let wall = |pair: &[Cell; 2]| pair.map(|c| puzzle.place(c));
        MultipleRecord {
            possible: found.listed.then_some(found.possible),
            open: found.listed.then_some(found.open),
            single: found.single.iter().zip(ratings).map(single).collect(),
            together,
            untold: found.undetermined_targets,
            in_files: found.can_be_given(puzzle),
            walls: found.walls.as_ref().map(|walls| walls.iter().map(wall).collect()),
            changes: found.changes.iter().map(|&c| ChangeRecord::new(puzzle, c)).collect(),
        }
    }
}

impl<'a> NoneRecord<'a> {
    fn new(puzzle: &'a Puzzle, found: &Contradiction, reason: Option<&'a str>) -> NoneRecord<'a> {
        let contradiction = ContradictionRecord {
            clues: clues(puzzle, &found.clues),
            labels: found.labels.iter().map(|&k| puzzle.label(k)).collect(),
            only_if_full: found.only_if_full,
            minimal: found.minimal,
            open: found.open,
            reason,
        };
        let fixes = found.fixes.iter().map(|fix| FixRecord {
            change: ChangeRecord::new(puzzle, fix.change),
            unique: fix.unique,
        });
        NoneRecord { contradiction, fixes: fixes.collect() }
    }
}

fn clues<'a>(puzzle: &'a Puzzle, all: &[Clue]) -> Vec<ClueRecord<'a>> {
    all.iter().map(|&clue| ClueRecord::new(puzzle, clue)).collect()
}

impl<'a> ClueRecord<'a> {
    /// The record of a clue.
    pub fn new(puzzle: &'a Puzzle, clue: Clue) -> ClueRecord<'a> {
        match clue {
            Clue::Holds { cell, content } => {
                let cell = puzzle.place(cell);
                match content {
                    Content::Number(v) => ClueRecord::Number { cell, value: Some(puzzle.shown(v)) },
                    Content::Label(k) => ClueRecord::Label { cell, label: puzzle.label(k) },
                    Content::Nothing => ClueRecord::Number { cell, value: None },
                }
            }
            Clue::Less(pair) => ClueRecord::Less { less: pair.map(|c| puzzle.place(c)) },
            Clue::Gap(Gap { cells, by, is }) => {
                let pair = cells.map(|c| puzzle.place(c));
                match is {
                    true => ClueRecord::Differ { differ: pair, by },
                    false => ClueRecord::Apart { apart: pair, by },
                }
            }
        }
    }
}

impl<'a> ChangeRecord<'a> {
    fn new(puzzle: &'a Puzzle, change: Change) -> ChangeRecord<'a> {
        match change {
            Change::Removed(old) => ChangeRecord::Removed { remove: ClueRecord::new(puzzle, old) },
            Change::Replaced { old, new } => ChangeRecord::Replaced {
                replace: ClueRecord::new(puzzle, old),
                by: ClueRecord::new(puzzle, new),
            },
            Change::Moved { label, from, to } => ChangeRecord::Moved {
                r#move: puzzle.label(label),
                from: puzzle.place(from),
                to: puzzle.place(to),
            },
            Change::Dropped { label } => ChangeRecord::Dropped { drop: puzzle.label(label) },
        }
    }
}

/// The contents of a solution.
fn cells<'a>(puzzle: &'a Puzzle, answer: &Answer) -> Rows<Written<'a>> {
    let contents = puzzle.filling(answer);
    rows(puzzle, &|cell| content(puzzle, contents[cell as usize]))
}

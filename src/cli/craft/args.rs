//! Options of the commands for people who make and solve puzzles by hand: explain, hint, rate, generate.

use crate::cli::args::common::{BatchArgs, CoverRule, NeighbourRule, RuleArgs, TouchRule};
use crate::cli::args::format::ExportArgs;
use crate::cli::args::values;
use clap::{Args, ValueEnum};
use clew::api::generate::With;
use clew::puzzle::Wrap;
use clew::puzzle::family::Symmetry;
use clew::puzzle::ladder::Level;
use std::path::PathBuf;
use std::time::Duration;

/// `clew explain`.
#[derive(Args, Debug)]
pub struct ExplainArgs {
    /// Files, directories, or - for standard input
    #[arg(value_name = "PUZZLE", required = true)]
    pub puzzles: Vec<PathBuf>,
    /// Print one JSON object a puzzle
    #[arg(long)]
    pub json: bool,
    /// Only the conclusion of each step, without reasons
    #[arg(long, conflicts_with = "html")]
    pub compact: bool,
    /// Write a page with a picture a step, and pencil marks that can be hidden, to this file, too; - for
    /// standard output, in place of the text
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub html: Option<PathBuf>,
    /// Stop after this long: 500ms, 10s, 5m, 1h; without a unit in seconds
    #[arg(long, value_name = "DURATION", value_parser = values::duration)]
    pub time: Option<Duration>,
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// `clew hint`.
#[derive(Args, Debug)]
pub struct HintArgs {
    /// Files, directories, or - for standard input
    #[arg(value_name = "PUZZLE", required = true)]
    pub puzzles: Vec<PathBuf>,
    /// The next thing to draw or to write, with all that leads to it, not only the next thing that is ruled out
    #[arg(long)]
    pub placement: bool,
    /// The same puzzle as filled in so far: a file in the text format or in JSON, or its grid or
    /// rows alone (of a board of points, one row of numbers and dots); - for standard input. Lines "drawn:",
    /// "struck:" (r1c1-r1c4-r2c4) and "candidates:" (r1c1=2,5) hold notes; in JSON "facts" and "candidates"
    #[arg(long, value_name = "FILE")]
    pub filled: Option<PathBuf>,
    /// How much to reveal: the place, also the reason, or also the conclusion
    #[arg(long, value_name = "DEPTH", default_value = "what")]
    pub depth: HintDepth,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Stop after this long: 500ms, 10s, 5m, 1h; without a unit in seconds
    #[arg(long, value_name = "DURATION", value_parser = values::duration)]
    pub time: Option<Duration>,
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// `clew rate`.
#[derive(Args, Debug)]
pub struct RateArgs {
    #[command(flatten)]
    pub batch: BatchArgs,
    /// Stop a puzzle after this long: 500ms, 10s, 5m, 1h; without a unit in seconds
    #[arg(long, value_name = "DURATION", value_parser = values::duration)]
    pub time: Option<Duration>,
    /// Threads to use; all cores if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// `clew generate`.
#[derive(Args, Debug)]
pub struct GenerateArgs {
    /// hidato, path, numberlink, futoshiki or zip; with --from that of the board
    #[arg(required_unless_present = "from")]
    pub family: Option<String>,
    /// A file with a half-made board: its givens stay, and clues are added until there is one solution: numbers,
    /// signs (futoshiki), further labels (numberlink); cells between numbers are numbered, too (zip)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rows", "cols", "neighbours", "holes", "mask", "wrap",
          "walls", "links", "bridges", "unique", "cover", "touch", "rule-of-puzzle"])]
    pub from: Option<PathBuf>,
    /// Rows, at most 64; of a futoshiki 32
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(2..=64))]
    pub rows: u32,
    /// Columns; as many as rows if left out
    #[arg(long, value_parser = clap::value_parser!(u32).range(2..=64))]
    pub cols: Option<u32>,
    /// 4, 8 or hex
    #[arg(long)]
    pub neighbours: Option<NeighbourRule>,
    /// Places of the grid without a cell
    #[arg(long, default_value_t = 0)]
    pub holes: u32,
    /// A file with the shape of the board: rows of `.` for a cell and `#` for none, with or without blanks
    /// between them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rows", "cols"])]
    pub mask: Option<PathBuf>,
    /// Hidato, path, numberlink: join opposite sides, so that rows, columns or both go round
    #[arg(long, value_name = "WHICH", value_parser = values::wrap)]
    pub wrap: Option<Wrap>,
    /// Hidato, path, numberlink: walls between neighbours
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub walls: u32,
    /// Hidato, path: marks between cells that follow each other, as in Rikudo
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub links: u32,
    /// Numberlink: places where lines cross
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub bridges: u32,
    /// Share of cells given (hidato) or of pairs with a sign (futoshiki), from 0 to 1, before clues are added until there
    /// is one solution; if left out, hardly more is given than is needed (futoshiki: up to 12 rows)
    #[arg(long)]
    pub density: Option<f64>,
    /// Hidato, futoshiki: the exact number of givens; puzzles are made until one has a single solution with them (futoshiki: signs
    /// are added)
    #[arg(long, value_name = "N", conflicts_with = "minimal")]
    pub givens: Option<u32>,
    /// Take out every given and sign that is not needed; with --symmetric every pair, so that one of a pair may
    /// be more than is needed. Requested walls and marks stay
    #[arg(long)]
    pub minimal: bool,
    /// Hidato, futoshiki: the cells with numbers, and a mask, look the same after this change of the grid; hidato: holes
    /// too, for half-turn
    #[arg(long, value_name = "WHICH", value_parser = values::symmetry)]
    pub symmetry: Option<Symmetry>,
    /// The same as --symmetry half-turn
    #[arg(long, conflicts_with = "symmetry")]
    pub symmetric: bool,
    /// Hidato, futoshiki: a file with the cells whose numbers are given: rows of `.` for a number and `#` for none. Of a
    /// hidato no other numbers are given, of a futoshiki signs, too
    #[arg(long, value_name = "FILE", conflicts_with_all = ["symmetry", "symmetric", "givens", "signs_only"])]
    pub givens_at: Option<PathBuf>,
    /// Hidato: no two numbers that follow each other are given
    #[arg(long)]
    pub no_runs: bool,
    /// Hidato: the first and the last number need not be given
    #[arg(long)]
    pub free_ends: bool,
    /// Numberlink: the number of labels, or a range such as 6-9; if left out, about the side of the board by two
    /// thirds
    #[arg(long, value_name = "RANGE", value_parser = values::labels)]
    pub labels: Option<(u32, u32)>,
    /// Numberlink: no path has fewer cells; 4 if left out, where the board allows it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    pub shortest: Option<u32>,
    /// Futoshiki: give signs, and no numbers
    #[arg(long, conflicts_with_all = ["symmetric", "symmetry"])]
    pub signs_only: bool,
    /// Path: give both ends, and walls until there is one line
    #[arg(long)]
    pub unique: bool,
    /// Numberlink: must every cell lie on a path?
    #[arg(long, value_name = "RULE")]
    pub cover: Option<CoverRule>,
    /// Numberlink: may a path run next to itself?
    #[arg(long, value_name = "RULE")]
    pub touch: Option<TouchRule>,
    /// A rule of the family by its key in the formats, such as cover=partial; may be repeated
    #[arg(long, id = "rule-of-puzzle", value_name = "KEY=WORD", value_parser = values::rule)]
    pub rule: Vec<values::Rule>,
    /// The level, see `clew rate`; clues, or ends of paths, are added and taken away until it has it
    #[arg(long, value_name = "LEVEL")]
    pub level: Option<LevelArg>,
    /// The score, see `clew rate`: a number, or a range such as 100-200
    #[arg(long, value_name = "RANGE", value_parser = values::range)]
    pub score: Option<(u64, u64)>,
    /// Make this many, with the seeds that follow; no two are the same turned, mirrored or counted the other way
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub count: u64,
    /// The same seed makes the same puzzle, with the same version of clew
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Give up a puzzle after this long: 500ms, 10s, 5m, 1h; without a unit in seconds
    #[arg(long, value_name = "DURATION", value_parser = values::duration)]
    pub time: Option<Duration>,
    /// Threads to use; the puzzles do not depend on them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Write a JSON object a line
    #[arg(long)]
    pub json: bool,
    /// The same, with these members of each puzzle, and an id: solution, rating, steps
    #[arg(long, value_name = "PARTS", value_delimiter = ',')]
    pub with: Vec<WithArg>,
    /// The file to write; standard output if left out or -
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub export: ExportArgs,
}

/// The parts that `clew generate` adds to each puzzle.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum WithArg {
    Solution,
    Rating,
    Steps,
}

impl WithArg {
    /// All of these together.
    pub fn all(parts: &[WithArg]) -> With {
        parts.iter().fold(With::default(), |with, part| match part {
            WithArg::Solution => With { solution: true, ..with },
            WithArg::Rating => With { rating: true, ..with },
            WithArg::Steps => With { steps: true, ..with },
        })
    }
}

/// `clew from-solution`.
#[derive(Args, Debug)]
pub struct FromSolutionArgs {
    /// Files with drawn solutions, directories, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    pub puzzles: Vec<PathBuf>,
    /// Lines and squares: which numbers are given: all, minimal (none that is not needed), or those at the places of a
    /// file: rows of `.` for a number and `#` for none; if left out, hardly more than are needed
    #[arg(long, value_name = "all|minimal|FILE")]
    pub givens: Option<String>,
    /// Another seed, other numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Stop a puzzle after this long: 500ms, 10s, 5m, 1h; without a unit in seconds
    #[arg(long, value_name = "DURATION", value_parser = values::duration)]
    pub time: Option<Duration>,
    /// Write a JSON object a line
    #[arg(long)]
    pub json: bool,
    /// The same, with these members of each puzzle: solution, rating, steps
    #[arg(long, value_name = "PARTS", value_delimiter = ',')]
    pub with: Vec<WithArg>,
    /// The file to write; standard output if left out or -
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// `clew dedup`.
#[derive(Args, Debug)]
pub struct DedupArgs {
    /// Files, directories, - for standard input, or addresses, ids and levels themselves
    #[arg(value_name = "PUZZLE", required = true)]
    pub puzzles: Vec<PathBuf>,
    /// In place of the puzzles that are kept print one JSON object a puzzle, with its fingerprint and the puzzle of which
    /// it is a copy
    #[arg(long)]
    pub json: bool,
    /// The file to write; standard output if left out or -
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub rules: RuleArgs,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum LevelArg {
    Trivial,
    Easy,
    Tricky,
    Hard,
    Extreme,
    /// The techniques do not finish it
    Beyond,
}

impl From<LevelArg> for Level {
    fn from(level: LevelArg) -> Level {
        match level {
            LevelArg::Trivial => Level::Trivial,
            LevelArg::Easy => Level::Easy,
            LevelArg::Tricky => Level::Tricky,
            LevelArg::Hard => Level::Hard,
            LevelArg::Extreme => Level::Extreme,
            LevelArg::Beyond => Level::Beyond,
        }
    }
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum HintDepth {
    Where,
    Why,
    What,
}

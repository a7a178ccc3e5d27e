//! Options of the commands for people who make and solve puzzles by hand: explain, hint, rate, generate.

use crate::cli::args::common::{BatchArgs, RuleArgs};
use crate::cli::args::format::ExportArgs;
use crate::cli::args::rules::RuleWords;
use crate::cli::args::values;
use clap::{Args, ValueEnum};
use clew::api::generate::With;
use clew::api::request::{DedupOptions, ExplainOptions, GenerateOptions, HintOptions};
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
    #[command(flatten)]
    pub question: ExplainOptions,
    /// Write a page with a picture a step, and pencil marks that can be hidden, to this file, too; - for
    /// standard output, in place of the text
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub html: Option<PathBuf>,
    /// Stop after this long: 500ms, 10s, 5m, 1h; without a unit in seconds
    #[arg(long, value_name = "DURATION", value_parser = values::duration)]
    pub time: Option<Duration>,
    #[command(flatten)]
    pub techniques: TechniqueArgs,
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// Which techniques steps may use.
#[derive(Args, Clone, Copy, Debug)]
pub struct TechniqueArgs {
    /// Steps do not use that the puzzle has one solution (numberlink with `cover: partial` and paths that may touch)
    #[arg(long)]
    pub no_uniqueness: bool,
}

/// `clew hint`.
#[derive(Args, Debug)]
pub struct HintArgs {
    /// Files, directories, or - for standard input
    #[arg(value_name = "PUZZLE", required = true)]
    pub puzzles: Vec<PathBuf>,
    /// The same puzzle as filled in so far: a file in the text format or in JSON, or its grid or
    /// rows alone (of a board of points, one row of numbers and dots); - for standard input. Lines "drawn:",
    /// "struck:" (r1c1-r1c4-r2c4) and "candidates:" (r1c1=2,5) hold notes; in JSON "facts" and "candidates"
    #[arg(long, value_name = "FILE")]
    pub filled: Option<PathBuf>,
    #[command(flatten)]
    pub question: HintOptions,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Stop after this long: 500ms, 10s, 5m, 1h; without a unit in seconds
    #[arg(long, value_name = "DURATION", value_parser = values::duration)]
    pub time: Option<Duration>,
    #[command(flatten)]
    pub techniques: TechniqueArgs,
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
    pub techniques: TechniqueArgs,
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// `clew generate`.
#[derive(Args, Debug)]
pub struct GenerateArgs {
    #[command(flatten)]
    pub question: GenerateOptions,
    /// A file with a half-made board: its givens stay, and clues are added until there is one solution: numbers,
    /// signs (futoshiki), further labels (numberlink); cells between numbers are numbered, too (zip)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rows", "cols", "neighbours", "holes", "mask", "wrap",
          "walls", "links", "bridges", "unique", "cover", "touch", "rule-of-puzzle"])]
    pub from: Option<PathBuf>,
    /// A file with the shape of the board: rows of `.` for a cell and `#` for none, with or without blanks
    /// between them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rows", "cols"])]
    pub mask: Option<PathBuf>,
    /// The same as --symmetry half-turn
    #[arg(long, conflicts_with = "symmetry")]
    pub symmetric: bool,
    /// Hidato, futoshiki: a file with the cells whose numbers are given: rows of `.` for a number and `#` for none. Of a
    /// hidato no other numbers are given, of a futoshiki signs, too
    #[arg(long, value_name = "FILE", conflicts_with_all = ["symmetry", "symmetric", "givens", "signs_only"])]
    pub givens_at: Option<PathBuf>,
    #[command(flatten)]
    pub words: RuleWords,
    /// Make this many, with the seeds that follow; no two are the same turned, mirrored or counted the other way
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub count: u64,
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
    #[command(flatten)]
    pub question: DedupOptions,
    /// Stop the search for a solution after this long: 500ms, 10s, 5m, 1h; without a unit in seconds
    #[arg(long, value_name = "DURATION", value_parser = values::duration, requires = "solutions")]
    pub time: Option<Duration>,
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

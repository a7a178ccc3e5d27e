//! The command line of the commands that analyse the work of search: profile, trace, ablate, compare, bench.

use crate::cli::args::common::SearchArgs;
use clap::Args;
use clew::api::request::{TaskName, word};
use clew::strategy::SearchMode;
use std::path::PathBuf;

/// `clew profile`.
#[derive(Args, Debug)]
pub struct ProfileArgs {
    /// A file, - for standard input, or an address, id or level itself
    #[arg(value_name = "PUZZLE")]
    pub puzzle: PathBuf,
    /// The question to profile
    #[arg(long, value_name = "TASK", default_value = "check", value_parser = word::<TaskName>())]
    pub task: TaskName,
    /// Number of timed runs, after one that counts; with 1, one run does both. As many as fit into three
    /// seconds if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub runs: Option<u32>,
    /// Leave out all stages of the plan but search: no construction, local search or tables
    #[arg(long)]
    pub search_only: bool,
    /// Print one JSON object per network; `clew compare` reads it
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print the table of propagators as CSV
    #[arg(long)]
    pub csv: bool,
    /// One row for each propagator instead of each kind, named by the cells it is about; and the work
    /// for each constraint of a propagator that stands for many: a gap, a cell, an edge, a pair of numbers
    #[arg(long)]
    pub instances: bool,
    /// Profile these networks side by side
    #[arg(long, value_name = "NET,NET,...", value_delimiter = ',', conflicts_with = "network")]
    pub compare: Vec<String>,
    /// Write folded stacks for flame graph tools, in nanoseconds; with - to standard output, in place
    /// of the table
    #[arg(long, alias = "profile-folded", value_name = "FILE")]
    pub folded: Option<PathBuf>,
    /// Run once more and write the search tree, one node per line: its number, the number of its children,
    /// and the number and label of each child
    #[arg(long, value_name = "FILE", conflicts_with = "compare")]
    pub search_log: Option<PathBuf>,
    /// Run once more and write the search tree for CP-Profiler: to a file, or to a HOST:PORT of this
    /// machine, such as localhost:6565
    #[arg(long, value_name = "FILE|HOST:PORT", conflicts_with = "compare")]
    pub cp_profiler: Option<String>,
    /// Write the whole report as one page, for which the run is repeated once more: where on the board
    /// it failed and decided, how the search went, which propagator wakes which
    #[arg(long, value_name = "FILE", conflicts_with = "compare")]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub search: SearchArgs,
}

/// `clew trace`.
#[derive(Args, Debug)]
pub struct TraceArgs {
    /// A file, - for standard input, or an address, id or level itself
    #[arg(value_name = "PUZZLE")]
    pub puzzle: PathBuf,
    /// The question
    #[arg(long, value_name = "TASK", default_value = "check", value_parser = word::<TaskName>())]
    pub task: TaskName,
    /// Only inferences of this kind of propagator, such as all_different; also clause, domain
    #[arg(long, value_name = "NAME")]
    pub propagator: Option<String>,
    /// Only inferences by rules whose name has these words in it
    #[arg(long, value_name = "WORDS")]
    pub rule: Option<String>,
    /// Only conclusions about this cell, such as r3c4 or "point 7", and failures that rest on it
    #[arg(long, value_name = "CELL")]
    pub cell: Option<String>,
    /// Only events at this decision level; 0: before the first decision
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// Stop after this many
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub first: Option<u64>,
    /// Show the board after each, as far as it is known
    #[arg(long, conflicts_with = "json")]
    pub boards: bool,
    /// Print one JSON object per line
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub search: SearchArgs,
}

/// `clew ablate`.
#[derive(Args, Debug)]
pub struct AblateArgs {
    /// Files, directories, - for standard input, or addresses, ids and levels themselves
    #[arg(value_name = "PUZZLE", required = true)]
    pub puzzles: Vec<PathBuf>,
    /// The question
    #[arg(long, value_name = "TASK", default_value = "check", value_parser = word::<TaskName>())]
    pub task: TaskName,
    /// Seeds, from --seed on
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    pub seeds: u16,
    /// Of the other formulations only these
    #[arg(long, value_name = "NET,NET,...", value_delimiter = ',')]
    pub networks: Vec<String>,
    /// Print one JSON object per puzzle, with every run
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print every run as a line of CSV
    #[arg(long)]
    pub csv: bool,
    #[command(flatten)]
    pub search: SearchArgs,
}

/// `clew bench`.
#[derive(Args, Debug)]
pub struct BenchArgs {
    /// Files, directories, - for standard input, or addresses, ids and levels themselves
    #[arg(value_name = "PUZZLE", required = true)]
    pub puzzles: Vec<PathBuf>,
    /// The question
    #[arg(long, value_name = "TASK", default_value = "check", value_parser = word::<TaskName>())]
    pub task: TaskName,
    /// Formulations, each with every search
    #[arg(long, value_name = "NET,NET,...", value_delimiter = ',', conflicts_with = "network")]
    pub networks: Vec<String>,
    /// Searches, each with every formulation
    #[arg(long, value_name = "MODE,MODE,...", value_delimiter = ',', conflicts_with = "search",
          value_parser = word::<SearchMode>())]
    pub searches: Vec<SearchMode>,
    /// Seeds a setting, from --seed on; the run of the median time counts
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub seeds: u16,
    /// Print every result as a line of CSV
    #[arg(long)]
    pub csv: bool,
    /// Write one page with cactus, scatter and size plots
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub search: SearchArgs,
}

/// `clew compare`.
#[derive(Args, Debug)]
pub struct CompareArgs {
    /// A profile, saved with `clew profile --json`
    #[arg(value_name = "BEFORE")]
    pub before: PathBuf,
    /// Another one
    #[arg(value_name = "AFTER")]
    pub after: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

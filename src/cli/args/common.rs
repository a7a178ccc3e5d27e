//! Options that several commands share: batches, search, rules.

use crate::cli::args::format::ReadingArgs;
use crate::cli::args::rules::RuleWords;
use crate::cli::args::values;
use crate::cli::batch::selection::{self, Shard};
use clap::{Args, ValueEnum};
use clew::api::request::word;
use clew::puzzle::Neighbourhood;
use clew::search::{ProbeLimits, SearchSetting};
use clew::strategy::SearchMode;
use std::path::PathBuf;
use std::time::Duration;

/// Input and output of the commands that take many puzzles.
#[derive(Args, Debug)]
pub struct BatchArgs {
    /// Files, directories (all files of puzzles and of text below them), - for standard input, or
    /// addresses, ids and levels themselves
    #[arg(value_name = "PUZZLE", required = true)]
    pub puzzles: Vec<PathBuf>,
    /// Print one JSON object per puzzle, one per line
    #[arg(long)]
    pub json: bool,
    /// Print a table of comma-separated values, see --fields
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// With --json or --csv: only these fields of a result, in this order, such as id,verdict (of `clew
    /// rate` also level,score)
    #[arg(long, value_name = "FIELD,...", value_delimiter = ',')]
    pub fields: Vec<String>,
    /// With --json: leave out solutions and the puzzle itself (ratings have neither)
    #[arg(long, requires = "json", conflicts_with = "csv")]
    pub no_solutions: bool,
    /// With --json or --csv: print results as soon as they are known, in any order
    #[arg(long)]
    pub unordered: bool,
    /// Take every N-th puzzle only, beginning with the K-th: N machines share a batch
    #[arg(long, value_name = "K/N", value_parser = selection::shard)]
    pub shard: Option<Shard>,
    /// With --json: add results to this file, and skip the puzzles that have one there, to the same question
    /// and on the same text, which count for the exit status as before. Limits are no part of a question:
    /// a puzzle that one of them cut short is skipped too (`clew count` also takes the directory of a count that was kept
    /// by --checkpoint, and continues it)
    #[arg(long, value_name = "RESULTS")]
    pub resume: Option<PathBuf>,
    /// Print nothing but results; warnings and errors stay on standard error
    #[arg(short, long)]
    pub quiet: bool,
    /// Print statistics of the search on standard error: as text, as MiniZinc lines (mzn) or as JSON (a rating has
    /// none)
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true,
          default_missing_value = "text")]
    pub stats: Option<StatsForm>,
    /// Colours and drawings: on a terminal, always or never
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Colour,
}

/// How to search.
#[derive(Args, Debug)]
#[command(next_help_heading = "Search")]
pub struct SearchArgs {
    /// Stop a puzzle after this long: 500ms, 10s, 5m, 1h; without a unit in seconds
    #[arg(long, value_name = "DURATION", value_parser = values::duration)]
    pub time: Option<Duration>,
    /// Stop a puzzle after this many decisions
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Number of threads [default: all cores; profile, ablate, bench, trace: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Make runs reproducible (no parallel portfolio)
    #[arg(long)]
    pub deterministic: bool,
    /// The formulation to search, see `clew networks`
    #[arg(long, value_name = "NAME")]
    pub network: Option<String>,
    /// Leave out a redundant part of the network, see `clew networks` (may be given again); a part that rests on
    /// it is left out too, such as fragments without degree
    #[arg(long, value_name = "NAME")]
    pub without: Vec<String>,
    /// While probing and learning, run costly redundant propagators as often as they pay; off: always
    #[arg(long, value_name = "ON", default_value = "on")]
    pub adaptive: Switch,
    /// Depth-first; with clause learning; learning in the order of a scan of the board (numberlink on
    /// rook boards without touching or empty cells, elsewhere as learn); or the choice of the plan
    #[arg(long, value_name = "MODE", default_value = "auto", value_parser = word::<SearchMode>())]
    pub search: SearchMode,
    /// Work to spend on probing choices at the root before learning, in propagations; 0: none
    #[arg(long, value_name = "N", default_value_t = ProbeLimits::default().work)]
    pub probe: u64,
    /// A setting of learning, probing or adaptive activation, such as learn.luby=128, for research: the book lists them;
    /// may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = clap::value_parser!(SearchSetting))]
    pub set: Vec<SearchSetting>,
    /// Seed of random choices
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Memory for tables and for solutions that are kept, such as 8G, 8GiB (powers of 1024) or 500MB
    /// (of 1000); for tables half of the machine's if left out
    #[arg(long, value_name = "BYTES", value_parser = values::bytes)]
    pub memory: Option<usize>,
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// Rules that replace those of the file.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Rules that replace those of the file")]
pub struct RuleArgs {
    #[command(flatten)]
    pub words: RuleWords,
    /// Grids of hidato, path and numberlink: which cells are neighbours? Also rook, king, hexagons
    #[arg(long, value_name = "RULE", value_parser = word::<Neighbourhood>())]
    pub neighbours: Option<Neighbourhood>,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatsForm {
    Text,
    Mzn,
    Json,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    Auto,
    Always,
    Never,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Switch {
    On,
    Off,
}

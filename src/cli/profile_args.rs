//! The command line of what shows where the work goes: profile, trace, ablate, compare, bench.

use super::args::ProfileTask;
use super::common_args::SearchArgs;
use clap::Args;
use std::path::PathBuf;

/// `clew profile`.
#[derive(Args, Debug)]
pub struct ProfileArgs {
    /// A file, - for standard input, or an address, id or level itself
    #[arg(value_name = "PUZZLE")]
    pub puzzle: PathBuf,
    /// The question to profile
    #[arg(long, value_name = "TASK", default_value = "check")]
    pub task: ProfileTask,
    /// Repeat the run so often; as often as fits into three seconds if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub runs: Option<u32>,
    /// Leave out all stages of the plan but search: no construction, local search or tables
    #[arg(long)]
    pub search_only: bool,
    /// Print one JSON object a network; `clew compare` reads it
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print the table of propagators as CSV
    #[arg(long)]
    pub csv: bool,
    /// One row for each propagator instead of each kind, named by the cells it is about
    #[arg(long)]
    pub instances: bool,
    /// Profile these networks side by side
    #[arg(long, value_name = "NET,NET,...", value_delimiter = ',', conflicts_with = "network")]
    pub compare: Vec<String>,
    /// Write folded stacks for flame graph tools, in nanoseconds; with - to standard output, in place
    /// of the table
    #[arg(long, alias = "profile-folded", value_name = "FILE")]
    pub folded: Option<PathBuf>,
    #[command(flatten)]
    pub search: SearchArgs,
}

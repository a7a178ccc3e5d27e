//! Options of the commands that cut counts into pieces.

use crate::cli::args::common::RuleArgs;
use crate::cli::args::values;
use clap::{Args, ValueEnum};
use clew::api::request::range;
use std::path::PathBuf;

/// The most cubes that a search is cut into.
pub(crate) const MOST_JOBS: u32 = 1_000_000;

/// `clew split`.
#[derive(Args, Debug)]
pub struct SplitArgs {
    /// A file, - for standard input, or an address, id or level itself
    #[arg(value_name = "PUZZLE")]
    pub puzzle: PathBuf,
    /// Cut into at least this number of cubes, if the search is that large
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_JOBS)))]
    pub jobs: u32,
    /// The directory of the job, which is made
    #[arg(short, long, value_name = "JOBS")]
    pub output: PathBuf,
    /// How cubes are counted: by plain search, with clause learning, or by independent parts (hidato,
    /// futoshiki)
    #[arg(long, value_name = "METHOD", default_value = "search")]
    pub method: CubeWay,
    /// The formulation to search, see `clew networks`
    #[arg(long, value_name = "NAME")]
    pub network: Option<String>,
    /// Leave out a redundant part of the network, see `clew networks` (may be given again)
    #[arg(long, value_name = "NAME")]
    pub without: Vec<String>,
    /// Seed of random choices
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Cut a count by dynamic programming into its residues instead
    #[arg(long, conflicts_with_all = ["jobs", "method", "network", "without", "seed", "chunk"])]
    pub residues: bool,
    /// Print a batch script for Slurm, whose array counts all pieces
    #[arg(long)]
    pub slurm: bool,
    /// With --slurm: cubes per task of the array; by default as many as keep the array at 1000 tasks or fewer
    #[arg(long, value_name = "N", requires = "slurm",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub chunk: Option<u32>,
    #[command(flatten)]
    pub rules: RuleArgs,
}

/// How cubes are counted.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum CubeWay {
    Search,
    Learn,
    Parts,
}

/// `clew count-cube`.
#[derive(Args, Debug)]
pub struct CountCubeArgs {
    /// The directory of the job, which `clew split` has made
    #[arg(value_name = "JOBS")]
    pub jobs: PathBuf,
    /// Which cubes, from 1: numbers or ranges, such as 7 or 100-199
    #[arg(value_name = "K", required = true, value_parser = range)]
    pub cubes: Vec<(u64, u64)>,
    /// Memory for the cache of parts, such as 8G or 500MB; half of the machine's if left out
    #[arg(long, value_name = "BYTES", value_parser = values::bytes)]
    pub memory: Option<usize>,
}

/// `clew merge`.
#[derive(Args, Debug)]
pub struct MergeArgs {
    /// Files of residues, which `clew count --residues` has written, or the directory of a job, which
    /// `clew split` has made
    #[arg(value_name = "FILE|JOBS", required = true)]
    pub pieces: Vec<PathBuf>,
}

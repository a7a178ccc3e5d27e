//! Options of counts that no one machine or run has to finish.

use crate::cli::args::values;
use crate::cli::batch::selection::{self, Shard};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// Counting in pieces.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Long counts")]
pub struct LongArgs {
    /// Print the residue of the count modulo this prime, below 2^63: much less memory than the count
    #[arg(long = "mod", value_name = "PRIME", value_parser = values::prime,
          conflicts_with_all = ["candidates", "estimate", "residues"])]
    pub modulus: Option<u64>,
    /// Compute a share of the residues that determine the count, and write them to a file: N jobs, of which this is
    /// the K-th; `clew merge` joins their files
    #[arg(long, value_name = "K/N", value_parser = selection::shard, requires = "output",
          conflicts_with_all = ["candidates", "estimate"])]
    pub residues: Option<Shard>,
    /// The file of residues; those that it holds already are not computed again
    #[arg(short, long, value_name = "FILE", requires = "residues", conflicts_with = "modulus")]
    pub output: Option<PathBuf>,
    /// Count by dynamic programming, and keep the state of the count in this directory now and then, so that
    /// --resume can go on after a kill or on another machine; cut short, there is no bound
    #[arg(long, value_name = "DIR", conflicts_with_all = ["candidates", "estimate", "resume"])]
    pub checkpoint: Option<PathBuf>,
    /// Put at most this many bytes of layers on a disk if memory (--memory) is short; cut short, there is no bound
    #[arg(long, value_name = "BYTES", value_parser = values::blocks,
          conflicts_with_all = ["candidates", "estimate"])]
    pub disk: Option<usize>,
    /// With --disk: in this directory; if left out, in that of --checkpoint or --resume, else in the current one
    #[arg(long, value_name = "DIR", requires = "disk")]
    pub scratch: Option<PathBuf>,
    /// With --checkpoint or --resume DIR: keep the state this often
    #[arg(long, value_name = "DURATION", value_parser = values::duration, default_value = "5m")]
    pub every: Duration,
}

//! Options of certificates.

use crate::cli::args::values;
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// Options of `clew check` about certificates.
#[derive(Args, Debug)]
pub struct ProofArgs {
    /// For one puzzle: write a certificate of `unique` or `none` to this directory, which `clew
    /// certify` and any checker of the format VeriPB can check
    #[arg(long, value_name = "DIR")]
    pub proof: Option<PathBuf>,
    /// With --proof: end without a certificate rather than write more than this, such as 500MB or 2GiB; without it the
    /// disk alone is the limit
    #[arg(long, value_name = "BYTES", value_parser = values::bytes, requires = "proof")]
    pub proof_limit: Option<usize>,
}

/// Options of `clew solve` about certificates.
#[derive(Args, Debug)]
pub struct BestProofArgs {
    /// With --minimize or --maximize, for one puzzle: write a certificate that no solution is better to this
    /// directory, which `clew certify` and any checker of the format VeriPB can check
    #[arg(long, value_name = "DIR")]
    pub proof: Option<PathBuf>,
    /// With --proof: end without a certificate rather than write more than this, such as 500MB or 2GiB; without it the
    /// disk alone is the limit
    #[arg(long, value_name = "BYTES", value_parser = values::bytes, requires = "proof")]
    pub proof_limit: Option<usize>,
}

/// `clew certify`.
#[derive(Args, Debug)]
pub struct CertifyArgs {
    /// The directory that `clew check --proof` or `clew solve --minimize WHAT --proof` wrote
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
    /// Stop after this long: 500ms, 10s, 5m, 1h; without a unit in seconds
    #[arg(long, value_name = "DURATION", value_parser = values::duration)]
    pub time: Option<Duration>,
    /// Print nothing but the result
    #[arg(short, long)]
    pub quiet: bool,
}

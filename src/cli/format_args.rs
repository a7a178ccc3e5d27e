//! Options about formats: what the input is, and how answers are written.

use super::values;
use clap::Args;
use clew::api::Target;
use clew::interchange::Format;
use clew::puzzle::Family;

/// Answers in formats of others.
#[derive(Args, Debug, Clone, Copy)]
pub struct ExportArgs {
    /// Write answers, or the puzzles that are made, in this format, such as an address; of an answer with the
    /// solution filled in (see `clew convert --help`)
    #[arg(long = "as", id = "as", value_name = "FORMAT", value_parser = values::written)]
    pub format: Option<&'static Format>,
    /// With --as: write what the format can hold, and say what was lost
    #[arg(long, requires = "as")]
    pub lossy: bool,
}

impl ExportArgs {
    /// The format to write, if one is asked for.
    pub fn target(&self) -> Option<Target> {
        self.format.map(|format| Target { format, lossy: self.lossy })
    }
}

/// What the input is, where it does not say so itself.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "What the input is")]
pub struct ReadingArgs {
    /// The format of the input, instead of recognising it (see `clew convert --help`)
    #[arg(long, value_name = "FORMAT", value_parser = values::read)]
    pub from: Option<&'static Format>,
    /// The family of puzzles, for formats that do not say it: hidato, path, numberlink or futoshiki
    #[arg(long = "puzzle", id = "family-of-input", value_name = "FAMILY", value_parser = values::family)]
    pub family: Option<Family>,
}

//! Options about formats: the kind of input, and how answers are written.

use crate::cli::args::values;
use clap::Args;
use clew::api::Target;
use clew::interchange::reading::sign;
use clew::interchange::{Format, PlaceRules};
use clew::puzzle::Named;

/// Answers in formats of others.
#[derive(Args, Debug, Clone, Copy)]
pub struct ExportArgs {
    /// Write answers, or the puzzles that are made, in this format, such as an address; of an answer with the
    /// solution filled in (see `clew convert --help`)
    #[arg(long = "as", id = "as", value_name = "FORMAT", value_parser = values::written)]
    pub format: Option<&'static Format>,
    /// With --as: write the parts that the format can hold, and report those that were lost
    #[arg(long, requires = "as")]
    pub lossy: bool,
}

impl ExportArgs {
    /// The format to write, if one is requested.
    pub fn target(&self) -> Option<Target> {
        self.format.map(|format| Target { format, lossy: self.lossy })
    }
}

/// The format of the input, if it is not recognised.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "What the input is")]
pub struct ReadingArgs {
    /// The format of the input, instead of recognising it (see `clew convert --help`)
    #[arg(long, value_name = "FORMAT", value_parser = values::read)]
    pub from: Option<&'static Format>,
    /// The family of puzzles, for formats without it: hidato, path, numberlink, futoshiki, zip, or a name that
    /// brings its rules, such as numbrix, hidoku, rikudo, numlin, arukone, flow, unequal
    #[arg(long = "puzzle", id = "family-of-input", value_name = "FAMILY", value_parser = values::named_family)]
    pub family: Option<Named>,
    /// Signs of a grid that stand in cells to fill, such as 0 or _ (several between blanks; "" for an empty place)
    #[arg(long, value_name = "SIGNS", allow_hyphen_values = true)]
    pub blank: Vec<String>,
    /// Signs of a grid that stand where no cell is, such as X
    #[arg(long, value_name = "SIGNS", allow_hyphen_values = true)]
    pub hole: Vec<String>,
    /// Signs of a grid that are numbers or labels, such as 0
    #[arg(long, value_name = "SIGNS", allow_hyphen_values = true)]
    pub given: Vec<String>,
    /// The first row of a grid is numbers that state its size
    #[arg(long, conflicts_with = "no_size_row")]
    pub size_row: bool,
    /// The first row of a grid is a row of cells
    #[arg(long)]
    pub no_size_row: bool,
    /// How lists of places are meant where they do not show it: counted from 0 or 1, row or column first, place or value
    /// first, the first of two cells smaller or larger; rows and columns of the board, 4x5
    #[arg(long, value_name = "WORDS", value_delimiter = ',', value_parser = values::place_rule)]
    pub places: Vec<String>,
}

impl ReadingArgs {
    /// How lists of places are meant, as far as stated.
    pub fn place_rules(&self) -> PlaceRules {
        let mut rules = PlaceRules::default();
        for word in &self.places {
            rules.take(word);
        }
        rules
    }

    /// Whether the first row of numbers is a size row, if stated.
    pub fn first_row(&self) -> Option<bool> {
        (self.size_row || self.no_size_row).then_some(self.size_row)
    }

    /// The signs of an option, each as it is understood.
    pub fn signs(given: &[String]) -> Vec<String> {
        let each = |text: &String| -> Vec<String> {
            match text.trim() {
                "" => vec![String::new()],
                text => text.split_whitespace().map(sign).collect(),
            }
        };
        given.iter().flat_map(each).collect()
    }
}

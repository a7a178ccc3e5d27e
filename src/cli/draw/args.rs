//! The options of `clew draw`.

use crate::cli::args::common::SearchArgs;
use clap::{Args, ValueEnum};
use clew::api::request::DrawOptions;
use clew::api::sheet::{Places, places};
use clew::api::title::Title;
use std::path::PathBuf;

/// `clew draw`.
#[derive(Args, Debug)]
pub struct DrawArgs {
    /// Files, directories, - for standard input (as if nothing is named), or addresses, ids and levels themselves. Each
    /// puzzle has a picture of its own, unless --sheet puts many on a page
    #[arg(value_name = "PUZZLE")]
    pub puzzles: Vec<PathBuf>,
    /// The file to write, as SVG, PNG or PDF by its ending; standard output if left out or -. A PDF holds all
    /// pictures; otherwise several go to files with -1, -2, ... before the ending
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The form to write, regardless of the ending of the file
    #[arg(long, value_name = "FORM")]
    pub to: Option<PictureForm>,
    #[command(flatten)]
    pub question: DrawOptions,
    #[command(flatten)]
    pub sheet: SheetArgs,
    #[command(flatten)]
    pub search: SearchArgs,
}

/// Many puzzles on pages.
#[derive(Args, Debug)]
#[command(next_help_heading = "Sheets of many puzzles")]
pub struct SheetArgs {
    /// Draw all puzzles of the input on pages, with this many down and across on each, and others from a level on,
    /// as 3x2,hard=2x1. A PDF holds all pages; otherwise several pages go to files with -1, -2, ... before the ending
    #[arg(long, value_name = "ROWSxCOLUMNS",
          conflicts_with_all = ["both", "locate", "candidates"])]
    pub sheet: Option<Places>,
    /// Put the solutions on pages at the end, with this many down and across, as --answers=6x4; of itself on as few
    /// pages as can be read and filled, with at most twice as many each way as puzzles
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = places, requires = "sheet",
          num_args = 0..=1, require_equals = true,
          conflicts_with_all = ["solution", "both", "locate", "candidates"])]
    pub answers: Option<Option<(u32, u32)>>,
    /// Write the level of each puzzle below its heading, with stars from 1 to 5, see `clew rate`
    #[arg(long, requires = "sheet",
          conflicts_with_all = ["both", "locate", "candidates"])]
    pub rate: bool,
    /// The text on top of each page
    #[arg(long, value_name = "TEXT", requires = "sheet",
          conflicts_with_all = ["both", "locate", "candidates"])]
    pub heading: Option<String>,
    /// The heading of each puzzle, with fields: {n} its number, {title}, {id}, {family}, {rows}, {cols}, {level},
    /// {score}, {author} (or its source). {title} is the family where a puzzle has none
    #[arg(long, value_name = "TEXT", default_value = "{n}. {title}", requires = "sheet",
          conflicts_with_all = ["both", "locate", "candidates"])]
    pub title: Title,
    /// Begin with a page that has the --heading as its title, the author, the contents, and the rules
    #[arg(long, requires = "sheet")]
    pub title_page: bool,
    /// Leave out the rules, which stand on the title page, or above the first puzzle of each kind
    #[arg(long, requires = "sheet")]
    pub no_rules: bool,
    /// Put two pages on each side of the paper, in the order of a booklet: print on both sides, turned along the
    /// short edge, and fold
    #[arg(long, requires = "sheet")]
    pub booklet: bool,
    /// The paper of the pages
    #[arg(long, value_name = "PAPER", default_value = "a4", requires = "sheet",
          conflicts_with_all = ["both", "locate", "candidates"])]
    pub paper: PaperName,
}

/// A form of pictures.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureForm {
    Svg,
    Png,
    Pdf,
}

/// The format of a page.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum PaperName {
    A4,
    Letter,
}

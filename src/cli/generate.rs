//! `clew generate`: a small seeded maker of puzzles, for instances and experiments.

use super::args::GenerateArgs;
use super::output;
use super::status::Status;
use crate::generate::{LineSpec, LinksSpec, SquareSpec, line_puzzle, links_puzzle, square_puzzle};
use crate::puzzle::format::write_native;
use crate::puzzle::{Family, Neighbourhood};

/// The largest order of a futoshiki that is made.
const MAX_ORDER: u32 = 32;

/// Runs the command; returns the exit status.
///
/// # Errors
/// In words, what the command line got wrong.
pub(super) fn run(args: &GenerateArgs) -> Result<u8, String> {
    let family = Family::from_keyword(&args.family)
        .ok_or("the families are hidato, path, numberlink and futoshiki")?;
    if !(0.0..=1.0).contains(&args.density) {
        return Err("--density goes from 0 to 1".into());
    }
    let (rows, cols) = (args.rows, args.cols.unwrap_or(args.rows));
    if args.holes > rows * cols - 2 {
        return Err("--holes leaves fewer than two cells".into());
    }
    let moves = match (args.neighbours, family) {
        (Some(rule), _) => rule.into(),
        (None, Family::Hidato) => Neighbourhood::King,
        (None, _) => Neighbourhood::Rook,
    };
    let entry = match family {
        Family::Hidato | Family::Path => line_puzzle(&LineSpec {
            family,
            rows,
            cols,
            moves,
            holes: args.holes,
            density: args.density,
            minimal: args.minimal,
            seed: args.seed,
        }),
        Family::Numberlink => {
            links_puzzle(&LinksSpec { rows, cols, unique: true, seed: args.seed })
        }
        Family::Futoshiki if rows > MAX_ORDER => {
            return Err(format!("a futoshiki has at most {MAX_ORDER} rows here"));
        }
        Family::Futoshiki => square_puzzle(&SquareSpec {
            n: rows,
            signs: args.density,
            minimal: args.minimal,
            seed: args.seed,
        }),
    };
    Ok(output::print(write_native(&entry).as_bytes(), Status::Yes).code())
}

//! Futoshiki: Latin squares with signs of inequality.

mod assign;
mod binary;
mod certificate;
mod choice;
mod clues;
mod components;
mod construct;
pub mod counting;
mod formulations;
mod gaps;
pub mod generate;
mod instructions;
mod ladder;
mod latin;
pub mod local;
mod rules;
mod so_far;
mod spec;
mod syntax;
mod verify;

pub use rules::{FAMILY, Futoshiki};

use clew_engine::kernel::{Bools, Lit, Store, Vars};
use clew_puzzle::puzzle::network::{BuildError, BuildOptions, Built, Decode, NetworkInfo};
use clew_puzzle::puzzle::{Answer, Board, Cell, Content, Gap};

/// The largest order of a puzzle: the store's words would hold more, but no larger square is solved in useful time.
const MAX_ORDER: u32 = 128;

static NETWORKS: [NetworkInfo; 2] = [
    NetworkInfo {
        name: "latin",
        source: "the constraint-programming form",
        summary: "a variable a cell; rows and columns all different, chains of inequalities, and \
                  both together",
        optional: &["all_different_domain", "line_order", "order_literals"],
    },
    NetworkInfo {
        name: "binary",
        source: "the integer-programming form",
        summary: "a Boolean a cell and value; exactly one in each of three directions, and sums of \
                  values for the inequalities",
        optional: &[],
    },
];

/// The networks of this family, the default first.
pub const fn networks() -> &'static [NetworkInfo] {
    &NETWORKS
}

/// Builds the network of this name.
///
/// # Errors
/// [`BuildError`] if there is none of this name, the square is too large for it, the puzzle's lists
/// do not fit its order, or there is something to optimise.
pub fn build(puzzle: &Futoshiki, name: &str, options: &BuildOptions) -> Result<Built, BuildError> {
    let cells = u64::from(puzzle.n) * u64::from(puzzle.n);
    if puzzle.n == 0 || puzzle.given.len() as u64 != cells {
        return Err(BuildError::NotApplicable("a square needs one item a cell".into()));
    }
    if puzzle.less.iter().flatten().any(|&c| u64::from(c) >= cells) {
        return Err(BuildError::NotApplicable(
            "an inequality names a cell that is not there".into(),
        ));
    }
    let is_pair = |gap: &Gap| gap.cells[0] < gap.cells[1] && u64::from(gap.cells[1]) < cells;
    if !puzzle.gaps.iter().all(is_pair) {
        let why = "a difference names a cell that is not there, or no two in their order";
        return Err(BuildError::NotApplicable(why.into()));
    }
    if let Some(why) = gaps::too_many(puzzle.n, &puzzle.gaps) {
        return Err(BuildError::TooLarge(why));
    }
    if options.goal.is_some() {
        return Err(BuildError::NotApplicable("futoshiki has nothing to optimise".into()));
    }
    if puzzle.n > MAX_ORDER {
        let why = format!("the networks go up to order {MAX_ORDER}, this one is {}", puzzle.n);
        return Err(BuildError::TooLarge(why));
    }
    let mut built = match name {
        "latin" => latin::build(puzzle, options)?,
        "binary" => binary::build(puzzle, options)?,
        _ => return Err(BuildError::UnknownNetwork { family: FAMILY, name: name.into() }),
    };
    // Conflicts of a square are spread over it, so activities decay more slowly.
    built.model.hints.decay = Some(0.95);
    Ok(built)
}

/// The cells of row `r` (`r < n`) or column `r - n` of a square of order `n`, row-major.
fn line(n: u32, r: u32) -> impl Iterator<Item = u32> + Clone {
    (0..n).map(move |i| if r < n { r * n + i } else { i * n + r - n })
}

/// A variable a cell of the square: its value, less one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SquareValues {
    /// The variables, in the order of cells.
    pub cells: Vars,
}

impl Decode for SquareValues {
    fn answer(&self, _board: Option<&Board>, store: &Store) -> Answer {
        Answer::Square(self.cells.iter().map(|x| store.domain(x).min() + 1).collect())
    }

    fn holds(&self, store: &Store, cell: Cell, content: Content) -> Option<Lit> {
        match content {
            Content::Number(v) => Some(store.atom(self.cells.at(cell), v - 1).pos()),
            _ => None,
        }
    }
}

/// Boolean `i * n + v`: cell i of the square of order n has the value v + 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SquareBools {
    /// The Booleans.
    pub bools: Bools,
    /// The order.
    pub n: u32,
}

impl Decode for SquareBools {
    fn answer(&self, _board: Option<&Board>, store: &Store) -> Answer {
        let SquareBools { bools, n } = *self;
        let value =
            |i: u32| (1..=n).find(|v| store.is_true(bools.at(i * n + v - 1).pos())).unwrap_or(0);
        Answer::Square((0..n * n).map(value).collect())
    }

    fn holds(&self, _store: &Store, cell: Cell, content: Content) -> Option<Lit> {
        match content {
            Content::Number(v) => Some(self.bools.at(cell * self.n + v - 1).pos()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;

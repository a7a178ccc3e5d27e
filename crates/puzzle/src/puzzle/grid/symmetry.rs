//! Symmetries of patterns on grids.

use crate::keywords;

/// A change of a grid after which a pattern looks the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetry {
    /// Half a turn.
    HalfTurn,
    /// A quarter of a turn, of a square.
    QuarterTurn,
    /// Left and right are exchanged.
    Mirror,
    /// Rows and columns are exchanged, of a square.
    Diagonal,
}

impl Symmetry {
    /// The word of options and requests.
    pub fn keyword(self) -> &'static str {
        match self {
            Symmetry::HalfTurn => "half-turn",
            Symmetry::QuarterTurn => "quarter",
            Symmetry::Mirror => "mirror",
            Symmetry::Diagonal => "diagonal",
        }
    }

    /// All of them.
    pub const ALL: [Symmetry; 4] =
        [Symmetry::HalfTurn, Symmetry::QuarterTurn, Symmetry::Mirror, Symmetry::Diagonal];

    /// The image of a place of a grid of this size, counted from 0.
    pub fn image(self, (rows, cols): (u32, u32), (r, c): (u32, u32)) -> (u32, u32) {
        match self {
            Symmetry::HalfTurn => (rows - 1 - r, cols - 1 - c),
            Symmetry::QuarterTurn => (c, rows - 1 - r),
            Symmetry::Mirror => (r, cols - 1 - c),
            Symmetry::Diagonal => (c, r),
        }
    }

    /// Whether it maps a grid of this size to itself.
    pub fn fits(self, (rows, cols): (u32, u32)) -> bool {
        matches!(self, Symmetry::HalfTurn | Symmetry::Mirror) || rows == cols
    }
}

keywords!(Symmetry, "symmetry", Symmetry::keyword, [HalfTurn, QuarterTurn, Mirror, Diagonal]);

//! Where the boxes of a square lie in the picture.

use super::CELL;

/// The gap between two boxes.
const GAP: f64 = 20.0;
/// From the middle of one box to that of the next.
pub(super) const STEP: f64 = CELL + GAP;

/// Where the boxes are.
#[derive(Clone, Copy)]
pub(super) struct Boxes {
    /// Boxes along a side.
    pub n: u32,
    /// The margin above and to the left of them.
    pub margin: f64,
}

impl Boxes {
    /// The length of a side of the picture.
    pub fn side(&self) -> f64 {
        self.margin + f64::from(self.n) * STEP - GAP + 10.0
    }

    /// Where the middle of the i-th column is, or of the i-th row.
    pub fn along(&self, i: u32) -> f64 {
        self.margin + f64::from(i) * STEP + CELL / 2.0
    }

    pub fn centre(&self, i: u32) -> (f64, f64) {
        (self.along(i % self.n), self.along(i / self.n))
    }

    /// How far a point is from the middle of the box nearest to it, across and down.
    pub fn off(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let off = |x: f64| {
            let nearest = ((x - self.along(0)) / STEP).round();
            // Beyond the last box there is none; a number below 0 becomes 0.
            (x - self.along((nearest as u32).min(self.n - 1))).abs()
        };
        (off(x), off(y))
    }
}

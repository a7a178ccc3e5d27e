//! The positions of the boxes of a square in the picture.

use super::CELL;

/// The gap between two boxes.
const GAP: f64 = 20.0;
/// The distance between the middles of adjacent boxes.
pub(super) const STEP: f64 = CELL + GAP;

/// The positions of the boxes.
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

    /// The distances of a point from the middle of the nearest box, across and down.
    pub fn off(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let off = |x: f64| {
            let nearest = ((x - self.along(0)) / STEP).round();
            // There is no box after the last one; a number below 0 becomes 0.
            (x - self.along((nearest as u32).min(self.n - 1))).abs()
        };
        (off(x), off(y))
    }
}

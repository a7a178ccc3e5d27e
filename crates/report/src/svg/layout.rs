//! The positions of the cells of a board in the picture, and the outline of each.
//!
//! Free points have squares, as the LPL model of hidato draws them (`Rect(X-.5, Y-.5, 1, 1)`; T. Hürlimann, MatMod);
//! if points are closer than 1, the squares are small enough not to overlap. Points whose neighbours lie in the
//! directions of a hexagonal lattice have the cells of that lattice, the regions nearer to their point than to any
//! other.

use super::{CELL, Options};
use clew_puzzle::puzzle::grid::points::ONE;
use clew_puzzle::puzzle::{Board, Cell, Neighbourhood, Point, Shape, Wrap};
use std::collections::BTreeSet;

/// Half the square root of 3: the distance of rows of hexagons of width 1.
pub(super) const ROW: f64 = 0.866_025_403_784_438_6;
/// Blank space around the board.
const MARGIN: f64 = 10.0;
/// How far a line that continues at the opposite side is drawn beyond the border.
pub(super) const AROUND: f64 = 8.0;

/// The positions of the places of a board in the picture.
pub(super) struct Layout<'a> {
    pub board: &'a Board,
    kind: Kind,
    /// The upper left corner of a grid.
    pub corner: (f64, f64),
    /// How far lines are drawn beyond the border.
    pub beyond: f64,
    /// For each cell its centre.
    pub centres: Vec<(f64, f64)>,
    /// The size of the whole picture.
    pub size: (f64, f64),
}

/// The form of the cells.
enum Kind {
    Squares,
    Hexagons,
    /// Free points, with the corners of their outline around the centre.
    Points(Vec<(f64, f64)>),
}

impl<'a> Layout<'a> {
    pub fn new(board: &'a Board, options: Options<'_>) -> Layout<'a> {
        let (rows, cols, moves) = match board.shape() {
            Shape::Points { at, .. } => return Layout::of_points(board, at),
            Shape::Grid { rows, cols, moves } => (f64::from(*rows), f64::from(*cols), *moves),
        };
        // Lines over the border end outside it.
        let around = if board.wrap() == Wrap::None { MARGIN } else { MARGIN + AROUND };
        let margin = if options.coordinates { around + 20.0 } else { around };
        let (kind, width, height) = match moves {
            Neighbourhood::Hex => {
                let half = if rows > 1.0 { 0.5 } else { 0.0 };
                (Kind::Hexagons, cols + half, (rows - 1.0) * ROW + ROW * 4.0 / 3.0)
            }
            _ => (Kind::Squares, cols, rows),
        };
        let corner = (margin, margin);
        let size = (margin + width * CELL + around, margin + height * CELL + around);
        let beyond = around - MARGIN;
        let mut layout = Layout { board, kind, corner, beyond, centres: Vec::new(), size };
        let cells = 0..board.len() as u32;
        layout.centres = cells.map(|c| layout.centre(board.place(c))).collect();
        layout
    }

    fn of_points(board: &'a Board, points: &[Point]) -> Layout<'a> {
        let at: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (x.to_f64(), y.to_f64())).collect();
        let step = |&[a, b]: &[Cell; 2]| {
            let (p, q) = (at[a as usize], at[b as usize]);
            (q.0 - p.0, q.1 - p.1)
        };
        let steps: Vec<(f64, f64)> = board.edges().iter().map(step).collect();
        let closest = steps.iter().map(|s| s.0.hypot(s.1)).fold(f64::MAX, f64::min);
        let (scale, corners) = match lattice(&steps) {
            Some(corners) => (CELL / closest, corners),
            None => {
                let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
                let side = side(points);
                (CELL / side, corners.iter().map(|(x, y)| (x * side, y * side)).collect())
            }
        };
        let corners: Vec<(f64, f64)> = corners.iter().map(|c| (c.0 * scale, c.1 * scale)).collect();
        let reach = |side: fn(&(f64, f64)) -> f64| corners.iter().map(side).fold(0.0, f64::max);
        let (wide, high) = (reach(|c| c.0), reach(|c| c.1));
        let low = at.iter().fold((f64::MAX, f64::MAX), |m, p| (m.0.min(p.0), m.1.min(p.1)));
        let centre = |p: &(f64, f64)| {
            (MARGIN + wide + (p.0 - low.0) * scale, MARGIN + high + (p.1 - low.1) * scale)
        };
        let centres: Vec<(f64, f64)> = at.iter().map(centre).collect();
        let far = centres.iter().fold((0.0, 0.0), |m: (f64, f64), p| (m.0.max(p.0), m.1.max(p.1)));
        let size = (far.0 + wide + MARGIN, far.1 + high + MARGIN);
        let corner = (MARGIN, MARGIN);
        Layout { board, kind: Kind::Points(corners), corner, beyond: 0.0, centres, size }
    }

    /// Whether cells are squares of a grid.
    pub(crate) fn is_square(&self) -> bool {
        matches!(self.kind, Kind::Squares)
    }

    /// Whether cells are free points.
    pub(crate) fn is_points(&self) -> bool {
        matches!(self.kind, Kind::Points(_))
    }

    /// The length of a side between two neighbours, where cells share one.
    pub fn side(&self) -> f64 {
        if self.is_square() { CELL } else { CELL * ROW * 2.0 / 3.0 }
    }

    /// The centre of a place of a grid.
    pub fn centre(&self, (row, col): (u32, u32)) -> (f64, f64) {
        let (r, c) = (f64::from(row), f64::from(col));
        let (x, y) = if self.is_square() {
            (c + 0.5, r + 0.5)
        } else {
            (c + 0.5 + f64::from(row % 2) / 2.0, r * ROW + ROW * 2.0 / 3.0)
        };
        (self.corner.0 + x * CELL, self.corner.1 + y * CELL)
    }

    pub fn cell(&self, c: Cell) -> (f64, f64) {
        self.centres[c as usize]
    }

    /// The target of a step from one cell to a neighbour in the picture, also over the border.
    fn towards(&self, from: Cell, to: Cell) -> (f64, f64) {
        let (p, (right, down)) = (self.cell(from), self.board.step(from, to));
        let (right, down) = (right as f64 * CELL, down as f64 * CELL);
        if self.is_square() {
            (p.0 + right, p.1 + down)
        } else {
            (p.0 + right / 2.0, p.1 + down * ROW)
        }
    }

    /// The point between a cell and a neighbour at their common border, and a point at the distance `behind` after it.
    pub fn border(&self, from: Cell, to: Cell, behind: f64) -> [(f64, f64); 2] {
        let (p, q) = (self.cell(from), self.towards(from, to));
        let (dx, dy) = (q.0 - p.0, q.1 - p.1);
        let part = behind / dx.hypot(dy).max(1e-9);
        [0.5, 0.5 + part].map(|t| (p.0 + dx * t, p.1 + dy * t))
    }

    /// The line through neighbouring cells. If it leads over the border, it ends a little outside and continues at the
    /// opposite side, so there are several pieces.
    pub fn line(&self, cells: &[Cell]) -> Vec<Vec<(f64, f64)>> {
        let mut pieces = vec![Vec::new()];
        for (i, &c) in cells.iter().enumerate() {
            if let Some(&before) = i.checked_sub(1).and_then(|i| cells.get(i))
                && self.board.leads_around(before, c)
            {
                pieces.last_mut().expect("a piece").push(self.border(before, c, AROUND)[1]);
                pieces.push(vec![self.border(c, before, AROUND)[1]]);
            }
            pieces.last_mut().expect("a piece").push(self.cell(c));
        }
        pieces
    }

    /// The corners of a cell's outline.
    pub fn outline(&self, c: Cell) -> Vec<(f64, f64)> {
        self.around(self.cell(c))
    }

    /// The corners of the outline around a centre.
    pub fn around(&self, (x, y): (f64, f64)) -> Vec<(f64, f64)> {
        let (half, third) = (CELL / 2.0, CELL * ROW * 2.0 / 3.0);
        let corners = match &self.kind {
            Kind::Points(corners) => corners.clone(),
            Kind::Squares => vec![(-half, -half), (half, -half), (half, half), (-half, half)],
            Kind::Hexagons => {
                let low = third / 2.0;
                let right = [(0.0, -third), (half, -low), (half, low)];
                let left = right.map(|(dx, dy)| (-dx, -dy));
                [right, left].concat()
            }
        };
        corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect()
    }
}

/// The largest side, at most 1, with which squares around all points do not overlap: the least of all pairs' larger
/// difference, because squares at a slant are disjoint if they are so either across or down.
///
/// From left to right, each point is compared with those before it that are near enough across and down. These have at
/// least that distance from each other, so they are few, and sorting dominates the time. Source: K. Hinrichs, J.
/// Nievergelt, P. Schorn, Plane-sweep solves the closest pair problem elegantly, 1988.
fn side(at: &[Point]) -> f64 {
    let mut sorted: Vec<(i64, i64)> = at.iter().map(|(x, y)| (x.units(), y.units())).collect();
    sorted.sort_unstable();
    let mut least = ONE;
    let (mut near, mut first) = (BTreeSet::new(), 0);
    for &(x, y) in &sorted {
        while x - sorted[first].0 >= least {
            let (u, v) = sorted[first];
            near.remove(&(v, u));
            first += 1;
        }
        let around = near.range((y - least, i64::MIN)..(y + least, i64::MIN));
        least = around.map(|&(v, u)| (x - u).max((y - v).abs())).fold(least, i64::min);
        near.insert((y, x));
    }
    least as f64 / ONE as f64
}

/// The corners of the cell around a point of the hexagonal lattice in whose directions all these steps
/// go; `None` if there is no such lattice, or fewer than its three directions are there.
///
/// Three vectors with sum 0 whose angles are all obtuse span a lattice in which the six of them and their
/// negatives are the nearest neighbours, and the cell's corners are the centres of the circles through
/// a point and two neighbours side by side. Source: J. Conway, N. Sloane, Low-dimensional lattices VI,
/// 1992 (obtuse superbases).
fn lattice(steps: &[(f64, f64)]) -> Option<Vec<(f64, f64)>> {
    // Coordinates are rounded, so that directions are only nearly the same.
    const ROUNDED: f64 = 0.01;
    let mut classes: Vec<(f64, f64)> = Vec::new();
    for &(x, y) in steps {
        let near = |&(u, v): &(f64, f64)| {
            let off = (x - u).hypot(y - v).min((x + u).hypot(y + v));
            off < ROUNDED * x.hypot(y)
        };
        if !classes.iter().any(near) {
            classes.push((x, y));
        }
        if classes.len() > 3 {
            return None;
        }
    }
    let [a, b, c] = classes[..] else { return None };
    let small = ROUNDED * a.0.hypot(a.1) * 3.0;
    let signed = |p: (f64, f64), sign: f64| (p.0 * sign, p.1 * sign);
    let signs = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
    let (b, c) = signs
        .iter()
        .map(|&(s, t)| (signed(b, s), signed(c, t)))
        .find(|(b, c)| (a.0 + b.0 + c.0).abs() < small && (a.1 + b.1 + c.1).abs() < small)?;
    let dot = |p: (f64, f64), q: (f64, f64)| p.0 * q.0 + p.1 * q.1;
    if [dot(a, b), dot(b, c), dot(c, a)].iter().any(|&d| d > -small) {
        return None;
    }
    let mut around: Vec<(f64, f64)> =
        [a, b, c].iter().flat_map(|&p| [p, signed(p, -1.0)]).collect();
    around.sort_by(|p, q| p.1.atan2(p.0).total_cmp(&q.1.atan2(q.0)));
    let corner = |i: usize| {
        let (p, q) = (around[i], around[(i + 1) % 6]);
        let twice = 2.0 * (p.0 * q.1 - p.1 * q.0);
        let (pp, qq) = (dot(p, p), dot(q, q));
        ((q.1 * pp - p.1 * qq) / twice, (p.0 * qq - q.0 * pp) / twice)
    };
    Some((0..6).map(corner).collect())
}

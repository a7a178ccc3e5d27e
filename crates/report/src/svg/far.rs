//! Signs of inequality between boxes that are not adjacent: a thin curve from one box to the other, with the sign at a
//! point where it crosses the space between boxes, so that no sign hides a number or looks like a part of a box. If
//! there are too many to follow, they are also listed below the picture; if there are very many, only the list is
//! shown.

use super::CELL;
use super::boxes::{Boxes, STEP};
use super::sheet::{Look, Sheet, width};
use crate::gaps::is_near;
use clew_puzzle::puzzle::Cell;
use clew_puzzle::puzzle::format::name;
use rustc_hash::FxHashMap;

type Place = (f64, f64);

/// Half the size of a sign, and the radius of the ground that is cleared for it.
const SIGN: f64 = 5.0;
const CLEARED: f64 = 7.0;
/// The radius of the dot where a curve meets its box.
const DOT: f64 = 2.6;
/// Minimum distances of the middle of a sign from all boxes, from the ends of its curve, from other signs, and from
/// the place of a sign between two adjacent boxes, so that it is not mistaken for one.
const FROM_BOXES: f64 = 8.0;
const FROM_ENDS: f64 = 10.0;
const FROM_SIGNS: f64 = 15.0;
const FROM_MIDDLES: f64 = 12.0;
/// Offsets of the middle of a curve from the straight line: 30 is the way from the middle of a row to the space next
/// to it.
const BOWS: [f64; 11] = [0.0, 12.0, -12.0, 21.0, -21.0, 30.0, -30.0, 40.0, -40.0, 55.0, -55.0];
/// Limits on the number of drawn signs, for each box of a side, and in all; more signs are only listed. If there is
/// more than one for each box of a side, the drawn signs are listed too.
const DRAWN: usize = 6;
const DRAWN_IN_ALL: usize = 100;

/// The signs between boxes that are not adjacent.
pub(super) struct DistantSigns {
    n: u32,
    pairs: Vec<[Cell; 2]>,
    /// One per pair, in the order of the pairs, or none at all.
    lines: Vec<Line>,
    /// Whether all are listed below the picture.
    listed: bool,
}

/// The curve of a pair.
struct Line {
    curve: Curve,
    /// The parameters at which it leaves the first box and meets the second one.
    part: [f64; 2],
    /// The place of its sign on it, if there is space for one.
    sign: Option<f64>,
}

impl DistantSigns {
    /// Finds a curve for each pair, the shortest first, because they have the least choice. Linear in the signs
    /// and in the lengths of their curves.
    pub fn new(boxes: Boxes, less: &[[Cell; 2]]) -> DistantSigns {
        let n = boxes.n;
        let (near, pairs): (Vec<[Cell; 2]>, Vec<[Cell; 2]>) =
            less.iter().partition(|&&pair| is_near(n, pair));
        let order = n as usize;
        if pairs.len() > (DRAWN * order).min(DRAWN_IN_ALL) {
            return DistantSigns { n, pairs, lines: Vec::new(), listed: true };
        }
        let mut taken = Taken::default();
        for pair in near {
            let [p, q] = pair.map(|i| boxes.centre(i));
            taken.signs.add(((p.0 + q.0) / 2.0, (p.1 + q.1) / 2.0));
        }
        let ends: Vec<[Place; 2]> = pairs.iter().map(|p| p.map(|i| boxes.centre(i))).collect();
        let long = |i: &usize| distance(ends[*i][0], ends[*i][1]);
        let mut shortest: Vec<usize> = (0..pairs.len()).collect();
        shortest.sort_by(|i, j| long(i).total_cmp(&long(j)));
        let mut lines = Vec::new();
        for i in shortest {
            let line = best(boxes, ends[i], &taken);
            taken.add(&line);
            lines.push((i, line));
        }
        lines.sort_by_key(|(i, _)| *i);
        let lines: Vec<Line> = lines.into_iter().map(|(_, line)| line).collect();
        let listed = pairs.len() > order || lines.iter().any(|line| line.sign.is_none());
        DistantSigns { n, pairs, lines, listed }
    }

    /// Draws the curves, over the boxes and under their text; pale if the list shows the same signs.
    pub(crate) fn draw_curves(&self, sheet: &mut Sheet) {
        if self.lines.is_empty() {
            return;
        }
        let colour = if self.listed { sheet.palette.faint } else { sheet.palette.quiet };
        sheet.open(&format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.2\""));
        for Line { curve, part: [s, t], .. } in &self.lines {
            let ends = [curve.at(*s), curve.at(*t)];
            sheet.curve(ends[0], curve.blossom(*s, *t), ends[1], " stroke-dasharray=\"5 3\"");
            ends.iter().for_each(|&end| sheet.circle(end, DOT, &format!(" fill=\"{colour}\"")));
        }
        sheet.close();
    }

    /// Draws the signs, inside a group of signs.
    pub(crate) fn draw_signs(&self, sheet: &mut Sheet) {
        let ground = format!(" fill=\"{}\" stroke=\"none\"", sheet.palette.ground);
        for Line { curve, sign, .. } in &self.lines {
            let Some(t) = *sign else { continue };
            sheet.circle(curve.at(t), CLEARED, &ground);
            let ((x, y), (dx, dy)) = (curve.at(t), curve.direction(t));
            sheet.less((x - dx, y - dy), (x + dx, y + dy), SIGN);
        }
    }

    /// Writes the list below the picture.
    pub(crate) fn draw_list(&self, sheet: &mut Sheet) {
        const SIZE: f64 = 12.0;
        const LINE: f64 = 18.0;
        const MARGIN: f64 = 10.0;
        const BETWEEN: f64 = 16.0;
        if !self.listed {
            return;
        }
        let name = |i: Cell| name((i / self.n, i % self.n));
        let text = |&[a, b]: &[Cell; 2]| format!("{} < {}", name(a), name(b));
        let texts: Vec<String> = self.pairs.iter().map(text).collect();
        let widest = texts.iter().map(|text| width(text, false) * SIZE).fold(0.0, f64::max);
        let room = sheet.width - 2.0 * MARGIN;
        let across = ((room / (widest + BETWEEN)) as usize).clamp(1, texts.len());
        let step = room / across as f64;
        sheet.open_text(SIZE, Look::default());
        for row in texts.chunks(across) {
            let y = sheet.height + LINE / 2.0 - 4.0;
            for (i, text) in row.iter().enumerate() {
                let x = MARGIN + (i as f64 + 0.5) * step;
                sheet.text((x, y), SIZE, step, text, Look::default());
            }
            sheet.height += LINE;
        }
        sheet.close();
    }
}

/// The curve between the middles of two boxes that disturbs least.
fn best(boxes: Boxes, ends: [Place; 2], taken: &Taken) -> Line {
    let lines = BOWS.map(|bow| {
        let curve = Curve::new(ends, bow);
        let part = [curve.leaves(ends[0], 0.0), curve.leaves(ends[1], 1.0)];
        weigh(boxes, curve, part, taken, bow)
    });
    let least = lines.into_iter().min_by(|(a, _), (b, _)| a.total_cmp(b));
    least.expect("there are curves").1
}

/// How much a curve disturbs, relative to a piece of it over a number, and the place for its sign that is nearest to
/// its middle.
fn weigh(boxes: Boxes, curve: Curve, part: [f64; 2], taken: &Taken, bow: f64) -> (f64, Line) {
    /// Distance from the middle of a box within which a line crosses its text.
    const WRITTEN: f64 = 16.0;
    const RIM: f64 = 3.0;
    let [s, t] = part;
    let ends = [curve.at(s), curve.at(t)];
    let places = curve.places(part);
    let long = distance(ends[0], ends[1]) / places.len() as f64 / 4.0;
    let inside = |x: f64| (RIM..boxes.side() - RIM).contains(&x);
    let mut cost = bow.abs() * 0.02;
    let mut sign: Option<(f64, f64)> = None;
    for (at, place) in places {
        let (dx, dy) = boxes.off(place);
        let outside = dx.max(dy) - CELL / 2.0;
        if !inside(place.0) || !inside(place.1) {
            cost += 5.0 * long;
        }
        if outside < 0.0 {
            let over = (1.0 - dx.hypot(dy) / WRITTEN).max(0.0);
            cost += (0.15 + 3.0 * over) * long;
        }
        if outside.abs() < RIM {
            // Along an outline the curve could not be followed.
            cost += 0.3 * long;
        }
        let other = taken.signs.nearest(place);
        if other < CLEARED + 1.0 {
            cost += long;
        }
        let beside = taken.curves.nearest(place);
        if beside < 4.0 {
            cost += 0.2 * long;
        }
        if taken.dots.nearest(place) < 2.0 * DOT {
            // The curve would seem to end there.
            cost += 2.0 * long;
        }
        let from_ends = ends.map(|end| distance(end, place));
        let middle = (dx - STEP / 2.0).hypot(dy).min(dx.hypot(dy - STEP / 2.0));
        let is_free = outside >= FROM_BOXES
            && middle >= FROM_MIDDLES
            && other >= FROM_SIGNS
            && from_ends.iter().all(|&far| far >= FROM_ENDS);
        // On another curve the sign could belong to that one.
        let aside = (at - (s + t) / 2.0).abs() + if beside < CLEARED { 0.5 } else { 0.0 };
        if is_free && sign.is_none_or(|(least, _)| aside < least) {
            sign = Some((aside, at));
        }
    }
    let on_others = ends.iter().filter(|&&end| taken.curves.nearest(end) < 2.0 * DOT);
    cost += 2.0 * on_others.count() as f64;
    // A missing sign is worse than a curve over several numbers.
    cost += sign.map_or(20.0, |(aside, _)| 2.0 * aside);
    (cost, Line { curve, part, sign: sign.map(|(_, at)| at) })
}

fn distance(p: Place, q: Place) -> f64 {
    (p.0 - q.0).hypot(p.1 - q.1)
}

/// A quadratic Bézier curve.
struct Curve {
    from: Place,
    control: Place,
    to: Place,
}

impl Curve {
    /// A curve between two points, with its middle at this distance from that of the straight line.
    fn new([from, to]: [Place; 2], bow: f64) -> Curve {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let part = 2.0 * bow / dx.hypot(dy).max(1e-9);
        let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        Curve { from, control: (middle.0 - dy * part, middle.1 + dx * part), to }
    }

    /// The curve's polar form: the control point of the part between `s` and `t`, and the point at `t` if both
    /// are the same. Source: L. Ramshaw, Blossoms are polar forms, 1989.
    fn blossom(&self, s: f64, t: f64) -> Place {
        let of = |p: f64, c: f64, q: f64| {
            (1.0 - s) * (1.0 - t) * p + ((1.0 - s) * t + s * (1.0 - t)) * c + s * t * q
        };
        (of(self.from.0, self.control.0, self.to.0), of(self.from.1, self.control.1, self.to.1))
    }

    fn at(&self, t: f64) -> Place {
        self.blossom(t, t)
    }

    /// Points of a part, close to each other, with their parameters.
    fn places(&self, [s, t]: [f64; 2]) -> Vec<(f64, Place)> {
        let pieces = (distance(self.at(s), self.at(t)) / 3.0).clamp(12.0, 400.0) as u32;
        let along = (0..=pieces).map(|i| s + (t - s) * f64::from(i) / f64::from(pieces));
        along.map(|at| (at, self.at(at))).collect()
    }

    /// The direction from the first end to the second one, of length 1.
    fn direction(&self, t: f64) -> Place {
        let (p, q) = (self.blossom(0.0, t), self.blossom(1.0, t));
        let length = distance(p, q).max(1e-9);
        ((q.0 - p.0) / length, (q.1 - p.1) / length)
    }

    /// The parameter at which it crosses the outline of the box around its end, at 0 or at 1.
    fn leaves(&self, centre: Place, end: f64) -> f64 {
        let (mut inside, mut outside) = (end, 0.5);
        for _ in 0..20 {
            let middle = (inside + outside) / 2.0;
            let (x, y) = self.at(middle);
            if (x - centre.0).abs().max((y - centre.1).abs()) < CELL / 2.0 {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        outside
    }
}

/// The places taken by finished curves.
#[derive(Default)]
struct Taken {
    /// The middles of signs, including those between adjacent boxes.
    signs: Places,
    /// The ends of curves.
    dots: Places,
    /// Points on curves.
    curves: Places,
}

impl Taken {
    fn add(&mut self, Line { curve, part, sign }: &Line) {
        part.iter().for_each(|&end| self.dots.add(curve.at(end)));
        sign.iter().for_each(|&at| self.signs.add(curve.at(at)));
        curve.places(*part).iter().for_each(|(_, place)| self.curves.add(*place));
    }
}

/// Points, by the square of the plane in which they lie.
#[derive(Default)]
struct Places {
    squares: FxHashMap<(i32, i32), Vec<Place>>,
}

impl Places {
    fn square((x, y): Place) -> (i32, i32) {
        ((x / FROM_SIGNS).floor() as i32, (y / FROM_SIGNS).floor() as i32)
    }

    fn add(&mut self, place: Place) {
        self.squares.entry(Places::square(place)).or_default().push(place);
    }

    /// The distance of the nearest point; some value of at least [`FROM_SIGNS`] if none is nearer than that.
    fn nearest(&self, place: Place) -> f64 {
        let (column, row) = Places::square(place);
        let around =
            (row - 1..=row + 1).flat_map(|r| (column - 1..=column + 1).map(move |c| (c, r)));
        let places = around.filter_map(|square| self.squares.get(&square)).flatten();
        places.map(|&other| distance(place, other)).fold(f64::MAX, f64::min)
    }
}

#[cfg(test)]
mod tests;

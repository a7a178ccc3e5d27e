//! Two answers in one picture: common parts as in a picture of one answer, parts of only the first as a solid line,
//! parts of only the second as a dashed one.

use super::layout::Layout;
use super::sheet::Sheet;
use super::writing::same;
use clew_puzzle::puzzle::Cell;
use clew_puzzle::puzzle::scene::BoardScene;
use std::collections::HashSet;

/// The distance between the lines of both answers on a common step on different paths.
const APART: f64 = 4.0;

/// The steps of two answers: both cells, the smaller one first, and the colour.
pub(super) struct AnswerDiff {
    both: Vec<Step>,
    /// The steps of only the first and of only the second.
    only: [Vec<Step>; 2],
    /// Steps between the same cells, on different paths.
    crowded: HashSet<[Cell; 2]>,
    /// For each cell whether the answers differ there.
    pub differs: Vec<bool>,
}

type Step = ([Cell; 2], Option<u32>);

fn steps(scene: &BoardScene<'_>) -> Vec<Step> {
    let of = |cells: &[Cell], colour| {
        let pair = |s: &[Cell]| [s[0].min(s[1]), s[0].max(s[1])];
        cells.windows(2).map(|s| (pair(s), colour)).collect::<Vec<Step>>()
    };
    scene.strokes.iter().flat_map(|stroke| of(&stroke.cells, stroke.colour)).collect()
}

impl AnswerDiff {
    pub fn new(first: &BoardScene<'_>, second: &BoardScene<'_>) -> AnswerDiff {
        let steps = [steps(first), steps(second)];
        let sets = [0, 1].map(|i| steps[i].iter().copied().collect::<HashSet<Step>>());
        let both = steps[0].iter().copied().filter(|step| sets[1].contains(step)).collect();
        let only = [0, 1].map(|i| {
            let mine = steps[i].iter().copied().filter(|step| !sets[1 - i].contains(step));
            mine.collect::<Vec<Step>>()
        });
        let taken: HashSet<[Cell; 2]> = only[0].iter().map(|step| step.0).collect();
        let crowded = only[1].iter().map(|step| step.0).filter(|s| taken.contains(s)).collect();
        let mut differs = vec![false; first.cells.len()];
        if first.bare {
            for (pair, _) in only.iter().flatten() {
                pair.iter().for_each(|&c| differs[c as usize] = true);
            }
        } else {
            let cells = first.cells.iter().zip(&second.cells);
            differs = cells.map(|(a, b)| !same(a, b)).collect();
        }
        AnswerDiff { both, only, crowded, differs }
    }

    /// Draws the lines. `width` is that of a common line, `shared` its colour if there is one line only. Lines of one
    /// answer keep clear of numbers if there are any.
    pub fn draw(
        &self,
        layout: &Layout<'_>,
        sheet: &mut Sheet,
        (shared, width): (&str, f64),
        numbers: bool,
    ) {
        let palette = sheet.palette;
        sheet.open("fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
        let lines = |&(pair, _): &Step| -> Vec<[(f64, f64); 2]> {
            layout.line(&pair).iter().map(|piece| [piece[0], piece[1]]).collect()
        };
        for (colour, of) in by_colour(&self.both) {
            let stroke = match colour {
                Some(_) if palette.is_mono() => palette.pale.to_string(),
                Some(k) => palette.path(k),
                None => shared.to_string(),
            };
            let lines: Vec<[(f64, f64); 2]> = of.iter().flat_map(lines).collect();
            sheet.segments(&lines, &format!(" stroke=\"{stroke}\" stroke-width=\"{width}\""));
        }
        for (i, own) in [palette.line, palette.second].into_iter().enumerate() {
            let thick = if numbers { 3.0 } else { 5.0 };
            let mut dashes = format!(" stroke-width=\"{thick}\"");
            if i == 1 {
                dashes += &format!(" stroke-dasharray=\"{} {}\"", thick - 1.0, thick + 3.0);
            }
            let sign = [1.0, -1.0][i];
            for (colour, of) in by_colour(&self.only[i]) {
                let stroke = colour.map_or_else(|| own.to_string(), |k| palette.path(k));
                let drawn = of.iter().flat_map(|step| {
                    let aside = if self.crowded.contains(&step.0) { sign * APART } else { 0.0 };
                    let whole = lines(step).into_iter().map(move |line| beside(line, aside));
                    whole.map(|line| if numbers { shorter(line) } else { line })
                });
                let lines: Vec<[(f64, f64); 2]> = drawn.collect();
                sheet.segments(&lines, &format!(" stroke=\"{stroke}\"{dashes}"));
            }
        }
        sheet.close();
    }
}

/// The steps of each colour, in the order of colours.
fn by_colour(steps: &[Step]) -> Vec<(Option<u32>, Vec<Step>)> {
    let mut sorted = steps.to_vec();
    sorted.sort_by_key(|step| (step.1, step.0));
    sorted.chunk_by(|a, b| a.1 == b.1).map(|of| (of[0].1, of.to_vec())).collect()
}

/// The middle of a line between two numbers.
fn shorter([p, q]: [(f64, f64); 2]) -> [(f64, f64); 2] {
    const CLEAR: f64 = 12.0;
    let (dx, dy) = (q.0 - p.0, q.1 - p.1);
    let part = (CLEAR / dx.hypot(dy).max(1e-9)).min(0.4);
    let (x, y) = (dx * part, dy * part);
    [(p.0 + x, p.1 + y), (q.0 - x, q.1 - y)]
}

/// The same line, moved to its side by `aside`.
fn beside([p, q]: [(f64, f64); 2], aside: f64) -> [(f64, f64); 2] {
    let (dx, dy) = (q.0 - p.0, q.1 - p.1);
    let length = dx.hypot(dy).max(1e-9);
    let (x, y) = (-dy / length * aside, dx / length * aside);
    [(p.0 + x, p.1 + y), (q.0 + x, q.1 + y)]
}

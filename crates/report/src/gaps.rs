//! Differences between the boxes of a square: those drawn between boxes, and the others in words.

use clew_puzzle::puzzle::format::name;
use clew_puzzle::puzzle::scene::BoxScene;
use clew_puzzle::puzzle::{Cell, Gap};
use std::collections::HashSet;

/// The differences to show.
pub(super) struct Gaps {
    /// Between adjacent boxes, one per pair, where there is no sign.
    pub drawn: Vec<Gap>,
    /// The others in words, one per line.
    pub lines: Vec<String>,
}

/// Whether two boxes of a square are adjacent.
pub(super) fn is_near(n: u32, [a, b]: [Cell; 2]) -> bool {
    (a / n).abs_diff(b / n) + (a % n).abs_diff(b % n) == 1
}

/// The pairs of cells of these gaps.
fn pairs<'a>(gaps: impl IntoIterator<Item = &'a Gap>) -> HashSet<[Cell; 2]> {
    gaps.into_iter().map(|gap| gap.cells).collect()
}

impl Gaps {
    /// The differences of a square. If all neighbours without a difference must not differ by one, this is one line.
    pub fn new(square: &BoxScene<'_>) -> Gaps {
        let n = square.n;
        let signs: HashSet<[Cell; 2]> =
            square.less.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
        let (there, not): (Vec<Gap>, Vec<Gap>) = square.gaps.iter().partition(|gap| gap.is);
        let (drawn, others): (Vec<Gap>, Vec<Gap>) =
            there.iter().partition(|gap| is_near(n, gap.cells) && !signs.contains(&gap.cells));
        let marked = pairs(there.iter().filter(|gap| is_near(n, gap.cells)));
        let is_rest =
            |gap: &Gap| gap.by == 1 && is_near(n, gap.cells) && !marked.contains(&gap.cells);
        let rest = pairs(not.iter().filter(|gap| is_rest(gap)));
        let whole = !rest.is_empty() && marked.len() + rest.len() == (2 * n * (n - 1)) as usize;
        let line = |gap: &Gap| {
            let [a, b] = gap.cells.map(|c| name((c / n, c % n)));
            let word = if gap.is { "differ" } else { "do not differ" };
            format!("{a} and {b} {word} by {}", gap.by)
        };
        let listed = not.iter().filter(|gap| !(whole && is_rest(gap)));
        let mut lines: Vec<String> = others.iter().chain(listed).map(line).collect();
        if whole {
            lines.push("other neighbours do not differ by 1".into());
        }
        Gaps { drawn, lines }
    }
}

/// The sign between boxes that differ by `by`.
pub(super) fn dot(by: u32) -> String {
    if by == 1 { "o".into() } else { by.to_string() }
}

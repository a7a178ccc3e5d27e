//! The rules that an unfinished square breaks already.

use super::Futoshiki;
use clew_puzzle::puzzle::verify::{SoFar, Spot, Violation};

/// Numbers that stand twice in a row or a column, and signs between numbers that they do not suit. Quadratic in the
/// order for each number.
pub(super) fn numbers(square: &Futoshiki, so_far: &SoFar) -> Vec<Violation> {
    let n = square.n;
    let spot = |i: u32| Spot::of_grid(i / n, i % n);
    let value = |i: u32| so_far.numbers.get(i as usize).copied().flatten();
    let mut found = Vec::new();
    let rows = (0..n).map(|r| (0..n).map(move |c| r * n + c).collect::<Vec<u32>>());
    let cols = (0..n).map(|c| (0..n).map(move |r| r * n + c).collect::<Vec<u32>>());
    for (name, (line, cells)) in rows
        .enumerate()
        .map(|line| ("row", line))
        .chain(cols.enumerate().map(|line| ("column", line)))
    {
        for number in 1..=n {
            let at: Vec<Spot> =
                cells.iter().filter(|&&i| value(i) == Some(number)).map(|&i| spot(i)).collect();
            if at.len() > 1 {
                let text = format!("{number} stands {} times in {name} {}", at.len(), line + 1);
                found.push(Violation::new(name, at, text));
            }
        }
    }
    for &[a, b] in &square.less {
        if let Some((low, high)) = value(a).zip(value(b)).filter(|(low, high)| low >= high) {
            let at = [spot(a), spot(b)];
            let text = format!("{low} at {} is not less than {high} at {}", at[0], at[1]);
            found.push(Violation::new("less", at, text));
        }
    }
    for gap in &square.gaps {
        let [a, b] = gap.cells;
        if value(a).zip(value(b)).is_some_and(|(x, y)| !gap.allows(x, y)) {
            let at = [spot(a), spot(b)];
            let must = if gap.is { "must" } else { "must not" };
            let text = format!("{} and {} {must} differ by {}", at[0], at[1], gap.by);
            found.push(Violation::new("differ", at, text));
        }
    }
    found
}

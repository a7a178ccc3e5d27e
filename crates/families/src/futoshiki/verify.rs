//! Whether an answer obeys the rules, stated directly and apart from every network.

use super::Futoshiki;
use bitvec::vec::BitVec;
use clew_puzzle::puzzle::verify::{Spot, Violation, same_length};

/// Checks the values of a square, row-major.
///
/// # Errors
/// The first rule found broken.
pub(super) fn verify_square(square: &Futoshiki, values: &[u32]) -> Result<(), Violation> {
    let n = square.n;
    same_length(n as usize * n as usize, values.len())?;
    let spot = |i: u32| Spot::of_grid(i / n, i % n);
    // By line and number, from 0.
    let mut rows: BitVec = BitVec::repeat(false, values.len());
    let mut cols = rows.clone();
    for (i, &number) in (0u32..).zip(values) {
        let at = spot(i);
        match square.given[i as usize] {
            Some(given) if given != number => {
                return Err(Violation::given(at, given, number));
            }
            _ if number == 0 => return Err(Violation::unfilled(at)),
            _ if number > n => return Err(Violation::out_of_range(at, number, n)),
            _ => {}
        }
        let first =
            |seen: &mut BitVec, line: u32| !seen.replace((line * n + number - 1) as usize, true);
        if !first(&mut rows, at.row) {
            let text = format!("{number} stands twice in row {}", at.row + 1);
            return Err(Violation::new("row", [at], text));
        }
        if !first(&mut cols, at.col) {
            let text = format!("{number} stands twice in column {}", at.col + 1);
            return Err(Violation::new("column", [at], text));
        }
    }
    for &[a, b] in &square.less {
        let (low_value, high_value) = (values[a as usize], values[b as usize]);
        if low_value >= high_value {
            let (low, high) = (spot(a), spot(b));
            let text = format!(
                "{low} must be less than {high}, but holds {low_value} and that {high_value}"
            );
            return Err(Violation::new("less", [low, high], text));
        }
    }
    for gap in &square.gaps {
        let [x, y] = gap.cells.map(|c| values[c as usize]);
        if (x.abs_diff(y) == gap.by) != gap.is {
            let [a, b] = gap.cells.map(spot);
            let must = if gap.is { "must" } else { "must not" };
            let text = format!("{a} and {b} {must} differ by {}, but hold {x} and {y}", gap.by);
            return Err(Violation::new("differ", [a, b], text));
        }
    }
    Ok(())
}

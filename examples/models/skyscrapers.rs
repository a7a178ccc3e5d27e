//! Skyscrapers: a Latin square of heights; numbers around it count the buildings visible from there. A building
//! hides the lower ones behind it.
//!
//! The first example of the task "7 by 7 skyscrapers" of Codewars, with its solution.

use clew::model::{Comparison, Expr, Int, Model, ModelError, Options, Verdict};

const N: usize = 7;
/// How many buildings are visible, clockwise from the left end of the upper side; 0 where nothing is
/// given.
const SEEN: [i64; 4 * N] =
    [7, 0, 0, 0, 2, 2, 3, 0, 0, 3, 0, 0, 0, 0, 3, 0, 3, 0, 0, 5, 0, 0, 0, 0, 0, 5, 0, 4];
const SOLUTION: [&str; N] =
    ["1567432", "2745316", "3456721", "4631275", "5312647", "6273154", "7124563"];

/// Exactly `seen` buildings of a line are visible from its beginning: those higher than the highest
/// before them.
fn see(model: &mut Model, name: &str, line: &[Int], seen: i64) -> Result<(), ModelError> {
    let mut highest = line[0];
    let mut sum = Expr::from(1);
    for (k, &house) in line.iter().enumerate().skip(1) {
        let name = format!("{name}, house {k}");
        let higher = Comparison::less_than(highest, house);
        sum = sum + model.truth(format!("{name} is seen"), higher)?;
        let next = model.int(format!("{name}, highest so far"), 1..=N as i64)?;
        model.maximum(next, &[highest, house])?;
        highest = next;
    }
    model.equal(sum, seen)
}

/// Builds the model, solves it, and asserts the answer.
pub fn main() -> Result<(), ModelError> {
    let mut model = Model::new();
    let cells = model.ints("house", N * N, 1..=N as i64)?;
    let at = |row: usize, col: usize| cells[row * N + col];
    for k in 0..N {
        model.all_different(&(0..N).map(|i| at(k, i)).collect::<Vec<_>>())?;
        model.all_different(&(0..N).map(|i| at(i, k)).collect::<Vec<_>>())?;
    }
    for (i, &seen) in SEEN.iter().enumerate().filter(|(_, seen)| **seen > 0) {
        let k = i % N;
        let cell = |j: usize| match i / N {
            0 => at(j, k),
            1 => at(k, N - 1 - j),
            2 => at(N - 1 - j, N - 1 - k),
            _ => at(N - 1 - k, j),
        };
        let line: Vec<Int> = (0..N).map(cell).collect();
        see(&mut model, &format!("line {i}"), &line, seen)?;
    }
    let outcome = model.check(&Options::default())?;
    assert_eq!(outcome.verdict(), Verdict::Unique);
    let heights: String = cells.iter().map(|&x| outcome.solutions[0][x].to_string()).collect();
    assert_eq!(heights, SOLUTION.concat());
    SOLUTION.iter().for_each(|row| println!("{row}"));
    Ok(())
}

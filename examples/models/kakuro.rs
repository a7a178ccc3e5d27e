//! Kakuro: digits from 1 to 9 with given sums across and down, no digit twice in a sum.
//!
//! The example of the article on Kakuro in Wikipedia, with its solution.

use clew::model::{Expr, Model, ModelError, Options, Verdict};

/// `#` is black, `.` a digit.
const BOARD: [&str; 7] =
    ["..##...", "..#....", ".....##", "#..#..#", "##.....", "....#..", "...##.."];
/// The sums of the stretches across from left to right, line by line; then of those down, column by column.
const ACROSS: [i64; 12] = [16, 24, 17, 29, 35, 7, 8, 16, 21, 5, 6, 3];
const DOWN: [i64; 12] = [23, 11, 30, 10, 15, 17, 7, 27, 12, 12, 16, 7];
const SOLUTION: [&str; 7] =
    ["97##879", "89#8957", "68597##", "#61#26#", "##46132", "8931#14", "312##21"];

/// The stretches of cells across (or down), each of two cells at least.
fn stretches(down: bool) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    for line in 0..7 {
        let cells = (0..7).map(|k| if down { k * 7 + line } else { line * 7 + k });
        let cells: Vec<usize> = cells.collect();
        let is_black = |&i: &usize| BOARD[i / 7].as_bytes()[i % 7] == b'#';
        all.extend(cells.split(is_black).filter(|s| s.len() > 1).map(<[usize]>::to_vec));
    }
    all
}

/// Builds the model, solves it, and asserts the answer.
pub fn main() -> Result<(), ModelError> {
    let mut model = Model::new();
    // Black cells are variables with one value.
    let mut cells = Vec::new();
    for (i, b) in BOARD.concat().bytes().enumerate() {
        let range = if b == b'#' { 0..=0 } else { 1..=9 };
        cells.push(model.int(format!("cell {i}"), range)?);
    }
    for (down, sums) in [(false, ACROSS), (true, DOWN)] {
        let stretches = stretches(down);
        assert_eq!(stretches.len(), sums.len());
        for (stretch, sum) in stretches.iter().zip(sums) {
            let inside: Vec<_> = stretch.iter().map(|&i| cells[i]).collect();
            model.all_different(&inside)?;
            model.equal(inside.into_iter().sum::<Expr>(), sum)?;
        }
    }
    let outcome = model.check(&Options::default())?;
    assert_eq!(outcome.verdict(), Verdict::Unique);
    let digits: String = cells.iter().map(|&x| outcome.solutions[0][x].to_string()).collect();
    assert_eq!(digits.replace('0', "#"), SOLUTION.concat());
    SOLUTION.iter().for_each(|row| println!("{row}"));
    Ok(())
}

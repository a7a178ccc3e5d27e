//! A nonogram: each row and column of a picture has blocks of given lengths, in this order.
//!
//! The hen of problem 98 of W. Hett, P-99: Ninety-nine Prolog problems, with its solution.

use clew::model::{Automaton, Model, ModelError, Options, Verdict};

const ROWS: [&[u32]; 9] = [&[3], &[2, 1], &[3, 2], &[2, 2], &[6], &[1, 5], &[6], &[1], &[2]];
const COLS: [&[u32]; 8] = [&[1, 2], &[3, 1], &[1, 5], &[7, 1], &[5], &[3], &[4], &[3]];
const HEN: [&str; 9] = [
    ".###....", "##.#....", ".###..##", "..##..##", "..######", "#.#####.", "######..", "....#...",
    "...##...",
];

/// Builds the model, solves it, and asserts the answer.
pub fn main() -> Result<(), ModelError> {
    let mut model = Model::new();
    let width = COLS.len();
    let cells = model.ints("cell", ROWS.len() * width, 0..=1)?;
    for (row, lengths) in cells.chunks(width).zip(ROWS) {
        model.automaton(row, &Automaton::blocks(lengths))?;
    }
    for (c, lengths) in COLS.iter().enumerate() {
        let col: Vec<_> = cells.iter().skip(c).step_by(width).copied().collect();
        model.automaton(&col, &Automaton::blocks(lengths))?;
    }
    let outcome = model.check(&Options::default())?;
    assert_eq!(outcome.verdict(), Verdict::Unique);
    let solution = &outcome.solutions[0];
    for (row, wanted) in cells.chunks(width).zip(HEN) {
        let row: String = row.iter().map(|&x| if solution[x] == 1 { '#' } else { '.' }).collect();
        println!("{row}");
        assert_eq!(row, wanted);
    }
    Ok(())
}

//! A knight's tour of a board of 6 x 6 cells: every cell once, some numbers of the tour given.
//!
//! `cargo run --release --example knights_tour`

use clew::model::{Graph, Model, ModelError, Options, Verdict};

const SIDE: u32 = 6;
/// The tour's number at each cell, 0 where nothing is given.
const GIVEN: [[i64; 6]; 6] = [
    [0, 0, 0, 0, 3, 34],
    [0, 19, 0, 33, 0, 0],
    [0, 0, 0, 16, 0, 0],
    [0, 11, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 26],
    [0, 0, 0, 0, 0, 0],
];

/// Builds the model, solves it, and asserts the answers.
pub fn main() -> Result<(), ModelError> {
    let moves = Graph::from_fn(SIDE * SIDE, |a, b| {
        let (down, right) = ((a / SIDE).abs_diff(b / SIDE), (a % SIDE).abs_diff(b % SIDE));
        (down, right) == (1, 2) || (down, right) == (2, 1)
    });
    let mut model = Model::new();
    let numbers = model.ints("number", 36, 1..=36)?;
    model.path(&moves, &numbers, 1)?;
    for (&x, &given) in numbers.iter().zip(GIVEN.as_flattened()) {
        if given > 0 {
            model.equal(x, given)?;
        }
    }

    let outcome = model.check(&Options::default())?;
    assert_eq!(outcome.verdict(), Verdict::Unique);
    let solution = &outcome.solutions[0];
    for row in numbers.chunks(SIDE as usize) {
        let values: Vec<String> = row.iter().map(|&x| format!("{:2}", solution[x])).collect();
        println!("{}", values.join(" "));
    }
    println!("the only tour; {} decisions", outcome.stats.nodes);
    Ok(())
}

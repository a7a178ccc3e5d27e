//! A magic square: the numbers from 1 to 25, so that rows, columns and diagonals add up to 65.
//!
//! `cargo run --release --example magic_square`

use clew::model::{Expr, Model, ModelError, Options};

const N: usize = 5;

/// Builds the model, solves it, and asserts the answers.
pub fn main() -> Result<(), ModelError> {
    let mut model = Model::new();
    let cells = model.ints("cell", N * N, 1..=(N * N) as i64)?;
    model.all_different(&cells)?;
    let magic = (N * (N * N + 1) / 2) as i64;
    let mut lines: Vec<Vec<usize>> = Vec::new();
    for k in 0..N {
        lines.push((0..N).map(|i| k * N + i).collect());
        lines.push((0..N).map(|i| i * N + k).collect());
    }
    lines.push((0..N).map(|i| i * N + i).collect());
    lines.push((0..N).map(|i| i * N + N - 1 - i).collect());
    for line in &lines {
        model.equal(line.iter().map(|&i| cells[i]).sum::<Expr>(), magic)?;
    }
    // One of the eight squares equivalent by rotation and reflection.
    let corners = [cells[0], cells[N - 1], cells[N * N - N], cells[N * N - 1]];
    corners[1..].iter().try_for_each(|&corner| model.less_than(corners[0], corner))?;
    model.less_than(corners[1], corners[2])?;

    let outcome = model.solve(1, &Options::default())?;
    let solution = &outcome.solutions[0];
    for line in &lines {
        assert_eq!(line.iter().map(|&i| solution[cells[i]]).sum::<i64>(), magic);
    }
    for row in cells.chunks(N) {
        let values: Vec<String> = row.iter().map(|&x| format!("{:2}", solution[x])).collect();
        println!("{}", values.join(" "));
    }
    println!("{} decisions", outcome.stats.nodes);
    Ok(())
}

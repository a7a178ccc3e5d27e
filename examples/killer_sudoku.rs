//! A killer sudoku: a sudoku without givens, whose 29 cages give the sums of their cells.
//!
//! `cargo run --release --example killer_sudoku`

use clew::model::{Expr, Int, Model, ModelError, Options, Verdict};

/// Which cage each cell is in.
const CAGES: [&str; 9] = [
    "AABBBCDEF",
    "GGHHCCDEF",
    "GGIICJKKF",
    "LMMINJKOF",
    "LPPQNJOOR",
    "SPTQNUVVR",
    "STTQWUUXX",
    "SYZWWaaXX",
    "SYZWbbbcc",
];
/// The sum of the cells of each cage; no value occurs twice in a cage.
const SUMS: &str = "A3 B15 C22 D4 E16 F15 G25 H17 I9 J8 K20 L6 M14 N17 O17 P13 Q20 R12 S27 T6 U20 \
                    V6 W10 X14 Y8 Z16 a15 b13 c17";

/// Builds the model, solves it, and asserts the answers.
pub fn main() -> Result<(), ModelError> {
    let mut model = Model::new();
    let cells = model.ints("cell", 81, 1..=9)?;
    let pick = |wanted: &dyn Fn(usize, usize) -> bool| -> Vec<Int> {
        (0..81).filter(|&i| wanted(i / 9, i % 9)).map(|i| cells[i]).collect()
    };
    for k in 0..9 {
        model.all_different(&pick(&|row, _| row == k))?;
        model.all_different(&pick(&|_, col| col == k))?;
        model.all_different(&pick(&|row, col| row / 3 * 3 + col / 3 == k))?;
    }
    for cage in SUMS.split_whitespace() {
        let (name, sum) = cage.split_at(1);
        let inside = pick(&|row, col| CAGES[row][col..].starts_with(name));
        model.all_different(&inside)?;
        model.equal(inside.into_iter().sum::<Expr>(), sum.parse::<i64>().expect("a number"))?;
    }

    let outcome = model.check(&Options::default())?;
    assert_eq!(outcome.verdict(), Verdict::Unique);
    for row in cells.chunks(9) {
        let values: Vec<String> =
            row.iter().map(|&x| outcome.solutions[0][x].to_string()).collect();
        println!("{}", values.join(" "));
    }
    println!("the only solution; {} decisions", outcome.stats.nodes);
    Ok(())
}

//! Car sequencing: ten cars of six classes on a line. Among any given number of consecutive cars, only a
//! limited number may need an option.
//!
//! The example of M. Dincbas, H. Simonis and P. Van Hentenryck, Solving the car-sequencing problem in constraint
//! logic programming, 1988 (problem 1 of CSPLib), which has six solutions.

use clew::model::{Model, ModelError, Options};

/// How many cars of each class there are, and which options they need.
const CLASSES: [(i64, [bool; 5]); 6] = [
    (1, [true, false, true, true, false]),
    (1, [false, false, false, true, false]),
    (2, [false, true, false, false, true]),
    (2, [false, true, false, true, false]),
    (2, [true, false, true, false, false]),
    (2, [true, true, false, false, false]),
];
/// Of each option: at most the first number among the second number of consecutive cars.
const OPTIONS: [(i64, usize); 5] = [(1, 2), (2, 3), (1, 3), (2, 5), (1, 5)];

/// Builds the model, solves it, and asserts the answer.
pub fn main() -> Result<(), ModelError> {
    let mut model = Model::new();
    let line = model.ints("class", 10, 1..=6)?;
    for (class, &(cars, _)) in (1..).zip(&CLASSES) {
        model.count_of(&line, class, cars)?;
    }
    for (option, &(most, row)) in OPTIONS.iter().enumerate() {
        let needing: Vec<i64> =
            (1..).zip(&CLASSES).filter(|(_, class)| class.1[option]).map(|(k, _)| k).collect();
        for (k, cars) in line.windows(row).enumerate() {
            let needed = model.int(format!("option {option} from {k}"), 0..=most)?;
            model.among(cars, &needing, needed)?;
        }
    }
    let all = model.solve(usize::MAX, &Options::default())?;
    for solution in &all.solutions {
        let classes: Vec<String> = line.iter().map(|&x| solution[x].to_string()).collect();
        println!("{}", classes.join(" "));
    }
    assert!(all.exact);
    assert_eq!(all.solutions.len(), 6);
    Ok(())
}

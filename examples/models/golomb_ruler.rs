//! A Golomb ruler: marks such that no two pairs of them are equally far apart, on a ruler as short as can be.
//!
//! Problem 6 of CSPLib. The shortest ruler with 8 marks has length 34 (OEIS A003022).

use clew::model::{Model, ModelError, Options, SearchMode};

const MARKS: usize = 8;
const LENGTH: i64 = 34;

/// Builds the model, solves it, and asserts the answer.
pub fn main() -> Result<(), ModelError> {
    let mut model = Model::new();
    let most = (MARKS * MARKS) as i64;
    let marks = model.ints("mark", MARKS, 0..=most)?;
    model.equal(marks[0], 0)?;
    model.increasing(&marks)?;
    let mut distances = Vec::new();
    for i in 0..MARKS {
        for j in 0..i {
            let apart = model.int(format!("from {j} to {i}"), 1..=most)?;
            model.equal(apart, marks[i] - marks[j])?;
            // Marks between them are at least as far apart as that many different distances are.
            let between = (i - j) as i64;
            model.at_least(apart, between * (between + 1) / 2)?;
            distances.push(apart);
        }
    }
    model.all_different(&distances)?;
    // Not the mirror image: the first distance is shorter than the last.
    model.less_than(marks[1] - marks[0], marks[MARKS - 1] - marks[MARKS - 2])?;
    // Refutations by sums have long reasons: plain search is faster than learning from them.
    let options = Options { search: SearchMode::Dfs, ..Options::default() };
    let best = model.minimize(marks[MARKS - 1], &options)?;
    let ruler: Vec<String> = marks.iter().map(|&x| best.solutions[0][x].to_string()).collect();
    println!("{}; {} decisions", ruler.join(" "), best.stats.nodes);
    assert_eq!((best.objective(), best.exact), (Some(LENGTH), true));
    Ok(())
}

//! Job shop: six jobs of six tasks, each on a machine of its own; a machine does one task at a time. When can all
//! be done at the earliest?
//!
//! The instance ft06 of H. Fisher and G. L. Thompson, Probabilistic learning combinations of local job-shop
//! scheduling rules, 1963; the best makespan is 55.

use clew::model::{Model, ModelError, Options};

/// Of each job its tasks: the machine, and how long it takes.
const JOBS: [[(usize, i64); 6]; 6] = [
    [(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
    [(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
    [(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
    [(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
    [(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
    [(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
];
const MAKESPAN: i64 = 55;

/// Builds the model, solves it, and asserts the answer.
pub fn main() -> Result<(), ModelError> {
    let mut model = Model::new();
    let horizon: i64 = 100;
    let mut on_machine = vec![(Vec::new(), Vec::new()); 6];
    let end = model.int("end", 0..=horizon)?;
    for (j, job) in JOBS.iter().enumerate() {
        let starts = model.ints(&format!("job {j}, task"), job.len(), 0..=horizon)?;
        for (k, &(machine, length)) in job.iter().enumerate() {
            match starts.get(k + 1) {
                Some(&next) => model.at_most(starts[k] + length, next)?,
                None => model.at_most(starts[k] + length, end)?,
            }
            on_machine[machine].0.push(starts[k]);
            on_machine[machine].1.push(length);
        }
    }
    for (starts, lengths) in &on_machine {
        model.no_overlap(starts, lengths)?;
    }
    let best = model.minimize(end, &Options::default())?;
    let solution = &best.solutions[0];
    for (machine, (starts, _)) in on_machine.iter().enumerate() {
        let mut order: Vec<(i64, usize)> =
            starts.iter().enumerate().map(|(j, &x)| (solution[x], j)).collect();
        order.sort_unstable();
        let order: Vec<String> = order.iter().map(|(t, j)| format!("job {j} at {t}")).collect();
        println!("machine {machine}: {}", order.join(", "));
    }
    println!("{} decisions", best.stats.nodes);
    assert_eq!((best.objective(), best.exact), (Some(MAKESPAN), true));
    Ok(())
}

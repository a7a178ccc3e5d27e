//! Idempotent quasigroups with an identity, QG5: Latin squares with a * a = a and ((b * a) * b) * b = a.
//!
//! Problem 3 of CSPLib. M. Fujita, J. Slaney and F. Bennett, Automatic generation of some results in finite
//! algebra, 1993: there are some of order 7 and 8, and none of order 9.

use clew::model::{Model, ModelError, Options, Verdict};

/// The verdict on this order. The symmetry of renaming the elements is partly broken: a * n is at least
/// a - 1, for the last element n.
fn squares(n: usize) -> Result<(usize, Verdict), ModelError> {
    let mut model = Model::new();
    let range = 0..=n as i64 - 1;
    let cells = model.ints("cell", n * n, range.clone())?;
    let column = |b: usize| -> Vec<_> { (0..n).map(|a| cells[a * n + b]).collect() };
    for a in 0..n {
        model.all_different(&cells[a * n..(a + 1) * n])?;
        model.all_different(&column(a))?;
        model.equal(cells[a * n + a], a as i64)?;
        model.at_least(cells[a * n + n - 1], a as i64 - 1)?;
    }
    for b in 0..n {
        for a in 0..n {
            // The value of (b * a) * b, and its product with b.
            let once = model.int(format!("({b} * {a}) * {b}"), range.clone())?;
            let twice = model.int(format!("(({b} * {a}) * {b}) * {b}"), a as i64..=a as i64)?;
            model.element(once, &column(b), cells[b * n + a])?;
            model.element(twice, &column(b), once)?;
        }
    }
    model.tell_apart_by(&cells)?;
    let all = model.solve(usize::MAX, &Options::default())?;
    assert!(all.exact);
    Ok((all.solutions.len(), all.verdict()))
}

/// Builds the models, solves them, and asserts the answers.
pub fn main() -> Result<(), ModelError> {
    for (n, count) in [(7, 3), (8, 1), (9, 0)] {
        let (found, verdict) = squares(n)?;
        println!("order {n}: {found}, {}", verdict.keyword());
        assert_eq!(found, count);
    }
    Ok(())
}

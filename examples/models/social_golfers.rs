//! Social golfers: every week golfers play in groups of a size; no two play together twice.
//!
//! Problem 10 of CSPLib. Nine golfers in groups of three can play for four weeks (an affine plane of order 3), and
//! not for five, as each meets two of the other eight per week.

use clew::model::{Comparison, Expr, Model, ModelError, Options, Verdict};

/// Whether `groups` groups of `size` players can play for `weeks` weeks; the plan, if so.
fn plan(groups: usize, size: usize, weeks: usize) -> Result<(Verdict, Vec<Vec<i64>>), ModelError> {
    let golfers = groups * size;
    let mut model = Model::new();
    let most = groups as i64 - 1;
    let mut group = Vec::new();
    for week in 0..weeks {
        let here = model.ints(&format!("week {week}, golfer"), golfers, 0..=most)?;
        for g in 0..=most {
            model.count_of(&here, g, size as i64)?;
        }
        group.push(here);
    }
    for a in 0..golfers {
        for b in 0..a {
            let mut together = Expr::default();
            for (week, here) in group.iter().enumerate() {
                let same = Comparison::equal(here[a], here[b]);
                together = together + model.truth(format!("{b} and {a} in week {week}"), same)?;
            }
            model.at_most(together, 1)?;
        }
    }
    // Breaks the symmetries of golfers (the first week is in order), of groups and of weeks.
    for (golfer, &x) in group[0].iter().enumerate() {
        model.equal(x, (golfer / size) as i64)?;
    }
    for here in &group[1..] {
        for (golfer, &x) in here.iter().take(size).enumerate() {
            model.equal(x, (golfer as i64).min(most))?;
        }
    }
    for w in group[1..].windows(2) {
        model.lexicographic(&w[0], &w[1])?;
    }
    let outcome = model.solve(1, &Options::default())?;
    let found = outcome.solutions.first();
    let week = |here: &Vec<_>| here.iter().filter_map(|&x| Some(found?[x])).collect();
    let verdict = if found.is_some() { Verdict::Multiple } else { outcome.verdict() };
    Ok((verdict, group.iter().map(week).collect()))
}

/// Builds the models, solves them, and asserts the answers.
pub fn main() -> Result<(), ModelError> {
    let (verdict, weeks) = plan(3, 3, 4)?;
    assert_eq!(verdict, Verdict::Multiple);
    for week in weeks {
        let of = |g: i64| -> String {
            let in_group = |&(_, &at): &(usize, &i64)| at == g;
            week.iter().enumerate().filter(in_group).map(|(golfer, _)| golfer.to_string()).collect()
        };
        println!("{} {} {}", of(0), of(1), of(2));
    }
    assert_eq!(plan(3, 3, 5)?.0, Verdict::None);
    println!("none for five weeks");
    Ok(())
}

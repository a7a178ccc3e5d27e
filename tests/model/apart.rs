//! Solutions that are distinguished by some variables only.

use crate::case::{Case, check};
use clew::model::{Bool, Int, Model, ModelError, Options, SearchMode, Task, Verdict};
use clew::run::{Budget, Stop};
use rand::RngExt;
use std::collections::BTreeSet;

#[test]
fn solutions_differ_by_some_variables() {
    check(|rng| {
        let mut case = Case::new(rng, 2..=4, 4, 0..=2);
        let (x, y) = (case.any(rng), case.any(rng));
        let sum = case.ints[x] - 2 * case.ints[y];
        case.model.at_most(sum, 0)?;
        case.means(move |p| p.0[x] - 2 * p.0[y] <= 0);
        // The oracle gets the model before the restriction to distinguishable solutions.
        let mut m = case.model.clone();
        let by: Vec<usize> = case.some(rng, 1..=2);
        m.tell_apart_by(&case.handles(&by))?;
        let k = (!case.bools.is_empty() && rng.random_bool(0.5)).then_some(0);
        if let Some(k) = k {
            m.tell_apart_by(&[case.bools[k]])?;
        }
        let seen = |p: &(Vec<i64>, Vec<bool>)| {
            let ints: Vec<i64> = by.iter().map(|&i| p.0[i]).collect();
            (ints, k.map(|k| p.1[k]))
        };
        let expected: BTreeSet<_> = case.brute().iter().map(seen).collect();
        for search in [SearchMode::Dfs, SearchMode::Learn, SearchMode::Auto] {
            let options = Options { search, ..Options::default() };
            let counted = m.count(&options)?;
            assert_eq!((counted.count.clone(), counted.exact), (expected.len().into(), true));
            let all = m.solve(usize::MAX, &options)?;
            let point = |s: &clew::model::Solution| {
                let ints = by.iter().map(|&i| s[case.ints[i]]).collect();
                (ints, k.map(|k| s[case.bools[k]]))
            };
            let found: Vec<_> = all.solutions.iter().map(point).collect();
            assert_eq!(found.len(), expected.len(), "each is met once");
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
            let verdict = match expected.len() {
                0 => Verdict::None,
                1 => Verdict::Unique,
                _ => Verdict::Multiple,
            };
            let checked = m.check(&options)?;
            assert_eq!(checked.verdict(), verdict);
            assert!(checked.solutions.len() <= 2);
            let profiled = m.profile(Task::Count, &options)?;
            assert_eq!(profiled.outcome.count, expected.len().into());
        }
        Ok(case)
    });
}

#[test]
fn limits_hold() -> Result<(), ModelError> {
    let mut m = Model::new();
    let (x, b) = (m.ints("x", 3, 0..=9)?, m.bool("b")?);
    m.tell_apart_by(&x)?;
    let some = m.solve(7, &Options::default())?;
    assert_eq!((some.solutions.len(), some.exact, some.stopped), (7, false, Some(Stop::Limit)));
    let budget = Budget { nodes: Some(10), ..Budget::default() };
    let few = m.count(&Options { budget, ..Options::default() })?;
    assert_eq!((few.exact, few.stopped), (false, Some(Stop::Nodes)));
    assert!(few.stats.nodes <= 10);
    // The optimum is that of all solutions.
    let best = m.maximize(x[0] + b, &Options::default())?;
    assert_eq!((best.objective(), best.exact), (Some(10), true));
    Ok(())
}

#[test]
fn nothing_tells_solutions_apart() -> Result<(), ModelError> {
    let mut m = Model::new();
    let x = m.int("x", 0..=9)?;
    m.tell_apart_by::<Int>(&[])?;
    assert_eq!(m.check(&Options::default())?.verdict(), Verdict::Unique);
    m.at_least(x, 10)?;
    assert_eq!(m.check(&Options::default())?.verdict(), Verdict::None);
    let mut other = Model::new();
    let foreign: Bool = other.bool("b")?;
    assert_eq!(m.tell_apart_by(&[foreign]), Err(ModelError::Foreign));
    Ok(())
}

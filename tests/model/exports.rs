//! Models written for other solvers: as FlatZinc they are read by clew again and have the optimum of brute force.

use crate::case::{Case, Point, check};
use clew::flatzinc::{self, FlatZinc};
use clew::model::{Expr, Goal, Graph, Model, ModelError, Options};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Exports a case with two goals and without one, and compares the optimum with that of all solutions.
pub fn compare(case: &Case, expected: &[Point]) {
    let mut rng = ChaCha8Rng::seed_from_u64(case.label.len() as u64);
    for most in [true, false] {
        let mut factor = || rng.random_range(-3..4i64);
        let (ints, bools): (Vec<i64>, Vec<i64>) = (
            case.ints.iter().map(|_| factor()).collect(),
            case.bools.iter().map(|_| factor()).collect(),
        );
        let constant = factor();
        let mut sum = Expr::default() + constant;
        for (&k, &x) in ints.iter().zip(&case.ints) {
            sum = sum + k * x;
        }
        for (&k, &b) in bools.iter().zip(&case.bools) {
            sum = sum + k * b;
        }
        let worth = |p: &Point| {
            let int: i64 = ints.iter().zip(&p.0).map(|(k, v)| k * v).sum();
            let bool: i64 = bools.iter().zip(&p.1).map(|(k, &b)| k * i64::from(b)).sum();
            constant + int + bool
        };
        let all = expected.iter().map(worth);
        let best = if most { all.max() } else { all.min() };
        let goal = if most { Goal::Maximize(sum) } else { Goal::Minimize(sum) };
        assert_eq!(optimum(case, &goal), best, "{}", case.label);
    }
    assert_eq!(optimum(case, &Goal::Satisfy).is_some(), !expected.is_empty(), "{}", case.label);
}

/// The optimum that clew finds in the FlatZinc of a case, 0 without a goal.
fn optimum(case: &Case, goal: &Goal) -> Option<i64> {
    let label = &case.label;
    let exported = case.model.export("fzn", goal).expect(label);
    let file = FlatZinc::parse(exported.text());
    let file = file.unwrap_or_else(|why| panic!("{label}: {why}\n{}", exported.text()));
    let options = Options::default();
    let outcome = match &file.goal {
        flatzinc::Goal::Satisfy => file.model.solve(1, &options),
        flatzinc::Goal::Minimize(sum) => file.model.minimize(sum.clone(), &options),
        flatzinc::Goal::Maximize(sum) => file.model.maximize(sum.clone(), &options),
    };
    let outcome = outcome.expect(label);
    let found = outcome.solutions.first()?;
    let wanted = !matches!(goal, Goal::Satisfy);
    assert!(!wanted || outcome.best.is_some_and(|best| best.proved), "{label}");
    // The output is read back as a solution of the model, which is checked by its own statement.
    let shown = format!("{}----------\n", file.answer(found));
    let back = exported.read(&shown).unwrap_or_else(|why| panic!("{label}: {why}\n{shown}"));
    assert_eq!(back.len(), 1, "{label}");
    match goal {
        Goal::Satisfy => Some(0),
        Goal::Minimize(sum) | Goal::Maximize(sum) => {
            let worth = back[0].evaluate(sum.clone());
            assert_eq!(worth, outcome.objective(), "{label}");
            worth
        }
    }
}

#[test]
fn sums_chains_clauses_and_tables() {
    check(|rng| {
        let mut case = Case::new(rng, 2..=4, 5, 0..=2);
        let xs = case.some(rng, 1..=3);
        let list = case.handles(&xs);
        let factors: Vec<i64> = xs.iter().map(|_| rng.random_range(-3..4)).collect();
        let bound = rng.random_range(-4..8);
        let sum = factors.iter().zip(&list).fold(Expr::default(), |sum, (&k, &x)| sum + k * x);
        let kind = rng.random_range(0..3);
        match kind {
            0 => case.model.equal(sum, bound)?,
            1 => case.model.different(sum, bound)?,
            _ => case.model.at_most(sum, bound)?,
        }
        case.means(move |p| {
            let sum: i64 = factors.iter().zip(&xs).map(|(k, &i)| k * p.0[i]).sum();
            [sum == bound, sum != bound, sum <= bound][kind]
        });
        let (l, first) = case.literal(rng);
        let (m, second) = case.literal(rng);
        case.model.clause(&[l, m])?;
        case.means(move |p| first(p) || second(p));
        let chain: Vec<usize> = (0..case.ints.len()).collect();
        let list = case.handles(&chain);
        case.model.non_decreasing(&list[..2])?;
        case.means(|p| p.0[0] <= p.0[1]);
        let rows: Vec<Vec<i64>> =
            (0..12).map(|_| vec![rng.random_range(-2..4), rng.random_range(-2..4)]).collect();
        case.model.table(&list[..2], rows.iter().map(|row| &row[..]))?;
        case.means(move |p| rows.iter().any(|row| row[..] == p.0[..2]));
        Ok(case)
    });
}

#[test]
fn differences_and_inverses() {
    check(|rng| {
        let n = rng.random_range(1..4usize);
        let mut case = Case::with_variables(2 * n, 0..=n as i64, 0);
        let list = case.ints.clone();
        case.model.all_different(&list[..n])?;
        case.model.inverse(&list[..n], &list[n..])?;
        case.means(move |p| {
            let (xs, ys) = p.0.split_at(n);
            let inside = p.0.iter().all(|&v| v < n as i64);
            inside && (0..n).all(|i| ys[xs[i] as usize] == i as i64)
        });
        Ok(case)
    });
}

#[test]
fn walks_paths_and_circuits() {
    check(|rng| {
        let n = rng.random_range(2..5u32);
        let graph = Graph::from_fn(n, |_, _| rng.random_bool(0.8));
        let mut case = Case::with_variables(n as usize, 0..=i64::from(n), 0);
        let list = case.ints.clone();
        let nodes = i64::from(n);
        let joins = move |a: i64, b: i64| a < nodes && b < nodes && graph_joins(&graph, a, b);
        match rng.random_range(0..3) {
            0 => {
                let graph = rebuilt(n, &joins);
                case.model.walk(&graph, &list)?;
                case.means(move |p| {
                    p.0.iter().all(|&v| v < nodes) && p.0.windows(2).all(|w| joins(w[0], w[1]))
                });
            }
            1 => {
                let graph = rebuilt(n, &joins);
                case.model.path(&graph, &list, 1)?;
                case.means(move |p| {
                    let place = |k: i64| p.0.iter().position(|&v| v == k).map(|v| v as i64);
                    let order: Option<Vec<i64>> = (1..=nodes).map(place).collect();
                    order.is_some_and(|order| order.windows(2).all(|w| joins(w[0], w[1])))
                });
            }
            _ => {
                let graph = rebuilt(n, &joins);
                case.model.circuit(&graph, &list)?;
                case.means(move |p| {
                    let (mut at, mut steps) = (0, 0);
                    loop {
                        let next = p.0[at as usize];
                        if !joins(at, next) {
                            return false;
                        }
                        (at, steps) = (next, steps + 1);
                        if at == 0 || steps > nodes {
                            return steps == nodes;
                        }
                    }
                });
            }
        }
        Ok(case)
    });
}

fn graph_joins(graph: &Graph, a: i64, b: i64) -> bool {
    graph.joins(a as u32, b as u32)
}

fn rebuilt(n: u32, joins: &dyn Fn(i64, i64) -> bool) -> Graph {
    Graph::from_fn(n, |a, b| joins(a.into(), b.into()))
}

#[test]
fn names_are_those_of_no_language() -> Result<(), ModelError> {
    let mut m = Model::new();
    let given = ["int", "2nd", "e1", "a b", "a_b", "a[b]", "\u{e4}", "x_is_3", "help_1"];
    let all = given.map(|name| m.int(name, 0..=4).expect("a range"));
    m.name_constraints("no two: alike");
    m.all_different(&all[..2])?;
    let exported = m.export("lp", &Goal::Satisfy)?;
    let text = exported.text();
    assert!(text.contains("no_two_alike_1_1: "), "{text}");
    for name in ["v_int", "v_2nd", "v_e1", "a_b", "a_b_n2", "a_b_n3", "v_", "v_x_be_3", "v_help_1"]
    {
        assert!(text.contains(&format!(" 0 <= {name} <= 4\n")), "{name}: {text}");
    }
    Ok(())
}

/// A variable counts once for `among`, in exported rows too.
#[test]
fn values_that_are_given_twice_count_once() -> Result<(), ModelError> {
    let mut m = Model::new();
    let (xs, n) = (m.ints("x", 3, 0..=1)?, m.int("n", 0..=9)?);
    m.among(&xs, &[1, 1, 7, 1], n)?;
    let goal = Goal::Maximize(n.into());
    let exported = m.export("fzn", &goal)?;
    let file = FlatZinc::parse(exported.text()).expect("it is FlatZinc");
    let Some((sum, true)) = file.goal.sum() else { panic!("a goal to be as large as possible") };
    let best = file.model.maximize(sum.clone(), &Options::default())?;
    assert_eq!(best.objective(), Some(3));
    Ok(())
}

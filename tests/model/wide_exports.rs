//! Exported models of variables with ranges up to 2^32, whose values nobody lists.

use clew::flatzinc::{self, FlatZinc};
use clew::model::{Automaton, Expr, Goal, Int, Model, ModelError, Options};

const MOST: i64 = 600_000_000;
const LONG: i64 = 400_000_000;
type Stated = fn(&mut Model, &[Int]) -> Result<(), ModelError>;

/// The optimum of the FlatZinc of a model, which is held against the model itself.
fn optimum(m: &Model, goal: &Goal) -> Option<i64> {
    let exported = m.export("fzn", goal).expect("stated");
    let file = FlatZinc::parse(exported.text()).expect("FlatZinc");
    let outcome = match &file.goal {
        flatzinc::Goal::Minimize(sum) => file.model.minimize(sum.clone(), &Options::default()),
        flatzinc::Goal::Maximize(sum) => file.model.maximize(sum.clone(), &Options::default()),
        flatzinc::Goal::Satisfy => unreachable!(),
    };
    let outcome = outcome.expect("solved");
    let found = outcome.solutions.first()?;
    assert!(outcome.best.is_some_and(|best| best.proved));
    let back = exported.read(&format!("{}----------\n", file.answer(found))).expect("a solution");
    let (sum, _) = goal.sum().expect("a goal");
    back[0].evaluate(sum.clone())
}

/// Largest and smallest x + y + z, the three from -6e8 to 6e8.
#[test]
fn optima_over_wide_ranges() -> Result<(), ModelError> {
    let all: [(&str, Stated, [Option<i64>; 2]); 11] = [
        ("sum", |m, x| m.equal(x[0] + x[1] + x[2], 7), [Some(7), Some(7)]),
        ("different", |m, x| m.all_different(x), [Some(3 * MOST - 3), Some(3 - 3 * MOST)]),
        (
            "absolute",
            |m, x| {
                m.absolute(x[1], x[0])?;
                m.equal(x[2], 0)
            },
            [Some(2 * MOST), Some(0)],
        ),
        (
            "element",
            |m, x| {
                m.element_of(x[1], &[5, -6, MOST], x[0])?;
                m.equal(x[2], 0)
            },
            [Some(MOST + 2), Some(-5)],
        ),
        ("elements", |m, x| m.element(x[1], &[x[2]], x[0]), [Some(2 * MOST), Some(-2 * MOST)]),
        ("count", |m, x| m.count_of(x, MOST, 1), [Some(3 * MOST - 2), Some(-MOST)]),
        (
            "table",
            |m, x| m.table(x, [&[1, -MOST, 3][..], &[4, 5, MOST]]),
            [Some(MOST + 9), Some(4 - MOST)],
        ),
        (
            "automaton",
            |m, x| {
                let moves = [(0, MOST, 0), (0, -7, 1), (1, -7, 1)];
                m.automaton(x, &Automaton::new(2, &[1], moves)?)
            },
            [Some(2 * MOST - 7), Some(-21)],
        ),
        (
            "cumulative",
            |m, x| m.cumulative(x, &[LONG; 3], &[2, 2, 1], 3),
            [Some(3 * MOST - LONG), Some(LONG - 3 * MOST)],
        ),
        (
            "no overlap",
            |m, x| m.no_overlap(x, &[LONG; 3]),
            [Some(3 * MOST - 3 * LONG), Some(3 * LONG - 3 * MOST)],
        ),
        (
            "value",
            |m, x| {
                let b = m.is(x[0], 12)?;
                m.clause(&[b])?;
                let c = m.is(x[1], MOST)?;
                m.clause(&[!c])
            },
            [Some(2 * MOST + 11), Some(12 - 2 * MOST)],
        ),
    ];
    for (what, state, expected) in all {
        let mut m = Model::new();
        let x = m.ints("x", 3, -MOST..=MOST)?;
        state(&mut m, &x)?;
        let sum = || Expr::from(x[0]) + x[1] + x[2];
        let found = [Goal::Maximize(sum()), Goal::Minimize(sum())].map(|goal| optimum(&m, &goal));
        assert_eq!(found, expected, "{what}");
        for to in ["lp", "mps", "mzn", "opb"] {
            let text = m.export(to, &Goal::Maximize(sum()));
            assert!(text.expect(what).text().len() < 20_000, "{what} {to}");
        }
    }
    Ok(())
}

#[test]
fn numbers_that_are_too_large_are_refused_in_words() -> Result<(), ModelError> {
    let mut m = Model::new();
    let x = m.ints("x", 3, -MOST..=MOST)?;
    m.at_most(100_000_000 * x[0] - x[1], 5)?;
    assert!(m.export("lp", &Goal::Satisfy)?.text().contains("100000000 x_0"));
    m.product(x[2], x[0], x[1])?;
    let why = m.export("lp", &Goal::Satisfy).expect_err("a row a value").to_string();
    assert!(why.contains("both factors have more than 65536 values"), "{why}");
    // Bit by bit a number grows by the bits of the range.
    let mut m = Model::new();
    let y = m.int("y", 0..=4_000_000_000)?;
    m.at_most((1 << 27) * y, 1 << 52)?;
    assert!(m.export("opb", &Goal::Satisfy).is_ok());
    Ok(())
}

//! Exported models of variables with ranges up to 2^32, whose values are never enumerated.

use clew::model::{Automaton, Expr, Goal, Int, Model, ModelError};

const MOST: i64 = 600_000_000;
const LONG: i64 = 400_000_000;
type Stated = fn(&mut Model, &[Int]) -> Result<(), ModelError>;

/// Constraints over wide ranges need only a few rows. Their meaning is tested by the random models whose variables
/// store only their bounds.
#[test]
fn no_constraint_lists_the_values() -> Result<(), ModelError> {
    let all: [(&str, Stated); 11] = [
        ("sum", |m, x| m.equal(x[0] + x[1] + x[2], 7)),
        ("different", |m, x| m.all_different(x)),
        ("absolute", |m, x| {
            m.absolute(x[1], x[0])?;
            m.equal(x[2], 0)
        }),
        ("element", |m, x| {
            m.element_of(x[1], &[5, -6, MOST], x[0])?;
            m.equal(x[2], 0)
        }),
        ("elements", |m, x| m.element(x[1], &[x[2]], x[0])),
        ("count", |m, x| m.count_of(x, MOST, 1)),
        ("table", |m, x| m.table(x, [&[1, -MOST, 3][..], &[4, 5, MOST]])),
        ("automaton", |m, x| {
            let moves = [(0, MOST, 0), (0, -7, 1), (1, -7, 1)];
            m.automaton(x, &Automaton::new(2, &[1], moves)?)
        }),
        ("cumulative", |m, x| m.cumulative(x, &[LONG; 3], &[2, 2, 1], 3)),
        ("no overlap", |m, x| m.no_overlap(x, &[LONG; 3])),
        ("value", |m, x| {
            let b = m.is(x[0], 12)?;
            m.clause(&[b])?;
            let c = m.is(x[1], MOST)?;
            m.clause(&[!c])
        }),
    ];
    for (what, state) in all {
        let mut m = Model::new();
        let x = m.ints("x", 3, -MOST..=MOST)?;
        state(&mut m, &x)?;
        for to in ["lp", "mps", "mzn", "fzn", "opb"] {
            let exported = m.export(to, &Goal::Maximize(Expr::from(x[0]) + x[1] + x[2]));
            assert!(exported.expect(what).text().len() < 20_000, "{what} {to}");
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
    // The encoding of a number by bits grows by the bits of the range.
    let mut m = Model::new();
    let y = m.int("y", 0..=4_000_000_000)?;
    m.at_most((1 << 27) * y, 1 << 52)?;
    assert!(m.export("opb", &Goal::Satisfy).is_ok());
    Ok(())
}

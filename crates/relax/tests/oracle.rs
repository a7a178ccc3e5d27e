//! The relaxation of random rows against all assignments: sound, and every explanation holds.

use clew_engine::kernel::prelude::*;
use clew_engine::propagators::IntLinear;
use clew_engine::propagators::linear::Part;
use clew_engine::testing::rand::RngExt;
use clew_engine::testing::{Case, Rng, Strength, check, cut};
use clew_relax::{Column, Program, Relaxation, Row};

/// Rows, each a propagator, and their relaxation.
struct Rows {
    scope: Vec<Term>,
    /// Per column the place in the scope, and the value that counts as 1 if it is that of a literal.
    at: Vec<(usize, Option<u32>)>,
    program: Program,
    /// With more rows than these, inequalities are added by need.
    few: usize,
}

/// The rows by themselves, as one propagator: the oracle holds each one to the whole constraint.
#[derive(Clone)]
struct Each(Vec<IntLinear>);

impl Propagator for Each {
    fn name(&self) -> &'static str {
        "rows"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        self.0.iter().for_each(|row| row.subscribe(to));
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        for (i, row) in (0..).zip(&self.0) {
            row.infer(p, i)?;
        }
        Ok(Status::Again)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        self.0[tag.note() as usize].explain(past, fact, tag, why);
    }
}

impl Constraint for Rows {
    fn scope(&self) -> Vec<Term> {
        self.scope.clone()
    }

    fn holds(&self, values: &[u32]) -> bool {
        let value = |j: u32| match self.at[j as usize] {
            (i, Some(v)) => i64::from(values[i] == v),
            (i, None) => i64::from(values[i]),
        };
        self.program.rows.iter().all(|row| {
            let sum: i64 = row.terms.iter().map(|&(j, a)| a * value(j)).sum();
            row.low <= sum && sum <= row.high
        })
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        let part = |&(j, a): &(u32, i64)| match self.program.columns[j as usize] {
            Column::Var(x) => Part::Var(x, a),
            Column::Interval(x) => Part::Interval(x, a),
            Column::Lit(l) => Part::Lit(l, a),
            Column::Own(..) => unreachable!("none is made here"),
        };
        let sum =
            |row: &Row| IntLinear::new(row.terms.iter().map(part).collect(), row.low, row.high);
        into.add(Each(self.program.rows.iter().map(sum).collect()));
        let relaxation =
            Relaxation::with_rows_by_need(into, &self.program, self.few).expect("small numbers");
        into.add(relaxation);
        Ok(())
    }
}

/// A row that about half of the assignments satisfy.
fn row(rng: &mut Rng, columns: usize) -> Row {
    let mut terms = Vec::new();
    for j in 0..columns as u32 {
        let a = rng.random_range(-6..7);
        if a != 0 && rng.random_bool(0.7) {
            terms.push((j, a));
        }
    }
    let low = rng.random_range(-12..12);
    let (low, high) = match rng.random_range(0..6) {
        0 => (low, low),
        1 | 2 => (low, i64::MAX),
        3 | 4 => (i64::MIN, low),
        _ => (low, low + rng.random_range(1..9)),
    };
    Row { terms, low, high }
}

fn case(rng: &mut Rng, values: bool) -> Case {
    let mut engine = Engine::new();
    let (mut scope, mut at, mut program) = (Vec::new(), Vec::new(), Program::default());
    for i in 0..rng.random_range(2..6) {
        let (term, column) = match rng.random_range(0..3) {
            0 => {
                let a = engine.new_bool();
                (Term::Bool(a), Column::Lit(a.pos()))
            }
            1 => {
                let x = engine.new_interval(rng.random_range(2..6));
                (Term::Interval(x), Column::Interval(x))
            }
            _ => {
                let x = engine.new_var(rng.random_range(2..6));
                (Term::Var(x), Column::Var(x))
            }
        };
        cut(&mut engine, &[term], rng, 0.1);
        scope.push(term);
        at.push((i, None));
        program.columns.push(column);
    }
    // Values of variables as columns of their own, with the rows that tie them.
    let mut ties = Vec::new();
    for (i, &term) in scope.iter().enumerate() {
        if let Term::Var(x) = term
            && values
        {
            let first = program.columns.len() as u32;
            let n = engine.store().values(x);
            for v in 0..n {
                program.columns.push(Column::Lit(engine.store().atom(x, v).pos()));
                at.push((i, Some(v)));
            }
            let one = (first..first + n).map(|j| (j, 1)).collect();
            ties.push(Row { terms: one, low: 1, high: 1 });
            let value = (1..n).map(|v| (first + v, i64::from(v))).chain([(i as u32, -1)]).collect();
            ties.push(Row { terms: value, low: 0, high: 0 });
        }
    }
    let n = program.columns.len();
    program.rows = (0..rng.random_range(1..5)).map(|_| row(rng, n)).collect();
    program.rows.extend(ties);
    let few = if rng.random() { 0 } else { usize::MAX };
    let constraint = Rows { scope, at, program, few };
    Case { engine, constraint: Box::new(constraint), strength: Strength::Checking }
}

#[test]
fn of_variables() {
    check("relaxation", 4000, |rng| case(rng, false));
}

#[test]
fn of_variables_and_their_values() {
    check("relaxation with values", 4000, |rng| case(rng, true));
}

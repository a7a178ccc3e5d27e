//! Small constraints of general use, against the oracle.

use clew_engine::kernel::StepCounter;
use clew_engine::kernel::{Engine, Term, VarId};
use clew_engine::propagators::{Moves, NotEqual, Transition};
use clew_engine::testing::{Case, Strength, check, cut};
use rand::RngExt;

fn two_vars(rng: &mut rand::rngs::ChaCha8Rng) -> (Engine, VarId, VarId) {
    let mut engine = Engine::new();
    let x = engine.new_var(rng.random_range(1..7));
    let y = engine.new_var(rng.random_range(1..7));
    cut(&mut engine, &[Term::Var(x), Term::Var(y)], rng, 0.3);
    (engine, x, y)
}

#[test]
fn not_equal() {
    check("not_equal", 500, |rng| {
        let (engine, x, y) = two_vars(rng);
        Case { engine, constraint: Box::new(NotEqual::new(x, y)), strength: Strength::Domain }
    });
}

#[test]
fn transition() {
    check("transition", 800, |rng| {
        let mut engine = Engine::new();
        let states = rng.random_range(1..5);
        let xs = [states, rng.random_range(1..5), states].map(|n| engine.new_var(n));
        cut(&mut engine, &xs.map(Term::Var), rng, 0.3);
        let sizes = xs.map(|x| engine.store().values(x));
        let all = (0..states).flat_map(|from| (0..sizes[1]).map(move |v| (from, v)));
        let all: Vec<(u32, u32)> = all.filter(|_| rng.random_bool(0.7)).collect();
        let moves = all.into_iter().map(|(from, v)| [from, v, rng.random_range(0..states)]);
        let moves = Moves::new(sizes, moves.collect(), &StepCounter::new(None)).expect("few moves");
        let constraint = Box::new(Transition::new(&engine, xs, moves));
        Case { engine, constraint, strength: Strength::Domain }
    });
}

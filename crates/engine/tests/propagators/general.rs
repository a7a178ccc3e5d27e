//! Small constraints of general use, against the oracle.

use clew_engine::kernel::{Engine, Term, VarId};
use clew_engine::propagators::NotEqual;
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

//! Every constraint against its oracle.

use crate::support::oracle::{Case, Strength, check, cut};
use clew::kernel::{Engine, Term, VarId};
use clew::propagators::NotEqual;
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

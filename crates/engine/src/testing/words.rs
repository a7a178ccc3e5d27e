//! Literals in words, for counterexamples: by variable and value, not by the number of an atom.

use crate::kernel::{Lit, Store};

/// A literal by its variable: `x3 = 2`, `x3 != 2`, an interval variable `x3 <= 7` or `x3 > 7`, a Boolean `b7` or `not b7`.
pub(super) fn literal(store: &Store, lit: Lit) -> String {
    let atom = lit.atom();
    let sign = |yes: &'static str, no: &'static str| if lit.is_positive() { yes } else { no };
    if let Some((x, value)) = store.meaning(atom) {
        return format!("x{} {} {value}", x.index(), sign("=", "!="));
    }
    if let Some((x, most)) = store.order(atom) {
        return format!("x{} {} {most}", x.index(), sign("<=", ">"));
    }
    format!("{}b{}", sign("", "not "), atom.index())
}

/// Literals, all of which hold.
pub(super) fn literals(store: &Store, lits: &[Lit]) -> String {
    match lits {
        [] => "nothing".to_string(),
        lits => lits.iter().map(|&lit| literal(store, lit)).collect::<Vec<_>>().join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Engine;

    #[test]
    fn literals_name_their_variables() {
        let mut engine = Engine::new();
        let x = engine.new_vars(4, 5).iter().nth(3).expect("four");
        let b = engine.new_bool();
        let store = engine.store();
        let two = store.atom(x, 2);
        assert_eq!(literals(store, &[two.pos(), two.neg()]), "x3 = 2, x3 != 2");
        assert_eq!(literal(store, b.neg()), format!("not b{}", b.index()));
        assert_eq!(literals(store, &[]), "nothing");
    }
}

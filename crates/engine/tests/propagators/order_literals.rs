//! Order literals against the oracle.

use clew_engine::kernel::{Conflict, Constraint, Engine, Term, VarId};
use clew_engine::propagators::order::{Bound, Increasing, OrderLiterals};
use clew_engine::testing::{Case, Strength, check, cut};
use rand::RngExt;

/// Variables, some of which have order literals, and inequalities between them: by their values.
struct Ordered {
    order: OrderLiterals,
    less: Increasing,
    others: Vec<VarId>,
}

impl Constraint for Ordered {
    fn scope(&self) -> Vec<Term> {
        let mut scope = self.order.scope();
        scope.extend(self.others.iter().map(|&x| Term::Var(x)));
        scope
    }

    fn holds(&self, values: &[u32]) -> bool {
        let (own, _) = values.split_at(values.len() - self.others.len());
        let scope = self.scope();
        let value = |t: &Term| values[scope.iter().position(|s| s == t).expect("in the scope")];
        let compared: Vec<u32> = self.less.scope().iter().map(value).collect();
        self.less.holds(&compared) && self.order.holds(own)
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        self.less.post(into)
    }
}

#[test]
fn literals_and_values_say_the_same() {
    check("order literals", 1200, |rng| {
        let mut engine = Engine::new();
        let n = rng.random_range(2..4);
        let xs: Vec<VarId> = (0..n).map(|_| engine.new_var(rng.random_range(1..6))).collect();
        let terms: Vec<Term> = xs.iter().map(|&x| Term::Var(x)).collect();
        let early = rng.random_bool(0.5);
        if early {
            cut(&mut engine, &terms, rng, 0.2);
        }
        // If domains are cut already, bounds begin with what is left.
        let with = rng.random_range(1..=n);
        let order = OrderLiterals::new(&mut engine, &xs[..with]);
        assert_eq!(order.scope().len() as u32, with as u32 + order.len());
        if !early {
            cut(&mut engine, &terms, rng, 0.2);
        }
        let pairs = (0..n).flat_map(|i| (0..i).map(move |j| [j, i]));
        let mut less: Vec<[VarId; 2]> = pairs.map(|p| p.map(|i| xs[i])).collect();
        less.retain(|_| rng.random_bool(0.7));
        let (less, others) = (Increasing::new(&less), xs[with..].to_vec());
        let constraint = Box::new(Ordered { order, less, others });
        Case { engine, constraint, strength: Strength::Domain }
    });
}

#[test]
fn wide_variables_have_them_as_well() {
    let mut engine = Engine::new();
    let x = engine.new_var(200);
    let order = OrderLiterals::new(&mut engine, &[x, x]);
    assert_eq!(order.len(), 199, "a variable that is named twice has them once");
    for (bound, low, high) in [(order.at_least(x, 70), 70, 199), (order.at_most(x, 130), 70, 130)] {
        let Bound::If(l) = bound else { panic!("it is open") };
        engine.decide(l);
        engine.fixpoint(&mut ()).expect("values are left");
        assert_eq!((engine.store().domain(x).min(), engine.store().domain(x).max()), (low, high));
    }
    assert!(order.at_most(x, 150).is_true(engine.store()));
    assert!(!order.at_least(x, 100).is_true(engine.store()));
}

//! Order literals against the oracle.

use clew_engine::kernel::{Conflict, Constraint, Engine, Term, VarId};
use clew_engine::propagators::order::{Bound, Increasing, OrderLiterals};
use clew_engine::testing::{Case, Strength, check, cut};
use rand::RngExt;

/// Two variables with order literals, the first one less than the second: by their values.
struct Ordered {
    order: OrderLiterals,
    less: Increasing,
}

impl Constraint for Ordered {
    fn scope(&self) -> Vec<Term> {
        self.order.scope()
    }

    fn holds(&self, values: &[u32]) -> bool {
        self.less.holds(&values[..2]) && self.order.holds(values)
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        self.less.post(into)
    }
}

#[test]
fn literals_and_values_say_the_same() {
    check("order literals", 400, |rng| {
        let mut engine = Engine::new();
        let xs = [0; 2].map(|_| engine.new_var(rng.random_range(1..6)));
        let order = OrderLiterals::new(&mut engine, &xs).expect("nothing is cut yet");
        assert_eq!(order.scope().len() as u32, 2 + order.len());
        cut(&mut engine, &order.scope(), rng, 0.2);
        let less = Increasing::new(&[xs]);
        Case { engine, constraint: Box::new(Ordered { order, less }), strength: Strength::Domain }
    });
}

#[test]
fn wide_variables_have_them_as_well() {
    let mut engine = Engine::new();
    let x = engine.new_var(200);
    let order = OrderLiterals::new(&mut engine, &[x, x]).expect("open");
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

/// `x < y` on variables that have order literals.
struct Less {
    order: OrderLiterals,
    xs: [VarId; 2],
}

impl Constraint for Less {
    fn scope(&self) -> Vec<Term> {
        self.order.scope()
    }

    fn holds(&self, values: &[u32]) -> bool {
        values[0] < values[1] && self.order.holds(values)
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        self.order.less_than(into, self.xs[0], self.xs[1])
    }
}

#[test]
fn less_than() {
    let mut refused = 0;
    check("less than, by order literals", 400, |rng| {
        let mut engine = Engine::new();
        let xs = [0; 2].map(|_| engine.new_var(rng.random_range(1..6)));
        let order = OrderLiterals::new(&mut engine, &xs).expect("nothing is cut yet");
        Case { engine, constraint: Box::new(Less { order, xs }), strength: Strength::Domain }
    });
    for (x, y) in [(1, 1), (3, 1), (2, 2)] {
        let mut engine = Engine::new();
        let xs = [engine.new_var(x), engine.new_var(y)];
        let order = OrderLiterals::new(&mut engine, &xs).expect("open");
        refused += u32::from(order.less_than(&mut engine, xs[0], xs[1]).is_err());
    }
    assert_eq!(refused, 2, "nothing is less than the least value");
}

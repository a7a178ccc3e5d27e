//! Order literals: Booleans "x is at most v", which the store keeps with the values of x
//! ([`Store::bounds`](crate::kernel::Store::bounds)).
//!
//! The store's other literals are "x is v" and "x is not v". In these, a bound takes one literal per removed
//! value, and so does an explanation that uses it. With a literal for each bound it takes one literal, and
//! learnt clauses about bounds are short. A propagator expresses its inferences about bounds with order
//! literals ([`OrderLiterals::at_least`], [`OrderLiterals::at_most`]), and explains with them.
//!
//! The literals are functions of the variables, so they add no solution.
//!
//! Source: Ohrimenko, Stuckey, Codish, "Propagation via lazy clause generation", 2009.

use crate::kernel::Model;
use crate::kernel::prelude::*;

/// A bound as a literal, unless it holds for all values, or for none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Every value is within it.
    Always,
    /// No value is.
    Never,
    /// It holds if this does.
    If(Lit),
}

impl Bound {
    /// Its literal, for the premises of an explanation; a bound that always holds needs none.
    #[inline]
    pub fn lit(self) -> Option<Lit> {
        match self {
            Bound::If(l) => Some(l),
            Bound::Always | Bound::Never => None,
        }
    }

    /// Whether it holds by now, or in the past that an explanation sees.
    #[inline]
    pub fn is_true(self, now: &impl View) -> bool {
        match self {
            Bound::If(l) => now.is_true(l),
            other => other == Bound::Always,
        }
    }
}

impl std::ops::Not for Bound {
    type Output = Bound;

    fn not(self) -> Bound {
        match self {
            Bound::Always => Bound::Never,
            Bound::Never => Bound::Always,
            Bound::If(l) => Bound::If(!l),
        }
    }
}

/// Order literals of some variables.
///
/// ```
/// use clew_engine::kernel::Engine;
/// use clew_engine::propagators::order::{Bound, OrderLiterals};
///
/// let mut engine = Engine::new();
/// let x = engine.new_var(5);
/// let order = OrderLiterals::new(&mut engine, &[x]);
/// assert_eq!(order.at_most(x, 4), Bound::Always);
/// let Bound::If(small) = order.at_most(x, 1) else { unreachable!() };
/// engine.decide(small);
/// engine.fixpoint(&mut ()).unwrap();
/// assert_eq!(engine.store().domain(x).max(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct OrderLiterals {
    xs: Vec<VarId>,
    /// The range from the first variable to the last; the literals of each.
    span: Vars,
    own: Vec<Option<Bools>>,
}

impl OrderLiterals {
    /// Creates the literals of these variables, one fewer for each than its initial values. A variable that occurs
    /// twice gets its literals once.
    ///
    /// # Panics
    /// If a variable has order literals already.
    pub fn new(engine: &mut Engine, xs: &[VarId]) -> OrderLiterals {
        let xs = each_once(xs);
        engine.new_bounds(&xs);
        OrderLiterals::of_store(engine.store(), xs)
    }

    /// The same in a model, where the literals get a name. Search need not decide them: they follow from the values.
    ///
    /// # Panics
    /// As [`OrderLiterals::new`].
    pub fn in_model(model: &mut Model, name: &'static str, xs: &[VarId]) -> OrderLiterals {
        let xs = each_once(xs);
        model.bounds(name, &xs);
        OrderLiterals::of_store(model.engine.store(), xs)
    }

    fn of_store(store: &Store, xs: Vec<VarId>) -> OrderLiterals {
        let span = Vars::spanning(xs.iter().copied());
        let mut own = vec![None; span.len() as usize];
        for &x in &xs {
            own[span.index_of(x).expect("all are in it") as usize] = store.bounds(x);
        }
        OrderLiterals { xs, span, own }
    }

    /// How many literals there are.
    pub fn len(&self) -> u32 {
        self.own.iter().flatten().map(|own| own.len()).sum()
    }

    /// Whether there is none: no variable has two values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The atoms "at most 0", "at most 1", … of a variable.
    ///
    /// # Panics
    /// If it has no order literals.
    #[inline]
    pub fn bools_of(&self, x: VarId) -> Bools {
        let own = self.span.index_of(x).and_then(|i| self.own[i as usize]);
        own.unwrap_or_else(|| panic!("{x:?} has no order literals"))
    }

    /// `x <= v`.
    ///
    /// # Panics
    /// If `x` has no order literals.
    #[inline]
    pub fn at_most(&self, x: VarId, v: u32) -> Bound {
        let own = self.bools_of(x);
        if v < own.len() { Bound::If(own.at(v).pos()) } else { Bound::Always }
    }

    /// `x >= v`.
    ///
    /// # Panics
    /// If `x` has no order literals.
    #[inline]
    pub fn at_least(&self, x: VarId, v: u32) -> Bound {
        match v.checked_sub(1) {
            Some(below) => !self.at_most(x, below),
            None => Bound::Always,
        }
    }
}

fn each_once(xs: &[VarId]) -> Vec<VarId> {
    let span = Vars::spanning(xs.iter().copied());
    let mut seen = vec![false; span.len() as usize];
    let mut first = |x| {
        let i = span.index_of(x).expect("all are in it") as usize;
        !std::mem::replace(&mut seen[i], true)
    };
    xs.iter().copied().filter(|&x| first(x)).collect()
}

/// Each order literal has its defined meaning.
impl Constraint for OrderLiterals {
    fn scope(&self) -> Vec<Term> {
        let vars = self.xs.iter().copied().map(Term::Var);
        let bools = self.xs.iter().flat_map(|&x| self.bools_of(x).iter());
        vars.chain(bools.map(Term::Bool)).collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        let (xs, mut bools) = values.split_at(self.xs.len());
        self.xs.iter().zip(xs).all(|(&x, &value)| {
            let (own, rest) = bools.split_at(self.bools_of(x).len() as usize);
            bools = rest;
            (0..).zip(own).all(|(v, &b)| (b == 1) == (value <= v))
        })
    }

    /// Nothing: the store keeps them.
    fn post(&self, _: &mut Engine) -> Result<(), Conflict> {
        Ok(())
    }
}

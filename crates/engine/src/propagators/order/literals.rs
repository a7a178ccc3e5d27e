//! Order literals: Booleans "x is at most v", tied to the values of x by clauses.
//!
//! The store's own literals are "x is v" and "x is not v". In these, a bound takes one literal per removed
//! value, and so does an explanation that uses it. With a literal for each bound it takes one literal, and
//! learnt clauses about bounds are short. A propagator expresses its inferences about bounds with order
//! literals ([`OrderLiterals::at_least`], [`OrderLiterals::at_most`]), and explains with them; the clauses do
//! the rest, and are domain consistent: some 4 per value.
//!
//! The literals are functions of the variables, so they add no solution.
//!
//! Source: Ohrimenko, Stuckey, Codish, "Propagation via lazy clause generation", 2009.

use crate::kernel::prelude::*;
use crate::kernel::{Group, Model, StepCounter};

/// Steps of [`StepCounter`] that the clauses of a value take.
const STEPS_PER_VALUE: usize = 32;

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
/// let order = OrderLiterals::new(&mut engine, &[x]).unwrap();
/// assert_eq!(order.at_most(x, 4), Bound::Always);
/// let Bound::If(small) = order.at_most(x, 1) else { unreachable!() };
/// engine.decide(small);
/// engine.fixpoint(&mut ()).unwrap();
/// assert_eq!(engine.store().domain(x).max(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct OrderLiterals {
    xs: Vec<VarId>,
    /// The range from the first variable to the last; the place of each in `xs`.
    span: Vars,
    slot: Vec<u32>,
    /// The literals "at most 0", "at most 1", … of each, one variable after another.
    bools: Bools,
    /// The start of the literals of each, and the end of those of the last.
    first: Vec<u32>,
}

const NO_SLOT: u32 = u32::MAX;

impl OrderLiterals {
    /// Creates the literals of these variables, one fewer for each than its initial values, and their
    /// clauses. A variable that occurs twice gets its literals once.
    ///
    /// # Errors
    /// [`Conflict`] if a variable has no value.
    pub fn new(engine: &mut Engine, xs: &[VarId]) -> Result<OrderLiterals, Conflict> {
        let mut order = OrderLiterals::laid_out(engine.store(), xs);
        order.bools = engine.new_bools(order.len());
        order.post(engine)?;
        Ok(order)
    }

    /// The same in a model: the literals get a name, and search may decide them, the positive ones first.
    ///
    /// # Errors
    /// As [`OrderLiterals::new`]; [`Halt::Interrupted`].
    pub fn in_model(
        model: &mut Model,
        name: &'static str,
        xs: &[VarId],
        counter: &StepCounter<'_>,
    ) -> Result<OrderLiterals, Halt> {
        let mut order = OrderLiterals::laid_out(model.engine.store(), xs);
        order.bools = model.bools(name, order.len());
        for &x in &order.xs {
            counter.spend(STEPS_PER_VALUE * model.engine.store().values(x) as usize)?;
            order.channel(&mut model.engine, x)?;
        }
        model.groups.push(Group::Bools { bools: order.bools, prefer: true });
        Ok(order)
    }

    fn laid_out(store: &Store, xs: &[VarId]) -> OrderLiterals {
        let span = Vars::spanning(xs.iter().copied());
        let mut slot = vec![NO_SLOT; span.len() as usize];
        let (mut own, mut first) = (Vec::new(), vec![0]);
        for &x in xs {
            let at = &mut slot[span.index_of(x).expect("all are in it") as usize];
            if *at == NO_SLOT {
                *at = own.len() as u32;
                own.push(x);
                first.push(first[first.len() - 1] + store.values(x).saturating_sub(1));
            }
        }
        OrderLiterals { xs: own, span, slot, bools: Bools::default(), first }
    }

    /// How many literals there are.
    pub fn len(&self) -> u32 {
        self.first[self.xs.len()]
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
    pub fn of(&self, x: VarId) -> Bools {
        let slot = self.span.index_of(x).map_or(NO_SLOT, |i| self.slot[i as usize]) as usize;
        assert!(slot < self.xs.len(), "{x:?} has no order literals");
        self.bools.part(self.first[slot], self.first[slot + 1] - self.first[slot])
    }

    /// `x <= v`.
    ///
    /// # Panics
    /// If `x` has no order literals.
    #[inline]
    pub fn at_most(&self, x: VarId, v: u32) -> Bound {
        let own = self.of(x);
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

    /// Makes `x < y` hold, by clauses of two literals, one for each value of `y`.
    ///
    /// # Errors
    /// [`Conflict`] if it cannot.
    ///
    /// # Panics
    /// If one of them has no order literals.
    pub fn less_than(&self, engine: &mut Engine, x: VarId, y: VarId) -> Result<(), Conflict> {
        let last = engine.store().values(y).saturating_sub(1);
        // At both ends the clause concerns one variable alone, so these come first.
        let ends = [0, last].into_iter().take(1 + usize::from(last > 0));
        for v in ends.chain(1..last) {
            let below = v.checked_sub(1).map_or(Bound::Never, |u| self.at_most(x, u));
            clause(engine, &[!self.at_most(y, v), below])?;
        }
        Ok(())
    }

    /// The clauses that tie a variable's values to its literals.
    fn channel(&self, engine: &mut Engine, x: VarId) -> Result<(), Conflict> {
        let own = self.of(x);
        for v in 0..engine.store().values(x) {
            let is = Bound::If(engine.store().atom(x, v).pos());
            let here = if v < own.len() { Bound::If(own.at(v).pos()) } else { Bound::Always };
            let below = v.checked_sub(1).map_or(Bound::Never, |u| Bound::If(own.at(u).pos()));
            clause(engine, &[!is, !below])?;
            clause(engine, &[!is, here])?;
            clause(engine, &[is, below, !here])?;
            clause(engine, &[!below, here])?;
        }
        Ok(())
    }
}

/// Adds a clause, unless it always holds.
fn clause(engine: &mut Engine, bounds: &[Bound]) -> Result<(), Conflict> {
    if bounds.contains(&Bound::Always) {
        return Ok(());
    }
    let lits: Lits = bounds.iter().filter_map(|b| b.lit()).collect();
    engine.add_clause(&lits)
}

/// Each order literal has its defined meaning.
impl Constraint for OrderLiterals {
    fn scope(&self) -> Vec<Term> {
        let vars = self.xs.iter().copied().map(Term::Var);
        vars.chain(self.bools.iter().map(Term::Bool)).collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        let (xs, bools) = values.split_at(self.xs.len());
        let own = |slot: usize| &bools[self.first[slot] as usize..self.first[slot + 1] as usize];
        xs.iter()
            .enumerate()
            .all(|(slot, &x)| (0..).zip(own(slot)).all(|(v, &b)| (b == 1) == (x <= v)))
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        self.xs.iter().try_for_each(|&x| self.channel(into, x))
    }
}

//! Lower bounds from cores: terms of the goal that cannot all be as small as possible.
//!
//! Each term of the goal wants a literal, at a weight; a variable wants to be at its least value first. A set of wishes that
//! no better solution satisfies is a *core*: one of them fails, which costs the least of their weights. That much is
//! taken off all of them, and the number of those that fail becomes a new variable, which wants to be 1. Wishes of large
//! weights come first. Where a solution satisfies all wishes, it is the best one.
//!
//! Sources: C. Ansótegui, M. L. Bonet and J. Levy, SAT-based MaxSAT algorithms, 2013 (strata); A. Morgado, C. Dodaro and J.
//! Marques-Silva, Core-guided MaxSAT with soft cardinality constraints, 2014 (OLL); G. Gange, J. Berg, E. Demirović and P.
//! J. Stuckey, Core-guided and core-boosted search for CP, 2020 (variables).

use super::Item;
use crate::model::network::places::VarMap;
use crate::model::network::relaxation::defined;
use crate::model::statement::Statement;
use clew_engine::kernel::{Conflict, Constraint, Engine, Halt, IntervalId, Lit, Store, VarId};
use clew_engine::propagators::IntLinear;
use clew_engine::propagators::linear::Part;
use clew_engine::run::{Budget, Stats, Stop};
use clew_engine::search::{AssumptionQuery, AssumptionResult, Learner};
use std::collections::{BTreeMap, BTreeSet};

/// The name of these turns where parts of a run are left out.
pub(in crate::model) const CORES: &str = "cores";

/// A goal of fewer terms has no cores worth looking for.
const FEW: usize = 3;
/// A term of more values has no wishes: raised one by one, they bound little.
const MANY: i64 = 64;

/// The most literals of all cores: some 100 MB with their sums.
const MOST_LITERALS: usize = 1 << 20;

/// A term of the goal, with a positive weight: it costs by how much it exceeds its least value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cost {
    /// A literal that costs while it is true.
    Lit(Lit),
    /// A variable, or its negation.
    Var(VarId, i64),
    /// An interval variable, or its negation.
    Interval(IntervalId, i64),
}

/// The terms of the goal's sum with their positive weights, and the least that the sum can be by its terms alone.
pub(super) fn costs(
    statement: &Statement,
    places: &VarMap,
    store: &Store,
) -> (Vec<(i64, Cost)>, i64) {
    let Some(target) = &statement.target else { return Default::default() };
    let (terms, mut base) = defined(target, statement);
    let mut costs = Vec::with_capacity(terms.len());
    for (c, x) in terms {
        let item = Item::from_operand(x, &statement.variables, places, store);
        let Some(item) = item else { continue };
        let (least, most) = match item {
            Item::Bool { lit, .. } => (store.is_true(lit).into(), (!store.is_false(lit)).into()),
            item => (item.least(store), item.greatest(store)),
        };
        base += (c * least).min(c * most);
        let cost = match item {
            Item::Bool { lit, .. } => Cost::Lit(if c > 0 { lit } else { !lit }),
            Item::Ends { interval, .. } => Cost::Interval(interval, c.signum()),
            Item::Int { var, .. } => Cost::Var(var, c.signum()),
        };
        costs.push((c.abs(), cost));
    }
    (costs, base)
}

/// The variable and the value of a wish that this variable is at most that value.
type Level = Option<(IntervalId, i64)>;

/// A wish.
#[derive(Clone, Copy, Debug)]
struct Wish {
    weight: i64,
    level: Level,
}

/// The answer to one question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// A solution was found, or a core.
    Went,
    /// There is no better solution.
    Exhausted,
    /// Every wish of the goal is satisfied, or no more can be found out.
    Done,
}

/// A search for cores.
pub(super) struct Cores {
    engine: Engine,
    learner: Learner,
    /// The wishes; each is the literal that holds where it is satisfied.
    wishes: BTreeMap<Lit, Wish>,
    /// Cores whose variables are still to be made, with their weights.
    cores: Vec<(Vec<Lit>, i64)>,
    /// Wishes of these cores: they wait.
    waiting: BTreeSet<Lit>,
    /// Wishes of less weight wait.
    stratum: i64,
    /// The bound of all better solutions: the least of each term, and the cores.
    pub lower: i64,
    /// The literals of all cores.
    literals: usize,
    pub spent: Stats,
    pub is_done: bool,
}

impl Cores {
    /// The wishes of a goal, whose terms are at least `base` together, in an engine at its root; `None` if there are few.
    ///
    /// # Errors
    /// If there is no better solution.
    pub fn new(
        mut engine: Engine,
        learner: Learner,
        costs: &[(i64, Cost)],
        base: i64,
    ) -> Result<Option<Cores>, Halt> {
        let mut wishes = Vec::new();
        for &(weight, cost) in costs {
            wishes.extend(wish(&mut engine, cost)?.map(|(lit, level)| (lit, weight, level)));
        }
        if wishes.len() < FEW {
            return Ok(None);
        }
        let learner = learner.renewed(&mut engine, &mut ())?;
        let mut of = Cores {
            engine,
            learner,
            wishes: BTreeMap::new(),
            cores: Vec::new(),
            waiting: BTreeSet::new(),
            stratum: i64::MAX,
            lower: base,
            literals: 0,
            spent: Stats::default(),
            is_done: false,
        };
        wishes.into_iter().for_each(|(lit, weight, level)| of.add(lit, weight, level));
        of.descend();
        Ok(Some(of))
    }

    fn add(&mut self, lit: Lit, weight: i64, level: Level) {
        self.wishes.entry(lit).or_insert(Wish { weight: 0, level }).weight += weight;
    }

    /// Lets wishes of half the weight take part; returns whether there are more of them.
    fn descend(&mut self) -> bool {
        let weights = || self.wishes.values().map(|wish| wish.weight).filter(|w| *w < self.stratum);
        let half = weights().filter(|w| *w <= self.stratum / 2).max();
        let next =
            if self.stratum == i64::MAX { weights().max() } else { half.or(weights().min()) };
        self.stratum = next.unwrap_or(self.stratum);
        next.is_some()
    }

    /// One search under assumptions.
    ///
    /// # Errors
    /// A limit.
    pub fn step(
        &mut self,
        found: &mut dyn FnMut(&Engine),
        budget: &Budget,
        stats: &mut Stats,
    ) -> Result<Step, Stop> {
        let mut assume: Vec<(i64, Lit)> = self
            .wishes
            .iter()
            .filter(|(lit, wish)| wish.weight >= self.stratum && !self.waiting.contains(lit))
            .map(|(&lit, wish)| (-wish.weight, lit))
            .collect();
        assume.sort_unstable();
        let assume: Vec<Lit> = assume.into_iter().map(|of| of.1).collect();
        let question = AssumptionQuery { assume: &assume, wish: &[] };
        let (learner, engine) = (&mut self.learner, &mut self.engine);
        match learner.ask(engine, question, found, budget, stats, &mut ())? {
            AssumptionResult::Refused(core) if core.is_empty() => Ok(Step::Exhausted),
            AssumptionResult::Refused(core) => {
                self.literals += core.len();
                self.refused(core);
                Ok(if self.literals < MOST_LITERALS { Step::Went } else { Step::Done })
            }
            AssumptionResult::Solution if !self.cores.is_empty() => match self.count() {
                Ok(()) => Ok(Step::Went),
                Err(Halt::Conflict) => Ok(Step::Exhausted),
                Err(Halt::Interrupted) => Err(budget.why()),
            },
            AssumptionResult::Solution => Ok(if self.descend() { Step::Went } else { Step::Done }),
        }
    }

    /// One of these wishes fails.
    fn refused(&mut self, core: Vec<Lit>) {
        let weight = core.iter().map(|lit| self.wishes[lit].weight).min().unwrap_or(0);
        self.lower += weight;
        for &lit in &core {
            let wish = self.wishes.get_mut(&lit).expect("an assumption");
            wish.weight -= weight;
            let (left, level) = (wish.weight, wish.level);
            if left == 0 {
                self.wishes.remove(&lit);
            }
            if let Some((x, most)) = level
                && most + 1 < self.engine.store().high(x)
            {
                self.learner.rest(&mut self.engine);
                let next = self.engine.at_most(x, most + 1);
                self.add(next, weight, Some((x, most + 1)));
                self.waiting.insert(next);
            }
        }
        self.waiting.extend(&core);
        self.cores.push((core, weight));
    }

    /// Makes a variable for the number of failed wishes of each core.
    fn count(&mut self) -> Result<(), Halt> {
        self.learner.rest(&mut self.engine);
        for (core, weight) in std::mem::take(&mut self.cores) {
            if let [lit] = core[..] {
                self.engine.assert(!lit)?;
                continue;
            }
            let n = core.len() as u32;
            // Value 0 stands for one of them.
            let x = self.engine.new_interval(n);
            let mut parts: Vec<Part> = core.iter().map(|&lit| Part::Lit(!lit, 1)).collect();
            parts.push(Part::Interval(x, -1));
            self.engine.add(IntLinear::new(parts, i64::MIN, 1));
            let clause: Vec<Lit> = core.iter().map(|&lit| !lit).collect();
            self.engine.add_clause(&clause)?;
            let most = self.engine.at_most(x, 0);
            self.add(most, weight, Some((x, 0)));
        }
        self.waiting.clear();
        self.engine.propagate_root(&mut ())
    }
}

/// The wish that a term is as small as it can be.
fn wish(engine: &mut Engine, cost: Cost) -> Result<Option<(Lit, Level)>, Conflict> {
    let (part, low, high) = match cost {
        Cost::Lit(l) if engine.store().is_open(l.atom()) => return Ok(Some((!l, None))),
        Cost::Lit(_) => return Ok(None),
        Cost::Var(x, sign) => {
            let domain = engine.store().domain(x);
            let (low, high) = (i64::from(domain.min()), i64::from(domain.max()));
            if high == low + 1 {
                let best = if sign > 0 { low } else { high };
                return Ok(Some((engine.store().atom(x, best as u32).pos(), None)));
            }
            (Part::Var(x, sign), low, high)
        }
        Cost::Interval(x, sign) => {
            let (low, high) = (engine.store().low(x), engine.store().high(x));
            (Part::Interval(x, sign), low, high)
        }
    };
    if low == high || high - low >= MANY {
        return Ok(None);
    }
    // Its distance from the end that is best, as a variable of its own.
    let sign = match part {
        Part::Var(_, sign) | Part::Interval(_, sign) | Part::Lit(_, sign) => sign,
    };
    let from = if sign > 0 { low } else { -high };
    let z = engine.new_interval((high - low + 1) as u32);
    IntLinear::new(vec![part, Part::Interval(z, -1)], from, from).post(engine)?;
    Ok(Some((engine.at_most(z, 0), Some((z, 0)))))
}

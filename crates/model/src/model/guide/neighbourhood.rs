//! Search in neighbourhoods of the best solution: most choices are decided as in that solution, the others freely; after
//! some failures another neighbourhood comes.
//!
//! A neighbourhood is an order of decisions, no constraint: clauses learnt in it hold everywhere, and where it has no
//! better solution, conflicts undo its decisions one by one.
//!
//! Sources: P. Shaw, Using constraint programming and local search methods to solve vehicle routing problems, 1998; L.
//! Perron, P. Shaw and V. Furnon, Propagation guided large neighborhood search, 2004 (sizes that adapt).

use super::{Item, Phase, Random, cut_towards};
use crate::model::expr::Operand;
use crate::model::network::places::VarMap;
use crate::model::statement::Statement;
use crate::model::variables::{BoolKind, Values};
use clew_engine::kernel::{Engine, Entry, IntervalId, Lit, Store};
use clew_engine::search::Decider;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The name of these turns where parts of a run are left out.
pub(in crate::model) const NEIGHBOURHOODS: &str = "neighbourhoods";

/// With fewer choices there are no neighbourhoods.
const FEW: usize = 4;

/// Failures in a neighbourhood.
///
/// Range: from some tens to thousands. Trades: many neighbourhoods, against good search in each.
const FAILURES: u64 = 200;
/// The part of the choices that is free in the beginning, and its limits.
const SHARE: f64 = 0.1;
const SHARES: std::ops::RangeInclusive<f64> = 0.005..=0.9;
/// The factor by which a neighbourhood becomes larger where it has been searched to its end, and smaller where not.
const STEP: f64 = 1.1;

/// The choices that neighbourhoods are about: the open variables that a modeller decides first, or where these are few, all
/// that no other variables define; the goal is none of them. Nothing if there are few in any case.
pub(super) fn choices(
    statement: &Statement,
    places: &VarMap,
    phases: &[Phase],
    store: &Store,
) -> Vec<(Operand, Item)> {
    let of = &statement.variables;
    let goal = statement.target.iter().flat_map(|target| &target.terms);
    let goal: FxHashSet<Operand> = goal.map(|term| term.1).collect();
    let place = |x: Operand| {
        let item = Item::from_operand(x, of, places, store)?;
        let is_goal = goal.len() == 1 && goal.contains(&x);
        (!is_goal && item.is_open(store)).then_some((x, item))
    };
    let annotated = phases.iter().flat_map(|phase| &phase.variables).map(|x| Operand::from(x.0));
    let mut seen = FxHashSet::default();
    let mut all: Vec<_> = annotated.filter(|x| seen.insert(*x)).filter_map(place).collect();
    if all.len() < FEW {
        let ints = (0..of.ints.len() as u32).map(Operand::Int);
        let bools = (0..of.bools.len() as u32).map(Operand::Bool);
        let is_own = |x: &Operand| match *x {
            Operand::Bool(b) => matches!(of.bools[b as usize], BoolKind::Own(_)),
            Operand::Int(_) => true,
        };
        let defined = |x: &Operand| statement.defined.contains(x);
        all = ints.chain(bools).filter(|x| is_own(x) && !defined(x)).filter_map(place).collect();
    }
    if all.len() < FEW { Vec::new() } else { all }
}

/// The variables with hints that are still open are choices as well.
pub(super) fn with_hinted(
    mut choices: Vec<(Operand, Item)>,
    statement: &Statement,
    places: &VarMap,
    store: &Store,
) -> Vec<(Operand, Item)> {
    let mut seen: FxHashSet<Operand> = choices.iter().map(|choice| choice.0).collect();
    for &(x, _) in &statement.hints {
        if seen.insert(x) {
            let item = Item::from_operand(x, &statement.variables, places, store);
            choices.extend(item.filter(|item| item.is_open(store)).map(|item| (x, item)));
        }
    }
    choices
}

/// The values of choices in a solution.
pub(super) fn values(of: &[Operand], statement: &Statement, all: &[i64]) -> Vec<Option<i64>> {
    let values = Values { of: &statement.variables, all };
    of.iter().map(|&x| Some(values.operand(x))).collect()
}

/// The values of choices that hints give.
pub(super) fn hinted(of: &[Operand], statement: &Statement) -> Vec<Option<i64>> {
    let fits = |&&(x, value): &&(Operand, i64)| match x {
        Operand::Int(x) => {
            let x = &statement.variables.ints[x as usize];
            (x.low..=x.high).contains(&value)
        }
        Operand::Bool(_) => true,
    };
    let hints: FxHashMap<_, _> = statement.hints.iter().filter(fits).copied().collect();
    of.iter().map(|x| hints.get(x).copied()).collect()
}

/// The values of the choices in the best solution, or hints before there is one, shared with the search that finds solutions.
#[derive(Debug, Default)]
pub(super) struct BestValues {
    values: Mutex<Arc<[Option<i64>]>>,
    /// How many solutions there were.
    version: AtomicU64,
}

impl BestValues {
    /// Takes those of a better solution.
    pub fn set(&self, values: Vec<Option<i64>>) {
        *self.values.lock().unwrap_or_else(PoisonError::into_inner) = values.into();
        self.version.fetch_add(1, Ordering::AcqRel);
    }
}

/// Decides choices as in the best solution, then by another decider.
#[derive(Clone)]
pub(super) struct Neighbourhood {
    choices: Arc<[Item]>,
    best: Arc<BestValues>,
    /// The values that this neighbourhood is about, and their version.
    values: Arc<[Option<i64>]>,
    version: u64,
    /// The choices that are decided as before, in this order; those before `at` need no decision.
    kept: Vec<u32>,
    at: usize,
    /// The level at which all of them were decided.
    top: Option<u32>,
    failures: u64,
    share: f64,
    /// The first one leaves nothing free: its values are hints.
    is_whole: bool,
    /// Another neighbourhood is to come, and for that a restart.
    is_over: bool,
    restarts: bool,
    /// It has begun with the decision that is being taken.
    is_new: bool,
    random: Random,
    rest: Box<dyn Decider>,
}

impl Neighbourhood {
    /// Neighbourhoods of these values of the choices; `rest` decides the free variables.
    pub fn new(
        choices: Arc<[Item]>,
        best: Arc<BestValues>,
        seed: u64,
        rest: Box<dyn Decider>,
    ) -> Neighbourhood {
        Neighbourhood {
            choices,
            best,
            values: Arc::default(),
            version: 0,
            kept: Vec::new(),
            at: 0,
            top: None,
            failures: 0,
            share: SHARE,
            is_whole: false,
            is_over: false,
            restarts: false,
            is_new: false,
            random: Random::new(seed),
            rest,
        }
    }

    /// The same; the first neighbourhood leaves no choice free, and decides in their order.
    pub fn beginning_whole(self) -> Neighbourhood {
        Neighbourhood { is_whole: true, ..self }
    }

    /// Begins another neighbourhood: a run of choices, or some runs, or any choices are free.
    fn begin(&mut self) {
        self.values = self.best.values.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.version = self.best.version.load(Ordering::Acquire);
        let n = self.choices.len();
        let free = ((self.share * n as f64) as usize).clamp(2.min(n), n);
        let run = match self.random.below(3) {
            0 => free,
            1 => free.div_ceil(3),
            _ => 1,
        };
        let mut is_free = vec![false; n];
        let is_whole = std::mem::take(&mut self.is_whole);
        let runs = if is_whole { 0 } else { free.div_ceil(run.max(1)) };
        for _ in 0..runs {
            let first = self.random.below(n as u32) as usize;
            (0..run).for_each(|k| is_free[(first + k) % n] = true);
        }
        self.kept = (0..n as u32).filter(|&k| !is_free[k as usize]).collect();
        for i in (1..self.kept.len()).rev().filter(|_| !is_whole) {
            let j = self.random.below(i as u32 + 1) as usize;
            self.kept.swap(i, j);
        }
        (self.at, self.top, self.failures) = (0, None, 0);
        (self.is_over, self.restarts, self.is_new) = (false, false, true);
    }

    /// Looks whether the neighbourhood is still the right one, before a decision.
    fn prepare(&mut self, engine: &Engine) {
        let level = engine.level();
        if self.is_new {
            return;
        }
        if level == 0 || (self.is_over && !self.restarts) {
            self.begin();
        } else if self.version != self.best.version.load(Ordering::Acquire) {
            self.end(1.0);
        } else if self.top.is_some_and(|top| level < top) {
            // A conflict has undone a decision of the best solution: there is no better one here.
            self.end(STEP);
        }
    }

    fn end(&mut self, factor: f64) {
        if !std::mem::replace(&mut self.is_over, true) {
            self.share = (self.share * factor).clamp(*SHARES.start(), *SHARES.end());
            self.restarts = true;
        }
    }

    /// The next choice that is decided as before, with its value.
    fn kept_choice(&mut self, store: &Store) -> Option<(Item, i64)> {
        while let Some(&k) = self.kept.get(self.at) {
            let item = self.choices[k as usize];
            if let Some(&Some(value)) = self.values.get(k as usize)
                && item.is_open(store)
                && item.can_be(value, store)
            {
                return Some((item, value));
            }
            self.at += 1;
        }
        None
    }
}

impl Decider for Neighbourhood {
    fn next(&mut self, engine: &Engine, patient: bool) -> Option<Lit> {
        self.prepare(engine);
        self.is_new = false;
        if let Some((item, value)) = self.kept_choice(engine.store()) {
            return item.literal_of(value, engine.store());
        }
        self.top.get_or_insert(engine.level());
        self.rest.next(engine, patient)
    }

    fn rest(&self) -> Option<&dyn Decider> {
        Some(&*self.rest)
    }

    fn rest_mut(&mut self) -> Option<&mut dyn Decider> {
        Some(&mut *self.rest)
    }

    fn cut(&mut self, engine: &Engine) -> Option<(IntervalId, i64, bool)> {
        self.prepare(engine);
        let store = engine.store();
        let choice = match self.kept_choice(store) {
            Some((Item::Ends { interval, low, .. }, value)) => {
                Some(cut_towards(interval, value - low, store))
            }
            Some(_) => None,
            None => self.rest.cut(engine),
        };
        self.is_new &= choice.is_none();
        choice
    }

    fn learnt(&mut self, engine: &Engine, patient: bool) {
        self.failures += 1;
        if self.failures >= FAILURES {
            // Where not even the decisions of the best solution came to their end, too few are free.
            self.end(if self.top.is_some() { 1.0 / STEP } else { STEP });
        }
        self.rest.learnt(engine, patient);
    }

    fn undone(&mut self, entries: &[Entry]) {
        self.at = 0;
        self.rest.undone(entries);
    }

    fn restart(&mut self) -> Option<bool> {
        Some(std::mem::take(&mut self.restarts))
    }
}

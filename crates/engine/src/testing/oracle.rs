//! One oracle for every constraint, based on its truth test alone.
//!
//! From random domains, random decisions are taken; at every node the whole scope is enumerated.
//! Checked: nothing a solution has is removed; the claimed consistency; the fixpoint claim; failure
//! exactly where no assignment is left once all is fixed; undo restores every domain; the same is
//! inferred from the decisions at once and after however many steps down and up; every reason was
//! true before the fact it explains and, with the constraint, implies it. All of it holds as well
//! where propagation is interrupted again and again and goes on: every third case.
//!
//! ```
//! use clew_engine::kernel::{Engine, Term};
//! use clew_engine::propagators::NotEqual;
//! use clew_engine::testing::{Case, Rng, Strength, check, cut, rand::RngExt};
//!
//! check("not_equal", 20, |rng: &mut Rng| {
//!     let mut engine = Engine::new();
//!     let (x, y) = (engine.new_var(rng.random_range(1..7)), engine.new_var(rng.random_range(1..7)));
//!     cut(&mut engine, &[Term::Var(x), Term::Var(y)], rng, 0.3);
//!     Case { engine, constraint: Box::new(NotEqual::new(x, y)), strength: Strength::Domain }
//! });
//! ```

use super::Rng;
use super::words::{literal, literals};
use crate::kernel::{
    CallResult, Conflict, Constraint, Engine, Halt, Interrupt, Lit, Lits, Observer, PropId, Reason,
    Status, Store, Term,
};
use rand::{RngExt, SeedableRng};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The consistency a constraint's propagators claim at a fixpoint.
#[derive(Clone)]
pub enum Strength {
    /// Nothing beyond failing on violated assignments.
    Checking,
    /// Every value left has a solution within the domains.
    Domain,
    /// All inferences demanded by these rules have been made.
    Rules(Rc<dyn Fn(&Fixpoint<'_>)>),
}

impl Strength {
    /// Rules, implemented independently of the propagators: they read a fixpoint, and demand facts.
    pub fn from_rules(rules: impl Fn(&Fixpoint<'_>) + 'static) -> Strength {
        Strength::Rules(Rc::new(rules))
    }
}

/// Domains at a fixpoint, as read by rules.
pub struct Fixpoint<'a> {
    /// The domains.
    pub store: &'a Store,
    label: &'a str,
}

impl<'a> Fixpoint<'a> {
    /// The domains of a store; `label` is reported when a rule finds a missing fact.
    pub fn new(store: &'a Store, label: &'a str) -> Fixpoint<'a> {
        Fixpoint { store, label }
    }

    /// A rule demands a literal.
    ///
    /// # Panics
    /// If it is not true.
    pub fn must(&self, l: Lit, rule: &str) {
        assert!(
            self.store.is_true(l),
            "{}: {rule}, but {} was not inferred",
            self.label,
            literal(self.store, l)
        );
    }

    /// A rule demands that a condition holds: where it does not, there should have been a failure.
    ///
    /// # Panics
    /// If it does not hold.
    pub fn demand(&self, condition: bool, rule: &str) {
        assert!(condition, "{}: {rule}, but there was no failure", self.label);
    }
}

/// A constraint on fresh variables, not yet posted; domains may have been cut at the root.
pub struct Case {
    /// The variables. At every node the product of their domains is enumerated: some ten thousand
    /// assignments at the most.
    pub engine: Engine,
    /// The posted constraint, which must hold.
    pub constraint: Box<dyn Constraint>,
    /// The inferences required at a fixpoint.
    pub strength: Strength,
}

/// All assignments of the scope within `domains` that satisfy the constraint.
fn solutions(c: &dyn Constraint, domains: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    let mut at = vec![0usize; domains.len()];
    if domains.iter().any(Vec::is_empty) {
        return all;
    }
    'all: loop {
        let values: Vec<u32> = at.iter().zip(domains).map(|(&i, d)| d[i]).collect();
        if c.holds(&values) {
            all.push(values);
        }
        for i in (0..at.len()).rev() {
            at[i] += 1;
            if at[i] < domains[i].len() {
                continue 'all;
            }
            at[i] = 0;
        }
        return all;
    }
}

fn domains(store: &Store, scope: &[Term]) -> Vec<Vec<u32>> {
    scope.iter().map(|t| (0..t.values(store)).filter(|&v| t.can_be(store, v)).collect()).collect()
}

/// Whether the assignment of the scope makes the literal true; `None` if it does not concern the
/// scope.
fn says(store: &Store, scope: &[Term], values: &[u32], l: Lit) -> Option<bool> {
    for (t, &v) in scope.iter().zip(values) {
        match *t {
            Term::Bool(a) if a == l.atom() => return Some((v == 1) == l.is_positive()),
            Term::Var(x) => {
                if let Some((y, u)) = store.meaning(l.atom())
                    && x == y
                {
                    return Some((u == v) == l.is_positive());
                }
            }
            Term::Interval(x) => {
                if let Some((y, most)) = store.order(l.atom())
                    && x == y
                {
                    return Some((i64::from(v) <= most) == l.is_positive());
                }
            }
            Term::Bool(_) => {}
        }
    }
    None
}

/// Checks every explanation of every call; also counts them.
struct Reasons<'a> {
    scope: &'a [Term],
    /// All solutions within the domains before anything was propagated.
    all: &'a [Vec<u32>],
    checked: u64,
}

impl Reasons<'_> {
    fn follows(&mut self, store: &Store, why: &[Lit], fact: Option<Lit>, who: &str) {
        self.checked += 1;
        for s in self.all {
            let premises = why.iter().all(|&l| {
                says(store, self.scope, s, l).unwrap_or_else(|| {
                    panic!("{who}: premise {} is not of its scope", literal(store, l))
                })
            });
            let holds = fact.is_some_and(|f| says(store, self.scope, s, f).expect("of its scope"));
            assert!(
                !premises || holds,
                "{who}: {} does not force {}: {s:?} is a solution",
                literals(store, why),
                fact.map_or("a failure".to_string(), |fact| literal(store, fact))
            );
        }
    }
}

impl Observer for Reasons<'_> {
    const CALLS: bool = true;

    fn ran(&mut self, engine: &mut Engine, who: PropId, from: usize, result: &CallResult) {
        let name = engine.prop(who).name();
        assert!(!name.is_empty(), "reports name it");
        let entries = engine.store().trail()[from..].to_vec();
        for (i, e) in entries.iter().enumerate() {
            if e.reason.prop() != Some(who) {
                continue;
            }
            for l in e.lits() {
                let mut why = Lits::new();
                engine.explain(l, &mut why);
                for &m in &why {
                    assert!(
                        engine.store().is_true(m),
                        "{name}: premise {} of {} is not true",
                        literal(engine.store(), m),
                        literal(engine.store(), l)
                    );
                    assert!(
                        (engine.store().position(m) as usize) < from + i,
                        "{name}: premise {} of {} became true later",
                        literal(engine.store(), m),
                        literal(engine.store(), l)
                    );
                }
                self.follows(&engine.store().clone(), &why, Some(l), name);
            }
        }
        if result == &Err(Conflict) {
            let mut why = Lits::new();
            engine.explain_failure(&mut why);
            for &m in &why {
                assert!(
                    engine.store().is_true(m),
                    "{name}: premise {} of the failure is not true",
                    literal(engine.store(), m)
                );
            }
            self.follows(&engine.store().clone(), &why, None, name);
        }
        if result == &Ok(Status::Entailed) {
            let now = domains(engine.store(), self.scope);
            let held = solutions_within(self.all, &now);
            let size: usize = now.iter().map(Vec::len).product();
            assert_eq!(held, size, "{name}: entailed, but some assignment violates it");
        }
    }
}

fn solutions_within(all: &[Vec<u32>], domains: &[Vec<u32>]) -> usize {
    all.iter().filter(|s| s.iter().zip(domains).all(|(v, d)| d.contains(v))).count()
}

/// Runs the oracle on `runs` random cases, seeds 0, 1, … `make` is called more than once with the same numbers,
/// and must make the same case of them.
///
/// # Panics
/// At the first claim that does not hold, with the name, the seed and the domains; and if nothing was ever
/// inferred.
pub fn check(name: &str, runs: u64, make: impl Fn(&mut Rng) -> Case) {
    let mut reasons = 0;
    for seed in 0..runs {
        let mut rng = Rng::seed_from_u64(seed);
        let case = make(&mut rng);
        let again = || make(&mut Rng::seed_from_u64(seed));
        reasons += walk(name, seed, case, &again, &mut rng);
    }
    assert!(reasons > 0, "{name}: no inference was ever made, the test is too weak");
}

fn walk(name: &str, seed: u64, mut case: Case, again: &dyn Fn() -> Case, rng: &mut Rng) -> u64 {
    let scope = case.constraint.scope();
    case.engine.remember();
    let start = domains(case.engine.store(), &scope);
    let all = solutions(&*case.constraint, &start);
    let mut reasons = Reasons { scope: &scope, all: &all, checked: 0 };
    let is_restless = seed % 3 == 2;
    if case.constraint.post(&mut case.engine).is_err() {
        assert!(all.is_empty(), "{name} seed {seed}: posting failed, but there are solutions");
        return 1;
    }
    let mut stack: Vec<(Vec<Vec<u32>>, Lit)> = Vec::new();
    let mut steps = 0u64;
    loop {
        let before = domains(case.engine.store(), &scope);
        case.engine.set_interrupt(is_restless.then(|| restless(seed + steps)));
        let mut result = case.engine.fixpoint(&mut reasons);
        while result == Err(Halt::Interrupted) {
            result = case.engine.fixpoint(&mut reasons);
        }
        case.engine.set_interrupt(None);
        let now = domains(case.engine.store(), &scope);
        let label = format!("{name} seed {seed} at {before:?} -> {now:?}");
        match result {
            Ok(()) => {
                assert_eq!(
                    solutions_within(&all, &before),
                    solutions_within(&all, &now),
                    "{label}: a solution was lost"
                );
                if now.iter().all(|d| d.len() == 1) {
                    assert_eq!(solutions_within(&all, &now), 1, "{label}: violated, not noticed");
                }
                match &case.strength {
                    Strength::Checking => {}
                    Strength::Domain => supported(&all, &now, &label),
                    Strength::Rules(rules) => rules(&Fixpoint::new(case.engine.store(), &label)),
                }
                idempotent(&mut case.engine, &scope, &label);
                if steps % 3 == 1 {
                    let decisions: Vec<Lit> = stack.iter().map(|s| s.1).collect();
                    assert_eq!(at_once(again(), &decisions), Some(now.clone()), "{label}: at once");
                }
            }
            Err(Halt::Conflict) => {
                if steps % 3 == 1 {
                    let decisions: Vec<Lit> = stack.iter().map(|s| s.1).collect();
                    assert_eq!(at_once(again(), &decisions), None, "{label}: at once");
                }
                assert_eq!(
                    solutions_within(&all, &before),
                    0,
                    "{label}: failed, but has solutions"
                );
            }
            Err(Halt::Interrupted) => unreachable!("it went on until it was done"),
        }
        steps += 1;
        let open = if result.is_ok() { open_lits(case.engine.store(), &scope) } else { Vec::new() };
        if open.is_empty() || steps > 60 {
            // Up a random number of levels, or done.
            let level = case.engine.level();
            if level == 0 || steps > 60 {
                break;
            }
            let to = rng.random_range(0..level);
            case.engine.backtrack(to);
            let (restored, decision) = stack[to as usize].clone();
            stack.truncate(to as usize);
            assert_eq!(domains(case.engine.store(), &scope), restored, "{name} seed {seed}: undo");
            // Take the other branch there.
            case.engine.push_level();
            stack.push((restored, !decision));
            if case.engine.assign(!decision, Reason::DECISION).is_err() {
                break;
            }
            continue;
        }
        let l = open[rng.random_range(0..open.len())];
        stack.push((now, l));
        case.engine.decide(l);
    }
    reasons.checked
}

/// Every value has a solution within the domains.
fn supported(all: &[Vec<u32>], now: &[Vec<u32>], label: &str) {
    for (i, d) in now.iter().enumerate() {
        for &v in d {
            let mut with = all.iter().filter(|s| s[i] == v);
            let supported = with.any(|s| s.iter().zip(now).all(|(v, d)| d.contains(v)));
            assert!(supported, "{label}: term {i} keeps {v} without support");
        }
    }
}

/// The domains if all decisions are made before any propagation; `None`: a failure.
fn at_once(mut case: Case, decisions: &[Lit]) -> Option<Vec<Vec<u32>>> {
    let scope = case.constraint.scope();
    case.constraint.post(&mut case.engine).ok()?;
    for &l in decisions {
        case.engine.assert(l).ok()?;
    }
    case.engine.fixpoint(&mut ()).ok()?;
    Some(domains(case.engine.store(), &scope))
}

/// An interrupt that is polled at every step of work. It is raised early on, then after twice as
/// many steps each time: many propagators restart from their beginning, so that evenly spaced
/// interrupts would hardly ever let a long call complete.
fn restless(seed: u64) -> Interrupt {
    let (asked, next) = (AtomicU64::new(0), AtomicU64::new(seed % 7));
    let ask = move || {
        let now = asked.fetch_add(1, Ordering::Relaxed);
        let is_due = now == next.load(Ordering::Relaxed);
        if is_due {
            next.store(2 * now + 2, Ordering::Relaxed);
        }
        is_due
    };
    Interrupt::new(ask).every(1)
}

/// A second fixpoint after waking all propagators must change nothing: the status claims were true.
fn idempotent(engine: &mut Engine, scope: &[Term], label: &str) {
    let before = domains(engine.store(), scope);
    for i in 0..engine.len() as u32 {
        engine.set_enabled(PropId(i), false);
        engine.set_enabled(PropId(i), true);
    }
    assert_eq!(engine.fixpoint(&mut ()), Ok(()), "{label}: not at a fixpoint (failure)");
    assert_eq!(domains(engine.store(), scope), before, "{label}: not at a fixpoint");
}

fn open_lits(store: &Store, scope: &[Term]) -> Vec<Lit> {
    let mut open = Vec::new();
    for t in scope {
        match *t {
            Term::Bool(a) if store.is_open(a) => open.extend([a.pos(), a.neg()]),
            Term::Bool(_) => {}
            // Order literals created with the case have the same meaning when it is created again.
            Term::Interval(x) => {
                let orders = store.orders_from(x, store.low(x)).map(|(_, a)| a);
                let shared = orders.filter(|a| store.is_open(*a) && store.is_shared(a.pos()));
                open.extend(shared.flat_map(|a| [a.pos(), a.neg()]));
            }
            Term::Var(x) => {
                for v in store.domain(x).iter() {
                    let a = store.atom(x, v);
                    if store.is_open(a) {
                        open.extend([a.pos(), a.neg()]);
                    }
                }
            }
        }
    }
    open
}

/// Cuts values out of the domains of the terms, each with this chance, leaving at least one of a domain;
/// Booleans are decided with half the chance. Of interval variables, order literals are made with this chance; those
/// are the ones that are decided.
pub fn cut(engine: &mut Engine, terms: &[Term], rng: &mut Rng, chance: f64) {
    for t in terms {
        match *t {
            Term::Bool(a) => {
                if rng.random_bool(chance / 2.0) {
                    engine.assert(a.lit(rng.random_bool(0.5))).expect("it was open");
                }
            }
            Term::Interval(x) => {
                for v in 0..i64::from(engine.store().width(x)) - 1 {
                    if rng.random_bool(chance) {
                        engine.at_most(x, v);
                    }
                }
            }
            Term::Var(x) => {
                let keep = rng.random_range(0..engine.store().values(x));
                for v in 0..engine.store().values(x) {
                    if v != keep && rng.random_bool(chance) {
                        let a = engine.store().atom(x, v);
                        if engine.store().is_open(a) {
                            engine.assert(a.neg()).expect("another value is kept");
                        }
                    }
                }
            }
        }
    }
}

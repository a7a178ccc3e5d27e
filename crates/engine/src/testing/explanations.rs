//! Checks every explanation and every learnt clause of a search while it runs.
//!
//! The objects of the checks and their criteria:
//!
//! | object | criterion |
//! |---|---|
//! | each inference and each failure of a propagator | its premises are true, and were so before it |
//! | the same, if its constraint is known ([`CheckExplanations::post`]) | no assignment of the scope that satisfies the constraint has the premises and not the fact |
//! | each explanation used by an analysis | the same |
//! | each learnt clause | it follows from those explanations by unit propagation |
//! | explanations and learnt clauses | a solution that is known ([`CheckExplanations::with_solution`]) does not contradict them |
//!
//! Inferences of the kernel itself (from domains, matrices and clauses) are not checked. The checks make a
//! search many times slower.

use super::words::{literal, literals};
use crate::kernel::{
    CallResult, Conflict, Constraint, Engine, Learnt, Lit, Lits, Observer, PropId, Store, Term,
};
use std::fmt;

/// The maximal number of assignments enumerated for one explanation.
const MOST_ASSIGNMENTS: u64 = 1 << 16;

/// The numbers of explanations and clauses that were checked, and of those that were not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Explanations of inferences and of failures.
    pub explanations: u64,
    /// Those that were checked against their constraint, by enumeration.
    pub enumerated: u64,
    /// Those that were not: the constraint is unknown, or too many assignments are left (65 536).
    pub not_enumerated: u64,
    /// Learnt clauses.
    pub clauses: u64,
}

/// A fault of an explanation or a learnt clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// This premise is not true.
    NotTrue(Lit),
    /// This premise became true later than the fact it explains.
    Later(Lit),
    /// This premise does not concern the constraint's scope.
    Foreign(Lit),
    /// These values of the scope satisfy the constraint and the premises, but not the fact.
    NotForced(Vec<u32>),
    /// A solution that was given has the premises, but not the fact.
    Refuted,
    /// The clause does not follow from the explanations used by its analysis.
    NotImplied,
}

/// An explanation or a clause that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// The propagator's name; for a learnt clause "learnt clause".
    pub who: &'static str,
    /// The rule that it named.
    pub rule: &'static str,
    /// The explained fact; `None`: a failure.
    pub fact: Option<Lit>,
    /// The premises.
    pub premises: Vec<Lit>,
    /// Why it does not.
    pub fault: Fault,
    /// The same in words, which name variables: `x3 = 2`.
    pub words: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}): {}", self.who, self.rule, self.words)
    }
}

impl Wrong {
    /// With the words.
    fn worded(mut self, store: &Store) -> Wrong {
        let premises = literals(store, &self.premises);
        let claim = match self.fact {
            Some(fact) => format!("{} does not follow from {premises}", literal(store, fact)),
            None => format!("{premises} need not fail"),
        };
        let fault = match &self.fault {
            Fault::NotTrue(l) => format!("{} is not true", literal(store, *l)),
            Fault::Later(l) => format!("{} became true later", literal(store, *l)),
            Fault::Foreign(l) => format!("{} is not of its scope", literal(store, *l)),
            Fault::NotForced(values) => {
                format!("the scope may have the values {values:?}, which satisfy the constraint")
            }
            Fault::Refuted => "a known solution contradicts it".to_string(),
            Fault::NotImplied => "the explanations given do not imply it".to_string(),
        };
        self.words = format!("{claim}: {fault}");
        self
    }
}

/// A constraint against which its propagators are checked.
struct Stated {
    /// Its propagators, from the first to past the last.
    props: (u32, u32),
    constraint: Box<dyn Constraint>,
    scope: Vec<Term>,
    /// The initial domains of the scope.
    domains: Vec<Vec<u32>>,
}

/// The observer: see the head of the module. It panics at the first fault, unless it
/// [collects](CheckExplanations::collecting) them.
///
/// ```
/// use clew_engine::kernel::{Engine, Group};
/// use clew_engine::propagators::{AllDifferent, Level};
/// use clew_engine::run::{Budget, Stats};
/// use clew_engine::search::{Count, LearnOptions, Learner};
/// use clew_engine::testing::CheckExplanations;
///
/// let mut engine = Engine::new();
/// let xs = engine.new_vars(4, 4);
/// let mut check = CheckExplanations::new();
/// let all: Vec<_> = xs.iter().collect();
/// check.post(&mut engine, AllDifferent::new(&all, Level::Domain)).unwrap();
/// let options = LearnOptions::default();
/// let mut learner = Learner::new(&mut engine, &[Group::Vars(xs)], options, &mut check).unwrap();
/// let (mut count, mut stats) = (Count::default(), Stats::default());
/// learner.run(&mut engine, &mut count, &Budget::default(), &mut stats, &mut check).unwrap();
/// assert_eq!(count.found, 24);
/// assert!(check.checked().enumerated > 0 && check.checked().not_enumerated == 0);
/// ```
#[derive(Default)]
pub struct CheckExplanations {
    stated: Vec<Stated>,
    /// Per atom its value in a known solution.
    solution: Option<Vec<bool>>,
    collects: bool,
    wrong: Vec<Wrong>,
    checked: Checked,
    /// The propagator that is giving a reason to an analysis.
    asked: Option<PropId>,
    /// The explanations used by the current analysis: premises and fact, with the author.
    rests: Vec<(Option<PropId>, Vec<Lit>, Option<Lit>)>,
}

impl fmt::Debug for CheckExplanations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wrong, checked, .. } = self;
        f.debug_struct("CheckExplanations")
            .field("checked", checked)
            .field("wrong", wrong)
            .finish_non_exhaustive()
    }
}

impl CheckExplanations {
    /// A checker that panics at the first fault.
    pub fn new() -> CheckExplanations {
        CheckExplanations::default()
    }

    /// Collects faults ([`CheckExplanations::wrong`]) and lets the search go on, which may panic later as a
    /// consequence.
    pub fn collecting() -> CheckExplanations {
        CheckExplanations { collects: true, ..CheckExplanations::default() }
    }

    /// Posts a constraint whose propagators are checked against it from now on. Facts that are already
    /// true count as given.
    ///
    /// # Errors
    /// As [`Constraint::post`].
    pub fn post(
        &mut self,
        engine: &mut Engine,
        constraint: impl Constraint + 'static,
    ) -> Result<(), Conflict> {
        let (scope, store) = (constraint.scope(), engine.store());
        let left = |t: &Term| (0..t.values(store)).filter(|&v| t.can_be(store, v)).collect();
        let domains = scope.iter().map(left).collect();
        let first = engine.len() as u32;
        constraint.post(engine)?;
        let props = (first, engine.len() as u32);
        self.stated.push(Stated { props, constraint: Box::new(constraint), scope, domains });
        Ok(())
    }

    /// Checks explanations and learnt clauses against a solution as well, the present one of `engine`. Not for a
    /// search that forbids solutions or bounds an objective, whose clauses in the end hold in no solution.
    #[must_use]
    pub fn with_solution(mut self, engine: &Engine) -> CheckExplanations {
        let store = engine.store();
        let value = |i: usize| store.known(i / 64) >> (i % 64) & 1 == 1;
        self.solution = Some((0..store.words() * 64).map(value).collect());
        self
    }

    /// How much was checked.
    pub fn checked(&self) -> Checked {
        self.checked
    }

    /// The faults found, if it [collects](CheckExplanations::collecting).
    pub fn wrong(&self) -> &[Wrong] {
        &self.wrong
    }

    fn report(&mut self, wrong: Wrong) {
        assert!(self.collects, "{wrong}");
        self.wrong.push(wrong);
    }

    /// Whether the known solution has a literal; `None`: there is no solution, or it does not cover
    /// the atom.
    fn known(&self, l: Lit) -> Option<bool> {
        let value = *self.solution.as_ref()?.get(l.atom().index())?;
        Some(value == l.is_positive())
    }

    fn is_refuted(&self, premises: &[Lit], fact: Option<Lit>) -> bool {
        self.solution.is_some()
            && premises.iter().all(|&l| self.known(l) == Some(true))
            && fact.is_none_or(|l| self.known(l) == Some(false))
    }

    /// Checks an explanation of a propagator: does the fact follow?
    fn follows(
        &mut self,
        store: &Store,
        who: PropId,
        premises: &[Lit],
        fact: Option<Lit>,
    ) -> Option<Fault> {
        self.checked.explanations += 1;
        if self.is_refuted(premises, fact) {
            return Some(Fault::Refuted);
        }
        let of = |s: &&Stated| (s.props.0..s.props.1).contains(&who.0);
        let verdict = match self.stated.iter().find(of) {
            Some(stated) => stated.follows(store, premises, fact),
            None => Verdict::TooMany,
        };
        match verdict {
            Verdict::Follows => self.checked.enumerated += 1,
            Verdict::TooMany => self.checked.not_enumerated += 1,
            Verdict::Wrong(fault) => return Some(fault),
        }
        None
    }

    fn look(
        &mut self,
        engine: &Engine,
        who: PropId,
        rule: &'static str,
        premises: &[Lit],
        fact: Option<Lit>,
        before: u32,
    ) {
        let store = engine.store();
        let false_one = premises.iter().find(|&&l| !store.is_true(l)).map(|&l| Fault::NotTrue(l));
        let late = || {
            let late = premises.iter().find(|&&l| store.position(l) >= before);
            late.map(|&l| Fault::Later(l))
        };
        let fault = false_one.or_else(late).or_else(|| self.follows(store, who, premises, fact));
        if let Some(fault) = fault {
            let (who, premises) = (engine.prop(who).name(), premises.to_vec());
            let wrong = Wrong { who, rule, fact, premises, fault, words: String::new() };
            self.report(wrong.worded(store));
        }
    }
}

/// The verdict of checking an explanation against a constraint.
enum Verdict {
    Follows,
    TooMany,
    Wrong(Fault),
}

impl Stated {
    fn follows(&self, store: &Store, premises: &[Lit], fact: Option<Lit>) -> Verdict {
        let mut domains = self.domains.clone();
        for l in premises.iter().copied().chain(fact.map(|l| !l)) {
            if !self.narrow(store, &mut domains, l) {
                return Verdict::Wrong(Fault::Foreign(l));
            }
        }
        let size = domains.iter().try_fold(1u64, |size, d| size.checked_mul(d.len() as u64));
        match size {
            Some(0) => return Verdict::Follows,
            Some(size) if size <= MOST_ASSIGNMENTS => {}
            _ => return Verdict::TooMany,
        }
        let mut at = vec![0; domains.len()];
        loop {
            let values: Vec<u32> =
                at.iter().zip(&domains).map(|(&i, d): (&usize, _)| d[i]).collect();
            if self.constraint.holds(&values) {
                return Verdict::Wrong(Fault::NotForced(values));
            }
            // The next assignment.
            let Some(i) = (0..at.len()).rev().find(|&i| at[i] + 1 < domains[i].len()) else {
                return Verdict::Follows;
            };
            at[i] += 1;
            at[i + 1..].fill(0);
        }
    }

    /// Restricts the domains by a literal. False: the literal does not concern the scope.
    fn narrow(&self, store: &Store, domains: &mut [Vec<u32>], l: Lit) -> bool {
        let mut is_ours = false;
        for (term, domain) in self.scope.iter().zip(domains) {
            if let Term::Interval(x) = *term {
                if let Some((_, most)) = store.order(l.atom()).filter(|m| m.0 == x) {
                    is_ours = true;
                    domain.retain(|&v| (i64::from(v) <= most) == l.is_positive());
                }
                continue;
            }
            let value = match *term {
                Term::Interval(_) => None,
                Term::Bool(a) => (a == l.atom()).then_some(1),
                Term::Var(x) => store.meaning(l.atom()).filter(|m| m.0 == x).map(|m| m.1),
            };
            if let Some(value) = value {
                is_ours = true;
                domain.retain(|&v| (v == value) == l.is_positive());
            }
        }
        is_ours
    }
}

impl Observer for CheckExplanations {
    const CALLS: bool = true;
    const PROVES: bool = true;

    fn ran(&mut self, engine: &mut Engine, who: PropId, from: usize, result: &CallResult) {
        if !engine.store().remembers() {
            return;
        }
        let entries = engine.store().trail()[from..].to_vec();
        for (at, entry) in (from as u32..).zip(entries) {
            let crate::kernel::Cause::Rule { prop, tag } = entry.reason.cause() else { continue };
            if prop != who {
                continue;
            }
            for l in entry.lits() {
                let mut why = Lits::new();
                engine.explain(l, &mut why);
                let rule = engine.prop(who).rule(tag);
                self.look(engine, who, rule, &why, Some(l), at);
            }
        }
        if *result == Err(Conflict) {
            let mut why = Lits::new();
            engine.explain_failure(&mut why);
            let now = engine.store().trail().len() as u32;
            self.look(engine, who, "failure", &why, None, now);
        }
    }

    fn failed(&mut self, _depth: u32) {
        self.rests.clear();
        self.asked = None;
    }

    fn asked(&mut self, who: PropId) {
        self.asked = Some(who);
    }

    fn rests(&mut self, fact: Option<Lit>, why: &[Lit]) {
        self.rests.push((self.asked.take(), why.to_vec(), fact));
    }

    fn analysed(&mut self, engine: &Engine, learnt: &Learnt<'_>) {
        self.checked.clauses += 1;
        let rests = std::mem::take(&mut self.rests);
        for (who, why, fact) in &rests {
            let Some(who) = *who else { continue };
            let before = fact.map_or(u32::MAX, |l| engine.store().position(l));
            self.look(engine, who, "in an analysis", why, *fact, before);
        }
        let negated: Vec<Lit> = learnt.clause.iter().map(|&l| !l).collect();
        let fault = if !implies(engine.store(), &rests, &negated) {
            Some(Fault::NotImplied)
        } else {
            self.is_refuted(&negated, None).then_some(Fault::Refuted)
        };
        if let Some(fault) = fault {
            let (who, rule) = ("learnt clause", "analysis");
            let (fact, premises, words) = (None, negated, String::new());
            self.report(Wrong { who, rule, fact, premises, fault, words }.worded(engine.store()));
        }
    }
}

/// Whether the explanations, with the facts at the root, refute that all of `negated` hold.
fn implies(
    store: &Store,
    rests: &[(Option<PropId>, Vec<Lit>, Option<Lit>)],
    negated: &[Lit],
) -> bool {
    let mut holds: std::collections::HashSet<Lit> = negated.iter().copied().collect();
    let is_root = |l: Lit| store.is_true(l) && store.level_of(l) == 0;
    loop {
        let before = holds.len();
        // An analysis goes backwards from the failure, so the first consequences stand last.
        for (_, why, fact) in rests.iter().rev() {
            if why.iter().all(|&l| holds.contains(&l) || is_root(l)) {
                match fact {
                    None => return true,
                    Some(l) => holds.insert(*l),
                };
            }
        }
        if holds.len() == before {
            return false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Group;
    use crate::kernel::prelude::*;
    use crate::run::{Budget, Stats};
    use crate::search::{Count, LearnOptions, Learner, NogoodKind};

    /// `x != y` whose explanations are wrong in one way.
    #[derive(Clone)]
    struct FaultyPropagator {
        xs: [VarId; 2],
        how: u32,
    }

    impl Propagator for FaultyPropagator {
        const RULES: &'static [&'static str] = &["a lie"];

        fn name(&self) -> &'static str {
            "liar"
        }

        fn subscribe(&self, to: &mut Subscriptions<'_>) {
            self.xs.iter().for_each(|&x| to.on(x, Event::Fixed));
        }

        fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
            for (x, y) in [(self.xs[0], self.xs[1]), (self.xs[1], self.xs[0])] {
                if let Some(v) = p.value(x) {
                    p.remove(y, v, Tag::new(0, 0))?;
                }
            }
            Ok(Status::Fixpoint)
        }

        fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, _: Tag, why: &mut Lits) {
            let fact = fact.expect("it fails by removing only");
            let (z, v) = past.store().meaning(fact.atom()).expect("about a variable");
            let other = self.xs[usize::from(z == self.xs[0])];
            match self.how {
                0 => why.push(past.is(other, v)),
                1 => {}
                2 => why.push(past.is(other, (v + 1) % 3)),
                _ => why.push(fact),
            }
        }
    }

    impl Constraint for FaultyPropagator {
        fn scope(&self) -> Vec<Term> {
            self.xs.map(Term::Var).to_vec()
        }

        fn holds(&self, values: &[u32]) -> bool {
            values[0] != values[1]
        }

        fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
            into.add(self.clone());
            Ok(())
        }
    }

    fn faults(how: u32) -> Vec<Fault> {
        let mut engine = Engine::new();
        engine.remember();
        let xs = [engine.new_var(3), engine.new_var(3)];
        let mut check = CheckExplanations::collecting();
        check.post(&mut engine, FaultyPropagator { xs, how }).expect("open");
        engine.fixpoint(&mut check).expect("open");
        let l = engine.store().atom(xs[0], 1).pos();
        engine.decide(l);
        engine.fixpoint(&mut check).expect("another value is left");
        assert_eq!(check.checked().explanations, u64::from(how < 2));
        check.wrong().iter().map(|w| w.fault.clone()).collect()
    }

    #[test]
    fn each_kind_of_lie_is_found() {
        assert_eq!(faults(0), []);
        // The first values of the scope that differ and have the fact's negation.
        assert_eq!(faults(1), [Fault::NotForced(vec![0, 1])]);
        assert!(matches!(faults(2)[..], [Fault::NotTrue(_)]));
        assert!(matches!(faults(3)[..], [Fault::Later(_)]));
    }

    /// Three variables of two values that all differ: everything that is learnt is checked and is right, and a
    /// clause that is not implied is found.
    #[test]
    fn learnt_clauses_follow() {
        for nogoods in [NogoodKind::Minimised, NogoodKind::FirstUip, NogoodKind::Decisions] {
            let mut engine = Engine::new();
            let xs = engine.new_vars(4, 3);
            let mut check = CheckExplanations::new();
            for i in 0..4 {
                for j in 0..i {
                    let liar = FaultyPropagator { xs: [xs.at(i), xs.at(j)], how: 0 };
                    check.post(&mut engine, liar).expect("open");
                }
            }
            let options = LearnOptions { nogoods, ..LearnOptions::default() };
            let groups = [Group::Vars(xs)];
            let mut learner =
                Learner::new(&mut engine, &groups, options, &mut check).expect("open");
            let (mut count, mut stats) = (Count::default(), Stats::default());
            let end =
                learner.run(&mut engine, &mut count, &Budget::default(), &mut stats, &mut check);
            assert!(end.is_ok() && count.found == 0);
            let Checked { clauses, enumerated, not_enumerated, .. } = check.checked();
            assert!(clauses > 1 && enumerated > 10 && not_enumerated == 0, "{:?}", check.checked());
        }
        let mut engine = Engine::new();
        engine.remember();
        let bools = engine.new_bools(3);
        let [a, b, c] = [0, 1, 2].map(|i| bools.at(i).pos());
        let rests = [(None, vec![b, c], None), (None, vec![a], Some(b))];
        assert!(implies(engine.store(), &rests, &[a, c]));
        assert!(!implies(engine.store(), &rests, &[a]));
        engine.assert(c).expect("open");
        assert!(implies(engine.store(), &rests, &[a]), "the root says c");
    }

    #[test]
    #[should_panic(expected = "liar (a lie)")]
    fn it_panics_unless_it_collects() {
        let mut engine = Engine::new();
        engine.remember();
        let xs = [engine.new_var(3), engine.new_var(3)];
        let mut check = CheckExplanations::new();
        check.post(&mut engine, FaultyPropagator { xs, how: 1 }).expect("open");
        engine.fixpoint(&mut check).expect("open");
        let l = engine.store().atom(xs[0], 1).pos();
        engine.decide(l);
        let _ = engine.fixpoint(&mut check);
    }

    /// A known solution can refute explanations of a constraint that was not stated.
    #[test]
    fn a_known_solution_refutes() {
        let mut engine = Engine::new();
        engine.remember();
        let xs = [engine.new_var(3), engine.new_var(3)];
        let mut at = engine.clone();
        for (x, v) in xs.iter().zip([0, 1]) {
            let l = at.store().atom(*x, v).pos();
            at.assert(l).expect("open");
        }
        engine.add(FaultyPropagator { xs, how: 1 });
        let mut check = CheckExplanations::collecting().with_solution(&at);
        engine.fixpoint(&mut check).expect("open");
        let l = engine.store().atom(xs[0], 1).pos();
        engine.decide(l);
        engine.fixpoint(&mut check).expect("another value is left");
        assert_eq!(check.wrong()[0].fault, Fault::Refuted);
    }
}

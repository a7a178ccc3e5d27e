//! Probing at the root: the consequences of a literal and of its negation.
//!
//! A literal that leads to a failure is false in every solution; a consequence of both sides of a
//! choice is true in every solution. Both are fixed. Only choices with two sides are probed:
//! Booleans, variables with two values, values of a matrix with two places. A literal that was seen
//! to follow from one that did not fail will not fail either, so a choice both of whose sides are
//! known not to fail is not probed again.
//!
//! Source: Freeman, "Improvements to propositional satisfiability search algorithms", 1995 (failed
//! literals); Le Berre, "Exploiting the real power of unit propagation lookahead", 2001 (facts
//! common to both sides, literals that need no probe).

use super::sparing::ProbeScheduler;
use crate::kernel::{Atom, Engine, Group, Halt, Lit, Observer, PropId, bits};

/// How much to probe.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct ProbeLimits {
    /// Propagations to spend: calls of propagators and facts inferred by clauses. 0: no probing.
    pub work: u64,
    /// Give up after this many choices in a row that yielded nothing.
    pub patience: u32,
}

impl Default for ProbeLimits {
    fn default() -> Self {
        ProbeLimits { work: 100_000, patience: 100 }
    }
}

/// The results of probing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Probed {
    /// Choices probed.
    pub choices: u64,
    /// Literals that led to a failure, and so were fixed the other way.
    pub failed: u64,
    /// Literals fixed because both sides of a choice lead to them.
    pub common: u64,
    /// Propagations spent.
    pub work: u64,
}

/// Probes the groups' choices. The engine must be at the root, at its fixpoint; it is left so. Costly `redundant`
/// propagators that infer nothing run more and more rarely during probing.
///
/// # Errors
/// [`Halt::Conflict`]: there is no solution. [`Halt::Interrupted`]; the engine is at the root.
pub fn probe<O: Observer>(
    engine: &mut Engine,
    groups: &[Group],
    redundant: &[PropId],
    limits: ProbeLimits,
    seen: &mut O,
) -> Result<Probed, Halt> {
    let mut probed = Probed::default();
    if limits.work == 0 {
        return Ok(probed);
    }
    let start = work(engine);
    let planes = engine.store().words() * 2;
    let (holds_out, follows, touched) = (vec![0; planes], vec![0; planes], Vec::new());
    let mut prober =
        Prober { holds_out, follows, touched, sparing: ProbeScheduler::new(engine, redundant) };
    let mut idle = 0;
    for atom in choices(engine, groups) {
        probed.work = work(engine) - start;
        if probed.work >= limits.work || idle >= limits.patience {
            break;
        }
        if !engine.store().is_open(atom) || prober.is_known(atom) {
            continue;
        }
        let before = (probed.failed, probed.common);
        if let Err(halt) = prober.choice(engine, atom, &mut probed, seen) {
            engine.backtrack(0);
            prober.sparing.all(engine);
            return Err(halt);
        }
        idle = if before == (probed.failed, probed.common) { idle + 1 } else { 0 };
    }
    // Propagators that have just been switched on are woken; they run to a fixpoint.
    prober.sparing.all(engine);
    engine.fixpoint(seen)?;
    probed.work = work(engine) - start;
    Ok(probed)
}

fn work(engine: &Engine) -> u64 {
    engine.propagations + engine.clauses().propagations
}

/// The atoms to probe: variables with two values first, then values with two places, then Booleans.
fn choices(engine: &Engine, groups: &[Group]) -> Vec<Atom> {
    let store = engine.store();
    let mut found = Vec::new();
    for group in groups {
        if let Group::Vars(vars) = *group {
            let pairs = vars.iter().filter(|&x| store.size(x) == 2);
            found.extend(pairs.map(|x| store.atom(x, store.domain(x).min())));
            for m in (0..store.matrices()).map(|m| store.matrix(m)) {
                if !m.starts_at(vars) {
                    continue;
                }
                for k in (0..m.order()).filter(|&k| m.column_size(k) == 2) {
                    let row = m.places(k).next();
                    found.extend(row.map(|r| store.atom(m.rows().at(r), k)));
                }
            }
        }
    }
    for group in groups {
        if let Group::Bools { .. } = group {
            group.each_atom(engine, |a| found.push(a));
        }
    }
    found.retain(|&a| store.is_open(a));
    found
}

/// Planes and masks of the literals that became true on the first level, without those whose meaning changes
/// once that level is undone.
fn lasting(engine: &Engine) -> impl Iterator<Item = (u32, u64)> + '_ {
    let store = engine.store();
    let entries = store.trail()[store.level_start(1)..].iter();
    entries.map(|&e| (e.plane, store.lasting(e))).filter(|entry| entry.1 != 0)
}

struct Prober {
    /// Per plane literals that follow from a literal that did not fail.
    holds_out: Vec<u64>,
    /// Per plane the consequences of the first side; all zero between choices.
    follows: Vec<u64>,
    touched: Vec<u32>,
    sparing: ProbeScheduler,
}

impl Prober {
    fn is_known(&self, atom: Atom) -> bool {
        [atom.pos(), atom.neg()]
            .iter()
            .all(|l| self.holds_out[l.plane() as usize] & l.atom().mask() != 0)
    }

    /// Probes both sides and fixes the consequences.
    fn choice<O: Observer>(
        &mut self,
        engine: &mut Engine,
        atom: Atom,
        probed: &mut Probed,
        seen: &mut O,
    ) -> Result<(), Halt> {
        probed.choices += 1;
        let [first, second] = [atom.pos(), atom.neg()];
        if !self.try_side(engine, first, seen)? {
            probed.failed += 1;
            return self.fix(engine, &[second], seen);
        }
        for (plane, mask) in lasting(engine) {
            self.follows[plane as usize] |= mask;
            self.touched.push(plane);
        }
        engine.backtrack(0);
        let holds = self.try_side(engine, second, seen);
        let mut common = Vec::new();
        if holds == Ok(true) {
            for (plane, mask) in lasting(engine) {
                let both = self.follows[plane as usize] & mask;
                common.extend(bits(both).map(|b| Lit::from_plane(plane, b)));
            }
        }
        self.touched.drain(..).for_each(|p| self.follows[p as usize] = 0);
        engine.backtrack(0);
        if !holds? {
            probed.failed += 1;
            return self.fix(engine, &[first], seen);
        }
        probed.common += common.len() as u64;
        if common.is_empty() { Ok(()) } else { self.fix(engine, &common, seen) }
    }

    /// Whether a literal does not fail at once; if so, the engine stays on the level it opened.
    fn try_side<O: Observer>(
        &mut self,
        engine: &mut Engine,
        l: Lit,
        seen: &mut O,
    ) -> Result<bool, Halt> {
        self.sparing.next(engine);
        engine.decide(l);
        match engine.fixpoint(&mut (seen, &mut self.sparing)) {
            Ok(()) => {
                for (plane, mask) in lasting(engine) {
                    self.holds_out[plane as usize] |= mask;
                }
                Ok(true)
            }
            Err(Halt::Conflict) => {
                engine.backtrack(0);
                Ok(false)
            }
            Err(halt) => Err(halt),
        }
    }

    /// Makes literals true at the root, and propagates.
    fn fix<O: Observer>(
        &mut self,
        engine: &mut Engine,
        lits: &[Lit],
        seen: &mut O,
    ) -> Result<(), Halt> {
        self.sparing.all(engine);
        for &l in lits {
            engine.assert(l)?;
        }
        engine.fixpoint(seen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(l: i32) -> Lit {
        Atom::from_index(l.unsigned_abs() as usize - 1).lit(l > 0)
    }

    fn engine(clauses: &[[i32; 2]]) -> (Engine, [Group; 1]) {
        let mut engine = Engine::new();
        let first = engine.new_bools(8);
        for clause in clauses {
            engine.add_clause(&clause.map(lit)).expect("nothing contradicts yet");
        }
        engine.fixpoint(&mut ()).expect("nothing contradicts yet");
        (engine, [Group::Bools { bools: first, prefer: true }])
    }

    /// 1 leads to a contradiction; both 3 and its negation imply 4.
    #[test]
    fn what_fails_and_what_both_sides_say_is_fixed() {
        let (mut engine, groups) = engine(&[[-1, 2], [-1, -2], [-3, 4], [3, 4]]);
        let probed = probe(&mut engine, &groups, &[], ProbeLimits::default(), &mut ());
        let probed = probed.expect("there are solutions");
        assert_eq!((probed.failed, probed.common), (1, 1));
        assert!(engine.store().is_true(lit(-1)) && engine.store().is_true(lit(4)));
        assert!(engine.store().is_open(lit(3).atom()));
        assert_eq!(engine.level(), 0);
        let none = ProbeLimits { work: 0, ..ProbeLimits::default() };
        assert_eq!(probe(&mut engine, &groups, &[], none, &mut ()), Ok(Probed::default()));
    }

    #[test]
    fn a_contradiction_is_found() {
        let (mut engine, groups) = engine(&[[-1, 2], [-1, -2], [1, 3], [1, -3]]);
        let probed = probe(&mut engine, &groups, &[], ProbeLimits::default(), &mut ());
        assert_eq!(probed, Err(Halt::Conflict));
    }

    #[test]
    fn patience_ends_it() {
        let (mut engine, groups) = engine(&[[1, 2]]);
        let limits = ProbeLimits { patience: 3, ..ProbeLimits::default() };
        let probed =
            probe(&mut engine, &groups, &[], limits, &mut ()).expect("there are solutions");
        assert_eq!(probed.choices, 3);
    }
}

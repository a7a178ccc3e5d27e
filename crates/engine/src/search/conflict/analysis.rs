//! Conflict analysis: from an impossible set of facts to the first unique implication point.
//!
//! The trail is walked downward once. `seen` is a bit per true literal; a seen literal of the
//! current level is replaced by its premises until one is left. Literals of lower levels form the
//! clause; root facts are omitted. Then literals implied by others of the clause are removed.
//!
//! Sources: Zhang, Madigan, Moskewicz, Malik, "Efficient conflict driven learning in a Boolean
//! satisfiability solver", 2001; Sörensson, Biere, "Minimizing learned clauses", 2009.

use crate::kernel::{
    Cause, Engine, Failure, Lit, Lits, Observer, Part, PropId, Reason, Store, bits,
};
use crate::structures::Marks;

/// The kind of nogood learnt from a failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum NogoodKind {
    /// The clause of the first unique implication point, without literals that the others imply.
    #[default]
    Minimised,
    /// The same clause without minimisation.
    FirstUip,
    /// The conjunction of all decisions that the failure depends on is forbidden: the classical
    /// nogood of constraint programming. Longer and weaker; for comparison.
    Decisions,
}

/// The result of an analysis.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nogood {
    /// The clause: its first literal is asserted after the jump, its second is of the level jumped
    /// to. Empty: the problem has no (further) solution.
    pub clause: Vec<Lit>,
    /// The level to return to.
    pub level: u32,
    /// The level of the failure: that of the first literal's negation.
    pub top: u32,
    /// The number of levels of the clause's literals.
    pub glue: u32,
}

/// A literal whose premises are being examined.
#[derive(Clone, Copy, Debug)]
struct Frame {
    l: Lit,
    /// The start of its premises, the next one to examine, and their end.
    start: u32,
    next: u32,
    end: u32,
}

/// The starts of levels on the trail, so that the level of a literal is found by comparing
/// positions.
#[derive(Clone, Copy)]
struct LevelStarts {
    /// The first level above the root.
    first: u32,
    /// The level of the failure.
    current: u32,
}

impl LevelStarts {
    /// `current` is a level, 0 for none.
    fn new(store: &Store, current: u32) -> LevelStarts {
        let start = |level: u32| match level {
            0 => u32::MAX,
            level => store.level_start(level) as u32,
        };
        LevelStarts { first: start(store.level().min(1)), current: start(current) }
    }
}

/// Scratch of the analysis.
#[derive(Clone, Debug, Default)]
pub(crate) struct Analyser {
    kind: NogoodKind,
    /// Per plane the true literals that are seen and not yet replaced.
    seen: Vec<u64>,
    touched: Vec<u32>,
    /// Lower-level literals, true ones.
    lower: Vec<Lit>,
    why: Lits,
    /// Minimisation: per plane, literals known to be implied by the clause, or known not to be.
    implied: Vec<u64>,
    poison: Vec<u64>,
    marks: Vec<u32>,
    stack: Vec<Frame>,
    /// The premises of the literals on that stack, one after the other.
    premises: Vec<Lit>,
    /// Scratch: levels of the clause.
    levels: Marks,
    /// The literals that took part in the last failure, in the order in which they were met.
    pub involved: Vec<Lit>,
    /// The propagators whose reasons the last analysis rests on, with the lengths of these;
    /// recorded only on request.
    pub explained: Option<Vec<(PropId, u32)>>,
}

/// The maximal number of premises examined in one minimisation, so that it does not cost more than
/// it gains.
const MINIMISE_BUDGET: usize = 3000;

impl Analyser {
    /// Scratch for one engine. With `notes_explained`, the propagators whose reasons an analysis
    /// uses are recorded.
    pub fn new(kind: NogoodKind, notes_explained: bool) -> Analyser {
        Analyser { kind, explained: notes_explained.then(Vec::new), ..Analyser::default() }
    }

    /// Analyses the failure recorded in the engine's store. `used` is called for every clause that
    /// took part.
    pub fn analyse<O: Observer>(
        &mut self,
        engine: &mut Engine,
        seen: &mut O,
        mut used: impl FnMut(&mut Engine, u32),
    ) -> Nogood {
        self.resize(engine);
        self.lower.clear();
        self.involved.clear();
        self.failure(engine, seen, &mut used);
        if self.kind == NogoodKind::Decisions {
            return self.of_decisions(engine, seen, &mut used);
        }
        // A conflict found at a fixpoint may be older than the current level.
        let store = engine.store();
        let latest = self.why.iter().map(|&l| store.position(l)).max().unwrap_or(0);
        let current = store.trail()[latest as usize].level;
        if current == 0 {
            return Nogood::default();
        }
        let starts = LevelStarts::new(store, current);
        let uip = self.implication_point(engine, seen, &mut used, latest, starts);
        self.seen[uip.plane() as usize] &= !uip.atom().mask();
        if self.kind == NogoodKind::Minimised {
            seen.part(Part::Minimising, |seen| self.minimise(engine, seen));
        }
        let nogood = self.finish(engine, uip);
        for &p in &self.touched {
            self.seen[p as usize] = 0;
        }
        self.touched.clear();
        nogood
    }

    /// Puts the premises of the failure into `why`.
    fn failure<O: Observer>(
        &mut self,
        engine: &mut Engine,
        seen: &mut O,
        used: &mut impl FnMut(&mut Engine, u32),
    ) {
        self.why.clear();
        if let Some(explained) = &mut self.explained {
            explained.clear();
        }
        let guilty = accused(engine);
        watched(seen, guilty, || engine.explain_failure(&mut self.why));
        if O::PROVES {
            seen.rests(None, &self.why);
        }
        self.note_explained(seen, guilty, self.why.len());
        if let Some(Failure::Clause { at }) = engine.store().failure() {
            seen.used(at);
            used(engine, at);
        }
    }

    /// Walks back along the trail from the premises in `why`, the latest of which stands at `latest`, and replaces
    /// the seen literals of the level of `starts` by their premises, until one literal of that level is left: the
    /// first unique implication point. Seen literals of lower levels are recorded.
    fn implication_point<O: Observer>(
        &mut self,
        engine: &mut Engine,
        seen: &mut O,
        used: &mut impl FnMut(&mut Engine, u32),
        latest: u32,
        starts: LevelStarts,
    ) -> Lit {
        let mut why = std::mem::take(&mut self.why);
        let mut open = self.mark_premises(engine.store(), why.iter().copied(), starts);
        // No seen literal is later than the latest premise.
        let mut at = latest as usize + 1;
        let uip = 'walk: loop {
            let entries = engine.store().trail()[..at].iter().enumerate().rev();
            let marks = &self.seen;
            let mut hits = entries.map(|(at, e)| (at, e, marks[e.plane as usize] & e.mask));
            let (place, &e, hits) =
                hits.find(|&(.., hits)| hits != 0).expect("an implication point is on the trail");
            at = place;
            for b in bits(hits) {
                let l = Lit::from_plane(e.plane, b);
                open -= 1;
                if open == 0 {
                    break 'walk l;
                }
                self.seen[e.plane as usize] &= !(1 << b);
                if let Some(c) = e.reason.clause_at() {
                    seen.used(c);
                    used(engine, c);
                    if !O::PROVES {
                        let (store, lits) = (engine.store(), engine.clauses().lits(c));
                        open +=
                            self.mark_premises(store, lits.filter(|&m| m != l).map(|m| !m), starts);
                        continue;
                    }
                }
                why.clear();
                watched(seen, e.reason.prop(), || engine.explain(l, &mut why));
                if O::PROVES {
                    seen.rests(Some(l), &why);
                }
                self.note_explained(seen, e.reason.prop(), why.len());
                debug_assert!(
                    !matches!(e.reason.cause(), Cause::Decision),
                    "the decision is the last implication point there can be"
                );
                open += self.mark_premises(engine.store(), why.iter().copied(), starts);
            }
        };
        self.why = why;
        uip
    }

    /// Records a reason of `premises` premises, if a propagator gave it.
    fn note_explained<O: Observer>(&mut self, seen: &mut O, prop: Option<PropId>, premises: usize) {
        let Some(prop) = prop else { return };
        seen.explained(prop, premises);
        if let Some(explained) = &mut self.explained {
            explained.push((prop, premises as u32));
        }
    }

    /// The decisions that made a literal false, with the literal itself: no solution has them all.
    /// Every decision so far must be an assumption. Linear in the trail and in the explanations it
    /// takes.
    ///
    /// Source: Eén, Sörensson, "An extensible SAT-solver", 2003 (final conflict analysis).
    pub fn core(&mut self, engine: &mut Engine, refused: Lit) -> Vec<Lit> {
        self.resize(engine);
        self.why.clear();
        self.why.push(!refused);
        let mut core = self.decisions(engine, &mut (), &mut |_, _| ());
        self.involved.clear();
        core.insert(0, refused);
        core
    }

    /// The nogood of the decisions behind the failure whose premises are in `why`.
    fn of_decisions<O: Observer>(
        &mut self,
        engine: &mut Engine,
        seen: &mut O,
        used: &mut impl FnMut(&mut Engine, u32),
    ) -> Nogood {
        let decisions = self.decisions(engine, seen, used);
        // The latest one first: its negation is asserted.
        let Some((&last, others)) = decisions.split_first() else { return Nogood::default() };
        self.lower.extend_from_slice(others);
        self.finish(engine, last)
    }

    /// The decisions that the premises in `why` depend on, the latest one first.
    fn decisions<O: Observer>(
        &mut self,
        engine: &mut Engine,
        seen: &mut O,
        used: &mut impl FnMut(&mut Engine, u32),
    ) -> Vec<Lit> {
        let mut decisions = Vec::new();
        let mut why = std::mem::take(&mut self.why);
        let starts = LevelStarts::new(engine.store(), 0);
        self.mark_premises(engine.store(), why.iter().copied(), starts);
        let store = engine.store();
        let top = store.trail().len();
        let root = if store.level() == 0 { top } else { store.level_start(1) };
        for at in (root..top).rev() {
            let e = engine.store().trail()[at];
            let hits = self.seen[e.plane as usize] & e.mask;
            self.seen[e.plane as usize] &= !e.mask;
            for b in bits(hits) {
                let l = Lit::from_plane(e.plane, b);
                if matches!(e.reason.cause(), Cause::Decision) {
                    decisions.push(l);
                    continue;
                }
                if let Some(c) = e.reason.clause_at() {
                    seen.used(c);
                    used(engine, c);
                }
                why.clear();
                watched(seen, e.reason.prop(), || engine.explain(l, &mut why));
                if O::PROVES {
                    seen.rests(Some(l), &why);
                }
                self.note_explained(seen, e.reason.prop(), why.len());
                self.mark_premises(engine.store(), why.iter().copied(), starts);
            }
        }
        self.why = why;
        self.lower.clear();
        self.touched.drain(..).for_each(|p| self.seen[p as usize] = 0);
        decisions
    }

    /// Grows the arrays for literals of variables created since the last call.
    fn resize(&mut self, engine: &Engine) {
        let planes = engine.store().words() * 2;
        if self.seen.len() < planes {
            self.seen.resize(planes, 0);
            self.implied.resize(planes, 0);
            self.poison.resize(planes, 0);
        }
    }

    /// Marks premises as seen; returns how many new ones are of the current level.
    #[inline]
    fn mark_premises(
        &mut self,
        store: &Store,
        why: impl Iterator<Item = Lit>,
        starts: LevelStarts,
    ) -> u32 {
        let mut open = 0;
        for l in why {
            debug_assert!(store.is_true(l), "premises are true");
            let at = store.position(l);
            let marks = &mut self.seen[l.plane() as usize];
            if *marks & l.atom().mask() != 0 || at < starts.first {
                continue;
            }
            if *marks == 0 {
                self.touched.push(l.plane());
            }
            *marks |= l.atom().mask();
            self.involved.push(l);
            if at >= starts.current {
                open += 1;
            } else {
                self.lower.push(l);
            }
        }
        open
    }

    /// Removes literals of the clause that the others imply.
    fn minimise<O: Observer>(&mut self, engine: &mut Engine, seen: &mut O) {
        let mut budget = MINIMISE_BUDGET;
        let first = LevelStarts::new(engine.store(), 0).first;
        let mut lower = std::mem::take(&mut self.lower);
        // Levels of the clause: a premise of any other level cannot be implied by it.
        self.levels.clear();
        self.levels.grow(engine.store().level() as usize + 1);
        for &l in &lower {
            self.levels.mark(engine.store().level_of(l));
        }
        lower.retain(|&l| !self.is_redundant(engine, l, first, &mut budget, seen));
        self.lower = lower;
        for &p in &self.marks {
            self.implied[p as usize] = 0;
            self.poison[p as usize] = 0;
        }
        self.marks.clear();
    }

    /// Whether `root` follows from other literals of the clause; explicit stack. Entries of the trail
    /// before `first` are facts of the root.
    fn is_redundant<O: Observer>(
        &mut self,
        engine: &mut Engine,
        root: Lit,
        first: u32,
        budget: &mut usize,
        seen: &mut O,
    ) -> bool {
        if *budget == 0 || !self.expand(engine, root, budget, seen) {
            return false;
        }
        while let Some(frame) = self.stack.last_mut() {
            let Frame { l, start, next, end } = *frame;
            if next == end {
                self.stack.pop();
                self.premises.truncate(start as usize);
                if l != root {
                    self.mark(l, true);
                }
                continue;
            }
            frame.next += 1;
            let m = self.premises[next as usize];
            let (p, bit) = (m.plane() as usize, m.atom().mask());
            let at = engine.store().position(m);
            if (self.seen[p] | self.implied[p]) & bit != 0 || at < first {
                continue;
            }
            let foreign = || !self.levels.has(engine.store().trail()[at as usize].level);
            if self.poison[p] & bit != 0 || foreign() || !self.expand(engine, m, budget, seen) {
                // A literal below is not implied, so none of those that depend on it is.
                self.mark(m, false);
                self.premises.clear();
                while let Some(Frame { l, .. }) = self.stack.pop() {
                    if l != root {
                        self.mark(l, false);
                    }
                }
                return false;
            }
        }
        true
    }

    /// Puts a literal's premises on the stack; false for decisions and when the budget is spent.
    fn expand<O: Observer>(
        &mut self,
        engine: &mut Engine,
        l: Lit,
        budget: &mut usize,
        seen: &mut O,
    ) -> bool {
        let at = engine.store().position(l) as usize;
        let reason = engine.store().trail()[at].reason;
        if matches!(reason.cause(), Cause::Decision) || *budget == 0 {
            return false;
        }
        let start = self.premises.len();
        match reason.cause() {
            Cause::Clause { at } if !O::PROVES => {
                let others = engine.clauses().lits(at).filter(|&m| m != l).map(|m| !m);
                self.premises.extend(others);
            }
            Cause::Binary { premise } if !O::PROVES => self.premises.push(premise),
            _ => {
                self.why.clear();
                let why = &mut self.why;
                watched(seen, reason.prop(), || engine.explain(l, why));
                if O::PROVES {
                    seen.rests(Some(l), &self.why);
                }
                self.premises.extend_from_slice(&self.why);
            }
        }
        let end = self.premises.len();
        *budget = budget.saturating_sub(end - start + 1);
        self.stack.push(Frame { l, start: start as u32, next: start as u32, end: end as u32 });
        true
    }

    fn mark(&mut self, l: Lit, implied: bool) {
        let (p, bit) = (l.plane() as usize, l.atom().mask());
        self.marks.push(p as u32);
        if implied {
            self.implied[p] |= bit;
        } else {
            self.poison[p] |= bit;
        }
    }

    fn finish(&mut self, engine: &Engine, uip: Lit) -> Nogood {
        let store = engine.store();
        let mut clause = Vec::with_capacity(self.lower.len() + 1);
        clause.push(!uip);
        clause.extend(self.lower.iter().map(|&l| !l));
        let mut level = 0;
        self.levels.clear();
        self.levels.grow(store.level() as usize + 1);
        let mut glue = 1;
        for i in 1..clause.len() {
            let l = store.level_of(!clause[i]);
            glue += u32::from(self.levels.mark(l));
            if l > level {
                level = l;
                clause.swap(1, i);
            }
        }
        Nogood { clause, level, top: store.level_of(uip), glue }
    }
}

/// Notifies the observer that a propagator explains, if one does.
fn watched<O: Observer>(seen: &mut O, who: Option<PropId>, explain: impl FnOnce()) {
    let Some(who) = who else { return explain() };
    if O::CALLS {
        seen.asked(who);
    }
    seen.part(Part::Explaining(who), |_| explain());
}

/// The propagator that found the present failure, if one did.
fn accused(engine: &Engine) -> Option<PropId> {
    match engine.store().failure()? {
        Failure::Rule { prop, .. } => Some(prop),
        Failure::Lit { reason, .. } => Reason::prop(reason),
        _ => None,
    }
}

#[cfg(test)]
mod tests;

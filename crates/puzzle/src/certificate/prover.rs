//! Follows a learning search and derives its learnt clauses from the rows of an encoding.
//!
//! A learnt clause mostly follows by unit propagation from the rows and from earlier clauses. Otherwise the reasons
//! used by the search's conflict analysis are derived first (`refute.rs`), and facts of the root that propagation of
//! the rows has not found (`roots.rs`).
//!
//! Source: Elffers, Gocht, McCreesh, Nordström, "Justifying all differences using pseudo-Boolean
//! reasoning", 2020; Gocht, McCreesh, Nordström, "An auditable constraint programming solver", 2022.
//! Reasons are derived lazily here, only where a learnt clause needs them.

use super::checker::{Checker, Ground};
use super::crowd::HallSetFinder;
use super::derive::PendingExchanges;
use super::literal::{Literal, denial};
use super::opb::{Opb, Row};
use super::proof::ProofFile;
use super::recent::Recent;
use clew_engine::kernel::{Atom, Engine, IntervalId, Lit, Observer, Store};
use clew_engine::run::Budget;
use clew_engine::structures::UnionFind;
use clew_engine::structures::lists::Lists;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Learnt clauses between two comparisons with the clause database of the search; 1 in tests.
const TIDY: usize = if cfg!(test) { 1 } else { 500 };

/// Reasons of at most this many literals are kept if they took a search.
const SHORT: usize = 4;

/// The most kept clauses that were needed to derive others.
const RECENT: usize = if cfg!(test) { 4 } else { 4096 };

/// Looks that one small search ([`Prover::refute`]) may take, for each reason of a learnt clause and each fact of the
/// search's root: at first, and when the clause did not follow from the derived reasons; then for the clause itself,
/// too. A reason that takes more has no derivation, and the clause has to follow without it.
pub(super) const LIMITS: [u32; 2] = [400, 4000];
/// Looks for a learnt clause that does not follow after all that. If it takes more, there is no
/// proof.
const LAST: u32 = 100_000;
/// Looks for each fact of the search's root as long as any fact is derived within them: it may lead to others. When
/// none is, the limit for each is that of `LIMITS`.
pub(super) const FEW: u32 = 6;

/// Why there is no proof.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unproved {
    /// A limit was reached, or the caller has stopped waiting.
    #[error("interrupted")]
    Interrupted,
    /// The text could not be written.
    #[error("the proof cannot be written")]
    Unwritten,
    /// A step of the search has no derivation within its limit.
    #[error("a step of the search has no derivation within its limit: {0}")]
    NoDerivation(String),
}

/// The cost of a proof.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Learnt clauses.
    pub learnt: u64,
    /// Clauses and sums that were derived in addition.
    pub lemmas: u64,
    /// Reasons that took a search of their own.
    pub searched: u64,
    /// Proof steps that derive a row.
    pub steps: u64,
}

/// Atoms of a network with their literals in the rows, and its interval variables with those of "at most 0", "at most 1" and
/// so on.
pub type Names = (Vec<(Atom, Literal)>, Vec<(IntervalId, Vec<Literal>)>);

/// Derives the clauses that a search learns. As an observer it must see all of the search.
pub struct Prover<'a> {
    pub(super) opb: &'a Opb,
    pub(super) checker: Checker,
    pub(super) file: ProofFile<'a>,
    pub(super) budget: Budget,
    /// For each atom of the network, by its index, the equivalent literal; and the atoms that have one.
    names: Vec<Option<Literal>>,
    pub(super) named: Vec<Atom>,
    /// For each interval variable of the network that has literals, they: at most 0, at most 1 and so on. Atoms about
    /// its ends come and go during the search.
    pub(super) intervals: FxHashMap<IntervalId, Vec<Literal>>,
    /// Learnt clauses of three literals or more, as the search has them, with their rows.
    learnt: FxHashMap<Vec<Literal>, u32>,
    since_tidy: usize,
    /// Clauses used by the search's conflict analysis, in the literals of its network, one after the other, and where
    /// each ends.
    noted: Vec<Lit>,
    noted_ends: Vec<usize>,
    /// Number of facts that the search knew at the root when they were last compared, first with little
    /// effort, then with more.
    pub(super) root: [Option<usize>; 2],
    /// Rows that the current derivation needs in addition to others, and clauses that earlier ones needed.
    pub(super) passing: Vec<u32>,
    recent: Recent,
    /// Exchanges that were not derived yet.
    pub(super) pending: PendingExchanges,
    /// The rows of the encoding's sums.
    pub(super) sums: Vec<Option<u32>>,
    /// Variables of a sum in the making, and per variable its weight, else 0: scratch.
    pub(super) adding: [Vec<i64>; 2],
    /// For each variable whether it is an auxiliary variable that the proof has defined.
    pub(super) defined: Vec<bool>,
    /// Per variable whether it is an arc of a path.
    pub(super) arcs: Vec<bool>,
    /// Per variable, if it is an edge, its steps both ways.
    pub(super) steps: Vec<Option<[u32; 2]>>,
    /// The number of cells that the steps connect, and which of them edges join: scratch.
    pub(super) cells: u32,
    pub(super) joined: UnionFind,
    /// Scratch of looks for Hall sets.
    pub(super) crowd: HallSetFinder,
    /// For each literal the clauses of the encoding that contain it, all of them and the sharp ones; built on first
    /// use.
    pub(super) touching: [Option<Lists<u32>>; 2],
    /// Paths of three edges or two that have been tried, see [`super::bends`].
    pub(super) bent: FxHashSet<[usize; 4]>,
    /// Calls that derived bends since corners were last swept.
    pub(super) bent_since: u32,
    /// Corners of squares with an untried bend: their two edges, and the square from there.
    pub(super) open_corners: Vec<([Literal; 2], [usize; 4])>,
    /// Definitions of auxiliary variables, not yet defined, that the search was seen to know as false.
    pub(super) refused: FxHashSet<[Literal; 2]>,
    /// Rings of cells that contain such bends and have been tried, as sets of cells; see `bent`.
    pub(super) ringed: FxHashSet<Vec<usize>>,
    unproved: Option<Unproved>,
    /// A reason that had no derivation, since the last clause that had one.
    lost: Option<Vec<Literal>>,
    /// Nothing else is left to try but to search deeper.
    pub(super) at_last: bool,
    /// Raised when the proof cannot succeed any more.
    quits: Arc<AtomicBool>,
    /// The cost so far.
    pub effort: Effort,
}

impl<'a> Prover<'a> {
    /// A prover over these rows. `names` gives for each atom of the network its literal in the rows, `intervals` for
    /// interval variables those of "at most 0", "at most 1" and so on. `quits`, which the
    /// search's budget should have, is raised when there can be no proof; on large boards that may be so from the
    /// start, if the budget does not suffice for one.
    pub fn new(
        opb: &'a Opb,
        (names, intervals): Names,
        file: ProofFile<'a>,
        budget: Budget,
        quits: Arc<AtomicBool>,
    ) -> Prover<'a> {
        let mut checker = Checker::new(opb.variables());
        let changes = opb.derivations.changes.as_ref();
        let lives = |r: usize| changes.is_none_or(|changes| changes.kept[r]);
        let whole = checker.load(opb.rows(), lives, || budget.reached(0).is_some());
        let mut prover = Prover {
            opb,
            checker,
            file,
            budget,
            names: Vec::new(),
            named: Vec::new(),
            intervals: intervals.into_iter().collect(),
            learnt: FxHashMap::default(),
            since_tidy: 0,
            noted: Vec::new(),
            noted_ends: Vec::new(),
            root: [None; 2],
            passing: Vec::new(),
            recent: Recent::default(),
            pending: PendingExchanges::default(),
            sums: Vec::new(),
            adding: Default::default(),
            defined: vec![false; opb.variables()],
            arcs: vec![false; opb.variables()],
            steps: vec![None; opb.variables()],
            cells: 0,
            joined: UnionFind::default(),
            crowd: HallSetFinder::default(),
            touching: [None, None],
            bent: FxHashSet::default(),
            bent_since: 0,
            ringed: FxHashSet::default(),
            refused: FxHashSet::default(),
            open_corners: Vec::new(),
            unproved: None,
            lost: None,
            at_last: false,
            quits,
            effort: Effort::default(),
        };
        prover.call_atoms(names);
        if !whole {
            prover.give_up(Unproved::Interrupted);
            return prover;
        }
        prover.note_board();
        if let Some(changes) = changes {
            prover.pending = PendingExchanges::new(&changes.exchanges.all, &opb.derivations.labels);
        }
        prover.derive_sums();
        prover.derive_changes();
        prover
    }

    /// Records the literals of the network's atoms in the rows.
    fn call_atoms(&mut self, names: Vec<(Atom, Literal)>) {
        for (atom, literal) in names {
            let i = atom.index();
            if i >= self.names.len() {
                self.names.resize(i + 1, None);
            }
            if self.names[i].replace(literal).is_none() {
                self.named.push(atom);
            }
        }
    }

    /// Records the structure of the board from the encoding: corners of squares, arcs and steps between cells.
    fn note_board(&mut self) {
        let opb = self.opb;
        let corners = opb.derivations.corners.iter();
        self.open_corners =
            corners.filter_map(|(&v, corner)| Some((opb.meaning(v)?, corner.square))).collect();
        self.open_corners.sort_unstable();
        for (i, step) in opb.derivations.steps.iter().enumerate() {
            if let Some(arc) = step.arc {
                self.arcs[arc.var()] = true;
            }
            // The steps of both directions of an edge are adjacent.
            self.steps[step.edge.var()] = Some([i & !1, i | 1].map(|i| i as u32));
        }
        let reached = opb.derivations.steps.iter().map(|step| step.cells[0] + 1).max();
        self.cells = reached.unwrap_or(0).max(opb.derivations.tips.len()) as u32;
    }

    /// Derives the encoding's sums.
    fn derive_sums(&mut self) {
        let opb = self.opb;
        for (i, sum) in opb.derivations.sums.iter().enumerate() {
            if i.is_multiple_of(64) && self.interrupted() {
                self.give_up(Unproved::Interrupted);
                return;
            }
            let rows: Vec<u32> = sum.iter().map(|&r| r as u32).collect();
            let refuted = self.checker.is_refuted();
            let row = match rows[..] {
                _ if refuted => None,
                [row] => Some(row),
                _ => self.sum(&rows, false),
            };
            self.sums.push(row);
        }
    }

    /// The error so far, if there is one.
    pub fn unproved(&self) -> Option<&Unproved> {
        self.unproved.as_ref()
    }

    /// Whether the rows contradict each other already, so that no more search is needed.
    pub fn is_done(&self) -> bool {
        self.checker.is_refuted()
    }

    /// Records that there can be no proof.
    pub(super) fn give_up(&mut self, why: Unproved) {
        self.unproved.get_or_insert(why);
        self.quits.store(true, Ordering::Relaxed);
    }

    /// Derives that there is no solution, as the search has found. Returns the length of the proof in bytes.
    ///
    /// # Errors
    /// [`Unproved`].
    pub fn conclude(mut self, engine: &Engine) -> Result<(u64, Effort), Unproved> {
        if self.unproved.is_none() {
            if self.any_exchanges() {
                self.compare_roots(engine, false);
                self.exchanges_at_root();
            }
            self.derive(engine, &[]);
        }
        match self.unproved {
            Some(why) => Err(why),
            None => {
                let last = self.file.last();
                self.effort.steps = last - self.opb.len() as u64;
                let bytes = self.file.conclude(self.opb, last).ok_or(Unproved::Unwritten)?;
                Ok((bytes, self.effort))
            }
        }
    }

    /// The literal of an atom in the rows, if they have one.
    pub(super) fn name(&self, store: &Store, atom: Atom) -> Option<Literal> {
        if let Some(&Some(name)) = self.names.get(atom.index()) {
            return Some(name);
        }
        let (x, v) = store.order(atom)?;
        let v = usize::try_from(v).ok()?;
        self.intervals.get(&x)?.get(v).copied()
    }

    /// The literals of a clause in the rows; `None` if the rows have no literal for one.
    fn translate(&self, store: &Store, clause: &[Lit]) -> Option<Vec<Literal>> {
        let literal = |l: &Lit| {
            let name = self.name(store, l.atom())?;
            Some(if l.is_positive() { name } else { !name })
        };
        clause.iter().map(literal).collect()
    }

    /// Defines the auxiliary variables of a clause that are not yet defined.
    pub(super) fn define(&mut self, clause: &[Literal]) {
        for l in clause {
            let word = Literal::new(l.var(), true);
            let Some([a, b]) = self.opb.meaning(l.var()) else { continue };
            if std::mem::replace(&mut self.defined[l.var()], true) {
                continue;
            }
            self.checker.undo();
            // Facts of the search's root about the variable have to be compared again.
            self.root = [None; 2];
            // The variable implies the first, it implies the second, both imply it.
            for clause in [&[!word, a][..], &[!word, b], &[word, !a, !b]] {
                let id = self.file.define(self.opb, word, clause);
                self.checker.add(Row::clause(clause), id);
            }
        }
    }

    /// Writes a derived clause, and adds it. Returns its row.
    pub(super) fn write(&mut self, ground: &Ground) -> u32 {
        for (l, r, before) in self.checker.chain(&ground.units) {
            let units = before.iter().filter_map(|&v| self.checker.unit(v));
            let rows: Vec<u64> = units.chain([self.checker.id(r)]).collect();
            let id = self.file.rup(self.opb, &[l], rows.into_iter());
            self.checker.set_unit(l.var(), id);
        }
        ground.rows.iter().for_each(|&r| self.recent.uses(r));
        let units = ground.units.iter().filter_map(|&v| self.checker.unit(v));
        let rows = ground.rows.iter().map(|&r| self.checker.id(r));
        let rows: Vec<u64> = units.chain(rows).collect();
        let id = self.file.rup(self.opb, &ground.needed, rows.into_iter());
        let row = self.checker.add(Row::clause(&ground.needed), id);
        if let [l] = ground.needed[..]
            && self.checker.unit(l.var()).is_none()
        {
            self.checker.set_unit(l.var(), id);
        }
        row
    }

    /// Deletes a row on which no value at the root depends.
    pub(super) fn delete(&mut self, r: u32) {
        if !self.checker.is_alive(r) || self.checker.is_refuted() {
            return;
        }
        for v in self.checker.supported(r) {
            let units = vec![v];
            for (l, r, before) in self.checker.chain(&units) {
                let units = before.iter().filter_map(|&v| self.checker.unit(v));
                let rows: Vec<u64> = units.chain([self.checker.id(r)]).collect();
                let id = self.file.rup(self.opb, &[l], rows.into_iter());
                self.checker.set_unit(l.var(), id);
            }
        }
        let id = self.checker.id(r);
        let mut vars = self.checker.row(r).lits.iter().map(|l| l.var());
        let is_unit = vars.any(|v| self.checker.unit(v) == Some(id));
        if !is_unit {
            self.file.delete(id);
            self.checker.delete(r);
        }
    }

    /// Derives a clause that the search has learnt. Returns its row.
    fn derive(&mut self, engine: &Engine, clause: &[Literal]) -> Option<u32> {
        // If the negation does not fail it stays assumed, for the search for reasons, unless rows are added first.
        let denied = denial(clause);
        let mut ground = self.checker.fails(&denied);
        let mut reasons: Vec<Vec<Literal>> = Vec::new();
        if ground.is_none() {
            let store = engine.store();
            // A literal that is false at the root may have no literal in the rows.
            let open = |l: &&Lit| {
                self.name(store, l.atom()).is_some()
                    || !store.is_false(**l)
                    || store.level() > 0 && store.level_of(!**l) > 0
            };
            // The last reasons of the analysis are the deepest ones.
            let mut end = self.noted.len();
            for &start in std::iter::once(&0).chain(&self.noted_ends).rev().skip(1) {
                let noted: Vec<Lit> = self.noted[start..end].iter().filter(open).copied().collect();
                reasons.extend(self.translate(store, &noted));
                end = start;
            }
            reasons.iter().for_each(|reason| self.define(reason));
        }
        self.forget_noted();
        for hard in [false, true] {
            if ground.is_none() && !self.interrupted() {
                self.compare_roots(engine, hard);
                ground = self.by_reasons(clause, &denied, &reasons, hard);
            }
        }
        if ground.is_none() && self.reason(clause, true) {
            ground = self.checker.follows(clause);
        }
        if ground.is_none() && !self.interrupted() {
            self.at_last = true;
            if self.refute(clause, LAST) {
                ground = self.checker.follows(clause);
            }
            self.at_last = false;
        }
        if ground.is_some() {
            self.lost = None;
        }
        let row = match &ground {
            Some(ground) => Some(self.write(ground)),
            None => {
                let text = if self.interrupted() {
                    Unproved::Interrupted
                } else {
                    let mut text = Vec::new();
                    self.opb.write_clause(self.lost.as_deref().unwrap_or(clause), &mut text);
                    let text = String::from_utf8_lossy(&text);
                    Unproved::NoDerivation(text.chars().take(300).collect())
                };
                self.give_up(text);
                None
            }
        };
        for r in std::mem::take(&mut self.passing) {
            let is_clause = self.checker.row(r).is_clause();
            let gone = if is_clause { self.recent.keep(r, RECENT) } else { Some(r) };
            gone.into_iter().for_each(|r| self.delete(r));
        }
        row
    }

    fn forget_noted(&mut self) {
        self.noted.clear();
        self.noted_ends.clear();
    }

    /// Whether a limit is reached.
    pub(super) fn interrupted(&self) -> bool {
        self.budget.reached(0).is_some()
    }

    /// Derives a reason of the search, unless it follows by itself.
    pub(super) fn reason(&mut self, clause: &[Literal], hard: bool) -> bool {
        if self.any_exchanges() {
            self.checker.undo();
            if self.by_exchange(clause) {
                return true;
            }
        }
        let denied = denial(clause);
        match self.checker.fails(&denied) {
            // Consequences of one row are found when they are needed.
            Some(ground) if ground.rows.len() == 1 => true,
            Some(ground) => {
                self.lemma(&ground);
                true
            }
            None => {
                // Only edges of paths with labels have bends.
                if !self.opb.derivations.labels.along.is_empty() {
                    self.checker.undo();
                    if self.bends(clause) && self.checker.follows(clause).is_some() {
                        return true;
                    }
                }
                let done = self.refute(clause, LIMITS[usize::from(hard)]);
                if !done {
                    self.lost.get_or_insert_with(|| clause.to_vec());
                } else if clause.len() <= SHORT {
                    // It was expensive to derive, and will be needed again.
                    self.passing.pop();
                }
                done
            }
        }
    }

    /// Deletes the clauses that the search has deleted.
    fn tidy(&mut self, engine: &Engine) {
        let clauses = engine.clauses();
        let kept: FxHashSet<Vec<Literal>> = clauses
            .learnt()
            .iter()
            .filter_map(|&c| {
                let lits: Vec<Lit> = clauses.lits(c).collect();
                let mut lits = self.translate(engine.store(), &lits)?;
                lits.sort_unstable();
                Some(lits)
            })
            .collect();
        let gone: Vec<Vec<Literal>> =
            self.learnt.keys().filter(|key| !kept.contains(*key)).cloned().collect();
        let mut rows: Vec<u32> = gone.iter().filter_map(|key| self.learnt.remove(key)).collect();
        rows.sort_unstable();
        rows.into_iter().for_each(|r| self.delete(r));
    }
}

impl Observer for Prover<'_> {
    const PROVES: bool = true;

    fn rests(&mut self, fact: Option<Lit>, why: &[Lit]) {
        self.noted.extend(why.iter().map(|&l| !l).chain(fact));
        self.noted_ends.push(self.noted.len());
    }

    fn learned(&mut self, engine: &mut Engine, clause: &[Lit]) {
        if self.unproved.is_some() || self.is_done() {
            self.forget_noted();
            self.quits.store(true, Ordering::Relaxed);
            return;
        }
        // The clause being learnt is not yet in the clause database of the search.
        if self.since_tidy == TIDY {
            self.since_tidy = 0;
            self.tidy(engine);
        }
        self.since_tidy += 1;
        self.effort.learnt += 1;
        let Some(lits) = self.translate(engine.store(), clause) else {
            let what = "it speaks of something the rows have no word for".to_string();
            self.give_up(Unproved::NoDerivation(what));
            return;
        };
        self.define(&lits);
        let row = self.derive(engine, &lits);
        if self.file.is_broken() {
            self.give_up(Unproved::Unwritten);
        }
        if let Some(row) = row
            && lits.len() > 2
        {
            let mut key = lits;
            key.sort_unstable();
            if let Some(old) = self.learnt.insert(key, row)
                && old != row
            {
                self.delete(old);
            }
        }
    }
}

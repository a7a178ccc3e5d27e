//! Frontier counting of numberlink under any touch rule on any board.
//!
//! A state holds, for every cell of the frontier, whether an edge has come in, and to which fragment that edge belongs:
//! a label (the fragment reaches that label's end-point) or the number of a fragment both of whose ends are open. Where
//! a path must not touch itself, the state also holds *guards*: the fragments of the settled cells of each ban still
//! open, and the sets of fragments that must not become one path (see [`super::guard`]). Fragments are numbered by
//! first appearance, guards are sorted and reduced, and the whole is packed into bits; equal futures that look
//! different cost time, not correctness.
//!
//! Cost: states × cells, some microseconds per state. With touching allowed states grow about threefold per column.
//! Where paths must not touch and cover the board, turn chains and guards leave few states: hundreds at width 20, tens
//! of thousands at width 40 and 50. With empty cells allowed guards only multiply: 360 000 states at 11×11. The plug
//! states are those of the simple path counting of D. Knuth (*The Art of Computer Programming* 4A, 7.1.4, "Simpath")
//! and of R. Yoshinaka et al., "Finding All Solutions and Instances of Numberlink and Slitherlink by ZDDs", 2012;
//! guards are the design's own.

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use smallvec::SmallVec;

use super::guard::{Fragment, Guard, MAX_PAIRS, PAIR, reduce};
use super::plan::{Plan, Step};
use crate::{Cover, Numberlink, Touch};
use clew_count::word::Word;
use clew_count::{Moves, TransitionSystem};
use clew_puzzle::puzzle::EdgeId;

/// The bit of a symbol that means: all edges of this cell are set.
const FULL: Fragment = 0x8000;

/// Bits for the number of guards.
const GUARDS: u32 = 8;

/// A state taken apart.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// Per cell of [`Step::cells`]: 0, or the fragment of its edge, with [`FULL`] if it has all its edges.
    symbols: SmallVec<[Fragment; 24]>,
    /// Per open ban the fragments of its settled cells.
    open: SmallVec<[Guard; 16]>,
    /// Fragments that must not become one path.
    closed: SmallVec<[Guard; 8]>,
    /// The fate of each pair of the state before the step.
    pub fates: SmallVec<[Fragment; 16]>,
    /// The fragment of the cell just settled; 0 if it is empty.
    pub here: Fragment,
    /// An edge leads from the cell settled last to the next one (set only where a step reads it).
    led: bool,
    /// Fragments with two open ends so far.
    pairs: usize,
    /// A label both of whose end-points were joined in this step, or 0 (at most two edges are set, the
    /// second joins the same path: one label at most).
    finished: Fragment,
}

/// The program. See the module's text.
pub struct Guarded<K> {
    plan: Arc<Plan>,
    cover: Cover,
    touch: Touch,
    /// Whether the symbol of a cell with all its edges still names their fragment.
    named: bool,
    /// Bits of a fragment.
    bits: u32,
    /// A state did not fit the key; the run is void then.
    overflow: AtomicBool,
    key: PhantomData<fn() -> K>,
}

impl<K: Word> Guarded<K> {
    /// Bits that a wide frontier is likely to need: narrower keys need not be tried.
    pub(crate) fn usual_bits(puzzle: &Numberlink, plan: &Plan) -> u32 {
        let fragment = Self::fragment_bits(plan);
        let bans = if puzzle.touch == Touch::Yes { 0 } else { fragment };
        // Most of the frontier is open, and a third of the bans are.
        plan.width as u32 * (fragment + bans / 3)
    }

    fn fragment_bits(plan: &Plan) -> u32 {
        let fragments = plan.labels + plan.width.min(2 * MAX_PAIRS).div_ceil(2) + 1;
        usize::BITS - fragments.leading_zeros()
    }

    /// The program of a puzzle along a scan. With `named`, the settled cell's fragment
    /// ([`State::here`]) is always known; else only where the touch rule needs it.
    pub fn new(puzzle: &Numberlink, plan: Arc<Plan>, named: bool) -> Guarded<K> {
        Guarded {
            bits: Self::fragment_bits(&plan),
            plan,
            cover: puzzle.cover,
            touch: puzzle.touch,
            named: named || puzzle.touch != Touch::Yes,
            overflow: AtomicBool::new(false),
            key: PhantomData,
        }
    }

    /// Whether some state did not fit the key: then nothing that was found counts.
    pub fn overflowed(&self) -> bool {
        self.overflow.load(Relaxed)
    }

    /// The scan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// All ways to settle the cell of a step: the key after, the move's name (bit i: the i-th later
    /// edge), the state after.
    pub(crate) fn transitions(&self, step: usize, key: K, emit: &mut dyn FnMut(K, u32, &State)) {
        if self.overflow.load(Relaxed) {
            return; // The run is void; end it soon.
        }
        let plan = &self.plan.steps[step];
        let barred_next = self.plan.steps.get(step + 1).is_some_and(|s| s.barred.is_some());
        let before = self.unpack(step, &key);
        let barred = plan.barred.filter(|_| before.led);
        let symbol = before.symbols[0];
        let terminal = plan.cells[0].terminal;
        let edges = &plan.later;
        let free = |i: usize| edges[i].may && before.symbols[edges[i].slot] & FULL == 0;
        let musts = edges.iter().filter(|e| e.must).count();
        let mut try_edges = |first: Option<usize>, second: Option<usize>| {
            let chosen = [first, second].into_iter().flatten();
            if chosen.filter(|&i| edges[i].must).count() < musts {
                return;
            }
            let mut state = before.clone();
            state.led = barred_next && [first, second].into_iter().flatten().any(|i| edges[i].next);
            if self.settle(plan, &mut state, first, second) {
                match self.pack(plan, &mut state, barred_next) {
                    Some(key) => {
                        let bit = |i: Option<usize>| i.map_or(0, |i| 1 << i);
                        emit(key, bit(first) | bit(second), &state);
                    }
                    None => self.overflow.store(true, Relaxed),
                }
            }
        };
        if symbol & FULL != 0 {
            try_edges(None, None);
        } else if symbol != 0 || terminal != 0 {
            for i in (0..edges.len()).filter(|&i| free(i) && barred != Some(i)) {
                try_edges(Some(i), None);
            }
        } else {
            if self.cover == Cover::Partial {
                try_edges(None, None);
            }
            for &(i, j) in plan.pairs.iter().filter(|&&(i, j)| free(i) && free(j)) {
                try_edges(Some(i), Some(j));
            }
        }
    }

    /// Sets the chosen edges and brings the guards up to date; false if a rule is broken.
    fn settle(
        &self,
        plan: &Step,
        state: &mut State,
        first: Option<usize>,
        second: Option<usize>,
    ) -> bool {
        let symbol = state.symbols[0];
        state.here = match (symbol & !FULL, plan.cells[0].terminal) {
            (_, label) if label != 0 => label,
            (fragment, _) if fragment != 0 => fragment,
            _ if symbol == 0 && first.is_some() => {
                if state.pairs == MAX_PAIRS {
                    self.overflow.store(true, Relaxed);
                    return false;
                }
                state.pairs += 1;
                PAIR | (state.pairs - 1) as Fragment
            }
            _ => 0,
        };
        for i in [first, second].into_iter().flatten() {
            let slot = plan.later[i].slot;
            if !state.attach(slot, plan.cells[slot].terminal) {
                return false;
            }
        }
        if self.touch == Touch::Yes {
            return true;
        }
        let chosen = |edge: EdgeId| {
            [first, second].into_iter().flatten().any(|i| plan.later[i].edge == edge)
        };
        state.watch(plan, chosen)
    }

    fn unpack(&self, step: usize, key: &K) -> State {
        let plan = &self.plan.steps[step];
        let mut reader = Reader { key, at: 0, bits: self.bits, labels: self.plan.labels };
        let led = plan.barred.is_some() && reader.take(1) == 1;
        let mut state = State { led, ..State::default() };
        for slot in &plan.cells {
            state.symbols.push(match slot.from {
                None => 0,
                Some(_) if slot.terminal != 0 => {
                    reader.take(1) as Fragment * (FULL | slot.terminal)
                }
                Some(_) => {
                    let full = slot.may_be_full && reader.take(1) == 1;
                    reader.fragment() | if full { FULL } else { 0 }
                }
            });
        }
        for s in &state.symbols {
            if s & PAIR != 0 {
                state.pairs = state.pairs.max(usize::from(s & !FULL & !PAIR) + 1);
            }
        }
        state.fates = (0..state.pairs as Fragment).map(|i| PAIR | i).collect();
        if self.touch == Touch::Yes {
            return state;
        }
        let blocks = self.touch == Touch::No2x2;
        for ban in &plan.bans {
            let mut guard = Guard::NONE;
            if ban.from.is_some() {
                let count = if blocks { reader.take(2) } else { 1 };
                for _ in 0..count {
                    guard = guard.with(reader.fragment());
                }
            }
            state.open.push(guard);
        }
        for _ in 0..reader.take(GUARDS) {
            let count = if blocks { reader.take(2) + 2 } else { 2 };
            let guard = (0..count).fold(Guard::NONE, |g, _| g.with(reader.fragment()));
            state.closed.push(guard);
        }
        state
    }

    /// Renumbers the pairs and packs the parts that the next step reads; `None` if they do not fit.
    fn pack(&self, plan: &Step, state: &mut State, tell: bool) -> Option<K> {
        let mut names = [0; MAX_PAIRS];
        let mut next = 0;
        for &s in &state.symbols[1..] {
            if s & PAIR != 0 {
                let name = &mut names[usize::from(s & !FULL & !PAIR)];
                if *name == 0 {
                    *name = PAIR | next;
                    next += 1;
                }
            }
        }
        let rename = |f: Fragment| {
            if f & PAIR != 0 { names[usize::from(f & !FULL & !PAIR)] | f & FULL } else { f }
        };
        state.here = rename(state.here);
        for f in &mut state.fates {
            *f = rename(*f);
        }
        let mut writer = Writer {
            key: K::default(),
            at: 0,
            bits: self.bits,
            labels: self.plan.labels,
            fits: true,
        };
        if tell {
            writer.put(1, state.led.into());
        }
        for (i, (slot, &s)) in plan.cells.iter().zip(&state.symbols).enumerate().skip(1) {
            let full = u32::from(s & FULL != 0);
            if slot.terminal != 0 {
                writer.put(1, full);
                continue;
            }
            // A cell can be full after the step if it could before or is a neighbour of the cell.
            let by_edge = plan.later.iter().any(|l| l.slot == i) && slot.from.is_some();
            if slot.may_be_full || by_edge {
                writer.put(1, full);
            }
            let drop = !self.named && full == 1;
            writer.fragment(if drop { 0 } else { rename(s & !FULL) });
        }
        if self.touch == Touch::Yes {
            return writer.finish();
        }
        let blocks = self.touch == Touch::No2x2;
        for (guard, ban) in state.open.iter().zip(&plan.bans) {
            if ban.closes {
                continue;
            }
            let guard = guard.renumbered(&names);
            if blocks {
                writer.put(2, guard.size());
            } else if guard.is_none() {
                writer.fragment(0);
            }
            guard.fragments().for_each(|f| writer.fragment(f));
        }
        for guard in &mut state.closed {
            *guard = guard.renumbered(&names);
        }
        reduce(&mut state.closed);
        if state.closed.len() >= 1 << GUARDS {
            return None;
        }
        writer.put(GUARDS, state.closed.len() as u32);
        for guard in &state.closed {
            if blocks {
                writer.put(2, guard.size() - 2);
            }
            guard.fragments().for_each(|f| writer.fragment(f));
        }
        writer.finish()
    }
}

/// The cost of a state relative to one that is only shifted and masked: a microsecond, measured with king moves.
pub(super) const WEIGHT: u64 = 20;

impl State {
    /// The number of fragments with two open ends of a state just read.
    pub(crate) fn known_pairs(&self) -> usize {
        self.fates.len()
    }

    /// Leads an edge of the settled cell into a frontier cell; false if labels differ or a loop
    /// would close.
    fn attach(&mut self, slot: usize, terminal: Fragment) -> bool {
        let there = if terminal != 0 { terminal } else { self.symbols[slot] };
        if there == 0 {
            self.symbols[slot] = self.here;
            return true;
        }
        let here = self.here;
        self.symbols[slot] = there | FULL;
        if here & PAIR != 0 {
            if here == there {
                return false; // A closed loop.
            }
            self.rename(here, there);
        } else if there & PAIR != 0 {
            self.rename(there, here);
        } else {
            self.finished = here;
            return here == there;
        }
        true
    }

    /// Fragment `from`, a pair, has become part of `to`.
    fn rename(&mut self, from: Fragment, to: Fragment) {
        for s in &mut self.symbols {
            if *s & !FULL == from {
                *s = to | *s & FULL;
            }
        }
        for f in self.fates.iter_mut().chain(std::iter::once(&mut self.here)) {
            if *f == from {
                *f = to;
            }
        }
        for g in self.open.iter_mut().chain(self.closed.iter_mut()) {
            *g = g.renamed(from, to);
        }
    }

    /// Adds the settled cell to its bans, closes those that are complete, and drops those that can no longer be
    /// violated. Returns false if a ban is broken.
    fn watch(&mut self, plan: &Step, chosen: impl Fn(EdgeId) -> bool) -> bool {
        for (guard, ban) in self.open.iter_mut().zip(&plan.bans) {
            if !ban.here {
                continue;
            }
            let begins = ban.from.is_none();
            if begins && ban.label != 0 {
                *guard = guard.with(ban.label);
            }
            // Settled already, empty here, or the edge makes the two cells consecutive.
            let off = self.here == 0 || ban.unless.is_some_and(&chosen);
            if off || (!begins && guard.is_none()) {
                *guard = Guard::NONE;
                continue;
            }
            *guard = guard.with(self.here);
            if ban.closes && !guard.is_none() {
                self.closed.push(*guard);
            }
        }
        // Cells to come whose path is known already need not come first.
        let symbols = &self.symbols;
        for (guard, ban) in self.open.iter_mut().zip(&plan.bans) {
            let Some(rest) = ban.rest.as_ref().filter(|_| !ban.closes && !guard.is_none()) else {
                continue;
            };
            if rest.iter().all(|&c| symbols[c] != 0) {
                let add =
                    |g: Guard, &c: &usize| if g.is_none() { g } else { g.with(symbols[c] & !FULL) };
                self.closed.push(rest.iter().fold(*guard, add));
                *guard = Guard::NONE;
            }
        }
        // Side by side on one path, and no edge can make them consecutive (it would close a loop).
        let touches = |&(a, b): &(usize, usize)| {
            let (a, b) = (symbols[a], symbols[b]);
            a != 0 && (a ^ b) & !FULL == 0 && ((a | b) & FULL != 0 || a & PAIR != 0)
        };
        if self.closed.iter().any(|g| g.size() == 1) || plan.side_by_side.iter().any(touches) {
            return false;
        }
        self.closed.retain(|g| !g.is_none());
        let done = self.finished;
        if done != 0 {
            // A finished path takes no further fragment; only cells that are full of it lie on it.
            self.closed.retain(|g| g.label != done);
            let symbols = &self.symbols;
            for (guard, ban) in self.open.iter_mut().zip(&plan.bans) {
                let on_it = |rest: &Vec<usize>| rest.iter().all(|&c| symbols[c] == done | FULL);
                if guard.label == done
                    && (guard.pairs != 0 || !ban.rest.as_ref().is_some_and(on_it))
                {
                    *guard = Guard::NONE;
                }
            }
        }
        true
    }
}

impl<K: Word> TransitionSystem for Guarded<K> {
    type Key = K;

    fn steps(&self) -> usize {
        self.plan.steps.len()
    }

    fn start(&self) -> K {
        K::default()
    }

    fn moves(&self, step: usize, key: K, to: &mut Moves<'_, K>) {
        self.transitions(step, key, &mut |key, name, _| to.emit(key, name));
    }

    fn weight(&self) -> u64 {
        WEIGHT
    }

    fn accepts(&self, _: K) -> bool {
        // No frontier is left, so no end is open, and every end-point has its edge.
        true
    }

    fn items(&self, step: usize, name: u32, edges: &mut Vec<EdgeId>) {
        let later = self.plan.steps[step].later.iter().enumerate();
        edges.extend(later.filter(|&(i, _)| name >> i & 1 == 1).map(|(_, l)| l.edge));
    }

    fn item_count(&self) -> usize {
        self.plan.edges
    }

    fn is_void(&self) -> bool {
        self.overflowed()
    }
}

/// Reads a key from its lowest bit on.
struct Reader<'a, K> {
    key: &'a K,
    at: u32,
    bits: u32,
    labels: usize,
}

impl<K: Word> Reader<'_, K> {
    fn take(&mut self, len: u32) -> u32 {
        self.at += len;
        self.key.get(self.at - len, len)
    }

    fn fragment(&mut self) -> Fragment {
        let code = self.take(self.bits) as usize;
        match code.checked_sub(self.labels + 1) {
            Some(pair) => PAIR | pair as Fragment,
            None => code as Fragment,
        }
    }
}

/// Writes a key from its lowest bit on. The highest bit stays 0: tables reserve a key that has it.
struct Writer<K> {
    key: K,
    at: u32,
    bits: u32,
    labels: usize,
    fits: bool,
}

impl<K: Word> Writer<K> {
    fn put(&mut self, len: u32, value: u32) {
        if self.at + len >= K::BITS {
            self.fits = false;
            return;
        }
        self.key.put(self.at, len, value);
        self.at += len;
    }

    fn fragment(&mut self, f: Fragment) {
        let code =
            if f & PAIR != 0 { self.labels as u32 + 1 + u32::from(f & !PAIR) } else { f.into() };
        self.put(self.bits, code);
    }

    fn finish(self) -> Option<K> {
        self.fits.then_some(self.key)
    }
}

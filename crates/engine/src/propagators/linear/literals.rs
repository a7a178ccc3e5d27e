//! `low <= sum of weight * literal <= high`.
//!
//! Cardinalities ("exactly k of these"), counting sums, sums of values, objective rows. The sum is
//! put into a normal form with one positive weight per atom; terms of the same weight in the same
//! word of the store form one group, so that a cardinality over neighbouring Booleans is counted
//! with two population counts. From the least and the largest sum that are still possible: bounds
//! consistency, which for equal weights is domain consistency.
//!
//! Up to [`SMALL`] groups both sums are computed anew at each call. Longer rows keep them in two
//! reversible cells and read only the literals that became true since the last call. Groups stand
//! in descending order of weight, so the search for forced groups ends at the first group that is
//! light enough.
//!
//! An explanation of "this term is too much" is a choice of true terms that, with it, pass the
//! bound: root facts first, then the heaviest, and none that can be left out. Explanations of the
//! opposite rule and of failures are alike.

use crate::kernel::prelude::*;

rules! {
    /// The inference rules of a row.
    enum Rule {
        TooMuch => "the sum is used up",
        TooLittle => "the sum needs all of the rest",
    }
}

/// Above this number of groups the sums are kept in reversible cells instead of being recomputed.
pub const SMALL: usize = 32;

/// Terms of one weight in one word.
#[derive(Clone, Copy, Debug)]
struct Group {
    weight: u32,
    word: u32,
    /// Atoms that count when true.
    positive: u64,
    /// Atoms that count when false.
    negative: u64,
}

impl Group {
    fn on(self, alive: u64, known: u64) -> u64 {
        (known & self.positive) | (!alive & self.negative)
    }

    fn off(self, alive: u64, known: u64) -> u64 {
        (!alive & self.positive) | (known & self.negative)
    }
}

/// A bounded weighted sum of literals.
#[derive(Clone, Debug)]
pub struct Linear {
    name: &'static str,
    groups: Vec<Group>,
    low: u32,
    high: u32,
    /// The sum of all weights.
    total: u32,
    /// For long rows: words in ascending order with the groups that lie in them.
    by_word: Vec<(u32, u32)>,
    /// Reversible, long rows only: weight that is true, weight that is false.
    cells: Cells,
}

/// A sum in normal form.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Normal {
    /// Terms with positive weights, and bounds of their sum.
    Row { terms: Vec<(Lit, u32)>, low: u32, high: u32 },
    /// It cannot hold.
    Never,
}

/// One positive weight per atom; the bounds are shifted accordingly and cut to the possible range.
fn normal(terms: &[(Lit, i64)], low: i64, high: i64) -> Normal {
    let mut by_atom: Vec<(Atom, i64)> = Vec::with_capacity(terms.len());
    let mut constant = 0;
    for &(l, w) in terms {
        // w * (not a) = w - w * a
        let w = if l.is_positive() {
            w
        } else {
            constant += w;
            -w
        };
        by_atom.push((l.atom(), w));
    }
    by_atom.sort_unstable_by_key(|t| t.0);
    by_atom.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    let mut row = Vec::with_capacity(by_atom.len());
    let mut total: i64 = 0;
    for (a, w) in by_atom {
        if w < 0 {
            constant += w;
        }
        if w != 0 {
            total += w.abs();
            let size = u32::try_from(w.abs()).expect("weights fit 32 bits");
            row.push((a.lit(w > 0), size));
        }
    }
    assert!(total < i64::from(u32::MAX), "the weights together fit 32 bits");
    let (low, high) = (low.saturating_sub(constant), high.saturating_sub(constant));
    if low > high || low > total || high < 0 {
        return Normal::Never;
    }
    Normal::Row { terms: row, low: low.max(0) as u32, high: high.min(total) as u32 }
}

impl Linear {
    /// `low <= sum of weight * literal <= high`; `None` if no assignment at all satisfies it. Use
    /// `i64::MIN` and `i64::MAX` for a side without a bound. `name` is shown in profiles.
    ///
    /// # Panics
    /// If the absolute weights together do not fit 32 bits.
    pub fn new(
        store: &mut Store,
        name: &'static str,
        terms: &[(Lit, i64)],
        low: i64,
        high: i64,
    ) -> Option<Linear> {
        let Normal::Row { terms, low, high } = normal(terms, low, high) else { return None };
        let total = terms.iter().map(|t| t.1).sum();
        let mut keyed: Vec<(u32, u32, Lit)> =
            terms.iter().map(|&(l, w)| (u32::MAX - w, l.atom().word() as u32, l)).collect();
        keyed.sort_unstable();
        let mut groups: Vec<Group> = Vec::new();
        for (key, word, l) in keyed {
            let weight = u32::MAX - key;
            if groups.last().is_none_or(|g| (g.weight, g.word) != (weight, word)) {
                groups.push(Group { weight, word, positive: 0, negative: 0 });
            }
            let g = groups.last_mut().expect("there is one");
            if l.is_positive() {
                g.positive |= l.atom().mask();
            } else {
                g.negative |= l.atom().mask();
            }
        }
        let mut by_word = Vec::new();
        let mut cells = Cells::default();
        if groups.len() > SMALL {
            by_word = groups.iter().enumerate().map(|(i, g)| (g.word, i as u32)).collect();
            by_word.sort_unstable();
            cells = store.new_cells(2, 0);
        }
        Some(Linear { name, groups, low, high, total, by_word, cells })
    }

    /// Exactly `k` of the literals; `None` if that is impossible.
    pub fn exactly(store: &mut Store, lits: &[Lit], k: u32) -> Option<Linear> {
        let terms: Vec<(Lit, i64)> = lits.iter().map(|&l| (l, 1)).collect();
        Linear::new(store, "exactly", &terms, i64::from(k), i64::from(k))
    }

    fn is_long(&self) -> bool {
        !self.by_word.is_empty()
    }

    /// (weight of true terms, weight of false terms) from scratch.
    fn sums(&self, store: &Store) -> (u32, u32) {
        let (mut on, mut off) = (0, 0);
        for g in &self.groups {
            let (alive, known) = (store.alive(g.word as usize), store.known(g.word as usize));
            on += g.weight * g.on(alive, known).count_ones();
            off += g.weight * g.off(alive, known).count_ones();
        }
        (on, off)
    }

    /// The same for a long row, from the reversible cells and the news.
    fn kept_sums(&self, p: &mut Propagation<'_>) -> (u32, u32) {
        let cell = |k| self.cells.at(k);
        let (mut on, mut off);
        if p.is_first_run() {
            (on, off) = self.sums(p);
        } else {
            (on, off) = (p.cell(cell(0)), p.cell(cell(1)));
            let (first, last) = (self.by_word[0].0, self.by_word[self.by_word.len() - 1].0);
            for at in p.news() {
                let e = p.entry(at);
                let word = e.word() as u32;
                if word < first || word > last {
                    continue;
                }
                let from = self.by_word.partition_point(|t| t.0 < word);
                for &(_, i) in self.by_word[from..].iter().take_while(|t| t.0 == word) {
                    let g = self.groups[i as usize];
                    let (yes, no) = if !e.removes() {
                        (e.mask & g.positive, e.mask & g.negative)
                    } else {
                        (e.mask & g.negative, e.mask & g.positive)
                    };
                    on += g.weight * yes.count_ones();
                    off += g.weight * no.count_ones();
                }
            }
        }
        p.set_cell(cell(0), on);
        p.set_cell(cell(1), off);
        (on, off)
    }

    /// Fixes the open terms that weigh more than `slack`: they must be true (`to`) or false.
    fn force(
        p: &mut Propagation<'_>,
        groups: &[Group],
        slack: u32,
        to: bool,
    ) -> Result<bool, Conflict> {
        let tag = if to { Rule::TooLittle } else { Rule::TooMuch }.tag();
        let mut changed = false;
        for g in groups.iter().take_while(|g| g.weight > slack) {
            let w = g.word as usize;
            let open = p.alive(w) & !p.known(w);
            let (mut take, gone) = if to {
                (open & g.positive, open & g.negative)
            } else {
                (open & g.negative, open & g.positive)
            };
            if gone != 0 {
                changed |= p.remove_mask(w, gone, tag)?;
            }
            // Fixing a variable with a domain decides its other values as well.
            while take & p.alive(w) & !p.known(w) != 0 {
                let b = (take & p.alive(w) & !p.known(w)).trailing_zeros();
                changed |= p.infer(Atom::from_word(w, b).pos(), tag)?;
                take &= !(1 << b);
            }
        }
        Ok(changed)
    }

    /// Appends terms that are true (`on`) or false with a total weight of more than `need`, as
    /// their literals.
    fn choose(&self, past: &Past<'_>, on: bool, need: i64, why: &mut Lits) {
        let mut need = need;
        if need < 0 {
            return;
        }
        let store = past.store();
        let from = why.len();
        let mut weights: Vec<u32> = Vec::new();
        for root in [true, false] {
            for g in &self.groups {
                let (alive, known) = (past.alive(g.word as usize), past.known(g.word as usize));
                let is = if on { g.on(alive, known) } else { g.off(alive, known) };
                for b in bits(is) {
                    let atom = Atom::from_word(g.word as usize, b);
                    let l = atom.lit(known >> b & 1 == 1);
                    if (store.level_of(l) == 0) == root {
                        why.push(l);
                        weights.push(g.weight);
                        need -= i64::from(g.weight);
                        if need < 0 {
                            self.spare(from, &weights, need, why);
                            return;
                        }
                    }
                }
            }
        }
        debug_assert!(false, "the true terms pass the bound");
    }

    /// Drops chosen terms that fit into the excess (`-need - 1`).
    fn spare(&self, from: usize, weights: &[u32], need: i64, why: &mut Lits) {
        let mut over = -need - 1;
        let mut kept = from;
        for (k, &w) in weights.iter().enumerate() {
            if i64::from(w) <= over {
                over -= i64::from(w);
            } else {
                why[kept] = why[from + k];
                kept += 1;
            }
        }
        why.truncate(kept);
    }
}

impl Propagator for Linear {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        self.name
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        for g in &self.groups {
            for b in bits(g.positive | g.negative) {
                let a = Atom::from_word(g.word as usize, b);
                to.on_bool(a);
            }
        }
    }

    fn priority(&self) -> Priority {
        if self.groups.len() > 4 { Priority::Incremental } else { Priority::Unit }
    }

    fn is_incremental(&self) -> bool {
        self.is_long()
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        let (on, off) = if self.is_long() { self.kept_sums(p) } else { self.sums(p) };
        let most = self.total - off;
        if on > self.high {
            return Err(p.fail(Rule::TooMuch.tag()).into());
        }
        if most < self.low {
            return Err(p.fail(Rule::TooLittle.tag()).into());
        }
        if on >= self.low && most <= self.high {
            return Ok(Status::Entailed);
        }
        let changed = Self::force(p, &self.groups, self.high - on, false)?
            | Self::force(p, &self.groups, most - self.low, true)?;
        Ok(if changed { Status::Again } else { Status::Fixpoint })
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let weight = fact.map_or(0, |l| {
            let is_of = |g: &&Group| {
                g.word as usize == l.atom().word()
                    && (g.positive | g.negative) & l.atom().mask() != 0
            };
            self.groups.iter().find(is_of).expect("a term of the sum").weight
        });
        let room =
            if Rule::from_tag(tag) == Rule::TooMuch { self.high } else { self.total - self.low };
        self.choose(
            past,
            Rule::from_tag(tag) == Rule::TooMuch,
            i64::from(room) - i64::from(weight),
            why,
        );
    }
}

/// The constraint behind [`Linear`].
#[derive(Clone, Debug)]
pub struct Sum {
    terms: Vec<(Lit, i64)>,
    low: i64,
    high: i64,
}

impl Sum {
    /// `low <= sum of weight * literal <= high`.
    pub fn new(terms: &[(Lit, i64)], low: i64, high: i64) -> Sum {
        Sum { terms: terms.to_vec(), low, high }
    }

    /// `x < y`, expressed by the literals of their values: `sum v [x = v] + 1 <= sum v [y = v]`.
    pub fn less_than(store: &Store, x: VarId, y: VarId) -> Sum {
        let of = |x: VarId, sign: i64| {
            (0..store.values(x)).map(move |v| (store.atom(x, v).pos(), sign * i64::from(v)))
        };
        Sum { terms: of(y, 1).chain(of(x, -1)).collect(), low: 1, high: i64::MAX }
    }
}

impl Constraint for Sum {
    fn scope(&self) -> Vec<Term> {
        let mut atoms: Vec<Atom> = self.terms.iter().map(|t| t.0.atom()).collect();
        atoms.sort_unstable();
        atoms.dedup();
        atoms.into_iter().map(Term::Bool).collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        let scope = self.scope();
        let truth = |l: Lit| {
            let i = scope.iter().position(|t| *t == Term::Bool(l.atom())).expect("in the scope");
            (values[i] == 1) == l.is_positive()
        };
        let sum: i64 = self.terms.iter().filter(|t| truth(t.0)).map(|t| t.1).sum();
        (self.low..=self.high).contains(&sum)
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        match Linear::new(into.store_mut(), "linear", &self.terms, self.low, self.high) {
            Some(row) => {
                into.add(row);
                Ok(())
            }
            None => into.add_clause(&[]),
        }
    }
}

//! The values of some variables form a row of a table.
//!
//! Domain consistency with one bit per row: rows that agree with the domains stay valid, and a
//! value stays while a valid row has it. Which rows are valid is kept in reversible words; a run
//! takes out the rows of the values that have gone since the last run, or takes the rows of those
//! left if they are fewer, then looks for a valid row for each value, starting at the row that was
//! found last time. Cost: rows / 32 for each value that was removed or is checked. Memory: rows / 8
//! bytes per value.
//!
//! A place of a row may be open to all values ([`STAR`]): the row then counts for each of them.
//!
//! Explanation of "x lost v": for every row with v one value of it that has gone; a known variable
//! covers all rows that it contradicts, and older facts come first.
//!
//! Source: J. Demeulenaere, R. Hartert, C. Lecoutre, G. Perez, L. Perron, J.-C. Regin and P. Schaus,
//! Compact-table: efficiently filtering table constraints with reversible sparse bit-sets, 2016.

use crate::kernel::StepCounter;
use crate::kernel::prelude::*;
use std::sync::Arc;

/// Words of rows per step of [`Propagation::work`].
const WORDS_PER_STEP: usize = 8;

/// The place of a row that every value agrees with.
pub const STAR: u32 = u32::MAX;

rules! {
    /// The inference rules of a table.
    enum Rule {
        NoRow => "no row with the value is left",
        Empty => "no row is left",
    }
}

/// The content of a table, shared by its copies.
#[derive(Debug)]
struct Rows {
    xs: Vec<VarId>,
    /// Row-major values.
    values: Vec<u32>,
    /// The words of a set of rows.
    words: usize,
    /// Per variable the start of the row sets of its values in `with`.
    start: Vec<usize>,
    /// Per variable and value: the rows that have it.
    with: Vec<u32>,
}

impl Rows {
    fn row(&self, r: usize) -> &[u32] {
        &self.values[r * self.xs.len()..(r + 1) * self.xs.len()]
    }

    fn len(&self) -> usize {
        self.values.len() / self.xs.len()
    }

    /// The rows that are open to value `v` of variable number `i`.
    fn with(&self, i: usize, v: u32) -> &[u32] {
        let at = self.start[i] + v as usize * self.words;
        &self.with[at..at + self.words]
    }
}

/// The propagator of a table.
#[derive(Clone, Debug)]
pub struct Table {
    rows: Arc<Rows>,
    /// Reversible: the valid rows, then per variable the size its domain had in the last run.
    cells: Cells,
    /// Per variable and value the word where a valid row was found last.
    last: Vec<u32>,
    /// Scratch: rows to keep; the valid rows.
    union: Vec<u32>,
    valid: Vec<u32>,
}

impl Table {
    /// The values of `xs` (at least one, each given once), as numbers `0 ..`, are one of the rows. Rows
    /// with values that a variable does not have are skipped; [`STAR`] agrees with every value.
    ///
    /// # Panics
    /// If a row has another length than `xs`, or `xs` is empty.
    pub fn new<'a>(
        engine: &mut Engine,
        xs: &[VarId],
        rows: impl Iterator<Item = &'a [u32]>,
    ) -> Table {
        let endless = StepCounter::new(None);
        Table::build(engine, xs, rows, &endless).expect("this counter never interrupts")
    }

    /// As [`Table::new`], but stops if interrupted.
    ///
    /// # Errors
    /// [`Halt::Interrupted`].
    ///
    /// # Panics
    /// As there.
    pub fn build<'a>(
        engine: &mut Engine,
        xs: &[VarId],
        rows: impl Iterator<Item = &'a [u32]>,
        counter: &StepCounter<'_>,
    ) -> Result<Table, Halt> {
        assert!(!xs.is_empty(), "a table has columns");
        let mut values: Vec<u32> = Vec::new();
        for row in rows {
            assert_eq!(row.len(), xs.len(), "a row has a value for each variable");
            counter.spend(row.len())?;
            let fits = |(&x, &v): (&VarId, &u32)| v == STAR || v < engine.store().values(x);
            if xs.iter().zip(row).all(fits) {
                values.extend(row);
            }
        }
        let n = values.len() / xs.len();
        let words = n.div_ceil(32);
        let mut start = Vec::with_capacity(xs.len() + 1);
        let mut all = 0;
        for &x in xs {
            start.push(all);
            all += engine.store().values(x) as usize * words;
        }
        let mut with = vec![0u32; all];
        for (r, row) in values.chunks_exact(xs.len()).enumerate() {
            counter.spend(row.len())?;
            for (i, &v) in row.iter().enumerate() {
                let all = if v == STAR { 0..engine.store().values(xs[i]) } else { v..v + 1 };
                for v in all {
                    with[start[i] + v as usize * words + r / 32] |= 1 << (r % 32);
                }
            }
        }
        let cells = engine.store_mut().new_cells((words + xs.len()) as u32, 0);
        for w in 0..words {
            let here = (n - w * 32).min(32);
            let full = if here == 32 { !0 } else { (1 << here) - 1 };
            engine.store_mut().set_cell(cells.at(w as u32), full);
        }
        let places = xs.iter().map(|&x| engine.store().values(x) as usize).sum();
        let rows = Rows { xs: xs.to_vec(), values, words, start, with };
        Ok(Table {
            rows: Arc::new(rows),
            cells,
            last: vec![0; places],
            union: vec![0; words],
            valid: vec![0; words],
        })
    }

    fn cell(&self, k: usize) -> CellId {
        self.cells.at(k as u32)
    }

    /// Takes out of `valid` the rows in which variable number `i` has a value that is gone.
    fn filter(&mut self, p: &Propagation<'_>, i: usize) -> Result<(), Halt> {
        let rows = &self.rows;
        self.union.fill(0);
        for v in p.domain(rows.xs[i]).iter() {
            p.work(rows.words / WORDS_PER_STEP)?;
            for (all, &with) in self.union.iter_mut().zip(rows.with(i, v)) {
                *all |= with;
            }
        }
        for (valid, &keep) in self.valid.iter_mut().zip(&self.union) {
            *valid &= keep;
        }
        Ok(())
    }

    /// Takes values without a valid row from all variables; returns the number of open variables.
    fn prune(&mut self, p: &mut Propagation<'_>) -> Result<usize, Halt> {
        let rows = self.rows.clone();
        let mut open = 0;
        let mut place = 0;
        for (i, &x) in rows.xs.iter().enumerate() {
            let first = p.first_word(x);
            for w in 0..p.domain_words(x).len() {
                let mut gone = 0u64;
                for b in crate::kernel::bits(p.alive(first + w)) {
                    let v = w as u32 * 64 + b;
                    let last = &mut self.last[place + v as usize];
                    let with = rows.with(i, v);
                    let has =
                        |k: usize| self.valid.get(k).is_some_and(|valid| valid & with[k] != 0);
                    if has(*last as usize) {
                        continue;
                    }
                    p.work(rows.words / WORDS_PER_STEP)?;
                    match (0..rows.words).find(|&k| has(k)) {
                        Some(k) => *last = k as u32,
                        None => gone |= 1 << b,
                    }
                }
                if gone != 0 {
                    p.remove_mask(first + w, gone, Rule::NoRow.tag())?;
                }
            }
            place += p.values(x) as usize;
            open += usize::from(p.size(x) > 1);
        }
        Ok(open)
    }
}

/// Rows as their values: of row `r` and variable number `i`, or [`STAR`].
pub(super) struct Columns<'a> {
    pub xs: &'a [VarId],
    pub at: &'a dyn Fn(usize, usize) -> u32,
}

/// Appends literals that were true and contradict all of the rows `left`, without variable number `but`.
pub(super) fn contradict(
    past: &Past<'_>,
    rows: Columns<'_>,
    mut left: Vec<usize>,
    but: Option<usize>,
    why: &mut Lits,
) {
    let Columns { xs, at } = rows;
    let agrees = |r: usize, i: usize, v: u32| [v, STAR].contains(&at(r, i));
    let others = || (0..xs.len()).filter(|&i| Some(i) != but);
    // Known variables, the one that contradicts most rows first.
    loop {
        let speaks = |i: usize| {
            let v = past.value(xs[i])?;
            Some((left.iter().filter(|&&r| !agrees(r, i, v)).count(), i, v))
        };
        match others().filter_map(speaks).max() {
            Some((count, i, v)) if count > 1 => {
                why.push(past.is(xs[i], v));
                left.retain(|&r| agrees(r, i, v));
            }
            _ => break,
        }
    }
    while let Some(&r) = left.last() {
        let lack = |i: usize| {
            let v = Some(at(r, i)).filter(|&v| v != STAR)?;
            let l = past.not(xs[i], v);
            past.is_true(l).then(|| (past.store().position(l), i, l))
        };
        let (_, i, l) = others().filter_map(lack).min().expect("the row was not valid");
        why.push(l);
        let v = at(r, i);
        left.retain(|&r| at(r, i) != v);
    }
}

impl Propagator for Table {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "table"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        self.rows.xs.iter().for_each(|&x| to.on(x, Event::Any));
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        let words = self.rows.words;
        for w in 0..words {
            self.valid[w] = p.cell(self.cell(w));
        }
        for i in 0..self.rows.xs.len() {
            let size = p.size(self.rows.xs[i]);
            if p.cell(self.cell(words + i)) != size {
                self.filter(p, i)?;
            }
        }
        if self.valid.iter().all(|&w| w == 0) {
            return Err(p.fail(Rule::Empty.tag()).into());
        }
        for w in 0..words {
            p.set_cell(self.cell(w), self.valid[w]);
        }
        let open = self.prune(p)?;
        // Removed values have no valid row, so the valid rows stay as they are. Sizes are noted last: after an
        // interrupt before this everything is filtered once more.
        for i in 0..self.rows.xs.len() {
            let size = p.size(self.rows.xs[i]);
            p.set_cell(self.cell(words + i), size);
        }
        Ok(if open <= 1 { Status::Entailed } else { Status::Fixpoint })
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, _tag: Tag, why: &mut Lits) {
        let at = |r: usize, i: usize| self.rows.row(r)[i];
        let columns = Columns { xs: &self.rows.xs, at: &at };
        let Some(fact) = fact else {
            return contradict(past, columns, (0..self.rows.len()).collect(), None, why);
        };
        let (x, v) = past.store().meaning(fact.atom()).expect("a fact about a variable");
        let i = self.rows.xs.iter().position(|&y| y == x).expect("of the scope");
        let with = self.rows.with(i, v);
        let wanted: Vec<usize> =
            (0..self.rows.len()).filter(|&r| with[r / 32] >> (r % 32) & 1 == 1).collect();
        contradict(past, columns, wanted, Some(i), why);
    }
}

/// The constraint behind [`Table`].
#[derive(Clone, Debug)]
pub struct InTable {
    xs: Vec<VarId>,
    rows: Vec<Vec<u32>>,
}

impl InTable {
    /// The values of `xs` (at least one, each given once) are one of the rows, which may hold [`STAR`].
    pub fn new(xs: &[VarId], rows: Vec<Vec<u32>>) -> InTable {
        InTable { xs: xs.to_vec(), rows }
    }
}

impl Constraint for InTable {
    fn scope(&self) -> Vec<Term> {
        self.xs.iter().map(|&x| Term::Var(x)).collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        let agrees = |(&at, &v): (&u32, &u32)| at == v || at == STAR;
        self.rows.iter().any(|row| row.iter().zip(values).all(agrees))
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        let table = Table::new(into, &self.xs, self.rows.iter().map(Vec::as_slice));
        into.add(table);
        Ok(())
    }
}

//! The propagator: solves the rows over the fractions, and infers from the sum of rows that this proposes.

use crate::account::{Account, Yield};
use crate::active::Active;
use crate::combine::{Combiner, is_endless};
use crate::program::{Column, Program, Row};
use crate::simplex::{Problem, Simplex, Solved};
use clew_engine::kernel::prelude::*;
use clew_engine::propagators::IntLinear;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The most sums of rows that are kept as reasons, and their terms.
const MOST_SUMS: usize = 1 << 20;
const MOST_TERMS: usize = 1 << 24;
/// With as many rows, the simplex method has all of them from the beginning.
///
/// Range: from nothing to some 10 000. Trades: small bases against rows that are added one lot after another.
const FEW: usize = 5_000;
/// Numbers of the rows that floating point holds exactly.
const EXACT: u64 = 1 << 53;

/// The values of columns in the last optimum over the fractions, for searches that begin with them.
#[derive(Debug)]
pub struct Fractions {
    columns: Vec<Column>,
    values: Mutex<Vec<f64>>,
    /// How many optima there were.
    optima: AtomicU64,
    /// Values have been read.
    is_read: AtomicBool,
}

impl Fractions {
    fn new(columns: Vec<Column>) -> Arc<Fractions> {
        let (values, optima, is_read) =
            (Mutex::default(), AtomicU64::new(0), AtomicBool::new(false));
        Arc::new(Fractions { columns, values, optima, is_read })
    }

    /// The columns.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The number of optima so far: with another number there are other values.
    pub fn optima(&self) -> u64 {
        self.optima.load(Ordering::Acquire)
    }

    /// Copies the values of the columns; nothing before the first optimum.
    pub fn read(&self, values: &mut Vec<f64>) {
        self.is_read.store(true, Ordering::Release);
        values.clear();
        values.extend_from_slice(&self.values.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Takes over an optimum, if values are read at all, or it is one of the root.
    fn write(&self, simplex: &Simplex, is_root: bool) {
        if is_root || self.is_read.load(Ordering::Acquire) {
            let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
            values.clear();
            values.extend((0..self.columns.len()).map(|j| simplex.value(j)));
            self.optima.fetch_add(1, Ordering::AcqRel);
        }
    }
}

/// The rows of a program, solved together over the fractions. They are consequences of other constraints: it may be
/// left out.
///
/// It runs after all other propagators. Consistency: none is
/// promised, since the simplex method computes in floating point; a contradiction that shows in its result is found.
/// Explanation: that of the sum of rows behind an inference ([`IntLinear`]). State: the basis, which suits any node, and
/// the sums of rows that inferences of this branch rest on, counted in a reversible cell.
///
/// Source: T. Achterberg, Constraint integer programming, 2007, chapter 7 (propagation of dual bounds, conflicts of
/// infeasible relaxations); A. Neumaier and O. Shcherbina, Safe bounds in linear and mixed-integer linear programming,
/// 2004 (bounds that hold in spite of rounding).
#[derive(Clone, Debug)]
pub struct Relaxation {
    columns: Vec<Column>,
    simplex: Simplex,
    /// The rows that the simplex method has.
    active: Active,
    combiner: Combiner,
    fractions: Arc<Fractions>,
    /// The column of the goal, and its largest value at the root.
    goal: Option<(Column, i64)>,
    /// The sums of rows that are reasons.
    sums: Vec<IntLinear>,
    /// Their terms.
    terms: usize,
    /// How many of them are of the present branch.
    live: CellId,
    /// `None`: it runs always, to the end.
    account: Option<Account>,
    /// The steps of the last run.
    steps: u64,
}

impl Relaxation {
    /// The relaxation, to be posted on this engine; nothing where the numbers of the rows are too large for it. It runs
    /// whenever a bound of a column has moved.
    pub fn new(engine: &mut Engine, program: &Program) -> Option<Relaxation> {
        Relaxation::with_rows_by_need(engine, program, FEW)
    }

    /// The same; of a program of more than `few` rows, an inequality is left aside until an optimum of the others violates it.
    pub fn with_rows_by_need(
        engine: &mut Engine,
        program: &Program,
        few: usize,
    ) -> Option<Relaxation> {
        let store = engine.store_mut();
        let fits = |n: i64| is_endless(n) || n.unsigned_abs() < EXACT;
        let fitting =
            |row: &Row| fits(row.low) && fits(row.high) && row.terms.iter().all(|&(_, a)| fits(a));
        if program.rows.is_empty() || !program.rows.iter().all(fitting) {
            return None;
        }
        let mut ranges: Vec<_> =
            program.columns.iter().map(|column| column.bounds(store)).collect();
        let mut program = program.clone();
        program.aggregate(&mut ranges);
        program.lift(&ranges);
        program.merge_cliques(&ranges);
        let goal = program.goal.map(|(j, _)| (program.columns[j as usize], ranges[j as usize].1));
        let combiner = Combiner::new(&program, ranges);
        let active = Active::new(&program, few);
        let simplex = stated(&program, &active, store);
        let live = store.new_cell(0);
        let (columns, sums) = (program.columns.clone(), Vec::new());
        let (terms, account, steps) = (0, None, 0);
        let fractions = Fractions::new(columns.clone());
        Some(Relaxation {
            columns,
            simplex,
            active,
            combiner,
            fractions,
            goal,
            sums,
            terms,
            live,
            account,
            steps,
        })
    }

    /// The values of the columns in the last optimum; of all clones of an engine together.
    pub fn fractions(&self) -> Arc<Fractions> {
        self.fractions.clone()
    }

    /// The same, but it runs only as far as it pays.
    #[must_use]
    pub fn economical(self) -> Relaxation {
        Relaxation { account: Some(Account::default()), ..self }
    }

    /// Forgets the sums of rows of branches that were left.
    fn forget(&mut self, p: &mut Propagation<'_>) {
        let me = Some(p.me());
        if p.level() == 0 && p.trail().iter().all(|entry| entry.reason.prop() != me) {
            p.set_cell(self.live, 0);
        }
        let live = p.cell(self.live) as usize;
        while self.sums.len() > live {
            self.terms -= self.sums.pop().map_or(0, |sum| sum.len());
        }
    }

    /// Runs the simplex method, with rows that an optimum violates, until there are none of them or this many steps were made.
    fn solve(&mut self, p: &mut Propagation<'_>, limit: u64) -> Result<Solved, Halt> {
        let end = self.simplex.steps().saturating_add(limit);
        loop {
            let left = end.saturating_sub(self.simplex.steps());
            let solved = self.simplex.run(left, &mut |steps| p.work(steps))?;
            if solved != Solved::Optimal {
                return Ok(solved);
            }
            let (rows, simplex) = (self.combiner.rows(), &mut self.simplex);
            let (violated, passed) = self.active.extend(rows, |j| simplex.value(j));
            simplex.spend(passed);
            if violated.is_empty() {
                return Ok(solved);
            }
            let (entries, bounds) = of_rows(rows, violated);
            simplex.add_rows(&entries, &bounds);
            p.work(passed)?;
            if simplex.steps() >= end {
                return Ok(Solved::Unfinished);
            }
        }
    }

    /// Makes the inferences of the multipliers of a result; returns whether there were any.
    fn conclude(&mut self, p: &mut Propagation<'_>, solved: Solved) -> Result<bool, Conflict> {
        let mut inferred = false;
        for tidy in [true, false] {
            let (simplex, active) = (&self.simplex, &self.active);
            let factor = |row| active.place(row).map_or(0.0, |place| simplex.multiplier(place));
            let Some(sum) = self.combiner.combine(factor, tidy) else { break };
            inferred |= self.apply(p, sum)?;
            // Where it should have failed, the terms that were left out are missed.
            if solved != Solved::Infeasible {
                break;
            }
        }
        Ok(inferred)
    }

    /// Makes the inferences of a sum of rows; returns whether there were any.
    fn apply(&mut self, p: &mut Propagation<'_>, sum: IntLinear) -> Result<bool, Conflict> {
        let (note, from) = (self.sums.len(), p.trail().len());
        self.terms += sum.len();
        self.sums.push(sum);
        let result = self.sums[note].infer(p, note as u32);
        let changed = p.trail().len() > from;
        if changed {
            p.set_cell(self.live, note as u32 + 1);
        }
        result.map(|_| changed)
    }
}

/// Entries (row, column, coefficient) with the bounds of the rows.
type Entries = (Vec<(u32, u32, f64)>, Vec<(f64, f64)>);

/// Some rows in floating point, counted from 0.
fn of_rows(rows: &[Row], some: &[u32]) -> Entries {
    let end = |n: i64| match n {
        i64::MIN => f64::NEG_INFINITY,
        i64::MAX => f64::INFINITY,
        n => n as f64,
    };
    let mut entries = Vec::new();
    let mut bounds = Vec::with_capacity(some.len());
    for (at, &i) in (0..).zip(some) {
        let row = &rows[i as usize];
        entries.extend(row.terms.iter().map(|&(j, a)| (at, j, a as f64)));
        bounds.push((end(row.low), end(row.high)));
    }
    (entries, bounds)
}

/// The active rows of a program in floating point.
fn stated(program: &Program, active: &Active, store: &Store) -> Simplex {
    let (entries, rows) = of_rows(&program.rows, active.rows());
    let bounds = program.columns.iter().map(|c| c.bounds(store));
    let columns: Vec<_> = bounds.map(|(low, high)| (low as f64, high as f64)).collect();
    let goal = program.goal.map(|(column, row)| {
        let place = active.place(row as usize).expect("it is active from the beginning");
        (column, place as u32)
    });
    let problem = Problem::new(columns.len(), rows.len(), &entries, goal);
    Simplex::new(problem, &columns, &rows)
}

impl Propagator for Relaxation {
    const RULES: &'static [&'static str] = IntLinear::RULES;

    fn name(&self) -> &'static str {
        "relaxation"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        for &column in &self.columns {
            match column {
                Column::Var(x) => to.on(x, Event::Bounds),
                Column::Interval(x) => to.on_interval(x),
                Column::Lit(l) => to.on_bool(l.atom()),
                Column::Own(..) => {}
            }
        }
    }

    fn priority(&self) -> Priority {
        Priority::Global
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        self.steps = self.columns.len() as u64 / 8;
        self.forget(p);
        let is_bounded = self.goal.is_none_or(|(column, most)| column.bounds(p).1 < most);
        let limit = match &mut self.account {
            None => u64::MAX,
            Some(account) => match account.called(p.level() == 0, is_bounded) {
                Some(steps) => steps,
                None => return Ok(Status::Fixpoint),
            },
        };
        if self.sums.len() >= MOST_SUMS || self.terms >= MOST_TERMS {
            return Ok(Status::Fixpoint);
        }
        for (j, column) in self.columns.iter().enumerate() {
            let (low, high) = column.bounds(p);
            self.simplex.bound(j, low as f64, high as f64);
        }
        let before = self.simplex.steps();
        let solved = self.solve(p, limit);
        let steps = self.simplex.steps() - before;
        self.steps += steps;
        if matches!(solved, Ok(Solved::Optimal)) {
            self.fractions.write(&self.simplex, p.level() == 0);
        }
        let result = solved.and_then(|solved| Ok(self.conclude(p, solved)?));
        if let Some(account) = &mut self.account {
            let result = match result {
                Err(Halt::Conflict) => Yield::Failure,
                Ok(true) => Yield::Inference,
                _ => Yield::Nothing,
            };
            account.ran(steps, result);
        }
        Ok(if result? { Status::Again } else { Status::Fixpoint })
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        self.account.iter_mut().for_each(Account::explained);
        self.sums[tag.note() as usize].explain(past, fact, tag, why);
    }
}

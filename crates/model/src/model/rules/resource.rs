//! Jobs on a resource: no more than it has.

use super::global::Global;
use crate::model::error::MAX_SUM;
use crate::model::export::row_builder::{RowBuilder, Sum};
use crate::model::expr::{Operand, Relation};
use crate::model::network::posting::{Posting, STEPS_A_POST};
use crate::model::variables::Values;
use clew_engine::kernel::Halt;
use clew_engine::propagators::number::cumulative;
use clew_engine::propagators::{Cumulative, Energy, Job};
use clew_puzzle::formulation::Relation as Sign;

/// The most different first starts for which there is a row of the relaxation.
const MOST_WINDOWS: usize = 4;

/// The most jobs that have edge finding, whose cost is their square.
///
/// Range: from some ten to some hundred. Trades: bounds of many jobs, against the time of each call.
const MOST_WITH_ENERGY: usize = 200;

/// A number, or a variable.
#[derive(Clone, Copy, Debug)]
pub(super) enum Amount {
    Fixed(i64),
    Of(u32),
}

impl Amount {
    fn value(self, values: Values<'_>) -> i64 {
        match self {
            Amount::Fixed(n) => n,
            Amount::Of(x) => values.int(x),
        }
    }

    fn int(self) -> Option<u32> {
        match self {
            Amount::Fixed(_) => None,
            Amount::Of(x) => Some(x),
        }
    }

    /// As the engine has it: a variable of one value is a number.
    fn posted(self, into: &Posting<'_>) -> cumulative::Amount {
        let number = match self {
            Amount::Fixed(n) => return cumulative::Amount::Fixed(n),
            Amount::Of(x) => into.number(x),
        };
        let store = into.model.engine.store();
        let (least, most) = (number.min(store), number.max(store));
        if least == most {
            cumulative::Amount::Fixed(least)
        } else {
            cumulative::Amount::Of(number)
        }
    }

    /// The least and the largest value that rows know.
    fn ends(self, of: &RowBuilder<'_>) -> (i64, i64) {
        match self {
            Amount::Fixed(n) => (n, n),
            Amount::Of(x) => of.range(x).into_inner(),
        }
    }

    fn sum(self, of: &RowBuilder<'_>) -> Sum {
        match self {
            Amount::Fixed(n) => Sum::constant(n),
            Amount::Of(x) => of.int(x),
        }
    }
}

/// A job of a resource.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub start: u32,
    pub length: Amount,
    pub need: Amount,
}

/// Jobs on a resource.
#[derive(Debug)]
pub(super) struct Resource {
    pub jobs: Vec<Task>,
    pub capacity: Amount,
}

impl Global for Resource {
    fn kind(&self) -> &'static str {
        "cumulative"
    }

    fn ints(&self) -> Vec<u32> {
        let of = |job: &Task| [Some(job.start), job.length.int(), job.need.int()];
        self.jobs.iter().flat_map(of).chain([self.capacity.int()]).flatten().collect()
    }

    fn size(&self) -> usize {
        3 * self.jobs.len()
    }

    fn relaxes_by_values(&self) -> bool {
        true
    }

    fn by_value(&self) -> Vec<u32> {
        Vec::new()
    }

    /// The load grows only at the start of a job.
    fn holds(&self, values: Values<'_>) -> bool {
        let runs = |job: &&Task, t: i64| {
            let start = values.int(job.start);
            start <= t && t < start + job.length.value(values)
        };
        let needed = |t: i64| {
            self.jobs
                .iter()
                .filter(|job| runs(job, t))
                .map(|job| job.need.value(values))
                .sum::<i64>()
        };
        let capacity = self.capacity.value(values);
        self.jobs.iter().all(|job| needed(values.int(job.start)) <= capacity)
    }

    fn post(&self, into: &mut Posting<'_>) -> Result<(), Halt> {
        into.counter.spend(STEPS_A_POST * self.jobs.len())?;
        let store = |x: Amount, into: &Posting<'_>| {
            let store = into.model.engine.store();
            match x.posted(into) {
                cumulative::Amount::Fixed(n) => (n, n),
                cumulative::Amount::Of(x) => (x.min(store), x.max(store)),
            }
        };
        let capacity = store(self.capacity, into).1;
        let mut jobs = Vec::with_capacity(self.jobs.len());
        for job in &self.jobs {
            let ((least, longest), (need, most)) = (store(job.length, into), store(job.need, into));
            if longest <= 0 || most <= 0 {
                continue;
            }
            if least > 0 && need > capacity {
                return Err(Halt::Conflict);
            }
            if least > 0 && (self.capacity.int().is_some() || most > capacity) {
                // Wherever it runs, its need is there.
                self.post_need(job, into)?;
            }
            let (length, need) = (job.length.posted(into), job.need.posted(into));
            jobs.push(Job { start: into.number(job.start), length, need });
        }
        let capacity = self.capacity.posted(into);
        into.model.engine.add(Cumulative::new(&jobs, capacity));
        // With more capacity, or needs that are open, it costs more than it saves.
        let is_known = |job: &Job| matches!(job.need, cumulative::Amount::Fixed(_));
        if capacity == cumulative::Amount::Fixed(1) && jobs.iter().all(is_known) {
            post_energy(&jobs, capacity, into);
        }
        Ok(())
    }

    /// A row for each moment at which a job may start; of jobs with many of them, or with variables for lengths and needs,
    /// rows for each job.
    fn state(&self, into: &mut RowBuilder<'_>) -> Result<(), String> {
        let needed = |job: &&Task| job.length.ends(into).1 > 0 && job.need.ends(into).1 > 0;
        let jobs: Vec<Task> = self.jobs.iter().filter(needed).copied().collect();
        if into.relaxes {
            self.state_energy(&jobs, into)?;
        }
        let fixed = |job: &Task| match (job.length, job.need) {
            (Amount::Fixed(length), Amount::Fixed(need)) => Some((job.start, length, need)),
            _ => None,
        };
        let by_moments: Option<Vec<_>> = jobs.iter().map(fixed).collect();
        let any_wide = jobs.iter().any(|job| into.is_wide(job.start));
        // Over the fractions it may run at a tenth of its need everywhere.
        let has_values = jobs.iter().all(|job| into.has_values(job.start));
        if into.relaxes && (any_wide || by_moments.is_none() || !has_values) {
            return Ok(());
        }
        match (by_moments, any_wide) {
            (Some(jobs), false) => self.state_moments(&jobs, into),
            _ => (0..jobs.len()).try_for_each(|k| self.state_start(into, &jobs, k)),
        }
    }
}

/// Adds edge finding to jobs on a resource, where they are not too many and numbers not too large.
pub(super) fn post_energy(jobs: &[Job], capacity: cumulative::Amount, into: &mut Posting<'_>) {
    if !into.has_energy || !(2..=MOST_WITH_ENERGY).contains(&jobs.len()) {
        return;
    }
    let store = into.model.engine.store();
    let ends = |of: cumulative::Amount| match of {
        cumulative::Amount::Fixed(n) => n.into(),
        cumulative::Amount::Of(x) => i128::from(x.max(store)),
    };
    let energy: i128 = jobs.iter().map(|job| ends(job.length) * ends(job.need)).sum();
    let from = jobs.iter().map(|job| i128::from(job.start.min(store))).min().unwrap_or(0);
    let to = jobs.iter().map(|job| i128::from(job.start.max(store)) + ends(job.length)).max();
    let most = energy.max(ends(capacity) * (to.unwrap_or(0) - from));
    if most < i128::from(MAX_SUM) {
        let id = into.model.engine.add(Energy::new(jobs, capacity));
        into.model.redundant.push(id);
    }
}

impl Resource {
    /// The need of a job is at most the capacity.
    fn post_need(&self, job: &Task, into: &mut Posting<'_>) -> Result<(), Halt> {
        let (mut terms, mut bound) = (Vec::new(), 0);
        for (sign, amount) in [(1, job.need), (-1, self.capacity)] {
            match amount {
                Amount::Fixed(n) => bound -= sign * n,
                Amount::Of(x) => terms.push((sign, Operand::Int(x))),
            }
        }
        match &terms[..] {
            // One variable is its own capacity.
            [(_, x), (_, y)] if x == y => Ok(()),
            _ => into.linear(&terms, Relation::AtMost, bound),
        }
    }

    /// A row for each moment at which a job may start.
    fn state_moments(
        &self,
        jobs: &[(u32, i64, i64)],
        into: &mut RowBuilder<'_>,
    ) -> Result<(), String> {
        let mut moments: Vec<i64> = jobs.iter().flat_map(|job| into.range(job.0)).collect();
        moments.sort_unstable();
        moments.dedup();
        for t in moments {
            let mut needed = Sum::default().plus(-1, &self.capacity.sum(into));
            for &(start, length, need) in jobs {
                let (low, high) = into.range(start).into_inner();
                for s in low.max(t.saturating_sub(length - 1))..=high.min(t) {
                    let is = into.is(start, s)?;
                    needed = needed.plus(need, &is);
                }
            }
            into.row(needed, Sign::Most)?;
        }
        Ok(())
    }

    /// The jobs that run when a job starts, itself included, need no more than the capacity. If the capacity is
    /// exceeded at any moment, it is exceeded when the last of the jobs that run then has started.
    ///
    /// Source: A. Schutt, T. Feydt, P. J. Stuckey and M. G. Wallace, Explaining the cumulative propagator, 2011: the
    /// decomposition by tasks.
    fn state_start(
        &self,
        into: &mut RowBuilder<'_>,
        jobs: &[Task],
        starting: usize,
    ) -> Result<(), String> {
        let mut needed = Sum::default().plus(-1, &self.capacity.sum(into));
        for (k, job) in jobs.iter().enumerate() {
            if k == starting && job.length.ends(into).0 > 0 {
                needed = needed.plus(1, &job.need.sum(into));
                continue;
            }
            let runs = into.fresh()?;
            let (least, most) = job.need.ends(into);
            let (later, over) = (into.fresh()?, into.fresh()?);
            let apart = into.int(jobs[starting].start).plus(-1, &into.int(job.start));
            // It starts later, has ended by then, or runs.
            into.when(&later, apart.clone().plus(1, &Sum::constant(1)), Relation::AtMost)?;
            into.when(&over, job.length.sum(into).plus(-1, &apart), Relation::AtMost)?;
            into.clause(&[runs.clone(), later, over])?;
            needed = if least == most {
                needed.plus(most, &runs)
            } else {
                // At least its need, while it runs.
                let share = into.number(0, most.max(0))?;
                let missing = job.need.sum(into).plus(-1, &share);
                into.when(&runs, missing, Relation::AtMost)?;
                needed.plus(1, &share)
            };
        }
        into.row(needed, Sign::Most)
    }

    /// Rows of a relaxation: the energy of jobs fits into the time from their first start to their last end. Where
    /// the goal or a part of it is such an end, the row bounds the goal.
    pub(super) fn state_energy(
        &self,
        jobs: &[Task],
        into: &mut RowBuilder<'_>,
    ) -> Result<(), String> {
        let release = |job: &Task, of: &RowBuilder<'_>| *of.range(job.start).start();
        let (_, most) = self.capacity.ends(into);
        let varies = |amount: Amount| {
            let (least, most) = amount.ends(into);
            least != most
        };
        let any_varies =
            varies(self.capacity) || jobs.iter().any(|job| varies(job.length) || varies(job.need));
        for end in 0..into.horizons.len() {
            // Per job how long before the end it has ended at the latest.
            let tail = |job: &Task| {
                let tail = into.horizons[end].tail(into.var(job.start))?;
                Some((*job, tail.checked_sub(job.length.ends(into).1)?))
            };
            let tailed: Vec<(Task, i64)> = jobs.iter().filter_map(tail).collect();
            let mut releases: Vec<i64> = tailed.iter().map(|job| release(&job.0, into)).collect();
            releases.sort_unstable();
            releases.dedup();
            for k in 0..releases.len().min(MOST_WINDOWS) {
                let from = releases[k * releases.len() / releases.len().min(MOST_WINDOWS)];
                let within = tailed.iter().filter(|job| release(&job.0, into) >= from);
                let within: Vec<&(Task, i64)> = within.collect();
                let Some(tail) = within.iter().map(|job| job.1).min() else { continue };
                let time = Sum::var(into.horizons[end].end);
                let time = time.plus(-1, &Sum::constant(from)).plus(-1, &Sum::constant(tail));
                let energy = within.iter().map(|job| energy(&job.0, into)).collect::<Vec<_>>();
                into.row(Sum::total(&energy).plus(-most, &time), Sign::Most)?;
            }
        }
        if !any_varies {
            return Ok(());
        }
        let from = jobs.iter().map(|job| release(job, into)).min();
        let to = jobs.iter().map(|job| into.range(job.start).end() + job.length.ends(into).1).max();
        let (Some(from), Some(to)) = (from, to) else { return Ok(()) };
        let energy = jobs.iter().map(|job| energy(job, into)).collect::<Vec<_>>();
        let room = self.capacity.sum(into).times(to - from);
        into.row(Sum::total(&energy).plus(-1, &room), Sign::Most)
    }
}

/// The length of a job times its need, or a sum that is no larger.
fn energy(job: &Task, of: &RowBuilder<'_>) -> Sum {
    let (length, need) = (job.length.ends(of).0, job.need.ends(of).0);
    // The product of the excesses of both over their least values is not below 0.
    let sum = job.need.sum(of).times(length).plus(need, &job.length.sum(of));
    sum.plus(-length, &Sum::constant(need))
}

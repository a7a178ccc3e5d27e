//! Jobs over time: no two at once; the statement of resources.

use super::global::Global;
use super::resource::{Amount, Resource, Task, post_energy};
use crate::model::builder::Model;
use crate::model::constraints::expect_length;
use crate::model::error::{MAX_SUM, ModelError};
use crate::model::export::row_builder::{RowBuilder, Sum};
use crate::model::expr::{Operand, Relation};
use crate::model::handle::Int;
use crate::model::network::posting::{Posting, STEPS_A_POST, negated};
use crate::model::variables::{Values, Variables};
use clew_engine::kernel::{Group, Halt};
use clew_engine::propagators::Job;
use clew_engine::propagators::number::cumulative;

/// # Scheduling
impl Model {
    /// No two of the jobs run at once: each from its start for its length. A job of length 0 never runs. A
    /// literal for each pair, which of them is first, and a sum for either order; search decides on them as well. Edge finding
    /// for all of them together.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let start = m.ints("start", 2, 0..=3)?;
    /// m.no_overlap(&start, &[2, 1])?;
    /// assert_eq!(m.count(&Default::default())?.count, 9u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If there are not as many lengths as starts, a length is negative or passes [`MAX_SUM`], or a variable is
    /// of another model.
    pub fn no_overlap(&mut self, starts: &[Int], lengths: &[i64]) -> Result<(), ModelError> {
        let rule = "no overlap";
        expect_length(rule, lengths.len(), starts.len())?;
        expect_numbers(rule, lengths)?;
        let starts = self.own_ints(starts)?;
        self.post_global(NoOverlap { starts, lengths: lengths.to_vec() })
    }

    /// The jobs that run at a time, each from its start for its length, need no more than the capacity together.
    /// Time-table filtering; starts times jobs per run.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let start = m.ints("start", 3, 0..=1)?;
    /// m.cumulative(&start, &[1, 1, 1], &[2, 1, 1], 2)?;
    /// assert_eq!(m.count(&Default::default())?.count, 2u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If the lists differ in length, a number is negative or may pass [`MAX_SUM`] with the others, or a variable
    /// is of another model.
    pub fn cumulative(
        &mut self,
        starts: &[Int],
        lengths: &[i64],
        needs: &[i64],
        capacity: i64,
    ) -> Result<(), ModelError> {
        let rule = "cumulative";
        expect_length(rule, lengths.len(), starts.len())?;
        expect_length(rule, needs.len(), starts.len())?;
        expect_numbers(rule, lengths)?;
        expect_numbers(rule, needs)?;
        expect_numbers(rule, &[capacity])?;
        let starts = self.own_ints(starts)?;
        let amounts =
            lengths.iter().zip(needs).map(|(&l, &n)| (Amount::Fixed(l), Amount::Fixed(n)));
        let jobs = starts.into_iter().zip(amounts);
        let jobs = jobs.map(|(start, (length, need))| Task { start, length, need }).collect();
        self.post_global(Resource { jobs, capacity: Amount::Fixed(capacity) })
    }

    /// The same where lengths, needs and the capacity are variables, all of them at least 0. A job of length 0 never runs.
    ///
    /// ```
    /// # fn main() -> Result<(), clew_model::model::ModelError> {
    /// let mut m = clew_model::model::Model::new();
    /// let start = m.ints("start", 2, 0..=1)?;
    /// let (one, need) = (m.int("one", 1..=1)?, m.ints("need", 2, 0..=1)?);
    /// m.cumulative_of(&start, &[one, one], &need, one)?;
    /// assert_eq!(m.count(&Default::default())?.count, 14u32.into());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If the lists differ in length, their largest numbers may pass [`MAX_SUM`] together, or a variable is of another model.
    pub fn cumulative_of(
        &mut self,
        starts: &[Int],
        lengths: &[Int],
        needs: &[Int],
        capacity: Int,
    ) -> Result<(), ModelError> {
        let rule = "cumulative";
        expect_length(rule, lengths.len(), starts.len())?;
        expect_length(rule, needs.len(), starts.len())?;
        for list in [lengths, needs, &[capacity]] {
            let mut most = 0i128;
            for &x in list {
                self.at_least(x, 0)?;
                most += i128::from((*self.range(x)?.end()).max(0));
            }
            if most >= i128::from(MAX_SUM / 4) {
                return Err(ModelError::Overflow);
            }
        }
        let starts = self.own_ints(starts)?;
        let (lengths, needs) = (self.own_ints(lengths)?, self.own_ints(needs)?);
        let amounts = lengths.into_iter().zip(needs).map(|(l, n)| (Amount::Of(l), Amount::Of(n)));
        let jobs = starts.into_iter().zip(amounts);
        let jobs = jobs.map(|(start, (length, need))| Task { start, length, need }).collect();
        self.post_global(Resource { jobs, capacity: Amount::Of(self.own_int(capacity)?) })
    }
}

/// Checks that numbers are none below 0, and together not too large.
fn expect_numbers(rule: &'static str, numbers: &[i64]) -> Result<(), ModelError> {
    if let Some(n) = numbers.iter().find(|&&n| n < 0) {
        return Err(ModelError::Unfit { rule, what: format!("{n} is negative") });
    }
    let sum: i128 = numbers.iter().map(|&n| i128::from(n)).sum();
    if sum >= i128::from(MAX_SUM / 4) { Err(ModelError::Overflow) } else { Ok(()) }
}

/// Jobs of which no two run at once.
#[derive(Debug)]
struct NoOverlap {
    starts: Vec<u32>,
    lengths: Vec<i64>,
}

impl Global for NoOverlap {
    fn kind(&self) -> &'static str {
        "no overlap"
    }

    fn ints(&self) -> Vec<u32> {
        self.starts.clone()
    }

    fn size(&self) -> usize {
        self.starts.len() * self.starts.len()
    }

    fn by_value(&self) -> Vec<u32> {
        Vec::new()
    }

    fn relaxes_by_values(&self) -> bool {
        true
    }

    fn holds(&self, values: Values<'_>) -> bool {
        let job = |(&x, &length): (&u32, &i64)| (values.int(x), values.int(x) + length);
        let mut jobs: Vec<(i64, i64)> = self.starts.iter().zip(&self.lengths).map(job).collect();
        jobs.retain(|job| job.0 < job.1);
        jobs.sort_unstable();
        jobs.windows(2).all(|w| w[0].1 <= w[1].0)
    }

    fn post(&self, into: &mut Posting<'_>) -> Result<(), Halt> {
        let jobs = self.starts.iter().copied().zip(self.lengths.iter().copied());
        let jobs: Vec<(u32, i64)> = jobs.filter(|job| job.1 > 0).collect();
        let pairs = jobs.len() * jobs.len().saturating_sub(1) / 2;
        let firsts = into.fresh(pairs)?;
        if pairs > 0 {
            into.model.groups.push(Group::Bools { bools: firsts, prefer: true });
        }
        let mut k = 0;
        for (i, &(x, a)) in jobs.iter().enumerate() {
            for &(y, b) in &jobs[i + 1..] {
                into.counter.spend(STEPS_A_POST)?;
                if x == y {
                    return Err(Halt::Conflict);
                }
                let first = firsts.at(k).pos();
                k += 1;
                // The first ends when the second starts, or the other way round.
                let (parts, c) = into.parts(&[(1, Operand::Int(x)), (-1, Operand::Int(y))])?;
                let other: Vec<_> = parts.iter().map(|&part| negated(part)).collect();
                into.when(first, &parts, Relation::AtMost, -a - c)?;
                into.when(!first, &other, Relation::AtMost, -b + c)?;
            }
        }
        let job = |&(start, length): &(u32, i64)| {
            let (length, need) = (cumulative::Amount::Fixed(length), cumulative::Amount::Fixed(1));
            Job { start: into.number(start), length, need }
        };
        let jobs: Vec<Job> = jobs.iter().map(job).collect();
        post_energy(&jobs, cumulative::Amount::Fixed(1), into);
        Ok(())
    }

    fn words(&self, _: &Variables) -> u64 {
        self.size() as u64 / 64 + 1
    }

    fn state(&self, into: &mut RowBuilder<'_>) -> Result<(), String> {
        // Over the fractions two jobs may each be half the first.
        if into.relaxes {
            let one = Amount::Fixed(1);
            let jobs = self.starts.iter().zip(&self.lengths);
            let task = |(&start, &length): (&u32, &i64)| Task {
                start,
                length: Amount::Fixed(length),
                need: one,
            };
            let jobs: Vec<Task> = jobs.filter(|job| *job.1 > 0).map(task).collect();
            return Resource { jobs: Vec::new(), capacity: one }.state_energy(&jobs, into);
        }
        let jobs = self.starts.iter().copied().zip(self.lengths.iter().copied());
        let jobs: Vec<(u32, i64)> = jobs.filter(|job| job.1 > 0).collect();
        for (i, &(x, a)) in jobs.iter().enumerate() {
            for &(y, b) in &jobs[i + 1..] {
                let first = into.fresh()?;
                let later = into.int(x).plus(-1, &into.int(y));
                let ends = later.clone().plus(1, &Sum::constant(a));
                into.when(&first, ends, Relation::AtMost)?;
                let ends = Sum::constant(b).plus(-1, &later);
                into.when(&first.denied(), ends, Relation::AtMost)?;
            }
        }
        Ok(())
    }
}

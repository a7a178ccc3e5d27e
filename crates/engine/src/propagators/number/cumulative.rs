//! Jobs on a resource: at no time do the running jobs need more than the capacity.
//!
//! Time-table filtering: a job that starts between `a` and `b` and takes `d` runs for certain from `b` to `a +
//! d`. If the demand of these compulsory parts exceeds the capacity, the branch is dead; a job loses each
//! start at which the compulsory parts of others leave too little for it. The cost of a call is starts times
//! jobs. No state.
//!
//! Explanations are pointwise: jobs that run for certain at one time at which too much is needed, each as
//! "starts no later than then, and no more than its length before".
//!
//! Source: A. Schutt, T. Feydt, P. J. Stuckey and M. G. Wallace, Explaining the cumulative propagator, 2011.

use super::view::Number;
use crate::kernel::prelude::*;

rules! {
    /// The inference rules of a resource.
    enum Rule {
        Overload => "too much is needed at a time",
        Meets => "would need too much at a time",
    }
}

/// A job on a resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Job {
    /// When it starts.
    pub start: Number,
    /// How long it takes, at least 1.
    pub length: i64,
    /// The demand while it runs, at least 1.
    pub need: i64,
}

impl Job {
    /// The interval in which it runs for certain, end exclusive; empty if the end is not after the
    /// start.
    fn part(&self, view: &impl View) -> (i64, i64) {
        (self.start.max(view), self.start.min(view) + self.length)
    }

    /// Whether it runs for certain at a time.
    fn covers(&self, t: i64, view: &impl View) -> bool {
        let (from, to) = self.part(view);
        (from..to).contains(&t)
    }
}

/// The propagator and constraint of a resource.
#[derive(Clone, Debug)]
pub struct Cumulative {
    jobs: Vec<Job>,
    capacity: i64,
    /// Scratch: the parts, and by time how much more is needed from then on.
    parts: Vec<(i64, i64)>,
    steps: Vec<(i64, i64)>,
}

impl Cumulative {
    /// At any time the running jobs need at most `capacity` together. Needs stay below 2^61 together,
    /// starts and lengths below 2^60.
    pub fn new(jobs: &[Job], capacity: i64) -> Cumulative {
        Cumulative { jobs: jobs.to_vec(), capacity, parts: Vec::new(), steps: Vec::new() }
    }

    /// The demand of the compulsory parts at a time, without one job.
    fn needed(&self, t: i64, but: Option<usize>, view: &impl View) -> i64 {
        let of = |(k, job): (usize, &Job)| {
            if Some(k) != but && job.covers(t, view) { job.need } else { 0 }
        };
        self.jobs.iter().enumerate().map(of).sum()
    }

    /// A time in `from..to` at which all jobs but one leave less than `room`. The demand grows only
    /// where a compulsory part begins.
    fn crowded(
        &self,
        (from, to): (i64, i64),
        but: Option<usize>,
        room: i64,
        view: &impl View,
    ) -> Option<i64> {
        let begins =
            self.jobs.iter().map(|job| job.start.max(view)).filter(|t| (from..to).contains(t));
        std::iter::once(from)
            .chain(begins)
            .find(|&t| self.needed(t, but, view) > self.capacity - room)
    }

    /// Builds the profile; returns whether it exceeds the capacity.
    fn profile(&mut self, p: &Propagation<'_>) -> bool {
        self.parts.clear();
        self.parts.extend(self.jobs.iter().map(|job| job.part(p)));
        self.steps.clear();
        for (job, &(from, to)) in self.jobs.iter().zip(&self.parts) {
            if from < to {
                self.steps.push((from, job.need));
                self.steps.push((to, -job.need));
            }
        }
        self.steps.sort_unstable();
        let mut level = 0;
        for step in &mut self.steps {
            level += step.1;
            // The demand from this time on.
            step.1 = level;
            if level > self.capacity {
                return true;
            }
        }
        false
    }

    /// Removes from a job the starts at which the resource would be overloaded.
    fn cut(&self, k: usize, p: &mut Propagation<'_>) -> Result<bool, Halt> {
        let job = self.jobs[k];
        let tag = Tag::new(Rule::Meets.tag().rule(), k as u32);
        let Some(var) = job.start.var() else { return self.cut_ends(k, tag, p) };
        let mut changed = false;
        for v in 0..p.values(var) {
            if !p.domain(var).contains(v) {
                continue;
            }
            p.work(1 + self.steps.len() / 16)?;
            if self.met(k, job.start.number_of(v)).is_some() {
                changed |= p.remove(var, v, tag)?;
            }
        }
        Ok(changed)
    }

    /// The first interval in which a job that starts at `from` would overload the resource.
    fn met(&self, k: usize, from: i64) -> Option<(i64, i64)> {
        let (job, own) = (self.jobs[k], self.parts[k]);
        let to = from + job.length;
        let mut at = self.steps.partition_point(|s| s.0 <= from).saturating_sub(1);
        while at < self.steps.len() && self.steps[at].0 < to {
            // The last of the steps of one time holds the demand from then on.
            let end = self.steps.get(at + 1).map_or(i64::MAX, |s| s.0);
            let (begin, level) = self.steps[at];
            let own = if own.0 <= begin && begin < own.1 { job.need } else { 0 };
            if end > begin.max(from) && level - own + job.need > self.capacity {
                return Some((begin.max(from), end.min(to)));
            }
            at += 1;
        }
        None
    }

    /// Moves the bounds of a job whose start is an interval variable away from overloaded times: past one
    /// time per step, so that the reason is the jobs that run at that time.
    fn cut_ends(&self, k: usize, tag: Tag, p: &mut Propagation<'_>) -> Result<bool, Halt> {
        let Job { start, length, .. } = self.jobs[k];
        let mut changed = false;
        while let Some((_, end)) = self.met(k, start.min(p)) {
            p.work(1 + self.steps.len() / 16)?;
            changed |= start.at_least(end, p, tag)?;
        }
        while let Some((begin, _)) = self.met(k, start.max(p)) {
            p.work(1 + self.steps.len() / 16)?;
            changed |= start.at_most(begin - length, p, tag)?;
        }
        Ok(changed)
    }

    /// Appends the premises that jobs, without one, run for certain at a time and need more than
    /// `most` together.
    fn say(&self, t: i64, but: Option<usize>, most: i64, past: &Past<'_>, why: &mut Lits) {
        let mut needed = 0;
        for (k, job) in self.jobs.iter().enumerate() {
            if needed > most {
                return;
            }
            if Some(k) != but && job.covers(t, past) {
                job.start.say_between(t - job.length + 1, t, past, why);
                needed += job.need;
            }
        }
    }
}

impl Propagator for Cumulative {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "cumulative"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        self.jobs.iter().for_each(|job| job.start.wakes(to));
    }

    fn priority(&self) -> Priority {
        Priority::Flow
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        if self.profile(p) {
            return Err(p.fail(Rule::Overload.tag()).into());
        }
        for k in 0..self.jobs.len() {
            if self.cut(k, p)? {
                // If its bounds have moved, its compulsory part has grown.
                return Ok(Status::Again);
            }
        }
        Ok(Status::Fixpoint)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let Some(fact) = fact else {
            let t = self.crowded((i64::MIN, i64::MAX), None, 0, past).expect("too much was needed");
            return self.say(t, None, self.capacity, past, why);
        };
        let k = tag.note() as usize;
        let Job { start, length, need } = self.jobs[k];
        let n = start.lost(fact, past.store()).expect("about the start");
        if start.var().is_some() {
            let span = (n, n + length);
            let t = self.crowded(span, Some(k), need, past).expect("it would have met too much");
            return self.say(t, Some(k), self.capacity - need, past, why);
        }
        // One time at which it would overload the resource for any start from the former bound to the removed start.
        let rises = start.is_raised(fact);
        let span = match rises {
            true => (n, start.min(past) + length),
            false => (start.max(past), n + length),
        };
        let t = self.crowded(span, Some(k), need, past).expect("it would have met too much");
        match rises {
            true => start.say_at_least(t - length + 1, past, why),
            false => start.say_at_most(t, past, why),
        }
        self.say(t, Some(k), self.capacity - need, past, why);
    }
}

impl Constraint for Cumulative {
    fn scope(&self) -> Vec<Term> {
        self.jobs.iter().map(|job| job.start.term()).collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        let start = |k: usize| self.jobs[k].start.number_of(values[k]);
        let runs = |k: usize, t: i64| (start(k)..start(k) + self.jobs[k].length).contains(&t);
        let all = 0..self.jobs.len();
        let need =
            |t: i64| all.clone().filter(|&k| runs(k, t)).map(|k| self.jobs[k].need).sum::<i64>();
        all.clone().all(|k| need(start(k)) <= self.capacity)
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        into.add(self.clone());
        Ok(())
    }
}

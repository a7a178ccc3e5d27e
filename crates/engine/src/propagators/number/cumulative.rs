//! Jobs on a resource: at no time do the running jobs need more than the capacity.
//!
//! Lengths, needs and the capacity are numbers or variables.
//!
//! Time-table filtering: a job that starts between `a` and `b` and takes at least `d` runs for certain from `b` to `a +
//! d`. If the least demand of these compulsory parts exceeds the capacity, the branch is dead; a job loses each
//! start at which the compulsory parts of others leave too little for it, each length with which it would still run at such
//! a time, and each need that is too large where it runs for certain; the capacity is at least the demand. The cost of a
//! call is starts times jobs. No state.
//!
//! Explanations are pointwise: jobs that run for certain at one time at which too much is needed, each as
//! "starts no later than then, and no more than its length before", with the bounds of lengths, needs and capacity that are
//! variables.
//!
//! Source: A. Schutt, T. Feydt, P. J. Stuckey and M. G. Wallace, Explaining the cumulative propagator, 2011.

use super::view::Number;
use crate::kernel::prelude::*;

rules! {
    /// The inference rules of a resource.
    enum Rule {
        Overload => "too much is needed at a time",
        Meets => "would need too much at a time",
        Lasts => "would last until too much is needed",
        Needs => "would need too much where it runs",
        Lacks => "more is needed at a time",
    }
}

/// A number that is fixed, or a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    /// Fixed.
    Fixed(i64),
    /// A variable.
    Of(Number),
}

impl Amount {
    pub(super) fn min(self, view: &impl View) -> i64 {
        match self {
            Amount::Fixed(n) => n,
            Amount::Of(x) => x.min(view),
        }
    }

    pub(super) fn max(self, view: &impl View) -> i64 {
        match self {
            Amount::Fixed(n) => n,
            Amount::Of(x) => x.max(view),
        }
    }

    pub(super) fn number(self) -> Option<Number> {
        match self {
            Amount::Fixed(_) => None,
            Amount::Of(x) => Some(x),
        }
    }

    /// Appends the premise that it was at least its former least value.
    pub(super) fn say_least(self, past: &Past<'_>, why: &mut Lits) {
        if let Amount::Of(x) = self {
            x.say_at_least(x.min(past), past, why);
        }
    }

    /// Appends the premise that it was at most its former largest value.
    pub(super) fn say_most(self, past: &Past<'_>, why: &mut Lits) {
        if let Amount::Of(x) = self {
            x.say_at_most(x.max(past), past, why);
        }
    }

    /// Its value, the next one of some where it is a variable.
    fn value(self, values: &mut impl Iterator<Item = u32>) -> i64 {
        match self {
            Amount::Fixed(n) => n,
            Amount::Of(x) => x.number_of(values.next().expect("a value for each variable")),
        }
    }
}

/// A job on a resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Job {
    /// When it starts.
    pub start: Number,
    /// How long it takes, at least 0.
    pub length: Amount,
    /// The demand while it runs, at least 0.
    pub need: Amount,
}

impl Job {
    /// The interval in which it runs for certain, end exclusive; empty if the end is not after the
    /// start.
    fn part(&self, view: &impl View) -> (i64, i64) {
        (self.start.max(view), self.start.min(view) + self.length.min(view))
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
    capacity: Amount,
    /// Scratch: the parts and the least needs, and by time how much is needed from then on.
    parts: Vec<(i64, i64)>,
    needs: Vec<i64>,
    steps: Vec<(i64, i64)>,
}

/// A job that is left out of a demand.
type But = Option<usize>;

impl Cumulative {
    /// At any time the running jobs need at most `capacity` together. Needs stay below 2^61 together,
    /// starts and lengths below 2^60.
    pub fn new(jobs: &[Job], capacity: Amount) -> Cumulative {
        let (parts, needs, steps) = (Vec::new(), Vec::new(), Vec::new());
        Cumulative { jobs: jobs.to_vec(), capacity, parts, needs, steps }
    }

    /// The demand of the compulsory parts at a time, without one job.
    fn needed(&self, t: i64, but: But, view: &impl View) -> i64 {
        let of = |(k, job): (usize, &Job)| {
            if Some(k) != but && job.covers(t, view) { job.need.min(view) } else { 0 }
        };
        self.jobs.iter().enumerate().map(of).sum()
    }

    /// A time in `from..to` at which all jobs but one need more than `most`. The demand grows only
    /// where a compulsory part begins.
    fn crowded(
        &self,
        (from, to): (i64, i64),
        but: But,
        most: i64,
        view: &impl View,
    ) -> Option<i64> {
        let begins =
            self.jobs.iter().map(|job| job.start.max(view)).filter(|t| (from..to).contains(t));
        std::iter::once(from).chain(begins).find(|&t| self.needed(t, but, view) > most)
    }

    /// Builds the profile; returns the largest demand.
    fn profile(&mut self, p: &Propagation<'_>) -> i64 {
        self.parts.clear();
        self.parts.extend(self.jobs.iter().map(|job| job.part(p)));
        self.needs.clear();
        self.needs.extend(self.jobs.iter().map(|job| job.need.min(p)));
        self.steps.clear();
        for (&need, &(from, to)) in self.needs.iter().zip(&self.parts) {
            if from < to && need > 0 {
                self.steps.push((from, need));
                self.steps.push((to, -need));
            }
        }
        self.steps.sort_unstable();
        let (mut level, mut most) = (0, 0);
        for step in &mut self.steps {
            level += step.1;
            // The demand from this time on.
            step.1 = level;
            most = most.max(level);
        }
        most
    }

    /// Removes from a job the starts at which the resource would be overloaded.
    fn cut(&self, k: usize, room: i64, p: &mut Propagation<'_>) -> Result<bool, Halt> {
        let job = self.jobs[k];
        let tag = Rule::Meets.about(k as u32);
        let length = job.length.min(p);
        if length == 0 || self.needs[k] == 0 {
            return Ok(false);
        }
        let Some(var) = job.start.var() else { return self.cut_ends(k, (room, length), tag, p) };
        let mut changed = false;
        for v in 0..p.values(var) {
            if !p.domain(var).contains(v) {
                continue;
            }
            p.work(1 + self.steps.len() / 16)?;
            let from = job.start.number_of(v);
            if self.met(k, (from, from + length), room).is_some() {
                changed |= p.remove(var, v, tag)?;
            }
        }
        Ok(changed)
    }

    /// The first interval in `from..to` in which a job would overload the resource with its least need.
    fn met(&self, k: usize, (from, to): (i64, i64), room: i64) -> Option<(i64, i64)> {
        let (need, own) = (self.needs[k], self.parts[k]);
        let mut at = self.steps.partition_point(|s| s.0 <= from).saturating_sub(1);
        while at < self.steps.len() && self.steps[at].0 < to {
            // The last of the steps of one time holds the demand from then on.
            let end = self.steps.get(at + 1).map_or(i64::MAX, |s| s.0);
            let (begin, level) = self.steps[at];
            let own = if own.0 <= begin && begin < own.1 { need } else { 0 };
            if end > begin.max(from) && level - own + need > room {
                return Some((begin.max(from), end.min(to)));
            }
            at += 1;
        }
        None
    }

    /// Moves the bounds of a job whose start is an interval variable away from overloaded times: past one
    /// time per step, so that the reason is the jobs that run at that time.
    fn cut_ends(
        &self,
        k: usize,
        (room, length): (i64, i64),
        tag: Tag,
        p: &mut Propagation<'_>,
    ) -> Result<bool, Halt> {
        let start = self.jobs[k].start;
        let met = |from: i64| self.met(k, (from, from + length), room);
        let mut changed = false;
        while let Some((_, end)) = met(start.min(p)) {
            p.work(1 + self.steps.len() / 16)?;
            changed |= start.at_least(end, p, tag)?;
        }
        while let Some((begin, _)) = met(start.max(p)) {
            p.work(1 + self.steps.len() / 16)?;
            changed |= start.at_most(begin - length, p, tag)?;
        }
        Ok(changed)
    }

    /// Cuts the length and the need of a job where they are variables.
    fn cut_amounts(&self, k: usize, room: i64, p: &mut Propagation<'_>) -> Result<bool, Halt> {
        let job = self.jobs[k];
        let tag = |rule: Rule| rule.about(k as u32);
        let mut changed = false;
        if let (Amount::Of(length), true) = (job.length, self.needs[k] > 0) {
            // From the latest start on it runs for certain as long as it lasts.
            let (first, last) = (job.start.min(p), job.start.max(p));
            p.work(1 + self.steps.len() / 16)?;
            if let Some((begin, _)) = self.met(k, (last, first + length.max(p)), room) {
                changed |= length.at_most(begin - first, p, tag(Rule::Lasts))?;
            }
        }
        let (from, to) = self.parts[k];
        if let (Amount::Of(need), true) = (job.need, from < to) {
            p.work(1 + self.steps.len() / 16)?;
            let first = self.steps.partition_point(|s| s.0 <= from).saturating_sub(1);
            let own = self.needs[k];
            let mut most = 0;
            for at in first..self.steps.len() {
                let end = self.steps.get(at + 1).map_or(i64::MAX, |s| s.0);
                let (begin, level) = self.steps[at];
                if begin >= to {
                    break;
                }
                if end > begin.max(from) && begin.max(from) < to {
                    most = most.max(if begin >= from { level - own } else { level });
                }
            }
            changed |= need.at_most(room - most, p, tag(Rule::Needs))?;
        }
        Ok(changed)
    }

    /// Appends the premises that jobs, without one, run for certain at a time and need more than
    /// `most` together.
    fn say(&self, t: i64, but: But, most: i64, past: &Past<'_>, why: &mut Lits) {
        let mut needed = 0;
        for (k, job) in self.jobs.iter().enumerate() {
            if needed > most {
                return;
            }
            let need = job.need.min(past);
            if Some(k) != but && need > 0 && job.covers(t, past) {
                job.start.say_between(t - job.length.min(past) + 1, t, past, why);
                job.length.say_least(past, why);
                job.need.say_least(past, why);
                needed += need;
            }
        }
    }

    /// Appends the premises of a start that a job lost.
    fn explain_start(&self, k: usize, fact: Lit, past: &Past<'_>, why: &mut Lits) {
        let job = self.jobs[k];
        let start = job.start;
        let length = job.length.min(past);
        let most = self.capacity.max(past) - job.need.min(past);
        let n = start.lost(fact, past.store()).expect("about the start");
        job.length.say_least(past, why);
        job.need.say_least(past, why);
        self.capacity.say_most(past, why);
        if start.var().is_some() {
            let t = self.crowded((n, n + length), Some(k), most, past);
            return self.say(t.expect("it would have met too much"), Some(k), most, past, why);
        }
        // One time at which it would overload the resource for any start from the former bound to the removed start.
        let rises = start.is_raised(fact);
        let span = match rises {
            true => (n, start.min(past) + length),
            false => (start.max(past), n + length),
        };
        let t = self.crowded(span, Some(k), most, past).expect("it would have met too much");
        match rises {
            true => start.say_at_least(t - length + 1, past, why),
            false => start.say_at_most(t, past, why),
        }
        self.say(t, Some(k), most, past, why);
    }

    /// Appends the premises of a length, or of a need, that a job lost.
    fn explain_amount(&self, k: usize, rule: Rule, fact: Lit, past: &Past<'_>, why: &mut Lits) {
        let job = self.jobs[k];
        let of = if rule == Rule::Lasts { job.length } else { job.need };
        let lost = of.number().and_then(|x| x.lost(fact, past.store())).expect("a variable");
        let (length, need) = match rule {
            Rule::Lasts => (lost, job.need.min(past)),
            _ => (job.length.min(past), lost),
        };
        let span = (job.start.max(past), job.start.min(past) + length);
        let most = self.capacity.max(past) - need;
        let t = self.crowded(span, Some(k), most, past).expect("too much is needed");
        job.start.say_between(t - length + 1, t, past, why);
        if rule == Rule::Lasts {
            job.need.say_least(past, why);
        } else {
            job.length.say_least(past, why);
        }
        self.capacity.say_most(past, why);
        self.say(t, Some(k), most, past, why);
    }
}

impl Propagator for Cumulative {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "cumulative"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        self.numbers().for_each(|x| x.wakes(to));
    }

    fn priority(&self) -> Priority {
        Priority::Flow
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        let needed = self.profile(p);
        let room = self.capacity.max(p);
        if needed > room {
            return Err(p.fail(Rule::Overload.tag()).into());
        }
        let mut changed = false;
        if let Amount::Of(capacity) = self.capacity {
            changed = capacity.at_least(needed, p, Rule::Lacks.tag())?;
        }
        for k in 0..self.jobs.len() {
            if self.cut(k, room, p)? || self.cut_amounts(k, room, p)? {
                // If its bounds have moved, its compulsory part has grown.
                return Ok(Status::Again);
            }
        }
        Ok(if changed { Status::Again } else { Status::Fixpoint })
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let Some(fact) = fact else {
            let most = self.capacity.max(past);
            let t =
                self.crowded((i64::MIN, i64::MAX), None, most, past).expect("too much was needed");
            self.capacity.say_most(past, why);
            return self.say(t, None, most, past, why);
        };
        let k = tag.note() as usize;
        match Rule::from_tag(tag) {
            Rule::Meets | Rule::Overload => self.explain_start(k, fact, past, why),
            rule @ (Rule::Lasts | Rule::Needs) => self.explain_amount(k, rule, fact, past, why),
            Rule::Lacks => {
                let capacity = self.capacity.number().expect("a variable");
                let most = capacity.lost(fact, past.store()).expect("about the capacity");
                let span = (i64::MIN, i64::MAX);
                let t = self.crowded(span, None, most, past).expect("more is needed");
                self.say(t, None, most, past, why);
            }
        }
    }
}

/// The variables of jobs and of their resource.
pub(super) fn numbers(jobs: &[Job], capacity: Amount) -> impl Iterator<Item = Number> + '_ {
    let of = |job: &Job| [Some(job.start), job.length.number(), job.need.number()];
    jobs.iter().flat_map(of).chain([capacity.number()]).flatten()
}

impl Cumulative {
    fn numbers(&self) -> impl Iterator<Item = Number> + '_ {
        numbers(&self.jobs, self.capacity)
    }
}

impl Constraint for Cumulative {
    fn scope(&self) -> Vec<Term> {
        self.numbers().map(Number::term).collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        let mut values = values.iter().copied();
        let job = |job: &Job| {
            let start = Amount::Of(job.start).value(&mut values);
            (start, job.length.value(&mut values), job.need.value(&mut values))
        };
        let jobs: Vec<(i64, i64, i64)> = self.jobs.iter().map(job).collect();
        let capacity = self.capacity.value(&mut values);
        let need = |t: i64| {
            let runs = jobs.iter().filter(|job| (job.0..job.0 + job.1).contains(&t));
            runs.map(|job| job.2).sum::<i64>()
        };
        jobs.iter().all(|job| need(job.0) <= capacity)
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        into.add(self.clone());
        Ok(())
    }
}

//! Jobs on a resource: those that lie within a window of time need no more together than there is in it.
//!
//! Edge finding by windows: from the earliest start of a job to the latest end of one. The energy of a job is its length times
//! its need. If the jobs that lie within a window have more energy than the capacity gives it, the branch is dead; a job that would
//! overlap a window too much from its earliest start on starts later, so that the overlap fits, and one that would overlap it
//! too much from its latest start on ends earlier. Lengths, needs and the capacity count by their ends. A redundant addition to
//! [`Cumulative`](super::Cumulative). Cost of a call: the square of the jobs, more for windows that are nearly full. No state.
//!
//! Explanations: the jobs within the window start no earlier than it and end no later, as far as their energy is needed; jobs are
//! left out, or a job is let out of the window a little, where there is energy to spare.
//!
//! Source: A. Schutt, T. Feydt and P. J. Stuckey, Explaining time-table-edge-finding propagation for the cumulative resource
//! constraint, 2013; without the compulsory parts of jobs that do not lie within a window, which time-tables know.

use super::cumulative::{Amount, Job, numbers};
use crate::kernel::prelude::*;

rules! {
    /// The inference rules of energy.
    enum Rule {
        Full => "more is needed in a window than there is",
        Later => "would need too much of a window after its earliest start",
        Earlier => "would need too much of a window before its latest end",
    }
}

/// The propagator of energy.
#[derive(Clone, Debug)]
pub struct Energy {
    jobs: Vec<Job>,
    capacity: Amount,
}

/// A job by its ends.
#[derive(Clone, Copy, Debug)]
struct Bar {
    /// Its number.
    job: usize,
    /// The earliest start, and the latest end.
    from: i64,
    to: i64,
    length: i64,
    need: i64,
}

impl Bar {
    fn energy(&self) -> i64 {
        self.length * self.need
    }

    /// How long it overlaps a window from this start on.
    fn overlap(&self, start: i64, window: &Window) -> i64 {
        ((start + self.length).min(window.to) - start.max(window.from)).max(0)
    }

    fn lies_in(&self, window: &Window) -> bool {
        self.from >= window.from && self.to <= window.to
    }
}

/// A time, its end exclusive.
#[derive(Clone, Copy, Debug)]
struct Window {
    from: i64,
    to: i64,
}

/// An inference from a window.
#[derive(Clone, Copy, Debug)]
enum Found {
    Full,
    /// A job starts at this time or later.
    Later(usize, i64),
    /// A job starts at this time or earlier.
    Earlier(usize, i64),
}

impl Energy {
    /// Of the jobs of a resource with this capacity, which the need of none exceeds that takes time: others see to that. Energies stay below 2^61 together, starts and lengths below 2^60.
    pub fn new(jobs: &[Job], capacity: Amount) -> Energy {
        Energy { jobs: jobs.to_vec(), capacity }
    }

    /// The jobs that need something, the latest start first.
    fn bars(&self, view: &impl View) -> Vec<Bar> {
        let bar = |(job, of): (usize, &Job)| {
            let (length, need) = (of.length.min(view), of.need.min(view));
            Bar { job, from: of.start.min(view), to: of.start.max(view) + length, length, need }
        };
        let mut bars: Vec<Bar> = self.jobs.iter().enumerate().map(bar).collect();
        bars.retain(|bar| bar.energy() > 0);
        bars.sort_unstable_by_key(|bar| (std::cmp::Reverse(bar.from), bar.job));
        bars
    }

    /// The first answer for a window, with the energy that the jobs within it leave.
    fn window<T>(
        &self,
        bars: &[Bar],
        capacity: i64,
        mut each: impl FnMut(Window, i64) -> Option<T>,
    ) -> Option<T> {
        let mut ends: Vec<i64> = bars.iter().map(|bar| bar.to).collect();
        ends.sort_unstable();
        ends.dedup();
        ends.into_iter().find_map(|to| {
            let mut energy = 0;
            let mut inside = bars.iter().filter(|bar| bar.to <= to).peekable();
            while let Some(bar) = inside.next() {
                energy += bar.energy();
                // A window has all jobs that begin with it.
                if inside.peek().is_some_and(|next| next.from == bar.from) {
                    continue;
                }
                let found =
                    each(Window { from: bar.from, to }, capacity * (to - bar.from) - energy);
                if found.is_some() {
                    return found;
                }
            }
            None
        })
    }

    /// The first thing that follows.
    fn find(&self, view: &impl View) -> Option<Found> {
        let (bars, capacity) = (self.bars(view), self.capacity.max(view));
        let most = bars.iter().map(Bar::energy).max()?;
        self.window(&bars, capacity, |window, room| {
            if room < 0 {
                return Some(Found::Full);
            }
            if room >= most {
                return None;
            }
            bars.iter().filter(|bar| !bar.lies_in(&window)).find_map(|bar| {
                let (first, last) = (bar.from, bar.to - bar.length);
                let fits = room / bar.need;
                if bar.overlap(first, &window) > fits {
                    return Some(Found::Later(bar.job, window.to - fits));
                }
                let latest = window.from + fits - bar.length;
                let is_over = bar.overlap(last, &window) > fits;
                is_over.then_some(Found::Earlier(bar.job, latest))
            })
        })
    }

    /// Appends that the jobs of a window lie within it, without `spare` of their energy.
    fn say(
        &self,
        (bars, window): (&[Bar], &Window),
        mut spare: i64,
        past: &Past<'_>,
        why: &mut Lits,
    ) {
        self.capacity.say_most(past, why);
        for bar in bars.iter().filter(|bar| bar.lies_in(window)) {
            if bar.energy() <= spare {
                spare -= bar.energy();
                continue;
            }
            let out = spare / bar.need;
            spare -= out * bar.need;
            let job = self.jobs[bar.job];
            let (first, last) = (window.from - out, window.to - bar.length + out);
            job.start.say_between(first, last, past, why);
            job.length.say_least(past, why);
            job.need.say_least(past, why);
        }
    }

    /// Appends the premises of a start that a job lost.
    fn explain_start(&self, k: usize, fact: Lit, later: bool, past: &Past<'_>, why: &mut Lits) {
        let job = self.jobs[k];
        let n = job.start.lost(fact, past.store()).expect("about the start");
        let (mut bars, capacity) = (self.bars(past), self.capacity.max(past));
        let own = *bars.iter().find(|bar| bar.job == k).expect("it needs something");
        bars.retain(|bar| bar.job != k);
        let end = if later { own.from } else { own.to - own.length };
        let is_single = job.start.var().is_some();
        let found = self.window(&bars, capacity, |window, room| {
            let here = own.overlap(n, &window);
            let there = if is_single { here } else { own.overlap(end, &window) };
            let needed = room / own.need + 1;
            let refutes = room >= 0 && here.min(there) >= needed;
            refutes.then_some((window, room, if is_single { here } else { needed }))
        });
        let (window, room, overlap) = found.expect("a window had too little left");
        // Between two starts that overlap so much lie such only.
        match (is_single, later) {
            (true, _) => {}
            (false, true) => {
                job.start.say_at_least(window.from + overlap - own.length, past, why);
            }
            (false, false) => job.start.say_at_most(window.to - overlap, past, why),
        }
        job.length.say_least(past, why);
        job.need.say_least(past, why);
        let spare = overlap * own.need - room - 1;
        self.say((&bars, &window), spare, past, why);
    }
}

impl Propagator for Energy {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "energy"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        numbers(&self.jobs, self.capacity).for_each(|x| x.wakes(to));
    }

    fn priority(&self) -> Priority {
        Priority::Flow
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        p.work(1 + self.jobs.len() * self.jobs.len() / 16)?;
        match self.find(p) {
            None => return Ok(Status::Fixpoint),
            Some(Found::Full) => return Err(p.fail(Rule::Full.tag()).into()),
            Some(Found::Later(k, n)) => {
                self.jobs[k].start.at_least(n, p, Rule::Later.about(k as u32))?;
            }
            Some(Found::Earlier(k, n)) => {
                self.jobs[k].start.at_most(n, p, Rule::Earlier.about(k as u32))?;
            }
        }
        Ok(Status::Again)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        let Some(fact) = fact else {
            let (bars, capacity) = (self.bars(past), self.capacity.max(past));
            let full = |window, room| (room < 0).then_some((window, room));
            let found = self.window(&bars, capacity, full);
            let (window, room) = found.expect("a window was too full");
            return self.say((&bars, &window), -room - 1, past, why);
        };
        let is_later = Rule::from_tag(tag) == Rule::Later;
        self.explain_start(tag.note() as usize, fact, is_later, past, why);
    }
}

//! An observer that only samples what everything costs: the lighter part of the profiler.

use super::timer::Timer;
use crate::kernel::{Engine, Observer, Part, Searched};
use std::time::Duration;

/// What was timed in one stage on one network.
#[derive(Clone, PartialEq, Debug)]
pub struct Timed {
    /// The stage.
    pub stage: &'static str,
    /// The number of the network within its run.
    pub network: usize,
    /// Processor time of search, measured without sampling.
    pub searched: Duration,
    /// Estimates by the number of a [`super::timer::Place`], in nanoseconds; not scaled to `searched`.
    pub raw: Vec<f64>,
}

/// Times runs by samples, stage by stage.
#[derive(Clone, Debug)]
pub struct Clock {
    timer: Timer,
    timed: Vec<Timed>,
    stage: &'static str,
    network: usize,
}

impl Default for Clock {
    fn default() -> Self {
        Clock::new()
    }
}

impl Clock {
    /// Nothing timed yet.
    pub fn new() -> Clock {
        Clock::with(Timer::new())
    }

    fn with(timer: Timer) -> Clock {
        Clock { timer, timed: Vec::new(), stage: "search", network: 0 }
    }

    /// A clock for another run of the same kind, which knows how often to sample.
    pub fn again(&self) -> Clock {
        Clock::with(self.timer.again())
    }

    /// What reading clocks has cost.
    pub fn overhead(&self) -> Duration {
        self.timer.overhead()
    }

    /// Units of search that were timed, and all of them.
    pub fn units(&self) -> [u64; 2] {
        self.timer.units()
    }

    /// What was timed, in the order in which stages and networks first came to their end.
    pub fn timed(&self) -> &[Timed] {
        &self.timed
    }

    /// The stage and the number of the network at hand.
    pub fn at(&self) -> (&'static str, usize) {
        (self.stage, self.network)
    }

    /// Adds the times of another run.
    pub fn add(&mut self, other: &Clock) {
        for of in &other.timed {
            let mine = self.of(of.stage, of.network);
            mine.searched += of.searched;
            if mine.raw.len() < of.raw.len() {
                mine.raw.resize(of.raw.len(), 0.0);
            }
            mine.raw.iter_mut().zip(&of.raw).for_each(|(mine, raw)| *mine += raw);
        }
    }

    /// Ends what is being timed, and files it under the stage and the network at hand. A run that knows
    /// stages does that by itself.
    pub fn finish(&mut self) {
        let mut found = Vec::new();
        let searched = self.timer.stage_over(|place, ns| found.push((place as usize, ns)));
        if searched == 0.0 {
            return;
        }
        let (stage, network) = self.at();
        let timed = self.of(stage, network);
        timed.searched += Duration::from_nanos(searched as u64);
        for (place, ns) in found {
            if timed.raw.len() <= place {
                timed.raw.resize(place + 1, 0.0);
            }
            timed.raw[place] += ns;
        }
    }

    /// A clock that has timed this.
    #[cfg(test)]
    pub(super) fn of_times(timed: impl Into<Vec<Timed>>) -> Clock {
        Clock { timed: timed.into(), ..Clock::new() }
    }

    fn of(&mut self, stage: &'static str, network: usize) -> &mut Timed {
        let known = |t: &Timed| t.stage == stage && t.network == network;
        let at = self.timed.iter().position(known).unwrap_or_else(|| {
            self.timed.push(Timed { stage, network, searched: Duration::ZERO, raw: Vec::new() });
            self.timed.len() - 1
        });
        &mut self.timed[at]
    }
}

impl Observer for Clock {
    const PARTS: bool = true;

    fn stage(&mut self, name: &'static str) {
        self.finish();
        self.stage = name;
    }

    fn staged(&mut self) {
        self.finish();
        self.stage = "between stages";
    }

    fn network(&mut self, on: &Searched<'_>) {
        if self.network != on.number {
            self.finish();
        }
        self.network = on.number;
    }

    fn fixpoint(&mut self, _engine: &mut Engine, _from: usize) {
        self.timer.unit();
    }

    fn enters(&mut self, part: Part) {
        self.timer.enter(part);
    }

    fn leaves(&mut self) {
        self.timer.leave();
    }

    fn samples(&self) -> bool {
        self.timer.is_on()
    }
}

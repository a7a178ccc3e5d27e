//! An observer that only samples times: the lighter part of the profiler.

use super::timer::Timer;
use crate::kernel::{Engine, Observer, Part, Searched};
use std::time::Duration;

/// The times of one stage on one network.
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

    /// The cost of reading clocks.
    pub fn overhead(&self) -> Duration {
        self.timer.overhead()
    }

    /// Units of search that were timed, and all of them.
    pub fn units(&self) -> [u64; 2] {
        self.timer.units()
    }

    /// The times, in the order in which stages and networks first ended.
    pub fn timed(&self) -> &[Timed] {
        &self.timed
    }

    /// The current stage and number of the network.
    pub fn at(&self) -> (&'static str, usize) {
        (self.stage, self.network)
    }

    /// Adds the times of another run.
    pub fn add(&mut self, other: &Clock) {
        for of in &other.timed {
            let mine = self.timed_of(of.stage, of.network);
            mine.searched += of.searched;
            if mine.raw.len() < of.raw.len() {
                mine.raw.resize(of.raw.len(), 0.0);
            }
            mine.raw.iter_mut().zip(&of.raw).for_each(|(mine, raw)| *mine += raw);
        }
    }

    /// Ends the current timing, and files it under the current stage and network. A run with stages
    /// does that by itself.
    pub fn finish(&mut self) {
        let mut found = Vec::new();
        let searched = self.timer.stage_over(|place, ns| found.push((place as usize, ns)));
        if searched == 0.0 {
            return;
        }
        let (stage, network) = self.at();
        let timed = self.timed_of(stage, network);
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

    fn timed_of(&mut self, stage: &'static str, network: usize) -> &mut Timed {
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

#[cfg(test)]
mod tests {
    use super::super::timer::Slot;
    use super::*;
    use crate::run::clock::thread_time;

    /// Works until the thread has run for a while.
    fn work() {
        let from = thread_time();
        while thread_time().saturating_sub(from) < Duration::from_micros(200) {}
    }

    /// Times are filed under the stage and the network in which they were spent.
    #[test]
    fn stages_and_networks_are_timed_by_themselves() {
        let mut clock = Clock::new();
        let mut engine = Engine::new();
        let begun = |clock: &Clock| -> Vec<(&'static str, usize)> {
            clock.timed().iter().map(|t| (t.stage, t.network)).collect()
        };
        assert_eq!(clock.at(), ("search", 0));
        clock.stage("nothing");
        clock.staged();
        assert!(clock.timed().is_empty(), "nothing was searched");
        assert_eq!(clock.at(), ("between stages", 0));
        for (stage, number) in [("a", 0), ("a", 2), ("b", 2)] {
            if clock.at().0 != stage {
                clock.stage(stage);
            }
            let searched = engine.clone();
            clock.network(&Searched { number, engine: &searched, blocks: &[], owner: &() });
            assert_eq!(clock.at(), (stage, number));
            Observer::fixpoint(&mut clock, &mut engine, 0);
            assert!(clock.samples(), "the first unit is timed");
            clock.enters(Part::Choosing);
            work();
            clock.leaves();
        }
        clock.finish();
        assert!(!clock.samples());
        assert_eq!(begun(&clock), [("a", 0), ("a", 2), ("b", 2)]);
        for timed in clock.timed() {
            let (choosing, all) =
                (timed.raw[Slot::Choosing as usize], timed.raw.iter().sum::<f64>());
            assert!(choosing > 100_000.0 && choosing <= all, "{choosing} of {all}");
            assert_eq!(timed.raw.len(), Slot::Choosing as usize + 1, "no place above it took time");
            assert!(timed.searched >= Duration::from_micros(200));
        }
        assert_eq!(clock.units(), [3, 3]);
        let once = clock.timed().to_vec();
        clock.stage("a");
        Observer::fixpoint(&mut clock, &mut engine, 0);
        work();
        clock.staged();
        assert_eq!(begun(&clock), [("a", 0), ("a", 2), ("b", 2)], "the same stage and network");
        let again = &clock.timed()[1];
        assert!(again.searched >= once[1].searched + Duration::from_micros(200));
        assert!(again.raw[Slot::Search as usize] > once[1].raw[Slot::Search as usize]);
        assert_eq!(again.raw[Slot::Choosing as usize], once[1].raw[Slot::Choosing as usize]);
        assert_eq!([&clock.timed()[0], &clock.timed()[2]], [&once[0], &once[2]]);
        let fresh = clock.again();
        assert!(fresh.timed().is_empty() && fresh.units() == [0; 2]);
        assert!(clock.overhead() > Duration::ZERO && fresh.overhead() == Duration::ZERO);
    }

    /// Times of runs are added place by place, also if their numbers of places differ.
    #[test]
    fn runs_are_added() {
        let of = |stage, raw: &[f64]| Timed {
            stage,
            network: 1,
            searched: Duration::from_secs(2),
            raw: raw.to_vec(),
        };
        let mut sum = Clock::of_times([of("a", &[1.0])]);
        sum.add(&Clock::of_times([of("b", &[8.0]), of("a", &[2.0, 3.0])]));
        sum.add(&Clock::of_times([of("a", &[4.0])]));
        assert_eq!(sum.timed().len(), 2);
        assert_eq!(sum.timed()[0].raw, [7.0, 3.0]);
        assert_eq!(sum.timed()[0].searched, Duration::from_secs(6));
        assert_eq!(sum.timed()[1], of("b", &[8.0]));
    }
}

//! The contents of a progress line: decisions, steps of a counting program, puzzles of a batch.

use crate::cli::batch::eta::Eta;
use clew::kernel::{Lit, Observer};
use clew::puzzle::wording::how_many;
use clew::run::{GoalProgress, Step};
use clew::strategy::Watch;
use indicatif::{BinaryBytes, HumanCount, HumanDuration};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The progress on one puzzle: decisions, or the newest step of a counting program. Shared by its clones.
#[derive(Clone, Default)]
pub(crate) struct Meter {
    decisions: Arc<AtomicU64>,
    dp: Arc<Mutex<Option<Newest>>>,
    goal: Arc<Mutex<GoalProgress>>,
}

/// The newest step of a program.
struct Newest {
    what: &'static str,
    step: Step,
    /// When the program was seen first.
    start: Instant,
    eta: Eta,
}

impl Meter {
    /// A listener for counting programs.
    /// `what` is the word for a step: cell k of n.
    pub fn watch(&self, what: &'static str) -> Watch {
        let newest = self.dp.clone();
        Watch::new(move |step: Step| {
            let mut newest = newest.lock().unwrap_or_else(PoisonError::into_inner);
            // A dynamic program that starts over, backwards or for another table, counts as a new one.
            let (start, mut eta) = match newest.take() {
                Some(before) if before.step.done < step.done => (before.start, before.eta),
                _ => (Instant::now(), Eta::default()),
            };
            eta.step(step.done as u64, step.total as u64, start.elapsed());
            *newest = Some(Newest { what, step, start, eta });
        })
    }

    /// A listener for goals.
    pub fn goal_watch(&self) -> Watch<GoalProgress> {
        let goal = self.goal.clone();
        Watch::new(move |now| *goal.lock().unwrap_or_else(PoisonError::into_inner) = now)
    }

    /// The text of the line.
    pub fn message(&self) -> String {
        let newest = self.dp.lock().unwrap_or_else(PoisonError::into_inner);
        let goal = *self.goal.lock().unwrap_or_else(PoisonError::into_inner);
        let goal = goal.words(|value| value.to_string());
        match (&*newest, self.decisions.load(Ordering::Relaxed)) {
            (None, 0) if !goal.is_empty() => goal,
            (None, n) if !goal.is_empty() => format!("{goal}, {} decisions", HumanCount(n)),
            (Some(newest), _) => newest.message(),
            (None, 0) => "searching".into(),
            (None, n) => format!("{} decisions", HumanCount(n)),
        }
    }
}

impl Newest {
    fn message(&self) -> String {
        let Step { done, total, states, bytes } = self.step;
        let left = self.eta.left(self.start.elapsed());
        let left = left.map_or(String::new(), |t| format!(", about {} left", HumanDuration(t)));
        format!(
            "{} {done} of {total}, {} states, {}{left}",
            self.what,
            HumanCount(states as u64),
            BinaryBytes(bytes as u64),
        )
    }
}

impl Observer for Meter {
    fn branched(&mut self, _depth: u32, _on: Lit) {
        self.decisions.fetch_add(1, Ordering::Relaxed);
    }
}

/// The progress of a batch. Shared by its clones.
#[derive(Clone, Default)]
pub(crate) struct BatchMeter(Arc<Mutex<Batch>>);

#[derive(Default)]
struct Batch {
    /// Puzzles done, by result.
    tally: BTreeMap<&'static str, u64>,
    /// Puzzles in all, once the end of the input was seen.
    total: Option<u64>,
    /// The puzzle that took longest.
    slowest: Option<(Duration, String)>,
}

impl BatchMeter {
    fn with<T>(&self, act: impl FnOnce(&mut Batch) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// One more puzzle is done, after this time.
    pub fn done(&self, label: &'static str, time: Duration, name: &str) {
        self.with(|batch| {
            *batch.tally.entry(label).or_default() += 1;
            if batch.slowest.as_ref().is_none_or(|(longest, _)| time > *longest) {
                batch.slowest = Some((time, name.to_string()));
            }
        });
    }

    /// The input ended: it had this number of puzzles.
    pub fn ended(&self, total: u64) {
        self.with(|batch| batch.total = Some(total));
    }

    /// The results of the puzzles that are done.
    pub fn summary(&self, elapsed: Duration) -> String {
        self.with(|batch| {
            let n: u64 = batch.tally.values().sum();
            let seconds = elapsed.as_secs_f64();
            let rate = rate(n, elapsed);
            let slowest = batch.slowest.as_ref().map_or(String::new(), |(time, name)| {
                format!("; slowest {:.3} s: {name}", time.as_secs_f64())
            });
            let puzzles = how_many(n, "puzzle");
            let tally = if n == 0 { String::new() } else { format!(": {}", batch.labels()) };
            format!("{puzzles}{tally} in {seconds:.2} s, {rate} a second{slowest}")
        })
    }

    /// The text of the line after this time.
    pub fn message(&self, elapsed: Duration) -> String {
        self.with(|batch| {
            let n: u64 = batch.tally.values().sum();
            let of =
                batch.total.map_or(String::new(), |total| format!(" of {}", HumanCount(total)));
            let rate = rate(n, elapsed);
            let tally = match n {
                0 => String::new(),
                _ => format!(": {}", batch.labels()),
            };
            format!("{}{of} puzzles, {rate} a second{tally}", HumanCount(n))
        })
    }
}

/// Puzzles per second, with significant digits only.
fn rate(puzzles: u64, elapsed: Duration) -> String {
    let rate = puzzles as f64 / elapsed.as_secs_f64().max(1e-3);
    if rate < 10.0 { format!("{rate:.1}") } else { format!("{rate:.0}") }
}

impl Batch {
    fn labels(&self) -> String {
        let parts: Vec<String> = self.tally.iter().map(|(l, n)| format!("{n} {l}")).collect();
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_shows_its_position() {
        let meter = Meter::default();
        assert_eq!(meter.message(), "searching");
        let goal = meter.goal_watch();
        goal.call(GoalProgress { best: None, bound: Some(40) });
        assert_eq!(meter.message(), "bound 40");
        goal.call(GoalProgress { best: Some(45), bound: Some(40) });
        assert_eq!(meter.message(), "best 45, bound 40, gap 5");
        let watch = meter.watch("cell");
        watch.call(Step { done: 3, total: 12, states: 45_678, bytes: 3 << 20 });
        assert_eq!(meter.message(), "cell 3 of 12, 45,678 states, 3.00 MiB");
        for done in 4..=11 {
            watch.call(Step { done, total: 12, states: 45_678, bytes: 3 << 20 });
        }
        assert!(meter.message().starts_with("cell 11 of 12, 45,678 states, 3.00 MiB"));
        // It starts over.
        watch.call(Step { done: 1, total: 40, states: 1, bytes: 1 << 10 });
        assert_eq!(meter.message(), "cell 1 of 40, 1 states, 1.00 KiB");
    }

    #[test]
    fn a_batch_shows_counts_rates_and_verdicts() {
        let meter = BatchMeter::default();
        let ten = Duration::from_secs(10);
        assert_eq!(meter.message(ten), "0 puzzles, 0.0 a second");
        (1..46).for_each(|i| meter.done("unique", Duration::from_millis(i), "p"));
        (0..5).for_each(|_| meter.done("multiple", Duration::from_millis(50), "slow"));
        let tally = "5 multiple, 45 unique";
        assert_eq!(meter.message(ten), format!("50 puzzles, 5.0 a second: {tally}"));
        meter.ended(4096);
        assert_eq!(meter.message(ten), format!("50 of 4,096 puzzles, 5.0 a second: {tally}"));
        let rest = "in 10.00 s, 5.0 a second; slowest 0.050 s: slow";
        assert_eq!(meter.summary(ten), format!("50 puzzles: {tally} {rest}"));
    }
}

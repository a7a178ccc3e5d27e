//! Estimates how much longer a dynamic program with layers takes.
//!
//! The first layers are small and do not predict the cost of the large ones. So no estimate is made until the cost per
//! step has stopped growing; from then on the remaining time only shrinks, and an estimate that turns out wrong is
//! withdrawn rather than extended.

use std::time::Duration;

/// Steps to see before any estimate is made.
const FEW: usize = 8;
/// The maximum ratio of the cost of the newest steps to the cost of those before them.
const STEADY: f64 = 1.2;
/// An estimate that is wrong by more than this share is withdrawn.
const WRONG: f64 = 0.25;

/// Records the steps of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Eta {
    /// Steps done so far, and when.
    steps: Vec<(u64, Duration)>,
    /// When the work is expected to end.
    estimate: Option<Duration>,
}

impl Eta {
    /// `done` of `total` steps are done at this time since the start.
    pub fn step(&mut self, done: u64, total: u64, at: Duration) {
        self.steps.push((done, at));
        let n = self.steps.len();
        if n < FEW {
            return;
        }
        let (newest, before) =
            (self.cost(n - n / 4 - 1, n - 1), self.cost(n / 2 - 1, n - n / 4 - 1));
        let left = total.saturating_sub(done) as f64;
        let end = at + Duration::from_secs_f64((left * newest.max(0.0)).min(1e12));
        self.estimate = match self.estimate {
            _ if newest > STEADY * before => None,
            Some(promised) => {
                let allowed = promised.saturating_sub(at).mul_f64(WRONG) + at / 20;
                (end <= promised + allowed).then(|| end.min(promised))
            }
            None => Some(end),
        };
    }

    /// The time left at this time since the start, if it can be estimated.
    pub fn left(&self, now: Duration) -> Option<Duration> {
        self.estimate?.checked_sub(now)
    }

    /// Seconds per step between two recorded steps.
    fn cost(&self, from: usize, to: usize) -> f64 {
        let ((a, start), (b, end)) = (self.steps[from], self.steps[to]);
        end.saturating_sub(start).as_secs_f64() / b.saturating_sub(a).max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that is shown, looked at ten times a step.
    fn shown(costs: &[f64]) -> Vec<Option<f64>> {
        let (mut eta, mut at, mut seen) = (Eta::default(), 0.0, Vec::new());
        for (k, cost) in costs.iter().enumerate() {
            for part in 0..10 {
                let now = Duration::from_secs_f64(at + cost * f64::from(part) / 10.0);
                seen.push(eta.left(now).map(|left| left.as_secs_f64()));
            }
            at += cost;
            eta.step(k as u64 + 1, costs.len() as u64, Duration::from_secs_f64(at));
        }
        seen
    }

    #[test]
    fn the_remaining_time_shrinks_as_time_passes() {
        let even = vec![2.0; 60];
        let rising: Vec<f64> = (0..100).map(|k| f64::from(k.min(30)) + 0.1).collect();
        let hill: Vec<f64> = (0..100).map(|k: i32| f64::from(50 - (k - 50).abs()) + 1.0).collect();
        for costs in [even, rising, hill] {
            let shown = shown(&costs);
            let said: Vec<f64> = shown.iter().copied().flatten().collect();
            assert!(said.len() > shown.len() / 4, "{} of {}", said.len(), shown.len());
            assert!(said.windows(2).all(|w| w[1] <= w[0] + 1e-6), "{said:?}");
        }
    }

    #[test]
    fn there_is_no_estimate_while_steps_become_dearer() {
        let costs: Vec<f64> = (0..40).map(|k| 1.3f64.powi(k)).collect();
        assert!(shown(&costs).iter().all(Option::is_none));
    }

    #[test]
    fn it_is_right_where_steps_are_alike() {
        let mut eta = Eta::default();
        (1..=20).for_each(|k| eta.step(k, 50, Duration::from_secs(3 * k)));
        assert_eq!(eta.left(Duration::from_secs(60)), Some(Duration::from_secs(90)));
        assert_eq!(eta.left(Duration::from_secs(62)), Some(Duration::from_secs(88)));
    }
}

//! When to restart: fast and slow averages of glue, alternating with patient phases by Luby's
//! sequence.
//!
//! Sources: Luby, Sinclair, Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993; Audemard,
//! Simon, "Refining restarts strategies for SAT and UNSAT", 2012; Biere, Fröhlich, "Evaluating CDCL
//! restart schemes", 2015.

/// The factor above its slow average that the glue must reach for an eager restart.
const MARGIN: f64 = 1.2;
/// The approximate numbers of conflicts covered by the fast and the slow average.
const FAST: f64 = 32.0;
const SLOW: f64 = 4096.0;
/// Conflicts of the first eager phase.
const FIRST_PHASE: u64 = 3000;

/// When a learning search goes back to its root.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum RestartPolicy {
    /// Phases of [`RestartPolicy::Glue`] and of [`RestartPolicy::Luby`] alternate, each half as long
    /// again as the one before.
    #[default]
    Alternating,
    /// When learnt clauses have got worse: their recent glue is a fifth above the long-term
    /// average.
    Glue,
    /// After numbers of conflicts in Luby's sequence, times
    /// [`LearnOptions::luby_unit`](crate::search::LearnOptions::luby_unit).
    Luby,
    /// After `first` conflicts, then after `factor` times as many, and so on.
    Geometric {
        /// Conflicts until the first restart, at least 1.
        first: u64,
        /// The factor by which each distance exceeds the previous one, at least 1.
        factor: f64,
    },
    /// Never, unless the decider requests it
    /// ([`Decider::restart`](crate::search::Decider::restart)).
    Never,
}

/// Decides after each conflict whether to restart.
#[derive(Clone, Debug)]
pub struct Restarts {
    fast: f64,
    slow: f64,
    /// Conflicts since the start, and since the last restart.
    total: u64,
    since: u64,
    luby_index: u64,
    luby_unit: u64,
    policy: RestartPolicy,
    /// Conflicts between restarts in a patient phase.
    distance: u64,
    /// Whether the present phase is eager, that is driven by averages; otherwise it is patient.
    eager: bool,
    phase_left: u64,
    phase_length: u64,
}

impl Restarts {
    /// Restarts by this policy, which starts with an eager phase if it has one.
    pub fn new(policy: RestartPolicy, luby_unit: u64) -> Restarts {
        Restarts {
            fast: 0.0,
            slow: 0.0,
            total: 0,
            since: 0,
            luby_index: 1,
            luby_unit,
            policy,
            distance: match policy {
                RestartPolicy::Geometric { first, .. } => first.max(1),
                RestartPolicy::Never => u64::MAX,
                _ => luby_unit,
            },
            eager: matches!(policy, RestartPolicy::Alternating | RestartPolicy::Glue),
            phase_left: FIRST_PHASE,
            phase_length: FIRST_PHASE,
        }
    }

    /// Records a conflict whose clause has this glue.
    pub fn conflict(&mut self, glue: u32) {
        let g = f64::from(glue);
        self.total += 1;
        self.since += 1;
        // During the first conflicts, each is the plain mean.
        let seen = self.total as f64;
        self.fast += (g - self.fast) / FAST.min(seen);
        self.slow += (g - self.slow) / SLOW.min(seen);
        self.phase_left = self.phase_left.saturating_sub(1);
        if self.phase_left == 0 && self.policy == RestartPolicy::Alternating {
            self.eager = !self.eager;
            self.phase_length += self.phase_length / 2;
            self.phase_left = self.phase_length;
        }
    }

    /// Whether the present phase is patient: restarts are rare, and long trails are preferred.
    pub fn is_patient(&self) -> bool {
        !self.eager
    }

    /// Whether to restart now; if so the counters start again.
    pub fn due(&mut self) -> bool {
        let due = if self.eager {
            self.since >= 10 && self.fast > MARGIN * self.slow
        } else {
            self.since >= self.distance
        };
        if due {
            self.since = 0;
            if !self.eager {
                self.lengthen();
            }
        }
        due
    }
}

impl Restarts {
    /// The distance to the next patient restart.
    fn lengthen(&mut self) {
        match self.policy {
            RestartPolicy::Geometric { factor, .. } => {
                let longer = self.distance as f64 * factor.max(1.0);
                self.distance = longer.min(u64::MAX as f64) as u64;
            }
            RestartPolicy::Never => {}
            _ => {
                self.luby_index += 1;
                self.distance = luby(self.luby_index) * self.luby_unit;
            }
        }
    }
}

/// The i-th number (from 1) of 1, 1, 2, 1, 1, 2, 4, …
fn luby(mut i: u64) -> u64 {
    loop {
        let k = 64 - i.leading_zeros();
        if i == (1 << k) - 1 {
            return 1 << (k - 1);
        }
        i -= (1 << (k - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{RestartPolicy, Restarts};

    /// The slow average keeps its value across restarts.
    #[test]
    fn bad_times_bring_restarts_again_and_again() {
        let mut restarts = Restarts::new(RestartPolicy::Alternating, 100);
        let mut count = |glue: u32, conflicts: u32| {
            let due = |_: &u32| {
                restarts.conflict(glue);
                restarts.due()
            };
            (0..conflicts).filter(due).count()
        };
        assert_eq!(count(5, 1000), 0);
        let restarts = count(10, 200);
        assert!((15..=20).contains(&restarts), "{restarts} restarts");
    }

    /// Distances of restarts by a policy, in conflicts of the same glue.
    fn distances(policy: RestartPolicy, conflicts: u64) -> Vec<u64> {
        let (mut restarts, mut since, mut all) = (Restarts::new(policy, 10), 0, Vec::new());
        for _ in 0..conflicts {
            restarts.conflict(5);
            since += 1;
            if restarts.due() {
                all.push(since);
                since = 0;
            }
        }
        all
    }

    #[test]
    fn policies_say_when() {
        assert_eq!(distances(RestartPolicy::Luby, 100), [10, 10, 20, 10, 10, 20]);
        let doubling = RestartPolicy::Geometric { first: 3, factor: 2.0 };
        assert_eq!(distances(doubling, 100), [3, 6, 12, 24, 48]);
        assert_eq!(distances(RestartPolicy::Never, 100_000), []);
        assert_eq!(distances(RestartPolicy::Glue, 100_000), [], "glue never gets worse");
        assert!(!distances(RestartPolicy::Alternating, 100_000).is_empty(), "its patient phases");
    }

    #[test]
    fn luby_sequence() {
        let first: Vec<u64> = (1..=15).map(super::luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    /// At first both averages are the plain mean; then the fast one follows sooner.
    #[test]
    fn averages_begin_as_means() {
        let mut restarts = Restarts::new(RestartPolicy::Alternating, 100);
        [2, 4, 9].iter().for_each(|&glue| restarts.conflict(glue));
        assert!((restarts.fast - 5.0).abs() < 1e-9 && (restarts.slow - 5.0).abs() < 1e-9);
        (3..1000).for_each(|_| restarts.conflict(5));
        assert!((restarts.fast - 5.0).abs() < 1e-9 && (restarts.slow - 5.0).abs() < 1e-9);
        restarts.conflict(37);
        // One thirty-second of the way, and one thousand and first.
        assert!((restarts.fast - 6.0).abs() < 1e-9, "{}", restarts.fast);
        assert!((restarts.slow - (5.0 + 32.0 / 1001.0)).abs() < 1e-9, "{}", restarts.slow);
    }

    /// An eager restart needs ten conflicts since the last one and glue that is a fifth worse than usual.
    #[test]
    fn eager_restarts_need_conflicts_and_a_margin() {
        let due = |since: u64, fast: f64| {
            let mut restarts = Restarts {
                since,
                fast,
                slow: 10.0,
                ..Restarts::new(RestartPolicy::Alternating, 100)
            };
            let due = restarts.due();
            assert_eq!(restarts.since, if due { 0 } else { since });
            assert_eq!(restarts.luby_index, 1, "that sequence is for patient times");
            due
        };
        assert!(due(10, 12.1) && due(11, 13.0));
        assert!(!due(9, 12.1) && !due(10, 11.9) && !due(10, 12.0) && !due(1_000, 11.9));
    }

    /// Phases alternate, each half as long again; in patient ones the distances are Luby's.
    #[test]
    fn patient_phases_follow_luby() {
        let mut restarts = Restarts::new(RestartPolicy::Alternating, 10);
        let mut phases = vec![0u32];
        let mut distances = Vec::new();
        let (mut was, mut since) = (false, 0);
        for _ in 0..3000 + 4500 + 6750 {
            if restarts.is_patient() != was {
                was = !was;
                phases.push(0);
            }
            *phases.last_mut().unwrap() += 1;
            restarts.conflict(5);
            since += 1;
            if restarts.due() {
                assert!(restarts.is_patient(), "glue is as usual");
                distances.push(since);
                since = 0;
            }
        }
        assert_eq!(phases, [3000, 4500, 6750]);
        // Before the first one lie the conflicts of the eager phase.
        assert_eq!(distances[1..8], [10, 20, 10, 10, 20, 40, 10]);
    }
}

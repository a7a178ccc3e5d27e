//! When to restart: fast and slow averages of glue, with Luby's sequence as the patient alternative.
//!
//! Sources: Luby, Sinclair, Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993; Audemard,
//! Simon, "Refining restarts strategies for SAT and UNSAT", 2012; Biere, Fröhlich, "Evaluating CDCL
//! restart schemes", 2015.

/// How much worse than its long average the glue must get for an eager restart.
const MARGIN: f64 = 1.2;
/// Conflicts that the short and the long average look back on, about.
const FAST: f64 = 32.0;
const SLOW: f64 = 4096.0;
/// Conflicts of the first eager phase.
const FIRST_PHASE: u64 = 3000;

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
    /// Phases of eager (average-driven) and patient (Luby) restarts alternate.
    eager: bool,
    phase_left: u64,
    phase_length: u64,
}

impl Restarts {
    /// Starts with eager restarts.
    pub fn new(luby_unit: u64) -> Restarts {
        Restarts {
            fast: 0.0,
            slow: 0.0,
            total: 0,
            since: 0,
            luby_index: 1,
            luby_unit,
            eager: true,
            phase_left: FIRST_PHASE,
            phase_length: FIRST_PHASE,
        }
    }

    /// Notes a conflict whose clause has this glue.
    pub fn conflict(&mut self, glue: u32) {
        let g = f64::from(glue);
        self.total += 1;
        self.since += 1;
        // Until there have been so many conflicts, each is the plain mean.
        let seen = self.total as f64;
        self.fast += (g - self.fast) / FAST.min(seen);
        self.slow += (g - self.slow) / SLOW.min(seen);
        self.phase_left = self.phase_left.saturating_sub(1);
        if self.phase_left == 0 {
            self.eager = !self.eager;
            self.phase_length += self.phase_length / 2;
            self.phase_left = self.phase_length;
        }
    }

    /// Whether restarts are rare at present: the time for long trails.
    pub fn is_patient(&self) -> bool {
        !self.eager
    }

    /// Whether to restart now; if so the counters start again.
    pub fn due(&mut self) -> bool {
        let due = if self.eager {
            self.since >= 10 && self.fast > MARGIN * self.slow
        } else {
            self.since >= luby(self.luby_index) * self.luby_unit
        };
        if due {
            self.since = 0;
            if !self.eager {
                self.luby_index += 1;
            }
        }
        due
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
    use super::Restarts;

    /// The long average remembers what was usual before a restart.
    #[test]
    fn bad_times_bring_restarts_again_and_again() {
        let mut restarts = Restarts::new(100);
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

    #[test]
    fn luby_sequence() {
        let first: Vec<u64> = (1..=15).map(super::luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    /// At first both averages are the plain mean; then the short one follows faster.
    #[test]
    fn averages_begin_as_means() {
        let mut restarts = Restarts::new(100);
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
            let mut restarts = Restarts { since, fast, slow: 10.0, ..Restarts::new(100) };
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
        let mut restarts = Restarts::new(10);
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

//! The decisions about activating propagators, for reports.

use std::fmt;

/// How often a kind of propagator runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// At every fixpoint.
    Always,
    /// Only at the root, after restarts.
    Root,
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pace::Always => f.write_str("always"),
            Pace::Root => f.write_str("root only"),
        }
    }
}

/// The decision about a kind of propagator, with its grounds.
#[derive(Clone, PartialEq, Debug)]
pub struct Activation {
    /// The propagators' name.
    pub name: &'static str,
    /// How often it runs in the end.
    pub pace: Pace,
    /// The number of times it was switched off.
    pub lowered: u64,
    /// The number of times that was reverted.
    pub raised: u64,
    /// Runs, of all propagators of the kind.
    pub runs: u64,
    /// Literals it set.
    pub facts: u64,
    /// Conflicts it found.
    pub failures: u64,
    /// Its steps, and those of the whole search.
    pub work: [u64; 2],
    /// Conflicts its explanations took part in, and all conflicts.
    pub conflicts: [u64; 2],
    /// Median length of its explanations; 0 if it gave none.
    pub reason: f64,
    /// Median length of the clauses learnt from those conflicts.
    pub length: f64,
    /// Median glue of those clauses.
    pub glue: f64,
}

impl Activation {
    /// The initial state: it always runs.
    pub(super) fn new(name: &'static str) -> Activation {
        Activation {
            name,
            pace: Pace::Always,
            lowered: 0,
            raised: 0,
            runs: 0,
            facts: 0,
            failures: 0,
            work: [0; 2],
            conflicts: [0; 2],
            reason: 0.0,
            length: 0.0,
            glue: 0.0,
        }
    }

    /// Why, in a few words with figures.
    pub fn why(&self) -> String {
        let share = |[part, all]: [u64; 2]| 100.0 * part as f64 / all.max(1) as f64;
        let figures = format!(
            "{} facts in {} steps, in {:.1} % of conflicts for {:.1} % of work",
            self.facts + self.failures,
            self.work[0],
            share(self.conflicts),
            share(self.work)
        );
        let verdict = match self.pace {
            Pace::Always if self.conflicts[1] == 0 => "not judged",
            Pace::Always => "pays",
            Pace::Root => "makes failures dearer",
        };
        format!("{verdict}: {figures}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_in_percent() {
        let seen = Activation { work: [30, 120], conflicts: [5, 40], ..Activation::new("flow") };
        let why = seen.why();
        assert!(why.contains("in 12.5 % of conflicts for 25.0 % of work"), "{why}");
    }
}

//! The quality of learning: the length of clauses, their numbers of levels, the distance between
//! failures.

/// Counts by size: buckets 0, 1, 2, 3 to 4, 5 to 8, and so on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Histogram {
    /// By bucket.
    pub counts: Vec<u64>,
    /// The number of values, their sum, and the largest.
    pub heard: u64,
    /// Their sum.
    pub sum: u64,
    /// The largest.
    pub most: u64,
}

impl Histogram {
    /// Notes a value.
    pub fn hear(&mut self, value: u64) {
        let bucket = match value {
            0 | 1 => value as usize,
            _ => 65 - (value - 1).leading_zeros() as usize,
        };
        if self.counts.len() <= bucket {
            self.counts.resize(bucket + 1, 0);
        }
        self.counts[bucket] += 1;
        self.heard += 1;
        self.sum += value;
        self.most = self.most.max(value);
    }

    /// The least and the largest value of a bucket.
    pub fn range(bucket: usize) -> [u64; 2] {
        match bucket {
            0 | 1 => [bucket as u64; 2],
            _ => [(1 << (bucket - 2)) + 1, 1 << (bucket - 1)],
        }
    }

    /// The mean; 0 without values.
    pub fn mean(&self) -> f64 {
        if self.heard == 0 { 0.0 } else { self.sum as f64 / self.heard as f64 }
    }
}

/// Figures of learning, of all stages together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Quality {
    /// Literals per learnt clause.
    pub length: Histogram,
    /// Levels per learnt clause.
    pub glue: Histogram,
    /// Levels undone after a failure that was analysed.
    pub jump: Histogram,
    /// The depth of failures.
    pub failed_at: Histogram,
    /// The depth of decisions.
    pub depth: Histogram,
    /// Decisions from one failure to the next.
    pub distance: Histogram,
    /// Learnt clauses that took part in the analysis of a later failure, summed over failures.
    pub uses: u64,
    /// Learnt clauses left after each reduction, summed; those that had been used since the
    /// previous one; those forgotten; and the number of reductions.
    pub kept: u64,
    /// See above.
    pub used: u64,
    /// See above.
    pub forgotten: u64,
    /// See above.
    pub looks: u64,
    /// Literals of learnt clauses that were decisions, that clauses had inferred, and that the kernel
    /// itself had (columns, last values). Literals inferred by propagators are in the propagators'
    /// rows.
    pub of_decisions: u64,
    /// See above.
    pub of_clauses: u64,
    /// See above.
    pub of_kernel: u64,
    /// Explanations that a clause gave in analyses.
    pub restarts: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Atom, Observer, PropId};
    use crate::search::profile::clock::{Clock, Timed};
    use crate::search::profile::{Profile, Row, Section, Slot};
    use std::time::Duration;

    /// Times that were sampled are scaled to the time measured; those of another run are added to the section of
    /// the same stage and network, and of no other.
    #[test]
    fn sampled_times_come_to_what_was_measured() {
        let seconds = Duration::from_secs;
        let of = |searched: u64| {
            let places = [("a", 0), ("a", 1), ("b", 0)];
            Clock::of_times(places.map(|(stage, network)| {
                let factor = 10 * network as u64 + if stage == "b" { 100 } else { 1 };
                let searched = seconds(4 * searched * factor);
                Timed { stage, network, searched, raw: vec![1.0, 0.0, 0.0, 3.0] }
            }))
        };
        let parts = |profile: &Profile| -> Vec<[u64; 2]> {
            let two = [Slot::Search, Slot::Analysing];
            let of = |s: &Section| two.map(|slot| s.parts[slot as usize].as_secs());
            profile.sections.iter().map(of).collect()
        };
        let mut profile = Profile::new();
        profile.set_times([&of(1)]);
        assert_eq!(parts(&profile), [[1, 3], [11, 33], [100, 300]]);
        profile.set_times([&of(1), &of(2)]);
        assert_eq!(parts(&profile), [[3, 9], [33, 99], [300, 900]]);
        profile.set_times([]);
        assert_eq!(parts(&profile), [[0, 0]; 3]);
        let row = Row { time: seconds(2), explaining: seconds(3), ..Row::default() };
        assert_eq!(row.whole(), seconds(5));
    }

    #[test]
    fn decisions_from_one_failure_to_the_next_are_counted() {
        let mut profile = Profile::new();
        for decisions in [3, 1] {
            (0..decisions).for_each(|depth| profile.branched(depth, Atom::from_word(0, 0).pos()));
            profile.failed(decisions);
        }
        let distance = &profile.quality.distance;
        assert_eq!((distance.heard, distance.sum, distance.most), (2, 4, 3));
    }

    #[test]
    fn calls_are_those_of_all_propagators() {
        let mut profile = Profile::new();
        for (who, calls) in [(0, 2), (3, 5)] {
            profile.section().row(PropId(who)).calls = calls;
        }
        assert_eq!(profile.calls(), 7);
    }

    #[test]
    fn every_value_is_in_the_range_of_its_bucket() {
        for value in 0..300 {
            let mut h = Histogram::default();
            h.hear(value);
            let [low, high] = Histogram::range(h.counts.len() - 1);
            assert!((low..=high).contains(&value), "{value}: {low} to {high}");
        }
    }
}

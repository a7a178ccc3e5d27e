//! Results of many instances under many settings.

use super::Trial;

/// An instance, with one result per setting.
pub(crate) struct Instance {
    pub name: String,
    pub cells: usize,
    /// By setting: the median run over seeds, or why there is none.
    pub results: Vec<Result<Trial, String>>,
}

/// All results of a bench.
pub(crate) struct Bench {
    pub settings: Vec<String>,
    pub instances: Vec<Instance>,
    /// The time limit of a run in seconds, if there is one.
    pub limit: Option<f64>,
    /// Whether solutions were counted.
    pub counted: bool,
}

impl Bench {
    /// Instances that a setting decided.
    pub fn solved(&self, setting: usize) -> usize {
        self.times(setting).count()
    }

    /// Times of those.
    pub fn times(&self, setting: usize) -> impl Iterator<Item = f64> + '_ {
        let of = move |i: &Instance| {
            i.results[setting].as_ref().ok().filter(|t| t.decided).map(|t| t.seconds)
        };
        self.instances.iter().filter_map(of)
    }

    /// The mean time, with undecided instances counted as twice the limit; `None` without a time limit.
    pub fn par2(&self, setting: usize) -> Option<f64> {
        let lost = self.instances.len() - self.solved(setting);
        let penalty = match (self.limit, lost) {
            (_, 0) => 0.0,
            (Some(limit), _) => 2.0 * limit * lost as f64,
            (None, _) => return None,
        };
        Some((self.times(setting).sum::<f64>() + penalty) / self.instances.len().max(1) as f64)
    }

    /// Instances on which two settings decided and contradict each other.
    pub fn contradictions(&self) -> Vec<&str> {
        let disagree = |i: &&Instance| {
            let decided = i.results.iter().flatten().filter(|t| t.decided);
            let mut answers = decided.map(|t| (t.verdict, self.counted.then_some(&t.count)));
            let first = answers.next();
            answers.any(|v| Some(v) != first)
        };
        self.instances.iter().filter(disagree).map(|i| i.name.as_str()).collect()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use clew::strategy::{How, Verdict};

    pub fn trial(decided: bool, seconds: f64) -> Trial {
        let verdict = if decided { Verdict::Unique } else { Verdict::Unknown };
        let (count, way) = ("1".into(), How::Learn);
        Trial {
            decided,
            verdict,
            count,
            nodes: 1,
            failures: 1,
            propagations: 1,
            seconds,
            way,
            sizes: [0; 4],
        }
    }

    #[test]
    fn undecided_runs_count_twice_the_limit() {
        let instance = |t| Instance { name: "a".into(), cells: 9, results: vec![Ok(t)] };
        let instances = vec![instance(trial(true, 1.0)), instance(trial(false, 10.0))];
        let bench =
            Bench { settings: vec!["x".into()], instances, limit: Some(10.0), counted: false };
        assert_eq!((bench.solved(0), bench.par2(0)), (1, Some(10.5)));
        let without = Bench { limit: None, ..bench };
        assert_eq!(without.par2(0), None);
    }

    #[test]
    fn settings_that_count_differently_contradict_each_other() {
        let two = Trial { count: "2".into(), ..trial(true, 1.0) };
        let results = vec![Ok(trial(true, 1.0)), Ok(two), Ok(trial(false, 1.0))];
        let instances = vec![Instance { name: "a".into(), cells: 9, results }];
        let settings = ["x", "y", "z"].map(str::to_string).to_vec();
        let bench = Bench { settings, instances, limit: None, counted: true };
        assert_eq!(bench.contradictions(), ["a"]);
        assert!(Bench { counted: false, ..bench }.contradictions().is_empty());
    }
}

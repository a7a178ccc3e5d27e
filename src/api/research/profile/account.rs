//! Where the processor time of runs went, as lines that add up to all of it.

use clew_engine::search::profile::{Profile, Slot};
use clew_solve::strategy::Outcome;
use std::collections::BTreeMap;
use std::time::Duration;

/// The subject of a line of the account.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Subject {
    /// A propagator, by the name of its row, that propagates.
    Propagating(String),
    /// One that explains.
    Explaining(String),
    /// A part of search.
    Part(Slot),
    /// Building networks.
    Building,
    /// A stage outside of search: the method's own work, such as local search.
    Stage(&'static str),
    /// Making searches ready: copies of networks, deciders.
    SetUp,
    /// Between stages: planning, checking answers.
    Rest,
}

impl Subject {
    /// The name in a table.
    pub fn words(&self) -> String {
        match self {
            Subject::Propagating(name) => name.clone(),
            Subject::Explaining(name) => format!("explaining: {name}"),
            Subject::Part(slot) => slot.words().into(),
            Subject::Building => "building networks".into(),
            Subject::Stage(name) => format!("stage: {name}"),
            Subject::SetUp => "setting up searches".into(),
            Subject::Rest => "remainder".into(),
        }
    }
}

/// Nanoseconds by line, of one run or several together.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    /// The whole processor time per run.
    pub total: f64,
    pub lines: BTreeMap<Subject, f64>,
}

impl Lines {
    /// The lines of runs of the same kind, with their times together in `profile`; the time of a run is the mean.
    /// `name` gives the row of a propagator for its network's number and its own number.
    pub fn new(
        runs: &[&Outcome],
        profile: &Profile,
        name: &dyn Fn(usize, usize) -> String,
    ) -> Lines {
        let each = 1.0 / runs.len().max(1) as f64;
        let ns = |d: Duration| d.as_nanos() as f64 * each;
        let mut lines: BTreeMap<Subject, f64> = BTreeMap::new();
        let mut add = |what: Subject, time: f64| *lines.entry(what).or_default() += time;
        let learnt = profile.quality.length.heard > 0;
        let has_clauses = learnt || runs.iter().any(|run| run.sizes[3] > 0);
        // Slots that certainly ran have a line, even without samples.
        let is_shown = |slot: Slot| match slot {
            Slot::Search | Slot::Waking | Slot::Choosing | Slot::Backtracking => true,
            Slot::Clauses => has_clauses,
            Slot::Analysing | Slot::Minimising => learnt,
            _ => false,
        };
        for section in &profile.sections {
            for (i, row) in section.rows.iter().enumerate() {
                let row_name = name(section.network, i);
                add(Subject::Propagating(row_name.clone()), ns(row.time));
                if row.asked > 0 || row.explaining > Duration::ZERO {
                    add(Subject::Explaining(row_name), ns(row.explaining));
                }
            }
            for (slot, part) in Slot::ALL.into_iter().zip(section.parts) {
                match slot {
                    _ if part == Duration::ZERO && !is_shown(slot) => {}
                    Slot::Preparing => add(Subject::SetUp, ns(part)),
                    _ => add(Subject::Part(slot), ns(part)),
                }
            }
        }
        let mut by_name: BTreeMap<&'static str, [f64; 2]> = BTreeMap::new();
        for stage in runs.iter().flat_map(|run| &run.stages) {
            let of = by_name.entry(stage.means).or_default();
            of[0] += ns(stage.cpu);
            of[1] += ns(stage.building);
        }
        let staged: f64 = by_name.values().map(|t| t[0]).sum();
        let mut total: f64 = runs.iter().map(|run| ns(run.cpu)).sum();
        for (name, [cpu, building]) in by_name {
            let searched: f64 =
                profile.sections.iter().filter(|s| s.stage == name).map(|s| ns(s.searched)).sum();
            let outside = (cpu - searched).max(0.0);
            // Building is measured in wall time, which may exceed the processor time of the thread.
            let building = building.min(outside);
            if building > 0.0 {
                add(Subject::Building, building);
            }
            let own = outside - building;
            match searched > 0.0 {
                true => add(Subject::SetUp, own),
                false => add(Subject::Stage(name), own),
            }
        }
        add(Subject::Rest, (total - staged).max(0.0));
        // Rounding to nanoseconds, and the difference between the two clocks.
        let sum: f64 = lines.values().sum();
        total = total.max(sum);
        *lines.entry(Subject::Rest).or_default() += total - sum;
        Lines { total, lines }
    }
}

/// A line, over all runs that count.
#[derive(Clone, Debug)]
pub struct Line {
    /// The subject that took the time.
    pub what: Subject,
    /// The mean, in nanoseconds.
    pub ns: f64,
    /// Its share of the whole, 0 to 1.
    pub share: f64,
    /// The standard error of the share, from groups of runs; `None` for one run.
    pub spread: Option<f64>,
}

/// The account of all runs that count.
#[derive(Clone, Debug)]
pub struct Account {
    /// The most time first.
    pub lines: Vec<Line>,
    /// The mean of the runs that count: the sum of the lines.
    pub total: f64,
    /// Processor times of runs, in nanoseconds.
    pub times: Times,
}

impl Account {
    /// Computes the account from the lines of all runs that count, and from those of groups of runs, which give the
    /// standard errors.
    pub(crate) fn new(whole: &Lines, groups: &[Lines], times: Times) -> Account {
        let line = |(what, &ns): (&Subject, &f64)| {
            let of = |group: &Lines| {
                group.lines.get(what).copied().unwrap_or(0.0) / group.total.max(1.0)
            };
            let shares: Vec<f64> = groups.iter().map(of).collect();
            // The whole is the mean of its groups.
            let spread = deviation(&shares) / (shares.len().max(1) as f64).sqrt();
            let spread = (shares.len() > 1).then_some(spread);
            Line { what: what.clone(), ns, share: ns / whole.total.max(1.0), spread }
        };
        let mut lines: Vec<Line> = whole.lines.iter().map(line).collect();
        lines.sort_by(|a, b| b.ns.total_cmp(&a.ns));
        Account { lines, total: whole.total, times }
    }

    /// The line of this name.
    pub fn line(&self, what: &Subject) -> Option<&Line> {
        self.lines.iter().find(|line| line.what == *what)
    }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let n = values.len().max(1);
    values.sum::<f64>() / n as f64
}

fn deviation(values: &[f64]) -> f64 {
    let middle = mean(values.iter().copied());
    let squares: f64 = values.iter().map(|v| (v - middle).powi(2)).sum();
    (squares / (values.len().max(2) - 1) as f64).sqrt()
}

/// Times of runs, with those that stand apart.
#[derive(Clone, PartialEq, Debug)]
pub struct Times {
    /// Of each run.
    pub all: Vec<f64>,
    /// Their median.
    pub median: f64,
    /// The median distance from the median, scaled to be a standard deviation of normal noise.
    pub spread: f64,
    /// Runs that lie further from the median than four spreads and a twentieth of it.
    pub outliers: Vec<usize>,
}

impl Times {
    /// Of at least one time.
    pub fn new(all: &[f64]) -> Times {
        let middle = median(all);
        let distances: Vec<f64> = all.iter().map(|t| (t - middle).abs()).collect();
        let spread = 1.4826 * median(&distances);
        let far = |t: f64| (t - middle).abs() > (4.0 * spread).max(0.05 * middle);
        let outliers = (0..all.len()).filter(|&i| all.len() >= 4 && far(all[i])).collect();
        Times { all: all.to_vec(), median: middle, spread, outliers }
    }
}

/// The median; 0 for an empty slice.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len();
    match n {
        0 => 0.0,
        _ if n % 2 == 1 => sorted[n / 2],
        _ => f64::midpoint(sorted[n / 2 - 1], sorted[n / 2]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_apart_is_named_and_left_out() {
        let times = Times::new(&[10.0, 10.2, 9.9, 10.1, 31.0]);
        assert_eq!((times.median, &times.outliers[..]), (10.1, &[4][..]));
        assert_eq!(Times::new(&[10.0, 31.0]).outliers, [] as [usize; 0]);
        let lines = |part: f64| Lines {
            total: 10.0,
            lines: BTreeMap::from([(Subject::Building, part), (Subject::Rest, 10.0 - part)]),
        };
        let account = Account::new(&lines(3.0), &[lines(2.0), lines(4.0)], times);
        let line = account.line(&Subject::Building).expect("it is there");
        assert!(
            (line.share - 0.3).abs() < 1e-9 && line.spread.is_some_and(|s| (s - 0.1).abs() < 1e-9)
        );
        let sum: f64 = account.lines.iter().map(|l| l.ns).sum();
        assert!((sum - account.total).abs() < 1e-9);
    }
}

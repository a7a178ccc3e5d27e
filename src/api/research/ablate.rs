//! The contribution of each redundant part, each formulation and each search on a puzzle: the same question under
//! settings that differ in one thing.

use super::profile::{keyword, median};
use super::trials::{Common, Setting, Trial};
use clew_engine::search::VarOrder;
use clew_puzzle::puzzle::Entry;
use clew_report::document;
use clew_report::table::Table;
use clew_solve::strategy::{How, SearchMode, Task, Verdict};
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write;

/// The group of settings that take the same decisions.
const MATCHED: &str = "matched";

/// A setting on one puzzle: one trial per seed, or the reason why there is none.
#[derive(Debug)]
struct SettingResult {
    setting: Setting,
    group: &'static str,
    trials: Result<Vec<Trial>, String>,
    /// The part does not exist in this network: the same network as the base setting, and the same decisions.
    absent: bool,
}

/// The settings to compare.
#[derive(Clone, Debug)]
pub struct AblationOptions {
    /// The network, if not the usual one.
    pub network: Option<String>,
    /// The search of the base setting.
    pub search: SearchMode,
    /// Parts that are left out of every setting.
    pub without: Vec<String>,
    /// The only other networks to compare; all if it is empty.
    pub networks: Vec<String>,
    /// The number of seeds, at least one.
    pub seeds: u16,
    /// The first seed.
    pub first: u64,
}

/// The result of an ablation study.
#[derive(Debug)]
pub struct Ablation {
    tried: Vec<SettingResult>,
    task: Task,
    seeds: u16,
    first: u64,
}

/// Runs the question under all settings.
///
/// # Errors
/// In words: there is no such network, or the base setting itself does not apply to the puzzle.
///
/// `None` if the study was interrupted before any result.
pub fn ablate(
    entry: &Entry,
    wanted: &AblationOptions,
    common: &Common<'_>,
) -> Result<Option<Ablation>, String> {
    let tried = try_all(common, wanted, entry, settings(wanted, entry)?);
    // Without the base setting there is nothing to compare the others with.
    if let Some(why) = tried.first().and_then(|base| base.trials.as_ref().err()) {
        return Err(why.clone());
    }
    let known = tried.first().is_some_and(|first| first.group == "base");
    let (seeds, first) = (wanted.seeds, wanted.first);
    Ok(known.then_some(Ablation { tried, task: common.task, seeds, first }))
}

/// The base setting first, then settings that change one thing each.
fn settings(
    wanted: &AblationOptions,
    entry: &Entry,
) -> Result<Vec<(&'static str, Setting)>, String> {
    let asked = wanted.network.as_deref();
    let info = entry.puzzle.network(asked).map_err(|error| error.to_string())?;
    let search = wanted.search;
    let network = |name: &str| Some(name.to_string());
    let base = Setting {
        name: "everything".into(),
        network: network(info.name),
        search,
        without: wanted.without.clone(),
        ..Setting::default()
    };
    let mut all = vec![("base", base.clone())];
    for &part in info.optional {
        if !base.without.iter().any(|w| w == part) {
            let mut without = base.without.clone();
            without.push(part.to_string());
            all.push((
                "part",
                Setting { name: format!("without {part}"), without, ..base.clone() },
            ));
        }
    }
    if info.optional.len() > 1 {
        let without = info.optional.iter().map(|part| (*part).to_string()).collect();
        all.push(("part", Setting { name: "without any of them".into(), without, ..base.clone() }));
    }
    // The constraints that state a model are no redundant parts: without one of them there may be other solutions.
    for (name, relaxed) in entry.puzzle.capabilities().tells.map_or(Vec::new(), |t| t.relaxed()) {
        let name = format!("without {name}");
        let relaxed = Some(relaxed);
        all.push(("constraint", Setting { name, relaxed, ..base.clone() }));
    }
    let (asked, own) = (&wanted.networks, entry.puzzle.family().networks());
    let others = own.iter().map(|one| one.name).filter(|&name| {
        name != info.name && (asked.is_empty() || asked.iter().any(|other| other == name))
    });
    // A requested network of another family gets an entry as well, which holds the error.
    let foreign = asked.iter().filter(|name| own.iter().all(|one| one.name != name.as_str()));
    for other in others.chain(foreign.map(String::as_str)) {
        let (name, network) = (format!("network {other}"), network(other));
        all.push(("network", Setting { name, network, without: Vec::new(), ..base.clone() }));
    }
    for other in [SearchMode::Dfs, SearchMode::Learn, SearchMode::StaticOrder] {
        if other != search {
            let name = format!("search {}", other.keyword());
            all.push(("search", Setting { name, search: other, ..base.clone() }));
        }
    }
    let matched = |of: &Setting| {
        let (name, order) = (format!("matched: {}", of.name), VarOrder::Input);
        (MATCHED, Setting { name, order, search: SearchMode::Dfs, ..of.clone() })
    };
    let parts = all.iter().filter(|(group, _)| ["base", "part"].contains(group));
    let parts: Vec<_> = parts.map(|(_, setting)| matched(setting)).collect();
    all.extend(parts);
    Ok(all)
}

/// Runs seed by seed, with all settings in turn, so that the load of the machine is spread evenly over the settings.
fn try_all(
    common: &Common<'_>,
    wanted: &AblationOptions,
    entry: &Entry,
    settings: Vec<(&'static str, Setting)>,
) -> Vec<SettingResult> {
    let new =
        |(group, setting)| SettingResult { setting, group, trials: Ok(Vec::new()), absent: false };
    let mut all: Vec<SettingResult> = settings.into_iter().map(new).collect();
    for seed in 0..u64::from(wanted.seeds) {
        for tried in &mut all {
            if (common.quit)() {
                break;
            }
            let Ok(trials) = &mut tried.trials else { continue };
            match common.run(&entry.puzzle, &tried.setting, wanted.first.wrapping_add(seed)) {
                // A run that was cut short is no measurement.
                Ok(_) if (common.quit)() => {}
                Ok(trial) => trials.push(trial),
                Err(why) => tried.trials = Err(why),
            }
        }
        // Search with a fixed order of decisions may not end. If it does not end for the base setting, there is
        // nothing to compare the others with.
        let endless =
            |t: &SettingResult| t.trials.as_ref().is_ok_and(|all| all.iter().any(|t| !t.decided));
        if all.iter().find(|t| t.group == MATCHED).is_some_and(endless) {
            all.retain(|t| t.group != MATCHED);
        }
    }
    // Settings that did not run before the interrupt are dropped too.
    all.retain(|t| t.trials.as_ref().map_or(true, |trials| !trials.is_empty()));
    let counts = |t: &SettingResult| {
        let of = |t: &Trial| (t.sizes, t.nodes, t.failures, t.propagations);
        t.trials.as_ref().map(|trials| trials.iter().map(of).collect::<Vec<_>>()).ok()
    };
    for (group, part) in [("base", "part"), (MATCHED, MATCHED)] {
        let Some(first) = all.iter().position(|t| t.group == group) else { continue };
        let base = counts(&all[first]);
        for tried in all[first + 1..].iter_mut().filter(|t| t.group == part) {
            tried.absent = counts(tried) == base;
        }
    }
    all
}

/// Medians over the seeds of one setting, compared with those of the base setting.
struct Summary {
    decided: usize,
    runs: usize,
    nodes: f64,
    failures: f64,
    propagations: f64,
    seconds: f64,
    /// Time relative to the base setting, seed by seed: the median, and the median distance from it.
    relative: f64,
    spread: f64,
}

fn summary(trials: &[Trial], base: &[Trial]) -> Summary {
    let of = |f: &dyn Fn(&Trial) -> f64| median(&trials.iter().map(f).collect::<Vec<_>>());
    let ratios: Vec<f64> =
        trials.iter().zip(base).map(|(t, b)| t.seconds / b.seconds.max(1e-9)).collect();
    let relative = median(&ratios);
    let spread = median(&ratios.iter().map(|r| (r - relative).abs()).collect::<Vec<_>>());
    Summary {
        decided: trials.iter().filter(|t| t.decided).count(),
        runs: trials.len(),
        nodes: of(&|t| t.nodes as f64),
        failures: of(&|t| t.failures as f64),
        propagations: of(&|t| t.propagations as f64),
        seconds: of(&|t| t.seconds),
        relative,
        spread,
    }
}

/// The trials of the base setting with the decisions of a group.
fn base<'a>(tried: &'a [SettingResult], group: &str) -> &'a [Trial] {
    let first = tried.iter().find(|t| (t.group == MATCHED) == (group == MATCHED));
    first.and_then(|t| t.trials.as_ref().ok()).map_or(&[], |trials| trials)
}

impl Ablation {
    /// A table of medians, with the settings that do not apply or change nothing below it.
    pub fn text(&self, name: &str) -> String {
        let tried = &self.tried;
        let mut table = Table::new([
            "setting",
            "decided",
            "nodes",
            "failures",
            "propagations",
            "time ms",
            "relative",
            "+-",
            "by",
        ]);
        let mut notes = String::new();
        for t in tried {
            let trials = match &t.trials {
                Ok(trials) if !trials.is_empty() => trials,
                Ok(_) => continue,
                Err(why) => {
                    let _ = writeln!(notes, "{}: {why}", t.setting.name);
                    continue;
                }
            };
            if t.absent {
                if t.group != MATCHED {
                    let _ = writeln!(notes, "{}: changes nothing here", t.setting.name);
                }
                continue;
            }
            let s = summary(trials, base(tried, t.group));
            table.row([
                t.setting.name.clone(),
                format!("{} of {}", s.decided, s.runs),
                format!("{:.0}", s.nodes),
                format!("{:.0}", s.failures),
                format!("{:.0}", s.propagations),
                format!("{:.3}", 1e3 * s.seconds),
                format!("{:.2}", s.relative),
                format!("{:.2}", s.spread),
                trials[0].way.to_string(),
            ]);
        }
        let ended = tried.iter().any(|t| t.group == MATCHED);
        notes += match ended {
            true => {
                "matched: plain search that always takes the first open variable of the network and its smallest value, so that only inference differs; relative to \"matched: everything\"\n"
            }
            false => {
                "matched decisions (the first open variable of the network, its smallest value) do not come to an end within the limit\n"
            }
        };
        let network = tried[0].setting.network.as_deref().unwrap_or("");
        format!(
            "{name}: {}, network {network}; {}; relative to everything, seed by seed\n\n{}{}{notes}",
            keyword(self.task),
            if self.seeds == 1 {
                "1 seed".into()
            } else {
                format!("medians of {} seeds", self.seeds)
            },
            table.text(),
            if notes.is_empty() { "" } else { "\n" },
        )
    }

    /// Every run as a line of CSV.
    pub fn csv(&self, name: &str, with_head: bool) -> String {
        let (first_seed, tried) = (self.first, &self.tried);
        let head = [
            "id",
            "setting",
            "seed",
            "decided",
            "nodes",
            "failures",
            "propagations",
            "seconds",
            "by",
        ];
        let mut table = Table::new(if with_head { &head[..] } else { &[] }.iter().copied());
        for t in tried {
            for (i, trial) in (0..).zip(t.trials.iter().flatten()) {
                let seed: u64 = first_seed.wrapping_add(i);
                table.row([
                    name.to_string(),
                    t.setting.name.clone(),
                    seed.to_string(),
                    trial.decided.to_string(),
                    trial.nodes.to_string(),
                    trial.failures.to_string(),
                    trial.propagations.to_string(),
                    format!("{:.9}", trial.seconds),
                    trial.way.to_string(),
                ]);
            }
        }
        let text = table.csv();
        if with_head { text } else { text.trim_start_matches('\n').to_string() }
    }

    /// The document `clew-ablation/1`.
    pub fn json(&self, name: &str, entry: &Entry) -> Value {
        let tried = &self.tried;
        document::value(&Document {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            id: name,
            puzzle: entry.puzzle.family().keyword(),
            task: keyword(self.task),
            network: tried[0].setting.network.as_deref(),
            seeds: self.seeds,
            settings: tried.iter().map(|one| SettingRecord::new(one, tried)).collect(),
        })
    }
}

/// The version of the JSON form.
pub(crate) const SCHEMA: &str = "clew-ablation/1";

/// Parts switched off, one at a time: the document `clew-ablation/1`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Document<'a> {
    /// The version of the document.
    schema: &'static str,
    /// The version of clew.
    version: &'static str,
    /// The puzzle's own id, or where it was read.
    id: &'a str,
    /// The family: hidato, path, numberlink, futoshiki or zip.
    puzzle: &'static str,
    /// The word for the question.
    task: &'static str,
    /// The network of the base setting; null for the puzzle's usual ones.
    network: Option<&'a str>,
    /// Runs of each setting, each with its own seed.
    seeds: u16,
    /// The settings, the base setting first.
    settings: Vec<SettingRecord<'a>>,
}

/// A setting.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SettingRecord<'a> {
    /// The part that is switched off, or another search or network.
    setting: &'a str,
    /// Settings of one group are compared with each other.
    group: &'static str,
    #[serde(flatten)]
    tried: TriedRecord<'a>,
}

/// The runs of a setting, or why there are none.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum TriedRecord<'a> {
    /// It does not apply.
    Refused {
        /// Why.
        not_applicable: &'a str,
    },
    /// It was run.
    Run {
        /// The part does not exist in this network.
        changes_nothing: bool,
        /// How many runs decided the question.
        decided: usize,
        /// Each run.
        runs: Vec<RunRecord<'a>>,
        /// Of the runs that decided it; null if none did.
        #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
        median_nodes: f64,
        /// Of the runs that decided it; null if none did.
        #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
        median_failures: f64,
        /// Of the runs that decided it; null if none did.
        #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
        median_propagations: f64,
        /// Of the runs that decided it; null if none did.
        #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
        median_seconds: f64,
        /// The time by that of the base setting of its group; null if one of them decided nothing.
        #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
        relative: f64,
        /// The spread of that over the seeds; null if it is not known.
        #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
        relative_spread: f64,
    },
}

/// A run with one seed.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct RunRecord<'a> {
    /// Whether it decided the question.
    decided: bool,
    /// Its verdict.
    verdict: Verdict,
    /// Solutions found: a whole number in decimal digits, however large.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9]+$")))]
    count: &'a str,
    /// Nodes of the search.
    nodes: u64,
    /// Failures of the search.
    failures: u64,
    /// Propagations.
    propagations: u64,
    /// Seconds.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    seconds: f64,
    /// The search that was used.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    search: How,
}

impl<'a> SettingRecord<'a> {
    fn new(result: &'a SettingResult, all: &[SettingResult]) -> SettingRecord<'a> {
        let tried = match &result.trials {
            Err(why) => TriedRecord::Refused { not_applicable: why },
            Ok(trials) => {
                let summary = summary(trials, base(all, result.group));
                TriedRecord::Run {
                    changes_nothing: result.absent,
                    decided: summary.decided,
                    runs: trials.iter().map(RunRecord::from).collect(),
                    median_nodes: summary.nodes,
                    median_failures: summary.failures,
                    median_propagations: summary.propagations,
                    median_seconds: summary.seconds,
                    relative: summary.relative,
                    relative_spread: summary.spread,
                }
            }
        };
        SettingRecord { setting: &result.setting.name, group: result.group, tried }
    }
}

impl<'a> From<&'a Trial> for RunRecord<'a> {
    fn from(trial: &'a Trial) -> RunRecord<'a> {
        RunRecord {
            decided: trial.decided,
            verdict: trial.verdict,
            count: &trial.count,
            nodes: trial.nodes,
            failures: trial.failures,
            propagations: trial.propagations,
            seconds: trial.seconds,
            search: trial.way,
        }
    }
}

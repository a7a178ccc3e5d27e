//! Settings of search by name, for research: one table with name, unit, range, default and effect of each.

use super::conflict::{AdaptOptions, NogoodKind, RestartPolicy};
use super::options::LearnOptions;
use super::probe::ProbeLimits;
use std::fmt;
use std::str::FromStr;

/// A setting that has a name. Its value is a number, or one of a few words, counted from 0.
#[derive(Debug)]
pub struct NamedSetting {
    /// The name: the part of the search, a point, the setting.
    pub name: &'static str,
    /// The unit of the value; empty for words and ratios.
    pub unit: &'static str,
    /// The least value.
    pub least: f64,
    /// The greatest value.
    pub most: f64,
    /// Whether the value is a whole number.
    pub whole: bool,
    /// The words, if the value is one of them.
    pub words: &'static [&'static str],
    /// Its effect, and the trade of a larger value.
    pub help: &'static str,
    target: Target,
}

/// Where a setting is kept: how it is read and written.
#[derive(Debug)]
enum Target {
    Learn(fn(&LearnOptions) -> f64, fn(&mut LearnOptions, f64)),
    Adapt(fn(&AdaptOptions) -> f64, fn(&mut AdaptOptions, f64)),
    Probe(fn(&ProbeLimits) -> f64, fn(&mut ProbeLimits, f64)),
}

/// A setting of a number: its field and the type of that.
macro_rules! number {
    ($part:ident.$field:ident: $type:ident, $name:literal, $unit:literal, $least:literal ..= $most:literal, $help:literal) => {
        NamedSetting {
            name: $name,
            unit: $unit,
            least: $least,
            most: $most,
            whole: number!(@whole $type),
            words: &[],
            help: $help,
            target: Target::$part(|of| of.$field as f64, |of, value| of.$field = value as $type),
        }
    };
    (@whole f64) => { false };
    (@whole $type:ident) => { true };
}

/// The words of the kinds of nogoods, and the kinds.
const NOGOODS: [(&str, NogoodKind); 3] = [
    ("minimised", NogoodKind::Minimised),
    ("first-uip", NogoodKind::FirstUip),
    ("decisions", NogoodKind::Decisions),
];
/// The words of the policies of restarts, and the policies.
const RESTARTS: [(&str, RestartPolicy); 4] = [
    ("alternating", RestartPolicy::Alternating),
    ("glue", RestartPolicy::Glue),
    ("luby", RestartPolicy::Luby),
    ("never", RestartPolicy::Never),
];

/// The place of a value in a list of words.
fn place<T: PartialEq>(list: &[(&str, T)], value: &T) -> f64 {
    list.iter().position(|(_, one)| one == value).unwrap_or(0) as f64
}

/// All settings that have a name.
pub static NAMED_SETTINGS: [NamedSetting; 14] = [
    NamedSetting {
        name: "learn.nogoods",
        unit: "",
        least: 0.0,
        most: 2.0,
        whole: true,
        words: &["minimised", "first-uip", "decisions"],
        help: "The clause that is learnt from a failure: of the first unique implication point, with or without \
               minimisation, or of all decisions",
        target: Target::Learn(
            |of| place(&NOGOODS, &of.nogoods),
            |of, value| of.nogoods = NOGOODS[value as usize].1,
        ),
    },
    NamedSetting {
        name: "learn.restarts",
        unit: "",
        least: 0.0,
        most: 3.0,
        whole: true,
        words: &["alternating", "glue", "luby", "never"],
        help: "When search restarts: by the glue of recent clauses, by Luby's sequence, in phases of both, or never",
        target: Target::Learn(
            |of| place(&RESTARTS, &of.restarts),
            |of, value| of.restarts = RESTARTS[value as usize].1,
        ),
    },
    number!(Learn.decay: f64, "learn.decay", "", 0.5 ..= 0.9999, "The factor by which activity fades at each conflict: near 1 the whole past counts, below only recent conflicts; some networks have a default of their own"),
    number!(Learn.luby_unit: u64, "learn.luby", "conflicts", 1.0 ..= 1e9, "The unit of Luby's sequence: longer runs against more restarts"),
    number!(Learn.keep_glue: u32, "learn.glue", "levels", 0.0 ..= 1e6, "Learnt clauses of at most this glue are kept for ever: strength against the cost of their propagation"),
    number!(Learn.first_reduce: u64, "learn.reduce", "conflicts", 1.0 ..= 1e9, "Conflicts until learnt clauses are first reduced: memory and speed against strength"),
    number!(Learn.most_clauses: usize, "learn.clauses", "clauses", 1.0 ..= 1e9, "The most learnt clauses of three literals or more; above it the better half is kept"),
    number!(Learn.rephase: u64, "learn.rephase", "conflicts", 1.0 ..= 1e9, "Conflicts until phases are first reset; the distance grows linearly"),
    number!(Probe.work: u64, "probe.work", "propagations", 0.0 ..= 1e12, "The work of probing at the root before learning, as --probe"),
    number!(Probe.patience: u32, "probe.patience", "choices", 1.0 ..= 1e9, "Probing gives up after this many choices in a row that yielded nothing"),
    number!(Adapt.window: u64, "adapt.window", "conflicts", 1.0 ..= 1e9, "Conflicts in each of the four windows in which a costly redundant propagator is tried"),
    number!(Adapt.costly: f64, "adapt.costly", "", 0.0 ..= 1.0, "Only propagators with at least this share of all work are tried"),
    number!(Adapt.dearer: f64, "adapt.dearer", "", 0.0 ..= 1e6, "A propagator is switched off if failures with it cost this many times as much as without it"),
    number!(Adapt.needed: f64, "adapt.needed", "", 0.0 ..= 1.0, "Unless it takes part in this share of them"),
];

impl NamedSetting {
    /// The value that holds if none is set.
    pub fn default_value(&self) -> f64 {
        match self.target {
            Target::Learn(get, _) => get(&LearnOptions::default()),
            Target::Adapt(get, _) => get(&AdaptOptions::default()),
            Target::Probe(get, _) => get(&ProbeLimits::default()),
        }
    }

    /// A value as it is written: a word, or a number; `none` for a limit that is never reached.
    pub fn shown(&self, value: f64) -> String {
        match self.words.get(value as usize) {
            Some(word) => (*word).to_string(),
            None if self.whole && value > self.most => "none".into(),
            None => value.to_string(),
        }
    }
}

/// A setting and its value.
///
/// ```
/// use clew_engine::search::{LearnOptions, SearchSetting};
///
/// let setting: SearchSetting = "learn.luby=128".parse().unwrap();
/// let mut options = LearnOptions::default();
/// setting.learn(&mut options);
/// assert_eq!(options.luby_unit, 128);
/// assert!("learn.luby=0".parse::<SearchSetting>().is_err());
/// ```
#[derive(Clone, Copy)]
pub struct SearchSetting {
    /// The setting.
    pub setting: &'static NamedSetting,
    /// Its value.
    pub value: f64,
}

impl PartialEq for SearchSetting {
    fn eq(&self, other: &SearchSetting) -> bool {
        self.setting.name == other.setting.name && self.value == other.value
    }
}

impl fmt::Debug for SearchSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for SearchSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.setting.name, self.setting.shown(self.value))
    }
}

impl FromStr for SearchSetting {
    type Err = String;

    /// Reads `NAME=VALUE`.
    ///
    /// # Errors
    /// In words: the names, the words of the value, or its range.
    fn from_str(text: &str) -> Result<SearchSetting, String> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        let setting = NAMED_SETTINGS.iter().find(|setting| setting.name == name);
        let setting = setting.ok_or_else(|| {
            let names: Vec<&str> = NAMED_SETTINGS.iter().map(|setting| setting.name).collect();
            format!("the settings are {}", names.join(", "))
        })?;
        let found = match setting.words {
            [] => value.parse().ok().filter(|value: &f64| {
                let is_whole = !setting.whole || value.fract() == 0.0;
                is_whole && (setting.least..=setting.most).contains(value)
            }),
            words => words.iter().position(|word| *word == value).map(|at| at as f64),
        };
        let value = found.ok_or_else(|| match setting.words {
            [] => {
                let kind = if setting.whole { "whole number" } else { "number" };
                format!("{name} is a {kind} from {} to {}", setting.least, setting.most)
            }
            words => format!("{name} is {}", words.join(", ")),
        })?;
        Ok(SearchSetting { setting, value })
    }
}

impl SearchSetting {
    /// Sets it, if it is a setting of learning.
    pub fn learn(&self, options: &mut LearnOptions) {
        if let Target::Learn(_, set) = self.setting.target {
            set(options, self.value);
        }
    }

    /// Sets it, if it is a setting of adaptive activation.
    pub fn adapt(&self, options: &mut AdaptOptions) {
        if let Target::Adapt(_, set) = self.setting.target {
            set(options, self.value);
        }
    }

    /// Sets it, if it is a setting of probing.
    pub fn probe(&self, limits: &mut ProbeLimits) {
        if let Target::Probe(_, set) = self.setting.target {
            set(limits, self.value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every setting reaches a field: its least and its greatest value are read back, and its default is in range.
    #[test]
    fn settings_reach_their_fields() {
        for setting in &NAMED_SETTINGS {
            for value in [setting.least, setting.most] {
                let text = format!("{}={}", setting.name, setting.shown(value));
                let read: SearchSetting = text.parse().expect("it is in range");
                let mut options = LearnOptions::default();
                let mut adapt = AdaptOptions::default();
                let mut probe = ProbeLimits::default();
                read.learn(&mut options);
                read.adapt(&mut adapt);
                read.probe(&mut probe);
                let now = match setting.target {
                    Target::Learn(get, _) => get(&options),
                    Target::Adapt(get, _) => get(&adapt),
                    Target::Probe(get, _) => get(&probe),
                };
                assert_eq!((now, read.to_string()), (value, text));
            }
            assert!(setting.default_value() >= setting.least, "{}", setting.name);
        }
        for text in ["learn", "learn.luby", "learn.luby=1.5", "learn.nogoods=all", "adapt.costly=2"]
        {
            assert!(text.parse::<SearchSetting>().is_err(), "{text}");
        }
    }
}

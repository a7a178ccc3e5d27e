//! A plan in words, and as data for other programs.

use crate::strategy::plan::Nodes;

use crate::strategy::plan::Plan;

use crate::strategy::plan::Share;

use crate::strategy::plan::Stage;

use crate::strategy::plan::Step;

use super::tuning;
use crate::strategy::plan::Time;
use serde::Serialize;
use std::fmt;

/// A stage in words. Shares are of the limits of the whole run.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Described {
    /// Which step it belongs to, from 1. Stages of one step take turns.
    pub step: usize,
    /// The decisions of the first turn, for stages that take turns; each turn has twice as many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_turn: Option<u64>,
    /// The decisions of all turns together, if they end before the run does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all_turns: Option<u64>,
    /// The method.
    pub method: &'static str,
    /// The conditions under which it is tried; all of them must hold.
    pub only_if: Vec<&'static str>,
    /// Its share of the time.
    pub time: String,
    /// Its share of the decisions.
    pub decisions: String,
    /// Its share of the memory, 0 to 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = 1)))]
    pub memory: f64,
    /// How much work of tables it may do: states that are looked at, and moves that are found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub work: Option<u64>,
    /// Why it has this position in the plan.
    pub why: &'static str,
    /// The information that it leaves to later stages.
    pub passes_on: &'static str,
}

impl Plan {
    /// The stages in words, in order.
    pub fn described(&self) -> Vec<Described> {
        let mut all = Vec::new();
        let then = self.then.clone().map(Step::Once);
        for (step, i) in self.steps.iter().chain(&then).zip(1..) {
            let (first_turn, all_turns) = match *step {
                Step::Once(_) => (None, None),
                Step::InTurns { first, most, .. } => (Some(first), most),
            };
            let of = |stage: &Stage| Described {
                step: i,
                first_turn,
                all_turns,
                method: stage.means.keyword(),
                only_if: stage.when.iter().map(|when| when.words()).collect(),
                time: time(stage.share),
                decisions: decisions(stage.share),
                memory: stage.share.memory,
                work: stage.share.work,
                why: stage.why,
                passes_on: stage.means.passes_on(),
            };
            all.extend(step.stages().iter().map(of));
        }
        all
    }
}

fn time(share: Share) -> String {
    let part = match share.time {
        Time::All => "all that is left".to_string(),
        Time::Part(part) => format!("{:.0} % of what is left", part * 100.0),
        Time::Grace => {
            format!(
                "all that is left; without a limit {} s once nothing is expected to end",
                tuning::GRACE.as_secs()
            )
        }
    };
    if share.exact_part {
        let all = tuning::EXACT_TIME * 100.0;
        let wait = tuning::EXACT_WAIT.as_secs_f64();
        return format!("{part}, within the first {all:.0} % (without a limit {wait} s)");
    }
    part
}

fn decisions(share: Share) -> String {
    match share.nodes {
        Nodes::All => "all that are left".to_string(),
        Nodes::More(0) => "none".to_string(),
        Nodes::More(n) => format!("{n}"),
        Nodes::Trial => {
            format!("what {:.0} % of the dynamic program's time is worth", tuning::TRIAL * 100.0)
        }
        Nodes::MoreBeforeParts(n) => {
            format!("all that are left, or {n} where counting by parts may follow")
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut last = 0;
        for stage in self.described() {
            if stage.step != last {
                last = stage.step;
                match (stage.first_turn, stage.all_turns) {
                    (None, _) => {}
                    (Some(first), most) => {
                        let most = most.map_or(String::new(), |n| format!(", {n} in all"));
                        writeln!(
                            f,
                            "{last}. by turns of {first} decisions, then twice as many each \
                             time{most}:"
                        )?;
                    }
                }
            }
            let name = match stage.first_turn {
                None => format!("{}. {}", stage.step, stage.method),
                Some(_) => format!("   - {}", stage.method),
            };
            writeln!(f, "{name}")?;
            for when in &stage.only_if {
                writeln!(f, "     only if {when}")?;
            }
            if stage.decisions != "all that are left" {
                writeln!(f, "     decisions: {}", stage.decisions)?;
            }
            if stage.time != "all that is left" {
                writeln!(f, "     time: {}", stage.time)?;
            }
            if stage.memory < 1.0 {
                writeln!(f, "     memory: {:.0} %", stage.memory * 100.0)?;
            }
            if let Some(work) = stage.work {
                writeln!(f, "     tables: {work} states and moves")?;
            }
            writeln!(f, "     why: {}", stage.why)?;
            writeln!(f, "     leaves: {}", stage.passes_on)?;
        }
        Ok(())
    }
}

//! Questions about a puzzle: each reads its options, runs, and fills a reply.

use super::request::{NoOptions, options};
use super::{
    Asked, Mistake, ProgressObserver, Reply, families, making, out_of, raw, raw_value, standing,
};
use crate::api::hint::{Depth, StepChoice};
use crate::api::why_not::{Edge, Supposed};
use crate::api::{self, Question, filled_in, profile, run_guarded};
use clew_engine::kernel::Watched;
use clew_engine::run::clock::Instant;
use clew_puzzle::puzzle::Entry;
use clew_puzzle::puzzle::format::{ParseError, write_json, write_native};
use clew_report::steps::rating_text;
use clew_solve::explain::rate;
use clew_solve::strategy::{self, Options, Task, Watch};
use serde::Deserialize;
use std::sync::Arc;

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct SolveOptions {
    number: usize,
}

impl Default for SolveOptions {
    fn default() -> SolveOptions {
        SolveOptions { number: 1 }
    }
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct HintOptions {
    depth: Option<String>,
    filled: Option<String>,
    placement: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BreaksOptions {
    filled: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VerifyOptions {
    solution: String,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ReadOptions {
    all: bool,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct RepairOptions {
    minimal: bool,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct ExplainOptions {
    page: bool,
}

#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum WhyNotOptions {
    Number { cell: (u32, u32), value: u32 },
    Link { edge: Edge, on: bool },
}

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct TaskOptions {
    task: String,
}

impl Default for TaskOptions {
    fn default() -> TaskOptions {
        TaskOptions { task: "check".into() }
    }
}

/// The version of lists of puzzles.
const LIST_SCHEMA: &str = "clew-puzzles/1";
/// The most puzzles of a list.
const MAX_LISTED: usize = 10_000;

impl TaskOptions {
    fn task(&self) -> Result<Task, Mistake> {
        match &*self.task {
            "check" => Ok(Task::Check),
            "solve" => Ok(Task::Solve { limit: 1 }),
            "count" => Ok(Task::Count),
            other => {
                let known = ["check", "solve", "count"].into_iter();
                Err(Mistake::from(super::request::unknown("task", other, known)))
            }
        }
    }
}

impl Asked<'_> {
    fn no_options(&self) -> Result<(), Mistake> {
        options::<NoOptions>(self.request).map(|_| ()).map_err(Mistake::from)
    }

    pub(super) fn families(&self) -> Result<Reply, Mistake> {
        self.no_options()?;
        Ok(Reply { document: raw_value(&families::document()), ..Reply::default() })
    }

    pub(super) fn read(&self) -> Result<Reply, Mistake> {
        let wanted: ReadOptions = options(self.request)?;
        if !wanted.all {
            return Ok(self.puzzle(&self.entry()?));
        }
        let one = |entry: Result<Entry, ParseError>| match entry {
            Ok(entry) => self.puzzle(&entry),
            Err(why) => Reply { error: Some(Mistake::from(&why)), ..Reply::default() },
        };
        let puzzles: Vec<Reply> = self.entries()?.take(MAX_LISTED).map(one).collect();
        let document = serde_json::json!({"schema": LIST_SCHEMA, "puzzles": puzzles});
        Ok(Reply { document: raw_value(&document), ..Reply::default() })
    }

    /// Which rules the entries break already.
    pub(super) fn breaks(&self) -> Result<Reply, Mistake> {
        let wanted: BreaksOptions = options(self.request)?;
        let entry = self.entry()?;
        let filled = filled_in::everything(&entry.puzzle, &wanted.filled)?;
        let broken = api::so_far::broken(&entry.puzzle, &filled);
        let texts: Vec<&str> = broken.iter().map(|violation| violation.text.as_str()).collect();
        let known = if broken.is_empty() { api::Standing::Yes } else { api::Standing::No };
        Ok(Reply {
            standing: standing(known),
            words: Some(texts.join("\n")),
            document: raw_value(&api::so_far::json(&entry, "", &broken)),
            ..Reply::default()
        })
    }

    /// Whether a solution obeys the rules.
    pub(super) fn verify(&self) -> Result<Reply, Mistake> {
        let wanted: VerifyOptions = options(self.request)?;
        let entry = self.entry()?;
        let found = api::so_far::obeys(&entry, &wanted.solution, self.budget());
        let known = if found.is_ok() { api::Standing::Yes } else { api::Standing::No };
        let words = found.err().unwrap_or_else(|| "obeys the rules".into());
        Ok(Reply { standing: standing(known), words: Some(words), ..Reply::default() })
    }

    /// A puzzle as a document and in the text format, with the remarks of its reader.
    fn puzzle(&self, entry: &Entry) -> Reply {
        let reading = entry.guessed.reading.iter().map(|reading| format!("read as {reading}"));
        let warnings = entry.warnings.iter().cloned().chain(entry.invalid_solutions());
        Reply {
            document: raw(write_json(entry)),
            text: Some(write_native(entry)),
            notes: reading.chain(warnings).collect(),
            ..Reply::default()
        }
    }

    /// Questions about solutions.
    pub(super) fn question(&self) -> Result<Reply, Mistake> {
        let question = match &*self.request.ask {
            "solve" => {
                let wanted: SolveOptions = options(self.request)?;
                Question::Solve(wanted.number.max(1))
            }
            ask => {
                self.no_options()?;
                match ask {
                    "check" => Question::Check,
                    "where" => Question::Locate,
                    "count" => Question::Count,
                    _ => Question::Candidates,
                }
            }
        };
        let entry = self.entry()?;
        let hear = self.hear.clone();
        let watch = Watch::new(move |step| {
            hear(&format!(
                "{{\"done\":{},\"of\":{},\"states\":{},\"bytes\":{}}}",
                step.done, step.total, step.states, step.bytes
            ));
        });
        let options = question.options(Options { watch: Some(watch), ..self.options.clone() });
        let start = Instant::now();
        let outcome = run_guarded(&options, || self.run(&entry, question, &options))?;
        let time_ms = start.elapsed().as_secs_f64() * 1e3;
        let reply = api::Reply { time_ms, ..api::Reply::new(&entry, question, outcome) };
        Ok(Reply {
            standing: standing(reply.standing()),
            words: Some(reply.text()),
            document: raw(reply.to_json()),
            notes: reply.misstated.clone(),
            ..Reply::default()
        })
    }

    /// A search is observed; a count only if that does not restrict it to one thread.
    fn run(
        &self,
        entry: &Entry,
        question: Question,
        options: &Options,
    ) -> Result<strategy::Outcome, strategy::RunError> {
        let room = usize::MAX - 1;
        let alone = options.threads == 1 && question == Question::Count;
        let mut seen = ProgressObserver { hear: self.hear.clone(), decisions: 0 };
        let mut seen = Watched::new(&mut seen);
        match question {
            Question::Check | Question::Locate => watched(entry, question, options, &mut seen),
            _ if alone => watched(entry, question, options, &mut seen),
            _ => api::run(&entry.puzzle, question, room, options, Some(&mut seen)),
        }
    }

    pub(super) fn explain(&self) -> Result<Reply, Mistake> {
        let wanted: ExplainOptions = options(self.request)?;
        let entry = self.entry()?;
        let explained = api::explain::explain(&entry, &self.options)?;
        Ok(Reply {
            standing: standing(explained.standing()),
            words: Some(explained.text()),
            document: raw_value(&explained.json("")),
            page: wanted.page.then(|| explained.page(&entry.title)),
            ..Reply::default()
        })
    }

    pub(super) fn hint(&self) -> Result<Reply, Mistake> {
        let wanted: HintOptions = options(self.request)?;
        let depth = match wanted.depth.as_deref() {
            Some("where") => Depth::Where,
            Some("why") => Depth::Why,
            None | Some("what") => Depth::What,
            Some(other) => {
                let known = ["where", "why", "what"].into_iter();
                return Err(Mistake::from(super::request::unknown("depth", other, known)));
            }
        };
        let entry = self.entry()?;
        let filled = match &wanted.filled {
            Some(text) => filled_in::everything(&entry.puzzle, text)?,
            None => filled_in::Filled::default(),
        };
        let next = if wanted.placement { StepChoice::Placement } else { StepChoice::Look };
        let hint = api::hint::hint_from(&entry.puzzle, &filled, next, &self.options)?;
        Ok(Reply {
            standing: standing(hint.standing()),
            words: Some(hint.message(&entry.puzzle, depth)),
            document: raw_value(&hint.json(&entry, "", depth)),
            ..Reply::default()
        })
    }

    pub(super) fn rate(&self) -> Result<Reply, Mistake> {
        self.no_options()?;
        let entry = self.entry()?;
        let (standing_of, words, document) = match rate(&entry.puzzle, &self.options) {
            Ok(rating) => {
                let record = api::rate::Record::rated(&entry, "", &rating, None).to_json();
                (standing(api::rate::judge(&rating).0), rating_text(&rating), record)
            }
            Err(why) => {
                let record = api::rate::Record::unsupported(&entry, "", &why, None).to_json();
                (standing(api::Standing::Undecided), format!("not rated: {why}"), record)
            }
        };
        Ok(Reply {
            standing: standing_of,
            words: Some(words),
            document: raw(document),
            ..Reply::default()
        })
    }

    pub(super) fn repair(&self) -> Result<Reply, Mistake> {
        let wanted: RepairOptions = options(self.request)?;
        let entry = self.entry()?;
        let mending = api::repair::repair(&entry, wanted.minimal, &self.options, self.side)?;
        Ok(Reply {
            standing: standing(mending.standing()),
            words: Some(mending.text()),
            document: raw(mending.json("")),
            ..Reply::default()
        })
    }

    pub(super) fn why_not(&self) -> Result<Reply, Mistake> {
        let supposed = match options(self.request)? {
            WhyNotOptions::Number { cell, value } => Supposed::Number(cell, value),
            WhyNotOptions::Link { edge, on } => Supposed::Link(edge, on),
        };
        let entry = self.entry()?;
        let found = api::why_not::why_not(&entry.puzzle, supposed, &self.options)?;
        let known = match found.possible {
            Some(true) => api::Standing::Yes,
            Some(false) => api::Standing::No,
            None => api::Standing::Undecided,
        };
        Ok(Reply {
            standing: standing(known),
            words: Some(found.message(&entry.puzzle)),
            document: raw_value(&found.json(&entry, "")),
            ..Reply::default()
        })
    }

    pub(super) fn generate(&self) -> Result<Reply, Mistake> {
        let wishes: making::Wishes = options(self.request)?;
        let mut last = None;
        let mut rejected = |n: u64| {
            if last != Some(n) {
                last = Some(n);
                (self.hear)(&format!("{{\"rejected\":{n}}}"));
            }
        };
        let made = making::made(&wishes, self.budget(), &mut rejected)?;
        let made = made.ok_or_else(|| out_of(self.budget().why()))?;
        Ok(self.puzzle(&made.entry))
    }

    /// The puzzle of a drawn solution; a note says whether it is the only one.
    pub(super) fn from_solution(&self) -> Result<Reply, Mistake> {
        let wishes: making::DrawnWishes = options(self.request)?;
        let text = self.request.puzzle.as_deref().ok_or_else(|| {
            Mistake::from("the request has no \"puzzle\": a drawn solution".to_string())
        })?;
        let said = self.request.reading.reading().map_err(Mistake::from)?;
        let drawn = making::of_drawn(&wishes, text, &said, &self.options)?;
        let mut reply = self.puzzle(&drawn.made.entry);
        reply.notes.extend(drawn.remark());
        Ok(reply)
    }

    pub(super) fn plan(&self) -> Result<Reply, Mistake> {
        let wanted: TaskOptions = options(self.request)?;
        let (task, entry) = (wanted.task()?, self.entry()?);
        let plan = strategy::plan_for(&entry.puzzle, task, &self.options, false);
        let plan = plan.map_err(|error| api::Failure::from_run(error, false))?;
        let time = self.budget().left();
        let document = api::plan::json(&entry.puzzle, "", &wanted.task, &plan, &self.options, time);
        Ok(Reply {
            words: Some(plan.to_string()),
            document: raw_value(&document),
            ..Reply::default()
        })
    }

    pub(super) fn profile(&self) -> Result<Reply, Mistake> {
        let wanted: TaskOptions = options(self.request)?;
        let (task, entry) = (wanted.task()?, self.entry()?);
        let measured = profile::MeasureOptions {
            puzzle: &entry.puzzle,
            task,
            options: Options { threads: 1, ..self.options.clone() },
            time: self.budget().left(),
            instances: false,
            search_only: false,
            runs: Some(1),
            cancel: Arc::default(),
        };
        let found = run_guarded(&self.options, || profile::measure(&measured))?;
        Ok(Reply { words: Some(profile::text(task, &found)), ..Reply::default() })
    }
}

fn watched(
    entry: &Entry,
    question: Question,
    options: &Options,
    seen: &mut Watched<'_>,
) -> Result<strategy::Outcome, strategy::RunError> {
    let task = question.task(usize::MAX - 1);
    strategy::run_watched(&entry.puzzle, task, options, seen).map(|(outcome, _)| outcome)
}

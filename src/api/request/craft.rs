//! Questions about puzzles as they are written: read, verified, compared.

use super::{About, Answers, Case, Mistake, Reply, entries, only};
use crate::api::AnswerStatus;
use crate::api::making::dedup::Dedup;
use crate::api::people::{judge, so_far};
use clew_puzzle::puzzle::Entry;
use clew_puzzle::puzzle::format::{ParseError, write_json, write_native};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The version of lists of puzzles.
const LIST_SCHEMA: &str = "clew-puzzles/1";
/// The most puzzles of a list.
const MAX_LISTED: usize = 10_000;

/// A puzzle as a document and in the text format.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ReadOptions {
    /// All puzzles of the text, each as a reply of its own in the document `clew-puzzles/1`.
    pub all: bool,
}

impl Answers for ReadOptions {
    const ABOUT: About = About::Text;

    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        if let (Some(entry), false) = (case.entry, self.all) {
            return Ok(puzzle(entry));
        }
        if !self.all {
            return only(case.text, &case.reading).map(|entry| puzzle(&entry));
        }
        let one = |entry: Result<Entry, ParseError>| match entry {
            Ok(entry) => Listed { reply: puzzle(&entry), error: None },
            Err(why) => Listed { reply: Reply::default(), error: Some(Mistake::from(&why)) },
        };
        let all = entries(case.text, &case.reading)?;
        let puzzles: Vec<Listed> = all.take(MAX_LISTED).map(one).collect();
        let document = || json!({"schema": LIST_SCHEMA, "puzzles": puzzles}).to_string();
        Ok(Reply { document: case.document(document), ..Reply::default() })
    }
}

/// One puzzle of a list.
#[derive(Serialize)]
struct Listed {
    #[serde(flatten)]
    reply: Reply,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Mistake>,
}

/// A puzzle as a document and in the text format, with the remarks of its reader.
pub(super) fn puzzle(entry: &Entry) -> Reply {
    let reading = entry.guessed.reading.iter().map(|reading| format!("read as {reading}"));
    let warnings = entry.warnings.iter().cloned().chain(entry.invalid_solutions());
    Reply {
        document: serde_json::value::RawValue::from_string(write_json(entry)).ok(),
        text: Some(write_native(entry)),
        notes: reading.chain(warnings).collect(),
        ..Reply::default()
    }
}

/// Whether a solution obeys the rules.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct VerifyOptions {
    /// The solution: a filled grid, a result, or an address that carries one.
    pub solution: String,
}

impl Answers for VerifyOptions {
    const ABOUT: About = About::Puzzle;

    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        let found = so_far::obeys(case.entry()?, &self.solution, case.budget());
        let known = if found.is_ok() { AnswerStatus::Yes } else { AnswerStatus::No };
        let words = || found.err().unwrap_or_else(|| "obeys the rules".into());
        Ok(Reply { standing: Some(known), words: case.words(words), ..Reply::default() })
    }
}

/// Whether answers to puzzles are right.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct JudgeOptions {
    /// The answers: a list of texts in the order of the puzzles, an object by identifier, or a text that lists them.
    pub answers: StatedAnswers,
}

/// Answers to several puzzles.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum StatedAnswers {
    /// A text that lists them.
    Text(String),
    /// In the order of the puzzles.
    List(Vec<String>),
    /// By the identifiers of the puzzles.
    ById(BTreeMap<String, String>),
}

impl Answers for JudgeOptions {
    const ABOUT: About = About::Text;

    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        let mut answers = match self.answers.clone() {
            StatedAnswers::Text(text) => judge::Answers::new(text),
            StatedAnswers::List(texts) => judge::Answers::in_order(texts),
            StatedAnswers::ById(texts) => judge::Answers::by_id(texts),
        };
        let all: Vec<_> = entries(case.text, &case.reading)?.take(MAX_LISTED).collect();
        let puzzles = all.iter().map(|entry| entry.as_ref().map_err(ToString::to_string));
        let (found, tally) = judge::judge(puzzles, &mut answers, case.budget(), case.side);
        let all_right = tally.wrong + tally.unreadable == 0;
        let document = || {
            json!({
                "schema": "clew-judgements/1",
                "right": tally.right,
                "wrong": tally.wrong,
                "unreadable": tally.unreadable,
                "judgements": found,
            })
            .to_string()
        };
        Ok(Reply {
            standing: Some(if all_right { AnswerStatus::Yes } else { AnswerStatus::No }),
            words: case.words(|| tally.to_string()),
            document: case.document(document),
            ..Reply::default()
        })
    }
}

/// Which of several puzzles are the same turned, mirrored, relabelled or counted from the other end.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct DedupOptions {
    /// Puzzles are the same if their solutions are, whatever is given of them, also of different families
    #[cfg_attr(feature = "cli", arg(long))]
    pub solutions: bool,
}

impl Answers for DedupOptions {
    const ABOUT: About = About::Text;

    /// The document is a list of `clew-same/1`; a text that is no puzzle has an object with its error.
    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        let all = entries(case.text, &case.reading)?;
        let (mut seen, mut copies) = (Dedup::default(), Vec::new());
        let mut documents: Vec<Value> = Vec::new();
        for (number, entry) in (1..).zip(all) {
            match entry {
                Ok(entry) => {
                    let name = format!("puzzle {number}");
                    let found = match self.solutions {
                        true => seen.take_solution(&entry, &name, &case.options),
                        false => seen.take(&entry, &name),
                    };
                    if let Some(copy) = &found.copy_of {
                        copies.push(format!("{name}: the same puzzle as {copy}"));
                    }
                    let document = serde_json::from_str(&found.json(&entry, &name));
                    documents.push(document.expect("it is JSON"));
                }
                Err(why) => documents.push(json!({ "error": Mistake::from(&why) })),
            }
        }
        let known = if copies.is_empty() { AnswerStatus::Yes } else { AnswerStatus::No };
        Ok(Reply {
            standing: Some(known),
            words: case.words(|| copies.join("\n")),
            document: case.document(|| Value::from(documents).to_string()),
            ..Reply::default()
        })
    }
}

//! How hard a puzzle is, as a document and in words.

use crate::api::question::AnswerStatus;
use clew_engine::run::Stop;
use clew_puzzle::puzzle::Entry;
use clew_report::document::Head;
use clew_report::json::{Asked, RATING_SCHEMA};
use clew_report::steps::RatingRecord;
use clew_solve::explain::Rating;
use clew_solve::strategy::Verdict;
use serde::Serialize;

/// A rating: the document `clew-rating/1`; the order of the fields is the order of the keys.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Record<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// How many solutions it has; unsupported if puzzles like this one are not rated.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = [
        "unique", "multiple", "none", "unknown", "unsupported"
    ])))]
    verdict: &'static str,
    /// The limit that ended the work early.
    #[cfg_attr(feature = "schema", schemars(schema_with = "clew_report::document::stopped"))]
    stopped: Option<Stop>,
    /// Null unless the puzzle has exactly one solution.
    rating: Option<RatingRecord>,
    /// Why puzzles like this one are not rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    /// The question that this answers; absent from documents of the library.
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<Asked>,
}

impl<'a> Record<'a> {
    /// The data that every puzzle has, without a rating; `name` is the identifier of a puzzle whose file gives none.
    fn new(
        entry: &'a Entry,
        name: &'a str,
        verdict: &'static str,
        asked: Option<Asked>,
    ) -> Record<'a> {
        Record {
            head: Head::new(RATING_SCHEMA, entry, name),
            verdict,
            stopped: None,
            rating: None,
            reason: None,
            asked,
        }
    }

    /// The document of a rating.
    pub fn rated(
        entry: &'a Entry,
        name: &'a str,
        rating: &Rating,
        asked: Option<Asked>,
    ) -> Record<'a> {
        Record {
            stopped: rating.stopped,
            rating: rating.level.map(|_| RatingRecord::from(rating)),
            ..Record::new(entry, name, rating.verdict.keyword(), asked)
        }
    }

    /// The document of a puzzle of a kind that is not rated, with the reason.
    pub fn unsupported(
        entry: &'a Entry,
        name: &'a str,
        why: &'a str,
        asked: Option<Asked>,
    ) -> Record<'a> {
        Record { reason: Some(why), ..Record::new(entry, name, "unsupported", asked) }
    }

    /// The document of a puzzle that could not be rated, and the limit that ended the work.
    pub fn unknown(entry: &'a Entry, name: &'a str, why: Stop, asked: Option<Asked>) -> Record<'a> {
        let verdict = Verdict::Unknown.keyword();
        Record { stopped: Some(why), ..Record::new(entry, name, verdict, asked) }
    }

    /// On one line, without a line end.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers are always JSON")
    }
}

/// Whether a rating answers the question, and the word for it in a summary of many.
pub fn judge(rating: &Rating) -> (AnswerStatus, &'static str) {
    let standing = match rating.verdict {
        Verdict::Unique => AnswerStatus::Yes,
        Verdict::Multiple | Verdict::None => AnswerStatus::No,
        Verdict::Unknown => AnswerStatus::Undecided,
    };
    (standing, rating.level.map_or(rating.verdict.keyword(), |level| level.keyword()))
}

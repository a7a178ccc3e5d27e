//! Rules from the command line in place of those of the file.

use crate::cli::args::format::ReadingArgs;
use crate::cli::args::values::Rule;
use crate::cli::args::{CoverRule, NeighbourRule, RuleArgs, TouchRule};
use crate::cli::batch::status::Status;
use crate::cli::io::job::{Fault, Job};
use clew::api::Rules;
use clew::interchange::Reading;
use clew::puzzle::{Entry, Neighbourhood};

impl From<NeighbourRule> for Neighbourhood {
    fn from(rule: NeighbourRule) -> Neighbourhood {
        match rule {
            NeighbourRule::Rook => Neighbourhood::Rook,
            NeighbourRule::King => Neighbourhood::King,
            NeighbourRule::Hex => Neighbourhood::Hex,
        }
    }
}

/// The puzzle of a job, by the rules of the command line.
///
/// # Errors
/// The error of the puzzle, or of the rules, and its exit status.
pub(crate) fn parsed(job: &Job, rules: &RuleArgs) -> Result<Entry, (Fault, Status)> {
    let mut entry = job.parse().map_err(|fault| (fault, Status::BadInput))?;
    self::rules(rules).apply(&mut entry).map_err(|why| (Fault::Whole(why), Status::Usage))?;
    Ok(entry)
}

/// The description of the input on the command line, for inputs that do not describe themselves.
pub(crate) fn reading(rules: &RuleArgs) -> Reading {
    Reading {
        format: rules.reading.from,
        family: rules.reading.family.map(|named| named.family),
        alias: rules.reading.family.and_then(|named| named.alias),
        words: words(rules.cover, rules.touch, rules.closed, &rules.rule),
        neighbours: rules.neighbours.map(Neighbourhood::from),
        blank: ReadingArgs::signs(&rules.reading.blank),
        hole: ReadingArgs::signs(&rules.reading.hole),
        given: ReadingArgs::signs(&rules.reading.given),
        size_row: rules.reading.first_row(),
    }
}

/// The given rules, as the formats name them: a key, and its word. `--cover`, `--touch` and `--closed` are short forms
/// of `--rule`, and of several words for one key the last one counts.
pub(crate) fn words(
    cover: Option<CoverRule>,
    touch: Option<TouchRule>,
    closed: bool,
    rules: &[Rule],
) -> Vec<(&'static str, &'static str)> {
    let cover = cover.map(|rule| match rule {
        CoverRule::All => "all",
        CoverRule::Partial => "partial",
    });
    let touch = touch.map(|rule| match rule {
        TouchRule::No => "no",
        TouchRule::No2x2 => "no2x2",
        TouchRule::Yes => "yes",
    });
    let closed = closed.then_some("yes");
    let short = [("cover", cover), ("touch", touch), ("closed", closed)].into_iter();
    let mut words: Vec<(&str, &str)> = short.filter_map(|(key, word)| Some((key, word?))).collect();
    for rule in rules {
        match words.iter_mut().find(|(key, _)| *key == rule.key) {
            Some(known) => known.1 = rule.word,
            None => words.push((rule.key, rule.word)),
        }
    }
    words
}

/// The rules of the command line as data; a family name brings its rules unless others are given.
pub(crate) fn rules(rules: &RuleArgs) -> Rules {
    let named = rules.reading.family;
    let said =
        clew::api::with_name(words(rules.cover, rules.touch, rules.closed, &rules.rule), named);
    let brought = named.and_then(|named| named.alias?.neighbours);
    Rules {
        family: named.map(|named| named.family),
        words: said,
        neighbours: rules.neighbours.map(Neighbourhood::from).or(brought),
    }
}

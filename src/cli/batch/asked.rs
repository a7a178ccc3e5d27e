//! The record of the question in a result, so that it is not taken for the answer to another question.

use crate::cli::batch::overrides;
use crate::cli::batch::settings::Settings;
use crate::cli::batch::status::Status;
use crate::cli::io::job::Job;
use clew::report::json::Asked;

/// The question about a puzzle with this digest, and the status of the answer.
pub(crate) fn asked(settings: &Settings, text: &str, status: Status) -> Asked {
    let question = question(settings);
    Asked { question, text: text.into(), status: status.code() }
}

/// The same, of a job.
pub(crate) fn of(settings: &Settings, job: &Job, status: Status) -> Asked {
    asked(settings, &job.digest(), status)
}

/// The command with the options that make another question of it, in an order that does not depend on
/// how they were given. How it is answered, and within which limits, is no part of that.
pub(crate) fn question(settings: &Settings) -> String {
    let seed = settings.how.options.seed;
    let mut out = if settings.rates { "rate".into() } else { settings.question.command(seed) };
    let rules = &settings.how.rules;
    for &(key, word) in &rules.words.0 {
        out += &format!(" --{key} {word}");
    }
    if let Some(moves) = rules.neighbours {
        out += &format!(" --neighbours {}", moves);
    }
    if let Some(format) = rules.reading.from {
        out += &format!(" --from {}", format.name);
    }
    if let Some(family) = rules.reading.family {
        let name = family.alias.map_or(family.family.keyword(), |alias| alias.name);
        out += &format!(" --puzzle {name}");
    }
    let said = overrides::reading(rules);
    for (option, signs) in [("blank", said.blank), ("hole", said.hole), ("given", said.given)] {
        signs.iter().for_each(|sign| out += &format!(" --{option} {sign:?}"));
    }
    if let Some(size) = said.size_row {
        out += if size { " --size-row" } else { " --no-size-row" };
    }
    rules.reading.places.iter().for_each(|word| out += &format!(" --places {word}"));
    out
}

//! `clew import`: what another solver found, verified and printed.

use super::model_args::ModelImportArgs;
use super::status::Status;
use super::{one, output, say, verify};
use clew::formulation::{self, Reply};
use clew::puzzle::format::routes;
use clew::puzzle::{Answer, Entry, Formulated};
use clew::report::listed::solution;
use clew::report::text;
use serde_json::json;
use std::fmt::Write;

/// The version of the JSON form.
const SCHEMA: &str = "clew-import/1";

/// Runs the command; returns the exit status.
///
/// # Errors
/// In words, what the command line got wrong.
pub(super) fn run(args: &ModelImportArgs) -> Result<u8, String> {
    if [&args.puzzle, &args.solved].iter().all(|path| output::is_standard(path)) {
        return Err("only one of puzzle and solver's file can come from standard input".into());
    }
    let (job, entry) = match one::read(&args.puzzle, &args.rules) {
        Ok(read) => read,
        Err(status) => return Ok(status),
    };
    let stated = match entry.puzzle.formulate(&args.model) {
        Ok(stated) => stated,
        Err(why) => {
            let (title, why) = (job.title(entry.id.as_deref()), super::safe(&why));
            let model = super::safe(&args.model);
            say::line(format_args!("error: {title}: model {model}: {why}"));
            return Ok(Status::Usage.code());
        }
    };
    let found = match found(&stated, &entry, args) {
        Ok(found) => found,
        Err(why) => {
            let shown = super::shown(&args.solved);
            say::line(format_args!("error: {shown}: {}", super::safe(&why)));
            return Ok(Status::BadInput.code());
        }
    };
    let shown = if args.json {
        let name = job.name();
        let id = entry.id.as_deref().unwrap_or(&name);
        format!("{}\n", found.json(&entry, id, &args.model))
    } else {
        found.text(&entry)
    };
    Ok(output::print(shown.as_bytes(), found.status()).code())
}

/// What the solver said, with each solution's verdict.
enum Found {
    /// Answers, and which rule each of them breaks.
    Answers(Vec<(Answer, Option<String>)>),
    None,
    Unknown,
}

/// # Errors
/// In words, what is wrong with the file.
fn found(stated: &Formulated, entry: &Entry, args: &ModelImportArgs) -> Result<Found, String> {
    let text = verify::file(&args.solved)?;
    let reply = formulation::read(&stated.model, &text).map_err(|mistake| mistake.to_string())?;
    let all = match reply {
        Reply::Infeasible => return Ok(Found::None),
        Reply::Unknown => return Ok(Found::Unknown),
        Reply::Solutions(all) => all,
    };
    let mut answers = Vec::new();
    for (i, values) in all.iter().enumerate() {
        let spelled = stated.answer(values);
        let answer = spelled.map_err(|why| match all.len() {
            1 => format!("the values are no answer of model {}: {why}", args.model),
            _ => format!(
                "solution {}: the values are no answer of model {}: {why}",
                i + 1,
                args.model
            ),
        })?;
        let broken = entry.puzzle.verify(&answer).err().map(|why| why.to_string());
        answers.push((answer, broken));
    }
    Ok(Found::Answers(answers))
}

impl Found {
    fn status(&self) -> Status {
        match self {
            Found::Answers(all) if all.iter().all(|(_, broken)| broken.is_none()) => Status::Yes,
            Found::Answers(_) | Found::None => Status::No,
            Found::Unknown => Status::Undecided,
        }
    }

    fn text(&self, entry: &Entry) -> String {
        let all = match self {
            Found::None => return "none: the solver says that the model has no solution\n".into(),
            Found::Unknown => {
                return "unknown: the solver says neither a solution nor that there is none\n"
                    .into();
            }
            Found::Answers(all) => all,
        };
        let mut out = String::new();
        for (i, (answer, broken)) in all.iter().enumerate() {
            if all.len() > 1 {
                let begin = if i > 0 { "\n" } else { "" };
                let _ = writeln!(out, "{begin}solution {}:", i + 1);
            }
            match broken {
                Some(why) => {
                    let _ = writeln!(out, "breaks the rules: {why}");
                }
                None => {
                    out += &text::solution(&entry.puzzle, answer);
                    out += &routes(&entry.puzzle, answer).unwrap_or_default();
                }
            }
        }
        out
    }

    fn json(&self, entry: &Entry, id: &str, model: &str) -> String {
        let puzzle = &entry.puzzle;
        let mut object = json!({
            "schema": SCHEMA, "id": id, "puzzle": puzzle.family().keyword(), "model": model,
            "verdict": match self {
                Found::None => "none",
                Found::Unknown => "unknown",
                Found::Answers(_) if self.status() == Status::Yes => "solved",
                Found::Answers(_) => "broken",
            },
        });
        if let Found::Answers(all) = self {
            // Answers that break the rules have no place among solutions.
            let good = all.iter().filter(|(_, broken)| broken.is_none());
            let shown: Vec<_> = good.map(|(answer, _)| solution(puzzle, answer)).collect();
            let broken: Vec<_> = all.iter().filter_map(|(_, broken)| broken.as_ref()).collect();
            object["solutions"] = json!(shown);
            if !broken.is_empty() {
                object["broken"] = json!(broken);
            }
        }
        object.to_string()
    }
}

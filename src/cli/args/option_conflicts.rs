//! Options that would have no effect in combination with others: refused, because a user who gives one expects an
//! effect.

use crate::cli::args::{Cli, SearchArgs, rules};
use clap::error::{Error, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, CommandFactory};
use clew::api::title::Title;
use std::ffi::OsStr;
use std::path::PathBuf;

/// Options of `draw` that need a search for solutions.
const SEARCHED: [&str; 6] = ["solution", "locate", "both", "candidates", "answers", "rate"];

/// Options that determine how a puzzle is read, by the names of their arguments.
fn reading() -> impl Iterator<Item = &'static str> {
    rules::names().chain(["neighbours", "from", "family-of-input"])
}

/// Whether a picture needs a search.
fn draw_searches(asked: &ArgMatches) -> bool {
    let said = |flag: &str| asked.value_source(flag) == Some(ValueSource::CommandLine);
    let rated = asked.get_one::<Title>("title").is_some_and(Title::needs_rating);
    rated || SEARCHED.iter().any(|flag| said(flag))
}

/// # Errors
/// A usage error that names the first option that does not apply.
pub(crate) fn refuse(matches: &ArgMatches) -> Result<(), Error> {
    let refused = |message: String| {
        Err(Error::raw(ErrorKind::ArgumentConflict, message).with_cmd(&Cli::command()))
    };
    let wrong = |name: &str, why: &str| {
        let name = name.replace('_', "-");
        refused(format!("--{name} does not apply: {why}\n"))
    };
    match matches.subcommand() {
        Some(("draw", asked)) if !draw_searches(asked) => match search_option(asked) {
            Some(name) => wrong(
                &name,
                "nothing is searched without --solution or --where (--both, --candidates, \
                     --answers, --rate)",
            ),
            None => Ok(()),
        },
        Some(("profile", asked)) if asked.get_one::<u16>("threads").is_some_and(|&n| n > 1) => {
            let is = |name: &str, word: &str| is(asked, name, word);
            if is("task", "count") || is("search", "dfs") || asked.get_flag("search_only") {
                return wrong("threads", "only a team of learners is profiled on several threads");
            }
            match unlearnt(asked) {
                Some((name, why)) => wrong(name, why),
                None => Ok(()),
            }
        }
        Some((command @ ("check" | "solve"), asked)) if asked.value_source("proof").is_some() => {
            match conflict_with_proof(command, asked) {
                Some(name) => wrong(&name, why_conflicts_with_proof(&name)),
                None => Ok(()),
            }
        }
        Some(("ablate" | "bench", asked))
            if asked.get_one::<u16>("threads").is_some_and(|&n| n > 1) =>
        {
            wrong("threads", "runs that are compared are of one thread")
        }
        Some(("ablate" | "bench" | "trace", asked)) if flag(asked, "deterministic") => {
            wrong("deterministic", "runs of one thread repeat as they are")
        }
        Some(("networks", asked)) if !asked.contains_id("puzzle") => {
            let given = |name: &&str| asked.value_source(name) == Some(ValueSource::CommandLine);
            match reading().find(given) {
                Some(name) => {
                    let name =
                        name.replace("family-of-input", "puzzle").replace(rules::RULE, "rule");
                    refused(format!("--{name} does not apply without a puzzle\n"))
                }
                None => Ok(()),
            }
        }
        Some(("trace", asked)) if asked.get_one::<u16>("threads").is_some_and(|&n| n > 1) => {
            wrong("threads", "a trace is of one thread")
        }
        Some((command, asked)) => {
            let idle = unlearnt(asked).or_else(|| in_pieces(command, asked));
            let idle = idle.or_else(|| unkept(command, asked));
            match idle.or_else(|| goes_on(command, asked)) {
                Some((name, why)) => wrong(name, why),
                None => Ok(()),
            }
        }
        None => Ok(()),
    }
}

/// The first option of `clew count` that does not apply to a count in pieces, and why.
fn in_pieces(command: &str, asked: &ArgMatches) -> Option<(&'static str, &'static str)> {
    if command != "count" {
        return None;
    }
    let given = |name: &str| asked.value_source(name) == Some(ValueSource::CommandLine);
    // If there is no such directory, that is the error to report; with --json a file of results may begin.
    let directory = || {
        let is_one = |path: &PathBuf| path.is_dir() || !path.exists() && !flag(asked, "json");
        asked.get_one::<PathBuf>("resume").is_some_and(is_one)
    };
    let kept = given("checkpoint") || directory();
    let names: &[&'static str];
    let mut why;
    let in_pieces = given("modulus") || given("residues") || given("disk") || kept;
    if given("dp") && !in_pieces && !is(asked, "method", "dp") {
        return Some(("dp", "whether a program counts is only known with --method dp"));
    }
    if in_pieces {
        why = "a count in pieces is by a program, without search, and prints one line";
        names = &[
            "network",
            "without",
            "nodes",
            "deterministic",
            "adaptive",
            "search",
            "probe",
            "set",
            "seed",
            "json",
            "csv",
            "fields",
            "no_solutions",
            "unordered",
            "shard",
            "stats",
            "color",
        ];
    } else {
        (names, why) = (&[], "");
    }
    if let Some(&name) = names.iter().find(|name| given(name)) {
        if given("residues") && matches!(name, "json" | "csv" | "fields" | "stats") {
            why = "the file that -o names holds each residue, and what it took, as a JSON object a line; \
                   `clew merge` makes the count of them";
        } else if matches!(name, "json" | "csv" | "fields") {
            why = "a count in pieces prints its number alone, on one line; without --mod, --disk, --checkpoint and \
                   --resume DIR it is a result";
        }
        return Some((name, why));
    }
    (given("every") && !kept).then_some(("every", "no state is kept without --checkpoint DIR"))
}

/// The first value of an option, if the command has it and there is one.
fn value<'a>(asked: &'a ArgMatches, name: &str) -> Option<&'a OsStr> {
    asked.try_get_raw(name).ok().flatten()?.next()
}

/// Whether the first value of an option is this word.
fn is(asked: &ArgMatches, name: &str, word: &str) -> bool {
    value(asked, name).is_some_and(|value| value == word)
}

/// Whether the command has a flag and it was given.
fn flag(asked: &ArgMatches, name: &str) -> bool {
    asked.try_get_one::<bool>(name).ok().flatten() == Some(&true)
}

/// Questions that a count which was kept in a directory does not answer when it goes on.
fn goes_on(command: &str, asked: &ArgMatches) -> Option<(&'static str, &'static str)> {
    let kept = || asked.try_get_one::<PathBuf>("resume").ok().flatten().is_some_and(|p| p.is_dir());
    let other = ["candidates", "estimate"].into_iter().find(|name| flag(asked, name));
    let other = other.filter(|_| command == "count" && kept())?;
    Some((other, "--resume DIR goes on with an exact count"))
}

/// `--memory`, where neither tables nor parts nor facts are kept, and why they are not.
fn unkept(command: &str, asked: &ArgMatches) -> Option<(&'static str, &'static str)> {
    let is = |name: &str, word: &str| is(asked, name, word);
    // The automatic choice may count independent parts, and an estimate uses layers.
    let count = command == "count" && is("method", "search") && !is("search", "auto");
    let why = if count && !flag(asked, "estimate") {
        "plain search and learning count without tables and parts"
    } else if command == "check" && is("search", "dfs") && !flag(asked, "locate") {
        "plain search keeps two solutions and nothing else"
    } else {
        return None;
    };
    value(asked, "memory").map(|_| ("memory", why))
}

/// The first option about learning that was given without learning, and why there is no learning.
fn unlearnt(asked: &ArgMatches) -> Option<(&'static str, &'static str)> {
    let is = |name: &str, word: &str| is(asked, name, word);
    let (names, why): (&[&'static str], _) = if flag(asked, "candidates") {
        (
            &["search", "adaptive", "probe", "set"],
            "candidates are found by plain search or in tables",
        )
    } else if value(asked, "sample").is_some() {
        (
            &["search", "adaptive", "probe", "set"],
            "solutions are drawn by plain search or from tables",
        )
    } else if is("method", "parts") {
        (&["search", "adaptive", "probe", "set"], "independent parts are counted without learning")
    } else if is("method", "dp") {
        (&["adaptive", "probe", "set", "seed", "nodes"], "a dynamic program does not search")
    } else if is("search", "dfs") && !flag(asked, "estimate") {
        (&["adaptive", "probe", "set", "seed"], "plain search neither learns nor chooses by chance")
    } else if is("search", "dfs") || only_plain(asked) {
        (&["adaptive", "probe", "set"], "plain search does not learn")
    } else {
        return None;
    };
    // Not every command with such an option has all of the others.
    let known = |name: &str| asked.try_get_raw(name).is_ok();
    let given =
        |name: &&str| known(name) && asked.value_source(name) == Some(ValueSource::CommandLine);
    names.iter().copied().find(given).map(|name| (name, why))
}

/// Whether searches are compared, and all of them are plain.
fn only_plain(asked: &ArgMatches) -> bool {
    let searches = asked.try_get_raw("searches").ok().flatten();
    searches.is_some_and(|mut all| all.all(|search| search == "dfs"))
}

/// The first option that was given and has no effect with `--proof`.
fn conflict_with_proof(command: &str, asked: &ArgMatches) -> Option<String> {
    let heeded = [
        "proof",
        "proof_limit",
        "minimize",
        "maximize",
        "puzzles",
        "quiet",
        "stats",
        "time",
        "threads",
        "deterministic",
        "seed",
        "memory",
    ];
    let all = Cli::command();
    let command = all.find_subcommand(command)?;
    let names = command.get_arguments().map(|argument| argument.get_id().as_str());
    let given = |name: &str| {
        let source = asked.try_contains_id(name).ok().and_then(|_| asked.value_source(name));
        source == Some(ValueSource::CommandLine)
    };
    let name = names.into_iter().find(|name| {
        !heeded.contains(name) && reading().all(|other| other != *name) && given(name)
    })?;
    let long = command.get_arguments().find(|argument| argument.get_id() == name)?.get_long();
    Some(long.unwrap_or(name).to_string())
}

/// Why an option has no effect with `--proof`, and the alternative.
fn why_conflicts_with_proof(name: &str) -> &'static str {
    match name {
        "json" | "csv" | "fields" | "no-solutions" => {
            "with --proof the answer is printed as text, and the certificate is in the directory; ask for results \
             without --proof"
        }
        "shard" | "resume" | "unordered" => "--proof takes one puzzle, no batch",
        _ => {
            "with --proof one puzzle is decided and proved by a search of its own, which has no such option"
        }
    }
}

/// The first option about searching that was given.
fn search_option(asked: &ArgMatches) -> Option<String> {
    let command = SearchArgs::augment_args(Command::new("search"));
    let names = command.get_arguments().map(|argument| argument.get_id().to_string());
    let mut names = names.filter(|name| reading().all(|other| other != name));
    names.find(|name| asked.value_source(name) == Some(ValueSource::CommandLine))
}

//! Helpers shared by the tests.

use clew::explain::{End, WalkOptions, walk};
use clew::interchange::{self, Reading, Sheet};
use clew::puzzle::ladder::{Fact, Finding};
use clew::puzzle::{Answer, BuildError, Entry, Puzzle};
use clew::run::Budget;
use clew::strategy::{Method, Options, RunError, SearchMode, Task, Verdict, run};
use num_bigint::BigUint;
use std::collections::HashSet;

/// The puzzle that a text states, in any format.
pub fn read(text: &str) -> Entry {
    let mut all = interchange::read_all(text, &Reading::default());
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The reason why a text is refused.
pub fn refused(text: &str) -> String {
    let all = interchange::read_all(text, &Reading::default());
    all.into_iter().find_map(Result::err).map_or_else(|| panic!("read: {text}"), |e| e.to_string())
}

/// A puzzle in a format, and the list of losses; `None` if the format refuses it.
pub fn written(entry: &Entry, format: &str) -> Option<(String, Vec<String>)> {
    let format = interchange::format(format).expect("a format");
    let written = interchange::write(format, Sheet { entry, answer: None }).ok()?;
    Some((written.text, written.lost.into_iter().map(|lost| lost.what).collect()))
}

/// Reads the puzzle back from every format without losses, and compares. Returns the names of these formats.
pub fn round_trips(entry: &Entry) -> Vec<&'static str> {
    let mut names = Vec::new();
    for format in &interchange::FORMATS {
        if format.read.is_none() || format.write.is_none() {
            continue;
        }
        let Some((text, lost)) = written(entry, format.name) else { continue };
        if !lost.is_empty() {
            continue;
        }
        let reading = Reading { format: Some(format), ..Reading::default() };
        let read = interchange::read_all(&text, &reading).remove(0);
        let read = read.unwrap_or_else(|error| panic!("{}: {error}\n{text}", format.name));
        if format.is_own() || read.puzzle.words().is_empty() {
            assert_eq!(read.puzzle, entry.puzzle, "{}\n{text}", format.name);
        }
        // Other formats have their own names for labels.
        let again = written(&read, format.name).map(|(text, _)| text);
        assert_eq!(again.as_deref(), Some(&*text), "{}", format.name);
        names.push(format.name);
    }
    names
}

/// Checks that every network, search and counting method finds these answers. Returns the number of runs.
pub fn agree(puzzle: &Puzzle, all: &[Answer], label: &str) -> u64 {
    let count = BigUint::from(all.len());
    let set = |answers: &[Answer]| -> HashSet<String> {
        answers.iter().map(|answer| format!("{answer:?}")).collect()
    };
    let verdict = match all.len() {
        0 => Verdict::None,
        1 => Verdict::Unique,
        _ => Verdict::Multiple,
    };
    for answer in all {
        assert_eq!(puzzle.verify(answer), Ok(()), "{label}: {puzzle:?}");
    }
    let mut runs = 0;
    for info in puzzle.family().networks() {
        let modes = [SearchMode::Dfs, SearchMode::Learn, SearchMode::StaticOrder, SearchMode::Auto];
        for (i, search) in modes.into_iter().enumerate() {
            let without = info.optional.iter().skip(i).step_by(2).map(|s| s.to_string()).collect();
            let network = Some(info.name.to_string());
            let options = Options { network, search, without, ..Options::default() };
            let label = || format!("{label}, {}, {search:?}: {puzzle:?}", info.name);
            let outcome = match run(puzzle, Task::Solve { limit: usize::MAX }, &options) {
                Err(RunError::Build(BuildError::NotApplicable(_))) => break,
                ran => ran.unwrap_or_else(|error| panic!("{}: {error}", label())),
            };
            assert!(outcome.exact, "{}", label());
            assert_eq!(outcome.answers.len(), all.len(), "{}", label());
            assert_eq!(set(&outcome.answers), set(all), "{}", label());
            let check = run(puzzle, Task::Check, &options).expect("it ran before");
            assert_eq!(check.verdict(), verdict, "{}", label());
            runs += 2;
        }
    }
    for method in [Method::Auto, Method::Dp, Method::Search, Method::Parts] {
        let options = Options { method, ..Options::default() };
        let outcome = match run(puzzle, Task::Count, &options) {
            Err(RunError::NoMethod(_)) if matches!(method, Method::Dp | Method::Parts) => continue,
            ran => ran.unwrap_or_else(|error| panic!("{label}, {method:?}: {error}: {puzzle:?}")),
        };
        assert!(outcome.exact, "{label}");
        assert_eq!(outcome.count, count, "{label}, {method:?}: {puzzle:?}");
        runs += 1;
    }
    let check = run(puzzle, Task::Check, &Options::default()).expect("no network was asked for");
    assert_eq!(check.verdict(), verdict, "{label}: {puzzle:?}");
    runs + 1
}

/// Whether a finding holds in an answer.
fn holds(answer: &Answer, finding: Finding) -> bool {
    let truth = match (finding.fact, answer) {
        (Fact::Number { cell, number }, Answer::Line(numbers) | Answer::Square(numbers)) => {
            numbers[cell as usize] == number
        }
        (Fact::Link { from, to }, Answer::Line(numbers)) => {
            numbers[from as usize].abs_diff(numbers[to as usize]) == 1
        }
        other => panic!("a finding about something else: {other:?}"),
    };
    truth == finding.holds
}

/// Checks that every step of a person holds in all answers. Returns the techniques, and whether the steps solve the
/// puzzle.
pub fn steps_hold(puzzle: &Puzzle, all: &[Answer]) -> (Vec<(&'static str, String)>, bool) {
    let manner = WalkOptions::WORDS;
    let Ok(walked) = walk(puzzle, &[], manner, &Budget::unlimited()) else {
        return (Vec::new(), false);
    };
    let mut used = Vec::new();
    for step in &walked.steps {
        for &finding in &step.findings {
            for answer in all {
                assert!(holds(answer, finding), "{step:?} is false in {answer:?}: {puzzle:?}");
            }
        }
        let telling = step.telling.as_ref().expect("words were asked for");
        used.push((step.technique.name, telling.reason.clone()));
    }
    match walked.end {
        End::Solved(answer) => assert_eq!(all, [answer], "{puzzle:?}"),
        End::Nonsense(why) => assert!(all.is_empty(), "{why}: {puzzle:?}"),
        End::Stuck => return (used, false),
        End::Stopped(stop) => panic!("no limit was set: {stop:?}"),
    }
    (used, true)
}

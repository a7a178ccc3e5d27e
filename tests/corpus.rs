//! The corpus check: every verdict against the index. Needs the corpus: set `CLEW_CORPUS`.
//!
//! Meant for release mode: `CLEW_CORPUS=… cargo test --release --test corpus -- --nocapture`. `CLEW_CORPUS_SECONDS` is
//! the limit per file (default 2), one thread each; `CLEW_CORPUS_ONLY` keeps the files whose name contains it,
//! `CLEW_CORPUS_SLOW` prints the names of files that take longer than this number of seconds.

use clew::families::parse_native;
use clew::run::Budget;
use clew::strategy::{Options, Task, Verdict, run};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The number of solutions of a file according to the index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    Exactly(u64),
    AtLeast(u64),
    Nothing,
}

fn known(text: &str) -> Known {
    if let Ok(n) = text.parse() {
        Known::Exactly(n)
    } else if let Some(n) = text.strip_prefix(">=").and_then(|n| n.parse().ok()) {
        Known::AtLeast(n)
    } else if let Some(rest) = text.strip_prefix("timeout-after-") {
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        Known::AtLeast(digits.parse().unwrap_or(0))
    } else {
        Known::Nothing
    }
}

struct Case {
    path: PathBuf,
    name: String,
    family: String,
    known: Known,
}

fn cases(corpus: &Path) -> Vec<Case> {
    let index = std::fs::read_to_string(corpus.join("INDEX.tsv")).expect("the corpus has an index");
    index
        .lines()
        .skip(1)
        .map(|line| {
            let field: Vec<&str> = line.split('\t').collect();
            Case {
                path: corpus.join(field[0]),
                name: field[0].to_string(),
                family: field[1].to_string(),
                known: known(field[6]),
            }
        })
        .collect()
}

#[test]
fn every_verdict_agrees_with_the_index() {
    let Ok(corpus) = std::env::var("CLEW_CORPUS") else {
        eprintln!("CLEW_CORPUS is not set: the corpus check is skipped");
        return;
    };
    let seconds: f64 =
        std::env::var("CLEW_CORPUS_SECONDS").ok().and_then(|s| s.parse().ok()).unwrap_or(2.0);
    let slow: f64 = std::env::var("CLEW_CORPUS_SLOW")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(f64::INFINITY);
    let only = std::env::var("CLEW_CORPUS_ONLY").unwrap_or_default();
    let rows: Vec<(Case, Verdict, bool, Duration)> = cases(Path::new(&corpus))
        .into_par_iter()
        .with_max_len(1)
        .filter(|case| case.name.contains(&only))
        .map(|case| {
            let text = std::fs::read_to_string(&case.path).expect("the index names real files");
            let entry = parse_native(&text).unwrap_or_else(|e| panic!("{}: {e}", case.name));
            let start = Instant::now();
            let options = Options {
                budget: Budget {
                    deadline: Some(start + Duration::from_secs_f64(seconds)),
                    ..Budget::default()
                },
                ..Options::default()
            };
            let outcome = run(&entry.puzzle, Task::Check, &options)
                .unwrap_or_else(|e| panic!("{}: {e}", case.name));
            let time = start.elapsed();
            if time.as_secs_f64() > slow {
                let (s, how) = (outcome.stats, outcome.how);
                eprintln!(
                    "{}: {:?} {how} {} nodes {} failures {:.3} s",
                    case.name,
                    outcome.verdict(),
                    s.nodes,
                    s.failures,
                    time.as_secs_f64()
                );
            }
            (case, outcome.verdict(), !outcome.answers.is_empty(), time)
        })
        .collect();
    let mut wrong = Vec::new();
    let mut tally: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    for (case, verdict, found, time) in &rows {
        let line = case.family == "path";
        let right = match (case.known, verdict) {
            (_, Verdict::Unknown) => true,
            (Known::Nothing, _) => true,
            (Known::Exactly(0), v) => *v == Verdict::None,
            (Known::Exactly(1), v) => *v == Verdict::Unique,
            // Two fillings of a continuous line may be one line and its reverse.
            (Known::Exactly(2), v) if line => matches!(v, Verdict::Unique | Verdict::Multiple),
            (Known::Exactly(_), v) => *v == Verdict::Multiple,
            (Known::AtLeast(0), _) => true,
            (Known::AtLeast(1), v) => *v != Verdict::None,
            (Known::AtLeast(2), v) if line => *v != Verdict::None,
            (Known::AtLeast(_), v) => *v == Verdict::Multiple,
        };
        if !right {
            wrong.push(format!("{}: {verdict:?}, the index says {:?}", case.name, case.known));
        }
        if found == &true && case.known == Known::Exactly(0) {
            wrong.push(format!("{}: a solution where there is none", case.name));
        }
        let t = tally.entry(case.family.clone()).or_default();
        t[0] += 1;
        t[1] += usize::from(*verdict != Verdict::Unknown);
        t[2] += usize::from(*found || *verdict == Verdict::None);
        if *verdict == Verdict::Unknown {
            eprintln!(
                "undecided: {} ({:.1} s, first solution: {found})",
                case.name,
                time.as_secs_f64()
            );
        }
    }
    eprintln!("limit {seconds} s a file, one thread each");
    for (family, [all, decided, first]) in &tally {
        eprintln!("{family}: {decided} of {all} decided, {first} with a solution or a refutation");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

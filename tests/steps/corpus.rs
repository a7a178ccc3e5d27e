//! Published puzzles: every step has a new conclusion that holds in the only solution.

use crate::walks::{holds, says_something_new, walked_within};
use clew::explain::{End, rate};
use clew::families::parse_native;
use clew::run::Budget;
use clew::strategy::Options;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn files(folder: &Path, all: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, all);
        } else if path.extension().is_some_and(|extension| extension == "puzzle") {
            all.push(path);
        }
    }
}

/// Walks every puzzle of the folder that `CLEW_CORPUS` names, for at most two seconds each.
#[test]
#[ignore = "takes many minutes"]
fn steps_of_a_corpus_say_something_new() {
    let Some(folder) = std::env::var_os("CLEW_CORPUS") else {
        println!("skipped: CLEW_CORPUS is not set");
        return;
    };
    let mut all = Vec::new();
    files(Path::new(&folder), &mut all);
    all.sort_unstable();
    let (mut walked, mut solved) = (0, 0);
    for path in all {
        let text = std::fs::read_to_string(&path).expect("a file of the corpus can be read");
        let Ok(entry) = parse_native(&text) else { continue };
        let budget = Budget::unlimited().within(Duration::from_secs(2));
        let Some(walk) = walked_within(&entry.puzzle, &budget) else { continue };
        walked += 1;
        println!("{}", path.display());
        says_something_new(&entry.puzzle, &walk);
        if let End::Solved(answer) = &walk.end {
            solved += 1;
            let findings = walk.steps.iter().flat_map(|step| &step.findings);
            for &finding in findings {
                assert!(holds(&entry.puzzle, answer, finding), "{}: {finding:?}", path.display());
            }
        }
    }
    println!("{walked} walked, {solved} solved");
    assert!(walked > 0, "there are puzzles");
}

/// Sources whose file names or titles have labels, from easy to hard.
const LABELS: [(&str, &[&str]); 4] = [
    ("benedek", &["beginner", "intermediate", "expert", "master", "genius"]),
    ("rikudo", &["beginner", "easy", "medium", "hard"]),
    ("schiang", &["easy", "hard"]),
    ("jsterman", &["easy", "intermediate", "hard"]),
];

/// Ranks from 1, ties at their mean.
fn ranks(values: &[u64]) -> Vec<f64> {
    let rank = |value: &u64| {
        let less = values.iter().filter(|other| *other < value).count();
        let equal = values.iter().filter(|other| *other == value).count();
        less as f64 + (equal as f64 + 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

/// Spearman's rank correlation.
fn correlation(one: &[u64], other: &[u64]) -> f64 {
    let (one, other) = (ranks(one), ranks(other));
    let mean = (one.len() as f64 + 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(x, y)| (x - mean) * (y - mean)).sum()
    };
    product(&one, &other) / (product(&one, &one) * product(&other, &other)).sqrt()
}

/// Scores of a corpus rise with the labels of those who published it, source by source.
#[test]
fn scores_rise_with_the_labels_of_publishers() {
    let Some(folder) = std::env::var_os("CLEW_CORPUS") else {
        println!("skipped: CLEW_CORPUS is not set");
        return;
    };
    let mut all = Vec::new();
    files(Path::new(&folder), &mut all);
    for (source, labels) in LABELS {
        let mut rated: Vec<(u64, u64)> = Vec::new();
        for path in &all {
            let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
            let label = labels.iter().position(|label| name.contains(label));
            let Some(label) = label.filter(|_| name.contains(source)) else { continue };
            let text = std::fs::read_to_string(path).expect("a file of the corpus can be read");
            let entry = parse_native(&text).expect("a puzzle");
            let rating = rate(&entry.puzzle, &Options::default()).expect("it is rated");
            rated.extend(rating.level.map(|_| (label as u64, rating.score)));
        }
        let (labels, scores): (Vec<u64>, Vec<u64>) = rated.into_iter().unzip();
        if labels.len() < 3 || labels.iter().all(|label| *label == labels[0]) {
            continue;
        }
        let found = correlation(&labels, &scores);
        println!("{source}: {} puzzles, rank correlation {found:.2}", labels.len());
        assert!(found >= 0.7, "{source}: {found}");
    }
}

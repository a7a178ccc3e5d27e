//! Published puzzles: every step has a new conclusion that holds in the only solution.

use crate::walks::{holds, says_something_new, walked_within};
use clew::explain::End;
use clew::families::parse_native;
use clew::run::Budget;
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

//! A puzzle and, after a line with a dash, its solution: read or refused, checked by the rules.
#![no_main]

use clew::interchange::{self, Reading};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Some((puzzle, solution)) = text.split_once("\n-\n") else { return };
    let reading = Reading::default();
    let Some(Ok(entry)) = interchange::read_all(puzzle, &reading).into_iter().next() else { return };
    if let Ok(answers) = interchange::solutions(&entry, solution, &reading) {
        answers.iter().flatten().for_each(|answer| {
            let _ = entry.puzzle.verify(answer);
        });
    }
});

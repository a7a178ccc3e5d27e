//! A small puzzle is read, solved, checked, drawn and rated: no command panics, every answer
//! satisfies the rules, and the verdict agrees with the count.
#![no_main]

use clew::interchange::{self, Reading};
use clew::puzzle::Puzzle;
use clew::report::{svg, terminal, text};
use clew::run::Budget;
use clew::strategy::{Options, Outcome, Task, Verdict, run};
use libfuzzer_sys::fuzz_target;

const CELLS: usize = 30;
const NODES: u64 = 300;

fn ask(puzzle: &Puzzle, task: Task) -> Option<Outcome> {
    let mut options = Options::default();
    options.budget.nodes = Some(NODES);
    run(puzzle, task, &options).ok()
}

fuzz_target!(|input: &str| {
    let Some(Ok(entry)) = interchange::read_all(input, &Reading::default()).into_iter().next() else {
        return;
    };
    let puzzle = &entry.puzzle;
    if puzzle.cells() > CELLS {
        return;
    }
    let Some(check) = ask(puzzle, Task::Check) else { return };
    for answer in &check.answers {
        assert!(puzzle.verify(answer).is_ok(), "an answer against the rules");
        let _ = text::solution(puzzle, answer);
    }
    let answer = check.answers.first();
    let _ = svg::draw(puzzle, answer, "", svg::Options::default());
    let _ = terminal::draw(puzzle, answer, terminal::Options::default());
    if let Some(count) = ask(puzzle, Task::Count).filter(|count| count.exact) {
        let some = count.count.bits() > 0;
        match check.verdict() {
            Verdict::None => assert!(!some, "none, and {} counted", count.count),
            Verdict::Unique | Verdict::Multiple => assert!(some, "an answer, and none counted"),
            Verdict::Unknown => {}
        }
    }
    let budget = Budget::default().at_most_nodes(NODES);
    let _ = clew::explain::rate(puzzle, &Options { budget, ..Options::default() });
});

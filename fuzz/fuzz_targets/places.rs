//! Lists of places, puzzles in data and answers to them, with any words about how places are meant: nothing panics, and
//! each puzzle is read again from the native format.
#![no_main]

use clew::api::judge::Judge;
use clew::families::parse_native;
use clew::interchange::{self, PlaceRules, Reading};
use clew::puzzle::format::write_native;
use clew::run::Budget;
use libfuzzer_sys::fuzz_target;

/// Boards above this many cells are only read.
const CELLS: usize = 256;

fuzz_target!(|input: (u16, &str)| {
    let (choice, text) = input;
    let mut said = Reading::default();
    for (i, word) in PlaceRules::WORDS.into_iter().chain(["4x5"]).enumerate() {
        if choice >> i & 1 == 1 {
            said.places.take(word);
        }
    }
    // An answer may stand behind the puzzle.
    let (puzzles, answer) = text.split_once("\n===\n").unwrap_or((text, text));
    for entry in interchange::read_all(puzzles, &said).into_iter().flatten() {
        if entry.puzzle.cells() > CELLS {
            continue;
        }
        let again = parse_native(&write_native(&entry)).expect("our own format");
        assert_eq!(again.puzzle, entry.puzzle);
        Judge::new(&entry, Budget::unlimited().at_most_nodes(100), 1 << 24).text(answer);
    }
});

//! Any text as people might paste it: nothing panics, and each parsed puzzle is read again from the
//! native format.
#![no_main]

use clew::families::parse_native;
use clew::interchange::{self, Reading};
use clew::puzzle::format::write_native;
use libfuzzer_sys::fuzz_target;

/// Boards above this many cells are only read.
const CELLS: usize = 4096;

fuzz_target!(|text: &str| {
    let grid = Reading { format: interchange::format("grid"), ..Reading::default() };
    for said in [Reading::default(), grid] {
        for entry in interchange::read_all(text, &said).into_iter().flatten() {
            if entry.puzzle.cells() <= CELLS {
                let again = parse_native(&write_native(&entry)).expect("our own format");
                assert_eq!(again.puzzle, entry.puzzle);
            }
        }
    }
});

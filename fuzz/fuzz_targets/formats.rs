//! Any text is read as any format, chosen by the first byte; the parsed puzzle is written in every
//! format that supports it.
#![no_main]

use clew::interchange::{self, FORMATS, Reading, Sheet};
use libfuzzer_sys::fuzz_target;

/// Boards above this many cells are only read: writing them thirteen times is slow.
const CELLS: usize = 4096;

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let format = &FORMATS[usize::from(choice) % FORMATS.len()];
    let reading = Reading { format: Some(format), ..Reading::default() };
    for entry in interchange::read_all(text, &reading).into_iter().flatten() {
        if entry.puzzle.cells() > CELLS {
            continue;
        }
        for format in FORMATS.iter() {
            let _ = interchange::write(format, Sheet { entry: &entry, answer: entry.answers.first() });
        }
    }
});

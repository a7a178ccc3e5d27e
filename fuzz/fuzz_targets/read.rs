//! Any text is read or refused with a position; the parsed puzzle is written in the text format and in
//! JSON and read back as the same puzzle.
#![no_main]

use clew::interchange::{self, Reading, Sheet};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for entry in interchange::read_all(text, &Reading::default()).into_iter().flatten() {
        for name in ["native", "json"] {
            let format = interchange::format(name).expect("a format of ours");
            let sheet = Sheet { entry: &entry, answer: None };
            let Ok(written) = interchange::write(format, sheet) else { continue };
            if !written.lost.is_empty() {
                continue;
            }
            let reading = Reading { format: Some(format), ..Reading::default() };
            let mut again = interchange::read_all(&written.text, &reading);
            assert_eq!(again.len(), 1, "one puzzle was written: {}", written.text);
            let again = again.remove(0).unwrap_or_else(|e| panic!("{e}: {}", written.text));
            assert_eq!(again.puzzle, entry.puzzle, "{}", written.text);
        }
    }
});

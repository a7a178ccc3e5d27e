//! Files of residues as `clew merge` reads them: joined, reported as incomplete, or refused with a
//! position.
#![no_main]

#[allow(dead_code, unused_imports, unexpected_cfgs)]
#[path = "../../src/cli/mod.rs"]
mod cli;
mod pieces;

use libfuzzer_sys::fuzz_target;
use std::fs;

const CELLS: usize = 30;

fuzz_target!(|input: (bool, &str)| {
    let (whole, text) = input;
    let text = if whole { pieces::mended(text) } else { text.to_string() };
    if !pieces::is_small(&text, CELLS) {
        return;
    }
    let file = pieces::empty().join("residues.jsonl");
    fs::write(&file, text).expect("memory takes everything");
    pieces::clew(&["merge"], &[&file]);
});

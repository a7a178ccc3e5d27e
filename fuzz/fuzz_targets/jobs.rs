//! Directories of jobs as `clew merge` and `clew count-cube` read them. The first line is `job.jsonl`, every
//! other one the file of a cube.
#![no_main]

#[allow(dead_code, unused_imports, unexpected_cfgs)]
#[path = "../../src/cli/mod.rs"]
mod cli;
mod pieces;

use libfuzzer_sys::fuzz_target;
use std::fs;

const CELLS: usize = 9;

fuzz_target!(|input: (bool, &str)| {
    let (whole, text) = input;
    let text = if whole { pieces::mended(text) } else { text.to_string() };
    if !pieces::is_small(&text, CELLS) {
        return;
    }
    let directory = pieces::empty();
    for (i, line) in text.lines().enumerate() {
        let name = if i == 0 { "job.jsonl".into() } else { format!("cube-{i:06}.jsonl") };
        fs::write(directory.join(name), format!("{line}\n")).expect("memory takes everything");
    }
    pieces::clew(&["merge"], &[&directory]);
    let job = directory.to_str().expect("a path of ours");
    pieces::clew(&["count-cube", job, "1-2"], &[]);
});

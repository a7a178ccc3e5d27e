//! Directories of checkpoints as `clew count --resume` reads them: the first line is `run.json`, the rest is
//! a layer's file with a corrected digest.
#![no_main]

#[allow(dead_code, unused_imports, unexpected_cfgs)]
#[path = "../../src/cli/mod.rs"]
mod cli;
mod pieces;

use clew::structures::Digest;
use libfuzzer_sys::fuzz_target;
use std::fs;

/// The puzzle that is counted.
const PUZZLE: &str = "puzzle: path\n\n. . . .\n. . . .\n. . . .\n. . . .\n";
const LAYERS: [&str; 3] = ["layer.clew", "layer-below.clew", "layer-above.clew"];

fuzz_target!(|input: (bool, u8, &[u8])| {
    let (whole, which, bytes) = input;
    let mut parts = bytes.splitn(3, |&b| b == b'\n');
    let mut line = || {
        let line = String::from_utf8_lossy(parts.next().unwrap_or_default()).into_owned();
        if whole { pieces::mended(&line) } else { line + "\n" }
    };
    let (run, mut layer) = (line(), line().into_bytes());
    layer.extend_from_slice(parts.next().unwrap_or_default());
    if whole {
        let digest = Digest::of_bytes(&layer);
        layer.extend_from_slice(&digest.to_le_bytes());
    }
    let directory = pieces::empty();
    let puzzle = directory.join("a.puzzle");
    let file = LAYERS[usize::from(which) % LAYERS.len()];
    for (name, bytes) in [("a.puzzle", PUZZLE.as_bytes()), ("run.json", run.as_bytes()), (file, &layer)] {
        fs::write(directory.join(name), bytes).expect("memory takes everything");
    }
    let modulus = if which < 128 { "" } else { "2305843009213693951" };
    let kept = directory.to_str().expect("a path of ours");
    let mut asked = vec!["count", "--threads", "1", "--resume", kept];
    if !modulus.is_empty() {
        asked.extend(["--mod", modulus]);
    }
    pieces::clew(&asked, &[&puzzle]);
});

//! A stored layer of a count, changed: the count continues to some number or refuses it. It never aborts the
//! program, and stays within its memory limit.
//!
//! Panics caused by forged states in a dynamic program are caught and refused ("it holds states that this
//! count does not have"), so a panic is no finding here unless it escapes; the library reports such
//! refusals by `refuse_resumed`.
#![no_main]

use clew::dp::LayerStore;
use clew::families::parse_native;
use clew::puzzle::Puzzle;
use clew::run::{Budget, Stop};
use clew::strategy::Options;
use clew::strategy::dp::Dp;
use libfuzzer_sys::fuzz_target;
use std::io::{self, Cursor, Read, Write};
use std::sync::LazyLock;

/// The limit of every count, in bytes.
const MEMORY: usize = 1 << 26;

/// Boards of each engine.
const BOARDS: [&str; 7] = [
    "puzzle: path\n\n. . . .\n. . . .\n. . . .\n. . . .\n",
    "puzzle: path\nneighbours: 8\n\n. . .\n. . .\n. . .\n",
    "puzzle: path\nneighbours: hex\n\n. . .\n. . .\n. . .\n",
    "puzzle: hidato\n\n1 . .\n. . 6\n. . .\n",
    "puzzle: numberlink\ncover: all\ntouch: yes\n\nA . . .\n. B . .\n. . . .\nB . . A\n",
    "puzzle: numberlink\ncover: partial\ntouch: no\n\nA . . .\n. B . .\n. . . .\nB . . A\n",
    "puzzle: futoshiki\n\n. < . .\n- - -\n. . .\n- - -\n. . .\n",
];

/// The moduli; `None` is an exact count.
const PRIMES: [Option<u64>; 3] = [None, Some(3), Some((1 << 61) - 1)];

/// A layer of a count, and the lane it was stored in.
struct Kept {
    board: usize,
    prime: Option<u64>,
    lane: &'static str,
    bytes: Vec<u8>,
}

/// Keeps all layers of a run.
#[derive(Default)]
struct Recorder(Vec<(&'static str, Vec<u8>)>);

impl LayerStore for Recorder {
    fn due(&mut self) -> bool {
        true
    }

    fn save(
        &mut self,
        lane: &'static str,
        _: usize,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) {
        let mut bytes = Vec::new();
        write(&mut bytes).expect("memory takes everything");
        self.0.push((lane, bytes));
    }

    fn open(&mut self, _: &'static str) -> Result<Option<Box<dyn Read>>, Stop> {
        Ok(None)
    }

    fn refuse(&mut self, _: &'static str, why: String) -> Stop {
        panic!("nothing was kept, and {why}")
    }
}

/// Gives a layer back.
struct Changed {
    lane: &'static str,
    bytes: Vec<u8>,
    refused: bool,
}

impl LayerStore for Changed {
    fn due(&mut self) -> bool {
        false
    }

    fn save(
        &mut self,
        _: &'static str,
        _: usize,
        _: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) {
    }

    fn open(&mut self, lane: &'static str) -> Result<Option<Box<dyn Read>>, Stop> {
        let bytes = (lane == self.lane).then(|| self.bytes.clone());
        Ok(bytes.map(|bytes| Box::new(Cursor::new(bytes)) as Box<dyn Read>))
    }

    fn refuse(&mut self, _: &'static str, _: String) -> Stop {
        self.refused = true;
        Stop::Interrupt
    }
}

static PUZZLES: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
    let read = |text: &&str| parse_native(text).expect("it is well-formed").puzzle;
    BOARDS.iter().map(read).collect()
});

static KEPT: LazyLock<Vec<Kept>> = LazyLock::new(|| {
    // A caught panic is no finding; an uncaught one still ends the fuzzer.
    std::panic::set_hook(Box::new(|_| {}));
    let mut all = Vec::new();
    for (board, puzzle) in PUZZLES.iter().enumerate() {
        for prime in PRIMES {
            let mut recorder = Recorder::default();
            count(puzzle, prime, &mut recorder).expect("a small board is counted");
            let layers = recorder.0.into_iter();
            all.extend(layers.map(|(lane, bytes)| Kept { board, prime, lane, bytes }));
        }
    }
    all
});

fn count(puzzle: &Puzzle, prime: Option<u64>, keeper: &mut dyn LayerStore) -> Result<(), Stop> {
    let mut budget = Budget::unlimited();
    budget.memory = MEMORY;
    let options = Options { threads: 1, budget, ..Options::default() };
    let dp = Dp::new(puzzle).expect("there is a program");
    match prime {
        None => dp.count_keeping(&options, keeper).answer.map(|_| ()),
        Some(prime) => dp.residue(prime, &options, Some(keeper)).answer.map(|_| ()),
    }
}

/// The layer, the bytes changed in it, the number of bytes cut off its end, and the bytes appended.
type Input<'a> = (u16, Vec<(u16, u8)>, u16, &'a [u8]);

fuzz_target!(|input: Input<'_>| {
    let (which, changes, cut, more) = input;
    let kept = &KEPT[usize::from(which) % KEPT.len()];
    let mut bytes = kept.bytes.clone();
    bytes.truncate(bytes.len().saturating_sub(usize::from(cut) % 256));
    bytes.extend_from_slice(more);
    for (at, to) in changes {
        let n = bytes.len().max(1);
        if let Some(byte) = bytes.get_mut(usize::from(at) % n) {
            *byte = to;
        }
    }
    let mut changed = Changed { lane: kept.lane, bytes, refused: false };
    let answer = count(&PUZZLES[kept.board], kept.prime, &mut changed);
    assert_eq!(answer == Err(Stop::Interrupt), changed.refused, "a refusal says why");
});

//! Counts in pieces: residues and their join, layers that are kept, runs that are killed and resumed, and damaged
//! files refused by their names.
//!
//! The long run, with many more kills: `cargo test --release --test all long_counts:: -- --ignored`.

use crate::support::agree::random_puzzle;
use crate::support::program::{Folder, Ran};
use clew::dp::LayerStore;
use clew::dp::primes::{join, needed, primes};
use clew::puzzle::Puzzle;
use clew::run::{Budget, Stop};
use clew::strategy::Options;
use clew::strategy::dp::Dp;
use clew::structures::Digest;
use num_bigint::BigUint;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use std::collections::HashMap;
use std::fs;
use std::io::{self, Cursor, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// Keeps layers in memory, and interrupts the run when the given number of layers is kept.
#[derive(Default)]
struct Memory {
    lanes: HashMap<&'static str, Vec<u8>>,
    left: usize,
    off: Arc<AtomicBool>,
    refused: Option<String>,
}

impl LayerStore for Memory {
    fn due(&mut self) -> bool {
        !self.off.load(Relaxed)
    }

    fn save(
        &mut self,
        lane: &'static str,
        _: usize,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) {
        let mut bytes = Vec::new();
        write(&mut bytes).expect("memory takes everything");
        self.lanes.insert(lane, bytes);
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            self.off.store(true, Relaxed);
        }
    }

    fn open(&mut self, lane: &'static str) -> Result<Option<Box<dyn Read>>, Stop> {
        let bytes = self.lanes.get(lane).cloned();
        Ok(bytes.map(|bytes| Box::new(Cursor::new(bytes)) as Box<dyn Read>))
    }

    fn refuse(&mut self, _: &'static str, why: String) -> Stop {
        self.refused = Some(why);
        Stop::Interrupt
    }
}

fn options(threads: usize) -> Options {
    Options { threads, budget: Budget::unlimited(), ..Options::default() }
}

/// The count from the residues of a dynamic program, with one modulus more as a check.
fn joined(dp: &Dp<'_>, threads: usize) -> BigUint {
    let moduli: Vec<u64> = primes().take(needed(dp.bits()) + 1).collect();
    let residue = |p: &u64| (*p, dp.residue(*p, &options(threads), None).answer.unwrap());
    let residues: Vec<(u64, u64)> = moduli.iter().map(residue).collect();
    let (&(prime, check), rest) = residues.split_last().unwrap();
    let count = join(rest);
    assert_eq!(&count % prime, check.into(), "the check confirms");
    count
}

#[test]
fn residues_joined_are_the_count_on_boards_of_all_families() {
    let mut counted = HashMap::<&str, u32>::new();
    for seed in 0..600 {
        let (puzzle, all) = random_puzzle(seed);
        let Ok(dp) = Dp::new(&puzzle) else { continue };
        let expected = BigUint::from(all.len());
        assert!(expected.bits() <= dp.bits(), "{seed}: the bound is one: {puzzle:?}");
        for threads in [1, 2] {
            assert_eq!(joined(&dp, threads), expected, "{seed}, {threads} threads: {puzzle:?}");
        }
        // A small modulus reveals mistakes that a large one hides.
        let small = dp.residue(3, &options(1), None).answer;
        assert_eq!(small, Ok((all.len() % 3) as u64), "{seed}: {puzzle:?}");
        *counted.entry(puzzle.family().keyword()).or_default() += 1;
    }
    assert!(counted.len() == 4 && counted.values().all(|&n| n > 50), "{counted:?}");
}

fn parsed(text: &str) -> Puzzle {
    clew::families::parse_native(text).unwrap().puzzle
}

pub fn open_board(family: &str, n: usize, head: &str) -> String {
    let row = [".", " "].concat().repeat(n);
    let rows: Vec<&str> = (0..n).map(|_| row.trim_end()).collect();
    format!("puzzle: {family}\n{head}\n{}\n", rows.join("\n"))
}

/// Boards with many layers, for each engine.
fn large() -> Vec<String> {
    let links = "puzzle: numberlink\ncover: all\ntouch: yes\n\nA . . . . .\n. . B . . .\n. . . . . .\n\
                 . . . . . .\n. . . B . .\n. . . . . A\n";
    vec![
        open_board("path", 8, ""),
        open_board("path", 5, "neighbours: 8\n"),
        open_board("path", 6, "neighbours: hex\n"),
        "puzzle: hidato\n\n1 . . .\n. . 9 .\n. . . .\n. . . .\n".into(),
        links.into(),
        links.replace("touch: yes", "touch: no").replace("cover: all", "cover: partial"),
        "puzzle: futoshiki\n\n. < . . . .\n- - - - -\n. . . . .\n- - - - -\n. . . > . .\n- - - - -\n\
         . . 2 . .\n- - - - -\n. . . . .\n"
            .into(),
    ]
}

#[test]
fn larger_counts_agree_and_so_do_threads() {
    for text in large() {
        let puzzle = parsed(&text);
        let dp = Dp::new(&puzzle).unwrap();
        let count = dp.count(&options(2)).answer.unwrap();
        assert!(count.bits() <= dp.bits());
        for threads in [1, 2] {
            assert_eq!(joined(&dp, threads), count, "{threads} threads: {text}");
        }
    }
}

/// A count or residue that is kept, killed and resumed again and again has the same result.
#[test]
fn killed_runs_go_on() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut resumed = 0;
    for text in large() {
        let puzzle = parsed(&text);
        let dp = Dp::new(&puzzle).unwrap();
        let count = dp.count(&options(1)).answer.unwrap();
        let prime = 1_000_003;
        for modulus in [None, Some(prime)] {
            let mut memory = Memory::default();
            let answer = loop {
                let off = Arc::new(AtomicBool::new(false));
                memory.left = rng.random_range(1..=12);
                memory.off = off.clone();
                let mut options = options(rng.random_range(1..=2));
                options.budget = options.budget.with_cancel(off);
                let answer = match modulus {
                    None => dp.count_keeping(&options, &mut memory).answer,
                    Some(p) => dp.residue(p, &options, Some(&mut memory)).answer.map(BigUint::from),
                };
                assert_eq!(memory.refused, None);
                match answer {
                    Ok(answer) => break answer,
                    Err(stop) => assert_eq!(stop, Stop::Interrupt),
                }
                resumed += 1;
            };
            let expected = modulus.map_or(count.clone(), |p| &count % p);
            assert_eq!(answer, expected, "modulo {modulus:?}: {text}");
        }
    }
    assert!(resumed > 30, "{resumed} times");
}

#[test]
fn layers_of_another_program_or_torn_ones_are_refused() {
    let prime = 1_000_003;
    let mut memory = Memory { left: 20, ..Memory::default() };
    let kept = |puzzle: &Puzzle, memory: &mut Memory, p: u64| {
        let mut options = options(1);
        options.budget = options.budget.with_cancel(memory.off.clone());
        Dp::new(puzzle).unwrap().residue(p, &options, Some(memory)).answer
    };
    let (board, other) = (parsed(&open_board("path", 6, "")), parsed(&open_board("path", 7, "")));
    assert_eq!(kept(&board, &mut memory, prime), Err(Stop::Interrupt));
    let whole = memory.lanes[""].clone();
    let again = |bytes: &[u8]| {
        let lanes = HashMap::from([("", bytes.to_vec())]);
        Memory { lanes, left: usize::MAX, ..Memory::default() }
    };
    let count = Dp::new(&board).unwrap().residue(prime, &options(1), None).answer;
    assert_eq!(kept(&board, &mut again(&whole), prime), count);
    // Another modulus begins anew.
    let small = Dp::new(&board).unwrap().residue(7, &options(1), None).answer;
    assert_eq!(kept(&board, &mut again(&whole), 7), small);
    let mut foreign = again(&whole);
    assert_eq!(kept(&other, &mut foreign, prime), Err(Stop::Interrupt));
    assert!(foreign.refused.is_some_and(|why| why.contains("another program")));
    for cut in [0, 8, 71, 72, 100, whole.len() - 1] {
        let mut torn = again(&whole[..cut]);
        assert_eq!(kept(&board, &mut torn, prime), Err(Stop::Interrupt), "cut at {cut}");
        assert!(torn.refused.is_some(), "cut at {cut}");
    }
}

/// A modified layer with a matching digest is refused or leads to some number; it never ends the program.
#[test]
fn layers_that_were_made_up_are_refused() {
    let prime = 1_000_003;
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut refused = 0;
    for text in large() {
        let puzzle = parsed(&text);
        for modulus in [None, Some(prime)] {
            // Each time a fresh one: it remembers which keys were too narrow, also for invented states.
            let ask = |memory: &mut Memory| {
                let dp = Dp::new(&puzzle).unwrap();
                let mut options = options(1);
                options.budget = options.budget.with_cancel(memory.off.clone());
                options.budget.memory = 1 << 26;
                match modulus {
                    None => dp.count_keeping(&options, memory).answer.map(|_| ()),
                    Some(p) => dp.residue(p, &options, Some(memory)).answer.map(|_| ()),
                }
            };
            let mut memory = Memory { left: 3, ..Memory::default() };
            assert_eq!(ask(&mut memory), Err(Stop::Interrupt), "{text}");
            let forge = |change: &mut dyn FnMut(&mut Vec<u8>)| {
                let mut lanes = memory.lanes.clone();
                lanes.values_mut().for_each(&mut *change);
                let mut forged = Memory { lanes, left: usize::MAX, ..Memory::default() };
                let answer = ask(&mut forged);
                assert_eq!(answer == Err(Stop::Interrupt), forged.refused.is_some(), "{text}");
                forged.refused.is_some()
            };
            // The nine words of the head, the number of states, and more bytes than there should be.
            for at in (0..9 * 8 + 8).filter(|at| at % 8 == 7) {
                assert!(forge(&mut |bytes| bytes[at] = 0x7f) || at / 8 == 3, "{at}: {text}");
            }
            assert!(forge(&mut |bytes| bytes.push(0)), "{text}");
            for _ in 0..30 {
                refused += usize::from(forge(&mut |bytes| {
                    let at = rng.random_range(72..bytes.len());
                    bytes[at] = rng.random();
                }));
            }
        }
    }
    assert!(refused > 50, "{refused}");
}

/// A changed record, with a checksum that fits.
pub fn forged(line: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut record: Value = serde_json::from_str(line).unwrap();
    record.as_object_mut().unwrap().remove("sum");
    change(&mut record);
    let sum = format!("{:032x}", Digest::of_bytes(record.to_string().as_bytes()));
    record.as_object_mut().unwrap().insert("sum".into(), sum.into());
    record.to_string() + "\n"
}

pub fn refused(ran: &Ran, status: i32, words: &[&str]) {
    assert_eq!(ran.status, status, "{}{}", ran.out, ran.err);
    assert_eq!(ran.out, "", "nothing that looks like an answer");
    for word in words {
        assert!(ran.err.contains(word), "\"{word}\" is missing in: {}", ran.err);
    }
}

#[test]
fn files_of_residues_are_joined_and_what_does_not_fit_is_refused() {
    let folder = Folder::with_puzzle(&open_board("path", 8, ""));
    folder.put("other.puzzle", open_board("path", 7, "").as_bytes());
    let ran = folder.run("count --mod 1000003 p.puzzle");
    assert_eq!(ran.out, "residue 608430 modulo 1000003\n");
    for k in 1..=2 {
        let ran = folder.run(&format!("count --residues {k}/2 -o {k}.jsonl p.puzzle --threads 1"));
        assert_eq!(ran.status, 0, "{}", ran.err);
    }
    assert_eq!(folder.run("count --residues 1/1 -o other.jsonl other.puzzle").status, 0);
    let exact = folder.run("count p.puzzle");
    assert!(exact.out.starts_with("6046626568 "), "{}", exact.out);
    for files in ["1.jsonl 2.jsonl", "2.jsonl 1.jsonl", "1.jsonl 2.jsonl 1.jsonl"] {
        let merged = folder.run(&format!("merge {files}"));
        assert_eq!((merged.status, &merged.out), (0, &exact.out), "{}", merged.err);
    }
    // Existing residues are not computed again.
    let before = folder.read("1.jsonl");
    assert_eq!(folder.run("count --residues 1/2 -o 1.jsonl p.puzzle").status, 0);
    assert_eq!(folder.read("1.jsonl"), before);

    let partial = folder.run("merge 1.jsonl");
    assert_eq!(partial.status, 4);
    assert!(partial.out.starts_with("unknown: ") && !partial.out.contains("at least"));
    assert!(partial.out.contains("missing is 2"), "{}", partial.out);

    refused(&folder.run("merge 1.jsonl other.jsonl"), 3, &["other.jsonl:1", "another count"]);
    refused(
        &folder.run("count --residues 1/2 -o other.jsonl p.puzzle"),
        3,
        &["other.jsonl:1", "another count"],
    );
    let (one, two) = (folder.read("1.jsonl"), folder.read("2.jsonl"));
    let line = one.lines().next().unwrap();
    for (name, text, words) in [
        ("torn", one[..one.len() - 30].to_string(), &["torn.jsonl:", "torn"][..]),
        (
            "changed",
            one.replacen("residue\":\"", "residue\":\"1", 1),
            &["changed.jsonl:1", "damaged"],
        ),
        ("bare", "{}\n".into(), &["bare.jsonl:1", "checksum"]),
        ("noise", "\u{1}\u{2}\n".into(), &["noise.jsonl:1"]),
        ("version", forged(line, |r| r["version"] = "9".into()), &["version.jsonl:1", "version"]),
        ("method", forged(line, |r| r["method"] = "luck".into()), &["method.jsonl:1", "method"]),
        (
            "prime",
            forged(line, |r| r["prime"] = "1000003".into()),
            &["prime.jsonl:1", "prime 1 is ", "not 1000003"],
        ),
        (
            "index",
            forged(line, |r| r["index"] = 9999.into()),
            &["index.jsonl:1", "no residue 9999"],
        ),
        ("value", forged(line, |r| r["residue"] = "5".into()), &["contradict each other"]),
    ] {
        folder.put(&format!("{name}.jsonl"), text.as_bytes());
        refused(&folder.run(&format!("merge 1.jsonl 2.jsonl {name}.jsonl")), 3, words);
    }
    // A file with a residue that is none is not one to add others to.
    for name in ["prime", "index", "version"] {
        let words = &[&*format!("{name}.jsonl:1")];
        let ran = folder.run(&format!("count --residues 1/2 -o {name}.jsonl p.puzzle"));
        refused(&ran, 3, words);
    }
    // An output that cannot be written is reported at once; devices and pipes may have no end.
    let ran = folder.run("count --residues 1/2 -o nowhere/1.jsonl p.puzzle");
    refused(&ran, 5, &["there is no directory nowhere"]);
    if cfg!(unix) {
        refused(&folder.run("merge /dev/zero"), 3, &["/dev/zero: this is no regular file"]);
        let ran = folder.run("count --residues 1/2 -o /dev/full p.puzzle");
        refused(&ran, 5, &["it is no regular file"]);
    }
    // One wrong residue that nothing contradicts is found by the check.
    let rest: String = one.lines().skip(1).map(|l| format!("{l}\n")).collect();
    folder.put("wrong.jsonl", (forged(line, |r| r["residue"] = "5".into()) + &rest).as_bytes());
    folder.put("2.jsonl", two.as_bytes());
    refused(&folder.run("merge wrong.jsonl 2.jsonl"), 3, &["confirm"]);
    folder.put("empty.jsonl", b"");
    refused(&folder.run("merge empty.jsonl"), 3, &["empty.jsonl"]);
    refused(&folder.run("merge gone.jsonl"), 3, &["gone.jsonl"]);
}

#[test]
fn layers_go_to_a_disk_where_memory_is_short() {
    let folder = Folder::with_puzzle(&open_board("path", 10, ""));
    let whole = folder.run("count --mod 1000003 p.puzzle");
    assert_eq!(whole.status, 0, "{}", whole.err);
    let short = "count --mod 1000003 --memory 1M --threads 1 p.puzzle";
    let alone = folder.run(short);
    assert_eq!((alone.status, alone.out.as_str()), (4, "unknown\n"), "{}", alone.err);
    let shelved = folder.run(&format!("{short} --disk 100M"));
    assert_eq!((shelved.status, &shelved.out), (0, &whole.out), "{}", shelved.err);
    // The disk limit is enforced, and a checkpoint contains the layers on disk.
    let tiny = folder.run(&format!("{short} --disk 32K"));
    assert_eq!((tiny.status, tiny.out.as_str()), (4, "unknown\n"), "{}", tiny.err);
    let kept = folder.run(&format!("{short} --disk 100M --scratch d --checkpoint k --every 0s"));
    assert_eq!((kept.status, &kept.out), (0, &whole.out), "{}", kept.err);
    let ran =
        folder.run("count --residues 1/1 -o r.jsonl --memory 1M --threads 1 --disk 1M p.puzzle");
    assert_eq!(ran.status, 0, "{}", ran.err);
    let merged = folder.run("merge r.jsonl");
    assert_eq!(merged.out, folder.run("count p.puzzle").out, "{}", merged.err);
    let lines = folder.read("r.jsonl");
    let record: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert!(record["disk"].as_u64().is_some_and(|bytes| bytes > 0), "{record}");
    // An exact count as well, which a kill does not end either.
    folder.put("q.puzzle", open_board("path", 11, "").as_bytes());
    let exact = "count --method dp --memory 2M --threads 1 q.puzzle";
    let alone = folder.run(exact);
    assert_eq!(alone.status, 4, "{}", alone.err);
    let shelved = folder.run(&format!("{exact} --disk 100M --scratch d --checkpoint q --every 1s"));
    let known = "1573342970540617696 (786671485270308848 lines, whichever way they run)\n";
    assert_eq!((shelved.status, shelved.out.as_str()), (0, known), "{}", shelved.err);
    assert!(!folder.path().join("d").exists(), "nothing stays on the disk");
    // A file in place of a directory.
    let ran = folder.run("count --mod 7 --disk 1M --scratch p.puzzle p.puzzle");
    refused(&ran, 5, &["p.puzzle"]);
}

#[test]
fn what_cannot_be_counted_in_pieces_is_refused_with_the_reason() {
    let square = |n: usize| open_square(n, "");
    let folder = Folder::with(&[
        ("p.puzzle", &open_board("path", 4, "")),
        ("12.puzzle", &square(12)),
        ("5.puzzle", &square(5)),
    ]);
    for (arguments, word) in [
        ("count --mod 7 12.puzzle", "no program"),
        ("count --residues 1/2 -o r 12.puzzle", "no program"),
        ("count --checkpoint d 12.puzzle", "no program"),
        ("count --checkpoint d 5.puzzle", "one piece"),
        ("count --mod 8 p.puzzle", "prime"),
        ("count --mod 18446744073709551557 p.puzzle", "below 2^63"),
        ("count --mod 7 --json p.puzzle", "--json"),
        ("count --mod 7 --network dual p.puzzle", "--network"),
        ("count --mod 7 --method search p.puzzle", "--method"),
        ("count --mod 7 --candidates p.puzzle", "--candidates"),
        ("count --mod 7 p.puzzle 5.puzzle", "one puzzle"),
        ("count --residues 1/2 p.puzzle", "--output"),
        ("count -o r p.puzzle", "--residues"),
        ("count --every 5s p.puzzle", "--every"),
        ("count --resume results p.puzzle", "--json"),
        ("count --disk 1G --candidates p.puzzle", "--candidates"),
        ("count --disk 1G 5.puzzle", "both ends"),
        ("count --disk 1G --mod 7 5.puzzle", "both ends"),
        ("count --scratch d --mod 7 p.puzzle", "--disk"),
    ] {
        let ran = folder.run(arguments);
        refused(&ran, 2, &[word]);
    }
    assert!(!folder.path().join("d").exists());
}

pub fn open_square(n: usize, head: &str) -> String {
    let row = |sign: &str| vec![sign; n].join(" ");
    let rows = vec![row("."); n].join(&format!("\n{}\n", row("-")));
    format!("puzzle: futoshiki\n{head}\n{rows}\n")
}

/// Kills `clew` at random moments until it ends by itself; the number of kills.
fn until_it_ends(
    folder: &Folder,
    first: &str,
    then: &str,
    rng: &mut ChaCha8Rng,
    most: u64,
) -> (u32, String) {
    let mut kills = 0;
    loop {
        let arguments = if folder.path().join("kept/run.json").exists() { then } else { first };
        let mut child = folder.start(arguments);
        std::thread::sleep(Duration::from_millis(
            rng.random_range(1..=most + 50 * u64::from(kills)),
        ));
        // The run may be over already; then killing it changes nothing.
        let over = child.try_wait().expect("it can be waited for").is_some();
        let _ = child.kill();
        let output = child.wait_with_output().expect("its output can be read");
        if over {
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            return (kills, String::from_utf8(output.stdout).unwrap());
        }
        kills += 1;
    }
}

fn kills(board: usize, rounds: u32, seed: u64, most: u64) -> u32 {
    let folder = Folder::with_puzzle(&open_board("path", board, ""));
    let exact = folder.run("count p.puzzle").out;
    let residue = folder.run("count --mod 2305843009213693951 p.puzzle").out;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut all = 0;
    for round in 0..rounds {
        let (modulus, expected) = match round % 2 {
            0 => ("--mod 2305843009213693951", &residue),
            _ => ("", &exact),
        };
        let first = format!("count {modulus} --checkpoint kept --every 0s --threads 2 p.puzzle");
        let then = first.replace("--checkpoint", "--resume");
        let (kills, out) = until_it_ends(&folder, &first, &then, &mut rng, most);
        assert_eq!(out, *expected, "round {round}");
        assert!(!folder.path().join("kept/run.json").exists(), "what was kept is gone");
        all += kills;
    }
    all
}

#[test]
fn a_killed_count_goes_on_and_ends_with_the_same_number() {
    let kills = kills(10, 2, 1, 700);
    assert!(kills > 0, "{kills} kills");
}

#[test]
#[ignore = "long: 500 kills"]
fn many_killed_counts_end_with_the_same_number() {
    let (mut all, mut seed) = (0, 0);
    while all < 500 {
        seed += 1;
        all += kills(12, 2, seed, 400);
        println!("{all} kills");
    }
}

#[test]
fn a_torn_or_foreign_checkpoint_is_refused_by_name() {
    let folder = Folder::with_puzzle(&open_board("path", 11, ""));
    folder.put("other.puzzle", open_board("path", 10, "").as_bytes());
    let layer = folder.path().join("kept/layer.clew");
    let mut child = folder.start("count --mod 7 --checkpoint kept --every 0s p.puzzle");
    while !layer.exists() {
        std::thread::sleep(Duration::from_millis(5));
        assert!(child.try_wait().unwrap().is_none(), "it is still at work");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let whole = fs::read(&layer).unwrap();
    let resume = "count --mod 7 --resume kept --every 1h p.puzzle";
    refused(&folder.run(&resume.replace("--resume", "--checkpoint")), 3, &["kept", "--resume"]);
    refused(
        &folder.run(&resume.replace("--mod 7", "--mod 11")),
        3,
        &["run.json", "residue modulo"],
    );
    refused(&folder.run(&resume.replace("p.puzzle", "other.puzzle")), 3, &["run.json", "puzzle"]);
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..12 {
        let mut bytes = whole.clone();
        let at = rng.random_range(0..bytes.len());
        if rng.random_bool(0.5) {
            bytes.truncate(at);
        } else {
            bytes[at] ^= 1 << rng.random_range(0..8);
        }
        fs::write(&layer, &bytes).unwrap();
        refused(&folder.run(resume), 3, &["layer.clew"]);
    }
    fs::write(&layer, &whole).unwrap();
    let run = folder.read("kept/run.json");
    folder.put("kept/run.json", run.replace("residue", "rezidue").as_bytes());
    refused(&folder.run(resume), 3, &["run.json:1", "damaged"]);
    folder.put("kept/run.json", run.as_bytes());
    let count = folder.run("count --mod 7 p.puzzle").out;
    let resumed = folder.run(resume);
    assert_eq!((resumed.status, resumed.out), (0, count), "{}", resumed.err);
}

#[cfg(unix)]
#[test]
fn a_directory_is_of_one_run_at_a_time() {
    let folder = Folder::with_puzzle(&open_board("path", 11, ""));
    let lock = folder.path().join("kept/lock");
    let mut child = folder.start("count --mod 7 --checkpoint kept --every 1h p.puzzle");
    while !folder.path().join("kept/run.json").exists() {
        std::thread::sleep(Duration::from_millis(1));
        assert!(child.try_wait().unwrap().is_none(), "it is still at work");
    }
    // A process that is stopped by a signal stays at work, and keeps its lock.
    let signal = |name: &str| {
        let sent =
            std::process::Command::new("kill").args([name, &child.id().to_string()]).status();
        assert!(sent.unwrap().success());
    };
    signal("-STOP");
    for how in ["--checkpoint", "--resume"] {
        let ran = folder.run(&format!("count --mod 7 {how} kept p.puzzle"));
        refused(&ran, 3, &["kept: another run counts in this directory"]);
    }
    signal("-KILL");
    child.wait().unwrap();
    assert!(lock.exists(), "nobody could take the file away");
    refused(&folder.run("count --mod 7 --checkpoint kept p.puzzle"), 3, &["--resume kept"]);
    let resumed = folder.run("count --mod 7 --resume kept --every 1h p.puzzle");
    assert_eq!(resumed.status, 0, "{}", resumed.err);
    assert!(!folder.path().join("kept").exists(), "the directory goes with the count");
}

#[test]
fn what_a_stopped_count_leaves_is_said() {
    let folder = Folder::with_puzzle(&open_board("hidato", 13, ""));
    let ran = folder.run("count --checkpoint kept --time 300ms p.puzzle");
    assert_eq!((ran.status, &*ran.out), (4, "unknown\n"), "{}", ran.err);
    assert!(ran.err.contains("--resume kept goes on from there"), "{}", ran.err);
    fs::remove_file(folder.path().join("kept/layer.clew")).expect("a layer was kept");
    let ran = folder.run("count --resume kept --time 100ms --every 1h p.puzzle");
    assert!(ran.err.contains("note: kept: no layer is kept here"), "{}", ran.err);
    refused(&folder.run("count --resume nowhere p.puzzle"), 2, &["no such directory"]);
    refused(&folder.run("count --disk 0 p.puzzle"), 2, &["16 KiB or more"]);
    refused(&folder.run("count --disk 16383 p.puzzle"), 2, &["16 KiB or more"]);
}

#[test]
fn places_that_cannot_be_written_have_their_status() {
    let folder = Folder::with_puzzle(&open_board("path", 4, ""));
    refused(&folder.run("count --checkpoint p.puzzle p.puzzle"), 5, &["cannot write p.puzzle"]);
    fs::create_dir(folder.path().join("d")).expect("a directory");
    refused(&folder.run("count --residues 1/1 -o d p.puzzle"), 5, &["it is a directory"]);
    // Directories that were created for a disk that was not needed are removed.
    assert_eq!(folder.run("count --disk 1G --scratch new/er p.puzzle").status, 0);
    assert!(!folder.path().join("new").exists());
    let long = "x".repeat(300);
    assert_eq!(folder.run(&format!("count --disk 1G --scratch new/{long} p.puzzle")).status, 5);
    assert!(!folder.path().join("new").exists());
    let ran = folder.run("count --resume nowhere --every 1s p.puzzle");
    refused(&ran, 2, &["there is no such directory of a count"]);
}

/// Keys that are too narrow are replaced by wider ones, and the layers kept with them are discarded.
#[test]
fn kept_counts_go_over_to_wider_keys() {
    let text = "puzzle: numberlink\ncover: partial\ntouch: no\n\n. . . . . .\n. . . . . .\nB . . E C B\n\
                . . . . . .\n. D . . C .\nE . A . D A\n";
    let folder = Folder::with_puzzle(text);
    for question in ["count", "count --mod 1000003", "count --residues 1/1 -o r.jsonl"] {
        let plain = folder.run(&format!("{question} --quiet p.puzzle"));
        let _ = fs::remove_file(folder.path().join("r.jsonl"));
        let kept = folder.run(&format!("{question} --quiet --checkpoint k --every 0s p.puzzle"));
        assert_eq!((kept.status, &kept.out), (0, &plain.out), "{question}: {}", kept.err);
        let _ = fs::remove_file(folder.path().join("r.jsonl"));
    }
}

/// A directory that is not that of a count stays as it was.
#[test]
fn nothing_is_left_in_other_directories() {
    let folder = Folder::with_puzzle(&open_board("path", 4, ""));
    fs::create_dir(folder.path().join("d")).expect("a directory");
    assert_eq!(folder.run("count --resume d p.puzzle").status, 3);
    assert_eq!(fs::read_dir(folder.path().join("d")).expect("it is there").count(), 0);
    folder.put("d/lock", b"mine");
    assert_eq!(folder.run("count --checkpoint d p.puzzle").status, 0);
    assert_eq!(folder.read("d/lock"), "mine");
}

#[test]
fn a_torn_residue_is_computed_again() {
    let folder = Folder::with_puzzle(&open_board("path", 4, ""));
    let whole = folder.run("count --residues 1/1 -o r.jsonl p.puzzle");
    assert_eq!(whole.status, 0, "{}", whole.err);
    let text = folder.read("r.jsonl");
    for left in [text.len() - 5, text.len() / 2 + 9, 20] {
        folder.put("r.jsonl", &text.as_bytes()[..left]);
        let ran = folder.run("count --residues 1/1 -o r.jsonl p.puzzle");
        assert_eq!((ran.status, &ran.out), (0, &whole.out), "{}", ran.err);
        assert!(ran.err.contains("torn, and computed again"), "{}", ran.err);
        assert_eq!(folder.read("r.jsonl").lines().count(), text.lines().count());
    }
    folder.put("r.jsonl", b"something else");
    assert_eq!(folder.run("count --residues 1/1 -o r.jsonl p.puzzle").status, 3);
    assert_eq!(folder.read("r.jsonl"), "something else");
    let ran = folder.run("count --residues 5/9 -o none.jsonl p.puzzle");
    assert!(ran.out.contains("nothing to compute, for 2 residues are enough"), "{}", ran.out);
}

/// The remarks with a number: the rules, and why no other dynamic program counts it; and no files remain.
#[test]
fn rules_and_reasons_are_said_beside_counts_in_pieces() {
    let folder = Folder::with_puzzle(
        "puzzle: numberlink\ncover: partial\ntouch: yes\n\nA . .\n. . .\n. . A\n",
    );
    let rules = "rules: cover: partial, touch: yes";
    for arguments in ["--mod 7", "--checkpoint kept", "--residues 1/1 -o all.jsonl"] {
        let ran = folder.run(&format!("count {arguments} p.puzzle"));
        assert!(ran.status == 0 && ran.err.contains(rules), "{arguments}: {ran:?}");
        let quiet = folder.run(&format!("count --quiet {arguments} p.puzzle"));
        assert!(!quiet.err.contains(rules), "{arguments}: {quiet:?}");
    }
    let merged = folder.run("merge all.jsonl");
    assert!(merged.status == 0 && merged.err.contains(rules), "{merged:?}");
    assert_eq!(merged.out, folder.run("count p.puzzle").out);
    folder.put("h.puzzle", b"puzzle: path\nneighbours: hex\n\n. .\n. .\n");
    let ran = folder.run("count --method dp --dp plugs h.puzzle");
    assert!(ran.err.contains("program plugs does not count this board: "), "{}", ran.err);
    assert_eq!(
        folder.run("count --method dp --dp mates h.puzzle").out,
        "12 (6 lines, whichever way they run)\n"
    );
    // A run that was killed at its beginning leaves such a file.
    folder.put("killed/.run.json.123-00.part", b"torn");
    assert_eq!(folder.run("count --checkpoint killed p.puzzle").status, 0);
    assert!(!folder.path().join("killed").exists());
}

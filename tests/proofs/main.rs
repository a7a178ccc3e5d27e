//! Certificates of numberlinks under every rule: proved verdicts are certified, verdicts equal those of brute force,
//! and damaged certificates are refused. This file has the puzzles whose cells may stay empty, with proofs about the
//! cheapest solutions; `rules.rs` has all rules.

#[path = "../all/support/boards.rs"]
#[allow(dead_code)]
mod boards;
#[path = "../all/support/links.rs"]
#[allow(dead_code)]
mod links;
mod models;
#[path = "../all/support/program.rs"]
#[allow(dead_code)]
mod program;
mod rules;

use clew::families::parse_native;
use clew::strategy::Options;
use clew::strategy::prove::{claim, claim_alone, prove};
use program::Folder;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::process::Command;

/// One solution under both rules, with turns that could run further up.
const UNIQUE: &str = ". . . A . . B\n. C . . D A .\n. . . E . . .\n. B . C . . D\n. . E . . . .\n. . . . . . .\n. . . . . . .\n";
/// No solution.
const NONE: &str = "A . . B\n. C . .\n. . . .\nB . C A\n";

/// Whether the external checker can be run; prints a note if not.
fn has_checker() -> bool {
    let there = Command::new("veripb").arg("--version").output().is_ok();
    if !there {
        eprintln!(
            "veripb is not on the path: no proof is checked here (cargo install veripb --locked)"
        );
    }
    there
}

fn text(touch: &str, grid: &str) -> String {
    format!("puzzle: numberlink\ncover: partial\ntouch: {touch}\n\n{grid}")
}

/// A folder with the certificate of a puzzle, and its verdict.
fn proved(text: &str) -> (Folder, String) {
    let folder = Folder::with_puzzle(text);
    let ran = folder.run("check --proof proof p.puzzle");
    let word = ran.out.split([' ', '\n']).next().unwrap_or_default().to_string();
    assert!(!ran.out.contains("not proved"), "{text}{}{}", ran.out, ran.err);
    (folder, word)
}

/// A random board: holes, a few walls, one to three pairs.
fn random(rng: &mut ChaCha8Rng, touch: &str) -> String {
    let (rows, cols) = (rng.random_range(2..6), rng.random_range(2..6));
    let mut cells = vec![".".to_string(); rows * cols];
    let mut free: Vec<usize> = (0..rows * cols).collect();
    let mut place = |what: &str, rng: &mut ChaCha8Rng| {
        if !free.is_empty() {
            let at = free.swap_remove(rng.random_range(0..free.len()));
            cells[at] = what.to_string();
        }
    };
    for label in ["A", "B", "C"].iter().take(rng.random_range(1..4).min(rows * cols / 2)) {
        (0..2).for_each(|_| place(label, rng));
    }
    (0..rng.random_range(0..rows)).for_each(|_| place("#", rng));
    let grid: Vec<String> = cells.chunks(cols).map(|row| row.join(" ") + "\n").collect();
    let walls: Vec<String> = (0..rng.random_range(0..3))
        .map(|_| {
            let (r, c) = (rng.random_range(1..=rows), rng.random_range(1..cols));
            format!("r{r}c{c}|r{r}c{}", c + 1)
        })
        .collect();
    let mut head = format!("puzzle: numberlink\ncover: partial\ntouch: {touch}\n");
    if !walls.is_empty() {
        head += &format!("walls: {}\n", walls.join(" "));
    }
    format!("{head}\n{}", grid.concat())
}

/// Checks the given number of certificates of random boards; returns how many of them use a change.
fn certified(seed: u64, count: usize) -> usize {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut done, mut changed) = (0, 0);
    while done < count {
        let text = random(&mut rng, ["no", "yes"][done % 2]);
        let folder = Folder::with_puzzle(&text);
        let ran = folder.run("check --proof proof p.puzzle");
        if ran.out.starts_with("multiple") || ran.status == 2 || ran.status == 3 {
            continue;
        }
        assert!(!ran.out.contains("not proved"), "{text}{}{}", ran.out, ran.err);
        let ran = folder.run("certify proof");
        assert_eq!((&*ran.out, ran.status), ("certified\n", 0), "{text}{}", ran.err);
        changed += usize::from(folder.read("proof/proof.pbp").contains("\ndom "));
        done += 1;
    }
    changed
}

#[test]
fn random_boards_are_certified() {
    if has_checker() {
        let changed = certified(1, 40);
        assert!(changed > 10, "{changed}");
    }
}

#[test]
#[ignore = "takes minutes and needs veripb"]
fn many_random_boards_are_certified() {
    if has_checker() {
        let changed = certified(2, 2000);
        assert!(changed > 500, "{changed}");
    }
}

/// The proof with all lines that begin like `like` changed, if there are any. (A change that follows by itself may be
/// spoilt.)
fn spoilt(proof: &str, like: &str, how: impl Fn(&str) -> Option<String>) -> Option<String> {
    let mut found = false;
    let line = |line: &str| match how(line).filter(|_| line.starts_with(like)) {
        Some(other) => {
            found = true;
            if other.is_empty() { other } else { other + "\n" }
        }
        None => format!("{line}\n"),
    };
    let text: String = proof.lines().map(line).collect();
    found.then_some(text)
}

/// The order with all weights 1: then no change of a turn is cheaper.
fn even(line: &str) -> Option<String> {
    let words = line.split(' ').map(|word| match word.as_bytes() {
        [sign @ (b'+' | b'-'), b'0'..=b'9', ..] => format!("{}1", char::from(*sign)),
        _ => word.to_string(),
    });
    Some(words.collect::<Vec<_>>().join(" "))
}

/// A kind of damage: the beginning of the line to damage, and a function that damages it.
type Damage = (&'static str, fn(&str) -> Option<String>);

const DAMAGES: &[Damage] = &[
    // A change is missing, has no witness, one of the wrong kind, or another clause.
    ("dom ", |_| Some(String::new())),
    ("dom ", |line| Some(line.split_once(" :")?.0.to_string() + " :;")),
    ("dom ", |line| line.contains("-> 1").then(|| line.replace("-> 1", "-> 0"))),
    ("dom ", |line| line.contains("-> p").then(|| line.replacen("-> 0", "-> 1", 1))),
    ("dom ", |line| Some(format!("dom 1 {}", line.splitn(3, " 1 ").nth(2)?))),
    ("dom ", |line| line.contains(" 1 u_").then(|| line.replace(" 1 u_", " 1 ~u_"))),
    ("dom ", |line| Some(line.replacen("dom", "red", 1)).filter(|_| line.contains("-> p"))),
    // Solutions are ordered the other way round, or not at all.
    ("-1 u0", |line| Some(line.replace("+", "*").replace('-', "+").replace('*', "-"))),
    ("-1 u0", even),
    ("load_order", |_| Some("load_order;".to_string())),
    ("pol 1 2", |_| Some("pol 1 2 +;".to_string())),
    // Nothing is left out.
    ("del id 1 ", |_| Some(String::new())),
    // Something is assumed.
    ("proof", |_| Some("proof a 1 u0 >= 1;".to_string())),
    ("load_order", |line| Some(format!("{line} a 1 ~u_r2c2 >= 1;"))),
    ("dom ", |line| Some(line.replacen(';', " : subproof a >= 1;", 1))),
];

/// Asserts that the checker refuses the proof in a folder with each damage; `name` is for messages.
fn damages_are_refused(folder: &Folder, damages: &[Damage], name: &str) {
    let whole = folder.read("proof/proof.pbp");
    for (i, (like, how)) in damages.iter().enumerate() {
        let Some(proof) = spoilt(&whole, like, how) else { panic!("{i}: {like} in {whole}") };
        folder.put("proof/proof.pbp", proof.as_bytes());
        let ran = folder.run("certify proof");
        assert!(ran.out.starts_with("refused: "), "{name} {i}: {}{}", ran.out, ran.err);
    }
}

#[test]
fn spoilt_proofs_are_refused() {
    if !has_checker() {
        return;
    }
    for touch in ["no", "yes"] {
        let (folder, said) = proved(&text(touch, UNIQUE));
        assert_eq!(said, "unique", "{touch}");
        assert_eq!(folder.run("certify proof").out, "certified\n");
        damages_are_refused(&folder, DAMAGES, touch);
    }
}

#[test]
fn no_solution_is_certified() {
    if has_checker() {
        let (folder, said) = proved(&text("no", NONE));
        assert_eq!((&*said, &*folder.run("certify proof").out), ("none", "certified\n"));
    }
}

/// A proof is for one puzzle: that of the looser rules does not prove the stricter ones, nor uniqueness of another
/// solution.
#[test]
fn proofs_of_others_are_refused() {
    if !has_checker() {
        return;
    }
    let (strict, _) = proved(&text("no", UNIQUE));
    let (loose, _) = proved(&text("yes", UNIQUE));
    strict.put("proof/proof.pbp", loose.read("proof/proof.pbp").as_bytes());
    assert!(strict.run("certify proof").out.starts_with("refused: "));
    strict.put("proof/puzzle.opb", loose.read("proof/puzzle.opb").as_bytes());
    assert!(strict.run("certify proof").out.starts_with("refused: puzzle.opb"));
}

/// Both claims have the same statement. Only the claim to be proved has changes, and a claim without changes is proved
/// without them.
#[test]
fn what_is_compared_has_no_changes() {
    let puzzle = parse_native(&text("no", NONE)).expect("it is well-formed").puzzle;
    let whole = claim(&puzzle, None, None).expect("it can be stated");
    let alone = claim_alone(&puzzle, None, None).expect("it can be stated");
    assert!(whole.opb.derivations.changes.is_some() && alone.opb.derivations.changes.is_none());
    assert_eq!(whole.opb.text(), alone.opb.text());
    for claim in [whole, alone] {
        let proved = prove(&puzzle, &claim, &Options::default(), Box::new(|_| true));
        assert!(proved.is_ok(), "{proved:?}");
    }
}

//! Certificates: the constraints have exactly the solutions of the puzzle, two encoders agree, and an external
//! checker accepts exactly the right certificates.

use crate::support::program::{Folder, Ran, clew};
use clew::certificate::opb::rows_of;
use clew::certificate::{Literal, Opb, Unproved};
use clew::families::parse_native;
use clew::puzzle::format::in_full;
use clew::puzzle::format::write_json;
use clew::puzzle::{Answer, Entry};
use clew::run::Interrupt;
use clew::strategy::prove::{Claim, NoProof, claim};
use clew::strategy::{Options, Task, run};
use num_bigint::BigUint;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Small boards of every family, kind of neighbours and rule; some without solution.
const BOARDS: &[&str] = &[
    "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n",
    "puzzle: hidato\n\n. . .\n. 2 .\n1 . .\n",
    "puzzle: hidato\nneighbours: 4\n\n. . .\n. 5 .\n. . #\n",
    "puzzle: hidato\nneighbours: hex\n\n1 . .\n# . .\n. . 8\n",
    "puzzle: hidato\nwalls: r1c1|r1c2\n\n1 . .\n. . 6\n",
    "puzzle: hidato\nboard: points\n\n0 0 1\n1 0 .\n0.5 0.9 .\n2 1 .\n3 1.1 .\n",
    "puzzle: hidato\n\n1 . 3\n. # .\n2 . .\n",
    "puzzle: hidato\n\n.\n",
    // One given in six cells, or fewer: edges are stated. One in five: they are not.
    "puzzle: hidato\nneighbours: 4\n\n. . .\n. 3 .\n",
    "puzzle: hidato\nneighbours: 4\n\n. . .\n3 . #\n",
    "puzzle: hidato\nneighbours: 4\n\n. . . .\n. # . .\n. . . 4\n. 1 . .\n",
    "puzzle: hidato\nneighbours: 4\n\n. . .\n. . .\n",
    "puzzle: path\n\n. . .\n. . .\n. . .\n",
    "puzzle: path\n\n. . #\n. . .\n. . .\n",
    "puzzle: path\n\n1 . .\n. . .\n. . 9\n",
    "puzzle: path\n\n. . 1\n. # .\n. . 8\n",
    "puzzle: path\n\n. . .\n. 5 .\n. . .\n",
    "puzzle: path\n\n. . 2\n. . .\n",
    "puzzle: path\nneighbours: 8\n\n. . .\n. . .\n",
    "puzzle: path\nneighbours: hex\n\n. . .\n. . #\n. 7 .\n",
    "puzzle: path\nwalls: r1c1|r2c1\n\n. . .\n. . .\n. . .\n",
    "puzzle: path\n\n.\n",
    "puzzle: path\n\n. .\n",
    "puzzle: path\n\n. # .\n",
    "puzzle: path\nboard: points\n\n0 0 .\n1 0 .\n0.5 0.9 .\n2 1 .\n",
    "puzzle: zip\nwalls: r1c1|r1c2\n\n1 . .\n. 3 .\n. . 2\n",
    "puzzle: zip\n\n1 . .\n. 2 .\n. . 3\n",
    "puzzle: zip\n\n1 . 3\n. # .\n2 . 4\n",
    "puzzle: zip\nneighbours: 8\n\n1 . .\n2 . 3\n",
    "puzzle: numberlink\n\nA . .\n. . .\nA B B\n",
    "puzzle: numberlink\ntouch: yes\n\nA . .\n. . .\nA B B\n",
    "puzzle: numberlink\ntouch: no2x2\n\nA . .\n. . .\nA B B\n",
    "puzzle: numberlink\ncover: partial\n\nA . B\n. . .\nA . B\n",
    "puzzle: numberlink\ncover: partial\ntouch: yes\n\nA . .\n. . .\nA B B\n",
    "puzzle: numberlink\ncover: partial\ntouch: no2x2\n\nA . .\n. . .\n# A #\n",
    "puzzle: numberlink\nneighbours: 8\n\nA . B\n. . .\nA . B\n",
    "puzzle: numberlink\nneighbours: hex\ncover: partial\n\nA . .\nB . A\n. B .\n",
    "puzzle: numberlink\nneighbours: hex\ntouch: yes\n\nA . #\nB . A\n. B .\n",
    "puzzle: numberlink\nwalls: r1c1|r1c2\ntouch: yes\n\nA . .\n. . .\nA B B\n",
    // Sides that are joined, bridges, and marks between cells.
    "puzzle: hidato\nwrap: rows\n\n1 . . .\n. # . 7\n",
    "puzzle: hidato\nneighbours: 4\nwrap: both\n\n1 . .\n. . .\n. . 6\n",
    "puzzle: hidato\nneighbours: hex\nwrap: columns\n\n1 .\n. .\n. 8\n. .\n",
    "puzzle: path\nwrap: rows\nwalls: r1c1|r1c3\n\n. . .\n. # .\n",
    "puzzle: path\nwrap: both\n\n. . .\n3 . .\n",
    "puzzle: numberlink\nwrap: rows\n\nC A C\nB . B\nD A D\n",
    "puzzle: numberlink\nwrap: both\ntouch: no2x2\ncover: partial\n\nA . .\n. . .\n. A .\n",
    "puzzle: numberlink\nneighbours: 8\nwrap: columns\ncover: partial\n\nA .\n. A\n. .\n",
    "puzzle: numberlink\nwrap: rows\nwalls: r2c1|r2c3\nbridges: r2c2\n\nC A C\nB . B\nD A D\n",
    "puzzle: numberlink\nbridges: r2c2 r2c3\ncover: partial\n\n. A . .\nB . . B\n. A . .\n",
    "puzzle: numberlink\nbridges: r2c2\ntouch: no2x2\n\nA . .\n. . .\n. . A\n",
    "puzzle: numberlink\nbridges: r2c2\ntouch: yes\n\nA . .\n. . A\n. . #\n",
    "puzzle: hidato\nneighbours: 4\nlinks: r1c2-r2c2\n\n1 . .\n. . .\n",
    "puzzle: hidato\nlinks: r1c1-r2c2 r2c2-r1c3\n\n. . .\n. . .\n7 . .\n",
    "puzzle: path\nlinks: r1c2-r2c2\n\n. . .\n. . .\n. . .\n",
    "puzzle: path\nlinks: r1c2-r2c2\n\n. 3 .\n. . .\n",
    "puzzle: path\nlinks: r2c1-r2c2\n\n. . .\n. 5 .\n. . .\n",
    "puzzle: futoshiki\n\n. < . < .\n-   -   -\n2   .   .\n-   -   -\n.   .   .\n",
    "puzzle: futoshiki\n\n.   .   .\n-   ^   -\n.   .   .\n-   -   -\n.   .   1\n",
    "puzzle: futoshiki\n\n. < . > .   .\n-   -   -   v\n.   .   .   .\n-   -   -   -\n.   . < .   .\n-   -   -   -\n.   .   .   4\n",
    "puzzle: futoshiki\n\n1 > .   .\n-   -   -\n.   .   .\n-   -   -\n.   .   .\n",
];

pub fn entry(text: &str) -> Entry {
    parse_native(text).unwrap_or_else(|why| panic!("{text}: {why:?}"))
}

/// The number of assignments of all variables that satisfy all rows: plain search with propagation, implemented here.
pub fn solutions(opb: &Opb) -> u64 {
    let mut occurs: Vec<Vec<usize>> = vec![Vec::new(); opb.variables()];
    for (i, row) in opb.rows().enumerate() {
        row.lits.iter().for_each(|l| occurs[l.var()].push(i));
    }
    let mut count = 0;
    let mut values: Vec<Option<bool>> = vec![None; opb.variables()];
    let all: Vec<usize> = (0..opb.len()).collect();
    go(opb, &occurs, &mut values, all, &mut count);
    count
}

fn go(
    opb: &Opb,
    occurs: &[Vec<usize>],
    values: &mut Vec<Option<bool>>,
    mut open: Vec<usize>,
    count: &mut u64,
) {
    let mut set: Vec<usize> = Vec::new();
    let mut holds = true;
    while let Some(i) = open.pop().filter(|_| holds) {
        let row = opb.row(i);
        let is_false = |l: Literal| values[l.var()] == Some(!l.is_affirmed());
        let most: u64 = row.terms().filter(|t| !is_false(t.1)).map(|t| u64::from(t.0)).sum();
        let degree = u64::from(row.degree);
        holds = most >= degree;
        for (weight, l) in row.terms().filter(|_| holds) {
            if values[l.var()].is_none() && most - u64::from(weight) < degree {
                values[l.var()] = Some(l.is_affirmed());
                set.push(l.var());
                open.extend(&occurs[l.var()]);
            }
        }
    }
    if holds {
        let stated = |var: &usize| opb.meaning(*var).is_none();
        match (0..values.len()).filter(stated).find(|&var| values[var].is_none()) {
            None => *count += 1,
            Some(var) => {
                for value in [true, false] {
                    values[var] = Some(value);
                    go(opb, occurs, values, occurs[var].clone(), count);
                }
                values[var] = None;
            }
        }
    }
    set.into_iter().for_each(|var| values[var] = None);
}

fn one_answer(entry: &Entry) -> Option<Answer> {
    let outcome = run(&entry.puzzle, Task::Solve { limit: 1 }, &Options::default()).expect("runs");
    outcome.answers.into_iter().next()
}

#[test]
fn constraints_have_the_solutions_of_the_puzzle() {
    for text in BOARDS {
        let entry = entry(text);
        let counted = run(&entry.puzzle, Task::Count, &Options::default()).expect("runs");
        assert!(counted.exact, "{text}");
        let whole = claim(&entry.puzzle, None, None).expect("it is small");
        assert_eq!(BigUint::from(solutions(&whole.opb)), counted.count, "{text}");
        let Some(answer) = one_answer(&entry) else { continue };
        let less = claim(&entry.puzzle, Some(&answer), None).expect("it is small");
        let both = entry.puzzle.one_either_way() && entry.puzzle.is_undirected();
        let gone = if both { 2u32 } else { 1 };
        let left = BigUint::from(solutions(&less.opb));
        assert_eq!(left + gone, counted.count, "without one: {text}");
    }
}

/// Whether a program can be run; prints a note if not.
pub fn is_there(program: &str) -> bool {
    let there = Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success());
    if !there {
        eprintln!("skipped: there is no {program}");
    }
    there
}

/// Runs tools/opb.py with these options, and compares its rows of this claim with ours.
pub fn both_encoders_agree(
    entry: &Entry,
    answer: Option<&Answer>,
    claim: &Claim,
    options: &[&str],
) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools/opb.py");
    let folder = Folder::with(&[]);
    folder.put("p.json", write_json(entry).as_bytes());
    let mut command = Command::new("python3");
    command.arg(&script).arg("p.json").current_dir(folder.path());
    if let Some(answer) = answer {
        folder.put("s.txt", in_full(&entry.puzzle, answer).as_bytes());
        command.arg("s.txt");
    }
    let ran = Ran::from_output(command.args(options).output().expect("it runs"));
    assert_eq!(ran.err, "", "{entry:?}");
    let (ours, theirs) = (rows_of(&claim.opb.text()), rows_of(&ran.out));
    let first = ours.symmetric_difference(&theirs).next();
    assert_eq!(first, None, "{entry:?}");
}

#[test]
fn the_second_encoder_writes_the_same() {
    if !is_there("python3") {
        return;
    }
    for text in BOARDS {
        let entry = entry(text);
        let answer = one_answer(&entry);
        let claim = claim(&entry.puzzle, answer.as_ref(), None).expect("it is small");
        both_encoders_agree(&entry, answer.as_ref(), &claim, &[]);
    }
}

/// Stating the rules of a large board takes time, so the interrupt is checked again and again.
#[test]
fn a_claim_breaks_off_whenever_it_is_called_off() {
    let blank =
        format!("puzzle: hidato\n\n1 {}\n", ". ".repeat(19)) + &(". ".repeat(20) + "\n").repeat(19);
    let links = include_str!("../../instances/hard/numberlink-30x30.puzzle");
    for text in [links, &blank] {
        let entry = entry(text);
        let stated = |stop: usize| {
            let asked = Arc::new(AtomicUsize::new(0));
            let mine = asked.clone();
            let asks = Interrupt::new(move || mine.fetch_add(1, Ordering::Relaxed) + 1 == stop);
            let claim = claim(&entry.puzzle, None, Some(asks));
            (claim, asked.load(Ordering::Relaxed))
        };
        let (whole, all) = stated(0);
        let terms: usize = whole.expect("it is stated").opb.rows().map(|r| r.lits.len()).sum();
        assert!(all > 2 && terms / all < 1 << 16, "{all} times for {terms} terms");
        for stop in (1..=all).step_by(all / 5 + 1).chain([all]) {
            let (claim, asked) = stated(stop);
            let why = claim.expect_err("it is called off");
            assert_eq!((why, asked), (NoProof::Unproved(Unproved::Interrupted), stop));
        }
    }
}

/// A unique or unsolvable puzzle of each family, for which the search has something to learn.
const CLAIMS: &[(&str, &str)] = &[
    ("unique", "puzzle: hidato\n\n. . 17 . 25\n. 20 . . 14\n3 1 . 23 .\n. . . 22 .\n6 5 8 . .\n"),
    ("none", "puzzle: path\n\n. . . . #\n# . . . .\n. . . # .\n. . . . .\n. . . . .\n"),
    ("unique", "puzzle: path\n\n. . # . .\n. . . . .\n21 # 1 . .\n. . . . #\n. . . . #\n"),
    (
        "unique",
        "puzzle: numberlink\n\n. . . . 1 2 3\n. 2 . . . . .\n. 4 . . 5 6 .\n. . 1 4 . . 3\n. . . . . . 6\n. 7 . . . . 7\n. . . . . . 5\n",
    ),
    ("none", "puzzle: path\n\n# . . .\n. . . .\n. . . .\n. . . #\n"),
    // Edges next to numbers, and unknown ends of the line.
    (
        "unique",
        "puzzle: hidato\nneighbours: 4\n\n. . . . . .\n. . . . . 36\n. . . . . .\n. . 31 . . 18\n. . . . . .\n. . . . . .\n",
    ),
    ("unique", SPARSE),
    // No fact implies another, so there is no nearby fact to assume.
    ("none", "puzzle: numberlink\nneighbours: 8\n\n. A . . B\n. . B . .\n. . A # .\n. . . . .\n"),
    ("none", "puzzle: numberlink\n\nA . . . B\n. . . . .\n. . C . .\n. . . . .\nB . C . A\n"),
    (
        "none",
        "puzzle: futoshiki\n\n. < . < .   .\n-   -   -   -\n.   .   .   .\n-   -   -   ^\n. < .   . < .\n-   v   -   -\n.   . > .   3\n",
    ),
];

const SPARSE: &str = "puzzle: hidato\nneighbours: 4\n\n44 . . 39 . . . .\n. . . . . . . .\n. . . . . . . .\n. . 57 26 29 . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n";

/// A folder with a certificate in `proof`, if the puzzle has one.
fn proved(text: &str) -> (Folder, String) {
    let folder = Folder::with_puzzle(text);
    let ran = folder.run("check --proof proof p.puzzle");
    let word = ran.out.split(" (").next().unwrap_or_default().trim().to_string();
    assert!(["unique", "none", "multiple"].contains(&&*word), "{text}{}{}", ran.out, ran.err);
    (folder, word)
}

#[test]
fn the_foreign_checker_accepts_what_is_proved() {
    if !is_there("veripb") {
        return;
    }
    let claims = CLAIMS.iter().map(|(word, text)| (Some(*word), *text));
    let mut proofs = 0;
    for (wanted, text) in claims.chain(BOARDS.iter().map(|text| (None, *text))) {
        let (folder, word) = proved(text);
        assert!(wanted.is_none_or(|wanted| wanted == word), "{word}: {text}");
        let there = folder.path().join("proof/proof.pbp").exists();
        assert_eq!(there, word != "multiple", "{text}");
        if there {
            proofs += 1;
            let ran = folder.run("certify proof");
            assert_eq!((&*ran.out, ran.status), ("certified\n", 0), "{text}{}", ran.err);
        }
    }
    assert!(proofs > 12, "{proofs}");
}

/// The turn variables in clauses learnt on numberlinks are defined in the proof, and no bend around a square is
/// derived label by label.
#[test]
fn turns_are_words_of_the_proof() {
    let rules = [("touch: no", "all"), ("touch: no2x2", "all"), ("touch: no", "partial")];
    let grid = CLAIMS[3].1.split_once("\n\n").expect("a head").1;
    let mut defined = 0;
    for (touch, cover) in rules {
        let text = format!("puzzle: numberlink\n{touch}\ncover: {cover}\n\n{grid}");
        let (folder, word) = proved(&text);
        if word == "multiple" {
            continue;
        }
        let proof = folder.read("proof/proof.pbp");
        let lines = |with: &str| proof.lines().filter(|line| line.starts_with(with)).count();
        defined += lines("red");
        assert_eq!(lines("red") % 3, 0, "{text}");
        // A square has four bends, and a board of 7x7 has 36 squares.
        assert!(proof.lines().filter(|line| line.contains(" + s ")).count() <= 4 * 36, "{text}");
        if is_there("veripb") {
            let ran = folder.run("certify proof");
            assert_eq!(ran.out, "certified\n", "{text}{}", ran.err);
        }
    }
    assert!(defined > 0, "no turn was learnt about");
}

/// With few given numbers, a hidato's proof is about edges too, and has auxiliary variables for places where the line
/// does not end. Propagation alone refutes it, by a corner around which no path can go; that failure is not analysed.
#[test]
fn what_fails_before_search_is_proved() {
    let text = "puzzle: numberlink\nneighbours: hex\n\n\
        . . . . . . . . . . .\n. . . . . . . . . . 4\n. . . . 8 . . . . . .\n. . . . . . . . . . .\n\
        . . . . . . . . . . .\n. . . . . . 8 . 4 . .\n. . . . . . . . . . .\n. . . . 1 . . 16 . . .\n\
        . 1 . . . . . 15 . . .\n. . . . . . . . . . .\n. . . . . . 15 16 . . .\n. . . . . . . . . . .\n";
    let (folder, word) = proved(text);
    assert_eq!(word, "none");
    assert!(folder.path().join("proof/proof.pbp").exists(), "there is a derivation");
    if is_there("veripb") {
        assert_eq!(folder.run("certify proof").out, "certified\n");
    }
}

#[test]
fn sparse_hidatos_are_proved_by_edges() {
    let (folder, word) = proved(SPARSE);
    assert_eq!(word, "unique");
    let proof = folder.read("proof/proof.pbp");
    let learnt = proof.lines().filter(|line| line.starts_with("rup") && line.contains("e_r"));
    assert!(learnt.count() > 10, "edges are learnt about");
    // Cells that cannot all have their two edges: one sum for each time.
    assert!(proof.lines().any(|line| line.starts_with("pol")), "there are flows");
    if is_there("veripb") {
        let ran = folder.run("certify proof");
        assert_eq!(ran.out, "certified\n", "{}", ran.err);
    }
    let words: Vec<&str> = proof.lines().filter(|line| line.starts_with("red")).collect();
    assert!(!words.is_empty() && words.len().is_multiple_of(3), "{words:?}");
    assert!(words.iter().all(|line| line.contains("i_r")), "{words:?}");
}

/// A way to spoil a certificate; false if there is nothing of the kind to spoil.
type Damage = fn(&Folder, &mut ChaCha8Rng) -> bool;

fn change(folder: &Folder, name: &str, how: impl FnOnce(&mut Vec<String>) -> bool) -> bool {
    let name = format!("proof/{name}");
    let mut lines: Vec<String> = folder.read(&name).lines().map(String::from).collect();
    let done = how(&mut lines);
    folder.put(&name, (lines.join("\n") + "\n").as_bytes());
    done
}

/// Takes away a line that begins like this.
fn drop_line(folder: &Folder, rng: &mut ChaCha8Rng, name: &str, like: &[&str]) -> bool {
    change(folder, name, |lines| {
        let fits = |line: &String| like.iter().any(|word| line.starts_with(word));
        let found: Vec<usize> = (0..lines.len()).filter(|&i| fits(&lines[i])).collect();
        if found.is_empty() {
            return false;
        }
        lines.remove(found[rng.random_range(0..found.len())]);
        true
    })
}

/// Not in this list: without a `del` a proof may still be right, and also with a changed weight in it.
const DAMAGES: &[(&str, Damage)] = &[
    ("a clause is missing", |f, rng| drop_line(f, rng, "proof.pbp", &["rup"])),
    ("a sum is missing", |f, rng| drop_line(f, rng, "proof.pbp", &["pol"])),
    ("a definition is missing", |f, rng| drop_line(f, rng, "proof.pbp", &["red"])),
    ("nothing is left, by a definition", |f, _| {
        change(f, "proof.pbp", |lines| {
            let found = lines.iter().position(|l| l.starts_with("red"));
            let Some(i) = found else { return false };
            lines[i] = "red >= 1 : e_r1c1_r1c2 -> 1;".into();
            true
        })
    }),
    ("no header", |f, rng| drop_line(f, rng, "proof.pbp", &["pseudo"])),
    ("no conclusion", |f, rng| drop_line(f, rng, "proof.pbp", &["conclusion"])),
    ("no end", |f, rng| drop_line(f, rng, "proof.pbp", &["output", "end"])),
    ("a row is missing", |f, rng| drop_line(f, rng, "puzzle.opb", &["1", "2"])),
    ("another weight", |f, rng| {
        change(f, "puzzle.opb", |lines| {
            let i = rng.random_range(1..lines.len());
            lines[i] = lines[i].replacen("1 ", "3 ", 1);
            true
        })
    }),
    ("another degree", |f, rng| {
        change(f, "puzzle.opb", |lines| {
            let i = rng.random_range(1..lines.len());
            lines[i] = lines[i].replace(">= ", ">= 9");
            true
        })
    }),
    ("a row too many", |f, _| {
        change(f, "puzzle.opb", |lines| {
            lines.push(">= 1 ;".into());
            true
        })
    }),
    ("the rows of another puzzle", |f, rng| {
        let other = CLAIMS[rng.random_range(0..CLAIMS.len())].1;
        let (other, _) = proved(other);
        let text = other.read("proof/puzzle.opb");
        let same = text == f.read("proof/puzzle.opb");
        f.put("proof/puzzle.opb", text.as_bytes());
        !same
    }),
    ("an assumption", |f, rng| {
        change(f, "proof.pbp", |lines| {
            let end = lines.iter().position(|l| l.starts_with("output")).expect("an end");
            lines.insert(rng.random_range(2..=end), "a >= 1;".into());
            true
        })
    }),
    ("an assumption beside another rule", |f, _| {
        change(f, "proof.pbp", |lines| {
            lines[1] += " a >= 1;";
            true
        })
    }),
    ("nothing but an assumption", |f, _| {
        change(f, "proof.pbp", |lines| {
            lines.truncate(2);
            lines.extend(["a >= 1;", "output NONE;", "conclusion UNSAT : -1;"].map(String::from));
            lines.push("end pseudo-Boolean proof;".into());
            true
        })
    }),
    ("nothing is concluded", |f, _| {
        change(f, "proof.pbp", |lines| {
            let line = lines.iter_mut().find(|l| l.starts_with("conclusion"));
            *line.expect("a conclusion") = "conclusion NONE;".into();
            true
        })
    }),
    ("it breaks off", |f, rng| {
        let text = f.read("proof/proof.pbp");
        let end = rng.random_range(0..text.trim_end().len() - 1);
        f.put("proof/proof.pbp", &text.as_bytes()[..end]);
        true
    }),
    ("nothing is derived", |f, _| {
        change(f, "proof.pbp", |lines| {
            lines.retain(|l| !l.starts_with("rup") && !l.starts_with("pol"));
            true
        })
    }),
    ("another solution", |f, rng| {
        if !f.path().join("proof/solution.txt").exists() {
            return false;
        }
        let text = f.read("proof/solution.txt");
        let mut tokens: Vec<&str> = text.split_whitespace().collect();
        let i = rng.random_range(1..tokens.len());
        tokens.swap(0, i);
        let rows: Vec<String> = tokens.chunks(5).map(|row| row.join(" ")).collect();
        f.put("proof/solution.txt", (rows.join("\n") + "\n").as_bytes());
        true
    }),
    ("no solution though there is one", |f, _| {
        fs::remove_file(f.path().join("proof/solution.txt")).is_ok()
    }),
    ("a given less", |f, rng| {
        let text = f.read("proof/puzzle.json");
        let digits: Vec<usize> = text.match_indices([',', '[']).map(|(i, _)| i + 1).collect();
        let given = |i: &&usize| {
            let end = text[**i..].find([',', ']']).map_or(text.len(), |n| **i + n);
            text[**i..end].parse::<u32>().is_ok() && text[..**i].contains("\"cells\"")
        };
        let found: Vec<&usize> = digits.iter().filter(given).collect();
        if found.is_empty() || text.contains("\"path\"") {
            return false;
        }
        let i = *found[rng.random_range(0..found.len())];
        let end = text[i..].find([',', ']']).map_or(text.len(), |n| i + n);
        f.put("proof/puzzle.json", format!("{}null{}", &text[..i], &text[end..]).as_bytes());
        true
    }),
];

/// Spoils certificates `times` times, with all kinds of damage in turn; every one must be refused.
fn spoil(times: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut done = vec![0; DAMAGES.len()];
    let mut spoilt = 0;
    while spoilt < times {
        let kind = done.iter().enumerate().min_by_key(|(_, n)| **n).expect("kinds").0;
        // A kind that does not apply to this puzzle applies to another one.
        let (_, text) = CLAIMS[rng.random_range(0..CLAIMS.len())];
        let (folder, _) = proved(text);
        let (what, damage) = DAMAGES[kind];
        if !damage(&folder, &mut rng) {
            continue;
        }
        done[kind] += 1;
        spoilt += 1;
        let ran = folder.run("certify proof");
        assert!(ran.status != 0 && !ran.out.contains("certified"), "{what}: {}{text}", ran.out);
        assert!(ran.out.starts_with("refused: ") || ran.err.contains("error: "), "{what}");
    }
    assert!(done.iter().all(|&n| n > 0), "every kind comes");
}

#[test]
fn spoilt_certificates_are_refused() {
    if is_there("veripb") {
        spoil(DAMAGES.len());
    }
}

#[test]
#[ignore = "takes minutes and needs veripb"]
fn three_hundred_spoilt_certificates_are_refused() {
    assert!(is_there("veripb"));
    spoil(300);
}

/// Certificates come from untrusted sources: a file without end, or a name without a file, is refused at once.
#[cfg(unix)]
#[test]
fn files_without_an_end_are_refused() {
    for name in ["solution.txt", "puzzle.opb", "proof.pbp", "goal.txt"] {
        let (here, _) = proved("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n");
        let file = here.path().join("proof").join(name);
        let _ = std::fs::remove_file(&file);
        std::os::unix::fs::symlink("/dev/zero", &file).expect("a link");
        let ran: Ran = here.run("certify proof");
        assert_eq!(ran.out, format!("refused: {name} is no regular file\n"), "{}", ran.err);
        assert_eq!(ran.status, 1);
    }
    let (here, _) = proved("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n");
    let large = std::fs::File::create(here.path().join("proof/solution.txt")).expect("a file");
    large.set_len(1 << 30).expect("a hole takes no room");
    let ran: Ran = here.run("certify proof");
    assert!(ran.status == 1 && ran.out.contains("larger than 64 MiB"), "{}", ran.err);
}

/// All processes that the checker has started end with the limit, too.
#[cfg(unix)]
#[test]
fn a_checker_that_sleeps_in_a_child_of_its_own_is_ended() {
    use std::os::unix::fs::PermissionsExt;
    let (here, _) = proved("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n");
    here.put("bin/veripb", b"#!/bin/sh\nsleep 1000\necho x\n");
    let wrapper = here.path().join("bin/veripb");
    let all = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&wrapper, all).expect("a file of our own");
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", here.path().join("bin").display());
    let mut command = clew(here.path(), "certify --time 1 proof");
    let ran = Ran::from_output(command.env("PATH", path).output().expect("the program starts"));
    assert_eq!((&*ran.out, ran.status), ("unknown\n", 4), "{}", ran.err);
}

#[test]
fn what_does_not_go_with_a_proof_is_an_error() {
    let folder = Folder::with_puzzle(CLAIMS[0].1);
    for option in ["--json", "--where", "--network dual", "--search dfs", "--probe 0"] {
        let ran = folder.run(&format!("check --proof proof {option} p.puzzle"));
        assert_eq!(ran.status, 2, "{option}: {}", ran.err);
        assert!(!folder.path().join("proof").exists(), "{option}");
    }
    let ran = folder.run("check --proof proof p.puzzle p.puzzle");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("--proof takes one puzzle"), "{}", ran.err);
    let ran = folder.run("solve --proof proof --maximize cells model.fzn");
    assert_eq!((ran.status, ran.err.contains("clew flatzinc --proof")), (2, true), "{}", ran.err);
    let ran = folder.run("check --proof proof model.fzn");
    assert_eq!((ran.status, ran.err.contains("clew flatzinc --proof")), (2, true), "{}", ran.err);
    let ran = folder.run("certify nowhere");
    assert_eq!(ran.status, 3, "{}", ran.err);
}

#[test]
fn several_solutions_are_no_claim() {
    let folder = Folder::with_puzzle(BOARDS[1]);
    let ran = folder.run("check --proof proof p.puzzle");
    assert_eq!((&*ran.out, ran.status), ("multiple\n", 1));
    assert!(!folder.path().join("proof").exists());
    // An output path that cannot be written is reported before the search.
    folder.put("f", b"");
    let ran = folder.run("check --proof f/proof p.puzzle");
    assert!(ran.status == 5 && ran.out.is_empty(), "{ran:?}");
}

/// A proof takes time too; an interrupted one leaves nothing behind that looks like a certificate. The second board is
/// known to be unique long before that is proved.
#[test]
fn a_limit_is_obeyed() {
    let rows = vec![". ".repeat(14).trim().to_string(); 13];
    let text = format!("puzzle: path\n\n# {}\n{}\n", ". ".repeat(13).trim(), rows.join("\n"));
    let hard = include_str!("../../instances/hard/numberlink-30x30.puzzle");
    for text in [&text, hard] {
        let folder = Folder::with_puzzle(text);
        let ran = folder.run("check --time 300ms --proof proof p.puzzle");
        if ran.status == 4 {
            let files = std::fs::read_dir(folder.path().join("proof"));
            assert_eq!(files.map_or(0, Iterator::count), 0, "{}", ran.err);
        }
    }
}

//! Labels that occur four times or more, and ends of any label, joined in arbitrary pairs.

use crate::support::{agree, read, refused, round_trips};
use clew::families::numberlink::Joined;
use clew::families::{Cover, Numberlink};
use clew::puzzle::format::{in_full, write_native};
use clew::puzzle::{Answer, Entry, Puzzle};
use clew::report::listed::solution;
use clew::strategy::{Options, Task, run};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::HashMap;

/// A grid with ends: a label, `?`, or nothing.
struct Ends {
    cols: usize,
    cover: bool,
    at: Vec<Option<char>>,
}

impl Ends {
    /// All sets of steps that join the ends in matching pairs: from the first free end on, step by step.
    fn all(&self) -> Vec<Vec<[usize; 2]>> {
        let (mut all, mut steps) = (Vec::new(), Vec::new());
        self.begin(&mut vec![false; self.at.len()], &mut steps, &mut all);
        all
    }

    fn begin(
        &self,
        used: &mut Vec<bool>,
        steps: &mut Vec<[usize; 2]>,
        all: &mut Vec<Vec<[usize; 2]>>,
    ) {
        let Some(start) = (0..self.at.len()).find(|&c| self.at[c].is_some() && !used[c]) else {
            if !self.cover || used.iter().all(|&used| used) {
                let mut found = steps.clone();
                found.sort_unstable();
                all.push(found);
            }
            return;
        };
        used[start] = true;
        self.go(start, start, used, steps, all);
        used[start] = false;
    }

    fn go(
        &self,
        start: usize,
        here: usize,
        used: &mut Vec<bool>,
        steps: &mut Vec<[usize; 2]>,
        all: &mut Vec<Vec<[usize; 2]>>,
    ) {
        for next in 0..self.at.len() {
            let (r, c) = (here / self.cols, here % self.cols);
            let near = r.abs_diff(next / self.cols) + c.abs_diff(next % self.cols) == 1;
            if !near || used[next] {
                continue;
            }
            used[next] = true;
            steps.push([here.min(next), here.max(next)]);
            match self.at[next] {
                None => self.go(start, next, used, steps, all),
                Some(label) => {
                    let own = self.at[start].expect("an end");
                    if own == label || own == '?' || label == '?' {
                        self.begin(used, steps, all);
                    }
                }
            }
            steps.pop();
            used[next] = false;
        }
    }

    fn text(&self) -> String {
        let cover = if self.cover { "all" } else { "partial" };
        let rows = self.at.chunks(self.cols).map(|row| {
            let tokens: Vec<String> = row.iter().map(|c| c.unwrap_or('.').to_string()).collect();
            tokens.join(" ") + "\n"
        });
        format!("puzzle: numberlink\ncover: {cover}\ntouch: yes\n\n{}", rows.collect::<String>())
    }
}

fn random(seed: u64) -> Ends {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (rows, cols) = [(2, 3), (3, 3), (3, 4), (4, 4), (2, 6)][rng.random_range(0..5)];
    let mut at = vec![None; rows * cols];
    let pairs = rng.random_range(2..4usize);
    let mut labels = Vec::new();
    for _ in 0..pairs {
        let label = ['A', 'A', 'B'][rng.random_range(0..3)];
        labels.extend([label, label]);
    }
    for label in &mut labels {
        if rng.random_bool(0.25) {
            *label = '?';
        }
    }
    for label in labels {
        loop {
            let c = rng.random_range(0..at.len());
            if at[c].is_none() {
                at[c] = Some(label);
                break;
            }
        }
    }
    Ends { cols, cover: rng.random_bool(0.4), at }
}

/// The answer of a set of steps.
fn answer(puzzle: &Puzzle, steps: &[[usize; 2]]) -> Answer {
    let edges = puzzle.board().expect("a grid").edges();
    Answer::Links(edges.iter().map(|e| steps.contains(&e.map(|c| c as usize))).collect())
}

fn boards(usual: u64) -> u64 {
    std::env::var("CLEW_SIGNS_BOARDS").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[test]
fn all_ways_to_solve_agree() {
    let (mut kinds, mut often) = ([0; 3], 0);
    for seed in 0..boards(1200) {
        let ends = random(seed);
        let all = ends.all();
        if all.len() > 200 {
            continue;
        }
        let entry = read(&ends.text());
        let answers: Vec<Answer> = all.iter().map(|steps| answer(&entry.puzzle, steps)).collect();
        kinds[all.len().min(2)] += 1;
        let mut times: HashMap<char, u32> = HashMap::new();
        ends.at.iter().flatten().for_each(|&label| *times.entry(label).or_default() += 1);
        let joined = times.contains_key(&'?') || times.values().any(|&n| n > 2);
        assert_eq!(entry.puzzle.downcast::<Joined>().is_some(), joined, "{}", ends.text());
        often += u32::from(joined);
        agree(&entry.puzzle, &answers, &format!("seed {seed}\n{}", ends.text()));
        // Answers that are no solutions are refused.
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for right in answers.iter().take(5) {
            let Answer::Links(on) = right else { unreachable!() };
            let mut on = on.clone();
            let e = rng.random_range(0..on.len());
            on[e] = !on[e];
            let wrong = Answer::Links(on);
            assert_eq!(entry.puzzle.verify(&wrong).is_ok(), answers.contains(&wrong));
        }
    }
    assert!(often > 500 && kinds.iter().all(|&n| n > 50), "{often} {kinds:?}");
}

#[test]
fn every_pair_is_looked_at_by_verify() {
    // Of all sets of steps of a tiny board, exactly the solutions are accepted.
    for (text, wanted) in [
        ("puzzle: numberlink\ncover: partial\ntouch: yes\n\nA A\nA A\n", 2),
        ("puzzle: numberlink\ncover: partial\ntouch: yes\n\nA ?\nB ?\n", 1),
        ("puzzle: numberlink\ncover: partial\ntouch: yes\n\n? . ?\n. . .\n", 4),
        ("puzzle: numberlink\ncover: all\ntouch: yes\n\n? . ?\n. . .\n", 0),
    ] {
        let puzzle = read(text).puzzle;
        let edges = puzzle.board().expect("a grid").edges().len();
        let right = (0..1u32 << edges)
            .filter(|set| {
                let on = (0..edges).map(|e| set >> e & 1 == 1).collect();
                puzzle.verify(&Answer::Links(on)).is_ok()
            })
            .count();
        let count = run(&puzzle, Task::Count, &Options::default()).expect("it is small").count;
        assert_eq!(count, right.into(), "{text}");
        if wanted != 4 {
            assert_eq!(right, wanted, "{text}");
        }
    }
}

#[test]
fn formats_and_solutions_lead_back() {
    let mut met: HashMap<&str, u32> = HashMap::new();
    for seed in 0..boards(500) {
        let ends = random(seed);
        let entry = read(&ends.text());
        if entry.puzzle.downcast::<Joined>().is_none() {
            continue;
        }
        round_trips(&entry).into_iter().for_each(|name| *met.entry(name).or_default() += 1);
        for steps in ends.all().iter().take(4) {
            let answer = answer(&entry.puzzle, steps);
            let found = clew::interchange::solutions(
                &entry,
                &in_full(&entry.puzzle, &answer),
                &clew::interchange::Reading::default(),
            );
            let text = in_full(&entry.puzzle, &answer);
            assert_eq!(found.expect("it was written"), [Ok(answer.clone())], "{text}");
            let paths = solution(&entry.puzzle, &answer)["paths"].clone();
            let paths = paths.as_object().expect("paths by name");
            assert_eq!(paths.len(), ends.at.iter().flatten().count() / 2);
        }
    }
    assert!(["native", "json", "pzpr", "pzprv3"].iter().all(|name| met[name] > 50), "{met:?}");
    assert!(!met.contains_key("flowfree") && !met.contains_key("grid"), "{met:?}");
}

#[test]
fn addresses_of_others_are_read() {
    let entry = read("https://puzz.link/p?numlin/4/4/1i1g1i1.i.\n");
    let joined = entry.puzzle.downcast::<Joined>().expect("a label four times");
    assert_eq!((joined.ends.len(), joined.labels.len(), joined.cover), (6, 1, Cover::Partial));
    assert!(write_native(&entry).contains('?'), "{}", write_native(&entry));
    // If every label occurs twice, the puzzle is of the usual kind.
    let entry = read("https://puzz.link/p?numlin/3/3/1g2i12g\n");
    assert!(entry.puzzle.downcast::<Numberlink>().is_some());
    for (text, expected) in [
        ("puzzle: numberlink\ntouch: yes\n\nA . A\n. . .\n. A .\n", "this is the third"),
        ("puzzle: numberlink\n\nA A\nA A\n", "\"touch: yes\""),
        ("puzzle: numberlink\ntouch: yes\n\nA A\n? .\n", "an even number of ends, not 3"),
        ("puzzle: hidato\n\n1 ?\n. .\n", "a number"),
        ("https://puzz.link/p?meander/2/2/00.\n", "a number"),
    ] {
        let why = refused(text);
        assert!(why.contains(expected), "{text}{why}");
    }
    let puzzle = read("puzzle: numberlink\ntouch: yes\n\nA A\nA A\n").puzzle;
    for name in ["labels", "pairs", "degree"] {
        let options = Options { network: Some(name.into()), ..Options::default() };
        let why = run(&puzzle, Task::Check, &options).expect_err("it knows pairs").to_string();
        assert!(why.contains("labels that stand twice only"), "{why}");
    }
    assert!(puzzle.formulate("labels").is_err() && puzzle.ladder().is_err());
    assert!(round_trips(&Entry::from(puzzle)).contains(&"native"));
}

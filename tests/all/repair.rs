//! `clew repair` against brute force: every clue reported to make a puzzle unique, every given reported to be
//! redundant or at fault, and that none was missed.

use crate::support::kind::{Kind, kind};
use crate::support::lines::{all_fillings, random_line};
use crate::support::links::{all_links, bridged_links, random_links};
use crate::support::squares::{all_squares, random_square};
use clew::families::{Hidato, Path};
use clew::puzzle::{Answer, Cell, Change, Clue, Content, Puzzle};
use clew::run::Stop;
use clew::strategy::repair::{
    Additions, Contradiction, Findings, Proof, Redundant, Repair, repair,
};
use clew::strategy::{Options, Verdict};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::collections::HashSet;

type Near = Box<dyn Fn(usize, usize) -> bool>;

/// All solutions; for a line that runs either way, one direction of each.
fn all(puzzle: &Puzzle, near: Option<&Near>) -> Vec<Answer> {
    all_with(puzzle, &|a, b| near.expect("of a line")(a, b))
}

fn all_with(puzzle: &Puzzle, near: &dyn Fn(usize, usize) -> bool) -> Vec<Answer> {
    let fillings: Vec<Answer> = match kind(puzzle) {
        Kind::Hidato(line) | Kind::Path(line) => {
            all_fillings(line, near).into_iter().map(Answer::Line).collect()
        }
        Kind::Zip(_) => unreachable!("zips are repaired in `tests/lines`"),
        Kind::Numberlink(link) => all_links(link).into_iter().map(Answer::Links).collect(),
        Kind::Futoshiki(square) => all_squares(square).into_iter().map(Answer::Square).collect(),
    };
    let mut kept: Vec<Answer> = Vec::new();
    for filling in fillings {
        let reverse = puzzle.one_either_way().then(|| puzzle.reversed(&filling));
        if reverse.is_none_or(|reverse| !kept.contains(&reverse)) {
            kept.push(filling);
        }
    }
    kept
}

/// Which of the solutions have all these clues, in one direction or the other.
fn with(puzzle: &Puzzle, solutions: &[Answer], clues: &[Clue]) -> Vec<usize> {
    let has = |answer: &Answer| {
        let contents = puzzle.contents(answer);
        clues.iter().all(|clue| clue.is_true(&contents))
    };
    let either =
        |answer: &Answer| has(answer) || (puzzle.one_either_way() && has(&puzzle.reversed(answer)));
    // Only an undirected puzzle has both directions of a line.
    let either = |answer: &Answer| match puzzle.is_undirected() {
        true => either(answer),
        false => has(answer),
    };
    (0..solutions.len()).filter(|&i| either(&solutions[i])).collect()
}

/// All clues that a setter could add to the givens. A bridge has no clues: it has two lines and one place.
fn possible(puzzle: &Puzzle) -> Vec<Clue> {
    let contents = puzzle.candidates();
    let is_bridge = |cell| puzzle.board().is_some_and(|board| board.crossing(cell).is_some());
    let cells = (0..puzzle.cells() as u32).filter(move |&cell| !is_bridge(cell));
    let holds = cells.flat_map(|cell| {
        contents.iter().map(move |&content| Clue::Holds { cell, content }).collect::<Vec<_>>()
    });
    let holds = holds.filter(|c| !matches!(c, Clue::Holds { content: Content::Nothing, .. }));
    let signs = puzzle.sign_places().into_iter();
    holds.chain(signs.flat_map(|[a, b]| [Clue::Less([a, b]), Clue::Less([b, a])])).collect()
}

fn set(clues: &[Clue]) -> HashSet<Clue> {
    clues.iter().copied().collect()
}

/// Statistics, so that no kind of finding goes untested.
#[derive(Default, Debug)]
struct Met {
    single: u32,
    together: u32,
    three: u32,
    redundant: u32,
    needed: u32,
    core: u32,
    removed: u32,
    replaced: u32,
    walls: u32,
    moved: u32,
    labels: u32,
    untold: u32,
}

fn additions(puzzle: &Puzzle, near: Option<&Near>, found: &Additions, met: &mut Met) {
    let solutions = all(puzzle, near);
    let clues = possible(puzzle);
    let alone = |clue: &&Clue| with(puzzle, &solutions, &[**clue]).len() == 1;
    let truth: HashSet<Clue> = clues.iter().filter(alone).copied().collect();
    let said: Vec<Clue> = found.single.iter().map(|a| a.clue).collect();
    assert_eq!(set(&said), truth, "{puzzle:?}");
    assert_eq!((found.open, said.len()), (0, truth.len()));
    for addition in &found.single {
        assert!(addition.clue.is_true(&puzzle.contents(&addition.solution)));
        assert!(puzzle.verify(&addition.solution).is_ok());
    }
    assert!(found.single.is_sorted_by_key(|a| a.settles));
    met.single += said.len() as u32;
    let Some(together) = &found.together else {
        // Paths may differ although all cells are alike, or one solution may agree with the clues of another.
        let links = matches!(kind(puzzle), Kind::Numberlink(_));
        assert!(!said.is_empty() || links, "{puzzle:?}");
        // It is proved that no clues suffice.
        assert_eq!(found.undetermined_targets, None, "{puzzle:?}");
        if said.is_empty() {
            let is_told = |answer: &Answer| {
                let contents = puzzle.contents(answer);
                let own: Vec<Clue> =
                    clues.iter().copied().filter(|clue| clue.is_true(&contents)).collect();
                with(puzzle, &solutions, &own).len() == 1
            };
            assert!(!solutions.iter().any(is_told), "{puzzle:?}");
            met.untold += 1;
        }
        return;
    };
    met.together += 1;
    assert!(said.is_empty());
    let left = with(puzzle, &solutions, &together.clues);
    assert_eq!(left.len(), 1, "{together:?} of {puzzle:?}");
    let own: Vec<Clue> = clues
        .iter()
        .copied()
        .filter(|clue| with(puzzle, &solutions, &[*clue]).contains(&left[0]))
        .collect();
    assert_ne!(together.proof, Proof::AtMost, "nothing limits it");
    met.three += u32::from(together.clues.len() > 2);
    if together.clues.len() == 3 {
        for (i, &a) in own.iter().enumerate() {
            for &b in &own[..i] {
                assert_ne!(with(puzzle, &solutions, &[a, b]), left, "{a:?} {b:?} {puzzle:?}");
            }
        }
    }
}

/// Every wall that leaves exactly one solution, which is also one without the wall: recomputed by brute force on the
/// board with the wall.
fn walls(puzzle: &Puzzle, near: Option<&Near>, found: &Additions, met: &mut Met) {
    let leaves_one = |pair: &[Cell; 2]| {
        let board = puzzle.board().expect("it has edges");
        let walls = [board.walls(), &[*pair]].concat();
        let moves = board.moves().expect("a grid");
        let other = puzzle.with_board(board.with_layout(moves, &walls).expect("a grid"));
        let other = other.expect("nothing else changes");
        match kind(puzzle) {
            Kind::Numberlink(_) => {
                let left = all(&other, None);
                let paths = |answer: &Answer| other.routes(answer);
                let before = |answer: &Answer| puzzle.routes(answer);
                left.len() == 1 && all(puzzle, None).iter().any(|a| before(a) == paths(&left[0]))
            }
            _ => {
                let [p, q] = pair.map(|c| c as usize);
                let near = near.expect("of a line");
                let parted = |a: usize, b: usize| [a.min(b), a.max(b)] == [p, q];
                // Nothing else distinguishes the lines, so none is added.
                let left = all_with(puzzle, &|a, b| near(a, b) && !parted(a, b));
                left.len() == 1
            }
        }
    };
    let board = puzzle.board().filter(|board| board.moves().is_some());
    let edges = board.map_or(&[][..], |board| board.edges());
    let truth: Vec<[Cell; 2]> = edges.iter().copied().filter(leaves_one).collect();
    assert_eq!(found.walls.as_ref(), board.map(|_| &truth), "{puzzle:?}");
    met.walls += truth.len() as u32;
}

fn redundant(puzzle: &Puzzle, near: Option<&Near>, found: &Redundant, met: &mut Met) {
    let Some(givens) = puzzle.clues() else {
        assert!(found.givens.is_none() && found.minimal.is_none());
        return;
    };
    let count = |clues: &[Clue]| all(&puzzle.with_clues(clues).expect("fewer"), near).len();
    let without = |clues: &[Clue], i: usize| -> Vec<Clue> {
        clues.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, &c)| c).collect()
    };
    let (mut free, mut needed) = (Vec::new(), Vec::new());
    for (i, &given) in givens.iter().enumerate() {
        let list = if count(&without(&givens, i)) == 1 { &mut free } else { &mut needed };
        list.push(given);
    }
    assert_eq!((&found.redundant, &found.needed), (&free, &needed), "{puzzle:?}");
    met.redundant += free.len() as u32;
    met.needed += needed.len() as u32;
    let minimal = found.minimal.as_ref().expect("it was asked for");
    assert!(minimal.proved && set(&minimal.clues).is_subset(&set(&givens)));
    assert_eq!(Some(&minimal.puzzle), puzzle.with_clues(&minimal.clues).as_ref());
    assert_eq!(count(&minimal.clues), 1);
    for i in 0..minimal.clues.len() {
        assert_ne!(count(&without(&minimal.clues, i)), 1, "{puzzle:?}: {:?}", minimal.clues);
    }
}

fn contradiction(puzzle: &Puzzle, near: Option<&Near>, found: &Contradiction, met: &mut Met) {
    assert!(!found.open && found.minimal, "{puzzle:?}");
    let Some(givens) = puzzle.clues() else { return of_labels(puzzle, found, met) };
    let solve = |clues: &[Clue]| all(&puzzle.with_clues(clues).expect("no clash"), near);
    assert!(solve(&found.clues).is_empty());
    for skipped in &found.clues {
        let rest: Vec<Clue> = found.clues.iter().copied().filter(|c| c != skipped).collect();
        assert!(!solve(&rest).is_empty(), "{puzzle:?}: {:?}", found.clues);
    }
    met.core += u32::from(!found.clues.is_empty());
    let mut truth: Vec<(Change, bool)> = Vec::new();
    for &old in &givens {
        let rest: Vec<Clue> = givens.iter().copied().filter(|&c| c != old).collect();
        let others = solve(&rest);
        if others.is_empty() {
            continue;
        }
        truth.push((Change::Removed(old), others.len() == 1));
        let changed: Vec<Clue> = match old {
            Clue::Less([a, b]) => vec![Clue::Less([b, a])],
            Clue::Gap(_) => Vec::new(),
            Clue::Holds { cell, .. } => {
                let all = puzzle.candidates().into_iter();
                all.map(|content| Clue::Holds { cell, content }).filter(|&c| c != old).collect()
            }
        };
        for new in changed {
            let mut clues = rest.clone();
            clues.push(new);
            let n = solve(&clues).len();
            if n > 0 {
                truth.push((Change::Replaced { old, new }, n == 1));
            }
        }
    }
    let said: HashSet<(Change, bool)> =
        found.fixes.iter().map(|f| (f.change, f.unique.expect("no limit"))).collect();
    assert_eq!(said, truth.iter().copied().collect(), "{puzzle:?}");
    assert_eq!(said.len(), found.fixes.len());
    met.removed += u32::from(!truth.is_empty());
    met.replaced += truth.len() as u32;
}

fn of_labels(puzzle: &Puzzle, found: &Contradiction, met: &mut Met) {
    let Kind::Numberlink(link) = kind(puzzle) else { panic!("only its givens hang together") };
    let fits =
        |labels: &[u32]| !all(&puzzle.weakened(labels).expect("a weaker one"), None).is_empty();
    let labels: Vec<u32> = (0..link.ends.len() as u32).collect();
    assert_eq!(found.only_if_full, fits(&labels), "{puzzle:?}");
    if !found.only_if_full {
        assert!(!fits(&found.labels));
        for k in &found.labels {
            let rest: Vec<u32> = found.labels.iter().copied().filter(|l| l != k).collect();
            assert!(fits(&rest), "{puzzle:?}: {:?}", found.labels);
        }
        met.labels += 1;
    }
    let said: HashSet<(Change, bool)> =
        found.fixes.iter().map(|f| (f.change, f.unique.expect("no limit"))).collect();
    let mut truth = HashSet::new();
    for variant in puzzle.variants() {
        let n = all(&variant.puzzle, None).len();
        if n > 0 {
            truth.insert((variant.change, n == 1));
        }
    }
    met.moved += truth.len() as u32;
    assert_eq!(said, truth, "{puzzle:?}");
}

fn mend(puzzle: &Puzzle, near: Option<&Near>, seed: u64, met: &mut Met) {
    let solutions = all(puzzle, near).len();
    let options = Options { seed, ..Options::default() };
    let minimal = puzzle.clues().is_some() && solutions == 1;
    let found: Repair = repair(puzzle, minimal, &options).expect("it can be asked");
    assert_eq!(found.stopped, None);
    match (&found.findings, solutions) {
        (Findings::None(found), 0) => contradiction(puzzle, near, found, met),
        (Findings::Unique(found), 1) => redundant(puzzle, near, found, met),
        (Findings::Multiple(found), 2..) => {
            additions(puzzle, near, found, met);
            walls(puzzle, near, found, met);
            for change in &found.changes {
                let made = puzzle.variants().find(|v| v.change == *change);
                assert_eq!(all(&made.expect("one of them").puzzle, near).len(), 1);
                met.moved += 1;
            }
        }
        other => panic!("{other:?} of {puzzle:?}"),
    }
}

/// The number of boards of each kind; more in long runs.
fn boards() -> u64 {
    std::env::var("CLEW_REPAIR_BOARDS").ok().and_then(|n| n.parse().ok()).unwrap_or(120)
}

#[test]
fn squares_are_mended() {
    let mut met = Met::default();
    for seed in 0..2 * boards() {
        let square = random_square(&mut ChaCha8Rng::seed_from_u64(seed));
        mend(&Puzzle::from(square), None, seed, &mut met);
    }
    assert!(met.single > 50 && met.redundant > 5 && met.needed > 5, "{met:?}");
    assert!(met.together > 5 && met.core > 5 && met.replaced > 5, "{met:?}");
}

#[test]
fn lines_are_mended() {
    let mut met = Met::default();
    for seed in 0..boards() {
        let (line, near) = random_line(&mut ChaCha8Rng::seed_from_u64(seed), None);
        mend(&Puzzle::from(Hidato(line.clone())), Some(&near), seed, &mut met);
        mend(&Puzzle::from(Path(line)), Some(&near), seed, &mut met);
    }
    assert!(met.single > 50 && met.redundant > 5 && met.needed > 5, "{met:?}");
    assert!(met.together > 5 && met.core > 5 && met.removed > 3 && met.replaced > 3, "{met:?}");
    assert!(met.walls > 20, "{met:?}");
}

#[test]
fn links_are_mended() {
    let mut met = Met::default();
    for seed in 0..boards() {
        let link = random_links(&mut ChaCha8Rng::seed_from_u64(seed));
        mend(&Puzzle::from(link), None, seed, &mut met);
    }
    assert!(met.single > 3 && met.labels > 3 && met.moved > 10 && met.walls > 2, "{met:?}");
}

/// Boards with bridges: a clue leaves the solutions that have the label at that place, determined by the courses of
/// their paths alone.
#[test]
fn bridges_are_mended() {
    let (mut met, mut on_bridges) = (Met::default(), 0);
    for seed in 0..2 * boards() {
        let mut rng = ChaCha8Rng::seed_from_u64(1_000_000 + seed);
        let link = bridged_links(&mut rng);
        let puzzle = Puzzle::from(link.clone());
        mend(&puzzle, None, seed, &mut met);
        let solutions = all(&puzzle, None);
        if solutions.len() < 2 {
            continue;
        }
        let options = Options { seed, ..Options::default() };
        let Findings::Multiple(found) = repair(&puzzle, false, &options).expect("asked").findings
        else {
            panic!("{puzzle:?}")
        };
        for addition in &found.single {
            let Clue::Holds { cell, content: Content::Label(label) } = addition.clue else {
                panic!("{addition:?}")
            };
            let place = puzzle.place(cell);
            let goes_there = |answer: &&Answer| {
                let path = &link.paths(answer)[label as usize];
                path.iter().any(|&c| puzzle.place(c) == place)
            };
            assert_eq!(solutions.iter().filter(goes_there).count(), 1, "{place:?} of {puzzle:?}");
        }
        // Clues that would be wrong for one line of a bridge alone.
        let lines = link.board.bridges().iter().flatten();
        on_bridges += lines
            .flat_map(|&cell| (0..link.ends.len() as u32).map(move |k| (cell, k)))
            .filter(|&(cell, k)| {
                let clue = Clue::Holds { cell, content: Content::Label(k) };
                with(&puzzle, &solutions, &[clue]).len() == 1
            })
            .count();
    }
    assert!(met.single > 20 && met.walls > 5 && on_bridges > 5, "{met:?} {on_bridges}");
}

/// Cut short anywhere, the result states this, and its statements are true.
#[test]
fn what_is_cut_short_says_so() {
    let (mut stopped, mut met, mut unlisted) = (0, 0, 0);
    for seed in 0..40 {
        let puzzle = Puzzle::from(random_square(&mut ChaCha8Rng::seed_from_u64(seed)));
        let solutions = all(&puzzle, None);
        for nodes in [0, 5, 20, 60, 200] {
            let mut options = Options { seed, ..Options::default() };
            options.budget.nodes = Some(nodes);
            let minimal = seed % 4 == 0;
            let found = repair(&puzzle, minimal, &options).expect("it can be asked");
            assert!(found.stopped.is_none_or(|stop| stop == Stop::Nodes), "{:?}", found.stopped);
            stopped += u32::from(found.stopped.is_some());
            if let Findings::Multiple(found) = &found.findings {
                // A list of clues that may be incomplete is not listed as complete.
                assert!(found.listed || found.single.is_empty() && found.open == 0);
                assert!(found.listed || found.undetermined_targets.is_none());
                unlisted += u32::from(!found.listed);
                for addition in &found.single {
                    assert_eq!(with(&puzzle, &solutions, &[addition.clue]).len(), 1);
                    met += 1;
                }
                if let Some(together) = &found.together {
                    assert_eq!(with(&puzzle, &solutions, &together.clues).len(), 1);
                }
            }
            if found.check.verdict() == Verdict::Unknown {
                assert!(matches!(found.findings, Findings::Nothing));
                assert!(found.stopped.is_some());
            }
        }
    }
    println!("{stopped} stopped, {met} clues, {unlisted} without a list");
    assert!(stopped > 20 && met > 20, "{stopped} {met}");
}

//! Options around learning change no answer: scan order, probing at the root, and redundant propagators that are
//! switched off and on in the middle of the search. Against brute force and plain search.

use crate::support::enumerate::enumerate;
use crate::support::lines::{all_fillings, random_line};
use crate::support::links::{all_links, random_links};
use crate::support::squares::{all_squares, random_square};
use clew::families::numberlink;
use clew::families::{Hidato, Numberlink, Path};
use clew::kernel::{CallResult, Engine, Halt, Observer, Permutations, PropId, Store};
use clew::puzzle::family::{Judgement, Request, UniquenessOracle};
use clew::puzzle::{BuildOptions, Built, Puzzle};
use clew::run::{Budget, Exhausted, Stats};
use clew::search::{
    AdaptOptions, BranchSpec, Brancher, Count, DecideBy, LearnOptions, Learner, OnSolution,
    ProbeLimits, Turns, dfs, probe,
};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// A small puzzle of any family, and its number of fillings by brute force.
fn random_puzzle(seed: u64) -> (Puzzle, usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    match seed % 4 {
        family @ 0..2 => {
            let (line, near) = random_line(&mut rng, None);
            let count = all_fillings(&line, &*near).len();
            (if family == 0 { Puzzle::from(Hidato(line)) } else { Puzzle::from(Path(line)) }, count)
        }
        2 => {
            let links = random_links(&mut rng);
            let count = all_links(&links).len();
            (Puzzle::from(links), count)
        }
        _ => {
            let square = random_square(&mut rng);
            let count = all_squares(&square).len();
            (Puzzle::from(square), count)
        }
    }
}

fn default_network(puzzle: &Puzzle, learning: bool) -> Built {
    let name = puzzle.network(None).expect("there is a default").name;
    puzzle.build(name, &BuildOptions { learning, ..BuildOptions::default() }).expect("small")
}

/// Solutions of the model by plain search.
fn plain(built: &Built, mut engine: Engine, seen: &mut impl Observer) -> u64 {
    let mut sink = Count::default();
    if built.model.infeasible || engine.fixpoint(seen).is_err() {
        return 0;
    }
    let mut brancher = Brancher::new(&built.model.groups, BranchSpec::default(), engine.store());
    let (budget, mut stats) = (Budget::default(), Stats::default());
    let end = dfs(&mut engine, &mut brancher, &mut sink, &budget, &mut stats, seen);
    assert_eq!(end, Ok(Exhausted));
    sink.found
}

/// Solutions of the model by learning, with many restarts and little kept.
fn learning(built: &Built, turns: Option<Turns>, seen: &mut impl Observer) -> u64 {
    let mut sink = Count::default();
    let mut engine = built.model.engine.clone();
    let decide = turns.map_or(DecideBy::Activity, DecideBy::StaticOrders);
    let options = LearnOptions { decide, luby_unit: 2, first_reduce: 5, ..LearnOptions::default() };
    if built.model.infeasible {
        return 0;
    }
    match Learner::from_model(&mut engine, &built.model, options, seen) {
        Err(_) => return 0,
        Ok(mut learner) => {
            let (budget, mut stats) = (Budget::default(), Stats::default());
            let end = learner.run(&mut engine, &mut sink, &budget, &mut stats, seen);
            assert_eq!(end, Ok(Exhausted));
        }
    }
    sink.found
}

/// Switches redundant propagators off and on at random, also between two calls of one fixpoint.
struct Switcher {
    rng: ChaCha8Rng,
    redundant: Vec<PropId>,
    switched: u64,
}

impl Observer for Switcher {
    const CALLS: bool = true;

    fn ran(&mut self, engine: &mut Engine, _who: PropId, _from: usize, _result: &CallResult) {
        if !self.redundant.is_empty() && self.rng.random_bool(0.2) {
            let id = self.redundant[self.rng.random_range(0..self.redundant.len())];
            let on = self.rng.random_bool(0.6);
            self.switched += u64::from(engine.is_enabled(id) != on);
            engine.set_enabled(id, on);
        }
    }
}

#[test]
fn switching_redundant_propagators_changes_no_count() {
    let mut switched = 0;
    for seed in 0..600 {
        let (puzzle, expected) = random_puzzle(seed);
        for learns in [false, true] {
            let built = default_network(&puzzle, learns);
            let mut switcher = Switcher {
                rng: ChaCha8Rng::seed_from_u64(seed),
                redundant: built.model.redundant.clone(),
                switched: 0,
            };
            let found = if learns {
                learning(&built, None, &mut switcher)
            } else {
                plain(&built, built.model.engine.clone(), &mut switcher)
            };
            let fillings = found * u64::from(built.model.multiplicity);
            assert_eq!(fillings, expected as u64, "seed {seed}, learning {learns}: {puzzle:?}");
            switched += switcher.switched;
        }
    }
    assert!(switched > 5000, "hardly anything was switched: {switched}");
}

/// Solutions of the model by learning, and the kinds of propagator that were tried, if a window is one conflict.
fn adaptive(built: &Built, options: LearnOptions) -> (u64, u64) {
    let (budget, mut stats, mut sink) = (Budget::default(), Stats::default(), Count::default());
    let mut engine = built.model.engine.clone();
    if !built.model.infeasible
        && let Ok(mut learner) = Learner::from_model(&mut engine, &built.model, options, &mut ())
    {
        let end = learner.run(&mut engine, &mut sink, &budget, &mut stats, &mut ());
        assert_eq!(end, Ok(Exhausted));
        let tried = learner.activations().iter().filter(|told| told.conflicts[1] > 1).count();
        return (sink.found, tried as u64);
    }
    (0, 0)
}

#[test]
fn adaptive_activation_changes_no_count() {
    // Whatever costs anything is tried, window by window, and mostly switched off; or everything is kept.
    let restless = AdaptOptions { window: 1, costly: 0.0, dearer: 0.0, needed: 1.0 };
    let keeping = AdaptOptions { needed: 0.0, ..restless };
    let mut tried = 0;
    for seed in 0..1200 {
        let (puzzle, expected) = random_puzzle(seed);
        let mut built = default_network(&puzzle, true);
        let ways = [OnSolution::Forbid, OnSolution::TurnBack];
        let options = LearnOptions {
            luby_unit: 2,
            first_reduce: 5,
            on_solution: ways[seed as usize % 2],
            adaptive: Some(if seed % 3 == 0 { keeping } else { restless }),
            ..LearnOptions::default()
        };
        // By activity weighed against the permutations, and by activity alone, which meets more
        // conflicts on small squares and so switches more.
        for weighed in [true, false] {
            if !weighed {
                built.model.permutations = Permutations::default();
            }
            let (found, switched) = adaptive(&built, options.clone());
            let fillings = found * u64::from(built.model.multiplicity);
            assert_eq!(fillings, expected as u64, "seed {seed}, weighed {weighed}: {puzzle:?}");
            tried += switched;
        }
    }
    assert!(tried > 80, "hardly anything was tried: {tried}");
}

/// Whether all facts at the root hold in a solution.
fn holds(root: &Store, solution: &Store) -> bool {
    (0..root.words())
        .all(|w| root.known(w) & !solution.known(w) == 0 && solution.alive(w) & !root.alive(w) == 0)
}

#[test]
fn what_probing_fixes_holds_in_every_solution() {
    let (mut fixed, mut refuted) = (0, 0);
    for seed in 0..1200 {
        let (puzzle, expected) = random_puzzle(seed);
        let built = default_network(&puzzle, seed % 8 < 4);
        if built.model.infeasible {
            continue;
        }
        let mut root = built.model.engine.clone();
        if root.fixpoint(&mut ()).is_err() {
            continue;
        }
        let limits = ProbeLimits { work: 10_000, patience: 50 };
        let mut solutions = 0;
        match probe(&mut root, &built.model.groups, &built.model.redundant, limits, &mut ()) {
            Err(halt) => {
                assert_eq!(halt, Halt::Conflict);
                refuted += 1;
            }
            Ok(probed) => {
                fixed += probed.failed + probed.common;
                assert_eq!(root.level(), 0);
                enumerate(&built.model, |engine| {
                    assert!(holds(root.store(), engine.store()), "seed {seed}: {puzzle:?}");
                });
                solutions = plain(&built, root, &mut ());
            }
        }
        let fillings = solutions * u64::from(built.model.multiplicity);
        assert_eq!(fillings, expected as u64, "seed {seed}: {puzzle:?}");
    }
    assert!(fixed > 300 && refuted > 0, "hardly anything was found: {fixed}, {refuted}");
}

#[test]
fn scan_order_finds_what_plain_search_finds() {
    let mut most = 0;
    for seed in 0..60 {
        let side = 5 + (seed % 3) as u32;
        let request = Request::new(side, side, seed);
        // The first one will do.
        let made = (numberlink::FAMILY.generate)(
            &request,
            UniquenessOracle::patient(&|_| Judgement::Unique),
        );
        let made = made.expect("a board that can be").puzzle;
        let mut links = made.downcast::<Numberlink>().expect("a numberlink").clone();
        // Other ends than those of its solution: some boards get many solutions, some none.
        if seed % 2 == 1 && links.ends.len() > 1 {
            let (a, b) = (links.ends[0][1], links.ends[1][1]);
            (links.ends[0][1], links.ends[1][1]) = (b, a);
        }
        let built = default_network(&Puzzle::from(links), true);
        assert!(built.model.static_orders.len() > 1);
        let expected = plain(&built, built.model.engine.clone(), &mut ());
        let short = Turns { stretch: 2, ..Turns::default() };
        let always = Turns { alternates: false, first: 1, ..Turns::default() };
        for turns in [always, short, Turns { stretch: 9, ..short }] {
            assert_eq!(learning(&built, Some(turns), &mut ()), expected, "seed {seed}");
        }
        most = most.max(expected);
    }
    assert!(most >= 1);
}

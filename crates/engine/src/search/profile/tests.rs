//! Figures of small runs that were added up by hand.

use super::*;
use crate::kernel::{Atom, Bools, Reason, Status, Vars};
use crate::search::idle::Idle;

const SECOND: Duration = Duration::from_secs(1);

/// A row whose figures are all different, times a factor.
fn row(by: u64) -> Row {
    let [calls, effective, inferred, failures, asked, explained, premises, literals, clauses] =
        std::array::from_fn(|i| by * (i as u64 + 2));
    let (time, explaining) = (SECOND * by as u32, 20 * SECOND * by as u32);
    Row {
        calls,
        effective,
        inferred,
        failures,
        time,
        explaining,
        asked,
        explained,
        premises,
        literals,
        clauses,
    }
}

#[test]
fn rows_are_added_figure_by_figure() {
    let mut sum = row(3);
    sum.add(&row(4));
    assert_eq!(sum, row(7));
    assert_eq!(sum.whole(), 147 * SECOND);
}

/// Two propagators of one kind and a network of two named blocks: 70 Booleans and a variable of four values.
fn network() -> (Engine, Bools, Vars, [PropId; 2]) {
    let mut engine = Engine::new();
    let (bools, vars) = (engine.new_bools(70), engine.new_vars(1, 4));
    let ids = [vars; 2].map(|vars| engine.add(Idle { vars, runs: Default::default() }));
    engine.remember();
    engine.propagate_root(&mut ()).expect("nothing contradicts");
    (engine, bools, vars, ids)
}

/// Reports the search to the profiler under that number.
fn search(profile: &mut Profile, engine: &Engine, number: usize) {
    let blocks = [("switches", 0..2)];
    profile.network(&Searched { number, engine, blocks: &blocks, owner: &() });
}

/// Decisions are those for and against atoms of a block, the last one without a name.
#[test]
fn decisions_are_counted_by_block_and_side() {
    let (engine, bools, vars, _) = network();
    let mut profile = Profile::new();
    let outside = engine.store().atom(vars.at(0), 2);
    profile.branched(0, outside.pos());
    search(&mut profile, &engine, 3);
    for on in [bools.at(0).pos(), bools.at(65).pos(), bools.at(1).neg(), outside.neg()] {
        profile.branched(2, on);
    }
    assert_eq!(profile.networks.len(), 1);
    assert_eq!(profile.networks[0].decisions, [("switches", [2, 1]), ("", [0, 1])]);
    profile.branched(2, Atom::from_word(99, 1).neg());
    let last = profile.networks[0].decisions.last();
    assert_eq!(last, Some(&("", [0, 2])), "of atoms that came later nothing is known");
    search(&mut profile, &engine, 4);
    profile.branched(5, outside.pos());
    search(&mut profile, &engine, 3);
    profile.branched(5, bools.at(0).pos());
    assert_eq!(profile.networks.len(), 2, "the first one again");
    assert_eq!(profile.networks[0].decisions, [("switches", [3, 1]), ("", [0, 2])]);
    assert_eq!(profile.networks[1].decisions, [("switches", [0, 0]), ("", [1, 0])]);
    // Sections are of networks, in the order in which they were first searched.
    let of = |s: &Section| (s.network, s.nodes);
    assert_eq!(profile.sections.iter().map(of).collect::<Vec<_>>(), [(0, 1), (3, 6), (4, 1)]);
    assert_eq!(profile.network(&profile.sections[1]).map(|n| n.number), Some(3));
    assert_eq!(profile.network(&profile.sections[0]), None);
    assert_eq!((profile.quality.depth.heard, profile.quality.depth.sum), (8, 20));
}

/// A call is effective if it inferred something or failed; changes by others on the trail do not count.
#[test]
fn calls_are_counted_with_what_they_inferred() {
    let (mut engine, bools, vars, [one, other]) = network();
    let mut profile = Profile::new();
    let from = engine.store().trail().len();
    profile.ran(&mut engine, other, from, &Ok(Status::Fixpoint));
    profile.ran(&mut engine, other, from, &Err(Conflict));
    engine.assign(bools.at(3).pos(), Reason::GIVEN).expect("open");
    let gone = engine.store().atom(vars.at(0), 1).neg();
    engine.assign(gone, Reason::GIVEN).expect("open");
    profile.ran(&mut engine, one, from, &Ok(Status::Fixpoint));
    profile.asked(one);
    profile.asked(one);
    let rows = &profile.sections[0].rows;
    let [first, second] = [one, other].map(|id| rows[id.0 as usize]);
    assert_eq!((first.calls, first.effective, first.inferred, first.failures), (1, 0, 0, 0));
    assert_eq!((second.calls, second.effective, second.inferred, second.failures), (2, 1, 0, 1));
    assert_eq!((first.asked, second.asked), (2, 0));
    assert_eq!(profile.calls(), 3);
}

/// A learnt clause counts once for a propagator, regardless of the number of its explanations; and once for its
/// kind, regardless of the number of propagators.
#[test]
fn a_clause_rests_on_a_kind_once() {
    let (engine, _, _, [one, other]) = network();
    let mut profile = Profile::new();
    search(&mut profile, &engine, 0);
    profile.failed(4);
    profile.explained(one, 3);
    profile.explained(one, 4);
    profile.explained(other, 5);
    profile.failed(6);
    profile.explained(other, 1);
    let rows = &profile.sections[0].rows;
    let of = |row: &Row| (row.explained, row.premises, row.clauses);
    assert_eq!([of(&rows[0]), of(&rows[1])], [(2, 7, 1), (2, 6, 2)]);
    profile.sections[0].nodes = 9;
    let [(kind, instances, nodes, row)] = profile.kinds()[..] else { panic!("one kind") };
    assert_eq!((kind, instances, nodes), ("idle", 2, 9));
    assert_eq!(of(&row), (4, 13, 2), "two clauses, not three");
    assert_eq!(profile.sections[0].failures, 2);
    let failed_at = &profile.quality.failed_at;
    assert_eq!((failed_at.heard, failed_at.sum, failed_at.most), (2, 10, 6));
}

/// Kinds of several sections are added up, and those that took the most time come first.
#[test]
fn kinds_are_sorted_by_time() {
    let mut profile = Profile::new();
    for (number, kinds) in [(0, vec!["a", "b", "b"]), (1, vec!["c", "b"])] {
        let n = kinds.len();
        profile.networks.push(Network {
            number,
            took_part: vec![[0; 2]; n],
            first_of: (0..n as u32).collect(),
            kinds,
            decisions: Vec::new(),
            block_of: Vec::new(),
        });
        let at = profile.section_at("check", number);
        profile.sections[at].nodes = 10 + number as u64;
        for who in 0..n as u32 {
            *profile.sections[at].row(PropId(who)) = Row { clauses: 0, ..row(1) };
        }
    }
    profile.sections.push(Section::new("nowhere", 7));
    let told = profile.kinds();
    let of = |k: &(&'static str, u64, u64, Row)| (k.0, k.1, k.2, k.3.calls, k.3.time);
    let expected = [("b", 2, 21, 6, 3 * SECOND), ("a", 1, 10, 2, SECOND), ("c", 1, 11, 2, SECOND)];
    assert_eq!(told.iter().map(of).collect::<Vec<_>>(), expected);
    profile.sections[0].parts[Slot::Clauses as usize] = 3 * SECOND;
    profile.sections[1].parts[Slot::Clauses as usize] = 4 * SECOND;
    assert_eq!(profile.parts()[Slot::Clauses as usize], 7 * SECOND);
    assert_eq!(profile.parts()[Slot::Search as usize], Duration::ZERO);
}

/// Every literal of a learnt clause has an author: a decision, a clause, or the kernel.
#[test]
fn literals_of_clauses_are_told_apart() {
    let mut engine = Engine::new();
    let (bools, vars) = (engine.new_bools(8), engine.new_vars(1, 2));
    let lit = |i: u32| bools.at(i).pos();
    engine.add_clause(&[!lit(0), !lit(1), lit(2)]).expect("open");
    engine.add_clause(&[!lit(0), lit(3)]).expect("open");
    engine.remember();
    engine.propagate_root(&mut ()).expect("nothing contradicts");
    for l in [lit(0), lit(1), engine.store().atom(vars.at(0), 0).neg()] {
        engine.decide(l);
        engine.fixpoint(&mut ()).expect("nothing contradicts");
    }
    let mut profile = Profile::new();
    let clause = [!lit(1), !lit(2), !lit(3), engine.store().atom(vars.at(0), 1).neg()];
    profile.analysed(&engine, &Learnt { clause: &clause, glue: 3, from: 7, to: 2 });
    profile.analysed(&engine, &Learnt { clause: &clause[..2], glue: 2, from: 1, to: 2 });
    let q = &profile.quality;
    assert_eq!((q.of_decisions, q.of_clauses, q.of_kernel), (2, 3, 1));
    assert_eq!((q.length.sum, q.length.heard, q.glue.sum), (6, 2, 5));
    assert_eq!((q.jump.sum, q.jump.most), (5, 5));
    assert_eq!(profile.moment.clauses, [2, 6]);
}

#[test]
fn looks_at_clauses_restarts_and_solutions_are_counted() {
    let (engine, ..) = network();
    let mut profile = Profile::new();
    profile.reduced(10, 4, 3);
    profile.reduced(20, 5, 7);
    profile.restarted();
    profile.restarted();
    profile.used(0);
    profile.used(9);
    let q = &profile.quality;
    assert_eq!((q.looks, q.kept, q.used, q.forgotten), (2, 30, 9, 10));
    assert_eq!((q.restarts, q.uses, profile.moment.restarts), (2, 2, 2));
    assert_eq!(profile.first_solution, None);
    profile.solution(&engine);
    let first = profile.first_solution;
    assert!(first.is_some());
    profile.solution(&engine);
    assert_eq!(profile.first_solution, first, "the first one");
}

/// Moments are recorded at every failure, then at every second one, and so on, so that there are never many;
/// the remaining ones are evenly spaced.
#[test]
fn moments_stay_few_and_even() {
    let mut profile = Profile::new();
    for failures in 1..=5_000u64 {
        profile.branched(1, Atom::from_word(0, 0).pos());
        profile.failed(1);
        assert!(profile.timeline.len() < MOMENTS);
        let last = profile.timeline.last().expect("the first failure is noted");
        assert!(last.failures <= failures && last.failures + profile.every > failures);
        assert_eq!((last.nodes, last.sections), (last.failures, 1));
    }
    // 600, then 300 and 300, and so on: four times.
    assert_eq!(profile.every, 16);
    let failures: Vec<u64> = profile.timeline.iter().map(|m| m.failures).collect();
    assert!(failures.iter().zip(1..).all(|(&f, i)| f == 16 * i), "{failures:?}");
    assert_eq!(failures.len(), 5_000 / 16);
    assert!(profile.timeline.is_sorted_by(|a, b| a.at <= b.at));
    assert!(profile.timeline[0].at > Duration::ZERO);
}

/// Parts are forwarded while something is timed, as the clock of the profile requests.
#[test]
fn the_profile_hears_what_its_clock_hears() {
    let (mut engine, ..) = network();
    let mut profile = Profile::new();
    assert!(!profile.samples());
    profile.stage("check");
    profile.fixpoint(&mut engine, 0);
    assert!(profile.samples(), "the first unit is timed");
    profile.enters(Part::Choosing);
    profile.leaves();
    profile.staged();
    assert!(!profile.samples());
    assert_eq!(profile.clock().units(), [1, 1]);
    profile.finish();
    let [section] = &profile.sections[..] else { panic!("one stage was searched") };
    assert_eq!((section.stage, section.network), ("check", 0));
    assert!(section.searched > Duration::ZERO);
    let sum: Duration = profile.parts().iter().sum();
    assert!(sum <= section.searched && sum + Duration::from_nanos(20) > section.searched);
}

#[test]
fn means_are_of_what_was_heard() {
    let mut histogram = Histogram::default();
    assert_eq!(histogram.mean(), 0.0);
    [1, 2, 6].iter().for_each(|&value| histogram.hear(value));
    assert_eq!(histogram.mean(), 3.0);
    assert_eq!(histogram.counts, [0, 1, 1, 0, 1]);
}

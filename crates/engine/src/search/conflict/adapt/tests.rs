use super::*;
use crate::kernel::Lit;
use crate::search::idle::Idle;

/// Checks a kind `looks` times that takes part in `took_part` of 100 conflicts and does `steps` of
/// 100 parts of the work.
fn after(looks: u32, took_part: u64, steps: u64) -> Kind {
    let mut kind = Kind::new("flow");
    let (mut conflicts, mut work) = (0.0, 0.0);
    for _ in 0..looks {
        (conflicts, work) = (conflicts / 2.0 + 100.0, work / 2.0 + 100.0);
        kind.recent = [took_part, steps];
        kind.look(&AdaptOptions::default(), conflicts, work);
    }
    kind
}

#[test]
fn what_does_not_pay_runs_more_and_more_rarely() {
    for (looks, pace) in [(1, Pace::Every(2)), (3, Pace::Every(8)), (6, Pace::Every(64))] {
        let kind = after(looks, 5, 60);
        assert_eq!(kind.told.pace, pace);
        assert_eq!(kind.told.lowered, u64::from(looks));
    }
    let kind = after(7, 5, 60);
    assert_eq!((kind.told.pace, kind.rest), (Pace::Root, REST));
    // A kind that runs at the root only is not judged.
    assert_eq!(after(50, 5, 60).told.lowered, 7);
}

#[test]
fn what_pays_runs_always() {
    assert_eq!(after(20, 30, 20).told.pace, Pace::Every(1));
    // Between poor and good nothing changes.
    assert_eq!(after(20, 30, 40).told.pace, Pace::Every(1));
    let mut kind = after(4, 5, 60);
    kind.recent = [90, 10];
    kind.look(&AdaptOptions::default(), 200.0, 200.0);
    assert_eq!((kind.told.pace, kind.told.raised), (Pace::Every(8), 1));
}

#[test]
fn what_rests_comes_back_ever_later() {
    let mut adapt = Adapt {
        options: AdaptOptions::default(),
        kinds: vec![after(7, 0, 60)],
        of: Vec::new(),
        turn: 0,
        until_look: 1,
        conflicts: 0.0,
        work: 0.0,
        recent: [0; 2],
        total: [0; 2],
        judged_calls: 0,
    };
    for rest in [REST, 2 * REST, 4 * REST] {
        for _ in 0..rest {
            assert_eq!(adapt.kinds[0].told.pace, Pace::Root);
            adapt.restarted();
        }
        assert_eq!(adapt.kinds[0].told.pace, Pace::Every(RAREST));
        adapt.kinds[0].lower();
    }
}

#[test]
fn long_reasons_keep_a_kind_to_low_levels() {
    let options = AdaptOptions::default();
    let worth = 0.8;
    let long = |mine: u32, glue: u32, others: u32| {
        let mut kind = Kind::new("flow");
        for i in 0..60 {
            kind.length.hear(mine + i % 3);
            kind.glue.hear(glue + i % 3);
            kind.other.hear(others + i % 3);
        }
        kind.guard(&options, worth);
        kind
    };
    let kind = long(100, 30, 40);
    assert!(kind.told.low_only && kind.told.lowered == 1);
    assert!(kind.is_wanted(10, 1, options.low) && !kind.is_wanted(11, 1, options.low));
    // With short clauses, low glue, or other clauses as long, it may run anywhere.
    for (mine, glue, others) in [(40, 30, 10), (100, 10, 40), (100, 30, 90)] {
        assert!(!long(mine, glue, others).told.low_only);
    }
    let mut kind = long(100, 30, 40);
    kind.guard(&options, 2.0);
    assert!(!kind.told.low_only && kind.told.raised == 1);
    kind.guard(&options, 2.0);
    assert!(!kind.told.low_only, "it is worth its long clauses");
    let mut kind = long(100, 30, 40);
    (0..200).for_each(|_| kind.length.hear(20));
    kind.guard(&options, worth);
    assert!(!kind.told.low_only && kind.told.raised == 1);
}

#[test]
fn the_median_is_followed() {
    let mut median = Median::default();
    // 3, 10, 17, ... mod 101: evenly spread over 0 to 100.
    (0..2000u32).for_each(|i| median.hear((i * 7 + 3) % 101));
    assert!((35.0..65.0).contains(&median.estimate), "{}", median.estimate);
    (0..500).for_each(|_| median.hear(200));
    assert!((195.0..=200.0).contains(&median.estimate), "{}", median.estimate);
}

#[test]
fn what_costs_little_is_left_alone() {
    assert_eq!(after(20, 0, 19).told.pace, Pace::Every(1));
    assert_eq!(after(20, 0, 21).told.pace, Pace::Root);
}

/// An engine over variables of two words' values, with two costly idle propagators of one kind, and one that
/// is not judged.
fn idlers() -> (Engine, Lit, Adapt) {
    let mut engine = Engine::new();
    let (x, y) = (engine.new_vars(1, 3), engine.new_vars(2, 4));
    let ids = [x, y, x].map(|vars| engine.add(Idle { vars, runs: Default::default() }));
    let adapt = Adapt::new(&mut engine, &ids[..2], AdaptOptions::default());
    let first = engine.store().atom(x.at(0), 0).neg();
    (engine, first, adapt.expect("idle propagators cost as much as a flow"))
}

/// The work of a kind, and of all together, is counted in steps at the documented costs; checks of the yields
/// neither lose nor duplicate any of it.
#[test]
fn work_is_the_sum_of_its_prices() {
    let (mut engine, first, mut adapt) = idlers();
    // One value of the first variable is a literal and its negation in the scope.
    let cost = |adapt: &Adapt| [0, 1].map(|id| adapt.of[id].expect("it is judged").1);
    let scopes = [0, 1].map(|id| {
        let scope = engine.scope(PropId(id));
        scope.iter().map(|&(_, mask)| u64::from(mask.count_ones())).sum::<u64>()
    });
    assert!(scopes[0] > 0 && scopes[1] > scopes[0]);
    assert_eq!(cost(&adapt), scopes.map(|scope| SCOPE * scope));
    assert_eq!(adapt.of[2], None, "nobody judges it");
    adapt.fixpoint(&mut engine, &mut ()).expect("nothing contradicts");
    let runs = |adapt: &Adapt| adapt.activations()[0].runs;
    let work = |adapt: &Adapt| adapt.activations()[0].work;
    assert_eq!(runs(&adapt), 2);
    let mine = cost(&adapt).iter().sum::<u64>();
    assert_eq!(work(&adapt), [mine, mine + CALL], "the third one is a call like any other");
    engine.decide(first);
    let entries = engine.store().trail().len();
    adapt.fixpoint(&mut engine, &mut ()).expect("nothing contradicts");
    assert_eq!(engine.store().trail().len(), entries, "they say nothing");
    // Only the two about the first variable run again.
    let mine = mine + cost(&adapt)[0];
    assert_eq!((runs(&adapt), work(&adapt)), (3, [mine, mine + 2 * CALL]));
    let window = AdaptOptions::default().window;
    for conflict in 1..=2 * window + 1 {
        adapt.learnt(&[], 7, 3);
        let told = &adapt.activations()[0];
        assert_eq!(told.conflicts, [0, conflict]);
        let conflicts = conflict * (CONFLICT + 7 * LITERAL);
        assert_eq!(told.work, [mine, mine + 2 * CALL + conflicts]);
    }
}

/// A clause is attributed to the kinds that gave reasons, once per conflict, and to none of the other
/// kinds.
#[test]
fn conflicts_are_those_of_who_explained() {
    let (_, _, mut adapt) = idlers();
    let (one, other, nobody) = (PropId(0), PropId(1), PropId(2));
    adapt.learnt(&[(one, 4), (other, 4), (nobody, 90)], 12, 5);
    adapt.learnt(&[(nobody, 90)], 30, 9);
    let told = &adapt.activations()[0];
    assert_eq!(told.conflicts, [1, 2]);
    assert_eq!((told.reason, told.length, told.glue), (4.0, 12.0, 5.0));
    assert_eq!((adapt.kinds[0].other.estimate, adapt.kinds[0].other.counted), (30.0, 1));
    assert_eq!(adapt.kinds[0].recent[0], 1);
}

/// A kind that takes part in no conflict is judged after each window, and runs at fewer and fewer
/// fixpoints.
#[test]
fn who_never_pays_is_switched_off() {
    let (mut engine, _, mut adapt) = idlers();
    let window = AdaptOptions::default().window;
    for look in 1..=7 {
        adapt.kinds[0].recent[1] += 1_000_000_000;
        adapt.recent[1] += 1_000_000_000;
        (1..window).for_each(|_| adapt.learnt(&[], 5, 3));
        assert_eq!(adapt.activations()[0].lowered, look - 1, "the window is not over");
        adapt.learnt(&[], 5, 3);
        assert_eq!(adapt.activations()[0].lowered, look);
    }
    assert_eq!(adapt.activations()[0].pace, Pace::Root);
    let enabled = |engine: &Engine| [0, 1, 2].map(|id| engine.is_enabled(PropId(id)));
    adapt.fixpoint(&mut engine, &mut ()).expect("nothing contradicts");
    assert_eq!(enabled(&engine), [true; 3], "at the root all run");
    let second = engine.store().atom(engine.store().vars().at(1), 0).pos();
    engine.decide(second);
    adapt.fixpoint(&mut engine, &mut ()).expect("nothing contradicts");
    assert_eq!(enabled(&engine), [false, false, true]);
}

#[test]
fn every_so_many_fixpoints_and_low_levels() {
    let mut kind = Kind::new("flow");
    kind.told.pace = Pace::Every(4);
    let wanted =
        |kind: &Kind, level| (1..=8).map(|t| kind.is_wanted(level, t, 10)).collect::<Vec<_>>();
    let fourth = [false, false, false, true, false, false, false, true];
    assert_eq!(wanted(&kind, 11), fourth);
    assert_eq!(wanted(&kind, 0), [true; 8]);
    kind.told.low_only = true;
    assert_eq!(wanted(&kind, 10), fourth);
    assert_eq!(wanted(&kind, 11), [false; 8]);
}

/// A check of a kind of propagator that did no work, or that runs at the root only, changes nothing, regardless
/// of its yield.
#[test]
fn without_work_or_at_the_root_nothing_is_judged() {
    for (looks, steps, pace) in [(1, 0, Pace::Every(2)), (7, 10, Pace::Root)] {
        let mut kind = after(looks, 5, 60);
        kind.recent = [90, steps];
        kind.look(&AdaptOptions::default(), 200.0, 200.0);
        assert_eq!((kind.told.pace, kind.told.raised), (pace, 0));
    }
}

/// A kind that was kept from deep levels may run there again once its clauses are well below the bounds, or
/// its yield is at least twice the good one.
#[test]
fn low_levels_are_left_well_below_the_bounds_only() {
    let options = AdaptOptions { good: 0.5, ..AdaptOptions::default() };
    for (length, glue, worth, low_only) in [
        (50.0, 30.0, 0.4, true),
        (40.0, 30.0, 0.4, true),
        (39.0, 30.0, 0.4, false),
        (100.0, 15.0, 0.4, true),
        (100.0, 13.0, 0.4, false),
        (100.0, 30.0, 0.9, true),
        (100.0, 30.0, 1.0, false),
    ] {
        let mut kind = Kind::new("flow");
        kind.told.low_only = true;
        (kind.length.estimate, kind.glue.estimate) = (length, glue);
        kind.guard(&options, worth);
        assert_eq!(kind.told.low_only, low_only, "{length} {glue} {worth}");
    }
}

/// Rare outliers move an estimate little, and it follows the majority of values.
#[test]
fn a_median_is_followed() {
    let mut median = Median::default();
    (0..1_000).for_each(|i| median.hear(if i % 10 == 9 { 1_000 } else { 10 }));
    assert!((9.0..20.0).contains(&median.estimate), "{}", median.estimate);
    (0..1_000).for_each(|_| median.hear(70));
    assert_eq!(median.estimate, 70.0);
}

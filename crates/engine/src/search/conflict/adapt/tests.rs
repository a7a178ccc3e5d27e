use super::*;
use crate::kernel::Lit;
use crate::search::idle::Idle;

const WINDOW: u64 = 50;
const REST_CONFLICTS: u64 = REST * WINDOW;

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
    for conflict in 1..=2 * WINDOW + 1 {
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
    assert_eq!(adapt.kinds[0].recent[0], 1);
}

/// Conflicts that cost `rest` steps each without the first kind and `with` times as much with it, which takes part in every
/// `part`-th of them where it is on. Returns where it was on, a mark a conflict.
fn conflicts(adapt: &mut Adapt, number: u64, rest: u64, with: f64, part: u64) -> Vec<bool> {
    let price = CONFLICT + 5 * LITERAL;
    (0..number)
        .map(|i| {
            let runs = adapt.kinds[0].runs();
            let on = adapt.trial.as_ref().map_or(runs, |trial| trial.is_on(runs));
            adapt.kinds[0].on = on;
            adapt.recent[1] += rest - price;
            if on {
                let more = (rest as f64 * (with - 1.0)) as u64;
                adapt.recent[1] += more;
                adapt.kinds[0].recent[1] += more;
            }
            let explained: &[(PropId, u32)] =
                if on && i % part == 0 { &[(PropId(0), 4)] } else { &[] };
            adapt.learnt(explained, 5, 3);
            on
        })
        .collect()
}

fn runs(adapt: &Adapt) -> bool {
    adapt.activations()[0].pace == Pace::Always
}

/// On, off, off, on; then off for good, as failures cost twice as much with it.
#[test]
fn what_makes_failures_dearer_is_switched_off() {
    let (mut engine, _, mut adapt) = idlers();
    let on = conflicts(&mut adapt, 5 * WINDOW, 100_000, 2.0, 5);
    let windows: Vec<bool> = on.iter().copied().step_by(WINDOW as usize).collect();
    assert_eq!(windows, [true, false, false, true, false]);
    let told = &adapt.activations()[0];
    assert_eq!((told.pace, told.lowered, told.raised), (Pace::Root, 1, 0));
    let enabled = |engine: &Engine| [0, 1, 2].map(|id| engine.is_enabled(PropId(id)));
    adapt.fixpoint(&mut engine, &mut ()).expect("nothing contradicts");
    assert_eq!(enabled(&engine), [true; 3], "at the root all run");
    let second = engine.store().atom(engine.store().vars().at(1), 0).pos();
    engine.decide(second);
    adapt.fixpoint(&mut engine, &mut ()).expect("nothing contradicts");
    assert_eq!(enabled(&engine), [false, false, true]);
}

#[test]
fn what_costs_little_or_is_part_of_most_failures_stays() {
    for (with, part, stays) in [(1.3, 5, true), (2.0, 2, true), (2.0, 3, false)] {
        let (_, _, mut adapt) = idlers();
        let on = conflicts(&mut adapt, 5 * WINDOW, 100_000, with, part);
        assert!(on.contains(&false), "it was tried");
        assert_eq!(runs(&adapt), stays, "{with} times as dear, part of every {part}th failure");
    }
    let (_, _, mut adapt) = idlers();
    let on = conflicts(&mut adapt, 5 * WINDOW, 100_000, 1.09, 50);
    assert!(!on.contains(&false), "it is not worth a trial");
}

/// Without it failures are many and cheap, but most branches end in solutions, and these cost the same.
#[test]
fn solutions_share_in_the_work() {
    for (solutions, stays) in [(0, false), (1_000, true)] {
        let (_, _, mut adapt) = idlers();
        for window in 0..4 {
            conflicts(&mut adapt, WINDOW - 1, 100_000, 2.0, 5);
            // A branch with a solution costs a tenth of a failure with it.
            (0..solutions).for_each(|_| adapt.solved());
            adapt.recent[1] += solutions * 20_000;
            conflicts(&mut adapt, 1, 100_000, 2.0, 5);
            assert_eq!(adapt.solutions, 0, "window {window} is over");
        }
        assert_eq!(runs(&adapt), stays);
    }
}

/// Both halves of a trial have to agree before anything changes.
#[test]
fn halves_that_differ_change_nothing() {
    let options = AdaptOptions::default();
    let trial =
        |prices| Trial { kind: 0, windows: WINDOWS, prices, cheapest: 1, conflicts: [10, 100] };
    for (prices, on_stays, off_returns) in [
        ([9.0, 3.0, 3.0, 9.0], false, true),
        ([9.0, 3.0, 3.0, 4.0], true, true),
        ([3.0, 9.0, 4.0, 3.0], true, false),
        ([3.0, 4.0, 4.0, 3.0], true, true),
        ([3.0, 9.0, 9.0, 3.0], true, false),
    ] {
        assert_eq!(trial(prices).pays(true, &options), on_stays, "{prices:?}");
        assert_eq!(trial(prices).pays(false, &options), off_returns, "{prices:?}");
    }
}

/// A kind that was switched off is tried again, at growing distances, and stays on if it is no longer dear.
#[test]
fn what_rests_comes_back() {
    let (_, _, mut adapt) = idlers();
    conflicts(&mut adapt, 4 * WINDOW, 100_000, 2.0, 5);
    let on = |adapt: &mut Adapt, n, with| {
        conflicts(adapt, n, 100_000, with, 5).iter().filter(|&&on| on).count() as u64
    };
    for distance in [1, 2, 4] {
        assert_eq!(on(&mut adapt, distance * REST_CONFLICTS, 2.0), 0);
        assert_eq!(on(&mut adapt, 3 * WINDOW, 2.0), 2 * WINDOW);
        assert!(!runs(&adapt));
    }
    conflicts(&mut adapt, 8 * REST_CONFLICTS + 3 * WINDOW, 100_000, 1.1, 5);
    assert!(runs(&adapt));
    assert_eq!(adapt.activations()[0].raised, 1);
}

/// A kind with most of the work and no part in conflicts is not left on for a whole window, nor one that makes a window of
/// a trial far dearer.
#[test]
fn what_is_idle_is_switched_off_at_once() {
    let (_, _, mut adapt) = idlers();
    let on = conflicts(&mut adapt, WINDOW, 100_000, 5.0, 1_000);
    assert!(!runs(&adapt));
    // The first conflict is its own; after 20 it has four fifths of the work.
    assert_eq!(on.iter().filter(|&&on| on).count(), 21);
    let (_, _, mut adapt) = idlers();
    conflicts(&mut adapt, 4 * WINDOW, 100_000, 2.0, 5);
    conflicts(&mut adapt, REST_CONFLICTS, 100_000, 2.0, 5);
    let on = conflicts(&mut adapt, WINDOW, 100_000, 20.0, 5);
    let window = on.iter().take_while(|&&on| on).count() as u64;
    assert!(window < WINDOW, "{window} conflicts");
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

/// Rare outliers move an estimate little, and it follows the majority of values.
#[test]
fn a_median_is_followed() {
    let mut median = Median::default();
    (0..1_000).for_each(|i| median.hear(if i % 10 == 9 { 1_000 } else { 10 }));
    assert!((9.0..20.0).contains(&median.estimate), "{}", median.estimate);
    (0..1_000).for_each(|_| median.hear(70));
    assert_eq!(median.estimate, 70.0);
}

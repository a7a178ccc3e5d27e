use super::*;

/// Looks `looks` times at a kind that takes part in so many of 100 conflicts for so many of 100 parts
/// of the work.
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
    // At the root only there is nothing to judge.
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
    // Short clauses, low glue, or others as long: it may run anywhere.
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

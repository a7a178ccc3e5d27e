use super::*;

#[cfg(unix)]
#[test]
fn what_the_thread_did_not_run_for_is_taken_out() {
    // Moves the start of the timing `hours` hours back, as if the thread had waited since.
    let wait = |timer: &mut Timer, hours: u64| {
        let before = Instant::now().checked_sub(Duration::from_secs(3600 * hours));
        (timer.last, timer.from.0) = (before.unwrap(), before.unwrap());
    };
    let hours = |timer: &Timer| (timer.spent[0] / 3.6e12).round();
    let mut timer = Timer::new();
    timer.start(1.0);
    wait(&mut timer, 1);
    timer.charge();
    assert_eq!(hours(&timer), 1.0);
    timer.start(1.0);
    wait(&mut timer, 2);
    timer.stop();
    assert_eq!(hours(&timer), 1.0);
    // The time of a finished part does not count for the part around it.
    timer.start(1.0);
    timer.enter(Part::Choosing);
    wait(&mut timer, 3);
    timer.leave();
    assert_eq!((timer.spent[Slot::Choosing as usize] / 3.6e12).round(), 3.0);
}

#[test]
fn after_a_rare_part_the_unit_is_timed_on() {
    let mut timer = Timer::new();
    timer.start(2.0);
    timer.enter(Part::Restarting);
    assert_eq!(timer.weight, 1.0);
    timer.leave();
    assert_eq!((timer.weight, timer.stack.len()), (2.0, 0));
    timer.stage.searched_from = Some(Duration::ZERO);
    assert!(timer.stage_over(|_, _| ()) > 1.0, "nanoseconds that the thread has run");
}

/// A hundred units of a millisecond each, ten of them timed by five readings each: the gap grows until the readings
/// take their share of the time.
#[test]
fn readings_that_cost_much_become_rare() {
    let mut timer = Timer::new();
    timer.last = timer.origin + Duration::from_millis(100);
    (timer.units, timer.reads) = ([10, 100], [50, 0]);
    for (cost, gap) in [(0.0, 1), (600.0, 1), (6_000.0, 10), (1e9, RAREST)] {
        timer.cost = [cost, 0.0];
        timer.pace();
        assert_eq!(timer.gap, gap, "readings of {cost} ns");
    }
}

#[test]
fn the_first_units_of_a_stage_are_all_timed_in_a_first_run() {
    let mut timer = Timer::new();
    (timer.gap, timer.skip) = (RAREST, RAREST);
    for stage in 1..=2 {
        for _ in 0..FIRST {
            timer.unit();
            timer.skip = RAREST;
        }
        assert_eq!(timer.units(), [stage * FIRST; 2]);
        timer.stage_over(|_, _| ());
    }
    let mut again = timer.again();
    again.skip = 2;
    (0..3).for_each(|_| again.unit());
    assert_eq!(again.units(), [1, 3]);
}

/// Gaps are drawn uniformly between zero and twice the mean, by the documented generator.
#[test]
fn gaps_have_the_mean_that_is_wanted() {
    let mut timer = Timer::new();
    timer.random = 1;
    timer.gap = RAREST;
    assert_eq!(timer.draw(), 1_082_269_761 % (2 * RAREST - 1));
    let mut numbers = vec![timer.random];
    for _ in 0..2 {
        timer.draw();
        numbers.push(timer.random);
    }
    let known = [1_082_269_761, 1_152_992_998_833_853_505, 11_177_516_664_432_764_457];
    assert_eq!(numbers, known, "what follows after 1");
    timer.gap = 4;
    let mut counts = [0u32; 7];
    (0..7_000).for_each(|_| counts[timer.draw() as usize] += 1);
    assert!(counts.iter().all(|c| (850..1_150).contains(c)), "{counts:?}");
    timer.gap = 1;
    assert_eq!(timer.draw(), 0, "every unit is timed");
}

/// Each reading of a clock is counted at its measured cost.
#[test]
fn readings_are_counted() {
    let mut timer = Timer::new();
    timer.start(1.0);
    assert_eq!(timer.reads, [1, 1]);
    timer.enter(Part::Choosing);
    timer.leave();
    assert_eq!(timer.reads, [3, 1]);
    timer.stop();
    assert_eq!(timer.reads, [4, 2]);
    timer.enter(Part::Choosing);
    timer.leave();
    assert_eq!(timer.reads, [4, 2], "what is not timed costs nothing");
    // A part that is always timed ends the unit, the first one begins search, and its end begins the unit anew.
    timer.start(2.0);
    assert_eq!(timer.reads, [5, 3]);
    timer.enter(Part::Restarting);
    assert_eq!(timer.reads, [7, 6]);
    timer.leave();
    assert_eq!((timer.reads, timer.weight), ([10, 8], 2.0));
    (timer.cost, timer.reads) = ([10.0, 100.0], [4, 2]);
    assert_eq!(timer.overhead(), Duration::from_nanos(240));
    let again = timer.again();
    assert_eq!((again.reads, again.units, again.cost), ([0; 2], [0; 2], timer.cost));
}

/// One in k units is timed and counts k times; the cost of readings is subtracted from the times.
#[test]
fn units_that_are_timed_count_for_the_others() {
    let mut timer = Timer::new();
    (timer.first, timer.gap, timer.skip) = (0, 5, 2);
    timer.unit();
    timer.unit();
    assert!(!timer.is_on());
    timer.unit();
    assert!(timer.is_on());
    assert_eq!((timer.units(), timer.weight), ([1, 3], 5.0));
    timer.enter(Part::Analysing);
    timer.last = Instant::now();
    timer.cost = [1e18, 0.0];
    timer.leave();
    assert_eq!(timer.spent[Slot::Analysing as usize], 0.0, "less than a reading costs");
}

#[test]
fn every_part_has_a_place_of_its_own() {
    let parts = [
        (Part::Fixpoint, Place::Slot(Slot::Waking)),
        (Part::Clauses, Place::Slot(Slot::Clauses)),
        (Part::Analysing, Place::Slot(Slot::Analysing)),
        (Part::Minimising, Place::Slot(Slot::Minimising)),
        (Part::Choosing, Place::Slot(Slot::Choosing)),
        (Part::Backtracking, Place::Slot(Slot::Backtracking)),
        (Part::Preparing, Place::Slot(Slot::Preparing)),
        (Part::Restarting, Place::Slot(Slot::Restarting)),
        (Part::Reducing, Place::Slot(Slot::Reducing)),
        (Part::Rebuilding, Place::Slot(Slot::Rebuilding)),
    ];
    for (part, expected) in parts {
        assert_eq!(Place::from_number(place(part)), expected);
    }
    for who in [PropId(0), PropId(1), PropId(6)] {
        assert_eq!(Place::from_number(place(Part::Propagating(who))), Place::Propagating(who));
        assert_eq!(Place::from_number(place(Part::Explaining(who))), Place::Explaining(who));
    }
    assert!(Slot::ALL.iter().enumerate().all(|(i, &slot)| slot as usize == i));
}

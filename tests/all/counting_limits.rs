//! Counting ends soon after its limits, on every board: in the choice of a dynamic program, in samples of its layers,
//! in counts, bounds, draws and marginals; and reports the results so far.
//!
//! Measured is the processor time of the calling thread, which other tests on the machine do not disturb; the
//! tolerance is for slow machines.

use clew::dp::EstimateScope;
use clew::families::{Cover, Futoshiki, Hidato, Line, Numberlink, Path, Touch, parse_native};
use clew::puzzle::{Board, Neighbourhood, Puzzle};
use clew::run::{Budget, Stop};
use clew::strategy::{Options, Outcome, candidates, count_or_estimate, dp::Dp, sample};
use num_bigint::BigUint;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The limit of the questions here, and the tolerance for ending after it.
const LIMIT: Duration = Duration::from_millis(40);
const TOLERANCE: Duration = Duration::from_millis(400);

/// The processor time of this thread; the wall time if the system does not provide it.
fn used(start: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// Runs `work` and measures its processor time.
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let before = used(start);
    let result = work();
    (result, used(start).saturating_sub(before))
}

/// Runs something within a time limit that is doubled until the result suffices: limits are on the clock, and the work
/// done by then depends on the other load of the processor.
fn until_enough<T>(first: Duration, run: impl Fn(Duration) -> T, enough: impl Fn(&T) -> bool) -> T {
    const LONGEST: Duration = Duration::from_secs(64);
    let mut time = first;
    loop {
        let result = run(time);
        if enough(&result) || time >= LONGEST {
            return result;
        }
        time *= 2;
    }
}

fn full(rows: u32, cols: u32, moves: Neighbourhood) -> Board {
    Board::grid(rows, cols, moves, &vec![true; (rows * cols) as usize])
}

fn path(rows: u32, cols: u32, moves: Neighbourhood) -> Puzzle {
    let board = full(rows, cols, moves);
    Puzzle::from(Path(Line { given: vec![None; board.len()], board }))
}

/// A board whose rows run to and fro, with every `step`-th number given.
fn hidato(rows: u32, cols: u32, step: u32) -> Puzzle {
    let number = |c: u32| {
        if (c / cols).is_multiple_of(2) { c + 1 } else { c / cols * cols + cols - c % cols }
    };
    let given = (0..rows * cols).map(|c| Some(number(c)).filter(|k| k % step == 1)).collect();
    Puzzle::from(Hidato(Line { given, board: full(rows, cols, Neighbourhood::Rook) }))
}

/// Ends of labels far apart, one pair every other column.
fn links(rows: u32, cols: u32, cover: Cover, touch: Touch) -> Puzzle {
    let ends: Vec<[u32; 2]> =
        (0..cols.min(60) / 2).map(|k| [2 * k, (rows - 1) * cols + 2 * k]).collect();
    let labels = (0..ends.len()).map(|k| k.to_string()).collect();
    let board = full(rows, cols, Neighbourhood::Rook);
    Puzzle::from(Numberlink { board, labels, ends, cover, touch })
}

fn square(n: u32, less: Vec<[u32; 2]>) -> Puzzle {
    Puzzle::from(Futoshiki { n, given: vec![None; (n * n) as usize], less, gaps: Vec::new() })
}

fn boards() -> Vec<(&'static str, Puzzle)> {
    vec![
        ("path 12x12", path(12, 12, Neighbourhood::Rook)),
        ("path 256x256", path(256, 256, Neighbourhood::Rook)),
        ("path 6x10922", path(6, 10_922, Neighbourhood::Rook)),
        ("king path 4x16384", path(4, 16_384, Neighbourhood::King)),
        ("king path 256x256", path(256, 256, Neighbourhood::King)),
        ("hidato 256x256", hidato(256, 256, 50)),
        ("hidato 10x100", hidato(10, 100, 50)),
        ("links 35x48, touching", links(35, 48, Cover::All, Touch::Yes)),
        ("links 100x100", links(100, 100, Cover::Partial, Touch::No)),
        ("links 60x60", links(60, 60, Cover::Partial, Touch::No)),
        ("links 256x256", links(256, 256, Cover::All, Touch::Yes)),
        ("links 8x8192", links(8_192, 8, Cover::Partial, Touch::No2x2)),
        ("square 8", square(8, Vec::new())),
        ("square 9", square(9, Vec::new())),
        ("square 11", square(11, Vec::new())),
        // Signs between cells of different rows and columns: a step is a whole layer.
        ("square 11, slanted signs", square(11, vec![[0, 12], [25, 37], [60, 100]])),
    ]
}

/// Every question to every dynamic program ends in time, with or without an answer.
#[test]
fn every_question_ends_soon_after_its_time() {
    let mut late = Vec::new();
    let mut cut = 0;
    for (name, puzzle) in boards() {
        let mut asked = |what: &str, ask: &dyn Fn(&Options) -> bool| {
            let (answered, time) = timed(|| {
                let budget = Budget::of_memory(200 << 20).within(LIMIT);
                ask(&Options { budget, ..Options::default() })
            });
            cut += u32::from(!answered);
            if time > LIMIT + TOLERANCE {
                late.push(format!("{name}: {what} took {time:?}"));
            }
        };
        let of = |_: &Options| Dp::new(&puzzle).is_ok();
        asked("the choice of a program", &of);
        let Ok(dp) = Dp::new(&puzzle) else { continue };
        asked("the cost", &|o| dp.cost(EstimateScope::Marginals, f64::INFINITY, o).is_ok());
        asked("the count", &|o| dp.count(o).answer.is_ok());
        asked("a bound", &|o| dp.at_least(4_000, o).answer.is_ok());
        asked("estimates", &|o| dp.estimates(0..16, 4_000, o).answer.is_ok());
        asked("first solutions", &|o| dp.first(2, o).answer.is_ok());
        asked("candidates", &|o| dp.candidates(o).answer.is_ok());
        asked("draws", &|o| {
            dp.draw(usize::MAX, o, &mut |_| ControlFlow::Continue(())).answer.is_ok()
        });
    }
    assert!(late.is_empty(), "{late:#?}");
    assert!(
        cut > 30,
        "only {cut} questions were cut short: the boards are too small for this test"
    );
}

/// Boards that are too large to count are recognised without a limit.
#[test]
fn the_cost_of_what_is_too_large_is_soon_known() {
    let wide = ["256x256", "35x48", "100x100", "60x60"];
    for (name, puzzle) in boards().into_iter().filter(|b| wide.iter().any(|w| b.0.contains(w))) {
        let (cost, time) = timed(|| {
            let dp = Dp::new(&puzzle).ok()?;
            dp.cost(EstimateScope::Solutions, 3e6, &Options::default()).ok()
        });
        assert!(cost.is_none_or(|c| c.states > 3e6), "{name} is small");
        assert!(time < 4 * TOLERANCE, "{name}: {time:?}");
    }
}

#[test]
fn a_flag_ends_the_count_of_a_plain_square() {
    let flag = Arc::new(AtomicBool::new(false));
    let options =
        Options { budget: Budget::default().with_cancel(Arc::clone(&flag)), ..Options::default() };
    let puzzle = square(10, Vec::new());
    let dp = Dp::new(&puzzle).expect("order 10");
    let (run, time) = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(LIMIT);
            flag.store(true, Ordering::Relaxed);
        });
        timed(|| dp.count(&options))
    });
    assert_eq!(run.answer, Err(Stop::Interrupt));
    assert!(time < LIMIT + TOLERANCE, "{time:?}");
}

#[test]
fn what_was_drawn_before_the_limit_is_handed_over() {
    const ROOMY: usize = 1 << 30;
    let puzzle = path(6, 6, Neighbourhood::Rook);
    let drawn = |time: Duration, memory: usize| {
        let budget = Budget::of_memory(memory).within(time);
        let options = Options { budget, ..Options::default() };
        let (outcome, used) = timed(|| sample(&puzzle, 1_000_000_000, &options).expect("applies"));
        assert!(!outcome.exact);
        assert!(used < time + TOLERANCE, "{used:?} in {time:?}");
        outcome
    };
    let many = |outcome: &Outcome| outcome.answers.len() > 100;
    let [short, long] = [600, 1_200].map(|time| {
        let outcome = until_enough(Duration::from_millis(time), |time| drawn(time, ROOMY), many);
        assert!(many(&outcome), "{} drawn", outcome.answers.len());
        assert_eq!(outcome.stopped, Some(Stop::Time));
        outcome
    });
    // The time of the limit affects how many are drawn, not which.
    let both = short.answers.len().min(long.answers.len());
    assert_eq!(short.answers[..both], long.answers[..both]);
    let little = drawn(Duration::from_secs(600), 12 << 20);
    assert!(little.stopped == Some(Stop::Memory) && many(&little));
}

/// Ten squares to list, a billion draws from the list: they end in time too.
#[test]
fn draws_from_a_list_end_in_time() {
    let puzzle = square(3, Vec::new());
    let budget = Budget::of_memory(64 << 20).within(LIMIT);
    let options = Options { budget, ..Options::default() };
    let (outcome, used) = timed(|| sample(&puzzle, 1_000_000_000, &options).expect("applies"));
    assert!(outcome.stopped.is_some() && outcome.answers.len() > 1_000);
    assert!(used < LIMIT + TOLERANCE, "{used:?}");
}

#[test]
fn an_estimate_keeps_the_bound_that_was_proved() {
    let puzzle = path(14, 14, Neighbourhood::Rook);
    let in_time = |time| {
        let budget = Budget::of_memory(4 << 20).within(time);
        count_or_estimate(&puzzle, &Options { budget, ..Options::default() }).expect("applies")
    };
    let is_known = |outcome: &Outcome| {
        outcome.exact || outcome.estimate.as_ref().is_some_and(|e| e.lacking().is_none())
    };
    let outcome = until_enough(Duration::from_secs(4), in_time, is_known);
    let estimate = outcome.estimate.as_ref().expect("not exact");
    assert!(!outcome.exact && outcome.count > BigUint::from(1_000_000u32), "{outcome:?}");
    let proved: f64 = outcome.count.to_string().parse().expect("digits");
    assert!(estimate.lacking().is_none() && estimate.high > proved, "{estimate:?}, {proved}");
}

/// Candidates that are cut short come from the solutions found, never fewer than in the first pass.
#[test]
fn candidates_that_are_cut_short_keep_what_was_met() {
    let text = "puzzle: hidato\n\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n";
    let puzzle = parse_native(text).expect("a puzzle").puzzle;
    let budget = Budget::default().within(Duration::from_millis(300));
    let outcome = candidates(&puzzle, &Options { budget, ..Options::default() }).expect("applies");
    if outcome.exact {
        return;
    }
    let found = outcome.candidates.expect("what was met");
    let values = found.values.expect("numbers of cells");
    for cell in values {
        let here: BigUint = cell.iter().map(|(_, n)| n).sum();
        assert_eq!(here, outcome.count, "each solution fills each cell");
    }
}

#[test]
fn candidates_of_a_large_board_need_no_room_for_all_numbers_in_all_cells() {
    let row = vec!["."; 256].join(" ");
    let text = format!("puzzle: path\n\n{}\n", vec![row; 256].join("\n"));
    let puzzle = parse_native(&text).expect("a puzzle").puzzle;
    let budget = Budget::default().within(Duration::from_millis(1));
    let outcome = candidates(&puzzle, &Options { budget, ..Options::default() }).expect("applies");
    assert_eq!((outcome.exact, outcome.stopped), (false, Some(Stop::Time)));
    let values = outcome.candidates.and_then(|found| found.values).expect("what was met");
    assert!(values.iter().all(Vec::is_empty), "nothing was met");
}

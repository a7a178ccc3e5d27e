//! Counts of mid-size boards, too large for brute force: search without and with learning, independent parts and
//! dynamic programs agree, at any number of threads; estimates and lower bounds keep their guarantees.

use clew::families::futoshiki::generate::random_latin;
use clew::families::line::generate::random_line;
use clew::families::{Cover, Futoshiki, Hidato, Line, Numberlink, Path, Touch, parse_native};
use clew::puzzle::{Answer, Board, Neighbourhood, Puzzle};
use clew::run::Budget;
use clew::strategy::{Estimate, Method, Options, SearchMode, Task, Way, candidates, dp::Dp, run};
use num_bigint::BigUint;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use std::ops::ControlFlow;

/// The exact number, by the dynamic program.
fn exact(puzzle: &Puzzle) -> BigUint {
    let dp = Dp::new(puzzle).expect("a program");
    dp.count(&Options::default()).answer.expect("small tables")
}

/// A lower bound by layers of the given number of states.
fn at_least(puzzle: &Puzzle, states: usize) -> BigUint {
    let dp = Dp::new(puzzle).expect("a program");
    dp.at_least(states, &Options::default()).answer.expect("no limits")
}

/// Search counts too up to this number of solutions.
const FEW: u32 = 5_000;
/// The independent parts, which reduce large numbers, count too up to this number of solutions.
const SOME: u32 = 200_000;

fn full(rows: u32, cols: u32, moves: Neighbourhood) -> Board {
    Board::grid(rows, cols, moves, &vec![true; (rows * cols) as usize])
}

/// A board with a line drawn on it, of which some numbers are given.
fn hidato(rng: &mut ChaCha8Rng) -> Puzzle {
    let moves = if rng.random_bool(0.5) { Neighbourhood::King } else { Neighbourhood::Rook };
    let (rows, cols) = (rng.random_range(4..7), rng.random_range(5..7));
    let numbers = random_line(rows, cols, moves, rng);
    let share = rng.random_range(0.1..0.3);
    let given = numbers.iter().map(|&k| Some(k).filter(|_| rng.random_bool(share))).collect();
    Puzzle::from(Hidato(Line { given, board: full(rows, cols, moves) }))
}

/// A Latin square of which some values and some signs are given.
fn futoshiki(rng: &mut ChaCha8Rng) -> Puzzle {
    let n = rng.random_range(5..8u32);
    let share = rng.random_range(0.2..0.5);
    hidden_square(n, share, 0.15, rng)
}

/// A random Latin square of order n of which the given shares of the values and the signs are given.
fn hidden_square(n: u32, values: f64, signs: f64, rng: &mut ChaCha8Rng) -> Puzzle {
    let square = random_latin(n, rng);
    let given = square.iter().map(|&v| Some(v).filter(|_| rng.random_bool(values))).collect();
    let mut less = Vec::new();
    for c in 0..n * n {
        for d in [(c % n + 1 < n).then_some(c + 1), (c + n < n * n).then_some(c + n)] {
            if let Some(d) = d.filter(|_| rng.random_bool(signs)) {
                let rising = square[c as usize] < square[d as usize];
                less.push(if rising { [c, d] } else { [d, c] });
            }
        }
    }
    Puzzle::from(Futoshiki { n, given, less, gaps: Vec::new() })
}

/// A board with a few pairs of ends at random, under random rules.
fn links(rng: &mut ChaCha8Rng) -> Puzzle {
    let (rows, cols) = (rng.random_range(4..6), rng.random_range(4..7));
    let board = full(rows, cols, Neighbourhood::Rook);
    let mut cells: Vec<u32> = (0..rows * cols).collect();
    cells.shuffle(rng);
    let pairs = rng.random_range(2..5);
    let ends: Vec<[u32; 2]> = cells.chunks(2).take(pairs).map(|c| [c[0], c[1]]).collect();
    Puzzle::from(Numberlink {
        board,
        labels: (1..=pairs).map(|k| k.to_string()).collect(),
        ends,
        cover: if rng.random_bool(0.5) { Cover::All } else { Cover::Partial },
        touch: [Touch::No, Touch::No2x2, Touch::Yes][rng.random_range(0..3)],
    })
}

fn random(seed: u64) -> Puzzle {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    match seed % 3 {
        0 => hidato(&mut rng),
        1 => futoshiki(&mut rng),
        _ => links(&mut rng),
    }
}

#[test]
fn search_learning_parts_and_programs_agree() {
    let (mut large, mut learnt) = (0, 0);
    for seed in 0..90 {
        let puzzle = random(seed);
        let exact = exact(&puzzle);
        let parts = Method::Parts;
        let mut ways = Vec::new();
        if exact <= BigUint::from(SOME) && puzzle.family() != clew::families::numberlink::FAMILY {
            ways.extend([(parts, SearchMode::Auto, 1), (parts, SearchMode::Auto, 2)]);
        }
        if exact <= BigUint::from(FEW) {
            ways.push((Method::Search, SearchMode::Dfs, 1));
            ways.push((Method::Search, SearchMode::Auto, 2));
            ways.extend([1, 2].map(|threads| (Method::Search, SearchMode::Learn, threads)));
        }
        for (method, search, threads) in ways {
            let options = Options { method, search, threads, seed, ..Options::default() };
            let outcome = run(&puzzle, Task::Count, &options).expect("it applies");
            let label = format!("seed {seed}, {method:?}, {search:?}, {threads}: {puzzle:?}");
            assert!(outcome.exact, "{label}");
            assert_eq!(outcome.count, exact, "{label}");
            learnt += outcome.stats.nogoods;
        }
        large += u32::from(exact > BigUint::from(1000u32));
    }
    assert!(large >= 3 && learnt > 800, "{large} large ones, {learnt} clauses");
}

/// If plain search mostly fails, learning comes before parts, and finds as many.
#[test]
fn few_solutions_among_many_failures_are_counted_by_learning() {
    for n in [9, 10] {
        let file = format!("instances/count/futoshiki-{n}x{n}-one-sign-less.puzzle");
        let puzzle = square(&std::fs::read_to_string(file).expect("it is there"));
        let of = |method| {
            let options = Options { method, ..Options::default() };
            run(&puzzle, Task::Count, &options).expect("it applies")
        };
        let (search, parts) = (of(Method::Search), of(Method::Parts));
        assert_eq!((search.exact, parts.exact, search.how.keyword()), (true, true, "learn"));
        assert_eq!(search.count, parts.count);
        assert!(search.stats.nodes < parts.stats.nodes);
    }
}

/// The count of a stopped count by parts is never too large, and grows with the limit.
#[test]
fn stopped_parts_say_at_least() {
    let mut told = 0;
    for seed in (0..90).filter(|s| s % 3 < 2) {
        let puzzle = random(seed);
        let exact = exact(&puzzle);
        for nodes in [3, 30, 300, 3_000] {
            let budget = Budget { nodes: Some(nodes), ..Budget::default() };
            let options = Options { method: Method::Parts, budget, ..Options::default() };
            let outcome = run(&puzzle, Task::Count, &options).expect("it applies");
            assert!(outcome.count <= exact, "seed {seed}: {} > {exact}", outcome.count);
            assert!(!outcome.exact || outcome.count == exact, "seed {seed}");
            told += u32::from(!outcome.exact && outcome.count > BigUint::ZERO);
        }
    }
    assert!(told > 15, "only {told} lower bounds");
}

/// A snake through an n x n board of king moves, of which two numbers in six are given: the gaps are
/// short, and most are far apart.
fn snake(n: u32) -> Puzzle {
    let numbers =
        (0..n * n).map(|c| if (c / n).is_multiple_of(2) { c + 1 } else { c / n * n + n - c % n });
    let given = numbers.map(|k| Some(k).filter(|k| k % 6 < 2)).collect();
    Puzzle::from(Hidato(Line { given, board: full(n, n, Neighbourhood::King) }))
}

/// Independent parts, far apart on one board: the number is a product that search would take for ever to count.
#[test]
fn independent_parts_are_multiplied() {
    let puzzle = snake(20);
    let of = |method, threads| {
        let options = Options { method, threads, ..Options::default() };
        run(&puzzle, Task::Count, &options).expect("it applies")
    };
    let one = of(Method::Parts, 1);
    assert!(one.exact && one.count > BigUint::from(u64::MAX), "{}", one.count);
    assert!(one.stats.nodes < 200_000, "{} nodes", one.stats.nodes);
    assert_eq!(of(Method::Parts, 2).count, one.count);
    let narrow = of(Method::Search, 1);
    assert_eq!((narrow.exact, narrow.how.keyword()), (true, "parts"));
    assert_eq!(narrow.count, one.count);
}

fn rook(n: u32) -> Puzzle {
    let board = full(n, n, Neighbourhood::Rook);
    Puzzle::from(Path(Line { given: vec![None; board.len()], board }))
}

fn square(text: &str) -> Puzzle {
    parse_native(text).expect("a puzzle").puzzle
}

/// Known numbers of fillings, with a beam that is far narrower than the layers.
fn known() -> Vec<(Puzzle, f64, usize)> {
    let mut latin = "puzzle: futoshiki\n\n".to_string();
    for r in 0..6 {
        latin += if r > 0 { "- - - - - -\n" } else { "" };
        latin += ". . . . . .\n";
    }
    vec![
        (rook(8), 2.0 * 3_023_313_284.0, 400),
        (rook(9), 2.0 * 745_416_341_496.0, 600),
        (square(&latin), 812_851_200.0, 300),
    ]
}

#[test]
fn intervals_hold_the_truth_as_often_as_they_promise() {
    for (puzzle, truth, beam) in known() {
        let mut held = 0;
        let runs = 40;
        for seed in 0..runs {
            let options = Options { threads: 2, ..Options::default() };
            let dp = Dp::new(&puzzle).expect("a program");
            let run = dp.estimates(seed * 16..seed * 16 + 16, beam, &options);
            let found = run.answer.expect("no limits");
            let e = Estimate::of_runs(&found);
            held += u32::from(e.low <= truth && truth <= e.high);
            assert!(e.mean < 4.0 * truth && e.mean > truth / 4.0, "{e:?} for {truth}");
        }
        // With 95 % fewer than 34 of 40 would happen once in three hundred times.
        assert!(held >= 34, "{held} of {runs} intervals hold {truth}");
    }
}

/// How often intervals contain the exact count, one board and one width of layers per row: `cargo test --release
/// --test all counting::coverage -- --ignored --nocapture`.
#[test]
#[ignore = "minutes; in release"]
fn coverage_of_intervals() {
    const TRIALS: u64 = 32;
    let files = [
        "rook-13x13",
        "king-8x8",
        "king-9x9",
        "hex-10x10",
        "hex-11x11",
        "corners-rook-15x15",
        "links-10x10-5",
        "latin-7",
        "futoshiki-8x8-60",
    ];
    let boards = files.map(|name| {
        let text = std::fs::read_to_string(format!("instances/count/{name}.puzzle"));
        let text = text.expect("an instance");
        let counted = text.lines().find_map(|line| line.strip_prefix("solutions: "));
        let truth: f64 = counted.expect("it is known").trim().parse().expect("digits");
        (name, square(&text), truth)
    });
    let small = [("rook 8x8", rook(8), 2.0 * 3_023_313_284.0)];
    let (mut held, mut all) = (0, 0);
    for (name, puzzle, truth) in small.into_iter().chain(boards) {
        let dp = Dp::new(&puzzle).expect("a program");
        for width in [20, 100, 1_000] {
            let options = Options { threads: 2, ..Options::default() };
            let run = dp.estimates(0..16 * TRIALS, width, &options);
            let found = run.answer.expect("no limits");
            let estimates = found.chunks(16).map(Estimate::of_runs);
            let told: Vec<Estimate> = estimates.filter(|e| e.hits > 1).collect();
            let count =
                |holds: &dyn Fn(&Estimate) -> bool| told.iter().filter(|e| holds(e)).count();
            let (above, below) = (count(&|e| e.low > truth), count(&|e| e.high < truth));
            let mut widths: Vec<f64> = told.iter().map(|e| e.high / e.low).collect();
            widths.sort_by(f64::total_cmp);
            let middle = widths.get(widths.len() / 2);
            let ours = told.len() - above - below;
            println!(
                "{name}, {width}: {ours} of {}, {below} below, {above} above, {middle:.3?}",
                told.len()
            );
            (held, all) = (held + ours, all + told.len());
        }
    }
    println!("{held} of {all}");
    assert!(held * 20 >= all * 19, "{held} of {all}");
}

#[test]
fn lower_bounds_are_below_the_truth_and_above_nothing() {
    for (puzzle, truth, _) in known() {
        for beam in [50, 1_000, 20_000] {
            let count = at_least(&puzzle, beam);
            assert!(count > BigUint::ZERO && count <= BigUint::from(truth as u64));
        }
    }
    // If no state is discarded it is the exact number, also for lines that are counted both ways.
    for n in 3..6 {
        assert_eq!(at_least(&rook(n), 1 << 20), exact(&rook(n)), "{n}");
    }
    for seed in 0..60 {
        let puzzle = random(seed);
        let exact = exact(&puzzle);
        for beam in [1, 3, 30] {
            let count = at_least(&puzzle, beam);
            assert!(count <= exact, "seed {seed}: {count} > {exact}");
        }
    }
}

/// Solutions that are drawn together are metered before memory is allocated for them: at least four bytes per step and
/// solution.
#[test]
fn draws_are_metered() {
    let puzzle = rook(4);
    let peak = |k: usize| {
        let dp = Dp::new(&puzzle).expect("a program");
        let run = dp.draw(k, &Options::default(), &mut |_| ControlFlow::Continue(()));
        run.answer.expect("no limits");
        run.stats.peak_bytes
    };
    let (few, many) = (peak(1), peak(4_000));
    assert!(many > few + 4_000 * 4 * 16, "{few} and {many} bytes");
}

#[test]
fn a_stopped_count_says_what_it_knows() {
    let options = Options { budget: Budget::of_memory(1 << 20), threads: 2, ..Options::default() };
    let outcome = run(&rook(12), Task::Count, &options).expect("it applies");
    assert!(!outcome.exact);
    // The square root of the exact count is 2.0e20; the states that fit into a megabyte find a good part of it.
    assert!(outcome.count > BigUint::from(1_000_000_000_000u64), "{}", outcome.count);
    let outcome = clew::strategy::count_or_estimate(&rook(12), &options).expect("it applies");
    let e = outcome.estimate.expect("not exact");
    assert_eq!(e.way, Way::Frontier);
    // A007764-like growth; the exact number is known from the program with memory.
    let truth = run(&rook(12), Task::Count, &Options::default()).expect("it applies");
    let truth: f64 = truth.count.to_string().parse().expect("digits");
    assert!(truth > e.low / 2.0 && truth < e.high * 2.0, "{e:?} for {truth}");
}

/// A long and narrow board has a dynamic program, in any orientation and with any bends.
#[test]
fn bands_have_a_program() {
    let line = |n: usize| [".", " "].concat().repeat(n).trim_end().to_string();
    let across: Vec<String> = (0..66)
        .map(|r| r / 2 * 2)
        .map(|at| [" #".repeat(at), " .".repeat(5), " #".repeat(64 - at)].concat()[1..].to_string())
        .collect();
    for grid in [line(62), line(63), line(100), vec!["."; 100].join("\n"), across.join("\n")] {
        let puzzle = square(&format!("puzzle: path\n\n{grid}\n"));
        let options = Options::default();
        let [own, other] = [None, Some("mates")].map(|name| {
            let dp = Dp::by(&puzzle, name).expect("there is a program");
            dp.count(&options).answer.expect("it is small")
        });
        assert!(own == other && own > BigUint::default(), "{own} and {other}");
    }
}

#[test]
fn a_method_that_does_not_fit_is_an_error() {
    let wide = full(3, 3, Neighbourhood::Rook);
    let line = Puzzle::from(Path(Line { given: vec![None; wide.len()], board: wide }));
    let options = Options { method: Method::Parts, ..Options::default() };
    let error = run(&line, Task::Count, &options).expect_err("lines have no parts");
    assert!(error.to_string().contains("--method search"), "{error}");
    let given = vec![None; 40 * 40];
    let large = Puzzle::from(Futoshiki { n: 40, given, less: Vec::new(), gaps: Vec::new() });
    let options = Options { method: Method::Dp, ..Options::default() };
    let error = run(&large, Task::Count, &options).expect_err("too large for a program");
    assert!(error.to_string().contains("order 40"), "{error}");
}

/// Candidates of many solutions, counted by parts, agree with a list of all solutions.
#[test]
fn candidates_by_parts_are_those_of_the_list() {
    for n in [6, 7] {
        let puzzle = snake(n);
        let found = candidates(&puzzle, &Options::default()).expect("it applies");
        assert_eq!((found.exact, found.how.keyword()), (true, "parts"), "{n} rows");
        let options = Options { search: SearchMode::Dfs, ..Options::default() };
        let all = run(&puzzle, Task::Solve { limit: usize::MAX }, &options).expect("it applies");
        let cells = puzzle.board().map_or(0, Board::len);
        let mut expected = vec![vec![0u32; cells]; cells];
        for answer in &all.answers {
            let Answer::Line(numbers) = answer else { panic!("a hidato") };
            numbers.iter().zip(&mut expected).for_each(|(&v, cell)| cell[v as usize - 1] += 1);
        }
        let met = |cell: Vec<u32>| (0u32..).zip(cell).filter(|&(_, n)| n > 0);
        let expected: Vec<Vec<(u32, BigUint)>> = expected
            .into_iter()
            .map(|cell| met(cell).map(|(v, n)| (v, BigUint::from(n))).collect())
            .collect();
        let values = found.candidates.expect("candidates").values.expect("values");
        assert_eq!(values, expected, "{n} rows");
        assert_eq!(found.count, BigUint::from(all.answers.len()));
        // Too many to be examined one by one.
        assert!(all.answers.len() > 2_000, "{} solutions", all.answers.len());
    }
}

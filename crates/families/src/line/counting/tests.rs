//! The engines against brute force, against each other, and against published sequences.

use super::*;
use clew_count::{Run, Runner, Sample};
use clew_engine::run::{Budget, Progress, Stop};
use clew_puzzle::puzzle::{Decimal, Neighbourhood};
use num_bigint::BigUint;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use std::collections::HashMap;

fn grid(rows: u32, cols: u32, moves: Neighbourhood) -> Line {
    let board = Board::grid(rows, cols, moves, &vec![true; (rows * cols) as usize]);
    let given = vec![None; board.len()];
    Line { board, given }
}

/// Puts a question to an engine.
fn asked<T>(
    limits: &Budget,
    progress: &mut dyn Progress,
    threads: usize,
    ask: impl FnOnce(&mut Runner<'_>) -> Result<T, Stop>,
) -> Run<T> {
    let mut runner = Runner::new(limits, threads, progress);
    let answer = ask(&mut runner);
    Run { answer, stats: runner.stats() }
}

fn count(
    line: &Line,
    limits: &Budget,
    progress: &mut dyn Progress,
    threads: usize,
) -> Result<Run<BigUint>, Unsupported> {
    let engine = counting(line)?;
    Ok(asked(limits, progress, threads, |run| engine.count(run)))
}

/// All fillings, and per edge those that use it.
fn marginals(line: &Line, threads: usize) -> (BigUint, Vec<BigUint>) {
    let engine = counting(line).unwrap();
    let run = asked(&Budget::unlimited(), &mut (), threads, |run| engine.marginals(run));
    let found = run.answer.unwrap();
    // Without an edge there are no items.
    let items = if trivial(line).is_some() {
        vec![BigUint::ZERO; line.board.edges().len()]
    } else {
        found.items
    };
    (found.total, items)
}

/// Random fillings, the direction chosen by the same generator.
fn sample(line: &Line, how_many: usize, seed: u64, threads: usize) -> Vec<Vec<u32>> {
    let engine = counting(line).unwrap();
    let mut coin = ChaCha8Rng::seed_from_u64(seed);
    let mut all = Vec::new();
    let run = asked(&Budget::unlimited(), &mut (), threads, |run| {
        engine.draw(how_many, seed, run, &mut |edges| {
            all.push(filling(line, &edges, coin.next_u32() & 1 != 0));
            std::ops::ControlFlow::Continue(())
        })
    });
    run.answer.unwrap();
    all
}

/// The fewest turns, with a filling that has them.
fn fewest_turns(line: &Line, threads: usize) -> Option<(u64, Vec<u32>)> {
    let engine = best(line, Goal::Turns).unwrap();
    let run = asked(&Budget::unlimited(), &mut (), threads, |run| engine.best(run));
    run.answer.unwrap().map(|(turns, edges)| (turns, filling(line, &edges, false)))
}

fn longest(line: &Line) -> Option<(u32, Vec<u32>)> {
    let engine = best(line, Goal::Longest).unwrap();
    let best = asked(&Budget::unlimited(), &mut (), 1, |run| engine.best(run)).answer.unwrap();
    partial(line, best.as_ref().map(|(skipped, edges)| (*skipped, &edges[..])))
}

fn exact(line: &Line) -> BigUint {
    count(line, &Budget::unlimited(), &mut (), 1).unwrap().answer.unwrap()
}

fn by(engine: &Engine, line: &Line) -> BigUint {
    let engine = counting_by(engine, line).unwrap();
    asked(&Budget::unlimited(), &mut (), 1, |run| engine.count(run)).answer.unwrap()
}

/// All fillings, by trying every walk from every cell.
fn brute(line: &Line) -> Vec<Vec<u32>> {
    fn walk(line: &Line, at: Cell, k: u32, now: &mut Vec<u32>, all: &mut Vec<Vec<u32>>) {
        let wrong = match line.given[at as usize] {
            Some(g) => g != k,
            None => line.given.contains(&Some(k)),
        };
        if wrong {
            return;
        }
        now[at as usize] = k;
        if k as usize == line.board.len() {
            all.push(now.clone());
        }
        for &to in line.board.neighbours(at) {
            if now[to as usize] == 0 {
                walk(line, to, k + 1, now, all);
            }
        }
        now[at as usize] = 0;
    }
    let mut all = Vec::new();
    for start in 0..line.board.len() as Cell {
        walk(line, start, 1, &mut vec![0; line.board.len()], &mut all);
    }
    all
}

/// A random number below `n`.
fn pick(rng: &mut ChaCha8Rng, n: usize) -> usize {
    rng.next_u32() as usize % n
}

/// A small random board with holes and walls, or random points, without givens.
fn random_board(rng: &mut ChaCha8Rng, cells: usize) -> Board {
    if pick(rng, 8) == 0 {
        let n = 1 + pick(rng, 9);
        let mut near = |from: i16, n| Decimal::from(from + pick(rng, n) as i16);
        let at = (0..n).map(|_| (near(0, 6), near(0, 6))).collect();
        return Board::points(at, near(1, 3));
    }
    let rows = 1 + pick(rng, 5);
    let cols = 1 + pick(rng, (cells / rows).min(6));
    let moves = [Neighbourhood::Rook, Neighbourhood::King, Neighbourhood::Hex][pick(rng, 3)];
    let holes = pick(rng, 4);
    let present: Vec<bool> = (0..rows * cols).map(|_| pick(rng, 12) >= holes).collect();
    let walls: Vec<[(u32, u32); 2]> = (0..pick(rng, 4))
        .map(|_| {
            let (r, c) = (pick(rng, rows) as u32, pick(rng, cols) as u32);
            if pick(rng, 2) == 0 { [(r, c), (r, c + 1)] } else { [(r, c), (r + 1, c)] }
        })
        .collect();
    Board::grid_with_walls(rows as u32, cols as u32, moves, &present, &walls)
}

/// A line on such a board, if the board has a cell.
fn random_blank(rng: &mut ChaCha8Rng, cells: usize) -> Option<Line> {
    let board = random_board(rng, cells);
    let given = vec![None; board.len()];
    (!board.is_empty()).then_some(Line { board, given })
}

fn sequence(moves: Neighbourhood, sizes: &[(u32, u32, u64)]) {
    for &(rows, cols, n) in sizes {
        assert_eq!(exact(&grid(rows, cols, moves)), BigUint::from(n), "{rows}x{cols}");
    }
}

#[test]
fn published_sequences() {
    let rook = [1, 4, 20, 276, 4_324, 229_348, 13_535_280, 3_023_313_284u64];
    let rook: Vec<_> = (1..)
        .zip(rook)
        // Undirected lines are published.
        .map(|(n, lines)| (n, n, if n == 1 { 1 } else { 2 * lines }))
        .collect();
    sequence(Neighbourhood::Rook, &rook);
    let king = [(3, 3, 784), (4, 4, 343_184), (5, 5, 729_237_344)];
    sequence(Neighbourhood::King, &king);
    sequence(Neighbourhood::Hex, &[(3, 4, 904)]);
}

#[test]
#[ignore = "a second or two when optimised"]
fn published_sequences_further() {
    let rook = [(9, 9, 2 * 745_416_341_496), (10, 10, 2 * 730_044_829_512_632)];
    sequence(Neighbourhood::Rook, &rook);
}

#[test]
fn engines_agree_with_brute_force_without_inner_givens() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut solvable = 0;
    for round in 0..2_500 {
        let Some(mut line) = random_blank(&mut rng, 14) else { continue };
        let n = line.board.len();
        for number in [1, n as u32] {
            if pick(&mut rng, 3) == 0 {
                line.given[pick(&mut rng, n)] = Some(number);
            }
        }
        let truth = BigUint::from(brute(&line).len());
        solvable += usize::from(truth != BigUint::ZERO);
        assert_eq!(exact(&line), truth, "round {round}: {line:?}");
        let order = order::best(&line.board).cells;
        let mut shuffled = order.clone();
        for i in (1..n).rev() {
            shuffled.swap(i, pick(&mut rng, i + 1));
        }
        for cells in [order, shuffled] {
            assert_eq!(by(&Engine::Graph(cells.clone()), &line), truth, "round {round}: {line:?}");
            assert_eq!(by(&Engine::Numbers(cells), &line), truth, "round {round}: {line:?}");
        }
        if line.board.is_rook() {
            for scan in Scan::all() {
                for engine in [Engine::Rook(scan), Engine::PlainRook(scan)] {
                    assert_eq!(by(&engine, &line), truth, "round {round}: {line:?}");
                }
            }
        }
    }
    assert!(solvable > 500, "{solvable}");
}

#[test]
fn given_numbers_agree_with_brute_force() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut inner = 0;
    for round in 0..2_500 {
        let Some(mut line) = random_blank(&mut rng, 13) else { continue };
        let n = line.board.len();
        let fillings = brute(&line);
        // Numbers of a filling where there is one, else any.
        let some = (!fillings.is_empty()).then(|| fillings[pick(&mut rng, fillings.len())].clone());
        for _ in 0..pick(&mut rng, 5) {
            let cell = pick(&mut rng, n);
            let any = 1 + pick(&mut rng, n + 1) as u32;
            line.given[cell] = Some(some.as_ref().map_or(any, |f| f[cell]));
        }
        let truth = BigUint::from(brute(&line).len());
        inner += usize::from(Ends::new(&line).is_err() && truth != BigUint::ZERO);
        assert_eq!(exact(&line), truth, "round {round}: {line:?}");
        if trivial(&line).is_none() {
            let cells = order::best(&line.board).cells;
            assert_eq!(by(&Engine::Numbers(cells), &line), truth, "round {round}: {line:?}");
        }
    }
    assert!(inner > 300, "{inner}");
}

#[test]
fn scans_engines_and_threads_agree_on_middling_boards() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for round in 0..6 {
        let present: Vec<bool> = (0..56).map(|_| pick(&mut rng, 14) > 0).collect();
        let board = Board::grid(7, 8, Neighbourhood::Rook, &present);
        let n = board.len();
        let mut line = Line { board, given: vec![None; n] };
        if round % 2 == 1 {
            line.given[pick(&mut rng, n)] = Some(1);
        }
        let truth = exact(&line);
        for scan in Scan::all() {
            assert_eq!(by(&Engine::Rook(scan), &line), truth);
        }
        assert_eq!(by(&Engine::Graph(order::best(&line.board).cells), &line), truth);
    }
    for line in [grid(8, 8, Neighbourhood::Rook), grid(4, 7, Neighbourhood::King)] {
        let one = exact(&line);
        for threads in [2, 7] {
            let run = count(&line, &Budget::unlimited(), &mut (), threads).unwrap();
            assert_eq!(run.answer, Ok(one.clone()));
        }
    }
}

#[test]
fn long_boards_pass_128_bits() {
    // The numbers of lines of the 4 x n boards obey a linear recurrence, so exact values of long
    // boards follow from those of short ones; modulo a prime the recurrence is found and checked.
    const P: u64 = 2_147_483_647;
    let values: Vec<u64> = (2..150)
        .map(|n| {
            (exact(&grid(4, n, Neighbourhood::Rook)) % P).iter_u64_digits().next().unwrap_or(0)
        })
        .collect();
    let recurrence = shortest_recurrence(&values[..100], P);
    assert!(recurrence.len() < 45, "{}", recurrence.len());
    for n in recurrence.len()..values.len() {
        let sum = recurrence.iter().zip(values[..n].iter().rev());
        let predicted = sum.fold(0, |s, (&a, &v)| (s + a * v) % P);
        assert_eq!(predicted, values[n], "4x{}", n + 2);
    }
    assert!(exact(&grid(4, 151, Neighbourhood::Rook)).bits() > 192);
}

/// Berlekamp and Massey: the shortest c with s[n] = sum of c[i] s[n - 1 - i] modulo p.
fn shortest_recurrence(s: &[u64], p: u64) -> Vec<u64> {
    let power = |mut b: u64, mut e: u64| {
        let mut r = 1;
        while e > 0 {
            if e & 1 == 1 {
                r = r * b % p;
            }
            (b, e) = (b * b % p, e / 2);
        }
        r
    };
    let (mut c, mut last, mut length, mut m, mut b) = (vec![1], vec![1], 0, 1, 1);
    for n in 0..s.len() {
        let d = (0..c.len().min(n + 1)).fold(0, |d, i| (d + c[i] * s[n - i]) % p);
        if d == 0 {
            m += 1;
            continue;
        }
        let before = c.clone();
        let f = d * power(b, p - 2) % p;
        c.resize(c.len().max(last.len() + m), 0);
        for (i, &l) in last.iter().enumerate() {
            c[i + m] = (c[i + m] + p - f * l % p) % p;
        }
        if 2 * length <= n {
            (length, last, b, m) = (n + 1 - length, before, d, 1);
        } else {
            m += 1;
        }
    }
    c.resize(length + 1, 0);
    c[1..].iter().map(|&x| (p - x) % p).collect()
}

#[test]
fn candidates_agree_with_brute_force() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    for _ in 0..400 {
        let Some(mut line) = random_blank(&mut rng, 12) else { continue };
        let n = line.board.len();
        if pick(&mut rng, 2) == 0 {
            line.given[pick(&mut rng, n)] = Some(1 + pick(&mut rng, n) as u32);
        }
        let fillings = brute(&line);
        let uses: Vec<BigUint> = line
            .board
            .edges()
            .iter()
            .map(|&[a, b]| {
                let used = |f: &&Vec<u32>| f[a as usize].abs_diff(f[b as usize]) == 1;
                BigUint::from(fillings.iter().filter(used).count())
            })
            .collect();
        for threads in [1, 3] {
            let truth = (BigUint::from(fillings.len()), uses.clone());
            assert_eq!(marginals(&line, threads), truth, "{line:?}");
        }
    }
}

#[test]
fn every_line_of_a_large_board_has_all_but_one_edge() {
    let line = grid(7, 7, Neighbourhood::Rook);
    let (total, uses) = marginals(&line, 2);
    assert_eq!(total, BigUint::from(2 * 13_535_280u32));
    assert_eq!(uses.iter().sum::<BigUint>(), total * 48u32);
    // Mirror images are used equally often.
    for (&[a, b], n) in line.board.edges().iter().zip(&uses) {
        let e = line.board.edge_between(48 - a, 48 - b).unwrap();
        assert_eq!(n, &uses[e as usize]);
    }
}

#[test]
fn samples_are_fillings_uniform_and_repeatable() {
    let mut free = grid(3, 4, Neighbourhood::Rook);
    let mut given = grid(4, 4, Neighbourhood::Rook);
    given.given[5] = Some(7);
    free.given[0] = None;
    for line in [free, given, grid(2, 3, Neighbourhood::King)] {
        let all = brute(&line);
        let draws = all.len() * 60;
        let run = |threads, seed| sample(&line, draws, seed, threads);
        let drawn = run(1, 5);
        assert_eq!(drawn, run(3, 5));
        assert_ne!(drawn, run(1, 6));
        let mut seen: HashMap<&Vec<u32>, f64> = all.iter().map(|f| (f, 0.0)).collect();
        for f in &drawn {
            *seen.get_mut(f).expect("a sample is a filling") += 1.0;
        }
        // Chi squared has mean k and variance 2k.
        let chi: f64 = seen.values().map(|n| (n - 60.0f64).powi(2) / 60.0).sum();
        let k = all.len() as f64 - 1.0;
        assert!((chi - k).abs() < 5.0 * (2.0 * k).sqrt(), "{chi} of {k}");
    }
    let mut none = grid(3, 3, Neighbourhood::Rook);
    none.given[1] = Some(1);
    assert_eq!(sample(&none, 3, 1, 1), Vec::<Vec<u32>>::new());
}

fn turns(line: &Line, filling: &[u32]) -> u64 {
    let mut cells: Vec<usize> = (0..filling.len()).filter(|&c| filling[c] > 0).collect();
    cells.sort_unstable_by_key(|&c| filling[c]);
    let place: Vec<_> = cells.iter().map(|&c| line.board.place(c as Cell)).collect();
    place.windows(3).filter(|w| w[0].0 != w[2].0 && w[0].1 != w[2].1).count() as u64
}

#[test]
fn fewest_turns_agree_with_brute_force() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut found = 0;
    for _ in 0..800 {
        let board = random_board(&mut rng, 15);
        let n = board.len();
        if !board.is_rook() || n == 0 {
            continue;
        }
        let mut line = Line { board, given: vec![None; n] };
        if pick(&mut rng, 3) == 0 {
            line.given[pick(&mut rng, n)] = Some(1);
        }
        let fillings = brute(&line);
        let truth = fillings.iter().map(|f| turns(&line, f)).min();
        let got = fewest_turns(&line, 1);
        assert_eq!(got.as_ref().map(|g| g.0), truth, "{line:?}");
        if let Some((cost, filling)) = got {
            found += 1;
            assert!(fillings.contains(&filling));
            assert_eq!(turns(&line, &filling), cost);
        }
    }
    assert!(found > 60, "{found}");
    for n in 2..8 {
        let line = grid(n, n, Neighbourhood::Rook);
        let got = fewest_turns(&line, 2);
        assert_eq!(got.unwrap().0, u64::from(2 * n - 2));
    }
}

#[test]
fn longest_lines_agree_with_brute_force() {
    fn walk(line: &Line, at: Cell, k: u32, now: &mut Vec<bool>) -> u32 {
        now[at as usize] = true;
        let mut best = k;
        for &to in line.board.neighbours(at) {
            if !now[to as usize] {
                best = best.max(walk(line, to, k + 1, now));
            }
        }
        now[at as usize] = false;
        best
    }
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for _ in 0..800 {
        let board = random_board(&mut rng, 15);
        let n = board.len();
        if !board.is_rook() || n == 0 {
            continue;
        }
        let mut line = Line { board, given: vec![None; n] };
        if pick(&mut rng, 3) == 0 {
            line.given[pick(&mut rng, n)] = Some(1);
        }
        let starts = (0..n).filter(|&c| !line.given.contains(&Some(1)) || line.given[c] == Some(1));
        let truth = starts.map(|c| walk(&line, c as Cell, 1, &mut vec![false; n])).max();
        let got = longest(&line);
        assert_eq!(got.as_ref().map(|g| g.0), truth, "{line:?}");
        let (length, filling) = got.unwrap();
        let mut cells: Vec<usize> = (0..n).filter(|&c| filling[c] > 0).collect();
        cells.sort_unstable_by_key(|&c| filling[c]);
        assert!(cells.iter().zip(1..).all(|(&c, k)| filling[c] == k));
        assert_eq!(cells.len(), length as usize);
        assert!(
            cells.windows(2).all(|w| line.board.edge_between(w[0] as u32, w[1] as u32).is_some())
        );
        assert!(line.given.iter().zip(&filling).all(|(g, &f)| g.is_none_or(|g| g == f)));
    }
}

#[test]
fn limits_end_a_count_without_an_answer() {
    let line = grid(9, 9, Neighbourhood::Rook);
    for memory in [1_000, 30_000, 200_000] {
        let run = count(&line, &Budget::of_memory(memory), &mut (), 2).unwrap();
        assert_eq!(run.answer, Err(Stop::Memory));
        assert!(run.stats.peak_bytes <= memory);
    }
    let mut wide = grid(40, 40, Neighbourhood::King);
    assert_eq!(counting(&wide).err(), Some(Unsupported::Width));
    wide = grid(2, 60, Neighbourhood::King);
    assert_eq!(best(&wide, Goal::Turns).err(), Some(Unsupported::Moves));
}

/// The line turned and mirrored: places of the new board are those of the old under `map`.
fn mapped(line: &Line, size: (u32, u32), map: impl Fn(u32, u32) -> (u32, u32)) -> Line {
    let places = || (0..size.0).flat_map(|r| (0..size.1).map(move |c| (r, c)));
    let old = |(r, c)| {
        let (r, c) = map(r, c);
        line.board.cell_at(r, c)
    };
    let present: Vec<bool> = places().map(|p| old(p).is_some()).collect();
    let moves = line.board.moves().unwrap();
    let board = Board::grid(size.0, size.1, moves, &present);
    let given = places().filter_map(old).map(|c| line.given[c as usize]).collect();
    Line { board, given }
}

#[test]
fn the_eight_symmetries_have_equal_counts() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for round in 0..40 {
        let (rows, cols) = (4 + pick(&mut rng, 2) as u32, 5);
        let moves = [Neighbourhood::Rook, Neighbourhood::King][round % 2];
        let present: Vec<bool> = (0..rows * cols).map(|_| pick(&mut rng, 12) > 0).collect();
        let board = Board::grid(rows, cols, moves, &present);
        let n = board.len();
        let mut line = Line { board, given: vec![None; n] };
        if round % 4 >= 2 {
            let (a, b) = (pick(&mut rng, n / 2), n / 2 + pick(&mut rng, n / 2));
            (line.given[a], line.given[b]) = (Some(1), Some(n as u32 / 2));
        }
        let truth = exact(&line);
        let (last_row, last_col) = (rows - 1, cols - 1);
        for (flip_r, flip_c) in [(false, false), (true, false), (false, true), (true, true)] {
            let r = |r| if flip_r { last_row - r } else { r };
            let c = |c| if flip_c { last_col - c } else { c };
            assert_eq!(exact(&mapped(&line, (rows, cols), |i, j| (r(i), c(j)))), truth);
            assert_eq!(exact(&mapped(&line, (cols, rows), |i, j| (r(j), c(i)))), truth);
        }
    }
}

#[test]
fn wide_words_count_as_other_engines() {
    // 40 columns do not fit 31 plugs, but walls leave only a few plugs between two rows.
    let walls: Vec<[(u32, u32); 2]> =
        (0..3).flat_map(|r| (4..36).map(move |c| [(r, c), (r + 1, c)])).collect();
    let board = Board::grid_with_walls(4, 40, Neighbourhood::Rook, &[true; 160], &walls);
    let mut line = Line { given: vec![None; 160], board };
    for start in [None, Some(1)] {
        line.given[0] = start;
        let truth = by(&Engine::Graph(order::best(&line.board).cells), &line);
        assert!(truth.bits() > 6, "{truth}");
        for scan in Scan::all() {
            assert_eq!(by(&Engine::Rook(scan), &line), truth);
            assert_eq!(by(&Engine::PlainRook(scan), &line), truth);
        }
    }
}

/// The plain engine holds no two states as one, and therefore has more of them.
#[test]
fn plain_plugs_are_more_states_of_the_same_lines() {
    let line = grid(6, 6, Neighbourhood::Rook);
    let scan = Scan { columns: false, flip_rows: false, flip_cols: false };
    let [joined, plain] = [Engine::Rook(scan), Engine::PlainRook(scan)].map(|engine| {
        let engine = counting_by(&engine, &line).unwrap();
        let run = asked(&Budget::unlimited(), &mut (), 1, |run| engine.count(run));
        (run.answer.unwrap(), run.stats.total_states)
    });
    assert_eq!(joined.0, plain.0);
    assert!(2 * plain.1 > 3 * joined.1, "{} and {} states", joined.1, plain.1);
}

#[test]
fn a_diagonal_strip_is_narrow_whatever_its_size() {
    let size = 60u32;
    let present: Vec<bool> = (0..size * size).map(|i| (i / size).abs_diff(i % size) <= 1).collect();
    let board = Board::grid(size, size, Neighbourhood::King, &present);
    let line = Line { given: vec![None; board.len()], board };
    let run = count(&line, &Budget::unlimited(), &mut (), 1).unwrap();
    assert!(run.answer.unwrap().bits() > 20);
    assert!(run.stats.peak_states < 5_000, "{:?}", run.stats);
}

#[test]
fn a_raised_flag_interrupts() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    let flag = Arc::new(AtomicBool::new(false));
    let limits = Budget::unlimited().with_cancel(Arc::clone(&flag));
    let mut steps = 0;
    let mut listen = |step: clew_engine::run::Step| {
        steps = step.done;
        flag.store(step.done == 30, Ordering::Relaxed);
    };
    let run = count(&grid(8, 8, Neighbourhood::Rook), &limits, &mut listen, 2).unwrap();
    assert_eq!((run.answer, steps), (Err(Stop::Interrupt), 30));
}

#[test]
fn estimates_are_near() {
    let line = grid(8, 8, Neighbourhood::Rook);
    let run = count(&line, &Budget::unlimited(), &mut (), 1).unwrap();
    let engine = counting(&line).unwrap();
    let estimate = |sample: Sample| {
        let limits = Budget::unlimited();
        asked(&limits, &mut (), 1, |run| engine.estimate(&sample, run)).answer.unwrap()
    };
    let near = estimate(Sample::new(400));
    let ratio = near.peak() / run.stats.peak_states as f64;
    assert!(!near.exact && (0.2..5.0).contains(&ratio), "{ratio}");
    let sure = estimate(Sample::new(100_000));
    assert!(sure.exact);
    assert_eq!(sure.peak() as usize, run.stats.peak_states);
    let enough = estimate(Sample { peak: 1_000.0, ..Sample::new(400) });
    assert!(enough.cut && enough.peak() > 1_000.0 && enough.layers.len() < near.layers.len());
}

//! The search against brute force, and its invariants on boards of every kind.

use super::{NONE, *};
use crate::line::generate::random_line;
use clew_puzzle::puzzle::{Grid, Neighbourhood, Wrap};
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// Grids with four, six and eight neighbours, joined sides, bridges, and free points.
const KINDS: u64 = 6;

/// A board of a kind, with holes and walls with some probability. Without holes its cells are the places in order.
fn board(kind: u64, rows: u32, cols: u32, holes: f64, rng: &mut ChaCha8Rng) -> Board {
    let present: Vec<bool> = (0..rows * cols).map(|_| !rng.random_bool(holes)).collect();
    let places = || (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c)));
    let moves = match kind {
        1 => Neighbourhood::Hex,
        2 => Neighbourhood::King,
        5 => {
            let at = places().zip(&present).filter(|(_, here)| **here);
            return Board::points(
                at.map(|((r, c), _)| ((c as i16).into(), (r as i16).into())).collect(),
                1.into(),
            );
        }
        _ => Neighbourhood::Rook,
    };
    let mut walls = Vec::new();
    for (r, c) in places().filter(|_| holes > 0.0) {
        for (s, d) in [(r, c + 1), (r + 1, c)] {
            if rng.random_bool(0.1) {
                walls.push([(r, c), (s, d)]);
            }
        }
    }
    let wrap = if kind == 3 { Wrap::Both } else { Wrap::None };
    let inner = places().filter(|&(r, c)| r > 0 && c > 0 && r + 1 < rows && c + 1 < cols);
    let bridges: Vec<(u32, u32)> = match kind {
        4 => inner.filter(|&(r, c)| present[(r * cols + c) as usize]).take(1).collect(),
        _ => Vec::new(),
    };
    let plain = Grid::new(rows, cols, moves, &present);
    Board::new(&Grid { walls: &walls, wrap, bridges: &bridges, ..plain })
}

/// Per cell the next one on its path.
fn state(cover: &PathCover) -> Vec<Option<Cell>> {
    (0..cover.frame.board.len() as Cell).map(|c| cover.next(c)).collect()
}

/// All covers, as in [`state`].
fn brute_force(board: &Board, ends: &[[Cell; 2]]) -> Vec<Vec<Option<Cell>>> {
    struct Walk<'a> {
        board: &'a Board,
        ends: &'a [[Cell; 2]],
        used: Vec<bool>,
        next: Vec<Option<Cell>>,
        found: Vec<Vec<Option<Cell>>>,
    }
    fn go(walk: &mut Walk<'_>, path: usize, at: Cell) {
        let last = walk.ends[path][1];
        for &d in walk.board.neighbours(at) {
            if d == last {
                walk.next[at as usize] = Some(d);
                match walk.ends.get(path + 1) {
                    Some(&[first, _]) => go(walk, path + 1, first),
                    None if walk.used.iter().all(|&used| used) => {
                        walk.found.push(walk.next.clone())
                    }
                    None => {}
                }
            } else if !walk.used[d as usize] {
                walk.used[d as usize] = true;
                walk.next[at as usize] = Some(d);
                go(walk, path, d);
                walk.next[d as usize] = None;
                walk.used[d as usize] = false;
            }
        }
        walk.next[at as usize] = None;
    }
    let n = board.len();
    let mut walk =
        Walk { board, ends, used: vec![false; n], next: vec![None; n], found: Vec::new() };
    ends.iter().flatten().for_each(|&c| walk.used[c as usize] = true);
    go(&mut walk, 0, ends[0][0]);
    walk.found
}

/// A chain of paths through some cells, or paths between pairs of cells.
fn ends_on(board: &Board, rng: &mut ChaCha8Rng) -> Vec<[Cell; 2]> {
    let mut cells: Vec<Cell> = (0..board.len() as Cell).collect();
    cells.shuffle(rng);
    let many = rng.random_range(2..=cells.len().min(6));
    match rng.random_bool(0.5) {
        true => cells[..many].windows(2).map(|pair| [pair[0], pair[1]]).collect(),
        false => cells[..many].chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect(),
    }
}

/// The lines of a cover: consecutive paths with common ends come as one.
fn lines(ends: &[[Cell; 2]], next: &[Option<Cell>]) -> Vec<Vec<Cell>> {
    let common = |c: Cell| ends.iter().any(|ends| ends[1] == c);
    let starts = ends.iter().map(|ends| ends[0]).filter(|&c| !common(c));
    starts
        .map(|c| std::iter::successors(Some(c), |&c| next[c as usize]).collect::<Vec<Cell>>())
        .collect()
}

/// Paths that are not torn out join their ends, they are disjoint, and the other cells are free.
fn check(cover: &PathCover) {
    let (frame, paths) = (&cover.frame, &cover.paths);
    let mut met = frame.fixed.clone();
    for &[first, last] in &frame.ends {
        let mut at = first;
        while at != last {
            let next = paths.next[at as usize];
            assert!(frame.board.neighbours(at).contains(&next), "a step between neighbours");
            assert_eq!(paths.previous[next as usize], at);
            assert!(next == last || !std::mem::replace(&mut met[next as usize], true), "disjoint");
            at = next;
        }
    }
    for (c, met) in (0..).zip(met) {
        assert_eq!(paths.free.contains(c), !met);
        assert!(met || (paths.next[c as usize], paths.previous[c as usize]) == (NONE, NONE));
    }
}

/// On small boards one window holds everything, so a sweep finds another cover exactly if there is one.
#[test]
fn a_sweep_finds_another_cover_if_there_is_one() {
    let (mut one, mut more) = (0, 0);
    for seed in 0..6_000 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let size = [rng.random_range(2..5), rng.random_range(3..5)];
        let board = board(seed % KINDS, size[0], size[1], 0.1, &mut rng);
        if board.len() < 2 {
            continue;
        }
        let ends = ends_on(&board, &mut rng);
        let all = brute_force(&board, &ends);
        let Some(known) = all.first() else {
            if let Some(mut cover) = PathCover::new(&board, ends, seed) {
                assert!(!cover.run(20_000), "seed {seed}: there is no cover");
            }
            continue;
        };
        let known_lines = lines(&ends, known);
        let paths: Vec<&[Cell]> = known_lines.iter().map(Vec::as_slice).collect();
        let mut cover = PathCover::beside(&board, ends, &paths, seed).expect("there is a cover");
        assert_eq!(&state(&cover), known);
        while !cover.run(1) && matches!(cover.phase, Phase::Sweeping) {}
        let found = matches!(cover.phase, Phase::Complete);
        assert_eq!(found, all.len() > 1, "seed {seed}");
        if found {
            check(&cover);
            assert!(all[1..].contains(&state(&cover)), "seed {seed}");
        }
        (one, more) = if all.len() > 1 { (one, more + 1) } else { (one + 1, more) };
    }
    assert!(one > 200 && more > 300, "{one} {more}");
}

/// Whatever is found is a cover, and the only one is found too.
#[test]
fn covers_are_found_where_there_are_any() {
    let mut found = 0;
    for seed in 0..3_000 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let board = board(seed % KINDS, 4, 4, 0.1, &mut rng);
        let ends = ends_on(&board, &mut rng);
        let all = brute_force(&board, &ends);
        if all.is_empty() {
            continue;
        }
        let mut cover = PathCover::new(&board, ends, seed).expect("there is a cover");
        let solved = cover.run(1_000_000);
        assert!(solved && all.contains(&state(&cover)), "seed {seed}");
        found += 1;
    }
    assert!(found > 300, "{found}");
}

/// A large board of a kind whose ends lie along a random line.
fn sparse(kind: u64, size: u32, share: f64, seed: u64) -> (Board, Vec<[Cell; 2]>, Vec<Cell>) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let board = board(kind, size, size, 0.0, &mut rng);
    let moves = board.moves().unwrap_or(Neighbourhood::Rook);
    let line = random_line(size, size, moves, &mut rng);
    let last = line.len() - 1;
    let chosen =
        line.iter().enumerate().filter(|(i, _)| *i == 0 || *i == last || rng.random_bool(share));
    let stops: Vec<Cell> = chosen.map(|(_, &c)| c).collect();
    (board, stops.windows(2).map(|pair| [pair[0], pair[1]]).collect(), line)
}

#[test]
fn paths_stay_whole_while_windows_are_drawn() {
    let mut checked = 0;
    for seed in 0..40 {
        let kind = [0, 1, 2, 3, 5][seed as usize % 5];
        let (board, ends, _) = sparse(kind, 11, [0.0, 0.05, 0.2][seed as usize % 3], seed);
        let mut cover = PathCover::new(&board, ends, seed).expect("there is a cover");
        for _ in 0..2_000 {
            let before = (cover.paths.free_cells(), matches!(cover.phase, Phase::Mending { .. }));
            cover.step();
            match cover.phase {
                Phase::Routing => continue,
                Phase::Complete => cover.phase = Phase::Sweeping,
                Phase::Mending { .. } if before.1 => {
                    assert!(cover.paths.free_cells() <= before.0, "free cells never grow");
                }
                _ => {}
            }
            check(&cover);
            checked += 1;
        }
    }
    assert!(checked > 40_000, "{checked}");
}

/// The cells outside a window, their steps, and the order of the ends stay as they are.
#[test]
fn a_drawing_changes_its_window_alone() {
    let mut drawings = 0;
    for seed in 0..60 {
        let kind = [0, 1, 2, 3, 5][seed as usize % 5];
        let (board, ends, _) = sparse(kind, 9, 0.1, 100 + seed);
        let mut cover = PathCover::new(&board, ends, seed).expect("there is a cover");
        while matches!(cover.phase, Phase::Routing) {
            cover.step();
        }
        for c in 0..board.len() as Cell {
            cover.windows.around(&board, c, SIDES, &mut cover.random);
            let inside = cover.windows.cells.clone();
            assert!(kind == 5 || inside.contains(&c));
            let before = cover.paths.clone();
            let gain = c as usize % 3;
            let drawn = cover.draw(gain, NODES, &mut 0);
            check(&cover);
            let lost = before.free_cells() - cover.paths.free_cells();
            assert!(if drawn { lost >= gain } else { lost == 0 });
            assert_eq!(drawn, before.next != cover.paths.next);
            for d in (0..board.len() as Cell).filter(|d| !inside.contains(d)) {
                assert_eq!(before.next[d as usize], cover.paths.next[d as usize]);
                assert_eq!(before.previous[d as usize], cover.paths.previous[d as usize]);
            }
            drawings += u32::from(drawn);
        }
    }
    assert!(drawings > 500, "{drawings}");
}

/// The result depends on the seed alone, and not on how often the search was stopped.
#[test]
fn a_seed_is_a_cover() {
    for kind in [0, 1, 2, 3, 5] {
        let (board, ends, _) = sparse(kind, 14, 0.06, 7);
        let found = |seed, stride| {
            let mut cover = PathCover::new(&board, ends.clone(), seed).expect("there is a cover");
            (0..60_000_000 / stride).find(|_| cover.run(stride)).expect("there are many");
            check(&cover);
            state(&cover)
        };
        let first = found(3, 1_000_000);
        assert_eq!(first, found(3, 777), "kind {kind}");
        assert_ne!(first, found(4, 1_000_000), "kind {kind}");
    }
}

/// Walls off a line take the other covers away, until the sweep finds none.
#[test]
fn a_sweep_continues_on_a_narrower_board() {
    for seed in 0..10 {
        let (mut board, ends, line) = sparse(0, 10, 0.1, 300 + seed);
        let steps: Vec<[Cell; 2]> = line.windows(2).map(|step| [step[0], step[1]]).collect();
        let mut cover = PathCover::beside(&board, ends.clone(), &[&line], seed).expect("a cover");
        let mut walls: Vec<[Cell; 2]> = Vec::new();
        while cover.run(1_000) || matches!(cover.phase, Phase::Sweeping) {
            if !matches!(cover.phase, Phase::Complete) {
                continue;
            }
            check(&cover);
            let next = state(&cover);
            let off = (0..).zip(next).filter_map(|(c, d)| Some([c, d?]));
            let wall = off
                .into_iter()
                .find(|&[c, d]| !steps.contains(&[c, d]) && !steps.contains(&[d, c]));
            walls.push(wall.expect("another cover has another step"));
            board = board.with_layout(Neighbourhood::Rook, &walls).expect("a grid");
            cover.narrow(&board, ends.clone(), &[&line]);
        }
        assert!(walls.len() > 5, "{}", walls.len());
        // A sweep from the beginning finds nothing either.
        let mut cover = PathCover::beside(&board, ends, &[&line], seed + 1).expect("a cover");
        while !cover.run(1_000) && matches!(cover.phase, Phase::Sweeping) {}
        assert!(!matches!(cover.phase, Phase::Complete), "seed {seed}");
    }
}

#[test]
fn colours_refuse_what_cannot_be() {
    let board = Board::grid(4, 4, Neighbourhood::Rook, &[true; 16]);
    assert!(PathCover::new(&board, vec![[0, 2]], 1).is_none());
    assert!(PathCover::new(&board, vec![[0, 3]], 1).is_some());
    assert!(PathCover::new(&board, vec![[0, 2], [2, 3]], 1).is_some());
    assert!(PathCover::new(&board, vec![[0, 2], [3, 1]], 1).is_some());
    assert!(PathCover::new(&board, Vec::new(), 1).is_none());
    let king = Board::grid(4, 4, Neighbourhood::King, &[true; 16]);
    assert!(PathCover::new(&king, vec![[0, 2]], 1).is_some());
}

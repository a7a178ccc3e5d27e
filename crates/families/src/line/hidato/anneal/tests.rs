//! The incremental counts of the moves against a recount.

use super::state::{BEND, Gap};
use super::{Annealer, NONE, Walk};
use clew_puzzle::puzzle::{
    Answer, Board, Cell, Content, Neighbourhood, SolutionFeature, SolutionWalker,
};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// Energy, jumps, marks that are missed and gaps that are off, counted again; and that the places form one line in
/// which every free cell lies in a gap that admits it.
fn check(annealer: &Annealer, links: &[[Cell; 2]]) {
    let s = &annealer.state;
    let mut energy = 0;
    let mut met = vec![false; s.nodes as usize];
    let (mut at, mut first) = (s.nodes - 2, 0);
    for (gap, &Gap { ends, number, wanted, cells }) in (0..).zip(&s.gaps) {
        assert_eq!((at, first), (ends[0], number));
        first += wanted as u32 + 1;
        let mut inside = 0;
        while at != ends[1] {
            assert!(!std::mem::replace(&mut met[at as usize], true), "a cell twice");
            let place = s.places[at as usize];
            assert_eq!(place.gap, gap);
            assert_eq!(s.places[place.next as usize].previous, at);
            let apart = s.apart(at, place.next);
            energy += i64::from(apart);
            assert_eq!(s.jumps.contains(at), apart > 0);
            assert!(s.fixed[at as usize] || s.admits(gap, at));
            inside += i32::from(!s.fixed[at as usize]);
            at = place.next;
        }
        assert_eq!(inside, cells);
        assert_eq!(s.off.contains(gap), cells != wanted);
        energy += i64::from((cells - wanted).abs());
    }
    assert_eq!((at, s.places[at as usize].next), (s.nodes - 1, NONE));
    assert_eq!(met.iter().filter(|&&m| !m).count(), 1, "only the last open end was not left");
    for (m, &[a, b]) in (0..).zip(links) {
        let place = s.places[a as usize];
        assert_eq!(s.marked(m), [a, b]);
        assert_eq!(s.missed.contains(m), place.next != b && place.previous != b);
        energy += i64::from(BEND);
    }
    assert_eq!(s.energy, energy);
}

/// A search on a square board with two holes and some numbers at random places: mostly there is no
/// filling, and the search goes on for ever.
fn random_search(moves: Neighbourhood, size: u32, seed: u32) -> Option<Annealer> {
    annealer(&random_board(moves, size), seed)
}

/// A square board with two holes.
fn random_board(moves: Neighbourhood, size: u32) -> Board {
    let mut present = vec![true; (size * size) as usize];
    (present[16], present[30]) = (false, false);
    Board::grid(size, size, moves, &present)
}

fn annealer(board: &Board, seed: u32) -> Option<Annealer> {
    let n = board.len() as u32;
    let mut given = vec![None; n as usize];
    for k in 0..seed % 8 {
        given[((k * 13 + seed * 5) % n) as usize] = Some(1 + (k * 17 + seed) % n);
    }
    let possible = |c: u32, range: RangeInclusive<u32>| {
        *range.start() < 9 || !(c + range.start()).is_multiple_of(5)
    };
    Annealer::new(board, &given, possible, seed.into(), &|| false)
}

#[test]
fn books_are_kept() {
    let mut searched = 0;
    for moves in [Neighbourhood::Rook, Neighbourhood::King, Neighbourhood::Hex] {
        for seed in 0..16 {
            // On the larger boards stretches are longer than the part that a move examines.
            let (size, stride) = if seed < 8 { (7, 23) } else { (20, 1_000) };
            let board = random_board(moves, size);
            // Every third board has no marks; some cells of the others are in three.
            let edges = board.edges().iter().copied().enumerate();
            let links: Vec<[Cell; 2]> = edges
                .filter(|(e, _)| (*e as u32 * 7 + seed) % 9 < seed % 3)
                .map(|(_, [a, b])| [a.min(b), a.max(b)])
                .collect();
            let board = board.with_links(&links).expect("edges of the board");
            let Some(mut annealer) = annealer(&board, seed) else { continue };
            searched += 1;
            for _ in 0..200 {
                check(&annealer, board.links());
                annealer.run(stride);
            }
        }
    }
    assert!(searched > 18, "{searched} of 48");
}

/// The cells of each gap in the order of the line.
fn paths(annealer: &Annealer) -> Vec<Vec<u32>> {
    let s = &annealer.state;
    let path = |gap: &Gap| {
        let mut path = vec![gap.ends[0]];
        while path[path.len() - 1] != gap.ends[1] {
            path.push(s.places[path[path.len() - 1] as usize].next);
        }
        path
    };
    s.gaps.iter().map(path).collect()
}

/// A gap whose path is another one after some moves is noted.
#[test]
fn gaps_that_change_are_touched() {
    let (mut changed, mut still) = (0, 0);
    for moves in [Neighbourhood::Rook, Neighbourhood::King, Neighbourhood::Hex] {
        for seed in 0..16 {
            let Some(mut annealer) = random_search(moves, 9, seed) else { continue };
            let mut before = paths(&annealer);
            for i in 0..400 {
                while let Some(&gap) = annealer.state.touched.list().last() {
                    annealer.state.touched.set(gap, false);
                }
                (0..1 + i % 20).for_each(|_| annealer.step());
                let after = paths(&annealer);
                for (gap, (a, b)) in (0..).zip(before.iter().zip(&after)) {
                    assert!(a == b || annealer.state.touched.contains(gap), "gap {gap}");
                    changed += u32::from(a != b);
                    still += u32::from(!annealer.state.touched.contains(gap));
                }
                before = after;
            }
        }
    }
    assert!(changed > 1_000 && still > 1_000, "{changed} changed, {still} not touched");
}

/// All fillings of a board with these numbers given, by trying every step.
fn fillings(board: &Board, given: &[Option<u32>]) -> Vec<Vec<u32>> {
    fn step(
        board: &Board,
        given: &[Option<u32>],
        numbers: &mut Vec<u32>,
        c: u32,
        k: u32,
    ) -> Vec<Vec<u32>> {
        if numbers[c as usize] > 0 || given[c as usize].is_some_and(|g| g != k) {
            return Vec::new();
        }
        numbers[c as usize] = k;
        let found = match k as usize == numbers.len() {
            true => vec![numbers.clone()],
            false => {
                let next = board.neighbours(c).iter();
                next.flat_map(|&q| step(board, given, numbers, q, k + 1)).collect()
            }
        };
        numbers[c as usize] = 0;
        found
    }
    let mut numbers = vec![0; board.len()];
    (0..board.len() as u32).flat_map(|c| step(board, given, &mut numbers, c, 1)).collect()
}

/// Every filling that a walk shows obeys the rules, keeps its aim and shows something new; aimed at all
/// that some filling has, it comes to most of it.
#[test]
fn walks_show_what_there_is() {
    let (mut wanted, mut seen) = (0, 0);
    for (moves, cols) in
        [(Neighbourhood::Rook, 6), (Neighbourhood::King, 3), (Neighbourhood::Hex, 4)]
    {
        let board = Board::grid(4, cols, moves, &vec![true; 4 * cols as usize]);
        let n = board.len();
        let mut given = vec![None; n];
        (given[0], given[n - 2]) = (Some(1), Some(n as u32 / 2));
        let all = fillings(&board, &given);
        let full: Vec<u32> = (0..n as u32).collect();
        let domain = |k: &Option<u32>| k.map_or_else(|| full.clone(), |k| vec![k - 1]);
        let domains: Vec<Vec<u32>> = given.iter().map(domain).collect();
        let mut walk = Walk::new(&board, &domains, 7, &|| false).expect("there is room to move");
        let mut open: BTreeSet<(u32, u32)> =
            all.iter().flat_map(|filling| (0..).zip(filling.iter().copied())).collect();
        open.iter().for_each(|&(c, k)| walk.want(SolutionFeature::Holds(c, Content::Number(k))));
        wanted += open.len();
        let all: BTreeSet<Vec<u32>> = all.into_iter().collect();
        let mut from = Answer::Line(all.first().expect("there is a filling").clone());
        walk.begin(&from);
        for (c, k) in (0..n as u32).flat_map(|c| (1..=n as u32).map(move |k| (c, k))) {
            if !walk.aim(&from, c, Content::Number(k)) {
                continue;
            }
            for _ in 0..4 {
                let Some(Answer::Line(numbers)) = walk.run(500) else { break };
                assert_eq!(numbers[c as usize], k);
                assert!(all.contains(&numbers), "{numbers:?}");
                let before = open.len();
                (0..).zip(&numbers).for_each(|(c, &k)| {
                    open.remove(&(c, k));
                });
                assert!(open.len() < before, "nothing new in {numbers:?}");
                from = Answer::Line(numbers);
            }
        }
        seen += open.len();
    }
    let seen = wanted - seen;
    assert!(wanted > 300 && seen * 10 > wanted * 9, "{seen} of {wanted}");
}

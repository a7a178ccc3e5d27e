//! What is kept up move by move, against what it stands for.

use super::state::Gap;
use super::{Annealer, NONE};
use crate::puzzle::{Board, Neighbourhood};
use std::ops::RangeInclusive;

/// Energy, jumps and gaps that are off, counted again; and that the places form one line in which
/// every free cell lies in a gap that admits it.
fn check(annealer: &Annealer) {
    let s = &annealer.state;
    let mut energy = 0;
    let mut met = vec![false; s.nodes as usize];
    let mut at = s.nodes - 2;
    for (gap, &Gap { ends, wanted, cells }) in (0..).zip(&s.gaps) {
        assert_eq!(at, ends[0]);
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
    assert_eq!(s.energy, energy);
}

/// A search on a square board with two holes and some numbers at random places: mostly there is no
/// filling, and the search goes on for ever.
fn random_search(moves: Neighbourhood, size: u32, seed: u32) -> Option<Annealer> {
    let mut present = vec![true; (size * size) as usize];
    (present[16], present[30]) = (false, false);
    let board = Board::grid(size, size, moves, &present);
    let n = board.len() as u32;
    let mut given = vec![None; n as usize];
    for k in 0..seed % 8 {
        given[((k * 13 + seed * 5) % n) as usize] = Some(1 + (k * 17 + seed) % n);
    }
    let possible = |c: u32, range: RangeInclusive<u32>| {
        *range.start() < 9 || !(c + range.start()).is_multiple_of(5)
    };
    Annealer::new(&board, &given, possible, seed.into(), &|| false)
}

#[test]
fn books_are_kept() {
    let mut searched = 0;
    for moves in [Neighbourhood::Rook, Neighbourhood::King, Neighbourhood::Hex] {
        for seed in 0..16 {
            // On the larger boards stretches are longer than what a move looks at.
            let (size, stride) = if seed < 8 { (7, 23) } else { (20, 1_000) };
            let Some(mut annealer) = random_search(moves, size, seed) else { continue };
            searched += 1;
            for _ in 0..200 {
                check(&annealer);
                annealer.run(stride);
            }
        }
    }
    assert!(searched > 18, "{searched} of 48");
}

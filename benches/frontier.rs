//! Times of frontier counts.

use clew::count::{Limits, line};
use clew::puzzle::{Board, Line, Neighbourhood};
use std::time::Instant;
fn main() {
    let a: Vec<u32> = std::env::args().skip(1).filter_map(|x| x.parse().ok()).collect();
    let (r, c, t) = (a[0], a[1], a[2]);
    let board = Board::grid(
        r,
        c,
        [Neighbourhood::Rook, Neighbourhood::King, Neighbourhood::Hex]
            [a.get(3).map_or(0, |&x| x as usize)],
        &vec![true; (r * c) as usize],
    );
    let n = board.len();
    let l = Line { board, given: vec![None; n] };
    let s = Instant::now();
    let o = line::count(&l, &Limits::default(), &mut (), t as usize).unwrap();
    println!("{r}x{c}: {o:?} {:?}", s.elapsed());
}

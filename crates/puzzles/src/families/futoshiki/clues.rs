//! Clues of a futoshiki: values and signs.

use super::Futoshiki;
use crate::puzzle::{Built, Cell, Clue, Content};
use clew_engine::kernel::Lit;
use std::collections::HashSet;

/// What is given: values, then signs.
pub fn given(puzzle: &Futoshiki) -> Vec<Clue> {
    let value = |(cell, given): (Cell, &Option<u32>)| {
        given.map(|v| Clue::Holds { cell, content: Content::Number(v) })
    };
    let values = (0..).zip(&puzzle.given).filter_map(value);
    values.chain(puzzle.less.iter().map(|&pair| Clue::Less(pair))).collect()
}

/// The square with these clues given; `None` if a cell would have two values, or a clue says something of
/// cells or values that are none.
pub fn with(puzzle: &Futoshiki, clues: &[Clue]) -> Option<Futoshiki> {
    let mut given = vec![None; puzzle.given.len()];
    let mut less = Vec::new();
    for clue in clues {
        match *clue {
            Clue::Holds { cell, content: Content::Number(v) } => {
                let other = given.get_mut(cell as usize)?.replace(v).is_some_and(|old| old != v);
                if other || !(1..=puzzle.n).contains(&v) {
                    return None;
                }
            }
            Clue::Less(pair) if pair.iter().all(|&c| (c as usize) < puzzle.given.len()) => {
                less.push(pair);
            }
            Clue::Less(_) | Clue::Holds { .. } => return None,
        }
    }
    less.sort_unstable();
    less.dedup();
    Some(Futoshiki { n: puzzle.n, given, less })
}

/// Cells side by side without a sign between them.
pub fn sign_places(puzzle: &Futoshiki) -> Vec<[Cell; 2]> {
    let n = puzzle.n;
    let right = (0..n * n).filter(|c| c % n + 1 < n).map(|c| [c, c + 1]);
    let below = (0..n * n).filter(|c| c / n + 1 < n).map(|c| [c, c + n]);
    let signs: HashSet<[Cell; 2]> = puzzle.less.iter().copied().collect();
    let is_free = |&[a, b]: &[Cell; 2]| !signs.contains(&[a, b]) && !signs.contains(&[b, a]);
    right.chain(below).filter(is_free).collect()
}

/// The literal of a value; for a sign a Boolean of its own, with a clause for each value of either
/// cell: it needs a larger one in the second, or a smaller one in the first.
pub fn guard(n: u32, built: &mut Built, clue: Clue) -> Option<Lit> {
    let holds = |built: &Built, cell, v| {
        let store = built.model.engine.store();
        built.decoder.holds(store, cell, Content::Number(v))
    };
    match clue {
        Clue::Holds { cell, content: Content::Number(v) } => holds(built, cell, v),
        Clue::Holds { .. } => None,
        Clue::Less([a, b]) => {
            let sign = built.model.bools("sign", 1).at(0);
            for v in 1..=n {
                let larger: Option<Vec<Lit>> = (v + 1..=n).map(|w| holds(built, b, w)).collect();
                let smaller: Option<Vec<Lit>> = (1..v).map(|w| holds(built, a, w)).collect();
                for (fact, others) in
                    [(holds(built, a, v)?, larger?), (holds(built, b, v)?, smaller?)]
                {
                    let mut clause = vec![sign.neg(), !fact];
                    clause.extend(others);
                    // Where the sign cannot be, its literal is false from now on.
                    built.model.engine.add_clause(&clause).ok()?;
                }
            }
            Some(sign.pos())
        }
    }
}

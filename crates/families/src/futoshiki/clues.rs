//! Clues of a futoshiki: values and signs.

use super::Futoshiki;
use super::gaps::{clauses, neighbours};
use clew_engine::kernel::Lit;
use clew_puzzle::puzzle::{Built, Cell, Clue, Content};
use std::collections::HashSet;

/// The given clues: values, then signs.
pub fn given(puzzle: &Futoshiki) -> Vec<Clue> {
    let value = |(cell, given): (Cell, &Option<u32>)| {
        given.map(|v| Clue::Holds { cell, content: Content::Number(v) })
    };
    let values = (0..).zip(&puzzle.given).filter_map(value);
    let signs = puzzle.less.iter().map(|&pair| Clue::Less(pair));
    values.chain(signs).chain(puzzle.gaps.iter().map(|&gap| Clue::Gap(gap))).collect()
}

/// The square with these clues given; `None` if a cell would have two values, or a clue names cells or values that do
/// not exist.
pub fn with(puzzle: &Futoshiki, clues: &[Clue]) -> Option<Futoshiki> {
    let mut given = vec![None; puzzle.given.len()];
    let (mut less, mut gaps) = (Vec::new(), Vec::new());
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
            Clue::Gap(gap) if gap.cells.iter().all(|&c| (c as usize) < puzzle.given.len()) => {
                gaps.push(gap);
            }
            Clue::Less(_) | Clue::Gap(_) | Clue::Holds { .. } => return None,
        }
    }
    less.sort_unstable();
    less.dedup();
    gaps.sort_unstable();
    gaps.dedup();
    Some(Futoshiki { n: puzzle.n, given, less, gaps })
}

/// Cells side by side between which no sign and no difference stands; none where all dots are given, for such puzzles
/// have no signs of another kind.
pub fn sign_places(puzzle: &Futoshiki) -> Vec<[Cell; 2]> {
    if puzzle.has_all_dots() {
        return Vec::new();
    }
    let ascending = |&[a, b]: &[Cell; 2]| [a.min(b), a.max(b)];
    let mut taken: HashSet<[Cell; 2]> = puzzle.less.iter().map(ascending).collect();
    taken.extend(puzzle.gaps(true).map(|gap| gap.cells));
    let mut places: Vec<[Cell; 2]> = neighbours(puzzle.n).filter(|p| !taken.contains(p)).collect();
    // Those side by side in rows first.
    places.sort_by_key(|&[a, b]| (b - a > 1, a));
    places
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
        Clue::Gap(gap) => {
            let sign = built.model.bools("sign", 1).at(0);
            for clause in clauses(n, gap) {
                let lit = |(cell, v, is)| {
                    Some(if is { holds(built, cell, v)? } else { !holds(built, cell, v)? })
                };
                let mut lits: Vec<Lit> = clause.into_iter().map(lit).collect::<Option<_>>()?;
                lits.push(sign.neg());
                // Where the gap cannot be, its literal is false from now on.
                built.model.engine.add_clause(&lits).ok()?;
            }
            Some(sign.pos())
        }
    }
}

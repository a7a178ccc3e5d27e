//! A solution of some variables of rows, completed to one of all.

use super::checker::Checker;
use super::literal::Literal;
use super::opb::Opb;
use clew_engine::run::Interrupt;

/// Choices that may fail before the search gives up.
const MOST_FAILURES: u32 = 100_000;

/// Literals of all variables that satisfy all rows, with the given ones among them. Propagation finds most of them; others
/// are chosen one by one. `None` if there are none, if too many choices fail, or if `interrupt` is raised.
///
/// Time: a propagation of all rows for each choice that propagation leaves.
pub fn complete(
    opb: &Opb,
    known: &[Literal],
    interrupt: Option<&Interrupt>,
) -> Option<Vec<Literal>> {
    let stops = || interrupt.is_some_and(Interrupt::is_raised);
    let mut checker = Checker::new(opb.variables());
    if !checker.load(opb.rows(), |_| true, stops) || checker.is_refuted() {
        return None;
    }
    checker.assume(known).ok()?;
    let all: Vec<Literal> = (0..opb.variables()).map(|var| Literal::new(var, true)).collect();
    let mut chosen: Vec<(Literal, bool)> = Vec::new();
    let (mut failures, mut next) = (0, 0);
    loop {
        while next < all.len() && checker.value(all[next]).is_some() {
            next += 1;
        }
        let Some(&open) = all.get(next) else {
            let value = |&l: &Literal| if checker.value(l) == Some(true) { l } else { !l };
            return Some(all.iter().map(value).collect());
        };
        chosen.push((!open, false));
        if checker.assume(&[!open]).is_ok() {
            continue;
        }
        // The last choice that was not turned around yet is.
        loop {
            failures += 1;
            if failures > MOST_FAILURES || stops() {
                return None;
            }
            while chosen.pop_if(|choice| choice.1).is_some() {}
            let last = chosen.last_mut()?;
            *last = (!last.0, true);
            checker.undo();
            let now = known.iter().copied().chain(chosen.iter().map(|choice| choice.0));
            if checker.assume(&now.collect::<Vec<_>>()).is_ok() {
                break;
            }
        }
        next = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_open_is_chosen_and_corrected() {
        let mut opb = Opb::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| opb.variable(name));
        opb.clause([a, b]);
        opb.clause([a, !b, c]);
        opb.clause([!b, !c]);
        opb.clause([a, !b]);
        let all = complete(&opb, &[], None).expect("there is a solution");
        assert!(all.contains(&a) && all.len() == 3);
        assert_eq!(complete(&opb, &[!a], None), None);
    }
}

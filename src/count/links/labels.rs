//! In how many solutions a cell lies on each label's path.
//!
//! When a cell is settled, its fragment may not have reached a label yet. So the backward pass
//! carries, beside the completions of a state, how many of them give label l to pair i: pairs × labels
//! numbers a state, for two layers at a time. A cell's numbers are then (ways to reach the
//! state before) × (completions after the move that give its fragment the label).

use num_bigint::BigUint;

use super::guard::{Fragment, PAIR};
use super::guarded::Guarded;
use crate::count::budget::{Budget, Stop};
use crate::count::kept::{Kept, Number, index};
use crate::count::word::Word;

/// Per cell and label (the last entry: the cell stays empty) the number of solutions.
///
/// # Errors
/// [`Stop`] at a limit.
pub fn count<K: Word, N: Number>(
    program: &Guarded<K>,
    kept: &Kept<K, N>,
    budget: &Budget,
) -> Result<Vec<Vec<BigUint>>, Stop> {
    let steps = &program.plan().steps;
    let labels = program.plan().labels;
    let (reached, _lease) = kept.reached(program, budget)?;
    let mut table = vec![vec![BigUint::default(); labels + 1]; steps.len()];
    // Of the layer after the step: where each state's numbers begin, and the numbers.
    let mut starts = vec![0; kept.layer(steps.len()).len()];
    let mut shares: Vec<N> = Vec::new();
    for (now, step) in steps.iter().enumerate().rev() {
        budget.poll()?;
        let after = index(kept.layer(now + 1), budget)?;
        let ways = kept.ways(now + 1);
        let mut here = vec![N::default(); labels + 1];
        let mut starts_now = Vec::with_capacity(kept.layer(now).len());
        let mut shares_now: Vec<N> = Vec::new();
        for (&key, times) in kept.layer(now).iter().zip(&reached[now]) {
            let base = shares_now.len();
            starts_now.push(base);
            program.transitions(now, key, &mut |next, _, state| {
                let Some(&[j]) = after.get(next) else { return };
                let j = j as usize;
                // For every label, how many completions make the fragment that label's.
                let each = |fragment: Fragment, tell: &mut dyn FnMut(usize, &N)| {
                    if fragment & PAIR != 0 {
                        let at = starts[j] + usize::from(fragment & !PAIR) * labels;
                        shares[at..at + labels].iter().enumerate().for_each(|(l, n)| tell(l, n));
                    } else if fragment != 0 {
                        tell(usize::from(fragment) - 1, &ways[j]);
                    } else {
                        tell(labels, &ways[j]);
                    }
                };
                each(state.here, &mut |label, n| {
                    let through = times.times(n).expect("at most the number of solutions");
                    assert!(here[label].add(&through), "at most the number of solutions");
                });
                shares_now.resize(base + state.known_pairs() * labels, N::default());
                for (i, &fate) in state.fates.iter().enumerate() {
                    each(fate, &mut |label, n| {
                        let fits = shares_now[base + i * labels + label].add(n);
                        assert!(fits, "at most the completions");
                    });
                }
            });
        }
        for (sum, n) in table[step.cell as usize].iter_mut().zip(&here) {
            *sum = n.big();
        }
        (starts, shares) = (starts_now, shares_now);
    }
    Ok(table)
}

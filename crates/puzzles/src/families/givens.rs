//! Numbers of a filling that a puzzle in the making gives, alone or in the pairs that half a turn makes.

use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

/// How many numbers are given.
pub(super) fn count(given: &[Option<u32>]) -> usize {
    given.iter().flatten().count()
}

/// How many cells this pair has: one, if a cell is its own partner.
pub(super) fn cells(pair: [usize; 2]) -> usize {
    1 + usize::from(pair[0] != pair[1])
}

/// Gives the numbers of both.
pub(super) fn give(given: &mut [Option<u32>], truth: &[u32], pair: [usize; 2]) {
    for i in pair {
        given[i] = Some(truth[i]);
    }
}

/// The same, unless more than `most` numbers would be given then; tells whether it did.
pub(super) fn give_within(
    given: &mut [Option<u32>],
    truth: &[u32],
    pair: [usize; 2],
    most: usize,
) -> bool {
    let fits = count(given) + cells(pair) <= most;
    if fits {
        give(given, truth, pair);
    }
    fits
}

/// Gives more numbers, each with its partner's, in random order, up to `most`.
pub(super) fn fill_up(
    given: &mut [Option<u32>],
    truth: &[u32],
    partner: impl Fn(usize) -> usize,
    most: usize,
    rng: &mut ChaCha8Rng,
) {
    let mut open: Vec<usize> = (0..given.len()).filter(|&i| given[i].is_none()).collect();
    open.shuffle(rng);
    for i in open {
        if given[i].is_none() {
            give_within(given, truth, [i, partner(i)], most);
        }
    }
}

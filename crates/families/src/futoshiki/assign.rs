//! A cheapest perfect matching.

/// The cost of a pair that must not be matched.
pub(super) const NEVER: i64 = i64::MAX / 4;

/// For each of `n` rows of costs, row-major, its column in a perfect matching of least total cost;
/// `None` if there is none without a [`NEVER`]. The others are small against that: less than a
/// millionth, either sign. Time: the cube of `n`.
///
/// Sources: H. W. Kuhn, "The Hungarian method for the assignment problem", 1955; R. Jonker and
/// A. Volgenant, "A shortest augmenting path algorithm for dense and sparse linear assignment problems",
/// 1987.
pub(super) fn cheapest(n: usize, costs: &[i64]) -> Option<Vec<usize>> {
    // Row and column `n` are a place to start from, as is customary.
    let (mut of_row, mut of_column) = (vec![0i64; n + 1], vec![0i64; n + 1]);
    let mut row_of = vec![n; n + 1];
    let mut before = vec![n; n + 1];
    for row in 0..n {
        row_of[n] = row;
        let mut least = vec![i64::MAX; n];
        let mut done = vec![false; n + 1];
        let mut column = n;
        while row_of[column] != n {
            done[column] = true;
            let from = row_of[column];
            let (mut delta, mut next) = (i64::MAX, n);
            for to in (0..n).filter(|&to| !done[to]) {
                let reduced = costs[from * n + to] - of_row[from] - of_column[to];
                if reduced < least[to] {
                    (least[to], before[to]) = (reduced, column);
                }
                if least[to] < delta {
                    (delta, next) = (least[to], to);
                }
            }
            if delta > NEVER / 2 {
                return None;
            }
            for to in 0..=n {
                if done[to] {
                    of_row[row_of[to]] += delta;
                    of_column[to] -= delta;
                } else if to < n {
                    least[to] -= delta;
                }
            }
            column = next;
        }
        while column != n {
            let last = before[column];
            row_of[column] = row_of[last];
            column = last;
        }
        // The place to start from is free again.
        row_of[n] = n;
    }
    let mut matching = vec![0; n];
    row_of[..n].iter().enumerate().for_each(|(column, &row)| matching[row] = column);
    Some(matching)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_engine::structures::random::Random;

    /// The least cost over all permutations.
    fn least(n: usize, costs: &[i64], row: usize, taken: u32) -> Option<i64> {
        if row == n {
            return Some(0);
        }
        (0..n)
            .filter(|&c| taken >> c & 1 == 0 && costs[row * n + c] < NEVER)
            .filter_map(|c| Some(costs[row * n + c] + least(n, costs, row + 1, taken | 1 << c)?))
            .min()
    }

    #[test]
    fn no_permutation_is_cheaper() {
        let mut random = Random::new(5);
        let mut without = 0;
        for case in 0..400 {
            let n = case % 7;
            let costs: Vec<i64> = (0..n * n)
                .map(|_| match random.below(3) {
                    0 => NEVER,
                    _ => i64::from(random.below(20)) - 10,
                })
                .collect();
            let found = cheapest(n, &costs);
            let cost = found.as_ref().map(|m| (0..n).map(|r| costs[r * n + m[r]]).sum());
            assert_eq!(cost, least(n, &costs, 0, 0), "{costs:?}");
            without += u32::from(found.is_none());
        }
        assert!((20..200).contains(&without), "{without}");
    }
}

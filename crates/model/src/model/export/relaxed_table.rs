//! The rows of a table for a relaxation: those that exclude combinations of values, or those that choose a row, whichever have
//! fewer terms.

use crate::model::export::row_builder::{RowBuilder, Sum};
use clew_puzzle::formulation::Relation as Sign;
use rustc_hash::FxHashSet;

/// The most combinations of values that are looked at one by one.
const MOST_COMBINATIONS: usize = 1 << 12;

/// A row over conditions that a variable, by its place, has one of some values: as many as a number hold at the most.
#[derive(Debug)]
struct Excluded {
    conditions: Vec<(usize, Vec<i64>)>,
    most: i64,
}

/// States that the values are those of one of the rows, which are stored one after another.
///
/// # Errors
/// If the model becomes too large.
pub(crate) fn state(into: &mut RowBuilder<'_>, xs: &[u32], rows: &[i64]) -> Result<(), String> {
    let n = xs.len();
    let is_inside = |row: &&[i64]| row.iter().zip(xs).all(|(v, &x)| into.range(x).contains(v));
    let rows: FxHashSet<&[i64]> = rows.chunks_exact(n).filter(is_inside).collect();
    // Propagation has failed on it then.
    if rows.is_empty() {
        return Ok(());
    }
    let values: Vec<Vec<i64>> = (0..n)
        .map(|k| {
            let mut all: Vec<i64> = rows.iter().map(|row| row[k]).collect();
            all.sort_unstable();
            all.dedup();
            all
        })
        .collect();
    let chosen = rows.len() * (n + 1) + values.iter().map(Vec::len).sum::<usize>();
    let combinations = values.iter().fold(1usize, |all, v| all.saturating_mul(v.len()));
    if n > 1 && combinations <= MOST_COMBINATIONS {
        let excluded = excluded(&rows, &values);
        let terms = excluded.iter().flat_map(|row| &row.conditions).map(|c| c.1.len());
        if terms.sum::<usize>() <= chosen {
            return excluded.iter().try_for_each(|row| exclude(into, xs, row));
        }
    }
    choose(into, xs, &rows, &values)
}

/// The combinations that are no rows: for the values of all variables but the last one those of that one.
fn excluded(rows: &FxHashSet<&[i64]>, values: &[Vec<i64>]) -> Vec<Excluded> {
    let Some((last, first)) = values.split_last() else { return Vec::new() };
    let mut excluded: Vec<Excluded> = Vec::new();
    let mut at = vec![0; first.len()];
    let mut row: Vec<i64> = Vec::with_capacity(values.len());
    loop {
        row.clear();
        row.extend(at.iter().zip(first).map(|(&k, values)| values[k]));
        let is_none = |&&v: &&i64| {
            row.push(v);
            let is_none = !rows.contains(&row[..]);
            row.pop();
            is_none
        };
        let none: Vec<i64> = last.iter().filter(is_none).copied().collect();
        if !none.is_empty() {
            let mut conditions: Vec<_> = row.iter().map(|&v| vec![v]).enumerate().collect();
            let mut most = first.len() as i64;
            if none.len() < last.len() {
                conditions.push((first.len(), none));
            } else {
                most -= 1;
            }
            excluded.push(Excluded { conditions, most });
        }
        // The next combination.
        let Some(k) = (0..at.len()).find(|&k| at[k] + 1 < first[k].len()) else { break };
        at[k] += 1;
        at[..k].fill(0);
    }
    if values.len() == 2 {
        widen(&mut excluded);
    }
    excluded
}

/// Of two variables: all values of the first one that exclude the same of the second, or more, stand in one row.
fn widen(excluded: &mut Vec<Excluded>) {
    let is_part = |part: &[i64], of: &[i64]| part.iter().all(|v| of.binary_search(v).is_ok());
    let all: Vec<(i64, Vec<i64>)> = excluded
        .iter()
        .filter_map(|row| match &row.conditions[..] {
            [(_, v), (_, none)] => Some((v[0], none.clone())),
            _ => None,
        })
        .collect();
    let mut done: FxHashSet<Vec<i64>> = FxHashSet::default();
    excluded.retain_mut(|row| {
        let [(_, own), (_, none)] = &mut row.conditions[..] else { return true };
        own.clear();
        own.extend(all.iter().filter(|other| is_part(none, &other.1)).map(|other| other.0));
        done.insert(none.clone())
    });
}

fn exclude(into: &mut RowBuilder<'_>, xs: &[u32], row: &Excluded) -> Result<(), String> {
    let mut sum = Sum::constant(-row.most);
    for (k, values) in &row.conditions {
        for &v in values {
            sum = sum.plus(1, &into.is(xs[*k], v)?);
        }
    }
    into.row(sum, Sign::Most)
}

/// One row is chosen, and a variable has a value exactly if the chosen row does.
fn choose(
    into: &mut RowBuilder<'_>,
    xs: &[u32],
    rows: &FxHashSet<&[i64]>,
    values: &[Vec<i64>],
) -> Result<(), String> {
    let mut rows: Vec<&[i64]> = rows.iter().copied().collect();
    rows.sort_unstable();
    let chosen = rows.iter().map(|_| into.fresh()).collect::<Result<Vec<Sum>, _>>()?;
    for (k, (&x, values)) in xs.iter().zip(values).enumerate() {
        let mut sums = Vec::with_capacity(values.len());
        for &v in values {
            sums.push(Sum::default().plus(-1, &into.is(x, v)?));
        }
        for (row, this) in rows.iter().zip(&chosen) {
            let at = values.binary_search(&row[k]).expect("it is one of them");
            sums[at] = std::mem::take(&mut sums[at]).plus(1, this);
        }
        sums.into_iter().try_for_each(|sum| into.row(sum, Sign::Equal))?;
    }
    into.row(Sum::total(&chosen).plus(-1, &Sum::constant(1)), Sign::Equal)
}

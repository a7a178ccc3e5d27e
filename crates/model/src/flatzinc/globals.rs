//! The constraints of clew's library for MiniZinc: those that the engine has a propagator for.

use super::syntax::{Domain, Term};
use super::variables::{IntTerm, Refusal, State};
use crate::model::{Arcs, Automaton, Expr, Int};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;

type Done = Result<(), Refusal>;

/// States a constraint that begins with `clew_`.
///
/// # Errors
/// If there is none of this name, or an argument is of the wrong kind.
pub(super) fn state<'a>(of: &mut State<'a>, name: &str, arguments: &'a [Term<'a>]) -> Done {
    let Some(name) = name.strip_prefix("clew_") else { return Err(Refusal::Unknown) };
    match (name, arguments) {
        ("all_different", [xs]) => all_different(of, xs),
        ("circuit", [xs, first]) => circuit(of, xs, first, true),
        ("subcircuit", [xs, first]) => circuit(of, xs, first, false),
        ("inverse", [xs, first, ys, other]) => {
            let (xs, ys) = (of.ints(xs)?, of.ints(ys)?);
            let (xs, ys) =
                (shifted(of, &xs, of.number(other)?)?, shifted(of, &ys, of.number(first)?)?);
            Ok(of.model.inverse(&xs, &ys)?)
        }
        ("table", [xs, rows]) => {
            let (xs, rows) = (of.ints(xs)?, of.numbers(rows)?);
            table(of, &xs, &rows)
        }
        ("count", [xs, y, n]) => {
            let (xs, n) = (of.ints(xs)?, Expr::from(of.whole(n)?));
            match of.whole(y)? {
                IntTerm::Number(value) => Ok(of.model.count_of(&xs, value, n)?),
                _ => {
                    let y = of.int(y)?;
                    Ok(of.model.count_equal(&xs, y, n)?)
                }
            }
        }
        ("cardinality", [xs, values, counts]) => {
            let (xs, values, counts) = (of.ints(xs)?, of.numbers(values)?, of.ints(counts)?);
            let mut seen = FxHashSet::default();
            if values.iter().all(|v| seen.insert(*v)) {
                return Ok(of.model.cardinality(&xs, &values, &counts)?);
            }
            if values.len() != counts.len() {
                return Err(Refusal::Expected("as many counts as values"));
            }
            // A value that is counted twice.
            let mut all = values.iter().zip(counts);
            Ok(all.try_for_each(|(&value, n)| of.model.count_of(&xs, value, n))?)
        }
        ("regular", [xs, states, symbols, moves, start, accepting]) => {
            let xs = of.ints(xs)?;
            let sizes = [of.number(states)?, of.number(symbols)?];
            let automaton =
                automaton(sizes, &of.numbers(moves)?, of.number(start)?, &of.set(accepting)?)?;
            Ok(of.model.automaton(&xs, &automaton)?)
        }
        ("lex_less", [xs, ys]) => {
            let (xs, ys) = (of.ints(xs)?, of.ints(ys)?);
            lexicographic(of, &xs, &ys, true)
        }
        ("lex_lesseq", [xs, ys]) => {
            let (xs, ys) = (of.ints(xs)?, of.ints(ys)?);
            lexicographic(of, &xs, &ys, false)
        }
        ("cumulative", [starts, lengths, needs, capacity]) => {
            let (starts, lengths) = (of.ints(starts)?, of.numbers(lengths)?);
            let (needs, capacity) = (of.numbers(needs)?, of.number(capacity)?);
            // A task without duration or demand has no effect.
            let counts = |i: &usize| lengths.get(*i) != Some(&0) && needs.get(*i) != Some(&0);
            let kept: Vec<usize> = (0..starts.len()).filter(counts).collect();
            let starts: Vec<Int> = kept.iter().map(|&i| starts[i]).collect();
            let of_kept =
                |all: &[i64]| kept.iter().filter_map(|&i| all.get(i).copied()).collect::<Vec<_>>();
            Ok(of.model.cumulative(&starts, &of_kept(&lengths), &of_kept(&needs), capacity)?)
        }
        ("cumulative_of", [starts, lengths, needs, capacity]) => {
            let (starts, lengths) = (of.ints(starts)?, of.ints(lengths)?);
            let (needs, capacity) = (of.ints(needs)?, of.int(capacity)?);
            Ok(of.model.cumulative_of(&starts, &lengths, &needs, capacity)?)
        }
        ("disjunctive", [starts, lengths]) => {
            let (starts, lengths) = (of.ints(starts)?, of.numbers(lengths)?);
            if starts.len() != lengths.len() {
                return Err(Refusal::Expected("as many lengths as starts"));
            }
            let timed = starts.into_iter().zip(lengths).filter(|job| job.1 != 0);
            let (starts, lengths): (Vec<Int>, Vec<i64>) = timed.unzip();
            Ok(of.model.no_overlap(&starts, &lengths)?)
        }
        _ => Err(Refusal::Unknown),
    }
}

fn all_different<'a>(of: &mut State<'a>, xs: &'a Term<'a>) -> Done {
    let xs = of.ints(xs)?;
    let mut seen = FxHashSet::default();
    // A variable that stands twice does not differ from itself.
    if !xs.iter().all(|x| seen.insert(*x)) {
        return Ok(of.model.clause(&[])?);
    }
    Ok(of.model.all_different(&xs)?)
}

/// Successors that form a circuit through all nodes, or through some; the nodes are counted from `first`.
fn circuit<'a>(of: &mut State<'a>, xs: &'a Term<'a>, first: &'a Term<'a>, all: bool) -> Done {
    let (xs, first) = (of.ints(xs)?, of.number(first)?);
    let nodes = u32::try_from(xs.len()).map_err(|_| Refusal::Expected("fewer nodes"))?;
    let xs = shifted(of, &xs, first)?;
    let arcs = Arcs::complete(nodes);
    let stated = if all { of.model.circuit(arcs, &xs) } else { of.model.sub_circuit(arcs, &xs) };
    Ok(stated?)
}

/// One list stands before another one, as words do in a dictionary: a list before those that it begins.
fn lexicographic(of: &mut State<'_>, xs: &[Int], ys: &[Int], strict: bool) -> Done {
    let shared = xs.len().min(ys.len());
    let (x, y) = (&xs[..shared], &ys[..shared]);
    // Where all that both have is the same, the lengths decide.
    let strict = xs.len() > ys.len() || (strict && xs.len() == ys.len());
    let stated =
        if strict { of.model.lexicographic_strict(x, y) } else { of.model.lexicographic(x, y) };
    Ok(stated?)
}

/// The variables less a number.
fn shifted(of: &mut State<'_>, xs: &[Int], by: i64) -> Result<Vec<Int>, Refusal> {
    if by == 0 {
        return Ok(xs.to_vec());
    }
    let mut known: FxHashMap<Int, Int> = FxHashMap::default();
    let mut shifted = Vec::with_capacity(xs.len());
    for &x in xs {
        shifted.push(match known.entry(x) {
            Entry::Occupied(of) => *of.get(),
            Entry::Vacant(free) => {
                let name = of.own_name("shifted");
                *free.insert(of.model.define(name, x - by)?)
            }
        });
    }
    Ok(shifted)
}

fn table(of: &mut State<'_>, xs: &[Int], rows: &[i64]) -> Done {
    if xs.is_empty() {
        return Ok(());
    }
    if !rows.len().is_multiple_of(xs.len()) {
        return Err(Refusal::Expected("rows as long as there are variables"));
    }
    Ok(of.model.table(xs, rows.chunks_exact(xs.len()))?)
}

/// The automaton of `regular`: states and symbols are counted from 1, 0 is where nothing leads on.
fn automaton(
    [states, symbols]: [i64; 2],
    moves: &[i64],
    start: i64,
    accepting: &Domain,
) -> Result<Automaton, Refusal> {
    let wrong = Refusal::Expected(
        "states from 1 to their number, and a move for each of them and each symbol",
    );
    let (Ok(count), Ok(width)) = (u32::try_from(states), usize::try_from(symbols)) else {
        return Err(wrong);
    };
    let is_state = |state: i64| (1..=states).contains(&state);
    if width == 0
        || (count as usize).checked_mul(width) != Some(moves.len())
        || !is_state(start)
        || !moves.iter().all(|&to| to == 0 || is_state(to))
    {
        return Err(wrong);
    }
    // The model's automata begin in state 0: that one and the start are exchanged.
    let place = |state: i64| match state {
        state if state == start => 0,
        1 => start as u32 - 1,
        state => state as u32 - 1,
    };
    let accepts = |state: &i64| match accepting {
        Domain::Range(low, high) => (low..=high).contains(&state),
        Domain::Set(values) => values.contains(state),
    };
    let accepting: Vec<u32> = (1..=states).filter(accepts).map(place).collect();
    let step = |(i, &to): (usize, &i64)| {
        let (from, symbol) = ((i / width) as i64 + 1, (i % width) as i64 + 1);
        (to > 0).then(|| (place(from), symbol, place(to)))
    };
    Ok(Automaton::new(count, &accepting, moves.iter().enumerate().filter_map(step))?)
}

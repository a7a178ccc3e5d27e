//! The constraints of clew's library with their definitions, for random files.

use super::oracle::{Assignment, Constraint, Draw, Holds, Int, list};
use rand::RngExt;

/// A random one. Lists may hold a variable several times.
pub fn constraint(draw: &mut Draw) -> Constraint {
    let n = draw.rng.random_range(1..=4);
    let (xs, first) = (draw.some_ints(n), draw.number(-1, 2));
    let text = list(&xs, Int::text);
    let (text, holds): (String, Holds) = match draw.rng.random_range(0..11) {
        0 => (
            format!("clew_all_different({text})"),
            Box::new(move |s| {
                let xs = values(&xs, s);
                (1..xs.len()).all(|i| !xs[..i].contains(&xs[i]))
            }),
        ),
        1 => (
            format!("clew_circuit({text}, {first})"),
            Box::new(move |s| circuit(&places(&xs, first, s)).is_some_and(|on| on == n && n > 1)),
        ),
        2 => (
            format!("clew_subcircuit({text}, {first})"),
            Box::new(move |s| circuit(&places(&xs, first, s)).is_some()),
        ),
        3 => {
            let (ys, other) = (draw.some_ints(n), draw.number(-1, 2));
            (
                format!("clew_inverse({text}, {first}, {}, {other})", list(&ys, Int::text)),
                Box::new(move |s| {
                    let (to, back) = (places(&xs, other, s), places(&ys, first, s));
                    (0..n).all(|i| to[i].is_some_and(|j| back[j] == Some(i)))
                        && (0..n).all(|j| back[j].is_some_and(|i| to[i] == Some(j)))
                }),
            )
        }
        4 => {
            let rows: Vec<Vec<i64>> = (0..4).map(|_| draw.numbers(n)).collect();
            (
                format!("clew_table({text}, {})", list(&rows.concat(), |v| v.to_string())),
                Box::new(move |s| {
                    let equals = |(x, &v): (&Int, &i64)| x.value(s) == v.into();
                    rows.iter().any(|row| xs.iter().zip(row).all(equals))
                }),
            )
        }
        5 => {
            let (y, count) = (draw.int(), draw.int());
            (
                format!("clew_count({text}, {}, {})", y.text(), count.text()),
                Box::new(move |s| occurrences(&xs, y.value(s), s) == count.value(s)),
            )
        }
        6 => {
            let (of, counts) = (draw.numbers(2), draw.some_ints(2));
            (
                format!(
                    "clew_cardinality({text}, {}, {})",
                    list(&of, |v| v.to_string()),
                    list(&counts, Int::text)
                ),
                Box::new(move |s| {
                    let counted =
                        |(&v, n): (&i64, &Int)| occurrences(&xs, v.into(), s) == n.value(s);
                    of.iter().zip(&counts).all(counted)
                }),
            )
        }
        7 => {
            let (ys, strict) = (draw.some_ints(n), draw.rng.random::<bool>());
            (
                format!(
                    "clew_lex_less{}({text}, {})",
                    if strict { "" } else { "eq" },
                    list(&ys, Int::text)
                ),
                Box::new(move |s| {
                    let (xs, ys) = (values(&xs, s), values(&ys, s));
                    if strict { xs < ys } else { xs <= ys }
                }),
            )
        }
        8 => {
            let lengths: Vec<i64> = (0..n).map(|_| draw.number(0, 3)).collect();
            (
                format!("clew_disjunctive({text}, {})", list(&lengths, |v| v.to_string())),
                Box::new(move |s| {
                    let apart = |i: usize, j: usize| {
                        let (a, b) = (xs[i].value(s), xs[j].value(s));
                        let (c, d) = (i128::from(lengths[i]), i128::from(lengths[j]));
                        c == 0 || d == 0 || a + c <= b || b + d <= a
                    };
                    (0..n).all(|i| (0..i).all(|j| apart(i, j)))
                }),
            )
        }
        9 => {
            let (lengths, needs, capacity) = (draw.some_ints(n), draw.some_ints(n), draw.int());
            (
                format!(
                    "clew_cumulative_of({text}, {}, {}, {})",
                    list(&lengths, Int::text),
                    list(&needs, Int::text),
                    capacity.text()
                ),
                Box::new(move |s| {
                    let (starts, lengths) = (values(&xs, s), values(&lengths, s));
                    let (needs, capacity) = (values(&needs, s), capacity.value(s));
                    let runs = |k: usize, t: i128| starts[k] <= t && t < starts[k] + lengths[k];
                    let load =
                        |t: i128| (0..n).filter(|&k| runs(k, t)).map(|k| needs[k]).sum::<i128>();
                    let mut all = lengths.iter().chain(&needs).chain([&capacity]);
                    all.all(|v| *v >= 0) && starts.iter().all(|&t| load(t) <= capacity)
                }),
            )
        }
        _ => {
            let lengths: Vec<i64> = (0..n).map(|_| draw.number(0, 3)).collect();
            let needs: Vec<i64> = (0..n).map(|_| draw.number(0, 2)).collect();
            let capacity = draw.number(0, 3);
            let show = |of: &[i64]| list(of, |v| v.to_string());
            (
                format!(
                    "clew_cumulative({text}, {}, {}, {capacity})",
                    show(&lengths),
                    show(&needs)
                ),
                Box::new(move |s| {
                    let runs = |k: usize, t: i128| {
                        let start = xs[k].value(s);
                        start <= t && t < start + i128::from(lengths[k])
                    };
                    let load = |t: i128| {
                        let running = (0..n).filter(|&k| runs(k, t));
                        running.map(|k| i128::from(needs[k])).sum::<i128>()
                    };
                    let mut starts = (0..n).filter(|&k| lengths[k] > 0 && needs[k] > 0);
                    starts.all(|k| load(xs[k].value(s)) <= capacity.into())
                }),
            )
        }
    };
    Constraint { text, holds }
}

fn values(xs: &[Int], s: &Assignment) -> Vec<i128> {
    xs.iter().map(|x| x.value(s)).collect()
}

fn occurrences(xs: &[Int], value: i128, s: &Assignment) -> i128 {
    xs.iter().filter(|x| x.value(s) == value).count() as i128
}

/// The places that numbers are, counted from a first one; `None` beyond the list.
fn places(xs: &[Int], first: i64, s: &Assignment) -> Vec<Option<usize>> {
    let place =
        |x: &Int| usize::try_from(x.value(s) - i128::from(first)).ok().filter(|&k| k < xs.len());
    xs.iter().map(place).collect()
}

/// How many nodes are on the only circuit that successors form, where all others are their own; `None` if they do not.
fn circuit(next: &[Option<usize>]) -> Option<usize> {
    let next: Vec<usize> = next.iter().copied().collect::<Option<_>>()?;
    let on = (0..next.len()).filter(|&v| next[v] != v).count();
    let Some(start) = (0..next.len()).find(|&v| next[v] != v) else { return Some(0) };
    let (mut at, mut steps) = (next[start], 1);
    while at != start && steps <= on {
        (at, steps) = (next[at], steps + 1);
    }
    (at == start && steps == on).then_some(on)
}

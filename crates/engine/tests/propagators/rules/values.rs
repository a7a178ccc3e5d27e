//! Rules of values, sums and inequalities.

use clew_engine::kernel::{Lit, Term, VarId};
use clew_engine::testing::Fixpoint;

/// The values a term has left.
pub fn left(at: &Fixpoint<'_>, t: Term) -> Vec<u32> {
    (0..t.values(at.store)).filter(|&v| t.can_be(at.store, v)).collect()
}

/// A term does not have a value.
fn must_not(at: &Fixpoint<'_>, t: Term, v: u32, rule: &str) {
    match t {
        Term::Bool(a) => at.must(a.lit(v == 0), rule),
        Term::Var(x) => at.must(at.store.atom(x, v).neg(), rule),
        // Values between the bounds cannot be removed.
        Term::Interval(x) => {
            let v = i64::from(v);
            at.demand(at.store.low(x) < v && v < at.store.high(x), rule);
        }
    }
}

/// Every value left of some terms has a solution of a rule about them alone, with the values left.
pub fn supported(at: &Fixpoint<'_>, terms: &[Term], holds: impl Fn(&[u32]) -> bool, rule: &str) {
    let domains: Vec<Vec<u32>> = terms.iter().map(|&t| left(at, t)).collect();
    let mut seen: Vec<Vec<bool>> = domains.iter().map(|d| vec![false; d.len()]).collect();
    let ways: usize = domains.iter().map(Vec::len).product();
    for code in 0..ways {
        let mut rest = code;
        let mut places = Vec::with_capacity(terms.len());
        for d in &domains {
            places.push(rest % d.len());
            rest /= d.len();
        }
        let values: Vec<u32> = places.iter().zip(&domains).map(|(&i, d)| d[i]).collect();
        if holds(&values) {
            places.iter().zip(&mut seen).for_each(|(&i, s)| s[i] = true);
        }
    }
    for ((&t, d), seen) in terms.iter().zip(&domains).zip(&seen) {
        for (&v, _) in d.iter().zip(seen).filter(|(_, seen)| !**seen) {
            must_not(at, t, v, rule);
        }
    }
}

/// A known value belongs to no other variable; with as many values as variables, a value with one place
/// left takes it.
pub fn all_different(at: &Fixpoint<'_>, xs: &[VarId], values: Option<u32>) {
    let domains: Vec<Vec<u32>> = xs.iter().map(|&x| left(at, Term::Var(x))).collect();
    for (i, d) in domains.iter().enumerate().filter(|(_, d)| d.len() == 1) {
        for j in (0..xs.len()).filter(|&j| j != i && domains[j].contains(&d[0])) {
            must_not(at, Term::Var(xs[j]), d[0], "a value that is taken");
        }
    }
    for v in 0..values.unwrap_or(0) {
        let places: Vec<usize> = (0..xs.len()).filter(|&i| domains[i].contains(&v)).collect();
        at.demand(!places.is_empty(), "each value has a place");
        if let [only] = places[..] {
            at.must(at.store.atom(xs[only], v).pos(), "the last place of a value");
        }
    }
}

/// For each possible contribution of a term, the least and the largest sums of the others allow the total to be
/// within its bounds. `terms` holds for each term the literals of its cases with their contributions.
pub fn bounds(at: &Fixpoint<'_>, terms: &[Vec<(Lit, i64)>], low: i64, high: i64) {
    let may = |i: usize| terms[i].iter().filter(|(l, _)| !at.store.is_true(!*l));
    for i in 0..terms.len() {
        let others = || (0..terms.len()).filter(move |&j| j != i);
        let least: i64 = others().map(|j| may(j).map(|w| w.1).min().expect("a way")).sum();
        let most: i64 = others().map(|j| may(j).map(|w| w.1).max().expect("a way")).sum();
        for &(l, adds) in may(i) {
            if least + adds > high || most + adds < low {
                at.must(!l, "the bounds of a sum");
            }
        }
    }
}

/// The bounds of a sum of weighted literals; all literals of an atom are one term.
pub fn sum(at: &Fixpoint<'_>, terms: &[(Lit, i64)], low: i64, high: i64) {
    let mut atoms: Vec<clew_engine::kernel::Atom> = terms.iter().map(|t| t.0.atom()).collect();
    atoms.sort_unstable();
    atoms.dedup();
    let way = |l: Lit| (l, terms.iter().filter(|t| t.0 == l).map(|t| t.1).sum());
    let by_atom: Vec<Vec<(Lit, i64)>> =
        atoms.iter().map(|a| vec![way(a.pos()), way(a.neg())]).collect();
    bounds(at, &by_atom, low, high);
}

/// The variables greater (or less) than a variable, through any number of inequalities.
fn beyond(less: &[[VarId; 2]], x: VarId, up: bool) -> Vec<VarId> {
    let mut all = vec![x];
    for _ in 0..less.len() {
        for &[a, b] in less {
            let (a, b) = if up { (a, b) } else { (b, a) };
            if all.contains(&a) && !all.contains(&b) {
                all.push(b);
            }
        }
    }
    all.split_off(1)
}

/// Each inequality by itself; and enough values above and below a variable for all variables of a
/// line that lie there.
pub fn ordered_lines(at: &Fixpoint<'_>, less: &[[VarId; 2]], lines: &[Vec<VarId>]) {
    for pair in less {
        supported(at, &pair.map(Term::Var), |v| v[0] < v[1], "an inequality");
    }
    let mut xs: Vec<VarId> = less.iter().flatten().copied().collect();
    xs.sort_unstable();
    xs.dedup();
    for x in xs {
        for up in [true, false] {
            let beyond = beyond(less, x, up);
            for line in lines {
                let group: Vec<VarId> =
                    line.iter().copied().filter(|y| beyond.contains(y)).collect();
                let mut room: Vec<u32> =
                    group.iter().flat_map(|&y| left(at, Term::Var(y))).collect();
                room.sort_unstable();
                room.dedup();
                for v in left(at, Term::Var(x)) {
                    let side = |&&w: &&u32| if up { w > v } else { w < v };
                    if room.iter().filter(side).count() < group.len() {
                        must_not(at, Term::Var(x), v, "room for a line");
                    }
                }
            }
        }
    }
}

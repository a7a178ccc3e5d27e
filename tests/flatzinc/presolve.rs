//! Best values with presolve and without it, against brute force.

use crate::relaxation::{best, printed, without};
use clew::flatzinc::FlatZinc;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Tables that exclude few combinations are clauses, and rows of the relaxation: with all parts, without presolve, and without the
/// relaxation the best values are those of brute force.
#[test]
fn tables_that_exclude_little() {
    for seed in 0..400 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut m = clew::model::Model::new();
        let domains: Vec<Vec<i64>> = (0..4)
            .map(|_| {
                let from = rng.random_range(-2..3);
                let all = (from..from + 5).filter(|_| rng.random_bool(0.6));
                let all: Vec<i64> = all.collect();
                if all.is_empty() { vec![from] } else { all }
            })
            .collect();
        let mut xs = Vec::new();
        for (i, domain) in domains.iter().enumerate() {
            let (low, high) = (domain[0], domain[domain.len() - 1]);
            let x = m.int(format!("x{i}"), low..=high).expect("a name");
            m.table(&[x], domain.iter().map(|&v| [v])).expect("its own");
            xs.push(x);
        }
        let mut tables = Vec::new();
        for _ in 0..rng.random_range(1..5) {
            let mut scope: Vec<usize> = (0..4).collect();
            while scope.len() > 2 && rng.random_bool(0.7) {
                scope.swap_remove(rng.random_range(0..scope.len()));
            }
            let mut rows: Vec<Vec<i64>> = vec![Vec::new()];
            for &i in &scope {
                let next =
                    |row: Vec<i64>| domains[i].iter().map(move |&v| [&row[..], &[v]].concat());
                rows = rows.into_iter().flat_map(next).collect();
            }
            for _ in 0..rng.random_range(1..9).min(rows.len()) {
                rows.swap_remove(rng.random_range(0..rows.len()));
            }
            let of: Vec<clew::model::Int> = scope.iter().map(|&i| xs[i]).collect();
            m.table(&of, rows.iter()).expect("its own");
            tables.push((scope, rows));
        }
        let weights: Vec<i64> = (0..4).map(|_| rng.random_range(-5..6)).collect();
        let mut wanted: Option<i64> = None;
        let mut all: Vec<Vec<i64>> = vec![Vec::new()];
        for domain in &domains {
            let next = |row: Vec<i64>| domain.iter().map(move |&v| [&row[..], &[v]].concat());
            all = all.into_iter().flat_map(next).collect();
        }
        for values in all {
            let holds = |(scope, rows): &(Vec<usize>, Vec<Vec<i64>>)| {
                rows.contains(&scope.iter().map(|&i| values[i]).collect())
            };
            if tables.iter().all(holds) {
                let sum = values.iter().zip(&weights).map(|(v, w)| v * w).sum();
                wanted = Some(wanted.map_or(sum, |best| best.min(sum)));
            }
        }
        let goal: clew::model::Expr = weights.iter().zip(&xs).map(|(&w, &x)| w * x).sum();
        for part in ["", "presolve", "relaxation"] {
            let best = m.minimize(goal.clone(), &without(|other| other == part));
            let best = best.expect("a small model");
            assert_eq!((best.objective(), best.exact), (wanted, true), "{seed}, without {part}");
        }
    }
}

/// Truth values of inequalities, which clauses need with one sign, with both or not at all, and some of which another constraint
/// mentions: the best values are those of brute force, and each solution satisfies the file, also where any one is wanted.
#[test]
fn truth_values_of_which_one_side_matters() {
    for seed in 0..600 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (ints, bools) = (3, rng.random_range(1..6usize));
        // Sometimes with bounds only.
        let unit = if rng.random_bool(0.3) { 1_000 } else { 1 };
        let mut text = String::new();
        for i in 0..ints {
            text += &format!("var 0..{}: x{i};\n", 3 * unit);
            if unit > 1 {
                text += &format!("var 0..3: y{i};\n");
            }
        }
        (0..bools).for_each(|i| text += &format!("var bool: b{i}:: output_var;\n"));
        let names: Vec<String> = (0..ints).map(|i| format!("x{i}")).collect();
        let mut weights = || -> Vec<i64> { (0..ints).map(|_| rng.random_range(-2..3)).collect() };
        let sums: Vec<Vec<i64>> = (0..bools + 1).map(|_| weights()).collect();
        let bounds: Vec<i64> = (0..bools).map(|_| rng.random_range(-4..5)).collect();
        let clauses: Vec<(Vec<usize>, Vec<usize>)> = (0..rng.random_range(0..4))
            .map(|_| {
                let mut some = |most: f64| -> Vec<usize> {
                    (0..bools).filter(|_| rng.random_bool(most)).collect()
                };
                let sides = (some(0.5), some(0.2));
                if sides.0.is_empty() && sides.1.is_empty() { (vec![0], vec![]) } else { sides }
            })
            .collect();
        let equal = rng.random_bool(0.2).then(|| rng.random_range(0..bools));
        let numbers = |of: &[i64]| of.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        let of =
            |some: &[usize]| some.iter().map(|i| format!("b{i}")).collect::<Vec<_>>().join(",");
        for (i, &bound) in bounds.iter().enumerate() {
            let (sum, names) = (numbers(&sums[i]), names.join(","));
            text += &format!(
                "constraint int_lin_le_reif([{sum}],[{names}],{},b{i});\n",
                bound * unit + rng.random_range(0..unit)
            );
        }
        for (yes, no) in &clauses {
            text += &format!("constraint bool_clause([{}],[{}]);\n", of(yes), of(no));
        }
        if let Some(i) = equal {
            text += &format!("constraint int_eq_reif(x0,{unit},b{i});\n");
        }
        if unit > 1 {
            // The wide ones are multiples.
            (0..ints).for_each(|i| {
                text += &format!("constraint int_lin_eq([{unit},-1],[y{i},x{i}],0);\n");
            });
        }
        let goal = "solve minimize z;\n";
        let sum = numbers(&sums[bools]);
        let least = -30 * unit;
        text = format!("var {least}..{}: z;\n{text}", -least);
        text += &format!("constraint int_lin_eq([{sum},-1],[{},z],0);\n", names.join(","));
        let mut wanted: Option<i64> = None;
        for k in 0..64 {
            let values = [k % 4, k / 4 % 4, k / 16];
            let total = |of: &[i64]| -> i64 { of.iter().zip(&values).map(|(a, v)| a * v).sum() };
            let truths: Vec<bool> = (0..bools).map(|i| total(&sums[i]) <= bounds[i]).collect();
            let holds = clauses
                .iter()
                .all(|(yes, no)| yes.iter().any(|&i| truths[i]) || no.iter().any(|&i| !truths[i]));
            if holds && equal.is_none_or(|i| truths[i] == (values[0] == 1)) {
                let sum = total(&sums[bools]) * unit;
                wanted = Some(wanted.map_or(sum, |best| best.min(sum)));
            }
        }
        let file = FlatZinc::parse(&format!("{text}{goal}")).expect("a file");
        for part in ["", "presolve", "relaxation"] {
            let found = best(&file, &without(|other| other == part));
            assert_eq!(found, wanted, "{seed}, without {part}\n{text}");
        }
        let any = printed(&format!("{text}solve satisfy;\n"), &without(|_| false));
        assert_eq!(any.contains("----------"), wanted.is_some(), "{seed}: {any}\n{text}");
    }
}

//! Numbers with fractions that are sums of whole numbers, against brute force in exact numbers; all others are refused.

use crate::oracle::{Assignment, Instance};
use crate::relaxation::printed;
use clew::flatzinc::FlatZinc;
use clew::model::Options;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::fmt::Write;

/// Sums of multiples of eighths under a bound, one of them the goal: the best value is that of brute force.
#[test]
fn best_values_of_fractions_are_exact() {
    let mut found = 0;
    for seed in 0..600 {
        let instance = Instance::random(seed);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let n = instance.ints();
        let mut eighths = || -> Vec<i64> { (0..n).map(|_| rng.random_range(-20..21)).collect() };
        let (cost, load) = (eighths(), eighths());
        let bound: i64 = rng.random_range(-30..60);
        let (strict, minimize) = (rng.random_bool(0.5), rng.random_bool(0.5));
        let sum = |of: &[i64], s: &Assignment| -> i64 {
            of.iter().zip(&s.ints).map(|(w, v)| w * v).sum()
        };
        let fits = |s: &Assignment| {
            let load = sum(&load, s);
            if strict { load < bound } else { load <= bound }
        };
        let values = instance.solutions().into_iter().filter(fits).map(|s| sum(&cost, &s));
        let wanted = if minimize { values.min() } else { values.max() };
        found += u32::from(wanted.is_some());
        let decimal = |eighths: i64| format!("{:?}", eighths as f64 / 8.0);
        let list = |of: &[i64]| of.iter().map(|&w| decimal(w)).collect::<Vec<_>>().join(", ");
        let mut more = String::from("var -500.0..500.0: z :: output_var;\n");
        for i in 0..n {
            let _ = writeln!(more, "var float: f{i};\nconstraint int2float(x{i}, f{i});");
        }
        let fs: Vec<String> = (0..n).map(|i| format!("f{i}")).collect();
        let fs = fs.join(", ");
        let relation = if strict { "lt" } else { "le" };
        let _ = writeln!(
            more,
            "constraint float_lin_{relation}([{}], [{fs}], {});",
            list(&load),
            decimal(bound)
        );
        let _ =
            writeln!(more, "constraint float_lin_eq([{}, -1.0], [{fs}, z], -0.0);", list(&cost));
        let goal = if minimize { "minimize z" } else { "maximize z" };
        let text = instance.text(goal).replace("solve", &format!("{more}solve"));
        let printed = printed(&text, &Options::default());
        match wanted {
            None => assert_eq!(printed, "=====UNSATISFIABLE=====\n", "seed {seed}\n{text}"),
            Some(value) => {
                let shown = format!("z = {:?};\n", value as f64 / 8.0 + 0.0);
                assert!(printed.contains(&shown), "seed {seed}: {shown}{printed}\n{text}");
                assert!(printed.ends_with("==========\n"), "seed {seed}: {printed}\n{text}");
            }
        }
    }
    assert!(found > 150, "{found} have a solution");
}

/// Conditions, comparisons, lists that are shown, and units that are no powers of ten.
#[test]
fn forms_of_fractions() {
    let text = "var 0..5: x :: output_var;\nvar float: f;\nvar float: g :: output_var;\nvar bool: b :: output_var;\n\
                array [1..2] of var float: a :: output_array([1..2]) = [g, 2.5];\n\
                constraint int2float(x, f);\n\
                constraint float_lin_eq([1.0, -3.0], [f, g], 0.0);\n\
                constraint float_le_reif(1.5, g, b);\nconstraint float_ne(g, 1.0);\n\
                constraint float_lt(0.4, g);\nsolve maximize g;\n";
    let printed = printed(text, &Options::default());
    let third = 5.0 / 3.0;
    let shown =
        format!("x = 5;\ng = {third:?};\nb = true;\na = array1d(1..2, [{third:?}, 2.5]);\n");
    assert!(printed.starts_with(&shown), "{printed}");
    for (text, message) in [
        // Nothing makes it a multiple of a unit.
        ("var 0.0..10.0: x :: output_var;\nsolve maximize x;\n", "fractions are not treated"),
        (
            "var float: x;\nvar float: y;\nconstraint float_times(x, x, y);\nsolve satisfy;\n",
            "of whole numbers: x",
        ),
        (
            "var 1..3: i;\nvar float: x;\nvar float: y;\nconstraint int2float(i, x);\nconstraint int2float(i, y);\n\
             constraint float_times(x, x, y);\nsolve satisfy;\n",
            "there is no float_times",
        ),
    ] {
        let error = FlatZinc::parse(text).expect_err(text).to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}

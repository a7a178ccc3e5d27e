//! Constants where numbers end: of 64 bits, of sums, of variables. A file is refused with a message, or has the
//! solutions of its definition.

use super::found;
use super::oracle::Instance;
use clew::flatzinc::FlatZinc;
use clew::model::{Options, Verdict};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// All outputs for the solutions; `None` if the file or its model is refused.
fn solved(text: &str) -> Option<BTreeSet<String>> {
    let file = FlatZinc::parse(text).ok()?;
    let mut all = BTreeSet::new();
    let mut each = |solution: &_| {
        assert!(all.insert(file.answer(solution)), "twice the same\n{text}");
        ControlFlow::Continue(())
    };
    let outcome = file.model.solve_each(usize::MAX, &Options::default(), &mut each).ok()?;
    assert!(outcome.exact, "{text}");
    Some(all)
}

#[test]
fn extreme_constants_are_refused_or_mean_what_they_should() {
    let mut solvable = 0;
    for seed in 0..6_000 {
        let instance = Instance::extreme(seed);
        let text = instance.text("satisfy");
        let Some(found) = solved(&text) else { continue };
        let all = instance.solutions();
        assert_eq!(found, all.iter().map(|s| instance.shown(s)).collect(), "seed {seed}\n{text}");
        solvable += u32::from(!all.is_empty());
    }
    assert!(solvable > 1_000, "{solvable} have solutions");
}

/// An exponent that no power of 64 bits has is not taken for a negative one.
#[test]
fn large_powers_have_no_value() {
    for (base, exponent, power) in [
        (2i64, 4_294_967_296i64, None),
        (2, 62, None),
        (2, 59, Some(1i64 << 59)),
        (2, i64::MAX, None),
        (-2, 4_294_967_297, None),
        (2, -4_294_967_296, Some(0)),
        (2, i64::MIN, Some(0)),
        (1, i64::MAX, Some(1)),
        (-1, i64::MAX, Some(-1)),
        (-1, i64::MIN, Some(1)),
        (0, i64::MAX, Some(0)),
        (0, 0, Some(1)),
        (0, -1, None),
    ] {
        let text = format!(
            "var {{0, 1, -1, 2, {}}}: r :: output_var;\nconstraint int_pow({base}, {exponent}, r);\nsolve satisfy;\n",
            1i64 << 31
        );
        // The exponent is a constant, so that no variable has to hold it.
        let expected: BTreeSet<String> =
            power.filter(|v| v.abs() <= 2).map(|v| format!("r = {v};\n")).into_iter().collect();
        assert_eq!(found(&text), expected, "{base}^{exponent}");
    }
}

/// A stated end of a variable that only sums mention holds, also where it is farther away than any that is derived.
#[test]
fn stated_ends_of_sums_hold() {
    let far = 1i64 << 41;
    let text = |range: String| {
        format!(
            "var 0..10: x :: output_var;\nvar {range}: sum :: output_var;\n\
             constraint int_lin_eq([{far}, -1], [x, sum], 0);\nsolve satisfy;\n"
        )
    };
    assert_eq!(found(&text("int".into())).len(), 11);
    assert_eq!(found(&text(format!("0..{}", 3 * far))).len(), 4);
    assert_eq!(found(&text(format!("{}..{}", 3 * far, 5 * far))).len(), 3);
    assert_eq!(found(&text(format!("-5..{}", i64::MAX))).len(), 11);
    assert_eq!(found(&text(format!("{}..{}", i64::MIN, -1))).len(), 0);
}

/// Files that ended the program: places, ends and products at the end of 64 bits, and parameters that stand for each
/// other.
#[test]
fn numbers_at_the_end_of_64_bits_are_read() {
    let (least, most) = (i64::MIN, i64::MAX);
    let head = "var 1..2: x; var 1..2: y; var bool: b; var 0..100000: wide;\narray [1..2] of int: a = [1, 2];\n";
    for constraint in [
        format!("clew_circuit([x, y], {most})"),
        format!("clew_circuit([x, y], {least})"),
        format!("clew_subcircuit([x, y], {})", most - 1),
        format!("clew_inverse([x, y], {most}, [y, x], 1)"),
        format!("clew_inverse([x, y], 1, [y, x], {most})"),
        format!("clew_regular([x, y], 4000000000, {most}, [], 1, {{1}})"),
        format!("int_lin_le([1], [{least}], 3)"),
        format!("int_lin_eq([{least}, {most}], [x, y], {least})"),
        format!("int_lin_eq([1, {most}, {most}], [wide, wide, x], {least})"),
        format!("set_in(wide, {{{least}, 5}})"),
        format!("set_in_reif(wide, {{{least}, {most}}}, b)"),
        format!("set_in_reif(wide, {least}..{most}, b)"),
        format!("array_int_element(x, [{least}, {most}], wide)"),
        format!("array_int_element(x, [{least}, 7], wide)"),
        format!("array_bool_element({least}, [true], b)"),
        format!("int_eq(a[{least}], x)"),
        format!("int_div({least}, -1, x)"),
        format!("int_mod({least}, -1, x)"),
        format!("int_abs({least}, x)"),
        format!("int_times({least}, {least}, x)"),
        format!("clew_count([wide, x], {least}, y)"),
        format!("clew_cumulative([x, wide], [{most}, 1], [1, {most}], {most})"),
        format!("clew_disjunctive([x, wide], [{most}, {most}])"),
        "clew_disjunctive([x, wide], [3])".to_string(),
        "clew_cardinality([x, wide], [1, 1, 2], [x, y])".to_string(),
    ] {
        checked(&format!("{head}constraint {constraint};\nsolve satisfy;\n"));
    }
    checked("int: a = b; int: b = a; var 0..1: x;\nconstraint int_eq(x, a);\nsolve satisfy;\n");
    checked(&format!("var {least}..{most}: x;\nsolve satisfy;\n"));
    checked(&format!("var {{{least}, {most}}}: x;\nsolve satisfy;\n"));
    checked(&format!(
        "var 0..3: y; var int: x :: output_var;\nconstraint int_lin_eq([-1, 5], [x, y], {least});\nsolve satisfy;\n"
    ));
}

/// The file is refused, or checked to the end.
fn checked(text: &str) {
    let Ok(file) = FlatZinc::parse(text) else { return };
    if let Ok(outcome) = file.model.check(&Options::default()) {
        assert_ne!(outcome.verdict(), Verdict::Unknown, "{text}");
    }
}

//! Certificates of FlatZinc files: every kind of claim is certified, and damaged ones are refused.

use super::program::Folder;
use super::{Damage, damages_are_refused, has_checker};

/// Ruler with four marks and different distances, as short as possible.
const RULER: &str = "predicate clew_all_different(array [int] of var int: x);
var 0..16: a :: output_var;\nvar 0..16: b :: output_var;\nvar 0..16: c :: output_var;
var 1..16: ab;\nvar 1..16: bc;\nvar 1..16: ac;
constraint int_lin_eq([1,-1,-1],[b,a,ab],0);\nconstraint int_lin_eq([1,-1,-1],[c,b,bc],0);
constraint int_lin_eq([1,-1,-1],[c,a,ac],0);
constraint int_lt(0,a);\nconstraint int_lt(a,b);\nconstraint int_lt(b,c);
constraint clew_all_different([a,b,c,ab,bc,ac]);\nsolve minimize c;\n";

/// Two numbers whose sum and product are known: none.
const NONE: &str = "var 1..9: x;\nvar 1..9: y;\nvar 1..81: z;
constraint int_plus(x,y,7);\nconstraint int_times(x,y,z);\nconstraint int_eq(z,11);\nsolve satisfy;\n";

fn proved(text: &str) -> (Folder, String) {
    let folder = Folder::with(&[("m.fzn", text)]);
    let ran = folder.run("flatzinc --proof proof m.fzn");
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    (folder, ran.out)
}

#[test]
fn claims_are_certified() {
    let solved = NONE.replace("int_eq(z,11)", "int_eq(z,12)");
    let most = RULER.replace("minimize c", "maximize ab");
    for (text, end, claim) in [
        (RULER, "c = 6;\n----------\n==========\n", "best 6\n"),
        (&most, "----------\n==========\n", "best 13\n"),
        (NONE, "=====UNSATISFIABLE=====\n", "none\n"),
        (&solved, "----------\n", "solved\n"),
    ] {
        let (folder, out) = proved(text);
        assert!(out.ends_with(end), "{out}");
        assert_eq!(folder.read("proof/claim.txt"), claim);
        if has_checker() {
            let ran = folder.run("certify proof");
            assert_eq!((&*ran.out, ran.status), ("certified\n", 0), "{}", ran.err);
        }
    }
}

/// Kinds of damage to the proof of an optimum.
const DAMAGES: &[Damage] = &[
    // The solution is none, or another one, or missing.
    ("soli", |line| {
        let rest = line.strip_prefix("soli ")?;
        Some(rest.strip_prefix('~').map_or(format!("soli ~{rest}"), |rest| format!("soli {rest}")))
    }),
    ("soli", |_| Some(String::new())),
    // Another bound is claimed.
    ("conclusion", |line| Some(line.replacen("BOUNDS ", "BOUNDS 1", 1))),
    ("conclusion", |line| Some(line.replacen("BOUNDS ", "BOUNDS -1", 1))),
    ("conclusion", |line| Some(line.replacen("BOUNDS", "NONE; %", 1))),
    ("conclusion", |_| Some("conclusion UNSAT;".into())),
    // A sum has lost a row, and something is assumed.
    ("pol", |line| Some(line.replacen(" +;", ";", 1))),
    ("pol", |line| Some(format!("{line} a 1 x0_le_0 >= 1;"))),
];

#[test]
fn damaged_certificates_are_refused() {
    if !has_checker() {
        return;
    }
    let (folder, _) = proved(RULER);
    damages_are_refused(&folder, DAMAGES, "ruler");
    // Everything but the proof states the claim.
    for (file, from, to) in [
        ("claim.txt", "best 6", "best 7"),
        ("claim.txt", "best 6", "none"),
        ("claim.txt", "best 6", "solved"),
        ("claim.txt", "best 6", "better"),
        ("model.fzn", "int_lt(0,a)", "int_lt(1,a)"),
        ("model.fzn", "minimize c", "minimize b"),
        ("model.fzn", "minimize c", "maximize c"),
        ("model.opb", "min: 1", "min: 2"),
        ("model.opb", ">= 1 ;", ">= 0 ;"),
    ] {
        let (folder, _) = proved(RULER);
        let whole = folder.read(&format!("proof/{file}"));
        assert!(whole.contains(from), "{file}: {whole}");
        folder.put(&format!("proof/{file}"), whole.replacen(from, to, 1).as_bytes());
        let ran = folder.run("certify proof");
        assert!(ran.out.starts_with("refused: "), "{file} {to}: {}{}", ran.out, ran.err);
    }
}

#[test]
fn what_cannot_be_proved_is_refused_by_name() {
    let text = "var int: x;\nvar 0..9: y;\nconstraint int_ne(x,y);\nsolve satisfy;\n";
    let folder = Folder::with(&[("m.fzn", text)]);
    let ran = folder.run("flatzinc --proof proof m.fzn");
    assert!(ran.status == 3 && ran.err.contains('x'), "{}{}", ran.out, ran.err);
    let text = "var 0..1999999999: x :: output_var;\nconstraint int_lt(3,x);\nsolve minimize x;\n";
    let folder = Folder::with(&[("m.fzn", text)]);
    let ran = folder.run("flatzinc --proof proof m.fzn");
    assert_eq!(ran.status, 3, "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("a proof cannot state this model: "), "{}", ran.err);
    // Nothing is left behind, and nothing of others is replaced.
    assert!(!folder.path().join("proof/model.opb").exists());
    folder.put("proof/claim.txt", b"mine");
    let ran = folder.run("flatzinc --proof proof m.fzn");
    assert!(ran.status == 2 && ran.err.contains("claim.txt"), "{}{}", ran.out, ran.err);
}

#[test]
fn a_certificate_keeps_to_its_limit() {
    let folder = Folder::with(&[("m.fzn", RULER)]);
    let ran = folder.run("flatzinc --proof proof --proof-limit 2000 m.fzn");
    assert_eq!(ran.status, 5, "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("more than 2000 bytes"), "{}", ran.err);
    assert!(!folder.path().join("proof/model.opb").exists());
}

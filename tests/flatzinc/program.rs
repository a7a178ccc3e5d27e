//! The program as MiniZinc calls it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn clew(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_clew")).args(arguments).output().expect("the program runs")
}

fn printed(arguments: &[&str]) -> String {
    let output = clew(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("clew-flatzinc-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn answers_are_those_that_minizinc_reads() {
    let folder = folder("answers");
    let write = |name: &str, text: &str| {
        let file = folder.join(name);
        fs::write(&file, text).expect("written");
        file.display().to_string()
    };
    let two = write("two.fzn", "var 1..2: x :: output_var;\nvar bool: b;\nsolve satisfy;\n");
    let none =
        write("none.fzn", "var 1..2: x :: output_var;\nconstraint int_lt(x, x);\nsolve satisfy;\n");
    let best = write(
        "best.fzn",
        "var 1..5: x :: output_var;\nconstraint int_ne(x, 5);\nsolve maximize x;\n",
    );
    let (line, end) = ("----------\n", "==========\n");
    assert_eq!(
        printed(&["-a", &two]),
        format!("x = 1;\n{line}x = 2;\n{line}{end}"),
        "hidden variables do not count"
    );
    assert_eq!(printed(&[&two]), format!("x = 1;\n{line}"));
    assert_eq!(printed(&["-n", "2", &two]), format!("x = 1;\n{line}x = 2;\n{line}"));
    assert_eq!(printed(&["flatzinc", &none]), "=====UNSATISFIABLE=====\n");
    assert_eq!(printed(&["-f", "-i", "-p", "1", "-r", "7", &best]), format!("x = 4;\n{line}{end}"));
    let statistics = printed(&["-s", "-t", "10000", &best]);
    assert!(
        statistics.contains("%%%mzn-stat: objective=4\n")
            && statistics.ends_with("%%%mzn-stat-end\n"),
        "{statistics}"
    );
    let wrong =
        clew(&[&write("wrong.fzn", "var 1..2: x;\nconstraint int_foo(x);\nsolve satisfy;\n")]);
    assert_eq!(wrong.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("wrong.fzn: line 2, column 1"));
    fs::remove_dir_all(folder).expect("removed");
}

/// A file stands in the place of a puzzle where one is looked into.
#[test]
fn files_are_profiled_planned_and_traced() {
    let folder = folder("profiled");
    let file = folder.join("queens.fzn");
    let queens: String = (0..6).map(|i| format!("var 1..6: q{i};\n")).collect();
    let differ = "constraint clew_all_different([q0, q1, q2, q3, q4, q5]);\n";
    let diagonals: String = (0..6)
        .flat_map(|j| (0..j).map(move |i| (i, j)))
        .flat_map(|(i, j)| {
            [i - j, j - i]
                .map(|by| format!("constraint int_lin_ne([1, -1], [q{i}, q{j}], {by});\n"))
        })
        .collect();
    fs::write(&file, format!("{queens}{differ}{diagonals}solve minimize q0;\n")).expect("written");
    let file = file.display().to_string();
    let profile = printed(&["profile", "--runs", "1", "--task", "count", &file]);
    assert!(profile.starts_with("network model") && profile.contains("all_different"), "{profile}");
    assert!(String::from_utf8_lossy(&clew(&["plan", &file]).stderr).contains("not the best one"));
    assert!(printed(&["trace", &file]).contains("int 0"));
    assert_eq!(clew(&["plan", "--cover", "partial", &file]).status.code(), Some(2));
    let check = clew(&["check", &file]);
    assert!(
        check.status.code() == Some(3)
            && String::from_utf8_lossy(&check.stderr).contains("clew flatzinc")
    );
    fs::remove_dir_all(folder).expect("removed");
}

/// MiniZinc itself is asked where it is there.
#[test]
fn minizinc_finds_the_solver() {
    let folder = folder("minizinc");
    let named = printed(&["install-minizinc", &folder.display().to_string()]);
    let described = fs::read_to_string(named.trim_end()).expect("the solver is described");
    let described: serde_json::Value = serde_json::from_str(&described).expect("JSON");
    assert!(
        fs::exists(
            PathBuf::from(described["mznlib"].as_str().expect("a folder")).join("fzn_circuit.mzn")
        )
        .expect("seen")
    );
    let model = folder.join("model.mzn");
    let text = "include \"alldifferent.mzn\";\ninclude \"circuit.mzn\";\nvar set of 1..3: s;\narray [1..4] of var 1..4: x;\n\
                constraint circuit(x) /\\ card(s) = 2 /\\ (x[1] in s) /\\ (x[2] > x[3] -> not (2 in s));\n\
                solve satisfy;\noutput [\"\\(x) \\(s)\\n\"];\n";
    fs::write(&model, text).expect("written");
    let mut minizinc = Command::new("minizinc");
    minizinc
        .env("MZN_SOLVER_PATH", folder.join("solvers"))
        .args(["--solver", "clew", "-a"])
        .arg(model);
    match minizinc.output() {
        Err(error) => println!("skipped: there is no minizinc: {error}"),
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stdout);
            let all: std::collections::BTreeSet<&str> =
                text.lines().filter(|line| line.starts_with('[')).collect();
            assert_eq!(all.len(), by_hand(), "{text}{}", String::from_utf8_lossy(&output.stderr));
        }
    }
    fs::remove_dir_all(folder).expect("removed");
}

/// The solutions of that model.
fn by_hand() -> usize {
    let mut number = 0;
    for x in (0..256).map(|i: i32| [i / 64, i / 16 % 4, i / 4 % 4, i % 4]) {
        let mut at = 0;
        let steps = (1..=4).find(|_| {
            at = x[at as usize];
            at == 0
        });
        if steps == Some(4) {
            let sets = [[1, 2], [1, 3], [2, 3]];
            let fits = |s: &&[i32; 2]| s.contains(&(x[0] + 1)) && (x[1] <= x[2] || !s.contains(&2));
            number += sets.iter().filter(fits).count();
        }
    }
    number
}

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
    assert_eq!(printed(&["-f", "-p", "1", "-r", "7", &best]), format!("x = 4;\n{line}{end}"));
    // The annotation begins with the worst value.
    let slow = write(
        "slow.fzn",
        "var 1..5: x :: output_var;\nconstraint int_ne(x, 5);\n\
         solve :: int_search([x], input_order, indomain_min, complete) maximize x;\n",
    );
    let improving = printed(&["-i", &slow]);
    assert!(improving.ends_with(&format!("{line}x = 4;\n{line}{end}")), "{improving}");
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

/// A FlatZinc file is accepted in place of a puzzle by commands that inspect puzzles.
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
    assert!(printed(&["trace", &file]).contains("q0 = "));
    assert_eq!(clew(&["plan", "--cover", "partial", &file]).status.code(), Some(2));
    let drawn = clew(&["draw", &file]);
    assert!(
        drawn.status.code() == Some(3)
            && String::from_utf8_lossy(&drawn.stderr).contains("this is a model")
    );
    fs::remove_dir_all(folder).expect("removed");
}

/// The questions about puzzles, applied to the output variables of a file.
#[test]
fn files_are_checked_counted_solved_and_ablated() {
    let folder = folder("asked");
    let file = folder.join("pairs.fzn");
    let text = "var 1..3: x :: output_var;\nvar 1..3: y;\nvar 1..9: hidden;\n\
                array [1..2] of var int: q :: output_array([1..2]) = [x, y];\n\
                constraint int_lt(x, y) :: mzn_constraint_name(\"order\");\n\
                constraint int_ne(hidden, x);\nsolve minimize y;\n";
    fs::write(&file, text).expect("written");
    let file = file.display().to_string();
    let check = clew(&["check", &file]);
    let (out, err) =
        (String::from_utf8_lossy(&check.stdout), String::from_utf8_lossy(&check.stderr));
    assert_eq!(check.status.code(), Some(1));
    assert!(
        out.starts_with("multiple\n\nsolution 1:\nx = 1;\nq = array1d(1..2, [1, 2]);\n"),
        "{out}"
    );
    assert!(
        out.contains("they differ in ") && err.contains("the goal is left aside"),
        "{out}{err}"
    );
    assert_eq!(printed(&["count", &file]), "3\n");
    // One solution of a file with a goal is its best one.
    let best = clew(&["solve", "--json", &file]);
    let json: serde_json::Value = serde_json::from_slice(&best.stdout).expect("JSON");
    assert_eq!(
        (&json["stats"]["objective"], &json["stats"]["objectiveBound"]),
        (&2.0.into(), &2.0.into())
    );
    assert_eq!(json["solutions"][0]["values"]["q"][1], 2);
    assert!(best.stderr.is_empty(), "{}", String::from_utf8_lossy(&best.stderr));
    for threads in ["1", "2"] {
        let best = printed(&["solve", "--threads", threads, &file]);
        assert!(best.ends_with("objective: 2, the best\n"), "{best}");
    }
    assert!(printed(&["solve", "--search", "dfs", &file]).ends_with("objective: 2, the best\n"));
    let all = printed(&["solve", "--all", &file]);
    assert_eq!(all.matches("x = ").count(), 3, "{all}");
    let json: serde_json::Value =
        serde_json::from_slice(&clew(&["check", "--json", &file]).stdout).expect("JSON");
    assert_eq!(json["solutions"][0]["values"]["q"].as_array().expect("a list").len(), 2);
    assert!(json["differs_values"].as_array().expect("names").contains(&"q".into()), "{json}");
    let ablated = printed(&["ablate", "--seeds", "1", &file]);
    assert!(ablated.contains("without order ") && ablated.contains("without int_ne "), "{ablated}");
    // The warning is there exactly where it is true.
    for (command, warns) in [("ablate", true), ("plan", true), ("solve", false)] {
        let err = clew(&[command, &file]).stderr;
        let err = String::from_utf8_lossy(&err).into_owned();
        assert_eq!(err.contains("the goal is left aside"), warns, "{command}: {err}");
    }
    assert!(printed(&["bench", &file]).contains("1 of 1"));
    let located = clew(&["check", "--where", &file]);
    assert_eq!(located.status.code(), Some(3));
    fs::remove_dir_all(folder).expect("removed");
}

/// A search that does not end is left when its time is over, with the incumbent.
#[test]
fn time_is_kept() {
    let folder = folder("time");
    let file = folder.join("pigeons.fzn");
    let names: Vec<String> = (0..14).map(|i| format!("x{i}")).collect();
    let mut text: String = names.iter().map(|x| format!("var 1..13: {x};\n")).collect();
    text += "var 0..1: cost :: output_var;\nvar bool: dear;\nconstraint bool2int(dear, cost);\n";
    for (i, x) in names.iter().enumerate() {
        for y in &names[..i] {
            text += &format!("var bool: d{x}{y};\n");
        }
    }
    for (i, x) in names.iter().enumerate() {
        for y in &names[..i] {
            text += &format!(
                "constraint int_ne_reif({x}, {y}, d{x}{y});\nconstraint bool_clause([dear, d{x}{y}], []);\n"
            );
        }
    }
    // Declarations come before constraints.
    let (declared, stated): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| line.starts_with("var"));
    let text = format!("{}\n{}\nsolve minimize cost;\n", declared.join("\n"), stated.join("\n"));
    fs::write(&file, text).expect("written");
    for threads in ["1", "3"] {
        let file = file.display().to_string();
        let printed = printed(&["-t", "300", "-i", "-p", threads, &file]);
        assert_eq!(printed, "cost = 1;\n----------\n", "{threads} threads");
    }
    fs::remove_dir_all(folder).expect("removed");
}

/// The comparison with MiniZinc itself, if it is installed.
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

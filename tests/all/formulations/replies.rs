//! The output of solvers is read back: every form from values, and a mistake in a text is reported with its place.

use super::{latin, lines, links, models};
use clew::families::parse_native;
use clew::formulation::{Model, Reply, read};
use clew::puzzle::Formulated;
use std::fmt::Write;

/// The files that solvers would write about these values.
fn files(model: &Model, values: &[i64]) -> Vec<(&'static str, String)> {
    let named: Vec<(&str, i64)> =
        model.variables().iter().map(|v| v.name.as_str()).zip(values.iter().copied()).collect();
    let nonzero: Vec<(&str, i64)> = named.iter().copied().filter(|(_, v)| *v != 0).collect();
    let lines = |list: &[(&str, i64)], line: &dyn Fn(&str, i64) -> String| -> String {
        list.iter().map(|&(name, value)| line(name, value)).collect()
    };
    let plain = lines(&named, &|n, v| format!("{n} {v}\n"));
    let count = named.len();
    let mut files = vec![
        (
            "HiGHS",
            format!(
                "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n# Columns \
                 {count}\n{plain}# Rows 1\nr 1\n\n# Dual solution values\nNone\n"
            ),
        ),
        (
            "SCIP",
            format!(
                "solution status: optimal solution found\nobjective value:               0\n{}",
                lines(&nonzero, &|n, v| format!("{n}          {v}.0000000001 \t(obj:0)\n"))
            ),
        ),
        (
            "SCIP, by its library",
            format!(
                "objective value:    0\n{}",
                lines(&nonzero, &|n, v| format!("{n} {v} (obj:1)\n"))
            ),
        ),
        ("Gurobi", format!("# Solution for model clew\n# Objective value = 0\n{plain}")),
    ];
    let mut cbc = "Optimal - objective value 0.00000000\n".to_string();
    for (i, (name, value)) in nonzero.iter().enumerate() {
        let _ = writeln!(cbc, "{i:7} {name:20} {value:16} {:22}", 0);
    }
    files.push(("CBC", cbc));
    let mut cplex = "<?xml version = \"1.0\"?>\n<CPLEXSolution version=\"1.2\">\n <header\n   \
                     solutionStatusString=\"integer optimal solution\"/>\n <variables>\n"
        .to_string();
    for (i, (name, value)) in named.iter().enumerate() {
        let _ = writeln!(cplex, "  <variable name=\"{name}\" index=\"{i}\" value=\"{value}\"/>");
    }
    files.push(("CPLEX", cplex + " </variables>\n</CPLEXSolution>\n"));
    let statements = lines(&named, &|n, v| format!("{n} = {v};\n"));
    files.push(("MiniZinc", format!("{statements}----------\n==========\n")));
    files.push(("FlatZinc", format!("% Gecode\n{statements}----------\n")));
    if model.linear_rows().is_ok() {
        let (mut words, mut next) = (String::new(), 1);
        for (v, &value) in model.variables().iter().zip(values) {
            for i in 0..64 - (v.high - v.low).leading_zeros() {
                let sign = if (value - v.low) >> i & 1 == 1 { "" } else { "-" };
                let _ = write!(words, " {sign}x{next}");
                next += 1;
            }
        }
        files.push(("OPB", format!("c a solver\no 0\ns SATISFIABLE\nv{words}\n")));
    }
    if model.variables().iter().all(|v| v.is_boolean()) && model.linear_rows().is_ok() {
        let literals = values.iter().zip(1..).map(|(&v, i): (_, i64)| if v == 1 { i } else { -i });
        let literals: Vec<String> = literals.map(|l| l.to_string()).collect();
        let (first, second) = literals.split_at(literals.len() / 2);
        let (first, second) = (first.join(" "), second.join(" "));
        let begin = if first.is_empty() { String::new() } else { format!("v {first}\n") };
        files.push(("DIMACS", format!("c hello\ns SATISFIABLE\n{begin}v {second} -9999 0\n")));
        files.push(("minisat", format!("SAT\n{} 0\n", literals.join(" "))));
    }
    files
}

#[test]
fn values_come_back_from_every_form() {
    let mut read_back = 0;
    for solved in lines(80).into_iter().chain(links(100)).chain(latin(30)) {
        for (name, _, stated) in models(&solved.puzzle) {
            for answer in solved.answers.iter().take(2) {
                let values = stated.spelling.values(answer);
                for (form, text) in files(&stated.model, &values) {
                    let reply = read(&stated.model, &text);
                    let reply = reply.unwrap_or_else(|why| panic!("{form}, {name}: {why}\n{text}"));
                    let Reply::Solutions(all) = reply else { panic!("{form}, {name}: {text}") };
                    assert_eq!(all.len(), 1);
                    assert_eq!(stated.answer(&all[0]).as_ref(), Ok(answer), "{form}, {name}");
                    read_back += 1;
                }
            }
        }
    }
    assert!(read_back > 1000, "{read_back}");
}

fn small() -> Formulated {
    let entry = parse_native("puzzle: hidato\n\n1 .\n. 4\n").expect("a puzzle");
    entry.puzzle.formulate("assign").expect("a model")
}

#[test]
fn no_solution_and_no_answer_are_told_apart() {
    let model = small().model;
    let none = [
        "Model status\nInfeasible\n\n# Primal solution values\nNone\n",
        "solution status: infeasible\nno solution available\n",
        "Infeasible - objective value 0.00000000\n",
        "Integer infeasible - objective value 0.00000000\n",
        "<?xml version=\"1.0\"?>\n<CPLEXSolution>\n<header solutionStatusString=\"integer infeasible\"/>\n</CPLEXSolution>\n",
        "=====UNSATISFIABLE=====\n",
        "c x\ns UNSATISFIABLE\n",
        "UNSAT\n",
    ];
    for text in none {
        assert_eq!(read(&model, text), Ok(Reply::Infeasible), "{text}");
    }
    let unknown = [
        "Model status\nTime limit reached\n\n# Primal solution values\nNone\n",
        "solution status: time limit reached\nno solution available\n",
        "Stopped on time - objective value 0.0\n",
        "Stopped on time (no integer solution - continuous used) - objective value 0.0\n  0 x_1_1_1  0.5  0\n",
        "=====UNKNOWN=====\n",
        "s UNKNOWN\n",
        "INDET\n",
    ];
    for text in unknown {
        assert_eq!(read(&model, text), Ok(Reply::Unknown), "{text}");
    }
}

#[test]
fn mistakes_are_named_where_they_stand() {
    let model = small().model;
    let cases = [
        ("", 1, 1, "the end", "a solution file of HiGHS"),
        ("hello\n", 1, 1, "\"hello\"", "a solution file of HiGHS"),
        (
            "# Objective value = 0\nx_1_1_1 1\nx_9_9_9 1\n",
            3,
            1,
            "\"x_9_9_9\"",
            "the name of a variable",
        ),
        ("# Objective value = 0\nx_1_1_1 0.5\n", 2, 9, "\"0.5\"", "from 0 to 1"),
        ("# Objective value = 0\nx_1_1_1 7\n", 2, 9, "\"7\"", "from 0 to 1"),
        ("# Objective value = 0\nx_1_1_1 NaN\n", 2, 9, "\"NaN\"", "from 0 to 1"),
        ("# Objective value = 0\nx_1_1_1 1e400\n", 2, 9, "\"1e400\"", "from 0 to 1"),
        ("# Objective value = 0\nx_1_1_1 one\n", 2, 9, "\"one\"", "from 0 to 1"),
        ("# Objective value = 0\nx_1_1_1\n", 2, 8, "the end", "a name and a value"),
        (
            "# Objective value = 0\nx_1_1_1 1\nx_1_1_1 1\n",
            3,
            1,
            "\"x_1_1_1\"",
            "each variable once",
        ),
        ("x_1_1_1 = 1;\nx_1_1_2 = 2;\n----------\n", 2, 11, "\"2\"", "from 0 to 1"),
        ("x_1_1_1 = 1;\nwhat\n----------\n", 2, 1, "\"what\"", "name = value;"),
        ("x_1_1_1 = 1\n----------\n", 1, 12, "the end", "; behind the value"),
        ("x_1_1_1 = 1;\n", 1, 13, "the end", "---------- behind a solution"),
        ("s SATISFIABLE\nv 1 two 0\n", 2, 5, "\"two\"", "a literal like 1"),
        ("s SATISFIABLE\nv x1 -x99\n", 2, 6, "\"-x99\"", "up to x16"),
        ("s SATISFIABLE\nv 1 -1 0\n", 2, 5, "\"-1\"", "negation"),
        ("s SATISFIABLE\n", 1, 14, "the end", "lines v"),
        ("s MAYBE\n", 1, 3, "\"MAYBE\"", "SATISFIABLE"),
        ("Optimal - objective value 0\n  0 x_1_1_1\n", 2, 3, "\"0 x_1_1_1\"", "reduced cost"),
        ("<html>\n", 1, 1, "\"<html>\"", "CPLEXSolution"),
        (
            "<CPLEXSolution>\n <variable name=\"y\" value=\"1\"/>\n",
            2,
            18,
            "\"y\"",
            "the name of a variable",
        ),
        ("<CPLEXSolution>\n <variable name=\"x_1_1_1\"/>\n", 2, 2, "\"<variable", "value="),
        ("Model status\nOptimal\n", 2, 1, "\"Optimal\"", "raw style"),
    ];
    for (text, line, column, found, expected) in cases {
        let mistake = match read(&model, text) {
            Err(mistake) => mistake,
            Ok(reply) => panic!("{text:?}: {reply:?}"),
        };
        assert_eq!((mistake.line, mistake.column), (line, column), "{text:?}: {mistake}");
        assert!(mistake.found.starts_with(found), "{text:?}: {mistake}");
        assert!(mistake.expected.contains(expected), "{text:?}: {mistake}");
    }
}

#[test]
fn values_that_spell_nothing_are_told() {
    let stated = small();
    let Ok(Reply::Solutions(all)) = read(&stated.model, "# nothing is on\nx_1_1_1 1\nx_1_1_2 1\n")
    else {
        panic!("values")
    };
    assert_eq!(stated.answer(&all[0]), Err("r1c1 has several numbers".into()));
    let Ok(Reply::Solutions(all)) = read(&stated.model, "# nothing is on\nx_1_1_1 1\n") else {
        panic!("values")
    };
    assert_eq!(stated.answer(&all[0]), Err("r1c2 has no number".into()));
    let Ok(Reply::Solutions(all)) = read(&stated.model, "x_1_1_1 = 1;\n----------\n") else {
        panic!("values")
    };
    assert_eq!(stated.answer(&all[0]), Err("there is no value for x_1_1_2".into()));
}

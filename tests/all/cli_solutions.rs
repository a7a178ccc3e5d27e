//! Solutions that are written while they are found.

use crate::support::program::{Folder, Ran, clew, run, run_on};
use clew::families::parse_native;
use clew::puzzle::{Answer, Puzzle};
use clew::run::Budget;
use clew::strategy::{self, How, Options, SearchMode, Task};
use serde_json::Value;
use std::collections::HashSet;
use std::io::{BufRead, BufReader};
use std::ops::ControlFlow;
use std::process::Stdio;

const UNIQUE: &str = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n";
const DOUBLE: &str = "puzzle: hidato\n\n1 2\n. .\n";
const NONE: &str = "puzzle: hidato\nneighbours: 4\n\n1 . 2\n";

/// Plain search finds one of the 33 solutions per hundred decisions.
const RARE: &str = "puzzle: numberlink\ncover: partial\n\n\
    . C . . B\n. . B . .\n. . A . .\nC A . . .\n. . . . .\n";

/// A board with far too many solutions to count by search.
fn endless() -> String {
    format!("puzzle: hidato\n\n{}", ". . . . . . . .\n".repeat(8))
}

#[test]
fn solutions_are_printed_while_they_are_found() {
    let here = Folder::with(&[("e", &endless())]);
    for arguments in [
        "solve --all e",
        "solve -n 1000000000 e",
        "solve --all --search learn e",
        "solve -n 1000000000 --search scan e",
    ] {
        let mut child = clew(here.path(), arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        out.read_line(&mut line).expect("text");
        assert!(line.split_whitespace().count() == 8, "{line}");
        // The reader closes the pipe, and the program ends, though the search would take ages.
        drop(out);
        let ran = Ran::from_output(child.wait_with_output().expect("it ends"));
        assert_eq!((ran.status, &*ran.err), (0, ""), "{arguments}");
    }
    let ran = run(here.path(), "solve --all --time 0.2 e");
    assert_eq!(ran.status, 4);
    assert!(ran.out.ends_with(" (time limit)\n"), "{}", ran.out.len());
    let ran = run(here.path(), "solve -n 3 e");
    assert_eq!((ran.status, ran.out.split("\n\n").count()), (0, 3));
    assert_eq!(run(here.path(), "solve -n 3 e").out, ran.out);
    let here = Folder::with(&[("d", DOUBLE), ("u", UNIQUE), ("dir/u.puzzle", UNIQUE)]);
    assert_eq!(run(here.path(), "solve --all u").out, "6 7 9\n5 2 8\n1 4 3\n");
    assert_eq!(run(here.path(), "solve --all dir").out, "dir/u.puzzle:\n6 7 9\n5 2 8\n1 4 3\n\n");
}

/// Addresses are solutions too, rules other than the usual ones are named, and a family other than that of the file is
/// refused. A solution for `verify` has to be complete, and must contain nothing else.
#[test]
fn letters_where_no_path_goes_are_no_solution() {
    let here = Folder::with(&[
        ("p", "puzzle: numberlink\ncover: partial\ntouch: yes\n\nA A .\n. . .\n. . .\n"),
        ("right", "A A .\n. . .\n. . .\n"),
        ("foreign", "A A .\n. . .\n. . B\n"),
        ("stray", "A A .\n. . .\n. . A\n"),
        ("q", "puzzle: numberlink\ntouch: yes\n\nA . .\n. . A\n"),
    ]);
    assert_eq!(run(here.path(), "verify p right").status, 0);
    let foreign = run(here.path(), "verify p foreign");
    assert_eq!(foreign.status, 1);
    assert!(foreign.out.contains("r3c3 holds B, which is no label of the puzzle"), "{foreign:?}");
    let stray = run(here.path(), "verify p stray");
    assert_eq!(stray.status, 1);
    assert!(stray.out.contains("r3c3 holds A, and no path of A goes there"), "{stray:?}");
    // A solution in the text format has the route if letters do not determine it.
    let native = run(here.path(), "solve --as native q");
    assert!(native.out.contains("paths:"), "{native:?}");
    std::fs::write(here.path().join("s"), &native.out).expect("a file");
    assert_eq!(run(here.path(), "verify q s").status, 0);
}

#[test]
fn verdicts_are_about_what_was_asked() {
    let king = UNIQUE.replace("hidato\n", "hidato\nneighbours: 4\n");
    let here = Folder::with(&[("u", UNIQUE), ("k", &king)]);
    let address = run(here.path(), "solve --as penpa u").out;
    let ran = run(here.path(), &format!("verify u {}", address.trim_end()));
    assert_eq!((ran.status, &*ran.out), (0, "obeys the rules\n"), "{}", ran.err);
    let ran = run(here.path(), "check https://example.com/foo");
    assert!(ran.status == 3 && ran.err.contains("no format that clew knows"), "{}", ran.err);
    let ran = run(here.path(), "check k");
    assert!(ran.out.contains("(neighbours: 4)"), "{}", ran.out);
    let ran = run(here.path(), "check --puzzle futoshiki u");
    assert!(
        ran.status == 2 && ran.err.contains("--puzzle futoshiki does not apply"),
        "{}",
        ran.err
    );
    // The one solution under weaker rules obeys the stronger ones of the other format.
    let square = "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3";
    let ran = run(here.path(), &format!("convert {square} --to grid"));
    assert!(ran.status == 0 && ran.err.contains("the one solution is the same"), "{}", ran.err);
}

/// The solutions streamed one by one are those of an exhaustive search.
#[test]
fn streams_have_every_solution_once() {
    let texts = [
        DOUBLE,
        "puzzle: path\n\n. . .\n. . .\n. . .\n",
        "puzzle: path\n\n1 . .\n. . .\n. . #\n",
        "puzzle: hidato\n\n. . .\n. 5 .\n. . .\n",
        "puzzle: numberlink\ncover: partial\ntouch: yes\n\nA B . .\n. . . .\nC A B C\n. . . .\n",
        "puzzle: futoshiki\n\n. . < .\n- - -\n. . .\n- - -\n. . .\n",
        "puzzle: hidato\nneighbours: 4\n\n1 . 2\n",
        RARE,
    ];
    let mut taken_over = 0;
    for text in texts {
        let puzzle: Puzzle = parse_native(text).expect("a puzzle").puzzle;
        let options = Options { search: SearchMode::Dfs, ..Options::default() };
        let all = Task::Solve { limit: usize::MAX };
        let whole = strategy::run(&puzzle, all, &options).expect("answers");
        for (search, limit) in [
            (SearchMode::Dfs, usize::MAX),
            (SearchMode::Auto, 1_000_000),
            (SearchMode::Auto, 1_000),
            (SearchMode::Learn, usize::MAX),
            (SearchMode::Learn, 1_000),
            (SearchMode::StaticOrder, usize::MAX),
            (SearchMode::StaticOrder, 1_000),
        ] {
            let options = Options { search, ..Options::default() };
            let mut found: Vec<Answer> = Vec::new();
            let outcome = strategy::solve_each(&puzzle, limit, &options, &mut (), &mut |answer| {
                found.push(answer.clone());
                ControlFlow::Continue(())
            });
            let outcome = outcome.expect("an outcome");
            let distinct: HashSet<&Answer> = found.iter().collect();
            assert_eq!(distinct.len(), found.len(), "{text}");
            assert_eq!(distinct, whole.answers.iter().collect(), "{text}");
            assert_eq!((outcome.exact, outcome.count), (true, whole.count.clone()), "{text}");
            taken_over += usize::from(search == SearchMode::Auto && outcome.how == How::Learn);
        }
    }
    assert_eq!(taken_over, 2, "of the rare solutions, many and some");
}

/// A search that is cut short after another one has streamed solutions counts theirs too.
#[test]
fn no_more_are_listed_than_are_counted() {
    let puzzle: Puzzle = parse_native(RARE).expect("a puzzle").puzzle;
    let mut cut = 0;
    for nodes in (0..6_000).step_by(50) {
        let budget = Budget { nodes: Some(nodes), ..Budget::unlimited() };
        let options = Options { budget, ..Options::default() };
        let mut found = 0u32;
        let outcome = strategy::solve_each(&puzzle, 1_000, &options, &mut (), &mut |_| {
            found += 1;
            ControlFlow::Continue(())
        });
        let outcome = outcome.expect("an outcome");
        assert!(outcome.count >= found.into(), "{nodes} nodes: {found} of {}", outcome.count);
        cut += u32::from(!outcome.exact && found > 0);
    }
    assert!(cut > 0, "no run was cut short");
}

/// Each line is a result that can be verified, the last one has the number of solutions.
#[test]
fn objects_are_written_while_they_are_found() {
    let here = Folder::with(&[("e", &endless()), ("d", DOUBLE), ("u", UNIQUE), ("n", NONE)]);
    let read = |out: &str| -> Vec<Value> {
        out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
    };
    for arguments in ["solve --all --json --stream e", "solve --sample 1000000 --json --stream e"] {
        let mut child = clew(here.path(), arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        out.read_line(&mut line).expect("text");
        assert_eq!(read(&line)[0]["verdict"], "solved", "{line}");
        drop(out);
        let ran = Ran::from_output(child.wait_with_output().expect("it ends"));
        assert_eq!((ran.status, &*ran.err), (0, ""), "{arguments}");
    }
    for (file, found) in [("d", 2), ("u", 1), ("n", 0)] {
        for arguments in ["--all", "-n 5", "-n 1", "--all --search learn"] {
            let ran = run(here.path(), &format!("solve {arguments} --json --stream {file}"));
            let found = if arguments == "-n 1" { found.min(1) } else { found };
            let lines = read(&ran.out);
            let (last, each) = lines.split_last().expect("one line at least");
            assert_eq!(each.len(), found, "{arguments} {file}: {}", ran.out);
            assert_eq!((ran.status, &last["solutions"]), (i32::from(found == 0), &Value::Null));
            assert_eq!(last["count"], found.to_string(), "{arguments} {file}");
            let whole = run(here.path(), &format!("solve {arguments} --json {file}"));
            let whole = &read(&whole.out)[0]["solutions"];
            let one = |line: &Value| line["solutions"][0].clone();
            let said: HashSet<String> = each.iter().map(|line| one(line).to_string()).collect();
            let expected = whole.as_array().into_iter().flatten().map(Value::to_string).collect();
            assert_eq!(said, expected, "{arguments} {file}");
        }
    }
    let ran = run(here.path(), "solve --all --json --stream --fields id,count,verdict d u");
    let expected = [("d", None), ("d", None), ("d", Some("2")), ("u", None), ("u", Some("1"))];
    let lines = read(&ran.out);
    let said =
        lines.iter().map(|line| (line["id"].as_str().expect("a name"), line["count"].as_str()));
    assert_eq!(said.collect::<Vec<_>>(), expected, "{}", ran.out);
    std::fs::write(here.path().join("s"), run(here.path(), "solve --all --json --stream d").out)
        .expect("room");
    assert_eq!(
        run(here.path(), "solve -n 3 --fields id,verdict --json --stream e").out.lines().count(),
        4
    );
    for refused in ["--csv", "--json --no-solutions", "--json --minimize turns", ""] {
        assert_eq!(run(here.path(), &format!("solve --stream {refused} d")).status, 2, "{refused}");
    }
}

/// The same in a foreign format; one that cannot express an answer is refused before anything is written.
#[test]
fn formats_are_written_while_solutions_are_found() {
    let here = Folder::with(&[("e", &endless()), ("d", DOUBLE)]);
    let mut child = clew(here.path(), "solve --all --as grid e")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    out.read_line(&mut String::new()).expect("text");
    drop(out);
    assert!(Ran::from_output(child.wait_with_output().expect("it ends")).err.is_empty());
}

/// If solutions are not written they take no memory, and the rest of the result is the same.
#[test]
fn solutions_that_nobody_sees_are_not_kept() {
    let board = endless_path(5);
    let whole = run_on("solve --all --json", &board).object();
    let bare = run_on("solve --all --json --no-solutions --memory 4K", &board).object();
    let named = run_on("solve --all --json --fields count,differs,stopped --memory 4K", &board);
    let named = named.object();
    for key in ["count", "differs", "stopped"] {
        assert_eq!((&bare[key], &named[key]), (&whole[key], &whole[key]), "{key}");
    }
    assert!(bare["solutions"].is_null() && bare["differs_edges"] == whole["differs_edges"]);
    let table = run_on("solve --all --csv --fields count,stopped --memory 4K", &board).out;
    assert_eq!(table, format!("count,stopped\n{},\n", whole["count"].as_str().expect("digits")));
    let kept = run_on("solve --all --json --memory 4K", &board).object();
    assert_eq!(kept["stopped"], "memory");
}

/// An open path board with `n` rows and columns.
fn endless_path(n: usize) -> String {
    format!("puzzle: path\n\n{}", format!("{}\n", ". ".repeat(n).trim_end()).repeat(n))
}

/// The value of a solution, and whether there are more, is not written between answers in a format, where it would
/// confuse readers.
#[test]
fn answers_in_a_format_stand_by_themselves() {
    let here = Folder::with_puzzle(&endless_path(4));
    for arguments in [
        "solve --minimize turns p.puzzle",
        "solve --minimize turns --as native p.puzzle",
        "solve -n 3 --as native p.puzzle",
        "solve -n 3 --as grid p.puzzle",
    ] {
        let ran = here.run(arguments);
        here.put("a", ran.out.as_bytes());
        let verified = here.run("verify p.puzzle a");
        assert_eq!(verified.status, 0, "{arguments}: {}{}", ran.out, verified.err);
        let many = arguments.contains("-n 3");
        assert_eq!(verified.out.lines().count(), if many { 3 } else { 1 }, "{}", verified.out);
    }
    // Every result of a stream, and every address, is checked.
    for arguments in ["solve --all --json --stream p.puzzle", "solve -n 3 --as penpa p.puzzle"] {
        let ran = here.run(arguments);
        here.put("a", ran.out.as_bytes());
        let verified = here.run("verify p.puzzle a");
        let told = verified.out.lines().filter(|line| line.contains("obeys")).count();
        let solutions = ran.out.lines().filter(|line| !line.contains("\"verdict\":\"unknown\""));
        assert!(verified.status == 0 && told > 2, "{arguments}: {}{}", verified.out, verified.err);
        assert!(told <= solutions.count(), "{}", verified.out);
        here.put("a", format!("{}garbage\n", ran.out).as_bytes());
        assert_eq!(here.run("verify p.puzzle a").status, 3, "{arguments}");
    }
    here.put("a", here.run("solve --minimize turns p.puzzle").out.as_bytes());
    let cut = here.run("export --model assign --to lp --exclude a p.puzzle");
    assert_eq!(cut.status, 0, "{}", cut.err);
    let ran = here.run("solve --minimize turns --as penpa p.puzzle");
    assert!(
        ran.out.lines().count() == 1 && ran.err.contains("turns: 6, the fewest"),
        "{}",
        ran.err
    );
    // As text, solutions are separated by blank lines, in every form of rows.
    let texts = [
        "puzzle: numberlink\ntouch: yes\n\nA . .\n. . .\n. . A\n",
        "puzzle: futoshiki\n\n.   .   .\n-   -   -\n. < .   .\n-   -   -\n.   .   .\n",
        "puzzle: path\n\n. .\n. .\n. .\n",
        "puzzle: hidato\n\n. .\n. .\n",
        "puzzle: path\n\n. . .\n",
    ];
    for text in texts {
        here.put("q.puzzle", text.as_bytes());
        let ran = here.run("solve -n 3 q.puzzle");
        here.put("a", ran.out.as_bytes());
        let verified = here.run("verify q.puzzle a");
        let told = verified.out.lines().filter(|line| line.contains("obeys the rules"));
        let solutions = ran.out.split("\n\n").count();
        assert!(verified.status == 0 && told.count() == solutions, "{ran:?} {verified:?}");
    }
    // Blank lines between the rows of one solution separate nothing.
    here.put("q.puzzle", texts[1].as_bytes());
    for one in ["2 1 3\n\n1 3 2\n\n3 2 1\n", "2   1   3\n\n1 < 3   2\n\n\n3   2   1\n"] {
        here.put("a", one.as_bytes());
        let verified = here.run("verify q.puzzle a");
        assert_eq!(verified.out.lines().count(), 1, "{verified:?}");
    }
    here.put(
        "q.puzzle",
        b"puzzle: hidato\nboard: points\nreach: 1.01\n\n0 0 1\n1 0 .\n0 1 .\n1 1 .\n",
    );
    here.put("a", b"0 0 1\n\n1 0 2\n1 1 3\n\n0 1 4\n");
    assert_eq!(here.run("verify q.puzzle a").out.lines().count(), 1);
    here.put("a", here.run("solve -n 2 q.puzzle").out.as_bytes());
    let both = here.run("verify q.puzzle a").out;
    assert_eq!(both.lines().filter(|line| line.ends_with("obeys the rules")).count(), 2, "{both}");
    // Letters alone do not determine the course of a path that touches itself.
    here.put("q.puzzle", b"puzzle: numberlink\ntouch: yes\n\nA . .\n. . .\n. . A\n");
    let refused = here.run("solve -n 2 --as grid q.puzzle");
    assert!(refused.err.contains("routes of paths"), "{}", refused.err);
}

/// A path that crosses itself on a bridge may touch itself nowhere and fill four cells of a square, so neither of
/// these rules allows all that the other one does.
#[test]
fn a_rule_is_lost_in_silence_only_where_the_solution_stays_the_only_one() {
    let here = Folder::with_puzzle(
        "puzzle: numberlink\ntouch: no2x2\nwrap: columns\nbridges: r1c2\n\n. . . .\n. . 1 1\n. 2 3 .\n\
         . 3 4 .\n2 . 4 .\n",
    );
    assert_eq!(here.run("check --quiet p.puzzle").status, 0);
    assert_eq!(here.run("check --quiet --touch no p.puzzle").status, 1);
    let refused = here.run("solve --as flowfree p.puzzle");
    assert!(refused.status == 2 && refused.out.is_empty(), "{}{}", refused.out, refused.err);
    let lossy = here.run("solve --as flowfree --lossy p.puzzle");
    assert!(lossy.status == 0 && lossy.err.contains("lost in flowfree"), "{}", lossy.err);
}

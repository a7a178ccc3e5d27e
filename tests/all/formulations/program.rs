//! `clew export` and `clew import`.

use crate::support::program::Folder;

const CORNER: &str = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n";
/// The board of the caveat: no solution, but loops.
const LOOPS: &str = "puzzle: numberlink\n\nA A\nB B\n. .\n. .\n";

#[test]
fn a_model_is_written_as_the_formats_show_it() {
    let folder = Folder::with_puzzle(CORNER);
    let ran = folder.run("export --model assign --to lp p.puzzle");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let from = ran.out.find("Minimize").expect("an objective");
    let expected = "Minimize\n obj: 0 x_1_1_1\nSubject To\n cell_1_1: x_1_1_1 + x_1_1_2 + x_1_1_3 + \
                    x_1_1_4 + x_1_1_5 + x_1_1_6 + x_1_1_7 + x_1_1_8 + x_1_1_9 = 1\n";
    assert!(ran.out[from..].starts_with(expected), "{}", ran.out);
    assert!(ran.out.starts_with("\\ hidato 3x3, model assign: "), "{}", ran.out);
}

#[test]
fn the_list_names_every_model_and_caveat() {
    let ran = Folder::with_puzzle(CORNER).run("export --list");
    assert_eq!(ran.status, 0);
    for word in
        ["hidato\n", "  mtz: ", "numberlink\n", "  miqcp: ", "closed loops", "--to: mzn, dzn, fzn"]
    {
        assert!(ran.out.contains(word), "{word}");
    }
}

#[test]
fn what_cannot_be_stated_is_refused_with_the_reason() {
    let folder = Folder::with_puzzle(LOOPS);
    for (arguments, why) in [
        ("--model degree --to lp --touch yes", "touch: yes; model edges does"),
        ("--model degree --to lp --cover partial", "cover: partial"),
        ("--model miqcp --to mps", "products of variables"),
        ("--model labels --to lp", "count"),
        ("--model edges --to cnf", "is an integer"),
        ("--model pairs --to dzn", "labels has one"),
        ("--model nothing --to lp", "it has miqcp, pairs, degree, labels, edges"),
        ("--model labels --to fzn --shipped", "--shipped does not apply"),
        ("--model labels --to xyz", "lp, mps, mzn, fzn, opb, cnf, dzn"),
        ("--to lp", "--model"),
        ("--list --cover all", "--list"),
    ] {
        let ran = folder.run(&format!("export {arguments} p.puzzle"));
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments}: {}", ran.err);
        assert!(ran.err.contains(why), "{arguments}: {}", ran.err);
    }
}

#[test]
fn sizes_are_shown() {
    let folder = Folder::with_puzzle(CORNER);
    let ran = folder.run("export --model assign --stats p.puzzle");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    // 9 cells, 9 numbers; each cell and each number once, 8 layers of 9 cells, 4 givens.
    let neighbours = 8 * (4 * 3 + 4 * 5 + 8);
    let nonzeros = 2 * 81 + 8 * 9 + neighbours + 4;
    let expected = format!(
        "columns: 81\nof them integers: 81\nof these 0 or 1: 81\nrows: {}\nnonzeros: {nonzeros}\n\
         of them products: 0\nother constraints: 0\nterms of the objective: 0\n",
        9 + 9 + 72 + 4
    );
    assert_eq!(ran.out, expected);
}

#[test]
fn the_relaxation_has_no_integers() {
    let folder = Folder::with_puzzle(CORNER);
    let ran = folder.run("export --model assign --to lp --relax p.puzzle");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(!ran.out.contains("Binaries") && !ran.out.contains("Generals"), "{}", ran.out);
    assert!(ran.out.contains("\n 0 <= x_1_1_1 <= 1\n"), "{}", ran.out);
    let ran = folder.run("export --model assign --to mps --relax p.puzzle");
    assert!(ran.status == 0 && !ran.out.contains("INTORG") && !ran.out.contains(" BV "));
    let ran = folder.run("export --model assign --to opb --relax p.puzzle");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("lp and mps have continuous variables"), "{}", ran.err);
    for wrong in ["--stats --to lp", "--stats --relax", "--stats -o x"] {
        let ran = folder.run(&format!("export --model assign {wrong} p.puzzle"));
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{wrong}");
    }
}

#[test]
fn solutions_are_cut_off() {
    let folder = Folder::with_puzzle(CORNER);
    folder.put("one.txt", b"6 7 9\n5 2 8\n1 4 3\n");
    let ran = folder.run("export --model assign --to lp p.puzzle --exclude one.txt");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("\n exclude_1: x_1_1_6 + x_1_2_7 + "), "{}", ran.out);
    assert!(ran.out.contains(" <= 8\n"), "{}", ran.out);
    let ran = folder.run("export --model positions --to dzn p.puzzle --exclude one.txt");
    assert!(ran.out.ends_with("excluded = [7, 5, 9, 8, 4, 1, 2, 6, 3];\n"), "{}", ran.out);
    folder.put("bad.txt", b"6 7 9\n5 2 8\n1 3 4\n");
    let ran = folder.run("export --model assign --to lp p.puzzle --exclude bad.txt");
    assert_eq!(ran.status, 3);
    assert!(
        ran.err.contains("bad.txt: the solution to be cut off breaks the rules"),
        "{}",
        ran.err
    );
    // A line and its reverse are one answer, also if both are given.
    folder.put("line.puzzle", b"puzzle: path\n\n. .\n. #\n");
    folder.put("line.txt", b"2 1\n3 #\n");
    let ran = folder.run("export --model positions --to dzn line.puzzle --exclude line.txt");
    assert!(ran.out.ends_with("excluded = [2, 1, 3,\n  3, 1, 2];\n"), "{}", ran.out);
    let ran = folder.run("export --model bigm --to lp line.puzzle --exclude line.txt");
    assert!(ran.out.contains(" exclude_2: ") && !ran.out.contains(" exclude_3: "), "{}", ran.out);
}

#[test]
fn what_solvers_found_is_verified_and_printed() {
    let folder = Folder::with_puzzle(CORNER);
    let numbers = [6, 7, 9, 5, 2, 8, 1, 4, 3];
    let mut found = "# Objective value = 0\n".to_string();
    for (i, k) in numbers.iter().enumerate() {
        found += &format!("x_{}_{}_{k} 1\n", i / 3 + 1, i % 3 + 1);
    }
    folder.put("found.sol", found.as_bytes());
    let ran = folder.run("import --model assign p.puzzle found.sol");
    assert_eq!((ran.status, ran.out.as_str()), (0, "6 7 9\n5 2 8\n1 4 3\n"), "{}", ran.err);
    let object = folder.run("import --json --model assign p.puzzle found.sol").object();
    assert_eq!(object["schema"], "clew-import/1");
    assert_eq!(object["verdict"], "solved");
    assert_eq!(object["solutions"][0]["cells"][2][0], 1);
    // Its own output is a solution for the next step.
    let again = folder.run("import --model assign p.puzzle found.sol").out;
    let ran = folder.feed("export --model mtz --to lp p.puzzle --exclude -", &again);
    assert!(ran.out.contains(" exclude_1: "), "{}", ran.err);

    folder.put("none.sol", b"=====UNSATISFIABLE=====\n");
    let ran = folder.run("import --model assign p.puzzle none.sol");
    assert_eq!((ran.status, ran.out.starts_with("none: ")), (1, true));
    folder.put("open.sol", b"s UNKNOWN\n");
    let ran = folder.run("import --model assign p.puzzle open.sol");
    assert_eq!((ran.status, ran.out.starts_with("unknown: ")), (4, true));
    folder.put("bad.sol", b"# Objective value = 0\nx_1_1_7 1\ny 1\n");
    let ran = folder.run("import --model assign p.puzzle bad.sol");
    assert_eq!(ran.status, 3);
    let expected = "error: bad.sol: line 3, column 1: found \"y\", expected the name of a variable";
    assert!(ran.err.starts_with(expected), "{}", ran.err);
}

#[test]
fn a_solution_of_the_model_that_is_none_of_the_puzzle_is_told() {
    let folder = Folder::with_puzzle(LOOPS);
    let text = "x_1_1 = 1;\nx_1_2 = 1;\nx_2_1 = 2;\nx_2_2 = 2;\nx_3_1 = 1;\nx_3_2 = 1;\nx_4_1 = 1;\n\
                x_4_2 = 1;\n----------\n";
    folder.put("loop.txt", text.as_bytes());
    let ran = folder.run("import --model labels p.puzzle loop.txt");
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert!(ran.out.starts_with("breaks the rules: "), "{}", ran.out);
    let object = folder.run("import --json --model labels p.puzzle loop.txt").object();
    assert_eq!(object["verdict"], "broken");
    assert_eq!(object["solutions"].as_array().map(Vec::len), Some(0));
}

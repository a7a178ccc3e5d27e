//! The table of questions and doors in the book: every question of each door is in it, and every hole is explained.

use super::support::program::Folder;
use super::support::program::run;
use clew::api::Ask;
use std::collections::BTreeSet;
use std::path::Path;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(path).expect("it can be read")
}

/// The cells of the table, a row each.
fn rows(page: &str) -> Vec<Vec<String>> {
    let row = |line: &str| {
        line.trim_matches('|').split('|').map(|cell| cell.trim().replace('`', "")).collect()
    };
    page.lines().filter(|line| line.starts_with("| ")).skip(1).map(row).collect()
}

/// The commands of the program but for those that set it up.
fn commands() -> BTreeSet<String> {
    let here = Folder::with(&[]);
    let help = run(here.path(), "--help").out;
    let listed = help.split("Commands:").nth(1).and_then(|rest| rest.split("Options:").next());
    let lines = listed.expect("commands").lines();
    let names =
        lines.filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    let names = names.filter_map(|line| line.split_whitespace().next()).map(str::to_string);
    names.filter(|name| !["help", "serve", "install-minizinc"].contains(&&**name)).collect()
}

#[test]
fn the_table_has_every_question_of_every_door() {
    let page = read("docs/questions.md");
    let stubs = read("python/clew/_clew.pyi");
    let (mut asked, mut run) = (BTreeSet::new(), BTreeSet::new());
    for row in rows(&page) {
        let [question, program, door, python] = &row[..] else { panic!("{row:?}") };
        for cell in [program, door, python] {
            if let Some(note) = cell.strip_prefix('—') {
                let note = format!("\n{}. ", note.trim());
                assert!(page.contains(&note), "{question}: the hole is not explained");
            }
        }
        run.extend(program.strip_prefix("clew ").map(str::to_string));
        if !door.starts_with('—') {
            asked.insert(door.clone());
        }
        if let Some((of, name)) = python.split_once('.') {
            let indent = if of == "Puzzle" { "    " } else { "" };
            let defined = format!("\n{indent}def {name}(");
            assert!(stubs.contains(&defined), "{question}: Python has no {python}");
        }
    }
    let names: BTreeSet<String> = Ask::NAMES.iter().map(|name| (*name).to_string()).collect();
    assert_eq!(asked, names);
    assert_eq!(run, commands());
}

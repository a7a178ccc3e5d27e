//! The rules of ARCHITECTURE.md that the borders between crates and `[workspace.lints]` cannot state, held by
//! reading the sources.

use crate::support::sources::rust_files;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The other layers that each layer may use. A layer that is not listed may use everything.
const LAYERS: &[(&str, &[&str])] = &[
    ("structures", &[]),
    ("run", &["structures"]),
    ("kernel", &["structures", "run"]),
    ("propagators", &["structures", "run", "kernel"]),
    ("search", &["structures", "run", "kernel"]),
    ("testing", &["structures", "run", "kernel"]),
    ("dp", &["structures", "run"]),
    ("certificate", &["structures", "run", "kernel"]),
    ("formulation", &[]),
    ("puzzle", &["structures", "run", "kernel", "propagators", "dp", "certificate", "formulation"]),
    (
        "families",
        &[
            "structures",
            "run",
            "kernel",
            "propagators",
            "search",
            "dp",
            "certificate",
            "formulation",
            "puzzle",
        ],
    ),
    ("interchange", &["puzzle", "families"]),
    (
        "strategy",
        &[
            "structures",
            "run",
            "kernel",
            "propagators",
            "search",
            "dp",
            "certificate",
            "puzzle",
            "families",
        ],
    ),
    (
        "model",
        &[
            "structures",
            "run",
            "kernel",
            "propagators",
            "search",
            "dp",
            "formulation",
            "puzzle",
            "families",
            "strategy",
        ],
    ),
    ("flatzinc", &["puzzle", "model"]),
    ("explain", &["structures", "run", "puzzle", "strategy"]),
    ("report", &["structures", "run", "kernel", "puzzle", "search", "strategy", "explain"]),
    (
        "generate",
        &[
            "structures",
            "run",
            "kernel",
            "propagators",
            "search",
            "dp",
            "puzzle",
            "families",
            "strategy",
            "explain",
        ],
    ),
];

/// Words that the kernel must not know.
const PUZZLE_WORDS: &[&str] =
    &["hidato", "futoshiki", "numberlink", "puzzle", "board", "latin", "sudoku", "clue"];

/// The longest a source file may be, in lines without its tests.
const MAX_LINES: usize = 600;

/// A source file: its path below `src`, its text without the tests at its end.
struct Source {
    path: String,
    text: String,
}

impl Source {
    fn layer(&self) -> &str {
        self.path.split(['/', '.']).next().unwrap_or_default()
    }

    /// Lines with code in them, numbered, comments taken away.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text
            .lines()
            .enumerate()
            .map(|(i, line)| (i + 1, line.split("//").next().unwrap_or_default()))
            .filter(|(_, line)| !line.trim().is_empty())
    }
}

/// All sources but test modules, of every crate. A path begins at the crate's `src`; modules of the crate of counts
/// are below `dp`, as the library calls it.
fn sources() -> Vec<Source> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = [
        ("src", ""),
        ("crates/engine/src", ""),
        ("crates/count/src", "dp/"),
        ("crates/puzzles/src", ""),
    ];
    let mut found: Vec<(String, PathBuf)> = Vec::new();
    for (folder, prefix) in crates {
        let top = top.join(folder);
        for path in rust_files(&top).into_iter().filter(|path| !path.ends_with("tests.rs")) {
            let relative = path.strip_prefix(&top).expect("below src").to_string_lossy();
            found.push((format!("{prefix}{}", relative.replace('\\', "/")), path));
        }
    }
    found.sort();
    assert!(found.len() > 500, "the sources are found");
    let read = |(path, file): (String, PathBuf)| {
        let text = fs::read_to_string(file).expect("a source can be read");
        // Tests are at the end of a file, or in a separate file that is declared anywhere.
        let inline =
            |at: &usize| text[*at..].lines().nth(1).is_some_and(|line| line.ends_with('{'));
        let modules = text.match_indices("#[cfg(test)]\nmod ").map(|(at, _)| at);
        let end = modules.into_iter().find(inline).unwrap_or(text.len());
        Source { path, text: text[..end].to_string() }
    };
    found.into_iter().map(read).collect()
}

/// Fails if a line of code in those sources contains one of these words, in capitals or not; `what` describes the
/// violation.
fn none_holds(what: &str, words: &[&str], of: impl Fn(&Source) -> bool) {
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|source| of(source)) {
        for (line, code) in source.code() {
            let code = code.to_lowercase();
            for word in words.iter().filter(|word| code.contains(**word)) {
                wrong.push(format!("{}:{line}: {word}", source.path));
            }
        }
    }
    assert!(wrong.is_empty(), "{what}:\n{}", wrong.join("\n"));
}

/// The modules that paths in a piece of code refer to: after `crate::` or the name of one of our crates.
fn uses(code: &str) -> Vec<&str> {
    let heads = ["crate::", "clew_engine::", "clew_puzzles::"];
    let after = heads
        .iter()
        .flat_map(|head| code.match_indices(head).map(|(at, head)| word(&code[at + head.len()..])));
    let counting = code.match_indices("clew_count::").map(|_| "dp");
    after.chain(counting).collect()
}

fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

#[test]
fn uses_are_found() {
    assert_eq!(uses("use crate::kernel::{Lit, Store};"), ["kernel"]);
    assert_eq!(uses("use clew_engine::run::Stop;\nclew_count::Run"), ["run", "dp"]);
}

#[test]
fn no_floor_uses_a_higher_one() {
    let mut wrong = Vec::new();
    for source in sources() {
        let layer = source.layer().to_string();
        let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == layer) else {
            assert!(
                ["lib", "main", "cli", "api"].contains(&&*layer) || source.path == "dp/lib.rs",
                "{}: a layer without a rule",
                source.path
            );
            continue;
        };
        let code: Vec<&str> = source.code().map(|(_, line)| line).collect();
        for used in uses(&code.join("\n")) {
            let is_room = used == "cli" || LAYERS.iter().any(|(room, _)| *room == used);
            if is_room && used != layer && !allowed.contains(&used) {
                wrong.push(format!("{}: uses {used}", source.path));
            }
        }
    }
    assert!(wrong.is_empty(), "floors use higher ones:\n{}", wrong.join("\n"));
}

/// The module that a source file is: `search::learn::walker` for `search/learn/walker.rs`.
fn module_of(path: &str) -> String {
    let path = path.trim_end_matches(".rs").trim_end_matches("/mod");
    path.replace('/', "::")
}

/// The modules (of those that are files) that the `use` lines of a file name.
fn imports(source: &Source, modules: &BTreeSet<String>) -> BTreeSet<String> {
    let own = module_of(&source.path);
    let code: String = source.code().map(|(_, line)| format!("{} ", line.trim())).collect();
    let mut found = BTreeSet::new();
    for statement in code.split(';') {
        let Some(at) = statement.find("use ") else { continue };
        for path in paths(statement[at + 4..].trim()) {
            let mut parts: Vec<&str> = path.split("::").map(str::trim).collect();
            let mut base: Vec<&str> = own.split("::").collect();
            match parts[0] {
                "crate" if own.starts_with("dp::") => base.truncate(1),
                "crate" | "clew_engine" | "clew_puzzles" => base.clear(),
                "self" => {}
                "super" => {
                    while parts.first() == Some(&"super") {
                        base.pop();
                        parts.remove(0);
                    }
                    parts.insert(0, "");
                }
                _ => continue,
            }
            base.extend(&parts[1..]);
            // The longest prefix that is a file.
            let file = (1..=base.len()).rev().map(|n| base[..n].join("::"));
            found.extend(file.into_iter().find(|m| modules.contains(m)));
        }
    }
    found
}

/// The paths of a `use` statement, with its braces expanded.
fn paths(text: &str) -> Vec<String> {
    let Some(open) = text.find('{') else {
        return vec![text.split(" as ").next().unwrap_or_default().to_string()];
    };
    let close = text.rfind('}').unwrap_or(text.len());
    let (mut found, mut depth, mut start) = (Vec::new(), 0, open + 1);
    for (i, c) in text.char_indices().skip_while(|(i, _)| *i <= open) {
        match c {
            '{' => depth += 1,
            '}' if i < close => depth -= 1,
            ',' | '}' if depth == 0 => {
                let item = text[start..i].trim();
                if !item.is_empty() {
                    found.extend(paths(item).iter().map(|p| format!("{}{p}", &text[..open])));
                }
                start = i + 1;
            }
            _ => {}
        }
    }
    found
}

#[test]
fn no_circles_inside_a_room() {
    let sources = sources();
    let modules: BTreeSet<String> = sources.iter().map(|s| module_of(&s.path)).collect();
    // A module and those inside it count as one; arrows between them are ignored.
    let related = |a: &str, b: &str| {
        a == b || a.starts_with(&format!("{b}::")) || b.starts_with(&format!("{a}::"))
    };
    let arrows: BTreeMap<String, BTreeSet<String>> = sources
        .iter()
        .map(|s| {
            let own = module_of(&s.path);
            let to = imports(s, &modules).into_iter().filter(|m| !related(m, &own)).collect();
            (own, to)
        })
        .collect();
    let reached = |from: &str| {
        let (mut open, mut seen) = (vec![from.to_string()], BTreeSet::new());
        while let Some(here) = open.pop() {
            for next in arrows.get(&here).into_iter().flatten() {
                if seen.insert(next.clone()) {
                    open.push(next.clone());
                }
            }
        }
        seen
    };
    let circles: Vec<&String> = arrows.keys().filter(|m| reached(m).contains(*m)).collect();
    assert!(
        circles.is_empty(),
        "files that import each other, through others or not: {circles:#?}"
    );
}

#[test]
fn imports_are_found() {
    assert_eq!(paths("super::{a::{B, c}, d as e}"), ["super::a::B", "super::a::c", "super::d"]);
    assert_eq!(module_of("search/learn/mod.rs"), "search::learn");
}

/// Time and memory are divided by the plan. The command line and `api` pass on the user's own limit.
#[test]
fn budgets_are_divided_in_one_place() {
    let allowed = [
        "strategy/plan.rs",
        "strategy/shares.rs",
        "api/mod.rs",
        "api/profile/measure.rs",
        "cli/batch/settings.rs",
        "cli/io/machine.rs",
    ];
    let words =
        [".within(", "budget.share(", "at_most_memory(", "memory /", "memory() /", "memory >>"];
    none_holds("budgets are divided elsewhere", &words, |s| {
        s.layer() != "run" && !allowed.contains(&&*s.path)
    });
}

/// Single definitions: deciders have one trait, a run ends for one list of reasons, a verdict is one type.
#[test]
fn there_is_one_of_each() {
    let count = |what: &str| {
        let sources = sources();
        let lines = sources.iter().flat_map(|s| s.code().map(|(_, code)| code.trim().to_string()));
        lines.filter(|code| code.starts_with(what)).count()
    };
    for what in ["pub trait Decider", "pub enum Stop ", "pub enum Verdict ", "pub trait Counting"] {
        assert_eq!(count(what), 1, "{what}");
    }
}

#[test]
fn only_the_command_line_reads_and_prints() {
    let outside = [
        "std::fs",
        "std::net",
        "std::process",
        "env::args",
        "env::var",
        "env::current",
        "stdin(",
        "stdout(",
        "stderr(",
        "println!",
        "print!(",
        "dbg!(",
    ];
    none_holds("input or output below the command line", &outside, |s| {
        !["cli", "main"].contains(&s.layer())
    });
}

/// `eprintln!` ends the program where standard error cannot be written to; `cli/io/stderr.rs` does not.
#[test]
fn standard_error_fails_in_silence() {
    none_holds("standard error is written elsewhere", &["eprintln!(", "eprint!("], |_| true);
}

#[test]
fn files_are_short() {
    let mut long = Vec::new();
    for source in sources() {
        let lines = source.text.lines().count();
        if lines > MAX_LINES {
            long.push(format!("{}: {lines} lines", source.path));
        }
    }
    assert!(long.is_empty(), "files of more than {MAX_LINES} lines:\n{}", long.join("\n"));
}

#[test]
fn the_kernel_knows_no_puzzle() {
    none_holds("words of puzzles in the kernel", PUZZLE_WORDS, |s| s.layer() == "kernel");
}

#[test]
fn files_say_what_they_are() {
    for source in sources() {
        assert!(source.text.starts_with("//!"), "{}: no file header", source.path);
        // Words of unfinished work.
        for word in ["TODO", "FIXME", "unimplemented!(", "todo!("] {
            assert!(!source.text.contains(word), "{}: {word}", source.path);
        }
    }
}

#[test]
fn the_program_is_a_shell_around_the_library() {
    let main = sources().into_iter().find(|s| s.path == "main.rs").expect("main.rs");
    assert!(main.text.lines().count() <= 60);
}

/// Runs of variables (`kernel/ranges.rs`) determine the owner of each variable. Variable numbers are private to the
/// kernel, so that no other module adds to them; an index is for arrays, nothing else.
#[test]
fn only_the_kernel_counts_with_numbers_of_variables() {
    let ids = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/engine/src/kernel/ids.rs"),
    )
    .expect("ids.rs can be read");
    for handle in ["VarId", "CellId", "Atom", "Lit"] {
        assert!(ids.contains(&format!("pub struct {handle}(pub(super) u32);")), "{handle}");
    }
    let words = [".index() +", ".index() -", ".index() as u32", ".index().wrapping"];
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|s| s.layer() != "kernel") {
        for (line, code) in source.code() {
            if words.iter().any(|word| code.contains(word)) {
                wrong.push(format!("{}:{line}: {}", source.path, code.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "arithmetic on numbers of variables:\n{}", wrong.join("\n"));
}

/// Words that name a family, as they stand in code.
const FAMILY_NAMES: &[&str] =
    &["hidato", "numberlink", "futoshiki", "families::line", "families::path"];

#[test]
fn no_place_outside_the_families_names_one() {
    none_holds("families outside their folders", FAMILY_NAMES, |s| s.layer() != "families");
}

/// Phrases that state a family's rules.
const RULE_WORDS: &[&str] = &["stay empty", "on the path of", "ends of its path"];

#[test]
fn no_place_outside_the_families_states_their_rules() {
    none_holds("rules of a family outside its folder", RULE_WORDS, |s| s.layer() != "families");
}

//! The rules of ARCHITECTURE.md that the borders between crates and `[workspace.lints]` cannot state, held by
//! reading the sources.

use crate::support::sources::rust_files;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The other modules of its crate that a module may use. Modules that are not listed may use everything in their crate.
const LAYERS: &[(&str, &[&str])] = &[
    ("engine/structures", &[]),
    ("engine/run", &["structures"]),
    ("engine/kernel", &["structures", "run"]),
    ("engine/propagators", &["structures", "run", "kernel"]),
    ("engine/search", &["structures", "run", "kernel"]),
    ("engine/testing", &["structures", "run", "kernel"]),
    ("puzzle/certificate", &[]),
    ("puzzle/formulation", &[]),
    ("puzzle/puzzle", &["certificate", "formulation"]),
    ("puzzle/registry", &["puzzle"]),
    ("solve/strategy", &[]),
    ("solve/explain", &["strategy"]),
    ("solve/generate", &["strategy", "explain"]),
    ("model/model", &[]),
    ("model/flatzinc", &["model"]),
    ("clew/api", &[]),
];

/// The crates of the workspace and the folders of their sources; the root package is called `clew`, as its library.
const CRATES: &[(&str, &str)] = &[
    ("engine", "crates/engine/src"),
    ("count", "crates/count/src"),
    ("relax", "crates/relax/src"),
    ("puzzle", "crates/puzzle/src"),
    ("families", "crates/families/src"),
    ("formats", "crates/formats/src"),
    ("solve", "crates/solve/src"),
    ("model", "crates/model/src"),
    ("report", "crates/report/src"),
    ("clew", "src"),
    ("python", "python/src"),
];

/// Words that the kernel must not know.
const PUZZLE_WORDS: &[&str] =
    &["hidato", "futoshiki", "numberlink", "puzzle", "board", "latin", "sudoku", "clue"];

/// The longest a source file may be, in lines without its tests.
const MAX_LINES: usize = 600;

/// A source file: its path, which begins with the name of its crate, and its text without the tests at its end.
struct Source {
    path: String,
    text: String,
}

impl Source {
    /// The crate, as in [`CRATES`].
    fn krate(&self) -> &str {
        self.path.split('/').next().unwrap_or_default()
    }

    /// The crate and the module at its top: `engine/kernel`.
    fn layer(&self) -> &str {
        let file = self.path.trim_end_matches(".rs");
        file.match_indices('/').nth(1).map_or(file, |(at, _)| &file[..at])
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

/// All sources of the workspace and of the Python package but test modules.
fn sources() -> Vec<Source> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found: Vec<(String, PathBuf)> = Vec::new();
    for (name, folder) in CRATES {
        let top = top.join(folder);
        for path in rust_files(&top).into_iter().filter(|path| !path.ends_with("tests.rs")) {
            let relative = path.strip_prefix(&top).expect("below src").to_string_lossy();
            found.push((format!("{name}/{}", relative.replace('\\', "/")), path));
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

/// The paths in a piece of code that begin with `crate`, `self` or `super`, in `use` statements and elsewhere, with
/// braces expanded.
fn paths(code: &str) -> Vec<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for head in ["crate", "self", "super"] {
        for (at, _) in code.match_indices(&format!("{head}::")) {
            let before = code[..at].trim_end().chars().next_back();
            if before.is_some_and(|c| is_word(c) && code[..at].ends_with(is_word) || c == ':') {
                continue;
            }
            found.extend(expanded(&code[at..]).0);
        }
    }
    found
}

/// The paths at the beginning of a text, and the number of bytes that they take: `a::{b::C, d}` is `a::b::C`, `a::d`.
fn expanded(text: &str) -> (Vec<String>, usize) {
    let word_end =
        |text: &str| text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let mut at = word_end(text);
    let head = text[..at].to_string();
    if !text[at..].starts_with("::") {
        return (vec![head], at);
    }
    at += 2;
    if !text[at..].starts_with('{') {
        let (rest, len) = expanded(&text[at..]);
        return (rest.iter().map(|path| format!("{head}::{path}")).collect(), at + len);
    }
    at += 1;
    let mut found = Vec::new();
    while at < text.len() && !text[at..].starts_with('}') {
        let blank = text[at..].find(|c: char| !c.is_whitespace() && c != ',');
        at += blank.unwrap_or(text.len() - at);
        if text[at..].starts_with('}') {
            break;
        }
        let (rest, len) = expanded(&text[at..]);
        found.extend(rest.iter().map(|path| format!("{head}::{path}")));
        // Behind the path there may be another name for it.
        at += len + text[at + len..].find([',', '}']).unwrap_or(text.len() - at - len);
    }
    (found, at + 1)
}

#[test]
fn paths_are_found() {
    assert_eq!(
        paths("use super::{a::{B, c}, d as e}; x(crate::kernel::Lit)"),
        ["crate::kernel::Lit", "super::a::B", "super::a::c", "super::d"]
    );
    assert_eq!(paths("pub(super) x; pub(crate) y; clew::crate::z"), [""; 0]);
    assert_eq!(module_of("engine/search/learn/mod.rs"), "engine::search::learn");
    assert_eq!(module_of("engine/lib.rs"), "engine");
}

/// The module that a source file is: `engine::search::learn::walker` for `engine/search/learn/walker.rs`.
fn module_of(path: &str) -> String {
    let path = path.trim_end_matches(".rs");
    let tops = ["/mod", "/lib", "/main"];
    let path = tops.iter().find_map(|top| path.strip_suffix(top)).unwrap_or(path);
    path.replace('/', "::")
}

/// The modules (of those that are files) that paths in a file lead to.
fn imports(source: &Source, modules: &BTreeSet<String>) -> BTreeSet<String> {
    let own = module_of(&source.path);
    let code: String = source.code().map(|(_, line)| format!("{} ", line.trim())).collect();
    let mut found = BTreeSet::new();
    for path in paths(&code) {
        let mut base: Vec<&str> = own.split("::").collect();
        let mut parts = path.split("::").peekable();
        match parts.next() {
            Some("crate") => base.truncate(1),
            Some("super") => base.truncate(base.len() - 1),
            _ => {}
        }
        while parts.next_if_eq(&"super").is_some() {
            base.pop();
        }
        base.extend(parts);
        // The longest prefix that is a file.
        let file = (1..=base.len()).rev().map(|n| base[..n].join("::"));
        found.extend(file.into_iter().find(|m| modules.contains(m)));
    }
    found
}

/// The modules of all files.
fn modules(sources: &[Source]) -> BTreeSet<String> {
    sources.iter().map(|s| module_of(&s.path)).collect()
}

#[test]
fn no_module_uses_a_higher_one() {
    let sources = sources();
    let modules = modules(&sources);
    let mut wrong = Vec::new();
    for source in &sources {
        let Some((layer, allowed)) = LAYERS.iter().find(|(name, _)| *name == source.layer()) else {
            continue;
        };
        for used in imports(source, &modules) {
            let top = used.split("::").nth(1).unwrap_or_default();
            if !top.is_empty() && !layer.ends_with(&format!("/{top}")) && !allowed.contains(&top) {
                wrong.push(format!("{}: uses {used}", source.path));
            }
        }
    }
    assert!(wrong.is_empty(), "modules use higher ones:\n{}", wrong.join("\n"));
    for (layer, _) in LAYERS {
        assert!(sources.iter().any(|s| s.layer() == *layer), "{layer} is not there");
    }
}

/// What only the root package may depend on: the rest of the crates compile without it, so that a changed family or
/// format compiles its own crate and the program.
#[test]
fn only_the_program_knows_families_and_formats() {
    for (name, folder) in CRATES.iter().filter(|(name, _)| !["clew", "python"].contains(name)) {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join("../Cargo.toml");
        let manifest = fs::read_to_string(manifest).expect("a manifest can be read");
        let normal = manifest.split("[dev-dependencies]").next().unwrap_or_default();
        for leaf in ["clew-families", "clew-formats", "clew-report"] {
            let depends = normal.lines().any(|line| line.starts_with(leaf));
            assert!(!depends, "{name} depends on {leaf}");
        }
    }
}

#[test]
fn no_circles_of_files() {
    let sources = sources();
    let modules = modules(&sources);
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
    let circles: Vec<String> = arrows
        .keys()
        .filter(|m| reached(m).contains(*m))
        .map(|m| {
            format!(
                "{m} -> {:?}",
                arrows[m].iter().filter(|to| reached(to).contains(m)).collect::<Vec<_>>()
            )
        })
        .collect();
    assert!(
        circles.is_empty(),
        "files whose paths lead to each other, through others or not: {circles:#?}"
    );
}

/// Time and memory are divided by the plan. The command line, the Python package and `api` pass on the user's own limit.
#[test]
fn budgets_are_divided_in_one_place() {
    let allowed = [
        "solve/strategy/plan/mod.rs",
        "solve/strategy/plan/shares.rs",
        "clew/api/mod.rs",
        "clew/api/research/profile/measure.rs",
        "clew/cli/batch/settings.rs",
        "clew/cli/io/machine.rs",
    ];
    let words =
        [".within(", "budget.share(", "at_most_memory(", "memory /", "memory() /", "memory >>"];
    none_holds("budgets are divided elsewhere", &words, |s| {
        s.layer() != "engine/run" && s.krate() != "python" && !allowed.contains(&&*s.path)
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
    none_holds("input or output below the doors", &outside, |s| {
        s.krate() != "python" && !["clew/cli", "clew/main"].contains(&s.layer())
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
    none_holds("words of puzzles in the kernel", PUZZLE_WORDS, |s| s.layer() == "engine/kernel");
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
    let main = sources().into_iter().find(|s| s.path == "clew/main.rs").expect("main.rs");
    assert!(main.text.lines().count() <= 60);
}

/// Runs of variables (`kernel/store/ranges.rs`) determine the owner of each variable. Variable numbers are private to the
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
    for source in sources().iter().filter(|s| s.layer() != "engine/kernel") {
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
    // The text from which the coder of links has learnt is data that all links depend on.
    none_holds("families outside their folders", FAMILY_NAMES, |s| {
        s.krate() != "families" && s.path != "formats/link/coder.rs"
    });
}

/// Phrases that state a family's rules.
const RULE_WORDS: &[&str] = &["stay empty", "on the path of", "ends of its path"];

#[test]
fn no_place_outside_the_families_states_their_rules() {
    none_holds("rules of a family outside its folder", RULE_WORDS, |s| s.krate() != "families");
}

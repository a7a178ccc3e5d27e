//! The documents hold together: every relative link leads to a file and every anchor to a heading, the
//! book's table of contents lists every chapter, the README is short, and the words are those of the
//! field and of plain sentences. Code that a chapter shows is code that is compiled.

use crate::support::sources::rust_files;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The Markdown files of a folder, sorted.
fn markdown(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect();
    paths.sort();
    paths
}

/// A text without its blocks of code; with `spans` also without code within lines. Line numbers stay.
fn prose(text: &str, spans: bool) -> String {
    let mut out = String::new();
    let mut code = false;
    for line in text.lines() {
        if line.starts_with("```") {
            code = !code;
        } else if !code {
            for (i, piece) in line.split('`').enumerate() {
                if i % 2 == 0 || !spans {
                    out += piece;
                }
            }
        }
        out.push('\n');
    }
    out
}

/// The anchors that a renderer makes of the headings of a page.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text, false);
    let headings = headings.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| -> String {
        let heading = heading.trim_start_matches('#').trim().replace('`', "");
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(anchor).collect()
}

/// The targets of the links and pictures of a page.
fn links(text: &str) -> Vec<String> {
    let prose = prose(text, true);
    let mut targets = Vec::new();
    for (start, end) in [("](", ')'), ("src=\"", '"')] {
        for (at, _) in prose.match_indices(start) {
            let rest = &prose[at + start.len()..];
            targets.extend(rest.split(end).next().map(str::to_string));
        }
    }
    targets
}

#[test]
fn every_link_leads_somewhere() {
    let tops =
        ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md", "benches/RESULTS.md"];
    let tops = tops.map(|name| root().join(name));
    let chapters = [markdown("docs"), markdown("docs/lab")].concat();
    let docs = root().join("docs");
    let mut looked_at = 0;
    for page in tops.iter().chain(&chapters) {
        let (text, folder) = (read(page), page.parent().expect("a folder"));
        for link in links(&text) {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            looked_at += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if file.is_empty() { page.clone() } else { folder.join(file) };
            let place = format!("{}: {link}", page.display());
            assert!(target.exists(), "{place}: there is no such file");
            let target = target.canonicalize().expect("it exists");
            assert!(
                !page.starts_with(&docs)
                    || target.starts_with(docs.canonicalize().expect("a folder")),
                "{place}: the pages of the book have only what is in docs/"
            );
            if !anchor.is_empty() {
                assert!(
                    anchors(&read(&target)).contains(anchor),
                    "{place}: there is no such heading"
                );
            }
        }
    }
    assert!(looked_at > 80, "only {looked_at} links were found");
}

/// Code spans that are paths of the project name existing files.
#[test]
fn every_path_is_there() {
    const TOPS: [&str; 9] = [
        "crates/",
        "src/",
        "tests/",
        "benches/",
        "examples/",
        "docs/",
        "tools/",
        "instances/",
        ".ci/",
    ];
    let tops =
        ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md", "benches/RESULTS.md"];
    let mut looked_at = 0;
    for page in tops.iter().map(|name| root().join(name)).chain(markdown("docs")) {
        let text = read(&page);
        for line in text.lines().filter(|line| line.matches('`').count() >= 2) {
            for span in line.split('`').skip(1).step_by(2) {
                // The chapter "Anatomy of a run" has short names for two folders.
                let path =
                    span.replacen("E/", "crates/engine/src/", usize::from(span.starts_with("E/")));
                let path = path.replacen(
                    "F/",
                    "crates/families/src/",
                    usize::from(path.starts_with("F/")),
                );
                let named = TOPS.iter().any(|top| path.starts_with(top));
                let whole = path.ends_with(".rs") || !path.contains([' ', '*', '{', '.', '…']);
                if named && whole {
                    looked_at += 1;
                    assert!(root().join(&path).exists(), "{}: {span} is not there", page.display());
                }
            }
        }
    }
    assert!(looked_at > 60, "only {looked_at} paths were found");
}

#[test]
fn the_summary_lists_every_chapter() {
    let docs = root().join("docs");
    let listed: Vec<PathBuf> =
        links(&read(&docs.join("SUMMARY.md"))).iter().map(|link| docs.join(link)).collect();
    let once: BTreeSet<_> = listed.iter().collect();
    assert_eq!(once.len(), listed.len(), "a chapter is listed once");
    for chapter in [markdown("docs"), markdown("docs/lab")].concat() {
        let is_listed = once.contains(&chapter) || chapter.ends_with("SUMMARY.md");
        assert!(is_listed, "SUMMARY.md does not list {}", chapter.display());
    }
}

#[test]
fn pages_that_newcomers_read_are_short() {
    for (page, most) in [("README.md", 150), ("ARCHITECTURE.md", 150), ("benches/RESULTS.md", 120)]
    {
        let lines = read(&root().join(page)).lines().count();
        assert!(lines <= most, "{page} has {lines} lines, {most} are allowed");
    }
}

/// Whether a line has a habit that readers had to learn first: things that say, tell and ask, clauses with `what`.
fn has_habit(line: &str) -> bool {
    const WORDS: [&str; 15] = [
        "say",
        "says",
        "said",
        "ask",
        "asks",
        "asked",
        "tell",
        "tells",
        "told",
        "beside",
        "whoever",
        "nobody",
        "somebody",
        "programme",
        "programmes",
    ];
    let words: Vec<String> = line
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    // A question may begin with it; a clause as subject or object does not end with a question mark.
    let clause = words.iter().any(|word| word == "what") && !line.contains('?');
    let habit = words.iter().any(|word| WORDS.contains(&word.as_str()));
    clause || habit || words.windows(2).any(|pair| pair == ["so", "many"])
}

/// The laboratory notes keep their words.
#[test]
fn the_words_are_the_fields_words() {
    let tops =
        ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md", "benches/RESULTS.md"];
    let mut found = Vec::new();
    for page in tops.iter().map(|name| root().join(name)).chain(markdown("docs")) {
        let text = prose(&read(&page), true);
        for (number, line) in text.lines().enumerate() {
            if has_habit(line) {
                found.push(format!("{}:{}: {}", page.display(), number + 1, line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "{} lines:\n{}", found.len(), found.join("\n"));
}

/// Comments may have an everyday use of these words now and then.
#[test]
fn comments_have_the_fields_words() {
    const MOST: usize = 60;
    let mut found = Vec::new();
    for file in ["crates", "src"].iter().flat_map(|folder| rust_files(&root().join(folder))) {
        let mut code = false;
        for (number, line) in read(&file).lines().enumerate() {
            let Some(comment) = line.trim_start().strip_prefix("//") else { continue };
            let comment = comment.trim_start_matches(['/', '!', ' ']);
            code ^= comment.starts_with("```");
            if !code && has_habit(&prose(comment, true)) {
                found.push(format!("{}:{}: {comment}", file.display(), number + 1));
            }
        }
    }
    assert!(found.len() <= MOST, "{} lines, {MOST} may be:\n{}", found.len(), found.join("\n"));
}

#[test]
fn the_chapter_shows_the_compiled_propagator() {
    let chapter = read(&root().join("docs/propagator.md"));
    let mut shown = Vec::new();
    let mut code = false;
    for line in chapter.lines() {
        match line {
            "```rust,ignore" => code = true,
            "```" => code = false,
            _ if code && !line.is_empty() => shown.push(line),
            _ => {}
        }
    }
    let file = read(&root().join("crates/engine/tests/propagators/apart.rs"));
    let compiled: Vec<&str> = file
        .lines()
        .skip_while(|line| !line.starts_with("use "))
        .take_while(|line| *line != "#[cfg(test)]")
        .filter(|line| !line.is_empty())
        .collect();
    assert_eq!(shown, compiled);
}

/// The example of the library's chapter is the one on the page of `api`, which runs as a test there.
#[test]
fn the_chapter_shows_the_example_of_the_api() {
    let lines = |text: &str, fence: &str| -> Vec<String> {
        let after = text.lines().skip_while(|line| *line != fence).skip(1);
        after.take_while(|line| *line != "```").map(str::to_string).collect()
    };
    let page = read(&root().join("src/api/mod.rs"));
    let page: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("//!")).collect();
    let page: Vec<&str> = page.iter().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    let tested = lines(&page.join("\n"), "```");
    assert!(tested.len() > 5, "the example is found");
    assert_eq!(lines(&read(&root().join("docs/library.md")), "```rust,ignore"), tested);
}

/// The chapter on settings has the table of the code.
#[test]
fn the_table_of_settings_is_that_of_the_code() {
    let mut table =
        String::from("| name | unit | range | default | effect |\n|---|---|---|---|---|\n");
    for setting in &clew::search::NAMED_SETTINGS {
        let range = match setting.words {
            [] => format!("{} to {}", setting.least, setting.most),
            words => words.join(", "),
        };
        let default = setting.shown(setting.default_value());
        let (name, unit, help) = (setting.name, setting.unit, setting.help);
        table += &format!("| `{name}` | {unit} | {range} | {default} | {help} |\n");
    }
    let page = read(&root().join("docs/settings.md"));
    assert!(page.contains(&table), "docs/settings.md has not this table:\n\n{table}");
}

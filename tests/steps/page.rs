//! The page about ratings.

#[test]
fn the_page_about_ratings_lists_every_technique() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rating.md"))
        .expect("docs/rating.md can be read");
    for text in [
        "puzzle: futoshiki\n\n. < .\n-   -\n.   .\n",
        "puzzle: hidato\n\n1 .\n. .\n",
        "puzzle: numberlink\n\nA . A\n",
        "puzzle: numberlink\ncover: partial\ntouch: yes\n\nA . A\n",
        "puzzle: numberlink\ncover: partial\ntouch: no2x2\n\nA . A\n",
        "puzzle: path\n\n1 . 3\n",
    ] {
        let puzzle = clew::families::parse_native(text).expect("a puzzle").puzzle;
        let mut ladder = puzzle.ladder().unwrap_or_else(|_| panic!("it has a ladder"));
        ladder.assume_unique(false);
        for technique in ladder.techniques() {
            let name = format!("| `{}` | {} |", technique.name, technique.title);
            let tail = format!("| {} | {} |", technique.level.keyword(), technique.weight);
            let listed = page.lines().any(|l| l.starts_with(&name) && l.ends_with(&tail));
            assert!(listed, "{name} ... {tail}");
        }
    }
}

//! A line of JSON for every puzzle, also for those that have no result, and the rest of a batch after them.

use crate::program::Folder;

const GOOD: &str = "puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n";
/// It cannot be read, and it has no steps.
const BAD: &str = "puzzle: hidato\n\n6 6 .\n";
const UNSUITED: &str = "puzzle: path\nclosed: yes\n\n. .\n. .\n";

#[test]
fn every_puzzle_has_its_line() {
    let pack = [GOOD, BAD, UNSUITED, GOOD].join("---\n");
    let here = Folder::with(&[("pack", &pack)]);
    for (command, schema, refused) in [
        ("explain --json", "clew-steps/1", vec![1, 2]),
        ("explain --json --compact", "clew-steps/1", vec![1, 2]),
        ("hint --json", "clew-hint/1", vec![1, 2]),
        ("dedup --json", "clew-same/1", vec![1]),
        ("check --json", "clew-result/1", vec![1]),
    ] {
        let ran = here.run(&format!("{command} pack"));
        let lines = ran.json();
        assert_eq!(lines.len(), 4, "{command}: {}{}", ran.out, ran.err);
        for (i, line) in lines.iter().enumerate() {
            assert_eq!(line["schema"], schema, "{command}");
            let is_refused = refused.contains(&i);
            assert_eq!(line["verdict"] == "invalid", is_refused, "{command}: {line}");
            assert_eq!(line["error"]["message"].is_string(), is_refused, "{command}: {line}");
            assert_eq!(line["id"], format!("pack#{}", i + 1), "{command}");
        }
    }
}

/// Without JSON the others get their answers too, and the worst status counts.
#[test]
fn a_bad_puzzle_does_not_end_the_rest() {
    let here = Folder::with(&[("pack", &[BAD, GOOD].join("---\n"))]);
    for (command, answer) in [
        ("explain", "Solved"),
        ("hint", "Look at"),
        ("dedup", "puzzle: hidato"),
        ("convert --to native", "puzzle: hidato"),
        ("rate", "score"),
        ("check", "unique"),
    ] {
        let ran = here.run(&format!("{command} pack"));
        assert_eq!(ran.status, 3, "{command}: {}", ran.err);
        let found = ran.out.contains(answer) || command == "explain" && ran.out.contains("1. ");
        assert!(found, "{command}: {}", ran.out);
    }
}

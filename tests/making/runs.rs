//! Runs of many puzzles, some of which are not found.

use super::program::Folder;

/// A seed without a puzzle only omits its own puzzle, on any number of threads.
#[test]
fn a_run_goes_on_with_the_next_seed() {
    let here = Folder::with(&[]);
    let ran = here.run("generate zip --rows 5 --givens 4 --walls 2 --count 8 --threads 2");
    assert_eq!(ran.status, 4, "{ran:?}");
    let made: Vec<&str> = ran.out.split("---\n").collect();
    assert!((2..8).contains(&made.len()), "{ran:?}");
    // The same seed makes the same puzzle, anywhere in a run.
    let mut alone = Vec::new();
    for seed in 1..=8 {
        let one = here.run(&format!("generate zip --rows 5 --givens 4 --walls 2 --seed {seed}"));
        match one.status {
            0 => alone.push(one.out),
            status => {
                assert_eq!((status, one.out.as_str()), (2, ""), "{one:?}");
                assert!(one.err.contains("no zip with 4 numbers"), "{one:?}");
                assert!(
                    ran.err.contains(&format!("puzzle {seed} of 8: no zip with 4 numbers")),
                    "{ran:?}"
                );
            }
        }
    }
    assert_eq!(made, alone);
    let missing = 8 - made.len();
    let seeds = if missing == 1 { "seed" } else { "seeds" };
    let end =
        format!("{} of 8 puzzles were made; with {missing} {seeds} none was found", made.len());
    assert!(ran.err.lines().last().is_some_and(|line| line.ends_with(&end)), "{ran:?}");
    // A file gets the same puzzles.
    let filed = here.run("generate zip --rows 5 --givens 4 --walls 2 --count 8 -o made.txt");
    assert_eq!((filed.status, here.read("made.txt")), (4, ran.out));
}

/// A request for which no seed makes a puzzle is refused once, with its reason, and not once per seed.
#[test]
fn what_no_seed_makes_is_refused_once() {
    let here = Folder::with(&[("there.txt", "puzzle: hidato\n")]);
    for (asked, why) in [
        ("zip --rows 5 --symmetric --count 9", "a zip with symmetric numbers is not made here"),
        ("futoshiki --rows 2 --level hard --count 9", "no puzzle of 2x2"),
        ("hidato --rows 3 --level extreme --count 9", "no puzzle of 3x3"),
    ] {
        let ran = here.run(&format!("generate {asked} -o there.txt"));
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{asked}: {ran:?}");
        assert_eq!(ran.err.matches(why).count(), 1, "{asked}: {ran:?}");
        assert_eq!(here.read("there.txt"), "puzzle: hidato\n", "{asked}");
    }
}

/// If there are no more such puzzles, the puzzles made so far are kept.
#[test]
fn a_run_ends_where_there_are_no_more() {
    let here = Folder::with(&[]);
    let ran = here.run("generate futoshiki --rows 2 --count 100");
    assert_eq!(ran.status, 4, "{ran:?}");
    let made = ran.out.split("---\n").count();
    assert!(ran.err.contains("every further one of 64 is one of them"), "{ran:?}");
    assert!(ran.err.contains(&format!("{made} of 100 puzzles were made")), "{ran:?}");
}

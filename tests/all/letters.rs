//! Filled grids of letters: whether one solution, none or several hold them, against all solutions of small boards.

use crate::support::links::{all_links, bridged_links, random_links};
use crate::support::program::Folder;
use clew::families::{Cover, Numberlink};
use clew::puzzle::format::{write_json, write_native};
use clew::puzzle::{Answer, Content, Entry, Filled, Puzzle, Unfit};
use clew::run::Budget;
use clew::strategy::determined;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// The tokens of a grid with these contents in the cells of a puzzle, one per place.
fn letters(puzzle: &Puzzle, contents: &[Content]) -> Vec<Option<String>> {
    let board = puzzle.board().expect("numberlinks have boards");
    let (rows, cols) = board.size();
    let text = |cell: u32| match contents[cell as usize] {
        Content::Label(k) => puzzle.label(k).to_string(),
        _ => ".".to_string(),
    };
    let places = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c)));
    let token = |(r, c)| {
        let cell = board.cell_at(r, c)?;
        let said = match board.crossing(cell) {
            Some(across) => format!("{}/{}", text(cell), text(across)),
            None => text(cell),
        };
        Some(said).filter(|said| said != ".")
    };
    places.map(token).collect()
}

/// The verdict on a grid of letters: an answer, no answer, or unclear.
fn told(puzzle: &Puzzle, contents: &[Content]) -> Result<Answer, Unfit> {
    let filled = Filled::Labels(letters(puzzle, contents));
    let found = match puzzle.answer_of(&filled) {
        Err(Unfit::Open { contents, why }) => {
            determined(puzzle, &contents, &why, &Budget::unlimited())
        }
        found => found,
    };
    found.and_then(|answer| match puzzle.verify(&answer) {
        Ok(()) => Ok(answer),
        Err(why) => Err(Unfit::Broken(why.to_string())),
    })
}

/// Moves a label somewhere else, or removes one.
fn spoil(contents: &mut [Content], labels: u32, rng: &mut ChaCha8Rng) {
    if labels == 0 {
        return;
    }
    for _ in 0..rng.random_range(1..=2) {
        let at = rng.random_range(0..contents.len());
        let label = Content::Label(rng.random_range(0..labels));
        contents[at] = *[label, label, Content::Nothing].choose(rng).expect("three");
    }
}

fn compare(link: &Numberlink, rng: &mut ChaCha8Rng, seen: &mut [usize; 3]) {
    let puzzle = Puzzle::from(link.clone());
    let all: Vec<Answer> = all_links(link).into_iter().map(Answer::Links).collect();
    let held: Vec<Vec<Content>> = all.iter().map(|answer| puzzle.contents(answer)).collect();
    for _ in 0..3 {
        let Some(mut contents) = held.choose(rng).cloned() else { return };
        if rng.random_bool(0.5) {
            spoil(&mut contents, link.labels.len() as u32, rng);
        }
        let with: Vec<&Answer> =
            all.iter().zip(&held).filter(|(_, held)| **held == contents).map(|(a, _)| a).collect();
        let (which, right) = match (told(&puzzle, &contents), &with[..]) {
            (Err(Unfit::Broken(_)), []) => (0, true),
            (Ok(answer), [only]) => (1, answer == **only),
            (Err(Unfit::Ambiguous(why)), [_, _, ..]) => (2, why.contains("several solutions")),
            (other, _) => panic!("{other:?} of {} in {link:?}: {contents:?}", with.len()),
        };
        assert!(right, "{link:?}: {contents:?}");
        seen[which] += 1;
    }
}

#[test]
fn letters_are_told_right_wrong_or_unclear() {
    let mut rng = ChaCha8Rng::seed_from_u64(47);
    let mut seen = [0; 3];
    for i in 0..600 {
        let link = if i % 5 == 0 { bridged_links(&mut rng) } else { random_links(&mut rng) };
        compare(&link, &mut rng, &mut seen);
    }
    println!("none, one, several: {seen:?}");
    assert!(seen.iter().all(|&n| n > 5), "{seen:?}");
    // If a cell is empty although all must be covered, no search is needed.
    let mut link = random_links(&mut rng);
    while link.cover != Cover::All || link.board.len() < 4 {
        link = random_links(&mut rng);
    }
    let nothing = vec![Content::Nothing; link.board.len()];
    assert!(matches!(told(&Puzzle::from(link), &nothing), Err(Unfit::Broken(_))));
}

/// A result may have cells and no paths, and another program may have left them out.
#[test]
fn results_with_letters_alone_are_read() {
    let text = "puzzle: numberlink\ntouch: yes\n\nA . .\n. . A\n";
    let puzzle = clew::families::parse_native(text).expect("a puzzle");
    let instance = write_json(&Entry { id: None, ..puzzle.clone() });
    let result = |cells: &str| {
        format!(
            "{{\"schema\":\"clew-result/1\",\"id\":\"r\",\"instance\":{instance},\"solutions\":[{{\"cells\":{cells}}}]}}\n"
        )
    };
    let here = Folder::with(&[
        ("p.puzzle", &write_native(&puzzle)),
        ("r.json", &result("[[\"A\",\"A\",\"A\"],[\"A\",\"A\",\"A\"]]")),
    ]);
    for command in [
        "verify r.json",
        "verify p.puzzle r.json",
        "check r.json",
        "draw r.json",
        "convert --to native --solution r.json",
    ] {
        let ran = here.run(command);
        assert_eq!(ran.status, 0, "{command}: {}{}", ran.out, ran.err);
        assert!(!ran.err.contains("unclear"), "{command}: {}", ran.err);
    }
}

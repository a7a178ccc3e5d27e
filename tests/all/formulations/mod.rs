//! Models for other solvers: their solutions are those of the puzzle, texts agree with the models, the output of
//! solvers is read back.

mod languages;
mod program;
mod replies;
mod tiny;

use super::support::lines::{all_fillings, random_line};
use super::support::links::{all_links, random_links};
use super::support::squares;
use clew::families::{Cover, Futoshiki, Hidato, Numberlink, Touch, line::Path, parse_native};
use clew::puzzle::{Answer, Formulated, Puzzle};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// A puzzle with all its solutions.
pub struct Solved {
    pub puzzle: Puzzle,
    pub answers: Vec<Answer>,
}

/// Random small lines with all their fillings.
pub fn lines(rounds: u64) -> Vec<Solved> {
    let mut all = Vec::new();
    for seed in 0..rounds {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (line, near) = random_line(&mut rng, None);
        if line.board.len() > 6 && line.given.iter().flatten().count() < 2 || line.board.len() > 8 {
            continue;
        }
        let answers: Vec<Answer> =
            all_fillings(&line, &*near).into_iter().map(Answer::Line).collect();
        if answers.len() > 24 {
            continue;
        }
        let hidato = Puzzle::from(Hidato(line.clone()));
        let puzzle = if seed % 2 == 0 { hidato } else { Puzzle::from(Path(line)) };
        all.push(Solved { puzzle, answers });
    }
    all
}

/// Random small numberlinks with all their solutions.
pub fn links(rounds: u64) -> Vec<Solved> {
    let mut all = Vec::new();
    for seed in 0..rounds {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut link = random_links(&mut rng);
        if rng.random_bool(0.5) {
            (link.cover, link.touch) = (Cover::All, Touch::No);
        }
        if link.board.len() > 9 || link.board.is_empty() || link.ends.len() > 3 {
            continue;
        }
        let answers: Vec<Answer> = all_links(&link).into_iter().map(Answer::Links).collect();
        all.push(Solved { puzzle: Puzzle::from(link), answers });
    }
    all
}

/// Small squares with all their solutions.
pub fn latin(rounds: u64) -> Vec<Solved> {
    let mut all = Vec::new();
    for seed in 0..rounds {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let square = squares::random_square(&mut rng);
        let answers: Vec<Answer> =
            squares::all_squares(&square).into_iter().map(Answer::Square).collect();
        if answers.len() > 24 {
            continue;
        }
        all.push(Solved { puzzle: Puzzle::from(square), answers });
    }
    all
}

/// Every model that applies to a puzzle.
pub fn models(puzzle: &Puzzle) -> Vec<(&'static str, bool, Formulated)> {
    let all = puzzle.family().formulations.iter();
    let model = |info: &clew::puzzle::FormulationInfo| {
        Some((info.name, info.exact, puzzle.formulate(info.name).ok()?))
    };
    all.filter_map(model).collect()
}

/// The solutions found by the tiny solver, against all solutions.
fn agrees(solved: &Solved) -> usize {
    let (puzzle, answers) = (&solved.puzzle, &solved.answers);
    let mut extra = 0;
    for (name, exact, stated) in models(puzzle) {
        let what = || format!("{name} of {puzzle:?}");
        for answer in answers {
            let values = stated.spelling.values(answer);
            assert_eq!(tiny::holds(&stated.model, &values), Ok(()), "{}", what());
            let read = stated.spelling.answer(&|var| Ok(values[var.number()]));
            assert_eq!(read.as_ref(), Ok(answer), "{}", what());
        }
        let mut found: Vec<Answer> = Vec::new();
        for values in tiny::solutions(&stated.model, &stated.distinguishing) {
            let answer = stated.spelling.answer(&|var| Ok(values[var.number()]));
            let answer = answer.unwrap_or_else(|why| panic!("{why}: {}", what()));
            assert!(!found.contains(&answer), "each answer once: {}", what());
            let right = puzzle.verify(&answer).is_ok();
            assert!(right || !exact, "no other solution: {} {answer:?}", what());
            extra += usize::from(!right);
            found.extend(right.then_some(answer));
        }
        assert_eq!(found.len(), answers.len(), "every solution: {}", what());
    }
    extra
}

#[test]
fn lines_have_their_own_solutions() {
    let all = lines(220);
    assert!(all.iter().filter(|solved| !solved.answers.is_empty()).count() > 40);
    all.iter().for_each(|solved| assert_eq!(agrees(solved), 0));
}

#[test]
fn links_have_their_own_solutions_and_loops_only_where_the_caveat_says() {
    let all = links(400);
    assert!(all.iter().filter(|solved| !solved.answers.is_empty()).count() > 40);
    all.iter().for_each(|solved| {
        agrees(solved);
    });
    // The board of the caveat: no solution, and a loop of A that the document's models take for one.
    let text = "puzzle: numberlink\n\nA A\nB B\n. .\n. .\n";
    let puzzle = parse_native(text).expect("a puzzle").puzzle;
    assert_eq!(agrees(&Solved { puzzle, answers: Vec::new() }), 4, "four models, a loop of A");
}

#[test]
fn squares_have_their_own_solutions() {
    latin(120).iter().for_each(|solved| assert_eq!(agrees(solved), 0));
}

#[test]
fn a_cut_takes_one_solution_away() {
    let boards = lines(120).into_iter().chain(links(160)).chain(latin(40));
    let mut cuts = 0;
    for solved in boards {
        for (name, _, _) in models(&solved.puzzle) {
            for (i, cut) in solved.answers.iter().take(6).enumerate() {
                let mut stated = solved.puzzle.formulate(name).expect("it applies");
                stated.exclude(cut);
                for (j, answer) in solved.answers.iter().enumerate() {
                    let values = stated.spelling.values(answer);
                    let held = tiny::holds(&stated.model, &values).is_ok();
                    assert_eq!(held, i != j, "{name} of {:?}", solved.puzzle);
                    cuts += 1;
                }
                assert!(stated.model.head().iter().any(|line| line.contains("Excluded")));
            }
        }
    }
    assert!(cuts > 1000, "{cuts}");
}

#[test]
fn rules_that_a_model_cannot_state_are_refused() {
    for (cover, touch) in
        [(Cover::Partial, Touch::No), (Cover::All, Touch::Yes), (Cover::All, Touch::No2x2)]
    {
        let entry = parse_native("puzzle: numberlink\n\nA B\nA B\n").expect("a puzzle");
        let link: &Numberlink = entry.puzzle.downcast().expect("a numberlink");
        let puzzle = Puzzle::from(Numberlink { cover, touch, ..link.clone() });
        for info in puzzle.family().formulations {
            let stated = puzzle.formulate(info.name);
            assert_eq!(stated.is_ok(), info.exact, "{}", info.name);
            if let Err(why) = stated {
                assert!(why.contains(touch.keyword()) && why.contains("edges"), "{why}");
            }
        }
    }
    let row = format!("{}\n", vec!["."; 100].join(" "));
    let large = format!("puzzle: path\n\n{}", row.repeat(100));
    let puzzle = parse_native(&large).expect("a puzzle").puzzle;
    let why = puzzle.formulate("assign").expect_err("too large");
    assert!(why.contains("100000000 variables"), "{why}");
    // The model without a quadratic number of variables is built; a quadratic number of constraints is refused.
    let stated = puzzle.formulate("positions").expect("a model");
    let fzn = clew::formulation::language("fzn").expect("a language");
    let why = (fzn.write)(&stated.model).expect_err("too many pairs");
    assert!(why.contains("49995000 pairs"), "{why}");
    assert!(puzzle.formulate("nothing").expect_err("no such model").contains("assign, mtz"));
}

/// The document's own instance: 85 rows, 125 columns and 475 coefficients for Gurobi.
#[test]
fn the_square_has_the_size_of_the_document() {
    let mut less = Vec::new();
    for c in 0..10 {
        less.push([c, c + 5]);
    }
    let puzzle = Puzzle::from(Futoshiki { n: 5, given: vec![None; 25], less, gaps: Vec::new() });
    let stated = puzzle.formulate("assign").expect("a model");
    assert_eq!(stated.model.variables().len(), 125);
    assert_eq!(stated.model.size(), (85, 475));
    // And that of the small hidato: 81 Booleans and 94 rows.
    let entry = parse_native("puzzle: hidato\n\n6 . .\n. 2 8\n1 . .\n").expect("a puzzle");
    let stated = entry.puzzle.formulate("assign").expect("a model");
    assert_eq!((stated.model.variables().len(), stated.model.size().0), (81, 94));
}

//! Models for other solvers on paper and with objectives: numbers of equations, values of answers, refusals, AMPL,
//! LaTeX.
//!
//! `cargo test --test exports` runs it. `benches/bounds.py` holds the same against HiGHS, GLPK and LaTeX.

#[path = "../all/support/mod.rs"]
mod support;

use clew::families::line::{Path, Zip};
use clew::families::{Cover, Hidato, parse_native};
use clew::formulation::{Constraint, LANGUAGES, Objective, Relation, Row};
use clew::puzzle::{Answer, Formulated, Goal, Puzzle};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use support::agree::random_zip;
use support::lines::{all_fillings, random_line};
use support::links::{all_links, random_links};
use support::squares::random_square;

const GOALS: [Goal; 3] = [Goal::FEWEST_TURNS, Goal::MOST_CELLS, Goal::LEAST_LENGTH];

fn puzzle(text: &str) -> Puzzle {
    parse_native(text).expect("a puzzle").puzzle
}

/// Small random puzzles of all families that have models.
fn puzzles(rounds: u64) -> Vec<Puzzle> {
    let mut all = Vec::new();
    for seed in 0..rounds {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (line, _) = random_line(&mut rng, None);
        all.push(Puzzle::from(Hidato(line.clone())));
        all.push(Puzzle::from(Path(line)));
        all.push(Puzzle::from(random_links(&mut rng)));
        all.push(Puzzle::from(random_square(&mut rng)));
        all.extend(random_zip(seed).map(|(zip, _)| zip));
    }
    all
}

fn stated(puzzle: &Puzzle, goal: Option<Goal>) -> Vec<(&'static str, Formulated)> {
    let all = puzzle.family().formulations.iter();
    all.filter_map(|info| Some((info.name, puzzle.formulate_for(info.name, goal).ok()?))).collect()
}

#[test]
fn every_constraint_has_its_equation() {
    let mut seen = 0;
    for puzzle in puzzles(60) {
        for goal in GOALS.map(Some).into_iter().chain([None]) {
            for (name, model) in stated(&puzzle, goal) {
                let equations = model.algebra.equations_of(&model.model);
                for constraint in model.model.constraints() {
                    let found = equations.iter().filter(|(one, _)| one.is(constraint)).count();
                    assert_eq!(found, 1, "{name} of {puzzle:?}: {constraint:?}");
                    seen += 1;
                }
                let rows: usize = equations.iter().map(|(_, rows)| rows).sum();
                assert_eq!(rows, model.model.constraints().len(), "{name}");
                let legend = model.algebra.legend(&model.model);
                assert!(legend.iter().all(|line| model.model.head().contains(line)), "{name}");
                let wanted = goal.map_or("", |goal| goal.name);
                let known = model.algebra.objectives.iter().any(|(name, _)| *name == wanted);
                assert!(known || wanted.is_empty(), "{name} has no objective {wanted} on paper");
                assert!(model.tex().contains("\\begin{align*}"), "{name}");
            }
        }
    }
    assert!(seen > 10_000, "{seen}");
}

fn worth(objective: &Objective, values: &[i64]) -> i64 {
    objective.terms.iter().map(|&(k, var)| k * values[var.number()]).sum()
}

/// Whether values obey all rows; models with goals have nothing else.
fn obeys(model: &Formulated, values: &[i64]) -> bool {
    let inside = model.model.variables().iter().zip(values);
    inside.clone().all(|(v, value)| (v.low..=v.high).contains(value))
        && model.model.constraints().iter().all(|constraint| {
            let Constraint::Row(Row { terms, relation, constant, .. }) = constraint else {
                panic!("{constraint:?}")
            };
            let sum: i64 = terms.iter().map(|&(k, var)| k * values[var.number()]).sum();
            match relation {
                Relation::Most => sum <= *constant,
                Relation::Equal => sum == *constant,
                Relation::Least => sum >= *constant,
            }
        })
}

/// Every answer is a solution of the model with the value that the puzzle counts, and no counted variable can be less.
fn compare(puzzle: &Puzzle, goal: Goal, answers: &[Answer]) -> usize {
    let mut seen = 0;
    for (name, model) in stated(puzzle, Some(goal)) {
        let objective = model.model.objective().expect("an objective").clone();
        assert_eq!((objective.most, objective.same), (goal.most, false), "{name}");
        for answer in answers {
            let mut values = model.spelling.values(answer);
            assert!(obeys(&model, &values), "{name} of {puzzle:?}: {answer:?}");
            assert_eq!(Some(worth(&objective, &values)), puzzle.worth(goal, answer), "{name}");
            let read = model.spelling.answer(&|var| Ok(values[var.number()]));
            assert_eq!(read.as_ref(), Ok(answer), "{name}");
            if goal == Goal::FEWEST_TURNS {
                for &(_, var) in &objective.terms {
                    if std::mem::replace(&mut values[var.number()], 0) == 1 {
                        assert!(!obeys(&model, &values), "{name}: a turn is not forced");
                        values[var.number()] = 1;
                    }
                }
            }
            seen += 1;
        }
    }
    seen
}

#[test]
fn turns_are_counted_and_forced() {
    let mut seen = 0;
    for seed in 0..200 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (line, near) = random_line(&mut rng, None);
        if line.board.len() > 8 {
            continue;
        }
        let answers: Vec<Answer> =
            all_fillings(&line, &*near).into_iter().take(12).map(Answer::Line).collect();
        for puzzle in [Puzzle::from(Hidato(line.clone())), Puzzle::from(Path(line))] {
            seen += compare(&puzzle, Goal::FEWEST_TURNS, &answers);
        }
    }
    assert!(seen > 1000, "{seen}");
}

/// A line between the ends of a zip obeys the rows if and only if it meets the numbered cells in their order.
#[test]
fn models_of_zips_state_the_order() {
    let (mut obeyed, mut broken) = (0, 0);
    for seed in 0..200 {
        let Some((puzzle, all)) = random_zip(seed) else { continue };
        let zip = puzzle.downcast::<Zip>().expect("a zip");
        // The lines of the board are those of a zip without numbers but the ends.
        let ends = zip.ends();
        let mut numbers = vec![None; zip.board.len()];
        (numbers[ends[0] as usize], numbers[ends[1] as usize]) = (Some(1), Some(2));
        let open = Puzzle::from(Zip { board: zip.board.clone(), numbers });
        let options = clew::strategy::Options::default();
        let task = clew::strategy::Task::Solve { limit: 200 };
        let lines = clew::strategy::run(&open, task, &options).expect("lines").answers;
        for (name, model) in stated(&puzzle, None) {
            for line in &lines {
                let Answer::Line(filling) = line else { panic!("{line:?}") };
                let values = model.spelling.values(line);
                let right = all.contains(filling);
                assert_eq!(obeys(&model, &values), right, "{name} of {puzzle:?}: {line:?}");
                if right {
                    let read = model.spelling.answer(&|var| Ok(values[var.number()]));
                    assert_eq!(read.as_ref(), Ok(line), "{name}");
                }
                if right { obeyed += 1 } else { broken += 1 }
            }
        }
    }
    assert!(obeyed > 500 && broken > 500, "{obeyed} {broken}");
}

#[test]
fn lengths_are_counted() {
    let mut seen = 0;
    for seed in 0..300 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut link = random_links(&mut rng);
        link.cover = Cover::Partial;
        if link.board.len() > 9 || link.board.is_empty() {
            continue;
        }
        let answers: Vec<Answer> = all_links(&link).into_iter().map(Answer::Links).collect();
        seen += compare(&Puzzle::from(link), Goal::LEAST_LENGTH, &answers);
    }
    assert!(seen > 300, "{seen}");
}

/// Lines that need not visit every cell: all walks without a repeated cell on a small board.
#[test]
fn the_longest_line_is_counted() {
    let puzzle = puzzle("puzzle: path\n\n. . #\n# . .\n. . #\n");
    let board = puzzle.board().expect("a board").clone();
    let mut lines: Vec<Vec<u32>> = (0..board.len() as u32).map(|c| vec![c]).collect();
    let mut next = 0;
    while let Some(line) = lines.get(next).cloned() {
        next += 1;
        for &q in board.neighbours(line[line.len() - 1]) {
            if !line.contains(&q) {
                lines.push([&line[..], &[q]].concat());
            }
        }
    }
    let answers: Vec<Answer> = lines
        .iter()
        .map(|line| {
            let number = |c: u32| line.iter().position(|&q| q == c).map_or(0, |k| k as u32 + 1);
            Answer::Line((0..board.len() as u32).map(number).collect())
        })
        .collect();
    assert!(answers.iter().all(|answer| puzzle.verify_for(Goal::MOST_CELLS, answer).is_ok()));
    assert_eq!(compare(&puzzle, Goal::MOST_CELLS, &answers), answers.len());
}

#[test]
fn a_goal_that_a_model_cannot_state_is_refused() {
    let path = "puzzle: path\n\n. .\n. .\n";
    let hidato = "puzzle: hidato\n\n1 .\n. .\n";
    let link = "puzzle: numberlink\n\nA .\nA .\n";
    let partial = "puzzle: numberlink\ncover: partial\ntouch: yes\n\nA .\nA .\n";
    let square = "puzzle: futoshiki\n\n1 .\n. .\n";
    for (text, model, goal, why) in [
        (path, "assign", Goal::FEWEST_TURNS, "mtz, bigm and flow"),
        (path, "flow", Goal::MOST_CELLS, "assign states the longest line"),
        (path, "flow", Goal::LEAST_LENGTH, "goal of numberlink"),
        (hidato, "assign", Goal::MOST_CELLS, "fill every cell"),
        (link, "edges", Goal::LEAST_LENGTH, "cover: partial"),
        (partial, "degree", Goal::LEAST_LENGTH, "model edges does"),
        (square, "assign", Goal::FEWEST_TURNS, "nothing to optimise"),
    ] {
        let refused = puzzle(text).formulate_for(model, Some(goal));
        let said = refused.map(|_| ()).expect_err(model);
        assert!(said.contains(why), "{model}: {said}");
    }
    // A language without objectives, and data without them.
    let stated = puzzle(path).formulate_for("assign", Some(Goal::MOST_CELLS)).expect("a model");
    let cnf = LANGUAGES.iter().find(|language| language.name == "cnf").expect("a language");
    assert!((cnf.write)(&stated.model).expect_err("an objective").contains("opb"));
    assert!(stated.ampl.is_err() && stated.shipped.is_err());
    // Solutions that are cut off are in no data of AMPL.
    let mut stated = puzzle(path).formulate("assign").expect("a model");
    assert!(stated.ampl.is_ok());
    stated.exclude(&Answer::Line(vec![1, 2, 4, 3]));
    assert!(stated.ampl.expect_err("a cut").contains("--to lp"));
}

#[test]
fn objectives_are_written_in_every_language() {
    let text = "puzzle: path\n\n. .\n. #\n";
    let stated = puzzle(text).formulate_for("assign", Some(Goal::MOST_CELLS)).expect("a model");
    for (to, wanted) in [
        ("lp", "Maximize\n obj: x_1_1_1 + "),
        ("mps", "OBJSENSE\n MAX\nROWS\n N obj\n"),
        ("mzn", "solve maximize x_1_1_1 + "),
        ("fzn", "solve maximize objective;\n"),
        ("opb", "min: -1 x1 -1 x2 "),
    ] {
        let language = LANGUAGES.iter().find(|language| language.name == to).expect("a language");
        let written = (language.write)(&stated.model).expect(to);
        assert!(written.contains(wanted), "{to}: {written}");
    }
}

//! Data from a program that fits no puzzle: it is refused, or has no effect. And outcomes of counts, of requests for
//! no solutions, of draws.

use clew::explain::{WalkOptions, walk};
use clew::families::parse_native;
use clew::puzzle::ladder::{Fact, Finding};
use clew::puzzle::{Answer, Board, Clue, Content, Filled, Goal, Neighbourhood, Puzzle};
use clew::run::Budget;
use clew::strategy::{Method, Options, Task, Verdict, candidates, run, sample, solve_each};

fn puzzle(text: &str) -> Puzzle {
    parse_native(text).expect("it is well-formed").puzzle
}

const SQUARE: &str = "puzzle: futoshiki\n\n. .\n- -\n. .\n";
const LINE: &str = "puzzle: hidato\nneighbours: 4\n\n1 . .\n. . .\n";
const PATH: &str = "puzzle: path\n\n. . .\n. . .\n";
const LINKS: &str = "puzzle: numberlink\n\na . a\nb . b\n";

#[test]
fn facts_of_no_cell_or_number_are_refused() {
    let manner = WalkOptions { one_round: true, ..WalkOptions::default() };
    for text in [SQUARE, LINE, PATH, LINKS] {
        let of = puzzle(text);
        let cells = of.cells() as u32;
        for finding in [
            Finding::is(cells, 1),
            Finding::is_not(u32::MAX, 1),
            Finding::is(0, 0),
            Finding::is(0, cells + 1),
            Finding::is_not(0, u32::MAX),
            Finding { fact: Fact::Link { from: 0, to: cells }, holds: true },
        ] {
            let walked = walk(&of, &[finding], manner, &Budget::unlimited());
            assert!(walked.is_err(), "{text}{finding:?}");
        }
    }
}

#[test]
fn what_has_another_shape_is_refused() {
    let (square, line, path, links) = (puzzle(SQUARE), puzzle(LINE), puzzle(PATH), puzzle(LINKS));
    let long = Answer::Line((1..=9).collect());
    assert!(path.verify_worth(Goal::FEWEST_TURNS, &long, Some(3)).is_err());
    assert_eq!(path.worth(Goal::FEWEST_TURNS, &long), None);
    let other = Answer::Square(vec![1, 2, 2, 1]);
    assert_eq!(path.reversed(&other), other);
    path.reversed(&Answer::Line(vec![u32::MAX, 0]));
    let holds = |cell, k| Clue::Holds { cell, content: Content::Number(k) };
    for clue in [holds(6, 1), holds(u32::MAX, 1), holds(0, 0), holds(0, 1000)] {
        assert!(line.with_clues(&[clue]).is_none() && path.with_clues(&[clue]).is_none());
        assert!(square.with_clues(&[clue]).is_none(), "{clue:?}");
    }
    assert!(square.with_clues(&[Clue::Less([0, 4])]).is_none());
    assert!(line.with_clues(&[holds(5, 6)]).is_some());
    assert!(square.with_clues(&[holds(3, 2), Clue::Less([0, 1])]).is_some());
    let small = || Board::grid(1, 2, Neighbourhood::Rook, &[true; 2]);
    for of in [&line, &path, &links] {
        assert!(of.with_board(small()).is_none());
    }
    assert!(links.weakened(&[77]).is_none() && links.weakened(&[1]).is_some());
    assert_eq!((links.label(0), links.label(77)), ("a", ""));
    assert!(links.answer_of(&Filled::Steps(vec![[(u32::MAX, 0), (0, u32::MAX)]])).is_err());
}

#[test]
fn exact_counts_have_a_verdict() {
    let cases = [
        (SQUARE, Verdict::Multiple),
        ("puzzle: futoshiki\n\n. < .\n- -\n. .\n", Verdict::Unique),
        ("puzzle: futoshiki\n\n1 .\n- -\n1 .\n", Verdict::None),
        (LINE, Verdict::Multiple),
        (PATH, Verdict::Multiple),
        ("puzzle: path\n\n. . .\n", Verdict::Unique),
        // For a hidato each direction is an answer.
        ("puzzle: hidato\n\n. . .\n", Verdict::Multiple),
    ];
    for (text, verdict) in cases {
        let of = puzzle(text);
        for method in [Method::Auto, Method::Search, Method::Parts, Method::Dp] {
            let options = Options { method, ..Options::default() };
            let Ok(outcome) = run(&of, Task::Count, &options) else { continue };
            assert_eq!((outcome.exact, outcome.verdict()), (true, verdict), "{text}{method:?}");
        }
        let options = Options::default();
        let outcome = candidates(&of, &options).expect("candidates");
        assert_eq!((outcome.exact, outcome.verdict()), (true, verdict), "{text}");
        let check = run(&of, Task::Check, &options).expect("it can be checked");
        assert_eq!(check.verdict(), verdict, "{text}");
        for k in [1, 5] {
            let drawn = sample(&of, k, &options).expect("it can be drawn from");
            assert_eq!((drawn.exact, drawn.verdict()), (true, verdict), "{text}");
        }
    }
}

#[test]
fn no_solutions_are_none() {
    for text in [SQUARE, LINE, PATH, LINKS] {
        let outcome = solve_each(&puzzle(text), 0, &Options::default(), &mut (), &mut |answer| {
            panic!("{answer:?} was not asked for")
        });
        assert!(outcome.expect("it can be asked").answers.is_empty());
    }
}

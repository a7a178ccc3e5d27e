//! Continuous lines with one solution: both ends are given, and walls until nothing else goes.

use super::rivals::Rivals;
use super::{Line, Path};
use crate::separators::Separators;
use crate::steer::{self, HardenClues};
use clew_puzzle::puzzle::family::{Grade, Judgement, UniquenessOracle};
use clew_puzzle::puzzle::{Answer, Board, Cell, Puzzle, line_order};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};

/// A line between two given ends whose only solution is `numbers` (per cell, from 1). `None` if the oracle finds no
/// solution at all, which cannot happen for a correct line.
///
/// As long as there is another line, one of its steps becomes a wall. With `minimal` each of these walls that the
/// oracle proves redundant is then removed again; the walls of the original board stay. If a level is requested, walls
/// are removed or added until it is met; `None` if it is not met in this way.
pub(super) fn give(
    board: Board,
    numbers: &[u32],
    minimal: bool,
    rng: &mut ChaCha8Rng,
    judge: UniquenessOracle<'_>,
) -> Option<Line> {
    let n = numbers.len() as u32;
    let asked = board.walls().to_vec();
    let given: Vec<Option<u32>> =
        numbers.iter().map(|&k| (k == 1 || k == n).then_some(k)).collect();
    let line = |board: &Board| Line { board: board.clone(), given: given.clone() };
    let puzzle = |board: &Board| Puzzle::from(Path(line(board)));
    let apart =
        |numbers: &[u32], [a, b]: [Cell; 2]| numbers[a as usize].abs_diff(numbers[b as usize]) != 1;
    let order = line_order(numbers);
    let ends = [order[0], order[order.len() - 1]];
    // The walls that may be put up, and the other lines that are known.
    let room: Vec<[Cell; 2]> =
        board.edges().iter().copied().filter(|&pair| apart(numbers, pair)).collect();
    let mut items = Separators::new(room.len());
    let crossed = |other: &[u32]| -> Vec<u32> {
        (0..).zip(&room).filter(|&(_, &pair)| !apart(other, pair)).map(|(item, _)| item).collect()
    };
    let answered = |answers: &[Answer]| -> Vec<Vec<u32>> {
        let lines = answers.iter().filter_map(|answer| match answer {
            Answer::Line(other) => Some(crossed(other)),
            _ => None,
        });
        lines.collect()
    };
    let walled = |items: &Separators, more: &[[Cell; 2]]| {
        let walls = items.items(true).map(|item| room[item]).chain(more.iter().copied());
        with_walls(&board, &asked.iter().copied().chain(walls).collect::<Vec<_>>())
    };
    // Other lines that the local search finds are walled off before the oracle judges, which takes longer.
    let rivals = |board: &Board, seed: u64| Rivals::new(board, &ends, &order, seed);
    let mut near = rivals(&board, rng.random());
    loop {
        let now = walled(&items, &[]);
        if let Some(near) = &mut near {
            near.narrow(&now, &ends);
        }
        match near.as_mut().and_then(|near| near.find(&|| judge.is_over())) {
            Some(other) => items.learn(crossed(&other)),
            None => match judge.judge(&puzzle(&now)) {
                Judgement::Unique => break,
                Judgement::Multiple(answers) => {
                    answered(&answers).into_iter().for_each(|set| items.learn(set));
                }
                // Too hard to decide: any further wall makes it easier.
                Judgement::Unknown => {
                    let spare: Vec<usize> = items.items(false).collect();
                    items.give(*spare.choose(rng)?);
                    continue;
                }
                Judgement::None => return None,
                Judgement::Stopped => return Some(line(&now)),
            },
        }
        let set = items.next_open()?;
        items.give(*set.choose(rng)?);
    }
    let least = |items: &mut Separators, rng: &mut ChaCha8Rng| {
        let mut order: Vec<usize> = items.items(true).collect();
        order.shuffle(rng);
        for item in order {
            let judgement = |items: &Separators| {
                let without = walled(items, &[]);
                let mut near = rivals(&without, rng.random());
                match near.as_mut().and_then(|near| near.find_near(&|| judge.is_over())) {
                    Some(other) => Judgement::Multiple(vec![Answer::Line(other)]),
                    None => judge.judge(&puzzle(&without)),
                }
            };
            if items.spare(item, judgement, answered).is_none() {
                break;
            }
        }
    };
    if minimal {
        least(&mut items, rng);
    }
    let mut board = walled(&items, &[]);
    if !judge.is_steered() {
        return Some(line(&board));
    }
    let mut grade = judge.grade(&puzzle(&board));
    if grade == Grade::TooEasy && !minimal {
        least(&mut items, rng);
        board = walled(&items, &[]);
        grade = judge.grade(&puzzle(&board));
    }
    match grade {
        _ if judge.is_over() => Some(line(&board)),
        Grade::Fits => Some(line(&board)),
        Grade::TooHard if !minimal => {
            let spare = items.items(false).map(|item| room[item]).collect();
            let with = |more: &[[Cell; 2]]| walled(&items, more);
            let more = steer::eased(spare, &|more| puzzle(&with(more)), rng, judge)?;
            Some(line(&with(&more)))
        }
        Grade::TooEasy if !minimal => {
            let with = |walls: &[[Cell; 2]]| walled(&Separators::new(0), walls);
            let climb = HardenClues {
                clues: room.clone(),
                items,
                puzzle: &|walls| puzzle(&with(walls)),
                separates: &|pair, other| matches!(other, Answer::Line(other) if !apart(other, pair)),
            };
            Some(line(&with(&climb.up(rng, judge)?)))
        }
        Grade::TooHard | Grade::TooEasy => None,
    }
}

/// The same board with these walls alone; its cells keep their numbers.
pub(super) fn with_walls(board: &Board, walls: &[[Cell; 2]]) -> Board {
    let moves = board.moves().expect("a grid");
    let bare = board.with_layout(moves, walls).expect("a grid");
    bare.with_links(board.links()).expect("marks between neighbours")
}

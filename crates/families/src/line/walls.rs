//! Continuous lines with one solution: both ends are given, and walls until nothing else goes.

use super::rivals::Rivals;
use super::{Line, Path};
use crate::steer::{self, HardenClues};
use clew_puzzle::puzzle::family::{Grade, Judgement, UniquenessOracle};
use clew_puzzle::puzzle::{Answer, Board, Cell, Puzzle, line_order};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

/// A line between two given ends whose only solution is `numbers` (per cell, from 1). `None` if the oracle finds no
/// solution at all, which cannot happen for a correct line.
///
/// As long as there is another line, one of its steps becomes a wall. With `minimal` each of these walls that the
/// oracle proves redundant is then removed again; the walls of the original board stay. If a level is requested, walls
/// are removed or added until it is met; `None` if it is not met in this way.
pub(super) fn give(
    mut board: Board,
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
    // Other lines that the local search finds are walled off before the oracle judges, which takes longer.
    let rivals = |board: &Board, seed: u64| Rivals::new(board, &ends, &order, seed);
    let mut near = rivals(&board, rng.random());
    loop {
        let mut room: Vec<[Cell; 2]> =
            board.edges().iter().copied().filter(|&pair| apart(numbers, pair)).collect();
        match near.as_mut().and_then(|near| near.find(&|| judge.is_over())) {
            Some(other) => room.retain(|&pair| !apart(&other, pair)),
            None => match judge.judge(&puzzle(&board)) {
                Judgement::Unique => break,
                Judgement::Multiple(answers) => {
                    let other = answers.iter().find_map(|answer| match answer {
                        Answer::Line(other) if other != numbers => Some(other),
                        _ => None,
                    })?;
                    room.retain(|&pair| !apart(other, pair));
                }
                // Too hard to decide: any further wall makes it easier.
                Judgement::Unknown => {}
                Judgement::None => return None,
                Judgement::Stopped => return Some(line(&board)),
            },
        }
        let wall = *room.get(rng.random_range(0..room.len().max(1)))?;
        board = with_walls(&board, &[board.walls(), &[wall]].concat());
        if let Some(near) = &mut near {
            near.narrow(&board, &ends);
        }
    }
    let least = |board: &mut Board, rng: &mut ChaCha8Rng| {
        let mut order = board.walls().to_vec();
        order.retain(|wall| !asked.contains(wall));
        order.shuffle(rng);
        for wall in order {
            let mut walls = board.walls().to_vec();
            walls.retain(|other| *other != wall);
            let without = with_walls(board, &walls);
            let mut near = rivals(&without, rng.random());
            if near.as_mut().is_some_and(|near| near.find_near(&|| judge.is_over())) {
                continue;
            }
            match judge.judge(&puzzle(&without)) {
                Judgement::Unique => *board = without,
                Judgement::Stopped => break,
                _ => {}
            }
        }
    };
    if minimal {
        least(&mut board, rng);
    }
    if !judge.is_steered() {
        return Some(line(&board));
    }
    let mut grade = judge.grade(&puzzle(&board));
    if grade == Grade::TooEasy && !minimal {
        least(&mut board, rng);
        grade = judge.grade(&puzzle(&board));
    }
    let with = |more: &[[Cell; 2]]| {
        let walls: Vec<[Cell; 2]> = board.walls().iter().chain(more).copied().collect();
        with_walls(&board, &walls)
    };
    match grade {
        _ if judge.is_over() => Some(line(&board)),
        Grade::Fits => Some(line(&board)),
        Grade::TooHard if !minimal => {
            let room = board.edges().iter().copied().filter(|&pair| apart(numbers, pair)).collect();
            let more = steer::eased(room, &|more| puzzle(&with(more)), rng, judge)?;
            Some(line(&with(&more)))
        }
        Grade::TooEasy if !minimal => {
            let own = |wall: &[Cell; 2]| !asked.contains(wall);
            let with = |walls: &[[Cell; 2]]| with_walls(&board, &[&asked[..], walls].concat());
            let climb = HardenClues {
                given: board.walls().iter().copied().filter(own).collect(),
                spare: board.edges().iter().copied().filter(|&p| apart(numbers, p)).collect(),
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

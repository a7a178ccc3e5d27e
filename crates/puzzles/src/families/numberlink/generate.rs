//! Random numberlink boards whose paths do not touch themselves: dominoes of a random line are joined end to end as
//! long as the joined path does not. For rules that allow more, paths are cut again until nothing else obeys them.

use super::super::line::generate::random_line_until;
use super::{Cover, Numberlink, Touch};
use crate::families::ground;
use crate::puzzle::family::{Judgement, Request, UniquenessOracle};
use crate::puzzle::format::MAX_LABELS;
use crate::puzzle::{Answer, Board, Cell, Entry, Neighbourhood, Puzzle};
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// Boards tried before the last one is handed out unproved.
const ATTEMPTS: u64 = 200;
/// Tries to join two paths between two questions whether anybody still waits.
const ASKED: usize = 1_000;

/// Paths that fill a board.
struct Laid {
    board: Board,
    paths: Vec<Vec<Cell>>,
}

/// A numberlink as it was asked for, of whose one solution the paths fill the board and do not touch themselves,
/// whatever its rules allow. One whose uniqueness was not proved does not say how many solutions it has.
///
/// # Errors
/// In words, what this maker cannot do.
pub(super) fn made(request: &Request, judge: UniquenessOracle<'_>) -> Result<Entry, String> {
    let refused = [
        (request.signs_only, "has no signs"),
        (request.unique, "always has one solution"),
        (request.symmetric, "with symmetric ends is not made here"),
        (
            request.density.is_some() || request.givens.is_some() || request.minimal,
            "has its ends given, and nothing more or less",
        ),
        (request.ground.links > 0, "has no marks between cells"),
    ];
    if let Some((_, why)) = refused.iter().find(|(refused, _)| *refused) {
        return Err(format!("a numberlink {why}"));
    }
    let (cover, touch) = rules(request)?;
    let strict = (cover, touch) == (Cover::default(), Touch::default());
    let Request { rows, cols, seed, .. } = *request;
    let title = format!("numberlink {rows}x{cols} seed {seed}");
    let mut attempt = 0;
    loop {
        let mut rng = ChaCha8Rng::seed_from_u64(seed ^ (attempt << 40));
        attempt += 1;
        let Some(mut laid) = random_links(request, &mut rng, judge)? else {
            if attempt >= ATTEMPTS || judge.is_over() {
                let room =
                    if request.ground.walls > 0 { " and leave room for the walls" } else { "" };
                return Err(format!("no paths that fill this board{room} were found"));
            }
            continue;
        };
        if laid.paths.len() > MAX_LABELS {
            return Err(format!("a numberlink has at most {MAX_LABELS} labels; this has more"));
        }
        let (puzzle, judgement) = loop {
            let puzzle = Puzzle::from(laid.numberlink(cover, touch));
            puzzle.coherent()?;
            let judgement = judge.of(&puzzle);
            // Under looser rules hardly any such paths are the only ones until they are cut.
            let others: &[Answer] = match &judgement {
                Judgement::Multiple(answers) if !strict => answers,
                Judgement::Unknown if !strict => &[],
                _ => break (puzzle, judgement),
            };
            if !laid.cut(others, &mut rng) {
                break (puzzle, judgement);
            }
        };
        if judgement == Judgement::Unique || judgement == Judgement::Stopped || attempt >= ATTEMPTS
        {
            return Ok(Entry::made(puzzle, title, judgement == Judgement::Unique));
        }
    }
}

/// Paths that fill a board as it was asked for; `None` if the line that they were cut from gives none, or none that
/// leave room for the walls.
///
/// # Errors
/// In words, if the board cannot be or no line through it was found.
fn random_links(
    request: &Request,
    rng: &mut ChaCha8Rng,
    judge: UniquenessOracle<'_>,
) -> Result<Option<Laid>, String> {
    let Request { rows, cols, holes, ref ground, .. } = *request;
    let moves = request.neighbours.unwrap_or(Neighbourhood::Rook);
    let board = ground::board(request, moves, rng)?;
    let places = board.len();
    let mut lines = if ground::is_plain(ground) {
        vec![random_line_until(rows, cols, moves, rng, judge)]
    } else {
        match ground::lines(&board, rng, judge) {
            Ok(lines) => lines,
            // Not wherever bridges come to stand are there lines over them.
            Err(_) if ground.bridges > 0 => return Ok(None),
            Err(why) => return Err(why),
        }
    };
    if !shorten(&mut lines, holes, rng) {
        return Ok(None);
    }
    let mut paths: Vec<Vec<Cell>> = lines.iter().flat_map(|line| pieces(&board, line)).collect();
    if paths.iter().any(|path| !may_be(&board, path)) {
        return Ok(None);
    }
    let kept: Vec<bool> = {
        let mut kept = vec![false; places];
        lines.iter().flatten().for_each(|&c| kept[c as usize] = true);
        kept
    };
    join(&board, &mut paths, rng, judge);
    paths.shuffle(rng);
    let mut on = std::collections::HashSet::new();
    for step in paths.iter().flat_map(|path| path.windows(2)) {
        on.insert([step[0].min(step[1]), step[0].max(step[1])]);
    }
    let free = |pair: [Cell; 2]| !on.contains(&pair);
    let Ok((board, at)) = ground::built(&board, &kept, ground.walls, &free, rng) else {
        return Ok(None);
    };
    let cell = |&c: &Cell| at[c as usize].expect("a cell of the line");
    let paths = paths.iter().map(|path| path.iter().map(cell).collect()).collect();
    Ok(Some(Laid { board, paths }))
}

/// Takes so many cells off the ends of lines, each of which stays one; whether that was possible.
fn shorten(lines: &mut [Vec<Cell>], holes: u32, rng: &mut ChaCha8Rng) -> bool {
    for _ in 0..holes {
        let long: Vec<usize> = (0..lines.len()).filter(|&i| lines[i].len() > 2).collect();
        let Some(&i) = long.get(rng.random_range(0..long.len().max(1))) else { return false };
        if rng.random_bool(0.5) {
            lines[i].reverse();
        }
        lines[i].pop();
    }
    true
}

/// Joins paths at random whose ends are neighbours, as long as they touch nowhere else.
fn join(
    board: &Board,
    paths: &mut Vec<Vec<Cell>>,
    rng: &mut ChaCha8Rng,
    judge: UniquenessOracle<'_>,
) {
    let places = board.len();
    let mut owner = vec![usize::MAX; places];
    for (i, p) in paths.iter().enumerate() {
        p.iter().for_each(|&c| owner[c as usize] = i);
    }
    let mut tries = 0;
    while tries < 60 * places {
        tries += 1;
        if tries % ASKED == 0 && judge.is_over() {
            break;
        }
        let i = rng.random_range(0..paths.len());
        if paths[i].is_empty() {
            continue;
        }
        if rng.random_bool(0.5) {
            paths[i].reverse();
        }
        let end = *paths[i].last().expect("not empty");
        let around = board.neighbours(end);
        let q = around[rng.random_range(0..around.len())];
        let j = owner[q as usize];
        if i == j || j == usize::MAX || contacts(board, &owner, &paths[i], j) != 1 {
            continue;
        }
        if *paths[j].last().expect("not empty") == q {
            paths[j].reverse();
        }
        if paths[j][0] != q {
            continue;
        }
        let tail = std::mem::take(&mut paths[j]);
        tail.iter().for_each(|&c| owner[c as usize] = i);
        paths[i].extend(tail);
    }
    paths.retain(|p| !p.is_empty());
}

impl Laid {
    /// The puzzle whose solution the paths are.
    fn numberlink(&self, cover: Cover, touch: Touch) -> Numberlink {
        let ends = self.paths.iter().map(|p| [p[0], *p.last().expect("not empty")]);
        let mut ends: Vec<[Cell; 2]> = ends.map(|[a, b]| [a.min(b), a.max(b)]).collect();
        ends.sort_unstable();
        let labels = (0..ends.len()).map(|k| (k + 1).to_string()).collect();
        Numberlink { board: self.board.clone(), labels, ends, cover, touch }
    }

    /// Cuts a path in two at a random step that some of these answers do not take, at any if there are no answers;
    /// whether there is one. Pieces have three cells or more where that can be.
    fn cut(&mut self, others: &[Answer], rng: &mut ChaCha8Rng) -> bool {
        let is_taken = |step: &[Cell], other: &Answer| {
            let edge = self.board.edge_between(step[0], step[1]).expect("a step");
            matches!(other, Answer::Links(on) if on[edge as usize])
        };
        let crossed = |c: Cell| self.board.crossing(c).is_some();
        let mut steps = Vec::new();
        for (i, path) in self.paths.iter().enumerate() {
            for (at, step) in (1..).zip(path.windows(2)) {
                let least = at.min(path.len() - at);
                let differs = others.is_empty() || !others.iter().all(|o| is_taken(step, o));
                if least > 1 && differs && !step.iter().any(|&c| crossed(c)) {
                    steps.push((least > 2, i, at));
                }
            }
        }
        if steps.iter().any(|step| step.0) {
            steps.retain(|step| step.0);
        }
        let Some(&(_, i, at)) = steps.get(rng.random_range(0..steps.len().max(1))) else {
            return false;
        };
        let piece = self.paths[i].split_off(at);
        self.paths.push(piece);
        true
    }
}

/// The rules that are asked for.
///
/// # Errors
/// In words, if the words of the formats are not among them.
fn rules(request: &Request) -> Result<(Cover, Touch), String> {
    let (mut cover, mut touch) = (Cover::default(), Touch::default());
    for &(key, word) in &request.words {
        let unknown = || format!("a numberlink has no rule {key:?} of the name {word:?}");
        match key {
            "cover" => cover = Cover::from_keyword(word).ok_or_else(unknown)?,
            "touch" => touch = Touch::from_keyword(word).ok_or_else(unknown)?,
            _ => return Err(unknown()),
        }
    }
    Ok((cover, touch))
}

/// A line in pieces of two cells; an odd one has a piece of three at the end, a straight or bent one. A piece
/// that would end on a bridge goes on.
fn pieces(board: &Board, line: &[Cell]) -> Vec<Vec<Cell>> {
    let crossed = |c: Cell| board.crossing(c).is_some();
    let mut pieces: Vec<Vec<Cell>> = Vec::new();
    let mut rest = line;
    while rest.len() > 3 {
        let mut n = 2;
        while n < rest.len() && (crossed(rest[n - 1]) || crossed(rest[n])) {
            n += 1;
        }
        // What is left must not be a single cell.
        n = if rest.len() - n == 1 { rest.len() } else { n };
        pieces.push(rest[..n].to_vec());
        rest = &rest[n..];
    }
    if !rest.is_empty() {
        pieces.push(rest.to_vec());
    }
    pieces
}

/// Whether a piece does not end on a bridge and does not touch itself.
fn may_be(board: &Board, path: &[Cell]) -> bool {
    let ends = [path[0], path[path.len() - 1]];
    let beside = |i: usize| path[i + 2..].iter().any(|&c| board.edge_between(path[i], c).is_some());
    path.len() > 1
        && ends.iter().all(|&c| board.crossing(c).is_none())
        && !(0..path.len().saturating_sub(2)).any(beside)
}

/// How many neighbouring pairs there are between a path and the path `other`.
fn contacts(board: &Board, owner: &[usize], path: &[u32], other: usize) -> usize {
    path.iter().flat_map(|&c| board.neighbours(c)).filter(|&&q| owner[q as usize] == other).count()
}

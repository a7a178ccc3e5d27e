//! Numberlinks of drawn solutions: a label in every cell of a path, not only at its ends.

use super::{Cover, Numberlink, Touch};
use clew_puzzle::puzzle::capabilities::Adjusts;
use clew_puzzle::puzzle::format::{At, Clue, Draft, Fault, MAX_LABELS, name};
use clew_puzzle::puzzle::{Answer, Board, Cell, Puzzle};
use std::collections::HashMap;

/// Steps of the search for the ways through the cells of a label, in all of them.
const STEPS: u64 = 2_000_000;

/// The cells of a label, and where they were read.
type Cells<'a> = Vec<(Cell, At<'a>)>;

/// The puzzle whose ends are those of the drawn paths, and the paths.
///
/// The labels of the cells determine the route of a path where the path does not touch itself. Where it may touch
/// itself, its route is searched for, and must be unique.
///
/// # Errors
/// The first label whose cells are no single path, or a place without a label that must have one.
pub(super) fn read<'a>(draft: Draft<'a>) -> Result<(Puzzle, Answer), Fault<'a>> {
    if let Some((_, at)) = draft.bridges.first() {
        let expected =
            "no bridges in a drawn grid: state the places of each path, as in a: r1c1-r1c4-r3c4";
        return Err(Fault::new(*at, expected));
    }
    let cover = Cover::from_keyword(draft.words[0]).unwrap_or_default();
    let touch = Touch::from_keyword(draft.words[1]).unwrap_or_default();
    let (labels, drawn) = labelled(&draft, cover)?;
    let origin = draft.origin;
    let board = draft.board()?;
    let mut on = vec![false; board.edges().len()];
    let mut ends = Vec::with_capacity(labels.len());
    let mut left = STEPS;
    for (label, cells) in labels.iter().zip(&drawn) {
        let path = match path(&board, label, cells, touch, &mut left) {
            Ok(path) => path,
            Err((i, expected)) => return Err(Fault::new(cells[i].1, expected)),
        };
        for step in path.windows(2) {
            let edge = board.edge_between(step[0], step[1]).expect("a step");
            on[edge as usize] = true;
        }
        let [a, b] = [path[0], path[path.len() - 1]];
        ends.push([a.min(b), a.max(b)]);
    }
    let (labels, ends) = in_order(labels, ends);
    let link = Numberlink { board, labels, ends, cover, touch };
    if let Err(why) = link.coherent() {
        return Err(Fault::new(origin, format!("rules that go together; {why}")));
    }
    let (puzzle, answer) = (Puzzle::from(link), Answer::Links(on));
    match puzzle.verify(&answer) {
        Ok(()) => Ok((puzzle, answer)),
        Err(why) => Err(Fault::new(origin, format!("a solution; {why}"))),
    }
}

/// Labels in the order in which their ends stand, as readers have them.
pub(super) fn in_order(labels: Vec<String>, ends: Vec<[Cell; 2]>) -> (Vec<String>, Vec<[Cell; 2]>) {
    let mut pairs: Vec<([Cell; 2], String)> = ends.into_iter().zip(labels).collect();
    pairs.sort_unstable();
    pairs.into_iter().map(|(ends, label)| (label, ends)).unzip()
}

/// The given labels, and `more` further names that differ from all of them: letters if letters are given, otherwise
/// numbers.
pub(super) fn named(link: &Numberlink, more: usize) -> Vec<String> {
    let letters = !link.labels.iter().all(|label| label.bytes().all(|b| b.is_ascii_digit()));
    let letters = ('A'..='Z').filter(|_| letters).map(String::from);
    let names = letters.chain((1u32..).map(|k| k.to_string()));
    let taken: std::collections::HashSet<&str> = link.labels.iter().map(String::as_str).collect();
    let same = |name: &String| {
        !taken.contains(name.as_str()) && !taken.contains(name.to_lowercase().as_str())
    };
    link.labels.iter().cloned().chain(names.filter(same).take(more)).collect()
}

/// The labels in the order in which they stand, and the cells of each.
///
/// # Errors
/// For a cell without a label where all are on paths, and for too many labels.
fn labelled<'a>(
    draft: &Draft<'a>,
    cover: Cover,
) -> Result<(Vec<String>, Vec<Cells<'a>>), Fault<'a>> {
    let mut labels: Vec<String> = Vec::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    let mut drawn: Vec<Cells<'a>> = Vec::new();
    let mut cell = 0;
    for (i, (clue, at)) in draft.clues.iter().enumerate() {
        let fault = |expected: String| Err(Fault::new(*at, expected));
        match clue {
            Clue::Label(text) => {
                let k = *known.entry(text).or_insert(labels.len());
                if k == labels.len() {
                    if k == MAX_LABELS {
                        return fault(format!("at most {MAX_LABELS} labels"));
                    }
                    labels.push(text.clone());
                    drawn.push(Vec::new());
                }
                drawn[k].push((cell, *at));
            }
            Clue::Number(_) => return fault("a label, \".\" or \"#\"".into()),
            Clue::Empty if cover == Cover::All => {
                let at = name(draft.place(i));
                return fault(format!(
                    "a label in every cell, also in {at}; with the rule cover: partial (--cover partial) cells may \
                     stay empty"
                ));
            }
            Clue::Empty | Clue::Hole => {}
        }
        cell += u32::from(*clue != Clue::Hole);
    }
    if labels.is_empty() {
        return Err(Fault::new(draft.origin, "at least one path"));
    }
    Ok((labels, drawn))
}

/// The cells of a label from end to end.
///
/// # Errors
/// The index in the list of the cell at which they are no path, and what was expected.
fn path(
    board: &Board,
    label: &str,
    cells: &Cells<'_>,
    touch: Touch,
    left: &mut u64,
) -> Result<Vec<Cell>, (usize, String)> {
    let place = |i: usize| name(board.place(cells[i].0));
    if cells.len() < 2 {
        return Err((0, format!("a path of two cells or more; {label} has {} alone", place(0))));
    }
    let number: HashMap<Cell, usize> = cells.iter().map(|(c, _)| *c).zip(0..).collect();
    let around: Vec<Vec<usize>> = cells
        .iter()
        .map(|(c, _)| board.neighbours(*c).iter().filter_map(|q| number.get(q).copied()).collect())
        .collect();
    if let Some(i) = unreached(&around) {
        return Err((
            i,
            format!("one path of {label}; {} and {} are not joined", place(0), place(i)),
        ));
    }
    if let Some(i) = around.iter().position(|near| near.len() > 2).filter(|_| touch == Touch::No) {
        return Err((
            i,
            format!(
                "a path of {label} that does not touch itself; {} has {} neighbours on it; with the rule touch: yes \
                 (--touch yes) it may",
                place(i),
                around[i].len()
            ),
        ));
    }
    let mut ways = Ways { around: &around, left, found: Vec::new(), way: Vec::new() };
    ways.search();
    let Ways { found, left, .. } = ways;
    let is_loop = around.iter().all(|near| near.len() == 2);
    let told = "state its places, as in a: r1c1-r1c4-r3c4";
    match &found[..] {
        [way] if *left > 0 => Ok(way.iter().map(|&i| cells[i].0).collect()),
        [] if is_loop && touch == Touch::No => {
            Err((0, format!("a path of {label}; its cells are a loop, which has no ends")))
        }
        [] if *left > 0 && !is_loop => {
            Err((0, format!("one path of {label} through all of its cells; there is none")))
        }
        [..] => {
            Err((0, format!("one path of {label}; its letters leave open how it runs: {told}")))
        }
    }
}

/// A cell that cannot be reached from the first one.
fn unreached(around: &[Vec<usize>]) -> Option<usize> {
    let mut seen = vec![false; around.len()];
    let mut open = vec![0];
    seen[0] = true;
    while let Some(i) = open.pop() {
        for &j in &around[i] {
            if !std::mem::replace(&mut seen[j], true) {
                open.push(j);
            }
        }
    }
    seen.iter().position(|&seen| !seen)
}

/// Ways through all cells, up to two, each in one of its directions.
struct Ways<'a> {
    around: &'a [Vec<usize>],
    left: &'a mut u64,
    found: Vec<Vec<usize>>,
    way: Vec<usize>,
}

impl Ways<'_> {
    fn search(&mut self) {
        let n = self.around.len();
        let alone: Vec<usize> = (0..n).filter(|&i| self.around[i].len() < 2).collect();
        if alone.len() > 2 || self.around.iter().all(|near| near.len() == 2) {
            return;
        }
        // A cell with one neighbour is an end.
        let starts = if alone.is_empty() { (0..n).collect() } else { vec![alone[0]] };
        let mut free = vec![true; n];
        for start in starts {
            self.from(start, &mut free);
        }
    }

    /// Goes on along every way; an explicit stack, since a path may be long.
    fn from(&mut self, start: usize, free: &mut [bool]) {
        let mut next = vec![0usize];
        self.way = vec![start];
        free[start] = false;
        while let (Some(&at), Some(k)) = (self.way.last(), next.last_mut()) {
            if self.found.len() > 1 || *self.left == 0 {
                break;
            }
            if self.way.len() == free.len() && at > start
                || self.way.len() == free.len() && self.is_fixed()
            {
                self.found.push(self.way.clone());
            }
            let step = self.around[at][*k..].iter().position(|&j| free[j]);
            match step {
                Some(skip) => {
                    let j = self.around[at][*k + skip];
                    *k += skip + 1;
                    *self.left -= 1;
                    free[j] = false;
                    self.way.push(j);
                    next.push(0);
                }
                None => {
                    free[at] = true;
                    self.way.pop();
                    next.pop();
                }
            }
        }
        self.way.iter().for_each(|&i| free[i] = true);
    }

    /// Whether ways are sought from one end alone, so that none is met from both.
    fn is_fixed(&self) -> bool {
        self.around.iter().any(|near| near.len() < 2)
    }
}

//! Zips with one solution: a random line, of which cells are numbered until no other line meets them in this order.

use super::super::generate::{LineSpec, on_board, random_board};
use super::super::rivals::Rivals;
use super::super::walls;
use super::{FAMILY, Zip};
use crate::separators::Separators;
use crate::steer::{self, HardenClues};
use clew_puzzle::puzzle::family::{ChooserInput, Grade, Judgement, Request, UniquenessOracle};
use clew_puzzle::puzzle::format::name;
use clew_puzzle::puzzle::{Answer, Board, Cell, Entry, Puzzle, line_order};
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// Lines that are laid until the walls fit around one, or one is the only line with this many numbers.
const ATTEMPTS: u64 = 200;
/// Where the oracle cannot decide, a number or a wall is added, and one more for this many cells.
const CELLS_PER_CHANGE: usize = 100;
/// Share of the cells that are numbered unless the request determines it: 8 numbers on 6x6. Walls then
/// close the other lines.
const NUMBERED: f64 = 0.22;
/// Walls that make a zip easier: at most one for this many cells.
const MOST_WALLED: usize = 2;
/// Of these lines, those without further walls, if the numbers are counted and the walls are not.
const WITHOUT_WALLS: u64 = 50;

/// A zip as requested.
///
/// # Errors
/// A message that names a property that no zip has, or reports that none was found with so few numbers.
pub(super) fn zip(request: &Request, judge: UniquenessOracle<'_>) -> Result<Entry, String> {
    refuse(request)?;
    if request.givens_at.is_some() {
        return Err("a zip with numbers in a pattern is not made here".into());
    }
    let is_usual = request.givens.is_none()
        && request.density.is_none()
        && !request.minimal
        && request.ground.walls == 0;
    let cells = request.rows * request.cols;
    let givens = ((NUMBERED * f64::from(cells)).round() as u32).max(cells.min(2));
    let usual = Request { givens: Some(givens), ..request.clone() };
    let is_usual = is_usual && request.ground.mask.is_none() && request.holes == 0;
    let request = if is_usual { &usual } else { request };
    let spec = LineSpec::new(FAMILY, request);
    let title = format!("zip {}x{} seed {}", request.rows, request.cols, request.seed);
    let mut before = None;
    for attempt in 0..ATTEMPTS {
        let mut rng = ChaCha8Rng::seed_from_u64(request.random_seed(attempt));
        let laid = random_board(&spec, &mut before, &mut rng, judge)?;
        // Walls may close the lines that the numbers leave open.
        let walled = is_usual
            || request.givens.is_some() && request.ground.walls == 0 && attempt >= WITHOUT_WALLS;
        let numbered = laid
            .map(|(board, along)| numbered(request, board, &along, &[], walled, &mut rng, judge));
        match numbered.transpose()?.flatten() {
            Some(zip) => return Ok(Entry::made(zip, title, true)),
            None if judge.is_over() => break,
            None => {}
        }
    }
    Err(match request.givens {
        Some(givens) => format!(
            "no zip with {givens} numbers and one solution was found; more numbers, or more walls, leave fewer lines"
        ),
        None => "no line was found that leaves room for this number of walls".into(),
    })
}

/// The zip of an existing line. If numbers stay, numbered cells stay numbered; numbers between them are counted along.
///
/// # Errors
/// A message that names the impossible request.
pub(super) fn choose(
    basis: &ChooserInput<'_>,
    judge: UniquenessOracle<'_>,
) -> Result<Option<Puzzle>, String> {
    let (ChooserInput { answer: Answer::Line(along), request, .. }, Some(zip)) =
        (*basis, basis.puzzle.downcast::<Zip>())
    else {
        return Err("the line of a zip was expected".into());
    };
    refuse(request)?;
    let board = zip.board.clone();
    let kept = if basis.numbers_stay { zip.stops() } else { Vec::new() };
    if let Some(mask) = &request.givens_at {
        let pattern = on_board(mask, &board);
        let order = line_order(along);
        let ends = [order[0], order[order.len() - 1]];
        let mut needed = kept.iter().copied().chain(ends);
        if let Some(c) = needed.find(|&c| !pattern[c as usize]) {
            return Err(format!(
                "{} is numbered, and the pattern of the numbers has none there",
                name(board.place(c))
            ));
        }
        let stops: Vec<Cell> = order.into_iter().filter(|&c| pattern[c as usize]).collect();
        return Ok(Some(Zip::new(board, &stops).into()));
    }
    if let Some(givens) = request.givens.filter(|&k| (k as usize) < kept.len()) {
        return Err(format!("{} cells are numbered and stay so, not {givens} in all", kept.len()));
    }
    let mut rng = ChaCha8Rng::seed_from_u64(request.seed);
    let made = numbered(request, board, along, &kept, false, &mut rng, judge)?;
    Ok(made.map(Puzzle::from))
}

/// Refuses requests that no zip can meet, before any work.
///
/// # Errors
/// The reason.
fn refuse(request: &Request) -> Result<(), String> {
    let refused = [
        (request.is_about_signs(), "has no signs"),
        (request.unique, "always has one solution"),
        (request.symmetry.is_some(), "with symmetric numbers is not made here"),
        (
            request.no_runs || request.free_ends,
            "numbers its first and its last cell, and others wherever they are needed",
        ),
        (request.is_about_paths(), "has no labels and paths"),
        (request.ground.links > 0, "has no marks between cells"),
        (request.ground.bridges > 0, "has no bridges"),
        (
            request.givens.is_some() && request.density.is_some(),
            "has a share of its cells numbered or a number of them, not both",
        ),
        (
            request.givens.is_some() && request.minimal,
            "has a number of numbers or as few as possible, not both",
        ),
    ];
    match refused.iter().find(|(refused, _)| *refused) {
        Some((_, why)) => Err(format!("a zip {why}")),
        None => Ok(()),
    }
}

/// The zip of this line (per cell its place, from 1) in which these cells are numbered, and others; `None` if the
/// requested count of numbers admits another line. `walled`: then there are walls instead.
///
/// # Errors
/// A message, if there cannot be this many numbers.
fn numbered(
    request: &Request,
    board: Board,
    along: &[u32],
    kept: &[Cell],
    walled: bool,
    rng: &mut ChaCha8Rng,
    judge: UniquenessOracle<'_>,
) -> Result<Option<Zip>, String> {
    let n = board.len();
    let order = line_order(along);
    let least = n.min(2);
    if let Some(givens) = request.givens.filter(|&k| !(least..=n).contains(&(k as usize))) {
        return Err(format!(
            "{givens} numbers are too few or too many: from {least} to {n} cells are numbered"
        ));
    }
    let share = request.density.unwrap_or(0.0);
    let mut inner: Vec<Cell> = order[1.min(n - 1)..n.saturating_sub(1)].to_vec();
    inner.retain(|c| !kept.contains(c));
    inner.shuffle(rng);
    let stay = kept.len().max(2);
    let wanted = match request.givens {
        Some(givens) => (givens as usize).saturating_sub(stay),
        None => (share * n as f64).round() as usize,
    };
    if walled {
        // Spread along the line, so that hardly any follow each other.
        inner = spread(&inner, along, wanted, rng);
    }
    let rest = inner.split_off(wanted.min(inner.len()));
    let walls = walled.then(|| board.walls().to_vec());
    let mut making = Making { board, along, is_stop: vec![false; n], rest, walls };
    let ends = [&order[0], &order[n - 1]];
    inner.iter().chain(kept).chain(ends).for_each(|&c| making.is_stop[c as usize] = true);
    let how = match request.givens {
        None => Separation::ByNumbers,
        Some(_) if walled => Separation::ByWalls,
        Some(_) => Separation::None,
    };
    if !making.make_unique(&order, how, rng, judge) {
        return Ok(None);
    }
    if request.minimal {
        making.number_least(kept, rng, judge);
    }
    Ok(making.steered(request, kept, rng, judge))
}

/// How other lines than the hidden one are taken away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separation {
    None,
    ByNumbers,
    ByWalls,
}

/// A zip in the making.
struct Making<'a> {
    board: Board,
    /// Per cell its place along the line.
    along: &'a [u32],
    is_stop: Vec<bool>,
    /// Cells that are not numbered, in random order.
    rest: Vec<Cell>,
    /// The walls that stay, if walls are put up to take other lines away.
    walls: Option<Vec<[Cell; 2]>>,
}

/// These cells, of which the first `wanted` lie in parts of the line of the same length, one in each.
fn spread(cells: &[Cell], along: &[u32], wanted: usize, rng: &mut ChaCha8Rng) -> Vec<Cell> {
    let mut ordered = cells.to_vec();
    ordered.sort_unstable_by_key(|&c| along[c as usize]);
    let (n, parts) = (ordered.len(), wanted.min(ordered.len()));
    let at = |part: usize| part * n / parts.max(1);
    let chosen: Vec<Cell> =
        (0..parts).map(|part| ordered[rng.random_range(at(part)..at(part + 1))]).collect();
    let others = cells.iter().copied().filter(|c| !chosen.contains(c));
    chosen.iter().copied().chain(others).collect()
}

/// The walls that another line crosses, by their places.
fn crossed(walls: &[[Cell; 2]], other: &Answer) -> Vec<u32> {
    let Answer::Line(other) = other else { return Vec::new() };
    let crosses = |[a, b]: [Cell; 2]| other[a as usize].abs_diff(other[b as usize]) == 1;
    (0..).zip(walls).filter(|&(_, &wall)| crosses(wall)).map(|(item, _)| item).collect()
}

impl Making<'_> {
    /// Numbers cells, or puts up walls, until there is no other line; `false` if that does not succeed. Lines that the
    /// local search finds are taken away before the oracle judges, which takes longer.
    fn make_unique(
        &mut self,
        order: &[Cell],
        how: Separation,
        rng: &mut ChaCha8Rng,
        judge: UniquenessOracle<'_>,
    ) -> bool {
        let mut rivals = Rivals::new(&self.board, &self.zip().stops(), order, rng.random());
        let mut searches = true;
        loop {
            let near = rivals.as_mut().filter(|_| searches);
            let rival = near.and_then(|rivals| rivals.find(&|| judge.is_over()));
            let other = match rival {
                Some(rival) => Some(rival),
                None => match judge.judge(&Puzzle::from(self.zip())) {
                    Judgement::Unique | Judgement::Stopped => return true,
                    Judgement::None => return false,
                    Judgement::Multiple(answers) => answers.into_iter().find_map(|a| match a {
                        Answer::Line(other) if other != self.along => Some(other),
                        _ => None,
                    }),
                    // Too hard to decide: any further numbers or walls make it easier.
                    Judgement::Unknown => None,
                },
            };
            // The local search has found nothing either where the oracle could not decide.
            searches = other.is_some();
            let changes = if searches { 1 } else { 1 + order.len() / CELLS_PER_CHANGE };
            for _ in 0..changes {
                match how {
                    Separation::None => return false,
                    Separation::ByNumbers => self.separate(other.as_deref()),
                    Separation::ByWalls if !self.wall_off(other.as_deref(), rng) => return false,
                    Separation::ByWalls => {}
                }
            }
            if let Some(rivals) = &mut rivals {
                rivals.narrow(&self.board, &self.zip().stops());
            }
        }
    }

    /// Puts up a wall on a step of another line, or on any step off the hidden line; `false` if there is none.
    fn wall_off(&mut self, other: Option<&[u32]>, rng: &mut ChaCha8Rng) -> bool {
        let apart =
            |along: &[u32], [a, b]: [Cell; 2]| along[a as usize].abs_diff(along[b as usize]) != 1;
        let mut room: Vec<[Cell; 2]> = self.board.edges().to_vec();
        room.retain(|&pair| {
            apart(self.along, pair) && other.is_none_or(|other| !apart(other, pair))
        });
        if room.is_empty() {
            return false;
        }
        let wall = room[rng.random_range(0..room.len())];
        let walls = [self.board.walls(), &[wall]].concat();
        self.board = walls::with_walls(&self.board, &walls);
        true
    }

    fn zip(&self) -> Zip {
        self.zip_with(&[])
    }

    /// The zip in which these cells are numbered too.
    fn zip_with(&self, more: &[Cell]) -> Zip {
        let mut stops: Vec<Cell> =
            (0..self.board.len() as Cell).filter(|c| self.is_stop[*c as usize]).collect();
        stops.extend(more);
        stops.sort_unstable_by_key(|&c| self.along[c as usize]);
        Zip::new(self.board.clone(), &stops)
    }

    fn number(&mut self, at: usize) {
        let c = self.rest.swap_remove(at);
        self.is_stop[c as usize] = true;
    }

    fn number_any(&mut self) {
        if !self.rest.is_empty() {
            self.number(self.rest.len() - 1);
        }
    }

    /// Takes away every number that is not needed, but for those that are kept and the two ends.
    fn number_least(&mut self, kept: &[Cell], rng: &mut ChaCha8Rng, judge: UniquenessOracle<'_>) {
        let order = &line_order(self.along);
        let ends = self.zip().ends();
        let mut inner: Vec<Cell> =
            (0..self.board.len() as Cell).filter(|c| self.is_stop[*c as usize]).collect();
        inner.retain(|c| !ends.contains(c) && !kept.contains(c));
        inner.shuffle(rng);
        for c in inner {
            self.is_stop[c as usize] = false;
            let mut rivals = Rivals::new(&self.board, &self.zip().stops(), order, rng.random());
            let near = rivals.as_mut().and_then(|rivals| rivals.find_near(&|| judge.is_over()));
            if near.is_some() {
                self.is_stop[c as usize] = true;
                continue;
            }
            match judge.judge(&Puzzle::from(self.zip())) {
                Judgement::Unique => self.rest.push(c),
                Judgement::Stopped => break,
                _ => self.is_stop[c as usize] = true,
            }
        }
    }

    /// The zip with more or fewer numbers, of the requested difficulty; `None` if that is not reached.
    fn steered(
        &mut self,
        request: &Request,
        kept: &[Cell],
        rng: &mut ChaCha8Rng,
        judge: UniquenessOracle<'_>,
    ) -> Option<Zip> {
        if self.walls.is_some() {
            return self.steered_by_walls(rng, judge);
        }
        let is_free = request.givens.is_none() && !request.minimal;
        let mut grade = judge.grade(&Puzzle::from(self.zip()));
        if grade == Grade::TooEasy && is_free {
            self.number_least(kept, rng, judge);
            grade = judge.grade(&Puzzle::from(self.zip()));
        }
        match grade {
            _ if judge.is_over() => Some(self.zip()),
            Grade::Fits => Some(self.zip()),
            Grade::TooHard if is_free => {
                let puzzle = |more: &[Cell]| Puzzle::from(self.zip_with(more));
                let more = steer::eased(self.rest.clone(), &puzzle, rng, judge)?;
                Some(self.zip_with(&more))
            }
            Grade::TooEasy if is_free => self.climbed(kept, rng, judge),
            Grade::TooHard | Grade::TooEasy => None,
        }
    }

    /// The zip with hardly more walls than it needs, or with more if that meets the difficulty target; `None` if
    /// neither does.
    fn steered_by_walls(
        &mut self,
        rng: &mut ChaCha8Rng,
        judge: UniquenessOracle<'_>,
    ) -> Option<Zip> {
        self.wall_least(rng, judge);
        match judge.grade(&Puzzle::from(self.zip())) {
            _ if judge.is_over() => Some(self.zip()),
            Grade::Fits => Some(self.zip()),
            Grade::TooHard => {
                let apart = |[a, b]: &[Cell; 2]| {
                    self.along[*a as usize].abs_diff(self.along[*b as usize]) != 1
                };
                let mut room: Vec<[Cell; 2]> =
                    self.board.edges().iter().copied().filter(apart).collect();
                room.shuffle(rng);
                room.truncate(self.along.len() / MOST_WALLED);
                let walled = |more: &[[Cell; 2]]| {
                    let walls = [self.board.walls(), more].concat();
                    let board = walls::with_walls(&self.board, &walls);
                    Zip::new(board, &self.zip().stops())
                };
                let puzzle = |more: &[[Cell; 2]]| Puzzle::from(walled(more));
                Some(walled(&steer::eased(room, &puzzle, rng, judge)?))
            }
            Grade::TooEasy => None,
        }
    }

    /// Takes away every wall that is not needed, but for those that stay.
    fn wall_least(&mut self, rng: &mut ChaCha8Rng, judge: UniquenessOracle<'_>) {
        let stay = self.walls.clone().unwrap_or_default();
        let mut walls: Vec<[Cell; 2]> = self.board.walls().to_vec();
        walls.retain(|wall| !stay.contains(wall));
        walls.shuffle(rng);
        let mut items = Separators::giving(walls.len(), 0);
        let walled = |items: &Separators| -> Vec<[Cell; 2]> {
            stay.iter().copied().chain(items.items(true).map(|item| walls[item])).collect()
        };
        for item in 0..walls.len() {
            let judgement = |items: &Separators| {
                let board = walls::with_walls(&self.board, &walled(items));
                judge.judge(&Puzzle::from(Zip::new(board, &self.zip().stops())))
            };
            let sets =
                |answers: &[Answer]| answers.iter().map(|other| crossed(&walls, other)).collect();
            if items.spare(item, judgement, sets).is_none() {
                break;
            }
        }
        self.board = walls::with_walls(&self.board, &walled(&items));
    }

    /// The zip with other numbers that meets the difficulty target; `None` if none was found.
    fn climbed(
        &self,
        kept: &[Cell],
        rng: &mut ChaCha8Rng,
        judge: UniquenessOracle<'_>,
    ) -> Option<Zip> {
        let mut fixed = kept.to_vec();
        fixed.extend(self.zip().ends());
        fixed.sort_unstable();
        fixed.dedup();
        let zip = |inner: &[Cell]| {
            let mut stops = [&fixed[..], inner].concat();
            stops.sort_unstable_by_key(|&c| self.along[c as usize]);
            Zip::new(self.board.clone(), &stops)
        };
        let stops = (0..self.board.len() as Cell).filter(|&c| self.is_stop[c as usize]);
        let moved = |c: Cell, other: &[u32]| other[c as usize] != self.along[c as usize];
        let given = stops.filter(|c| !fixed.contains(c));
        let climb = HardenClues {
            items: Separators::giving(given.clone().count(), self.rest.len()),
            clues: given.chain(self.rest.iter().copied()).collect(),
            puzzle: &|inner| Puzzle::from(zip(inner)),
            separates: &|c, other| matches!(other, Answer::Line(other) if moved(c, other)),
        };
        Some(zip(&climb.up(rng, judge)?))
    }

    /// Numbers a cell that another line meets out of order, or any that will help to find one.
    fn separate(&mut self, other: Option<&[u32]>) {
        let Some(other) = other else { return self.number_any() };
        let swapped = |c: Cell, d: Cell| {
            let [c, d] = [c as usize, d as usize];
            (self.along[c] < self.along[d]) != (other[c] < other[d])
        };
        let stops: Vec<Cell> =
            (0..self.board.len() as Cell).filter(|c| self.is_stop[*c as usize]).collect();
        let parted = self.rest.iter().position(|&c| stops.iter().any(|&s| s != c && swapped(c, s)));
        let moved = || self.rest.iter().position(|&c| self.along[c as usize] != other[c as usize]);
        match parted.or_else(moved) {
            Some(at) => self.number(at),
            None => self.number_any(),
        }
    }
}

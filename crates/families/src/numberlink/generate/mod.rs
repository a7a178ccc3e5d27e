//! Random numberlinks. Paths are laid and stirred ([`Paths`]) until they are as few as published puzzles have, then
//! stirred on until they are the only ones; for a level cut where the puzzle is too hard and joined where it is too
//! easy. For rules that allow more, paths are cut until nothing else obeys them.

pub(crate) mod complete;
pub(crate) mod random_paths;

use super::super::line::generate::random_line_until;
use super::drawn::{in_order, named};
use super::{Cover, Numberlink, Touch};
use crate::ground;
use crate::numberlink::generate::random_paths::Paths;
use clew_puzzle::puzzle::family::{Grade, Judgement, Request, Symmetry, UniquenessOracle};
use clew_puzzle::puzzle::format::MAX_LABELS;
use clew_puzzle::puzzle::ladder::Level;
use clew_puzzle::puzzle::verify::turns_of_path;
use clew_puzzle::puzzle::{Answer, Board, Cell, Entry, Neighbourhood, Puzzle};
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// Boards tried before the last one is handed out unproved.
const ATTEMPTS: u64 = 200;
/// Minimum number of cells of a path, if the request gives none and the board has such paths.
const SHORTEST: u32 = 4;
/// Moves of an end, in cells of the board, until there are as few paths as requested.
const STIRRED: usize = 60;
/// Moves of an end, in cells of the board, until the places of the ends and the turns are as requested.
const SETTLED: usize = 400;
/// Changes of the paths that are judged before others are laid.
const ROUNDS: usize = 60;
/// Of these, those after which there may be one label more.
const GRACE: usize = 10;
/// Of the boards, those whose puzzle is to have one solution under all rules of numberlinks, if the request names none.
const EVERYWHERE: u64 = 150;
/// The most cells of such boards. On larger ones a search under the loosest rules takes minutes.
const EVERYWHERE_CELLS: usize = 150;
/// Share of the paths with other solutions under looser rules that are shaken though they could be cut.
const SHAKEN: f64 = 0.5;
/// Share of the puzzles that are too easy after which there is a label less, though there are as few as is usual.
const FEWER: f64 = 0.1;
/// The rules that allow most: paths that are the only ones under them are so under all rules.
const LOOSEST: (Cover, Touch) = (Cover::Partial, Touch::Yes);

/// A numberlink as requested. The paths of its unique solution fill the board and do not touch themselves, regardless
/// of its rules. If its uniqueness was not proved, the entry does not state the number of solutions.
///
/// # Errors
/// A message, if this generator cannot meet the request.
pub(super) fn made(request: &Request, judge: UniquenessOracle<'_>) -> Result<Entry, String> {
    refuse(request)?;
    let (cover, touch) = rules(request)?;
    let Request { rows, cols, seed, .. } = *request;
    let title = format!("numberlink {rows}x{cols} seed {seed}");
    for attempt in 0.. {
        let mut rng = ChaCha8Rng::seed_from_u64(request.random_seed(attempt));
        let last = attempt + 1 >= ATTEMPTS || judge.is_over();
        let Some((board, paths)) = laid(request, &mut rng, judge)? else {
            if last {
                let room =
                    if request.ground.walls > 0 { " and leave room for the walls" } else { "" };
                return Err(format!("no paths that fill this board{room} were found"));
            }
            continue;
        };
        // Not every board has paths that long; on small ones hardly any have.
        let shortest = request.shortest.unwrap_or(match attempt {
            0..30 => SHORTEST,
            30..60 => SHORTEST - 1,
            _ => 2,
        });
        let mut maker = Maker {
            paths: Paths::new(&board, paths, shortest as usize),
            labels: Labels::new(request, board.len(), judge.is_steered(), &mut rng),
            rules: (cover, touch),
            walls: request.ground.walls,
            everywhere: goes_everywhere(request, (cover, touch), judge)
                && board.len() <= EVERYWHERE_CELLS
                && attempt < EVERYWHERE,
            empty: request.empty.map_or(0, |(least, most)| rng.random_range(least..=most) as usize),
            symmetry: request.symmetry,
            turns: request.turns,
            kept: None,
        };
        let made = maker.make(&mut rng, judge)?;
        if judge.is_over() || (last && !request.is_about_paths() && request.symmetry.is_none()) {
            let puzzle = match made {
                Some(puzzle) => puzzle,
                None => {
                    maker.puzzle(&mut rng).unwrap_or_else(|| Puzzle::from(maker.numberlink(&board)))
                }
            };
            let proved = !judge.is_over() && judge.judge(&puzzle) == Judgement::Unique;
            return Ok(Entry::made(puzzle, title, proved));
        }
        match made {
            Some(puzzle) => return Ok(Entry::made(puzzle, title, true)),
            None if last => return Err("no such paths that are the only ones were found".into()),
            None => {}
        }
    }
    unreachable!("the last attempt ends it")
}

/// Whether the paths are to be the only ones under all rules: if that is requested, or if no rules are. With a level
/// above tricky the rules are the stricter ones, under which boards that are unique everywhere are hardly ever hard.
fn goes_everywhere(request: &Request, rules: (Cover, Touch), judge: UniquenessOracle<'_>) -> bool {
    let is_plain =
        request.words.is_empty() && judge.level().is_none_or(|level| level <= Level::Tricky);
    // Drawing ends back takes away cells that paths of few labels need.
    is_plain || rules == LOOSEST && request.empty.is_none()
}

/// Refuses requests that no numberlink can meet, before any work.
///
/// # Errors
/// The reason.
pub(super) fn refuse(request: &Request) -> Result<(), String> {
    let refused = [
        (request.is_about_signs(), "has no signs"),
        (request.unique, "always has one solution"),
        (
            request.symmetry.is_some() && request.empty.is_some(),
            "whose ends are symmetric has no empty cells by wish",
        ),
        (
            request.turns.is_some() && request.empty.is_some(),
            "whose turns are counted has no empty cells by wish",
        ),
        (
            request.turns.is_some() && request.ground.bridges > 0,
            "with bridges has no number of turns by wish",
        ),
        (
            request.symmetry.is_some() && request.ground.bridges > 0,
            "with bridges has no symmetric ends",
        ),
        (
            request.givens_at.is_some(),
            "has its ends where its paths end; their places cannot be chosen",
        ),
        (request.no_runs || request.free_ends, "has no numbers that follow each other"),
        (
            request.density.is_some() || request.givens.is_some() || request.minimal,
            "has its ends given, and nothing more or less",
        ),
        (request.ground.links > 0, "has no marks between cells"),
    ];
    if let Some((_, why)) = refused.iter().find(|(refused, _)| *refused) {
        return Err(format!("a numberlink {why}"));
    }
    if let Some(symmetry) = request.symmetry {
        let moves = request.neighbours.unwrap_or(Neighbourhood::Rook);
        ground::refuse_symmetry(symmetry, request, moves)?;
    }
    let shortest = request.shortest.unwrap_or(2);
    if shortest < 2 {
        return Err("a path has two cells or more".into());
    }
    let (least, most) = request.labels.unwrap_or((1, 1));
    if least == 0 || least > most {
        return Err("the labels are a range of numbers from 1, the smaller one first".into());
    }
    let cells = u64::from(request.rows) * u64::from(request.cols) - u64::from(request.holes);
    let (fewest, _) = request.empty.unwrap_or_default();
    if request.empty.is_some() && rules(request)?.0 != Cover::Partial {
        return Err("no cell stays empty unless the rule is cover=partial".into());
    }
    if request.empty.is_some_and(|(least, most)| least > most) {
        return Err("the empty cells are a range of numbers, the smaller one first".into());
    }
    if request.turns.is_some_and(|(least, most)| least > most) {
        return Err("the turns are a range of numbers, the smaller one first".into());
    }
    // The ends of a path are no turns.
    let bends = cells.saturating_sub(2 * u64::from(least));
    if request.turns.is_some_and(|(turns, _)| u64::from(turns) > bends) {
        return Err(format!("{least} paths on {cells} cells have at most {bends} turns together"));
    }
    if u64::from(least) * u64::from(shortest) + u64::from(fewest) > cells {
        let beside = if fewest > 0 { format!(" with {fewest} empty") } else { String::new() };
        return Err(format!(
            "{least} paths of {shortest} cells have no room on {cells} cells{beside}"
        ));
    }
    if least as usize > MAX_LABELS {
        return Err(format!("a numberlink has at most {MAX_LABELS} labels"));
    }
    Ok(())
}

/// How many labels there may be.
#[derive(Clone, Copy)]
pub(super) struct Labels {
    fewest: usize,
    /// Fewer are aimed at; where no puzzle is unique with them, more, up to `most`.
    aim: usize,
    most: usize,
}

impl Labels {
    /// The label counts of the request. If it gives none: the number of cells per label that published puzzles of the
    /// size have, about one and a half times the side of the board.
    pub(super) fn new(
        request: &Request,
        cells: usize,
        steered: bool,
        rng: &mut ChaCha8Rng,
    ) -> Labels {
        if let Some((fewest, most)) = request.labels {
            let [fewest, most] = [fewest as usize, most as usize];
            return Labels { fewest, aim: rng.random_range(fewest..=most), most };
        }
        let a_label = (cells as f64).sqrt() * rng.random_range(1.25..1.8);
        let aim = ((cells as f64 / a_label).round() as usize).max(2);
        let most = if steered { cells } else { aim + 1 + aim / 4 };
        // With two labels out of three a board is as hard as with fewer.
        Labels { fewest: (2 * aim / 3).max(1), aim, most }
    }

    /// The counts that remain if `given` labels are already present: at least one. `None` if there may be none.
    pub(super) fn beside(self, given: usize) -> Option<Labels> {
        let less = |n: usize| n.saturating_sub(given).max(1);
        let Labels { fewest, aim, most } = self;
        (most > given).then(|| Labels { fewest: less(fewest), aim: less(aim), most: less(most) })
    }
}

/// Makes a puzzle of paths, and changes the paths until they are the only solution and the difficulty is as requested.
pub(super) struct Maker<'a> {
    pub(super) paths: Paths<'a>,
    pub(super) labels: Labels,
    pub(super) rules: (Cover, Touch),
    pub(super) walls: u32,
    /// The paths are the only ones even if cells may stay empty and paths may touch.
    pub(super) everywhere: bool,
    /// As many cells stay empty, or some more.
    pub(super) empty: usize,
    /// The places of the ends are invariant under this change of the grid.
    pub(super) symmetry: Option<Symmetry>,
    /// The least and the greatest number of turns of all paths together.
    pub(super) turns: Option<(u32, u32)>,
    /// A puzzle whose ends stay, and run elsewhere.
    pub(super) kept: Option<&'a Numberlink>,
}

impl Maker<'_> {
    /// `None`: the paths could not be changed into such a puzzle.
    ///
    /// # Errors
    /// A message, if there can be no such puzzle.
    pub(super) fn make(
        &mut self,
        rng: &mut ChaCha8Rng,
        judge: UniquenessOracle<'_>,
    ) -> Result<Option<Puzzle>, String> {
        let strict = self.rules == (Cover::default(), Touch::default());
        let cells = self.paths.cells();
        let Labels { fewest, aim, most } = self.labels;
        self.paths.stir([fewest.max(2).min(aim), aim], STIRRED * cells, rng, judge);
        if !self.paths.are_long() {
            return Ok(None);
        }
        // Under looser rules hardly any paths are the only ones until they are cut, into ever more.
        let rounds = if strict { ROUNDS } else { ROUNDS + cells };
        for round in 0..rounds {
            let count = self.paths.paths.len();
            let few = count < fewest && !self.paths.cut(&|_| true, rng);
            if !self.meet_wishes(rng, judge) {
                return Ok(None);
            }
            let count = self.paths.paths.len();
            let many = count > if strict { most } else { MAX_LABELS };
            if few || many || judge.is_over() {
                return Ok(None);
            }
            let Some(puzzle) = self.puzzle(rng) else { return Ok(None) };
            puzzle.coherent()?;
            // A walk that ends proves that there is one solution. Up to tricky it costs less than the checks; under the
            // strict rules nearly every walk ends.
            let early = judge.level().is_some_and(|level| level <= Level::Tricky)
                || judge.is_steered() && strict && !self.everywhere;
            let mut graded = early.then(|| judge.grade(&puzzle));
            let judgement = match graded {
                Some(Grade::TooEasy) => Judgement::Unique,
                Some(Grade::TooHard) => judge.judge(&puzzle),
                _ => self.judged(&puzzle, judge),
            };
            let is_one = judgement == Judgement::Unique;
            if is_one && *graded.get_or_insert_with(|| judge.grade(&puzzle)) == Grade::TooEasy {
                // With fewer labels puzzles are harder, and hardly any paths are the only ones.
                if count > aim || rng.random_bool(FEWER) {
                    self.paths.stir([fewest, count - 1], 4 * cells, rng, judge);
                } else {
                    self.paths.shake(self.shaken(), count, rng);
                }
                continue;
            }
            match judgement {
                Judgement::Unique if graded == Some(Grade::TooHard) => {
                    if count >= most || !self.paths.cut(&|_| true, rng) {
                        self.paths.shake(self.shaken(), fewest, rng);
                    }
                }
                Judgement::Unique if self.paths.empty() < self.empty => {
                    if !self.draw_back(rng, judge) {
                        self.paths.shake(self.shaken(), fewest, rng);
                    }
                }
                Judgement::Unique | Judgement::Stopped => return Ok(Some(puzzle)),
                Judgement::Multiple(_) | Judgement::Unknown if self.everywhere => {
                    self.part(&puzzle, &judgement, rng);
                }
                Judgement::Multiple(others) if !strict => {
                    if !self.cut_off(puzzle.board().expect("a board"), &others, rng) {
                        return Ok(None);
                    }
                }
                Judgement::Unknown if !strict => {
                    if !self.paths.cut(&|_| true, rng) {
                        return Ok(None);
                    }
                }
                _ => {
                    // One more now and then: with more ends more boards are unique.
                    let more = (round + 1) % GRACE == 0 && count < most && judge.is_steered();
                    if !(more && self.paths.cut(&|_| true, rng)) {
                        self.paths.shake(
                            self.shaken(),
                            fewest.max(aim.min(count) - usize::from(aim > 2)),
                            rng,
                        );
                    }
                }
            }
        }
        Ok(None)
    }

    /// Whether the ends or the turns are to be as no paths are by themselves.
    fn has_wishes(&self) -> bool {
        self.symmetry.is_some() || self.turns.is_some()
    }

    /// Moves that are tried where other paths are wanted: few, so that most stay as they are, if wishes are met.
    fn shaken(&self) -> usize {
        self.paths.cells() / if self.has_wishes() { 8 } else { 2 }
    }

    /// Moves ends until their places are as symmetric, and the turns as many, as requested. Returns whether they are.
    fn meet_wishes(&mut self, rng: &mut ChaCha8Rng, judge: UniquenessOracle<'_>) -> bool {
        if !self.has_wishes() {
            return true;
        }
        let board = self.paths.board();
        let unlike = |paths: &[Vec<Cell>]| {
            let Some(symmetry) = self.symmetry else { return 0 };
            let mut is_end = vec![false; board.len()];
            for path in paths {
                is_end[path[0] as usize] = true;
                is_end[path[path.len() - 1] as usize] = true;
            }
            let has_image = |c: Cell| {
                ground::image(board, c, symmetry).is_some_and(|image| is_end[image as usize])
            };
            (0..board.len() as Cell).filter(|&c| is_end[c as usize] && !has_image(c)).count()
        };
        let beside = |paths: &[Vec<Cell>]| {
            let Some((least, most)) = self.turns else { return 0 };
            let turns = paths.iter().map(|path| turns_of_path(board, path)).sum::<usize>();
            (least as usize).saturating_sub(turns) + turns.saturating_sub(most as usize)
        };
        let faults = |paths: &[Vec<Cell>]| unlike(paths) + beside(paths);
        let fewest = self.labels.fewest.max(2).max(self.paths.paths.len().saturating_sub(1));
        self.paths.settle(&faults, SETTLED * self.paths.cells(), fewest, rng, judge)
    }

    /// Whether the paths are the only solution; if they are to be the only ones under all rules, even if cells may stay
    /// empty and paths may touch, as on many sites.
    fn judged(&self, puzzle: &Puzzle, judge: UniquenessOracle<'_>) -> Judgement {
        let strict = puzzle.downcast::<Numberlink>().filter(|_| self.everywhere);
        let Some(strict) = strict else { return judge.judge(puzzle) };
        let (cover, touch) = LOOSEST;
        let loose = Numberlink { cover, touch, ..strict.clone() };
        judge.judge(&Puzzle::from(loose))
    }

    /// Draws ends back, at random, as long as the paths stay the only ones, until as many cells are empty as wanted.
    /// Returns whether any was.
    fn draw_back(&mut self, rng: &mut ChaCha8Rng, judge: UniquenessOracle<'_>) -> bool {
        let from = self.paths.empty();
        let mut ends: Vec<(Cell, Cell)> =
            self.paths.paths.iter().map(|path| (path[0], path[path.len() - 1])).collect();
        ends.extend(ends.clone().into_iter().map(|(a, b)| (b, a)));
        ends.shuffle(rng);
        // A path of which an end was drawn back has other ends, so that its other end stays.
        for (end, other) in ends {
            if self.paths.empty() >= self.empty || judge.is_over() {
                break;
            }
            let is_it = |path: &Vec<Cell>| {
                let (a, b) = (path[0], path[path.len() - 1]);
                (a, b) == (end, other) || (b, a) == (end, other)
            };
            let Some(i) = self.paths.paths.iter().position(is_it) else { continue };
            let Some(cell) = self.paths.draw_back(i, self.paths.paths[i][0] == end) else {
                continue;
            };
            let is_one = self
                .puzzle(rng)
                .is_some_and(|puzzle| self.judged(&puzzle, judge) == Judgement::Unique);
            if !is_one {
                self.paths.draw_on(i, cell);
            }
        }
        self.paths.empty() > from
    }

    /// Changes paths that are not the only ones under all rules: they are cut if there may be one label more, else
    /// shaken.
    fn part(&mut self, puzzle: &Puzzle, judgement: &Judgement, rng: &mut ChaCha8Rng) {
        let others: &[Answer] = match judgement {
            Judgement::Multiple(others) => others,
            _ => &[],
        };
        let count = self.paths.paths.len();
        if count >= self.labels.most
            || rng.random_bool(SHAKEN)
            || !self.cut_off(puzzle.board().expect("a board"), others, rng)
        {
            let fewest = self.labels.fewest.max(2);
            self.paths.shake(self.shaken(), fewest.max(count.saturating_sub(1)), rng);
        }
    }

    /// Cuts a path at a step that some of the other solutions, on the board of the puzzle, do not take.
    fn cut_off(&mut self, board: &Board, others: &[Answer], rng: &mut ChaCha8Rng) -> bool {
        let is_taken = |[a, b]: [Cell; 2], other: &Answer| {
            let edge = board.edge_between(a, b).expect("a step");
            matches!(other, Answer::Links(on) if on[edge as usize])
        };
        self.paths.cut(&|step| !others.iter().all(|other| is_taken(step, other)), rng)
    }

    /// The puzzle whose solution the paths are, with walls added between them. `None` if there are too few places for
    /// the walls.
    fn puzzle(&self, rng: &mut ChaCha8Rng) -> Option<Puzzle> {
        let board = self.paths.board();
        if self.walls == 0 {
            return Some(self.numberlink(board).into());
        }
        let mut on = std::collections::HashSet::new();
        for step in self.paths.paths.iter().flat_map(|path| path.windows(2)) {
            on.insert([step[0].min(step[1]), step[0].max(step[1])]);
        }
        let free = |pair: [Cell; 2]| !on.contains(&pair);
        let (walled, _) =
            ground::built(board, &vec![true; board.len()], self.walls, &free, rng).ok()?;
        Some(self.numberlink(&walled).into())
    }

    fn numberlink(&self, board: &Board) -> Numberlink {
        let ends = self.paths.paths.iter().map(|p| [p[0], *p.last().expect("not empty")]);
        let mut ends: Vec<[Cell; 2]> = ends.map(|[a, b]| [a.min(b), a.max(b)]).collect();
        ends.sort_unstable();
        let (cover, touch) = self.rules;
        if let Some(kept) = self.kept {
            let labels = named(kept, ends.len());
            let ends = kept.ends.iter().copied().chain(ends).collect();
            let (labels, ends) = in_order(labels, ends);
            return Numberlink { board: board.clone(), labels, ends, cover, touch };
        }
        let labels = (0..ends.len()).map(|k| (k + 1).to_string()).collect();
        Numberlink { board: board.clone(), labels, ends, cover, touch }
    }
}

/// A board, and the cells of each path from end to end.
type Laid = (Board, Vec<Vec<Cell>>);

/// A board as requested, without walls, and short paths that fill it; `None` if the lines that the paths are cut from
/// give none.
///
/// # Errors
/// A message, if the board is impossible or no line through it was found.
fn laid(
    request: &Request,
    rng: &mut ChaCha8Rng,
    judge: UniquenessOracle<'_>,
) -> Result<Option<Laid>, String> {
    let Request { rows, cols, holes, ref ground, .. } = *request;
    let moves = request.neighbours.unwrap_or(Neighbourhood::Rook);
    let board = ground::board(request, moves, rng)?;
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
    let paths: Vec<Vec<Cell>> = lines.iter().flat_map(|line| pieces(&board, line)).collect();
    if paths.iter().any(|path| !may_be(&board, path)) {
        return Ok(None);
    }
    if holes == 0 {
        return Ok(Some((board, paths)));
    }
    let mut kept = vec![false; board.len()];
    lines.iter().flatten().for_each(|&c| kept[c as usize] = true);
    let Ok((board, at)) = ground::built(&board, &kept, 0, &|_| true, rng) else {
        return Ok(None);
    };
    let cell = |&c: &Cell| at[c as usize].expect("a cell of the line");
    let paths = paths.iter().map(|path| path.iter().map(cell).collect()).collect();
    Ok(Some((board, paths)))
}

/// Removes this many cells from the ends of lines, each of which stays a line. Returns whether that was possible.
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

/// The requested rules.
///
/// # Errors
/// A message, if the formats have no such rule.
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
        // The remainder must not be a single cell.
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

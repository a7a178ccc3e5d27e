//! Clues that make a puzzle easier for a person, and how hard it is with each clue that mends it.

use crate::api::question::AnswerStatus;
use clew_engine::run::Stop;
use clew_puzzle::puzzle::ladder::{Level, NoLadder};
use clew_puzzle::puzzle::wording::how_many;
use clew_puzzle::puzzle::{Answer, Cell, Clue, Puzzle};
use clew_report::mending::{AidRecord, AidsRecord, ClueRecord, EasierRecord};
use clew_report::names::{clue, place};
use clew_report::steps::RatingRecord;
use clew_solve::explain::{Rating, rate};
use clew_solve::strategy::Options;
use clew_solve::strategy::repair::{Addition, Scope};
use clew_solve::strategy::used_edges;
use std::fmt::Write;

/// Single clues whose ratings are shown.
const RATED: usize = 24;
/// The maximum number of cells of a puzzle for which clues are rated.
const CELLS: usize = 144;
/// The maximum number of pairs of clues that are rated if no single clue suffices.
const PAIRS: usize = 4_000;

/// An addition that makes a puzzle easier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EasingClue {
    /// A clue of the solution.
    Clue(Clue),
    /// A wall at an edge that the solution does not use; for families whose givens depend on each other, or that are
    /// explained only with exactly these givens.
    Wall([Cell; 2]),
}

impl EasingClue {
    fn words(self, puzzle: &Puzzle) -> String {
        match self {
            EasingClue::Clue(one) => clue(puzzle, one),
            EasingClue::Wall(pair) => {
                format!("a wall {}", pair.map(|c| place(puzzle, c)).join("|"))
            }
        }
    }

    fn record(self, puzzle: &Puzzle) -> ClueRecord<'_> {
        match self {
            EasingClue::Clue(one) => ClueRecord::new(puzzle, one),
            EasingClue::Wall(pair) => ClueRecord::Wall { wall: pair.map(|c| puzzle.place(c)) },
        }
    }
}

/// Clues that bring the level of a puzzle down.
#[derive(Clone, Debug)]
pub struct EasierVariant {
    /// The highest acceptable level.
    pub wanted: Level,
    /// The rating of the puzzle as it is.
    pub now: Rating,
    /// Single additions that suffice, the one with the easiest puzzle first; empty if the puzzle is easy enough.
    pub single: Vec<(EasingClue, Rating)>,
    /// Additions that suffice together, if no single one does.
    pub together: Option<(Vec<EasingClue>, Rating)>,
    /// Whether it is proved that fewer additions than `together` do not suffice.
    pub fewest: bool,
    /// The limit that came first, if one did.
    pub stopped: Option<Stop>,
}

/// Searches for as few clues of the solution as possible, within the scope, with which the level is at most the wanted
/// one: every single clue, then every pair if there are few enough; then clues are added greedily, the one that makes
/// the puzzle easiest each time, and unnecessary ones are removed.
///
/// # Errors
/// Why such puzzles are not rated, or that nothing can be added to them.
pub(crate) fn easier(
    puzzle: &Puzzle,
    answer: &Answer,
    wanted: Level,
    scope: &Scope,
    options: &Options,
) -> Result<EasierVariant, String> {
    let now = rate(puzzle, options)?;
    let mut found = EasierVariant {
        wanted,
        now,
        single: Vec::new(),
        together: None,
        fewest: false,
        stopped: None,
    };
    if found.is_enough(&found.now) {
        return Ok(found);
    }
    let mut open = clues(puzzle, answer, scope);
    if open.first().is_none_or(|&one| !is_explained(puzzle, one)) {
        open = walls(puzzle, answer, scope).ok_or_else(|| {
            let family = puzzle.family();
            format!("--level does not apply: nothing can be added to this {family} by itself")
        })?;
    }
    let search = Search { puzzle, options, open };
    match search.singles(&mut found) {
        Some(rated) if found.single.is_empty() => search.together(&mut found, &rated),
        Some(_) => {}
        None => found.stopped = options.budget.reached(0),
    }
    Ok(found)
}

/// Clues of the solution that are not given.
fn clues(puzzle: &Puzzle, answer: &Answer, scope: &Scope) -> Vec<EasingClue> {
    let Some(given) = puzzle.clues() else { return Vec::new() };
    let contents = puzzle.contents(answer);
    let holds = (0..).zip(&contents).map(|(cell, &content)| Clue::Holds { cell, content });
    let signs = puzzle.sign_places().into_iter().map(|[a, b]| {
        let up = Clue::Less([a, b]);
        if up.is_true(&contents) { up } else { Clue::Less([b, a]) }
    });
    let open = holds.chain(signs).filter(|clue| !given.contains(clue) && scope.admits(*clue));
    open.map(EasingClue::Clue).collect()
}

/// Walls at edges that the solution does not use, except at marked pairs; `None` if the board takes no walls.
fn walls(puzzle: &Puzzle, answer: &Answer, scope: &Scope) -> Option<Vec<EasingClue>> {
    let board = puzzle.board().filter(|board| board.moves().is_some() && !scope.signs)?;
    with(puzzle, &[])?;
    let open = board.edges().iter().zip(used_edges(puzzle, answer));
    let open = open.filter(|(pair, used)| !used && scope.has(**pair));
    Some(open.map(|(&pair, _)| EasingClue::Wall(pair)).collect())
}

/// Whether there are steps for the puzzle with this addition.
fn is_explained(puzzle: &Puzzle, aid: EasingClue) -> bool {
    let with = with(puzzle, &[aid]);
    with.is_some_and(|with| !matches!(with.ladder(), Err(NoLadder::Unsuited(_))))
}

struct Search<'a> {
    puzzle: &'a Puzzle,
    options: &'a Options,
    open: Vec<EasingClue>,
}

impl Search<'_> {
    /// The rating with these clues; `None` if a limit came first.
    fn rated(&self, clues: &[EasingClue]) -> Option<Rating> {
        let with = with(self.puzzle, clues)?;
        rate(&with, self.options).ok().filter(|_| self.options.budget.reached(0).is_none())
    }

    /// Rates the puzzle with each clue; per clue its rating, `None` if a limit came first.
    fn singles(&self, found: &mut EasierVariant) -> Option<Vec<Rating>> {
        let mut rated = Vec::new();
        for &clue in &self.open {
            let rating = self.rated(&[clue])?;
            if found.is_enough(&rating) {
                found.single.push((clue, rating.clone()));
            }
            rated.push(rating);
        }
        found.single.sort_by_key(|(_, rating)| hardness(rating));
        Some(rated)
    }

    fn together(&self, found: &mut EasierVariant, singles: &[Rating]) {
        let n = self.open.len();
        if n * n.saturating_sub(1) / 2 <= PAIRS {
            for (i, &a) in self.open.iter().enumerate() {
                for &b in &self.open[i + 1..] {
                    let Some(rating) = self.rated(&[a, b]) else {
                        found.stopped = self.options.budget.reached(0);
                        return;
                    };
                    if found.is_enough(&rating)
                        && found
                            .together
                            .as_ref()
                            .is_none_or(|(_, best)| hardness(&rating) < hardness(best))
                    {
                        found.together = Some((vec![a, b], rating));
                    }
                }
            }
            if found.together.is_some() {
                found.fewest = true;
                return;
            }
        }
        self.one_by_one(found, singles);
        let pairs_fail = n * n.saturating_sub(1) / 2 <= PAIRS;
        let size = found.together.as_ref().map_or(0, |(clues, _)| clues.len());
        found.fewest = size == 2 || pairs_fail && size == 3;
    }

    /// Greedily adds the clue that makes the puzzle easiest, until it is easy enough, then removes unnecessary clues.
    fn one_by_one(&self, found: &mut EasierVariant, singles: &[Rating]) {
        let Some(best) = (0..singles.len()).min_by_key(|&i| hardness(&singles[i])) else { return };
        let mut clues = vec![self.open[best]];
        let mut rating = singles[best].clone();
        while !found.is_enough(&rating) {
            let mut next: Option<(EasingClue, Rating)> = None;
            for &clue in self.open.iter().filter(|clue| !clues.contains(clue)) {
                let Some(rating) = self.rated(&[&clues[..], &[clue]].concat()) else {
                    found.stopped = self.options.budget.reached(0);
                    return;
                };
                if next.as_ref().is_none_or(|(_, best)| hardness(&rating) < hardness(best)) {
                    next = Some((clue, rating));
                }
            }
            let Some((clue, easier)) = next else { return };
            clues.push(clue);
            rating = easier;
        }
        for clue in clues.clone() {
            let rest: Vec<EasingClue> =
                clues.iter().copied().filter(|other| *other != clue).collect();
            if let Some(less) = self.rated(&rest).filter(|less| found.is_enough(less)) {
                (clues, rating) = (rest, less);
            }
        }
        found.together = Some((clues, rating));
    }
}

/// The puzzle with these clues or walls added.
fn with(puzzle: &Puzzle, aids: &[EasingClue]) -> Option<Puzzle> {
    let (mut clues, mut walls) = (Vec::new(), Vec::new());
    for &aid in aids {
        match aid {
            EasingClue::Clue(clue) => clues.push(clue),
            EasingClue::Wall(pair) => walls.push(pair),
        }
    }
    if !clues.is_empty() {
        return puzzle.with_clues(&[puzzle.clues()?, clues].concat());
    }
    let board = puzzle.board()?;
    walls.extend(board.walls());
    let walled = board.with_layout(board.moves()?, &walls)?.with_links(board.links())?;
    puzzle.with_board(walled)
}

/// The hardness of a rating, as a key for comparisons.
fn hardness(rating: &Rating) -> (Option<Level>, u64) {
    (Some(rating.level.unwrap_or(Level::Beyond)), rating.effort)
}

/// How hard the puzzle is with each of the first clues that mend it; none where that takes long.
pub(crate) fn ratings(puzzle: &Puzzle, single: &[Addition], options: &Options) -> Vec<Rating> {
    if puzzle.cells() > CELLS {
        return Vec::new();
    }
    let clues = single.iter().take(RATED);
    let rated = clues.map_while(|addition| {
        rate(&with(puzzle, &[EasingClue::Clue(addition.clue)])?, options).ok()
    });
    rated.take_while(|rating| rating.level.is_some()).collect()
}

/// A rating in a few words.
pub(crate) fn words(rating: &Rating) -> String {
    match rating.level {
        Some(Level::Beyond) | None => "beyond the techniques".into(),
        Some(level) => format!("{}, score {}", level.keyword(), rating.score),
    }
}

impl EasierVariant {
    fn is_enough(&self, rating: &Rating) -> bool {
        rating.level.is_some_and(|level| level <= self.wanted)
    }

    /// Yes if it is easy enough, or clues make it so; no if none do; else a limit came first.
    pub(crate) fn standing(&self) -> AnswerStatus {
        let found = !self.single.is_empty() || self.together.is_some();
        match self.stopped {
            _ if self.is_enough(&self.now) || found => AnswerStatus::Yes,
            Some(_) => AnswerStatus::Undecided,
            None => AnswerStatus::No,
        }
    }

    /// In words.
    pub(crate) fn text(&self, puzzle: &Puzzle) -> String {
        let mut out = format!("unique, {}\n", words(&self.now));
        let wanted = self.wanted.keyword();
        if self.is_enough(&self.now) {
            let _ = writeln!(out, "it is {wanted} or easier as it stands");
            return out;
        }
        let line = |(one, rating): &(EasingClue, Rating)| {
            format!("  {}  {}\n", one.words(puzzle), words(rating))
        };
        let many = |aids: &[EasingClue]| {
            let is_wall = matches!(aids.first(), Some(EasingClue::Wall(_)));
            how_many(aids.len(), if is_wall { "wall" } else { "clue" })
        };
        if !self.single.is_empty() {
            let each = if self.single.len() == 1 { "" } else { " each" };
            let clues = many(&self.single.iter().map(|(aid, _)| *aid).collect::<Vec<_>>());
            let _ = writeln!(out, "{clues} would{each} make it {wanted} or easier:");
            out.extend(self.single.iter().map(line));
        } else if let Some((clues, rating)) = &self.together {
            let fewer = if self.fewest { ", and fewer do not" } else { "; perhaps fewer would do" };
            let many = many(clues);
            let _ = writeln!(out, "{many} together make it {}{fewer}:", words(rating));
            clues.iter().for_each(|&one| out += &format!("  {}\n", one.words(puzzle)));
        } else if self.stopped.is_none() {
            let _ = writeln!(out, "nothing that may be added makes it {wanted} or easier");
        }
        if let Some(stop) = self.stopped {
            let _ = writeln!(
                out,
                "\na limit ({stop}) came before everything was known: there may be more"
            );
        }
        out
    }

    /// The member `easier` of the document.
    pub(crate) fn record<'p>(&self, puzzle: &'p Puzzle) -> EasierRecord<'p> {
        let single = self.single.iter().map(|(one, rating)| AidRecord {
            clue: one.record(puzzle),
            rating: RatingRecord::from(rating),
        });
        let together = self.together.as_ref().map(|(clues, rating)| AidsRecord {
            clues: clues.iter().map(|one| one.record(puzzle)).collect(),
            rating: RatingRecord::from(rating),
            proof: if self.fewest { "smallest" } else { "at-most" },
        });
        EasierRecord {
            wanted: self.wanted,
            now: RatingRecord::from(&self.now),
            enough: self.is_enough(&self.now),
            stopped: self.stopped,
            single: single.collect(),
            together,
        }
    }
}

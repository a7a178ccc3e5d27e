//! Puzzles of drawn solutions: a label or a number in every cell, or lists of the places of paths.
//!
//! For paths, the ends are given. For lines and squares, numbers are chosen that determine the solution: hardly more
//! than necessary, or at the requested places. Then the puzzle is checked: a drawn solution need not be the only one.

mod lists;

use super::generate::{Made, With};
use clew_families::all;
use clew_formats::Reading;
use clew_puzzle::puzzle::family::DrawnRules;
use clew_puzzle::puzzle::family::{Mask, Request};
use clew_puzzle::puzzle::format::{Chunk, ChunkKind, ParseError, key_line, read_drawn};
use clew_puzzle::puzzle::ladder::Level;
use clew_puzzle::puzzle::verify::Spot;
use clew_puzzle::puzzle::wording::how_many;
use clew_puzzle::puzzle::{Answer, Cell, Clue, Entry, Filled, Puzzle, Unfit};
use clew_solve::explain::rate;
use clew_solve::generate::{choose, follower};
use clew_solve::strategy::{self, Options, Task, Verdict};
use std::sync::Arc;

/// The choice of the given numbers of a line or a square.
#[derive(Clone, Debug, Default)]
pub enum Givens {
    /// Hardly more than necessary.
    #[default]
    Few,
    /// Without redundant givens.
    Minimal,
    /// All of them.
    All,
    /// The numbers at these places.
    At(Arc<Mask>),
}

/// How a puzzle is made of a solution.
#[derive(Clone, Debug, Default)]
pub struct DrawnOptions {
    /// The givens; `None`: [`Givens::Few`], if there is a choice.
    pub givens: Option<Givens>,
    /// The requested additional data of the puzzle.
    pub with: With,
    /// The seed of the choice of numbers.
    pub seed: u64,
    /// Cells whose numbers are given in any case.
    pub keep: Vec<Cell>,
    /// The wanted level; choices are made until one has it.
    pub level: Option<Level>,
}

/// A puzzle of a drawn solution.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The puzzle; it claims a unique solution only if that is proved.
    pub made: Made,
    /// The drawn solution.
    pub answer: Answer,
    /// Whether it is the only solution: unique, multiple, or unknown if a limit came first.
    pub verdict: Verdict,
    /// Another solution, if there are several.
    pub other: Option<Answer>,
}

/// Reads a drawn solution, the only answer of the entry. It has a header as puzzles have, or `said` names the family.
///
/// # Errors
/// The first mistake: a label whose cells are no path, numbers that are no line or no square, and where.
pub fn read(chunk: &Chunk<'_>, said: &Reading, rules: &DrawnRules) -> Result<Entry, ParseError> {
    if chunk.kind == ChunkKind::Json || chunk.text.trim_start().starts_with('{') {
        let chunk = Chunk { kind: ChunkKind::Json, ..*chunk };
        return solved(read_drawn(&chunk, all(), rules)?, &chunk);
    }
    // A text without a header gets one, in front, so that the lines below it keep their numbers.
    let head = match (has_header(chunk.text), said.family) {
        (true, _) => String::new(),
        (false, Some(family)) => format!("puzzle: {family}\n\n"),
        (false, None) => {
            return Err(ParseError {
                line: chunk.line,
                column: chunk.column,
                found: "no header".into(),
                expected: "a line \"puzzle: FAMILY\" and a blank line above a drawn solution, or \
                           --puzzle FAMILY"
                    .into(),
            });
        }
    };
    let added = head.matches('\n').count();
    let text = head + chunk.text;
    let text = if added > 0 { parted(&text) } else { text };
    let native = Chunk { kind: ChunkKind::Native, text: &text, line: chunk.line, column: 1 };
    let entry = match lists::read(&native, rules) {
        Some(entry) => entry,
        None => read_drawn(&native, all(), rules).and_then(|entry| solved(entry, &native)),
    };
    entry.map_err(|error| ParseError { line: error.line.saturating_sub(added).max(1), ..error })
}

/// Whether the first line with content belongs to a header.
fn has_header(text: &str) -> bool {
    let mut lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("# "));
    lines.next().is_some_and(|line| key_line(line, all()).is_some())
}

/// Rows of single letters, separated by blanks, so that each letter is a cell.
fn parted(text: &str) -> String {
    let (head, body) = text.split_once("\n\n").unwrap_or((text, ""));
    let rows = || body.lines().map(str::trim).filter(|row| !row.is_empty());
    let packed = rows().all(|row| !row.contains(char::is_whitespace));
    if !packed || rows().count() < 2 || body.contains(':') {
        return text.to_string();
    }
    let row = |row: &str| row.trim().chars().map(String::from).collect::<Vec<_>>().join(" ");
    let body: Vec<String> = body.lines().map(row).collect();
    format!("{head}\n\n{}\n", body.join("\n"))
}

/// The entry with the solution that its givens form, if it has none yet.
fn solved(mut entry: Entry, chunk: &Chunk<'_>) -> Result<Entry, ParseError> {
    if entry.answers.is_empty() {
        let answer = filled(&entry.puzzle).map_err(|why| ParseError {
            line: chunk.line,
            column: chunk.column,
            found: "a puzzle".into(),
            expected: format!("a drawn solution: {why}"),
        })?;
        entry.answers.push(answer);
    }
    Ok(entry)
}

/// The solution that the givens of a puzzle form if every cell has one.
///
/// # Errors
/// In words, the first cell without a number, or the rule that the numbers break.
fn filled(puzzle: &Puzzle) -> Result<Answer, String> {
    let (rows, cols) = puzzle.size();
    let mut places = vec![None; rows as usize * cols as usize];
    for (c, clue) in (0..).zip(puzzle.clues_json()) {
        let (r, k) = puzzle.place(c);
        let number = clue.as_u64().and_then(|n| u32::try_from(n).ok());
        let at = Spot::of_grid(r, k);
        let number =
            number.ok_or_else(|| format!("there is a number in every cell, and {at} has none"))?;
        places[(r * cols + k) as usize] = Some(number);
    }
    let answer = puzzle.answer_of(&Filled::Numbers(places)).map_err(|why| match why {
        Unfit::Broken(why) | Unfit::Ambiguous(why) | Unfit::Open { why, .. } => why,
    })?;
    puzzle.verify(&answer).map_err(|why| why.to_string())?;
    Ok(answer)
}

/// The puzzle of a drawn solution as [`read`] reads it, checked within the limits of the options.
///
/// # Errors
/// In words: a wish that cannot be fulfilled, or that nothing is drawn.
pub fn drawn(entry: &Entry, wish: &DrawnOptions, options: &Options) -> Result<Drawn, String> {
    let answer = entry.answers.first().ok_or("no solution is drawn")?.clone();
    let puzzle = leveled(&entry.puzzle, &answer, wish, options)?;
    let check = strategy::run(&puzzle, Task::Check, options).map_err(|why| why.to_string())?;
    let verdict = check.verdict();
    if verdict == Verdict::None {
        return Err(
            "the check found no solution where one is drawn; this is a defect of clew".into()
        );
    }
    let other = check.answers.iter().find(|other| **other != answer).cloned();
    let (rows, cols) = puzzle.size();
    let title = match entry.title.is_empty() {
        true => format!("{} {rows}x{cols}", puzzle.family()),
        false => entry.title.clone(),
    };
    let solutions = (verdict == Verdict::Unique).then(|| "1".to_string());
    let (answers, unfit) = (Vec::new(), Vec::new());
    let entry = Entry { puzzle, title, solutions, answers, unfit, ..entry.clone() };
    let made = Made::new(entry, None, wish.with, [0, wish.seed], &options.budget)?;
    Ok(Drawn { made, answer, verdict, other: other.filter(|_| verdict == Verdict::Multiple) })
}

/// Choices of givens that are made for a level.
const CHOICES: u64 = 200;

/// The puzzle with givens chosen from the solution, of the wanted level if there is one.
fn leveled(
    puzzle: &Puzzle,
    answer: &Answer,
    wish: &DrawnOptions,
    options: &Options,
) -> Result<Puzzle, String> {
    let Some(level) = wish.level else { return given(puzzle, answer, wish, wish.seed, options) };
    let mut found = Vec::new();
    for k in 0..CHOICES {
        if options.budget.reached(0).is_some() {
            break;
        }
        let made = given(puzzle, answer, wish, follower(wish.seed, k), options)?;
        let rated = rate(&made, options)?.level;
        if rated == Some(level) {
            return Ok(made);
        }
        found.extend(rated);
        if puzzle.family().drawn.is_some() {
            // Nothing is chosen: all of them are this one.
            break;
        }
    }
    let name = level.keyword();
    let (least, most) = (found.iter().min(), found.iter().max());
    Err(match least.zip(most) {
        Some((least, most)) => format!(
            "none of {} has the level {name}; they are from {} to {}",
            how_many(found.len() as u64, "choice of clues"),
            least.keyword(),
            most.keyword()
        ),
        None => format!("a limit came before clues of the level {name} were found"),
    })
}

/// The puzzle with the givens chosen from the solution.
fn given(
    puzzle: &Puzzle,
    answer: &Answer,
    wish: &DrawnOptions,
    seed: u64,
    options: &Options,
) -> Result<Puzzle, String> {
    let family = puzzle.family();
    if family.drawn.is_some() {
        return match wish.givens {
            None => Ok(puzzle.clone()),
            Some(_) => Err(format!(
                "--givens does not apply: of a {family} the ends of the paths are given"
            )),
        };
    }
    let (rows, cols) = puzzle.size();
    let mut request = Request::new(rows, cols, seed);
    match wish.givens.clone().unwrap_or_default() {
        Givens::All => return Ok(puzzle.clone()),
        Givens::Few => {}
        Givens::Minimal => request.minimal = true,
        Givens::At(mask) if (mask.rows, mask.cols) != (rows, cols) => {
            return Err(format!(
                "the pattern of the givens has {} rows and {} columns, the board {rows} and {cols}",
                mask.rows, mask.cols
            ));
        }
        Givens::At(mask) => request.givens_at = Some(mask),
    }
    let chosen = match wish.keep.is_empty() {
        true => choose(puzzle, answer, &request, false, &options.budget)?,
        false => choose(&kept(puzzle, &wish.keep)?, answer, &request, true, &options.budget)?,
    };
    chosen.ok_or_else(|| match options.budget.reached(0) {
        Some(_) => "a limit came before givens were chosen".into(),
        None => "no givens of this kind determine this solution".into(),
    })
}

/// The puzzle with the numbers of these cells alone.
fn kept(puzzle: &Puzzle, keep: &[Cell]) -> Result<Puzzle, String> {
    let none = || format!("the numbers of a {} cannot be kept", puzzle.family());
    let mut clues = puzzle.clues().ok_or_else(none)?;
    clues.retain(|clue| match clue {
        Clue::Holds { cell, .. } => keep.contains(cell),
        _ => true,
    });
    puzzle.with_clues(&clues).ok_or_else(none)
}

impl Drawn {
    /// The cells in which the other solution differs; none if there is no other solution.
    pub fn differs(&self) -> Vec<Cell> {
        let puzzle = &self.made.entry.puzzle;
        let Some(other) = &self.other else { return Vec::new() };
        let (ours, theirs) = (puzzle.filling(&self.answer), puzzle.filling(other));
        let cells = (0..).zip(ours.iter().zip(&theirs));
        cells.filter(|(_, (a, b))| a != b).map(|(c, _)| c).collect()
    }

    /// In words, that the drawn solution is not the only one, or that this is unknown; `None` if it is the only one.
    pub fn remark(&self) -> Option<String> {
        match self.verdict {
            Verdict::Unique => None,
            Verdict::Multiple => {
                let puzzle = &self.made.entry.puzzle;
                let spot = |c: Cell| {
                    let (row, col) = puzzle.place(c);
                    Spot::of_grid(row, col).to_string()
                };
                let cells = self.differs();
                let at: Vec<String> = cells.iter().take(MOST_SHOWN).map(|&c| spot(c)).collect();
                let more = if cells.len() > MOST_SHOWN { ", ..." } else { "" };
                let differs = match at.is_empty() {
                    true => "another has the same in all cells, on other ways".to_string(),
                    false => format!("another differs in {}{more}", at.join(" ")),
                };
                Some(format!("the drawn solution is not the only one; {differs}"))
            }
            _ => Some(
                "whether the drawn solution is the only one is not known: a limit came first"
                    .into(),
            ),
        }
    }
}

/// The maximum number of differing cells that are listed.
const MOST_SHOWN: usize = 12;

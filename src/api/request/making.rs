//! New puzzles.

use super::reading::{family, words};
use super::{About, Answers, Case, Mistake, Reply, craft};
use crate::api::making::from_solution;
use crate::api::making::from_solution::{Drawn, DrawnOptions, Givens};
use crate::api::making::generate::{GenerateRequest, With};
use crate::api::with_name;
use clew_formats::{self as formats, Reading};
use clew_puzzle::puzzle::family::{BoardSpec, DrawnRules, Mask, Request, Symmetry};
use clew_puzzle::puzzle::format::{Chunk, ChunkKind};
use clew_puzzle::puzzle::ladder::Level;
use clew_puzzle::puzzle::{Entry, Named, Neighbourhood, Wrap};
use clew_solve::generate::{DifficultyTarget, fault_of};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most candidates of which a puzzle is the best.
const MOST_CANDIDATES: u32 = 100;

/// A new puzzle.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub struct GenerateOptions {
    /// hidato, path, numberlink, futoshiki or zip; with --from that of the board
    #[cfg_attr(feature = "cli", arg(required_unless_present = "from"))]
    pub family: Option<String>,
    /// A half-made board as text: its givens stay, and clues are added until there is one solution.
    #[cfg_attr(feature = "cli", arg(skip))]
    pub from: Option<String>,
    /// Rows, at most 64; of a futoshiki 32
    #[cfg_attr(feature = "cli", arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(2..=64)))]
    pub rows: u32,
    /// Columns; as many as rows if left out
    #[cfg_attr(feature = "cli", arg(long, value_parser = clap::value_parser!(u32).range(2..=64)))]
    pub cols: Option<u32>,
    /// 4, 8 or hex
    #[cfg_attr(feature = "cli", arg(long, ignore_case = true))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub neighbours: Option<Neighbourhood>,
    /// Places of the grid without a cell
    #[cfg_attr(feature = "cli", arg(long, default_value_t = 0))]
    pub holes: u32,
    /// The shape of the board in place of its size: rows of `.` for a cell and `#` for none.
    #[cfg_attr(feature = "cli", arg(skip))]
    pub mask: Option<String>,
    /// Hidato, path, numberlink: join opposite sides, so that rows, columns or both go round
    #[cfg_attr(feature = "cli", arg(long, value_name = "WHICH", value_parser = super::word::<Wrap>()))]
    pub wrap: Option<Wrap>,
    /// Hidato, path, numberlink: walls between neighbours
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value_t = 0))]
    pub walls: u32,
    /// Hidato, path: marks between cells that follow each other, as in Rikudo
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value_t = 0))]
    pub links: u32,
    /// Numberlink: places where lines cross
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value_t = 0))]
    pub bridges: u32,
    /// Share of cells given (hidato) or of pairs with a sign (futoshiki), from 0 to 1, before clues are added until there
    /// is one solution; if left out, hardly more is given than is needed (futoshiki: up to 12 rows)
    #[cfg_attr(feature = "cli", arg(long))]
    pub density: Option<f64>,
    /// Hidato, futoshiki: the exact number of givens; puzzles are made until one has a single solution with them (futoshiki: signs
    /// are added)
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", conflicts_with = "minimal"))]
    pub givens: Option<u32>,
    /// Take out every given and sign that is not needed; with --symmetric every pair, so that one of a pair may
    /// be more than is needed. Requested walls and marks stay
    #[cfg_attr(feature = "cli", arg(long))]
    pub minimal: bool,
    /// Hidato, futoshiki, numberlink: the cells with numbers or ends look the same after this change of the grid; hidato,
    /// futoshiki: a mask, too; hidato: holes too, for half-turn
    #[cfg_attr(feature = "cli", arg(long, value_name = "WHICH", value_parser = super::word::<Symmetry>()))]
    pub symmetry: Option<Symmetry>,
    /// Hidato, futoshiki: the cells whose numbers are given, as a mask. Of a hidato no other numbers are given, of a
    /// futoshiki signs, too.
    #[cfg_attr(feature = "cli", arg(skip))]
    pub givens_at: Option<String>,
    /// Hidato: no two numbers that follow each other are given
    #[cfg_attr(feature = "cli", arg(long))]
    pub no_runs: bool,
    /// Hidato: the first and the last number need not be given; with --minimal they are given only where they are needed
    #[cfg_attr(feature = "cli", arg(long))]
    pub free_ends: bool,
    /// Numberlink: the number of labels, or a range such as 6-9; if left out, about the side of the board by two
    /// thirds
    #[cfg_attr(feature = "cli", arg(long, value_name = "RANGE", value_parser = counts))]
    pub labels: Option<(u32, u32)>,
    /// Numberlink: no path has fewer cells; 4 if left out, where the board allows it
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..)))]
    pub shortest: Option<u32>,
    /// Numberlink with the rule cover=partial: how many cells the paths leave empty, or a range such as 5-12
    #[cfg_attr(feature = "cli", arg(long, value_name = "RANGE", value_parser = counts))]
    pub empty: Option<(u32, u32)>,
    /// Numberlink: how many turns the paths have together, or a range such as 30-40
    #[cfg_attr(feature = "cli", arg(long, value_name = "RANGE", value_parser = counts))]
    pub turns: Option<(u32, u32)>,
    /// Futoshiki: give signs, and no numbers
    #[cfg_attr(feature = "cli", arg(long, conflicts_with_all = ["symmetric", "symmetry"]))]
    pub signs_only: bool,
    /// Futoshiki: the places of signs have the symmetry of --symmetry, too
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "signs_only"))]
    pub symmetric_signs: bool,
    /// Futoshiki: signs lead through this number of cells, one beside the other, each greater than the one before
    #[cfg_attr(feature = "cli", arg(long, value_name = "CELLS", value_parser = clap::value_parser!(u32).range(2..)))]
    pub chain: Option<u32>,
    /// Path: give both ends, and walls until there is one line
    #[cfg_attr(feature = "cli", arg(long))]
    pub unique: bool,
    /// Rules of the family: keys of the formats with their words.
    #[cfg_attr(feature = "cli", arg(skip))]
    pub rules: BTreeMap<String, String>,
    /// The level, see `clew rate`; clues, or ends of paths, are added and taken away until it has it
    #[cfg_attr(feature = "cli", arg(long, value_name = "LEVEL", value_parser = super::word::<Level>()))]
    pub level: Option<Level>,
    /// The score, see `clew rate`: a number, or a range such as 120-150
    #[cfg_attr(feature = "cli", arg(long, value_name = "RANGE", value_parser = range))]
    pub score: Option<(u64, u64)>,
    /// Make each puzzle the best-looking one of this many, at most 100: givens that are symmetric, spread out, apart from
    /// each other, in no blocks and no runs
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100)))]
    pub best: u32,
    /// The same seed makes the same puzzle, with the same version of clew
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value_t = 1))]
    pub seed: u64,
}

impl Default for GenerateOptions {
    fn default() -> GenerateOptions {
        GenerateOptions {
            family: None,
            from: None,
            rows: 6,
            cols: None,
            neighbours: None,
            holes: 0,
            mask: None,
            wrap: None,
            walls: 0,
            links: 0,
            bridges: 0,
            density: None,
            givens: None,
            minimal: false,
            symmetry: None,
            givens_at: None,
            no_runs: false,
            free_ends: false,
            labels: None,
            shortest: None,
            empty: None,
            turns: None,
            signs_only: false,
            symmetric_signs: false,
            chain: None,
            unique: false,
            rules: BTreeMap::new(),
            level: None,
            score: None,
            best: 1,
            seed: 1,
        }
    }
}

/// Reads a range of whole numbers: `100-200`, or one number for itself.
///
/// # Errors
/// In words.
pub fn range(text: &str) -> Result<(u64, u64), String> {
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| "expected 100 or 100-200");
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let (least, most) = (number(least)?, number(most)?);
    if least > most {
        return Err("the range is empty: the first number is the larger one".into());
    }
    Ok((least, most))
}

/// Reads a range of numbers from 1: `6-9`, or one number for itself.
///
/// # Errors
/// In words.
#[cfg(feature = "cli")]
fn counts(text: &str) -> Result<(u32, u32), String> {
    let small = |n: u64| u32::try_from(n).ok().filter(|n| *n > 0);
    let expected = || "expected 6 or 6-9, from 1".to_string();
    let (least, most) = range(text).map_err(|_| expected())?;
    small(least).zip(small(most)).ok_or_else(expected)
}

impl GenerateOptions {
    /// The specification of one puzzle.
    ///
    /// # Errors
    /// In words, if a name is unknown, a pattern cannot be read, or options contradict each other.
    pub fn specification(&self) -> Result<GenerateRequest, String> {
        let from = self.from.as_deref().map(half_made).transpose()?;
        self.specification_of(from)
    }

    /// The same, with a half-made board that was read.
    ///
    /// # Errors
    /// As [`specification`](Self::specification).
    pub fn specification_of(&self, from: Option<Entry>) -> Result<GenerateRequest, String> {
        let named = self.named(from.as_ref())?;
        if self.density.is_some_and(|density| !(0.0..=1.0).contains(&density)) {
            return Err("--density goes from 0 to 1".into());
        }
        if !(1..=MOST_CANDIDATES).contains(&self.best) {
            return Err(format!("--best goes from 1 to {MOST_CANDIDATES}"));
        }
        if self.symmetric_signs && self.symmetry.is_none() {
            return Err("--symmetric-signs goes with --symmetry, which names the symmetry".into());
        }
        if self.level == Some(Level::Beyond) && self.score.is_some() {
            let why = "steps that do not end with a solution have no score to wish for";
            return Err(format!("--score does not apply with --level beyond: {why}"));
        }
        let (_, last) = Level::Extreme.scores();
        if self.score.is_some_and(|(least, _)| least > last) {
            return Err(format!(
                "--score: the scores of puzzles that steps solve end at {last}; --level beyond makes others"
            ));
        }
        if let (Some(level), Some((least, most))) = (self.level, self.score)
            && let (first, last) = level.scores()
            && (most < first || least > last)
        {
            let level = level.keyword();
            return Err(format!(
                "--score does not go with --level {level}, which has the scores {first} to {last}"
            ));
        }
        let mask = self.mask.as_deref().map(Mask::parse).transpose();
        let mask = mask.map_err(|why| format!("mask: {why}"))?.map(Arc::new);
        let givens_at = self.givens_at.as_deref().map(Mask::parse).transpose();
        let givens_at = givens_at.map_err(|why| format!("givens_at: {why}"))?.map(Arc::new);
        let (rows, cols) = match &from {
            Some(half) => half.puzzle.size(),
            None => self.size(mask.as_deref())?,
        };
        let request = Request {
            rows,
            cols,
            neighbours: self.neighbours.or(named.alias.and_then(|alias| alias.neighbours)),
            holes: self.holes,
            ground: BoardSpec {
                mask,
                wrap: self.wrap.unwrap_or_default(),
                walls: self.walls,
                links: self.links,
                bridges: self.bridges,
            },
            density: self.density,
            givens: self.givens,
            minimal: self.minimal,
            symmetry: self.symmetry,
            givens_at,
            no_runs: self.no_runs,
            free_ends: self.free_ends,
            labels: self.labels,
            shortest: self.shortest,
            empty: self.empty,
            turns: self.turns,
            signs_only: self.signs_only,
            symmetric_signs: self.symmetric_signs,
            chain: self.chain,
            unique: self.unique,
            words: with_name(words(&self.rules)?, Some(named)),
            seed: self.seed,
            stream: 0,
        };
        let of_score = self.score.map(|(least, most)| [least, most].map(Level::of_score));
        let level = self.level.or(of_score.and_then(|[a, b]| (a == b).then_some(a)));
        let wish = DifficultyTarget { level, score: self.score };
        let with = With::default();
        let best = self.best;
        Ok(GenerateRequest { family: named.family, request, wish, count: 1, best, with, from })
    }

    /// The family, which a half-made board has.
    fn named(&self, from: Option<&Entry>) -> Result<Named, String> {
        let stated = self.family.as_deref().map(family).transpose()?;
        match (from.map(|half| half.puzzle.family()), stated) {
            (Some(found), Some(named)) if found != named.family => {
                Err(format!("--from is a {found}, not a {}", named.family))
            }
            (_, Some(named)) => Ok(named),
            (Some(family), None) => Ok(Named { family, alias: None }),
            (None, None) => Err("a family, or --from FILE, is expected".into()),
        }
    }

    /// Rows and columns.
    fn size(&self, mask: Option<&Mask>) -> Result<(u32, u32), String> {
        let (rows, cols) = match mask {
            Some(mask) => (mask.rows, mask.cols),
            None => (self.rows, self.cols.unwrap_or(self.rows)),
        };
        if rows as usize > Mask::MOST || cols as usize > Mask::MOST {
            return Err(format!("at most {} rows and columns are made here", Mask::MOST));
        }
        let cells = mask.map_or((rows * cols) as usize, |mask| {
            mask.present.iter().filter(|&&present| present).count()
        });
        if cells < 2 {
            return Err("--mask leaves fewer than two cells".into());
        }
        if self.holes as usize > cells - 2 {
            return Err("--holes leaves fewer than two cells".into());
        }
        Ok((rows, cols))
    }
}

/// The one puzzle of a text.
fn half_made(text: &str) -> Result<Entry, String> {
    let mut all = formats::read_all(text, &Reading::default()).into_iter();
    match (all.next(), all.next()) {
        (Some(Ok(entry)), None) => Ok(entry),
        (Some(Err(why)), _) => Err(why.to_string()),
        _ => Err("one half-made board is expected".into()),
    }
}

impl Answers for GenerateOptions {
    const ABOUT: About = About::Nothing;

    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        let wanted = self.specification()?;
        if let Some(why) =
            wanted.from.as_ref().and_then(|half| fault_of(&half.puzzle, case.budget()))
        {
            return Err(why.into());
        }
        let mut last = None;
        let mut rejected = |n: u64| {
            if last != Some(n) {
                last = Some(n);
                (case.hear)(&format!("{{\"rejected\":{n}}}"));
            }
        };
        let made = wanted.one(0, self.seed, case.budget(), &mut rejected)?;
        let made = made.ok_or_else(|| Mistake::out_of(case.budget().why()))?;
        Ok(craft::puzzle(&made.entry))
    }
}

/// The puzzle of a drawn solution, which is the text of the request.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct FromSolutionOptions {
    /// `few`, `minimal`, `all`, or a pattern: a line for each row, `#` where nothing is given.
    pub givens: Option<String>,
    /// Places whose numbers are given in any case, counted from 0.
    pub keep: Vec<(u32, u32)>,
    /// The level; choices of clues are made until one has it.
    pub level: Option<Level>,
    /// Another seed, other numbers.
    pub seed: u64,
}

impl Default for FromSolutionOptions {
    fn default() -> FromSolutionOptions {
        FromSolutionOptions { givens: None, keep: Vec::new(), level: None, seed: 1 }
    }
}

impl Answers for FromSolutionOptions {
    const ABOUT: About = About::Text;

    /// A note states whether the drawn solution is the only one.
    fn answer(&self, case: &Case<'_>) -> Result<Reply, Mistake> {
        let text = case.text.ok_or_else(|| {
            Mistake::from("the request has no \"puzzle\": a drawn solution".to_string())
        })?;
        let drawn = self.drawn(text, case)?;
        let mut reply = craft::puzzle(&drawn.made.entry);
        reply.notes.extend(drawn.remark());
        Ok(reply)
    }
}

impl FromSolutionOptions {
    fn drawn(&self, text: &str, case: &Case<'_>) -> Result<Drawn, Mistake> {
        let said = &case.reading;
        let rules = DrawnRules { words: said.words.clone(), neighbours: said.neighbours };
        let json = text.trim_start().starts_with('{');
        let kind = if json { ChunkKind::Json } else { ChunkKind::Native };
        let chunk = Chunk { kind, text, line: 1, column: 1 };
        let entry = from_solution::read(&chunk, said, &rules).map_err(|why| Mistake::from(&why))?;
        let givens = match self.givens.as_deref() {
            None => None,
            Some("few") => Some(Givens::Few),
            Some("minimal") => Some(Givens::Minimal),
            Some("all") => Some(Givens::All),
            Some(pattern) => Some(Givens::At(Arc::new(Mask::parse(pattern)?))),
        };
        let cell = |&(row, col): &(u32, u32)| {
            let none = || format!("there is no cell at row {}, column {}", row + 1, col + 1);
            entry.puzzle.cell_at(row, col).ok_or_else(none)
        };
        let keep = self.keep.iter().map(cell).collect::<Result<Vec<_>, _>>()?;
        let (with, seed, level) = (With::default(), self.seed, self.level);
        let wish = DrawnOptions { givens, with, seed, keep, level };
        Ok(from_solution::drawn(&entry, &wish, &case.options)?)
    }
}

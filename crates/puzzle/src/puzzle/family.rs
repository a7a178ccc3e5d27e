//! The static description of a family of puzzles: its words, its networks, how its puzzles are read and generated.
//!
//! A family states itself once, as a constant [`FamilyInfo`] in its folder; the registry lists these.
//! Readers, writers, help texts and generators use the handle [`Family`] and know no family by name.

mod making;

pub use self::making::{BoardSpec, Grade, Graded, Judgement, Request, UniquenessOracle};
use super::board::Neighbourhood;
use super::format::{Clue, Draft, Fault, GridLayout};
use super::formulated::FormulationInfo;
use super::network::{Goal, NetworkInfo};
use super::{Answer, Entry, Puzzle};
pub use crate::puzzle::grid::mask::Mask;
pub use crate::puzzle::grid::symmetry::Symmetry;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;

/// Which boards a family is played on. It decides which keys of the formats apply to the family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Boards {
    /// None: the family has a layout of its own.
    None,
    /// Grids: `neighbours` and `walls`.
    Grids,
    /// Grids and free points, with numbers: also `board`, `reach`, `points` and `first`.
    GridsAndPoints,
}

/// A key of the formats whose value is one of a few words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WordKey {
    /// The key.
    pub name: &'static str,
    /// The words it may have, the default first.
    pub values: &'static [&'static str],
    /// The help of an option of the program that has the name of the key, if there is to be one; a key with the words
    /// `no` and `yes` is a flag there.
    pub option: Option<&'static str>,
}

/// A key of the formats whose value is a list of pairs of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairKey {
    /// The key.
    pub name: &'static str,
    /// The character between the two cells in the text format.
    pub between: char,
    /// A pair as an example, for messages.
    pub like: &'static str,
    /// Whether a number may follow a pair, `=2`; without one it is 1. Such pairs are rare: JSON omits the key if there
    /// are none.
    pub numbered: bool,
}

/// Wording about the labels of a family, for repair messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LabelWords {
    /// Between a cell and the name of the label that it has.
    pub held: &'static str,
    /// The message that some labels contradict each other, also without the rules that
    /// [`Rules::weakened`](super::Rules::weakened) drops; their names follow.
    pub conflict: &'static str,
    /// The message that there is a solution with all labels if these rules are dropped.
    pub weakened: &'static str,
    /// Why a puzzle file cannot state which label a cell has; it follows the sentence that it cannot.
    pub unstatable: &'static str,
}

impl LabelWords {
    /// For families without rules about labels.
    pub const NONE: LabelWords = LabelWords {
        held: "=",
        conflict: "these labels contradict each other",
        weakened: "the labels do not contradict each other, only the rules all together",
        unstatable: "",
    };
}

/// How other formats know the puzzles of a family.
///
/// A format has its own names for the puzzles it holds, and fixes rules that the family leaves open. Formats look these
/// up, so that no format depends on the family of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// The group of formats that use the name.
    pub of: &'static str,
    /// The name there.
    pub name: &'static str,
    /// Which cells are neighbours there; `None` if the format states that for each puzzle.
    pub neighbours: Option<Neighbourhood>,
    /// For each key of the family's words, the word that holds there; empty where the format leaves it open, so that
    /// the reader has to supply it.
    pub words: &'static [&'static str],
}

/// Another name for the puzzles of a family, with the rules that it brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alias {
    /// The name, in small letters and digits.
    pub name: &'static str,
    /// Which cells are neighbours; `None`: the family's default.
    pub neighbours: Option<Neighbourhood>,
    /// Per key of the family's words, the word that holds; all left out: the defaults.
    pub words: &'static [&'static str],
}

impl Alias {
    /// A name that brings neighbours.
    pub const fn with_moves(name: &'static str, neighbours: Neighbourhood) -> Alias {
        Alias { name, neighbours: Some(neighbours), words: &[] }
    }

    /// A name that brings the words of the family's keys, or none.
    pub const fn with_words(name: &'static str, words: &'static [&'static str]) -> Alias {
        Alias { name, neighbours: None, words }
    }
}

/// A family with the name it was found by.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Named {
    /// The family.
    pub family: Family,
    /// The name with its rules, if it is another one than the keyword.
    pub alias: Option<Alias>,
}

impl Named {
    /// The family of a name: its keyword or one of its aliases, in letters of any case; blanks and
    /// hyphens do not count.
    pub fn find(families: &[Family], name: &str) -> Option<Named> {
        let letters = |text: &str| -> String {
            let kept = text.chars().filter(|c| !" -_'".contains(*c));
            kept.flat_map(char::to_lowercase).collect()
        };
        let wanted = letters(name);
        families.iter().find_map(|&family| {
            if family.keyword() == wanted {
                return Some(Named { family, alias: None });
            }
            let alias = family.aliases.iter().find(|alias| alias.name == wanted)?;
            Some(Named { family, alias: Some(*alias) })
        })
    }

    /// Which cells are neighbours, unless stated elsewhere.
    pub fn neighbours(self) -> Neighbourhood {
        self.alias.and_then(|alias| alias.neighbours).unwrap_or(self.family.neighbours)
    }

    /// For each key of the family's words, the word that holds unless stated elsewhere.
    pub fn words(self) -> Vec<&'static str> {
        let own = self.alias.map_or(&[][..], |alias| alias.words);
        let word = |(i, key): (usize, &WordKey)| own.get(i).copied().unwrap_or(key.values[0]);
        self.family.words.iter().enumerate().map(word).collect()
    }

    /// Whether the name determines which cells are neighbours.
    pub fn sets_neighbours(self) -> bool {
        self.alias.is_some_and(|alias| alias.neighbours.is_some())
    }

    /// Whether the name determines the words of the family's keys.
    pub fn sets_words(self) -> bool {
        self.alias.is_some_and(|alias| !alias.words.is_empty())
    }
}

/// The meaning of a given of a grid, or what was expected there instead.
pub type ClueResult = Result<Clue, String>;

/// The description of a family.
pub struct FamilyInfo {
    /// The keyword of the formats.
    pub keyword: &'static str,
    /// Other names that people use.
    pub aliases: &'static [Alias],
    /// The task of the solver, in a few words, for help texts.
    pub summary: &'static str,
    /// A small puzzle in the text format, for help texts; empty if there is none to show.
    pub example: &'static str,
    /// Which cells are neighbours where the file does not state it.
    pub neighbours: Neighbourhood,
    /// Which boards it is played on.
    pub boards: Boards,
    /// The keys of special grids that it has: `wrap`, `bridges`.
    pub grids: &'static [&'static str],
    /// Its own keys with a word as value.
    pub words: &'static [WordKey],
    /// Its own keys with pairs of cells as value.
    pub pairs: &'static [PairKey],
    /// Its wording about labels.
    pub labels: LabelWords,
    /// The goals by which answers can be compared.
    pub goals: &'static [Goal],
    /// How other formats know it.
    pub dialects: &'static [Dialect],
    /// Its networks; the first is the default of most puzzles.
    pub networks: &'static [NetworkInfo],
    /// Its models for other solvers.
    pub formulations: &'static [FormulationInfo],
    /// The meaning of a token of a grid that is neither `.` nor `#`.
    pub clue: fn(&str) -> ClueResult,
    /// The meaning of a JSON value in a grid.
    pub json_clue: fn(&serde_json::Value) -> ClueResult,
    /// Its own layout of the grid in the text format, where that is not rows of tokens.
    pub layout: Option<GridLayout>,
    /// Makes a puzzle of a draft, or returns the fault and its place.
    pub read: for<'a> fn(Draft<'a>) -> Result<Puzzle, Fault<'a>>,
    /// Makes a new puzzle; an error is a message about the request.
    pub generate: fn(&Request, UniquenessOracle<'_>) -> Result<Entry, String>,
    /// Makes a puzzle of a draft in which the solution is drawn, where the givens of a puzzle are not enough to state
    /// one; with its solution.
    pub drawn: Option<DrawnReader>,
    /// Chooses the givens for a solution, where the family can.
    pub choose: Option<Chooser>,
}

impl FamilyInfo {
    /// A family on grids with cells that are neighbours along rows and columns, in which tokens are names; it has
    /// nothing else. A family overrides its own parts, so that parts added later do not change it: `FamilyInfo {
    /// keyword: "loop", ..FamilyInfo::PLAIN }`.
    pub const PLAIN: FamilyInfo = FamilyInfo {
        keyword: "",
        aliases: &[],
        summary: "",
        example: "",
        neighbours: Neighbourhood::Rook,
        boards: Boards::Grids,
        grids: &[],
        words: &[],
        pairs: &[],
        labels: LabelWords::NONE,
        goals: &[],
        dialects: &[],
        networks: &[],
        formulations: &[],
        clue: |text| Ok(Clue::Label(text.into())),
        json_clue: |value| match value.as_str() {
            Some("#") => Ok(Clue::Hole),
            Some(text) => Ok(Clue::Label(text.into())),
            None => Err("null, \"#\" or a text".into()),
        },
        layout: None,
        read: |draft| Err(Fault::new(draft.origin, "a family that files can state")),
        generate: |_, _| Err("no puzzles of this family can be made".into()),
        drawn: None,
        choose: None,
    };

    /// Whether the key, which some family uses, applies here.
    pub fn understands(&self, key: &str) -> bool {
        match key {
            "neighbours" | "walls" => self.boards != Boards::None,
            "board" | "reach" | "points" | "first" => self.boards == Boards::GridsAndPoints,
            "wrap" | "bridges" => self.grids.contains(&key),
            _ => {
                self.words.iter().any(|w| w.name == key) || self.pairs.iter().any(|p| p.name == key)
            }
        }
    }
}

/// Reads a drawn solution: its puzzle, and the solution.
pub(crate) type DrawnReader = for<'a> fn(Draft<'a>) -> Result<(Puzzle, Answer), Fault<'a>>;

/// Chooses clues for a solution. `None`: no admissible clues determine it. An error is a message that names the part of
/// the request that cannot be met.
pub(crate) type Chooser =
    fn(&ChooserInput<'_>, UniquenessOracle<'_>) -> Result<Option<Puzzle>, String>;

/// A solution for which clues are to be chosen.
#[derive(Clone, Copy, Debug)]
pub struct ChooserInput<'a> {
    /// Board and rules, and clues that stay.
    pub puzzle: &'a Puzzle,
    /// A solution of it; where a family has labels, one with these labels alone, which may leave cells empty.
    pub answer: &'a Answer,
    /// The requested properties; the size is that of the puzzle.
    pub request: &'a Request,
    /// Whether the numbers of the puzzle stay given. If not, they are those of the solution and are chosen anew; signs
    /// and walls stay, and signs are chosen only where there are none.
    pub numbers_stay: bool,
}

/// Rules that replace those of the file of a drawn solution: some are needed while it is read.
#[derive(Clone, Debug, Default)]
pub struct DrawnRules {
    /// Keys of rules with their words.
    pub words: Vec<(&'static str, &'static str)>,
    /// Which cells are neighbours.
    pub neighbours: Option<Neighbourhood>,
}

/// A family: a handle to its description. Two are equal if their keywords are.
#[derive(Clone, Copy)]
pub struct Family(&'static FamilyInfo);

impl Family {
    /// The handle of a family.
    pub const fn new(info: &'static FamilyInfo) -> Family {
        Family(info)
    }

    /// The keyword of the formats.
    pub fn keyword(self) -> &'static str {
        self.0.keyword
    }

    /// Whether it is the very same description, not only one with the same keyword.
    pub fn is(self, other: Family) -> bool {
        std::ptr::eq(self.0, other.0)
    }

    /// Its networks, the default of most puzzles first.
    pub fn networks(self) -> &'static [NetworkInfo] {
        self.0.networks
    }
}

impl Deref for Family {
    type Target = FamilyInfo;

    fn deref(&self) -> &FamilyInfo {
        self.0
    }
}

impl PartialEq for Family {
    fn eq(&self, other: &Family) -> bool {
        self.keyword() == other.keyword()
    }
}

impl Eq for Family {}

impl PartialOrd for Family {
    fn partial_cmp(&self, other: &Family) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Family {
    fn cmp(&self, other: &Family) -> Ordering {
        self.keyword().cmp(other.keyword())
    }
}

impl Hash for Family {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.keyword().hash(state);
    }
}

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.keyword())
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.keyword())
    }
}

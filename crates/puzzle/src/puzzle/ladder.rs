//! How a person solves a puzzle: the techniques of a family.
//!
//! A [`Ladder`] is a puzzle while a person solves it, with the techniques that the person knows, the cheapest first:
//! its rungs. It never searches: a technique looks at the position and names
//! everything it can conclude there. The caller (`crate::explain`) decides which techniques to try and applies their
//! findings.
//!
//! Techniques conclude all they can from one position, and never depend on the order of cells: that
//! makes ratings equal for a puzzle and its mirror image.

use super::{Answer, Cell};
use crate::keywords;

/// Something that is true or false in a solution.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fact {
    /// The cell holds this number, 1-based.
    Number {
        /// The cell.
        cell: Cell,
        /// Its number.
        number: u32,
    },
    /// A path goes from one cell to its neighbour.
    Link {
        /// The smaller cell.
        from: Cell,
        /// The larger one.
        to: Cell,
    },
}

/// A fact, and whether it holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Finding {
    /// The fact.
    pub fact: Fact,
    /// It is true; otherwise it is false.
    pub holds: bool,
}

impl Finding {
    /// The cell holds the number.
    pub fn is(cell: Cell, number: u32) -> Finding {
        Finding { fact: Fact::Number { cell, number }, holds: true }
    }

    /// The cell does not hold the number.
    pub fn is_not(cell: Cell, number: u32) -> Finding {
        Finding { fact: Fact::Number { cell, number }, holds: false }
    }

    /// A path goes between the cells, or none does.
    pub fn link([from, to]: [Cell; 2], holds: bool) -> Finding {
        Finding { fact: Fact::Link { from: from.min(to), to: from.max(to) }, holds }
    }

    /// The opposite.
    pub fn negated(self) -> Finding {
        Finding { holds: !self.holds, ..self }
    }
}

/// How hard a technique is, or a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Conclusions that are seen at a glance.
    Trivial,
    /// One rule applied at one place.
    Easy,
    /// Several cells at once.
    Tricky,
    /// Patterns that one has to look for.
    Hard,
    /// Assuming something and seeing it fail.
    Extreme,
    /// Of a puzzle only: it has one solution, which the techniques do not reach.
    Beyond,
}

impl Level {
    /// The word of results.
    pub fn keyword(self) -> &'static str {
        match self {
            Level::Trivial => "trivial",
            Level::Easy => "easy",
            Level::Tricky => "tricky",
            Level::Hard => "hard",
            Level::Extreme => "extreme",
            Level::Beyond => "beyond",
        }
    }

    /// The scale of scores: each level begins here and ends before the next one.
    pub const SCALE: [(Level, u64); 6] = [
        (Level::Trivial, 0),
        (Level::Easy, 100),
        (Level::Tricky, 200),
        (Level::Hard, 300),
        (Level::Extreme, 400),
        (Level::Beyond, 500),
    ];

    /// The level of a score.
    pub fn of_score(score: u64) -> Level {
        let met = Level::SCALE.iter().rev().find(|(_, from)| score >= *from);
        met.map_or(Level::Trivial, |(level, _)| *level)
    }

    /// The least and the greatest score of the level.
    pub fn scores(self) -> (u64, u64) {
        let from = |level: usize| Level::SCALE.get(level).map(|(_, from)| *from);
        let first = from(self as usize).unwrap_or_default();
        (first, from(self as usize + 1).map_or(first + 99, |next| next - 1))
    }

    /// The score of a puzzle of this level whose steps cost so much: six more for twice the effort, within the level.
    pub fn score(self, effort: u64) -> u64 {
        let (first, last) = self.scores();
        // Six times the logarithm is that of the sixth power; the bound keeps that within the integers.
        let doubled = (u128::from(effort.min(1 << 20)) + 1).pow(6).ilog2();
        (first + u64::from(doubled)).min(last)
    }

    /// How many of five stars stand for it in print.
    pub fn stars(self) -> u32 {
        (self as u32 + 1).min(5)
    }

    /// All levels, the easiest first.
    pub const ALL: [Level; 6] =
        [Level::Trivial, Level::Easy, Level::Tricky, Level::Hard, Level::Extreme, Level::Beyond];
}

keywords!(Level, "level", Level::keyword, [Trivial, Easy, Tricky, Hard, Extreme, Beyond]);

/// The amount that a person has to keep in mind to follow an assumption, ordered by the marks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Extent {
    /// Edges that are drawn, or numbers that are placed; at least 1.
    pub marks: u32,
    /// Connected pieces of path, of those that are drawn; for numbers as many as there are.
    pub pieces: u32,
}

impl Extent {
    /// Whether it is not more than another one in anything.
    pub fn is_within(self, reach: Extent) -> bool {
        self.marks <= reach.marks && self.pieces <= reach.pieces
    }
}

/// A piece of path that was drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The label of the path, if that is known.
    pub name: Option<String>,
    /// Its cells in their order: ends and bends, or all of them on a board without rows and columns.
    pub cells: Vec<Cell>,
}

/// How a technique is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// One has to search for it.
    Idea,
    /// One applies it automatically, so also under an assumption.
    Habit,
    /// A habit that explanations leave out: the numbers it strikes out are obvious.
    Silent,
    /// Something is assumed and followed by habit, until that fails within this extent.
    Trial(Extent),
    /// The same, and where habits end a technique that assumes nothing, and is at most tricky, may meet the
    /// contradiction.
    Glance(Extent),
    /// Something is assumed and followed with all techniques that assume nothing.
    Search,
}

/// A rung: a way of concluding something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Technique {
    /// The name in results: family, dot, name.
    pub name: &'static str,
    /// Its heading for people.
    pub title: &'static str,
    /// How hard it is.
    pub level: Level,
    /// The effort of one use.
    pub weight: u32,
    /// How it is used.
    pub usage: Use,
}

impl Technique {
    /// A technique: its name, heading, level and weight.
    pub const fn new(
        name: &'static str,
        title: &'static str,
        level: Level,
        weight: u32,
    ) -> Technique {
        Technique { name, title, level, weight, usage: Use::Idea }
    }

    /// One that is a habit.
    pub const fn habit(self) -> Technique {
        Technique { usage: Use::Habit, ..self }
    }

    /// A habit that explanations leave out.
    pub const fn silent(self) -> Technique {
        Technique { usage: Use::Silent, ..self }
    }

    /// One that assumes something, to see it fail within this number of marks and pieces.
    pub const fn trial(self, marks: u32, pieces: u32) -> Technique {
        Technique { usage: Use::Trial(Extent { marks, pieces }), ..self }
    }

    /// One that assumes something and meets the contradiction with a technique that is at most tricky.
    pub const fn glance(self, marks: u32, pieces: u32) -> Technique {
        Technique { usage: Use::Glance(Extent { marks, pieces }), ..self }
    }

    /// One that assumes something and follows it with all techniques.
    pub const fn search(self) -> Technique {
        Technique { usage: Use::Search, ..self }
    }

    /// Whether one applies it automatically.
    pub fn is_habit(&self) -> bool {
        matches!(self.usage, Use::Habit | Use::Silent)
    }

    /// Whether it assumes something.
    pub fn assumes(&self) -> bool {
        matches!(self.usage, Use::Trial(_) | Use::Glance(_) | Use::Search)
    }
}

/// The conclusion of a technique at one place.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Deduction {
    /// The findings: at least one, and none was known before.
    pub findings: Vec<Finding>,
    /// Where it was seen, in the ladder's own terms: [`Ladder::tell`] turns it into a sentence.
    pub subject: [u32; 4],
}

/// The deductions of one look, one after the other. Callers reuse one value and clear it, because most looks find
/// nothing or little, and an allocation per deduction would cost more than the looks.
#[derive(Clone, Default, Debug)]
pub struct Found {
    findings: Vec<Finding>,
    /// Per deduction where its findings end, and its subject.
    ends: Vec<(usize, [u32; 4])>,
    /// The contradiction, if the look has shown that the position cannot be completed.
    pub nonsense: Option<Contradiction>,
}

impl Found {
    /// Adds a deduction, unless it is empty.
    pub fn add(&mut self, findings: impl IntoIterator<Item = Finding>, subject: [u32; 4]) {
        let from = self.findings.len();
        self.findings.extend(findings);
        if self.findings.len() > from {
            self.ends.push((self.findings.len(), subject));
        }
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// How many deductions there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Forgets them and keeps the memory.
    pub fn clear(&mut self) {
        self.findings.clear();
        self.ends.clear();
        self.nonsense = None;
    }

    /// The findings of all deductions, in their order.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The deductions, in the order in which they were added.
    pub fn deductions(&self) -> impl Iterator<Item = Deduction> + '_ {
        let mut from = 0;
        self.ends.iter().map(move |&(end, subject)| {
            let findings = self.findings[std::mem::replace(&mut from, end)..end].to_vec();
            Deduction { findings, subject }
        })
    }
}

/// A deduction as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepText {
    /// Where to look.
    pub cells: Vec<Cell>,
    /// The known facts it uses.
    pub because: Vec<Finding>,
    /// Why, as a sentence without its end: the printing code adds the conclusion.
    pub reason: String,
}

impl StepText {
    /// A deduction from pencil marks, not from single facts that are known.
    pub fn of_marks(cells: Vec<Cell>, reason: String) -> StepText {
        StepText { cells, because: Vec::new(), reason }
    }
}

/// The position cannot be completed: why, as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction {
    /// Why, as a sentence.
    pub why: String,
    /// The cells that show it; none if it does not concern single cells.
    pub cells: Vec<Cell>,
}

impl Contradiction {
    /// A contradiction at these cells.
    pub fn at(cells: impl Into<Vec<Cell>>, why: impl Into<String>) -> Contradiction {
        Contradiction { why: why.into(), cells: cells.into() }
    }
}

/// Why a puzzle cannot be solved in steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoLadder {
    /// No steps are known for puzzles like this one; the message gives the reason.
    Unsuited(String),
    /// The givens contradict each other: there is no solution.
    Nonsense(Contradiction),
}

impl From<Contradiction> for NoLadder {
    fn from(nonsense: Contradiction) -> NoLadder {
        NoLadder::Nonsense(nonsense)
    }
}

/// The pencil marks of a person on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PencilMark {
    /// For each cell the numbers it may still hold, ascending; none where a number is placed, and where more are left
    /// than the limit.
    Numbers(Vec<Vec<u32>>),
    /// The pairs of neighbours about which it is known whether a path joins them.
    Links(Vec<([Cell; 2], bool)>),
}

/// A puzzle while a person solves it.
pub trait Ladder: Send {
    /// The rungs, the cheapest first. [`look`](Ladder::look) is not called for those that assume something.
    fn techniques(&self) -> &'static [Technique];

    /// Adds everything that a technique concludes here. A ladder may remember where a technique found nothing, so
    /// as not to look there again before something has changed.
    fn look(&mut self, technique: usize, found: &mut Found);

    /// Takes it as known that there is one solution, and whether it leaves no cell empty: techniques that use this are
    /// among the [`techniques`](Ladder::techniques) from now on. Returns whether there are any.
    fn assume_unique(&mut self, _full: bool) -> bool {
        false
    }

    /// A deduction of this position as text.
    fn tell(&self, technique: usize, deduction: &Deduction) -> StepText;

    /// Takes a finding, with its obvious consequences (a number that is placed leaves its row). Returns whether the
    /// finding was new.
    ///
    /// # Errors
    /// If that contradicts what is known.
    fn learn(&mut self, finding: Finding) -> Result<bool, Contradiction>;

    /// Whether the position can be seen at a glance to have no completion.
    ///
    /// # Errors
    /// The contradiction that shows it.
    fn sound(&self) -> Result<(), Contradiction>;

    /// The open facts, in groups of which one must hold: the things to try; none if they are more than `most`.
    fn open(&self, most: usize) -> Vec<Vec<Finding>>;

    /// About how many bytes a copy of the position takes.
    fn bytes(&self) -> usize;

    /// The pencil marks of this position; those of a cell only if there are at most `most`.
    fn pencil(&self, most: usize) -> PencilMark;

    /// The solution, when everything is known.
    fn answer(&self) -> Option<Answer>;

    /// The same position.
    fn copy(&self) -> Box<dyn Ladder>;

    /// The same position, to try something in: its [`extent`](Ladder::extent) begins here.
    fn attempt(&self) -> Box<dyn Ladder>;

    /// The findings drawn or placed since the attempt began, in that order.
    fn trail(&self) -> Vec<Finding>;

    /// The extent of the trail.
    fn extent(&self) -> Extent {
        let marks = self.trail().len().max(1) as u32;
        Extent { marks, pieces: marks }
    }

    /// Whether the position is sound after this finding, if it was sound before. Contradictions that the next wave
    /// detects may be left out.
    ///
    /// # Errors
    /// The contradiction that shows that it has no completion.
    fn sound_after(&self, _: Finding) -> Result<(), Contradiction> {
        self.sound()
    }

    /// These findings, which come first, and others that a person draws with them in one go: a drawn path with only one
    /// way on runs on, for a bounded number of cells. By default there are no others.
    fn causes(&self, findings: &[Finding]) -> Vec<Finding> {
        findings.to_vec()
    }

    /// The pieces of path that these edges make, which are drawn here.
    fn pieces(&self, _: &[Finding]) -> Vec<Piece> {
        Vec::new()
    }

    /// Adds the obvious conclusions from the position, or, if a ladder can separate them, only those from the findings
    /// since the last wave. A trial goes on from wave to wave.
    ///
    /// # Errors
    /// If there is an obvious contradiction.
    fn wave(&mut self, found: &mut Found) -> Result<(), Contradiction> {
        self.sound()?;
        let techniques = self.techniques();
        for (technique, _) in (0..).zip(techniques).filter(|(_, t)| t.is_habit()) {
            self.look(technique, found);
            if let Some(nonsense) = found.nonsense.take() {
                return Err(nonsense);
            }
            if !found.is_empty() {
                break;
            }
        }
        Ok(())
    }
}

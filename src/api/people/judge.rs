//! Answers to puzzles, judged: right, wrong with the rule and the cells, or unreadable; how many of the cells to fill
//! are right, and which givens were changed.

use crate::api::guarded::DEFECT;

use crate::api::guarded::catch_panic;
use crate::api::{quick_options, run_guarded};
use clew_engine::run::Budget;
use clew_formats::reading::data::{AnswerText, answer_list};
use clew_formats::{self as interchange, Reading};
use clew_puzzle::puzzle::format::ParseError;
use clew_puzzle::puzzle::verify::{SoFar, Violation};
use clew_puzzle::puzzle::{Answer, Entry, Unfit};
use clew_solve::strategy::{self, Task, Verdict, determined};
use serde_json::{Map, Value, json};
use std::cell::OnceCell;
use std::collections::{HashMap, VecDeque};

/// The version of the JSON form.
pub const SCHEMA: &str = "clew-judgement/1";

/// The verdict on an answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum AnswerVerdict {
    /// It obeys all rules.
    Right,
    /// It breaks one, or leaves cells open.
    Wrong,
    /// It is no answer to the puzzle in a form that is read.
    Unreadable,
}

impl AnswerVerdict {
    /// The word of the JSON form.
    pub fn keyword(self) -> &'static str {
        match self {
            AnswerVerdict::Right => "right",
            AnswerVerdict::Wrong => "wrong",
            AnswerVerdict::Unreadable => "unreadable",
        }
    }
}

/// The judgement on an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The verdict.
    pub verdict: AnswerVerdict,
    /// The rule that it breaks, if it breaks one of the puzzle's.
    pub rule: Option<&'static str>,
    /// The cells concerned, rows and columns from 0.
    pub cells: Vec<(u32, u32)>,
    /// Why it is wrong or unreadable.
    pub why: Option<String>,
    /// The line and the column of the answer in which it cannot be read, from 1.
    pub at: Option<(usize, usize)>,
    /// How many cells that were to be filled are as in the solution; `None` if the answer is unreadable, or if there
    /// is no single solution to compare it with.
    pub right: Option<u32>,
    /// How many cells were to be filled.
    pub to_fill: u32,
    /// The cells whose given was changed.
    pub changed: Vec<(u32, u32)>,
}

impl Judgement {
    /// The document `clew-judgement/1` on an answer to the puzzle of this name; `number` counts several answers to one
    /// puzzle, from 1.
    pub fn json(&self, id: &str, number: Option<usize>) -> Value {
        let mut object = Map::new();
        object.insert("schema".into(), SCHEMA.into());
        object.insert("id".into(), id.into());
        if let Some(number) = number {
            object.insert("answer".into(), number.into());
        }
        object.insert("verdict".into(), self.verdict.keyword().into());
        if let Some(rule) = self.rule {
            object.insert("rule".into(), rule.into());
        }
        let places =
            |places: &[(u32, u32)]| json!(places.iter().map(|&(r, c)| [r, c]).collect::<Vec<_>>());
        if !self.cells.is_empty() {
            object.insert("cells".into(), places(&self.cells));
        }
        if let Some(why) = &self.why {
            object.insert("message".into(), why.as_str().into());
        }
        if let Some((line, column)) = self.at {
            object.insert("line".into(), line.into());
            object.insert("column".into(), column.into());
        }
        if let Some(right) = self.right {
            object.insert("cells_right".into(), right.into());
        }
        object.insert("cells_to_fill".into(), self.to_fill.into());
        if !self.changed.is_empty() {
            object.insert("changed".into(), places(&self.changed));
        }
        Value::Object(object)
    }
}

/// A puzzle to which answers are judged. Its solution is looked for once, briefly, and only if its file states none.
#[derive(Debug)]
pub struct Judge<'e> {
    entry: &'e Entry,
    budget: Budget,
    memory: usize,
    known: OnceCell<Option<Vec<String>>>,
}

impl<'e> Judge<'e> {
    /// A judge for answers to this puzzle, within these limits.
    pub fn new(entry: &'e Entry, budget: Budget, memory: usize) -> Judge<'e> {
        Judge { entry, budget, memory, known: OnceCell::new() }
    }

    /// Judges the answer of a text: a filled grid in any layout, alone or in a sentence, in tags or in an object, or a
    /// line as its places, its route or its moves. If there are several grids, the last one is the answer.
    pub fn text(&self, text: &str) -> Judgement {
        let stated = interchange::answers(self.entry, text, &Reading::default());
        match stated.map(|mut all| all.pop()) {
            Err(error) => self.no_answer(text, &error),
            Ok(None) => self.unreadable("no answer is in it".into(), None),
            Ok(Some(answer)) => self.stated(answer, Some(text)),
        }
    }

    /// Judges all these answers; that there is none, if the list is empty.
    pub fn all(&self, texts: &[String]) -> Vec<Judgement> {
        match texts {
            [] => vec![self.missing()],
            _ => texts.iter().map(|text| self.text(text)).collect(),
        }
    }

    /// Judges the solutions that the puzzle's file states.
    pub fn carried(&self) -> Vec<Judgement> {
        let read = self.entry.answers.iter().cloned().map(Ok);
        let unfit = self.entry.unfit.iter().cloned().map(Err);
        let found: Vec<Judgement> =
            read.chain(unfit).map(|answer| self.stated(answer, None)).collect();
        if found.is_empty() { vec![self.missing()] } else { found }
    }

    fn missing(&self) -> Judgement {
        self.unreadable("there is no answer to it".into(), None)
    }

    /// Judges an answer that was read, or why it is none; `text` is where it was stated.
    pub fn stated(&self, answer: Result<Answer, Unfit>, text: Option<&str>) -> Judgement {
        let puzzle = &self.entry.puzzle;
        let answer = match answer {
            Err(Unfit::Open { contents, why }) => {
                let found = catch_panic(|| determined(puzzle, &contents, &why, &self.budget));
                found.unwrap_or_else(|_| Err(Unfit::Ambiguous(DEFECT.into())))
            }
            other => other,
        };
        match answer {
            Ok(answer) => {
                let tokens = self.places(&puzzle.tokens(Some(&answer)));
                match puzzle.verify(&answer) {
                    Ok(()) => self.judgement(AnswerVerdict::Right, None, Some(tokens)),
                    Err(why) => self.judgement(AnswerVerdict::Wrong, Some(why), Some(tokens)),
                }
            }
            Err(why) => {
                let tokens = text.and_then(|text| interchange::answer_grid(puzzle, text));
                match tokens {
                    Some(tokens) => self.broken(tokens, why.to_string()),
                    None if matches!(why, Unfit::Broken(_)) => {
                        let wrong = Violation::new("solution", [], why.to_string());
                        self.judgement(AnswerVerdict::Wrong, Some(wrong), None)
                    }
                    None => self.unreadable(why.to_string(), None),
                }
            }
        }
    }

    /// A text that states no answer: a grid with open cells is a wrong one.
    fn no_answer(&self, text: &str, error: &ParseError) -> Judgement {
        match interchange::answer_grid(&self.entry.puzzle, text) {
            Some(tokens) => self.broken(tokens, error.message()),
            None => self.unreadable(error.message(), Some((error.line, error.column))),
        }
    }

    fn unreadable(&self, why: String, at: Option<(usize, usize)>) -> Judgement {
        let verdict = AnswerVerdict::Unreadable;
        Judgement { why: Some(why), at, ..self.judgement(verdict, None, None) }
    }

    /// A grid that is no answer: the first rule that its numbers break, or `why`.
    fn broken(&self, tokens: Vec<String>, why: String) -> Judgement {
        let puzzle = &self.entry.puzzle;
        let cols = puzzle.size().1;
        let first = puzzle.board().map_or(1, |board| board.first());
        let number = |cell: u32| {
            let (r, c) = puzzle.place(cell);
            let number: u32 = tokens.get((r * cols + c) as usize)?.parse().ok()?;
            Some((number + 1).saturating_sub(first))
        };
        let numbers: Vec<Option<u32>> = (0..puzzle.cells() as u32).map(number).collect();
        let open = numbers
            .iter()
            .position(Option::is_none)
            .filter(|_| puzzle.capabilities().routes.is_none());
        let mut broken = puzzle.broken_so_far(&SoFar { numbers, drawn: Vec::new() });
        let violation = match (broken.is_empty(), open) {
            (false, _) => broken.remove(0),
            (true, Some(cell)) => {
                let (row, col) = puzzle.place(cell as u32);
                Violation::unfilled(clew_puzzle::puzzle::verify::Spot::of_grid(row, col))
            }
            (true, None) => Violation::new("solution", [], why),
        };
        self.judgement(AnswerVerdict::Wrong, Some(violation), Some(tokens))
    }

    /// The tokens of cells as those of places, row by row.
    fn places(&self, cells: &[String]) -> Vec<String> {
        let (rows, cols) = self.entry.puzzle.size();
        let place = |at: u32| self.entry.puzzle.cell_at(at / cols, at % cols);
        let token = |at: u32| place(at).and_then(|cell| cells.get(cell as usize)).cloned();
        (0..rows * cols).map(|at| token(at).unwrap_or_default()).collect()
    }

    fn judgement(
        &self,
        verdict: AnswerVerdict,
        broken: Option<Violation>,
        tokens: Option<Vec<String>>,
    ) -> Judgement {
        let given = self.places(&self.entry.puzzle.tokens(None));
        let cols = self.entry.puzzle.size().1 as usize;
        let to_fill: Vec<usize> = (0..given.len()).filter(|&at| given[at] == ".").collect();
        let place = |at: usize| ((at / cols) as u32, (at % cols) as u32);
        let fixed = (0..given.len()).filter(|&at| !matches!(&*given[at], "." | "" | "?"));
        // The grid of a line that meets numbers in their order counts its cells instead.
        let counts = self.entry.puzzle.family().dialects.iter().any(|d| d.name == "stops");
        let changed = match tokens.as_ref().filter(|_| !counts) {
            Some(tokens) => fixed.filter(|&at| tokens[at] != given[at]).map(place).collect(),
            None => Vec::new(),
        };
        let right = match (&tokens, verdict) {
            (Some(_), AnswerVerdict::Right) => Some(to_fill.len() as u32),
            (Some(tokens), _) => {
                let known = self.known.get_or_init(|| self.solution());
                known.as_ref().map(|known| {
                    to_fill.iter().filter(|&&at| tokens[at] == known[at]).count() as u32
                })
            }
            _ => None,
        };
        let cells = broken.iter().flat_map(|why| &why.at).map(|at| (at.row, at.col)).collect();
        let rule = broken.as_ref().map(|why| why.rule);
        let why = broken.map(|why| why.text);
        Judgement {
            verdict,
            rule,
            cells,
            why,
            at: None,
            right,
            to_fill: to_fill.len() as u32,
            changed,
        }
    }

    /// The solution: one that the file states and that obeys the rules, or the only one.
    fn solution(&self) -> Option<Vec<String>> {
        let puzzle = &self.entry.puzzle;
        let stated = self.entry.answers.iter().find(|answer| puzzle.verify(answer).is_ok());
        if let Some(answer) = stated {
            return Some(self.places(&puzzle.tokens(Some(answer))));
        }
        let options = quick_options(&self.budget, self.memory);
        let outcome =
            run_guarded(&options, || strategy::run(puzzle, Task::Check, &options)).ok()?;
        let only = outcome.answers.first().filter(|_| outcome.verdict() == Verdict::Unique)?;
        Some(self.places(&puzzle.tokens(Some(only))))
    }
}

/// Answers to several puzzles, by identifier or in their order.
#[derive(Debug, Default)]
pub struct Answers {
    by_id: HashMap<String, Vec<String>>,
    in_order: VecDeque<String>,
}

impl Answers {
    /// The answers of a text: objects of JSON, one a line or in a list, an object by identifier, a table with a
    /// heading, texts with lines `---` between, or one answer. If each has an identifier they are joined to puzzles by
    /// it, else by their order.
    pub fn new(text: String) -> Answers {
        let all = answer_list(&text).unwrap_or_else(|| vec![AnswerText { id: None, text }]);
        let mut answers = Answers::default();
        if all.iter().all(|answer| answer.id.is_some()) {
            for answer in all {
                answers.by_id.entry(answer.id.unwrap_or_default()).or_default().push(answer.text);
            }
        } else {
            answers.in_order = all.into_iter().map(|answer| answer.text).collect();
        }
        answers
    }

    /// Answers in the order of their puzzles.
    pub fn in_order(texts: Vec<String>) -> Answers {
        Answers { in_order: texts.into(), ..Answers::default() }
    }

    /// Answers by the identifiers of their puzzles.
    pub fn by_id(texts: impl IntoIterator<Item = (String, String)>) -> Answers {
        let by_id = texts.into_iter().map(|(id, text)| (id, vec![text])).collect();
        Answers { by_id, ..Answers::default() }
    }

    /// The answers to the next puzzle, which has this identifier. A single answer belongs to a puzzle without one.
    pub fn take(&mut self, id: Option<&str>) -> Vec<String> {
        match id {
            _ if self.by_id.is_empty() => self.in_order.pop_front().into_iter().collect(),
            None if self.by_id.len() == 1 => {
                self.by_id.drain().flat_map(|(_, texts)| texts).collect()
            }
            id => id.and_then(|id| self.by_id.remove(id)).unwrap_or_default(),
        }
    }

    /// How many answers no puzzle has taken.
    pub fn left(&self) -> usize {
        self.by_id.values().map(Vec::len).sum::<usize>() + self.in_order.len()
    }
}

/// Judges answers to puzzles, or reports why a puzzle cannot be read: a document `clew-judgement/1` for each answer, in
/// the order of the puzzles. A puzzle without an identifier is named by its number, from 1.
pub fn judge<'p>(
    puzzles: impl Iterator<Item = Result<&'p Entry, String>>,
    answers: &mut Answers,
    budget: &Budget,
    memory: usize,
) -> (Vec<Value>, Tally) {
    let (mut found, mut tally) = (Vec::new(), Tally::default());
    for (number, puzzle) in (1..).zip(puzzles) {
        let entry = match puzzle {
            Ok(entry) => entry,
            Err(message) => {
                answers.take(None);
                tally.add(AnswerVerdict::Unreadable);
                let id = number.to_string();
                found.push(
                    json!({"schema": SCHEMA, "id": id, "verdict": "invalid", "message": message}),
                );
                continue;
            }
        };
        let id = entry.id.clone().unwrap_or_else(|| number.to_string());
        let judge = Judge::new(entry, budget.clone(), memory);
        let judgements = judge.all(&answers.take(Some(&id)));
        for (k, judgement) in (1..).zip(&judgements) {
            tally.add(judgement.verdict);
            found.push(judgement.json(&id, (judgements.len() > 1).then_some(k)));
        }
    }
    (found, tally)
}

/// How many answers are right, wrong and unreadable.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Right ones.
    pub right: u64,
    /// Wrong ones.
    pub wrong: u64,
    /// Those that cannot be read, missing ones too.
    pub unreadable: u64,
}

impl Tally {
    /// Counts an answer.
    pub fn add(&mut self, verdict: AnswerVerdict) {
        match verdict {
            AnswerVerdict::Right => self.right += 1,
            AnswerVerdict::Wrong => self.wrong += 1,
            AnswerVerdict::Unreadable => self.unreadable += 1,
        }
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all = self.right + self.wrong + self.unreadable;
        let (right, wrong, unreadable) = (self.right, self.wrong, self.unreadable);
        write!(f, "{all} answers: {right} right, {wrong} wrong, {unreadable} unreadable")
    }
}

//! The notes of a person on a board, without filled-in cells: candidates, pieces of path that are drawn, edges that
//! are struck out.

use clew_puzzle::puzzle::format::{Unread, place};
use clew_puzzle::puzzle::ladder::{Finding, PencilMark};
use clew_puzzle::puzzle::{Cell, Puzzle};
use serde_json::Value;

/// Reads notes. In a text these are lines of their own: `drawn:` and `struck:` with pieces of path like
/// `r1c1-r1c4-r2c4`, from bend to bend, and `candidates:` with cells like `r1c1=2,5`. In JSON the key `facts` holds
/// facts as steps have them, the key `candidates` objects with `cell` and `values`. Linear in the text.
///
/// # Errors
/// The first mistake in the text, and its place.
pub fn read(puzzle: &Puzzle, text: &str) -> Result<Vec<Finding>, String> {
    let noted = Notes::new(puzzle);
    let mut facts = Vec::new();
    if text.trim_start().starts_with(['{', '[']) {
        let Ok(value) = Unread::from_text(text) else { return Ok(facts) };
        for (key, list) in ["facts", "candidates"].map(|key| (key, value.get(key))) {
            for (n, object) in (1..).zip(list.into_iter().filter_map(|list| list.items()).flatten())
            {
                let fact = match key {
                    "facts" => noted.fact(&object.small()).map(|fact| vec![fact]),
                    _ => noted.object(&object.small()),
                };
                facts.extend(fact.map_err(|why| format!("{key}, item {n}: {why}"))?);
            }
        }
        return Ok(facts);
    }
    for (number, line) in (1..).zip(text.lines()) {
        let Some((key, rest)) = line.split_once(':') else { continue };
        let part = |part: &str| match key.trim() {
            "drawn" => noted.piece(part, true),
            "struck" => noted.piece(part, false),
            _ => noted.candidates(part),
        };
        if matches!(key.trim(), "drawn" | "struck" | "candidates") {
            for word in rest.split([' ', '\t', ';']).filter(|word| !word.is_empty()) {
                let shown: String = word.chars().take(20).collect();
                let wrong = |why: String| format!("line {number}: found {shown:?}; {why}");
                facts.extend(part(word).map_err(wrong)?);
            }
        }
    }
    Ok(facts)
}

/// A puzzle, and the elements of its board that notes can name.
struct Notes<'a> {
    puzzle: &'a Puzzle,
    /// Steps may be about edges.
    edges: bool,
    /// Steps may be about numbers.
    holds: bool,
    /// The numbers that cells hold, as they are shown; none if cells hold none.
    shown: std::ops::Range<u32>,
}

impl<'a> Notes<'a> {
    fn new(puzzle: &'a Puzzle) -> Notes<'a> {
        let (first, most) = (puzzle.shown(1), puzzle.greatest_number());
        // A puzzle without steps takes notes of both kinds.
        let pencil = puzzle.ladder().map(|ladder| ladder.pencil(0));
        let edges = !matches!(pencil, Ok(PencilMark::Numbers(_)));
        let holds = !matches!(pencil, Ok(PencilMark::Links(_)));
        Notes { puzzle, edges, holds, shown: first..first + most }
    }

    /// `r1c4`, counted from 1.
    fn cell(&self, word: &str) -> Result<Cell, String> {
        let cell = place(word).and_then(|(r, c)| self.puzzle.cell_at(r, c));
        cell.ok_or_else(|| "expected a cell of the puzzle, as r1c4".into())
    }

    /// `r1c1-r1c4-r2c4`: the edges along it.
    fn piece(&self, word: &str, holds: bool) -> Result<Vec<Finding>, String> {
        let cells = word.split('-').map(|word| self.cell(word)).collect::<Result<Vec<_>, _>>()?;
        if cells.len() < 2 {
            return Err("expected cells of a path, as r1c1-r1c4-r2c4".into());
        }
        let mut facts = Vec::new();
        for pair in cells.windows(2) {
            let along = self.between(pair[0], pair[1]);
            for step in along.windows(2) {
                facts.push(self.edge([step[0], step[1]], holds)?);
            }
        }
        Ok(facts)
    }

    /// The cells from one to another along a row or a column; just the two cells if they are not on one line.
    fn between(&self, from: Cell, to: Cell) -> Vec<Cell> {
        let ((r, c), (s, d)) = (self.puzzle.place(from), self.puzzle.place(to));
        let cells: Option<Vec<Cell>> = match (r == s, c == d) {
            (true, false) => (c.min(d)..=c.max(d)).map(|c| self.puzzle.cell_at(r, c)).collect(),
            (false, true) => (r.min(s)..=r.max(s)).map(|r| self.puzzle.cell_at(r, c)).collect(),
            _ => None,
        };
        cells.unwrap_or_else(|| vec![from, to])
    }

    fn edge(&self, pair: [Cell; 2], holds: bool) -> Result<Finding, String> {
        if !self.edges {
            return Err("cells of this puzzle are noted with candidates, not with edges".into());
        }
        let board = self.puzzle.board();
        match board.and_then(|board| board.edge_between(pair[0], pair[1])) {
            Some(_) => Ok(Finding::link(pair, holds)),
            None => Err("expected cells that are neighbours".into()),
        }
    }

    /// `r1c1=2,5`: no other number is there.
    fn candidates(&self, word: &str) -> Result<Vec<Finding>, String> {
        let expected = || format!("expected a cell and {}, as r1c1=2,5", self.numbers());
        let (cell, numbers) = word.split_once('=').ok_or_else(expected)?;
        let cell = self.cell(cell)?;
        let numbers = numbers.split(',').map(|number| number.parse().map_err(|_| expected()));
        self.only(cell, &numbers.collect::<Result<Vec<u32>, _>>()?)
    }

    fn only(&self, cell: Cell, numbers: &[u32]) -> Result<Vec<Finding>, String> {
        if !self.holds || self.shown.is_empty() {
            return Err("cells of this puzzle are noted with edges, not with candidates".into());
        }
        if numbers.is_empty() || numbers.iter().any(|number| !self.shown.contains(number)) {
            return Err(format!("expected {}", self.numbers()));
        }
        let others = (1..).zip(self.shown.clone()).filter(|(_, shown)| !numbers.contains(shown));
        Ok(others.map(|(number, _)| Finding::is_not(cell, number)).collect())
    }

    /// The numbers that cells hold, for messages.
    fn numbers(&self) -> String {
        format!("numbers from {} to {}", self.shown.start, self.shown.end.saturating_sub(1))
    }

    /// `[row, column]`, counted from 0.
    fn place(&self, value: Option<&Value>) -> Result<Cell, String> {
        let place = value.and_then(Value::as_array).and_then(|place| match &place[..] {
            [r, c] => Some((r.as_u64()?.try_into().ok()?, c.as_u64()?.try_into().ok()?)),
            _ => None,
        });
        let cell = place.and_then(|(r, c)| self.puzzle.cell_at(r, c));
        cell.ok_or_else(|| "expected a cell of the puzzle as [row, column], counted from 0".into())
    }

    /// A fact as steps have it.
    fn fact(&self, value: &Value) -> Result<Finding, String> {
        if let Some(edge) = value.get("edge") {
            let ends = [self.place(edge.get(0))?, self.place(edge.get(1))?];
            let holds = value.get("on").and_then(Value::as_bool);
            return self.edge(ends, holds.ok_or("expected \"on\": true or false")?);
        }
        let cell = self.place(value.get("cell"))?;
        let number = value.get("value").and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok());
        let number = number.ok_or("expected a number under \"value\"")?;
        if !self.holds || !self.shown.contains(&number) {
            return Err(format!("expected an edge, or {}", self.numbers()));
        }
        let number = number - self.shown.start + 1;
        let holds = value.get("holds").and_then(Value::as_bool).unwrap_or(true);
        Ok(if holds { Finding::is(cell, number) } else { Finding::is_not(cell, number) })
    }

    /// A cell and all the values that are left for it.
    fn object(&self, value: &Value) -> Result<Vec<Finding>, String> {
        let cell = self.place(value.get("cell"))?;
        let values = value.get("values").and_then(Value::as_array);
        let number = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
        let values =
            values.and_then(|values| values.iter().map(number).collect::<Option<Vec<u32>>>());
        self.only(cell, &values.ok_or("expected a list of numbers under \"values\"")?)
    }
}

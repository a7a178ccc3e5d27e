//! Answers as people and programs write them: a grid with a size above, a heading, signs, tags or words around it, in
//! an object; a line as its places in their order, as a route `r1c1-r1c2`, as moves `URDL`.
//!
//! All of them become rows of words, the filled grid that solutions are.

use super::bytes::{self, is_null};
use super::names::{Part, part};
use super::shape;
use super::tree::{self, Item, Value};
use super::word::is_digits;
use clew_puzzle::puzzle::format::{Chunk, ChunkKind, Place, place};
use clew_puzzle::puzzle::{Board, Puzzle};
use std::collections::HashSet;

/// The most levels of groups in which an answer is looked for.
const MAX_LEVELS: usize = 8;

/// The longest answer, in bytes.
const MAX_TEXT: usize = 1 << 22;

/// The filled grid of an answer to a puzzle as rows of words, an open cell as a dot; `None` if none is found in it.
/// Linear in the text.
pub fn rows(puzzle: &Puzzle, text: &str) -> Option<String> {
    if text.len() > MAX_TEXT {
        return None;
    }
    let form = Form::new(puzzle);
    let text = tagged(text);
    let found = form.in_data(text, 0);
    found.or_else(|| form.all(text)).map(|rows| rows.join("\n") + "\n")
}

/// The form of the answers to a puzzle.
struct Form<'p> {
    puzzle: &'p Puzzle,
    height: usize,
    width: usize,
    /// The names of labels; cells hold numbers if there are none.
    labels: HashSet<String>,
    /// The board of a line through its cells.
    board: Option<&'p Board>,
}

/// The text between the last tags around an answer.
fn tagged(text: &str) -> &str {
    for name in ["answer", "solution", "result", "output", "grid"] {
        let (open, close) = (format!("<{name}>"), format!("</{name}>"));
        if let Some(to) = text.rfind(&close)
            && let Some(from) = text[..to].rfind(&open)
        {
            return &text[from + open.len()..to];
        }
    }
    text
}

impl<'p> Form<'p> {
    fn new(puzzle: &'p Puzzle) -> Form<'p> {
        let (height, width) = puzzle.size();
        let labels: HashSet<String> = match puzzle.capabilities().routes {
            Some(_) => puzzle.tokens(None).into_iter().filter(|token| token != ".").collect(),
            None => HashSet::new(),
        };
        let board = puzzle.board().filter(|board| labels.is_empty() && board.bridges().is_empty());
        Form { puzzle, height: height as usize, width: width as usize, labels, board }
    }

    /// The rows in any of the forms of a text.
    fn all(&self, text: &str) -> Option<Vec<String>> {
        self.lines(text).or_else(|| self.flat(text)).or_else(|| self.route(text))
    }

    /// A cell of an answer; `None` for another word.
    fn cell(&self, word: &str) -> Option<String> {
        match word {
            "." | "_" | "?" | "#" => Some(if word == "#" { "#" } else { "." }.into()),
            word if is_null(word) => Some(".".into()),
            word if self.labels.is_empty() => {
                let whole = word.strip_suffix(".0").unwrap_or(word);
                is_digits(whole).then(|| {
                    let digits = whole.trim_start_matches('0');
                    if digits.is_empty() { "0" } else { digits }.to_string()
                })
            }
            word => self.labels.contains(word).then(|| word.to_string()),
        }
    }

    /// The words of a line between blanks, bars, commas and brackets; signs of order part cells too.
    fn words<'l>(&self, line: &'l str) -> impl Iterator<Item = &'l str> {
        let signs = self.puzzle.board().is_none();
        let apart = move |c: char| {
            c.is_whitespace()
                || "|,;[](){}\"'`*$&\\│┃║".contains(c)
                || shape::is_box(c)
                || signs && "<>^∧∨＜＞".contains(c)
        };
        let ruling = |word: &&str| word.chars().all(|c| "-+=_:".contains(c)) && *word != "_";
        let sign = move |word: &&str| signs && matches!(*word, "v" | "V");
        line.split(apart).filter(move |word| !word.is_empty() && !ruling(word) && !sign(word))
    }

    /// The cells of a line, if it is a row of the grid; `None` if it is something else.
    fn row(&self, line: &str) -> Option<Vec<String>> {
        let words: Vec<&str> = self.words(line).take(self.width + 2).collect();
        if let [block] = words[..]
            && self.width > 1
            && block.chars().count() == self.width
        {
            return block.chars().map(|c| self.cell(c.encode_utf8(&mut [0; 4]))).collect();
        }
        // `Row 1: 10 11 12 1`
        match (words.len() == self.width, line.rsplit_once(':')) {
            (true, _) => words.into_iter().map(|word| self.cell(word)).collect(),
            (false, Some((_, rest))) if !rest.trim().is_empty() => self.row(rest),
            _ => None,
        }
    }

    /// The last rows of a text that stand one below the other and are a whole grid.
    fn lines(&self, text: &str) -> Option<Vec<String>> {
        // The puzzle may be repeated after its answer.
        let (mut whole, mut open) = (None, None);
        let mut run: Vec<String> = Vec::new();
        let mut end = |run: &mut Vec<String>| {
            if run.len() >= self.height {
                let rows = run.split_off(run.len() - self.height);
                let dots = rows.iter().any(|row| row.split(' ').any(|cell| cell == "."));
                *(if dots { &mut open } else { &mut whole }) = Some(rows);
            }
            run.clear();
        };
        for line in text.lines() {
            if self.words(line).next().is_none() {
                continue;
            }
            match self.row(line) {
                Some(row) => run.push(row.join(" ")),
                None => end(&mut run),
            }
        }
        end(&mut run);
        whole.or(open)
    }

    /// All cells one after the other, on one line or in lists. Rows of another length are no answer.
    fn flat(&self, text: &str) -> Option<Vec<String>> {
        let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
        let lists = text.matches('[').count();
        let width = |list: &str| self.words(list).take(self.width + 1).count();
        let uneven = || text.split(']').map(width).any(|n| n > 0 && n != self.width);
        if lists == 0 && lines > 1 || lists > 1 && uneven() {
            return None;
        }
        let cells = self.height * self.width;
        let found: Vec<String> =
            self.words(text).take(cells + 1).map(|word| self.cell(word)).collect::<Option<_>>()?;
        let row = |row: &[String]| row.join(" ");
        (found.len() == cells && cells > 1).then(|| found.chunks(self.width).map(row).collect())
    }

    /// The answer under one of the usual keys of an object.
    fn in_data(&self, text: &str, level: usize) -> Option<Vec<String>> {
        let from = text.find('{').filter(|_| level < MAX_LEVELS)?;
        let to = text.rfind('}').filter(|to| *to > from)?;
        let text = &text[from..=to];
        let chunk = Chunk { kind: ChunkKind::Native, text, line: 1, column: 1 };
        let lines = bytes::raw_lines(&chunk).ok()?;
        let items = tree::read(text, &lines).ok()?;
        [Part::Answer, Part::Grid, Part::Clues]
            .into_iter()
            .find_map(|wanted| self.under(&items, wanted, level))
    }

    fn under(&self, items: &[Item<'_>], wanted: Part, level: usize) -> Option<Vec<String>> {
        if level == MAX_LEVELS {
            return None;
        }
        let own = items.iter().filter(|item| item.key.as_deref().and_then(part) == Some(wanted));
        let value = |item: &Item<'_>| match &item.value {
            Value::Name(text) if item.quoted => {
                self.in_data(text, level + 1).or_else(|| self.all(text))
            }
            Value::Group(_) => {
                // A grid in it may have a key of its own.
                let mut here = item;
                for _ in level..MAX_LEVELS {
                    let known = |item: &&Item<'_>| {
                        let part = item.key.as_deref().and_then(part);
                        matches!(part, Some(Part::Answer | Part::Grid | Part::Clues))
                    };
                    match here.items().into_iter().flatten().find(known) {
                        Some(inner) => here = inner,
                        None => break,
                    }
                }
                let text = here.name().filter(|_| here.quoted).unwrap_or(here.at.text);
                self.all(text)
            }
            _ => None,
        };
        let inner = || items.iter().filter_map(Item::items);
        own.filter_map(value)
            .next()
            .or_else(|| inner().find_map(|items| self.under(items, wanted, level + 1)))
    }

    /// A line by its places, its bends or its moves.
    fn route(&self, text: &str) -> Option<Vec<String>> {
        let board = self.board?;
        let named: Vec<Place> = text
            .split(|c: char| !c.is_alphanumeric())
            .filter_map(|word| place(&word.to_ascii_lowercase()))
            .collect();
        if named.len() > 1 {
            return self.numbered(board, &bends(&named));
        }
        self.places(board, text).or_else(|| self.moves(board, text))
    }

    /// Places as pairs of numbers, from 0 or from 1, as the numbers show it. Rows stand first unless the line can only
    /// be meant the other way round.
    fn places(&self, board: &Board, text: &str) -> Option<Vec<String>> {
        let plain =
            |c: char| c.is_ascii_digit() || c.is_whitespace() || "[](){},;:|->→".contains(c);
        let body =
            text.rsplit_once(':').filter(|(head, _)| !head.contains(|c: char| c.is_ascii_digit()));
        let body = body.map_or(text, |(_, rest)| rest);
        if !body.chars().all(plain) {
            return None;
        }
        let numbers: Vec<u32> = body
            .split(|c: char| !c.is_ascii_digit())
            .filter(|word| !word.is_empty())
            .map(|word| word.parse().ok())
            .collect::<Option<_>>()?;
        if numbers.len() != 2 * board.len() {
            return None;
        }
        let base = u32::from(!numbers.contains(&0));
        let pairs = || {
            numbers.chunks(2).map(|pair| (pair[0].wrapping_sub(base), pair[1].wrapping_sub(base)))
        };
        let rows: Vec<Place> = pairs().collect();
        let columns: Vec<Place> = pairs().map(|(a, b)| (b, a)).collect();
        let (one, other) = (self.numbered(board, &rows), self.numbered(board, &columns));
        match (&one, &other) {
            (Some(_), Some(_)) if !self.suits(&rows) && self.suits(&columns) => other,
            (Some(_), _) => one,
            _ => other,
        }
    }

    /// Whether the cell in which a line begins, or another one, holds the number that is given there.
    fn suits(&self, line: &[Place]) -> bool {
        let given = self.puzzle.tokens(None);
        let least = given.iter().filter_map(|token| token.parse::<u32>().ok()).min();
        let first = self.board.map_or(1, Board::first);
        let cell = line.first().and_then(|&(r, c)| self.puzzle.cell_at(r, c));
        let Some(cell) = cell.filter(|_| least == Some(first)) else { return true };
        given[cell as usize].parse() == Ok(first)
    }

    /// Moves from the cell of the first number.
    fn moves(&self, board: &Board, text: &str) -> Option<Vec<String>> {
        let body = text.rsplit_once(':').map_or(text, |(_, rest)| rest).trim();
        let step = |word: &str| match &*word.to_ascii_lowercase() {
            "u" | "up" | "n" | "north" | "↑" => Some((-1, 0)),
            "d" | "down" | "s" | "south" | "↓" => Some((1, 0)),
            "l" | "left" | "w" | "west" | "←" => Some((0, -1)),
            "r" | "right" | "e" | "east" | "→" => Some((0, 1)),
            _ => None,
        };
        let apart = |c: char| c.is_whitespace() || ",;.[]()\"'-".contains(c);
        let words: Vec<&str> = body.split(apart).filter(|word| !word.is_empty()).collect();
        let steps: Option<Vec<(i64, i64)>> = words.iter().map(|word| step(word)).collect();
        let letters = || {
            let each = words.iter().flat_map(|word| word.chars());
            each.map(|c| step(c.encode_utf8(&mut [0; 4]))).collect::<Option<Vec<(i64, i64)>>>()
        };
        let steps = steps.or_else(letters).filter(|steps| steps.len() + 1 == board.len())?;
        let first = board.first().to_string();
        let start = self.puzzle.tokens(None).iter().position(|token| *token == first)?;
        let mut here = self.puzzle.place(start as u32);
        let mut line = vec![here];
        for (down, right) in steps {
            let r = u32::try_from(i64::from(here.0) + down).ok()?;
            let c = u32::try_from(i64::from(here.1) + right).ok()?;
            here = (r, c);
            line.push(here);
        }
        self.numbered(board, &line)
    }

    /// The grid in which the cells of a line are numbered in its order.
    fn numbered(&self, board: &Board, line: &[Place]) -> Option<Vec<String>> {
        let mut rows = vec![vec![String::new(); self.width]; self.height];
        for (r, c) in (0..self.height).flat_map(|r| (0..self.width).map(move |c| (r, c))) {
            let cell = self.puzzle.cell_at(r as u32, c as u32);
            rows[r][c] = if cell.is_some() { "." } else { "#" }.into();
        }
        for (i, &(r, c)) in (0..).zip(line) {
            self.puzzle.cell_at(r, c)?;
            let held = &mut rows[r as usize][c as usize];
            if held != "." {
                return None;
            }
            *held = (board.first() + i).to_string();
        }
        Some(rows.into_iter().map(|row| row.join(" ")).collect())
    }
}

/// A line with the places between its bends.
fn bends(line: &[Place]) -> Vec<Place> {
    let mut all = vec![line[0]];
    for pair in line.windows(2) {
        let ((r, c), (s, d)) = (pair[0], pair[1]);
        let far = r.abs_diff(s).max(c.abs_diff(d));
        let straight = r == s || c == d;
        for i in 1..=if straight { far } else { 1 } {
            let along = |from: u32, to: u32| match from.cmp(&to) {
                _ if !straight => to,
                std::cmp::Ordering::Less => from + i,
                std::cmp::Ordering::Equal => from,
                std::cmp::Ordering::Greater => from - i,
            };
            all.push((along(r, s), along(c, d)));
        }
    }
    all
}

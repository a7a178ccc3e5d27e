//! Cutting one input into single puzzles.
//!
//! An input is a puzzle in the text format, many of them with `---` lines between, a JSON object, JSON
//! Lines, or a JSON list. Cutting never fails: what is malformed becomes a chunk that does not
//! parse, so that one bad puzzle does not hide the good ones around it.

use super::error::ParseError;
use super::{json, native};
use crate::puzzle::Entry;

/// Which reader a chunk is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChunkKind {
    /// The text format.
    Native,
    /// A JSON object.
    Json,
}

/// One puzzle of an input, not yet read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chunk<'a> {
    /// Which reader it is for.
    pub kind: ChunkKind,
    /// The puzzle's text.
    pub text: &'a str,
    /// The line of the input on which `text` starts, counted from 1.
    pub line: usize,
    /// The column at which `text` starts, counted from 1, in characters.
    pub column: usize,
}

/// Cuts an input into its puzzles, in order.
///
/// The form is told by the first character that is not blank: `{` starts an object (JSON Lines, if
/// the first line is one by itself or the second starts with `{` too), `[` a list, anything else is
/// text. An empty list has no chunk; an empty input has one, which does not parse. Linear time.
pub fn split_input(text: &str) -> Vec<Chunk<'_>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.trim_start_matches(is_json_blank).chars().next() {
        Some('{') => objects(text),
        Some('[') => list(text),
        _ => natives(text),
    }
}

/// Reads one chunk.
///
/// # Errors
/// The first mistake, with its position in the whole input.
pub fn parse_chunk(chunk: &Chunk<'_>) -> Result<Entry, ParseError> {
    match chunk.kind {
        ChunkKind::Native => native::parse_at(chunk.text, chunk.line),
        ChunkKind::Json => json::parse_json(chunk.text).map_err(|mut error| {
            if error.line == 1 {
                error.column += chunk.column - 1;
            }
            error.line += chunk.line - 1;
            error
        }),
    }
}

fn is_json_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

fn natives(text: &str) -> Vec<Chunk<'_>> {
    let mut chunks = Vec::new();
    let (mut start, mut line) = (0, 1);
    let (mut at, mut number) = (0, 1);
    let mut close = |from: usize, to: usize, line: usize| {
        let text = &text[from..to];
        if !text.trim().is_empty() {
            chunks.push(Chunk { kind: ChunkKind::Native, text, line, column: 1 });
        }
    };
    for piece in text.split_inclusive('\n') {
        let (next, next_number) = (at + piece.len(), number + 1);
        if piece.trim() == "---" {
            close(start, at, line);
            (start, line) = (next, next_number);
        }
        (at, number) = (next, next_number);
    }
    close(start, text.len(), line);
    if chunks.is_empty() {
        chunks.push(Chunk { kind: ChunkKind::Native, text, line: 1, column: 1 });
    }
    chunks
}

fn objects(text: &str) -> Vec<Chunk<'_>> {
    let filled = |(_, line): &(usize, &str)| !line.trim_matches(is_json_blank).is_empty();
    let lines = || text.split('\n').enumerate().filter(filled);
    let first_is_whole = lines().next().is_some_and(|(_, line)| is_closed(line));
    let second_opens =
        lines().nth(1).is_some_and(|(_, l)| l.trim_start_matches(is_json_blank).starts_with('{'));
    if !first_is_whole && !second_opens {
        return vec![Chunk { kind: ChunkKind::Json, text, line: 1, column: 1 }];
    }
    lines().map(|(i, text)| Chunk { kind: ChunkKind::Json, text, line: i + 1, column: 1 }).collect()
}

/// Whether all brackets that a text opens are closed.
fn is_closed(text: &str) -> bool {
    let mut nesting = Nesting::default();
    text.chars().for_each(|c| nesting.see(c));
    nesting.depth == 0 && !nesting.in_string
}

/// How deep in brackets a scan over JSON text is.
#[derive(Default)]
struct Nesting {
    depth: usize,
    in_string: bool,
    escaped: bool,
}

impl Nesting {
    fn see(&mut self, c: char) {
        if self.in_string {
            let closes = c == '"' && !self.escaped;
            self.escaped = c == '\\' && !self.escaped;
            self.in_string = !closes;
            return;
        }
        match c {
            '"' => self.in_string = true,
            '{' | '[' => self.depth += 1,
            '}' | ']' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }
}

/// The items of a JSON list.
fn list(text: &str) -> Vec<Chunk<'_>> {
    let mut chunks = Vec::new();
    let mut nesting = Nesting::default();
    let (mut line, mut column) = (1, 1);
    // The start of the open item, once something of it was seen.
    let mut item: Option<(usize, usize, usize)> = None;
    let mut closed = false;
    let push = |chunks: &mut Vec<_>, (from, line, column): (usize, usize, usize), to: usize| {
        let text = text[from..to].trim_end_matches(is_json_blank);
        chunks.push(Chunk { kind: ChunkKind::Json, text, line, column });
    };
    for (at, c) in text.char_indices() {
        let inside = nesting.in_string || nesting.depth > 1;
        if closed || nesting.depth == 0 {
            // Before the list there are only blanks; behind it anything else is an item that fails.
            if closed && item.is_none() && !is_json_blank(c) {
                item = Some((at, line, column));
            }
            if !closed {
                nesting.see(c);
            }
        } else if !inside && (c == ',' || c == ']') {
            // An empty item is a mistake, except in a list without any.
            if item.is_some() || c == ',' || !chunks.is_empty() {
                push(&mut chunks, item.take().unwrap_or((at, line, column)), at);
            }
            closed = c == ']';
        } else {
            if item.is_none() && !is_json_blank(c) {
                item = Some((at, line, column));
            }
            nesting.see(c);
        }
        (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
    }
    let whole = nesting.depth == 1 && !nesting.in_string;
    if let Some(item) = item {
        push(&mut chunks, item, text.len());
    }
    if !closed && whole {
        // The list is not closed behind its last item: an item that is not there says so.
        push(&mut chunks, (text.len(), line, column), text.len());
    }
    chunks
}

//! Cutting an input into single puzzles, while it arrives.
//!
//! An input is a puzzle in the text format, many of them with `---` lines between, a JSON object, JSON
//! Lines, or a JSON list. Cutting never fails: what is malformed becomes a piece that does not
//! parse, so that one bad puzzle does not hide the good ones around it.
//!
//! The [`Splitter`] is given bytes as they come and keeps those of the open piece only, so that an
//! input of any length can be cut in the memory that its largest puzzle takes.

use super::error::ParseError;
use super::{json, native};
use crate::puzzle::{Entry, Family};
use std::collections::VecDeque;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

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

/// What the end of a piece says about further ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Follow {
    /// The piece ended at a mark between two: a line `---`, or a comma of a list.
    Announced,
    /// It ended with its line, as objects of JSON Lines do.
    Possible,
    /// The input or its list ended.
    No,
}

/// One puzzle of an input, not yet read, with its own text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    kind: ChunkKind,
    text: Vec<u8>,
    /// Bytes of the input before `text`.
    offset: u64,
    line: usize,
    column: usize,
    follow: Follow,
}

impl Piece {
    /// The piece as text.
    ///
    /// # Errors
    /// If it is not UTF-8: the position of the first byte that is not.
    pub fn chunk(&self) -> Result<Chunk<'_>, ParseError> {
        let text = std::str::from_utf8(&self.text).map_err(|error| {
            let valid = error.valid_up_to();
            let before = &self.text[..valid];
            let breaks = before.iter().filter(|&&b| b == b'\n').count();
            let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
            let first = if breaks == 0 { self.column } else { 1 };
            ParseError {
                line: self.line + breaks,
                column: first + characters(&before[line_start..]),
                found: format!(
                    "the byte 0x{:02x} (byte {} of the input)",
                    self.text[valid],
                    self.offset + valid as u64 + 1
                ),
                expected: "text in UTF-8".into(),
            }
        })?;
        Ok(Chunk { kind: self.kind, text, line: self.line, column: self.column })
    }

    /// The bytes of its text.
    pub fn bytes(&self) -> &[u8] {
        &self.text
    }

    /// The line of the input on which it starts, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column at which it starts, counted from 1, in characters.
    pub fn column(&self) -> usize {
        self.column
    }

    /// What its end says about further pieces.
    pub fn follow(&self) -> Follow {
        self.follow
    }
}

/// Characters of UTF-8 are counted by their first bytes.
fn characters(text: &[u8]) -> usize {
    text.iter().filter(|&&b| starts_character(b)).count()
}

fn starts_character(byte: u8) -> bool {
    byte & 0xc0 != 0x80
}

/// Cuts an input into its puzzles, in order. Linear time.
///
/// The form is told by the first character that is not blank: `{` starts an object (JSON Lines, if
/// the first line is one by itself or the second starts with `{` too), `[` a list, anything else is
/// text. An empty list has no chunk; an empty input has one, which does not parse.
pub fn split_input(text: &str) -> Vec<Chunk<'_>> {
    let mut splitter = Splitter::default();
    splitter.feed(text.as_bytes());
    splitter.finish();
    let chunk = |piece: Piece| {
        let from = piece.offset as usize;
        let text = &text[from..from + piece.text.len()];
        Chunk { kind: piece.kind, text, line: piece.line, column: piece.column }
    };
    splitter.map(chunk).collect()
}

/// Reads one chunk, a puzzle of one of these families.
///
/// # Errors
/// The first mistake, with its position in the whole input.
pub fn read_chunk(chunk: &Chunk<'_>, families: &[Family]) -> Result<Entry, ParseError> {
    match chunk.kind {
        ChunkKind::Native => native::read_at(chunk.text, chunk.line, families),
        ChunkKind::Json => json::read_json(chunk.text, families).map_err(|mut error| {
            if error.line == 1 {
                error.column += chunk.column - 1;
            }
            error.line += chunk.line - 1;
            error
        }),
    }
}

/// A place in the input.
#[derive(Clone, Copy, Debug)]
struct Mark {
    /// Bytes before it.
    at: u64,
    line: usize,
    column: usize,
}

/// Cuts an input that is given to it bit by bit; an iterator over the pieces that are complete.
///
/// Where the input is cut does not depend on how it was divided between calls of
/// [`feed`](Splitter::feed). A line that cannot be told from the first part of a longer object is
/// held until the next line decides.
#[derive(Debug)]
pub struct Splitter {
    /// The input from `base` on.
    buffer: Vec<u8>,
    base: u64,
    /// Where the open piece starts; text before it is not needed any more.
    open: Mark,
    /// Where the next byte to look at stands, and for forms of lines where its line starts.
    next: Mark,
    line_start: u64,
    form: Form,
    ready: VecDeque<Piece>,
    /// Pieces cut so far.
    cut: u64,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    /// Only blanks so far.
    Unknown,
    /// The text format; whether the open piece has a line that is not blank.
    Native(bool),
    Objects(Objects),
    List(List),
}

/// Lines that start with an object.
#[derive(Clone, Copy, Debug)]
enum Objects {
    /// No line that is not blank is complete.
    Start,
    /// One is, with more brackets opened than closed: its start, and its end without the line break.
    OneOpen(Mark, u64),
    /// Every line is a piece.
    Lines,
    /// The whole input is one.
    Whole,
}

#[derive(Clone, Copy, Debug, Default)]
struct List {
    nesting: Nesting,
    /// The start of the open item, once something of it was seen.
    item: Option<Mark>,
    closed: bool,
}

impl Default for Splitter {
    fn default() -> Splitter {
        let top = Mark { at: 0, line: 1, column: 1 };
        Splitter {
            buffer: Vec::new(),
            base: 0,
            open: top,
            next: top,
            line_start: 0,
            form: Form::Unknown,
            ready: VecDeque::new(),
            cut: 0,
        }
    }
}

impl Iterator for Splitter {
    type Item = Piece;

    /// The next piece that is complete; there may be more after the next [`feed`](Splitter::feed).
    fn next(&mut self) -> Option<Piece> {
        self.ready.pop_front()
    }
}

impl Splitter {
    /// Takes the next bytes of the input.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
        if matches!(self.form, Form::Unknown) {
            self.tell_form(false);
        }
        self.scan();
        let done = (self.open.at - self.base) as usize;
        self.buffer.drain(..done);
        self.base = self.open.at;
    }

    /// Takes notice of the end of the input: the open piece is complete.
    pub fn finish(&mut self) {
        if matches!(self.form, Form::Unknown) {
            self.tell_form(true);
        }
        self.scan();
        let end = self.end();
        if !matches!(self.form, Form::List(_)) && self.line_start < end {
            self.close_line(end, Mark { at: end, ..self.next });
        }
        match self.form {
            // An input without any puzzle is one that does not parse.
            Form::Native(filled) if filled || self.cut == 0 => {
                self.push(ChunkKind::Native, self.open, end, Follow::No);
            }
            Form::Objects(Objects::OneOpen(..) | Objects::Whole) => {
                self.push(ChunkKind::Json, self.open, end, Follow::No);
            }
            Form::List(list) => {
                if let Some(item) = list.item {
                    self.push(ChunkKind::Json, item, end, Follow::No);
                }
                if !list.closed && list.nesting.depth == 1 && !list.nesting.in_string {
                    // Behind the last item an item that is not there says what is missing.
                    self.push(ChunkKind::Json, self.next, end, Follow::No);
                }
            }
            _ => {}
        }
        self.buffer = Vec::new();
        self.base = end;
    }

    /// Bytes of the open piece so far, and of blanks before it.
    pub fn held(&self) -> usize {
        self.buffer.len()
    }

    /// Bytes given so far.
    fn end(&self) -> u64 {
        self.base + self.buffer.len() as u64
    }

    fn bytes(&self, from: u64, to: u64) -> &[u8] {
        &self.buffer[(from - self.base) as usize..(to - self.base) as usize]
    }

    /// Looks for the first character that is not blank, and starts again from the top with the form
    /// that it tells.
    fn tell_form(&mut self, ended: bool) {
        if self.open.at == 0 && self.next.at == 0 {
            if self.buffer.starts_with(BYTE_ORDER_MARK) {
                let top = Mark { at: BYTE_ORDER_MARK.len() as u64, ..self.open };
                (self.open, self.next, self.line_start) = (top, top, top.at);
            } else if !ended && BYTE_ORDER_MARK.starts_with(&self.buffer) {
                return;
            }
        }
        let rest = self.bytes(self.next.at, self.end());
        let blanks = rest.iter().take_while(|b| is_json_blank(b)).count();
        self.form = match rest.get(blanks) {
            None if !ended => {
                self.next.at += blanks as u64;
                return;
            }
            Some(b'{') => Form::Objects(Objects::Start),
            Some(b'[') => Form::List(List::default()),
            _ => Form::Native(false),
        };
        self.next = self.open;
    }

    fn scan(&mut self) {
        match self.form {
            Form::Unknown => {}
            Form::List(_) => self.scan_list(),
            _ => self.scan_lines(),
        }
    }

    fn scan_lines(&mut self) {
        let line_break = |s: &Splitter| {
            let rest = s.bytes(s.next.at, s.end());
            rest.iter().position(|&b| b == b'\n').map(|n| s.next.at + n as u64)
        };
        while let Some(end) = line_break(self) {
            let after = Mark { at: end + 1, line: self.next.line + 1, column: 1 };
            self.close_line(end, after);
            (self.next, self.line_start) = (after, after.at);
        }
        self.next.at = self.end();
    }

    /// Looks at the line that ends at `end`; the next one starts at `after`.
    fn close_line(&mut self, end: u64, after: Mark) {
        let start = Mark { at: self.line_start, ..self.next };
        let line = self.bytes(start.at, end);
        match self.form {
            Form::Native(filled) => {
                let words = std::str::from_utf8(line).map(str::trim);
                if words == Ok("---") {
                    if filled {
                        self.push(ChunkKind::Native, self.open, start.at, Follow::Announced);
                    }
                    self.form = Form::Native(false);
                    self.open = after;
                } else if words != Ok("") {
                    self.form = Form::Native(true);
                }
            }
            Form::Objects(before) => {
                let Some(&first) = line.iter().find(|b| !is_json_blank(b)) else { return };
                let now = match before {
                    Objects::Start if is_closed(line) => Objects::Lines,
                    Objects::Start => Objects::OneOpen(start, end),
                    Objects::OneOpen(one, its_end) if first == b'{' => {
                        self.push(ChunkKind::Json, one, its_end, Follow::Possible);
                        Objects::Lines
                    }
                    Objects::OneOpen(..) => Objects::Whole,
                    same => same,
                };
                if matches!(now, Objects::Lines) {
                    let follow = if after.at > end { Follow::Possible } else { Follow::No };
                    self.push(ChunkKind::Json, start, end, follow);
                    self.open = after;
                }
                self.form = Form::Objects(now);
            }
            Form::Unknown | Form::List(_) => {}
        }
    }

    fn scan_list(&mut self) {
        let Form::List(mut list) = self.form else { return };
        for at in self.next.at..self.end() {
            let byte = self.buffer[(at - self.base) as usize];
            let here = Mark { at, ..self.next };
            let inside = list.nesting.in_string || list.nesting.depth > 1;
            if list.closed || list.nesting.depth == 0 {
                // Before the list there are only blanks; behind it anything else is an item that fails.
                if list.closed && list.item.is_none() && !is_json_blank(&byte) {
                    list.item = Some(here);
                }
                if !list.closed {
                    list.nesting.see(byte);
                }
            } else if !inside && (byte == b',' || byte == b']') {
                // An empty item is a mistake, except in a list without any.
                let follow = if byte == b',' { Follow::Announced } else { Follow::No };
                if list.item.is_some() || byte == b',' || self.cut > 0 {
                    self.push(ChunkKind::Json, list.item.take().unwrap_or(here), at, follow);
                }
                list.closed = byte == b']';
            } else {
                if list.item.is_none() && !is_json_blank(&byte) {
                    list.item = Some(here);
                }
                list.nesting.see(byte);
            }
            if byte == b'\n' {
                (self.next.line, self.next.column) = (self.next.line + 1, 1);
            } else if starts_character(byte) {
                self.next.column += 1;
            }
        }
        self.next.at = self.end();
        self.open = list.item.unwrap_or(self.next);
        self.form = Form::List(list);
    }

    /// Cuts off a piece; of an item of JSON without the blanks behind it.
    fn push(&mut self, kind: ChunkKind, from: Mark, to: u64, follow: Follow) {
        let mut text = self.bytes(from.at, to);
        if matches!(self.form, Form::List(_)) {
            let blanks = text.iter().rev().take_while(|b| is_json_blank(b)).count();
            text = &text[..text.len() - blanks];
        }
        let Mark { at: offset, line, column } = from;
        let text = text.to_vec();
        self.ready.push_back(Piece { kind, text, offset, line, column, follow });
        self.cut += 1;
    }
}

fn is_json_blank(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Whether all brackets that a text opens are closed.
fn is_closed(text: &[u8]) -> bool {
    let mut nesting = Nesting::default();
    text.iter().for_each(|&b| nesting.see(b));
    nesting.depth == 0 && !nesting.in_string
}

/// How deep in brackets a scan over JSON text is.
#[derive(Clone, Copy, Debug, Default)]
struct Nesting {
    depth: usize,
    in_string: bool,
    escaped: bool,
}

impl Nesting {
    fn see(&mut self, c: u8) {
        if self.in_string {
            let closes = c == b'"' && !self.escaped;
            self.escaped = c == b'\\' && !self.escaped;
            self.in_string = !closes;
            return;
        }
        match c {
            b'"' => self.in_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }
}

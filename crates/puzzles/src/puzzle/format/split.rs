//! Cutting an input into single puzzles, while it arrives.
//!
//! An input is a puzzle in the text format, many of them with `---` lines between, a JSON object, JSON
//! Lines, or a JSON list. Cutting never fails: what is malformed becomes a piece that does not
//! parse, so that one bad puzzle does not hide the good ones around it.
//!
//! The [`Splitter`] is given bytes as they come and keeps those of the open piece only, so that an
//! input of any length can be cut in the memory that its largest puzzle takes. A piece with a line that is too
//! long, or with too many lines, is refused while it arrives, and nothing more of it is kept.

use super::error::ParseError;
use super::piece::{Chunk, ChunkKind, Follow, Piece, starts_character};
use super::{MAX_FOREIGN_LINE, MAX_LINE, MAX_LINES};
use std::collections::VecDeque;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The line between two blocks: puzzles, or filled grids.
pub const BETWEEN: &str = "---";

/// The start of an input in a bracket that is no list of JSON.
const BRACKETED: &[u8] = b"[begin]";

/// How the puzzles of an input that is not JSON are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// By lines of `---`.
    Blocks,
    /// By lines of `---`, and before each line that starts with this word.
    Headed(&'static str),
    /// Every line is one, but for blank lines and lines that start with `#` or `//`.
    Lines,
    /// Each starts with a line of two numbers, the second of which says how many lines follow;
    /// `0 0` ends the input.
    Counted,
}

/// What the beginning of an input says: for which reader its pieces are, and how they are cut.
pub type Told = (ChunkKind, Cut);

/// Tells the form of an input that is not JSON from its beginning: the lines so far, and whether
/// there will be no more. `None` to see more of it.
pub type Teller = fn(&str, bool) -> Option<Told>;

/// Who tells the form of an input.
#[derive(Clone, Copy, Debug, Default)]
pub enum Telling {
    /// JSON by its first character; anything else is the text format.
    #[default]
    Own,
    /// JSON by its first character; this function tells the others.
    By(Teller),
    /// Somebody said it.
    Said(ChunkKind, Cut),
}

/// Bytes of an input that are looked at before it is taken for the text format.
const MAX_LOOK: usize = 1 << 20;

/// Cuts an input into its puzzles, in order. Linear time.
///
/// The form is told by the first character that is not blank: `{` starts an object (JSON Lines, if
/// the first line is one by itself or the second starts with `{` too), `[` a list, anything else is
/// text. An empty list has no chunk; an empty input has one, which does not parse.
pub fn split_input(text: &str) -> Vec<Chunk<'_>> {
    // All of it is in memory already; its reader says what is too long.
    let mut splitter = Splitter { unlimited: true, ..Splitter::default() };
    splitter.feed(text.as_bytes());
    splitter.finish();
    let chunk = |piece: Piece| {
        let from = piece.offset as usize;
        let text = &text[from..from + piece.text.len()];
        Chunk { kind: piece.kind, text, line: piece.line, column: piece.column }
    };
    splitter.map(chunk).collect()
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
    telling: Telling,
    ready: VecDeque<Piece>,
    /// Pieces cut so far.
    cut: u64,
    /// Whether limits are left to whoever reads the pieces.
    unlimited: bool,
    /// Whether there will be no more input.
    ended: bool,
    /// The open piece, if it went beyond a limit: where it starts, and what is said of it.
    refused: Option<Box<(Mark, ParseError)>>,
    /// Whether the open line is longer than is kept of it, and then whether it is a comment.
    long: Option<bool>,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    /// Only blanks so far.
    Unknown,
    /// Blocks of text, and the word that starts another one; whether the open piece has a line that is not
    /// blank.
    Blocks(ChunkKind, Option<&'static str>, bool),
    /// Lines, each a piece.
    Lines(ChunkKind),
    /// Blocks that say how many lines they have; lines that the open piece still wants.
    Counted(ChunkKind, Option<usize>),
    Objects(Objects),
    List(List),
    /// A mark said that nothing follows.
    Ended,
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
            telling: Telling::Own,
            ready: VecDeque::new(),
            cut: 0,
            unlimited: false,
            ended: false,
            refused: None,
            long: None,
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
    /// A splitter that asks for the form of its input.
    pub fn telling(telling: Telling) -> Splitter {
        Splitter { telling, ..Splitter::default() }
    }

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
        self.ended = true;
        let end = self.end();
        if !matches!(self.form, Form::List(_)) && (self.line_start < end || self.long.is_some()) {
            self.end_line(end, Mark { at: end, ..self.next });
        }
        match self.form {
            // An input without any puzzle is one that does not parse.
            Form::Blocks(kind, _, filled) if filled || self.cut == 0 => {
                self.push(kind, self.open, end, Follow::No);
            }
            Form::Counted(kind, Some(_)) => self.push(kind, self.open, end, Follow::No),
            Form::Lines(kind) | Form::Counted(kind, _) if self.cut == 0 => {
                self.push(kind, self.open, end, Follow::No);
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
        let first = rest.get(blanks);
        if first.is_none() && !ended {
            self.next.at += blanks as u64;
            return;
        }
        let said = match self.telling {
            Telling::Said(kind @ (ChunkKind::Native | ChunkKind::Other(_)), cut) => {
                Some((kind, cut))
            }
            _ => None,
        };
        self.form = match (first, said) {
            (Some(b'{'), None) => Form::Objects(Objects::Start),
            (Some(b'['), None) if !self.is_bracketed(blanks) => {
                if self.is_cut_short(blanks, ended) {
                    return;
                }
                Form::List(List::default())
            }
            _ => match said.or_else(|| self.tell(ended)) {
                Some((kind, Cut::Blocks)) => Form::Blocks(kind, None, false),
                Some((kind, Cut::Headed(word))) => Form::Blocks(kind, Some(word), false),
                Some((kind, Cut::Lines)) => Form::Lines(kind),
                Some((kind, Cut::Counted)) => Form::Counted(kind, None),
                None => return,
            },
        };
        self.next = self.open;
    }

    /// Whether the input starts with a word in brackets, as blocks of some formats do; a JSON list
    /// starts otherwise.
    fn is_bracketed(&self, blanks: usize) -> bool {
        let rest = &self.bytes(self.next.at, self.end())[blanks..];
        matches!(self.telling, Telling::By(_)) && rest.starts_with(BRACKETED)
    }

    /// Whether more has to be seen to know that.
    fn is_cut_short(&self, blanks: usize, ended: bool) -> bool {
        let rest = &self.bytes(self.next.at, self.end())[blanks..];
        matches!(self.telling, Telling::By(_))
            && !ended
            && rest.len() < BRACKETED.len()
            && BRACKETED.starts_with(rest)
    }

    /// What the beginning of the input tells; `None` if more of it has to be seen.
    fn tell(&self, ended: bool) -> Option<Told> {
        let Telling::By(teller) = self.telling else {
            return Some((ChunkKind::Native, Cut::Blocks));
        };
        let rest = self.bytes(self.open.at, self.end());
        let ended = ended || rest.len() > MAX_LOOK;
        // Only whole lines are looked at, unless there will be no more.
        let whole = match rest.iter().rposition(|&b| b == b'\n') {
            _ if ended => rest,
            Some(n) => &rest[..=n],
            None => return None,
        };
        let text = String::from_utf8_lossy(&whole[..whole.len().min(MAX_LOOK)]);
        teller(&text, ended)
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
            self.watch(end);
            self.end_line(end, after);
            (self.next, self.line_start) = (after, after.at);
            if self.refused.is_some() {
                self.open = after;
            }
        }
        self.next.at = self.end();
        self.watch(self.next.at);
    }

    /// Looks at the limits, where the open line reaches up to `end` so far. What is beyond them is refused, and
    /// not kept.
    fn watch(&mut self, end: u64) {
        let kind = match self.form {
            _ if self.unlimited => return,
            Form::Blocks(kind, ..) | Form::Lines(kind) | Form::Counted(kind, _) => kind,
            Form::Ended => {
                (self.open.at, self.line_start) = (end, end);
                return;
            }
            Form::Unknown | Form::Objects(_) | Form::List(_) => return,
        };
        let most = if kind == ChunkKind::Native { MAX_LINE } else { MAX_FOREIGN_LINE };
        if self.long.is_none() && end - self.line_start > most as u64 + 1 {
            self.watch_long(end, most);
        }
        if self.long.is_some() {
            (self.open.at, self.line_start) = (end, end);
        } else if self.next.line - self.open.line >= MAX_LINES {
            let expected = format!("at most {MAX_LINES} lines a puzzle");
            self.refuse("one more line".into(), expected);
        }
    }

    /// Refuses a line of more than `most` bytes, which may have a carriage return behind them.
    fn watch_long(&mut self, end: u64, most: usize) {
        let line = self.bytes(self.line_start, end).trim_ascii_start();
        let comment =
            is_comment(line) && matches!(self.form, Form::Lines(_) | Form::Counted(_, None));
        self.long = Some(comment);
        if !comment {
            let expected = format!("at most {most} bytes a line");
            self.refuse(format!("a line of more than {most} bytes"), expected);
        }
    }

    /// Refuses the open piece on the line that is looked at.
    fn refuse(&mut self, found: String, expected: String) {
        if self.refused.is_none() {
            let error = ParseError { line: self.next.line, column: 1, found, expected };
            let start = match self.form {
                Form::Lines(_) | Form::Counted(_, None) => {
                    Mark { at: self.line_start, ..self.next }
                }
                _ => self.open,
            };
            self.refused = Some(Box::new((start, error)));
        }
    }

    /// Looks at the line that ends at `end`, of which the beginning may not be there any more.
    fn end_line(&mut self, end: u64, after: Mark) {
        let Some(comment) = self.long.take() else { return self.close_line(end, after) };
        let follow = if after.at > end { Follow::Possible } else { Follow::No };
        match self.form {
            Form::Blocks(kind, head, _) => self.form = Form::Blocks(kind, head, true),
            Form::Lines(kind) | Form::Counted(kind, None) if !comment => {
                self.push(kind, self.open, end, follow);
                self.open = after;
            }
            Form::Counted(kind, Some(left)) => {
                self.form = Form::Counted(kind, Some(left.saturating_sub(1)));
                self.close_counted(end, after);
            }
            _ => self.open = after,
        }
    }

    /// Looks at the line that ends at `end`; the next one starts at `after`.
    fn close_line(&mut self, end: u64, after: Mark) {
        let start = Mark { at: self.line_start, ..self.next };
        let line = self.bytes(start.at, end);
        match self.form {
            Form::Blocks(kind, head, filled) => {
                let words = std::str::from_utf8(line).map(str::trim);
                let starts = |word: &str| line.trim_ascii_start().starts_with(word.as_bytes());
                if words == Ok(BETWEEN) {
                    if filled {
                        self.push(kind, self.open, start.at, Follow::Announced);
                    }
                    self.form = Form::Blocks(kind, head, false);
                    self.open = after;
                } else if filled && head.is_some_and(starts) {
                    self.push(kind, self.open, start.at, Follow::Announced);
                    self.open = start;
                } else if words != Ok("") {
                    self.form = Form::Blocks(kind, head, true);
                }
            }
            Form::Lines(kind) => {
                let text = line.trim_ascii_start();
                if !text.is_empty() && !is_comment(text) {
                    let follow = if after.at > end { Follow::Possible } else { Follow::No };
                    self.push(kind, start, end, follow);
                }
                self.open = after;
            }
            Form::Counted(kind, None) => {
                let text = line.trim_ascii();
                let (void, lines) = (text.is_empty() || is_comment(text), counted(text));
                if void {
                    self.open = after;
                    return;
                }
                self.open = start;
                if lines == Some(0) {
                    // What follows the end mark is not part of the input.
                    self.open = after;
                    self.form = Form::Ended;
                } else {
                    self.form = Form::Counted(kind, Some(lines.unwrap_or(0)));
                    self.close_counted(end, after);
                }
            }
            Form::Counted(kind, Some(left)) => {
                self.form = Form::Counted(kind, Some(left.saturating_sub(1)));
                self.close_counted(end, after);
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
            Form::Ended => self.open = after,
        }
    }

    /// Cuts the piece off that ends with this line, if it wants no more lines.
    fn close_counted(&mut self, end: u64, after: Mark) {
        if let Form::Counted(kind, Some(0)) = self.form {
            let follow = if after.at > end { Follow::Possible } else { Follow::No };
            self.push(kind, self.open, end, follow);
            self.open = after;
            self.form = Form::Counted(kind, None);
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
        self.cut += 1;
        if let Some((start, error)) = self.refused.take().map(|refused| *refused) {
            let Mark { at: offset, line, column } = start;
            let (text, refused) = (Vec::new(), Some(Box::new(error)));
            self.ready.push_back(Piece { kind, text, offset, line, column, follow, refused });
            return;
        }
        let mut text = self.bytes(from.at, to);
        if matches!(self.form, Form::List(_)) {
            let blanks = text.iter().rev().take_while(|b| is_json_blank(b)).count();
            text = &text[..text.len() - blanks];
        }
        let Mark { at: offset, line, column } = from;
        let foreign = matches!(kind, ChunkKind::Other(_)) && std::str::from_utf8(text).is_err();
        let text = match foreign {
            // Some formats are older than UTF-8: their bytes are the first 256 characters.
            true => text.iter().map(|&b| char::from(b)).collect::<String>().into_bytes(),
            // The last piece is not copied: it may be a large one.
            false if self.ended && to == self.end() => {
                let (from, to) = ((offset - self.base) as usize, text.len());
                let mut text = std::mem::take(&mut self.buffer);
                self.base += text.len() as u64;
                text.drain(..from);
                text.truncate(to);
                text
            }
            false => text.to_vec(),
        };
        self.ready.push_back(Piece { kind, text, offset, line, column, follow, refused: None });
    }
}

fn is_comment(line: &[u8]) -> bool {
    line.starts_with(b"#") || line.starts_with(b"//")
}

/// How many lines follow a line of two numbers: the second of them; `None` if it is no such line.
fn counted(line: &[u8]) -> Option<usize> {
    let mut numbers = std::str::from_utf8(line).ok()?.split_ascii_whitespace();
    let (_, lines) = (numbers.next()?.parse::<usize>().ok()?, numbers.next()?.parse().ok()?);
    numbers.next().is_none().then_some(lines)
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

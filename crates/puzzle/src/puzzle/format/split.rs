//! Cutting an input into single puzzles, while it arrives.
//!
//! An input is a puzzle in the text format, many of them with `---` lines between, a JSON object, JSON
//! Lines, or a JSON list. Cutting never fails: malformed text becomes a piece that does not parse, so that one bad
//! puzzle does not hide the good ones around it.
//!
//! The [`Splitter`] receives bytes as they arrive and keeps those of the open piece only, so that an input of any
//! length can be cut in the memory of its largest puzzle. A piece with a line that is too long, or with too many lines,
//! is refused while it arrives, and no more of it is kept.

mod headers;
mod limits;
mod list;

use super::error::ParseError;
use super::loose::{LayoutRules, Loose, Seen};
use super::nesting::is_closed;
use super::piece::{BETWEEN, Chunk, ChunkKind, Mark, MorePieces, Piece};
use headers::{HeaderLine, HeaderState};
use list::{List, is_json_blank};
use std::collections::VecDeque;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// How an input that is not JSON is divided into puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// By lines of `---`; the text format also before a header (a line `puzzle:`).
    Blocks,
    /// By lines of `---` and by blank lines, unless the next block belongs to the puzzle before ([`LayoutRules`]).
    Loose,
    /// By lines of `---`, and before each line that starts with this word.
    Headed(&'static str),
    /// Every line is a puzzle, except blank lines and lines that start with `#` or `//`.
    Lines,
    /// Each starts with a line of two numbers, the second of which is the number of lines that follow; `0 0` ends the
    /// input.
    Counted,
}

/// The form of an input, detected from its beginning: the reader for its pieces, how they are cut, and the number of
/// lines for people before the first.
pub type DetectedForm = (ChunkKind, Cut, usize);

/// Detects the form of an input that is not JSON from its beginning: the lines so far, and whether there will be no
/// more. `None` if it needs more of it.
pub(crate) type FormDetector = fn(&str, bool) -> Option<DetectedForm>;

/// How the form of an input is determined.
#[derive(Clone, Copy, Debug, Default)]
pub enum Detection {
    /// JSON by its first character; anything else is the text format.
    #[default]
    Own,
    /// JSON by its first character; this function detects the others.
    By(FormDetector),
    /// The form is given by the caller.
    Said(ChunkKind, Cut),
}

/// The most bytes that are read for detection before an input is taken for the text format.
const MAX_LOOK: usize = 1 << 20;

/// Cuts an input into its puzzles, in order. Linear time.
///
/// The form is detected by the first character that is not blank: `{` starts an object (JSON Lines, if the first line
/// is a complete object or the second starts with `{` too), `[` a list, anything else is text. An empty list has no
/// chunk; an empty input has one, which does not parse.
pub fn split_input(text: &str) -> Vec<Chunk<'_>> {
    // All of it is in memory already; the reader enforces the limits.
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

/// Cuts an input that arrives in parts; an iterator over the pieces that are complete.
///
/// Where the input is cut does not depend on how it was divided between calls of
/// [`feed`](Splitter::feed). A line that may be the first part of a longer object is held until the next line decides.
#[derive(Debug)]
pub struct Splitter {
    /// The input from `base` on.
    buffer: Vec<u8>,
    base: u64,
    /// Where the open piece starts; text before it is not needed any more.
    open: Mark,
    /// The position of the next unread byte, and for forms of lines the start of its line.
    next: Mark,
    line_start: u64,
    form: Form,
    telling: Detection,
    habits: Option<&'static LayoutRules>,
    /// Whether a carriage return ended the bytes so far; the next byte decides whether it is a line end by itself.
    pending_cr: bool,
    ready: VecDeque<Piece>,
    /// Pieces cut so far.
    cut: u64,
    /// Whether the limits are left to the reader of the pieces.
    unlimited: bool,
    /// Whether there will be no more input.
    ended: bool,
    /// The open piece, if it exceeded a limit: where it starts, and the error.
    refused: Option<Box<(Mark, ParseError)>>,
    /// Whether the open line exceeds the kept length, and then whether it is a comment.
    long: Option<bool>,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    /// Only blanks so far.
    Unknown,
    /// Blocks of text, and the word that starts another one; whether the open piece has a line that is not blank.
    Blocks(ChunkKind, Option<&'static str>, bool),
    /// The text format, cut by lines of `---` and before a header, and how far the open piece is.
    Headers(HeaderState),
    /// Lines, each a piece, and the number of lines to skip before.
    Lines(ChunkKind, usize),
    /// Blocks with blank lines between.
    Loose(ChunkKind, Loose),
    /// Blocks that begin with their number of lines; the number of lines that the open piece still needs.
    Counted(ChunkKind, Option<usize>),
    Objects(Objects),
    List(List),
    /// An end mark was read: nothing follows.
    Ended,
}

/// Lines that start with an object.
#[derive(Clone, Copy, Debug)]
enum Objects {
    /// No line that is not blank is complete.
    Start,
    /// One is, with unclosed brackets: its start, and its end without the line break.
    OneOpen(Mark, u64),
    /// Every line is a piece.
    Lines,
    /// The whole input is one.
    Whole,
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
            telling: Detection::Own,
            habits: None,
            pending_cr: false,
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
    /// A splitter that determines the form of its input in this way.
    pub fn telling(telling: Detection) -> Splitter {
        Splitter { telling, ..Splitter::default() }
    }

    /// A splitter of an input that has ended: nothing more is cut.
    pub fn ended() -> Splitter {
        Splitter { form: Form::Ended, cut: 1, ..Splitter::default() }
    }

    /// The same with rules for the ways in which people lay out puzzles.
    pub fn with_habits(self, habits: &'static LayoutRules) -> Splitter {
        Splitter { habits: Some(habits), ..self }
    }

    /// Takes the next bytes of the input.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.take(bytes);
        if matches!(self.form, Form::Unknown) {
            self.detect_form(false);
        }
        self.scan();
        let done = (self.open.at - self.base) as usize;
        self.buffer.drain(..done);
        self.base = self.open.at;
    }

    /// Stores bytes. A carriage return alone ends a line, as on old systems.
    fn take(&mut self, bytes: &[u8]) {
        if !self.pending_cr && !bytes.contains(&b'\r') {
            return self.buffer.extend_from_slice(bytes);
        }
        let before = self.pending_cr.then_some(&b'\r');
        let mut bytes = before.into_iter().chain(bytes).copied().peekable();
        self.pending_cr = false;
        while let Some(byte) = bytes.next() {
            match (byte, bytes.peek()) {
                (b'\r', None) => self.pending_cr = true,
                (b'\r', Some(next)) if *next != b'\n' => self.buffer.push(b'\n'),
                _ => self.buffer.push(byte),
            }
        }
    }

    /// Handles the end of the input: the open piece is complete.
    pub fn finish(&mut self) {
        if std::mem::take(&mut self.pending_cr) {
            self.buffer.push(b'\n');
        }
        if matches!(self.form, Form::Unknown) {
            self.detect_form(true);
        }
        self.scan();
        self.ended = true;
        let end = self.end();
        if !matches!(self.form, Form::List(_)) && (self.line_start < end || self.long.is_some()) {
            self.end_line(end, Mark { at: end, ..self.next });
        }
        match self.form {
            // An input without any puzzle is one piece that does not parse.
            Form::Blocks(kind, _, filled) if filled || self.cut == 0 => {
                self.push(kind, self.open, end, MorePieces::No);
            }
            Form::Headers(state) if state.is_filled() || self.cut == 0 => {
                self.push(ChunkKind::Native, self.open, end, MorePieces::No);
            }
            Form::Counted(kind, Some(_)) => self.push(kind, self.open, end, MorePieces::No),
            Form::Loose(kind, loose) => {
                let done = self.end_block(kind, loose, end);
                if done > self.open.at || self.cut == 0 || self.refused.is_some() {
                    let end = if done > self.open.at { done } else { end };
                    self.push(kind, self.open, end, MorePieces::No);
                }
            }
            Form::Lines(kind, _) | Form::Counted(kind, _) if self.cut == 0 => {
                self.push(kind, self.open, end, MorePieces::No);
            }
            Form::Objects(Objects::OneOpen(..) | Objects::Whole) => {
                self.push(ChunkKind::Json, self.open, end, MorePieces::No);
            }
            Form::List(list) => {
                if let Some(item) = list.item {
                    self.push(ChunkKind::Json, item, end, MorePieces::No);
                }
                if !list.closed && list.nesting.depth == 1 && !list.nesting.in_string {
                    // If an item is missing after the last one, an empty piece reports it.
                    self.push(ChunkKind::Json, self.next, end, MorePieces::No);
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

    /// The line of the open piece, from 1, and the bytes before it.
    pub fn open_at(&self) -> (usize, u64) {
        self.refused.as_ref().map_or(self.open, |refused| refused.0).position()
    }

    /// Bytes given so far.
    fn end(&self) -> u64 {
        self.base + self.buffer.len() as u64
    }

    fn bytes(&self, from: u64, to: u64) -> &[u8] {
        &self.buffer[(from - self.base) as usize..(to - self.base) as usize]
    }

    /// Looks for the first character that is not blank, detects the form by it, and starts again from the top with this
    /// form.
    fn detect_form(&mut self, ended: bool) {
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
            Detection::Said(kind @ (ChunkKind::Native | ChunkKind::Other(_)), cut) => {
                Some((kind, cut, 0))
            }
            _ => None,
        };
        self.form = match (first, said) {
            (Some(b'{' | b'['), None) if self.opens_json(blanks, ended) != Some(false) => {
                match (self.opens_json(blanks, ended), first) {
                    (None, _) => return,
                    (_, Some(b'{')) => Form::Objects(Objects::Start),
                    _ => Form::List(List::default()),
                }
            }
            _ => match said.or_else(|| self.detect(ended)) {
                Some((ChunkKind::Native, Cut::Blocks, _)) => Form::Headers(HeaderState::default()),
                Some((kind, Cut::Blocks, _)) => Form::Blocks(kind, None, false),
                Some((kind, Cut::Loose, _)) => Form::Loose(kind, Loose::default()),
                Some((kind, Cut::Headed(word), _)) => Form::Blocks(kind, Some(word), false),
                Some((kind, Cut::Lines, before)) => Form::Lines(kind, before),
                Some((kind, Cut::Counted, _)) => Form::Counted(kind, None),
                None => return,
            },
        };
        self.next = self.open;
    }

    /// Whether a bracket opens JSON: an object with a key in quotation marks or a list of such; `None` if more has to
    /// be read. It does if no function detects other forms.
    fn opens_json(&self, blanks: usize, ended: bool) -> Option<bool> {
        if !matches!(self.telling, Detection::By(_)) {
            return Some(true);
        }
        let rest = &self.bytes(self.next.at, self.end())[blanks..];
        // A bracket before more blanks than that opens JSON: they are not looked through at every read.
        let ended = ended || rest.len() > MAX_LOOK;
        let behind = rest[1..].iter().take(MAX_LOOK).find(|b| !is_json_blank(b));
        match (rest[0], behind) {
            (_, None) => ended.then_some(true),
            (b'{', Some(next)) => Some(matches!(next, b'"' | b'}')),
            (_, Some(next)) => Some(matches!(next, b'{' | b']')),
        }
    }

    /// The form that the beginning of the input shows; `None` if more of it has to be read.
    fn detect(&self, ended: bool) -> Option<DetectedForm> {
        let Detection::By(teller) = self.telling else {
            return Some((ChunkKind::Native, Cut::Blocks, 0));
        };
        let rest = self.bytes(self.open.at, self.end());
        let ended = ended || rest.len() > MAX_LOOK;
        // Only whole lines are considered, unless there will be no more.
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
                        self.push(kind, self.open, start.at, MorePieces::Announced);
                    }
                    self.form = Form::Blocks(kind, head, false);
                    self.open = after;
                } else if filled && head.is_some_and(starts) {
                    self.push(kind, self.open, start.at, MorePieces::Announced);
                    self.open = start;
                } else if words != Ok("") {
                    self.form = Form::Blocks(kind, head, true);
                }
            }
            Form::Headers(mut state) => {
                match state.see(line, start) {
                    HeaderLine::Within => {}
                    HeaderLine::Between => {
                        if state.is_filled() {
                            let to = start.at;
                            self.push(ChunkKind::Native, self.open, to, MorePieces::Announced);
                        }
                        (state, self.open) = (HeaderState::default(), after);
                    }
                    HeaderLine::Begins(above) => {
                        // Of a piece that is refused nothing above this line is kept.
                        let first = if self.refused.is_some() { start } else { above };
                        self.push(ChunkKind::Native, self.open, first.at, MorePieces::Announced);
                        (state, self.open) = (HeaderState::Header, first);
                    }
                }
                self.form = Form::Headers(state);
            }
            Form::Loose(kind, mut loose) => match loose.see(line, start, self.habits.is_some()) {
                Seen::Row => self.form = Form::Loose(kind, loose),
                Seen::Blank => {
                    let done = self.end_block(kind, loose, start.at);
                    if loose.block.is_some_and(|block| done > block.at) {
                        (loose.block, loose.filled) = (None, true);
                    }
                    self.form = Form::Loose(kind, loose);
                }
                Seen::Between => {
                    let done = self.end_block(kind, loose, start.at);
                    if done > self.open.at {
                        self.push(kind, self.open, start.at, MorePieces::Announced);
                    }
                    self.form = Form::Loose(kind, Loose::default());
                    self.open = after;
                }
            },
            Form::Lines(kind, before) => {
                let text = line.trim_ascii_start();
                let remark = |habits: &LayoutRules| {
                    std::str::from_utf8(line).is_ok_and(|line| (habits.is_remark)(line))
                };
                let passed = before > 0 || self.habits.is_some_and(remark);
                let wanted = !text.is_empty() && !is_comment(text) && !passed;
                self.form = Form::Lines(kind, before.saturating_sub(1));
                if wanted {
                    let follow = if after.at > end { MorePieces::Possible } else { MorePieces::No };
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
                    // Lines after the end mark are not part of the input.
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
                        self.push(ChunkKind::Json, one, its_end, MorePieces::Possible);
                        Objects::Lines
                    }
                    Objects::OneOpen(..) => Objects::Whole,
                    same => same,
                };
                if matches!(now, Objects::Lines) {
                    let follow = if after.at > end { MorePieces::Possible } else { MorePieces::No };
                    self.push(ChunkKind::Json, start, end, follow);
                    self.open = after;
                }
                self.form = Form::Objects(now);
            }
            Form::Unknown | Form::List(_) => {}
            Form::Ended => self.open = after,
        }
    }

    /// Handles a block of lines that ends here: unless the block belongs to the piece before it, that piece is cut off.
    /// Returns where the open piece ends so far, which is before a block for people alone.
    fn end_block(&mut self, kind: ChunkKind, loose: Loose, end: u64) -> u64 {
        if self.refused.is_some() {
            return end;
        }
        let Some(block) = loose.block else { return if loose.filled { end } else { self.open.at } };
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        let here = text(self.bytes(block.at, end));
        let Some(habits) = self.habits else { return end };
        if (habits.is_prose)(&here) {
            return if loose.filled { block.at } else { self.open.at };
        }
        if loose.filled && !(habits.together)(&text(self.bytes(self.open.at, block.at)), &here) {
            self.push(kind, self.open, block.at, MorePieces::Announced);
            self.open = block;
        }
        end
    }

    /// Cuts off the piece that ends with this line, if it needs no more lines.
    fn close_counted(&mut self, end: u64, after: Mark) {
        if let Form::Counted(kind, Some(0)) = self.form {
            let follow = if after.at > end { MorePieces::Possible } else { MorePieces::No };
            self.push(kind, self.open, end, follow);
            self.open = after;
            self.form = Form::Counted(kind, None);
        }
    }

    /// Cuts off a piece; a JSON item without the blanks after it.
    fn push(&mut self, kind: ChunkKind, from: Mark, to: u64, follow: MorePieces) {
        self.cut += 1;
        if let Some((start, error)) = self.refused.take().map(|refused| *refused) {
            let Mark { at: offset, line, column } = start;
            let (text, refused) = (Vec::new(), Some(Box::new(error)));
            let beside = None;
            self.ready.push_back(Piece {
                kind,
                text,
                offset,
                line,
                column,
                follow,
                refused,
                beside,
            });
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
        let (refused, beside) = (None, None);
        self.ready.push_back(Piece { kind, text, offset, line, column, follow, refused, beside });
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

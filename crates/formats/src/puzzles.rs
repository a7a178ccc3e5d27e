//! The puzzles of an input, one after another while it arrives: cut apart, those in data taken out, other parts
//! passed over.

use super::reading::{data, outline};
use super::{Reading, splitter};
use clew_puzzle::puzzle::format::{ChunkKind, ParseError, Piece, Splitter};
use std::collections::VecDeque;

/// An input that arrives in parts; an iterator over its puzzles that are complete.
#[derive(Debug)]
pub struct Puzzles {
    splitter: Splitter,
    reading: Reading,
    ready: VecDeque<Piece>,
    /// A piece that may be no puzzle; the next one decides.
    held: Option<(Piece, Held)>,
    /// The first piece that is no puzzle, for an input in which there is none.
    first: Option<Piece>,
    given: usize,
    passed: Vec<usize>,
    ended: bool,
    /// The first bytes, until it is known whether they are those of a text.
    start: Vec<u8>,
    seen: bool,
}

/// The meaning of a piece that is held back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Held {
    /// A number above all others: how many follow.
    Count,
    /// Zeros, which end the input.
    End,
}

/// The first bytes of files that are no text.
const MARKS: [(&[u8], &str); 11] = [
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"RIFF", "a picture or sound (RIFF)"),
    (b"II*\0", "a picture (TIFF)"),
    (b"MM\0*", "a picture (TIFF)"),
    (b"\0\0\0\x18ftyp", "a picture (HEIC)"),
    (b"%PDF", "a document (PDF)"),
    (b"PK\x03\x04", "an archive, as spreadsheets and documents are (ZIP)"),
    (b"\x1f\x8b", "a compressed file (gzip)"),
    (b"\xd0\xcf\x11\xe0", "a document of an office program"),
];

/// The length of the longest of them.
const LONGEST_MARK: usize = 8;

/// The most parts without a puzzle of which the lines are kept.
const MOST_PASSED: usize = 1000;

impl Puzzles {
    /// The puzzles of an input that is read with these options.
    pub fn new(reading: &Reading) -> Puzzles {
        Puzzles {
            splitter: splitter(reading),
            reading: reading.clone(),
            ready: VecDeque::new(),
            held: None,
            first: None,
            given: 0,
            passed: Vec::new(),
            ended: false,
            start: Vec::new(),
            seen: false,
        }
    }

    /// Takes the next bytes of the input.
    pub fn feed(&mut self, bytes: &[u8]) {
        if self.seen {
            return self.splitter.feed(bytes);
        }
        self.start.extend_from_slice(bytes);
        if self.start.len() >= LONGEST_MARK || bytes.contains(&b'\n') {
            self.begin();
        }
    }

    /// Looks at the first bytes: a file that is no text is named, and nothing of it is read.
    fn begin(&mut self) {
        self.seen = true;
        let start = std::mem::take(&mut self.start);
        match MARKS.iter().find(|(mark, _)| start.starts_with(mark)) {
            Some((_, what)) => {
                let expected = "text: what a picture or a document shows must be written as text (a grid, a link)";
                let (found, expected) = ((*what).into(), expected.into());
                self.put(Piece::unreadable(ParseError { line: 1, column: 1, found, expected }));
                self.splitter = Splitter::ended();
            }
            None => self.splitter.feed(&start),
        }
    }

    /// Handles the end of the input.
    pub fn finish(&mut self) {
        if !self.seen {
            self.begin();
        }
        self.splitter.finish();
        self.ended = true;
    }

    /// Bytes of text that are kept.
    pub fn held(&self) -> usize {
        self.start.len() + self.splitter.held()
    }

    /// Where the puzzle begins that is not complete: its line, from 1, and the bytes before it.
    pub fn open_at(&self) -> (usize, u64) {
        self.splitter.open_at()
    }

    /// The note about parts of the input that were passed over, once it has ended; `None` if there were none.
    pub fn note(&self) -> Option<String> {
        let lines: Vec<String> = self.passed.iter().take(6).map(usize::to_string).collect();
        let more = if self.passed.len() > lines.len() { ", ..." } else { "" };
        let what = match self.passed.len() {
            0 => return None,
            1 => "what stands in line",
            _ => "what stands in lines",
        };
        Some(format!("{what} {}{more} is no puzzle and was passed over", lines.join(", ")))
    }

    /// Takes a piece of the splitter.
    fn take(&mut self, piece: Piece) {
        if let Some((held, why)) = self.held.take() {
            // A number above puzzles is how many there are, or the side of the next one.
            if why == Held::End {
                self.put(held);
            }
        }
        let Ok(chunk) = piece.chunk() else { return self.put(piece) };
        let loose = matches!(chunk.kind, ChunkKind::Other("grid"));
        if loose && self.reading.format.is_none() {
            let numbers: Vec<&str> = chunk.text.split_whitespace().take(3).collect();
            match numbers[..] {
                [n] if self.given == 0 && n.bytes().all(|b| b.is_ascii_digit()) => {
                    self.held = Some((piece, Held::Count));
                    return;
                }
                ["0"] | ["0", "0"] => {
                    self.held = Some((piece, Held::End));
                    return;
                }
                _ => {}
            }
            if outline::is_code(chunk.text) {
                if self.passed.len() < MOST_PASSED {
                    self.passed.push(outline::first_line(&chunk));
                }
                self.first.get_or_insert(piece);
                return;
            }
        }
        let found = data::puzzles(&piece, &chunk, &self.reading);
        match found {
            Some(found) => found.into_iter().for_each(|piece| self.put(piece)),
            None => self.put(piece),
        }
    }

    fn put(&mut self, piece: Piece) {
        self.given += 1;
        self.ready.push_back(piece);
    }
}

impl Iterator for Puzzles {
    type Item = Piece;

    /// The next puzzle that is complete; there may be more after the next [`feed`](Puzzles::feed).
    fn next(&mut self) -> Option<Piece> {
        loop {
            if let Some(piece) = self.ready.pop_front() {
                return Some(piece);
            }
            match self.splitter.next() {
                Some(piece) => self.take(piece),
                None if self.ended && self.given == 0 => {
                    // If there is no puzzle, the error of the first part is reported.
                    let held = self.held.take().map(|(piece, _)| piece);
                    let piece = held.or_else(|| self.first.take())?;
                    self.passed.clear();
                    self.put(piece);
                }
                None => return None,
            }
        }
    }
}

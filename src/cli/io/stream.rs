//! Puzzles out of one input, one after another while it is read.

use crate::cli::io::job::{Fault, Job, NO_PUZZLE};
use crate::cli::io::regular::reason;
use crate::cli::io::stderr;
use clew::interchange::{Puzzles, Reading};
use clew::puzzle::format::{MAX_PUZZLE, MorePieces, Piece};
use std::io::{self, ErrorKind, Read};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// Bytes read at a time.
const BLOCK: usize = 1 << 16;

/// The kind of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// All of it is there: looking ahead costs no time.
    File,
    /// It may still be written to. `eager`: a line of JSON is taken for the first of several without waiting for
    /// another one.
    Pipe { eager: bool },
}

/// The result of a read.
type Part = Result<Piece, Fault>;

/// The pieces of an input.
struct Pieces<R> {
    from: R,
    puzzles: Puzzles,
    block: Vec<u8>,
    ended: bool,
    /// The most bytes of a puzzle.
    max: usize,
    /// Bytes read since the last piece. What is refused is not held, and may have no end.
    since: usize,
    /// The note at the end.
    note: Option<String>,
}

impl<R: Read> Pieces<R> {
    fn new(from: R, max: usize, reading: &Reading) -> Pieces<R> {
        Pieces {
            from,
            puzzles: Puzzles::new(reading),
            block: vec![0; BLOCK],
            ended: false,
            max,
            note: None,
            since: 0,
        }
    }
}

impl<R: Read> Iterator for Pieces<R> {
    type Item = Part;

    fn next(&mut self) -> Option<Part> {
        loop {
            if let Some(piece) = self.puzzles.next() {
                self.since = 0;
                return Some(Ok(piece));
            }
            if self.ended {
                self.note = self.puzzles.note();
                return None;
            }
            if self.puzzles.held().max(self.since) > self.max {
                self.ended = true;
                let most = self.max >> 20;
                let (line, byte) = self.puzzles.open_at();
                return Some(Err(Fault::Whole(format!(
                    "line {line}, byte {byte}: found a puzzle of more than {most} MiB, expected at most {most} MiB for \
                     each (lines `---` separate puzzles)"
                ))));
            }
            match self.from.read(&mut self.block) {
                Ok(0) => {
                    self.ended = true;
                    self.puzzles.finish();
                }
                Ok(n) => {
                    self.since += n;
                    self.puzzles.feed(&self.block[..n]);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    self.ended = true;
                    return Some(Err(Fault::Whole(reason(&error))));
                }
            }
        }
    }
}

/// The puzzles of an input, with their numbers where it holds several.
pub(crate) struct Numbered<R> {
    name: Arc<str>,
    kind: Kind,
    reading: Arc<Reading>,
    pieces: Pieces<R>,
    held: Option<Part>,
    given: usize,
    several: bool,
}

impl<R: Read> Numbered<R> {
    pub fn new(name: Arc<str>, kind: Kind, reading: Arc<Reading>, from: R) -> Numbered<R> {
        let pieces = Pieces::new(from, MAX_PUZZLE, &reading);
        Numbered { name, kind, reading, pieces, held: None, given: 0, several: false }
    }

    /// Whether there are several, as the first one implies or the second one shows.
    fn look_ahead(&mut self, first: &Part) -> bool {
        let follow = first.as_ref().map_or(MorePieces::No, Piece::follow);
        match (self.kind, follow) {
            (Kind::Pipe { .. }, MorePieces::Announced) => true,
            (Kind::Pipe { eager: true }, MorePieces::Possible) => true,
            _ => {
                self.held = self.pieces.next();
                self.held.is_some()
            }
        }
    }
}

impl<R: Read> Iterator for Numbered<R> {
    type Item = Job;

    fn next(&mut self) -> Option<Job> {
        let Some(mut part) = self.held.take().or_else(|| self.pieces.next()) else {
            // An empty list has no pieces.
            let nothing = self.given == 0;
            self.given = 1;
            if let Some(note) = self.pieces.note.take() {
                stderr::line(format_args!("{}: {note}", self.name));
            }
            return nothing.then(|| Job::new(self.name.clone(), None, none()));
        };
        if self.given == 0 {
            self.several = self.look_ahead(&part);
            if !self.several && part.as_ref().is_ok_and(is_void) {
                part = none();
            }
        }
        self.given += 1;
        let job = Job::new(self.name.clone(), self.several.then_some(self.given), part);
        Some(job.read_as(self.reading.clone()))
    }
}

/// The part of an input without puzzles.
fn none() -> Part {
    Err(Fault::Whole(NO_PUZZLE.into()))
}

/// Whether a piece has blanks and comments only: lines that start with `#` and are no rows of a grid.
fn is_void(piece: &Piece) -> bool {
    let text = piece.bytes();
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    let mut lines = text.split(|&b| b == b'\n').map(<[u8]>::trim_ascii);
    !piece.is_refused() && lines.all(|line| line.is_empty() || (line[0] == b'#' && !is_row(line)))
}

/// Whether a line has nothing in it but holes and some cells.
fn is_row(line: &[u8]) -> bool {
    let mut tokens = line.split(u8::is_ascii_whitespace).filter(|t| !t.is_empty());
    line.contains(&b'.')
        && tokens.all(|t| matches!(t, b"#" | b".") || t.iter().all(u8::is_ascii_digit))
}

/// Puzzles that a thread of its own reads, so that waiting for them can be given up.
pub(crate) struct Piped(Receiver<Job>);

/// The result of waiting for a limited time.
pub(crate) enum Waited {
    Job(Job),
    /// Nothing yet.
    Nothing,
    /// Nothing more will come.
    End,
}

impl Piped {
    /// Starts to read. The thread ends with its input, or when no more puzzles are taken; a puzzle or two are read
    /// ahead.
    pub fn start<R: Read>(
        name: Arc<str>,
        eager: bool,
        reading: Arc<Reading>,
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
    ) -> Piped {
        let (sender, receiver) = sync_channel(1);
        std::thread::spawn(move || match open() {
            Ok(from) => {
                for job in Numbered::new(name, Kind::Pipe { eager }, reading, from) {
                    if sender.send(job).is_err() {
                        break;
                    }
                }
            }
            Err(error) => {
                let fault = Fault::Whole(reason(&error));
                let _ = sender.send(Job::new(name, None, Err(fault)));
            }
        });
        Piped(receiver)
    }

    /// Waits for the next puzzle, but no longer than this.
    pub fn wait(&self, patience: Duration) -> Waited {
        match self.0.recv_timeout(patience) {
            Ok(job) => Waited::Job(job),
            Err(RecvTimeoutError::Timeout) => Waited::Nothing,
            Err(RecvTimeoutError::Disconnected) => Waited::End,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader of `copies` texts that counts the bytes read from it.
    struct Copies<'a> {
        text: &'a [u8],
        copies: usize,
        taken: usize,
    }

    impl Read for Copies<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let left = self.text.len() * self.copies - self.taken;
            let n = into.len().min(left).min(1000);
            for byte in &mut into[..n] {
                *byte = self.text[self.taken % self.text.len()];
                self.taken += 1;
            }
            Ok(n)
        }
    }

    #[test]
    fn long_inputs_need_little_memory() {
        for text in ["puzzle: path\n\n. .\n---\n", "{\"puzzle\":\"path\",\"cells\":[[null]]}\n"] {
            let copies = 20_000;
            let from = Copies { text: text.as_bytes(), copies, taken: 0 };
            let mut pieces = Pieces::new(from, 100, &Reading::default());
            let mut found = 0;
            while let Some(part) = pieces.next() {
                let piece = part.expect("each is small");
                found += 1;
                let lines = text.matches('\n').count();
                assert_eq!(piece.line(), (found - 1) * lines + 1);
                assert!(pieces.puzzles.held() <= text.len());
                // At most one read more than the puzzles returned.
                assert!(pieces.from.taken <= found * text.len() + 1000);
            }
            assert_eq!(found, copies);
        }
    }

    #[test]
    fn a_puzzle_that_is_too_large_ends_its_input() {
        let text = format!("puzzle: path\n\n.\n---\n{}", "# # # # # # # #\n".repeat(90_000));
        let parts: Vec<Part> = Pieces::new(text.as_bytes(), 1 << 20, &Reading::default()).collect();
        assert_eq!(parts.len(), 2);
        assert!(parts[0].is_ok());
        let found = format!("{:?}", parts[1]);
        assert!(found.contains("line 5, byte 20: found a puzzle of more than 1 MiB"), "{found}");
    }

    /// Texts that never become a puzzle end too: a line without an end, lines too many, comments, blank lines.
    #[test]
    fn an_input_without_end_is_given_up() {
        for text in ["\0", "y\n", ". . .\n", "# none\n", "\n", "{\"a\":", "[", "title: x\n", "A"] {
            let mut from = Copies { text: text.as_bytes(), copies: usize::MAX / 16, taken: 0 };
            let mut pieces = Pieces::new(&mut from, 1 << 20, &Reading::default());
            let parts: Vec<Part> = pieces.by_ref().take(3).collect();
            let end = format!("{:?}", parts.last());
            assert!(end.contains("found a puzzle of more than 1 MiB"), "{text:?}: {end}");
            assert!(pieces.puzzles.held() <= (1 << 20) + BLOCK, "{text:?}");
            assert!(from.taken < 3 << 20, "{text:?}: {}", from.taken);
        }
    }

    fn numbers(kind: Kind, text: &str) -> Vec<Option<usize>> {
        Numbered::new("-".into(), kind, Arc::default(), text.as_bytes())
            .map(|job| job.number)
            .collect()
    }

    #[test]
    fn puzzles_are_numbered_where_there_are_several() {
        let (file, pipe) = (Kind::File, Kind::Pipe { eager: false });
        let eager = Kind::Pipe { eager: true };
        for kind in [file, pipe, eager] {
            for nothing in ["", " \n\n", "[]", " [ ]\n", "# a comment\n", "# first\n\n# second"] {
                assert_eq!(numbers(kind, nothing), [None]);
                let parsed = Numbered::new("-".into(), kind, Arc::default(), nothing.as_bytes())
                    .next()
                    .map(|job| job.parse().map(|_| ()));
                assert_eq!(parsed, Some(Err(Fault::Whole(NO_PUZZLE.into()))), "{nothing:?}");
            }
            assert_eq!(numbers(kind, "a\n"), [None]);
            assert_eq!(numbers(kind, "{}"), [None]);
            assert_eq!(numbers(kind, "[{}]\n"), [None]);
            assert_eq!(numbers(kind, "a\n---\nb\n---\n"), [Some(1), Some(2)]);
            assert_eq!(numbers(kind, "{}\n{}"), [Some(1), Some(2)]);
            assert_eq!(numbers(kind, "[{},{}]"), [Some(1), Some(2)]);
        }
        assert_eq!(numbers(file, "a\n---\n"), [None]);
        assert_eq!(numbers(pipe, "a\n---\n"), [Some(1)], "more was announced");
        assert_eq!(numbers(pipe, "{}\n"), [None]);
        assert_eq!(numbers(eager, "{}\n"), [Some(1)]);
    }
}

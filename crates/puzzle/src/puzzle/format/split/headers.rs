//! Where a puzzle of the text format begins: after a line `---`, or with a header below the grid of another one.

use super::{BETWEEN, Mark};

/// How far the open piece of the text format is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum HeaderState {
    /// Only blank lines so far.
    #[default]
    Empty,
    /// Lines without the key `puzzle`.
    Unnamed,
    /// In the header, which has that key.
    Header,
    /// Below the blank line after the header, and the first of the lines directly above that can belong to another
    /// header.
    Body(Option<Mark>),
}

/// The meaning of a line for the border between two puzzles.
pub(super) enum HeaderLine {
    /// It belongs to the open piece.
    Within,
    /// It separates two pieces.
    Between,
    /// Another piece begins here, with this line or one above it.
    Begins(Mark),
}

/// Keys that may stand above `puzzle` in a header: those that every family knows.
const KEYS: [&str; 7] =
    ["title", "source", "author", "rules", "message", "neighbours", "solutions"];

impl HeaderState {
    /// Whether the piece has a line that is not blank.
    pub(super) fn is_filled(self) -> bool {
        !matches!(self, HeaderState::Empty)
    }

    /// The same with a line that is not blank.
    pub(super) fn filled(self) -> HeaderState {
        if self.is_filled() { self } else { HeaderState::Unnamed }
    }

    /// Looks at the line that starts at `start`.
    pub(super) fn see(&mut self, line: &[u8], start: Mark) -> HeaderLine {
        // A line that is no text is not blank.
        let line = String::from_utf8_lossy(line);
        let line = line.trim();
        if line == BETWEEN {
            return HeaderLine::Between;
        }
        let key = line.split_once(':').map(|(key, _)| key.trim_end());
        let is = |known: &str| key.is_some_and(|key| key.eq_ignore_ascii_case(known));
        *self = match *self {
            HeaderState::Body(above) if is("puzzle") => {
                return HeaderLine::Begins(above.unwrap_or(start));
            }
            HeaderState::Body(above) if KEYS.into_iter().any(is) => {
                HeaderState::Body(above.or(Some(start)))
            }
            HeaderState::Body(_) => HeaderState::Body(None),
            HeaderState::Header if line.is_empty() => HeaderState::Body(None),
            HeaderState::Empty | HeaderState::Unnamed if is("puzzle") => HeaderState::Header,
            HeaderState::Empty if !line.is_empty() => HeaderState::Unnamed,
            same => same,
        };
        HeaderLine::Within
    }
}

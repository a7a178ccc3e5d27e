//! Blocks of lines as people write them, with blank lines between, for the splitter.

use super::piece::{BETWEEN, Mark};

/// How people lay out several puzzles in one text. The functions are given by a higher layer, which knows the formats.
#[derive(Debug)]
pub struct LayoutRules {
    /// Whether a block of lines belongs to the puzzle of the lines before it.
    pub together: fn(&str, &str) -> bool,
    /// Whether a block is prose for people: it belongs to the next block, or to none.
    pub is_prose: fn(&str) -> bool,
    /// Whether a line of a file of addresses is for people.
    pub is_remark: fn(&str) -> bool,
}

/// The kind of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seen {
    Row,
    Blank,
    /// The line `---`.
    Between,
}

/// The state of the open piece.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Loose {
    /// The start of the open block, if a line of it was read.
    pub block: Option<Mark>,
    /// Whether the piece has a block before that.
    pub filled: bool,
    /// Brackets that are open: within them blank lines mean nothing.
    depth: usize,
    /// Whether some line so far has no three characters, or a sign for cells to fill other than `-`: then `---` is
    /// no row.
    other: bool,
}

impl Loose {
    /// Looks at the next line; `parts`: blank lines part puzzles.
    pub fn see(&mut self, line: &[u8], start: Mark, parts: bool) -> Seen {
        let text = line.trim_ascii();
        // Tabs separate the empty places of a row.
        if text.is_empty() && !line.contains(&b'\t') {
            return if parts && self.depth == 0 { Seen::Blank } else { Seen::Row };
        }
        // At the top it parts nothing.
        let fits = !self.other || self.block.is_none() && !self.filled;
        if text == BETWEEN.as_bytes() && !fits {
            return Seen::Between;
        }
        self.block.get_or_insert(start);
        let three = std::str::from_utf8(text).is_ok_and(|text| {
            text.chars().count() == BETWEEN.len() && !text.contains([' ', '.', '_', '?', '0'])
        });
        self.other |= !three;
        for byte in text {
            match byte {
                b'[' | b'{' => self.depth += 1,
                b']' | b'}' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
        Seen::Row
    }
}

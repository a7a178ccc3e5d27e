//! Limits on the memory that is kept of an input while it is cut.

use super::{Form, Mark, MorePieces, Splitter, is_comment};
use crate::puzzle::format::text::line_limit;
use crate::puzzle::format::{ChunkKind, MAX_FOREIGN_LINE, MAX_LINE, MAX_LINES, ParseError};

impl Splitter {
    /// Checks the limits, where the open line reaches up to `end` so far. Anything beyond them is refused, and not
    /// kept.
    pub(super) fn watch(&mut self, end: u64) {
        let kind = match self.form {
            _ if self.unlimited => return,
            Form::Blocks(kind, ..)
            | Form::Loose(kind, _)
            | Form::Lines(kind, _)
            | Form::Counted(kind, _) => kind,
            Form::Headers(_) => ChunkKind::Native,
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

    /// Refuses a line of more than `most` bytes, not counting a carriage return at its end.
    fn watch_long(&mut self, end: u64, most: usize) {
        let line = self.bytes(self.line_start, end).trim_ascii_start();
        let comment =
            is_comment(line) && matches!(self.form, Form::Lines(..) | Form::Counted(_, None));
        self.long = Some(comment);
        if !comment {
            let expected = match most {
                MAX_LINE => line_limit(),
                most => format!("at most {most} bytes a line"),
            };
            self.refuse(format!("a line of more than {most} bytes"), expected);
        }
    }

    /// Refuses the open piece at the current line.
    fn refuse(&mut self, found: String, expected: String) {
        if self.refused.is_none() {
            let error = ParseError { line: self.next.line, column: 1, found, expected };
            let start = match self.form {
                Form::Lines(..) | Form::Counted(_, None) => {
                    Mark { at: self.line_start, ..self.next }
                }
                _ => self.open,
            };
            self.refused = Some(Box::new((start, error)));
        }
    }

    /// Handles the line that ends at `end`, whose beginning may already be dropped.
    pub(super) fn end_line(&mut self, end: u64, after: Mark) {
        let Some(comment) = self.long.take() else { return self.close_line(end, after) };
        let follow = if after.at > end { MorePieces::Possible } else { MorePieces::No };
        match self.form {
            Form::Blocks(kind, head, _) => self.form = Form::Blocks(kind, head, true),
            Form::Headers(state) => self.form = Form::Headers(state.filled()),
            Form::Loose(kind, loose) => {
                let mut loose = loose;
                (loose.block, loose.filled) = (None, true);
                self.form = Form::Loose(kind, loose);
            }
            Form::Lines(kind, _) | Form::Counted(kind, None) if !comment => {
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
}

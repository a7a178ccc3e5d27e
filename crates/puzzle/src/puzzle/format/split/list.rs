//! Cutting a JSON list into its items.

use super::super::nesting::Nesting;
use super::super::piece::{ChunkKind, Mark, MorePieces, starts_character};
use super::{Form, Splitter};

/// The state of a list that is being read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct List {
    pub nesting: Nesting,
    /// The start of the open item, once part of it was read.
    pub item: Option<Mark>,
    pub closed: bool,
}

impl Splitter {
    /// Cuts off the items that are complete.
    pub(super) fn scan_list(&mut self) {
        let Form::List(mut list) = self.form else { return };
        for at in self.next.at..self.end() {
            let byte = self.buffer[(at - self.base) as usize];
            let here = Mark { at, ..self.next };
            let inside = list.nesting.in_string || list.nesting.depth > 1;
            if list.closed || list.nesting.depth == 0 {
                // Before the list there are only blanks; after it anything else is an item that fails.
                if list.closed && list.item.is_none() && !is_json_blank(&byte) {
                    list.item = Some(here);
                }
                if !list.closed {
                    list.nesting.see(byte);
                }
            } else if !inside && (byte == b',' || byte == b']') {
                // An empty item is a mistake, except in a list without any.
                let follow = if byte == b',' { MorePieces::Announced } else { MorePieces::No };
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
}

/// Whether a byte is white space of JSON.
pub(super) fn is_json_blank(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

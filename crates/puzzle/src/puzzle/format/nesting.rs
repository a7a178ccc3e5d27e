//! Brackets of JSON text, for the splitter.

/// How deep in brackets a scan over JSON text is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Nesting {
    pub depth: usize,
    pub in_string: bool,
    escaped: bool,
}

impl Nesting {
    /// Looks at the next byte.
    pub fn see(&mut self, c: u8) {
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

/// Whether all brackets that a text opens are closed.
pub(super) fn is_closed(text: &[u8]) -> bool {
    let mut nesting = Nesting::default();
    text.iter().for_each(|&b| nesting.see(b));
    nesting.depth == 0 && !nesting.in_string
}

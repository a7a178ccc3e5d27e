//! The message for input that cannot be read: a position, the text found there, the expected text.
//!
//! Input is untrusted, so the text that is quoted back is cut short and stripped of everything that
//! could move a terminal's cursor or reverse its text.

/// The longest piece of input that an error quotes, in characters.
const MAX_QUOTED: usize = 24;

/// A mistake in the input, with its position in the whole input.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: found {found}, expected {expected}")]
pub struct ParseError {
    /// Line, counted from 1.
    pub line: usize,
    /// Column, counted from 1, in characters (not bytes).
    pub column: usize,
    /// The text found there, ready to print: quoted, shortened and escaped, or words like `end of line`.
    pub found: String,
    /// The expected text, in words.
    pub expected: String,
}

impl ParseError {
    /// The message without the position, for reports that carry the position separately.
    pub fn message(&self) -> String {
        format!("found {}, expected {}", self.found, self.expected)
    }
}

/// `text` in double quotes, shortened to 24 characters, with control and direction
/// characters, quotes and backslashes escaped.
pub fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    let mut rest = text.chars();
    for c in rest.by_ref().take(MAX_QUOTED) {
        if is_unprintable(c) || c == '"' || c == '\\' {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    if rest.next().is_some() {
        out.push('…');
    }
    out.push('"');
    out
}

/// Characters that must not reach a terminal as they are: controls, and the invisible ones that
/// join, part or reverse text.
pub fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
        || matches!(c, '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoting_escapes_and_shortens() {
        assert_eq!(quote("D"), r#""D""#);
        assert_eq!(quote("\u{1b}[31m\"\\"), r#""\u{1b}[31m\"\\""#);
        assert_eq!(quote("a\u{202e}b"), r#""a\u{202e}b""#);
        assert_eq!(quote(&"ä".repeat(25)), format!("\"{}…\"", "ä".repeat(24)));
    }
}

//! Blocks of a source or a document that are no puzzle.

use super::bytes::is_prose;
use super::word::is_digits;
use clew_puzzle::puzzle::format::Chunk;

/// Whether a block of lines is code or the like: no line of it may be a row of a grid or begin a list of data.
pub(crate) fn is_code(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    lines.peek().is_some() && lines.all(is_code_line)
}

/// The line in which the text of a chunk begins.
pub fn first_line(chunk: &Chunk<'_>) -> usize {
    chunk.line + chunk.text.lines().take_while(|line| line.trim().is_empty()).count()
}

fn is_code_line(line: &str) -> bool {
    let punctuation = line.chars().all(|c| "(){}[];,\"'`".contains(c));
    // A line under a title.
    let under =
        line.len() > 3 && ["=", "~", "^"].iter().any(|sign| line.replace(sign, "").is_empty());
    punctuation || under || is_statement(line)
}

/// Whether a line has a word, and neither data in brackets nor between separators.
fn is_statement(line: &str) -> bool {
    // A value that is set to a list, or a list below its name, may be a puzzle.
    let opens = line.ends_with(['[', '{', '(', '|']) || line.contains("[[") || line.contains("[|");
    let data = line.split(|c: char| !c.is_alphanumeric()).filter(|word| is_digits(word)).count();
    let set = line.split_once('=').is_some_and(|(name, value)| {
        let name = name.trim().trim_end_matches([':', '!', '<', '>', '=']);
        let value = value.trim().trim_end_matches(';');
        name.chars().all(|c| c.is_alphanumeric() || " _:.[]".contains(c))
            && value.chars().all(char::is_alphanumeric)
    });
    set || is_prose(line) && !opens && data < 4 && !is_key_value(line)
}

/// Whether a line sets a key to a value, as lines of a header do: `kind: numbrix`.
fn is_key_value(line: &str) -> bool {
    let Some((key, value)) = line.split_once(':') else { return false };
    let word = |text: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
    };
    word(key.trim())
        && (value.trim().is_empty() && !key.contains(' ')
            || value.starts_with(' ') && !value.contains(['(', '[', ';']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_no_puzzle() {
        for text in [
            "import sys",
            "def solve(b):\n    return [x for x in b if x]",
            "include \"globals.mzn\";\nint: n = 4;\nsolve satisfy;",
            "\"\"\"Solves boards.",
        ] {
            assert!(is_code(text), "{text}");
        }
        for text in [
            "1 2\n3 .",
            "A B\nB A",
            "board = [\n [1, 0],\n",
            "grid: |\n 1 2",
            "board = [[1, 0], [0, 4]]",
        ] {
            assert!(!is_code(text), "{text}");
        }
    }
}

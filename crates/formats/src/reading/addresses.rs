//! Addresses and ids anywhere in a line: in a sentence, in brackets or quotation marks, in a column of a table.

use super::bytes::is_prose;
use std::ops::Range;

/// Characters that end an address anywhere.
const ENDS: &str = "\"'<>`|\\^{}";

/// The range of an address of a page in a line, without brackets and punctuation around it.
pub fn address(line: &str) -> Option<Range<usize>> {
    // Most lines have none, and there may be many.
    if !line.contains("://") {
        return None;
    }
    let lower = line.to_ascii_lowercase();
    let from = ["https://", "http://"].iter().filter_map(|scheme| lower.find(scheme)).min()?;
    let rest = &line[from..];
    let end = |c: char| c.is_whitespace() || c.is_control() || ENDS.contains(c);
    let mut text = &rest[..rest.find(end).unwrap_or(rest.len())];
    // In a column of values a comma ends it, unless it is part of an id after `#`.
    let id = text.find('#').is_some_and(|at| text[at..].contains(':'));
    if let Some(comma) = text.find(',').filter(|_| !id) {
        text = &text[..comma];
    }
    if let Some(semicolon) = text.find(';') {
        text = &text[..semicolon];
    }
    text = &text[..closed(text)];
    Some(from..from + text.len())
}

/// The length of a text before a closing bracket without an opening one.
fn closed(text: &str) -> usize {
    let mut open = 0usize;
    for (i, c) in text.char_indices() {
        match c {
            '(' | '[' => open += 1,
            ')' | ']' if open == 0 => return i,
            ')' | ']' => open -= 1,
            _ => {}
        }
    }
    text.len()
}

/// Punctuation of the sentence around an address or id, after which nothing may follow.
pub fn is_stop(text: &str) -> bool {
    text.strip_prefix('#').unwrap_or(text).chars().all(|c| ".,;:!?)]*_".contains(c))
}

/// The ranges of words of a line that might be ids, without brackets, quotation marks and punctuation.
pub fn ids(line: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    /// The length of the shortest id: a shorter word is a time of day or the like.
    const SHORTEST: usize = 8;
    let start = move |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    line.split_whitespace().filter_map(move |word| {
        let inner =
            word.trim_matches(|c| "\"'`()<>[]*".contains(c)).trim_end_matches(['.', ';', '!', '?']);
        let from = start(word) + word.find(inner)?;
        (inner.len() >= SHORTEST && inner.contains(':')).then_some(from..from + inner.len())
    })
}

/// Whether a line of a file of addresses is prose: words, and no number in them.
pub fn is_remark(line: &str) -> bool {
    let plain = !line.contains(|c: char| c.is_ascii_digit() || "#.{[".contains(c));
    if !plain && !line.trim_end().ends_with(['.', ':', '!', '?']) {
        return false;
    }
    let words = line.contains(char::is_whitespace) && is_prose(line);
    let columns = line.contains([',', ';', '\t']);
    let head = columns && line.chars().all(|c| c.is_alphabetic() || " ,;\t_-\"".contains(c));
    address(line).is_none() && (head || words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_found_in_lines() {
        let url = "https://puzz.link/p?numlin/2/2/1122";
        for line in [
            format!("look: {url} and say"),
            format!("[x]({url})"),
            format!("7,{url},easy"),
            format!("\"{url}\""),
            format!("<{url}>"),
            format!("`{url}`;"),
            format!("1. {url}"),
        ] {
            let range = address(&line).expect("an address");
            assert_eq!(&line[range], url, "{line}");
        }
        let kudamono = "(https://pedros.works/p?W=2x2&L=(1)0x1&G=hidoku)";
        assert_eq!(
            &kudamono[address(kudamono).unwrap()],
            "https://pedros.works/p?W=2x2&L=(1)0x1&G=hidoku"
        );
        let id = "see https://x.org/unequal.html#2:0,0D,0,0,";
        assert!(id[address(id).unwrap()].ends_with("0,0,"));
    }

    #[test]
    fn remarks_are_for_people() {
        for line in ["id,url", "tell me whether it is unique", "Here are 3 of them:"] {
            assert!(is_remark(line), "{line}");
        }
        for line in [
            "R.G.",
            "see https://puzz.link/p?x",
            "numlin/5/5/1j2h3",
            "5:0,0,",
            "htp//puzzlink/p?numlin",
        ] {
            assert!(!is_remark(line), "{line}");
        }
    }
}

//! Prose lines around a grid: greetings, titles, remarks, signatures.

use super::bytes::{is_null, is_prose, names_place};
use super::keys::is_key;
use super::word::{is_digits, label};

/// Whether a line begins or ends a letter: short words and a comma or the like after the last, `Hi all,`.
pub(super) fn is_greeting(line: &str) -> bool {
    let line = line.trim();
    let sentence = line.strip_suffix('.').filter(|text| text.contains(' '));
    let Some(text) = line.strip_suffix([',', '!', ':']).or(sentence) else { return false };
    let letters = |word: &str| word.len() > 1 && word.chars().all(char::is_alphabetic);
    let words: Vec<&str> = text.split_whitespace().collect();
    let small = text.chars().skip(1).any(char::is_lowercase);
    small && !words.is_empty() && words.iter().all(|word| letters(word))
}

/// Whether a line is prose by itself.
pub(super) fn is_prose_line(line: &str) -> bool {
    is_prose(line) || is_greeting(line) || is_name(line) || is_field(line)
}

/// Whether a line is one that sites let people share: the number of the day, a time.
pub(super) fn is_share_line(line: &str) -> bool {
    let digits = is_digits;
    let number = line.strip_prefix('#').is_some_and(digits);
    let time = |word: &str| {
        word.split_once(':')
            .is_some_and(|(a, b)| digits(a) && a.len() < 3 && digits(b) && b.len() == 2)
    };
    number || line.split_whitespace().any(time) && !line.contains([';', ',', '('])
}

/// Whether a line is one of the head of a mail and the like: `To: Ann`.
fn is_field(line: &str) -> bool {
    let Some((key, value)) = line.split_once(": ") else { return false };
    let letters = |word: &str| word.len() > 1 && word.chars().all(char::is_alphabetic);
    letters(key) && value.split_whitespace().any(letters) && value.chars().any(char::is_lowercase)
}

/// Whether a line is a name: up to three words, each a capital followed by small letters. No name is a row of labels,
/// since its capital would have to occur there twice.
fn is_name(line: &str) -> bool {
    let word = |word: &str| {
        let mut chars = word.chars();
        chars.next().is_some_and(char::is_uppercase)
            && word.chars().count() > 2
            && chars.all(char::is_lowercase)
    };
    let words: Vec<&str> = line.split_whitespace().collect();
    (1..4).contains(&words.len()) && words.iter().all(|w| word(w) && !is_null(w))
}

/// Whether a line of words may still be a row of cells, of a grid with these other rows: every word is a label or a
/// sign, and one of them occurs again.
pub(super) fn may_be_row<'l>(line: &str, mut others: impl Iterator<Item = &'l str>) -> bool {
    let sign = |word: &str| word.chars().all(|c| "._-?#*·□■~".contains(c));
    let words: Vec<&str> = line.split_whitespace().collect();
    let again = |(i, word): (usize, &&str)| sign(word) || words[..i].contains(word);
    words.iter().all(|word| label(word).is_some() || sign(word))
        && (words.iter().enumerate().any(again)
            || words.len() == 1
            || others.any(|row| row.split_whitespace().any(|word| words.contains(&word))))
}

/// Whether lines are prose: words, and nothing that may be a row or a statement about a place of a grid.
pub(super) fn are_prose<'l>(lines: impl Iterator<Item = &'l str>) -> bool {
    let code = |line: &str| {
        let list = line.contains("[[") || line.contains("],") || line.contains("},");
        list || line.contains(['[', '{', '|', '=']) && !line.ends_with(['.', ':', '!', '?'])
    };
    let mut before = 0;
    for line in lines.map(str::trim).filter(|line| !line.is_empty()) {
        if line == "--" && before > 0 {
            return true;
        }
        if !is_prose_line(line) || code(line) || is_key(line) || names_place(line) {
            return false;
        }
        before += 1;
    }
    before > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_write_around_grids() {
        clew_families::install();
        for text in [
            "Hi all,",
            "Thanks!\n-- \nBob",
            "Cheers,\nAnn",
            "Ann Lee",
            "Can anyone help?",
            "To: Bob\nSent: Monday",
        ] {
            assert!(are_prose(text.lines()), "{text}");
        }
        for text in [
            "AB,CD",
            "R, G,",
            "AB.",
            "1 2",
            "Abba\n1 2",
            "touch: yes",
            "a wall between r1c1 and r1c2",
        ] {
            assert!(!are_prose(text.lines()), "{text}");
        }
    }
}

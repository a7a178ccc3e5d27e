//! From characters to lines: similar signs are unified, and text that only wraps a puzzle is removed.

use clew_puzzle::puzzle::format::{BETWEEN, Chunk, MAX_SIDE, ParseError, Token, place};
use clew_puzzle::registry::named;
use std::borrow::Cow;

/// The longest text of one puzzle in a foreign layout, in bytes.
pub(super) const MAX_BYTES: usize = 16 << 20;

/// The most lines of one: a drawn row may take several.
const MAX_LINES: usize = 8 * MAX_SIDE;

/// The normalised form of a character: full-width forms, non-breaking blanks, and signs that look like arrows or wedges
/// become their ASCII equivalents; squares and dots become one of their kind.
pub(super) fn plain(c: char) -> char {
    match c {
        _ if c.is_ascii() => c,
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from((c as u32 - 0xfee0) as u8),
        '∧' | '˄' | '⌃' | '⋀' | 'ʌ' | '▲' | '△' | '⌢' | '↑' => '^',
        '∨' | '˅' | '⌄' | '⋁' | '▼' | '▽' | '↓' => 'v',
        '‹' | '⟨' | '〈' | '❮' | '◀' | '◁' | '◂' | '«' | '≺' | '﹤' => '<',
        '›' | '⟩' | '〉' | '❯' | '▶' | '▷' | '▸' | '»' | '≻' | '﹥' => '>',
        '−' | '–' | '—' | '‐' | '‑' | '‒' => '-',
        '·' | '∙' | '•' | '⋅' | '・' | '･' | '․' => '·',
        '□' | '☐' | '▢' | '◻' | '⬜' | '⬚' | '▫' | '◽' => '□',
        '■' | '▪' | '⬛' | '◼' | '█' | '▓' | '◾' => '■',
        '×' | '✕' | '✖' => 'x',
        '“' | '”' | '„' => '"',
        '‘' | '’' => '\'',
        '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏' | '¦' => '|',
        _ => c,
    }
}

/// Whether a character is invisible and only affects how the one before it is shown.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{20e3}' | '\u{feff}')
}

/// The normalised form of a text, see [`plain`]; numbers in circles become numbers.
pub(super) fn plain_text(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !is_invisible(*c)) {
        match c {
            '①'..='⑳' => out += &(c as u32 - '①' as u32 + 1).to_string(),
            '❶'..='❿' => out += &(c as u32 - '❶' as u32 + 1).to_string(),
            _ => out.push(plain(c)),
        }
    }
    Cow::Owned(out)
}

/// A line, or the part of it that is not removed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'t> {
    pub text: &'t str,
    /// Counted from 1, in the whole input.
    pub number: usize,
    /// The column of its first character, counted from 1.
    pub column: usize,
}

impl<'t> Line<'t> {
    /// Whether it is empty. Tabs separate empty places.
    pub fn is_blank(&self) -> bool {
        let blank = |c: char| c != '\t' && (plain(c).is_whitespace() || is_invisible(c));
        self.text.chars().all(blank)
    }

    /// All of it but blanks at both ends.
    pub fn token(&self) -> Token<'t> {
        let Line { text, number, column } = self.trimmed();
        Token { text, line: number, column }
    }

    /// The line without blanks at both ends.
    pub fn trimmed(&self) -> Line<'t> {
        let line = self.skip(self.text.len() - self.text.trim_start().len());
        Line { text: line.text.trim_end(), ..line }
    }

    /// The line without its first characters, `n` bytes of them.
    pub fn skip(&self, n: usize) -> Line<'t> {
        let column = self.column + self.text[..n].chars().count();
        Line { text: &self.text[n..], column, ..*self }
    }

    /// An error after its last character that is no blank.
    pub fn error_at_end(&self, expected: impl Into<String>) -> ParseError {
        ParseError {
            line: self.number,
            column: self.column + self.text.trim_end().chars().count(),
            found: "end of line".into(),
            expected: expected.into(),
        }
    }
}

/// The lines of a text, without code fences, marks of quotation and comments.
///
/// # Errors
/// For a text that is too long, before memory is allocated for it.
pub(super) fn lines<'t>(chunk: &Chunk<'t>) -> Result<Vec<Line<'t>>, ParseError> {
    let mut lines = raw_lines(chunk)?;
    preformatted(&mut lines);
    lines.retain(|line| !is_fence(line.text) && !is_comment(line.text));
    unquote(&mut lines);
    leading(&mut lines);
    lines.iter_mut().for_each(|line| line.text = line.text.trim_end_matches(ROW_ENDS));
    unlist(&mut lines);
    escaped(&lines)?;
    Ok(lines)
}

/// All lines of a text.
///
/// # Errors
/// As [`lines`] for its length.
pub(super) fn raw_lines<'t>(chunk: &Chunk<'t>) -> Result<Vec<Line<'t>>, ParseError> {
    let whole = |found: String, expected: String| ParseError {
        line: chunk.line,
        column: chunk.column,
        found,
        expected,
    };
    let bytes = chunk.text.len();
    if bytes > MAX_BYTES {
        let found = format!("a text of {bytes} bytes");
        return Err(whole(found, format!("at most {} MiB for one grid", MAX_BYTES >> 20)));
    }
    let count = chunk.text.bytes().filter(|&b| b == b'\n').count();
    if count > MAX_LINES {
        let found = format!("a text of {count} lines");
        return Err(whole(found, format!("at most {MAX_SIDE} rows")));
    }
    let one = |(i, text): (usize, &'t str)| Line {
        text: text.strip_suffix('\r').unwrap_or(text),
        number: chunk.line + i,
        column: if i == 0 { chunk.column } else { 1 },
    };
    Ok(chunk.text.split('\n').enumerate().map(one).collect())
}

/// Keeps of a page the text that it shows as it stands, if there is one such part.
fn preformatted(lines: &mut Vec<Line<'_>>) {
    let tag = |line: &Line<'_>, tag: &str| line.text.trim_start().starts_with(tag);
    let mut starts = (0..lines.len()).filter(|&i| tag(&lines[i], "<pre"));
    let (Some(from), None) = (starts.next(), starts.next()) else { return };
    let Some(to) = (from..lines.len()).find(|&i| lines[i].text.contains("</pre>")) else { return };
    // Titles name the kind of puzzle.
    let title = |line: &Line<'_>| ["<title", "<h1", "<h2"].iter().any(|name| tag(line, name));
    let mut kept: Vec<Line<'_>> = lines[..from].iter().copied().filter(title).collect();
    for line in &mut kept {
        let text = line.text.split('>').nth(1).unwrap_or_default();
        line.text = text.split('<').next().unwrap_or_default();
    }
    kept.extend(&lines[from..=to]);
    let first = kept.len() - (to - from + 1);
    for line in &mut kept[first..] {
        if let Some(end) = line.text.find("</pre>") {
            line.text = &line.text[..end];
        }
    }
    let behind = lines[from].text.find('>').map_or(0, |at| at + 1);
    kept[first] = kept[first].skip(behind.min(kept[first].text.len()));
    *lines = kept;
}

/// Removes the numbers of a list, where every line that is no title has one: `1.`, `1)` or `1:` and so on.
fn unlist(lines: &mut [Line<'_>]) {
    let rows = |line: &&mut Line<'_>| !line.is_blank() && !is_prose(line.text);
    let marks: Option<Vec<(String, usize)>> =
        lines.iter_mut().filter(rows).map(|line| mark(line.text)).collect();
    let Some(marks) = marks.filter(|marks| marks.len() > 1) else { return };
    let numbers = [".", ")", ":"].iter().any(|stop| {
        let at = |(i, (mark, _)): (usize, &(String, usize))| *mark == format!("{}{stop}", i + 1);
        marks.iter().enumerate().all(at)
    });
    if numbers {
        let rows = lines.iter_mut().filter(rows);
        rows.zip(marks).for_each(|(line, (_, from))| *line = line.skip(from));
    }
}

/// The first word of a line and where the rest begins.
fn mark(text: &str) -> Option<(String, usize)> {
    let (mark, rest) = text.trim_start().split_once([' ', '\t'])?;
    Some((mark.to_string(), text.len() - rest.len()))
}

/// Checks a first column of one sign that occurs nowhere else, next to other cells to fill: it may be the marks of a
/// list, or a column without cells. `said` are signs whose meaning is given by options.
///
/// # Errors
/// If it may be either; the message asks for an option.
pub(super) fn bullets<'s>(
    lines: &[Line<'_>],
    mut said: impl Iterator<Item = &'s String>,
) -> Result<(), ParseError> {
    let rows = || lines.iter().filter(|line| !line.is_blank() && !is_prose(line.text));
    let marks: Option<Vec<(String, usize)>> = rows().map(|line| mark(line.text)).collect();
    let Some(marks) = marks.filter(|marks| marks.len() > 1) else { return Ok(()) };
    let sign = &marks[0].0;
    let rest = || rows().zip(&marks).map(|(line, (_, from))| &line.text[*from..]);
    let list = matches!(&**sign, "-" | "*" | "+" | "•")
        && marks.iter().all(|(mark, _)| mark == sign)
        && !rest().any(|rest| rest.contains(&**sign))
        && rest().any(|rest| {
            rest.split_whitespace().any(|word| matches!(word, "." | "_" | "0" | "?" | "□"))
        });
    match rows().next().filter(|_| list && !said.any(|said| said == sign)) {
        Some(line) => {
            let column = line.token().column;
            let at = Token { text: sign, line: line.number, column };
            Err(at.error(format!(
                "rows without marks of a list, or --hole '{sign}' where these are a column without cells"
            )))
        }
        None => Ok(()),
    }
}

/// Refuses characters that are escaped as in the source of a page.
fn escaped(lines: &[Line<'_>]) -> Result<(), ParseError> {
    for line in lines.iter().filter(|line| line.text.contains('&')) {
        for name in ["&lt;", "&gt;", "&nbsp;"] {
            let Some(at) = line.text.find(name).filter(|_| !line.text.contains("<t")) else {
                continue;
            };
            let place = line.skip(at);
            let token = Token { text: name, line: place.number, column: place.column };
            return Err(token.error("text as a page shows it, not its source"));
        }
    }
    Ok(())
}

/// Characters that end a row of a table of LaTeX.
const ROW_ENDS: &[char] = &['\\'];

/// Whether a line only marks the beginning or end of a block of code or a long string.
fn is_fence(line: &str) -> bool {
    let line = line.trim();
    let wraps =
        ["<pre>", "</pre>", "<code>", "</code>", "[code]", "[/code]", "[pre]", "[/pre]", "\\hline"];
    if wraps.iter().any(|wrap| line.eq_ignore_ascii_case(wrap))
        || ["\\begin{", "\\end{"].iter().any(|tag| line.starts_with(tag))
    {
        return true;
    }
    let marks = ["```", "~~~", "\"\"\"", "'''"];
    is_tag(line)
        || marks.iter().any(|mark| {
            line.starts_with(mark)
                || line.ends_with(mark) && line.contains('=') && !line.contains('[')
        })
}

/// Whether a line is a word in brackets alone, as it begins or ends a part of a text: `[problem]`, `<answer>`.
fn is_tag(line: &str) -> bool {
    let inner = |open, close| line.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
    let word = inner('[', ']').or_else(|| inner('<', '>'));
    word.map(|word| word.trim_start_matches('/')).is_some_and(|word| {
        word.len() > 2
            && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
            && !is_null(word)
            && !word.starts_with('t')
            && named(word).is_none()
    })
}

/// Whether a line is a comment: `//`, or `#` and words. A row of holes and cells is none.
fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    // Signs are explained in the middle of a grid too: `# 1 = '<'`.
    let words = |rest: &str| {
        rest.starts_with([' ', '\t'])
            && (is_prose(rest) || rest.contains(['=', '\'', '"', '(', ':']))
    };
    line.starts_with("//")
        || line.strip_prefix('#').is_some_and(words)
        || line.strip_prefix('%').is_some_and(|rest| rest.starts_with(' '))
}

/// Removes lines `---` at the top, unless they may be rows of cells to fill.
fn leading(lines: &mut Vec<Line<'_>>) {
    let dashes = |line: &Line<'_>| line.text.trim() == BETWEEN;
    let Some(first) = lines.iter().find(|line| !line.is_blank() && !dashes(line)) else { return };
    let text = first.text.trim();
    if text.chars().count() != BETWEEN.len() || text.contains(' ') {
        let at = lines.iter().position(|line| !line.is_blank() && !dashes(line)).unwrap_or(0);
        lines.drain(..at);
    }
}

/// Removes `>` if all lines from the first such one on begin with it.
fn unquote(lines: &mut [Line<'_>]) {
    let quoted = |line: &Line<'_>| line.text.starts_with('>');
    loop {
        let Some(from) = lines.iter().position(quoted) else { return };
        let rest = &mut lines[from..];
        if rest.iter().filter(|line| quoted(line)).count() < 2
            || !rest.iter().all(|line| quoted(line) || line.is_blank())
        {
            return;
        }
        for line in rest.iter_mut().filter(|line| quoted(line)) {
            let blank = line.text[1..].starts_with(' ');
            *line = line.skip(1 + usize::from(blank));
        }
    }
}

/// Whether a text has a word of natural language: four letters or more, some of them small.
pub(super) fn is_prose(text: &str) -> bool {
    if is_data(text) {
        return false;
    }
    text.split(|c: char| !c.is_alphabetic()).any(|word| {
        let small = || word.chars().skip(1).any(char::is_lowercase) && !is_null(word);
        match word.chars().count() {
            0..3 => false,
            // Short names of families are words too.
            3 => small() && named(word).is_some(),
            _ => small(),
        }
    })
}

/// Whether a text is one or more decimal digits.
pub(super) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a line has numbers between separators: whatever else is in it, these are data.
fn is_data(text: &str) -> bool {
    [',', ';', '\t'].iter().any(|&separator| {
        let digits = |field: &&str| is_digits(field.trim());
        text.contains(separator) && text.split(separator).filter(digits).count() > 1
    })
}

/// Whether a line names a place of a grid: `r1c2`.
pub(super) fn names_place(line: &str) -> bool {
    line.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| {
        let word = word.to_ascii_lowercase();
        place(&word).is_some()
    })
}

/// Whether a word stands for an empty place.
pub(super) fn is_null(word: &str) -> bool {
    let nulls = ["none", "null", "nil", "nan", "na", "n/a", "undefined", "empty", "blank"];
    nulls.iter().any(|null| word.eq_ignore_ascii_case(null))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_puzzle::puzzle::format::ChunkKind;

    fn texts(text: &str) -> Vec<(String, usize)> {
        let chunk = Chunk { kind: ChunkKind::Native, text, line: 1, column: 1 };
        let lines = lines(&chunk).expect("short");
        lines.into_iter().map(|line| (line.text.to_string(), line.column)).collect()
    }

    #[test]
    fn what_wraps_a_puzzle_goes() {
        clew_families::install();
        let of = |rows: &[(&str, usize)]| -> Vec<(String, usize)> {
            rows.iter().map(|(text, column)| (text.to_string(), *column)).collect()
        };
        assert_eq!(texts("```text\n1 .\r\n```"), of(&[("1 .", 1)]));
        assert_eq!(
            texts("He wrote:\n> 1 .\n>  . 2"),
            of(&[("He wrote:", 1), ("1 .", 3), (" . 2", 3)])
        );
        assert_eq!(texts("> > 1 .\n> > . 2"), of(&[("1 .", 5), (". 2", 5)]));
        assert_eq!(texts("# made by hand\n# . 1\n"), of(&[("# . 1", 1), ("", 1)]));
    }

    #[test]
    fn signs_become_their_equals() {
        clew_families::install();
        assert_eq!(plain_text("１＜∧\u{a0}⑫⬜\u{fe0f}"), "1<^ 12□");
    }
}

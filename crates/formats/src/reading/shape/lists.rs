//! Lists in lists, as programs write them: Python, JSON, JavaScript, numpy with and without commas, braces of C and
//! Java, Prolog and Picat, `[| |]` and `array2d` of MiniZinc, Essence, rows with `;` of Matlab.
//!
//! One pass over the text opens and closes brackets; a pair of brackets that contains nothing but words is a row.

use super::super::bytes::{Line, is_prose, plain};
use super::super::word::{Word, characters, is_digits, width, words};
use super::{Layout, Rows, check};
use clew_puzzle::puzzle::format::{ParseError, Token, quote};

/// The contents of a pair of brackets.
#[derive(Debug)]
struct Group<'t> {
    parent: usize,
    open: char,
    /// Words directly in it, and for each break (`;` or `|`) the number of words before it.
    words: Vec<Word<'t>>,
    breaks: Vec<usize>,
    /// The number of commas directly in it.
    commas: usize,
    /// Groups directly in it.
    groups: Vec<usize>,
    /// Whether all its words are in quotation marks.
    quoted: bool,
    /// Where it opens.
    at: Token<'t>,
}

/// The most brackets of a text.
const MAX_GROUPS: usize = 1 << 18;

/// Takes brackets apart; the first group is the whole text. Nesting takes no stack, however deep it is.
///
/// # Errors
/// For a bracket that is not closed or closes nothing.
fn brackets<'t>(lines: &[Line<'t>]) -> Result<Vec<Group<'t>>, ParseError> {
    let start = lines.first().map_or(Token { text: "", line: 1, column: 1 }, Line::token);
    let group = |parent, open, at| Group {
        parent,
        open,
        words: Vec::new(),
        breaks: Vec::new(),
        commas: 0,
        groups: Vec::new(),
        quoted: true,
        at,
    };
    let mut groups = vec![group(0, ' ', start)];
    let mut here = 0;
    for line in lines {
        let mut open: Option<(usize, usize)> = None;
        let mut quotes: Option<char> = None;
        // Whether a comma may mark an empty place: after another one, or at the start of a row.
        let mut bare = true;
        let chars = line.text.char_indices().map(|(i, c)| (i, Some(c)));
        for (column, (i, c)) in (line.column..).zip(chars.chain([(line.text.len(), None)])) {
            let mark = c.map(plain);
            let quote_ends = quotes.is_some() && mark == quotes;
            let in_word = match mark {
                None => false,
                Some(_) if quotes.is_some() => true,
                Some(c) => !(c.is_whitespace() || "[]{}(),;|".contains(c)),
            };
            if in_word {
                if quotes.is_none()
                    && here > 0
                    && open.is_none()
                    && matches!(mark, Some('"' | '\''))
                {
                    quotes = mark;
                } else if quote_ends {
                    quotes = None;
                }
                open = open.or(Some((i, column)));
            } else if let Some((from, at)) = open.take() {
                let text = &line.text[from..i];
                let word = Word::new(Token { text, line: line.number, column: at });
                groups[here].quoted &= text.starts_with(['"', '\'']);
                groups[here].words.push(word);
                bare = false;
            }
            let text = c.map_or("", |c| &line.text[i..i + c.len_utf8()]);
            let at = Token { text, line: line.number, column };
            match mark.filter(|_| !in_word) {
                Some(c @ ('[' | '{' | '(')) => {
                    if groups.len() == MAX_GROUPS {
                        return Err(at.error(format!("at most {MAX_GROUPS} brackets")));
                    }
                    let child = groups.len();
                    groups.push(group(here, c, at));
                    groups[here].groups.push(child);
                    (here, bare) = (child, true);
                }
                Some(c @ (']' | '}' | ')')) => {
                    let right =
                        matches!((groups[here].open, c), ('[', ']') | ('{', '}') | ('(', ')'));
                    if here == 0 || !right {
                        return Err(at.error("a bracket that closes what one opened"));
                    }
                    (here, bare) = (groups[here].parent, false);
                }
                Some(',') if here > 0 => {
                    groups[here].commas += 1;
                    if bare && groups[here].groups.is_empty() {
                        groups[here].words.push(Word::new(Token { text: "", ..at }));
                        groups[here].quoted = false;
                    }
                    bare = true;
                }
                Some(';' | '|') => {
                    let so_far = groups[here].words.len();
                    groups[here].breaks.push(so_far);
                    bare = true;
                }
                _ => {}
            }
        }
    }
    match groups[here].at {
        _ if here == 0 => Ok(groups),
        at => Err(at.error("a bracket that is closed further on")),
    }
}

/// The grid of a text of lists; `None` if there are no lists.
///
/// # Errors
/// For brackets that do not match, rows of different lengths, and lists of unknown meaning.
pub(super) fn read<'t>(lines: &[Line<'t>]) -> Result<Option<Layout<'t>>, ParseError> {
    if let Some(rows) = in_brackets(lines)? {
        return Ok(Some(Layout::new("cells in brackets", rows)));
    }
    if !lines.iter().any(|line| line.text.contains(['[', '{'])) {
        return Ok(None);
    }
    // Rows without brackets are no lists, also if brackets surround them.
    let outside = |line: &Line<'_>| {
        let text = line.text.trim();
        !text.contains(['[', ']', '{', '}', '(', ')'])
            && text.contains(['.', '_', '#'])
            && words(line).len() > 2
    };
    let lines: Vec<Line<'t>> = lines.iter().map(untyped).collect();
    let lines = &lines[..];
    let groups = brackets(lines)?;
    if groups.len() == 2
        && lines.iter().any(|line| outside(line) && !is_prose(line.text))
        && groups[1].words.len() < 3
    {
        return Ok(None);
    }
    // `[a for a, _ in q]` is code.
    let mixed = |group: &&Group<'_>| {
        let between = (1..group.words.len().saturating_sub(1)).contains(&group.commas);
        between && group.breaks.is_empty() && group.groups.is_empty()
    };
    if let Some(group) = groups.iter().skip(1).find(mixed) {
        return Err(group.at.error("a list of cells, all between commas or all between blanks"));
    }
    if let Some(rows) = flat(&groups, lines)? {
        return Ok(Some(Layout::new("a list", rows)));
    }
    let mut blocks: Vec<Rows<'t>> = Vec::new();
    let mut owners: Vec<&Group<'t>> = Vec::new();
    for group in &groups {
        let rows = rows_of(&groups, group)?;
        if !rows.is_empty() {
            blocks.push(rows);
            owners.push(group);
        }
    }
    // Where lists lie deeper than others (sizes, indices) those are the grid.
    let most =
        blocks.iter().map(|rows| rows.iter().map(Vec::len).sum::<usize>()).max().unwrap_or(0);
    if most == 0 {
        return Err(groups[0].at.error("lists of cells, a list for each row"));
    }
    let mut rows = Rows::new();
    let mut parts = 0;
    for (block, owner) in blocks.into_iter().zip(owners) {
        if owner.parent == 0
            && owner.open == ' '
            && block.iter().map(Vec::len).sum::<usize>() < most
        {
            continue;
        }
        let tuples = !owner.groups.is_empty()
            && owner.groups.iter().all(|&g| groups[g].open == '(')
            && owner.open != '(';
        if tuples && (2..4).contains(&block[0].len()) {
            return Err(owner.at.error(
                "lists of cells; whether ( , ) are places or rows is not known: rows stand in [ ]",
            ));
        }
        parts += 1;
        rows.extend(block);
    }
    if parts > 1 && super::is_even(&rows) {
        return Err(groups[0]
            .at
            .error(format!("one grid, not {parts}: a file or a line `---` for each")));
    }
    check(&rows, rows.iter().map(Vec::len).sum())?;
    if parts == 1
        && let Some(odd) = rows.iter().find(|row| row.len() != rows[0].len())
    {
        let (n, cols) = (odd.len(), rows[0].len());
        return Err(odd[0].at.error(format!("a list of {cols} cells, as the first row, not {n}")));
    }
    Ok(Some(Layout::new("lists", rows)))
}

/// A line without the name and type of its variable, where the type has brackets.
fn untyped<'t>(line: &Line<'t>) -> Line<'t> {
    let Some((name, value)) = line.text.split_once(" = ") else { return *line };
    let list = value.trim_start().starts_with(['[', '{', '(']);
    match list && name.contains(['[', '<']) {
        true => line.skip(line.text.len() - value.len()),
        false => *line,
    }
}

/// The rows that are groups of words directly in a group, or parts of it between breaks.
fn rows_of<'t>(groups: &[Group<'t>], group: &Group<'t>) -> Result<Rows<'t>, ParseError> {
    if group.groups.is_empty() && group.breaks.iter().any(|&n| n > 0) && group.open != ' ' {
        // [| a, b | c, d |], and [a b; c d]: a row between two breaks.
        let mut rows = Rows::new();
        let mut from = 0;
        for &to in group.breaks.iter().chain([&group.words.len()]) {
            let row: Vec<Word<'t>> = group.words[from..to].to_vec();
            let is_index = row.len() == 1 && row[0].text == "int";
            if !row.is_empty() && !is_index {
                rows.push(row);
            }
            from = to;
        }
        // An index after a row ([1, 2; int(1..2)]) leaves a single row, which belongs to the lists around it.
        return Ok(if rows.len() > 1 { rows } else { Rows::new() });
    }
    let leaf = |&&g: &&usize| {
        let child = &groups[g];
        let inner =
            child.groups.iter().all(|&g| groups[g].words.iter().all(|w| w.text.contains("..")));
        inner && !child.words.is_empty() && !child.words.iter().all(|w| w.text.contains(".."))
    };
    let mut rows = Rows::new();
    for &child in group.groups.iter().filter(leaf) {
        let child = &groups[child];
        if child.breaks.iter().any(|&n| n > 0 && n < child.words.len())
            && rows_of(groups, child)?.len() > 1
        {
            continue;
        }
        let ends = child.breaks.first().copied().filter(|&n| n > 0 && n < child.words.len());
        rows.push(child.words[..ends.unwrap_or(child.words.len())].to_vec());
    }
    Ok(rows)
}

/// The rows of one list whose size is stated in another way: `array2d(1..4, 1..4, [...])`, a string for each row, or
/// rows, columns and a string with runs of empty cells.
fn flat<'t>(groups: &[Group<'t>], lines: &[Line<'t>]) -> Result<Option<Rows<'t>>, ParseError> {
    let span = |word: &Word<'_>| {
        let (from, to) = word.text.split_once("..")?;
        (to.parse::<usize>().ok()? + 1).checked_sub(from.parse().ok()?)
    };
    for group in groups {
        let array =
            group.open == '(' && groups[group.parent].words.iter().any(|w| w.text == "array2d");
        let named = |word: &Word<'_>| value(lines, &word.text).filter(|_| array);
        let spans: Vec<usize> =
            group.words.iter().filter_map(|word| span(word).or_else(|| named(word))).collect();
        let leaf = group
            .groups
            .iter()
            .map(|&g| &groups[g])
            .find(|g| g.groups.is_empty() && g.words.len() > 1);
        if let (&[height, wide], Some(leaf)) = (&spans[..], leaf) {
            let n = leaf.words.len();
            if height.checked_mul(wide) != Some(n) || n == 0 {
                let expected = format!("{height} x {wide} cells in the list, not {n}");
                return Err(leaf.at.error(expected));
            }
            return Ok(Some(leaf.words.chunks(wide).map(<[Word<'t>]>::to_vec).collect()));
        }
    }
    let mut leaves = groups.iter().skip(1).filter(|g| g.groups.is_empty() && !g.words.is_empty());
    let (Some(only), None) = (leaves.next(), leaves.next()) else { return Ok(None) };
    if let [height, wide, text] = &only.words[..]
        && let (Some(height), Some(wide)) = (height.number(), wide.number())
        && text.at.text.starts_with(['"', '\''])
    {
        return runs(text, height, wide).map(Some);
    }
    if !only.quoted
        && let Some(rows) = by_lines(only)
    {
        return Ok(Some(rows));
    }
    // A row has two characters or more, within quotation marks.
    let long = only.words.iter().all(|word| width(word.at.text) > 3);
    if !only.quoted || !long {
        return Ok(None);
    }
    let row = |word: &Word<'t>| {
        let inner = word.at.text.trim_matches(['"', '\'']);
        let column = word.at.column + 1;
        let line = Line { text: inner, number: word.at.line, column };
        if inner.trim().contains(char::is_whitespace) { words(&line) } else { characters(&line) }
    };
    let rows: Rows<'t> = only.words.iter().map(row).collect();
    Ok(Some(rows))
}

/// The number that a name is set to above, or of the values of its span.
fn value(lines: &[Line<'_>], name: &str) -> Option<usize> {
    lines.iter().find_map(|line| {
        let (left, right) = line.text.split_once('=')?;
        let stated =
            left.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == name);
        let right = right.trim().trim_end_matches(';').trim();
        let number = |text: &str| text.trim().parse::<usize>().ok();
        match right.split_once("..") {
            _ if !stated => None,
            Some((from, to)) => (number(to)? + 1).checked_sub(number(from)?),
            None => number(right),
        }
    })
}

/// The rows of a list on several lines, if as many words stand on each: the lines are the rows.
fn by_lines<'t>(group: &Group<'t>) -> Option<Rows<'t>> {
    let mut rows = Rows::new();
    for word in &group.words {
        match rows.last_mut() {
            Some(row) if row[0].at.line == word.at.line => row.push(word.clone()),
            _ => rows.push(vec![word.clone()]),
        }
    }
    let wide = rows.first()?.len();
    (rows.len() > 1 && wide > 1 && rows.iter().all(|row| row.len() == wide)).then_some(rows)
}

/// Cells in a string: letters are labels, numbers are runs of empty cells.
fn runs<'t>(text: &Word<'t>, height: usize, wide: usize) -> Result<Rows<'t>, ParseError> {
    let places = height.saturating_mul(wide);
    if let Some(expected) = clew_puzzle::puzzle::format::size_fault(height, wide) {
        return Err(text.at.error(expected));
    }
    let mut cells: Vec<Word<'t>> = Vec::new();
    let inner = &*text.text;
    let mut rest = inner;
    while let Some(c) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let at = text.at;
        let (n, word, step) = match digits {
            0 => (1, c.to_string(), c.len_utf8()),
            _ => (rest[..digits].parse().unwrap_or(usize::MAX), String::new(), digits),
        };
        if n > places - cells.len() {
            let expected = format!("{places} cells; {} is more", quote(&rest[..step]));
            return Err(at.error(expected));
        }
        cells.extend((0..n).map(|_| Word { text: word.clone().into(), at }));
        rest = &rest[step..];
    }
    if cells.len() != places || places == 0 {
        return Err(text.at.error(format!("{places} cells, not {}", cells.len())));
    }
    Ok(cells.chunks(wide).map(<[Word<'t>]>::to_vec).collect())
}

/// Rows of cells, each cell in brackets: `[??][21][XX]`.
fn in_brackets<'t>(lines: &[Line<'t>]) -> Result<Option<Rows<'t>>, ParseError> {
    let is_row = |line: &&Line<'_>| {
        let text = line.text.trim();
        let inner = text.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
        inner.is_some_and(|inner| {
            let cells: Vec<&str> = inner.split(']').collect();
            let word = |cell: &str| !cell.contains([',', '[']) && !cell.trim().contains(' ');
            let behind = |cell: &&str| cell.trim_start().strip_prefix('[').is_some_and(word);
            cells.len() > 1 && word(cells[0]) && cells[1..].iter().all(behind)
        })
    };
    let filled: Vec<&Line<'t>> = lines.iter().filter(|line| !line.is_blank()).collect();
    if !filled.iter().all(is_row) {
        return Ok(None);
    }
    let mut rows = Rows::new();
    let mut places = 0;
    for line in filled {
        let mut row = Vec::new();
        let mut open = None;
        for (column, (i, c)) in (line.column..).zip(line.text.char_indices()) {
            match c {
                '[' => open = Some((i + 1, column + 1)),
                ']' => {
                    let (from, column) = open.take().unwrap_or((i, column));
                    let text = &line.text[from..i];
                    row.push(Word::new(Token { text, line: line.number, column }));
                }
                _ => {}
            }
        }
        places += row.len();
        rows.push(row);
        check(&rows, places)?;
    }
    Ok(Some(rows))
}

/// Rows of an AMPL table: `param p: 1 2 3 :=`, then rows after their numbers, then `;`.
pub(super) fn ampl<'t>(lines: &[Line<'t>]) -> Result<Option<Rows<'t>>, ParseError> {
    let head = |line: &Line<'_>| {
        let text = line.text.trim_end();
        text.ends_with(":=") && text.contains(": ") && text.trim_start().starts_with("param")
    };
    let mut heads = lines.iter().enumerate().filter(|(_, line)| head(line));
    let Some((top, line)) = heads.next() else { return Ok(None) };
    if let Some((_, other)) = heads.next() {
        return Err(other.token().error("one table of rows and columns"));
    }
    let cols = words(line).iter().rev().skip(1).take_while(|word| is_digits(&word.text)).count();
    let mut rows = Rows::new();
    for line in lines[top + 1..].iter().filter(|line| !line.is_blank()) {
        let text = line.text.trim();
        let last = text.ends_with(';');
        let row = words(line);
        let mut row: Vec<Word<'t>> = row.into_iter().filter(|w| w.text != ";").collect();
        if row.is_empty() {
            break;
        }
        if row.len() != cols + 1 {
            let expected = format!("the number of the row and {cols} cells");
            return Err(line.token().error(expected));
        }
        row.remove(0);
        rows.push(row);
        check(&rows, rows.len() * cols)?;
        if last {
            break;
        }
    }
    Ok(Some(rows))
}

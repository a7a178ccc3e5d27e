//! Lists in lists, as programs write them: Python, JSON, JavaScript, numpy with and without commas, braces of C and
//! Java, Prolog and Picat, `[| |]` and `array2d` of MiniZinc, Essence, rows with `;` of Matlab.
//!
//! The tree of values has the lists; one that contains nothing but cells is a row.

use super::super::bytes::{Line, is_prose};
use super::super::names::{Part, part};
use super::super::tree::{self, Apart, Item};
use super::super::word::{Word, characters, is_digits, width, words};
use super::{Layout, Rows, check};
use clew_puzzle::puzzle::format::{ParseError, Token, quote};

/// The cell that a value is.
pub(in super::super) fn cell<'t>(item: &Item<'t>) -> Word<'t> {
    match item.name().filter(|_| item.quoted) {
        Some(text) => Word {
            text: Word::new(Token { text, ..item.at }).text.into_owned().into(),
            at: item.at,
        },
        None => Word::new(item.at),
    }
}

/// The cells of a list, besides lists in it; `None` if they have keys, or nothing stands between two of them.
pub(in super::super) fn cells<'t>(items: &[Item<'t>]) -> Option<Vec<Word<'t>>> {
    let scalars = items.iter().enumerate().filter(|(_, item)| item.items().is_none());
    let one = |(i, item): (usize, &Item<'t>)| {
        let apart = item.key.is_none() && (i == 0 || item.apart > Apart::Joined);
        apart.then(|| cell(item))
    };
    scalars.map(one).collect()
}

/// The cells of a list, cut where `;` or `|` stands.
fn pieces<'t>(items: &[Item<'t>]) -> Option<Rows<'t>> {
    let cut = items.chunk_by(|_, next| next.apart != Apart::Semicolon).map(cells);
    cut.filter(|piece| piece.as_ref().is_none_or(|piece| !piece.is_empty())).collect()
}

/// The lists within some items, outer ones first.
fn lists<'i, 't>(items: &'i [Item<'t>], found: &mut Vec<(&'i Item<'t>, &'i [Item<'t>])>) {
    for item in items {
        if let Some(inner) = item.items() {
            found.push((item, inner));
            lists(inner, found);
        }
    }
}

fn has_lists(items: &[Item<'_>]) -> bool {
    items.iter().any(|item| item.items().is_some())
}

/// The grid of a text of lists, of which these are the lines; `None` if there are no lists.
///
/// # Errors
/// For brackets that do not match, rows of different lengths, and lists of unknown meaning.
pub(super) fn read<'t>(
    text: &'t str,
    lines: &[Line<'t>],
) -> Result<Option<Layout<'t>>, ParseError> {
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
    let items = tree::read(text, lines)?;
    if let Some(rows) = in_brackets(&items) {
        check(&rows, rows.iter().map(Vec::len).sum())?;
        return Ok(Some(Layout::new("cells in brackets", rows)));
    }
    let mut groups = Vec::new();
    lists(&items, &mut groups);
    if let [(_, only)] = groups[..]
        && lines.iter().any(|line| outside(line) && !is_prose(line.text))
        && only.len() < 3
    {
        return Ok(None);
    }
    // `[a for a, _ in q]` is code.
    let mixed = |items: &[Item<'_>]| {
        let apart = |apart| items.iter().skip(1).filter(|item| item.apart == apart).count();
        let between = (1..items.len().saturating_sub(1)).contains(&apart(Apart::Comma));
        between && apart(Apart::Semicolon) == 0 && !has_lists(items)
    };
    if let Some((group, _)) = groups.iter().find(|(_, items)| mixed(items)) {
        return Err(group.at.error("a list of cells, all between commas or all between blanks"));
    }
    if let Some(rows) = flat(&groups, lines)? {
        return Ok(Some(Layout::new("a list", rows)));
    }
    let start = lines.first().map_or(Token { text: "", line: 1, column: 1 }, Line::token);
    let whole = std::iter::once((None, &items[..]));
    let owners = whole.chain(groups.iter().map(|(group, items)| (Some(*group), *items)));
    let blocks: Vec<_> = owners
        .map(|(group, items)| (group, items, rows_of(items, group.is_none())))
        .filter(|(.., rows)| !rows.is_empty())
        .collect();
    // Where lists lie deeper than others (sizes, indices) those are the grid.
    let size = |rows: &Rows<'_>| rows.iter().map(Vec::len).sum::<usize>();
    let most = blocks.iter().map(|(.., rows)| size(rows)).max().unwrap_or(0);
    if most == 0 {
        return Err(start.error("lists of cells, a list for each row"));
    }
    let mut rows = Rows::new();
    let mut parts = 0;
    for (owner, items, block) in blocks {
        if owner.is_none() && size(&block) < most {
            continue;
        }
        let mut inner = items.iter().filter(|item| item.items().is_some());
        if let Some(owner) = owner
            && has_lists(items)
            && inner.all(|item| item.at.text.starts_with('('))
            && !owner.at.text.starts_with('(')
            && (2..4).contains(&block[0].len())
        {
            return Err(owner.at.error(
                "lists of cells; whether ( , ) are places or rows is not known: rows stand in [ ]",
            ));
        }
        parts += 1;
        rows.extend(block);
    }
    if parts > 1 && super::is_even(&rows) {
        let expected = format!("one grid, not {parts}: a file or a line `---` for each");
        return Err(start.error(expected));
    }
    check(&rows, size(&rows))?;
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

/// Whether a value is the span of an index, `1..4`.
fn is_span(item: &Item<'_>) -> bool {
    item.name().is_some_and(|name| name.contains(".."))
}

/// The rows that are lists directly in a list, or parts of it between breaks: `[| a, b | c, d |]`, `[a b; c d]`. An
/// index may follow a row: `[1, 2; int(1..2)]`.
fn rows_of<'t>(items: &[Item<'t>], is_top: bool) -> Rows<'t> {
    let parts = |items: &[Item<'t>]| if has_lists(items) { None } else { pieces(items) };
    if let Some(rows) = parts(items).filter(|_| !is_top) {
        return if rows.len() > 1 { rows } else { Rows::new() };
    }
    let row = |item: &Item<'t>| {
        let items = item.items()?;
        let inner = items.iter().filter_map(Item::items).flatten().all(is_span);
        let scalars = items.iter().filter(|item| item.items().is_none());
        let several = parts(items).is_some_and(|parts| parts.len() > 1);
        let size = item.key.as_deref().and_then(part) == Some(Part::Size) && items.len() < 3;
        let is_row = inner && !size && !scalars.into_iter().all(is_span) && !several;
        // Values that are no cells are a fault of the grid.
        let cells = || pieces(items).and_then(|rows| rows.into_iter().next());
        is_row.then(|| cells().unwrap_or_else(|| vec![Word::new(item.at)]))
    };
    items.iter().filter_map(row).collect()
}

/// The rows of one list whose size is stated in another way: `array2d(1..4, 1..4, [...])`, a string for each row, or
/// rows, columns and a string with runs of empty cells.
fn flat<'t>(
    groups: &[(&Item<'t>, &[Item<'t>])],
    lines: &[Line<'t>],
) -> Result<Option<Rows<'t>>, ParseError> {
    let leaf = |items: &[Item<'t>]| (!has_lists(items) && items.len() > 1).then(|| cells(items));
    for (group, items) in groups.iter().filter(|(group, _)| group.at.text.starts_with('(')) {
        let span = |item: &Item<'_>| extent(item.name()?).or_else(|| value(lines, item.name()?));
        let spans: Vec<usize> = items.iter().filter_map(span).collect();
        let list = items.iter().filter_map(Item::items).find_map(leaf).flatten();
        if let (&[height, wide], Some(cells)) = (&spans[..], list) {
            let n = cells.len();
            if height.checked_mul(wide) != Some(n) || n == 0 {
                let expected = format!("{height} x {wide} cells in the list, not {n}");
                return Err(group.at.error(expected));
            }
            return Ok(Some(cells.chunks(wide).map(<[Word<'t>]>::to_vec).collect()));
        }
    }
    let mut leaves = groups.iter().filter(|(_, items)| !has_lists(items) && !items.is_empty());
    let (Some((_, only)), None) = (leaves.next(), leaves.next()) else { return Ok(None) };
    let Some(cells) = cells(only) else { return Ok(None) };
    if let ([height, wide, _], [.., text]) = (&cells[..], only)
        && let (Some(height), Some(wide)) = (height.number(), wide.number())
        && text.quoted
    {
        return runs(&cells[2], height, wide).map(Some);
    }
    let quoted = only.iter().all(|item| item.quoted);
    if !quoted && let Some(rows) = by_lines(&cells) {
        return Ok(Some(rows));
    }
    // A row has two characters or more, within quotation marks.
    if !quoted || !only.iter().all(|item| width(item.at.text) > 3) {
        return Ok(None);
    }
    let row = |item: &Item<'t>| {
        let text = item.at.text.trim_matches(['"', '\'']);
        let line = Line { text, number: item.at.line, column: item.at.column + 1 };
        if text.trim().contains(char::is_whitespace) { words(&line) } else { characters(&line) }
    };
    Ok(Some(only.iter().map(row).collect()))
}

/// How many values a span has, `1..4`.
fn extent(text: &str) -> Option<usize> {
    let (from, to) = text.split_once("..")?;
    (to.trim().parse::<usize>().ok()? + 1).checked_sub(from.trim().parse().ok()?)
}

/// The number that a name is set to above, or of the values of its span.
fn value(lines: &[Line<'_>], name: &str) -> Option<usize> {
    lines.iter().find_map(|line| {
        let (left, right) = line.text.split_once('=')?;
        let stated =
            left.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|word| word == name);
        let right = right.trim().trim_end_matches(';').trim();
        stated.then(|| extent(right).or_else(|| right.parse().ok())).flatten()
    })
}

/// The rows of a list on several lines, if as many words stand on each: the lines are the rows.
fn by_lines<'t>(cells: &[Word<'t>]) -> Option<Rows<'t>> {
    let lines = cells.chunk_by(|a, b| a.at.line == b.at.line);
    let rows: Rows<'t> = lines.map(<[Word<'t>]>::to_vec).collect();
    let wide = rows.first()?.len();
    (rows.len() > 1 && wide > 1 && super::is_even(&rows)).then_some(rows)
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
fn in_brackets<'t>(items: &[Item<'t>]) -> Option<Rows<'t>> {
    let cell = |item: &Item<'t>| {
        let list = item.key.is_none() && item.at.text.starts_with('[');
        match &cells(item.items().filter(|_| list)?)?[..] {
            [] => Some(Word::new(Token { text: "", ..item.at })),
            [one] if item.items()?.len() == 1 => Some(one.clone()),
            _ => None,
        }
    };
    let lines = items.chunk_by(|a, b| a.at.line == b.at.line);
    let rows: Option<Rows<'t>> = lines.map(|line| line.iter().map(cell).collect()).collect();
    rows.filter(|rows| !rows.is_empty() && rows.iter().all(|row| row.len() > 1))
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

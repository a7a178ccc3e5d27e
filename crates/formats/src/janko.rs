//! Pages of janko.at: the block of data in them, `key value` lines and blocks of tokens.

use super::import::{Import, dialect};
use super::scan::{Part, lines, within_grid};
use super::{Format, Opening, Reading};
use clew_puzzle::puzzle::format::{Chunk, Clue, Cut, MAX_SIDE, ParseError};
use clew_puzzle::puzzle::{Entry, Filled};

/// Pages.
pub const FORMAT: Format = Format {
    name: "janko",
    summary: "the data of a page of janko.at (Hidoku, Arukone, and squares with signs)",
    cut: Cut::Blocks,
    is: is_page,
    read: Some(read),
    write: None,
    solutions: false,
    needs_solution: false,
    special_grids: false,
    joined_labels: false,
    ending: "txt",
};

/// The mark of the data of a page.
const MARK: &str = "application/x-janko";

/// Words that start a block or end the data.
const KEYWORDS: [&str; 9] =
    ["begin", "end", "problem", "solution", "areas", "moves", "labels", "rlabels", "clabels"];

fn is_page(opening: &Opening<'_>) -> bool {
    matches!(opening.line.to_ascii_lowercase().as_str(), "begin" | "[begin]")
        || (opening.line.starts_with('<') && opening.text.contains(MARK))
}

/// The keyword of a line: alone, or in brackets.
fn keyword(line: Part<'_>) -> Option<String> {
    let text = line.trim().text().to_ascii_lowercase();
    let inner = text.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
    match inner {
        Some(word) => Some(word.to_string()),
        None => KEYWORDS.contains(&text.as_str()).then_some(text),
    }
}

/// The statements of a page.
#[derive(Default)]
struct Page<'a> {
    keys: Vec<(String, Part<'a>)>,
    problem: Option<Vec<Vec<Part<'a>>>>,
    solution: Option<Vec<Vec<Part<'a>>>>,
}

impl<'a> Page<'a> {
    fn get(&self, key: &str) -> Option<Part<'a>> {
        self.keys.iter().find(|(k, _)| k == key).map(|(_, value)| *value)
    }
}

/// Parses the lines of the data. If a block occurs twice, the first counts.
///
/// # Errors
/// For a block that is larger than a grid may be.
fn page<'a>(rows: &[Part<'a>]) -> Result<Page<'a>, ParseError> {
    let mut page = Page::default();
    let mut open: Option<(String, Vec<Vec<Part<'a>>>)> = None;
    let close = |page: &mut Page<'a>, block: Option<(String, Vec<Vec<Part<'a>>>)>| {
        match block {
            Some((name, rows)) if name == "problem" => page.problem.get_or_insert(rows),
            Some((name, rows)) if name == "solution" => page.solution.get_or_insert(rows),
            _ => return,
        };
    };
    for (i, row) in rows.iter().enumerate() {
        if row.trim().is_empty() {
            continue;
        }
        match (keyword(*row), &mut open) {
            (Some(word), block) => {
                close(&mut page, block.take());
                if word == "problem" || word == "solution" {
                    let block = &rows[i + 1..];
                    let end = block.iter().position(|row| keyword(*row).is_some());
                    within_grid(&block[..end.unwrap_or(block.len())])?;
                }
                match word.as_str() {
                    "end" => break,
                    "begin" => {}
                    _ => open = Some((word, Vec::new())),
                }
            }
            (None, Some((name, tokens))) if name == "problem" || name == "solution" => {
                tokens.push(row.words());
            }
            (None, Some(_)) => {}
            (None, None) => {
                let (key, value) = row.trim().take_while(|c| !c.is_whitespace());
                page.keys.push((key.text().to_ascii_lowercase(), value.trim()));
            }
        }
    }
    close(&mut page, open);
    Ok(page)
}

fn read(chunk: &Chunk<'_>, reading: &Reading) -> Result<Entry, ParseError> {
    let scans = lines(chunk.text, chunk.line, chunk.column);
    let mut rows: Vec<Part<'_>> = scans.iter().map(|scan| scan.all()).collect();
    if let Some(i) = rows.iter().position(|row| row.text().contains(MARK)) {
        rows.drain(..=i);
        let end = rows.iter().position(|row| row.text().contains("</"));
        rows.truncate(end.unwrap_or(rows.len()));
    }
    let last = scans.last().expect("a text has a line").all();
    let end = last.skip(last.text().len());
    let page = page(&rows)?;
    let kind = page.get("puzzle").ok_or_else(|| end.error("a line \"puzzle\" with its kind"))?;
    let (family, dialect) = dialect("janko", &kind.text().to_ascii_lowercase())
        .ok_or_else(|| kind.error("a kind of puzzle that is read"))?;
    let problem = page.problem.as_ref().filter(|rows| !rows.is_empty());
    let problem = problem.ok_or_else(|| end.error("a block \"problem\""))?;
    let signs = family.pairs.iter().any(|key| key.name == "less");
    let tokens = |n: usize| if signs { 2 * n - 1 } else { n };
    let cells = |tokens: usize| if signs { tokens.div_ceil(2) } else { tokens };
    let side = |keys: [&str; 2], found: usize| {
        let Some(part) = keys.iter().find_map(|key| page.get(key)) else { return Ok(found) };
        let most = MAX_SIDE as u32;
        let n = part.number(most, &format!("a number of cells, at most {most}"))?;
        if n == 0 { Err(part.error("at least one cell")) } else { Ok(n as usize) }
    };
    let size = (
        side(["size", "rows"], cells(problem.len()))?,
        side(["size", "cols"], cells(problem[0].len()))?,
    );
    let mut import = Import::for_family(family, dialect, size, kind.token(), reading)?;
    block(problem, (tokens(size.0), tokens(size.1)), end)?;
    for (r, row) in problem.iter().enumerate() {
        for (c, token) in row.iter().enumerate() {
            let (down, right) = (signs && r % 2 == 1, signs && c % 2 == 1);
            let (r, c) = if signs { (r / 2, c / 2) } else { (r, c) };
            let here = (r as u32, c as u32);
            match (down, right) {
                (false, false) => {
                    let clue = match token.text() {
                        "-" | "." => Clue::Empty,
                        "#" | "x" => Clue::Hole,
                        text => (family.clue)(text).map_err(|expected| token.error(expected))?,
                    };
                    import.put(r * size.1 + c, clue, token.token());
                }
                (false, true) => match token.text() {
                    "-" | "." => {}
                    "«" | "<" | "&laquo;" | "&lt;" => {
                        import.less([here, (here.0, here.1 + 1)], token.token());
                    }
                    "»" | ">" | "&raquo;" | "&gt;" => {
                        import.less([(here.0, here.1 + 1), here], token.token());
                    }
                    _ => return Err(token.error("«, » or - between two cells")),
                },
                (true, false) => match token.text() {
                    "-" | "." => {}
                    "A" | "^" => import.less([here, (here.0 + 1, here.1)], token.token()),
                    "V" | "v" => import.less([(here.0 + 1, here.1), here], token.token()),
                    _ => return Err(token.error("A, V or - between two rows")),
                },
                (true, true) if matches!(token.text(), "-" | ".") => {}
                (true, true) => return Err(token.error("- where four cells meet")),
            }
        }
    }
    let text = |key| page.get(key).map_or(String::new(), |part| part.text().to_string());
    import.title = text("title");
    import.source = text("author");
    import.filled = page.solution.as_ref().and_then(|rows| solution(rows, size, signs));
    import.entry()
}

/// Whether a block has this number of rows and columns.
fn block(rows: &[Vec<Part<'_>>], size: (usize, usize), end: Part<'_>) -> Result<(), ParseError> {
    if let Some(extra) = rows.get(size.0) {
        return Err(extra[0].error(format!("the end of the block: it has {} lines", size.0)));
    }
    for row in rows {
        if let Some(extra) = row.get(size.1) {
            return Err(extra.error(format!("the end of the line: it has {} tokens", size.1)));
        }
        if row.len() < size.1 {
            let last = row[row.len() - 1];
            return Err(last.error(format!("{} tokens in the line, not {}", size.1, row.len())));
        }
    }
    if rows.len() < size.0 {
        return Err(end.error(format!("{} lines in the block, not {}", size.0, rows.len())));
    }
    Ok(())
}

/// The solution of a page: one token per cell, with or without the places of signs between them. A solution of another
/// form is ignored.
fn solution(
    rows: &[Vec<Part<'_>>],
    (height, width): (usize, usize),
    signs: bool,
) -> Option<Filled> {
    let apart = signs && rows.len() + 1 == 2 * height;
    let every = if apart { 2 } else { 1 };
    let rows: Vec<Vec<&str>> = rows
        .iter()
        .step_by(every)
        .map(|row| row.iter().step_by(every).map(|token| token.text()).collect())
        .collect();
    if rows.len() != height || rows.iter().any(|row| row.len() != width) {
        return None;
    }
    let tokens = rows.concat().into_iter().map(|t| (t != "-" && t != ".").then_some(t));
    let tokens: Vec<Option<&str>> = tokens.collect();
    let numbers: Option<Vec<Option<u32>>> =
        tokens.iter().map(|t| t.map_or(Some(None), |t| t.parse().ok().map(Some))).collect();
    Some(numbers.map_or_else(
        || Filled::Labels(tokens.iter().map(|t| t.map(String::from)).collect()),
        Filled::Numbers,
    ))
}

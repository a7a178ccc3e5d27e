//! Drawn paths as lists of places, `a: r1c1-r1c4-r3c4`: each place is reached from the one before in a straight line.

use crate::api::Rules;
use clew_families::parse_chunk;
use clew_puzzle::puzzle::family::DrawnRules;
use clew_puzzle::puzzle::format::{Chunk, ParseError, Place, name, place, quote, size_fault};
use clew_puzzle::puzzle::{Entry, Filled};
use std::collections::BTreeMap;

/// A path as it is listed.
struct Listed<'t> {
    label: &'t str,
    places: Vec<Place>,
    /// Its line, from 1, in the text.
    line: usize,
}

/// Reads lists of places below a header; `None` if the text has none. The board extends as far as the places.
pub(crate) fn read(chunk: &Chunk<'_>, rules: &DrawnRules) -> Option<Result<Entry, ParseError>> {
    let (mut header, mut listed) = (String::new(), Vec::new());
    for (line, text) in (1..).zip(chunk.text.lines()) {
        match route(text) {
            Some((label, places)) => listed.push(Listed { label, places, line }),
            None if listed.is_empty() || text.trim().is_empty() => {
                header += text.trim_end();
                header.push('\n');
            }
            None => return Some(Err(wrong(chunk, line, text, "a path like a: r1c1-r1c4-r3c4"))),
        }
    }
    (!listed.is_empty()).then(|| of(chunk, header.trim_end(), &listed, rules))
}

/// The label and the places of a line, if it is a list of places. (Lines of walls and signs have other characters
/// between the places.)
fn route(line: &str) -> Option<(&str, Vec<Place>)> {
    let (label, places) = line.split_once(':')?;
    let places: Option<Vec<Place>> = places.trim().split('-').map(|at| place(at.trim())).collect();
    Some((label.trim(), places.filter(|places| places.len() > 1)?))
}

fn of(
    chunk: &Chunk<'_>,
    header: &str,
    listed: &[Listed<'_>],
    rules: &DrawnRules,
) -> Result<Entry, ParseError> {
    let first = &listed[0];
    let fault = |line: usize, why: &str| {
        let text = chunk.text.lines().nth(line - 1).unwrap_or_default();
        wrong(chunk, line, text, why)
    };
    let places = || listed.iter().flat_map(|path| &path.places);
    let rows = places().map(|at| at.0 + 1).max().unwrap_or(0);
    let cols = places().map(|at| at.1 + 1).max().unwrap_or(0);
    if let Some(expected) = size_fault(rows as usize, cols as usize) {
        return Err(fault(first.line, &expected));
    }
    let mut ends: BTreeMap<Place, &str> = BTreeMap::new();
    for path in listed {
        for at in [path.places[0], path.places[path.places.len() - 1]] {
            if ends.insert(at, path.label).is_some() {
                return Err(fault(
                    path.line,
                    &format!("two ends, each at a place of its own; {} is one twice", name(at)),
                ));
            }
        }
    }
    let token = |at: Place| ends.get(&at).copied().unwrap_or(".");
    let row = |r: u32| (0..cols).map(|c| token((r, c))).collect::<Vec<_>>().join(" ");
    let grid: Vec<String> = (0..rows).map(row).collect();
    let text = format!("{header}\n\n{}\n", grid.join("\n"));
    // The ends are parsed as a puzzle; a mistake in them is a mistake of the list.
    let stated = Chunk { text: &text, ..*chunk };
    let below = chunk.line + header.lines().count();
    let mut entry = plain(&stated, rules).map_err(|error| match error.line > below {
        true => ParseError { line: chunk.line + first.line - 1, column: 1, ..error },
        false => error,
    })?;
    let mut steps = Vec::new();
    for path in listed {
        for pair in path.places.windows(2) {
            let straight = straight(&entry, [pair[0], pair[1]]);
            steps.extend(straight.ok_or_else(|| {
                let [a, b] = [name(pair[0]), name(pair[1])];
                fault(
                    path.line,
                    &format!("places in one row, column or diagonal; {a} and {b} are not"),
                )
            })?);
        }
    }
    let answer = entry.puzzle.answer_of(&Filled::Steps(steps));
    let answer =
        answer.map_err(|why| fault(first.line, &format!("paths of one solution; {why}")))?;
    if let Err(why) = entry.puzzle.verify(&answer) {
        return Err(fault(first.line, &format!("paths of one solution; {why}")));
    }
    entry.answers.push(answer);
    Ok(entry)
}

/// The puzzle with these ends, under the given rules in place of the header's.
fn plain(chunk: &Chunk<'_>, rules: &DrawnRules) -> Result<Entry, ParseError> {
    let mut entry = parse_chunk(chunk)?;
    let said = Rules { family: None, words: rules.words.clone(), neighbours: rules.neighbours };
    let applied = said.apply(&mut entry);
    applied.map_err(|why| ParseError {
        line: chunk.line,
        column: 1,
        found: "the rules".into(),
        expected: why,
    })?;
    Ok(entry)
}

/// The steps from one place to another: one between neighbours, else along a row, a column or a diagonal.
fn straight(entry: &Entry, [from, to]: [Place; 2]) -> Option<Vec<[Place; 2]>> {
    let board = entry.puzzle.board()?;
    if board.edge_between_places(from, to).is_some() {
        return Some(vec![[from, to]]);
    }
    let (down, right) = (to.0.abs_diff(from.0), to.1.abs_diff(from.1));
    if from == to || !(down == 0 || right == 0 || down == right) {
        return None;
    }
    let go = |a: u32, b: u32, by: u32| match a.cmp(&b) {
        std::cmp::Ordering::Less => a + by,
        std::cmp::Ordering::Equal => a,
        std::cmp::Ordering::Greater => a - by,
    };
    let at = |by: u32| (go(from.0, to.0, by), go(from.1, to.1, by));
    Some((0..down.max(right)).map(|by| [at(by), at(by + 1)]).collect())
}

fn wrong(chunk: &Chunk<'_>, line: usize, text: &str, expected: &str) -> ParseError {
    let line = chunk.line + line - 1;
    ParseError { line, column: 1, found: quote(text.trim()), expected: expected.into() }
}

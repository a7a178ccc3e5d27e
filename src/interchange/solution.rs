//! Solutions of a puzzle that stand in a text of their own: a filled grid, with the routes of paths
//! where letters do not tell them, a result object, or a format that carries a solution.

use super::scan::{Part, lines};
use super::{Reading, read_all, recognise};
use crate::puzzle::format::{BETWEEN, ParseError, name, place};
use crate::puzzle::{Answer, Board, Content, Entry, Filled, Puzzle, Shape, Unfit};
use serde_json::Value;
use std::collections::HashMap;

/// What stands before the routes of paths.
const ROUTES: &str = "paths:";

/// A row and a column, from 0.
type Place = (u32, u32);

/// Reads the solutions that a text states for a puzzle. They are not yet checked against its rules.
///
/// # Errors
/// If it states none that could be one of this puzzle; within, of each one that is no answer, why.
pub fn solutions(
    entry: &Entry,
    text: &str,
    reading: &Reading,
) -> Result<Vec<Result<Answer, Unfit>>, ParseError> {
    let scans = lines(text.trim_start_matches('\u{feff}'), 1, 1);
    let start = scans.iter().map(|scan| scan.all().trim()).find(|line| !line.is_empty());
    let start = start.unwrap_or_else(|| scans[0].all());
    let whole = |expected: String| start.first().error(expected);
    if start.text().starts_with('{') {
        let objects = serde_json::Deserializer::from_str(text.trim_start_matches('\u{feff}'));
        let objects: Result<Vec<Value>, _> = objects.into_iter().collect();
        let objects =
            objects.map_err(|why| whole(format!("result objects, one a line ({why})")))?;
        // Of a stream of results the last one has none.
        let stated = objects.iter().filter_map(|object| object.get("solutions")?.as_array());
        let stated: Vec<&Value> = stated.flatten().collect();
        if stated.is_empty() {
            return Err(whole("a result with \"solutions\"".into()));
        }
        return Ok(stated.into_iter().map(|one| result(entry, one)).collect());
    }
    let found = reading.format.unwrap_or_else(|| recognise(text));
    let carries = found.solutions && !matches!(found.name, "grid" | "flowsolver" | "thomasahle");
    if carries && !found.is_own() {
        let mut answers = Vec::new();
        for other in read_all(text, reading) {
            let other = other?;
            if !alike(&other.puzzle, &entry.puzzle) {
                return Err(whole("a solution on the board of the puzzle".into()));
            }
            if other.answers.is_empty() {
                return Err(whole("a format with its solution in it".into()));
            }
            answers.extend(other.answers.into_iter().map(Ok));
        }
        return if answers.is_empty() { Err(whole("a solution".into())) } else { Ok(answers) };
    }
    let parts: Vec<Part<'_>> = scans.iter().map(|scan| scan.all().trim()).collect();
    let grids = parts.split_inclusive(|part| part.text() == BETWEEN);
    // Behind the last such line there may be nothing.
    let is_blank = |grid: &[Part<'_>]| grid.iter().all(|part| part.is_empty());
    let grids = grids.enumerate().filter(|(i, grid)| *i == 0 || !is_blank(grid));
    grids.map(|(_, grid)| one(entry, grid)).collect()
}

/// The solution of a filled grid, with the routes below it if there are any. The line behind it that parts it
/// from the next one may be among its own.
///
/// # Errors
/// If it states none that could be one of this puzzle; within, why it is no answer.
fn one(entry: &Entry, parts: &[Part<'_>]) -> Result<Result<Answer, Unfit>, ParseError> {
    let end = parts[parts.len() - 1];
    let parts = if end.text() == BETWEEN { &parts[..parts.len() - 1] } else { parts };
    let (rows, routes) = match parts.iter().position(|part| part.text() == ROUTES) {
        Some(at) => (&parts[..at], Some(&parts[at + 1..])),
        None => (parts, None),
    };
    // A grid may be left out where routes say everything.
    let grid = match routes {
        Some(_) if rows.iter().all(|row| row.is_empty()) => None,
        _ => Some(grid(entry, rows, end)?),
    };
    let Some(rows) = routes else {
        let filled = filled(&entry.puzzle, &grid.unwrap_or_default())?;
        return Ok(entry.puzzle.answer_of(&filled));
    };
    let stated = stated_routes(rows)?;
    let answer = entry.puzzle.answer_of(&steps(stated.iter().map(|(_, route)| &route[..])));
    if let Ok(answer) = &answer {
        let held = |token: &Part<'_>| text_of(token);
        let held = grid.as_ref().map(|grid| grid.iter().map(held).collect::<Vec<_>>());
        let names: Vec<(&str, &[Place])> =
            stated.iter().map(|(label, route)| (label.text(), &route[..])).collect();
        match contradiction(&entry.puzzle, answer, held.as_deref(), &names) {
            Some((At::Grid(at), expected)) => {
                let expected = format!("{expected}, as the routes below say");
                return Err(grid.unwrap_or_default()[at].error(expected));
            }
            Some((At::Route(at), expected)) => return Err(stated[at].0.error(expected)),
            None => {}
        }
    }
    Ok(answer)
}

/// Whether two puzzles have the same cells with the same neighbours, so that an answer of one may be one of the
/// other. A board that goes round may be told in several ways, with walls where it does not.
fn alike(a: &Puzzle, b: &Puzzle) -> bool {
    let same = |a: &Board, b: &Board| {
        let places = |board: &Board| (0..board.len() as u32).map(|c| board.place(c)).collect();
        let (there, here): (Vec<Place>, Vec<Place>) = (places(a), places(b));
        a.shape() == b.shape()
            && there == here
            && a.bridges() == b.bridges()
            && a.edges() == b.edges()
    };
    match (a.board(), b.board()) {
        (Some(a), Some(b)) => same(a, b),
        (None, None) => a.size() == b.size(),
        _ => false,
    }
}

/// A solution of a result object: its paths, or else what stands in its cells.
///
/// # Errors
/// [`Unfit`], also where its paths and its cells contradict each other.
pub(super) fn result(entry: &Entry, solution: &Value) -> Result<Answer, Unfit> {
    let unclear = |why: &str| Unfit::Unclear(why.into());
    let pair = |value: &Value| {
        let pair = value.as_array().filter(|pair| pair.len() == 2)?;
        let number = |v: &Value| u32::try_from(v.as_u64()?).ok();
        Some((number(&pair[0])?, number(&pair[1])?))
    };
    let rows = solution.get("cells").and_then(Value::as_array);
    if let Some(paths) = solution.get("paths").and_then(Value::as_object) {
        let route = |(label, path): (_, &Value)| {
            let cells = path.as_array().and_then(|cells| cells.iter().map(pair).collect());
            cells.map(|cells: Vec<Place>| (label, cells))
        };
        let routes: Option<Vec<(&String, Vec<Place>)>> = paths.iter().map(route).collect();
        let routes = routes.ok_or_else(|| unclear("paths are no [row, column] pairs"))?;
        let answer = entry.puzzle.answer_of(&steps(routes.iter().map(|(_, route)| &route[..])))?;
        let held = rows.map(|rows| places(&entry.puzzle, rows, said)).transpose()?;
        let names: Vec<(&str, &[Place])> =
            routes.iter().map(|(label, route)| (label.as_str(), &route[..])).collect();
        let found = contradiction(&entry.puzzle, &answer, held.as_deref(), &names);
        return match found {
            Some((At::Grid(at), expected)) => {
                let cols = entry.puzzle.size().1 as usize;
                let at = name(((at / cols) as u32, (at % cols) as u32));
                let why = format!("{at} should hold {expected} in \"cells\", as \"paths\" say");
                Err(Unfit::Unclear(why))
            }
            Some((At::Route(at), expected)) => {
                let label = routes[at].0.escape_debug();
                Err(Unfit::Unclear(format!("the path of \"{label}\" is not {expected}")))
            }
            None => Ok(answer),
        };
    }
    let rows = rows.ok_or_else(|| unclear("a solution has no \"cells\""))?;
    let number = |value: &Value| value.as_u64().and_then(|v| u32::try_from(v).ok());
    entry.puzzle.answer_of(&Filled::Numbers(places(&entry.puzzle, rows, number)?))
}

/// What stands in a cell of a result.
fn said(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if text == "#" => None,
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(both) => {
            let both: Vec<String> =
                both.iter().map(|one| said(one).unwrap_or_else(|| ".".into())).collect();
            Some(both.join("/"))
        }
        _ => None,
    }
}

/// What stands in each place of a result, row by row.
///
/// # Errors
/// [`Unfit::Unclear`], if the rows are not those of the puzzle.
fn places<T>(
    puzzle: &Puzzle,
    rows: &[Value],
    read: impl Fn(&Value) -> Option<T>,
) -> Result<Vec<Option<T>>, Unfit> {
    let (height, width) = puzzle.size();
    let row = |row: &Value| {
        let cells = row.as_array().filter(|cells| cells.len() == width as usize)?;
        Some(cells.iter().map(&read).collect::<Vec<_>>())
    };
    let rows: Option<Vec<_>> = rows.iter().map(row).collect();
    let rows = rows.filter(|rows| rows.len() == height as usize);
    let rows = rows.ok_or_else(|| Unfit::of_size(height, width))?;
    Ok(rows.into_iter().flatten().collect())
}

/// The steps of routes.
fn steps<'r>(routes: impl Iterator<Item = &'r [Place]>) -> Filled {
    Filled::Steps(routes.flat_map(|r| r.windows(2).map(|step| [step[0], step[1]])).collect())
}

/// What contradicts an answer.
enum At {
    /// The place of this number in the grid.
    Grid(usize),
    /// The label of the route of this number.
    Route(usize),
}

/// Where labels that stand beside the routes of an answer say something else, and what is expected there.
/// An answer that breaks a rule is refused anyway.
fn contradiction(
    puzzle: &Puzzle,
    answer: &Answer,
    held: Option<&[Option<String>]>,
    routes: &[(&str, &[Place])],
) -> Option<(At, String)> {
    let board = puzzle.board().filter(|_| puzzle.verify(answer).is_ok())?;
    let contents = puzzle.contents(answer);
    let label = |cell: u32| match contents[cell as usize] {
        Content::Label(k) => Some(puzzle.label(k)),
        _ => None,
    };
    let bridge = |cell: u32| board.crossing(cell).map(|across| [cell, across]);
    for (i, (stated, route)) in routes.iter().enumerate() {
        let cells = route.iter().filter_map(|&(row, col)| board.cell_at(row, col));
        let other =
            cells.filter(|&cell| bridge(cell).is_none()).find(|&c| label(c) != Some(stated));
        if let Some(cell) = other {
            let (at, label) = (name(board.place(cell)), label(cell).unwrap_or("."));
            return Some((At::Route(i), format!("{label}, whose path runs through {at}")));
        }
    }
    let cols = board.size().1;
    for (at, held) in held.into_iter().flatten().enumerate() {
        let cell = board.cell_at(at as u32 / cols, at as u32 % cols);
        let expected = match cell.map(|cell| (cell, bridge(cell))) {
            Some((_, Some(both))) => {
                let both = both.map(|cell| label(cell).unwrap_or("."));
                Some(both.join("/"))
            }
            Some((cell, None)) => label(cell).map(str::to_string),
            None => None,
        };
        // An empty bridge may be a dot like other cells.
        if *held != expected && !(held.is_none() && expected.as_deref() == Some("./.")) {
            return Some((At::Grid(at), expected.unwrap_or_else(|| "no label".into())));
        }
    }
    None
}

/// The tokens of a filled grid, row by row; `last` is the last line of the text.
///
/// # Errors
/// If the rows are not those of the puzzle.
fn grid<'t>(entry: &Entry, rows: &[Part<'t>], last: Part<'t>) -> Result<Vec<Part<'t>>, ParseError> {
    let (height, width) = entry.puzzle.size();
    let (height, width) = (height as usize, width as usize);
    let points = matches!(entry.puzzle.board().map(|b| b.shape()), Some(Shape::Points { .. }));
    // Points may also stand in one row, as cells do.
    let filled = rows.iter().filter(|row| !row.is_empty()).count();
    let points = points && !(filled == 1 && rows.iter().any(|row| row.words().len() == width));
    let mut tokens: Vec<Part<'t>> = Vec::new();
    for row in rows.iter().filter(|row| !row.is_empty()) {
        let before = tokens.len();
        let words: Vec<Part<'t>> = row.words();
        if points {
            tokens.extend(words.last());
        } else if words.len() == 1 && width > 1 && words[0].text().chars().count() == width {
            // A block without blanks.
            let mut rest = words[0];
            while !rest.is_empty() {
                tokens.push(rest.first());
                rest = rest.skip(rest.first().text().len());
            }
        } else {
            // Signs of order stand between cells and between rows.
            let signs = ["<", ">", "^", "v", "-"];
            let square = entry.puzzle.board().is_none();
            tokens.extend(words.into_iter().filter(|t| !square || !signs.contains(&t.text())));
        }
        if tokens.len() > height * width {
            let expected = format!("{height} rows and {width} columns of a filled grid");
            return Err(tokens[height * width].error(expected));
        }
        let cells = tokens.len() - before;
        if !points && cells > width {
            let expected = format!("{width} cells in a row of a filled grid, not {cells}");
            return Err(tokens[before + width].error(expected));
        }
        if !points && cells > 0 && cells < width {
            let expected = format!("{width} cells in a row of a filled grid, not {cells}");
            return Err(row.skip(row.text().len()).error(expected));
        }
    }
    if tokens.len() < height * width {
        let end = last.skip(last.text().len());
        let expected = format!("{} cells of a filled grid, not {}", height * width, tokens.len());
        return Err(end.error(expected));
    }
    Ok(tokens)
}

/// What stands in a place of a filled grid.
fn text_of(token: &Part<'_>) -> Option<String> {
    (!matches!(token.text(), "." | "#")).then(|| token.text().to_string())
}

/// What a grid says: labels, or numbers.
fn filled(puzzle: &Puzzle, tokens: &[Part<'_>]) -> Result<Filled, ParseError> {
    if !puzzle.words().is_empty() {
        let stated: Vec<Option<String>> = tokens.iter().map(text_of).collect();
        return Ok(Filled::Labels(renamed(puzzle, &stated).unwrap_or(stated)));
    }
    let number = |token: &Part<'_>| match text_of(token) {
        None => Ok(None),
        Some(_) => token.number(u32::MAX, "a number, \".\" or \"#\"").map(Some),
    };
    Ok(Filled::Numbers(tokens.iter().map(number).collect::<Result<_, _>>()?))
}

/// What a grid of labels says in the puzzle's own names, if it has others: formats name labels anew. Nothing
/// is renamed unless each label of the puzzle has one name at both its ends, and no other has that name.
fn renamed(puzzle: &Puzzle, stated: &[Option<String>]) -> Option<Vec<Option<String>>> {
    let (mut own, mut names) = (HashMap::new(), HashMap::new());
    let cols = puzzle.size().1;
    for (cell, given) in (0u32..).zip(puzzle.tokens(None)).filter(|(_, given)| given != ".") {
        let (row, col) = puzzle.place(cell);
        let name = stated.get((row * cols + col) as usize)?.as_deref()?;
        if *names.entry(given.clone()).or_insert(name) != name
            || *own.entry(name).or_insert(given.clone()) != given
        {
            return None;
        }
    }
    // Both lines of a bridge are named there.
    let parts = |token: &str| -> Option<String> {
        let part = |name: &str| match own.get(name) {
            Some(label) => Some(label.clone()),
            // A name that stands at no end must not become that of a label.
            None => (!names.contains_key(name)).then(|| name.to_string()),
        };
        Some(token.split('/').map(part).collect::<Option<Vec<_>>>()?.join("/"))
    };
    stated
        .iter()
        .map(|token| token.as_deref().map(parts).map_or(Some(None), |t| t.map(Some)))
        .collect()
}

/// Routes like `A: r1c1-r1c2`, one a line, with their labels.
fn stated_routes<'t>(rows: &[Part<'t>]) -> Result<Vec<(Part<'t>, Vec<Place>)>, ParseError> {
    let mut routes = Vec::new();
    for row in rows.iter().filter(|row| !row.is_empty()) {
        let (label, route) =
            row.split_once(':').ok_or_else(|| row.error("a route like A: r1c1-r1c2"))?;
        let cell =
            |cell: Part<'_>| place(cell.text()).ok_or_else(|| cell.error("a cell like r1c1"));
        let cells = route.trim().split('-').into_iter().map(cell).collect::<Result<_, _>>()?;
        routes.push((label.trim(), cells));
    }
    Ok(routes)
}

//! Solutions in a text of their own: a filled grid, routes of paths, a result object, or a format that carries one.

use super::reading::companion;
use super::scan::{Part, lines};
use super::{Reading, pieces, read, recognise};
use clew_puzzle::puzzle::format::{
    BETWEEN, Cut, Items, MAX_FOREIGN_LINE, MAX_LINES, ParseError, Piece, Unread, name, quote,
};
use clew_puzzle::puzzle::verify::Spot;
use clew_puzzle::puzzle::{
    Answer, Board, Content, Entry, Filled, NamedPoints, Point, Puzzle, Shape, Unfit,
};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::HashMap;

/// The line before the routes of paths.
const ROUTES: &str = "paths:";

/// The most solutions of a text that may be unreadable; with one more the text does not count as a list of solutions.
const MOST_UNREAD: usize = 1000;

/// The most lines of a text of solutions: there are several, so more than of a puzzle.
const MOST_LINES: usize = 4 * MAX_LINES;

/// A row and a column, from 0.
type Place = (u32, u32);

/// A solution in a text: an answer, or why it is none; or an error where the text cannot be read.
type Stated = Result<Result<Answer, Unfit>, ParseError>;

/// Reads the solutions that a text states for a puzzle. They are not yet checked against its rules.
///
/// # Errors
/// If the text states none, a single one that could be none of this puzzle, or far too many such. The inner errors are
/// the reasons why a solution is no answer, so that one of several that cannot be read does not hide the others.
pub fn solutions(
    entry: &Entry,
    text: &str,
    reading: &Reading,
) -> Result<Vec<Result<Answer, Unfit>>, ParseError> {
    let text = text.trim_start_matches('\u{feff}');
    let body = text.trim_start();
    let before = &text[..text.len() - body.len()];
    let (line, column) = (
        before.matches('\n').count() + 1,
        before.chars().rev().take_while(|c| *c != '\n').count() + 1,
    );
    let scans = match body.starts_with('{') {
        // For JSON the place where it starts is precise enough.
        true => lines(&body[..1], line, column),
        false => {
            within(text)?;
            lines(text, 1, 1)
        }
    };
    let start = scans.iter().map(|scan| scan.all().trim()).find(|line| !line.is_empty());
    let start = start.unwrap_or_else(|| scans[0].all());
    let whole = |expected: String| start.first().error(expected);
    if start.text().starts_with('{') {
        let objects = serde_json::Deserializer::from_str(text);
        let (mut answers, mut unread) = (Vec::new(), 0);
        for object in objects.into_iter::<&RawValue>() {
            let object =
                object.map_err(|why| whole(format!("result objects, one a line ({why})")))?;
            // In a stream of results the last one has none.
            let stated = Unread::from(object).get("solutions").and_then(Unread::items);
            for one in stated.into_iter().flatten() {
                let answer = result(entry, one);
                unread += usize::from(matches!(answer, Err(Unfit::Ambiguous(_))));
                if unread > MOST_UNREAD {
                    let expected = format!("at most {MOST_UNREAD} solutions that cannot be read");
                    return Err(whole(expected));
                }
                answers.push(answer);
            }
        }
        if answers.is_empty() {
            return Err(whole("a result with \"solutions\"".into()));
        }
        return Ok(answers);
    }
    if let Some(paths) =
        companion::paths(text).filter(|_| entry.puzzle.capabilities().routes.is_some())
    {
        let answer = entry.puzzle.answer_of(&steps(paths.iter().map(|path| &path[..])));
        return Ok(vec![answer]);
    }
    let found = reading.format.unwrap_or_else(|| recognise(text));
    let laid_out = found.cut == Cut::Loose;
    if let Some(rows) = companion::rows(text).filter(|_| laid_out && !text.contains(ROUTES)) {
        let only = Reading { format: super::format("grid"), ..reading.clone() };
        return solutions(entry, &rows, &only);
    }
    let carries = found.solutions && !matches!(found.name, "grid" | "flowsolver" | "thomasahle");
    let parts: Vec<Part<'_>> = scans.iter().map(|scan| scan.all().trim()).collect();
    let stated: Box<dyn Iterator<Item = Stated>> = if carries && !found.is_own() {
        Box::new(pieces(text, reading).flat_map(|piece| carried(entry, &piece, reading)))
    } else {
        let grids = grids(&parts, &entry.puzzle);
        Box::new(grids.into_iter().map(|grid| one(entry, grid)))
    };
    let (mut all, mut unread) = (Vec::new(), 0);
    for one in stated {
        unread += usize::from(one.is_err());
        if unread > MOST_UNREAD {
            return one.map(|_| Vec::new());
        }
        all.push(one);
    }
    match all.len() {
        0 => Err(whole("a solution".into())),
        1 => all.into_iter().collect(),
        _ => {
            let unclear = |why: ParseError| Err(Unfit::Ambiguous(why.to_string()));
            Ok(all.into_iter().map(|one| one.unwrap_or_else(unclear)).collect())
        }
    }
}

/// Refuses a text of solutions with too many lines, or too long ones, before a list of them is made.
///
/// # Errors
/// For the first line that is too much.
fn within(text: &str) -> Result<(), ParseError> {
    for (line, shown) in (1..).zip(text.split('\n')) {
        let expected = match () {
            () if line > MOST_LINES => format!("at most {MOST_LINES} lines of solutions"),
            () if shown.len() > MAX_FOREIGN_LINE => {
                format!("at most {MAX_FOREIGN_LINE} bytes a line")
            }
            () => continue,
        };
        return Err(ParseError { line, column: 1, found: "more".into(), expected });
    }
    Ok(())
}

/// The solutions that a puzzle in a foreign format carries, or why it carries none of this puzzle.
fn carried(entry: &Entry, piece: &Piece, reading: &Reading) -> Vec<Stated> {
    let answers = || {
        let chunk = piece.chunk()?;
        let other = read(&chunk, reading)?;
        let wrong = |found: &str, expected: &str| {
            let (line, column) = (chunk.line, chunk.column);
            Err(ParseError { line, column, found: found.into(), expected: expected.into() })
        };
        if !alike(&other.puzzle, &entry.puzzle) {
            return wrong("another board", "a solution on the board of the puzzle");
        }
        if other.answers.is_empty() {
            return wrong("a puzzle alone", "a format with its solution in it");
        }
        Ok(other.answers)
    };
    match answers() {
        Ok(answers) => answers.into_iter().map(|answer| Ok(Ok(answer))).collect(),
        Err(why) => vec![Err(why)],
    }
}

/// The filled grids of a text: separated by lines of `---`, by blank lines, or each below a line with its width and
/// height; then `0 0` may end them.
fn grids<'g, 't>(parts: &'g [Part<'t>], puzzle: &Puzzle) -> Vec<&'g [Part<'t>]> {
    let size = puzzle.size();
    let is_blank = |grid: &[Part<'_>]| grid.iter().all(|part| part.is_empty());
    let start = parts.iter().position(|part| !part.is_empty()).unwrap_or(0);
    let sized = size_line(&parts[start..], size).is_some();
    let is_end = |part: &Part<'_>| part.words().iter().map(|word| word.text()).eq(["0", "0"]);
    let end = parts.iter().position(|part| sized && is_end(part)).unwrap_or(parts.len());
    let (mut grids, mut from) = (Vec::new(), 0);
    let rows = match puzzle.board().map(Board::shape) {
        // A line a point.
        Some(Shape::Points { at, .. }) => at.len(),
        _ => size.0 as usize,
    };
    // Lines that are not blank: of the grid so far, and from here to the end.
    let mut left = parts[..end].iter().filter(|part| !part.is_empty()).count();
    let mut above = 0;
    for i in 0..end {
        let is_size = size_line(&parts[i..end], size).is_some() && !is_blank(&parts[from..i]);
        // Blank lines between the rows of one grid leave fewer than twice as many lines as rows on one of the two sides.
        let apart = i > from && parts[i - 1].is_empty() && above >= rows && left >= rows;
        let like_a_row = || {
            let first = parts[from..i].iter().find(|part| !part.is_empty());
            parts[i].text() != ROUTES
                && first.is_some_and(|first| first.words().len() == parts[i].words().len())
        };
        if is_size || apart && like_a_row() {
            grids.push(&parts[from..i]);
            (from, above) = (i, 0);
        }
        if !parts[i].is_empty() {
            (above, left) = (above + 1, left - 1);
        }
        if parts[i].text() == BETWEEN {
            grids.push(&parts[from..=i]);
            (from, above) = (i + 1, 0);
        }
    }
    // After the last separator there may be no grid.
    if grids.is_empty() || !is_blank(&parts[from..end]) {
        grids.push(&parts[from..end]);
    }
    grids
}

/// The two numbers of a line that states the size of the block of characters below it. In a grid of two columns it may
/// also be a row: it is the size only if it is the correct one.
fn size_line<'t>(parts: &[Part<'t>], (height, width): (u32, u32)) -> Option<[Part<'t>; 2]> {
    let [line, below, ..] = parts else { return None };
    let block = below.words().len() == 1 && ![BETWEEN, ROUTES].contains(&below.text());
    let numbers: [Part<'t>; 2] = line.words().try_into().ok()?;
    let [w, h] = [numbers[0], numbers[1]].map(|part| part.number(u32::MAX, "a number").ok());
    let is_size = block && w.is_some() && h.is_some();
    (is_size && (width != 2 || (w, h) == (Some(width), Some(height)))).then_some(numbers)
}

/// The rows of a grid, without the line above them that states their size, if there is one.
///
/// # Errors
/// If that is not the size of the puzzle.
fn below_size<'g, 't>(
    rows: &'g [Part<'t>],
    (height, width): (u32, u32),
) -> Result<&'g [Part<'t>], ParseError> {
    let start = rows.iter().position(|row| !row.is_empty()).unwrap_or(rows.len());
    let Some(numbers) = size_line(&rows[start..], (height, width)) else { return Ok(rows) };
    for (number, right) in numbers.into_iter().zip([width, height]) {
        let expected = format!("the size {width} {height}, columns and rows of the puzzle");
        if number.number(u32::MAX, &expected)? != right {
            return Err(number.error(expected));
        }
    }
    Ok(&rows[start + 1..])
}

/// The solution of a filled grid, with the routes below it if there are any. The separator line after it may be among
/// its lines.
///
/// # Errors
/// If it states none that could be one of this puzzle; the inner error is the reason why it is no answer.
fn one(entry: &Entry, parts: &[Part<'_>]) -> Stated {
    let puzzle = &entry.puzzle;
    let end = parts[parts.len() - 1];
    let parts = if end.text() == BETWEEN { &parts[..parts.len() - 1] } else { parts };
    let (rows, routes) = match parts.iter().position(|part| part.text() == ROUTES) {
        Some(at) => (&parts[..at], Some(&parts[at + 1..])),
        None => (parts, None),
    };
    let rows = below_size(rows, puzzle.size())?;
    // A grid may be left out where the routes state everything.
    let tokens = match routes {
        Some(_) if rows.iter().all(|row| row.is_empty()) => None,
        _ => Some(grid(entry, rows, end)?),
    };
    let held = tokens.as_deref().map(|tokens| held(puzzle, tokens)).transpose()?;
    let Some(rows) = routes else {
        return Ok(puzzle.answer_of(&filled(puzzle, &held.unwrap_or_default())?));
    };
    let stated = companion::stated_routes(rows)?;
    let answer = puzzle.answer_of(&steps(stated.iter().map(|(_, route)| &route[..])));
    if let Ok(answer) = &answer {
        let labels = held.as_deref().map(labels);
        let names: Vec<(&str, &[Place])> =
            stated.iter().map(|(label, route)| (label.text(), &route[..])).collect();
        match contradiction(puzzle, answer, labels.as_deref(), &names) {
            Some((At::Grid(at), expected)) => {
                let expected = format!("{expected}, as in the routes below");
                return Err(tokens.unwrap_or_default()[at].error(expected));
            }
            Some((At::Route(at), expected)) => return Err(stated[at].0.error(expected)),
            None => {}
        }
    }
    Ok(answer)
}

/// Whether two puzzles have the same cells with the same neighbours, so that an answer of one may be one of the other.
/// A board that wraps around can be stated in several ways, with walls where it does not wrap.
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

/// A solution of a result object: its paths, or else the contents of its cells.
///
/// # Errors
/// [`Unfit`], also where its paths and its cells contradict each other.
pub(super) fn result(entry: &Entry, solution: Unread<'_>) -> Result<Answer, Unfit> {
    let unclear = |why: &str| Unfit::Ambiguous(why.into());
    let pair = |value: Unread<'_>| {
        let [row, col] = value.items()?.exactly()?.map(|number| number.text().parse().ok());
        Some((row?, col?))
    };
    let rows = solution.get("cells").and_then(Unread::items);
    if let Some(mut paths) = solution.get("paths").and_then(Unread::members) {
        paths.sort_by(|(one, _), (other, _)| one.cmp(other));
        let route = |(label, path): (String, Unread<'_>)| {
            let cells = path.items()?.map(pair).collect::<Option<Vec<Place>>>()?;
            Some((label.split('#').next()?.to_string(), cells))
        };
        let routes: Option<Vec<(String, Vec<Place>)>> = paths.into_iter().map(route).collect();
        let routes = routes.ok_or_else(|| unclear("paths are no [row, column] pairs"))?;
        let answer = entry.puzzle.answer_of(&steps(routes.iter().map(|(_, route)| &route[..])))?;
        let held = rows.map(|rows| places(&entry.puzzle, rows, label_of, LABEL)).transpose()?;
        let names: Vec<(&str, &[Place])> =
            routes.iter().map(|(label, route)| (label.as_str(), &route[..])).collect();
        let found = contradiction(&entry.puzzle, &answer, held.as_deref(), &names);
        return match found {
            Some((At::Grid(at), expected)) => {
                let cols = entry.puzzle.size().1 as usize;
                let at = name(((at / cols) as u32, (at % cols) as u32));
                let why = format!("{at} should hold {expected} in \"cells\", as in \"paths\"");
                Err(Unfit::Ambiguous(why))
            }
            Some((At::Route(at), expected)) => {
                let label = routes[at].0.escape_debug();
                Err(Unfit::Ambiguous(format!("the path of \"{label}\" is not {expected}")))
            }
            None => Ok(answer),
        };
    }
    let rows = rows.ok_or_else(|| unclear("a solution has no \"cells\""))?;
    if entry.puzzle.capabilities().routes.is_some() {
        let labels = places(&entry.puzzle, rows, label_of, LABEL)?;
        return entry.puzzle.answer_of(&Filled::Labels(labels));
    }
    let number = |value: &Value| value.as_u64().and_then(|v| u32::try_from(v).ok());
    entry.puzzle.answer_of(&Filled::Numbers(places(&entry.puzzle, rows, number, "a number")?))
}

/// The expected content of a cell of a result about labels.
const LABEL: &str = "a label, or two in a list on a bridge";

/// The label of a cell of a result, or both of a bridge.
fn label_of(value: &Value) -> Option<String> {
    let label = |value: &Value| match value {
        Value::String(text) if text != "#" => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    match value {
        Value::Array(both) if both.len() == 2 => {
            let open = |value: &Value| value.is_null().then(|| ".".to_string());
            let both = both.iter().map(|one| open(one).or_else(|| label(one)));
            Some(both.collect::<Option<Vec<String>>>()?.join("/"))
        }
        one => label(one),
    }
}

/// The content of each place of a result, row by row; `null` for nothing, where there is no cell also `"#"`.
///
/// # Errors
/// [`Unfit::Ambiguous`], if the rows are not those of the puzzle, or for an unexpected value in a cell.
fn places<T>(
    puzzle: &Puzzle,
    rows: Items<'_>,
    read: impl Fn(&Value) -> Option<T>,
    expected: &str,
) -> Result<Vec<Option<T>>, Unfit> {
    let (height, width) = puzzle.size();
    let of_row = |row: Unread<'_>| row.items().is_some_and(|cells| cells.count() == width as usize);
    if rows.clone().count() != height as usize || !rows.clone().all(of_row) {
        return Err(Unfit::of_size(height, width));
    }
    let free = matches!(puzzle.board().map(Board::shape), Some(Shape::Points { .. }));
    let mut held = Vec::new();
    for (row, cells) in (0u32..).zip(rows.filter_map(Unread::items)) {
        for (col, value) in (0u32..).zip(cells) {
            let value = value.small();
            let known = match puzzle.cell_at(row, col) {
                _ if value.is_null() => Ok(None),
                Some(_) => read(&value).map(Some).ok_or_else(|| format!("{expected} or null")),
                None if value == "#" => Ok(None),
                None => Err("\"#\" or null where the puzzle has no cell".to_string()),
            };
            held.push(known.map_err(|expected| {
                let found = match &value {
                    Value::String(text) => format!("the text {}", quote(text)),
                    other => quote(&other.to_string()),
                };
                let at = Spot { row, col, free };
                Unfit::Ambiguous(format!("{at} in \"cells\": found {found}, expected {expected}"))
            })?);
        }
    }
    Ok(held)
}

/// The steps of routes.
fn steps<'r>(routes: impl Iterator<Item = &'r [Place]>) -> Filled {
    Filled::Steps(routes.flat_map(|r| r.windows(2).map(|step| [step[0], step[1]])).collect())
}

/// The position of a contradiction to an answer.
enum At {
    /// The place of this number in the grid.
    Grid(usize),
    /// The label of the route of this number.
    Route(usize),
}

/// The first place where labels next to the routes of an answer contradict it, and the label expected there. An answer
/// that breaks a rule is refused anyway.
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
    let rows: Vec<Part<'t>> = rows.iter().copied().filter(|row| !row.is_empty()).collect();
    let missing = |found: usize| {
        let end = last.skip(last.text().len());
        let expected = format!("{} cells of a filled grid, not {found}", height * width);
        Err(end.error(expected))
    };
    if let Some(Shape::Points { at, .. }) = entry.puzzle.board().map(Board::shape) {
        // Points may also be listed in one row, as cells are.
        let in_row = rows.len() == 1 && (width > 1 || rows[0].words().len() == width);
        if !in_row {
            let tokens = point_lines(at, &rows)?;
            let found = tokens.iter().flatten().count();
            return tokens.into_iter().collect::<Option<_>>().map_or_else(|| missing(found), Ok);
        }
    }
    let mut tokens: Vec<Part<'t>> = Vec::new();
    for row in rows {
        let before = tokens.len();
        let words: Vec<Part<'t>> = row.words();
        if words.len() == 1 && width > 1 && words[0].text().chars().count() == width {
            // A block without blanks.
            let mut rest = words[0];
            while !rest.is_empty() {
                tokens.push(rest.first());
                rest = rest.skip(rest.first().text().len());
            }
        } else {
            // Signs of order are between cells and between rows.
            let signs = ["<", ">", "^", "v", "-"];
            let square = entry.puzzle.board().is_none();
            tokens.extend(words.into_iter().filter(|t| !square || !signs.contains(&t.text())));
        }
        if tokens.len() > height * width {
            let expected = format!("{height} rows and {width} columns of a filled grid");
            return Err(tokens[height * width].error(expected));
        }
        let cells = tokens.len() - before;
        if cells > width {
            let expected = format!("{width} cells in a row of a filled grid, not {cells}");
            return Err(tokens[before + width].error(expected));
        }
        if cells > 0 && cells < width {
            let expected = format!("{width} cells in a row of a filled grid, not {cells}");
            return Err(row.skip(row.text().len()).error(expected));
        }
    }
    if tokens.len() < height * width { missing(tokens.len()) } else { Ok(tokens) }
}

/// The values that lines `x y value` give to the points of a board, per point.
///
/// # Errors
/// For a line of another form, or of a point that is not in the puzzle or was named before.
fn point_lines<'t>(at: &[Point], rows: &[Part<'t>]) -> Result<Vec<Option<Part<'t>>>, ParseError> {
    let mut points = NamedPoints::new(at);
    let mut tokens = vec![None; at.len()];
    for row in rows {
        let [x, y, value] = row.words()[..] else {
            return Err(row.error("a line of a point, x y and what stands there"));
        };
        let point = points.take([x.text(), y.text()]);
        let point = point.map_err(|(which, expected)| [x, y][which].error(expected))?;
        tokens[point as usize] = Some(value);
    }
    Ok(tokens)
}

/// The content of each place of a filled grid; `None` where a cell stays empty, and where there is none.
///
/// # Errors
/// For a content where the puzzle has no cell, and a hole sign in a cell.
fn held<'t>(puzzle: &Puzzle, tokens: &[Part<'t>]) -> Result<Vec<Option<Part<'t>>>, ParseError> {
    let cols = puzzle.size().1;
    let place = |(at, &token): (u32, &Part<'t>)| {
        let cell = puzzle.cell_at(at / cols, at % cols);
        match (token.text(), cell) {
            (".", _) | ("#", None) => Ok(None),
            (_, None) => Err(token.error("\"#\" or \".\" where the puzzle has no cell")),
            ("#", Some(_)) => {
                let what = if puzzle.capabilities().routes.is_some() { "label" } else { "number" };
                Err(token.error(format!("a {what} or \".\": the puzzle has a cell here")))
            }
            (_, Some(_)) => Ok(Some(token)),
        }
    };
    (0u32..).zip(tokens).map(place).collect()
}

/// The labels of a grid.
fn labels(held: &[Option<Part<'_>>]) -> Vec<Option<String>> {
    held.iter().map(|token| token.map(|token| token.text().to_string())).collect()
}

/// The contents of a grid: labels, or numbers.
///
/// # Errors
/// For something that is no number, where numbers are expected.
fn filled(puzzle: &Puzzle, held: &[Option<Part<'_>>]) -> Result<Filled, ParseError> {
    if puzzle.capabilities().routes.is_some() {
        let stated = labels(held);
        return Ok(Filled::Labels(renamed(puzzle, &stated).unwrap_or(stated)));
    }
    let number = |token: Part<'_>| token.number(u32::MAX, "a number or \".\"");
    let numbers = held.iter().map(|token| token.map(number).transpose());
    Ok(Filled::Numbers(numbers.collect::<Result<_, _>>()?))
}

/// The labels of a grid in the puzzle's own names, if the grid has others: formats rename labels. No label is renamed
/// unless each label of the puzzle has one name at both its ends, and no other has that name.
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
    // Both labels of a bridge are in its token.
    let parts = |token: &str| -> Option<String> {
        let part = |name: &str| match own.get(name) {
            Some(label) => Some(label.clone()),
            // A name that occurs at no end must not become that of a label.
            None => (!names.contains_key(name)).then(|| name.to_string()),
        };
        Some(token.split('/').map(part).collect::<Option<Vec<_>>>()?.join("/"))
    };
    stated
        .iter()
        .map(|token| token.as_deref().map(parts).map_or(Some(None), |t| t.map(Some)))
        .collect()
}

//! Solutions in a text of their own: a filled grid, routes of paths, a result object, or a format that carries one.

use super::filled::{FilledGrid, GridError, IN_CELLS};
use super::reading::companion;
use super::scan::{Part, lines};
use super::{Reading, pieces, read, recognise};
use clew_puzzle::puzzle::format::{
    BETWEEN, Cut, MAX_FOREIGN_LINE, MAX_LINES, ParseError, Piece, Token, Unread, name,
};
use clew_puzzle::puzzle::{Answer, Board, Content, Entry, Filled, Goal, Puzzle, Shape, Unfit};
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
    let text = without_objective(text, entry.puzzle.family().goals);
    if text.trim_start().starts_with('{') {
        return of_results(entry, text);
    }
    within(text)?;
    let scans = lines(text, 1, 1);
    let parts: Vec<Part<'_>> = scans.iter().map(|scan| scan.all().trim()).collect();
    let own = reading.format.is_none() && are_own_rows(&entry.puzzle, &parts);
    if !own {
        if let Some(paths) =
            companion::paths(text).filter(|_| entry.puzzle.capabilities().routes.is_some())
        {
            let answer = entry.puzzle.answer_of(&steps(paths.iter().map(|path| &path[..])));
            return Ok(vec![answer]);
        }
        let found = reading.format.unwrap_or_else(|| recognise(text));
        let laid_out = found.cut == Cut::Loose;
        if let Some(rows) = companion::rows(text).filter(|_| laid_out && !text.contains(ROUTES)) {
            // These rows are not read in other layouts again.
            let scans = lines(&rows, 1, 1);
            return of_grids(
                entry,
                &scans.iter().map(|scan| scan.all().trim()).collect::<Vec<_>>(),
            );
        }
        let carries =
            found.solutions && !matches!(found.name, "grid" | "flowsolver" | "thomasahle");
        if carries && !found.is_own() {
            let stated = pieces(text, reading).flat_map(|piece| carried(entry, &piece, reading));
            return readable(stated, parts[0]);
        }
    }
    of_grids(entry, &parts)
}

/// The solutions that are filled grids in some lines.
///
/// # Errors
/// As [`solutions`].
fn of_grids(entry: &Entry, lines: &[Part<'_>]) -> Result<Vec<Result<Answer, Unfit>>, ParseError> {
    let grids = grids(lines, &entry.puzzle);
    readable(grids.into_iter().map(|grid| one(entry, grid)), lines[0])
}

/// The solutions of result objects, one after the other. A mistake is one of the first character, which is precise
/// enough in JSON.
///
/// # Errors
/// If there are none, or too many that cannot be read.
fn of_results(entry: &Entry, text: &str) -> Result<Vec<Result<Answer, Unfit>>, ParseError> {
    let before = &text[..text.len() - text.trim_start().len()];
    let (line, column) = (
        before.matches('\n').count() + 1,
        before.chars().rev().take_while(|c| *c != '\n').count() + 1,
    );
    let whole = |expected: String| Token { text: "{", line, column }.error(expected);
    let (mut answers, mut unread) = (Vec::new(), 0);
    for object in serde_json::Deserializer::from_str(text).into_iter::<&RawValue>() {
        let object = object.map_err(|why| whole(format!("result objects, one a line ({why})")))?;
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
    Ok(answers)
}

/// Whether lines are filled grids as this program writes them: rows of as many cells as the puzzle has, with its own
/// signs between them. Other layouts are those of other programs.
fn are_own_rows(puzzle: &Puzzle, lines: &[Part<'_>]) -> bool {
    let (height, width) = puzzle.size();
    let is_point = matches!(puzzle.board().map(Board::shape), Some(Shape::Points { .. }));
    let is_sign = puzzle.family().layout.map_or((|_| false) as fn(&str) -> bool, |own| own.is_sign);
    let labels = puzzle.capabilities().routes.is_some();
    let is_plain = |word: &Part<'_>| {
        let is_own = |c: char| match labels {
            true => c.is_alphanumeric() || c == '/',
            false => c.is_ascii_digit() || c == '-',
        };
        word.text().chars().all(|c| is_own(c) || matches!(c, '.' | '#'))
    };
    let cells = |line: &Part<'_>| {
        let cells = line.each_word().filter(|word| !is_sign(word.text())).take(width as usize + 4);
        let (mut n, mut plain) = (0, true);
        cells.for_each(|word| (n, plain) = (n + 1, plain && is_plain(&word)));
        plain.then_some(n)
    };
    let rows = lines.iter().take_while(|line| line.text() != ROUTES);
    let rows = rows.filter(|line| !line.is_empty() && line.text() != BETWEEN).map(cells);
    let mut found = 0;
    for n in rows {
        match n {
            Some(0) => {}
            Some(n) if n == width || is_point && n == 3 => found += 1,
            _ => return false,
        }
    }
    found > 0 && found % height == 0
}

/// The solutions, unless too many of them cannot be read; `first` is the first line of their text.
///
/// # Errors
/// If there are none, a single one that cannot be read, or too many.
fn readable(
    stated: impl Iterator<Item = Stated>,
    first: Part<'_>,
) -> Result<Vec<Result<Answer, Unfit>>, ParseError> {
    let (mut all, mut unread) = (Vec::new(), 0);
    for one in stated {
        unread += usize::from(one.is_err());
        if unread > MOST_UNREAD {
            return one.map(|_| Vec::new());
        }
        all.push(one);
    }
    match all.len() {
        0 => Err(first.first().error("a solution")),
        1 => all.into_iter().collect(),
        _ => {
            let unclear = |why: ParseError| Err(Unfit::Ambiguous(why.to_string()));
            Ok(all.into_iter().map(|one| one.unwrap_or_else(unclear)).collect())
        }
    }
}

/// A text without the line at its end that states the value of a solution under one of these goals.
fn without_objective<'a>(text: &'a str, goals: &[Goal]) -> &'a str {
    let body = text.trim_end();
    let (rest, last) = body.rsplit_once('\n').unwrap_or(("", body));
    let is_worth = |goal: &Goal| {
        let value = last.strip_prefix(goal.name);
        value.is_some_and(|value| value.starts_with(": "))
    };
    if goals.iter().any(is_worth) { rest } else { text }
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
    let mut behind = start + 1..parts.len();
    let end = behind.find(|&i| sized && is_end(&parts[i])).unwrap_or(parts.len());
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
    let grid = match routes {
        Some(_) if rows.iter().all(|row| row.is_empty()) => None,
        _ => {
            let grid = FilledGrid::from_lines(puzzle, rows.iter().copied(), end, false);
            Some(grid.map_err(GridError::located)?)
        }
    };
    let stated = routes.map(companion::stated_routes).transpose()?.unwrap_or_default();
    let answer = match &grid {
        Some(grid) if routes.is_none() => return of_grid(puzzle, grid).map_err(GridError::located),
        _ => puzzle.answer_of(&steps(stated.iter().map(|(_, route)| &route[..]))),
    };
    let names = stated.iter().map(|(label, route)| (label.text(), &route[..]));
    match check_labels(puzzle, &answer, grid.as_ref(), names) {
        Ok(()) => Ok(answer),
        Err(Contradiction::Grid(error)) => Err(error.located()),
        Err(Contradiction::Route(at, expected)) => Err(stated[at].0.error(expected)),
    }
}

/// The answer that a filled grid alone states, or why it is none.
///
/// # Errors
/// For a cell whose content cannot be read.
fn of_grid(puzzle: &Puzzle, grid: &FilledGrid<'_>) -> Result<Result<Answer, Unfit>, GridError> {
    let filled = match grid.solution(puzzle)? {
        Filled::Labels(stated) => Filled::Labels(renamed(puzzle, &stated).unwrap_or(stated)),
        filled => filled,
    };
    Ok(puzzle.answer_of(&filled))
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
    let unreadable = |error: GridError| Unfit::Ambiguous(error.to_string());
    let rows = solution.get("cells").and_then(Unread::items);
    let grid = rows.map(|rows| FilledGrid::from_json(&entry.puzzle, rows, IN_CELLS));
    let grid = grid.transpose().map_err(unreadable)?;
    let Some(mut paths) = solution.get("paths").and_then(Unread::members) else {
        let grid = grid.ok_or_else(|| unclear("a solution has no \"cells\""))?;
        return entry.puzzle.answer_of(&grid.solution(&entry.puzzle).map_err(unreadable)?);
    };
    paths.sort_by(|(one, _), (other, _)| one.cmp(other));
    let route = |(label, path): (String, Unread<'_>)| {
        let cells = path.items()?.map(pair).collect::<Option<Vec<Place>>>()?;
        Some((label.split('#').next()?.to_string(), cells))
    };
    let routes: Option<Vec<(String, Vec<Place>)>> = paths.into_iter().map(route).collect();
    let routes = routes.ok_or_else(|| unclear("paths are no [row, column] pairs"))?;
    let answer = entry.puzzle.answer_of(&steps(routes.iter().map(|(_, route)| &route[..])));
    let names = routes.iter().map(|(label, route)| (label.as_str(), &route[..]));
    match check_labels(&entry.puzzle, &answer, grid.as_ref(), names) {
        Ok(()) => answer,
        Err(Contradiction::Grid(error)) => Err(unreadable(error)),
        Err(Contradiction::Route(at, expected)) => {
            let label = routes[at].0.escape_debug();
            Err(Unfit::Ambiguous(format!("the path of \"{label}\" is not {expected}")))
        }
    }
}

/// The steps of routes.
fn steps<'r>(routes: impl Iterator<Item = &'r [Place]>) -> Filled {
    Filled::Steps(routes.flat_map(|r| r.windows(2).map(|step| [step[0], step[1]])).collect())
}

/// Labels that contradict the routes of an answer.
enum Contradiction {
    /// A label of the grid; the message names the one of the route.
    Grid(GridError),
    /// The label of the route of this number, and what was expected.
    Route(usize, String),
}

/// Checks the labels next to the routes of an answer, those of the routes and those of a grid. An answer that breaks a
/// rule is refused anyway.
///
/// # Errors
/// The first contradiction.
fn check_labels<'r>(
    puzzle: &Puzzle,
    answer: &Result<Answer, Unfit>,
    grid: Option<&FilledGrid<'_>>,
    routes: impl Iterator<Item = (&'r str, &'r [Place])>,
) -> Result<(), Contradiction> {
    let right = answer.as_ref().ok().filter(|answer| puzzle.verify(answer).is_ok());
    let (Some(board), Some(answer)) = (puzzle.board(), right) else { return Ok(()) };
    let contents = puzzle.contents(answer);
    let label = |cell: u32| match contents[cell as usize] {
        Content::Label(k) => Some(puzzle.label(k)),
        _ => None,
    };
    for (i, (stated, route)) in routes.enumerate() {
        let cells = route.iter().filter_map(|&(row, col)| board.cell_at(row, col));
        let mut plain = cells.filter(|&cell| board.crossing(cell).is_none());
        if let Some(cell) = plain.find(|&c| label(c) != Some(stated)) {
            let (at, label) = (name(board.place(cell)), label(cell).unwrap_or("."));
            let expected = format!("{label}, whose path runs through {at}");
            return Err(Contradiction::Route(i, expected));
        }
    }
    let cols = board.size().1;
    for (at, token) in grid.into_iter().flat_map(FilledGrid::tokens) {
        let Some(cell) = board.cell_at(at / cols, at % cols) else { continue };
        let expected = match board.crossing(cell) {
            Some(across) => {
                let both = [cell, across].map(|cell| label(cell).unwrap_or("."));
                Some(both.join("/"))
            }
            None => label(cell).map(str::to_string),
        };
        // An empty bridge may be a dot like other cells.
        let held = token.held();
        if held != expected.as_deref() && !(held.is_none() && expected.as_deref() == Some("./.")) {
            let expected = expected.unwrap_or_else(|| "no label".into());
            let error = token.error(format!("{expected}, as in the routes"));
            return Err(Contradiction::Grid(error));
        }
    }
    Ok(())
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

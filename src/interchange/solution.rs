//! Solutions of a puzzle that stand in a text of their own: a filled grid, with the routes of paths
//! where letters do not tell them, a result object, or a format that carries a solution.

use super::scan::{Part, Scan, lines};
use super::{Reading, read_all, recognise};
use crate::puzzle::format::{ParseError, place};
use crate::puzzle::{Answer, Entry, Filled, Shape};
use serde_json::Value;

/// What stands before the routes of paths.
const ROUTES: &str = "paths:";

/// Reads the solutions that a text states for a puzzle. They are not yet checked against its rules.
///
/// # Errors
/// If it states none that could be one of this puzzle.
pub fn solutions(entry: &Entry, text: &str, reading: &Reading) -> Result<Vec<Answer>, ParseError> {
    let scans = lines(text.trim_start_matches('\u{feff}'), 1, 1);
    let start = scans.iter().map(|scan| scan.all().trim()).find(|line| !line.is_empty());
    let start = start.unwrap_or_else(|| scans[0].all());
    let whole = |expected: String| start.first().error(expected);
    if start.text().starts_with('{') {
        let value: Value = serde_json::from_str(start.text())
            .or_else(|_| serde_json::from_str(text))
            .map_err(|why| whole(format!("a result object on a line ({why})")))?;
        let stated = value.get("solutions").and_then(Value::as_array);
        let stated = stated.filter(|all| !all.is_empty());
        let stated = stated.ok_or_else(|| whole("a result with \"solutions\"".into()))?;
        return stated.iter().map(|one| result(entry, one).map_err(whole)).collect();
    }
    let found = reading.format.unwrap_or_else(|| recognise(text));
    let carries = found.solutions && !matches!(found.name, "grid" | "flowsolver" | "thomasahle");
    if carries && !found.is_own() {
        let other = read_all(text, reading).into_iter().next();
        let other = other.ok_or_else(|| whole("a solution".into()))??;
        let alike = other.puzzle.board() == entry.puzzle.board()
            && other.puzzle.size() == entry.puzzle.size();
        if !alike {
            return Err(whole("a solution on the board of the puzzle".into()));
        }
        if other.answers.is_empty() {
            return Err(whole("a format with its solution in it".into()));
        }
        return Ok(other.answers);
    }
    let filled = filled(entry, &scans)?;
    Ok(vec![entry.puzzle.answer_of(&filled).map_err(whole)?])
}

/// A solution of a result object: its paths, or else what stands in its cells.
pub(super) fn result(entry: &Entry, solution: &Value) -> Result<Answer, String> {
    let place = |value: &Value| {
        let pair = value.as_array().filter(|pair| pair.len() == 2)?;
        let number = |v: &Value| u32::try_from(v.as_u64()?).ok();
        Some((number(&pair[0])?, number(&pair[1])?))
    };
    if let Some(paths) = solution.get("paths").and_then(Value::as_object) {
        let mut steps = Vec::new();
        for path in paths.values() {
            let cells: Option<Vec<(u32, u32)>> =
                path.as_array().and_then(|cells| cells.iter().map(place).collect());
            let cells = cells.ok_or("paths of [row, column] pairs")?;
            steps.extend(cells.windows(2).map(|step| [step[0], step[1]]));
        }
        return entry.puzzle.answer_of(&Filled::Steps(steps));
    }
    let rows = solution.get("cells").and_then(Value::as_array).ok_or("solutions with \"cells\"")?;
    let cells = rows.iter().flat_map(|row| row.as_array().into_iter().flatten());
    let number = |value: &Value| value.as_u64().and_then(|v| u32::try_from(v).ok());
    entry.puzzle.answer_of(&Filled::Numbers(cells.map(number).collect()))
}

/// The filled grid of the text, or the routes below it.
fn filled(entry: &Entry, scans: &[Scan]) -> Result<Filled, ParseError> {
    let parts: Vec<Part<'_>> = scans.iter().map(Scan::all).collect();
    let rows: Vec<Part<'_>> =
        parts.iter().map(|p| p.trim()).take_while(|p| p.text() != ROUTES).collect();
    if rows.len() < parts.len() {
        return routes(&parts[rows.len() + 1..]);
    }
    let (height, width) = entry.puzzle.size();
    let (height, width) = (height as usize, width as usize);
    let points = matches!(entry.puzzle.board().map(|b| b.shape()), Some(Shape::Points { .. }));
    let mut tokens: Vec<Part<'_>> = Vec::new();
    for row in rows.iter().filter(|row| !row.is_empty()) {
        let words: Vec<Part<'_>> = row.words();
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
    }
    if tokens.len() < height * width {
        let last = parts.last().expect("a text has a line");
        let end = last.skip(last.text().len());
        let expected = format!("{} cells of a filled grid, not {}", height * width, tokens.len());
        return Err(end.error(expected));
    }
    let text = |token: &Part<'_>| -> Option<String> {
        let text = token.text();
        (!matches!(text, "." | "#")).then(|| text.to_string())
    };
    if !entry.puzzle.words().is_empty() {
        return Ok(Filled::Labels(tokens.iter().map(text).collect()));
    }
    let number = |token: &Part<'_>| match text(token) {
        None => Ok(None),
        Some(_) => token.number(u32::MAX, "a number, \".\" or \"#\"").map(Some),
    };
    Ok(Filled::Numbers(tokens.iter().map(number).collect::<Result<_, _>>()?))
}

/// Steps of routes like `A: r1c1-r1c2`, one a line.
fn routes(rows: &[Part<'_>]) -> Result<Filled, ParseError> {
    let mut steps = Vec::new();
    for row in rows.iter().map(|row| row.trim()).filter(|row| !row.is_empty()) {
        let (_, route) =
            row.split_once(':').ok_or_else(|| row.error("a route like A: r1c1-r1c2"))?;
        let mut before = None;
        for cell in route.trim().split('-') {
            let here = place(cell.text()).ok_or_else(|| cell.error("a cell like r1c1"))?;
            steps.extend(before.map(|before| [before, here]));
            before = Some(here);
        }
    }
    Ok(Filled::Steps(steps))
}

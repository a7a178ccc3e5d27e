//! Addresses of Penpa+ for solvers: the site compares what they draw with the solution.
//!
//! The parameter `a` is the solution as the site computes it from a drawing: six lists of texts (shaded cells, lines,
//! edges, walls, numbers, symbols), each in the order of its texts, as JSON, deflated and in base 64. A line between
//! two cells is their indices and 1, a number its cell's index and the number; givens are not part of it.
//! Source: swaroopg92/penpa-edit, `docs/js/class_p.js`.

use super::super::import::Import;
use super::super::scan::Part;
use super::super::{Format, Sheet, Written};
use super::layer::Grid;
use super::write::{Drawn, MODE, Page, SITE, deflated, header, rules, word};
use super::{Data, codes, filled_by, is_of_labels};
use clew_puzzle::puzzle::format::{Cut, ParseError, Place};
use clew_puzzle::puzzle::scene::Scene;
use clew_puzzle::puzzle::{Entry, Filled, Neighbourhood};
use serde_json::{Value, json};
use std::collections::HashMap;

/// Addresses for solvers.
pub const FORMAT: Format = Format {
    name: "penpa-solve",
    summary: "an address of Penpa+ for solvers, with answer check",
    cut: Cut::Lines,
    // Addresses that are read have the format `penpa`.
    is: |_| false,
    read: None,
    write: Some(write),
    solutions: true,
    needs_solution: true,
    special_grids: false,
    ending: "txt",
    joined_labels: false,
};

/// The kinds of marks in the solution, by their place in it.
const KINDS: usize = 6;
const LINES: usize = 1;
const NUMBERS: usize = 4;

/// The settings of the site that compare numbers alone, and lines alone.
const NUMBER_SETTING: &str = "sol_number";
const LINE_SETTING: &str = "sol_loopline";

/// How a solver draws: numbers in cells, or lines.
const NUMBER_TOOL: &str = r#""number"~["1",2]"#;
const LINE_TOOL: &str = r#""line"~["1",3]"#;

fn write(sheet: Sheet<'_>) -> Result<Written, String> {
    let Some(answer) = sheet.answer else {
        return Err("it compares with the solution; solve the puzzle first".into());
    };
    let puzzle = &sheet.entry.puzzle;
    if sheet.moves() == Some(Neighbourhood::Hex) {
        return Err("its solvers see squares, and the cells are hexagons".into());
    }
    // A solver must not see the seed.
    let made = Entry { title: String::new(), source: String::new(), ..sheet.entry.clone() };
    let named = if sheet.entry.is_made() { &made } else { sheet.entry };
    let Page { grid, problem, lost } = Page::new(sheet)?;
    let cell = |cell: u32| grid.index(0, puzzle.place(cell));
    let mut marks: [Vec<String>; KINDS] = Default::default();
    let by_lines = match puzzle.scene(Some(answer)) {
        Scene::Board(scene) if scene.bare => {
            let steps = scene.strokes.iter().flat_map(|stroke| stroke.cells.windows(2));
            for step in steps {
                let (a, b) = (cell(step[0]), cell(step[1]));
                marks[LINES].push(format!("{},{},1", a.min(b), a.max(b)));
            }
            true
        }
        _ => false,
    };
    if !by_lines {
        let given = sheet.given();
        let found = (0u32..).zip(sheet.found_numbers().unwrap_or_default());
        for (at, number) in found.filter(|(at, _)| given[*at as usize].is_none()) {
            marks[NUMBERS].extend(number.map(|number| format!("{},{number}", cell(at))));
        }
    }
    marks.iter_mut().for_each(|marks| marks.sort());
    let (tool, setting) = match by_lines {
        true => (LINE_TOOL, LINE_SETTING),
        false => (NUMBER_TOOL, NUMBER_SETTING),
    };
    let nothing = codes::pack(&Drawn::default().json());
    let people = word(&puzzle.instructions()).replace('&', "%2E").replace('=', "%2F");
    let text = format!(
        "{}[0,0,0,0]\n[\"1\",\"2\",\"1\"]~{tool}\n{}\n\n{}\n[]\n{}\n\"x\"\n\"x\"\n[3,1,4]\n{}\n\"x\"\n0\n{nothing}\nx\n{{}}\n[]\nfalse",
        header(named, grid, &format!("{people}%2D{}", word(&rules(sheet)))),
        codes::pack(&problem.json()),
        json!(grid.steps()),
        json!({setting: true}),
        codes::pack(MODE),
    );
    let (data, check) = (deflated(&text)?, deflated(&json!(marks).to_string())?);
    Ok(Written { text: format!("{SITE}#m=solve&p={data}&a={check}\n"), lost })
}

/// The solution with which a solver's drawing is compared.
pub(super) struct Check {
    /// Pairs of indices.
    lines: Vec<[u64; 2]>,
    /// Indices with numbers.
    numbers: Vec<(u64, String)>,
}

/// The solution after the data of an address; `None` if there is none, or if it is one of several from which solvers
/// may choose.
///
/// # Errors
/// For text that is no list of lists of texts in this form.
pub(super) fn check(behind: Part<'_>) -> Result<Option<Check>, ParseError> {
    let parts = behind.split_within('&', MOST_PARTS)?;
    let Some(part) = parts.into_iter().find(|part| part.text().starts_with("a=")) else {
        return Ok(None);
    };
    let data = Data { at: part.skip(2) };
    let text = data.inflated()?;
    let lists: Vec<Value> = serde_json::from_str(&text)
        .map_err(|why| data.error("", format!("JSON as the solution ({why})")))?;
    if lists.len() != KINDS {
        return Ok(None);
    }
    let texts = |kind: usize| {
        let list = lists[kind].as_array().into_iter().flatten();
        list.map(|text| text.as_str().unwrap_or_default().to_string())
    };
    let wrong =
        |text: &str| data.error(text, "an index and a number, or two indices and a kind of line");
    let index = |text: &str| text.parse::<u64>().ok();
    let mut check = Check { lines: Vec::new(), numbers: Vec::new() };
    for text in texts(LINES) {
        let mut fields = text.split(',').map(index);
        match (fields.next().flatten(), fields.next().flatten()) {
            (Some(a), Some(b)) => check.lines.push([a, b]),
            _ => return Err(wrong(&text)),
        }
    }
    for text in texts(NUMBERS) {
        let pair = text.split_once(',').and_then(|(at, number)| Some((index(at)?, number)));
        let (at, number) = pair.ok_or_else(|| wrong(&text))?;
        check.numbers.push((at, number.to_string()));
    }
    Ok(Some(check))
}

/// The most parts of an address after its data.
const MOST_PARTS: usize = 16;

impl Check {
    /// The solution, if it is a whole one.
    pub fn filled(
        &self,
        grid: &Grid,
        given: &[(usize, String)],
        import: &Import<'_>,
    ) -> Option<Filled> {
        let cell = |at: u64| grid.cell(at);
        let steps: Vec<[Place; 2]> =
            self.lines.iter().filter_map(|&[a, b]| Some([cell(a)?, cell(b)?])).collect();
        let number = |(at, text): &(u64, String)| Some((grid.index(cell(*at)?), text.clone()));
        let mut numbers: Vec<(usize, String)> = self.numbers.iter().filter_map(number).collect();
        if !is_of_labels(import) && numbers.is_empty() {
            numbers = along(grid, &steps, given)?;
            // Numbers along a line replace the givens on it.
            return filled_by(grid, Vec::new(), &numbers, &[], import);
        }
        filled_by(grid, steps, &numbers, given, import)
    }
}

/// The numbers of cells along one line, open or closed, beginning at the end that is nearer to the least given number;
/// `None` if the steps are no line.
fn along(
    grid: &Grid,
    steps: &[[Place; 2]],
    given: &[(usize, String)],
) -> Option<Vec<(usize, String)>> {
    let mut next: HashMap<usize, Vec<usize>> = HashMap::new();
    for &[a, b] in steps {
        let (a, b) = (grid.index(a), grid.index(b));
        next.entry(a).or_default().push(b);
        next.entry(b).or_default().push(a);
    }
    if next.values().any(|cells| cells.len() > 2) {
        return None;
    }
    let end = next.iter().filter(|(_, cells)| cells.len() == 1).map(|(cell, _)| *cell).min();
    let start = end.or_else(|| next.keys().copied().min())?;
    let (mut order, mut before) = (vec![start], usize::MAX);
    while let Some(&cell) = next[order.last()?].iter().find(|&&cell| cell != before) {
        if cell == start {
            break;
        }
        before = *order.last()?;
        order.push(cell);
    }
    if order.len() != next.len() {
        return None;
    }
    let number = |(cell, text): &(usize, String)| Some((text.parse::<u32>().ok()?, *cell));
    let known: Vec<(u32, usize)> = given.iter().filter_map(number).collect();
    let place = |cell: usize| order.iter().position(|&other| other == cell);
    let least = known.iter().min().and_then(|&(_, cell)| place(cell));
    let most = known.iter().max().and_then(|&(_, cell)| place(cell));
    let turned = match (least, most) {
        (Some(least), Some(most)) if least != most => least > most,
        _ => known.iter().any(|&(k, cell)| place(cell) != Some(k as usize - 1)),
    };
    if turned {
        order.reverse();
    }
    Some((1..).zip(order).map(|(k, cell): (u32, usize)| (cell, k.to_string())).collect())
}

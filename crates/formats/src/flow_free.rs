//! Level lines of Flow Free: the board, and each flow as the cells of its path.
//!
//! `SIZE,0,NUMBER,FLOWS[,BRIDGES[,HOLES[,WALLS]]];PATH;PATH;…` with cells numbered from 0 in reading order.
//! A line carries the author's solution; the puzzle is its end points. `X_` before the size means hexagons, in columns
//! of which the even ones lie half a cell lower: rotated by 90 degrees they are the rows of this program. `W_` means
//! that rows and columns wrap around; walls between opposite cells close them. At a bridge two paths cross straight.

use super::import::{Import, letter};
use super::scan::{Part, Scan};
use super::sheet::{FormatCapabilities, several};
use super::{Format, Opening, Reading, Sheet, Written};
use clew_puzzle::puzzle::format::{
    Chunk, Clue, Cut, MAX_PAIRS, MAX_PLACES, MAX_SIDE, ParseError, Place,
};
use clew_puzzle::puzzle::{Cell, Entry, Filled, Neighbourhood, Puzzle, Wrap};

/// Level lines.
pub const FORMAT: Format = Format {
    name: "flowfree",
    summary: "a level line of Flow Free, with the author's solution",
    cut: Cut::Lines,
    is: is_level,
    read: Some(read),
    write: Some(write),
    solutions: true,
    needs_solution: true,
    special_grids: true,
    joined_labels: false,
    ending: "txt",
};

/// Whether a line starts with a size, three numbers and a path.
fn is_level(opening: &Opening<'_>) -> bool {
    let Some((head, _)) = opening.line.split_once(';') else { return false };
    let fields: Vec<&str> = head.split(',').collect();
    let digits = |t: &&str| t.bytes().all(|b| b.is_ascii_digit());
    let size = fields[0].trim_start_matches("W_").trim_start_matches("X_");
    let size = size.split('+').next().unwrap_or_default();
    let sides: Vec<&str> = size.split(':').collect();
    fields.len() >= 4
        && sides.len() <= 2
        && sides.iter().all(|t| !t.is_empty() && digits(t))
        && fields[1..4].iter().all(digits)
}

/// The most fields of the first part: the seven that are read, and some that are not.
const MOST_FIELDS: usize = 64;

/// The board as it is stored.
struct Stored {
    width: usize,
    height: usize,
    hex: bool,
    /// It wraps around in both directions.
    around: bool,
}

impl Stored {
    /// The place of a stored cell.
    fn place(&self, cell: usize) -> Place {
        let (r, c) = (cell / self.width, cell % self.width);
        if self.hex { (c as u32, (self.height - 1 - r) as u32) } else { (r as u32, c as u32) }
    }

    /// The number of a place.
    fn number(&self, (r, c): Place) -> usize {
        let (r, c) = (r as usize, c as usize);
        if self.hex { (self.height - 1 - c) * self.width + r } else { r * self.width + c }
    }

    /// The first field for it.
    fn field(&self) -> String {
        let prefix = match (self.hex, self.around) {
            (true, _) => "X_",
            (false, true) => "W_",
            (false, false) => "",
        };
        match self.width == self.height {
            true => format!("{prefix}{}", self.width),
            false => format!("{prefix}{}:{}", self.width, self.height),
        }
    }

    /// Rows and columns of the board.
    fn size(&self) -> (usize, usize) {
        if self.hex { (self.width, self.height) } else { (self.height, self.width) }
    }

    /// The place of a cell, given by its number.
    fn read(&self, part: Part<'_>) -> Result<Place, ParseError> {
        let cells = self.width * self.height;
        let what = format!("a cell from 0 to {}", cells - 1);
        Ok(self.place(part.number(cells as u32 - 1, &what)? as usize))
    }
}

/// The parts of a list that may be empty.
///
/// # Errors
/// If there are more than a board can have.
fn list(part: Option<Part<'_>>) -> Result<Vec<Part<'_>>, ParseError> {
    part.filter(|p| !p.is_empty()).map_or(Ok(Vec::new()), |p| p.split_within(':', MAX_PAIRS))
}

fn read(chunk: &Chunk<'_>, reading: &Reading) -> Result<Entry, ParseError> {
    let scan = Scan::new(chunk.text, chunk.line, chunk.column);
    let mut parts = scan.all().trim().split_within(';', MAX_PLACES)?;
    // A mark after the last path ends the line.
    while parts.len() > 2 && parts.last().is_some_and(|p| p.is_empty()) {
        parts.pop();
    }
    let fields = parts[0].split_within(',', MOST_FIELDS)?;
    if fields.len() < 4 {
        return Err(parts[0].skip(parts[0].text().len()).error("size,0,number,flows;path;..."));
    }
    let board = size(fields[0])?;
    let flows = fields[3].number(MAX_PLACES as u32, "the number of flows")? as usize;
    if flows != parts.len() - 1 {
        return Err(fields[3].error(format!("{}, the number of paths", parts.len() - 1)));
    }
    if let Some(extra) = fields.get(7) {
        return Err(extra.error("the paths: bridges, holes and walls are there"));
    }
    let (rows, cols) = board.size();
    let mut import = Import::new(("plain", "pairs"), (rows, cols), parts[0].token(), reading)?;
    if board.hex {
        import.moves(Neighbourhood::Hex);
    }
    if board.around {
        import.wrap(Wrap::Both, fields[0].token());
    }
    for bridge in list(fields.get(4).copied())? {
        import.bridge(board.read(bridge)?, bridge.token());
    }
    let index = |(r, c): Place| r as usize * cols + c as usize;
    for hole in list(fields.get(5).copied())? {
        // The part after the mark is about appearance.
        let cell = hole.split_once('_').map_or(hole, |(cell, _)| cell);
        import.put(index(board.read(cell)?), Clue::Hole, cell.token());
    }
    for wall in list(fields.get(6).copied())? {
        let (a, b) = wall.split_once('|').ok_or_else(|| wall.error("two cells like 4|5"))?;
        import.wall([board.read(a)?, board.read(b)?], wall.token());
    }
    let mut steps = Vec::new();
    for (k, path) in parts[1..].iter().enumerate() {
        let cells = path.split_within(',', MAX_PLACES)?;
        let mut before: Option<Place> = None;
        for cell in &cells {
            let here = board.read(*cell)?;
            if import.draft.clues[index(here)].0 == Clue::Hole {
                return Err(cell.error("a cell that is no hole"));
            }
            steps.extend(before.map(|before| [before, here]));
            before = Some(here);
        }
        if cells.len() < 2 {
            return Err(path.error("a path of two cells or more"));
        }
        for end in [cells[0], cells[cells.len() - 1]] {
            let i = index(board.read(end)?);
            if let Clue::Label(other) = &import.draft.clues[i].0 {
                return Err(
                    end.error(format!("a cell where no path ends yet; that of {other} does"))
                );
            }
            import.put(i, Clue::Label(letter(k)), end.token());
        }
    }
    import.filled = Some(Filled::Steps(steps));
    import.title = format!("level {}", fields[2].text());
    import.entry()
}

/// The board that the first field states.
fn size(field: Part<'_>) -> Result<Stored, ParseError> {
    let (hex, around) = (field.text().starts_with("X_"), field.text().starts_with("W_"));
    let mut rest = if hex || around { field.skip(2) } else { field };
    // The part after the mark is about appearance.
    if let Some((plain, _)) = rest.split_once('+') {
        rest = plain;
    }
    let (width, height) = rest.split_once(':').unwrap_or((rest, rest));
    let most = MAX_SIDE as u32;
    let side = |part: Part<'_>| {
        let n = part.number(most, &format!("a size like 5 or 7:8, at most {most}"))?;
        if n == 0 { Err(part.error("a size of 1 or more")) } else { Ok(n as usize) }
    };
    let (width, height) = (side(width)?, side(height)?);
    if width * height > MAX_PLACES {
        return Err(field.error(format!("at most {MAX_PLACES} places, holes included")));
    }
    Ok(Stored { width, height, hex, around })
}

/// The walls that close the borders of a board that is stored as wrapping around in both directions: stored boards wrap
/// around in both or in none.
fn borders(sheet: &Sheet<'_>, board: &Stored, wrap: Wrap) -> Result<Vec<[Place; 2]>, String> {
    let (rows, cols) = sheet.size()?;
    let mut walls: Vec<[Place; 2]> = Vec::new();
    if board.around && !wrap.columns() && rows > 2 {
        walls.extend((0..cols).map(|c| [(0, c), (rows - 1, c)]));
    }
    if board.around && !wrap.rows() && cols > 2 {
        walls.extend((0..rows).map(|r| [(r, 0), (r, cols - 1)]));
    }
    walls.retain(|wall| wall.iter().all(|&(r, c)| sheet.cell(r, c).is_some()));
    Ok(walls)
}

/// The paths in the order in which they are written. Reading names them in this order, so that labels with such names
/// keep them.
fn in_order_of_names<'p>(puzzle: &Puzzle, paths: &'p [Vec<Cell>]) -> Vec<&'p Vec<Cell>> {
    let name = |k: u32| {
        let known = (0..paths.len()).find(|&n| letter(n) == puzzle.label(k));
        known.unwrap_or(paths.len())
    };
    let mut named: Vec<(usize, &Vec<Cell>)> = (0..).map(name).zip(paths).collect();
    named.sort_by_key(|(name, _)| *name);
    named.into_iter().map(|(_, path)| path).collect()
}

fn write(sheet: Sheet<'_>) -> Result<Written, String> {
    let (rows, cols) = sheet.size()?;
    let puzzle = &sheet.entry.puzzle;
    let mut dialect = *sheet.dialect("plain")?;
    if dialect.name != "pairs" {
        return Err("its levels join pairs".into());
    }
    let hex = sheet.moves() == Some(Neighbourhood::Hex);
    if hex {
        dialect.neighbours = None;
    }
    let wrap = puzzle.board().map(|b| b.wrap()).unwrap_or_default();
    if hex && wrap != Wrap::None {
        return Err("its boards of hexagons have borders".into());
    }
    let board = if hex {
        Stored { width: rows as usize, height: cols as usize, hex, around: false }
    } else {
        Stored { width: cols as usize, height: rows as usize, hex, around: wrap != Wrap::None }
    };
    let paths = sheet.paths().ok_or("a level line carries its solution; solve the puzzle first")?;
    let of = |c| board.number(puzzle.place(c)).to_string();
    let places = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c)));
    let holes: Vec<String> = places
        .filter(|&(r, c)| sheet.cell(r, c).is_none())
        .map(|p| board.number(p).to_string())
        .collect();
    // Diagonal moves of a king are lost, and so are walls across them.
    let (walls, slanting) = sheet.walls(hex);
    let walls = walls.into_iter().chain(borders(&sheet, &board, wrap)?);
    let walls: Vec<String> =
        walls.map(|w| w.map(|p| board.number(p).to_string()).join("|")).collect();
    let bridges = puzzle.board().map(|b| b.bridges()).unwrap_or_default();
    let bridges: Vec<String> = bridges.iter().map(|b| of(b[0])).collect();
    let number = sheet.entry.title.strip_prefix("level ").unwrap_or("1");
    let number = if number.bytes().all(|b| b.is_ascii_digit()) { number } else { "1" };
    let mut out = format!("{},0,{number},{}", board.field(), paths.len());
    // Empty lists at the end are omitted.
    let lists = [bridges, holes, walls].map(|list| list.join(":"));
    let said = lists.iter().rposition(|list| !list.is_empty()).map_or(0, |last| last + 1);
    for list in &lists[..said] {
        out += &format!(",{list}");
    }
    for path in in_order_of_names(puzzle, &paths) {
        let cells: Vec<String> = path.iter().map(|&c| of(c)).collect();
        out += &format!(";{}", cells.join(","));
    }
    out.push('\n');
    let mut lost =
        sheet.lost(&dialect, FormatCapabilities { walls: true, holes: true, rules: false });
    lost.extend(several("the wall", "the walls", slanting));
    Ok(Written { text: out, lost })
}

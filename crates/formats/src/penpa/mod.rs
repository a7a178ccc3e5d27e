//! Addresses of Penpa+: text with JSON in it, deflated, in base 64.
//!
//! The data do not state the kind of puzzle: it is detected by signs of inequality, labels that occur twice, or
//! numbers. The rules go into the field of the format for rules, in words that are read back.

mod codes;
mod layer;
mod others;
mod solve;
mod write;

use super::guess::{Guess, describe};
use super::import::{Import, PARTED, dialect};
use super::scan::{Part, Scan};
use super::{Format, Reading};
use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use clew_puzzle::puzzle::format::{
    Chunk, Clue, Cut, MAX_FIRST, ParseError, Place, Token, name, size_fault,
};
use clew_puzzle::puzzle::{Entry, Family, Filled, Neighbourhood};
use clew_puzzle::registry::{all, from_keyword};
use layer::{Edge, Grid, Layer};
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use serde_json::Value;
use solve::Check;

/// Addresses.
pub const FORMAT: Format = Format {
    name: "penpa",
    summary: "an address of Penpa+",
    cut: Cut::Lines,
    is: |opening| marks(opening.line).is_some(),
    read: Some(read),
    write: Some(write::write),
    solutions: true,
    needs_solution: false,
    special_grids: false,
    joined_labels: false,
    ending: "txt",
};

pub use solve::FORMAT as SOLVE;

/// The most bytes that an address may hold when it is inflated.
const MAX_INFLATED: usize = 1 << 20;

/// The most objects in a line of the data: groups of drawn items, each of which takes memory of its own.
const MOST_OBJECTS: usize = 4096;

/// The texts before the data.
const MARKS: [&str; 2] = ["m=edit&p=", "m=solve&p="];

/// Standard base 64; padding may have been cut off.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Where the data starts in a line, in bytes.
fn marks(line: &str) -> Option<usize> {
    MARKS.iter().find_map(|mark| line.find(mark).map(|at| at + mark.len()))
}

/// The place of the data in the input, where all mistakes within it are reported.
#[derive(Clone, Copy)]
struct Data<'a> {
    at: Part<'a>,
}

impl Data<'_> {
    /// A mistake within the data: `found` was found there.
    fn error(&self, found: &str, expected: impl Into<String>) -> ParseError {
        let at = self.at.token();
        Token { text: found, ..at }.error(expected)
    }

    /// The decoded text: base 64, then inflated.
    fn inflated(&self) -> Result<String, ParseError> {
        // Mail programs turn plus signs into blanks.
        let text = self.at.text().replace(' ', "+");
        let deflated = BASE64.decode(text.as_bytes()).map_err(|why| match why {
            base64::DecodeError::InvalidByte(i, _)
            | base64::DecodeError::InvalidLastSymbol(i, _)
                if self.at.text().is_char_boundary(i) && i < self.at.text().len() =>
            {
                self.at.skip(i).first().error("a character of base 64")
            }
            _ => self.at.skip(self.at.text().len()).error("the rest of the data in base 64"),
        })?;
        let inflated = decompress_to_vec_with_limit(&deflated, MAX_INFLATED)
            .map_err(|_| self.at.error(format!("deflated data of at most {MAX_INFLATED} bytes")))?;
        String::from_utf8(inflated).map_err(|_| self.at.error("deflated text in UTF-8"))
    }

    /// The JSON value in the line of this number.
    fn json(&self, lines: &[&str], number: usize) -> Result<Value, ParseError> {
        let line = lines.get(number).copied().unwrap_or_default();
        let text = codes::unpack(line);
        if text.bytes().filter(|&b| b == b'{').count() > MOST_OBJECTS {
            let expected = format!("at most {MOST_OBJECTS} objects in line {number} of the data");
            return Err(self.error("more", expected));
        }
        serde_json::from_str(&text)
            .map_err(|why| self.error(line, format!("JSON in line {number} of the data ({why})")))
    }
}

fn read(chunk: &Chunk<'_>, reading: &Reading) -> Result<Entry, ParseError> {
    let scan = Scan::new(chunk.text, chunk.line, chunk.column).percent_decoded();
    let all = scan.all().trim();
    let from = marks(all.text()).ok_or_else(|| all.error("m=edit&p= and the data"))?;
    let rest = all.skip(from);
    let (content, behind) = rest.take_while(|c| c != '&');
    let data = Data { at: content };
    let inflated = data.inflated()?;
    let lines: Vec<&str> = inflated.split('\n').collect();
    let check = solve::check(behind)?;
    puzzle(data, &lines, check.as_ref(), reading)
}

/// Reads the lines of the data. `check` is the solution with which the site compares a solver's drawing.
fn puzzle(
    data: Data<'_>,
    lines: &[&str],
    check: Option<&Check>,
    reading: &Reading,
) -> Result<Entry, ParseError> {
    let fields: Vec<&str> = lines[0].split(',').collect();
    if !matches!(fields[0], "square" | "sudoku" | "kakuro") {
        return Err(data.error(fields[0], "a square board"));
    }
    let grid = Grid::read(data, &fields, lines)?;
    let drawn = data.json(lines, 3)?;
    others::refuse(data, &grid, &drawn)?;
    let problem = Layer::read(&drawn);
    let solution = Layer::read(&data.json(lines, 4).unwrap_or_default());
    let numbers = grid.clues(&problem);
    let kind = match () {
        () if !problem.signs.is_empty() => "signs",
        () if pairs(&numbers) => "pairs",
        () if !numbers.is_empty() => "numbers",
        () => "line",
    };
    let text = |field: Option<&&str>, head: &str| {
        let text = field.copied().unwrap_or_default();
        text.strip_prefix(head).unwrap_or(text).replace("%2C", ",").trim().to_string()
    };
    // Prose lines may precede the one with the rules.
    let said = text(fields.get(18), "");
    let said = said.rsplit("%2D").next().unwrap_or_default().to_string();
    let stated = said.split(';').find_map(|piece| piece.trim().strip_prefix("puzzle:"));
    let stated = stated.and_then(|word| from_keyword(word.trim()));
    let (family, dialect) = match reading.family.or(stated) {
        None => dialect("plain", kind).expect("the families have all kinds"),
        Some(family) => {
            let found = family.dialects.iter().find(|d| d.of == "plain");
            (family, found.ok_or_else(|| data.at.error("another family"))?)
        }
    };
    let size = (grid.rows, grid.cols);
    if let Some(expected) = size_fault(size.0, size.1) {
        return Err(data.error(lines[0], expected));
    }
    let mut import = Import::for_family(family, dialect, size, data.at.token(), reading)?;
    import.title = text(fields.get(15), "Title:");
    import.source = text(fields.get(16), "Author:");
    let said_text = said.as_str();
    rules(data, said_text, &mut import)?;
    for hole in grid.holes(&problem) {
        import.put(hole, Clue::Hole, data.at.token());
    }
    for (place, text) in &numbers {
        let clue = (family.clue)(text).map_err(|expected| data.error(text, expected))?;
        if import.draft.clues[*place].0 == Clue::Hole {
            return Err(data.error(text, "a number in a cell that is on the board"));
        }
        import.put(*place, clue, data.at.token());
    }
    for (pair, sign) in grid.signs(&problem) {
        let pair = pair.ok_or_else(|| {
            data.error("inequality", format!("signs between two cells; {sign} is not"))
        })?;
        import.less(pair, data.at.token());
    }
    walls(data, &grid, &problem, &mut import)?;
    let whole = kind != "pairs" && import.draft.words.iter().all(|word| *word != "partial");
    if (whole || stated.is_none()) && import.is_parted() {
        return Err(data.error("edges around closed pieces of the board", PARTED));
    }
    import.filled = match check {
        Some(check) => check.filled(&grid, &numbers, &import),
        None => filled(&grid, &solution, &numbers, &import),
    };
    let mut entry = import.entry()?;
    if stated.is_none() {
        // The address states no rules.
        let words = family.words.iter().map(|key| key.name).chain(["neighbours"]);
        let known = |key: &&str| {
            let option = reading.words.iter().any(|(other, _)| other == key)
                || *key == "neighbours"
                    && (reading.neighbours.is_some() || !family.understands(key));
            !option && !said_text.contains(&format!("{key}:"))
        };
        let guess = Guess { defaults: words.filter(known).collect(), ..Guess::default() };
        entry.guessed.reading = Some(describe(&entry.puzzle, &guess));
        entry.guessed.defaults = guess.defaults;
    }
    Ok(entry)
}

/// Takes the edges between two cells for walls.
///
/// # Errors
/// For edges that are no walls, or may be none.
fn walls<'a>(
    data: Data<'a>,
    grid: &Grid,
    problem: &Layer,
    import: &mut Import<'a>,
) -> Result<(), ParseError> {
    let edges = grid.edges(problem).map_err(|written| {
        data.error(written, "edges from corner to corner along the sides of cells")
    })?;
    let family = import.draft.family;
    let cell = |import: &Import<'_>, (r, c): (u32, u32)| {
        import.draft.clues[r as usize * grid.cols + c as usize].0 != Clue::Hole
    };
    for Edge { parts, thin, written } in edges {
        if !parts.iter().all(|&place| cell(import, place)) {
            continue;
        }
        let between = parts.map(name).join(" and ");
        if !family.understands("walls") {
            // In such a family, an edge that looks like the grid must be a grid line.
            if thin {
                continue;
            }
            let expected = format!(
                "no edge between {between}: it would be a wall, and puzzles of the family {family} have none"
            );
            return Err(data.error(written, expected));
        }
        if thin {
            let expected = format!(
                "a thicker edge between {between}: whether one like the lines of the grid is a wall is not known"
            );
            return Err(data.error(written, expected));
        }
        import.wall(parts, data.at.token());
    }
    Ok(())
}

/// Whether every label occurs twice.
fn pairs(numbers: &[(usize, String)]) -> bool {
    let mut stands = std::collections::HashMap::<&str, usize>::new();
    numbers.iter().for_each(|(_, text)| *stands.entry(text).or_default() += 1);
    !stands.is_empty() && stands.values().all(|&n| n == 2)
}

/// Takes rules from a text such as `puzzle: path; neighbours: 8`. It is a list of rules if its first piece is
/// one, or if all pieces start with keys of rules; any other text stays text.
///
/// # Errors
/// For text that is no rule in a list of rules. If the options name another family, rules of the list that this family
/// does not have are ignored.
fn rules(data: Data<'_>, text: &str, import: &mut Import<'_>) -> Result<(), ParseError> {
    let family = import.draft.family;
    let pieces = text.split(';').map(str::trim).filter(|piece| !piece.is_empty());
    let pieces: Vec<(&str, &str)> = pieces
        .map(|piece| piece.split_once(':').unwrap_or((piece, "")))
        .map(|(key, word)| (key.trim(), word.trim()))
        .collect();
    let stated = pieces.iter().find(|(key, _)| *key == "puzzle");
    let stated = stated.and_then(|(_, word)| from_keyword(word)).unwrap_or(family);
    let known = |&(key, _): &(&str, &str)| {
        !values(stated, key).is_empty() || key == FIRST && stated.understands(FIRST)
    };
    let number = |word: &str| word.parse::<u32>().ok().filter(|&first| first <= MAX_FIRST);
    let is_rule = |&(key, word): &(&str, &str)| match key {
        FIRST => stated.understands(FIRST) && number(word).is_some(),
        _ => values(stated, key).contains(&word),
    };
    if !pieces.first().is_some_and(is_rule) && !pieces.iter().all(known) {
        return Ok(());
    }
    for piece in &pieces {
        let &(key, word) = piece;
        if !is_rule(piece) {
            let expected = match &values(stated, key)[..] {
                [] if known(piece) => {
                    format!("{FIRST}: the number with which the line begins, at most {MAX_FIRST}")
                }
                [] => {
                    let words = stated.words.iter().map(|key| key.name);
                    let keys = ["puzzle", "neighbours"].into_iter().chain(words);
                    let keys: Vec<&str> = keys.filter(|k| !values(stated, k).is_empty()).collect();
                    format!("one of the rules {} of the family {stated}", keys.join(", "))
                }
                values => format!("{key}: {}", values.join(" or ")),
            };
            let found = if word.is_empty() { key } else { &format!("{key}: {word}") };
            return Err(data.error(found, expected));
        }
        if key == FIRST && family.understands(FIRST) {
            import.draft.first = number(word);
        }
        if !values(family, key).contains(&word) {
            continue;
        }
        if let (true, Some(moves)) = (key == "neighbours", Neighbourhood::from_keyword(word)) {
            import.draft.moves = moves;
        }
        for (i, own) in family.words.iter().enumerate().filter(|(_, own)| own.name == key) {
            let value = own.values.iter().find(|value| **value == word);
            import.draft.words[i] = value.copied().unwrap_or(import.draft.words[i]);
        }
    }
    Ok(())
}

/// The rule with which number a line begins.
const FIRST: &str = "first";

/// The possible values of a key in a list of rules of a family; empty if the family does not have this key.
fn values(family: Family, key: &str) -> Vec<&'static str> {
    match key {
        "puzzle" => all().iter().map(|family| family.keyword()).collect(),
        "neighbours" if family.understands(key) => {
            let all = [Neighbourhood::Rook, Neighbourhood::King, Neighbourhood::Hex];
            all.map(Neighbourhood::keyword).to_vec()
        }
        _ => {
            let own = family.words.iter().find(|own| own.name == key);
            own.map(|own| own.values.to_vec()).unwrap_or_default()
        }
    }
}

/// The solution that is drawn, if there is a whole one: lines, or a number in every cell.
fn filled(
    grid: &Grid,
    solution: &Layer,
    given: &[(usize, String)],
    import: &Import<'_>,
) -> Option<Filled> {
    filled_by(grid, grid.steps(solution), &grid.clues(solution), given, import)
}

/// Whether cells hold labels and solutions are lines.
fn is_of_labels(import: &Import<'_>) -> bool {
    matches!((import.draft.family.clue)("A"), Ok(Clue::Label(_)))
}

/// The solution of these steps of lines or these numbers, next to those that are given.
fn filled_by(
    grid: &Grid,
    steps: Vec<[Place; 2]>,
    numbers: &[(usize, String)],
    given: &[(usize, String)],
    import: &Import<'_>,
) -> Option<Filled> {
    if is_of_labels(import) {
        return (!steps.is_empty()).then_some(Filled::Steps(steps));
    }
    let mut places = vec![None; grid.rows * grid.cols];
    for (place, text) in numbers.iter().chain(given) {
        places[*place] = text.parse().ok();
    }
    let cells = import.draft.clues.iter().zip(&places);
    let whole = cells.clone().all(|((clue, _), v)| *clue == Clue::Hole || v.is_some());
    // If everything is given there is no solution to be filled in.
    (whole && places.iter().any(Option::is_some)).then_some(Filled::Numbers(places))
}

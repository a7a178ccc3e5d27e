//! Reading a puzzle from a JSON object.

use serde_json::value::RawValue;

use super::draft::{Clue, Draft, Pair, Place, Points, size_fault};
use super::error::{ParseError, quote};
use super::fault::{At, Checked, Fault};
use super::fields::{Fields, has_too_many_values};
use super::keys;
use super::keywords::{self, choice, count, first_number, length, too_fine, unsuited};
use super::locate::{Spot, line_and_column, locate};
use super::unread::{Items, Unread};
use super::{
    MAX_COORDINATE, MAX_FIRST, MAX_JSON_VALUES, MAX_PAIRS, MAX_POINTS, MAX_TEXT, default_reach,
};
use crate::puzzle::family::DrawnRules;
use crate::puzzle::grid::points::DecimalError;
use crate::puzzle::{Credits, Decimal, Entry, Family, Guesses, Named, Neighbourhood, Wrap};

/// The schema that is read and written.
pub(super) const SCHEMA: &str = "clew-puzzle/1";

/// Keys that every family understands.
const COMMON: [&str; 16] = [
    "schema",
    "puzzle",
    "title",
    "source",
    "author",
    "rules",
    "message",
    "rows",
    "cols",
    "cells",
    "solutions",
    "id",
    // Results about the puzzle. The reader of results reads the solution; the other keys are for other programs.
    "solution",
    "fingerprint",
    "rating",
    "steps",
];

/// Keys of boards.
const OF_BOARDS: [&str; 7] = ["neighbours", "walls", "wrap", "bridges", "points", "reach", "first"];

/// All keys that some family understands.
fn known(families: &[Family]) -> Vec<&'static str> {
    let words = families.iter().flat_map(|f| f.words).map(|word| word.name);
    let pairs = families.iter().flat_map(|f| f.pairs).map(|pair| pair.name);
    COMMON.into_iter().chain(OF_BOARDS).chain(words).chain(pairs).collect()
}

/// Reads one puzzle of one of these families, a JSON object. A byte order mark is accepted, and `null`
/// for an optional key is as good as leaving it out. A key that is not known is a warning, one that
/// is nearly a known key a mistake; keys that start with `x-` are for others.
///
/// Time and memory are linear in the length of the text, except for the neighbours of free points, of
/// which there may be [`MAX_LINKS`](super::MAX_LINKS) pairs.
///
/// # Errors
/// The first mistake, with its position: of the JSON text itself or of the puzzle it states.
pub(crate) fn read_json(text: &str, families: &[Family]) -> Result<Entry, ParseError> {
    read_stated(text, families, None)
}

/// The same; `drawn`: a solution is drawn, under these rules.
pub(super) fn read_stated(
    text: &str,
    families: &[Family],
    drawn: Option<&DrawnRules>,
) -> Result<Entry, ParseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let fields = read(text)?;
    interpret(&fields.0, families, drawn).map_err(|fault| {
        let spot = match fault.at {
            At::Json(spot) => spot,
            At::Text(_) => Spot::Whole,
        };
        let range = locate(text, spot);
        let (line, column) = line_and_column(text, range.start);
        let raw = &text[range];
        let inner = raw.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(raw);
        ParseError { line, column, found: quote(inner), expected: fault.expected }
    })
}

/// The JSON text as members whose values are not yet read.
fn read(text: &str) -> Result<Fields<&RawValue>, ParseError> {
    let error_at = |offset: usize, expected: String| {
        let (line, column) = line_and_column(text, offset);
        let found = match text[offset..].chars().next() {
            Some('\n' | '\r') => "end of line".into(),
            Some(c) => quote(c.encode_utf8(&mut [0; 4])),
            None => "end of input".into(),
        };
        ParseError { line, column, found, expected }
    };
    let blank = |c| matches!(c, ' ' | '\t' | '\n' | '\r');
    let start = text.len() - text.trim_start_matches(blank).len();
    if !text[start..].starts_with('{') {
        return Err(error_at(start, "a JSON object".into()));
    }
    if has_too_many_values(text) {
        return Err(error_at(start, format!("at most {MAX_JSON_VALUES} values")));
    }
    serde_json::from_str(text).map_err(|e| {
        let line_start = match e.line() {
            0 | 1 => 0,
            n => text.match_indices('\n').nth(n - 2).map_or(text.len(), |(i, _)| i + 1),
        };
        let mut offset = (line_start + e.column().saturating_sub(1)).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        if e.is_eof() {
            offset = text.len();
        }
        let said = e.to_string();
        let said = said.split(" at line ").next().unwrap_or_default();
        error_at(offset, format!("valid JSON ({said})"))
    })
}

/// A known member: its index in the object and its value.
type Member<'a> = (usize, Unread<'a>);

/// The known members of the object, `null` left out.
struct Members<'a>(Vec<(&'a str, Member<'a>)>);

impl<'a> Members<'a> {
    fn new(fields: &'a [(String, &'a RawValue)], families: &[Family]) -> Checked<Members<'a>> {
        let keys = known(families);
        let mut known: Vec<(&str, Member<'_>)> = Vec::new();
        for (i, (key, value)) in fields.iter().enumerate() {
            if !keys.contains(&key.as_str()) {
                continue;
            }
            if known.iter().any(|(k, _)| k == key) {
                return Err(Fault::new(Spot::Key(i), "every key at most once"));
            }
            known.push((key, (i, Unread::from(*value))));
        }
        known.retain(|(_, (_, value))| !value.is_null());
        Ok(Members(known))
    }

    fn get(&self, key: &str) -> Option<Member<'a>> {
        self.0.iter().find(|(k, _)| *k == key).map(|(_, member)| *member)
    }

    fn need(&self, key: &str) -> Checked<Member<'a>> {
        self.get(key).ok_or_else(|| Fault::new(Spot::Whole, format!("the key \"{key}\"")))
    }

    /// A text within the limit, empty where the key is missing.
    fn words(&self, key: &str) -> Checked<String> {
        let Some((i, value)) = self.get(key) else { return Ok(String::new()) };
        let expected = || format!("a string of at most {MAX_TEXT} bytes");
        value.string(MAX_TEXT).ok_or_else(|| Fault::new(Spot::Value(i), expected()))
    }

    /// One of a few words, if the key is there.
    fn word(&self, key: &str, values: &[&'static str]) -> Checked<Option<&'static str>> {
        let Some((i, value)) = self.get(key) else { return Ok(None) };
        let said = value.string(MAX_TEXT);
        let word = values.iter().find(|word| said.as_deref() == Some(word));
        word.copied().map(Some).ok_or_else(|| Fault::new(Spot::Value(i), choice(values)))
    }

    fn list(&self, key: &str) -> Checked<Option<(usize, Items<'a>)>> {
        let Some((i, value)) = self.get(key) else { return Ok(None) };
        let items = value.items().ok_or_else(|| Fault::new(Spot::Value(i), "a list"))?;
        Ok(Some((i, items)))
    }

    /// Reads the items of a list, of which there may be [`MAX_PAIRS`].
    fn each<T>(
        &self,
        key: &str,
        read: impl Fn(Unread<'a>, At<'static>) -> Option<T>,
        expected: &str,
    ) -> Checked<Vec<T>> {
        let Some((member, items)) = self.list(key)? else { return Ok(Vec::new()) };
        let mut all = Vec::new();
        for (i, item) in items.enumerate() {
            let at = Spot::Item(member, i);
            if i == MAX_PAIRS {
                return Err(Fault::new(at, format!("at most {MAX_PAIRS} of them")));
            }
            all.push(read(item, at.into()).ok_or_else(|| Fault::new(at, expected))?);
        }
        Ok(all)
    }

    /// The cells under a key.
    fn places(&self, key: &str) -> Checked<Vec<(Place, At<'static>)>> {
        self.each(key, |item, at| Some((place(item)?, at)), "a cell like [0,1]")
    }

    /// The pairs of cells under a key.
    fn pairs(&self, key: &str) -> Checked<Vec<Pair<'static>>> {
        let pair = |item: Unread<'_>, at| {
            let [a, b] = item.items()?.exactly()?;
            Some(Pair { places: [place(a)?, place(b)?], number: 1, at })
        };
        self.each(key, pair, "a pair of cells like [[0,0],[0,1]]")
    }

    /// The pairs of cells under a key, each followed by a number, as `[[0,0],[0,1],2]`, or without one.
    fn numbered_pairs(&self, key: &str) -> Checked<Vec<Pair<'static>>> {
        let pair = |item: Unread<'_>, at| {
            let mut items = item.items()?;
            let (a, b) = (items.next()?, items.next()?);
            let number = items.next().map_or(Some(1), |number| number.text().parse().ok())?;
            let places = [place(a)?, place(b)?];
            items.next().is_none().then_some(Pair { places, number, at })
        };
        let expected = "a pair of cells with a difference, like [[0,0],[0,1],2]";
        self.each(key, pair, expected)
    }
}

fn place(value: Unread<'_>) -> Option<Place> {
    let [row, col] = value.items()?.exactly()?.map(|number| number.text().parse().ok());
    Some((row?, col?))
}

fn interpret(
    fields: &[(String, &RawValue)],
    families: &[Family],
    drawn: Option<&DrawnRules>,
) -> Checked<Entry> {
    let members = Members::new(fields, families)?;
    let others = keys::others(fields, &known(families))?;
    if let Some((i, value)) = members.get("schema")
        && value.string(MAX_TEXT).as_deref() != Some(SCHEMA)
    {
        return Err(Fault::new(Spot::Value(i), format!("\"{SCHEMA}\"")));
    }
    let (i, word) = members.need("puzzle")?;
    let named = word.string(MAX_TEXT).and_then(|word| Named::find(families, &word));
    let named = named.ok_or_else(|| Fault::new(Spot::Value(i), keywords::families(families)))?;
    let (family, usual) = (named.family, named.words());
    for (key, (i, _)) in &members.0 {
        if !COMMON.contains(key) && !family.understands(key) {
            return Err(Fault::new(Spot::Key(*i), unsuited(key, family, families)));
        }
    }
    let points = points(&members)?;
    let cells = members.need("cells")?;
    let (size, clues) = clues(family, &members, points.as_ref().map(|p| p.at.len()))?;
    let draft = Draft {
        family,
        size,
        clues,
        moves: neighbours(&members)?.unwrap_or(named.neighbours()),
        points,
        walls: members.pairs("walls")?,
        first: first(&members)?,
        wrap: wrap(&members)?,
        bridges: members.places("bridges")?,
        pairs: family
            .pairs
            .iter()
            .map(|key| match key.numbered {
                true => members.numbered_pairs(key.name),
                false => members.pairs(key.name),
            })
            .collect::<Checked<_>>()?,
        words: family
            .words
            .iter()
            .zip(usual)
            .map(|(key, usual)| Ok(members.word(key.name, key.values)?.unwrap_or(usual)))
            .collect::<Checked<_>>()?,
        origin: Spot::Value(cells.0).into(),
    };
    let (puzzle, answer) = draft.stated(drawn)?;
    let id = match members.get("id") {
        Some((_, value)) => match value.number() {
            Some(number) => Some(number.to_string()),
            None => Some(members.words("id")?),
        },
        None => None,
    };
    let (title, source) = (members.words("title")?, members.words("source")?);
    let mut credits = Credits::default();
    for (key, text) in Credits::KEYS.into_iter().zip(credits.texts_mut()) {
        *text = members.words(key)?;
    }
    let solutions = solutions(&members)?;
    let mut defaults = super::header::defaults(named);
    defaults.retain(|key| members.get(key).is_none());
    Ok(Entry {
        title,
        guessed: Guesses { reading: None, defaults },
        source,
        credits,
        solutions,
        id,
        warnings: others.warnings,
        extra: others.extra,
        answers: answer.into_iter().collect(),
        ..Entry::from(puzzle)
    })
}

/// A string, or a number as one.
fn word_or_number(value: Unread<'_>) -> Option<String> {
    value.string(MAX_TEXT).or_else(|| value.number().map(|number| number.to_string()))
}

fn solutions(members: &Members<'_>) -> Checked<Option<String>> {
    let Some((i, value)) = members.get("solutions") else { return Ok(None) };
    let digits = word_or_number(value).and_then(|text| count(&text));
    let expected = "a number of solutions, in decimal digits";
    digits.map(Some).ok_or_else(|| Fault::new(Spot::Value(i), expected))
}

fn neighbours(members: &Members<'_>) -> Checked<Option<Neighbourhood>> {
    let Some((i, value)) = members.get("neighbours") else { return Ok(None) };
    let moves = word_or_number(value).and_then(|word| Neighbourhood::named(&word));
    moves.map(Some).ok_or_else(|| Fault::new(Spot::Value(i), "4, 8 or \"hex\""))
}

/// The number with which a line begins.
fn first(members: &Members<'_>) -> Checked<Option<u32>> {
    let Some((i, value)) = members.get("first") else { return Ok(None) };
    let number = value.text().parse().ok().filter(|&first| first <= MAX_FIRST);
    number.map(Some).ok_or_else(|| Fault::new(Spot::Value(i), first_number()))
}

/// Which sides are joined to the opposite ones.
fn wrap(members: &Members<'_>) -> Checked<(Wrap, At<'static>)> {
    let Some((i, value)) = members.get("wrap") else {
        return Ok((Wrap::None, Spot::Whole.into()));
    };
    let wrap = value.string(MAX_TEXT).and_then(|word| Wrap::from_keyword(&word));
    let wrap = wrap.ok_or_else(|| Fault::new(Spot::Value(i), choice(&Wrap::WORDS)))?;
    Ok((wrap, Spot::Value(i).into()))
}

/// The board of free points, if this is one.
fn points(members: &Members<'_>) -> Checked<Option<Points<'static>>> {
    let Some((member, items)) = members.list("points")? else {
        return match members.get("reach") {
            Some((i, _)) => {
                Err(Fault::new(Spot::Key(i), "the key \"reach\" only together with \"points\""))
            }
            None => Ok(None),
        };
    };
    for key in ["neighbours", "walls", "wrap", "bridges"] {
        if let Some((i, _)) = members.get(key) {
            return Err(Fault::new(Spot::Key(i), "no such key together with \"points\""));
        }
    }
    if items.clone().nth(MAX_POINTS).is_some() {
        let expected = format!("at most {MAX_POINTS} points");
        return Err(Fault::new(Spot::Item(member, MAX_POINTS), expected));
    }
    let point = |(i, item): (usize, Unread<'_>)| {
        let pair = match item.items().and_then(Items::exactly) {
            Some([x, y]) => decimal(x).and_then(|x| Ok((x, decimal(y)?))),
            _ => Err(DecimalError::NotANumber),
        };
        pair.map_err(|why| {
            let expected = match why {
                DecimalError::TooFine => too_fine("a pair of coordinates"),
                _ => format!("a pair of coordinates up to {MAX_COORDINATE}"),
            };
            Fault::new(Spot::Item(member, i), expected)
        })
    };
    let at = items.enumerate().map(point).collect::<Checked<Vec<_>>>()?;
    let read = (0..at.len()).map(|i| Spot::Item(member, i).into()).collect();
    let reach = match members.get("reach") {
        None => default_reach(),
        Some((i, value)) => {
            length(decimal(value)).map_err(|expected| Fault::new(Spot::Value(i), expected))?
        }
    };
    Ok(Some(Points { at, read, reach }))
}

/// A number as an exact decimal.
fn decimal(value: Unread<'_>) -> Result<Decimal, DecimalError> {
    value
        .number()
        .and_then(|number| number.as_f64())
        .ok_or(DecimalError::NotANumber)
        .and_then(Decimal::from_f64)
}

type Clues = ((usize, usize), Vec<(Clue, At<'static>)>);

/// The grid: its size and its clues. For free points one row of `points` clues.
fn clues(family: Family, members: &Members<'_>, points: Option<usize>) -> Checked<Clues> {
    let Some((member, rows)) = members.list("cells")? else { return Ok(((0, 0), Vec::new())) };
    let height = rows.clone().count();
    let cols = rows.clone().next().and_then(Unread::items).map_or(0, Iterator::count);
    if let Some(expected) = size_fault(height, cols) {
        return Err(Fault::new(Spot::Value(member), expected));
    }
    for (key, actual) in [("rows", height), ("cols", cols)] {
        if let Some((i, value)) = members.get(key)
            && value.text().parse() != Ok(actual)
        {
            let expected = format!("{actual}, the number of {key} in \"cells\"");
            return Err(Fault::new(Spot::Value(i), expected));
        }
    }
    if points.is_some_and(|n| height != 1 || cols != n) {
        let expected = format!("one row of {} clues, one a point", points.unwrap_or_default());
        return Err(Fault::new(Spot::Value(member), expected));
    }
    let mut clues = Vec::with_capacity(height * cols);
    for (r, row) in rows.enumerate() {
        let row = row.items().filter(|row| row.clone().count() == cols);
        let row = row.ok_or_else(|| {
            Fault::new(Spot::Item(member, r), format!("a list of {cols} cells, as the first row"))
        })?;
        for (c, value) in row.enumerate() {
            let at = Spot::Inner(member, r, c);
            let clue = match value.is_null() {
                true => Clue::Empty,
                false => (family.json_clue)(&value.small())
                    .map_err(|expected| Fault::new(at, expected))?,
            };
            if clue == Clue::Hole && points.is_some() {
                return Err(Fault::new(at, "null, \"#\" or a number"));
            }
            clues.push((clue, at.into()));
        }
    }
    Ok(((height, cols), clues))
}

//! The header of the text format: `key: value` lines up to a blank line, and comments.

use super::draft::{Pair, Place};
use super::error::ParseError;
use super::fault::At;
use super::keywords::{self, NEIGHBOURS, choice, count, first_number, length, unsuited};
use super::text::{TextLine, Token};
use super::{MAX_FIRST, MAX_PAIRS, MAX_TEXT, default_reach};
use crate::puzzle::family::PairKey;
use crate::puzzle::{Credits, Decimal, Family, Named, Neighbourhood, Wrap};

/// Keys that every family understands.
const COMMON: [&str; 7] = ["puzzle", "title", "source", "author", "rules", "message", "solutions"];

/// How walls are listed.
const WALL: PairKey = PairKey { name: "walls", between: '|', like: "r1c1|r1c2", numbered: false };

/// All keys that some family understands, in the order in which they are listed.
pub(super) fn keys(families: &[Family]) -> Vec<&'static str> {
    let mut keys = vec!["puzzle", "title", "source", "author", "neighbours", "solutions"];
    keys.extend(families.iter().flat_map(|f| f.words).map(|word| word.name));
    keys.extend(["board", "reach", "first", "walls", "wrap", "bridges"]);
    for pair in families.iter().flat_map(|f| f.pairs) {
        // Several families may have it.
        if !keys.contains(&pair.name) {
            keys.push(pair.name);
        }
    }
    keys.extend(["rules", "message"]);
    keys
}

/// Whether a key with this value is for people.
type IsProse = fn(&str) -> bool;

/// Keys that also occur in prose, with a test of their values: "First:" above the first of several grids, "board:"
/// before a list, "solutions:" above filled grids.
const PROSE_KEYS: [(&str, IsProse); 3] = [
    ("first", |value| !value.starts_with(|c: char| c.is_ascii_digit())),
    ("solutions", |value| !value.starts_with(|c: char| c.is_ascii_digit())),
    ("board", |value| !matches!(value, "grid" | "points")),
];

/// The key of a line `key: value` and the value, if the key is one of the header and the line is not for people.
/// Keys are in letters of any case.
pub fn key_line<'l>(line: &'l str, families: &[Family]) -> Option<(&'static str, &'l str)> {
    let (word, value) = line.split_once(':')?;
    let (word, value) = (word.trim(), value.trim());
    let key = keys(families).into_iter().find(|key| key.eq_ignore_ascii_case(word))?;
    let people = PROSE_KEYS.iter().any(|(word, is)| *word == key && is(value));
    (!people && !value.starts_with("//")).then_some((key, value))
}

/// Whether a text starts with a line `key: value` of a key that is known, or of any word if the key `puzzle` follows. An
/// address is no value of `puzzle`.
pub fn is_headed(text: &str, families: &[Family]) -> bool {
    let mut header = text.trim_start().lines().map(str::trim).take_while(|line| !line.is_empty());
    let first = header.clone().next().unwrap_or_default();
    let Some((word, value)) = any_key(first) else { return false };
    if word == "puzzle" {
        return !value.contains("://");
    }
    key_line(first, families).is_some() && header.clone().all(|line| line.contains(':'))
        || header.any(|line| any_key(line).is_some_and(|(key, _)| key == "puzzle"))
}

/// The key of a line `key: value`, known or not, in small letters, and the value.
fn any_key(line: &str) -> Option<(String, &str)> {
    let (key, value) = line.split_once(':')?;
    let key = key.trim();
    let word = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphabetic());
    (word && !value.starts_with("//")).then(|| (key.to_ascii_lowercase(), value.trim()))
}

/// The values of the header, with the defaults of the family filled in.
pub(super) struct Header<'a> {
    pub family: Family,
    pub title: String,
    pub source: String,
    pub credits: Credits,
    pub solutions: Option<String>,
    pub neighbours: Option<Neighbourhood>,
    /// Per key of the family's words, the word.
    pub words: Vec<&'static str>,
    /// The keys of the rules that neither the header nor the family's name states.
    pub defaults: Vec<&'static str>,
    /// For `board: points` the reach.
    pub points: Option<Decimal>,
    pub walls: Vec<Pair<'a>>,
    /// The number with which a line begins.
    pub first: Option<u32>,
    /// Which sides are joined, and the position of the statement.
    pub wrap: Option<(Wrap, At<'a>)>,
    pub bridges: Vec<(Place, At<'a>)>,
    /// Per key of the family's pairs, the pairs.
    pub pairs: Vec<Vec<Pair<'a>>>,
}

/// One line of the header.
#[derive(Clone, Debug)]
pub(super) struct Field<'a> {
    pub key: Token<'a>,
    pub value: Token<'a>,
    line: TextLine<'a>,
    /// Where the value starts, in bytes.
    from: usize,
}

/// Reads the header and returns the number of lines it took, the blank line included.
///
/// # Errors
/// For a line that is no `key: value`, an unknown key, one that occurs twice or belongs to another family, and a value
/// that the key does not allow.
pub(super) fn read<'a>(
    lines: &[TextLine<'a>],
    families: &[Family],
) -> Result<(Header<'a>, usize), ParseError> {
    let says = |l: &TextLine<'_>| !l.is_blank() && !is_comment(l);
    let start = lines.iter().position(says).unwrap_or(lines.len());
    let mut fields: Vec<Field<'a>> = Vec::new();
    let keys = keys(families);
    let mut used = start;
    for &line in &lines[start..] {
        used += 1;
        if line.is_blank() {
            break;
        }
        if is_comment(&line) {
            continue;
        }
        let field = field(line, &keys)?;
        add(&mut fields, field, families)?;
    }
    Ok((interpret(&fields, lines, start, families)?, used))
}

/// Adds a field whose key may occur again.
pub(super) fn add<'a>(
    fields: &mut Vec<Field<'a>>,
    field: Field<'a>,
    families: &[Family],
) -> Result<(), ParseError> {
    let lists = |key: &str| families.iter().flat_map(|f| f.pairs).any(|p| p.name == key);
    let repeats = matches!(field.key.text, "walls" | "bridges") || lists(field.key.text);
    if !repeats && fields.iter().any(|f| f.key.text == field.key.text) {
        return Err(field.key.error("every key at most once"));
    }
    fields.push(field);
    Ok(())
}

/// Whether a line above the grid, where no cells are, is for people.
fn is_comment(line: &TextLine<'_>) -> bool {
    let text = line.text.trim_start();
    text.starts_with('#') || text.starts_with("//")
}

pub(super) fn field<'a>(
    line: TextLine<'a>,
    keys: &[&'static str],
) -> Result<Field<'a>, ParseError> {
    let Some(colon) = line.text.find(':') else {
        return Err(line.rest(0).error("\"key: value\", or a blank line before the grid"));
    };
    let head = TextLine { text: &line.text[..colon], ..line };
    let (key, from) = (head.rest(0), colon + 1);
    let Some(known) = keys.iter().find(|known| known.eq_ignore_ascii_case(key.text)) else {
        return Err(key.error(format!("one of the keys {}", keys.join(", "))));
    };
    let key = Token { text: known, ..key };
    Ok(Field { key, value: line.rest(from), line, from })
}

fn interpret<'a>(
    fields: &[Field<'a>],
    lines: &[TextLine<'a>],
    start: usize,
    families: &[Family],
) -> Result<Header<'a>, ParseError> {
    let Some(puzzle) = fields.iter().find(|f| f.key.text == "puzzle") else {
        let expected = format!("the key \"puzzle\" with {}", keywords::families(families));
        return Err(match (fields.first(), lines.get(start).or(lines.last())) {
            (Some(field), _) => field.key.error(expected),
            (None, line) => end_of_input(line.map_or(1, |l| l.number), expected),
        });
    };
    let named = puzzle.named(families)?;
    let family = named.family;
    let mut header = Header::new(named);
    let mut reach = None;
    for field in fields {
        suits(field, family, families)?;
        match field.key.text {
            "reach" => reach = Some((field, field.reach()?)),
            _ => header.take(field)?,
        }
    }
    if let Some((field, length)) = reach {
        if header.points.is_none() {
            return Err(field.key.error("the key \"reach\" only with \"board: points\""));
        }
        header.points = Some(length);
    }
    if header.points.is_some() {
        let of_grids =
            |f: &&Field<'_>| matches!(f.key.text, "neighbours" | "walls" | "wrap" | "bridges");
        if let Some(field) = fields.iter().find(of_grids) {
            return Err(field.key.error("no such key with \"board: points\""));
        }
    }
    Ok(header)
}

/// Checks that a key means something for a family.
pub(super) fn suits(
    field: &Field<'_>,
    family: Family,
    families: &[Family],
) -> Result<(), ParseError> {
    let key = field.key.text;
    match COMMON.contains(&key) || family.understands(key) {
        true => Ok(()),
        false => Err(field.key.error(unsuited(key, family, families))),
    }
}

/// The keys of the rules of a family that its name leaves to defaults.
pub(super) fn defaults(named: Named) -> Vec<&'static str> {
    let moves = named.family.understands("neighbours") && !named.sets_neighbours();
    let words = named.family.words.iter().filter(|_| !named.sets_words()).map(|key| key.name);
    moves.then_some("neighbours").into_iter().chain(words).collect()
}

impl<'a> Header<'a> {
    /// The defaults of a header.
    pub(super) fn new(named: Named) -> Header<'a> {
        let family = named.family;
        Header {
            family,
            title: String::new(),
            source: String::new(),
            credits: Credits::default(),
            solutions: None,
            neighbours: named.alias.and_then(|alias| alias.neighbours),
            words: named.words(),
            defaults: defaults(named),
            points: None,
            walls: Vec::new(),
            first: None,
            wrap: None,
            bridges: Vec::new(),
            pairs: family.pairs.iter().map(|_| Vec::new()).collect(),
        }
    }

    /// Takes in a field that can be read by itself.
    pub(super) fn take(&mut self, field: &Field<'a>) -> Result<(), ParseError> {
        let value = field.value.text;
        self.defaults.retain(|key| *key != field.key.text);
        let listed = self.pairs.iter().map(Vec::len).chain([self.walls.len(), self.bridges.len()]);
        if listed.max() > Some(MAX_PAIRS) {
            return Err(field.key.error(format!("at most {MAX_PAIRS} pairs or cells of a key")));
        }
        match field.key.text {
            "title" => self.title = field.words()?,
            "source" => self.source = field.words()?,
            "author" => self.credits.author = field.words()?,
            "rules" => self.credits.rules = field.words()?,
            "message" => self.credits.message = field.words()?,
            "solutions" => {
                field.words()?;
                let digits = count(value).ok_or_else(|| field.wrong("a number of solutions"))?;
                self.solutions = Some(digits);
            }
            "neighbours" => {
                let moves = Neighbourhood::named(value);
                self.neighbours = Some(moves.ok_or_else(|| field.wrong(NEIGHBOURS))?);
            }
            "board" => match value {
                "grid" => {}
                "points" => self.points = Some(default_reach()),
                _ => return Err(field.wrong("\"grid\" or \"points\"")),
            },
            "walls" => self.walls.extend(field.pairs(WALL)?),
            "first" => {
                let first = whole(value).filter(|&first| !value.is_empty() && first <= MAX_FIRST);
                self.first = Some(first.ok_or_else(|| field.wrong(&first_number()))?);
            }
            "wrap" => {
                let wrap = Wrap::from_keyword(value);
                let wrap = wrap.ok_or_else(|| field.wrong(&choice(&Wrap::WORDS)))?;
                self.wrap = Some((wrap, field.value.into()));
            }
            "bridges" => self.bridges.extend(field.places()?),
            _ => self.take_of_family(field)?,
        }
        Ok(())
    }

    /// Takes in a field whose key is one of the family's own.
    fn take_of_family(&mut self, field: &Field<'a>) -> Result<(), ParseError> {
        let (family, key) = (self.family, field.key.text);
        if let Some(i) = family.words.iter().position(|word| word.name == key) {
            let values = family.words[i].values;
            let word = values.iter().find(|word| **word == field.value.text);
            self.words[i] = word.ok_or_else(|| field.wrong(&choice(values)))?;
        }
        if let Some(i) = family.pairs.iter().position(|pair| pair.name == key) {
            let pair = family.pairs[i];
            self.pairs[i].extend(field.pairs(pair)?);
        }
        Ok(())
    }
}

impl<'a> Field<'a> {
    /// An error about the value.
    fn wrong(&self, expected: &str) -> ParseError {
        if self.value.text.is_empty() {
            self.line.error_at_end(expected)
        } else {
            self.value.error(expected)
        }
    }

    /// The family that it names.
    pub fn named(&self, families: &[Family]) -> Result<Named, ParseError> {
        let named = Named::find(families, self.value.text);
        named.ok_or_else(|| self.wrong(&keywords::families(families)))
    }

    fn words(&self) -> Result<String, ParseError> {
        if self.value.text.len() > MAX_TEXT {
            return Err(self.value.error(format!("at most {MAX_TEXT} bytes")));
        }
        Ok(self.value.text.into())
    }

    fn reach(&self) -> Result<Decimal, ParseError> {
        length(self.value.text.parse()).map_err(|expected| self.wrong(&expected))
    }

    /// The tokens after the key, with their places in the line.
    fn tokens(&self) -> impl Iterator<Item = Token<'a>> + use<'a> {
        let head = self.line.text[..self.from].chars().count();
        let tail = TextLine { text: &self.line.text[self.from..], ..self.line };
        // People put commas between them.
        let apart = |t: &Token<'a>| t.text.trim_end_matches([',', ';']);
        let tokens = tail.tokens().into_iter().filter(move |t| !apart(t).is_empty());
        tokens.map(move |t| Token { text: apart(&t), column: t.column + head, ..t })
    }

    /// The cells of a `bridges` key.
    fn places(&self) -> Result<Vec<(Place, At<'a>)>, ParseError> {
        let read = |at: Token<'a>| {
            let place = place(at.text).ok_or_else(|| at.error("cells like r1c1"))?;
            Ok((place, at.into()))
        };
        self.tokens().map(read).collect()
    }

    /// The pairs of cells of a `walls` or `less` key.
    fn pairs(&self, key: PairKey) -> Result<Vec<Pair<'a>>, ParseError> {
        let mut pairs = Vec::new();
        for at in self.tokens() {
            let read = || {
                let (pair, number) = match at.text.split_once('=').filter(|_| key.numbered) {
                    Some((pair, number)) => (pair, whole(number)?),
                    None => (at.text, 1),
                };
                let (a, b) = pair.split_once(key.between)?;
                Some(Pair { places: [place(a)?, place(b)?], number, at: at.into() })
            };
            let like = key.like;
            pairs.push(read().ok_or_else(|| at.error(format!("pairs of cells like {like}")))?);
        }
        Ok(pairs)
    }
}

/// Reads the name of a place, `r1c1`, counted from 1.
pub fn place(text: &str) -> Option<Place> {
    let (row, col) = text.strip_prefix('r')?.split_once('c')?;
    Some((whole(row)?.checked_sub(1)?, whole(col)?.checked_sub(1)?))
}

/// A number of decimal digits.
fn whole(text: &str) -> Option<u32> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}

/// An error at the start of a line that is not there.
pub fn end_of_input(line: usize, expected: impl Into<String>) -> ParseError {
    ParseError { line, column: 1, found: "end of input".into(), expected: expected.into() }
}

//! Headings of puzzles in print: a text with fields.

use clew_puzzle::puzzle::{Entry, Puzzle};
use std::fmt::Write;

/// The fields, and the placeholder of each.
pub const FIELDS: [(&str, Field); 9] = [
    ("n", Field::Number),
    ("title", Field::Title),
    ("id", Field::Id),
    ("family", Field::Family),
    ("rows", Field::Rows),
    ("cols", Field::Cols),
    ("level", Field::Level),
    ("score", Field::Score),
    ("author", Field::Author),
];

/// A field of a heading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Field {
    /// The number of the puzzle on the sheet, from 1.
    Number,
    /// The title of its file; the family where it has none, or is made by the generator.
    Title,
    /// Its identifier.
    Id,
    /// The name of its family.
    Family,
    /// The rows of its grid.
    Rows,
    /// The columns.
    Cols,
    /// How hard it is.
    Level,
    /// The score of its rating.
    Score,
    /// The author or the source that its file names.
    Author,
}

/// A heading with fields. Text in braces is a field; doubled braces are braces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Title {
    parts: Vec<Part>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    Text(String),
    Field(Field),
}

impl Default for Title {
    /// "1. A name".
    fn default() -> Title {
        let parts =
            vec![Part::Field(Field::Number), Part::Text(". ".into()), Part::Field(Field::Title)];
        Title { parts }
    }
}

impl std::str::FromStr for Title {
    type Err = String;

    fn from_str(text: &str) -> Result<Title, String> {
        let (mut parts, mut plain, mut rest) = (Vec::new(), String::new(), text);
        while let Some(at) = rest.find(['{', '}']) {
            plain.push_str(&rest[..at]);
            let brace = &rest[at..=at];
            rest = &rest[at + 1..];
            if let Some(behind) = rest.strip_prefix(brace) {
                plain.push_str(brace);
                rest = behind;
                continue;
            }
            let field = (brace == "{").then(|| rest.split_once('}')).flatten();
            let Some((name, behind)) = field else {
                return Err(format!("a single {brace}: fields are {}; {{{{ is a brace", fields()));
            };
            let known = FIELDS.iter().find(|(known, _)| *known == name);
            let (_, field) = known
                .ok_or_else(|| format!("there is no field {{{name}}}: fields are {}", fields()))?;
            parts.extend([Part::Text(std::mem::take(&mut plain)), Part::Field(*field)]);
            rest = behind;
        }
        parts.push(Part::Text(plain + rest));
        Ok(Title { parts })
    }
}

/// The fields in words.
fn fields() -> String {
    FIELDS.map(|(name, _)| format!("{{{name}}}")).join(" ")
}

impl Title {
    fn has(&self, field: Field) -> bool {
        self.parts.contains(&Part::Field(field))
    }

    /// Whether it shows the number of the puzzle.
    pub fn has_number(&self) -> bool {
        self.has(Field::Number)
    }

    /// Whether it contains the level or the score.
    pub fn has_level(&self) -> bool {
        self.has(Field::Level)
    }

    /// Whether it contains a field that requires a rating.
    pub fn needs_rating(&self) -> bool {
        self.has_level() || self.has(Field::Score)
    }

    /// The heading of a puzzle. Punctuation that would end it because the following field is empty is left out.
    pub fn filled(&self, entry: &Entry, number: usize, level: &str, score: &str) -> String {
        let (rows, cols) = entry.puzzle.size();
        let mut out = String::new();
        for part in &self.parts {
            let _ = match part {
                Part::Text(text) => write!(out, "{text}"),
                Part::Field(Field::Number) => write!(out, "{number}"),
                Part::Field(Field::Title) => write!(out, "{}", title(entry)),
                Part::Field(Field::Id) => {
                    write!(out, "{}", entry.id.as_deref().unwrap_or_default())
                }
                Part::Field(Field::Family) => write!(out, "{}", family_name(&entry.puzzle)),
                Part::Field(Field::Rows) => write!(out, "{rows}"),
                Part::Field(Field::Cols) => write!(out, "{cols}"),
                Part::Field(Field::Level) => write!(out, "{level}"),
                Part::Field(Field::Score) => write!(out, "{score}"),
                Part::Field(Field::Author) => write!(out, "{}", author(entry)),
            };
        }
        out.trim().trim_end_matches([' ', '.', ',', ':', '-', '\u{2013}']).into()
    }
}

fn title(entry: &Entry) -> String {
    if entry.title.is_empty() || entry.is_made() {
        return family_name(&entry.puzzle);
    }
    entry.title.clone()
}

/// The author of a puzzle, or else the source of one that was not generated; empty if neither is known.
pub fn author(entry: &Entry) -> &str {
    match &*entry.credits.author {
        "" if entry.is_made() => "",
        "" => &entry.source,
        author => author,
    }
}

/// The name of a puzzle's family for a heading.
pub fn family_name(puzzle: &Puzzle) -> String {
    let word = puzzle.family().keyword();
    let first = word.chars().next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    first + &word.chars().skip(1).collect::<String>()
}

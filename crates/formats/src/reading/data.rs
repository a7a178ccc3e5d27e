//! Puzzles inside data: in texts and nested objects of JSON, in lists of boards, in columns of tables, in blocks of YAML.
//!
//! One rule: a value that can be read alone is read, down to [`MAX_LEVELS`] levels.

use super::bytes;
use super::names::{Part, is_head, part, plain_name};
use super::places;
use super::roles::is_blank_sign;
use super::tree::{self, Item, Value};
use super::word::is_digits;
use crate::{Reading, detect};
use clew_puzzle::puzzle::format::Fields;
use clew_puzzle::puzzle::format::{Chunk, ChunkKind, DataContext, Piece};
use serde_json::Map;
use serde_json::value::RawValue;

/// The most levels of groups in which a puzzle is looked for.
pub(crate) const MAX_LEVELS: usize = 8;

/// The longest text in data that may be a puzzle, in bytes.
const MAX_TEXT: usize = 1 << 20;

/// The puzzles inside a piece of an input; `None` if it is to be read as a whole.
pub fn puzzles(piece: &Piece, chunk: &Chunk<'_>, said: &Reading) -> Option<Vec<Piece>> {
    let text = chunk.text;
    let lines = match chunk.kind {
        ChunkKind::Json if is_own(text) => return None,
        ChunkKind::Json => bytes::raw_lines(chunk).ok()?,
        ChunkKind::Other("grid") => {
            if let Some(found) = table(piece, chunk, said).or_else(|| bullets(piece, chunk)) {
                return Some(found);
            }
            if !text.contains(['[', '{']) {
                return None;
            }
            bytes::lines(chunk).ok()?
        }
        _ => return None,
    };
    let items = tree::read(text, &lines).ok()?;
    let (inner, _) = places::object(&items);
    let mut search = Search { piece, kind: chunk.kind, found: Vec::new() };
    let own = DataContext::default();
    if search.group(inner, None, &own, 0) {
        return None;
    }
    let few = if chunk.kind == ChunkKind::Json { 1 } else { 2 };
    (search.found.len() >= few).then_some(search.found)
}

/// Whether an object of JSON is one of this program's.
fn is_own(text: &str) -> bool {
    text.contains("\"schema\"") || text.contains("\"cells\"") && text.contains("\"puzzle\"")
}

/// A search in a tree of values.
struct Search<'p> {
    piece: &'p Piece,
    kind: ChunkKind,
    found: Vec<Piece>,
}

impl Search<'_> {
    /// Looks for puzzles in the items of a group, of which `whole` is the group; `around` is the information of the
    /// groups around it. Returns whether the items are a puzzle themselves and there is no such group.
    fn group(
        &mut self,
        items: &[Item<'_>],
        whole: Option<&Item<'_>>,
        around: &DataContext,
        level: usize,
    ) -> bool {
        let mut beside = beside(items, around);
        let keyed = items.iter().any(|item| item.key.is_some());
        // The key of a list is the identifier of none of its puzzles.
        if !keyed && !whole.is_some_and(is_board) {
            beside.id = None;
        }
        if keyed && places::is_puzzle(items) || whole.is_some_and(is_board) {
            if let Some(whole) = whole {
                let at = (whole.at.line, whole.at.column);
                let beside = DataContext { answers: Vec::new(), ..beside };
                self.found.push(self.piece.inner(self.kind, whole.at.text.to_string(), at, beside));
            }
            return whole.is_none();
        }
        for item in items {
            let known = item.key.as_deref().and_then(part);
            if matches!(
                known,
                Some(Part::Answer | Part::Title | Part::Id | Part::Kind | Part::Author)
            ) && !item.items().is_some_and(is_lines)
            {
                continue;
            }
            let mut beside = beside.clone();
            match &item.value {
                Value::Group(inner) if is_lines(inner) => {
                    let text: String = inner.iter().filter_map(Item::name).collect();
                    if is_text(&text) {
                        let at = (item.at.line, item.at.column + 1);
                        beside.is_text = true;
                        self.found.push(self.piece.inner(detect::kind_of(&text), text, at, beside));
                    }
                }
                Value::Group(inner) if level < MAX_LEVELS => {
                    if let Some(key) = item.key.as_deref().filter(|_| known.is_none()) {
                        beside.id = Some(key.to_string());
                    }
                    beside.answers.clear();
                    self.group(inner, Some(item), &beside, level + 1);
                }
                Value::Name(text) if item.quoted && is_text(text) => {
                    let at = (item.at.line, item.at.column + 1);
                    let kind = detect::kind_of(text);
                    beside.is_text = true;
                    self.found.push(self.piece.inner(kind, text.to_string(), at, beside));
                }
                _ => {}
            }
        }
        false
    }
}

/// The identifier, the kind and the answers among the members of an object.
fn beside(items: &[Item<'_>], around: &DataContext) -> DataContext {
    let mut beside = DataContext { answers: Vec::new(), ..around.clone() };
    for item in items {
        match item.key.as_deref().and_then(part) {
            Some(Part::Id) if item.items().is_none() => {
                beside.id = Some(item.name().unwrap_or(item.at.text).to_string());
            }
            Some(Part::Kind) => beside.kind = item.name().map(str::to_string).or(beside.kind),
            Some(Part::Title) => {
                let words = item.name().unwrap_or_default().split(|c: char| !c.is_alphanumeric());
                let kind =
                    words.into_iter().find(|word| clew_puzzle::registry::named(word).is_some());
                beside.kind = beside.kind.or(kind.map(str::to_string));
            }
            // The number of solutions is no solution.
            Some(Part::Answer) if is_digits(&answer(item)) => {}
            Some(Part::Answer) => beside.answers.push(answer(item)),
            _ => {}
        }
    }
    beside
}

/// The text of a solution.
fn answer(item: &Item<'_>) -> String {
    item.name().filter(|_| item.quoted).unwrap_or(item.at.text).to_string()
}

/// The texts of the solutions in an object, or next to a list of places.
pub fn answers(chunk: &Chunk<'_>) -> Vec<String> {
    let Ok(lines) = bytes::raw_lines(chunk) else { return Vec::new() };
    let Ok(items) = tree::read(chunk.text, &lines) else { return Vec::new() };
    let (inner, _) = places::object(&items);
    beside(inner, &DataContext::default()).answers
}

/// An answer in a list of answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnswerText {
    /// The identifier of its puzzle, if it is stated.
    pub id: Option<String>,
    /// The answer.
    pub text: String,
}

/// The answers of a text that lists them: objects of JSON, one a line or in a list, an object of answers by identifier,
/// a list of texts, a table with a heading, or texts with lines `---` between. `None` if it is one answer.
pub fn answer_list(text: &str) -> Option<Vec<AnswerText>> {
    let body = text.trim_start_matches('\u{feff}').trim();
    let found = if body.starts_with('{') {
        let objects: Result<Vec<&RawValue>, _> =
            serde_json::Deserializer::from_str(body).into_iter().collect();
        let objects = objects.ok()?;
        match objects[..] {
            [only] => by_id(only.get())?,
            _ => objects.into_iter().map(|object| of_object(object.get())).collect(),
        }
    } else if body.starts_with('[') {
        let items: Vec<&RawValue> = serde_json::from_str(body).ok()?;
        if !items.iter().all(|item| item.get().starts_with(['{', '"'])) {
            return None;
        }
        items.into_iter().map(|item| of_object(item.get())).collect()
    } else if let Some(records) = answer_table(body) {
        records
    } else {
        let parts: Vec<&str> = body.split("\n---\n").collect();
        parts.into_iter().map(|part| AnswerText { id: None, text: part.to_string() }).collect()
    };
    (found.len() > 1 || found.iter().any(|answer| answer.id.is_some())).then_some(found)
}

/// An answer that is an object with an identifier, or a text.
fn of_object(text: &str) -> AnswerText {
    if let Ok(text) = serde_json::from_str::<String>(text) {
        return AnswerText { id: None, text };
    }
    let Fields(members) =
        serde_json::from_str::<Fields<&RawValue>>(text).unwrap_or(Fields(Vec::new()));
    let shown = |value: &RawValue| {
        serde_json::from_str::<String>(value.get()).unwrap_or_else(|_| value.get().to_string())
    };
    let of = |wanted: Part| {
        let found = members.iter().find(|(key, _)| part(key) == Some(wanted));
        found.map(|(_, value)| shown(value))
    };
    let id = of(Part::Id).or_else(|| {
        let named = members.iter().find(|(key, _)| {
            matches!(
                &*plain_name(key),
                "puzzleid" | "uid" | "uuid" | "task" | "taskid" | "problemid"
            )
        });
        named.map(|(_, value)| shown(value))
    });
    let answer = of(Part::Answer).or_else(|| of(Part::Grid));
    AnswerText { id, text: answer.unwrap_or_else(|| text.to_string()) }
}

/// The answers of one object: by identifier, if its members are no parts of one answer.
fn by_id(text: &str) -> Option<Vec<AnswerText>> {
    let Fields(members) = serde_json::from_str::<Fields<&RawValue>>(text).ok()?;
    if members.is_empty() || members.iter().any(|(key, _)| part(key).is_some()) {
        return Some(vec![of_object(text)]);
    }
    let answer =
        |(id, value): (String, &RawValue)| AnswerText { id: Some(id), ..of_object(value.get()) };
    Some(members.into_iter().map(answer).collect())
}

/// The answers of a table of separated values with a heading.
fn answer_table(text: &str) -> Option<Vec<AnswerText>> {
    let (names, separator) = heading(text)?;
    let at = |wanted: Part| names.iter().position(|name| part(name) == Some(wanted));
    let (id, answer) = (at(Part::Id), at(Part::Answer)?);
    let answers = records(text, separator).map(|(_, fields)| {
        let field = |at: usize| fields.get(at).cloned().unwrap_or_default();
        AnswerText { id: id.map(field), text: field(answer) }
    });
    Some(answers.collect())
}

/// The names in the first line of a table of separated values, and the separator.
fn heading(text: &str) -> Option<(Vec<&str>, char)> {
    let head = text.lines().next()?;
    let separator = ['\t', ';', ','].into_iter().find(|c| head.contains(*c))?;
    Some((head.split(separator).map(|name| name.trim().trim_matches('"')).collect(), separator))
}

/// The fields of each record of a table below its heading, and the number of lines before it.
fn records(text: &str, separator: char) -> impl Iterator<Item = (usize, Vec<String>)> + '_ {
    let (mut rest, mut line) = (text.split_once('\n').map_or("", |(_, rest)| rest), 1);
    std::iter::from_fn(move || {
        if rest.trim().is_empty() {
            return None;
        }
        let (fields, n) = record(rest, separator);
        let at = line;
        line += rest[..n].matches('\n').count();
        rest = &rest[n..];
        Some((at, fields))
    })
}

/// Whether a text in data may be a puzzle: a line with rows in it, or an address.
fn is_text(text: &str) -> bool {
    if text.len() > MAX_TEXT {
        return false;
    }
    let cells = |line: &&str| {
        let words: Vec<&str> = line
            .split(|c: char| c.is_whitespace() || "|,;".contains(c))
            .filter(|w| !w.is_empty())
            .collect();
        let cell = |word: &&&str| {
            is_digits(word) || is_blank_sign(word) || matches!(**word, "<" | ">" | "#" | "X")
        };
        !bytes::is_prose(line)
            && words.len() > 1
            && 2 * words.iter().filter(cell).count() > words.len()
    };
    let rows = text.contains('\n') && text.lines().filter(cells).count() > 1;
    let list = || text.trim_start().starts_with(['[', '{']) && text.contains(char::is_numeric);
    rows || detect::is_one_line(text)
        || (text.contains('\n') || list())
            && super::read(
                &Chunk { kind: ChunkKind::Other("grid"), text, line: 1, column: 1 },
                &Reading::default(),
            )
            .is_ok()
}

/// Whether a list is the lines of a text, each with its end, as notebooks have them.
fn is_lines(items: &[Item<'_>]) -> bool {
    let ends =
        |item: &Item<'_>| item.quoted && item.name().is_some_and(|text| text.ends_with('\n'));
    items.len() > 1 && items[..items.len() - 1].iter().all(ends) && items.iter().all(|i| i.quoted)
}

/// Whether a group is rows of cells: two of them or more, of one length of three or more.
fn is_board(item: &Item<'_>) -> bool {
    let Some(rows) = item.items() else { return false };
    let plain = |item: &Item<'_>| item.key.is_none() && item.items().is_none();
    // Cells are between commas or between blanks: `[a for a, _ in q]` is code.
    let even = |cells: &[Item<'_>]| cells.windows(3).all(|of| of[1].apart == of[2].apart);
    let row = |row: &Item<'_>| {
        row.key.is_none() && row.items().is_some_and(|cells| cells.iter().all(plain) && even(cells))
    };
    let cols = |row: &Item<'_>| row.items().map_or(0, <[_]>::len);
    let wide = rows.first().map_or(0, cols);
    rows.len() > 1 && wide > 2 && rows.iter().all(|r| row(r) && cols(r) == wide)
}

/// The records of a table of separated values, each as an object; `None` if the text is no such table: its first line
/// names columns, one of them that of a puzzle.
fn table(piece: &Piece, chunk: &Chunk<'_>, said: &Reading) -> Option<Vec<Piece>> {
    let text = chunk.text.trim_start();
    let (names, separator) = heading(text)?;
    let word = |name: &&str| {
        name.chars().all(|c| c.is_alphanumeric() || " _-".contains(c))
            && name.chars().any(char::is_alphabetic)
    };
    let board = |name: &&str| matches!(part(name), Some(Part::Grid | Part::Clues));
    let places = || text.lines().next().is_some_and(is_head);
    if !names.iter().all(word) || !names.iter().any(board) || places() {
        return None;
    }
    let before = chunk.text[..chunk.text.len() - text.len()].matches('\n').count();
    let mut found = Vec::new();
    for (line, fields) in records(text, separator) {
        if fields.iter().all(|field| field.trim().is_empty()) {
            continue;
        }
        let names = names.iter().map(ToString::to_string);
        let members: Map<String, serde_json::Value> =
            names.zip(fields.into_iter().map(serde_json::Value::String)).collect();
        let text = serde_json::to_string(&members).ok()?;
        let at = (chunk.line + before + line, 1);
        let record = piece.inner(
            ChunkKind::Json,
            text,
            at,
            DataContext { is_text: true, ..DataContext::default() },
        );
        let inner = record.chunk().ok().and_then(|chunk| puzzles(&record, &chunk, said));
        found.extend(inner.unwrap_or_else(|| vec![record]));
    }
    (!found.is_empty()).then_some(found)
}

/// The fields of a record, in quotation marks or not, and its length with its line end.
fn record(text: &str, separator: char) -> (Vec<String>, usize) {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut chars = text.char_indices().peekable();
    while let Some((i, c)) = chars.next() {
        let last = fields.len() - 1;
        match c {
            '"' if quoted && chars.peek().is_some_and(|(_, next)| *next == '"') => {
                chars.next();
                fields[last].push('"');
            }
            '"' if quoted || fields[last].is_empty() => quoted = !quoted,
            '\n' if !quoted => return (fields, i + 1),
            c if c == separator && !quoted => fields.push(String::new()),
            '\r' if !quoted => {}
            c => fields[last].push(c),
        }
    }
    (fields, text.len())
}

/// The items of a list of YAML, whose first lines are `- key: value`; `None` if the text is none.
fn bullets(piece: &Piece, chunk: &Chunk<'_>) -> Option<Vec<Piece>> {
    let starts = |line: &str| {
        let key = line.strip_prefix("- ").and_then(|rest| rest.split_once(':'));
        key.is_some_and(|(key, _)| {
            !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || c == '_')
        })
    };
    let from: Vec<usize> =
        chunk.text.lines().enumerate().filter(|(_, line)| starts(line)).map(|(i, _)| i).collect();
    if from.is_empty()
        || !chunk.text.lines().find(|line| !line.trim().is_empty()).is_some_and(starts)
    {
        return None;
    }
    let lines: Vec<&str> = chunk.text.lines().collect();
    let ends = from.iter().skip(1).copied().chain([lines.len()]);
    let one = |(from, to): (&usize, usize)| {
        let text = format!("  {}\n{}", &lines[*from][2..], lines[from + 1..to].join("\n"));
        piece.inner(chunk.kind, text, (chunk.line + from, 1), DataContext::default())
    };
    Some(from.iter().zip(ends).map(one).collect())
}

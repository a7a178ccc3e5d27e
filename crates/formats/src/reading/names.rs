//! The names that programs and people give to the parts of a puzzle.

use clew_puzzle::puzzle::format::place;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The part of a puzzle that a key names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Rows,
    Cols,
    /// Rows and columns, or one number for both.
    Size,
    /// The kind of puzzle.
    Kind,
    /// A grid with a value for each place.
    Grid,
    /// Places with values; or a grid.
    Clues,
    /// Places in the order in which a line meets them.
    Stops,
    /// Places with a value, or in an order.
    Dots,
    /// Ends of paths.
    Ends,
    Walls,
    /// A matrix of signs or walls between cells.
    Between,
    /// Pairs of places with a sign; whether the first one is smaller, if the name states it.
    Signs(Option<bool>),
    Holes,
    /// Which cells are neighbours.
    Moves,
    Answer,
    Title,
    Author,
    Id,
    /// Nothing of the puzzle.
    Other,
}

/// Names of parts, in small letters and digits.
const PARTS: &[(Part, &str)] = &[
    (Part::Rows, "rows height nrows numrows rowcount h"),
    (Part::Cols, "cols columns width ncols numcols numcolumns colcount w"),
    (Part::Size, "size n order gridsize boardsize dimensions dimension dim side shape boarddim"),
    (
        Part::Kind,
        "type kind game genre family variant puzzletype gametype puzzlekind puzzlename gamename \
         task",
    ),
    (
        Part::Grid,
        "grid board matrix puzzle problem map initialgrid initialboard field layout rowsdata state \
         start initialstate question input prompt text content tiles",
    ),
    (
        Part::Clues,
        "cells cell initial clues givens values given hints clue hint fixed prefilled numbers preset \
         known filled initialvalues startingvalues value init fact",
    ),
    (
        Part::Stops,
        "waypoints checkpoints stops orderedsequence sequence anchors waypoint checkpoint",
    ),
    (Part::Dots, "nodes dots points circles node dot numberedcells markers"),
    (
        Part::Ends,
        "endpoints pairs flows terminals ends connections colors colours links lines flow pair \
         terminal endpoint wires nets pipes",
    ),
    (Part::Walls, "walls wall barriers barrier bars fences blockededges borders separators"),
    (
        Part::Between,
        "horizontal vertical hwalls vwalls horizontalwalls verticalwalls wallsright wallsdown \
         wallsbelow rightwalls downwalls bottomwalls across down hsigns vsigns hconstraints \
         vconstraints rowconstraints colconstraints columnconstraints horizontalconstraints \
         verticalconstraints horizontalsigns verticalsigns rowsigns colsigns",
    ),
    (
        Part::Signs(None),
        "inequalities constraints relations signs comparisons inequality constraint ineqs sign",
    ),
    (Part::Signs(Some(true)), "less smaller lessthan lt lower rel relation less_than"),
    (Part::Signs(Some(false)), "greater larger greaterthan gt bigger higher"),
    (Part::Holes, "holes blocked obstacles blackcells voids missing hole blockedcells blacks"),
    (Part::Moves, "neighbours neighbors"),
    (
        Part::Answer,
        "solution solutions answer answers solved groundtruth solutionpath path route result target \
         expected output label gold response solutiongrid",
    ),
    (Part::Title, "title name"),
    (Part::Author, "author source"),
    (Part::Id, "id"),
    (
        Part::Other,
        "difficulty level date url description comment comments version seed number index \
         puzzlenumber puzzleid gameid day rating score time steps moves count created createdat \
         timestamp metadata info tags theme schema format unique lang language split author_url \
         numcolors numpairs numflows numclues reward uid uuid subset instruction k",
    ),
];

/// A field of a place or of a pair of places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Row,
    Col,
    /// A number, a label, or its place in an order.
    Value,
    /// A cell by its number.
    Index,
    /// `<` or `>` in words or signs, or the side of a wall.
    Word,
    /// A place; whether it is the smaller one of two, if the name states it.
    Place(Option<bool>),
    /// Nothing.
    Other,
}

const FIELDS: &[(Kind, &str)] = &[
    (Kind::Row, "row r y i"),
    (Kind::Col, "col column c x j"),
    (
        Kind::Value,
        "val value v number num n k id label color colour digit order clue name letter symbolname \
         step seq",
    ),
    (Kind::Index, "index idx cellindex square cellnumber"),
    (Kind::Word, "symbol sign op operator relation type side sides direction dir walls edge"),
    (Kind::Place(Some(true)), "less smaller lesser low lower min small"),
    (Kind::Place(Some(false)), "greater larger bigger high upper max big large"),
    (
        Kind::Place(None),
        "cell cells start end from to a b first second left right source target points ends \
         positions coords endpoints places position pos coord coordinates location place point p s \
         e dots terminals head tail begin finish",
    ),
    (Kind::Other, "given fixed comment hidden visible"),
];

/// The meanings of names by name; the first one in the table counts.
type Meanings<T> = LazyLock<HashMap<&'static str, T>>;

static PART_NAMES: Meanings<Part> = LazyLock::new(|| by_name(PARTS));
static FIELD_NAMES: Meanings<Kind> = LazyLock::new(|| by_name(FIELDS));

fn by_name<T: Copy>(table: &'static [(T, &'static str)]) -> HashMap<&'static str, T> {
    let mut found = HashMap::new();
    for (meaning, names) in table {
        for name in names.split_whitespace() {
            found.entry(name).or_insert(*meaning);
        }
    }
    found
}

/// A name in small letters and digits.
pub(super) fn plain_name(key: &str) -> String {
    key.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The part that a key names.
pub(super) fn part(key: &str) -> Option<Part> {
    let name = plain_name(key);
    PART_NAMES.get(&*name).copied()
}

/// Whether a line names columns of places and values, or states a size under its name.
pub(super) fn is_head(line: &str) -> bool {
    let apart = |c: char| c.is_whitespace() || ",;|".contains(c);
    let mut words = line.split(apart).filter(|word| !word.is_empty());
    let names = words.clone().count() > 2 && words.all(|word| field(word).is_some());
    let size = line.split_once([':', '=']).is_some_and(|(key, value)| {
        let value = value.trim().trim_end_matches(';');
        matches!(part(key), Some(Part::Rows | Part::Cols | Part::Size))
            && value.starts_with(|c: char| c.is_ascii_digit())
    });
    names || size
}

/// Whether a line is the key of a list whose entries are the next lines: `grid:` above `- [1, 2]`.
pub(super) fn is_heading(line: &str, next: &str) -> bool {
    let list = next.trim_start().starts_with("- ") && next.contains(['[', '{', ':']);
    list && line.strip_suffix(':').is_some_and(|key| part(key).is_some())
}

/// The kind of a field; places of a pair have a number after its name.
pub(super) fn field(key: &str) -> Option<Kind> {
    let name = plain_name(key);
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit());
    FIELD_NAMES.get(name).copied()
}

/// A sign of order in words: whether the first of two is smaller.
pub(super) fn order(word: &str) -> Option<bool> {
    match &*word.to_lowercase() {
        "<" | "lt" | "less" | "^" | "∧" | "smaller" | "less_than" | "lessthan" | "is_less" => {
            Some(true)
        }
        ">" | "gt" | "greater" | "v" | "∨" | "larger" | "greater_than" | "greaterthan"
        | "bigger" => Some(false),
        _ => None,
    }
}

/// The step to a neighbour on a side of a cell, rows and columns.
pub(super) fn side(word: &str) -> Option<(i64, i64)> {
    match &*word.to_lowercase() {
        "up" | "top" | "north" | "u" | "t" => Some((-1, 0)),
        "down" | "bottom" | "south" | "d" | "below" => Some((1, 0)),
        "left" | "west" | "l" => Some((0, -1)),
        "right" | "east" | "r" => Some((0, 1)),
        _ => None,
    }
}

/// A place by name, as this program writes it (`r1c2`) or a letter and a number (`A2`), counted from 0, and whether
/// its number is counted as it stands, from 0 or 1.
pub(super) fn named_place(word: &str) -> Option<((i64, i64), bool)> {
    if let Some((r, c)) = place(&word.to_ascii_lowercase()) {
        return Some(((i64::from(r), i64::from(c)), false));
    }
    let mut chars = word.chars();
    let letter = chars.next().filter(char::is_ascii_alphabetic)?;
    let digits = chars.as_str();
    let number = digits
        .parse()
        .ok()
        .filter(|_| digits.len() < 4 && digits.bytes().all(|b| b.is_ascii_digit()))?;
    Some(((i64::from(letter.to_ascii_uppercase() as u8 - b'A'), number), true))
}

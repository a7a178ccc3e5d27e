//! The listing of a text: its size, cells with values, ends of paths, walls, signs, before places are resolved.

use super::super::names::{self, Part};
use super::super::roles::Kind;
use super::super::shape::Rows;
use super::super::tree::{Apart, Item};
use super::super::word::{Word, word};
use super::dense::{dense, dimensions};
use super::records::{Record, Spot, depth, records};
use clew_puzzle::puzzle::format::{ParseError, Token, quote};
use std::collections::HashMap;

/// Assumptions about a list while it is read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ListRules {
    /// The kind of puzzle, if it is known.
    pub kind: Option<Kind>,
    /// Whether rows of two or three numbers under a name such as clues are places, even if they may be a grid.
    pub places: bool,
    /// Whether the first of three numbers is the value.
    pub value_first: bool,
}

/// The parts of a puzzle, whose places are not resolved yet.
#[derive(Clone, Debug)]
pub(super) struct Listing<'t> {
    /// Sizes that it may have, rows and columns.
    pub sizes: Vec<(i64, i64)>,
    pub grid: Option<Rows<'t>>,
    pub values: Vec<(Spot, Word<'t>)>,
    pub less: Vec<([Spot; 2], Option<bool>, Token<'t>)>,
    pub walls: Vec<([Spot; 2], Token<'t>)>,
    pub sides: Vec<(Spot, (i64, i64), Token<'t>)>,
    pub holes: Vec<(Spot, Token<'t>)>,
    /// The kinds of puzzle that it may be; any if empty.
    pub kinds: Vec<Kind>,
    pub notes: Vec<String>,
    pub at: Token<'t>,
    /// Whether it has cells of three numbers each of which the first may be the value, and whether it was taken for it.
    pub triples: bool,
    pub value_first: bool,
}

impl<'t> Listing<'t> {
    pub fn new(at: Token<'t>, rules: ListRules) -> Listing<'t> {
        Listing {
            triples: false,
            value_first: rules.value_first,
            sizes: Vec::new(),
            grid: None,
            values: Vec::new(),
            less: Vec::new(),
            walls: Vec::new(),
            sides: Vec::new(),
            holes: Vec::new(),
            kinds: Vec::new(),
            notes: Vec::new(),
            at,
        }
    }

    /// Whether it lists something of a puzzle.
    pub(crate) fn has_places(&self) -> bool {
        let none = self.values.is_empty() && self.less.is_empty() && self.walls.is_empty();
        !(none && self.sides.is_empty())
    }

    /// Whether another listing has the same values and signs.
    pub(crate) fn is_like(&self, other: &Listing<'_>) -> bool {
        let words = |listing: &Listing<'_>| -> Vec<String> {
            listing.values.iter().map(|(_, word)| word.text.to_string()).collect()
        };
        self.kinds == other.kinds
            && words(self) == words(other)
            && self.less.len() == other.less.len()
    }

    /// The places in it.
    pub fn spots(&self) -> impl Iterator<Item = Spot> + '_ {
        let values = self.values.iter().map(|(spot, _)| *spot);
        let less = self.less.iter().flat_map(|(pair, ..)| *pair);
        let walls = self.walls.iter().flat_map(|(pair, _)| *pair);
        let sides = self.sides.iter().map(|(spot, ..)| *spot);
        values.chain(less).chain(walls).chain(sides).chain(self.holes.iter().map(|(spot, _)| *spot))
    }
}

/// The fault of a record.
fn fault(record: &Record<'_>, expected: &str) -> ParseError {
    record.at.error(expected)
}

/// The value or the label of a record.
fn label(record: &Record<'_>) -> Result<Option<String>, ParseError> {
    match record.names.iter().any(String::is_empty) {
        true => Err(fault(record, "something between the brackets and commas")),
        false => Ok(record.value.clone().or_else(|| record.names.first().cloned())),
    }
}

/// A place and a value.
pub(super) fn place_value(
    record: &Record<'_>,
    first: bool,
) -> Result<(Spot, Option<String>), ParseError> {
    let named = label(record)?;
    let value = |ints: &[i64]| named.clone().or_else(|| ints.first().map(i64::to_string));
    match (&record.spots[..], &record.ints[..]) {
        ([spot], ints) if ints.len() < 2 => Ok((*spot, value(ints))),
        ([], [v, a, b]) if first && record.value.is_none() => {
            Ok((Spot::Open(*a, *b), value(&[*v])))
        }
        ([], [a, b, rest @ ..]) if rest.len() < 2 => Ok((Spot::Open(*a, *b), value(rest))),
        ([], [n]) => Ok((Spot::Index(*n), value(&[]))),
        _ => Err(fault(record, "a place and what stands there, row, column and value")),
    }
}

/// Two places, and a label if there is one.
pub(super) fn two_places(
    record: &Record<'_>,
    indices: bool,
) -> Result<([Spot; 2], Option<String>), ParseError> {
    let named = label(record)?;
    let open = |a: i64, b: i64, c: i64, d: i64| [Spot::Open(a, b), Spot::Open(c, d)];
    match (&record.spots[..], &record.ints[..]) {
        ([a, b], ints) if ints.len() < 2 => {
            Ok(([*a, *b], named.or_else(|| ints.first().map(i64::to_string))))
        }
        ([], &[a, b, c, d]) => Ok((open(a, b, c, d), named)),
        ([], &[a, b, c, d, v]) if named.is_none() => Ok((open(a, b, c, d), Some(v.to_string()))),
        ([], &[a, b]) | (&[Spot::Open(a, b)], []) if indices => {
            Ok(([Spot::Index(a), Spot::Index(b)], named))
        }
        _ => Err(fault(record, "two places, [[row, column], [row, column]]")),
    }
}

impl<'t> Listing<'t> {
    /// Takes in cells with values; where none is stated, they are numbered in their order.
    pub fn take_values(&mut self, found: &[Record<'t>]) -> Result<(), ParseError> {
        // Values before their places are those of an order.
        let numbered = |(k, record): (i64, &Record<'_>)| {
            record.is_ints() && record.ints.len() == 3 && record.ints[0] == k
        };
        self.triples |= found.len() > 1 && (1..).zip(found).all(numbered);
        let first = self.value_first;
        let mut all = Vec::new();
        for record in found {
            let (spot, value) = place_value(record, first)?;
            all.push((spot, value, record));
        }
        if all.iter().all(|(_, value, _)| value.is_none())
            && found.iter().all(|r| r.sides.is_empty())
        {
            return self.take_order(found);
        }
        for (spot, value, record) in all {
            self.values.extend(value.map(|value| (spot, word(value, record.at))));
            self.sides.extend(record.sides.iter().map(|&step| (spot, step, record.at)));
        }
        Ok(())
    }

    /// Takes in cells that a line meets in this order.
    pub(crate) fn take_order(&mut self, found: &[Record<'t>]) -> Result<(), ParseError> {
        for (i, record) in (1..).zip(found) {
            let (spot, _) = place_value(record, false)?;
            self.values.push((spot, word(i.to_string(), record.at)));
        }
        self.kinds = vec![Kind::Stops];
        Ok(())
    }

    /// Takes in both ends of paths.
    pub(crate) fn take_ends(&mut self, found: &[Record<'t>]) -> Result<(), ParseError> {
        let single = found.iter().all(|record| record.spots.len() + record.ints.len() / 2 == 1);
        if single && found.len().is_multiple_of(2) && found.iter().all(|r| r.value.is_none()) {
            for (i, record) in found.iter().enumerate() {
                let (spot, value) = place_value(record, false)?;
                let label = value.unwrap_or_else(|| (i / 2 + 1).to_string());
                self.values.push((spot, word(label, record.at)));
            }
        } else if single {
            return self.take_values(found);
        } else {
            for (i, record) in found.iter().enumerate() {
                let (pair, label) = two_places(record, true)?;
                let label = label.unwrap_or_else(|| (i + 1).to_string());
                self.values.extend(pair.map(|spot| (spot, word(label.clone(), record.at))));
            }
        }
        self.kinds = vec![Kind::Pairs];
        Ok(())
    }

    /// Takes in walls: between two places, or on the sides of a cell.
    pub(crate) fn take_walls(&mut self, found: &[Record<'t>]) -> Result<(), ParseError> {
        for record in found {
            if record.sides.is_empty() {
                let (pair, name) = two_places(record, true)?;
                if name.is_some() {
                    return Err(fault(
                        record,
                        "two places, or a place and the sides on which walls are",
                    ));
                }
                self.walls.push((pair, record.at));
                continue;
            }
            let spot = match (&record.spots[..], &record.ints[..]) {
                ([spot], []) => *spot,
                ([], [n]) => Spot::Index(*n),
                ([], [a, b]) => Spot::Open(*a, *b),
                _ => return Err(fault(record, "a place and the sides on which walls are")),
            };
            self.sides.extend(record.sides.iter().map(|&step| (spot, step, record.at)));
        }
        Ok(())
    }

    /// Takes in signs of order; `smaller`: whether the first of two places is, unless the record states it.
    pub(crate) fn take_signs(
        &mut self,
        found: &[Record<'t>],
        smaller: Option<bool>,
    ) -> Result<(), ParseError> {
        for record in found {
            let beside = match (&record.spots[..], &record.sides[..]) {
                (&[spot], &[step]) => spot.step(step).map(|other| [spot, other]),
                _ => None,
            };
            let pair = beside.map_or_else(|| two_places(record, true).map(|(pair, _)| pair), Ok)?;
            self.less.push((pair, record.smaller.or(smaller), record.at));
        }
        self.kinds = vec![Kind::Signs];
        Ok(())
    }
}

/// A part of a text under its key.
struct Section<'i, 't> {
    key: String,
    part: Option<Part>,
    items: Vec<&'i Item<'t>>,
}

impl Section<'_, '_> {
    /// Whether it holds more than a number or a word.
    fn is_list(&self) -> bool {
        self.items.len() > 1 || self.items.iter().any(|item| depth(item) > 0)
    }
}

impl<'t> Listing<'t> {
    /// Takes in rows of cells that are objects each; false if a value is something else.
    fn take_objects(&mut self, items: &[&Item<'t>]) -> Result<bool, ParseError> {
        let [Some(rows)] = items.iter().map(|item| item.items()).collect::<Vec<_>>()[..] else {
            return Ok(false);
        };
        let object = |item: &Item<'t>| {
            item.at.text.starts_with('{')
                && item.items().is_some_and(|items| items.iter().all(|item| item.key.is_some()))
        };
        let rows: Vec<&[Item<'t>]> = rows.iter().filter_map(Item::items).collect();
        let wide = rows.first().map_or(0, |row| row.len());
        let even = rows.iter().all(|row| row.len() == wide && row.iter().all(object));
        if wide == 0 || !even {
            return Ok(false);
        }
        self.sizes = vec![(rows.len() as i64, wide as i64)];
        let mut found = Vec::new();
        for (r, row) in (0..).zip(rows) {
            for (c, cell) in (0..).zip(row) {
                let mut record = Record::from_items(cell.items().into_iter().flatten(), cell.at);
                record.spots = vec![Spot::Exact(r, c)];
                found.push(record);
            }
        }
        self.take_values(&found)?;
        Ok(true)
    }

    /// Takes in a matrix of signs or walls between cells: its size shows whether these are side by side.
    fn take_between(
        &mut self,
        section: &Section<'_, 't>,
        kind: Option<Kind>,
    ) -> Result<(), ParseError> {
        let at = section.items.first().map_or(self.at, |item| item.at);
        let grid = self.grid.as_ref().map(|rows| (rows.len() as i64, rows[0].len() as i64));
        let (rows, cols) = grid.or(self.sizes.first().copied()).unwrap_or_default();
        let found = dense(&section.items, &[], false);
        let size = found.as_ref().map(|found| (found.len() as i64, found[0].len() as i64));
        let down = match size {
            Some((r, c)) if (r, c + 1) == (rows, cols) => 0,
            Some((r, c)) if (r + 1, c) == (rows, cols) => 1,
            _ => {
                let expected =
                    format!("a sign for each two cells of {rows} rows and {cols} columns");
                return Err(at.error(expected));
            }
        };
        let marks = || found.iter().flatten().flatten();
        let is = |signs: &[&str]| marks().any(|word| signs.contains(&&*word.text));
        let walls = kind != Some(Kind::Signs) && !is(&["<", ">", "^", "v", "-1"]);
        for (r, row) in (0..).zip(found.iter().flatten()) {
            for (c, word) in (0..).zip(row) {
                let pair = [Spot::Exact(r, c), Spot::Exact(r + down, c + 1 - down)];
                match &*word.text.to_ascii_lowercase() {
                    "" | "0" | "." | "-" | "_" | "false" | "null" | "none" => {}
                    "1" | "true" if walls => self.walls.push((pair, word.at)),
                    "<" | "^" | "1" => self.less.push((pair, Some(true), word.at)),
                    ">" | "v" | "-1" => self.less.push((pair, Some(false), word.at)),
                    _ => return Err(word.at.error("a sign of order, or 1 for a wall")),
                }
            }
        }
        Ok(())
    }
}

/// The sections of some items: values under keys, and lines below headings.
fn sections<'i, 't>(items: &'i [Item<'t>]) -> Vec<Section<'i, 't>> {
    let mut found: Vec<Section<'i, 't>> = Vec::new();
    // The section of the last heading, and the heading.
    let mut heading: Option<(usize, &Item<'t>)> = None;
    let mut inside = false;
    let mut by_key: HashMap<&str, usize> = HashMap::new();
    for item in items {
        let empty = item.items().is_some_and(<[_]>::is_empty)
            && item.key.as_deref().is_some_and(|key| item.at.text.ends_with(key));
        // Lines that are set in, and all lines of a table, belong to the list above them.
        if item.apart >= Apart::Line {
            inside = heading.is_some_and(|(at, head)| {
                let list = !matches!(found[at].part, None | Some(Part::Size | Part::Other));
                list && !empty && (head.apart == Apart::Entry || item.column > head.column)
            });
        }
        match (&item.key, heading) {
            (Some(_), Some((at, _))) if inside => found[at].items.push(item),
            (Some(key), _) => {
                let at = *by_key.entry(key).or_insert_with(|| {
                    // An order of several cells, and not the number of rows.
                    let several = item.items().is_some_and(|items| items.len() > 2);
                    let order =
                        |part| if several && part == Part::Size { Part::Stops } else { part };
                    let part = names::part(key).map(order);
                    found.push(Section { key: key.to_string(), part, items: Vec::new() });
                    found.len() - 1
                });
                heading = empty.then_some((at, item));
                if !empty {
                    found[at].items.push(item);
                }
            }
            (None, Some((at, _))) => found[at].items.push(item),
            (None, None) => {}
        }
    }
    found
}

/// The listing of an object, or of a text of settings and facts; `None` if it lists nothing of a puzzle.
///
/// # Errors
/// For a key that may change the puzzle and is not known, and for records that do not fit theirs.
pub(super) fn keyed<'t>(
    items: &[Item<'t>],
    at: Token<'t>,
    strict: bool,
    rules: ListRules,
) -> Result<Option<Listing<'t>>, ParseError> {
    let ListRules { kind, places, .. } = rules;
    let mut listing = Listing::new(at, rules);
    let sections = sections(items);
    let number = |part: Part| {
        let of = |section: &&Section<'_, '_>| section.part == Some(part);
        sections.iter().filter(of).find_map(|section| match section.items[..] {
            [item] => Some((item, dimensions(item)?)),
            _ => None,
        })
    };
    let (rows, cols, both) = (number(Part::Rows), number(Part::Cols), number(Part::Size));
    // `board: 5x5`
    let named = || number(Part::Grid).filter(|(item, _)| item.quoted && item.number().is_none());
    let both = both.or_else(named);
    match (rows, cols, both) {
        (Some((_, (r, _))), Some((_, (c, _))), _) => listing.sizes.push((r, c)),
        (.., Some((_, (r, c)))) => {
            listing.sizes.push((r, c));
            listing.sizes.extend((r != c).then_some((c, r)));
        }
        _ => {}
    }
    // A line before the first key may state the size.
    let bare: Vec<i64> =
        items.iter().take_while(|item| item.key.is_none()).filter_map(Item::number).collect();
    if let ([n] | [n, _], true) = (&bare[..], listing.sizes.is_empty() && !strict) {
        listing.sizes.push((*n, *bare.get(1).unwrap_or(n)));
    }
    let mut late = Vec::new();
    for section in &sections {
        let expected = "a key that is known; whether this one changes the puzzle is not (keys that start with x- do not)";
        let first = section.items.first().map_or(at, |item| item.at);
        match section.part {
            Some(Part::Grid | Part::Clues) => {
                let wide = section.part == Some(Part::Clues);
                match dense(&section.items, &listing.sizes, wide)
                    .filter(|rows| !(places && wide && rows[0].len() < 4))
                {
                    Some(rows) if listing.grid.is_none() => listing.grid = Some(rows),
                    Some(_) => return Err(first.error("one grid")),
                    None if listing.take_objects(&section.items)? => {}
                    None if section.part == Some(Part::Grid) => {}
                    None => late.push(section),
                }
            }
            Some(Part::Between) => listing.take_between(section, kind)?,
            Some(
                Part::Stops | Part::Dots | Part::Ends | Part::Walls | Part::Signs(_) | Part::Holes,
            ) => {
                late.push(section);
            }
            Some(_) => {}
            None if section.key.starts_with("x-") || !strict => {}
            None => {
                let scalar = section.items.iter().all(|item| depth(item) == 0);
                let text =
                    section.items.iter().all(|item| item.quoted || item.name() == Some("null"));
                if !(scalar && text) {
                    let found = quote(&format!("\"{}\"", section.key));
                    return Err(ParseError { found, ..at.error(expected) });
                }
            }
        }
    }
    for section in late {
        let pairs = matches!(section.part, Some(Part::Walls | Part::Signs(_) | Part::Ends));
        let found = records(&section.items, pairs);
        match section.part {
            Some(Part::Stops)
                if found.iter().all(|r| r.value.is_none() && r.spots.len() + r.ints.len() < 3) =>
            {
                listing.take_order(&found)?;
            }
            Some(Part::Dots) if kind == Some(Kind::Pairs) => listing.take_ends(&found)?,
            Some(Part::Stops | Part::Dots) => listing.take_values(&found)?,
            Some(Part::Clues) if section.is_list() => listing.take_values(&found)?,
            // Colours may also be a number of them.
            Some(Part::Ends) if section.is_list() => listing.take_ends(&found)?,
            Some(Part::Walls) => listing.take_walls(&found)?,
            Some(Part::Signs(smaller)) => listing.take_signs(&found, smaller)?,
            Some(Part::Holes) => {
                for record in &found {
                    listing.holes.push((place_value(record, false)?.0, record.at));
                }
            }
            _ => {}
        }
    }
    if !listing.has_places() && listing.grid.is_none() && !strict {
        listing.take_values(&records(&loose(items), false))?;
    }
    let some = listing.has_places() || listing.grid.is_some();
    Ok(some.then_some(listing))
}

/// Places that are set to values without a name that is known, two or more: `G(1, 2) = 7`, `(1, 2) = 7`, `dot(a, 1, 2)`.
fn loose<'i, 't>(items: &'i [Item<'t>]) -> Vec<&'i Item<'t>> {
    let known = |item: &Item<'_>| item.key.as_deref().is_some_and(|key| names::part(key).is_some());
    let fact = |item: &Item<'_>| !known(item) && item.items().is_some_and(|items| items.len() > 1);
    let mut found: Vec<&'i Item<'t>> = Vec::new();
    for item in items {
        let joined = item.apart == Apart::Joined && item.key.is_none() && !found.is_empty();
        if fact(item) || joined {
            found.push(item);
        }
    }
    // Calls of several functions are code.
    let mut facts = found.iter().filter(|item| fact(item));
    let first = facts.next();
    let alike = facts.all(|item| Some(&item.key) == first.map(|first| &first.key));
    if alike && found.iter().filter(|item| fact(item)).count() > 1 { found } else { Vec::new() }
}

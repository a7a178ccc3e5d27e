//! From a tree of values to records: a place with a value, two places, a cell and its sides.

use super::super::names::{self, Kind};
use super::super::tree::{Apart, Item, Value};
use clew_puzzle::puzzle::format::Token;

/// A place as it is stated, before it is known where counting begins and which number is the row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Spot {
    /// A row and a column, by name.
    Named(i64, i64),
    /// Two numbers.
    Open(i64, i64),
    /// A letter, from 0, and a number.
    Letter(i64, i64),
    /// A row and a column from 0, in the notation `r1c1`.
    Exact(i64, i64),
    /// The number of a cell, row by row.
    Index(i64),
}

/// Values that belong together.
#[derive(Clone, Debug)]
pub(super) struct Record<'t> {
    pub spots: Vec<Spot>,
    /// Numbers without a name that are in no pair of brackets of two.
    pub ints: Vec<i64>,
    pub value: Option<String>,
    /// Whether the first of two places is the smaller one, if a sign or a name states it.
    pub smaller: Option<bool>,
    pub sides: Vec<(i64, i64)>,
    /// Other words.
    pub names: Vec<String>,
    pub at: Token<'t>,
    row: Option<i64>,
    col: Option<i64>,
}

impl Spot {
    /// The place some rows and columns further on; `None` where it is not known which number is which.
    pub fn step(self, (down, right): (i64, i64)) -> Option<Spot> {
        match self {
            Spot::Named(r, c) => Some(Spot::Named(r + down, c + right)),
            Spot::Exact(r, c) => Some(Spot::Exact(r + down, c + right)),
            _ => None,
        }
    }
}

impl<'t> Record<'t> {
    fn new(at: Token<'t>) -> Record<'t> {
        let (spots, ints, sides, names) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Record { spots, ints, value: None, smaller: None, sides, names, at, row: None, col: None }
    }

    /// The record of some items.
    pub fn from_items<'i>(
        items: impl IntoIterator<Item = &'i Item<'t>>,
        at: Token<'t>,
    ) -> Record<'t>
    where
        't: 'i,
    {
        let mut record = Record::new(at);
        record.take(items, None);
        record
    }

    /// How many values of each kind it has: records of one list are alike.
    pub fn shape(&self) -> [usize; 5] {
        let value = usize::from(self.value.is_some());
        let smaller = usize::from(self.smaller.is_some());
        [self.spots.len(), self.ints.len(), self.names.len(), value, smaller]
    }

    /// Whether it is numbers alone.
    pub(crate) fn is_ints(&self) -> bool {
        self.shape() == [0, self.ints.len(), 0, 0, 0] && self.sides.is_empty()
    }

    fn take<'i>(&mut self, items: impl IntoIterator<Item = &'i Item<'t>>, name: Option<Kind>)
    where
        't: 'i,
    {
        let items: Vec<&'i Item<'t>> = items.into_iter().collect();
        let siblings = Siblings::new(&items);
        let items = places_apart(&items);
        let mut items = items.into_iter().peekable();
        while let Some((item, _)) = items.next() {
            let kind = item.key.as_deref().map_or(name, |key| self.key(key, item, siblings));
            // Two numbers that nothing parts, 1:2, are a place.
            let joined = items.peek().filter(|(_, of_place)| *of_place && name.is_none());
            if let (None, Some(a), Some(b)) =
                (kind, item.number(), joined.and_then(|(next, _)| plain_number(next)))
            {
                self.spots.push(Spot::Open(a, b));
                items.next();
                continue;
            }
            self.item(item, kind);
        }
    }

    /// Takes in the key of an item; returns the kind of field that the item is.
    fn key(&mut self, key: &str, item: &Item<'_>, siblings: Siblings) -> Option<Kind> {
        let kind = siblings.field(key, item);
        if let Some(step) = names::side(key).filter(|_| siblings.flags && key.len() > 1) {
            self.sides.extend(is_set(item).filter(|set| *set).map(|_| step));
            return Some(Kind::Other);
        }
        if kind.is_none() {
            // `7: r1c1`, `7: (0, 0)`: the value stands before its place.
            let placed = item.name().is_some_and(|name| names::named_place(name).is_some())
                || item
                    .items()
                    .is_some_and(|items| items.iter().all(|i| plain_number(i).is_some()));
            match (names::named_place(key), numbers_in(key).as_deref()) {
                (Some((spot, open)), _) if depth(item) == 0 => self.spots.push(place(spot, open)),
                (_, Some([r, c])) => self.spots.push(Spot::Open(*r, *c)),
                _ if placed => self.value = Some(key.to_string()),
                (_, Some([n])) if depth(item) == 0 || sides(item) => {
                    self.spots.push(Spot::Index(*n))
                }
                _ => self.value = Some(key.to_string()),
            }
        }
        kind
    }

    fn item(&mut self, item: &Item<'t>, kind: Option<Kind>) {
        match (&item.value, kind) {
            (_, Some(Kind::Other)) => {}
            (Value::Group(items), _) => {
                if let Some(Kind::Place(Some(smaller))) = kind {
                    self.smaller.get_or_insert(smaller == self.spots.is_empty());
                }
                match &items[..] {
                    [a, b] if !matches!(kind, Some(Kind::Value)) => {
                        match (plain_number(a), plain_number(b)) {
                            (Some(a), Some(b)) => self.spots.push(Spot::Open(a, b)),
                            _ => self.take(items, None),
                        }
                    }
                    _ => self.take(items, kind.filter(|kind| *kind == Kind::Word)),
                }
            }
            (_, Some(Kind::Row)) => self.row = item.number(),
            (_, Some(Kind::Col)) => self.col = item.number(),
            (Value::Number(n), Some(Kind::Value)) => self.value = Some(n.to_string()),
            (Value::Name(text), Some(Kind::Value)) => self.value = Some(text.to_string()),
            (Value::Number(n), Some(Kind::Index | Kind::Place(_))) => {
                self.spots.push(Spot::Index(*n))
            }
            (Value::Number(n), _) => self.ints.push(*n),
            (Value::Sign(smaller), _) => self.smaller = Some(*smaller),
            (Value::Name(text), _) => self.name(text, item.quoted),
        }
        if let (Some(row), Some(col)) = (self.row, self.col) {
            self.spots.push(Spot::Named(row, col));
            (self.row, self.col) = (None, None);
        }
    }

    /// A word: a sign, a side, a place, or several numbers in quotation marks.
    fn name(&mut self, text: &str, quoted: bool) {
        if let Some(smaller) = names::order(text) {
            self.smaller = Some(smaller);
        } else if let Some(step) = names::side(text) {
            self.sides.push(step);
        } else if let Some((spot, open)) = names::named_place(text) {
            self.spots.push(place(spot, open));
        } else if let Some(numbers) = numbers_in(text).filter(|_| quoted) {
            match numbers[..] {
                [r, c] => self.spots.push(Spot::Open(r, c)),
                [a, b, c, d] => self.spots.extend([Spot::Open(a, b), Spot::Open(c, d)]),
                _ => self.ints.extend(numbers),
            }
            if let Some(sign) = text.chars().find(|c| "<>".contains(*c)) {
                self.smaller = Some(sign == '<');
            }
        } else if let Some(places) = places_in(text).filter(|_| quoted) {
            self.spots.extend(places);
            if let Some(sign) = text.chars().find(|c| "<>".contains(*c)) {
                self.smaller = Some(sign == '<');
            }
        } else if !matches!(text, "true" | "false" | "True" | "False" | "is" | "than" | "and") {
            self.names.push(text.to_string());
        }
    }
}

/// Items, each with whether it is the second number of a place: nothing parts it from the one before, or only a comma,
/// where blanks or arrows part others.
fn places_apart<'i, 't>(items: &[&'i Item<'t>]) -> Vec<(&'i Item<'t>, bool)> {
    let wide = items
        .iter()
        .skip(1)
        .any(|item| matches!(item.apart, Apart::Blank | Apart::Joined) && item.key.is_none())
        || items.iter().any(|item| item.key.is_some());
    let at = |i: usize| items.get(i).copied();
    let tight = |i: usize| at(i).is_some_and(|item| item.tight && item.key.is_none());
    let second = |i: usize| {
        let alone = wide && tight(i) && !tight(i.wrapping_sub(1)) && !tight(i + 1);
        let joined = items[i].apart == Apart::Joined && items[i].key.is_none();
        // Both sides of an arrow are places.
        joined && !tight(i + 1) && !tight(i.wrapping_sub(1)) || alone
    };
    (0..items.len()).map(|i| (items[i], i > 0 && second(i))).collect()
}

/// Whether a flag is set; `None` for a value that is no flag.
fn is_set(item: &Item<'_>) -> Option<bool> {
    match (item.number(), item.name()) {
        (Some(0), _) | (_, Some("false" | "False")) => Some(false),
        (Some(1), _) | (_, Some("true" | "True")) => Some(true),
        _ => None,
    }
}

/// Facts about the keys of a record together.
#[derive(Clone, Copy)]
struct Siblings {
    /// Rows and columns have names, so that `c1` is no place.
    named: bool,
    /// Names of sides have 0 or 1, for walls.
    flags: bool,
    /// There is one key, so that a letter is a label: `A: (1, 1) (5, 1)`.
    single: bool,
}

impl Siblings {
    fn new(items: &[&Item<'_>]) -> Siblings {
        let keys = || items.iter().filter_map(|item| item.key.as_deref());
        let has = |wanted| keys().any(|key| names::field(key) == Some(wanted));
        let side = |item: &&&Item<'_>| item.key.as_deref().and_then(names::side).is_some();
        Siblings {
            named: has(Kind::Row) && has(Kind::Col),
            flags: items.iter().filter(side).all(|item| is_set(item).is_some()),
            single: keys().count() == 1,
        }
    }

    /// The kind of field that a key names.
    fn field(self, key: &str, item: &Item<'_>) -> Option<Kind> {
        let place = !self.named && names::named_place(key).is_some();
        let kind = names::field(key).filter(|kind| !place && suits(*kind, item))?;
        let label = self.single && key.len() == 1 && matches!(kind, Kind::Place(_));
        (!label).then_some(kind)
    }
}

fn place((a, b): (i64, i64), open: bool) -> Spot {
    if open { Spot::Letter(a, b) } else { Spot::Exact(a, b) }
}

fn plain_number(item: &Item<'_>) -> Option<i64> {
    item.number().filter(|_| item.key.is_none())
}

/// The numbers of a text of numbers and separators: `0,2|1,2`.
fn numbers_in(text: &str) -> Option<Vec<i64>> {
    let parts =
        |c: char| c.is_ascii_digit() || c.is_whitespace() || ",;:|/()[]-_<>rRcC".contains(c);
    let some = text.len() < 64 && text.chars().all(parts);
    let numbers = some.then(|| {
        let found = text.split(|c: char| !c.is_ascii_digit()).filter(|n| !n.is_empty());
        found.map(|n| n.parse().ok()).collect::<Option<Vec<i64>>>()
    });
    numbers.flatten().filter(|numbers| !numbers.is_empty())
}

/// The two places of a text that has nothing else but a sign: `A1<A2`, `r1c1-r1c2`.
fn places_in(text: &str) -> Option<Vec<Spot>> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let spot = |word: &str| names::named_place(word).map(|(at, open)| place(at, open));
    let found: Vec<Spot> = words.map(spot).collect::<Option<_>>()?;
    (found.len() == 2).then_some(found)
}

/// Whether a value suits the kind of field that its key names: labels may have the same names.
fn suits(kind: Kind, item: &Item<'_>) -> bool {
    match kind {
        Kind::Row | Kind::Col | Kind::Index => item.number().is_some(),
        Kind::Value => depth(item) == 0,
        Kind::Place(_) => {
            let long = item.key.as_deref().is_some_and(|key| key.len() > 3);
            let several = || {
                item.items().is_some_and(|i| i.len() > 1 && i.iter().all(|i| i.name().is_some()))
            };
            long || depth(item) < 2 && !several()
        }
        Kind::Word | Kind::Other => true,
    }
}

/// The levels of groups in a value.
pub(super) fn depth(item: &Item<'_>) -> usize {
    item.items().map_or(0, |items| 1 + items.iter().map(depth).max().unwrap_or(0))
}

/// Whether a value is a list of sides.
fn sides(item: &Item<'_>) -> bool {
    let side = |item: &Item<'_>| item.name().is_some_and(|name| names::side(name).is_some());
    item.items().is_some_and(|items| !items.is_empty() && items.iter().all(side))
}

/// Whether a group is one record: an object with fields of a place.
fn is_object(items: &[Item<'_>]) -> bool {
    // Facts of one name are several.
    let facts = items.len() > 1 && items.iter().all(|item| item.key == items[0].key);
    let siblings = Siblings::new(&items.iter().collect::<Vec<_>>());
    !facts
        && items.iter().any(|item| {
            let key = item.key.as_deref().and_then(|key| siblings.field(key, item));
            key.is_some_and(|kind| !matches!(kind, Kind::Other | Kind::Word))
        })
}

/// The parts of a list at its keys if several items have some, else at its strongest separators.
pub(super) fn parts<'i, 't>(items: &'i [Item<'t>]) -> Vec<&'i [Item<'t>]> {
    let most = items.iter().skip(1).map(|item| item.apart).max().unwrap_or(Apart::Joined);
    let mut parts = Vec::new();
    let mut from = 0;
    let blank = |item: &Item<'_>| item.key.is_some() && item.apart == Apart::Blank;
    let keyed = most == Apart::Comma && items.iter().filter(|item| blank(item)).count() > 1;
    let begins = |item: &Item<'_>| match keyed {
        true => blank(item),
        false => item.apart == most && most > Apart::Joined,
    };
    for (i, item) in items.iter().enumerate().skip(1) {
        if begins(item) {
            parts.push(&items[from..i]);
            from = i;
        }
    }
    if from < items.len() {
        parts.push(&items[from..]);
    }
    parts
}

/// The records under a key. `pairs`: records have two places each.
pub(super) fn records<'t>(items: &[&Item<'t>], pairs: bool) -> Vec<Record<'t>> {
    match items {
        [only] => match only.items() {
            Some(inner)
                if depth(only) == 1
                    && (only.at.text.starts_with('(') || only.apart == Apart::Entry) =>
            {
                vec![Record::from_items(inner, only.at)]
            }
            Some(inner) => in_group(inner, only.at, pairs),
            None => vec![Record::from_items(items.iter().copied(), only.at)],
        },
        // Facts, one each; or lines below a heading.
        _ => {
            let mut found = Vec::new();
            let mut from = 0;
            let entries = items.iter().any(|item| item.apart == Apart::Entry);
            for i in 1..=items.len() {
                let new = items.get(i).is_none_or(|item| {
                    if entries {
                        return item.apart == Apart::Entry;
                    }
                    item.key.is_some()
                        || item.apart >= Apart::Line
                        || item.items().is_some() && item.apart > Apart::Blank
                });
                if new {
                    let fact = |item: &&Item<'t>| item.at.text.starts_with(['(', '<']);
                    let inner = |item: &&Item<'t>| {
                        item.items().is_some() && item.key.is_some() && fact(item)
                    };
                    let part = &items[from..i];
                    found.push(match part {
                        [fact, rest @ ..] if inner(fact) => {
                            let mut record =
                                Record::from_items(fact.items().into_iter().flatten(), fact.at);
                            record.take(rest.iter().copied(), None);
                            record
                        }
                        _ => Record::from_items(part.iter().copied(), part[0].at),
                    });
                    from = i;
                }
            }
            found.retain(|record| record.shape() != [0; 5] || !record.sides.is_empty());
            found
        }
    }
}

fn in_group<'t>(items: &[Item<'t>], at: Token<'t>, pairs: bool) -> Vec<Record<'t>> {
    let levels = items.iter().map(depth).max().unwrap_or(0);
    let keyed = items.iter().any(|item| item.key.is_some());
    // Two places, not two records of two places each.
    let place = |item: &Item<'t>| {
        let record = Record::from_items(item.items().into_iter().flatten(), item.at);
        record.spots.len() + record.ints.len() / 2 < 2 && record.sides.is_empty()
    };
    let two = pairs && levels == 1 && items.len() == 2 && !keyed && items.iter().all(place);
    let one = is_object(items) || two;
    if one {
        return vec![Record::from_items(items, at)];
    }
    let parts = parts(items);
    let record = |part: &&[Item<'t>]| match part {
        [only] if only.key.is_none() && only.items().is_some() => {
            Record::from_items(only.items().into_iter().flatten(), only.at)
        }
        part => Record::from_items(part.iter(), part[0].at),
    };
    parts.iter().map(record).collect()
}

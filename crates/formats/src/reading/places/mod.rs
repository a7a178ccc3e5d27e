//! Lists of places in any notation: a size, then cells with values, ends of paths, walls, signs of order.
//!
//! ```text
//! text ─▶ tree ─▶ records ─▶ listing ─▶ layouts ─▶ the puzzle, or a question
//! ```
//!
//! [`tree`] is the one tokenizer: it yields numbers and names in groups. [`names`] knows the names of parts and fields,
//! [`records`] makes tuples of them, [`listing`] collects cells, walls and signs, and [`decide`] resolves places by the
//! data.

mod bare;
mod decide;
mod dense;
mod listing;
mod records;

use super::super::Reading;
use super::bytes::{self, Line};
use super::meaning;
use super::names::{self, Part, part};
use super::shape::{Layout, Page};
use super::tree::{self, Item};
use clew_puzzle::puzzle::Entry;
use clew_puzzle::puzzle::format::{Chunk, KeyLines, ParseError, Token};
use clew_puzzle::registry::named;
use listing::{ListRules, Listing};

/// Reads a puzzle that is an object, or a list of places; `None` if a text is neither. `strict`: unknown keys that may
/// change the puzzle are refused.
///
/// # Errors
/// The first fault, or the ways to understand it if there are several.
pub(super) fn read<'t>(
    chunk: &Chunk<'t>,
    lines: &[Line<'t>],
    titles: &[Line<'t>],
    keys: &KeyLines<'t>,
    said: &Reading,
) -> Option<Result<Entry, ParseError>> {
    let items = match tree::read(chunk.text, lines) {
        Ok(items) => items,
        Err(error) => return chunk.text.trim_start().starts_with('{').then_some(Err(error)),
    };
    of_items(&items, chunk, titles, keys, said)
}

/// The object that a text is, without the lists and names around it, and whether it is one.
pub(super) fn object<'i, 't>(items: &'i [Item<'t>]) -> (&'i [Item<'t>], bool) {
    let mut here = items;
    let mut inside = false;
    loop {
        // Names in braces are those that a module imports.
        let names = |items: &[Item<'t>]| {
            items.iter().all(|item| item.key.is_none() && item.name().is_some())
        };
        let groups = || here.iter().filter(|item| item.items().is_some_and(|items| !names(items)));
        let known = here.iter().any(|item| item.key.as_deref().and_then(part).is_some());
        let only = groups().next().filter(|_| groups().count() == 1);
        // A puzzle under a name such as puzzle or level.
        let named = |item: &&Item<'t>| {
            let keys = item.items().into_iter().flatten().filter_map(|item| item.key.as_deref());
            !known || keys.filter(|key| part(key).is_some()).count() > 1
        };
        let only = only.filter(named);
        let others = here.iter().all(|item| item.items().is_some() || item.name().is_some());
        match only.and_then(Item::items).filter(|_| others) {
            Some(inner)
                if inner.iter().any(|item| item.key.is_some() || item.items().is_some()) =>
            {
                (here, inside) = (inner, true);
            }
            _ => return (here, inside),
        }
    }
}

fn of_items<'t>(
    items: &[Item<'t>],
    chunk: &Chunk<'t>,
    titles: &[Line<'t>],
    keys: &KeyLines<'t>,
    said: &Reading,
) -> Option<Result<Entry, ParseError>> {
    let at = Token { text: "", line: chunk.line, column: chunk.column };
    let (items, inside) = object(items);
    let is_object = inside && items.iter().all(|item| item.key.is_some());
    let text = |part: Part| {
        let of = |item: &&Item<'_>| item.key.as_deref().and_then(names::part) == Some(part);
        items.iter().find(of).filter(|item| records::depth(item) == 0)
    };
    let mut said = said.clone();
    if said.family.is_none() {
        let stated = items.iter().find_map(|item| {
            let part = names::part(item.key.as_deref()?)?;
            let word =
                item.name().filter(|_| matches!(part, Part::Kind | Part::Grid | Part::Title))?;
            match part {
                Part::Title => word.split(|c: char| !c.is_alphanumeric()).find_map(named),
                _ => named(word),
            }
        });
        let kind = text(Part::Kind).filter(|_| is_object && stated.is_none());
        if let Some(kind) = kind.filter(|kind| kind.quoted) {
            let error = kind.at.error("a kind of puzzle that clew knows");
            let some = listing::keyed(items, at, false, ListRules::default());
            return matches!(some, Ok(Some(_))).then_some(Err(error));
        }
        if let Some(found) = stated {
            (said.family, said.alias) = (Some(found.family), found.alias);
        }
    }
    let (named, _) = match meaning::named(&said, keys, titles) {
        Ok(named) => named,
        Err(error) => return Some(Err(error)),
    };
    let kind = named.and_then(|named| meaning::kind_of(named.family));
    let keyed = items.iter().any(|item| item.key.as_deref().and_then(part).is_some());
    let what = if is_object { "an object" } else { "a list of places" };
    let mut listings: Vec<Listing<'t>> = Vec::new();
    for value_first in [false, true] {
        let rules = ListRules { kind, places: false, value_first };
        match keyed {
            // The value may stand first if three numbers are a cell.
            _ if value_first && !listings.iter().any(|listing| listing.triples) => {}
            true => match listing::keyed(items, at, is_object, rules) {
                Ok(Some(listing)) => {
                    let places = ListRules { places: true, ..rules };
                    let other = listing::keyed(items, at, is_object, places);
                    let lists =
                        |other: &Listing<'_>| listing.grid.is_some() && other.grid.is_none();
                    let other = other.ok().flatten().filter(lists);
                    listings.extend(std::iter::once(listing).chain(other));
                }
                Ok(None) => return None,
                Err(error) if !value_first => return Some(Err(error)),
                Err(_) => {}
            },
            false => listings.extend(bare::bare(items, at, rules)),
        }
    }
    let stated = said.places.value_first;
    let suits = |listing: &Listing<'_>| {
        !listing.triples || stated.is_none_or(|first| listing.value_first == first)
    };
    listings.retain(suits);
    if listings.is_empty() {
        return None;
    }
    // A title may state the size: `Zip 4x4`.
    if let Some(size) = titles.iter().find_map(|line| dense::size_in(line.text)) {
        listings.iter_mut().filter(|l| l.sizes.is_empty()).for_each(|l| l.sizes.push(size));
    }
    let hexagons = said.neighbours == Some(clew_puzzle::puzzle::Neighbourhood::Hex)
        || named.is_some_and(|named| named.neighbours() == clew_puzzle::puzzle::Neighbourhood::Hex);
    let mut layouts: Vec<Layout<'t>> = Vec::new();
    let mut fault = None;
    for listing in &listings {
        match decide::layouts(listing, &said.places, (what, is_object), hexagons) {
            Ok(found) => layouts.extend(found),
            Err(error) => drop(fault.get_or_insert(error)),
        }
    }
    if let (true, Some(fault)) = (layouts.is_empty(), fault) {
        return Some(Err(fault));
    }
    let page = Page { titles: titles.to_vec(), below: Vec::new(), layouts };
    let mut entry = match meaning::entry(&page, keys, &said) {
        Ok(entry) => entry,
        Err(error) => return Some(Err(error)),
    };
    if is_object {
        let of = |part: Part| text(part).and_then(Item::name).unwrap_or_default().to_string();
        (entry.title, entry.source) = (of(Part::Title), of(Part::Author));
        let id = text(Part::Id);
        entry.id = id.map(|id| id.name().map_or_else(|| id.at.text.to_string(), str::to_string));
    }
    Some(Ok(entry))
}

/// Whether the members of an object are a puzzle: a grid, or a list of places and a size.
pub(super) fn is_puzzle(items: &[Item<'_>]) -> bool {
    let at = Token { text: "", line: 1, column: 1 };
    let found = listing::keyed(items, at, false, ListRules::default());
    matches!(found, Ok(Some(listing)) if listing.grid.is_some() || !listing.sizes.is_empty())
}

/// Reads an object of JSON whose keys are not those of this program; `None` if it has nothing of a puzzle.
pub(crate) fn read_object(chunk: &Chunk<'_>, said: &Reading) -> Option<Result<Entry, ParseError>> {
    let lines = match bytes::raw_lines(chunk) {
        Ok(lines) => lines,
        Err(error) => return Some(Err(error)),
    };
    read(chunk, &lines, &[], &KeyLines::default(), said)
}

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
mod listing;
mod names;
mod records;
pub(super) mod tree;

use super::super::Reading;
use super::bytes::{self, Line};
use super::meaning;
use super::shape::{Layout, Page};
use clew_puzzle::puzzle::Entry;
use clew_puzzle::puzzle::format::{Chunk, KeyLines, ParseError, Token};
use clew_puzzle::registry::named;
use listing::Listing;
use tree::Item;

pub(super) use names::{Part, part};

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
        let groups = || here.iter().filter(|item| item.items().is_some());
        let known = here.iter().any(|item| item.key.as_deref().and_then(part).is_some());
        let only = groups().next().filter(|_| groups().count() == 1 && !known);
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
            let some = listing::keyed(items, at, false, (None, false));
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
    let listings: Vec<Listing<'t>> = match keyed {
        true => match listing::keyed(items, at, is_object, (kind, false)) {
            Ok(Some(listing)) => {
                let other = listing::keyed(items, at, is_object, (kind, true));
                let lists = |other: &Listing<'_>| listing.grid.is_some() && other.grid.is_none();
                let other = other.ok().flatten().filter(lists);
                std::iter::once(listing).chain(other).collect()
            }
            Ok(None) => return None,
            Err(error) => return Some(Err(error)),
        },
        false => bare::bare(items, at, kind),
    };
    if listings.is_empty() {
        return None;
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
    let found = listing::keyed(items, at, false, (None, false));
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

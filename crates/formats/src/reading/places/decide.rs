//! One decision about lists of places, by the data: where counting begins, whether rows or columns come first, how
//! large the board is, which of two cells is smaller. If the data leaves something open there are several layouts;
//! the puzzles decide between them, or the user.

use super::super::roles::Kind;
use super::super::shape::{Layout, Rows};
use super::super::word::word;
use super::listing::Listing;
use super::records::Spot;
use crate::import::PlaceRules;
use clew_puzzle::puzzle::format::{ParseError, Place, size_fault};

/// One way to resolve places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Way {
    size: (i64, i64),
    base: i64,
    column_first: bool,
    larger_first: bool,
}

impl Way {
    fn place(&self, spot: Spot) -> Option<Place> {
        let (r, c) = match spot {
            Spot::Named(r, c) => (r - self.base, c - self.base),
            Spot::Open(a, b) if self.column_first => (b - self.base, a - self.base),
            Spot::Open(a, b) => (a - self.base, b - self.base),
            Spot::Letter(l, n) if self.column_first => (n - self.base, l),
            Spot::Letter(l, n) => (l, n - self.base),
            Spot::Exact(r, c) => (r, c),
            Spot::Index(i) => {
                ((i - self.base).div_euclid(self.size.1), (i - self.base).rem_euclid(self.size.1))
            }
        };
        let inside = (0..self.size.0).contains(&r) && (0..self.size.1).contains(&c);
        inside.then_some((r as u32, c as u32))
    }
}

/// The layouts that a listing may be. `objects`: it is data of a program. `hexagons`: exchanging rows and columns changes the puzzle.
///
/// # Errors
/// If there is no size, or no way in which all places are on the board.
pub(super) fn layouts<'t>(
    listing: &Listing<'t>,
    said: &PlaceRules,
    (what, objects): (&'static str, bool),
    hexagons: bool,
) -> Result<Vec<Layout<'t>>, ParseError> {
    let at = listing.at;
    let sizes = match &listing.grid {
        Some(rows) => {
            let size = (rows.len() as i64, rows[0].len() as i64);
            if !listing.sizes.is_empty() && !listing.sizes.contains(&size) {
                let (r, c) = listing.sizes[0];
                let expected =
                    format!("a grid of {r} x {c}, as in its size, not {} x {}", size.0, size.1);
                return Err(rows[0][0].at.error(expected));
            }
            vec![size]
        }
        None if said.size.is_some() => {
            said.size.map(|(r, c)| (r.into(), c.into())).into_iter().collect()
        }
        None if listing.sizes.is_empty() => {
            return Err(at.error(
                "the rows and columns of the board beside its list of places, or in --places 4x5",
            ));
        }
        None => listing.sizes.clone(),
    };
    for &(r, c) in &sizes {
        let side = |n: i64| usize::try_from(n).unwrap_or(0);
        if r < 1 || c < 1 {
            return Err(at.error("a board of one row and one column at least"));
        }
        if let Some(expected) = size_fault(side(r), side(c)) {
            return Err(at.error(expected));
        }
    }
    let any = |is: fn(Spot) -> bool| listing.spots().any(is);
    let counted = any(|spot| !matches!(spot, Spot::Exact(..)));
    let open = any(|spot| matches!(spot, Spot::Open(..)));
    let letters = any(|spot| matches!(spot, Spot::Letter(..)));
    let unsigned = listing.less.iter().any(|(_, smaller, _)| smaller.is_none());
    let choices = |known: Option<bool>, asked: bool| match (known, asked) {
        (_, false) => vec![false],
        (Some(known), _) => vec![known],
        (None, true) => vec![false, true],
    };
    let bases: Vec<i64> = match said.base {
        _ if !counted => vec![0],
        Some(base) => vec![i64::from(base)],
        // Numbers after letters begin with 1, unless there is a 0.
        None if letters && !open => {
            vec![i64::from(!any(|spot| matches!(spot, Spot::Letter(_, 0))))]
        }
        None => vec![0, 1],
    };
    let mut ways = Vec::new();
    for &size in &sizes {
        for &base in &bases {
            for column_first in choices(said.column_first, open || letters) {
                for larger_first in choices(said.larger_first, unsigned) {
                    ways.push(Way { size, base, column_first, larger_first });
                }
            }
        }
    }
    let mut fits: Vec<Way> = ways.iter().copied().filter(|way| fit(listing, *way, true)).collect();
    if fits.is_empty() {
        fits.extend(ways.iter().copied().filter(|way| fit(listing, *way, false)));
    }
    if fits.is_empty() {
        return Err(outside(listing, sizes[0]));
    }
    // Signs are between neighbours, if that is possible.
    let near = |way: &Way| {
        listing.less.iter().all(|(pair, ..)| {
            let places = pair.map(|spot| way.place(spot));
            matches!(places, [Some(a), Some(b)] if a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1)
        })
    };
    if fits.iter().any(near) {
        fits.retain(near);
    }
    // A letter names a row, and next to a grid of a program places are its indices, unless only the other order fits.
    let named = letters && !open || objects && listing.grid.is_some();
    if named && fits.iter().any(|way| !way.column_first) {
        fits.retain(|way| !way.column_first);
    }
    // Where nothing but the list shows the board, columns first are its mirror image.
    let mut mirrored = false;
    if listing.grid.is_none() && said.column_first.is_none() && !hexagons {
        let all = fits.clone();
        let mirror =
            |way: &Way| Way { size: (way.size.1, way.size.0), column_first: false, ..*way };
        fits.retain(|way| !way.column_first || !all.contains(&mirror(way)));
        mirrored = fits.len() < all.len();
    }
    Ok(fits
        .iter()
        .map(|way| layout(listing, *way, what, (open || letters, mirrored, unsigned)))
        .collect())
}

/// Whether all places of a listing are on the board, with one value each, and walls between neighbours. Walls at the
/// border are no reason against a way unless `strict`.
fn fit(listing: &Listing<'_>, way: Way, strict: bool) -> bool {
    let near = |a: Place, b: Place| a != b && a.0.abs_diff(b.0).max(a.1.abs_diff(b.1)) == 1;
    let on = |spot: Spot| way.place(spot);
    let mut held = std::collections::HashMap::new();
    let values = listing.values.iter().all(|(spot, word)| {
        on(*spot).is_some_and(|place| *held.entry(place).or_insert(&*word.text) == &*word.text)
    });
    values
        && listing.spots().all(|spot| on(spot).is_some())
        && listing
            .walls
            .iter()
            .all(|(pair, _)| matches!(pair.map(on), [Some(a), Some(b)] if near(a, b)))
        && (!strict
            || listing.sides.iter().all(|(spot, step, _)| beside(way, *spot, *step).is_some()))
}

/// The place and its neighbour on a side.
fn beside(way: Way, spot: Spot, step: (i64, i64)) -> Option<[Place; 2]> {
    let (r, c) = way.place(spot)?;
    let (s, d) = (i64::from(r) + step.0, i64::from(c) + step.1);
    let inside = (0..way.size.0).contains(&s) && (0..way.size.1).contains(&d);
    inside.then_some([(r, c), (s as u32, d as u32)])
}

/// The error for a listing whose places are not all on the board.
fn outside(listing: &Listing<'_>, (rows, cols): (i64, i64)) -> ParseError {
    let expected = format!(
        "places within {rows} rows and {cols} columns, counted from 0 or from 1, one value each, and walls between neighbours"
    );
    let beyond = |spot: Spot| {
        [0, 1].iter().all(|&base| {
            let way =
                |column_first| Way { size: (rows, cols), base, column_first, larger_first: false };
            way(false).place(spot).is_none() && way(true).place(spot).is_none()
        })
    };
    let of = |spot: Spot| match spot {
        Spot::Named(a, b) | Spot::Open(a, b) => format!("the place {a}, {b}"),
        Spot::Exact(r, c) => format!("the place r{}c{}", r + 1, c + 1),
        Spot::Letter(l, n) => format!("the place {}{n}", char::from(b'A' + (l as u8).min(25))),
        Spot::Index(i) => format!("the cell number {i}"),
    };
    let values = listing.values.iter().map(|(spot, word)| (*spot, word.at));
    let less = listing.less.iter().flat_map(|(pair, _, at)| pair.map(|spot| (spot, *at)));
    let odd = values.chain(less).find(|(spot, _)| beyond(*spot));
    match odd {
        Some((spot, at)) => ParseError { found: of(spot), ..at.error(expected) },
        None => ParseError {
            found: "places that contradict each other".into(),
            ..listing.at.error(expected)
        },
    }
}

/// The layout of a listing whose places are resolved in a way.
fn layout<'t>(
    listing: &Listing<'t>,
    way: Way,
    what: &'static str,
    (pairs, mirrored, unsigned): (bool, bool, bool),
) -> Layout<'t> {
    let (height, wide) = (way.size.0 as usize, way.size.1 as usize);
    let mut rows: Rows<'t> = match &listing.grid {
        Some(rows) => rows.clone(),
        None => (0..height).map(|_| (0..wide).map(|_| word("", listing.at)).collect()).collect(),
    };
    let mut put = |spot: Spot, held: &super::super::word::Word<'t>| {
        if let Some((r, c)) = way.place(spot) {
            rows[r as usize][c as usize] = held.clone();
        }
    };
    listing.holes.iter().for_each(|(spot, at)| put(*spot, &word("#", *at)));
    listing.values.iter().for_each(|(spot, held)| put(*spot, held));
    let mut layout = Layout::new(what, rows);
    for (pair, smaller, at) in &listing.less {
        if let [Some(a), Some(b)] = pair.map(|spot| way.place(spot)) {
            let smaller = smaller.unwrap_or(!way.larger_first);
            layout.less.push((if smaller { [a, b] } else { [b, a] }, *at));
        }
    }
    for (pair, at) in &listing.walls {
        if let [Some(a), Some(b)] = pair.map(|spot| way.place(spot)) {
            layout.walls.push(([a, b], *at));
        }
    }
    for (spot, step, at) in &listing.sides {
        layout.walls.extend(beside(way, *spot, *step).map(|pair| (pair, *at)));
    }
    layout.walls.sort_by_key(|(pair, _)| [pair[0].min(pair[1]), pair[0].max(pair[1])]);
    layout.walls.dedup_by_key(|(pair, _)| [pair[0].min(pair[1]), pair[0].max(pair[1])]);
    layout.kinds = listing.kinds.clone();
    layout.notes = listing.notes.clone();
    let counted = listing.spots().any(|spot| !matches!(spot, Spot::Exact(..)));
    let cells = listing.spots().all(|spot| matches!(spot, Spot::Index(_)));
    if counted && cells {
        layout.notes.push(format!("cells numbered row by row from {}", way.base));
    } else if counted {
        let order = if way.column_first { "column and row" } else { "row and column" };
        let mirror = if mirrored { " (the other way round it is the mirror image)" } else { "" };
        layout.notes.push(format!("places by {order} from {}{mirror}", way.base));
    }
    if unsigned {
        let first = if way.larger_first { "larger" } else { "smaller" };
        layout.notes.push(format!("the first of two cells is {first}"));
        layout.options.push(format!("--places {first}"));
    }
    if counted {
        layout.options.push(format!("--places {}", way.base));
    }
    if listing.triples {
        let first = if listing.value_first { "value" } else { "place" };
        layout.options.push(format!("--places {first}"));
    }
    if listing.triples && listing.value_first {
        layout.notes.push("the value before its place".into());
    }
    if listing.grid.is_none() {
        layout.options.push(format!("--places {}x{}", way.size.0, way.size.1));
    }
    if pairs {
        layout
            .options
            .push(format!("--places {}", if way.column_first { "column" } else { "row" }));
    }
    let signs = !layout.less.is_empty();
    if signs && layout.kinds.is_empty() {
        layout.kinds.push(Kind::Signs);
    }
    layout
}

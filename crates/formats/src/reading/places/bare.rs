//! Listings of texts without keys: a size, then cells or places, in one line or in blocks of lines.

use super::super::names;
use super::super::roles::Kind;
use super::super::tree::{Apart, Item};
use super::super::word::{sign, word};
use super::listing::{ListRules, Listing};
use super::records::{Record, depth, parts};
use clew_puzzle::puzzle::format::Token;

/// The listings that a text without keys may be: numbers that state a size, then places.
pub(super) fn bare<'t>(items: &[Item<'t>], at: Token<'t>, rules: ListRules) -> Vec<Listing<'t>> {
    let kind = rules.kind;
    if items.is_empty() {
        return Vec::new();
    }
    let mut lines: Vec<&[Item<'t>]> = parts(items);
    if items.iter().skip(1).all(|item| item.apart < Apart::Semicolon) {
        lines = vec![items];
    }
    let all: Vec<Record<'t>> =
        lines.iter().map(|line| Record::from_items(line.iter(), line[0].at)).collect();
    let mut found = Vec::new();
    if let [only] = &all[..] {
        if only.is_ints() {
            flat(only, rules, at, &mut found);
        }
        return found;
    }
    if let Some(listing) = columns(&lines, at, rules) {
        return vec![listing];
    }
    if all.len() > 1 && all.iter().all(|record| !record.spots.is_empty()) {
        // Places alone; the size is stated elsewhere.
        let mut listing = Listing::new(at, rules);
        let taken = blocks(&mut listing, &lines, &all, (0, 0), kind);
        return taken.map(|()| listing).into_iter().collect();
    }
    let Some((head, rest)) = all.split_first() else { return found };
    if !head.is_ints() || head.ints.len() > 3 || rest.is_empty() {
        return found;
    }
    let sizes = match head.ints[..] {
        [n] => vec![(n, n)],
        [a, b] if a == b => vec![(a, a)],
        [a, b] => {
            // The second number may be how many records follow, perhaps below a grid.
            let counts = [rest.len() as i64, rest.len() as i64 - a].contains(&b);
            [(a, b), (b, a)].into_iter().chain(counts.then_some((a, a))).collect()
        }
        [a, b, _] => vec![(a, b), (b, a)],
        _ => return found,
    };
    // Places without values may be met in their order, or be both ends of paths.
    let kinds: &[Option<Kind>] = if kind.is_none() { &[None, Some(Kind::Pairs)] } else { &[kind] };
    let sizes = sizes.into_iter().filter(|size| size.0 > 0 && size.1 > 0);
    for (size, kind) in sizes.flat_map(|size| kinds.iter().map(move |&kind| (size, kind))) {
        let mut listing = Listing { sizes: vec![size], ..Listing::new(at, rules) };
        let new = |listing: &Listing<'_>| {
            let same =
                |other: &&Listing<'_>| other.sizes == listing.sizes && other.is_like(listing);
            !found.iter().any(|other| same(&other))
        };
        if blocks(&mut listing, &lines[1..], rest, size, kind).is_some() && new(&listing) {
            found.push(listing);
        }
    }
    found
}

/// The listing of a table whose first line, perhaps below a size, names columns of rows, columns and values.
fn columns<'t>(lines: &[&[Item<'t>]], at: Token<'t>, rules: ListRules) -> Option<Listing<'t>> {
    let head = |line: &&&[Item<'t>]| {
        line.len() > 1
            && line.iter().all(|item| item.name().is_some_and(|name| names::field(name).is_some()))
    };
    let top = lines.iter().take(2).position(|line| head(&line))?;
    let mut listing = Listing::new(at, rules);
    if let [line] = lines[..top] {
        match line.iter().map(Item::number).collect::<Option<Vec<i64>>>()?[..] {
            [n] => listing.sizes.push((n, n)),
            [a, b] => listing.sizes.push((a, b)),
            _ => return None,
        }
    }
    let names = lines[top];
    let ruling = |line: &&[Item<'t>]| line.iter().all(|item| item.name() == Some("-"));
    let rows: Vec<&[Item<'t>]> =
        lines[top + 1..].iter().copied().filter(|line| !ruling(line)).collect();
    // Rows may begin with a number that has no name.
    let numbered = rows.iter().all(|line| line.len() == names.len() + 1);
    let record = |line: &&[Item<'t>]| {
        let line = &line[usize::from(numbered)..];
        let key = |(item, name): (&Item<'t>, &Item<'t>)| Item {
            key: name.name().map(|name| name.to_string().into()),
            ..item.clone()
        };
        let items: Vec<Item<'t>> = line.iter().zip(names).map(key).collect();
        Record::from_items(&items, line[0].at)
    };
    let all: Vec<Record<'t>> = rows.iter().map(record).collect();
    let pairs = all.iter().all(|record| record.spots.len() == 2);
    if pairs { listing.take_ends(&all) } else { listing.take_values(&all) }.ok()?;
    listing.has_places().then_some(listing)
}

/// Numbers in one line: a size, then cells, or places.
fn flat<'t>(only: &Record<'t>, rules: ListRules, at: Token<'t>, found: &mut Vec<Listing<'t>>) {
    for heads in 1..=3 {
        let Some((head, rest)) = only.ints.split_at_checked(heads) else { continue };
        let sizes = match *head {
            [n] => vec![(n, n)],
            [a, b] if a == b => vec![(a, b)],
            [a, b] | [a, b, _] => vec![(a, b), (b, a)],
            _ => continue,
        };
        for size in sizes.into_iter().filter(|size| size.0 > 0 && size.1 > 0) {
            let listing = || Listing { sizes: vec![size], ..Listing::new(at, rules) };
            if size.0 > 0 && size.0.checked_mul(size.1) == Some(rest.len() as i64) && heads < 3 {
                let words = rest.iter().map(|n| word(n.to_string(), at)).collect::<Vec<_>>();
                let rows = words.chunks(size.1 as usize).map(<[_]>::to_vec).collect();
                found.push(Listing { grid: Some(rows), ..listing() });
            }
            for (step, kinds) in
                [(4, &[Kind::Pairs][..]), (3, &[Kind::Numbers, Kind::Stops]), (2, &[Kind::Stops])]
            {
                let count = rest.len() / step;
                let stated = heads < 3 || head[2] == count as i64;
                let wanted = rules.kind.is_none_or(|kind| kinds.contains(&kind));
                if rest.len() % step != 0 || count == 0 || !stated || !wanted {
                    continue;
                }
                let mut list = listing();
                let record = |ints: &[i64]| {
                    let mut record = Record::from_items([], at);
                    record.ints = ints.to_vec();
                    record
                };
                let all: Vec<Record<'t>> = rest.chunks(step).map(record).collect();
                let taken = match step {
                    4 => list.take_ends(&all),
                    3 => list.take_values(&all),
                    _ => list.take_order(&all),
                };
                if taken.is_ok() {
                    found.push(list);
                }
            }
        }
    }
}

/// Blocks of lines of one kind each: a grid, or records, perhaps with their number above.
fn blocks<'t>(
    listing: &mut Listing<'t>,
    lines: &[&[Item<'t>]],
    all: &[Record<'t>],
    (rows, cols): (i64, i64),
    kind: Option<Kind>,
) -> Option<()> {
    let (rows, cols) = (usize::try_from(rows).ok()?, usize::try_from(cols).ok()?);
    let mut i = 0;
    let mut found: Vec<&[Record<'t>]> = Vec::new();
    while i < all.len() {
        let scalars = |line: &&[Item<'t>]| {
            line.len() == cols && line.iter().all(|item| depth(item) == 0 && item.key.is_none())
        };
        let grid = rows > 0
            && listing.grid.is_none()
            && i + rows <= all.len()
            && rows < all.len()
            && lines[i..i + rows].iter().all(scalars);
        if grid && all.get(i + rows).is_none_or(|next| next.shape() != all[i].shape()) {
            let row = |line: &&[Item<'t>]| {
                line.iter().map(|item| word(sign(item.at.text), item.at)).collect()
            };
            listing.grid = Some(lines[i..i + rows].iter().map(row).collect());
            i += rows;
            continue;
        }
        let count = match all[i].ints[..] {
            [n] if all[i].is_ints() && i + 1 < all.len() => usize::try_from(n).ok(),
            _ => None,
        };
        let from = if count.is_some() { i + 1 } else { i };
        let run =
            all[from..].iter().take_while(|record| record.shape() == all[from].shape()).count();
        let n = match count {
            Some(0) => {
                i += 1;
                continue;
            }
            Some(n) if n <= run => n,
            Some(_) => return None,
            None => run,
        };
        found.push(&all[from..from + n]);
        i = from + n;
    }
    let several = found.len() + usize::from(listing.grid.is_some()) > 1;
    for records in found {
        let one = &records[0];
        let places = one.spots.len() + one.ints.len() / 2;
        let pair = one.spots.len() == 2 || one.ints.len() > 3;
        let indices = one.spots.is_empty() && one.ints.len() == 2 && listing.grid.is_some();
        let signs = one.smaller.is_some() || kind == Some(Kind::Signs) || kind.is_none() && several;
        let taken = match () {
            () if (pair || indices) && signs => listing.take_signs(records, None),
            () if pair => listing.take_ends(records),
            () if one.sides.len() == 1 => listing.take_walls(records),
            () if kind == Some(Kind::Pairs) && places == 1 => listing.take_ends(records),
            () => listing.take_values(records),
        };
        taken.ok()?;
    }
    listing.has_places().then_some(())
}

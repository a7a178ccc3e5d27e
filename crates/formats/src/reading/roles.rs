//! The meaning of signs, decided for a grid as a whole: a cell to fill, no cell, or something given.
//!
//! One decision for all shapes. If signs can have several meanings, all of these are listed, and the resulting puzzles
//! decide between them; more than one puzzle is a question.

use super::super::Reading;
use super::bytes::is_null;
use super::word::{Word, is_digits};
use std::collections::BTreeMap;

/// The meaning of a sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// A cell to fill.
    Blank,
    /// No cell.
    Hole,
    /// A number or a label.
    Given,
}

/// The meaning of each sign of a grid.
pub(super) type Roles<'w> = BTreeMap<&'w str, Role>;

/// Which kind of puzzle a grid is read as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Labels in pairs.
    Pairs,
    /// Numbers of a line.
    Numbers,
    /// A line without numbers, or with some.
    Line,
    /// Numbers of cells that a line meets in their order.
    Stops,
    /// A square with signs of order.
    Signs,
}

impl Kind {
    /// The name in the group `plain` of the families' dialects.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Pairs => "pairs",
            Kind::Numbers => "numbers",
            Kind::Line => "line",
            Kind::Stops => "stops",
            Kind::Signs => "signs",
        }
    }

    /// The kind of this name.
    pub fn from_name(name: &str) -> Option<Kind> {
        let all = [Kind::Pairs, Kind::Numbers, Kind::Line, Kind::Stops, Kind::Signs];
        all.into_iter().find(|kind| kind.name() == name)
    }
}

/// Signs that are usually cells to fill.
const BLANKS: [&str; 8] = ["", ".", "_", "-", "?", "·", "□", "~"];
/// Signs that are usually places without a cell; the first two are never cells.
const HOLES: [&str; 5] = ["#", "■", "X", "x", "*"];

/// The number of occurrences of each word in a grid.
pub(super) fn counts<'w>(words: impl Iterator<Item = &'w Word<'w>>) -> BTreeMap<&'w str, usize> {
    let mut found = BTreeMap::new();
    words.for_each(|word| *found.entry(&*word.text).or_default() += 1);
    found
}

/// Whether a sign is usually a cell to fill; `0` may be one too.
pub(super) fn is_blank_sign(text: &str) -> bool {
    BLANKS.contains(&text) || is_null(text)
}

fn is_negative(text: &str) -> bool {
    text.strip_prefix('-').is_some_and(is_digits)
}

/// All ways in which the signs of a grid can be meant, if it is of this kind.
pub(super) fn all<'w>(
    found: &BTreeMap<&'w str, usize>,
    kind: Kind,
    said: &Reading,
) -> Vec<Roles<'w>> {
    let mut base: Roles<'w> = BTreeMap::new();
    let mut forced = |signs: &[String], role| {
        for (&sign, _) in found.iter().filter(|(sign, _)| signs.iter().any(|s| s == *sign)) {
            base.insert(sign, role);
        }
    };
    forced(&said.blank, Role::Blank);
    forced(&said.hole, Role::Hole);
    forced(&said.given, Role::Given);
    let open: Vec<&'w str> =
        found.keys().copied().filter(|sign| !base.contains_key(sign)).collect();
    let said_blank = base.values().any(|role| *role == Role::Blank);
    let blanks: Vec<&'w str> = open.iter().copied().filter(|sign| is_blank_sign(sign)).collect();
    let has_blank = said_blank || !blanks.is_empty();

    // A zero may be another sign for cells to fill; then a blank sign may stand where no cell is.
    let zero = open.contains(&"0");
    let mut ways = spread(vec![base], &blanks, said_blank || zero);
    if open.contains(&"0") {
        let twice = found["0"] == 2;
        let digits =
            found.keys().all(|text| is_blank_sign(text) || HOLES.contains(text) || is_digits(text));
        let minus = open.contains(&"-1");
        let roles: &[Role] = match (kind, has_blank) {
            (Kind::Pairs, true) if twice && digits => &[Role::Given],
            (Kind::Pairs, true) if twice => &[Role::Given, Role::Blank, Role::Hole],
            (Kind::Pairs, false) if twice => &[Role::Given, Role::Blank],
            (Kind::Pairs, true) => &[Role::Blank, Role::Hole],
            (_, true) => &[Role::Given, Role::Blank, Role::Hole],
            (_, false) if minus && kind != Kind::Pairs => &[Role::Blank, Role::Given],
            (_, false) => &[Role::Blank],
        };
        ways = with(ways, "0", roles);
        if has_blank {
            // Something is to be filled in.
            ways.retain(|way| way.values().any(|role| *role == Role::Blank));
            // A cell is left out in one way only.
            ways.retain(|way| {
                way.values().filter(|role| **role == Role::Hole).count() < 2 || said_blank
            });
        }
    }
    for way in &mut ways {
        let filled = |way: &Roles<'_>| way.values().any(|role| *role == Role::Blank);
        let mut negative: Vec<&'w str> = open.iter().copied().filter(|s| is_negative(s)).collect();
        if !filled(way) && negative.contains(&"-1") {
            way.insert("-1", Role::Blank);
            negative.retain(|sign| *sign != "-1");
        }
        way.extend(negative.into_iter().map(|sign| (sign, Role::Hole)));
    }
    // Where all letters before it are labels, X is one too.
    let letters = ('A'..'X').all(|c| found.contains_key(&*c.to_string()));
    let single = HOLES.iter().filter(|sign| open.contains(sign)).count() == 1;
    for sign in HOLES.into_iter().filter(|sign| open.contains(sign)) {
        let sign = *found.get_key_value(sign).expect("it stands there").0;
        let label = kind == Kind::Pairs && matches!(sign, "X" | "x") && found[sign] == 2;
        let filled = ways.iter().any(|way| way.values().any(|role| *role == Role::Blank));
        let roles: &[Role] = match () {
            () if label && letters => &[Role::Given],
            () if label => &[Role::Given, Role::Hole],
            // Black squares are the empty cells if all other signs are labels.
            () if !filled && sign == "■" && kind == Kind::Pairs && single => &[Role::Blank],
            () if !filled && !matches!(sign, "#" | "■") => &[Role::Blank],
            () => &[Role::Hole],
        };
        ways = with(ways, sign, roles);
    }
    // If -1 and X are the only such signs, either may be the cells to fill.
    let cross = ["X", "x", "*"].into_iter().find(|sign| open.contains(sign));
    if let (false, true, Some(cross)) =
        (has_blank || open.contains(&"0"), open.contains(&"-1"), cross)
    {
        let mut other = ways[0].clone();
        other.insert("-1", Role::Hole);
        other.insert(cross, Role::Blank);
        ways.push(other);
    }
    let binary = found.len() == 2 && found.contains_key("0") && found.contains_key("1");
    if binary && kind == Kind::Line && open.len() == 2 {
        ways.push(Roles::from([("0", Role::Blank), ("1", Role::Hole)]));
        ways.push(Roles::from([("0", Role::Hole), ("1", Role::Blank)]));
    }
    ways
}

/// Signs for cells to fill: if there are several, all may be, or one of them marks places without a cell.
fn spread<'w>(ways: Vec<Roles<'w>>, blanks: &[&'w str], said_blank: bool) -> Vec<Roles<'w>> {
    let fill = |way: &Roles<'w>, hole: Option<usize>| {
        let mut way = way.clone();
        for (i, sign) in blanks.iter().enumerate() {
            way.insert(sign, if hole == Some(i) { Role::Hole } else { Role::Blank });
        }
        way
    };
    let alone = blanks.len() < 2 && !said_blank;
    let holes = if alone { 0 } else { blanks.len() };
    let each = |way: &Roles<'w>| -> Vec<Roles<'w>> {
        [None].into_iter().chain((0..holes).map(Some)).map(|hole| fill(way, hole)).collect()
    };
    ways.iter().flat_map(each).collect()
}

/// Each way with each of these meanings of a sign.
fn with<'w>(ways: Vec<Roles<'w>>, sign: &'w str, roles: &[Role]) -> Vec<Roles<'w>> {
    let mut all = Vec::with_capacity(ways.len() * roles.len());
    for way in ways {
        for role in roles {
            let mut way = way.clone();
            way.insert(sign, *role);
            all.push(way);
        }
    }
    all
}

/// The signs with this role, in their usual notation.
pub(super) fn listed(roles: &Roles<'_>, role: Role) -> Vec<String> {
    let signs = roles.iter().filter(|(_, r)| **r == role);
    signs.map(|(sign, _)| sign.to_string()).collect()
}

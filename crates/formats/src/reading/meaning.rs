//! From a layout to a puzzle: the meaning of signs, the family that fits, the rules by the name.
//!
//! Every plausible way to understand a grid is tried, by making the puzzle. If exactly one puzzle results it is taken
//! and reported; if several different ones do, the result is an error with the options that decide between them.

use super::super::Reading;
use super::super::guess::{Guess, describe};
use super::super::import::{Import, PARTED, dialect};
use super::bytes::{Line, plain_text};
use super::roles::{self, Kind, Role, Roles};
use super::shape::{Layout, Page};
use super::squares::{self, Square};
use super::word::{Word, is_digits, label};
use clew_puzzle::puzzle::family::Dialect;
use clew_puzzle::puzzle::format::{Clue, KeyLines, ParseError, Place, Token, quote, size_fault};
use clew_puzzle::puzzle::{Entry, Family, Named, Neighbourhood, Puzzle, Wrap};
use clew_puzzle::registry::{self, all};

/// A grid of places, some of which may lie outside.
struct Grid<'l, 't> {
    size: (usize, usize),
    /// The word in each place; `None` outside.
    places: Vec<Option<Word<'t>>>,
    /// Signs of order.
    less: Vec<([Place; 2], Token<'t>)>,
    /// The layout that it is of.
    layout: &'l Layout<'t>,
    signs: bool,
    /// Whether it is of hexagons because its rows are shifted.
    hexagons: bool,
    what: &'static str,
    /// Whether there is a size above it.
    size_row: bool,
    origin: Token<'t>,
}

/// A way to understand a text, and the resulting puzzle.
struct Way {
    entry: Entry,
    /// Options that select this way.
    options: Vec<String>,
    /// How many cells there are to fill.
    open: usize,
    /// Whether the last number of a line is given.
    fits: bool,
    pairs: bool,
    /// The layout of the grid: whether there is a size above, whether it is of hexagons.
    layout: [bool; 2],
    /// Whether its numbers count from 0.
    zero: bool,
}

/// The rules and the family as far as they are known before the grid is read.
struct Known<'k, 't> {
    named: Option<Named>,
    /// Lines of a header around the grid.
    keys: &'k KeyLines<'t>,
    /// The keys that are also given by options.
    said: Vec<&'static str>,
    /// A line above the grid that names it.
    title: Option<String>,
}

/// The puzzle of a page.
///
/// # Errors
/// The first fault, or the ways to understand the page if there are several.
pub(super) fn entry<'t>(
    page: &Page<'t>,
    keys: &KeyLines<'t>,
    said: &Reading,
) -> Result<Entry, ParseError> {
    let (named, title) = named(said, keys, &page.titles)?;
    let mut options: Vec<&str> = said.words.iter().map(|(key, _)| *key).collect();
    options.extend(said.family.map(|_| "puzzle"));
    options.extend(said.neighbours.map(|_| "neighbours"));
    let known = Known { named, keys, said: options, title };
    let said = &Reading { neighbours: said.neighbours.or(keys.neighbours()), ..said.clone() };
    let mut ways: Vec<Way> = Vec::new();
    let mut fault: Option<ParseError> = None;
    for layout in &page.layouts {
        for grid in grids(layout, said, &known) {
            match grid {
                Ok(grid) => understand(&grid, said, &known, &mut ways, &mut fault),
                Err(error) => drop(fault.get_or_insert(error)),
            }
        }
    }
    let mut entry = chosen(ways, fault, page, said)?;
    if let Some(title) = page.titles.first() {
        entry.title = plain_text(title.text.trim()).trim_end_matches(':').to_string();
    }
    keys.entitle(&mut entry, all())?;
    let below = page.below.iter().min_by_key(|line| line.number);
    if let (Some(reading), Some(line)) = (&mut entry.guessed.reading, below) {
        *reading += &format!("; {} and so on is for people", quote(line.text.trim()));
    }
    Ok(entry)
}

/// The family that options, lines of a header or a title name, and the word of the title.
///
/// # Errors
/// If two lines of the header name one.
pub(super) fn named(
    said: &Reading,
    keys: &KeyLines<'_>,
    titles: &[Line<'_>],
) -> Result<(Option<Named>, Option<String>), ParseError> {
    Ok(match said.named().or(keys.named(all())?) {
        named @ Some(_) => (named, None),
        None => by_title(titles),
    })
}

/// The family that a title names, and the word that names it.
fn by_title(titles: &[Line<'_>]) -> (Option<Named>, Option<String>) {
    let in_line = |line: &Line<'_>| {
        let words = line.text.split(|c: char| !c.is_alphanumeric());
        let found = words
            .filter(|word| word.len() > 2)
            .find_map(|word| Some((registry::named(word)?, word)));
        found.map(|(family, word)| (family, word.to_string()))
    };
    titles.iter().find_map(in_line).unzip()
}

/// The kind of a family.
pub(super) fn kind_of(family: Family) -> Option<Kind> {
    family.dialects.iter().find(|d| d.of == "plain").and_then(|d| Kind::from_name(d.name))
}

/// The grids that a layout may be: with hexagons or without.
fn grids<'l, 't>(
    layout: &'l Layout<'t>,
    said: &Reading,
    known: &Known<'_, '_>,
) -> Vec<Result<Grid<'l, 't>, ParseError>> {
    let kind = known.named.and_then(|named| kind_of(named.family));
    let signs = match kind {
        Some(kind) => kind == Kind::Signs,
        None => squares::has_signs(layout),
    };
    if signs {
        return vec![squares::read(layout).map(|square| of_square(square, layout))];
    }
    let cols = layout.rows[0].len();
    let even = layout.rows.iter().all(|row| row.len() == cols);
    let moves = said.neighbours.or_else(|| known.named?.alias?.neighbours);
    let mut grids = Vec::new();
    let shifted = layout.shifts.is_some() && matches!(moves, None | Some(Neighbourhood::Hex));
    if shifted || !even {
        grids.extend(layout.shifts.as_ref().map(|shifts| of_hexagons(layout, shifts)));
    }
    // Shifted rows are hexagons if the options state it.
    if even && !(shifted && moves == Some(Neighbourhood::Hex)) {
        grids.push(Ok(of_rows(layout)));
    }
    if grids.is_empty() {
        let odd = layout.rows.iter().find(|row| row.len() != cols);
        let at = odd.map_or(layout.rows[0][0].at, |row| row[0].at);
        grids.push(Err(at.error(format!("a row of {cols} places"))));
    }
    grids
}

fn of_square<'l, 't>(square: Square<'t>, layout: &'l Layout<'t>) -> Grid<'l, 't> {
    let origin = square.cells[0].at;
    Grid {
        size: (square.n, square.n),
        places: square.cells.into_iter().map(Some).collect(),
        less: square.less,
        layout,
        signs: true,
        hexagons: false,
        what: layout.what,
        size_row: layout.sizes.at.is_some(),
        origin,
    }
}

fn of_rows<'l, 't>(layout: &'l Layout<'t>) -> Grid<'l, 't> {
    Grid {
        size: (layout.rows.len(), layout.rows[0].len()),
        places: layout.rows.iter().flatten().cloned().map(Some).collect(),
        less: Vec::new(),
        layout,
        signs: false,
        hexagons: false,
        what: layout.what,
        size_row: layout.sizes.at.is_some(),
        origin: layout.rows[0][0].at,
    }
}

/// Rows that begin half a cell further right or left, in columns where odd rows are shifted right by half a cell.
fn of_hexagons<'l, 't>(
    layout: &'l Layout<'t>,
    shifts: &[usize],
) -> Result<Grid<'l, 't>, ParseError> {
    let first = |r: usize| (shifts[r] + (shifts[0] & 1) - (r & 1)) / 2;
    // If the first row begins at an odd half, the whole board moves by one.
    let ends = layout.rows.iter().enumerate().map(|(r, row)| first(r) + row.len());
    let size = (layout.rows.len(), ends.max().unwrap_or(0));
    let origin = layout.rows[0][0].at;
    if let Some(expected) = size_fault(size.0, size.1) {
        return Err(origin.error(expected));
    }
    let mut places = vec![None; size.0 * size.1];
    for (r, row) in layout.rows.iter().enumerate() {
        for (c, word) in row.iter().enumerate() {
            places[r * size.1 + first(r) + c] = Some(word.clone());
        }
    }
    Ok(Grid { size, places, hexagons: true, ..of_rows(layout) })
}

/// Tries all kinds and all meanings of signs.
fn understand<'t>(
    grid: &Grid<'_, 't>,
    said: &Reading,
    known: &Known<'_, 't>,
    ways: &mut Vec<Way>,
    fault: &mut Option<ParseError>,
) {
    let found = roles::counts(grid.places.iter().flatten());
    let kinds = match known.named {
        Some(named) => kind_of(named.family).into_iter().collect(),
        None if grid.signs => vec![Kind::Signs],
        None if !grid.layout.kinds.is_empty() => grid.layout.kinds.clone(),
        None => {
            let suits = |kind: &Kind| {
                let (family, _) =
                    dialect("plain", kind.name()).expect("the families have all kinds");
                known.keys.suit(family, all())
            };
            // The keys below the grid may suit squares only.
            let likely = likely(&found);
            match !likely.iter().any(suits) && suits(&Kind::Signs) {
                true => vec![Kind::Signs],
                false => likely,
            }
        }
    };
    for kind in kinds.into_iter().filter(|kind| grid.layout.suits(*kind)) {
        for roles in roles::all(&found, kind, said) {
            let given =
                found.keys().any(|text| matches!(roles.get(text), None | Some(Role::Given)));
            let lines = kind == Kind::Line && known.named.is_none();
            if given == lines && !(kind == Kind::Signs || known.named.is_some()) {
                continue;
            }
            match way(grid, kind, &roles, said, known) {
                Ok(way) => ways.push(way),
                Err(error) => drop(fault.get_or_insert(error)),
            }
        }
    }
}

/// The kinds that a grid without signs of order may be, the likeliest first: the fault of the likeliest one is
/// reported.
fn likely(found: &std::collections::BTreeMap<&str, usize>) -> Vec<Kind> {
    let labels =
        |text: &str| label(text).is_some() && !is_digits(text) && !super::bytes::is_null(text);
    let some =
        found.keys().any(|text| labels(text) && !matches!(*text, "X" | "x" | "■" | "□" | "·"));
    let numbers = |(text, _): &(&&str, &usize)| is_digits(text) && **text != "0";
    let mut numbers = found.iter().filter(numbers).peekable();
    // Most of them twice: then the faults of pairs are reported.
    let some_numbers = numbers.peek().is_some();
    let (twice, other): (Vec<_>, Vec<_>) = numbers.partition(|(_, n)| **n == 2);
    let pairs = some_numbers && twice.len() > other.len();
    // The first numbers, each once, may be numbers of a line's cells or the order in which a line meets these cells.
    let given: Vec<usize> =
        found.keys().filter(|text| is_digits(text)).flat_map(|n| n.parse()).collect();
    let stops = (1..=given.len()).all(|k| given.contains(&k)) && given.len() > 1;
    match some || pairs {
        true => vec![Kind::Pairs, Kind::Numbers, Kind::Line],
        false if stops => vec![Kind::Numbers, Kind::Stops, Kind::Pairs, Kind::Line],
        false => vec![Kind::Numbers, Kind::Pairs, Kind::Line],
    }
}

/// The puzzle of a grid whose signs mean this.
fn way<'t>(
    grid: &Grid<'_, 't>,
    kind: Kind,
    roles: &Roles<'_>,
    said: &Reading,
    known: &Known<'_, 't>,
) -> Result<Way, ParseError> {
    let (family, plain) = match known.named {
        Some(named) => {
            let plain = named.family.dialects.iter().find(|d| d.of == "plain");
            (named.family, plain.ok_or_else(|| grid.origin.error("another family"))?)
        }
        None => dialect("plain", kind.name()).expect("the families have all kinds"),
    };
    let mut import = Import::for_family(family, plain, grid.size, grid.origin, said)?;
    let mut guess = rules(&mut import, grid, plain, said, known);
    let zero = kind != Kind::Pairs && roles.get("0") == Some(&Role::Given);
    let (mut open, mut most, mut least) = (0, 0u32, u32::MAX);
    for (i, word) in grid.places.iter().enumerate() {
        let Some(word) = word else {
            import.put(i, Clue::Hole, grid.origin);
            continue;
        };
        let clue = match roles.get(&*word.text) {
            Some(Role::Blank) => Clue::Empty,
            Some(Role::Hole) => Clue::Hole,
            _ => given(family, kind, word, zero)?,
        };
        open += usize::from(clue == Clue::Empty);
        if let Clue::Number(n) = clue {
            (most, least) = (most.max(n), least.min(n));
        }
        import.put(i, clue, word.at);
    }
    for &(pair, at) in &grid.less {
        import.less(pair, at);
    }
    for &(pair, at) in &grid.layout.walls {
        import.wall(pair, at);
    }
    if let Some((_, at)) = grid.layout.walls.first().filter(|_| import.is_parted()) {
        return Err(at.error(PARTED));
    }
    let cells = import.draft.cells();
    // If both ends of a line are given, they determine the number that it begins with.
    let from = (family.understands("first") && most as usize > cells && least > 1)
        .then_some(least)
        .filter(|least| cells > 1 && (most - least) as usize + 1 == cells)
        .filter(|_| known.keys.keys().all(|key| key != "first"));
    if let Some(first) = from {
        import.first(first);
        guess.notes.push(format!("numbers from {first} to {most}"));
    }
    known.keys.put(&mut import.draft, &known.said, all())?;
    guess.defaults.retain(|default| known.keys.keys().all(|key| key != *default));
    let mut entry = import.entry()?;
    let listed = !grid.layout.options.is_empty() || !grid.layout.kinds.is_empty();
    if listed && hopeless(&entry.puzzle, kind) {
        return Err(grid
            .origin
            .error("a board on which a line can meet these cells in their order"));
    }
    guess.blanks = roles::listed(roles, Role::Blank);
    guess.holes = roles::listed(roles, Role::Hole);
    if zero {
        guess.notes.push("numbers from 0, each one higher here".into());
    }
    if grid.hexagons {
        guess.notes.push("rows shifted by half a cell".into());
    }
    if grid.size_row {
        guess.notes.push("the size stands above".into());
    }
    if let Some(title) = &known.title {
        guess.notes.push(format!("{} stands above", quote(title)));
    }
    guess.notes.extend(grid.layout.notes.iter().cloned());
    guess.what = grid.what;
    entry.guessed.reading = Some(describe(&entry.puzzle, &guess));
    entry.guessed.defaults = guess.defaults;
    let mut options = options(grid, kind, roles, zero);
    options.extend(grid.layout.options.iter().cloned());
    let layout = [grid.size_row, grid.hexagons];
    // Signs for holes are rarer than those for cells to fill: then no other assignment of them fits too.
    let blanks = count(grid, roles, Role::Blank);
    let holes = count(grid, roles, Role::Hole);
    let last = from.map_or(most, |first| most - first + 1);
    let fits = kind == Kind::Numbers && last as usize == cells && (holes == 0 || holes < blanks);
    Ok(Way { entry, options, open, fits, pairs: kind == Kind::Pairs, layout, zero })
}

/// Whether a line through all cells cannot have these numbers in it: they are too far from each other, or stand on the
/// wrong colours of a chessboard.
fn hopeless(puzzle: &Puzzle, kind: Kind) -> bool {
    let Some(board) = puzzle.board().filter(|_| matches!(kind, Kind::Numbers | Kind::Stops)) else {
        return false;
    };
    let moves = board.moves().filter(|moves| *moves != Neighbourhood::Hex);
    let (Some(moves), Wrap::None, true) = (moves, board.wrap(), board.bridges().is_empty()) else {
        return false;
    };
    let places = (0u32..).zip(puzzle.tokens(None));
    let mut given: Vec<(i64, Place)> =
        places.filter_map(|(cell, text)| Some((text.parse().ok()?, puzzle.place(cell)))).collect();
    given.sort_unstable();
    let colour = |(r, c): Place| i64::from((r + c) % 2);
    let rook = moves == Neighbourhood::Rook;
    if kind == Kind::Numbers {
        return given.windows(2).any(|pair| {
            let ((m, a), (n, b)) = (pair[0], pair[1]);
            let (rows, cols) = (i64::from(a.0.abs_diff(b.0)), i64::from(a.1.abs_diff(b.1)));
            let far = if rook { rows + cols } else { rows.max(cols) };
            far > n - m || rook && (n - m - colour(a) - colour(b)) % 2 != 0
        });
    }
    let (Some((_, first)), Some((_, last)), true) = (given.first(), given.last(), rook) else {
        return false;
    };
    let cells = board.len() as u32;
    let odd: i64 = (0..cells).map(|cell| colour(puzzle.place(cell))).sum();
    let even = i64::from(cells) - odd;
    // Ends of a line have different colours, or both the one that is in excess.
    let excess = |place: &Place| if colour(*place) == 1 { odd - even } else { even - odd };
    match odd - even {
        0 => colour(*first) == colour(*last),
        _ => excess(first) != 1 || excess(last) != 1,
    }
}

/// The number of places of a grid whose signs have this role.
fn count(grid: &Grid<'_, '_>, roles: &Roles<'_>, role: Role) -> usize {
    let is = |word: &&Word<'_>| roles.get(&*word.text) == Some(&role);
    grid.places.iter().flatten().filter(is).count()
}

/// The clue of a word that is given.
fn given(family: Family, kind: Kind, word: &Word<'_>, zero: bool) -> Result<Clue, ParseError> {
    let text = match kind {
        Kind::Pairs => label(&word.text).unwrap_or_else(|| word.text.to_string()),
        _ => word.text.to_string(),
    };
    let clue = (family.clue)(&text).map_err(|expected| word.at.error(expected))?;
    Ok(match clue {
        Clue::Number(n) if zero => Clue::Number(n.saturating_add(1)),
        clue => clue,
    })
}

/// Sets the rules: those of the options, those of a name, else defaults.
fn rules(
    import: &mut Import<'_>,
    grid: &Grid<'_, '_>,
    plain: &Dialect,
    said: &Reading,
    known: &Known<'_, '_>,
) -> Guess {
    let family = import.draft.family;
    let mut guess = Guess::default();
    let named = known.named.unwrap_or(Named { family, alias: None });
    if plain.neighbours.is_some() {
        let moves = match said.neighbours {
            Some(moves) => moves,
            None if grid.hexagons => Neighbourhood::Hex,
            None if named.sets_neighbours() => named.neighbours(),
            None => {
                guess.defaults.push("neighbours");
                import.draft.moves
            }
        };
        import.moves(moves);
    }
    let usual = named.words();
    for (i, key) in family.words.iter().enumerate() {
        let said = said.words.iter().find(|(name, _)| *name == key.name);
        if said.is_none() && !named.sets_words() {
            guess.defaults.push(key.name);
        }
        import.draft.words[i] = said.map_or(usual[i], |(_, word)| word);
    }
    guess
}

/// The options that select this way to understand a grid.
fn options(grid: &Grid<'_, '_>, kind: Kind, roles: &Roles<'_>, zero: bool) -> Vec<String> {
    let mut options = Vec::new();
    let (family, _) = dialect("plain", kind.name()).expect("the families have all kinds");
    options.push(format!("--puzzle {family}"));
    for (option, role) in [("--blank", Role::Blank), ("--hole", Role::Hole)] {
        let signs = roles::listed(roles, role);
        options.extend(signs.iter().map(|sign| format!("{option} {}", shown(sign))));
    }
    if zero || roles.get("0") == Some(&Role::Given) {
        options.push("--given 0".into());
    }
    for sign in ["X", "x", "1"] {
        if roles.get(sign) == Some(&Role::Given) {
            options.push(format!("--given {sign}"));
        }
    }
    options.push(if grid.size_row { "--size-row" } else { "--no-size-row" }.into());
    options.push(match grid.hexagons {
        true => "--neighbours hex".into(),
        false => "--neighbours 8 (or 4)".into(),
    });
    options
}

/// A sign as an argument.
fn shown(sign: &str) -> String {
    match sign {
        "" => "\"\"".into(),
        sign if sign.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b)) => {
            sign.into()
        }
        sign => format!("'{sign}'"),
    }
}

/// The only puzzle of a text, or why there is none.
fn chosen(
    mut ways: Vec<Way>,
    fault: Option<ParseError>,
    page: &Page<'_>,
    said: &Reading,
) -> Result<Entry, ParseError> {
    // If a way has cells to fill, the ways without are dropped. This does not apply to labels, whose puzzles may be
    // full. Numbers that do not begin with 1 are considered only if nothing else fits.
    let usual = |way: &Way| way.entry.puzzle.board().is_none_or(|board| board.first() == 1);
    if ways.iter().any(usual) {
        ways.retain(usual);
    }
    if ways.iter().any(|way| way.open > 0 && !way.pairs) {
        ways.retain(|way| way.open > 0 || way.pairs);
    }
    let mut distinct: Vec<Way> = Vec::new();
    for way in ways {
        if !distinct.iter().any(|other| other.entry.puzzle == way.entry.puzzle) {
            distinct.push(way);
        }
    }
    // Generators of lines give the last number: if exactly one way fits that, it is chosen. It does not decide how
    // large the board is.
    let places = |way: &Way| {
        let (rows, cols) = way.entry.puzzle.size();
        u64::from(rows) * u64::from(cols)
    };
    let alike = distinct.iter().all(|way| {
        way.layout == distinct[0].layout && !way.zero && places(way) == places(&distinct[0])
    });
    if alike && distinct.len() > 1 && distinct.iter().filter(|way| way.fits).count() == 1 {
        distinct.retain(|way| way.fits);
    }
    match (distinct.len(), fault) {
        (1, _) => Ok(distinct.remove(0).entry),
        (0, Some(fault)) => Err(fault),
        (0, None) => {
            let at = page.layouts[0].rows[0].first();
            let error =
                |at: Token<'_>| at.error("cells of a puzzle that clew knows (see --puzzle)");
            Err(at.map_or_else(|| error(Token { text: "", line: 1, column: 1 }), |w| error(w.at)))
        }
        _ => Err(question(&distinct, page, said)),
    }
}

/// Whether an error is a question about an ambiguous text.
pub fn is_question(error: &ParseError) -> bool {
    error.found.contains(", which can be read in ")
}

/// The error for a text with several meanings: the question which one is right.
fn question(ways: &[Way], page: &Page<'_>, _said: &Reading) -> ParseError {
    let common = |option: &String| ways.iter().all(|way| way.options.contains(option));
    let mut lines = String::new();
    for way in ways {
        let options: Vec<&str> =
            way.options.iter().filter(|o| !common(o)).map(String::as_str).collect();
        let reading = way.entry.guessed.reading.as_deref().unwrap_or_default();
        lines += &format!("\n  {}: {reading}", options.join(" "));
    }
    // The first sign whose role differs between the ways, if they differ in that.
    let words = || page.layouts[0].rows.iter().flatten();
    let asked = |word: &&Word<'_>| {
        let option = |way: &Way| {
            let of =
                |o: &&String| o.rsplit_once(' ').is_some_and(|(_, sign)| sign == shown(&word.text));
            way.options.iter().find(of).cloned()
        };
        let first = option(&ways[0]);
        ways.iter().any(|way| option(way) != first)
    };
    let at = words().find(asked).or_else(|| words().next()).map(|word| word.at);
    let at = at.unwrap_or(Token { text: "", line: 1, column: 1 });
    let text = if at.text.is_empty() { "an empty place".to_string() } else { quote(at.text) };
    ParseError {
        line: at.line,
        column: at.column,
        found: format!("{text}, which can be read in {} ways", ways.len()),
        expected: format!("the options of one of them:{lines}"),
    }
}

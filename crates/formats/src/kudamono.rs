//! Addresses of Kudamono (pedros.works): cells column by column from the left, each from the bottom up.

use super::detect::{address, leads_to};
use super::import::{Import, dialect};
use super::scan::Scan;
use super::sheet::FormatCapabilities;
use super::{Format, Opening, Reading, Sheet, Written};
use clew_puzzle::puzzle::Entry;
use clew_puzzle::puzzle::format::{Chunk, Clue, Cut, MAX_SIDE, ParseError, name, size_fault};

/// Addresses.
pub const FORMAT: Format = Format {
    name: "kudamono",
    summary: "an address of Kudamono (hidoku)",
    cut: Cut::Lines,
    is: is_address,
    read: Some(read),
    write: Some(write),
    solutions: false,
    needs_solution: false,
    special_grids: false,
    joined_labels: false,
    ending: "txt",
};

/// The prefix of addresses that are written.
const SITE: &str = "https://pedros.works/paper-puzzle-player?";

/// The genre that is read.
const GENRE: &str = "hidoku";

fn is_address(opening: &Opening<'_>) -> bool {
    address(opening.line).is_some_and(|(rest, _)| leads_to(rest, &["pedros.works"]))
}

fn read(chunk: &Chunk<'_>, reading: &Reading) -> Result<Entry, ParseError> {
    let scan = Scan::new(chunk.text, chunk.line, chunk.column).percent_decoded();
    let all = scan.all().trim();
    let query = all.split_once('?').map_or(all, |(_, query)| query);
    let end = query.skip(query.text().len());
    let get = |key: &str| {
        let mut fields = query.split('&').filter_map(|field| field.split_once('='));
        let found = fields.find(|(k, _)| k.text() == key).map(|(_, value)| value);
        found.ok_or_else(|| end.error(format!("the part {key}= of the address")))
    };
    let genre = get("G")?;
    let found = dialect("kudamono", genre.text());
    let (family, dialect) = found.ok_or_else(|| genre.error(format!("the genre {GENRE}")))?;
    let size = get("W")?;
    let most = MAX_SIDE as u32;
    let what = format!("a number up to {most}");
    let (width, height, columns, rows) = match size.split_once('x') {
        Some((w, h)) => {
            let (w, h) = (w.number(most, &what)? as usize, h.number(most, &what)? as usize);
            (w, h, None, None)
        }
        None => {
            // The older form states the last indices, and takes them in the order of their digits.
            let last = most - 1;
            let w = size.number(last, &what)? as usize + 1;
            let h = get("H")?.number(last, &what)? as usize + 1;
            (w, h, Some(by_digits(w)), Some(by_digits(h)))
        }
    };
    if width == 0 || height == 0 {
        return Err(size.error("a size of 1 or more"));
    }
    if let Some(expected) = size_fault(height, width) {
        return Err(size.error(expected));
    }
    let place = |at: usize| {
        let (column, up) = (at / height, at % height);
        let column = columns.as_ref().map_or(column, |order: &Vec<usize>| order[column]);
        let up = rows.as_ref().map_or(up, |order: &Vec<usize>| order[up]);
        (height - 1 - up) * width + column
    };
    let mut import = Import::for_family(family, dialect, (height, width), query.token(), reading)?;
    let (mut at, mut rest) = (0usize, get("L")?);
    let start = rest.text().len();
    while !rest.is_empty() {
        let first = rest.first();
        let (item, clue, behind) = match first.text() {
            "(" => {
                let (digits, behind) = rest.skip(1).take_while(|c| c.is_ascii_digit());
                let clue = Clue::number(digits.text());
                let clue = clue.ok_or_else(|| behind.error("a number in brackets"))?;
                if !behind.text().starts_with(')') {
                    return Err(behind.first().error("\")\" behind the number"));
                }
                (digits, clue, behind.skip(1))
            }
            "x" => (first, Clue::Hole, rest.skip(1)),
            _ => return Err(first.error("a given like (12), or x for no cell")),
        };
        let (gap, behind) = behind.take_while(|c| c.is_ascii_digit());
        let cells = width * height;
        let step = gap.number(cells as u32, "how many cells further it stands")? as usize;
        if step == 0 && rest.text().len() < start {
            let place = place(at);
            let shown = name(((place / width) as u32, (place % width) as u32));
            return Err(gap.error(format!("1 or more: something stands at {shown} already")));
        }
        at += step;
        if at >= cells {
            return Err(gap.error(format!("a place within the {cells} cells")));
        }
        import.put(place(at), clue, item.token());
        rest = behind;
    }
    import.entry()
}

/// The numbers below `n` in the order of their decimal digits: 0, 1, 10, 11, 2, ...
fn by_digits(n: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by_cached_key(usize::to_string);
    order
}

fn write(sheet: Sheet<'_>) -> Result<Written, String> {
    let (rows, cols) = sheet.size()?;
    let dialect = sheet.dialect("kudamono")?;
    let given = sheet.given();
    let mut out = String::new();
    let mut before = 0;
    for at in 0..rows * cols {
        let (row, col) = (rows - 1 - at % rows, at / rows);
        let item = match sheet.cell(row, col) {
            None => "x".to_string(),
            Some(cell) => match &given[cell as usize] {
                Some(number) => format!("({number})"),
                None => continue,
            },
        };
        out += &format!("{item}{}", at - before);
        before = at;
    }
    let text = format!("{SITE}W={cols}x{rows}&L={out}&G={}\n", dialect.name);
    Ok(Written {
        text,
        lost: sheet
            .lost(dialect, FormatCapabilities { holes: true, ..FormatCapabilities::default() }),
    })
}

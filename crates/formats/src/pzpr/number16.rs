//! Numbers in cells: one hexadecimal digit, or a sign and several, and runs of empty cells.

use super::super::scan::Part;
use clew_puzzle::puzzle::format::ParseError;

/// The first character of a number, the number of hexadecimal digits that follow, and the offset of their value.
const SIGNS: [(char, usize, u32); 7] = [
    ('-', 2, 0),
    ('+', 3, 0),
    ('=', 3, 4096),
    ('%', 3, 8192),
    ('@', 3, 8192),
    ('*', 4, 12240),
    ('$', 5, 77776),
];

/// The longest run of empty cells in one character, `z`.
const MOST_EMPTY: usize = 20;

/// In place of an unspecified number, `?`.
pub(super) const ANY: u32 = u32::MAX;

/// A cell, its number or [`ANY`], and where that was read.
pub(super) type Given<'a> = (usize, u32, Part<'a>);

/// Reads up to `count` cells from the start of a part: cells with a number, in order, with their places, and the rest.
/// Cells missing at the end are empty.
///
/// # Errors
/// For anything that is no number or run.
pub(super) fn read<'a>(
    part: Part<'a>,
    count: usize,
) -> Result<(Vec<Given<'a>>, Part<'a>), ParseError> {
    let mut found = Vec::new();
    let (mut cell, mut rest) = (0, part);
    while cell < count && !rest.is_empty() {
        let first = rest.first();
        let c = first.text().chars().next().unwrap_or_default();
        let (token, step) = match c {
            '0'..='9' | 'a'..='f' | '.' => (first, None),
            'g'..='z' => (first, Some(c as usize - 'f' as usize)),
            _ => {
                let Some(&(_, digits, _)) = SIGNS.iter().find(|(sign, ..)| *sign == c) else {
                    return Err(first.error("a number (0 to f, -hh, +hhh) or a run (g to z)"));
                };
                let end = rest.text().char_indices().nth(digits + 1).map(|(i, _)| i);
                let end = end.unwrap_or(rest.text().len());
                (rest.sub(0..end), None)
            }
        };
        match step {
            Some(step) => cell += step,
            None => {
                let number = if token.text() == "." { ANY } else { value(token)? };
                found.push((cell, number, token));
                cell += 1;
            }
        }
        rest = rest.skip(token.text().len());
    }
    Ok((found, rest))
}

fn value(token: Part<'_>) -> Result<u32, ParseError> {
    let text = token.text();
    let sign = SIGNS.iter().find(|(sign, ..)| text.starts_with(*sign));
    let (digits, wanted, add) = sign.map_or((text, 1, 0), |&(_, n, add)| (&text[1..], n, add));
    let hex = digits.len() == wanted && digits.bytes().all(|b| b.is_ascii_hexdigit());
    let value = hex.then(|| u32::from_str_radix(digits, 16).ok()).flatten();
    value.map(|v| v + add).ok_or_else(|| {
        token.error(format!(
            "{wanted} hexadecimal digits behind \"{}\"",
            text.chars().next().unwrap_or_default()
        ))
    })
}

/// Writes cells: their numbers or [`ANY`], `None` for an empty one.
///
/// # Errors
/// A message, for a number that has no form.
pub(super) fn write(cells: impl Iterator<Item = Option<u32>>) -> Result<String, String> {
    let mut out = String::new();
    let mut empty = 0;
    let flush = |out: &mut String, empty: &mut usize| {
        while *empty > 0 {
            let run = (*empty).min(MOST_EMPTY);
            out.push(char::from(b'f' + run as u8));
            *empty -= run;
        }
    };
    for cell in cells {
        let Some(v) = cell else {
            empty += 1;
            continue;
        };
        flush(&mut out, &mut empty);
        out += &match v {
            ANY => ".".into(),
            0..16 => format!("{v:x}"),
            16..256 => format!("-{v:02x}"),
            256..4096 => format!("+{v:03x}"),
            4096..8192 => format!("={:03x}", v - 4096),
            8192..12240 => format!("@{:03x}", v - 8192),
            12240..77776 => format!("*{:04x}", v - 12240),
            _ => return Err(format!("the number {v} is too large for it")),
        };
    }
    flush(&mut out, &mut empty);
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::super::super::scan::Scan;
    use super::*;

    #[test]
    fn as_published() {
        let cells = [Some(1), None].into_iter().chain(std::iter::repeat_n(None, 0));
        assert_eq!(write(cells), Ok("1g".into()));
        let mut many = vec![None; 45];
        many.push(Some(1));
        assert_eq!(write(many.into_iter()), Ok("zzk1".into()));
        let cells = [None, Some(16), Some(255), Some(256), None, None];
        assert_eq!(write(cells.into_iter()), Ok("g-10-ff+100h".into()));
        let scan = Scan::new("g-10-ff+100h", 1, 1);
        let (found, rest) = read(scan.all(), 6).expect("numbers");
        let found: Vec<_> = found.into_iter().map(|(c, v, _)| (c, v)).collect();
        assert_eq!(found, [(1, 16), (2, 255), (3, 256)]);
        assert!(rest.is_empty());
    }

    #[test]
    fn every_number_leads_back() {
        for v in [0, 15, 16, 255, 256, 4095, 4096, 8191, 8192, 12239, 12240, 77775] {
            let text = write([Some(v)].into_iter()).expect("a number");
            let scan = Scan::new(&text, 1, 1);
            let (found, _) = read(scan.all(), 1).expect("a number");
            assert_eq!((found[0].0, found[0].1), (0, v), "{text}");
        }
        assert!(write([Some(77776)].into_iter()).is_err());
    }
}

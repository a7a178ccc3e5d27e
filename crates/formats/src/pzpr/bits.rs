//! Strings of bits, five to a character in base 32, the most significant first.

use super::super::scan::Part;
use clew_puzzle::puzzle::format::ParseError;

const DIGITS: &[u8; 32] = b"0123456789abcdefghijklmnopqrstuv";

/// Reads `count` bits from the start of a part; also the rest. Characters missing at the end are zeros. Each bit comes
/// with its character.
///
/// # Errors
/// For a character that is none of base 32.
pub(super) fn read<'a>(
    part: Part<'a>,
    count: usize,
) -> Result<(Vec<(bool, Part<'a>)>, Part<'a>), ParseError> {
    let mut bits = Vec::with_capacity(count);
    let mut rest = part;
    while bits.len() < count {
        let here = rest.first();
        let value = match here.text().bytes().next() {
            None => 0,
            Some(c) => DIGITS.iter().position(|&d| d == c).ok_or_else(|| {
                here.error("five borders or cells as a character from 0 to 9 or a to v")
            })?,
        };
        rest = rest.skip(here.text().len());
        for k in (0..5).rev().take(count - bits.len()) {
            bits.push((value >> k & 1 == 1, here));
        }
    }
    Ok((bits, rest))
}

/// Writes bits, the last character filled up with zeros.
pub(super) fn write(bits: &[bool]) -> String {
    let value = |five: &[bool]| {
        let n = (0..5).fold(0, |n, k| 2 * n + usize::from(five.get(k) == Some(&true)));
        char::from(DIGITS[n])
    };
    bits.chunks(5).map(value).collect()
}

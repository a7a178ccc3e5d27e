//! The compression of f-puzzles: LZ78 over UTF-16 with words of growing width, in base 64.
//!
//! A word is the number of a phrase; 0 and 1 announce a character that is new, in 8 or 16 bits, and 2 is the end.
//! The bits of each number begin with the lowest. Source: P. Nguyen, lz-string (`compressToBase64`), 2013.

use rustc_hash::FxHashMap;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Announces a character of 8 bits, and one of 16.
const NARROW: u32 = 0;
const WIDE: u32 = 1;
const END: u32 = 2;
/// The number of the first phrase.
const FIRST: u32 = 3;

/// The text compressed. Linear in its length.
pub(super) fn compressed(text: &str) -> String {
    let mut writer = Writer { width: 2, left: 2, ..Writer::default() };
    // Phrases by the one they prolong, `None` for a character, and the character at their end.
    let mut phrases: FxHashMap<(Option<u32>, u16), u32> = FxHashMap::default();
    let mut current = None;
    for unit in text.encode_utf16() {
        let next = FIRST + phrases.len() as u32;
        let alone = *phrases.entry((None, unit)).or_insert(next);
        if alone == next {
            writer.unwritten.insert(alone, unit);
        }
        let Some(before) = current else {
            current = Some(alone);
            continue;
        };
        let next = FIRST + phrases.len() as u32;
        current = match phrases.get(&(Some(before), unit)) {
            Some(&longer) => Some(longer),
            None => {
                writer.phrase(before);
                phrases.insert((Some(before), unit), next);
                Some(alone)
            }
        };
    }
    if let Some(last) = current {
        writer.phrase(last);
    }
    writer.number(END, writer.width);
    writer.finish()
}

/// A phrase by the one that it prolongs: `None` for a character alone.
#[derive(Clone, Copy)]
struct Phrase {
    before: Option<u32>,
    first: u16,
    last: u16,
    len: usize,
}

/// The text that was compressed, if it has at most `most` units of UTF-16 and is whole. Linear in text and result.
pub(super) fn expanded(text: &str, most: usize) -> Option<String> {
    let mut reader = Reader { signs: text.bytes(), sign: 0, left: 0 };
    let mut phrases: Vec<Phrase> = Vec::new();
    let (mut width, mut left) = (2, 2);
    let mut units: Vec<u16> = Vec::new();
    let mut before: Option<u32> = None;
    loop {
        let grow = |width: &mut u32, left: &mut u32| {
            *left -= 1;
            if *left == 0 {
                *left = 1 << *width;
                *width += 1;
            }
        };
        let word = reader.number(width)?;
        let phrase = match word {
            END => break,
            NARROW | WIDE => {
                let unit = reader.number(if word == NARROW { 8 } else { 16 })? as u16;
                phrases.push(Phrase { before: None, first: unit, last: unit, len: 1 });
                grow(&mut width, &mut left);
                phrases.len() as u32 - 1
            }
            number => number - FIRST,
        };
        // The phrase that the last one makes with the first unit of this one is known after it.
        let next = phrases.len() as u32;
        let whole =
            before.and_then(|before| phrases.get(before as usize).copied().map(|p| (before, p)));
        let first = match (phrases.get(phrase as usize), whole) {
            (Some(known), _) => known.first,
            (None, Some((_, last))) if phrase == next => last.first,
            _ => return None,
        };
        if let Some((at, last)) = whole {
            phrases.push(Phrase {
                before: Some(at),
                first: last.first,
                last: first,
                len: last.len + 1,
            });
        }
        let len = phrases.get(phrase as usize)?.len;
        if units.len() + len > most {
            return None;
        }
        let from = units.len();
        units.resize(from + len, 0);
        let mut here = Some(phrase);
        for place in units[from..].iter_mut().rev() {
            let phrase = phrases.get(here? as usize)?;
            (*place, here) = (phrase.last, phrase.before);
        }
        before = Some(phrase);
        grow(&mut width, &mut left);
    }
    String::from_utf16(&units).ok()
}

/// Bits out of base 64.
struct Reader<'t> {
    signs: std::str::Bytes<'t>,
    sign: u32,
    left: u32,
}

impl Reader<'_> {
    fn number(&mut self, bits: u32) -> Option<u32> {
        let mut number = 0;
        for i in 0..bits {
            if self.left == 0 {
                let sign = self.signs.next()?;
                self.sign = ALPHABET.iter().position(|&known| known == sign)? as u32;
                self.left = 6;
            }
            self.left -= 1;
            number |= (self.sign >> self.left & 1) << i;
        }
        Some(number)
    }
}

/// Bits on their way into base 64.
#[derive(Default)]
struct Writer {
    out: String,
    /// The bits of a sign that is not full, and how many they are.
    bits: u32,
    count: u32,
    /// The bits of a word, and the words until it grows.
    width: u32,
    left: u32,
    /// Characters that are phrases but are not written yet.
    unwritten: FxHashMap<u32, u16>,
}

impl Writer {
    /// A phrase: its number, or the character that it is.
    fn phrase(&mut self, phrase: u32) {
        match self.unwritten.remove(&phrase) {
            Some(unit) => {
                let (mark, bits) = if unit < 256 { (NARROW, 8) } else { (WIDE, 16) };
                self.number(mark, self.width);
                self.number(u32::from(unit), bits);
                self.grow();
            }
            None => self.number(phrase, self.width),
        }
        self.grow();
    }

    /// A word is over.
    fn grow(&mut self) {
        self.left -= 1;
        if self.left == 0 {
            self.left = 1 << self.width;
            self.width += 1;
        }
    }

    fn number(&mut self, number: u32, bits: u32) {
        (0..bits).for_each(|i| self.bit(number >> i & 1));
    }

    fn bit(&mut self, bit: u32) {
        (self.bits, self.count) = (self.bits << 1 | bit, self.count + 1);
        if self.count == 6 {
            self.out.push(char::from(ALPHABET[self.bits as usize]));
            (self.bits, self.count) = (0, 0);
        }
    }

    /// Fills the last sign up, a whole one if none is begun.
    fn finish(mut self) -> String {
        (self.count..6).for_each(|_| self.bit(0));
        let missing = self.out.len().next_multiple_of(4) - self.out.len();
        self.out + &"=".repeat(missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts that this compression makes of these are known from the library.
    #[test]
    fn texts_are_those_of_the_library() {
        for (text, known) in KNOWN {
            assert_eq!(compressed(text), known);
            let data = known.trim_end_matches('=');
            assert_eq!(expanded(data, 99).as_deref(), Some(text));
            assert_eq!(
                expanded(data, text.encode_utf16().count().saturating_sub(1)).is_some(),
                text.is_empty()
            );
        }
    }

    const KNOWN: [(&str, &str); 5] = [
        ("", "Q==="),
        ("a", "IZA="),
        ("aaaaaaaaaa", "IY1o"),
        ("{\"size\":4,\"size\":4}", "N4IgzglgXgpiBcAWANOackF8g==="),
        ("Äé漢字😀 漢字", "CMS8RPaOrai8G4AHsASSA==="),
    ];
}

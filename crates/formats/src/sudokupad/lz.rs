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

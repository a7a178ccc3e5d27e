//! Names of variables as they are written: records of one size, which are copied without checking their length.

/// The text before a name in its record: the weight 1 and the sign of a negation.
const FRONT: &[u8; 3] = b"1 ~";

/// The bytes of a record; the last one holds the end of the text.
const SIZE: usize = 32;

/// The name of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name {
    /// `1 ~name `, its length last.
    record: [u8; SIZE],
}

impl Name {
    /// The longest one, in bytes.
    pub const LONGEST: usize = SIZE - 2 - FRONT.len();

    /// A name of these parts: names are so numerous that formatting them would be slow.
    ///
    /// # Panics
    /// If it is longer than [`Name::LONGEST`].
    pub fn from_parts(parts: &[&str]) -> Name {
        let mut record = [b' '; SIZE];
        record[..FRONT.len()].copy_from_slice(FRONT);
        let mut at = FRONT.len();
        for part in parts {
            for &byte in part.as_bytes() {
                record[at] = byte;
                at += 1;
            }
        }
        assert!(at < SIZE - 1, "names of variables are short");
        record[at] = b' ';
        record[SIZE - 1] = at as u8 + 1;
        Name { record }
    }

    /// Its text.
    pub fn bytes(&self) -> &[u8] {
        &self.record[FRONT.len()..self.end() - 1]
    }

    /// The end of the blank after it.
    #[inline]
    fn end(&self) -> usize {
        usize::from(self.record[SIZE - 1])
    }

    /// Writes `1 name ` or `1 ~name `.
    #[inline]
    pub(crate) fn write_term(&self, affirmed: bool, out: &mut Vec<u8>) {
        let start = out.len();
        if affirmed {
            out.extend_from_slice(&FRONT[..2]);
            let rest: &[u8; SIZE - FRONT.len()] = self.record.last_chunk().expect("it is longer");
            out.extend_from_slice(rest);
            out.truncate(start + self.end() - 1);
        } else {
            out.extend_from_slice(&self.record);
            out.truncate(start + self.end());
        }
    }

    /// Writes ` name ` or ` ~name `, to follow a weight.
    #[inline]
    pub(crate) fn write_behind(&self, affirmed: bool, out: &mut Vec<u8>) {
        let start = out.len();
        out.extend_from_slice(if affirmed { b" " } else { b" ~" });
        let rest: &[u8; SIZE - FRONT.len()] = self.record.last_chunk().expect("it is longer");
        out.extend_from_slice(rest);
        out.truncate(start + self.end() - if affirmed { 2 } else { 1 });
    }
}

impl From<&str> for Name {
    fn from(name: &str) -> Name {
        Name::from_parts(&[name])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_whole() {
        for text in ["x", "a_r10c12_r10c13", "abcdefghijklmnopqrstuvwxyz0"] {
            let (name, mut out) = (Name::from(text), Vec::new());
            name.write_term(true, &mut out);
            name.write_term(false, &mut out);
            name.write_behind(true, &mut out);
            name.write_behind(false, &mut out);
            let said = format!("1 {text} 1 ~{text}  {text}  ~{text} ");
            assert_eq!(String::from_utf8(out).expect("it is text"), said);
            assert_eq!(name.bytes(), text.as_bytes());
        }
        assert_eq!(Name::LONGEST, 27);
    }

    #[test]
    #[should_panic(expected = "short")]
    fn longer_names_are_refused() {
        let _ = Name::from("abcdefghijklmnopqrstuvwxyz01");
    }
}

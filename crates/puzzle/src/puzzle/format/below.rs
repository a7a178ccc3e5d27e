//! Header lines around a grid without a header.

use super::draft::Draft;
use super::error::ParseError;
use super::header::{Field, Header, add, field, keys, suits};
use super::text::TextLine;
use crate::puzzle::{Entry, Family, Named, Neighbourhood};

/// Lines `key: value` below a grid, or right above it, without the header that they belong to.
#[derive(Clone, Debug, Default)]
pub struct KeyLines<'a>(Vec<Field<'a>>);

impl<'a> KeyLines<'a> {
    /// Reads such lines, blank ones among them. Linear in their number.
    ///
    /// # Errors
    /// For a line that is no such line, or a key that occurs twice.
    pub fn read(lines: &[TextLine<'a>], families: &[Family]) -> Result<KeyLines<'a>, ParseError> {
        let known = keys(families);
        let mut fields = Vec::new();
        for &line in lines.iter().filter(|line| !line.is_blank()) {
            add(&mut fields, field(line, &known)?, families)?;
        }
        Ok(KeyLines(fields))
    }

    /// The keys, in order.
    pub fn keys(&self) -> impl Iterator<Item = &'a str> {
        self.0.iter().map(|field| field.key.text)
    }

    /// The family that they name.
    ///
    /// # Errors
    /// For an unknown name.
    pub fn named(&self, families: &[Family]) -> Result<Option<Named>, ParseError> {
        let Some(field) = self.0.iter().find(|field| field.key.text == "puzzle") else {
            return Ok(None);
        };
        field.named(families).map(Some)
    }

    /// Which cells are neighbours, if the lines state it.
    pub fn neighbours(&self) -> Option<Neighbourhood> {
        let field = self.0.iter().find(|field| field.key.text == "neighbours")?;
        Neighbourhood::named(field.value.text)
    }

    /// Whether all keys mean something for a family.
    pub fn suit(&self, family: Family, families: &[Family]) -> bool {
        self.0.iter().all(|field| suits(field, family, families).is_ok())
    }

    /// Puts their statements about the rules and the board into a draft. `said` are keys whose values are also given by
    /// options.
    ///
    /// # Errors
    /// For a key that does not apply to the family or to a grid, one that is in `said`, or a value that its key does
    /// not allow.
    pub fn put(
        &self,
        draft: &mut Draft<'a>,
        said: &[&str],
        families: &[Family],
    ) -> Result<(), ParseError> {
        let header = self.header(draft.family, said, families)?;
        for key in self.keys() {
            if let Some(i) = draft.family.words.iter().position(|word| word.name == key) {
                draft.words[i] = header.words[i];
            }
        }
        draft.moves = header.neighbours.unwrap_or(draft.moves);
        draft.first = header.first.or(draft.first);
        draft.walls.extend(header.walls);
        draft.bridges.extend(header.bridges);
        for (listed, pairs) in draft.pairs.iter_mut().zip(header.pairs) {
            listed.extend(pairs);
        }
        if let Some(wrap) = header.wrap {
            draft.wrap = wrap;
        }
        Ok(())
    }

    /// Puts their statements about the puzzle as a whole into the entry: its title, its source, its number of
    /// solutions.
    ///
    /// # Errors
    /// As [`put`](KeyLines::put).
    pub fn entitle(&self, entry: &mut Entry, families: &[Family]) -> Result<(), ParseError> {
        let header = self.header(entry.puzzle.family(), &[], families)?;
        for (text, own) in [(&mut entry.title, header.title), (&mut entry.source, header.source)] {
            if !own.is_empty() {
                *text = own;
            }
        }
        for (text, own) in entry.credits.texts_mut().into_iter().zip(header.credits.texts()) {
            if !own.is_empty() {
                text.clone_from(own);
            }
        }
        entry.solutions = header.solutions.or(entry.solutions.take());
        Ok(())
    }

    /// The header that they form for a puzzle of this family.
    fn header(
        &self,
        family: Family,
        said: &[&str],
        families: &[Family],
    ) -> Result<Header<'a>, ParseError> {
        let mut header = Header::new(Named { family, alias: None });
        for field in &self.0 {
            let key = field.key.text;
            suits(field, family, families)?;
            if matches!(key, "board" | "reach") {
                return Err(field.key.error("no such key without the key \"puzzle\" above it"));
            }
            if said.contains(&key) {
                return Err(field.key.error(format!("the key or the option --{key}, not both")));
            }
            header.take(field)?;
        }
        Ok(header)
    }
}

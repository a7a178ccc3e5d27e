//! A file as a puzzle, for all methods of puzzles. Its goal is ignored; solutions consist of their shown values.

use super::FlatZinc;
use crate::model::{ModelError, Reader};
use clew_puzzle::puzzle::capabilities::{Capabilities, NamedValues};
use clew_puzzle::puzzle::scene::Scene;
use clew_puzzle::puzzle::{
    Answer, BuildError, BuildOptions, Built, Content, Family, Layout, Puzzle, Rules, Violation,
};
use serde_json::Value;
use std::sync::Arc;

/// The data that all puzzles of a file share.
#[derive(Debug)]
struct Shared {
    file: FlatZinc,
    reader: Reader,
    text: Box<str>,
}

/// A file, perhaps without solutions that are known.
#[derive(Debug)]
struct Read {
    shared: Arc<Shared>,
    stated: Puzzle,
}

impl FlatZinc {
    /// The file as a puzzle; `text` is the one that it was read from.
    ///
    /// # Errors
    /// If its model can have no network.
    pub fn into_puzzle(self, text: &str) -> Result<Puzzle, ModelError> {
        let stated = self.model.puzzle()?;
        let reader = self.model.reader();
        let shared = Arc::new(Shared { file: self, reader, text: text.into() });
        Ok(Read { shared, stated }.into())
    }
}

/// Everything but the shown values comes from the model.
impl Rules for Read {
    fn family(&self) -> Family {
        self.stated.family()
    }

    fn equals(&self, other: &dyn Rules) -> bool {
        other.downcast::<Read>().is_some_and(|other| other.stated == self.stated)
    }

    fn layout(&self) -> Layout<'_> {
        self.stated.layout()
    }

    fn capabilities(&self) -> Capabilities<'_> {
        Capabilities { tells: Some(self), ..Capabilities::default() }
    }

    fn verify(&self, answer: &Answer) -> Result<(), Violation> {
        self.stated.verify(answer)
    }

    fn contents(&self, answer: &Answer) -> Vec<Content> {
        self.stated.contents(answer)
    }

    fn candidates(&self) -> Vec<Content> {
        self.stated.candidates()
    }

    fn build_network(&self, name: &str, options: &BuildOptions) -> Result<Built, BuildError> {
        self.stated.build_network(name, options)
    }

    fn tokens(&self, answer: Option<&Answer>) -> Vec<String> {
        self.stated.tokens(answer)
    }

    fn clues_json(&self) -> Vec<Value> {
        self.stated.clues_json()
    }

    fn scene(&self, answer: Option<&Answer>) -> Scene<'_> {
        self.stated.scene(answer)
    }
}

impl NamedValues for Read {
    fn text(&self, answer: &Answer) -> String {
        let Shared { file, reader, .. } = &*self.shared;
        reader.read(answer).map_or_else(String::new, |solution| file.answer(&solution))
    }

    fn values(&self, answer: &Answer) -> Vec<(String, Value)> {
        let Shared { file, reader, .. } = &*self.shared;
        reader.read(answer).map_or_else(Vec::new, |solution| file.values(&solution))
    }

    fn shows_alike(&self) -> bool {
        self.shared.file.shows_alike
    }

    fn without(&self, answer: &Answer) -> Puzzle {
        let stated = match self.stated.capabilities().tells {
            Some(tells) => tells.without(answer),
            None => self.stated.clone(),
        };
        Read { shared: self.shared.clone(), stated }.into()
    }

    fn relaxed(&self) -> Vec<(String, Result<Puzzle, String>)> {
        let Shared { file, text, .. } = &*self.shared;
        let without = |name: &String| {
            let rest = FlatZinc::parse_without(text, Some(name)).map_err(|e| e.to_string())?;
            rest.into_puzzle(text).map_err(|e| e.to_string())
        };
        file.constraints.iter().map(|name| (name.clone(), without(name))).collect()
    }
}

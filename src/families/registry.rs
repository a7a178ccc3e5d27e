//! Which networks each family has.

use super::line::{hidato, path};
use super::{futoshiki, numberlink};
use crate::puzzle::network::{BuildError, BuildOptions, Built, Goal, NetworkInfo};
use crate::puzzle::{Family, Puzzle};

impl Family {
    /// The networks of this family, the default first.
    pub fn networks(self) -> &'static [NetworkInfo] {
        match self {
            Family::Hidato => hidato::networks(),
            Family::Path => path::networks(),
            Family::Numberlink => numberlink::networks(),
            Family::Futoshiki => futoshiki::networks(),
        }
    }
}

impl Puzzle {
    /// The network of this name, or the default for this puzzle.
    ///
    /// # Errors
    /// [`BuildError::UnknownNetwork`].
    pub fn network(&self, name: Option<&str>) -> Result<&'static NetworkInfo, BuildError> {
        let family = self.family();
        let wanted = match name {
            None => match self {
                Puzzle::Hidato(line) => Some(hidato::default_network(line)),
                _ => family.networks().first(),
            },
            Some(name) => family.networks().iter().find(|n| n.name == name),
        };
        let name = name.unwrap_or("default");
        wanted.ok_or_else(|| BuildError::UnknownNetwork { family, name: name.to_string() })
    }

    /// Whether this goal applies to the puzzle and the network of this name. What does is optimised
    /// and proved; what does not is refused before anything is searched.
    ///
    /// # Errors
    /// [`BuildError::NotApplicable`] with the reason, or [`BuildError::UnknownNetwork`].
    pub fn admits(&self, goal: Goal, name: &str) -> Result<(), BuildError> {
        self.network(Some(name))?;
        match self {
            Puzzle::Hidato(line) => hidato::admits(line, goal),
            Puzzle::Path(line) => path::admits(line, name, goal),
            Puzzle::Numberlink(links) => numberlink::admits(links, goal),
            Puzzle::Futoshiki(_) => {
                Err(BuildError::NotApplicable("futoshiki has nothing to optimise".into()))
            }
        }
    }

    /// Builds the network of this name.
    ///
    /// # Errors
    /// [`BuildError`].
    pub fn build(&self, name: &str, options: &BuildOptions) -> Result<Built, BuildError> {
        self.network(Some(name))?.admits(&options.without)?;
        match self {
            Puzzle::Hidato(line) => hidato::build(line, name, options),
            Puzzle::Futoshiki(square) => futoshiki::build(square, name, options),
            Puzzle::Numberlink(links) => numberlink::build(links, name, options),
            Puzzle::Path(line) => path::build(line, name, options),
        }
    }
}

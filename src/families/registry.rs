//! Which networks each family has.

use super::line::{hidato, path};
use super::{futoshiki, numberlink};
use crate::puzzle::network::{BuildError, BuildOptions, Built, NetworkInfo};
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

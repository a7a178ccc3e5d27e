//! Which networks each family has.

use super::network::{BuildError, BuildOptions, Built, NetworkInfo};
use super::{Family, Puzzle};

impl Family {
    /// The networks of this family, the default first.
    pub fn networks(self) -> &'static [NetworkInfo] {
        match self {
            Family::Hidato => &[],
            Family::Path => &[],
            Family::Numberlink => &[],
            Family::Futoshiki => &[],
        }
    }
}

impl Puzzle {
    /// The network of this name, or the family's default.
    ///
    /// # Errors
    /// [`BuildError::UnknownNetwork`].
    pub fn network(&self, name: Option<&str>) -> Result<&'static NetworkInfo, BuildError> {
        let family = self.family();
        let all = family.networks();
        match name {
            None => Ok(&all[0]),
            Some(name) => all
                .iter()
                .find(|n| n.name == name)
                .ok_or_else(|| BuildError::UnknownNetwork { family, name: name.to_string() }),
        }
    }

    /// Builds the network of this name.
    ///
    /// # Errors
    /// [`BuildError`].
    pub fn build(&self, name: &str, _options: &BuildOptions) -> Result<Built, BuildError> {
        Err(BuildError::UnknownNetwork { family: self.family(), name: name.to_string() })
    }
}

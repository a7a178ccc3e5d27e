//! How to search, for questions whose answer takes a search.

use clew_solve::strategy::{Method, Options, SearchMode};
use serde::Deserialize;

/// How to search. None of it changes the answer, unless a limit comes first, but `uniqueness`, which changes steps and
/// ratings.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct SearchOptions {
    /// The network, by its name, in place of the family's usual one.
    pub network: Option<String>,
    /// Redundant propagators to switch off, by their names.
    pub without: Vec<String>,
    /// How to search: `auto`, `dfs`, `learn` or `scan`.
    pub search: SearchMode,
    /// How to count: `auto`, `dp`, `search` or `parts`.
    pub method: Method,
    /// The counting program, by its name.
    pub program: Option<String>,
    /// Another order of equally good choices, and another sample; 0 is the usual order.
    pub seed: u64,
    /// The same solutions on every run, whatever the number of threads.
    pub deterministic: bool,
    /// Whether costly redundant propagators rest where they find little.
    pub adaptive: bool,
    /// Whether steps and ratings may use that the puzzle has one solution, where there are techniques for that.
    pub uniqueness: bool,
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        let usual = Options::default();
        SearchOptions {
            network: usual.network,
            without: usual.without,
            search: usual.search,
            method: usual.method,
            program: usual.program,
            seed: usual.seed,
            deterministic: usual.deterministic,
            adaptive: usual.adaptive.is_some(),
            uniqueness: usual.uniqueness,
        }
    }
}

impl SearchOptions {
    /// These options with this way of searching.
    pub fn applied(&self, options: Options) -> Options {
        Options {
            network: self.network.clone(),
            without: self.without.clone(),
            search: self.search,
            method: self.method,
            program: self.program.clone(),
            seed: self.seed,
            deterministic: self.deterministic,
            uniqueness: self.uniqueness,
            adaptive: self.adaptive.then(|| options.adaptive.unwrap_or_default()),
            ..options
        }
    }
}

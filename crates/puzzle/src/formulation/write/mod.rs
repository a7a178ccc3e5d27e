//! Writers: a model in the language of some solver, one file per language.

mod clauses;
mod cnf;
mod comments;
mod fzn;
mod lp;
mod mps;
mod mzn;
pub mod opb;

use super::Model;

/// A language that models are written in.
pub struct Language {
    /// The argument of `--to`, and the ending of files.
    pub name: &'static str,
    /// Its description, in a few words.
    pub summary: &'static str,
    /// Writes a model; an error is a message about the part that the language cannot express.
    pub write: fn(&Model) -> Result<String, String>,
}

impl std::fmt::Debug for Language {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// All languages.
pub static LANGUAGES: [Language; 6] = [
    Language { name: "lp", summary: "CPLEX LP: rows, also quadratic ones", write: lp::write },
    Language { name: "mps", summary: "free MPS: linear rows", write: mps::write },
    Language { name: "mzn", summary: "MiniZinc, self-contained: everything", write: mzn::write },
    Language {
        name: "fzn",
        summary: "FlatZinc of standard built-ins: everything",
        write: fzn::write,
    },
    Language {
        name: "opb",
        summary: "pseudo-Boolean: linear rows; integers become bits",
        write: opb::write,
    },
    Language {
        name: "cnf",
        summary: "DIMACS: linear rows of Booleans, sums as decision diagrams",
        write: cnf::write,
    },
];

/// The language of this name.
pub fn language(name: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| language.name == name)
}

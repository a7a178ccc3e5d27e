//! The Python module `clew._clew`: puzzles, questions and answers as Python objects.
//!
//! | file | contents |
//! |---|---|
//! | `objects` | puzzles and solutions, without their methods |
//! | `puzzle`, `solution`, `draw` | puzzles and solutions: read, written, drawn |
//! | `questions`, `reply`, `stream` | questions about solutions |
//! | `person` | steps, hints, ratings, repair |
//! | `research`, `certificate` | plans, networks, profiles, traces, models, proofs |
//! | `document` | the results of these: text, and a document of `docs/json.md` |
//! | `make`, `batch`, `lists` | new puzzles, many puzzles, lists of families, formats and networks |
//! | `model` | the core of models: variables by number, constraints as methods |
//! | `ask`, `asking`, `lock`, `errors`, `values` | keywords of calls as options of the library's questions; work without the interpreter's lock; exceptions; JSON |

mod ask;
mod asking;
mod batch;
mod certificate;
mod document;
mod draw;
mod errors;
mod list_builder;
mod lists;
mod lock;
mod make;
mod model;
mod objects;
mod person;
mod puzzle;
mod questions;
mod reply;
mod research;
mod solution;
mod stream;
mod values;

/// Puzzles, questions and answers; the package `clew` re-exports all of it.
#[pyo3::pymodule]
mod _clew {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::asking::{Cancel, seconds};
    #[pymodule_export]
    use crate::batch::{check_all, count_all, rate_all, solve_all};
    #[pymodule_export]
    use crate::certificate::{certified, prove_flatzinc};
    #[pymodule_export]
    use crate::lists::{compare, families, formats, judge, languages, networks, same};
    #[pymodule_export]
    use crate::lock::Progress;
    #[pymodule_export]
    use crate::make::generate;
    #[pymodule_export]
    use crate::model::{Core, Exported, check_automaton, one_way};
    #[pymodule_export]
    use crate::objects::{Puzzle, Solution};
    #[pymodule_export]
    use crate::person::ask;
    #[pymodule_export]
    use crate::puzzle::{from_dict, of_grid, parse, read};
    #[pymodule_export]
    use crate::stream::Solutions;

    /// The version of the library.
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_init]
    fn init(_module: &Bound<'_, PyModule>) -> PyResult<()> {
        clew::families::install();
        Ok(())
    }
}

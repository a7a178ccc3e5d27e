//! Models for other solvers: an algebraic model as data, writers and readers.
//!
//! A model is made by a puzzle ([`crate::puzzle::Puzzle::formulate`]); in this module it is only variables with names,
//! rows and a few global constraints. [`LANGUAGES`] lists the languages it can be written in. A language that cannot
//! express a model refuses it with a message. [`read()`] reads the output of a solver; the text itself determines which
//! of the known forms it has.
//!
//! ```
//! use clew_families::parse_native;
//! use clew_puzzle::formulation::{language, read, Reply};
//!
//! let entry = parse_native("puzzle: futoshiki\n\n1 < .\n-   -\n.   .\n").unwrap();
//! let stated = entry.puzzle.formulate("assign").unwrap();
//! let text = (language("lp").unwrap().write)(&stated.model).unwrap();
//! assert!(text.contains("\n cell_1_1: x_1_1_1 + x_1_1_2 = 1\n"));
//!
//! let solved = "# Objective value = 0\nx_1_1_1 1\nx_1_2_2 1\nx_2_1_2 1\nx_2_2_1 1\n";
//! let Reply::Solutions(found) = read(&stated.model, solved).unwrap() else { panic!() };
//! let answer = stated.answer(&found[0]).unwrap();
//! assert!(entry.puzzle.verify(&answer).is_ok());
//! ```

pub mod algebra;
pub mod model;
pub mod read;
pub mod write;

pub use algebra::{Algebra, Equation, Symbol};
pub use model::TableId;
pub use model::{Constraint, Model, Objective, Relation, Row, Term, Var, Variable, name};
pub use read::{Mistake, Reply, Values, read};
pub use write::{LANGUAGES, Language, language};

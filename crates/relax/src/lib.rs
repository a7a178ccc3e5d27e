//! Linear relaxations as a propagator.
//!
//! Constraints of a network that are linear rows, or have some as consequences, are solved together over the fractions by
//! the dual [`simplex`] method, in floating point. Each result is a list of multipliers, one for each row. They are
//! rounded to integers, and the rows with these factors are summed up in integers: that sum is a consequence of the rows
//! whatever the multipliers are, and the [`Relaxation`] uses it as it would any other row. So a bound, a value that is too
//! dear or a contradiction rests on exact numbers, is explained as a linear constraint explains it, and clauses are learnt
//! from it.
//!
//! ```
//! use clew_engine::kernel::Engine;
//! use clew_relax::{Column, Program, Relaxation, Row};
//!
//! // Of three things no two go together; each is worth 1. No pair of rows proves that two are too many.
//! let mut engine = Engine::new();
//! let things = engine.new_bools(3);
//! let pair = |a: u32, b: u32| Row { terms: vec![(a, 1), (b, 1)], low: i64::MIN, high: 1 };
//! let all = Row { terms: vec![(0, 1), (1, 1), (2, 1)], low: 2, high: i64::MAX };
//! let program = Program {
//!     columns: things.iter().map(|a| Column::Lit(a.pos())).collect(),
//!     rows: vec![pair(0, 1), pair(0, 2), pair(1, 2), all],
//!     goal: None,
//! };
//! let relaxation = Relaxation::new(&mut engine, &program).expect("small numbers");
//! engine.add(relaxation);
//! assert!(engine.fixpoint(&mut ()).is_err());
//! ```

mod account;
mod active;
mod aggregate;
mod cliques;
mod combine;
mod lift;
mod program;
mod relaxation;
pub mod simplex;

pub use program::{Column, Program, Row};
pub use relaxation::{Fractions, Relaxation};

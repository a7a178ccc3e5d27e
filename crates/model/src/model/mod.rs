//! The modelling API: puzzles of your own, stated as variables and constraints.
//!
//! ```
//! use clew_model::model::{Expr, Int, Model, Options, Verdict};
//!
//! # fn main() -> Result<(), clew_model::model::ModelError> {
//! // SEND + MORE = MONEY: each letter a digit of its own.
//! let mut model = Model::new();
//! let letters = model.ints("letter", 8, 0..=9)?;
//! let [s, e, n, d, m, o, r, y] = letters[..] else { unreachable!() };
//! let word = |letters: &[Int]| letters.iter().fold(Expr::default(), |sum, &x| 10 * sum + x);
//! model.all_different(&letters)?;
//! model.at_least(s, 1)?;
//! model.at_least(m, 1)?;
//! model.equal(word(&[s, e, n, d]) + word(&[m, o, r, e]), word(&[m, o, n, e, y]))?;
//!
//! let outcome = model.check(&Options::default())?;
//! assert_eq!(outcome.verdict(), Verdict::Unique);
//! let solution = &outcome.solutions[0];
//! assert_eq!(letters.iter().map(|&x| solution[x]).collect::<Vec<_>>(), [9, 5, 6, 7, 1, 0, 8, 2]);
//! # Ok(()) }
//! ```
//!
//! A [`Model`] holds integer variables in ranges ([`Int`], up to [`MAX_RANGE`] values each, of which a constraint may
//! compare up to [`MAX_VALUES`] one by one; negative ones too) and Boolean variables ([`Bool`]). Sums of them with
//! coefficients are [`Expr`]; sums must stay below [`MAX_SUM`] in absolute value, which is checked when they are
//! stated. Constraints:
//!
//! | constraint | methods |
//! |---|---|
//! | all different | [`Model::all_different`] |
//! | linear comparisons | [`Model::equal`], [`Model::different`], [`Model::at_most`], [`Model::at_least`], [`Model::less_than`] |
//! | chains | [`Model::increasing`], [`Model::non_decreasing`] |
//! | clauses | [`Model::clause`], [`Model::implies`] |
//! | tables | [`Model::table`] |
//! | channels | [`Model::is`], [`Model::channel`], [`Model::inverse`], [`Model::define`] |
//! | under a condition | [`Model::when`], [`Model::reify`], [`Model::truth`], [`Model::all_of`], [`Model::any_of`] |
//! | arithmetic | [`Model::maximum`], [`Model::minimum`], [`Model::product`], [`Model::absolute`] |
//! | elements of lists | [`Model::element`], [`Model::element_of`] |
//! | counting | [`Model::count_of`], [`Model::count_equal`], [`Model::among`], [`Model::cardinality`] |
//! | sequences | [`Model::automaton`], [`Model::lexicographic`], [`Model::lexicographic_strict`] |
//! | jobs over time | [`Model::no_overlap`], [`Model::cumulative`] |
//! | tables with open places | [`Model::table_with_stars`] |
//! | your own | [`Model::own`] |
//! | on a [`Graph`] | [`Model::adjacent`], [`Model::walk`], [`Model::path`], [`Model::circuit`], [`Model::sub_circuit`], [`Model::closed_loop`], [`Model::connected`] |
//!
//! Solving: [`Model::check`], [`Model::count`], [`Model::solve`], [`Model::minimize`], [`Model::maximize`],
//! [`Model::profile`]. Solutions differ by all variables, or by those of [`Model::tell_apart_by`].
//! [`Model::name_constraints`] names constraints for profiles and messages. Models are solved like any puzzle: a short
//! plain dive, probing, learning, a parallel portfolio of learners, splits, and counting by independent components
//! where the model has them. Every solution is checked against the plain statement of each constraint before it is
//! handed out; that check shares no code with propagators. [`Model::export`] writes the model for other solvers.

mod apart;
mod ask;
mod builder;
mod components;
mod constraints;
mod error;
mod export;
mod expr;
mod family;
mod graph;
mod guide;
mod handle;
mod narrow;
mod network;
mod outcome;
mod proof;
mod rules;
mod statement;
mod variables;

pub use builder::Model;
pub use clew_solve::strategy::{Method, Options, SearchMode, Task, Verdict};
pub use error::{
    MAX_NODES, MAX_RANGE, MAX_STATED, MAX_SUM, MAX_VALUES, MAX_VARIABLES, MAX_WORDS, ModelError,
};
pub use export::{Exported, Goal};
pub use expr::Expr;
pub use graph::{Arcs, Graph};
pub(crate) use guide::guided::{Guidance, GuidedOutcome};
pub(crate) use guide::{Choose, Phase, Try};
pub use handle::{Bool, Int, Variable};
pub(crate) use outcome::Reader;
pub use outcome::{Outcome, Profiled, Solution};
pub use proof::{Claim, Proof, ProofError};
pub use rules::automaton::Automaton;
pub use rules::own::{OwnConstraint, Placed};
pub use rules::reified::Comparison;

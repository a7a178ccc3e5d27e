//! The errors of building and solving a model.

use clew_engine::kernel::StepCounter;
use clew_solve::strategy::RunError;

/// The most values that a variable may have of which a constraint compares values one by one, and that the common range
/// of variables which are compared value by value (all different, nodes of a graph) may span.
pub const MAX_VALUES: u64 = 1 << 16;

/// The most values that any variable may have.
pub const MAX_RANGE: u64 = (1 << 32) - 1;

/// Sums stay below this in absolute value.
pub const MAX_SUM: i64 = 1 << 60;

/// Words of 64 values that all variables of a model may take together, with the copies of them that
/// constraints work on, and the objective.
pub const MAX_WORDS: u64 = 1 << 24;

/// The most nodes of a graph.
pub const MAX_NODES: u32 = 1 << 22;

/// The most integer variables of a model, and the most Boolean variables.
pub const MAX_VARIABLES: usize = 1 << 24;

/// Variables, literals and numbers that all constraints of a model may be stated with together.
pub const MAX_STATED: u64 = 1 << 26;

/// Why a model cannot be built or solved as requested.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ModelError {
    /// A variable without values.
    #[error("variable {name}: the range {low}..={high} is empty")]
    EmptyRange {
        /// The variable's name.
        name: String,
        /// The lower end that was given.
        low: i64,
        /// The upper end that was given.
        high: i64,
    },
    /// A range with too many values.
    #[error("variable {name}: {low}..={high} has more than {MAX_RANGE} values")]
    TooWide {
        /// The variable's name.
        name: String,
        /// The lower end that was given.
        low: i64,
        /// The upper end that was given.
        high: i64,
    },
    /// Variables that are compared value by value lie too far apart.
    #[error("{rule}: together the ranges span {low}..={high}, more than {MAX_VALUES} values")]
    FarApart {
        /// The constraint.
        rule: String,
        /// The least value of all.
        low: i64,
        /// The largest value of all.
        high: i64,
    },
    /// Two variables of one name.
    #[error("there is a variable named {name:?} already")]
    NameTaken {
        /// The name.
        name: String,
    },
    /// A handle of another model.
    #[error("a variable of another model")]
    Foreign,
    /// A variable given twice where each is given once.
    #[error("{rule}: variable {name} is given twice")]
    Repeated {
        /// The constraint.
        rule: &'static str,
        /// The variable's name.
        name: String,
    },
    /// A list of the wrong length.
    #[error("{rule}: {found} given, {expected} expected")]
    Length {
        /// The constraint, and which of its lists.
        rule: &'static str,
        /// How many were given.
        found: usize,
        /// How many belong there.
        expected: usize,
    },
    /// Numbers that a constraint cannot be stated with.
    #[error("{rule}: {what}")]
    Unfit {
        /// The constraint.
        rule: &'static str,
        /// The reason.
        what: String,
    },
    /// A sum that may leave the numbers that are computed with.
    #[error("a sum may pass {MAX_SUM} in absolute value")]
    Overflow,
    /// An edge to a node that is not there, or from a node to itself.
    #[error("a graph of {nodes} nodes has no edge {from}-{to}")]
    NoEdge {
        /// How many nodes there are, numbered from 0.
        nodes: u32,
        /// One end.
        from: u32,
        /// The other end.
        to: u32,
    },
    /// Everything together is too large.
    #[error("the model is too large: {what}")]
    TooLarge {
        /// The part that is too large, and the limit.
        what: String,
    },
    /// The model cannot be written for another solver.
    #[error("the model cannot be exported: {what}")]
    Export {
        /// The part that cannot be written, and the reason.
        what: String,
    },
    /// The run could not be started with these options.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// Why there is no network of a model.
#[derive(Debug)]
pub(super) enum Unbuilt {
    /// The model cannot have one.
    Model(ModelError),
    /// The caller has cancelled the work.
    Interrupted,
}

impl From<ModelError> for Unbuilt {
    fn from(why: ModelError) -> Unbuilt {
        Unbuilt::Model(why)
    }
}

/// Counts steps of work in which nothing is posted, so that nothing but an interrupt can end it.
///
/// # Errors
/// [`Unbuilt::Interrupted`].
pub(super) fn spend(counter: &StepCounter<'_>, steps: usize) -> Result<(), Unbuilt> {
    counter.spend(steps).map_err(|_| Unbuilt::Interrupted)
}

/// A number of bytes for messages.
pub(super) fn mebibytes(bytes: usize) -> usize {
    bytes >> 20
}

/// Bytes of a network that is built whatever memory is allowed: limits are about more than that.
pub(super) const ALWAYS_ALLOWED: usize = 1 << 20;

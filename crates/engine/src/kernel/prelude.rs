//! All that the file of a propagator needs, in one line: `use clew_engine::kernel::prelude::*;`.

pub use super::{
    Atom, Bools, CellId, Cells, Conflict, Constraint, Engine, Event, Halt, IntervalId, Lit, Lits,
    Past, Priority, PropId, Propagation, Propagator, RuleSet, Status, Store, Subscriptions, Tag,
    Term, VarId, Vars, View, bits, rules,
};

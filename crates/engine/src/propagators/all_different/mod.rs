//! All-different: two consistency levels, three propagators.
//!
//! | level | propagators | removes |
//! | --- | --- | --- |
//! | [`Level::Value`] | [`Elimination`] | the value of a fixed variable from the others; if there are as many values as variables, the last place of a value is taken |
//! | [`Level::Domain`] | and [`BitMatching`] (up to 128 values) or [`WideMatching`] | every value without a solution |
//!
//! All propagators of a level but the first only add strength. Two variables need none of this: they
//! become a `≠`; one variable needs nothing.

mod bits;
mod elimination;
mod holders;
mod members;
mod wide;

pub(crate) use bits::BitMatching;
pub use elimination::Elimination;
pub use wide::WideMatching;

use crate::kernel::prelude::*;
use crate::propagators::NotEqual;
use members::Members;

/// How much an all-different removes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Level {
    /// Taken values; also last places, if every value (of at most 128) must be used.
    Value,
    /// Everything that has no solution.
    Domain,
}

/// The propagators added by [`post`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Posted {
    /// The propagator that enforces the constraint.
    pub basic: Option<PropId>,
    /// The redundant propagator that removes more; it may be switched off.
    pub strong: Option<PropId>,
}

/// Posts "all of `xs` have different values", with the strength of `level`.
///
/// # Errors
/// [`Conflict`] if there are more variables than values.
pub fn post(engine: &mut Engine, xs: &[VarId], level: Level) -> Result<Posted, Conflict> {
    let values = xs.iter().map(|&x| engine.store().values(x)).max().unwrap_or(0);
    if xs.len() as u32 > values {
        engine.add_clause(&[])?;
    }
    match *xs {
        [] | [_] => return Ok(Posted::default()),
        [x, y] => {
            let basic = Some(engine.add(NotEqual::new(x, y)));
            return Ok(Posted { basic, strong: None });
        }
        _ => {}
    }
    let members = Members::new(engine.store(), xs);
    let elimination = Elimination::from_members(engine.store_mut(), members.clone());
    let basic = Some(engine.add(elimination));
    let strong = match level {
        Level::Value => None,
        Level::Domain => Some(post_matching(engine, members)),
    };
    Ok(Posted { basic, strong })
}

/// Posts domain consistency alone: for variables whose values are kept different by other means,
/// such as the rows of a permutation matrix.
pub fn post_domain(engine: &mut Engine, xs: &[VarId]) -> PropId {
    let members = Members::new(engine.store(), xs);
    post_matching(engine, members)
}

fn post_matching(engine: &mut Engine, members: Members) -> PropId {
    match members.values {
        0..=64 => engine.add(BitMatching::<1>::from_members(members)),
        65..=128 => engine.add(BitMatching::<2>::from_members(members)),
        _ => {
            let matching = WideMatching::from_members(engine.store_mut(), members);
            engine.add(matching)
        }
    }
}

/// The constraint, for tests and for models that post constraints.
#[derive(Clone, Debug)]
pub struct AllDifferent {
    xs: Vec<VarId>,
    level: Level,
}

impl AllDifferent {
    /// All of `xs` (each given once) have different values.
    pub fn new(xs: &[VarId], level: Level) -> AllDifferent {
        AllDifferent { xs: xs.to_vec(), level }
    }
}

impl Constraint for AllDifferent {
    fn scope(&self) -> Vec<Term> {
        self.xs.iter().map(|&x| Term::Var(x)).collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        (1..values.len()).all(|i| !values[..i].contains(&values[i]))
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        post(into, &self.xs, self.level).map(|_| ())
    }
}

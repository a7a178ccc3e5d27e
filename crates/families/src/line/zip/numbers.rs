//! `assign`, and the network where numbers have to be variables: those of hidato, in which only the two ends are
//! given, and inequalities.

use super::super::{CellNumbers, hidato};
use super::Zip;
use clew_engine::kernel::{Constraint, VarId};
use clew_engine::propagators::order::Increasing;
use clew_puzzle::puzzle::{BuildError, BuildOptions, Built};

/// Builds the network on top of the one of hidato with this name, which has one variable per cell.
///
/// # Errors
/// [`BuildError::TooLarge`], [`BuildError::Interrupted`].
pub(super) fn build(zip: &Zip, name: &str, options: &BuildOptions) -> Result<Built, BuildError> {
    let mut built = hidato::build(&zip.line(), name, options)?;
    let stops = zip.stops();
    let Some(&CellNumbers { cells, .. }) = built.decoder() else { return Ok(built) };
    let pairs: Vec<[VarId; 2]> =
        stops.windows(2).map(|w| [w[0], w[1]].map(|c| cells.at(c))).collect();
    let model = &mut built.model;
    // Which parts fall apart is known of lines without inequalities.
    model.components = None;
    if !pairs.is_empty() && !model.infeasible {
        model.says("the places of the numbered cells rise", pairs.len() as u64);
        model.infeasible |= Increasing::new(&pairs).post(&mut model.engine).is_err();
    }
    Ok(built)
}

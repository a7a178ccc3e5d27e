//! A counting program that is run for the command line, and the output of its counts.

use crate::cli::batch::status::Status;
use crate::cli::count::checkpoint::Checkpoint;
use crate::cli::io::disk::Disk;
use clew::dp::{BlockStore, LayerStore, Run};
use clew::puzzle::Puzzle;
use clew::puzzle::wording::how_many;
use clew::run::Stop;
use clew::strategy::Options;
use clew::strategy::dp::Dp;
use num_bigint::BigUint;
use std::sync::Arc;
use std::time::Duration;

/// A dynamic program, and how to run it.
pub(crate) struct Counter<'a> {
    pub dp: Dp<'a>,
    pub options: Options,
    pub keeper: Option<Checkpoint>,
    /// The store for layers that do not fit into memory.
    pub disk: Option<Arc<Disk>>,
}

impl Counter<'_> {
    /// The residue modulo a prime.
    pub fn residue(&mut self, prime: u64) -> Run<u64> {
        let shelf = self.shelf();
        let keeper = self.keeper.as_mut().map(|keeper| keeper as &mut dyn LayerStore);
        self.dp.residue_shelved(prime, &self.options, keeper, shelf)
    }

    /// The count.
    pub fn count(&mut self) -> Run<BigUint> {
        let shelf = self.shelf();
        let keeper = self.keeper.as_mut().map(|keeper| keeper as &mut dyn LayerStore);
        self.dp.count_shelved(&self.options, keeper, shelf)
    }

    fn shelf(&self) -> Option<Arc<dyn BlockStore>> {
        self.disk.clone().map(|disk| disk as Arc<dyn BlockStore>)
    }

    /// Why a run ended without an answer, and the status of that.
    pub fn stopped(&self, stop: Stop) -> (String, Status) {
        if let Some(fault) = self.disk.as_ref().and_then(|disk| disk.fault()) {
            return (fault, Status::Unwritten);
        }
        match self.keeper.as_ref().and_then(Checkpoint::fault) {
            Some(fault) => (fault.to_string(), Status::BadInput),
            None if stop == Stop::Memory && self.options.threads > 1 => {
                ("stopped: memory; --threads 1 needs less".to_string(), Status::Undecided)
            }
            None => (format!("stopped: {stop}"), Status::Undecided),
        }
    }
}

/// A count as text.
pub(crate) fn counted(puzzle: &Puzzle, count: &BigUint) -> String {
    if !puzzle.is_undirected() {
        return format!("{count}\n");
    }
    let lines = (count + 1u32) / 2u32;
    format!("{count} ({}, whichever way they run)\n", how_many(lines, "line"))
}

/// Milliseconds, whole.
pub(crate) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

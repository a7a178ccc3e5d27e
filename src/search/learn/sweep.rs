//! Learning in scan order: all along, or in turns with decisions by activity.
//!
//! In scan order there is nothing to gain from a restart: the same decisions would come again. Where
//! the order is a bad one for the instance it stays bad, so by default stretches in scan order and
//! by activity take turns and grow; what was learnt serves both.

use crate::kernel::{Engine, Lit};
use crate::search::scan::Scan;
use std::sync::Arc;

/// Conflicts of the first stretch in scan order and of the first one by activity.
const FIRST_STRETCH: u64 = 1000;

/// Says when decisions are taken in scan order.
#[derive(Clone, Debug)]
pub struct Sweep {
    scan: Scan,
    /// Whether stretches by activity lie between those in scan order.
    alternates: bool,
    scanning: bool,
    stretch: u64,
    left: u64,
}

impl Sweep {
    /// In scan order first, then in turns with activity.
    pub fn alternating(order: Arc<[Lit]>) -> Sweep {
        Sweep { alternates: true, ..Sweep::always(order) }
    }

    /// In scan order all along.
    pub fn always(order: Arc<[Lit]>) -> Sweep {
        Sweep {
            scan: Scan::new(order),
            alternates: false,
            scanning: true,
            stretch: FIRST_STRETCH,
            left: FIRST_STRETCH,
        }
    }

    /// The same, with first stretches of this many conflicts.
    pub fn with_stretch(self, conflicts: u64) -> Sweep {
        Sweep { stretch: conflicts, left: conflicts, ..self }
    }

    /// Whether stretches by activity lie between those in scan order.
    pub fn alternates(&self) -> bool {
        self.alternates
    }

    /// The next decision, if it is the scan's turn and something in its list is open.
    pub(super) fn next(&mut self, engine: &Engine) -> Option<Lit> {
        if self.scanning { self.scan.next(engine) } else { None }
    }

    /// A conflict is done.
    pub(super) fn conflict(&mut self) {
        self.left = self.left.saturating_sub(1);
    }

    /// Whether to restart now; `None`: the usual rule applies.
    pub(super) fn due(&mut self) -> Option<bool> {
        if self.left == 0 {
            if self.alternates {
                self.scanning = !self.scanning;
            }
            if self.scanning {
                self.stretch += self.stretch / 2;
            }
            self.left = self.stretch;
            return Some(true);
        }
        self.scanning.then_some(false)
    }
}

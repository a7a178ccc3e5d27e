//! Redundant propagators, switched off and on in the middle of a search.

use super::{CaughtUp, Engine};
use crate::kernel::ids::PropId;
use crate::kernel::interrupt::Halt;
use crate::kernel::observer::Observer;

impl Engine {
    /// Switches a redundant propagator off, or on again (then it is scheduled). Only sound for
    /// propagators whose constraint others imply.
    ///
    /// An incremental propagator keeps what it has read in reversible cells. When it is switched on
    /// again, it reads everything it has missed, including facts of lower levels. Undoing the level
    /// of that reading undoes the reading, so those facts become news once more.
    pub fn set_enabled(&mut self, id: PropId, on: bool) {
        let i = id.0 as usize;
        if on && self.slots[i].disabled {
            self.switch_on(id.0);
            if self.slots[i].incremental {
                self.late.push(id.0);
            }
        } else if !on {
            self.slots[i].disabled = true;
            self.late.retain(|&p| p != id.0);
        }
    }

    /// Whether a propagator runs when it is woken.
    pub fn is_enabled(&self, id: PropId) -> bool {
        !self.slots[id.0 as usize].disabled
    }

    fn switch_on(&mut self, prop: u32) {
        let slot = &mut self.slots[prop as usize];
        slot.disabled = false;
        self.queue.push(prop, slot.priority);
    }

    /// A propagator is about to run: if it has facts of lower levels to read, records the trail
    /// length to which that reading is undone.
    pub(super) fn catch_up(&mut self, id: PropId) {
        let Some(at) = self.late.iter().position(|&p| p == id.0) else { return };
        self.late.swap_remove(at);
        let (level, seen) = (self.store.level(), self.slots[id.0 as usize].seen);
        if level > 0 && (seen as usize) < self.store.level_start(level) {
            self.caught_up.push(CaughtUp { prop: id.0, level, seen });
        }
    }

    /// After backtracking to a level, the facts that were caught up with above that level are news
    /// again.
    pub(super) fn undo_catch_up(&mut self, level: u32) {
        while let Some(&last) = self.caught_up.last() {
            if last.level <= level {
                break;
            }
            self.caught_up.pop();
            let slot = &mut self.slots[last.prop as usize];
            slot.seen = slot.seen.min(last.seen);
            if !slot.disabled && !self.late.contains(&last.prop) {
                self.late.push(last.prop);
            }
        }
    }

    /// At the root: propagates to the fixpoint and forgets the reasons of root facts. Incremental
    /// propagators that are switched off read their news first, because the news is dropped too.
    ///
    /// # Errors
    /// As [`Engine::fixpoint`]; then nothing is forgotten.
    pub fn propagate_root<O: Observer>(&mut self, seen: &mut O) -> Result<(), Halt> {
        let off: Vec<u32> =
            self.incremental.iter().copied().filter(|&p| self.slots[p as usize].disabled).collect();
        for &prop in &off {
            self.switch_on(prop);
        }
        let result = self.fixpoint(seen);
        for &prop in &off {
            self.slots[prop as usize].disabled = true;
        }
        result?;
        self.store.commit_root();
        self.head = 1;
        for slot in &mut self.slots {
            slot.seen = 1;
        }
        Ok(())
    }
}

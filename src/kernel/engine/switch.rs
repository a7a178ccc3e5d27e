//! Redundant propagators, switched off and on in the middle of a search.

use super::{Engine, Halt, Observer, PropId};

impl Engine {
    /// Switches a redundant propagator off, or on again (then it is scheduled). Only sound for
    /// propagators whose constraint others imply.
    ///
    /// An incremental propagator keeps what it has read in reversible cells. Were it to read at a
    /// high level what it missed at lower ones, undoing that level would undo the reading but not
    /// the facts. So it comes on again when what it has missed is of the current level: at
    /// once, or when search has gone back far enough, at the root at the latest.
    pub fn set_enabled(&mut self, id: PropId, on: bool) {
        let i = id.0 as usize;
        self.late.retain(|&p| p != id.0);
        if !on {
            self.disabled[i] = true;
        } else if self.disabled[i] {
            if self.can_catch_up(id.0) {
                self.switch_on(id.0);
            } else {
                self.late.push(id.0);
            }
        }
    }

    /// Whether a propagator runs when it is woken.
    pub fn is_enabled(&self, id: PropId) -> bool {
        !self.disabled[id.0 as usize]
    }

    /// Whether all that a propagator has not read is of the current level.
    fn can_catch_up(&self, prop: u32) -> bool {
        let level = self.store.level();
        let i = prop as usize;
        level == 0
            || !self.is_incremental[i]
            || self.seen[i] as usize >= self.store.level_start(level)
    }

    fn switch_on(&mut self, prop: u32) {
        self.disabled[prop as usize] = false;
        self.queue.push(prop, self.priorities[prop as usize]);
    }

    /// Switches on what waited for search to go back.
    pub(super) fn switch_late_on(&mut self) {
        let mut late = std::mem::take(&mut self.late);
        late.retain(|&prop| {
            let ready = self.can_catch_up(prop);
            if ready {
                self.switch_on(prop);
            }
            !ready
        });
        self.late = late;
    }

    /// At the root: runs everything to the fixpoint and forgets how the root facts came about.
    /// Incremental propagators that are switched off read their news first, as these go as well.
    ///
    /// # Errors
    /// As [`Engine::fixpoint`]; then nothing is forgotten.
    pub fn settle_root<O: Observer>(&mut self, seen: &mut O) -> Result<(), Halt> {
        let off: Vec<u32> =
            self.incremental.iter().copied().filter(|&p| self.disabled[p as usize]).collect();
        for &prop in &off {
            self.switch_on(prop);
        }
        let result = self.fixpoint(seen);
        for &prop in &off {
            self.disabled[prop as usize] = true;
        }
        result?;
        self.store.commit_root();
        self.head = 1;
        for s in &mut self.seen {
            *s = 1;
        }
        Ok(())
    }
}

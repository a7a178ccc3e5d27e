//! Propagation: running queued propagators until a fixpoint.

use super::Engine;
use crate::kernel::context::Propagation;
use crate::kernel::ids::{CellId, PropId, VarId, bits};
use crate::kernel::interrupt::{Halt, StepCounter};
use crate::kernel::observer::{Observer, Part};
use crate::kernel::propagator::{Priority, Status};
use crate::kernel::reason::{Conflict, Entry, Failure, Reason};

/// The minimal cost of a propagator call, in steps of [`StepCounter`].
const STEPS_PER_CALL: usize = 1024;
/// The cost of dispatching a trail entry, in the same steps, and the number of entries dispatched between two
/// counts.
const STEPS_PER_ENTRY: usize = 16;
const LONG_WAVE: usize = 1024;

impl Engine {
    /// Propagates to a fixpoint.
    ///
    /// # Errors
    /// [`Halt::Conflict`] with the failure kept in the store, or [`Halt::Interrupted`].
    pub fn fixpoint<O: Observer>(&mut self, seen: &mut O) -> Result<(), Halt> {
        if !self.sealed {
            let interrupt = self.interrupt.clone();
            self.seal(&StepCounter::whole(interrupt.as_ref()))?;
        }
        for i in 0..self.late.len() {
            self.schedule(self.late[i]);
        }
        for i in 0..self.outside.len() {
            self.schedule(self.outside[i]);
        }
        let from = self.head;
        seen.fixpoint(self, from);
        let result = seen.part(Part::Fixpoint, |seen| self.run_queue(seen));
        seen.fixed(self, &result);
        // After an interrupt the queue is kept: another call continues from here.
        if result == Err(Halt::Conflict) {
            self.queue.clear();
        }
        result
    }

    fn run_queue<O: Observer>(&mut self, seen: &mut O) -> Result<(), Halt> {
        let mut handed = 0;
        loop {
            while self.head < self.store.trail().len() {
                let e = self.store.trail()[self.head];
                self.head += 1;
                self.hand_over(e, seen)?;
                handed += 1;
                // One wave may have millions of entries.
                if handed == LONG_WAVE {
                    handed = 0;
                    self.pause(STEPS_PER_ENTRY * LONG_WAVE)?;
                }
            }
            let Some(id) = self.queue.pop() else { return Ok(()) };
            self.run(id, seen)?;
        }
    }

    /// Counts steps, and polls the interrupt when it is due. The queue is kept for another call.
    fn pause(&mut self, steps: usize) -> Result<(), Halt> {
        let counter = StepCounter::resume(self.interrupt.as_ref(), self.spent);
        let go_on = counter.spend(steps);
        self.spent = counter.spent();
        go_on
    }

    fn run<O: Observer>(&mut self, id: PropId, seen: &mut O) -> Result<(), Halt> {
        let i = id.0 as usize;
        if self.slots[i].disabled || self.slots[i].entailed {
            return Ok(());
        }
        if !self.late.is_empty() {
            self.catch_up(id);
        }
        self.propagations += 1;
        let from = self.store.trail().len();
        let seen_to = self.slots[i].seen as usize;
        let counter = StepCounter::resume(self.interrupt.as_ref(), self.spent);
        let ran = self.slots[i].ran;
        let mut p = Propagation::new(&mut self.store, &counter, id, seen_to, ran);
        let result = seen.part(Part::Propagating(id), |_| {
            p.work(STEPS_PER_CALL).and_then(|()| self.props[i].propagate(&mut p))
        });
        let (mark_news_read, own_read) = (p.has_read_news(), p.has_read_own());
        self.spent = counter.spent();
        if self.slots[i].priority == Priority::Global {
            self.steps += self.props[i].steps();
        }
        let result = match result {
            Ok(status) => {
                self.note_run(ran);
                Ok(status)
            }
            Err(Halt::Conflict) => Err(Conflict),
            Err(Halt::Interrupted) => {
                // It is not done, and runs again if propagation is resumed.
                if mark_news_read {
                    self.slots[i].seen = from as u32;
                    self.note_run(ran);
                }
                self.queue.push(id.0, self.slots[i].priority);
                return Err(Halt::Interrupted);
            }
        };
        let read_to = if own_read { self.store.trail().len() } else { from };
        self.slots[i].seen = read_to as u32;
        if O::CALLS {
            seen.ran(self, id, from, &result);
        }
        match result? {
            Status::Fixpoint => {}
            Status::Again => {
                if self.store.trail().len() > from {
                    self.queue.push(id.0, self.slots[i].priority);
                }
            }
            Status::Entailed => {
                self.slots[i].entailed = true;
                let level = self.store.level();
                if level > 0 {
                    self.entailed_trail.push((id.0, level));
                }
            }
        }
        Ok(())
    }

    /// An incremental propagator has run: from here on the news suffices for it.
    #[inline]
    fn note_run(&mut self, ran: Option<CellId>) {
        if let Some(ran) = ran.filter(|&ran| self.store.cell(ran) == 0) {
            self.store.set_cell(ran, 1);
        }
    }

    #[inline]
    fn schedule(&mut self, prop: u32) {
        let slot = self.slots[prop as usize];
        if !slot.entailed {
            self.queue.push(prop, slot.priority);
        }
    }

    /// Dispatches one change to columns, propagators and clauses.
    #[inline]
    fn hand_over<O: Observer>(&mut self, e: Entry, seen: &mut O) -> Result<(), Conflict> {
        if self.store.matrices() > 0 {
            self.columns(e)?;
        }
        let author = e.reason.prop().map_or(u32::MAX, |p| p.0);
        let (queue, slots) = (&mut self.queue, &self.slots);
        self.wakes.each(&self.store, e, |prop| {
            // Its own change does not wake a propagator (it returns `Again` if it should run
            // again), except an incremental one, which must see all news.
            if !queue.holds(prop) {
                let slot = slots[prop as usize];
                if (prop != author || slot.incremental) && !slot.entailed {
                    queue.push(prop, slot.priority);
                    if O::WAKES {
                        seen.woken(e.reason.prop(), PropId(prop));
                    }
                }
            }
        });
        if !self.clauses.is_empty() {
            seen.part(Part::Clauses, |_| self.clauses.propagate(&mut self.store, e))?;
        }
        Ok(())
    }

    /// Enforces "each value in exactly one row" of the matrices.
    fn columns(&mut self, e: Entry) -> Result<(), Conflict> {
        let w = (e.plane >> 1) as usize;
        let Some((matrix, row, base)) = self.store.matrix_place(w) else { return Ok(()) };
        if e.plane & 1 == 0 {
            for b in bits(e.mask) {
                self.take_column(matrix, row, base + b)?;
            }
            return Ok(());
        }
        let mut left = e.mask;
        loop {
            // Taking a last place may leave another value one place.
            let tight = left & self.store.matrix(matrix).tight(base);
            if tight == 0 {
                return Ok(());
            }
            let k = base + tight.trailing_zeros();
            left &= !(tight ^ (tight - 1));
            self.tight_column(matrix, k)?;
        }
    }

    /// Infers the consequences of a column with at most one row left.
    fn tight_column(&mut self, matrix: u32, k: u32) -> Result<(), Conflict> {
        if self.store.matrix(matrix).column_size(k) == 0 {
            return Err(self.store.fail(Failure::Column { matrix, column: k }));
        }
        self.last_in_column(matrix, k)?;
        self.store.matrices[matrix as usize].looked_at(k);
        Ok(())
    }

    fn take_column(&mut self, matrix: u32, row: u32, k: u32) -> Result<(), Conflict> {
        let words = self.store.matrix(matrix).column(k).len();
        for i in 0..words {
            let m = self.store.matrix(matrix);
            let mut others = m.column(k)[i];
            if row as usize / 64 == i {
                others &= !(1 << (row % 64));
            }
            let first = m.rows().at(i as u32 * 64);
            for r in bits(others) {
                let a = self.store.atom(VarId(first.0 + r), k);
                self.store.remove(a.word(), a.mask(), Reason::column_taken(row))?;
            }
        }
        Ok(())
    }

    fn last_in_column(&mut self, matrix: u32, k: u32) -> Result<(), Conflict> {
        let m = self.store.matrix(matrix);
        let row = m.places(k).next().expect("a column of size one has a row");
        let x = m.rows().at(row);
        let a = self.store.atom(x, k);
        self.store.assign(a.pos(), Reason::COLUMN_LAST).map(|_| ())
    }
}

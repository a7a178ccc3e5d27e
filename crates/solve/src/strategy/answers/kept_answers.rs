//! Answers that are kept, and the memory limit that all lists of one run share.

use clew_puzzle::puzzle::Answer;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How many bytes the answers of a run may take, and how many they take, those of its threads together.
#[derive(Debug)]
struct MemoryLimit {
    most: usize,
    used: AtomicUsize,
    /// Whether a search stopped because it was used up.
    gave_out: AtomicBool,
}

/// A list of answers that takes its share of the memory for as long as it exists.
#[derive(Debug)]
pub(crate) struct Kept {
    answers: Vec<Answer>,
    bytes: usize,
    room: Arc<MemoryLimit>,
}

impl Kept {
    /// No answers, in a new memory limit of `most` bytes.
    pub fn within(most: usize) -> Kept {
        let (used, gave_out) = (AtomicUsize::new(0), AtomicBool::new(false));
        let room = Arc::new(MemoryLimit { most, used, gave_out });
        Kept { answers: Vec::new(), bytes: 0, room }
    }

    /// No answers, with the same memory limit.
    pub fn fresh(&self) -> Kept {
        Kept { answers: Vec::new(), bytes: 0, room: self.room.clone() }
    }

    /// Adds one.
    pub fn push(&mut self, answer: Answer) {
        let bytes = answer.bytes();
        self.bytes += bytes;
        self.room.used.fetch_add(bytes, Ordering::Relaxed);
        self.answers.push(answer);
    }

    /// Takes all of them out.
    pub fn take(&mut self) -> Vec<Answer> {
        self.room.used.fetch_sub(self.bytes, Ordering::Relaxed);
        self.bytes = 0;
        std::mem::take(&mut self.answers)
    }

    /// Whether all lists that share the limit exceed it, so that the caller must stop.
    pub fn is_over(&self) -> bool {
        let over = self.room.used.load(Ordering::Relaxed) > self.room.most;
        if over {
            self.room.gave_out.store(true, Ordering::Relaxed);
        }
        over
    }

    /// Whether a caller was stopped, even if memory is free again.
    pub(crate) fn was_exceeded(&self) -> bool {
        self.room.gave_out.load(Ordering::Relaxed)
    }
}

impl Clone for Kept {
    fn clone(&self) -> Kept {
        self.room.used.fetch_add(self.bytes, Ordering::Relaxed);
        Kept { answers: self.answers.clone(), bytes: self.bytes, room: self.room.clone() }
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.take();
    }
}

impl Deref for Kept {
    type Target = [Answer];

    fn deref(&self) -> &[Answer] {
        &self.answers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_take_room_as_long_as_they_are_there() {
        let answer = Answer::Line(vec![1; 100]);
        let one = answer.bytes();
        assert!((400..500).contains(&one), "{one}");
        let mut kept = Kept::within(2 * one);
        kept.push(answer.clone());
        kept.push(answer.clone());
        assert!(!kept.is_over() && !kept.was_exceeded());
        let copy = kept.clone();
        assert!(kept.is_over() && copy.is_over() && copy.len() == 2);
        drop(copy);
        assert!(!kept.is_over() && kept.was_exceeded());
        let mut fresh = kept.fresh();
        fresh.push(answer.clone());
        assert!(kept.is_over() && fresh.len() == 1);
        drop(fresh);
        kept.push(answer);
        assert!(kept.is_over());
        assert_eq!((kept.take().len(), kept.len(), kept.is_over()), (3, 0, false));
    }
}

//! A step of an automaton: it reads a number in one state, and is in another one.
//!
//! Domain consistency: a state or a number stays while a move has it whose other two are left. The move that was found last is
//! looked at first. Cost of a call: the values of the three variables, and the moves of a value whose last move has gone. Memory:
//! the moves once for all steps of an automaton, four bytes per value and step; a [`Table`](super::Table) for each step takes
//! moves times values.
//!
//! Explanation of "x lost v": as that of a table whose rows are the moves.
//!
//! Source: G. Pesant, A regular language membership constraint for finite sequences of variables, 2004: the layers;
//! C. Lecoutre and F. Hemery, A study of residual supports in arc consistency, 2007.

use super::table::{Columns, contradict};
use crate::kernel::StepCounter;
use crate::kernel::prelude::*;
use std::sync::Arc;

/// Moves per step of [`Propagation::work`].
const MOVES_PER_STEP: usize = 32;

rules! {
    /// The inference rules of a step.
    enum Rule {
        NoMove => "no move with the value is left",
        Empty => "no move is left",
    }
}

/// The moves of an automaton, shared by its steps: from a state, by a value, to a state.
#[derive(Debug)]
pub struct Moves {
    all: Vec<[u32; 3]>,
    /// Per column the places of the moves by their values, and where those of a value begin.
    by: [Vec<u32>; 3],
    from: [Vec<u32>; 3],
}

impl Moves {
    /// These moves, of which there are fewer than 2^32, of variables with these numbers of values.
    ///
    /// # Errors
    /// [`Halt::Interrupted`].
    pub fn new(
        values: [u32; 3],
        all: Vec<[u32; 3]>,
        counter: &StepCounter<'_>,
    ) -> Result<Arc<Moves>, Halt> {
        counter.spend(3 * all.len())?;
        let places = |column: usize| {
            let mut places: Vec<u32> = (0..all.len() as u32).collect();
            places.sort_by_key(|&k| all[k as usize][column]);
            places
        };
        let by = [0, 1, 2].map(places);
        let starts = |column: usize| {
            let places: &Vec<u32> = &by[column];
            let below = |v: u32| places.partition_point(|&k| all[k as usize][column] < v) as u32;
            (0..=values[column]).map(below).collect()
        };
        let from = [0, 1, 2].map(starts);
        Ok(Arc::new(Moves { all, by, from }))
    }

    /// Places of the moves with a value in a column, in their order.
    fn with(&self, column: usize, v: u32) -> &[u32] {
        let from = &self.from[column];
        &self.by[column][from[v as usize] as usize..from[v as usize + 1] as usize]
    }
}

/// The propagator and constraint of a step.
#[derive(Clone, Debug)]
pub struct Transition {
    /// The state before, the value that is read, the state after.
    xs: [VarId; 3],
    moves: Arc<Moves>,
    /// Per variable and value the move that was found last.
    last: Vec<u32>,
    /// Scratch: words of the values that are in no move.
    gone: Vec<u64>,
}

impl Transition {
    /// From the state `xs[0]` the automaton comes to `xs[2]` by the value `xs[1]`. The variables are three, with as many
    /// values as the moves were made for.
    pub fn new(engine: &Engine, xs: [VarId; 3], moves: Arc<Moves>) -> Transition {
        debug_assert!(xs[0] != xs[1] && xs[1] != xs[2] && xs[0] != xs[2], "three variables");
        let places = xs.iter().map(|&x| engine.store().values(x) as usize).sum();
        Transition { xs, moves, last: vec![0; places], gone: Vec::new() }
    }

    /// Whether all three values of a move are left.
    fn is_left(&self, k: u32, view: &impl View) -> bool {
        let all = self.xs.iter().zip(self.moves.all[k as usize]);
        all.fold(true, |is_left, (&x, v)| {
            is_left && view.domain_word(x, v as usize / 64) >> (v % 64) & 1 == 1
        })
    }

    /// Looks for a move for each value of a column, and notes those without one; returns how many have one.
    fn find(&mut self, column: usize, place: usize, p: &Propagation<'_>) -> Result<usize, Halt> {
        let x = self.xs[column];
        let first = p.first_word(x);
        let mut found = 0;
        self.gone.clear();
        for w in 0..p.domain_words(x).len() {
            let mut gone = 0u64;
            for b in bits(p.alive(first + w)) {
                let v = w as u32 * 64 + b;
                let last = self.last[place + v as usize];
                let has = |k: &[u32; 3]| k[column] == v && self.is_left(last, p);
                if self.moves.all.get(last as usize).is_some_and(has) {
                    found += 1;
                    continue;
                }
                let all = self.moves.with(column, v);
                p.work(all.len() / MOVES_PER_STEP)?;
                match all.iter().find(|&&k| self.is_left(k, p)) {
                    Some(&k) => {
                        self.last[place + v as usize] = k;
                        found += 1;
                    }
                    None => gone |= 1 << b,
                }
            }
            self.gone.push(gone);
        }
        Ok(found)
    }
}

impl Propagator for Transition {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "transition"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        self.xs.iter().for_each(|&x| to.on(x, Event::Any));
    }

    fn priority(&self) -> Priority {
        Priority::Linear
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        let (mut place, mut open) = (0, 0);
        for (column, x) in self.xs.into_iter().enumerate() {
            let count = self.find(column, place, p)?;
            if column == 0 && count == 0 {
                return Err(p.fail(Rule::Empty.tag()).into());
            }
            let first = p.first_word(x);
            for w in 0..p.domain_words(x).len() {
                let gone = self.gone[w];
                if gone != 0 {
                    // These values are in no move that is left, so the other values keep theirs.
                    p.remove_mask(first + w, gone, Rule::NoMove.tag())?;
                }
            }
            place += p.values(x) as usize;
            open += usize::from(count > 1);
        }
        Ok(if open <= 1 { Status::Entailed } else { Status::Fixpoint })
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, _tag: Tag, why: &mut Lits) {
        let at = |k: usize, column: usize| self.moves.all[k][column];
        let columns = Columns { xs: &self.xs, at: &at };
        let Some(fact) = fact else {
            return contradict(past, columns, (0..self.moves.all.len()).collect(), None, why);
        };
        let (x, v) = past.store().meaning(fact.atom()).expect("a fact about a variable");
        let but = self.xs.iter().position(|&y| y == x).expect("of the scope");
        let wanted = self.moves.with(but, v).iter().map(|&k| k as usize).collect();
        contradict(past, columns, wanted, Some(but), why);
    }
}

impl Constraint for Transition {
    fn scope(&self) -> Vec<Term> {
        self.xs.iter().map(|&x| Term::Var(x)).collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        self.moves.all.iter().any(|k| k[..] == *values)
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        into.add(self.clone());
        Ok(())
    }
}

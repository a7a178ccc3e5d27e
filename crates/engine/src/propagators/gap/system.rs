//! The definition of the constraint that the propagators of this folder implement.

use super::count::GapCount;
use super::edges::GapEdges;
use super::length::GapLength;
use super::reach::GapReach;
use super::vars::GapVars;
use crate::kernel::StepCounter;
use crate::kernel::prelude::*;
use crate::propagators::path::{Count, Degree, Flag, Fragments, Pattern};

/// The edges form one line through all cells, numbered from the end that starts it; given numbers stand
/// where they are given, and every other cell lies in the gap given by its variable. Two cells or more.
#[derive(Clone, Debug)]
pub struct GapSystem {
    /// The variables.
    pub vars: GapVars,
    /// Whether the propagator of counts is posted as well.
    pub count: bool,
    /// Whether the propagator of distances is posted as well, unless a gap is very long.
    pub reach: bool,
}

/// Cells of a gap up to which distances are kept. They exclude hardly anything in a longer one, and each level
/// would trail those of thousands of cells.
const LONGEST: u32 = 2048;

/// The cost of the clauses of a cell that may be an end, in steps of [`StepCounter`].
const STEPS_PER_END: usize = 16;

/// A literal of a clause over flags: whether the flag must hold.
type Part = (Flag, bool);

/// Adds a clause over flags, without flags that are fixed and clauses that are always true.
fn add_clause(engine: &mut Engine, parts: &[Part]) -> Result<(), Conflict> {
    let mut lits: Vec<Lit> = Vec::new();
    for &(flag, holds) in parts {
        match flag {
            Flag::Open(a) => lits.push(a.lit(holds)),
            Flag::Always if holds => return Ok(()),
            Flag::Never if !holds => return Ok(()),
            _ => {}
        }
    }
    if lits.iter().any(|l| lits.contains(&!*l)) {
        return Ok(());
    }
    lits.sort_unstable();
    lits.dedup();
    engine.add_clause(&lits)
}

impl GapSystem {
    /// An end starts the line or ends it, not both; it lies in the first or in the last gap.
    fn post_ends(&self, engine: &mut Engine, counter: &StepCounter<'_>) -> Result<(), Halt> {
        let GapVars { path, start, last, table, .. } = &self.vars;
        for c in 0..table.cells() {
            counter.spend(STEPS_PER_END)?;
            let (s, l, e) = (start[c as usize], last[c as usize], path.ends[c as usize]);
            add_clause(engine, &[(s, false), (e, true)])?;
            add_clause(engine, &[(l, false), (e, true)])?;
            add_clause(engine, &[(e, false), (s, true), (l, true)])?;
            add_clause(engine, &[(s, false), (l, false)])?;
            if table.clue(c).is_some() {
                continue;
            }
            for (flag, gap) in [(s, 0), (l, table.gaps() - 1)] {
                let place = match table.value(c, gap) {
                    None => Flag::Never,
                    Some(v) => Flag::Open(self.vars.atom(engine.store(), c, v)),
                };
                add_clause(engine, &[(flag, false), (place, true)])?;
            }
        }
        Count::post_ends(engine, path, 2);
        Count::post(engine, start, 1);
        Count::post(engine, last, 1);
        Ok(())
    }

    fn terms(&self) -> Vec<Term> {
        let GapVars { path, start, last, table, .. } = &self.vars;
        let mut atoms: Vec<Atom> = (0..path.graph.edges()).map(|e| path.edge(e)).collect();
        let flags = path.ends.iter().chain(start.iter()).chain(last.iter());
        let mut open: Vec<Atom> = flags.filter_map(|f| f.atom()).collect();
        open.sort_unstable();
        open.dedup();
        atoms.extend(open);
        let cells = (0..table.cells()).filter(|&c| table.clue(c).is_none());
        let gaps = cells.map(|c| Term::Var(self.vars.var(c)));
        atoms.into_iter().map(Term::Bool).chain(gaps).collect()
    }
}

impl Constraint for GapSystem {
    fn scope(&self) -> Vec<Term> {
        self.terms()
    }

    fn holds(&self, values: &[u32]) -> bool {
        let GapVars { path, start, last, table, .. } = &self.vars;
        let terms = self.terms();
        let value = |t: Term| values[terms.iter().position(|&u| u == t).expect("of the scope")];
        let flag = |f: Flag| match f {
            Flag::Never => false,
            Flag::Always => true,
            Flag::Open(a) => value(Term::Bool(a)) == 1,
        };
        let n = table.cells();
        let on = |e: u32| values[e as usize] == 1;
        let starts: Vec<u32> = (0..n).filter(|&c| flag(start[c as usize])).collect();
        let lasts: Vec<u32> = (0..n).filter(|&c| flag(last[c as usize])).collect();
        let ([first], [end]) = (&starts[..], &lasts[..]) else { return false };
        let ends = |c: u32| c == *first || c == *end;
        if first == end || (0..n).any(|c| flag(path.ends[c as usize]) != ends(c)) {
            return false;
        }
        for c in 0..n {
            let ways = path.graph.incident(c).iter().filter(|&&e| on(e)).count();
            if ways + usize::from(ends(c)) != 2 {
                return false;
            }
        }
        let (mut at, mut came, mut number) = (*first, None, 1);
        loop {
            let place = match table.clue(at) {
                Some(i) => table.number(i) == number,
                None => {
                    let v = value(Term::Var(self.vars.var(at)));
                    let gap = table.holds(at)[v as usize].gap;
                    let below = gap.checked_sub(1).map_or(0, |i| table.number(i));
                    (below + 1..below + table.length(gap)).contains(&number)
                }
            };
            if !place {
                return false;
            }
            let Some((q, e)) = path.graph.around(at).find(|&(_, e)| on(e) && Some(e) != came)
            else {
                return number == n;
            };
            (at, came, number) = (q, Some(e), number + 1);
        }
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        self.try_post(into, &StepCounter::new(None)).map_err(|_| Conflict)
    }
}

impl GapSystem {
    /// As [`Constraint::post`], stopped by an interrupt.
    ///
    /// # Errors
    /// [`Halt::Conflict`] if there is no solution, [`Halt::Interrupted`].
    pub fn try_post(&self, into: &mut Engine, counter: &StepCounter<'_>) -> Result<(), Halt> {
        let GapVars { path, table, .. } = &self.vars;
        self.post_ends(into, counter)?;
        counter.look()?;
        for e in 0..path.graph.edges() {
            counter.spend(1)?;
            let [c, d] = path.graph.ends(e);
            if !table.may_join(c, d) {
                into.assert(path.edge(e).neg())?;
            } else if let (Some(_), Some(_)) = (table.clue(c), table.clue(d)) {
                into.assert(path.edge(e).pos())?;
            }
        }
        counter.look()?;
        Degree::post(into, path);
        counter.look()?;
        Fragments::post(into, path, Pattern::Line);
        if table.gaps() == 1 {
            return Ok(());
        }
        counter.look()?;
        GapEdges::post(into, &self.vars);
        counter.look()?;
        GapLength::post(into, &self.vars);
        if self.count {
            counter.look()?;
            GapCount::post(into, &self.vars);
        }
        let table = &self.vars.table;
        let is_short = |gap| table.length(gap) <= LONGEST;
        if self.reach && (0..table.gaps()).all(is_short) {
            counter.look()?;
            GapReach::post(into, &self.vars, counter)?;
        }
        Ok(())
    }
}

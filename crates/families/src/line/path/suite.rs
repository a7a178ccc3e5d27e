//! `suite`: one Boolean per edge, and one Boolean per cell for "the line ends here".
//!
//! Degrees, one line, two ends; redundant: the flow of all degrees at once, cuts, block chains. The line has no
//! direction here: if no number orients it, each solution stands for two fillings. `--maximize cells` adds one Boolean
//! per cell for "the line comes here"; `--minimize turns` one for "the line turns here", which the edges decide.
//!
//! Size: edges + cells Booleans, one propagator for each constraint, on any board.

use super::super::decode::LineEdges;
use crate::Line;
use crate::line::turns;
use clew_engine::kernel::Constraint;
use clew_engine::kernel::model::Objective;
use clew_engine::kernel::{Bools, Conflict, Group, Lit, Model};
use clew_engine::propagators::linear::Sum;
use clew_engine::propagators::path::{
    BlockChain, Connectivity, Count, Degree, DegreeFlow, Flag, Fragments, Graph, PathVars, Pattern,
};
use clew_puzzle::puzzle::{Board, BuildError, BuildOptions, Built, Goal};
use std::sync::Arc;

/// Where numbers fix the ends of the line.
#[derive(Clone, Copy, Default)]
struct Ends {
    first: Option<u32>,
    last: Option<u32>,
    /// A number was given twice, or one number to two ends.
    clash: bool,
}

impl Ends {
    /// `None` if other numbers than those of the two ends are given.
    fn new(line: &Line, has_last: bool) -> Option<Ends> {
        let n = line.board.len() as u32;
        let mut ends = Ends::default();
        for (c, given) in line.given.iter().enumerate() {
            let place = match *given {
                None => continue,
                Some(1) => &mut ends.first,
                Some(k) if k == n && has_last => &mut ends.last,
                Some(_) => return None,
            };
            ends.clash |= place.replace(c as u32).is_some();
        }
        Some(ends)
    }
}

/// Whether this network can state the puzzle: no number is given inside the line, and the options do not require
/// variables that are numbers.
pub fn applies(line: &Line, options: &BuildOptions) -> bool {
    !options.numbers && Ends::new(line, options.goal != Some(Goal::MOST_CELLS)).is_some()
}

struct Frame<'a> {
    board: &'a Board,
    options: &'a BuildOptions,
    model: Model,
    edges: Bools,
    ends: Ends,
}

/// Builds the network.
///
/// # Errors
/// [`BuildError::NotApplicable`] for numbers inside the line (see [`applies`]); [`BuildError::Interrupted`].
pub fn build(line: &Line, options: &BuildOptions) -> Result<Built, BuildError> {
    let most = options.goal == Some(Goal::MOST_CELLS);
    let Some(ends) = Ends::new(line, !most) else {
        return Err(BuildError::NotApplicable("numbers are given inside the line".into()));
    };
    let board = &line.board;
    let mut model = Model::new();
    let edges = model.bools("edge", board.edges().len() as u32);
    let mut frame = Frame { board, options, model, edges, ends };
    frame.model.infeasible = ends.clash;
    if frame.is_one_cell(most) {
        return Ok(frame.one_cell(most));
    }
    frame.state(most)?;
    Ok(frame.finish())
}

impl Frame<'_> {
    /// Whether the line is of one cell: it has no edge, so the rules of edges do not describe it.
    fn is_one_cell(&self, most: bool) -> bool {
        let stuck = |c: u32| self.board.neighbours(c).is_empty();
        if most {
            self.board.edges().is_empty() || self.ends.first.is_some_and(stuck)
        } else {
            self.board.len() <= 1
        }
    }

    fn one_cell(mut self, most: bool) -> Built {
        for edge in self.edges.iter() {
            let off = self.model.engine.assert(edge.neg());
            debug_assert_eq!(off, Ok(()), "fresh edges are open");
        }
        if most {
            let shown = -(self.board.len().min(1) as i64);
            let objective = Objective { constant: shown, negated: true, ..Objective::default() };
            self.model.objective = Some(objective);
            if self.board.len() > 1 && self.ends.first.is_none() {
                let note = "no two cells are neighbours; of the lines of one cell one is listed";
                self.model.notes.push(note.to_string());
            }
        }
        if self.options.goal == Some(Goal::FEWEST_TURNS) {
            self.model.objective = Some(Objective::default());
        }
        let start = self.ends.first.or((!self.board.is_empty()).then_some(0));
        let decoder = LineEdges { edges: self.edges, start, backwards: false };
        Built::new(self.model, decoder)
    }

    fn check(&mut self, posted: Result<(), Conflict>) {
        self.model.infeasible |= posted.is_err();
    }

    /// All variables and constraints.
    fn state(&mut self, most: bool) -> Result<(), BuildError> {
        self.options.check_interrupt()?;
        let n = self.board.len() as u32;
        let end = self.model.bools("end", n);
        let fixed = [self.ends.first, self.ends.last];
        let both = fixed.iter().flatten().count() == 2;
        let ends = (0..n)
            .map(|c| match () {
                () if fixed.contains(&Some(c)) => Flag::Always,
                () if both => Flag::Never,
                () => Flag::Open(end.at(c)),
            })
            .collect();
        let used = most.then(|| self.model.bools("used", n));
        let used_flags = used.map(|used| {
            (0..n)
                .map(|c| match self.ends.first == Some(c) {
                    true => Flag::Always,
                    false => Flag::Open(used.at(c)),
                })
                .collect()
        });
        // Atoms of flags that are constants stay: they must have a value all the same.
        let settled = |f: &Flag| match f {
            Flag::Always => Some(true),
            Flag::Never => Some(false),
            Flag::Open(_) => None,
        };
        let graph = Arc::new(Graph::new(n, self.board.edges()));
        self.options.check_interrupt()?;
        let vars = PathVars::new(graph, self.edges, ends, used_flags);
        for c in 0..n {
            let mut facts: [Option<Lit>; 2] = [None; 2];
            facts[0] = settled(&vars.ends[c as usize]).map(|v| end.at(c).lit(v));
            facts[1] =
                used.and_then(|used| settled(&vars.used[c as usize]).map(|v| used.at(c).lit(v)));
            for l in facts.into_iter().flatten() {
                let posted = self.model.engine.assert(l);
                self.check(posted);
            }
        }
        self.options.check_interrupt()?;
        Degree::post(&mut self.model.engine, &vars);
        self.options.check_interrupt()?;
        Count::post_ends(&mut self.model.engine, &vars, 2);
        self.options.check_interrupt()?;
        Fragments::post(&mut self.model.engine, &vars, Pattern::Line);
        self.model.says("two ways out of a cell, an end counts as one", n.into());
        self.model.says("two ends", 1);
        self.model.says("one line, no loop", 1);
        self.redundant(&vars)?;
        if let Some(used) = used {
            self.longest(&vars, used);
        }
        if self.options.goal == Some(Goal::FEWEST_TURNS) {
            turns::minimise(&mut self.model, self.board, self.edges, self.options)?;
        }
        let model = &mut self.model;
        model.groups.push(Group::Bools { bools: self.edges, prefer: true });
        model.groups.push(Group::Bools { bools: end, prefer: true });
        model.answer = self.edges.iter().collect();
        Ok(())
    }

    fn redundant(&mut self, vars: &PathVars) -> Result<(), BuildError> {
        self.options.check_interrupt()?;
        if vars.covers_all && self.options.wants("degree_flow") {
            match DegreeFlow::post(&mut self.model.engine, vars, 2) {
                Some(id) => self.model.redundant.push(id),
                None => self.model.infeasible = true,
            }
            self.model.says("all degrees at once, as a flow (redundant)", 1);
        }
        self.options.check_interrupt()?;
        if self.options.wants("connectivity") {
            let id = Connectivity::post(&mut self.model.engine, vars, true);
            self.model.redundant.push(id);
            self.model.says("what is possible is connected, cuts are crossed (redundant)", 1);
        }
        self.options.check_interrupt()?;
        if vars.covers_all && self.options.wants("block_chain") {
            let id = BlockChain::post(&mut self.model.engine, vars);
            self.model.redundant.push(id);
            self.model.says("blocks form a chain (redundant)", 1);
        }
        self.options.check_interrupt()
    }

    /// As many cells as possible.
    fn longest(&mut self, vars: &PathVars, used: Bools) {
        if let Some(black) = vars.graph.two_colouring() {
            // A line changes colour at every step.
            let terms: Vec<(Lit, i64)> = used
                .iter()
                .zip(black.iter().by_vals())
                .map(|(used, black)| (used.pos(), if black { 1 } else { -1 }))
                .collect();
            let posted = Sum::new(&terms, -1, 1).post(&mut self.model.engine);
            self.check(posted);
            self.model.says("colours alternate (redundant)", 1);
        }
        let terms = used.iter().map(|used| (used.pos(), -1)).collect();
        self.model.objective = Some(Objective { terms, negated: true, ..Objective::default() });
        self.model.groups.push(Group::Bools { bools: used, prefer: true });
    }

    fn finish(mut self) -> Built {
        let (start, backwards) = match (self.ends.first, self.ends.last) {
            (Some(c), _) => (Some(c), false),
            (None, Some(c)) => (Some(c), true),
            (None, None) => (None, false),
        };
        if start.is_none() {
            self.model.multiplicity = 2;
            let note = "a line and its reverse are one solution of the network, two of the puzzle";
            self.model.notes.push(note.to_string());
        }
        let decoder = LineEdges { edges: self.edges, start, backwards };
        Built::new(self.model, decoder)
    }
}

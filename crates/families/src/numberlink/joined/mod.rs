//! Numberlinks in which a label occurs more than twice, or an end may be of any label.
//!
//! Equal labels are joined in pairs, in any pairing; an end without a label (`?`) is joined to any other. Paths may run
//! next to themselves and to each other. Of the networks of the family one supports this. Counting by dynamic program,
//! explanations and models for other solvers need labels that occur twice, and are not available here.

mod verify;

use super::{Cover, FAMILY, MAX_CELL_LABELS, Touch};
use clew_engine::kernel::{Atom, Bools, Group, Lit, Model, Store};
use clew_engine::propagators::EqualityChannel;
use clew_engine::propagators::path::{Degree, Flag, Fragments, Graph, PathVars, Pattern};
use clew_puzzle::puzzle::capabilities::{Adjusts, CountsByDp, Explains, Formulates, Routes};
use clew_puzzle::puzzle::counting::Counted;
use clew_puzzle::puzzle::filled::{by_cell, links_on};
use clew_puzzle::puzzle::ladder::{Ladder, NoLadder};
use clew_puzzle::puzzle::scene::{BoardScene, Disc, Scene, Stroke, Writing};
use clew_puzzle::puzzle::verify::spot;
use clew_puzzle::puzzle::{
    Answer, Board, BuildError, BuildOptions, Built, Capabilities, Cell, Content, Decode, EdgeId,
    Family, Filled, Formulated, Goal, Keep, Layout, Puzzle, Rules, Unfit, Violation,
};
use serde_json::{Value, json};
use std::sync::Arc;

/// The reason why something refuses such a puzzle.
const TWICE: &str = "knows labels that stand twice only";

/// The same, for questions that one label a path would answer, and the way out.
const LACKS: &str = "equal labels are joined in pairs here, whichever; with a label of its own for each two ends that \
                     a solution joins, this is possible";

/// The text of an end of any label.
pub(super) const ANY: &str = "?";

/// A numberlink whose ends are joined in pairs of equal labels, whichever.
#[derive(Clone, PartialEq, Debug)]
pub struct Joined {
    /// The cells and which are neighbours.
    pub board: Board,
    /// The labels' names, in order of first appearance.
    pub labels: Vec<String>,
    /// The ends of paths, ascending, each with its label; `None`: any.
    pub ends: Vec<(Cell, Option<u32>)>,
    /// Whether every cell must lie on a path.
    pub cover: Cover,
}

impl Joined {
    /// Per cell whether it is an end, and of which label.
    fn terminals(&self) -> Vec<Option<Option<u32>>> {
        let mut at = vec![None; self.board.len()];
        self.ends.iter().for_each(|&(cell, label)| at[cell as usize] = Some(label));
        at
    }

    /// The name of an end's label.
    fn name(&self, label: Option<u32>) -> &str {
        label.map_or(ANY, |k| &self.labels[k as usize])
    }

    /// The paths of an answer that keeps the rules, by their first ends, each with its label: that of either end.
    fn paths(&self, answer: &Answer) -> Vec<(Option<u32>, Vec<Cell>)> {
        let Answer::Links(on) = answer else { return Vec::new() };
        let at = self.terminals();
        let mut seen = vec![false; self.board.len()];
        let mut paths = Vec::new();
        for &(start, label) in &self.ends {
            if seen[start as usize] {
                continue;
            }
            let (mut path, mut here) = (vec![start], start);
            seen[start as usize] = true;
            loop {
                let ways = self.board.neighbours(here).iter().zip(self.board.incident(here));
                let mut ways =
                    ways.filter(|&(&q, &e)| on.get(e as usize) == Some(&true) && !seen[q as usize]);
                let Some((&next, _)) = ways.next() else { break };
                seen[next as usize] = true;
                path.push(next);
                here = next;
            }
            paths.push((label.or(at[here as usize].flatten()), path));
        }
        paths
    }

    /// The content of the cells of a path: those without a label hold one that is none.
    fn content(&self, label: Option<u32>) -> Content {
        Content::Label(label.unwrap_or(self.labels.len() as u32))
    }

    /// The network: edges with degrees, no closed loops, and one label along each path.
    fn network(&self, options: &BuildOptions) -> Result<Built, BuildError> {
        if options.goal.is_some() {
            let why = "labels that stand more often than twice have no goal";
            return Err(BuildError::NotApplicable(why.into()));
        }
        let board = &self.board;
        let n = board.len() as u32;
        let labels = self.labels.len().max(1) as u32;
        let empty = (self.cover == Cover::Partial).then_some(labels);
        let values = labels + u32::from(empty.is_some());
        if board.len() * values as usize > MAX_CELL_LABELS {
            let why = format!("cells times labels may be {MAX_CELL_LABELS} at most");
            return Err(BuildError::TooLarge(why));
        }
        let mut model = Model::new();
        let edges = model.bools("edge", board.edges().len() as u32);
        model.answer = edges.iter().collect();
        let used = empty.map(|_| model.bools("used", n));
        let vars = model.vars("label", n, values);
        options.check_interrupt()?;
        let at = self.terminals();
        let mut fits = true;
        for c in 0..n {
            let x = vars.at(c);
            let engine = &mut model.engine;
            if let Some(Some(Some(k))) = at.get(c as usize) {
                fits &= engine.assert(engine.store().atom(x, *k).pos()).is_ok();
            }
            if let (Some(used), Some(empty)) = (used, empty) {
                let none = engine.store().atom(x, empty);
                let used = used.at(c);
                fits &= engine.add_clause(&[used.neg(), none.neg()]).is_ok();
                fits &= engine.add_clause(&[used.pos(), none.pos()]).is_ok();
            }
        }
        options.check_interrupt()?;
        let graph = Arc::new(Graph::new(n, board.edges()));
        let end =
            |end: &Option<Option<u32>>| if end.is_some() { Flag::Always } else { Flag::Never };
        let flags = used.map(|used| {
            let flag = |(end, used): (&Option<Option<u32>>, Atom)| match end {
                Some(_) => Flag::Always,
                None => Flag::Open(used),
            };
            at.iter().zip(used.iter()).map(flag).collect()
        });
        let paths = PathVars::new(graph.clone(), edges, at.iter().map(end).collect(), flags);
        Degree::post(&mut model.engine, &paths);
        Fragments::post(&mut model.engine, &paths, Pattern::Links);
        let channel = EqualityChannel::new(&model.engine, graph, vars, edges, empty, false);
        model.engine.add(channel);
        model.infeasible = !fits;
        model.says("edges at a cell: 1 at an end, else 2 (or 0)", u64::from(n));
        model.says("no closed loop", 1);
        model.says("edge on: labels equal", board.edges().len() as u64);
        model.groups.push(Group::Bools { bools: edges, prefer: true });
        if let Keep::Others(Answer::Links(on)) = &options.keep {
            // Of two sets of paths none is part of the other.
            let on = edges.iter().zip(on).filter(|(_, on)| **on);
            let clause: Vec<Lit> = on.map(|(edge, _)| edge.neg()).collect();
            model.infeasible |= model.engine.add_clause(&clause).is_err();
        }
        Ok(Built::new(model, JoinedEdges { edges }))
    }
}

/// A Boolean an edge. Labels are left out: where two ends of any label are joined, every label would do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct JoinedEdges {
    edges: Bools,
}

impl Decode for JoinedEdges {
    fn answer(&self, _board: Option<&Board>, store: &Store) -> Answer {
        Answer::Links(self.edges.iter().map(|edge| store.is_true(edge.pos())).collect())
    }

    fn edge(&self, edge: EdgeId) -> Option<Atom> {
        Some(self.edges.at(edge))
    }
}

impl Rules for Joined {
    fn family(&self) -> Family {
        FAMILY
    }

    fn equals(&self, other: &dyn Rules) -> bool {
        other.downcast::<Joined>() == Some(self)
    }

    fn layout(&self) -> Layout<'_> {
        Layout::Board(&self.board)
    }

    fn capabilities(&self) -> Capabilities<'_> {
        Capabilities {
            adjusts: Some(self),
            routes: Some(self),
            formulates: Some(self),
            counts: Some(self),
            explains: Some(self),
            lacks: Some(LACKS),
            ..Capabilities::default()
        }
    }

    fn verify(&self, answer: &Answer) -> Result<(), Violation> {
        match answer {
            Answer::Links(on) => verify::verify_joined(self, on),
            _ => Err(Violation::other_family()),
        }
    }

    fn contents(&self, answer: &Answer) -> Vec<Content> {
        let mut held = vec![Content::Nothing; self.board.len()];
        for (label, path) in self.paths(answer) {
            path.into_iter().for_each(|c| held[c as usize] = self.content(label));
        }
        held
    }

    fn candidates(&self) -> Vec<Content> {
        (0..=self.labels.len() as u32).map(Content::Label).chain([Content::Nothing]).collect()
    }

    fn label(&self, label: u32) -> &str {
        match self.labels.get(label as usize) {
            Some(name) => name,
            None if label as usize == self.labels.len() => ANY,
            None => "",
        }
    }

    fn is_mark(&self, cell: Cell, text: &str) -> bool {
        text == ANY && self.ends.iter().any(|(end, label)| *end == cell && label.is_none())
    }

    /// Steps determine the answer; letters do if no two neighbours have one label without being joined.
    fn answer_of(&self, filled: &Filled) -> Result<Answer, Unfit> {
        let labels = match filled {
            Filled::Steps(steps) => return links_on(&self.board, steps),
            Filled::Labels(labels) => labels.clone(),
            Filled::Numbers(numbers) => numbers.iter().map(|v| v.map(|v| v.to_string())).collect(),
        };
        let held = by_cell(&self.board, &labels)?;
        let joined = |&[a, b]: &[Cell; 2]| {
            let (a, b) = (held[a as usize], held[b as usize]);
            a.is_some() && a == b
        };
        let on: Vec<bool> = self.board.edges().iter().map(joined).collect();
        for (c, end) in (0u32..).zip(self.terminals()) {
            let links = self.board.incident(c).iter().filter(|&&e| on[e as usize]).count();
            if links > if end.is_some() { 1 } else { 2 } {
                let at = spot(&self.board, c);
                let why = format!("letters leave open how the paths run at {at}; state the routes");
                return Err(Unfit::Ambiguous(why));
            }
        }
        Ok(Answer::Links(on))
    }

    fn build_network(&self, name: &str, options: &BuildOptions) -> Result<Built, BuildError> {
        match name {
            "suite" => self.network(options),
            _ => Err(BuildError::NotApplicable(format!(
                "the network {name} {TWICE}; suite knows others"
            ))),
        }
    }

    fn tokens(&self, answer: Option<&Answer>) -> Vec<String> {
        match answer {
            None => {
                let token = |end: &Option<Option<u32>>| end.map_or(".", |label| self.name(label));
                self.terminals().iter().map(token).map(String::from).collect()
            }
            Some(answer) => {
                let token = |content: Content| match content {
                    Content::Label(k) => self.label(k).to_string(),
                    _ => ".".into(),
                };
                self.contents(answer).into_iter().map(token).collect()
            }
        }
    }

    fn clues_json(&self) -> Vec<Value> {
        let label = |end: &Option<Option<u32>>| json!(end.map(|label| self.name(label)));
        self.terminals().iter().map(label).collect()
    }

    fn instructions(&self) -> String {
        super::instructions::text(&self.board, &self.labels, (self.cover, Touch::Yes), true)
    }

    fn scene(&self, answer: Option<&Answer>) -> Scene<'_> {
        let last = self.labels.len() as u32;
        let mut cells: Vec<Option<Writing>> = vec![None; self.board.len()];
        let writing = |label: Option<u32>, given| {
            let (text, colour) = (self.name(label).to_string(), label.unwrap_or(last));
            Some(Writing { text, given, colour: Some(colour) })
        };
        let paths = answer.map(|answer| self.paths(answer)).unwrap_or_default();
        for (label, path) in &paths {
            path.iter().for_each(|&c| cells[c as usize] = writing(*label, false));
        }
        self.ends.iter().for_each(|&(c, label)| cells[c as usize] = writing(label, true));
        let stroke = |(label, cells): (Option<u32>, Vec<Cell>)| Stroke {
            cells,
            colour: Some(label.unwrap_or(last)),
        };
        let disc = |&(cell, label): &(Cell, Option<u32>)| {
            let (text, colour) = (self.name(label).to_string(), label.unwrap_or(last));
            Disc { cell, text, colour }
        };
        Scene::Board(BoardScene {
            board: &self.board,
            cells,
            strokes: paths.into_iter().map(stroke).collect(),
            discs: self.ends.iter().map(disc).collect(),
            marks: Vec::new(),
            ends: None,
            bare: true,
            fill_holes: true,
        })
    }
}

impl Adjusts for Joined {
    fn words(&self) -> Vec<(&'static str, &'static str)> {
        vec![("cover", self.cover.keyword()), ("touch", Touch::Yes.keyword())]
    }

    fn with_word(&self, key: &str, word: &str) -> Option<Puzzle> {
        let cover = match key {
            "cover" => Cover::from_keyword(word)?,
            "touch" if word == Touch::Yes.keyword() => self.cover,
            _ => return None,
        };
        Some(Puzzle::from(Joined { cover, ..self.clone() }))
    }

    fn with_board(&self, board: Board) -> Option<Puzzle> {
        let fits = board.len() == self.board.len();
        fits.then(|| Puzzle::from(Joined { board, ..self.clone() }))
    }
}

impl Formulates for Joined {
    fn build_formulation(&self, name: &str, _: Option<Goal>) -> Result<Formulated, String> {
        Err(format!("the model {name} {TWICE}"))
    }
}

impl CountsByDp for Joined {
    fn programs(&self) -> &'static [&'static str] {
        &[]
    }

    fn counting(&self, _program: Option<&str>) -> Result<Counted<'_>, String> {
        Err(format!("a counting program {TWICE}"))
    }
}

impl Explains for Joined {
    fn ladder(&self) -> Result<Box<dyn Ladder>, NoLadder> {
        Err(NoLadder::Unsuited(format!("no steps are known: {LACKS}")))
    }
}

impl Routes for Joined {
    fn routes(&self, answer: &Answer) -> Vec<Vec<Cell>> {
        self.paths(answer).into_iter().map(|(_, path)| path).collect()
    }

    fn route_labels(&self, answer: &Answer) -> Option<Vec<u32>> {
        let index =
            |(label, _): (Option<u32>, Vec<Cell>)| label.unwrap_or(self.labels.len() as u32);
        Some(self.paths(answer).into_iter().map(index).collect())
    }
}

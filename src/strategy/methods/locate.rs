//! What is the same in all solutions, and what each cell can be: all facts "this cell holds that" and
//! "this edge is used" or "is not" are settled by questions ([`Facts`]).

use crate::kernel::Observer;
use crate::run::Budget;
use crate::strategy::case::Case;
use crate::strategy::cover::Facts;
use crate::strategy::error::RunError;
use crate::strategy::means::Kind;
use crate::strategy::method::Method;
use crate::strategy::outcome::How;
use crate::strategy::progress::{Extent, Progress};
use crate::strategy::questions::Questions;
use crate::strategy::settle::{Settling, settle};
use crate::strategy::tuning;
use crate::strategy::wandering::Wandering;
use crate::strategy::whereabouts::says_cells;

/// See the head of the file.
pub(super) struct Locate;

impl Method for Locate {
    fn attempt<O: Observer>(
        &self,
        case: &mut Case<'_>,
        budget: &Budget,
        seen: &mut O,
    ) -> Result<Progress, RunError> {
        case.leader = None;
        if let Some(over) = case.ready(Kind::Every, budget, seen)? {
            return Ok(over);
        }
        let (puzzle, options, name) = (case.puzzle, case.options, case.network_name());
        let built = case.network(Kind::Every);
        let made = Questions::new(puzzle, name, built, tuning::CHUNKS, options, budget);
        let mut questions = match made {
            Ok(questions) => questions,
            Err(end) => return Ok(end.into()),
        };
        questions.stats.nodes = case.cost.stats.nodes;
        let mut facts = Facts::default();
        let added = match says_cells(puzzle) {
            true => facts.add_cells(puzzle, &questions, budget),
            false => Ok(false),
        };
        let cells = match added {
            Ok(cells) => cells,
            Err(stop) => return Ok(Progress::OutOf(stop)),
        };
        if !facts.add_edges(puzzle, &questions) && !cells {
            let why = format!("the network {name} has no words for cells or edges");
            return Ok(Progress::NotApplicable(why));
        }
        for answer in case.found.answers().iter().filter(|a| puzzle.verify(a).is_ok()) {
            facts.see(puzzle, answer);
        }
        let walk = questions.walk(built, options.seed, budget);
        let mut walk = walk.and_then(|w| Wandering::new(w, &facts, puzzle, &questions, budget));
        let how = Settling { walk: walk.as_mut(), seed: options.seed, budget };
        let stopped = settle(&mut facts, puzzle, &mut questions, how, &mut |_| {})?;
        case.cost.stats.nodes = 0;
        case.cost.stats.add(&questions.stats);
        case.whereabouts = Some(facts.report(puzzle, questions.asked));
        case.how = How::Learn;
        Ok(stopped.map_or(Progress::Answered(Extent::Enough), Progress::OutOf))
    }
}

//! The facts that are the same in all solutions, and the candidates of each cell: all facts "this cell holds that" and
//! "this edge is used" or "is not" are settled by questions ([`FactTable`]). If these take long and the puzzle has
//! small tables, the tables give the contents of cells or the edges used, random solutions from them show further
//! possible facts, and questions settle the rest.

use crate::strategy::case::Case;
use crate::strategy::error::RunError;
use crate::strategy::method;
use crate::strategy::options::Method;
use crate::strategy::outcome::How;
use crate::strategy::plan::method_id::Kind;
use crate::strategy::plan::tuning;
use crate::strategy::progress::{Extent, Progress};
use crate::strategy::whereabouts::cover::FactTable;
use crate::strategy::whereabouts::has_meaningful_cells;
use crate::strategy::whereabouts::questions::Questions;
use crate::strategy::whereabouts::settle::{FactClassifier, settle};
use crate::strategy::whereabouts::solution_walk::SolutionWalk;
use clew_count::EstimateScope;
use clew_engine::kernel::Observer;
use clew_engine::run::{Budget, Stop};
use std::ops::ControlFlow;

/// See the module documentation.
pub(super) struct Locate;

impl method::Method for Locate {
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
        let mut facts = FactTable::default();
        let added = match has_meaningful_cells(puzzle) {
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
        for answer in case.tally.found.answers().iter().filter(|a| puzzle.verify(a).is_ok()) {
            facts.see(puzzle, answer);
        }
        let walk = questions.walk(built, options.seed, budget);
        let mut walk = walk.and_then(|w| SolutionWalk::new(w, &facts, puzzle, &questions, budget));
        let mut patience = match options.method {
            Method::Dp => 0,
            Method::Auto if walk.is_some() => tuning::LOCATE_BEFORE_DP_WALKING,
            Method::Auto => tuning::LOCATE_BEFORE_DP,
            Method::Search | Method::Parts => u64::MAX,
        };
        let mut tables = true;
        let began = questions.stats.nodes;
        let stopped = loop {
            let until = questions.stats.nodes.saturating_add(patience);
            let own = if tables { budget.at_most_nodes(until) } else { budget.clone() };
            let how = FactClassifier { walk: walk.as_mut(), seed: options.seed, budget: &own };
            let stopped = settle(&mut facts, puzzle, &mut questions, how, &mut |_| {})?;
            let asked = questions.stats.nodes;
            if stopped != Some(Stop::Nodes) || budget.reached(asked).is_some() {
                break stopped;
            }
            // Tables get as much work as the questions have had, and no more.
            let work = match options.method {
                Method::Dp => u64::MAX,
                _ => (asked - began).saturating_mul(tuning::LOCATE_WORK),
            };
            tables = !read_tables(case, &mut facts, &mut questions, &budget.at_most_work(work))?;
            patience = patience.saturating_mul(tuning::LOCATE_AGAIN);
        };
        case.cost.stats.nodes = 0;
        case.cost.stats.add(&questions.stats);
        case.whereabouts = Some(facts.report(puzzle, questions.asked));
        case.how = How::Learn;
        Ok(stopped.map_or(Progress::Answered(Extent::Enough), Progress::OutOf))
    }
}

/// Applies the counts of small tables, if there are any. Returns whether nothing more can be obtained from them: they
/// are done, or the puzzle has none, or too large ones, or they took more than the estimate that let them begin. If
/// not, more work may be worth it later.
///
/// # Errors
/// [`RunError::Wrong`] if a solution breaks a rule.
fn read_tables(
    case: &mut Case<'_>,
    facts: &mut FactTable,
    questions: &mut Questions,
    budget: &Budget,
) -> Result<bool, RunError> {
    let (puzzle, options) = (case.puzzle, case.options_within(budget));
    let Ok(dp) = case.dp() else { return Ok(true) };
    match dp.cost(EstimateScope::Marginals, tuning::CHECK_STATES, &options) {
        Ok(cost) if cost.states > tuning::CHECK_STATES || !cost.fits(budget.memory) => {
            return Ok(true);
        }
        Ok(cost) if budget.work.is_some_and(|most| cost.work > most as f64) => return Ok(false),
        Ok(_) => {}
        Err(_) => return Ok(true),
    }
    let run = dp.candidates(&options);
    let (bytes, states) = (run.stats.peak_bytes, run.stats.peak_states);
    if let Ok((total, known)) = run.answer {
        for l in facts.count(&puzzle.candidates(), &total, &known) {
            questions.refute(&[l]);
        }
        let mut wrong = None;
        // The solutions drawn before a drawing was cut short remain valid.
        dp.draw(tuning::LOCATE_DRAWS, &options, &mut |answer| {
            match questions.check(&answer) {
                Ok(()) => facts.see(puzzle, &answer),
                Err(why) => wrong = Some(why),
            }
            match wrong.is_some() || facts.open() == 0 {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        if let Some(why) = wrong {
            return Err(why);
        }
    }
    case.cost.peak.raise(bytes, states);
    Ok(true)
}

//! Plain depth-first search with an explicit stack.

use super::decide::{self, Decider, Splits};
use super::sink::Sink;
use super::stats::Calls;
use crate::kernel::{Engine, Halt, Lit, Observer, Part, Reason};
use crate::run::{Budget, End, Exhausted, Stats, Stop};

/// Searches everything below the engine's current state, depth first, left branches first.
///
/// The engine is left where the search stopped: at its starting level if it was exhausted. Facts
/// inferred at that level stay, and so does the negation of the first decision once everything below
/// that decision was searched: another search from there would not find those solutions again.
/// Callers that continue with the engine give the search a level of its own ([`Engine::push_level`])
/// and undo it afterwards ([`Engine::backtrack`]).
///
/// With an objective posted on the engine, each solution must lower the incumbent (the sink does).
pub fn dfs<O: Observer>(
    engine: &mut Engine,
    decider: &mut dyn Decider,
    sink: &mut dyn Sink,
    budget: &Budget,
    stats: &mut Stats,
    seen: &mut O,
) -> End {
    let base = engine.level();
    let before = Calls::new(engine);
    engine.set_interrupt(budget.interrupt());
    let mut stack: Vec<Lit> = Vec::new();
    let mut splits = Splits::default();
    let end = 'search: loop {
        match engine.fixpoint(seen) {
            Ok(()) => match choose(engine, decider, seen).or_else(|| splits.next(engine)) {
                Some(l) => {
                    if let Some(stop) = budget.reached(stats.nodes) {
                        break Err(stop);
                    }
                    engine.decide(l);
                    stack.push(l);
                    stats.branched(engine.level(), l);
                    seen.branched(engine.level(), l);
                    continue;
                }
                None => {
                    stats.solution(engine);
                    seen.solution(engine);
                    if sink.solution(engine).is_break() {
                        break Err(Stop::Limit);
                    }
                }
            },
            Err(Halt::Conflict) => {
                stats.failed(engine.level());
                seen.failed(engine.level());
                decider.failed(engine, stack.last().copied());
                stack.last().iter().for_each(|&&l| splits.refuted(l));
            }
            Err(Halt::Interrupted) => break Err(budget.why()),
        }
        loop {
            let Some(l) = stack.pop() else { break 'search Ok(Exhausted) };
            let level = base + stack.len() as u32;
            seen.part(Part::Backtracking, |_| engine.backtrack(level));
            // The left branch is done: its negation holds at the level below.
            if engine.assign(!l, Reason::DECISION).is_ok() {
                break;
            }
        }
    };
    engine.set_interrupt(None);
    before.note(engine, stats);
    end
}

fn choose<O: Observer>(
    engine: &mut Engine,
    decider: &mut dyn Decider,
    seen: &mut O,
) -> Option<Lit> {
    seen.part(Part::Choosing, |_| decide::choose(engine, decider, false))
}

//! Clues that make a puzzle with several solutions unique: each by itself, or as few as possible
//! together.
//!
//! All clues that some solution has are found first ([`FactTable`]); on the way a pool of solutions comes together. A
//! clue that two of them have is ruled out without a question. For a clue that one has, a question decides whether
//! another solution has it; such a solution joins the pool. For several clues together a solution of the pool is the
//! target: as few of its clues as possible that all others of the pool break are a smallest hitting set; a different
//! solution that has them all joins the pool, until there is none. Then no smaller set is enough for this solution. A
//! different solution that has all clues of the target becomes the target in its place. If no solution in the pool is
//! determined by its clues, a question requests a solution outside of the pool that has, for each member of the pool, a
//! clue which that member lacks. Every solution that is determined by its clues has this property, so once there is
//! none, no set of clues is enough. Walls (`walls`) are tried one by one.
//!
//! Source: Davies, Bacchus, "Solving MAXSAT by solving a sequence of simpler SAT instances", 2011
//! (implicit hitting sets).

mod walls;

use super::variants::{self, Changed};
use super::{PreparedQuestions, Work, hitting};
use crate::strategy::error::RunError;
use crate::strategy::outcome::Verdict;
use crate::strategy::plan::shares;
use crate::strategy::whereabouts::cells_tell;
use crate::strategy::whereabouts::cover::FactTable;
use crate::strategy::whereabouts::questions::{QuestionResult, Questions};
use crate::strategy::whereabouts::settle::{FactClassifier, settle};
use clew_engine::kernel::Lit;
use clew_engine::run::Stop;
use clew_puzzle::puzzle::{Answer, Cell, Change, Clue, Content, Puzzle};
use std::cmp::Reverse;

/// Number of targets, if no single clue is enough; more only until one is determined by its clues.
const TARGETS: usize = 8;
/// Number of targets, if none of them is determined by its clues.
const MOST_TARGETS: usize = 300;
/// Elements that one search for a hitting set looks at: about half a second.
const HITTING_STEPS: u64 = 200_000_000;

/// The additions that make a puzzle unique.
#[derive(Clone, Debug, Default)]
pub struct Additions {
    /// Whether the clues that solutions have were listed. If not, nothing is known about any clue.
    pub listed: bool,
    /// Whether the network has no literals for the contents of cells, so that only walls were tried.
    pub wordless: bool,
    /// Clues that some solution has and another has not, as far as they were found.
    pub possible: usize,
    /// Clues each of which makes it unique, those that give away least first.
    pub single: Vec<Addition>,
    /// Clues and walls for which that is undecided.
    pub open: usize,
    /// Where no single clue does: clues that do together, as few as were found.
    pub together: Option<MinimalAddition>,
    /// If no clues were found that do, and it is not proved that none do: solutions that were tried, for each of which
    /// another one has all its clues. There may be one for which none has.
    pub undetermined_targets: Option<usize>,
    /// Pairs of neighbours between which a wall leaves one solution, one of those without it. `None`: the
    /// board has no place for walls, or the network no words for steps.
    pub walls: Option<Vec<[Cell; 2]>>,
    /// Changes of a given that make it unique, if givens depend on each other.
    pub changes: Vec<Change>,
}

impl Additions {
    /// Whether a puzzle can be given the clues that are named here. If givens depend on each other it cannot: then a
    /// clue only shows the information that a setter would have to add.
    pub fn can_be_given(&self, puzzle: &Puzzle) -> bool {
        let together = self.together.iter().flat_map(|together| &together.clues);
        let mut clues = self.single.iter().map(|a| &a.clue).chain(together);
        clues.all(|&clue| puzzle.with_clues(&[clue]).is_some())
    }
}

/// A clue that makes the puzzle unique.
#[derive(Clone, Debug)]
pub struct Addition {
    /// The clue.
    pub clue: Clue,
    /// How many open cells propagation settles at once when it is given.
    pub settles: u32,
    /// The solution that is left.
    pub solution: Answer,
}

/// The known bound on the size of a set of clues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// No smaller set makes the puzzle unique, whichever solution it leaves.
    Smallest,
    /// No smaller set leaves this solution.
    SmallestForIt,
    /// There may be smaller ones.
    AtMost,
}

/// Clues that make the puzzle unique together.
#[derive(Clone, Debug)]
pub struct MinimalAddition {
    /// The clues.
    pub clues: Vec<Clue>,
    /// The solution that is left.
    pub solution: Answer,
    /// Whether fewer would do.
    pub proof: Proof,
}

pub(super) fn find(work: &mut Work<'_>, answers: &[Answer]) -> Result<Additions, RunError> {
    let mut found = Additions::default();
    let puzzle = work.puzzle;
    let places = puzzle.sign_places();
    let signs: Vec<Clue> =
        places.iter().flat_map(|&[a, b]| [Clue::Less([a, b]), Clue::Less([b, a])]).collect();
    let PreparedQuestions { questions, clues: lits } = match work.ask(puzzle, &signs)? {
        Ok(asked) => asked,
        Err(end) => {
            work.stopped = end.err();
            return Ok(found);
        }
    };
    let mut facts = FactTable::default();
    // What no cell can be given is no clue.
    let given = answers.iter().all(|answer| cells_tell(puzzle, answer));
    let added = if given { facts.add_cells(puzzle, &questions, &work.budget) } else { Ok(false) };
    match added {
        Ok(true) => {}
        // Walls need literals for steps only.
        Ok(false) if puzzle.lacks().is_none() && questions.edge(0).is_some() => {
            found.wordless = true;
        }
        Ok(false) => {
            let way_out = match (puzzle.lacks(), &work.options.network) {
                (Some(why), _) => format!(": {why}"),
                (None, Some(_)) => String::new(),
                (None, None) => "; large boards get it".into(),
            };
            return Err(RunError::NoMethod(format!(
                "the network {} has no words for what a cell holds, so no clue can be tried{way_out}",
                puzzle.network(work.options.network.as_deref())?.name,
            )));
        }
        Err(stop) => {
            work.stopped = Some(stop);
            return Ok(found);
        }
    }
    facts.add_signs(signs.into_iter().zip(lits));
    let mut pool = Pool { puzzle, members: Vec::new() };
    for answer in answers {
        facts.see(puzzle, answer);
        pool.add(answer);
        if puzzle.folds_reverse() {
            facts.see(puzzle, &puzzle.reversed(answer));
        }
    }
    let mut search = Search { questions, pool, clues: Vec::new(), other: Vec::new() };
    search.questions.stats.nodes = work.stats.nodes;
    work.stats.nodes = 0;
    if !found.wordless {
        search.settle(work, &mut facts, &mut found)?;
        search.single(work, &mut found)?;
        if found.single.is_empty() {
            search.together(work, &mut found)?;
        }
    }
    let partings = search.partings(work, &mut found)?;
    work.add_cost(&search.questions);
    if let Some(partings) = partings {
        found.walls = Some(walls::checked(work, partings, &mut found)?);
    }
    for Changed { change, outcome } in variants::check(work)? {
        if outcome.verdict() == Verdict::Unique && work.scope.admits_change(change) {
            found.changes.push(change);
        }
    }
    Ok(found)
}

/// Whether a setter can give a clue at all. A content at a bridge does not show which of its two lines is meant, so
/// nothing is ever given there.
fn can_be_given_at(puzzle: &Puzzle, clue: Clue) -> bool {
    let Some(board) = puzzle.board() else { return true };
    clue.cells().all(|cell| board.crossing(cell).is_none())
}

/// Solutions that were met.
struct Pool<'a> {
    puzzle: &'a Puzzle,
    members: Vec<Member>,
}

/// A solution.
struct Member {
    answer: Answer,
    /// The contents of its cells; if both directions of a line are one solution, in either of them.
    contents: Vec<Vec<Content>>,
}

impl Member {
    /// Whether it has a clue, in one direction at least.
    fn has(&self, clue: Clue) -> bool {
        self.contents.iter().any(|contents| clue.is_true(contents))
    }

    /// Whether it has a clue in every direction.
    fn always_has(&self, clue: Clue) -> bool {
        self.contents.iter().all(|contents| clue.is_true(contents))
    }
}

impl Pool<'_> {
    /// Adds a solution, unless it, or the same line the other way round, is in the pool; returns its index.
    fn add(&mut self, answer: &Answer) -> usize {
        let puzzle = self.puzzle;
        let reverse = puzzle.one_either_way().then(|| puzzle.reversed(answer));
        let is_there = |m: &Member| m.answer == *answer || Some(&m.answer) == reverse.as_ref();
        if let Some(place) = self.members.iter().position(is_there) {
            return place;
        }
        let mut contents = vec![puzzle.contents(answer)];
        contents.extend(reverse.filter(|_| puzzle.is_undirected()).map(|r| puzzle.contents(&r)));
        self.members.push(Member { answer: answer.clone(), contents });
        self.members.len() - 1
    }

    /// The members that have a clue.
    fn with(&self, clue: Clue) -> impl Iterator<Item = usize> {
        (0..self.members.len()).filter(move |&i| self.members[i].has(clue))
    }
}

/// Clauses "a clue that this solution does not have" for solutions that were met.
#[derive(Default)]
struct DifferenceClauses {
    /// Members of the pool that have theirs.
    members: usize,
    /// Their switches.
    switches: Vec<Lit>,
}

/// The next target.
enum NextTarget {
    /// This member of the pool.
    Target(usize),
    /// Nothing: none of the other solutions is determined by its clues.
    None,
    /// A limit came first, which is noted.
    Open,
}

/// The result of aiming at a solution.
enum Aimed {
    /// It is determined by these clues.
    Determined(MinimalAddition),
    /// This member of the pool has all its clues too.
    Shares(usize),
    /// A limit came first.
    Open,
}

struct Search<'a> {
    questions: Questions,
    pool: Pool<'a>,
    /// Clues that some solution has, but not all in every direction.
    clues: Vec<(Clue, Lit)>,
    /// Per member of the pool the literals under which a solution is another one, computed on demand.
    other: Vec<Option<Vec<Lit>>>,
}

impl Search<'_> {
    /// Finds the clues that some solution has and another may not have.
    fn settle(
        &mut self,
        work: &mut Work<'_>,
        facts: &mut FactTable,
        found: &mut Additions,
    ) -> Result<(), RunError> {
        let (puzzle, pool) = (work.puzzle, &mut self.pool);
        let budget = shares::for_cover(&work.budget);
        let how = FactClassifier { walk: None, seed: work.options.seed, budget: &budget };
        let met = &mut |answer: &Answer| _ = pool.add(answer);
        let stopped = settle(facts, puzzle, &mut self.questions, how, met)?;
        work.stopped = work.stopped.or(stopped.filter(|_| work.budget.reached(0).is_some()));
        // With millions of facts even a list would delay the end too long after an interrupt.
        if let Some(stop) = work.budget.urgent() {
            work.stopped = work.stopped.or(Some(stop));
            return Ok(());
        }
        let (seen, unseen) = facts.clues();
        (found.listed, found.open) = (true, unseen);
        if unseen > 0 {
            work.stopped = work.stopped.or(stopped);
        }
        self.clues = seen;
        // A clue that every line has in one direction or the other may still be needed: it fixes the direction.
        self.clues.retain(|&(clue, _)| {
            !matches!(clue, Clue::Holds { content: Content::Nothing, .. })
                && work.scope.admits(clue)
                && can_be_given_at(puzzle, clue)
                && !self.pool.members.iter().all(|member| member.always_has(clue))
        });
        let all = self.pool.members.len();
        let parts = |(clue, _): &&(Clue, Lit)| self.pool.with(*clue).count() < all;
        found.possible = self.clues.iter().filter(parts).count();
        Ok(())
    }

    /// Puts a question; a solution joins the pool, a limit is noted.
    fn ask(
        &mut self,
        work: &mut Work<'_>,
        assume: &[Lit],
    ) -> Result<Option<QuestionResult>, RunError> {
        if work.is_over(self.questions.stats.nodes) {
            return Ok(None);
        }
        let budget = work.budget.clone();
        match self.questions.holds(assume, &budget)? {
            QuestionResult::Stopped(stop) => {
                work.stopped = Some(stop);
                Ok(None)
            }
            QuestionResult::Solution(answer) => {
                self.pool.add(&answer);
                Ok(Some(QuestionResult::Solution(answer)))
            }
            refused => Ok(Some(refused)),
        }
    }

    /// All single clues that make the puzzle unique.
    fn single(&mut self, work: &mut Work<'_>, found: &mut Additions) -> Result<(), RunError> {
        let cells = self.cells();
        for (clue, l) in self.clues.clone() {
            let owners: Vec<usize> = self.pool.with(clue).take(2).collect();
            let &[owner] = &owners[..] else { continue };
            let Some(others) = self.others(work, owner) else {
                found.open += 1;
                continue;
            };
            let assume = [&others[..], &[l]].concat();
            match self.ask(work, &assume)? {
                Some(QuestionResult::Refused(_)) => {
                    let settles = self.questions.settled_by(&[l], &cells).unwrap_or(0);
                    let solution = self.pool.members[owner].answer.clone();
                    let solution = match clue.is_true(&work.puzzle.contents(&solution)) {
                        true => solution,
                        false => work.puzzle.reversed(&solution),
                    };
                    found.single.push(Addition { clue, settles, solution });
                }
                Some(_) => {}
                None => found.open += 1,
            }
        }
        found.single.sort_by_key(|a| a.settles);
        Ok(())
    }

    /// The literals under which a solution is another than this member of the pool; `None` as of
    /// [`Work::others`].
    fn others(&mut self, work: &mut Work<'_>, member: usize) -> Option<Vec<Lit>> {
        self.other.resize(self.pool.members.len(), None);
        if self.other[member].is_none() {
            let answer = self.pool.members[member].answer.clone();
            self.other[member] = work.others(&mut self.questions, &answer);
        }
        self.other[member].clone()
    }

    /// Per open cell the literals of its possible contents.
    fn cells(&self) -> Vec<Vec<Lit>> {
        let mut cells: Vec<(u32, Vec<Lit>)> = Vec::new();
        for &(clue, l) in &self.clues {
            let Clue::Holds { cell, .. } = clue else { continue };
            match cells.last_mut() {
                Some((last, lits)) if *last == cell => lits.push(l),
                _ => cells.push((cell, vec![l])),
            }
        }
        cells.into_iter().map(|(_, lits)| lits).collect()
    }

    /// As few clues as possible that are enough together, for several solutions in turn.
    fn together(&mut self, work: &mut Work<'_>, found: &mut Additions) -> Result<(), RunError> {
        // Singles are known not to be enough, if all were decided.
        let least = if found.open == 0 { 2 } else { 1 };
        // Solutions with more clues are more often determined by their clues.
        let all = self.clues.clone();
        let clues = |member: &Member| {
            let is_true = |(clue, _): &&(Clue, Lit)| clue.is_true(&member.contents[0]);
            all.iter().filter(is_true).count()
        };
        let mut targets: Vec<usize> = (0..self.pool.members.len()).collect();
        targets.sort_by_cached_key(|&i| Reverse(clues(&self.pool.members[i])));
        targets.reverse();
        let mut tried: Vec<usize> = Vec::new();
        let mut apart = DifferenceClauses::default();
        let mut is_proved = false;
        loop {
            let target = match targets.pop() {
                Some(target) => target,
                None if found.together.is_some() || tried.len() >= MOST_TARGETS => break,
                None => match self.apart(work, &mut apart)? {
                    NextTarget::Target(target) => target,
                    NextTarget::None => {
                        is_proved = found.open == 0;
                        break;
                    }
                    NextTarget::Open => break,
                },
            };
            if tried.contains(&target) {
                continue;
            }
            tried.push(target);
            match self.for_target(work, target, least)? {
                Aimed::Determined(set) => {
                    let than = found.together.as_ref();
                    if than.is_none_or(|t| set.clues.len() < t.clues.len()) {
                        found.together = Some(set);
                    }
                }
                // One that has more clues is more likely to be determined by them.
                Aimed::Shares(other) => {
                    let [more, less] = [other, target].map(|i| clues(&self.pool.members[i]));
                    targets.extend(Some(other).filter(|_| more > less));
                }
                Aimed::Open => break,
            }
            let enough = |t: &MinimalAddition| tried.len() >= TARGETS || t.clues.len() <= least;
            if found.together.as_ref().is_some_and(enough) {
                break;
            }
        }
        // If no clue rules out any solution, no number of them does.
        let any = found.open + found.possible > 0;
        if found.together.is_none() && work.stopped.is_none() && any && !is_proved {
            found.undetermined_targets = Some(tried.len());
        }
        if let Some(set) = &mut found.together
            && set.proof == Proof::SmallestForIt
            && set.clues.len() <= least
            && found.open == 0
        {
            set.proof = Proof::Smallest;
        }
        Ok(())
    }

    /// A solution outside of the pool that has, for each member of the pool and each of its directions, a clue which
    /// that member lacks. Every solution that is determined by its clues has this property.
    fn apart(
        &mut self,
        work: &mut Work<'_>,
        apart: &mut DifferenceClauses,
    ) -> Result<NextTarget, RunError> {
        for member in &self.pool.members[apart.members..] {
            for contents in &member.contents {
                let others = self.clues.iter().filter(|(clue, _)| !clue.is_true(contents));
                let lits: Vec<Lit> = others.map(|c| c.1).collect();
                // If a member has all clues that there are, no solution is determined by its clues.
                if lits.is_empty() {
                    return Ok(NextTarget::None);
                }
                match self.questions.clause(&lits) {
                    Some(switch) => apart.switches.push(switch),
                    None => {
                        work.stopped = Some(Stop::Memory);
                        return Ok(NextTarget::Open);
                    }
                }
            }
        }
        apart.members = self.pool.members.len();
        match self.ask(work, &apart.switches)? {
            // It is new, so it came last.
            Some(QuestionResult::Solution(_)) => {
                Ok(NextTarget::Target(self.pool.members.len() - 1))
            }
            Some(_) => Ok(NextTarget::None),
            None => Ok(NextTarget::Open),
        }
    }

    /// As few clues of one solution as possible.
    fn for_target(
        &mut self,
        work: &mut Work<'_>,
        target: usize,
        least: usize,
    ) -> Result<Aimed, RunError> {
        let Member { answer, contents } = &self.pool.members[target];
        let own: Vec<(Clue, Lit)> =
            self.clues.iter().copied().filter(|(clue, _)| clue.is_true(&contents[0])).collect();
        let solution = answer.clone();
        let Some(other) = self.others(work, target) else { return Ok(Aimed::Open) };
        let lits: Vec<Lit> = own.iter().map(|c| c.1).collect();
        let core = match self.ask(work, &[&other[..], &lits].concat())? {
            Some(QuestionResult::Refused(core)) => core,
            Some(QuestionResult::Solution(answer)) => {
                return Ok(Aimed::Shares(self.pool.add(&answer)));
            }
            Some(QuestionResult::Stopped(_)) | None => return Ok(Aimed::Open),
        };
        let mut best = self.enough(work, &own, &other, core)?;
        let mut proof = Proof::AtMost;
        let mut size = least;
        loop {
            let sets = self.broken(target, &own);
            let Ok(chosen) = hitting::smallest(&sets, size, HITTING_STEPS, &work.budget) else {
                work.is_over(self.questions.stats.nodes);
                break;
            };
            size = chosen.len();
            if size >= best.len() {
                proof = Proof::SmallestForIt;
                break;
            }
            let lits: Vec<Lit> = chosen.iter().map(|&i| own[i as usize].1).collect();
            match self.ask(work, &[&other[..], &lits].concat())? {
                Some(QuestionResult::Refused(_)) => {
                    best = chosen;
                    proof = Proof::SmallestForIt;
                    break;
                }
                Some(_) => {}
                None => break,
            }
        }
        let clues = best.iter().map(|&i| own[i as usize].0).collect();
        Ok(Aimed::Determined(MinimalAddition { clues, solution, proof }))
    }

    /// A subset of the clues in `core`, which are enough, from which none can be left out as far as that was found out
    /// within the limits.
    fn enough(
        &mut self,
        work: &mut Work<'_>,
        own: &[(Clue, Lit)],
        other: &[Lit],
        mut core: Vec<Lit>,
    ) -> Result<Vec<u32>, RunError> {
        for l in own.iter().map(|c| c.1) {
            if !core.contains(&l) {
                continue;
            }
            let rest = core.iter().copied().filter(|&k| k != l && !other.contains(&k));
            let assume: Vec<Lit> = other.iter().copied().chain(rest).collect();
            match self.ask(work, &assume)? {
                Some(QuestionResult::Refused(smaller)) => core = smaller,
                Some(_) => {}
                None => break,
            }
        }
        Ok((0u32..).zip(own).filter(|(_, c)| core.contains(&c.1)).map(|(i, _)| i).collect())
    }

    /// Per other member of the pool, and direction of it, which of the target's clues it breaks.
    fn broken(&self, target: usize, own: &[(Clue, Lit)]) -> Vec<Vec<u32>> {
        let others = self.pool.members.iter().enumerate().filter(|(i, _)| *i != target);
        let broken = |contents: &Vec<Content>| {
            let broken = (0u32..).zip(own).filter(|(_, c)| !c.0.is_true(contents));
            broken.map(|(i, _)| i).collect()
        };
        others.flat_map(|(_, member)| &member.contents).map(broken).collect()
    }
}

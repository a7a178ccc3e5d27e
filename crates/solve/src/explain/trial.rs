//! Trials: following an assumption until it fails.
//!
//! An assumption is followed by the obvious consequences, wave by wave, and measured by the load on a person's memory:
//! the number of edges or numbers, and the number of their pieces. So the measure does not depend on weights of
//! techniques, and because a wave is everything that follows at once, not on the order of cells either.

use super::minimal::minimal;
use super::{Round, Step, idea_of};
use clew_engine::run::{Budget, Stop};
use clew_puzzle::puzzle::ladder::{Contradiction, Extent, Finding, Found, Ladder, Level, Use};

/// With more things to try than these a person does not begin.
const MOST_TRIES: usize = 1 << 19;

/// Bytes for assumptions that were given up and are kept where they stopped, to be continued from there; at most all
/// the memory of the budget.
const KEPT_BYTES: usize = 1 << 25;

/// Of longer trails the part that the contradiction needs is not looked for.
const LONGEST_CORE: usize = 100;

/// An assumption that fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Failure {
    /// The assumption.
    pub assumed: Finding,
    /// The amount drawn or placed until it failed.
    pub extent: Extent,
    /// The contradiction.
    pub nonsense: Contradiction,
}

/// The trials in one position, by all techniques that assume something.
#[derive(Default)]
pub(super) struct Trials {
    /// The assumptions to try, and how far each was followed; none before the first technique.
    tries: Option<Vec<(Finding, TrialDepth)>>,
    /// With other techniques than habits.
    depth: Depth,
}

/// How an assumption is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Depth {
    /// By habit.
    #[default]
    Habit,
    /// Where habits end, other techniques may meet a contradiction.
    Glance,
    /// With all techniques that assume nothing.
    Search,
}

impl Depth {
    fn of(usage: Use) -> Depth {
        match usage {
            Use::Glance(_) => Depth::Glance,
            Use::Search => Depth::Search,
            _ => Depth::Habit,
        }
    }
}

impl Trials {
    /// The assumptions that fail soonest, within the reach of a technique; none if none does.
    ///
    /// # Errors
    /// The limit that came first.
    pub(super) fn fail(
        &mut self,
        ladder: &dyn Ladder,
        usage: Use,
        budget: &Budget,
    ) -> Result<Vec<Failure>, Stop> {
        let reach = match usage {
            Use::Trial(reach) | Use::Glance(reach) => reach,
            _ => Extent { marks: u32::MAX, pieces: u32::MAX },
        };
        let depth = Depth::of(usage);
        if depth != self.depth {
            *self = Trials { tries: None, depth };
        }
        let kept = KEPT_BYTES.min(budget.memory) / ladder.bytes().max(1);
        let tries = self.tries.get_or_insert_with(|| {
            let mut all: Vec<Finding> = ladder.open(MOST_TRIES).into_iter().flatten().collect();
            all.sort_unstable();
            all.dedup();
            all.into_iter().map(|finding| (finding, TrialDepth::Fresh)).collect()
        });
        soonest(ladder, tries, reach, depth, kept, budget)
    }
}

/// The assumptions that fail within a reach, of these the ones with the least extent. The first `kept` of those that
/// are given up are kept where they stopped, which changes nothing but the time it takes.
fn soonest(
    ladder: &dyn Ladder,
    tries: &mut [(Finding, TrialDepth)],
    reach: Extent,
    depth: Depth,
    kept: usize,
    budget: &Budget,
) -> Result<Vec<Failure>, Stop> {
    let (mut most, mut found) = (1u32, Found::default());
    loop {
        let (mut best, mut failed, mut cut) = (None::<Extent>, Vec::new(), false);
        for (i, (assumed, course)) in tries.iter_mut().enumerate() {
            if let Some(stop) = budget.reached(0) {
                return Err(stop);
            }
            let most = best.map_or(most, |best| best.marks);
            course.follow(ladder, *assumed, most, depth, &mut found, budget)?;
            if let TrialDepth::Failed(extent, nonsense) = course
                && extent.is_within(reach)
                && extent.marks <= most
                && best.is_none_or(|best| *extent <= best)
            {
                if best != Some(*extent) {
                    failed.clear();
                }
                best = Some(*extent);
                let nonsense = nonsense.clone();
                failed.push(Failure { assumed: *assumed, extent: *extent, nonsense });
            }
            cut |= matches!(course, TrialDepth::Fresh | TrialDepth::At(_));
            if i >= kept && matches!(course, TrialDepth::At(_)) {
                *course = TrialDepth::Fresh;
            }
        }
        if !failed.is_empty()
            || most >= reach.marks
            || !cut && !tries.iter().any(awaits(reach, most))
        {
            return Ok(failed);
        }
        most = most.saturating_add(most.div_ceil(4)).min(reach.marks);
    }
}

/// Whether an assumption fails within a reach, with more marks than these.
fn awaits(reach: Extent, most: u32) -> impl Fn(&(Finding, TrialDepth)) -> bool {
    move |(_, course)| matches!(course, TrialDepth::Failed(extent, _) if extent.is_within(reach) && extent.marks > most)
}

/// How far an assumption was followed.
enum TrialDepth {
    /// Not at all.
    Fresh,
    /// To this position.
    At(Box<dyn Ladder>),
    /// To its end, where it stands.
    Stands,
    /// Until it failed.
    Failed(Extent, Contradiction),
}

impl TrialDepth {
    /// Follows the assumption until it fails, or more than `most` is drawn or placed. The order does not depend on
    /// `most`, so that continuing gives the same result as starting again.
    ///
    /// # Errors
    /// The limit that was reached first.
    fn follow(
        &mut self,
        ladder: &dyn Ladder,
        assumed: Finding,
        most: u32,
        depth: Depth,
        found: &mut Found,
        budget: &Budget,
    ) -> Result<(), Stop> {
        if let TrialDepth::Fresh = self {
            let mut copy = ladder.attempt();
            if let Err(nonsense) = copy.learn(assumed).and_then(|_| copy.sound_after(assumed)) {
                *self = TrialDepth::Failed(copy.extent(), nonsense);
                return Ok(());
            }
            *self = TrialDepth::At(copy);
        }
        while let TrialDepth::At(copy) = self {
            let extent = copy.extent();
            if extent.marks > most {
                return Ok(());
            }
            match next(&mut **copy, depth, found, budget)? {
                Ok(true) => {}
                Ok(false) => *self = TrialDepth::Stands,
                Err(nonsense) => *self = TrialDepth::Failed(extent, nonsense),
            }
        }
        Ok(())
    }
}

/// The positions on the way of an assumption that fails.
pub(super) struct Failed {
    /// Where everything is drawn or placed that leads to the contradiction.
    pub at: Box<dyn Ladder>,
    /// The contradiction.
    pub nonsense: Contradiction,
}

/// Follows the assumption of a step from this position; `None` if it does not fail with as few edges or numbers as it
/// has failed with.
pub(super) fn fails_again(ladder: &dyn Ladder, step: &Step) -> Option<Failed> {
    fails_within(ladder, step, step.extent?.marks)
}

/// The same with at most this number of edges or numbers.
fn fails_within(ladder: &dyn Ladder, step: &Step, marks: u32) -> Option<Failed> {
    let assumed = step.assumed?;
    let depth = Depth::of(step.own.usage);
    let (mut at, mut found, budget) = (ladder.attempt(), Found::default(), Budget::unlimited());
    if let Err(nonsense) = at.learn(assumed).and_then(|_| at.sound_after(assumed)) {
        // The assumption itself is impossible, and nothing is drawn.
        return Some(Failed { at: ladder.attempt(), nonsense });
    }
    while at.extent().marks <= marks {
        let before = at.copy();
        match next(&mut *at, depth, &mut found, &budget) {
            Ok(Ok(true)) => {}
            Ok(Err(nonsense)) => return Some(Failed { at: before, nonsense }),
            Ok(Ok(false)) | Err(_) => return None,
        }
    }
    None
}

/// Adds the findings drawn or placed until the assumption fails to its step, and the contradiction as it is met in this
/// position.
pub(super) fn follow(ladder: &dyn Ladder, step: &mut Step) {
    // After other steps of the round its waves may draw more before they come to the contradiction.
    let more = || fails_within(ladder, step, 2 * step.extent?.marks);
    let failed = fails_again(ladder, step).or_else(more);
    let (Some(assumed), Some(Failed { at, nonsense })) = (step.assumed, failed) else {
        return;
    };
    step.trail = at.trail().into_iter().filter(|&finding| finding != assumed).collect();
    step.core = step.trail.clone();
    let mut nonsense = nonsense;
    if Depth::of(step.own.usage) == Depth::Habit && step.trail.len() <= LONGEST_CORE {
        let fails = |trail: &[Finding]| fails_over(ladder, assumed, trail);
        if fails(&step.trail).is_some() {
            step.core = minimal(step.trail.clone(), &mut |trail| fails(trail).is_some());
        }
        if let Some(seen) = fails(&step.core) {
            nonsense = seen;
        }
    }
    step.pieces[1] = at.pieces(&step.core);
    if let Some(telling) = &mut step.telling {
        telling.reason = nonsense.why;
    }
    step.failing = nonsense.cells;
}

/// The contradiction that an assumption leads to if of all that follows only these findings are drawn or placed. If there
/// are none, it must be met at once, for a sentence that names the assumption alone does not mention anything between.
fn fails_over(ladder: &dyn Ladder, assumed: Finding, trail: &[Finding]) -> Option<Contradiction> {
    let mut at = ladder.attempt();
    if let Err(nonsense) = at.learn(assumed).and_then(|_| at.sound_after(assumed)) {
        return Some(nonsense);
    }
    let mut found = Found::default();
    loop {
        found.clear();
        if let Err(nonsense) = at.wave(&mut found) {
            return Some(nonsense);
        }
        if trail.is_empty() {
            return at.sound().err();
        }
        let mut news = false;
        for &finding in found.findings().iter().filter(|f| !f.holds || trail.contains(f)) {
            match at.learn(finding) {
                Ok(is_new) => news |= is_new,
                Err(nonsense) => return Some(nonsense),
            }
        }
        if !news {
            return at.sound().err();
        }
    }
}

/// Takes one wave. Returns whether there was one, or the contradiction. Before an assumption counts as standing, the
/// whole position is checked.
///
/// # Errors
/// The limit that was reached first.
fn next(
    copy: &mut dyn Ladder,
    depth: Depth,
    found: &mut Found,
    budget: &Budget,
) -> Result<Result<bool, Contradiction>, Stop> {
    found.clear();
    if let Err(nonsense) = copy.wave(found) {
        return Ok(Err(nonsense));
    }
    if found.is_empty() {
        if let Err(nonsense) = copy.sound() {
            return Ok(Err(nonsense));
        }
        let most = match depth {
            Depth::Habit => return Ok(Ok(false)),
            Depth::Glance => Level::Tricky,
            Depth::Search => Level::Beyond,
        };
        if let Round::Fails(nonsense) = idea_of(copy, most, depth == Depth::Glance, found, budget)?
        {
            return Ok(Err(nonsense));
        }
        if depth == Depth::Glance {
            return Ok(Ok(false));
        }
    }
    for &finding in found.findings() {
        if let Err(nonsense) = copy.learn(finding) {
            return Ok(Err(nonsense));
        }
    }
    Ok(Ok(!found.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_families::parse_native;

    /// Continuing an assumption that was given up gives the same result as starting it again, with less work.
    #[test]
    fn courses_that_are_kept_change_nothing() {
        let mut found = 0;
        for text in [
            include_str!("../../../../instances/hard/hidato-rook-minimal-9x9.puzzle"),
            include_str!("../../../../instances/hidato/ladder-hex-08x08.puzzle"),
            include_str!("../../../../instances/numberlink/free-06x06.puzzle"),
            "puzzle: futoshiki\n\n. < . .   .\n-   - - -\n.   . .   .\n-   - - ^\n.   . . > .\n-   - - -\n.   . .   3\n",
            "puzzle: path\n\n1 . . .\n. . . .\n. . . .\n16 . . .\n",
        ] {
            let puzzle = parse_native(text).unwrap_or_else(|why| panic!("{text}: {why}")).puzzle;
            let Ok(ladder) = puzzle.ladder() else { panic!("{text}: no ladder") };
            let all = Extent { marks: u32::MAX, pieces: u32::MAX };
            for deep in [Depth::Habit, Depth::Glance, Depth::Search] {
                let of = |kept: usize| {
                    let tries = ladder.open(usize::MAX).into_iter().flatten().take(300);
                    let mut tries: Vec<(Finding, TrialDepth)> =
                        tries.map(|finding| (finding, TrialDepth::Fresh)).collect();
                    let budget = Budget::default();
                    let failed = soonest(&*ladder, &mut tries, all, deep, kept, &budget);
                    failed.unwrap_or_else(|stop| panic!("{stop}"))
                };
                let anew = of(0);
                found += anew.len();
                assert_eq!(of(usize::MAX), anew, "{text}");
                assert_eq!(of(7), anew, "{text}");
            }
        }
        assert!(found > 3, "{found}");
    }
}

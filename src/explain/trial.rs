//! Assuming something and seeing it fail.

use super::fewest::fewest;
use super::{Round, Step, round_of};
use clew_engine::run::{Budget, Stop};
use clew_puzzles::puzzle::Cell;
use clew_puzzles::puzzle::ladder::{Fact, Finding, Found, Ladder, Nonsense, Telling};

/// The assumptions that fail soonest, as steps that say the opposite; none if no assumption fails.
/// Choices between two are tried before all others.
///
/// # Errors
/// The limit that came first.
pub(super) fn round(
    ladder: &dyn Ladder,
    words: bool,
    round: u32,
    budget: &Budget,
) -> Result<Vec<Step>, Stop> {
    let groups = ladder.open(MOST_TRIES);
    let (pairs, others): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| group.len() == 2);
    for groups in [pairs, others] {
        let mut tries: Vec<Finding> = groups.into_iter().flatten().collect();
        tries.sort_unstable();
        tries.dedup();
        let bytes = KEPT_BYTES.min(budget.memory);
        let mut failed = soonest(ladder, &tries, bytes / ladder.bytes().max(1), budget)?;
        if !failed.is_empty() {
            let shown: Vec<Finding> =
                failed.iter().map(|(finding, ..)| finding.negated()).collect();
            let shown: Vec<&[Finding]> = shown.iter().map(std::slice::from_ref).collect();
            let mut stays = fewest(ladder, &shown).into_iter();
            failed.retain(|_| stays.next().unwrap_or(true));
            let technique = ladder.techniques().last().expect("the last rung is trying");
            let step = |(finding, cost, why): (Finding, u32, String)| Step {
                technique,
                findings: vec![finding.negated()],
                cost: technique.weight + cost,
                assumed: Some(finding),
                telling: words.then(|| Telling {
                    cells: cells(finding),
                    because: Vec::new(),
                    reason: format!("it fails, for {why}"),
                }),
                round,
            };
            return Ok(failed.into_iter().map(step).collect());
        }
    }
    Ok(Vec::new())
}

fn cells(finding: Finding) -> Vec<Cell> {
    match finding.fact {
        Fact::Number { cell, .. } => vec![cell],
        Fact::Link { from, to } => vec![from, to],
    }
}

/// The work that an assumption gets at first; it grows by a quarter until something fails. Most of what fails at
/// all does so soon, and what does not fail is hardly followed beyond the work after which another one does.
const FIRST_WORK: u32 = 8;

/// With more things to try than these a person does not begin.
const MOST_TRIES: usize = 1 << 19;

/// Bytes for assumptions that were given up and are kept where they stopped, to go on from there with more work; all
/// the memory if that is less.
const KEPT_BYTES: usize = 1 << 25;

/// The assumptions that fail after the least work, with that work and what is wrong then. The first `kept` of
/// those that are given up are kept where they stopped, which changes nothing but the time it takes.
fn soonest(
    ladder: &dyn Ladder,
    tries: &[Finding],
    kept: usize,
    budget: &Budget,
) -> Result<Vec<(Finding, u32, String)>, Stop> {
    let mut courses: Vec<Course> = tries.iter().map(|_| Course::Fresh).collect();
    let (mut most, mut found) = (FIRST_WORK, Found::default());
    loop {
        let (mut best, mut failed, mut cut) = (most, Vec::new(), false);
        for (i, (&finding, course)) in tries.iter().zip(&mut courses).enumerate() {
            if let Some(stop) = budget.reached(0) {
                return Err(stop);
            }
            match course.follow(ladder, finding, best, &mut found, budget)? {
                Trial::Fails(cost, Nonsense(why)) => {
                    if cost < best {
                        best = cost;
                        failed.clear();
                    }
                    failed.push((finding, cost, why));
                }
                Trial::Cut => cut = true,
                Trial::Stands => {}
            }
            if i >= kept {
                course.forget();
            }
        }
        if !failed.is_empty() || !cut {
            return Ok(failed);
        }
        most = most.saturating_add(most / 4);
    }
}

/// What comes of an assumption.
enum Trial {
    /// It fails after this work.
    Fails(u32, Nonsense),
    /// It takes more work than there was.
    Cut,
    /// The techniques have nothing against it.
    Stands,
}

/// How far an assumption was followed.
enum Course {
    /// Not at all.
    Fresh,
    /// To this position, with this work.
    At(Box<dyn Ladder>, u32),
    /// To its end, where it stands.
    Over,
}

impl Course {
    /// Lets go of the position.
    fn forget(&mut self) {
        if matches!(self, Course::At(..)) {
            *self = Course::Fresh;
        }
    }

    /// Follows the assumption round by round until it fails; the work is the sum of the weights of the
    /// techniques, a round counting once. Given up when the work is above `most`. What more work allows comes after
    /// what less work allowed, so to go on is as good as to begin anew.
    ///
    /// # Errors
    /// The limit that came first.
    fn follow(
        &mut self,
        ladder: &dyn Ladder,
        finding: Finding,
        most: u32,
        found: &mut Found,
        budget: &Budget,
    ) -> Result<Trial, Stop> {
        if let Course::Fresh = self {
            let mut copy = ladder.copy();
            if let Err(nonsense) = copy.learn(finding) {
                return Ok(Trial::Fails(0, nonsense));
            }
            *self = Course::At(copy, 0);
        }
        let Course::At(copy, cost) = self else { return Ok(Trial::Stands) };
        debug_assert!(*cost <= most, "what fails after less work failed before there was more");
        loop {
            if let Err(nonsense) = copy.sound() {
                return Ok(Trial::Fails(*cost, nonsense));
            }
            let (technique, fails) = match round_of(&mut **copy, most - *cost, found, budget)? {
                Round::Says(technique) => (technique, None),
                Round::Fails(technique, nonsense) => (technique, Some(nonsense)),
                Round::Nothing => {
                    *self = Course::Over;
                    return Ok(Trial::Stands);
                }
                Round::TooDear => return Ok(Trial::Cut),
            };
            let weight = copy.techniques()[technique].weight;
            if *cost + weight > most {
                return Ok(Trial::Cut);
            }
            *cost += weight;
            if let Some(nonsense) = fails {
                return Ok(Trial::Fails(*cost, nonsense));
            }
            for &finding in found.findings() {
                if let Err(nonsense) = copy.learn(finding) {
                    return Ok(Trial::Fails(*cost, nonsense));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_puzzles::families::parse_native;

    /// To go on where an assumption was given up is to begin anew with more work.
    #[test]
    fn courses_that_are_kept_change_nothing() {
        let mut found = 0;
        for text in [
            include_str!("../../instances/hard/hidato-rook-minimal-9x9.puzzle"),
            include_str!("../../instances/hidato/ladder-hex-08x08.puzzle"),
            include_str!("../../instances/numberlink/free-06x06.puzzle"),
            "puzzle: futoshiki\n\n. < . .   .\n-   - - -\n.   . .   .\n-   - - ^\n.   . . > .\n-   - - -\n.   . .   3\n",
            "puzzle: path\n\n1 . . .\n. . . .\n. . . .\n16 . . .\n",
        ] {
            let puzzle = parse_native(text).unwrap_or_else(|why| panic!("{text}: {why}")).puzzle;
            let Ok(ladder) = puzzle.ladder() else { panic!("{text}: no ladder") };
            let tries: Vec<Finding> =
                ladder.open(usize::MAX).into_iter().flatten().take(300).collect();
            let of = |kept: usize| {
                let failed = soonest(&*ladder, &tries, kept, &Budget::default());
                failed.unwrap_or_else(|stop| panic!("{stop}"))
            };
            let anew = of(0);
            found += anew.len();
            assert_eq!(of(usize::MAX), anew, "{text}");
            assert_eq!(of(7), anew, "{text}");
        }
        assert!(found > 3, "{found}");
    }
}

//! Chooses clues that separate one filling from every other, guided by the other fillings found so far.
//!
//! The clues that may be given are *items*: a number, a sign, or a group of them that is given together. Another
//! filling is represented by the set of items that it contradicts; at least one item of each set must be given. A
//! generator begins with the sets of small changes that it finds by itself. Each unwanted solution found by the
//! uniqueness oracle is split into changes that are solutions by themselves, and these become sets too. A given item
//! that is the only given one of some set is needed without a test. The other items are removed together, and put back
//! only where a set requires it (implicit hitting sets: Moreno-Centeno, Karp, "The implicit hitting set approach to
//! solve combinatorial optimization problems", 2013).

mod thinned;

use super::separators::Separators;
use super::steer::{self, Nearest};
use clew_puzzle::puzzle::family::{Grade, Judgement, UniquenessOracle};
use clew_puzzle::puzzle::{Answer, Puzzle};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};

/// Times that all clues which are not known to be needed are taken away together.
const REDUCED: usize = 3;
/// Times that a puzzle that is too easy is given as little as it needs, before another filling is tried.
const HARDER: usize = 1;
/// Choices of the numbers beyond the needed ones that are graded.
const REFILLED: usize = 16;
/// Share of these numbers that is exchanged from one choice to the next.
const EXCHANGED: f64 = 0.4;
/// From the second attempt on, one in this many of the items that are not given is given first, so that others become
/// redundant.
const SHARE: usize = 5;

/// A filling that a puzzle is to be made of.
pub(super) trait Filling {
    /// The puzzle in which these items are given.
    fn puzzle(&self, given: &[bool]) -> Puzzle;

    /// Another filling as sets of items, one of which must be given. A set contains every item that can separate the
    /// two fillings. Empty if the other filling is the filling itself.
    fn apart(&self, other: &Answer) -> Vec<Vec<u32>>;

    /// How many numbers an item gives; 0 for a sign.
    fn numbers(&self, item: usize) -> usize;

    /// Whether an item, given together with the given ones, looks bad.
    fn is_ugly(&self, _item: usize, _given: &[bool]) -> bool {
        false
    }

    /// Whether an item may be given together with the given ones.
    fn may_join(&self, _item: usize, _given: &[bool]) -> bool {
        true
    }
}

/// Cells that a change of the grid takes to each other, a group each; `image` is where it takes a cell, if anywhere.
pub(super) fn orbits(cells: u32, image: &dyn Fn(u32) -> Option<u32>) -> Vec<Vec<u32>> {
    let mut seen = vec![false; cells as usize];
    let mut orbits = Vec::new();
    for c in 0..cells {
        let (mut orbit, mut next) = (Vec::new(), Some(c));
        while let Some(cell) = next.filter(|&cell| !seen[cell as usize]) {
            seen[cell as usize] = true;
            orbit.push(cell);
            next = image(cell);
        }
        if !orbit.is_empty() {
            orbits.push(orbit);
        }
    }
    orbits
}

/// Per cell the place of its group among these.
pub(super) fn orbit_of(orbits: &[Vec<u32>], cells: usize) -> Vec<u32> {
    let mut of = vec![0; cells];
    for (i, orbit) in (0..).zip(orbits) {
        orbit.iter().for_each(|&c| of[c as usize] = i);
    }
    of
}

/// Whether exactly `cells` cells can be chosen in whole groups.
pub(super) fn can_have(orbits: &[Vec<u32>], cells: usize) -> bool {
    let mut sums = vec![false; cells + 1];
    sums[0] = true;
    for size in orbits.iter().map(Vec::len) {
        for sum in (size..=cells).rev() {
            sums[sum] |= sums[sum - size];
        }
    }
    sums[cells]
}

/// The requested properties of the choice.
#[derive(Clone, Debug, Default)]
pub(super) struct ClueTargets {
    /// Per item whether it can be given at all.
    pub allowed: Vec<bool>,
    /// Per item whether it stays given.
    pub fixed: Vec<bool>,
    /// Fixed items that may be removed all the same if each given is to be needed, after all others.
    pub last: Vec<usize>,
    /// Items that are given at first in addition to the fixed ones.
    pub first: Vec<u32>,
    /// Remove redundant items, as far as few uniqueness checks suffice for that.
    pub reduce: bool,
    /// The same for every single item.
    pub minimal: bool,
    /// The exact number of given numbers.
    pub givens: Option<usize>,
    /// The most signs that are given, with hardly one more than is needed; `None`: any number.
    pub most_signs: Option<usize>,
    /// Only numbers make the puzzle easier.
    pub numbers_ease: bool,
    /// Share of the choices that are made among signs where there are some.
    pub signs: f64,
    /// Only where nothing is removed again: from a set found by another solution, one more item is given per this many
    /// items in it; 0: one item is enough. A solution that is far from the filling needs many items, and each
    /// uniqueness check takes long.
    pub stride: usize,
}

/// How adding clues ended.
#[derive(PartialEq, Eq)]
enum Grown {
    Unique,
    Stuck,
    /// The caller has cancelled the work.
    Stopped,
}

/// The chosen items, and the sets that require them.
pub(super) struct Choice<'a> {
    filling: &'a dyn Filling,
    wishes: ClueTargets,
    items: Separators,
}

impl<'a> Choice<'a> {
    /// Chooses items that determine the filling; `sets` are the sets of changes that the generator knows. `None` if the
    /// requested properties cannot be met with this filling. If the caller cancels, returns the items chosen so far.
    pub(super) fn made(
        filling: &'a dyn Filling,
        wishes: ClueTargets,
        sets: Vec<Vec<u32>>,
        rng: &mut ChaCha8Rng,
        judge: UniquenessOracle<'_>,
    ) -> Option<Vec<bool>> {
        let items = wishes.allowed.len();
        let mut choice = Choice { filling, items: Separators::new(items), wishes };
        for item in (0..items).filter(|&item| choice.wishes.fixed[item]).collect::<Vec<_>>() {
            choice.items.give(item);
        }
        for item in std::mem::take(&mut choice.wishes.first) {
            if choice.may_give(item as usize) {
                choice.items.give(item as usize);
            }
        }
        sets.into_iter().for_each(|set| choice.items.learn(set));
        choice.finish(rng, judge).then(|| choice.items.given().to_vec())
    }

    fn finish(&mut self, rng: &mut ChaCha8Rng, judge: UniquenessOracle<'_>) -> bool {
        if let (Some(most), Some(level)) = (self.wishes.most_signs, judge.mere_level()) {
            return self.thin_out(most, level, rng, judge);
        }
        let allowed = self.wishes.allowed.clone();
        match self.grow(&allowed, rng, judge) {
            Grown::Unique => {}
            Grown::Stuck => return false,
            Grown::Stopped => return true,
        }
        let over =
            |choice: &Self| choice.wishes.givens.is_some_and(|wanted| choice.count() > wanted);
        // A puzzle that is already too hard need not become harder.
        let is_hard = judge.sees_hard_ones()
            && !self.wishes.minimal
            && !over(self)
            && judge.grade(&self.filling.puzzle(self.items.given())) == Grade::TooHard;
        let reduces = self.wishes.reduce || self.wishes.minimal || judge.is_steered();
        if reduces && !is_hard || over(self) {
            for _ in 0..REDUCED {
                if judge.is_over() || !self.reduce(rng, judge) {
                    break;
                }
            }
        }
        if self.wishes.most_signs.is_some() && !self.fill_up(rng) {
            return false;
        }
        if self.wishes.minimal || over(self) || self.wishes.most_signs.is_some() {
            self.minimise(rng, judge);
        }
        let few =
            |choice: &Self| choice.wishes.most_signs.is_none_or(|most| choice.signs() <= most);
        few(self) && self.fill_up(rng) && self.steer(rng, judge)
    }

    /// Signs that are given.
    fn signs(&self) -> usize {
        let given = (0..self.items.given().len()).filter(|&item| self.items.given()[item]);
        given.filter(|&item| self.filling.numbers(item) == 0).count()
    }

    /// Numbers that are given.
    fn count(&self) -> usize {
        let given = (0..self.items.given().len()).filter(|&item| self.items.given()[item]);
        given.map(|item| self.filling.numbers(item)).sum()
    }

    fn may_give(&self, item: usize) -> bool {
        let numbers = self.filling.numbers(item);
        !self.items.given()[item]
            && self.wishes.allowed[item]
            && self.filling.may_join(item, self.items.given())
            && (numbers == 0
                || self
                    .wishes
                    .givens
                    .is_none_or(|most| self.count() + numbers <= most.max(self.fixed())))
    }

    fn fixed(&self) -> usize {
        let fixed = (0..self.items.given().len()).filter(|&item| self.wishes.fixed[item]);
        fixed.map(|item| self.filling.numbers(item)).sum()
    }

    /// Whether an item stays, or some set has no other item that is given.
    fn is_needed(&self, item: usize) -> bool {
        self.wishes.fixed[item] || self.items.is_needed(item)
    }

    /// Gives an item of every set that has none: one of those that are in most such sets. Whether that was possible.
    fn hit(&mut self, allowed: &[bool], rng: &mut ChaCha8Rng) -> bool {
        self.items.open().shuffle(rng);
        while let Some(mut items) = self.items.next_open() {
            items.retain(|&item| allowed[item] && self.may_give(item));
            let is_sign = |item: &usize| self.filling.numbers(*item) == 0;
            if items.iter().any(is_sign) && !items.iter().all(is_sign) {
                let signs = rng.random_bool(self.wishes.signs);
                items.retain(|item| is_sign(item) == signs);
            }
            let weights: Vec<usize> =
                items.iter().map(|&item| self.items.open_with(item)).collect();
            let best = weights.iter().copied().max();
            let best: Vec<usize> = items
                .iter()
                .zip(weights)
                .filter(|(_, w)| Some(*w) == best)
                .map(|(&i, _)| i)
                .collect();
            let Some(&item) = best.choose(rng) else { return false };
            self.items.give(item);
        }
        true
    }

    /// Gives several items of a large set, in proportion to its size. Signs and numbers are as frequent as in choices
    /// of a single item, although a distant solution contradicts more numbers than signs.
    fn give_of(&mut self, mut set: Vec<u32>, allowed: &[bool], rng: &mut ChaCha8Rng) {
        let more = set.len() / self.wishes.stride;
        set.shuffle(rng);
        let (mut signs, mut numbers): (Vec<usize>, Vec<usize>) = set
            .into_iter()
            .map(|item| item as usize)
            .partition(|&item| self.filling.numbers(item) == 0);
        for _ in 0..more {
            let is_sign = rng.random_bool(self.wishes.signs);
            let kinds =
                if is_sign { [&mut signs, &mut numbers] } else { [&mut numbers, &mut signs] };
            let mut items =
                kinds.into_iter().flat_map(|kind| std::iter::from_fn(move || kind.pop()));
            let Some(item) = items.find(|&item| allowed[item] && self.may_give(item)) else {
                break;
            };
            self.items.give(item);
        }
    }

    /// Gives items until there is one solution.
    fn grow(
        &mut self,
        allowed: &[bool],
        rng: &mut ChaCha8Rng,
        judge: UniquenessOracle<'_>,
    ) -> Grown {
        loop {
            if !self.hit(allowed, rng) {
                return Grown::Stuck;
            }
            if judge.is_over() {
                return Grown::Stopped;
            }
            match judge.judge(&self.filling.puzzle(self.items.given())) {
                Judgement::Unique => return Grown::Unique,
                Judgement::Multiple(answers) => {
                    let sets: Vec<_> =
                        answers.iter().flat_map(|other| self.filling.apart(other)).collect();
                    let far: Vec<Vec<u32>> = match self.wishes.stride {
                        0 => Vec::new(),
                        stride => sets.iter().filter(|set| set.len() > stride).cloned().collect(),
                    };
                    sets.into_iter().for_each(|set| self.items.learn(set));
                    if self.items.open().is_empty() {
                        return Grown::Stuck;
                    }
                    far.into_iter().for_each(|set| self.give_of(set, allowed, rng));
                }
                // Too hard to decide: any further clue makes it easier.
                Judgement::Unknown => {
                    let open =
                        (0..allowed.len()).filter(|&item| allowed[item] && self.may_give(item));
                    let mut open: Vec<usize> = open.collect();
                    if open.is_empty() {
                        return Grown::Stuck;
                    }
                    open.shuffle(rng);
                    open.truncate(1 + allowed.len() / 60);
                    open.into_iter()
                        .filter(|&item| self.may_give(item))
                        .collect::<Vec<_>>()
                        .into_iter()
                        .for_each(|item| self.items.give(item));
                }
                Judgement::None => return Grown::Stuck,
                Judgement::Stopped => return Grown::Stopped,
            }
        }
    }

    /// Removes all items that no set needs, numbers and signs, and puts back those that turn out to be needed. Returns
    /// whether fewer items are given than before.
    fn reduce(&mut self, rng: &mut ChaCha8Rng, judge: UniquenessOracle<'_>) -> bool {
        let was = self.items.given().to_vec();
        let spare: Vec<usize> =
            (0..was.len()).filter(|&item| was[item] && !self.is_needed(item)).collect();
        if spare.is_empty() {
            return false;
        }
        spare.into_iter().for_each(|item| self.items.take(item));
        if self.grow(&was, rng, judge) != Grown::Unique {
            (0..was.len()).filter(|&item| was[item]).for_each(|item| self.items.give(item));
        }
        self.items.given() != was
    }

    /// Removes redundant items one by one, numbers first.
    fn minimise(&mut self, rng: &mut ChaCha8Rng, judge: UniquenessOracle<'_>) {
        let mut order: Vec<usize> = (0..self.items.given().len()).collect();
        order.shuffle(rng);
        let last = std::mem::take(&mut self.wishes.last);
        order.sort_by_key(|item| (self.filling.numbers(*item) == 0, last.contains(item)));
        last.into_iter().for_each(|item| self.wishes.fixed[item] = false);
        for item in order {
            if !self.items.given()[item] || self.is_needed(item) || judge.is_over() {
                continue;
            }
            let fits = self.wishes.givens.is_none_or(|wanted| {
                self.filling.numbers(item) == 0
                    || self.count() >= wanted + self.filling.numbers(item)
            });
            if !fits {
                continue;
            }
            self.spare(item, judge);
        }
    }

    /// Takes a given item away if one solution is left; returns whether it did.
    fn spare(&mut self, item: usize, judge: UniquenessOracle<'_>) -> bool {
        let filling = self.filling;
        let gone = self.items.spare(
            item,
            |items| judge.judge(&filling.puzzle(items.given())),
            |answers| answers.iter().flat_map(|other| filling.apart(other)).collect(),
        );
        gone == Some(true)
    }

    /// Gives more numbers, up to the requested count, first those that look well. Returns whether that was possible.
    fn fill_up(&mut self, rng: &mut ChaCha8Rng) -> bool {
        let Some(wanted) = self.wishes.givens else { return true };
        let mut order: Vec<usize> = (0..self.items.given().len()).collect();
        order.shuffle(rng);
        for all in [false, true] {
            for &item in &order {
                let numbers = self.filling.numbers(item);
                if numbers > 0
                    && self.count() + numbers <= wanted
                    && self.may_give(item)
                    && (all || !self.filling.is_ugly(item, self.items.given()))
                {
                    self.items.give(item);
                }
            }
        }
        self.count() == wanted
    }

    /// Gives more or fewer items until the puzzle has the requested difficulty. Returns whether it has.
    fn steer(&mut self, rng: &mut ChaCha8Rng, judge: UniquenessOracle<'_>) -> bool {
        if !judge.is_steered() {
            return true;
        }
        if self.wishes.givens.is_some() {
            return self.steer_at_count(rng, judge);
        }
        let (mut is_least, mut tries) = (self.wishes.minimal, 0);
        loop {
            if judge.is_over() {
                return true;
            }
            match judge.grade(&self.filling.puzzle(self.items.given())) {
                Grade::Fits => return true,
                Grade::TooHard => return self.ease(rng, judge) || judge.is_over(),
                Grade::TooEasy if tries == HARDER => return false,
                Grade::TooEasy => {}
            }
            // The hardest puzzles have nothing that is not needed; of one filling there are many such.
            if is_least {
                self.give_some(rng);
                self.reduce(rng, judge);
            }
            self.minimise(rng, judge);
            if !self.fill_up(rng) {
                return false;
            }
            (is_least, tries) = (true, tries + 1);
        }
    }

    /// Exchanges the numbers that are given beyond the needed ones, and signs if their number is bounded, until the puzzle
    /// has the requested difficulty. Returns whether it has.
    fn steer_at_count(&mut self, rng: &mut ChaCha8Rng, judge: UniquenessOracle<'_>) -> bool {
        match judge.grade(&self.filling.puzzle(self.items.given())) {
            _ if judge.is_over() => return true,
            Grade::Fits => return true,
            Grade::TooHard if self.wishes.most_signs.is_none() && self.ease(rng, judge) => {
                return true;
            }
            _ => {}
        }
        let given = self.wishes.givens.take();
        self.minimise(rng, judge);
        self.wishes.givens = given;
        let least = self.items.given().to_vec();
        let mut near = Nearest::default();
        for _ in 0..REFILLED {
            if judge.is_over() {
                return true;
            }
            for item in (0..least.len())
                .filter(|&item| self.items.given()[item] && !least[item])
                .collect::<Vec<_>>()
            {
                if near.given.is_empty() || rng.random_bool(EXCHANGED) {
                    self.items.take(item);
                }
            }
            if !self.fill_up(rng) {
                return false;
            }
            self.give_signs(rng);
            let graded = judge.graded(&self.filling.puzzle(self.items.given()));
            if graded.grade == Grade::Fits {
                return true;
            }
            if near.is_no_nearer(graded) {
                self.items.set(&near.given);
            } else {
                near = Nearest { given: self.items.given().to_vec(), graded: Some(graded) };
            }
        }
        false
    }

    /// Gives as many signs more as there may be, chosen at random.
    fn give_signs(&mut self, rng: &mut ChaCha8Rng) {
        let Some(most) = self.wishes.most_signs else { return };
        let is_sign = |item: &usize| self.filling.numbers(*item) == 0 && self.may_give(*item);
        let mut signs: Vec<usize> = (0..self.items.given().len()).filter(is_sign).collect();
        signs.shuffle(rng);
        signs.truncate(most.saturating_sub(self.signs()));
        signs.into_iter().for_each(|sign| self.items.give(sign));
    }

    /// Gives more items to a puzzle that is too hard. Returns whether it has the requested difficulty then.
    fn ease(&mut self, rng: &mut ChaCha8Rng, judge: UniquenessOracle<'_>) -> bool {
        let eases = |&item: &usize| {
            self.may_give(item) && (!self.wishes.numbers_ease || self.filling.numbers(item) > 0)
        };
        let spare: Vec<usize> = (0..self.items.given().len()).filter(eases).collect();
        let with = |extra: &[usize]| {
            let mut given = self.items.given().to_vec();
            for &item in extra {
                if self.filling.may_join(item, &given) {
                    given[item] = true;
                }
            }
            given
        };
        // With exactly the requested count of numbers, no further number can be added.
        let spare = match self.wishes.givens {
            Some(_) => spare.into_iter().filter(|&item| self.filling.numbers(item) == 0).collect(),
            None => spare,
        };
        let puzzle = |extra: &[usize]| self.filling.puzzle(&with(extra));
        let Some(extra) = steer::eased(spare, &puzzle, rng, judge) else { return false };
        self.items.set(&with(&extra));
        true
    }

    /// Gives some more at random.
    fn give_some(&mut self, rng: &mut ChaCha8Rng) {
        let mut spare: Vec<usize> =
            (0..self.items.given().len()).filter(|&item| self.may_give(item)).collect();
        spare.shuffle(rng);
        spare.truncate(spare.len().div_ceil(SHARE));
        for item in spare {
            if self.may_give(item) {
                self.items.give(item);
            }
        }
    }
}

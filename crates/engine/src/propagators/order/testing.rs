//! Lines of different values with inequalities inside them: values are tested by a matching.
//!
//! If x is v, no other variable of its line is v, and those of the line that are greater than x
//! through d inequalities within the line are v + d at least (the smaller ones likewise). If no
//! matching of the line's variables into the values that this leaves exists, x is not v. Every value
//! of every variable with such a relative is tested, so each remaining value has a matching that
//! respects all relations between *this* variable and others. (Requiring all inequalities of the line
//! at once is stronger, and needs a search of all sets of values: on minimal squares that saved few
//! further failures.)
//!
//! Most tests are not made. A matching that was found is kept as a *support*: it serves its values of all the
//! variables whose relatives it respects, while all of it is left in the domains. A call compares the supports with
//! the domains, some operations on a few words each, and tests the values that no support serves, beginning with
//! the last matching; a new support replaces one that does not hold. Backtracking can make old supports valid
//! again, so nothing is logged. An explanation repeats the test that failed; its premises are the reasons why the
//! variables of the violated Hall set have no other values.
//!
//! Up to [`MOST`] variables and values: a line's domains then fit four words.
//!
//! After Christian Bessiere, Nina Narodytska, Claude-Guy Quimper, Toby Walsh, The AllDifferent
//! constraint with precedences, 2011, and Jean-Charles Régin, A filtering algorithm for constraints
//! of difference in CSPs, 1994; supports that are kept: Christophe Lecoutre and Fred Hemery, A study
//! of residual supports in arc consistency, 2007.

use super::chain::{Order, OrderChain};
use crate::kernel::prelude::*;
use crate::propagators::all_different::{self, Matching};
use crate::structures::Csr;

rules! {
    /// The inference rules of a test.
    enum Rule {
        NoMatching => "Hall set above or below",
    }
}

/// The most variables, and the most values, of a line that is tested.
pub const MOST: u32 = 16;
/// How many supports a line keeps: a word has a bit for each.
const SUPPORTS: usize = 64;

/// Sets of values of all variables of a line, 16 bits each.
type Packed = [u64; 4];

/// The word of [`Packed`] and the first bit in it of a variable's part.
#[inline]
fn part(i: usize) -> (usize, u32) {
    ((i / 4) & 3, (i % 4) as u32 * 16)
}

/// A variable of the line that is greater, or less, than another one.
#[derive(Clone, Copy, Debug)]
struct Relative {
    who: u8,
    /// By how much at least.
    by: u8,
    greater: bool,
}

impl Relative {
    /// The values it may have while the other one is `v`.
    #[inline]
    fn beside(self, v: u32) -> u64 {
        let by = u32::from(self.by);
        if self.greater { !0 << (v + by) } else { (1 << (v + 1).saturating_sub(by)) - 1 }
    }
}

/// A matching of the line.
#[derive(Clone, Copy, Debug)]
struct Support {
    all: Packed,
    /// The part of `all` for the variables whose relatives are on the right side.
    serves: Packed,
}

/// A line of different values in which some are greater than others.
#[derive(Clone, Debug)]
pub struct LineTesting {
    xs: Vec<VarId>,
    /// The word of each domain.
    words: Vec<u32>,
    /// The relatives of each variable.
    relatives: Csr<Relative>,
    /// Each pair of relatives once: the lower one, the higher one and the minimal difference; closer
    /// ones first.
    pairs: Vec<[u8; 3]>,
    /// The present domains, and those narrowed by a test.
    domains: Vec<[u64; 1]>,
    narrowed: Vec<[u64; 1]>,
    matching: Matching<1>,
    supports: Vec<Support>,
    /// The supports that did not hold when last checked, and the next one to be replaced.
    idle: u64,
    turn: u32,
}

impl LineTesting {
    /// For a line with all values different, and the inequalities of `order` between its variables;
    /// `None` if there are none, or if the line is too long.
    pub fn new(store: &Store, order: &Order, line: &[VarId]) -> Option<LineTesting> {
        let values = line.iter().map(|&x| store.values(x)).max()?;
        if line.len() > MOST as usize || values > MOST {
            return None;
        }
        let relatives = relatives(order, line);
        if relatives.items().is_empty() {
            return None;
        }
        let above = |i: u32| {
            let above = relatives.row(i).iter().filter(|r| r.greater);
            above.map(move |r| [i as u8, r.who, r.by])
        };
        let mut pairs: Vec<[u8; 3]> = (0..line.len() as u32).flat_map(above).collect();
        pairs.sort_by_key(|pair| pair[2]);
        Some(LineTesting {
            pairs,
            xs: line.to_vec(),
            words: line.iter().map(|&x| store.first_word(x) as u32).collect(),
            relatives,
            domains: vec![[0]; line.len()],
            narrowed: vec![[0]; line.len()],
            matching: Matching::new(line.len(), values),
            supports: Vec::with_capacity(SUPPORTS),
            idle: 0,
            turn: 0,
        })
    }

    /// Whether the line has a matching in which variable `i` is `v`, with its relatives beyond it.
    fn fits(&mut self, i: usize, v: u32) -> bool {
        for (narrowed, domain) in self.narrowed.iter_mut().zip(&self.domains) {
            *narrowed = [domain[0] & !(1 << v)];
        }
        self.narrowed[i] = [1 << v];
        for &r in self.relatives.row(i as u32) {
            self.narrowed[r.who as usize][0] &= r.beside(v);
        }
        self.matching.repair(&self.narrowed)
    }

    /// The matching that a test found last, with the other variables that it serves.
    fn support(&mut self) -> Support {
        // If two variables violate their inequality in the matching, they exchange values if the
        // domains allow it: then the matching serves them too.
        for &[low, high, _] in &self.pairs {
            let [v, w] = [low, high].map(|i| self.matching.mates()[i as usize]);
            let may = |i: u8, v: u8| self.narrowed[i as usize][0] >> v & 1 == 1;
            if v > w && may(low, w) && may(high, v) {
                self.matching.exchange(low, high);
            }
        }
        let mates = self.matching.mates();
        let mut amiss = 0u32;
        for &[low, high, by] in &self.pairs {
            if mates[low as usize] + by > mates[high as usize] {
                amiss |= 1 << low | 1 << high;
            }
        }
        let (mut all, mut serves) = ([0; 4], [0; 4]);
        for (i, &v) in mates.iter().enumerate() {
            let (k, shift) = part(i);
            let bit = 1 << (shift + u32::from(v));
            all[k] |= bit;
            serves[k] |= if amiss >> i & 1 == 0 { bit } else { 0 };
        }
        Support { all, serves }
    }

    /// Stores a support. If the list is full, it replaces one that does not hold now, the next in turn.
    fn keep(&mut self, support: Support) {
        if self.supports.len() < SUPPORTS {
            self.supports.push(support);
            self.turn = self.supports.len() as u32 % 64;
            return;
        }
        let turned = self.idle.rotate_right(self.turn);
        let at = (self.turn + turned.trailing_zeros() % 64) % 64;
        self.supports[at as usize] = support;
        self.idle &= !(1 << at);
        self.turn = (at + 1) % 64;
    }

    /// The values, of variables with relatives and several values, that no support serves.
    fn load(&mut self, store: &Store) -> Packed {
        let (mut all, mut open) = ([0; 4], [0; 4]);
        for (i, (domain, &w)) in self.domains.iter_mut().zip(&self.words).enumerate() {
            let alive = store.alive(w as usize);
            *domain = [alive];
            let (k, shift) = part(i);
            all[k] |= alive << shift;
            if alive & alive.wrapping_sub(1) != 0 && !self.relatives.row(i as u32).is_empty() {
                open[k] |= alive << shift;
            }
        }
        // The latest supports hold most often.
        self.idle = 0;
        let all_of_them = (0..self.turn).rev().chain((self.turn..self.supports.len() as u32).rev());
        for at in all_of_them {
            let s = &self.supports[at as usize];
            let gone = (0..4).fold(0, |gone, k| gone | s.all[k] & !all[k]);
            if gone != 0 {
                self.idle |= 1 << at;
                continue;
            }
            (0..4).for_each(|k| open[k] &= !s.serves[k]);
            if open == [0; 4] {
                break;
            }
        }
        open
    }
}

/// Which variables of the line are above or below each one, by inequalities within the line.
fn relatives(order: &Order, line: &[VarId]) -> Csr<Relative> {
    let n = line.len();
    let mut sorted: Vec<(u32, usize)> =
        line.iter().enumerate().filter_map(|(i, &x)| Some((order.node(x)?, i))).collect();
    // Nodes are in topological order: the nodes below a node are known before it is visited.
    sorted.sort_unstable();
    let mut above = vec![vec![0u8; n]; n];
    for &(node, i) in &sorted {
        for &next in order.above(node) {
            let Ok(at) = sorted.binary_search_by_key(&next, |s| s.0) else { continue };
            let j = sorted[at].1;
            above[i][j] = above[i][j].max(1);
            for below in &mut above {
                if below[i] > 0 {
                    below[j] = below[j].max(below[i] + 1);
                }
            }
        }
    }
    let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    let all = pairs.filter(|&(i, j)| above[i][j] > 0).flat_map(|(i, j)| {
        let by = above[i][j];
        let up = Relative { who: j as u8, by, greater: true };
        [(i as u32, up), (j as u32, Relative { who: i as u8, by, greater: false })]
    });
    let all: Vec<(u32, Relative)> = all.collect();
    Csr::new(n, all.iter().copied())
}

impl Propagator for LineTesting {
    const RULES: &'static [&'static str] = Rule::WORDS;

    fn name(&self) -> &'static str {
        "line_testing"
    }

    fn subscribe(&self, to: &mut Subscriptions<'_>) {
        self.xs.iter().for_each(|&x| to.on(x, Event::Any));
    }

    fn priority(&self) -> Priority {
        Priority::Global
    }

    fn steps(&self) -> u64 {
        10 * self.xs.len() as u64
    }

    fn propagate(&mut self, p: &mut Propagation<'_>) -> Result<Status, Halt> {
        let mut open = self.load(&*p);
        let mut status = Status::Fixpoint;
        for k in 0..4 {
            while open[k] != 0 {
                let b = open[k].trailing_zeros();
                open[k] &= open[k] - 1;
                let (i, v) = (k * 4 + b as usize / 16, b % 16);
                if self.fits(i, v) {
                    let support = self.support();
                    self.keep(support);
                    (k..4).for_each(|k| open[k] &= !support.serves[k]);
                } else {
                    p.remove_mask(
                        self.words[i] as usize,
                        1 << v,
                        Rule::NoMatching.about(i as u32),
                    )?;
                    self.domains[i][0] &= !(1 << v);
                    // Values supported by this value have to be tested again.
                    status = Status::Again;
                }
            }
        }
        Ok(status)
    }

    fn explain(&mut self, past: &Past<'_>, fact: Option<Lit>, tag: Tag, why: &mut Lits) {
        for (domain, &w) in self.domains.iter_mut().zip(&self.words) {
            *domain = [past.alive(w as usize)];
        }
        let store = past.store();
        let fact = fact.expect("it only removes values");
        let (_, v) = store.meaning(fact.atom()).expect("a fact about a variable");
        let i = tag.note() as usize;
        let fits = self.fits(i, v);
        debug_assert!(!fits, "the value was removed for want of a matching");
        // The variables of the crowd have no other values than these, and are more than the values.
        let crowd = self.matching.crowd();
        let theirs = crowd.iter().fold(0, |all, &j| all | self.narrowed[j as usize][0]);
        for &j in crowd.iter().filter(|&&j| j as usize != i) {
            let x = self.xs[j as usize];
            let relatives = self.relatives.row(i as u32).iter().filter(|r| r.who == j);
            let free = relatives.fold(!(1 << v), |free, r| free & r.beside(v));
            let values = (1 << store.values(x)) - 1;
            why.extend(bits(values & free & !theirs).map(|w| past.not(x, w)));
        }
    }
}

/// A line of different values and inequalities; the constraint behind [`LineTesting`].
#[derive(Clone, Debug)]
pub struct TestedLine {
    less: Vec<[VarId; 2]>,
    line: Vec<VarId>,
    scope: Vec<VarId>,
}

impl TestedLine {
    /// The first of each pair of `less` is less than the second; within the line all are different.
    pub fn new(less: &[[VarId; 2]], line: &[VarId]) -> TestedLine {
        let mut scope: Vec<VarId> = less.iter().flatten().chain(line).copied().collect();
        scope.sort_unstable();
        scope.dedup();
        TestedLine { less: less.to_vec(), line: line.to_vec(), scope }
    }
}

impl Constraint for TestedLine {
    fn scope(&self) -> Vec<Term> {
        self.scope.iter().map(|&x| Term::Var(x)).collect()
    }

    fn holds(&self, values: &[u32]) -> bool {
        let value = |x: VarId| values[self.scope.binary_search(&x).expect("in the scope")];
        let line: Vec<u32> = self.line.iter().map(|&x| value(x)).collect();
        self.less.iter().all(|p| value(p[0]) < value(p[1]))
            && (1..line.len()).all(|i| !line[..i].contains(&line[i]))
    }

    fn post(&self, into: &mut Engine) -> Result<(), Conflict> {
        let Some(order) = Order::new(&self.less) else { return into.add_clause(&[]) };
        all_different::post(into, &self.line, all_different::Level::Value)?;
        if let Some(testing) = LineTesting::new(into.store(), &order, &self.line) {
            into.add(testing);
        }
        into.add(OrderChain::new(order));
        Ok(())
    }
}

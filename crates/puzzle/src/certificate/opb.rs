//! Pseudo-Boolean constraints over named variables, in normal form.
//!
//! A row is a sum of literals with positive weights that is at least its degree. The text is OPB, as
//! pseudo-Boolean solvers read it, with names in place of numbers.
//!
//! Source of the format: Roussel, Manquinho, "Input/output format and solver requirements for the
//! competitions of pseudo-Boolean solvers", 2012; names as VeriPB reads them.

use super::derive::Derivations;
use super::literal::Literal;
use super::name::Name;
use super::weights::{Start, Weights};
use clew_engine::run::Interrupt;
use rustc_hash::{FxHashMap, FxHasher};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::collections::hash_map::Entry;
use std::hash::Hasher;
use std::io::Write;

/// The most terms of all rows together: checkers cannot handle more than about a gigabyte of text.
pub(crate) const MAX_TERMS: usize = 12_000_000;

/// Terms between two polls of the interrupt: a millisecond or two.
const STEPS: usize = 1 << 15;

/// The size of the pieces in which text is written, in bytes.
const PIECE: usize = 1 << 16;

/// A constraint: the weights of the true literals sum to at least the degree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row<'a> {
    /// Literals of different variables.
    pub lits: &'a [Literal],
    /// Their weights, all positive; none if all are 1.
    pub weights: &'a [u32],
    /// At least 1.
    pub degree: u32,
}

impl<'a> Row<'a> {
    /// One of these literals.
    pub fn clause(lits: &'a [Literal]) -> Row<'a> {
        Row { lits, weights: &[], degree: 1 }
    }

    /// Weights and literals.
    pub fn terms(self) -> impl Iterator<Item = (u32, Literal)> + Clone + 'a {
        let weights = self.weights.iter().copied().chain(std::iter::repeat(1));
        weights.zip(self.lits.iter().copied())
    }

    /// Whether it is a clause of two literals or more.
    pub(crate) fn is_clause(&self) -> bool {
        self.degree == 1 && self.lits.len() > 1
    }
}

/// Where a row ends and its weights begin.
#[derive(Clone, Copy, Debug)]
struct Stated {
    end: u32,
    weights: Start,
    degree: u32,
}

/// A known solution of rows with an objective.
#[derive(Clone, Debug)]
pub struct Best {
    /// The value of the objective.
    pub value: i64,
    /// A literal for each variable of the rows.
    pub solution: Vec<Literal>,
}

/// Why there are no rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unstated {
    /// They would be too many to write or to check.
    #[error("the rules take more than {MAX_TERMS} terms as pseudo-Boolean constraints")]
    Excess,
    /// The interrupt was raised.
    #[error("interrupted")]
    Interrupted,
}

/// Named variables and rows over them.
#[derive(Clone, Debug, Default)]
pub struct Opb {
    /// Per variable its name.
    names: Vec<Name>,
    /// For the hash of a name, the last variable with such a name; for a variable, the one before it with the same
    /// hash.
    numbers: FxHashMap<u64, u32>,
    before: FxHashMap<u32, u32>,
    /// The literals of all rows, and the weights of those that have others than 1.
    lits: Vec<Literal>,
    weights: Weights,
    rows: Vec<Stated>,
    /// A sum in the making.
    sum: Vec<(i64, Literal)>,
    full: bool,
    /// The interrupt, and the steps since it was last polled.
    asks: Option<Interrupt>,
    spent: Cell<usize>,
    /// Auxiliary variables of proofs (words), by number: each means that both of two literals hold.
    words: FxHashMap<usize, [Literal; 2]>,
    /// Weights and literals whose sum is to be as small as possible, if there is a goal.
    objective: Option<Vec<(u32, Literal)>>,
    /// A solution whose value is to be beaten: this is the last row.
    best: Option<Best>,
    /// Lines in front of the rows, for people.
    notes: Vec<String>,
    /// Hints for proofs; they are no part of the statement.
    pub derivations: Derivations,
}

impl Opb {
    /// No variables, no rows.
    pub fn new() -> Opb {
        Opb::default()
    }

    /// As [`Opb::new`], for rows that are built until this interrupt is raised; see [`Opb::check_interrupt`].
    pub fn asking(asks: Option<Interrupt>) -> Opb {
        Opb { asks, ..Opb::default() }
    }

    /// Polls the interrupt. Call it between pieces of work of at most some ten thousand steps; `steps` is the number of
    /// steps since the last call, in addition to the terms that were added.
    ///
    /// # Errors
    /// [`Unstated`], if the construction must stop.
    pub fn check_interrupt(&self, steps: usize) -> Result<(), Unstated> {
        if self.full {
            return Err(Unstated::Excess);
        }
        let spent = self.spent.get() + steps;
        if spent < STEPS {
            self.spent.set(spent);
            return Ok(());
        }
        self.spent.set(0);
        match &self.asks {
            Some(asks) if asks.is_raised() => Err(Unstated::Interrupted),
            _ => Ok(()),
        }
    }

    /// The variable of this name, which is made if it is new.
    pub fn variable(&mut self, name: impl Into<Name>) -> Literal {
        let name = name.into();
        let var = self.names.len() as u32;
        let hash = hash(name.bytes());
        let before = match self.numbers.entry(hash) {
            Entry::Vacant(entry) => {
                entry.insert(var);
                None
            }
            Entry::Occupied(entry) => Some(*entry.get()),
        };
        if let Some(last) = before {
            if let Some(l) = self.among(last, &name) {
                return l;
            }
            self.numbers.insert(hash, var);
            self.before.insert(var, last);
        }
        self.names.push(name);
        Literal::new(var as usize, true)
    }

    /// The variable of this name, if there is one.
    pub fn find(&self, name: impl Into<Name>) -> Option<Literal> {
        let name = name.into();
        let last = self.numbers.get(&hash(name.bytes()))?;
        self.among(*last, &name)
    }

    /// The variable of this name among those whose names have the same hash; `last` is the last of them.
    fn among(&self, last: u32, name: &Name) -> Option<Literal> {
        let mut found = Some(last);
        while let Some(var) = found {
            if self.names[var as usize] == *name {
                return Some(Literal::new(var as usize, true));
            }
            found = self.before.get(&var).copied();
        }
        None
    }

    /// A variable that is no part of the statement: a proof may define it as "both of these".
    pub fn word(&mut self, name: impl Into<Name>, both: [Literal; 2]) -> Literal {
        let word = self.variable(name);
        self.words.insert(word.var(), both);
        word
    }

    /// The definition of an auxiliary variable of proofs; `None` for variables of the statement.
    pub fn meaning(&self, var: usize) -> Option<[Literal; 2]> {
        self.words.get(&var).copied()
    }

    /// The number of variables, auxiliary variables of proofs included.
    pub fn variables(&self) -> usize {
        self.names.len()
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// A row by its number, from 0.
    ///
    /// # Panics
    /// If there is none of this number.
    pub fn row(&self, i: usize) -> Row<'_> {
        let Stated { end, weights, degree } = self.rows[i];
        let start = if i == 0 { 0 } else { self.rows[i - 1].end };
        let lits = &self.lits[start as usize..end as usize];
        Row { lits, weights: self.weights.weights_of(weights, lits.len()), degree }
    }

    /// All rows, in order.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> + Clone {
        (0..self.rows.len()).map(|i| self.row(i))
    }

    /// Requires that a weighted sum is at least a bound. Weights may be negative, and a variable may occur more than
    /// once. A row that always holds is omitted.
    pub fn at_least(&mut self, terms: impl IntoIterator<Item = (i64, Literal)>, bound: i64) {
        let mut sum = std::mem::take(&mut self.sum);
        sum.clear();
        sum.extend(terms);
        self.add(&mut sum, bound);
        self.sum = sum;
    }

    /// Whether a row of this number of terms is within the limit.
    fn has_room(&mut self, terms: usize) -> bool {
        self.full |= self.lits.len() + terms > MAX_TERMS;
        !self.full
    }

    fn add(&mut self, sum: &mut Vec<(i64, Literal)>, bound: i64) {
        if !self.has_room(sum.len()) {
            return;
        }
        self.spent.set(self.spent.get() + 2 * sum.len());
        let mut degree = bound;
        // Per variable the weight of the affirmed literal.
        for (weight, l) in sum.iter_mut() {
            if !l.is_affirmed() {
                degree -= *weight;
                (*weight, *l) = (-*weight, !*l);
            }
        }
        sum.sort_unstable_by_key(|(_, l)| *l);
        sum.dedup_by(|next, kept| {
            let same = next.1 == kept.1;
            if same {
                kept.0 += next.0;
            }
            same
        });
        for (weight, l) in sum.iter_mut() {
            if *weight < 0 {
                degree -= *weight;
                (*weight, *l) = (-*weight, !*l);
            }
        }
        if degree <= 0 {
            return;
        }
        let fits = |weight: i64| u32::try_from(weight).expect("weights grow with the board only");
        let open = sum.iter().filter(|(weight, _)| *weight > 0);
        self.lits.extend(open.clone().map(|&(_, l)| l));
        let weights = if open.clone().any(|(weight, _)| *weight > 1) {
            self.weights.keep(open.map(|&(weight, _)| fits(weight)))
        } else {
            Start::EVEN
        };
        self.end_row(weights, fits(degree));
    }

    fn end_row(&mut self, weights: Start, degree: u32) {
        self.rows.push(Stated { end: self.lits.len() as u32, weights, degree });
    }

    /// Requires at least `least` of these literals. Most rows are of this kind, and usually no terms have to be merged.
    fn at_least_of(&mut self, lits: impl IntoIterator<Item = Literal>, least: i64) {
        let from = self.lits.len();
        self.lits.extend(lits);
        let row = &mut self.lits[from..];
        row.sort_unstable();
        let distinct = row.windows(2).all(|pair| pair[0].var() != pair[1].var());
        let many = row.len();
        if distinct && least > 0 && !self.full && self.lits.len() <= MAX_TERMS {
            self.spent.set(self.spent.get() + many);
            self.end_row(Start::EVEN, u32::try_from(least).expect("a number of literals"));
        } else {
            let lits: Vec<Literal> = self.lits.drain(from..).collect();
            self.at_least(lits.into_iter().map(|l| (1, l)), least);
        }
    }

    /// Requires one of these literals.
    pub fn clause(&mut self, lits: impl IntoIterator<Item = Literal>) {
        self.at_least_of(lits, 1);
    }

    /// Requires at most `bound` of these literals.
    pub fn at_most(&mut self, lits: &[Literal], bound: i64) {
        self.at_least_of(lits.iter().map(|&l| !l), lits.len() as i64 - bound);
    }

    /// Requires exactly one of these literals. Returns the numbers of the two rows, "at least" and "at most"; the
    /// second does not exist for fewer than two literals.
    pub fn exactly_one(&mut self, lits: &[Literal]) -> [Option<usize>; 2] {
        let least = self.noting(|opb| opb.clause(lits.iter().copied()));
        let most = self.noting(|opb| opb.at_most(lits, 1));
        [least, most]
    }

    /// Requires that a literal is the sum of others. Returns the numbers of the two rows: that it is at most the sum,
    /// and at least.
    pub fn equals_sum(&mut self, whole: Literal, parts: &[Literal]) -> [Option<usize>; 2] {
        let parts = || parts.iter().copied();
        let most = self.noting(|opb| opb.clause(parts().chain([!whole])));
        let all = parts().len() as i64;
        let least = self.noting(|opb| opb.at_least_of(parts().map(|l| !l).chain([whole]), all));
        [most, least]
    }

    /// The number of the row that `add` adds, if it adds one.
    pub fn noting(&mut self, add: impl FnOnce(&mut Opb)) -> Option<usize> {
        let before = self.rows.len();
        add(self);
        (self.rows.len() > before).then_some(before)
    }

    /// States the objective: the sum of weights of true literals, which is to be as small as possible. Weights may be
    /// negative. Returns the number that has to be added to the objective of the text, whose weights are positive.
    ///
    /// # Errors
    /// [`Unstated::Excess`], if weights do not fit.
    pub fn minimize(&mut self, terms: &[(i64, Literal)]) -> Result<i64, Unstated> {
        let mut sum: FxHashMap<usize, i64> = FxHashMap::default();
        let mut constant = 0;
        for &(weight, l) in terms {
            let sign = if l.is_affirmed() { weight } else { -weight };
            constant += if l.is_affirmed() { 0 } else { weight };
            *sum.entry(l.var()).or_insert(0) += sign;
        }
        let mut terms = Vec::with_capacity(sum.len());
        for (var, weight) in sum {
            constant += weight.min(0);
            let size = u32::try_from(weight.unsigned_abs()).map_err(|_| Unstated::Excess)?;
            if size > 0 {
                terms.push((size, Literal::new(var, weight > 0)));
            }
        }
        terms.sort_unstable_by_key(|term| term.1);
        self.objective = Some(terms);
        Ok(constant)
    }

    /// Requires a smaller objective than that of a solution, a literal for each variable. This is the last row, and is no
    /// part of the text: a proof derives it from the solution.
    pub fn improve(&mut self, solution: Vec<Literal>) {
        let terms = self.objective.clone().unwrap_or_default();
        let mut holds = vec![false; self.names.len()];
        solution.iter().for_each(|l| holds[l.var()] = l.is_affirmed());
        let is_true = |l: Literal| holds[l.var()] == l.is_affirmed();
        let value = terms.iter().filter(|t| is_true(t.1)).map(|t| i64::from(t.0)).sum();
        self.at_least(terms.into_iter().map(|(weight, l)| (-i64::from(weight), l)), 1 - value);
        self.best = Some(Best { value, solution });
    }

    /// The solution that is to be beaten, if there is one.
    pub fn best(&self) -> Option<&Best> {
        self.best.as_ref()
    }

    /// A line in front of the rows.
    pub fn note(&mut self, line: String) {
        self.notes.push(line);
    }

    /// The objective as it stands in the text, if there is one.
    pub fn objective(&self) -> Option<String> {
        let mut out = b"min:".to_vec();
        for &(weight, l) in self.objective.as_ref()? {
            out.push(b' ');
            out.extend_from_slice(itoa::Buffer::new().format(weight).as_bytes());
            out.push(b' ');
            self.write(l, &mut out);
        }
        out.extend_from_slice(b" ;");
        Some(String::from_utf8(out).expect("names are text"))
    }

    /// The constraints, if they are not too large.
    ///
    /// # Errors
    /// [`Unstated::Excess`].
    pub fn whole(self) -> Result<Opb, Unstated> {
        if self.full { Err(Unstated::Excess) } else { Ok(self) }
    }

    /// Writes a literal.
    pub fn write(&self, l: Literal, out: &mut Vec<u8>) {
        if !l.is_affirmed() {
            out.push(b'~');
        }
        out.extend_from_slice(self.names[l.var()].bytes());
    }

    /// A clause as OPB, without its end.
    pub(crate) fn write_clause(&self, lits: &[Literal], out: &mut Vec<u8>) {
        lits.iter().for_each(|&l| self.names[l.var()].write_term(l.is_affirmed(), out));
        out.extend_from_slice(b">= 1");
    }

    /// The text, one row per line.
    pub fn text(&self) -> String {
        let mut text = Vec::new();
        self.tell(&mut |piece| {
            text.extend_from_slice(piece);
            true
        });
        String::from_utf8(text).expect("names are text")
    }

    /// Writes the text piece by piece, as long as `outlet` returns true. Returns whether all of it was written.
    pub fn tell(&self, outlet: &mut dyn FnMut(&[u8]) -> bool) -> bool {
        let rows = self.rows.len() - usize::from(self.best.is_some());
        let vars = self.names.len() - self.words.len();
        let mut out = Vec::with_capacity(PIECE + PIECE / 4);
        let _ = writeln!(out, "* #variable= {vars} #constraint= {rows}");
        self.notes.iter().for_each(|note| drop(writeln!(out, "* {note}")));
        self.objective().into_iter().for_each(|sum| drop(writeln!(out, "{sum}")));
        for row in self.rows().take(rows) {
            if row.weights.is_empty() {
                for &l in row.lits {
                    self.names[l.var()].write_term(l.is_affirmed(), &mut out);
                }
            } else {
                for (weight, l) in row.terms() {
                    out.extend_from_slice(itoa::Buffer::new().format(weight).as_bytes());
                    self.names[l.var()].write_behind(l.is_affirmed(), &mut out);
                }
            }
            if row.degree == 1 {
                out.extend_from_slice(b">= 1 ;\n");
            } else {
                out.extend_from_slice(b">= ");
                out.extend_from_slice(itoa::Buffer::new().format(row.degree).as_bytes());
                out.extend_from_slice(b" ;\n");
            }
            if out.len() > PIECE {
                if !outlet(&out) {
                    return false;
                }
                out.clear();
            }
        }
        outlet(&out)
    }
}

fn hash(name: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(name);
    hasher.finish()
}

/// The rows of a text as a set: in each the terms sorted. Comments and the order of rows do not count.
/// The text is not interpreted: two texts with the same set have the same rows.
pub fn rows_of(text: &str) -> BTreeSet<String> {
    rows_until(text, || false).expect("nothing stops it")
}

/// The same; `None` if `stops`, which is polled regularly, returns true.
pub fn rows_until(text: &str, stops: impl Fn() -> bool) -> Option<BTreeSet<String>> {
    let rows = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('*'));
    let mut found = BTreeSet::new();
    let mut bytes = 0;
    for row in rows {
        bytes += row.len();
        if bytes > PIECE {
            bytes = 0;
            if stops() {
                return None;
            }
        }
        found.insert(sorted(row));
    }
    Some(found)
}

fn sorted(row: &str) -> String {
    // An objective has one form, in the order of its variables.
    if row.starts_with("min:") {
        return row.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    let (terms, rest) = row.split_once(">=").unwrap_or((row, "?"));
    let words: Vec<&str> = terms.split_whitespace().collect();
    let mut pairs: Vec<&[&str]> = words.chunks(2).collect();
    pairs.sort_unstable_by_key(|pair| (pair.last().copied(), pair.first().copied()));
    let pairs: Vec<String> = pairs.iter().map(|pair| pair.join(" ")).collect();
    let rest: Vec<&str> = rest.split_whitespace().collect();
    format!("{} >= {}", pairs.join(" "), rest.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_brought_to_normal_form() {
        let mut opb = Opb::new();
        let [x, y] = ["x1", "y1"].map(|name| opb.variable(name));
        opb.at_least([(-2, x), (3, y), (1, y)], 1);
        opb.at_least([(1, x), (1, !x)], 1);
        opb.at_most(&[x, y], 1);
        opb.clause([]);
        assert_eq!(
            opb.text(),
            "* #variable= 2 #constraint= 3\n2 ~x1 4 y1 >= 3 ;\n1 ~x1 1 ~y1 >= 1 ;\n>= 1 ;\n"
        );
        assert_eq!(opb.find("y1"), Some(y));
    }

    #[test]
    fn text_comes_in_pieces_until_it_is_refused() {
        let mut opb = Opb::new();
        let vars: Vec<Literal> = (0..100).map(|i| opb.variable(&*format!("x{i}"))).collect();
        for _ in 0..1000 {
            opb.at_least(vars.iter().map(|&x| (3, !x)), 7);
        }
        let (whole, mut pieces) = (opb.text(), Vec::new());
        assert!(opb.tell(&mut |piece| {
            pieces.push(piece.to_vec());
            true
        }));
        assert!(whole.len() > 5 * PIECE && pieces.len() > 5);
        assert!(pieces.iter().all(|piece| piece.len() < 2 * PIECE), "a piece is small");
        assert_eq!(pieces.concat(), whole.as_bytes());
        let mut left = 2;
        let stopped = !opb.tell(&mut |_| {
            left -= 1;
            left > 0
        });
        assert!(stopped && left == 0, "nothing comes after the last piece that is wanted");
    }

    #[test]
    fn names_with_the_same_hash_are_different_variables() {
        let mut opb = Opb::new();
        let [x, y] = ["x", "y"].map(|name| opb.variable(name));
        // Simulates equal hashes of the two.
        opb.before.insert(y.var() as u32, x.var() as u32);
        let both = opb.numbers[&hash(b"y")];
        opb.numbers.insert(hash(b"x"), both);
        assert_eq!([opb.find("x"), opb.find("y"), opb.find("z")], [Some(x), Some(y), None]);
        assert_eq!([opb.variable("y"), opb.variable("x")], [y, x]);
    }

    #[test]
    fn texts_are_compared_as_sets() {
        let text = "* a\n1 b1 2 ~a1 >= 1 ;\n1 c1 >= 1 ;\n";
        assert_eq!(rows_of(text), rows_of("1 c1 >= 1 ;\n2 ~a1 1 b1 >= 1 ;"));
        assert_ne!(rows_of(text), rows_of("1 c1 >= 1 ;\n1 ~a1 2 b1 >= 1 ;"));
        assert_ne!(rows_of(text), rows_of("1 c1 >= 1 ;\n2 ~a1 1 b1 >= 2 ;"));
    }
}

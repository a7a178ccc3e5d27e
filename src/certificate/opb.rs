//! Pseudo-Boolean constraints over named variables, in normal form.
//!
//! A row is a sum of literals with positive weights that is at least its degree. The text is OPB, as
//! pseudo-Boolean solvers read it, with names in place of numbers.
//!
//! Source of the format: Roussel, Manquinho, "Input/output format and solver requirements for the
//! competitions of pseudo-Boolean solvers", 2012; names as VeriPB reads them.

use super::derive::Derivations;
use super::literal::Literal;
use crate::run::Interrupt;
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::hash::Hasher;

/// The terms of a sum in the making: few, mostly.
type Terms = SmallVec<[(i64, Literal); 8]>;

/// The most terms of all rows together: some gigabyte of text is where checkers give up.
pub const MAX_TERMS: usize = 12_000_000;

/// Terms between two looks at the interrupt: a millisecond or two.
const STEPS: usize = 1 << 15;

/// Text is handed on in pieces of about this size, in bytes.
const PIECE: usize = 1 << 16;

/// A constraint: the weights of the true literals sum to the degree at least.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row<'a> {
    /// Weights, all positive, and literals, of different variables.
    pub terms: &'a [(u32, Literal)],
    /// At least 1.
    pub degree: u32,
}

impl Row<'_> {
    /// Whether it is a clause of two literals or more.
    pub fn is_clause(&self) -> bool {
        self.degree == 1 && self.terms.len() > 1
    }
}

/// Why there are no rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unstated {
    /// They would be too many to write or to check.
    #[error("the rules take more than {MAX_TERMS} terms as pseudo-Boolean constraints")]
    Excess,
    /// Somebody does not want to wait for them.
    #[error("interrupted")]
    Interrupted,
}

/// Named variables and rows over them.
#[derive(Clone, Debug, Default)]
pub struct Opb {
    /// Per variable `1 x 1 ~x `, as rows mostly need it: one piece after the other.
    said: String,
    /// Per variable where its piece ends.
    ends: Vec<usize>,
    /// By the hash of a name the last variable with such a name; per variable the one before it.
    numbers: FxHashMap<u64, usize>,
    before: Vec<Option<usize>>,
    terms: Vec<(u32, Literal)>,
    /// Per row the end of its terms, and its degree.
    rows: Vec<(usize, u32)>,
    full: bool,
    /// Who may call it off, and the steps since that was asked.
    asks: Option<Interrupt>,
    spent: Cell<usize>,
    /// Words of proofs, by their variables: each means that both of two literals hold.
    words: FxHashMap<usize, [Literal; 2]>,
    /// What proofs may draw on; no part of the statement.
    pub derivations: Derivations,
}

impl Opb {
    /// No variables, no rows.
    pub fn new() -> Opb {
        Opb::default()
    }

    /// The same, for rows that are wanted until this is raised; see [`Opb::goes_on`].
    pub fn asking(asks: Option<Interrupt>) -> Opb {
        Opb { asks, ..Opb::default() }
    }

    /// To be asked between pieces of work of some ten thousand steps at the most, `steps` of them since the last
    /// time beside the terms that were added.
    ///
    /// # Errors
    /// [`Unstated`], if there is no sense in going on.
    pub fn goes_on(&self, steps: usize) -> Result<(), Unstated> {
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
    pub fn variable(&mut self, name: &str) -> Literal {
        if let Some(l) = self.find(name) {
            return l;
        }
        let var = self.ends.len();
        for part in ["1 ", name, " 1 ~", name, " "] {
            self.said.push_str(part);
        }
        self.ends.push(self.said.len());
        self.before.push(self.numbers.insert(hash(name), var));
        Literal::new(var, true)
    }

    /// The variable of this name, if there is one.
    pub fn find(&self, name: &str) -> Option<Literal> {
        let mut found = self.numbers.get(&hash(name)).copied();
        while let Some(var) = found {
            if self.name(var) == name {
                return Some(Literal::new(var, true));
            }
            found = self.before[var];
        }
        None
    }

    /// What is written of a variable.
    fn piece(&self, var: usize) -> &str {
        let start = if var == 0 { 0 } else { self.ends[var - 1] };
        &self.said[start..self.ends[var]]
    }

    fn name(&self, var: usize) -> &str {
        let piece = self.piece(var);
        // Two numbers, four blanks and a sign beside the name, twice.
        &piece[2..2 + (piece.len() - 7) / 2]
    }

    /// A literal with the weight 1, and a blank behind it.
    fn term(&self, l: Literal) -> &str {
        let piece = self.piece(l.var());
        let (affirmed, denied) = piece.split_at((piece.len() - 1) / 2);
        if l.is_affirmed() { affirmed } else { denied }
    }

    /// A variable that is no part of the statement: a proof may define it as "both of these".
    pub fn word(&mut self, name: &str, both: [Literal; 2]) -> Literal {
        let word = self.variable(name);
        self.words.insert(word.var(), both);
        word
    }

    /// What a word of proofs means; `None` for variables of the statement.
    pub fn meaning(&self, var: usize) -> Option<[Literal; 2]> {
        self.words.get(&var).copied()
    }

    /// How many variables there are, words of proofs included.
    pub fn variables(&self) -> usize {
        self.ends.len()
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
        let (end, degree) = self.rows[i];
        let start = if i == 0 { 0 } else { self.rows[i - 1].0 };
        Row { terms: &self.terms[start..end], degree }
    }

    /// All rows, in order.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> + Clone {
        (0..self.rows.len()).map(|i| self.row(i))
    }

    /// Demands that a weighted sum is at least a bound. Weights may be negative, and a variable may
    /// come more than once. A row that always holds is left out.
    pub fn at_least(&mut self, terms: impl IntoIterator<Item = (i64, Literal)>, bound: i64) {
        self.add(terms.into_iter().collect(), bound);
    }

    fn add(&mut self, mut sorted: Terms, bound: i64) {
        if self.full || self.terms.len() + sorted.len() > MAX_TERMS {
            self.full = true;
            return;
        }
        self.spent.set(self.spent.get() + 2 * sorted.len());
        let mut degree = bound;
        // Per variable the weight of the affirmed literal.
        for (weight, l) in &mut sorted {
            if !l.is_affirmed() {
                degree -= *weight;
                (*weight, *l) = (-*weight, !*l);
            }
        }
        sorted.sort_unstable_by_key(|(_, l)| *l);
        sorted.dedup_by(|next, kept| {
            let same = next.1 == kept.1;
            if same {
                kept.0 += next.0;
            }
            same
        });
        for (weight, l) in &mut sorted {
            if *weight < 0 {
                degree -= *weight;
                (*weight, *l) = (-*weight, !*l);
            }
        }
        if degree <= 0 {
            return;
        }
        let fits = |weight: i64| u32::try_from(weight).expect("weights grow with the board only");
        let open = sorted.iter().filter(|(weight, _)| *weight > 0);
        self.terms.extend(open.map(|&(weight, l)| (fits(weight), l)));
        self.rows.push((self.terms.len(), fits(degree)));
    }

    /// Demands one of these literals.
    pub fn clause(&mut self, lits: impl IntoIterator<Item = Literal>) {
        let mut sorted: SmallVec<[Literal; 8]> = lits.into_iter().collect();
        sorted.sort_unstable();
        let distinct = sorted.windows(2).all(|pair| pair[0].var() != pair[1].var());
        if distinct && !self.full && self.terms.len() + sorted.len() <= MAX_TERMS {
            // Most rows are of this kind, and there is nothing to be added up.
            self.spent.set(self.spent.get() + sorted.len());
            self.terms.extend(sorted.iter().map(|&l| (1, l)));
            self.rows.push((self.terms.len(), 1));
        } else {
            self.at_least(sorted.iter().map(|&l| (1, l)), 1);
        }
    }

    /// Demands so many of these literals at the most.
    pub fn at_most(&mut self, lits: &[Literal], bound: i64) {
        self.at_least(lits.iter().map(|&l| (-1, l)), -bound);
    }

    /// Demands exactly one of these literals. Returns the numbers of the two rows, "at least" and
    /// "at most"; the second is not there for fewer than two literals.
    pub fn exactly_one(&mut self, lits: &[Literal]) -> [Option<usize>; 2] {
        let least = self.noting(|opb| opb.clause(lits.iter().copied()));
        let most = self.noting(|opb| opb.at_most(lits, 1));
        [least, most]
    }

    /// Demands that a literal is the sum of others. Returns the numbers of the two rows: that it is at most
    /// the sum, and at least.
    pub fn equals_sum(&mut self, whole: Literal, parts: &[Literal]) -> [Option<usize>; 2] {
        let terms = |sign: i64| {
            parts.iter().map(move |&l| (sign, l)).chain(std::iter::once((-sign, whole)))
        };
        let most = self.noting(|opb| opb.at_least(terms(1), 0));
        let least = self.noting(|opb| opb.at_least(terms(-1), 0));
        [most, least]
    }

    /// The number of the row that `add` adds, if it adds one.
    pub fn noting(&mut self, add: impl FnOnce(&mut Opb)) -> Option<usize> {
        let before = self.rows.len();
        add(self);
        (self.rows.len() > before).then_some(before)
    }

    /// The whole, if it is not too large.
    ///
    /// # Errors
    /// [`Unstated::Excess`].
    pub fn whole(self) -> Result<Opb, Unstated> {
        if self.full { Err(Unstated::Excess) } else { Ok(self) }
    }

    /// Writes a literal.
    pub fn write(&self, l: Literal, out: &mut String) {
        if !l.is_affirmed() {
            out.push('~');
        }
        out.push_str(self.name(l.var()));
    }

    /// A clause as OPB, without its end.
    pub fn write_clause(&self, lits: &[Literal], out: &mut String) {
        lits.iter().for_each(|&l| out.push_str(self.term(l)));
        out.push_str(">= 1");
    }

    /// The text, a row a line.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.tell(&mut |piece| {
            text.push_str(piece);
            true
        });
        text
    }

    /// Hands on the text piece by piece, as long as `outlet` says that it can go on. Whether that was to the end.
    pub fn tell(&self, outlet: &mut dyn FnMut(&str) -> bool) -> bool {
        let (vars, rows) = (self.ends.len() - self.words.len(), self.rows.len());
        let mut out = String::with_capacity(2 * PIECE);
        let _ = writeln!(out, "* #variable= {vars} #constraint= {rows}");
        for row in self.rows() {
            for &(weight, l) in row.terms {
                if weight == 1 {
                    out.push_str(self.term(l));
                } else {
                    out.push_str(itoa::Buffer::new().format(weight));
                    // Without its own weight.
                    out.push_str(&self.term(l)[1..]);
                }
            }
            if row.degree == 1 {
                out.push_str(">= 1 ;\n");
            } else {
                out.push_str(">= ");
                out.push_str(itoa::Buffer::new().format(row.degree));
                out.push_str(" ;\n");
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

fn hash(name: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(name.as_bytes());
    hasher.finish()
}

/// The rows of a text as a set: in each the terms sorted. Comments and the order of rows do not count.
/// Nothing is understood: two texts with the same set have the same rows.
pub fn rows_of(text: &str) -> BTreeSet<String> {
    rows_until(text, || false).expect("nothing stops it")
}

/// The same; `None` if `stops`, which is asked now and then, says so.
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
        let vars: Vec<Literal> = (0..100).map(|i| opb.variable(&format!("x{i}"))).collect();
        for _ in 0..1000 {
            opb.at_least(vars.iter().map(|&x| (3, !x)), 7);
        }
        let (whole, mut pieces) = (opb.text(), Vec::new());
        assert!(opb.tell(&mut |piece| {
            pieces.push(piece.to_string());
            true
        }));
        assert!(whole.len() > 5 * PIECE && pieces.len() > 5);
        assert!(pieces.iter().all(|piece| piece.len() < 2 * PIECE), "a piece is small");
        assert_eq!(pieces.concat(), whole);
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
        // As if the two had the same hash.
        opb.before[y.var()] = Some(x.var());
        let both = opb.numbers[&hash("y")];
        opb.numbers.insert(hash("x"), both);
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

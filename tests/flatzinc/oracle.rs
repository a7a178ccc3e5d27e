//! Random files with few variables, and their solutions by trying everything. Numbers are wide here, so that the
//! meaning of a constraint holds for all constants that a file may have.

use super::globals;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{RngExt, SeedableRng};
use std::fmt::Write;

/// A value of each variable.
pub struct Assignment {
    pub ints: Vec<i64>,
    pub bools: Vec<bool>,
}

/// A number or a variable of them, by its index.
#[derive(Clone, Copy)]
pub enum Int {
    Number(i64),
    Variable(usize),
}

#[derive(Clone, Copy)]
enum Bool {
    Known(bool),
    Variable(usize),
}

/// The meaning of a constraint.
pub type Holds = Box<dyn Fn(&Assignment) -> bool>;

/// A constraint: its text and its meaning.
pub struct Constraint {
    pub text: String,
    pub holds: Holds,
}

/// A file.
pub struct Instance {
    domains: Vec<Vec<i64>>,
    bools: usize,
    constraints: Vec<Constraint>,
}

impl Int {
    pub fn value(self, s: &Assignment) -> i128 {
        match self {
            Int::Number(number) => number.into(),
            Int::Variable(x) => s.ints[x].into(),
        }
    }

    pub fn text(self) -> String {
        match self {
            Int::Number(number) => number.to_string(),
            Int::Variable(x) => format!("x{x}"),
        }
    }
}

impl Bool {
    fn holds(self, s: &Assignment) -> bool {
        match self {
            Bool::Known(b) => b,
            Bool::Variable(x) => s.bools[x],
        }
    }

    fn text(self) -> String {
        match self {
            Bool::Known(b) => b.to_string(),
            Bool::Variable(x) => format!("b{x}"),
        }
    }
}

pub fn list<T: Copy>(of: &[T], text: impl Fn(T) -> String) -> String {
    format!("[{}]", of.iter().map(|&t| text(t)).collect::<Vec<_>>().join(", "))
}

impl Instance {
    /// Few values around 0.
    pub fn random(seed: u64) -> Instance {
        Instance::with(seed, false)
    }

    /// Some variables and constants are where numbers end: of 64 bits, of sums, of variables.
    pub fn extreme(seed: u64) -> Instance {
        Instance::with(seed, true)
    }

    fn with(seed: u64, far: bool) -> Instance {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let ints = rng.random_range(2..=4);
        let domain = |rng: &mut ChaCha8Rng| {
            let low = match far && rng.random_bool(0.4) {
                true => (far_number(rng) >> rng.random_range(0..=3)).clamp(-FARTHEST, FARTHEST - 4),
                false => rng.random_range(-3..=3),
            };
            let range: Vec<i64> = (low..=low + rng.random_range(0..=4)).collect();
            let kept: Vec<i64> = range.iter().copied().filter(|_| rng.random_bool(0.7)).collect();
            if rng.random_bool(0.3) && !kept.is_empty() { kept } else { range }
        };
        let domains: Vec<Vec<i64>> = (0..ints).map(|_| domain(&mut rng)).collect();
        let mut draw = Draw { ints, bools: rng.random_range(1..=3), rng, far };
        let constraints = (0..draw.rng.random_range(1..=4)).map(|_| draw.constraint()).collect();
        Instance { domains, bools: draw.bools, constraints }
    }

    /// The number of variables x0, x1, ... of whole numbers.
    pub fn ints(&self) -> usize {
        self.domains.len()
    }

    pub fn text(&self, goal: &str) -> String {
        let mut out = String::new();
        for (x, domain) in self.domains.iter().enumerate() {
            let whole = domain.windows(2).all(|w| w[1] == w[0] + 1);
            let values = match domain[..] {
                [first, .., last] if whole => format!("{first}..{last}"),
                _ => list(domain, |v| v.to_string()).replace('[', "{").replace(']', "}"),
            };
            let _ = writeln!(out, "var {values}: x{x} :: output_var;");
        }
        for b in 0..self.bools {
            let _ = writeln!(out, "var bool: b{b} :: output_var;");
        }
        for Constraint { text, .. } in &self.constraints {
            let _ = writeln!(out, "constraint {text};");
        }
        out + &format!("solve {goal};\n")
    }

    pub fn solutions(&self) -> Vec<Assignment> {
        let mut all = vec![Vec::new()];
        for domain in &self.domains {
            all = all
                .iter()
                .flat_map(|s| domain.iter().map(move |&v| [s as &[i64], &[v]].concat()))
                .collect();
        }
        let with = |ints: &Vec<i64>, mask: u32| Assignment {
            ints: ints.clone(),
            bools: (0..self.bools).map(|b| mask >> b & 1 == 1).collect(),
        };
        let every =
            all.iter().flat_map(|ints| (0..1u32 << self.bools).map(move |mask| with(ints, mask)));
        every.filter(|s| self.constraints.iter().all(|c| (c.holds)(s))).collect()
    }

    pub fn shown(&self, s: &Assignment) -> String {
        let ints = s.ints.iter().enumerate().map(|(x, v)| format!("x{x} = {v};\n"));
        ints.chain(s.bools.iter().enumerate().map(|(b, v)| format!("b{b} = {v};\n"))).collect()
    }
}

/// The largest number of a variable.
const FARTHEST: i64 = 1 << 60;

/// A number near an end of some kind of numbers.
pub fn far_number(rng: &mut ChaCha8Rng) -> i64 {
    let ends = [16, 31, 32, 40, 53, 60, 62].map(|bits| 1i64 << bits);
    let end = *ends.iter().chain(&[i64::MAX]).choose(rng).expect("some");
    let near = end.saturating_add(rng.random_range(-2..=2));
    if rng.random() { near } else { near.wrapping_neg().saturating_sub(1) }
}

/// Draws constraints.
pub struct Draw {
    ints: usize,
    bools: usize,
    pub rng: ChaCha8Rng,
    far: bool,
}

impl Draw {
    pub fn int(&mut self) -> Int {
        if self.rng.random_bool(0.85) {
            Int::Variable(self.rng.random_range(0..self.ints))
        } else {
            Int::Number(self.number(-3, 4))
        }
    }

    /// A constant from a range, or one far away.
    pub fn number(&mut self, low: i64, high: i64) -> i64 {
        match self.far && self.rng.random_bool(0.25) {
            true => far_number(&mut self.rng),
            false => self.rng.random_range(low..=high),
        }
    }

    fn bool(&mut self) -> Bool {
        if self.rng.random_bool(0.85) {
            Bool::Variable(self.rng.random_range(0..self.bools))
        } else {
            Bool::Known(self.rng.random())
        }
    }

    pub fn some_ints(&mut self, n: usize) -> Vec<Int> {
        (0..n).map(|_| self.int()).collect()
    }

    fn some_bools(&mut self, n: usize) -> Vec<Bool> {
        (0..n).map(|_| self.bool()).collect()
    }

    pub fn numbers(&mut self, n: usize) -> Vec<i64> {
        (0..n).map(|_| self.number(-3, 3)).collect()
    }

    fn constraint(&mut self) -> Constraint {
        match self.rng.random_range(0..if self.far { 8 } else { 6 }) {
            0 => self.comparison(),
            1 => self.sum(),
            2 => self.arithmetic(),
            3 => self.element(),
            4 => self.logic(),
            5 => self.member(),
            _ => globals::constraint(self),
        }
    }

    /// The same, always or under a condition.
    fn conditional(
        &mut self,
        name: &str,
        arguments: String,
        holds: impl Fn(&Assignment) -> bool + 'static,
    ) -> Constraint {
        let b = self.bool();
        let (suffix, kind) =
            *[("", 0), ("_reif", 1), ("_imp", 2)].choose(&mut self.rng).expect("three");
        let condition = if kind == 0 { String::new() } else { format!(", {}", b.text()) };
        Constraint {
            text: format!("{name}{suffix}({arguments}{condition})"),
            holds: Box::new(move |s| match kind {
                0 => holds(s),
                1 => b.holds(s) == holds(s),
                _ => !b.holds(s) || holds(s),
            }),
        }
    }

    fn relation(&mut self, of: &[&'static str]) -> (&'static str, fn(i128, i128) -> bool) {
        let name = *of.choose(&mut self.rng).expect("some");
        let holds: fn(i128, i128) -> bool = match name {
            "eq" => |a, b| a == b,
            "ne" => |a, b| a != b,
            "le" => |a, b| a <= b,
            _ => |a, b| a < b,
        };
        (name, holds)
    }

    fn comparison(&mut self) -> Constraint {
        if self.rng.random_bool(0.4) {
            let (name, compare) = self.relation(&["eq", "le", "lt"]);
            let (a, b) = (self.bool(), self.bool());
            let arguments = format!("{}, {}", a.text(), b.text());
            return self.conditional(&format!("bool_{name}"), arguments, move |s| {
                compare(i128::from(a.holds(s)), i128::from(b.holds(s)))
            });
        }
        let (name, compare) = self.relation(&["eq", "ne", "le", "lt"]);
        let (x, y) = (self.int(), self.int());
        let arguments = format!("{}, {}", x.text(), y.text());
        self.conditional(&format!("int_{name}"), arguments, move |s| {
            compare(x.value(s), y.value(s))
        })
    }

    fn sum(&mut self) -> Constraint {
        let n = self.rng.random_range(1..=3);
        let (c, bound) = (self.numbers(n), self.number(-4, 6));
        let numbers = list(&c, |v| v.to_string());
        if self.rng.random_bool(0.3) {
            let (name, compare) = self.relation(&["eq", "le"]);
            let bs = self.some_bools(n);
            let arguments = format!("{numbers}, {}, {bound}", list(&bs, Bool::text));
            let sum = move |s: &Assignment| {
                c.iter()
                    .zip(&bs)
                    .map(|(&c, b)| i128::from(c) * i128::from(b.holds(s)))
                    .sum::<i128>()
            };
            return Constraint {
                text: format!("bool_lin_{name}({arguments})"),
                holds: Box::new(move |s| compare(sum(s), bound.into())),
            };
        }
        let (name, compare) = self.relation(&["eq", "ne", "le"]);
        let xs = self.some_ints(n);
        let arguments = format!("{numbers}, {}, {bound}", list(&xs, Int::text));
        // Sums of products of 64 bits each may pass 128 bits; they are equal to no bound then.
        let sum = move |s: &Assignment| {
            let terms = c.iter().zip(&xs).map(|(&c, x)| i128::from(c) * x.value(s));
            terms.fold(0i128, i128::saturating_add)
        };
        self.conditional(&format!("int_lin_{name}"), arguments, move |s| {
            compare(sum(s), bound.into())
        })
    }

    fn arithmetic(&mut self) -> Constraint {
        let (x, y, z) = (self.int(), self.int(), self.int());
        type Function = fn(i128, i128) -> Option<i128>;
        let functions: [(&str, Function); 8] = [
            ("int_pow", power),
            ("int_plus", |x, y| Some(x + y)),
            ("int_times", |x, y| Some(x * y)),
            ("int_div", |x, y| (y != 0).then(|| x.signum() * y.signum() * (x.abs() / y.abs()))),
            ("int_mod", |x, y| (y != 0).then(|| x.signum() * (x.abs() % y.abs()))),
            ("int_max", |x, y| Some(if x > y { x } else { y })),
            ("int_min", |x, y| Some(if x < y { x } else { y })),
            ("int_abs", |x, _| Some(if x < 0 { -x } else { x })),
        ];
        let (name, value) = *functions.choose(&mut self.rng).expect("some");
        let middle = if name == "int_abs" { String::new() } else { format!("{}, ", y.text()) };
        Constraint {
            text: format!("{name}({}, {middle}{})", x.text(), z.text()),
            holds: Box::new(move |s| value(x.value(s), y.value(s)) == Some(z.value(s))),
        }
    }

    fn element(&mut self) -> Constraint {
        let i = self.int();
        let at = move |s: &Assignment, n: usize| {
            usize::try_from(i.value(s) - 1).ok().filter(|&at| at < n)
        };
        if self.rng.random_bool(0.5) {
            let (xs, y) = (self.some_ints(3), self.int());
            let known: Vec<Int> = self.numbers(4).into_iter().map(Int::Number).collect();
            let (name, xs) = *[("array_var_int_element", &xs), ("array_int_element", &known)]
                .choose(&mut self.rng)
                .expect("two");
            let xs = xs.clone();
            return Constraint {
                text: format!("{name}({}, {}, {})", i.text(), list(&xs, Int::text), y.text()),
                holds: Box::new(move |s| {
                    at(s, xs.len()).is_some_and(|at| xs[at].value(s) == y.value(s))
                }),
            };
        }
        let (bs, y) = (self.some_bools(3), self.bool());
        let known: Vec<Bool> = (0..4).map(|_| Bool::Known(self.rng.random())).collect();
        let (name, bs) = *[("array_var_bool_element", &bs), ("array_bool_element", &known)]
            .choose(&mut self.rng)
            .expect("two");
        let bs = bs.clone();
        Constraint {
            text: format!("{name}({}, {}, {})", i.text(), list(&bs, Bool::text), y.text()),
            holds: Box::new(move |s| {
                at(s, bs.len()).is_some_and(|at| bs[at].holds(s) == y.holds(s))
            }),
        }
    }

    fn logic(&mut self) -> Constraint {
        let n = self.rng.random_range(1..=3);
        let (yes, no) = (self.some_bools(n), self.some_bools(2));
        let (a, b, r) = (self.bool(), self.bool(), self.bool());
        let (yes_text, no_text) = (list(&yes, Bool::text), list(&no, Bool::text));
        let pair = format!("{}, {}", a.text(), b.text());
        let any = |of: &[Bool], s: &Assignment| of.iter().any(|b| b.holds(s));
        let all = |of: &[Bool], s: &Assignment| of.iter().all(|b| b.holds(s));
        let (text, holds): (String, Holds) = match self.rng.random_range(0..9) {
            0 => (format!("bool_not({pair})"), Box::new(move |s| a.holds(s) != b.holds(s))),
            1 => (
                format!("bool_and({pair}, {})", r.text()),
                Box::new(move |s| r.holds(s) == (a.holds(s) && b.holds(s))),
            ),
            2 => (
                format!("bool_or({pair}, {})", r.text()),
                Box::new(move |s| r.holds(s) == (a.holds(s) || b.holds(s))),
            ),
            3 => (
                format!("bool_xor({pair}, {})", r.text()),
                Box::new(move |s| r.holds(s) == (a.holds(s) != b.holds(s))),
            ),
            4 => (
                format!("array_bool_and({yes_text}, {})", r.text()),
                Box::new(move |s| r.holds(s) == all(&yes, s)),
            ),
            5 => (
                format!("array_bool_or({yes_text}, {})", r.text()),
                Box::new(move |s| r.holds(s) == any(&yes, s)),
            ),
            6 => {
                let odd = move |s: &Assignment| yes.iter().filter(|b| b.holds(s)).count() % 2 == 1;
                (format!("array_bool_xor({yes_text})"), Box::new(odd))
            }
            7 => (
                format!("bool_clause({yes_text}, {no_text})"),
                Box::new(move |s| any(&yes, s) || !all(&no, s)),
            ),
            _ => (
                format!("bool_clause_reif({yes_text}, {no_text}, {})", r.text()),
                Box::new(move |s| r.holds(s) == (any(&yes, s) || !all(&no, s))),
            ),
        };
        Constraint { text, holds }
    }

    fn member(&mut self) -> Constraint {
        let (x, b) = (self.int(), self.bool());
        if self.rng.random_bool(0.3) {
            return Constraint {
                text: format!("bool2int({}, {})", b.text(), x.text()),
                holds: Box::new(move |s| x.value(s) == i128::from(b.holds(s))),
            };
        }
        let values = if self.rng.random_bool(0.5) {
            let low = self.number(-3, 2).min(i64::MAX - 2);
            (low..=low + 2).collect()
        } else {
            self.numbers(3)
        };
        let whole = values.windows(2).all(|w| Some(w[1]) == w[0].checked_add(1));
        let set = match values[..] {
            [first, .., last] if whole => format!("{first}..{last}"),
            _ => list(&values, |v| v.to_string()).replace('[', "{").replace(']', "}"),
        };
        let text = format!("{}, {set}", x.text());
        let b = Some(b).filter(|_| self.rng.random());
        Constraint {
            text: match b {
                Some(b) => format!("set_in_reif({text}, {})", b.text()),
                None => format!("set_in({text})"),
            },
            holds: Box::new(move |s| {
                let inside = values.iter().any(|&v| x.value(s) == v.into());
                b.map_or(inside, |b| b.holds(s) == inside)
            }),
        }
    }
}

/// x^y, divided into 1 for a negative y; `None` if it is undefined or passes 128 bits.
fn power(x: i128, y: i128) -> Option<i128> {
    let mut product = Some(1i128);
    // Beyond 200 factors all but 0, 1 and -1 have passed 128 bits, and the parity decides.
    for _ in 0..y.unsigned_abs().min(200 + y.unsigned_abs() % 2) {
        product = product.and_then(|product| product.checked_mul(x));
    }
    match (y < 0, product) {
        (false, product) => product,
        (true, None) => Some(0),
        (true, Some(0)) => None,
        (true, Some(product)) => Some(1 / product),
    }
}

//! A formulation as algebra: sets, variables, objectives and constraints with their quantifiers, as a document writes
//! them, in LaTeX. Static data that goes with a model of rows; the names of the rows determine which of its constraints
//! apply to a puzzle.

use super::{Constraint, Model, Relation};

/// A constraint, quantified over some indices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Equation {
    /// Its number in the document.
    pub number: &'static str,
    /// The prefixes of the names of its rows, or the name of a constraint that is no row.
    pub rows: &'static [&'static str],
    /// The constraint, in LaTeX; `@` is the relation, which may depend on the rules of the puzzle.
    pub tex: &'static str,
    /// Its quantifiers, in LaTeX; empty if it is one row.
    pub all: &'static str,
    /// A description in one clause.
    pub summary: &'static str,
}

/// Variables of one letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// The variable, in LaTeX.
    pub tex: &'static str,
    /// Its meaning, in LaTeX.
    pub meaning: &'static str,
}

/// A formulation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Algebra {
    /// Where the numbers of the equations come from.
    pub numbering: &'static str,
    /// Sets and parameters.
    pub sets: &'static [Symbol],
    /// Variables with their domains.
    pub variables: &'static [Symbol],
    /// The objective without a goal, and with each goal: the name of the goal, and LaTeX.
    pub objectives: &'static [(&'static str, &'static str)],
    /// The constraints in the order of the document.
    pub equations: &'static [Equation],
}

/// Constraints that every model may have beyond those of its document: solutions that are cut off.
const CUTS: [Equation; 2] = [
    Equation {
        number: "cut",
        rows: &["exclude"],
        tex: r"\sum_{i \,:\, x^*_i = 1} x_i \le \sum_i x^*_i - 1",
        all: r"\text{excluded } x^*",
        summary: "not all that is on in an excluded solution is on again",
    },
    Equation {
        number: "cut",
        rows: &["a disjunction"],
        tex: r"\bigvee_i x_i \ne x^*_i",
        all: r"\text{excluded } x^*",
        summary: "some variable has another value than in an excluded solution",
    },
];

/// The prefix of the name of a constraint, or the name of its kind if it is no row.
pub fn word(constraint: &Constraint) -> &str {
    match constraint.row() {
        Ok(row) => row.name.split('_').next().unwrap_or(&row.name),
        Err(called) => called,
    }
}

impl Equation {
    /// Whether the constraint belongs to it. Names for lines along the columns of bridges have an additional letter.
    pub fn is(&self, constraint: &Constraint) -> bool {
        let word = word(constraint);
        let bridge = word.strip_suffix('v').unwrap_or(word);
        self.rows.iter().any(|&row| row == word || row == bridge)
    }

    /// The equation in LaTeX, with the relation of its rows in a model.
    fn stated(&self, model: &Model) -> String {
        let mut rows = model.constraints().iter().rev().filter(|one| self.is(one));
        let relation = rows.find_map(|one| one.row().ok()).map(|row| row.relation);
        let sign = match relation {
            Some(Relation::Most) => r"\le",
            Some(Relation::Least) => r"\ge",
            _ => "=",
        };
        self.tex.replace('@', sign)
    }
}

impl Algebra {
    /// The equations that have constraints in a model, each with their number.
    pub fn equations_of<'a>(&'a self, model: &Model) -> Vec<(&'a Equation, usize)> {
        let count =
            |equation: &Equation| model.constraints().iter().filter(|one| equation.is(one)).count();
        let all = self.equations.iter().chain(&CUTS).map(|equation| (equation, count(equation)));
        all.filter(|(_, rows)| *rows > 0).collect()
    }

    /// One line per constraint for the head of a file: its number, the names of its rows, and its meaning.
    pub fn legend(&self, model: &Model) -> Vec<String> {
        let all = self.equations_of(model).into_iter();
        let line = |(equation, _): (&Equation, usize)| {
            let Equation { number, rows, summary, .. } = equation;
            format!("({number}) {}: {summary}.", rows.join(", "))
        };
        let lines: Vec<String> = all.map(line).collect();
        match lines.is_empty() {
            true => lines,
            false => {
                std::iter::once(format!("Equations: {}.", self.numbering)).chain(lines).collect()
            }
        }
    }

    /// The formulation of a model as a LaTeX document that compiles with amsmath, amssymb and geometry. `goal` is
    /// the name of the goal, empty without one.
    pub fn tex(&self, title: &str, model: &Model, goal: &str) -> String {
        let mut out = String::from(PREAMBLE);
        out += &format!("\\section*{{{}}}\n", escaped(title));
        let list = |out: &mut String, heading: &str, symbols: &[Symbol]| {
            *out += &format!("\\subsection*{{{heading}}}\n\\begin{{description}}\n");
            for Symbol { tex, meaning } in symbols {
                *out += &format!("\\item[{{${tex}$}}] {meaning}\n");
            }
            *out += "\\end{description}\n";
        };
        list(&mut out, "Sets and parameters", self.sets);
        list(&mut out, "Variables", self.variables);
        out += "\\subsection*{Formulation}\n\\begin{align*}\n";
        let objective = self.objectives.iter().find(|(name, _)| *name == goal);
        out += &format!("& {} \\\\\n", objective.map_or(r"\text{(no objective)}", |(_, tex)| tex));
        let equations = self.equations_of(model);
        for (i, (equation, _)) in equations.iter().enumerate() {
            let all = match equation.all {
                "" => String::new(),
                all => format!("&& \\forall\\, {all} "),
            };
            let end = if i + 1 < equations.len() { " \\\\" } else { "" };
            let (tex, number) = (equation.stated(model), equation.number);
            out += &format!("& {tex} {all}\\tag{{{number}}}{end}\n");
        }
        out += &format!("\\end{{align*}}\nNumbers: {}.\n", escaped(self.numbering));
        out += "\\begin{itemize}\n";
        for (equation, rows) in &equations {
            let Equation { number, rows: words, summary, .. } = equation;
            let s = if *rows == 1 { "" } else { "s" };
            let words = escaped(&words.join(", "));
            out += &format!("\\item ({number}) \\texttt{{{words}}}, {rows} row{s}: {summary}.\n");
        }
        out += "\\end{itemize}\n";
        let told = self.legend(model);
        out += &data(model, &told);
        out + "\\end{document}\n"
    }
}

const PREAMBLE: &str = "\\documentclass[11pt]{article}
\\usepackage{amsmath,amssymb}
\\usepackage[a4paper,margin=2.2cm]{geometry}
\\setlength{\\parindent}{0pt}
\\allowdisplaybreaks
\\begin{document}
";

/// The data of this puzzle: the head of the model without the lines in `told`, its size, and its givens.
fn data(model: &Model, told: &[String]) -> String {
    let mut out = String::from("\\subsection*{This puzzle}\n\\begin{itemize}\n");
    for line in model.head().iter().filter(|line| !told.contains(line)) {
        out += &format!("\\item {}\n", escaped(line));
    }
    let (constraints, terms) = model.size();
    let columns = model.variables().len();
    out +=
        &format!("\\item {columns} variables, {constraints} constraints, {terms} coefficients.\n");
    let single = model.constraints().iter().filter_map(|one| one.row().ok());
    let single = single.filter(|row| row.terms.len() == 1 && row.products.is_empty());
    let given: Vec<String> = single
        .filter(|row| row.relation == Relation::Equal && row.name.starts_with("given"))
        .filter(|row| row.constant != 0)
        .map(|row| format!("${} = {}$", indexed(model.name(row.terms[0].1)), row.constant))
        .collect();
    if !given.is_empty() {
        out += &format!("\\item Given: {}.\n", given.join(", "));
    }
    out + "\\end{itemize}\n"
}

/// `x_1_2_3` as a letter with indices.
fn indexed(name: &str) -> String {
    match name.split_once('_') {
        Some((letter, rest)) => format!("\\mathit{{{letter}}}_{{{}}}", rest.replace('_', ",")),
        None => format!("\\mathit{{{name}}}"),
    }
}

/// Text in LaTeX. Letters outside Latin-1 become question marks, since the fonts lack them.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' => out += "\\textbackslash{}",
            '~' => out += "\\textasciitilde{}",
            '^' => out += "\\textasciicircum{}",
            '<' | '>' | '|' => out += &format!("${c}$"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out += &format!("\\{c}"),
            c if c.is_ascii_graphic() || c == ' ' || ('\u{c0}'..='\u{ff}').contains(&c) => {
                out.push(c)
            }
            _ => out.push('?'),
        }
    }
    out
}

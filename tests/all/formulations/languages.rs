//! The texts of models agree with the models: files are read back by small readers of their own and evaluated; names
//! stay as they are; lines are short.

use super::tiny::{compare, row_holds};
use super::{latin, lines, links, models};
use clew::families::parse_native;
use clew::formulation::{LANGUAGES, Model, Relation, language};
use clew::puzzle::Puzzle;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::HashMap;
use std::path::Path;

fn write(model: &Model, name: &str) -> Result<String, String> {
    (language(name).expect("a language").write)(model)
}

/// A sum of factor times names, products among them, a relation, a constant.
#[derive(Debug, PartialEq)]
struct Sum {
    terms: Vec<(i64, Vec<String>)>,
    relation: Relation,
    constant: i64,
}

impl Sum {
    fn holds(&self, value: &dyn Fn(&str) -> i64) -> bool {
        let term =
            |(k, names): &(i64, Vec<String>)| k * names.iter().map(|n| value(n)).product::<i64>();
        compare(self.terms.iter().map(term).sum(), self.relation, self.constant)
    }
}

fn relation(word: &str) -> Option<Relation> {
    match word {
        "<=" => Some(Relation::Most),
        "=" => Some(Relation::Equal),
        ">=" => Some(Relation::Least),
        _ => None,
    }
}

/// Reads words `- 2 x + y <= 3`, with a star between the factors of a product.
fn sum(words: &[&str]) -> Sum {
    let (mut terms, mut sign, mut factor) = (Vec::<(i64, Vec<String>)>::new(), 1, 1);
    let mut star = false;
    for (i, word) in words.iter().enumerate() {
        if let Some(relation) = relation(word) {
            let constant = words[i + 1].parse().expect("a constant");
            assert_eq!(i + 2, words.len(), "{words:?}");
            return Sum { terms, relation, constant };
        }
        match *word {
            "+" => (sign, factor) = (1, 1),
            "-" => (sign, factor) = (-1, 1),
            "[" | "]" => {}
            "*" => star = true,
            word if word.parse::<i64>().is_ok() => factor = word.parse().expect("a number"),
            name => {
                // A minus at the beginning of a sum has no blank behind it.
                let (name, own) = name.strip_prefix('-').map_or((name, 1), |rest| (rest, -1));
                if star && factor == 1 {
                    terms.last_mut().expect("a factor").1.push(name.to_string());
                } else {
                    terms.push((sign * own * factor, vec![name.to_string()]));
                }
                (sign, factor, star) = (1, 1, false);
            }
        }
    }
    panic!("a relation in {words:?}")
}

/// The rows of an LP file by their names.
fn lp_rows(text: &str) -> HashMap<String, Sum> {
    let body =
        text.split_once("Subject To\n").expect("rows").1.split_once("Bounds\n").expect("bounds").0;
    let words: Vec<&str> = body.split_whitespace().collect();
    let starts: Vec<usize> = (0..words.len()).filter(|&i| words[i].ends_with(':')).collect();
    let ends = starts.iter().skip(1).copied().chain([words.len()]);
    let row = |(&from, to): (&usize, usize)| {
        (words[from].trim_end_matches(':').to_string(), sum(&words[from + 1..to]))
    };
    starts.iter().zip(ends).map(row).collect()
}

/// The rows of an MPS file by their names.
fn mps_rows(text: &str) -> HashMap<String, Sum> {
    let mut rows: HashMap<String, Sum> = HashMap::new();
    let mut section = "";
    for line in text.lines().filter(|line| !line.starts_with('*')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        if !line.starts_with(' ') {
            section = words[0];
            continue;
        }
        match (section, &words[..]) {
            ("ROWS", ["N", _]) => {}
            ("ROWS", [kind, name]) => {
                let relation = match *kind {
                    "L" => Relation::Most,
                    "E" => Relation::Equal,
                    "G" => Relation::Least,
                    _ => panic!("{line}"),
                };
                rows.insert(name.to_string(), Sum { terms: Vec::new(), relation, constant: 0 });
            }
            ("COLUMNS", [_, "'MARKER'", _]) | ("COLUMNS", [_, "obj", _]) | ("BOUNDS", _) => {}
            ("COLUMNS", [name, row, factor]) => rows
                .get_mut(*row)
                .expect("a row")
                .terms
                .push((factor.parse().expect("a factor"), vec![name.to_string()])),
            ("RHS", [_, row, value]) => {
                rows.get_mut(*row).expect("a row").constant = value.parse().expect("a number");
            }
            _ => panic!("{section}: {line}"),
        }
    }
    rows
}

/// The rows of an OPB file over Booleans by their names.
fn opb_rows(text: &str) -> Vec<Sum> {
    let rows = text.lines().filter(|line| !line.starts_with('*')).collect::<Vec<_>>().join(" ");
    let row = |text: &str| {
        let words: Vec<String> = text.split_whitespace().map(|w| w.replace('+', "")).collect();
        sum(&words.iter().map(String::as_str).collect::<Vec<_>>())
    };
    rows.split(';').filter(|row| !row.trim().is_empty()).map(row).collect()
}

/// Clauses of a DIMACS file.
fn clauses(text: &str) -> Vec<Vec<i64>> {
    let mut lines = text.lines().filter(|line| !line.starts_with('c'));
    let head: Vec<&str> = lines.next().expect("a head").split_whitespace().collect();
    let literals = lines
        .flat_map(|line| line.split_whitespace())
        .map(|l| l.parse::<i64>().expect("a literal"));
    let mut all = vec![Vec::new()];
    for literal in literals {
        match literal {
            0 => all.push(Vec::new()),
            l => all.last_mut().expect("a clause").push(l),
        }
    }
    assert_eq!(all.pop(), Some(Vec::new()), "the last clause ends");
    assert_eq!(head[3].parse(), Ok(all.len()));
    all
}

/// Whether clauses hold with these truth values of the first Booleans, by unit propagation.
fn clauses_hold(clauses: &[Vec<i64>], first: &[i64]) -> bool {
    let top = clauses.iter().flatten().map(|l| l.unsigned_abs() as usize).max().unwrap_or(0);
    let mut truth: Vec<Option<bool>> = vec![None; top.max(first.len()) + 1];
    first.iter().zip(1..).for_each(|(&v, i): (_, usize)| truth[i] = Some(v == 1));
    loop {
        let mut changed = false;
        for clause in clauses {
            let value = |l: &i64| truth[l.unsigned_abs() as usize].map(|t| t == (*l > 0));
            if clause.iter().any(|l| value(l) == Some(true)) {
                continue;
            }
            let open: Vec<i64> = clause.iter().copied().filter(|l| value(l).is_none()).collect();
            match open[..] {
                [] => return false,
                [one] => {
                    truth[one.unsigned_abs() as usize] = Some(one > 0);
                    changed = true;
                }
                _ => {}
            }
        }
        if !changed {
            return true;
        }
    }
}

/// Values near a solution, or anywhere within bounds.
fn nearby(model: &Model, solution: Option<Vec<i64>>, rng: &mut ChaCha8Rng) -> Vec<i64> {
    let any = |rng: &mut ChaCha8Rng, i: usize| {
        let v = &model.variables()[i];
        rng.random_range(v.low..=v.high)
    };
    let n = model.variables().len();
    match solution {
        Some(mut values) => {
            for _ in 0..rng.random_range(0..3) {
                let i = rng.random_range(0..n);
                values[i] = any(rng, i);
            }
            values
        }
        None => (0..n).map(|i| any(rng, i)).collect(),
    }
}

#[test]
fn every_language_says_what_the_model_says() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut seen = 0;
    for solved in lines(60).into_iter().chain(links(80)).chain(latin(30)) {
        for (name, _, mut stated) in models(&solved.puzzle) {
            if let Some(answer) = solved.answers.first().filter(|_| rng.random_bool(0.3)) {
                stated.exclude(answer);
            }
            let model = &stated.model;
            let info = solved.puzzle.family().formulations.iter().find(|info| info.name == name);
            for language in &LANGUAGES {
                let listed = info.expect("a model").languages.contains(&language.name);
                // A small board's integers may happen to be Booleans.
                let written = (language.write)(model).is_ok();
                assert!(written || !listed, "{name} to {}", language.name);
            }
            let Ok(rows) = model.rows() else { continue };
            let texts = ["lp", "mps", "opb", "cnf"].map(|language| write(model, language).ok());
            let lp = lp_rows(texts[0].as_ref().expect("rows"));
            let mps = texts[1].as_deref().map(mps_rows);
            let opb = texts[2].as_deref().map(opb_rows);
            let cnf = texts[3].as_deref().map(clauses);
            assert_eq!(lp.len(), rows.len(), "each row once: {name}");
            let by_name: HashMap<&str, usize> =
                model.variables().iter().zip(0..).map(|(v, i)| (v.name.as_str(), i)).collect();
            assert_eq!(by_name.len(), model.variables().len(), "names are unique: {name}");
            for round in 0..8 {
                let near = solved.answers.first().filter(|_| round < 6);
                let near = near.map(|answer| stated.spelling.values(answer));
                let values = nearby(model, near, &mut rng);
                let value = |name: &str| values[by_name[name]];
                let mut all = true;
                for row in &rows {
                    let held = row_holds(row, &|var| values[var.number()]);
                    all &= held;
                    assert_eq!(lp[&row.name].holds(&value), held, "{name} {}", row.name);
                    if let Some(mps) = &mps {
                        assert_eq!(mps[&row.name].holds(&value), held, "{name} {}", row.name);
                    }
                }
                if let Some(opb) = &opb {
                    // The bits of all values, one variable after the other.
                    let mut truth = HashMap::new();
                    for (v, &value) in model.variables().iter().zip(&values) {
                        let bits = 64 - (v.high - v.low).leading_zeros();
                        for i in 0..bits {
                            truth.insert(format!("x{}", truth.len() + 1), (value - v.low) >> i & 1);
                        }
                    }
                    // A sum without terms mentions x1, which need not exist.
                    let bit = |name: &str| truth.get(name).copied().unwrap_or(0);
                    let held = opb.iter().all(|row| row.holds(&bit));
                    assert_eq!(held, all, "{name} as OPB");
                }
                if let Some(cnf) = &cnf {
                    assert_eq!(clauses_hold(cnf, &values), all, "{name} as DIMACS");
                }
                seen += 1;
            }
        }
    }
    assert!(seen > 1000, "{seen}");
}

#[test]
fn lines_are_short_enough_for_every_reader() {
    let entry = parse_native(&format!(
        "puzzle: numberlink\n\nA{}\n{}{}A\n",
        " .".repeat(11),
        format!("{}\n", ["."; 12].join(" ")).repeat(10),
        ". ".repeat(11)
    ));
    let links = entry.expect("a puzzle").puzzle;
    let path = format!("puzzle: path\n\n{}", format!("{}\n", ["."; 10].join(" ")).repeat(10));
    let path = parse_native(&path).expect("a puzzle").puzzle;
    for puzzle in [links, path] {
        for (name, _, stated) in models(&puzzle) {
            for language in LANGUAGES.iter().filter(|l| ["lp", "mps", "opb"].contains(&l.name)) {
                let Ok(text) = (language.write)(&stated.model) else { continue };
                // In this language a row is one line, for readers that work by lines.
                if language.name == "opb" {
                    let is_row = |line: &str| line.starts_with('*') || line.ends_with(" ;");
                    assert!(text.lines().all(is_row), "{name}");
                    continue;
                }
                let longest = text.lines().map(str::len).max().unwrap_or(0);
                assert!(longest < 255, "{name} to {}: {longest}", language.name);
            }
        }
    }
}

#[test]
fn labels_from_outside_end_no_comment() {
    let text = "puzzle: numberlink\n\n\u{e4}\u{3b1} . \u{e4}\u{3b1}\n";
    let puzzle = parse_native(text).expect("a puzzle").puzzle;
    for (_, _, stated) in models(&puzzle) {
        for language in &LANGUAGES {
            let Ok(text) = (language.write)(&stated.model) else { continue };
            assert!(text.is_ascii(), "{}", language.name);
        }
    }
}

/// The small puzzles whose models are kept next to this file.
const SMALL: [(&str, &str); 4] = [
    ("hidato", "puzzle: hidato\n\n1 .\n. 4\n"),
    ("path", "puzzle: path\n\n. .\n. #\n"),
    ("numberlink", "puzzle: numberlink\n\nA B\n. .\nA B\n"),
    ("futoshiki", "puzzle: futoshiki\n\n1 < .\n-   -\n.   .\n"),
];

/// Files of different versions belong together: names and texts stay as they were kept. With `CLEW_GOLDEN=1` they are
/// written anew.
#[test]
fn names_stay_what_they_are() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/formulations/kept.txt");
    let mut all = String::new();
    for (family, text) in SMALL {
        let puzzle: Puzzle = parse_native(text).expect("a puzzle").puzzle;
        for (name, _, stated) in models(&puzzle) {
            let linear = stated.model.rows().is_ok();
            let first = if linear { "lp" } else { "mzn" };
            let mut texts = vec![(first, write(&stated.model, first).expect("a text"))];
            if family == "hidato" && linear {
                let more = ["mps", "opb"].map(|to| (to, write(&stated.model, to).expect("a text")));
                texts.extend(more);
            }
            if name == "alldiff" || name == "positions" || name == "labels" {
                texts.push(("fzn", write(&stated.model, "fzn").expect("a text")));
                texts.push(("dzn", stated.shipped.expect("data").data));
            }
            for (to, text) in texts {
                all += &format!("==== {family} {name} {to}\n{text}");
            }
        }
    }
    if std::env::var_os("CLEW_GOLDEN").is_some() {
        std::fs::write(&kept, &all).expect("written");
    }
    let before = std::fs::read_to_string(&kept).expect("kept.txt");
    for (i, (old, new)) in before.lines().zip(all.lines()).enumerate() {
        assert_eq!(old, new, "line {} of {}", i + 1, kept.display());
    }
    assert_eq!(before.len(), all.len());
}

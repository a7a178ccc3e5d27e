//! Random small boards under every rule: verdicts equal those of brute force, the rows have as many solutions, and
//! certificates are accepted.

use super::links::all_links;
use super::program::Folder;
use super::{Damage, damages_are_refused, has_checker};
use clew::certificate::{Literal, Opb};
use clew::families::{Numberlink, parse_native};
use clew::puzzle::Puzzle;
use clew::strategy::prove::claim;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// The rules: cover and touch.
const RULES: [(&str, &str); 6] = [
    ("all", "no"),
    ("all", "yes"),
    ("partial", "no"),
    ("partial", "yes"),
    ("all", "no2x2"),
    ("partial", "no2x2"),
];

/// A random board: a line through all cells, cut into paths. A cell may be blocked.
fn random(rng: &mut ChaCha8Rng, (cover, touch): (&str, &str)) -> String {
    let (rows, cols) = (rng.random_range(2..6), rng.random_range(2..6usize));
    let mut line: Vec<[usize; 2]> = (0..rows)
        .flat_map(|r| (0..cols).map(move |c| [r, if r % 2 == 0 { c } else { cols - 1 - c }]))
        .collect();
    // A random change of the line (backbite): its last cell is joined to an adjacent cell of the line, and the part
    // behind that cell is reversed.
    for _ in 0..60 {
        if rng.random_bool(0.5) {
            line.reverse();
        }
        let [r, c] = line[line.len() - 1];
        let at = line
            .iter()
            .position(|&[s, d]| r.abs_diff(s) + c.abs_diff(d) == 1 && rng.random_bool(0.5));
        if let Some(at) = at {
            line[at + 1..].reverse();
        }
    }
    let mut grid = vec![vec!['.'; cols]; rows];
    let (mut at, mut label) = (0, b'A');
    while line.len() - at >= 2 {
        let mut many = rng.random_range(2..=9.min(line.len() - at));
        if line.len() - at - many < 2 {
            many = line.len() - at;
        }
        for [r, c] in [line[at], line[at + many - 1]] {
            grid[r][c] = char::from(label);
        }
        (at, label) = (at + many, label + 1);
    }
    if rng.random_bool(0.2) {
        let [r, c] = line[rng.random_range(0..line.len())];
        if grid[r][c] == '.' {
            grid[r][c] = '#';
        }
    }
    let rows = grid.iter().map(|row| row.iter().map(char::to_string).collect::<Vec<_>>().join(" "));
    let rows = rows.collect::<Vec<_>>().join("\n");
    format!("puzzle: numberlink\ncover: {cover}\ntouch: {touch}\n\n{rows}\n")
}

fn links(text: &str) -> Numberlink {
    let puzzle: Puzzle = parse_native(text).expect("it is well-formed").puzzle;
    puzzle.downcast::<Numberlink>().expect("a numberlink").clone()
}

/// The number of assignments that satisfy all rows.
fn solutions(opb: &Opb) -> usize {
    fn go(opb: &Opb, values: &mut Vec<Option<bool>>) -> usize {
        let mut set = Vec::new();
        let is_false =
            |values: &[Option<bool>], l: Literal| values[l.var()] == Some(!l.is_affirmed());
        let mut more = true;
        let mut holds = true;
        while std::mem::take(&mut more) && holds {
            for row in opb.rows() {
                let open = row.terms().filter(|t| !is_false(values, t.1));
                let most: u32 = open.map(|t| t.0).sum();
                holds &= most >= row.degree;
                for (weight, l) in row.terms().filter(|_| holds) {
                    if values[l.var()].is_none() && most - weight < row.degree {
                        values[l.var()] = Some(l.is_affirmed());
                        set.push(l.var());
                        more = true;
                    }
                }
            }
        }
        let stated = |var: &usize| opb.meaning(*var).is_none();
        let next = (0..values.len()).filter(stated).find(|&var| values[var].is_none());
        let count = match next {
            _ if !holds => 0,
            None => 1,
            Some(var) => [true, false]
                .into_iter()
                .map(|value| {
                    values[var] = Some(value);
                    let count = go(opb, values);
                    values[var] = None;
                    count
                })
                .sum(),
        };
        set.into_iter().for_each(|var| values[var] = None);
        count
    }
    go(opb, &mut vec![None; opb.variables()])
}

#[test]
fn rows_have_as_many_solutions_as_brute_force_finds() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut several = 0;
    for i in 0..90 {
        let text = random(&mut rng, RULES[if i < 60 { 1 } else { i % RULES.len() }]);
        let puzzle = links(&text);
        let all = all_links(&puzzle).len();
        let whole = claim(&Puzzle::from(puzzle), None, None).expect("it is small");
        assert_eq!(solutions(&whole.opb), all, "{text}");
        several += usize::from(all > 1);
    }
    assert!(several > 10, "{several}");
}

/// Verdicts equal those of brute force, and verdicts unique and none are proved. If the checker is there, it accepts
/// the proofs. Returns the number of proofs with a dominance step.
fn all_verdicts(seed: u64, count: usize) -> usize {
    let checks = has_checker();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut verdicts = [[0; 3]; RULES.len()];
    let mut changed = 0;
    for i in 0..count {
        let rule = i % RULES.len();
        let text = random(&mut rng, RULES[rule]);
        let many = all_links(&links(&text)).len();
        let word = ["none", "unique", "multiple"][many.min(2)];
        let folder = Folder::with_puzzle(&text);
        let ran = folder.run("check --quiet --proof proof p.puzzle");
        assert!(ran.out.starts_with(word), "{text}{many}: {}{}", ran.out, ran.err);
        assert!(!ran.out.contains("not proved"), "{text}{}{}", ran.out, ran.err);
        verdicts[rule][many.min(2)] += 1;
        if many > 1 {
            assert!(!folder.path().join("proof/proof.pbp").exists(), "{text}");
            continue;
        }
        let proof = folder.read("proof/proof.pbp");
        let steps = proof.lines().filter(|line| line.starts_with("dom "));
        changed += usize::from(steps.clone().count() > 0);
        for step in steps {
            let (clause, witness) = step.split_once(" >= 1 : ").expect("a clause and a witness");
            assert!(clause.contains('~') && witness.contains(" -> "), "{step}");
        }
        assert!(proof.ends_with("end pseudo-Boolean proof;\n"), "{proof}");
        if checks {
            let ran = folder.run("certify proof");
            assert_eq!((&*ran.out, ran.status), ("certified\n", 0), "{text}{}", ran.err);
        }
    }
    for verdict in 0..3 {
        assert!(verdicts.iter().any(|of_rule| of_rule[verdict] > 0), "{verdicts:?}");
    }
    changed
}

#[test]
fn verdicts_are_those_of_brute_force_under_every_rule() {
    let changed = all_verdicts(5, 96);
    assert!(changed > 5, "{changed}");
}

#[test]
#[ignore = "takes minutes"]
fn many_verdicts_are_those_of_brute_force() {
    assert!(all_verdicts(6, 3000) > 100);
}

/// All cells are covered, and paths may touch themselves; the only solution, with an exchange in its proof.
const UNIQUE: &str = "puzzle: numberlink\ncover: all\ntouch: yes\n\n. . . . . .\n. 1 . . 1 .\n. . 2 . . .\n. . 3 4 3 2\n. . . . . .\n4 . . . . .\n";

/// Kinds of damage to steps that exchange edges.
const DAMAGES: &[Damage] = &[
    ("dom ", |_| Some(String::new())),
    ("dom ", |line| Some(line.replacen("-> 1", "-> 0", 1))),
    ("dom ", |line| Some(line.replacen("-> 0", "-> 1", 1))),
    ("dom ", |line| line.contains("-> p").then(|| line.replacen("-> p", "-> ~p", 1))),
    ("dom ", |line| line.contains("-> v").then(|| line.replacen("-> v", "-> ~v", 1))),
    ("dom ", |line| line.contains("-> a").then(|| line.replacen("-> a", "-> ~a", 1))),
    // One edge alone is no reason for an exchange.
    ("dom ", |line| {
        let (clause, witness) = line.split_once(" >= 1 :")?;
        let words: Vec<&str> = clause.splitn(4, ' ').collect();
        Some(format!("dom 1 {} >= 1 :{witness}", words.get(2)?))
    }),
    ("dom ", |line| Some(line.replacen("dom", "red", 1))),
    ("load_order", |_| Some("load_order;".to_string())),
];

#[test]
fn spoilt_exchanges_are_refused() {
    if !has_checker() {
        return;
    }
    let folder = Folder::with_puzzle(UNIQUE);
    assert!(folder.run("check --quiet --proof proof p.puzzle").out.starts_with("unique"));
    assert_eq!(folder.run("certify proof").out, "certified\n");
    damages_are_refused(&folder, DAMAGES, "exchanges");
}

#[test]
fn a_certificate_keeps_to_its_limit() {
    let folder = Folder::with_puzzle(UNIQUE);
    let ran = folder.run("check --proof proof --proof-limit 2000 p.puzzle");
    assert!(ran.out.contains("(not proved)") && ran.status == 5, "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("more than 2000 bytes, the limit of --proof-limit"), "{}", ran.err);
    assert!(!folder.path().join("proof/puzzle.opb").exists());
    let ran = folder.run("check --proof proof --proof-limit 50MB --stats=json p.puzzle");
    assert!(
        ran.err.contains("\"proofBytes\":") && ran.err.contains("\"formulaRows\":"),
        "{}",
        ran.err
    );
}

//! The notations in which lists of places are written.

use super::{List, Place};

/// How places are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    /// The number of the first row.
    pub(crate) base: usize,
    pub(crate) column_first: bool,
    /// Whether the family is named in the text, where it has room for that.
    pub(crate) kind: bool,
}

/// A notation.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Notation {
    /// Objects with names for row, column and value.
    Objects,
    /// The same in JavaScript.
    Script,
    /// Values under places.
    ByPlace,
    /// Numbers in brackets.
    Tuples,
    /// Cells by number.
    Indices,
    /// Separated values below the size.
    Values,
    /// All numbers in one line.
    OneLine,
    /// Places in parentheses below the size.
    Parentheses,
    /// `5;1:1;1:5`.
    Colons,
    /// Facts of Prolog.
    Facts,
    /// Functions and relations of Essence.
    Functions,
    /// A place, a sign, a place in each line.
    Signs,
    /// Cells by number, with signs, below the grid.
    CellNumbers,
    /// Letters for rows below the grid.
    Letters,
}

use Notation::*;

impl Notation {
    pub(crate) const ALL: [Notation; 14] = [
        Objects,
        Script,
        ByPlace,
        Tuples,
        Indices,
        Values,
        OneLine,
        Parentheses,
        Colons,
        Facts,
        Functions,
        Signs,
        CellNumbers,
        Letters,
    ];

    /// Whether nothing but the order of two numbers tells which is the row, and no grid is beside them.
    pub(crate) fn is_open(self) -> bool {
        matches!(
            self,
            ByPlace | Tuples | Values | OneLine | Parentheses | Colons | Facts | Functions | Signs
        )
    }

    /// A list in this notation; `None` if it has none for it.
    pub(crate) fn write(self, list: &List, style: Style) -> Option<String> {
        let (rows, cols) = list.size;
        let two = |(r, c): Place| {
            let (r, c) = (r + style.base, c + style.base);
            if style.column_first { (c, r) } else { (r, c) }
        };
        let at = |place: Place, between: &str| format!("{}{between}{}", two(place).0, two(place).1);
        let size = if style.column_first { (cols, rows) } else { (rows, cols) };
        let links = list.family == "numberlink";
        let square = list.family == "futoshiki";
        let head = |key: &str| match style.kind {
            true => format!("\"{key}\": \"{}\", ", list.family),
            false => String::new(),
        };
        let named =
            |(r, c): Place| format!("\"row\": {}, \"col\": {}", r + style.base, c + style.base);
        let index = |(r, c): Place| r * cols + c + style.base;
        let ends: Vec<(usize, Place, Place)> = list
            .values
            .chunks(2)
            .filter(|_| links)
            .map(|pair| (pair[0].1, pair[0].0, pair[1].0))
            .collect();
        let join = |parts: Vec<String>, between: &str| parts.join(between);
        let values = |one: &dyn Fn(Place, usize) -> String, between: &str| {
            join(list.values.iter().map(|&(place, n)| one(place, n)).collect(), between)
        };
        let less = |one: &dyn Fn(Place, Place) -> String, between: &str| {
            join(list.less.iter().map(|&[a, b]| one(a, b)).collect(), between)
        };
        let walls = |one: &dyn Fn(Place, Place) -> String, between: &str| {
            join(list.walls.iter().map(|&[a, b]| one(a, b)).collect(), between)
        };
        let ordered: Vec<Place> = list.values.iter().map(|(place, _)| *place).collect();
        let text = match self {
            Objects if links => {
                let pairs = ends.iter().map(|&(n, a, b)| {
                    format!(
                        "{{\"label\": {n}, \"start\": {{{}}}, \"end\": {{{}}}}}",
                        named(a),
                        named(b)
                    )
                });
                format!(
                    "{{{}\"rows\": {rows}, \"cols\": {cols}, \"pairs\": [{}]}}",
                    head("game"),
                    join(pairs.collect(), ", ")
                )
            }
            Objects if square => format!(
                "{{{}\"size\": {rows}, \"givens\": [{}], \"inequalities\": [{}]}}",
                head("type"),
                values(&|place, n| format!("{{{}, \"value\": {n}}}", named(place)), ", "),
                less(
                    &|a, b| format!(
                        "{{\"cell1\": {{{}}}, \"cell2\": {{{}}}, \"symbol\": \"<\"}}",
                        named(a),
                        named(b)
                    ),
                    ", "
                ),
            ),
            Objects => format!(
                "{{{}\"height\": {rows}, \"width\": {cols}, \"numbers\": [{}], \"walls\": [{}]}}",
                head("game"),
                values(
                    &|place, n| format!(
                        "{{\"k\": {n}, {}}}",
                        named(place).replace("row", "r").replace("col", "c")
                    ),
                    ", "
                ),
                walls(
                    &|a, b| format!(
                        "{{\"r1\": {}, \"c1\": {}, \"r2\": {}, \"c2\": {}}}",
                        a.0 + style.base,
                        a.1 + style.base,
                        b.0 + style.base,
                        b.1 + style.base
                    ),
                    ", "
                ),
            ),
            Script if links && rows == cols => {
                let pairs = ends.iter().map(|&(n, a, b)| {
                    format!(
                        "    {{ color: 'c{n}', points: [[{}], [{}]] }}",
                        at(a, ", "),
                        at(b, ", ")
                    )
                });
                let text = format!(
                    "const level = {{\n  size: {rows},\n  flows: [\n{}\n  ]\n}};\n",
                    join(pairs.collect(), ",\n")
                );
                // Labels have other names there.
                return (list.values.len() > 200).then_some(text);
            }
            ByPlace if !links && !square => format!(
                "{{{}\"grid_size\": [{}, {}], \"numbers\": {{{}}}, \"walls\": [{}]}}",
                head("game"),
                size.0,
                size.1,
                values(&|place, n| format!("\"{}\": {n}", at(place, ",")), ", "),
                walls(&|a, b| format!("\"{}|{}\"", at(a, ","), at(b, ",")), ", "),
            ),
            Tuples if links => {
                let pairs = ends
                    .iter()
                    .map(|&(n, a, b)| format!("\"{n}\": [[{}], [{}]]", at(a, ", "), at(b, ", ")));
                format!(
                    "{{{}\"size\": [{}, {}], \"endpoints\": {{{}}}}}",
                    head("kind"),
                    size.0,
                    size.1,
                    join(pairs.collect(), ", ")
                )
            }
            Tuples if square => format!(
                "{{{}\"n\": {rows}, \"givens\": [{}], \"less\": [{}]}}",
                head("kind"),
                values(&|place, n| format!("[{}, {n}]", at(place, ", ")), ", "),
                less(&|a, b| format!("[[{}], [{}]]", at(a, ", "), at(b, ", ")), ", "),
            ),
            Tuples if list.family == "zip" => format!(
                "{{{}\"size\": [{}, {}], \"waypoints\": [{}], \"walls\": [{}]}}",
                head("game"),
                size.0,
                size.1,
                join(ordered.iter().map(|&place| format!("[{}]", at(place, ", "))).collect(), ", "),
                walls(&|a, b| format!("[[{}], [{}]]", at(a, ", "), at(b, ", ")), ", "),
            ),
            Tuples => format!(
                "{{{}\"size\": [{}, {}], \"clues\": [{}]}}",
                head("game"),
                size.0,
                size.1,
                values(&|place, n| format!("[{}, {n}]", at(place, ", ")), ", "),
            ),
            Indices if list.family == "zip" && rows == cols => {
                let side = |a: Place, b: Place| {
                    format!("\"{}\": [\"{}\"]", index(a), if a.0 == b.0 { "RIGHT" } else { "DOWN" })
                };
                let mut found: Vec<[Place; 2]> = list.walls.clone();
                found.dedup_by_key(|pair| pair[0]);
                (found.len() == list.walls.len()).then_some(())?;
                format!(
                    "{{{}\"size\": {rows}, \"ordered_sequence\": [{}], \"walls\": {{{}}}}}",
                    head("game"),
                    join(ordered.iter().map(|&place| index(place).to_string()).collect(), ", "),
                    walls(&side, ", "),
                )
            }
            Values if !links && !square && list.walls.is_empty() => {
                format!(
                    "{},{}\n{}\n",
                    size.0,
                    size.1,
                    values(&|place, n| format!("{},{n}", at(place, ",")), "\n")
                )
            }
            OneLine if links => {
                let pairs = ends.iter().map(|&(_, a, b)| format!("{} {}", at(a, " "), at(b, " ")));
                format!("{} {} {}\n", size.0, size.1, join(pairs.collect(), " "))
            }
            Parentheses if links => {
                let pairs =
                    ends.iter().map(|&(_, a, b)| format!("({}) ({})", at(a, ", "), at(b, ", ")));
                format!("{} {} {}\n{}\n", size.0, size.1, ends.len(), join(pairs.collect(), "\n"))
            }
            Colons if links && rows == cols => {
                let pairs = ends.iter().map(|&(_, a, b)| format!("{};{}", at(a, ":"), at(b, ":")));
                format!("{rows};{}\n", join(pairs.collect(), ";"))
            }
            Facts if !links && !square && list.walls.is_empty() => {
                format!(
                    "size({}, {}).\n{}\n",
                    size.0,
                    size.1,
                    values(&|place, n| format!("hint({}, {n}).", at(place, ", ")), "\n")
                )
            }
            Facts if square && list.values.len() > 1 && list.less.len() > 1 => format!(
                "n({rows}).\n{}\n{}\n",
                values(&|place, n| format!("given({}, {n}).", at(place, ", ")), "\n"),
                less(&|a, b| format!("less({}, {}).", at(a, ", "), at(b, ", ")), "\n"),
            ),
            Functions if square && !list.values.is_empty() => format!(
                "letting n be {rows}\nletting hints be function(\n    {}\n)\nletting smaller be relation(\n    {}\n)\n",
                values(&|place, n| format!("({}) --> {n}", at(place, ",")), ",\n    "),
                less(&|a, b| format!("(({}),({}))", at(a, ","), at(b, ",")), ",\n    "),
            ),
            Signs if square && list.values.is_empty() => {
                format!(
                    "{rows}\n{}\n",
                    less(&|a, b| format!("{} < {}", at(a, " "), at(b, " ")), "\n")
                )
            }
            CellNumbers | Letters if square => {
                let mut cells = vec![vec!["0".to_string(); cols]; rows];
                list.values.iter().for_each(|&((r, c), n)| cells[r][c] = n.to_string());
                let letter = |(r, c): Place| format!("{}{}", char::from(b'A' + r as u8), c + 1);
                match self {
                    Letters => {
                        let rows_text = join(cells.iter().map(|row| row.join(";")).collect(), "\n");
                        format!(
                            "{rows}\nSTART:\n{rows_text}\nREL:\n{}\n",
                            less(&|a, b| format!("{};{}", letter(a), letter(b)), "\n")
                        )
                    }
                    _ => {
                        let rows_text = join(cells.iter().map(|row| row.join(" ")).collect(), "\n");
                        let text = less(&|a, b| format!("{}>{}", index(b), index(a)), "\n");
                        format!("{rows}\n{rows_text}\n{}\n{text}\n", list.less.len())
                    }
                }
            }
            _ => return None,
        };
        Some(text)
    }
}

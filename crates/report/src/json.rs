//! Result objects: the outcome for a puzzle, one JSON object per line (`clew-result/1`).
//!
//! The caller fills a [`ResultRecord`] with the known parts; the parts that follow from the solutions (in which cells
//! and edges they differ) are derived here. The order of the keys is fixed.

use serde::{Serialize, Serializer};
use serde_json::Value;
use std::io::{self, Write};

use crate::solutions::cells::Rows;

use crate::solutions::cells::Written;

use crate::solutions::cells::candidates;

use crate::solutions::cells::rows;
use crate::solutions::listed::{Listed, Place};
use crate::solutions::located::Whereabouts;
use clew_engine::run::Stop;
use clew_puzzle::puzzle::format::{ParseError, PuzzleObject, json_object};
use clew_puzzle::puzzle::{Answer, Board, Content, EdgeId, Entry, Puzzle};
use clew_solve::strategy::{Differences, Verdict};

/// The schema of a result.
pub const SCHEMA: &str = "clew-result/1";

/// The schema of a rating.
pub const RATING_SCHEMA: &str = "clew-rating/1";

/// Written in place of the verdict if solutions were requested and found.
const SOLVED: &str = "solved";

/// A figure of the statistics.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Figure {
    /// A count.
    Count(u64),
    /// A measurement, such as seconds. NaN and infinity are written as `null`.
    Real(#[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))] f64),
    /// A text.
    Text(&'static str),
}

/// Why a puzzle could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mistake {
    /// Counted from 1; absent if the mistake has no place in the text.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Counted from 1, in characters.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The number found and the number expected.
    pub message: String,
}

impl From<&ParseError> for Mistake {
    fn from(error: &ParseError) -> Mistake {
        Mistake { line: Some(error.line), column: Some(error.column), message: error.message() }
    }
}

/// The question that a result answers; --resume tells results by it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Asked {
    /// The command with the options that distinguish this question from others.
    pub question: String,
    /// The digest of the puzzle's text.
    pub text: String,
    /// The exit status of the question about this puzzle alone.
    pub status: u8,
}

/// All parts of a result. Make one with [`ResultRecord::new`] and set the known parts; parts that are `None` or empty
/// are left out of the object, except `stopped`, which is then `null`.
///
/// It has many fields because it mirrors the result object, key by key.
#[derive(Clone, Debug)]
pub struct ResultRecord<'a> {
    /// The puzzle's identifier, or the name of its file.
    pub id: Option<String>,
    /// The subject of the result.
    pub puzzle: &'a Puzzle,
    /// The puzzle with the statements of its file, if the result is to carry it.
    pub instance: Option<&'a Entry>,
    /// The verdict on the solutions.
    pub verdict: Verdict,
    /// A question for solutions was answered. The verdict is then written as `solved`, since the number of solutions
    /// was not part of the question.
    pub solved: bool,
    /// The number of solutions found, in decimal digits.
    pub count: Option<String>,
    /// Hidato and path: the number of lines without regard to direction.
    pub lines: Option<String>,
    /// Whether `count` is the number of all solutions, and `candidates` complete.
    pub exact: bool,
    /// The limit that ended the work early, if any. Always set if the verdict is `Unknown`.
    pub stopped: Option<Stop>,
    /// Milliseconds; written with three decimals.
    pub time_ms: f64,
    /// Solutions to show. From two on, the cells and edges in which they differ are shown too.
    pub solutions: &'a [Answer],
    /// The solutions as they were streamed; then there are none in `solutions`.
    pub listed: Option<&'a Listed<'a>>,
    /// For each cell its contents over the known solutions.
    pub candidates: Option<Vec<Vec<Content>>>,
    /// Together with `candidates`: for each cell and candidate the number of solutions that have it.
    pub candidate_counts: Option<Vec<Vec<String>>>,
    /// Lines: the edges of the board that some solution uses, each with the number of fillings.
    pub candidate_edges: Option<Vec<(EdgeId, String)>>,
    /// Together with `candidates`: whether they are those of all solutions, not only of the ones that were found.
    pub candidates_complete: Option<bool>,
    /// Where solutions differ, and where they do not.
    pub whereabouts: Option<&'a Differences>,
    /// The network that was used.
    pub network: Option<String>,
    /// The search that was used.
    pub search: Option<String>,
    /// The way of counting that was used.
    pub method: Option<String>,
    /// Names and figures, in the order in which they are written.
    pub stats: Vec<(&'static str, Figure)>,
    /// The question that this answers.
    pub asked: Option<Asked>,
    /// How the puzzle was read, if it has no header that states this.
    pub reading: Option<&'a str>,
    /// Warnings about the puzzle's file.
    pub warnings: &'a [String],
    /// Statements of the file about its solutions that are false.
    pub misstated: &'a [String],
    /// Extensions in the puzzle's file, in keys that start with `x-`.
    pub extra: &'a [(String, Value)],
}

impl<'a> ResultRecord<'a> {
    /// Puts in where solutions differ.
    pub fn locate(&mut self, found: &'a Differences) {
        self.whereabouts = Some(found);
        if let Some(cells) = &found.cells {
            self.candidates = Some(cells.iter().map(|spot| spot.can.clone()).collect());
            self.candidates_complete = Some(cells.iter().all(|spot| spot.perhaps.is_empty()));
        }
    }

    /// A result about `puzzle` without any findings yet.
    pub fn new(puzzle: &'a Puzzle) -> ResultRecord<'a> {
        ResultRecord {
            id: None,
            puzzle,
            instance: None,
            verdict: Verdict::Unknown,
            solved: false,
            count: None,
            lines: None,
            exact: false,
            stopped: None,
            time_ms: 0.0,
            solutions: &[],
            listed: None,
            candidates: None,
            candidate_counts: None,
            candidate_edges: None,
            candidates_complete: None,
            whereabouts: None,
            network: None,
            search: None,
            method: None,
            stats: Vec::new(),
            asked: None,
            reading: None,
            warnings: &[],
            misstated: &[],
            extra: &[],
        }
    }

    /// A result about a puzzle with the statements of its file: its identifier, or else this name, warnings, and
    /// extensions.
    pub fn of_entry(entry: &'a Entry, name: &str) -> ResultRecord<'a> {
        ResultRecord {
            id: Some(entry.id.clone().unwrap_or_else(|| name.to_string())),
            instance: Some(entry),
            reading: entry.guessed.reading.as_deref(),
            warnings: &entry.warnings,
            extra: &entry.extra,
            ..ResultRecord::new(&entry.puzzle)
        }
    }

    /// The result as a JSON object on one line, without a line end. Linear in the solutions.
    ///
    /// # Panics
    /// If a solution is not one for this puzzle's family and size.
    pub fn to_json(&self) -> String {
        let mut object = Vec::new();
        self.write(&mut object).expect("memory takes it");
        String::from_utf8(object).expect("JSON is UTF-8")
    }

    /// Writes the result in the form of [`ResultRecord::to_json`].
    ///
    /// # Errors
    /// Those of `out`.
    ///
    /// # Panics
    /// As [`ResultRecord::to_json`].
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let words = self.puzzle.words();
        let rules = (!words.is_empty()).then_some(Named(&words));
        let own;
        let listed = match self.listed {
            Some(listed) => listed,
            None => {
                own = Listed::of_answers(self.puzzle, self.solutions);
                &own
            }
        };
        let several = listed.len() > 1;
        let head = Head {
            schema: SCHEMA,
            id: self.id.as_deref(),
            puzzle: self.puzzle.family().keyword(),
            rules,
            verdict: if self.solved { SOLVED } else { self.verdict.keyword() },
            count: self.count.as_deref(),
            lines: self.lines.as_deref(),
            exact: self.exact,
            stopped: self.stopped,
            time_ms: (self.time_ms * 1000.0).round() / 1000.0,
        };
        let tail =
            Tail {
                differs: several.then(|| listed.differing_cells()),
                differs_values: listed.differing_names().filter(|_| several),
                differs_edges: listed.differing_edges().filter(|_| several),
                candidates: self.candidates.as_ref().map(|c| candidates(self.puzzle, c)),
                candidate_counts: self
                    .candidate_counts
                    .as_ref()
                    .map(|counts| rows(self.puzzle, &|c| &counts[c as usize][..])),
                candidate_edges: self.puzzle.board().zip(self.candidate_edges.as_ref()).map(
                    |(board, edges)| edges.iter().map(|(e, n)| numbered(board, *e, n)).collect(),
                ),
                candidates_complete: self.candidates_complete,
                r#where: self.whereabouts.map(|found| Whereabouts::new(self.puzzle, found)),
                network: self.network.as_deref(),
                search: self.search.as_deref(),
                method: self.method.as_deref(),
                stats: Named(&self.stats),
                asked: self.asked.as_ref(),
                instance: self
                    .instance
                    .filter(|entry| entry.puzzle.capabilities().tells.is_none())
                    .map(json_object),
                reading: self.reading,
                warnings: self.warnings,
                misstated: self.misstated,
                extra: Named(self.extra),
            };
        // Two objects are joined around the solutions, which are text already.
        let members = |object: serde_json::Result<String>| {
            let text = object.expect("strings, numbers and lists are always JSON");
            text[1..text.len() - 1].to_string()
        };
        let (head, tail) =
            (members(serde_json::to_string(&head)), members(serde_json::to_string(&tail)));
        write!(out, "{{{head}")?;
        let solutions = listed.text();
        if !solutions.is_empty() {
            out.write_all(b",\"solutions\":[")?;
            out.write_all(solutions)?;
            out.write_all(b"]")?;
        }
        let comma = if tail.is_empty() { "" } else { "," };
        write!(out, "{comma}{tail}}}")
    }
}

/// Why there is no result for a puzzle.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Invalid<'a> {
    /// The version of the other documents of the batch.
    schema: &'a str,
    /// The puzzle's own id, or where it was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    /// It cannot be read, or is refused.
    #[cfg_attr(feature = "schema", schemars(extend("const" = "invalid")))]
    verdict: &'static str,
    /// Why there is no result.
    error: &'a Mistake,
    /// The question that this answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<&'a Asked>,
}

/// The result object of a puzzle that could not be read. `schema` is that of the other results of the batch.
pub fn invalid(schema: &str, id: Option<&str>, mistake: &Mistake, asked: Option<&Asked>) -> String {
    let object = Invalid { schema, id, verdict: "invalid", error: mistake, asked };
    serde_json::to_string(&object).expect("strings and numbers are always JSON")
}

/// The result object up to its solutions; the order of the fields is the order of the keys.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Head<'a> {
    /// The version of the document.
    schema: &'static str,
    /// The puzzle's own id, or where it was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    /// The family: hidato, path, numberlink, futoshiki or zip; model for FlatZinc.
    puzzle: &'static str,
    /// Rules that are chosen by a word, such as cover and touch.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<Named<'a, &'static str, &'static str>>,
    /// How many solutions there are; solved if solutions were requested and found.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = [
        "unique", "multiple", "none", "solved", "unknown"
    ])))]
    verdict: &'static str,
    /// The solutions found: a whole number in decimal digits, however large.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9]+$")))]
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<&'a str>,
    /// Of lines without a direction: the same number without regard to it.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9]+$")))]
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<&'a str>,
    /// Whether count is the number of all solutions.
    exact: bool,
    /// The limit that ended the work early.
    #[cfg_attr(feature = "schema", schemars(schema_with = "super::document::stopped"))]
    stopped: Option<Stop>,
    /// Milliseconds, with three decimals.
    #[cfg_attr(feature = "schema", schemars(range(min = 0)))]
    time_ms: f64,
}

/// The remarks after its solutions.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Tail<'a> {
    /// Cells, `[row, column]` counted from 0, in which the solutions differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    differs: Option<Vec<Place>>,
    /// Of a model: the names whose values differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    differs_values: Option<Vec<&'a str>>,
    /// Pairs of cells that some of the solutions join, but not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    differs_edges: Option<Vec<[Place; 2]>>,
    /// Per cell its contents in the known solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates: Option<Rows<Vec<Written<'a>>>>,
    /// Per cell and candidate the number of solutions that have it, in decimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    candidate_counts: Option<Rows<&'a [String]>>,
    /// Pairs of cells that some solution joins, each with the number of solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    candidate_edges: Option<Vec<(Place, Place, &'a str)>>,
    /// Whether the candidates are those of all solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates_complete: Option<bool>,
    /// Where solutions differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    r#where: Option<Whereabouts<'a>>,
    /// The network that was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    network: Option<&'a str>,
    /// The search that was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<&'a str>,
    /// The way of counting that was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<&'a str>,
    /// Figures by name.
    #[serde(skip_serializing_if = "Named::is_empty")]
    stats: Named<'a, &'static str, Figure>,
    /// The question that this answers; --resume tells results by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<&'a Asked>,
    /// The puzzle that the result is about: a document of puzzle-1.json.
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Map<String, Value>>"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    instance: Option<PuzzleObject>,
    /// How the puzzle was read, if it has no header that states this.
    #[serde(skip_serializing_if = "Option::is_none")]
    reading: Option<&'a str>,
    /// Warnings about the puzzle's file.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    warnings: &'a [String],
    /// False statements of the input about its own solutions; then no exit status is 0.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    misstated: &'a [String],
    #[cfg_attr(feature = "schema", schemars(skip))]
    #[serde(flatten)]
    extra: Named<'a, String, Value>,
}

/// A result.
#[cfg(feature = "schema")]
#[derive(Serialize, schemars::JsonSchema)]
#[schemars(extend("patternProperties" = {"^x-": {"description": "What the puzzle says to others."}}))]
pub struct Document<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    /// The solutions that are shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    solutions: Vec<crate::solutions::listed::Solution<'a>>,
    #[serde(flatten)]
    tail: Tail<'a>,
}

/// A list of names and values, written as an object in this order.
struct Named<'a, K, T>(&'a [(K, T)]);

impl<K, T> Named<'_, K, T> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<K: Serialize, T: Serialize> Serialize for Named<'_, K, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

#[cfg(feature = "schema")]
impl<K, T: schemars::JsonSchema> schemars::JsonSchema for Named<'_, K, T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Named".into()
    }

    fn json_schema(to: &mut schemars::SchemaGenerator) -> schemars::Schema {
        to.subschema_for::<std::collections::BTreeMap<String, T>>()
    }
}

fn numbered<'a>(board: &Board, edge: EdgeId, times: &'a str) -> (Place, Place, &'a str) {
    let [a, b] = board.edges()[edge as usize];
    (board.place(a), board.place(b), times)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_families::parse_native;

    fn puzzle(text: &str) -> Puzzle {
        parse_native(text).expect("a puzzle").puzzle
    }

    fn links(puzzle: &Puzzle, paths: &[&[Place]]) -> Answer {
        let board = puzzle.board().expect("a board");
        let mut on = vec![false; board.edges().len()];
        for step in paths.iter().flat_map(|path| path.windows(2)) {
            let cell = |p: Place| board.cell_at(p.0, p.1).expect("a cell");
            on[board.edge_between(cell(step[0]), cell(step[1])).expect("an edge") as usize] = true;
        }
        Answer::Links(on)
    }

    #[test]
    fn numberlink_as_the_format_shows_it() {
        let p = puzzle(
            "puzzle: numberlink\ncover: partial\ntouch: yes\n\nA B . .\n. . . .\nC A B C\n. . . .\n",
        );
        let a = [(0, 0), (1, 0), (1, 1), (2, 1)];
        let long = [(0, 1), (0, 2), (0, 3), (1, 3), (1, 2), (2, 2)];
        let short = [(0, 1), (0, 2), (1, 2), (2, 2)];
        let c = [(2, 0), (3, 0), (3, 1), (3, 2), (3, 3), (2, 3)];
        let solutions = [links(&p, &[&a, &long, &c]), links(&p, &[&a, &short, &c])];
        let record = ResultRecord {
            id: Some("p17".into()),
            verdict: Verdict::Multiple,
            count: Some("2".into()),
            exact: true,
            time_ms: 0.2104,
            solutions: &solutions,
            stats: vec![
                ("nodes", Figure::Count(5)),
                ("failures", Figure::Count(3)),
                ("solveTime", Figure::Real(0.00019)),
            ],
            ..ResultRecord::new(&p)
        };
        let expected = r#"{"schema":"clew-result/1","id":"p17","puzzle":"numberlink","rules":{"cover":"partial","touch":"yes"},
 "verdict":"multiple","count":"2","exact":true,"stopped":null,"time_ms":0.21,
 "solutions":[{"cells":[["A","B","B","B"],["A","A","B","B"],["C","A","B","C"],["C","C","C","C"]],
               "paths":{"A":[[0,0],[1,0],[1,1],[2,1]],"B":[[0,1],[0,2],[0,3],[1,3],[1,2],[2,2]],
                        "C":[[2,0],[3,0],[3,1],[3,2],[3,3],[2,3]]}},
              {"cells":[["A","B","B",null],["A","A","B",null],["C","A","B","C"],["C","C","C","C"]],
               "paths":{"A":[[0,0],[1,0],[1,1],[2,1]],"B":[[0,1],[0,2],[1,2],[2,2]],
                        "C":[[2,0],[3,0],[3,1],[3,2],[3,3],[2,3]]}}],
 "differs":[[0,3],[1,3]],
 "differs_edges":[[[0,2],[0,3]],[[0,2],[1,2]],[[0,3],[1,3]],[[1,2],[1,3]]],
 "stats":{"nodes":5,"failures":3,"solveTime":0.00019}}"#;
        let expected: String = expected.lines().map(str::trim_start).collect();
        assert_eq!(record.to_json(), expected);
    }

    #[test]
    fn lines_and_squares() {
        let p = puzzle("puzzle: path\n\n. .\n. #\n");
        let solutions = [Answer::Line(vec![2, 1, 3]), Answer::Line(vec![2, 3, 1])];
        let record = ResultRecord {
            verdict: Verdict::Multiple,
            count: Some("2".into()),
            lines: Some("1".into()),
            stopped: Some(Stop::Limit),
            solutions: &solutions,
            network: Some("suite".into()),
            search: Some("dfs".into()),
            method: Some("search".into()),
            ..ResultRecord::new(&p)
        };
        assert_eq!(
            record.to_json(),
            r##"{"schema":"clew-result/1","puzzle":"path","verdict":"multiple","count":"2","lines":"1","exact":false,"stopped":"limit","time_ms":0.0,"solutions":[{"cells":[[2,1],[3,"#"]]},{"cells":[[2,3],[1,"#"]]}],"differs":[[0,1],[1,0]],"differs_edges":[],"network":"suite","search":"dfs","method":"search"}"##
        );
        let p = puzzle("puzzle: futoshiki\n\n. .\n- -\n. .\n");
        let solutions = [Answer::Square(vec![1, 2, 2, 1]), Answer::Square(vec![2, 1, 1, 2])];
        let both = vec![Content::Number(1), Content::Number(2)];
        let record = ResultRecord {
            solutions: &solutions,
            candidates: Some(vec![both; 4]),
            ..ResultRecord::new(&p)
        };
        assert_eq!(
            record.to_json(),
            r#"{"schema":"clew-result/1","puzzle":"futoshiki","verdict":"unknown","exact":false,"stopped":null,"time_ms":0.0,"solutions":[{"cells":[[1,2],[2,1]]},{"cells":[[2,1],[1,2]]}],"differs":[[0,0],[0,1],[1,0],[1,1]],"candidates":[[[1,2],[1,2]],[[1,2],[1,2]]]}"#
        );
        let p = puzzle("puzzle: numberlink\ncover: partial\n\nA A .\n");
        let per_cell = [vec![Content::Label(0)], vec![Content::Label(0)], vec![Content::Nothing]];
        let record = ResultRecord {
            verdict: Verdict::None,
            candidates: Some(per_cell.to_vec()),
            ..ResultRecord::new(&p)
        };
        assert!(record.to_json().contains(r#""verdict":"none","exact""#));
        assert!(record.to_json().ends_with(r#""candidates":[[["A"],["A"],[null]]]}"#));
    }

    #[test]
    fn invalid_puzzles() {
        let error = parse_native("puzzle: numberlink\n\nA . D\nA . .\n").unwrap_err();
        assert_eq!(
            invalid(SCHEMA, Some("p1"), &Mistake::from(&error), None),
            r#"{"schema":"clew-result/1","id":"p1","verdict":"invalid","error":{"line":3,"column":5,"message":"found \"D\", expected every label twice; this one stands once"}}"#
        );
    }
}

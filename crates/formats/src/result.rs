//! Results of this program (`clew-result/1`) as input: the puzzle of a result, which is its member `instance`, with the
//! solutions that were found.

use super::solution;
use clew_puzzle::puzzle::format::{
    Chunk, ChunkKind, MAX_EXTRA_VALUES, MAX_JSON_VALUES, MAX_TEXT, ParseError, Unread,
    has_too_many_values, marks, read_chunk,
};
use clew_puzzle::puzzle::{Entry, RESULT, Unfit};
use clew_puzzle::registry::all;

/// The prefix of the schema of a result.
const SCHEMA: &str = "clew-result/";

/// Whether a text may be a result: a result names its schema early, also if its keys have been sorted. The check avoids
/// reading puzzles twice.
fn perhaps(text: &str) -> bool {
    text.chars().take(1000).collect::<String>().contains(SCHEMA)
}

/// The members of a result; `None` if the text is something else.
fn members(text: &str) -> Option<Vec<(String, Unread<'_>)>> {
    let members = Unread::from_text(text).ok()?.members()?;
    let schema = get(&members, "schema")?.string(MAX_TEXT)?;
    schema.starts_with(SCHEMA).then_some(members)
}

/// The member of this name, the last one if there are several.
fn get<'t>(members: &[(String, Unread<'t>)], key: &str) -> Option<Unread<'t>> {
    members.iter().rev().find(|(name, _)| name == key).map(|(_, value)| *value)
}

/// Reads a result; `None` if the text is none.
pub(super) fn read(chunk: &Chunk<'_>) -> Option<Result<Entry, ParseError>> {
    if !perhaps(chunk.text) {
        return None;
    }
    let mistake = |found: &str, expected: String| ParseError {
        line: chunk.line,
        column: chunk.column,
        found: found.into(),
        expected,
    };
    if has_too_many_values(chunk.text) {
        return Some(Err(mistake("more", format!("at most {MAX_JSON_VALUES} values"))));
    }
    let members = members(chunk.text)?;
    let Some(instance) = get(&members, "instance") else {
        let expected = "a result with its puzzle under \"instance\"; one that was written with \
                        --no-solutions or --fields, or of a puzzle that could not be read, has none";
        return Some(Err(mistake("a result without a puzzle", expected.into())));
    };
    let piece = Chunk { text: instance.text(), line: 1, column: 1, kind: ChunkKind::Json };
    let read = read_chunk(&piece, all()).map_err(|error| {
        let expected = format!("{} (in the member \"instance\" of a result)", error.expected);
        mistake(&error.found, expected)
    });
    Some(read.and_then(|entry| {
        let mut entry = Entry { format: RESULT, ..entry };
        entry.id = entry.id.or_else(|| get(&members, "id")?.string(MAX_TEXT));
        let others = members.iter().filter(|(key, _)| key.starts_with("x-"));
        if others.clone().map(|(_, value)| 1 + marks(value.text())).sum::<usize>()
            > MAX_EXTRA_VALUES
        {
            return Err(mistake("more", format!("at most {MAX_EXTRA_VALUES} values for others")));
        }
        let read = |(key, value): &(String, Unread<'_>)| {
            let value = serde_json::from_str(value.text());
            Ok((key.clone(), value.map_err(|why| mistake("no JSON", why.to_string()))?))
        };
        entry.extra = others.map(read).collect::<Result<_, ParseError>>()?;
        for stated in get(&members, "solutions").and_then(Unread::items).into_iter().flatten() {
            match solution::result(&entry, stated) {
                Ok(answer) => entry.answers.push(answer),
                Err(open @ Unfit::Open { .. }) => entry.unfit.push(open),
                Err(why) => {
                    let expected = format!("one of its puzzle: {why}");
                    return Err(mistake("a solution of a result", expected));
                }
            }
        }
        Ok(entry)
    }))
}

/// Reads a JSON object: a puzzle, or a result about one.
pub(super) fn json(chunk: &Chunk<'_>) -> Result<Entry, ParseError> {
    let chunk = Chunk { kind: ChunkKind::Json, ..*chunk };
    read(&chunk).unwrap_or_else(|| puzzle(&chunk))
}

/// Reads a puzzle, with the solution in its member `solution`: an object as results have them, or rows alone.
fn puzzle(chunk: &Chunk<'_>) -> Result<Entry, ParseError> {
    let mut entry = read_chunk(chunk, all())?;
    if !chunk.text.contains("\"solution\"") {
        return Ok(entry);
    }
    let members = Unread::from_text(chunk.text).ok().and_then(Unread::members).unwrap_or_default();
    let Some(stated) = get(&members, "solution").filter(|stated| !stated.is_null()) else {
        return Ok(entry);
    };
    let rows = format!("{{\"cells\":{}}}", stated.text());
    let read = match stated.items() {
        Some(_) => Unread::from_text(&rows).map(|stated| solution::result(&entry, stated)).ok(),
        None => Some(solution::result(&entry, stated)),
    };
    match read.unwrap_or_else(|| Err(Unfit::Ambiguous("it is no JSON".into()))) {
        Ok(answer) => entry.answers.push(answer),
        Err(open @ Unfit::Open { .. }) => entry.unfit.push(open),
        Err(why) => {
            return Err(ParseError {
                line: chunk.line,
                column: chunk.column,
                found: "a member \"solution\"".into(),
                expected: format!("a solution of its puzzle, as results state them: {why}"),
            });
        }
    }
    Ok(entry)
}

#[cfg(test)]
mod tests {
    use super::super::{Reading, read_all};
    use clew_puzzle::puzzle::Answer;

    #[test]
    fn a_result_is_its_puzzle_with_solutions() {
        clew_families::install();
        let text =
            r#"{"schema":"clew-result/1","id":"p","puzzle":"hidato","verdict":"unique","x-k":1,
            "instance":{"schema":"clew-puzzle/1","puzzle":"hidato","neighbours":4,"rows":1,"cols":2,
            "cells":[[1,null]]},"solutions":[{"cells":[[1,2]]}]}"#
                .replace('\n', " ");
        let all = read_all(&text, &Reading::default());
        let entry = all[0].as_ref().expect("a result");
        assert!(entry.is_result() && entry.id.as_deref() == Some("p") && entry.extra.len() == 1);
        assert_eq!(entry.answers, [Answer::Line(vec![1, 2])]);
    }

    #[test]
    fn what_is_missing_is_said() {
        clew_families::install();
        for (text, expected) in [
            (r#"{"schema":"clew-result/1","verdict":"invalid"}"#, "\"instance\""),
            (r#"{"schema":"clew-result/1","instance":{"puzzle":"hidato"}}"#, "of a result"),
            (r#"{"schema":"clew-result/1","instance":7}"#, "of a result"),
        ] {
            let all = read_all(text, &Reading::default());
            let error = all[0].as_ref().expect_err("it is not whole");
            assert!(error.to_string().contains(expected), "{error}");
        }
    }
}

//! Detecting the format of an input from its beginning.

use super::reading::addresses;
use super::{FORMATS, Format, Opening, Reading, native};
use clew_puzzle::puzzle::format::{Chunk, ChunkKind, Cut, DetectedForm, Detection};
use std::ops::Range;

/// How the form of an input is determined: from the options, or from its beginning.
pub fn detection(reading: &Reading) -> Detection {
    match reading.format {
        None => Detection::By(detect),
        Some(format) if format.name == native::JSON.name => {
            Detection::Said(ChunkKind::Json, format.cut)
        }
        Some(format) => Detection::Said(ChunkKind::Other(format.name), format.cut),
    }
}

/// The text between angle brackets on a line of its own, as mail and documents write addresses.
pub(super) fn in_brackets(line: &str) -> Option<&str> {
    let inner = line.strip_prefix('<')?.strip_suffix('>')?;
    let tag = inner.contains(|c: char| c.is_whitespace() || matches!(c, '<' | '>'));
    (!tag && inner.contains('/')).then_some(inner)
}

/// An address without its scheme: host, path and the rest, and whether it has one. The scheme may be in
/// capitals. `None` with another scheme than those of pages.
pub(super) fn address(line: &str) -> Option<(&str, bool)> {
    match line.split_once("://") {
        Some((scheme, rest)) => {
            let known = ["http", "https"].iter().any(|name| scheme.eq_ignore_ascii_case(name));
            known.then_some((rest, true))
        }
        None => Some((line, false)),
    }
}

/// Whether an address without its scheme leads to one of these sites, or a part of one.
pub(super) fn leads_to(address: &str, sites: &[&str]) -> bool {
    let Some((host, _)) = address.split_once('/') else { return false };
    let host = host.split(':').next().unwrap_or_default().to_ascii_lowercase();
    let is = |site: &&str| {
        host.strip_suffix(site).is_some_and(|part| part.is_empty() || part.ends_with('.'))
    };
    sites.iter().any(is)
}

/// The format of a line, and the range of the puzzle in it: the whole line, or an address or id within.
fn in_line(line: &str) -> Option<(&'static Format, Range<usize>)> {
    let of = |range: Range<usize>| {
        let opening =
            Opening { line: &line[range.clone()], next: None, text: &line[range.clone()] };
        let format = FORMATS.iter().find(|f| f.cut == Cut::Lines && (f.is)(&opening))?;
        Some((format, range))
    };
    let found = addresses::address(line).and_then(of);
    let bracketed = || {
        let inner = in_brackets(line)?;
        of(1..1 + inner.len())
    };
    found.or_else(bracketed).or_else(|| addresses::ids(line).find_map(of))
}

/// The address or id that a chunk of one line holds; all of it if it is one itself.
pub(super) fn narrowed<'a>(chunk: &Chunk<'a>, format: &Format) -> Chunk<'a> {
    let whole = chunk.text.trim();
    if format.cut != Cut::Lines || whole.contains('\n') {
        return *chunk;
    }
    let opening = Opening { line: whole, next: None, text: whole };
    let alone = (format.is)(&opening) && !whole.contains(char::is_whitespace);
    if alone && !whole.contains("://") && in_brackets(whole).is_none() {
        return *chunk;
    }
    let inner =
        in_line(whole).filter(|(found, range)| *found == format && !(alone && range.len() < 9));
    let schemed = addresses::address(whole).is_some() || in_brackets(whole).is_some();
    let Some((_, range)) = inner.filter(|_| schemed || !alone) else { return *chunk };
    // Punctuation after it belongs to the sentence; where it may belong to the puzzle, the puzzle's reader decides.
    let inside = &whole[range.clone()];
    let end = match format.name {
        "pzpr" => range.end,
        _ => range.start + inside.trim_end_matches(['.', ';', ':', '!', '?', '*']).len(),
    };
    let range = range.start..end;
    let lead = chunk.text.len() - chunk.text.trim_start().len() + range.start;
    let column = chunk.column + chunk.text[..lead].chars().count();
    Chunk { text: &whole[range], column, ..*chunk }
}

/// The format of a text. Text that no other format recognises is taken for the text format, whose reader explains in
/// its errors how a puzzle is written.
pub fn recognise(text: &str) -> &'static Format {
    let opening = opening(text.trim_start_matches('\u{feff}'));
    let found = opening.and_then(|opening| {
        let by_line = || in_line(opening.line).map(|(format, _)| format);
        let named = FORMATS.iter().find(|format| format.cut != Cut::Loose && (format.is)(&opening));
        let loose =
            || FORMATS.iter().find(|format| format.cut == Cut::Loose && (format.is)(&opening));
        named.or_else(by_line).or_else(loose)
    });
    found.unwrap_or_else(|| super::format(native::FORMAT.name).expect("the text format is listed"))
}

/// Which reader a text in data is for.
pub(super) fn kind_of(text: &str) -> ChunkKind {
    let format = recognise(text);
    match format.name {
        _ if format.cut == Cut::Lines => ChunkKind::Other(""),
        "json" => ChunkKind::Json,
        _ if format.is_own() && named_by_key(text) => ChunkKind::Native,
        _ if format.is_own() => ChunkKind::Other("grid"),
        name => ChunkKind::Other(name),
    }
}

/// Whether a text is an address or an id.
pub(super) fn is_one_line(text: &str) -> bool {
    !text.contains('\n') && in_line(text.trim()).is_some()
}

/// The number of prose lines before the first address of a text that begins with such; `None` if it does not.
fn remarks(text: &str) -> Option<usize> {
    for (i, line) in text.lines().enumerate() {
        let line = line.trim();
        if in_line(line).is_some_and(|(_, range)| addresses::address(line) == Some(range)) {
            return (i > 0).then_some(i);
        }
        let row = line.contains(|c: char| c.is_ascii_digit() || "._#[{|<>".contains(c));
        if row && !addresses::is_remark(line) {
            return None;
        }
    }
    None
}

/// Detects the form of an input that is not JSON. It needs a line and the next one.
fn detect(text: &str, ended: bool) -> Option<DetectedForm> {
    let unseen = at_line(text, |line| !is_comment(line)).is_none();
    match opening(text) {
        _ if unseen && !ended => return None,
        Some(opening) if !ended && opening.next.is_none() && needs_next(opening.line) => {
            return None;
        }
        // The mark of the data of a page may be anywhere in it.
        Some(opening)
            if !ended && opening.line.starts_with('<') && in_line(opening.line).is_none() =>
        {
            return None;
        }
        _ => {}
    }
    let format = recognise(text);
    let vague = format.cut == Cut::Loose || format.name == native::FORMAT.name;
    if vague && !named_by_key(text) {
        // Words may precede the first address; the lines that follow decide whether they are prose.
        match remarks(text) {
            Some(before) => return Some((ChunkKind::Other(""), Cut::Lines, before)),
            None if !ended && text.len() < LOOK && !super::reading::looks_laid_out(text) => {
                return None;
            }
            None => {}
        }
    }
    // Lines of different formats may be mixed, so that the format of each is detected separately.
    let kind = match format.cut {
        Cut::Lines => ChunkKind::Other(""),
        _ if format.is_own() => ChunkKind::Native,
        _ => ChunkKind::Other(format.name),
    };
    Some((kind, format.cut, 0))
}

/// The most bytes in which prose before an address may end.
const LOOK: usize = 1 << 16;

/// Whether a text begins with a header of the text format.
fn named_by_key(text: &str) -> bool {
    at_line(text, |_| true).is_some_and(|opening| (native::FORMAT.is)(&opening))
}

/// Whether one line does not determine the format.
fn needs_next(line: &str) -> bool {
    let numbers = line.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_whitespace());
    numbers || line.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// The beginning of an input; `None` if there is nothing but blanks.
fn opening(text: &str) -> Option<Opening<'_>> {
    let first = at_line(text, |_| true)?;
    // A line that starts with `#` may be a comment or a row of a grid: the lines that follow decide.
    if is_comment(first.line) {
        let behind = at_line(text, |line| !is_comment(line));
        let told = behind.filter(|opening| {
            let unlike_rows = |f: &Format| {
                matches!(f.cut, Cut::Lines | Cut::Counted) || f.name == native::FORMAT.name
            };
            in_line(opening.line).is_some()
                || FORMATS.iter().any(|f| unlike_rows(f) && (f.is)(opening))
        });
        return Some(told.unwrap_or(first));
    }
    Some(first)
}

/// The first line that is not blank and that `wanted` accepts.
fn at_line(text: &str, wanted: impl Fn(&str) -> bool) -> Option<Opening<'_>> {
    let mut from = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        let behind = from + line.len();
        if !trimmed.is_empty() && wanted(trimmed) {
            let next = text[behind..].lines().next().map(str::trim_end);
            return Some(Opening { line: trimmed, next, text: &text[from..] });
        }
        from = behind;
    }
    None
}

fn is_comment(line: &str) -> bool {
    line.starts_with('#') || line.starts_with("//")
}

//! One tokenizer for data in any notation: numbers, names and signs, in groups, some of them under keys.
//!
//! Objects of JSON and JavaScript, lists and facts of Prolog, functions and relations of Essence, settings `n = 4`,
//! separated values and plain lines become one tree. Brackets, commas and the like only group values.

use super::bytes::{Line, plain};
use super::word::sign;
use clew_puzzle::puzzle::format::{MAX_PLACES, MAX_SIDE, ParseError, Token};
use std::borrow::Cow;

/// The most values of a text: each takes some 100 bytes.
const MAX_ITEMS: usize = MAX_PLACES + 2 * MAX_SIDE;

/// The longest type before a value, in characters.
const MAX_TYPE: usize = 64;

/// The most brackets within each other.
const MAX_DEPTH: usize = 64;

/// A value.
#[derive(Clone, Debug)]
pub(super) enum Value<'t> {
    Number(i64),
    /// A word, a sign of a cell, or a text in quotation marks.
    Name(Cow<'t, str>),
    /// `<` or `>`: whether the left one is smaller.
    Sign(bool),
    Group(Vec<Item<'t>>),
}

/// The separation of a value from the one before it, the weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Apart {
    Joined,
    Blank,
    Comma,
    Semicolon,
    Line,
    /// A new entry of a list whose entries take several lines.
    Entry,
}

/// A value with its key, if it has one.
#[derive(Clone, Debug)]
pub(super) struct Item<'t> {
    pub key: Option<Cow<'t, str>>,
    pub value: Value<'t>,
    /// Its text in the input; of a group all of it.
    pub at: Token<'t>,
    pub apart: Apart,
    /// Whether it is in quotation marks.
    pub quoted: bool,
    /// Whether a comma alone is before it.
    pub tight: bool,
    /// The column in which it or its key begins.
    pub column: usize,
}

impl<'t> Item<'t> {
    /// The items of a group.
    pub fn items(&self) -> Option<&[Item<'t>]> {
        match &self.value {
            Value::Group(items) => Some(items),
            _ => None,
        }
    }

    /// A word or a text.
    pub fn name(&self) -> Option<&str> {
        match &self.value {
            Value::Name(name) => Some(name),
            _ => None,
        }
    }

    /// A number, also in quotation marks.
    pub fn number(&self) -> Option<i64> {
        match &self.value {
            Value::Number(n) => Some(*n),
            Value::Name(text) if self.quoted => text.trim().parse().ok(),
            _ => None,
        }
    }
}

/// A bracket that is open, and its items so far.
struct Open<'t> {
    bracket: char,
    items: Vec<Item<'t>>,
    key: Option<Cow<'t, str>>,
    apart: Apart,
    at: Token<'t>,
}

struct Reader<'t> {
    text: &'t str,
    open: Vec<Open<'t>>,
    /// The key of the next value.
    key: Option<Cow<'t, str>>,
    key_at: Token<'t>,
    apart: Apart,
    count: usize,
    /// Whether the open line has a mark of quotation that is not closed.
    unclosed: bool,
    /// Whether an arrow leads to the next value.
    arrow: bool,
    /// The length of the tag that was taken last.
    tag: usize,
    /// Whether a comma was the last character.
    tight: bool,
    /// Whether no tag ends in the rest of the line.
    untagged: bool,
}

/// The brackets of a tag of XML that is open, and of an element after its tag.
const TAG: char = '<';
const ELEMENT: char = '>';

/// Whether items are the numbers of a place.
fn is_places(items: &[Item<'_>]) -> bool {
    !items.is_empty() && items.iter().all(|item| item.number().is_some())
}

/// The values of a text, of which these are the lines. Linear in the text.
///
/// # Errors
/// For brackets that do not match, and for too many values or brackets.
pub(super) fn read<'t>(text: &'t str, lines: &[Line<'t>]) -> Result<Vec<Item<'t>>, ParseError> {
    let at = lines.first().map_or(Token { text: "", line: 1, column: 1 }, Line::token);
    let top = Open { bracket: ' ', items: Vec::new(), key: None, apart: Apart::Joined, at };
    let mut reader = Reader {
        text,
        open: vec![top],
        key: None,
        key_at: at,
        apart: Apart::Line,
        count: 0,
        unclosed: false,
        arrow: false,
        tag: 0,
        tight: false,
        untagged: false,
    };
    for line in lines {
        reader.line(*line)?;
        if reader.open.len() == 1 || reader.is_in_element() {
            reader.heading(Apart::Line);
            reader.apart = reader.apart.max(Apart::Line);
        } else {
            reader.apart = reader.apart.max(Apart::Blank);
        }
    }
    while reader.is_in_element() {
        reader.end_element(at)?;
    }
    match reader.open.pop() {
        Some(top) if reader.open.is_empty() => Ok(top.items),
        Some(open) => Err(open.at.error("a bracket that is closed further on")),
        None => Ok(Vec::new()),
    }
}

/// Whether a character belongs to a word.
fn in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

impl<'t> Reader<'t> {
    fn here(&mut self) -> &mut Vec<Item<'t>> {
        let last = self.open.len() - 1;
        &mut self.open[last].items
    }

    fn push(&mut self, value: Value<'t>, at: Token<'t>, quoted: bool) -> Result<(), ParseError> {
        self.count += 1;
        if self.count > MAX_ITEMS {
            return Err(at.error(format!("at most {MAX_ITEMS} values of one puzzle")));
        }
        let apart = if std::mem::take(&mut self.arrow) { Apart::Joined } else { self.apart };
        let key = self.key.take();
        let column = if key.is_some() { self.key_at.column } else { at.column };
        let tight = std::mem::take(&mut self.tight);
        let item = Item { key, value, at, apart, quoted, tight, column };
        self.apart = Apart::Joined;
        self.here().push(item);
        Ok(())
    }

    /// Takes a key without a value on its line: it stands above the lines that follow.
    fn heading(&mut self, apart: Apart) {
        if let Some(key) = self.key.take() {
            let (value, at) = (Value::Group(Vec::new()), self.key_at);
            let (quoted, tight, column) = (false, false, at.column);
            let key = Some(key);
            self.here().push(Item { key, value, at, apart, quoted, tight, column });
        }
    }

    /// Takes the value before as the key of the next one.
    fn key_from_last(&mut self) {
        let Some(item) = self.here().pop() else { return };
        self.key_at = item.at;
        self.apart = item.apart;
        self.key = match item.value {
            Value::Name(name) => Some(name),
            _ => Some(item.at.text.into()),
        };
    }

    /// The heading of a table of TOML, `[name]` or `[[name]]`, as a key above the lines that follow.
    fn table(&mut self, line: &Line<'t>) -> bool {
        let at = line.token();
        let inner = |text: &'t str| text.strip_prefix('[')?.strip_suffix(']');
        let Some(name) = inner(at.text) else { return false };
        let name = inner(name).unwrap_or(name);
        let word = name.chars().all(|c| in_word(c) || c == '.') && !name.is_empty();
        if self.open.len() > 1 || !word || !name.starts_with(|c: char| c.is_alphabetic()) {
            return false;
        }
        (self.key, self.key_at) = (Some(name.into()), Token { text: name, ..at });
        self.heading(Apart::Entry);
        self.apart = Apart::Entry;
        true
    }

    fn line(&mut self, line: Line<'t>) -> Result<(), ParseError> {
        if self.table(&line) {
            return Ok(());
        }
        let mut rest = line;
        if let Some(named) = line.text.strip_prefix("#define ")
            && let Some(n) = named.trim_start().find(' ')
        {
            let from = line.text.len() - named.trim_start().len();
            let at = Token { text: &line.text[from..from + n], ..line.token() };
            (self.key, self.key_at) = (Some(at.text.into()), at);
            rest = line.skip(from + n);
        }
        self.unclosed = false;
        self.untagged = false;
        while let Some(c) = rest.text.chars().next() {
            let next = rest.text[c.len_utf8()..].chars().next();
            let n = match plain(c) {
                p if p.is_whitespace() => {
                    self.tight = false;
                    self.apart = self.apart.max(Apart::Blank);
                    c.len_utf8()
                }
                p @ ('[' | '{' | '(') => self.enter(p, &rest)?,
                p @ (']' | '}' | ')') => self.leave(p, &rest)?,
                ',' => {
                    self.empty_field(&rest)?;
                    self.tight = self.apart == Apart::Joined;
                    self.part(Apart::Comma, 1)
                }
                ';' | '|' => self.part(Apart::Semicolon, c.len_utf8()),
                '=' => {
                    self.equals();
                    1
                }
                ':' if next == Some('=') => {
                    self.equals();
                    2
                }
                ':' => {
                    self.colon(next);
                    c.len_utf8()
                }
                '<' if c == '<' && self.element(&rest)? > 0 => self.tag,
                '>' | '/'
                    if c.is_ascii() && self.open.last().is_some_and(|open| open.bracket == TAG) =>
                {
                    self.end_tag(&rest)?
                }
                p @ ('<' | '>') => {
                    let at = token(&rest, c.len_utf8());
                    self.push(Value::Sign(p == '<'), at, false)?;
                    c.len_utf8()
                }
                '-' => self.dash(&rest)?,
                '.' if self.ends_fact(next) => self.part(Apart::Semicolon, 1),
                '"' | '\'' | '`' if !self.unclosed => self.text(&rest)?,
                _ => self.word(&rest, 0)?,
            };
            rest = rest.skip(n);
        }
        Ok(())
    }

    /// Whether a dot ends what is before it; else it is a sign of a cell.
    fn ends_fact(&mut self, next: Option<char>) -> bool {
        let first = self.open.len() > 1 && self.here().is_empty();
        self.apart == Apart::Joined && next.is_none_or(|c| c != '.') && !first
    }

    /// Takes the empty place before a comma in a list.
    fn empty_field(&mut self, rest: &Line<'t>) -> Result<(), ParseError> {
        let bare = self.here().is_empty() || self.apart == Apart::Comma;
        let lists = self.here().iter().any(|item| item.items().is_some());
        if self.open.len() > 1 && bare && !lists && self.key.is_none() {
            self.push(Value::Name("".into()), token(rest, 0), false)?;
        }
        Ok(())
    }

    fn part(&mut self, apart: Apart, n: usize) -> usize {
        self.apart = self.apart.max(apart);
        n
    }

    fn enter(&mut self, bracket: char, rest: &Line<'t>) -> Result<usize, ParseError> {
        let at = token(rest, bracket.len_utf8());
        if self.open.len() == MAX_DEPTH {
            return Err(at.error(format!("at most {MAX_DEPTH} brackets within each other")));
        }
        // A name right before a parenthesis is that of a fact or function.
        let joined = self.apart == Apart::Joined && self.key.is_none();
        let name = self.here().last().is_some_and(|item| item.name().is_some() && !item.quoted);
        if bracket == '(' && joined && name {
            let key = self.here().last().and_then(|item| item.key.clone());
            self.key_from_last();
            self.key = key.or(self.key.take());
        }
        // `[]Point{`: a name right before a brace is a type.
        if bracket == '{' && joined && name {
            self.untyped();
        }
        let apart = if std::mem::take(&mut self.arrow) { Apart::Joined } else { self.apart };
        let key = self.key.take();
        self.open.push(Open { bracket, items: Vec::new(), key, apart, at });
        self.apart = Apart::Joined;
        Ok(at.text.len())
    }

    /// Takes away the type before a value, and brackets before the type; the key stays.
    fn untyped(&mut self) {
        let Some(named) = self.here().pop() else { return };
        (self.key, self.apart) = (named.key, named.apart);
        let empty = |item: &mut Item<'_>| item.items().is_some_and(<[_]>::is_empty);
        if self.apart == Apart::Joined
            && let Some(brackets) = self.here().pop_if(empty)
        {
            (self.key, self.apart) = (brackets.key, brackets.apart);
        }
    }

    fn leave(&mut self, bracket: char, rest: &Line<'t>) -> Result<usize, ParseError> {
        let end = token(rest, bracket.len_utf8());
        let wrong = end.error("a bracket that closes what one opened");
        let fits = |open: char| matches!((open, bracket), ('[', ']') | ('{', '}') | ('(', ')'));
        if self.open.len() < 2 || !self.open.last().is_some_and(|open| fits(open.bracket)) {
            return Err(wrong);
        }
        let Some(open) = self.open.pop() else { return Err(wrong) };
        (self.key, self.apart) = (open.key, open.apart);
        self.push(Value::Group(open.items), self.whole(open.at, end), false)?;
        Ok(end.text.len())
    }

    /// Whether the open group is an element of XML, after its tag.
    fn is_in_element(&self) -> bool {
        self.open.last().is_some_and(|open| open.bracket == ELEMENT)
    }

    /// The length of a tag's beginning, `<name`, which opens a group of its attributes and contents, or of a whole tag
    /// that ends one; 0 for a sign of order.
    fn element(&mut self, rest: &Line<'t>) -> Result<usize, ParseError> {
        self.tag = 0;
        if self.untagged {
            return Ok(0);
        }
        let inner = &rest.text[1..];
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if inner.starts_with(['/', '!', '?']) {
            let Some(to) = rest.text.find('>') else {
                self.untagged = true;
                return Ok(0);
            };
            if inner.starts_with('/') && self.is_in_element() {
                let at = token(rest, to + 1);
                self.end_element(at)?;
            }
            self.tag = to + 1;
            return Ok(self.tag);
        }
        let n = inner.find(|c| !is_name(c)).unwrap_or(inner.len());
        let starts = inner.starts_with(|c: char| c.is_ascii_lowercase());
        if !starts || !inner[n..].starts_with([' ', '>', '/']) {
            return Ok(0);
        }
        if !inner[n..].contains('>') {
            self.untagged = true;
            return Ok(0);
        }
        let at = token(rest, 1 + n);
        if self.open.len() == MAX_DEPTH {
            return Err(at.error(format!("at most {MAX_DEPTH} elements within each other")));
        }
        let key = Some(Cow::Borrowed(&inner[..n]));
        self.open.push(Open { bracket: TAG, items: Vec::new(), key, apart: Apart::Line, at });
        self.tag = 1 + n;
        Ok(self.tag)
    }

    /// The end of a tag, `>` or `/>`.
    fn end_tag(&mut self, rest: &Line<'t>) -> Result<usize, ParseError> {
        let last = self.open.len() - 1;
        self.open[last].bracket = ELEMENT;
        if !rest.text.starts_with('/') {
            return Ok(1);
        }
        let n = if rest.text.starts_with("/>") { 2 } else { 1 };
        self.end_element(token(rest, n))?;
        Ok(n)
    }

    fn end_element(&mut self, end: Token<'t>) -> Result<(), ParseError> {
        let Some(open) = self.open.pop() else { return Ok(()) };
        (self.key, self.apart) = (open.key, open.apart);
        self.push(Value::Group(open.items), self.whole(open.at, end), false)
    }

    /// The text from one token to the end of another.
    fn whole(&self, open: Token<'t>, end: Token<'t>) -> Token<'t> {
        let at = |token: Token<'t>| token.text.as_ptr() as usize - self.text.as_ptr() as usize;
        let text = at(open)..(at(end) + end.text.len()).max(at(open));
        Token { text: self.text.get(text).unwrap_or(open.text), ..open }
    }

    /// `name = value`: the name may have a type before it or behind it and dimensions after it; a place may be in
    /// place of a name.
    fn equals(&mut self) {
        // `name: type = value`
        if self.key.is_none()
            && let Some(last) = self.here().pop_if(|item| item.key.is_some() && !item.quoted)
        {
            match last.number().is_none() && !(last.items().is_some_and(is_places)) {
                true => {
                    (self.key, self.key_at, self.apart) = (last.key, last.at, last.apart);
                    return;
                }
                false => self.here().push(last),
            }
        }
        // A place is set to a value.
        let is_set = |item: &Item<'_>| {
            item.items().is_some_and(is_places) && (item.key.is_some() || item.apart == Apart::Line)
        };
        if self.here().last().is_some_and(is_set) {
            self.arrow = true;
            return;
        }
        let dimensions =
            |item: &mut Item<'_>| item.items().is_some() && item.apart == Apart::Joined;
        while self.here().len() > 1 && self.here().pop_if(dimensions).is_some() {}
        if self.key.is_none() && self.here().last().is_some_and(|item| item.name().is_some()) {
            self.key_from_last();
        }
    }

    fn colon(&mut self, next: Option<char>) {
        let object = self.open.last().is_some_and(|open| open.bracket == '{');
        let close = self.apart == Apart::Joined && self.key.is_none();
        let Some(last) = self.here().last().filter(|_| close) else { return };
        let label = last.number().is_some() && !last.quoted;
        let apart = object || next.is_none_or(|c| !c.is_ascii_digit());
        if last.key.is_none() && (last.name().is_some() || label && apart) {
            self.key_from_last();
        }
    }

    /// An arrow, a negative number, a join of places or a sign of a cell.
    fn dash(&mut self, rest: &Line<'t>) -> Result<usize, ParseError> {
        let text = rest.text;
        let dashes: usize = text.chars().take_while(|c| plain(*c) == '-').map(char::len_utf8).sum();
        let behind = text[dashes..].chars().next();
        if behind == Some('>') {
            // Both sides of an arrow belong together.
            self.arrow = true;
            return Ok(dashes + 1);
        }
        // The mark of an item of a list of YAML.
        let first = self.open.len() == 1 && self.apart >= Apart::Line;
        if first && dashes == 1 && text.starts_with("- ") && text.contains(['[', '{', ':']) {
            self.apart = Apart::Entry;
            return Ok(1);
        }
        let after = self.apart == Apart::Joined && !self.here().is_empty();
        match behind {
            Some(c) if after && (c.is_alphanumeric() || c == '(') => Ok(dashes),
            Some(c) if c.is_ascii_digit() && dashes == 1 => self.word(rest, dashes),
            _ => {
                self.push(Value::Name("-".into()), token(rest, dashes), false)?;
                Ok(dashes)
            }
        }
    }

    /// A text in quotation marks; a mark that is not closed on its line is a sign.
    fn text(&mut self, rest: &Line<'t>) -> Result<usize, ParseError> {
        let mut chars = rest.text.char_indices();
        let Some((_, mark)) = chars.next() else { return Ok(0) };
        let mut escaped = false;
        let end = chars.find(|&(_, c)| {
            let closes = !escaped && plain(c) == plain(mark);
            escaped = !escaped && c == '\\';
            closes
        });
        let Some((end, close)) = end else {
            // The rest of the line is looked through once, not for each mark.
            self.unclosed = true;
            return self.word(rest, 0);
        };
        let inner = &rest.text[mark.len_utf8()..end];
        let shown = if inner.contains('\\') { unescaped(inner).into() } else { inner.into() };
        let n = end + close.len_utf8();
        self.push(Value::Name(shown), token(rest, n), true)?;
        Ok(n)
    }

    /// Whether a number goes on after its point, or ends with it in a list: `[1. 0.]`.
    fn is_fraction(&self, rest: &str) -> bool {
        let end = |c: char| c.is_whitespace() || c == ',' || c == ']';
        rest.starts_with(|c: char| c.is_ascii_digit())
            || self.open.len() > 1 && rest.starts_with(end)
    }

    /// A word, a number, or another sign; `minus` is the length of a minus before it.
    fn word(&mut self, rest: &Line<'t>, minus: usize) -> Result<usize, ParseError> {
        let text = rest.text;
        let run = |from: usize, is: fn(char) -> bool| {
            from + text[from..].chars().take_while(|c| is(*c)).map(char::len_utf8).sum::<usize>()
        };
        let digits = run(minus, |c| c.is_ascii_digit());
        let after = &text[digits..];
        let fraction = after.strip_prefix('.').filter(|_| digits > minus);
        let (n, value) = if digits == minus {
            match run(minus, in_word) {
                n if n == minus => {
                    // A sign may be repeated to fill its cell.
                    let first = text.chars().next().filter(|c| "?.#*·□■~".contains(*c));
                    let one = text.chars().next().map_or(0, char::len_utf8);
                    let n = first.map_or(one, |c| text.len() - text.trim_start_matches(c).len());
                    (n, Value::Name(sign(&text[..n]).into()))
                }
                n if text[..n].eq("be") && self.open.len() == 1 => {
                    self.equals();
                    return Ok(n);
                }
                // `new Point(1, 2)`, `new int[][] {...}`: the word and the type before a value in braces.
                n if text[..n].eq("new") => {
                    let of = |c: char| in_word(c) || " .<>[]".contains(c);
                    let of: usize = text[n..]
                        .chars()
                        .take(MAX_TYPE)
                        .take_while(|c| of(*c))
                        .map(char::len_utf8)
                        .sum();
                    let value = text[n + of..].starts_with(['(', '{']);
                    return Ok(if value { n + of } else { n });
                }
                n => (n, Value::Name(text[..n].into())),
            }
        } else if fraction.is_some_and(|rest| rest.starts_with('.')) {
            // A span, 1..4.
            let n = run(digits + 2, in_word);
            (n, Value::Name(text[..n].into()))
        } else if fraction.is_some_and(|rest| self.is_fraction(rest)) {
            let n = run(digits + 1, |c| c.is_ascii_digit());
            let whole = text[digits + 1..n].bytes().all(|b| b == b'0');
            let number = text[..digits].parse().ok().filter(|_| whole);
            (n, number.map_or(Value::Name(text[..n].into()), Value::Number))
        } else {
            let crossed = after.starts_with(['x', 'X', '×'])
                && after.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
            let n = run(digits, in_word);
            if crossed && text[digits..n].chars().skip(1).all(|c| c.is_ascii_digit()) {
                let number = text[..digits].parse().unwrap_or(i64::MAX);
                self.push(Value::Number(number), token(rest, digits), false)?;
                return Ok(digits + after.chars().next().map_or(0, char::len_utf8));
            }
            let number = text[..digits].parse().ok().filter(|_| n == digits);
            (n, number.map_or(Value::Name(text[..n].into()), Value::Number))
        };
        self.push(value, token(rest, n), false)?;
        Ok(n)
    }
}

fn token<'t>(rest: &Line<'t>, n: usize) -> Token<'t> {
    Token { text: &rest.text[..n], line: rest.number, column: rest.column }
}

/// A text without its escapes, as JSON has them, or about so.
fn unescaped(inner: &str) -> String {
    let roughly = || inner.replace("\\n", "\n").replace("\\t", "\t").replace('\\', "");
    serde_json::from_str(&format!("\"{inner}\"")).unwrap_or_else(|_| roughly())
}

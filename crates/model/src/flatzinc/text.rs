//! The words of a FlatZinc file, each with its place.

use clew_puzzle::puzzle::format::{ParseError, quote};

/// A word of the language.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Token<'a> {
    /// A name or a keyword.
    Name(&'a str),
    /// A whole number.
    Int(i64),
    /// A number with a fraction or an exponent, which nothing here computes with.
    Float(&'a str),
    /// The text between double quotes.
    Text(&'a str),
    /// One of `( ) [ ] { } , : ; =`, or `..` and `::` as one.
    Sign(&'a str),
    /// After the last one.
    End,
}

/// Reads word after word.
#[derive(Clone)]
pub(super) struct Words<'a> {
    text: &'a str,
    /// Where the word begins that is read next.
    at: usize,
    token: Token<'a>,
    /// Where the present word begins.
    begun: usize,
    /// Lists within lists.
    depth: u32,
}

/// Lists within lists; searches are nested as deep in annotations.
const MAX_DEPTH: u32 = 100;

impl<'a> Words<'a> {
    /// At the first word.
    ///
    /// # Errors
    /// If there is no word where one begins.
    pub fn new(text: &'a str) -> Result<Words<'a>, ParseError> {
        let mut words = Words { text, at: 0, token: Token::End, begun: 0, depth: 0 };
        words.next()?;
        Ok(words)
    }

    /// The present word.
    pub fn token(&self) -> Token<'a> {
        self.token
    }

    /// Goes to the next word and returns the present one.
    ///
    /// # Errors
    /// If the next one is none.
    pub fn next(&mut self) -> Result<Token<'a>, ParseError> {
        let token = self.token;
        self.skip();
        self.begun = self.at;
        self.token = self.scan()?;
        Ok(token)
    }

    /// Takes this sign if it is the present word.
    ///
    /// # Errors
    /// As [`Words::next`].
    pub fn takes(&mut self, sign: &str) -> Result<bool, ParseError> {
        let here = matches!(self.token, Token::Sign(found) if found == sign);
        if here {
            self.next()?;
        }
        Ok(here)
    }

    /// Takes this sign.
    ///
    /// # Errors
    /// If it is not the present word.
    pub fn sign(&mut self, sign: &str) -> Result<(), ParseError> {
        if self.takes(sign)? { Ok(()) } else { Err(self.wrong(format!("{sign:?}"))) }
    }

    /// Takes a name.
    ///
    /// # Errors
    /// If the present word is none.
    pub fn name(&mut self, expected: &str) -> Result<&'a str, ParseError> {
        let Token::Name(name) = self.token else { return Err(self.wrong(expected)) };
        self.next()?;
        Ok(name)
    }

    /// Takes this keyword.
    ///
    /// # Errors
    /// If it is not the present word.
    pub fn keyword(&mut self, word: &str) -> Result<(), ParseError> {
        if self.token != Token::Name(word) {
            return Err(self.wrong(format!("{word:?}")));
        }
        self.next().map(drop)
    }

    /// Takes a whole number.
    ///
    /// # Errors
    /// If the present word is none.
    pub fn int(&mut self) -> Result<i64, ParseError> {
        let Token::Int(number) = self.token else { return Err(self.wrong("a whole number")) };
        self.next()?;
        Ok(number)
    }

    /// A nested list begins here; `depth` counts the enclosing lists.
    ///
    /// # Errors
    /// If it is nested too deeply.
    pub fn deeper(&mut self) -> Result<(), ParseError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.wrong(format!("at most {MAX_DEPTH} lists in each other")));
        }
        Ok(())
    }

    /// A list ends.
    pub fn back(&mut self) {
        self.depth -= 1;
    }

    /// The error that the present word is not the expected one.
    pub fn wrong(&self, expected: impl Into<String>) -> ParseError {
        self.wrong_at(self.begun, expected)
    }

    /// Where the present word begins, for errors that are found later.
    pub fn place(&self) -> usize {
        self.begun
    }

    /// The error that the text at a place is not the expected one.
    pub fn wrong_at(&self, place: usize, expected: impl Into<String>) -> ParseError {
        let before = &self.text[..place];
        let begin = before.rfind('\n').map_or(0, |end| end + 1);
        let rest = self.text[place..].split(['\n', ';']).next().unwrap_or("");
        ParseError {
            line: before.matches('\n').count() + 1,
            column: before[begin..].chars().count() + 1,
            found: if rest.is_empty() { "the end".into() } else { quote(rest.trim_end()) },
            expected: expected.into(),
        }
    }

    /// Blanks and comments.
    fn skip(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let blank = rest.len() - rest.trim_start().len();
            self.at += blank;
            let rest = &rest[blank..];
            if !rest.starts_with('%') {
                return;
            }
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    fn scan(&mut self) -> Result<Token<'a>, ParseError> {
        let rest = &self.text[self.at..];
        let Some(first) = rest.bytes().next() else { return Ok(Token::End) };
        let word =
            |keep: &dyn Fn(u8) -> bool| rest.bytes().position(|b| !keep(b)).unwrap_or(rest.len());
        match first {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                let length = word(&|b| b.is_ascii_alphanumeric() || b == b'_');
                self.at += length;
                Ok(Token::Name(&rest[..length]))
            }
            b'0'..=b'9' | b'-' | b'+' => self.number(rest),
            b'"' => {
                let Some(length) =
                    rest[1..].find(['"', '\n']).filter(|&n| rest.as_bytes()[n + 1] == b'"')
                else {
                    return Err(self.wrong("a text that ends on its line"));
                };
                self.at += length + 2;
                Ok(Token::Text(&rest[1..=length]))
            }
            _ => {
                let signs = ["..", "::", "(", ")", "[", "]", "{", "}", ",", ":", ";", "="];
                let sign = signs.into_iter().find(|&sign| rest.starts_with(sign));
                let sign = sign.ok_or_else(|| self.wrong("a word of FlatZinc"))?;
                self.at += sign.len();
                Ok(Token::Sign(sign))
            }
        }
    }

    fn number(&mut self, rest: &'a str) -> Result<Token<'a>, ParseError> {
        let digits =
            |from: usize| from + rest[from..].bytes().take_while(u8::is_ascii_digit).count();
        let signed = usize::from(rest.starts_with(['-', '+']));
        let whole = digits(signed);
        if whole == signed {
            return Err(self.wrong("a number"));
        }
        let mut end = whole;
        // `1..5` is a range.
        if rest[end..].starts_with('.') && digits(end + 1) > end + 1 {
            end = digits(end + 1);
        }
        if rest[end..].starts_with(['e', 'E']) {
            let sign = usize::from(rest[end + 1..].starts_with(['-', '+']));
            end = digits(end + 1 + sign);
        }
        self.at += end;
        if end > whole {
            return Ok(Token::Float(&rest[..end]));
        }
        rest[..end].parse().map(Token::Int).map_err(|_| self.wrong("a number below 2^63"))
    }
}

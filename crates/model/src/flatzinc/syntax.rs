//! The items of a FlatZinc file.

use super::text::{Token, Words};
use clew_puzzle::puzzle::format::ParseError;
use rustc_hash::FxHashMap;

/// An argument, an element of an array, or a part of an annotation.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Term<'a> {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number with a fraction.
    Float(&'a str),
    /// A text.
    Text(&'a str),
    /// The numbers from one to another.
    Range(i64, i64),
    /// Some numbers, as they were written.
    Set(Vec<i64>),
    /// A variable, a parameter or an array.
    Name(&'a str),
    /// An element of an array, counted from 1.
    At(&'a str, i64),
    /// A list.
    Array(Vec<Term<'a>>),
    /// An annotation with arguments.
    Call(&'a str, Vec<Term<'a>>),
}

/// The index in a list, counted from 0, of a place counted from 1.
pub(super) fn place(at: i64) -> Option<usize> {
    usize::try_from(at.checked_sub(1)?).ok()
}

/// The type of a variable with its values.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Kind {
    /// A truth value.
    Bool,
    /// A whole number, of these if something is stated.
    Int(Option<Domain>),
}

/// Values of a variable.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Domain {
    /// All from one to another.
    Range(i64, i64),
    /// These.
    Set(Vec<i64>),
}

/// A variable.
pub(super) struct Declared<'a> {
    pub name: &'a str,
    pub kind: Kind,
    pub notes: Vec<Term<'a>>,
    /// The term that it equals by declaration.
    pub value: Option<Term<'a>>,
    pub place: usize,
}

/// An array: of variables, or a parameter.
pub(super) struct List<'a> {
    pub name: &'a str,
    /// Whether its elements are truth values.
    pub bools: bool,
    pub elements: Vec<Term<'a>>,
    pub notes: Vec<Term<'a>>,
}

/// A constraint.
pub(super) struct FznConstraint<'a> {
    pub name: &'a str,
    pub arguments: Vec<Term<'a>>,
    pub notes: Vec<Term<'a>>,
    pub place: usize,
}

impl<'a> FznConstraint<'a> {
    /// The name of the constraint in the model, or else its kind.
    pub fn called(&self) -> &'a str {
        let name = |note: &Term<'a>| match note {
            Term::Call("mzn_constraint_name", arguments) => match arguments[..] {
                [Term::Text(name)] => Some(name),
                _ => None,
            },
            _ => None,
        };
        self.notes.iter().find_map(name).unwrap_or(self.name)
    }
}

/// The goal of the `solve` item.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Wanted<'a> {
    /// A solution.
    Any,
    /// One with the least value.
    Least(Term<'a>),
    /// One with the greatest value.
    Most(Term<'a>),
}

/// The ends of a range of fractions, as they are written.
type Ends<'a> = (&'a str, &'a str);

/// A file.
pub(super) struct Items<'a> {
    /// Parameters with their values.
    pub parameters: Vec<(&'a str, Term<'a>)>,
    pub lists: Vec<List<'a>>,
    pub variables: Vec<Declared<'a>>,
    /// The variables of fractions, with the ends of their ranges as they are written, where there are any.
    pub fractions: FxHashMap<&'a str, Option<Ends<'a>>>,
    pub constraints: Vec<FznConstraint<'a>>,
    pub wanted: Wanted<'a>,
    pub wanted_at: usize,
    /// How a modeller would search.
    pub search: Vec<Term<'a>>,
}

/// Reads a file.
///
/// # Errors
/// The first place that is not as the language has it, or a type that is not treated here.
pub(super) fn parse<'a>(words: &mut Words<'a>) -> Result<Items<'a>, ParseError> {
    let mut items = Items {
        parameters: Vec::new(),
        lists: Vec::new(),
        variables: Vec::new(),
        fractions: FxHashMap::default(),
        constraints: Vec::new(),
        wanted: Wanted::Any,
        wanted_at: 0,
        search: Vec::new(),
    };
    loop {
        let place = words.place();
        match words.token() {
            Token::Name("predicate") => {
                while !words.takes(";")? {
                    if words.next()? == Token::End {
                        return Err(words.wrong("\";\""));
                    }
                }
            }
            Token::Name("constraint") => {
                words.next()?;
                let name = words.name("a constraint")?;
                let arguments = listed(words, "(", ")")?;
                let notes = notes(words)?;
                words.sign(";")?;
                items.constraints.push(FznConstraint { name, arguments, notes, place });
            }
            Token::Name("solve") => {
                words.next()?;
                items.search = notes(words)?;
                items.wanted_at = words.place();
                items.wanted = match words.name("satisfy, minimize or maximize")? {
                    "satisfy" => Wanted::Any,
                    "minimize" => Wanted::Least(term(words)?),
                    "maximize" => Wanted::Most(term(words)?),
                    _ => {
                        return Err(
                            words.wrong_at(items.wanted_at, "satisfy, minimize or maximize")
                        );
                    }
                };
                words.sign(";")?;
            }
            Token::End => return Ok(items),
            _ => declaration(words, &mut items)?,
        }
    }
}

/// A parameter, a variable or an array.
fn declaration<'a>(words: &mut Words<'a>, items: &mut Items<'a>) -> Result<(), ParseError> {
    let place = words.place();
    let is_array = words.token() == Token::Name("array");
    if is_array {
        words.next()?;
        words.sign("[")?;
        range(words)?;
        words.sign("]")?;
        words.keyword("of")?;
    }
    let is_variable = words.token() == Token::Name("var");
    if is_variable {
        words.next()?;
    }
    // A list of sets that are variables is one of none: clew's library turns the others into truth values.
    let ends = if is_variable && !is_array { fractions(words)? } else { None };
    let kind = match ends {
        Some(_) => Kind::Int(None),
        None => kind(words, is_variable && !is_array)?,
    };
    words.sign(":")?;
    let name = words.name("a name")?;
    let notes = notes(words)?;
    let value = if words.takes("=")? { Some(term(words)?) } else { None };
    let missing = || words.wrong("\"=\" and a value");
    match (is_array, is_variable) {
        (true, _) => {
            let Some(Term::Array(elements)) = value else { return Err(missing()) };
            items.lists.push(List { name, bools: kind == Kind::Bool, elements, notes });
        }
        (false, true) => {
            items.fractions.extend(ends.map(|ends| (name, ends)));
            items.variables.push(Declared { name, kind, notes, value, place });
        }
        (false, false) => items.parameters.push((name, value.ok_or_else(missing)?)),
    }
    words.sign(";")
}

/// The type of a variable of fractions, and the ends of its range; `None` for another type.
fn fractions<'a>(words: &mut Words<'a>) -> Result<Option<Option<Ends<'a>>>, ParseError> {
    match words.token() {
        Token::Name("float") => words.next().map(|_| Some(None)),
        Token::Float(low) => {
            words.next()?;
            words.sign("..")?;
            let Token::Float(high) = words.next()? else {
                return Err(words.wrong("a number with a fraction"));
            };
            Ok(Some(Some((low, high))))
        }
        _ => Ok(None),
    }
}

/// A type: the domain of a variable, or the kind of a parameter.
fn kind(words: &mut Words<'_>, is_variable: bool) -> Result<Kind, ParseError> {
    match words.token() {
        Token::Name("bool") => words.next().map(|_| Kind::Bool),
        Token::Name("int") => words.next().map(|_| Kind::Int(None)),
        Token::Name("float") if !is_variable => words.next().map(|_| Kind::Int(None)),
        Token::Name("set") if !is_variable => {
            words.next()?;
            words.keyword("of")?;
            kind(words, false)
        }
        Token::Int(_) => range(words).map(|(low, high)| Kind::Int(Some(Domain::Range(low, high)))),
        Token::Sign("{") => Ok(Kind::Int(Some(Domain::Set(numbers(words)?)))),
        Token::Name("set") => {
            Err(words.wrong("a type of whole numbers or truth values; without clew's library for MiniZinc sets are not treated"))
        }
        _ => Err(words.wrong("a type: bool, int, a range or a set of numbers")),
    }
}

fn range(words: &mut Words<'_>) -> Result<(i64, i64), ParseError> {
    // Arrays of declared constraints may have any index set.
    if words.token() == Token::Name("int") {
        words.next()?;
        return Ok((1, i64::MAX));
    }
    let low = words.int()?;
    words.sign("..")?;
    Ok((low, words.int()?))
}

fn numbers(words: &mut Words<'_>) -> Result<Vec<i64>, ParseError> {
    let mut numbers = Vec::new();
    for term in listed(words, "{", "}")? {
        match term {
            Term::Int(number) => numbers.push(number),
            _ => return Err(words.wrong("whole numbers in the set before")),
        }
    }
    Ok(numbers)
}

/// The annotations here.
fn notes<'a>(words: &mut Words<'a>) -> Result<Vec<Term<'a>>, ParseError> {
    let mut notes = Vec::new();
    while words.takes("::")? {
        notes.push(term(words)?);
    }
    Ok(notes)
}

fn listed<'a>(words: &mut Words<'a>, open: &str, close: &str) -> Result<Vec<Term<'a>>, ParseError> {
    words.sign(open)?;
    words.deeper()?;
    let mut terms = Vec::new();
    while !words.takes(close)? {
        terms.push(term(words)?);
        if !words.takes(",")? {
            words.sign(close)?;
            break;
        }
    }
    words.back();
    Ok(terms)
}

fn term<'a>(words: &mut Words<'a>) -> Result<Term<'a>, ParseError> {
    match words.token() {
        Token::Int(low) => {
            words.next()?;
            if words.takes("..")? { Ok(Term::Range(low, words.int()?)) } else { Ok(Term::Int(low)) }
        }
        Token::Float(number) => {
            words.next()?;
            // A range of numbers with fractions in an annotation.
            if words.takes("..")? {
                words.next()?;
            }
            Ok(Term::Float(number))
        }
        Token::Text(text) => words.next().map(|_| Term::Text(text)),
        Token::Sign("[") => listed(words, "[", "]").map(Term::Array),
        Token::Sign("{") => numbers(words).map(Term::Set),
        Token::Name("true") => words.next().map(|_| Term::Bool(true)),
        Token::Name("false") => words.next().map(|_| Term::Bool(false)),
        Token::Name(name) => {
            words.next()?;
            match words.token() {
                Token::Sign("(") => Ok(Term::Call(name, listed(words, "(", ")")?)),
                Token::Sign("[") => {
                    words.next()?;
                    let at = words.int()?;
                    words.sign("]")?;
                    Ok(Term::At(name, at))
                }
                _ => Ok(Term::Name(name)),
            }
        }
        _ => Err(words.wrong("a value, a name or a list")),
    }
}

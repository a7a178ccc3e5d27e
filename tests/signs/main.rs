//! Common variants of the usual rules: differences in squares, lines of numbers that begin elsewhere than with 1,
//! labels that occur more than twice. Every rule is tested against an independent brute force.

mod support;

mod lines;
mod links;
mod squares;

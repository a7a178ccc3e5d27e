//! Rules that people ask for beside the usual ones: differences in squares, lines of numbers that begin elsewhere than
//! with 1, labels that stand more than twice. Every rule is tested against an independent brute force.

mod support;

mod lines;
mod links;
mod squares;

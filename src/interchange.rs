//! Formats of other programs: addresses, ids and files. This is the crate of the formats; the functions here that read
//! register the families of this library first.

pub use clew_formats::*;

use clew_puzzle::puzzle::Entry;
use clew_puzzle::puzzle::format::{Chunk, ParseError, Piece};

/// [`clew_formats::read`] with the families of this library.
///
/// # Errors
/// The first mistake, with its position.
pub fn read(chunk: &Chunk<'_>, reading: &Reading) -> Result<Entry, ParseError> {
    clew_families::install();
    clew_formats::read(chunk, reading)
}

/// [`clew_formats::read_piece`] with the families of this library.
///
/// # Errors
/// The first mistake, with its position.
pub fn read_piece(piece: &Piece, reading: &Reading) -> Result<Entry, ParseError> {
    clew_families::install();
    clew_formats::read_piece(piece, reading)
}

/// [`clew_formats::read_all`] with the families of this library.
pub fn read_all(text: &str, reading: &Reading) -> Vec<Result<Entry, ParseError>> {
    clew_families::install();
    clew_formats::read_all(text, reading)
}

/// [`clew_formats::recognise`] with the families of this library.
pub fn recognise(text: &str) -> &'static Format {
    clew_families::install();
    clew_formats::recognise(text)
}

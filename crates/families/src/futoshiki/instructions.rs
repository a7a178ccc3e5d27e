//! The instructions for the player of a square.

use super::Futoshiki;

/// The rules in sentences, for the kinds of clues that the square has.
pub(super) fn text(square: &Futoshiki) -> String {
    let mut text = String::from(
        "Fill the cells with numbers so that every row and every column has the numbers from 1 up to its \
         length, each once.",
    );
    if !square.less.is_empty() {
        text += " A sign between two cells points to the smaller number.";
    }
    let by = |one: bool| square.gaps.iter().any(|gap| gap.is && (gap.by == 1) == one);
    text += match (by(true), by(false)) {
        (true, true) => {
            " Numbers with a circle between them differ by one, or by the number in the circle."
        }
        (true, false) => " Numbers with a circle between them differ by one.",
        (false, true) => " Numbers with a circle between them differ by the number in it.",
        (false, false) => "",
    };
    text
}

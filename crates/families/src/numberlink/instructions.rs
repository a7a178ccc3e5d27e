//! The instructions for the player of a numberlink.

use super::{Cover, Touch};
use clew_puzzle::puzzle::Board;
use clew_puzzle::puzzle::wording::{steps, walls};

/// The rules in sentences. `often`: labels may stand more often than twice.
pub(super) fn text(
    board: &Board,
    labels: &[String],
    (cover, touch): (Cover, Touch),
    often: bool,
) -> String {
    let is_number = |label: &String| label.chars().all(|c| c.is_ascii_digit());
    let what = if labels.iter().all(is_number) { "numbers" } else { "letters" };
    let pairs = match often {
        true => format!("Join the {what} in pairs of equal ones"),
        false => format!("Join each pair of equal {what}"),
    };
    let full = match cover {
        Cover::All => "Every cell is on a path",
        Cover::Partial => "Cells may stay empty",
    };
    let touch = match touch {
        Touch::No => " No path runs next to itself.",
        Touch::No2x2 => " No path fills a block of 2 by 2 cells.",
        Touch::Yes => "",
    };
    let bridges = match board.bridges().is_empty() {
        true => "",
        false => " On bridges one path goes over another one, straight on.",
    };
    format!(
        "{pairs} by a path that goes {}. Paths do not cross or share cells. {full}.{touch}{bridges}{}",
        steps(board),
        walls(board)
    )
}

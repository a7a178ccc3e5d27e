//! Twelve models of the literature, each with its published answer, which is asserted.
//!
//! `cargo run --release --example models` runs all of them and shows the time of each; with names, those:
//! `cargo run --release --example models -- golomb_ruler job_shop`.

use clew::model::ModelError;
use std::time::Instant;

mod car_sequencing;
mod golomb_ruler;
mod job_shop;
mod kakuro;
#[path = "../killer_sudoku.rs"]
mod killer_sudoku;
#[path = "../knights_tour.rs"]
mod knights_tour;
#[path = "../magic_square.rs"]
mod magic_square;
mod nonogram;
mod quasigroup;
mod skyscrapers;
mod slitherlink;
mod social_golfers;

/// Builds a model, solves it, prints and asserts the answer.
type Run = fn() -> Result<(), ModelError>;

const MODELS: [(&str, Run); 12] = [
    ("car_sequencing", car_sequencing::main),
    ("golomb_ruler", golomb_ruler::main),
    ("job_shop", job_shop::main),
    ("kakuro", kakuro::main),
    ("killer_sudoku", killer_sudoku::main),
    ("knights_tour", knights_tour::main),
    ("magic_square", magic_square::main),
    ("nonogram", nonogram::main),
    ("quasigroup", quasigroup::main),
    ("skyscrapers", skyscrapers::main),
    ("slitherlink", slitherlink::main),
    ("social_golfers", social_golfers::main),
];

fn main() -> Result<(), ModelError> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for (name, run) in MODELS {
        if wanted.is_empty() || wanted.iter().any(|w| w == name) {
            println!("== {name}");
            let start = Instant::now();
            run()?;
            println!("{:.1} ms\n", start.elapsed().as_secs_f64() * 1e3);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::MODELS;

    #[test]
    fn every_model_has_its_published_answer() {
        for (name, run) in MODELS {
            run().unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

//! The examples of the modelling API, run unchanged: each asserts its claims.

#[path = "../../examples/killer_sudoku.rs"]
mod killer_sudoku;
#[path = "../../examples/knights_tour.rs"]
mod knights_tour;
#[path = "../../examples/magic_square.rs"]
mod magic_square;

#[path = "../../examples/own_constraint.rs"]
mod own_constraint;

#[test]
fn killer_sudoku() {
    killer_sudoku::main().expect("the model can be stated and answered");
}

#[test]
fn knights_tour() {
    knights_tour::main().expect("the model can be stated and answered");
}

#[test]
fn magic_square() {
    magic_square::main().expect("the model can be stated and answered");
}

#[test]
fn own_constraint() {
    own_constraint::main().expect("the model can be stated and answered");
}

#[test]
fn examples_are_short() {
    for name in ["killer_sudoku", "knights_tour", "magic_square"] {
        let path = format!("{}/examples/{name}.rs", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("an example can be read");
        assert!(text.lines().count() <= 60, "{name} has more than 60 lines");
    }
}

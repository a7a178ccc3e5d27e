//! Runs the examples of the engine: each asserts its own claims.

#[path = "../examples/check_explanations.rs"]
mod check_explanations;
#[path = "../examples/order_literals.rs"]
mod order_literals;
#[path = "../examples/own_decider.rs"]
mod own_decider;
#[path = "../examples/own_propagator.rs"]
mod own_propagator;
#[path = "../examples/profile.rs"]
mod profile;

#[test]
fn explanations_are_checked() {
    check_explanations::main();
}

#[test]
fn bounds_are_one_literal() {
    order_literals::main();
}

#[test]
fn somebody_else_decides() {
    own_decider::main();
}

#[test]
fn a_propagator_is_checked_and_used() {
    own_propagator::main();
}

#[test]
fn a_profile_has_names() {
    profile::main();
}

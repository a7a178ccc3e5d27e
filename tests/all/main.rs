//! Every test of the library and of the program, in one binary: one link instead of thirty.
//!
//! `cargo test` runs it; `cargo test --test all modes::` one module of it.

mod architecture;
mod bad_input;
mod cli;
mod cli_count;
mod cli_mend;
mod cli_output;
mod cli_stream;
mod counting;
mod counting_limits;
mod figures;
mod futoshiki;
mod infeasible;
mod instances;
mod learning;
mod limits;
mod local_search;
mod make_instances;
mod model;
mod model_examples;
mod model_random;
mod modes;
mod networks_hidato;
mod networks_path;
mod numberlink_networks;
mod objectives;
mod plans;
mod points;
mod propagators;
mod propagators_gap;
mod propagators_hidato;
mod propagators_links;
mod propagators_model;
mod propagators_path;
mod propagators_square;
mod readme;
mod repair;
mod search;
mod support;
mod team;
mod undirected;
mod whereabouts;

//! Arithmetic and choice on numbers: the largest of some, products, an element of a list, differing numbers, resources
//! over time.
//!
//! A variable of the kernel has the values `0 ..`; a [`Number`] is a variable with the number that its value 0
//! stands for, so that these constraints need no common range.

pub mod cumulative;
pub mod different;
pub mod element;
pub mod energy;
pub mod maximum;
pub mod product;
pub mod view;

pub use cumulative::{Amount, Cumulative, Job};
pub use different::BoundsDifferent;
pub use element::Element;
pub use energy::Energy;
pub use maximum::Maximum;
pub use product::Product;
pub use view::Number;

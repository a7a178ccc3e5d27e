//! Certificates, and models for other solvers.

pub mod certificate;
pub mod certified;
pub mod modelled;
pub mod models;

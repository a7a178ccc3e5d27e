//! Writes the JSON schemas of all documents and of requests into a folder: `docs/schema`, if none is named.
//!
//! `cargo run --features schema --example schemas`

use std::{env, fs, io, path::PathBuf};

fn main() -> io::Result<()> {
    let usual = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/schema");
    let folder = env::args_os().nth(1).map_or_else(usual, PathBuf::from);
    for file in clew::api::schemas::all() {
        fs::write(folder.join(&file.name), file.text())?;
    }
    Ok(())
}

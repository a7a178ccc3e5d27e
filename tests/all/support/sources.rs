//! The sources of the project as files.

use std::path::{Path, PathBuf};

/// The Rust files below a folder, sorted, but for those of builds.
pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let is_rust = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "rs");
    let below = |path: PathBuf| match path.is_dir() {
        true if path.ends_with("target") => Vec::new(),
        true => rust_files(&path),
        false => Some(path).filter(is_rust).into_iter().collect(),
    };
    paths.into_iter().flat_map(below).collect()
}

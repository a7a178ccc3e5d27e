//! All packages have one version, which `release/version` sets.

use std::path::Path;

/// The versions that follow `before` in a file, each up to the next quote.
fn stated(name: &str, before: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{name}: {why}"));
    let lines = text.lines().filter_map(|line| line.split_once(before));
    lines.map(|(_, rest)| rest.split('"').next().unwrap_or_default().to_string()).collect()
}

#[test]
fn every_package_has_the_version_of_the_program() {
    let version = env!("CARGO_PKG_VERSION");
    for (name, before) in [
        ("Cargo.toml", "path = \"crates/"),
        ("python/Cargo.toml", "version = \""),
        ("ffi/Cargo.toml", "version = \""),
        ("web/wasm/Cargo.toml", "version = \""),
        ("web/npm/package.json", "\"version\": \""),
    ] {
        // The package's own line comes first; those of dependencies follow. In the workspace every crate's counts.
        let found = match name {
            "Cargo.toml" => stated(name, ", version = \"")
                .into_iter()
                .take(stated(name, before).len())
                .collect(),
            _ => stated(name, before).into_iter().take(1).collect::<Vec<_>>(),
        };
        assert!(!found.is_empty(), "{name} states no version");
        assert!(
            found.iter().all(|stated| stated == version),
            "{name}: {found:?}, the program is {version}: release/version sets all of them"
        );
    }
    let changes = include_str!("../../CHANGELOG.md");
    assert!(changes.contains(&format!("\n## [{version}] - ")), "CHANGELOG.md has no {version}");
}

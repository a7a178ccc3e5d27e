//! The resources of the machine.

use std::sync::OnceLock;

/// The memory assumed if the system gives no value.
const UNKNOWN: usize = 2 << 30;

/// Bytes of main memory available to this process: the machine's, or those of its control group if that has fewer; 2
/// GiB if the system gives no value. Determined once, because batches of millions need it for each puzzle.
fn memory() -> usize {
    static KNOWN: OnceLock<usize> = OnceLock::new();
    *KNOWN.get_or_init(detect_memory)
}

fn detect_memory() -> usize {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let machine = read("/proc/meminfo").and_then(|text| total(&text)).unwrap_or(UNKNOWN);
    let group = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
        .iter()
        .filter_map(|path| read(path)?.trim().parse::<usize>().ok())
        .min();
    group.map_or(machine, |limit| machine.min(limit))
}

/// Bytes that a run may use by default: half of the memory.
pub(crate) fn default_memory() -> usize {
    memory() / 2
}

/// Bytes for work outside of a run, such as an input: an eighth of the memory.
pub(crate) fn auxiliary_memory() -> usize {
    memory() / 8
}

/// The total of a table in the form of `/proc/meminfo`.
fn total(text: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// How many threads run at once.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Columns of the terminal: the variable COLUMNS, otherwise the width of the terminal on standard output, standard
/// error or standard input; `None` if none of them is a terminal.
pub(crate) fn columns() -> Option<usize> {
    let asked = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    wide(std::env::var("COLUMNS").ok().as_deref(), asked)
}

/// The first width that is one.
fn wide(said: Option<&str>, asked: impl FnOnce() -> Option<usize>) -> Option<usize> {
    let said = said.and_then(|text| text.trim().parse().ok()).filter(|&n| n > 0);
    said.or_else(|| asked().filter(|&n| n > 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_given_limit_goes_before_a_detected_one() {
        assert_eq!(wide(Some("40"), || panic!("it is said")), Some(40));
        for said in [None, Some(""), Some("0"), Some("many")] {
            assert_eq!(wide(said, || Some(80)), Some(80));
            assert_eq!(wide(said, || Some(0)), None);
            assert_eq!(wide(said, || None), None);
        }
    }

    #[test]
    fn totals() {
        let text = "MemFree: 1 kB\nMemTotal:       24600000 kB\n";
        assert_eq!(total(text), Some(24_600_000 * 1024));
        assert_eq!(total("MemTotal: many\n"), None);
        assert_eq!(total(""), None);
        assert!(memory() > 1 << 20);
    }
}

//! What the machine has.

/// What is assumed where the system does not say.
const UNKNOWN: usize = 2 << 30;

/// Bytes of main memory that this process may hope for: the machine's, or those of its control group
/// if that has fewer; 2 GiB where the system does not say.
pub(super) fn memory() -> usize {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let machine = read("/proc/meminfo").and_then(|text| total(&text)).unwrap_or(UNKNOWN);
    let group = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
        .iter()
        .filter_map(|path| read(path)?.trim().parse::<usize>().ok())
        .min();
    group.map_or(machine, |limit| machine.min(limit))
}

/// The total of a table in the form of `/proc/meminfo`.
fn total(text: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals() {
        let text = "MemFree: 1 kB\nMemTotal:       24600000 kB\n";
        assert_eq!(total(text), Some(24_600_000 * 1024));
        assert_eq!(total("MemTotal: many\n"), None);
        assert_eq!(total(""), None);
        assert!(memory() > 1 << 20);
    }
}

//! The processor time of a thread: what a run cost, whoever else was using the machine.

use std::time::Duration;
#[cfg(not(unix))]
use std::time::Instant;

/// The processor time that the calling thread has used, from a point of its own; only differences
/// mean anything. Some hundred nanoseconds a call. Where the system does not tell, it is the time that
/// has passed.
#[cfg(unix)]
pub fn thread_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let seconds = u64::try_from(now.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(now.tv_nsec).unwrap_or(0))
}

/// See above.
#[cfg(not(unix))]
pub fn thread_time() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time_and_sleep_takes_none() {
        let start = thread_time();
        let mut x = 1u64;
        while thread_time() - start < Duration::from_millis(5) {
            x = std::hint::black_box(x.wrapping_mul(3));
        }
        let worked = thread_time();
        std::thread::sleep(Duration::from_millis(60));
        if cfg!(unix) {
            assert!(thread_time() - worked < Duration::from_millis(30));
        }
    }
}

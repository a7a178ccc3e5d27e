//! How much work the relaxation may do: as much as it pays for, counted in steps.
//!
//! It has an account. Each call pays a little in, a small part of the work that the rest of the search does between two
//! calls; each run costs its steps, unless something is inferred. A run that ends in a failure is paid back several times, and so
//! is a usual run where an inference becomes a reason of a conflict. So where the relaxation never prunes, it soon stops but for a run now and
//! then, and it goes on as long as about one run in eight fails.

/// Steps on the account in the beginning: some tenths of a second.
///
/// Range: from nothing to some seconds. Trades: models that the relaxation decides late, against those it never helps.
const START: i64 = 100_000_000;
/// The steps that each call pays in.
const CALL: i64 = 500;
/// How often the steps of a run that failed are paid back.
///
/// Range: from 1 to some 30. Trades: long runs that prune seldom, but where nothing else prunes, against search without.
const FAILED: i64 = 8;
/// How often the steps of a usual run are paid for an inference that a conflict rests on.
const REASON: i64 = 4;
/// The most steps of a run: at the root, and elsewhere.
const AT_ROOT: i64 = 100_000_000;
const BELOW: i64 = 5_000_000;

/// The result of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Yield {
    Failure,
    Inference,
    Nothing,
}

/// Where the goal has no bound, one call of this number runs.
const UNBOUNDED: u32 = 16;

/// The account.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Account {
    left: i64,
    /// The steps of a usual run.
    usual: i64,
    /// Calls below the root without a bound of the goal.
    unbounded: u32,
    /// There was no run yet.
    is_new: bool,
}

impl Default for Account {
    fn default() -> Account {
        Account { left: START, usual: 0, unbounded: 0, is_new: true }
    }
}

impl Account {
    /// The steps that a run may take at this call; `None`: it is to be left out. The first run may overdraw the account.
    /// Below the root it is seldom called for as long as no bound is set to the goal, since hardly anything contradicts it.
    pub fn called(&mut self, is_root: bool, is_bounded: bool) -> Option<u64> {
        self.pay(CALL);
        if !is_root && !is_bounded {
            self.unbounded += 1;
            if !self.unbounded.is_multiple_of(UNBOUNDED) {
                return None;
            }
        }
        if std::mem::replace(&mut self.is_new, false) {
            return Some(AT_ROOT.unsigned_abs());
        }
        let most = if is_root { AT_ROOT } else { BELOW };
        u64::try_from(most.min(self.left)).ok().filter(|steps| *steps > 0)
    }

    /// A run has ended.
    pub fn ran(&mut self, steps: u64, result: Yield) {
        let steps = i64::try_from(steps).unwrap_or(i64::MAX / 32);
        self.usual += (steps - self.usual) / 16;
        self.pay(match result {
            Yield::Failure => (FAILED - 1) * steps,
            Yield::Inference | Yield::Nothing => -steps,
        });
    }

    /// A conflict rests on an inference.
    pub fn explained(&mut self) {
        self.pay(REASON * self.usual);
    }

    fn pay(&mut self, steps: i64) {
        self.left = (self.left + steps).min(START);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without any yield the work ends, except for the steps that calls pay in; with one run in seven that fails it goes on.
    #[test]
    fn work_goes_on_where_it_pays() {
        for (fails, wanted) in [(false, 0..1_200), (true, 10_000..10_001)] {
            let (mut account, mut runs) = (Account::default(), 0);
            for i in 0..10_000u32 {
                if account.called(false, true).is_some() {
                    runs += 1;
                    let failed = fails && i % 7 == 0;
                    account.ran(100_000, if failed { Yield::Failure } else { Yield::Nothing });
                }
            }
            assert!(wanted.contains(&runs), "{fails}: {runs}");
        }
    }
}

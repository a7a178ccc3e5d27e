//! A frame: which numbers the values of a variable in the store stand for.

use crate::model::expr::Operand;
use crate::model::variables::IntDef;

/// `len` values, the first of which is `low`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Frame {
    pub low: i64,
    pub len: u32,
}

impl Frame {
    /// The frame that has the values of a variable and no others.
    pub fn exact(x: &IntDef) -> Frame {
        Frame { low: x.low, len: (x.high - x.low + 1) as u32 }
    }

    /// The words that a variable with this frame takes.
    pub fn words(self) -> u64 {
        u64::from(self.len).div_ceil(64)
    }

    /// The place of a value, if it lies in the frame.
    pub fn place(self, value: i64) -> Option<u32> {
        let at = u32::try_from(value.checked_sub(self.low)?).ok()?;
        (at < self.len).then_some(at)
    }
}

/// Where a sum counts the values of its variables from: their frames, or, where numbers would grow too large for
/// that because frames are wider than ranges, frames of their own.
pub(crate) fn is_far(terms: &[(i64, Operand)], frame: impl Fn(u32) -> Frame) -> bool {
    let size = |&(c, x): &(i64, Operand)| match x {
        Operand::Int(x) => {
            let frame = frame(x);
            i128::from(c.abs()) * (i128::from(frame.low.abs()) + i128::from(frame.len))
        }
        Operand::Bool(_) => i128::from(c.abs()),
    };
    terms.iter().map(size).sum::<i128>() >= FAR
}

/// Sums of values that lie within ranges stay below half of this ([`MAX_SUM`](crate::model::MAX_SUM)), and
/// propagators compute with twice as much.
const FAR: i128 = 1 << 61;

//! Blocks kept outside of memory where it is short, so that memory bounds how fast a count is and not how
//! far it gets.
//!
//! This room cuts layers into blocks of one size and says which of them are wanted; where they lie while they
//! are not, a [`Shelf`] knows.

use clew_engine::run::Stop;

/// Bytes of a block.
pub const BLOCK: usize = 1 << 14;

/// Keeps blocks of [`BLOCK`] bytes, for several threads at once.
pub trait Shelf: std::fmt::Debug + Send + Sync {
    /// Keeps the first `used` bytes of a block, and says where.
    ///
    /// # Errors
    /// [`Stop::Memory`] if there is no room; [`Stop::Interrupt`] if it cannot be written, and the shelf then
    /// knows why.
    fn put(&self, block: &[u8], used: usize) -> Result<u64, Stop>;

    /// Reads the first `used` bytes of what lies at a place, which stays there.
    ///
    /// # Errors
    /// [`Stop::Interrupt`] if it cannot be read; the shelf then knows why.
    fn read(&self, place: u64, into: &mut [u8], used: usize) -> Result<(), Stop>;

    /// Gives a place back.
    fn clear(&self, place: u64);
}

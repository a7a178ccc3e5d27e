//! Blocks stored outside memory if it is short, so that memory limits the speed of a count and not its
//! size.
//!
//! This crate cuts layers into blocks of one size and decides which of them are needed; a [`BlockStore`] stores
//! the others.

use clew_engine::run::Stop;

/// Bytes of a block.
pub const BLOCK: usize = 1 << 14;

/// Keeps blocks of [`BLOCK`] bytes, for several threads at once.
pub trait BlockStore: std::fmt::Debug + Send + Sync {
    /// Stores the first `used` bytes of a block, and returns their place.
    ///
    /// # Errors
    /// [`Stop::Memory`] if there is no space; [`Stop::Interrupt`] if it cannot be written, and the shelf
    /// then knows why.
    fn put(&self, block: &[u8], used: usize) -> Result<u64, Stop>;

    /// Reads the first `used` bytes of the block at a place, which stays there.
    ///
    /// # Errors
    /// [`Stop::Interrupt`] if it cannot be read; the shelf then knows why.
    fn read(&self, place: u64, into: &mut [u8], used: usize) -> Result<(), Stop>;

    /// Gives a place back.
    fn clear(&self, place: u64);
}

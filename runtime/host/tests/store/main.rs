//! The store under several processes: real ones, which write at once or are killed while they write.
//!
//! A child is this program again, told by its environment what to do.

mod child;
mod killed;
mod together;

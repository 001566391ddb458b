//! What callers of the kernels cannot see.

#[cfg(feature = "std")]
mod dispatch;
#[cfg(feature = "rayon")]
mod fork_join;
mod specialize;

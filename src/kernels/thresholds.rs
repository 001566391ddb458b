//! Every number that decides which way a kernel takes: its unit, and the bench row that it moves by 15 % or
//! more. Sizes that belong to the shape of one loop, such as its number of lanes, stand beside the loop.

// Threads.

// Element-wise loops and copies.

// Reductions and scans.

// Products.

// Functions of floats and rows.

/// Bytes read by a function of floats or of lanes, from which on it is shared by several threads: some 20
/// microseconds of one thread. Rows `exp, 1M`, `tanh, 1M`, `softmax over last, [4096,1024]`.
#[cfg(any(feature = "std", feature = "libm"))]
pub(super) const FUNCTION_ON_THREADS: usize = 256 << 10;

//! Every number that decides which way a kernel takes: its unit, and the bench row that it moves by 15 % or
//! more. Sizes that belong to the shape of one loop, such as its number of lanes, stand beside the loop.

// Threads.

/// Bytes of all operands from which on an operation on primitive elements is shared among threads.
/// Rows: `a+b, 100K` and `a*b+c*d, 100K` on two threads. The value is inherited, not measured again.
pub(super) const COMPUTED_IN_PARALLEL: usize = 2 << 20;

/// Bytes of the result from which on a copy is shared among threads. Row: `concat 2x[1024,1024], axis 0` on
/// two threads. The value is inherited, not measured again.
pub(super) const COPIED_IN_PARALLEL: usize = 1 << 20;

// Element-wise loops and copies.

/// Elements from which on a run is worth a call of the dispatched loop. Row: `make 2x2 and add`. The value
/// is inherited, not measured again.
pub(super) const DISPATCHED_LEN: usize = 16;

/// Elements from which on runs of non-contiguous operands are visited row by row; shorter rows are put
/// together in a scratch buffer. Row: `a + b.t(), 2048^2`. The value is inherited, not measured again.
pub(super) const LONG_RUN: usize = 64;

/// Elements from which on non-contiguous operands are brought to a scratch buffer. No row of the tables: the
/// sum of a 2 x 2 matrix and a transposed one took twice the instructions by way of the buffer.
pub(super) const PACKED_LEN: usize = 64;

/// Bytes of the result from which on a transposing copy bypasses the cache. Row: `materialise 4096^2
/// transposed`.
pub(super) const STREAMED: usize = 4 << 20;

// Reductions and scans.

// Products.

// Functions of floats and rows.

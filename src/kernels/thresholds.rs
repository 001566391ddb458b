//! Every number that decides which way a kernel takes: its unit, and the bench row that it moves by 15 % or
//! more. Sizes that belong to the shape of one loop, such as its number of lanes, stand beside the loop.

// Threads.

// Element-wise loops and copies.

// Reductions and scans.

// Products.

/// From this many multiplications on, batches are shared by threads: some 12 microseconds with AVX-512, twice
/// that without. `[64,64,64] batched f32`, on two threads.
pub(super) const BATCH_WORK: usize = 1 << 20;
/// As many make a piece of one product that is worth a thread. `128^3 f32`, on two threads.
pub(super) const PIECE_WORK: usize = 1 << 20;
/// Beyond this many multiplications, and this many rows, blocks of the right operand are packed although its
/// rows have no gaps. `1024^3 f32`.
pub(super) const PACKED_WORK: usize = 1 << 20;
pub(super) const PACKED_ROWS: usize = 16;
/// From this many bytes on, two threads share a product with a vector: one takes it from memory or the last cache at
/// some 15 bytes per nanosecond. `[4096,4096]x[4096] f32`, on two threads.
pub(super) const VECTOR_BYTES: usize = 1 << 20;
/// From this many elements on, they are added up in 64 lanes rather than 16. `ij,ij->i 256`.
pub(super) const DOT_MANY_LANES: usize = 128;
/// From this many multiplications of integers on, threads share them, some 40 to 100 microseconds of work,
/// in pieces of so many rows at least. `512^3 i32`, on two threads.
pub(super) const INTEGER_WORK: usize = 1 << 21;
pub(super) const INTEGER_ROWS: usize = 64;
/// From this many columns on, a block of 128 columns of integers is worth its zeros; fewer are blocks of 32.
/// `512^3 i32`.
pub(super) const INTEGER_WIDE: usize = 112;

// Functions of floats and rows.

/// Bytes read by a function of floats or of lanes, from which on it is shared by several threads: some 20
/// microseconds of one thread. Rows `exp, 1M`, `tanh, 1M`, `softmax over last, [4096,1024]`.
#[cfg(any(feature = "std", feature = "libm"))]
pub(super) const FUNCTION_ON_THREADS: usize = 256 << 10;

//! Every number that decides which way a kernel takes: its unit, and the bench row that it moves by 15 % or
//! more. Sizes that belong to the shape of one loop, such as its number of lanes, stand beside the loop.
//!
//! Ratios of times are those of `benches/break_even.py`, two threads over one on a quiet machine, where nothing
//! else is said.

// Threads.

/// Bytes of all operands from which on an operation on primitive elements is shared among threads.
/// Rows: `a+=b, 100K`, `a+b, 100K` and `a*b+c*d, 100K` on two threads. Ratio at 1.5 MiB 0.63, at 768 KiB 0.81, at 384 KiB
/// 1.06.
pub(crate) const COMPUTED_IN_PARALLEL: usize = 768 << 10;

/// Bytes of the result from which on a copy is shared among threads, and a join, a border, a repetition, and a
/// selection by indices. Rows on two threads: `concat 2x[1024,1024], axis 0`, `pad [1000,1000] by 10, reflected`.
/// Ratio of a join at 1 MiB 0.63 to 0.69, at 512 KiB 0.8 to 1.2.
pub(crate) const COPIED_IN_PARALLEL: usize = 1 << 20;

// Element-wise loops and copies.

/// Bytes of a result from which on contiguous elements are copied by a loop of our own, on Intel's processors or if they are
/// repeated. Row: `tile [1000,1000] by [2,2]`; not for others on Zen 5, row: `roll [1000,1000] by 300, axis 1`.
pub(crate) const COPIED_BY_LOOP: usize = 2 << 20;
/// Bytes of such elements next to each other from which on this is done. Row: `tile [1000,1000] by [2,2]`; rows of 256 bytes
/// gain nothing (`take 100K rows of [100K,64]`).
pub(crate) const COPIED_RUN: usize = 1 << 10;

/// Bytes of the repeated part of a tiled result up to which it is made once and copied. A larger one would leave the cache before
/// it is read again. Row: `tile [1000,1000] by [2,2]`.
pub(crate) const REPEATED_WHOLE: usize = 256 << 10;

/// Elements of a row from which on operands that are contiguous along it, or have one element for all of it, are
/// visited where they are; shorter rows are put together in a scratch buffer. Rows: `[31250,32]+[31250,1]`, `a + b.t(),
/// 2048^2`. Ratio of rows of 8 visited where they are, of `f32`, `f64` and `u8`: a slice 0.64, 0.69, 0.59; a matrix and a
/// column 1.3, 0.8, 0.76; `kron` 0.7, 0.67, 0.46.
pub(crate) const LONG_RUN: usize = 8;

/// The same where other operands repeat one row: a block of repetitions is made once. Row: `[31250,32]+[32]`.
pub(crate) const LONG_REPEATED_RUN: usize = 256;

/// Elements of a contiguous run from which on the first few, up to an aligned vector of the first operand, are visited
/// before the others. Row: `a+=b, 100K` (0.75 to 0.8); `a + 1` of 100K 0.8, of 10 to 30 thousand elements 0.98 to 1.1.
pub(crate) const ALIGNED_RUN: usize = 1 << 16;

/// Elements in all from which on non-contiguous ones are brought to a scratch buffer. Row: `a + b.t(), 2048^2`.
pub(crate) const MANY_ELEMENTS: usize = 64;

/// Elements of a row of the right operand of `kron` from which on both operands are multiplied where they are. Shorter rows
/// are copied to rows of the result first. Row: `kron of [100,100] and [10,10]` (0.40); of rows of 30 elements 1.
pub(crate) const KRON_RUN: usize = 32;

/// Elements of the contiguous parts of a join from which on these are copied run by run; with 16, a join takes 1.25 to
/// 1.5 times as long. Row: `the same, axis 1`.
pub(crate) const JOINED_PART: usize = 64;

/// Elements of a row from which on a copy goes row by row, if rows are reversed, have every other element, or repeat one
/// element. Copies with shorter rows go along the longer side. Rows: `materialise [65536,16] reversed`, `sum of a[:, ::2], 4096^2`. Ratio of
/// reversed rows of 8 `f32` 0.2, of 6 0.6, of 4 1.35, of 8 `u8` 1.1.
pub(crate) const STEPPED_RUN: usize = 8;

/// Bytes of the result from which on a transposing copy bypasses the cache. Row: `materialise 4096^2
/// transposed`.
pub(crate) const STREAMED: usize = 4 << 20;

// Reductions and scans.

/// Elements up to which a reduction copies them to one run, if they are not, and makes no plan.
/// Row: `sum over axis 0, [3,4]`. A sum of [4,4,4] over axis 1 takes 0.13 microseconds, of [4,5,4] 0.36.
pub(crate) const FEW_REDUCED: usize = 64;

/// Bytes of a source from which on it is reduced on several threads (`sum f32, 10M`). Ratio of a sum at 1 MiB 0.71,
/// at 512 KiB 1.05; of a variance at 512 KiB 0.72; of `a == b f32, 1M` 0.56.
pub(crate) const REDUCED_ON_THREADS: usize = 1 << 20;
/// How many pieces of elements there are where other work has one: their sizes are powers of two, so that
/// some threads may get one more (`sum f32, 10M`).
pub(crate) const FINER_PIECES: usize = 4;
/// Bytes of a row of results' elements, or of their parts, from which on the row is cut, and not the rows that are reduced:
/// parts of a shorter one are too short to be read fast (`4096^2 over axis 0`), and parts of a longer one need much
/// memory for each thread (`[100,10000] over axis 0` 0.27, `argmax of [100,10000] over axis 0`).
pub(crate) const ROW_TO_CUT: usize = 32 << 10;
/// Bytes that a piece of such a row has at least, of elements or of their parts (`4096^2 over axis 0`).
pub(crate) const PART_OF_ROW: usize = 8 << 10;
/// Bytes of a row, or of its parts, that are reduced together: each is read far enough for the machine to fetch ahead, and the parts
/// stay in the cache (`argmax of [100,10000] over axis 0` 0.31). Strips of 8, 16, 32 and 64 KiB of long rows took 3.9, 3.6, 3.3 and 3.2 ms (`4096^2 over axis 0`).
pub(crate) const STRIP_BYTES: usize = 32 << 10;
/// Bytes of a source from which on such rows are read one after the other, as they are in memory. In the cache four at a
/// time take less, and rounding errors are smaller: of sums of the `f32` 0.1, 6e-7 of the sum in place of 1e-7. Row: `[64,256,1024] over axis 1`, ratio 0.75; at 4 MiB 1.2.
pub(crate) const READ_IN_ORDER: usize = 16 << 20;
/// Results next to each other from which on they are reduced row by row, if their elements lie closer to
/// each other than those of one result (`4096^2 over axis 0`), or if lanes are short.
pub(crate) const WIDE_ROW: usize = 16;
/// Runs of fewer elements are copied, many to a longer one, before they are reduced. Row: `sum of a[:, :10], [48000,14]` (0.16); runs of 30,
/// 120 and 240 `f32` 0.21, 0.68 and 0.8, of 60, 120 and 240 `f64` 0.9, 0.93 and 1.14, standard deviations of 240 `f32` 0.46.
pub(crate) const SHORT_RUN: usize = 256;
/// Bytes of a lane up to which lanes are copied side by side. Row: `max over last, [100000,10]` (0.83); maxima of 17 to 32
/// `f32` take 1.05 to 1.25 times as long with the copy, of 9 to 32 `f64` 1.35 to 1.9 times.
pub(crate) const SHORT_LANE_BYTES: usize = 64;
/// Elements of a lane up to which it is added up where it is. Row: `sum over last, [100000,10]` (0.64 to 0.78); lanes of 2, 3, 5,
/// 8, 12 and 16 of `f32` 0.43, 0.51, 0.73, 0.85, 0.69 and 0.8 to 1, of `f64` 0.4 to 0.55, of 3 and 10 `i32` 0.6 and 1.17.
pub(crate) const SUMMED_LANE: usize = 16;
/// How many lanes run side by side at least for `softmax` and its kin to take them together. Fewer are copied to where each
/// is a slice. Row: `softmax over last, [100000,10]`.
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) const ACROSS_FROM: usize = 16;
/// How many elements of short lanes at most are copied at a time to lie side by side for `softmax` and its kin. The allocator may
/// give larger memory back to the system. Row: `softmax over last, [100000,10]`, ratio to a copy of all lanes 0.75, on two
/// threads 0.3.
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) const LANES_BLOCK: usize = 4096;
/// Elements up to which lanes are copied, where a lane takes long whatever its length. Rows: `argmax over last, [100000,10]`,
/// products of lanes of 16 and more, the variance of lanes of 40 (0.47).
pub(crate) const SHORT_SLOW_LANE: usize = 50;
/// How many bytes ahead of the element that is read memory is prefetched on Zen 5. There `max f32, 10M` took 1.37 ms
/// without, 1.17 at 1 KiB, 1.06 at 2, 1.03 at 4, 0.84 at 8 and 0.89 at 16; `sum f32, 10M` 0.98 and 0.80 at 8 KiB. On Zen 4 a
/// distance of 640 bytes or more takes 1.3 to 1.5 times as long, one of 128 bytes 0.94 to 1.0, so there is none: without it
/// `softmax over last, [4096,1024]`, whose next lane is prefetched on Zen 5, takes 0.88 of the time.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
pub(crate) const PREFETCH_AHEAD: usize = 8 << 10;
/// The same where several long rows of a matrix are read at once, and on Intel's processors. `[4096,4096]x[4096] f32` on Zen 5: 2.2 ms
/// without it, 1.86 at 1 KiB, 1.81 at 2, 2.15 at 4; on Zen 4 3.7 with it and 2.5 without; on an Intel Xeon 0.77 of the
/// time, at 512 bytes 0.84. `softmax over last, [4096,1024]` there 0.79. There large rows are reduced four at a time too:
/// `[64,256,1024] over axis 1` 0.57, `4096^2 over axis 0` 0.61.
pub(crate) const PREFETCH_NEAR_AHEAD: usize = 2 << 10;
/// How many rows ahead of the one that is copied a row is prefetched where rows are taken in any order. Row: `take 100K
/// rows of [100K,64]`, ratio on Zen 5 0.4 on one thread (1M rows of [2M,20] 0.43). Beside 24 rows, 16 take 1.1 times as long,
/// 8 take 1.5 times, 32 as long. Ratio on Zen 4 0.70 to 0.87 (4, 8 and 16 rows alike). On an Intel Xeon it took 1.0 to 1.05 times
/// as long: not done there.
pub(crate) const PREFETCHED_ROWS: usize = 24;

/// Bytes read by a function of floats, or of lanes, or by running sums, from which on it is shared by several
/// threads. Ratio at 256 KiB 0.53 to 0.7, at 64 KiB about 1. Rows `exp, 1M`, `tanh, 1M`, `softmax over last, [4096,1024]`,
/// `cumsum over last, [1024,4096]`.
pub(crate) const LANES_ON_THREADS: usize = 256 << 10;

/// Bytes of lanes from which on several threads sort them or select from them. Ratio of lanes in no order 0.61.
/// Row: `sort [1000,1000] f32, axis 0`, on two threads.
pub(crate) const SORTED_ON_THREADS: usize = 64 << 10;
/// The part of a lane up to which the elements that come first in order are found by comparing all others with the
/// last of them: one of so many. Row: `topk f32, 100 of 1M`.
pub(crate) const FEW_SELECTED: usize = 16;
/// Integers from the least of a set to the largest, for each element of it and of what is looked up, up to which a table
/// says which are there. Ratio of 1M `i32` in 1000 at 4 times 0.25, of 1M in 1M 0.15. Row: `isin i64, 1M in 143`.
pub(crate) const TABLE_OF_SET: usize = 4;
/// Elements of a lane from which on a quantile is selected from those between two elements of a sample. Row: `median
/// f32, 1M and 1`.
#[cfg(any(feature = "std", feature = "libm"))]
pub(crate) const SAMPLED_LANE: usize = 128 << 10;
/// How many of 64 elements of a mask are true at least if eight at a time are written, not one by one. Of 1M with one
/// in twenty true, the ratio of one by one is 0.25. Row: `median f32, 1M and 1`.
pub(crate) const FEW_TRUE: u32 = 16;

// Products.

/// From this many multiplications on, batches are shared by threads: some 12 microseconds with AVX-512, twice
/// that without. `[64,64,64] batched f32`, on two threads.
pub(crate) const BATCH_WORK: usize = 1 << 20;
/// As many make a piece of one product that is worth a thread. `128^3 f32`, on two threads.
pub(crate) const PIECE_WORK: usize = 1 << 20;
/// Up to this many multiplications, products of `f32` and `f64` are made in tiles that read the operands where
/// they lie; larger ones by the `gemm` crate, which copies them first. Less than `PIECE_WORK`, or results would
/// depend on the number of threads. `64^3 f32`.
pub(crate) const TILE_WORK: usize = 64 * 64 * 64;
/// Up to this many rows, larger ones too: nothing that is copied would be read again. `[2,1000]x[1000,1000] f32`.
pub(crate) const TILE_ROWS: usize = 8;
/// From this many elements on, a right operand with gaps in its rows is copied before it is read: one of 4 x 4
/// takes 1.6 times as long with the copy. `4^3, B a transposed view`.
pub(crate) const COPIED_ELEMENTS: usize = 64;
/// Lines of the cache: rows of such a copy at a distance of a multiple of so many share few sets of the cache, so they get a
/// gap of a line. Row: `1024^3, B a transposed view` (0.93: less than 15 %, but the row was 17 % behind).
pub(crate) const FAR_ROWS: usize = 32;
/// From this inner size on, a product by a larger, transposed right operand is made of the transposed operands, and copied.
/// Row: `[16,4096]x[4096,4096], B a transposed view`.
pub(crate) const TURNED_TERMS: usize = 64;
/// From this many bytes on, two threads share a product with a vector: one takes it from memory or the last cache at
/// some 15 bytes per nanosecond. Ratio at 1 MiB 0.67, at 256 KiB 1.06. `[4096,4096]x[4096] f32`, on two threads.
pub(crate) const VECTOR_BYTES: usize = 1 << 20;
/// From this many multiplications of integers on, threads share them, some 40 to 100 microseconds of work,
/// in pieces of so many rows at least. `512^3 i32`, on two threads.
pub(crate) const INTEGER_WORK: usize = 1 << 21;
pub(crate) const INTEGER_ROWS: usize = 64;
/// From this many columns on, a block of integers is worth its zeros. `512^3 i32`.
pub(crate) const INTEGER_COLUMNS: usize = 12;

// Windows.

/// The largest stride at which the windows at stride 1 are combined, several with each instruction. Row: `max_pool 3x3 step 2,
/// [1,64,112,112]`.
pub(crate) const FAR_APART: usize = 32;
/// Lines of fewer results are worth a copy for each element of a window along them, of so many at most: no
/// positions are then between two lines. Row: `[1,256,14,14] conv 3x3 to 256`.
pub(crate) const SHORT_LINE: usize = 32;
pub(crate) const COPIES_OF_LINE: usize = 8;
/// For fewer channels of the results, copies take longer than products: all lines are copied at once, and sums at
/// lines between those of the stride are made in vain. Row: `[1,256,28,28] conv 3x3 depthwise`.
pub(crate) const FEW_CHANNELS: usize = 3;

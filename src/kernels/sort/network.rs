//! A bitonic sorting network in registers.

use super::super::keys::Keys;
use super::lanes::{Lane, decode, encode, first_lanes};
use core::arch::x86_64::__m512i;
use pulp::NullaryFnOnce;
use pulp::x86::V4;

/// A bitonic network of up to `N` vectors. They are the rows of a matrix: its columns are sorted, then merged by
/// pairs, and the matrix is transposed. Lanes without a key have the greatest one.
pub(super) struct SortingNetwork<'k, K, const N: usize> {
    pub(super) simd: V4,
    pub(super) keys: &'k Keys<K>,
    pub(super) part: &'k mut [K],
    pub(super) is_bits: bool,
}

impl<K: Lane, const N: usize> NullaryFnOnce for SortingNetwork<'_, K, N> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let SortingNetwork { simd, keys, part, is_bits } = self;
        let n = part.len();
        assert!(n <= N * K::LANES, "the keys of the network");
        let start = part.as_mut_ptr();
        let greatest = K::splat(simd, K::max_value());
        let rest = if is_bits { K::splat(simd, keys.decode(K::max_value())) } else { greatest };
        let mut rows = [greatest; N];
        for (i, row) in rows.iter_mut().enumerate() {
            let at = start.wrapping_add(i * K::LANES);
            // SAFETY: the precondition of `load_some`: these lanes are of the `n` keys.
            *row = unsafe { K::load_some(simd, rest, lanes_of::<K>(n, i), at) };
        }
        if is_bits {
            encode(simd, keys, &mut rows);
        }
        sort_columns::<K, N>(simd, &mut rows);
        merge_columns::<K, N, 1>(simd, &mut rows);
        merge_columns::<K, N, 2>(simd, &mut rows);
        merge_columns::<K, N, 4>(simd, &mut rows);
        if K::LANES > 8 {
            merge_columns::<K, N, 8>(simd, &mut rows);
        }
        transpose::<K, N>(simd, &mut rows);
        decode(simd, keys, &mut rows);
        for (i, row) in rows.into_iter().enumerate() {
            let at = start.wrapping_add(i * K::LANES);
            // SAFETY: the precondition of `store_some`: as above.
            unsafe { K::store_some(simd, at, lanes_of::<K>(n, i), row) };
        }
    }
}

/// The lanes of a row that are among `n` keys.
#[inline(always)]
pub(super) fn lanes_of<K: Lane>(n: usize, row: usize) -> u16 {
    first_lanes(n.saturating_sub(row * K::LANES), K::LANES)
}

/// Puts each pair of rows in order, lane by lane.
#[inline(always)]
fn exchange<K: Lane, const P: usize>(simd: V4, rows: &mut [__m512i], pairs: [(usize, usize); P]) {
    for (i, j) in pairs {
        (rows[i], rows[j]) = K::in_order(simd, rows[i], rows[j]);
    }
}

/// Sorts each column, by the smallest networks that are known (that of 16 rows is M. W. Green's).
#[inline(always)]
pub(super) fn sort_columns<K: Lane, const N: usize>(simd: V4, rows: &mut [__m512i; N]) {
    if N == 2 {
        exchange::<K, _>(simd, rows, [(0, 1)]);
    }
    if N == 4 {
        exchange::<K, _>(simd, rows, [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)]);
    }
    if N >= 8 {
        for at in (0..N).step_by(8) {
            let half = &mut rows[at..at + 8];
            exchange::<K, _>(simd, half, [(0, 1), (2, 3), (4, 5), (6, 7)]);
            exchange::<K, _>(simd, half, [(0, 2), (1, 3), (4, 6), (5, 7)]);
            exchange::<K, _>(simd, half, [(0, 4), (1, 5), (2, 6), (3, 7)]);
        }
    }
    if N == 8 {
        exchange::<K, _>(simd, rows, [(2, 4), (3, 5), (1, 4), (3, 6), (1, 2), (3, 4), (5, 6)]);
    }
    if N == 16 {
        exchange::<K, _>(simd, rows, [(0, 8), (1, 9), (2, 10), (3, 11)]);
        exchange::<K, _>(simd, rows, [(4, 12), (5, 13), (6, 14), (7, 15)]);
        exchange::<K, _>(simd, rows, [(5, 10), (6, 9), (3, 12), (13, 14), (4, 8), (7, 11), (1, 2)]);
        exchange::<K, _>(simd, rows, [(1, 4), (7, 13), (2, 8), (11, 14)]);
        exchange::<K, _>(simd, rows, [(2, 4), (5, 6), (9, 10), (11, 13), (3, 8), (7, 12)]);
        exchange::<K, _>(simd, rows, [(6, 8), (10, 12), (3, 5), (7, 9)]);
        exchange::<K, _>(simd, rows, [(3, 4), (5, 6), (7, 8), (9, 10), (11, 12), (6, 7), (8, 9)]);
    }
}

/// Merges each `W` columns, sorted as one, with the next `W`: keys are compared with their mirror images, then at
/// half the distance each time, first lanes and then rows.
#[inline(always)]
fn merge_columns<K: Lane, const N: usize, const W: usize>(simd: V4, rows: &mut [__m512i; N]) {
    if N == 1 {
        rows[0] = merge_lanes::<K>(simd, rows[0], 2 * W - 1, W);
    }
    for row in 0..N / 2 {
        let one = rows[row];
        let other = K::swap_lanes(simd, 2 * W - 1, rows[N - 1 - row]);
        let (low, high) = K::in_order(simd, one, other);
        rows[row] = K::choose(simd, upper_lanes(W), low, high);
        rows[N - 1 - row] =
            K::swap_lanes(simd, 2 * W - 1, K::choose(simd, upper_lanes(W), high, low));
    }
    merge_lanes_at::<K, N, W, 4>(simd, rows);
    merge_lanes_at::<K, N, W, 2>(simd, rows);
    merge_lanes_at::<K, N, W, 1>(simd, rows);
    each_pair(
        rows,
        #[inline(always)]
        |one, other| K::in_order(simd, one, other),
    );
}

/// Merges the lanes whose numbers differ in the bit `D`.
#[inline(always)]
fn merge_lanes_at<K: Lane, const N: usize, const W: usize, const D: usize>(
    simd: V4,
    rows: &mut [__m512i; N],
) {
    if D < W {
        rows.iter_mut().for_each(|row| *row = merge_lanes::<K>(simd, *row, D, D));
    }
}

/// Makes others of the rows whose numbers differ in a bit, for each bit, the greatest first.
#[inline(always)]
fn each_pair<const N: usize>(
    rows: &mut [__m512i; N],
    f: impl Fn(__m512i, __m512i) -> (__m512i, __m512i),
) {
    each_pair_at::<N, 8>(rows, &f);
    each_pair_at::<N, 4>(rows, &f);
    each_pair_at::<N, 2>(rows, &f);
    each_pair_at::<N, 1>(rows, &f);
}

/// The bit is a parameter, so that the compiler knows each row and keeps it in a register.
#[inline(always)]
fn each_pair_at<const N: usize, const D: usize>(
    rows: &mut [__m512i; N],
    f: impl Fn(__m512i, __m512i) -> (__m512i, __m512i),
) {
    for row in 0..N {
        if row & D == 0 && row + D < N {
            (rows[row], rows[row + D]) = f(rows[row], rows[row + D]);
        }
    }
}

/// Puts each two lanes whose numbers differ in `bits` in order. `upper` is the bit that is set in the number of the upper
/// lane.
#[inline(always)]
fn merge_lanes<K: Lane>(simd: V4, keys: __m512i, bits: usize, upper: usize) -> __m512i {
    let (low, high) = K::in_order(simd, keys, K::swap_lanes(simd, bits, keys));
    K::choose(simd, upper_lanes(upper), low, high)
}

/// The lanes whose number has a bit.
#[inline(always)]
fn upper_lanes(bit: usize) -> u16 {
    match bit {
        1 => 0xaaaa,
        2 => 0xcccc,
        4 => 0xf0f0,
        _ => 0xff00,
    }
}

/// Makes of a matrix, whose keys are in order column by column, one where they are row by row.
///
/// To interleave two rows whose numbers differ in a bit puts this bit last in the number of a lane, and the first bit
/// of the lane in its place.
#[inline(always)]
fn transpose<K: Lane, const N: usize>(simd: V4, rows: &mut [__m512i; N]) {
    each_pair(
        rows,
        #[inline(always)]
        |one, other| {
            (K::interleave(simd, one, other, 0), K::interleave(simd, one, other, K::LANES / 2))
        },
    );
}

//! Eigenvalues of symmetric tridiagonal matrices, and eigenvectors of small ones.
//!
//! Without eigenvectors it is the QL algorithm without square roots of Pal, Walker and Kahan (Parlett, The Symmetric Eigenvalue
//! Problem, chapter 8), which LAPACK's `sterf` is too. faer 0.24 rotates by square roots, which eigenvectors need: with it,
//! `eigvalsh` took 1.5 to 1.7 times numpy's time. Row: `eigvalsh 100`. With eigenvectors it is the QL algorithm with implicit
//! shifts (the same chapter; LAPACK's `steqr`), whose rotations are applied sweep by sweep. Row: `1000 of eigh 4` (0.68).

use super::number::{FaerFloat, FaerNumber, exponent_of, power_of_two};
use super::reflections::LANES;
use crate::kernels::dispatch::vectorised_by_256;
use alloc::vec::Vec;
use num_traits::{Float, One, Zero};

/// Sweeps for each eigenvalue, after which there is no convergence; it takes two.
const SWEEPS: usize = 30;

/// Overwrites a diagonal by the eigenvalues in ascending order, and what is beside it by anything. Returns whether all
/// were found.
pub(super) fn eigenvalues<P: FaerFloat>(diagonal: &mut [P], beside: &mut [P]) -> bool {
    let mut first = 0;
    while first < diagonal.len() {
        // The matrix falls into blocks where an element beside the diagonal is negligible.
        let root = |i: usize| Float::sqrt(Float::abs(diagonal[i]));
        let negligible = |i: usize| <P as Float>::epsilon() * root(i) * root(i + 1);
        let last = (first..beside.len()).find(|&i| Float::abs(beside[i]) <= negligible(i));
        let last = last.unwrap_or(beside.len());
        if !eigenvalues_of_block(&mut diagonal[first..=last], &mut beside[first..last]) {
            return false;
        }
        first = last + 1;
    }
    diagonal.sort_unstable_by(|a, b| a.partial_cmp(b).expect("finite eigenvalues"));
    true
}

/// The same of a block, in any order.
fn eigenvalues_of_block<P: FaerFloat>(diagonal: &mut [P], beside: &mut [P]) -> bool {
    let n = diagonal.len();
    if n == 1 {
        return true;
    }
    // Squares must not overflow, and those that underflow must not matter.
    let exponent = exponent_of(diagonal.iter().chain(&*beside));
    let (down, up) = (power_of_two::<P>(-exponent), power_of_two::<P>(exponent));
    diagonal.iter_mut().for_each(|x| *x *= down);
    beside.iter_mut().for_each(|x| *x = (*x * down) * (*x * down));
    // From the end with the smaller elements, which are lost beside larger ones.
    if Float::abs(diagonal[n - 1]) < Float::abs(diagonal[0]) {
        diagonal.reverse();
        beside.reverse();
    }
    let epsilon = <P as Float>::epsilon();
    let (mut first, mut sweeps) = (0, SWEEPS * n);
    while first < n {
        let size = |i: usize| epsilon * epsilon * Float::abs(diagonal[i] * diagonal[i + 1]);
        let last = (first..n - 1).find(|&i| beside[i] <= size(i)).unwrap_or(n - 1);
        if last == first {
            first += 1;
        } else if sweeps == 0 {
            return false;
        } else {
            sweep(&mut diagonal[first..=last], &mut beside[first..last]);
            sweeps -= 1;
        }
    }
    diagonal.iter_mut().for_each(|x| *x *= up);
    true
}

/// One QL transformation, whose shift is the eigenvalue of the leading two rows that is closer to the first element.
/// `squares` are those of the elements beside the diagonal.
fn sweep<P: FaerFloat>(diagonal: &mut [P], squares: &mut [P]) {
    let (zero, one) = (<P as num_traits::Zero>::zero(), <P as num_traits::One>::one());
    let tiny = <P as Float>::min_positive_value() / <P as Float>::epsilon();
    let beside = Float::sqrt(squares[0]);
    let ratio = (diagonal[1] - diagonal[0]) / (beside + beside);
    let length = Float::hypot(ratio, one);
    let shift = diagonal[0] - beside / (ratio + if ratio < zero { -length } else { length });
    let (mut cosine, mut sine) = (one, zero);
    let mut gamma = diagonal[diagonal.len() - 1] - shift;
    let mut p = gamma * gamma;
    for i in (0..squares.len()).rev() {
        let (square, before, last_cosine) = (squares[i], gamma, cosine);
        let r = p + square;
        if i + 1 < squares.len() {
            squares[i + 1] = sine * r;
        }
        // Its inverse is not waited for.
        let inverse = r / p;
        (cosine, sine) = (p / r, square / r);
        gamma = cosine * (diagonal[i] - shift) - sine * before;
        diagonal[i + 1] = before + (diagonal[i] - gamma);
        p = if cosine < tiny { last_cosine * square } else { gamma * gamma * inverse };
    }
    squares[0] = sine * p;
    diagonal[0] = shift + gamma;
}

/// Overwrites a diagonal by the eigenvalues in any order, and what is beside it by anything; multiplies the matrix of `columns`,
/// which lie a multiple of [`LANES`] elements apart, by the eigenvectors. Returns whether all were found.
pub(super) fn eigenvectors<T: FaerNumber>(
    diagonal: &mut [T::Part],
    beside: &mut [T::Part],
    columns: &mut [T],
    stride: usize,
) -> bool {
    let n = diagonal.len();
    // From the end with the smaller elements, which are lost beside larger ones.
    if Float::abs(diagonal[n - 1]) < Float::abs(diagonal[0]) {
        diagonal.reverse();
        beside.reverse();
        let (left, right) = columns.split_at_mut(n / 2 * stride);
        let right = right.chunks_exact_mut(stride).rev();
        left.chunks_exact_mut(stride).zip(right).for_each(|(a, b)| a.swap_with_slice(b));
    }
    let epsilon = <T::Part as Float>::epsilon();
    let tiny = <T::Part as Float>::min_positive_value();
    let mut rotations = Vec::with_capacity(n);
    let (mut first, mut sweeps) = (0, SWEEPS * n);
    while first < n {
        let size = |i: usize| epsilon * epsilon * Float::abs(diagonal[i] * diagonal[i + 1]) + tiny;
        let last = (first..n - 1).find(|&i| beside[i] * beside[i] <= size(i)).unwrap_or(n - 1);
        if last == first {
            first += 1;
        } else if sweeps == 0 {
            return false;
        } else {
            if last < n - 1 {
                beside[last] = <T::Part as Zero>::zero();
            }
            rotations.clear();
            find_rotations(&mut diagonal[first..=last], &mut beside[first..last], &mut rotations);
            rotate(
                &mut columns[first * stride..][..(last - first + 1) * stride],
                stride,
                &rotations,
            );
            sweeps -= 1;
        }
    }
    true
}

/// Transforms a matrix as [`sweep`] does, but what is beside its diagonal is no square; lists the cosines and sines, the last
/// one first.
fn find_rotations<P: FaerFloat>(diagonal: &mut [P], beside: &mut [P], rotations: &mut Vec<(P, P)>) {
    let (zero, one) = (<P as Zero>::zero(), <P as One>::one());
    let safe = <P as Float>::min_positive_value() / <P as Float>::epsilon();
    let last = beside.len();
    let ratio = (diagonal[1] - diagonal[0]) / (beside[0] + beside[0]);
    let length = Float::hypot(ratio, one);
    let shift = beside[0] / (ratio + if ratio < zero { -length } else { length });
    let mut g = diagonal[last] - diagonal[0] + shift;
    let (mut sine, mut cosine, mut p) = (one, one, zero);
    for i in (0..last).rev() {
        let (f, b) = (sine * beside[i], cosine * beside[i]);
        let squares = f * f + g * g;
        let r = if squares > safe { Float::sqrt(squares) } else { Float::hypot(f, g) };
        if i + 1 < last {
            beside[i + 1] = r;
        }
        (cosine, sine) = if r == zero { (one, zero) } else { (g / r, f / r) };
        rotations.push((cosine, sine));
        g = diagonal[i + 1] - p;
        let r = (diagonal[i] - g) * sine + (cosine + cosine) * b;
        p = sine * r;
        diagonal[i + 1] = g + p;
        g = cosine * r - b;
    }
    diagonal[0] -= p;
    beside[0] = g;
}

/// Rotates each column with the one before it, the last one first.
fn rotate<T: FaerNumber>(columns: &mut [T], stride: usize, rotations: &[(T::Part, T::Part)]) {
    let last = rotations.len() * stride;
    vectorised_by_256(
        #[inline(always)]
        || {
            let columns = columns; // moved: see `vectorised`
            for row in (0..stride).step_by(LANES) {
                let mut rotated = *columns[last + row..].first_chunk::<LANES>().expect("rows");
                let mut at = last + row;
                for &(cosine, sine) in rotations {
                    let (before, column) = columns[at - stride..].split_at_mut(stride);
                    let before = *before.first_chunk::<LANES>().expect("rows");
                    let column = column.first_chunk_mut::<LANES>().expect("rows");
                    // Two loops: one of both is not made of vectors.
                    for i in 0..LANES {
                        column[i] = before[i] * sine + rotated[i] * cosine;
                    }
                    for i in 0..LANES {
                        rotated[i] = before[i] * cosine - rotated[i] * sine;
                    }
                    at -= stride;
                }
                columns[at..at + LANES].copy_from_slice(&rotated);
            }
        },
    );
}

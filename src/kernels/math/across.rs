//! Softmax of lanes that run side by side: the elements of `inner` lanes follow each other, row after row.

use super::rows::{LOG_SOFTMAX, LOG_SUM, RowFunction, SOFTMAX, made_of};
use crate::formulas::Function;
use crate::formulas::exponential::exp_of;
use crate::formulas::logarithm::Ln;
use crate::formulas::real::{Real, sum};
use crate::kernels::dispatch::{Work, vectorised};
use crate::kernels::send_ptr::SendPtr;
use crate::kernels::threads::{are_several, piece_of, share};
use crate::kernels::thresholds::LANES_ON_THREADS;
use core::mem::MaybeUninit;

/// How many lanes are walked together. Narrower strips, which would stay in the second-level cache from one walk to
/// the next, take longer where a row fills a page: each step is another page then.
pub(super) const STRIP: usize = 512;

/// What is made of lanes of `n` elements, of which `inner` run side by side, on several threads if there is
/// enough to do.
pub(super) fn run<T: Real>(
    from: &[T],
    [n, inner]: [usize; 2],
    function: RowFunction,
    to: &mut [MaybeUninit<T>],
) {
    let (made, outer) = (made_of(n, function), from.len() / (n * inner));
    assert!(from.len() == outer * n * inner && to.len() == outer * made * inner);
    let (strips, places) = (inner.div_ceil(STRIP), SendPtr(to.as_mut_ptr()));
    // `dyn`: compiled once for all callers.
    let strip: &(dyn Fn(usize) + Sync) = &|number| {
        let (outer, left) = (number / strips, number % strips * STRIP);
        let from = &from[outer * n * inner..][..n * inner];
        let to = places.get().wrapping_add(outer * made * inner);
        vectorised(Strip { from, to, inner, left, width: STRIP.min(inner - left), function });
    };
    let count = outer * strips;
    if size_of_val(from) < LANES_ON_THREADS || !are_several() {
        return (0..count).for_each(strip);
    }
    let piece = piece_of(count);
    share((0..count).step_by(piece), |first| {
        (first..count.min(first + piece)).for_each(strip);
    });
}

/// Some of the lanes, from the one at `left` on, and the places of what is made of all of them.
struct Strip<'a, T> {
    from: &'a [T],
    to: *mut MaybeUninit<T>,
    inner: usize,
    left: usize,
    width: usize,
    function: RowFunction,
}

impl<T: Real> Strip<'_, T> {
    /// The elements of the lanes, row after row.
    #[inline(always)]
    fn rows(&self) -> impl Iterator<Item = &[T]> {
        self.from.chunks_exact(self.inner).map(|row| &row[self.left..][..self.width])
    }

    /// The places of a row of results.
    #[inline(always)]
    fn places(&mut self, row: usize) -> &mut [MaybeUninit<T>] {
        let first = self.to.wrapping_add(row * self.inner + self.left);
        // SAFETY: a part of a row of results, which no other strip has (invariant 10).
        unsafe { core::slice::from_raw_parts_mut(first, self.width) }
    }
}

impl<T: Real> Work for Strip<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(mut self) {
        let (width, function) = (self.width, self.function);
        // A NaN is passed over; the sum will be NaN.
        let mut greatest = [-T::infinity(); STRIP];
        let mut rows = self.rows();
        while let Some(row) = rows.next() {
            let next = rows.next().unwrap_or(row);
            for ((greatest, &x), &y) in greatest.iter_mut().zip(row).zip(next) {
                // In an inner choice, for no masked store (see `fold/simple.rs`).
                let one = if x > *greatest { x } else { *greatest };
                *greatest = if y > one { y } else { one };
            }
        }
        drop(rows);
        // In two numbers, so that the error of a long sum is small.
        let (mut totals, mut rests) = ([T::ZERO; STRIP], [T::ZERO; STRIP]);
        let (from, mut powers) = (self.from, [T::ZERO; STRIP]);
        for (number, row) in from.chunks_exact(self.inner).enumerate() {
            let row = &row[self.left..][..width];
            for ((power, &x), &greatest) in powers.iter_mut().zip(row).zip(&greatest) {
                // With a NaN in the lane a difference may be positive, and the result is NaN whatever comes of it.
                *power = exp_of::<FMA, true, T>(x - greatest, None).value();
            }
            for ((total, rest), &power) in totals.iter_mut().zip(&mut rests).zip(&powers[..width]) {
                let (whole, lost) = sum(*total, power);
                (*total, *rest) = (whole, *rest + lost);
            }
            if function == SOFTMAX {
                for (place, &power) in self.places(number).iter_mut().zip(&powers) {
                    place.write(power);
                }
            }
        }
        for ((total, &rest), &greatest) in totals[..width].iter_mut().zip(&rests).zip(&greatest) {
            *total = *total + rest;
            *total = match function {
                SOFTMAX => T::ONE / *total,
                LOG_SOFTMAX => Ln::at::<FMA>(*total),
                _ if greatest.is_finite() => greatest + Ln::at::<FMA>(*total),
                _ => greatest,
            };
        }
        if function == LOG_SUM {
            for (i, (total, greatest)) in totals.iter_mut().zip(&greatest).enumerate().take(width) {
                // Without a finite number the sum means nothing: the result is the infinity, or NaN if there is one.
                if !greatest.is_finite() && self.rows().any(|row| row[i].is_nan()) {
                    *total = T::nan();
                }
            }
            for (place, &total) in self.places(0).iter_mut().zip(&totals) {
                place.write(total);
            }
            return;
        }
        for (number, row) in from.chunks_exact(self.inner).enumerate() {
            let row = &row[self.left..][..width];
            let places = self.places(number);
            if function == SOFTMAX {
                for (place, &factor) in places.iter_mut().zip(&totals) {
                    // SAFETY: the precondition of `assume_init_mut`: the loop above has written each place.
                    let x = unsafe { place.assume_init_mut() };
                    *x = *x * factor;
                }
            } else {
                let lanes = places.iter_mut().zip(row).zip(&greatest).zip(&totals);
                for (((place, &x), &greatest), &log) in lanes {
                    place.write((x - greatest) - log);
                }
            }
        }
    }
}

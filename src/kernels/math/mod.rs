//! Functions of one and two floats, element by element, for many elements at once.
//!
//! Each is a formula without branches on a plain `f32` or `f64`, inlined into a loop over a slice
//! that is compiled for each instruction set (`dispatch.rs`), so that the compiler makes vectors of
//! it: `exponential.rs` exp, exp2, tanh, sigmoid; `logarithm.rs`; `error_function.rs` erf and gelu;
//! `trigonometric.rs` sin, cos; `inverse_hyperbolic.rs`; `power.rs`. `scalar.rs` has the same functions of one
//! number, for closures. `rows.rs` has softmax and layer norm. `real.rs` has the
//! arithmetic and constants of both types, `coefficients.rs` the polynomials, which `coefficients.py`
//! computes.
//!
//! A product and a sum are rounded at once where the machine can do that (`FMA`), so results may
//! differ in the last bit between machines. On one machine they do not depend on where an element
//! lies: one element and the rest of a vector take the same formula.
//!
//! A kernel reads a slice and writes another, and is compiled once for each type, in this crate.
//! Operands that are not contiguous are copied first.

mod coefficients;
mod error_function;
mod exponential;
mod inverse_hyperbolic;
mod logarithm;
mod power;
mod real;
pub(crate) mod rows;
mod scalar;
mod trigonometric;

pub(crate) use real::Real;
pub use scalar::MathFloat;

use super::copy::to_vec;
use super::dispatch::{Work, vectorised_fused};
use super::operand::Source;
use super::specialize::Same;
use super::threads;
use super::thresholds::FUNCTION_ON_THREADS;
use super::uninit::UninitVec;
use crate::layout::Layout;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use power::Power;

/// A function of one number.
pub(crate) trait Function<T> {
    fn at<const FMA: bool>(x: T) -> T;

    /// How far from zero [`at`](Self::at) is right, if not for all numbers.
    const NEAR: Option<T> = None;

    /// The function of a number further out.
    #[inline(always)]
    fn far<const FMA: bool>(x: T) -> T {
        x
    }

    /// Whether `far` is a formula without branches too, right for every number, NaN included, and equal to
    /// `at` nearby: then it is taken for all of a block.
    const FAR_IS_FORMULA: bool = false;

    /// The function of any number.
    #[inline(always)]
    fn anywhere<const FMA: bool>(x: T) -> T
    where
        T: Real,
    {
        let is_far = |near| Self::FAR_IS_FORMULA || x.abs() > near;
        if Self::NEAR.is_some_and(is_far) { Self::far::<FMA>(x) } else { Self::at::<FMA>(x) }
    }
}

/// A function as it is called: reads a slice and writes the other.
pub(crate) struct Unary {
    f32: fn(&[f32], &mut [MaybeUninit<f32>]),
    f64: fn(&[f64], &mut [MaybeUninit<f64>]),
}

/// A function of each element and the one of another slice, or of the only one of it.
pub struct Binary {
    f32: fn(&[f32], &[f32], &mut [MaybeUninit<f32>]),
    f64: fn(&[f64], &[f64], &mut [MaybeUninit<f64>]),
}

macro_rules! unary {
    ($($name:ident: $function:path;)+) => { $(
        pub(crate) static $name: Unary =
            Unary { f32: each::<f32, $function>, f64: each::<f64, $function> };
    )+ };
}

unary! {
    EXP: exponential::Exp;
    EXP2: exponential::Exp2;
    TANH: exponential::Tanh;
    SIGMOID: exponential::Sigmoid;
    LN: logarithm::Ln;
    ERF: error_function::Erf;
    GELU: error_function::Gelu;
    SIN: trigonometric::Sin;
    COS: trigonometric::Cos;
    ASINH: inverse_hyperbolic::Asinh;
    ACOSH: inverse_hyperbolic::Acosh;
    ATANH: inverse_hyperbolic::Atanh;
}

pub(crate) static POW: Binary = Binary { f32: raise::<f32>, f64: raise::<f64> };

/// How many elements are looked at together for being out of range.
const BLOCK: usize = 1024;

/// Calculates a function of each element.
struct Each<'a, T, F>(&'a [T], &'a mut [MaybeUninit<T>], PhantomData<F>);

impl<T: Real, F: Function<T>> Work for Each<'_, T, F> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(self) {
        assert!(self.0.len() == self.1.len());
        let Some(near) = F::NEAR else {
            for (&x, place) in self.0.iter().zip(self.1) {
                place.write(F::at::<FMA>(x));
            }
            return;
        };
        for (from, to) in self.0.chunks(BLOCK).zip(self.1.chunks_mut(BLOCK)) {
            // By their bits floats are in order, NaN after all numbers: one instruction for each vector.
            let furthest = from.iter().map(|x| x.size_bits()).fold(T::Bits::default(), Ord::max);
            let is_far = furthest > near.size_bits();
            if is_far && F::FAR_IS_FORMULA {
                for (&x, place) in from.iter().zip(to) {
                    place.write(F::far::<FMA>(x));
                }
                continue;
            }
            for (&x, place) in from.iter().zip(&mut *to) {
                place.write(F::at::<FMA>(x));
            }
            if is_far {
                for (&x, place) in from.iter().zip(to).filter(|(x, _)| x.abs() > near) {
                    place.write(F::far::<FMA>(x));
                }
            }
        }
    }
}

fn each<T: Real, F: Function<T>>(from: &[T], to: &mut [MaybeUninit<T>]) {
    vectorised_fused(Each::<T, F>(from, to, PhantomData));
}

/// Raises each element to a power of its own, or all to the same.
struct Raise<'a, T>(&'a [T], &'a [T], &'a mut [MaybeUninit<T>]);

impl<T: Power> Work for Raise<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<const FMA: bool>(self) {
        assert!(self.0.len() == self.2.len());
        if let &[exponent] = self.1 {
            for (&x, place) in self.0.iter().zip(self.2) {
                place.write(power::pow::<FMA, T>(x, exponent));
            }
        } else {
            assert!(self.1.len() == self.2.len());
            for ((&x, &exponent), place) in self.0.iter().zip(self.1).zip(self.2) {
                place.write(power::pow::<FMA, T>(x, exponent));
            }
        }
    }
}

fn raise<T: Power>(bases: &[T], exponents: &[T], to: &mut [MaybeUninit<T>]) {
    vectorised_fused(Raise(bases, exponents, to));
}

/// What `function` makes of each element, in row-major order, if there is a kernel for the type.
#[inline(always)]
pub(crate) fn map<T, const R: usize>(source: Source<'_, T, R>, function: &Unary) -> Option<Vec<T>> {
    if let Some(same) = Same::<T, f32>::proof() {
        return Some(same.vec_back(mapped(same.source(source), function.f32)));
    }
    if let Some(same) = Same::<T, f64>::proof() {
        return Some(same.vec_back(mapped(same.source(source), function.f64)));
    }
    #[cfg(feature = "half")]
    if let Some(same) = Same::<T, half::f16>::proof() {
        let (widen, narrow) = (half::f16::to_f32, half::f16::from_f32);
        return Some(same.vec_back(mapped_wide(same.source(source), widen, narrow, function.f32)));
    }
    #[cfg(feature = "half")]
    if let Some(same) = Same::<T, half::bf16>::proof() {
        let (widen, narrow) = (half::bf16::to_f32, half::bf16::from_f32);
        return Some(same.vec_back(mapped_wide(same.source(source), widen, narrow, function.f32)));
    }
    None
}

/// As [`map`], of two operands of one shape.
#[inline(always)]
pub(crate) fn map_two<T, const R: usize>(
    left: Source<'_, T, R>,
    right: Source<'_, T, R>,
    function: &Binary,
) -> Option<Vec<T>> {
    if let Some(same) = Same::<T, f32>::proof() {
        let (left, right) = (same.source(left), same.source(right));
        return Some(same.vec_back(mapped_two(left, right, function.f32)));
    }
    if let Some(same) = Same::<T, f64>::proof() {
        let (left, right) = (same.source(left), same.source(right));
        return Some(same.vec_back(mapped_two(left, right, function.f64)));
    }
    None
}

/// The function of one number.
pub(crate) fn one(x: f64, function: &Unary) -> f64 {
    written(1, |place| (function.f64)(&[x], place))[0]
}

fn mapped<T: Real, const R: usize>(
    source: Source<'_, T, R>,
    function: fn(&[T], &mut [MaybeUninit<T>]),
) -> Vec<T> {
    let from = in_row_major(source);
    written(from.len(), |to| {
        in_pieces(to, 1, size_of_val(&*from), &|first, to| {
            function(&from[first..][..to.len()], to);
        });
    })
}

fn mapped_two<T: Real, const R: usize>(
    left: Source<'_, T, R>,
    right: Source<'_, T, R>,
    function: fn(&[T], &[T], &mut [MaybeUninit<T>]),
) -> Vec<T> {
    let left = in_row_major(left);
    let layout = right.layout();
    let axes = layout.shape().into_iter().zip(layout.strides());
    if !layout.is_empty() && { axes }.all(|(size, stride)| size == 1 || stride == 0) {
        // SAFETY: the operand is not empty (invariant 1).
        let only = [unsafe { *right.zero() }];
        return written(left.len(), |to| {
            in_pieces(to, 1, size_of_val(&*left), &|first, to| {
                function(&left[first..][..to.len()], &only, to);
            });
        });
    }
    let right = in_row_major(right);
    written(left.len(), |to| {
        in_pieces(to, 1, size_of_val(&*left), &|first, to| {
            function(&left[first..][..to.len()], &right[first..][..to.len()], to);
        });
    })
}

/// As [`mapped`], in `f32`.
#[cfg(feature = "half")]
fn mapped_wide<T: Copy, const R: usize>(
    source: Source<'_, T, R>,
    widen: fn(T) -> f32,
    narrow: fn(f32) -> T,
    function: fn(&[f32], &mut [MaybeUninit<f32>]),
) -> Vec<T> {
    let mut elements = to_vec(source);
    for piece in elements.chunks_mut(512) {
        let wide: Vec<f32> = piece.iter().map(|&x| widen(x)).collect();
        let results = written(wide.len(), |to| function(&wide, to));
        for (x, result) in piece.iter_mut().zip(results) {
            *x = narrow(result);
        }
    }
    elements
}

/// The elements where they lie, or a copy.
pub(super) fn in_row_major<T: Clone, const R: usize>(source: Source<'_, T, R>) -> Cow<'_, [T]> {
    match source.as_slice() {
        Some(elements) => Cow::Borrowed(elements),
        None => Cow::Owned(to_vec(source)),
    }
}

/// Calls `f` with all places and 0, or on several threads with pieces of some `unit`s and the number of
/// the first one: where it reads `FUNCTION_ON_THREADS` bytes.
pub(super) fn in_pieces<P: Send>(
    places: &mut [P],
    unit: usize,
    bytes: usize,
    f: &(dyn Fn(usize, &mut [P]) + Sync),
) {
    if bytes < FUNCTION_ON_THREADS || !threads::are_several() {
        return f(0, places);
    }
    let piece = threads::piece_of(places.len() / unit);
    let pieces = places.chunks_mut(piece * unit).enumerate();
    threads::share(pieces, |(n, places)| f(n * piece, places));
}

/// A fresh buffer, which `write` fills.
pub(super) fn written<T: Real>(len: usize, write: impl FnOnce(&mut [MaybeUninit<T>])) -> Vec<T> {
    let mut fresh = UninitVec::with_len(len);
    let layout = Layout::row_major([len]).expect("no more elements than there are");
    let places = fresh.slots(&layout).0.zero();
    // SAFETY: `len` places, reached by nobody else (invariant 2).
    write(unsafe { core::slice::from_raw_parts_mut(places, len) });
    // SAFETY: the functions above write each place, or panic.
    unsafe { fresh.finish(len) }
}

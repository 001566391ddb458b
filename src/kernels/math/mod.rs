//! Functions of one and two floats, element by element, for many elements at once.
//!
//! A kernel is a formula of `formulas/`, inlined into a loop over a slice that is compiled for each instruction set
//! (`dispatch.rs`), so that the compiler makes vectors of it; once for each type, in this crate. `scalar.rs` has the
//! same functions of one number, for closures. `complex.rs` has functions of complex numbers, `rows.rs` softmax, layer
//! norm and RMS norm, `across.rs` softmax of lanes side by side. Operands that are not contiguous are copied first.

mod across;
pub(crate) mod complex;
pub(crate) mod rows;
mod scalar;

pub use scalar::MathFloat;

use super::copy::in_row_major;
use super::dispatch::{Work, vectorised};
use super::operand::Source;
use super::specialize::{identity, same};
use super::threads::in_pieces;
use super::uninit::UninitVec;
use crate::formulas::real::Real;
use crate::formulas::{Function, FunctionOfTwo, functions_of_one, inverse_trigonometric, of_two};
use alloc::{borrow::Cow, vec, vec::Vec};
use core::{any::TypeId, marker::PhantomData, mem::MaybeUninit};
#[cfg(feature = "half")]
use num_traits::AsPrimitive;

type Loop<T> = fn(&[T], &[T], &mut [MaybeUninit<T>]);

/// A function of each element, or of each and an element of another operand, or its only one.
pub struct MathKernel {
    f32: Loop<f32>,
    f64: Loop<f64>,
}

impl MathKernel {
    /// The loop for a type of floats.
    fn of<T: Real>(&self) -> Loop<T> {
        // SAFETY: the precondition of `same`: functions of numbers mention no lifetime.
        let of_f32 = unsafe { same(&self.f32) };
        // SAFETY: as above.
        of_f32.or_else(|| unsafe { same(&self.f64) }).expect("a loop")
    }
}

/// What is made of a slice.
enum Calculation<'k> {
    Elements(&'k MathKernel),
    /// Of so many elements, of which so many run side by side.
    Lanes([usize; 2], rows::RowFunction),
}

macro_rules! kernels {
    ($each:ident: $($name:ident $($scalar:ident)?: $function:path;)+) => { $(
        pub(crate) static $name: MathKernel =
            MathKernel { f32: $each::<f32, $function>, f64: $each::<f64, $function> };
    )+ };
}

kernels! {
    each_of_two:
    POW: of_two::Pow;
    LOG_ADD_EXP: of_two::LogAddExp;
    ATAN2: inverse_trigonometric::Atan2;
    HYPOT: of_two::Hypot;
    FLOOR_DIVIDE: of_two::FloorDivide;
    REMAINDER: of_two::Remainder;
    REM: of_two::Rem;
}

functions_of_one!(kernels each:);

/// How many elements are looked at together for being out of range.
const RANGE_BLOCK: usize = 1024;

/// After a block of pairs out of range, for how many blocks the short formula is not tried.
const PASSED_OVER: usize = 7;

/// Calculates a function of each element.
struct Each<'a, T, F>(&'a [T], &'a mut [MaybeUninit<T>], PhantomData<F>);

impl<T: Real, F: Function<T>> Work for Each<'_, T, F> {
    type Output = ();

    /// Each block is checked while the short formula is calculated, and calculated again if elements are out of its range. Then the next
    /// block begins with the general formula.
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let mut are_near = F::NEAR.is_some();
        for (from, to) in self.0.chunks(RANGE_BLOCK).zip(self.1.chunks_mut(RANGE_BLOCK)) {
            are_near = are_near && Self::block(from, to, F::near::<FMA>)
                || Self::block(from, to, F::at::<FMA>);
        }
    }
}

impl<T: Real, F: Function<T>> Each<'_, T, F> {
    /// Calculates a block; whether all of its elements are in range.
    #[inline(always)]
    fn block(from: &[T], to: &mut [MaybeUninit<T>], function: impl Fn(T) -> T) -> bool {
        let ([least, greatest], mut far) = (F::NEAR.unwrap_or([T::ZERO; 2]), T::Bits::default());
        for (&x, place) in from.iter().zip(to) {
            if F::NEAR.is_some() {
                far = far.max(F::size(x).floats_above(least));
            }
            place.write(function(x));
        }
        F::NEAR.is_some() && far <= greatest.floats_above(least)
    }
}

fn each<T: Real, F: Function<T>>(from: &[T], _: &[T], to: &mut [MaybeUninit<T>]) {
    assert!(from.len() == to.len());
    vectorised(Each::<T, F>(from, to, PhantomData));
}

/// Calculates a function of two numbers of each pair in blocks.
struct EachOfTwo<'a, B, Y, T, F>(B, &'a mut [MaybeUninit<Y>], PhantomData<(T, F)>);

impl<T, Y, B, F: FunctionOfTwo<T, Y>> Work for EachOfTwo<'_, B, Y, T, F>
where
    B: Iterator<Item: Iterator<Item = (T, T)> + Clone>,
{
    type Output = ();

    /// As [`Each`], but the short formula is not tried in the blocks after one that was out of range: to find out whether it
    /// would be right takes as long as the formula.
    #[inline(always)]
    fn run<const FMA: bool>(self) {
        let mut passed_over = 0;
        for (pairs, to) in self.0.zip(self.1.chunks_mut(RANGE_BLOCK)) {
            let mut are_near = passed_over == 0;
            if are_near {
                for ((x, y), place) in pairs.clone().zip(&mut *to) {
                    let (result, is_near) = F::near::<FMA>(x, y);
                    place.write(result);
                    are_near &= is_near;
                }
                passed_over = if are_near { 0 } else { PASSED_OVER };
            } else {
                passed_over -= 1;
            }
            if !are_near {
                for ((x, y), place) in pairs.zip(to) {
                    place.write(F::at::<FMA>(x, y));
                }
            }
        }
    }
}

fn each_of_two<T: Real, F: FunctionOfTwo<T>>(from: &[T], others: &[T], to: &mut [MaybeUninit<T>]) {
    assert!(from.len() == to.len());
    let repeated = if let &[other] = others { Some([other; RANGE_BLOCK]) } else { None };
    let block = repeated.as_ref().map(|block| &block[..from.len().min(RANGE_BLOCK)]);
    assert!(others.len() == to.len() || block.is_some());
    let others = block.unwrap_or(others);
    let blocks = from.chunks(RANGE_BLOCK).zip(others.chunks(RANGE_BLOCK).cycle());
    let pairs = blocks.map(|(xs, ys)| xs.iter().copied().zip(ys.iter().copied()));
    vectorised(EachOfTwo::<_, _, _, F>(pairs, to, PhantomData));
}

/// What a kernel makes of each element, and of those of a second operand of the same shape, in row-major
/// order, if it is compiled for the type.
#[inline(always)]
pub(crate) fn map<T: Clone, const R: usize>(
    source: Source<'_, T, R>,
    other: Option<Source<'_, T, R>>,
    kernel: &MathKernel,
) -> Option<Vec<T>> {
    if !has_kernels(identity::<T>()) {
        return None;
    }
    let from = in_row_major(source);
    let others = other.map_or(Cow::Borrowed(&[][..]), |other| {
        let axes = other.layout().shape().into_iter().zip(other.layout().strides());
        if from.is_empty() || { axes }.any(|(size, stride)| size != 1 && stride != 0) {
            return in_row_major(other);
        }
        // SAFETY: the only element (invariant 1).
        Cow::Owned(vec![unsafe { &*other.zero() }.clone()])
    });
    calculate([&from, &others], from.len(), Calculation::Elements(kernel))
}

/// Whether kernels are compiled for the type, or for one that it is computed in.
#[inline(always)]
pub(crate) fn has_kernels(id: TypeId) -> bool {
    #[cfg(feature = "half")]
    if id == TypeId::of::<half::f16>() || id == TypeId::of::<half::bf16>() {
        return true;
    }
    id == TypeId::of::<f32>() || id == TypeId::of::<f64>()
}

/// So many results of a calculation, if `T` is a built-in float; of `f16` and `bf16` by way of `f32`.
#[inline(always)]
fn calculate<T>(from: [&[T]; 2], results: usize, calculation: Calculation<'_>) -> Option<Vec<T>> {
    let mut fresh = UninitVec::with_len(results);
    let to: *mut [MaybeUninit<T>] = fresh.places(results).0;
    let slices = (from[0] as *const [T] as _, from[1] as *const [T] as _, to as _);
    // SAFETY: the precondition of `calculate_built_in`: the slices are of `T`, and nothing else reaches the places.
    let is_done = unsafe { calculate_built_in(identity::<T>(), slices, &calculation) };
    // SAFETY: the precondition of `finish`: a calculation that is done has written each place.
    is_done.then(|| unsafe { fresh.finish(results) })
}

/// Elements, those of a second operand, and places for the results.
type Operands<'s, T> = (&'s [T], &'s [T], &'s mut [MaybeUninit<T>]);

/// [`Operands`] of any type, with their lengths.
type Slices = (*const [()], *const [()], *mut [()]);

/// [`calculate`] without types. Whether there are kernels for the type. Inlined, so that a program has the code of those
/// types and kinds alone that it calls.
///
/// # Safety
/// The slices are of the type of the identity, and nothing else reaches the places meanwhile.
#[inline(always)]
unsafe fn calculate_built_in(id: TypeId, slices: Slices, calculation: &Calculation<'_>) -> bool {
    macro_rules! built_in {
        ($($Float:ty: $kind:pat => $calculate:path;)+) => { $(
            if id == TypeId::of::<$Float>() && matches!(calculation, $kind) {
                unsafe fn run(calculation: &Calculation<'_>, (from, others, to): Slices) {
                    // SAFETY: by the caller's promise.
                    let (from, others) = unsafe { (&*(from as *const _), &*(others as *const _)) };
                    // SAFETY: by the caller's promise.
                    let operands: Operands<'_, $Float> = (from, others, unsafe { &mut *(to as *mut _) });
                    $calculate(calculation, operands);
                }
                // SAFETY: by the caller's promise.
                unsafe { run(calculation, slices) };
                return true;
            }
        )+ };
    }
    use Calculation::{Elements, Lanes};
    built_in! { f32: Elements(_) => elements; f64: Elements(_) => elements; }
    built_in! { f32: Lanes(..) => rows::run; f64: Lanes(..) => rows::run; }
    #[cfg(feature = "half")]
    built_in! { half::f16: _ => in_f32; half::bf16: _ => in_f32; }
    false
}

/// [`Calculation::Elements`], on several threads if there is enough to do; nothing for another calculation.
fn elements<T: Real>(calculation: &Calculation<'_>, (from, others, to): Operands<'_, T>) {
    let Calculation::Elements(kernel) = calculation else { return };
    in_pieces(to, 1, size_of_val(from), &|first, to| {
        let part = first..first + to.len();
        let others = if others.len() < 2 { others } else { &others[part.clone()] };
        kernel.of()(&from[part], others, to);
    });
}

/// Any calculation, of numbers that are rounded to `T` at the end.
#[cfg(feature = "half")]
fn in_f32<T: AsPrimitive<f32>>(calculation: &Calculation<'_>, (from, others, to): Operands<'_, T>)
where
    f32: AsPrimitive<T>,
{
    let wide = |narrow: &[T]| narrow.iter().map(|x| x.as_()).collect::<Vec<f32>>();
    let (len, mut results) = (to.len(), UninitVec::with_len(to.len()));
    let (from, others, places) = (wide(from), wide(others), results.places(len).0);
    elements(calculation, (&from, &others, places));
    rows::run(calculation, (&from, &others, places));
    // SAFETY: the precondition of `finish`: a calculation has written each place.
    for (place, x) in to.iter_mut().zip(unsafe { results.finish(len) }) {
        place.write(x.as_());
    }
}

//! Fourier transforms of the lanes of row-major elements, by plans that are kept.

use crate::kernels::index::Along;
use crate::kernels::prefetch::CACHE_LINE;
use crate::kernels::threads::{are_several, piece_of, share};
use crate::kernels::thresholds::LANES_ON_THREADS;
use crate::kernels::uninit::{filled, with_capacity};
use alloc::collections::VecDeque;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::array::from_fn;
use core::fmt::{Debug, Display};
use num_complex::Complex;
use num_traits::{Float, FromPrimitive, Signed, Zero};
use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};
use rustfft::{Fft, FftPlanner};
use std::sync::{Mutex, PoisonError};

/// How many plans are kept for an element type, and how many elements their lanes have together.
const PLANS: usize = 16;
const PLANNED: usize = 1 << 20;

/// Elements of the columns that are transformed together, and how many columns these are: with fewer than 16, a
/// copy takes up to four times as long.
const PANEL: usize = 16 << 10;
const PANEL_COLUMNS: core::ops::RangeInclusive<usize> = 16..=64;
/// Rows that are copied together.
const COPIED_ROWS: usize = 4;

/// What is transformed to what.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum TransformKind {
    Forward,
    Inverse,
    FromReal,
    ToReal,
}

/// The steps of a transform of one length.
#[derive(Clone)]
pub(crate) enum TransformPlan<F> {
    Complex(Arc<dyn Fft<F>>),
    FromReal(Arc<dyn RealToComplex<F>>),
    ToReal(Arc<dyn ComplexToReal<F>>),
}

/// The plans used last, the most recent one at the end. Together they are bounded in number and in length.
pub(crate) struct Plans<F>(Mutex<VecDeque<(TransformKind, usize, TransformPlan<F>)>>);

impl<F: FourierNumber> Plans<F> {
    const fn new() -> Self {
        Plans(Mutex::new(VecDeque::new()))
    }

    fn get(&self, kind: TransformKind, n: usize) -> TransformPlan<F> {
        let plans = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut kept = plans();
            if let Some(at) = kept.iter().position(|plan| (plan.0, plan.1) == (kind, n)) {
                let plan = kept.remove(at).expect("found there");
                kept.push_back(plan.clone());
                return plan.2;
            }
        }
        // Made without the lock: of two threads that make the same plan, one does so in vain.
        let plan = match kind {
            TransformKind::Forward => TransformPlan::Complex(FftPlanner::new().plan_fft_forward(n)),
            TransformKind::Inverse => TransformPlan::Complex(FftPlanner::new().plan_fft_inverse(n)),
            TransformKind::FromReal => {
                TransformPlan::FromReal(RealFftPlanner::new().plan_fft_forward(n))
            }
            TransformKind::ToReal => {
                TransformPlan::ToReal(RealFftPlanner::new().plan_fft_inverse(n))
            }
        };
        let mut kept = plans();
        kept.push_back((kind, n, plan.clone()));
        while kept.len() > PLANS || kept.iter().map(|plan| plan.1).sum::<usize>() > PLANNED {
            kept.pop_front();
        }
        plan
    }
}

/// `f32` and `f64`. The plans are made by functions of the type itself, so that this crate contains their
/// code and not that of its users. The size of an axis from or to real elements is that of these.
pub(crate) trait FourierNumber:
    Float + FromPrimitive + Signed + Debug + Display + Send + Sync + 'static
{
    fn complex(x: &[Complex<Self>], axis: Along, inverse: bool, scale: Self) -> Vec<Complex<Self>>;
    fn from_real(x: &[Self], axis: Along, scale: Self) -> Vec<Complex<Self>>;
    fn to_real(x: &[Complex<Self>], axis: Along, scale: Self) -> Vec<Self>;
}

macro_rules! numbers {
    ($($F:ty, $PLANS:ident;)+) => { $(
        static $PLANS: Plans<$F> = Plans::new();

        impl FourierNumber for $F {
            fn complex(x: &[Complex<$F>], axis: Along, inverse: bool, scale: $F) -> Vec<Complex<$F>> {
                complex(&$PLANS, x, axis, inverse, scale)
            }

            fn from_real(x: &[$F], axis: Along, scale: $F) -> Vec<Complex<$F>> {
                from_real(&$PLANS, x, axis, scale)
            }

            fn to_real(x: &[Complex<$F>], axis: Along, scale: $F) -> Vec<$F> {
                to_real(&$PLANS, x, axis, scale)
            }
        }
    )+ };
}

numbers! {
    f32, PLANS_F32;
    f64, PLANS_F64;
}

fn complex<F: FourierNumber>(
    plans: &Plans<F>,
    x: &[Complex<F>],
    axis: Along,
    inverse: bool,
    scale: F,
) -> Vec<Complex<F>> {
    let n = axis.n;
    let TransformPlan::Complex(plan) =
        plans.get(if inverse { TransformKind::Inverse } else { TransformKind::Forward }, n)
    else {
        unreachable!("a plan of this kind")
    };
    let needs = plan.get_outofplace_scratch_len();
    each_lane(x, n, n, axis.inner, needs, &|lane, result, scratch| {
        plan.process_outofplace_with_scratch(lane, result, scratch);
        if scale != F::one() {
            result.iter_mut().for_each(|x| *x = *x * scale);
        }
    })
}

fn from_real<F: FourierNumber>(
    plans: &Plans<F>,
    x: &[F],
    axis: Along,
    scale: F,
) -> Vec<Complex<F>> {
    let n = axis.n;
    let TransformPlan::FromReal(plan) = plans.get(TransformKind::FromReal, n) else {
        unreachable!("a plan of this kind")
    };
    each_lane(x, n, n / 2 + 1, axis.inner, plan.get_scratch_len(), &|lane, result, scratch| {
        plan.process_with_scratch(lane, result, scratch).expect("lanes of its lengths");
        if scale != F::one() {
            result.iter_mut().for_each(|x| *x = *x * scale);
        }
    })
}

fn to_real<F: FourierNumber>(plans: &Plans<F>, x: &[Complex<F>], axis: Along, scale: F) -> Vec<F> {
    let n = axis.n;
    let TransformPlan::ToReal(plan) = plans.get(TransformKind::ToReal, n) else {
        unreachable!("a plan of this kind")
    };
    let m = n / 2 + 1;
    each_lane(x, m, n, axis.inner, plan.get_scratch_len(), &|lane, result, scratch| {
        // Zero in the spectrum of real numbers; what else is there is left out, as numpy does.
        lane[0].im = F::zero();
        if n.is_multiple_of(2) {
            lane[m - 1].im = F::zero();
        }
        plan.process_with_scratch(lane, result, scratch).expect("lanes of its lengths");
        if scale != F::one() {
            result.iter_mut().for_each(|x| *x = *x * scale);
        }
    })
}

/// Transforms a lane, which it may overwrite, to another one, with scratch.
type Transform<'f, A, B, S> = dyn Fn(&mut [A], &mut [B], &mut [S]) + Sync + 'f;

/// Makes a lane of `m` elements of each lane of `n` elements, `stride` apart.
///
/// Lanes that are not contiguous are columns of a block of `n` rows. Some neighbouring columns at a time are
/// copied to contiguous lanes and their results back, so that each cache line is read and written once.
fn each_lane<A, B, S>(
    x: &[A],
    n: usize,
    m: usize,
    stride: usize,
    needs: usize,
    step: &Transform<'_, A, B, S>,
) -> Vec<B>
where
    A: Copy + Zero + Send + Sync,
    B: Copy + Zero + Send + Sync,
    S: Clone + Zero,
{
    let mut result = filled(B::zero(), x.len() / n * m);
    let count = x.len() / n;
    let is_shared = size_of_val(x) >= LANES_ON_THREADS && are_several();
    if stride == 1 {
        let piece = if is_shared { piece_of(count) } else { count.max(1) };
        share(x.chunks(piece * n).zip(result.chunks_mut(piece * m)), |(x, result)| {
            let (mut lane, mut scratch) = (vec![A::zero(); n], vec![S::zero(); needs]);
            for (x, result) in x.chunks_exact(n).zip(result.chunks_exact_mut(m)) {
                lane.copy_from_slice(x);
                step(&mut lane, result, &mut scratch);
            }
        });
        return result;
    }
    // A line between lanes: those of sizes that are powers of two would meet in a few lines of the cache.
    let [n_pitch, m_pitch] = [n + CACHE_LINE / size_of::<A>(), m + CACHE_LINE / size_of::<B>()];
    let panel = (PANEL / n.max(m)).clamp(*PANEL_COLUMNS.start(), *PANEL_COLUMNS.end()).min(stride);
    // The columns of a block from the first one on: their results, as many as there is room for.
    let columns = |x: &[A], first: usize, results: &mut [B], lanes: &mut [A], scratch: &mut [S]| {
        let width = results.len() / m_pitch;
        for (at, rows) in x.chunks(COPIED_ROWS * stride).enumerate() {
            let count = rows.len() / stride;
            // Where fewer rows are left, the last one is copied again: the line between lanes has room for it.
            let row = |i: usize| &rows[i.min(count - 1) * stride + first..][..width];
            let rows: [&[A]; COPIED_ROWS] = from_fn(row);
            for (column, lane) in lanes.chunks_exact_mut(n_pitch).take(width).enumerate() {
                let to = &mut lane[at * COPIED_ROWS..][..COPIED_ROWS];
                to.copy_from_slice(&rows.map(|row| row[column]));
            }
        }
        let lanes = lanes.chunks_exact_mut(n_pitch);
        for (lane, result) in lanes.zip(results.chunks_exact_mut(m_pitch)) {
            step(&mut lane[..n], &mut result[..m], scratch);
        }
    };
    let put = |results: &[B], first: usize, row: usize, rows: &mut [B]| {
        let width = results.len() / m_pitch;
        for (i, to) in rows.chunks_exact_mut(stride).enumerate() {
            for (to, result) in to[first..][..width].iter_mut().zip(results.chunks_exact(m_pitch)) {
                *to = result[row + i];
            }
        }
    };
    let (block, made) = (n * stride, m * stride);
    let room = || (vec![A::zero(); panel * n_pitch], vec![S::zero(); needs]);
    let blocks = |x: &[A], result: &mut [B]| {
        let (mut lanes, mut scratch) = room();
        let mut results = vec![B::zero(); panel * m_pitch];
        for (x, result) in x.chunks_exact(block).zip(result.chunks_exact_mut(made)) {
            for first in (0..stride).step_by(panel) {
                let results = &mut results[..panel.min(stride - first) * m_pitch];
                columns(x, first, results, &mut lanes, &mut scratch);
                put(results, first, 0, result);
            }
        }
    };
    if !is_shared {
        blocks(x, &mut result);
    } else if x.len() > block {
        let piece = piece_of(x.len() / block);
        let pieces = x.chunks(piece * block).zip(result.chunks_mut(piece * made));
        share(pieces, |(x, result)| blocks(x, result));
    } else {
        // One block: the threads share its columns, then the rows of the result.
        let mut results = vec![B::zero(); stride * m_pitch];
        share(results.chunks_mut(panel * m_pitch).enumerate(), |(at, results)| {
            let (mut lanes, mut scratch) = room();
            columns(x, at * panel, results, &mut lanes, &mut scratch);
        });
        let rows = piece_of(m);
        share(result.chunks_mut(rows * stride).enumerate(), |(at, result)| {
            for (i, results) in results.chunks(panel * m_pitch).enumerate() {
                put(results, i * panel, at * rows, result);
            }
        });
    }
    result
}

/// Copies row-major elements whose blocks have `size` rows of `stride` elements to blocks of `n` rows: with zeros
/// behind.
pub(crate) fn padded<T: Clone + Zero>(
    elements: &[T],
    size: usize,
    n: usize,
    stride: usize,
) -> Vec<T> {
    let mut padded = with_capacity(elements.len() / size * n);
    for block in elements.chunks_exact(size * stride) {
        padded.extend_from_slice(block);
        padded.resize(padded.len() + (n - size) * stride, T::zero());
    }
    padded
}

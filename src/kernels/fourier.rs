//! Fourier transforms of contiguous lanes, by plans that are kept.

use super::copy::to_vec;
use super::operand::Source;
use super::threads::{are_several, piece_of, share};
use super::thresholds::LANES_ON_THREADS;
use super::uninit::{with_capacity, zeroed};
use alloc::collections::VecDeque;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{Debug, Display};
use num_complex::Complex;
use num_traits::{Float, FromPrimitive, Signed, Zero};
use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};
use rustfft::{Fft, FftPlanner};
use std::sync::{Mutex, PoisonError};

/// How many plans are kept for an element type, and how many elements their lanes have together.
const PLANS: usize = 16;
const PLANNED: usize = 1 << 20;

/// What is transformed to what.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Forward,
    Inverse,
    FromReal,
    ToReal,
}

/// The steps of a transform of one length.
#[derive(Clone)]
pub(crate) enum Plan<F> {
    Complex(Arc<dyn Fft<F>>),
    FromReal(Arc<dyn RealToComplex<F>>),
    ToReal(Arc<dyn ComplexToReal<F>>),
}

/// The plans used last, the most recent one at the end. Together they are bounded in number and in length.
pub(crate) struct Plans<F>(Mutex<VecDeque<(Kind, usize, Plan<F>)>>);

impl<F: FourierNumber> Plans<F> {
    const fn new() -> Self {
        Plans(Mutex::new(VecDeque::new()))
    }

    fn get(&self, kind: Kind, n: usize) -> Plan<F> {
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
            Kind::Forward => Plan::Complex(FftPlanner::new().plan_fft_forward(n)),
            Kind::Inverse => Plan::Complex(FftPlanner::new().plan_fft_inverse(n)),
            Kind::FromReal => Plan::FromReal(RealFftPlanner::new().plan_fft_forward(n)),
            Kind::ToReal => Plan::ToReal(RealFftPlanner::new().plan_fft_inverse(n)),
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
/// code and not that of its users.
pub(crate) trait FourierNumber:
    Float + FromPrimitive + Signed + Debug + Display + Send + Sync + 'static
{
    fn complex_lanes(lanes: &mut [Complex<Self>], n: usize, inverse: bool, scale: Self);
    fn real_lanes(lanes: &mut [Self], n: usize, scale: Self) -> Vec<Complex<Self>>;
    fn lanes_to_real(lanes: &mut [Complex<Self>], n: usize, scale: Self) -> Vec<Self>;
}

macro_rules! numbers {
    ($($F:ty, $PLANS:ident;)+) => { $(
        static $PLANS: Plans<$F> = Plans::new();

        impl FourierNumber for $F {
            fn complex_lanes(lanes: &mut [Complex<$F>], n: usize, inverse: bool, scale: $F) {
                complex_lanes(&$PLANS, lanes, n, inverse, scale);
            }

            fn real_lanes(lanes: &mut [$F], n: usize, scale: $F) -> Vec<Complex<$F>> {
                real_lanes(&$PLANS, lanes, n, scale)
            }

            fn lanes_to_real(lanes: &mut [Complex<$F>], n: usize, scale: $F) -> Vec<$F> {
                lanes_to_real(&$PLANS, lanes, n, scale)
            }
        }
    )+ };
}

numbers! {
    f32, PLANS_F32;
    f64, PLANS_F64;
}

/// How many lanes one thread takes at a time.
fn lanes_of_a_piece(lanes: usize, bytes: usize) -> usize {
    if bytes < LANES_ON_THREADS || !are_several() { lanes.max(1) } else { piece_of(lanes) }
}

fn complex_lanes<F: FourierNumber>(
    plans: &Plans<F>,
    lanes: &mut [Complex<F>],
    n: usize,
    inverse: bool,
    scale: F,
) {
    let Plan::Complex(plan) = plans.get(if inverse { Kind::Inverse } else { Kind::Forward }, n)
    else {
        unreachable!("a plan of this kind")
    };
    let piece = lanes_of_a_piece(lanes.len() / n, size_of_val(lanes));
    share(lanes.chunks_mut(piece * n), |lanes| {
        let mut scratch = vec![Complex::zero(); plan.get_inplace_scratch_len()];
        for lane in lanes.chunks_exact_mut(n) {
            plan.process_with_scratch(lane, &mut scratch);
            if scale != F::one() {
                lane.iter_mut().for_each(|x| *x = *x * scale);
            }
        }
    });
}

fn real_lanes<F: FourierNumber>(
    plans: &Plans<F>,
    lanes: &mut [F],
    n: usize,
    scale: F,
) -> Vec<Complex<F>> {
    let Plan::FromReal(plan) = plans.get(Kind::FromReal, n) else {
        unreachable!("a plan of this kind")
    };
    let (m, count) = (n / 2 + 1, lanes.len() / n);
    let mut result = zeroed(count * m);
    let piece = lanes_of_a_piece(count, size_of_val(lanes));
    share(lanes.chunks_mut(piece * n).zip(result.chunks_mut(piece * m)), |(lanes, results)| {
        let mut scratch = vec![Complex::zero(); plan.get_scratch_len()];
        for (lane, result) in lanes.chunks_exact_mut(n).zip(results.chunks_exact_mut(m)) {
            plan.process_with_scratch(lane, result, &mut scratch).expect("lanes of its lengths");
            if scale != F::one() {
                result.iter_mut().for_each(|x| *x = *x * scale);
            }
        }
    });
    result
}

fn lanes_to_real<F: FourierNumber>(
    plans: &Plans<F>,
    lanes: &mut [Complex<F>],
    n: usize,
    scale: F,
) -> Vec<F> {
    let Plan::ToReal(plan) = plans.get(Kind::ToReal, n) else {
        unreachable!("a plan of this kind")
    };
    let m = n / 2 + 1;
    let count = lanes.len() / m;
    let mut result = zeroed(count * n);
    let piece = lanes_of_a_piece(count, size_of_val(lanes));
    share(lanes.chunks_mut(piece * m).zip(result.chunks_mut(piece * n)), |(lanes, results)| {
        let mut scratch = vec![Complex::zero(); plan.get_scratch_len()];
        for (lane, result) in lanes.chunks_exact_mut(m).zip(results.chunks_exact_mut(n)) {
            // Zero in the spectrum of real numbers; what else is there is left out, as numpy does.
            lane[0].im = F::zero();
            if n.is_multiple_of(2) {
                lane[m - 1].im = F::zero();
            }
            plan.process_with_scratch(lane, result, &mut scratch).expect("lanes of its lengths");
            if scale != F::one() {
                result.iter_mut().for_each(|x| *x = *x * scale);
            }
        }
    });
    result
}

/// Copies lanes along the last axis, one after the other, each with `n` elements: cut off, or with zeros
/// behind.
pub(crate) fn lanes_of_len<T: Clone + Zero, const R: usize>(
    source: Source<'_, T, R>,
    size: usize,
    n: usize,
) -> Vec<T> {
    let elements = to_vec(source);
    if size >= n {
        return elements;
    }
    if size == 0 || elements.is_empty() {
        return Vec::new();
    }
    let mut padded = with_capacity(elements.len() / size * n);
    for lane in elements.chunks_exact(size) {
        padded.extend_from_slice(lane);
        padded.resize(padded.len() + n - size, T::zero());
    }
    padded
}

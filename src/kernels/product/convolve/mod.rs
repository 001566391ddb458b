//! Convolution: weights times windows of images, over any number of spatial axes.
//!
//! A convolution is a product of matrices whose right operand, the windows, need not be made: its rows are
//! the image itself, shifted by the place in the window. `padded.rs` copies the channels of an image with a
//! border of zeros, and with the phases of a stride apart, so that all these rows are contiguous;
//! `shifted.rs` multiplies them in registers, for `f32` and `f64`. `pointwise.rs` is for windows of one element,
//! `direct.rs` for every other number.
//! `conv_transpose.rs` makes transposed convolutions of these.
//! Here: sizes, and which thread does what. (Zhang, Franchetti and Low, High Performance Zero-Memory
//! Overhead Direct Convolutions, 2018, has the reasons to multiply without making the windows.)

mod conv_transpose;
mod direct;
mod padded;
mod pointwise;
mod shifted;

pub(crate) use self::direct::convolve as convolve_inside;
use super::generic::Number;
use crate::kernels::send_ptr::SendPtr;
use crate::kernels::specialize::built_in_kernels;
use crate::kernels::threads;
use crate::kernels::thresholds::BATCH_WORK;
use crate::kernels::uninit::{UninitVec, filled};
use crate::storage::give;
use alloc::vec::Vec;
use core::ops::Range;
use padded::Padded;
use shifted::{Shifted, TILED_COLUMNS, TILED_ROWS};

/// A spatial axis of a convolution.
#[derive(Clone, Copy)]
pub(crate) struct Spatial {
    /// The size of the images.
    pub(crate) size: usize,
    /// The size of the weights.
    pub(crate) kernel: usize,
    /// The distance of windows.
    pub(crate) stride: usize,
    /// The distance of elements in a window.
    pub(crate) dilation: usize,
    /// How many zeros stand before the first element.
    pub(crate) before: usize,
    /// The size of the result.
    pub(crate) out: usize,
}

impl Spatial {
    /// An axis of no size, to be overwritten.
    pub(crate) const NONE: Self =
        Spatial { size: 0, kernel: 0, stride: 1, dilation: 1, before: 0, out: 0 };
}

/// The sizes of a convolution: images `[count, groups * c_in, size..]`, weights `[groups * c_out, c_in,
/// kernel..]`, results `[count, groups * c_out, out..]`.
pub(crate) struct Sizes<'a> {
    pub(crate) count: usize,
    pub(crate) groups: usize,
    pub(crate) c_in: usize,
    pub(crate) c_out: usize,
    /// At least one.
    pub(crate) axes: &'a [Spatial],
}

impl Sizes<'_> {
    /// The product of one of the sizes of all axes.
    fn product(&self, of: impl Fn(&Spatial) -> usize) -> usize {
        self.axes.iter().map(of).product()
    }

    fn image(&self) -> usize {
        self.product(|axis| axis.size)
    }

    fn window(&self) -> usize {
        self.product(|axis| axis.kernel)
    }

    fn result(&self) -> usize {
        self.product(|axis| axis.out)
    }

    /// Fails if slices are not of these sizes.
    fn check<T>(&self, inputs: &Inputs<'_, T>) {
        let channels = self.groups * self.c_out;
        assert!(inputs.x.len() == self.count * self.groups * self.c_in * self.image());
        assert!(inputs.weights.len() == channels * self.c_in * self.window());
        assert!(inputs.bias.is_none_or(|bias| bias.len() == channels));
        let is_outside = |axis: &Spatial| axis.stride == 0 || axis.dilation == 0;
        assert!(!self.axes.is_empty() && !self.axes.iter().any(is_outside));
    }
}

/// Images, weights, and the bias of each channel of the results, all in row-major order.
pub(crate) struct Inputs<'a, T> {
    pub(crate) x: &'a [T],
    pub(crate) weights: &'a [T],
    pub(crate) bias: Option<&'a [T]>,
}

type Convolve<T> = fn(&Sizes<'_>, Inputs<'_, T>) -> Vec<T>;

/// The convolutions of one type of number, compiled in this library.
#[derive(Clone, Copy)]
struct Convolutions<T> {
    forward: Convolve<T>,
    transposed: Convolve<T>,
}

built_in_kernels! {
    Convolutions:
    Convolutions { forward: fast, transposed: conv_transpose::convolve_transposed } => f32, f64;
}

/// Convolves images with weights; sums begin with the bias of their channel.
pub(crate) fn convolve<T: Number>(sizes: &Sizes<'_>, inputs: Inputs<'_, T>) -> Vec<T> {
    match built_in::<T>() {
        Some(convolutions) => (convolutions.forward)(sizes, inputs),
        None => convolve_inside(sizes, inputs),
    }
}

/// Adds to the results the window of weights of each element of the images. The weights are `[groups * c_in,
/// c_out, kernel..]`; `before` is how many of the first sums are left out.
pub(crate) fn convolve_transposed<T: Number>(sizes: &Sizes<'_>, inputs: Inputs<'_, T>) -> Vec<T> {
    match built_in::<T>() {
        Some(convolutions) => (convolutions.transposed)(sizes, inputs),
        None => conv_transpose::convolve_transposed(sizes, inputs),
    }
}

/// The convolution of floats.
fn fast<F: shifted::Vectors + super::inexact::Inexact>(
    sizes: &Sizes<'_>,
    inputs: Inputs<'_, F>,
) -> Vec<F> {
    sizes.check(&inputs);
    if let Some(result) = pointwise::pointwise(sizes, &inputs) {
        return result;
    }
    let Inputs { x, weights, bias } = inputs;
    let (pairs, c_in, c_out) = (sizes.count * sizes.groups, sizes.c_in, sizes.c_out);
    let (out, image, inner) = (sizes.result(), sizes.image(), c_in * sizes.window());
    let len = pairs * c_out * out;
    let mut result = UninitVec::with_len(len);
    if len == 0 {
        // SAFETY: the precondition of `finish`: there is no place.
        return unsafe { result.finish(0) };
    }
    let places = SendPtr(result.places(len).0.as_mut_ptr().cast::<F>());
    // Tiles have 8 channels: fewer of them take as long.
    let work = (len / c_out * c_out.next_multiple_of(8)).saturating_mul(inner);
    let most = if threads::are_several() { threads::piece_count() } else { 1 };
    let pieces = most.min(work / BATCH_WORK).max(1);
    let padded = Padded::new(sizes.axes, c_out);
    // One image and group after the other; `multiply` computes its product.
    let convolve = |pairs: Range<usize>, multiply: &dyn Fn(&Shifted<'_, F>)| {
        let mut scratch = filled(F::zero(), padded.room(c_in));
        for pair in pairs {
            let channels = pair % sizes.groups * c_out;
            let (mut rows, mut plane) = (&x[pair * c_in * image..][..c_in * image], image);
            if !scratch.is_empty() {
                padded.fill(rows, c_in, &mut scratch);
                (rows, plane) = (&scratch, padded.plane());
            }
            multiply(&Shifted {
                padded: &padded,
                x: rows,
                plane,
                c_in,
                weights: &weights[channels * inner..][..c_out * inner],
                bias: bias.map(|bias| &bias[channels..][..c_out]),
                result: SendPtr(places.get().wrapping_add(pair * c_out * out)),
            });
        }
        give(scratch);
    };
    if pairs >= pieces {
        let start_of = |piece: usize| piece * pairs / pieces;
        threads::share_pieces(pieces, &|piece| {
            convolve(start_of(piece)..start_of(piece + 1), &|shifted| {
                // SAFETY: the places of an image and a group, by one thread (invariant 10).
                unsafe { shifted.multiply(0..c_out, 0..shifted.columns()) };
            });
        });
    } else {
        convolve(0..pairs, &|shifted| {
            // The image is cut, or larger weights: a piece reads its part only.
            let columns = shifted.columns();
            let is_wide =
                shifted.weights.len() < shifted.x.len() && columns >= pieces * TILED_COLUMNS;
            let (size, unit) = if is_wide { (columns, TILED_COLUMNS) } else { (c_out, TILED_ROWS) };
            let pieces = pieces.min(size.div_ceil(unit));
            let start_of = |piece: usize| (piece * size / pieces).next_multiple_of(unit).min(size);
            threads::share_pieces(pieces, &|piece| {
                let part = start_of(piece)..start_of(piece + 1);
                let (rows, columns) = if is_wide { (0..c_out, part) } else { (part, 0..columns) };
                // SAFETY: no two threads have a row and a column in common (invariant 10).
                unsafe { shifted.multiply(rows, columns) };
            });
        });
    }
    // SAFETY: the precondition of `finish`: each place was written, those of a row of each product.
    unsafe { result.finish(len) }
}

//! Convolutions whose windows are one element: products of matrices, which packing makes faster than windows.

use super::super::batches::Pairs;
use super::super::float::multiply_run;
use super::super::inexact::{Inexact, Run, Scaling};
use super::super::mat_ref::MatRef;
use super::{Inputs, Sizes, Spatial};
use crate::kernels::send_ptr::SendPtr;
use crate::kernels::threads;
use crate::kernels::thresholds::BATCH_WORK;
use crate::kernels::uninit::UninitVec;
use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::ops::Range;
use num_traits::One;

/// The product of the weights and each image; `None` of other windows, of groups, and where a matrix is a vector.
///
/// The slices are of these sizes.
pub(super) fn pointwise<F: Inexact<Wide = F> + One>(
    sizes: &Sizes<'_>,
    &Inputs { x, weights, bias }: &Inputs<'_, F>,
) -> Option<Vec<F>> {
    let is_element = |axis: &Spatial| {
        axis.kernel == 1 && axis.stride == 1 && axis.before == 0 && axis.out == axis.size
    };
    let (count, c_in, c_out, plane) = (sizes.count, sizes.c_in, sizes.c_out, sizes.image());
    let are_matrices = sizes.groups == 1 && c_in > 0 && c_out > 1 && plane > 1 && count > 0;
    if !are_matrices || !sizes.axes.iter().all(is_element) {
        return None;
    }
    let len = count * c_out * plane;
    let mut result = UninitVec::with_len(len);
    let places = result.places(len).0;
    if let Some(bias) = bias {
        for (row, &bias) in places.chunks_exact_mut(plane).zip(bias.iter().cycle()) {
            row.fill(MaybeUninit::new(bias));
        }
    }
    // SAFETY: all elements of the weights (invariant 1).
    let a = unsafe { MatRef::at(weights.as_ptr(), [c_out, c_in], [c_in as isize, 1]) };
    let operands = SendPtr((a, x.as_ptr(), places.as_mut_ptr().cast::<F>()));
    let multiply = |images: Range<usize>, on_threads| {
        let (a, x, c) = operands.get();
        let x = x.wrapping_add(images.start * c_in * plane);
        // SAFETY: all elements of an image (invariant 1).
        let b = unsafe { MatRef::at(x, [c_in, plane], [plane as isize, 1]) };
        let by = [(c_out * plane) as isize, 0, (c_in * plane) as isize];
        let (c_offset, c_strides) = (by[0] * images.start as isize, [plane as isize, 1]);
        let pairs = &Pairs { count: images.len(), c: c_offset, c_strides, a, b, by };
        let scaling = &Scaling { alpha: F::one(), beta: bias.map(|_| F::one()) };
        // SAFETY: the places of these images, by one thread (invariant 10), which have the bias if there is one; all
        // sizes are at least 2 but that of the sums.
        unsafe { multiply_run(&Run { pairs, c, scaling }, on_threads) };
    };
    let pieces = threads::piece_count().min(count).min(len.saturating_mul(c_in) / BATCH_WORK);
    if pieces < 2 || !threads::are_several() {
        multiply(0..count, true);
    } else {
        let start_of = |piece: usize| piece * count / pieces;
        threads::share_pieces(pieces, &|piece| {
            multiply(start_of(piece)..start_of(piece + 1), false);
        });
    }
    // SAFETY: the precondition of `finish`: each place was written, those of each image.
    Some(unsafe { result.finish(len) })
}

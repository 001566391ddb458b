//! Contractions: what `einsum!` and `tensordot` are carried out by.
//!
//! An operand is elements and a [`OperandStrides`]: a stride for each of up to [`MAX_AXES`] axes that all
//! operands of a contraction have in common, whatever their ranks are. What an operand does not have,
//! or has with size 1, it does not move along. So that nothing here knows a rank, and there is one
//! contraction for each type of elements.
//!
//! `place.rs` says where elements lie, `groups.rs` sorts the axes of a pair into those of a batched
//! matrix product, `pair.rs` carries it out, `single.rs` sums and copies one operand. Here: what they
//! share. Sizes that disagree, and axes of size zero, are the matter of who calls.

mod groups;
mod pair;
mod place;
mod single;

pub(crate) use pair::multiply;
pub(crate) use place::{AxisSizes, MAX_AXES, OperandStrides, bits};
pub(crate) use single::{copy, sum};

use crate::kernels::Source;
use crate::layout::{Layout, WalkAxis};
use crate::storage::Span;
use place::{Axes, AxisOrder};

/// Elements, and where they lie.
pub(crate) struct Indexed<'a, T> {
    pub(crate) elements: Span<'a, T>,
    pub(crate) place: &'a OperandStrides,
}

impl<T> Clone for Indexed<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Indexed<'_, T> {}

impl<'a, T> Indexed<'a, T> {
    /// The elements as an operand of a kernel, with these axes; those in front have size 1.
    ///
    /// `N` operands are planned together, this one is number `n`.
    fn source<const R: usize, const N: usize>(
        &self,
        axes: &[WalkAxis<N>],
        n: usize,
    ) -> Source<'a, T, R> {
        let (mut shape, mut strides) = ([1; R], [0; R]);
        for (i, axis) in axes.iter().enumerate() {
            shape[R - axes.len() + i] = axis.size;
            strides[R - axes.len() + i] = axis.strides[n];
        }
        self.source_at(shape, strides)
    }

    fn source_at<const R: usize>(
        &self,
        shape: [usize; R],
        strides: [isize; R],
    ) -> Source<'a, T, R> {
        let layout = Layout::strided_in("", shape, strides, self.place.offset, size_of::<T>());
        Source::new(self.elements, &layout.expect("axes of a tensor, perhaps repeated"))
    }
}

/// Calls `$run::<R, ..>` with the least rank there is for so many axes. Kernels are compiled for each
/// rank, and more than four axes that cannot be walked as fewer are rare.
macro_rules! with_rank {
    ($count:expr, $run:ident $arguments:tt) => {
        if $count <= 4 { $run::<4, _> $arguments } else { $run::<{ $crate::ops::linalg::contract::MAX_AXES }, _> $arguments }
    };
}
use with_rank;

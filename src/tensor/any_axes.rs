//! Axes of an [`AnyTensor`]: those in front, and their order. No element is read.

use super::AnyTensor;
use crate::error::{ErrorKind, ShapeError};
use crate::rank::MAX_RANK;
use alloc::format;

/// The reason why no tensor has a rank.
pub(super) fn too_high(rank: usize) -> ErrorKind {
    ErrorKind::Argument { name: "rank", value: format!("{rank}"), expected: "at most 12" }
}

impl<T> AnyTensor<T> {
    /// Returns the tensor at another rank: adds axes of size 1 in front, or removes those that are there;
    /// copies no element.
    ///
    /// So code for one rank serves every rank up to it: broadcasting reads axes of size 1 in front as axes that are
    /// missing.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let any = AnyTensor::from(tensor![1, 2]).with_rank(3)?;
    /// assert_eq!(any.shape(), [1, 1, 2]);
    /// assert_eq!(any.with_rank(1)?.into_rank::<1>()?, tensor![1, 2]);
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// When an axis that would be removed has another size: `with_rank: [2, 3]: axis 0 has size 2, not 1`. When the rank
    /// is too high: `with_rank: [2, 3]: rank is 13, expected at most 12`.
    ///
    /// numpy: `atleast_3d`, `squeeze`; torch: `atleast_3d`, `squeeze`.
    #[doc(alias = "atleast_nd")]
    pub fn with_rank(self, rank: usize) -> Result<Self, ShapeError> {
        let shape = self.shape();
        let kind = match shape.iter().take(self.rank.saturating_sub(rank)).position(|&n| n != 1) {
            Some(axis) => ErrorKind::NotOne { axis, size: shape[axis] },
            None if rank > MAX_RANK => too_high(rank),
            None => return Ok(AnyTensor { rank, ..self }),
        };
        Err(ShapeError::new("with_rank", &[shape], kind))
    }

    /// Returns the tensor with its axes in another order; copies no element. Axis `i` of the result is `axes[i]` of
    /// this tensor.
    ///
    /// [`permute`](crate::TensorRef::permute) of a rank that is known checks the axes when it is compiled.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let any = AnyTensor::from(tensor![[1, 2, 3], [4, 5, 6]]).permute_axes(&[1, 0])?;
    /// assert_eq!(any.into_rank::<2>()?, tensor![[1, 4], [2, 5], [3, 6]]);
    /// # Ok::<(), ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// When `axes` does not name each axis once: `permute_axes: [2, 3]: axes is [1, 1], expected each axis once`.
    ///
    /// numpy: `transpose(axes)`; torch: `permute`; ndarray: `permuted_axes`.
    #[doc(alias = "permuted_axes")]
    pub fn permute_axes(self, axes: &[usize]) -> Result<Self, ShapeError> {
        // The axes in front stay where they are.
        let front = MAX_RANK - self.rank;
        let mut full: [usize; MAX_RANK] = core::array::from_fn(|i| i);
        let is_permutation =
            axes.len() == self.rank && (0..self.rank).all(|axis| axes.contains(&axis));
        if !is_permutation {
            let value = format!("{axes:?}");
            let kind = ErrorKind::Argument { name: "axes", value, expected: "each axis once" };
            return Err(ShapeError::new("permute_axes", &[self.shape()], kind));
        }
        for (at, axis) in full[front..].iter_mut().zip(axes) {
            *at = front + axis;
        }
        let layout = self.elements.layout().permute(full);
        Ok(AnyTensor { elements: self.elements.into_layout(layout), rank: self.rank })
    }
}

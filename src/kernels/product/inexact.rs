//! What the kernels of floats and complex numbers share: their table, and what they are given.

use super::batches::Pairs;
use super::generic::Number;
use super::mat_ref::VecRef;
use crate::formulas::numbers::WideSum;
use num_traits::{One, Zero};

/// A type with kernels for vectors and matrices, whose products are summed in lanes, perhaps in a wider type.
pub(super) trait Inexact: WideSum + Number + Send + Sync + 'static {
    /// Whether loops are compiled for each instruction set. Those of complex numbers are not, to keep the
    /// library small.
    const FAST: bool;
    /// The kernel for matrices times vectors, where it is made for these numbers.
    const WRITE_ROWS: Option<fn(Rows<'_, Self>)>;
    /// The shortest side of a piece of a product for a thread, and what it is a multiple of; and the same for
    /// sums of more than 512 terms. With them, `gemm` adds up in the same order in each piece.
    const PIECE: [usize; 2];

    /// Multiplies matrices.
    ///
    /// # Safety
    /// `c` of the run has a place at each index of each product, initialised if there is a `beta`, and
    /// nothing else reaches these. There are two rows and columns or more.
    const MULTIPLY: unsafe fn(&Run<'_, Self>);
}

/// Products of pairs of matrices, one after the other at constant strides: `c = alpha * a * b + beta * c`.
#[derive(Clone, Copy)]
pub(super) struct Run<'a, F: Inexact> {
    pub(super) pairs: &'a Pairs<'a, F>,
    pub(super) c: *mut F,
    pub(super) scaling: &'a Scaling<F::Wide>,
}

impl<F: Inexact> Run<'_, F> {
    /// Rows, inner size and columns of each product.
    #[inline]
    pub(super) fn sizes(&self) -> [usize; 3] {
        [self.pairs.a.rows(), self.pairs.a.columns(), self.pairs.b.columns()]
    }

    /// How many multiplications a product has.
    pub(super) fn work(&self) -> usize {
        self.sizes().into_iter().fold(1, usize::saturating_mul)
    }
}

/// What is done with a sum: `c = alpha * sum + beta * c`. Without `beta`, `c` is not read.
#[derive(Clone, Copy)]
pub(super) struct Scaling<S> {
    pub(super) alpha: S,
    pub(super) beta: Option<S>,
}

impl<S: Copy + PartialEq + One + Zero> Scaling<S> {
    /// Writes a sum to its place.
    ///
    /// # Safety
    /// Nothing else reaches the place; it is initialised if there is a `beta`.
    #[inline(always)]
    pub(super) unsafe fn write<F: Inexact<Wide = S>>(&self, sum: S, place: *mut F) {
        let mut sum = sum;
        if !self.alpha.is_one() {
            sum = self.alpha * sum;
        }
        if let Some(beta) = self.beta {
            // SAFETY: by the caller's promise.
            sum = sum + beta * unsafe { *place }.widen();
        }
        // SAFETY: as above.
        unsafe { place.write(F::narrow(sum)) };
    }
}

/// Some rows at the stride `by` from each other, a vector, and where the sums of their products go.
pub(super) struct Rows<'a, F: Inexact> {
    pub(super) count: usize,
    pub(super) first: VecRef<'a, F>,
    pub(super) by: isize,
    pub(super) x: VecRef<'a, F>,
    /// Takes the number of a row, and the sums of this one and those behind it.
    pub(super) write: &'a mut dyn FnMut(usize, &[F::Wide]),
}

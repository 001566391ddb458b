//! Tensors made by a rule: `arange`, `linspace`, `eye`, `diag`, `tril`, `triu`, `meshgrid`; `like.rs` and `range.rs`
//! have those of the shape of another tensor and of evenly spaced numbers.

mod like;
mod range;

use crate::error::{ShapeError, raise};
use crate::kernels::uninit::zeroed;
use crate::layout::{Layout, Order};
use crate::rank::seal::Seal;
use crate::rank::{IsRankOne, MatrixRank, Rank};
use crate::tensor::{Tensor, TensorRef};
use num_traits::{One, Zero};

impl<T: Clone + Zero> Tensor<T, 2> {
    /// Returns the identity matrix of size `n`: ones on the diagonal, zeros elsewhere.
    ///
    /// `n -> [n, n]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(Tensor::<i32, 2>::eye(2), tensor![[1, 0], [0, 1]]);
    /// ```
    ///
    /// The result is a matrix:
    ///
    /// ```compile_fail,E0599
    /// use holor::prelude::*;
    ///
    /// Tensor::<i32, 3>::eye(2);
    /// ```
    ///
    /// # Panics
    /// If the matrix holds more elements than memory can address:
    /// `eye: [1099511627776, 1099511627776]: more elements than memory can address`.
    ///
    /// numpy, torch and ndarray: `eye`.
    #[track_caller]
    pub fn eye(n: usize) -> Self
    where
        T: One,
    {
        raise(Self::try_eye(n))
    }

    /// Fallible form of [`eye`](Tensor::eye).
    pub fn try_eye(n: usize) -> Result<Self, ShapeError>
    where
        T: One,
    {
        with_diagonal("eye", [n, n], 0, core::iter::repeat_with(T::one))
    }

    /// Returns a matrix with ones on diagonal `k` and zeros elsewhere.
    ///
    /// `(m, n, k) -> [m, n]`
    ///
    /// Diagonal 0 is the main diagonal. Diagonal `k` is `k` columns to the right of it; a negative
    /// one is to the left. A matrix that the diagonal does not meet is zero.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let shift = Tensor::<i32, 2>::eye_with_offset(2, 3, 1);
    /// assert_eq!(shift, tensor![[0, 1, 0], [0, 0, 1]]);
    /// ```
    ///
    /// The result is a matrix:
    ///
    /// ```compile_fail,E0599
    /// use holor::prelude::*;
    ///
    /// Tensor::<i32, 3>::eye_with_offset(2, 3, 1);
    /// ```
    ///
    /// # Panics
    /// If the matrix holds more elements than memory can address:
    /// `eye_with_offset: [1099511627776, 1099511627776]: more elements than memory can address`.
    ///
    /// numpy: `eye(m, n, k)`; torch: `eye(m, n)`.
    #[track_caller]
    pub fn eye_with_offset(rows: usize, columns: usize, k: isize) -> Self
    where
        T: One,
    {
        raise(Self::try_eye_with_offset(rows, columns, k))
    }

    /// Fallible form of [`eye_with_offset`](Tensor::eye_with_offset).
    pub fn try_eye_with_offset(rows: usize, columns: usize, k: isize) -> Result<Self, ShapeError>
    where
        T: One,
    {
        let shape = [rows, columns];
        with_diagonal("eye_with_offset", shape, k, core::iter::repeat_with(T::one))
    }
}

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the matrix with this vector on its diagonal and zeros elsewhere.
    ///
    /// `[n] -> [n, n]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// assert_eq!(tensor![1, 2].diag(), tensor![[1, 0], [0, 2]]);
    /// ```
    ///
    /// A matrix has no such form; its diagonal is [`diagonal`](TensorRef::diagonal):
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2], [3, 4]].diag(); // a vector has rank 1, found `Rank<2>`
    /// ```
    ///
    /// # Panics
    /// If the matrix holds more elements than memory can address:
    /// `diag: [1099511627776, 1099511627776]: more elements than memory can address`.
    ///
    /// numpy and torch: `diag`, which also returns the diagonal of a matrix; ndarray: `from_diag`.
    #[doc(alias = "from_diag")]
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn diag(&self) -> Tensor<T, 2>
    where
        Rank<R>: IsRankOne,
        T: Clone + Zero,
    {
        raise(self.try_diag())
    }

    /// Fallible form of [`diag`](TensorRef::diag).
    pub fn try_diag(&self) -> Result<Tensor<T, 2>, ShapeError>
    where
        Rank<R>: IsRankOne,
        T: Clone + Zero,
    {
        let n = self.len();
        with_diagonal("diag", [n, n], 0, self.iter().cloned())
    }

    /// Returns the least square matrix with this vector on diagonal `k` and zeros elsewhere.
    ///
    /// `[n] -> [n + |k|, n + |k|]`
    ///
    /// Diagonal `k` is `k` columns to the right of the main diagonal; a negative one is to the left.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let v = tensor![1, 2];
    /// assert_eq!(v.diag_with_offset(1), tensor![[0, 1, 0], [0, 0, 2], [0, 0, 0]]);
    /// assert_eq!(v.diag_with_offset(-1), tensor![[0, 0, 0], [1, 0, 0], [0, 2, 0]]);
    /// ```
    ///
    /// A matrix has no such form; its diagonals are
    /// [`diagonal_with_offset`](TensorRef::diagonal_with_offset):
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2], [3, 4]].diag_with_offset(1); // a vector has rank 1, found `Rank<2>`
    /// ```
    ///
    /// # Panics
    /// If the matrix holds more elements than memory can address: `diag_with_offset: [1099511627777,
    /// 1099511627777]: more elements than memory can address`.
    ///
    /// numpy and torch: `diag(k)`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn diag_with_offset(&self, k: isize) -> Tensor<T, 2>
    where
        Rank<R>: IsRankOne,
        T: Clone + Zero,
    {
        raise(self.try_diag_with_offset(k))
    }

    /// Fallible form of [`diag_with_offset`](TensorRef::diag_with_offset).
    pub fn try_diag_with_offset(&self, k: isize) -> Result<Tensor<T, 2>, ShapeError>
    where
        Rank<R>: IsRankOne,
        T: Clone + Zero,
    {
        // Below `usize::MAX`: a size is at most `isize::MAX`.
        let n = self.len() + k.unsigned_abs().min(isize::MAX as usize);
        with_diagonal("diag_with_offset", [n, n], k, self.iter().cloned())
    }

    /// Returns the lower triangle of each matrix: the elements above diagonal `k` become zero.
    ///
    /// `[.., m, n] -> [.., m, n]`
    ///
    /// Diagonal 0 is the main diagonal. Diagonal `k` is `k` columns to the right of it; a negative
    /// one is to the left.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6], [7, 8, 9]];
    /// assert_eq!(m.tril(0), tensor![[1, 0, 0], [4, 5, 0], [7, 8, 9]]);
    /// assert_eq!(m.tril(-1), tensor![[0, 0, 0], [4, 0, 0], [7, 8, 0]]);
    /// ```
    ///
    /// A vector is not a matrix:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2].tril(0); // a matrix needs rank 2 or more, found `Rank<1>`
    /// ```
    ///
    /// The mask of a lower triangle is `Tensor::from_fn([n, n], |[i, j]| j <= i)`.
    ///
    /// numpy, torch and ndarray: `tril`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn tril(&self, k: isize) -> Tensor<T, R>
    where
        Rank<R>: MatrixRank,
        T: Clone + Zero,
    {
        self.with_rows(|i, row| {
            let kept = first_above(i, k, row.len());
            row[kept..].fill(T::zero());
        })
    }

    /// Returns the upper triangle of each matrix: the elements below diagonal `k` become zero.
    ///
    /// `[.., m, n] -> [.., m, n]`
    ///
    /// Diagonal 0 is the main diagonal. Diagonal `k` is `k` columns to the right of it; a negative
    /// one is to the left.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2, 3], [4, 5, 6], [7, 8, 9]];
    /// assert_eq!(m.triu(0), tensor![[1, 2, 3], [0, 5, 6], [0, 0, 9]]);
    /// assert_eq!(m.triu(1), tensor![[0, 2, 3], [0, 0, 6], [0, 0, 0]]);
    /// ```
    ///
    /// A vector is not a matrix:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2].triu(0); // a matrix needs rank 2 or more, found `Rank<1>`
    /// ```
    ///
    /// The mask of an upper triangle is `Tensor::from_fn([n, n], |[i, j]| i <= j)`.
    ///
    /// numpy, torch and ndarray: `triu`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    pub fn triu(&self, k: isize) -> Tensor<T, R>
    where
        Rank<R>: MatrixRank,
        T: Clone + Zero,
    {
        self.with_rows(|i, row| {
            let dropped = first_above(i, k.saturating_sub(1), row.len());
            row[..dropped].fill(T::zero());
        })
    }

    /// Copies the elements and calls `f` with each row and its index in its matrix.
    fn with_rows(&self, mut f: impl FnMut(usize, &mut [T])) -> Tensor<T, R>
    where
        T: Clone,
    {
        let mut elements = self.to_vec();
        let (rows, columns) = (self.shape()[R - 2], self.shape()[R - 1]);
        if !elements.is_empty() {
            for (i, row) in elements.chunks_exact_mut(columns).enumerate() {
                f(i % rows, row);
            }
        }
        Tensor::owned(elements, self.layout().to_row_major())
    }
}

/// Makes a matrix of zeros with these elements on diagonal `k`.
fn with_diagonal<T: Clone + Zero>(
    operation: &'static str,
    shape: [usize; 2],
    k: isize,
    diagonal: impl IntoIterator<Item = T>,
) -> Result<Tensor<T, 2>, ShapeError> {
    let layout = Layout::new_in(operation, shape, Order::RowMajor, size_of::<T>())?;
    let mut elements = zeroed(layout.len());
    let places = layout.diagonal::<1>(0, 1, k);
    let [len] = places.shape();
    let step = places.strides()[0] as usize;
    let places = elements.get_mut(places.offset()..).unwrap_or(&mut []).iter_mut().step_by(step);
    places.zip(diagonal).take(len).for_each(|(to, x)| *to = x);
    Ok(Tensor::owned(elements, layout))
}

/// The first column to the right of diagonal `k` in row `i`, at most `columns`.
fn first_above(i: usize, k: isize, columns: usize) -> usize {
    // Row numbers are below `isize::MAX`.
    let diagonal = (i as isize).saturating_add(k);
    usize::try_from(diagonal.saturating_add(1)).unwrap_or(0).min(columns)
}

/// The order of the axes of a [`meshgrid`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Indexing {
    /// Matrix indexing: vector `i` varies along axis `i`.
    #[default]
    Ij,
    /// Cartesian indexing: the first vector varies along axis 1 and the second along axis 0.
    Xy,
}

/// Returns the coordinates of the points of a grid, given the coordinates along each axis.
///
/// There is one result for each vector. It repeats the vector along all other axes. The vectors are an
/// array of tensors, of views or of references to either, or a reference to such an array.
///
/// `Ij: [a], [b], [c] -> [a, b, c]` each; `Xy: [a], [b], [c] -> [b, a, c]` each
///
/// ```
/// use holor::prelude::*;
///
/// let [i, j] = meshgrid([&tensor![1, 2], &tensor![3, 4, 5]], Indexing::Ij);
/// assert_eq!(i, tensor![[1, 1, 1], [2, 2, 2]]);
/// assert_eq!(j, tensor![[3, 4, 5], [3, 4, 5]]);
///
/// let [x, _] = meshgrid([&tensor![1, 2], &tensor![3, 4, 5]], Indexing::Xy);
/// assert_eq!(x, tensor![[1, 2], [1, 2], [1, 2]]);
/// ```
///
/// The rank of the results is the number of vectors:
///
/// ```compile_fail,E0308
/// use holor::prelude::*;
///
/// let [i, j] = meshgrid([&tensor![1, 2], &tensor![3, 4, 5]], Indexing::Ij);
/// let i: Tensor<i32, 1> = i; // expected `1`, found `2`
/// ```
///
/// # Panics
/// If the grid holds more elements than memory can address:
/// `meshgrid: [1099511627776, 1099511627776]: more elements than memory can address`.
///
/// numpy and torch: `meshgrid` with `indexing="ij"`, or `"xy"`, which is numpy's default; ndarray:
/// `meshgrid`.
#[track_caller]
pub fn meshgrid<T: Clone, const N: usize>(
    vectors: impl GridVectors<T, N>,
    indexing: Indexing,
) -> [Tensor<T, N>; N] {
    raise(try_meshgrid(vectors, indexing))
}

/// Fallible form of [`meshgrid`].
pub fn try_meshgrid<T: Clone, const N: usize>(
    vectors: impl GridVectors<T, N>,
    indexing: Indexing,
) -> Result<[Tensor<T, N>; N], ShapeError> {
    grids(vectors.vectors(Seal), indexing)
}

/// The vectors of a [`meshgrid`]: an array of tensors of rank 1, of views or of references to them, or a
/// reference to such an array.
#[diagnostic::on_unimplemented(
    message = "meshgrid: `{Self}` is not an array of vectors",
    label = "expected an array of tensors of rank 1",
    note = "the vectors have one type: `[&x, &y]` of two tensors, `[&*x, &m.row(0)]` of a tensor and a view"
)]
pub trait GridVectors<T, const N: usize> {
    #[doc(hidden)]
    fn vectors(&self, _: Seal) -> [&TensorRef<T, 1>; N];
}

#[diagnostic::do_not_recommend]
impl<T, V: AsRef<TensorRef<T, 1>>, const N: usize> GridVectors<T, N> for [V; N] {
    fn vectors(&self, _: Seal) -> [&TensorRef<T, 1>; N] {
        self.each_ref().map(AsRef::as_ref)
    }
}

#[diagnostic::do_not_recommend]
impl<T, V: AsRef<TensorRef<T, 1>>, const N: usize> GridVectors<T, N> for &[V; N] {
    fn vectors(&self, _: Seal) -> [&TensorRef<T, 1>; N] {
        self.each_ref().map(AsRef::as_ref)
    }
}

fn grids<T: Clone, const N: usize>(
    vectors: [&TensorRef<T, 1>; N],
    indexing: Indexing,
) -> Result<[Tensor<T, N>; N], ShapeError> {
    let axis_of = |vector: usize| match (indexing, vector) {
        (Indexing::Xy, 0 | 1) if N > 1 => 1 - vector,
        _ => vector,
    };
    let mut shape = [0; N];
    for (i, vector) in vectors.iter().enumerate() {
        shape[axis_of(i)] = vector.len();
    }
    Layout::new_in("meshgrid", shape, Order::RowMajor, size_of::<T>())?;
    Ok(core::array::from_fn(|i| {
        let mut strides = [0; N];
        strides[axis_of(i)] = vectors[i].strides()[0];
        let offset = vectors[i].layout().offset();
        let layout = Layout::strided_in("meshgrid", shape, strides, offset, size_of::<T>());
        vectors[i].with_layout(raise(layout)).to_contiguous()
    }))
}

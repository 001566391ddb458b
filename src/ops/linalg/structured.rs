//! Products of another structure: `cross`, `kron`, `matrix_power`.

use super::batches::place;
use super::contract::{Indexed, MAX_AXES, OperandStrides, multiply};
use crate::algorithms::cross;
use crate::error::{ErrorKind, ShapeError, raise};
use crate::kernels::thresholds::{KRON_RUN, MANY_ELEMENTS};
use crate::kernels::{product, specialize::is_plain};
use crate::layout::{INFER, Layout, Order, common_shape};
use crate::ops::elementwise::spread;
use crate::rank::{AxisOf, MatrixRank, Plus, Rank};
use crate::tensor::{Tensor, TensorRef};
use alloc::string::ToString;
use core::ops::{Mul, Sub};
use num_traits::{One, Zero};

impl<T, const R: usize> TensorRef<T, R> {
    /// Returns the cross products of the vectors of 3 elements along an axis.
    ///
    /// `(Axis::<1>): [a, 3] x [a, 3] -> [a, 3]`
    ///
    /// The other axes are batches, which broadcast.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let (x, y) = (tensor![1, 0, 0], tensor![0, 1, 0]);
    /// assert_eq!(x.cross(Last, &y), tensor![0, 0, 1]);
    ///
    /// let a = tensor![[1, 2, 3], [4, 5, 6]];
    /// let b = tensor![[0, 0, 1]];
    /// assert_eq!(a.cross(Last, &b), tensor![[2, -1, 0], [5, -4, 0]]);
    /// ```
    ///
    /// Both operands have the same rank:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2, 3]].cross(Last, &tensor![0, 0, 1]); // expected `2`, found `1`
    /// ```
    ///
    /// # Panics
    /// - If the size of the axis is not 3: `cross: [2, 2] and [2, 2]: the size of the axis is 2, expected 3`.
    /// - If the other sizes do not broadcast:
    ///   `cross: [2, 3] and [4, 3]: sizes 2 and 4 meet at axis 0 and neither is 1`.
    ///
    /// numpy and torch: `linalg.cross`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn cross<A: AxisOf<R>>(&self, axis: A, other: &TensorRef<T, R>) -> Tensor<T, R>
    where
        T: Clone + Mul<Output = T> + Sub<Output = T>,
    {
        raise(self.try_cross(axis, other))
    }

    /// Fallible form of [`cross`](TensorRef::cross).
    pub fn try_cross<A: AxisOf<R>>(
        &self,
        _axis: A,
        other: &TensorRef<T, R>,
    ) -> Result<Tensor<T, R>, ShapeError>
    where
        T: Clone + Mul<Output = T> + Sub<Output = T>,
    {
        let shapes = [self.shape(), other.shape()];
        if let Some(shape) = shapes.iter().find(|shape| shape[A::INDEX] != 3) {
            let value = shape[A::INDEX].to_string();
            let kind = ErrorKind::Argument { name: "the size of the axis", value, expected: "3" };
            return Err(ShapeError::new("cross", &[&shapes[0], &shapes[1]], kind));
        }
        let shape: [usize; R] = common_shape("cross", &shapes[0], &shapes[1])?;
        let layout = Layout::new_in("cross", shape, Order::RowMajor, size_of::<T>())?;
        let (a, b) = (spread("cross", self, shape)?, spread("cross", other, shape)?);
        Ok(Tensor::owned(cross::cross(a, b, A::INDEX), layout))
    }

    /// Returns the Kronecker product: a block for each element, which is that element times the other tensor.
    ///
    /// `[a, b] x [c, d] -> [a * c, b * d]`
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let m = tensor![[1, 2], [3, 4]];
    /// let blocks = m.kron(&tensor![[0, 1]]);
    /// assert_eq!(blocks, tensor![[0, 1, 0, 2], [0, 3, 0, 4]]);
    /// assert_eq!(tensor![1, 10].kron(&tensor![1, 2, 3]), tensor![1, 2, 3, 10, 20, 30]);
    /// ```
    ///
    /// Both operands have the same rank:
    ///
    /// ```compile_fail,E0308
    /// use holor::prelude::*;
    ///
    /// tensor![[1, 2], [3, 4]].kron(&tensor![0, 1]); // expected `2`, found `1`
    /// ```
    ///
    /// # Panics
    /// If the result is too large for memory: `kron: [4, 9223372036854775808]: more elements than memory can
    /// address`.
    ///
    /// numpy and torch: `kron`, which add axes of size 1 in front.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn kron(&self, other: &TensorRef<T, R>) -> Tensor<T, R>
    where
        Rank<R>: Plus<Rank<0>>,
        T: Clone + Zero + Mul<Output = T>,
    {
        raise(self.try_kron(other))
    }

    /// Fallible form of [`kron`](TensorRef::kron).
    pub fn try_kron(&self, other: &TensorRef<T, R>) -> Result<Tensor<T, R>, ShapeError>
    where
        Rank<R>: Plus<Rank<0>>,
        T: Clone + Zero + Mul<Output = T>,
    {
        let (a, b) = (self.shape(), other.shape());
        let shape = core::array::from_fn(|axis| a[axis].saturating_mul(b[axis]).min(INFER - 1));
        let layout = Layout::new_in("kron", shape, Order::RowMajor, size_of::<T>())?;
        if layout.is_empty() {
            return Ok(Tensor::owned(alloc::vec::Vec::new(), layout));
        }
        let rows = if layout.len() < MANY_ELEMENTS { None } else { self.with_long_rows(other)? };
        let (left, right) = rows.as_ref().map_or((self, other), |[left, right]| (left, right));
        // Each axis of the result is one of the left operand and one of the right operand; or the last axis of both.
        let mut sizes = [1; MAX_AXES];
        for axis in 0..R {
            (sizes[2 * axis], sizes[2 * axis + 1]) = (left.shape()[axis], right.shape()[axis]);
        }
        let mut of_right = core::array::from_fn(|axis| 2 * axis + 1);
        if rows.is_some() {
            (of_right[R - 1], sizes[2 * R - 1]) = (2 * R - 2, 1);
        }
        let left_place = place(left.layout(), &core::array::from_fn(|axis| 2 * axis));
        let right_place = place(right.layout(), &of_right);
        let result = OperandStrides::row_major(&sizes, left_place.axes | right_place.axes);
        let left = Indexed { elements: left.span(), place: &left_place };
        let right = Indexed { elements: right.span(), place: &right_place };
        Ok(Tensor::owned(multiply(&sizes, left, right, &result), layout))
    }

    /// The operands of [`kron`](TensorRef::kron) with rows of the result, if theirs are short and of built-in numbers.
    fn with_long_rows(&self, other: &Self) -> Result<Option<[Tensor<T, R>; 2]>, ShapeError>
    where
        T: Clone,
    {
        let (Some(&n), Some(&len)) = (self.shape().last(), other.shape().last()) else {
            return Ok(None);
        };
        if !is_plain::<T>() || !(2..KRON_RUN).contains(&len) || n == 1 {
            return Ok(None);
        }
        let last = |count| core::array::from_fn(|axis| if axis == R - 1 { count } else { 1 });
        let left = self.repeat_by("kron", R - 1, &[len], n * len)?;
        Ok(Some([left, other.try_tile(last(n))?]))
    }

    /// Returns each matrix multiplied by itself, `exponent` times in all.
    ///
    /// `([.., n, n], k) -> [.., n, n]`
    ///
    /// The power 0 is the identity matrix.
    ///
    /// ```
    /// use holor::prelude::*;
    ///
    /// let step = tensor![[1_u64, 1], [1, 0]];
    /// assert_eq!(step.matrix_power(10), tensor![[89, 55], [55, 34]]); // Fibonacci numbers
    /// assert_eq!(step.matrix_power(0), Tensor::eye(2));
    /// ```
    ///
    /// A vector is not a matrix:
    ///
    /// ```compile_fail,E0277
    /// use holor::prelude::*;
    ///
    /// tensor![1, 2].matrix_power(2); // a matrix needs rank 2 or more, found `Rank<1>`
    /// ```
    ///
    /// Squares are multiplied: about two products for each binary digit of the exponent. A negative power is a
    /// power of the inverse.
    ///
    /// # Panics
    /// If the matrices are not square:
    /// `matrix_power: [2, 3]: a square matrix is needed, found 2 rows and 3 columns`.
    ///
    /// numpy and torch: `linalg.matrix_power`.
    #[must_use = "the operation leaves the tensor as it is and returns the result"]
    #[track_caller]
    pub fn matrix_power(&self, exponent: u32) -> Tensor<T, R>
    where
        Rank<R>: MatrixRank,
        T: Clone + Zero + One,
    {
        raise(self.try_matrix_power(exponent))
    }

    /// Fallible form of [`matrix_power`](TensorRef::matrix_power).
    pub fn try_matrix_power(&self, exponent: u32) -> Result<Tensor<T, R>, ShapeError>
    where
        Rank<R>: MatrixRank,
        T: Clone + Zero + One,
    {
        let [rows, columns] = [self.shape()[R - 2], self.shape()[R - 1]];
        if rows != columns {
            let kind = ErrorKind::NotSquare { rows, columns };
            return Err(ShapeError::new("matrix_power", &[&self.shape()], kind));
        }
        let layout = self.layout().to_row_major();
        if exponent == 0 {
            let eye = Tensor::try_eye(rows)?;
            let eye = eye.with_layout(eye.layout().broadcast_to(self.shape(), size_of::<T>())?);
            return Ok(eye.to_contiguous());
        }
        let times = |a: &Tensor<T, R>, b: &Tensor<T, R>| {
            Tensor::owned(product::matmul(a.source(), b.source(), &layout), layout)
        };
        let mut square = self.to_contiguous();
        let mut power: Option<Tensor<T, R>> = None;
        let mut rest = exponent;
        loop {
            if rest & 1 == 1 {
                power = Some(match power {
                    Some(power) => times(&power, &square),
                    None => square.clone(),
                });
            }
            rest >>= 1;
            match power {
                Some(power) if rest == 0 => return Ok(power),
                _ => square = times(&square, &square),
            }
        }
    }
}

//! Columns: arrays, fields and batches.

use super::arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BooleanArray, FixedSizeListArray, LargeListArray,
    ListArray, PrimitiveArray, RecordBatch,
};
use super::arrow_schema::{DataType, Field};
use super::walk::{ColumnWalk, index_of};
use super::{ArrowElement, FixedShapeTensor};
use crate::error::{ErrorKind, ShapeError};
use crate::rank::{Axis, AxisOf, Rank};
use crate::tensor::{AnyTensor, Tensor};
use alloc::format;
use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

/// Makes a tensor of an array: `[rows]`, and one more axis for each level of lists.
///
/// Numbers are not copied: the tensor shares the buffer of the array, and the first write
/// [copies](Tensor#clone-and-copy-on-write). Booleans are copied, because Arrow packs them into bits.
///
/// ```
/// use holor::interop::arrow_60::{self, arrow_array::{FixedSizeListArray, types::Int32Type}};
/// use holor::prelude::*;
///
/// let rows = [[1, 2, 3], [4, 5, 6]].map(|row| Some(row.map(Some)));
/// let array = FixedSizeListArray::from_iter_primitive::<Int32Type, _, _>(rows, 3);
/// assert_eq!(arrow_60::from_array::<i32, 2>(&array)?, tensor![[1, 2, 3], [4, 5, 6]]);
///
/// let error = arrow_60::from_array::<i32, 1>(&array).unwrap_err();
/// assert_eq!(error.to_string(), "from_array: [2, 3]: expected rank 1, found rank 2");
/// # Ok::<(), ShapeError>(())
/// ```
///
/// # Errors
/// When the rank, the element type or the lengths of lists do not fit, or when there is a null:
///
/// - `from_array: [2, 3]: expected rank 1, found rank 2`
/// - `from_array: [2, 3]: dtype is Int32, expected f32 (Float32)`
/// - `from_array: [20]: null at row 17`
/// - `from_array: the first list has length 2, the list at row 3 has length 4`
///
/// pyarrow: `to_numpy(zero_copy_only=True)`.
#[doc(alias("to_numpy", "zero_copy"))]
pub fn from_array<T: ArrowElement, const R: usize>(
    array: &dyn Array,
) -> Result<Tensor<T, R>, ShapeError> {
    Column::of("from_array", array, None)?.tensor(None)
}

/// Makes a tensor of an array, with a value in the place of nulls.
///
/// Without nulls as [`from_array`]. With nulls the elements are copied; in a list that is null, each element is
/// the value.
///
/// ```
/// use holor::interop::arrow_60::{self, arrow_array::Float32Array};
/// use holor::prelude::*;
///
/// let array = Float32Array::from(vec![Some(1.0), None, Some(3.0)]);
/// let v: Tensor<f32, 1> = arrow_60::from_array_with_null(&array, f32::NAN)?;
/// assert_eq!(v.nan_sum(All).item(), 4.0);
/// # Ok::<(), ShapeError>(())
/// ```
///
/// # Errors
/// As [`from_array`], but for nulls. A null among lists of variable length has a length too, often 0.
///
/// pyarrow: `fill_null`; pandas: `fillna`.
#[doc(alias("fill_null", "fillna"))]
pub fn from_array_with_null<T: ArrowElement, const R: usize>(
    array: &dyn Array,
    null: T,
) -> Result<Tensor<T, R>, ShapeError> {
    Column::of("from_array_with_null", array, None)?.tensor(Some(null))
}

/// Makes a tensor of a column: of an array, and of its field, which may have the extension type
/// `arrow.fixed_shape_tensor`.
///
/// The shape is `[rows, ..shape]`, after the permutation of the metadata. A column of another type is read as
/// [`from_array`] reads it. Numbers are not copied.
///
/// ```
/// use holor::interop::arrow_60::{from_column, into_column};
/// use holor::prelude::*;
///
/// let (field, array) = into_column("matrices", tensor![[[1, 2], [3, 4]], [[5, 6], [7, 8]]])?;
/// let matrices: Tensor<i32, 3> = from_column(&field, &array)?;
/// assert_eq!(matrices.index_axis(Axis::<0>, 1), tensor![[5, 6], [7, 8]]);
/// # Ok::<(), ShapeError>(())
/// ```
///
/// # Errors
/// As [`from_array`] and [`FixedShapeTensor::from_field`].
///
/// pyarrow: `FixedShapeTensorArray.to_numpy_ndarray`.
#[doc(alias = "to_numpy_ndarray")]
pub fn from_column<T: ArrowElement, const R: usize>(
    field: &Field,
    array: &dyn Array,
) -> Result<Tensor<T, R>, ShapeError> {
    Column::of("from_column", array, Some(field))?.tensor(None)
}

/// Makes a tensor of a column, with a value in the place of nulls.
///
/// As [`from_column`] and [`from_array_with_null`].
///
/// # Errors
/// As [`from_column`], but for nulls.
pub fn from_column_with_null<T: ArrowElement, const R: usize>(
    field: &Field,
    array: &dyn Array,
    null: T,
) -> Result<Tensor<T, R>, ShapeError> {
    Column::of("from_column_with_null", array, Some(field))?.tensor(Some(null))
}

/// Makes a tensor of a column of a batch by its name.
///
/// As [`from_column`]; the example is at the [module](super).
///
/// # Errors
/// As [`from_column`], and when there is no such column:
/// `from_batch: column is "speed", expected the name of a column`.
pub fn from_batch<T: ArrowElement, const R: usize>(
    batch: &RecordBatch,
    name: &str,
) -> Result<Tensor<T, R>, ShapeError> {
    let Some((at, field)) = batch.schema_ref().column_with_name(name) else {
        let (value, expected) = (format!("{name:?}"), "the name of a column");
        let kind = ErrorKind::Argument { name: "column", value, expected };
        return Err(ShapeError::new("from_batch", &[], kind));
    };
    Column::of("from_batch", batch.column(at), Some(field))?.tensor(None)
}

/// Makes a tensor of a column whose rank is known only at run time.
///
/// ```
/// use holor::interop::arrow_60::{any_from_column, into_column};
/// use holor::prelude::*;
///
/// let (field, array) = into_column("rows", tensor![[1, 2, 3], [4, 5, 6]])?;
/// let any = any_from_column::<i32>(&field, &array)?;
/// assert_eq!((any.rank(), any.shape()), (2, &[2, 3][..]));
/// # Ok::<(), ShapeError>(())
/// ```
///
/// # Errors
/// As [`from_column`], and when the rank is above 12.
pub fn any_from_column<T: ArrowElement>(
    field: &Field,
    array: &dyn Array,
) -> Result<AnyTensor<T>, ShapeError> {
    let column = Column::of("any_from_column", array, Some(field))?;
    macro_rules! of_rank {
        ($($R:literal)+) => {
            match column.shape.len() {
                $($R => column.tensor::<T, $R>(None).map(AnyTensor::from),)+
                rank => Err(column.error(ErrorKind::Argument {
                    name: "rank",
                    value: rank.to_string(),
                    expected: "at most 12",
                })),
            }
        };
    }
    of_rank!(1 2 3 4 5 6 7 8 9 10 11 12)
}

/// Returns the rank that the columns of a field have as tensors: the rows, and an axis for each level of lists
/// or for each axis of the extension type.
///
/// A query planner can compare it before any data is there. The example is at [`FixedShapeTensor`].
///
/// # Errors
/// As [`FixedShapeTensor::from_field`].
pub fn column_rank(field: &Field) -> Result<usize, ShapeError> {
    let levels = |mut data_type: &DataType| {
        let mut levels = 0;
        while let DataType::FixedSizeList(item, _)
        | DataType::List(item)
        | DataType::LargeList(item) = data_type
        {
            (data_type, levels) = (item.data_type(), levels + 1);
        }
        levels
    };
    let levels = match FixedShapeTensor::from_field(field)? {
        Some(tensor) => tensor.rank() + levels(field.data_type()) - 1,
        None => levels(field.data_type()),
    };
    Ok(1 + levels)
}

/// Makes a column of a tensor: its field and its array, with axis 0 as the rows.
///
/// A tensor of rank 1 is a column of numbers. Each row of a tensor of higher rank is a list of the extension
/// type `arrow.fixed_shape_tensor`. Contiguous numbers are not copied: the array owns the tensor.
///
/// ```
/// use holor::interop::arrow_60::{arrow_array::Array, into_column};
/// use holor::prelude::*;
///
/// let (field, array) = into_column("pairs", tensor![[1, 2], [3, 4], [5, 6]])?;
/// assert_eq!((field.name().as_str(), array.len()), ("pairs", 3));
/// # Ok::<(), ShapeError>(())
/// ```
///
/// A tensor of rank 0 has no rows:
///
/// ```compile_fail,E0277
/// use holor::interop::arrow_60::into_column;
/// use holor::prelude::*;
///
/// into_column("number", Tensor::scalar(1.0)); // `Axis<0>` is not an axis of a rank-0 tensor
/// ```
///
/// # Errors
/// As [`FixedShapeTensor::new`].
///
/// pyarrow: `FixedShapeTensorArray.from_numpy_ndarray`.
#[doc(alias = "from_numpy_ndarray")]
pub fn into_column<T: ArrowElement, const R: usize>(
    name: &str,
    tensor: Tensor<T, R>,
) -> Result<(Field, ArrayRef), ShapeError>
where
    Axis<0>: AxisOf<R>,
{
    column_of("into_column", name, tensor, &[])
}

/// Makes a column of a tensor, with the names of the axes of a row.
///
/// As [`into_column`]; the example is at the [module](super). There is a name for each axis but that of the
/// rows. A column of rank 1 has none.
///
/// ```compile_fail,E0308
/// use holor::interop::arrow_60::into_column_with_names;
/// use holor::prelude::*;
///
/// let images = Tensor::<f32, 3>::zeros([10, 4, 6]);
/// into_column_with_names("image", images, ["rows", "y", "x"]); // expected an array with a size of 2
/// ```
///
/// # Errors
/// As [`into_column`].
pub fn into_column_with_names<T: ArrowElement, const R: usize, const K: usize>(
    name: &str,
    tensor: Tensor<T, R>,
    dim_names: [&str; K],
) -> Result<(Field, ArrayRef), ShapeError>
where
    Axis<0>: AxisOf<R, Removed = Rank<K>>,
{
    column_of("into_column_with_names", name, tensor, &dim_names)
}

fn column_of<T: ArrowElement, const R: usize>(
    operation: &'static str,
    name: &str,
    tensor: Tensor<T, R>,
    dim_names: &[&str],
) -> Result<(Field, ArrayRef), ShapeError> {
    let shape = tensor.shape();
    let [_, row @ ..] = &shape[..] else { unreachable!("`Axis<0>: AxisOf<R>`") };
    if row.is_empty() {
        return Ok((Field::new(name, T::data_type(), false), T::array(tensor)));
    }
    let mut kind = FixedShapeTensor::new(row).map_err(|error| error.during(operation))?;
    if !dim_names.is_empty() {
        kind = kind.with_dim_names(dim_names.iter().copied())?;
    }
    let field = kind.field::<T>(name);
    let DataType::FixedSizeList(_, size) = *field.data_type() else {
        unreachable!("the storage of the extension type")
    };
    let array = lists(size, shape[0], T::array(tensor));
    Ok((field, Arc::new(array)))
}

/// An array of `rows` lists.
fn lists(size: i32, rows: usize, elements: ArrayRef) -> FixedSizeListArray {
    let item = Arc::new(Field::new("item", elements.data_type().clone(), true));
    FixedSizeListArray::try_new_with_length(item, size, elements, None, rows)
        .expect("there are `rows * size` elements of the item's type and no nulls")
}

/// An array on its way to a tensor.
struct Column {
    operation: &'static str,
    /// The shape of the tensor.
    shape: Vec<usize>,
    strides: Vec<isize>,
    walk: ColumnWalk,
}

impl Column {
    fn of(
        operation: &'static str,
        array: &dyn Array,
        field: Option<&Field>,
    ) -> Result<Column, ShapeError> {
        let kind = match field {
            Some(field) => FixedShapeTensor::from_field(field)?,
            None => None,
        };
        let mut walk =
            ColumnWalk::of(array).map_err(|kind| ShapeError::new(operation, &[], kind))?;
        if let Some(kind) = &kind {
            kind.fits(operation, array)?;
            let row = kind.physical_shape();
            walk.shape.splice(1..2, row.iter().copied());
            if let Some([at, flat, ..]) = walk.null.as_deref() {
                let index = kind.permuted(&index_of(*flat, row));
                walk.null = Some([vec![*at], index].concat());
            }
        }
        let (mut shape, mut strides) = (walk.shape.clone(), row_major(&walk.shape));
        if let Some(kind) = &kind {
            let row = 1..1 + kind.rank();
            shape.splice(row.clone(), kind.shape());
            let permuted = kind.permuted(&strides[row.clone()]);
            strides.splice(row, permuted);
        }
        Ok(Column { operation, shape, strides, walk })
    }

    fn tensor<T: ArrowElement, const R: usize>(
        &self,
        null: Option<T>,
    ) -> Result<Tensor<T, R>, ShapeError> {
        let Ok(shape) = <[usize; R]>::try_from(&self.shape[..]) else {
            let found = self.shape.len();
            return Err(self.error(ErrorKind::RankDiffers { expected: R, found }));
        };
        let strides = core::array::from_fn(|axis| self.strides[axis]);
        let elements = &self.walk.elements;
        let Some(tensor) = T::tensor(elements, shape, strides) else {
            let value = elements.data_type().to_string();
            let (name, expected) = ("dtype", T::NAME);
            return Err(self.error(ErrorKind::Argument { name, value, expected }));
        };
        let tensor = tensor.map_err(|error| error.during(self.operation))?;
        match (&self.walk.null, &self.walk.nulls, null) {
            (None, ..) | (_, None, _) => Ok(tensor),
            (Some(index), _, None) => Err(self.error(ErrorKind::Null { index: index.clone() })),
            (_, Some(nulls), Some(value)) => {
                let nulls = Tensor::from_vec_strided(nulls.clone(), shape, strides, 0)?;
                let mut tensor = tensor;
                let places = tensor.iter_mut().zip(&nulls).filter(|&(_, &null)| null);
                places.for_each(|(element, _)| *element = value);
                Ok(tensor)
            }
        }
    }

    #[cold]
    fn error(&self, kind: ErrorKind) -> ShapeError {
        ShapeError::new(self.operation, &[&self.shape], kind)
    }
}

/// The strides of elements in row-major order; all 0 if there are no elements.
fn row_major(shape: &[usize]) -> Vec<isize> {
    let mut strides = vec![0; shape.len()];
    if !shape.contains(&0) {
        let mut stride = 1_isize;
        for (at, &size) in strides.iter_mut().zip(shape).rev() {
            *at = stride;
            // Of elements with memory, the product of all sizes is their number; of others, it may be larger than an
            // `isize`, and they are refused for their type.
            stride = stride.wrapping_mul(size as isize);
        }
    }
    strides
}

macro_rules! from_arrays {
    ($($Array:ty)+) => { $(
        /// Shares the buffer, as [`from_array`].
        impl<T: ArrowElement, const R: usize> TryFrom<&$Array> for Tensor<T, R> {
            type Error = ShapeError;

            fn try_from(array: &$Array) -> Result<Self, ShapeError> {
                from_array(array)
            }
        }
    )+ };
}

from_arrays!(FixedSizeListArray ListArray LargeListArray);

/// Shares the buffer, as [`from_array`]; dates, times and decimals are the numbers that they are stored as.
impl<P: ArrowPrimitiveType> TryFrom<&PrimitiveArray<P>> for Tensor<P::Native, 1> {
    type Error = ShapeError;

    fn try_from(array: &PrimitiveArray<P>) -> Result<Self, ShapeError> {
        refuse_null(array)?;
        Tensor::from_owner(array.values().clone(), [array.len()])
    }
}

/// Takes the buffer: if it has no other owner, the tensor can be written without a copy.
impl<P: ArrowPrimitiveType> TryFrom<PrimitiveArray<P>> for Tensor<P::Native, 1> {
    type Error = ShapeError;

    fn try_from(array: PrimitiveArray<P>) -> Result<Self, ShapeError> {
        refuse_null(&array)?;
        let (_, values, _) = array.into_parts();
        Ok(Tensor::from(values))
    }
}

/// Copies the bits.
impl TryFrom<&BooleanArray> for Tensor<bool, 1> {
    type Error = ShapeError;

    fn try_from(array: &BooleanArray) -> Result<Self, ShapeError> {
        from_array(array)
    }
}

fn refuse_null(array: &dyn Array) -> Result<(), ShapeError> {
    match array.nulls().and_then(|nulls| nulls.iter().position(|valid| !valid)) {
        None => Ok(()),
        Some(row) => {
            let kind = ErrorKind::Null { index: vec![row] };
            Err(ShapeError::new("from_array", &[&[array.len()]], kind))
        }
    }
}

/// Makes an array that owns the tensor.
impl<P: ArrowPrimitiveType> From<Tensor<P::Native, 1>> for PrimitiveArray<P> {
    fn from(tensor: Tensor<P::Native, 1>) -> Self {
        PrimitiveArray::new(tensor.into(), None)
    }
}

/// Copies the elements to bits.
impl From<Tensor<bool, 1>> for BooleanArray {
    fn from(tensor: Tensor<bool, 1>) -> Self {
        BooleanArray::new((&*tensor).into(), None)
    }
}

/// Makes an array of lists, one for each row, that owns the tensor. A row of more than 2147483647 elements is
/// refused.
impl<T: ArrowElement> TryFrom<Tensor<T, 2>> for FixedSizeListArray {
    type Error = ShapeError;

    fn try_from(tensor: Tensor<T, 2>) -> Result<Self, ShapeError> {
        let [rows, size] = tensor.shape();
        FixedShapeTensor::new(&[size])?;
        Ok(lists(size as i32, rows, T::array(tensor)))
    }
}

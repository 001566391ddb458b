//! [`FixedShapeTensor`]: the extension type `arrow.fixed_shape_tensor`.

use super::ArrowElement;
use super::arrow_array::Array;
use super::arrow_schema::{DataType, Field};
use super::metadata::{self, Metadata};
use crate::error::{ErrorKind, ShapeError};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use std::collections::HashMap;

const NAME_KEY: &str = "ARROW:extension:name";
const METADATA_KEY: &str = "ARROW:extension:metadata";
const NAME: &str = "arrow.fixed_shape_tensor";

/// The extension type `arrow.fixed_shape_tensor`: each row of the column is a tensor of one shape.
///
/// It is what a field says, without data: so rank and shape are known before a column is there.
///
/// ```
/// use holor::interop::arrow_60::{FixedShapeTensor, column_rank};
///
/// let field = FixedShapeTensor::new(&[4, 6])?.with_dim_names(["y", "x"])?.field::<f32>("image");
/// let found = FixedShapeTensor::from_field(&field)?.unwrap();
/// assert_eq!(found.shape(), [4, 6]);
/// assert_eq!(found.dim_names().unwrap(), ["y", "x"]);
/// assert_eq!(column_rank(&field)?, 3); // with the axis of the rows
/// # Ok::<(), holor::ShapeError>(())
/// ```
///
/// The permutation is that of the specification: memory of shape `[100, 200, 500]` with the permutation
/// `[2, 0, 1]` is a tensor of shape `[500, 100, 200]`. `from_numpy_ndarray` of pyarrow 26 writes the inverse of
/// it for an array whose axes are in another order in memory. That is the same for two axes that are swapped, and
/// is read as another tensor for three that are turned: give pyarrow arrays in row-major order.
///
/// pyarrow: `pyarrow.fixed_shape_tensor`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedShapeTensor {
    /// The shape in memory, in row-major order.
    physical: Vec<usize>,
    /// Axis `i` of the tensor is axis `permutation[i]` in memory.
    permutation: Option<Vec<usize>>,
    /// The names of the axes in memory.
    dim_names: Option<Vec<String>>,
}

impl FixedShapeTensor {
    /// Returns the type whose rows are tensors of a shape, in row-major order.
    ///
    /// # Errors
    /// When a row has more elements than an Arrow list may have:
    /// `fixed_shape_tensor: [65536, 65536]: elements of a row is 4294967296, expected at most 2147483647`.
    pub fn new(shape: &[usize]) -> Result<Self, ShapeError> {
        let this =
            FixedShapeTensor { physical: shape.to_vec(), permutation: None, dim_names: None };
        let len = this.row_len()?;
        if i32::try_from(len).is_err() {
            let value = len.to_string();
            return Err(argument(&[shape], "elements of a row", value, "at most 2147483647"));
        }
        Ok(this)
    }

    /// Returns the type with names of the axes.
    ///
    /// # Errors
    /// When there are not as many names as axes:
    /// `fixed_shape_tensor: [4, 6]: dim_names is ["y"], expected a name for each axis`.
    pub fn with_dim_names<N: Into<String>>(
        mut self,
        names: impl IntoIterator<Item = N>,
    ) -> Result<Self, ShapeError> {
        let names: Vec<String> = names.into_iter().map(N::into).collect();
        self.check_names(&names)?;
        self.dim_names = Some(names);
        Ok(self)
    }

    /// Reads the type from the metadata of a field; `None` if the field has another type or none.
    ///
    /// # Errors
    /// When the metadata is not that of a tensor, or not that of lists of the field's length:
    /// `fixed_shape_tensor: [2, 3]: the shape holds 6 elements, found 5`. An error in the JSON says at which
    /// byte: `fixed_shape_tensor: metadata is "{\"shape\":[-1]}" (byte 10), expected a JSON object with a shape`.
    pub fn from_field(field: &Field) -> Result<Option<Self>, ShapeError> {
        if field.metadata().get(NAME_KEY).map(String::as_str) != Some(NAME) {
            return Ok(None);
        }
        let DataType::FixedSizeList(_, size) = field.data_type() else {
            let value = format!("{}", field.data_type());
            return Err(argument(&[], "storage", value, "a FixedSizeList"));
        };
        let text = field.metadata().get(METADATA_KEY).map_or("", String::as_str);
        let expected = "a JSON object with a shape";
        let refused = |at| {
            let start: String = text.chars().take(80).collect();
            argument(&[], "metadata", format!("{start:?} (byte {at})"), expected)
        };
        let Metadata { shape, permutation, dim_names } = Metadata::read(text).map_err(refused)?;
        let physical = shape.ok_or_else(|| refused(text.len()))?;
        let this = FixedShapeTensor { physical, permutation, dim_names };
        this.check(usize::try_from(*size).unwrap_or(0))?;
        Ok(Some(this))
    }

    fn check(&self, size: usize) -> Result<(), ShapeError> {
        let expected = self.row_len()?;
        if expected != size {
            let kind = ErrorKind::ElementCount { expected, found: size };
            return Err(ShapeError::new("fixed_shape_tensor", &[&self.physical], kind));
        }
        if let Some(names) = &self.dim_names {
            self.check_names(names)?;
        }
        let Some(permutation) = &self.permutation else { return Ok(()) };
        let mut sorted = permutation.clone();
        sorted.sort_unstable();
        if !sorted.into_iter().eq(0..self.physical.len()) {
            let value = format!("{permutation:?}");
            return Err(argument(&[&self.physical], "permutation", value, "each axis once"));
        }
        Ok(())
    }

    /// Compares the type with an array, which need not be one of the field.
    pub(super) fn fits(
        &self,
        operation: &'static str,
        array: &dyn Array,
    ) -> Result<(), ShapeError> {
        let found = match array.data_type() {
            DataType::FixedSizeList(_, size) => usize::try_from(*size).unwrap_or(0),
            other => {
                let kind = ErrorKind::Argument {
                    name: "storage",
                    value: format!("{other}"),
                    expected: "a FixedSizeList",
                };
                return Err(ShapeError::new(operation, &[], kind));
            }
        };
        self.check(found).map_err(|error| error.during(operation))
    }

    fn check_names(&self, names: &[String]) -> Result<(), ShapeError> {
        if names.len() == self.physical.len() {
            return Ok(());
        }
        let value = format!("{names:?}");
        Err(argument(&[&self.physical], "dim_names", value, "a name for each axis"))
    }

    fn row_len(&self) -> Result<usize, ShapeError> {
        let len = self.physical.iter().try_fold(1_usize, |len, &size| len.checked_mul(size));
        let len = if self.physical.contains(&0) { Some(0) } else { len };
        len.ok_or_else(|| {
            ShapeError::new("fixed_shape_tensor", &[&self.physical], ErrorKind::TooLarge)
        })
    }

    /// Returns the rank of a row: that of the column is one more.
    pub fn rank(&self) -> usize {
        self.physical.len()
    }

    /// Returns the shape of a row, after the permutation.
    pub fn shape(&self) -> Vec<usize> {
        self.permuted(&self.physical)
    }

    /// Returns the shape of a row in memory, before the permutation.
    pub fn physical_shape(&self) -> &[usize] {
        &self.physical
    }

    /// Returns for each axis of a row the axis in memory, if the metadata says so.
    pub fn permutation(&self) -> Option<&[usize]> {
        self.permutation.as_deref()
    }

    /// Returns the names of the axes in memory, if the metadata has them.
    pub fn dim_names(&self) -> Option<&[String]> {
        self.dim_names.as_deref()
    }

    /// Brings a value for each axis in memory into the order of the axes of the tensor.
    pub(super) fn permuted<T: Copy>(&self, values: &[T]) -> Vec<T> {
        match &self.permutation {
            Some(permutation) => permutation.iter().map(|&axis| values[axis]).collect(),
            None => values.to_vec(),
        }
    }

    /// Returns a field of this type with elements of type `T`, in row-major order and without nulls.
    pub fn field<T: ArrowElement>(&self, name: &str) -> Field {
        let shape = self.shape();
        // Both ways to make the type compare the product with the length of lists, an `i32`.
        let size = self.row_len().map_or(0, |len| len as i32);
        let names = self.dim_names.as_ref().map(|names| {
            let names: Vec<&String> = names.iter().collect();
            self.permuted(&names).into_iter().cloned().collect::<Vec<_>>()
        });
        let metadata = HashMap::from([
            (NAME_KEY.to_string(), NAME.to_string()),
            (METADATA_KEY.to_string(), metadata::write(&shape, names.as_deref())),
        ]);
        let item = Field::new("item", T::data_type(), true);
        let storage = DataType::FixedSizeList(Arc::new(item), size);
        Field::new(name, storage, false).with_metadata(metadata)
    }
}

#[cold]
fn argument(
    shapes: &[&[usize]],
    name: &'static str,
    value: String,
    expected: &'static str,
) -> ShapeError {
    let kind = ErrorKind::Argument { name, value, expected };
    ShapeError::new("fixed_shape_tensor", shapes, kind)
}

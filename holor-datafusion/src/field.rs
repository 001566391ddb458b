//! Fields and columns: what a column says of the tensors in it.

use datafusion::arrow::array::{Array, ArrayRef, FixedSizeListArray, RecordBatch};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Schema};
use datafusion::common::DataFusionError;
use datafusion::error::Result;
use holor::interop::arrow_59::{self, ArrowElement, FixedShapeTensor};
use holor::rank::AxisOf;
use holor::{Axis, Tensor};
use std::fmt::Display;
use std::sync::Arc;

const NAME_KEY: &str = "ARROW:extension:name";
const METADATA_KEY: &str = "ARROW:extension:metadata";

/// Returns a column of a batch as a tensor with axis 0 for the rows: `[rows, ..shape]`. Numbers are not copied.
///
/// The example is at the [crate](crate). Unlike
/// [`from_batch`](holor::interop::arrow_59::from_batch), it understands results that came from other machines.
///
/// # Errors
/// When there is no such column, and when its rank or its element type differs or it has a null.
pub fn column_of<T: ArrowElement, const R: usize>(
    batch: &RecordBatch,
    name: &str,
) -> Result<Tensor<T, R>> {
    let at = batch.schema_ref().index_of(name)?;
    tensor_of(batch.schema_ref().field(at), batch.column(at)).map_err(execution)
}

/// Makes a batch of tensors with axis 0 for the rows, which are columns with these names. Contiguous numbers are not
/// copied.
///
/// The example is at the [crate](crate). Columns of several types and ranks are made one by one, by
/// [`into_column`](holor::interop::arrow_59::into_column).
///
/// # Errors
/// When the numbers of rows differ, and when a row has more elements than a list of Arrow can have.
pub fn into_batch<'n, T: ArrowElement, const R: usize>(
    tensors: impl IntoIterator<Item = (&'n str, Tensor<T, R>)>,
) -> Result<RecordBatch>
where
    Axis<0>: AxisOf<R>,
{
    let columns = tensors.into_iter().map(|(name, tensor)| arrow_59::into_column(name, tensor));
    let columns: Vec<_> = columns.collect::<std::result::Result<_, _>>().map_err(execution)?;
    let (fields, arrays): (Vec<Field>, Vec<ArrayRef>) = columns.into_iter().unzip();
    Ok(RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)?)
}

pub(crate) fn execution(error: impl Display) -> DataFusionError {
    DataFusionError::Execution(error.to_string())
}

pub(crate) fn planning(error: impl Display) -> DataFusionError {
    DataFusionError::Plan(error.to_string())
}

/// The field with its extension type, which is that of its elements' field if it came from another machine.
fn restored(field: &Field) -> Field {
    let DataType::FixedSizeList(item, _) = field.data_type() else { return field.clone() };
    if field.metadata().contains_key(NAME_KEY) || !item.metadata().contains_key(NAME_KEY) {
        return field.clone();
    }
    field.clone().with_metadata(item.metadata().clone())
}

/// The field, with its extension type on the field of the elements too, which is part of its type.
pub(crate) fn travelling(field: Field) -> Field {
    let DataType::FixedSizeList(item, size) = field.data_type() else { return field };
    let kind = [NAME_KEY, METADATA_KEY]
        .into_iter()
        .filter_map(|key| Some((key.to_string(), field.metadata().get(key)?.clone())))
        .collect();
    let item = item.as_ref().clone().with_metadata(kind);
    let data_type = DataType::FixedSizeList(Arc::new(item), *size);
    field.with_data_type(data_type)
}

/// An array with the type of a field, whose list it is.
pub(crate) fn typed(array: ArrayRef, field: &Field) -> Result<ArrayRef> {
    match (field.data_type(), array.as_any().downcast_ref::<FixedSizeListArray>()) {
        (DataType::FixedSizeList(item, size), Some(lists)) => {
            let (rows, nulls) = (lists.len(), lists.nulls().cloned());
            let first = lists.value_offset(0) as usize;
            let values = lists.values().slice(first, rows * *size as usize);
            Ok(Arc::new(FixedSizeListArray::try_new_with_length(
                item.clone(),
                *size,
                values,
                nulls,
                rows,
            )?))
        }
        _ => Ok(array),
    }
}

/// The shape of a row: empty for a number.
pub(crate) fn row_shape(field: &Field) -> Result<Vec<usize>> {
    match FixedShapeTensor::from_field(&restored(field)).map_err(planning)? {
        Some(tensor) => Ok(tensor.shape()),
        None => match field.data_type() {
            DataType::FixedSizeList(item, size) => {
                let mut shape = vec![*size as usize];
                shape.extend(row_shape(item)?);
                Ok(shape)
            }
            _ => Ok(Vec::new()),
        },
    }
}

/// The type of the elements.
pub(crate) fn element_type(mut data_type: &DataType) -> &DataType {
    while let DataType::FixedSizeList(item, _) = data_type {
        data_type = item.data_type();
    }
    data_type
}

pub(crate) fn tensor_of<T: ArrowElement, const R: usize>(
    field: &Field,
    array: &ArrayRef,
) -> std::result::Result<Tensor<T, R>, holor::ShapeError> {
    arrow_59::from_column(&restored(field), array)
}

/// The field of a result with rows of this shape.
pub(crate) fn result_field<T: ArrowElement>(name: &str, row: &[usize]) -> Result<Field> {
    if row.is_empty() {
        return Ok(Field::new(name, T::data_type(), true));
    }
    let field = FixedShapeTensor::new(row).map_err(planning)?.field::<T>(name);
    Ok(travelling(field.with_nullable(true)))
}

/// As [`result_field`], of the same tensors with elements of another type.
pub(crate) fn field_like<T: ArrowElement>(name: &str, of: &FieldRef) -> Result<Field> {
    let of = restored(of);
    let DataType::FixedSizeList(_, size) = of.data_type() else {
        return Ok(Field::new(name, T::data_type(), true));
    };
    let item = Arc::new(Field::new("item", T::data_type(), true));
    let field = Field::new(name, DataType::FixedSizeList(item, *size), true);
    Ok(travelling(field.with_metadata(of.metadata().clone())))
}

//! Aggregates: the mean and the variance of the rows of a tensor column.

use crate::exact::{Exact, Sums, means, variances};
use crate::field::{element_type, execution, field_like, planning, row_shape};
use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, BinaryArray, FixedSizeListArray, Float64Array, PrimitiveArray,
    UInt64Array, types,
};
use datafusion::arrow::datatypes::{ArrowPrimitiveType, DataType, Field, FieldRef};
use datafusion::common::ScalarValue;
use datafusion::error::Result;
use datafusion::logical_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion::logical_expr::utils::{AggregateOrderSensitivity, format_state_name};
use datafusion::logical_expr::{
    Accumulator, AggregateUDF, AggregateUDFImpl, Signature, Volatility,
};
use std::sync::Arc;

/// Returns the aggregate `tensor_mean(column)`: the mean of each element over the rows, `[rows, ..shape] -> [..shape]`.
///
/// Elements are integers or floats, those of the result `f64`. The sums are exact, and the result is rounded once, so
/// that it does not depend on the order of the rows. Rows that are null do not count; without rows the mean is null.
/// A null among the elements of a row is an error.
///
/// numpy: `mean(axis=0)`; SQL: `avg`.
pub fn tensor_mean() -> AggregateUDF {
    Moment::Mean.into()
}

/// Returns the aggregate `tensor_var(column)`: the variance of each element over the rows, `[rows, ..shape] -> [..shape]`.
///
/// It is the mean of the squares of the distances from the mean, as numpy's with `ddof=0` and SQL's `var_pop`. All else
/// is as for [`tensor_mean`]; the variance of infinities is NaN.
///
/// numpy: `var(axis=0)`; SQL: `var_pop`.
pub fn tensor_var() -> AggregateUDF {
    Moment::Variance.into()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Moment {
    Mean,
    Variance,
}

impl From<Moment> for AggregateUDF {
    fn from(moment: Moment) -> Self {
        AggregateUDF::from(Aggregate {
            moment,
            signature: Signature::user_defined(Volatility::Immutable),
        })
    }
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Aggregate {
    moment: Moment,
    signature: Signature,
}

impl AggregateUDFImpl for Aggregate {
    fn name(&self) -> &str {
        match self.moment {
            Moment::Mean => "tensor_mean",
            Moment::Variance => "tensor_var",
        }
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        match types {
            [_] => Ok(types.to_vec()),
            _ => Err(planning(format!(
                "{}: expected 1 argument, found {}",
                self.name(),
                types.len()
            ))),
        }
    }

    /// Types alone do not have the shape: fields do.
    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Err(planning(format!(
            "{}: the type of the result depends on the field of the column",
            self.name()
        )))
    }

    fn return_field(&self, fields: &[FieldRef]) -> Result<FieldRef> {
        let [field] = fields else {
            return Err(planning(format!("{}: expected 1 argument", self.name())));
        };
        let found = element_type(field.data_type());
        if !is_number(found) {
            let expected = "integers or floats";
            return Err(planning(format!(
                "{}: elements are of type {found}, expected {expected}",
                self.name()
            )));
        }
        if matches!(field.data_type(), DataType::FixedSizeList(item, _) if item.data_type() != found)
        {
            let expected = "a column of numbers or of arrow.fixed_shape_tensor";
            return Err(planning(format!("{}: lists of lists, expected {expected}", self.name())));
        }
        row_shape(field)?;
        Ok(Arc::new(field_like::<f64>(self.name(), field)?))
    }

    fn state_fields(&self, of: StateFieldsArgs<'_>) -> Result<Vec<FieldRef>> {
        let field = |name: &str, data_type| {
            Arc::new(Field::new(format_state_name(of.name, name), data_type, true))
        };
        Ok(vec![
            field("count", DataType::UInt64),
            field("sums", DataType::Binary),
            field("squares", DataType::Binary),
        ])
    }

    fn accumulator(&self, of: AccumulatorArgs<'_>) -> Result<Box<dyn Accumulator>> {
        if of.is_distinct {
            return Err(planning(format!(
                "{}: DISTINCT is not supported for tensors",
                self.name()
            )));
        }
        let len = match of.return_field.data_type() {
            DataType::FixedSizeList(_, size) => *size as usize,
            _ => 1,
        };
        let (sums, squares) =
            (Sums::new(len), Sums::new(if self.moment == Moment::Variance { len } else { 0 }));
        Ok(Box::new(Moments {
            moment: self.moment,
            result: of.return_field,
            count: 0,
            sums,
            squares,
        }))
    }

    fn order_sensitivity(&self) -> AggregateOrderSensitivity {
        AggregateOrderSensitivity::Insensitive
    }
}

fn is_number(data_type: &DataType) -> bool {
    data_type.is_integer() || matches!(data_type, DataType::Float32 | DataType::Float64)
}

#[derive(Debug)]
struct Moments {
    moment: Moment,
    result: FieldRef,
    count: u64,
    sums: Sums,
    squares: Sums,
}

impl Moments {
    fn name(&self) -> &'static str {
        match self.moment {
            Moment::Mean => "tensor_mean",
            Moment::Variance => "tensor_var",
        }
    }

    fn add_rows<P: ArrowPrimitiveType<Native: Exact>>(
        &mut self,
        rows: &dyn Array,
        values: &dyn Array,
    ) -> Result<()> {
        let values: &PrimitiveArray<P> = values.as_primitive();
        let (len, lists) = (self.sums_len(), rows.as_any().downcast_ref::<FixedSizeListArray>());
        for row in 0..rows.len() {
            if rows.is_null(row) {
                continue;
            }
            let first = lists.map_or(row, |lists| lists.value_offset(row) as usize);
            if let Some(at) = (first..first + len).find(|&at| values.is_null(at)) {
                let at = at - first;
                return Err(execution(format!(
                    "{}: null at element {at} of row {row} of a batch",
                    self.name()
                )));
            }
            let elements = &values.values()[first..first + len];
            self.count += 1;
            self.sums.add(elements);
            if self.moment == Moment::Variance {
                self.squares.add_squares(elements);
            }
        }
        Ok(())
    }

    fn sums_len(&self) -> usize {
        self.sums.len()
    }
}

impl Accumulator for Moments {
    fn update_batch(&mut self, arrays: &[ArrayRef]) -> Result<()> {
        let rows = &*arrays[0];
        let lists = rows.as_any().downcast_ref::<FixedSizeListArray>();
        let values = lists.map_or(rows, |lists| &**lists.values());
        match values.data_type() {
            DataType::Int8 => self.add_rows::<types::Int8Type>(rows, values),
            DataType::Int16 => self.add_rows::<types::Int16Type>(rows, values),
            DataType::Int32 => self.add_rows::<types::Int32Type>(rows, values),
            DataType::Int64 => self.add_rows::<types::Int64Type>(rows, values),
            DataType::UInt8 => self.add_rows::<types::UInt8Type>(rows, values),
            DataType::UInt16 => self.add_rows::<types::UInt16Type>(rows, values),
            DataType::UInt32 => self.add_rows::<types::UInt32Type>(rows, values),
            DataType::UInt64 => self.add_rows::<types::UInt64Type>(rows, values),
            DataType::Float32 => self.add_rows::<types::Float32Type>(rows, values),
            DataType::Float64 => self.add_rows::<types::Float64Type>(rows, values),
            found => Err(execution(format!("{}: elements are of type {found}", self.name()))),
        }
    }

    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        Ok(vec![
            ScalarValue::UInt64(Some(self.count)),
            ScalarValue::Binary(Some(self.sums.to_bytes())),
            ScalarValue::Binary(Some(self.squares.to_bytes())),
        ])
    }

    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        let counts: &UInt64Array = states[0].as_primitive();
        let [sums, squares]: [&BinaryArray; 2] = [states[1].as_binary(), states[2].as_binary()];
        for row in 0..counts.len() {
            if counts.is_null(row) {
                continue;
            }
            let read = |bytes: &BinaryArray, len: usize| {
                let sums = Sums::from_bytes(bytes.value(row)).filter(|sums| sums.len() == len);
                sums.ok_or_else(|| {
                    execution(format!("{}: a partial result is damaged", self.name()))
                })
            };
            let (sums, squares) =
                (read(sums, self.sums.len())?, read(squares, self.squares.len())?);
            self.count += counts.value(row);
            self.sums.merge(sums);
            self.squares.merge(squares);
        }
        Ok(())
    }

    fn evaluate(&mut self) -> Result<ScalarValue> {
        let data_type = self.result.data_type();
        if self.count == 0 {
            return ScalarValue::try_from(data_type);
        }
        let numbers = match self.moment {
            Moment::Mean => means(&self.sums, self.count),
            Moment::Variance => variances(&self.sums, &self.squares, self.count),
        };
        match data_type {
            DataType::FixedSizeList(item, size) => {
                let values = Arc::new(Float64Array::from(numbers));
                let list =
                    FixedSizeListArray::try_new_with_length(item.clone(), *size, values, None, 1)?;
                Ok(ScalarValue::FixedSizeList(Arc::new(list)))
            }
            _ => Ok(ScalarValue::Float64(Some(numbers[0]))),
        }
    }

    fn size(&self) -> usize {
        size_of::<Self>() + self.sums.size() + self.squares.size()
    }
}

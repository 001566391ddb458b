//! Functions of tensors as functions of SQL.

use crate::field::{element_type, execution, planning, result_field, row_shape, tensor_of, typed};
use datafusion::arrow::array::{ArrayRef, new_empty_array};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef};
use datafusion::error::Result;
use datafusion::logical_expr::{
    ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature,
    Volatility,
};
use holor::interop::arrow_59::{self, ArrowElement};
use holor::rank::AxisOf;
use holor::{Axis, Tensor};
use std::any::{Any, TypeId, type_name};
use std::fmt::{self, Debug, Display, Formatter};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Makes a function of SQL from a function of tensors. [`tensor_udf!`](crate::tensor_udf) gives it the name of the
/// function.
///
/// ```
/// use holor::prelude::*;
/// use holor_datafusion::scalar_udf;
///
/// let double = scalar_udf("double", |x: Tensor<f64, 2>| x * 2.0);
/// assert_eq!(double.name(), "double");
/// ```
pub fn scalar_udf<A: 'static, F: TensorFunction<A>>(name: &str, function: F) -> ScalarUDF {
    ScalarUDF::from(TensorUdf {
        name: name.to_string(),
        signature: Signature::user_defined(Volatility::Immutable),
        function: Arc::new(Typed(function, PhantomData)),
    })
}

/// A function of one to four tensors with axis 0 for the rows, which returns a [`TensorResult`].
///
/// It is implemented for functions and closures; `A` is the tuple of their arguments.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a function of one to four tensors that returns a tensor with rows",
    label = "expected `Fn(Tensor<T, R>, ..) -> Tensor<U, O>`, or a `Result` of it",
    note = "element types are those of Arrow; the result has rank 1 at least, whose axis 0 is that of the rows"
)]
pub trait TensorFunction<A>: Send + Sync + 'static {
    #[doc(hidden)]
    const COUNT: usize;

    #[doc(hidden)]
    fn plan(&self, name: &str, fields: &[FieldRef]) -> Result<Field>;

    #[doc(hidden)]
    fn invoke(&self, call: &Call<'_>, arrays: &[ArrayRef]) -> Result<ArrayRef>;
}

/// What a function of tensors may return: a `Tensor` with axis 0 for the rows, or a `Result` of it.
pub trait TensorResult {
    #[doc(hidden)]
    type Element: ArrowElement;

    /// The shape, and the column.
    #[doc(hidden)]
    fn column(self, name: &str) -> std::result::Result<(Vec<usize>, ArrayRef), String>;
}

impl<T: ArrowElement, const R: usize> TensorResult for Tensor<T, R>
where
    Axis<0>: AxisOf<R>,
{
    type Element = T;

    fn column(self, name: &str) -> std::result::Result<(Vec<usize>, ArrayRef), String> {
        let shape = self.shape().to_vec();
        let (_, array) = arrow_59::into_column(name, self).map_err(|error| error.to_string())?;
        Ok((shape, array))
    }
}

impl<T: TensorResult, E: Display> TensorResult for std::result::Result<T, E> {
    type Element = T::Element;

    fn column(self, name: &str) -> std::result::Result<(Vec<usize>, ArrayRef), String> {
        self.map_err(|error| error.to_string())?.column(name)
    }
}

/// A call of a function: what is the same for all its arguments.
#[doc(hidden)]
pub struct Call<'a> {
    name: &'a str,
    fields: &'a [FieldRef],
    rows: usize,
    result: &'a Field,
}

/// Compares an argument with the type that the function takes, and makes a row of zeros of it.
fn row_of_zeros<T: ArrowElement + Default, const R: usize>(
    name: &str,
    at: usize,
    field: &Field,
) -> Result<Tensor<T, R>> {
    let argument = at + 1;
    let row = row_shape(field)?;
    if row.len() + 1 != R {
        let rows = match row.is_empty() {
            true => "one number in each row".to_string(),
            false => format!("rows of shape {row:?}"),
        };
        let found = row.len() + 1;
        return Err(planning(format!(
            "{name}: argument {argument} has rank {found} ({rows}), expected rank {R}"
        )));
    }
    let found = element_type(field.data_type());
    if *found != T::data_type() {
        let expected = type_name::<T>();
        return Err(planning(format!(
            "{name}: argument {argument} has elements of type {found}, expected {expected} ({})",
            T::data_type()
        )));
    }
    let mut shape = [1; R];
    shape[1..].copy_from_slice(&row);
    Ok(Tensor::full(shape, T::default()))
}

/// Runs the function on rows of zeros: the shape of its result.
fn planned<O: TensorResult>(name: &str, run: impl FnOnce() -> O) -> Result<Field> {
    let result = catch_unwind(AssertUnwindSafe(|| run().column(name)));
    let (shape, _) = result
        .unwrap_or_else(|panic| Err(message(&*panic)))
        .map_err(|error| planning(format!("{name}, for a row of zeros: {error}")))?;
    match shape[..] {
        [1, ref row @ ..] => result_field::<O::Element>(name, row),
        _ => Err(planning(format!(
            "{name}: one row gives a result of shape {shape:?}, expected one row"
        ))),
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("the function panicked").to_string()
}

impl Call<'_> {
    fn argument<T: ArrowElement, const R: usize>(
        &self,
        at: usize,
        arrays: &[ArrayRef],
    ) -> Result<Tensor<T, R>> {
        let tensor = tensor_of(&self.fields[at], &arrays[at]);
        tensor.map_err(|error| execution(format!("{}: argument {}: {error}", self.name, at + 1)))
    }

    fn finish<O: TensorResult>(&self, result: O) -> Result<ArrayRef> {
        let Call { name, rows, .. } = *self;
        let (shape, array) =
            result.column(name).map_err(|error| execution(format!("{name}: {error}")))?;
        let planned = row_shape(self.result)?;
        if shape[0] != rows || shape[1..] != planned {
            return Err(execution(format!(
                "{name}: {rows} rows give a result of shape {shape:?}, expected {rows} rows of shape {planned:?}"
            )));
        }
        typed(array, self.result)
    }
}

macro_rules! functions {
    ($($count:literal: $($T:ident $R:ident $at:literal)+;)+) => { $(
        impl<F, O, $($T, const $R: usize),+> TensorFunction<($(Tensor<$T, $R>,)+)> for F
        where
            F: Fn($(Tensor<$T, $R>),+) -> O + Send + Sync + 'static,
            O: TensorResult,
            $($T: ArrowElement + Default,)+
        {
            const COUNT: usize = $count;

            fn plan(&self, name: &str, fields: &[FieldRef]) -> Result<Field> {
                let arguments = ($(row_of_zeros::<$T, $R>(name, $at, &fields[$at])?,)+);
                planned(name, || {
                    #[allow(non_snake_case)]
                    let ($($T,)+) = arguments;
                    self($($T),+)
                })
            }

            fn invoke(&self, call: &Call<'_>, arrays: &[ArrayRef]) -> Result<ArrayRef> {
                call.finish(self($(call.argument::<$T, $R>($at, arrays)?),+))
            }
        }
    )+ };
}

functions! {
    1: A R 0;
    2: A R 0 B S 1;
    3: A R 0 B S 1 C P 2;
    4: A R 0 B S 1 C P 2 D Q 3;
}

/// A function without the types of its arguments.
trait Function: Any + Send + Sync {
    fn count(&self) -> usize;
    fn plan(&self, name: &str, fields: &[FieldRef]) -> Result<Field>;
    fn invoke(&self, call: &Call<'_>, arrays: &[ArrayRef]) -> Result<ArrayRef>;
}

struct Typed<F, A>(F, PhantomData<fn(A)>);

impl<A: 'static, F: TensorFunction<A>> Function for Typed<F, A> {
    fn count(&self) -> usize {
        F::COUNT
    }

    fn plan(&self, name: &str, fields: &[FieldRef]) -> Result<Field> {
        self.0.plan(name, fields)
    }

    fn invoke(&self, call: &Call<'_>, arrays: &[ArrayRef]) -> Result<ArrayRef> {
        self.0.invoke(call, arrays)
    }
}

struct TensorUdf {
    name: String,
    signature: Signature,
    function: Arc<dyn Function>,
}

impl TensorUdf {
    /// Two functions of one type are one function, unless they are closures that hold different values.
    fn identity(&self) -> (&str, TypeId) {
        (&self.name, (*self.function).type_id())
    }
}

impl PartialEq for TensorUdf {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for TensorUdf {}

impl Hash for TensorUdf {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

impl Debug for TensorUdf {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("TensorUdf").field("name", &self.name).finish_non_exhaustive()
    }
}

impl ScalarUDFImpl for TensorUdf {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    /// Types alone do not have the rank: fields do.
    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Err(planning(format!(
            "{}: the type of the result depends on the fields of the arguments",
            self.name
        )))
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        let (expected, found) = (self.function.count(), types.len());
        if expected != found {
            return Err(planning(format!(
                "{}: expected {expected} arguments, found {found}",
                self.name
            )));
        }
        Ok(types.to_vec())
    }

    fn return_field_from_args(&self, arguments: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        Ok(Arc::new(self.function.plan(&self.name, arguments.arg_fields)?))
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let (rows, result) = (arguments.number_rows, &arguments.return_field);
        if rows == 0 {
            return Ok(ColumnarValue::Array(new_empty_array(result.data_type())));
        }
        let arrays = arguments.args.iter().map(|argument| argument.to_array(rows));
        let arrays = arrays.collect::<Result<Vec<_>>>()?;
        let call = Call { name: &self.name, fields: &arguments.arg_fields, rows, result };
        Ok(ColumnarValue::Array(self.function.invoke(&call, &arrays)?))
    }
}

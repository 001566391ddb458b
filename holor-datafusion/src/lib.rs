//! Tensor columns in [DataFusion](datafusion), and in Ballista, which runs its plans on many machines.
//!
//! A tensor column has the extension type `arrow.fixed_shape_tensor`: each row is a tensor of one shape. As a
//! [`Tensor`](holor::Tensor) of holor it has axis 0 for the rows: `[rows, ..shape]`.
//!
//! - [`tensor_udf!`] makes a function of SQL from a function of tensors. Its ranks and element types are compared
//!   with the columns while the query is planned, before any data moves. The function also runs once on a row of
//!   zeros then: that gives the shape of the result, and finds sizes that do not fit.
//! - [`tensor_mean`] and [`tensor_var`] reduce a tensor column to the mean and the variance of its rows. Sums are
//!   exact, so the result does not depend on the order of the rows, on partitions or on machines.
//! - [`column_of`] is a column of a batch as a tensor, without a copy.
//!
//! ```
//! use datafusion::arrow::array::RecordBatch;
//! use datafusion::prelude::*;
//! use holor::prelude::*;
//! use holor_datafusion::{column_of, into_batch, register, tensor_udf};
//!
//! tensor_udf! {
//!     /// `[rows, h, w] -> [rows]`: the mean brightness of each image.
//!     fn brightness(images: Tensor<f32, 3>) -> Tensor<f32, 1> {
//!         images.mean(axes![1, 2])
//!     }
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let images = Tensor::<f32, 3>::from_fn([4, 2, 2], |[i, y, x]| (4 * i + 2 * y + x) as f32);
//! let batch: RecordBatch = into_batch([("image", images)])?;
//!
//! let context = SessionContext::new();
//! register(&context);
//! context.register_udf(brightness());
//! context.register_batch("images", batch)?;
//!
//! let batches = context.sql("SELECT brightness(image) AS b FROM images").await?.collect().await?;
//! let b: Tensor<f32, 1> = column_of(&batches[0], "b")?;
//! assert_eq!(b, tensor![1.5, 5.5, 9.5, 13.5]);
//!
//! // A wrong rank is found while the query is planned.
//! let error = context.sql("SELECT brightness(brightness(image)) FROM images").await.unwrap_err();
//! assert!(error.to_string().contains("brightness: argument 1 has rank 1 (one number in each row), expected rank 3"));
//!
//! let batches = context.sql("SELECT tensor_mean(image) AS m FROM images").await?.collect().await?;
//! let m: Tensor<f64, 3> = column_of(&batches[0], "m")?;
//! assert_eq!(m, tensor![[[6.0, 7.0], [8.0, 9.0]]]);
//! # Ok(())
//! # }
//! ```
//!
//! The README says when to use it, and what it costs.
//!
//! # On many machines
//!
//! Ballista finds functions by their names: [`register`] and `register_udf` are called for the session that the
//! scheduler and each executor are made of, and for that of the client after it has connected. Plans between
//! processes keep the types of fields but not their metadata, which names the extension type. Results of these
//! functions therefore have that metadata on the field of the elements too, which is part of the type.

mod exact;
mod field;
mod moments;
mod udf;

pub use datafusion;
pub use field::{column_of, into_batch};
pub use holor;
pub use moments::{tensor_mean, tensor_var};
pub use udf::{TensorFunction, TensorResult, scalar_udf};

use datafusion::prelude::SessionContext;

/// Registers the aggregates of this crate: `tensor_mean` and `tensor_var`.
pub fn register(context: &SessionContext) {
    context.register_udaf(tensor_mean());
    context.register_udaf(tensor_var());
}

/// Makes a function of SQL from a function of tensors: a function without arguments that returns a
/// [`ScalarUDF`](datafusion::logical_expr::ScalarUDF) of its name.
///
/// Arguments are `Tensor<T, R>` with axis 0 for the rows, one to four of them. The result is a `Tensor` with as many
/// rows, or a `Result` of one. Element types are those that [Arrow](holor::interop::arrow_59::ArrowElement) knows.
///
/// ```
/// use holor::prelude::*;
/// use holor_datafusion::tensor_udf;
///
/// tensor_udf! {
///     /// `[rows, n] x [rows, n] -> [rows]`: the cosine of the angle between two embeddings.
///     pub fn cosine(a: Tensor<f32, 2>, b: Tensor<f32, 2>) -> Result<Tensor<f32, 1>, ShapeError> {
///         Ok(a.try_vecdot(Last, &b)? / (a.norm(Last) * b.norm(Last)))
///     }
/// }
/// assert_eq!(cosine().name(), "cosine");
/// ```
///
/// A rank mistake in the body does not compile:
///
/// ```compile_fail,E0308
/// use holor::prelude::*;
/// use holor_datafusion::tensor_udf;
///
/// tensor_udf! {
///     fn brightness(images: Tensor<f32, 3>) -> Tensor<f32, 1> {
///         images.mean(Axis::<1>) // expected `1`, found `2`
///     }
/// }
/// ```
#[macro_export]
macro_rules! tensor_udf {
    ($(#[$attribute:meta])* $visibility:vis fn $name:ident(
        $($argument:ident: Tensor<$T:ty, $R:literal>),+ $(,)?
    ) -> $Result:ty $body:block) => {
        $(#[$attribute])*
        $visibility fn $name() -> $crate::datafusion::logical_expr::ScalarUDF {
            fn $name($($argument: $crate::holor::Tensor<$T, $R>),+) -> $Result $body
            $crate::scalar_udf(stringify!($name), $name)
        }
    };
}

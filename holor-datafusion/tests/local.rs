//! Tensor columns in one process.

use datafusion::arrow::array::{
    Array, ArrayRef, FixedSizeListArray, Float32Array, Int32Array, RecordBatch,
};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::datasource::MemTable;
use datafusion::prelude::*;
use holor::interop::arrow_59::into_column;
use holor::prelude::*;
use holor_datafusion::{column_of, into_batch, register, scalar_udf, tensor_udf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

tensor_udf! {
    /// `[rows, h, w] -> [rows, w, h]`
    fn transposed(images: Tensor<f32, 3>) -> Tensor<f32, 3> {
        images.transpose().to_contiguous()
    }
}

tensor_udf! {
    /// `[rows, m, k] x [rows, k, n] -> [rows, m, n]`
    fn product(a: Tensor<f32, 3>, b: Tensor<f32, 3>) -> Result<Tensor<f32, 3>, ShapeError> {
        a.try_matmul(&b)
    }
}

tensor_udf! {
    fn brightest(images: Tensor<f32, 3>) -> Tensor<f32, 1> {
        images.max(axes![1, 2])
    }
}

fn images() -> Tensor<f32, 3> {
    Tensor::from_fn([5, 2, 3], |[i, y, x]| (i * 6 + y * 3 + x) as f32)
}

/// A context with a table of five images and the number of each, in two partitions and three batches.
fn context() -> SessionContext {
    let all = batch_of(images());
    let parts = vec![vec![all.slice(0, 2), all.slice(2, 1)], vec![all.slice(3, 2)]];
    let table = MemTable::try_new(all.schema(), parts).unwrap();
    let context = SessionContext::new();
    register(&context);
    for function in [transposed(), product(), brightest()] {
        context.register_udf(function);
    }
    context.register_table("t", Arc::new(table)).unwrap();
    context
}

fn batch_of(images: Tensor<f32, 3>) -> RecordBatch {
    let (field, array) = into_column("image", images).unwrap();
    let number: ArrayRef = Arc::new(Int32Array::from(vec![0, 1, 2, 3, 4]));
    let schema = Schema::new(vec![Field::new("n", DataType::Int32, false), field]);
    RecordBatch::try_new(Arc::new(schema), vec![number, array]).unwrap()
}

async fn rows(context: &SessionContext, query: &str) -> RecordBatch {
    let frame = context.sql(query).await.unwrap();
    let planned = Arc::new(frame.schema().as_arrow().clone());
    let batches = frame.collect().await.unwrap();
    let schema = batches.first().map_or(planned, |batch| batch.schema());
    datafusion::arrow::compute::concat_batches(&schema, &batches).unwrap()
}

async fn refused(context: &SessionContext, query: &str) -> String {
    context.sql(query).await.expect_err("refused while the query is planned").to_string()
}

#[tokio::test]
async fn functions_of_rows_are_those_of_tensors() {
    let context = context();
    let batch =
        rows(&context, "SELECT transposed(image) AS t, brightest(image) AS b FROM t ORDER BY n")
            .await;
    assert_eq!(column_of::<f32, 3>(&batch, "t").unwrap(), images().transpose());
    assert_eq!(column_of::<f32, 1>(&batch, "b").unwrap(), images().max(axes![1, 2]));
    let batch = rows(
        &context,
        "SELECT product(image, transposed(image)) AS p FROM t WHERE n > 1 ORDER BY n",
    )
    .await;
    let rest = images().narrow(Axis::<0>, 2, 3).to_owned();
    assert_eq!(column_of::<f32, 3>(&batch, "p").unwrap(), rest.matmul(rest.transpose()));
    let batch = rows(&context, "SELECT transposed(image) AS t FROM t WHERE n > 100").await;
    assert_eq!(
        (batch.num_rows(), column_of::<f32, 3>(&batch, "t").unwrap().shape()),
        (0, [0, 3, 2])
    );
}

#[tokio::test]
async fn a_column_is_not_copied() {
    let images = images();
    let at = images.as_ptr();
    let batch = into_batch([("image", images)]).unwrap();
    assert_eq!(column_of::<f32, 3>(&batch, "image").unwrap().as_ptr(), at);
    assert_eq!(
        column_of::<f32, 3>(&batch.slice(2, 3), "image").unwrap().as_ptr(),
        at.wrapping_add(12)
    );
}

#[tokio::test]
async fn wrong_ranks_are_found_while_the_query_is_planned() {
    let context = context();
    let error = refused(&context, "SELECT transposed(brightest(image)) FROM t").await;
    let text = "transposed: argument 1 has rank 1 (one number in each row), expected rank 3";
    assert!(error.contains(text), "{error}");
    context
        .register_udf(scalar_udf("flat", |x: Tensor<f32, 3>| x.merge_axes(Axis::<1>, Axis::<2>)));
    let error = refused(&context, "SELECT transposed(flat(image)) FROM t").await;
    let text = "transposed: argument 1 has rank 2 (rows of shape [6]), expected rank 3";
    assert!(error.contains(text), "{error}");
    let error = refused(&context, "SELECT brightest(n) FROM t").await;
    assert!(error.contains("brightest: argument 1 has rank 1"), "{error}");
    let error = refused(&context, "SELECT transposed(tensor_mean(image)) FROM t").await;
    let text = "transposed: argument 1 has elements of type Float64, expected f32 (Float32)";
    assert!(error.contains(text), "{error}");
    let error = refused(&context, "SELECT product(image) FROM t").await;
    assert!(error.contains("product: expected 2 arguments, found 1"), "{error}");
}

#[tokio::test]
async fn wrong_sizes_too() {
    let error = refused(&context(), "SELECT product(image, image) FROM t").await;
    let text = "product, for a row of zeros: matmul: [1, 2, 3] x [1, 2, 3]: inner dimensions differ (3 and 2)";
    assert!(error.contains(text), "{error}");
    let context = context();
    context.register_udf(scalar_udf("one", |x: Tensor<f32, 3>| x.sum(axes![0, 1])));
    let error = refused(&context, "SELECT one(image) FROM t").await;
    assert!(
        error.contains("one: one row gives a result of shape [3], expected one row"),
        "{error}"
    );
    context
        .register_udf(scalar_udf("bad", |x: Tensor<f32, 3>| x.index_axis(Axis::<1>, 7).to_owned()));
    let error = refused(&context, "SELECT bad(image) FROM t").await;
    assert!(
        error.contains("bad, for a row of zeros: index_axis: [1, 2, 3]: index 7 is out of range"),
        "{error}"
    );
}

#[tokio::test]
async fn no_row_moves_before_a_plan_is_right() {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let context = context();
    context.register_udf(scalar_udf("counted", |x: Tensor<f32, 3>| {
        CALLS.fetch_add(x.shape()[0], Ordering::Relaxed);
        x
    }));
    refused(&context, "SELECT brightest(brightest(counted(image))) FROM t").await;
    let planned = CALLS.load(Ordering::Relaxed);
    rows(&context, "SELECT counted(image) FROM t").await;
    assert!(
        planned <= 4 && CALLS.load(Ordering::Relaxed) >= planned + 5,
        "{planned} rows of zeros"
    );
}

#[tokio::test]
async fn results_that_are_not_as_planned_are_refused() {
    let context = context();
    context.register_udf(scalar_udf("first", |x: Tensor<f32, 3>| {
        x.narrow(Axis::<0>, 0, 1).to_owned()
    }));
    let error =
        context.sql("SELECT first(image) FROM t").await.unwrap().collect().await.unwrap_err();
    let text = "first: 2 rows give a result of shape [1, 2, 3], expected 2 rows of shape [2, 3]";
    assert!(error.to_string().contains(text), "{error}");
}

#[tokio::test]
async fn means_and_variances_are_numpys() {
    let context = context();
    let batch =
        rows(&context, "SELECT tensor_mean(image) AS m, tensor_var(image) AS v FROM t").await;
    let (mean, var): (Tensor<f64, 3>, Tensor<f64, 3>) =
        (column_of(&batch, "m").unwrap(), column_of(&batch, "v").unwrap());
    let all = images().cast::<f64>();
    assert_eq!((mean, var), (all.mean(Keep(Axis::<0>)), all.var(Keep(Axis::<0>))));
    let query = "SELECT n % 2 AS g, tensor_mean(image) AS m FROM t GROUP BY n % 2 ORDER BY g";
    let groups: Tensor<f64, 3> = column_of(&rows(&context, query).await, "m").unwrap();
    let even = all.step(Axis::<0>, 2).mean(Keep(Axis::<0>));
    let odd = all.slice(s![1.., .., ..]).step(Axis::<0>, 2).mean(Keep(Axis::<0>)).to_owned();
    assert_eq!(groups, holor::concat(Axis::<0>, &[even, odd]));
    let numbers = rows(&context, "SELECT tensor_mean(n) AS m, tensor_var(n) AS v FROM t").await;
    assert_eq!(column_of::<f64, 1>(&numbers, "m").unwrap(), tensor![2.0]);
    assert_eq!(column_of::<f64, 1>(&numbers, "v").unwrap(), tensor![2.0]);
    let none = rows(&context, "SELECT tensor_mean(image) AS m FROM t WHERE n > 100").await;
    assert!(none.column(0).is_null(0));
}

#[tokio::test]
async fn sums_do_not_depend_on_the_order() {
    let large = Tensor::<f32, 2>::from_fn([6, 1], |[i, _]| [1e30, 1.0, -1e30, 3e7, 1e-20, -3e7][i]);
    let expected = 1.000_000_000_000_000_000_01_f64 / 6.0;
    for turn in 0..6 {
        let rolled = large.roll(Axis::<0>, turn);
        let all = into_batch([("x", rolled)]).unwrap();
        let parts = (0..6).map(|i| vec![all.slice(i, 1)]).collect();
        let context = SessionContext::new();
        register(&context);
        context
            .register_table("t", Arc::new(MemTable::try_new(all.schema(), parts).unwrap()))
            .unwrap();
        let batch = rows(&context, "SELECT tensor_mean(x) AS m FROM t").await;
        assert_eq!(column_of::<f64, 2>(&batch, "m").unwrap(), tensor![[expected]]);
    }
}

#[tokio::test]
async fn rows_that_are_null_do_not_count() {
    let all = batch_of(images());
    let lists: &FixedSizeListArray = all.column(1).as_any().downcast_ref().unwrap();
    let DataType::FixedSizeList(item, size) = lists.data_type() else { unreachable!() };
    let nulls = NullBuffer::from(vec![true, false, true, true, false]);
    let array = FixedSizeListArray::new(item.clone(), *size, lists.values().clone(), Some(nulls));
    let schema = Schema::new(vec![all.schema().field(1).clone().with_nullable(true)]);
    let batch = RecordBatch::try_new(Arc::new(schema), vec![Arc::new(array)]).unwrap();
    let context = context();
    context.register_batch("nulls", batch).unwrap();
    let batch = rows(&context, "SELECT tensor_mean(image) AS m FROM nulls").await;
    let kept = images().take(Axis::<0>, [0, 2, 3]).cast::<f64>();
    assert_eq!(column_of::<f64, 3>(&batch, "m").unwrap(), kept.mean(Keep(Axis::<0>)));
    let error = context
        .sql("SELECT brightest(image) FROM nulls")
        .await
        .unwrap()
        .collect()
        .await
        .unwrap_err();
    assert!(
        error.to_string().contains("brightest: argument 1: from_column: [5, 2, 3]: null at row 1"),
        "{error}"
    );

    let field = Arc::new(Field::new("item", DataType::Float32, true));
    let values = Arc::new(Float32Array::from(vec![Some(1.0), None, Some(3.0), Some(4.0)]));
    let lists: ArrayRef = Arc::new(FixedSizeListArray::new(field, 2, values, None));
    context.register_batch("holes", RecordBatch::try_from_iter([("x", lists)]).unwrap()).unwrap();
    let error =
        context.sql("SELECT tensor_mean(x) FROM holes").await.unwrap().collect().await.unwrap_err();
    assert!(
        error.to_string().contains("tensor_mean: null at element 1 of row 0 of a batch"),
        "{error}"
    );
}

#[tokio::test]
async fn means_of_texts_are_refused_while_the_query_is_planned() {
    let error = refused(&context(), "SELECT tensor_mean('a') FROM t").await;
    assert!(
        error.contains("tensor_mean: elements are of type Utf8, expected integers or floats"),
        "{error}"
    );
}

//! Search among embeddings in a table: the nearest of each kind by SQL, and the mean embedding of each kind.
//!
//! `cargo run -p holor-datafusion --example search`

use datafusion::arrow::array::{ArrayRef, RecordBatch, StringArray};
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::prelude::SessionContext;
use holor::interop::arrow_59::into_column;
use holor::prelude::*;
use holor_datafusion::{column_of, into_batch, register, tensor_udf};
use std::error::Error;
use std::sync::Arc;

tensor_udf! {
    /// `[rows, n] x [rows, n] -> [rows]`: the cosine of the angle between two embeddings.
    fn cosine(a: Tensor<f32, 2>, b: Tensor<f32, 2>) -> Result<Tensor<f32, 1>, ShapeError> {
        Ok(a.try_vecdot(Last, &b)? / (a.norm(Last) * b.norm(Last)))
    }
}

/// Eight animals and tools, with made-up embeddings of four numbers.
fn words() -> Result<RecordBatch, Box<dyn Error>> {
    let names = ["cat", "dog", "mouse", "hammer", "saw", "drill", "lion", "axe"];
    let kinds = ["animal", "animal", "animal", "tool", "tool", "tool", "animal", "tool"];
    let embeddings: Tensor<f32, 2> = tensor![
        [0.9, 0.1, 0.3, 0.0],
        [0.8, 0.2, 0.5, 0.1],
        [0.7, 0.0, 0.1, 0.1],
        [0.0, 0.9, 0.2, 0.6],
        [0.1, 0.8, 0.1, 0.8],
        [0.1, 0.7, 0.0, 0.9],
        [1.0, 0.2, 0.9, 0.0],
        [0.2, 0.9, 0.4, 0.5]
    ];
    let (field, column) = into_column("embedding", embeddings)?;
    let texts = |texts: [&str; 8]| Arc::new(StringArray::from(texts.to_vec())) as ArrayRef;
    let text = |name| Field::new(name, DataType::Utf8, false);
    let schema = Schema::new(vec![text("name"), text("kind"), field]);
    Ok(RecordBatch::try_new(Arc::new(schema), vec![texts(names), texts(kinds), column])?)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let context = SessionContext::new();
    register(&context);
    context.register_udf(cosine());
    context.register_batch("words", words()?)?;
    let wanted: Tensor<f32, 2> = tensor![[0.8, 0.1, 0.6, 0.0]];
    context.register_batch("wanted", into_batch([("query", wanted)])?)?;

    let nearest = "SELECT name, round(cosine(embedding, query), 3) AS cosine FROM words CROSS JOIN wanted \
        WHERE kind = 'animal' ORDER BY cosine DESC LIMIT 3";
    println!("{}", context.sql(nearest).await?.to_string().await?);

    let means =
        "SELECT kind, tensor_mean(embedding) AS mean FROM words GROUP BY kind ORDER BY kind";
    let batches = context.sql(means).await?.collect().await?;
    let mean: Tensor<f64, 2> = column_of(&batches[0], "mean")?;
    println!("the means of animals and tools:\n{mean:.3}\n");

    // The rank is compared while the query is planned: no row is read.
    let wrong = "SELECT cosine(embedding, cosine(embedding, query)) FROM words CROSS JOIN wanted";
    println!("{}", context.sql(wrong).await.unwrap_err());
    Ok(())
}

//! Changed metadata of `arrow.fixed_shape_tensor`: an error, or what another reader of JSON finds in it.

use bolero::check;
use fuzz::{Choices, changed};
use holor::interop::arrow_60::arrow_array::{Array, FixedSizeListArray, Int32Array};
use holor::interop::arrow_60::arrow_schema::{DataType, Field};
use holor::interop::arrow_60::{FixedShapeTensor, any_from_column, column_rank};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

const WORDS: [&[u8]; 32] = [
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"\"",
    b"0",
    b"1",
    b"2",
    b"3",
    b"6",
    b"-1",
    b"2.0",
    b"1e2",
    b"null",
    b"18446744073709551616",
    b"4294967296",
    b"\"shape\"",
    b"\"permutation\"",
    b"\"permutations\"",
    b"\"dim_names\"",
    b"[1,0]",
    b"[1,0,2]",
    b"[2,3]",
    b"\\u0041",
    b"\\ud83e\\udd80",
    b"\\ud83e",
    b"\\",
    b" \t\r\n",
    b"\x1f",
    b"\xc3\xa9",
];

const NUMBERS: [i32; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

/// Two rows; a static, which targets need not capture.
static LISTS: LazyLock<FixedSizeListArray> = LazyLock::new(|| {
    let item = Arc::new(Field::new("item", DataType::Int32, true));
    FixedSizeListArray::new(item, 6, Arc::new(Int32Array::from(NUMBERS.to_vec())), None)
});

fn field(metadata: &str) -> Field {
    Field::new("t", LISTS.data_type().clone(), false).with_metadata(HashMap::from([
        ("ARROW:extension:name".to_string(), "arrow.fixed_shape_tensor".to_string()),
        ("ARROW:extension:metadata".to_string(), metadata.to_string()),
    ]))
}

/// Shape in memory, permutation and names.
type Parts = (Vec<usize>, Option<Vec<usize>>, Option<Vec<String>>);

fn numbers(value: &Value) -> Option<Vec<usize>> {
    value.as_array()?.iter().map(|size| usize::try_from(size.as_u64()?).ok()).collect()
}

/// What the metadata says, if it is that of rows of six elements; read by `serde_json`.
fn parts(text: &str) -> Option<Parts> {
    let value: Value = serde_json::from_str(text).ok()?;
    let fields = value.as_object()?;
    let known = ["shape", "permutation", "permutations", "dim_names"];
    if fields.keys().any(|key| !known.contains(&key.as_str())) {
        return None;
    }
    let shape = numbers(fields.get("shape")?)?;
    let permutation = fields.get("permutation").or(fields.get("permutations"));
    let permutation = match permutation.filter(|value| !value.is_null()) {
        Some(value) => Some(numbers(value)?),
        None => None,
    };
    let names = match fields.get("dim_names").filter(|value| !value.is_null()) {
        Some(value) => {
            let names = value.as_array()?.iter().map(|name| name.as_str().map(String::from));
            Some(names.collect::<Option<Vec<String>>>()?)
        }
        None => None,
    };
    let len = shape.iter().try_fold(1_usize, |len, &size| len.checked_mul(size));
    let axes = |permutation: &Vec<usize>| {
        permutation.len() == shape.len() && (0..shape.len()).all(|axis| permutation.contains(&axis))
    };
    let fits = len == Some(6)
        && permutation.as_ref().is_none_or(axes)
        && names.as_ref().is_none_or(|names| names.len() == shape.len());
    fits.then_some((shape, permutation, names))
}

/// Whether each field is there once, as far as the text shows it.
fn is_plain(text: &str) -> bool {
    let times = |word: &str| text.matches(word).count();
    !text.contains('\\')
        && times("\"shape\"") < 2
        && times("\"permutation") < 2
        && times("\"dim_names\"") < 2
}

/// The elements of two rows, moved as a permutation says.
fn moved(shape: &[usize], axes: &[usize]) -> Vec<i32> {
    let rank = shape.len();
    let strides: Vec<usize> =
        (0..rank).map(|axis| shape[axis + 1..].iter().product::<usize>()).collect();
    let mut all = Vec::new();
    for row in 0..2 {
        for at in 0..6 {
            // The index of the element in the tensor, from its place in row-major order.
            let (mut left, mut position) = (at, 6 * row);
            for &axis in axes.iter().rev() {
                position += left % shape[axis] * strides[axis];
                left /= shape[axis];
            }
            all.push(NUMBERS[position]);
        }
    }
    all
}

#[test]
fn changed_metadata_is_an_error_or_what_others_find() {
    let texts = [
        r#"{"shape":[2,3],"permutation":[1,0],"dim_names":["y","x"]}"#,
        r#"{"shape":[1,2,3],"dim_names":["\ud83e\udd80","\n","é"],"permutations":null}"#,
        r#" { "shape" : [ 3 , 1, 2 ],"permutations":[2,0,1] } "#,
        r#"{"shape":[6]}"#,
    ];
    check!().with_type::<[u8; 32]>().for_each(|bytes| {
        let mut choices = Choices::new(bytes);
        let text = texts[choices.below(texts.len())];
        let text = changed(&mut choices, text.as_bytes(), &WORDS);
        let text = String::from_utf8_lossy(&text);
        let field = field(&text);
        let theirs = parts(&text);
        match FixedShapeTensor::from_field(&field) {
            Ok(found) => {
                let found = found.expect("the field has the name");
                let (shape, permutation, names) = theirs.expect("what we read, serde_json reads");
                assert_eq!(found.physical_shape(), shape);
                assert_eq!(found.permutation(), permutation.as_deref());
                assert_eq!(found.dim_names(), names.as_deref());
                assert_eq!(column_rank(&field), Ok(shape.len() + 1));
                let again = found.field::<i32>("t");
                let again = FixedShapeTensor::from_field(&again).unwrap().unwrap();
                assert_eq!((again.shape(), again.permutation()), (found.shape(), None));
                let tensor = any_from_column::<i32>(&field, &*LISTS);
                if shape.len() >= holor::MAX_RANK {
                    let error = tensor.unwrap_err().to_string();
                    assert!(error.contains("rank"), "{error}");
                    return;
                }
                let tensor = tensor.unwrap();
                assert_eq!((tensor.shape()[0], &tensor.shape()[1..]), (2, &found.shape()[..]));
                let axes = permutation.unwrap_or((0..shape.len()).collect());
                assert_eq!(tensor.to_vec(), moved(&shape, &axes));
            }
            Err(error) => {
                assert!(theirs.is_none() || !is_plain(&text), "{text}: {error}");
                assert!(error.to_string().len() < 1000);
                assert_eq!(any_from_column::<i32>(&field, &*LISTS).unwrap_err(), error);
            }
        }
    });
}

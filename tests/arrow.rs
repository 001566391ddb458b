//! The bridge to Arrow, with arrays that Arrow made: values, addresses, errors.

use holor::interop::arrow_60::{
    self, ArrowElement, FixedShapeTensor, any_from_column, column_rank, from_array,
    from_array_with_null, from_batch, from_column, from_column_with_null, into_column,
    into_column_with_names,
};
use holor::match_rank;
use holor::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;

use arrow_60::arrow_array::builder::{FixedSizeListBuilder, Int32Builder};
use arrow_60::arrow_array::cast::AsArray;
use arrow_60::arrow_array::types::{Float64Type, Int32Type, TimestampMicrosecondType, UInt8Type};
use arrow_60::arrow_array::*;
use arrow_60::arrow_buffer::{BooleanBuffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_60::arrow_schema::{DataType, Field, Schema};

fn text<T>(result: Result<T, ShapeError>) -> String {
    match result {
        Ok(_) => "no error".to_string(),
        Err(error) => error.to_string(),
    }
}

fn item(data_type: DataType) -> Arc<Field> {
    Arc::new(Field::new("item", data_type, true))
}

/// Lists of one size over the elements of an array.
fn fixed(size: i32, elements: ArrayRef) -> FixedSizeListArray {
    FixedSizeListArray::new(item(elements.data_type().clone()), size, elements, None)
}

fn numbers(count: i32) -> ArrayRef {
    Arc::new(Int32Array::from_iter_values(0..count))
}

/// A field of the extension type, with metadata as another implementation may write it.
fn extension(storage: &DataType, metadata: &str) -> Field {
    Field::new("t", storage.clone(), true).with_metadata(HashMap::from([
        ("ARROW:extension:name".to_string(), "arrow.fixed_shape_tensor".to_string()),
        ("ARROW:extension:metadata".to_string(), metadata.to_string()),
    ]))
}

#[test]
fn buffers_are_not_copied() {
    let buffer = ScalarBuffer::from(vec![1.5_f64, 2.5, 3.5]);
    let first = buffer.as_ptr();
    let kept = buffer.clone();
    let shared = Tensor::from(buffer);
    assert_eq!((shared.as_ptr(), &shared), (first, &tensor![1.5, 2.5, 3.5]));

    // A write to a buffer that Arrow reads too copies it.
    let mut written = shared.clone();
    written += 1.0;
    assert_eq!((&kept[..], written), (&[1.5, 2.5, 3.5][..], tensor![2.5, 3.5, 4.5]));
    drop(kept);
    assert_eq!(shared[[2]], 3.5); // the tensor keeps the buffer

    // A buffer with no other owner is written in place.
    let buffer = ScalarBuffer::from(vec![1, 2, 3]);
    let first = buffer.as_ptr();
    let mut own = Tensor::from(buffer);
    own *= 2;
    assert_eq!((own.as_ptr(), own), (first, tensor![2, 4, 6]));

    // A slice is what it shows.
    let buffer = ScalarBuffer::from(vec![0_u8, 1, 2, 3, 4]);
    let (first, slice) = (buffer.as_ptr(), buffer.slice(2, 3));
    drop(buffer);
    let slice = Tensor::from(slice);
    assert_eq!((slice.as_ptr(), slice), (first.wrapping_add(2), tensor![2_u8, 3, 4]));
    assert_eq!(Tensor::from(ScalarBuffer::<i64>::from(vec![])), Tensor::<i64, 1>::zeros([0]));
}

#[test]
fn tensors_become_buffers_without_a_copy() {
    let t = Tensor::<f32, 2>::from_fn([3, 4], |[i, j]| (4 * i + j) as f32);
    let (first, mut other) = (t.as_ptr(), t.clone());
    let buffer = ScalarBuffer::from(t);
    assert_eq!((buffer.as_ptr(), buffer.len(), buffer[11]), (first, 12, 11.0));
    other += 1.0; // another owner of the buffer that Arrow reads
    assert_eq!((buffer[0], other[[0, 0]]), (0.0, 1.0));
    drop(other);
    let moved = std::thread::spawn(move || Tensor::from(buffer)).join().unwrap();
    assert_eq!((moved.as_ptr(), moved[[5]]), (first, 5.0)); // there and back
    drop(moved);

    // A part of a tensor, from the middle of its buffer.
    let t = Tensor::<u16, 2>::from_fn([3, 4], |[i, j]| (4 * i + j) as u16);
    let first = t.as_ptr();
    let rows = ScalarBuffer::from(t.viewed(|t| t.narrow(Axis::<0>, 1, 2)));
    assert_eq!(
        (rows.as_ptr(), &rows[..]),
        (first.wrapping_add(4), &[4, 5, 6, 7, 8, 9, 10, 11][..])
    );

    // Other layouts are copied into row-major order.
    let t = tensor![[1, 2, 3], [4, 5, 6]];
    assert_eq!(ScalarBuffer::from(t.clone().viewed(|t| t.transpose()))[..], [1, 4, 2, 5, 3, 6]);
    assert_eq!(ScalarBuffer::from(t.viewed(|t| t.flip(Axis::<1>)))[..], [3, 2, 1, 6, 5, 4]);
    assert!(ScalarBuffer::from(Tensor::<i32, 3>::zeros([2, 0, 3])).is_empty());
    assert_eq!(ScalarBuffer::from(Tensor::scalar(7))[..], [7]);
}

#[test]
fn booleans_are_copied() {
    let bits: BooleanBuffer = [true, false, true, true].into_iter().collect();
    assert_eq!(Tensor::from(bits.slice(1, 3)), tensor![false, true, true]);
    let t = tensor![[true, false], [false, true]];
    let bits = BooleanBuffer::from(&*t);
    assert_eq!(bits.iter().collect::<Vec<_>>(), [true, false, false, true]);

    let array = BooleanArray::from(vec![true, true, false, true, false, true]);
    let lists = fixed(2, Arc::new(array.slice(2, 4)));
    assert_eq!(from_array(&lists), Ok(tensor![[false, true], [false, true]]));
    let (field, column) = into_column("flags", t.clone()).unwrap();
    assert_eq!(from_column(&field, &column), Ok(t));
    let v = tensor![true, false];
    assert_eq!(Tensor::try_from(&BooleanArray::from(v.clone())), Ok(v));
}

/// Each element type, there and back, at the same address.
#[test]
fn element_types() {
    fn there_and_back<T: ArrowElement + PartialEq + std::fmt::Debug>(
        elements: [T; 6],
        kind: DataType,
    ) {
        let t = Tensor::from_vec(elements.to_vec(), [3, 2]).unwrap();
        let (first, copy) = (t.as_ptr(), t.to_contiguous());
        let (field, column) = into_column("x", t).unwrap();
        assert_eq!(column.as_fixed_size_list().value_type(), kind);
        let back: Tensor<T, 2> = from_column(&field, &column).unwrap();
        assert_eq!((&back, back.as_ptr()), (&copy, first));
        let rows: Tensor<T, 2> = from_array(&column.slice(1, 2)).unwrap();
        let row = first.wrapping_add(2);
        assert_eq!((rows.as_ptr(), rows), (row, copy.narrow(Axis::<0>, 1, 2).to_contiguous()));
    }
    there_and_back([1_i8, -2, 3, 4, 5, i8::MIN], DataType::Int8);
    there_and_back([1_i16, -2, 3, 4, 5, i16::MIN], DataType::Int16);
    there_and_back([1_i32, -2, 3, 4, 5, i32::MIN], DataType::Int32);
    there_and_back([1_i64, -2, 3, 4, 5, i64::MIN], DataType::Int64);
    there_and_back([1_u8, 2, 3, 4, 5, u8::MAX], DataType::UInt8);
    there_and_back([1_u16, 2, 3, 4, 5, u16::MAX], DataType::UInt16);
    there_and_back([1_u32, 2, 3, 4, 5, u32::MAX], DataType::UInt32);
    there_and_back([1_u64, 2, 3, 4, 5, u64::MAX], DataType::UInt64);
    there_and_back([1.0_f32, -0.5, 3.0, 4.0, 5.0, f32::INFINITY], DataType::Float32);
    there_and_back([1.0_f64, -0.5, 3.0, 4.0, 5.0, f64::MIN], DataType::Float64);
    #[cfg(feature = "half")]
    there_and_back([1.0, -0.5, 3.0, 4.0, 5.0, 6.0].map(half::f16::from_f32), DataType::Float16);
}

#[test]
fn arrays_of_numbers() {
    let array = Float64Array::from(vec![0.5, 1.5, 2.5, 3.5]);
    let first = array.values().as_ptr();
    let v = Tensor::try_from(&array).unwrap();
    assert_eq!((v.as_ptr(), v), (first, tensor![0.5, 1.5, 2.5, 3.5]));
    let slice = array.slice(1, 2);
    let v: Tensor<f64, 1> = from_array(&slice).unwrap();
    assert_eq!((v.as_ptr(), v), (first.wrapping_add(1), tensor![1.5, 2.5]));

    drop(slice);
    let mut v = Tensor::try_from(array).unwrap(); // the only owner
    v += 1.0;
    assert_eq!((v.as_ptr(), &v), (first, &tensor![1.5, 2.5, 3.5, 4.5]));
    let array = PrimitiveArray::<Float64Type>::from(v);
    assert_eq!((array.values().as_ptr(), array.value(3)), (first, 4.5));

    // Times are the numbers that they are stored as, if the type of the array says so.
    let times = PrimitiveArray::<TimestampMicrosecondType>::from(tensor![10_i64, 20]);
    assert_eq!(Tensor::try_from(&times), Ok(tensor![10_i64, 20]));
    let says = "from_array: [2]: dtype is Timestamp(µs), expected i64 (Int64)";
    assert_eq!(text(from_array::<i64, 1>(&times)), says);
}

#[test]
fn lists_of_one_size() {
    let elements = numbers(24);
    let first = elements.as_primitive::<Int32Type>().values().as_ptr();
    let lists = fixed(3, elements);
    let t = Tensor::<i32, 2>::try_from(&lists).unwrap();
    assert_eq!((t.shape(), t.as_ptr(), t[[2, 1]]), ([8, 3], first, 7));

    let nested = fixed(2, Arc::new(lists.clone()));
    let t = Tensor::<i32, 3>::try_from(&nested).unwrap();
    assert_eq!((t.shape(), t.as_ptr(), t[[3, 1, 2]]), ([4, 2, 3], first, 23));
    // Slices of slices.
    let t = from_array::<i32, 3>(&nested.slice(1, 3).slice(1, 2)).unwrap();
    assert_eq!((t.shape(), t.as_ptr()), ([2, 2, 3], first.wrapping_add(12)));
    // Only what is shown counts: the null stands before the slice.
    let with_null: Int32Array = [None, Some(1), Some(2), Some(3)].into_iter().collect();
    let t = from_array::<i32, 2>(&fixed(2, Arc::new(with_null)).slice(1, 1)).unwrap();
    assert_eq!(t, tensor![[2, 3]]);

    let m = tensor![[1_u8, 2], [3, 4], [5, 6]];
    let first = m.as_ptr();
    let lists = FixedSizeListArray::try_from(m).unwrap();
    assert_eq!(lists.value(1).as_primitive::<UInt8Type>().values()[..], [3, 4]);
    assert_eq!(lists.values().as_primitive::<UInt8Type>().values().as_ptr(), first);
    for (rows, size) in [(0, 3), (3, 0), (0, 0)] {
        let lists = FixedSizeListArray::try_from(Tensor::<f32, 2>::zeros([rows, size])).unwrap();
        assert_eq!((lists.len(), lists.value_length()), (rows, size as i32));
        assert_eq!(Tensor::try_from(&lists), Ok(Tensor::<f32, 2>::zeros([rows, size])));
    }
}

#[test]
fn lists_of_variable_size() {
    let lists = |rows: &[&[i32]]| {
        ListArray::from_iter_primitive::<Int32Type, _, _>(
            rows.iter().map(|row| Some(row.iter().copied().map(Some))),
        )
    };
    let even = lists(&[&[9], &[1, 2], &[3, 4], &[5, 6]]).slice(1, 3);
    let first = even.values().as_primitive::<Int32Type>().values().as_ptr();
    let t = Tensor::<i32, 2>::try_from(&even).unwrap();
    assert_eq!((t.as_ptr(), t), (first.wrapping_add(1), tensor![[1, 2], [3, 4], [5, 6]]));
    assert_eq!(from_array::<i32, 2>(&lists(&[])), Ok(Tensor::zeros([0, 0])));
    assert_eq!(from_array::<i32, 2>(&lists(&[&[], &[]])), Ok(Tensor::zeros([2, 0])));

    let ragged = lists(&[&[1, 2], &[3, 4], &[], &[5]]);
    let says = "from_array: the first list has length 2, the list at row 2 has length 0";
    assert_eq!(text(from_array::<i32, 2>(&ragged)), says);
    assert_eq!(from_array::<i32, 2>(&ragged.slice(0, 2)), Ok(tensor![[1, 2], [3, 4]]));
    let error = from_array::<i32, 2>(&ragged).unwrap_err();
    let kind = ErrorKind::Ragged { index: vec![2], first: 2, other: 0 };
    assert_eq!(*error.kind(), kind);

    // Lists of lists: two rows of two lists, the last of which is short.
    let offsets = OffsetBuffer::from_lengths([2, 2]);
    let inner: ArrayRef = Arc::new(lists(&[&[1, 2], &[3, 4], &[5, 6], &[7]]));
    let nested = LargeListArray::new(
        item(inner.data_type().clone()),
        OffsetBuffer::from_lengths([2, 2]),
        inner.clone(),
        None,
    );
    let says = "from_array: the first list has length 2, the list at row 1, index [1] has length 1";
    assert_eq!(text(from_array::<i32, 3>(&nested)), says);
    let nested = ListArray::new(item(inner.data_type().clone()), offsets, inner, None).slice(0, 1);
    assert_eq!(from_array::<i32, 3>(&nested), Ok(tensor![[[1, 2], [3, 4]]]));
}

#[test]
fn nulls_are_refused_with_their_position() {
    let array: Float32Array = (0..20).map(|i| (i != 17).then_some(i as f32)).collect();
    assert_eq!(text(from_array::<f32, 1>(&array)), "from_array: [20]: null at row 17");
    assert_eq!(text(Tensor::try_from(&array)), "from_array: [20]: null at row 17");
    assert_eq!(text(Tensor::try_from(array.clone())), "from_array: [20]: null at row 17");
    let error = from_array::<f32, 1>(&array.slice(10, 10)).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::Null { index: vec![7] });
    let says = "from_array: [5, 4]: null at row 4, index [1]";
    assert_eq!(text(from_array::<f32, 2>(&fixed(4, Arc::new(array.clone())))), says);

    // With a value instead.
    let v: Tensor<f32, 1> = from_array_with_null(&array, f32::NAN).unwrap();
    assert!(v[[17]].is_nan() && v.is_nan().count_nonzero(All).item() == 1);
    let v: Tensor<f32, 1> = from_array_with_null(&array.slice(18, 2), f32::NAN).unwrap();
    assert_eq!((v.as_ptr(), v), (array.values().as_ptr().wrapping_add(18), tensor![18.0, 19.0]));
    assert_eq!(array.values()[17], 0.0); // as it was

    // A list that is null, and a null in a list before it.
    let mut lists = FixedSizeListBuilder::new(Int32Builder::new(), 2);
    lists.values().append_slice(&[1, 2]);
    lists.append(true);
    lists.values().append_slice(&[3, 4]);
    lists.append(false);
    lists.values().append_null();
    lists.values().append_value(6);
    lists.append(true);
    let lists = lists.finish();
    assert_eq!(text(from_array::<i32, 2>(&lists)), "from_array: [3, 2]: null at row 1");
    let t: Tensor<i32, 2> = from_array_with_null(&lists, -1).unwrap();
    assert_eq!(t, tensor![[1, 2], [-1, -1], [-1, 6]]);
    let flags = BooleanArray::from(vec![Some(true), None]);
    assert_eq!(text(from_array::<bool, 1>(&flags)), "from_array: [2]: null at row 1");
    assert_eq!(from_array_with_null(&flags, false), Ok(tensor![true, false]));
}

#[test]
fn wrong_ranks_and_types() {
    let lists = fixed(3, numbers(6));
    let says = "from_array: [2, 3]: expected rank 3, found rank 2";
    assert_eq!(text(from_array::<i32, 3>(&lists)), says);
    assert_eq!(text(Tensor::<i32, 3>::try_from(&lists)), says);
    let says = "from_array: [2, 3]: dtype is Int32, expected f32 (Float32)";
    assert_eq!(text(from_array::<f32, 2>(&lists)), says);
    let strings = StringArray::from(vec!["a"]);
    let says = "from_array: [1]: dtype is Utf8, expected bool (Boolean)";
    assert_eq!(text(from_array::<bool, 1>(&strings)), says);
    let says = "from_array: [6]: expected rank 0, found rank 1";
    assert_eq!(text(from_array::<i32, 0>(&numbers(6))), says);
    let says = "from_array: [4]: dtype is Null, expected f64 (Float64)";
    assert_eq!(text(from_array::<f64, 1>(&NullArray::new(4))), says);
}

#[test]
fn columns_of_fixed_shape_tensors() {
    let images = Tensor::<f32, 4>::from_fn([5, 2, 3, 4], |[n, c, y, x]| {
        (1000 * n + 100 * c + 10 * y + x) as f32
    });
    let (first, copy) = (images.as_ptr(), images.clone());
    let (field, column) = into_column_with_names("image", images, ["c", "y", "x"]).unwrap();
    let metadata = &field.metadata()["ARROW:extension:metadata"];
    assert_eq!(metadata, r#"{"shape":[2,3,4],"dim_names":["c","y","x"]}"#);
    assert_eq!(column_rank(&field), Ok(4));
    let found = FixedShapeTensor::from_field(&field).unwrap().unwrap();
    assert_eq!((found.rank(), found.shape()), (3, vec![2, 3, 4]));
    assert_eq!(found.dim_names().unwrap(), ["c", "y", "x"]);
    assert_eq!(found.field::<f32>("image"), field);

    let numbers = Field::new("n", DataType::Int32, true);
    let n: ArrayRef = Arc::new(Int32Array::from(vec![Some(1), None, Some(3), Some(4), Some(5)]));
    let schema = Arc::new(Schema::new(vec![field, numbers]));
    let batch = RecordBatch::try_new(schema, vec![column, n]).unwrap();
    let t: Tensor<f32, 4> = from_batch(&batch, "image").unwrap();
    assert_eq!((t.as_ptr(), &t), (first, &copy));
    let rows: Tensor<f32, 4> = from_batch(&batch.slice(3, 2), "image").unwrap();
    assert_eq!(rows.as_ptr(), first.wrapping_add(3 * 24));
    assert_eq!(rows[[1, 1, 2, 3]], 4123.0);

    let says = "from_batch: [5, 2, 3, 4]: expected rank 3, found rank 4";
    assert_eq!(text(from_batch::<f32, 3>(&batch, "image")), says);
    let says = "from_batch: [5, 2, 3, 4]: dtype is Float32, expected f64 (Float64)";
    assert_eq!(text(from_batch::<f64, 4>(&batch, "image")), says);
    let says = "from_batch: column is \"images\", expected the name of a column";
    assert_eq!(text(from_batch::<f32, 4>(&batch, "images")), says);
    assert_eq!(text(from_batch::<i32, 1>(&batch, "n")), "from_batch: [5]: null at row 1");

    let any = any_from_column::<f32>(batch.schema_ref().field(0), batch.column(0)).unwrap();
    let channels = match_rank!(any, x in [3, 4] => x.shape()[1], other => other.rank());
    assert_eq!(channels, 2);
}

/// The metadata as pyarrow writes it: axis `i` of the tensor is axis `permutation[i]` in memory.
#[test]
fn permuted_tensors() {
    let lists = fixed(24, numbers(48));
    let first = lists.values().as_primitive::<Int32Type>().values().as_ptr();
    let metadata = r#"{"shape":[2,3,4],"permutation":[2,0,1],"dim_names":["C","H","W"]}"#;
    let field = extension(lists.data_type(), metadata);
    let t: Tensor<i32, 4> = from_column(&field, &lists).unwrap();
    let physical = Tensor::<i32, 4>::from_fn([2, 2, 3, 4], |[n, c, h, w]| {
        (24 * n + 12 * c + 4 * h + w) as i32
    });
    assert_eq!((t.shape(), t.strides(), t.as_ptr()), ([2, 4, 2, 3], [24, 1, 12, 4], first));
    assert_eq!(t, physical.permute(axes![0, 3, 1, 2]));
    let found = FixedShapeTensor::from_field(&field).unwrap().unwrap();
    assert_eq!((found.shape(), found.physical_shape()), (vec![4, 2, 3], &[2, 3, 4][..]));
    assert_eq!(found.permutation().unwrap(), [2, 0, 1]);

    // It is written in row-major order, with its names in that order.
    let field = found.field::<i32>("t");
    let metadata = &field.metadata()["ARROW:extension:metadata"];
    assert_eq!(metadata, r#"{"shape":[4,2,3],"dim_names":["W","C","H"]}"#);
    let (field, column) = into_column("t", t.clone()).unwrap();
    assert_eq!(from_column(&field, &column), Ok(t));

    // The index of a null is that of the tensor.
    let elements: Int32Array = (0..48).map(|i| (i != 24 + 12 + 8 + 3).then_some(i)).collect();
    let lists = fixed(24, Arc::new(elements));
    let field = extension(lists.data_type(), r#"{"shape":[2,3,4],"permutation":[2,0,1]}"#);
    let error = from_column::<i32, 4>(&field, &lists).unwrap_err();
    let says = "from_column: [2, 4, 2, 3]: null at row 1, index [3, 1, 2]";
    assert_eq!(error.to_string(), says);
    let t: Tensor<i32, 4> = from_column_with_null(&field, &lists, -7).unwrap();
    assert_eq!(
        (t[[1, 3, 1, 2]], t[[1, 3, 1, 1]], t.equal(-7).count_nonzero(All).item()),
        (-7, 43, 1)
    );
}

#[test]
fn fields_that_do_not_fit() {
    let lists = fixed(6, numbers(12));
    let storage = lists.data_type().clone();
    let refused = |metadata: &str| {
        let field = extension(&storage, metadata);
        let of_field = text(FixedShapeTensor::from_field(&field));
        assert_eq!(text(column_rank(&field)), of_field);
        assert_eq!(text(from_column::<i32, 2>(&field, &lists)), of_field);
        of_field
    };
    let says = "fixed_shape_tensor: [2, 2]: the shape holds 4 elements, found 6";
    assert_eq!(refused(r#"{"shape":[2,2]}"#), says);
    let says =
        "fixed_shape_tensor: [4294967296, 4294967296, 6]: more elements than memory can address";
    assert_eq!(refused(r#"{"shape":[4294967296,4294967296,6]}"#), says);
    let says =
        "fixed_shape_tensor: [4294967296, 4294967296, 0]: the shape holds 0 elements, found 6";
    assert_eq!(refused(r#"{"shape":[4294967296,4294967296,0]}"#), says);
    let says = "fixed_shape_tensor: [2, 3]: permutation is [0, 0], expected each axis once";
    assert_eq!(refused(r#"{"shape":[2,3],"permutation":[0,0]}"#), says);
    let says = "fixed_shape_tensor: [2, 3]: permutation is [1], expected each axis once";
    assert_eq!(refused(r#"{"shape":[2,3],"permutation":[1]}"#), says);
    let says = "fixed_shape_tensor: [2, 3]: dim_names is [\"a\"], expected a name for each axis";
    assert_eq!(refused(r#"{"shape":[2,3],"dim_names":["a"]}"#), says);
    let says = "fixed_shape_tensor: metadata is \"{\\\"shape\\\":[-1]}\" (byte 10), \
                expected a JSON object with a shape";
    assert_eq!(refused(r#"{"shape":[-1]}"#), says);
    let says = "fixed_shape_tensor: metadata is \"\" (byte 0), expected a JSON object with a shape";
    assert_eq!(refused(""), says);
    assert!(refused(&"[".repeat(1_000_000)).len() < 300);

    let field = extension(&DataType::Int32, r#"{"shape":[6]}"#);
    let says = "fixed_shape_tensor: storage is Int32, expected a FixedSizeList";
    assert_eq!(text(FixedShapeTensor::from_field(&field)), says);
    // A field that is not that of the array.
    let field = extension(&storage, r#"{"shape":[2,3]}"#);
    let says = "from_column: storage is Int32, expected a FixedSizeList";
    assert_eq!(text(from_column::<i32, 3>(&field, &numbers(6))), says);
    let says = "from_column: [2, 3]: the shape holds 6 elements, found 3";
    assert_eq!(text(from_column::<i32, 3>(&field, &fixed(3, numbers(6)))), says);
    // An extension that is not known is what it is stored as.
    let other = Field::new("t", storage, true).with_metadata(HashMap::from([(
        "ARROW:extension:name".to_string(),
        "org.example.matrix".to_string(),
    )]));
    assert_eq!(from_column::<i32, 2>(&other, &lists).unwrap().shape(), [2, 6]);

    // Rows that Arrow's lists cannot have.
    let huge = FixedShapeTensor::new(&[65536, 65536]);
    let says = "fixed_shape_tensor: [65536, 65536]: elements of a row is 4294967296, \
                expected at most 2147483647";
    assert_eq!(text(huge), says);
    let wide = Tensor::<u8, 2>::zeros([0, 1 << 31]);
    assert!(
        text(into_column("w", wide.clone())).starts_with("into_column: [2147483648]: elements")
    );
    assert!(FixedSizeListArray::try_from(wide).is_err());
}

/// Texts near good ones: each is refused, or gives a tensor that has the elements of the array.
#[test]
fn random_metadata() {
    let lists = fixed(6, numbers(12));
    let seeds = [
        r#"{"shape":[2,3],"permutation":[1,0],"dim_names":["y","x"]}"#,
        r#"{"shape":[1,2,3],"dim_names":["\ud83e\udd80","\n","é"],"permutations":null}"#,
    ];
    let bytes = b"{}[],:\"\\u0123456789-.enul \xc3\xa9\xff";
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    let (mut good, mut refused) = (0, 0);
    for _ in 0..100_000 {
        let mut text = seeds[random(2)].as_bytes().to_vec();
        for _ in 0..random(4) {
            let (at, byte) = (random(text.len()), bytes[random(bytes.len())]);
            match random(4) {
                0 => text.truncate(at.max(1)),
                1 => text[at] = byte,
                2 => text.insert(at, byte),
                _ => drop(text.remove(at)),
            }
            if text.is_empty() {
                break;
            }
        }
        let field = extension(lists.data_type(), &String::from_utf8_lossy(&text));
        match any_from_column::<i32>(&field, &lists) {
            Ok(tensor) => {
                assert_eq!(tensor.len(), 12);
                good += 1;
            }
            Err(_) => refused += 1,
        }
    }
    assert!(good > 10_000 && refused > 10_000, "{good} good, {refused} refused");
}

/// Sizes of 0 with sizes that no memory has: an empty tensor, or an error.
#[test]
fn huge_shapes_of_nothing() {
    let empty = fixed(0, numbers(0));
    let field = extension(empty.data_type(), r#"{"shape":[0,4294967296]}"#);
    let t: Tensor<i32, 3> = from_column(&field, &empty).unwrap();
    assert_eq!(t.shape(), [0, 0, 4294967296]);
    let huge = "{\"shape\":[0,4294967296,4294967296]}";
    let says = "from_column: [0, 0, 4294967296, 4294967296]: more elements than memory can address";
    let field = extension(empty.data_type(), huge);
    assert_eq!(text(from_column::<i32, 4>(&field, &empty)), says);
    let lists = FixedSizeListArray::try_new_with_length(
        item(DataType::Int32),
        0,
        numbers(0),
        Some(NullBuffer::new_null(3)),
        3,
    );
    assert_eq!(text(from_array::<i32, 2>(&lists.unwrap())), "from_array: [3, 0]: null at row 0");

    // Structs without fields take no memory in any number, and neither does what is said of them.
    let structs = StructArray::new_empty_fields(3 * i32::MAX as usize * i32::MAX as usize, None);
    let inner = fixed(i32::MAX, Arc::new(structs));
    let validity = Some(NullBuffer::from(vec![true, false, true]));
    let kind = item(inner.data_type().clone());
    let lists = FixedSizeListArray::try_new(kind, i32::MAX, Arc::new(inner), validity).unwrap();
    let says = "from_array_with_null: [3, 2147483647, 2147483647]: dtype is Struct(), expected i32 (Int32)";
    assert_eq!(text(from_array_with_null::<i32, 3>(&lists, 0)), says);
}

/// Arrow may hold a tensor longer than anything else does.
#[test]
fn owners_are_dropped_once() {
    let t = Tensor::<f32, 2>::from_fn([100, 3], |[i, j]| (i * j) as f32);
    let other = t.clone();
    let (field, column) = into_column("x", t).unwrap();
    let batch = RecordBatch::try_new(Arc::new(Schema::new(vec![field])), vec![column]).unwrap();
    let tensors: Vec<Tensor<f32, 2>> =
        (0..10).map(|i| from_batch(&batch.slice(10 * i, 10), "x").unwrap()).collect();
    assert!(other.is_shared());
    drop(batch);
    assert!(other.is_shared());
    let sums: Vec<f32> = tensors
        .into_iter()
        .map(|t| std::thread::spawn(move || t.sum(All).item()).join().unwrap())
        .collect();
    assert_eq!(sums.iter().sum::<f32>(), other.sum(All).item());
    assert!(!other.is_shared());
}

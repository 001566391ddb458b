//! A file that pyarrow wrote, and the same bridge for two versions of Arrow.

use holor::interop::arrow_60::{self, FixedShapeTensor, arrow_array, column_rank, from_batch};
use holor::prelude::*;
use std::io::Cursor;

/// The batches of the file: rows 0 to 2 and rows 3 and 4.
fn batches() -> [arrow_array::RecordBatch; 2] {
    let file = Cursor::new(&include_bytes!("../fixtures/columns.arrow")[..]);
    let reader = arrow_ipc::reader::FileReader::try_new(file, None).unwrap();
    let batches: Vec<_> = reader.map(Result::unwrap).collect();
    batches.try_into().unwrap()
}

fn text<T>(result: Result<T, ShapeError>) -> String {
    result.map(|_| ()).unwrap_err().to_string()
}

#[test]
fn columns_of_pyarrow() {
    let [first, second] = batches();
    let images = Tensor::<f32, 4>::from_fn([5, 2, 3, 4], |[n, c, y, x]| {
        (24 * n + 12 * c + 4 * y + x) as f32
    });
    // In row-major order, with rows and columns swapped in memory, with the channels last in memory.
    let layouts =
        [("images", [24, 12, 4, 1]), ("swapped", [24, 12, 1, 3]), ("last", [24, 1, 8, 2])];
    for (name, strides) in layouts {
        let parts = [&first, &second].map(|batch| from_batch::<f32, 4>(batch, name).unwrap());
        assert_eq!(parts[0].strides(), strides, "{name}");
        assert_eq!(concat(Axis::<0>, &parts), images, "{name}");
        let says = "from_batch: [3, 2, 3, 4]: expected rank 3, found rank 4";
        assert_eq!(text(from_batch::<f32, 3>(&first, name)), says);
        assert_eq!(column_rank(first.schema_ref().field_with_name(name).unwrap()), Ok(4));
    }
    let field = first.schema_ref().field_with_name("last").unwrap();
    let kind = FixedShapeTensor::from_field(field).unwrap().unwrap();
    assert_eq!((kind.shape(), kind.physical_shape()), (vec![2, 3, 4], &[3, 4, 2][..]));
    assert_eq!((kind.permutation(), kind.dim_names().unwrap().len()), (Some(&[2, 0, 1][..]), 3));

    assert_eq!(from_batch(&second, "pairs"), Ok(tensor![[6_i16, 7], [8, 9]]));
    assert_eq!(from_batch(&second, "lists"), Ok(tensor![[1.5, 2.5], [3.5, -0.0]]));
    assert_eq!(from_batch(&first, "ragged"), Ok(tensor![[1_i64], [2], [3]]));
    let says = "from_batch: the first list has length 2, the list at row 1 has length 1";
    assert_eq!(text(from_batch::<i64, 2>(&second, "ragged")), says);
    assert_eq!(from_batch(&first, "flags"), Ok(tensor![true, false, true]));
    assert_eq!(from_batch(&first, "holes"), Ok(tensor![1_u8, 2, 3]));
    assert_eq!(text(from_batch::<u8, 1>(&second, "holes")), "from_batch: [2]: null at row 1");
    let says = "from_batch: [3]: dtype is Float16, expected f32 (Float32)";
    assert_eq!(text(from_batch::<f32, 1>(&first, "half")), says);
}

/// The file is mapped or read once: the tensors are views of its one buffer.
#[test]
fn columns_share_the_buffer_of_the_file() {
    let [first, _] = batches();
    let whole: Tensor<f32, 4> = from_batch(&first, "images").unwrap();
    let rows: Tensor<f32, 4> = from_batch(&first.slice(1, 1), "images").unwrap();
    assert_eq!(rows.as_ptr(), whole.as_ptr().wrapping_add(24));
    let other: Tensor<f32, 4> = from_batch(&first, "last").unwrap();
    let apart = (other.as_ptr() as usize).abs_diff(whole.as_ptr() as usize);
    assert!(apart < 10_000, "two buffers {apart} bytes apart");
}

/// Tensors go from one version to the other through holor, at one address.
#[test]
fn two_versions_of_arrow_beside_each_other() {
    use holor::interop::arrow_59;
    let t = Tensor::<f64, 3>::from_fn([4, 2, 3], |[n, i, j]| (10 * n + 3 * i + j) as f64);
    let (copy, address) = (t.to_contiguous(), t.as_ptr());
    let (field, column) = arrow_59::into_column_with_names("t", t, ["i", "j"]).unwrap();
    assert_eq!(arrow_59::column_rank(&field), Ok(3));
    let t: Tensor<f64, 3> = arrow_59::from_column(&field, &column).unwrap();
    let (field, column) = arrow_60::into_column("t", t).unwrap();
    let t: Tensor<f64, 3> = arrow_60::from_column(&field, &column).unwrap();
    assert_eq!((&t, t.as_ptr()), (&copy, address));
    let says = "from_column: [4, 2, 3]: expected rank 2, found rank 3";
    assert_eq!(text(arrow_60::from_column::<f64, 2>(&field, &column)), says);
}

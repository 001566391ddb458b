//! The bridge to zarrs, with arrays in memory: values, fill values, chunks at the edge, errors.

use holor::interop::zarrs_0_23::{retrieve, shape_of, store, zarrs};
use holor::prelude::*;
use std::sync::Arc;
use zarrs::array::{
    Array, ArrayBuilder, ArrayError, ArraySubset, DataType, ElementOwned, FillValue, data_type,
};
use zarrs::storage::WritableStorageTraits;
use zarrs::storage::store::MemoryStore;

type Memory = Array<MemoryStore>;

fn build(shape: &[u64], chunk: &[u64], of: DataType, fill: f32) -> Memory {
    ArrayBuilder::new(shape.to_vec(), chunk.to_vec(), of, fill)
        .build(Arc::new(MemoryStore::new()), "/a")
        .unwrap()
}

/// 5 x 7 numbers in chunks of 2 x 3: the last chunks reach over the edge.
fn uneven() -> Memory {
    build(&[5, 7], &[2, 3], data_type::float32(), -1.0)
}

fn matrix() -> Tensor<f32, 2> {
    Tensor::from_fn([5, 7], |[i, j]| (10 * i + j) as f32)
}

fn text<T>(result: Result<T, ArrayError>) -> String {
    match result {
        Ok(_) => "no error".to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn there_and_back() {
    let array = uneven();
    let m = matrix();
    array.store_array_subset(&array.subset_all(), &m).unwrap();
    assert_eq!(
        array.retrieve_array_subset::<Tensor<f32, 2>>(&array.subset_all()).unwrap(),
        matrix()
    );
    for (start, shape) in [([0, 0], [5, 7]), ([1, 2], [3, 4]), ([4, 6], [1, 1]), ([5, 0], [0, 7])] {
        let part: Tensor<f32, 2> = retrieve(&array, start, shape).unwrap();
        let rows = matrix();
        let rows = rows.narrow(Axis::<0>, start[0], shape[0]);
        assert_eq!(part, rows.narrow(Axis::<1>, start[1], shape[1]));
    }
    // A chunk at the edge is whole in the store, and filled.
    let chunk: Tensor<f32, 2> = array.retrieve_chunk(&[2, 2]).unwrap();
    assert_eq!(chunk, tensor![[46.0, -1.0, -1.0], [-1.0, -1.0, -1.0]]);
    assert_eq!(
        array.retrieve_chunk_if_exists::<Tensor<f32, 2>>(&[0, 1]).unwrap().unwrap()[[1, 0]],
        13.0
    );
    array.store_chunk(&[0, 0], Tensor::<f32, 2>::zeros([2, 3])).unwrap();
    assert_eq!(retrieve::<f32, 2>(&array, [1, 1], [1, 3]).unwrap(), tensor![[0.0, 0.0, 13.0]]);
}

/// Each layout is stored as the elements that it shows.
#[test]
fn layouts() {
    let columns = matrix().reverse_axes().to_contiguous();
    let wide = Tensor::<f32, 2>::from_fn([10, 7], |[i, j]| (5 * i + j) as f32);
    let views: [(&str, TensorView<'_, f32, 2>); 4] = [
        ("contiguous", columns.view().reverse_axes()),
        ("stepped", wide.step(Axis::<0>, 2)),
        ("flipped", columns.view().reverse_axes().flip(Axis::<1>)),
        ("repeated", columns.narrow(Axis::<1>, 0, 1).reverse_axes().broadcast_to([5, 7])),
    ];
    for (name, view) in views {
        let array = uneven();
        let subset = array.subset_all();
        array.store_array_subset(&subset, view).unwrap();
        assert_eq!(array.retrieve_array_subset::<Tensor<f32, 2>>(&subset).unwrap(), view, "{name}");
        let array = uneven();
        array
            .store_array_subset(&subset, view.to_contiguous().viewed(|t| t.flip(Axis::<0>)))
            .unwrap();
        store(&array, [1, 0], &view.narrow(Axis::<0>, 1, 4)).unwrap();
        let part = retrieve::<f32, 2>(&array, [1, 0], [4, 7]).unwrap();
        assert_eq!(part, view.narrow(Axis::<0>, 1, 4), "{name}");
    }
}

#[test]
fn ranks_and_shapes() {
    let array = build(&[8, 6, 6, 2], &[4, 4, 4, 2], data_type::float32(), 0.0);
    assert_eq!(shape_of::<f32, 4>(&array).unwrap(), [8, 6, 6, 2]);
    let says = "zarr: [8, 6, 6, 2]: expected rank 3, found rank 4";
    assert_eq!(text(shape_of::<f32, 3>(&array)), says);
    assert_eq!(text(retrieve::<f32, 3>(&array, [0; 3], [1; 3])), says);
    assert_eq!(text(store(&array, [0; 3], &Tensor::<f32, 3>::zeros([1; 3]))), says);
    let subset = ArraySubset::new_with_ranges(&[0..2, 0..3, 0..4, 0..2]);
    let says = "zarr: [2, 3, 4, 2]: expected rank 3, found rank 4";
    assert_eq!(text(array.retrieve_array_subset::<Tensor<f32, 3>>(&subset)), says);
    assert_eq!(
        array.retrieve_array_subset::<Tensor<f32, 4>>(&subset).unwrap().shape(),
        [2, 3, 4, 2]
    );

    let says = "zarr: [8, 6, 6, 2]: range 5..9 is out of bounds for axis 0 of size 8";
    assert_eq!(text(retrieve::<f32, 4>(&array, [5, 0, 0, 0], [4, 6, 6, 2])), says);
    let part = Tensor::<f32, 4>::ones([4, 6, 6, 2]);
    assert_eq!(text(store(&array, [5, 0, 0, 0], &part)), says);
    let mut start = [0; 4];
    start[2] = usize::MAX;
    let says = text(retrieve::<f32, 4>(&array, start, [1; 4]));
    assert!(says.ends_with("is out of bounds for axis 2 of size 6"), "{says}");
    // zarrs is told the number of elements only.
    let count = array.store_array_subset(&subset, Tensor::<f32, 2>::zeros([6, 7]));
    assert!(count.is_err());
    store(&array, [3, 0, 0, 0], &Tensor::<f32, 4>::zeros([0, 6, 6, 2])).unwrap();
}

#[test]
fn element_types() {
    fn whole<T: ElementOwned + PartialEq + std::fmt::Debug>(of: DataType, elements: [T; 6]) {
        let name = of.to_string();
        let array = ArrayBuilder::new(vec![3, 2], vec![2, 2], of, 0_u8);
        let array = array.build(Arc::new(MemoryStore::new()), "/a");
        let Ok(array) = array else { panic!("{name}: {}", array.unwrap_err()) };
        let t = Tensor::from_vec(elements.to_vec(), [3, 2]).unwrap();
        store(&array, [0, 0], &t).unwrap();
        assert_eq!(retrieve::<T, 2>(&array, [0, 0], [3, 2]).unwrap(), t, "{name}");
        let says = text(shape_of::<bool, 2>(&array));
        assert!(
            says.starts_with("zarr: [3, 2]: dtype is ") && says.ends_with(", expected bool"),
            "{says}"
        );
    }
    whole(data_type::int8(), [1_i8, -2, 3, 4, 5, i8::MIN]);
    whole(data_type::int16(), [1_i16, -2, 3, 4, 5, i16::MIN]);
    whole(data_type::int32(), [1_i32, -2, 3, 4, 5, i32::MIN]);
    whole(data_type::int64(), [1_i64, -2, 3, 4, 5, i64::MIN]);
    whole(data_type::uint8(), [1_u8, 2, 3, 4, 5, u8::MAX]);
    whole(data_type::uint16(), [1_u16, 2, 3, 4, 5, u16::MAX]);
    whole(data_type::uint32(), [1_u32, 2, 3, 4, 5, u32::MAX]);
    whole(data_type::uint64(), [1_u64, 2, 3, 4, 5, u64::MAX]);

    let says = "zarr: [5, 7]: dtype is float32, expected f64";
    assert_eq!(text(shape_of::<f64, 2>(&uneven())), says);
    assert_eq!(text(retrieve::<f64, 2>(&uneven(), [0, 0], [5, 7])), says);
    assert_eq!(text(store(&uneven(), [0, 0], &Tensor::<f64, 2>::zeros([5, 7]))), says);
    let array = uneven();
    let whole = array.subset_all();
    assert_eq!(
        text(array.retrieve_array_subset::<Tensor<i32, 2>>(&whole)),
        says.replace("f64", "i32")
    );
    let says = "zarr: dtype is float32, expected f64";
    let doubles = Tensor::<f64, 2>::zeros([5, 7]);
    assert_eq!(text(array.store_array_subset(&whole, &doubles)), says);
    assert_eq!(text(array.store_array_subset(&whole, doubles)), says);
}

#[test]
fn fill_values() {
    let array = build(&[4, 4], &[2, 2], data_type::float32(), f32::NAN);
    store(&array, [0, 0], &Tensor::<f32, 2>::ones([2, 2])).unwrap();
    let all: Tensor<f32, 2> = retrieve(&array, [0, 0], [4, 4]).unwrap();
    assert_eq!(all.is_nan().count_nonzero(Axis::<0>), tensor![2, 2, 4, 4]);
    // A chunk of nothing else is not stored.
    store(&array, [0, 0], &Tensor::<f32, 2>::full([2, 2], f32::NAN)).unwrap();
    assert!(array.retrieve_chunk_if_exists::<Tensor<f32, 2>>(&[0, 0]).unwrap().is_none());
}

#[test]
fn stores_that_lie() {
    // A chunk that is cut off, and one that is too long.
    for bytes in [0, 1, 23, 25, 4096] {
        let memory = Arc::new(MemoryStore::new());
        let array = ArrayBuilder::new(vec![5, 7], vec![2, 3], data_type::float32(), 0.0_f32)
            .build(memory.clone(), "/a")
            .unwrap();
        memory.set(&array.chunk_key(&[1, 1]), vec![7; bytes].into()).unwrap();
        assert!(retrieve::<f32, 2>(&array, [2, 3], [2, 3]).is_err(), "{bytes} bytes");
        assert!(retrieve::<f32, 2>(&array, [0, 0], [5, 7]).is_err(), "{bytes} bytes");
    }
    // A byte that is no boolean.
    let memory = Arc::new(MemoryStore::new());
    let array = ArrayBuilder::new(vec![2], vec![2], data_type::bool(), FillValue::from(false));
    let array = array.build(memory.clone(), "/a").unwrap();
    memory.set(&array.chunk_key(&[0]), vec![1, 2].into()).unwrap();
    assert!(text(retrieve::<bool, 1>(&array, [0], [2])).contains("Invalid element value"));

    // Metadata with a shape that no memory has: a part is read, the whole is refused.
    let huge = build(&[1 << 40, 1 << 40], &[64, 64], data_type::float32(), 0.5);
    assert_eq!(shape_of::<f32, 2>(&huge).unwrap(), [1 << 40, 1 << 40]);
    let part: Tensor<f32, 2> = retrieve(&huge, [1 << 39, 5], [2, 3]).unwrap();
    assert_eq!(part, Tensor::full([2, 3], 0.5));
    let says = "zarr: [1099511627776, 1099511627776]: more elements than memory can address";
    assert_eq!(text(retrieve::<f32, 2>(&huge, [0, 0], [1 << 40, 1 << 40])), says);
    let says = text(retrieve::<f32, 2>(&huge, [0, 0], [1 << 30, 1 << 25]));
    assert!(says.ends_with("more elements than memory can address"), "{says}");
}

/// Metadata with a codec that zarrs does not know, and one without sense: zarrs refuses to open them.
#[test]
fn metadata_that_is_refused() {
    let metadata = |codec: &str, chunk: &str| {
        format!(
            r#"{{"zarr_format":3,"node_type":"array","shape":[4],"data_type":"float32",
            "chunk_grid":{{"name":"regular","configuration":{{"chunk_shape":[{chunk}]}}}},
            "chunk_key_encoding":{{"name":"default"}},"fill_value":0,
            "codecs":[{{"name":"{codec}","configuration":{{"endian":"little"}}}}]}}"#
        )
    };
    let open = |text: String| {
        let memory = Arc::new(MemoryStore::new());
        memory.set(&"a/zarr.json".try_into().unwrap(), text.into_bytes().into()).unwrap();
        Array::open(memory, "/a").map_err(|error| error.to_string())
    };
    let array = open(metadata("bytes", "2")).unwrap();
    assert_eq!(retrieve::<f32, 1>(&array, [1], [2]).unwrap(), tensor![0.0, 0.0]);
    assert!(open(metadata("brotli", "2")).unwrap_err().contains("brotli"));
    assert!(open(metadata("bytes", "0")).is_err());
    assert!(open(metadata("bytes", "2,2")).is_err());
    assert!(open(metadata("bytes", "2")[..100].to_string()).is_err());
}

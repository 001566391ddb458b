//! Feature `serde`: tensors in JSON and in postcard, and what is refused.

#[path = "../../tests/interop/common/mod.rs"]
mod common;

use common::{count, disguises};
use holor::prelude::*;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Notes the largest allocation.
struct Noting;

static LARGEST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: `System` allocates.
unsafe impl GlobalAlloc for Noting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LARGEST.fetch_max(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Noting = Noting;

fn json<T: serde_core::de::DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

fn round_trips<const R: usize>(t: &Tensor<i32, R>, name: &str)
where
    Rank<R>: holor::rank::AnyRank,
{
    let text = serde_json::to_string(t).unwrap();
    let back: Tensor<i32, R> = json(&text).unwrap();
    assert_eq!((&back, back.is_contiguous()), (t, true), "{name}");
    let bytes = postcard::to_allocvec(t).unwrap();
    assert_eq!(postcard::from_bytes::<Tensor<i32, R>>(&bytes).unwrap(), *t, "{name}");
    // The four types write the same.
    let reference: &TensorRef<i32, R> = t;
    assert_eq!(serde_json::to_string(reference).unwrap(), text, "{name}");
    assert_eq!(serde_json::to_string(&t.view()).unwrap(), text, "{name}");
    assert_eq!(postcard::to_allocvec(&t.clone().view_mut()).unwrap(), bytes, "{name}");
    // And so does a tensor whose rank is known at run time only.
    let any = AnyTensor::from(t.clone());
    assert_eq!(serde_json::to_string(&any).unwrap(), text, "{name}");
    assert_eq!(json::<AnyTensor<i32>>(&text).unwrap(), any, "{name}");
    assert_eq!(postcard::from_bytes::<AnyTensor<i32>>(&bytes).unwrap(), any, "{name}");
}

#[test]
fn tensors_of_any_layout_round_trip() {
    for (name, t) in disguises(&count([2, 3, 4])) {
        round_trips(&t, name);
    }
    for (name, t) in disguises(&Tensor::full([2, 3], 7)) {
        round_trips(&t, name);
    }
    round_trips(&Tensor::scalar(3), "rank 0");
    round_trips(&count([0, 3]), "empty");
    round_trips(&count([3, 0, 2]), "empty");
    round_trips(&count([1; 12]), "rank 12");
    let names = tensor![["a".to_string(), "b".to_string()]];
    assert_eq!(json::<Tensor<String, 2>>(&serde_json::to_string(&names).unwrap()).unwrap(), names);
    let floats = Tensor::from(vec![0.1, -1e300, 5e-324]);
    assert_eq!(json::<Tensor<f64, 1>>(&serde_json::to_string(&floats).unwrap()).unwrap(), floats);
    let units = Tensor::from(vec![(); 5]);
    assert_eq!(json::<Tensor<(), 1>>(&serde_json::to_string(&units).unwrap()).unwrap(), units);
    let pairs = tensor![(1, 2.5), (3, 4.5)]; // elements that are sequences themselves
    assert_eq!(
        json::<Tensor<(i32, f64), 1>>(&serde_json::to_string(&pairs).unwrap()).unwrap(),
        pairs
    );
}

#[test]
fn the_forms() {
    let t = tensor![[1_u8, 2, 3], [4, 5, 6]];
    let text = r#"{"shape":[2,3],"elements":[1,2,3,4,5,6]}"#;
    assert_eq!(serde_json::to_string(&t).unwrap(), text);
    // The number of sizes, the sizes, the number of elements, the elements.
    assert_eq!(postcard::to_allocvec(&t).unwrap(), [2, 2, 3, 6, 1, 2, 3, 4, 5, 6]);
    // Fields in another order.
    let other = r#"{"elements":[1,2,3,4,5,6],"shape":[2,3]}"#;
    assert_eq!(json::<Tensor<u8, 2>>(other).unwrap(), t);
    let in_struct: Vec<(String, Tensor<u8, 1>)> =
        json(r#"[["a",{"shape":[1],"elements":[7]}],["b",{"shape":[0],"elements":[]}]]"#).unwrap();
    assert_eq!(in_struct[0].1, tensor![7]);
}

#[test]
fn another_rank_is_an_error_with_both_ranks() {
    let text = r#"{"shape":[2,3],"elements":[1,2,3,4,5,6]}"#;
    let error = json::<Tensor<u8, 3>>(text).unwrap_err();
    assert_eq!(error, "deserialize: [2, 3]: expected rank 3, found rank 2 at line 1 column 14");
    let error = json::<Tensor<u8, 0>>(text).unwrap_err();
    assert!(error.starts_with("deserialize: [2, 3]: expected rank 0, found rank 2"), "{error}");
    let other = r#"{"elements":[1,2],"shape":[]}"#;
    let error = json::<Tensor<u8, 1>>(other).unwrap_err();
    assert!(error.starts_with("deserialize: []: expected rank 1, found rank 0"), "{error}");
    let bytes = postcard::to_allocvec(&tensor![1, 2]).unwrap();
    assert!(postcard::from_bytes::<Tensor<i32, 2>>(&bytes).is_err());
    let long = format!(r#"{{"shape":[{}1],"elements":[7]}}"#, "1,".repeat(99));
    let error = json::<Tensor<u8, 3>>(&long).unwrap_err();
    assert!(error.starts_with("deserialize: expected rank 3, found rank 100 at"), "{error}");
    let error = json::<AnyTensor<u8>>(&long).unwrap_err();
    assert!(error.starts_with("deserialize: rank is 100, expected at most 12"), "{error}");
}

#[test]
fn another_number_of_elements_is_an_error() {
    for (text, reason) in [
        (
            r#"{"shape":[2,2],"elements":[1,2,3]}"#,
            "deserialize: [2, 2]: the shape holds 4 elements, found 3",
        ),
        (
            r#"{"shape":[2,2],"elements":[1,2,3,4,5]}"#,
            "deserialize: [2, 2]: the shape holds 4 elements, found more",
        ),
        (
            r#"{"shape":[2,0],"elements":[1]}"#,
            "deserialize: [2, 0]: the shape holds 0 elements, found more",
        ),
        (
            r#"{"elements":[1,2,3],"shape":[2,2]}"#,
            "deserialize: [2, 2]: the shape holds 4 elements, found 3",
        ),
        // Rows in nested lists, which would be the shape [1, 2] and the elements [3, 4].
        ("[[1,2],[3,4]]", "invalid type: sequence, expected a struct with the `shape` and"),
        ("[]", "invalid type: sequence, expected a struct with the `shape` and the `elements`"),
        (r#"{"shape":[2,-2],"elements":[1]}"#, "invalid value: integer `-2`, expected usize"),
        (
            r#"{"shape":[2,2.0],"elements":[1]}"#,
            "invalid type: floating point `2.0`, expected usize",
        ),
        (r#"{"shape":[2,2],"elements":[1,2,3"#, "EOF while parsing a list"),
        (r#"{"shape":[1,1]}"#, "missing field `elements`"),
        (r#"{"elements":[1]}"#, "missing field `shape`"),
        (r#"{"shape":[1,1],"shape":[1,1],"elements":[1]}"#, "duplicate field `shape`"),
        (
            r#"{"shape":[1,1],"strides":[1]}"#,
            "unknown field `strides`, expected `shape` or `elements`",
        ),
        (
            "7",
            "invalid type: integer `7`, expected a struct with the `shape` and the `elements` of",
        ),
    ] {
        let error = json::<Tensor<u8, 2>>(text).unwrap_err();
        assert!(error.starts_with(reason), "{text}: {error}");
    }
}

/// What a file announces and does not hold is not allocated.
#[test]
fn hostile_input_allocates_nothing_that_it_does_not_hold() {
    let huge = 1_u64 << 59;
    let inputs: [Vec<u8>; 5] = [
        // Shapes of many elements, of which there are three.
        postcard::to_allocvec(&(vec![huge, 1], vec![1_u8, 2, 3])).unwrap(),
        postcard::to_allocvec(&(vec![1_u64 << 30, 8], vec![1_u8, 2, 3])).unwrap(),
        postcard::to_allocvec(&(vec![u64::MAX, u64::MAX], vec![1_u8])).unwrap(),
        // Lengths that are not there.
        [
            postcard::to_allocvec(&vec![1_u64 << 30, 8]).unwrap(),
            postcard::to_allocvec(&(1_u64 << 33)).unwrap(),
        ]
        .concat(),
        postcard::to_allocvec(&(1_u64 << 40)).unwrap(),
    ];
    let text = format!(r#"{{"shape":[{huge},1],"elements":[1,2,3]}}"#);
    LARGEST.store(0, Ordering::Relaxed);
    for bytes in &inputs {
        assert!(postcard::from_bytes::<Tensor<u64, 2>>(bytes).is_err());
        assert!(postcard::from_bytes::<AnyTensor<u8>>(bytes).is_err());
    }
    assert!(serde_json::from_str::<Tensor<u64, 2>>(&text).is_err());
    // Other tests run at the same time, and are small too.
    let largest = LARGEST.load(Ordering::Relaxed);
    assert!(largest < 1 << 16, "{largest} bytes");
    // A valid tensor gets a buffer of its own size.
    let bytes = postcard::to_allocvec(&count([100, 100])).unwrap();
    let t: Tensor<i32, 2> = postcard::from_bytes(&bytes).unwrap();
    assert_eq!(t.into_vec().capacity(), 10_000);
    // Each prefix of a valid input is an error.
    let bytes = postcard::to_allocvec(&count([3, 4])).unwrap();
    for end in 0..bytes.len() {
        assert!(postcard::from_bytes::<Tensor<i32, 2>>(&bytes[..end]).is_err(), "{end}");
    }
}

//! Changed JSON and postcard: an error or a tensor, exactly where shape and elements, read alone, fit each other.

use bolero::check;
use fuzz::{Choices, changed};
use holor::prelude::*;
use serde_core::Serialize;
use serde_core::de::DeserializeOwned;
use std::fmt::Debug;

const WORDS: [&[u8]; 30] = [
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"\"",
    b"0",
    b"1",
    b"-1",
    b"2.0",
    b"1e2",
    b"null",
    b"true",
    b"18446744073709551615",
    b"18446744073709551616",
    b"4611686018427387904",
    b"\"shape\"",
    b"\"elements\"",
    b"\"sh\\u0061pe\"",
    b"[[",
    b"[2,3]",
    b",\"shape\":[1]",
    b"\0",
    b"\x01",
    b"\x0d",
    b"\x80",
    b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
    b"\x80\x80\x80\x80\x80\x80\x80\x80\x40",
    b"\xff",
];

/// The number of elements of a shape that a tensor may have.
fn len_of(shape: &[u64], size: usize) -> Option<usize> {
    let counted = shape.iter().filter(|size| **size > 0);
    let bytes = counted.fold(size as u128, |all, &size| all.saturating_mul(u128::from(size)));
    let len = if shape.contains(&0) { 0 } else { bytes / size as u128 };
    (bytes <= isize::MAX as u128 && shape.len() <= holor::MAX_RANK).then_some(len as usize)
}

/// What is read as tensors of rank 0 to 3, and as one of any rank, which they must be.
fn agree<T: Debug + PartialEq>(
    any: &Result<AnyTensor<T>, String>,
    of_rank: [Result<AnyTensor<T>, String>; 4],
) {
    for (rank, found) in of_rank.iter().enumerate() {
        match (any, found) {
            (Ok(any), Ok(found)) => assert_eq!((any, any.rank()), (found, rank)),
            (Ok(any), Err(error)) => {
                assert_ne!(any.rank(), rank, "{error}");
                assert!(!error.is_empty());
            }
            (Err(error), Ok(_)) => panic!("of rank {rank} only, and not of any rank: {error}"),
            (Err(_), Err(_)) => {}
        }
    }
}

fn any<T, const R: usize, E: ToString>(
    found: Result<Tensor<T, R>, E>,
) -> Result<AnyTensor<T>, String>
where
    Rank<R>: holor::rank::AnyRank,
{
    found.map(AnyTensor::from).map_err(|error| error.to_string())
}

fn json<T: DeserializeOwned + Serialize + Debug + PartialEq + Clone>(
    file: &[u8],
    element: fn(&serde_json::Value) -> Option<T>,
) {
    use serde_json::{Value, from_slice};
    let found = from_slice::<AnyTensor<T>>(file).map_err(|error| error.to_string());
    agree(
        &found,
        [
            any(from_slice::<Tensor<T, 0>>(file)),
            any(from_slice::<Tensor<T, 1>>(file)),
            any(from_slice::<Tensor<T, 2>>(file)),
            any(from_slice::<Tensor<T, 3>>(file)),
        ],
    );
    // The same, read as any JSON is.
    let parts = || {
        let value: Value = from_slice(file).ok()?;
        // A list is none: it would be read as a shape and elements, or as rows. Of a field that is there twice, the
        // last value is left.
        let fields = value.as_object()?;
        let (shape, elements) = (fields.get("shape")?, fields.get("elements")?);
        let shape = shape.as_array()?.iter().map(Value::as_u64).collect::<Option<Vec<u64>>>()?;
        let elements = elements.as_array()?.iter().map(element).collect::<Option<Vec<T>>>()?;
        (len_of(&shape, size_of::<T>()) == Some(elements.len())).then_some((shape, elements))
    };
    match (&found, parts()) {
        (Ok(tensor), Some((shape, elements))) => {
            assert!(tensor.shape().iter().map(|&size| size as u64).eq(shape));
            assert_eq!(tensor.to_vec(), elements);
            let text = serde_json::to_string(tensor).unwrap();
            assert_eq!(&serde_json::from_str::<AnyTensor<T>>(&text).unwrap(), tensor);
        }
        (Ok(_), None) => panic!("a tensor of what is none"),
        // A field that is there twice is refused, or what its first value is.
        (Err(_), _) => {}
    }
}

fn postcard<T: DeserializeOwned + Serialize + Debug + PartialEq + Clone>(file: &[u8]) {
    use ::postcard::{from_bytes, take_from_bytes};
    let found = take_from_bytes::<AnyTensor<T>>(file);
    let (found, rest) = match found {
        Ok((tensor, rest)) => (Ok(tensor), rest.len()),
        Err(error) => (Err(error.to_string()), 0),
    };
    agree(
        &found,
        [
            any(from_bytes::<Tensor<T, 0>>(file)),
            any(from_bytes::<Tensor<T, 1>>(file)),
            any(from_bytes::<Tensor<T, 2>>(file)),
            any(from_bytes::<Tensor<T, 3>>(file)),
        ],
    );
    let parts = take_from_bytes::<(Vec<u64>, Vec<T>)>(file).ok();
    let parts = parts
        .filter(|((shape, elements), _)| len_of(shape, size_of::<T>()) == Some(elements.len()));
    match (&found, parts) {
        (Ok(tensor), Some(((shape, elements), left))) => {
            assert!(tensor.shape().iter().map(|&size| size as u64).eq(shape));
            assert_eq!((tensor.to_vec(), rest), (elements, left.len()));
            assert!(tensor.len() <= file.len());
            let bytes = ::postcard::to_allocvec(tensor).unwrap();
            assert_eq!(&from_bytes::<AnyTensor<T>>(&bytes).unwrap(), tensor);
        }
        (Err(_), None) => {}
        (found, parts) => panic!("{found:?}, but the parts are {parts:?}"),
    }
}

#[test]
fn changed_json_is_an_error_or_what_its_parts_are() {
    let files: [&[u8]; 5] = [
        br#"{"shape":[2,3],"elements":[1,2,3,4,5,6]}"#,
        br#"{"elements":[7],"shape":[]}"#,
        b"[[2,2],[1,20,200,0]]",
        b"[[1,1,4], [0, 0, 1, 255]]",
        b"[[3,0],[]]",
    ];
    check!().with_type::<[u8; 32]>().for_each(|bytes| {
        let mut choices = Choices::new(bytes);
        let file = files[choices.below(files.len())];
        let is_wide = choices.below(2) == 0;
        let file = changed(&mut choices, file, &WORDS);
        match is_wide {
            true => json::<i64>(&file, serde_json::Value::as_i64),
            false => json::<u8>(&file, |value| u8::try_from(value.as_u64()?).ok()),
        }
    });
}

#[test]
fn changed_postcard_is_an_error_or_what_its_parts_are() {
    let files = [
        ::postcard::to_allocvec(&tensor![[1_u8, 2, 3], [4, 5, 6]]).unwrap(),
        ::postcard::to_allocvec(&Tensor::scalar(7_u64)).unwrap(),
        ::postcard::to_allocvec(&Tensor::<u8, 3>::zeros([1, 2, 2])).unwrap(),
        ::postcard::to_allocvec(&Tensor::<f64, 1>::ones([3])).unwrap(),
        ::postcard::to_allocvec(&tensor!["ab".to_string(), "c".to_string()]).unwrap(),
        ::postcard::to_allocvec(&Tensor::<u8, 2>::zeros([300, 0])).unwrap(),
    ];
    check!().with_type::<[u8; 32]>().for_each(|bytes| {
        let mut choices = Choices::new(bytes);
        let file = &files[choices.below(files.len())];
        let kind = choices.below(4);
        let file = changed(&mut choices, file, &WORDS);
        match kind {
            0 => postcard::<u8>(&file),
            1 => postcard::<u64>(&file),
            2 => postcard::<bool>(&file),
            _ => postcard::<String>(&file),
        }
    });
}

//! Structs that say what cannot be: an error, and nothing is read. The memory behind them is real, so that the
//! address sanitizer sees a read outside of it.

use super::by_hand::{Foreign, take};
use holor::interop::dlpack::{DLDataType, DLDevice};
use holor::prelude::*;
use proptest::prelude::*;
use std::ptr::null_mut;

/// The error of a struct that is wrong in one point, in both forms; the deleter is called once.
fn error_of(spoil: impl Fn(&mut Foreign)) -> String {
    let make = || {
        let (mut foreign, deleted) = Foreign::new(vec![0_f32; 6], &[2, 3], &[3, 1], 0);
        spoil(&mut foreign);
        (foreign, deleted)
    };
    let (foreign, deleted) = make();
    let error = take(foreign.versioned()).expect_err("it is refused").to_string();
    assert_eq!(deleted.times(), 1, "{error}");
    let (foreign, deleted) = make();
    if foreign.version.major == 1 {
        assert_eq!(take(foreign.legacy()).err().unwrap().to_string(), error);
        assert_eq!(deleted.times(), 1, "{error}");
    }
    error
}

fn sized(shape: &'static [i64]) -> impl Fn(&mut Foreign) {
    move |foreign| {
        foreign.tensor.ndim = shape.len() as i32;
        foreign.tensor.shape = shape.as_ptr().cast_mut();
        foreign.tensor.strides = null_mut();
    }
}

fn stepped(strides: &'static [i64; 2]) -> impl Fn(&mut Foreign) {
    move |foreign| foreign.tensor.strides = strides.as_ptr().cast_mut()
}

#[test]
fn every_wrong_field_has_its_error() {
    let device = |device_type, device_id| {
        error_of(move |foreign| foreign.tensor.device = DLDevice { device_type, device_id })
    };
    assert_eq!(device(2, 1), "from_raw: device is CUDA 1, expected CPU");
    assert_eq!(device(8, 0), "from_raw: device is Metal 0, expected CPU");
    assert_eq!(device(-5, 0), "from_raw: device is unknown (type -5), expected CPU");

    let rank = |ndim| error_of(move |foreign| foreign.tensor.ndim = ndim);
    assert_eq!(rank(-1), "from_raw: rank is -1, expected 0 to 12");
    assert_eq!(rank(64), "from_raw: rank is 64, expected 0 to 12");
    assert_eq!(rank(i32::MIN), "from_raw: rank is -2147483648, expected 0 to 12");

    let dtype = |code, bits, lanes| {
        error_of(move |foreign| foreign.tensor.dtype = DLDataType { code, bits, lanes })
    };
    let known = "expected a bool, number or complex number of `DType`";
    assert_eq!(dtype(2, 32, 4), format!("from_raw: dtype is f32 in 4 lanes, {known}"));
    assert_eq!(dtype(2, 32, 0), format!("from_raw: dtype is f32 in 0 lanes, {known}"));
    assert_eq!(dtype(3, 64, 1), format!("from_raw: dtype is an opaque handle of 64 bits, {known}"));
    assert_eq!(dtype(0, 4, 1), format!("from_raw: dtype is an integer of 4 bits, {known}"));
    assert_eq!(dtype(10, 8, 1), format!("from_raw: dtype is a float (FP8) of 8 bits, {known}"));
    assert_eq!(dtype(99, 8, 1), format!("from_raw: dtype is type 99 of 8 bits, {known}"));

    let version = |major, minor| {
        error_of(move |foreign| {
            (foreign.version.major, foreign.version.minor) = (major, minor);
            // Of another version, nothing else may be believed.
            foreign.tensor.shape = std::ptr::dangling_mut();
        })
    };
    assert_eq!(version(2, 0), "from_raw: version is 2.0, expected 1");
    assert_eq!(version(0, 8), "from_raw: version is 0.8, expected 1");

    assert_eq!(
        error_of(|foreign| foreign.tensor.shape = null_mut()),
        "from_raw: shape is null, expected the sizes of the axes"
    );
    assert_eq!(
        error_of(|foreign| foreign.tensor.data = null_mut()),
        "from_raw: [2, 3]: data is null, expected an address, since the array has elements"
    );
    assert_eq!(error_of(sized(&[2, -3])), "from_raw: size is -3 of axis 1, expected 0 or more");
    let large = "more elements than memory can address";
    assert_eq!(
        error_of(sized(&[1 << 62, 2])),
        format!("from_raw: [4611686018427387904, 2]: {large}")
    );
    assert_eq!(
        error_of(sized(&[0, 1 << 62, 2])),
        format!("from_raw: [0, 4611686018427387904, 2]: {large}")
    );
    assert!(error_of(sized(&[i64::MAX; 12])).ends_with(large));
    let outside = |offset| {
        format!(
            "from_raw: [2, 3]: an element is outside of memory, with byte offset {offset}, \
             expected addresses in one allocation"
        )
    };
    for strides in [
        &[i64::MAX, 1],
        &[i64::MIN, 1],
        &[1, i64::MIN],
        &[i64::MAX / 4, i64::MAX / 4],
        &[-(1 << 61), 1 << 61],
    ] {
        assert_eq!(error_of(stepped(strides)), outside(0), "{strides:?}");
    }
    for offset in [u64::MAX, u64::MAX / 2 + 1, u64::MAX - 24] {
        assert_eq!(error_of(|foreign| foreign.tensor.byte_offset = offset), outside(offset));
    }
}

#[test]
fn a_stride_of_no_meaning_is_not_believed() {
    let (mut foreign, _) = Foreign::new(vec![1.0_f32, 2.0], &[1, 2], &[i64::MIN, 1], 0);
    foreign.flags = u64::MAX - 1;
    let m: Tensor<f32, 2> = take(foreign.versioned()).unwrap().into_tensor().unwrap();
    assert_eq!((m.strides(), m), ([2, 1], tensor![[1.0, 2.0]]));
}

/// Two bytes, the second of which is `stride` after the first: the error, if there is one.
fn two_bytes(byte_offset: u64, stride: impl FnOnce(usize) -> i64) -> Option<String> {
    let (mut foreign, deleted) = Foreign::new(vec![0_u8; 2], &[2], &[], 0);
    let mut strides = [stride(foreign.tensor.data.addr())];
    foreign.tensor.strides = strides.as_mut_ptr();
    foreign.tensor.byte_offset = byte_offset;
    let array = take(foreign.versioned());
    assert_eq!(deleted.times(), usize::from(array.is_err()));
    array.err().map(|error| error.to_string())
}

#[test]
#[cfg(target_pointer_width = "64")]
fn addresses_end_at_both_ends_of_memory() {
    let outside = |offset: u64| {
        Some(format!(
            "from_raw: [2]: an element is outside of memory, with byte offset {offset}, \
             expected addresses in one allocation"
        ))
    };
    assert_eq!(two_bytes(0, |_| 1), None);
    // The second byte at address 1, and at address 0, where nothing lies.
    assert_eq!(two_bytes(0, |address| 1 - address as i64), None);
    assert_eq!(two_bytes(0, |address| -(address as i64)), outside(0));
    // An extent of `isize::MAX` bytes, and of one more.
    assert_eq!(two_bytes(0, |_| i64::MAX - 1), None);
    assert_eq!(two_bytes(0, |_| i64::MAX), outside(0));
    // Past the last address, by an offset and a stride that fit each by itself.
    let most = i64::MAX as u64;
    assert_eq!(two_bytes(most, |_| i64::MAX - 1), outside(most));
    assert_eq!(two_bytes(most, |_| 1), None);
    assert_eq!(two_bytes(most + 1, |_| 1), outside(most + 1));
}

#[test]
fn wrong_rank_and_wrong_type() {
    let array = || {
        let (foreign, deleted) = Foreign::new(vec![1.0_f32; 24], &[2, 3, 4], &[12, 4, 1], 0);
        (take(foreign.versioned()).unwrap(), deleted)
    };
    let (taken, deleted) = array();
    assert_eq!(
        taken.view::<f32, 2>().unwrap_err().to_string(),
        "view: [2, 3, 4]: expected rank 2, found rank 3"
    );
    assert_eq!(deleted.times(), 0);
    let error = taken.into_tensor::<f32, 2>().unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::RankDiffers { expected: 2, found: 3 });
    assert_eq!(deleted.times(), 1);

    let (taken, deleted) = array();
    let error = taken.into_tensor::<i64, 3>().unwrap_err().to_string();
    assert_eq!(error, "into_tensor: [2, 3, 4]: dtype is f32, expected i64");
    assert_eq!(deleted.times(), 1);
    let (taken, deleted) = array();
    let error = taken.into_any::<f64>().unwrap_err().to_string();
    assert_eq!(error, "into_any: [2, 3, 4]: dtype is f32, expected f64");
    assert_eq!(deleted.times(), 1);
}

#[test]
fn elements_that_are_not_aligned_are_refused() {
    let (mut foreign, deleted) = Foreign::new(vec![0_f32; 4], &[3], &[1], 0);
    foreign.tensor.byte_offset = 1;
    let error = take(foreign.versioned()).unwrap().into_tensor::<f32, 1>().unwrap_err().to_string();
    assert_eq!(
        error,
        "into_tensor: [3]: the address is 1 bytes past a multiple of it, expected the alignment of the elements"
    );
    assert_eq!(deleted.times(), 1);
}

#[test]
fn bytes_that_are_no_bool_are_refused() {
    for (bytes, strides) in [(vec![0_u8, 1, 2, 1], [2, 1]), (vec![1, 255, 1, 1], [1, 2])] {
        let (mut foreign, deleted) = Foreign::new(bytes, &[2, 2], &strides, 0);
        foreign.tensor.dtype = DLDataType { code: 6, bits: 8, lanes: 1 };
        let error = take(foreign.legacy()).unwrap().into_any::<bool>().err().unwrap().to_string();
        assert!(error.starts_with("into_any: [2, 2]: an element is 2"), "{error}");
        assert!(error.ends_with(", expected 0 or 1 for bool"), "{error}");
        assert_eq!(deleted.times(), 1);
    }
    // A byte between the elements may be anything.
    let (mut foreign, _) = Foreign::new(vec![0_u8, 7, 1, 9], &[2], &[2], 0);
    foreign.tensor.dtype = DLDataType { code: 6, bits: 8, lanes: 1 };
    let t: Tensor<bool, 1> = take(foreign.versioned()).unwrap().into_tensor().unwrap();
    assert_eq!(t, tensor![false, true]);
}

/// Numbers at the edges of what fits, and small ones.
fn edge() -> impl Strategy<Value = i64> {
    prop_oneof![
        4 => -4_i64..5,
        1 => (0_u32..64, -2_i64..3).prop_map(|(bit, more)| (1_i64 << bit).wrapping_add(more)),
        1 => any::<i64>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// Any header over 64 bytes: it is refused, or all of its elements have addresses. Those that are inside of the
    /// memory are read.
    #[test]
    fn any_header(
        ndim in prop_oneof![4 => 0..4_i32, 1 => any::<i32>(), 1 => 4..70_i32],
        shape in prop::collection::vec(edge(), 12),
        strides in prop::option::of(prop::collection::vec(edge(), 12)),
        byte_offset in prop_oneof![3 => 0..64_u64, 1 => any::<u64>(), 1 => u64::MAX - 64..u64::MAX],
        (code, bits, lanes) in (0_u8..8, prop::sample::select(vec![1_u8, 8, 16, 32, 64, 128]), 0_u16..3),
        device_type in prop_oneof![9 => Just(1), 1 => any::<i32>()],
        is_null in prop::bool::weighted(0.1),
    ) {
        let (mut foreign, deleted) = Foreign::new((0..64).collect::<Vec<u8>>(), &shape, strides.as_deref().unwrap_or(&[]), 0);
        let data = foreign.tensor.data;
        foreign.tensor.ndim = ndim;
        foreign.tensor.dtype = DLDataType { code, bits, lanes: if lanes == 2 { 7 } else { 1 } };
        foreign.tensor.device.device_type = device_type;
        foreign.tensor.byte_offset = byte_offset;
        if is_null {
            foreign.tensor.data = null_mut();
        }
        let Ok(array) = take(foreign.versioned()) else {
            prop_assert_eq!(deleted.times(), 1);
            return Ok(());
        };
        prop_assert_eq!(array.shape().len(), ndim as usize);
        let size = array.dtype().size() as i128;
        let (mut lowest, mut highest) = (byte_offset as i128, byte_offset as i128);
        let mut count = 1_i128;
        for (&length, &stride) in array.shape().iter().zip(array.strides()) {
            count *= length as i128;
            let far = stride as i128 * (length as i128 - 1).max(0) * size;
            (lowest, highest) = (lowest + far.min(0), highest + far.max(0));
        }
        let address = data.addr() as i128;
        prop_assert!(count * size <= isize::MAX as i128);
        prop_assert!(count == 0 || (address + lowest > 0 && address + highest + size <= usize::MAX as i128));
        let is_inside = lowest >= 0 && highest + size <= 64;
        if (count == 0 || is_inside) && count < 10_000 && array.dtype() == <u8 as holor::HasDType>::DTYPE {
            let any = array.into_any::<u8>().unwrap();
            prop_assert_eq!(any.to_vec().len() as i128, count);
        } else {
            drop(array);
        }
        prop_assert_eq!(deleted.times(), 1);
    }
}

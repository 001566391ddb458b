//! GGUF files: values and blocks as the Python package `gguf` has them, and files that are not what they say.

use holor::io::FileBytes;
use holor::prelude::*;
use models::gguf::{Gguf, GgufError, List, Value, f16_to_f32};

const SMALL: &[u8] = include_bytes!("../fixtures/chat_small.gguf");

fn small() -> Gguf {
    Gguf::new(FileBytes::from_owner(SMALL)).unwrap()
}

/// The text of the error of a file.
fn error(bytes: Vec<u8>) -> String {
    Gguf::new(FileBytes::from_owner(bytes)).unwrap_err().to_string()
}

#[test]
fn values_of_all_types_are_those_that_were_written() {
    let file = small();
    let values = [
        ("general.architecture", Value::Text("small")),
        ("of.bool", Value::Bool(true)),
        ("of.f32", Value::F32(1.5)),
        ("of.f64", Value::F64(1e-300)),
        ("of.i16", Value::Signed(-30_000)),
        ("of.i32", Value::Signed(-2_000_000_000)),
        ("of.i64", Value::Signed(-(1 << 62))),
        ("of.i8", Value::Signed(-100)),
        ("of.text", Value::Text("Ġgrüße\n")),
        ("of.u16", Value::Unsigned(60_000)),
        ("of.u32", Value::Unsigned(4_000_000_000)),
        ("of.u64", Value::Unsigned(1 << 63)),
        ("of.u8", Value::Unsigned(200)),
    ];
    let is_plain = |value: &Value<'_>| !matches!(value, Value::List(_));
    let found: Vec<_> = file.metadata().filter(|(_, value)| is_plain(value)).collect();
    assert_eq!(found, values);
    let list = |key| file.value::<List<'_>>(key).unwrap();
    let texts = [Value::Text("a b"), Value::Text(""), Value::Text("ü")];
    assert_eq!(list("of.texts").iter().collect::<Vec<_>>(), texts);
    let numbers = [3, -1, 4].map(Value::Signed);
    assert_eq!(list("of.numbers").iter().collect::<Vec<_>>(), numbers);
    let lists: Vec<Vec<_>> = list("of.lists")
        .iter()
        .map(|inner| List::try_from(inner).unwrap().iter().collect())
        .collect();
    let expected = vec![[1, 2].map(Value::Signed).to_vec(), vec![Value::Signed(3)]];
    assert_eq!(lists, expected);
}

#[test]
fn a_value_of_another_type_is_an_error_that_names_both() {
    let file = small();
    let text = |error: GgufError| error.to_string();
    let wrong = "key \"of.text\" is a text, expected a size";
    assert_eq!(file.value::<usize>("of.text").map_err(text), Err(wrong.into()));
    let wrong = "key \"of.i8\" is a whole number, expected a size";
    assert_eq!(file.value::<usize>("of.i8").map_err(text), Err(wrong.into()));
    assert_eq!(file.value::<f32>("none").map_err(text), Err("key \"none\" is missing".into()));
}

#[test]
fn blocks_of_all_types_are_the_floats_of_the_reference() {
    let file = small();
    for kind in ["F32", "F16", "BF16", "Q8_0", "Q4_0", "Q4_1"] {
        let floats: Tensor<f32, 2> = file.tensor(kind).unwrap();
        let expected: Tensor<f32, 2> = file.tensor(&format!("{kind}.floats")).unwrap();
        assert_eq!(floats.shape(), [5, 96]);
        // Zeros of both signs are the same number; nothing else may differ.
        assert_eq!(floats, expected, "{kind}");
    }
    let error = file.tensor::<2>("Q6_K").unwrap_err().to_string();
    assert_eq!(error, "tensor \"Q6_K\": type Q6_K is not supported");
    let error = file.tensor::<3>("Q4_0").unwrap_err().to_string();
    assert_eq!(error, "tensor \"Q4_0\": [5, 96]: expected rank 3, found rank 2");
    assert_eq!(file.tensor::<2>("w").unwrap_err().to_string(), "there is no tensor \"w\"");
}

#[test]
fn all_numbers_of_16_bits_are_those_of_half() {
    for bits in 0..=u16::MAX {
        let (found, expected) = (f16_to_f32(bits), half::f16::from_bits(bits).to_f32());
        let is_same = found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan();
        assert!(is_same, "{bits:#06x}: {found} and {expected}");
    }
}

/// A file made by hand.
#[derive(Default)]
struct Made(Vec<u8>);

impl Made {
    fn new(tensors: u64, keys: u64) -> Self {
        Made(b"GGUF".to_vec()).u32(3).u64(tensors).u64(keys)
    }

    fn u32(mut self, number: u32) -> Self {
        self.0.extend(number.to_le_bytes());
        self
    }

    fn u64(mut self, number: u64) -> Self {
        self.0.extend(number.to_le_bytes());
        self
    }

    fn text(mut self, text: &str) -> Self {
        self = self.u64(text.len() as u64);
        self.0.extend(text.as_bytes());
        self
    }

    /// A tensor: its sizes with the contiguous axis first, as the file has them.
    fn tensor(mut self, name: &str, sizes: &[u64], kind: u32, offset: u64) -> Self {
        self = self.text(name).u32(sizes.len() as u32);
        for &size in sizes {
            self = self.u64(size);
        }
        self.u32(kind).u64(offset)
    }

    /// Zeros up to the alignment, and as many more.
    fn data(mut self, bytes: usize) -> Vec<u8> {
        let len = self.0.len().next_multiple_of(32) + bytes;
        self.0.resize(len, 0);
        self.0
    }
}

#[test]
fn a_file_made_by_hand_is_read() {
    let bytes = Made::new(2, 0).tensor("b", &[3], 0, 64).tensor("a", &[32, 2], 8, 0).data(64);
    let expected = "tensor \"a\": expected 68 bytes of Q8_0 [2, 32], found 64";
    assert!(error(bytes).ends_with(expected));
    let bytes = Made::new(2, 0).tensor("b", &[3], 0, 96).tensor("a", &[32, 2], 8, 0).data(108);
    let file = Gguf::new(FileBytes::from_owner(bytes)).unwrap();
    assert_eq!(file.tensor::<1>("b").unwrap(), Tensor::<f32, 1>::zeros([3]));
    assert_eq!(file.tensor::<2>("a").unwrap(), Tensor::<f32, 2>::zeros([2, 32]));
    assert_eq!(format!("{file:?}"), "{\"a\": Q8_0 [2, 32], \"b\": F32 [3]}");
    assert_eq!(file.info("b").unwrap().byte_range().len(), 12);
    assert!(Gguf::new(FileBytes::from_owner(Made::new(0, 0).0)).is_ok());
}

#[test]
fn what_is_wrong_in_a_header_is_an_error_with_its_place() {
    let cases = [
        (b"GG".to_vec(), "byte 0: the magic: expected 4 bytes, found 2"),
        (b"PK\x03\x04....".to_vec(), "byte 0: the magic is \"PK\\x03\\x04\", expected \"GGUF\""),
        (Made(b"GGUF".to_vec()).u32(1).0, "byte 4: the version is 1, expected 2 or 3"),
        (
            Made(b"GGUF".to_vec()).u32(3u32.swap_bytes()).0,
            "byte 4: the byte order is big-endian, expected little-endian",
        ),
        (
            Made::new(1 << 60, 0).0,
            "byte 8: the number of tensors is 1152921504606846976, expected at most 0",
        ),
        (Made::new(0, 9).data(40), "byte 16: the number of keys is 9, expected at most 3"),
        (
            Made::new(0, 1).u64(u64::MAX).data(8),
            "byte 32: a key: expected 18446744073709551615 bytes, found 8",
        ),
        (
            Made::new(0, 1).text("k").u32(13).data(8),
            "byte 37: the type of a value is 13, expected 0 to 12",
        ),
        (
            Made::new(0, 1).text("k").u32(9).u32(4).u64(1 << 62).data(8),
            "byte 41: the length of a list is 4611686018427387904, expected at most 5",
        ),
        (
            Made::new(0, 1).text("k").u32(9).u32(99).u64(0).0,
            "byte 37: the type of a list is 99, expected 0 to 12",
        ),
        (
            Made::new(0, 2).text("k").u32(4).u32(0).text("k").u32(4).u32(0).0,
            "byte 41: a key is \"k\" for the second time",
        ),
        (
            Made::new(0, 1).text("general.alignment").u32(4).u32(12).0,
            "byte 57: the alignment before is Unsigned(12), expected a power of two below 2^30",
        ),
        (
            Made::new(1, 0).tensor("t", &[1; 5], 0, 0).0,
            "byte 33: tensor \"t\": the number of axes is 5, expected at most 4",
        ),
        (
            Made::new(1, 0).tensor("t", &[32, 1 << 40, 1 << 40], 8, 0).data(64),
            "byte 37: tensor \"t\": the shape is [1099511627776, 1099511627776, 32], expected one that memory can \
             address",
        ),
        (
            Made::new(1, 0).tensor("t", &[0, 1 << 40, 1 << 40], 8, 0).data(64),
            "byte 37: tensor \"t\": the shape is [1099511627776, 1099511627776, 0], expected one that memory can \
             address",
        ),
        (
            Made::new(1, 0).tensor("t", &[1 << 50], 0, 0).data(64),
            "byte 49: tensor \"t\": expected 4503599627370496 bytes of F32 [1125899906842624], found 64",
        ),
        (
            Made::new(1, 0).tensor("t", &[33], 8, 0).data(64),
            "byte 37: tensor \"t\": rows of Q8_0 are 33 long, expected a multiple of 32",
        ),
        (
            Made::new(1, 0).tensor("t", &[32], 77, 0).data(64),
            "byte 45: tensor \"t\": the type of a tensor is 77, which is unknown",
        ),
        (
            Made::new(1, 0).tensor("t", &[8], 0, u64::MAX - 8).data(64),
            "byte 49: tensor \"t\": the offset is 18446744073709551607, after any file",
        ),
        (
            Made::new(1, 0).tensor("t", &[8], 0, 4).data(64),
            "byte 49: tensor \"t\": the offset is 4, expected 0",
        ),
        (
            Made::new(2, 0).tensor("a", &[8], 0, 0).tensor("b", &[8], 0, 0).data(64),
            "byte 82: tensor \"b\": the offset is 0, expected 32",
        ),
        (
            Made::new(2, 0).tensor("a", &[8], 0, 0).tensor("b", &[8], 0, 64).data(128),
            "byte 82: tensor \"b\": the offset is 64, expected 32",
        ),
        (
            Made::new(2, 0).tensor("a", &[8], 0, 0).tensor("a", &[8], 0, 32).data(64),
            "byte 57: a name is \"a\" for the second time",
        ),
    ];
    for (bytes, expected) in cases {
        assert_eq!(error(bytes), expected);
    }
}

#[test]
fn lists_in_lists_are_read_to_a_depth() {
    let nested = |depth: usize| {
        let mut made = Made::new(0, 1).text("k").u32(9);
        for _ in 1..depth {
            made = made.u32(9).u64(1);
        }
        made.u32(0).u64(0).0
    };
    assert!(Gguf::new(FileBytes::from_owner(nested(4))).is_ok());
    assert_eq!(error(nested(5)), "byte 85: lists are in 4 lists, expected fewer");
    assert_eq!(error(nested(100_000)), "byte 85: lists are in 4 lists, expected fewer");
}

#[test]
fn a_file_cut_anywhere_is_an_error() {
    for len in (0..3000).chain((3000..SMALL.len()).step_by(97)) {
        assert!(Gguf::new(FileBytes::from_owner(SMALL[..len].to_vec())).is_err(), "{len} bytes");
    }
}

#[test]
fn the_error_of_a_file_names_its_path() {
    let error = Gguf::read("/nowhere/a.gguf").unwrap_err().to_string();
    assert!(error.starts_with("/nowhere/a.gguf: "), "{error}");
}

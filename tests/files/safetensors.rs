//! safetensors files.

use crate::made::{Folder, Made, assert_made, fixture, tensor, text, written};
use holor::DType;
use holor::half::{bf16, f16};
use holor::io::safetensors::*;
use holor::io::{FileBytes, FileErrorKind, Place};
use holor::num_complex::Complex;
use holor::prelude::*;
use std::fs;

const QUOTED: &str = "quoted \"name\" \\ é \n";

fn check<T: Made, const R: usize>(file: &SafeTensors, name: &str, shape: [usize; R])
where
    Rank<R>: holor::rank::AnyRank,
{
    assert_eq!(file.info(name).unwrap().dtype(), Some(T::DTYPE));
    assert_made(&file.view::<T, R>(name).unwrap(), shape);
    let owned: Tensor<T, R> = file.tensor(name).unwrap();
    assert_made(&owned, shape);
    if !owned.is_empty() {
        assert_eq!(owned.as_ptr(), file.view::<T, R>(name).unwrap().as_ptr());
    }
    assert_made(&file.tensor_any::<T>(name).unwrap().into_rank::<R>().unwrap(), shape);
}

fn check_all(file: &SafeTensors) {
    assert_eq!(file.len(), 18);
    check::<bool, 2>(file, "bool", [2, 3]);
    check::<i8, 2>(file, "i8", [2, 3]);
    check::<i16, 2>(file, "i16", [2, 3]);
    check::<i32, 2>(file, "i32", [2, 3]);
    check::<i64, 2>(file, "i64", [2, 3]);
    check::<u8, 2>(file, "u8", [2, 3]);
    check::<u16, 2>(file, "u16", [2, 3]);
    check::<u32, 2>(file, "u32", [2, 3]);
    check::<u64, 2>(file, "u64", [2, 3]);
    check::<f16, 2>(file, "f16", [2, 3]);
    check::<bf16, 2>(file, "bf16", [2, 3]);
    check::<f32, 2>(file, "f32", [2, 3]);
    check::<f64, 2>(file, "f64", [2, 3]);
    check::<Complex<f32>, 2>(file, "c32", [2, 3]);
    check::<f32, 3>(file, "layer.0.weight", [4, 2, 3]);
    check::<f32, 0>(file, "scalar", []);
    check::<i64, 2>(file, "empty", [0, 3]);
    check::<u8, 1>(file, QUOTED, [3]);
}

#[test]
fn every_type_is_shared_with_a_map_of_the_file() {
    // SAFETY: nothing writes into the fixture.
    let map = unsafe { FileBytes::map(fixture("tensors.safetensors")) }.unwrap();
    let file = SafeTensors::new(map.clone()).unwrap();
    check_all(&file);
    let inside = map.as_ref().as_ptr_range();
    for (name, info) in file.iter() {
        assert!(info.byte_range().end <= map.as_ref().len(), "{name}");
    }
    let w: Tensor<f32, 3> = file.tensor("layer.0.weight").unwrap();
    assert!(inside.contains(&w.as_ptr().cast()));
    assert_eq!(file.metadata().collect::<Vec<_>>(), [("format", "np")]);
    drop((file, map));
    assert_made(&w, [4, 2, 3]);
    check_all(&SafeTensors::read(fixture("tensors.safetensors")).unwrap());
}

/// A tensor that can be added to a writer.
trait Add {
    fn add<'a>(&'a self, writer: SafeTensorsWriter<'a>) -> SafeTensorsWriter<'a>;
}

impl<T: Made, const R: usize> Add for (&str, Tensor<T, R>) {
    fn add<'a>(&'a self, writer: SafeTensorsWriter<'a>) -> SafeTensorsWriter<'a> {
        writer.tensor(self.0, &self.1)
    }
}

fn one<T: Made, const R: usize>(name: &'static str, shape: [usize; R]) -> Box<dyn Add> {
    Box::new((name, tensor::<T, R>(shape)))
}

fn all() -> Vec<Box<dyn Add>> {
    vec![
        one::<f32, 3>("layer.0.weight", [4, 2, 3]),
        one::<bool, 2>("bool", [2, 3]),
        one::<i8, 2>("i8", [2, 3]),
        one::<i16, 2>("i16", [2, 3]),
        one::<i32, 2>("i32", [2, 3]),
        one::<i64, 2>("i64", [2, 3]),
        one::<u8, 2>("u8", [2, 3]),
        one::<u16, 2>("u16", [2, 3]),
        one::<u32, 2>("u32", [2, 3]),
        one::<u64, 2>("u64", [2, 3]),
        one::<f16, 2>("f16", [2, 3]),
        one::<bf16, 2>("bf16", [2, 3]),
        one::<f32, 2>("f32", [2, 3]),
        one::<f64, 2>("f64", [2, 3]),
        one::<Complex<f32>, 2>("c32", [2, 3]),
        one::<f32, 0>("scalar", []),
        one::<i64, 2>("empty", [0, 3]),
        one::<u8, 1>(QUOTED, [3]),
    ]
}

#[test]
fn a_file_is_written_as_the_python_library_does() {
    let all = all();
    let writer = SafeTensorsWriter::new().metadata("format", "np");
    let writer = all.iter().fold(writer, |writer, tensor| tensor.add(writer));
    let mut out = Vec::new();
    writer.write_to(&mut out).unwrap();
    assert!(out == fs::read(fixture("tensors.safetensors")).unwrap());
}

#[test]
fn written_for_safetensors() {
    let Some(path) = written("tensors.safetensors") else { return };
    let all = all();
    let writer = SafeTensorsWriter::new().metadata("b", "\"\u{1}").metadata("a", "");
    let writer = all.iter().fold(writer, |writer, tensor| tensor.add(writer));
    writer.write(path).unwrap();
}

#[test]
fn what_is_written_is_read() {
    let folder = Folder::new("safetensors");
    let path = folder.path("a.safetensors");
    let m = tensor::<f64, 2>([4, 6]);
    let any = AnyTensor::from(tensor::<u16, 3>([1, 2, 3]));
    let view = m.transpose();
    let writer = SafeTensorsWriter::new().tensor("t", &view).tensor_any("any", &any);
    writer.metadata("x\u{1F600}\u{7f}", "\u{0}\t\u{b}").write(&path).unwrap();
    let file = SafeTensors::read(&path).unwrap();
    assert!(file.names().eq(["any", "t"]));
    assert!(file.metadata().eq([("x\u{1F600}\u{7f}", "\u{0}\t\u{b}")]));
    assert_made(&file.view::<f64, 2>("t").unwrap().transpose(), [4, 6]);
    assert_eq!(file.tensor_any::<u16>("any").unwrap(), any);
    assert_eq!(format!("{file:?}"), r#"{"any": U16 [1, 2, 3], "t": F64 [6, 4]}"#);

    SafeTensorsWriter::new().write(&path).unwrap();
    let file = SafeTensors::read(&path).unwrap();
    assert!(file.is_empty() && fs::read(&path).unwrap() == b"\x08\0\0\0\0\0\0\0{}      ");
    let missing = "a.safetensors: the name is `t`, expected none: the file is empty";
    assert_eq!(text(file.view::<f64, 2>("t")), missing);

    let twice = SafeTensorsWriter::new().tensor("a", &m).tensor("a", &view).write(&path);
    let expected = "a.safetensors: a name is `a` for the second time, expected another one";
    assert_eq!(text(twice), expected);
    let reserved = SafeTensorsWriter::new().tensor("__metadata__", &m).write(&path);
    let expected =
        "a.safetensors: a name is `__metadata__`, which the format reserves, expected another one";
    assert_eq!(text(reserved), expected);
    let z = Tensor::<Complex<f64>, 1>::zeros([1]);
    let refused = SafeTensorsWriter::new().tensor("z", &z).write(&path);
    assert_eq!(text(refused), "a.safetensors: dtype is c64, expected a type that the format has");
    assert!(SafeTensors::read(&path).unwrap().is_empty());
    assert_eq!(folder.names(), ["a.safetensors"]);
}

#[test]
fn rank_type_and_name_are_checked() {
    let path = fixture("tensors.safetensors");
    let file = SafeTensors::read(&path).unwrap();
    let error = file.view::<f32, 2>("layer.0.weight").unwrap_err();
    assert_eq!(error.member(), Some("layer.0.weight"));
    let header = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
    let Some(Place::Byte(at)) = error.place() else { panic!("no place") };
    assert!(fs::read(&path).unwrap()[at as usize..].starts_with(b"[4,2,3]"), "{header}");
    assert!(matches!(error.kind(), FileErrorKind::RankDiffers { expected: 2, found: 3, .. }));
    let expected = format!(
        "tensors.safetensors: tensor `layer.0.weight`: byte {at}: [4, 2, 3]: expected rank 2, found rank 3"
    );
    assert_eq!(text(file.view::<f32, 2>("layer.0.weight")), expected);
    assert_eq!(text(file.tensor::<f32, 2>("layer.0.weight")), expected);
    let wrong = text(file.tensor_any::<f32>("bf16"));
    assert!(wrong.ends_with(": dtype is bf16, expected f32"), "{wrong}");
    assert_eq!(
        text(file.view::<f32, 2>("w")),
        "tensors.safetensors: the name is `w`, expected one of `bf16`, `bool`, `c32`, 15 others"
    );
}

/// A file with a header and some bytes.
fn with_header(header: &str, data: &[u8]) -> Vec<u8> {
    [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), data].concat()
}

fn open(file: &[u8]) -> Result<SafeTensors, holor::io::FileError> {
    SafeTensors::new(FileBytes::from_owner(file.to_vec()))
}

struct Shifted(Vec<u8>, usize);

impl AsRef<[u8]> for Shifted {
    fn as_ref(&self) -> &[u8] {
        &self.0[self.1..]
    }
}

#[test]
fn a_tensor_that_is_not_aligned_is_copied_and_a_view_of_it_refused() {
    let header = r#"{"b":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"w":{"dtype":"F32","shape":[1,2],"data_offsets":[1,9]}} "#;
    let data = [&[7][..], &1.5_f32.to_le_bytes(), &(-2.0_f32).to_le_bytes()].concat();
    let (mut views, whole) = (0, with_header(header, &data));
    for shift in 0..4 {
        let bytes = FileBytes::from_owner(Shifted([vec![0; shift], whole.clone()].concat(), shift));
        let file = SafeTensors::new(bytes).unwrap();
        assert_eq!(file.tensor::<f32, 2>("w").unwrap(), tensor![[1.5, -2.0]]);
        assert_eq!(file.view::<u8, 1>("b").unwrap(), tensor![7]);
        match file.view::<f32, 2>("w") {
            Ok(view) => {
                assert_eq!(view, tensor![[1.5, -2.0]]);
                views += 1;
            }
            Err(error) => {
                let error = error.to_string();
                let start = format!("tensor `w`: byte {}: the address is 0x", 8 + header.len() + 1);
                assert!(error.starts_with(&start), "{error}");
                assert!(error.ends_with(", expected a multiple of 4; `tensor` copies"), "{error}");
            }
        }
    }
    assert_eq!(views, 1);
}

#[test]
fn types_that_tensors_do_not_have_are_listed_and_refused() {
    let header = r#"{"q":{"dtype":"F8_E4M3","shape":[2],"data_offsets":[0,2]},"f":{"dtype":"F4","shape":[4],"data_offsets":[2,4]}}"#;
    let file = open(&with_header(header, &[1, 2, 3, 4])).unwrap();
    let types: Vec<_> = file.iter().map(|(_, info)| (info.dtype_name(), info.dtype())).collect();
    assert_eq!(types, [("F4", None), ("F8_E4M3", None)]);
    let refused = text(file.view::<u8, 1>("q"));
    assert_eq!(refused, "tensor `q`: byte 22: dtype is F8_E4M3, expected u8");
    assert_eq!(file.info("q").unwrap().rank(), 1);
    assert_eq!(DType::U8.to_string(), "u8");
}

#[test]
fn bytes_that_are_no_bools_are_refused() {
    let header = r#"{"b":{"dtype":"BOOL","shape":[3],"data_offsets":[0,3]}}"#;
    let file = open(&with_header(header, &[1, 0, 9])).unwrap();
    let expected = "tensor `b`: byte 65: a bool is 9, expected 0 or 1";
    assert_eq!(text(file.view::<bool, 1>("b")), expected);
    assert_eq!(text(file.tensor::<bool, 1>("b")), expected);
}

#[test]
fn a_file_that_is_cut_off_is_refused_at_every_length() {
    let file = fs::read(fixture("tensors.safetensors")).unwrap();
    let length = u64::from_le_bytes(file[..8].try_into().unwrap()) as usize;
    for len in 0..file.len() {
        let found = text(open(&file[..len]));
        match len {
            ..8 => assert_eq!(found, format!("byte 0: expected 8 bytes, found {len}")),
            len if len < 8 + length => {
                assert_eq!(found, format!("byte 8: expected {length} bytes, found {}", len - 8));
            }
            _ => {
                let end = format!(", expected at most {}", len - 8 - length);
                assert!(
                    found.contains(": the last offset is ") && found.ends_with(&end),
                    "{found}"
                );
            }
        }
    }
    let longer = text(open(&[&file[..], &[0]].concat()));
    let data = file.len() - 8 - length;
    let expected =
        format!("byte {}: the data is {} bytes, expected {data} bytes", file.len(), data + 1);
    assert_eq!(longer, expected);
}

#[test]
fn headers_that_are_wrong_are_refused_with_their_place() {
    let good =
        r#"{"__metadata__":{"k":"v"},"w":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]}}"#;
    assert!(open(&with_header(good, &[0; 8])).is_ok());
    assert!(open(&with_header(&format!("\n {good}\t "), &[0; 8])).is_ok());
    let mut wrong = Vec::new();
    for (from, to, expected) in [
        (
            "[0,8]",
            "[0,4]",
            "tensor `w`: byte 82: the data is 0 to 4, expected 8 bytes for F32 [1, 2]",
        ),
        (
            "[0,8]",
            "[8,0]",
            "tensor `w`: byte 82: the first offset is 8, which overlaps what is before it or leaves a hole, expected 0",
        ),
        (
            "[0,8]",
            "[1,9]",
            "tensor `w`: byte 82: the first offset is 1, which overlaps what is before it or leaves a hole, expected 0",
        ),
        ("[0,8]", "[0]", "tensor `w`: byte 82: a pair of offsets is [0], expected two"),
        ("[0,8]", "[0,8", "tensor `w`: byte 86: the header is `}}`, expected `,` or `]`"),
        ("[0,8]", "[0,8.0]", "tensor `w`: byte 86: the header is `.0]}}`, expected `,` or `]`"),
        ("[0,8]", "[0,-8]", "tensor `w`: byte 85: the header is `-8]}}`, expected a size"),
        ("[0,8]", "[0,08]", "tensor `w`: byte 85: the header is `08]}}`, expected a size"),
        (
            "[0,8]",
            "[0,99999999999999999999]",
            "tensor `w`: byte 85: the header is `9999999999999999`, expected a size",
        ),
        (
            "[1,2]",
            "[4,2]",
            "tensor `w`: byte 82: the data is 0 to 8, expected 32 bytes for F32 [4, 2]",
        ),
        (
            "[1,2]",
            "[4611686018427387904,0]",
            "tensor `w`: byte 61: the shape is [4611686018427387904, 0], expected one that memory can address",
        ),
        ("F32", "F31", "tensor `w`: byte 47: dtype is F31, expected a type that the format has"),
        ("F32", "U64", "tensor `w`: byte 82: the data is 0 to 8, expected 16 bytes for U64 [1, 2]"),
        (
            "\"F32\"",
            "[]",
            "tensor `w`: byte 47: the header is `[],\"shape\":[1,2]`, expected a string",
        ),
        (
            "\"dtype\":\"F32\",",
            "",
            "tensor `w`: byte 38: a tensor is without one of its keys, expected one with `dtype`, `shape` and `data_offsets`",
        ),
        (
            "shape",
            "size",
            "tensor `w`: byte 53: a key is `size`, expected each of `dtype`, `shape` and `data_offsets` once",
        ),
        (
            "\"shape\":[1,2]",
            "\"dtype\":\"U8\"",
            "tensor `w`: byte 53: a key is `dtype`, expected each of `dtype`, `shape` and `data_offsets` once",
        ),
        (
            "{\"k\":\"v\"}",
            "{\"k\":\"v\",\"k\":\"v\"}",
            "byte 33: a name is `k` for the second time, expected another one",
        ),
        (
            "{\"k\":\"v\"}",
            "{\"k\":{\"k\":\"v\"}}",
            "byte 29: the header is `{\"k\":\"v\"}},\"w\":{`, expected a string",
        ),
        (
            "{\"k\":\"v\"}",
            "null",
            "byte 24: the header is `null,\"w\":{\"dtype`, expected an object",
        ),
        (
            "\"w\"",
            "\"__metadata__\"",
            "byte 34: a name is `__metadata__` for the second time, expected another one",
        ),
        ("\"w\"", "\"w", "byte 39: the header is `dtype\":\"F32\",\"sh`, expected `:`"),
        (
            "\"w\"",
            "\"\\x\"",
            "byte 35: the header is `\\x\":{\"dtype\":\"F3`, expected an escaped character",
        ),
        (
            "\"w\"",
            "\"\\ud800\"",
            "byte 35: the header is `\\ud800\":{\"dtype\"`, expected an escaped character",
        ),
        (
            "\"w\"",
            "\"\\u+123\"",
            "byte 35: the header is `\\u+123\":{\"dtype\"`, expected an escaped character",
        ),
        ("\"w\"", "\"\n\"", "byte 35: the header is `\\n\":{\"dtype\":\"F32`, expected `\"`"),
        ("]}}", "]},}", "byte 89: the header is `}`, expected a string"),
        ("]}}", "]}} x", "byte 90: the header is `x`, expected the end of the header"),
        ("]}}", "]}", "byte 88: the header is at its end, expected `,` or `}`"),
        ("{\"__", "[\"__", "byte 8: the header is `[\"__metadata__\":`, expected an object"),
    ] {
        let header = good.replacen(from, to, 1);
        assert_ne!(header, good);
        let found = text(open(&with_header(&header, &[0; 8])));
        if found != expected {
            wrong.push(format!("{header}\nfound    {found}\nexpected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));

    let w = r#""w":{"dtype":"F32","shape":[1,2],"data_offsets":[0,8]}"#;
    let twice = text(open(&with_header(&format!("{{{w},{w}}}"), &[0; 8])));
    assert_eq!(twice, "byte 64: a name is `w` for the second time, expected another one");
    let v = w.replace("\"w\"", "\"v\"");
    let overlap = text(open(&with_header(&format!("{{{w},{v}}}"), &[0; 8])));
    assert_eq!(
        overlap,
        "tensor `w`: byte 57: the first offset is 0, which overlaps what is before it or leaves a hole, expected 8"
    );
    assert!(
        open(&with_header(
            "{\"\\ud83d\\ude00\\u0041\\/\":{\"dtype\":\"U8\",\"shape\":[],\"data_offsets\":[0,1]}}",
            &[3]
        ))
        .unwrap()
        .names()
        .eq(["😀A/"])
    );
    for (file, expected) in [
        (
            &b"\xff\xff\xff\xff\xff\xff\xff\xff{}"[..],
            "byte 0: the length of the header is 18446744073709551615, expected at most 100000000",
        ),
        (
            b"PK\x03\x04aaaaaaaaaa",
            "byte 0: the length of the header is the start of a pickle or an archive, expected at most 100000000",
        ),
        (
            b"\x80\x02\x8a\x0al\xfc\x9cF\xf9 j",
            "byte 0: the length of the header is the start of a pickle or an archive, expected at most 100000000",
        ),
        (b"\x02\0\0\0\0\0\0\0{\xff", "byte 9: the header is a byte 0xff, expected UTF-8"),
    ] {
        assert_eq!(text(open(file)), expected);
    }
}

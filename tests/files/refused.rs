//! npy files that are refused: the text of each error, to the letter.

use crate::made::{fixture, tensor, text};
use holor::half::bf16;
use holor::io::npy::*;
use holor::io::{FileBytes, FileError, FileErrorKind, Place};
use holor::prelude::*;
use std::error::Error;
use std::io::{self, Read};

/// A file of version 1 with a header.
fn with_header(header: &str, elements: &[u8]) -> Vec<u8> {
    let len = (header.len() as u16).to_le_bytes();
    [b"\x93NUMPY\x01\0", &len[..], header.as_bytes(), elements].concat()
}

/// The text for a file, read in each way.
#[track_caller]
fn refused(file: &[u8]) -> String {
    let found = text(read_npy_from::<f32, 2>(file));
    assert_eq!(text(npy_from_bytes::<f32, 2>(&FileBytes::from_owner(file.to_vec()))), found);
    found
}

/// What a type is expected to be that tensors do not have.
const KNOWN: &str = "one of b1, i1, i2, i4, i8, u1, u2, u4, u8, f2, f4, f8, c8, c16";

#[test]
fn types_that_tensors_do_not_have_are_refused_by_name() {
    let types = [
        ("structured", "[('x', '<f4'), ('y', '<i2', (3,))]"),
        ("object", "|O, objects of Python in a pickle"),
        ("bytes", "|S3"),
        ("text", "<U3"),
        ("time", "<M8[D]"),
        ("bfloat16", "<V2"),
        ("longdouble", "<f16"),
    ];
    for (name, found) in types {
        let (file, path) = (format!("refused_{name}.npy"), fixture(&format!("refused_{name}.npy")));
        let expected = format!("{file}: byte 20: dtype is {found}, expected {KNOWN}");
        assert_eq!(text(read_npy::<f32, 1>(&path)), expected);
        assert_eq!(text(NpyHeader::read(&path)), expected);
    }
}

#[test]
fn headers_that_are_wrong_are_refused_with_their_place() {
    let good = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }\n";
    assert!(read_npy_from::<f32, 2>(&with_header(good, &[0; 8])[..]).is_ok());
    let mut wrong = Vec::new();
    for (from, to, expected) in [
        ("{", "[", "byte 10: the header is `['descr': '<f4',`, expected a dictionary"),
        ("<f4", "<f3", "byte 20: dtype is <f3, expected KNOWN"),
        ("<f4", "f16", "byte 20: dtype is f16, expected KNOWN"),
        ("<f4", "||f4", "byte 20: dtype is ||f4, expected KNOWN"),
        ("<f4", "float32", "byte 20: dtype is float32, expected KNOWN"),
        ("<f4", "é4", "byte 20: dtype is é4, expected KNOWN"),
        ("<f4", "", "byte 20: dtype is , expected KNOWN"),
        ("'<f4'", "<f4", "byte 20: dtype is <f4, expected KNOWN"),
        ("'<f4'", "'<f4", "byte 20: dtype is <f4, , expected KNOWN"),
        ("<f4", "<f8", "byte 20: dtype is f64, expected f32"),
        ("False", "false", "byte 44: the header is `false, 'shape': `, expected `True` or `False`"),
        ("(1, 2)", "(1, 2", "byte 67: the header is `}\\n`, expected a size"),
        ("(1, 2)", "(1, -2)", "byte 64: the header is `-2), }\\n`, expected a size"),
        ("(1, 2)", "(2)", "byte 62: the header is `), }\\n`, expected `,`"),
        ("(1, 2)", "(1 2)", "byte 63: the header is `2), }\\n`, expected `,`"),
        ("(1, 2)", "(1, 2 3)", "byte 66: the header is `3), }\\n`, expected `,` or `)`"),
        ("(1, 2)", "[1, 2]", "byte 60: the header is `[1, 2], }\\n`, expected a tuple of sizes"),
        ("(1, 2)", "(,)", "byte 61: the header is `,), }\\n`, expected a size"),
        (
            "(1, 2)",
            "(99999999999999999999,)",
            "byte 61: the header is `9999999999999999`, expected a size",
        ),
        ("(1, 2)", "(1,)", "byte 60: [1]: expected rank 2, found rank 1"),
        ("(1, 2)", "()", "byte 60: []: expected rank 2, found rank 0"),
        ("'shape'", "'descr'", "byte 60: dtype is (1, expected KNOWN"),
        (
            "'shape': (1, 2), ",
            "'fortran_order': True",
            "byte 51: a key is `fortran_order`, expected each of `descr`, `fortran_order` and `shape` once",
        ),
        (
            "'shape': (1, 2), ",
            "",
            "byte 10: the header is without `shape`, expected one with `descr`, `fortran_order` and `shape`",
        ),
        (
            "'descr': '<f4', ",
            "",
            "byte 10: the header is without `descr`, expected one with `descr`, `fortran_order` and `shape`",
        ),
        (
            "'fortran_order': False, ",
            "",
            "byte 10: the header is without `fortran_order`, expected one with `descr`, `fortran_order` and `shape`",
        ),
        (
            "'shape'",
            "'size'",
            "byte 51: a key is `size`, expected each of `descr`, `fortran_order` and `shape` once",
        ),
        ("}\n", "}x", "byte 69: the header is `x`, expected the end of the header"),
        ("}\n", "", "byte 68: the header is at its end, expected a key"),
        (
            "(1, 2)",
            "(4611686018427387904, 4)",
            "byte 60: the shape is [4611686018427387904, 4], expected one that memory can address",
        ),
        (
            "(1, 2)",
            "(4611686018427387904, 0)",
            "byte 60: the shape is [4611686018427387904, 0], expected one that memory can address",
        ),
        (
            "(1, 2)",
            "(1000000000, 1000000000)",
            "byte 88: expected 4000000000000000000 bytes, found 8",
        ),
    ] {
        let header = good.replacen(from, to, 1);
        assert_ne!(header, good);
        let found = refused(&with_header(&header, &[0; 8]));
        let expected = expected.replace("KNOWN", KNOWN);
        if found != expected {
            wrong.push(format!("{header}found    {found}\nexpected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn what_is_no_npy_file_is_refused() {
    for (file, expected) in [
        (
            &b"\x80\x05\x95 pickle"[..],
            "byte 0: the signature is that of a pickle, expected \"\\x93NUMPY\"",
        ),
        (
            b"PK\x03\x04 archive",
            "byte 0: the signature is that of an npz archive, expected \"\\x93NUMPY\"",
        ),
        (b"0.5 1.5\n2.5", "byte 0: the signature is \"0.5 1.\", expected \"\\x93NUMPY\""),
        (b"\x93NUMPY\x04\0      ", "byte 6: the version is 4.0, expected 1.0, 2.0 or 3.0"),
        (b"\x93NUMPY\x01\x01      ", "byte 6: the version is 1.1, expected 1.0, 2.0 or 3.0"),
        (
            b"\x93NUMPY\x02\0\xff\xff\xff\xff{",
            "byte 8: the length of the header is 4294967295, expected at most 1048576",
        ),
        (b"\x93NUMPY\x01\0\xff\xff{", "byte 10: expected 65535 bytes, found 1"),
        (b"\x93NUMPY\x02\0\xff", "byte 8: expected 4 bytes, found 1"),
        (b"\x93NUM", "byte 0: expected 8 bytes, found 4"),
        (b"", "byte 0: expected 8 bytes, found 0"),
    ] {
        assert_eq!(refused(file), expected);
    }
}

#[test]
fn a_file_that_is_cut_off_is_refused_at_every_length() {
    let mut file = Vec::new();
    write_npy_to(&mut file, &tensor::<f32, 2>([2, 5])).unwrap();
    for len in 0..file.len() {
        let expected = match len {
            ..8 => format!("byte 0: expected 8 bytes, found {len}"),
            8..10 => format!("byte 8: expected 2 bytes, found {}", len - 8),
            10..128 => format!("byte 10: expected 118 bytes, found {}", len - 10),
            _ => format!("byte 128: expected 40 bytes, found {}", len - 128),
        };
        assert_eq!(refused(&file[..len]), expected);
    }
}

#[test]
fn bytes_that_are_no_bools_are_refused() {
    let mut file = Vec::new();
    write_npy_to(&mut file, &tensor![[true, false, true]]).unwrap();
    file[130] = 2;
    let expected = "byte 130: a bool is 2, expected 0 or 1";
    assert_eq!(text(read_npy_from::<bool, 2>(&file[..])), expected);
    assert_eq!(text(npy_from_bytes::<bool, 2>(&FileBytes::from_owner(file))), expected);
}

#[test]
fn numpy_has_no_bf16() {
    let written = write_npy_to(Vec::new(), &tensor![bf16::ONE]);
    assert_eq!(text(written), "dtype is bf16, expected a type that numpy has");
}

struct Fails;

impl Read for Fails {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("the line is dead"))
    }
}

#[test]
fn a_text_is_short_whatever_the_file_claims() {
    let sizes = "1,".repeat(100_000);
    let header = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({sizes}), }}\n");
    let file =
        [b"\x93NUMPY\x02\0", &(header.len() as u32).to_le_bytes()[..], header.as_bytes()].concat();
    let error = read_npy_from::<f64, 2>(&file[..]).unwrap_err().to_string();
    assert!(error.starts_with("byte 62: [1, 1, ") && error.len() < 500, "{error}");
    assert!(error.ends_with("..: expected rank 2, found rank 100000"), "{error}");
}

#[test]
fn an_error_has_its_facts() {
    let mut file = Vec::new();
    write_npy_to(&mut file, &tensor::<f32, 2>([2, 5])).unwrap();
    let error = read_npy_from::<f32, 2>(file[..130].chain(Fails)).unwrap_err();
    assert_eq!(error.to_string(), "byte 128: the line is dead");
    assert_eq!(error.source().unwrap().to_string(), "the line is dead");
    assert_eq!((error.path(), error.member(), error.place()), (None, None, Some(Place::Byte(128))));
    assert!(matches!(error.kind(), FileErrorKind::Io(_)));

    let error = read_npy_from::<f32, 3>(&file[..]).unwrap_err();
    assert!(
        matches!(error.kind(), FileErrorKind::RankDiffers { expected: 3, found: 2, shape } if shape[..] == [2, 5])
    );
    assert!(error.source().is_none());
    assert_eq!(format!("{error:?}"), "FileError(byte 60: [2, 5]: expected rank 3, found rank 2)");

    fn ask(file: &[u8]) -> Result<(), Box<dyn Error + Send + Sync>> {
        read_npy_from::<f64, 2>(file)?;
        Ok(())
    }
    assert_eq!(ask(&file).unwrap_err().to_string(), "byte 20: dtype is f32, expected f64");
    assert!(size_of::<FileError>() == size_of::<usize>());
}

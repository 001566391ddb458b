//! npz archives.

use crate::made::{Folder, Made, assert_made, fixture, tensor, text, written};
use holor::Order;
use holor::half::f16;
use holor::io::npz::*;
use holor::io::{FileBytes, FileError};
use holor::num_complex::Complex;
use holor::prelude::*;
use std::fs;

fn check<T: Made, const R: usize>(npz: &Npz, name: &str, shape: [usize; R])
where
    Rank<R>: holor::rank::AnyRank,
{
    assert_eq!(npz.header(name).unwrap().dtype(), T::DTYPE);
    assert_made(&npz.read::<T, R>(name).unwrap(), shape);
    assert_made(&npz.read_any::<T>(name).unwrap().into_rank::<R>().unwrap(), shape);
}

const NAMES: [&str; 17] = [
    "bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "f32", "f64", "c32",
    "c64", "scalar", "empty", "fortran",
];

fn check_all(npz: &Npz) {
    check::<bool, 2>(npz, "bool", [2, 3]);
    check::<i8, 2>(npz, "i8", [2, 3]);
    check::<i16, 2>(npz, "i16", [2, 3]);
    check::<i32, 2>(npz, "i32", [2, 3]);
    check::<i64, 2>(npz, "i64", [2, 3]);
    check::<u8, 2>(npz, "u8", [2, 3]);
    check::<u16, 2>(npz, "u16", [2, 3]);
    check::<u32, 2>(npz, "u32", [2, 3]);
    check::<u64, 2>(npz, "u64", [2, 3]);
    check::<f16, 2>(npz, "f16", [2, 3]);
    check::<f32, 2>(npz, "f32", [2, 3]);
    check::<f64, 2>(npz, "f64", [2, 3]);
    check::<Complex<f32>, 2>(npz, "c32", [2, 3]);
    check::<Complex<f64>, 2>(npz, "c64", [2, 3]);
    check::<f64, 0>(npz, "scalar", []);
    check::<f64, 2>(npz, "empty", [0, 3]);
    check::<f64, 2>(npz, "fortran", [2, 3]);
    assert_eq!(npz.header("fortran").unwrap().order(), Order::ColMajor);
    assert_eq!(npz.read::<f64, 2>("fortran").unwrap().strides(), [1, 2]);
}

#[test]
fn archives_of_numpy_are_read() {
    let stored = Npz::open(fixture("stored.npz")).unwrap();
    assert!(stored.names().eq(NAMES));
    check_all(&stored);
    let deflated = Npz::new(FileBytes::read(fixture("deflated.npz")).unwrap()).unwrap();
    assert!(deflated.names().eq(NAMES.into_iter().chain(["large"])));
    check_all(&deflated);
    assert_eq!(deflated.read::<f64, 2>("large").unwrap(), Tensor::<f64, 2>::zeros([100, 100]));
    let missing = "stored.npz: the name is `large`, expected one of `bool`, `i8`, `i16`, 14 others";
    assert_eq!(text(stored.read::<f64, 2>("large")), missing);
    let rank = text(deflated.read::<f32, 3>("f32"));
    assert_eq!(
        rank,
        "deflated.npz: member `f32.npy`: byte 60: [2, 3]: expected rank 3, found rank 2"
    );
}

/// Writes what `make.py` puts into the archives.
fn write_all(writer: &mut NpzWriter) -> Result<(), FileError> {
    writer.add("bool", &tensor::<bool, 2>([2, 3]))?;
    writer.add("i8", &tensor::<i8, 2>([2, 3]))?;
    writer.add("i16", &tensor::<i16, 2>([2, 3]))?;
    writer.add("i32", &tensor::<i32, 2>([2, 3]))?;
    writer.add("i64", &tensor::<i64, 2>([2, 3]))?;
    writer.add("u8", &tensor::<u8, 2>([2, 3]))?;
    writer.add("u16", &tensor::<u16, 2>([2, 3]))?;
    writer.add("u32", &tensor::<u32, 2>([2, 3]))?;
    writer.add("u64", &tensor::<u64, 2>([2, 3]))?;
    writer.add("f16", &tensor::<f16, 2>([2, 3]))?;
    writer.add("f32", &tensor::<f32, 2>([2, 3]))?;
    writer.add("f64", &tensor::<f64, 2>([2, 3]))?;
    writer.add("c32", &tensor::<Complex<f32>, 2>([2, 3]))?;
    writer.add_any("c64", &tensor::<Complex<f64>, 2>([2, 3]).into())?;
    writer.add("scalar", &tensor::<f64, 0>([]))?;
    writer.add("empty", &tensor::<f64, 2>([0, 3]))?;
    let columns = tensor::<f64, 2>([2, 3]).to_vec_with_order(Order::ColMajor);
    let fortran = Tensor::from_vec_with_order(columns, [2, 3], Order::ColMajor).unwrap();
    writer.add("fortran", &fortran)?;
    writer.add("large", &Tensor::<f64, 2>::zeros([100, 100]))
}

#[test]
fn written_for_numpy() {
    let Some(path) = written("stored.npz") else { return };
    let mut writer = NpzWriter::create(path).unwrap();
    write_all(&mut writer).unwrap();
    writer.finish().unwrap();
    let mut writer = NpzWriter::create_compressed(written("deflated.npz").unwrap()).unwrap();
    write_all(&mut writer).unwrap();
    writer.finish().unwrap();
}

#[test]
fn what_is_written_is_read() {
    let folder = Folder::new("npz");
    for path in [folder.path("a.npz"), folder.path("b.npz")] {
        let is_stored = path.ends_with("a.npz");
        let mut writer = match is_stored {
            true => NpzWriter::create(&path).unwrap(),
            false => NpzWriter::create_compressed(&path).unwrap(),
        };
        write_all(&mut writer).unwrap();
        let twice = text(writer.add("f32", &Tensor::<f32, 1>::zeros([1])));
        assert!(twice.ends_with(": a name is `f32` for the second time, expected another one"));
        let outside = text(writer.add("../x", &Tensor::<f32, 1>::zeros([1])));
        assert!(outside.ends_with(": a name is `../x`, expected a relative path without `..`"));
        writer.add("a folder/é", &tensor![1]).unwrap();
        assert!(!path.exists());
        writer.finish().unwrap();
        let npz = Npz::open(&path).unwrap();
        check_all(&npz);
        assert_eq!(npz.len(), 19);
        assert_eq!(npz.read::<i32, 1>("a folder/é").unwrap(), tensor![1]);
        assert_eq!(npz.read::<f64, 2>("large").unwrap(), Tensor::<f64, 2>::zeros([100, 100]));
        assert_eq!(fs::metadata(&path).unwrap().len() > 80_000, is_stored);
    }
    NpzWriter::create(folder.path("a.npz")).unwrap().finish().unwrap();
    assert!(Npz::open(folder.path("a.npz")).unwrap().is_empty());
}

#[test]
fn a_refused_type_leaves_the_archive_usable() {
    let folder = Folder::new("npz-types");
    let path = folder.path("a.npz");
    let mut writer = NpzWriter::create(&path).unwrap();
    writer.add("x", &tensor![1]).unwrap();
    let bf16 = tensor![holor::half::bf16::ONE];
    let says = "a.npz: dtype is bf16, expected a type that numpy has";
    assert_eq!(text(writer.add("y", &bf16)), says);
    assert_eq!(text(writer.add_any("y", &bf16.into())), says);
    writer.add("y", &tensor![2]).unwrap();
    writer.finish().unwrap();
    let npz = Npz::open(&path).unwrap();
    assert_eq!(npz.read::<i32, 1>("y").unwrap(), tensor![2]);
    assert_eq!((npz.len(), folder.names()), (2, vec!["a.npz".to_string()]));
}

#[test]
#[cfg(target_os = "linux")]
fn an_archive_that_is_lost_takes_no_more_arrays() {
    let mut writer = NpzWriter::create("/dev/full").unwrap();
    let refused = text(writer.add("x", &Tensor::<u8, 1>::zeros([1 << 20])));
    assert!(refused.contains("No space left"), "{refused}");
    let says = "full: an array is written in part, expected whole ones";
    assert!(text(writer.add("y", &tensor![1])).ends_with(says));
    assert!(text(writer.finish()).ends_with(says));
}

#[test]
fn a_bad_name_leaves_the_archive_usable() {
    let folder = Folder::new("npz-names");
    let path = folder.path("a.npz");
    let mut writer = NpzWriter::create(&path).unwrap();
    writer.add("a", &tensor![1]).unwrap();
    let longest = "n".repeat(65531);
    for (name, says) in [
        (&*"n".repeat(65532), "the length of a name is 65532, expected at most 65531"),
        (&*"é".repeat(35000), "the length of a name is 70000, expected at most 65531"),
        ("x\0a", "a name is `x\\u{0}a`, expected one without the character NUL"),
        ("/x", "a name is `/x`, expected a relative path without `..`"),
    ] {
        assert_eq!(text(writer.add(name, &tensor![2])), format!("a.npz: {says}"));
        assert_eq!(text(writer.add_any(name, &tensor![2].into())), format!("a.npz: {says}"));
    }
    writer.add(&longest, &tensor![3]).unwrap();
    writer.finish().unwrap();
    let npz = Npz::open(&path).unwrap();
    assert!(npz.names().eq(["a", &longest]));
    assert_eq!(npz.read::<i32, 1>(&longest).unwrap(), tensor![3]);
}

#[cfg(target_os = "linux")]
#[test]
fn an_archive_that_is_lost_takes_no_array() {
    let mut writer = NpzWriter::create("/dev/full").unwrap();
    let full = "full: No space left on device (os error 28)";
    assert_eq!(text(writer.add("a", &Tensor::<u8, 1>::zeros([100_000]))), full);
    let says = "full: an array is written in part, expected whole ones";
    assert_eq!(text(writer.add("b", &tensor![1])), says);
    assert_eq!(text(writer.add_any("c", &tensor![1].into())), says);
    assert_eq!(text(writer.finish()), says);
}

/// The text of the first error of an archive in memory, or nothing.
fn refused(file: &[u8]) -> Option<String> {
    let first = || {
        let npz = Npz::new(FileBytes::from_owner(file.to_vec()))?;
        let names: Vec<String> = npz.names().map(String::from).collect();
        for name in &names {
            npz.header(name)?;
            npz.read_any::<u8>(name)?;
        }
        Ok::<_, FileError>(())
    };
    first().err().map(|error| error.to_string())
}

fn archive(is_deflated: bool) -> Vec<u8> {
    let folder = Folder::new(if is_deflated { "npz-d" } else { "npz-s" });
    let path = folder.path("a.npz");
    let mut writer = match is_deflated {
        true => NpzWriter::create_compressed(&path).unwrap(),
        false => NpzWriter::create(&path).unwrap(),
    };
    writer.add("x", &tensor::<u8, 2>([3, 5])).unwrap();
    writer.add("y", &tensor::<u8, 1>([40])).unwrap();
    writer.finish().unwrap();
    fs::read(&path).unwrap()
}

#[test]
fn an_archive_that_is_cut_off_or_changed_is_no_panic() {
    for is_deflated in [false, true] {
        let file = archive(is_deflated);
        assert_eq!(refused(&file), None);
        for len in 0..file.len() {
            let found = refused(&file[..len]);
            assert!(found.is_some(), "cut off at {len} of {}", file.len());
        }
        assert_eq!(
            refused(&file[..file.len() / 2]).unwrap(),
            "byte 0: the file is without a directory at its end, expected an npz archive"
        );
        // Every byte, and some bits of it: an error or the same arrays.
        for at in 0..file.len() {
            for flip in [0x01, 0x80, 0xff] {
                let mut changed = file.clone();
                changed[at] ^= flip;
                refused(&changed);
            }
        }
        let mut changed = file.clone();
        let at = if is_deflated { 60 } else { 170 };
        changed[at] ^= 1;
        let found = refused(&changed).unwrap();
        assert!(found.starts_with("member `x.npy`: "), "{found}");
    }
}

fn position(file: &[u8], needle: &[u8], skip: usize) -> usize {
    let mut found = file.windows(needle.len()).enumerate().filter(|(_, part)| *part == needle);
    found.nth(skip).unwrap().0
}

/// The place of the directory's record of a member, by its number.
fn record(file: &[u8], number: usize) -> usize {
    position(file, b"PK\x01\x02", number)
}

#[test]
fn the_smallest_archive_and_records_longer_than_the_file() {
    let mut end = b"PK\x05\x06".to_vec();
    end.resize(22, 0);
    assert!(Npz::new(FileBytes::from_owner(end)).unwrap().is_empty());
    let file = archive(false);
    let at = record(&file, 0);
    // The lengths of a name, of the fields after it, and of a comment.
    for field in [28, 30, 32] {
        let mut changed = file.clone();
        changed[at + field..at + field + 2].copy_from_slice(&[0xff; 2]);
        assert_eq!(
            refused(&changed).unwrap(),
            format!(
                "byte {at}: the archive is damaged (Unexpected end of file), expected that of an npz file"
            )
        );
    }
}

#[test]
fn bombs_are_refused() {
    let file = archive(true);
    // The size that a member claims to inflate to: a gigabyte.
    let mut changed = file.clone();
    let at = record(&file, 0);
    let compressed = u32::from_le_bytes(file[at + 20..at + 24].try_into().unwrap());
    changed[at + 24..at + 28].copy_from_slice(&(1_u32 << 30).to_le_bytes());
    assert_eq!(
        refused(&changed).unwrap(),
        format!(
            "member `x.npy`: byte {at}: the size is 1073741824, expected at most {} for {compressed} compressed bytes",
            compressed * 1032
        )
    );
    // Less than it inflates to, and more.
    for (size, expected) in [
        (127_u32, "Invalid size: expected 127, got "),
        (400, "Invalid size: expected 400, got 143"),
    ] {
        let mut changed = file.clone();
        changed[at + 24..at + 28].copy_from_slice(&size.to_le_bytes());
        let found = refused(&changed).unwrap();
        assert!(found.contains(expected), "{found}");
    }
    // Two members of the same bytes.
    let mut changed = file.clone();
    let second = record(&file, 1);
    changed[second + 42..second + 46].copy_from_slice(&[0; 4]);
    let found = refused(&changed).unwrap();
    assert!(found.starts_with("member `x.npy`: byte 0: the end of the member is byte "), "{found}");
    assert!(found.ends_with(", where another one is, expected at most 0"), "{found}");
    // Two members of one name.
    let mut changed = file.clone();
    changed[second + 46] = b'x';
    let expected =
        format!("byte {second}: a name is `x.npy` for the second time, expected another one");
    assert_eq!(refused(&changed).unwrap(), expected);
    // Encrypted, or compressed in another way.
    let mut changed = file.clone();
    changed[at + 8] |= 1;
    let expected =
        format!("member `x.npy`: byte {at}: the member is encrypted, expected a plain one");
    assert_eq!(refused(&changed).unwrap(), expected);
    let mut changed = file.clone();
    changed[at + 10] = 12;
    let found = refused(&changed).unwrap();
    assert!(
        found.starts_with(&format!("member `x.npy`: byte {at}: the compression is ")),
        "{found}"
    );
    assert!(found.ends_with(", expected stored or deflated"), "{found}");
    // The number of members.
    let end = position(&file, b"PK\x05\x06", 0);
    let mut changed = file.clone();
    changed[end + 8] = 3;
    changed[end + 10] = 3;
    let found = refused(&changed).unwrap();
    assert!(found.ends_with(": the directory is 2 members, expected 3"), "{found}");

    // A header whose array is larger than the member.
    let mut file = archive(false);
    let at = position(&file, b"(40,)", 0);
    file[at + 1] = b'9';
    let found = refused(&file).unwrap();
    assert_eq!(found, "member `y.npy`: byte 128: expected 90 bytes, found 40");
}

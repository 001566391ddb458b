//! Archives past the limits of the first zip format: members of 4 GiB, and more than 65,535 of them.

use crate::made::{Folder, written};
use holor::io::npz::*;
use holor::prelude::*;
use std::path::PathBuf;

/// A file that Python reads too, or one of the test's own.
fn path(folder: &Folder, name: &str) -> PathBuf {
    written(name).unwrap_or_else(|| folder.path(name))
}

#[test]
fn written_more_members_than_two_bytes_count() {
    let folder = Folder::new("npz-many");
    let path = path(&folder, "many.npz");
    let mut writer = NpzWriter::create(&path).unwrap();
    let count = 65_537;
    for i in 0..count {
        writer.add(&format!("{i}"), &Tensor::scalar(i as u32)).unwrap();
    }
    writer.finish().unwrap();
    let npz = Npz::open(&path).unwrap();
    assert_eq!(npz.len(), count);
    for i in [0, 1, 65_534, 65_535, 65_536] {
        assert_eq!(npz.read::<u32, 0>(&format!("{i}")).unwrap().item(), i);
    }
    assert!(npz.names().enumerate().all(|(i, name)| name == i.to_string()));
}

/// Reads and writes 4 GiB, of which the elements of one row are in memory while they are written.
fn large(is_compressed: bool, name: &str) {
    let folder = Folder::new(name);
    let path = path(&folder, name);
    let mut writer = match is_compressed {
        true => NpzWriter::create_compressed(&path).unwrap(),
        false => NpzWriter::create(&path).unwrap(),
    };
    let row = Tensor::<u8, 1>::from_fn([250], |[i]| i as u8);
    let rows = row.broadcast_to([17_179_870, 250]);
    assert!(rows.len() > 1 << 32);
    writer.add("rows", &rows).unwrap();
    // The members after it begin past 4 GiB, if it is not compressed.
    writer.add("y", &tensor![1.5, 2.5]).unwrap();
    writer.finish().unwrap();
    let len = std::fs::metadata(&path).unwrap().len();
    assert!(if is_compressed { len < 1 << 26 } else { len > 1 << 32 }, "{len}");

    let npz = Npz::open(&path).unwrap();
    assert_eq!(npz.read::<f64, 1>("y").unwrap(), tensor![1.5, 2.5]);
    assert_eq!(npz.header("rows").unwrap().shape(), rows.shape());
    let found = npz.read::<u8, 2>("rows").unwrap();
    assert!(found.axis_iter(Axis::<0>).all(|found| found.as_slice() == row.as_slice()));
}

#[test]
#[ignore = "deflates 4 GiB and takes 4.3 GB of memory: `cargo test --release .. --test files -- --ignored large::`"]
fn written_a_deflated_member_of_more_than_four_gigabytes() {
    large(true, "large_deflated.npz");
}

#[test]
#[ignore = "takes 4 GiB of disk and 4.3 GB of memory: as above"]
fn written_a_stored_member_of_more_than_four_gigabytes() {
    large(false, "large_stored.npz");
}

//! A file that is written is there as a whole or not at all.

use crate::made::{Folder, text};
use holor::half::bf16;
use holor::io::npy::*;
use holor::prelude::*;
use std::fs;
use std::io::{self, Write};

/// A writer that takes some bytes and then fails.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Err(io::Error::other("full"));
        }
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_writer_that_fails_is_an_error() {
    let m = tensor![[1.0, 2.0], [3.0, 4.0]];
    for room in [0, 1, 127, 128, 130, 159] {
        assert_eq!(text(write_npy_to(Full(room), &m)), "full");
        assert_eq!(text(write_npy_to(Full(room), &m.flip(Axis::<0>))), "full");
    }
    assert!(write_npy_to(Full(160), &m).is_ok());
}

#[test]
fn a_file_is_as_it_was_if_the_new_one_fails() {
    let folder = Folder::new("fails");
    let path = folder.path("a.npy");
    write_npy(&path, &tensor![1, 2, 3]).unwrap();
    let before = fs::read(&path).unwrap();
    let refused = write_npy(&path, &tensor![bf16::ONE]);
    assert_eq!(text(refused), "a.npy: dtype is bf16, expected a type that numpy has");
    let mut writer = NpyWriter::create(&path).unwrap();
    writer.append(&Tensor::<u8, 1>::zeros([100_000])).unwrap();
    assert_eq!(folder.names().len(), 2);
    assert_eq!(fs::read(&path).unwrap(), before);
    drop(writer);
    assert_eq!(fs::read(&path).unwrap(), before);
    let mut writer = NpyWriter::<u8, 1>::create(&path).unwrap();
    let panics = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        writer.append(&Tensor::zeros([10])).unwrap();
        let _writer = writer;
        panic!("midway");
    }));
    assert!(panics.is_err());
    assert_eq!(folder.names(), ["a.npy"]);
    assert_eq!(read_npy::<i32, 1>(&path).unwrap(), tensor![1, 2, 3]);
}

#[test]
fn what_cannot_be_a_file_is_refused() {
    let folder = Folder::new("refused");
    let m = tensor![1];
    let missing = write_npy(folder.path("no/such/folder.npy"), &m);
    assert_eq!(text(missing), "folder.npy: No such file or directory (os error 2)");
    fs::create_dir(folder.path("d.npy")).unwrap();
    assert_eq!(text(write_npy(folder.path("d.npy"), &m)), "d.npy: the path is not one of a file");
    assert_eq!(folder.names(), ["d.npy"]);
    assert!(text(read_npy::<i32, 1>(folder.path("d.npy"))).ends_with("(os error 21)"));
}

#[cfg(unix)]
#[test]
fn a_link_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("link");
    let (path, link) = (folder.path("a.npy"), folder.path("link.npy"));
    write_npy(&path, &tensor![1]).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    symlink(&path, &link).unwrap();
    write_npy(&link, &tensor![2]).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(read_npy::<i32, 1>(&path).unwrap(), tensor![2]);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    write_npy("/dev/null", &tensor![3]).unwrap();
    assert_eq!(folder.names(), ["a.npy", "link.npy"]);
}

#[cfg(unix)]
#[test]
fn a_link_whose_file_is_missing_is_followed() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("dangling");
    let link = folder.path("link.npy");
    fs::create_dir(folder.path("d")).unwrap();
    symlink("d/next.npy", &link).unwrap();
    symlink("../a.npy", folder.path("d/next.npy")).unwrap();
    write_npy(&link, &tensor![1]).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(read_npy::<i32, 1>(folder.path("a.npy")).unwrap(), tensor![1]);
    assert_eq!(folder.names(), ["a.npy", "d", "link.npy"]);

    let absolute = folder.path("absolute.npy");
    symlink(folder.path("d/b.npy"), &absolute).unwrap();
    write_npy(&absolute, &tensor![2]).unwrap();
    assert_eq!(read_npy::<i32, 1>(folder.path("d/b.npy")).unwrap(), tensor![2]);
    let outside = folder.path("outside.npy");
    symlink("no/such.npy", &outside).unwrap();
    let missing = text(write_npy(&outside, &tensor![3]));
    assert_eq!(missing, "outside.npy: No such file or directory (os error 2)");
    let round = folder.path("round.npy");
    symlink("round.npy", &round).unwrap();
    let created = fs::File::create(&round).unwrap_err();
    assert_eq!(text(write_npy(&round, &tensor![3])), format!("round.npy: {created}"));
    assert!(fs::symlink_metadata(&round).unwrap().is_symlink());
}

#[cfg(unix)]
#[test]
fn a_name_may_be_as_long_as_the_system_allows() {
    let folder = Folder::new("longest");
    let name = format!("{}.npy", "n".repeat(251));
    write_npy(folder.path(&name), &tensor![1]).unwrap();
    assert_eq!(read_npy::<i32, 1>(folder.path(&name)).unwrap(), tensor![1]);
    let mut writer = NpyWriter::create(folder.path(&name)).unwrap();
    writer.append(&tensor![2]).unwrap();
    writer.finish().unwrap();
    // A longer one is an error before anything is written.
    let created = fs::File::create(folder.path(&format!("n{name}"))).unwrap_err();
    let refused = NpyWriter::<u8, 1>::create(folder.path(&format!("n{name}")));
    assert_eq!(text(refused), format!("n{name}: {created}"));
    assert_eq!(folder.names(), [name]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let m = Tensor::<f64, 1>::zeros([1000]);
    assert_eq!(text(write_npy("/dev/full", &m)), "full: No space left on device (os error 28)");
    // A part that is written in part is no part of a file, even if there is room later on.
    let mut writer = NpyWriter::create("/dev/full").unwrap();
    writer.append(&tensor![1_u8]).unwrap();
    let big = Tensor::zeros([100_000]);
    assert_eq!(text(writer.append(&big)), "full: No space left on device (os error 28)");
    let says = "full: a part is written in part, expected whole ones";
    assert_eq!(text(writer.append(&tensor![1])), says);
    assert_eq!(text(writer.finish()), says);
}

//! No file makes a reader allocate more than it justifies, whatever it claims.
//!
//! A program of its own, because its allocator counts.

use holor::io::npy::*;
use holor::io::npz::*;
use holor::io::safetensors::*;
use holor::io::text::*;
use holor::io::{FileBytes, FileErrorKind};
use holor::prelude::*;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::null_mut;

struct Counting;

thread_local! {
    /// The largest allocation of the thread.
    static LARGEST: Cell<usize> = const { Cell::new(0) };
    /// The size from which on the system has no memory for the thread.
    static LIMIT: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// Notes an allocation; false if there is no memory for it.
fn note(size: usize) -> bool {
    let _ = LARGEST.try_with(|largest| largest.set(largest.get().max(size)));
    LIMIT.try_with(|limit| size < limit.get()).unwrap_or(true)
}

// SAFETY: all calls are passed on to the allocator of the system.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !note(layout.size()) {
            return null_mut();
        }
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !note(layout.size()) {
            return null_mut();
        }
        // SAFETY: the caller's promise.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !note(size) {
            return null_mut();
        }
        // SAFETY: the caller's promise.
        unsafe { System.realloc(old, layout, size) }
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(old, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What a call returns, and its largest allocation.
fn largest<X>(call: impl FnOnce() -> X) -> (X, usize) {
    LARGEST.set(0);
    let result = call();
    (result, LARGEST.get())
}

/// The pieces in which elements are read.
const PIECE: usize = 1 << 16;

fn npy(shape: &str, elements: usize) -> Vec<u8> {
    let header = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}\n");
    let len = (header.len() as u16).to_le_bytes();
    [b"\x93NUMPY\x01\0", &len[..], header.as_bytes(), &vec![0; 8 * elements]].concat()
}

#[test]
fn a_shape_that_is_not_there_is_not_allocated() {
    let file = npy("(100000000000,)", 10_000);
    let (found, bytes) = largest(|| read_npy_from::<f64, 1>(&file[..]));
    assert!(found.is_err());
    assert!(bytes <= 2 * file.len().max(PIECE), "{bytes}");
    let owned = FileBytes::from_owner(file.clone());
    let (found, bytes) = largest(|| npy_from_bytes::<f64, 1>(&owned));
    assert!(found.is_err() && bytes < 1000, "{bytes}");
    let path = std::env::temp_dir().join(format!("holor-memory-{}.npy", std::process::id()));
    std::fs::write(&path, &file).unwrap();
    let (found, bytes) = largest(|| read_npy::<f64, 1>(&path));
    assert!(found.is_err());
    assert!(bytes <= 2 * file.len().max(PIECE), "{bytes}");

    // What is there is allocated once, in its size.
    let file = npy("(1000000,)", 1_000_000);
    std::fs::write(&path, &file).unwrap();
    let (found, bytes) = largest(|| read_npy::<f64, 1>(&path));
    assert_eq!((found.unwrap().len(), bytes), (1_000_000, 8_000_000));
    std::fs::remove_file(&path).unwrap();
    let (found, bytes) = largest(|| read_npy_from::<f64, 1>(&file[..]));
    assert!(found.is_ok() && bytes == 8_000_000, "{bytes}");
    // A map of it is not copied.
    let owned = FileBytes::from_owner(file);
    let (found, bytes) =
        largest(|| npy_from_bytes::<f64, 1>(&owned).map(|m| m.as_ptr() as usize % 8));
    assert!(found.is_ok());
    assert!(bytes < 1000 || bytes == 8_000_000, "{bytes}");
}

/// A file that is whole and larger than the memory of the machine.
#[test]
fn a_file_larger_than_memory_is_an_error() {
    let file = npy("(1000000,)", 1_000_000);
    let path = std::env::temp_dir().join(format!("holor-large-{}.npy", std::process::id()));
    std::fs::write(&path, &file).unwrap();
    let mut swapped = file.clone();
    swapped[21] = b'>';
    let swapped = FileBytes::from_owner(swapped);
    LIMIT.set(1 << 22);
    let by_path = read_npy::<f64, 1>(&path).unwrap_err();
    let from_reader = read_npy_any_from::<f64>(&file[..]).unwrap_err();
    let from_bytes = npy_from_bytes::<f64, 1>(&swapped).unwrap_err();
    let whole = FileBytes::read(&path).unwrap_err();
    LIMIT.set(usize::MAX);
    std::fs::remove_file(&path).unwrap();
    for error in [by_path, from_reader, from_bytes, whole] {
        let FileErrorKind::Io(kind) = error.kind() else { panic!("{error}") };
        assert_eq!(kind.kind(), std::io::ErrorKind::OutOfMemory, "{error}");
    }
}

#[test]
fn a_text_larger_than_memory_is_an_error() {
    // Many elements, a line that is long, and a word that is.
    let elements = "1\n".repeat(1_000_000);
    let line = [" ".repeat(5_000_000).as_str(), "1"].concat();
    let word = "x".repeat(3_000_000);
    let path = std::env::temp_dir().join(format!("holor-large-{}.txt", std::process::id()));
    std::fs::write(&path, &elements).unwrap();
    let options = TextOptions::new();
    LIMIT.set(1 << 22);
    let by_path = read_text::<f64, 1>(&path, &options).unwrap_err();
    let from_reader = read_text_from::<f64, 2>(elements.as_bytes(), &options).unwrap_err();
    let long_line = read_text_from::<f64, 2>(line.as_bytes(), &options).unwrap_err();
    LIMIT.set(usize::MAX);
    std::fs::remove_file(&path).unwrap();
    let found = [&by_path, &from_reader, &long_line].map(|error| {
        let FileErrorKind::Io(kind) = error.kind() else { panic!("{error}") };
        assert_eq!(kind.kind(), std::io::ErrorKind::OutOfMemory, "{error}");
        error.to_string()
    });
    assert!(found[0].ends_with(&format!(".txt: {}", found[1])), "{}", found[0]);
    assert_eq!(found[1], "line 262145, column 1: out of memory");
    assert_eq!(found[2], "line 1, column 1: out of memory");

    // The text of the error does not take another one.
    let ((), bytes) = largest(|| {
        let found = read_text_from::<f64, 1>(word.as_bytes(), &options);
        assert!(found.unwrap_err().to_string().ends_with("x.., expected f64"));
    });
    assert_eq!(bytes, word.len());
    LARGEST.set(0);
}

#[test]
fn a_header_that_is_not_there_is_not_allocated() {
    let claims = b"\x93NUMPY\x02\0\0\0\x10\0{'descr': '<f8'";
    let (found, bytes) = largest(|| read_npy_from::<f64, 1>(&claims[..]));
    assert!(found.is_err() && bytes < 1000, "{bytes}");
    let claims = FileBytes::from_owner(b"\0\0\0\x05\0\0\0\0{\"w\":");
    let (found, bytes) = largest(|| SafeTensors::new(claims));
    assert!(found.is_err() && bytes < 1000, "{bytes}");
}

#[test]
fn names_and_shapes_take_memory_as_their_text_does() {
    let sizes = "1,".repeat(10_000);
    let header = format!(r#"{{"w":{{"dtype":"U8","shape":[{sizes}1],"data_offsets":[0,1]}}}}"#);
    let file = [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &[7]].concat();
    let owned = FileBytes::from_owner(file.clone());
    let (found, bytes) = largest(|| SafeTensors::new(owned));
    assert_eq!(found.unwrap().info("w").unwrap().rank(), 10_001);
    assert!(bytes <= 8 * file.len(), "{bytes}");
    let file = npy(&format!("({sizes})"), 1);
    let (found, bytes) = largest(|| read_npy_from::<f64, 1>(&file[..]));
    let text = found.unwrap_err().to_string();
    assert!(text.ends_with("expected rank 1, found rank 10000"));
    assert!(bytes <= 8 * file.len(), "{bytes}");
}

#[test]
fn a_member_is_allocated_as_it_inflates() {
    let path = std::env::temp_dir().join(format!("holor-memory-{}.npz", std::process::id()));
    let mut writer = NpzWriter::create_compressed(&path).unwrap();
    writer.add("x", &Tensor::<u8, 1>::zeros([4_000_000])).unwrap();
    writer.finish().unwrap();
    let mut file = std::fs::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(file.len() < 8000);
    let npz = Npz::new(FileBytes::from_owner(file.clone())).unwrap();
    let (found, bytes) = largest(|| npz.read::<u8, 1>("x"));
    assert_eq!(found.unwrap().len(), 4_000_000);
    assert!(bytes <= 8_000_000, "{bytes}");

    // A directory that claims the most that there can be: no more is allocated than comes.
    let at = file.windows(4).position(|part| part == b"PK\x01\x02").unwrap();
    let compressed = u32::from_le_bytes(file[at + 20..at + 24].try_into().unwrap());
    file[at + 24..at + 28].copy_from_slice(&(compressed * 1032).to_le_bytes());
    let npz = Npz::new(FileBytes::from_owner(file)).unwrap();
    let (found, bytes) = largest(|| npz.read::<u8, 1>("x"));
    assert!(found.is_err());
    assert!(bytes <= 8_000_000, "{bytes}");
}

#[test]
fn a_directory_of_an_archive_takes_memory_as_its_bytes_do() {
    // An end of a directory with as many members as its fields can hold, and none.
    let mut file = b"PK\x05\x06".to_vec();
    file.extend([0, 0, 0, 0, 0xfe, 0xff, 0xfe, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let owned = FileBytes::from_owner(file);
    let (found, bytes) = largest(|| Npz::new(owned));
    assert!(found.is_err());
    // The buffer for a record of the directory is as long as the file, or this.
    assert!(bytes <= 1024, "{bytes}");
}

//! The elements that `tests/fixtures/files/make.py` puts into arrays, and what the tests share.

use holor::HasDType;
use holor::half::{bf16, f16};
use holor::io::FileError;
use holor::num_complex::Complex;
use holor::prelude::*;
use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

const FLOATS: [f64; 8] = [-0.0, 1.5, f64::NAN, 0.1, f64::NEG_INFINITY, f64::INFINITY, 1e-7, -2.25];

fn float(i: usize) -> f64 {
    if i < FLOATS.len() { FLOATS[i] } else { i as f64 * 0.7 }
}

pub(crate) trait Made: HasDType + Debug + PartialEq {
    /// The element at a position of an array of `count`.
    fn made(i: usize, count: usize) -> Self;
    /// What two elements that are alike have in common, NaN too.
    fn bits(self) -> Vec<u8>;
}

macro_rules! made {
    ($($T:ty: |$i:ident| $made:expr;)+) => { $(
        impl Made for $T {
            fn made($i: usize, _count: usize) -> Self { $made }
            fn bits(self) -> Vec<u8> { self.to_le_bytes().to_vec() }
        }
    )+ };
}

made! {
    i8: |i| (i as i64 * 37 - 50) as i8;
    i16: |i| (i as i64 * 37 - 50) as i16;
    i32: |i| (i as i64 * 37 - 50) as i32;
    i64: |i| i as i64 * 37 - 50;
    u8: |i| (i * 9 + 1) as u8;
    u16: |i| (i * 9 + 1) as u16;
    u32: |i| (i * 9 + 1) as u32;
    u64: |i| (i * 9 + 1) as u64;
    f16: |i| f16::from_f64(float(i));
    bf16: |i| bf16::from_f64(float(i));
    f32: |i| float(i) as f32;
    f64: |i| float(i);
}

impl Made for bool {
    fn made(i: usize, _: usize) -> Self {
        i.is_multiple_of(3)
    }
    fn bits(self) -> Vec<u8> {
        vec![u8::from(self)]
    }
}

impl Made for Complex<f32> {
    fn made(i: usize, count: usize) -> Self {
        Complex::new(f32::made(i, count), f32::made(count - 1 - i, count))
    }
    fn bits(self) -> Vec<u8> {
        [self.re.bits(), self.im.bits()].concat()
    }
}

impl Made for Complex<f64> {
    fn made(i: usize, count: usize) -> Self {
        Complex::new(float(i), float(count - 1 - i))
    }
    fn bits(self) -> Vec<u8> {
        [self.re.bits(), self.im.bits()].concat()
    }
}

pub(crate) fn elements<T: Made>(count: usize) -> Vec<T> {
    (0..count).map(|i| T::made(i, count)).collect()
}

pub(crate) fn tensor<T: Made, const R: usize>(shape: [usize; R]) -> Tensor<T, R> {
    Tensor::from_vec(elements(shape.iter().product()), shape).unwrap()
}

/// Whether all bits are those that were meant.
#[track_caller]
pub(crate) fn assert_made<T: Made, const R: usize>(found: &TensorRef<T, R>, shape: [usize; R]) {
    assert_eq!(found.shape(), shape);
    let expected: Vec<T> = elements(found.len());
    for (i, (x, y)) in found.iter().zip(&expected).enumerate() {
        assert_eq!(x.bits(), y.bits(), "element {i}: {x:?} and {y:?}");
    }
}

pub(crate) fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/files").join(name)
}

/// The folder where files are written that `make.py --check` reads, if there is one.
pub(crate) fn written(name: &str) -> Option<PathBuf> {
    Some(PathBuf::from(std::env::var_os("HOLOR_FILES")?).join(name))
}

/// A folder of one test, removed at its end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let own = format!("holor-{}-{count}-{name}", std::process::id());
        let path = std::env::temp_dir().join(own);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The names of the files, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The text of an error, without the folder of the path.
#[track_caller]
pub(crate) fn text<T>(result: Result<T, FileError>) -> String {
    let Err(error) = result else { panic!("there is no error") };
    let folder = error.path().and_then(|path| path.parent()).map(|path| path.display().to_string());
    match folder {
        Some(folder) => error.to_string().replace(&format!("{folder}/"), ""),
        None => error.to_string(),
    }
}

//! The same numbers for every library, on every machine and in every run.

#[cfg(feature = "all")]
pub use crate::heavy::{
    burn_indices, burn_ints, burn_of, candle_indices, candle_of, faer_column, faer_of, mdarray_of,
    nalgebra_column, nalgebra_of,
};

use holor::Tensor;
use holor::num_complex::Complex;
use ndarray::{Array, Dim, Dimension, IntoDimension};

/// A number of an input or a result. `f64` holds all that are used here.
pub trait Number: Copy + 'static {
    fn from_unit(number: f32) -> Self;
    fn to_f64(self) -> f64;
}

impl Number for f32 {
    fn from_unit(number: f32) -> f32 {
        number
    }
    fn to_f64(self) -> f64 {
        self.into()
    }
}

impl Number for f64 {
    fn from_unit(number: f32) -> f64 {
        number.into()
    }
    fn to_f64(self) -> f64 {
        self
    }
}

impl Number for i32 {
    fn from_unit(number: f32) -> i32 {
        (number * 100.0) as i32
    }
    fn to_f64(self) -> f64 {
        self.into()
    }
}

impl Number for usize {
    fn from_unit(number: f32) -> usize {
        (number.abs() * 100.0) as usize
    }
    fn to_f64(self) -> f64 {
        self as f64
    }
}

impl Number for i64 {
    fn from_unit(number: f32) -> i64 {
        i32::from_unit(number).into()
    }
    fn to_f64(self) -> f64 {
        self as f64
    }
}

/// A result: the real part counts, and the imaginary part twice.
impl Number for Complex<f64> {
    fn from_unit(number: f32) -> Complex<f64> {
        Complex::from(f64::from(number))
    }
    fn to_f64(self) -> f64 {
        self.re + 2.0 * self.im
    }
}

/// From this many bytes on numpy asks for huge pages, and holor.
const LARGE: usize = 4 << 20;
/// glibc never has blocks of this size in its heap: they begin 16 bytes behind a page, as large arrays of numpy do.
const MAPPED: usize = 33 << 20;

/// Makes numbers from -1 to 1: the upper bits of a linear congruential generator (Knuth's MMIX).
///
/// Those of [`LARGE`] bytes and more lie alike for every library that keeps the vector (nalgebra and faer copy it): in
/// huge pages, for to read the same memory in pages of 4 KiB takes 1.0 to 1.5 times as long, differently in each
/// process, and 16 bytes behind a line of the cache, for in the heap one library has them at the beginning of a line in
/// each process, and another one never.
pub fn numbers<T: Number>(len: usize, seed: u64) -> Vec<T> {
    let mut state = seed;
    let next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        T::from_unit((state >> 40) as f32 / (1 << 23) as f32 - 1.0)
    };
    let bytes = len * size_of::<T>();
    let room = if bytes < LARGE { len } else { len.max(MAPPED / size_of::<T>()) };
    let mut numbers = Vec::with_capacity(room);
    if bytes >= LARGE {
        ask_for_huge_pages(numbers.as_mut_ptr(), bytes);
    }
    numbers.extend(std::iter::repeat_with(next).skip(1).take(len));
    numbers
}

fn ask_for_huge_pages<T>(start: *mut T, bytes: usize) {
    let skipped = start.cast::<u8>().align_offset(4096);
    let pages = start.cast::<u8>().wrapping_add(skipped).cast();
    let len = bytes.saturating_sub(skipped) / 4096 * 4096;
    // SAFETY: whole pages inside of one allocation, and the advice changes no content.
    #[cfg(target_os = "linux")]
    unsafe {
        libc::madvise(pages, len, libc::MADV_HUGEPAGE)
    };
    #[cfg(not(target_os = "linux"))]
    let _: (*mut libc::c_void, usize) = (pages, len);
}

/// Indices below `limit`.
pub fn indices(len: usize, limit: usize, seed: u64) -> Vec<usize> {
    let numbers = numbers::<f64>(len, seed).into_iter();
    numbers.map(|x| ((x + 1.0) / 2.0 * limit as f64) as usize % limit).collect()
}

/// The indices below `len`, each once, shuffled (Fisher and Yates).
pub fn shuffled(len: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    for (i, x) in numbers::<f64>(len, seed).into_iter().enumerate().skip(1) {
        order.swap(i, ((x + 1.0) / 2.0 * (i + 1) as f64) as usize);
    }
    order
}

pub fn filled<T: Number, const R: usize>(shape: [usize; R], seed: u64) -> Vec<T> {
    numbers(shape.iter().product(), seed)
}

pub fn holor_of<T: Number, const R: usize>(shape: [usize; R], seed: u64) -> Tensor<T, R> {
    Tensor::from_vec(filled(shape, seed), shape).expect("as many as it holds")
}

pub fn ndarray_of<T: Number, const R: usize>(
    shape: [usize; R],
    seed: u64,
) -> Array<T, Dim<[usize; R]>>
where
    [usize; R]: IntoDimension<Dim = Dim<[usize; R]>>,
    Dim<[usize; R]>: Dimension,
{
    Array::from_shape_vec(shape, filled(shape, seed)).expect("as many as it holds")
}

/// The place of the first greatest element: ndarray has no such function.
pub fn ndarray_argmax(lane: ndarray::ArrayView1<'_, f32>) -> usize {
    let better =
        |best: (usize, f32), (i, &x): (usize, &f32)| if x > best.1 { (i, x) } else { best };
    lane.iter().enumerate().fold((0, f32::NEG_INFINITY), better).0
}

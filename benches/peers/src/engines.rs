//! Engines for products of matrices: they write into a result that is there.
//!
//! All matrices are row-major; the second one may be given transposed.

use crate::bench::{Column, changing};
use crate::heavy::Known;
use crate::inputs::{Number, numbers};
use gemm::Parallelism;

/// One product, or a batch of equal ones: `[batch, m, k] x [batch, k, n]`.
#[derive(Clone, Copy)]
pub struct Product {
    pub batch: usize,
    pub m: usize,
    pub k: usize,
    pub n: usize,
    /// The second matrix is stored as `[n, k]`.
    pub transposed: bool,
    pub threads: usize,
}

/// An element type that all libraries and engines know.
pub trait Real: Number + Known + ndarray::LinalgScalar + Send + Sync {
    const ONE: Self;
    const ZERO: Self;
    /// # Safety
    /// As for `matrixmultiply::sgemm`.
    unsafe fn matrixmultiply(p: Product, a: *const Self, b: *const Self, c: *mut Self);
}

macro_rules! reals {
    ($($T:ty, $gemm:path;)*) => { $(
        impl Real for $T {
            const ONE: Self = 1.0;
            const ZERO: Self = 0.0;

            unsafe fn matrixmultiply(p: Product, a: *const Self, b: *const Self, c: *mut Self) {
                let (rs, cs) = p.strides();
                // SAFETY: the caller's.
                unsafe {
                    $gemm(
                        p.m, p.k, p.n, 1.0, a, p.k as isize, 1, b, rs, cs, 0.0, c, p.n as isize, 1,
                    );
                }
            }
        }
    )* };
}

reals! {
    f32, matrixmultiply::sgemm;
    f64, matrixmultiply::dgemm;
}

impl Product {
    pub fn square(n: usize, transposed: bool, threads: usize) -> Product {
        Product { batch: 1, m: n, k: n, n, transposed, threads }
    }

    /// Row and column stride of the second matrix.
    pub fn strides(self) -> (isize, isize) {
        if self.transposed { (1, self.k as isize) } else { (self.n as isize, 1) }
    }

    /// Calls `one` for each product of the batch.
    fn each<T>(self, a: &[T], b: &[T], c: &mut [T], one: impl Fn(*const T, *const T, *mut T)) {
        let (a, b) = (a.chunks_exact(self.m * self.k), b.chunks_exact(self.k * self.n));
        for ((a, b), c) in a.zip(b).zip(c.chunks_exact_mut(self.m * self.n)) {
            one(a.as_ptr(), b.as_ptr(), c.as_mut_ptr());
        }
    }
}

/// A column for each engine; the inputs are those of seeds 1 and 2.
pub fn engines<T: Real>(p: Product) -> Vec<Column> {
    let mut columns = vec![gemm::<T>(p, numbers), matrixmultiply::<T>(p)];
    #[cfg(feature = "all")]
    columns.extend(crate::heavy::engines::engines::<T>(p));
    columns
}

/// A column of an engine, which is given each product by pointers.
pub fn column<T: Number>(
    name: &'static str,
    p: Product,
    make: fn(usize, u64) -> Vec<T>,
    one: impl Fn(*const T, *const T, *mut T) + Clone + 'static,
) -> Column {
    let (a, b) = (make(p.batch * p.m * p.k, 1), make(p.batch * p.k * p.n, 2));
    let result = move || vec![T::from_unit(0.0); p.batch * p.m * p.n];
    changing(name, result, move |c| p.each(&a, &b, c, &one))
}

/// The `gemm` crate, also for half precision.
pub fn gemm<T: Number>(p: Product, make: fn(usize, u64) -> Vec<T>) -> Column {
    let (rs, cs) = p.strides();
    let parallelism = if p.threads > 1 { Parallelism::Rayon(0) } else { Parallelism::None };
    let (m, n, k, row) = (p.m, p.n, p.k, p.n as isize);
    column("gemm", p, make, move |a, b, c| {
        // SAFETY: `each` gives whole matrices of these shapes, the last one exclusively.
        unsafe {
            gemm::gemm(
                m,
                n,
                k,
                c,
                1,
                row,
                false,
                a,
                1,
                k as isize,
                b,
                cs,
                rs,
                T::from_unit(0.0),
                T::from_unit(1.0),
                false,
                false,
                false,
                parallelism,
            );
        }
    })
}

/// Its default flags know one thread only.
fn matrixmultiply<T: Real>(p: Product) -> Column {
    column("matrixmultiply", p, numbers, move |a, b, c| {
        // SAFETY: `each` gives whole matrices of these shapes, the last one exclusively.
        unsafe { T::matrixmultiply(p, a, b, c) };
    })
}

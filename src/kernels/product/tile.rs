//! Small products of `f32` and `f64`: sums in registers, operands read where they lie.
//!
//! A tile of the result, some rows by some vectors of columns, stays in registers while all of the
//! inner axis passes: per step one load for each vector of the right operand, one broadcast element
//! for each row of the left one. Nothing is packed unless the rows of the right operand have gaps,
//! so that a product of 4 x 4 costs what its 16 multiplications cost. From some 64 rows on the
//! blocks of `gemm` keep the caches better.
//!
//! Goto and van de Geijn, Anatomy of High-Performance Matrix Multiplication, section 6, has the
//! reasons for the shape of the tile.

use super::lanes::Lane;
use pulp::{MemMask, Simd, WithSimd};

/// Numbers in the vector registers of a machine.
pub(super) trait Vectors: Lane<Sum = Self> + PartialEq {
    const ONE: Self;
    type Vector<S: Simd>: Copy;
    type Mask<S: Simd>: Copy;

    fn lanes<S: Simd>() -> usize;

    fn splat<S: Simd>(simd: S, x: Self) -> Self::Vector<S>;

    fn mul<S: Simd>(simd: S, x: Self::Vector<S>, y: Self::Vector<S>) -> Self::Vector<S>;

    /// `x * y + sum`, rounded once where the machine has an instruction for it.
    fn mul_add<S: Simd>(
        simd: S,
        x: Self::Vector<S>,
        y: Self::Vector<S>,
        sum: Self::Vector<S>,
    ) -> Self::Vector<S>;

    /// Selects the first `count` lanes.
    fn first<S: Simd>(simd: S, count: usize) -> Self::Mask<S>;

    /// # Safety
    /// There are as many initialised elements from `from` on as the mask selects.
    unsafe fn load<S: Simd>(simd: S, mask: Self::Mask<S>, from: *const Self) -> Self::Vector<S>;

    /// # Safety
    /// There are as many places from `to` on as the mask selects, reached by nothing else.
    unsafe fn store<S: Simd>(simd: S, mask: Self::Mask<S>, to: *mut Self, x: Self::Vector<S>);
}

macro_rules! vectors {
    ($($number:ty: $vector:ident $mask:ident $index:ty, $lanes:ident $splat:ident $mul:ident
        $mul_add:ident $between:ident $load:ident $store:ident;)*) => { $(
        impl Vectors for $number {
            const ONE: $number = 1.0;
            type Vector<S: Simd> = S::$vector;
            type Mask<S: Simd> = MemMask<S::$mask>;

            #[inline(always)]
            fn lanes<S: Simd>() -> usize {
                S::$lanes
            }

            #[inline(always)]
            fn splat<S: Simd>(simd: S, x: $number) -> S::$vector {
                simd.$splat(x)
            }

            #[inline(always)]
            fn mul<S: Simd>(simd: S, x: S::$vector, y: S::$vector) -> S::$vector {
                simd.$mul(x, y)
            }

            #[inline(always)]
            fn mul_add<S: Simd>(
                simd: S,
                x: S::$vector,
                y: S::$vector,
                sum: S::$vector,
            ) -> S::$vector {
                simd.$mul_add(x, y, sum)
            }

            #[inline(always)]
            fn first<S: Simd>(simd: S, count: usize) -> MemMask<S::$mask> {
                // Made anew of the mask alone: pulp's own goes through a function pointer.
                MemMask::new(simd.$between(0, count as $index).mask())
            }

            #[inline(always)]
            unsafe fn load<S: Simd>(
                simd: S,
                mask: MemMask<S::$mask>,
                from: *const $number,
            ) -> S::$vector {
                // SAFETY: by the caller's promise; lanes not selected are not read.
                unsafe { simd.$load(mask, from) }
            }

            #[inline(always)]
            unsafe fn store<S: Simd>(
                simd: S,
                mask: MemMask<S::$mask>,
                to: *mut $number,
                x: S::$vector,
            ) {
                // SAFETY: by the caller's promise; lanes not selected are not written.
                unsafe { simd.$store(mask, to, x) };
            }
        }
    )* };
}

vectors! {
    f32: f32s m32s u32, F32_LANES splat_f32s mul_f32s mul_add_e_f32s
        mask_between_m32s mask_load_ptr_f32s mask_store_ptr_f32s;
    f64: f64s m64s u64, F64_LANES splat_f64s mul_f64s mul_add_e_f64s
        mask_between_m64s mask_load_ptr_f64s mask_store_ptr_f64s;
}

/// Products of equal sizes, one after the other at constant steps: `c = alpha * a * b + beta * c`.
///
/// Rows of `b` and of `c` have no gaps between their elements. Without `beta`, `c` is not read.
pub(super) struct Run<F> {
    pub(super) count: usize,
    /// Rows, inner axis, columns; none is zero.
    pub(super) sizes: [usize; 3],
    pub(super) a: *const F,
    pub(super) b: *const F,
    pub(super) c: *mut F,
    pub(super) a_steps: [isize; 2],
    pub(super) b_down: isize,
    pub(super) c_down: isize,
    /// From one product to the next, in the order `c`, `a`, `b`.
    pub(super) by: [isize; 3],
    pub(super) alpha: F,
    pub(super) beta: Option<F>,
}

/// Does what the run says.
///
/// # Safety
/// At every index the operands have an initialised element and `c` a place, initialised if there is
/// a `beta`, which nothing else reaches.
pub(super) unsafe fn multiply<F: Vectors>(run: &Run<F>) {
    let work = Work(run);
    #[cfg(debug_assertions)]
    work.with_simd(pulp::Scalar);
    #[cfg(not(debug_assertions))]
    pulp::Arch::new().dispatch(work);
}

/// What the caller of [`multiply`] promised holds for the run in here.
struct Work<'a, F>(&'a Run<F>);

/// The most vectors in a row of a tile.
const WIDE: usize = 3;

impl<F: Vectors> WithSimd for Work<'_, F> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let run = self.0;
        let [_, _, n] = run.sizes;
        let lanes = F::lanes::<S>();
        let vectors = n.div_ceil(lanes);
        let last = n - (vectors - 1) * lanes;
        let (last, all) = (F::first(simd, last), F::first(simd, lanes));
        for i in 0..run.count as isize {
            let [c, a, b] = [i * run.by[0], i * run.by[1], i * run.by[2]];
            // SAFETY: the first element of a product of the run.
            let (a, b) = unsafe { (run.a.offset(a), run.b.offset(b)) };
            // SAFETY: as above.
            let c = unsafe { run.c.offset(c) };
            let mut left = 0;
            while left < vectors {
                // Four vectors are two and two rather than three and one.
                let rest = vectors - left;
                let wide = rest.div_ceil(rest.div_ceil(WIDE));
                let column = left * lanes;
                left += wide;
                let mask = if left == vectors { last } else { all };
                // SAFETY: a column of both matrices.
                let (b, c) = unsafe { (b.add(column), c.add(column)) };
                // SAFETY: so many columns are left, the last vector masked where they end.
                unsafe {
                    match wide {
                        1 => panel::<F, S, 1>(simd, run, a, b, c, mask),
                        2 => panel::<F, S, 2>(simd, run, a, b, c, mask),
                        _ => panel::<F, S, 3>(simd, run, a, b, c, mask),
                    }
                }
            }
        }
    }
}

/// Multiplies into `N` vectors of columns, all rows.
///
/// # Safety
/// `b` and `c` have that many columns from here on, of the last vector those that `mask` selects.
#[inline(always)]
unsafe fn panel<F: Vectors, S: Simd, const N: usize>(
    simd: S,
    run: &Run<F>,
    a: *const F,
    b: *const F,
    c: *mut F,
    mask: F::Mask<S>,
) {
    let m = run.sizes[0];
    let mut top = 0;
    while top < m {
        let rows = m - top;
        let at = top as isize;
        // SAFETY: the first element of a row.
        let (a, c) = unsafe { (a.offset(at * run.a_steps[0]), c.offset(at * run.c_down)) };
        // Sums, a row of the right operand and an element of the left one fit the registers.
        if S::REGISTER_COUNT >= 32 && rows > 4 {
            // SAFETY: by the caller's promise.
            unsafe { tile::<F, S, 8, N>(simd, run, a, b, c, rows, mask) };
            top += 8;
        } else {
            // SAFETY: by the caller's promise.
            unsafe { tile::<F, S, 4, N>(simd, run, a, b, c, rows, mask) };
            top += 4;
        }
    }
}

/// Multiplies into `M` rows, or `rows` if that is less, of `N` vectors.
///
/// # Safety
/// As [`panel`], and there are `rows` rows from here on.
#[inline(always)]
unsafe fn tile<F: Vectors, S: Simd, const M: usize, const N: usize>(
    simd: S,
    run: &Run<F>,
    a: *const F,
    b: *const F,
    c: *mut F,
    rows: usize,
    mask: F::Mask<S>,
) {
    let [_, k, _] = run.sizes;
    let [a_down, a_right] = run.a_steps;
    let b_down = run.b_down;
    let lanes = F::lanes::<S>();
    // Rows past the last one repeat it; what they give is not stored.
    let a: [*const F; M] = core::array::from_fn(|i| {
        // SAFETY: an element of the first column.
        unsafe { a.offset(i.min(rows - 1) as isize * a_down) }
    });
    let mut sums = [[F::splat(simd, F::ZERO); N]; M];
    for p in 0..k as isize {
        let row: [F::Vector<S>; N] = core::array::from_fn(|j| {
            // SAFETY: columns of row `p`.
            let from = unsafe { b.offset(p * b_down).add(j * lanes) };
            let mask = (j + 1 == N).then_some(mask);
            // SAFETY: a whole vector of initialised elements, or as many as the mask selects.
            unsafe { get::<F, S>(simd, mask, from) }
        });
        for i in 0..M {
            // SAFETY: element `p` of a row of `a`.
            let x = unsafe { *a[i].offset(p * a_right) };
            let x = F::splat(simd, x);
            for j in 0..N {
                sums[i][j] = F::mul_add(simd, x, row[j], sums[i][j]);
            }
        }
    }
    for i in 0..M {
        if i >= rows {
            break;
        }
        for j in 0..N {
            // SAFETY: columns of row `i`.
            let to = unsafe { c.offset(i as isize * run.c_down).add(j * lanes) };
            let mask = (j + 1 == N).then_some(mask);
            // SAFETY: a whole vector of places, or as many as the mask selects.
            unsafe { put(simd, run, mask, to, sums[i][j]) };
        }
    }
}

/// Loads a vector, or the lanes of a mask.
///
/// # Safety
/// There are as many initialised elements.
#[inline(always)]
unsafe fn get<F: Vectors, S: Simd>(
    simd: S,
    mask: Option<F::Mask<S>>,
    from: *const F,
) -> F::Vector<S> {
    match mask {
        // SAFETY: by the caller's promise.
        None => unsafe { from.cast::<F::Vector<S>>().read_unaligned() },
        // SAFETY: as above.
        Some(mask) => unsafe { F::load(simd, mask, from) },
    }
}

/// Stores a vector of sums, or the lanes of a mask.
///
/// # Safety
/// There are as many places, reached by nothing else; initialised if there is a `beta`.
#[inline(always)]
unsafe fn put<F: Vectors, S: Simd>(
    simd: S,
    run: &Run<F>,
    mask: Option<F::Mask<S>>,
    to: *mut F,
    sum: F::Vector<S>,
) {
    let sum = if run.alpha == F::ONE { sum } else { F::mul(simd, F::splat(simd, run.alpha), sum) };
    let sum = match run.beta {
        None => sum,
        Some(beta) => {
            // SAFETY: by the caller's promise.
            let before = unsafe { get::<F, S>(simd, mask, to) };
            F::mul_add(simd, F::splat(simd, beta), before, sum)
        }
    };
    match mask {
        // SAFETY: by the caller's promise.
        None => unsafe { to.cast::<F::Vector<S>>().write_unaligned(sum) },
        // SAFETY: as above.
        Some(mask) => unsafe { F::store(simd, mask, to, sum) },
    }
}

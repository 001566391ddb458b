//! Products of `f32` and `f64`: tiles over blocks of the operands that stay in the caches.
//!
//! A block of the right operand is packed into panels as wide as a tile where it is large or its rows have
//! gaps. Small operands are read in place, so that a product of 4 x 4 costs what its multiplications
//! cost; so is the left operand, always (to copy its rows too made 256^3 take 3 % longer). Each sum is
//! built in the same order wherever a product is cut, so that results do not depend on the number
//! of threads.

use super::registers::{Registers, get};
use super::tile::{Tile, height, many_registers, widest};
use crate::kernels::dispatch::with_simd;
use crate::kernels::thresholds::{PACKED_ROWS, PACKED_WORK};
use crate::kernels::uninit::with_capacity;
use core::mem::MaybeUninit;
use pulp::{Simd, WithSimd};

/// Products of equal sizes, one after the other at constant strides: `c = alpha * a * b + beta * c`.
///
/// Rows of `c` have no gaps between their elements. Without `beta`, `c` is not read.
#[derive(Clone, Copy)]
pub(super) struct TileRun<F> {
    pub(super) count: usize,
    /// Rows, inner axis, columns; none is zero.
    pub(super) sizes: [usize; 3],
    pub(super) a: *const F,
    pub(super) b: *const F,
    pub(super) c: *mut F,
    pub(super) a_strides: [isize; 2],
    pub(super) b_strides: [isize; 2],
    pub(super) c_down: isize,
    /// From one product to the next, in the order `c`, `a`, `b`.
    pub(super) by: [isize; 3],
    pub(super) alpha: F,
    pub(super) beta: Option<F>,
}

/// The rows and columns of a block of the right operand: it stays in the second-level cache. A whole number
/// of panels.
const DEPTH: usize = 256;
const WIDTH: usize = 384;

/// Does what the run says.
///
/// # Safety
/// At every index the operands have an initialised element and `c` a place, initialised if there is
/// a `beta`, which nothing else reaches.
pub(super) unsafe fn multiply<F: Registers>(run: &TileRun<F>) {
    with_simd(Multiply(run));
}

/// What the caller of [`multiply`] promised holds for the run in here.
struct Multiply<'a, F>(&'a TileRun<F>);

impl<F: Registers> WithSimd for Multiply<'_, F> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let run = self.0;
        let [m, k, n] = run.sizes;
        let large = m > PACKED_ROWS && m.saturating_mul(k).saturating_mul(n) > PACKED_WORK;
        let packs = run.b_strides[1] != 1 || large;
        let width = n.min(WIDTH).next_multiple_of(F::lanes::<S>());
        let mut packed = with_capacity::<F>(if packs { k.min(DEPTH) * width } else { 0 });
        for i in 0..run.count as isize {
            for left in (0..n).step_by(WIDTH) {
                for top in (0..k).step_by(DEPTH) {
                    let [b_down, b_right] = run.b_strides;
                    let at = [
                        i * run.by[0] + left as isize,
                        i * run.by[1] + top as isize * run.a_strides[1],
                        i * run.by[2] + top as isize * b_down + left as isize * b_right,
                    ];
                    let (depth, columns) = (DEPTH.min(k - top), WIDTH.min(n - left));
                    let beta = if top == 0 { run.beta } else { Some(F::ONE) };
                    let block = Block { at, depth, columns, beta, packs };
                    // SAFETY: the elements of a block of a product.
                    unsafe { block.multiply(simd, run, packed.spare_capacity_mut()) };
                }
            }
        }
    }
}

/// A block of the right operand, and what is multiplied by it.
struct Block<F> {
    /// The offsets of the first elements of `c`, `a` and `b`.
    at: [isize; 3],
    depth: usize,
    columns: usize,
    beta: Option<F>,
    /// Whether the block is laid out anew.
    packs: bool,
}

impl<F: Registers> Block<F> {
    /// # Safety
    /// The operands of the run have the elements of the block.
    #[inline(always)]
    unsafe fn multiply<S: Simd>(&self, simd: S, run: &TileRun<F>, packed: &mut [MaybeUninit<F>]) {
        let lanes = F::lanes::<S>();
        let vectors = self.columns.div_ceil(lanes);
        // SAFETY: the first element of the block.
        let b = unsafe { run.b.offset(self.at[2]) };
        let panel_width = |left: usize| panel_width::<S>(vectors, left);
        if self.packs {
            // SAFETY: the columns of the block.
            unsafe { pack(simd, b, run.b_strides, self.columns, self.depth, packed) };
        }
        let always = const { many_registers::<S>() };
        let last = self.columns - (vectors - 1) * lanes;
        let (last_mask, all) = (F::first(simd, last), F::first(simd, lanes));
        let mut row = 0;
        while row < run.sizes[0] {
            let rows = height::<S>(run.sizes[0] - row);
            // SAFETY: the first element of a row.
            let a = unsafe { run.a.offset(self.at[1] + row as isize * run.a_strides[0]) };
            let mut left = 0;
            while left < vectors {
                let (wide, column) = (panel_width(left), left * lanes);
                left += wide;
                let partial = left == vectors && last < lanes;
                let mask = if left == vectors { last_mask } else { all };
                let (b, b_down) = match self.packs {
                    true => {
                        (packed[column * self.depth..].as_ptr().cast(), (wide * lanes) as isize)
                    }
                    // SAFETY: a column of the block, whose rows have no gaps.
                    false => (unsafe { b.add(column) }, run.b_strides[0]),
                };
                let offset = self.at[0] + row as isize * run.c_down + column as isize;
                let tile = Tile {
                    rows,
                    depth: self.depth,
                    a,
                    a_strides: run.a_strides,
                    b,
                    b_down,
                    // SAFETY: an element of the product.
                    c: unsafe { run.c.offset(offset) },
                    c_down: run.c_down,
                    alpha: run.alpha,
                    beta: self.beta,
                    mask: (always || partial).then_some(mask),
                };
                // SAFETY: so many rows and columns are left, the last vector masked where they end.
                unsafe { tile.multiply(simd, wide) };
            }
            row += rows;
        }
    }
}

/// How many vectors the panel has that begins after `left` of so many vectors.
#[inline(always)]
fn panel_width<S: Simd>(vectors: usize, left: usize) -> usize {
    match vectors - left {
        // Two and two rather than three and one.
        4 => 2,
        rest => rest.min(const { widest::<S>() }),
    }
}

/// How many elements of a column are moved at once.
const SQUARE: usize = 4;

/// Lays columns out as panels, each as rows without gaps; what fills the last vector is anything.
///
/// # Safety
/// `b` has initialised elements in these columns and in `depth` rows.
#[inline(always)]
unsafe fn pack<F: Registers, S: Simd>(
    simd: S,
    b: *const F,
    [down, right]: [isize; 2],
    columns: usize,
    depth: usize,
    packed: &mut [MaybeUninit<F>],
) {
    let lanes = F::lanes::<S>();
    let vectors = columns.div_ceil(lanes);
    let tail = F::first(simd, columns - (vectors - 1) * lanes);
    // Rows outside of panels: they are read as they lie in memory.
    for i in 0..if right == 1 { depth } else { 0 } {
        let mut left = 0;
        while left < vectors {
            let wide = panel_width::<S>(vectors, left);
            let row = &mut packed[left * lanes * depth + i * wide * lanes..][..wide * lanes];
            for (j, to) in row.chunks_exact_mut(lanes).enumerate() {
                let mask = (left + j + 1 == vectors).then_some(tail);
                // SAFETY: elements of a row.
                let from = unsafe { b.offset(i as isize * down + ((left + j) * lanes) as isize) };
                // SAFETY: a whole vector, or as many elements as the mask selects.
                let vector = unsafe { get::<F, S>(simd, mask, from) };
                // SAFETY: room for a vector.
                unsafe { to.as_mut_ptr().cast::<F::Vector<S>>().write_unaligned(vector) };
            }
            left += wide;
        }
    }
    let mut left = 0;
    while right != 1 && left < vectors {
        let wide = panel_width::<S>(vectors, left);
        let (column, width) = (left * lanes, wide * lanes);
        // SAFETY: a column of the block.
        let b = unsafe { b.offset(column as isize * right) };
        let panel = &mut packed[column * depth..][..width * depth];
        // SAFETY: so many columns of the block.
        unsafe { transpose(b, [down, right], width.min(columns - column), width, panel) };
        left += wide;
    }
}

/// Lays `columns` columns out as rows of `width`, as many as fill `panel`.
///
/// # Safety
/// `b` has initialised elements in these columns and rows.
#[inline(always)]
unsafe fn transpose<F: Registers>(
    b: *const F,
    [down, right]: [isize; 2],
    columns: usize,
    width: usize,
    panel: &mut [MaybeUninit<F>],
) {
    let rows = panel.len() / width;
    assert!(columns <= width);
    let grouped = if down == 1 { rows / SQUARE * SQUARE } else { 0 };
    let whole = columns / SQUARE * SQUARE;
    for j in (0..whole).step_by(SQUARE) {
        // SAFETY: a column.
        let b = unsafe { b.offset(j as isize * right) };
        for i in (0..grouped).step_by(SQUARE) {
            let group: [[F; SQUARE]; SQUARE] = core::array::from_fn(|column| {
                // SAFETY: an element of a column.
                let from = unsafe { b.offset(i as isize + column as isize * right) };
                // SAFETY: four elements of the column.
                unsafe { from.cast::<[F; SQUARE]>().read_unaligned() }
            });
            #[allow(clippy::needless_range_loop)] // A column of the group, which is no slice.
            for row in 0..SQUARE {
                let elements: [F; SQUARE] = core::array::from_fn(|column| group[column][row]);
                // SAFETY: a place in a row.
                let to = unsafe { panel.as_mut_ptr().add((i + row) * width + j) };
                // SAFETY: room for four elements.
                unsafe { to.cast::<[F; SQUARE]>().write_unaligned(elements) };
            }
        }
    }
    for (i, row) in panel.chunks_exact_mut(width).enumerate() {
        let first = if i < grouped { whole } else { 0 };
        for (j, to) in row.iter_mut().enumerate().take(columns).skip(first) {
            // SAFETY: an element of a row and a column.
            let from = unsafe { b.offset(i as isize * down + j as isize * right) };
            // SAFETY: as above.
            to.write(unsafe { *from });
        }
    }
}

//! Products of any numbers, in safe code: elements are cloned, sums are built in their places, and
//! a panicking operation leaves vectors that know what they hold.
//!
//! Each sum is built in the order of the inner axis, starting from zero, so that integers overflow
//! where the sum of an iterator would. Vectors of built-in integers are multiplied here too, by loops
//! simple enough for the compiler to vectorise.

use super::mat_ref::{MatRef, VecRef};
use crate::kernels::dispatch::vectorised;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::mem::replace;
use core::ops::Mul;
use num_traits::Zero;

/// A panel of the right operand: so many rows of so many columns stay in the second-level cache.
const ROWS: usize = 64;
const COLUMNS: usize = 512;
/// How many rows of a panel are added in one pass over a row of the result.
const AT_ONCE: usize = 4;

/// Appends the product `[m, k] x [k, n] -> [m, n]` to `elements`, in row-major order.
pub(super) fn matmul<T>(elements: &mut Vec<T>, a: MatRef<'_, T>, b: MatRef<'_, T>)
where
    T: Clone + Zero + Mul<Output = T>,
{
    let (m, k, n) = (a.rows(), a.columns(), b.columns());
    assert!(k == b.rows());
    if n == 1 {
        return elements.append(&mut matvec(a, b.column(0), |a, b| a.clone() * b.clone()));
    }
    if m == 1 {
        let (b, row) = (b.transposed(), a.row(0));
        return elements.append(&mut matvec(b, row, |b, a| a.clone() * b.clone()));
    }
    let start = elements.len();
    elements.extend((0..m * n).map(|_| T::zero()));
    let c = &mut elements[start..];
    for left in (0..n).step_by(COLUMNS) {
        let width = COLUMNS.min(n - left);
        for top in (0..k).step_by(ROWS) {
            let depth = ROWS.min(k - top);
            let panel = Panel::new(b, top..top + depth, left..left + width);
            vectorised(
                #[inline(always)]
                || {
                    for (i, c) in c.chunks_exact_mut(n).enumerate() {
                        let a = a.row(i).part(top..top + depth);
                        add_rows(&mut c[left..left + width], a, &panel);
                    }
                },
            );
        }
    }
}

/// Rows of the right operand, each without gaps.
struct Panel<'a, T: Clone> {
    elements: Cow<'a, [T]>,
    rows: Vec<&'a [T]>,
    width: usize,
}

impl<'a, T: Clone> Panel<'a, T> {
    /// Borrows the rows where they have no gaps, clones them where they have.
    fn new(
        b: MatRef<'a, T>,
        rows: core::ops::Range<usize>,
        columns: core::ops::Range<usize>,
    ) -> Self {
        let width = columns.len();
        let lines = rows.clone().map(|i| b.row(i).part(columns.clone()).as_slice());
        match lines.collect() {
            Some(rows) => Panel { elements: Cow::Borrowed(&[]), rows, width },
            None => {
                Panel { elements: Cow::Owned(b.copy_of(rows, columns)), rows: Vec::new(), width }
            }
        }
    }

    #[inline(always)]
    fn row(&self, i: usize) -> &[T] {
        match self.rows.get(i) {
            Some(row) => row,
            None => &self.elements[i * self.width..][..self.width],
        }
    }
}

/// Adds the rows of the panel, each times its element of `a`, to a row of the result.
#[inline(always)]
fn add_rows<T>(c: &mut [T], a: VecRef<'_, T>, panel: &Panel<'_, T>)
where
    T: Clone + Zero + Mul<Output = T>,
{
    let len = c.len();
    let whole = a.len() / AT_ONCE * AT_ONCE;
    for i in (0..whole).step_by(AT_ONCE) {
        let [a0, a1, a2, a3]: [&T; AT_ONCE] = core::array::from_fn(|n| a.get(i + n));
        let [b0, b1, b2, b3] = core::array::from_fn(|n| &panel.row(i + n)[..len]);
        for j in 0..len {
            // A panic of the element's arithmetic leaves a zero behind.
            let sum = replace(&mut c[j], T::zero());
            let sum = sum + a0.clone() * b0[j].clone();
            let sum = sum + a1.clone() * b1[j].clone();
            let sum = sum + a2.clone() * b2[j].clone();
            c[j] = sum + a3.clone() * b3[j].clone();
        }
    }
    for i in whole..a.len() {
        let (a, b) = (a.get(i), &panel.row(i)[..len]);
        for j in 0..len {
            let sum = replace(&mut c[j], T::zero());
            c[j] = sum + a.clone() * b[j].clone();
        }
    }
}

/// Multiplies a matrix and a vector; `times` multiplies their elements, in the order of the
/// operands of the user, who may have swapped them.
pub(super) fn matvec<T: Zero>(
    a: MatRef<'_, T>,
    x: VecRef<'_, T>,
    times: impl Fn(&T, &T) -> T,
) -> Vec<T> {
    assert!(a.columns() == x.len());
    if a.has_close_rows() {
        return (0..a.rows()).map(|i| dot(a.row(i), x, &times)).collect();
    }
    let mut y: Vec<T> = (0..a.rows()).map(|_| T::zero()).collect();
    for j in 0..a.columns() {
        let (column, x) = (a.column(j), x.get(j));
        let add = |y: &mut T, a: &T| {
            let sum = replace(y, T::zero());
            *y = sum + times(a, x);
        };
        vectorised(
            #[inline(always)]
            || match column.as_slice() {
                Some(column) => y.iter_mut().zip(column).for_each(|(y, a)| add(y, a)),
                None => y.iter_mut().zip(column.iter()).for_each(|(y, a)| add(y, a)),
            },
        );
    }
    y
}

/// Sums the products of two lines' elements.
pub(super) fn dot<T: Zero>(a: VecRef<'_, T>, b: VecRef<'_, T>, times: &impl Fn(&T, &T) -> T) -> T {
    assert!(a.len() == b.len());
    vectorised(
        #[inline(always)]
        || match (a.as_slice(), b.as_slice()) {
            (Some(a), Some(b)) => a.iter().zip(b).fold(T::zero(), |sum, (a, b)| sum + times(a, b)),
            _ => a.iter().zip(b.iter()).fold(T::zero(), |sum, (a, b)| sum + times(a, b)),
        },
    )
}

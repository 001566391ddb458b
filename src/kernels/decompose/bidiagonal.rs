//! Singular values of bidiagonal matrices and eigenvalues of tridiagonal ones, without vectors.
//!
//! The dqds algorithm: Fernando and Parlett (1994), "Accurate singular values and differential qd algorithms";
//! shifts and deflation after Parlett and Marques (2000), "An implementation of the dqds algorithm (positive
//! case)". A step has one division, a step of the QR algorithm two divisions and two square roots. All is done
//! in `f64`.

use alloc::vec;
use alloc::vec::Vec;

/// How many sweeps there may be for a value, on average.
const SWEEPS: usize = 60;
/// An off-diagonal element that is so much smaller than its neighbours counts as zero: squared.
const NEGLIGIBLE: f64 = 100.0 * f64::EPSILON * f64::EPSILON;

/// Memory for matrices of one size.
pub(super) struct Values {
    /// The squares of the diagonal and of the elements beside it, or what the algorithm makes of them.
    q: Vec<f64>,
    e: Vec<f64>,
    next_q: Vec<f64>,
    next_e: Vec<f64>,
    /// Blocks that are left: their first index and what was subtracted from them.
    blocks: Vec<(usize, Sum)>,
}

/// A sum of shifts with its rounding error.
#[derive(Clone, Copy)]
struct Sum(f64, f64);

impl Sum {
    fn plus(self, x: f64) -> Self {
        let rest = x + self.1;
        let sum = self.0 + rest;
        Sum(sum, rest - (sum - self.0))
    }

    fn value(self, x: f64) -> f64 {
        self.0 + (x + self.1)
    }
}

/// The pivots of a sweep: the last one, the one before, the least of the others.
#[derive(Clone, Copy)]
struct Pivots {
    others: f64,
    before: f64,
    last: f64,
}

impl Values {
    pub(super) fn new(n: usize) -> Self {
        let zeros = || vec![0.0; n];
        let (q, e, next_q, next_e) = (zeros(), zeros(), zeros(), zeros());
        Values { q, e, next_q, next_e, blocks: Vec::new() }
    }

    /// Replaces the diagonal of an upper bidiagonal matrix by its singular values, from the largest to the
    /// smallest one; `None` if the sweeps do not converge. `beside[i]` is right of `diagonal[i]`.
    pub(super) fn singular(&mut self, diagonal: &mut [f64], beside: &[f64]) -> Option<()> {
        let n = diagonal.len();
        let beside = &beside[..n - 1];
        let largest = diagonal.iter().chain(beside).fold(0.0_f64, |max, x| max.max(x.abs()));
        if largest == 0.0 {
            diagonal.fill(0.0);
            return Some(());
        }
        // The squares use the whole range of exponents.
        let scale = 2.0_f64.powi(500) / largest;
        let square = |x: &f64| (x * scale) * (x * scale);
        for (q, x) in self.q.iter_mut().zip(&*diagonal) {
            *q = square(x);
        }
        for (e, x) in self.e.iter_mut().zip(beside) {
            *e = square(x);
        }
        self.sweeps(0, n)?;
        for (x, q) in diagonal.iter_mut().zip(&self.q) {
            *x = q.sqrt() / scale;
        }
        diagonal.sort_unstable_by(|a, b| b.total_cmp(a));
        Some(())
    }

    /// Replaces the diagonal of a symmetric tridiagonal matrix by its eigenvalues, from the smallest to the
    /// largest one; `None` if the sweeps do not converge. `beside[i]` is beside `diagonal[i]`.
    pub(super) fn eigen(&mut self, diagonal: &mut [f64], beside: &[f64]) -> Option<()> {
        let n = diagonal.len();
        let beside = &beside[..n - 1];
        let mut start = 0;
        while start < n {
            let is_small = |i: usize| {
                let neighbours = diagonal[i].abs() + diagonal[i + 1].abs();
                beside[i].abs() <= 0.5 * f64::EPSILON * neighbours
            };
            let end = (start..n - 1).find(|&i| is_small(i)).map_or(n, |i| i + 1);
            if end - start > 1 {
                self.definite(&mut diagonal[start..end], &beside[start..end - 1])?;
            }
            start = end;
        }
        diagonal.sort_unstable_by(f64::total_cmp);
        Some(())
    }

    /// Replaces the diagonal of an unreduced block by its eigenvalues: those of the positive definite matrix that
    /// is left when a lower bound of them is subtracted.
    fn definite(&mut self, diagonal: &mut [f64], beside: &[f64]) -> Option<()> {
        let n = diagonal.len();
        let (mut least, mut size) = (f64::INFINITY, 0.0_f64);
        for (i, &x) in diagonal.iter().enumerate() {
            let left = if i > 0 { beside[i - 1].abs() } else { 0.0 };
            let right = beside.get(i).map_or(0.0, |x| x.abs());
            least = least.min(x - left - right);
            size = size.max(x.abs() + left + right);
        }
        least -= 4.0 * f64::EPSILON * size * n as f64;
        let mut e = 0.0;
        for (i, &x) in diagonal.iter().enumerate() {
            self.q[i] = x - least - e;
            if let Some(&beside) = beside.get(i) {
                e = beside * (beside / self.q[i]);
                self.e[i] = e;
            }
        }
        self.sweeps(0, n)?;
        for (x, q) in diagonal.iter_mut().zip(&self.q) {
            *x = q + least;
        }
        Some(())
    }

    /// Replaces `q` from `start` to `end` by the eigenvalues, in any order.
    fn sweeps(&mut self, start: usize, end: usize) -> Option<()> {
        let mut end = end;
        self.blocks.clear();
        self.blocks.push((start, Sum(0.0, 0.0)));
        let mut left = SWEEPS * (end - start);
        while let Some((start, mut sum)) = self.blocks.pop() {
            let mut shift = 0.0;
            let mut is_new = true;
            while end > start {
                let n = end - start;
                let (q, e) = (&mut self.q[start..end], &mut self.e[start..end]);
                if is_new && n > 1 {
                    let is_small = |i: &usize| e[*i] <= NEGLIGIBLE * (sum.0 + q[*i].min(q[i + 1]));
                    if let Some(at) = (0..n - 1).rev().find(is_small) {
                        self.blocks.push((start, sum));
                        self.blocks.push((start + at + 1, sum));
                        break;
                    }
                    // The smaller ones are found first, at the end.
                    if 1.5 * q[0] < q[n - 1] {
                        q.reverse();
                        e[..n - 1].reverse();
                    }
                }
                if n <= 2 {
                    if n == 2 {
                        [q[0], q[1]] = pair(q[0], e[0], q[1]);
                    }
                    q.iter_mut().for_each(|q| *q = sum.value(*q));
                    end = start;
                    break;
                }
                left = left.checked_sub(1)?;
                let (next_q, next_e) = (&mut self.next_q[..n], &mut self.next_e[..n]);
                let pivots = shifted(q, e, next_q, next_e, &mut shift)?;
                q.copy_from_slice(next_q);
                e[..n - 1].copy_from_slice(&next_e[..n - 1]);
                sum = sum.plus(shift);
                let last = n - 1;
                let is_small =
                    |i: usize| e[i] <= NEGLIGIBLE * (sum.0 + q[i + 1]) || e[i] <= NEGLIGIBLE * q[i];
                let [one, two] = [is_small(last - 1), is_small(last - 2)];
                let Pivots { others, before, last: pivot } = pivots;
                if one {
                    q[last] = sum.value(q[last]);
                    end -= 1;
                    is_new = true;
                    shift = next_shift(&q[..last], e, before, others);
                } else if two {
                    let two = pair(q[last - 1], e[last - 1], q[last]);
                    [q[last - 1], q[last]] = two.map(|q| sum.value(q));
                    end -= 2;
                    is_new = true;
                    shift = 0.25 * others;
                } else {
                    is_new = left.is_multiple_of(4);
                    shift = next_shift(q, e, pivot, others.min(before));
                }
            }
        }
        Some(())
    }
}

/// Makes a sweep by the shift, or by a smaller one if this is larger than the least eigenvalue.
fn shifted(
    q: &[f64],
    e: &[f64],
    next_q: &mut [f64],
    next_e: &mut [f64],
    shift: &mut f64,
) -> Option<Pivots> {
    for attempt in 0..4 {
        let pivots = sweep(q, e, next_q, next_e, *shift);
        let least = pivots.others.min(pivots.before);
        if least >= 0.0 && pivots.last >= 0.0 {
            return Some(pivots);
        }
        *shift = match attempt {
            // Only the last pivot is negative: the sum is a lower bound.
            0 if least >= 0.0 => (*shift + pivots.last) * (1.0 - 2.0 * f64::EPSILON),
            0 | 1 => *shift / 4.0,
            _ => 0.0,
        };
        *shift = shift.max(0.0);
    }
    None
}

fn sweep(q: &[f64], e: &[f64], next_q: &mut [f64], next_e: &mut [f64], shift: f64) -> Pivots {
    let n = q.len();
    let (e, next_q, next_e) = (&e[..n], &mut next_q[..n], &mut next_e[..n]);
    let (mut others, mut before, mut pivot) = (f64::INFINITY, f64::INFINITY, q[0] - shift);
    for i in 0..n - 1 {
        others = if before < others { before } else { others };
        before = pivot;
        let sum = pivot + e[i];
        let ratio = q[i + 1] / sum;
        next_q[i] = sum;
        next_e[i] = e[i] * ratio;
        pivot = pivot * ratio - shift;
    }
    next_q[n - 1] = pivot;
    Pivots { others, before, last: pivot }
}

/// A guess of a lower bound of the least eigenvalue, given the last pivot and the least one of the others.
///
/// The vector of the last pivot is nearly an eigenvector if the squares of its other elements have a small sum;
/// what is left of the matrix times it bounds the distance to an eigenvalue, and better so if the next one is
/// far.
fn next_shift(q: &[f64], e: &[f64], last: f64, others: f64) -> f64 {
    if last > others {
        return others / 3.0;
    }
    let (mut sum, mut square) = (0.0, 1.0);
    for i in (0..q.len() - 1).rev() {
        square *= e[i] / q[i];
        sum += square;
        if square < 0.01 * sum || sum > 0.6 {
            break;
        }
    }
    // A tenth for the elements that were left out.
    sum *= 1.05;
    let value = last / (1.0 + sum);
    let mut bound = 0.25 * last;
    if sum < 0.6 {
        bound = bound.max(value * (1.0 - sum.sqrt()));
    }
    let gap = 0.5 * others - value;
    if gap > sum.sqrt() * value {
        bound = bound.max(value * (1.0 - 1.01 * value * sum / gap));
    }
    bound
}

/// The eigenvalues of a matrix of two rows, the larger one first: the roots of `x^2 - (a + b + c) x + a c`.
fn pair(a: f64, b: f64, c: f64) -> [f64; 2] {
    let (a, c) = if c > a { (c, a) } else { (a, c) };
    if b == 0.0 {
        return [a, c];
    }
    let half = 0.5 * ((a - c) + b);
    // The larger root is `a + b` and a bit, without cancellation and overflow.
    let root = half * (1.0 + (c / half) * (b / half)).sqrt();
    let more = c * (b / (half + root));
    let larger = a + (b + more);
    [larger, c * (a / larger)]
}

//! Singular values of bidiagonal matrices, without singular vectors.
//!
//! The dqds algorithm (Fernando and Parlett, Accurate singular values and differential qd algorithms, 1994): it makes of the
//! squares of the elements those of a matrix whose squared singular values are less by a shift. faer 0.24 rotates, which
//! singular vectors need: with it, `svdvals` took 1.4 to 2.2 times numpy's time. Row: `svdvals 100`.

use super::number::{FaerFloat, exponent_of, power_of_two, real};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use num_traits::{Float, Zero};

/// Passes for each singular value, after which there is no convergence; it takes two or three.
const PASSES: usize = 30;

/// Overwrites a diagonal by the singular values in descending order; `beside` is above it. Returns whether all were found.
pub(super) fn singular_values<P: FaerFloat>(diagonal: &mut [P], beside: &[P]) -> bool {
    let mut first = 0;
    while first < diagonal.len() {
        // Blocks without an element between them have scales of their own.
        let last = (first..beside.len()).find(|&i| beside[i] == <P as Zero>::zero());
        let last = last.unwrap_or(beside.len());
        if !singular_values_of_block(&mut diagonal[first..=last], &beside[first..last]) {
            return false;
        }
        first = last + 1;
    }
    diagonal.sort_unstable_by(|a, b| b.partial_cmp(a).expect("finite singular values"));
    true
}

/// The same of a block, in any order.
fn singular_values_of_block<P: FaerFloat>(diagonal: &mut [P], beside: &[P]) -> bool {
    if let [only] = diagonal {
        *only = Float::abs(*only);
        return true;
    }
    // Squares must not overflow, and those that underflow must not matter.
    let exponent = exponent_of(diagonal.iter().chain(beside));
    let (down, up) = (power_of_two::<P>(-exponent), power_of_two::<P>(exponent));
    let squares =
        |elements: &[P]| -> Vec<P> { elements.iter().map(|&x| (x * down) * (x * down)).collect() };
    let mut squares = Squares { q: squares(diagonal), e: squares(beside) };
    let Some(found) = squares.reduce() else { return false };
    for (value, found) in diagonal.iter_mut().zip(found) {
        *value = Float::sqrt(found) * up;
    }
    true
}

/// The squares of the elements of the diagonal, and of those beside it.
struct Squares<P> {
    q: Vec<P>,
    e: Vec<P>,
}

/// A sum and what rounding has taken from it.
#[derive(Clone, Copy)]
struct Shifts<P> {
    sum: P,
    rest: P,
}

impl<P: FaerFloat> Shifts<P> {
    fn add(&mut self, shift: P) {
        let (sum, shift) = (self.sum, shift + self.rest);
        self.sum = sum + shift;
        // Exact: Knuth's sum of two numbers.
        let part = self.sum - sum;
        self.rest = (sum - (self.sum - part)) + (shift - part);
    }
}

impl<P: FaerFloat> Squares<P> {
    /// The squares of the singular values; `None` if too many passes would be needed.
    fn reduce(&mut self) -> Option<Vec<P>> {
        let (zero, quarter) = (<P as Zero>::zero(), real::<P>(0.25));
        let n = self.q.len();
        let mut next = Squares { q: vec![zero; n], e: vec![zero; n - 1] };
        let (mut found, mut passes) = (Vec::with_capacity(n), PASSES * n);
        // The rows that are left, from the last ones on: parts with the shifts of each.
        let (mut left, mut end) = (vec![(0, Shifts { sum: zero, rest: zero })], n);
        while let Some((start, mut shifts)) = left.pop() {
            let (mut start, mut smallest, mut share) = (start, zero, quarter);
            while start < end {
                if let Some(i) = self.last_negligible(start..end, shifts.sum) {
                    left.push((start, shifts));
                    (start, smallest) = (i + 1, zero);
                }
                if start + 1 == end {
                    found.push(shifts.sum + (self.q[start] + shifts.rest));
                    end = start;
                    break;
                }
                // The smaller elements last.
                if self.q[start] * real::<P>(1.5) < self.q[end - 1] {
                    self.q[start..end].reverse();
                    self.e[start..end - 1].reverse();
                }
                passes = passes.checked_sub(1)?;
                // The smallest number was found before the last row: the guess is a share of it, which grows while it is less.
                let elsewhere = smallest > zero && smallest < self.q[end - 1];
                let guess = match elsewhere {
                    true => share * smallest,
                    false => self.shift(start..end, smallest),
                };
                // It may still be too much; without a shift, a pass always succeeds.
                let mut pass = |shift| Some((shift, self.pass(&mut next, start..end, shift)?));
                let shift;
                (shift, smallest) =
                    [guess, guess * quarter, zero].into_iter().find_map(&mut pass)?;
                share = match elsewhere {
                    false => quarter,
                    true if shift == guess => share + (real::<P>(1.0) - share) / real::<P>(3.0),
                    true => share * quarter + real::<P>(0.05),
                };
                shifts.add(shift);
                self.q[start..end].copy_from_slice(&next.q[start..end]);
                self.e[start..end - 1].copy_from_slice(&next.e[start..end - 1]);
            }
        }
        Some(found)
    }

    /// The last of some rows whose element beside the diagonal is negligible.
    fn last_negligible(&self, rows: Range<usize>, shifts: P) -> Option<usize> {
        let epsilon = <P as Float>::epsilon();
        let (bound, least) = (epsilon * epsilon, <P as Float>::min_positive_value());
        (rows.start..rows.end - 1)
            .rev()
            .find(|&i| self.e[i] <= Float::max(bound * (shifts + self.q[i]), least))
    }

    /// A shift that is close to the smallest square and mostly less: `smallest` is a bound of it, or zero.
    ///
    /// For a vector `y` of last element 1, whose image is in the direction of the last row, the Rayleigh quotient is
    /// `q / (1 + x)`, where `q` is the last square and `1 + x` that of the length of `y`. The residual is `q sqrt(x) / (1 + x)`,
    /// so that there is an eigenvalue in this distance. Far from the others, it is closer by the ratio to the gap.
    fn shift(&self, rows: Range<usize>, smallest: P) -> P {
        let (q, e, end) = (&self.q, &self.e, rows.end);
        let (last, zero) = (q[end - 1], <P as Zero>::zero());
        let (mut x, mut product) = (zero, real::<P>(1.0));
        for i in (rows.start..end - 1).rev() {
            product *= e[i] / q[i];
            x += product;
            if x > real::<P>(0.5) || product < real::<P>(0.01) * x {
                break;
            }
        }
        x = real::<P>(1.05) * x;
        let mut shift = real::<P>(0.25) * smallest;
        if x < real::<P>(0.5) {
            let by_residual = last * (real::<P>(1.0) - Float::sqrt(x)) / (real::<P>(1.0) + x);
            shift = Float::max(shift, by_residual);
        }
        let above = end.checked_sub(3).filter(|&i| i >= rows.start);
        let above = above.map_or(zero, |i| Float::sqrt(q[i + 1] * e[i]));
        let (gap, coupling) = (q[end - 2] + e[end - 2] - last - above, last * e[end - 2]);
        if gap > zero && gap * gap > coupling {
            shift = Float::max(shift, last - coupling / gap);
        }
        shift
    }

    /// Writes the squares for singular values whose squares are less by the shift, and returns a bound of the smallest one;
    /// `None` if one would be negative.
    fn pass(&self, next: &mut Self, rows: Range<usize>, shift: P) -> Option<P> {
        let end = rows.end - 1;
        let (q, e) = (&self.q[rows.start..=end], &self.e[rows.start..end]);
        let (next_q, next_e) = (&mut next.q[rows.start..=end], &mut next.e[rows.start..end]);
        let mut d = q[0] - shift;
        let mut smallest = d;
        for (i, &e) in e.iter().enumerate() {
            next_q[i] = d + e;
            let ratio = q[i + 1] / next_q[i];
            next_e[i] = e * ratio;
            d = d * ratio - shift;
            smallest = if d < smallest { d } else { smallest };
        }
        next_q[e.len()] = d;
        // The last one is NaN after any other that is.
        (smallest >= <P as Zero>::zero() && d >= <P as Zero>::zero()).then_some(smallest)
    }
}

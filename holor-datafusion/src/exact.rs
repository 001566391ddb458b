//! Exact sums of numbers and of their squares.
//!
//! A sum is a long integer times a power of two (Kulisch and Miranker 1986, "The arithmetic of the digital
//! computer: a new approach"), with digits of 32 bits in `i64`s, so that carries wait: a number goes to the
//! digits that its exponent names (Neal 2015, "Fast exact summation using small and large superaccumulators").
//! So sums do not depend on their order. One is rounded at the end, after the mean or the variance was made of
//! them as a ratio of integers.

use num_bigint::BigInt;
use num_rational::Ratio;
use num_traits::{One, ToPrimitive, Zero};

/// Numbers that may be added before carries are moved: each adds less than 2^33 to a digit.
const MOST: u32 = 1 << 29;
const BITS: i32 = 32;

/// A number that is an integer times a power of two, or none.
pub(crate) trait Exact: Copy {
    /// Whether it is negative, and its absolute value as an integer times a power of two. An infinity or NaN
    /// comes back as it is.
    fn parts(self) -> Result<(bool, u64, i32), f64>;
}

impl Exact for f64 {
    fn parts(self) -> Result<(bool, u64, i32), f64> {
        if !self.is_finite() {
            return Err(self);
        }
        let bits = self.to_bits();
        let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
        Ok(match exponent {
            0 => (self.is_sign_negative(), fraction, -1074),
            _ => (self.is_sign_negative(), fraction | 1 << 52, exponent - 1075),
        })
    }
}

impl Exact for f32 {
    fn parts(self) -> Result<(bool, u64, i32), f64> {
        f64::from(self).parts()
    }
}

macro_rules! integers {
    ($($T:ty)+) => { $(
        impl Exact for $T {
            fn parts(self) -> Result<(bool, u64, i32), f64> {
                #[allow(unused_comparisons)]
                Ok((self < 0, i128::from(self).unsigned_abs() as u64, 0))
            }
        }
    )+ };
}

integers! { i8 i16 i32 i64 u8 u16 u32 u64 }

/// One sum for each of `len` elements.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sums {
    len: usize,
    /// The power of 2^32 of the first row of digits.
    lowest: i32,
    /// Rows of digits, the least first; each has one digit of each sum.
    digits: Vec<Vec<i64>>,
    /// How many numbers were added to a sum at most since carries were moved.
    pending: u32,
    /// The sums of infinities and NaN: 0 where there were none.
    special: Vec<f64>,
}

impl Sums {
    pub(crate) fn new(len: usize) -> Self {
        Sums { len, lowest: 0, digits: Vec::new(), pending: 0, special: vec![0.0; len] }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The bytes that the sums take.
    pub(crate) fn size(&self) -> usize {
        (self.digits.len() + 1) * self.len * 8
    }

    /// Makes room for the rows of digits from `first` to `last`.
    fn reach(&mut self, first: i32, last: i32) {
        if self.digits.is_empty() {
            self.lowest = first;
        }
        while first < self.lowest {
            self.digits.insert(0, vec![0; self.len]);
            self.lowest -= 1;
        }
        while last >= self.lowest + self.digits.len() as i32 {
            self.digits.push(vec![0; self.len]);
        }
    }

    /// Adds a number to each sum. All are of one row of a column.
    pub(crate) fn add<T: Exact>(&mut self, row: &[T]) {
        self.add_parts(row, |magnitude, exponent| (u128::from(magnitude), exponent), false);
    }

    /// Adds the square of a number to each sum.
    pub(crate) fn add_squares<T: Exact>(&mut self, row: &[T]) {
        let square = |magnitude| u128::from(magnitude) * u128::from(magnitude);
        self.add_parts(row, |magnitude, exponent| (square(magnitude), 2 * exponent), true);
    }

    fn add_parts<T: Exact>(
        &mut self,
        row: &[T],
        of: impl Fn(u64, i32) -> (u128, i32),
        positive: bool,
    ) {
        assert!(row.len() == self.len);
        self.carry_if(self.pending + 1 >= MOST);
        self.pending += 1;
        for (i, x) in row.iter().enumerate() {
            let (negative, magnitude, exponent) = match x.parts() {
                Ok(parts) => parts,
                Err(special) => {
                    self.special[i] += if positive { special.abs() } else { special };
                    continue;
                }
            };
            let (mut rest, exponent) = of(magnitude, exponent);
            if rest == 0 {
                continue;
            }
            let (mut at, shift) = (exponent.div_euclid(BITS), exponent.rem_euclid(BITS));
            self.reach(at, at + 4);
            let sign = if negative && !positive { -1 } else { 1 };
            while rest > 0 {
                let piece = u64::from(rest as u32) << shift;
                let row = (at - self.lowest) as usize;
                self.digits[row][i] += sign * i64::from(piece as u32);
                self.digits[row + 1][i] += sign * (piece >> BITS) as i64;
                rest >>= BITS;
                at += 1;
            }
        }
    }

    /// Moves what is more than a digit to the next one, if so.
    fn carry_if(&mut self, so: bool) {
        if !so || self.digits.is_empty() {
            return;
        }
        let top = self.digits.len() - 1;
        if self.digits[top].iter().any(|digit| digit.unsigned_abs() >> (BITS - 1) > 0) {
            self.digits.push(vec![0; self.len]);
        }
        for row in 0..self.digits.len() - 1 {
            for i in 0..self.len {
                let carry = self.digits[row][i] >> BITS;
                self.digits[row][i] -= carry << BITS;
                self.digits[row + 1][i] += carry;
            }
        }
        self.pending = 1;
    }

    /// Adds other sums, element by element.
    pub(crate) fn merge(&mut self, mut other: Sums) {
        assert!(self.len == other.len);
        self.carry_if(true);
        other.carry_if(true);
        if !other.digits.is_empty() {
            self.reach(other.lowest, other.lowest + other.digits.len() as i32 - 1);
            for (n, row) in other.digits.iter().enumerate() {
                let at = (other.lowest - self.lowest) as usize + n;
                self.digits[at].iter_mut().zip(row).for_each(|(to, from)| *to += from);
            }
        }
        self.pending = 2;
        self.special.iter_mut().zip(&other.special).for_each(|(to, from)| *to += from);
    }

    /// A sum as an integer times a power of two.
    fn ratio(&self, i: usize) -> Ratio<BigInt> {
        let zero = BigInt::zero();
        let sum = self.digits.iter().rev().fold(zero, |sum, row| (sum << BITS) + row[i]);
        let exponent = self.lowest * BITS;
        let power = BigInt::one() << exponent.unsigned_abs();
        if exponent < 0 { Ratio::new(sum, power) } else { Ratio::from_integer(sum * power) }
    }

    /// The sums as bytes, for another machine.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut this = self.clone();
        this.carry_if(true);
        let mut bytes = Vec::with_capacity(this.size() + 16);
        bytes.extend((this.len as u64).to_le_bytes());
        bytes.extend(this.lowest.to_le_bytes());
        bytes.extend((this.digits.len() as u32).to_le_bytes());
        this.special.iter().for_each(|x| bytes.extend(x.to_le_bytes()));
        this.digits.iter().flatten().for_each(|x| bytes.extend(x.to_le_bytes()));
        bytes
    }

    /// What [`to_bytes`](Self::to_bytes) wrote; `None` if something else did.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (len, rest) = bytes.split_first_chunk()?;
        let (lowest, rest) = rest.split_first_chunk()?;
        let (count, rest) = rest.split_first_chunk()?;
        let (len, count) = (u64::from_le_bytes(*len) as usize, u32::from_le_bytes(*count) as usize);
        let (words, []) = rest.as_chunks::<8>() else { return None };
        if words.len() != len.checked_mul(count + 1)? {
            return None;
        }
        let (special, digits) = words.split_at(len);
        let special = special.iter().map(|word| f64::from_le_bytes(*word)).collect();
        let digits = match len {
            0 => Vec::new(),
            _ => digits
                .chunks(len)
                .map(|row| row.iter().map(|word| i64::from_le_bytes(*word)).collect())
                .collect(),
        };
        Some(Sums { len, lowest: i32::from_le_bytes(*lowest), digits, pending: 1, special })
    }
}

/// The means of so many numbers, each rounded once.
pub(crate) fn means(sums: &Sums, count: u64) -> Vec<f64> {
    let count = BigInt::from(count);
    (0..sums.len)
        .map(|i| match sums.special[i] {
            0.0 => (sums.ratio(i) / &count).to_f64().expect("a ratio is a number"),
            special => special,
        })
        .collect()
}

/// The variances of so many numbers (the mean of the squares of their distances from the mean), each rounded once.
pub(crate) fn variances(sums: &Sums, squares: &Sums, count: u64) -> Vec<f64> {
    let count = Ratio::from_integer(BigInt::from(count));
    (0..sums.len)
        .map(|i| {
            if sums.special[i] != 0.0 || squares.special[i] != 0.0 {
                return f64::NAN;
            }
            let mean = sums.ratio(i) / &count;
            (squares.ratio(i) / &count - &mean * &mean).to_f64().expect("a ratio is a number")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums_of(rows: &[f64]) -> (Sums, Sums) {
        let (mut sums, mut squares) = (Sums::new(1), Sums::new(1));
        for x in rows {
            sums.add(&[*x]);
            squares.add_squares(&[*x]);
        }
        (sums, squares)
    }

    fn of(rows: &[f64]) -> (f64, f64) {
        let (sums, squares) = sums_of(rows);
        (means(&sums, rows.len() as u64)[0], variances(&sums, &squares, rows.len() as u64)[0])
    }

    #[test]
    fn what_floats_lose_is_kept() {
        assert_eq!(of(&[1e300, 1.0, -1e300]).0, 1.0 / 3.0);
        assert_eq!(of(&[f64::MAX, f64::MAX, -f64::MAX, -f64::MAX]).0, 0.0);
        assert_eq!(of(&[5e-324, 5e-324]), (5e-324, 0.0));
        assert_eq!(of(&[1e16 + 2.0, 1e16, 1e16 - 2.0]), (1e16, 8.0 / 3.0));
        assert_eq!(of(&[f64::MAX, -f64::MAX]).1, f64::INFINITY);
        assert_eq!(of(&[-1.0, -2.0]), (-1.5, 0.25));
        assert_eq!(of(&[0.0, -0.0]), (0.0, 0.0));
    }

    #[test]
    fn infinities_and_nan_go_their_way() {
        let mean = |rows: &[f64]| of(rows).0;
        assert_eq!(mean(&[1.0, f64::INFINITY]), f64::INFINITY);
        assert_eq!(mean(&[f64::NEG_INFINITY, 1.0]), f64::NEG_INFINITY);
        assert!(
            mean(&[f64::NEG_INFINITY, f64::INFINITY]).is_nan() && mean(&[f64::NAN, 1.0]).is_nan()
        );
        assert!(of(&[1.0, f64::INFINITY]).1.is_nan());
    }

    #[test]
    fn parts_in_any_order_give_the_same_bits() {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            f64::from_bits(state & !(1 << 62))
        };
        let rows: Vec<f64> = (0..1000).map(|_| next()).filter(|x| x.is_finite()).collect();
        let whole = of(&rows);
        for cut in [1, 7, 500, rows.len() - 1] {
            let (left, right) = rows.split_at(cut);
            let (mut sums, mut squares) = sums_of(right);
            let (of_left, squares_of_left) = sums_of(left);
            let travelled = |sums: Sums| Sums::from_bytes(&sums.to_bytes()).unwrap();
            sums.merge(travelled(of_left));
            squares.merge(travelled(squares_of_left));
            let count = rows.len() as u64;
            let found = (means(&sums, count)[0], variances(&sums, &squares, count)[0]);
            assert_eq!(
                (found.0.to_bits(), found.1.to_bits()),
                (whole.0.to_bits(), whole.1.to_bits())
            );
        }
    }

    #[test]
    fn integers_of_64_bits_are_exact() {
        let mut sums = Sums::new(2);
        let mut squares = Sums::new(2);
        for row in [[i64::MIN, 3], [i64::MAX, 5]] {
            sums.add(&row);
            squares.add_squares(&row);
        }
        assert_eq!(means(&sums, 2), [-0.5, 4.0]);
        // ((2^64 - 1) / 2)^2
        assert_eq!(variances(&sums, &squares, 2), [2f64.powi(126), 1.0]);
    }

    #[test]
    fn bytes_of_others_are_refused() {
        let bytes = sums_of(&[1.0, 2.5]).0.to_bytes();
        assert!((0..bytes.len()).all(|len| Sums::from_bytes(&bytes[..len]).is_none()));
        assert!(Sums::from_bytes(&[255; 32]).is_none());
        assert_eq!(Sums::from_bytes(&Sums::new(0).to_bytes()).unwrap().len, 0);
    }
}

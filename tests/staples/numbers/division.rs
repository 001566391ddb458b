//! Integers divided by a scalar are those divided one by one.

use crate::disguise::disguises;
use holor::num_traits::PrimInt;
use holor::prelude::*;
use std::fmt::Debug;
use std::ops::{Div, Rem};

/// Each dividend by each divisor but zero, where std does not overflow.
fn check<T>(dividends: &[T], divisors: &[T])
where
    T: PrimInt + Debug + Div<Output = T> + Rem<Output = T> + 'static,
{
    for &d in divisors.iter().filter(|d| !d.is_zero()) {
        let fits: Vec<T> =
            dividends.iter().copied().filter(|x| x.checked_div(&d).is_some()).collect();
        let x = Tensor::from_vec(fits.clone(), [fits.len()]).unwrap();
        let (quotients, rests) = (&x / d, &x % d);
        let (floors, remainders) = (x.floor_divide(d), x.remainder(d));
        for (i, &x) in fits.iter().enumerate() {
            let (quotient, rest) = (x / d, x % d);
            assert_eq!((quotients[[i]], rests[[i]]), (quotient, rest), "{x:?} by {d:?}");
            let is_up = !rest.is_zero() && (rest < T::zero()) != (d < T::zero());
            let floor = if is_up { quotient - T::one() } else { quotient };
            let remainder = if is_up { rest + d } else { rest };
            assert_eq!((floors[[i]], remainders[[i]]), (floor, remainder), "{x:?} by {d:?}");
        }
    }
}

/// Numbers around all powers of two, and others.
fn wide<T: PrimInt>() -> Vec<T> {
    let mut numbers = vec![T::min_value(), T::max_value(), T::zero()];
    let mut power = T::one();
    let mut other = T::one();
    for _ in 0..8 * size_of::<T>() {
        let others = [power - T::one(), power, power + T::one(), other, T::max_value() / power];
        numbers.extend(others);
        numbers.extend(others.map(|x| T::zero().checked_sub(&x).unwrap_or(!x)));
        let Some(next) = power.checked_mul(&(T::one() + T::one())) else { break };
        power = next;
        other = other.rotate_left(3) ^ power ^ T::from(85).unwrap();
    }
    numbers
}

#[test]
fn narrow_integers_all_of_them() {
    let all: Vec<u8> = (0..=u8::MAX).collect();
    check(&all, &all);
    let all: Vec<i8> = (i8::MIN..=i8::MAX).collect();
    check(&all, &all);
}

#[test]
fn wide_integers_around_powers_of_two() {
    macro_rules! check_types {
        ($($T:ty)+) => { $( check(&wide::<$T>(), &wide::<$T>()); )+ };
    }
    check_types!(u16 i16 u32 i32 u64 i64 usize isize u128 i128);
}

#[test]
fn views_and_empty_tensors() {
    let x = Tensor::from_fn([5, 7], |[i, j]| i as i64 * 13 - j as i64 * 29);
    for (name, x) in disguises(&x) {
        let each = |f: fn(i64) -> i64| x.map(|&x| f(x));
        assert_eq!(&x / 6, each(|x| x / 6), "{name}");
        assert_eq!(&x % 6, each(|x| x % 6), "{name}");
        assert_eq!(x.floor_divide(6), each(|x| x.div_euclid(6)), "{name}");
        assert_eq!(x.remainder(6), each(|x| x.rem_euclid(6)), "{name}");
    }
    assert_eq!((Tensor::<u16, 2>::zeros([0, 3]) / 3).shape(), [0, 3]);
    assert_eq!(Tensor::<u16, 2>::zeros([0, 3]).floor_divide(3).shape(), [0, 3]);
}

#[test]
#[should_panic(expected = "attempt to divide by zero")]
fn zero_is_no_divisor() {
    drop(tensor![1, 2].floor_divide(0));
}

//! Element types of all kinds, exact texts of errors, panics in user code, precision.

use crate::fuse::{Counted, burn, panics_at, panics_everywhere};
use holor::Mean;
use holor::prelude::*;
use num_complex::Complex;
use num_traits::Zero;
use std::ops::Add;
use std::panic::{AssertUnwindSafe, catch_unwind};

fn text(f: impl FnOnce()) -> String {
    let payload = catch_unwind(AssertUnwindSafe(f)).unwrap_err();
    let text = payload.downcast_ref::<String>().cloned();
    text.unwrap_or_else(|| payload.downcast_ref::<&str>().unwrap().to_string())
}

#[test]
fn texts_of_errors() {
    let x = Tensor::<i32, 2>::zeros([2, 0]);
    assert_eq!(text(|| drop(x.max(Axis::<1>))), "max: [2, 0]: axis 1 is empty");
    assert_eq!(text(|| drop(x.min(All))), "min: [2, 0]: axis 1 is empty");
    assert_eq!(text(|| drop(x.argmax(Last))), "argmax: [2, 0]: axis 1 is empty");
    assert_eq!(text(|| drop(x.argmin(Keep(Last)))), "argmin: [2, 0]: axis 1 is empty");
    let error = x.try_max(axes![1, 0]).err().unwrap();
    assert_eq!(error.to_string(), "max: [2, 0]: axis 1 is empty");
    assert_eq!(*error.kind(), ErrorKind::Empty { axis: 1 });
    assert_eq!(x.try_min(Last).err().unwrap().operation(), "min");
    assert_eq!(x.try_argmax(Last).err().unwrap().operation(), "argmax");
    assert_eq!(x.try_argmin(Last).err().unwrap().operation(), "argmin");
    // There is nothing to be found, so nothing is missing.
    assert_eq!(x.max(Axis::<0>).shape(), [0]);
    let y = Tensor::<i32, 3>::zeros([0, 0, 2]);
    assert_eq!(y.argmax(Axis::<0>).shape(), [0, 2]);
    assert_eq!(
        y.try_max(axes![0, 1]).err().unwrap().to_string(),
        "max: [0, 0, 2]: axis 0 is empty"
    );
}

#[test]
fn errors_point_at_the_caller() {
    let line = std::sync::Arc::new(std::sync::atomic::AtomicU32::new(0));
    let seen = line.clone();
    let here = std::thread::current().id();
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        // Tests on other threads panic on purpose, too.
        let location = info.location().unwrap();
        if std::thread::current().id() == here {
            seen.store(location.line(), std::sync::atomic::Ordering::Relaxed);
        }
    }));
    let x = Tensor::<i32, 1>::zeros([0]);
    let expected = line!() + 1;
    let result = catch_unwind(|| x.max(All));
    std::panic::set_hook(hook);
    assert!(result.is_err());
    assert_eq!(line.load(std::sync::atomic::Ordering::Relaxed), expected);
}

/// A result can be larger in memory than the view it was made from.
#[test]
#[cfg(target_pointer_width = "64")] // texts and sizes of 64 bits
fn a_result_too_large_for_memory() {
    let x = Tensor::<u8, 1>::zeros([1]);
    let x = x.broadcast_to([1 << 61, 1]);
    let found = text(|| drop(x.argmax(Last)));
    let expected = "argmax: [2305843009213693952]: more elements than memory can address";
    assert_eq!(found, expected);
}

#[test]
fn empty_axes_give_the_identity() {
    let x = Tensor::<f64, 2>::zeros([2, 0]);
    assert_eq!(x.sum(Last).to_vec(), [0.0; 2]);
    assert_eq!(x.prod(Last).to_vec(), [1.0; 2]);
    assert!(x.mean(Last).to_vec().iter().all(|x| x.is_nan()));
    assert!(x.var(Last).to_vec().iter().all(|x| x.is_nan()));
    assert!(x.std_with_ddof(Last, 3).to_vec().iter().all(|x| x.is_nan()));
    assert_eq!(x.norm(Last).to_vec(), [0.0; 2]);
    assert_eq!(x.logsumexp(Last).to_vec(), [f64::NEG_INFINITY; 2]);
    assert_eq!(x.count_nonzero(Last).to_vec(), [0; 2]);
    assert_eq!(x.sum(Keep(Axis::<0>)).shape(), [1, 0]);
    let none = Tensor::<bool, 1>::zeros_of(false);
    assert!(!none.any(All).item() && none.all(All).item());
}

trait ZerosOf {
    fn zeros_of(value: bool) -> Self;
}

impl ZerosOf for Tensor<bool, 1> {
    fn zeros_of(value: bool) -> Self {
        Tensor::full([0], value)
    }
}

#[test]
fn special_values() {
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    let x = tensor![[1.0, inf, 2.0], [1.0, -inf, 2.0], [nan, inf, nan], [-inf, -inf, -inf]];
    let found = x.logsumexp(Last).to_vec();
    let two = 2.0 + (1.0 + (-1.0_f64).exp()).ln();
    assert_eq!((found[0], found[3]), (inf, -inf));
    assert!((found[1] - two).abs() < 1e-15 && found[2].is_nan());
    // Infinity and numbers in different blocks.
    let mut long = vec![1000.0; 2000];
    long[1500] = inf;
    assert_eq!(Tensor::from_vec(long.clone(), [2000]).unwrap().logsumexp(All).item(), inf);
    long[1500] = -inf;
    long[..600].fill(-inf);
    let found = Tensor::from_vec(long, [2000]).unwrap().logsumexp(All).item();
    assert!((found - (1000.0 + 1399.0_f64.ln())).abs() < 1e-12);
    assert!(tensor![5.0_f64].var_with_ddof(All, 1).item().is_nan());
    assert_eq!(tensor![5.0, 7.0].var_with_ddof(All, 2).item(), inf);
    assert_eq!(tensor![1.0, nan, nan].argmin(All).item(), 1);
    assert_eq!(tensor![-0.0_f64].sum(All).item().to_bits(), (-0.0_f64).to_bits());
}

#[test]
fn complex_numbers() {
    let x = tensor![[Complex::new(1.0, 2.0), Complex::new(3.0, -1.0)]];
    assert_eq!(x.sum(Last).item_of(), Complex::new(4.0, 1.0));
    assert_eq!(x.prod(Last).item_of(), Complex::new(5.0, 5.0));
    assert_eq!(x.mean(Last).item_of(), Complex::new(2.0, 0.5));
    assert_eq!(x.cumsum(Last).to_vec()[1], Complex::new(4.0, 1.0));
}

trait ItemOf<T> {
    fn item_of(&self) -> T;
}

impl<T: Clone> ItemOf<T> for Tensor<T, 1> {
    fn item_of(&self) -> T {
        self.to_vec()[0].clone()
    }
}

#[test]
#[cfg(feature = "half")]
fn small_floats_add_up_in_f32() {
    use half::{bf16, f16};
    let x = Tensor::<f16, 1>::full([5000], f16::from_f32(1000.5));
    assert_eq!(x.mean(All).item(), f16::from_f32(1000.5));
    assert_eq!(x.var(All).item(), f16::ZERO);
    assert_eq!(x.std(All).item(), f16::ZERO);
    let x = Tensor::<f16, 1>::full([10_000], f16::from_f32(300.0));
    assert_eq!(x.norm(All).item(), f16::from_f32(30_000.0));
    assert_eq!(x.sum_as::<f32, _, _>(All).item(), 3e6);
    let x = Tensor::<bf16, 1>::full([4096], bf16::ZERO);
    assert_eq!(x.logsumexp(All).item(), bf16::from_f32(4096.0_f32.ln()));
    assert_eq!(x.softmax(Last).to_vec()[0], bf16::from_f32(1.0 / 4096.0));
}

/// Integers overflow as in std, in whatever order they are added up.
#[test]
#[cfg(debug_assertions)]
fn overflow_panics_as_in_std() {
    let x = Tensor::<u8, 1>::full([100], 3);
    assert_eq!(text(|| drop(x.sum(All))), "attempt to add with overflow");
    assert_eq!(text(|| drop(x.prod(All))), "attempt to multiply with overflow");
    let x = Tensor::<i64, 1>::full([2], i64::MAX);
    assert_eq!(text(|| drop(x.sum(All))), "attempt to add with overflow");
}

impl Mean for Counted {
    type Sum = Counted;
    fn from_sum(sum: Counted, count: usize) -> Counted {
        burn();
        Counted::new(sum.value() / count as i64)
    }
}

/// Runs an operation with a panic at each call of user code, then to its end.
fn panic_everywhere<U>(x: &Tensor<Counted, 2>, operation: impl Fn(&Tensor<Counted, 2>) -> U) -> U {
    panics_everywhere("a reduction", || operation(x));
    operation(x)
}

#[test]
fn elements_that_drop_are_neither_lost_nor_dropped_twice() {
    let numbers = |t: Tensor<Counted, 1>| t.to_vec().iter().map(Counted::value).collect::<Vec<_>>();
    let values = (0..15).map(|i| Counted::new(i % 4 + 1)).collect();
    let x = Tensor::from_vec(values, [3, 5]).unwrap();
    let sums = panic_everywhere(&x, |x| x.sum(Axis::<0>));
    assert_eq!(numbers(sums), [6, 9, 8, 7, 6]);
    assert_eq!(numbers(panic_everywhere(&x, |x| x.sum(Last))), [11, 12, 13]);
    assert_eq!(numbers(panic_everywhere(&x, |x| x.prod(Last))), [24, 48, 72]);
    assert_eq!(numbers(panic_everywhere(&x, |x| x.mean(Last))), [2, 2, 2]);
    assert_eq!(numbers(panic_everywhere(&x, |x| x.max(Axis::<0>))), [3, 4, 4, 4, 3]);
    assert_eq!(numbers(panic_everywhere(&x, |x| x.min(Last))), [1, 1, 1]);
    // Nothing is cloned.
    assert_eq!(x.argmax(Axis::<0>).to_vec(), [2, 2, 1, 0, 2]);
    let running = panic_everywhere(&x, |x| x.cumsum(Axis::<0>));
    assert_eq!(running.to_vec()[14].value(), 6);
    let running = panic_everywhere(&x, |x| x.transpose().cumprod(Last));
    assert_eq!(running.to_vec()[2].value(), 6);
    let running = panic_everywhere(&x, |x| x.cumsum(Last));
    assert_eq!(running.to_vec()[4].value(), 11);
}

/// A user's number without drop goes the fast way; it panics at every position, too.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fused(f64);

impl Add for Fused {
    type Output = Fused;
    fn add(self, other: Fused) -> Fused {
        burn();
        Fused(self.0 + other.0)
    }
}

impl Zero for Fused {
    fn zero() -> Self {
        Fused(0.0)
    }
    fn is_zero(&self) -> bool {
        self.0 == 0.0
    }
}

#[test]
fn a_users_number() {
    let x = Tensor::<f64, 2>::full([70, 40], 0.5).to_vec();
    let x = Tensor::from_vec(x.into_iter().map(Fused).collect(), [70, 40]).unwrap();
    assert!(x.sum(Axis::<0>).to_vec().iter().all(|&x| x == Fused(35.0)));
    assert!(x.sum(Last).to_vec().iter().all(|&x| x == Fused(20.0)));
    assert_eq!(x.sum(All).item(), Fused(1400.0));
    assert_eq!(x.cumsum(Last).to_vec()[39], Fused(20.0));
    for fuse in (1..2800).step_by(97) {
        let operation = || (x.sum(All), x.sum(Axis::<0>), x.cumsum(Last));
        assert!(panics_at(fuse, operation));
    }
}

//! Elements that count themselves and blow up on demand: what becomes of tensors of them when an
//! operation panics midway.

// Every test binary includes this file and uses a part of it.
#![allow(dead_code)]

use std::cell::Cell;
use std::ops::{Add, AddAssign, Mul, Neg};
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static ALIVE: Cell<isize> = const { Cell::new(0) };
    static FUSE: Cell<Option<usize>> = const { Cell::new(None) };
}

/// A number that owns memory, is counted, and whose clones and sums may panic.
#[derive(Debug, PartialEq, Eq, PartialOrd)]
pub(crate) struct Counted(Box<i64>);

impl Counted {
    pub(crate) fn new(value: i64) -> Self {
        ALIVE.with(|alive| alive.set(alive.get() + 1));
        Counted(Box::new(value))
    }

    pub(crate) fn value(&self) -> i64 {
        *self.0
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        ALIVE.with(|alive| alive.set(alive.get() - 1));
    }
}

/// Burns a little of the fuse; panics where it ends.
pub(crate) fn burn() {
    FUSE.with(|fuse| match fuse.get() {
        None => {}
        Some(0) => {
            fuse.set(None);
            panic!("the fuse");
        }
        Some(left) => fuse.set(Some(left - 1)),
    });
}

impl Clone for Counted {
    fn clone(&self) -> Self {
        burn();
        Counted::new(*self.0)
    }
}

impl Add for Counted {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        burn();
        Counted::new(*self.0 + *other.0)
    }
}

impl Mul for Counted {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        burn();
        Counted::new(*self.0 * *other.0)
    }
}

impl Neg for Counted {
    type Output = Self;
    fn neg(self) -> Self {
        burn();
        Counted::new(-*self.0)
    }
}

impl AddAssign for Counted {
    fn add_assign(&mut self, other: Self) {
        burn();
        *self.0 += *other.0;
    }
}

impl num_traits::Zero for Counted {
    fn zero() -> Self {
        Counted::new(0)
    }
    fn is_zero(&self) -> bool {
        *self.0 == 0
    }
}

impl num_traits::One for Counted {
    fn one() -> Self {
        Counted::new(1)
    }
}

/// Tells whether `operation` panics with a fuse of so many steps.
pub(crate) fn panics_at<R>(step: usize, operation: impl FnOnce() -> R) -> bool {
    FUSE.with(|fuse| fuse.set(Some(step)));
    let result = catch_unwind(AssertUnwindSafe(operation));
    FUSE.with(|fuse| fuse.set(None));
    result.is_err()
}

/// Runs `operation` once for each step at which it can panic, and once to its end; checks each time
/// that no element leaks and none is dropped twice. `operation` makes its own operands.
pub(crate) fn panics_everywhere<R>(name: &str, mut operation: impl FnMut() -> R) {
    for step in 0.. {
        let before = ALIVE.with(Cell::get);
        FUSE.with(|fuse| fuse.set(Some(step)));
        let result = catch_unwind(AssertUnwindSafe(&mut operation));
        let burnt = FUSE.with(|fuse| fuse.replace(None)).is_none();
        assert_eq!(result.is_err(), burnt, "{name}: a panic at step {step}");
        drop(result);
        assert_eq!(ALIVE.with(Cell::get), before, "{name}: elements leaked after step {step}");
        if !burnt {
            assert!(step > 0, "{name}: nothing that could panic was done");
            return;
        }
        assert!(step < 10_000, "{name}: the fuse never outlasts the operation");
    }
}

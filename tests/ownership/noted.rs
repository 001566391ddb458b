//! Elements that count how often they are cloned.

use holor::prelude::*;
use std::cell::Cell;

thread_local! {
    static COPIES: Cell<usize> = const { Cell::new(0) };
}

/// A number that counts how often it is cloned.
#[derive(Debug, PartialEq)]
pub(crate) struct Noted(pub(crate) i64);

impl Clone for Noted {
    fn clone(&self) -> Self {
        COPIES.set(COPIES.get() + 1);
        Noted(self.0)
    }
}

impl std::ops::AddAssign for Noted {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

/// The numbers from 0 on.
pub(crate) fn noted<const R: usize>(shape: [usize; R]) -> Tensor<Noted, R> {
    let mut next = 0;
    Tensor::from_fn(shape, |_| {
        next += 1;
        Noted(next - 1)
    })
}

pub(crate) fn values<const R: usize>(t: &TensorRef<Noted, R>) -> Vec<i64> {
    t.map(|element| element.0).to_vec()
}

/// Counts the clones that `work` makes.
pub(crate) fn copies<U>(work: impl FnOnce() -> U) -> (usize, U) {
    COPIES.set(0);
    let result = work();
    (COPIES.get(), result)
}

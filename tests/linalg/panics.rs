//! Products, joins and generators of a number type that owns memory: arithmetic that panics at any
//! step loses no element and drops none twice.

use holor::prelude::*;
use num_traits::{One, Zero};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static ALIVE: Cell<isize> = const { Cell::new(0) };
    /// How many operations are left before one panics.
    static LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// A number that can only be cloned, and counts how many of it there are.
struct Counted(Box<i64>);

fn counted(value: i64) -> Counted {
    ALIVE.set(ALIVE.get() + 1);
    Counted(Box::new(value))
}

fn step() {
    let left = LEFT.get();
    if left == 0 {
        // Not the panic hook: thousands of messages.
        std::panic::resume_unwind(Box::new("out of steps"));
    }
    LEFT.set(left - 1);
}

impl Drop for Counted {
    fn drop(&mut self) {
        ALIVE.set(ALIVE.get() - 1);
    }
}

impl Clone for Counted {
    fn clone(&self) -> Self {
        step();
        counted(*self.0)
    }
}

impl std::ops::Add for Counted {
    type Output = Counted;
    fn add(self, other: Counted) -> Counted {
        step();
        counted(*self.0 + *other.0)
    }
}

impl std::ops::Mul for Counted {
    type Output = Counted;
    fn mul(self, other: Counted) -> Counted {
        step();
        counted(*self.0 * *other.0)
    }
}

impl Zero for Counted {
    fn zero() -> Self {
        step();
        counted(0)
    }
    fn is_zero(&self) -> bool {
        *self.0 == 0
    }
}

impl One for Counted {
    fn one() -> Self {
        step();
        counted(1)
    }
}

fn of<const R: usize>(shape: [usize; R]) -> Tensor<Counted, R> {
    let mut i = 0;
    Tensor::from_fn(shape, |_| {
        i += 1;
        counted(i % 5 - 2)
    })
}

fn values<const R: usize>(t: &Tensor<Counted, R>) -> Vec<i64> {
    t.as_slice().unwrap().iter().map(|x| *x.0).collect()
}

/// Runs `work` to its end, then again with a panic at each of its steps.
fn at_every_step(name: &str, work: impl Fn() -> Vec<i64>, expected: &[i64]) {
    let alive = ALIVE.get();
    LEFT.set(usize::MAX);
    assert_eq!(work(), expected, "{name}");
    let steps = usize::MAX - LEFT.get();
    assert!(steps > 0, "{name}");
    for left in 0..steps {
        LEFT.set(left);
        let result = catch_unwind(AssertUnwindSafe(&work));
        LEFT.set(usize::MAX);
        assert!(result.is_err(), "{name}: step {left} of {steps}");
        assert_eq!(ALIVE.get(), alive, "{name}: step {left} of {steps}");
    }
    assert_eq!(ALIVE.get(), alive, "{name}");
}

#[test]
fn products_lose_nothing() {
    let (a, b) = (of([2, 5]), of([5, 3]));
    let plain = |t: &Tensor<Counted, 2>| Tensor::from_vec(values(t), t.shape()).unwrap();
    let product = plain(&a).matmul(plain(&b)).to_vec();
    at_every_step("matmul", || values(&a.matmul(&b)), &product);
    let columns = b.transpose().to_contiguous();
    at_every_step("transposed", || values(&a.matmul(columns.transpose())), &product);
    let batch = of([2, 2, 3]);
    let twice = Tensor::from_vec(values(&batch), [2, 2, 3]).unwrap();
    let expected = twice.matmul(twice.transpose()).to_vec();
    at_every_step("batches", || values(&batch.matmul(batch.transpose())), &expected);

    let (x, y) = (of([5]), of([2]));
    let numbers = |v: &Tensor<Counted, 1>| Tensor::from_vec(values(v), v.shape()).unwrap();
    let expected = plain(&a).matvec(&numbers(&x)).to_vec();
    at_every_step("matvec", || values(&a.matvec(&x)), &expected);
    let expected = numbers(&y).vecmat(&plain(&a)).to_vec();
    at_every_step("vecmat", || values(&y.vecmat(&a)), &expected);
    let expected = [numbers(&x).dot(&numbers(&x))];
    at_every_step("dot", || vec![*x.dot(&x).0], &expected);
    at_every_step("trace", || vec![*a.trace().0], &[plain(&a).trace()]);
    let expected = numbers(&x).outer(&numbers(&y)).to_vec();
    at_every_step("outer", || values(&x.outer(&y)), &expected);
}

#[test]
fn contractions_lose_nothing() {
    let (a, b, rows) = (of([2, 3]), of([3, 2]), of([2, 17]));
    let plain = |t: &Tensor<Counted, 2>| Tensor::from_vec(values(t), t.shape()).unwrap();
    let (x, y, z) = (plain(&a), plain(&b), plain(&rows));
    let expected = einsum!("ij,jk,kl->li", &x, &y, &x).to_vec();
    at_every_step("three", || values(&einsum!("ij,jk,kl->li", &a, &b, &a)), &expected);
    let expected = einsum!("ij,ji->j", &x, &y).to_vec();
    at_every_step("batches of vectors", || values(&einsum!("ij,ji->j", &a, &b)), &expected);
    let expected = einsum!("ij,ij->j", &z, &z).to_vec();
    at_every_step("rows", || values(&einsum!("ij,ij->j", &rows, &rows)), &expected);
    let expected = einsum!("ij,kj->ki", &x, &z.slice(s![.., ..3])).to_vec();
    let part = rows.slice(s![.., ..3]);
    at_every_step("order", || values(&einsum!("ij,kj->ki", &a, &part)), &expected);
    let expected = einsum!("ij->j", &x).to_vec();
    at_every_step("sum", || values(&einsum!("ij->j", &a)), &expected);
}

#[test]
fn gemm_leaves_valid_elements() {
    let (a, b) = (of([2, 3]), of([3, 2]));
    let plain = |t: &Tensor<Counted, 2>| Tensor::from_vec(values(t), t.shape()).unwrap();
    let mut result = plain(&of([2, 2]));
    gemm(2, &plain(&a), &plain(&b), 3, &mut result);
    let work = || {
        let mut c = of([2, 2]);
        gemm(counted(2), &a, &b, counted(3), &mut c);
        values(&c)
    };
    at_every_step("gemm", work, &result.to_vec());
}

#[test]
fn joins_and_borders_lose_nothing() {
    let (a, b) = (of([2, 3]), of([2, 2]));
    at_every_step(
        "concat",
        || values(&concat(Axis::<1>, &[a.view(), b.view(), a.view()])),
        &[-1, 0, 1, -1, 0, -1, 0, 1, 2, -2, -1, 1, 2, 2, -2, -1],
    );
    let t = a.transpose();
    at_every_step(
        "concat of a transposed view",
        || values(&concat(Axis::<0>, &[t.view(), t.view()])),
        &[-1, 2, 0, -2, 1, -1, -1, 2, 0, -2, 1, -1],
    );
    at_every_step(
        "stack",
        || values(&stack(Axis::<1>, &[b.view(), b.transpose().view()])),
        &[-1, 0, -1, 1, 1, 2, 0, 2],
    );
    at_every_step(
        "pad",
        || values(&b.transpose().pad([(1, 0), (0, 1)], counted(7))),
        &[7, 7, 7, -1, 1, 7, 0, 2, 7],
    );
    at_every_step("tril", || values(&b.tril(0)), &[-1, 0, 1, 2]);
    at_every_step("triu", || values(&b.triu(0)), &[-1, 0, 0, 2]);
    at_every_step("eye", || values(&Tensor::eye(2)), &[1, 0, 0, 1]);
    let v = of([2]);
    at_every_step("diag", || values(&v.diag()), &[-1, 0, 0, 0]);
    let grid = || meshgrid([&v, &v], Indexing::Ij).iter().flat_map(values).collect();
    at_every_step("meshgrid", grid, &[-1, -1, 0, 0, -1, 0, -1, 0]);
}

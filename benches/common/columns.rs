//! A row of the table: the same work done by several libraries.

use super::Group;
use super::elements::Elements;
use criterion::{Bencher, BenchmarkId};
use std::cell::Cell;

/// Says when the results of two libraries count as equal.
#[derive(Clone, Copy)]
pub(crate) enum Check {
    /// Element by element the same number.
    Exact,
    /// As far apart as this part of the larger one, or of 1.
    Within(f64),
}

/// One library's way to do the work of a row.
pub(crate) struct Column<'a> {
    library: &'static str,
    result: Box<dyn Fn() -> Box<dyn Elements> + 'a>,
    time: Box<dyn Fn(&mut Bencher<'_>) + 'a>,
}

/// A column whose work makes a result.
pub(crate) fn making<'a, U: Elements + 'static>(
    library: &'static str,
    work: impl Fn() -> U + Clone + 'a,
) -> Column<'a> {
    let timed = work.clone();
    Column {
        library,
        result: Box::new(move || Box::new(work())),
        time: Box::new(move |bencher| bencher.iter(&timed)),
    }
}

/// A column whose work changes what `make` makes.
pub(crate) fn changing<'a, U: Elements + 'static>(
    library: &'static str,
    make: impl Fn() -> U + Clone + 'a,
    change: impl Fn(&mut U) + Clone + 'a,
) -> Column<'a> {
    let timed = (make.clone(), change.clone());
    Column {
        library,
        result: Box::new(move || {
            let mut state = make();
            change(&mut state);
            Box::new(state)
        }),
        time: Box::new(move |bencher| {
            let mut state = timed.0();
            bencher.iter(|| timed.1(&mut state));
        }),
    }
}

/// Measures a row, after a check that all columns have the result of the first one.
pub(crate) fn compare<const N: usize>(
    group: &mut Group<'_>,
    name: &str,
    check: Check,
    columns: [Column<'_>; N],
) {
    let checked = Cell::new(false);
    for column in &columns {
        group.bench_function(BenchmarkId::new(name, column.library), |bencher| {
            // In here, so that a row which is not asked for costs nothing.
            if !checked.replace(true) {
                for other in &columns[1..] {
                    agree(name, check, &columns[0], other);
                }
            }
            (column.time)(bencher);
        });
    }
}

fn agree(name: &str, check: Check, one: &Column<'_>, other: &Column<'_>) {
    let (left, right) = ((one.result)(), (other.result)());
    let (mut left, mut right) = (left.elements(), right.elements());
    for position in 0.. {
        let (l, r) = match (left.next(), right.next()) {
            (Some(l), Some(r)) => (l, r),
            (None, None) => break,
            _ => panic!("{name}: {} and {} differ in length", one.library, other.library),
        };
        let equal = match check {
            Check::Exact => l == r,
            Check::Within(part) => (l - r).abs() <= part * l.abs().max(r.abs()).max(1.0),
        };
        assert!(
            equal,
            "{name}: element {position} is {l} in {} and {r} in {}",
            one.library, other.library
        );
    }
}

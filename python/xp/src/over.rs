//! Reductions, and functions along an axis.
//!
//! A reduction brings its axes to the end and makes a matrix, of which it reduces the rows. A function along an axis
//! brings that axis to the end and back.

use crate::data::*;
use holor::MAX_RANK;
use holor::prelude::*;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The axes that remain, then those that are reduced.
pub(crate) fn order(rank: usize, axes: &[usize]) -> Vec<usize> {
    (0..rank).filter(|axis| !axes.contains(axis)).chain(axes.iter().copied()).collect()
}

/// A matrix `[remaining elements, reduced elements]`.
fn matrix<T: Element>(x: &AnyTensor<T>, axes: &[usize]) -> PyResult<Tensor<T, 2>> {
    let order = order(x.rank(), axes);
    let sizes = |axes: &[usize]| axes.iter().map(|&axis| x.shape()[axis]).product::<usize>();
    let (kept, reduced) = order.split_at(x.rank() - axes.len());
    let shape = [sizes(kept), sizes(reduced)];
    let moved = x.clone().permute_axes(&order).map_err(|error| told(&error, &[]))?;
    full(&moved).try_reshape(shape).map_err(|error| told(&error, &[]))
}

pub(crate) fn reduce(
    name: &str,
    x: &Data,
    axes: &[usize],
    is_kept: bool,
    parameter: f64,
) -> PyResult<Data> {
    let shape: Vec<usize> = (0..x.rank())
        .filter(|axis| is_kept || !axes.contains(axis))
        .map(|axis| if axes.contains(&axis) { 1 } else { x.shape()[axis] })
        .collect();
    let error = |error: ShapeError| told(&error, &[]);
    if let "max" | "min" | "argmax" | "argmin" = name
        && let Some(axis) = axes.iter().find(|&&axis| x.shape()[axis] == 0)
    {
        return Err(PyValueError::new_err(format!(
            "{name}: {:?}: axis {axis} is empty",
            x.shape()
        )));
    }
    let row = match name {
        "sum" => of_numbers!(name, x, x => back(matrix(x, axes)?.sum(Last), 1)),
        "prod" => of_numbers!(name, x, x => back(matrix(x, axes)?.prod(Last), 1)),
        "max" => of_reals!(name, x, x => back(matrix(x, axes)?.try_max(Last).map_err(error)?, 1)),
        "min" => of_reals!(name, x, x => back(matrix(x, axes)?.try_min(Last).map_err(error)?, 1)),
        "argmax" => {
            of_reals!(name, x, x => positions(matrix(x, axes)?.try_argmax(Last).map_err(error)?, 1))
        }
        "argmin" => {
            of_reals!(name, x, x => positions(matrix(x, axes)?.try_argmin(Last).map_err(error)?, 1))
        }
        "count_nonzero" => {
            of_all!(name, x, x => positions(matrix(x, axes)?.count_nonzero(Last), 1))
        }
        "any" => of_bool!(name, x, x => back(matrix(x, axes)?.any(Last), 1)),
        "all" => of_bool!(name, x, x => back(matrix(x, axes)?.all(Last), 1)),
        "mean" => of_inexact!(name, x, x => back(matrix(x, axes)?.mean(Last), 1)),
        "norm" => {
            of_inexact!(name, x, x => back(matrix(x, axes)?.norm_with_order(Last, parameter as _), 1))
        }
        "var" | "std" => of_floats!(name, x, x => {
            let rows = matrix(x, axes)?;
            let n = rows.shape()[1] as f64;
            // The correction of the standard may be a fraction.
            let mut var = rows.var_with_ddof(Last, 0);
            if parameter >= 0.0 && parameter.fract() == 0.0 {
                var = rows.var_with_ddof(Last, parameter as usize);
            } else {
                let factor = full_like(&var, n / (n - parameter));
                var *= factor;
            }
            back(if name == "std" { var.sqrt() } else { var }, 1)
        }),
        _ => Err(x.wrong(name, "a reduction of the standard")),
    }?;
    crate::shape::reshape(&row, &shape)
}

/// What a function along an axis takes besides the tensor.
#[derive(Default)]
pub(crate) struct Along<'a> {
    pub(crate) number: isize,
    pub(crate) flag: bool,
    pub(crate) other: Option<&'a Data>,
}

/// Calls a function with the axis at the end, and brings it back.
pub(crate) fn at_end(
    x: &Data,
    axis: usize,
    f: impl FnOnce(&Data) -> PyResult<Data>,
) -> PyResult<Data> {
    let order = order(x.rank(), &[axis]);
    let result = f(&crate::shape::permute(x, &order)?)?;
    crate::shape::permute(&result, &inverse(&order))
}

/// The order that undoes another one.
pub(crate) fn inverse(order: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; order.len()];
    for (i, &axis) in order.iter().enumerate() {
        inverse[axis] = i;
    }
    inverse
}

/// Positions of the standard: those below zero count from the end.
#[allow(clippy::unnecessary_cast, reason = "of one of the types")]
pub(crate) fn indices(operation: &str, x: &Data, size: usize) -> PyResult<AnyTensor<usize>> {
    let x = of_integers!(operation, x, x => {
        Ok(full(x).map(|&i| if (i as i64) < 0 { (i as i64).wrapping_add(size as i64) as usize } else { i as usize }))
    })?;
    Ok(AnyTensor::from(x))
}

pub(crate) fn along(name: &str, x: &Data, axis: usize, given: &Along<'_>) -> PyResult<Data> {
    let rank = x.rank();
    let order = order(rank, &[axis]);
    let error = |error: ShapeError| told_moved(&error, &[rank], &order);
    at_end(x, axis, |x| {
        match name {
        "cumulative_sum" => of_numbers!(name, x, x => back(match given.flag {
            true => full(x).cumsum_with_initial(Last, zero_of(x)),
            false => full(x).cumsum(Last),
        }, rank)),
        "cumulative_prod" => of_numbers!(name, x, x => back(match given.flag {
            true => full(x).cumprod_with_initial(Last, one_of(x)),
            false => full(x).cumprod(Last),
        }, rank)),
        "sort" => of_reals!(name, x, x => back(match given.flag {
            true => full(x).sort_descending(Last),
            false => full(x).sort(Last),
        }, rank)),
        "argsort" => of_reals!(name, x, x => positions(match given.flag {
            true => full(x).argsort_descending(Last),
            false => full(x).argsort(Last),
        }, rank)),
        "flip" => of_all!(name, x, x => back(full(x).viewed(|v| v.flip(Last)), rank)),
        "roll" => of_all!(name, x, x => back(full(x).roll(Last, given.number), rank)),
        "diff" => of_integers!(name, x, x => {
            let x = full(x);
            let end = x.shape()[MAX_RANK - 1];
            let part = |start| x.try_narrow(Last, start, end.saturating_sub(1)).map_err(error);
            if end == 0 { back(x.clone(), rank) } else { back(part(1)?.wrapping_sub(part(0)?), rank) }
        }).or_else(|_| of_inexact!(name, x, x => back(full(x).diff(Last), rank))),
        "repeat" => {
            let counts = given.other.expect("repeat has counts");
            let counts = indices(name, counts, 0)?.into_vec();
            of_all!(name, x, x => back(match counts[..] {
                [count] => full(x).try_repeat(Last, count).map_err(error)?,
                _ => full(x).try_repeat_with_counts(Last, &counts).map_err(error)?,
            }, rank))
        }
        "take" => {
            let at = indices(name, given.other.expect("take has indices"), x.shape()[rank - 1])?;
            of_all!(name, x, x => back(full(x).try_take(Last, &at.into_vec()[..]).map_err(error)?, rank))
        }
        _ => Err(x.wrong(name, "a function along an axis")),
    }
    })
}

fn zero_of<T: Element + holor::num_traits::Zero>(_: &AnyTensor<T>) -> T {
    T::zero()
}

fn one_of<T: Element + holor::num_traits::One>(_: &AnyTensor<T>) -> T {
    T::one()
}

/// Elements at an index along an axis; the other axes broadcast before.
pub(crate) fn take_along_axis(x: &Data, at: &Data, axis: usize) -> PyResult<Data> {
    let order = order(x.rank(), &[axis]);
    let at = crate::shape::permute(at, &order)?;
    at_end(x, axis, |x| {
        let at = indices("take_along_axis", &at, x.shape()[x.rank() - 1])?;
        let at: Tensor<usize, MAX_RANK> = at.into_rank().expect("indices are of full rank");
        let error = |error: ShapeError| told_moved(&error, &[x.rank(), x.rank()], &order);
        of_all!("take_along_axis", x, x => back(full(x).try_take_along_axis(Last, &at).map_err(error)?, x.rank()))
    })
}

/// A number in the type of a tensor.
fn full_like<T: Element + holor::num_traits::NumCast>(_: &Tensor<T, 1>, x: f64) -> T {
    T::from(x).unwrap_or_else(|| unreachable!("a float takes every float"))
}

//! Sets, sorted tensors and positions.

use crate::data::*;
use holor::num_traits::Zero;
use holor::prelude::*;
use holor::{MAX_RANK, Side};
use pyo3::prelude::*;

/// Positions of elements other than zero, for each axis.
pub(crate) fn nonzero(x: &Data) -> PyResult<Vec<Data>> {
    let rank = x.rank();
    let mask = match x {
        Data::Bool(mask) => full(mask),
        _ => of_numbers!("nonzero", x, x => {
            let x = full(x);
            Ok(x.not_equal(x.zeros_like()))
        })?,
    };
    let axes = mask.nonzero();
    axes.into_iter().skip(MAX_RANK - rank).map(|at| positions(at, 1)).collect()
}

pub(crate) fn searchsorted(sorted: &Data, values: &Data, is_right: bool) -> PyResult<Data> {
    let side = if is_right { Side::Right } else { Side::Left };
    let rank = values.rank();
    of_reals!("searchsorted", sorted, values, sorted, values => {
        let sorted: Tensor<_, 1> = sorted.clone().into_rank().map_err(|error| told(&error, &[]))?;
        positions(sorted.searchsorted_with_side(&full(values), side), rank)
    })
}

/// Complex numbers have no order; `None`.
pub(crate) fn unique(x: &Data) -> PyResult<[Data; 4]> {
    fn of<T: Element + PartialOrd>(x: &AnyTensor<T>) -> PyResult<[Data; 4]> {
        let unique = full(x).unique_all();
        Ok([
            back(unique.values, 1)?,
            positions(unique.indices, 1)?,
            positions(unique.inverse, x.rank())?,
            positions(unique.counts, 1)?,
        ])
    }
    of_reals_and_bool!("unique_all", x, x => of(x))
}

pub(crate) fn isin(x: &Data, set: &Data) -> PyResult<Data> {
    of_reals!("isin", x, set, x, set => back(full(x).isin(&full(set)), x.rank()))
}

/// Lower or upper triangles.
pub(crate) fn triangle(x: &Data, k: isize, is_upper: bool) -> PyResult<Data> {
    fn of<T: Element + Zero>(x: &AnyTensor<T>, k: isize, is_upper: bool) -> PyResult<Data> {
        back(if is_upper { full(x).triu(k) } else { full(x).tril(k) }, x.rank())
    }
    match x {
        Data::Bool(_) => {
            let bytes = crate::elementwise::astype(x, "uint8")?;
            crate::elementwise::astype(&triangle(&bytes, k, is_upper)?, "bool")
        }
        _ => of_numbers!("tril", x, x => of(x, k, is_upper)),
    }
}

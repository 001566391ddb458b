//! Other shapes of the same elements, parts of them, and tensors joined.

use crate::data::*;
use crate::over::indices;
use holor::prelude::*;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

pub(crate) fn permute(x: &Data, axes: &[usize]) -> PyResult<Data> {
    of_all!("permute_dims", x, x => {
        let permuted = x.clone().permute_axes(axes).map_err(|error| told(&error, &[]))?;
        Ok(Element::data(permuted))
    })
}

pub(crate) fn reshape(x: &Data, shape: &[usize]) -> PyResult<Data> {
    let full_shape = full_shape("reshape", shape)?;
    of_all!("reshape", x, x => {
        let reshaped = full(x).try_reshape(full_shape).map_err(|error| told(&error, &[x.rank(), shape.len()]))?;
        back(reshaped, shape.len())
    })
}

/// Whether a reshaped tensor needs no copy.
pub(crate) fn can_view(x: &Data, shape: &[usize]) -> PyResult<bool> {
    let full_shape = full_shape("reshape", shape)?;
    of_all!("reshape", x, x => Ok(full(x).reshape_view(full_shape).is_ok()))
}

pub(crate) fn broadcast_to(x: &Data, shape: &[usize]) -> PyResult<Data> {
    let full_shape = full_shape("broadcast_to", shape)?;
    of_all!("broadcast_to", x, x => {
        let told = |error| told(&error, &[x.rank(), shape.len()]);
        let t = full(x);
        t.try_broadcast_to(full_shape).map_err(told)?;
        back(t.viewed(|v| v.broadcast_to(full_shape)), shape.len())
    })
}

pub(crate) fn tile(x: &Data, counts: &[usize]) -> PyResult<Data> {
    let full_counts = full_shape("tile", counts)?;
    let rank = x.rank().max(counts.len());
    of_all!("tile", x, x => back(full(x).try_tile(full_counts).map_err(|error| told(&error, &[rank]))?, rank))
}

/// Joins along an axis.
pub(crate) fn concat(parts: &[Data], axis: usize) -> PyResult<Data> {
    let Some(first) = parts.first() else {
        let error = holor::try_concat::<_, u8, 1>(Axis::<0>, &[] as &[&Tensor<u8, 1>]).unwrap_err();
        return Err(told(&error, &[]));
    };
    fn of<T: Element>(_: &AnyTensor<T>, parts: &[Data], order: &[usize]) -> PyResult<Data> {
        let rank = order.len();
        let mut tensors = Vec::new();
        for part in parts {
            let part = permute(part, order)?;
            tensors.push(full(T::of(&part).ok_or_else(|| part.wrong("concat", "one dtype"))?));
        }
        let joined = holor::try_concat(Last, &tensors);
        back(joined.map_err(|error| told_moved(&error, &[rank; 2], order))?, rank)
    }
    // The axis is brought to the end, and back.
    let order = crate::over::order(first.rank(), &[axis]);
    let joined = of_all!("concat", first, x => of(x, parts, &order))?;
    permute(&joined, &crate::over::inverse(&order))
}

/// An index of the standard without new axes: for each axis a start, a number of elements and a step.
pub(crate) type Slice = (usize, usize, isize);

/// Selects elements along each axis in turn: the axis is the first one, and goes to the end.
macro_rules! selected {
    ($view:expr, $slices:expr) => {{
        let mut view = $view;
        for &(start, len, step) in &$slices {
            let extent = len.saturating_sub(1) * step.unsigned_abs() + usize::from(len > 0);
            // A negative step begins at the end.
            let lowest = if step < 0 && len > 0 { start + 1 - extent } else { start };
            let part = view.narrow(Axis::<0>, lowest, extent).step(Axis::<0>, step);
            view = part.permute(axes![1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0]);
        }
        view
    }};
}

/// Slices of all axes, those in front included.
fn all_axes(slices: &[Slice]) -> Vec<Slice> {
    std::iter::repeat_n((0, 1, 1), holor::MAX_RANK - slices.len())
        .chain(slices.iter().copied())
        .collect()
}

pub(crate) fn slice(x: &Data, slices: &[Slice]) -> PyResult<Data> {
    let all = all_axes(slices);
    of_all!("getitem", x, x => {
        let t = full(x);
        let part = t.viewed(|view| selected!(view, all));
        back(part, slices.len())
    })
}

/// Takes the tensor out, so that nobody else has its buffer, and puts it back.
fn changed<T: Element>(
    x: &mut AnyTensor<T>,
    change: impl FnOnce(&mut Tensor<T, 12>) -> PyResult<()>,
) -> PyResult<()> {
    let rank = x.rank();
    let nothing = AnyTensor::from_vec(Vec::new(), &[0]).expect("no elements");
    let mut t: Tensor<T, 12> = std::mem::replace(x, nothing)
        .with_rank(12)
        .and_then(AnyTensor::into_rank)
        .expect("no rank is larger");
    let result = change(&mut t);
    *x = AnyTensor::from(t).with_rank(rank).expect("the rank it had");
    result
}

pub(crate) fn set_slice(x: &mut Data, slices: &[Slice], value: &Data) -> PyResult<()> {
    let all = all_axes(slices);
    let rank = value.rank();
    of_all!("setitem", x, value, x, value => changed(x, |t| {
        let mut part = selected!(t.view_mut(), all);
        part.try_assign(&full(value)).map_err(|error| told(&error, &[rank; 2]))
    }))
}

/// Selects along the first axis where a mask holds.
pub(crate) fn select(x: &Data, mask: &Data) -> PyResult<Data> {
    let mask = bool::of(mask).ok_or_else(|| mask.wrong("getitem", "bool"))?.to_vec();
    crate::over::at_end(x, 0, |x| {
        of_all!("getitem", x, x => {
            back(full(x).try_select(Last, &mask[..]).map_err(|error| told(&error, &[x.rank()]))?, x.rank())
        })
    })
}

/// Assigns to the elements of the first axis (of two) at positions.
pub(crate) fn assign_at(x: &mut Data, at: &Data, value: &Data) -> PyResult<()> {
    let size = x.shape().first().copied().unwrap_or(1);
    let at = indices("setitem", at, size)?.into_vec();
    if x.rank() != 2 {
        return Err(PyTypeError::new_err("setitem: expected a matrix"));
    }
    of_all!("setitem", x, value, x, value => changed(x, |t| {
        t.try_index_assign(Axis::<10>, &at[..], full(value)).map_err(|error| told(&error, &[2, 2]))
    }))
}

//! Tensors from numbers.

use crate::data::*;
use crate::elementwise::astype;
use holor::prelude::*;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

/// A tensor of numbers of Python in row-major order.
pub(crate) fn from_list(list: &Bound<'_, PyList>, shape: &[usize], dtype: &str) -> PyResult<Data> {
    of_name!(dtype, T => {
        let elements = list.iter().map(|x| T::from_python(&x)).collect::<PyResult<Vec<T>>>()?;
        let tensor = AnyTensor::from_vec(elements, shape).map_err(|error| told(&error, &[]))?;
        Ok(T::data(tensor))
    })
}

pub(crate) fn to_list<'py>(x: &Data, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
    of_all!("tolist", x, x => {
        let elements = x.to_vec().into_iter().map(|x| x.to_python(py));
        PyList::new(py, elements.collect::<PyResult<Vec<_>>>()?)
    })
}

pub(crate) fn filled(shape: &[usize], value: &Bound<'_, PyAny>, dtype: &str) -> PyResult<Data> {
    let full_shape = full_shape("full", shape)?;
    of_name!(dtype, T => {
        let tensor = Tensor::try_full(full_shape, T::from_python(value)?);
        back(tensor.map_err(|error| told(&error, &[shape.len()]))?, shape.len())
    })
}

/// Computed in `i128` or `f64`, so that the end need not be a number of the type.
pub(crate) fn arange(
    start: &Bound<'_, PyAny>,
    stop: &Bound<'_, PyAny>,
    step: &Bound<'_, PyAny>,
    dtype: &str,
) -> PyResult<Data> {
    let told = |error| told(&error, &[]);
    let whole = |x: &Bound<'_, PyAny>| x.extract::<i128>();
    if let (Ok(start), Ok(stop), Ok(step)) = (whole(start), whole(stop), whole(step)) {
        let elements = Tensor::<i128, 1>::try_arange(start, stop, step).map_err(told)?;
        return match dtype {
            "complex64" | "complex128" => astype(&back(elements.cast::<f64>(), 1)?, dtype),
            _ => of_name!(real dtype, T => back(elements.cast::<T>(), 1)),
        };
    }
    let elements = Tensor::<f64, 1>::try_arange(start.extract()?, stop.extract()?, step.extract()?);
    astype(&back(elements.map_err(told)?, 1)?, dtype)
}

pub(crate) fn linspace(start: f64, stop: f64, n: usize, endpoint: bool) -> PyResult<Data> {
    let elements = Tensor::<f64, 1>::try_linspace_with_endpoint(start, stop, n, endpoint);
    back(elements.map_err(|error| told(&error, &[]))?, 1)
}

pub(crate) fn eye(rows: usize, columns: usize, k: isize, dtype: &str) -> PyResult<Data> {
    let eye = Tensor::<f32, 2>::try_eye_with_offset(rows, columns, k);
    astype(&back(eye.map_err(|error| told(&error, &[]))?, 2)?, dtype)
}

/// Numbers as holor writes them.
pub(crate) fn text(x: &Data) -> PyResult<String> {
    of_all!("str", x, x => Ok(x.to_string()))
}

/// The only element.
pub(crate) fn item<'py>(x: &Data, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
    of_all!("item", x, x => match x.to_vec()[..] {
        [element] => element.to_python(py),
        _ => Err(PyValueError::new_err(format!("item: {:?}: expected one element, found {}", x.shape(), x.len()))),
    })
}

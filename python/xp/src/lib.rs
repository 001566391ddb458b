//! The functions of the Python array API standard, by name, on tensors whose element type and rank are values.
//!
//! `data.rs` has the tensor; the other files have tables from the names of the standard to the methods of holor. The
//! Python files in `holor_xp/` have the standard's signatures, promote element types, and call these functions.

#[path = "../../src/exchange.rs"]
#[allow(dead_code, reason = "the part for arguments of a known rank is the other package's")]
mod exchange;

mod create;
mod data;
mod elementwise;
mod linear;
mod over;
mod search;
mod shape;

use data::{Data, Element, of_name};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

/// A tensor in Python. Copies share the elements until one is written.
#[pyclass(frozen, module = "holor_xp._holor")]
struct Raw(Mutex<Data>);

impl From<Data> for Raw {
    fn from(data: Data) -> Self {
        Raw(Mutex::new(data))
    }
}

impl Raw {
    /// The tensor, with a share of the elements.
    fn get(&self) -> Data {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn change(&self, change: impl FnOnce(&mut Data) -> PyResult<()>) -> PyResult<()> {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A panic as an error of Python: the last net under what the checks before a call do not see.
fn caught<T>(f: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|panic| {
        let text = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or(panic.downcast_ref::<&str>().copied())
            .unwrap_or("a panic");
        Err(PyRuntimeError::new_err(text.to_string()))
    })
}

fn made(f: impl FnOnce() -> PyResult<Data>) -> PyResult<Raw> {
    caught(f).map(Raw::from)
}

fn all_made(f: impl FnOnce() -> PyResult<Vec<Data>>) -> PyResult<Vec<Raw>> {
    caught(f).map(|list| list.into_iter().map(Raw::from).collect())
}

#[pymethods]
impl Raw {
    #[getter]
    fn dtype(&self) -> &'static str {
        self.get().dtype()
    }

    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.get().shape())
    }

    /// The elements in row-major order.
    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        create::to_list(&self.get(), py)
    }

    fn item<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        create::item(&self.get(), py)
    }

    fn text(&self) -> PyResult<String> {
        create::text(&self.get())
    }

    /// A tensor that shares no element with this one.
    fn copy(&self) -> Raw {
        fn of<T: Element>(x: &holor::AnyTensor<T>) -> PyResult<Data> {
            let copy = holor::AnyTensor::from_vec(x.to_vec(), x.shape());
            Ok(T::data(copy.expect("the shape is that of the elements")))
        }
        let data = self.get();
        Raw::from(data::of_all!("copy", &data, x => of(x)).expect("all types are listed"))
    }

    /// The object that gives the elements to other libraries.
    fn exported(&self) -> PyResult<exchange::Array> {
        let data = self.get();
        data::of_all!("__dlpack__", &data, x => Ok(x.clone().into()))
    }

    fn set_slice(&self, slices: Vec<shape::Slice>, value: &Raw) -> PyResult<()> {
        let value = value.get();
        caught(|| self.change(|x| shape::set_slice(x, &slices, &value)))
    }

    fn assign_at(&self, at: &Raw, value: &Raw) -> PyResult<()> {
        let (at, value) = (at.get(), value.get());
        caught(|| self.change(|x| shape::assign_at(x, &at, &value)))
    }

    /// Takes the place of the elements.
    fn replace(&self, other: &Raw) {
        let other = other.get();
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = other;
    }
}

/// Functions of Python: each calls one here, whose panic is an error.
macro_rules! functions {
    ($($name:ident($($arg:ident: $Arg:ty),*) $(-> $Out:ty)? = $by:ident $body:expr;)+) => {
        $(
            #[pyfunction]
            #[allow(clippy::too_many_arguments)]
            fn $name($($arg: $Arg),*) -> PyResult<functions!(@ $($Out)?)> {
                $by(|| $body)
            }
        )+

        #[pymodule]
        fn _holor(module: &Bound<'_, PyModule>) -> PyResult<()> {
            module.add_class::<Raw>()?;
            $(module.add_function(wrap_pyfunction!($name, module)?)?;)+
            Ok(())
        }
    };
    (@) => { Raw };
    (@ $Out:ty) => { $Out };
}

functions! {
    from_list(list: &Bound<'_, PyList>, shape: Vec<usize>, dtype: &str) = made create::from_list(list, &shape, dtype);
    full(shape: Vec<usize>, value: &Bound<'_, PyAny>, dtype: &str) = made create::filled(&shape, value, dtype);
    arange(start: &Bound<'_, PyAny>, stop: &Bound<'_, PyAny>, step: &Bound<'_, PyAny>, dtype: &str)
        = made create::arange(start, stop, step, dtype);
    linspace(start: f64, stop: f64, n: usize, endpoint: bool) = made create::linspace(start, stop, n, endpoint);
    eye(rows: usize, columns: usize, k: isize, dtype: &str) = made create::eye(rows, columns, k, dtype);
    from_dlpack(array: exchange::Argument) = made read(array);

    astype(x: &Raw, dtype: &str) = made elementwise::astype(&x.get(), dtype);
    unary(name: &str, x: &Raw) = made elementwise::unary(name, &x.get());
    binary(name: &str, a: &Raw, b: &Raw) = made elementwise::binary(name, &a.get(), &b.get());
    where_(mask: &Raw, a: &Raw, b: &Raw) = made elementwise::where_(&mask.get(), &a.get(), &b.get());
    broadcast_shapes(shapes: Vec<Vec<usize>>) -> Vec<usize>
        = caught data::common("broadcast_shapes", &shapes.iter().map(|shape| &shape[..]).collect::<Vec<_>>());

    reduce(name: &str, x: &Raw, axes: Vec<usize>, keepdims: bool, parameter: f64)
        = made over::reduce(name, &x.get(), &axes, keepdims, parameter);
    along(name: &str, x: &Raw, axis: usize, number: isize, flag: bool, other: Option<&Bound<'_, Raw>>) = made {
        let other = other.map(|other| other.get().get());
        over::along(name, &x.get(), axis, &over::Along { number, flag, other: other.as_ref() })
    };
    take_along_axis(x: &Raw, at: &Raw, axis: usize) = made over::take_along_axis(&x.get(), &at.get(), axis);

    permute(x: &Raw, axes: Vec<usize>) = made shape::permute(&x.get(), &axes);
    reshape(x: &Raw, shape: Vec<usize>) = made shape::reshape(&x.get(), &shape);
    can_view(x: &Raw, shape: Vec<usize>) -> bool = caught shape::can_view(&x.get(), &shape);
    broadcast_to(x: &Raw, shape: Vec<usize>) = made shape::broadcast_to(&x.get(), &shape);
    tile(x: &Raw, counts: Vec<usize>) = made shape::tile(&x.get(), &counts);
    concat(parts: Vec<Bound<'_, Raw>>, axis: usize) = made {
        let parts: Vec<_> = parts.iter().map(|part| part.get().get()).collect();
        shape::concat(&parts, axis)
    };
    slice(x: &Raw, slices: Vec<shape::Slice>) = made shape::slice(&x.get(), &slices);
    select(x: &Raw, mask: &Raw) = made shape::select(&x.get(), &mask.get());

    nonzero(x: &Raw) -> Vec<Raw> = all_made search::nonzero(&x.get());
    searchsorted(sorted: &Raw, values: &Raw, is_right: bool) = made search::searchsorted(&sorted.get(), &values.get(), is_right);
    unique(x: &Raw) -> Vec<Raw> = all_made search::unique(&x.get()).map(Vec::from);
    isin(x: &Raw, set: &Raw) = made search::isin(&x.get(), &set.get());
    triangle(x: &Raw, k: isize, is_upper: bool) = made search::triangle(&x.get(), k, is_upper);

    matmul(a: &Raw, b: &Raw) = made linear::matmul(&a.get(), &b.get());
    tensordot(a: &Raw, b: &Raw) = made linear::tensordot(&a.get(), &b.get());
    vecdot(a: &Raw, b: &Raw) = made linear::vecdot(&a.get(), &b.get());
    cross(a: &Raw, b: &Raw) = made linear::cross(&a.get(), &b.get());
    outer(a: &Raw, b: &Raw) = made linear::outer(&a.get(), &b.get());
    diagonal(x: &Raw, k: isize) = made linear::diagonal(&x.get(), k);
    matrix_power(x: &Raw, exponent: u32) = made linear::matrix_power(&x.get(), exponent);
    solve(a: &Raw, b: &Raw) = made linear::solve(&a.get(), &b.get());
    decompose(name: &str, x: &Raw, flag: bool, rtol: Option<f64>) -> Vec<Raw>
        = all_made linear::decompose(name, &x.get(), flag, rtol);
    fourier(name: &str, x: &Raw, axis: usize, n: Option<usize>, norm: &str) = made linear::fourier(name, &x.get(), axis, n, norm);
    fftshift(x: &Raw, axis: usize, is_inverse: bool) = made linear::fftshift(&x.get(), axis, is_inverse);
    frequencies(n: usize, d: f64, is_real: bool) = made linear::frequencies(n, d, is_real);
}

/// An array of another library, in its memory.
fn read(mut array: exchange::Argument) -> PyResult<Data> {
    use holor::DType;
    let name = match array.dtype()? {
        DType::Bool => "bool",
        DType::I8 => "int8",
        DType::I16 => "int16",
        DType::I32 => "int32",
        DType::I64 => "int64",
        DType::U8 => "uint8",
        DType::U16 => "uint16",
        DType::U32 => "uint32",
        DType::U64 => "uint64",
        DType::F32 => "float32",
        DType::F64 => "float64",
        DType::C32 => "complex64",
        DType::C64 => "complex128",
        _ => return Err(array.wrong_dtype("a dtype of the standard")),
    };
    of_name!(name, T => array.read_any().map(T::data))
}

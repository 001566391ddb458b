//! An example of a Python package on holor: functions that take and return arrays of numpy, torch and others.
//!
//! `exchange.rs` takes arrays from Python and hands tensors to it, by `DLPack`. The functions here are what an author
//! of such a package writes: rank and element type stand in the type of what is read.

mod exchange;

use exchange::{Argument, Array, value_error};
use holor::num_traits::Float;
use holor::prelude::*;
use holor::{DType, HasDType};
use pyo3::prelude::*;

/// Calls a function of one element type for the float type of an argument.
macro_rules! of_floats {
    ($x:ident, $function:ident($($argument:expr),*)) => {
        match $x.dtype()? {
            DType::F32 => $function::<f32>($($argument),*),
            DType::F64 => $function::<f64>($($argument),*),
            _ => Err($x.wrong_dtype("float32 or float64")),
        }
    };
}

#[pyfunction]
fn softmax(mut x: Argument) -> PyResult<Array> {
    fn of<T: HasDType + Float>(x: &mut Argument) -> PyResult<Array> {
        let x: Tensor<T, 2> = x.read()?;
        Ok(x.softmax(Last).into())
    }
    of_floats!(x, of(&mut x))
}

#[pyfunction]
fn matmul(mut a: Argument, mut b: Argument) -> PyResult<Array> {
    fn of<T: HasDType + Float>(a: &mut Argument, b: &mut Argument) -> PyResult<Array> {
        let (a, b): (Tensor<T, 2>, Tensor<T, 2>) = (a.read()?, b.read()?);
        Ok(a.try_matmul(&b).map_err(value_error)?.into())
    }
    of_floats!(a, of(&mut a, &mut b))
}

#[pyfunction]
fn normalise(mut image: Argument) -> PyResult<Array> {
    let image: Tensor<u8, 3> = image.read()?;
    let planes = rearrange!(&image, "h w c -> c h w").cast::<f32>();
    let (mean, std) = (planes.mean(Keep(axes![1, 2])), planes.std(Keep(axes![1, 2])));
    Ok(((planes - mean) / std.maximum(1e-6)).into())
}

#[pyfunction]
fn transpose(mut x: Argument) -> PyResult<Array> {
    let x: Tensor<f64, 2> = x.read()?;
    Ok(x.viewed(|v| v.transpose()).into())
}

#[pyfunction]
fn sum_last(mut x: Argument) -> PyResult<Array> {
    let any: AnyTensor<f64> = x.read_any()?;
    match_rank!(any, x in [1, 2, 3, 4] => Ok(x.sum(Last).into()), other => {
        Err(exchange::wrong_rank("rank 1 to 4", other.shape()))
    })
}

#[pyfunction]
fn centre(mut x: Argument) -> PyResult<()> {
    let change = |x: &mut TensorRef<f64, 2>| {
        let means = x.mean(Axis::<0>);
        *x -= means;
    };
    // SAFETY: there is no other argument.
    unsafe { x.write(change) }
}

#[pyfunction]
fn background_sum(py: Python<'_>, mut x: Argument) -> PyResult<f64> {
    let x: Tensor<f64, 1> = x.read()?;
    // The thread drops the array, too, which gives it back to the library that made it.
    let thread = std::thread::spawn(move || x.sum(All).item());
    Ok(py.detach(|| thread.join()).expect("a sum does not panic"))
}

#[pymodule]
fn _holor(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Array>()?;
    for function in [
        wrap_pyfunction!(softmax, module)?,
        wrap_pyfunction!(matmul, module)?,
        wrap_pyfunction!(normalise, module)?,
        wrap_pyfunction!(transpose, module)?,
        wrap_pyfunction!(sum_last, module)?,
        wrap_pyfunction!(centre, module)?,
        wrap_pyfunction!(background_sum, module)?,
    ] {
        module.add_function(function)?;
    }
    Ok(())
}

//! Arrays of Python as tensors, and tensors as arrays of Python, without a copy.
//!
//! Python's side of `DLPack`: an array has a method `__dlpack__`, which returns a capsule with the struct. Whoever takes
//! the struct renames the capsule; a capsule that was never taken gives its struct back when it is freed.
//!
//! # Invariants
//!
//! 1. A capsule named `dltensor_versioned` or `dltensor` owns the struct that it points at. The library that made it
//!    tells the truth about its array, whose deleter may be called on any thread: so says the protocol.
//! 2. No function here runs code of Python while it reads elements, and the caller of a function writes to none of
//!    its arguments on another thread meanwhile. (An array of numpy has no lock that could keep it from that.)
//! 3. A function that writes to an argument reads no other one at that time: both may be the same array.

use holor::interop::dlpack::{DLManagedTensor, DLManagedTensorVersioned, Header, Managed};
use holor::prelude::*;
use holor::rank::AnyRank;
use holor::{DType, HasDType};
use pyo3::exceptions::{PyBufferError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use pyo3::{Borrowed, ffi};
use std::ffi::CStr;
use std::sync::{Mutex, PoisonError};

const VERSIONED: &CStr = c"dltensor_versioned";
const LEGACY: &CStr = c"dltensor";

/// An argument of a function: an array whose rank and element type are not checked yet.
///
/// To extract it never fails, because Python's message would begin with the name of the argument then.
pub(crate) struct Argument(PyResult<Taken>);

/// The struct of an array, in one of its two forms; empty after it was read.
enum Taken {
    Versioned(Managed),
    Legacy(Managed<DLManagedTensor>),
    Empty,
}

/// Calls the same for either form.
macro_rules! of_either {
    ($taken:expr, $array:pat => $value:expr) => {
        match $taken {
            Taken::Versioned($array) => $value,
            Taken::Legacy($array) => $value,
            Taken::Empty => Err(PyValueError::new_err("the argument was read before")),
        }
    };
}

impl<'py> FromPyObject<'_, 'py> for Argument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Argument(take(&object)))
    }
}

/// Asks an array for its struct.
fn take(object: &Bound<'_, PyAny>) -> PyResult<Taken> {
    let py = object.py();
    let Some(method) = object.getattr_opt("__dlpack__")? else {
        let found = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "expected an array with __dlpack__, found {found}"
        )));
    };
    let options = PyDict::new(py);
    options.set_item("max_version", (1, 1))?;
    let capsule = match method.call((), Some(&options)) {
        // Libraries from before version 1 do not know the option.
        Err(error) if error.is_instance_of::<PyTypeError>(py) => method.call0()?,
        result => result?,
    };
    let capsule = capsule.cast::<PyCapsule>()?;
    if capsule.is_valid_checked(Some(VERSIONED)) {
        Ok(Taken::Versioned(out_of(capsule, VERSIONED, c"used_dltensor_versioned")?))
    } else {
        Ok(Taken::Legacy(out_of(capsule, LEGACY, c"used_dltensor")?))
    }
}

/// Takes the struct out of a capsule.
fn out_of<H: Header>(
    capsule: &Bound<'_, PyCapsule>,
    name: &CStr,
    used: &'static CStr,
) -> PyResult<Managed<H>> {
    let raw = capsule.pointer_checked(Some(name))?.cast::<H>();
    // SAFETY: the precondition of `PyCapsule_SetName`: a capsule, and a name that lives as long as the program.
    if unsafe { ffi::PyCapsule_SetName(capsule.as_ptr(), used.as_ptr()) } != 0 {
        return Err(PyErr::fetch(capsule.py()));
    }
    // SAFETY: the capsule owned the struct until it was renamed (invariant 1); nobody writes (invariant 2).
    unsafe { Managed::from_raw(raw) }.map_err(|error| PyBufferError::new_err(reason(&error)))
}

impl Argument {
    fn taken(&mut self) -> PyResult<Taken> {
        std::mem::replace(&mut self.0, Ok(Taken::Empty))
    }

    /// The element type, to choose by.
    pub(crate) fn dtype(&mut self) -> PyResult<DType> {
        match &self.0 {
            Ok(taken) => of_either!(taken, array => Ok(array.dtype())),
            Err(_) => self.taken().map(|_| unreachable!("an error")),
        }
    }

    /// A tensor of the array's memory; a `TypeError` if rank or element type differ.
    pub(crate) fn read<T: HasDType, const R: usize>(&mut self) -> PyResult<Tensor<T, R>>
    where
        Rank<R>: AnyRank,
    {
        of_either!(self.taken()?, array => array.into_tensor().map_err(type_error))
    }

    /// A tensor of the array's memory, of any rank up to 12.
    pub(crate) fn read_any<T: HasDType>(&mut self) -> PyResult<AnyTensor<T>> {
        of_either!(self.taken()?, array => array.into_any().map_err(type_error))
    }

    /// Changes the elements where they are. The array must not be read-only.
    ///
    /// # Safety
    /// Invariant 3: `change` uses no tensor that was read of another argument.
    pub(crate) unsafe fn write<T: HasDType, const R: usize>(
        &mut self,
        change: impl FnOnce(&mut TensorRef<T, R>),
    ) -> PyResult<()>
    where
        Rank<R>: AnyRank,
    {
        of_either!(self.taken()?, mut array => {
            // SAFETY: nothing else reaches the elements while `change` runs (invariant 2, and the caller's promise).
            let view = unsafe { array.view_mut() };
            change(&mut view.map_err(type_error)?);
            Ok(())
        })
    }

    /// The error of an element type that a function does not take.
    pub(crate) fn wrong_dtype(&mut self, expected: &str) -> PyErr {
        let text = self.taken().and_then(|taken| {
            of_either!(taken, array => Ok(format!(
                "expected dtype {expected}, found dtype {} (shape {})",
                name(&array.dtype().to_string()),
                tuple(array.shape())
            )))
        });
        text.map_or_else(|error| error, PyTypeError::new_err)
    }
}

/// A result: a tensor that numpy, torch and others take by `from_dlpack`, without a copy, once.
///
/// The first `__dlpack__` moves the tensor out, so that it is writable there: nobody else has it.
#[pyclass(frozen, module = "holor_example")]
pub(crate) struct Array(Mutex<Option<Box<dyn Payload>>>);

/// A tensor of any element type.
trait Payload: Send {
    fn versioned(self: Box<Self>) -> Managed<DLManagedTensorVersioned>;
    fn legacy(self: Box<Self>) -> Managed<DLManagedTensor>;
    fn copied(&self) -> Box<dyn Payload>;
}

impl<T: HasDType> Payload for AnyTensor<T> {
    fn versioned(self: Box<Self>) -> Managed<DLManagedTensorVersioned> {
        Managed::export(*self)
    }

    fn legacy(self: Box<Self>) -> Managed<DLManagedTensor> {
        Managed::export(*self)
    }

    fn copied(&self) -> Box<dyn Payload> {
        let copy = AnyTensor::from_vec(self.to_vec(), self.shape());
        Box::new(copy.expect("the shape is that of the elements"))
    }
}

impl<T: HasDType, const R: usize> From<Tensor<T, R>> for Array
where
    Rank<R>: AnyRank,
{
    fn from(tensor: Tensor<T, R>) -> Self {
        AnyTensor::from(tensor).into()
    }
}

impl<T: HasDType> From<AnyTensor<T>> for Array {
    fn from(tensor: AnyTensor<T>) -> Self {
        Array(Mutex::new(Some(Box::new(tensor))))
    }
}

#[pymethods]
impl Array {
    #[pyo3(signature = (*, stream = None, max_version = None, dl_device = None, copy = None))]
    fn __dlpack__<'py>(
        &self,
        py: Python<'py>,
        stream: Option<Bound<'py, PyAny>>,
        max_version: Option<(u32, u32)>,
        dl_device: Option<(i32, i32)>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        if stream.is_some() || dl_device.is_some_and(|device| device != (1, 0)) {
            return Err(PyBufferError::new_err(
                "the array is in memory of the CPU, without a stream",
            ));
        }
        let mut payload = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let given = if copy == Some(true) {
            payload.as_ref().map(|payload| payload.copied())
        } else {
            payload.take()
        };
        let given = given.ok_or_else(|| {
            PyBufferError::new_err("the array was handed over before: a result is taken once")
        })?;
        if max_version.is_some_and(|(major, _)| major >= 1) {
            into_capsule(py, given.versioned(), VERSIONED, free::<DLManagedTensorVersioned>)
        } else {
            into_capsule(py, given.legacy(), LEGACY, free::<DLManagedTensor>)
        }
    }

    fn __dlpack_device__(&self) -> (i32, i32) {
        (1, 0)
    }
}

fn into_capsule<'py, H: Header>(
    py: Python<'py>,
    array: Managed<H>,
    name: &'static CStr,
    destructor: ffi::PyCapsule_Destructor,
) -> PyResult<Bound<'py, PyCapsule>> {
    let raw = array.into_raw();
    // SAFETY: the capsule owns the struct now, and `destructor` gives it back (invariant 1).
    unsafe { PyCapsule::new_with_pointer_and_destructor(py, raw.cast(), name, Some(destructor)) }
}

/// Called when a capsule is freed: gives the struct back, if nobody has taken it.
unsafe extern "C" fn free<H: Name>(capsule: *mut ffi::PyObject) {
    // SAFETY: Python calls this with the capsule that it frees.
    if unsafe { ffi::PyCapsule_IsValid(capsule, H::NAME.as_ptr()) } == 1 {
        // SAFETY: as above; it has that name.
        let raw = unsafe { ffi::PyCapsule_GetPointer(capsule, H::NAME.as_ptr()) };
        if let Some(raw) = std::ptr::NonNull::new(raw.cast::<H>()) {
            // SAFETY: under this name, the capsule owns the struct (invariant 1).
            drop(unsafe { Managed::from_raw(raw) });
        }
    }
}

/// The name of a capsule with a struct.
trait Name: Header {
    const NAME: &'static CStr;
}

impl Name for DLManagedTensorVersioned {
    const NAME: &'static CStr = VERSIONED;
}

impl Name for DLManagedTensor {
    const NAME: &'static CStr = LEGACY;
}

/// Rank and element type as `TypeError`, in the words of Python; everything else as `ValueError`.
fn type_error(error: ShapeError) -> PyErr {
    let shape = error.shapes().next().unwrap_or_default();
    match error.kind() {
        ErrorKind::RankDiffers { expected, .. } => wrong_rank(&format!("rank {expected}"), shape),
        ErrorKind::Argument { name: "dtype", value, expected } => PyTypeError::new_err(format!(
            "expected dtype {}, found dtype {} (shape {})",
            name(expected),
            name(value),
            tuple(shape)
        )),
        _ => PyValueError::new_err(reason(&error)),
    }
}

/// The error of a rank that a function does not take.
pub(crate) fn wrong_rank(expected: &str, shape: &[usize]) -> PyErr {
    let (found, shape) = (shape.len(), tuple(shape));
    PyTypeError::new_err(format!("expected {expected}, found rank {found} (shape {shape})"))
}

/// The error of an operation whose shapes do not fit.
pub(crate) fn value_error(error: ShapeError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The text of an error without the operation, which Python's user did not call.
fn reason(error: &ShapeError) -> String {
    let text = error.to_string();
    text.strip_prefix(error.operation()).unwrap_or(&text).trim_start_matches(": ").to_string()
}

/// A shape as Python writes it.
fn tuple(shape: &[usize]) -> String {
    match shape {
        [size] => format!("({size},)"),
        sizes => {
            format!("({})", sizes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        }
    }
}

/// The name of an element type in numpy and torch.
fn name(dtype: &str) -> String {
    let (kind, bits) = match dtype {
        "c32" => return "complex64".into(),
        "c64" => return "complex128".into(),
        "bf16" => return "bfloat16".into(),
        _ => dtype.split_at(1),
    };
    match kind {
        "i" => format!("int{bits}"),
        "u" => format!("uint{bits}"),
        "f" => format!("float{bits}"),
        _ => dtype.into(),
    }
}

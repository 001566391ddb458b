//! [`Data`]: a tensor whose element type and rank are known at run time, and the way to holor's functions.
//!
//! A function of holor is called at one rank, the largest one: [`full`] adds axes of size 1 in front, [`back`] removes
//! them. So each is compiled once for each element type. The errors lose these axes, too ([`told`]).

use holor::num_complex::Complex;
use holor::prelude::*;
use holor::rank::AnyRank;
use holor::{HasDType, MAX_RANK};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyComplex;

/// A tensor of one of the element types of the standard.
#[derive(Clone)]
pub(crate) enum Data {
    Bool(AnyTensor<bool>),
    I8(AnyTensor<i8>),
    I16(AnyTensor<i16>),
    I32(AnyTensor<i32>),
    I64(AnyTensor<i64>),
    U8(AnyTensor<u8>),
    U16(AnyTensor<u16>),
    U32(AnyTensor<u32>),
    U64(AnyTensor<u64>),
    F32(AnyTensor<f32>),
    F64(AnyTensor<f64>),
    C32(AnyTensor<Complex<f32>>),
    C64(AnyTensor<Complex<f64>>),
}

/// An element type of the standard.
pub(crate) trait Element: HasDType + std::fmt::Debug {
    fn data(tensor: AnyTensor<Self>) -> Data;
    fn of(data: &Data) -> Option<&AnyTensor<Self>>;
    fn from_python(object: &Bound<'_, PyAny>) -> PyResult<Self>;
    fn to_python<'py>(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>>;
}

macro_rules! elements {
    ($($T:ty, $V:ident, $from:expr, $to:expr;)+) => { $(
        impl Element for $T {
            fn data(tensor: AnyTensor<Self>) -> Data {
                Data::$V(tensor)
            }

            fn of(data: &Data) -> Option<&AnyTensor<Self>> {
                match data {
                    Data::$V(tensor) => Some(tensor),
                    _ => None,
                }
            }

            fn from_python(object: &Bound<'_, PyAny>) -> PyResult<Self> {
                let from: fn(&Bound<'_, PyAny>) -> PyResult<Self> = $from;
                from(object)
            }

            fn to_python<'py>(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                let to: fn(Self, Python<'py>) -> PyResult<Bound<'py, PyAny>> = $to;
                to(self, py)
            }
        }
    )+ };
    (integers $($T:ty, $V:ident;)+) => { elements! { $(
        $T, $V, |object| object.extract(), |x, py| Ok(x.into_pyobject(py)?.into_any());
    )+ } };
}

elements! { integers
    i8, I8; i16, I16; i32, I32; i64, I64;
    u8, U8; u16, U16; u32, U32; u64, U64;
}
elements! {
    bool, Bool, |object| object.extract(), |x, py| Ok(x.into_pyobject(py)?.to_owned().into_any());
    f32, F32, |object| Ok(object.extract::<f64>()? as f32), |x, py| Ok(f64::from(x).into_pyobject(py)?.into_any());
    f64, F64, |object| object.extract(), |x, py| Ok(x.into_pyobject(py)?.into_any());
    Complex<f32>, C32, |object| parts(object).map(|(re, im)| Complex::new(re as f32, im as f32)),
        |x, py| Ok(PyComplex::from_doubles(py, x.re.into(), x.im.into()).into_any());
    Complex<f64>, C64, |object| parts(object).map(|(re, im)| Complex::new(re, im)),
        |x, py| Ok(PyComplex::from_doubles(py, x.re, x.im).into_any());
}

/// The real and the imaginary part of a number of Python.
fn parts(object: &Bound<'_, PyAny>) -> PyResult<(f64, f64)> {
    Ok((object.getattr("real")?.extract()?, object.getattr("imag")?.extract()?))
}

/// Calls the same for each element type of a list; the others are a `TypeError`.
macro_rules! dispatch {
    ($expected:literal [$($V:ident)+] $op:expr, $data:expr, $x:ident => $body:expr) => {
        match $data {
            $($crate::data::Data::$V($x) => $body,)+
            #[allow(unreachable_patterns)]
            other => Err(other.wrong($op, $expected)),
        }
    };
    ($expected:literal [$($V:ident)+] $op:expr, $a:expr, $b:expr, $x:ident, $y:ident => $body:expr) => {
        match ($a, $b) {
            $(($crate::data::Data::$V($x), $crate::data::Data::$V($y)) => $body,)+
            (other, _) => Err(other.wrong($op, $expected)),
        }
    };
}

macro_rules! groups {
    ($d:tt $($name:ident $expected:literal $list:tt;)+) => { $(
        macro_rules! $name {
            ($d($d all:tt)+) => { $crate::data::dispatch!($expected $list $d($d all)+) };
        }
        #[allow(unused_imports)]
        pub(crate) use $name;
    )+ };
}

groups! { $
    of_all "any dtype" [Bool I8 I16 I32 I64 U8 U16 U32 U64 F32 F64 C32 C64];
    of_reals_and_bool "a real dtype or bool" [Bool I8 I16 I32 I64 U8 U16 U32 U64 F32 F64];
    of_numbers "a numeric dtype" [I8 I16 I32 I64 U8 U16 U32 U64 F32 F64 C32 C64];
    of_reals "a real numeric dtype" [I8 I16 I32 I64 U8 U16 U32 U64 F32 F64];
    of_integers "an integer dtype" [I8 I16 I32 I64 U8 U16 U32 U64];
    of_unsigned "an unsigned integer dtype" [U8 U16 U32 U64];
    of_bits "an integer dtype or bool" [Bool I8 I16 I32 I64 U8 U16 U32 U64];
    of_bool "bool" [Bool];
    of_floats "a real floating-point dtype" [F32 F64];
    of_complex "a complex floating-point dtype" [C32 C64];
    of_inexact "a floating-point dtype" [F32 F64 C32 C64];
}
pub(crate) use dispatch;

/// Calls the same for the type of a name.
macro_rules! of_name {
    ($name:expr, $T:ident => $body:expr) => {
        $crate::data::of_name!(@ $name, $T => $body, "bool" bool, "int8" i8, "int16" i16, "int32" i32, "int64" i64,
            "uint8" u8, "uint16" u16, "uint32" u32, "uint64" u64, "float32" f32, "float64" f64,
            "complex64" ::holor::num_complex::Complex<f32>, "complex128" ::holor::num_complex::Complex<f64>)
    };
    (real $name:expr, $T:ident => $body:expr) => {
        $crate::data::of_name!(@ $name, $T => $body, "int8" i8, "int16" i16, "int32" i32, "int64" i64,
            "uint8" u8, "uint16" u16, "uint32" u32, "uint64" u64, "float32" f32, "float64" f64)
    };
    (@ $name:expr, $T:ident => $body:expr, $($text:literal $Type:ty),+) => {
        match $name {
            $($text => {
                type $T = $Type;
                $body
            })+
            other => Err(::pyo3::exceptions::PyTypeError::new_err(format!("unexpected dtype {other}"))),
        }
    };
}
pub(crate) use of_name;

impl Data {
    pub(crate) fn dtype(&self) -> &'static str {
        match self {
            Data::Bool(_) => "bool",
            Data::I8(_) => "int8",
            Data::I16(_) => "int16",
            Data::I32(_) => "int32",
            Data::I64(_) => "int64",
            Data::U8(_) => "uint8",
            Data::U16(_) => "uint16",
            Data::U32(_) => "uint32",
            Data::U64(_) => "uint64",
            Data::F32(_) => "float32",
            Data::F64(_) => "float64",
            Data::C32(_) => "complex64",
            Data::C64(_) => "complex128",
        }
    }

    pub(crate) fn shape(&self) -> &[usize] {
        let shape: PyResult<&[usize]> = of_all!("shape", self, x => Ok(x.shape()));
        shape.expect("all types are listed")
    }

    pub(crate) fn rank(&self) -> usize {
        self.shape().len()
    }

    /// The error of an element type that an operation does not take.
    #[cold]
    pub(crate) fn wrong(&self, operation: &str, expected: &str) -> PyErr {
        let (dtype, shape) = (self.dtype(), self.shape());
        PyTypeError::new_err(format!("{operation}: {shape:?}: expected {expected}, found {dtype}"))
    }
}

/// A tensor of the rank at which everything is computed, with the same buffer.
pub(crate) fn full<T: Element>(x: &AnyTensor<T>) -> Tensor<T, MAX_RANK> {
    x.clone().with_rank(MAX_RANK).and_then(AnyTensor::into_rank).expect("no rank is larger")
}

/// A tensor without the axes in front, of which `rank` remain.
pub(crate) fn back<T: Element, const R: usize>(x: Tensor<T, R>, rank: usize) -> PyResult<Data>
where
    Rank<R>: AnyRank,
{
    AnyTensor::from(x).with_rank(rank).map(T::data).map_err(|error| told(&error, &[]))
}

/// Positions as the standard has them: `int64`.
pub(crate) fn positions<const R: usize>(x: Tensor<usize, R>, rank: usize) -> PyResult<Data>
where
    Rank<R>: AnyRank,
{
    back(x.cast::<i64>(), rank)
}

/// A shape with sizes 1 in front.
pub(crate) fn full_shape(operation: &str, shape: &[usize]) -> PyResult<[usize; MAX_RANK]> {
    let rank = shape.len();
    if rank > MAX_RANK {
        return Err(PyValueError::new_err(format!(
            "{operation}: {shape:?}: rank is {rank}, expected at most {MAX_RANK}"
        )));
    }
    let mut result = [1; MAX_RANK];
    result[MAX_RANK - rank..].copy_from_slice(shape);
    Ok(result)
}

/// The error of holor as one of Python. `ranks` are those of its shapes; if they are shorter than in the error, the
/// axes in front vanish from the text.
#[cold]
pub(crate) fn told(error: &ShapeError, ranks: &[usize]) -> PyErr {
    told_moved(error, ranks, &[])
}

/// The same for tensors whose axes were moved before: axis `i` was `order[i]`.
#[cold]
pub(crate) fn told_moved(error: &ShapeError, ranks: &[usize], order: &[usize]) -> PyErr {
    let mut text = error.to_string();
    for (shape, &rank) in error.shapes().zip(ranks) {
        if shape.len() == MAX_RANK {
            let moved = &shape[MAX_RANK - rank..];
            let mut own = moved.to_vec();
            if rank == order.len() {
                for (&size, &axis) in moved.iter().zip(order) {
                    own[axis] = size;
                }
            }
            text = text.replacen(&format!("{shape:?}"), &format!("{own:?}"), 1);
        }
    }
    if let Some(rank) = ranks.iter().max() {
        text = with_axes_of(&text, MAX_RANK - rank, order);
    }
    match error.kind() {
        ErrorKind::IndexOutOfRange { .. } | ErrorKind::IndexAt { .. } => {
            PyIndexError::new_err(text)
        }
        ErrorKind::RankDiffers { .. } => PyTypeError::new_err(text),
        _ => PyValueError::new_err(text),
    }
}

/// A text whose numbers of axes begin later, and are those before axes were moved.
fn with_axes_of(text: &str, first: usize, order: &[usize]) -> String {
    let mut pieces = text.split("axis ");
    let mut result = pieces.next().unwrap_or_default().to_string();
    for piece in pieces {
        let digits = piece.len() - piece.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        result += "axis ";
        match piece[..digits].parse::<usize>() {
            Ok(axis) if axis >= first => {
                let axis = axis - first;
                result += &order.get(axis).unwrap_or(&axis).to_string();
            }
            _ => result += &piece[..digits],
        }
        result += &piece[digits..];
    }
    result
}

/// The common shape of operands.
pub(crate) fn common(operation: &str, shapes: &[&[usize]]) -> PyResult<Vec<usize>> {
    let mut result: Vec<usize> = Vec::new();
    for shape in shapes {
        let (a, b) = (full_shape(operation, &result)?, full_shape(operation, shape)?);
        let both = holor::try_broadcast_shapes(a, b).map_err(|error| {
            let text = told(&error, &[result.len(), shape.len()]).to_string();
            let reason =
                text.split_once("broadcast_shapes: ").map_or(&text[..], |(_, reason)| reason);
            PyValueError::new_err(format!("{operation}: {reason}"))
        })?;
        let both: [usize; MAX_RANK] = both;
        result = both[MAX_RANK - result.len().max(shape.len())..].to_vec();
    }
    Ok(result)
}

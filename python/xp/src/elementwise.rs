//! Functions of elements: of one tensor, of two that broadcast, and conversions.

use crate::data::*;
use holor::num_complex::Complex;
use holor::num_traits::Float;
use holor::prelude::*;
use pyo3::prelude::*;

/// A table of functions of one tensor: the standard's name, and that of holor's method.
macro_rules! unary {
    ($name:expr, $x:expr, $otherwise:expr; $($group:ident: $($python:literal $method:ident),+;)+) => {
        match $name {
            $($($python => $group!($name, $x, x => back(full(x).$method(), x.rank())),)+)+
            _ => $otherwise,
        }
    };
}

pub(crate) fn unary(name: &str, x: &Data) -> PyResult<Data> {
    unary! { name, x, by_kind(name, x);
        of_inexact: "acos" acos, "acosh" acosh, "asin" asin, "asinh" asinh, "atan" atan, "atanh" atanh, "cos" cos,
            "cosh" cosh, "exp" exp, "expm1" exp_m1, "log" ln, "log1p" ln_1p, "log2" log2, "log10" log10,
            "reciprocal" recip, "sin" sin, "sinh" sinh, "sqrt" sqrt, "tan" tan, "tanh" tanh;
        of_floats: "signbit" signbit;
    }
}

/// Functions that differ between kinds of numbers.
fn by_kind(name: &str, x: &Data) -> PyResult<Data> {
    use Data::*;
    match (name, x) {
        ("positive" | "conj" | "real", C32(_) | C64(_)) => of_complex!(name, x, x => match name {
            "conj" => back(full(x).conj(), x.rank()),
            "real" => back(full(x).re(), x.rank()),
            _ => back(full(x), x.rank()),
        }),
        ("imag", _) => of_complex!(name, x, x => back(full(x).im(), x.rank())),
        ("positive" | "conj" | "real", _) => of_numbers!(name, x, _x => Ok(x.clone())),
        ("abs", U8(_) | U16(_) | U32(_) | U64(_)) => Ok(x.clone()),
        ("abs" | "sign" | "negative", F32(_) | F64(_) | C32(_) | C64(_)) => {
            of_inexact!(name, x, x => match name {
                "abs" => back(full(x).abs(), x.rank()),
                "sign" => back(full(x).sign(), x.rank()),
                _ => back(-full(x), x.rank()),
            })
        }
        ("abs", _) => {
            dispatch!("a numeric dtype" [I8 I16 I32 I64] name, x, x => back(full(x).abs(), x.rank()))
        }
        ("sign", U8(_) | U16(_) | U32(_) | U64(_)) => {
            of_unsigned!(name, x, x => back(full(x).minimum(1), x.rank()))
        }
        ("sign", _) => {
            dispatch!("a numeric dtype" [I8 I16 I32 I64] name, x, x => back(full(x).sign(), x.rank()))
        }
        ("negative", _) => of_integers!(name, x, x => {
            let x12 = full(x);
            back(x12.zeros_like().wrapping_sub(&x12), x.rank())
        }),
        ("square", F32(_) | F64(_) | C32(_) | C64(_)) => {
            of_inexact!(name, x, x => back(full(x).square(), x.rank()))
        }
        ("square", _) => of_integers!(name, x, x => {
            let x12 = full(x);
            back(x12.wrapping_mul(&x12), x.rank())
        }),
        ("floor" | "ceil" | "trunc" | "round", F32(_) | F64(_)) => of_floats!(name, x, x => {
            let (rank, x) = (x.rank(), full(x));
            back(match name {
                "floor" => x.floor(),
                "ceil" => x.ceil(),
                "trunc" => x.trunc(),
                _ => x.round_ties_even(),
            }, rank)
        }),
        ("round", C32(_) | C64(_)) => of_complex!(name, x, x => {
            let (rank, x) = (x.rank(), full(x));
            let (re, im) = (x.re().round_ties_even(), x.im().round_ties_even());
            back(zip((&re, &im)).map(|&re, &im| Complex::new(re, im)), rank)
        }),
        ("floor" | "ceil" | "trunc" | "round", _) => of_integers!(name, x, _x => Ok(x.clone())),
        ("isnan" | "isinf" | "isfinite", F32(_) | F64(_) | C32(_) | C64(_)) => {
            of_inexact!(name, x, x => back(match name {
                "isnan" => full(x).is_nan(),
                "isinf" => full(x).is_inf(),
                _ => full(x).is_finite(),
            }, x.rank()))
        }
        ("isnan" | "isinf" | "isfinite", _) => of_integers!(name, x, x => {
            back(Tensor::full(full(x).shape(), name == "isfinite"), x.rank())
        }),
        ("bitwise_invert", _) => of_bits!(name, x, x => back(!full(x), x.rank())),
        ("logical_not", _) => of_bool!(name, x, x => back(!full(x), x.rank())),
        _ => Err(x.wrong(name, "a function of the standard")),
    }
}

/// A table of functions of two tensors, as that of one.
macro_rules! binary {
    ($name:expr, $a:expr, $b:expr, $rank:expr, $otherwise:expr; $($group:ident: $($python:literal $method:ident),+;)+) => {
        match $name {
            $($($python => $group!($name, $a, $b, a, b => back(full(a).$method(&full(b)), $rank)),)+)+
            _ => $otherwise,
        }
    };
}

#[allow(
    clippy::unnecessary_fallible_conversions,
    clippy::useless_conversion,
    reason = "of some of the types"
)]
pub(crate) fn binary(name: &str, a: &Data, b: &Data) -> PyResult<Data> {
    let rank = common(name, &[a.shape(), b.shape()])?.len();
    // The tables below take integers and floats apart.
    match (name, a) {
        ("add" | "subtract" | "multiply" | "pow", Data::Bool(_)) => {
            return Err(a.wrong(name, "a numeric dtype"));
        }
        ("floor_divide" | "remainder", Data::Bool(_) | Data::C32(_) | Data::C64(_)) => {
            return Err(a.wrong(name, "a real numeric dtype"));
        }
        _ => {}
    }
    let is_inexact = matches!(a, Data::F32(_) | Data::F64(_) | Data::C32(_) | Data::C64(_));
    if is_inexact && let "add" | "subtract" | "multiply" = name {
        return of_inexact!(name, a, b, a, b => {
            let (a, b) = (full(a), full(b));
            back(match name {
                "add" => &a + &b,
                "subtract" => &a - &b,
                _ => &a * &b,
            }, rank)
        });
    }
    if !is_inexact {
        match name {
            // A negative exponent is outside of the standard: the result is 0.
            "pow" => {
                return of_integers!(name, a, b, a, b => {
                    let (a, b) = (full(a), full(b));
                    back(zip((&a, &b)).map(|&a, &n| u64::try_from(n).map_or(0, |n| {
                        let high = a.wrapping_pow(1 << 31).wrapping_pow(2).wrapping_pow((n >> 32) as u32);
                        high.wrapping_mul(a.wrapping_pow(n as u32))
                    })), rank)
                });
            }
            "floor_divide" | "remainder" => {
                return of_integers!(name, a, b, a, b => {
                    let (a, b) = (full(a), full(b));
                    let zero = b.zeros_like();
                    // What the processor refuses: a divisor 0, which gives 0 here, and -1, which may overflow.
                    let is_zero = b.equal(&zero);
                    let is_minus_one = b.equal(zero.wrapping_sub(b.ones_like())) & b.less(&zero);
                    let safe = b.mask_fill(&is_zero, 1).mask_fill(&is_minus_one, 1);
                    let (result, negated) = match name {
                        "remainder" => (a.remainder(&safe), a.zeros_like()),
                        _ => (a.floor_divide(&safe), a.zeros_like().wrapping_sub(&a)),
                    };
                    back(is_zero.where_cond(&zero, is_minus_one.where_cond(&negated, &result)), rank)
                });
            }
            // Beyond all bits, a shift up gives 0, and a shift down the sign.
            "bitwise_left_shift" => {
                return of_integers!(name, a, b, a, b => {
                    let (a, b) = (full(a), full(b));
                    let by = |n| u32::try_from(n).ok();
                    back(zip((&a, &b)).map(|&a, &n| by(n).and_then(|n| a.checked_shl(n)).unwrap_or(0)), rank)
                });
            }
            "bitwise_right_shift" => {
                return of_integers!(name, a, b, a, b => {
                    let (a, b) = (full(a), full(b));
                    let by = |n| u32::try_from(n).ok();
                    back(zip((&a, &b)).map(|&a, &n| {
                        let last = a.count_zeros() + a.count_ones() - 1;
                        by(n).and_then(|n| a.checked_shr(n)).unwrap_or((a >> last) >> 1)
                    }), rank)
                });
            }
            _ => {}
        }
    }
    binary! { name, a, b, rank, operator(name, a, b, rank);
        of_all: "equal" equal, "not_equal" not_equal;
        of_reals: "less" less, "less_equal" less_equal, "greater" greater, "greater_equal" greater_equal,
            "maximum" maximum, "minimum" minimum;
        of_integers: "add" wrapping_add, "subtract" wrapping_sub, "multiply" wrapping_mul;
        of_inexact: "pow" powf;
        of_floats: "floor_divide" floor_divide, "remainder" remainder, "atan2" atan2, "hypot" hypot,
            "logaddexp" logaddexp, "copysign" copysign, "nextafter" nextafter;
    }
}

/// The operators.
fn operator(name: &str, a: &Data, b: &Data, rank: usize) -> PyResult<Data> {
    match name {
        "divide" if matches!(a, Data::F32(_) | Data::F64(_)) => {
            of_floats!(name, a, b, a, b => back(&full(a) / &full(b), rank))
        }
        "divide" => dispatch!("a floating-point dtype" [C32 C64] name, a, b, a, b => {
            back(zip((&full(a), &full(b))).map(|&a, &b| quotient(a, b)), rank)
        }),
        "bitwise_and" => of_bits!(name, a, b, a, b => back(&full(a) & &full(b), rank)),
        "bitwise_or" => of_bits!(name, a, b, a, b => back(&full(a) | &full(b), rank)),
        "bitwise_xor" => of_bits!(name, a, b, a, b => back(&full(a) ^ &full(b), rank)),
        "logical_and" => of_bool!(name, a, b, a, b => back(&full(a) & &full(b), rank)),
        "logical_or" => of_bool!(name, a, b, a, b => back(&full(a) | &full(b), rank)),
        "logical_xor" => of_bool!(name, a, b, a, b => back(&full(a) ^ &full(b), rank)),
        _ => Err(a.wrong(name, "a function of the standard")),
    }
}

/// A quotient of complex numbers. The operator of `num_complex` squares the divisor, which overflows or vanishes where
/// the quotient does not: here the divisor is brought near 1 before, by a power of 2, which is exact.
fn quotient<F: Float>(a: Complex<F>, b: Complex<F>) -> Complex<F> {
    let size = b.re.abs().max(b.im.abs());
    if !size.is_normal() {
        return a / b;
    }
    let (_, exponent, _) = size.integer_decode();
    let bits = if F::epsilon() > F::from(1e-10).unwrap_or_else(F::zero) { 23 } else { 52 };
    let scale = (F::one() + F::one()).powi(-(i32::from(exponent) + bits));
    a.scale(scale) / b.scale(scale)
}

/// Elements where a mask holds, and others elsewhere.
pub(crate) fn where_(mask: &Data, a: &Data, b: &Data) -> PyResult<Data> {
    let rank = common("where", &[mask.shape(), a.shape(), b.shape()])?.len();
    let Some(mask) = bool::of(mask) else { return Err(mask.wrong("where", "bool")) };
    of_all!("where", a, b, a, b => back(full(mask).where_cond(full(a), full(b)), rank))
}

/// Elements of another type, as Rust's `as`.
pub(crate) fn astype(x: &Data, dtype: &str) -> PyResult<Data> {
    if x.dtype() == dtype {
        return Ok(x.clone());
    }
    let rank = x.rank();
    match (x, dtype) {
        (Data::Bool(_), "bool") => Ok(x.clone()),
        (_, "bool") => of_numbers!("astype", x, x => {
            let x = full(x);
            back(x.not_equal(x.zeros_like()), rank)
        }),
        (Data::C32(x), "complex128") => {
            back(full(x).map(|z| Complex::new(f64::from(z.re), f64::from(z.im))), rank)
        }
        (Data::C64(x), "complex64") => {
            back(full(x).map(|z| Complex::new(z.re as f32, z.im as f32)), rank)
        }
        (_, "complex64") => of_reals_and_bool!("astype", x, x => {
            back(full(x).cast::<f32>().map(|&re| Complex::new(re, 0.0)), rank)
        }),
        (_, "complex128") => of_reals_and_bool!("astype", x, x => {
            back(full(x).cast::<f64>().map(|&re| Complex::new(re, 0.0)), rank)
        }),
        _ => {
            of_reals_and_bool!("astype", x, x => of_name!(real dtype, T => back(full(x).cast::<T>(), rank)))
        }
    }
}

//! Products, decompositions and Fourier transforms.

use crate::data::*;
use crate::over::at_end;
use holor::linalg::{Mode, Triangle};
use holor::prelude::*;
use holor::{FourierNorm, MAX_RANK};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The rank that matrices have at least.
fn has_matrices(name: &str, x: &Data) -> PyResult<usize> {
    match x.rank() {
        rank @ (0 | 1) => Err(PyValueError::new_err(format!(
            "{name}: {:?}: expected rank 2 or more, found rank {rank}",
            x.shape()
        ))),
        rank => Ok(rank),
    }
}

pub(crate) fn matmul(a: &Data, b: &Data) -> PyResult<Data> {
    let ranks = [has_matrices("matmul", a)?, has_matrices("matmul", b)?];
    of_numbers!("matmul", a, b, a, b => {
        let product = full(a).try_matmul(full(b)).map_err(|error| told(&error, &ranks))?;
        back(product, ranks[0].max(ranks[1]))
    })
}

/// Of two matrices, sums over the last axes of both.
pub(crate) fn tensordot(a: &Data, b: &Data) -> PyResult<Data> {
    of_numbers!("tensordot", a, b, a, b => {
        let told = |error: ShapeError| told(&error, &[]);
        let a: Tensor<_, 2> = a.clone().into_rank().map_err(told)?;
        let b: Tensor<_, 2> = b.clone().into_rank().map_err(told)?;
        back(a.try_tensordot(&b, axes![1], axes![1]).map_err(told)?, 2)
    })
}

/// Dot products along the last axis.
pub(crate) fn vecdot(a: &Data, b: &Data) -> PyResult<Data> {
    let ranks = [a.rank(), b.rank()];
    of_numbers!("vecdot", a, b, a, b => {
        let dots = full(a).try_vecdot(Last, &full(b)).map_err(|error| told(&error, &ranks))?;
        back(dots, ranks[0].max(ranks[1]) - 1)
    })
}

/// Of vectors along the last axis, whose other axes are equal.
pub(crate) fn cross(a: &Data, b: &Data) -> PyResult<Data> {
    let rank = a.rank();
    of_numbers!("cross", a, b, a, b => {
        back(full(a).try_cross(Last, &full(b)).map_err(|error| told(&error, &[rank; 2]))?, rank)
    })
}

pub(crate) fn outer(a: &Data, b: &Data) -> PyResult<Data> {
    of_numbers!("outer", a, b, a, b => {
        let told = |error: ShapeError| told(&error, &[]);
        let a: Tensor<_, 1> = a.clone().into_rank().map_err(told)?;
        let b: Tensor<_, 1> = b.clone().into_rank().map_err(told)?;
        back(a.try_outer(&b).map_err(told)?, 2)
    })
}

pub(crate) fn diagonal(x: &Data, k: isize) -> PyResult<Data> {
    let rank = has_matrices("diagonal", x)?;
    of_all!("diagonal", x, x => {
        let diagonal = full(x).viewed(|v| v.diagonal_with_offset(Axis::<10>, Axis::<11>, k));
        back(diagonal, rank - 1)
    })
}

pub(crate) fn matrix_power(x: &Data, exponent: u32) -> PyResult<Data> {
    let rank = has_matrices("matrix_power", x)?;
    of_numbers!("matrix_power", x, x => {
        back(full(x).try_matrix_power(exponent).map_err(|error| told(&error, &[rank]))?, rank)
    })
}

pub(crate) fn solve(a: &Data, b: &Data) -> PyResult<Data> {
    let ranks = [has_matrices("solve", a)?, has_matrices("solve", b)?];
    of_inexact!("solve", a, b, a, b => {
        let x = full(a).try_solve(&full(b)).map_err(|error| told(&error, &ranks))?;
        back(x, ranks[0].max(ranks[1]))
    })
}

/// Decompositions and what follows from them, by name.
pub(crate) fn decompose(
    name: &str,
    x: &Data,
    flag: bool,
    rtol: Option<f64>,
) -> PyResult<Vec<Data>> {
    let rank = has_matrices(name, x)?;
    let told = |error: ShapeError| told(&error, &[rank]);
    let mode = if flag { Mode::Complete } else { Mode::Reduced };
    of_inexact!(name, x, x => {
        let x = full(x);
        Ok(match name {
            "cholesky" => {
                let triangle = if flag { Triangle::Upper } else { Triangle::Lower };
                vec![back(x.try_cholesky_with_triangle(triangle).map_err(told)?, rank)?]
            }
            "qr" => {
                let qr = x.try_qr_with_mode(mode).map_err(told)?;
                vec![back(qr.q, rank)?, back(qr.r, rank)?]
            }
            "svd" => {
                let svd = x.try_svd_with_mode(mode).map_err(told)?;
                vec![back(svd.u, rank)?, back(svd.s, rank - 1)?, back(svd.vh, rank)?]
            }
            "svdvals" => vec![back(x.try_svdvals().map_err(told)?, rank - 1)?],
            "inv" => vec![back(x.try_inv().map_err(told)?, rank)?],
            "det" => vec![back(x.try_det().map_err(told)?, rank - 2)?],
            "slogdet" => {
                let slogdet = x.try_slogdet().map_err(told)?;
                vec![back(slogdet.sign, rank - 2)?, back(slogdet.logdet, rank - 2)?]
            }
            "eigh" => {
                let eigh = x.try_eigh().map_err(told)?;
                vec![back(eigh.eigenvalues, rank - 1)?, back(eigh.eigenvectors, rank)?]
            }
            "eigvalsh" => vec![back(x.try_eigvalsh().map_err(told)?, rank - 1)?],
            "eig" => {
                let eig = x.try_eig().map_err(told)?;
                vec![back(eig.eigenvalues, rank - 1)?, back(eig.eigenvectors, rank)?]
            }
            "eigvals" => vec![back(x.try_eigvals().map_err(told)?, rank - 1)?],
            "pinv" => vec![back(match rtol {
                Some(rtol) => x.try_pinv_with_rtol(rtol as _),
                None => x.try_pinv(),
            }.map_err(told)?, rank)?],
            "matrix_rank" => vec![positions(match rtol {
                Some(rtol) => x.try_matrix_rank_with_rtol(rtol as _),
                None => x.try_matrix_rank(),
            }.map_err(told)?, rank - 2)?],
            _ => return Err(PyValueError::new_err(format!("there is no decomposition {name}"))),
        })
    })
}

fn norm_of(name: &str) -> PyResult<FourierNorm> {
    match name {
        "backward" => Ok(FourierNorm::Backward),
        "ortho" => Ok(FourierNorm::Ortho),
        "forward" => Ok(FourierNorm::Forward),
        _ => Err(PyValueError::new_err(format!(
            "norm is {name}, expected backward, ortho or forward"
        ))),
    }
}

/// A transform along an axis. A method of holor takes a length or a norm: with both, the length comes first.
macro_rules! transform {
    ($x:expr, $n:expr, $norm:expr, $order:expr, $plain:ident $with_len:ident $with_norm:ident $inverse:literal) => {{
        let rank = $order.len();
        let told = |error: ShapeError| told_moved(&error, &[rank], &$order);
        let x = full($x);
        match $n {
            None => back(x.$with_norm(Last, $norm).map_err(told)?, rank),
            Some(n) => {
                let result = x.$with_len(Last, n).map_err(told)?;
                let n = n as f64;
                // What `Backward` lacks.
                let factor: f64 = match ($norm, $inverse) {
                    (FourierNorm::Ortho, false) => n.sqrt().recip(),
                    (FourierNorm::Ortho, true) => n.sqrt(),
                    (FourierNorm::Forward, false) => n.recip(),
                    (FourierNorm::Forward, true) => n,
                    _ => return back(result, rank),
                };
                scaled(&back(result, rank)?, factor)
            }
        }
    }};
}

fn scaled(x: &Data, factor: f64) -> PyResult<Data> {
    let factor = back(Tensor::scalar(factor), 0)?;
    let factor = crate::elementwise::astype(&factor, x.dtype())?;
    crate::elementwise::binary("multiply", x, &factor)
}

pub(crate) fn fourier(
    name: &str,
    x: &Data,
    axis: usize,
    n: Option<usize>,
    norm: &str,
) -> PyResult<Data> {
    let norm = norm_of(norm)?;
    let order = crate::over::order(x.rank(), &[axis]);
    at_end(x, axis, |x| match name {
        "fft" => {
            of_complex!(name, x, x => transform!(x, n, norm, order, try_fft try_fft_with_len try_fft_with_norm false))
        }
        "ifft" => {
            of_complex!(name, x, x => transform!(x, n, norm, order, try_ifft try_ifft_with_len try_ifft_with_norm true))
        }
        "irfft" => {
            of_complex!(name, x, x => transform!(x, n, norm, order, try_irfft try_irfft_with_len try_irfft_with_norm true))
        }
        "hfft" => {
            of_complex!(name, x, x => transform!(x, n, norm, order, try_hfft try_hfft_with_len try_hfft_with_norm false))
        }
        "rfft" => {
            of_floats!(name, x, x => transform!(x, n, norm, order, try_rfft try_rfft_with_len try_rfft_with_norm false))
        }
        "ihfft" => {
            of_floats!(name, x, x => transform!(x, n, norm, order, try_ihfft try_ihfft_with_len try_ihfft_with_norm true))
        }
        _ => Err(PyValueError::new_err(format!("there is no transform {name}"))),
    })
}

pub(crate) fn fftshift(x: &Data, axis: usize, is_inverse: bool) -> PyResult<Data> {
    let rank = x.rank();
    at_end(x, axis, |x| {
        of_all!("fftshift", x, x => back(match is_inverse {
        true => full(x).ifftshift(Last),
        false => full(x).fftshift(Last),
    }, rank))
    })
}

pub(crate) fn frequencies(n: usize, d: f64, is_real: bool) -> PyResult<Data> {
    let frequencies = match is_real {
        true => Tensor::<f64, 1>::try_rfftfreq(n, d),
        false => Tensor::<f64, 1>::try_fftfreq(n, d),
    };
    back(frequencies.map_err(|error| told(&error, &[]))?, 1)
}

const _: () = assert!(MAX_RANK == 12, "`diagonal` names the last two axes");

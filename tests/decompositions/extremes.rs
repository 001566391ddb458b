//! Zero sizes, NaN and infinities, and numbers close to overflow and underflow.

use crate::field::{Field, random};
use holor::linalg::{Eigh, Lstsq, Mode, Qr, SlogDet, Svd};
use holor::prelude::*;
use num_complex::Complex;
use std::f64::consts::PI;

#[test]
fn sizes_of_zero() {
    fn check<T: Field>() {
        let (zero, one) = (T::of(0.0, 0.0), T::of(1.0, 0.0));
        let none = Tensor::<T, 2>::full([0, 0], zero);
        assert_eq!(none.det().item(), one);
        let SlogDet { sign, logdet } = none.slogdet();
        assert_eq!((sign.item(), T::real(logdet.item())), (one, 0.0));
        assert_eq!(none.inv(), none);
        assert_eq!(none.cholesky(), none);
        assert_eq!(none.solve(&Tensor::full([0], zero)).shape(), [0]);
        assert_eq!(none.solve(&Tensor::full([0, 3], zero)).shape(), [0, 3]);
        assert_eq!(none.eigh().eigenvalues.shape(), [0]);
        assert_eq!(none.eig().eigenvectors.shape(), [0, 0]);
        assert_eq!((none.eigvals().shape(), none.eigvalsh().shape()), ([0], [0]));
        assert_eq!(none.matrix_rank().item(), 0);
        let batch = Tensor::<T, 3>::full([2, 0, 0], zero);
        assert_eq!(batch.det(), Tensor::full([2], one));
        assert_eq!(batch.matrix_rank(), Tensor::full([2], 0));

        // A right side without columns.
        let a = Tensor::<T, 2>::from_fn([2, 2], |[i, j]| T::of(f64::from(i == j), 0.0));
        assert_eq!(a.solve(&Tensor::full([2, 0], zero)).shape(), [2, 0]);
        assert_eq!(a.lstsq(&Tensor::full([2, 0], zero)).residuals.shape(), [0]);

        // No matrices.
        let empty = Tensor::<T, 3>::full([0, 2, 2], zero);
        assert_eq!(empty.inv().shape(), [0, 2, 2]);
        assert_eq!(empty.det().shape(), [0]);
        assert_eq!(empty.cholesky().shape(), [0, 2, 2]);
        assert_eq!(empty.solve(&Tensor::full([2], zero)).shape(), [0, 2]);
        assert_eq!(empty.qr().q.shape(), [0, 2, 2]);
        assert_eq!(empty.svd().s.shape(), [0, 2]);
        assert_eq!(empty.eigh().eigenvalues.shape(), [0, 2]);
        assert_eq!(empty.eig().eigenvalues.shape(), [0, 2]);
        assert_eq!(empty.pinv().shape(), [0, 2, 2]);
        let Lstsq { solution, residuals, rank, singular_values } =
            empty.lstsq(&Tensor::full([2], zero));
        assert_eq!((solution.shape(), residuals.shape()), ([0, 2], [0]));
        assert_eq!((rank.shape(), singular_values.shape()), ([0], [0, 2]));

        // Rows without elements, columns without elements.
        for shape in [[3, 0], [0, 3]] {
            let a = Tensor::<T, 2>::full(shape, zero);
            let [m, n] = shape;
            let Qr { q, r } = a.qr();
            assert_eq!((q.shape(), r.shape()), ([m, 0], [0, n]));
            let Qr { q, r } = a.qr_with_mode(Mode::Complete);
            assert_eq!((q.matmul(&q), r.shape()), (q.clone(), [m, n]));
            assert_eq!(q.trace(), T::of(m as f64, 0.0));
            let Svd { u, s, vh } = a.svd();
            assert_eq!((u.shape(), s.shape(), vh.shape()), ([m, 0], [0], [0, n]));
            let Svd { u, s, vh } = a.svd_with_mode(Mode::Complete);
            assert_eq!((u.trace(), vh.trace()), (T::of(m as f64, 0.0), T::of(n as f64, 0.0)));
            assert_eq!((u.shape(), s.shape(), vh.shape()), ([m, m], [0], [n, n]));
            assert_eq!(a.pinv().shape(), [n, m]);
            assert_eq!(a.svdvals().shape(), [0]);
            let Lstsq { solution, residuals, rank, singular_values } =
                a.lstsq(&Tensor::full([m], one));
            assert_eq!(solution, Tensor::full([n], zero));
            assert_eq!(T::real(residuals.item()), m as f64);
            assert_eq!((rank.item(), singular_values.len()), (0, 0));
            let b = Tensor::<T, 3>::from_fn([2, m, 2], |[i, ..]| T::of(i as f64, 0.0));
            let Lstsq { solution, residuals, rank, .. } =
                Tensor::<T, 3>::full([2, m, n], zero).lstsq(&b);
            assert_eq!((solution, rank), (Tensor::full([2, n, 2], zero), Tensor::full([2], 0)));
            assert_eq!(residuals.map(|&x| T::real(x)), tensor![[0.0, 0.0], [m as f64; 2]]);
        }
        let mut batch = Tensor::<T, 3>::full([2, 0, 3], zero).svd_with_mode(Mode::Complete).vh;
        assert_eq!(batch.shape(), [2, 3, 3]);
        batch.map_inplace(|x| *x -= one);
        assert_eq!(batch.view().index_axis(Axis::<0>, 1).trace(), zero);
    }
    check::<f64>();
    check::<f32>();
    check::<Complex<f64>>();
    check::<Complex<f32>>();
}

#[test]
fn infinities_and_nan_give_errors_or_such_numbers() {
    fn check<T: Field>() {
        let (nan, inf) = (f64::NAN, f64::INFINITY);
        for (re, im) in [(nan, 0.0), (inf, 0.0), (-inf, 0.0), (1.0, nan), (0.0, -inf)] {
            let number = T::of(re, im);
            if number.complex().is_finite() {
                continue; // a real number has no imaginary part
            }
            for (n, i, j) in [(1, 0, 0), (3, 0, 0), (3, 2, 1), (3, 1, 1), (40, 39, 0), (140, 7, 3)]
            {
                let mut a = random::<T, 2>([n, n], 3);
                a[[i, j]] = number;
                let text = |name: &str| {
                    format!("{name}: [{n}, {n}]: matrix 0 has an element that is infinite or NaN")
                };
                assert_eq!(a.try_qr().unwrap_err().to_string(), text("qr"));
                assert_eq!(a.try_svd().unwrap_err().to_string(), text("svd"));
                assert_eq!(a.try_svdvals().unwrap_err().to_string(), text("svdvals"));
                assert_eq!(a.try_matrix_rank().unwrap_err().to_string(), text("matrix_rank"));
                assert_eq!(a.try_pinv().unwrap_err().to_string(), text("pinv"));
                assert_eq!(a.try_eigh().unwrap_err().to_string(), text("eigh"));
                assert_eq!(a.try_eigvalsh().unwrap_err().to_string(), text("eigvalsh"));
                assert_eq!(a.try_eig().unwrap_err().to_string(), text("eig"));
                assert_eq!(a.try_eigvals().unwrap_err().to_string(), text("eigvals"));
                assert_eq!(a.try_cholesky().unwrap_err().to_string(), text("cholesky"));
                if number.complex().is_nan() {
                    assert!(a.det().item().complex().is_nan());
                    assert!(a.solve(&random([n], 4)).to_vec().iter().any(|x| x.complex().is_nan()));
                    assert!(a.inv().to_vec().iter().any(|x| x.complex().is_nan()));
                    assert!(T::real(a.slogdet().logdet.item()).is_nan());
                } else {
                    // No panic, whatever the result is.
                    let _ =
                        (a.try_det(), a.try_inv(), a.try_solve(&random([n], 4)), a.try_slogdet());
                }
            }
        }
        let a = random::<T, 2>([3, 3], 3);
        let mut b = random::<T, 2>([3, 2], 4);
        b[[1, 0]] = T::of(f64::NAN, 0.0);
        let x = a.solve(&b);
        assert!(x[[0, 0]].complex().is_nan() && !x[[0, 1]].complex().is_nan());
    }
    check::<f64>();
    check::<f32>();
    check::<Complex<f64>>();
    check::<Complex<f32>>();
}

/// A NaN stays in its matrix: those before and behind it in a batch have the results that they have alone.
#[test]
fn a_nan_does_not_leave_its_matrix() {
    fn check<T: Field>(n: usize) {
        let mut a = random::<T, 3>([3, n, n], 5);
        let b = random::<T, 3>([3, n, 2], 6);
        a[[1, n - 1, 0]] = T::of(f64::NAN, 0.0);
        let (inverse, solution, det) = (a.inv(), a.solve(&b), a.det());
        let SlogDet { sign, logdet } = a.slogdet();
        for at in [0, 2] {
            let alone = a.index_axis(Axis::<0>, at).to_owned();
            let right = b.index_axis(Axis::<0>, at).to_owned();
            assert_eq!(inverse.index_axis(Axis::<0>, at), alone.inv(), "{n}");
            assert_eq!(solution.index_axis(Axis::<0>, at), alone.solve(&right), "{n}");
            assert_eq!(det[[at]], alone.det().item(), "{n}");
            let expected = alone.slogdet();
            let expected = (expected.sign.item(), T::real(expected.logdet.item()));
            assert_eq!((sign[[at]], T::real(logdet[[at]])), expected, "{n}");
        }
        for part in [inverse.index_axis(Axis::<0>, 1), solution.index_axis(Axis::<0>, 1)] {
            assert!(part.iter().any(|x| x.complex().is_nan()), "{n}: {part}");
        }
        assert!(det[[1]].complex().is_nan() && T::real(logdet[[1]]).is_nan(), "{n}");
    }
    for n in [1, 2, 5, 40] {
        check::<f64>(n);
        check::<f32>(n);
        check::<Complex<f64>>(n);
        check::<Complex<f32>>(n);
    }
}

/// A matrix with NaN is refused; a NaN on the right is one of the solution and of the residual of its column.
#[test]
fn least_squares_with_nan() {
    fn check<T: Field>() {
        let nan = T::of(f64::NAN, 0.0);
        let (mut a, mut b) = (random::<T, 2>([4, 3], 7), random::<T, 2>([4, 2], 8));
        let clean = a.lstsq(&b);
        b[[3, 0]] = nan;
        let found = a.lstsq(&b);
        for i in 0..3 {
            assert!(found.solution[[i, 0]].complex().is_nan(), "{}", found.solution);
            assert_eq!(found.solution[[i, 1]], clean.solution[[i, 1]]);
        }
        assert!(T::real(found.residuals[[0]]).is_nan());
        assert_eq!(T::real(found.residuals[[1]]), T::real(clean.residuals[[1]]));
        assert_eq!(found.rank, clean.rank);
        a[[2, 1]] = nan;
        let text = "lstsq: [4, 3] and [4, 2]: matrix 0 has an element that is infinite or NaN";
        assert_eq!(a.try_lstsq(&b).map(|_| ()).unwrap_err().to_string(), text);
    }
    check::<f64>();
    check::<f32>();
    check::<Complex<f64>>();
    check::<Complex<f32>>();
}

/// Matrices times a power of two have the factors of the matrices.
#[test]
fn numbers_close_to_overflow_and_underflow() {
    fn check<T: Field>(exponents: &[i32]) {
        let plain = random::<T, 2>([6, 6], 9);
        let b = random::<T, 1>([6], 10);
        let hermitian = Tensor::from_fn([6, 6], |[i, j]| {
            let (z, w) = (plain[[i, j]].complex(), plain[[j, i]].complex());
            T::of((z.re + w.re) / 2.0, (z.im - w.im) / 2.0)
        });
        for &exponent in exponents {
            let by = |a: &TensorRef<T, 2>| {
                let half = 2_f64.powi(exponent / 2);
                a.map(|x| {
                    let z = x.complex() * half * 2_f64.powi(exponent - exponent / 2);
                    T::of(z.re, z.im)
                })
            };
            let unscaled =
                |x: f64| x * 2_f64.powi(-exponent / 2) * 2_f64.powi(-exponent + exponent / 2);
            let close = |found: f64, expected: f64, what: &str| {
                let difference = (unscaled(found) - expected).abs();
                assert!(difference < 1e4 * T::EPSILON, "{what}, 2^{exponent}: {found}, {expected}");
            };
            let a = by(&plain);
            for (x, y) in a.svdvals().to_vec().into_iter().zip(plain.svdvals().to_vec()) {
                close(T::real(x), T::real(y), "svdvals");
            }
            let Eigh { eigenvalues, .. } = by(&hermitian).eigh();
            for (x, y) in eigenvalues.to_vec().into_iter().zip(hermitian.eigvalsh().to_vec()) {
                close(T::real(x), T::real(y), "eigh");
            }
            for (x, y) in a.eigvals().to_vec().into_iter().zip(plain.eigvals().to_vec()) {
                let (x, y) = (T::from_complex(x), T::from_complex(y));
                close(x.re, y.re, "eigvals");
                close(x.im, y.im, "eigvals");
            }
            let product = {
                let Qr { q, r } = a.qr();
                let r = r.map(|x| {
                    let z = x.complex();
                    T::of(unscaled(z.re), unscaled(z.im))
                });
                q.matmul(&r)
            };
            for (x, y) in product.to_vec().into_iter().zip(plain.to_vec()) {
                assert!((x.complex() - y.complex()).norm() < 1e3 * T::EPSILON, "qr, 2^{exponent}");
            }
            let SlogDet { sign, logdet } = a.slogdet();
            let expected = plain.slogdet();
            let distance = sign.item().complex() - expected.sign.item().complex();
            assert!(distance.norm() < 1e4 * T::EPSILON, "{exponent}");
            let log = T::real(expected.logdet.item()) + 6.0 * f64::from(exponent) * 2_f64.ln();
            assert!((T::real(logdet.item()) - log).abs() < 1e4 * T::EPSILON * log.abs().max(1.0));
            // The right side has the scale of the matrix.
            let right = by(&b.unsqueeze(Last)).column(0).to_owned();
            for (x, y) in a.solve(&right).to_vec().into_iter().zip(plain.solve(&b).to_vec()) {
                let difference = (x.complex() - y.complex()).norm();
                assert!(difference < 1e4 * T::EPSILON, "solve, 2^{exponent}: {x} {y}");
            }
        }
    }
    check::<f64>(&[0, 1000, 1020, -1000, 600, -600]);
    check::<Complex<f64>>(&[1000, -1000]);
    check::<f32>(&[0, 120, -100, 60, -60]);
    check::<Complex<f32>>(&[120, -100]);
}

/// The product of the pivots overflows and underflows on the way, the determinant does not.
#[test]
fn a_determinant_is_computed_with_its_exponent_apart() {
    let diagonal = |numbers: &[f64]| tensor_of_diagonal(numbers).det().item();
    assert!((diagonal(&[1e200, 1e200, 1e-200, 1e-200]) - 1.0).abs() < 1e-14);
    assert!((diagonal(&[1e-200, 1e-200, 1e200, 1e200]) - 1.0).abs() < 1e-14);
    assert_eq!(diagonal(&[-1e300, 1e300]), f64::NEG_INFINITY);
    assert_eq!(diagonal(&[1e-300, 1e-300]), 0.0);
    assert_eq!(diagonal(&[3.0, 0.0, 5.0]), 0.0);
    assert_eq!(tensor![[0.0, 1.0], [1.0, 0.0]].det().item(), -1.0);
    assert_eq!(tensor![[5e-324]].det().item(), 5e-324);
    let SlogDet { sign, logdet } = tensor![[1.0, 2.0], [2.0, 4.0]].slogdet();
    assert_eq!((sign.item(), logdet.item()), (0.0, f64::NEG_INFINITY));
}

fn tensor_of_diagonal(numbers: &[f64]) -> Tensor<f64, 2> {
    let n = numbers.len();
    Tensor::from_fn([n, n], |[i, j]| if i == j { numbers[i] } else { 0.0 })
}

/// Eigenvectors of real matrices of small elements, with pairs of complex ones.
/// Squares of most elements of these matrices underflow.
#[test]
fn eigenvectors_of_graded_matrices_are_orthonormal() {
    fn check<T: Field>(step: f64) {
        for n in [2, 3, 9, 30, 64, 65] {
            let any = random::<T, 2>([n, n], n as u64);
            for reversed in [false, true] {
                let place = |i: usize| if reversed { n - 1 - i } else { i } % 30;
                let scale = |i: usize| T::of(10_f64.powf(-step * place(i) as f64), 0.0);
                let graded = Tensor::from_fn([n, n], |[i, j]| any[[i, j]] * scale(i) * scale(j));
                let vectors = graded.eigh().eigenvectors;
                for (i, j) in (0..n).flat_map(|i| (0..=i).map(move |j| (i, j))) {
                    let [u, v] = [i, j].map(|i| vectors.column(i).map(|&x| x.complex()));
                    let product = u.iter().zip(&v).map(|(u, v)| u.conj() * v).sum::<Complex<f64>>();
                    let rest = (product - f64::from(i == j)).norm();
                    assert!(rest < 200.0 * T::EPSILON, "{n} {i} {j} {reversed}: {rest:e}");
                }
            }
        }
    }
    check::<f32>(1.0);
    check::<f64>(10.0);
    check::<Complex<f32>>(1.0);
    check::<Complex<f64>>(10.0);
}

#[test]
fn eigenvectors_of_small_elements() {
    fn check<T: Field>(scales: std::ops::Range<i32>) {
        let b = [[-3, 1, 2, 3], [-3, -2, -3, -1], [-2, -1, -1, 1], [-2, 0, -2, 0]];
        for exponent in scales {
            let scale = 2.0_f64.powi(exponent);
            let a =
                Tensor::<T, 2>::from_fn([4, 4], |[i, j]| T::of(f64::from(b[i][j]) * scale, 0.0));
            let found = a.eig();
            let (w, v) = (found.eigenvalues.clone(), found.eigenvectors.clone());
            for j in 0..4 {
                for i in 0..4 {
                    let left =
                        (0..4).map(|k| T::from_complex(v[[k, j]]) * (f64::from(b[i][k]) * scale));
                    let left = left.fold(Complex::new(0.0, 0.0), |sum, x| sum + x);
                    let off = (left - T::from_complex(w[[j]]) * T::from_complex(v[[i, j]])).norm();
                    assert!(off < 400.0 * T::EPSILON * scale, "2^{exponent}: {off:e}");
                }
            }
        }
    }
    check::<f32>(-60..60);
    check::<f64>(-300..300);
    check::<Complex<f32>>(-60..60);
    check::<Complex<f64>>(-300..300);
}

/// Eigenvectors of real matrices with pairs of complex eigenvalues far smaller than the other ones.
#[test]
fn eigenvectors_of_small_blocks() {
    fn check<T: Field>(exponents: std::ops::Range<i32>, n: usize) {
        for exponent in exponents {
            let small = 2.0_f64.powi(-exponent);
            // Blocks [[p, q], [-q, p]] on the diagonal, numbers of ordinary size above them, and a last real one.
            let element = |[i, j]: [usize; 2]| {
                let size = if (i / 2) % 2 == 0 { small } else { 1.0 };
                let block = match (i / 2 == j / 2, i.cmp(&j)) {
                    (true, std::cmp::Ordering::Equal) => ((i / 2 % 3) as f64 - 1.0) * size,
                    (true, order) => size * if order.is_lt() { 1.0 } else { -1.5 },
                    (false, order) if order.is_lt() => ((i * 7 + j * 5) % 4) as f64 - 1.5,
                    _ => 0.0,
                };
                T::of(if i + 1 == n && i == j { small } else { block }, 0.0)
            };
            let a = Tensor::<T, 2>::from_fn([n, n], element);
            let found = a.eig();
            for (j, w) in found.eigenvalues.iter().enumerate() {
                let v: Vec<_> =
                    (0..n).map(|i| T::from_complex(found.eigenvectors[[i, j]])).collect();
                let length = v.iter().map(|x| x.norm_sqr()).sum::<f64>();
                assert!((length - 1.0).abs() < 100.0 * T::EPSILON, "2^-{exponent}: {length}");
                for i in 0..n {
                    let left = (0..n).map(|k| v[k] * a[[i, k]].complex().re);
                    let left = left.fold(Complex::new(0.0, 0.0), |sum, x| sum + x);
                    let off = (left - T::from_complex(*w) * v[i]).norm();
                    assert!(
                        off < 10.0 * (n * n) as f64 * T::EPSILON,
                        "2^-{exponent}, {n}: {off:e}"
                    );
                }
            }
        }
    }
    for n in [3, 5, 8, 9, 17, 33] {
        check::<f32>(0..40, n);
        check::<f64>(0..120, n);
        check::<Complex<f64>>(0..60, n);
    }
}

/// A matrix of a single eigenvalue and a single eigenvector.
#[test]
fn eigenvectors_of_defective_matrices() {
    fn check<T: Field>(n: usize) {
        let zero_or_one = |x: bool| T::of(f64::from(u8::from(x)), 0.0);
        let shift = Tensor::<T, 2>::from_fn([n, n], |[i, j]| zero_or_one(j == i + 1));
        let triangle = Tensor::<T, 2>::from_fn([n, n], |[i, j]| zero_or_one(j >= i));
        for (a, eigenvalue) in [(&shift, 0.0), (&shift.t().to_owned(), 0.0), (&triangle, 1.0)] {
            let found = a.eig();
            let norm = a.iter().map(|x| x.complex().norm_sqr()).sum::<f64>().sqrt();
            for (j, w) in found.eigenvalues.iter().enumerate() {
                let w = T::from_complex(*w);
                // The error of a value may be the n-th root of the precision.
                assert!((w - eigenvalue).norm() < 1.0, "{n}: {w}");
                let v: Vec<_> =
                    (0..n).map(|i| T::from_complex(found.eigenvectors[[i, j]])).collect();
                let length = v.iter().map(|x| x.norm_sqr()).sum::<f64>();
                assert!((length - 1.0).abs() < 100.0 * T::EPSILON, "{n}: {length}");
                let off = (0..n).map(|i| {
                    let left = (0..n).map(|k| v[k] * a[[i, k]].complex());
                    left.fold(-w * v[i], |sum, x| sum + x).norm_sqr()
                });
                let off = off.sum::<f64>().sqrt();
                assert!(off < 10.0 * n as f64 * T::EPSILON * norm, "{n}: {off:e}");
            }
        }
    }
    for n in [2, 3, 10, 40] {
        check::<f32>(n);
        check::<f64>(n);
        check::<Complex<f32>>(n);
        check::<Complex<f64>>(n);
    }
}

#[test]
fn eigenvalues_without_vectors() {
    let tridiagonal = |n: usize, diagonal: fn(usize) -> f64, beside: f64| {
        Tensor::from_fn([n, n], |[i, j]| match i.abs_diff(j) {
            0 => diagonal(i),
            1 => beside,
            _ => 0.0,
        })
    };
    let check = |found: Tensor<f64, 1>, expected: &[f64], what: &str| {
        let bound = 1e-14 * expected.iter().fold(1.0, |a: f64, x| a.max(x.abs()));
        assert_eq!(found.len(), expected.len(), "{what}");
        for (x, y) in found.iter().zip(expected) {
            assert!((x - y).abs() <= bound, "{what}: {x:e} {y:e}");
        }
    };
    for n in 1..60 {
        // Second differences, and the adjacency of a path, by their known cosines.
        let cosines: Vec<f64> =
            (1..=n).map(|k| 2.0 * (k as f64 * PI / (n + 1) as f64).cos()).rev().collect();
        let twos: Vec<f64> = cosines.iter().map(|x| 2.0 + x).collect();
        check(tridiagonal(n, |_| 2.0, -1.0).eigvalsh(), &twos, "second differences");
        check(tridiagonal(n, |_| 0.0, 1.0).eigvalsh(), &cosines, "paths");
        // The largest elements at either end, and pairs of almost equal eigenvalues.
        for (at, diagonal) in
            [|i| i as f64, |i| -(i as f64), |i| (i as f64 - 10.0).abs()].into_iter().enumerate()
        {
            let a = tridiagonal(n, diagonal, 1.0);
            check(a.eigvalsh(), &a.eigh().eigenvalues.to_vec(), ["up", "down", "both"][at]);
        }
        let mut ones = vec![0.0; n];
        ones[n - 1] = n as f64;
        check(Tensor::<f64, 2>::ones([n, n]).eigvalsh(), &ones, "rank 1");
    }
    // Blocks without an element between them are as exact as alone, also those that are small or subnormal.
    for small in [1e-150, 1e-200, 1e-300] {
        let a = tensor![
            [0.0, 1.0, 0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0, 0.0, 0.0],
            [0.0, 0.0, 2.0 * small, small, 0.0],
            [0.0, 0.0, small, 2.0 * small, 0.0],
            [0.0, 0.0, 0.0, 0.0, f64::from_bits(3)],
        ];
        let found = a.eigvalsh();
        for (x, y) in found.iter().zip([-1.0, f64::from_bits(3), small, 3.0 * small, 1.0]) {
            assert!((x - y).abs() <= 1e-15 * y.abs(), "{small:e}: {x:e} {y:e}");
        }
    }
    assert_eq!(Tensor::<f32, 2>::zeros([4, 4]).eigvalsh(), Tensor::<f32, 1>::zeros([4]));
}

#[test]
fn singular_values_without_vectors() {
    let bidiagonal = |n: usize, diagonal: &dyn Fn(usize) -> f64, above: &dyn Fn(usize) -> f64| {
        Tensor::from_fn([n, n], |[i, j]| match j.wrapping_sub(i) {
            0 => diagonal(i),
            1 => above(i),
            _ => 0.0,
        })
    };
    for n in 1..50 {
        // Ones: the values are known cosines.
        let ones = bidiagonal(n, &|_| 1.0, &|_| 1.0).svdvals();
        for (k, x) in ones.iter().enumerate() {
            let expected = 2.0 * ((k + 1) as f64 * PI / (2 * n + 1) as f64).cos();
            assert!((x - expected).abs() <= 1e-14, "{n}: {x:e} {expected:e}");
        }
        // Elements from 1e-12 to 1e12: the product of all is that of the diagonal, so small values are exact too.
        for sign in [1.0, -1.0] {
            let scale = |i: usize| 10_f64.powf(sign * (i as f64 - n as f64 / 2.0) / 2.0);
            let graded = bidiagonal(n, &scale, &|i| 0.7 * scale(i)).svdvals();
            let product: f64 = graded.iter().product();
            let expected: f64 = (0..n).map(scale).product();
            assert!((product / expected - 1.0).abs() <= 1e-13, "{n}: {product:e} {expected:e}");
        }
        // The smallest values belong to rows in the middle.
        let noise = |i: usize| (i * 7919 % 101) as f64 / 101.0 + 0.005;
        let a = bidiagonal(n, &noise, &|i| noise(i + 37));
        assert!(a.svdvals().all_close(&a.svd().s, 1e-14, 1e-14), "{n}");
        let clusters = bidiagonal(n, &|_| 1.0, &|_| 1e-9).svdvals();
        assert!(clusters.iter().all(|x| (x - 1.0).abs() <= 2e-9), "{n}");
    }
    let nothing = Tensor::<f32, 2>::zeros([3, 4]).svdvals();
    assert_eq!(nothing, Tensor::<f32, 1>::zeros([3]));
}

//! Factors multiply to the matrix they are of, and orthogonal ones are orthogonal: for each element type, over
//! all disguises, within the bounds of `docs/accuracy.md`.

use crate::disguise::disguises;
use crate::field::{Field, Plain, matrices, random, rows};
use holor::linalg::{Mode, Triangle};
use holor::prelude::*;
use holor::rank::SolveRhs;
use num_complex::Complex;

/// The factor of the bounds: times the longer side of the matrix and the machine epsilon.
const BOUND: f64 = 10.0;

#[track_caller]
fn small<T: Field>(found: f64, sides: usize, scale: f64, what: &str) {
    let bound = BOUND * sides.max(1) as f64 * T::EPSILON * scale;
    assert!(found <= bound, "{what}: {found:e} is above {bound:e}");
}

/// Checks that columns are orthonormal.
#[track_caller]
fn orthonormal<T: Field>(q: &Plain, what: &str) {
    let rest = q.adjoint().times(q).minus(&Plain::identity(q.n));
    small::<T>(rest.norm(), q.m, 1.0, what);
}

/// Checks what holds of every matrix.
fn rectangular<T: Field, const R: usize, const V: usize, const S: usize>(
    a: &TensorRef<T, R>,
    what: &str,
) where
    Rank<R>: MatrixRank<Vectors = Rank<V>, Scalars = Rank<S>>,
{
    let originals = matrices(a, T::complex);
    let side = a.shape()[R - 2].max(a.shape()[R - 1]);
    for mode in [Mode::Reduced, Mode::Complete] {
        let what = &format!("{what}, {mode:?}");
        let found = a.qr_with_mode(mode);
        let (q, r) = (matrices(&found.q, T::complex), matrices(&found.r, T::complex));
        for (a, (q, r)) in originals.iter().zip(q.iter().zip(&r)) {
            orthonormal::<T>(q, what);
            small::<T>(q.times(r).minus(a).norm(), side, a.norm(), what);
            let below = (0..r.m).flat_map(|i| (0..r.n.min(i)).map(move |j| r.at(i, j)));
            assert!(below.into_iter().all(|x| x == Complex::new(0.0, 0.0)), "{what}");
        }
        let found = a.svd_with_mode(mode);
        let (u, vh) = (matrices(&found.u, T::complex), matrices(&found.vh, T::complex));
        let s = rows(&found.s, T::real);
        for (at, a) in originals.iter().enumerate() {
            let (u, s, vh) = (&u[at], &s[at], &vh[at]);
            assert!(s.is_sorted_by(|x, y| x >= y) && s.iter().all(|&x| x >= 0.0), "{what}: {s:?}");
            orthonormal::<T>(u, what);
            orthonormal::<T>(&vh.adjoint(), what);
            let number = |i, j| Complex::new(if i == j && i < s.len() { s[i] } else { 0.0 }, 0.0);
            let product = u.times(&Plain::from_fn(u.n, vh.m, number)).times(vh);
            small::<T>(product.minus(a).norm(), side, a.norm(), what);
        }
    }
    // The values alone are found by another algorithm.
    let with_vectors = rows(&a.svd().s, T::real);
    for (values, expected) in rows(&a.svdvals(), T::real).iter().zip(&with_vectors) {
        assert!(values.is_sorted_by(|x, y| x >= y) && values.len() == expected.len(), "{what}");
        for (x, y) in values.iter().zip(expected) {
            small::<T>((x - y).abs(), side, expected[0], what);
        }
    }
    assert_eq!(a.qr(), a.qr_with_mode(Mode::Reduced), "{what}");
    assert_eq!(a.svd(), a.svd_with_mode(Mode::Reduced), "{what}");
    // Penrose's four conditions.
    for (a, p) in originals.iter().zip(&matrices(&a.pinv(), T::complex)) {
        let (ap, pa) = (a.times(p), p.times(a));
        let scale = a.norm() * p.norm();
        small::<T>(ap.times(a).minus(a).norm(), side, scale * a.norm(), what);
        small::<T>(pa.times(p).minus(p).norm(), side, scale * p.norm(), what);
        small::<T>(ap.adjoint().minus(&ap).norm(), side, scale, what);
        small::<T>(pa.adjoint().minus(&pa).norm(), side, scale, what);
    }
}

/// Checks what holds of square matrices, `b` and `vector` being right sides.
fn square<T: Field, const R: usize, const V: usize, const S: usize>(
    a: &TensorRef<T, R>,
    b: &TensorRef<T, R>,
    vector: &TensorRef<T, 1>,
    what: &str,
) where
    Rank<R>: MatrixRank<Vectors = Rank<V>, Scalars = Rank<S>> + SolveRhs<Rank<R>, Output = Rank<R>>,
    Rank<1>: SolveRhs<Rank<R>, Output = Rank<V>>,
{
    let n = a.shape()[R - 1];
    let originals = matrices(a, T::complex);
    let (x, right) = (matrices(&a.solve(b), T::complex), matrices(b, T::complex));
    let y = rows(&a.solve(vector), T::complex);
    let column =
        Plain { m: n, n: 1, elements: vector.to_vec().into_iter().map(T::complex).collect() };
    let inverses = matrices(&a.inv(), T::complex);
    for (at, a) in originals.iter().enumerate() {
        let (x, inverse) = (&x[at], &inverses[at]);
        small::<T>(a.times(x).minus(&right[at]).norm(), n, a.norm() * x.norm(), what);
        let y = Plain { m: n, n: 1, elements: y[at].clone() };
        small::<T>(a.times(&y).minus(&column).norm(), n, a.norm() * y.norm(), what);
        let rest = a.times(inverse).minus(&Plain::identity(n));
        small::<T>(rest.norm(), n, a.norm() * inverse.norm(), what);
    }
    let found = a.eig();
    let (w, v) =
        (rows(&found.eigenvalues, T::from_complex), matrices(&found.eigenvectors, T::from_complex));
    for (at, a) in originals.iter().enumerate() {
        let (w, v) = (&w[at], &v[at]);
        let scaled = Plain::from_fn(n, n, |i, j| v.at(i, j) * w[j]);
        small::<T>(a.times(v).minus(&scaled).norm(), n, a.norm() * v.norm(), what);
        for j in 0..n {
            let norm = (0..n).map(|i| v.at(i, j).norm_sqr()).sum::<f64>().sqrt();
            small::<T>((norm - 1.0).abs(), n, 1.0, what);
        }
    }
}

/// Checks what holds of positive definite matrices.
fn positive<T: Field, const R: usize, const V: usize, const S: usize>(
    a: &TensorRef<T, R>,
    what: &str,
) where
    Rank<R>: MatrixRank<Vectors = Rank<V>, Scalars = Rank<S>>,
{
    let n = a.shape()[R - 1];
    let originals = matrices(a, T::complex);
    let lower = matrices(&a.cholesky(), T::complex);
    let upper = matrices(&a.cholesky_with_triangle(Triangle::Upper), T::complex);
    assert_eq!(a.cholesky(), a.cholesky_with_triangle(Triangle::Lower), "{what}");
    let found = a.eigh();
    let (w, v) = (rows(&found.eigenvalues, T::real), matrices(&found.eigenvectors, T::complex));
    for (values, expected) in rows(&a.eigvalsh(), T::real).iter().zip(&w) {
        assert!(values.is_sorted() && values.len() == expected.len(), "{what}: {values:?}");
        for (x, y) in values.iter().zip(expected) {
            small::<T>((x - y).abs(), n, expected[n - 1].abs(), what);
        }
    }
    for (at, a) in originals.iter().enumerate() {
        let (l, u) = (&lower[at], &upper[at]);
        small::<T>(l.times(&l.adjoint()).minus(a).norm(), n, a.norm(), what);
        small::<T>(u.adjoint().times(u).minus(a).norm(), n, a.norm(), what);
        let zero = Complex::new(0.0, 0.0);
        assert!((0..n).all(|j| (0..j).all(|i| l.at(i, j) == zero && u.at(j, i) == zero)), "{what}");
        let (w, v) = (&w[at], &v[at]);
        assert!(w.is_sorted(), "{what}: {w:?}");
        orthonormal::<T>(v, what);
        let product = v.times(&Plain::diagonal(w)).times(&v.adjoint());
        small::<T>(product.minus(a).norm(), n, a.norm(), what);
    }
}

/// `a a^H + n`, of the last two axes.
fn gram<T: Field, const R: usize>(a: &TensorRef<T, R>) -> Tensor<T, R>
where
    Rank<R>: MatrixRank + BroadcastWith<Rank<R>, Output = Rank<R>>,
{
    let n = a.shape()[R - 1];
    let conjugate = a.map(|&x| {
        let z = x.complex().conj();
        T::of(z.re, z.im)
    });
    let mut sum: Tensor<T, R> = a.matmul(conjugate.transpose());
    for (at, x) in sum.as_slice_mut().unwrap().iter_mut().enumerate() {
        // On the diagonal.
        if (at / n) % n == at % n {
            *x += T::of(n as f64, 0.0);
        }
    }
    sum
}

fn matrices_of<T: Field>(sizes: &[(usize, usize)]) {
    for (seed, &(m, n)) in sizes.iter().enumerate() {
        let a: Tensor<T, 2> = random([m, n], seed as u64 + 1);
        rectangular(&a, &format!("{m} x {n}"));
        if m.max(n) <= 12 {
            // The memory in which a matrix is decomposed holds what is left of the one before.
            rectangular(&random::<T, 3>([3, m, n], seed as u64 + 50), &format!("3 of {m} x {n}"));
        }
        if m == n {
            let (b, vector) = (random([n, 2], 77), random([n], 78));
            square(&a, &b, &vector, &format!("{n} x {n}"));
            positive(&gram(&a), &format!("{n} x {n}"));
        }
    }
}

const SIZES: [(usize, usize); 16] = [
    (1, 1),
    (2, 2),
    (3, 3),
    (5, 5),
    (12, 12),
    (16, 16),
    (17, 17),
    (33, 33),
    (1, 6),
    (6, 1),
    (3, 7),
    (7, 3),
    (30, 8),
    (8, 30),
    (20, 16),
    (16, 20),
];

#[test]
fn factors_multiply_to_real_matrices() {
    matrices_of::<f64>(&SIZES);
    matrices_of::<f32>(&SIZES);
}

#[test]
fn factors_multiply_to_complex_matrices() {
    matrices_of::<Complex<f64>>(&SIZES);
    matrices_of::<Complex<f32>>(&SIZES);
}

/// Sizes at which the kernels divide and conquer.
#[test]
fn factors_multiply_to_larger_matrices() {
    matrices_of::<f64>(&[(140, 140)]);
    matrices_of::<Complex<f32>>(&[(80, 80)]);
}

/// The values of matrices that are hard for the sweeps: known ones, equal ones, very different ones, zeros.
#[test]
fn values_of_extreme_spectra() {
    let n = 60;
    let spectra: [fn(usize) -> f64; 6] = [
        |i| (i % 3) as f64,
        |i| 10_f64.powi(-(i as i32)),
        |i| if i < 30 { 1.0 } else { 1e-9 },
        |_| 1.0,
        |i| 1.0 + 1e-12 * i as f64,
        |i| if i == 7 { 5.0 } else { 0.0 },
    ];
    let q = random::<f64, 2>([n, n], 21).qr().q;
    let p = random::<f64, 2>([n, n], 22).qr().q;
    for (at, spectrum) in spectra.into_iter().enumerate() {
        let values = Tensor::from_fn([n], |[i]| spectrum(i));
        let mut expected = values.to_vec();
        expected.sort_by(f64::total_cmp);
        let columns: Tensor<f64, 2> = &q * &values;
        let check = |found: Vec<f64>, expected: &[f64]| {
            for (x, y) in found.iter().zip(expected) {
                assert!((x - y).abs() <= 1e-14 * n as f64, "{at}: {x:e} {y:e}");
            }
        };
        let product: Tensor<f64, 2> = columns.matmul(q.t());
        let symmetric: Tensor<f64, 2> = &product + product.t();
        let twice: Vec<f64> = expected.iter().map(|x| 2.0 * x).collect();
        check(symmetric.eigvalsh().to_vec(), &twice);
        let shifted: Tensor<f64, 2> = &symmetric - &(Tensor::<f64, 2>::eye(n) * 3.0);
        let less: Vec<f64> = twice.iter().map(|x| x - 3.0).collect();
        check(shifted.eigvalsh().to_vec(), &less);
        expected.reverse();
        check(columns.matmul(p.t()).svdvals().to_vec(), &expected);
        // Of a diagonal matrix, to the last bit but one, however small.
        let diagonal = values.diag();
        for (x, y) in diagonal.svdvals().iter().zip(&expected) {
            assert!((x - y).abs() <= 4.0 * f64::EPSILON * y, "{at}: {x:e} {y:e}");
        }
    }
    let (tiny, huge) = (f64::MIN_POSITIVE, 1e300);
    let values = tensor![[huge, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, tiny]].svdvals();
    assert!((values[[1]] - 1.0).abs() < 1e-15 && (values[[0]] / huge - 1.0).abs() < 1e-15);
    // Upper bidiagonal with zeros on the diagonal, and beside it.
    let zeros = Tensor::from_fn([9, 9], |[i, j]| match (i, j) {
        _ if i == j => f64::from(i % 3 != 1),
        _ if j == i + 1 => f64::from(i % 4 != 2),
        _ => 0.0,
    });
    assert!(zeros.svdvals().all_close(&zeros.svd().s, 1e-14, 1e-14));
}

#[test]
fn strides_do_not_matter() {
    fn check<T: Field>() {
        let plain: Tensor<T, 4> = random([2, 2, 3, 3], 5);
        let (b, vector) = (random::<T, 4>([2, 2, 3, 2], 6), random::<T, 1>([3], 7));
        let positive_plain = gram(&plain);
        let (b_disguises, vectors) = (disguises(&b), disguises(&vector));
        for (at, (name, a)) in disguises(&plain).into_iter().enumerate() {
            let (b_name, b) = &b_disguises[at % b_disguises.len()];
            let vector = &vectors[at % vectors.len()].1;
            square(&a, b, vector, &format!("{name}, {b_name}"));
            assert_eq!(a.solve(b), plain.solve(b), "{name}");
            assert_eq!(a.det(), plain.det(), "{name}");
            assert_eq!(a.slogdet(), plain.slogdet(), "{name}");
            assert_eq!(a.eigvals(), plain.eigvals(), "{name}");
            assert_eq!(a.svdvals(), plain.svdvals(), "{name}");
            assert_eq!(a.matrix_rank(), plain.matrix_rank(), "{name}");
        }
        for (name, a) in disguises(&positive_plain) {
            positive(&a, name);
            assert_eq!(a.eigvalsh(), positive_plain.eigvalsh(), "{name}");
        }
        for shape in [[2, 4, 3], [2, 3, 4]] {
            for (name, a) in disguises(&random::<T, 3>(shape, 8)) {
                rectangular(&a, name);
            }
        }
        let a = random::<T, 2>([4, 3], 9);
        for ((name, a), (_, b)) in
            disguises(&a).into_iter().zip(disguises(&random::<T, 2>([4, 2], 10)))
        {
            assert_eq!(a.lstsq(&b), a.to_contiguous().lstsq(&b.to_contiguous()), "{name}");
            let column = b.column(1);
            assert_eq!(
                a.lstsq(&column),
                a.to_contiguous().lstsq(&column.to_contiguous()),
                "{name}"
            );
        }
        // Systems of a batch: matrices of different ranks, a right side for each and one for all.
        let mut a = random::<T, 3>([3, 4, 2], 13);
        let twice = a.index_axis(Axis::<0>, 1).column(0).to_contiguous();
        a.index_axis_mut(Axis::<0>, 1).column_mut(1).assign(&twice);
        let b = random::<T, 3>([3, 4, 2], 14);
        for ((name, a), (_, b)) in disguises(&a).into_iter().zip(disguises(&b)) {
            let (fits, one) = (a.lstsq(&b), b.narrow(Axis::<0>, 2, 1));
            let (shared, vector) = (a.lstsq(&one), one.index_axis(Axis::<0>, 0).column(1));
            let of_vector = a.lstsq(&vector);
            assert_eq!(fits.rank, tensor![2, 1, 2], "{name}");
            for i in 0..3 {
                let a = a.index_axis(Axis::<0>, i);
                let first = |b: &TensorRef<T, 2>| (a.lstsq(b), a.lstsq(&b.column(1)));
                let (own, _) = first(&b.index_axis(Axis::<0>, i));
                let (of_shared, own_vector) = first(&one.index_axis(Axis::<0>, 0));
                for (all, own) in [(&fits, own), (&shared, of_shared)] {
                    assert_eq!(all.solution.index_axis(Axis::<0>, i), own.solution, "{name}");
                    assert_eq!(all.residuals.row(i), own.residuals, "{name}");
                    assert_eq!(all.rank[[i]], own.rank.item(), "{name}");
                    assert_eq!(all.singular_values.row(i), own.singular_values, "{name}");
                }
                assert_eq!(of_vector.solution.row(i), own_vector.solution, "{name}");
                assert_eq!(of_vector.residuals[[i]], own_vector.residuals.item(), "{name}");
            }
        }
        // One matrix, several right sides.
        let one = a.narrow(Axis::<0>, 0, 1).lstsq(&b);
        assert_eq!(one.solution.shape(), [3, 2, 2]);
        let last = a.index_axis(Axis::<0>, 0).lstsq(&b.index_axis(Axis::<0>, 2));
        assert_eq!(one.solution.index_axis(Axis::<0>, 2), last.solution);
        // All matrices are one.
        let (one, b) = (random::<T, 2>([3, 3], 11), random::<T, 3>([4, 3, 2], 12));
        let repeated = one.broadcast_to([4, 3, 3]);
        assert_eq!(repeated.solve(&b), one.unsqueeze(Axis::<0>).solve(&b));
        assert_eq!(repeated.inv().index_axis(Axis::<0>, 3), one.inv());
        assert_eq!(b.shape(), one.unsqueeze(Axis::<0>).solve(&b).shape());
        let single: Tensor<T, 3> = repeated.solve(&b.narrow(Axis::<0>, 1, 1));
        assert_eq!(single.index_axis(Axis::<0>, 2), one.solve(&b.index_axis(Axis::<0>, 1)));
    }
    check::<f64>();
    check::<Complex<f64>>();
    check::<f32>();
    check::<Complex<f32>>();
}

/// The other triangle may hold anything.
#[test]
fn one_triangle_is_read() {
    fn check<T: Field>() {
        let a = gram(&random::<T, 2>([5, 5], 3));
        let nan = T::of(f64::NAN, f64::NAN);
        let lower = Tensor::from_fn([5, 5], |[i, j]| if j <= i { a[[i, j]] } else { nan });
        let upper = Tensor::from_fn([5, 5], |[i, j]| if j >= i { a[[i, j]] } else { nan });
        assert_eq!(lower.cholesky(), a.cholesky());
        assert_eq!(lower.eigh(), a.eigh());
        assert_eq!(lower.eigvalsh(), a.eigvalsh());
        let factor = |a: &TensorRef<T, 2>| a.cholesky_with_triangle(Triangle::Upper);
        assert_eq!(factor(&upper), factor(&a));
    }
    check::<f64>();
    check::<Complex<f32>>();
}

/// Rank-deficient, with zeros as columns and rows, and with equal singular values.
#[test]
fn special_matrices_have_factors() {
    fn check<T: Field>() {
        let number = |x: f64| T::of(x, 0.0);
        let ones = Tensor::<T, 2>::full([6, 4], number(1.0));
        let zeros = Tensor::<T, 2>::full([4, 6], number(0.0));
        let gap = Tensor::<T, 2>::from_fn([5, 5], |[i, j]| {
            number(if j == 1 { 0.0 } else { (i * j) as f64 + 1.0 })
        });
        let eye = Tensor::<T, 2>::from_fn([5, 5], |[i, j]| number(f64::from(i == j)));
        let jordan =
            Tensor::<T, 2>::from_fn([4, 4], |[i, j]| number(f64::from(j == i || j == i + 1)));
        for (name, a) in
            [("ones", &ones), ("zeros", &zeros), ("gap", &gap), ("eye", &eye), ("jordan", &jordan)]
        {
            rectangular(a, name);
        }
        assert_eq!(ones.matrix_rank().item(), 1);
        assert_eq!(zeros.matrix_rank().item(), 0);
        assert_eq!(eye.matrix_rank().item(), 5);
        let (b, vector) = (random([4, 1], 1), random([4], 2));
        square(&jordan, &b, &vector, "jordan");
        positive(&eye, "eye");
    }
    check::<f64>();
    check::<f32>();
    check::<Complex<f64>>();
    check::<Complex<f32>>();
}

//! Decompositions against numpy.

use crate::field::Field;
use crate::fixtures::{self, Case, Data};
use holor::prelude::*;
use holor::rank::SolveRhs;
use num_complex::Complex;

fn complexes(data: &Data) -> Vec<Complex<f64>> {
    match data.dtype.as_str() {
        "c128" => data.pairs().into_iter().map(|(re, im)| Complex::new(re, im)).collect(),
        _ => data.f64s().into_iter().map(|re| Complex::new(re, 0.0)).collect(),
    }
}

fn tensor_of<T: Field, const R: usize>(data: &Data) -> Tensor<T, R> {
    let elements = complexes(data).into_iter().map(|z| T::of(z.re, z.im)).collect();
    Tensor::from_vec(elements, data.shape()).unwrap()
}

/// Checks shape and values, to within `tolerance` times the largest value.
#[track_caller]
fn close<T: Copy, const R: usize>(
    found: &TensorRef<T, R>,
    expected: &Data,
    convert: impl Fn(T) -> Complex<f64>,
    tolerance: f64,
    case: &Case,
) {
    assert_eq!(found.shape().to_vec(), expected.shape, "{case}: {}", expected.place);
    let found: Vec<_> = found.to_vec().into_iter().map(convert).collect();
    let expected_values = complexes(expected);
    let largest = expected_values.iter().map(|z| z.norm()).fold(0.0, f64::max);
    for (found, expected_value) in found.iter().zip(&expected_values) {
        let difference = (found - expected_value).norm();
        assert!(
            difference <= tolerance * largest || found == expected_value,
            "{case}: {}: {found} instead of {expected_value}",
            expected.place
        );
    }
}

fn complex_of_real<T: Field>(x: T::Real) -> Complex<f64> {
    Complex::new(T::real(x), 0.0)
}

/// Checks that two lists of eigenvalues have the same values, in any order.
#[track_caller]
fn same_values(found: Vec<Complex<f64>>, expected: &[Complex<f64>], tolerance: f64, case: &Case) {
    let mut left = found;
    let largest = expected.iter().map(|z| z.norm()).fold(0.0, f64::max);
    for value in expected {
        let distance = |z: &Complex<f64>| (z - value).norm();
        let nearest =
            (0..left.len()).min_by(|&i, &j| distance(&left[i]).total_cmp(&distance(&left[j])));
        let found = left.swap_remove(nearest.unwrap());
        assert!((found - value).norm() <= tolerance * largest, "{case}: {found} for {value}");
    }
}

fn square<T: Field, const R: usize, const V: usize, const S: usize>(case: &Case)
where
    Rank<R>: MatrixRank<Vectors = Rank<V>, Scalars = Rank<S>> + SolveRhs<Rank<R>, Output = Rank<R>>,
    Rank<1>: SolveRhs<Rank<R>, Output = Rank<V>>,
{
    let single = T::EPSILON > 1e-10;
    let is_ill = case.word("kind") == "ill";
    if single && is_ill {
        return;
    }
    let (tolerance, inverse) = match (single, is_ill) {
        (false, false) => (1e-12, 1e-11),
        (false, true) => (1e-12, 1e-6),
        _ => (1e-5, 1e-3),
    };
    let a: Tensor<T, R> = tensor_of(&case.inputs[0]);
    let (b, vector) = (tensor_of::<T, R>(&case.inputs[1]), tensor_of::<T, 1>(&case.inputs[2]));
    let [inv, det, sign, logdet, singular, eigen, solution, vector_solution] = &case.outputs[..]
    else {
        panic!("{case}")
    };
    close(&a.inv(), inv, T::complex, inverse, case);
    close(&a.det(), det, T::complex, inverse, case);
    let found = a.slogdet();
    close(&found.sign, sign, T::complex, inverse, case);
    close(&found.logdet, logdet, complex_of_real::<T>, inverse, case);
    close(&a.svdvals(), singular, complex_of_real::<T>, tolerance, case);
    close(&a.svd().s, singular, complex_of_real::<T>, tolerance, case);
    close(&a.solve(&b), solution, T::complex, inverse, case);
    close(&a.solve(&vector), vector_solution, T::complex, inverse, case);
    let values = [a.eigvals(), a.eig().eigenvalues];
    for values in values {
        assert_eq!(values.shape().to_vec(), eigen.shape, "{case}");
        let found: Vec<_> = values.to_vec().into_iter().map(T::from_complex).collect();
        let n = a.shape()[R - 1].max(1);
        for (found, expected) in found.chunks(n).zip(complexes(eigen).chunks(n)) {
            same_values(found.to_vec(), expected, tolerance * 100.0, case);
        }
    }
}

fn positive<T: Field, const R: usize, const V: usize, const S: usize>(case: &Case)
where
    Rank<R>: MatrixRank<Vectors = Rank<V>, Scalars = Rank<S>>,
{
    let tolerance = 100.0 * T::EPSILON;
    let a: Tensor<T, R> = tensor_of(&case.inputs[0]);
    let values = case.outputs.last().unwrap();
    close(&a.eigvalsh(), values, complex_of_real::<T>, tolerance, case);
    close(&a.eigh().eigenvalues, values, complex_of_real::<T>, tolerance, case);
    if case.name == "positive" {
        close(&a.cholesky(), &case.outputs[0], T::complex, tolerance, case);
    }
}

fn rectangular<T: Field, const R: usize, const V: usize, const S: usize>(case: &Case)
where
    Rank<R>: MatrixRank<Vectors = Rank<V>, Scalars = Rank<S>>,
{
    let tolerance = 200.0 * T::EPSILON;
    let a: Tensor<T, R> = tensor_of(&case.inputs[0]);
    close(&a.svdvals(), &case.outputs[0], complex_of_real::<T>, tolerance, case);
    let Some([pinv, rank, diagonal]) = case.outputs.get(1..).filter(|rest| !rest.is_empty()) else {
        assert!(a.pinv().is_empty(), "{case}");
        assert!(a.matrix_rank().to_vec().iter().all(|&rank| rank == 0), "{case}");
        return;
    };
    close(&a.pinv(), pinv, T::complex, tolerance, case);
    let ranks: Vec<i64> = a.matrix_rank().to_vec().into_iter().map(|rank| rank as i64).collect();
    assert_eq!(ranks, rank.ints(), "{case}");
    // Of a matrix of full rank, the factors are unique but for signs.
    let full = a.shape()[R - 2].min(a.shape()[R - 1]);
    if ranks.iter().all(|&rank| rank as usize == full) {
        let r = a.qr().r;
        let [m, n] = [r.shape()[R - 2], r.shape()[R - 1]];
        let r = r.to_vec();
        let sizes =
            (0..r.len()).filter(|at| (at / n) % m == at % n).map(|at| r[at].complex().norm());
        for (found, expected) in sizes.zip(diagonal.f64s()) {
            assert!((found - expected).abs() <= 20.0 * tolerance * (1.0 + expected), "{case}");
        }
    }
}

fn lstsq<T: Field, const B: usize, const C: usize>(case: &Case)
where
    Rank<B>: SolveRhs<Rank<2>, Output = Rank<B>>,
    Axis<0>: AxisOf<B, Removed = Rank<C>>,
{
    let tolerance = 500.0 * T::EPSILON;
    let a: Tensor<T, 2> = tensor_of(&case.inputs[0]);
    let b: Tensor<T, B> = tensor_of(&case.inputs[1]);
    let found = a.lstsq(&b);
    close(&found.solution, &case.outputs[0], T::complex, tolerance, case);
    assert_eq!(found.rank.item() as i64, case.outputs[2].ints()[0], "{case}");
    close(&found.singular_values, &case.outputs[3], complex_of_real::<T>, tolerance, case);
    assert_eq!(found.residuals.shape().to_vec(), case.outputs[1].shape, "{case}");
    let scale = b.to_vec().iter().map(|x| x.complex().norm_sqr()).sum::<f64>();
    for (found, expected) in found.residuals.to_vec().into_iter().zip(case.outputs[1].f64s()) {
        assert!((T::real(found) - expected).abs() <= tolerance * scale, "{case}");
    }
}

fn check<T: Field>(case: &Case) {
    macro_rules! of_rank {
        ($check:ident) => {
            match case.inputs[0].shape.len() {
                2 => $check::<T, 2, 1, 0>(case),
                3 => $check::<T, 3, 2, 1>(case),
                4 => $check::<T, 4, 3, 2>(case),
                rank => panic!("{case}: rank {rank}"),
            }
        };
    }
    match case.name.as_str() {
        "square" => of_rank!(square),
        "positive" | "hermitian" => of_rank!(positive),
        "rectangular" => of_rank!(rectangular),
        "lstsq" if case.inputs[1].shape.len() == 1 => lstsq::<T, 1, 0>(case),
        "lstsq" => lstsq::<T, 2, 1>(case),
        name => panic!("{case}: {name}"),
    }
}

#[test]
fn decompositions_agree_with_numpy() {
    let cases = fixtures::load("decompositions");
    assert!(cases.len() > 100, "{} cases", cases.len());
    for case in &cases {
        if case.inputs[0].dtype == "c128" {
            check::<Complex<f64>>(case);
            check::<Complex<f32>>(case);
        } else {
            check::<f64>(case);
            check::<f32>(case);
        }
    }
}

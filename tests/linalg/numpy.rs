//! Products of matrices and vectors against numpy.

use holor::prelude::*;
use num_complex::Complex;
use num_traits::Zero;
use std::fmt::Debug;
use std::ops::Mul;

use crate::fixtures::{self, Data};
use crate::oracle::Oracle;

trait Number: Clone + Zero + Mul<Output = Self> + PartialEq + Debug {}
impl<T: Clone + Zero + Mul<Output = T> + PartialEq + Debug> Number for T {}

/// Picks the function for the ranks of the two operands and of the result.
macro_rules! by_rank {
    ($a:expr, $b:expr; $($left:literal $right:literal $result:literal)*; $check:ident) => {
        match ($a.shape.len(), $b.shape.len()) {
            $(($left, $right) => $check::<$left, $right, $result>,)*
            ranks => panic!("no case for ranks {ranks:?}"),
        }
    };
}

fn tensor_of<T, const R: usize>(data: &Data, convert: impl Fn(&Data) -> Vec<T>) -> Tensor<T, R> {
    Tensor::from_vec(convert(data), data.shape()).unwrap()
}

fn complexes(data: &Data) -> Vec<Complex<f64>> {
    data.pairs().into_iter().map(|(re, im)| Complex::new(re, im)).collect()
}

#[test]
fn products_agree_with_numpy() {
    fn matmul<const A: usize, const B: usize, const O: usize>(case: &fixtures::Case)
    where
        Rank<A>: MatrixRank + BroadcastWith<Rank<B>, Output = Rank<O>>,
        Rank<B>: MatrixRank,
    {
        fn of<T: Number, const A: usize, const B: usize, const O: usize>(
            case: &fixtures::Case,
            convert: impl Fn(&Data) -> Vec<T>,
        ) where
            Rank<A>: MatrixRank + BroadcastWith<Rank<B>, Output = Rank<O>>,
            Rank<B>: MatrixRank,
        {
            let a: Tensor<T, A> = tensor_of(&case.inputs[0], &convert);
            let b: Tensor<T, B> = tensor_of(&case.inputs[1], &convert);
            let c: Tensor<T, O> = tensor_of(&case.outputs[0], &convert);
            assert_eq!(Oracle::of(&a.matmul(&b)), Oracle::of(&c), "{case}");
        }
        match case.inputs[0].dtype.as_str() {
            "i64" => of::<i32, A, B, O>(case, |d| d.ints().iter().map(|&x| x as i32).collect()),
            "c128" => of::<Complex<f64>, A, B, O>(case, complexes),
            _ => {
                of::<f64, A, B, O>(case, Data::f64s);
                of::<f32, A, B, O>(case, |d| d.f64s().iter().map(|&x| x as f32).collect());
            }
        }
    }
    fn outer<const A: usize, const B: usize, const O: usize>(case: &fixtures::Case)
    where
        Rank<A>: Plus<Rank<B>, Output = Rank<O>>,
    {
        if case.inputs[0].dtype == "f64" {
            let a: Tensor<f64, A> = tensor_of(&case.inputs[0], Data::f64s);
            let b: Tensor<f64, B> = tensor_of(&case.inputs[1], Data::f64s);
            let c: Tensor<f64, O> = tensor_of(&case.outputs[0], Data::f64s);
            assert_eq!(Oracle::of(&a.outer(&b)), Oracle::of(&c), "{case}");
        }
    }
    fn flat<T: Number>(case: &fixtures::Case, convert: impl Fn(&Data) -> Vec<T>) {
        let expected = convert(&case.outputs[0]);
        let vector = |i: usize| tensor_of::<T, 1>(&case.inputs[i], &convert);
        let matrix = |i: usize| tensor_of::<T, 2>(&case.inputs[i], &convert);
        let found = match case.name.as_str() {
            "dot" => vec![vector(0).dot(&vector(1))],
            "matvec" => matrix(0).matvec(&vector(1)).to_vec(),
            "vecmat" => vector(0).vecmat(&matrix(1)).to_vec(),
            "trace" if case.inputs[0].shape.len() == 2 => vec![matrix(0).trace()],
            _ => return,
        };
        assert_eq!(found, expected, "{case}");
    }
    let cases = fixtures::load("matmul");
    assert!(cases.len() > 200, "{} cases", cases.len());
    for case in &cases {
        let of = &case.inputs;
        match case.name.as_str() {
            "matmul" => by_rank!(of[0], of[1];
                2 2 2  2 3 3  3 2 3  3 3 3  2 4 4  4 2 4  3 4 4  4 3 4  4 4 4; matmul)(
                case
            ),
            "outer" => {
                by_rank!(of[0], of[1];
                0 0 0  0 1 1  1 0 1  1 1 2  2 1 3  1 2 3  2 2 4  3 2 5; outer)(case);
            }
            "gemm" => {
                let [a, b, mut c] = [0, 1, 2].map(|i| tensor_of::<f64, 2>(&of[i], Data::f64s));
                gemm(case.number("alpha"), &a, &b, case.number("beta"), &mut c);
                assert_eq!(c.to_vec(), case.outputs[0].f64s(), "{case}");
            }
            _ => match of[0].dtype.as_str() {
                "i64" => flat(case, |d| d.ints().iter().map(|&x| x as i32).collect()),
                "c128" => flat(case, complexes),
                _ => flat(case, Data::f64s),
            },
        }
    }
}

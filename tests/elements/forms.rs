//! Every operation with every form of operand, against the oracle: owned, shared, borrowed by each of
//! the types, a scalar on either side. And whose buffer the result has.

// Every form is there on purpose.
#![allow(clippy::needless_borrow, clippy::op_ref)]

use crate::disguise::place;
use crate::every_form::Twin;
use crate::oracle::Oracle;
use holor::prelude::*;
use num_complex::Complex;
use std::array::from_fn;
use std::borrow::Borrow;
use std::fmt::{Debug, Display};

/// How operands lie in memory, by twos: the first way is the only one that fills the buffer.
const WAYS: [(usize, usize); 5] = [(0, 0), (0, 1), (2, 0), (1, 3), (3, 2)];

/// Lays the elements out row by row, column by column, with gaps, or backwards.
fn lie<T: Clone, const R: usize>(t: &TensorRef<T, R>, way: usize) -> Tensor<T, R> {
    let (in_order, reversed) = (from_fn(|axis| axis), from_fn(|axis| R - 1 - axis));
    match way {
        0 => place(t, in_order, [1; R], 0),
        1 => place(t, reversed, [1; R], 2),
        2 => place(t, in_order, [2; R], 1),
        _ => place(t, in_order, [-1; R], 3),
    }
}

/// The address of an operand, and its shape if it is to lend its buffer to a result of that shape.
type Lender<T> = (*const T, Option<Vec<usize>>);

fn lender<T, const R: usize>(form: &str, way: usize, t: &TensorRef<T, R>) -> Lender<T> {
    (t.as_ptr(), (form == "owned" && way == 0).then(|| t.shape().to_vec()))
}

/// Checks the elements of a result, and that it has the buffer of the first operand that can lend one.
#[track_caller]
fn same<T: Clone + Debug + PartialEq, const R: usize>(
    found: &Tensor<T, R>,
    expected: &Oracle<T>,
    operands: &[Lender<T>],
    what: impl Debug,
) {
    assert_eq!(Oracle::of(found), *expected, "{what:?}");
    assert!(found.is_contiguous() && !found.is_shared(), "{what:?}");
    let shape = Some(found.shape().to_vec());
    let lent = operands.iter().position(|operand| operand.1 == shape);
    let has = operands.iter().position(|operand| operand.0 == found.as_ptr());
    assert_eq!(has, lent, "{what:?}: which operand has lent its buffer");
}

/// The results of `f` for each pair of elements, of two operands that broadcast.
fn pairs<T: Clone, S: Clone, U: Clone>(
    a: &Oracle<T>,
    b: &Oracle<S>,
    f: impl Fn(&T, &S) -> U,
) -> Oracle<U> {
    let rank = a.shape.len().max(b.shape.len());
    let padded = |shape: &[usize]| [&vec![1; rank - shape.len()], shape].concat();
    let (p, q) = (padded(&a.shape), padded(&b.shape));
    let shape: Vec<usize> = p.iter().zip(&q).map(|(&p, &q)| if p == 1 { q } else { p }).collect();
    let place = |shape: &[usize], index: &[usize]| -> Vec<usize> {
        let index = &index[rank - shape.len()..];
        index.iter().zip(shape).map(|(&i, &size)| if size == 1 { 0 } else { i }).collect()
    };
    Oracle::from_fn(&shape, |i| f(a.get(&place(&a.shape, &i)), b.get(&place(&b.shape, &i))))
}

fn each<T: Clone, U>(a: &Oracle<T>, f: impl Fn(T) -> U) -> Oracle<U> {
    Oracle { shape: a.shape.clone(), values: a.values.iter().cloned().map(f).collect() }
}

/// Numbers that are not zero.
fn numbers<const R: usize>(shape: [usize; R], factor: i64) -> Tensor<i64, R> {
    Tensor::from_fn(shape, |index| {
        let place = index.iter().fold(0, |place, &i| 10 * place + i as i64);
        (place * factor) % 23 + 2
    })
}

macro_rules! operators {
    ($($name:ident $op:tt)+) => {
        $(
        fn $name<const A: usize, const B: usize, const O: usize>(
            a: &TensorRef<i64, A>,
            b: &TensorRef<i64, B>,
        ) where
            Rank<A>: BroadcastWith<Rank<B>, Output = Rank<O>>,
        {
            let expected = pairs(&Oracle::of(a), &Oracle::of(b), |x, y| x $op y);
            for (p, q) in WAYS {
                every_form!(forms: x: all = lie(a, p), y: all = lie(b, q) => {
                    let operands = [lender(forms[0], p, &x), lender(forms[1], q, &y)];
                    same(&(x $op y), &expected, &operands, (forms, stringify!($op), p, q));
                });
            }
        }
        )+

        #[test]
        fn two_tensors() {
            let (a, b) = (numbers([2, 3], 7), numbers([2, 3], 5));
            let (row, column, one) = (numbers([3], 3), numbers([2, 1], 4), numbers([], 1));
            $(
                $name(&a, &b);
                $name(&a, &row);
                $name(&row, &a);
                $name(&column, &row);
                $name(&one, &column);
            )+
        }

        #[test]
        fn a_tensor_and_a_scalar() {
            let a = numbers([2, 3], 7);
            $(
                let (right, left) = (each(&Oracle::of(&a), |x| x $op 5), each(&Oracle::of(&a), |x| 99 $op x));
                for way in 0..4 {
                    every_form!(forms: x: all = lie(&a, way) => {
                        let operands = [lender(forms[0], way, &x)];
                        same(&(x $op 5), &right, &operands, (forms, stringify!($op), way));
                    });
                    every_form!(forms: x: all = lie(&a, way) => {
                        let operands = [lender(forms[0], way, &x)];
                        same(&(99 $op x), &left, &operands, (stringify!($op), forms, way));
                    });
                }
            )+
        }
    };
}

operators! { add + sub - mul * div / rem % bitand & bitor | bitxor ^ }

#[test]
fn one_tensor() {
    let a = numbers([2, 3], 7);
    let (negative, inverse) = (each(&Oracle::of(&a), |x| -x), each(&Oracle::of(&a), |x| !x));
    for way in 0..4 {
        every_form!(forms: x: all = lie(&a, way) => {
            let operands = [lender(forms[0], way, &x)];
            same(&-x, &negative, &operands, (forms, way));
        });
        every_form!(forms: x: all = lie(&a, way) => {
            let operands = [lender(forms[0], way, &x)];
            same(&!x, &inverse, &operands, (forms, way));
        });
    }
}

/// A type stands on the left by an impl of its own: none of them is forgotten.
#[test]
fn scalars_of_every_type_on_the_left() {
    macro_rules! check {
        ($($T:ty: $four:expr, $two:expr, [$($op:tt)+];)+) => { $( $(
            let (four, two): ($T, $T) = ($four, $two);
            let expected = Oracle { shape: vec![1], values: vec![four $op two] };
            every_form!(forms: x: all = tensor![two] => {
                let operands = [lender(forms[0], 0, &x)];
                let what = (forms, stringify!($T), stringify!($op));
                same(&(four $op x), &expected, &operands, what);
            });
        )+ )+ };
    }
    check! {
        i8: 4, 2, [+ - * / % & | ^]; i16: 4, 2, [+ - * / % & | ^]; i32: 4, 2, [+ - * / % & | ^];
        i64: 4, 2, [+ - * / % & | ^]; i128: 4, 2, [+ - * / % & | ^]; isize: 4, 2, [+ - * / % & | ^];
        u8: 4, 2, [+ - * / % & | ^]; u16: 4, 2, [+ - * / % & | ^]; u32: 4, 2, [+ - * / % & | ^];
        u64: 4, 2, [+ - * / % & | ^]; u128: 4, 2, [+ - * / % & | ^]; usize: 4, 2, [+ - * / % & | ^];
        f32: 4.0, 2.0, [+ - * / %]; f64: 4.0, 2.0, [+ - * / %]; bool: true, false, [& | ^];
        Complex<f32>: Complex::new(4.0, 1.0), Complex::new(2.0, 3.0), [+ - * / %];
        Complex<f64>: Complex::new(4.0, 1.0), Complex::new(2.0, 3.0), [+ - * / %];
    }
    #[cfg(feature = "half")]
    check! {
        half::f16: half::f16::from_f32(4.0), half::f16::from_f32(2.0), [+ - * / %];
        half::bf16: half::bf16::from_f32(4.0), half::bf16::from_f32(2.0), [+ - * / %];
    }
}

/// A buffer that belongs to somebody else is only read.
#[test]
fn a_foreign_buffer_is_not_written() {
    let elements: std::sync::Arc<[i64]> = [1, 2, 3].into();
    let foreign = || Tensor::from_owner(elements.clone(), [3]).unwrap();
    let at = elements.as_ptr();
    let results = [foreign() + 1, 1 + foreign(), foreign() + foreign(), -foreign(), !foreign()];
    assert!(results.iter().all(|result| result.as_ptr() != at && !result.is_shared()));
    let mut t = foreign();
    t += 1;
    let doubled = &t * 2;
    t.assign(&doubled);
    assert_eq!((t.to_vec(), &*elements), (vec![4, 6, 8], &[1, 2, 3][..]));
}

macro_rules! comparisons {
    ($($name:ident $f:expr;)+) => {
        #[test]
        fn comparisons_and_choices() {
            let a = numbers([2, 3], 7);
            for b in [numbers([2, 3], 9), numbers([1, 3], 9)] {
                $(
                    let expected = pairs(&Oracle::of(&a), &Oracle::of(&b), $f);
                    let above = each(&Oracle::of(&a), |x| $f(&x, &9));
                    for (p, q) in WAYS {
                        every_form!(forms: x: all = lie(&a, p), y: all = lie(&b, q) => {
                            let what = (forms, stringify!($name), p, q);
                            same(&x.$name(y), &expected, &[], what);
                            same(&x.$name(9), &above, &[], what);
                        });
                    }
                )+
            }
        }
    };
}

comparisons! {
    equal |x: &i64, y: &i64| x == y;
    not_equal |x: &i64, y: &i64| x != y;
    less |x: &i64, y: &i64| x < y;
    less_equal |x: &i64, y: &i64| x <= y;
    greater |x: &i64, y: &i64| x > y;
    greater_equal |x: &i64, y: &i64| x >= y;
    minimum |x: &i64, y: &i64| *x.min(y);
    maximum |x: &i64, y: &i64| *x.max(y);
}

#[test]
fn functions_of_two_floats() {
    let floats = |factor| numbers([2, 3], factor).cast::<f64>();
    let (a, b) = (floats(7), floats(9));
    macro_rules! check {
        ($($name:ident)+) => { $(
            let expected = zip((&a, &b)).map(|x, y| f64::$name(*x, *y));
            for (p, q) in WAYS {
                every_form!(forms: x: all = lie(&a, p), y: all = lie(&b, q) => {
                    let found = x.$name(y);
                    assert!(found.all_close(&expected, 1e-14, 0.0), "{forms:?} {p} {q}");
                });
            }
        )+ };
    }
    check! { powf atan2 hypot }
    for (p, q) in WAYS {
        every_form!(forms: x: all = lie(&a, p), y: all = lie(&a, q) => {
            assert!(x.all_close(y, 0.0, 0.0), "{forms:?} {p} {q}");
        });
        every_form!(forms: x: all = lie(&a, p), y: all = lie(&b, q) => {
            assert!(!x.all_close(y, 0.0, 0.0), "{forms:?} {p} {q}");
        });
    }
}

#[test]
fn a_choice_by_a_mask() {
    let (a, b) = (numbers([2, 3], 7), numbers([3], 9));
    let mask = Tensor::from_fn([2, 1], |[i, _]| i == 1);
    let choice = |a: &Oracle<i64>, b: &Oracle<i64>| {
        let both = pairs(a, b, |&x, &y| (x, y));
        pairs(&Oracle::of(&mask), &both, |&hit, &(x, y)| if hit { x } else { y })
    };
    let (of_a, of_b) = (Oracle::of(&a), Oracle::of(&b));
    let eight = Oracle { shape: vec![], values: vec![8] };
    let (both, first, last) = (choice(&of_a, &of_b), choice(&of_a, &eight), choice(&eight, &of_b));
    for (p, q) in WAYS {
        every_form!(forms: m: all = lie(&mask, q), x: all = lie(&a, p) => {
            same(&m.where_cond(x, 8), &first, &[], (forms, p, q));
        });
        every_form!(forms: m: all = lie(&mask, q), x: all = lie(&a, p) => {
            same(&m.where_cond(x, &b), &both, &[], (forms, p, q));
        });
        every_form!(forms: x: all = lie(&a, p), y: all = lie(&b, q) => {
            same(&mask.where_cond(x, y), &both, &[], (forms, p, q));
        });
        every_form!(forms: m: all = lie(&mask, p), y: all = lie(&b, q) => {
            same(&m.where_cond(8, y), &last, &[], (forms, p, q));
        });
    }
}

#[test]
fn zips_read_and_change() {
    let (a, b) = (numbers([2, 3], 7), numbers([3], 9));
    let sum = pairs(&Oracle::of(&a), &Oracle::of(&b), |x, y| x + 2 * y);
    for (p, q) in WAYS {
        every_form!(forms: x: borrowed = lie(&a, p), y: borrowed = lie(&b, q) => {
            let found = zip((x, y)).map(|x, y| x + 2 * y);
            same(&found, &sum, &[], (forms, p, q));
        });
        every_form!(forms: x: places = lie(&a, p), y: borrowed = lie(&b, q) => {
            zip((&mut *x, y)).for_each(|x, y| *x += 2 * y);
            assert_eq!(Oracle::of(x), sum, "{forms:?} {p} {q}");
        });
        // By value, behind what is read too.
        let mut t = lie(&a, p);
        zip((&b, t.view_mut())).for_each(|y, x| *x += 2 * y);
        assert_eq!(Oracle::of(&t), sum, "{p} {q}");
    }
}

#[test]
fn products() {
    let (a, b) = (numbers([2, 3], 7), numbers([3, 4], 5));
    let (v, w) = (numbers([3], 3), numbers([3], 8));
    let sum = |f: &dyn Fn(usize) -> i64| (0..3).map(f).sum::<i64>();
    let matrix = |i, j| sum(&|k| a[[i, k]] * b[[k, j]]);
    let matmul = Oracle::from_fn(&[2, 4], |i| matrix(i[0], i[1]));
    let matvec = Oracle::from_fn(&[2], |i| sum(&|k| a[[i[0], k]] * v[[k]]));
    let vecmat = Oracle::from_fn(&[4], |i| sum(&|k| v[[k]] * b[[k, i[0]]]));
    let outer = Oracle::from_fn(&[3, 3], |i| v[[i[0]]] * w[[i[1]]]);
    let dot = sum(&|k| v[[k]] * w[[k]]);
    for (p, q) in WAYS {
        every_form!(forms: x: all = lie(&a, p), y: all = lie(&b, q) => {
            let what = (forms, p, q);
            let mut place = Tensor::full([2, 4], 1000);
            gemm(1, &x, &y, 0, &mut place);
            same(&place, &matmul, &[], what);
            same(&x.matvec(&v), &matvec, &[], what);
            same(&v.vecmat(&y), &vecmat, &[], what);
            let transposed = y.view().transpose().matmul(x.view().transpose());
            assert_eq!(Oracle::of(&transposed.transpose()), matmul, "{what:?}");
            same(&x.matmul(y), &matmul, &[], what);
        });
        every_form!(forms: x: all = lie(&a, p), y: all = lie(&b, q) => {
            same(&x.tensordot(y, axes![1], axes![0]), &matmul, &[], (forms, p, q));
        });
        every_form!(forms: x: all = lie(&v, p), y: all = lie(&w, q) => {
            assert_eq!(x.dot(&y), dot, "{forms:?} {p} {q}");
            same(&x.outer(&y), &outer, &[], (forms, p, q));
            assert_eq!(x.tensordot(y, axes![0], axes![0]).item(), dot, "{forms:?} {p} {q}");
        });
        every_form!(forms: x: all = lie(&a, p), y: all = lie(&v, q) => {
            same(&x.matvec(&y), &matvec, &[], (forms, p, q));
            same(&y.vecmat(&x.view().transpose()), &matvec, &[], (forms, p, q));
        });
    }
}

/// Checks what was written and where: what is shared is copied before, all else is changed in place.
#[track_caller]
fn written<const R: usize>(
    found: &TensorRef<i64, R>,
    expected: &Oracle<i64>,
    before: (*const i64, [isize; R]),
    what: (&str, impl Debug),
) {
    assert_eq!(Oracle::of(found), *expected, "{what:?}");
    let in_place = (found.as_ptr(), found.strides()) == before;
    assert_eq!(in_place, what.0 != "shared_mut", "{what:?}: where it was written");
}

macro_rules! assignments {
    ($($op:tt $assign:tt)+) => {
        #[test]
        fn assignments_in_place() {
            let (a, b) = (numbers([2, 3], 7), numbers([3], 5));
            let ones = Oracle::of(&Tensor::<i64, 2>::ones([2, 3]));
            let b_everywhere = pairs(&ones, &Oracle::of(&b), |_, &y| y);
            $(
                let by_b = pairs(&Oracle::of(&a), &Oracle::of(&b), |x, y| x $op y);
                let by_3 = each(&Oracle::of(&a), |x| x $op 3);
                for (p, q) in WAYS {
                    every_form!(forms: x: values = lie(&a, p), y: all = lie(&b, q) => {
                        let before = (x.as_ptr(), x.strides());
                        x $assign y;
                        written(&x, &by_b, before, (forms[0], (forms, stringify!($assign), p, q)));
                    });
                    every_form!(forms: x: places = lie(&a, p), y: all = lie(&b, q) => {
                        let before = (x.as_ptr(), x.strides());
                        *x $assign y;
                        written(x, &by_b, before, (forms[0], (forms, stringify!($assign), p, q)));
                    });
                }
                for way in 0..4 {
                    every_form!(forms: x: values = lie(&a, way) => {
                        let before = (x.as_ptr(), x.strides());
                        x $assign 3;
                        written(&x, &by_3, before, (forms[0], (stringify!($assign), way)));
                    });
                    every_form!(forms: x: places = lie(&a, way) => {
                        let before = (x.as_ptr(), x.strides());
                        *x $assign 3;
                        written(x, &by_3, before, (forms[0], (stringify!($assign), way)));
                    });
                }
            )+
            for (p, q) in WAYS {
                every_form!(forms: x: values = lie(&a, p), y: all = lie(&b, q) => {
                    let before = (x.as_ptr(), x.strides());
                    x.assign(&y);
                    written(&x, &b_everywhere, before, (forms[0], (forms, p, q)));
                });
                every_form!(forms: x: places = lie(&a, p), y: all = lie(&b, q) => {
                    let before = (x.as_ptr(), x.strides());
                    x.assign(&y);
                    written(x, &b_everywhere, before, (forms[0], (forms, p, q)));
                });
            }
        }
    };
}

assignments! { + += - -= * *= / /= % %= & &= | |= ^ ^= }

/// By value each with each, and by reference each with each, as of std's types; and what is only ever
/// had by reference, `&TensorRef`, with values.
#[test]
fn equality() {
    macro_rules! check {
        ($($x:expr, [$($y:expr),+];)+) => { $( $( assert!($x == $y); )+ )+ };
    }
    let a = numbers([2, 3], 7);
    let mut other = a.clone();
    other[[1, 2]] += 1;
    for (p, q) in WAYS {
        let (mut s, mut t, mut u) = (lie(&a, p), lie(&a, q), lie(&other, q));
        let (x, y) = (lie(&a, p), lie(&a, q));
        let (r, z): (&TensorRef<_, _>, &TensorRef<_, _>) = (&x, &y);
        let (v, w, m, n) = (x.view(), y.view(), s.view_mut(), t.view_mut());
        check! {
            x, [y, *z, w, n, z];
            *r, [y, *z, w, n, z];
            v, [y, *z, w, n, z];
            m, [y, *z, w, n, z];
            r, [y, w];
            &x, [&y, z, &w, &n];
            r, [&y, z, &w, &n];
            &v, [&y, z, &w, &n];
            &m, [&y, z, &w, &n];
        }
        let (z, o): (&TensorRef<_, _>, _) = (&lie(&other, q), lie(&other, q));
        let (w, n) = (z.view(), u.view_mut());
        assert!(x != o && x != *z && x != w && x != n && x != z && r != o && r != w);
        assert!(*r != o && v != *z && m != w && &x != z && r != &w && &v != &n && &m != z);
    }
}

#[test]
fn texts() {
    fn texts<T: Display + Debug + std::fmt::LowerHex>(x: T) -> [String; 4] {
        [format!("{x}"), format!("{x:4}"), format!("{x:?}"), format!("{x:x}")]
    }
    let a = tensor![[1, 2, 30], [4, 5, 60]];
    for way in 0..4 {
        let strides = lie(&a, way).strides();
        every_form!(forms: x: all = lie(&a, way) => {
            let name = match forms[0] {
                "owned" | "shared" | "tensor" => "Tensor",
                "reference" => "TensorRef",
                "view" | "view_ref" => "TensorView",
                _ => "TensorViewMut",
            };
            let [plain, wide, debug, hex] = texts(x);
            assert_eq!(plain, "[[ 1  2 30]\n [ 4  5 60]]", "{forms:?}");
            assert_eq!(wide, "[[   1    2   30]\n [   4    5   60]]", "{forms:?}");
            assert_eq!(debug, format!("{name}<i32, 2> [2, 3] strides {strides:?}\n{plain}"));
            assert_eq!(hex, "[[ 1  2 1e]\n [ 4  5 3c]]", "{forms:?}");
        });
    }
}

#[test]
fn loops_over_elements() {
    fn number(element: impl Borrow<i64>) -> i64 {
        *element.borrow()
    }
    let a = numbers([2, 3], 7);
    let (expected, thrice) = (Oracle::of(&a), each(&Oracle::of(&a), |x| 3 * x));
    for way in 0..4 {
        every_form!(forms: x: all = lie(&a, way) => {
            let mut found = Vec::new();
            for element in x {
                found.push(number(element));
            }
            assert_eq!(found, expected.values, "{forms:?} {way}");
        });
        every_form!(forms: x: places = lie(&a, way) => {
            for element in &mut *x {
                *element *= 3;
            }
            assert_eq!(Oracle::of(x), thrice, "{forms:?} {way}");
        });
        let mut t = lie(&a, way);
        for element in t.view_mut() {
            *element *= 3;
        }
        assert_eq!(Oracle::of(&t), thrice, "{way}");
    }
    // By value the elements of an only owner are moved; their buffer is the iterator's.
    let owned = lie(&a, 0);
    let at = owned.as_ptr();
    assert_eq!(owned.into_iter().as_slice().as_ptr(), at);
    let shared = lie(&a, 0);
    let _twin = Twin::of(&shared);
    let at = shared.as_ptr();
    assert_ne!(shared.into_iter().as_slice().as_ptr(), at);
}

//! Equality: shapes, elements, storages, memory orders.

use holor::prelude::*;
use num_complex::Complex;
use std::cell::Cell;

#[test]
fn equal_elements_are_equal_in_any_memory_order() {
    let m = tensor![[1, 2, 3], [4, 5, 6]];
    let columns =
        Tensor::from_vec_with_order(vec![1, 4, 2, 5, 3, 6], [2, 3], Order::ColMajor).unwrap();
    assert!(m == columns);
    assert!(columns == m);
    assert!(m.transpose() == columns.transpose());
    assert!(m.flip(Axis::<0>) == columns.flip(Axis::<0>));
    assert!(m.flip(Last) != columns);
    assert!(m.step(Axis::<1>, 2) == tensor![[1, 3], [4, 6]]);
    assert!(tensor![1, 2, 3].broadcast_to([2, 3]) == tensor![[1, 2, 3], [1, 2, 3]]);
}

#[test]
fn one_different_element_is_found_wherever_it_is() {
    let m = Tensor::<usize, 3>::from_fn([3, 40, 37], |[a, b, c]| a * 10_000 + b * 100 + c);
    let turned = m.permute(axes![2, 0, 1]);
    for at in [[0, 0, 0], [1, 20, 20], [2, 39, 36], [0, 39, 0], [2, 0, 36]] {
        let mut other = m.clone();
        other[at] += 1;
        assert!(m != other, "{at:?}");
        assert!(other != m, "{at:?}");
        assert!(other.permute(axes![2, 0, 1]) != turned, "{at:?}");
        assert!(turned.to_contiguous() != other.permute(axes![2, 0, 1]), "{at:?}");
        other[at] -= 1;
        assert!(turned.to_contiguous() == other.permute(axes![2, 0, 1]), "{at:?}");
    }
}

#[test]
fn shapes_count_even_without_elements() {
    assert!(Tensor::<i32, 2>::zeros([2, 3]) != Tensor::<i32, 2>::zeros([3, 2]));
    assert!(Tensor::<i32, 2>::zeros([0, 3]) != Tensor::<i32, 2>::zeros([3, 0]));
    assert!(Tensor::<i32, 2>::zeros([0, 3]) == Tensor::<i32, 2>::zeros([3, 0]).transpose());
    assert!(Tensor::scalar(1) == Tensor::scalar(1) && Tensor::scalar(1) != Tensor::scalar(2));
}

#[test]
fn storages_and_element_types_may_differ() {
    let mut m = tensor![[1, 2], [3, 4]];
    let same = m.clone();
    assert!(m.view() == same && same == m.view());
    assert!(m.view_mut() == same && same == m.view_mut());
    let owned = tensor![String::from("a"), String::from("b")];
    let borrowed = tensor!["a", "b"];
    assert!(owned == borrowed);
    assert!(borrowed == owned);
    assert!(owned.flip(Last) != borrowed);
}

#[test]
fn not_a_number_differs_from_itself() {
    let x = tensor![1.0, f64::NAN];
    assert!(x != x.clone() && x.flip(Last) != x.flip(Last));
    fn total<E: Eq>(_: &E) {}
    total(&tensor![1, 2]);
}

/// Contiguous elements are compared block by block: a difference is found in each, and in the part of one at the end.
#[test]
fn a_difference_of_floats_is_found_in_every_block() {
    for n in [1, 2, 7, 8, 31, 255, 256, 257, 511, 512, 513, 1000] {
        let a = Tensor::<f32, 1>::from_fn([n], |[i]| i as f32 - 3.0);
        let strided = |a: &Tensor<f32, 1>| a.unsqueeze(Axis::<1>).repeat(Axis::<1>, 2);
        assert!(a == a.clone() && a.flip(Last) == a.flip(Last).to_contiguous(), "{n}");
        for at in [0, n / 2, n.saturating_sub(2), n - 1] {
            for wrong in [f32::NAN, -1e9] {
                let mut b = a.clone();
                b[[at]] = wrong;
                assert!(a != b, "{at} of {n}");
                assert!(b != a, "{at} of {n}");
                assert!(!a.all_close(&b, 1e-5, 1e-5), "{at} of {n}");
                assert!(strided(&a).column(0) != b && strided(&b).column(1) != a, "{at} of {n}");
                assert_eq!(b == b.clone(), !wrong.is_nan(), "{at} of {n}");
                let mut zero = a.clone();
                zero[[at]] = 0.0;
                b[[at]] = -0.0;
                assert!(zero == b && zero.all_close(&b, 0.0, 0.0), "{at} of {n}");
            }
        }
    }
    let x = Tensor::<Complex<f64>, 1>::from_fn([300], |[i]| Complex::new(i as f64, 1.0));
    let mut y = x.clone();
    assert!(x == y);
    y[[299]].im = f64::NAN;
    assert!(x != y && y != y.clone());
}

/// Many elements are compared in pieces, on several threads.
#[test]
fn a_difference_is_found_in_every_piece() {
    let n = 300_001;
    let a = Tensor::<f32, 1>::from_fn([n], |[i]| i as f32);
    let mut b = a.clone();
    for threads in [1, 2, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            assert!(a == b, "{threads}");
            for at in [0, 65_535, 65_536, 131_072, 262_143, 262_144, n - 1] {
                b[[at]] = f32::NAN;
                assert!(a != b, "{at} on {threads}");
                assert!(b != b.clone(), "{at} on {threads}");
                b[[at]] = at as f32;
            }
            assert!(a == b, "{threads}");
        });
    }
}

/// Elements of a user are compared up to the first difference.
#[test]
fn a_comparison_ends_at_the_first_difference() {
    #[derive(Clone)]
    struct Counted<'c>(i32, &'c Cell<usize>);
    impl PartialEq for Counted<'_> {
        fn eq(&self, other: &Self) -> bool {
            self.1.set(self.1.get() + 1);
            self.0 == other.0
        }
    }
    let calls = Cell::new(0);
    let a = Tensor::<_, 2>::from_fn([20, 20], |[i, j]| Counted((i * j) as i32, &calls));
    let mut b = a.clone();
    b[[0, 2]].0 = -1;
    assert!(a != b);
    assert_eq!(calls.take(), 3);
    assert!(a.flip(Axis::<0>) != b.flip(Axis::<0>));
    assert!(calls.take() <= 383);
}

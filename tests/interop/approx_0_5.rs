//! Feature `approx_0_5`: the macros of approx on tensors.

mod common;

use approx::{
    AbsDiffEq, abs_diff_eq, abs_diff_ne, assert_abs_diff_eq, assert_abs_diff_ne,
    assert_relative_eq, assert_relative_ne, assert_ulps_eq, assert_ulps_ne, relative_eq, ulps_eq,
};
use common::disguises;
use holor::prelude::*;

fn base() -> Tensor<f64, 2> {
    tensor![[1.0, -2.0, 1000.0], [0.0, 1e-3, 5.0]]
}

#[test]
fn the_macros_take_all_tensors_with_all_others() {
    let (a, b) = (base(), base() + 1e-9);
    for (name, mut a) in disguises(&a) {
        assert!(abs_diff_eq!(a, b, epsilon = 1e-8), "{name}");
        assert!(abs_diff_ne!(a, b, epsilon = 1e-10), "{name}");
        assert!(relative_eq!(a.view(), b, epsilon = 1e-8), "{name}");
        assert!(ulps_eq!(a.view_mut(), b.view(), epsilon = 1e-8), "{name}");
        let reference: &TensorRef<f64, 2> = &a;
        assert!(abs_diff_eq!(*reference, b, epsilon = 1e-8), "{name}");
        assert!(abs_diff_eq!(b, reference, epsilon = 1e-8), "{name}");
        assert!(abs_diff_eq!(&a, &b, epsilon = 1e-8), "{name}");
    }
    assert_abs_diff_eq!(a, a);
    assert_abs_diff_eq!(a, b, epsilon = 1e-8);
    assert_abs_diff_ne!(a, b);
    assert_relative_eq!(a, a.map(|x| x * (1.0 + 1e-12)), max_relative = 1e-11);
    assert_relative_ne!(a, a.map(|x| x * (1.0 + 1e-12)));
    assert_ulps_eq!(a, a.map(|x| f64::from_bits(x.to_bits() + 3)), max_ulps = 3, epsilon = 0.0);
    assert_ulps_ne!(a, a.map(|x| f64::from_bits(x.to_bits() + 3)), max_ulps = 2, epsilon = 0.0);
    assert_eq!(<Tensor<f32, 3> as AbsDiffEq>::default_epsilon(), f32::EPSILON);
    assert_abs_diff_eq!(tensor![3, 5], tensor![4, 4], epsilon = 1);
}

#[test]
fn each_pair_of_elements_counts() {
    for index in [[0, 0], [0, 2], [1, 1], [1, 2]] {
        let mut b = base();
        b[index] += 0.1;
        assert_abs_diff_ne!(base(), b, epsilon = 0.09);
        assert_abs_diff_eq!(base(), b, epsilon = 0.11);
        assert_abs_diff_ne!(base().transpose(), b.transpose(), epsilon = 0.09);
    }
    let nan = tensor![f64::NAN];
    assert_abs_diff_ne!(nan, nan, epsilon = 1.0);
}

#[test]
fn tensors_of_different_shapes_are_unequal_with_any_tolerance() {
    let zeros = Tensor::<f64, 2>::zeros;
    assert_abs_diff_ne!(zeros([2, 3]), zeros([3, 2]), epsilon = 10.0);
    assert_relative_ne!(zeros([2, 3]), zeros([1, 3]), epsilon = 10.0);
    assert_ulps_ne!(zeros([0, 3]), zeros([3, 0]), epsilon = 10.0);
    assert_abs_diff_eq!(zeros([0, 3]), zeros([0, 3]));
    assert_abs_diff_eq!(Tensor::scalar(1.0), Tensor::scalar(1.0));
    // The message has both shapes.
    let panic = std::panic::catch_unwind(|| assert_abs_diff_eq!(zeros([1, 2]), zeros([2, 1])));
    let text = *panic.unwrap_err().downcast::<String>().unwrap();
    assert!(text.contains("[1, 2] strides") && text.contains("[2, 1] strides"), "{text}");
}

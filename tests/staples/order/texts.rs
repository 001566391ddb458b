//! What is refused, in words.

use holor::prelude::*;

#[test]
fn arguments_out_of_range() {
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let text = |error: ShapeError| error.to_string();
    assert_eq!(
        text(m.try_topk(Last, 4).unwrap_err()),
        "topk: [2, 3]: k is 4, expected at most the size of the axis"
    );
    assert_eq!(
        text(m.try_partition(Axis::<0>, 2).unwrap_err()),
        "partition: [2, 3]: index 2 is out of range for axis 0 of size 2"
    );
    assert_eq!(
        text(m.try_argpartition(Last, 3).unwrap_err()),
        "argpartition: [2, 3]: index 3 is out of range for axis 1 of size 3"
    );
    assert_eq!(
        text(m.try_quantile(Last, 1.5).unwrap_err()),
        "quantile: [2, 3]: q is 1.5, expected a number from 0 to 1"
    );
    assert_eq!(
        text(m.try_quantile_with_method(All, f64::NAN, QuantileMethod::Hazen).unwrap_err()),
        "quantile_with_method: [2, 3]: q is NaN, expected a number from 0 to 1"
    );
    assert_eq!(
        text(m.try_quantiles(Last, &[0.5, -0.1]).unwrap_err()),
        "quantiles: [2, 3]: q is -0.1, expected a number from 0 to 1"
    );
    let several = m.try_quantiles_with_method(Last, &[2.0], QuantileMethod::Lower);
    assert_eq!(
        text(several.unwrap_err()),
        "quantiles_with_method: [2, 3]: q is 2, expected a number from 0 to 1"
    );
    let empty = Tensor::<f64, 2>::zeros([0, 3]);
    assert_eq!(
        text(empty.try_partition(Axis::<0>, 0).unwrap_err()),
        "partition: [0, 3]: index 0 is out of range for axis 0 of size 0"
    );
}

#[test]
#[cfg(target_pointer_width = "64")] // texts and sizes of 64 bits
fn results_that_are_too_large() {
    let units = Tensor::from_vec(vec![(); 1], [1]).unwrap();
    let all = units.broadcast_to([isize::MAX as usize]);
    let text = std::panic::catch_unwind(|| all.argsort(Last)).unwrap_err();
    assert_eq!(
        text.downcast_ref::<String>().unwrap(),
        "argsort: [9223372036854775807]: more elements than memory can address"
    );
    assert_eq!(
        all.try_topk(Last, isize::MAX as usize).unwrap_err().to_string(),
        "topk: [9223372036854775807]: more elements than memory can address"
    );
    let wide = Tensor::<f32, 1>::zeros([1]);
    let wide = wide.broadcast_to([isize::MAX as usize / 4]);
    let wide = wide.reshape_view([isize::MAX as usize / 4, 1]).unwrap();
    assert_eq!(
        wide.try_quantiles(Last, &[0.5, 0.5]).unwrap_err().to_string(),
        "quantiles: [2, 2305843009213693951]: more elements than memory can address"
    );
}

#[test]
fn an_empty_axis() {
    let x = Tensor::<f64, 2>::zeros([2, 0]);
    assert!(x.median(Last).iter().all(|x| x.is_nan()));
    assert_eq!(x.median(Axis::<0>).shape(), [0]);
    assert_eq!(x.quantiles(Last, &[0.1, 0.2, 0.3]).shape(), [3, 2]);
    assert_eq!(x.quantiles(Axis::<0>, &[]).shape(), [0, 0]);
    let (values, positions) = x.topk(Last, 0);
    assert_eq!((values.shape(), positions.shape()), ([2, 0], [2, 0]));
    assert_eq!(Tensor::scalar(3.0).median(All).item(), 3.0);
}

//! Bad input: the exact text of every error, its twin, and the line it points at.

// Views are dropped where a closure must not return them; the ranges are to be refused.
#![allow(clippy::drop_non_drop, clippy::reversed_empty_ranges)]

use crate::caught::{refuses, twins};
use holor::prelude::*;

const HUGE: usize = 1 << 40;

fn text<T: std::fmt::Debug>(result: Result<T, ShapeError>) -> String {
    result.unwrap_err().to_string()
}

fn zeros<const R: usize>(shape: [usize; R]) -> Tensor<i32, R> {
    Tensor::zeros(shape)
}

#[test]
fn shapes_that_no_memory_holds() {
    let too_large = |op: &str, shape: &[usize]| {
        format!("{op}: {shape:?}: more elements than memory can address")
    };
    for shape in [[HUGE, HUGE, 1], [HUGE, 0, HUGE], [0, HUGE, HUGE], [usize::MAX - 1, 2, 0]] {
        let zeros = too_large("zeros", &shape);
        twins(&zeros, Tensor::<u8, 3>::try_zeros(shape), || Tensor::<u8, 3>::zeros(shape));
        let ones = too_large("ones", &shape);
        twins(&ones, Tensor::<u8, 3>::try_ones(shape), || Tensor::<u8, 3>::ones(shape));
        let full = too_large("full", &shape);
        twins(&full, Tensor::try_full(shape, 'x'), || Tensor::full(shape, 'x'));
        let from_fn = too_large("from_fn", &shape);
        twins(&from_fn, Tensor::try_from_fn(shape, |_| 0), || Tensor::from_fn(shape, |_| 0));
        let zero_sized = too_large("full", &shape);
        twins(&zero_sized, Tensor::try_full(shape, ()), || Tensor::full(shape, ()));

        assert_eq!(text(Tensor::from_vec(vec![1u8], shape)), too_large("from_vec", &shape));
        let by_order = Tensor::from_vec_with_order(vec![1u8], shape, Order::ColMajor);
        assert_eq!(text(by_order), too_large("from_vec_with_order", &shape));
        let strided = Tensor::from_vec_strided(vec![1u8], shape, [0; 3], 0);
        assert_eq!(text(strided), too_large("from_vec_strided", &shape));
        let owner = Tensor::from_owner([1u8; 4], shape);
        assert_eq!(text(owner), too_large("from_owner", &shape));
        let slice = TensorView::from_slice(&[1u8], shape);
        assert_eq!(text(slice), too_large("from_slice", &shape));
        let strided = TensorView::from_slice_strided(&[1u8], shape, [0; 3], 0);
        assert_eq!(text(strided), too_large("from_slice_strided", &shape));
        let slice = TensorViewMut::from_slice_mut(&mut [1u8], shape).map(|t| t.shape());
        assert_eq!(text(slice), too_large("from_slice_mut", &shape));
        let mut buffer = [1u8];
        let strided = TensorViewMut::from_slice_mut_strided(&mut buffer, shape, [0; 3], 0);
        assert_eq!(text(strided.map(|t| t.shape())), too_large("from_slice_mut_strided", &shape));
    }
    // As many bytes, not as many elements.
    let bytes = [1 << 31, 1 << 31];
    assert_eq!(text(Tensor::<u64, 2>::try_zeros(bytes)), too_large("zeros", &bytes));
}

#[test]
fn too_many_elements_of_no_size() {
    let nothing = vec![(); usize::MAX];
    // `usize::MAX` is `INFER`, and a constructor infers nothing.
    refuses("from: [18446744073709551615]: more elements than memory can address", || {
        Tensor::from(nothing)
    });
    let nothing = vec![(); usize::MAX - 1];
    refuses("from: [18446744073709551614]: more elements than memory can address", || {
        Tensor::from(nothing.clone())
    });
    refuses("from: [18446744073709551614]: more elements than memory can address", || {
        TensorView::from(&nothing[..])
    });
    let mut more = nothing.clone();
    refuses("from: [18446744073709551614]: more elements than memory can address", || {
        TensorViewMut::from(&mut more[..])
    });
    assert_eq!(
        text(Tensor::from_vec(nothing, [usize::MAX - 1])),
        "from_vec: [18446744073709551614]: more elements than memory can address"
    );
    refuses("from: [1099511627776, 1099511627776]: more elements than memory can address", || {
        Tensor::<(), 2>::from([[(); HUGE]; HUGE])
    });
    let most = Tensor::from(vec![(); isize::MAX as usize]);
    assert_eq!(most.len(), isize::MAX as usize);
    assert_eq!(most.flip(Axis::<0>).get([1]), Some(&()));
    assert_eq!(most.into_vec().len(), isize::MAX as usize);
}

#[test]
fn wrong_counts() {
    assert_eq!(
        text(Tensor::from_vec(vec![1; 5], [2, 3])),
        "from_vec: [2, 3]: the shape holds 6 elements, found 5"
    );
    assert_eq!(
        text(Tensor::from_vec_with_order(vec![1; 7], [2, 3], Order::ColMajor)),
        "from_vec_with_order: [2, 3]: the shape holds 6 elements, found 7"
    );
    assert_eq!(
        text(Tensor::from_owner(vec![1; 2], [])),
        "from_owner: []: the shape holds 1 elements, found 2"
    );
    assert_eq!(
        text(TensorView::from_slice(&[1, 2], [0, 2])),
        "from_slice: [0, 2]: the shape holds 0 elements, found 2"
    );
    assert_eq!(
        text(TensorViewMut::from_slice_mut(&mut [1, 2], [3]).map(|t| t.shape())),
        "from_slice_mut: [3]: the shape holds 3 elements, found 2"
    );
}

#[test]
fn strides_that_leave_the_buffer_or_overlap() {
    let strided = |shape, strides, offset| {
        let found = text(Tensor::from_vec_strided(vec![0u8; 4], shape, strides, offset));
        let slice = text(TensorView::from_slice_strided(&[0u8; 4], shape, strides, offset));
        let mut buffer = [0u8; 4];
        let changed = TensorViewMut::from_slice_mut_strided(&mut buffer, shape, strides, offset);
        assert_eq!(slice, found.replace("from_vec_strided", "from_slice_strided"));
        let changed = text(changed.map(|t| t.shape()));
        assert_eq!(changed, found.replace("from_vec_strided", "from_slice_mut_strided"));
        found
    };
    assert_eq!(
        strided([2, 2], [3, 1], 1),
        "from_vec_strided: [2, 2]: the strides reach elements 1 to 5 of a buffer of 4"
    );
    assert_eq!(
        strided([1, 1], [0, 0], 4),
        "from_vec_strided: [1, 1]: the strides reach elements 4 to 4 of a buffer of 4"
    );
    assert_eq!(
        strided([2, 2], [-2, 1], 1),
        "from_vec_strided: [2, 2]: the strides reach element -1, before the start of the buffer"
    );
    assert_eq!(
        strided([2, 2], [-3, -1], 4),
        "from_vec_strided: [2, 2]: the strides reach elements 0 to 4 of a buffer of 4"
    );
    let too_large = "from_vec_strided: [3, 2]: more elements than memory can address";
    assert_eq!(strided([3, 2], [isize::MAX, 1], 0), too_large);
    assert_eq!(strided([3, 2], [isize::MIN, 1], 0), too_large);
    assert_eq!(strided([3, 2], [1, 1], usize::MAX), too_large);
    assert_eq!(strided([3, 2], [isize::MAX / 2, 2], isize::MAX as usize), too_large);

    let overlap = "two indices may share an element";
    for (shape, strides) in
        [([2, 2], [1, 1]), ([2, 2], [0, 1]), ([3, 2], [1, 2]), ([2, 2], [1, -1])]
    {
        let mut buffer = [0u8; 8];
        let found = TensorViewMut::from_slice_mut_strided(&mut buffer, shape, strides, 2);
        let expected = format!("from_slice_mut_strided: {shape:?}: {overlap}");
        assert_eq!(text(found.map(|t| t.shape())), expected);
    }
}

#[test]
fn refused_views() {
    let t = zeros([2, 3]);
    twins("squeeze: [2, 3]: axis 1 has size 3, not 1", t.try_squeeze(Last), || t.squeeze(Last));
    let reversed = "slice: [2, 3]: range 2..1 on axis 1 ends before it starts";
    twins(reversed, t.try_slice(s![0, 2..1]), || t.slice(s![0, 2..1]));
    let reversed = "slice: [2, 3]: range 2..1 on axis 1 ends before it starts";
    twins(reversed, t.try_slice(s![0, -1..-2]), || t.slice(s![0, -1..-2]));
    let outside = "slice: [2, 3]: range 1..4 is out of bounds for axis 1 of size 3";
    twins(outside, t.try_slice(s![.., 1..4]), || t.slice(s![.., 1..4]));
    let outside = "slice: [2, 3]: range -4..3 is out of bounds for axis 1 of size 3";
    twins(outside, t.try_slice(s![.., -4..]), || t.slice(s![.., -4..]));
    let index = "slice: [2, 3]: index 2 is out of range for axis 0 of size 2";
    twins(index, t.try_slice(s![2, ..]), || t.slice(s![2, ..]));
    let index = "slice: [2, 3]: index -3 is out of range for axis 0 of size 2";
    twins(index, t.try_slice(s![-3, 9]), || t.slice(s![-3, 9]));
    let step = "slice: [2, 3]: the step on axis 1 is zero";
    twins(step, t.try_slice(s![.., ..;0]), || t.slice(s![.., ..;0]));
    let range = "narrow: [2, 3]: range 2..4 is out of bounds for axis 1 of size 3";
    twins(range, t.try_narrow(Axis::<1>, 2, 2), || t.narrow(Axis::<1>, 2, 2));
    let range =
        "narrow: [2, 3]: range 1..9223372036854775807 is out of bounds for axis 0 of size 2";
    twins(range, t.try_narrow(Axis::<0>, 1, usize::MAX), || t.narrow(Axis::<0>, 1, usize::MAX));
    let index = "index_axis: [2, 3]: index 3 is out of range for axis 1 of size 3";
    twins(index, t.try_index_axis(Last, 3), || t.index_axis(Last, 3));
    twins("step: [2, 3]: the step on axis 0 is zero", t.try_step(Axis::<0>, 0), || {
        t.step(Axis::<0>, 0)
    });
    let wide = "broadcast_to: [2, 3] to [4, 3]: sizes 2 and 4 meet at axis 0 and neither is 1";
    twins(wide, t.try_broadcast_to([4, 3]), || t.broadcast_to([4, 3]));
    let narrow =
        "broadcast_to: [2, 3] to [5, 2, 1]: size 3 cannot be broadcast to size 1 at axis 2";
    twins(narrow, t.try_broadcast_to([5, 2, 1]), || t.broadcast_to([5, 2, 1]));
    let one = Tensor::scalar(1u8);
    let huge = "broadcast_to: [] to [1099511627776, 0, 1099511627776]: \
                more elements than memory can address";
    twins(huge, one.try_broadcast_to([HUGE, 0, HUGE]), || one.broadcast_to([HUGE, 0, HUGE]));
    let window = "sliding_windows: [2, 3] by [1, 4]: a window of 4 does not fit axis 1 of size 3";
    twins(window, t.try_sliding_windows([1, 4]), || t.sliding_windows([1, 4]));
    let window = "sliding_windows: [2, 3] by [0, 1]: a window of 0 does not fit axis 0 of size 2";
    twins(window, t.try_sliding_windows([0, 1]), || t.sliding_windows([0, 1]));
    let many = one.broadcast_to([HUGE, 1]);
    let windows = "sliding_windows: [1099511627776, 1] to [549755813889, 1, 549755813888, 1]: \
                   more elements than memory can address";
    let half = [HUGE / 2, 1];
    twins(windows, many.try_sliding_windows(half), || many.sliding_windows(half));
}

#[test]
fn refused_shapes() {
    let t = zeros([2, 6]);
    let count = "reshape: [2, 6] to [5, 2]: the shape holds 10 elements, found 12";
    twins(count, t.try_reshape([5, 2]), || t.reshape([5, 2]));
    let twice = "reshape: [2, 6] to [INFER, INFER]: only one size can be inferred";
    twins(twice, t.try_reshape([INFER, INFER]), || t.reshape([INFER, INFER]));
    let divide = "reshape: [2, 6] to [5, INFER]: 12 elements cannot be divided by 5";
    twins(divide, t.try_reshape([5, INFER]), || t.reshape([5, INFER]));
    let zero = "reshape: [2, 6] to [0, INFER]: 12 elements cannot be divided by 0";
    twins(zero, t.try_reshape([0, INFER]), || t.reshape([0, INFER]));
    let huge = "reshape: [2, 6] to [1099511627776, 1099511627776]: \
                more elements than memory can address";
    twins(huge, t.try_reshape([HUGE, HUGE]), || t.reshape([HUGE, HUGE]));
    let count = "reshape: [2, 6] to [5]: the shape holds 5 elements, found 12";
    let by_order = t.try_reshape_with_order([5], Order::ColMajor);
    twins(count, by_order, || t.reshape_with_order([5], Order::ColMajor));
    let none = zeros([0, 4]);
    let grown = "reshape: [0, 4] to [1099511627776, 0, 1099511627776]: \
                 more elements than memory can address";
    twins(grown, none.try_reshape([HUGE, 0, HUGE]), || none.reshape([HUGE, 0, HUGE]));

    assert_eq!(
        text(t.reshape_view([13])),
        "reshape_view: [2, 6] to [13]: the shape holds 13 elements, found 12"
    );
    assert_eq!(
        text(t.reshape_view([INFER, 1, INFER])),
        "reshape_view: [2, 6] to [INFER, 1, INFER]: only one size can be inferred"
    );
    assert_eq!(
        text(t.view().reshape_view([7, INFER])),
        "reshape_view: [2, 6] to [7, INFER]: 12 elements cannot be divided by 7"
    );

    let split = "split_axis: [2, 6] to [2, 4, 2]: axis 1 has size 6, the sizes multiply to 8";
    twins(split, t.try_split_axis(Last, [4, 2]), || t.split_axis(Last, [4, 2]));
    let split = "split_axis: [2, 6] to [2, INFER, 4]: 6 elements cannot be divided by 4";
    twins(split, t.try_split_axis(Last, [INFER, 4]), || t.split_axis(Last, [INFER, 4]));
    let split = "split_axis: [2, 6] to [INFER, INFER, 6]: only one size can be inferred";
    let twice = t.try_split_axis(Axis::<0>, [INFER, INFER]);
    twins(split, twice, || t.split_axis(Axis::<0>, [INFER, INFER]));
    let split = "split_axis: [2, 6] to [2]: axis 1 has size 6, the sizes multiply to 1";
    twins(split, t.try_split_axis(Last, []), || t.split_axis(Last, []));
}

#[test]
fn mutable_views_refuse_with_the_same_words() {
    let mut t = zeros([2, 3]);
    let squeeze = "squeeze: [2, 3]: axis 1 has size 3, not 1";
    assert_eq!(text(t.view_mut().try_squeeze(Last).map(drop)), squeeze);
    refuses(squeeze, || drop(t.view_mut().squeeze(Last)));
    let slice = "slice: [2, 3]: range 1..4 is out of bounds for axis 1 of size 3";
    assert_eq!(text(t.view_mut().try_slice(s![.., 1..4]).map(drop)), slice);
    refuses(slice, || drop(t.view_mut().slice(s![.., 1..4])));
    refuses(slice, || drop(t.slice_mut(s![.., 1..4])));
    let narrow = "narrow: [2, 3]: range 2..3 is out of bounds for axis 0 of size 2";
    assert_eq!(text(t.view_mut().try_narrow(Axis::<0>, 2, 1).map(drop)), narrow);
    refuses(narrow, || drop(t.view_mut().narrow(Axis::<0>, 2, 1)));
    let index = "index_axis: [2, 3]: index 2 is out of range for axis 0 of size 2";
    assert_eq!(text(t.view_mut().try_index_axis(Axis::<0>, 2).map(drop)), index);
    refuses(index, || drop(t.view_mut().index_axis(Axis::<0>, 2)));
    let step = "step: [2, 3]: the step on axis 1 is zero";
    assert_eq!(text(t.view_mut().try_step(Last, 0).map(drop)), step);
    refuses(step, || drop(t.view_mut().step(Last, 0)));
    let split = "split_axis: [2, 3] to [2, 2, 2]: axis 1 has size 3, the sizes multiply to 4";
    assert_eq!(text(t.view_mut().try_split_axis(Last, [2, 2]).map(drop)), split);
    refuses(split, || drop(t.view_mut().split_axis(Last, [2, 2])));
    let reshape_view = "reshape_view: [2, 3] to [5]: the shape holds 5 elements, found 6";
    assert_eq!(text(t.view_mut().reshape_view([5]).map(drop)), reshape_view);
}

#[test]
fn indices_outside() {
    let t = zeros([2, 3]);
    refuses("index: [2, 3]: index 2 is out of range for axis 0 of size 2", || t[[2, 0]]);
    refuses("index: [2, 3]: index 7 is out of range for axis 1 of size 3", || t.view()[[1, 7]]);
    let mut t = t;
    refuses("index: [2, 3]: index 2 is out of range for axis 0 of size 2", || t[[2, 9]] = 1);
    refuses("index: [2, 3]: index 3 is out of range for axis 1 of size 3", || {
        t.view_mut()[[0, 3]] = 1;
    });
    let most = "index: [2, 3]: index 9223372036854775807 is out of range for axis 1 of size 3";
    refuses(most, || t[[0, usize::MAX]]);
    assert_eq!(t.get([0, usize::MAX]), None);
    assert_eq!(t.get_mut([2, 0]), None);
    assert_eq!(t, zeros([2, 3]));
}

#[test]
fn element_wise_panics_point_at_the_caller() {
    let (a, b) = (zeros([2, 3]), zeros([4]));
    let says =
        |op: &str| format!("{op}: [2, 3] and [4]: sizes 3 and 4 meet at axis 1 and neither is 1");
    twins(&says("add"), a.try_add(&b), || &a + &b);
    twins(&says("sub"), a.try_sub(&b), || a.clone() - &b);
    twins(&says("mul"), a.try_mul(&b), || &a * b.clone());
    twins(&says("div"), a.try_div(&b), || a.clone() / b.clone());
    refuses(&says("rem"), || &a % &b);
    refuses(&says("bitand"), || &a & &b);
    refuses(&says("bitor"), || &a | &b);
    refuses(&says("bitxor"), || &a ^ &b);
    refuses(&says("add_assign"), || {
        let mut c = a.clone();
        c += &b;
    });
    refuses(&says("bitxor_assign"), || {
        let mut c = a.clone();
        c ^= b.clone();
    });
    let mut c = a.clone();
    twins(&says("assign"), a.clone().try_assign(&b), || c.assign(&b));
    let narrow = "assign: [1, 3] and [2, 3]: size 2 cannot be broadcast to size 1 at axis 0";
    twins(narrow, zeros([1, 3]).try_assign(&a), || zeros([1, 3]).assign(&a));
    twins(&says("zip"), holor::try_zip((&a, &b)).map(|_| ()), || drop(zip((&a, &b))));
    refuses(&says("less"), || a.less(&b));
    refuses(&says("equal"), || a.equal(&b));
    refuses(&says("minimum"), || a.minimum(&b));
    let mask = Tensor::from(vec![true, false]);
    let chosen = "where_cond: [2] and [2, 3] and []: sizes 2 and 3 meet at axis 1 and neither is 1";
    let one = Tensor::scalar(1);
    twins(chosen, mask.try_where_cond(&a, &one), || mask.where_cond(&a, &one));
    let mut row = zeros([1, 3]);
    refuses("zip: [1, 3] and [2, 3]: sizes 1 and 2 of axis 0 differ", || {
        zip((&mut row, &a)).for_each(|x, y| *x += y);
    });
    refuses("zip: [1, 3] and [2, 3]: sizes 1 and 2 of axis 0 differ", || {
        zip((row.view_mut(), &a)).map(|_, y| *y)
    });
    let one = Tensor::scalar(1u8);
    let huge = one.broadcast_to([HUGE, 1 << 22]);
    let large = "map: [1099511627776, 4194304]: more elements than memory can address";
    refuses(large, || huge.map(|_| 1u64));
    let large = "cast: [1099511627776, 4194304]: more elements than memory can address";
    refuses(large, || huge.cast::<u16>());
    let large = "zip: [1099511627776, 4194304]: more elements than memory can address";
    refuses(large, || zip((&huge,)).map(|_| 1u64));
    let (tall, wide) = (one.broadcast_to([HUGE, 1]), one.broadcast_to([1, HUGE]));
    let large = |op: &str| format!("{op}: {:?}: more elements than memory can address", [HUGE; 2]);
    twins(&large("add"), tall.try_add(&wide), || tall + wide);
    refuses(&large("greater"), || tall.greater(wide));
}

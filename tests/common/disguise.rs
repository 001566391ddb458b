//! Disguises: the same values under the same indices, lying differently in memory.

// Every test binary includes this file and uses a part of it.
#![allow(dead_code)]

use holor::prelude::*;

/// Returns the tensor in every disguise, each with its name.
///
/// The gaps of a disguise hold clones of elements in another order, so that an operation that reads
/// them gives a wrong result. `broadcast` repeats (stride 0) the axes along which all elements are
/// equal, and those of size 1; without such an axis it is left out.
pub(crate) fn disguises<T: Clone + PartialEq, const R: usize>(
    t: &TensorRef<T, R>,
) -> Vec<(&'static str, Tensor<T, R>)> {
    let Orders { in_order, reversed, cycled, alternating } = Orders::of_rank();
    let mut all = vec![
        ("contiguous", place(t, in_order, [1; R], 0)),
        ("transposed", place(t, reversed, [1; R], 0)),
        ("cycled", place(t, cycled, [1; R], 0)),
        ("offset", place(t, in_order, [1; R], 5)),
        ("stepped", place(t, in_order, [2; R], 0)),
        ("stepped by 3", place(t, in_order, [3; R], 1)),
        ("reversed", place(t, in_order, [-1; R], 0)),
        ("transposed, reversed and stepped", place(t, reversed, alternating, 3)),
    ];
    if R > 1 {
        // Rows with gaps between them: a part of the columns of a wider matrix.
        let mut padded = [1; R];
        padded[R - 2] = 2;
        all.push(("padded rows", place(t, in_order, padded, 2)));
    }
    let mut steps = [1; R];
    (0..R).filter(|&axis| is_repeated(t, axis)).for_each(|axis| steps[axis] = 0);
    if steps.contains(&0) && !t.is_empty() {
        all.push(("broadcast", place(t, in_order, steps, 1)));
    }
    let values = t.to_vec();
    let has_nan = values != values.clone();
    for (name, disguise) in &all {
        assert_eq!(disguise.shape(), t.shape(), "{name}");
        assert!(has_nan || disguise.to_vec() == values, "{name}");
    }
    all
}

/// Orders of axes, and steps along them: compiled once for all types of elements.
struct Orders<const R: usize> {
    in_order: [usize; R],
    reversed: [usize; R],
    cycled: [usize; R],
    alternating: [isize; R],
}

impl<const R: usize> Orders<R> {
    fn of_rank() -> Self {
        let mut orders =
            Orders { in_order: [0; R], reversed: [0; R], cycled: [0; R], alternating: [-1; R] };
        for axis in 0..R {
            orders.in_order[axis] = axis;
            orders.reversed[axis] = R - 1 - axis;
            orders.cycled[axis] = (axis + 1) % R;
            if axis % 2 == 1 {
                orders.alternating[axis] = 2;
            }
        }
        orders
    }
}

/// Tells whether the elements do not change along an axis.
fn is_repeated<T: PartialEq, const R: usize>(t: &TensorRef<T, R>, axis: usize) -> bool {
    let mut repeated = true;
    super::oracle::each_index(t.shape(), |index| {
        let mut first = index;
        first[axis] = 0;
        repeated = repeated && t.get(index) == t.get(first);
    });
    repeated
}

/// Lays the elements out anew: `order` names the axes from the slowest to the fastest, `steps` by
/// how many elements neighbours are apart, as a multiple of the dense stride (0 repeats the axis);
/// `margin` elements lie before and behind.
pub(crate) fn place<T: Clone, const R: usize>(
    t: &TensorRef<T, R>,
    order: [usize; R],
    steps: [isize; R],
    margin: usize,
) -> Tensor<T, R> {
    let shape = t.shape();
    let mut strides = [0; R];
    let mut extent = 1;
    let mut offset = margin as isize;
    for &axis in order.iter().rev() {
        strides[axis] = extent * steps[axis];
        if steps[axis] != 0 {
            extent *= shape[axis].max(1) as isize * steps[axis].abs();
        }
        if steps[axis] < 0 {
            offset -= strides[axis] * (shape[axis].max(1) as isize - 1);
        }
    }
    let values = t.to_vec();
    let mut buffer = Vec::new();
    if !values.is_empty() {
        let len = extent as usize + 2 * margin;
        let other_order: Vec<T> = values.iter().rev().cloned().collect();
        while buffer.len() < len {
            let count = other_order.len().min(len - buffer.len());
            buffer.extend_from_slice(&other_order[..count]);
        }
    }
    let mut values = values.into_iter();
    super::oracle::each_index(shape, |index| {
        let mut at = offset;
        for axis in 0..R {
            at += index[axis] as isize * strides[axis];
        }
        buffer[at as usize] = values.next().expect("as many values as indices");
    });
    let offset = if buffer.is_empty() { 0 } else { offset as usize };
    Tensor::from_vec_strided(buffer, shape, strides, offset).expect("a layout of the buffer")
}

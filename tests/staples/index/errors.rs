//! The texts of errors; nothing is written before one.

use super::text;
use holor::prelude::*;

/// Where indices are looked at some at a time, of elements side by side, of rows, and of clones.
#[test]
fn take_finds_the_first_of_many_indices_that_is_out_of_range() {
    let (len, size) = (100_000, 7);
    let t: Tensor<usize, 1> = Tensor::from_fn([size], |[i]| i);
    let rows: Tensor<usize, 2> = Tensor::from_fn([size, 5], |[i, j]| i * 5 + j);
    let texts: Tensor<String, 1> = t.map(ToString::to_string);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    for position in [0, 1023, 1024, 50_001, len - 1] {
        let mut indices: Vec<usize> = (0..len).map(|i| i * 3 % size).collect();
        let of = |indices: &[usize]| {
            let taken = t.try_take(Axis::<0>, indices).map(|taken| taken.into_vec());
            let of_rows = rows.try_take(Axis::<0>, indices).map(|taken| taken.into_vec());
            let of_texts = texts.try_take(Axis::<0>, indices).map(|taken| taken.into_vec());
            (taken, of_rows, of_texts)
        };
        let (taken, of_rows, of_texts) = pool.install(|| of(&indices));
        assert_eq!(taken.unwrap(), indices);
        assert!(of_rows.unwrap().iter().enumerate().all(|(n, x)| *x == indices[n / 5] * 5 + n % 5));
        assert!(of_texts.unwrap().iter().zip(&indices).all(|(text, i)| *text == i.to_string()));
        indices[position] = size;
        indices[len - 1] = indices[len - 1].max(if position == 0 { usize::MAX } else { 0 });
        let end = format!("index 7 at position {position} is out of range for axis 0 of size 7");
        let (taken, of_rows, of_texts) = pool.install(|| of(&indices));
        assert_eq!(taken.unwrap_err().to_string(), format!("take: [7] and [100000]: {end}"));
        assert_eq!(of_rows.unwrap_err().to_string(), format!("take: [7, 5] and [100000]: {end}"));
        assert_eq!(of_texts.unwrap_err().to_string(), format!("take: [7] and [100000]: {end}"));
    }
    let none: Tensor<f32, 2> = Tensor::zeros([0, 3]);
    assert_eq!(none.try_take(Axis::<0>, &[][..]).unwrap().shape(), [0, 3]);
    let error = none.try_take(Axis::<0>, &[0][..]).unwrap_err().to_string();
    assert_eq!(
        error,
        "take: [0, 3] and [1]: index 0 at position 0 is out of range for axis 0 of size 0"
    );
    let error = none.try_take(Axis::<1>, &[1, 3][..]).unwrap_err().to_string();
    assert_eq!(
        error,
        "take: [0, 3] and [2]: index 3 at position 1 is out of range for axis 1 of size 3"
    );
}

#[test]
#[cfg(target_pointer_width = "64")] // texts and sizes of 64 bits
fn texts() {
    let m = tensor![[1, 2, 3], [4, 5, 6]];
    let wide = |len| Tensor::<usize, 2>::zeros([2, len]);
    assert_eq!(
        text(m.try_take(Axis::<1>, &[0, 1, 3, 2])),
        "take: [2, 3] and [4]: index 3 at position 2 is out of range for axis 1 of size 3"
    );
    assert_eq!(
        text(m.try_take(Axis::<0>, &tensor![[0], [2]])),
        "take: [2, 3] and [2, 1]: index 2 at position 1 is out of range for axis 0 of size 2"
    );
    assert_eq!(
        text(m.try_take(Axis::<0>, &Tensor::scalar(usize::MAX))),
        "take: [2, 3] and []: index 18446744073709551615 at position 0 is out of range for axis 0 of size 2"
    );
    assert_eq!(
        text(m.try_take_along_axis(Last, &tensor![[0, 1, 2]])),
        "take_along_axis: [2, 3] and [1, 3]: sizes 2 and 1 of axis 0 differ"
    );
    assert_eq!(
        text(m.try_take_along_axis(Last, &tensor![[0], [3]])),
        "take_along_axis: [2, 3] and [2, 1]: index 3 at position 1 is out of range for axis 1 of size 3"
    );
    assert_eq!(
        text(m.try_select(Axis::<0>, [true; 4])),
        "select: [2, 3] and [4]: axis 0 on the left has size 2, axis 0 on the right 4"
    );
    assert_eq!(
        text(m.try_mask_select(&tensor![true, false])),
        "mask_select: [2, 3] and [2]: sizes 3 and 2 meet at axis 1 and neither is 1"
    );
    assert_eq!(
        text(m.try_mask_fill(&tensor![true, false], 0)),
        "mask_fill: [2, 3] and [2]: sizes 3 and 2 meet at axis 1 and neither is 1"
    );
    assert_eq!(
        text(m.try_segment_sum(Axis::<1>, [0, 1], 2)),
        "segment_sum: [2, 3] and [2]: axis 1 on the left has size 3, axis 0 on the right 2"
    );
    assert_eq!(
        text(m.try_segment_sum(Axis::<1>, [0, 2, 1], 2)),
        "segment_sum: [2, 3] and [3]: index 2 at position 1 is out of range for axis 1 of size 2"
    );
    let x = m.cast::<f64>();
    assert_eq!(
        text(x.try_segment_mean(Axis::<0>, [0, 2], 2)),
        "segment_mean: [2, 3] and [2]: index 2 at position 1 is out of range for axis 0 of size 2"
    );
    assert_eq!(
        text(m.try_segment_max(Axis::<0>, [0, 2], 3)),
        "segment_max: [2, 3] and [2]: segment 1 is empty"
    );
    assert_eq!(
        text(m.try_segment_min(Axis::<0>, [1, 1], 2)),
        "segment_min: [2, 3] and [2]: segment 0 is empty"
    );
    assert_eq!(
        text(tensor![3, usize::MAX].try_bincount()),
        "bincount: [18446744073709551614]: more elements than memory can address"
    );
    let half = usize::MAX / 2;
    assert_eq!(
        text(tensor![half].try_bincount_with_weights(&tensor![1.0])),
        "bincount: [9223372036854775808]: more elements than memory can address"
    );
    assert_eq!(
        text(tensor![3, 1, 2].try_bincount_with_weights(&tensor![1.0, 2.0])),
        "bincount: [3] and [2]: sizes 3 and 2 of axis 0 differ"
    );
    assert_eq!(
        text(tensor![0].try_bincount_with_min_len(half)),
        "bincount: [9223372036854775807]: more elements than memory can address"
    );
    assert_eq!(
        text(tensor![0, 3].try_one_hot::<f32, _>(3)),
        "one_hot: [2]: index 3 at position 1 is out of range for axis 1 of size 3"
    );
    assert_eq!(
        text(wide(1).narrow(Last, 0, 0).try_one_hot::<f32, _>(half)),
        "one_hot: [2, 0, 9223372036854775807]: more elements than memory can address"
    );
}

#[test]
fn texts_of_histograms() {
    let x = tensor![1.0, 2.0];
    assert_eq!(text(x.try_histogram(0)), "histogram: [2]: bins is 0, expected at least 1");
    assert_eq!(
        text(tensor![1.0, f64::NAN].try_histogram(2)),
        "histogram: [2]: the range is NaN..NaN, expected finite bounds in order"
    );
    assert_eq!(
        text(tensor![1.0, f64::INFINITY].try_histogram(2)),
        "histogram: [2]: the range is 1.0..inf, expected finite bounds in order"
    );
    assert_eq!(
        text(x.try_histogram_with_range(2, 4.0, 0.0)),
        "histogram: [2]: the range is 4.0..0.0, expected finite bounds in order"
    );
    assert_eq!(
        text(x.try_histogram_with_range(2, f64::MIN, f64::MAX)),
        "histogram: [2]: the range is -1.7976931348623157e308..1.7976931348623157e308, \
         expected finite bounds in order"
    );
    assert_eq!(
        text(x.try_histogram(usize::MAX)),
        format!("histogram: [{}]: more elements than memory can address", usize::MAX - 1)
    );
    assert_eq!(
        text(x.try_histogram_with_edges(&[1.0])),
        "histogram: [2] and [1]: the number of edges is 1, expected at least 2"
    );
    for bad in [0.5, f64::NAN] {
        assert_eq!(
            text(x.try_histogram_with_edges(&[0.0, 1.0, bad])),
            "histogram: [2] and [3]: an edge is not in order at position 2, expected ascending edges"
        );
    }
}

#[test]
fn a_write_that_is_refused_changes_nothing() {
    let mut m = tensor![[1, 2, 3], [4, 5, 6]];
    let kept = m.to_contiguous();
    assert_eq!(
        text(m.try_scatter(Last, &tensor![[0], [3]], 9)),
        "scatter: [2, 3] and [2, 1]: index 3 at position 1 is out of range for axis 1 of size 3"
    );
    assert_eq!(
        text(m.try_scatter(Last, &tensor![[0, 1, 2]], 9)),
        "scatter: [2, 3] and [1, 3]: sizes 2 and 1 of axis 0 differ"
    );
    assert_eq!(
        text(m.try_scatter(Last, &tensor![[0], [1]], &tensor![1, 2, 3])),
        "scatter: [2, 1] and [3]: size 3 cannot be broadcast to size 1 at axis 1"
    );
    assert_eq!(
        text(m.row_mut(0).try_scatter_add(Last, &tensor![0, 3], 9)),
        "scatter_add: [3] and [2]: index 3 at position 1 is out of range for axis 0 of size 3"
    );
    assert_eq!(
        text(m.try_index_assign(Axis::<0>, &[0, 2], 9)),
        "index_assign: [2, 3] and [2]: index 2 at position 1 is out of range for axis 0 of size 2"
    );
    assert_eq!(
        text(m.try_index_assign(Axis::<0>, &[0, 1], &tensor![1, 2])),
        "index_assign: [2, 3] and [2]: sizes 3 and 2 meet at axis 1 and neither is 1"
    );
    assert_eq!(
        text(m.try_index_add(Axis::<1>, &[2, 3], 9)),
        "index_add: [2, 3] and [2]: index 3 at position 1 is out of range for axis 1 of size 3"
    );
    assert_eq!(
        text(m.try_assign_where(&tensor![true, false], 9)),
        "assign_where: [2, 3] and [2]: sizes 3 and 2 meet at axis 1 and neither is 1"
    );
    assert_eq!(
        text(m.try_assign_where(&tensor![true, true, true], &tensor![1, 2])),
        "assign_where: [2, 3] and [2]: sizes 3 and 2 meet at axis 1 and neither is 1"
    );
    assert_eq!(
        text(m.try_index_axis_disjoint_mut(Axis::<1>, [0, 3])),
        "index_axis_disjoint_mut: [2, 3]: index 3 at position 1 is out of range for axis 1 of size 3"
    );
    assert_eq!(
        text(m.try_index_axis_disjoint_mut(Axis::<1>, [2, 0, 2])),
        "index_axis_disjoint_mut: [2, 3]: an index is 2 at positions 0 and 2, expected different indices"
    );
    assert_eq!(m, kept);
}

#[test]
fn a_refused_mask_copies_no_shared_elements() {
    let mut m = tensor![[1, 2, 3], [4, 5, 6]];
    let kept = m.clone();
    assert!(m.try_assign_where(&tensor![true, false], 9).is_err());
    assert!(m.shares_memory_with(&kept));
}

#[test]
#[should_panic(
    expected = "take: [3] and [1]: index 3 at position 0 is out of range for axis 0 of size 3"
)]
fn a_panic_has_the_text_of_the_error() {
    let _ = tensor![1, 2, 3].take(Axis::<0>, &[3]);
}

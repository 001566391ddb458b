//! `split`, `chunk`, `tile`, `repeat`, `roll`, borders of own elements, diagonals off the main one, and
//! shapes: against the oracle, over disguises; `join/numpy.rs` has what numpy says.

mod numpy;

use crate::disguise::disguises;
use crate::oracle::Oracle;
use holor::prelude::*;
use holor::try_broadcast_shapes;

fn counted<const R: usize>(shape: [usize; R]) -> Tensor<i32, R> {
    Tensor::from_vec((1..=shape.iter().product::<usize>() as i32).collect(), shape).unwrap()
}

fn text<V>(result: Result<V, ShapeError>) -> String {
    result.err().expect("an error").to_string()
}

/// Each element of the result is an element of the tensor: `from` gives its index. In all disguises, and for
/// elements that need dropping.
fn gathers<const R: usize>(
    t: &Tensor<i32, R>,
    shape: [usize; R],
    from: impl Fn([usize; R]) -> [usize; R],
    of_ints: impl Fn(&TensorRef<i32, R>) -> Tensor<i32, R>,
    of_texts: impl Fn(&TensorRef<String, R>) -> Tensor<String, R>,
) {
    let expected = Oracle::from_fn(&shape, |index| t[from(index.try_into().unwrap())]);
    for (name, t) in disguises(t) {
        let result = of_ints(&t);
        assert_eq!(Oracle::of(&result), expected, "{:?} {name}", t.shape());
        assert!(result.is_contiguous() && !result.is_shared());
        let texts = of_texts(&t.map(|x| format!("element {x}")));
        assert_eq!(texts, result.map(|x| format!("element {x}")), "{name}");
    }
}

#[test]
fn parts_are_views_of_the_sizes() {
    fn check<A: AxisOf<R> + Copy, const R: usize>(axis: A, shape: [usize; R], sizes: &[usize]) {
        let t = counted(shape);
        for (name, t) in disguises(&t) {
            let parts = t.split(axis, sizes);
            assert_eq!(parts.len(), sizes.len());
            let mut start = 0;
            for (part, &size) in parts.iter().zip(sizes) {
                assert_eq!(part, &t.narrow(axis, start, size), "{name}");
                assert!(part.is_empty() || part.shares_memory_with(&t));
                start += size;
            }
            assert_eq!(t.view().split(axis, sizes.to_vec()), parts);
            assert_eq!(t.view().split(axis, &sizes.to_vec()), parts);
            // All are written; the tensor is the parts again.
            let mut copy = t.clone();
            for (i, mut part) in copy.split_mut(axis, sizes).into_iter().enumerate() {
                part *= i as i32;
            }
            let by_hand: Vec<_> = parts.iter().enumerate().map(|(i, x)| x * i as i32).collect();
            if !sizes.is_empty() {
                assert_eq!(copy, concat(axis, &by_hand), "{name}");
            }
        }
    }
    check(Axis::<0>, [5], &[2, 3]);
    check(Axis::<0>, [5], &[0, 5, 0]);
    check(Axis::<0>, [0], &[]);
    check(Axis::<0>, [0], &[0, 0]);
    check(Axis::<1>, [2, 4], &[1, 1, 2]);
    check(Axis::<0>, [4, 3], &[3, 1]);
    check(Last, [2, 3, 4], &[1, 3]);
    check(Back::<2>, [2, 3, 0], &[1, 2]);
}

#[test]
fn an_array_of_sizes_gives_an_array_of_views() {
    let mut m = counted([2, 6]);
    let [a, b] = m.split(Last, [4, 2]);
    assert_eq!((a.shape(), b.shape()), ([2, 4], [2, 2]));
    let [a, b, c] = m.view().split(Last, &[2; 3]);
    assert_eq!((a[[0, 0]], b[[0, 0]], c[[0, 0]]), (1, 3, 5));
    let [mut top, bottom] = m.split_mut(Axis::<0>, [1, 1]);
    top.assign(&bottom);
    assert_eq!(m.row(0), m.row(1));
    // In a view for writing, with its lifetime.
    let mut m = counted([3, 4]);
    let [_, middle, _] = m.slice_mut(s![.., 1..]).split_mut(Axis::<0>, [1, 1, 1]);
    for mut part in middle.chunk_mut(Last, 2) {
        part.fill(0);
    }
    assert_eq!(m, tensor![[1, 2, 3, 4], [5, 0, 0, 0], [9, 10, 11, 12]]);
    // A shared buffer is copied once.
    let shared = m.clone();
    let [mut left, _right] = m.split_mut(Last, [2, 2]);
    left.fill(7);
    assert_eq!(shared[[0, 0]], 1);
}

/// torch 2: `torch.chunk` of `arange(n)` into `count`.
#[test]
fn chunks_have_the_sizes_of_torch() {
    let sizes = [
        (6, 4, vec![2, 2, 2]),
        (7, 3, vec![3, 3, 1]),
        (5, 5, vec![1; 5]),
        (5, 9, vec![1; 5]),
        (5, 1, vec![5]),
        (0, 3, vec![0, 0, 0]),
        (11, 6, vec![2, 2, 2, 2, 2, 1]),
    ];
    for (n, count, sizes) in sizes {
        let mut t = counted([2, n]);
        let parts: Vec<usize> = t.chunk(Last, count).iter().map(|part| part.shape()[1]).collect();
        assert_eq!(parts, sizes, "{n} into {count}");
        let parts = t.chunk_mut(Last, count);
        assert_eq!(parts.iter().map(|part| part.shape()[1]).collect::<Vec<_>>(), sizes);
    }
}

#[test]
fn tiles_over_all_disguises() {
    fn check<const R: usize>(shape: [usize; R], reps: [usize; R]) {
        let tiled = std::array::from_fn(|i| shape[i] * reps[i]);
        let from = |index: [usize; R]| std::array::from_fn(|i| index[i] % shape[i]);
        gathers(&counted(shape), tiled, from, |t| t.tile(reps), |t| t.tile(reps));
    }
    for a in 0..4 {
        check([3], [a]);
        check([0], [a]);
        for b in 0..4 {
            check([2, 3], [a, b]);
            check([1, 2], [a, b]);
            check([2, 0], [a, b]);
            check([2, 1, 3], [a, 1, b]);
            check([2, 2, 2], [b, 2, a]);
        }
    }
    assert_eq!(Tensor::scalar(3).tile([]).item(), 3);
    assert_eq!(tensor![7_u8].tile([1000]), Tensor::full([1000], 7));
}

#[test]
fn repeats_and_rolls_over_all_disguises() {
    fn check<A: AxisOf<R> + Copy, const R: usize>(axis: A, shape: [usize; R]) {
        let (t, at, n) = (counted(shape), A::INDEX, shape[A::INDEX]);
        let sized = |size| {
            let mut shape = shape;
            shape[at] = size;
            shape
        };
        let moved = |mut index: [usize; R], i| {
            index[at] = i;
            index
        };
        for count in [0, 1, 2, 5] {
            let from = |index: [usize; R]| moved(index, index[at] / count);
            let repeat = |t: &TensorRef<i32, R>| t.repeat(axis, count);
            gathers(&t, sized(n * count), from, repeat, |t| t.repeat(axis, count));
        }
        let counts: Vec<usize> = (0..n).map(|i| (i * 5 + 2) % 4).collect();
        let order: Vec<usize> = (0..n).flat_map(|i| vec![i; counts[i]]).collect();
        let from = |index: [usize; R]| moved(index, order[index[at]]);
        let repeat = |t: &TensorRef<i32, R>| t.repeat_with_counts(axis, &counts);
        gathers(&t, sized(order.len()), from, repeat, |t| t.repeat_with_counts(axis, &counts));
        for shift in [0, 1, -1, 2, 9, -8, isize::MAX, isize::MIN] {
            let from = |index: [usize; R]| {
                let i = (index[at] as i128 - shift as i128).rem_euclid(n as i128);
                moved(index, i as usize)
            };
            let roll = |t: &TensorRef<i32, R>| t.roll(axis, shift);
            gathers(&t, shape, from, roll, |t| t.roll(axis, shift));
        }
    }
    check(Axis::<0>, [5]);
    check(Axis::<0>, [1]);
    check(Axis::<0>, [0]);
    check(Axis::<0>, [3, 2]);
    check(Last, [3, 4]);
    check(Last, [3, 0]);
    check(Axis::<1>, [2, 3, 2]);
    check(Axis::<0>, [2, 0, 2]);
    check(Back::<3>, [3, 1, 2]);
}

#[test]
fn borders_of_own_elements_over_all_disguises() {
    fn check<const R: usize>(shape: [usize; R], widths: [(usize, usize); R]) {
        let padded = std::array::from_fn(|i| widths[i].0 + shape[i] + widths[i].1);
        for mode in [PadMode::Edge, PadMode::Reflect, PadMode::Symmetric, PadMode::Wrap] {
            let source = |axis: usize, i: usize| {
                let (n, at) = (shape[axis], i as isize - widths[axis].0 as isize);
                // The indices, and after them those with which they begin again.
                let period: Vec<usize> = match mode {
                    PadMode::Edge => return at.clamp(0, n as isize - 1) as usize,
                    PadMode::Reflect => (0..n).chain((1..n.max(2) - 1).rev()).collect(),
                    PadMode::Symmetric => (0..n).chain((0..n).rev()).collect(),
                    _ => (0..n).collect(),
                };
                period[at.rem_euclid(period.len() as isize) as usize]
            };
            let from = |index: [usize; R]| std::array::from_fn(|axis| source(axis, index[axis]));
            let pad = |t: &TensorRef<i32, R>| t.pad_with_mode(widths, mode);
            gathers(&counted(shape), padded, from, pad, |t| t.pad_with_mode(widths, mode));
        }
    }
    for a in [(0, 0), (1, 0), (0, 2), (7, 9)] {
        check([3], [a]);
        check([1], [a]);
        check([2], [a]);
        for b in [(0, 0), (2, 1), (0, 5)] {
            check([2, 3], [a, b]);
            check([3, 1], [b, a]);
            check([0, 3], [(0, 0), b]);
            check([2, 2, 3], [a, (0, 0), b]);
            check([2, 2, 2], [(1, 1), b, (0, 0)]);
        }
    }
    assert_eq!(Tensor::scalar(3).pad_with_mode([], PadMode::Wrap).item(), 3);
}

#[test]
fn diagonals_are_views_that_can_be_written() {
    let mut m = counted([3, 4]);
    m.view_mut().diagonal_with_offset(Axis::<0>, Axis::<1>, 1).fill(0);
    assert_eq!(m, tensor![[1, 0, 3, 4], [5, 6, 0, 8], [9, 10, 11, 0]]);
    assert_eq!(m.view().diagonal_with_offset(Last, Axis::<0>, -2), tensor![3, 8]);
    for k in [isize::MIN, -3, 4, isize::MAX] {
        assert_eq!(m.diagonal_with_offset(Axis::<0>, Last, k).shape(), [0]);
        assert_eq!(m.trace_with_offset(k), 0);
        assert_eq!(Tensor::<u8, 2>::eye_with_offset(3, 4, k), Tensor::<u8, 2>::zeros([3, 4]));
    }
    for (name, m) in disguises(&counted([4, 5])) {
        assert_eq!(m.trace_with_offset(2), 3 + 9 + 15, "{name}");
        assert_eq!(m.trace_with_offset(-1), 6 + 12 + 18, "{name}");
    }
    for (name, v) in disguises(&counted([3])) {
        assert_eq!(v.diag_with_offset(-2).diagonal_with_offset(Axis::<0>, Last, -2), v, "{name}");
    }
}

#[test]
fn tensors_like_others() {
    for (name, t) in disguises(&counted([2, 3])) {
        assert_eq!(t.zeros_like(), Tensor::<i32, 2>::zeros([2, 3]), "{name}");
        assert_eq!(t.ones_like(), Tensor::<i32, 2>::ones([2, 3]), "{name}");
        assert_eq!(t.full_like(8), Tensor::full([2, 3], 8), "{name}");
        assert!(t.full_like(8).is_contiguous());
    }
    assert_eq!(Tensor::<f32, 2>::zeros([0, 3]).ones_like().shape(), [0, 3]);
    assert_eq!(tensor!["a".to_string()].full_like("b".to_string()), tensor!["b".to_string()]);
}

#[test]
fn spaced_numbers_with_and_without_their_end() {
    let x = Tensor::linspace_with_endpoint(0.0, 1.0, 5, true);
    assert_eq!(x, Tensor::linspace(0.0, 1.0, 5));
    let max = f64::MAX;
    let wide = Tensor::linspace_with_endpoint(-max, max, 4, false);
    let expected = [-max, -max / 2.0, 0.0, max / 2.0];
    assert!(wide.iter().zip(expected).all(|(a, b)| (a - b).abs() <= 1e-15 * b.abs()), "{wide}");
    let mut last = Tensor::linspace(-max, max, 5).to_vec();
    assert!(last.iter().all(|x| x.is_finite()) && last.pop() == Some(max));
    assert_eq!(Tensor::linspace_with_endpoint(1_f32, 2.0, 0, false).shape(), [0]);
}

#[test]
#[cfg(target_pointer_width = "64")] // texts and sizes of 64 bits
fn errors_say_sizes_and_shapes() {
    let m = counted([2, 5]);
    let sum = "[2, 5]: axis 1 has size 5, the sizes of the parts sum to 4";
    assert_eq!(text(m.try_split(Last, [2, 2])), format!("split: {sum}"));
    assert_eq!(text(m.clone().try_split_mut(Last, vec![2, 2])), format!("split_mut: {sum}"));
    assert_eq!(
        text(m.try_split(Axis::<0>, [usize::MAX, 3])),
        "split: [2, 5]: axis 0 has size 2, the sizes of the parts sum to 18446744073709551615"
    );
    assert_eq!(text(m.try_chunk(Last, 0)), "chunk: [2, 5]: count is 0, expected at least 1");
    assert_eq!(
        text(m.clone().try_chunk_mut(Last, 0)),
        "chunk_mut: [2, 5]: count is 0, expected at least 1"
    );
    let many = "more elements than memory can address";
    assert_eq!(
        text(m.try_tile([1 << 62, 1])),
        format!("tile: [2, 5] to [9223372036854775808, 5]: {many}")
    );
    assert_eq!(
        text(m.try_tile([1, usize::MAX])),
        format!("tile: [2, 5] to [2, 18446744073709551614]: {many}")
    );
    assert_eq!(
        text(m.try_repeat(Axis::<0>, 1 << 62)),
        format!("repeat: [2, 5] to [9223372036854775808, 5]: {many}")
    );
    assert_eq!(
        text(m.try_repeat_with_counts(Axis::<0>, &[usize::MAX, 4])),
        format!("repeat_with_counts: [2, 5] to [18446744073709551614, 5]: {many}")
    );
    assert_eq!(
        text(m.try_repeat_with_counts(Last, &[1, 2])),
        "repeat_with_counts: [2, 5]: the number of counts is 2, expected the size of the axis"
    );
    let none = counted([2, 0]);
    assert_eq!(
        text(none.try_pad_with_mode([(0, 0), (1, 0)], PadMode::Wrap)),
        "pad_with_mode: [2, 0]: axis 1 is empty"
    );
    assert_eq!(
        text(m.try_pad_with_mode([(1 << 63, 1), (0, 0)], PadMode::Edge)),
        format!("pad_with_mode: [2, 5] to [9223372036854775811, 5]: {many}")
    );
    assert_eq!(
        text(try_broadcast_shapes([2, 3], [4])),
        "broadcast_shapes: [2, 3] and [4]: sizes 3 and 4 meet at axis 1 and neither is 1"
    );
    let [n, one] = [1 << 40, 1];
    assert_eq!(
        text(Tensor::<u8, 2>::try_eye_with_offset(n, n, 1)),
        format!("eye_with_offset: [1099511627776, 1099511627776]: {many}")
    );
    assert_eq!(
        text(tensor![1_u8].try_diag_with_offset(1 << 40)),
        format!("diag_with_offset: [1099511627777, 1099511627777]: {many}")
    );
    assert!(tensor![1_u8].try_diag_with_offset(isize::MIN).is_err());
    assert_eq!(
        text(Tensor::try_linspace_with_endpoint(0_f32, 1.0, 1 << 61, one == 1)),
        format!("linspace_with_endpoint: [2305843009213693952]: {many}")
    );
}

#[test]
#[should_panic = "split: [3]: axis 0 has size 3, the sizes of the parts sum to 4"]
fn split_panics_with_the_text_of_its_error() {
    let _ = counted([3]).split(Last, [2, 2]);
}

/// Results of 16 MiB and more.
#[test]
fn large_broadcasts_are_those_of_their_rows() {
    let x = Tensor::<f64, 2>::from_fn([1031, 2111], |[i, j]| (i * 2111 + j) as f64);
    let (row, column) = (x.row(7).to_contiguous(), x.column(3).unsqueeze(Last).to_contiguous());
    let (below, beside) = (&x + &row, x.slice(s![.., 1..]) - &column);
    for (i, x) in x.rows().enumerate() {
        assert_eq!(below.row(i), x + &row);
        assert_eq!(beside.row(i), x.slice(s![1..]) - column[[i, 0]]);
    }
}

/// Results that are shared among threads, against parts that are too small for it.
#[test]
fn large_results_are_the_same_on_any_number_of_threads() {
    let x = Tensor::<i32, 2>::from_fn([300, 1001], |[i, j]| (i * 1001 + j) as i32);
    let of_rows = |f: &dyn Fn(&Tensor<i32, 2>) -> Tensor<i32, 2>| {
        let rows: Vec<_> =
            (0..300).map(|i| f(&x.narrow(Axis::<0>, i, 1).to_contiguous())).collect();
        concat(Axis::<0>, &rows)
    };
    let indices: Vec<usize> = (0..700).map(|i| i * 7 % 300).collect();
    let columns: Vec<usize> = (0..999).map(|i| i * 7 % 1001).collect();
    let widths = [(0, 0), (3, 5)];
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            assert_eq!(x.tile([1, 2]), of_rows(&|row| row.tile([1, 2])));
            assert_eq!(x.repeat(Last, 2), of_rows(&|row| row.repeat(Last, 2)));
            assert_eq!(x.repeat(Axis::<0>, 2), of_rows(&|row| row.repeat(Axis::<0>, 2)));
            assert_eq!(x.pad(widths, -1), of_rows(&|row| row.pad(widths, -1)));
            let reflected = |x: &Tensor<i32, 2>| x.pad_with_mode(widths, PadMode::Reflect);
            assert_eq!(reflected(&x), of_rows(&reflected));
            assert_eq!(x.take(Last, &columns), of_rows(&|row| row.take(Last, &columns)));
            let taken = x.take(Axis::<0>, &indices);
            assert!(indices.iter().enumerate().all(|(n, &i)| taken.row(n) == x.row(i)));
            assert_eq!(concat(Last, &[&x, &x]), x.tile([1, 2]));
        });
    }
}

/// Copies of 2 MiB and more, of rows that are no multiple of a vector. Several threads would have smaller parts.
#[test]
fn large_copies_have_each_byte_of_their_rows() {
    let rows = 2100;
    let x = Tensor::<u8, 2>::from_fn([rows, 1050], |[i, j]| (i * 31 + j * 7) as u8);
    let indices: Vec<usize> = (0..rows).rev().collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    for width in (1022..=1041).step_by(if cfg!(debug_assertions) { 3 } else { 1 }) {
        let part = x.slice(s![.., 3..3 + width]);
        let [copy, taken, twice] = pool.install(|| {
            let copy = part.to_contiguous();
            [copy.clone(), copy.take(Axis::<0>, &indices), concat(Last, &[&copy, &copy])]
        });
        for (i, row) in part.rows().enumerate() {
            assert_eq!(copy.row(i), row);
            assert_eq!(taken.row(rows - 1 - i), row);
            assert_eq!(twice.row(i).slice(s![..width]), row);
            assert_eq!(twice.row(i).slice(s![width..]), row);
        }
    }
}

//! Axes reordered, added, removed, reversed: each view shows the elements that it should.

use super::super::Layout;
use super::oracle::{at_lowest, check_view, indices, patterns};
use alloc::vec::Vec;
use core::array::from_fn;

/// Shapes whose sizes differ, so that a mistaken axis shows.
fn sample<const R: usize>() -> [Layout<R>; 3] {
    let whole = Layout::row_major(from_fn(|axis| axis + 2)).unwrap();
    let strides = whole.strides();
    let shape = whole.shape();
    let signs: [isize; R] = from_fn(|axis| if axis % 2 == 0 { -2 } else { 2 });
    [
        whole,
        at_lowest(shape, from_fn(|axis| strides[axis] * signs[axis])),
        at_lowest(from_fn(|axis| if axis == 1 { 0 } else { shape[axis] }), strides),
    ]
}

fn permutations<const R: usize>() -> Vec<[usize; R]> {
    let mut all = indices([R; R]);
    all.retain(|axes| (0..R).all(|axis| axes.contains(&axis)));
    all
}

fn all_permutations<const R: usize>() {
    for axes in permutations::<R>() {
        for layout in sample::<R>() {
            let shape = layout.shape();
            check_view(&layout, &layout.permute(axes), axes.map(|axis| shape[axis]), |index| {
                let mut source = [0; R];
                for (i, axis) in axes.into_iter().enumerate() {
                    source[axis] = index[i];
                }
                source
            });
        }
    }
}

#[test]
fn every_permutation_to_rank_5() {
    all_permutations::<0>();
    all_permutations::<1>();
    all_permutations::<2>();
    all_permutations::<3>();
    all_permutations::<4>();
    all_permutations::<5>();
    assert_eq!(permutations::<5>().len(), 120);
}

/// Checks an operation that only reorders axes, against the same done to a list of axes.
fn reorders<const R: usize>(
    operation: impl Fn(&Layout<R>) -> Layout<R>,
    list: impl Fn(&mut Vec<usize>),
) {
    let mut axes: Vec<usize> = (0..R).collect();
    list(&mut axes);
    for layout in sample::<R>() {
        assert_eq!(operation(&layout), layout.permute(from_fn(|i| axes[i])));
    }
}

fn all_reorderings<const R: usize>() {
    reorders::<R>(Layout::reverse_axes, |axes| axes.reverse());
    for a in 0..R {
        for b in 0..R {
            reorders::<R>(|layout| layout.swap_axes(a, b), |axes| axes.swap(a, b));
            reorders::<R>(
                |layout| layout.move_axis(a, b),
                |axes| {
                    let axis = axes.remove(a);
                    axes.insert(b, axis);
                },
            );
        }
    }
}

#[test]
fn every_reordering_to_rank_5() {
    all_reorderings::<0>();
    all_reorderings::<1>();
    all_reorderings::<2>();
    all_reorderings::<3>();
    all_reorderings::<4>();
    all_reorderings::<5>();
    reorders::<2>(Layout::transpose, |axes| axes.swap(0, 1));
    reorders::<5>(Layout::transpose, |axes| axes.swap(3, 4));
}

fn all_insertions<const R: usize, const O: usize>() {
    for layout in sample::<R>() {
        for axis in 0..=R {
            let mut shape: Vec<usize> = layout.shape().to_vec();
            shape.insert(axis, 1);
            let view: Layout<O> = layout.unsqueeze(axis);
            check_view(&layout, &view, from_fn(|i| shape[i]), |index| {
                let mut source = index.to_vec();
                source.remove(axis);
                from_fn(|i| source[i])
            });
            assert_eq!(view.squeeze::<R>(axis), Ok(layout));
            assert_eq!(view.is_contiguous(), layout.is_contiguous());
        }
    }
}

#[test]
fn unsqueeze_and_squeeze_at_every_place() {
    all_insertions::<0, 1>();
    all_insertions::<1, 2>();
    all_insertions::<2, 3>();
    all_insertions::<4, 5>();
}

#[test]
fn flip_every_axis_of_every_pattern() {
    for layout in patterns::<3>(&[0, 1, 2, 3], &[-4, -1, 0, 1, 3]) {
        for axis in 0..3 {
            let shape = layout.shape();
            let flipped = layout.flip(axis);
            check_view(&layout, &flipped, shape, |mut index| {
                index[axis] = shape[axis] - 1 - index[axis];
                index
            });
            assert_eq!(flipped.flip(axis), layout);
        }
    }
}

fn all_diagonals<const R: usize, const O: usize>(layouts: &[Layout<R>]) {
    for layout in layouts {
        for (a, b) in (0..R).flat_map(|a| (0..R).map(move |b| (a, b))).filter(|(a, b)| a != b) {
            for offset in [0, 1, -1, 3, -2, isize::MAX, isize::MIN] {
                one_diagonal::<R, O>(layout, a, b, offset);
            }
        }
    }
}

fn one_diagonal<const R: usize, const O: usize>(
    layout: &Layout<R>,
    a: usize,
    b: usize,
    offset: isize,
) {
    let shape = layout.shape();
    let mut kept: Vec<usize> = (0..R).filter(|&axis| axis != a && axis != b).collect();
    kept.push(R);
    let (i, j) = (offset.min(0).unsigned_abs(), offset.max(0).unsigned_abs());
    let len = (0..9).take_while(|n| n + i < shape[a] && n + j < shape[b]).count();
    let size = |axis| if axis == R { len } else { shape[axis] };
    let diagonal = layout.diagonal::<O>(a, b, offset);
    check_view(layout, &diagonal, from_fn(|i| size(kept[i])), |index| {
        let mut source = [0; R];
        (source[a], source[b]) = (index[O - 1] + i, index[O - 1] + j);
        for i in 0..O - 1 {
            source[kept[i]] = index[i];
        }
        source
    });
}

#[test]
fn diagonal_of_every_pair_of_axes() {
    all_diagonals::<2, 1>(&patterns(&[0, 1, 2, 3], &[-4, -1, 0, 1, 3]));
    all_diagonals::<3, 2>(&patterns(&[0, 1, 3], &[-4, 0, 1, 3]));
    all_diagonals::<4, 3>(&sample());
    all_diagonals::<5, 4>(&sample());
}

#[test]
#[should_panic(expected = "axis 0 is named twice")]
fn a_permutation_names_no_axis_twice() {
    let _ = Layout::row_major([2, 2]).unwrap().permute([0, 0]);
}

#[test]
#[should_panic(expected = "diagonal of axes 1 and 1 of rank 2 has rank 1")]
fn a_diagonal_needs_two_axes() {
    let _ = Layout::row_major([2, 2]).unwrap().diagonal::<1>(1, 1, 0);
}

#[test]
#[should_panic(expected = "axes 0 and 2 of rank 2")]
fn an_axis_is_not_moved_outside() {
    let _ = Layout::row_major([2, 2]).unwrap().move_axis(0, 2);
}

#[test]
#[should_panic(expected = "axis 3 into rank 2 gives rank 3")]
fn an_axis_is_not_inserted_outside() {
    let _ = Layout::row_major([2, 2]).unwrap().unsqueeze::<3>(3);
}

#[test]
#[should_panic(expected = "axis 0 out of rank 2 gives rank 2")]
fn a_removed_axis_lowers_the_rank() {
    let _ = Layout::row_major([1, 2]).unwrap().squeeze::<2>(0);
}

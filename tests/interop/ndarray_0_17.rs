//! Feature `ndarray_0_17`: views and owned arrays of ndarray, both ways.

mod common;

use common::{Tokens, addresses, count, disguises, positions};
use holor::prelude::*;
use ndarray::{
    Array, Array0, Array1, Array2, Array3, ArrayD, ArrayRef, ArrayView, ArrayView0, ArrayView2,
    ArrayView3, ArrayView4, ArrayViewD, ArrayViewMut2, ArrayViewMut3, ArrayViewMutD,
    Axis as NdAxis, Dimension, Ix3, Ix6, IxDyn, s as nd_s,
};
use proptest::prelude::*;

fn addresses_of<T, D: Dimension>(array: ArrayView<'_, T, D>) -> Vec<*const T> {
    array.iter().map(std::ptr::from_ref).collect()
}

fn counted(shape: [usize; 3]) -> Array3<i32> {
    Array::from_shape_vec(shape, (0..shape.iter().product::<usize>() as i32).collect()).unwrap()
}

/// Layouts of an array of rank 3, none of which is the plain one.
fn layouts(a: &Array3<i32>) -> Vec<(&'static str, ArrayView3<'_, i32>)> {
    let broadcast = a.slice(nd_s![.., ..1, ..]).broadcast_move();
    vec![
        ("whole", a.view()),
        ("transposed", a.t()),
        ("permuted", a.view().permuted_axes([2, 0, 1])),
        ("sliced", a.slice(nd_s![1.., ..2, 1..])),
        ("stepped", a.slice(nd_s![..;2, .., 1..;2])),
        ("flipped", a.slice(nd_s![..;-1, .., ..;-2])),
        ("one axis of size 1", a.slice(nd_s![.., 1..2, ..])),
        ("broadcast", broadcast),
        ("empty", a.slice(nd_s![.., 1..1, ..;-1])),
    ]
}

trait BroadcastMove {
    fn broadcast_move(self) -> Self;
}

impl BroadcastMove for ArrayView3<'_, i32> {
    /// Repeats the axis 1 of size 1 four times, for as long as the view lives.
    fn broadcast_move(self) -> Self {
        let (rows, _, columns) = self.dim();
        // SAFETY: the shape and the strides of a broadcast view of the elements that `self` borrows.
        let view = self.broadcast((rows, 4, columns)).unwrap();
        let (dim, strides) = (view.raw_dim(), view.strides().to_vec());
        let strides = Ix3(strides[0] as usize, strides[1] as usize, strides[2] as usize);
        use ndarray::ShapeBuilder;
        // SAFETY: as above.
        unsafe { ArrayView3::from_shape_ptr(dim.strides(strides), self.as_ptr()) }
    }
}

#[test]
fn views_of_arrays_share_their_elements() {
    let a = counted([3, 4, 5]);
    for (name, array) in layouts(&a) {
        let view = TensorView::from(array);
        assert_eq!(view.shape(), <[usize; 3]>::try_from(array.shape()).unwrap(), "{name}");
        assert_eq!(addresses(&view), addresses_of(array), "{name}");
        let dynamic = TensorView::<'_, i32, 3>::try_from(array.into_dyn()).unwrap();
        assert_eq!(addresses(&dynamic), addresses_of(array), "{name}");
    }
    let view: TensorView<'_, i32, 3> = (&a).into();
    let reference: &ArrayRef<i32, Ix3> = &a;
    let of_reference: TensorView<'_, i32, 3> = reference.into();
    assert_eq!(addresses(&view), addresses(&of_reference));
    assert_eq!(view.sum(All).item(), a.sum());

    let item = Array0::from_elem((), 7);
    let view: TensorView<'_, i32, 0> = (&item).into();
    assert_eq!((view.item(), view.as_ptr()), (7, item.as_ptr()));
}

#[test]
fn arrays_view_tensors_of_any_layout() {
    for t in [count([3, 4, 5]), count([2, 1, 3]), Tensor::full([2, 3, 2], 5), count([3, 0, 2])] {
        for (name, t) in disguises(&t) {
            let array = ArrayView3::from(&t);
            assert_eq!(array.shape(), t.shape(), "{name}");
            assert_eq!(addresses_of(array), addresses(&t), "{name}");
            let dynamic: ArrayViewD<'_, i32> = t.view().into();
            assert_eq!(addresses_of(dynamic), addresses(&t), "{name}");
            // Back again, and the views of views.
            let back = TensorView::from(array);
            assert_eq!(addresses(&back), addresses(&t), "{name}");
            assert_eq!(array.to_owned(), array, "{name}");
        }
    }
    let item = Tensor::scalar(7);
    let array: ArrayView0<'_, i32> = (&item).into();
    assert_eq!((array[()], array.as_ptr()), (7, item.as_ptr()));
    let windows = count([2, 4]);
    let windows = windows.sliding_windows([1, 3]); // indices that share elements
    assert_eq!(addresses_of(ArrayView4::from(windows)), addresses(&windows));
}

#[test]
fn what_is_written_through_a_mutable_view_is_seen() {
    let mut a = counted([3, 4, 5]);
    let mut expected = a.clone();
    let first = a.as_ptr();
    let mut view: TensorViewMut<'_, i32, 3> = (&mut a).into();
    assert_eq!(view.as_ptr(), first);
    view.slice_mut(s![1, .., ..;-2]).fill(-1);
    expected.slice_mut(nd_s![1, .., ..;-2]).fill(-1);
    assert_eq!(a, expected);
    let flipped = a.slice_mut(nd_s![..;-1, 1..;2, ..]);
    TensorViewMut::from(flipped).assign(&count([3, 2, 5]));
    expected.slice_mut(nd_s![..;-1, 1..;2, ..]).assign(&counted([3, 2, 5]));
    assert_eq!(a, expected);
    let view = TensorViewMut::<'_, i32, 3>::try_from(a.view_mut().into_dyn());
    view.unwrap().fill(1);
    assert_eq!(a.sum(), 60);

    let mut t = count([3, 4]);
    let first = t.as_ptr();
    let mut array: ArrayViewMut2<'_, i32> = (&mut t).into();
    assert_eq!(array.as_ptr(), first);
    array.row_mut(1).fill(0);
    array[[0, 3]] = 9;
    assert_eq!(t, tensor![[0, 1, 2, 9], [0, 0, 0, 0], [8, 9, 10, 11]]);
    for (name, mut t) in disguises(&count([2, 3, 4])) {
        let mut expected = t.to_contiguous();
        expected += 100;
        let written = addresses(&*t);
        let mut array: ArrayViewMut3<'_, i32> = (&mut t).into();
        assert_eq!(addresses_of(array.view()), written, "{name}");
        array += 100;
        assert_eq!(t, expected, "{name}");
        let mut dynamic: ArrayViewMutD<'_, i32> = t.view_mut().into();
        dynamic.fill(3);
        assert_eq!(t.sum(All).item(), 72, "{name}");
    }
    // A shared buffer is copied before it is lent.
    let kept = t.clone();
    ArrayViewMut2::from(&mut t).fill(5);
    assert_eq!((kept[[0, 1]], t[[0, 1]]), (1, 5));
}

#[test]
fn owned_arrays_become_tensors_without_a_copy() {
    type Change = fn(Array3<i32>) -> Array3<i32>;
    let changes: [(&str, Change); 8] = [
        ("whole", |a| a),
        ("transposed", |a| a.reversed_axes()),
        ("permuted", |a| a.permuted_axes([1, 2, 0])),
        ("sliced", |a| a.slice_move(nd_s![1.., ..2, 2..])),
        ("stepped", |a| a.slice_move(nd_s![..;2, 1.., ..;3])),
        ("flipped", |a| a.slice_move(nd_s![..;-1, .., ..;-2])),
        ("empty", |a| a.slice_move(nd_s![.., 1..1, ..;-1])),
        ("one element", |a| a.slice_move(nd_s![2..3, 3..4, 4..5])),
    ];
    for (name, change) in changes {
        let a = change(counted([3, 4, 5]));
        let (at, values) = (addresses_of(a.view()), a.iter().copied().collect::<Vec<_>>());
        let mut t = Tensor::from(a);
        assert_eq!((addresses(&t), t.to_vec()), (at.clone(), values.clone()), "{name}");
        assert!(!t.is_shared(), "{name}");
        t.fill(0); // in place
        assert_eq!(addresses(&t), at, "{name}");
        let dynamic: Tensor<i32, 3> = change(counted([3, 4, 5])).into_dyn().try_into().unwrap();
        assert_eq!(dynamic.to_vec(), values, "{name}");
    }
    let t: Tensor<u8, 0> = Array0::from_elem((), 3).into();
    assert_eq!(t.item(), 3);
    let long: Tensor<u8, 6> = Array::<u8, Ix6>::zeros([1, 2, 1, 2, 1, 2]).into();
    assert_eq!(long.shape(), [1, 2, 1, 2, 1, 2]);
}

#[test]
fn owned_tensors_become_arrays_without_a_copy_if_they_are_not_shared() {
    for t in [count([3, 4, 5]), count([2, 1, 3]), Tensor::full([2, 3, 2], 5), count([3, 0, 2])] {
        for (name, t) in disguises(&t) {
            let (at, values, shared) = (addresses(&t), t.to_contiguous(), t.is_shared());
            let array: Array3<i32> = t.into();
            let moved = addresses_of(array.view()) == at;
            // Of a buffer with a margin that is no multiple of a stride.
            let is_rare = values.shape() != [3, 4, 5] && name == "transposed, reversed and stepped";
            assert!(moved != (shared || is_rare) || values.is_empty(), "{name}");
            assert_eq!(TensorView::from(&array), values, "{name}");
        }
    }
    // A clone is copied, and the other owner keeps its elements.
    let t = count([2, 3]);
    let mut array: Array2<i32> = t.clone().into();
    array.fill(7);
    assert_eq!(t, count([2, 3]));
    // So is foreign memory.
    let foreign: std::sync::Arc<[i32]> = [1, 2, 3].into();
    let array: Array1<i32> = Tensor::from_owner(foreign.clone(), [3]).unwrap().into();
    assert_ne!(array.as_ptr(), foreign.as_ptr());
    assert_eq!(array.to_vec(), [1, 2, 3]);
    // A diagonal of a slice, which ndarray cannot make of a vector.
    let t = count([4, 4, 4]).viewed(|v| v.slice(s![1.., .., 1..]).diagonal(Axis::<0>, Axis::<2>));
    let array: Array2<i32> = t.clone().into();
    assert_eq!(TensorView::from(&array), t);
    let item: Array0<i32> = tensor![1, 2, 3].viewed(|v| v.index_axis(Axis::<0>, 2)).into();
    assert_eq!(item[()], 3);
}

proptest! {
    /// Slices, steps, flips and permutations of a whole buffer are moved.
    #[test]
    fn what_is_cut_of_a_buffer_is_moved(
        cuts in prop::array::uniform3((0_usize..4, 0_usize..3, 1_isize..4, any::<bool>())),
        order in Just([0, 1, 2]).prop_shuffle(),
    ) {
        let mut t = count([6, 5, 7]);
        for (axis, (start, end, step, flip)) in cuts.into_iter().enumerate() {
            let step = if flip { -step } else { step };
            t = t.viewed(|v| match axis {
                0 => v.slice(s![start..6 - end.min(5 - start); step, .., ..]),
                1 => v.slice(s![.., start..5 - end.min(4 - start); step, ..]),
                _ => v.slice(s![.., .., start..7 - end.min(6 - start); step]),
            });
        }
        t = match order {
            [0, 1, 2] => t,
            [0, 2, 1] => t.viewed(|v| v.permute(axes![0, 2, 1])),
            [1, 0, 2] => t.viewed(|v| v.permute(axes![1, 0, 2])),
            [1, 2, 0] => t.viewed(|v| v.permute(axes![1, 2, 0])),
            [2, 0, 1] => t.viewed(|v| v.permute(axes![2, 0, 1])),
            _ => t.viewed(|v| v.permute(axes![2, 1, 0])),
        };
        let at = addresses(&t);
        let array: Array3<i32> = t.into();
        prop_assert_eq!(&at, &addresses_of(array.view()));
        prop_assert_eq!(at, addresses(&Tensor::from(array)));
    }

    /// Any strides: moved or copied, the elements are the same.
    #[test]
    fn any_strides_keep_the_elements(
        shape in prop::array::uniform3(0_usize..4),
        strides in prop::array::uniform3(-9_isize..9),
        more in 0_usize..5,
    ) {
        let below: isize = (0..3).map(|i| strides[i].min(0) * (shape[i].max(1) as isize - 1)).sum();
        let above: isize = (0..3).map(|i| strides[i].max(0) * (shape[i].max(1) as isize - 1)).sum();
        let offset = -below as usize + more;
        let buffer: Vec<i32> = (0..(offset as isize + above + 3) as i32).collect();
        let t = Tensor::from_vec_strided(buffer, shape, strides, offset).unwrap();
        let expected = t.to_contiguous();
        prop_assert_eq!(addresses_of(ArrayView3::from(&t)), addresses(&t));
        let array: Array3<i32> = t.into();
        prop_assert_eq!(TensorView::from(&array), expected);
    }
}

#[test]
fn each_element_is_dropped_once() {
    let tokens = Tokens::new();
    let whole = |shape: [usize; 2]| Array2::from_shape_vec(shape, tokens.vec(12)).unwrap();
    // In: whole, sliced and empty, kept by the tensor.
    let t = Tensor::from(whole([3, 4]).slice_move(nd_s![1.., ..;-2]));
    assert_eq!((positions(&t), tokens.alive()), (vec![7, 5, 11, 9], 12));
    // Out again, and dropped by the array.
    let array: Array2<_> = t.into();
    assert_eq!(tokens.alive(), 12);
    drop(array);
    assert_eq!(tokens.alive(), 0);
    // A view does not own.
    let t = Tensor::from_vec(tokens.vec(12), [3, 4]).unwrap();
    let _ = ArrayView2::from(&t);
    assert_eq!(tokens.alive(), 12);
    // A clone is copied.
    let array: Array2<_> = t.clone().into();
    assert_eq!(tokens.alive(), 24);
    drop(t);
    assert_eq!(tokens.alive(), 12);
    drop(array);
    // A wrong rank drops the array.
    assert!(Tensor::<_, 3>::try_from(whole([4, 3]).into_dyn()).is_err());
    // An empty part of a buffer.
    let t = Tensor::from_vec(tokens.vec(12), [3, 4]).unwrap();
    let array: Array2<_> = t.viewed(|v| v.slice(s![1..1, ..])).into();
    assert!(array.is_empty());
    drop(array);
    drop(Tensor::from(whole([6, 2]).slice_move(nd_s![.., 2..])));
    assert_eq!(tokens.alive(), 0);
}

#[test]
fn elements_without_a_size() {
    let a = Array3::from_elem([2, 3, 4], ()).slice_move(nd_s![..;-1, 1.., ..;2]);
    let view: TensorView<'_, (), 3> = (&a).into();
    assert_eq!((view.shape(), view.iter().count()), ([2, 2, 2], 8));
    let t = Tensor::from(a);
    assert_eq!(t.shape(), [2, 2, 2]);
    let a: Array3<()> = t.viewed(|v| v.flip(Axis::<0>)).into();
    assert_eq!(a.len(), 8);
    // Offsets and strides of such elements have no meaning, and ndarray counts them all the same.
    let turned = Array::from_elem((4, 5), ()).slice_move(nd_s![..;-1, ..;-1]);
    assert_eq!(TensorView::from(&turned).shape(), [4, 5]);
    assert_eq!(Tensor::<(), 2>::from(turned).shape(), [4, 5]);
    let turned = Tensor::<(), 2>::from_fn([4, 5], |_| ()).viewed(|v| v.slice(s![1..;2, ..;-2]).t());
    assert_eq!(ArrayView2::from(&turned).shape(), [3, 2]);
    assert_eq!(Array2::from(turned).shape(), [3, 2]);
}

#[test]
fn another_rank_is_an_error_with_both_ranks() {
    let mut a = counted([2, 3, 4]).into_dyn();
    let text = "try_from: [2, 3, 4]: expected rank 2, found rank 3";
    let error = TensorView::<'_, i32, 2>::try_from(&a).unwrap_err();
    assert_eq!(error.to_string(), text);
    assert_eq!(*error.kind(), ErrorKind::RankDiffers { expected: 2, found: 3 });
    assert_eq!(TensorView::<'_, i32, 2>::try_from(a.view()).unwrap_err().to_string(), text);
    assert_eq!(TensorViewMut::<'_, i32, 2>::try_from(&mut a).unwrap_err().to_string(), text);
    assert_eq!(TensorViewMut::<'_, i32, 2>::try_from(a.view_mut()).unwrap_err().to_string(), text);
    assert_eq!(Tensor::<i32, 2>::try_from(a).unwrap_err().to_string(), text);
    let item = ArrayD::from_elem(IxDyn(&[]), 1);
    let error = Tensor::<i32, 1>::try_from(item).unwrap_err();
    assert_eq!(error.to_string(), "try_from: []: expected rank 1, found rank 0");
}

#[test]
fn what_tensors_cannot_describe_is_refused() {
    // ndarray counts the elements of a broadcast view, holor their bytes.
    let one = Array1::from_elem(1, 1.0_f64);
    let many = one.broadcast(1 << 61).unwrap();
    let error = TensorView::<'_, f64, 1>::try_from(many.into_dyn()).unwrap_err();
    let text = "try_from: [2305843009213693952]: more elements than memory can address";
    assert_eq!(error.to_string(), text);
    let panic = std::panic::catch_unwind(|| TensorView::from(many)).map(|_| ()).unwrap_err();
    assert_eq!(*panic.downcast::<String>().unwrap(), text.replace("try_from", "from"));
}

#[test]
fn a_rank_known_at_run_time() {
    for rank in 0..=12 {
        let shape = vec![2; rank];
        let array = ArrayD::from_shape_fn(IxDyn(&shape), |index| index.ndim());
        let at = array.as_ptr();
        let any = AnyTensor::try_from(array.clone().reversed_axes()).unwrap();
        assert_eq!(any, AnyTensor::try_from(array.clone()).unwrap());
        assert_eq!((any.rank(), any.shape()), (rank, &shape[..]));
        let any = AnyTensor::try_from(array).unwrap();
        let back = ArrayD::from(any);
        assert_eq!((back.shape(), back.as_ptr()), (&shape[..], at));
    }
    let many = ArrayD::<u8>::zeros(vec![1; 13]);
    let error = AnyTensor::try_from(many).unwrap_err().to_string();
    assert_eq!(
        error,
        "try_from: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]: rank is 13, expected at most 12"
    );
    let mut array = ArrayD::<u8>::zeros(vec![2, 3]);
    array.invert_axis(NdAxis(1));
    assert_eq!(AnyTensor::try_from(array).unwrap().shape(), [2, 3]);
}

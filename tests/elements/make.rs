//! Constructors: what they make, of which types, and whether they copy.

use crate::oracle::{self, Oracle};
use holor::prelude::*;
use num_complex::Complex;
use num_traits::{One, Zero};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;

#[test]
fn from_vec_moves_and_counts_in_order() {
    let v: Vec<i64> = (0..24).collect();
    let at = v.as_ptr();
    let t = Tensor::from_vec(v, [2, 3, 4]).unwrap();
    assert_eq!((t.as_ptr(), t.strides()), (at, [12, 4, 1]));
    assert_eq!(Oracle::of(&t).values, (0..24).collect::<Vec<_>>());
    let v = t.into_vec();
    assert_eq!(v.as_ptr(), at);

    let v: Vec<i64> = (0..24).collect();
    let at = v.as_ptr();
    let t = Tensor::from_vec_with_order(v, [2, 3, 4], Order::ColMajor).unwrap();
    assert_eq!((t.as_ptr(), t.strides()), (at, [1, 2, 6]));
    let expected = Oracle::from_fn(&[2, 3, 4], |i| (i[0] + 2 * i[1] + 6 * i[2]) as i64);
    assert_eq!(Oracle::of(&t), expected);
    assert_eq!(t.to_vec_with_order(Order::ColMajor), (0..24).collect::<Vec<_>>());
    let t = Tensor::from_vec_with_order(vec![1, 2], [2, 1], Order::RowMajor).unwrap();
    assert_eq!(t, tensor![[1], [2]]);

    assert_eq!(Tensor::from_vec(vec![5], []).unwrap().item(), 5);
    assert_eq!(Tensor::from_vec(Vec::<u8>::new(), [3, 0, 2]).unwrap().shape(), [3, 0, 2]);
    assert_eq!(Tensor::from_vec(vec![1; 4], [1, 4, 1, 1]).unwrap().shape(), [1, 4, 1, 1]);
}

#[test]
#[cfg(target_pointer_width = "64")] // texts and sizes of 64 bits
fn strided_constructors_select() {
    let buffer = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19];
    // Shape, strides, offset, values: steps, backwards, repeats, overlap, a scalar, nothing.
    type Row = ([usize; 2], [isize; 2], usize, &'static [i32]);
    let rows: [Row; 7] = [
        ([2, 3], [5, 2], 0, &[10, 12, 14, 15, 17, 19]),
        ([2, 2], [-4, -1], 9, &[19, 18, 15, 14]),
        ([2, 3], [0, 1], 4, &[14, 15, 16, 14, 15, 16]),
        ([3, 3], [1, 1], 2, &[12, 13, 14, 13, 14, 15, 14, 15, 16]),
        ([1, 1], [isize::MAX, isize::MIN], 7, &[17]),
        ([0, 5], [1000, 1000], 1 << 40, &[]),
        ([5, 2], [1, 5], 0, &[10, 15, 11, 16, 12, 17, 13, 18, 14, 19]),
    ];
    for (shape, strides, offset, values) in rows {
        let owned = Tensor::from_vec_strided(buffer.to_vec(), shape, strides, offset).unwrap();
        let viewed = TensorView::from_slice_strided(&buffer, shape, strides, offset).unwrap();
        let expected = Oracle { shape: shape.to_vec(), values: values.to_vec() };
        assert_eq!(Oracle::of(&owned), expected);
        assert_eq!(Oracle::of(&viewed), expected);
        assert_eq!((owned.to_vec(), viewed.to_vec()), (values.to_vec(), values.to_vec()));
        let mut copy = buffer;
        let changed = TensorViewMut::from_slice_mut_strided(&mut copy, shape, strides, offset);
        let unique = values.iter().collect::<std::collections::HashSet<_>>().len() == values.len();
        assert_eq!(changed.is_ok(), unique, "{shape:?} by {strides:?}");
        if let Ok(mut changed) = changed {
            assert_eq!(Oracle::of(&changed), expected);
            changed.fill(0);
            for (i, &value) in copy.iter().enumerate() {
                assert_eq!(value == 0, values.contains(&buffer[i]), "{shape:?}: element {i}");
            }
        }
    }
}

#[test]
fn slices_are_borrowed() {
    let mut values = [1, 2, 3, 4, 5, 6];
    let at = values.as_ptr();
    let view = TensorView::from_slice(&values, [2, 3]).unwrap();
    assert_eq!((view.as_ptr(), &view), (at, &tensor![[1, 2, 3], [4, 5, 6]].view()));
    assert_eq!(TensorView::from(&values[..]).shape(), [6]);
    let mut view = TensorViewMut::from_slice_mut(&mut values, [3, 2]).unwrap();
    assert_eq!(view.as_ptr(), at);
    view[[2, 0]] = 50;
    let mut view = TensorViewMut::from(&mut values[1..3]);
    assert_eq!(view.shape(), [2]);
    view *= 10;
    assert_eq!(values, [1, 20, 30, 4, 50, 6]);
}

#[test]
fn nested_arrays_of_every_depth() {
    let one: Tensor<i32, 1> = [1, 2].into();
    let two: Tensor<i32, 2> = [[1, 2]; 3].into();
    let three: Tensor<i32, 3> = [[[1, 2]; 3]; 2].into();
    let four: Tensor<i32, 4> = [[[[1, 2]; 3]; 2]; 1].into();
    let five: Tensor<i32, 5> = [[[[[1, 2]; 3]; 2]; 1]; 2].into();
    let six: Tensor<i32, 6> = [[[[[[1, 2]; 3]; 2]; 1]; 2]; 1].into();
    assert_eq!((one.shape(), two.shape(), three.shape()), ([2], [3, 2], [2, 3, 2]));
    assert_eq!((four.shape(), five.shape()), ([1, 2, 3, 2], [2, 1, 2, 3, 2]));
    assert_eq!(six.shape(), [1, 2, 1, 2, 3, 2]);
    assert_eq!(six.to_vec(), [1, 2].repeat(12));
    let rows: Tensor<[i32; 2], 1> = [[1, 2]; 3].into();
    assert_eq!(rows[[2]], [1, 2], "an array of arrays is a vector of arrays, too");
    let nothing: Tensor<u8, 3> = [[[0; 4]; 0]; 2].into();
    assert_eq!(nothing.shape(), [2, 0, 4]);
}

#[test]
fn the_macro_finds_the_rank() {
    assert_eq!(tensor![1, 2, 3,].to_vec(), [1, 2, 3]);
    assert_eq!(tensor![[1, 2], [3, 4], [5, 6],].shape(), [3, 2]);
    assert_eq!(tensor![[[1], [2]], [[3], [4]]].shape(), [2, 2, 1]);
    assert_eq!(tensor![[[[1, 2, 3]]]].shape(), [1, 1, 1, 3]);
    assert_eq!(tensor![[[[[1], [2]]]]].shape(), [1, 1, 1, 2, 1]);
    let six = tensor![[[[[[1, 2]], [[3, 4]]]], [[[[5, 6]], [[7, 8]]]]]];
    assert_eq!((six.shape(), six.to_vec()), ([1, 2, 1, 2, 1, 2], (1..9).collect()));
    let [a, b] = [7, 8];
    assert_eq!(tensor![[a, b + 1], [-a, (a, b).1]].to_vec(), [7, 9, -7, 8]);
    let names = tensor![["x".to_string()], [String::new()]];
    assert_eq!(names[[0, 0]], "x");
    let empty: Tensor<f32, 1> = tensor![];
    assert_eq!(empty.shape(), [0]);
}

#[test]
fn from_fn_is_asked_in_row_major_order() {
    for shape in [[2, 1, 3], [3, 4, 1], [1, 1, 5], [2, 3, 4]] {
        let mut asked = Vec::new();
        let t = Tensor::from_fn(shape, |index| {
            asked.push(index.to_vec());
            asked.len()
        });
        assert_eq!(asked, oracle::indices(&shape));
        assert_eq!(t.to_vec(), (1..=t.len()).collect::<Vec<_>>());
    }
    assert_eq!(Tensor::from_fn([], |[]| 'x').item(), 'x');
    for shape in [[2, 0], [0, 2], [0, 0]] {
        let none = Tensor::from_fn(shape, |_| -> u8 { panic!("no index to ask for") });
        assert_eq!(none.shape(), shape);
    }
    // What was made before a panic is dropped.
    let whole = Rc::new(());
    let made = catch_unwind(AssertUnwindSafe(|| {
        Tensor::from_fn([3, 3], |index| {
            assert_ne!(index, [1, 1]);
            whole.clone()
        })
    }));
    assert!(made.is_err());
    assert_eq!(Rc::strong_count(&whole), 1);
}

/// A number type of a user's own.
#[derive(Clone, Debug, PartialEq)]
struct Money {
    cents: Box<i64>,
}
impl std::ops::Add for Money {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Money { cents: Box::new(*self.cents + *other.cents) }
    }
}
impl std::ops::Mul for Money {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Money { cents: Box::new(*self.cents * *other.cents) }
    }
}
impl Zero for Money {
    fn zero() -> Self {
        Money { cents: Box::new(0) }
    }
    fn is_zero(&self) -> bool {
        *self.cents == 0
    }
}
impl One for Money {
    fn one() -> Self {
        Money { cents: Box::new(1) }
    }
}

#[test]
fn zeros_and_ones_of_every_number_type() {
    fn check<T: Clone + Zero + One + PartialEq + std::fmt::Debug>() {
        let (z, o) = (Tensor::<T, 2>::zeros([2, 3]), Tensor::<T, 2>::ones([3, 1]));
        assert_eq!((z.shape(), z.to_vec()), ([2, 3], vec![T::zero(); 6]));
        assert_eq!((o.shape(), o.to_vec()), ([3, 1], vec![T::one(); 3]));
        assert_eq!(Tensor::<T, 3>::zeros([4, 0, 4]).len(), 0);
        assert_eq!(Tensor::<T, 0>::ones([]).item(), T::one());
        assert_eq!(Tensor::try_full([2], T::one()).unwrap().to_vec(), vec![T::one(); 2]);
    }
    check::<f32>();
    check::<f64>();
    check::<i8>();
    check::<i16>();
    check::<i32>();
    check::<i64>();
    check::<i128>();
    check::<isize>();
    check::<u8>();
    check::<u16>();
    check::<u32>();
    check::<u64>();
    check::<u128>();
    check::<usize>();
    check::<Complex<f32>>();
    check::<Complex<f64>>();
    check::<std::num::Wrapping<u8>>();
    check::<Money>();
}

#[test]
fn anything_can_be_an_element() {
    assert_eq!(Tensor::full([2, 2], "x".to_string())[[1, 1]], "x");
    assert_eq!(Tensor::full([3], None::<Vec<u8>>).to_vec(), [None, None, None]);
    let large = Tensor::from_fn([3], |[i]| [i as u64; 32]);
    assert_eq!(large.flip(Axis::<0>).to_contiguous()[[0]], [2; 32]);
    let functions: Tensor<fn(f64) -> f64, 1> = tensor![f64::sqrt as fn(f64) -> f64, f64::abs];
    assert_eq!(functions.map(|f| f(4.0)), tensor![2.0, 4.0]);
}

#[test]
fn defaults_and_iterators() {
    assert_eq!(Tensor::<i32, 0>::default().item(), 0);
    assert_eq!(Tensor::<String, 1>::default().shape(), [0]);
    assert_eq!(Tensor::<f32, 4>::default().shape(), [0, 0, 0, 0]);
    let squares: Vector<u32> = (0..5).map(|i| i * i).collect();
    assert_eq!(squares, tensor![0, 1, 4, 9, 16]);
    assert_eq!(std::iter::empty::<u8>().collect::<Vector<_>>().shape(), [0]);
    assert_eq!(Tensor::from(vec![1, 2]), tensor![1, 2]);
}

struct Mapped {
    elements: Vec<u16>,
    alive: Arc<()>,
}
impl AsRef<[u16]> for Mapped {
    fn as_ref(&self) -> &[u16] {
        let _ = &self.alive;
        &self.elements[1..]
    }
}

#[test]
fn foreign_memory_is_kept_alive_and_read_in_place() {
    let alive = Arc::new(());
    let elements: Vec<u16> = (0..7).collect();
    let at = elements[1..].as_ptr();
    let t = Tensor::from_owner(Mapped { elements, alive: alive.clone() }, [2, 3]).unwrap();
    assert_eq!((t.as_ptr(), t.to_vec()), (at, vec![1, 2, 3, 4, 5, 6]));
    assert!(t.is_shared(), "read-only counts as shared");
    let column = t.clone().viewed(|v| v.index_axis(Axis::<1>, 2));
    drop(t);
    assert_eq!(Arc::strong_count(&alive), 2);
    assert_eq!((column.to_vec(), column.into_vec()), (vec![3, 6], vec![3, 6]));
    assert_eq!(Arc::strong_count(&alive), 1);

    let inline = Tensor::from_owner([1, 2, 3], [3]).unwrap();
    let moved = Box::new(inline);
    assert_eq!(*moved, tensor![1, 2, 3], "the owner holds its elements within itself");
    assert_eq!(Tensor::from_owner("text".to_string().into_bytes(), [4]).unwrap()[[0]], b't');
    let kept = Tensor::from_owner(Arc::<[i32]>::from([4, 5]), [2]).unwrap();
    let sum = std::thread::spawn(move || kept[[0]] + kept[[1]]).join().unwrap();
    assert_eq!(sum, 9);
}

#[test]
fn an_owner_is_asked_for_its_elements_once() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    /// Shows fewer elements each time.
    struct Fickle(AtomicUsize, [i32; 4]);
    impl AsRef<[i32]> for Fickle {
        fn as_ref(&self) -> &[i32] {
            &self.1[self.0.fetch_add(1, Ordering::Relaxed)..]
        }
    }
    let t = Tensor::from_owner(Fickle(AtomicUsize::new(0), [1, 2, 3, 4]), [2, 2]).unwrap();
    let u = t.clone();
    assert_eq!((t.to_vec(), u.reshape([4])), (vec![1, 2, 3, 4], tensor![1, 2, 3, 4]));
}

#[test]
fn views_at_a_pointer_reach_what_the_strides_say() {
    let rows: Vec<i32> = (0..12).collect();
    let last = &raw const rows[11];
    // SAFETY: 3 rows of 4, from the last element backwards.
    let back = unsafe { TensorView::from_raw_parts(last, [3, 4], [-4, -1]) }.unwrap();
    assert_eq!(back, Tensor::<i32, 2>::from_fn([3, 4], |[i, j]| 11 - 4 * i as i32 - j as i32));
    // SAFETY: rows upwards, every second column from the right.
    let mixed = unsafe { TensorView::from_raw_parts(&raw const rows[3], [3, 2], [4, -2]) }.unwrap();
    assert_eq!(mixed, tensor![[3, 1], [7, 5], [11, 9]]);
    assert_eq!(mixed.flip(Axis::<1>).as_ptr(), &raw const rows[1]);
    // SAFETY: one element, at three indices.
    let same = unsafe { TensorView::from_raw_parts(last, [3], [0]) }.unwrap();
    assert_eq!(same, tensor![11, 11, 11]);
    // SAFETY: the stride of an axis of size 1 has no meaning.
    let one =
        unsafe { TensorView::from_raw_parts(last, [1, 1], [isize::MIN, isize::MAX]) }.unwrap();
    assert_eq!(one, tensor![[11]]);
    // SAFETY: no elements.
    let none = unsafe { TensorView::<i32, 2>::from_raw_parts(core::ptr::null(), [2, 0], [-7, 1]) };
    let none = none.unwrap();
    assert_eq!((none.shape(), none.iter().count()), ([2, 0], 0));

    let mut rows = rows;
    let first = &raw mut rows[2];
    // SAFETY: two columns, the right one first; nothing else reaches `rows`.
    let mut two = unsafe { TensorViewMut::from_raw_parts_mut(first, [3, 2], [4, -1]) }.unwrap();
    two += 100;
    two[[0, 0]] = 7;
    assert_eq!(rows, [0, 101, 7, 3, 4, 105, 106, 7, 8, 109, 110, 11]);
}

#[test]
fn views_at_a_pointer_refuse_what_no_memory_holds() {
    let error = |shape, strides| {
        // SAFETY: refused before a view exists.
        let view =
            unsafe { TensorView::<i32, 2>::from_raw_parts(core::ptr::null(), shape, strides) };
        view.map(|_| ()).unwrap_err().to_string()
    };
    let text = "more elements than memory can address";
    let most = isize::MAX as usize;
    assert_eq!(error([4, most], [1, 1]), format!("from_raw_parts: [4, {most}]: {text}"));
    assert_eq!(error([2, 2], [isize::MIN, 1]), format!("from_raw_parts: [2, 2]: {text}"));
    assert_eq!(error([2, 3], [isize::MAX, -1]), format!("from_raw_parts: [2, 3]: {text}"));
    assert_eq!(error([3, 3], [isize::MAX, 1]), format!("from_raw_parts: [3, 3]: {text}"));

    let mut elements = [1, 2, 3];
    // SAFETY: refused before a view exists.
    let shared =
        unsafe { TensorViewMut::from_raw_parts_mut(elements.as_mut_ptr(), [2, 2], [1, 1]) };
    let text = "from_raw_parts_mut: [2, 2]: two indices may share an element";
    assert_eq!(shared.map(|_| ()).unwrap_err().to_string(), text);
}

#[test]
fn owners_of_strided_memory_are_kept_and_not_written() {
    let alive = Arc::new(());
    let owner = || Mapped { elements: vec![0, 1, 2, 3, 4, 5, 6], alive: alive.clone() };
    let mut t = Tensor::from_owner_strided(owner(), [3, 2], [1, 3], 0).unwrap();
    assert_eq!(t, tensor![[1, 4], [2, 5], [3, 6]]);
    assert_eq!(Arc::strong_count(&alive), 2);
    let kept = t.clone();
    t += 1;
    assert_eq!((&t, &kept), (&tensor![[2, 5], [3, 6], [4, 7]], &tensor![[1, 4], [2, 5], [3, 6]]));
    drop(kept);
    assert_eq!(Arc::strong_count(&alive), 1);
    let error = Tensor::from_owner_strided(owner(), [3, 3], [1, 3], 0).unwrap_err().to_string();
    assert_eq!(
        error,
        "from_owner_strided: [3, 3]: the strides reach elements 0 to 8 of a buffer of 6"
    );
    assert_eq!(Arc::strong_count(&alive), 1);
}

/// Long contiguous runs begin with the elements before an aligned vector.
#[test]
fn long_runs_from_any_address() {
    fn check<T: Copy + PartialEq + std::fmt::Debug + Send + Sync>(
        of: fn(usize) -> T,
        twice: fn(T) -> T,
    ) {
        let n = 66_000;
        let x = Tensor::from_fn([n + 40], |[i]| of(i));
        for first in [0, 1, 3, 4, 7, 8, 31, 32] {
            let expected: Vec<T> = (first..first + n).map(|i| twice(of(i))).collect();
            let view = x.slice(s![first..first + n]);
            assert!(view.map(|&x| twice(x)).to_vec() == expected, "{first}");
            let mut changed = x.clone();
            let mut seen = 0;
            changed.slice_mut(s![first..first + n]).map_inplace(|x| {
                *x = twice(*x);
                seen += 1;
            });
            assert_eq!(seen, n, "{first}");
            assert!(changed.slice(s![first..first + n]).to_vec() == expected, "{first}");
            let around = |x: &Tensor<T, 1>| {
                (x.slice(s![..first]).to_vec(), x.slice(s![first + n..]).to_vec())
            };
            assert_eq!(around(&changed), around(&x), "{first}");
        }
    }
    check::<u8>(|i| (i % 100) as u8, |x| 2 * x);
    check::<f32>(|i| i as f32, |x| 2.0 * x);
    check::<f64>(|i| i as f64, |x| 2.0 * x);
    // Of a size that does not divide a vector's, and of none.
    check::<[u8; 3]>(|i| [i as u8; 3], |[a, b, c]| [c, b, a.wrapping_add(1)]);
    check::<()>(|_| (), |()| ());
}

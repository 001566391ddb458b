//! Copies on write: who copies when, how much, and that nobody else's elements change.

// Mutable views are dropped where a closure must not return what it borrows.
#![allow(clippy::drop_non_drop)]

use crate::disguise::disguises;
use crate::noted::{Noted, copies, noted, values};
use holor::prelude::*;
use std::ops::AddAssign;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A way to change a matrix, with its name and the elements it clones beside those it detaches.
type Change = (&'static str, fn(&mut Tensor<Noted, 2>), usize);

/// Every way to change the elements of a tensor (of four elements).
const CHANGES: [Change; 32] = [
    ("view_mut", |t| drop(t.view_mut()), 0),
    ("view of a reference", |t| drop(TensorViewMut::from(t)), 0),
    ("a reference", |t| negate(t), 0),
    ("index_mut", |t| t[[0, 0]] = Noted(-1), 0),
    ("index_mut of a reference", |t| (**t)[[0, 0]] = Noted(-1), 0),
    ("get_mut", |t| t.get_mut([1, 1]).unwrap().0 = -1, 0),
    ("as_slice_mut", |t| drop(t.as_slice_mut()), 0),
    ("fill", |t| t.fill(Noted(-1)), 4),
    ("assign", |t| t.assign(&tensor![Noted(-1), Noted(-2)]), 4),
    ("try_assign", |t| t.try_assign(&Tensor::scalar(Noted(-2))).unwrap(), 4),
    ("+= tensor", |t| *t += &tensor![Noted(1), Noted(2)], 4),
    ("+= owned tensor", |t| *t += tensor![Noted(1), Noted(2)], 4),
    ("+= view", |t| *t += noted([2, 2]).transpose(), 4),
    ("+= scalar", |t| *t += Noted(1), 4),
    ("+= on a reference", |t| **t += Noted(1), 4),
    ("+= on a view", |t| t.view_mut().row(0).add_assign(Noted(1)), 2),
    ("map_inplace", |t| t.map_inplace(|x| x.0 *= -1), 0),
    ("slice_mut", |t| negate(&mut t.slice_mut(s![.., 0])), 0),
    ("try_slice_mut", |t| negate(&mut t.try_slice_mut(s![.., 0]).unwrap()), 0),
    ("row_mut", |t| negate(&mut t.row_mut(1)), 0),
    ("column_mut", |t| negate(&mut t.column_mut(1)), 0),
    ("narrow_mut", |t| negate(&mut t.narrow_mut(Last, 1, 1)), 0),
    ("index_axis_mut", |t| negate(&mut t.index_axis_mut(Axis::<0>, 1)), 0),
    ("split_at_mut", |t| negate(&mut t.view_mut().split_at_mut(Last, 1).1), 0),
    ("iter_mut", |t| t.iter_mut().for_each(|x| x.0 *= -1), 0),
    ("for", |t| t.into_iter().for_each(|x| x.0 *= -1), 0),
    ("indexed_iter_mut", |t| t.indexed_iter_mut().for_each(|([i, _], x)| x.0 *= i as i64), 0),
    ("rows_mut", |t| t.rows_mut().for_each(|mut row| negate(&mut row)), 0),
    ("lanes_mut", |t| t.lanes_mut(Axis::<0>).for_each(|mut lane| negate(&mut lane)), 0),
    ("zip, borrowed", |t| zip((t,)).for_each(|x| x.0 *= -1), 0),
    ("zip, a reference", |t| zip((&mut **t,)).for_each(|x| x.0 *= -1), 0),
    ("zip, viewed", |t| zip((t.view_mut(),)).for_each(|x| x.0 *= -1), 0),
];

/// Writes through what was asked about sharing before.
fn negate<const R: usize>(t: &mut TensorRef<Noted, R>) {
    t.map_inplace(|x| x.0 *= -1);
}

#[test]
fn sole_owners_change_in_place() {
    let only = |view: fn(Tensor<Noted, 2>) -> Tensor<Noted, 2>| view;
    // Whatever the strides, as long as they do not overlap.
    let states = [
        ("new", only(|t| t)),
        ("cloned before", only(|t| drop_one(t.clone(), t))),
        ("the clone of what is gone", only(|t| t.clone())),
        ("reshaped", only(|t| t.reshape([4]).reshape([2, 2]))),
        ("transposed", only(|t| t.viewed(|v| v.transpose()))),
        ("reversed", only(|t| t.viewed(|v| v.flip(Axis::<0>)))),
        ("a part", only(|_| noted([4, 4]).viewed(|v| v.slice(s![1..3, ..;-2])))),
        ("a part of what overlapped", only(|_| windows([4, 2]).viewed(|v| v.step(Axis::<0>, 2)))),
        ("strided", only(|_| strided(4, [2, 2], [1, 2]))),
    ];
    for (name, change, clones) in CHANGES {
        for (state, make) in states {
            let mut t = make(noted([2, 2]));
            assert_eq!(t.shape(), [2, 2], "{state}");
            let (at, strides) = (t.as_ptr(), t.strides());
            assert!(!t.is_shared(), "{state}");
            let (made, ()) = copies(|| change(&mut t));
            assert_eq!(made, clones, "{name}, {state}: copies");
            assert_eq!((t.as_ptr(), t.strides()), (at, strides), "{name}, {state}: moved");
        }
    }
}

fn drop_one<T>(one: T, other: T) -> T {
    drop(one);
    other
}

fn strided<const R: usize>(len: i64, shape: [usize; R], strides: [isize; R]) -> Tensor<Noted, R> {
    Tensor::from_vec_strided((0..len).map(Noted).collect(), shape, strides, 0).unwrap()
}

/// Windows of a vector of the numbers from 0 on: `[count, size]`.
fn windows([count, size]: [usize; 2]) -> Tensor<Noted, 2> {
    noted([count + size - 1]).viewed(|v| v.sliding_windows([size]))
}

#[test]
fn shared_elements_are_copied_first_and_only_the_tensors() {
    for (name, change, clones) in CHANGES {
        let all = noted([4, 4]);
        let mut part = all.clone().viewed(|v| v.step(Axis::<0>, 2).slice(s![.., 1..3;-1]));
        let sibling = all.clone().viewed(|v| v.index_axis(Axis::<0>, 2));
        let flat = all.flatten();
        assert!(all.is_shared() && part.is_shared() && sibling.is_shared() && flat.is_shared());
        let mut expected = part.to_contiguous();
        change(&mut expected);
        let (made, ()) = copies(|| change(&mut part));
        assert_eq!(made, 4 + clones, "{name}: the tensor's elements only");
        assert_eq!(values(&part), values(&expected), "{name}");
        assert_eq!((part.strides(), part.is_contiguous()), ([2, 1], true), "{name}: row-major");
        assert!(!part.is_shared() && !part.shares_memory_with(&all), "{name}");
        let before: Vec<i64> = (0..16).collect();
        assert_eq!(values(&all), before, "{name}: the other keeps its values");
        assert_eq!((values(&sibling), values(&flat)), (vec![8, 9, 10, 11], before), "{name}");
        // The second change does not copy any more.
        let at = part.as_ptr();
        let (made, ()) = copies(|| change(&mut part));
        assert_eq!((made, part.as_ptr()), (clones, at), "{name}: again");
    }
}

#[test]
fn a_tensor_that_was_shared_once_regains_its_buffer() {
    type Share = fn(&Tensor<Noted, 2>) -> Option<Tensor<Noted, 1>>;
    let sharings: [(&str, Share); 4] = [
        ("a clone", |t| Some(t.clone().viewed(|v| v.row(0)))),
        ("flattened", |t| Some(t.flatten())),
        ("reshaped, then changed", |t| {
            let mut other = t.reshape([4]);
            other.fill(Noted(5));
            Some(other)
        }),
        ("merged axes", |t| Some(t.merge_axes(Axis::<0>, Axis::<1>))),
    ];
    for (name, change, clones) in CHANGES {
        for (how, share) in sharings {
            let mut t = noted([2, 2]);
            let at = t.as_ptr();
            let other = share(&t);
            assert_eq!(t.is_shared(), how != "reshaped, then changed", "{how}");
            drop(other);
            assert!(!t.is_shared(), "{how}");
            for round in 0..2 {
                let (made, ()) = copies(|| change(&mut t));
                assert_eq!((made, t.as_ptr()), (clones, at), "{name}, {how}: round {round}");
            }
        }
    }
}

#[test]
fn read_only_memory_is_copied_first() {
    struct Owner(Arc<Vec<Noted>>);
    impl AsRef<[Noted]> for Owner {
        fn as_ref(&self) -> &[Noted] {
            &self.0
        }
    }
    for (name, change, clones) in CHANGES {
        let owner = Arc::new((0..6).map(Noted).collect::<Vec<_>>());
        let all = Tensor::from_owner(Owner(owner.clone()), [3, 2]).unwrap();
        // The last two columns of its transpose, in reverse.
        let mut t = all.viewed(|v| v.transpose().slice(s![.., 1..;-1]));
        assert!(t.is_shared());
        assert!(owner.as_ptr_range().contains(&t.as_ptr()), "nothing was copied so far");
        let mut expected = t.to_contiguous();
        assert_eq!(values(&t), [4, 2, 5, 3]);
        change(&mut expected);
        let (made, ()) = copies(|| change(&mut t));
        assert_eq!(made, 4 + clones, "{name}: the tensor's elements only");
        assert_eq!((values(&t), t.strides()), (values(&expected), [2, 1]), "{name}");
        assert!(!t.is_shared(), "{name}");
        assert_eq!(Arc::strong_count(&owner), 1, "{name}: the owner is let go");
        assert!(owner.iter().map(|x| x.0).eq(0..6), "{name}: read-only");
        let (made, ()) = copies(|| change(&mut t));
        assert_eq!(made, clones, "{name}: again");
    }
}

#[test]
fn what_overlaps_itself_is_copied_even_if_unique() {
    let repeated = || noted([2]).viewed(|v| v.broadcast_to([2, 2]));
    let overlapping = || strided(3, [2, 2], [1, 1]);
    let shown_twice = || windows([2, 2]);
    // Of whose buffer the tensor shows a part only.
    let part = || strided(9, [3, 2], [2, 2]).viewed(|v| v.slice(s![1.., ..;-1]));
    let column = || noted([2, 2]).viewed(|v| v.broadcast_to([2, 2, 2]).index_axis(Last, 0));
    type Row<'a> = (&'a str, &'a dyn Fn() -> Tensor<Noted, 2>, [i64; 4]);
    let rows: [Row<'_>; 5] = [
        ("broadcast", &repeated, [0, 1, 0, 1]),
        ("strided", &overlapping, [0, 1, 1, 2]),
        ("windows", &shown_twice, [0, 1, 1, 2]),
        ("a part", &part, [4, 2, 6, 4]),
        ("a repeated column", &column, [0, 2, 0, 2]),
    ];
    for (kind, make, before) in rows {
        for (name, change, clones) in CHANGES {
            let mut t = make();
            assert!(t.is_shared(), "{kind}: a write copies");
            assert_eq!(values(&t), before, "{kind}");
            let mut expected = t.to_contiguous();
            change(&mut expected);
            let (made, ()) = copies(|| change(&mut t));
            assert_eq!(made, 4 + clones, "{kind}, {name}: the tensor's elements only");
            assert_eq!(values(&t), values(&expected), "{kind}, {name}");
            assert_eq!(t.strides(), [2, 1], "{kind}, {name}: row-major");
            let at = t.as_ptr();
            let (made, ()) = copies(|| change(&mut t));
            assert_eq!((made, t.as_ptr()), (clones, at), "{kind}, {name}: again");
        }
    }
}

#[test]
fn what_is_refused_copies_nothing() {
    let failures: [Change; 9] = [
        ("index", |t| t[[0, 2]] = Noted(-1), 0),
        ("index, far", |t| t[[usize::MAX, 0]] = Noted(-1), 0),
        ("+= tensor", |t| *t += &noted([3]), 0),
        ("+= owned tensor", |t| *t += noted([3, 2]), 0),
        ("+= view", |t| *t += noted([2, 3]).view(), 0),
        ("+= mutable view", |t| *t += &noted([3]).view_mut(), 0),
        ("assign", |t| t.assign(&noted([3])), 0),
        ("try_assign", |t| t.try_assign(&noted([3])).unwrap(), 0),
        ("zip", |t| zip((t, &noted([3]))).for_each(|x, _| x.0 = -1), 0),
    ];
    // The copy comes with the reference through which these write.
    let behind: [Change; 5] = [
        ("index of a reference", |t| (**t)[[0, 2]] = Noted(-1), 4),
        ("get_mut", |t| t.get_mut([2, 0]).unwrap().0 = -1, 4),
        ("row_mut", |t| t.row_mut(2).fill(Noted(-1)), 4),
        ("try_slice_mut", |t| t.try_slice_mut(s![.., 2]).unwrap().fill(Noted(-1)), 4),
        ("+= on a reference", |t| **t += &noted([3]), 4),
    ];
    let owner = Tensor::from_owner((0..4).map(Noted).collect::<Vec<_>>(), [2, 2]).unwrap();
    let shared = noted([2, 2]);
    let states = [
        ("shared", shared.clone()),
        ("transposed", shared.viewed(|v| v.transpose())),
        ("read-only", owner),
        ("overlapping", windows([2, 2])),
    ];
    for (name, change, expected) in failures.into_iter().chain(behind) {
        for (state, other) in &states {
            let (mut t, before) = (other.clone(), values(other));
            let (made, result) =
                copies(|| catch_unwind(AssertUnwindSafe(|| change(&mut t))).is_err());
            assert!(result, "{name}, {state}: it did not fail");
            assert_eq!(made, expected, "{name}, {state}: copies");
            assert_eq!((values(&t), values(other)), (before.clone(), before), "{name}, {state}");
            assert_eq!(t.shares_memory_with(other), expected == 0, "{name}, {state}");
        }
        let mut only = noted([2, 2]);
        let at = only.as_ptr();
        let (made, _) = copies(|| catch_unwind(AssertUnwindSafe(|| change(&mut only))));
        assert_eq!((made, only.as_ptr()), (0, at), "{name}: of a sole owner never");
        assert_eq!(values(&only), [0, 1, 2, 3], "{name}");
    }
}

/// What is asked once need not be asked again: behind `&mut TensorRef` there is no bound `Clone`, so
/// nothing can be copied.
#[test]
fn a_reference_for_writing_is_asked_about_sharing_once() {
    struct Solid(i64);
    fn write(t: &mut TensorRef<Solid, 2>) {
        t[[0, 0]].0 += 1;
        t.get_mut([0, 1]).unwrap().0 += 1;
        t.row_mut(1)[[0]].0 += 1;
        t.try_narrow_mut(Last, 1, 1).unwrap()[[1, 0]].0 += 1;
        t.view_mut().split_at_mut(Axis::<0>, 1).0.map_inplace(|x| x.0 += 1);
        t.rows_mut().last().unwrap().iter_mut().for_each(|x| x.0 += 1);
        t.axis_iter_mut(Last).flatten().for_each(|x| x.0 += 1);
        zip((&mut *t,)).for_each(|x| x.0 += 1);
        if let Some(elements) = t.as_slice_mut() {
            elements.iter_mut().for_each(|x| x.0 -= 1);
        }
    }
    let mut buffer = [0, 1, 10, 11].map(Solid);
    write(&mut TensorViewMut::from_slice_mut(&mut buffer, [2, 2]).unwrap());
    assert_eq!(buffer.map(|x| x.0), [3, 4, 13, 14]);

    let mut t = noted([2, 2]);
    let other = t.clone();
    let (made, writer) = copies(|| -> &mut TensorRef<Noted, 2> { &mut t });
    assert_eq!(made, 4, "asked here");
    let at = writer.as_ptr();
    let (made, ()) = copies(|| {
        for round in 0..100 {
            writer[[round % 2, 1]].0 += 1;
            negate(writer);
            negate(&mut writer.row_mut(0));
        }
    });
    assert_eq!((made, writer.as_ptr()), (0, at));
    assert_eq!((values(&t), values(&other)), (vec![0, 51, 2, -47], vec![0, 1, 2, 3]));
}

#[test]
fn a_zip_that_would_repeat_what_it_changes_copies_nothing() {
    let mut t = noted([1, 2]);
    let other = t.clone();
    let change = || zip((&mut t, &noted([2, 2]))).for_each(|x, y| x.0 += y.0);
    let (made, result) = copies(|| catch_unwind(AssertUnwindSafe(change)).is_err());
    assert_eq!((made, result), (0, true));
    assert!(t.shares_memory_with(&other));
}

#[test]
fn slices_for_writing() {
    let mut t = noted([2, 3]);
    let at = t.as_ptr();
    assert_eq!(t.as_slice_mut().unwrap().len(), 6);
    assert_eq!(t.as_ptr(), at);
    let keep = t.clone();
    let (made, ()) = copies(|| t.as_slice_mut().unwrap()[5] = Noted(50));
    assert_eq!((made, values(&keep)[5], values(&t)[5]), (6, 5, 50));
    // A middle of a buffer is contiguous, too.
    let at = keep.row(1).as_ptr();
    let mut rows = keep.viewed(|v| v.narrow(Axis::<0>, 1, 1));
    let (made, ()) = copies(|| rows.as_slice_mut().unwrap()[0] = Noted(30));
    assert_eq!((made, rows.as_ptr(), values(&rows)), (0, at, vec![30, 4, 5]));
    // What is not contiguous has no slice; a copy is.
    let mut across = noted([2, 2]).viewed(|v| v.transpose());
    let (made, ()) = copies(|| assert!(across.as_slice_mut().is_none()));
    assert_eq!((made, across.strides()), (0, [1, 2]));
    let other = across.clone();
    let (made, ()) = copies(|| assert_eq!(across.as_slice_mut().unwrap().len(), 4));
    assert_eq!((made, across.strides(), values(&across)), (4, [2, 1], values(&other)));
    assert_eq!(Tensor::<Noted, 2>::from_fn([0, 3], |_| Noted(0)).as_slice_mut().unwrap().len(), 0);
}

#[test]
fn the_other_tensors_keep_their_values_in_every_disguise() {
    let t = Tensor::from_fn([2, 3, 2], |[i, j, k]| (i * 6 + j * 2 + k) as i64);
    let before = t.to_vec();
    for (name, t) in disguises(&t) {
        let views = [
            t.clone(),
            t.clone().viewed(|v| v.flip(Axis::<0>).flip(Axis::<0>)),
            t.clone().viewed(|v| v.narrow(Axis::<1>, 0, 3)),
            t.reshape([2, 3, 2]),
        ];
        assert!(views.iter().all(|view| view.shares_memory_with(&t)), "{name}");
        let mut changed = t.clone();
        changed += 100;
        assert!(changed.to_vec().iter().zip(&before).all(|(a, b)| *a == b + 100), "{name}");
        for view in &views {
            assert_eq!(view.to_vec(), before, "{name}");
        }
        assert_eq!(t.to_vec(), before, "{name}");
    }
}

#[test]
fn closures_may_hold_the_tensor_they_change() {
    let mut t = noted([2, 2]);
    let held = t.clone();
    t.map_inplace(|x| x.0 += values(&held).iter().sum::<i64>());
    assert_eq!((values(&t), values(&held)), (vec![6, 7, 8, 9], vec![0, 1, 2, 3]));
    // One that changes a clone of the tensor that is being read.
    let mut other = t.clone();
    let sums = t.map(|x| {
        other[[0, 0]] = Noted(1000);
        x.0 + other[[0, 0]].0
    });
    assert_eq!(sums.to_vec(), [1006, 1007, 1008, 1009]);
    assert_eq!(values(&t), [6, 7, 8, 9]);
    // Elements that are taken out of the loop live as long as the borrow.
    let mut taken = Vec::new();
    zip((&mut t,)).for_each(|x| taken.push(x));
    taken.iter_mut().for_each(|x| x.0 = 0);
    taken.swap(0, 3);
    let (a, b) = taken.split_at_mut(1);
    std::mem::swap(&mut a[0].0, &mut b[0].0);
    assert_eq!(values(&t), [0; 4]);
}

#[test]
fn what_lies_between_is_not_touched() {
    let mut buffer = [0, 1, 2, 3, 4, 5, 6, 7];
    TensorViewMut::from_slice_mut_strided(&mut buffer, [2, 2], [3, 2], 1).unwrap().fill(9);
    assert_eq!(buffer, [0, 9, 2, 9, 9, 5, 9, 7]);
}

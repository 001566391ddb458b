//! Value semantics: who copies when, how much, and that nobody else's elements change.

// Mutable views are dropped where a closure must not return what it borrows.
#![allow(clippy::drop_non_drop, clippy::forget_non_drop)]

use crate::disguise::disguises;
use holor::prelude::*;
use std::cell::Cell;
use std::rc::Rc;

thread_local! {
    static COPIES: Cell<usize> = const { Cell::new(0) };
}

/// A number that counts how often it is cloned.
#[derive(Debug, PartialEq)]
struct Noted(i64);
impl Clone for Noted {
    fn clone(&self) -> Self {
        COPIES.set(COPIES.get() + 1);
        Noted(self.0)
    }
}
impl std::ops::AddAssign for Noted {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

fn noted<const R: usize>(shape: [usize; R]) -> Tensor<Noted, R> {
    let mut next = 0;
    Tensor::from_fn(shape, |_| {
        next += 1;
        Noted(next - 1)
    })
}

fn values<const R: usize, S: Storage<Elem = Noted>>(t: &Tensor<Noted, R, S>) -> Vec<i64> {
    t.map(|element| element.0).to_vec()
}

/// A way to change a matrix, with its name and the elements it clones beside those it detaches.
type Change = (&'static str, fn(&mut Tensor<Noted, 2>), usize);

/// Every way to change the elements of a tensor (of four elements).
const CHANGES: [Change; 12] = [
    ("view_mut", |t| drop(t.view_mut()), 0),
    ("index_mut", |t| t[[0, 0]] = Noted(-1), 0),
    ("get_mut", |t| t.get_mut([1, 1]).unwrap().0 = -1, 0),
    ("fill", |t| t.fill(Noted(-1)), 4),
    ("assign", |t| t.assign(&tensor![Noted(-1), Noted(-2)]), 4),
    ("try_assign", |t| t.try_assign(&Tensor::scalar(Noted(-2))).unwrap(), 4),
    ("+= tensor", |t| *t += &tensor![Noted(1), Noted(2)], 4),
    ("+= scalar", |t| *t += Noted(1), 4),
    ("map_inplace", |t| t.map_inplace(|x| x.0 *= -1), 0),
    ("slice_mut", |t| t.slice_mut(s![.., 0]).map_inplace(|x| x.0 *= -1), 0),
    ("zip, borrowed", |t| zip((t,)).for_each(|x| x.0 *= -1), 0),
    ("zip, viewed", |t| zip((t.view_mut(),)).for_each(|x| x.0 *= -1), 0),
];

#[test]
fn sole_owners_change_in_place() {
    for (name, change, clones) in CHANGES {
        // Whatever the strides, as long as they do not overlap.
        let only = |view: fn(Tensor<Noted, 2>) -> Tensor<Noted, 2>| view(noted([2, 2]));
        let states = [
            noted([2, 2]),
            // Shared before, which leaves a count.
            only(|t| t.clone()),
            only(|t| t.transpose()),
            only(|t| t.flip(Axis::<0>)),
            only(|_| noted([4, 4]).slice(s![1..3, ..;-2])),
        ];
        for mut t in states {
            let (at, strides) = (t.as_ptr(), t.strides());
            assert!(!t.is_shared());
            COPIES.set(0);
            change(&mut t);
            assert_eq!(COPIES.get(), clones, "{name}: copies");
            assert_eq!((t.as_ptr(), t.strides()), (at, strides), "{name}: moved");
        }
    }
}

#[test]
fn shared_elements_are_copied_first_and_only_the_views() {
    for (name, change, clones) in CHANGES {
        let all = noted([4, 4]);
        let mut part = all.step(Axis::<0>, 2).slice(s![.., 1..3;-1]);
        let sibling = all.index_axis(Axis::<0>, 2);
        assert!(all.is_shared() && part.is_shared());
        let mut expected = part.to_contiguous();
        change(&mut expected);
        COPIES.set(0);
        change(&mut part);
        assert_eq!(COPIES.get(), 4 + clones, "{name}: the view's elements only");
        assert_eq!(values(&part), values(&expected), "{name}");
        assert_eq!((part.strides(), part.is_contiguous()), ([2, 1], true), "{name}: row-major");
        assert!(!part.is_shared() && !part.shares_memory_with(&all), "{name}");
        assert_eq!(values(&all), (0..16).collect::<Vec<_>>(), "{name}: the other keeps its values");
        assert_eq!(values(&sibling), [8, 9, 10, 11], "{name}");
        // The second change does not copy any more.
        COPIES.set(0);
        change(&mut part);
        assert_eq!(COPIES.get(), clones, "{name}: again");
    }
}

#[test]
fn an_index_out_of_range_copies_nothing() {
    let mut t = noted([2, 2]);
    let other = t.clone();
    COPIES.set(0);
    assert!(t.get_mut([2, 0]).is_none());
    let write = std::panic::AssertUnwindSafe(|| t[[0, 2]] = Noted(-1));
    assert!(std::panic::catch_unwind(write).is_err());
    assert_eq!(COPIES.get(), 0);
    assert!(t.shares_memory_with(&other));
}

#[test]
fn read_only_memory_is_copied_first() {
    for (name, change, clones) in CHANGES {
        let owner = std::sync::Arc::new((0..4).map(Noted).collect::<Vec<_>>());
        struct Owner(std::sync::Arc<Vec<Noted>>);
        impl AsRef<[Noted]> for Owner {
            fn as_ref(&self) -> &[Noted] {
                &self.0
            }
        }
        let mut t = Tensor::from_owner(Owner(owner.clone()), [2, 2]).unwrap();
        assert!(t.is_shared());
        COPIES.set(0);
        change(&mut t);
        assert_eq!(COPIES.get(), 4 + clones, "{name}");
        assert!(!t.is_shared(), "{name}");
        assert_eq!(std::sync::Arc::strong_count(&owner), 1, "{name}: the owner is let go");
        assert!(owner.iter().map(|x| x.0).eq(0..4), "{name}: read-only");
    }
}

#[test]
fn what_overlaps_itself_is_copied_even_if_unique() {
    let repeated = || {
        let row = noted([2]);
        row.broadcast_to([2, 2])
    };
    let strided =
        || Tensor::from_vec_strided((0..3).map(Noted).collect(), [2, 2], [1, 1], 0).unwrap();
    let windows = || noted([3]).sliding_windows([2]);
    type Row<'a> = (&'a str, &'a dyn Fn() -> Tensor<Noted, 2>, [i64; 4]);
    let rows: [Row<'_>; 3] = [
        ("broadcast", &repeated, [0, 1, 0, 1]),
        ("strided", &strided, [0, 1, 1, 2]),
        ("windows", &windows, [0, 1, 1, 2]),
    ];
    for (kind, make, before) in rows {
        for (name, change, clones) in CHANGES {
            let mut t = make();
            assert!(!t.is_shared(), "{kind}: unique");
            assert_eq!(values(&t), before);
            let mut expected = t.to_contiguous();
            change(&mut expected);
            COPIES.set(0);
            change(&mut t);
            assert_eq!(COPIES.get(), 4 + clones, "{kind}, {name}");
            assert_eq!(values(&t), values(&expected), "{kind}, {name}");
            assert!(t.is_contiguous(), "{kind}, {name}");
        }
    }
}

#[test]
fn slices_for_writing() {
    let mut t = noted([2, 3]);
    let at = t.as_ptr();
    assert_eq!(t.as_slice_mut().unwrap().len(), 6);
    assert_eq!(t.as_ptr(), at);
    let keep = t.clone();
    COPIES.set(0);
    t.as_slice_mut().unwrap()[5] = Noted(50);
    assert_eq!((COPIES.get(), values(&keep)[5], values(&t)[5]), (6, 5, 50));
    // A middle of a buffer is contiguous, too.
    let mut rows = keep.narrow(Axis::<0>, 1, 1);
    drop(keep);
    rows.as_slice_mut().unwrap()[0] = Noted(30);
    assert_eq!(values(&rows), [30, 4, 5]);
    // Nothing is copied for an answer of `None`, nor for an index outside.
    let across = t.transpose();
    let mut other = across.clone();
    COPIES.set(0);
    assert!(other.as_slice_mut().is_none());
    assert!(other.get_mut([3, 0]).is_none());
    assert_eq!(COPIES.get(), 0);
    assert!(other.shares_memory_with(&across));
    assert_eq!(Tensor::<Noted, 2>::from_fn([0, 3], |_| Noted(0)).as_slice_mut().unwrap().len(), 0);
}

#[test]
fn the_other_tensors_keep_their_values_in_every_disguise() {
    let t = Tensor::from_fn([2, 3, 2], |[i, j, k]| (i * 6 + j * 2 + k) as i64);
    let before = t.to_vec();
    for (name, t) in disguises(&t) {
        let views = [t.clone(), t.flip(Axis::<0>).flip(Axis::<0>), t.narrow(Axis::<1>, 0, 3)];
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
fn into_vec_moves_where_it_can() {
    let moved = |t: Tensor<i64, 2>| {
        let at = t.as_ptr();
        let v = t.into_vec();
        (v.as_ptr() == at, v)
    };
    let t = || Tensor::from_vec((0..6).collect::<Vec<i64>>(), [2, 3]).unwrap();
    let all: Vec<i64> = (0..6).collect();
    assert_eq!(moved(t()), (true, all.clone()));
    let again = t().unsqueeze(Axis::<0>).index_axis(Axis::<0>, 0);
    assert_eq!(moved(again), (true, all.clone()), "views that change nothing");
    let shared = t();
    assert_eq!(moved(shared.clone()), (false, all.clone()), "shared");
    drop(shared.clone());
    assert_eq!(moved(shared), (true, all), "no longer shared");
    assert_eq!(moved(t().transpose()), (false, vec![0, 3, 1, 4, 2, 5]));
    assert_eq!(moved(t().narrow(Axis::<0>, 0, 1)), (false, vec![0, 1, 2]), "a part");
    assert_eq!(moved(t().narrow(Axis::<0>, 1, 1)), (false, vec![3, 4, 5]), "a part");
    assert_eq!(Tensor::scalar(5).broadcast_to([3]).into_vec(), [5, 5, 5]);
    assert_eq!(t().narrow(Axis::<1>, 0, 0).into_vec(), []);
    // The vector may grow again in its old allocation.
    let mut roomy = Vec::with_capacity(100);
    roomy.extend([1, 2, 3]);
    let at = roomy.as_ptr();
    let mut v = Tensor::from(roomy).into_vec();
    v.extend(4..90);
    assert_eq!((v.as_ptr(), v.len(), v.capacity()), (at, 89, 100));
}

#[test]
fn the_last_owner_frees_in_whatever_order() {
    let element = Rc::new(());
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let t = Tensor::from_fn([2, 2], |_| element.clone());
        let (row, copy) = (t.index_axis(Axis::<0>, 1).unsqueeze(Axis::<0>), t.clone());
        let mut owners = [Some(t), Some(row), Some(copy)];
        for (dropped, &i) in order.iter().enumerate() {
            assert_eq!(Rc::strong_count(&element), 5, "{order:?}");
            assert_eq!(owners[i].as_ref().unwrap().is_shared(), dropped < 2, "{order:?}");
            owners[i] = None;
        }
        assert_eq!(Rc::strong_count(&element), 1, "{order:?}");
    }
}

#[test]
fn views_may_be_forgotten() {
    let mut t = noted([2, 2]);
    std::mem::forget(t.view_mut());
    t.fill(Noted(3));
    assert!(!t.is_shared());
    let forgotten = std::mem::ManuallyDrop::new(t.clone());
    assert!(t.is_shared(), "a forgotten owner stays one");
    t.fill(Noted(4));
    assert!(!t.is_shared());
    assert_eq!(values(&t), [4; 4]);
    drop(std::mem::ManuallyDrop::into_inner(forgotten)); // for the leak checkers
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
fn mutable_views_may_be_swapped() {
    let (mut a, mut b) = (noted([2, 2]), noted([2, 2]).transpose());
    let (mut x, mut y) = (a.view_mut(), b.view_mut());
    std::mem::swap(&mut x, &mut y);
    x.fill(Noted(7));
    y.slice(s![0, ..]).fill(Noted(8));
    assert_eq!((values(&a), values(&b)), (vec![8, 8, 2, 3], vec![7; 4]));
    std::mem::swap(&mut a, &mut b);
    assert_eq!(values(&a), [7; 4]);
}

#[test]
fn tensors_go_to_other_threads() {
    let t = Tensor::from_fn([3, 4], |[i, j]| (i * 4 + j).to_string());
    let (mine, mut theirs) = (t.transpose(), t.clone());
    let theirs = std::thread::spawn(move || {
        theirs[[0, 0]].push('!');
        drop(t);
        theirs
    })
    .join()
    .unwrap();
    assert_eq!((theirs[[0, 0]].as_str(), mine[[0, 0]].as_str()), ("0!", "0"));
    assert!(!mine.is_shared() && !theirs.is_shared());
    let mut m = mine;
    let at = m.as_ptr();
    m.fill(String::new());
    assert_eq!(m.as_ptr(), at, "the other owners are gone, so nothing is copied");
}

#[test]
fn many_threads_clone_read_change_and_drop() {
    let rounds = if cfg!(miri) { 5 } else { 300 };
    for round in 0..rounds {
        let t = Tensor::from_fn([4, 4], |[i, j]| (i * 4 + j).to_string());
        let barrier = std::sync::Barrier::new(3);
        std::thread::scope(|scope| {
            for k in 0..3 {
                let (t, barrier) = (&t, &barrier);
                scope.spawn(move || {
                    barrier.wait();
                    let mut mine = t.transpose();
                    let row = mine.index_axis(Axis::<0>, k);
                    mine.index_axis(Axis::<1>, 0).map_inplace(|x| x.push('?'));
                    mine.fill(k.to_string());
                    assert_eq!(mine.to_vec(), vec![k.to_string(); 16]);
                    assert_eq!(row[[1]], (4 + k).to_string());
                });
            }
        });
        assert!(!t.is_shared(), "round {round}");
        let at = t.as_ptr();
        let v = t.into_vec();
        assert_eq!((v.as_ptr(), v[15].as_str()), (at, "15"));
    }
}

#[test]
fn what_lies_between_is_not_touched() {
    let mut buffer = [0, 1, 2, 3, 4, 5, 6, 7];
    TensorViewMut::from_slice_mut_strided(&mut buffer, [2, 2], [3, 2], 1).unwrap().fill(9);
    assert_eq!(buffer, [0, 9, 2, 9, 9, 5, 9, 7]);
}

#[test]
fn to_owned_copies_what_is_borrowed_and_clones_what_is_owned() {
    let owned = tensor![[1, 2], [3, 4]];
    let other: Tensor<i32, 2> = owned.to_owned();
    assert!(other.shares_memory_with(&owned));

    let mut source = tensor![[1, 2], [3, 4]];
    let view = source.view();
    let kept: Tensor<i32, 2> = view.transpose().to_owned();
    assert!(!kept.shares_memory_with(&source) && kept.is_contiguous());
    let from_mut: Tensor<i32, 1> = source.view_mut().row(1).to_owned();
    source.fill(0);
    assert_eq!(kept, tensor![[1, 3], [2, 4]]);
    assert_eq!(from_mut, tensor![3, 4]);
}

#[test]
fn cow_takes_the_clone_of_the_trait() {
    use std::borrow::Cow;

    let t = tensor![1, 2];
    let cow: Cow<'_, Tensor<i32, 1>> = Cow::Borrowed(&t);
    let taken: Tensor<i32, 1> = cow.into_owned();
    assert!(taken.shares_memory_with(&t));
    let view = t.view();
    let cow: Cow<'_, TensorView<'_, i32, 1>> = Cow::Borrowed(&view);
    let taken: TensorView<'_, i32, 1> = cow.into_owned();
    assert_eq!(taken, t);
}

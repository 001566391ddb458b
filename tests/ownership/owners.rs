//! Who owns a buffer: what borrows, what counts an owner, what keeps the buffer, and who frees it.

use crate::noted::{Noted, copies, noted, values};
use holor::prelude::*;
use std::borrow::{Borrow, Cow};
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

#[test]
fn views_borrow_and_count_no_owner() {
    let mut t = noted([2, 3]);
    let at = t.as_ptr();
    let (made, ()) = copies(|| {
        let views = (t.row(1), t.transpose(), t.slice(s![.., ..;-1]), t.view(), t.iter());
        let wide = t.broadcast_to([4, 2, 3]);
        let flat = t.reshape_view([6]).unwrap();
        assert!(!t.is_shared() && wide.shares_memory_with(&t) && flat.shares_memory_with(&t));
        assert_eq!((views.0[[0]].0, views.1[[2, 0]].0, views.2[[0, 0]].0), (3, 2, 2));
        // A view is copied, not counted.
        let other = views.3;
        assert!(views.3.shares_memory_with(&other) && !t.is_shared());
    });
    assert_eq!(made, 0);
    t[[0, 0]] = Noted(7);
    assert_eq!((t.as_ptr(), t.row(0)[[0]].0), (at, 7), "the next view sees the write");
}

#[test]
fn clones_and_reshapes_of_owned_tensors_count_an_owner() {
    type Other = fn(&Tensor<Noted, 3>) -> Tensor<Noted, 3>;
    let counting: [(&str, Other); 9] = [
        ("clone", |t| t.clone()),
        ("to_owned", |t| t.to_owned()),
        ("reshape", |t| t.reshape([3, 1, 4])),
        ("try_reshape", |t| t.try_reshape([INFER, 1, 2]).unwrap()),
        ("by order", |t| t.reshape_with_order([2, 3, 2], Order::RowMajor)),
        ("flatten", |t| t.flatten().viewed(|v| v.unsqueeze(Last).unsqueeze(Last))),
        ("flatten by order", |t| {
            t.flatten_with_order(Order::RowMajor).viewed(|v| v.split_axis(Last, [2, 3, 2]))
        }),
        ("merge_axes", |t| t.merge_axes(Axis::<0>, Axis::<1>).viewed(|v| v.unsqueeze(Last))),
        ("merge all", |t| {
            t.merge_axes(Axis::<0>, Last).viewed(|v| v.unsqueeze(Last).unsqueeze(Last))
        }),
    ];
    for (name, other) in counting {
        let mut t = noted([2, 3, 2]);
        let (made, mut u) = copies(|| other(&t));
        assert_eq!((made, u.as_ptr()), (0, t.as_ptr()), "{name}");
        assert!(t.is_shared() && u.is_shared(), "{name}");
        assert_eq!(values(&u), (0..12).collect::<Vec<_>>(), "{name}");
        // Whichever is written first copies; the other one is then alone and does not.
        let at = t.as_ptr();
        let (made, ()) = copies(|| u.map_inplace(|x| x.0 = -1));
        assert_eq!((made, t.is_shared(), u.is_shared()), (12, false, false), "{name}");
        let (made, ()) = copies(|| t.map_inplace(|x| x.0 += 1));
        assert_eq!((made, t.as_ptr()), (0, at), "{name}");
        assert_eq!((values(&t), values(&u)), ((1..13).collect(), vec![-1; 12]), "{name}");
    }
}

#[test]
fn reshapes_of_what_is_borrowed_copy() {
    type Other = fn(&TensorRef<Noted, 3>) -> Tensor<Noted, 3>;
    let copying: [(&str, Other); 7] = [
        ("to_owned", |t| t.to_owned()),
        ("view", |t| t.view().to_owned()),
        ("From", |t| t.view().into()),
        ("reshape", |t| t.reshape([3, 1, 4])),
        ("reshape of a view", |t| t.view().reshape([3, 1, 4])),
        ("flatten", |t| t.flatten().viewed(|v| v.unsqueeze(Last).unsqueeze(Last))),
        ("merge_axes", |t| t.merge_axes(Axis::<0>, Axis::<1>).viewed(|v| v.unsqueeze(Last))),
    ];
    let mut t = noted([2, 3, 2]);
    for (name, other) in copying {
        let (made, u) = copies(|| other(&t));
        assert_eq!((made, u.is_shared(), u.is_contiguous()), (12, false, true), "{name}");
        assert!(!u.shares_memory_with(&t) && !t.is_shared(), "{name}");
        let (made, u) = copies(|| other(&t.view_mut()));
        assert_eq!((made, u.shares_memory_with(&t)), (12, false), "{name} of a mutable view");
        assert_eq!(values(&u), (0..12).collect::<Vec<_>>(), "{name}");
    }
    // Of an owned tensor, where no strides exist for the shape.
    let turned = noted([2, 3]).viewed(|v| v.transpose());
    let (made, flat) = copies(|| turned.flatten());
    assert_eq!((made, values(&flat)), (6, vec![0, 3, 1, 4, 2, 5]));
    assert!(!turned.is_shared() && !flat.shares_memory_with(&turned));
}

#[test]
fn viewed_keeps_the_buffer() {
    let t = noted([3, 4]);
    let (at, whole) = (t.as_ptr(), t.slice(s![1.., 2]).as_ptr());
    let (made, part) = copies(|| t.viewed(|v| v.slice(s![1.., 2..]).transpose().row(0)));
    assert_eq!((made, part.as_ptr(), part.strides()), (0, whole, [4]));
    assert_eq!((values(&part), part.is_shared()), (vec![6, 10], false));
    assert_eq!(at.wrapping_add(6), whole);
    // A view that is one thing or another, one that asks the tensor, one that may not exist.
    let odd = |t: Tensor<i32, 2>, odd: bool| t.viewed(|v| if odd { v.row(1) } else { v.column(0) });
    assert_eq!(odd(tensor![[1, 2], [3, 4]], true), tensor![3, 4]);
    assert_eq!(odd(tensor![[1, 2], [3, 4]], false), tensor![1, 3]);
    let last = noted([3, 4]).viewed(|v| v.row(v.shape()[0] - 1));
    assert_eq!((values(&last), last.is_shared()), (vec![8, 9, 10, 11], false));
    let flat = noted([3, 4]).viewed(|v| v.reshape_view([INFER]).unwrap());
    assert_eq!(values(&flat), (0..12).collect::<Vec<_>>());
    // What is shared stays so, and a foreign owner is kept.
    let t = noted([2, 2]);
    let other = t.clone();
    let turned = t.viewed(|v| v.transpose());
    assert!(turned.is_shared() && other.is_shared() && turned.shares_memory_with(&other));
    let foreign = Tensor::from_owner(vec![1, 2, 3, 4], [2, 2]).unwrap();
    let at = foreign.column(1).as_ptr();
    let column = foreign.viewed(|v| v.column(1));
    assert_eq!((column.as_ptr(), column.is_shared(), column.to_vec()), (at, true, vec![2, 4]));
}

#[test]
fn another_tensors_view_is_copied_by_viewed() {
    static TABLE: [i32; 4] = [1, 2, 3, 4];
    let table = TensorView::from_slice(&TABLE, [2, 2]).unwrap();
    static OTHER: OnceLock<Tensor<Arc<()>, 2>> = OnceLock::new();
    let other = OTHER.get_or_init(|| Tensor::from_fn([2, 2], |_| Arc::new(())));
    let element = Arc::new(());
    let t = Tensor::from_fn([2, 2], |_| element.clone());
    let row = t.viewed(|_| other.row(0));
    assert_eq!((row.len(), row.is_shared(), row.shares_memory_with(other)), (2, false, false));
    assert!(row.iter().zip(&other.row(0)).all(|(a, b)| Arc::ptr_eq(a, b)));
    assert_eq!(Arc::strong_count(&row[[0]]), 2);
    assert_eq!(Arc::strong_count(&element), 1, "the buffer of the tensor is freed");
    let mut mine = Tensor::<i32, 2>::zeros([2, 2]).viewed(|_| table.transpose());
    assert!(!mine.shares_memory_with(&table) && !mine.is_shared());
    mine += 1;
    assert_eq!((mine, TABLE), (tensor![[2, 4], [3, 5]], [1, 2, 3, 4]));
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
    let again = t().viewed(|v| v.unsqueeze(Axis::<0>).index_axis(Axis::<0>, 0));
    assert_eq!(moved(again), (true, all.clone()), "views that change nothing");
    let reshaped = t().reshape([3, 2]).reshape([2, 3]);
    assert_eq!(moved(reshaped), (true, all.clone()), "of which nobody else is left");
    let shared = t();
    assert_eq!(moved(shared.clone()), (false, all.clone()), "shared");
    drop(shared.clone());
    assert_eq!(moved(shared), (true, all.clone()), "no longer shared");
    let foreign = Tensor::from_owner(all.clone(), [2, 3]).unwrap();
    assert_eq!(moved(foreign), (false, all), "a foreign owner's");
    let turned = t().viewed(|v| v.transpose());
    assert_eq!(moved(turned), (false, vec![0, 3, 1, 4, 2, 5]));
    let part = |start| t().viewed(|v| v.narrow(Axis::<0>, start, 1));
    assert_eq!(moved(part(0)), (false, vec![0, 1, 2]), "a part");
    assert_eq!(moved(part(1)), (false, vec![3, 4, 5]), "a part");
    assert_eq!(Tensor::scalar(5).viewed(|v| v.broadcast_to([3])).into_vec(), [5, 5, 5]);
    assert!(t().viewed(|v| v.narrow(Axis::<1>, 0, 0)).into_vec().is_empty());
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
        let row = t.clone().viewed(|v| v.row(1).unsqueeze(Axis::<0>));
        let flat = t.reshape([2, 2]);
        let mut owners = [Some(t), Some(row), Some(flat)];
        for (dropped, &i) in order.iter().enumerate() {
            assert_eq!(Rc::strong_count(&element), 5, "{order:?}");
            assert_eq!(owners[i].as_ref().unwrap().is_shared(), dropped < 2, "{order:?}");
            owners[i] = None;
        }
        assert_eq!(Rc::strong_count(&element), 1, "{order:?}");
    }
}

#[test]
#[allow(clippy::forget_non_drop, reason = "that forgetting does nothing is what is tested")]
fn views_may_be_forgotten() {
    let mut t = noted([2, 2]);
    std::mem::forget(t.view_mut());
    std::mem::forget(t.row_mut(0));
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
fn tensors_and_mutable_views_may_be_swapped() {
    let (mut a, mut b) = (noted([2, 2]), noted([2, 2]).viewed(|v| v.transpose()));
    let (mut x, mut y) = (a.view_mut(), b.view_mut());
    std::mem::swap(&mut x, &mut y);
    x.fill(Noted(7));
    y.row_mut(0).fill(Noted(8));
    assert_eq!((values(&a), values(&b)), (vec![8, 8, 2, 3], vec![7; 4]));
    std::mem::swap(&mut a, &mut b);
    assert_eq!((values(&a), values(&b)), (vec![7; 4], vec![8, 8, 2, 3]));
    let old = std::mem::replace(&mut a, noted([1, 1]));
    assert_eq!((values(&old), a.shape()), (vec![7; 4], [1, 1]));
    // Views that read, too: what is swapped is the borrow.
    let (mut row, mut column) = (b.row(0), old.column(1));
    std::mem::swap(&mut row, &mut column);
    assert_eq!((values(&row), values(&column)), (vec![7, 7], vec![8, 8]));
}

#[test]
fn halves_reach_no_element_twice() {
    for axis in [0, 1] {
        let mut t = noted([4, 4]).viewed(|v| v.transpose());
        let keep = t.clone();
        let view = t.view_mut();
        let (mut a, mut b) = match axis {
            0 => view.split_at_mut(Axis::<0>, 1),
            _ => view.split_at_mut(Axis::<1>, 3),
        };
        assert_eq!(a.len() + b.len(), 16);
        let of = |t: &TensorRef<Noted, 2>| t.iter().map(std::ptr::from_ref).collect::<Vec<_>>();
        let (first, second) = (of(&a), of(&b));
        assert!(first.iter().all(|x| !second.contains(x)));
        // Borrows of both are alive and written in turns.
        let both = a.iter_mut().zip(b.iter_mut().rev());
        both.for_each(|(x, y)| std::mem::swap(x, y));
        let mut found = values(&t);
        found.sort_unstable();
        assert_eq!(found, (0..16).collect::<Vec<_>>());
        assert_eq!(values(&keep.transpose()), found, "the other owner keeps its values");
        assert!(!t.is_shared());
    }
}

#[test]
fn tensors_go_to_other_threads() {
    let t = Tensor::from_fn([3, 4], |[i, j]| (i * 4 + j).to_string());
    let (mine, mut theirs) = (t.clone().viewed(|v| v.transpose()), t.clone());
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
                    let mut mine = t.reshape([4, 4]).viewed(|v| v.transpose());
                    let row = t.clone().viewed(|v| v.column(k));
                    mine.column_mut(0).map_inplace(|x| x.push('?'));
                    assert_eq!(mine[[0, 0]], "0?");
                    mine.fill(k.to_string());
                    assert_eq!(mine.to_vec(), vec![k.to_string(); 16]);
                    assert_eq!((&row[[1]], &t.view()[[1, k]]), (&(4 + k).to_string(), &row[[1]]));
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
fn to_owned_copies_what_is_borrowed_and_clones_what_is_owned() {
    let owned = tensor![[1, 2], [3, 4]];
    let other: Tensor<i32, 2> = owned.to_owned();
    assert!(other.shares_memory_with(&owned));

    let mut source = tensor![[1, 2], [3, 4]];
    let view = source.view();
    let kept: Tensor<i32, 2> = view.transpose().to_owned();
    assert!(!kept.shares_memory_with(&source) && kept.is_contiguous());
    let reference: &TensorRef<i32, 2> = &source;
    let of_reference: Tensor<i32, 2> = reference.to_owned();
    assert!(!of_reference.shares_memory_with(&source));
    let from_mut: Tensor<i32, 1> = source.row_mut(1).to_owned();
    source.fill(0);
    assert_eq!(kept, tensor![[1, 3], [2, 4]]);
    assert_eq!((from_mut, of_reference), (tensor![3, 4], tensor![[1, 2], [3, 4]]));
}

#[test]
fn cow_takes_the_clone_of_the_trait() {
    let t = tensor![1, 2];
    let cow: Cow<'_, Tensor<i32, 1>> = Cow::Borrowed(&t);
    let taken: Tensor<i32, 1> = cow.into_owned();
    assert!(taken.shares_memory_with(&t));
    let view = t.view();
    let cow: Cow<'_, TensorView<'_, i32, 1>> = Cow::Borrowed(&view);
    let taken: TensorView<'_, i32, 1> = cow.into_owned();
    assert_eq!(taken, t);
    // Of `TensorRef` as of a slice: what is borrowed is copied, what is owned is moved.
    let mut cow: Cow<'_, TensorRef<i32, 1>> = Cow::Borrowed(&t);
    assert!(cow.shares_memory_with(&t));
    cow.to_mut()[[0]] = 5;
    assert!(!cow.shares_memory_with(&t));
    let at = cow.as_ptr();
    let owned: Tensor<i32, 1> = cow.into_owned();
    assert_eq!((owned.as_ptr(), &owned, &t), (at, &tensor![5, 2], &tensor![1, 2]));
    let borrowed: &TensorRef<i32, 1> = owned.borrow();
    assert_eq!(borrowed.as_ptr(), at);
}

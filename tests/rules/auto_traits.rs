//! Auto traits and variance, each compared with the type of std that does the same.
//!
//! An owned tensor is a vector that may be shared, so it is as `Vec<T>` and `Arc<[T]>` both are;
//! references, views and iterators are as slices and theirs.

use holor::iter::{AxisIter, AxisIterMut, IndexedIter, IndexedIterMut, Iter, IterMut};
use holor::iter::{ExactChunks, ExactChunksMut, Lanes, LanesMut, Windows};
use holor::prelude::*;
use std::cell::Cell;
use std::marker::PhantomPinned;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::rc::Rc;
use std::sync::{Arc, MutexGuard};

/// Tells whether a type implements a trait: the inherent constant exists only if it does, and wins
/// over that of the trait, which always exists.
macro_rules! implements {
    ($T:ty: $Trait:path) => {{
        #[allow(dead_code)]
        trait Otherwise {
            const YES: bool = false;
        }
        impl<T: ?Sized> Otherwise for T {}
        struct Probe<T: ?Sized>(std::marker::PhantomData<T>);
        #[allow(dead_code)]
        impl<T: ?Sized + $Trait> Probe<T> {
            const YES: bool = true;
        }
        <Probe<$T>>::YES
    }};
}

/// Compares five auto traits of two types.
macro_rules! alike {
    ($($T:ty, $Model:ty;)+) => { $(
        alike!(@ $T, $Model, Send);
        alike!(@ $T, $Model, Sync);
        alike!(@ $T, $Model, Unpin);
        alike!(@ $T, $Model, UnwindSafe);
        alike!(@ $T, $Model, RefUnwindSafe);
    )+ };
    (@ $T:ty, $Model:ty, $Trait:path) => {
        assert_eq!(
            implements!($T: $Trait),
            implements!($Model: $Trait),
            "{}: {}, left: {}, right: {}",
            stringify!($T), stringify!($Trait), stringify!($T), stringify!($Model)
        );
    };
}

/// Compares every type of the crate that holds elements, for one type of element.
macro_rules! elements {
    ($($name:ident: $T:ty;)+) => { $(
        #[test]
        fn $name() {
            alike! {
                Tensor<$T, 2>, (Vec<$T>, Arc<[$T]>);
                AnyTensor<$T>, (Vec<$T>, Arc<[$T]>);
                &'static TensorRef<$T, 2>, &'static [$T];
                &'static mut TensorRef<$T, 2>, &'static mut [$T];
                TensorView<'static, $T, 2>, &'static [$T];
                TensorViewMut<'static, $T, 2>, &'static mut [$T];
                Iter<'static, $T, 2>, std::slice::Iter<'static, $T>;
                IterMut<'static, $T, 2>, std::slice::IterMut<'static, $T>;
                IndexedIter<'static, $T, 2>, std::slice::Iter<'static, $T>;
                IndexedIterMut<'static, $T, 2>, std::slice::IterMut<'static, $T>;
                AxisIter<'static, $T, 1>, std::slice::ChunksExact<'static, $T>;
                AxisIterMut<'static, $T, 1>, std::slice::ChunksExactMut<'static, $T>;
                Lanes<'static, $T, 1>, std::slice::ChunksExact<'static, $T>;
                LanesMut<'static, $T, 1>, std::slice::ChunksExactMut<'static, $T>;
                ExactChunks<'static, $T, 2>, std::slice::ChunksExact<'static, $T>;
                ExactChunksMut<'static, $T, 2>, std::slice::ChunksExactMut<'static, $T>;
                Windows<'static, $T, 2>, std::slice::Windows<'static, $T>;
            }
            alike!(@ TensorRef<$T, 2>, [$T], Send);
            alike!(@ TensorRef<$T, 2>, [$T], Sync);
            alike!(@ TensorRef<$T, 2>, [$T], UnwindSafe);
            alike!(@ TensorRef<$T, 2>, [$T], RefUnwindSafe);
            // No element is in it, so that it may be moved, could it be.
            assert!(implements!(TensorRef<$T, 2>: Unpin));
        }
    )+ };
}

elements! {
    plain: f32;
    not_sync: Cell<i32>;
    neither_send_nor_sync: Rc<i32>;
    sync_but_not_send: MutexGuard<'static, i32>;
    not_unwind_safe: &'static mut i32;
    pinned: PhantomPinned;
}

#[test]
fn the_probe_tells_both_ways() {
    assert!(implements!(i32: Send));
    assert!(!implements!(Rc<i32>: Send));
    assert!(!implements!(Cell<i32>: Sync));
}

/// What the types of std say, written down: which elements may go, and be seen, where.
#[test]
fn what_goes_to_other_threads() {
    macro_rules! travels {
        ($($T:ty: $send:literal $sync:literal;)+) => { $(
            let (send, sync): (bool, bool) = ($send, $sync);
            assert_eq!((implements!($T: Send), implements!($T: Sync)), (send, sync));
            let read = implements!(&'static TensorRef<$T, 2>: Send);
            let write = implements!(&'static mut TensorRef<$T, 2>: Send);
            assert_eq!((read, write), (sync, send), "references to {}", stringify!($T));
            let owned = (implements!(Tensor<$T, 2>: Send), implements!(Tensor<$T, 2>: Sync));
            assert_eq!(owned, (send && sync, send && sync), "owned {}", stringify!($T));
            let view = implements!(TensorView<'static, $T, 2>: Send);
            assert_eq!(view, sync, "view of {}", stringify!($T));
            assert_eq!(view, implements!(TensorView<'static, $T, 2>: Sync));
            let view = implements!(TensorViewMut<'static, $T, 2>: Send);
            assert_eq!(view, send, "mutable view of {}", stringify!($T));
            assert_eq!(implements!(TensorViewMut<'static, $T, 2>: Sync), sync);
        )+ };
    }
    travels! {
        f32: true true;
        String: true true;
        Cell<i32>: true false;
        Rc<i32>: false false;
        MutexGuard<'static, i32>: false true;
    }
}

/// Were it sized or clonable, it could be moved out from under the owner of its buffer.
#[test]
fn a_reference_is_to_what_is_never_held_by_value() {
    assert!(!implements!(TensorRef<f32, 2>: Sized));
    assert!(!implements!(TensorRef<f32, 2>: Clone));
    assert!(!implements!(TensorRef<f32, 2>: Copy) && !implements!(TensorRef<f32, 2>: Default));
    assert!(implements!(TensorRef<f32, 2>: ToOwned<Owned = Tensor<f32, 2>>));
}

#[test]
fn only_a_view_is_copied_and_a_mutable_one_is_not_even_cloned() {
    assert!(implements!(TensorView<'static, String, 2>: Copy));
    assert!(implements!(Tensor<Rc<i32>, 2>: Clone) && !implements!(Tensor<f32, 2>: Copy));
    assert!(!implements!(TensorViewMut<'static, f32, 2>: Clone));
    assert!(implements!(Iter<'static, String, 2>: Clone));
    assert!(!implements!(IterMut<'static, f32, 2>: Clone));
}

// Covariance: what holds for a long lifetime serves where a shorter one is asked for.

fn owned<'short, 'long: 'short>(t: Tensor<&'long str, 2>) -> Tensor<&'short str, 2> {
    t
}

fn view_elements<'short, 'long: 'short>(
    t: TensorView<'long, &'long str, 2>,
) -> TensorView<'short, &'short str, 2> {
    t
}

fn reference<'short, 'long: 'short>(
    t: &'long TensorRef<&'long str, 2>,
) -> &'short TensorRef<&'short str, 2> {
    t
}

fn reference_mut<'short, 'long: 'short, 'e>(
    t: &'long mut TensorRef<&'e str, 2>,
) -> &'short mut TensorRef<&'e str, 2> {
    t
}

fn view_mut_lifetime<'short, 'long: 'short, 'e>(
    t: TensorViewMut<'long, &'e str, 2>,
) -> TensorViewMut<'short, &'e str, 2> {
    t
}

fn iterator<'short, 'long: 'short>(i: Iter<'long, &'long str, 2>) -> Iter<'short, &'short str, 2> {
    i
}

fn parts<'short, 'long: 'short>(
    i: AxisIter<'long, &'long str, 1>,
) -> AxisIter<'short, &'short str, 1> {
    i
}

#[test]
fn tensors_and_views_are_covariant() {
    let mut t = Tensor::full([1, 2], "long");
    let local = String::from("short");
    let mut both = vec![owned(t.clone())];
    both.push(Tensor::full([1, 2], local.as_str()));
    assert_eq!(both[0][[0, 0]].len() + both[1][[0, 0]].len(), 9);
    assert_eq!(view_elements(t.view())[[0, 1]], "long");
    assert_eq!(reference(&t)[[0, 1]], "long");
    assert_eq!(iterator(t.iter()).count(), 2);
    assert_eq!(parts(t.axis_iter(Axis::<1>)).count(), 2);
    view_mut_lifetime(t.view_mut()).fill("all");
    assert_eq!(t[[0, 1]], "all");
    reference_mut(&mut t).fill("again");
    assert_eq!(t[[0, 1]], "again");
}

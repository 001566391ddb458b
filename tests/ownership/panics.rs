//! Elements that count themselves, and operations that panic at every position: nothing leaks,
//! nothing is dropped twice, and what was changed in place stays valid.

// Mutable views are dropped where a closure must not return what it borrows.
#![allow(clippy::drop_non_drop)]

use crate::fuse::{Counted, burn, panics_everywhere};
use holor::prelude::*;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

fn counted<const R: usize>(shape: [usize; R]) -> Tensor<Counted, R> {
    let mut next = 0;
    Tensor::from_fn(shape, |_| {
        next += 1;
        Counted::new(next)
    })
}

fn values<const R: usize>(t: &TensorRef<Counted, R>) -> Vec<i64> {
    t.map(Counted::value).to_vec()
}

/// A matrix of 3 x 4 in different states of memory; all are their buffer's only owner.
fn operands() -> Vec<(&'static str, Tensor<Counted, 2>)> {
    let mut all = vec![
        ("transposed", counted([4, 3]).viewed(|v| v.transpose())),
        ("dense", counted([3, 4])),
        ("windows", counted([6]).viewed(|v| v.sliding_windows([4]))),
        ("a part", counted([5, 6]).viewed(|v| v.slice(s![1..4, ..4]))),
        ("stepped", counted([6, 8]).viewed(|v| v.slice(s![..;2, ..;-2]))),
        ("repeated", counted([4]).viewed(|v| v.broadcast_to([3, 4]))),
    ];
    all.truncate(if cfg!(miri) { 3 } else { all.len() });
    all
}

#[test]
fn constructors() {
    panics_everywhere("from_fn", || {
        Tensor::from_fn([3, 4], |[i, j]| {
            burn();
            Counted::new((i + j) as i64)
        })
    });
    panics_everywhere("full", || Tensor::full([3, 4], Counted::new(1)));
    panics_everywhere("zeros", || Tensor::<Counted, 2>::zeros([3, 4]));
    panics_everywhere("ones", || Tensor::<Counted, 1>::ones([7]));
    panics_everywhere("from_iter", || {
        let each = (0..7).map(|i| {
            burn();
            Counted::new(i)
        });
        each.collect::<Tensor<_, 1>>()
    });
}

#[test]
fn operations_that_make_a_tensor() {
    for which in 0..operands().len() {
        let name = operands()[which].0;
        let x = || operands().swap_remove(which).1;
        panics_everywhere(name, || x().to_vec());
        panics_everywhere(name, || x().to_vec_with_order(Order::ColMajor));
        panics_everywhere(name, || x().to_contiguous());
        panics_everywhere(name, || x().view().reshape([2, 6]));
        panics_everywhere(name, || x().reshape_with_order([2, 6], Order::ColMajor).to_vec());
        panics_everywhere(name, || x().flatten().map(Clone::clone));
        panics_everywhere(name, || {
            let t = x();
            let keep = t.clone();
            (t.into_vec(), keep)
        });
        panics_everywhere(name, || x().map(Clone::clone));
        panics_everywhere(name, || x().map(|a| (a.clone(), [a.clone(), a.clone()])));
        panics_everywhere(name, || -x());
        panics_everywhere(name, || -&x());
        panics_everywhere(name, || x() + Counted::new(1));
        panics_everywhere(name, || &x() * Counted::new(2));
        let mask = Tensor::from_fn([3, 1], |[i, _]| i % 2 == 0);
        panics_everywhere(name, || mask.where_cond(x(), Tensor::scalar(Counted::new(0))));
    }
    let turned = || counted([3, 4]).viewed(|v| v.transpose());
    panics_everywhere("reshape of a transpose", || turned().reshape([12]));
    panics_everywhere("reshape of a view", || turned().view().reshape([12]));
    panics_everywhere("to_owned", || turned().row(1).to_owned());
    panics_everywhere("merge_axes", || turned().merge_axes(Axis::<0>, Axis::<1>));
    static FEW: std::sync::OnceLock<Vec<i64>> = std::sync::OnceLock::new();
    let few = FEW.get_or_init(|| vec![1, 2, 3]);
    panics_everywhere("viewed, of another tensor", || {
        // A panic in the closure, and one in the copy that follows.
        let t = counted([3]);
        burn();
        t.viewed(|v| {
            burn();
            assert_eq!(v.len(), few.len());
            v
        })
    });
}

#[test]
fn operators_of_every_mix() {
    for which in 0..operands().len() {
        let name = operands()[which].0;
        let x = || operands().swap_remove(which).1;
        let shared = |t: Tensor<Counted, 2>| (t.clone(), t);
        for y in 0..operands().len() {
            let y = || operands().swap_remove(y).1;
            panics_everywhere(name, || &x() + &y());
            panics_everywhere(name, || x() + &y());
            panics_everywhere(name, || &x() + y());
            panics_everywhere(name, || x() + y());
        }
        panics_everywhere(name, || {
            let (keep, x) = shared(x());
            (x + counted([3, 4]), keep)
        });
        panics_everywhere(name, || x() * counted([4]));
        panics_everywhere(name, || counted([3, 1]) * x());
        panics_everywhere(name, || x().view() + &x().view_mut());
    }
}

#[test]
fn zips_of_one_to_eight() {
    for which in 0..operands().len() {
        let name = operands()[which].0;
        let x = || operands().swap_remove(which).1;
        let row = || counted([4]);
        panics_everywhere(name, || zip((&x(),)).map(Clone::clone));
        panics_everywhere(name, || zip((&x(), &row())).map(|a, b| a.clone() + b.clone()));
        panics_everywhere(name, || zip((&x(), &row(), &x())).map(|a, _, c| (a.clone(), c.clone())));
        panics_everywhere(name, || {
            zip((&row(), &x(), &row(), &x())).map(|a, b, _, d| [a.clone(), b.clone(), d.clone()])
        });
        panics_everywhere(name, || {
            zip((&x(), &row(), &row(), &row(), &x())).map(|a, _, _, _, e| e.clone() * a.clone())
        });
        panics_everywhere(name, || {
            let mut changed = x();
            zip((&row(), &x(), &row(), &mut changed, &x(), &row())).map(|_, b, _, d, _, f| {
                *d += f.clone();
                b.clone()
            })
        });
        panics_everywhere(name, || {
            let (a, b, mut changed) = (x(), row(), x());
            zip((&a, &b, &a, &b, &a, &b, &a, &mut changed))
                .for_each(|a, _, _, b, _, _, c, d| *d = (a.clone() + b.clone()) * c.clone());
        });
        panics_everywhere(name, || {
            let mut out = x();
            zip((&x(), &row())).map_into(&mut out, |a, b| a.clone() + b.clone());
            out
        });
    }
}

/// Runs a change that panics at each position in turn, and checks that the tensor is still one.
fn stays_valid(name: &str, change: impl Fn(&mut Tensor<Counted, 2>)) {
    for which in 0..operands().len() {
        panics_everywhere(name, || {
            let mut t = operands().swap_remove(which).1;
            let before = values(&t);
            let result = catch_unwind(AssertUnwindSafe(|| change(&mut t)));
            let after = values(&t);
            assert_eq!((t.shape(), after.len()), ([3, 4], 12));
            if result.is_ok() {
                assert_ne!(before, after, "{name}");
            }
            t.view_mut().map_inplace(|x| *x = Counted::new(0));
            assert_eq!(values(&t), [0; 12]);
            if let Err(panic) = result {
                std::panic::resume_unwind(panic);
            }
        });
    }
}

#[test]
fn changes_in_place() {
    stays_valid("fill", |t| t.fill(Counted::new(-1)));
    stays_valid("assign", |t| t.assign(&(counted([4]) * Counted::new(-1))));
    stays_valid("+= tensor", |t| *t += &counted([3, 1]));
    stays_valid("+= owned tensor", |t| *t += counted([4, 3]).transpose());
    stays_valid("+= on a reference", |t| **t += &counted([3, 1]));
    stays_valid("+= scalar", |t| *t += Counted::new(100));
    stays_valid("map_inplace", |t| {
        t.map_inplace(|x| {
            burn();
            *x = Counted::new(-x.value());
            burn();
        });
    });
    stays_valid("zip", |t| {
        zip((t.view_mut().flip(Last), &counted([4])))
            .for_each(|a, b| *a = b.clone() * Counted::new(9));
    });
    stays_valid("view_mut", |t| {
        let keep = t.clone();
        t.view_mut()[[2, 1]] = Counted::new(-5);
        assert_ne!(values(&keep), values(t));
    });
    stays_valid("index_mut of a shared one", |t| {
        let _keep = t.clone();
        t[[0, 0]] = -t[[0, 0]].clone();
    });
    stays_valid("split_at_mut", |t| {
        let (mut left, mut right) = t.view_mut().split_at_mut(Last, 1);
        right.fill(Counted::new(-2));
        left.assign(&right.narrow(Last, 2, 1));
    });
}

#[test]
fn a_panic_while_detaching_leaves_both_owners_as_they_were() {
    panics_everywhere("detach", || {
        let keep = counted([2, 3]);
        let mut t = keep.clone().viewed(|v| v.transpose());
        let result = catch_unwind(AssertUnwindSafe(|| drop(t.view_mut())));
        assert_eq!((values(&keep), values(&t)), ((1..7).collect(), vec![1, 4, 2, 5, 3, 6]));
        assert_eq!(t.is_shared(), result.is_err());
        if let Err(panic) = result {
            std::panic::resume_unwind(panic);
        }
    });
}

thread_local! {
    static MADE: Cell<isize> = const { Cell::new(0) };
    static EXPLODE: Cell<bool> = const { Cell::new(false) };
}

/// Has no size, and counts how many there are.
#[derive(Debug, PartialEq)]
struct Ghost;
impl Ghost {
    fn new() -> Self {
        MADE.set(MADE.get() + 1);
        Ghost
    }
}
impl Clone for Ghost {
    fn clone(&self) -> Self {
        burn();
        Ghost::new()
    }
}
impl Drop for Ghost {
    fn drop(&mut self) {
        MADE.set(MADE.get() - 1);
    }
}
impl std::ops::Add for Ghost {
    type Output = Self;
    fn add(self, _: Self) -> Self {
        burn();
        Ghost::new()
    }
}

#[test]
fn elements_without_a_size() {
    let ghosts = || Tensor::from_fn([3, 4], |_| Ghost::new());
    let check = |name: &str, operation: &mut dyn FnMut()| {
        panics_everywhere(name, operation);
        assert_eq!(MADE.get(), 0, "{name}");
    };
    check("to_vec", &mut || assert_eq!(ghosts().to_vec().len(), 12));
    check("transposed", &mut || assert_eq!(ghosts().transpose().to_contiguous().len(), 12));
    check("sum", &mut || drop(ghosts() + ghosts().narrow(Axis::<0>, 0, 1)));
    check("of views", &mut || drop(ghosts().flip(Last) + ghosts().step(Axis::<0>, -1)));
    check("fill", &mut || ghosts().slice_mut(s![..;2, 1..]).fill(Ghost::new()));
    check("copy on write", &mut || {
        let t = ghosts();
        let mut part = t.clone().viewed(|v| v.index_axis(Axis::<1>, 2));
        part[[1]] = Ghost::new();
        assert_eq!((part.into_vec().len(), t.len()), (3, 12));
    });
    check("windows", &mut || {
        let mut windows = ghosts().viewed(|v| v.sliding_windows([2, 2]));
        windows.map_inplace(|g| *g = g.clone());
    });
    assert_eq!(size_of::<Ghost>(), 0);

    if cfg!(miri) {
        return; // which counts through vectors of nothing
    }
    let side = 1 << (usize::BITS / 2 - 2);
    let units = Tensor::full([side, side], ());
    assert_eq!(units.transpose().narrow(Axis::<0>, 5, 2).narrow(Last, 0, 3).to_vec(), [(); 6]);
    assert_eq!(units.slice(s![..;-3, 7]).get([1]), Some(&()));
    assert_eq!(units.get([side, 0]), None);
    let most = Tensor::from(vec![(); isize::MAX as usize]);
    let ends = most.step(Axis::<0>, isize::MAX - 1);
    assert_eq!((ends.shape(), ends.to_vec()), ([2], vec![(); 2]));
    // Two operands whose strides nearly leave the range of `isize`, in opposite orders.
    let far =
        Tensor::from_vec_strided(vec![(); isize::MAX as usize], [2, 2], [1, isize::MAX - 2], 0);
    let far = far.unwrap();
    let near = Tensor::full([2, 2], ());
    assert_eq!(zip((&near, &far)).map(|(), ()| 1), tensor![[1, 1], [1, 1]]);
    assert_eq!(zip((&far, &near)).map(|(), ()| 1), tensor![[1, 1], [1, 1]]);
    assert_eq!(far.transpose().flip(Last).to_vec(), [(); 4]);
}

#[test]
fn elements_of_many_sizes() {
    fn check<T: Clone + PartialEq + std::fmt::Debug>(make: impl Fn(usize) -> T) {
        let t = Tensor::from_fn([5, 6], |[i, j]| make(i * 6 + j));
        let turned = t.transpose().flip(Axis::<0>);
        let expected: Vec<T> =
            (0..6).rev().flat_map(|j| (0..5).map(move |i| i * 6 + j)).map(&make).collect();
        assert_eq!(turned.to_vec(), expected);
        assert_eq!(turned.map(Clone::clone).into_vec(), expected);
        let mut part = t.clone().viewed(|v| v.slice(s![1..;2, ..;-1]));
        part.fill(make(99));
        assert_eq!(part.to_vec(), vec![make(99); 12]);
        assert_eq!(t.into_vec(), (0..30).map(make).collect::<Vec<_>>());
    }
    check(|i| i as u8);
    check(|i| [i as u8; 3]);
    check(|i| [i as u64; 9]);
    check(|i| [i as u64; 500]);
    check(|i| i.to_string());
    check(|i| (i % 2 == 0).then(|| vec![i; i]));
    check(|i| Box::<[usize]>::from(vec![i; 3]));
    check(|i| std::rc::Rc::new(Cell::new(i)));

    #[derive(Clone, Debug, PartialEq)]
    #[repr(align(128))]
    struct Aligned(u8);
    check(|i| Aligned(i as u8));
    let t = Tensor::from_fn([3, 2], |[i, j]| Aligned((i * 2 + j) as u8));
    assert!(t.map(|x| std::ptr::from_ref(x).addr() % 128).to_vec().iter().all(|&a| a == 0));
}

/// Panics when it is dropped while `EXPLODE` is set, once.
#[derive(Clone)]
struct Mine(#[allow(dead_code)] std::rc::Rc<()>);
impl Drop for Mine {
    fn drop(&mut self) {
        if EXPLODE.replace(false) {
            panic!("dropped");
        }
    }
}

#[test]
fn a_destructor_that_panics_loses_no_other_element() {
    let token = std::rc::Rc::new(());
    let mines = || Tensor::from_fn([3, 4], |_| Mine(token.clone()));
    let explodes = |name: &str, operation: &mut dyn FnMut()| {
        EXPLODE.set(true);
        assert!(catch_unwind(AssertUnwindSafe(operation)).is_err(), "{name}");
        assert!(!EXPLODE.get(), "{name}");
    };
    explodes("drop", &mut || {
        let t = mines();
        drop(t);
    });
    explodes("shared", &mut || {
        let t = mines();
        drop((t.clone().viewed(|v| v.transpose()), t));
    });
    explodes("viewed", &mut || drop(mines().viewed(|v| v.row(1))));
    let mut t = mines();
    explodes("fill", &mut || t.fill(Mine(token.clone())));
    explodes("assign", &mut || t.assign(&mines().index_axis(Axis::<0>, 0)));
    assert_eq!(t.len(), 12);
    drop(t);
    // The old buffer goes while the new one comes.
    let mut t = mines().viewed(|v| v.sliding_windows([2, 2]));
    explodes("detach", &mut || drop(t.view_mut()));
    assert_eq!((t.shape(), t.is_contiguous(), t.to_vec().len()), ([2, 3, 2, 2], true, 24));
    drop(t);
    assert_eq!(std::rc::Rc::strong_count(&token), 1, "all tokens are back");
}

/// Numbers are brought to scratch blocks where they are not contiguous; a panic must not lose what was
/// changed there.
#[test]
fn numbers_changed_in_place_before_a_panic_stay_changed() {
    type Make = fn() -> Tensor<i32, 3>;
    fn zeros(shape: [usize; 3]) -> Tensor<i32, 3> {
        Tensor::zeros(shape)
    }
    let layouts: [(&str, Make); 5] = [
        ("contiguous", || zeros([20, 40, 30])),
        ("transposed", || zeros([20, 40, 30]).viewed(|v| v.permute(axes![2, 1, 0]))),
        ("stepped", || zeros([20, 40, 30]).viewed(|v| v.slice(s![.., ..;2, ..;3]))),
        ("short rows", || zeros([300, 5, 4]).viewed(|v| v.slice(s![.., .., ..3]))),
        ("long rows", || zeros([3, 40, 200]).viewed(|v| v.permute(axes![1, 2, 0]))),
    ];
    for (name, make) in layouts {
        for last in [0, 1, 700, make().len() - 2] {
            let (mut t, seen) = (make(), Cell::new(0));
            let change = AssertUnwindSafe(|| {
                t.map_inplace(|x| {
                    *x += 1;
                    seen.set(seen.get() + 1);
                    assert!(seen.get() <= last, "at the last one");
                });
            });
            assert!(catch_unwind(change).is_err());
            let kept = t.iter().filter(|&&x| x == 1).count();
            assert_eq!((kept, t.iter().all(|&x| x < 2)), (last + 1, true), "{name}, {last}");
        }
    }
}

//! Every way to give a tensor to `rearrange!`, `repeat!` and `reduce!`: what the result is, whose memory
//! it has, for how long it lives, and what a write to it reaches.

use crate::caught::refuses;
use holor::prelude::*;
use holor::{try_rearrange, try_reduce, try_repeat};
use std::cell::Cell;
use std::rc::Rc;

/// `[rows, columns]`, counted from 0.
fn counting(rows: usize, columns: usize) -> Tensor<i32, 2> {
    Tensor::from_fn([rows, columns], |[i, j]| (i * columns + j) as i32)
}

/// An element that cannot be cloned.
#[derive(Debug, PartialEq)]
struct Plain(i32);

fn plain() -> Tensor<Plain, 2> {
    Tensor::from_vec((0..6).map(Plain).collect(), [2, 3]).unwrap()
}

/// Two counts that elements share.
type Counts = Rc<(Cell<usize>, Cell<usize>)>;

/// An element that counts its clones and those of it that are alive.
struct Counted(Counts);

impl Counted {
    fn tensor() -> (Tensor<Counted, 2>, Counts) {
        let counts = Rc::new((Cell::new(0), Cell::new(6)));
        let elements = (0..6).map(|_| Counted(counts.clone())).collect();
        (Tensor::from_vec(elements, [2, 3]).unwrap(), counts)
    }
}

impl Clone for Counted {
    fn clone(&self) -> Self {
        self.0.0.set(self.0.0.get() + 1);
        self.0.1.set(self.0.1.get() + 1);
        Counted(self.0.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.1.set(self.0.1.get() - 1);
    }
}

#[test]
fn a_tensor_by_value_stays_in_its_buffer() {
    let m = plain();
    let start = m.as_ptr();
    let turned: Tensor<Plain, 2> = rearrange!(m, "a b -> b a");
    assert_eq!((turned.as_ptr(), turned.strides()), (start, [1, 3]));
    let split: Tensor<Plain, 3> = rearrange!(turned, "b (a c) -> a c b", c = 1);
    assert_eq!((split.as_ptr(), split.shape()), (start, [2, 1, 3]));
    let around: Tensor<Plain, 3> = rearrange!(split, "a ... -> ... a");
    assert_eq!((around.as_ptr(), around.shape()), (start, [1, 3, 2]));
    assert!(!around.is_shared());
    let elements: Vec<i32> = around.iter().map(|x| x.0).collect();
    assert_eq!(elements, [0, 3, 1, 4, 2, 5]);
}

#[test]
fn a_tensor_by_value_is_written_where_it_was_if_it_is_alone() {
    let m = counting(2, 3);
    let start = m.as_ptr();
    let mut turned = rearrange!(m, "a b -> b a");
    turned[[0, 1]] = 9;
    assert_eq!((turned.as_ptr(), turned), (start, tensor![[0, 9], [1, 4], [2, 5]]));

    // With a second owner, the write copies first, and the owner sees nothing of it.
    let m = counting(2, 3);
    let mut turned = rearrange!(m.clone(), "a b -> b a");
    assert!(m.is_shared() && turned.is_shared());
    turned[[0, 1]] = 9;
    assert!(!m.is_shared() && !turned.is_shared());
    assert_eq!((m, turned), (counting(2, 3), tensor![[0, 9], [1, 4], [2, 5]]));
}

#[test]
fn joined_axes_of_a_tensor_by_value_keep_the_buffer_where_strides_exist() {
    let (m, counts) = Counted::tensor();
    let start = m.as_ptr();
    let flat: Tensor<Counted, 1> = rearrange!(m, "a b -> (a b)");
    assert_eq!((flat.as_ptr(), flat.shape(), flat.is_shared()), (start, [6], false));
    assert_eq!(counts.0.get(), 0, "clones");
    let back = rearrange!(flat, "(a b) -> a b", a = 2);
    let rest: Tensor<Counted, 1> = rearrange!(back, "a ... -> (a ...)");
    assert_eq!((rest.as_ptr(), counts.0.get()), (start, 0));
    // Else one copy; the elements that were copied are dropped.
    let m = rearrange!(rest, "(a b) -> a b", a = 2);
    let copy: Tensor<Counted, 1> = rearrange!(m, "a b -> (b a)");
    assert_ne!(copy.as_ptr(), start);
    assert_eq!((counts.0.get(), counts.1.get()), (6, 6), "clones, and elements that are alive");
    drop(copy);
    assert_eq!(counts.1.get(), 0);
}

#[test]
fn joined_axes_of_a_borrowed_tensor_share_its_buffer_where_strides_exist() {
    let m = counting(2, 3);
    {
        let flat: Tensor<i32, 1> = rearrange!(&m, "a b -> (a b)");
        assert_eq!(flat.as_ptr(), m.as_ptr());
        assert!(m.is_shared() && flat.is_shared(), "two owners");
        let one: Tensor<i32, 2> = repeat!(&m, "a b -> (a b) 1");
        assert_eq!(one.as_ptr(), m.as_ptr());
    }
    assert!(!m.is_shared(), "one owner is left");
    let mut flat = rearrange!(&m, "a b -> (a b)");
    flat[[0]] = 9;
    assert_eq!((m[[0, 0]], flat[[0]], m.is_shared()), (0, 9, false));
    let other: Tensor<i32, 1> = rearrange!(&m, "a b -> (b a)");
    assert!(!m.is_shared() && !other.shares_memory_with(&m));
    assert_eq!(other, tensor![0, 3, 1, 4, 2, 5]);
}

#[test]
fn joined_axes_of_a_view_are_copied() {
    let mut m = counting(2, 3);
    let start = m.as_ptr();
    let flat = m.to_vec();
    let alone = |copy: Tensor<i32, 1>| {
        assert_eq!(copy.to_vec(), flat);
        assert!(copy.as_ptr() != start && !copy.is_shared());
    };
    let tensor: &TensorRef<i32, 2> = &m;
    alone(rearrange!(tensor, "a b -> (a b)"));
    alone(rearrange!(m.view(), "a b -> (a b)"));
    alone(rearrange!(&m.view(), "a b -> (a b)"));
    alone(rearrange!(&m.view_mut(), "a b -> (a b)"));
    alone(rearrange!(m.view(), "a ... -> (a ...)"));
    assert!(!m.is_shared());
}

#[test]
fn views_live_as_long_as_what_they_borrow() {
    fn of_tensor<'a>(x: &'a Tensor<Plain, 2>) -> TensorView<'a, Plain, 2> {
        rearrange!(x, "a b -> b a")
    }
    fn of_tensor_ref<'a>(x: &'a TensorRef<Plain, 2>) -> TensorView<'a, Plain, 3> {
        rearrange!(x, "a (b c) -> c b a", c = 3)
    }
    fn of_view<'a>(x: TensorView<'a, Plain, 2>) -> TensorView<'a, Plain, 2> {
        rearrange!(x, "a b -> b a")
    }
    fn of_view_by_reference<'a>(x: &TensorView<'a, Plain, 2>) -> TensorView<'a, Plain, 2> {
        rearrange!(x, "a b -> b a")
    }
    fn of_mutable_view<'a>(x: &'a TensorViewMut<'_, Plain, 2>) -> TensorView<'a, Plain, 2> {
        rearrange!(x, "a b -> b a")
    }
    fn repeated<'a>(x: TensorView<'a, Plain, 2>) -> TensorView<'a, Plain, 3> {
        repeat!(x, "a b -> b 4 a")
    }
    fn of_any_rank<'a, const R: usize, const E: usize>(
        x: TensorView<'a, Plain, R>,
    ) -> TensorView<'a, Plain, R>
    where
        Rank<R>: Minus<Rank<1>, Output = Rank<E>>,
        Rank<E>: Plus<Rank<1>, Output = Rank<R>>,
    {
        rearrange!(x, "a ... -> ... a")
    }
    let m = plain();
    let start = m.as_ptr();
    let views = {
        // Neither the view nor the reference to it lives as long as the results.
        let view = m.view();
        [of_tensor(&m), of_view(view), of_view_by_reference(&view), of_any_rank(view)]
    };
    for view in views {
        assert_eq!((view.as_ptr(), view.shape(), view[[2, 1]].0), (start, [3, 2], 5));
    }
    assert_eq!((of_tensor_ref(&m).as_ptr(), of_tensor_ref(&m).shape()), (start, [3, 1, 2]));
    assert_eq!(repeated(m.view()).strides(), [1, 0, 3]);
    let mut elements = [Plain(0), Plain(1)];
    let view = TensorViewMut::from_slice_mut(&mut elements, [1, 2]).unwrap();
    let turned = of_mutable_view(&view);
    assert_eq!((turned.as_ptr(), turned.shape()), (view.as_ptr(), [2, 1]));
}

#[test]
fn writes_reach_the_tensor_however_it_is_lent() {
    fn written<'a>(mut x: TensorViewMut<'a, i32, 2>) -> TensorViewMut<'a, i32, 2> {
        x += 1;
        rearrange!(x, "a b -> b a")
    }
    let mut m = counting(2, 3);
    let start = m.as_ptr();
    let mut turned: TensorViewMut<'_, i32, 2> = rearrange!(&mut m, "a b -> b a");
    turned[[2, 0]] = 20;
    let tensor: &mut TensorRef<i32, 2> = &mut m;
    let mut split: TensorViewMut<'_, i32, 3> = rearrange!(&mut *tensor, "a (b c) -> c a b", c = 3);
    split[[0, 1, 0]] = 30;
    let mut around: TensorViewMut<'_, i32, 2> = rearrange!(tensor, "a ... -> ... a");
    around[[1, 1]] = 40;
    assert_eq!((&m, m.as_ptr()), (&tensor![[0, 1, 20], [30, 40, 5]], start));

    let mut view = m.view_mut();
    let mut flat: TensorViewMut<'_, i32, 1> = rearrange!(&mut view, "a b -> (a b)");
    flat[[1]] = 10;
    let mut turned = written(view);
    turned.row_mut(0).fill(0);
    assert_eq!((&m, m.as_ptr()), (&tensor![[0, 11, 21], [0, 41, 6]], start));
}

#[test]
fn a_pattern_for_writing_copies_what_others_own_and_nothing_else() {
    let mut m = counting(2, 3);
    let other = m.clone();
    rearrange!(&mut m, "a b -> b a").row_mut(1).fill(-1);
    assert_eq!((&m, &other), (&tensor![[0, -1, 2], [3, -1, 5]], &counting(2, 3)));
    assert!(!m.shares_memory_with(&other) && !m.is_shared() && !other.is_shared());
    // The copy lies in row-major order, whatever was shared.
    let mut turned = rearrange!(other.clone(), "a b -> b a");
    let flat: TensorViewMut<'_, i32, 1> = rearrange!(&mut turned, "b a -> (b a)");
    assert_eq!(flat.to_vec(), [0, 3, 1, 4, 2, 5]);
    assert_eq!(other, counting(2, 3));
}

#[test]
fn joined_axes_are_written_in_place_or_not_at_all() {
    let mut m = counting(2, 3);
    let start = m.as_ptr();
    let flat: TensorViewMut<'_, i32, 1> = rearrange!(m.view_mut(), "a b -> (a b)");
    assert_eq!(flat.as_ptr(), start);
    let refusal = "rearrange \"a b -> (b a)\": [2, 3]: the axes of `(b a)` do not follow each other \
                   in memory, and a mutable view cannot be a copy";
    let error = try_rearrange!(&mut m, "a b -> (b a)").unwrap_err();
    assert_eq!(error.to_string(), refusal);
    let error = try_rearrange!(m.view_mut(), "a b -> (b a)").unwrap_err();
    assert_eq!(error.to_string(), refusal);
    refuses(refusal, || rearrange!(&mut m, "a b -> (b a)").fill(0));
    assert_eq!(m, counting(2, 3));
}

#[test]
fn repeated_axes_are_read() {
    let mut m = counting(2, 3);
    let start = m.as_ptr();
    let views: [TensorView<'_, i32, 3>; 3] =
        [repeat!(&m, "a b -> c b a", c = 4), repeat!(&*m, "a b -> 4 b a"), {
            let view = m.view();
            repeat!(view, "a b -> 4 b a")
        }];
    for view in views {
        assert_eq!((view.as_ptr(), view.shape(), view.strides()), (start, [4, 3, 2], [0, 1, 3]));
    }
    let read: TensorView<'_, i32, 3> = repeat!(&mut m, "a b -> 4 b a");
    assert_eq!((read.as_ptr(), read[[3, 2, 1]]), (start, 5));
    let read: TensorView<'_, i32, 2> = repeat!(m.view_mut(), "a b -> b a");
    assert_eq!((read.as_ptr(), read[[2, 1]]), (start, 5));
    let mut view = m.view_mut();
    let read: TensorView<'_, i32, 3> = repeat!(&mut view, "a ... -> ... a 2");
    assert_eq!((read.as_ptr(), read[[2, 1, 1]]), (start, 5));

    // What others own too is not copied, for nothing is written.
    let other = m.clone();
    assert_eq!(repeat!(&mut m, "a b -> 4 b a").as_ptr(), other.as_ptr());
    drop(other);

    // By value it is owned, in the same buffer, and a write to one of the repeated elements copies.
    let mut repeated: Tensor<i32, 3> = repeat!(m, "a b -> c a b", c = 2);
    assert_eq!((repeated.as_ptr(), repeated.strides()), (start, [0, 3, 1]));
    repeated[[0, 0, 0]] = 9;
    assert_eq!((repeated[[0, 0, 0]], repeated[[1, 0, 0]]), (9, 0));
    assert_eq!(repeated.strides(), [6, 3, 1]);
}

#[test]
fn repeated_axes_that_are_joined_are_copied_of_everything() {
    let mut m = counting(1, 3);
    let expected = tensor![[0, 0, 1, 1, 2, 2]];
    let copies: [Tensor<i32, 2>; 10] = [
        repeat!(&m, "a b -> a (b 2)"),
        repeat!(&*m, "a b -> a (b 2)"),
        repeat!(m.view(), "a b -> a (b 2)"),
        repeat!(&m.view(), "a b -> a (b 2)"),
        repeat!(&m.view_mut(), "a b -> a (b 2)"),
        repeat!(&mut m, "a b -> a (b 2)"),
        repeat!(&mut *m.view_mut(), "a b -> a (b 2)"),
        repeat!(&mut m.view_mut(), "a b -> a (b 2)"),
        repeat!(m.view_mut(), "a b -> a (b 2)"),
        repeat!(m.clone(), "a ... -> a (... 2)"),
    ];
    for copy in copies {
        assert_eq!(copy, expected);
        assert!(!copy.shares_memory_with(&m) && !copy.is_shared());
    }
}

#[test]
fn what_is_reduced_is_read_however_it_is_given() {
    let mut m = counting(2, 3);
    let expected = tensor![3, 5, 7];
    let sums: [Tensor<i32, 1>; 10] = [
        reduce!(&m, "a b -> b", sum),
        reduce!(&*m, "a b -> b", sum),
        reduce!(m.view(), "a b -> b", sum),
        reduce!(&m.view(), "a b -> b", sum),
        reduce!(&m.view_mut(), "a ... -> ...", sum),
        reduce!(&mut m, "a b -> b", sum),
        reduce!(&mut *m.view_mut(), "a b -> b", sum),
        reduce!(&mut m.view_mut(), "a b -> b", sum),
        reduce!(m.view_mut(), "a b -> b", sum),
        reduce!(m.clone(), "a ... -> ...", sum),
    ];
    for sum in sums {
        assert_eq!(sum, expected);
    }
    // A shared tensor that is lent for writing is read all the same, and not copied.
    let other = m.clone();
    assert_eq!(reduce!(&mut m, "a b -> ", max).item(), 5);
    assert!(m.shares_memory_with(&other));
    // A closure sees elements that cannot be cloned.
    let lens: Tensor<i32, 1> = reduce!(plain(), "a b -> a", |row| row.iter().map(|x| x.0).sum());
    assert_eq!(lens, tensor![3, 12]);
    // What is given away is dropped.
    let (m, counts) = Counted::tensor();
    let lens: Tensor<usize, 1> = reduce!(m, "a b -> b", |column| column.len());
    assert_eq!((lens, counts.0.get(), counts.1.get()), (tensor![2, 2, 2], 0, 0));
    assert_eq!(try_reduce!(m_of_none(), "a b -> a", max).unwrap_err().to_string(), NONE);
}

const NONE: &str = "reduce \"a b -> a\": [2, 0]: axis 1 is empty";

fn m_of_none() -> Tensor<i32, 2> {
    Tensor::zeros([2, 0])
}

#[test]
fn errors_are_the_same_for_every_operand() {
    let mut m = counting(5, 3);
    let text = "\"(a b) c -> a b c\": [5, 3]: axis 0, `(a b)`, has size 5, which 2 does not divide";
    let check = |error: ShapeError, name: &str| {
        assert_eq!(error.to_string(), format!("{name} {text}"));
    };
    check(try_rearrange!(&m, "(a b) c -> a b c", b = 2).unwrap_err(), "rearrange");
    check(try_rearrange!(m.view(), "(a b) c -> a b c", b = 2).unwrap_err(), "rearrange");
    check(try_rearrange!(m.clone(), "(a b) c -> a b c", b = 2).unwrap_err(), "rearrange");
    check(try_rearrange!(&mut m, "(a b) c -> a b c", b = 2).unwrap_err(), "rearrange");
    check(try_repeat!(&mut m, "(a b) c -> a b c", b = 2).unwrap_err(), "repeat");
    check(try_repeat!(m, "(a b) c -> a b c", b = 2).unwrap_err(), "repeat");
}

#[test]
fn what_is_empty_stays_empty() {
    // A half without elements beside one with elements: nothing of it is reached.
    let mut m = counting(2, 3);
    let (none, all) = m.split_at_mut(Axis::<1>, 0);
    let turned: TensorViewMut<'_, i32, 2> = rearrange!(none, "a b -> b a");
    assert_eq!((turned.shape(), turned.len()), ([0, 2], 0));
    let mut flat: TensorViewMut<'_, i32, 1> = rearrange!(turned, "b a -> (a b)");
    flat.fill(-1);
    assert_eq!((flat.len(), all.to_vec()), (0, vec![0, 1, 2, 3, 4, 5]));
    let none: Tensor<i32, 3> = repeat!(m_of_none(), "a b -> a b c", c = 3);
    assert_eq!(none.shape(), [2, 0, 3]);
    assert_eq!(rearrange!(m_of_none(), "a b -> (b a)").shape(), [0]);
}

#[test]
fn temporaries_live_as_long_as_the_statement() {
    let m = counting(2, 3);
    assert_eq!(rearrange!(&(&m + 1), "a b -> b a").row(0), tensor![1, 4]);
    assert_eq!(rearrange!(&mut (&m + 1), "a b -> b a").row(0), tensor![1, 4]);
    assert_eq!(repeat!(&(&m + 1), "a b -> c b a", c = 2)[[1, 0, 1]], 4);
    // As a statement of its own, and with names that the macro uses.
    const PATTERN: usize = 3;
    const TYPED: usize = 2;
    rearrange!(&mut m.clone(), "a (b c) -> a b c", c = PATTERN).fill(0);
    let x = rearrange!(m, "(a c) b -> a b c", c = TYPED);
    assert_eq!(x.shape(), [1, 3, 2]);
}

#[test]
fn elements_that_are_not_known_yet_are_found() {
    let zeros = Tensor::zeros([2, 3]);
    let turned = rearrange!(&zeros, "a b -> b a");
    let sum: Tensor<f32, 1> = reduce!(turned, "a b -> b", sum);
    assert_eq!(sum, tensor![0.0, 0.0]);
    let list = [counting(1, 2), counting(2, 1)];
    let turned: Vec<_> = list.iter().map(|x| rearrange!(x, "a b -> b a")).collect();
    assert_eq!(turned.iter().map(|x| x.shape()).collect::<Vec<_>>(), [[2, 1], [1, 2]]);
}

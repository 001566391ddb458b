//! `rearrange!`, `reduce!`, `repeat!`, `dims!`, `axis_names!`: memory, errors, generic callers.

use crate::caught::twins;
use crate::disguise::disguises;
use holor::prelude::*;
use holor::{try_dims, try_rearrange, try_reduce, try_repeat};
use std::cell::Cell;
use std::rc::Rc;

fn numbers<const R: usize>(shape: [usize; R]) -> Tensor<i32, R> {
    let len: usize = shape.iter().product();
    Tensor::from_vec((0..len as i32).collect(), shape).unwrap()
}

/// An element that counts how often it is cloned, and cannot be forgotten: its drops are counted too.
struct Counted(Counts, i32);

impl Clone for Counted {
    fn clone(&self) -> Self {
        self.0.0.set(self.0.0.get() + 1);
        self.0.1.set(self.0.1.get() + 1);
        Counted(Rc::clone(&self.0), self.1)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.1.set(self.0.1.get() - 1);
    }
}

/// How often elements were cloned, and how many there are.
type Counts = Rc<(Cell<usize>, Cell<isize>)>;

/// A tensor of counted elements, and their counts.
fn counted<const R: usize>(shape: [usize; R]) -> (Tensor<Counted, R>, Counts) {
    let counts = Rc::new((Cell::new(0), Cell::new(0)));
    let len: usize = shape.iter().product();
    let make = |i| {
        counts.1.set(counts.1.get() + 1);
        Counted(Rc::clone(&counts), i as i32)
    };
    (Tensor::from_vec((0..len).map(make).collect(), shape).unwrap(), counts)
}

#[test]
fn patterns_that_join_no_axes_are_views_of_every_operand() {
    let mut x = numbers([4, 6]);
    let expected: Tensor<i32, 4> =
        x.split_axis(Axis::<0>, [2, 2]).permute(axes![2, 0, 1]).unsqueeze(Axis::<1>).to_owned();
    for (name, mut x) in disguises(&x) {
        let y: TensorView<'_, i32, 4> = rearrange!(&x, "(a b) c -> c 1 a b", b = 2);
        assert_eq!(y, expected, "{name}");
        assert!(y.shares_memory_with(&x) && !x.is_shared(), "{name}");
        for y in [
            rearrange!(&*x, "(a b) c -> c 1 a b", b = 2),
            rearrange!(x.view(), "(a b) c -> c 1 a b", b = 2),
            rearrange!(&x.view(), "(a b) c -> c 1 a b", b = 2),
        ] {
            assert_eq!(y, expected, "{name}");
            assert!(y.shares_memory_with(&x) && !x.is_shared(), "{name}");
        }
        // What is owned stays so, in the same buffer.
        let y: Tensor<i32, 4> = rearrange!(x.clone(), "(a b) c -> c 1 a b", b = 2);
        assert_eq!((&y, y.as_ptr()), (&expected, x.as_ptr()), "{name}");
        assert!(y.is_shared(), "{name}");
        drop(y);
        // And what is written is written, wherever it comes from.
        let at = x.as_ptr();
        let mut writer = x.view_mut();
        let y: TensorView<'_, i32, 4> = rearrange!(&writer, "(a b) c -> c 1 a b", b = 2);
        assert_eq!(y, expected, "{name}");
        let mut y: TensorViewMut<'_, i32, 4> = rearrange!(&mut writer, "(a b) c -> c 1 a b", b = 2);
        y += 1;
        rearrange!(&mut *writer, "(a b) c -> c 1 a b", b = 2).map_inplace(|x| *x += 1);
        let mut y: TensorViewMut<'_, i32, 4> = rearrange!(writer, "(a b) c -> c 1 a b", b = 2);
        y -= 2;
        let mut y: TensorViewMut<'_, i32, 4> = rearrange!(&mut x, "(a b) c -> c 1 a b", b = 2);
        y += 10;
        let written = rearrange!(&x, "(a b) c -> c 1 a b", b = 2);
        assert_eq!((written - 10, x.as_ptr()), (expected.clone(), at), "{name}");
        let alone = rearrange!(x, "(a b) c -> c 1 a b", b = 2);
        assert_eq!((alone.as_ptr(), alone.is_shared()), (at, false), "{name}");
    }
    // Neither elements that cannot be cloned nor borrowed ones are in the way.
    struct Plain(i32);
    let elements = [Plain(1), Plain(2), Plain(3), Plain(4), Plain(5), Plain(6)];
    let borrowed = TensorView::from_slice(&elements, [2, 3]).unwrap();
    let turned: TensorView<'_, Plain, 2> = rearrange!(&borrowed, "a b -> b a");
    assert_eq!(turned.iter().map(|x| x.0).collect::<Vec<_>>(), [1, 4, 2, 5, 3, 6]);
    assert!(std::ptr::eq(&turned[[0, 0]], &elements[0]));
    // The view lives as long as what it was made from, not as long as the view it was made of.
    let outlives: [TensorView<'_, i32, 2>; 2] = {
        let view = x.view();
        [rearrange!(&view, "a b -> b a"), rearrange!(view, "a b -> b a")]
    };
    assert_eq!(outlives.map(|view| view.shape()), [[6, 4], [6, 4]]);

    let mut view: TensorViewMut<'_, i32, 3> = rearrange!(&mut x, "a (b c) -> b c a", c = 3);
    view.view_mut().index_axis(Axis::<0>, 1).fill(-1);
    rearrange!(&mut view, "b c a -> a c b").index_axis(Last, 0).index_axis(Last, 0).fill(-2);
    assert_eq!(x.slice(s![..2, ..]), tensor![[-2, 1, 2, -1, -1, -1], [-2, 7, 8, -1, -1, -1]]);
}

#[test]
fn a_pattern_for_writing_detaches_what_is_shared() {
    let mut x = numbers([2, 3]);
    let other = x.clone();
    rearrange!(&mut x, "a b -> b a").row(0).fill(-1);
    assert_eq!((&x, &other), (&tensor![[-1, 1, 2], [-1, 4, 5]], &numbers([2, 3])));
    let at = x.as_ptr();
    rearrange!(&mut x, "a b -> (a b)").fill(7);
    assert_eq!((x.as_ptr(), x), (at, Tensor::full([2, 3], 7)));
    // A read-only pattern of what could be written detaches nothing.
    let mut y = other.clone();
    assert!(repeat!(&mut y, "a b -> c a b", c = 2).shares_memory_with(&other));
    assert!(y.shares_memory_with(&other));
}

#[test]
fn joined_axes_are_views_of_owned_tensors_where_strides_allow() {
    let x = numbers([2, 3, 4]);
    let (transposed, view) = (x.clone().viewed(|v| v.transpose()), x.view());
    assert!(rearrange!(&x, "a b c -> (a b) c").shares_memory_with(&x));
    assert!(rearrange!(&x, "a b c -> c (a b)").shares_memory_with(&x));
    assert!(rearrange!(&x, "a ... -> (a ...)").shares_memory_with(&x));
    assert!(rearrange!(&transposed, "a c b -> a (b c)").shares_memory_with(&x));
    assert!(rearrange!(&x, "a b (c d) -> (a b) 1 c d", d = 2).shares_memory_with(&x));
    assert!(!rearrange!(&x, "a b c -> (b a) c").shares_memory_with(&x));
    assert!(!rearrange!(&transposed, "a c b -> a (c b)").shares_memory_with(&x));
    assert_eq!(rearrange!(&transposed, "a c b -> a (c b)"), transposed.reshape([2, 12]));
    // Both own the buffer then; what is given away is one owner all along.
    let kept: Tensor<i32, 2> = rearrange!(&x, "a b c -> (a b) c");
    assert!(kept.is_shared());
    let alone = rearrange!(numbers([2, 3, 4]), "a b c -> (a b) c");
    assert_eq!((&alone, alone.is_shared()), (&kept, false));
    assert!(rearrange!(x.clone(), "a b c -> (a b) c").shares_memory_with(&x));
    assert!(!rearrange!(x.clone(), "a b c -> (b a) c").shares_memory_with(&x));
    // Of what is borrowed it is a copy, as `reshape` is.
    let copy: Tensor<i32, 2> = rearrange!(&view, "a b c -> (a b) c");
    assert!(!copy.shares_memory_with(&x) && !copy.is_shared());
    let mut y = x.to_contiguous();
    for copy in [
        rearrange!(view, "a b c -> (a b) c"),
        rearrange!(&*x, "a b c -> (a b) c"),
        rearrange!(&y.view_mut(), "a b c -> (a b) c"),
    ] {
        assert_eq!(copy, kept);
        assert!(!copy.shares_memory_with(&x) && !copy.shares_memory_with(&y));
    }
    // For writing never.
    let flat: TensorViewMut<'_, i32, 1> = rearrange!(&mut y, "a b c -> (a b c)");
    assert_eq!(flat.shape(), [24]);
    let flat: TensorViewMut<'_, i32, 2> = rearrange!(y.view_mut(), "a b c -> a (b c)");
    assert_eq!(flat.shape(), [2, 12]);
    // Axes of size 1 lie anywhere, and without elements everything does.
    let part = x.clone().viewed(|v| v.slice(s![..1, .., ..2]));
    assert!(rearrange!(&part, "a b c -> (a b) c").shares_memory_with(&x));
    let one = x.clone().viewed(|v| v.slice(s![.., 1..2, ..]));
    assert!(rearrange!(&one, "a b c -> (b a) c").shares_memory_with(&x));
    let none = x.clone().viewed(|v| v.slice(s![.., 1..1, ..]));
    assert_eq!(rearrange!(&none, "a b c -> (c a) b").shape(), [8, 0]);
    assert_eq!(rearrange!(&none.view(), "a b c -> (c a) b").shape(), [8, 0]);
}

#[test]
fn a_view_clones_nothing_and_a_copy_clones_each_element_once() {
    let (x, counts) = counted([4, 6]);
    let _ = rearrange!(&x, "(a b) c -> c b a", b = 2);
    let _ = rearrange!(&x, "a b -> (a b)");
    let _ = repeat!(&x, "a b -> a c b", c = 5);
    assert_eq!(counts.0.get(), 0);
    let flat = rearrange!(&x, "(a b) c -> (c a) b", b = 2);
    assert_eq!(counts.0.get(), 24);
    let repeated = repeat!(&x, "a b -> (a c) b", c = 5);
    assert_eq!(counts.0.get(), 24 + 5 * 24);
    assert_eq!(flat.map(|x| x.1), rearrange!(&x.map(|x| x.1), "(a b) c -> (c a) b", b = 2));
    drop((x, flat, repeated));
    assert_eq!(counts.1.get(), 0, "elements that were not dropped, or twice");
}

#[test]
fn new_axes_take_no_memory() {
    let x = numbers([2, 3]);
    let y: TensorView<'_, i32, 4> = repeat!(&x, "a b -> 2 b c a", c = 1_000_000);
    assert!(y.shares_memory_with(&x) && !x.is_shared());
    assert_eq!(y[[1, 2, 999_999, 0]], 2);
    assert_eq!(repeat!(x.view(), "a b -> 2 b c a", c = 1_000_000)[[1, 2, 999_999, 0]], 2);
    // Of a mutable view it reads, for the whole borrow.
    let mut z = numbers([2, 3]);
    let y: TensorView<'_, i32, 3> = repeat!(z.view_mut(), "a b -> c a b", c = 5);
    assert_eq!((y.shape(), y[[4, 1, 2]]), ([5, 2, 3], 5));
    let y: TensorView<'_, i32, 3> = repeat!(&mut z, "a b -> c a b", c = 5);
    assert_eq!((y.shape(), y[[4, 1, 2]]), ([5, 2, 3], 5));
    // Of an owned tensor it is owned; a write copies first, as of all that overlaps itself.
    for mut y in
        [repeat!(x.clone(), "a b -> c a b", c = 2), repeat!(numbers([2, 3]), "a b -> c a b", c = 2)]
    {
        assert_eq!(y.strides(), [0, 3, 1]);
        y[[0, 0, 0]] = 9;
        assert_eq!((x[[0, 0]], y[[0, 0, 0]], y[[1, 0, 0]]), (0, 9, 0));
        assert_eq!(y.strides(), [6, 3, 1]);
    }
    // Joined axes are a tensor of its own, of whatever it is.
    let doubled: Tensor<i32, 2> = repeat!(&x, "a b -> a (b 2)");
    assert!(!doubled.shares_memory_with(&x));
    assert_eq!(doubled.row(1), tensor![3, 3, 4, 4, 5, 5]);
    assert_eq!(repeat!(&mut z, "a b -> a (b 2)"), doubled);
    assert_eq!(repeat!(x, "a b -> a (b 2)"), doubled);
}

#[test]
fn macros_in_generic_functions() {
    /// Three bounds: the rank without the named axes, and with those of the result.
    fn heads_first<const R: usize, const E: usize, const O: usize>(
        x: &TensorRef<f32, R>,
        heads: usize,
    ) -> TensorView<'_, f32, O>
    where
        Rank<R>: Minus<Rank<1>, Output = Rank<E>>,
        Rank<E>: Plus<Rank<2>, Output = Rank<O>>,
    {
        rearrange!(x, "... (h d) -> h ... d", h = heads)
    }
    assert_eq!(heads_first(&Tensor::zeros([6]), 2).shape(), [2, 3]);
    assert_eq!(heads_first(&Tensor::zeros([4, 5, 6]), 2).shape(), [2, 4, 5, 3]);
    let x = Tensor::zeros([4, 6]);
    assert_eq!(heads_first(&x.view(), 3).shape(), [3, 4, 2]);

    /// One bound: everything behind the first axis is joined.
    fn rows<T: Clone, const R: usize, const E: usize>(x: &TensorRef<T, R>) -> Tensor<T, 2>
    where
        Rank<R>: Minus<Rank<1>, Output = Rank<E>>,
    {
        rearrange!(x, "n ... -> n (...)")
    }
    assert_eq!(rows(&numbers([2, 3, 4])).shape(), [2, 12]);
    assert_eq!(rows(&numbers([2])).shape(), [2, 1]);
    assert_eq!(rows(&numbers([2, 3]).view_mut()), numbers([2, 3]));

    /// Two bounds: what is reduced of any rank is a block of that rank less one.
    fn largest<const R: usize, const E: usize, const N: usize>(x: &TensorRef<i32, R>) -> Vector<i32>
    where
        Rank<R>: Minus<Rank<1>, Output = Rank<E>>,
        Rank<E>: Plus<Rank<0>, Output = Rank<N>>,
    {
        reduce!(x, "n ... -> n", max)
    }
    assert_eq!(largest(&numbers([2, 3, 4])), tensor![11, 23]);

    /// No bound where ranks are numbers.
    fn planes<T>(x: &TensorRef<T, 3>) -> TensorView<'_, T, 3> {
        rearrange!(x, "h w c -> c h w")
    }
    assert_eq!(planes(&numbers([4, 6, 3])).shape(), [3, 4, 6]);
}

#[test]
fn blocks_of_a_closure() {
    let x = numbers([4, 6]);
    for (name, x) in disguises(&x) {
        // Reduced axes in the order of the left side, also where the result has others between.
        let blocks: Tensor<Tensor<i32, 2>, 2> =
            reduce!(&x, "(a b) (c d) -> d a", |block| block.to_owned(), b = 2, d = 3);
        assert_eq!(blocks.shape(), [3, 2]);
        for d in 0..3 {
            for a in 0..2 {
                let expected = x.slice(s![2 * a as i32..2 * a as i32 + 2, d as i32..;3]);
                assert_eq!(blocks[[d, a]], expected, "{name}");
            }
        }
        let scalars: Tensor<i32, 2> = reduce!(&x, "a b -> b a", |one| {
            let one: TensorView<'_, i32, 0> = one;
            one.item()
        });
        assert_eq!(scalars, x.transpose(), "{name}");
        let all: Tensor<usize, 0> = reduce!(&x, "... -> ", |all| all.len());
        assert_eq!(all.item(), 24, "{name}");
        let lanes: Tensor<[usize; 2], 1> =
            reduce!(&x, "... (b c) -> c", |lane| lane.shape(), c = 2);
        assert_eq!(lanes, Tensor::full([2], [4, 3]), "{name}");
    }
    // Of nothing, the closure sees empty blocks; and it is not called for results that are not there.
    let none = Tensor::<i32, 2>::zeros([2, 0]);
    assert_eq!(reduce!(&none, "a b -> a", |row| row.len()), tensor![0, 0]);
    let mut calls = 0;
    let nothing = reduce!(&none, "a b -> b", |_| calls += 1);
    assert_eq!((nothing.shape(), calls), ([0], 0));
    // A closure that panics midway leaves nothing behind, and `?` of its own stays its own.
    let sums: Tensor<Result<i32, ()>, 1> = reduce!(&x, "a b -> a", |row| {
        let first = row.iter().next().ok_or(())?;
        Ok(*first)
    });
    assert_eq!(sums[[3]], Ok(18));
}

#[test]
fn reductions_are_those_of_the_methods() {
    let x = Tensor::from_fn([4, 6], |[i, j]| if i == 1 { f64::NAN } else { (i * 6 + j) as f64 });
    let same = |a: &Tensor<f64, 1>, b: &Tensor<f64, 1>| {
        a.iter()
            .zip(b.iter())
            .all(|(a, b)| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()))
    };
    assert!(same(&reduce!(&x, "a b -> a", max), &x.max(Last)));
    assert!(same(&reduce!(&x, "a b -> a", min), &x.min(Last)));
    assert!(same(&reduce!(&x, "a b -> b", sum), &x.sum(Axis::<0>)));
    assert!(same(&reduce!(&x, "a b -> b", mean), &x.mean(Axis::<0>)));
    assert!(same(&reduce!(&x, "a b -> a", prod), &x.prod(Last)));
    // An empty axis gives the identity, or NaN.
    let none = Tensor::<f64, 2>::zeros([2, 0]);
    assert_eq!(reduce!(&none, "a b -> a", sum), tensor![0.0, 0.0]);
    assert_eq!(reduce!(&none, "a b -> a", prod), tensor![1.0, 1.0]);
    assert!(reduce!(&none, "a b -> a", mean)[[0]].is_nan());
    assert!(reduce!(&none.map(|&x| x > 0.0), "a b -> a", all)[[1]]);
    assert!(!reduce!(&none.map(|&x| x > 0.0), "a b -> a", any)[[1]]);
    assert_eq!(reduce!(&none, "a b -> b", max).shape(), [0]);
    // Nothing is reduced, and yet the result is a tensor of its own.
    let y = reduce!(&x, "a b -> b a", max);
    assert!(!y.shares_memory_with(&x) && y.is_contiguous());
}

#[test]
fn ranks_beyond_the_relations() {
    // Patterns without `...` ask for no relation.
    let x = numbers([1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3]);
    let y: TensorView<'_, i32, 14> =
        rearrange!(&x, "a b c d e f g h i j k l m -> m l k 1 j i h g f e d c b a");
    assert_eq!(y.shape(), [3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1]);
    let y: Tensor<i32, 1> =
        rearrange!(&x, "a b c d e f g h i j k l m -> (m l k j i h g f e d c b a)");
    assert_eq!(y, tensor![0, 3, 1, 4, 2, 5]);
    assert_eq!(
        reduce!(&x, "a b c d e f g h i j k l m -> m b", sum),
        tensor![[0, 3], [1, 4], [2, 5]]
    );
    // 12 axes for `...`, and more names than those.
    let x = numbers([2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 12]);
    let y: Tensor<i32, 2> = rearrange!(&x, "... (a b c d) -> (d ... b) (c a)", a = 2, b = 2, c = 3);
    assert_eq!(y.shape(), [4, 6]);
    assert_eq!(
        y,
        rearrange!(&numbers([2, 12]), "z (a b c d) -> (d z b) (c a)", a = 2, b = 2, c = 3)
    );
    let y: Tensor<usize, 1> = reduce!(&x, "... (a b) -> b", |block| block.len(), b = 3);
    assert_eq!(y, tensor![8, 8, 8]);
}

#[test]
fn rearrangements_of_lists_are_stacked() {
    let list: Vec<Tensor<i32, 3>> = (0..4).map(|i| numbers([6, 4, 3]) + 100 * i).collect();
    let batch = stack(Axis::<0>, &list);
    assert_eq!(
        rearrange!(&stack(Axis::<0>, &list), "b h w c -> b c h w"),
        batch.permute(axes![0, 3, 1, 2])
    );
    assert_eq!(
        rearrange!(&stack(Axis::<0>, &list), "b h w c -> (b h) w c"),
        concat(Axis::<0>, &list)
    );
    assert_eq!(
        rearrange!(&stack(Axis::<0>, &list), "b h w c -> h (b w) c"),
        concat(Axis::<1>, &list)
    );
}

#[test]
#[cfg(target_pointer_width = "64")] // texts and sizes of 64 bits
fn errors_quote_pattern_shape_and_axis() {
    let x = numbers([5, 3]);
    twins(
        "rearrange \"(h p) w -> h p w\": [5, 3]: axis 0, `(h p)`, has size 5, which 2 does not divide",
        try_rearrange!(&x, "(h p) w -> h p w", p = 2),
        || rearrange!(&x, "(h p) w -> h p w", p = 2),
    );
    twins(
        "rearrange \"h (w q) -> h w q\": [5, 3]: axis 1, `(w q)`, has size 3, which 0 does not divide",
        try_rearrange!(&x, "h (w q) -> h w q", q = 0),
        || rearrange!(&x, "h (w q) -> h w q", q = 0),
    );
    twins(
        "rearrange \"h w -> (w h)\": [5, 3]: axis 0, `h`, has size 5, not 4",
        try_rearrange!(&x, "h w -> (w h)", h = 4),
        || rearrange!(&x, "h w -> (w h)", h = 4),
    );
    twins(
        "rearrange \"... (a b) -> ... a b\": [5, 3]: axis 1, `(a b)`, has size 3, not 4",
        try_rearrange!(&x, "... (a b) -> ... a b", a = 2, b = 2),
        || rearrange!(&x, "... (a b) -> ... a b", a = 2, b = 2),
    );
    twins(
        "rearrange \"h w () -> w h\": [5, 3, 2]: axis 2, `()`, has size 2, not 1",
        try_rearrange!(&numbers([5, 3, 2]), "h w () -> w h"),
        || rearrange!(&numbers([5, 3, 2]), "h w () -> w h").len(),
    );
    twins(
        "rearrange \"h w -> (w h)\": [5, 3]: the axes of `(w h)` do not follow each other in memory, \
         and a mutable view cannot be a copy",
        try_rearrange!(&mut x.clone(), "h w -> (w h)"),
        || rearrange!(&mut x.clone(), "h w -> (w h)").len(),
    );
    twins(
        "repeat \"1 w -> 3 w\": [5, 3]: axis 0, `1`, has size 5, not 1",
        try_repeat!(&x, "1 w -> 3 w"),
        || repeat!(&x, "1 w -> 3 w"),
    );
    twins(
        "repeat \"h w -> h w c\": [5, 3, 9223372036854775807]: more elements than memory can address",
        try_repeat!(&x, "h w -> h w c", c = isize::MAX as usize),
        || repeat!(&x, "h w -> h w c", c = isize::MAX as usize),
    );
    twins(
        "reduce \"(h 2) w -> h\": [5, 3]: axis 0, `(h 2)`, has size 5, which 2 does not divide",
        try_reduce!(&x, "(h 2) w -> h", sum),
        || reduce!(&x, "(h 2) w -> h", sum),
    );
    twins(
        "reduce \"5 4 -> \": [5, 3]: axis 1, `4`, has size 3, not 4",
        try_reduce!(&x, "5 4 -> ", |block| block.len()),
        || reduce!(&x, "5 4 -> ", |block| block.len()),
    );
    let none = Tensor::<i32, 3>::zeros([2, 0, 3]);
    twins(
        "reduce \"a b c -> c\": [2, 0, 3]: axis 1 is empty",
        try_reduce!(&none, "a b c -> c", max),
        || reduce!(&none, "a b c -> c", max),
    );
    twins(
        "reduce \"a ... c -> c\": [2, 0, 3]: axis 1 is empty",
        try_reduce!(&none, "a ... c -> c", min),
        || reduce!(&none, "a ... c -> c", min),
    );
    let error = try_rearrange!(&x, "h (w 1 q) -> h w q", q = 2).unwrap_err();
    assert_eq!(error.pattern(), Some("h (w 1 q) -> h w q"));
    assert_eq!(error.operation(), "rearrange");
    assert_eq!(
        *error.kind(),
        ErrorKind::PatternDivides { axis: 1, name: "(w 1 q)", size: 3, by: 2 }
    );
}

#[test]
fn dims_bind_and_check() {
    let (q, k) = (numbers([2, 3, 4]), numbers([2, 5, 4]));
    dims!(q => [batch, n, depth], k.view() => [batch, m, depth]);
    assert_eq!((batch, n, depth, m), (2, 3, 4, 5));
    dims!(numbers([3, 3]) => [side, side]);
    assert_eq!(side, 3);
    let four = 4;
    dims!(&q => [2, _, {four}], Tensor::scalar(1) => []);
    assert_eq!(try_dims!(q => [b, _, {four}], k => [b, 5, _]), Ok([2, 3, 4, 2, 5, 4]));
    assert_eq!(try_dims!(Tensor::scalar(1) => []), Ok([]));

    twins(
        "dims \"q => [b, 4, _]\": [2, 3, 4]: axis 1, `4`, has size 3, not 4",
        try_dims!(q => [b, 4, _]),
        || {
            dims!(q => [b, 4, _]);
        },
    );
    twins(
        "dims \"q => [b, _, {four + 1}]\": [2, 3, 4]: axis 2, `{four + 1}`, has size 4, not 5",
        try_dims!(q => [b, _, {four + 1}]),
        || {
            dims!(q => [b, _, {four + 1}]);
        },
    );
    twins("dims \"q => [n, _, n]\": [2, 3, 4]: `n` is 2 and 4", try_dims!(q => [n, _, n]), || {
        dims!(q => [n, _, n]);
    });
    twins(
        "dims \"q.transpose() => [_, n, n]\": [2, 4, 3]: `n` is 4 and 3",
        try_dims!(q.transpose() => [_, n, n]),
        || {
            dims!(q.transpose() => [_, n, n]);
        },
    );
    twins(
        "dims \"q => [b, n, d], k => [b, n, d]\": [2, 3, 4] and [2, 5, 4]: `n` is 3 and 5",
        try_dims!(q => [b, n, d], k => [b, n, d]),
        || {
            dims!(q => [b, n, d], k => [b, n, d]);
        },
    );
    let x = numbers([2, 4, 3]);
    let text = "dims \"x => [.., n, n]\": [2, 4, 3]: `n` is 4 and 3";
    twins(text, try_dims!(x => [.., n, n]), || {
        dims!(x => [.., n, n]);
    });
    twins(
        "dims \"q => [2, .., 3]\": [2, 3, 4]: axis 2, `3`, has size 4, not 3",
        try_dims!(q => [2, .., 3]),
        || {
            dims!(q => [2, .., 3]);
        },
    );
    // What `..` stands for may be nothing; these are einops' own cases.
    assert_eq!(try_dims!(numbers([10, 20]) => [..]), Ok([2]));
    assert_eq!(try_dims!(numbers([10]) => [.., a]), Ok([0, 10]));
    assert_eq!(try_dims!(numbers([10, 20]) => [.., a]), Ok([1, 20]));
    assert_eq!(try_dims!(numbers([5, 6, 7, 8]) => [.., a]), Ok([3, 8]));
    assert_eq!(try_dims!(numbers([10]) => [a, ..]), Ok([10, 0]));
    assert_eq!(try_dims!(numbers([5, 6, 7, 8]) => [a, ..]), Ok([5, 3]));
    assert_eq!(try_dims!(numbers([5, 6, 7, 8]) => [a, .., b]), Ok([5, 2, 8]));
    assert_eq!(try_dims!(numbers([10, 40]) => [a, .., b]), Ok([10, 0, 40]));
    assert_eq!(try_dims!(numbers([1, 2, 3, 4]) => [_, _, _, hello]), Ok([1, 2, 3, 4]));
    dims!(numbers([5, 6, 7, 8]) => [a, .., b], numbers([8, 5]) => [b, a], numbers([5]) => [.., a]);
    assert_eq!((a, b), (5, 8));
    // Names of the macro's own are in nobody's way.
    const PATTERN: usize = 3;
    dims!(numbers([PATTERN, 4]) => [{PATTERN}, sizes]);
    assert_eq!(rearrange!(&numbers([sizes]), "(a b) -> a b", a = sizes / 2).shape(), [2, 2]);
    assert_eq!(rearrange!(&numbers([6]), "(a b) -> a b", a = PATTERN).shape(), [3, 2]);
    // The operand is looked at once, and may be any expression.
    let calls = Cell::new(0);
    let make = || {
        calls.set(calls.get() + 1);
        numbers([2, 3])
    };
    dims!(make() => [a, _], make() => [a, 3]);
    assert_eq!((a, calls.get()), (2, 2));
}

axis_names!(Image { h, w, c });
axis_names!(Batch { BATCH, item });

#[test]
fn named_axes_stand_wherever_axes_do() {
    let x = numbers([4, 6, 3]);
    assert_eq!(x.sum(Image::C), x.sum(Axis::<2>));
    assert_eq!(x.sum(Keep(Image::H)), x.sum(Keep(Axis::<0>)));
    assert_eq!(x.max(axes![Image::H, Image::C]), x.max(axes![0, 2]));
    assert_eq!(x.max(axes![Image::H, Last]), x.max(axes![0, 2]));
    assert_eq!(x.permute(axes![Image::C, Image::H, Image::W]), x.permute(axes![2, 0, 1]));
    assert_eq!(x.index_axis(Image::W, 1), x.index_axis(Axis::<1>, 1));
    assert_eq!(x.narrow(Image::H, 1, 2), x.narrow(Axis::<0>, 1, 2));
    assert_eq!(x.swap_axes(Image::H, Image::C), x.swap_axes(Axis::<0>, Axis::<2>));
    assert_eq!(x.merge_axes(Image::H, Image::W).shape(), [24, 3]);
    assert_eq!(x.split_axis(Image::W, [2, 3]).shape(), [4, 2, 3, 3]);
    assert_eq!(x.cumsum(Image::H), x.cumsum(Axis::<0>));
    assert_eq!(x.flip(Image::C), x.flip(Axis::<2>));
    assert_eq!(concat(Image::W, &[&x, &x]).shape(), [4, 12, 3]);
    // A new axis is an axis of the result, whose rank it is named for.
    let grey = x.index_axis(Image::C, 0);
    assert_eq!(grey.unsqueeze(Image::C).shape(), [4, 6, 1]);
    assert_eq!(stack(Image::C, &[&grey, &grey]).shape(), [4, 6, 2]);
    assert_eq!(grey.sum(Batch::BATCH), grey.sum(Axis::<0>));
    assert_eq!(grey.sum(Batch::item), grey.sum(Axis::<1>));
    assert_eq!(size_of_val(&Image::C), 0);

    fn darkest<A: Over<3, Output = Rank<O>>, const O: usize>(
        x: &Tensor<i32, 3>,
        a: A,
    ) -> Tensor<i32, O> {
        x.min(a)
    }
    assert_eq!(darkest(&x, Image::C), x.min(Last));
}

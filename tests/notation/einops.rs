//! `rearrange!`, `reduce!` and `repeat!` beside einops: each pattern of its documentation and of its
//! tests, on operands that lie in memory in every way (`tests/fixtures/topics/notation.py`).
#![cfg(feature = "std")]

use crate::fixtures::{Case, load};
use holor::prelude::*;
use std::fmt::Debug;

/// The cases of a macro, a rank, a pattern and sizes.
#[track_caller]
fn find<'a>(
    all: &'a [Case],
    name: &str,
    rank: usize,
    pattern: &str,
    sizes: &[(&str, usize)],
) -> Vec<&'a Case> {
    let pattern = pattern.replace(' ', "~");
    let sizes: Vec<String> = sizes.iter().map(|(axis, size)| format!("{axis}={size}")).collect();
    let is_it = |case: &&Case| {
        let has_rank = case.inputs[0].shape.len() == rank;
        has_rank
            && case.name == name
            && case.word("pattern") == pattern
            && case.words("sizes") == sizes
    };
    let found: Vec<&Case> = all.iter().filter(is_it).collect();
    assert!(!found.is_empty(), "{name} of rank {rank} by `{pattern}` is not among the fixtures");
    found
}

/// The tensor in every disguise; of many axes, whose disguises are large, two.
fn seen<T: Clone + PartialEq, const R: usize>(
    x: &Tensor<T, R>,
) -> Vec<(&'static str, Tensor<T, R>)> {
    if R <= 6 {
        return crate::disguise::disguises(x);
    }
    vec![
        ("plain", x.clone()),
        ("transposed", x.reverse_axes().to_contiguous().viewed(|v| v.reverse_axes())),
    ]
}

/// Checks a result against the case.
#[track_caller]
fn check<T: PartialEq + Debug + Clone, const O: usize>(
    case: &Case,
    disguise: &str,
    found: Tensor<T, O>,
    expected: Vec<T>,
) {
    assert_eq!(found.shape().to_vec(), case.outputs[0].shape, "{case}, {disguise}");
    assert_eq!(found.to_vec(), expected, "{case}, {disguise}");
}

/// Puts the reduction, if there is one, behind the pattern.
macro_rules! apply {
    ($call:ident [$($by:tt)*] $x:expr, $pattern:literal $($sizes:tt)*) => {
        $call!($x, $pattern $($by)* $($sizes)*)
    };
}

/// Runs the rows `rank "pattern", sizes` of a macro; `$read` reads elements. Returns how many cases
/// they are.
macro_rules! rows {
    ($all:expr, $name:literal, $read:ident, $call:ident $by:tt;
        $($rank:literal $pattern:literal $(, $axis:ident = $size:expr)*;)+) => {{
        let mut done = 0;
        $(
            let sizes: &[(&str, usize)] = &[$((stringify!($axis), $size)),*];
            for case in find($all, $name, $rank, $pattern, sizes) {
                let input = &case.inputs[0];
                let x = Tensor::<_, $rank>::from_vec(input.$read(), input.shape()).unwrap();
                for (disguise, x) in seen(&x) {
                    let y = apply!($call $by &x, $pattern $(, $axis = $size)*).to_owned();
                    check(case, disguise, y, case.outputs[0].$read());
                }
                done += 1;
            }
        )+
        done
    }};
}

fn rearranged(all: &[Case]) -> usize {
    let mut done = 0;
    done += rows!(all, "rearrange", ints, rearrange [];
        5 "...->...";
        5 "a b c d e-> a b c d e";
        5 "a b c d e ...-> ... a b c d e";
        5 "a b c d e ...-> a ... b c d e";
        5 "... a b c d e -> ... a b c d e";
        5 "a ... e-> a ... e";
        5 "a ... -> a ... ";
        5 "a ... c d e -> a (...) c d e";
        5 "a b c d e -> (a b) c d e";
        5 "a b ... -> (a b) ... ";
        5 "a b c d e -> a b (c d) e";
        5 "... c d e -> ... (c d) e";
        5 "a b c d e -> a b c d e";
        5 "... -> ... ";
        5 "a b c d e -> (a b c d e)";
        5 "... ->  (...)";
        5 "a b c d e -> b (c d e) a";
        5 "a b ... -> b (...) a";
        5 "a b c d e -> b (a c d) e";
        5 "a b ... e -> b (a ...) e";
        5 "a b c d ... ->  a b c ... d";
        6 "a b c d e f -> a b c d e f";
        6 "b a c d e f -> a b d e f c";
        6 "a b c d e f -> f e d c b a";
        6 "a b c d e f -> (f e) d (c b a)";
        6 "a b c d e f -> (f e d c b a)";
        6 "a b c d e f -> a (b) (c d e) f";
        6 "a aa aa1 a1a1 aaaa a11 -> a aa aa1 a1a1 aaaa a11";
        6 "f e d c b a -> a b c d e f";
        6 "a b c d e f -> (f d) c (e b) a";
        4 "(f d) c (e b) a -> a b c d e f", b = 2, d = 2;
        4 "(f d) c (e b) a -> a b c d e f", a = 1, b = 2, c = 3, d = 2, e = 4, f = 3;
        6 "a b c d e f -> (f d) c (e b) a", a = 1, b = 2, c = 3, d = 2, e = 4, f = 3;
        3 "a b c -> b c a";
        4 "(a a2) b c ... -> b (c a2) (a ...)", a2 = 2;
        4 "b c h w -> b h w c";
        4 "b c h w -> b (c h w)";
        4 "b (c h1 w1) h w -> b c (h h1) (w w1)", h1 = 2, w1 = 2;
        4 "b c (h h1) (w w1) -> b (h1 w1 c) h w", h1 = 2, w1 = 2;
        4 "b1 sound b2 letter -> b1 b2 sound letter";
        4 "b c h w -> (b h w) c";
        2 "(b h w) c2 -> b c2 h w", b = 2, h = 6, w = 3;
        4 "b (c g) h w -> g b c h w", g = 2;
        4 "b c () () -> c b";
        4 "b c h w -> h (b w) c";
        4 "b (c1 c2) h w-> b (c2 c1) h w", c1 = 2, c2 = 3;
        4 "b c t1 t2 -> b c (t1 t2)";
        3 "b c (t stride) -> (stride b) c t", stride = 2;
        3 "(stride b) c t -> b c (t stride)", stride = 2;
        4 "b c (h hs) (w ws) -> (hs ws b) c h w", hs = 2, ws = 3;
        4 "(hs ws b) c h w -> b c (h hs) (w ws)", hs = 2, ws = 3;
        3 "b c (t dt) -> b (dt c) t", dt = 2;
        3 "b (dt c) t -> b c (t dt)", dt = 2;
        1 "(i rest alpha) -> rest (alpha i)", alpha = 3, i = 2;
        4 "i j alpha beta -> (alpha i) (j beta)";
        2 "rest (beta j) -> (beta rest j)", beta = 2, j = 4;
        3 "i ... (j alpha) -> ... j (alpha i)", alpha = 2, i = 2;
        4 " b (anchor prediction) h w -> prediction b anchor h w", anchor = 3;
        2 "anchor dim -> dim () anchor () ()";
        1 "h -> () () h ()";
        5 "prediction b anchor h w -> b anchor h w prediction";
        4 "b h w c -> (b h) w c";
        4 "b h w c -> h (b w) c";
        4 "b h w c -> b (c h w)";
        4 "b (h1 h) (w1 w) c -> (b h1 w1) h w c", h1 = 2, w1 = 2;
        4 "b (h h1) (w w1) c -> b h w (c h1 w1)", h1 = 2, w1 = 2;
        3 "h w c -> w h c";
        4 "(b1 b2) h w c -> b1 b2 h w c", b1 = 2;
        4 "(b1 b2) h w c -> (b1 h) (b2 w) c", b1 = 2;
        4 "b (h h2) (w w2) c -> (h w2) (b w c) h2", h2 = 2, w2 = 2;
        4 "b (c1 c2) h w -> b (c2 c1) 1 h 1 w", c1 = 4;
        3 "a b c -> (c b) a";
        3 "a b (c d) -> b (d a) c", d = 2;
        0 " -> ";
        0 "... -> ...";
        0 "-> 1 ()";
        1 "x0 -> x0";
        2 "x0 x1 -> x0 x1";
        3 "x0 x1 x2 -> x1 x2 x0";
        4 "x0 x1 x2 x3 -> x0 x3 x2 x1";
        5 "x0 x1 x2 x3 x4 -> x0 x2 x4 x3 x1";
        6 "x0 x1 x2 x3 x4 x5 -> x3 x2 x0 x1 x4 x5";
        7 "x0 x1 x2 x3 x4 x5 x6 -> x5 x4 x3 x0 x1 x2 x6";
        8 "x0 x1 x2 x3 x4 x5 x6 x7 -> x6 x4 x7 x2 x3 x5 x0 x1";
        9 "x0 x1 x2 x3 x4 x5 x6 x7 x8 -> x2 x6 x4 x8 x0 x7 x3 x1 x5";
        10 "x0 x1 x2 x3 x4 x5 x6 x7 x8 x9 -> x7 x1 x0 x3 x5 x8 x4 x6 x2 x9";
    );
    done
}

fn repeated(all: &[Case]) -> usize {
    let mut done = 0;
    done += rows!(all, "repeat", ints, repeat [];
        3 "a b c -> c a b";
        3 "a b c -> (c copy a b)", copy = 2, a = 2, b = 3, c = 5;
        3 "a b c -> (a copy) b c ", copy = 1;
        3 "a b c -> (c a) (copy1 b copy2)", a = 2, copy1 = 1, copy2 = 2;
        3 "a ...  -> a ... copy", copy = 4;
        3 "... c -> ... (copy1 c copy2)", copy1 = 1, copy2 = 2;
        3 "...  -> ... ";
        3 " ...  -> copy1 ... copy2 ", copy1 = 2, copy2 = 3;
        3 "a b c  -> copy1 a copy2 b c () ", copy1 = 2, copy2 = 1;
        3 "a b c -> copy a b c ", copy = 1;
        4 "a b c d -> c a d b";
        4 "a b c d -> (c 2 d a b)", a = 1, c = 4, d = 6;
        4 "1 b c d -> (d copy 1) 3 b c ", copy = 3;
        4 "1 ...  -> 3 ... ";
        4 "() ... d -> 1 (copy1 d copy2) ... ", copy1 = 2, copy2 = 3;
        4 "1 b c d -> (1 1) (1 b) 2 c 3 d (1 1)";
        2 "h w -> h w c", c = 3;
        2 "h w -> (repeat h) w", repeat = 2;
        2 "h w -> h (w 3)";
        2 "h w -> (h2 h) (w3 w)", h2 = 2, w3 = 3;
        2 "h w -> (h h2) (w w2)", h2 = 2, w2 = 2;
        3 "...  -> b (...)", b = 3;
        2 "a b -> (a c) b", c = 2;
        2 "a b -> (a c) b", c = 0;
        0 "-> 2 (a 3)", a = 2;
    );
    done
}

fn reduced(all: &[Case]) -> usize {
    let mut done = 0;
    done += rows!(all, "reduce min", ints, reduce [, min];
        5 "a b c d e -> ";
        5 " ... ->  ";
        5 "a b c d e -> (e a)";
        5 "a ... e -> (e a)";
        5 "a b c d e -> d (a e)";
        5 " a b c d e ... -> d (a e) ";
        5 "a b c d e -> (a b)";
        5 " ... c d e  -> (...) ";
        5 "a ... -> ";
        5 "(a1 a2) ... (e1 e2) -> ", a1 = 1, e2 = 5;
        5 "a b c d e -> (e c) a";
        5 "a ... c d e -> (e c) a";
        5 "a b c d e ... -> (e c) a";
        5 "a b c d e -> (e c a)";
        5 "(a a2) ... -> (a2 a) ...", a2 = 1;
        1 " (c copy a b)->a b c ", copy = 2, a = 2, b = 3, c = 5;
        3 " (a copy) b c ->a b c ", copy = 1;
        2 " (c a) (copy1 b copy2)->a b c ", a = 2, copy1 = 1, copy2 = 2;
        4 " a ... copy->a ...  ", copy = 4;
        3 " ... (copy1 c copy2)->... c ", copy1 = 1, copy2 = 2;
        3 " ... ->...  ";
        5 " copy1 ... copy2 -> ...  ", copy1 = 2, copy2 = 3;
        6 " copy1 a copy2 b c () ->a b c  ", copy1 = 2, copy2 = 1;
        4 " copy a b c ->a b c ", copy = 1;
        4 " c a d b->a b c d ";
        1 " (c 2 d a b)->a b c d ", a = 1, c = 4, d = 6;
        4 " (d copy 1) 3 b c ->1 b c d ", copy = 3;
        4 " 3 ... ->1 ...  ";
        4 " 1 (copy1 d copy2) ... ->() ... d ", copy1 = 2, copy2 = 3;
        7 " (1 1) (1 b) 2 c 3 d (1 1)->1 b c d ";
    );
    done += rows!(all, "reduce max", ints, reduce [, max];
        5 "a b c d e -> ";
        5 " ... ->  ";
        5 "a b c d e -> (e a)";
        5 "a ... e -> (e a)";
        5 "a b c d e -> d (a e)";
        5 " a b c d e ... -> d (a e) ";
        5 "a b c d e -> (a b)";
        5 " ... c d e  -> (...) ";
        4 "b c (h h1) (w w1) -> b c h w", h1 = 2, w1 = 2;
        4 "b c (h1 2) (w1 2) -> b c h1 w1";
        4 "b c (h1 h2) (w1 w2) -> b c h1 w1", h1 = 3, w1 = 4;
        4 "b c h w -> b c () ()";
        3 "t b c -> b c";
        3 "time batch channel -> batch channel";
        3 "a b c -> b a";
        1 " (c copy a b)->a b c ", copy = 2, a = 2, b = 3, c = 5;
        3 " (a copy) b c ->a b c ", copy = 1;
        2 " (c a) (copy1 b copy2)->a b c ", a = 2, copy1 = 1, copy2 = 2;
        4 " a ... copy->a ...  ", copy = 4;
        3 " ... (copy1 c copy2)->... c ", copy1 = 1, copy2 = 2;
        3 " ... ->...  ";
        5 " copy1 ... copy2 -> ...  ", copy1 = 2, copy2 = 3;
        6 " copy1 a copy2 b c () ->a b c  ", copy1 = 2, copy2 = 1;
        4 " copy a b c ->a b c ", copy = 1;
        4 " c a d b->a b c d ";
        1 " (c 2 d a b)->a b c d ", a = 1, c = 4, d = 6;
        4 " (d copy 1) 3 b c ->1 b c d ", copy = 3;
        4 " 3 ... ->1 ...  ";
        4 " 1 (copy1 d copy2) ... ->() ... d ", copy1 = 2, copy2 = 3;
        7 " (1 1) (1 b) 2 c 3 d (1 1)->1 b c d ";
    );
    done += rows!(all, "reduce sum", ints, reduce [, sum];
        5 "a b c d e -> ";
        5 " ... ->  ";
        5 "a b c d e -> (e a)";
        5 "a ... e -> (e a)";
        5 "a b c d e -> d (a e)";
        5 " a b c d e ... -> d (a e) ";
        5 "a b c d e -> (a b)";
        5 " ... c d e  -> (...) ";
        5 "a ... -> ";
        5 "(a1 a2) ... (e1 e2) -> ", a1 = 1, e2 = 5;
        5 "a b c d e -> (e c) a";
        5 "a ... c d e -> (e c) a";
        5 "a b c d e ... -> (e c) a";
        5 "a b c d e -> (e c a)";
        5 "(a a2) ... -> (a2 a) ...", a2 = 1;
        3 "a b c -> c a";
        2 "c a -> a c";
        2 "a (c1 c2) -> a", c1 = 2;
        3 "b ca2 A -> b A", ca2 = 6;
        3 "(b 2) (c 3) 5 -> c b";
        0 "->";
        1 "x0->";
        2 "x0 x1->x1";
        3 "x0 x1 x2->x1 x2 x0";
        4 "x0 x1 x2 x3->";
        5 "x0 x1 x2 x3 x4->x1";
        6 "x0 x1 x2 x3 x4 x5->x0 x1 x4 x5";
        7 "x0 x1 x2 x3 x4 x5 x6->x0 x1 x2 x6";
        8 "x0 x1 x2 x3 x4 x5 x6 x7->";
        9 "x0 x1 x2 x3 x4 x5 x6 x7 x8->x1 x5";
        10 "x0 x1 x2 x3 x4 x5 x6 x7 x8 x9->x7 x1 x0 x3 x5 x8 x4 x6 x2 x9";
    );
    done += rows!(all, "reduce prod", ints, reduce [, prod];
        5 "a ... -> ";
        5 "(a1 a2) ... (e1 e2) -> ", a1 = 1, e2 = 5;
        5 "a b c d e -> (e c) a";
        5 "a ... c d e -> (e c) a";
        5 "a b c d e ... -> (e c) a";
        5 "a b c d e -> (e c a)";
        5 "(a a2) ... -> (a2 a) ...", a2 = 1;
    );
    done += rows!(all, "reduce mean", f64s, reduce [, mean];
        5 "a ... -> ";
        5 "(a1 a2) ... (e1 e2) -> ", a1 = 1, e2 = 5;
        5 "a b c d e -> (e c) a";
        5 "a ... c d e -> (e c) a";
        5 "a b c d e ... -> (e c) a";
        5 "a b c d e -> (e c a)";
        5 "(a a2) ... -> (a2 a) ...", a2 = 1;
        4 "b c h w -> b c";
        4 "b c h w -> 1 c 1 1";
        4 "b c h w -> b c 1 1";
        4 "b c h w -> b c () ()";
        2 "(h h2) (w w2) -> h w", h2 = 2, w2 = 2;
    );
    done += rows!(all, "reduce any", bools, reduce [, any];
        6 "a b c d e f -> 1 b c d e f";
        6 "a b c d e f -> a 1 c d e f";
        6 "a b c d e f -> a b 1 d e f";
        6 "a b c d e f -> a b c 1 e f";
        6 "a b c d e f -> a b c d 1 f";
        6 "a b c d e f -> a b c d e 1";
        6 "a b ... -> 1 1 ...";
    );
    done += rows!(all, "reduce all", bools, reduce [, all];
        6 "a b c d e f -> 1 b c d e f";
        6 "a b c d e f -> a 1 c d e f";
        6 "a b c d e f -> a b 1 d e f";
        6 "a b c d e f -> a b c 1 e f";
        6 "a b c d e f -> a b c d 1 f";
        6 "a b c d e f -> a b c d e 1";
        6 "a b ... -> 1 1 ...";
    );
    done
}

/// The logarithm of the sum of exponentials, as a closure.
fn by_closure(all: &[Case]) -> usize {
    let mut done = 0;
    macro_rules! row {
        ($pattern:literal) => {
            for case in find(all, "reduce logsumexp", 5, $pattern, &[]) {
                let input = &case.inputs[0];
                let x = Tensor::<f64, 5>::from_vec(input.f64s(), input.shape()).unwrap();
                for (disguise, x) in seen(&x) {
                    let y = reduce!(&x, $pattern, |block| block.logsumexp(All).item());
                    assert_eq!(y.shape().to_vec(), case.outputs[0].shape, "{case}, {disguise}");
                    for (found, expected) in y.to_vec().into_iter().zip(case.outputs[0].f64s()) {
                        assert!((found - expected).abs() < 1e-12, "{case}, {disguise}");
                    }
                }
                done += 1;
            }
        };
    }
    row!("a b c d e -> ");
    row!(" ... ->  ");
    row!("a b c d e -> (e a)");
    row!("a ... e -> (e a)");
    row!("a b c d e -> d (a e)");
    row!(" a b c d e ... -> d (a e) ");
    row!("a b c d e -> (a b)");
    row!(" ... c d e  -> (...) ");
    done
}

#[test]
fn patterns_give_what_einops_says() {
    let all = load("notation");
    let done = rearranged(&all) + repeated(&all) + reduced(&all) + by_closure(&all);
    assert_eq!(done, all.len(), "fixtures that no row of this file has");
}

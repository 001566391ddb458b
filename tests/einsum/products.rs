//! `einsum!`, `einsum_path!` and `tensordot`: layouts, types, errors to the letter, plans in words.

use holor::prelude::*;
use holor::{einsum_path, try_einsum, try_einsum_path};
use num_complex::Complex;
use std::num::Wrapping;

use crate::caught::refuses;
use crate::disguise::disguises;

fn counting<const R: usize>(shape: [usize; R]) -> Tensor<f64, R> {
    let mut n = 0;
    Tensor::from_fn(shape, |_| {
        n = (n * 5 + 3) % 17;
        n as f64 - 8.0
    })
}

#[test]
fn disguised_operands_give_the_same() {
    let (a, b) = (counting([3, 4, 5]), counting([5, 4, 2]));
    let product = einsum!("bij,jik->bk", &a, &b);
    let outer = einsum!("bij,jik->kbij", &a, &b);
    let rows = einsum!("bij->jb", &a);
    for (left, a) in disguises(&a) {
        assert_eq!(einsum!("bij->jb", &a), rows, "{left}");
        assert_eq!(einsum!("bij->jb", &a.view()), rows, "{left}, borrowed");
        for (right, b) in disguises(&b) {
            assert_eq!(einsum!("bij,jik->bk", &a, &b), product, "{left}, {right}");
            assert_eq!(einsum!("bij,jik->kbij", &a, &b.view()), outer, "{left}, {right}");
            let dot = a.tensordot(&b, axes![2, 1], axes![0, 1]);
            assert_eq!(dot, product, "{left}, {right}");
        }
    }
}

#[test]
fn attention_over_any_order_of_axes() {
    let (q, k) = (counting([2, 3, 4, 5]), counting([2, 3, 6, 5]));
    let scores = einsum!("bhqd,bhkd->bhqk", &q, &k);
    let expected = q.matmul(k.transpose());
    assert_eq!(scores, expected);
    let (q, k) = (q.permute(axes![0, 2, 1, 3]), k.permute(axes![0, 2, 1, 3]));
    assert_eq!(einsum!("bqhd,bkhd->bhqk", &q, &k), expected);
    assert_eq!(einsum!("bqhd,bkhd->qkbh", &q, &k), expected.permute(axes![2, 3, 0, 1]));
}

#[test]
fn what_moves_no_element_is_a_view() {
    let mut m = counting([3, 3]);
    let before = m.clone();
    let transposed: TensorView<'_, f64, 2> = einsum!("ij->ji", &m);
    assert!(transposed.shares_memory_with(&m));
    assert_eq!(transposed, m.transpose());
    for view in [
        einsum!("ij->ji", &*m),
        einsum!("ij->ji", &m.view()),
        einsum!("ij->ji", m.view()),
        einsum!("i...->...i", &m),
    ] {
        assert_eq!(view, transposed);
        assert!(view.shares_memory_with(&m));
    }
    assert!(einsum!("ii->i", &m).shares_memory_with(&m));
    assert!(einsum!("...->...", &m).shares_memory_with(&m));
    // Of what is owned it is owned, in the same buffer; a write to it copies first.
    let mut diagonal: Tensor<f64, 1> = einsum!("ii->i", m.clone());
    assert!(diagonal.shares_memory_with(&m) && diagonal.is_shared());
    diagonal.fill(0.0);
    assert_eq!((&m, diagonal.is_shared()), (&before, false));
    // A mutable view is read.
    let expected = m.transpose().to_owned();
    assert_eq!(einsum!("ij->ji", &m.view_mut()), expected);
    let read: TensorView<'_, f64, 2> = einsum!("ij->ji", m.view_mut());
    assert_eq!(read, expected);
    let read: TensorView<'_, f64, 2> = einsum!("ij->ji", &mut m);
    assert_eq!(read, expected);
    // A view of a view lives as long as what both borrow.
    let outlives: TensorView<'_, f64, 1> = {
        let view = m.view();
        einsum!("ii->i", &view)
    };
    assert_eq!(outlives, m.diagonal(Axis::<0>, Axis::<1>));
}

#[test]
fn operands_are_taken_in_every_form() {
    let (a, b) = (counting([3, 4]), counting([4, 2]));
    let (mut c, expected) = (b.clone(), a.matmul(&b));
    for product in [
        einsum!("ij,jk->ik", &a, &b),
        einsum!("ij,jk->ik", a.clone(), &*b),
        einsum!("ij,jk->ik", &*a, b.view()),
        einsum!("ij,jk->ik", a.view(), &b.view()),
        einsum!("ij,jk->ik", &a.view(), b.clone()),
        einsum!("ij,jk->ik", &a, &c.view_mut()),
        einsum!("ij,jk->ik", &a, c.view_mut()),
        einsum!("...j,jk->...k", &a, b.view()),
        einsum!("...j,jk->...k", a.view(), &*b),
        einsum!("...j,jk->...k", a.clone(), &c.view_mut()),
    ] {
        assert_eq!(product, expected);
    }
    let path = einsum_path!("ij,jk->ik", &a, &b).to_string();
    assert_eq!(einsum_path!("ij,jk->ik", a.view(), &*b).to_string(), path);
    assert_eq!(einsum_path!("ij,jk->ik", a, &c.view_mut()).to_string(), path);
}

#[test]
fn results_of_several_operands_are_row_major() {
    let (a, b) = (counting([3, 4]), counting([5, 4]));
    for strides in [
        einsum!("ij,kj->ik", &a, &b).strides(),
        einsum!("ij,kj->ki", &a, &b).strides().map(|stride| if stride == 3 { 5 } else { stride }),
    ] {
        assert_eq!(strides, [5, 1]);
    }
    assert!(einsum!("ij,kj->kji", &a, &b).is_contiguous());
}

#[test]
fn size_zero_gives_nothing_or_zeros() {
    let (a, b) = (Tensor::<f32, 2>::ones([2, 0]), Tensor::<f32, 2>::ones([0, 3]));
    assert_eq!(einsum!("ij,jk->ik", &a, &b), Tensor::<f32, 2>::zeros([2, 3]));
    assert_eq!(einsum!("ij,jk->ijk", &a, &b).shape(), [2, 0, 3]);
    assert_eq!(einsum!("ij->", &a).item(), 0.0);
    assert_eq!(einsum!("ij->ji", &a).shape(), [0, 2]);
    assert_eq!(einsum!("ij->ji", &a.view()).shape(), [0, 2]);
    assert_eq!(
        einsum!("ij,jk,kl->il", &a, &b, &Tensor::<f32, 2>::ones([3, 4])),
        Tensor::<f32, 2>::zeros([2, 4])
    );
    // A size of 1 is repeated zero times.
    assert_eq!(einsum!("i,i->i", &Tensor::<f32, 1>::ones([1]), &b.flatten()).shape(), [0]);
}

#[test]
fn scalars_take_part() {
    let (two, v) = (Tensor::scalar(2.0), counting([4]));
    assert_eq!(einsum!(",i->i", &two, &v), &v * 2.0);
    assert_eq!(einsum!(",->", &two, &two).item(), 4.0);
    assert_eq!(einsum!("->", &two).item(), 2.0);
    assert_eq!(einsum!("i,,->", &v, &two, &two).item(), 4.0 * v.sum(All).item());
}

#[test]
fn nan_goes_where_its_index_goes() {
    let mut a = Tensor::<f64, 2>::ones([2, 3]);
    a[[1, 2]] = f64::NAN;
    let b = Tensor::<f64, 2>::ones([3, 2]);
    let nan = |t: Tensor<f64, 2>| t.map(|x| x.is_nan()).to_vec();
    assert_eq!(nan(einsum!("ij,jk->ik", &a, &b)), [false, false, true, true]);
    assert_eq!(nan(einsum!("ij,ji->ij", &a, &b)), [false, false, false, false, false, true]);
    assert!(einsum!("ij->", &a).item().is_nan());
    assert!(!einsum!("ii->", &a.slice(s![.., ..2])).item().is_nan());
}

#[test]
fn every_kind_of_number() {
    fn sums<T>(convert: impl Fn(u8) -> T)
    where
        T: Clone + num_traits::Zero + std::ops::Mul<Output = T> + PartialEq + std::fmt::Debug,
    {
        let tensor = |shape, from: u8| Tensor::<u8, 2>::full(shape, from).map(|&n| convert(n));
        let (a, b) = (tensor([2, 3], 1), tensor([3, 4], 2));
        assert_eq!(einsum!("ij,jk->ik", &a, &b), tensor([2, 4], 6));
        assert_eq!(einsum!("ij,jk->ki", &a, &b), tensor([4, 2], 6));
        assert_eq!(einsum!("ij,jk->", &a, &b).item(), convert(48));
        assert_eq!(einsum!("ij,ij->j", &b, &b).to_vec(), vec![convert(12); 4]);
        assert_eq!(einsum!("ij,jk,kl->il", &a, &b, &tensor([4, 2], 1)), tensor([2, 2], 24));
        let strips = Tensor::<u8, 2>::full([3, 40], 2).map(|&n| convert(n));
        assert_eq!(einsum!("ij,ij->j", &strips, &strips).to_vec(), vec![convert(12); 40]);
    }
    sums(|n| n);
    sums(i16::from);
    sums(i64::from);
    sums(u128::from);
    sums(f32::from);
    sums(f64::from);
    sums(Wrapping);
    sums(|n| Complex::new(f32::from(n), 0.0));
    sums(|n| Complex::new(i32::from(n), 0));
    #[cfg(feature = "half")]
    sums(|n| half::f16::from_f32(f32::from(n)));
    #[cfg(feature = "half")]
    sums(|n| half::bf16::from_f32(f32::from(n)));
}

#[test]
fn generic_functions_name_the_ellipsis() {
    fn linear<const R: usize, const E: usize>(
        x: &TensorRef<f64, R>,
        w: &TensorRef<f64, 2>,
    ) -> Tensor<f64, R>
    where
        Rank<R>: Minus<Rank<1>, Output = Rank<E>>,
        Rank<E>: Plus<Rank<1>, Output = Rank<R>>,
    {
        einsum!("...i,ij->...j", x, w)
    }
    fn gram<T, const R: usize, const E: usize>(x: &TensorRef<T, R>) -> Tensor<T, R>
    where
        Rank<R>: Minus<Rank<2>, Output = Rank<E>>,
        Rank<E>: Plus<Rank<2>, Output = Rank<R>>,
        T: Clone + num_traits::Zero + std::ops::Mul<Output = T>,
    {
        einsum!("...ij,...kj->...ik", x, x)
    }
    let w = counting([3, 2]);
    assert_eq!(linear(&counting([4, 3]), &w), counting([4, 3]).matmul(&w));
    assert_eq!(linear(&counting([5, 4, 3]), &w), counting([5, 4, 3]).matmul(&w));
    let x = counting([2, 2, 4, 3]);
    assert_eq!(gram(&x.view()), x.matmul(x.transpose()));
}

#[test]
fn ellipses_of_different_ranks_broadcast() {
    let (a, b, c) = (counting([2, 3, 4]), counting([4]), counting([3, 1]));
    let product = einsum!("...,...,...->...", &a, &b, &c);
    assert_eq!(product, &(&a * &b) * &c);
    // In an output without one, it is summed.
    assert_eq!(einsum!("...k->k", &a), a.sum(axes![0, 1]));
    assert_eq!(einsum!("...k,...->k", &a, &c.sum(Axis::<1>)).shape(), [4]);
}

#[test]
fn patterns_can_be_constants() {
    const TRANSPOSE: &str = "ij->ji";
    let m = counting([2, 3]);
    assert_eq!(einsum!(TRANSPOSE, &m), m.transpose());
    assert_eq!(einsum!(concat!("ij", "->", "ji"), &m,), m.transpose());
    assert_eq!(einsum!(" i j -> j i ", &m), m.transpose());
}

#[test]
fn sizes_that_differ_are_refused_in_words() {
    let (a, b) = (counting([2, 3]), counting([4, 5]));
    let text = "einsum \"ij,jk->ik\": [2, 3] and [4, 5]: index `j` has sizes 3 and 4";
    let error = try_einsum!("ij,jk->ik", &a, &b).unwrap_err();
    assert_eq!(error.to_string(), text);
    assert_eq!((error.operation(), error.pattern()), ("einsum", Some("ij,jk->ik")));
    assert_eq!(*error.kind(), ErrorKind::IndexSizes { index: 'j', left: 3, right: 4 });
    assert_eq!(error.shapes().collect::<Vec<_>>(), [&[2, 3][..], &[4, 5]]);
    refuses(text, || einsum!("ij,jk->ik", &a, &b));
    refuses(text, || einsum_path!("ij,jk->ik", &a, &b));
    assert_eq!(try_einsum_path!("ij,jk->ik", &a, &b).unwrap_err().to_string(), text);

    refuses("einsum \"ii->i\": [2, 3]: index `i` has sizes 2 and 3", || einsum!("ii->i", &a));
    // A diagonal is one of a square.
    let row = Tensor::<f64, 2>::ones([1, 3]);
    refuses("einsum \"ii->\": [1, 3]: index `i` has sizes 1 and 3", || einsum!("ii->", &row));
    let (column, v) = (row.transpose(), Tensor::<f64, 1>::ones([3]));
    refuses("einsum \"ii,i->i\": [3, 1] and [3]: index `i` has sizes 3 and 1", || {
        einsum!("ii,i->i", &column, &v)
    });
    refuses("einsum \"i,ii->i\": [3] and [1, 3]: index `i` has sizes 1 and 3", || {
        einsum!("i,ii->i", &v, &row)
    });
    refuses("einsum \"i,ii->i\": [3] and [3, 1]: index `i` has sizes 3 and 1", || {
        einsum!("i,ii->i", &v, &column)
    });
    assert_eq!(einsum!("ii,i->i", &Tensor::<f64, 2>::ones([1, 1]), &v), v);
    refuses(
        "einsum \"...i,...j->ij\": [2, 3] and [4, 5]: axis 0 of the ellipsis has sizes 2 and 4",
        || einsum!("...i,...j->ij", &a, &b),
    );
    // Of a letter that comes behind an ellipsis.
    let t = counting([7, 2, 3]);
    refuses(
        "einsum \"...ij,jk->...ik\": [7, 2, 3] and [4, 5]: index `j` has sizes 3 and 4",
        || einsum!("...ij,jk->...ik", &t, &b),
    );
    let zero = Tensor::<f64, 1>::zeros([0]);
    refuses("einsum \"i,i->\": [0] and [2]: index `i` has sizes 0 and 2", || {
        einsum!("i,i->", &zero, &counting([2]))
    });
}

#[test]
#[cfg(target_pointer_width = "64")] // texts and sizes of 64 bits
fn results_too_large_are_refused_in_words() {
    let one = Tensor::<f64, 0>::scalar(1.0);
    let long = one.broadcast_to([1 << 40]);
    let text = "einsum \"i,j->ij\": [1099511627776] and [1099511627776]: \
                more elements than memory can address";
    refuses(text, || einsum!("i,j->ij", &long, &long));
    refuses(
        "tensordot: [1099511627776] and [1099511627776]: more elements than memory can address",
        || long.tensordot(long, axes![], axes![]),
    );
}

#[test]
fn tensordot_refuses_sizes_in_words() {
    let (a, b) = (counting([2, 3]), counting([4, 5]));
    let text = "tensordot: [2, 3] and [4, 5]: axis 1 on the left has size 3, axis 0 on the right 4";
    let error = a.try_tensordot(&b, axes![1], axes![0]).unwrap_err();
    assert_eq!(error.to_string(), text);
    let kind = ErrorKind::PairedSizes { left_axis: 1, left: 3, right_axis: 0, right: 4 };
    assert_eq!(*error.kind(), kind);
    refuses(text, || a.tensordot(&b, axes![Last], axes![0]));
    // A size of 1 is not repeated, as in numpy.
    let row = counting([1, 3]);
    refuses(
        "tensordot: [2, 3] and [1, 3]: axis 0 on the left has size 2, axis 0 on the right 1",
        || a.tensordot(&row, axes![0, 1], axes![0, 1]),
    );
}

#[test]
fn tensordot_takes_owned_and_borrowed_tensors_of_any_layout() {
    let (a, b) = (counting([3, 4, 5]), counting([4, 3, 2]));
    let expected = einsum!("ijk,jil->kl", &a, &b);
    assert_eq!(a.tensordot(&b, axes![1, 0], axes![0, 1]), expected);
    assert_eq!(a.view().tensordot(b.view(), axes![0, 1], axes![1, 0]), expected);
    assert_eq!(a.tensordot(b.transpose(), axes![1, 0], axes![0, Last]), expected);
    assert_eq!(a.tensordot(b.clone(), axes![], axes![]), a.outer(&b));
}

#[test]
fn plans_are_told_in_words() {
    let ones = |shape| Tensor::<f64, 2>::ones(shape);
    let (a, b, c) = (ones([10, 20]), ones([20, 30]), ones([30, 5]));
    let path = einsum_path!("ij,jk,kl->il", &a, &b, &c);
    assert_eq!(
        path.to_string(),
        "einsum \"ij,jk,kl->il\" of [10, 20], [20, 30], [30, 5]\n\
         1. jk,kl->lj: operands 1 and 2, 3000 multiplications, 100 elements\n\
         2. ij,lj->il: operands 0 and 1, 1000 multiplications, 50 elements\n\
         4000 multiplications, 60000 in one loop; the largest intermediate result has 100 elements"
    );
    assert_eq!(path.pairs().collect::<Vec<_>>(), [(1, 2), (0, 1)]);
    assert_eq!((path.multiplications(), path.multiplications_in_one_loop()), (4000.0, 60000.0));
    assert_eq!(path.largest_intermediate(), 100.0);
    assert_eq!(
        einsum_path!("ij,...k->i...", &a, &c).to_string(),
        "einsum \"ij,...k->i...\" of [10, 20], [30, 5]\n\
         1. ij->i: operand 0, sums, 10 elements\n\
         2. ...k->...: operand 1, sums, 30 elements\n\
         3. i,...->i...: operands 0 and 1, 300 multiplications, 300 elements\n\
         300 multiplications, 30000 in one loop; the largest intermediate result has 30 elements"
    );
    assert_eq!(
        einsum_path!("ij->ji", &a).to_string(),
        "einsum \"ij->ji\" of [10, 20]\nonly views\n\
         0 multiplications, 0 in one loop; no intermediate result"
    );
    // A size of 1 is named as any other.
    assert_eq!(
        einsum_path!("ij,jk->ik", &ones([1, 20]), &b).to_string(),
        "einsum \"ij,jk->ik\" of [1, 20], [20, 30]\n\
         1. ij,jk->ik: operands 0 and 1, 600 multiplications, 30 elements\n\
         600 multiplications, 600 in one loop; no intermediate result"
    );
}

#[test]
#[cfg(feature = "rayon")]
fn results_do_not_depend_on_the_number_of_threads() {
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    // Enough products for several threads, to results in other orders than batches, rows, columns.
    let weights = counting([2, 3, 80, 150]);
    let values = counting([2, 150, 3, 120]);
    let (wide, rows) = (counting([300, 40, 64]), counting([40, 64]));
    let run = || {
        let heads = einsum!("bhqk,bkhd->bqhd", &weights, &values);
        let last = einsum!("bhqk,bkhd->qdbh", &weights, &values);
        let strips = einsum!("ijb,jb->ib", &wide, &rows);
        (heads, last, strips)
    };
    let one = pool(1).install(run);
    let per_head = weights.matmul(values.permute(axes![0, 2, 1, 3]));
    assert_eq!(one.0, per_head.permute(axes![0, 2, 1, 3]));
    assert_eq!(one.1, per_head.permute(axes![2, 3, 0, 1]));
    assert_eq!(one.2, (&wide * &rows).sum(Axis::<1>));
    for threads in [2, 3] {
        let several = pool(threads).install(run);
        assert!(several == one, "{threads} threads");
    }
}

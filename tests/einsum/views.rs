//! Patterns of one operand that move no element: views of it. And every way to give an operand.

use crate::caught::refuses;
use crate::disguise::disguises;
use holor::prelude::*;
use holor::{einsum_path, try_einsum};

/// `[n, n, ..]` or any shape, counted from 0.
fn counting<const R: usize>(shape: [usize; R]) -> Tensor<i32, R> {
    let len: usize = shape.iter().product();
    Tensor::from_vec((0..len as i32).collect(), shape).unwrap()
}

/// An element that can neither be cloned nor multiplied.
#[derive(Debug, PartialEq)]
struct Plain(i32);

fn plain() -> Tensor<Plain, 2> {
    Tensor::from_vec((0..9).map(Plain).collect(), [3, 3]).unwrap()
}

#[test]
fn permutations_and_diagonals_are_views_of_any_layout() {
    for (name, m) in disguises(&counting([3, 3])) {
        let turned: TensorView<'_, i32, 2> = einsum!("ij->ji", &m);
        assert_eq!(turned, m.transpose(), "{name}");
        assert_eq!((turned.as_ptr(), turned.strides()), (m.as_ptr(), m.transpose().strides()));
        let same: TensorView<'_, i32, 2> = einsum!("ij->ij", &m);
        assert_eq!((same.as_ptr(), same.strides()), (m.as_ptr(), m.strides()), "{name}");
        let diagonal: TensorView<'_, i32, 1> = einsum!("ii->i", &m);
        assert_eq!(diagonal, m.diagonal(Axis::<0>, Axis::<1>), "{name}");
        assert_eq!(diagonal.as_ptr(), m.as_ptr(), "{name}");
        assert!(!m.is_shared(), "{name}");
    }
    for (name, t) in disguises(&counting([2, 3, 2])) {
        let view: TensorView<'_, i32, 3> = einsum!("ijk->kij", &t);
        assert_eq!(view, t.permute(axes![2, 0, 1]), "{name}");
        let view: TensorView<'_, i32, 2> = einsum!("iji->ji", &t);
        assert_eq!(view, t.diagonal(Axis::<0>, Axis::<2>), "{name}");
        assert!(view.shares_memory_with(&t), "{name}");
    }
    let scalar = Tensor::<i32, 0>::full([], 7);
    let view: TensorView<'_, i32, 0> = einsum!("->", &scalar);
    assert_eq!((view.as_ptr(), view.item()), (scalar.as_ptr(), 7));
}

#[test]
fn an_ellipsis_that_stays_is_seen_too() {
    let t = counting([2, 3, 4]);
    let view: TensorView<'_, i32, 3> = einsum!("...ij->...ji", &t);
    assert_eq!((view.as_ptr(), view.shape(), view.strides()), (t.as_ptr(), [2, 4, 3], [12, 1, 4]));
    let view: TensorView<'_, i32, 3> = einsum!("i...->...i", &t);
    assert_eq!((view.shape(), view.strides()), ([3, 4, 2], [4, 1, 12]));
    let view: TensorView<'_, i32, 3> = einsum!("...->...", &t);
    assert_eq!((view.shape(), view.strides()), ([2, 3, 4], [12, 4, 1]));
    let m = counting([3, 3]);
    let view: TensorView<'_, i32, 1> = einsum!("ii...->...i", &m);
    assert_eq!(view, tensor![0, 4, 8]);

    fn swapped<'a, const R: usize, const E: usize>(
        x: TensorView<'a, i32, R>,
    ) -> TensorView<'a, i32, R>
    where
        Rank<R>: Minus<Rank<2>, Output = Rank<E>>,
        Rank<E>: Plus<Rank<2>, Output = Rank<R>>,
    {
        einsum!("...ij->...ji", x)
    }
    assert_eq!(swapped(t.view()), t.transpose());
    assert_eq!(swapped(m.view()).as_ptr(), m.as_ptr());
}

#[test]
fn everything_else_is_a_new_tensor_in_row_major_order() {
    let (m, t) = (counting([3, 3]), counting([3, 3, 2]));
    let one: Tensor<i32, 1> = einsum!("ij->i", &m); // a sum
    let two: Tensor<i32, 1> = einsum!("iij->i", &t); // a diagonal, and a sum
    let three: Tensor<i32, 1> = einsum!("i...->i", &m); // the ellipsis is summed
    let four: Tensor<i32, 2> = einsum!("ij,ij->ji", &m, &m); // two operands
    let five: Tensor<i32, 0> = einsum!("ii->", &m);
    assert_eq!((one, two, three), (tensor![3, 12, 21], tensor![1, 17, 33], tensor![3, 12, 21]));
    assert_eq!(four, (&m * &m).transpose());
    assert!(four.is_contiguous() && !four.is_shared());
    assert_eq!(five.item(), 12);
}

#[test]
fn axes_of_size_one_and_zero() {
    assert_eq!(einsum!("ii->i", &counting([1, 1])).to_vec(), [0]);
    let none = Tensor::<i32, 2>::zeros([0, 3]);
    assert_eq!(einsum!("ij->ji", &none).shape(), [3, 0]);
    assert_eq!(einsum!("ii->i", &Tensor::<i32, 2>::zeros([0, 0])).shape(), [0]);
    // Of a part without elements at the end of a buffer.
    let m = counting([2, 3]);
    assert_eq!(einsum!("ij->ji", m.slice(s![2.., ..])).shape(), [3, 0]);
    let text = "einsum \"ii->i\": [2, 3]: index `i` has sizes 2 and 3";
    assert_eq!(try_einsum!("ii->i", &m).unwrap_err().to_string(), text);
    assert_eq!(try_einsum!("ii->i", m.clone()).unwrap_err().to_string(), text);
    refuses(text, || einsum!("ii->i", &m).len());
}

#[test]
fn elements_need_no_arithmetic() {
    let m = plain();
    let start = m.as_ptr();
    let diagonal: TensorView<'_, Plain, 1> = einsum!("ii->i", &m);
    assert!(diagonal.iter().map(|x| x.0).eq([0, 4, 8]));
    let turned: Tensor<Plain, 2> = einsum!("ij->ji", m);
    assert_eq!((turned.as_ptr(), turned[[0, 1]].0), (start, 3));
}

#[test]
fn views_live_as_long_as_what_they_borrow() {
    fn of_tensor<'a>(x: &'a Tensor<Plain, 2>) -> TensorView<'a, Plain, 1> {
        einsum!("ii->i", x)
    }
    fn of_tensor_ref<'a>(x: &'a TensorRef<Plain, 2>) -> TensorView<'a, Plain, 2> {
        einsum!("ij->ji", x)
    }
    fn of_view<'a>(x: TensorView<'a, Plain, 2>) -> TensorView<'a, Plain, 1> {
        einsum!("ii->i", x)
    }
    fn of_view_by_reference<'a>(x: &TensorView<'a, Plain, 2>) -> TensorView<'a, Plain, 1> {
        einsum!("ii->i", x)
    }
    fn of_mutable_view<'a>(x: TensorViewMut<'a, Plain, 2>) -> TensorView<'a, Plain, 1> {
        einsum!("ii->i", x)
    }
    let m = plain();
    let views = {
        let view = m.view();
        [of_tensor(&m), of_view(view), of_view_by_reference(&view)]
    };
    for view in views {
        assert_eq!((view.as_ptr(), view[[2]].0), (m.as_ptr(), 8));
    }
    assert_eq!(of_tensor_ref(&m)[[0, 2]].0, 6);
    let mut elements = [Plain(0), Plain(1), Plain(2), Plain(3)];
    let view = TensorViewMut::from_slice_mut(&mut elements, [2, 2]).unwrap();
    assert_eq!(of_mutable_view(view)[[1]].0, 3);
    // Of a temporary, to the end of the statement.
    let m = counting([2, 2]);
    assert_eq!(einsum!("ij->ji", &(&m + 1)).row(0), tensor![1, 3]);
}

#[test]
fn a_tensor_by_value_stays_in_its_buffer() {
    let m = counting([3, 3]);
    let start = m.as_ptr();
    let turned: Tensor<i32, 2> = einsum!("ij->ji", m);
    let mut diagonal: Tensor<i32, 1> = einsum!("ii->i", turned);
    assert_eq!((diagonal.as_ptr(), diagonal.strides(), diagonal.is_shared()), (start, [4], false));
    diagonal[[1]] = 9; // alone, and no two indices meet: in place
    assert_eq!((diagonal.as_ptr(), diagonal.strides()), (start, [4]));
    assert_eq!(diagonal, tensor![0, 9, 8]);

    // With a second owner, a write copies first.
    let m = counting([3, 3]);
    let mut diagonal: Tensor<i32, 1> = einsum!("ii...->...i", m.clone());
    assert!(diagonal.shares_memory_with(&m) && m.is_shared());
    diagonal.fill(-1);
    assert_eq!((m.is_shared(), m), (false, counting([3, 3])));
}

#[test]
fn operands_for_writing_are_read() {
    let mut m = counting([3, 3]);
    let other = m.clone();
    let start = m.as_ptr();
    let read: TensorView<'_, i32, 2> = einsum!("ij->ji", &mut m);
    assert_eq!((read.as_ptr(), read[[0, 2]]), (start, 6)); // not copied, though it is shared
    assert!(m.shares_memory_with(&other));
    drop(other);
    let tensor: &mut TensorRef<i32, 2> = &mut m;
    let read: TensorView<'_, i32, 1> = einsum!("ii->i", tensor);
    assert_eq!(read, tensor![0, 4, 8]);
    let mut view = m.view_mut();
    assert_eq!(einsum!("ij->i", &mut view), tensor![3, 12, 21]);
    assert_eq!(einsum!("ij,j->i", view, &tensor![1, 0, 0]), tensor![0, 3, 6]);
}

#[test]
fn every_mix_of_operands_gives_the_same_product() {
    let (a, b) = (counting([2, 3]), counting([3, 2]));
    let mut c = b.clone();
    let expected = a.matmul(&b);
    let products = [
        einsum!("ij,jk->ik", &a, &b),
        einsum!("ij,jk->ik", a.view(), b.view()),
        einsum!("ij,jk->ik", a.clone(), b.clone()),
        einsum!("ij,jk->ik", &*a, &mut c),
        einsum!("ij,jk->ik", &a.view(), c.view_mut()),
        einsum!("...j,jk->...k", a.clone(), &c.view_mut()),
    ];
    for product in products {
        assert_eq!(product, expected);
    }
    // Elements that are not known yet are those of the others, on either side.
    let right = einsum!("ij,jk->ik", &a, Tensor::zeros([3, 2]));
    let left = einsum!("ij,jk->ik", &Tensor::zeros([3, 2]), &a);
    assert_eq!((right, left), (Tensor::zeros([2, 2]), Tensor::<i32, 2>::zeros([3, 3])));
    // Six operands, each given in another way, and what of them is temporary.
    let v = tensor![1, 2];
    let mut w = v.clone();
    let six: Tensor<i32, 1> =
        einsum!("i,i,i,i,i,i->i", &v, v.view(), v.clone(), &v.view(), &mut w, &(&v + 1));
    assert_eq!(six, tensor![2, 96]);
}

#[test]
fn plans_take_the_same_operands() {
    let (a, b) = (counting([2, 3]), counting([3, 2]));
    let expected = einsum_path!("ij,jk->ik", &a, &b).to_string();
    assert_eq!(einsum_path!("ij,jk->ik", a.view(), b.clone()).to_string(), expected);
    assert_eq!(
        einsum_path!("ij->ji", a).to_string(),
        "einsum \"ij->ji\" of [2, 3]\nonly views\n0 multiplications, 0 in one loop; no intermediate \
         result"
    );
}

//! What the compiler infers: arguments of functions and new tensors of zeros have types here, nothing
//! else is annotated.

// Every form is there on purpose.
#![allow(clippy::needless_borrows_for_generic_args, clippy::op_ref, clippy::assign_op_pattern)]

use holor::prelude::*;
use num_traits::Zero;
use std::borrow::Cow;
use std::ops::Mul;

/// Of any rank; that a kept axis broadcasts follows from the one bound.
fn softmax<const R: usize>(x: &TensorRef<f32, R>) -> Tensor<f32, R>
where
    Last: Over<R>,
{
    let powers = (x - &x.max(Keep(Last))).exp();
    let sums = powers.sum(Keep(Last));
    powers / sums
}

fn mean(x: &VectorRef<f32>) -> f32 {
    x.iter().sum::<f32>() / x.len() as f32
}

fn layer(x: &MatrixRef<f32>, weights: &MatrixRef<f32>, bias: &VectorRef<f32>) -> Matrix<f32> {
    x.matmul(weights) + bias
}

fn product<T>(a: &MatrixRef<T>, b: &MatrixRef<T>) -> Matrix<T>
where
    T: Clone + Zero + Mul<Output = T>,
{
    a.matmul(b)
}

fn corner(m: &MatrixRef<i32>) -> TensorView<'_, i32, 2> {
    m.slice(s![..2, ..2])
}

/// A view by value keeps its lifetime through view methods, iterators and references to elements.
fn second_row<'a>(m: TensorView<'a, f32, 2>) -> (TensorView<'a, f32, 1>, &'a f32, &'a [f32]) {
    let row = m.slice(s![1.., ..]).row(0);
    (row, m.get([1, 0]).unwrap(), row.as_slice().unwrap())
}

/// Every form of operand in a function that knows no rank.
fn operators<const R: usize>(x: &TensorRef<f32, R>, t: &Tensor<f32, R>) -> Tensor<f32, R> {
    let v = t.view();
    let sums = [x + x, x + t, t + x, x + v, v + x, x + &v, &v + x, t.clone() + x, x + t.clone()];
    assert!(sums.iter().all(|sum| sum.shape() == x.shape()));
    let scaled = [x + 1.0, 1.0 - x, 1.0 - t, 2.0 * v, 2.0 * &v, -x, -t, -v, t * 2.0, v / 2.0];
    assert!(scaled.iter().all(|scaled| scaled.shape() == x.shape()));
    let mut y = t.clone();
    y += x;
    y += t;
    y += v;
    y -= 1.0;
    y *= x * 2.0;
    x - &x.abs() + (x + x) * y
}

fn numbers() -> Tensor<f32, 2> {
    Tensor::from_fn([3, 4], |[i, j]| (i * 4 + j) as f32)
}

#[test]
fn functions_take_every_form() {
    let (t, mut u) = (numbers(), numbers());
    let v = t.view();
    let r: &MatrixRef<f32> = &t;
    let expected = t.softmax(Last);
    for found in [softmax(&t), softmax(&v), softmax(r), softmax(&u.view_mut()), softmax(&t.clone())]
    {
        assert!(found.all_close(&expected, 1e-6, 0.0));
    }
    let row = expected.row(1);
    for found in [softmax(&t.row(1)), softmax(&v.row(1)), softmax(&u.row_mut(1))] {
        assert!(found.all_close(row, 1e-6, 0.0));
    }
    assert_eq!(softmax(&u.slice_mut(s![.., 1..])).shape(), [3, 3]);
    assert!(softmax(&(&t + 1.0)).sum(Last).all_close(1.0, 1e-6, 0.0));
    assert_eq!((mean(&t.row(0)), mean(&t.sum(Last)), mean(&v.column(1))), (1.5, 22.0, 5.0));
    assert_eq!(
        layer(&t, &t.transpose(), &t.row(0).narrow(Last, 0, 3)).row(0).to_vec(),
        [14.0, 39.0, 64.0]
    );
    assert_eq!(product(&v, &t.transpose()), product(r, &u.transpose()));
    assert_eq!(corner(&tensor![[1, 2, 3], [4, 5, 6]]), tensor![[1, 2], [4, 5]]);
    assert_eq!(operators(r, &t), operators(&v, &u));
    assert_eq!(operators(&t.row(0), &row.to_owned()).shape(), [4]);
}

#[test]
fn views_outlive_the_views_they_are_taken_from() {
    let t = numbers();
    let row = t.view().slice(s![1.., ..]).row(0);
    let (same, first, slice) = second_row(t.view());
    assert_eq!(row, same);
    assert_eq!((*first, slice), (4.0, &[4.0, 5.0, 6.0, 7.0][..]));
    let rows = t.rows().map(|row| row.flip(Last)).collect::<Vec<_>>();
    assert_eq!(rows[2], tensor![11.0, 10.0, 9.0, 8.0]);
    let largest = t.column(0).iter().max_by(|a, b| a.total_cmp(b)).unwrap();
    assert_eq!(*largest, 8.0);
    let deepest = [&t, &t].map(|t| t.row(0)).into_iter().map(|row| row.iter()).map(Iterator::sum);
    assert_eq!(deepest.collect::<Vec<f32>>(), [6.0, 6.0]);
}

#[test]
fn loops_closures_and_collections() {
    let t = numbers();
    let v = t.view();
    let r: &MatrixRef<f32> = &t;
    let sums = t.rows().map(|row| row.sum(All).item()).collect::<Vec<_>>();
    assert_eq!(sums, v.rows().map(|row| row.iter().sum()).collect::<Vec<f32>>());
    let mut sum = 0.0;
    for x in &t {
        sum += x;
    }
    for x in t.row(0) {
        sum += x;
    }
    for x in r {
        sum += x;
    }
    for x in &v {
        sum += x;
    }
    assert_eq!(sum, 3.0 * 66.0 + 6.0);
    let mut total = Vector::<f32>::zeros([4]);
    for row in t.rows() {
        total += row;
        total = total + row;
        total = &total - row;
    }
    assert_eq!(total, t.sum(Axis::<0>));
    let folded = t.rows().fold(Vector::<f32>::zeros([4]), |sum, row| sum + row);
    assert_eq!(folded, total);
    let kept = t.rows().map(|row| row.to_owned()).collect::<Vec<_>>();
    assert_eq!(stack(Axis::<0>, &kept), t);
    let transform = |x: &TensorRef<_, _>| x * 2.0 + 1.0;
    assert_eq!(transform(&t), transform(&v));
    let (owned, none) = (Some(t.clone()), None::<Tensor<f32, 2>>);
    let length = |x: Option<&MatrixRef<f32>>| x.map_or(0, |x| x.len());
    assert_eq!((length(Some(&t)), length(owned.as_deref()), length(none.as_deref())), (12, 12, 0));
}

#[test]
fn comparisons() {
    let (t, u) = (numbers(), numbers());
    let v = t.view();
    let r: &MatrixRef<f32> = &t;
    assert_eq!(t, v);
    assert_eq!(v, t);
    assert_eq!(t.row(0), tensor![0.0, 1.0, 2.0, 3.0]);
    assert_eq!(*r, t);
    assert_eq!(r, t);
    assert_eq!(t, *r);
    assert_eq!(t, r);
    assert_eq!(r, v);
    assert!(r == &*t && v == r);
    assert_eq!(&t, &u);
    assert_eq!(t.row(2), &*u.row(2));
}

#[test]
fn operations_of_two() {
    let (a, b) = (numbers().narrow(Last, 0, 3).to_owned(), Tensor::full([3, 3], 2.0));
    let mut c = b.clone();
    let v = b.view();
    let r: &MatrixRef<f32> = &b;
    let product = a.matmul(&b);
    assert_eq!(product.row(0), tensor![6.0, 6.0, 6.0]);
    for found in [
        a.matmul(&v),
        a.matmul(v),
        a.matmul(r),
        a.matmul(b.transpose()),
        a.matmul(&b.transpose()),
        a.matmul(b.clone()),
        a.matmul(&c.view_mut()),
        a.tensordot(r, axes![1], axes![0]),
        a.tensordot(&v, axes![1], axes![0]),
        einsum!("ij,jk->ik", &a, &v),
        einsum!("ij,jk->ik", &a, &b.transpose()),
        einsum!("...ij,...jk->...ik", &a, r),
        einsum!("...ij,...jk->...ik", &a, &v),
    ] {
        assert_eq!(found, product);
    }
    gemm(1.0, &a, r, 0.0, &mut c);
    assert_eq!(c, product);
    gemm(1.0, &a.view(), &v, -1.0, &mut c.view_mut());
    assert!(c.equal(0.0).all(All).item());
    assert_eq!(a.maximum(&v), a.maximum(r));
    assert_eq!(a.maximum(0.0), a);
    assert_eq!(a.greater(&v).where_cond(&a, r), a.maximum(2.0));
    assert_eq!(a.less(r).where_cond(2.0, a.view()), a.maximum(2.0));
    assert_eq!(a.row(0).dot(&b.row(1)), a.row(0).dot(&tensor![2.0, 2.0, 2.0]));
    assert_eq!(a.row(0).outer(&a.column(1)).shape(), [3, 3]);
    assert_eq!(rearrange!(&a, "a b -> b a"), a.transpose());
    assert_eq!(rearrange!(r, "a b -> b a"), v);
    assert_eq!(reduce!(&v, "a b -> b", sum), b.sum(Axis::<0>));
    assert!(a.all_close(&a, 1e-5, 1e-5));
    let sum = &a + &b;
    assert_eq!(a.try_add(&v).unwrap(), sum);
    assert_eq!(a.try_add(r).unwrap(), sum);
    assert_eq!(a.try_add(&b.row(0)).unwrap(), sum);
}

#[test]
fn joined_zipped_and_assigned() {
    let (a, b) = (numbers(), numbers() * 2.0);
    let (v, r): (_, &MatrixRef<f32>) = (b.view(), &a);
    let joined = concat(Axis::<0>, &[a.view(), v]);
    assert_eq!(joined.shape(), [6, 4]);
    assert_eq!(concat(Axis::<0>, &[&a, &b]), joined);
    assert_eq!(concat(Axis::<0>, &[r, &v]), joined);
    let owned = vec![a.clone(), b.clone()];
    assert_eq!(concat(Axis::<0>, &owned), joined);
    // The first of them says what all are borrowed as.
    assert_eq!(concat(Axis::<0>, &[&*a, &v]), joined);
    assert_eq!(stack(Last, &[a.row(0), b.row(0)]).shape(), [4, 2]);
    let [x, y] = meshgrid([&a.row(0), &b.row(0)], Indexing::Ij);
    assert_eq!((x.shape(), y.shape()), ([4, 4], [4, 4]));
    let mut c = b.clone();
    let sum = zip((&a, &v, c.view_mut())).map(|x, y, z| {
        *z = 1.0;
        x + y
    });
    assert_eq!(sum, &a + &b);
    assert_eq!(zip((r, v, &mut c)).map(|x, y, z| x + y + *z), sum + 1.0);
    zip((&mut c, &a.row(0))).for_each(|x, y| *x += y);
    assert_eq!(c.row(2), &a.row(0) + 1.0);
    c.assign(r);
    assert_eq!(c, a);
    c.assign(&v);
    assert_eq!(c, b);
    c.assign(&a.row(0));
    c.row_mut(0).assign(&b.row(0));
    c.row_mut(1).fill(2.0);
    c.view_mut().row(2).fill(3.0);
    *c.column_mut(3) += 1.0;
    assert_eq!(c, tensor![[0.0, 2.0, 4.0, 7.0], [2.0, 2.0, 2.0, 3.0], [3.0, 3.0, 3.0, 4.0]]);
    c += &(&c * 2.0);
    c -= &c.clone();
    assert!(c.equal(0.0).all(All).item());
}

#[test]
fn owned_tensors_under_another_layout() {
    let t = tensor![[1, 2, 3], [4, 5, 6]];
    let at = t.as_ptr();
    let turned = t.viewed(|v| v.permute(axes![1, 0]));
    assert_eq!((turned.as_ptr(), turned.shape()), (at, [3, 2]));
    let row = turned.viewed(|v| v.transpose().row(1));
    assert_eq!(row, tensor![4, 5, 6]);
    assert_eq!(row.viewed(|v| v.flip(Last)), tensor![6, 5, 4]);
}

/// What std makes of `Borrow`, `ToOwned` and `AsRef`.
#[test]
fn a_cow_is_a_tensor_or_a_borrowed_one() {
    fn positive(x: &VectorRef<f32>) -> Cow<'_, VectorRef<f32>> {
        if x.greater(0.0).all(All).item() { Cow::Borrowed(x) } else { Cow::Owned(x.abs()) }
    }
    let (t, u) = (tensor![1.0, 2.0], tensor![-1.0, 2.0]);
    assert_eq!(positive(&t).as_ptr(), t.as_ptr());
    assert_eq!(*positive(&u), t);
    assert_eq!(positive(&u).into_owned() + &*positive(&t), &t * 2.0);
    fn length(x: impl AsRef<VectorRef<f32>>) -> usize {
        x.as_ref().len()
    }
    assert_eq!([length(&t), length(t.view()), length(&*t), length(t)], [2; 4]);
}

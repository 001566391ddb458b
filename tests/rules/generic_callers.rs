//! Generic functions as a user of the crate writes them: `&TensorRef` in, few bounds, no ranks named
//! twice.

use core::ops::{Add, Mul};
use holor::prelude::*;

/// A layer over any number of batch axes: three bounds.
fn linear<const R: usize>(
    x: &TensorRef<f32, R>,
    weights: &TensorRef<f32, 2>,
    bias: &TensorRef<f32, 1>,
) -> Tensor<f32, R>
where
    Rank<R>: MatrixRank
        + BroadcastWith<Rank<2>, Output = Rank<R>>
        + BroadcastWith<Rank<1>, Output = Rank<R>>,
{
    x.matmul(weights) + bias
}

/// The operands may change places, and the rank of one may be fixed.
fn twice<const R: usize>(x: &TensorRef<f32, R>, weights: &TensorRef<f32, 2>) -> Tensor<f32, R>
where
    Rank<R>: MatrixRank + BroadcastWith<Rank<2>, Output = Rank<R>>,
{
    x.matmul(weights).matmul(weights.transpose())
}

/// As above, and then with what has the rank of the result.
fn and_back<const R: usize>(x: &TensorRef<f32, R>, weights: &TensorRef<f32, 2>) -> Tensor<f32, R>
where
    Rank<R>: MatrixRank + BroadcastWith<Rank<2>, Output = Rank<R>>,
{
    let y = x.matmul(weights);
    y.matmul(x)
}

/// Equal ranks broadcast without a bound; whoever owns the elements on each side.
fn scores<const R: usize>(q: &TensorRef<f32, R>, k: &TensorRef<f32, R>) -> Tensor<f32, R>
where
    Rank<R>: MatrixRank,
{
    q.matmul(k.transpose())
}

/// A softmax over the last axis of any rank: one bound.
fn softmax<const R: usize>(x: &TensorRef<f32, R>) -> Tensor<f32, R>
where
    Last: Over<R>,
{
    let powers = (x - &x.max(Keep(Last))).exp();
    &powers / &powers.sum(Keep(Last))
}

/// Attention over any number of batch axes: two bounds.
fn attention<const R: usize>(
    q: &TensorRef<f32, R>,
    k: &TensorRef<f32, R>,
    v: &TensorRef<f32, R>,
) -> Tensor<f32, R>
where
    Rank<R>: MatrixRank,
    Last: Over<R>,
{
    softmax(&q.matmul(k.transpose())).matmul(v)
}

/// Any number type.
fn gram<T, const R: usize>(x: &TensorRef<T, R>) -> Tensor<T, R>
where
    Rank<R>: MatrixRank,
    T: Clone + num_traits::Zero + Mul<Output = T>,
{
    x.transpose().matmul(x)
}

/// The rank of the result is that without an axis.
fn mean_last<const R: usize, const P: usize>(x: &TensorRef<f32, R>) -> Tensor<f32, P>
where
    Last: AxisOf<R, Removed = Rank<P>>,
{
    x.sum(Last) / 2.0
}

/// The axes are an argument, and so is the rank that they leave.
fn over<A, const R: usize, const P: usize>(x: &TensorRef<f32, R>, axes: A) -> Tensor<f32, P>
where
    A: Over<R, Output = Rank<P>>,
{
    x.sum(axes)
}

/// Axes that are kept leave the rank as it is.
fn centre<A, const R: usize>(x: &TensorRef<f32, R>, axes: A) -> Tensor<f32, R>
where
    A: Over<R>,
{
    x - &x.sum(Keep(axes))
}

/// Two ranks that broadcast to a third, any number type: one bound for the ranks.
fn combined<T, const A: usize, const B: usize, const O: usize>(
    x: &TensorRef<T, A>,
    y: &TensorRef<T, B>,
    factor: T,
) -> Tensor<T, O>
where
    T: Clone + Add<Output = T> + Mul<Output = T>,
    Rank<A>: BroadcastWith<Rank<B>, Output = Rank<O>>,
{
    (x + y) * factor
}

/// Equal ranks need none.
fn sum<T, const R: usize>(x: &TensorRef<T, R>, y: &TensorRef<T, R>) -> Tensor<T, R>
where
    T: Clone + Add<Output = T>,
{
    x + y
}

/// A view inside of the function.
fn symmetric<const R: usize>(x: &TensorRef<f32, R>) -> Tensor<f32, R>
where
    Rank<R>: MatrixRank,
{
    let turned = x.transpose();
    x + turned + turned.transpose()
}

/// A view that outlives the function: of what is borrowed.
fn turned<'a, T, const R: usize>(x: &'a TensorRef<T, R>) -> TensorView<'a, T, R>
where
    Rank<R>: MatrixRank,
{
    x.view().transpose()
}

/// Writes into whatever is borrowed for writing, through a view of it.
fn write<const R: usize>(x: &mut TensorRef<f32, R>)
where
    Rank<R>: MatrixRank,
{
    let mut turned = x.view_mut().transpose();
    turned += 1.0;
    *x *= 2.0;
}

#[test]
fn generic_callers_find_the_ranks() {
    let (w, b) = (tensor![[1.0, 2.0], [3.0, 4.0]], tensor![0.5, 0.25]);
    let x = tensor![[1.0, 0.0], [0.0, 1.0]];
    assert_eq!(linear(&x, &w, &b), tensor![[1.5, 2.25], [3.5, 4.25]]);
    let batch = stack(Axis::<0>, &[x.clone(), x.clone()]);
    assert_eq!(linear(&batch, &w, &b).shape(), [2, 2, 2]);
    assert_eq!(twice(&batch, &w).to_vec(), [5.0, 11.0, 11.0, 25.0, 5.0, 11.0, 11.0, 25.0]);
    assert_eq!(and_back(&batch, &w).to_vec(), [1.0, 2.0, 3.0, 4.0, 1.0, 2.0, 3.0, 4.0]);
    assert_eq!(scores(&batch, &batch.view()).to_vec(), [1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0]);
    // Equal scores: the mean of the rows of `v`.
    let zeros = Tensor::zeros([2, 2, 2]);
    assert_eq!(attention(&zeros, &batch, &batch), Tensor::full([2, 2, 2], 0.5));
    assert_eq!(gram(&tensor![[1, 2], [3, 4]]).to_vec(), [10, 14, 14, 20]);
    assert_eq!(mean_last(&w), tensor![1.5, 3.5]);
    assert_eq!(mean_last(&b).item(), 0.375);
    let (all, columns): (Tensor<f32, 0>, Tensor<f32, 1>) = (over(&w, All), over(&w, Axis::<0>));
    assert_eq!((all.item(), columns), (10.0, tensor![4.0, 6.0]));
    assert_eq!(over(&batch, axes![0, 2]), tensor![2.0, 2.0]);
    assert_eq!(centre(&w, axes![0, 1]), tensor![[-9.0, -8.0], [-7.0, -6.0]]);
    assert_eq!(centre(&w, Last), tensor![[-2.0, -1.0], [-4.0, -3.0]]);
    assert_eq!(combined(&batch, &b, 4.0).index_axis(Axis::<0>, 1), tensor![[6.0, 1.0], [2.0, 5.0]]);
    assert_eq!(combined(&b, &Tensor::scalar(1.0), 4.0), tensor![6.0, 5.0]);
    assert_eq!(sum(&tensor![1, 2], &tensor![10, 20]), tensor![11, 22]);
    assert_eq!(symmetric(&w), tensor![[3.0, 7.0], [8.0, 12.0]]);
    assert_eq!(turned(&w), tensor![[1.0, 3.0], [2.0, 4.0]]);
}

/// The same functions with whatever borrows the elements, and whoever owns them.
#[test]
fn generic_callers_take_everything_that_borrows() {
    let w = tensor![[1.0, 2.0], [3.0, 4.0]];
    let (mut t, elements) = (w.clone(), [1.0, 2.0, 3.0, 4.0]);
    let slice = TensorView::from_slice(&elements, [2, 2]).unwrap();
    let foreign = Tensor::from_owner(elements, [2, 2]).unwrap();
    let expected = softmax(&w);
    assert_eq!(softmax(&w.view()), expected);
    assert_eq!(softmax(&slice), expected);
    assert_eq!(softmax(&foreign), expected);
    assert_eq!(softmax(&t.view_mut()), expected);
    assert_eq!(softmax(&*w), expected);
    assert_eq!(softmax(w.as_ref()), expected);
    assert_eq!(softmax(&(&w + 0.0)), expected);
    assert_eq!(softmax(&w.row(1)), expected.row(1));
    assert_eq!(softmax(&w.slice(s![1.., ..])), expected.slice(s![1.., ..]));
    assert_eq!(linear(&t.view_mut(), &slice, &foreign.row(0)), linear(&w, &w, &w.row(0)));

    let other = t.clone();
    write(&mut t);
    assert_eq!((&t, &other), (&tensor![[4.0, 6.0], [8.0, 10.0]], &w));
    write(&mut t.view_mut());
    write(&mut t.slice_mut(s![.., ..1]));
    assert_eq!(t, tensor![[22.0, 14.0], [38.0, 22.0]]);
    let mut buffer = elements;
    write(&mut TensorViewMut::from_slice_mut(&mut buffer, [1, 2, 2]).unwrap());
    assert_eq!(buffer, [4.0, 6.0, 8.0, 10.0]);
    let writer: &mut TensorRef<f32, 2> = &mut t;
    write(writer);
    write(writer); // borrowed again, not moved
    assert_eq!(t[[0, 0]], 94.0);
}

/// What a program writes in one line each, of concrete ranks.
#[test]
fn concrete_callers_name_no_type() {
    let mut x = Tensor::from_fn([2, 3, 4], |[i, j, k]| (12 * i + 4 * j + k) as f64);
    let v = Tensor::<f64, 1>::ones([4]);
    let (y, z) = (2.0 * &x + 1.0, &x * 2.0 - v.clone());
    assert_eq!((y[[1, 2, 3]], z[[1, 2, 3]]), (47.0, 45.0));
    let w = (&x + &v) * x.view() / 3.0 - 1.0;
    assert_eq!(w[[0, 0, 2]], 1.0);
    let s = x.slice(s![1, .., 1..3]);
    let [a, b] = s.shape();
    assert_eq!((a, b), (3, 2));
    let [a, b, c] = x.slice(s![.., 0..2;2, NewAxis, -1]).shape();
    assert_eq!((a, b, c), (2, 1, 1));
    let (n, i) = (3_usize, 1_usize);
    assert_eq!(x.slice(s![i, ..n - 1, n - 2..]).shape(), [2, 3]);
    let [p, q] = v.sliding_windows([2]).shape();
    assert_eq!((p, q), (3, 2));
    let t = zip((&x, &v)).map(|a, b| a + b * 2.0);
    assert_eq!(t[[0, 0, 0]], 2.0);
    assert_eq!(concat(Axis::<0>, &[x.clone(), x.clone()]).shape(), [4, 3, 4]);
    assert_eq!(
        x.diagonal(Axis::<0>, Axis::<2>).sum(All).item(),
        0.0 + 4.0 + 8.0 + 13.0 + 17.0 + 21.0
    );
    x.slice_mut(s![..;-1, ..2, 0]).transpose().fill(0.0);
    assert_eq!((x[[1, 1, 0]], x[[1, 2, 0]]), (0.0, 20.0));
    x += &v;
    x += 1.0;
    let mut writer = x.view_mut();
    writer += &v;
    assert_eq!(x[[0, 0, 0]], 3.0);
}

#[test]
fn the_traits_of_bounds_are_named_without_another_dependency() {
    use holor::num_complex::Complex;
    use holor::num_traits::{Float, Zero};

    fn hypotenuse<T: Float, const R: usize>(
        x: &TensorRef<T, R>,
        y: &TensorRef<T, R>,
    ) -> Tensor<T, R> {
        zip((x, y)).map(|x, y| x.hypot(*y))
    }
    fn none<T: Zero + Clone>() -> Tensor<T, 1> {
        Tensor::zeros([2])
    }
    assert_eq!(hypotenuse(&tensor![3.0], &tensor![4.0]), tensor![5.0]);
    assert_eq!(none::<Complex<f32>>(), tensor![Complex::new(0.0, 0.0), Complex::new(0.0, 0.0)]);
}

//! What inference makes of TensorRef.
use holor::prelude::*;

fn softmax<const R: usize>(x: &TensorRef<f32, R>) -> Tensor<f32, R>
where
    Last: Over<R>,
    Keep<Last>: Over<R, Output = Rank<R>>,
{
    let e = (x - &x.max(Keep(Last))).exp();
    &e / &e.sum(Keep(Last))
}
// does the Keep bound follow from `Last: Over<R>`?
fn softmax2<const R: usize>(x: &TensorRef<f32, R>) -> Tensor<f32, R>
where
    Last: Over<R>,
{
    let e = (x - &x.max(Keep(Last))).exp();
    let s = e.sum(Keep(Last));
    e / s
}
fn mean(x: &TensorRef<f32, 1>) -> f32 {
    x.iter().sum::<f32>() / x.len() as f32
}
fn layer(x: &TensorRef<f32, 2>, w: &TensorRef<f32, 2>, b: &TensorRef<f32, 1>) -> Tensor<f32, 2> {
    x.matmul(w) + b
}
fn gen_elem<T: Clone + num_traits::Zero + std::ops::Mul<Output = T>>(
    a: &TensorRef<T, 2>,
    b: &TensorRef<T, 2>,
) -> Tensor<T, 2> {
    a.matmul(b)
}
fn corner<'a>(m: &'a TensorRef<i32, 2>) -> TensorView<'a, i32, 2> {
    m.slice(s![..2, ..2])
}
fn first<'a>(m: TensorView<'a, f32, 2>) -> TensorView<'a, f32, 1> {
    m.slice(s![1.., ..]).row(0) // 'a survives
}
use holor::num_traits;

#[test]
fn calls() {
    let t = Tensor::<f32, 2>::from_fn([3, 4], |[i, j]| (i * 4 + j) as f32);
    let v = t.view();
    let mut u = t.clone();
    softmax(&t);
    softmax(&v);
    softmax(&v.row(0));
    softmax(&t.row(0));
    softmax(&u.view_mut());
    softmax2(&u.slice_mut(s![.., 1..]));
    softmax2(&(&t + 1.0));
    let r: &TensorRef<f32, 2> = &t;
    softmax(r);
    assert!(mean(&t.row(0)) > 0.0 && mean(&t.sum(Last)) > 0.0);
    let a = t.view().slice(s![1.., ..]).row(0);
    let b = first(t.view());
    assert_eq!(a, b);
    assert_eq!(b, tensor![4.0, 5.0, 6.0, 7.0]);
    let sums: Vec<f32> = t.rows().map(|r| r.sum(All).item()).collect();
    let sums2: Vec<f32> = v.rows().map(|r| r.iter().sum()).collect();
    assert_eq!(sums, sums2);
    let mut s = 0.0;
    for x in &t {
        s += x;
    }
    for x in t.row(0) {
        s += x;
    }
    for x in r {
        s += x;
    }
    for x in &v {
        s += x;
    }
    assert!(s > 0.0);
    assert_eq!(t, v);
    assert_eq!(v, t);
    assert_eq!(t.row(0), tensor![0.0, 1.0, 2.0, 3.0]);
    assert_eq!(*r, t);
    assert_eq!(r, t);
    assert_eq!(t, *r);
    assert_eq!(t, r);
    assert!(r == &*t);
    assert_eq!(&t, &u);
}

fn operators<const R: usize>(x: &TensorRef<f32, R>, t: &Tensor<f32, R>) -> Tensor<f32, R> {
    let v = t.view();
    let _ = x + x;
    let _ = x + t;
    let _ = t + x;
    let _ = x + v;
    let _ = v + x;
    let _ = x + &v;
    let _ = &v + x;
    let _ = x + 1.0;
    let _ = 1.0 - x;
    let _ = 1.0 - t;
    let _ = 2.0 * v;
    let _ = -x;
    let _ = -t;
    let _ = -v;
    let _ = t * 2.0;
    let _ = t.clone() + x;
    let _ = x * t.clone();
    let mut y = t.clone();
    y += x;
    y += t;
    y += v;
    y -= 1.0;
    y *= x * 2.0;
    x - &x.abs() + (x + x) * 2.0
}

#[test]
fn binaries() {
    let a = Tensor::<f32, 2>::ones([3, 3]);
    let b = Tensor::<f32, 2>::ones([3, 3]);
    let r: &TensorRef<f32, 2> = &b;
    operators(r, &a);
    let v = b.view();
    let mut bm = b.clone();
    let _ = a.matmul(&b);
    let _ = a.matmul(&v);
    let _ = a.matmul(v);
    let _ = a.matmul(r);
    let _ = a.matmul(b.transpose());
    let _ = a.matmul(&b.transpose());
    let _ = a.matmul(a.matmul(&b));
    let _ = a.matmul(&bm.view_mut());
    let _ = r.matmul(r);
    let _ = v.matmul(r);
    let _ = a.maximum(&v);
    let _ = a.maximum(r);
    let _ = a.maximum(0.0);
    let _ = a.greater(&v).where_cond(&a, r);
    let _ = a.greater(r).where_cond(0.0, &v);
    let _ = a.row(0).dot(&b.row(1));
    let _ = a.row(0).dot(&tensor![1.0, 2.0, 3.0]);
    let _ = a.row(0).outer(&a.column(1));
    let _ = a.tensordot(r, axes![0], axes![1]);
    let _ = a.tensordot(&v, axes![0], axes![1]);
    let _ = concat(Axis::<0>, &[a.view(), b.view()]);
    let _ = concat(Axis::<0>, &[&a, &b]);
    let _ = concat(Axis::<0>, &[r, r]);
    let _ = concat(Axis::<0>, &[r, &a, &v]); // mixed: coerced to the first
    let _ = concat(Axis::<0>, &vec![a.clone(), b.clone()]);
    let _ = stack(Last, &[a.row(0), b.row(1)]);
    let _: Tensor<f32, 2> = zip((&a, &v, bm.view_mut())).map(|x, y, z| {
        *z = 1.0;
        x + y
    });
    let _ = zip((r, v, &mut bm)).map(|x, y, z| x + y + *z);
    zip((&mut bm, &a.row(0))).for_each(|x, y| *x += y);
    let _ = einsum!("ij,jk->ik", &a, &v);
    let _ = einsum!("ij,jk->ik", r, &b.transpose());
    let _ = einsum!("...ij,...jk->...ik", &a, r);
    let _ = rearrange!(&a, "a b -> b a");
    let _ = rearrange!(r, "a b -> b a");
    let _ = reduce!(&v, "a b -> b", sum);
    bm.assign(r);
    bm.assign(&v);
    bm.assign(&a.row(0));
    bm.row_mut(0).assign(&a.row(0));
    bm.row_mut(0).fill(2.0);
    bm.view_mut().row(0).fill(2.0);
    gemm(1.0, &a, r, 0.0, &mut bm);
    gemm(1.0, &a.view(), &v, 0.0, &mut bm.view_mut());
    assert!(a.all_close(&a, 1e-5, 1e-5));
    assert!(a.try_add(&v).is_ok() && a.try_add(r).is_ok() && a.try_add(&a.row(0)).is_ok());
    layer(&a, &b.transpose(), &a.row(0));
    gen_elem(&a, &v);
    gen_elem(r, &b.transpose());
    assert_eq!(corner(&tensor![[1, 2, 3], [4, 5, 6]]), tensor![[1, 2], [4, 5]]);
    let map = a.map(|x| x * 2.0);
    let _ = map;
}

#[test]
fn viewed() {
    let t = tensor![[1, 2, 3], [4, 5, 6]];
    let at = t.as_ptr();
    let p = t.viewed(|v| v.permute(axes![1, 0]));
    assert_eq!((p.as_ptr(), p.shape()), (at, [3, 2]));
    let q = p.viewed(|v| v.transpose().row(1));
    assert_eq!(q, tensor![4, 5, 6]);
    let w = q.viewed(|v| v.flip(Last));
    assert_eq!(w.clone(), w);
}

//! Every form of an operand where one is taken, without a type named: what has to infer.

// Each form is there to be tested, also where another one would do.
#![allow(clippy::op_ref, clippy::needless_borrows_for_generic_args, clippy::useless_vec)]

use holor::prelude::*;

fn numbers<const R: usize>(shape: [usize; R]) -> Tensor<f32, R> {
    let len = shape.iter().product::<usize>();
    Tensor::from_vec((0..len).map(|i| i as f32).collect(), shape).unwrap()
}

/// Each operator on each pair of forms gives what it gives of two owned tensors.
#[test]
fn operators_take_every_pair_of_forms() {
    fn check<const R: usize>(x: &TensorRef<f32, R>, t: &Tensor<f32, R>) {
        let (mut w, mut w2) = (t.clone(), t.clone());
        let (v, m, m2) = (t.view(), w.view_mut(), w2.view_mut());
        let (sum, difference) = (t.map(|x| x + x), t.map(|x| 1.0 - x));
        let sums = [
            [x + x, x + t, x + &v, x + &m, x + v, x + t.clone()],
            [t + x, t + t, t + &v, t + &m, t + v, t + t.clone()],
            [&v + x, &v + t, &v + &v, &v + &m, &v + v, &v + t.clone()],
            [&m + x, &m + t, &m + &v, &m + &m2, &m + v, &m + t.clone()],
            [v + x, v + t, v + &v, v + &m, v + v, v + t.clone()],
            [
                t.clone() + x,
                t.clone() + t,
                t.clone() + &v,
                t.clone() + &m,
                t.clone() + v,
                t.clone() + t.clone(),
            ],
        ];
        assert!(sums.iter().flatten().all(|result| *result == sum));
        let from_one = [1.0 - x, 1.0 - t, 1.0 - &v, 1.0 - &m, 1.0 - v, 1.0 - t.clone()];
        assert!(from_one.iter().all(|result| *result == difference));
        let minus_one = [x - 1.0, t - 1.0, &v - 1.0, &m - 1.0, v - 1.0, t.clone() - 1.0];
        assert!(minus_one.iter().all(|result| -result == difference));
        let negated = [-x, -t, -&v, -&m, -v, -t.clone()];
        assert!(negated.iter().all(|result| result + 1.0 == difference));

        let mut y = t.clone();
        y += x;
        y += t;
        y += &v;
        y += &m;
        y += v;
        y += t.clone();
        y -= 1.0;
        assert_eq!(y, t.map(|x| x * 7.0 - 1.0));
        let mut writer = y.view_mut();
        writer -= x;
        writer -= v;
        writer += 1.0;
        let reference = &mut *writer;
        *reference -= t;
        *reference -= &v;
        *reference -= t.clone();
        *reference -= &m;
        assert_eq!(y, *t);
        y *= x * 2.0;
        assert_eq!(y, x * &(x + x));
    }
    check(&numbers([3, 4]), &numbers([3, 4]));
    check(&numbers([2]).view(), &numbers([2]));
    check(&numbers([3, 2, 2]).view_mut(), &numbers([3, 2, 2]));
}

#[test]
fn comparisons_take_every_pair_of_forms() {
    let (t, mut w, mut w2) = (numbers([2, 2]), numbers([2, 2]), numbers([2, 2]));
    let (r, v, m, m2): (&TensorRef<f32, 2>, _, _, _) = (&t, t.view(), w.view_mut(), w2.view_mut());
    assert!(t == t.clone() && t == v && t == m && t == *r && t == r);
    assert!(v == t && v == v.view() && v == m && v == *r && v == r);
    assert!(m == t && m == v && m == m2 && m == *r && m == r);
    assert!(*r == t && *r == v && *r == m && *r == *v);
    assert!(r == t && r == v && r == &*t);
    assert_eq!(&t, &t.clone());
    assert_ne!(t, numbers([4, 1]));
    assert_eq!(t.row(0), tensor![0.0, 1.0]);
}

#[test]
fn methods_take_every_form() {
    let (a, b) = (numbers([3, 3]), Tensor::<f32, 2>::ones([3, 3]));
    let (v, mut c) = (b.view(), b.clone());
    let r: &TensorRef<f32, 2> = &b;
    let product = a.matmul(&b);
    for result in [
        a.matmul(&v),
        a.matmul(v),
        a.matmul(r),
        a.matmul(b.clone()),
        a.matmul(b.transpose()),
        a.matmul(&b.transpose()),
        a.matmul(&c.view_mut()),
        a.view().matmul(r),
        (*a).matmul(v),
        c.view_mut().matmul(&a).transpose().to_owned().matmul(b.clone() / 3.0) * 0.0 + &product,
        einsum!("ij,jk->ik", &a, &v),
        einsum!("ij,jk->ik", &*a, &b.transpose()),
        einsum!("...ij,...kj->...ik", &*a, r),
    ] {
        assert_eq!(result, product);
    }
    assert_eq!(a.maximum(&v), a.maximum(r));
    assert_eq!(a.maximum(1.0), a.maximum(&b));
    assert_eq!(a.greater(&v).where_cond(&a, r), a.maximum(v));
    assert_eq!(a.greater(r).where_cond(0.0, &v).sum(All).item(), 2.0);
    assert_eq!(a.row(0).dot(&b.row(1)), 3.0);
    assert_eq!(a.row(0).dot(&tensor![1.0, 2.0, 3.0]), 8.0);
    assert_eq!(a.row(0).outer(&a.column(1)).shape(), [3, 3]);
    assert_eq!(a.tensordot(r, axes![0], axes![1]), a.tensordot(&v, axes![0], axes![1]));
    assert_eq!(concat(Axis::<0>, &[a.view(), b.view()]), concat(Axis::<0>, &[&a, &b]));
    assert_eq!(concat(Axis::<0>, &[r, &a, &v]).shape(), [9, 3]);
    assert_eq!(concat(Axis::<0>, &vec![a.clone(), b.clone()]).shape(), [6, 3]);
    assert_eq!(stack(Last, &[a.row(0), b.row(1)]).shape(), [3, 2]);
    assert!(a.all_close(&a, 1e-5, 1e-5) && a.all_close(&a.view(), 1e-5, 1e-5));
    assert!(a.try_add(&v).is_ok() && a.try_add(r).is_ok() && a.try_add(&a.row(0)).is_ok());

    let sums: Tensor<f32, 2> = zip((&a, &v, c.view_mut())).map(|x, y, z| {
        *z = 1.0;
        x + y
    });
    assert_eq!(zip((r, v, &mut c)).map(|x, y, z| x + y + *z).sum(All).item(), 27.0);
    zip((&mut c, &a.row(0))).for_each(|x, y| *x += y);
    zip((&mut *c, &*a)).for_each(|x, y| *x -= y);
    assert_eq!((sums[[2, 2]], c[[2, 2]]), (9.0, -5.0));
    c.assign(r);
    c.assign(&v);
    c.assign(&a.row(0));
    c.row_mut(0).assign(&b.row(0));
    c.row_mut(1).fill(2.0);
    c.view_mut().row(2).fill(3.0);
    assert_eq!(c, tensor![[1.0, 1.0, 1.0], [2.0, 2.0, 2.0], [3.0, 3.0, 3.0]]);
    gemm(1.0, &a, r, 0.0, &mut c);
    assert_eq!(c, product);
    gemm(1.0, &a.view(), &v, 0.0, &mut c.view_mut());
    assert_eq!(c, product);
}

#[test]
fn loops_take_every_form() {
    let mut t = numbers([2, 3]);
    let mut total = 0.0;
    for x in &t {
        total += x;
    }
    for x in t.row(1) {
        total += x;
    }
    let v = t.view();
    for x in &v {
        total += x;
    }
    let r: &TensorRef<f32, 2> = &t;
    for x in r {
        total += x;
    }
    assert_eq!(total, 15.0 + 12.0 + 15.0 + 15.0);
    for x in &mut t {
        *x += 1.0;
    }
    for x in t.row_mut(0) {
        *x += 1.0;
    }
    let mut m = t.view_mut();
    for x in &mut m {
        *x += 1.0;
    }
    for x in &m {
        total += x;
    }
    for x in &mut *m {
        *x = 0.0;
    }
    assert_eq!((total, t.sum(All).item()), (57.0 + 15.0 + 15.0, 0.0));
}

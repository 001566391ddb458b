use holor::prelude::*;
#[test]
fn ops() {
    let m: Tensor<f64, 2> = tensor![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let v: Tensor<f64, 1> = tensor![10.0, 20.0, 30.0];
    let y = 2.0 * &m + 1.0;
    assert_eq!(y.to_vec(), [3.0, 5.0, 7.0, 9.0, 11.0, 13.0]);
    let p = y.as_ptr();
    let z = y + &v;
    assert_eq!(z.as_ptr(), p);
    assert_eq!(z.to_vec(), [13.0, 25.0, 37.0, 19.0, 31.0, 43.0]);
    let w = &v + z;
    assert_eq!(w.as_ptr(), p);
    let w = &m.transpose() - &tensor![1.0, 2.0];
    assert_eq!(w.to_vec(), [0.0, 2.0, 1.0, 3.0, 2.0, 4.0]);
    let k = zip((&m, &v, &m)).map(|a, b, c| a + b * c);
    assert_eq!(k.shape(), [2, 3]);
    let mut c = m.clone();
    c += &v;
    c -= 1.0;
    assert_eq!(c.to_vec(), [10.0, 21.0, 32.0, 13.0, 24.0, 35.0]);
    assert_eq!(m.greater(&v).to_vec(), [false; 6]);
    assert_eq!(m.greater(2.0).to_vec(), [false, false, true, true, true, true]);
    let mut x = Tensor::<f64, 2>::zeros([2, 3]);
    zip((&mut x, &v)).for_each(|x, v| *x += v);
    zip((x.view_mut(), m.view())).for_each(|x, v| *x += v);
    assert_eq!(x.to_vec(), [11.0, 22.0, 33.0, 14.0, 25.0, 36.0]);
    x.assign(&v);
    assert_eq!(x.exp().shape(), [2, 3]);
    let big = Tensor::from_fn([300, 200], |[i, j]| (i * 200 + j) as f32);
    let t = big.transpose().to_contiguous();
    for i in 0..300 { for j in 0..200 { assert_eq!(t[[j, i]], big[[i, j]]); } }
    let s = &big.transpose() + &Tensor::<f32, 2>::ones([200, 300]);
    assert_eq!(s[[7, 9]], big[[9, 7]] + 1.0);
    println!("{}", big.len());
}

use holor::prelude::*;
#[test]
fn smoke() {
    let m: Tensor<i32, 2> = tensor![[1, 2, 3], [4, 5, 6]];
    let t = m.transpose();
    assert_eq!(t.shape(), [3, 2]);
    assert_eq!(t.to_vec(), [1, 4, 2, 5, 3, 6]);
    let mut n = m.clone();
    n[[0, 0]] = 9;
    assert_eq!(m[[0, 0]], 1);
    let mut u = n.view_mut().slice(s![.., ..;-2]);
    u.fill(7);
    assert_eq!(n.to_vec(), [7, 2, 7, 7, 5, 7]);
    let x: Tensor<i32, 3> = m.unsqueeze(Last);
    assert_eq!(x.shape(), [2, 3, 1]);
    let x: Tensor<i32, 1> = m.merge_axes(Axis::<0>, Last);
    assert_eq!(x.shape(), [6]);
}

use holor::prelude::*;

fn main() {
    let mut a = Tensor::<f32, 2>::ones([1, 3]);
    let [rows, columns] = a.shape();
    assert_eq!((rows, columns), (1, 3));
    assert_eq!(a.sum(Axis::<0>), a.mean(Axis::<0>));
    assert_eq!(a.map(|&x| x + 1.0)[[0, 0]], 2.0);
    a.map_inplace(|x| *x += 1.0);
    assert_eq!(a.unsqueeze(Axis::<0>).shape(), [1, 1, 3]);
    assert_eq!(a.squeeze(Axis::<0>).shape(), [3]);
    assert_eq!(a.axis_iter(Axis::<0>).len(), 1);
    assert_eq!(a.permute(axes![1, 0]), a.reverse_axes());
    assert_eq!(a.reshape([3, 1]).shape(), [3, 1]);
}

use holor::prelude::*;

fn main() {
    let v = Tensor::<f64, 1>::ones([3]);
    let factors = v.unsqueeze(Last).qr();
    assert_eq!(factors.q.shape(), [3, 1]);
}

use holor::PoolOptions;
use holor::prelude::*;

fn main() {
    let m = Tensor::<f32, 2>::zeros([8, 8]);
    let options = PoolOptions { padding: [1, 1], ..Default::default() };
    let y = m.avg_pool_with_options([2, 2], options);
    assert_eq!(y.shape(), [5, 5]);
}

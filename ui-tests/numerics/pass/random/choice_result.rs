use holor::prelude::*;
use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let row: Tensor<f64, 2> = m.choice(Axis::<0>, 1, &mut rng);
    assert_eq!(row.shape(), [1, 3]);
}

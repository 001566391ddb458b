use holor::prelude::*;
use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let permuted = m.take(Axis::<0>, &Tensor::permutation(2, &mut rng));
    assert_eq!(permuted.shape(), [2, 3]);
}

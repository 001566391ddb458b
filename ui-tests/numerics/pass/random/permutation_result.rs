use holor::prelude::*;
use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let order: Vector<usize> = Tensor::permutation(3, &mut rng);
    assert_eq!(order.shape(), [3]);
}

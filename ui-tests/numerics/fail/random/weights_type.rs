// A: weights of `f32` for a choice
use holor::prelude::*;
use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let weights = Tensor::<f32, 1>::ones([3]);
    let sample = m.choice_with_weights(Last, 4, &mut rng, &weights);
}

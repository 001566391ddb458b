// B: three sizes for the two axes of a random matrix
use holor::prelude::*;
use holor::rand::distr::StandardUniform;
use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let m: Tensor<u8, 2> = Tensor::sample([2, 3, 4], StandardUniform, &mut rng);
}

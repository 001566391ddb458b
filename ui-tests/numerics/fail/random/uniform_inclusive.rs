// B: a range with its end for random elements
use holor::prelude::*;
use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let dice: Tensor<u8, 1> = Tensor::uniform([6], 1..=6, &mut rng);
}

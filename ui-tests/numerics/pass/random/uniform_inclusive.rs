use holor::prelude::*;
use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let dice: Tensor<u8, 1> = Tensor::uniform([6], 1..7, &mut rng);
    assert_eq!(dice.shape(), [6]);
}

// B: one size for the two axes of a random matrix
use holor::prelude::*;
use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let m: Matrix<f64> = Tensor::uniform([6], 0.0..1.0, &mut rng);
}

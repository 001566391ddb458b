use holor::prelude::*;
use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

fn main() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let m = Tensor::<f64, 2>::zeros([2, 3]);
    let sample = m.choice_distinct_with_weights(Axis::<1>, 2, &mut rng, &[1.0, 1.0, 2.0]);
    assert_eq!(sample.shape(), [2, 2]);
}

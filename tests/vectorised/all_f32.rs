//! Functions of each of the 2^32 `f32`, beside the functions of `f64`, which `math.rs` compares with other libraries.

use crate::math::{BOUNDS, check};
use holor::prelude::*;
use rayon::prelude::*;

#[test]
#[ignore = "takes minutes, optimised: `cargo test --release --test vectorised all_f32 -- --ignored`"]
fn functions_keep_to_their_bounds() {
    (0..1_u32 << 12).into_par_iter().for_each(|upper| {
        let x = Tensor::from_fn([1 << 20], |[i]| f32::from_bits(upper << 20 | i as u32));
        let wide = x.cast::<f64>();
        for (name, f, bound, in_f64, _) in BOUNDS {
            check(name, bound, &x, &f(&x), &in_f64(&wide));
        }
    });
}

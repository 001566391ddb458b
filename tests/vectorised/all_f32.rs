//! Functions of each of the 2^32 `f32`, beside the functions of `f64`, which `math.rs` compares with other libraries.

use crate::math::{BOUNDS, check};
use holor::prelude::*;

const AT_ONCE: usize = 1 << 20;

#[test]
#[ignore = "takes an hour"]
fn functions_keep_to_their_bounds() {
    for first in (0..=u32::MAX).step_by(AT_ONCE) {
        let x = Tensor::from_fn([AT_ONCE], |[i]| f32::from_bits(first + i as u32));
        let wide = x.cast::<f64>();
        for (name, f, bound, in_f64, _) in BOUNDS {
            check(name, bound, &x, &f(&x), &in_f64(&wide));
        }
    }
}

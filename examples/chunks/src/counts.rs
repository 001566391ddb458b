//! Makes frames of a camera: the same counts on every machine, and in every order.

use holor::prelude::*;

/// The counts of a part of the frames: a background for each channel that drifts, a spot that moves, and noise.
pub(crate) fn make(start: [usize; 4], shape: [usize; 4]) -> Tensor<u16, 4> {
    Tensor::from_fn(shape, |index| {
        let [time, channel, y, x]: [u64; 4] =
            std::array::from_fn(|axis| (start[axis] + index[axis]) as u64);
        let background = 1500 * (channel + 1) + 3 * y + 2 * x + 17 * time;
        let (down, right) = (y.abs_diff(60 + 11 * time), x.abs_diff(40 + 13 * time));
        let spot = 9000_u64.saturating_sub(20 * (down * down + right * right));
        let noise = mix(((time * 3 + channel) << 20) ^ (y << 10) ^ x) >> 54;
        (background + spot + noise) as u16
    })
}

/// The last step of splitmix64 (Steele, Lea and Flood, 2014).
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

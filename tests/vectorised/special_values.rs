//! Special values of functions of floats, and arguments whose results are exact. More of them are in `math.rs`.

use super::math::{same_bits, vector};
use holor::prelude::*;

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

#[test]
fn of_exponentials() {
    let d = 5e-324;
    // Neighbours of the least number whose result is infinite (mpmath).
    let x = vector(vec![0.0, -0.0, INF, -INF, NAN, d, -d, 1e-310, -1e-310, 1e300, -1e300]);
    let ends = |bits: u64| vector([0, 1].map(|i| f64::from_bits(bits + i)).to_vec());
    let want = [0.0, -0.0, INF, -1.0, NAN, d, -d, 1e-310, -1e-310, INF, -1.0];
    same_bits("exp_m1", &x.exp_m1().into_vec(), &want);
    let want = [0.0, -0.0, INF, -INF, NAN, d, -d, 1e-310, -1e-310, INF, -INF];
    same_bits("sinh", &x.sinh().into_vec(), &want);
    same_bits(
        "cosh",
        &x.cosh().into_vec(),
        &[1.0, 1.0, INF, INF, NAN, 1.0, 1.0, 1.0, 1.0, INF, INF],
    );
    for (name, got) in [
        ("exp_m1", ends(0x4086_2e42_fefa_39ef).exp_m1()),
        ("sinh", ends(0x4086_33ce_8fb9_f87d).sinh()),
        ("cosh", ends(0x4086_33ce_8fb9_f87d).cosh()),
    ] {
        assert!(got[[0]] > 1.797e308 && got[[0]] < INF && got[[1]] == INF, "{name}: {got}");
    }
    let ends = |bits: u32| Tensor::from([0, 1].map(|i| f32::from_bits(bits + i)).to_vec());
    for (name, got) in [
        ("exp_m1", ends(0x42b1_7217).exp_m1()),
        ("sinh", ends(0x42b2_d4fc).sinh()),
        ("cosh", ends(0x42b2_d4fc).cosh()),
    ] {
        let is_right = got[[0]] > 3.4e38 && got[[0]] < f32::INFINITY && got[[1]] == f32::INFINITY;
        assert!(is_right, "{name}: {got}");
    }
}

#[test]
fn angles_have_the_special_values_of_c() {
    let parts = [0.0, -0.0, 1.0, -1.0, INF, -INF, NAN, 5e-324, -5e-324, f64::MAX, f64::MIN];
    let parts = vector(parts.to_vec());
    let angles = parts.unsqueeze(Axis::<1>).atan2(&parts);
    for ([i, j], &got) in angles.indexed_iter() {
        let (y, x) = (parts[[i]], parts[[j]]);
        // The C library's, which is right here.
        same_bits(&format!("the angle of ({x:e}, {y:e})"), &[got], &[y.atan2(x)]);
    }
    let narrow = parts.cast::<f32>();
    let angles = narrow.unsqueeze(Axis::<1>).atan2(&narrow);
    for ([i, j], &got) in angles.indexed_iter() {
        let (y, x) = (narrow[[i]], narrow[[j]]);
        same_bits(&format!("the angle of ({x:e}, {y:e})"), &[got.into()], &[y.atan2(x).into()]);
    }
}

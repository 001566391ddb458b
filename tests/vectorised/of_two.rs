//! Functions of two floats: the formula of many against that of one.

use holor::prelude::*;

/// Bits without an order that shows.
fn bits(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state ^ (*state >> 29)
}

macro_rules! of_two {
    ($test:ident, $Float:ident, $Bits:ident, $from_bits:expr) => {
        /// Pairs of one kind fill whole blocks, so that the formula for quotients with few digits is taken,
        /// and one pair with another quotient at the end takes the other way.
        #[test]
        fn $test() {
            let floor = |x: $Float, y: $Float| {
                let (whole, rest) = (x / y, x % y);
                if y.is_infinite() || rest.is_nan() {
                    return whole;
                }
                let is_up = rest != 0.0 && (rest < 0.0) != (y < 0.0);
                let quotient = (x - rest) / y - $Float::from(u8::from(is_up));
                if quotient == 0.0 { (0.0 as $Float).copysign(whole) } else { quotient.round() }
            };
            let rest = |x: $Float, y: $Float| match x % y {
                rest if rest == 0.0 => rest.copysign(y),
                rest if (rest < 0.0) != (y < 0.0) => rest + y,
                rest => rest,
            };
            let special = [0.0, -0.0, 1.0, -1.0, $Float::INFINITY, -$Float::INFINITY, $Float::NAN];
            let tiny = [$Float::MIN_POSITIVE, -$Float::from_bits(1), $Float::MAX, 1e-30, -0.1];
            let edges: Vec<$Float> = special.into_iter().chain(tiny).collect();
            let mut state = 1;
            for range in [1_u64, 3, 10, 20, 200] {
                let mut next = |wide: bool| -> $Float {
                    let random = $Float::from_bits(bits(&mut state) as $Bits);
                    // Numbers between 1 and 2, of any sign, times a power of two; or any bits.
                    let exponent = (bits(&mut state) % (2 * range)) as i32 - range as i32;
                    let number: $Float = $from_bits(bits(&mut state));
                    let number = number * (2.0 as $Float).powi(exponent.clamp(-100, 100));
                    if wide { random } else { number }
                };
                let (mut pairs, mut other): (Vec<($Float, $Float)>, u64) = (Vec::new(), range);
                // Below the normal numbers, and quotients up to those with too many digits.
                pairs.extend((0..2048).map(|_| {
                    let mut tiny = || $Float::from_bits((bits(&mut other) % 99_999 + 1) as $Bits);
                    (tiny(), -tiny())
                }));
                let most = (0.5 / $Float::EPSILON) as u64;
                for _ in 0..2048 {
                    let (y, whole) = (next(false), bits(&mut other) % most);
                    pairs.push((y * whole as $Float, y));
                }
                for i in 0..4096 {
                    let y = next(false);
                    // Also exact multiples, and their neighbours.
                    pairs.push(match i % 4 {
                        0 => (y * (i / 7) as $Float, y),
                        1 => ((y * (i / 5) as $Float).next_down(), y),
                        _ => (next(false), y),
                    });
                }
                for (wide, &edge) in [false, true].iter().zip(&edges) {
                    pairs.extend((0..1500).map(|_| (next(*wide), next(*wide))));
                    pairs.push((edge, next(false)));
                }
                pairs.extend(edges.iter().flat_map(|&x| edges.iter().map(move |&y| (x, y))));
                let (x, y): (Vec<$Float>, Vec<$Float>) = pairs.iter().copied().unzip();
                let (x, y) = (Tensor::from(x), Tensor::from(y));
                let (quotients, rests) = (x.floor_divide(&y), x.remainder(&y));
                let by_one = x.remainder(pairs[5].1);
                let [same_sign, same_sign_by_one] = [&x % &y, &x % pairs[5].1];
                for (i, &(x, y)) in pairs.iter().enumerate() {
                    let same = |found: $Float, wanted: $Float| {
                        found.to_bits() == wanted.to_bits() || found.is_nan() && wanted.is_nan()
                    };
                    let (quotient, wanted) = (quotients[[i]], floor(x, y));
                    assert!(same(quotient, wanted), "{x:e} // {y:e}: {quotient:e}, not {wanted:e}");
                    let (found, wanted) = (rests[[i]], rest(x, y));
                    assert!(same(found, wanted), "{x:e} mod {y:e}: {found:e}, not {wanted:e}");
                    let (found, wanted) = (by_one[[i]], rest(x, pairs[5].1));
                    assert!(same(found, wanted), "{x:e} mod {:e}: {found:e}", pairs[5].1);
                    assert!(same(same_sign[[i]], x % y), "{x:e} % {y:e}: {:e}", same_sign[[i]]);
                    let (found, wanted) = (same_sign_by_one[[i]], x % pairs[5].1);
                    assert!(same(found, wanted), "{x:e} % {:e}: {found:e}", pairs[5].1);
                }
            }
        }
    };
}

of_two! { quotients_of_f32, f32, u32, |bits: u64| {
    f32::from_bits((bits as u32 & 0x807f_ffff) | 0x3f80_0000)
} }
of_two! { quotients_of_f64, f64, u64, |bits: u64| {
    f64::from_bits((bits & 0x800f_ffff_ffff_ffff) | 0x3ff0_0000_0000_0000)
} }

#[test]
fn logaddexp_of_f32_against_f64() {
    let numbers: Vec<f32> = (0..400).map(|i| (i as f32 - 150.0).powi(3) * 1e-5).collect();
    let n = numbers.len();
    let x = Tensor::from_fn([n, n], |[i, _]| numbers[i]);
    let y = Tensor::from_fn([n, n], |[_, j]| numbers[j]);
    let mut worst = 0.0_f64;
    for ([i, j], &found) in x.logaddexp(&y).indexed_iter() {
        let (x, y) = (f64::from(numbers[i]), f64::from(numbers[j]));
        let greater = x.max(y);
        let wanted = greater + (-(x - y).abs()).exp().ln_1p();
        // Of a negative number and a logarithm, what is left has fewer digits than either.
        let unit = wanted.abs().max(greater.abs()) as f32;
        let unit = f64::from(unit.next_up() - unit);
        let off = (f64::from(found) - wanted).abs() / unit;
        assert!(off < 3.0, "of {x:e} and {y:e}: {found:e} is {off:.2} ulp from {wanted:e}");
        worst = worst.max(off);
    }
    println!("{worst:.3} ulp");
    let rows = x.logaddexp(y.narrow(Axis::<0>, 0, 1)); // a broadcast operand
    assert_eq!(rows, x.logaddexp(&y));
}

/// Of large numbers that are apart the greater one is the result.
#[test]
fn logaddexp_of_large_numbers() {
    let f32s: Vec<_> = (0..38).map(|i| 1.234_567_f32 * 10.0_f32.powi(i)).collect();
    let f64s: Vec<_> = (0..300).map(|i| 1.234_567_891_234_567 * 10.0_f64.powi(i)).collect();
    macro_rules! check {
        ($numbers:ident) => {
            for (i, &x) in $numbers.iter().enumerate() {
                for (j, &y) in $numbers.iter().enumerate() {
                    for (x, y) in [(x, y * 0.77), (-x, -y * 0.77), (x, -y)] {
                        let found = tensor![x].logaddexp(&tensor![y])[[0]];
                        let greater = x.max(y);
                        let wanted = greater + (x.min(y) - greater).exp().ln_1p();
                        let off = (found - wanted).abs();
                        assert!(off <= wanted.abs() * 1e-6 + 1e-6, "{i}, {j}: {x} {y} {found}");
                    }
                }
            }
        };
    }
    check!(f32s);
    check!(f64s);
}

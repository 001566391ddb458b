//! Numbers of 32 and 64 bits in many orders against std: what a quicksort, its networks and its pivots may get wrong.
//! With `HOLOR_SIMD=avx2` in the environment it is the radix sort that is tested.

use super::lanes::Random;
use holor::prelude::*;
use std::cmp::Ordering;
use std::fmt::Debug;

/// The orders of `n` numbers, as their 64 bits.
fn patterns(n: usize) -> Vec<(&'static str, Vec<u64>)> {
    let mut random = Random(n as u64 + 1);
    let spread = |i: usize| (i as u64) << 48 | (i as u64) << 20;
    let all = |f: &mut dyn FnMut(usize) -> u64| (0..n).map(f).collect();
    vec![
        ("random", all(&mut |_| random.next())),
        ("equal", all(&mut |_| 0x4009_21fb_4009_21fb)),
        ("greatest", all(&mut |_| u64::MAX)),
        ("two values", all(&mut |_| random.next() >> 63)),
        ("least and greatest", all(&mut |_| (random.next() >> 63).wrapping_neg())),
        ("few values", all(&mut |_| spread((random.next() % 7) as usize))),
        ("sorted", all(&mut |i| spread(i))),
        ("reversed", all(&mut |i| spread(n - i))),
        ("organ pipe", all(&mut |i| spread(i.min(n - i)))),
        ("sawtooth", all(&mut |i| spread(i % 37))),
        ("one greatest", all(&mut |i| if i == n / 2 { u64::MAX } else { spread(n - i) })),
        ("mostly equal", all(&mut |i| if i % 50 == 3 { random.next() } else { spread(9) })),
        ("bad pivots of 32 bits", bad_pivots(n, 16)),
        ("bad pivots of 64 bits", bad_pivots(n, 8)),
    ]
}

/// Numbers of which the vectors that a pivot is taken from are the least, again and again, where a vector has so many
/// lanes: a partition takes away these alone, and keeps the order of those that are left.
fn bad_pivots(n: usize, lanes: usize) -> Vec<u64> {
    const SAMPLED: usize = 8;
    let mut numbers = vec![u64::MAX >> 2; n];
    let mut left: Vec<usize> = (0..n).collect();
    let mut next = 0;
    while left.len() > SAMPLED * lanes {
        let step = (left.len() - lanes) / (SAMPLED - 1);
        let is_sampled = |i: usize| (0..SAMPLED).any(|k| (k * step..k * step + lanes).contains(&i));
        for (i, &at) in left.iter().enumerate() {
            if is_sampled(i) {
                numbers[at] = next << 32 | next;
            }
        }
        next += 1;
        let is_left = left.iter().enumerate().filter(|(i, _)| !is_sampled(*i));
        left = is_left.map(|(_, &at)| at).collect();
    }
    numbers
}

/// NaN last, zeros equal.
fn compared<T: PartialOrd>(a: &T, b: &T) -> Ordering {
    let is_nan = |x: &T| x.partial_cmp(x).is_none();
    a.partial_cmp(b).unwrap_or_else(|| is_nan(a).cmp(&is_nan(b)))
}

fn check<T>(name: &str, values: &[T])
where
    T: PartialOrd + Copy + Debug + Send + Sync + 'static,
{
    let n = values.len();
    let t = Tensor::from_vec(values.to_vec(), [n]).unwrap();
    let mut sorted = values.to_vec();
    sorted.sort_by(compared);
    let same = |found: &[T], what: &str| {
        let pair = found.iter().zip(&sorted).position(|(a, b)| compared(a, b).is_ne());
        assert_eq!((pair, found.len()), (None, n), "{what} of {n}, {name}");
    };
    same(&t.sort(Last).to_vec(), "sort");
    let mut changed = t.clone();
    changed.sort_inplace(Last);
    same(&changed.to_vec(), "sort_inplace");
    // NaN comes last in both directions.
    let mut descending = t.sort_descending(Last).to_vec();
    let numbers = descending.iter().take_while(|x| x.partial_cmp(x).is_some()).count();
    descending[..numbers].reverse();
    same(&descending, "sort_descending");
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&a, &b| compared(&values[a], &values[b]));
    assert!(t.argsort(Last).to_vec() == order, "argsort of {n}, {name}");
}

/// Every pattern, of one type of 32 bits and of one of 64.
fn check_all(n: usize, kind: usize) {
    for (i, (name, bits)) in patterns(n).into_iter().enumerate() {
        let halves = || bits.iter().map(|bits| (bits >> 32) as u32);
        match (i + kind) % 3 {
            0 => {
                check(name, &bits);
                check(name, &halves().collect::<Vec<u32>>());
            }
            1 => {
                check(name, &bits.iter().map(|&bits| bits as i64).collect::<Vec<_>>());
                check(name, &halves().map(|bits| bits as i32).collect::<Vec<_>>());
            }
            // Some bits are those of NaN, of either sign.
            _ => {
                check(name, &halves().map(f32::from_bits).collect::<Vec<_>>());
                check(name, &bits.iter().map(|&bits| f64::from_bits(bits)).collect::<Vec<_>>());
            }
        }
    }
}

#[test]
fn lengths_around_vectors_and_networks() {
    // Numbers of each kind differ in their keys alone: unoptimised, one of three is sorted at a length.
    let kinds = if cfg!(debug_assertions) { 1 } else { 3 };
    for (i, n) in (0..=600).filter(|n| n % 16 < 2 || n % 16 == 15 || n % 7 == 0).enumerate() {
        (i..i + kinds).for_each(|kind| check_all(n, kind));
    }
}

#[test]
fn long_ones() {
    (0..3).for_each(|kind| check_all(4097, kind));
    if !cfg!(debug_assertions) {
        (0..3).for_each(|kind| check_all(100_003, kind));
    }
}

/// Whether numbers are sorted is found out some at a time: wherever two are exchanged, that is noticed.
#[test]
fn two_neighbours_exchanged() {
    let n = 300;
    for at in 0..n - 1 {
        let mut numbers: Vec<i64> = (0..n).collect();
        numbers.swap(at as usize, at as usize + 1);
        check("two exchanged", &numbers);
        check("two exchanged", &numbers.iter().map(|&x| x as f32 - 99.0).collect::<Vec<_>>());
    }
}

/// The padding of networks is the greatest key, which a NaN has too.
#[test]
fn special_floats() {
    let kinds =
        [f64::NAN, -f64::NAN, 0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, 1.0, f64::MIN_POSITIVE];
    let mut random = Random(5);
    for n in (1..=300).step_by(13).chain([1000, 5001]) {
        let of = |random: &mut Random| kinds[(random.next() % 8) as usize];
        let doubles: Vec<f64> = (0..n).map(|_| of(&mut random)).collect();
        check("special", &doubles);
        check("special", &doubles.iter().map(|&x| x as f32).collect::<Vec<_>>());
    }
}

/// Equal numbers keep their order: NaN of any bits, and both zeros.
#[test]
fn argsort_takes_every_nan_as_equal() {
    let payload = f64::from_bits(0x7ff8_0000_0000_0123);
    let x = tensor![f64::NAN, 1.0, -payload, -0.0, payload, 0.0, f64::INFINITY, -f64::NAN, -0.0];
    assert_eq!(x.argsort(Last), tensor![3_usize, 5, 8, 1, 6, 0, 2, 4, 7]);
    assert_eq!(x.argsort_descending(Last), tensor![6_usize, 1, 3, 5, 8, 0, 2, 4, 7]);
    let x = tensor![f32::NAN, 1.0, -f32::from_bits(0x7fc0_0123), f32::from_bits(0x7f80_0001), -1.0];
    assert_eq!(x.argsort(Last), tensor![4_usize, 1, 0, 2, 3]);
    assert_eq!(x.argsort_descending(Last), tensor![1_usize, 4, 0, 2, 3]);
}

#[test]
fn many_lanes() {
    let mut random = Random(3);
    for n in [1, 2, 10, 17, 33, 100, 300, 1025] {
        let values: Vec<u32> = (0..7 * n).map(|_| (random.next() >> 40) as u32).collect();
        let t = Tensor::from_vec(values.clone(), [7, n]).unwrap();
        let mut sorted = values;
        sorted.chunks_mut(n).for_each(<[u32]>::sort_unstable);
        assert_eq!(t.sort(Last).to_vec(), sorted, "7 lanes of {n}");
    }
}

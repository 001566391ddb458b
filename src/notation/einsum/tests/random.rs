//! Random patterns, sizes and layouts.

use super::oracle::{Operand, check};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::ops::{Add, Mul};
use num_traits::Zero;
use proptest::prelude::*;

/// Numbers from a seed (`SplitMix64`).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }
}

/// How many products the oracle is to make, at most.
const LOOP: usize = 30_000;

/// A pattern and the shapes of its operands.
fn pattern(dice: &mut Dice) -> (String, Vec<Vec<usize>>) {
    let most = if dice.chance(3) { 6 } else { 3 };
    let operands = 1 + dice.below(most);
    let letters = 1 + dice.below(6);
    let dots = if dice.chance(3) { dice.below(3) } else { 0 };
    let biggest = [4, 40, 9][dice.below(3)];
    let mut sizes: Vec<usize> = (0..letters + dots).map(|_| 1 + dice.below(biggest)).collect();
    if dice.chance(20) {
        let axis = dice.below(sizes.len());
        sizes[axis] = 0;
    }
    // The oracle sees no size of an axis that no operand has, which may be the 0.
    while sizes.iter().map(|&size| size.max(1) as u64).product::<u64>() > LOOP as u64 {
        let axis = dice.below(sizes.len());
        sizes[axis] = sizes[axis].div_ceil(2);
    }
    let letter = |n: usize| char::from(b"aBcxYz"[n]);
    let (mut text, mut used, mut some_dots) = (String::new(), vec![false; letters], false);
    let mut shapes = Vec::new();
    for operand in 0..operands {
        if operand > 0 {
            text.push_str(if dice.chance(8) { ", " } else { "," });
        }
        let rank = dice.below(5);
        let dots_at = if dice.chance(2) { dice.below(rank + 1) } else { rank + 1 };
        let mut shape = Vec::new();
        // One size of the axes of one letter.
        let mut own = vec![None; letters];
        let or_one = |dice: &mut Dice, size| if dice.chance(7) { 1 } else { size };
        for axis in 0..=rank {
            if dots > 0 && axis == dots_at {
                text.push_str("...");
                some_dots = true;
                let count = dice.below(dots + 1);
                shape.extend((dots - count..dots).map(|axis| or_one(dice, sizes[letters + axis])));
            }
            if axis < rank {
                let n = dice.below(letters);
                (used[n], _) = (true, text.push(letter(n)));
                let size = or_one(dice, sizes[n]);
                shape.push(*own[n].get_or_insert(size));
            }
        }
        shapes.push(shape);
    }
    text.push_str("->");
    let mut output: Vec<usize> = (0..letters).filter(|&n| used[n] && dice.chance(2)).collect();
    for i in (1..output.len()).rev() {
        output.swap(i, dice.below(i + 1));
    }
    let dots_at = if some_dots && dice.chance(2) { dice.below(output.len() + 1) } else { 99 };
    for (i, &n) in output.iter().enumerate() {
        if i == dots_at {
            text.push_str("...");
        }
        text.push(letter(n));
    }
    if dots_at == output.len() {
        text.push_str("...");
    }
    (text, shapes)
}

/// Elements of this shape, that lie in any order of the axes, perhaps with gaps, backwards, repeated.
fn operand<T>(dice: &mut Dice, shape: Vec<usize>, element: impl Fn(i64) -> T) -> Operand<T> {
    let mut order: Vec<usize> = (0..shape.len()).collect();
    if dice.chance(2) {
        for i in (1..order.len()).rev() {
            order.swap(i, dice.below(i + 1));
        }
    }
    let mut strides = vec![0; shape.len()];
    let (mut stride, mut offset) = (if dice.chance(5) { 2 } else { 1 }, 0);
    for axis in order {
        if shape[axis] > 1 && dice.chance(12) {
            continue; // repeated
        }
        strides[axis] = stride as isize;
        if dice.chance(8) && shape[axis] > 0 {
            offset += stride * (shape[axis] - 1);
            strides[axis] = -strides[axis];
        }
        stride = stride * shape[axis].max(1) + usize::from(dice.chance(9));
    }
    let buffer = (0..stride + 2).map(|_| element(dice.below(7) as i64 - 3)).collect();
    Operand { buffer, shape, strides, offset }
}

fn run<T>(seed: u64, element: impl Fn(i64) -> T)
where
    T: Clone + Zero + Mul<Output = T> + PartialEq + Debug,
{
    let dice = &mut Dice(seed);
    let (pattern, shapes) = pattern(dice);
    // Of a letter that comes up four times in an operand, millions of elements are never looked at, and
    // making them would take minutes.
    if shapes.iter().any(|shape| shape.iter().product::<usize>() > 4 * LOOP) {
        return;
    }
    let operands: Vec<_> = shapes.into_iter().map(|shape| operand(dice, shape, &element)).collect();
    check(&pattern, &operands);
}

/// A number that is dropped and cloned.
#[derive(Clone, Debug, PartialEq)]
struct Boxed(Box<i64>);

impl Add for Boxed {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Boxed(Box::new(*self.0 + *other.0))
    }
}

impl Mul for Boxed {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Boxed(Box::new(*self.0 * *other.0))
    }
}

impl Zero for Boxed {
    fn zero() -> Self {
        Boxed(Box::new(0))
    }

    fn is_zero(&self) -> bool {
        *self.0 == 0
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 700, ..ProptestConfig::default() })]

    #[test]
    fn floats(seed: u64) {
        // Small whole numbers, so that sums are exact in any order.
        run(seed, |n| n as f64);
    }

    #[test]
    fn integers(seed: u64) {
        run(seed, |n| n);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn numbers_that_are_dropped(seed: u64) {
        run(seed, |n| Boxed(Box::new(n)));
    }
}

/// Cases that were wrong once.
#[test]
fn found_before() {
    run(13_993_393_488_496_746_946, |n| n as f64);
    run(13_993_393_488_496_746_946, |n| Boxed(Box::new(n)));
}

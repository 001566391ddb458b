//! In which order operands are contracted, two at a time.
//!
//! A plan is made for each call, because it depends on the sizes; so it must cost less than it saves.
//! The greedy one takes the cheapest pair each time. Where that leaves a lot to multiply, the best
//! plan there is takes its place: dynamic programming over the sets of operands, of which there are
//! 64 at most. (For 6 operands 301 ways to make a set of two smaller ones are looked at.)

use super::recipe::MAX_OPERANDS;
use crate::ops::contract::{AxisSizes, bits};
use core::cmp::Ordering;

/// Pairs of operands; the result of a pair takes the place of the first of the two.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContractionPlan {
    pairs: [(u8, u8); MAX_OPERANDS - 1],
    len: usize,
    pub(super) cost: Cost,
}

/// What a plan takes: multiplications, then elements of intermediate results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cost {
    pub(super) products: f64,
    pub(super) elements: f64,
}

impl Cost {
    const NOTHING: Self = Cost { products: 0.0, elements: 0.0 };

    fn plus(self, other: Self) -> Self {
        Cost { products: self.products + other.products, elements: self.elements + other.elements }
    }

    fn is_less(self, other: Self) -> bool {
        let order = self.products.total_cmp(&other.products);
        order.then(self.elements.total_cmp(&other.elements)) == Ordering::Less
    }
}

/// How many elements some axes span.
pub(super) fn volume(sizes: &AxisSizes, axes: u32) -> f64 {
    bits(axes).map(|axis| sizes[axis] as f64).product()
}

/// The operands to contract: which axes each has, and which the output has. An axis of one operand
/// only is one of the output.
pub(super) struct Network<'a> {
    pub(super) sizes: &'a AxisSizes,
    pub(super) operands: &'a [u32],
    pub(super) output: u32,
}

/// A way to choose the pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Search {
    /// The cheapest pair each time.
    Greedy,
    /// The best of all.
    Best,
}

impl ContractionPlan {
    /// The best plan, or the greedy one where looking for a better one would not pay.
    pub(super) fn new(network: &Network<'_>) -> Self {
        let greedy = ContractionPlan::of(network, Search::Greedy);
        // To look at one of the ways takes the time of some 32 multiplications.
        let ways = 3_u32.pow(network.operands.len() as u32) / 2;
        let search = f64::from(32 * ways);
        if greedy.len < 2 || greedy.cost.products <= search {
            return greedy;
        }
        ContractionPlan::of(network, Search::Best)
    }

    pub(super) fn of(network: &Network<'_>, search: Search) -> Self {
        match search {
            Search::Greedy => network.greedy(),
            Search::Best => network.best(),
        }
    }

    /// The plan for two operands.
    pub(super) fn of_two() -> Self {
        let mut plan = ContractionPlan::empty();
        plan.push(0, 1);
        plan
    }

    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        self.pairs[..self.len].iter().map(|&(a, b)| (usize::from(a), usize::from(b)))
    }

    fn empty() -> Self {
        ContractionPlan { pairs: [(0, 0); MAX_OPERANDS - 1], len: 0, cost: Cost::NOTHING }
    }

    fn push(&mut self, a: usize, b: usize) {
        self.pairs[self.len] = (a as u8, b as u8);
        self.len += 1;
    }
}

impl Network<'_> {
    fn greedy(&self) -> ContractionPlan {
        let mut plan = ContractionPlan::empty();
        let mut axes = [0; MAX_OPERANDS];
        axes[..self.operands.len()].copy_from_slice(self.operands);
        let mut left: u32 = (1 << self.operands.len()) - 1;
        while left.count_ones() > 1 {
            let mut best = None;
            for a in bits(left) {
                for b in bits(left).filter(|&b| b > a) {
                    let others = bits(left & !(1 << a | 1 << b));
                    let needed = others.fold(self.output, |needed, n| needed | axes[n]);
                    let made = (axes[a] | axes[b]) & needed;
                    let cost = self.cost(axes[a] | axes[b], made);
                    if best.is_none_or(|(_, _, _, least)| cost.is_less(least)) {
                        best = Some((a, b, made, cost));
                    }
                }
            }
            let Some((a, b, made, cost)) = best else { break };
            plan.push(a, b);
            plan.cost = plan.cost.plus(cost);
            axes[a] = made;
            left &= !(1 << b);
        }
        plan
    }

    fn cost(&self, all: u32, made: u32) -> Cost {
        Cost { products: volume(self.sizes, all), elements: volume(self.sizes, made) }
    }

    /// For each set of operands, from the smaller ones on, the best of the ways to make it of two.
    fn best(&self) -> ContractionPlan {
        let count = self.operands.len();
        let everything = (1_usize << count) - 1;
        let union = |set: usize| bits(set as u32).fold(0, |axes, n| axes | self.operands[n]);
        let mut axes = [0; 1 << MAX_OPERANDS];
        let mut costs = [Cost::NOTHING; 1 << MAX_OPERANDS];
        let mut first = [0; 1 << MAX_OPERANDS];
        for set in 1..=everything {
            axes[set] = union(set) & (self.output | union(everything & !set));
            if set.is_power_of_two() {
                continue;
            }
            let lowest = set & set.wrapping_neg();
            let mut best = None;
            // Each way once: the half that has the lowest operand.
            let mut half = set;
            loop {
                half = (half - 1) & set;
                if half == 0 {
                    break;
                }
                let other = set & !half;
                if half & lowest == 0 {
                    continue;
                }
                let cost = self.cost(axes[half] | axes[other], axes[set]);
                let cost = costs[half].plus(costs[other]).plus(cost);
                if best.is_none_or(|least| cost.is_less(least)) {
                    (best, first[set]) = (Some(cost), half);
                }
            }
            costs[set] = best.unwrap_or(Cost::NOTHING);
        }
        let mut plan = ContractionPlan { cost: costs[everything], ..ContractionPlan::empty() };
        plan.make(&first, everything);
        plan
    }
}

impl ContractionPlan {
    /// Appends the pairs that make a set; its result is in the place of its lowest operand.
    fn make(&mut self, first: &[usize; 1 << MAX_OPERANDS], set: usize) {
        if set.is_power_of_two() {
            return;
        }
        let (half, other) = (first[set], set & !first[set]);
        self.make(first, half);
        self.make(first, other);
        self.push(half.trailing_zeros() as usize, other.trailing_zeros() as usize);
    }
}

//! Plans against all plans.

use crate::notation::einsum::plan::{ContractionPlan, Network, Search, volume};
use crate::ops::contract::{MAX_AXES, bits};
use alloc::vec::Vec;
use proptest::prelude::*;

/// The fewest multiplications of all orders of pairs.
fn least(sizes: &[usize; MAX_AXES], operands: &[u32], output: u32) -> f64 {
    if operands.len() == 1 {
        return 0.0;
    }
    let mut least = f64::INFINITY;
    for a in 0..operands.len() {
        for b in a + 1..operands.len() {
            let mut rest: Vec<u32> = operands.to_vec();
            rest.remove(b);
            let all = operands[a] | operands[b];
            rest.remove(a);
            let needed = rest.iter().fold(output, |needed, axes| needed | axes);
            rest.push(all & needed);
            least = least.min(volume(sizes, all) + self::least(sizes, &rest, output));
        }
    }
    least
}

/// What the pairs of a plan take.
fn cost(network: &Network<'_>, plan: &ContractionPlan) -> f64 {
    let mut axes = network.operands.to_vec();
    let mut left: u32 = (1 << axes.len()) - 1;
    let mut products = 0.0;
    for (a, b) in plan.pairs() {
        assert!(a < b && left & 1 << a != 0 && left & 1 << b != 0, "pair {a}, {b}");
        left &= !(1 << b);
        let needed = bits(left & !(1 << a)).fold(network.output, |needed, n| needed | axes[n]);
        products += volume(network.sizes, axes[a] | axes[b]);
        axes[a] = (axes[a] | axes[b]) & needed;
    }
    assert_eq!((left, axes[0]), (1, network.output));
    products
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn the_best_plan_is_the_best(
        operands in prop::collection::vec(0_u32..64, 2..6),
        sizes in prop::collection::vec(2_usize..20, 6),
        output in 0_u32..64,
    ) {
        let mut all = [1; MAX_AXES];
        all[..6].copy_from_slice(&sizes);
        let union = operands.iter().fold(0, |union, axes| union | axes);
        let output = output & union;
        // An axis of one operand alone is one of the output.
        let alone = |axis: usize| operands.iter().filter(|&axes| axes & 1 << axis != 0).count() == 1;
        let output = output | bits(union).filter(|&axis| alone(axis)).fold(0, |mask, axis| mask | 1 << axis);
        let network = Network { sizes: &all, operands: &operands, output };
        let best = ContractionPlan::of(&network, Search::Best);
        prop_assert_eq!(cost(&network, &best), best.cost.products);
        prop_assert_eq!(best.cost.products, least(&all, &operands, output));
        let greedy = ContractionPlan::of(&network, Search::Greedy);
        prop_assert_eq!(cost(&network, &greedy), greedy.cost.products);
        prop_assert!(best.cost.products <= greedy.cost.products);
        let chosen = ContractionPlan::new(&network);
        prop_assert!(chosen.cost.products <= greedy.cost.products);
    }
}

#[test]
fn a_greedy_plan_can_be_far_from_the_best() {
    // ab, b, bc, cd -> d: by multiplications the greedy one begins with the wrong pair.
    let mut sizes = [1; MAX_AXES];
    sizes[..4].copy_from_slice(&[2, 3, 2, 900]);
    let operands = [0b1001, 0b0011, 0b0110, 0b1100];
    let network = Network { sizes: &sizes, operands: &operands, output: 0 };
    let (greedy, best) = (
        ContractionPlan::of(&network, Search::Greedy),
        ContractionPlan::of(&network, Search::Best),
    );
    assert!(best.cost.products <= greedy.cost.products);
    assert_eq!(ContractionPlan::new(&network).cost.products, best.cost.products);
}

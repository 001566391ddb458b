//! Patterns of the notation over operands of any layout and size.

use bolero::check;
use fuzz::{Choices, Plain, view_step};
use holor::prelude::*;
use holor::{try_einsum, try_rearrange};

#[test]
fn patterns_are_loops() {
    check!().with_type::<[u8; 24]>().for_each(|bytes| {
        let mut choices = Choices::new(bytes);
        let mut plain = Plain::counted(&mut choices);
        let tensor = Tensor::from_vec(plain.elements.clone(), plain.shape).unwrap();
        let mut view = tensor.view();
        for _ in 0..choices.below(4) {
            (view, plain) = view_step(&mut choices, view, &plain);
        }
        let [a, b, c] = plain.shape;
        match choices.below(8) {
            0 => {
                let found = rearrange!(view, "a b c -> c a b").to_vec();
                let expected = Plain::from_fn([c, a, b], |[k, i, j]| plain.get([i, j, k]));
                assert_eq!(found, expected.elements);
            }
            1 => {
                let found = rearrange!(view, "a b c -> b (c a)");
                let expected = Plain::from_fn([b, c, a], |[j, k, i]| plain.get([i, j, k]));
                assert_eq!((found.shape(), found.to_vec()), ([b, c * a], expected.elements));
            }
            2 => {
                let p = choices.below(4);
                let found = try_rearrange!(view, "a b (c p) -> a b p c", p = p);
                assert_eq!(found.is_ok(), p > 0 && c % p == 0);
                if let Ok(found) = found {
                    let lane = |i: usize| {
                        let (n, rest) = (i / c, i % c);
                        let (q, at) = (rest / (c / p), rest % (c / p));
                        plain.elements[n * c + at * p + q]
                    };
                    let expected: Vec<i32> = (0..plain.elements.len()).map(lane).collect();
                    assert_eq!(found.to_vec(), expected);
                }
            }
            3 => {
                let found = reduce!(view, "a b c -> c", sum);
                let mut sums = vec![0; c];
                for (i, x) in plain.elements.iter().enumerate() {
                    sums[i % c] += x;
                }
                assert_eq!(found.to_vec(), sums);
            }
            4 => {
                let n = choices.below(3);
                let found = repeat!(view, "a b c -> a n b c", n = n);
                assert_eq!(found.shape(), [a, n, b, c]);
                for i in 0..a {
                    for m in 0..n {
                        assert_eq!(found.slice(s![i, m, .., ..]), view.slice(s![i, .., ..]));
                    }
                }
            }
            5 => {
                let found = einsum!("abc->ba", view);
                let mut sums = vec![0; a * b];
                for i in 0..a {
                    for j in 0..b {
                        sums[j * a + i] = (0..c).map(|k| plain.get([i, j, k])).sum();
                    }
                }
                assert_eq!((found.shape(), found.to_vec()), ([b, a], sums));
            }
            6 => {
                let other = view.permute(axes![2, 0, 1]);
                let found = einsum!("abc,cad->bd", view, other);
                let mut sums = vec![0; b * b];
                for j in 0..b {
                    for d in 0..b {
                        for i in 0..a {
                            for k in 0..c {
                                sums[j * b + d] += plain.get([i, j, k]) * plain.get([i, d, k]);
                            }
                        }
                    }
                }
                assert_eq!((found.shape(), found.to_vec()), ([b, b], sums));
            }
            _ => {
                let found = try_einsum!("aac->c", view);
                assert_eq!(found.is_ok(), a == b);
                if a == b {
                    let sums: Vec<i32> =
                        (0..c).map(|k| (0..a).map(|i| plain.get([i, i, k])).sum()).collect();
                    assert_eq!(found.unwrap().to_vec(), sums);
                }
            }
        }
    });
}

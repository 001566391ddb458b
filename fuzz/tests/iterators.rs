//! Iterators from both ends, with skips, over any layout.

use bolero::check;
use fuzz::{Choices, Plain, view_step};
use holor::prelude::*;
use std::fmt::Debug;

/// Takes both iterators apart in the same way.
fn same<A, B>(choices: &mut Choices<'_>, mut found: A, mut expected: B)
where
    A: DoubleEndedIterator + ExactSizeIterator,
    B: DoubleEndedIterator<Item = A::Item> + ExactSizeIterator,
    A::Item: PartialEq + Debug,
{
    for _ in 0..6 {
        assert_eq!(found.len(), expected.len());
        match choices.below(5) {
            0 => assert_eq!(found.next(), expected.next()),
            1 => assert_eq!(found.next_back(), expected.next_back()),
            2 => {
                let n = choices.below(6);
                assert_eq!(found.nth(n), expected.nth(n));
            }
            3 => {
                let n = choices.below(6);
                assert_eq!(found.nth_back(n), expected.nth_back(n));
            }
            _ => assert_eq!(found.size_hint(), expected.size_hint()),
        }
    }
    if choices.below(2) == 0 {
        assert!(found.eq(expected));
    } else {
        assert!(found.rev().eq(expected.rev()));
    }
}

#[test]
fn iterators_yield_what_a_vector_does() {
    check!().with_type::<[u8; 40]>().for_each(|bytes| {
        let mut choices = Choices::new(bytes);
        let mut plain = Plain::counted(&mut choices);
        let tensor = Tensor::from_vec(plain.elements.clone(), plain.shape).unwrap();
        let mut view = tensor.view();
        for _ in 0..choices.below(4) {
            (view, plain) = view_step(&mut choices, view, &plain);
        }
        let [rows, ..] = plain.shape;
        match choices.below(4) {
            0 => same(&mut choices, view.iter().copied(), plain.elements.iter().copied()),
            1 => {
                let part = |i: usize| {
                    let [_, b, c] = plain.shape;
                    plain.elements[i * b * c..(i + 1) * b * c].to_vec()
                };
                let parts: Vec<_> = (0..rows).map(part).collect();
                let found = view.axis_iter(Axis::<0>).map(|part| part.to_vec());
                same(&mut choices, found, parts.into_iter());
            }
            2 => {
                let c = plain.shape[2];
                let lanes: Vec<Vec<i32>> = if c == 0 {
                    vec![Vec::new(); plain.shape[0] * plain.shape[1]]
                } else {
                    plain.elements.chunks(c).map(<[i32]>::to_vec).collect()
                };
                let found = view.lanes(Last).map(|lane| lane.to_vec());
                same(&mut choices, found, lanes.into_iter());
            }
            _ => {
                let mut copy = view.to_owned();
                copy.axis_iter_mut(Axis::<1>)
                    .enumerate()
                    .for_each(|(i, mut part)| part.fill(i as i32));
                let expected = Plain::from_fn(plain.shape, |[_, j, _]| j as i32);
                same(&mut choices, copy.iter().copied(), expected.elements.iter().copied());
                copy.iter_mut().rev().step_by(2).for_each(|x| *x = -1);
                let len = copy.len();
                let kept =
                    copy.iter().enumerate().all(|(i, &x)| (x == -1) == ((len - 1 - i) % 2 == 0));
                assert!(kept);
            }
        }
    });
}

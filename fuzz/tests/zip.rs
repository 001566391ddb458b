//! `zip`, operators and assignments over operands of any layout, broadcast against each other.

use bolero::check;
use fuzz::{Choices, Plain, view_step};
use holor::prelude::*;

fn broadcast(a: [usize; 3], b: [usize; 3]) -> Option<[usize; 3]> {
    let mut shape = [0; 3];
    for n in 0..3 {
        shape[n] = match (a[n], b[n]) {
            (x, y) if x == y => x,
            (1, y) => y,
            (x, 1) => x,
            _ => return None,
        };
    }
    Some(shape)
}

fn at(plain: &Plain, index: [usize; 3]) -> i32 {
    plain.get(core::array::from_fn(|n| if plain.shape[n] == 1 { 0 } else { index[n] }))
}

fn numbers(shape: [usize; 3], start: i32) -> Plain {
    let mut number = start;
    Plain::from_fn(shape, |_| {
        number += 7;
        number
    })
}

#[test]
fn zip_operators_and_assignments_visit_each_index_once() {
    check!().with_type::<[u8; 24]>().for_each(|bytes| {
        let mut choices = Choices::new(bytes);
        let (left, right) = (numbers(choices.shape(4), 0), numbers(choices.shape(4), 1000));
        let x = Tensor::from_vec(left.elements.clone(), left.shape).unwrap();
        let y = Tensor::from_vec(right.elements.clone(), right.shape).unwrap();
        let (mut a, mut model_a) = (x.view(), left);
        let (mut b, mut model_b) = (y.view(), right);
        for _ in 0..choices.below(4) {
            (a, model_a) = view_step(&mut choices, a, &model_a);
            (b, model_b) = view_step(&mut choices, b, &model_b);
        }
        let shape = broadcast(model_a.shape, model_b.shape);
        let found = a.try_sub(&b);
        assert_eq!(found.is_ok(), shape.is_some());
        assert_eq!(holor::try_zip((&a, &b)).is_ok(), shape.is_some());
        let Some(shape) = shape else { return };
        let expected = Plain::from_fn(shape, |index| at(&model_a, index) - at(&model_b, index));
        let difference = found.unwrap();
        assert_eq!((difference.shape(), difference.to_vec()), (shape, expected.elements.clone()));
        let zipped = zip((&a, &b)).map(|a, b| a - b);
        assert_eq!(zipped, difference);
        // Into memory that has another order, an element between all others.
        let mut large = Tensor::<i32, 3>::full([shape[2], shape[0], 2 * shape[1]], -5);
        let before = large.clone();
        {
            let target = large.view_mut().permute(axes![1, 2, 0]).step(Axis::<1>, 2);
            let mut target = target;
            if choices.below(2) == 0 {
                zip((&mut target, &a, &b)).for_each(|t, a, b| *t = a - b);
            } else {
                target.assign(&a);
                target -= &b;
            }
            assert_eq!(target, difference);
        }
        let untouched = |t: &Tensor<i32, 3>| t.slice(s![.., .., 1..;2]).to_vec();
        if shape[1] > 0 {
            assert_eq!(untouched(&large), untouched(&before));
        }
        assert_eq!(difference.sum(All).item(), expected.elements.iter().sum::<i32>());
    });
}

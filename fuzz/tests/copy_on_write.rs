//! Owners that share buffers: each behaves as if it had its own.

use bolero::check;
use fuzz::{Choices, Plain};
use holor::prelude::*;

#[test]
fn owners_do_not_see_each_others_writes() {
    check!().with_type::<[u8; 32]>().for_each(|bytes| {
        let mut choices = Choices::new(bytes);
        let shape: [usize; 3] = choices.shape(4);
        let mut number = 0;
        let plain = Plain::from_fn(shape, |_| {
            number += 1;
            number
        });
        let first = Tensor::from_vec(plain.elements.clone(), shape).unwrap();
        let mut owners = vec![(first, plain)];
        while !choices.is_over() {
            let at = choices.below(owners.len());
            let value = choices.below(200) as i32;
            let count = owners.len();
            let (tensor, plain) = &mut owners[at];
            let shape = plain.shape;
            match choices.below(10) {
                0 if count < 4 => {
                    let twin = owners[at].clone();
                    owners.push(twin);
                }
                1 if count > 1 => drop(owners.swap_remove(at)),
                2 => {
                    tensor.fill(value);
                    plain.elements.fill(value);
                }
                3 => {
                    tensor.map_inplace(|x| *x = x.wrapping_mul(3) ^ value);
                    plain.elements.iter_mut().for_each(|x| *x = x.wrapping_mul(3) ^ value);
                }
                4 => {
                    let index: [usize; 3] = choices.shape(4);
                    let inside = (0..3).all(|n| index[n] < shape[n]);
                    let element = tensor.get_mut(index);
                    assert_eq!(element.is_some(), inside);
                    if let Some(element) = element {
                        *element = value;
                        let position = plain.position(index);
                        plain.elements[position] = value;
                    }
                }
                5 => {
                    let (start, len) = (choices.below(4), choices.below(4));
                    if let Ok(mut part) = tensor.try_narrow_mut(Axis::<1>, start, len) {
                        part.fill(value);
                        *plain = Plain::from_fn(shape, |index| {
                            let is_in = (start..start + len).contains(&index[1]);
                            if is_in { value } else { plain.get(index) }
                        });
                    }
                }
                6 => {
                    // Takes the buffer along under another layout.
                    let (taken, model) = owners.swap_remove(at);
                    let [a, b, c] = model.shape;
                    let turned = taken.viewed(|view| view.permute(axes![2, 0, 1]).flip(Axis::<1>));
                    let turned_model =
                        Plain::from_fn([c, a, b], |[i, j, k]| model.get([a - 1 - j, k, i]));
                    owners.push((turned, turned_model));
                }
                7 => {
                    let [a, b, c] = shape;
                    let reshaped = tensor.reshape([b, c, a]);
                    let model = Plain { shape: [b, c, a], elements: plain.elements.clone() };
                    if count < 4 {
                        owners.push((reshaped, model));
                    }
                }
                8 => {
                    let other = tensor.clone();
                    *tensor += &other;
                    plain.elements.iter_mut().for_each(|x| *x += *x);
                    // Small again, so that sums do not overflow.
                    tensor.map_inplace(|x| *x %= 1000);
                    plain.elements.iter_mut().for_each(|x| *x %= 1000);
                }
                _ => {
                    let (taken, mut model) = owners.swap_remove(at);
                    let mut elements = taken.into_vec();
                    assert_eq!(elements, model.elements);
                    elements.iter_mut().for_each(|x| *x ^= 1);
                    model.elements.clone_from(&elements);
                    owners.push((Tensor::from_vec(elements, model.shape).unwrap(), model));
                }
            }
            for (tensor, plain) in &owners {
                assert_eq!(tensor.shape(), plain.shape);
                assert!(tensor.iter().eq(&plain.elements));
            }
        }
    });
}

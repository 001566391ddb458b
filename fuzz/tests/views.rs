//! Chains of view operations: shape, elements, offsets and equality are those of a plain vector.

use bolero::check;
use fuzz::{Choices, Plain, view_step};
use holor::Layout;
use holor::prelude::*;

#[test]
fn chains_of_views_are_those_of_a_plain_vector() {
    check!().with_type::<[u8; 24]>().for_each(|bytes| {
        let mut choices = Choices::new(bytes);
        let mut plain = Plain::counted(&mut choices);
        let tensor = Tensor::from_vec(plain.elements.clone(), plain.shape).unwrap();
        let mut view = tensor.view();
        while !choices.is_over() {
            (view, plain) = view_step(&mut choices, view, &plain);
            assert_eq!(view.shape(), plain.shape);
            assert_eq!(view.len(), plain.elements.len());
        }
        assert_eq!(view.to_vec(), plain.elements);
        assert!(view.iter().eq(&plain.elements));
        assert_eq!(view.as_slice().is_some(), view.is_contiguous());
        let bytes = view.as_ptr() as usize - tensor.as_ptr() as usize;
        let layout =
            Layout::strided(view.shape(), view.strides(), bytes / size_of::<i32>()).unwrap();
        for position in 0..plain.elements.len().min(4) {
            let index = layout.unravel(position).unwrap();
            assert_eq!(view.get(index), Some(&plain.elements[position]));
            match layout.index_of(layout.offset_of(index).unwrap()) {
                Ok(found) => assert_eq!(found, Some(index)),
                Err(_) => assert!(!view.is_contiguous()),
            }
        }
        let owned = view.to_owned();
        assert_eq!(owned, view);
        assert_eq!(owned.into_vec(), plain.elements);
    });
}

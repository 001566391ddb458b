//! Types behind a type parameter.

use crate::kernels::specialize::identity;
use alloc::string::String;
use core::any::TypeId;
use num_complex::Complex;

struct Borrowing<'a>(#[allow(dead_code)] &'a str);

fn known_to_be<T>() -> [bool; 4] {
    let known = [
        TypeId::of::<f32>(),
        TypeId::of::<f64>(),
        TypeId::of::<i32>(),
        TypeId::of::<Complex<f32>>(),
    ];
    known.map(|known| identity::<T>() == known)
}

#[test]
fn each_type_is_itself_and_no_other() {
    assert_eq!(known_to_be::<f32>(), [true, false, false, false]);
    assert_eq!(known_to_be::<f64>(), [false, true, false, false]);
    assert_eq!(known_to_be::<i32>(), [false, false, true, false]);
    assert_eq!(known_to_be::<Complex<f32>>(), [false, false, false, true]);
    assert_eq!(known_to_be::<u32>(), [false; 4]);
    assert_eq!(known_to_be::<[f32; 1]>(), [false; 4]);
}

#[test]
fn a_type_with_a_lifetime_may_be_asked_about() {
    fn ask<'a>(text: &'a str) -> [bool; 4] {
        let _borrowing = Borrowing(text);
        known_to_be::<Borrowing<'a>>()
    }
    assert_eq!(ask(&String::from("x")), [false; 4]);
    assert_eq!(known_to_be::<&f32>(), [false; 4]);
}

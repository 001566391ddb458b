//! Types behind a type parameter.

use crate::kernels::specialize::identity;
use alloc::string::String;
use core::any::TypeId;
use num_complex::Complex;

#[test]
fn each_type_is_itself_and_no_other() {
    let asked = [identity::<f32>(), identity::<f64>(), identity::<i32>(), identity::<[f32; 1]>()];
    let known = [TypeId::of::<f32>(), TypeId::of::<f64>(), TypeId::of::<i32>()];
    for (i, asked) in asked.iter().enumerate() {
        for (j, known) in known.iter().enumerate() {
            assert_eq!(asked == known, i == j);
        }
    }
    assert_eq!(identity::<Complex<f32>>(), TypeId::of::<Complex<f32>>());
}

#[test]
fn a_type_with_a_lifetime_may_be_asked_about() {
    fn ask<'a>(_: &'a str) -> TypeId {
        identity::<&'a str>()
    }
    assert_eq!(ask(&String::from("x")), TypeId::of::<&str>());
}

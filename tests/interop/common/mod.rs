//! What the tests of bridges share.

// Every test program includes this file and uses a part of it.
#![allow(dead_code, unused_imports)]

#[path = "../../common/disguise.rs"]
mod disguise;
#[path = "../../common/oracle.rs"]
mod oracle;

pub(crate) use disguise::disguises;
use holor::prelude::*;
use std::rc::Rc;

/// The address of each element, in row-major order of the indices.
pub(crate) fn addresses<T, const R: usize>(t: &TensorRef<T, R>) -> Vec<*const T> {
    t.iter().map(std::ptr::from_ref).collect()
}

/// Elements that tell how many of them live, each with its position.
pub(crate) struct Tokens(Rc<()>);

pub(crate) type Token = (usize, Rc<()>);

impl Tokens {
    pub(crate) fn new() -> Self {
        Tokens(Rc::new(()))
    }

    pub(crate) fn vec(&self, len: usize) -> Vec<Token> {
        (0..len).map(|position| (position, self.0.clone())).collect()
    }

    pub(crate) fn alive(&self) -> usize {
        Rc::strong_count(&self.0) - 1
    }
}

/// The numbers of 0, 1, 2, ..
pub(crate) fn count<const R: usize>(shape: [usize; R]) -> Tensor<i32, R> {
    let len: usize = shape.iter().product();
    Tensor::from_vec((0..len as i32).collect(), shape).unwrap()
}

/// The positions of tokens, in row-major order of the indices.
pub(crate) fn positions<const R: usize>(t: &TensorRef<Token, R>) -> Vec<usize> {
    t.iter().map(|(position, _)| *position).collect()
}

//! The oracle: a tensor as a shape and a vector in row-major order, slow and obvious.

// Every test binary includes this file and uses a part of it.
#![allow(dead_code)]

use holor::prelude::*;

/// The elements of a tensor in row-major order, with their shape.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Oracle<T> {
    pub(crate) shape: Vec<usize>,
    pub(crate) values: Vec<T>,
}

impl<T: Clone> Oracle<T> {
    /// Reads a tensor one index at a time.
    pub(crate) fn of<const R: usize>(t: &TensorRef<T, R>) -> Self {
        let at = |index: Vec<usize>| {
            let index: [usize; R] = index.try_into().expect("as many numbers as axes");
            t.get(index).expect("an index inside of the shape").clone()
        };
        let shape = t.shape().to_vec();
        Oracle { values: indices(&shape).into_iter().map(at).collect(), shape }
    }

    /// Makes each element from its index.
    pub(crate) fn from_fn(shape: &[usize], f: impl FnMut(Vec<usize>) -> T) -> Self {
        Oracle { shape: shape.to_vec(), values: indices(shape).into_iter().map(f).collect() }
    }

    /// The element at an index.
    pub(crate) fn get(&self, index: &[usize]) -> &T {
        assert_eq!(index.len(), self.shape.len(), "one number for each axis");
        let mut position = 0;
        for (i, size) in index.iter().zip(&self.shape) {
            assert!(i < size, "{index:?} is outside of {:?}", self.shape);
            position = position * size + i;
        }
        &self.values[position]
    }

    /// Reduces the marked axes: `f` is given their elements in row-major order.
    pub(crate) fn reduce<U: Clone>(
        &self,
        reduced: &[bool],
        keep: bool,
        mut f: impl FnMut(&[T]) -> U,
    ) -> Oracle<U> {
        let one = |axis: usize| if reduced[axis] { 1 } else { self.shape[axis] };
        let inside = |axis: usize| if reduced[axis] { self.shape[axis] } else { 1 };
        let outer: Vec<usize> = (0..self.shape.len()).map(one).collect();
        let inner: Vec<usize> = (0..self.shape.len()).map(inside).collect();
        let result = Oracle::from_fn(&outer, |index| {
            let elements: Vec<T> = indices(&inner)
                .into_iter()
                .map(|offset| {
                    let index: Vec<usize> = index.iter().zip(&offset).map(|(a, b)| a + b).collect();
                    self.get(&index).clone()
                })
                .collect();
            f(&elements)
        });
        let left = (0..self.shape.len()).filter(|&axis| keep || !reduced[axis]);
        Oracle { shape: left.map(|axis| outer[axis]).collect(), values: result.values }
    }
}

/// All indices of a shape in row-major order: an odometer.
pub(crate) fn indices(shape: &[usize]) -> Vec<Vec<usize>> {
    if shape.contains(&0) {
        return vec![];
    }
    let mut all = Vec::with_capacity(shape.iter().product());
    let mut index = vec![0; shape.len()];
    loop {
        all.push(index.clone());
        let Some(axis) = (0..shape.len()).rfind(|&axis| index[axis] + 1 < shape[axis]) else {
            return all;
        };
        index[axis] += 1;
        index[axis + 1..].fill(0);
    }
}

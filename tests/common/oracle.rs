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
        let mut values = Vec::with_capacity(t.len());
        each_index(t.shape(), |index| {
            values.push(t.get(index).expect("an index inside of the shape").clone());
        });
        Oracle { values, shape: t.shape().to_vec() }
    }

    /// Makes each element from its index.
    pub(crate) fn from_fn(shape: &[usize], f: impl FnMut(Vec<usize>) -> T) -> Self {
        Oracle { shape: shape.to_vec(), values: indices(shape).into_iter().map(f).collect() }
    }

    /// The element at an index.
    pub(crate) fn get(&self, index: &[usize]) -> &T {
        &self.values[self.position(index)]
    }

    /// Where the element at an index is in row-major order.
    pub(crate) fn position(&self, index: &[usize]) -> usize {
        assert_eq!(index.len(), self.shape.len(), "one number for each axis");
        let mut position = 0;
        for (i, size) in index.iter().zip(&self.shape) {
            assert!(i < size, "{index:?} is outside of {:?}", self.shape);
            position = position * size + i;
        }
        position
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
        let is_empty = self.values.is_empty();
        let inner = if is_empty { vec![] } else { indices(&inner) };
        let offsets: Vec<usize> = inner.iter().map(|index| self.position(index)).collect();
        let result = Oracle::from_fn(&outer, |index| {
            let first = if is_empty { 0 } else { self.position(&index) };
            let elements: Vec<T> =
                offsets.iter().map(|offset| self.values[first + offset].clone()).collect();
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

/// Calls `f` with the indices of a shape in row-major order, without a list of them.
pub(crate) fn each_index<const R: usize>(shape: [usize; R], mut f: impl FnMut([usize; R])) {
    if shape.contains(&0) {
        return;
    }
    let mut index = [0; R];
    loop {
        f(index);
        let mut axis = R;
        loop {
            if axis == 0 {
                return;
            }
            axis -= 1;
            index[axis] += 1;
            if index[axis] < shape[axis] {
                break;
            }
            index[axis] = 0;
        }
    }
}

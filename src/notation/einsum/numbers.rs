//! From a recipe and shapes to [`Numbers`]: the axes of the contraction, and where each operand lies
//! along them.
//!
//! The axes are numbered as the indices of the recipe are, those of the output first, in its order; an
//! ellipsis takes as many numbers as the operands' ranks say.

use super::recipe::{DOTS, Recipe};
use crate::error::{ErrorKind, ShapeError};
use crate::notation::operand::Lies;
use crate::ops::contract::{AxisSizes, MAX_AXES, OperandStrides};

/// What is known once there are shapes.
pub(super) struct Numbers {
    pub(super) sizes: AxisSizes,
    /// How many axes the output has, the first ones.
    pub(super) rank: usize,
    /// How many axes the ellipsis stands for.
    pub(super) dots: usize,
    /// The axes of the output whose size is 2 or more.
    pub(super) output: u32,
    /// Whether some size is zero.
    pub(super) empty: bool,
}

impl Numbers {
    /// Writes a place for each operand, or tells which sizes disagree.
    pub(super) fn new<'a>(
        recipe: &Recipe,
        operands: impl Iterator<Item = Lies<'a>> + Clone,
        places: &mut [OperandStrides],
    ) -> Result<Self, ShapeError> {
        let dots_of = |operand: usize, lies: &Lies<'_>| lies.shape.len() - recipe.rank(operand);
        let dots =
            operands.clone().enumerate().map(|(n, lies)| dots_of(n, &lies)).max().unwrap_or(0);
        let mut sizes = [1; MAX_AXES];
        let mut empty = false;
        for ((operand, lies), place) in operands.clone().enumerate().zip(places) {
            *place = OperandStrides { offset: lies.offset, ..OperandStrides::SCALAR };
            let mut axes = lies.shape.iter().zip(lies.strides);
            // The axes of size 1. Where an index is twice in one operand, they are not repeated.
            let mut ones: u32 = 0;
            let mut take = |axis: usize| {
                let Some((&size, &stride)) = axes.next() else { return Ok(()) };
                let error = |left| refuse(recipe, dots, operands.clone(), (axis, left, size));
                if size == 1 {
                    ones |= 1 << axis;
                    let is_one = place.axes & 1 << axis == 0;
                    return if is_one { Ok(()) } else { Err(error(sizes[axis])) };
                }
                if sizes[axis] != 1 && sizes[axis] != size {
                    return Err(error(sizes[axis]));
                }
                if ones & 1 << axis != 0 {
                    return Err(error(1));
                }
                sizes[axis] = size;
                empty |= size == 0;
                place.axes |= 1 << axis;
                place.strides[axis] = place.strides[axis].wrapping_add(stride);
                Ok(())
            };
            for &index in recipe.term(operand) {
                let index = usize::from(index);
                if index == usize::from(DOTS) {
                    let own = dots_of(operand, &lies);
                    (recipe.dots_at + dots - own..recipe.dots_at + dots).try_for_each(&mut take)?;
                } else {
                    take(index + if index < recipe.dots_at { 0 } else { dots })?;
                }
            }
        }
        let rank = recipe.output + if recipe.dots_in_output { dots } else { 0 };
        let output =
            (0..rank).filter(|&axis| sizes[axis] > 1).fold(0, |mask, axis| mask | 1 << axis);
        Ok(Numbers { sizes, rank, dots, output, empty })
    }
}

/// Says in the words of the pattern which sizes disagree.
#[cold]
fn refuse<'a>(
    recipe: &Recipe,
    dots: usize,
    operands: impl Iterator<Item = Lies<'a>>,
    (axis, left, right): (usize, usize, usize),
) -> ShapeError {
    let kind = match recipe.name(axis, dots) {
        Name::Letter(index) => ErrorKind::IndexSizes { index, left, right },
        Name::Dots(axis) => ErrorKind::EllipsisSizes { axis, left, right },
    };
    error(recipe, operands, kind)
}

/// An error that quotes the pattern and the shapes.
#[cold]
pub(super) fn error<'a>(
    recipe: &Recipe,
    operands: impl Iterator<Item = Lies<'a>>,
    kind: ErrorKind,
) -> ShapeError {
    let shapes: alloc::vec::Vec<_> = operands.map(|lies| lies.shape).collect();
    ShapeError::new("einsum", &shapes, kind).of_pattern(recipe.pattern)
}

/// What an axis is called in the pattern.
pub(super) enum Name {
    Letter(char),
    /// An axis of the ellipsis, counted from 0.
    Dots(usize),
}

impl Recipe {
    /// The name of an axis, where the ellipsis stands for so many.
    pub(super) fn name(&self, axis: usize, dots: usize) -> Name {
        match axis.checked_sub(self.dots_at) {
            None => Name::Letter(char::from(self.letters[axis])),
            Some(behind) if behind < dots => Name::Dots(behind),
            Some(_) => Name::Letter(char::from(self.letters[axis - dots])),
        }
    }
}

//! The sizes of a pattern's axes for one operand: those that are given are checked against its
//! shape, the others inferred. Knows ranks as numbers only, so there is one copy of it.

use super::operand::Lies;
use super::recipe::{Group, Item, MAX_AXES, Recipe, Size};
use crate::error::{ErrorKind, ShapeError};
use crate::layout::{Layout, Order};
use core::ops::Range;

/// An axis of the pattern as it lies in the operand.
#[derive(Clone, Copy)]
struct PatternAxis {
    size: usize,
    stride: isize,
}

/// A size of 1, for `1` and `()`, and to fill up a list.
const UNIT: PatternAxis = PatternAxis { size: 1, stride: 0 };

/// The operand with all axes of the pattern apart.
pub(super) struct Numbers<'a> {
    recipe: &'a Recipe,
    shape: &'a [usize],
    strides: &'a [isize],
    axes: [PatternAxis; MAX_AXES],
    /// The axes of the operand that `...` stands for.
    ellipsis: Range<usize>,
    offset: usize,
    element_size: usize,
}

impl<'a> Numbers<'a> {
    /// The operand, whose sizes are still to be found. (Not found here: a `Result` of all this would
    /// be moved, which takes longer than what follows.)
    #[inline(always)]
    pub(super) fn new(recipe: &'a Recipe, lies: Lies<'a>, element_size: usize) -> Self {
        Numbers {
            recipe,
            shape: lies.shape,
            strides: lies.strides,
            axes: [UNIT; MAX_AXES],
            ellipsis: 0..0,
            offset: lies.offset,
            element_size,
        }
    }

    /// Finds the sizes; `given` are those behind the pattern.
    pub(super) fn find(&mut self, given: &[usize]) -> Result<(), ShapeError> {
        let recipe = self.recipe;
        for (i, axis) in recipe.axes[..recipe.axis_count].iter().enumerate() {
            match axis.size {
                Size::Inferred => {}
                Size::Number(size) => self.axes[i].size = size,
                Size::Given(which) => self.axes[i].size = given[which as usize],
            }
        }
        let mut axis = 0;
        for group in recipe.left.groups() {
            if group.is_ellipsis {
                let count = self.shape.len() - (recipe.left.groups().len() - 1);
                self.ellipsis = axis..axis + count;
                axis += count;
            } else {
                self.split(axis, group)?;
                axis += 1;
            }
        }
        Ok(())
    }

    /// Infers the size that is left in a group, and finds the strides of its axes.
    fn split(&mut self, axis: usize, group: &Group) -> Result<(), ShapeError> {
        let (size, mut stride) = (self.shape[axis], self.strides[axis]);
        let items = self.recipe.left.items_of(group);
        let (mut known, mut unknown) = (1_usize, None);
        for item in items {
            if let Item::Axis(i) = *item {
                match self.recipe.axes[i as usize].size {
                    Size::Inferred => unknown = Some(i as usize),
                    _ => known = known.saturating_mul(self.axes[i as usize].size),
                }
            }
        }
        let name = || self.recipe.text(group.text);
        match unknown {
            None if known != size => {
                let kind = ErrorKind::PatternSize { axis, name: name(), size, expected: known };
                return Err(self.refuse(kind));
            }
            None => {}
            // Any size would do beside a zero.
            Some(_) if known == 0 || !size.is_multiple_of(known) => {
                let kind = ErrorKind::PatternDivides { axis, name: name(), size, by: known };
                return Err(self.refuse(kind));
            }
            Some(i) => self.axes[i].size = size / known,
        }
        for item in items.iter().rev() {
            if let Item::Axis(i) = *item {
                let along = &mut self.axes[i as usize];
                along.stride = stride;
                // Where it wraps, the operand is empty or has only this index.
                stride = stride.wrapping_mul(along.size as isize);
            }
        }
        Ok(())
    }

    #[cold]
    pub(super) fn refuse(&self, kind: ErrorKind) -> ShapeError {
        let error = ShapeError::new(self.recipe.operation.name(), &[self.shape], kind);
        error.of_pattern(self.recipe.pattern)
    }

    /// Calls `f` for each axis of an item.
    fn each(&self, item: Item, mut f: impl FnMut(PatternAxis)) {
        match item {
            Item::Axis(i) => f(self.axes[i as usize]),
            Item::Ellipsis => {
                for axis in self.ellipsis.clone() {
                    f(PatternAxis { size: self.shape[axis], stride: self.strides[axis] });
                }
            }
        }
    }

    /// The right side, each group as one axis; the strides say where only if the axes of every group
    /// follow each other in memory, else there is a group for which they do not.
    #[inline]
    fn join<const O: usize>(&self) -> (Axes<O>, Option<&'a Group>) {
        let mut axes = Axes::<O>::new();
        let mut broken = None;
        let right = &self.recipe.right;
        for group in right.groups() {
            if group.is_ellipsis {
                self.each(Item::Ellipsis, |along| axes.push(along));
                continue;
            }
            // The axes so far; `next` is by how many elements those before would be apart.
            let mut whole = UNIT;
            let mut next = None;
            for &item in right.items_of(group).iter().rev() {
                self.each_back(item, |along| {
                    if along.size == 1 {
                        return;
                    }
                    match next {
                        None => whole.stride = along.stride,
                        Some(next) if next != along.stride => broken = Some(group),
                        Some(_) => {}
                    }
                    whole.size = whole.size.saturating_mul(along.size);
                    next = Some(along.stride.wrapping_mul(along.size as isize));
                });
            }
            axes.push(whole);
        }
        // No element is anywhere.
        let broken = broken.filter(|_| !axes.shape.contains(&0));
        (axes, broken)
    }

    /// The layout of the right side, if there is one: the axes of each group follow each other in
    /// memory. One axis alone always does.
    #[inline]
    pub(super) fn view<const O: usize>(&self) -> Result<Layout<O>, ShapeError> {
        match self.join() {
            (axes, None) => self.right(&axes),
            (_, Some(group)) => {
                let name = self.recipe.text(group.text);
                Err(self.refuse(ErrorKind::PatternCopies { name }))
            }
        }
    }

    /// The shape of the right side, and its layout if the axes of each group follow each other in
    /// memory.
    pub(super) fn shape_and_view<const O: usize>(
        &self,
    ) -> Result<([usize; O], Option<Layout<O>>), ShapeError> {
        let (axes, broken) = self.join();
        let layout = if broken.is_some() { None } else { Some(self.right(&axes)?) };
        Ok((axes.shape, layout))
    }

    /// The layout of the right side by its axes.
    fn right<const O: usize>(&self, axes: &Axes<O>) -> Result<Layout<O>, ShapeError> {
        // Of a pattern that removes axes it could have elements, and they would be those of others.
        let is_empty = axes.shape.contains(&0);
        assert!(is_empty || !self.shape.contains(&0), "a pattern that makes elements of none");
        self.layout(axes)
    }

    /// Calls `f` for each axis of an item, from the last one on.
    fn each_back(&self, item: Item, mut f: impl FnMut(PatternAxis)) {
        match item {
            Item::Axis(i) => f(self.axes[i as usize]),
            Item::Ellipsis => {
                for axis in self.ellipsis.clone().rev() {
                    f(PatternAxis { size: self.shape[axis], stride: self.strides[axis] });
                }
            }
        }
    }

    /// The layout of the right side with all axes of its groups apart, and unit axes behind.
    pub(super) fn apart<const K: usize>(&self) -> Result<Layout<K>, ShapeError> {
        let mut axes = Axes::<K>::new();
        for &item in self.recipe.right.items() {
            self.each(item, |along| axes.push(along));
        }
        self.layout(&axes)
    }

    /// The layout of the axes that are reduced, in the order of the left side.
    pub(super) fn reduced<const K: usize>(&self) -> Result<Layout<K>, ShapeError> {
        self.reduced_from(Axes::new())
    }

    /// [`apart`](Self::apart) on the first axes, the reduced ones from `first` on.
    pub(super) fn split_at<const K: usize>(&self, first: usize) -> Result<Layout<K>, ShapeError> {
        let mut axes = Axes::<K>::new();
        for &item in self.recipe.right.items() {
            self.each(item, |along| axes.push(along));
        }
        axes.count = first;
        self.reduced_from(axes)
    }

    fn reduced_from<const K: usize>(&self, mut axes: Axes<K>) -> Result<Layout<K>, ShapeError> {
        for &item in self.recipe.left.items() {
            if is_reduced(self.recipe, item) {
                self.each(item, |along| axes.push(along));
            }
        }
        self.layout(&axes)
    }

    /// The shape of the right side.
    pub(super) fn shape<const O: usize>(&self) -> [usize; O] {
        self.join().0.shape
    }

    /// A new buffer of this shape.
    pub(super) fn row_major<const O: usize>(
        &self,
        shape: [usize; O],
        element_size: usize,
    ) -> Result<Layout<O>, ShapeError> {
        Layout::new_in(self.recipe.operation.name(), shape, Order::RowMajor, element_size)
            .map_err(|error| error.of_pattern(self.recipe.pattern))
    }

    /// What to say if there is nothing to choose from: a reduced axis is empty, and no other one.
    pub(super) fn nothing(&self) -> Option<ShapeError> {
        let mut is_empty = false;
        for &item in self.recipe.right.items() {
            self.each(item, |along| is_empty |= along.size == 0);
        }
        let reduced =
            self.recipe.left.items().iter().filter(|&&item| is_reduced(self.recipe, item));
        let mut nothing = false;
        reduced.for_each(|&item| self.each(item, |along| nothing |= along.size == 0));
        let axis = self.shape.iter().position(|&size| size == 0)?;
        (nothing && !is_empty).then(|| self.refuse(ErrorKind::Empty { axis }))
    }

    fn layout<const K: usize>(&self, axes: &Axes<K>) -> Result<Layout<K>, ShapeError> {
        let operation = self.recipe.operation.name();
        // The strides and the offset of an empty operand mean nothing, and a part of its axes (those
        // that are reduced) may not be empty.
        let (strides, offset) = match self.shape.contains(&0) {
            true => ([0; K], 0),
            false => (axes.strides, self.offset),
        };
        Layout::strided_in(operation, axes.shape, strides, offset, self.element_size)
            .map_err(|error| error.of_pattern(self.recipe.pattern))
    }
}

fn is_reduced(recipe: &Recipe, item: Item) -> bool {
    match item {
        Item::Axis(i) => !recipe.axes[i as usize].is_right,
        Item::Ellipsis => recipe.right.ellipsis.is_none(),
    }
}

/// Axes that are listed one by one; behind the last one, size 1.
struct Axes<const K: usize> {
    shape: [usize; K],
    strides: [isize; K],
    count: usize,
}

impl<const K: usize> Axes<K> {
    fn new() -> Self {
        Axes { shape: [1; K], strides: [0; K], count: 0 }
    }

    fn push(&mut self, along: PatternAxis) {
        self.shape[self.count] = along.size;
        self.strides[self.count] = along.stride;
        self.count += 1;
    }
}

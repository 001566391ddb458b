//! The same elements under another shape, as a view where strides for it exist.

use super::{INFER, Layout, Order, bounded_product, dense_strides};
use crate::error::{ErrorKind, ShapeError};
use core::array::from_fn;

impl<const R: usize> Layout<R> {
    /// Returns the view of this shape, in row-major order, if there is one.
    ///
    /// Fails with `NotAView` if and only if no strides lead through the same offsets in the same
    /// order. It names two axes of this layout that the shape would join but that do not follow
    /// each other in memory; of several such pairs, the last one.
    #[inline]
    pub(crate) fn reshape_view<const O: usize>(
        &self,
        shape: [usize; O],
        element_size: usize,
    ) -> Result<Layout<O>, ShapeError> {
        let resolved = self.resolve("reshape_view", shape, element_size)?;
        self.restride(resolved)
            .map_err(|kind| ShapeError::new("reshape_view", &[&self.shape, &shape], kind))
    }

    /// Returns the view of this shape, its elements counted in this order, or `None` if it takes
    /// a copy.
    #[inline]
    pub(crate) fn reshape_in<const O: usize>(
        &self,
        operation: &'static str,
        shape: [usize; O],
        order: Order,
        element_size: usize,
    ) -> Result<Option<Layout<O>>, ShapeError> {
        let mut shape = self.resolve(operation, shape, element_size)?;
        Ok(match order {
            Order::RowMajor => self.restride(shape).ok(),
            Order::ColMajor => {
                shape.reverse();
                let view = self.reverse_axes().restride(shape).ok();
                view.map(|view| view.reverse_axes())
            }
        })
    }

    /// Splits an axis into axes of these sizes, which multiply to its size.
    #[inline]
    pub(crate) fn split_axis<const K: usize, const O: usize>(
        &self,
        axis: usize,
        sizes: [usize; K],
        element_size: usize,
    ) -> Result<Layout<O>, ShapeError> {
        assert!(axis < R && O + 1 == R + K, "axis {axis} of rank {R} in {K} gives rank {O}");
        let spread = |sizes: [usize; K]| -> [usize; O] {
            from_fn(|i| match i {
                _ if i < axis => self.shape[i],
                _ if i < axis + K => sizes[i - axis],
                _ => self.shape[i + 1 - K],
            })
        };
        let size = self.shape[axis];
        let refuse = |kind| ShapeError::new("split_axis", &[&self.shape, &spread(sizes)], kind);
        let resolved = infer(size, sizes).map_err(|kind| {
            let kind = match kind {
                ErrorKind::ElementCount { expected, .. } => {
                    ErrorKind::SplitSizes { axis, size, product: expected }
                }
                kind => kind,
            };
            refuse(kind)
        })?;
        let shape = spread(resolved);
        if bounded_product(&shape, element_size).is_none() {
            return Err(refuse(ErrorKind::TooLarge));
        }
        let inner = dense_strides(resolved, Order::RowMajor);
        let strides = from_fn(|i| match i {
            _ if i < axis => self.strides[i],
            _ if i < axis + K => self.strides[axis].wrapping_mul(inner[i - axis]),
            _ => self.strides[i + 1 - K],
        });
        Ok(Layout { shape, strides, offset: self.offset })
    }

    /// Merges the axes `first..=last` into one, if they follow each other in memory.
    #[inline]
    pub(crate) fn merge_axes<const O: usize>(
        &self,
        first: usize,
        last: usize,
    ) -> Result<Layout<O>, ShapeError> {
        let shape = self.merged_shape::<O>(first, last);
        self.restride(shape)
            .map_err(|kind| ShapeError::new("merge_axes", &[&self.shape, &shape], kind))
    }

    /// Returns the shape with the axes `first..=last` merged into one.
    #[inline]
    pub(crate) fn merged_shape<const O: usize>(&self, first: usize, last: usize) -> [usize; O] {
        assert!(first <= last && last < R && O + (last - first) == R, "{first}..={last} of {R}");
        from_fn(|i| match i {
            _ if i < first => self.shape[i],
            _ if i == first => self.shape[first..=last].iter().product(),
            _ => self.shape[i + (last - first)],
        })
    }

    #[inline]
    fn resolve<const O: usize>(
        &self,
        operation: &'static str,
        shape: [usize; O],
        element_size: usize,
    ) -> Result<[usize; O], ShapeError> {
        let resolved = resolve_shape(operation, &self.shape, shape)?;
        // Only an empty layout can grow here, in its other sizes.
        if self.is_empty() && bounded_product(&resolved, element_size).is_none() {
            return Err(ShapeError::new(operation, &[&self.shape, &shape], ErrorKind::TooLarge));
        }
        Ok(resolved)
    }

    /// Finds the strides of a shape that holds as many elements.
    ///
    /// The axes of this layout fall into runs that follow each other in memory, each as long as
    /// possible; there are strides if and only if each run is filled by new axes exactly (where
    /// two runs meet, the distance to the next element changes, which no stride can express).
    /// The walk goes from the last axis to the first, as in torch's `computeStride`.
    fn restride<const O: usize>(&self, shape: [usize; O]) -> Result<Layout<O>, ErrorKind> {
        let mut strides = dense_strides(shape, Order::RowMajor);
        // Empty, or the common case: half of the time of what follows.
        if self.is_contiguous() {
            return Ok(Layout { shape, strides, offset: self.offset });
        }
        // The axes of the result that have no stride yet are those before `open`.
        let mut open = O;
        // Gives strides to new axes until they hold the run; returns how much they hold.
        let mut fill = |base: isize, run: usize| {
            let mut filled = 1;
            while open > 0 && filled < run {
                open -= 1;
                strides[open] = base.wrapping_mul(filled as isize);
                filled *= shape[open];
            }
            filled
        };
        // The run: its innermost stride, its elements, its outermost axis (none yet).
        let (mut base, mut run, mut outermost) = (1_isize, 1_usize, None);
        for axis in (0..R).rev().filter(|&axis| self.shape[axis] != 1) {
            let (size, stride) = (self.shape[axis], self.strides[axis]);
            if let Some(inner) = outermost {
                if stride == base.wrapping_mul(run as isize) {
                    (run, outermost) = (run * size, Some(axis));
                    continue;
                }
                if fill(base, run) != run {
                    return Err(ErrorKind::NotAView { outer: axis, inner });
                }
            }
            (base, run, outermost) = (stride, size, Some(axis));
        }
        fill(base, run);
        Ok(Layout { shape, strides, offset: self.offset })
    }
}

/// Replaces [`INFER`] by the size that makes a shape hold as many elements as `from`.
#[inline]
pub(crate) fn resolve_shape<const O: usize>(
    operation: &'static str,
    from: &[usize],
    shape: [usize; O],
) -> Result<[usize; O], ShapeError> {
    // A product of zero must not overflow on its way: [2^40, 2^40, 0].
    let elements = if from.contains(&0) { 0 } else { from.iter().product() };
    infer(elements, shape).map_err(|kind| ShapeError::new(operation, &[from, &shape], kind))
}

/// Finds the size that is to be inferred, if any; the sizes then multiply to `elements`.
#[inline]
fn infer<const K: usize>(elements: usize, sizes: [usize; K]) -> Result<[usize; K], ErrorKind> {
    let mut known = sizes;
    let mut inferred = None;
    for (axis, size) in known.iter_mut().enumerate() {
        if *size == INFER {
            if inferred.replace(axis).is_some() {
                return Err(ErrorKind::TwoInferred);
            }
            *size = 1;
        }
    }
    let product = bounded_product(&known, 1).ok_or(ErrorKind::TooLarge)?;
    let product = if known.contains(&0) { 0 } else { product };
    match inferred {
        None if product != elements => {
            Err(ErrorKind::ElementCount { expected: product, found: elements })
        }
        None => Ok(known),
        // Any size would do beside a zero.
        Some(_) if product == 0 || !elements.is_multiple_of(product) => {
            Err(ErrorKind::NotDivisible { elements, by: product })
        }
        Some(axis) => {
            known[axis] = elements / product;
            Ok(known)
        }
    }
}

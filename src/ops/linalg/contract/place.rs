//! [`OperandStrides`]: where the elements of an operand lie along the axes of a contraction.

use crate::layout::{WalkAxis, merge, sort_by_stride};
use crate::rank::MAX_RANK;
use alloc::vec;
use alloc::vec::Vec;

/// How many axes a contraction can have: those of two tensors of the highest rank that relations know.
pub(crate) const MAX_AXES: usize = 2 * MAX_RANK;

/// The size of each axis.
pub(crate) type AxisSizes = [usize; MAX_AXES];

/// The strides of an operand.
#[derive(Clone, Copy)]
pub(crate) struct OperandStrides {
    pub(crate) offset: usize,
    /// By axis; zero where the operand does not move.
    pub(crate) strides: [isize; MAX_AXES],
    /// The axes that the operand has, a bit for each. Their sizes are 2 or more.
    pub(crate) axes: u32,
}

/// The numbers of the axes in a mask, from the lowest on.
#[inline]
pub(crate) fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let axis = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (axis < MAX_AXES).then_some(axis)
    })
}

impl OperandStrides {
    /// One element, the first.
    pub(crate) const SCALAR: Self = OperandStrides { offset: 0, strides: [0; MAX_AXES], axes: 0 };

    /// A buffer that these axes fill, from the slowest to the fastest.
    pub(crate) fn dense(sizes: &AxisSizes, order: &[u8]) -> Self {
        let mut place = OperandStrides::SCALAR;
        let mut stride = 1;
        for &axis in order.iter().rev() {
            let axis = usize::from(axis);
            place.strides[axis] = stride;
            place.axes |= 1 << axis;
            stride *= sizes[axis] as isize;
        }
        place
    }

    /// A buffer that these axes fill, in the order of their numbers.
    pub(crate) fn row_major(sizes: &AxisSizes, axes: u32) -> Self {
        let mut order = AxisOrder::default();
        bits(axes).for_each(|axis| order.push(axis));
        OperandStrides::dense(sizes, order.as_slice())
    }

    /// A buffer that some of the axes fill, in the order they have here.
    pub(crate) fn dense_in(&self, sizes: &AxisSizes, axes: u32) -> Self {
        let mut order = AxisOrder::default();
        self.append(axes, &mut order);
        OperandStrides::dense(sizes, order.as_slice())
    }

    /// A buffer that some of the axes of a pair fill, in the order in which their product is made:
    /// batches, those of the left operand, those of the right one.
    pub(crate) fn of_pair(sizes: &AxisSizes, a: &Self, b: &Self, axes: u32) -> Self {
        let mut order = AxisOrder::default();
        a.append(a.axes & b.axes & axes, &mut order);
        a.append(a.axes & !b.axes & axes, &mut order);
        b.append(b.axes & !a.axes & axes, &mut order);
        OperandStrides::dense(sizes, order.as_slice())
    }

    /// How many elements there are.
    pub(crate) fn len(&self, sizes: &AxisSizes) -> usize {
        bits(self.axes).map(|axis| sizes[axis]).product()
    }

    /// The axes whose elements lie next to each other: a mask of one axis, or of none.
    pub(super) fn fastest(&self) -> u32 {
        bits(self.axes)
            .find(|&axis| self.strides[axis].unsigned_abs() == 1)
            .map_or(0, |axis| 1 << axis)
    }

    /// Whether some axes, from the slowest to the fastest, lie as one.
    pub(super) fn is_one(&self, sizes: &AxisSizes, axes: u32) -> bool {
        let mut order = AxisOrder::default();
        self.append(axes, &mut order);
        order.as_slice().windows(2).all(|pair| {
            let [outer, inner] = [pair[0], pair[1]].map(usize::from);
            self.strides[outer] == self.strides[inner].wrapping_mul(sizes[inner] as isize)
        })
    }

    /// Appends some axes, from the slowest to the fastest.
    pub(super) fn append(&self, axes: u32, order: &mut AxisOrder) {
        let start = order.count;
        for axis in bits(axes) {
            let stride = self.strides[axis].unsigned_abs();
            let slower = |&other: &u8| self.strides[usize::from(other)].unsigned_abs() >= stride;
            let at =
                start + order.as_slice()[start..].iter().take_while(|axis| slower(axis)).count();
            order.push(axis);
            order.axes[at..order.count].rotate_right(1);
        }
    }
}

/// Axes in some order.
#[derive(Default)]
pub(super) struct AxisOrder {
    axes: [u8; MAX_AXES],
    count: usize,
}

impl AxisOrder {
    fn push(&mut self, axis: usize) {
        self.axes[self.count] = axis as u8;
        self.count += 1;
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        &self.axes[..self.count]
    }
}

/// So many axes need no allocation.
const FEW_AXES: usize = 8;

/// Axes of `N` operands that are walked together.
pub(super) struct Axes<const N: usize> {
    few: [WalkAxis<N>; FEW_AXES],
    /// In use if there can be more.
    many: Vec<WalkAxis<N>>,
    count: usize,
}

impl<const N: usize> Axes<N> {
    /// None yet, with room for those in the mask.
    #[inline]
    pub(super) fn among(mask: u32) -> Self {
        let unit = WalkAxis { size: 1, strides: [0; N] };
        let room = mask.count_ones() as usize;
        let many = if room > FEW_AXES { vec![unit; room] } else { Vec::new() };
        Axes { few: [unit; FEW_AXES], many, count: 0 }
    }

    /// Appends a group of axes, in the order of operand 0 where it moves and merged where all
    /// operands allow; returns how many they are then.
    #[inline]
    pub(super) fn append(
        &mut self,
        sizes: &AxisSizes,
        group: u32,
        places: [&OperandStrides; N],
    ) -> usize {
        let axes = if self.many.is_empty() { &mut self.few[..] } else { &mut self.many };
        let mut end = self.count;
        for axis in bits(group) {
            let strides = places.map(|place| place.strides[axis]);
            axes[end] = WalkAxis { size: sizes[axis], strides };
            end += 1;
        }
        let added = &mut axes[self.count..end];
        sort_by_stride(added);
        let count = merge(added);
        self.count += count;
        count
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[WalkAxis<N>] {
        let axes = if self.many.is_empty() { &self.few[..] } else { &self.many };
        &axes[..self.count]
    }
}

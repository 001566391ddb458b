//! The contraction of a pair: by a batched matrix product, or element by element if nothing is summed.

use super::groups::{Groups, Kinds};
use super::{Axes, AxisSizes, Indexed, MAX_AXES, OperandStrides, copy, with_rank};
use crate::kernels::{Visit, of_two, product};
use crate::layout::{Layout, WalkAxis};
use crate::storage::Span;
use alloc::vec::Vec;
use core::ops::Mul;
use num_traits::Zero;

/// Multiplies two operands and sums over the axes that both have and `result` has not, into a buffer
/// laid out by `result`, which has the axes that only one of them has.
///
/// The order of the factors is not kept.
pub(crate) fn multiply<T>(
    sizes: &AxisSizes,
    a: Indexed<'_, T>,
    b: Indexed<'_, T>,
    result: &OperandStrides,
) -> Vec<T>
where
    T: Clone + Zero + Mul<Output = T>,
{
    let kinds = Kinds::new(a.place, b.place, result.axes);
    if kinds.summed == 0 {
        return elementwise(sizes, a, b, result);
    }
    if kinds.lie_along_batches(sizes, [a.place, b.place, result]) {
        return product(sizes, a, b, result, &kinds.as_batches());
    }
    // The columns of a product lie next to each other: they are the axes of the right operand.
    if kinds.left & result.fastest() != 0 {
        return product(sizes, b, a, result, &kinds.swapped());
    }
    product(sizes, a, b, result, &kinds)
}

/// Multiplies element by element.
fn elementwise<T>(
    sizes: &AxisSizes,
    a: Indexed<'_, T>,
    b: Indexed<'_, T>,
    result: &OperandStrides,
) -> Vec<T>
where
    T: Clone + Mul<Output = T>,
{
    let mut axes = Axes::among(result.axes);
    axes.append(sizes, result.axes, [result, a.place, b.place]);
    with_rank!(axes.as_slice().len(), elementwise_axes(a, b, axes.as_slice()))
}

fn elementwise_axes<const R: usize, T>(
    a: Indexed<'_, T>,
    b: Indexed<'_, T>,
    axes: &[WalkAxis<3>],
) -> Vec<T>
where
    T: Clone + Mul<Output = T>,
{
    // The axes are in the order of the result, which fills its buffer.
    let a = a.source::<R, 3>(axes, 1);
    (a, b.source::<R, 3>(axes, 2)).compute(&a.layout().to_row_major(), of_two(times))
}

#[inline(always)]
fn times<T: Clone + Mul<Output = T>>(a: &T, b: &T) -> T {
    a.clone() * b.clone()
}

/// Multiplies matrices in batches.
///
/// Operands are read where they lie; the kernels take any strides. They are copied first where that
/// pays ([`Groups::copies`]). The fastest axis of the result is none that only `a` has.
fn product<T>(
    sizes: &AxisSizes,
    a: Indexed<'_, T>,
    b: Indexed<'_, T>,
    result: &OperandStrides,
    kinds: &Kinds,
) -> Vec<T>
where
    T: Clone + Zero + Mul<Output = T>,
{
    let in_order = !product::writes_anywhere::<T>();
    if let Some([left, right, summed]) = kinds.one_each()
        && (!in_order || result.strides[left] > result.strides[right])
    {
        // The most common case, without a detour.
        let strides = |place: &OperandStrides, down: usize, across: usize| {
            ([sizes[down], sizes[across]], [place.strides[down], place.strides[across]])
        };
        let (shape, steps) = strides(result, left, right);
        let layout = Layout::strided_in("", shape, steps, 0, size_of::<T>());
        let layout = layout.expect("the shape of a result that is allowed");
        let (a_shape, a_steps) = strides(a.place, left, summed);
        let (b_shape, b_steps) = strides(b.place, summed, right);
        let (a, b) = (a.source_at(a_shape, a_steps), b.source_at(b_shape, b_steps));
        return product::matmul(a, b, &layout);
    }
    let groups = Groups::new(sizes, kinds, [result, a.place, b.place]);
    if !groups.are_in_order() && (in_order || kinds.end_in_batches(result)) {
        // Batches first, and then to where they belong.
        let place = OperandStrides::of_pair(sizes, a.place, b.place, result.axes);
        let elements = product(sizes, a, b, &place, kinds);
        return copy(
            sizes,
            Indexed { elements: Span::from_slice(&elements), place: &place },
            result,
        );
    }
    let copies = groups.copies(sizes, kinds, [a.place, b.place], in_order);
    if copies != [false; 2] {
        let places = kinds.copied(sizes, [a.place, b.place], copies, result);
        let packed = |n: usize, operand: Indexed<'_, T>| match copies[n] {
            true => copy(sizes, operand, &places[n]),
            false => Vec::new(),
        };
        let made = [packed(0, a), packed(1, b)];
        let choose = |n: usize, operand| match copies[n] {
            true => Indexed { elements: Span::from_slice(&made[n]), place: &places[n] },
            false => operand,
        };
        return product(sizes, choose(0, a), choose(1, b), result, kinds);
    }
    match groups.product_rank() {
        // Batches are merged in the kernel: these ranks are room for axes.
        ..=6 => matrices::<6, T>(a, b, &groups),
        _ => matrices::<{ MAX_AXES + 2 }, T>(a, b, &groups),
    }
}

/// Hands the groups to the kernel: further rows and columns are batches along which the other operand
/// does not move.
fn matrices<const R: usize, T>(a: Indexed<'_, T>, b: Indexed<'_, T>, groups: &Groups) -> Vec<T>
where
    T: Clone + Zero + Mul<Output = T>,
{
    let (mut shapes, mut strides) = ([[1; R]; 3], [[0; R]; 3]);
    let (rows, columns) = groups.matrix();
    let batches = groups.batches(rows, columns);
    let first = R - 2 - batches.clone().count();
    for (i, axis) in batches.enumerate() {
        for n in 0..3 {
            strides[n][first + i] = axis.strides[n];
            // One that does not move is repeated by the kernel.
            shapes[n][first + i] = if axis.strides[n] == 0 { 1 } else { axis.size };
        }
    }
    let (row, column) = (R - 2, R - 1);
    let unit = WalkAxis { size: 1, strides: [0; 3] };
    let left = rows.map_or(unit, |axis| groups.left()[axis]);
    let right = columns.map_or(unit, |axis| groups.right()[axis]);
    let [summed] = groups.summed() else { unreachable!("operands are copied first") };
    for (n, [down, across]) in
        [[&left, &right], [&left, summed], [summed, &right]].iter().enumerate()
    {
        (shapes[n][row], strides[n][row]) = (down.size, down.strides[n]);
        (shapes[n][column], strides[n][column]) = (across.size, across.strides[n]);
    }
    let result = Layout::strided_in("", shapes[0], strides[0], 0, size_of::<T>());
    let result = result.expect("the shape of a result that is allowed");
    let (a, b) = (a.source_at(shapes[1], strides[1]), b.source_at(shapes[2], strides[2]));
    product::matmul(a, b, &result)
}

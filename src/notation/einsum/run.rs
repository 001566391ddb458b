//! Carries a contraction out.

use super::numbers::{Numbers, error};
use super::plan::{ContractionPlan, Network};
use super::recipe::{MAX_OPERANDS, Recipe};
use crate::error::{ErrorKind, ShapeError};
use crate::notation::operand::Given;
use crate::ops::contract::{AxisSizes, Indexed, OperandStrides, bits, copy, multiply, sum};
use crate::storage::Span;
use alloc::vec::Vec;
use core::ops::Mul;
use num_traits::Zero;

/// Multiplies the operands and sums; returns the elements of the output in row-major order.
pub(super) fn run<T>(
    recipe: &Recipe,
    operands: &[Given<'_, T>],
    places: &mut [OperandStrides],
    numbers: &Numbers,
) -> Result<Vec<T>, ShapeError>
where
    T: Clone + Zero + Mul<Output = T>,
{
    let Numbers { sizes, output, rank, .. } = numbers;
    let too_large = || error(recipe, operands.iter().map(|given| given.lies), ErrorKind::TooLarge);
    if !fits::<T>(sizes, (0..*rank).fold(0, |mask, axis| mask | 1 << axis)) {
        return Err(too_large());
    }
    if numbers.empty {
        let len = sizes[..*rank].iter().product();
        return Ok((0..len).map(|_| T::zero()).collect());
    }
    let result = OperandStrides::row_major(sizes, *output);
    if let ([given], [place]) = (operands, &*places) {
        let given = Indexed { elements: given.elements, place };
        return Ok(match place.axes == *output {
            true => copy(sizes, given, &result),
            false => sum(sizes, given, &result),
        });
    }
    if let ([a, b], [a_place, b_place]) = (operands, &*places)
        && (a_place.axes ^ b_place.axes) & !*output == 0
    {
        let a = Indexed { elements: a.elements, place: a_place };
        let b = Indexed { elements: b.elements, place: b_place };
        return Ok(multiply(sizes, a, b, &result));
    }
    // Axes that one operand alone has are summed first.
    let mut made: [Vec<T>; MAX_OPERANDS] = [const { Vec::new() }; MAX_OPERANDS];
    let mut is_made = 0;
    for n in 0..operands.len() {
        let others = (0..operands.len()).filter(|&other| other != n);
        let needed = others.fold(*output, |axes, other| axes | places[other].axes);
        if places[n].axes & !needed != 0 {
            let place = places[n].dense_in(sizes, places[n].axes & needed);
            let given = Indexed { elements: operands[n].elements, place: &places[n] };
            made[n] = sum(sizes, given, &place);
            places[n] = place;
            is_made |= 1 << n;
        }
    }
    let pairs = match operands.len() {
        2 => ContractionPlan::of_two(),
        count => {
            let mut axes = [0; MAX_OPERANDS];
            axes.iter_mut().zip(&*places).for_each(|(axes, place)| *axes = place.axes);
            ContractionPlan::new(&Network { sizes, operands: &axes[..count], output: *output })
        }
    };
    let mut left: u32 = (1 << operands.len()) - 1;
    for (a, b) in pairs.pairs() {
        left &= !(1 << b);
        let others = bits(left & !(1 << a)).fold(0, |axes, other| axes | places[other].axes);
        let axes = (places[a].axes | places[b].axes) & (*output | others);
        let is_last = left.is_power_of_two();
        let place = if is_last {
            result
        } else {
            OperandStrides::of_pair(sizes, &places[a], &places[b], axes)
        };
        if !fits::<T>(sizes, axes) {
            return Err(too_large());
        }
        let [left, right] = [a, b].map(|n| {
            let elements = if is_made & 1 << n == 0 {
                operands[n].elements
            } else {
                Span::from_slice(&made[n])
            };
            Indexed { elements, place: &places[n] }
        });
        made[a] = multiply(sizes, left, right, &place);
        places[a] = place;
        is_made |= 1 << a;
        made[b] = Vec::new();
    }
    Ok(core::mem::take(&mut made[0]))
}

/// Whether memory can hold the elements that some axes span.
fn fits<T>(sizes: &AxisSizes, axes: u32) -> bool {
    let start = size_of::<T>().max(1);
    let bytes = bits(axes).try_fold(start, |bytes, axis| bytes.checked_mul(sizes[axis].max(1)));
    bytes.is_some_and(|bytes| bytes <= isize::MAX as usize)
}

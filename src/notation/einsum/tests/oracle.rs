//! Patterns as a loop over all indices: slow and obvious. And operands that lie anyhow.

use super::literal;
use crate::einsum_macro::Recipe;
use crate::error::ShapeError;
use crate::notation::einsum::numbers::Numbers;
use crate::notation::einsum::run::run;
use crate::notation::operand::{Given, Lies};
use crate::ops::contract::OperandStrides;
use crate::storage::Span;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::ops::Mul;
use num_traits::Zero;

/// An operand: elements of a buffer, however they lie.
#[derive(Clone, Debug)]
pub(super) struct Operand<T> {
    pub(super) buffer: Vec<T>,
    pub(super) shape: Vec<usize>,
    pub(super) strides: Vec<isize>,
    pub(super) offset: usize,
}

impl<T> Operand<T> {
    fn at(&self, index: &[usize]) -> &T {
        let steps = index.iter().zip(&self.strides).map(|(&i, &stride)| i as isize * stride);
        &self.buffer[(self.offset as isize + steps.sum::<isize>()) as usize]
    }

    pub(super) fn given(&self) -> Given<'_, T> {
        let lies = Lies { shape: &self.shape, strides: &self.strides, offset: self.offset };
        Given { elements: Span::from_slice(&self.buffer), lies }
    }
}

/// The axes of a tensor, by names: a letter, or the number of an axis of the ellipsis from its end.
fn names(term: &str, rank: usize) -> Vec<String> {
    let letters = term.chars().filter(char::is_ascii_alphabetic).count();
    let dots = rank.saturating_sub(letters);
    let (before, behind) = term.split_once("...").unwrap_or((term, ""));
    let of = |text: &str| -> Vec<String> {
        text.replace(' ', "").chars().map(|c| c.to_string()).collect()
    };
    let mut names = of(before);
    if term.contains("...") {
        names.extend((0..dots).rev().map(|from_end| alloc::format!("{from_end}")));
    }
    names.extend(of(behind));
    names
}

/// Shape and elements, in row-major order, of what a pattern makes of operands.
pub(super) fn oracle<T>(pattern: &str, operands: &[Operand<T>]) -> (Vec<usize>, Vec<T>)
where
    T: Clone + Zero + Mul<Output = T>,
{
    let (inputs, output) = pattern.split_once("->").unwrap();
    let terms: Vec<Vec<String>> =
        inputs.split(',').zip(operands).map(|(term, x)| names(term, x.shape.len())).collect();
    let dots = terms.iter().flatten().filter(|name| name.parse::<usize>().is_ok());
    let dots = dots.map(|name| name.parse::<usize>().unwrap() + 1).max().unwrap_or(0);
    let letters = output.chars().filter(char::is_ascii_alphabetic).count();
    let output = names(output, letters + dots);
    let mut order = output.clone();
    for name in terms.iter().flatten() {
        if !order.contains(name) {
            order.push(name.clone());
        }
    }
    let place = |name: &String| order.iter().position(|other| other == name).unwrap();
    let mut sizes = vec![1; order.len()];
    for (term, operand) in terms.iter().zip(operands) {
        for (name, &size) in term.iter().zip(&operand.shape) {
            if size != 1 {
                sizes[place(name)] = size;
            }
        }
    }
    let shape = sizes[..output.len()].to_vec();
    let mut elements: Vec<T> = (0..shape.iter().product()).map(|_| T::zero()).collect();
    for flat in 0..sizes.iter().product() {
        let mut rest = flat;
        let mut index = vec![0; sizes.len()];
        for axis in (0..sizes.len()).rev() {
            index[axis] = rest % sizes[axis];
            rest /= sizes[axis];
        }
        let factors = terms.iter().zip(operands).map(|(term, operand)| {
            let index: Vec<usize> = (term.iter().zip(&operand.shape))
                .map(|(name, &size)| if size == 1 { 0 } else { index[place(name)] })
                .collect();
            operand.at(&index).clone()
        });
        let product = factors.reduce(|a, b| a * b).unwrap();
        let at = (0..shape.len()).fold(0, |at, axis| at * shape[axis] + index[axis]);
        elements[at] = elements[at].clone() + product;
    }
    (shape, elements)
}

/// Shape and elements by the stages of `einsum!`.
pub(super) fn einsum<T>(
    pattern: &str,
    operands: &[Operand<T>],
) -> Result<(Vec<usize>, Vec<T>), ShapeError>
where
    T: Clone + Zero + Mul<Output = T>,
{
    let pattern = literal(pattern.to_string());
    let recipe = Recipe::parse(pattern, operands.len()).unwrap();
    let given: Vec<Given<'_, T>> = operands.iter().map(Operand::given).collect();
    let mut places = vec![OperandStrides::SCALAR; operands.len()];
    let numbers = Numbers::new(&recipe, given.iter().map(|given| given.lies), &mut places)?;
    let elements = run(&recipe, &given, &mut places, &numbers)?;
    Ok((numbers.sizes[..numbers.rank].to_vec(), elements))
}

/// Compares both.
#[track_caller]
pub(super) fn check<T>(pattern: &str, operands: &[Operand<T>])
where
    T: Clone + Zero + Mul<Output = T> + PartialEq + Debug,
{
    let expected = oracle(pattern, operands);
    let found = einsum(pattern, operands).unwrap();
    let lie: Vec<_> = operands.iter().map(|x| (&x.shape, &x.strides)).collect();
    assert_eq!(found, expected, "{pattern} of {lie:?}");
}

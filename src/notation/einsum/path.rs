//! [`EinsumPath`]: a plan, told in words.

use super::numbers::{Name, Numbers};
use super::plan::{ContractionPlan, Network, volume};
use super::recipe::Recipe;
use crate::error::ShapeError;
use crate::notation::operand::Lies;
use crate::ops::contract::{OperandStrides, bits};
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Write};

/// Tells in which order [`einsum!`](crate::einsum!) contracts its operands, and what it costs: what
/// [`einsum_path!`](crate::einsum_path) returns.
///
/// Its text has a line for each step. The result of a step takes the place of the first operand named.
#[derive(Clone, Debug)]
pub struct EinsumPath {
    pattern: &'static str,
    shapes: Vec<Vec<usize>>,
    steps: Vec<PathStep>,
    single_loop: f64,
}

#[derive(Clone, Debug)]
struct PathStep {
    /// The operand, or the two.
    operands: (usize, Option<usize>),
    /// The pattern of the step.
    pattern: String,
    products: f64,
    /// How many elements the result has.
    elements: f64,
}

impl EinsumPath {
    pub(super) fn new(recipe: &Recipe, operands: &[Lies<'_>]) -> Result<Self, ShapeError> {
        let mut places = vec![OperandStrides::SCALAR; operands.len()];
        let numbers = Numbers::new(recipe, operands.iter().copied(), &mut places)?;
        let sizes = &numbers.sizes;
        let (operand_texts, output_text) = recipe.pattern.split_once("->").unwrap_or_default();
        let mut texts: Vec<String> = operand_texts.split(',').map(without_spaces).collect();
        let output_text = without_spaces(output_text);
        let output = (0..numbers.rank).fold(0, |mask, axis| mask | 1 << axis);

        // The axes by their names: those of size 1 too.
        let mut named: Vec<u32> = (0..operands.len()).map(|n| numbers.named(recipe, n)).collect();
        let mut axes: Vec<u32> = places.iter().map(|place| place.axes).collect();
        let mut steps = Vec::new();
        for n in 0..operands.len() {
            let others = (0..operands.len()).filter(|&other| other != n);
            let needed = others.fold(output, |needed, other| needed | named[other]);
            if axes[n] & !needed != 0 {
                (named[n], axes[n]) = (named[n] & needed, axes[n] & needed);
                let text = match operands.len() {
                    1 => output_text.clone(),
                    _ => numbers.text(recipe, named[n]),
                };
                let elements = volume(sizes, axes[n]);
                steps.push(PathStep {
                    operands: (n, None),
                    pattern: alloc::format!("{}->{text}", texts[n]),
                    products: 0.0,
                    elements,
                });
                texts[n] = text;
            }
        }
        let plan =
            ContractionPlan::new(&Network { sizes, operands: &axes, output: numbers.output });
        let mut left: u32 = (1 << operands.len()) - 1;
        for (a, b) in plan.pairs() {
            left &= !(1 << b);
            let others = || bits(left & !(1 << a));
            let all = axes[a] | axes[b];
            named[a] = (named[a] | named[b]) & others().fold(output, |mask, n| mask | named[n]);
            axes[a] = all & others().fold(numbers.output, |mask, n| mask | axes[n]);
            let text = match left.is_power_of_two() {
                true => output_text.clone(),
                false => numbers.text(recipe, named[a]),
            };
            steps.push(PathStep {
                operands: (a, Some(b)),
                pattern: alloc::format!("{},{}->{text}", texts[a], texts[b]),
                products: volume(sizes, all),
                elements: volume(sizes, axes[a]),
            });
            texts[a] = text;
        }
        let everything = places.iter().fold(numbers.output, |mask, place| mask | place.axes);
        let factors = operands.len().saturating_sub(1) as f64;
        Ok(EinsumPath {
            pattern: recipe.pattern,
            shapes: operands.iter().map(|lies| lies.shape.to_vec()).collect(),
            steps,
            single_loop: factors * volume(sizes, everything),
        })
    }

    /// Iterates over the pairs of operands in the order in which they are contracted, each named by its
    /// position in the call. The result of a pair takes the place of the first of the two.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        self.steps.iter().filter_map(|step| Some((step.operands.0, step.operands.1?)))
    }

    /// Returns how many multiplications the steps take together.
    pub fn multiplications(&self) -> f64 {
        self.steps.iter().fold(0.0, |all, step| all + step.products)
    }

    /// Returns how many multiplications a loop over all indices at once would take.
    pub fn multiplications_in_one_loop(&self) -> f64 {
        self.single_loop
    }

    /// Returns how many elements the largest intermediate result has; 0 if there is none.
    pub fn largest_intermediate(&self) -> f64 {
        let but_last = self.steps.len().saturating_sub(1);
        self.steps[..but_last].iter().fold(0.0, |most, step| most.max(step.elements))
    }
}

#[inline(never)]
fn without_spaces(text: &str) -> String {
    text.chars().filter(|&c| c != ' ').collect()
}

impl Numbers {
    /// The axes that an operand has by the pattern, whatever their sizes.
    #[inline(never)]
    fn named(&self, recipe: &Recipe, operand: usize) -> u32 {
        let mut named = 0;
        for axis in 0..recipe.count + self.dots {
            let is_there = match recipe.name(axis, self.dots) {
                Name::Dots(_) => recipe.has_dots(operand),
                Name::Letter(letter) => {
                    let number = recipe.letters.iter().position(|&l| char::from(l) == letter);
                    number.is_some_and(|n| recipe.term(operand).contains(&(n as u8)))
                }
            };
            named |= u32::from(is_there) << axis;
        }
        named
    }

    /// The names of axes.
    #[inline(never)]
    fn text(&self, recipe: &Recipe, axes: u32) -> String {
        let mut text = String::new();
        for axis in bits(axes) {
            match recipe.name(axis, self.dots) {
                Name::Letter(letter) => text.push(letter),
                Name::Dots(_) if text.ends_with("...") => {}
                Name::Dots(_) => text.push_str("..."),
            }
        }
        text
    }
}

impl fmt::Display for EinsumPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "einsum \"{}\" of ", self.pattern)?;
        for (i, shape) in self.shapes.iter().enumerate() {
            write!(f, "{}{shape:?}", if i > 0 { ", " } else { "" })?;
        }
        for (i, step) in self.steps.iter().enumerate() {
            write!(f, "\n{}. {}: ", i + 1, step.pattern)?;
            if let (a, Some(b)) = step.operands {
                write!(f, "operands {a} and {b}, {} multiplications", step.products)?;
            } else {
                write!(f, "operand {}, sums", step.operands.0)?;
            }
            write!(f, ", {} elements", step.elements)?;
        }
        if self.steps.is_empty() {
            f.write_str("\nonly views")?;
        }
        f.write_char('\n')?;
        let (all, one) = (self.multiplications(), self.single_loop);
        write!(f, "{all} multiplications, {one} in one loop; ")?;
        match self.largest_intermediate() {
            0.0 => f.write_str("no intermediate result"),
            most => write!(f, "the largest intermediate result has {most} elements"),
        }
    }
}

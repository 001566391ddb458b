//! Order and sets: sorting, selection, quantiles, unique elements, operations on sets.

mod lanes;
mod numpy;
mod patterns;
mod sets;
mod texts;

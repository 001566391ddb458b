//! Random tensors: by distributions, in random order, chosen at random.
//!
//! `fill.rs`: elements of a distribution. `order.rs`: shuffles and permutations. `choice.rs`: parts chosen along
//! an axis. The generator is an argument and the last one before options; nothing here keeps one. Numbers are
//! drawn one after the other, in row-major order, so that the result depends on the generator only. Not here:
//! how numbers are made of bits (`algorithms/random`).

mod choice;
mod fill;
mod order;

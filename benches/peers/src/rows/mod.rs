//! The workloads, in the order of the table.

mod batches;
mod broadcast;
mod copy;
mod einsum;
mod elementwise;
mod lanes;
mod products;
mod reduce;
mod small;

use crate::bench::Bench;

pub const ROWS: &[fn(&mut Bench)] = &[
    products::squares,
    products::transposed,
    products::outer,
    products::vector,
    products::integers,
    #[cfg(feature = "all")]
    products::halves,
    batches::batched,
    batches::crossed,
    einsum::scores,
    einsum::of_numpy,
    elementwise::add,
    elementwise::add_in_place,
    elementwise::multiply_add,
    elementwise::functions,
    broadcast::row,
    broadcast::column,
    broadcast::across,
    copy::transpose,
    copy::permute,
    broadcast::transposed,
    reduce::stepped,
    reduce::sums,
    reduce::extrema,
    reduce::along_axes,
    lanes::mean_and_variance,
    lanes::softmax,
    lanes::layer_norm,
    small::make_and_add,
    small::multiply,
    small::view,
    small::index,
    copy::pad,
    copy::join,
    lanes::running,
];

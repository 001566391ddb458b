//! The workloads, in the order of the table.

mod batches;
mod broadcast;
mod copy;
mod einsum;
mod elementwise;
mod everyday;
mod indices;
mod lanes;
mod numbers;
mod order;
mod products;
mod reduce;
mod repeated;
mod small;
mod staples;
mod windows;

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
    batches::vectors,
    einsum::scores,
    einsum::of_numpy,
    elementwise::add,
    elementwise::add_in_place,
    elementwise::multiply_add,
    elementwise::functions,
    broadcast::sums,
    copy::transpose,
    copy::permute,
    broadcast::transposed,
    reduce::stepped,
    reduce::sums,
    reduce::extrema,
    reduce::along_axes,
    lanes::mean_and_variance,
    lanes::softmax,
    lanes::short,
    lanes::layer_norm,
    lanes::rms_norm,
    small::make_and_add,
    small::multiply,
    small::view,
    small::index,
    copy::pad,
    copy::join,
    lanes::running,
    repeated::tile,
    repeated::repeat,
    repeated::roll,
    repeated::mirror,
    indices::take,
    indices::masks,
    indices::groups,
    order::sort,
    order::sort_lanes,
    order::argsort,
    order::selection,
    order::sets,
    windows::convolutions,
    windows::depthwise,
    windows::pools,
    windows::sizes,
    numbers::of_two_numbers,
    numbers::products,
    numbers::complex,
    numbers::differences,
    numbers::covariances,
    numbers::without_nan,
    numbers::norm,
    everyday::functions,
    everyday::reductions,
    everyday::copies,
    staples::choices,
    staples::searches,
    staples::lanes,
    staples::signals,
    small::write,
    small::stencil,
];

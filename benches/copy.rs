//! How fast do elements move to another order, into a border, side by side?
//!
//! How to run: see `common`.

mod common;

use common::Check::Exact;
use common::{Group, compare, making, ndarray_of, tensor_of};
use holor::prelude::*;
use ndarray::s as nd_s;

fn main() {
    common::main("copy", &[transpose, reverse, permute, pad, join]);
}

fn transpose(group: &mut Group<'_>) {
    let a = &tensor_of::<f32, 2>([4096, 4096], 1);
    let x = &ndarray_of::<f32, 2>([4096, 4096], 1);
    let columns = [
        making("holor", || a.transpose().to_contiguous()),
        making("ndarray", || x.t().as_standard_layout().into_owned()),
    ];
    compare(group, "materialise 4096^2 transposed", Exact, columns);
}

fn reverse(group: &mut Group<'_>) {
    for (shape, name) in [
        ([1000, 1000], "materialise [1000,1000] reversed"),
        ([65536, 16], "materialise [65536,16] reversed"),
    ] {
        let (a, x) = (&tensor_of::<f32, 2>(shape, 1), &ndarray_of::<f32, 2>(shape, 1));
        let columns = [
            making("holor", || a.flip(Axis::<1>).to_contiguous()),
            making("ndarray", || x.slice(nd_s![.., ..;-1]).as_standard_layout().into_owned()),
        ];
        compare(group, name, Exact, columns);
    }
}

fn permute(group: &mut Group<'_>) {
    let shape = [32, 64, 128, 128];
    let (a, x) = (&tensor_of::<f32, 4>(shape, 1), &ndarray_of::<f32, 4>(shape, 1));
    let columns = [
        making("holor", || a.permute(axes![0, 2, 3, 1]).to_contiguous()),
        making("ndarray", || {
            x.view().permuted_axes([0, 2, 3, 1]).as_standard_layout().into_owned()
        }),
    ];
    compare(group, "materialise [32,64,128,128] by (0,2,3,1)", Exact, columns);
    let columns = [
        making("holor", || a.permute(axes![3, 1, 0, 2]).to_contiguous()),
        making("ndarray", || {
            x.view().permuted_axes([3, 1, 0, 2]).as_standard_layout().into_owned()
        }),
    ];
    compare(group, "materialise [32,64,128,128] by (3,1,0,2)", Exact, columns);
}

fn pad(group: &mut Group<'_>) {
    let shape = [16, 3, 224, 224];
    let (a, x) = (&tensor_of::<f32, 4>(shape, 1), &ndarray_of::<f32, 4>(shape, 1));
    let columns = [
        making("holor", || a.pad_image(3, 3, 3, 3, 0.0)),
        making("ndarray", || {
            let mut padded = ndarray::Array4::zeros([16, 3, 230, 230]);
            padded.slice_mut(nd_s![.., .., 3..227, 3..227]).assign(x);
            padded
        }),
    ];
    compare(group, "pad [16,3,224,224] by 3", Exact, columns);
}

fn join(group: &mut Group<'_>) {
    let [a, b] = &[1, 2].map(|seed| tensor_of::<f32, 2>([1024, 1024], seed));
    let [x, y] = &[1, 2].map(|seed| ndarray_of::<f32, 2>([1024, 1024], seed));
    let nd_concat = |axis| {
        ndarray::concatenate(ndarray::Axis(axis), &[x.view(), y.view()]).expect("equal shapes")
    };
    let columns =
        [making("holor", || concat(Axis::<0>, &[a, b])), making("ndarray", || nd_concat(0))];
    compare(group, "concat 2x[1024,1024], axis 0", Exact, columns);
    let columns =
        [making("holor", || concat(Axis::<1>, &[a, b])), making("ndarray", || nd_concat(1))];
    compare(group, "concat 2x[1024,1024], axis 1", Exact, columns);
}

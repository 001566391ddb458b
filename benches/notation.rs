//! What does a pattern cost beside the methods that do the same?
//!
//! The columns are `holor`, by a macro, and `by hand`. How to run: see `common`.

mod common;

use common::Check::Exact;
use common::{Group, compare, making, tensor_of};
use holor::prelude::*;
use std::hint::black_box;

fn main() {
    common::main("notation", &[view, split, copy, patches, pool, small_sum, any_rank]);
}

/// A view is read at one place, for it to be made at all.
fn view(group: &mut Group<'_>) {
    let x = &tensor_of::<f32, 3>([8, 8, 8], 1);
    let columns = [
        making("holor", || black_box(rearrange!(black_box(x), "h w c -> c h w"))[[1, 2, 3]]),
        making("by hand", || black_box(black_box(x).permute(axes![2, 0, 1]))[[1, 2, 3]]),
    ];
    compare(group, "view: h w c -> c h w", Exact, columns);
}

fn split(group: &mut Group<'_>) {
    let x = &tensor_of::<f32, 3>([8, 8, 8], 1);
    let columns = [
        making("holor", || {
            let x = rearrange!(black_box(x), "(h p) (w q) c -> p q c h w", p = 2, q = 4);
            black_box(x)[[1, 2, 3, 1, 1]]
        }),
        making("by hand", || {
            let x = black_box(x);
            let x = x.split_axis(Axis::<0>, [INFER, 2]).split_axis(Axis::<2>, [INFER, 4]);
            black_box(x.permute(axes![1, 3, 4, 0, 2]))[[1, 2, 3, 1, 1]]
        }),
    ];
    compare(group, "view: (h p) (w q) c -> p q c h w", Exact, columns);
}

fn copy(group: &mut Group<'_>) {
    for n in [8, 64, 512] {
        let x = &tensor_of::<f32, 3>([n, n, 3], 1);
        let columns = [
            making("holor", || rearrange!(black_box(x), "h w c -> (c w) h")),
            making("by hand", || {
                let view = black_box(x).permute(axes![2, 1, 0]);
                view.to_contiguous().reshape([3 * n, n])
            }),
        ];
        compare(group, &format!("copy: h w c -> (c w) h, {n}"), Exact, columns);
    }
}

fn patches(group: &mut Group<'_>) {
    let x = &tensor_of::<f32, 4>([4, 224, 224, 3], 1);
    let columns = [
        making("holor", || {
            rearrange!(black_box(x), "b (h p) (w q) c -> b (h w) (p q c)", p = 16, q = 16)
        }),
        making("by hand", || {
            let x = black_box(x).split_axis(Axis::<1>, [INFER, 16]);
            let x = x.split_axis(Axis::<3>, [INFER, 16]).permute(axes![0, 1, 3, 2, 4, 5]);
            x.to_contiguous().reshape([4, 196, 768])
        }),
    ];
    compare(group, "copy: patches of 4 images", Exact, columns);
}

fn pool(group: &mut Group<'_>) {
    let x = &tensor_of::<f32, 4>([4, 16, 64, 64], 1);
    let columns = [
        making("holor", || reduce!(black_box(x), "b c (h 2) (w 2) -> b c h w", max)),
        making("by hand", || {
            let x = black_box(x).split_axis(Axis::<2>, [INFER, 2]);
            x.split_axis(Axis::<4>, [INFER, 2]).max(axes![3, 5])
        }),
    ];
    compare(group, "reduce: max pooling", Exact, columns);
}

fn small_sum(group: &mut Group<'_>) {
    let x = &tensor_of::<f32, 2>([4, 4], 1);
    let columns = [
        making("holor", || reduce!(black_box(x), "h w -> h", sum)),
        making("by hand", || black_box(x).sum(Last)),
    ];
    compare(group, "reduce: sum of rows of 4x4", Exact, columns);
}

/// With `...` the number of axes is open while layouts are made.
fn any_rank(group: &mut Group<'_>) {
    let x = &tensor_of::<f32, 3>([4, 4, 4], 1);
    let columns = [
        making("holor", || reduce!(black_box(x), "... w -> ...", sum)),
        making("by hand", || black_box(x).sum(Last)),
    ];
    compare(group, "reduce with ...: sum of rows of 4x4x4", Exact, columns);
    let columns = [
        making("holor", || rearrange!(black_box(x), "h ... w -> w (... h)")),
        making("by hand", || black_box(x).permute(axes![2, 1, 0]).to_contiguous().reshape([4, 16])),
    ];
    compare(group, "copy with ...: 4x4x4", Exact, columns);
}

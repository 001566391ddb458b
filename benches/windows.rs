//! How close are convolutions, pools and interpolation of images to what the machine can do?
//!
//! ndarray has none of them; the column beside ours is what a user of it writes: a matrix product of windows
//! that are copied, or a loop over windows. How to run: see `common`.

mod common;

use common::Check::Within;
use common::{Group, compare, making, tensor_of};
use holor::prelude::*;
use holor::{ConvOptions, ConvTransposeOptions, PoolOptions};

const ROUNDED: common::Check = Within(1e-3);

fn main() {
    common::main("windows", &[convolutions, depthwise, transposed, pools, sizes]);
}

/// As by a matrix product of copied windows.
fn by_windows(
    x: &TensorRef<f32, 4>,
    w: &TensorRef<f32, 4>,
    stride: usize,
    padding: usize,
) -> Tensor<f32, 4> {
    let [c_out, c_in, h, width] = w.shape();
    let x = x.pad_image(padding, padding, padding, padding, 0.0);
    let windows = x.sliding_windows_with_axes([h, width], axes![2, 3]);
    let windows = windows.step(Axis::<2>, stride as isize).step(Axis::<3>, stride as isize);
    let [n, _, rows, columns, ..] = windows.shape();
    let inner = c_in * h * width;
    let windows = windows.permute(axes![0, 1, 4, 5, 2, 3]).reshape([n, inner, rows * columns]);
    w.reshape([c_out, inner]).matmul(&windows).reshape([n, c_out, rows, columns])
}

fn convolutions(group: &mut Group<'_>) {
    for (channels, size, c_out, kernel, stride, padding) in [
        (3, 224, 64, 7, 2, 3),
        (64, 56, 64, 3, 1, 1),
        (128, 28, 128, 3, 1, 1),
        (256, 14, 256, 3, 1, 1),
        (512, 7, 512, 3, 1, 1),
        (64, 56, 256, 1, 1, 0),
        (256, 56, 512, 1, 2, 0),
    ] {
        let x = &tensor_of::<f32, 4>([1, channels, size, size], 1);
        let w = &tensor_of::<f32, 4>([c_out, channels, kernel, kernel], 2);
        let options = ConvOptions {
            stride: [stride; 2],
            padding: [padding; 2],
            ..ConvOptions::<f32, 2>::default()
        };
        let columns = [
            making("holor", || x.conv_with_options(w, options)),
            making("copied windows", || by_windows(x, w, stride, padding)),
        ];
        let name =
            format!("[1,{channels},{size},{size}] {kernel}x{kernel} to {c_out}, step {stride}");
        compare(group, &name, ROUNDED, columns);
    }
}

fn depthwise(group: &mut Group<'_>) {
    for (channels, size, stride) in [(64, 56, 1), (256, 28, 1), (256, 28, 2)] {
        let x = &tensor_of::<f32, 4>([1, channels, size, size], 1);
        let w = &tensor_of::<f32, 4>([channels, 1, 3, 3], 2);
        let options = ConvOptions {
            stride: [stride; 2],
            padding: [1; 2],
            groups: channels,
            ..ConvOptions::<f32, 2>::default()
        };
        let weights = &w.reshape([channels, 3, 3]);
        let columns = [
            making("holor", || x.conv_with_options(w, options)),
            making("copied windows", || {
                let x = x.pad_image(1, 1, 1, 1, 0.0);
                let windows = x.sliding_windows_with_axes([3, 3], axes![2, 3]);
                let step = stride as isize;
                let windows = windows.step(Axis::<2>, step).step(Axis::<3>, step);
                einsum!("nchwij,cij->nchw", &windows, weights)
            }),
        ];
        let name = format!("[1,{channels},{size},{size}] 3x3 depthwise, step {stride}");
        compare(group, &name, ROUNDED, columns);
    }
}

fn transposed(group: &mut Group<'_>) {
    let x = &tensor_of::<f32, 4>([1, 64, 28, 28], 1);
    let w = &tensor_of::<f32, 4>([64, 32, 4, 4], 2);
    let (stride, padding) = ([2, 2], [1, 1]);
    let options = ConvTransposeOptions { stride, padding, ..Default::default() };
    let flipped = &w.permute(axes![1, 0, 2, 3]).flip(Axis::<2>).flip(Axis::<3>).to_contiguous();
    let columns = [
        making("holor", || x.conv_transpose_with_options(w, options)),
        making("zeros between", || {
            let mut zeros = Tensor::zeros([1, 64, 55, 55]);
            zeros.view_mut().step(Axis::<2>, 2).step(Axis::<3>, 2).assign(x);
            zeros.conv_with_options(flipped, ConvOptions { padding: [2, 2], ..Default::default() })
        }),
    ];
    compare(group, "[1,64,28,28] 4x4 transposed to 32, step 2", ROUNDED, columns);
}

fn pools(group: &mut Group<'_>) {
    let x = &tensor_of::<f32, 4>([1, 64, 112, 112], 1);
    let options = PoolOptions { stride: Some([2, 2]), padding: [1, 1], ..Default::default() };
    let padded = |value| x.pad_image(1, 1, 1, 1, value);
    let windows = |x: &TensorRef<f32, 4>| {
        let windows = x.sliding_windows_with_axes([3, 3], axes![2, 3]);
        windows.step(Axis::<2>, 2).step(Axis::<3>, 2).to_contiguous()
    };
    let columns = [
        making("holor", || x.max_pool_with_options([3, 3], options)),
        making("copied windows", || windows(&padded(f32::NEG_INFINITY)).max(axes![4, 5])),
    ];
    compare(group, "max_pool 3x3 step 2, [1,64,112,112]", ROUNDED, columns);
    let columns = [
        making("holor", || x.avg_pool_with_options([3, 3], options)),
        making("copied windows", || windows(&padded(0.0)).mean(axes![4, 5])),
    ];
    compare(group, "avg_pool 3x3 step 2, [1,64,112,112]", ROUNDED, columns);
}

fn sizes(group: &mut Group<'_>) {
    let x = &tensor_of::<f32, 4>([1, 64, 112, 112], 1);
    let columns = [
        making("holor", || x.interpolate_nearest([224, 224])),
        making("from_fn", || {
            Tensor::from_fn([1, 64, 224, 224], |[n, c, i, j]| x[[n, c, i / 2, j / 2]])
        }),
    ];
    compare(group, "nearest to twice, [1,64,112,112]", ROUNDED, columns);
}

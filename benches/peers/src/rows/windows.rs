//! Convolutions and pools of images, and images of another size.
//!
//! ndarray and numpy have none of them. Their users copy the windows for a matrix product, or go through
//! the elements of a window.

use crate::bench::Check::{Exact, Within};
use crate::bench::{Bench, making};
use crate::inputs::*;
use holor::{ConvOptions, PoolOptions};
use ndarray::{Array4, ArrayView4, Zip as NdZip, s as nd_s};

#[cfg(feature = "all")]
use burn_tensor::{module, ops as options};

/// `[1, c_in, size, size]` by `c_out` kernels.
#[derive(Clone, Copy)]
struct Conv {
    c_in: usize,
    size: usize,
    c_out: usize,
    kernel: usize,
    stride: usize,
    padding: usize,
}

impl Conv {
    fn name(&self) -> String {
        let Conv { c_in, size, c_out, kernel, stride, .. } = self;
        let step = if *stride == 1 { String::new() } else { format!(" step {stride}") };
        format!("[1,{c_in},{size},{size}] conv {kernel}x{kernel} to {c_out}{step}")
    }
}

/// Of ResNet-50.
const CONVS: [Conv; 4] = [
    Conv { c_in: 3, size: 224, c_out: 64, kernel: 7, stride: 2, padding: 3 },
    Conv { c_in: 64, size: 56, c_out: 64, kernel: 3, stride: 1, padding: 1 },
    Conv { c_in: 256, size: 14, c_out: 256, kernel: 3, stride: 1, padding: 1 },
    Conv { c_in: 64, size: 56, c_out: 256, kernel: 1, stride: 1, padding: 0 },
];

fn bordered(x: &Array4<f32>, padding: usize, value: f32) -> Array4<f32> {
    let (n, c, h, w) = x.dim();
    let mut padded = Array4::from_elem([n, c, h + 2 * padding, w + 2 * padding], value);
    padded.slice_mut(nd_s![.., .., padding..padding + h, padding..padding + w]).assign(x);
    padded
}

/// The element `[i, j]` of each of `out` windows along an axis.
fn element(x: &Array4<f32>, [i, j]: [usize; 2], out: usize, stride: usize) -> ArrayView4<'_, f32> {
    let end = (out - 1) * stride + 1;
    x.slice(nd_s![.., .., i..i + end; stride, j..j + end; stride])
}

/// The indices of a window.
fn places(kernel: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..kernel).flat_map(move |i| (0..kernel).map(move |j| [i, j]))
}

fn by_windows(x: &Array4<f32>, w: &Array4<f32>, conv: &Conv) -> Array4<f32> {
    let Conv { c_in, size, c_out, kernel, stride, padding } = *conv;
    let out = (size + 2 * padding - kernel) / stride + 1;
    let x = bordered(x, padding, 0.0);
    let mut windows = ndarray::Array5::zeros([c_in, kernel, kernel, out, out]);
    for [i, j] in places(kernel) {
        let element = element(&x, [i, j], out, stride);
        windows.slice_mut(nd_s![.., i, j, .., ..]).assign(&element.slice(nd_s![0, .., .., ..]));
    }
    let inner = c_in * kernel * kernel;
    let windows = windows.into_shape_with_order((inner, out * out)).unwrap();
    let w = w.to_shape((c_out, inner)).unwrap();
    w.dot(&windows).into_shape_with_order((1, c_out, out, out)).unwrap()
}

pub fn convolutions(bench: &mut Bench) {
    for conv in CONVS {
        bench.row(&conv.name(), Within(1e-3), || {
            let Conv { c_in, size, c_out, kernel, stride, padding } = conv;
            let (s, weights) = ([1, c_in, size, size], [c_out, c_in, kernel, kernel]);
            let (a, b) = (holor_of::<f32, 4>(s, 1), holor_of::<f32, 4>(weights, 2));
            let (x, y) = (ndarray_of::<f32, 4>(s, 1), ndarray_of::<f32, 4>(weights, 2));
            let how =
                ConvOptions { stride: [stride; 2], padding: [padding; 2], ..Default::default() };
            let mut columns = vec![
                making("holor", move || a.conv_with_options(&b, how)),
                making("ndarray", move || by_windows(&x, &y, &conv)),
            ];
            #[cfg(feature = "all")]
            columns.extend({
                let (c, d) = (candle_of::<f32, 4>(s, 1), candle_of::<f32, 4>(weights, 2));
                let (k, l) = (burn_of::<f32, 4>(s, 1), burn_of::<f32, 4>(weights, 2));
                let how = options::ConvOptions::new([stride; 2], [padding; 2], [1; 2], 1);
                [
                    making("candle", move || c.conv2d(&d, padding, stride, 1, 1).unwrap()),
                    making("burn", move || module::conv2d(k.clone(), l.clone(), None, how.clone())),
                ]
            });
            columns
        });
    }
}

pub fn depthwise(bench: &mut Bench) {
    let (s, weights, channels) = ([1, 256, 28, 28], [256, 1, 3, 3], 256);
    bench.row("[1,256,28,28] conv 3x3 depthwise", Within(1e-4), || {
        let (a, b) = (holor_of::<f32, 4>(s, 1), holor_of::<f32, 4>(weights, 2));
        let (x, y) = (ndarray_of::<f32, 4>(s, 1), ndarray_of::<f32, 4>(weights, 2));
        let how = ConvOptions { padding: [1; 2], groups: channels, ..Default::default() };
        let mut columns = vec![
            making("holor", move || a.conv_with_options(&b, how)),
            making("ndarray", move || {
                let (x, mut sums) = (bordered(&x, 1, 0.0), Array4::<f32>::zeros(s));
                for [i, j] in places(3) {
                    let weights = y.slice(nd_s![.., 0, i..=i, j..=j]);
                    let weights = weights.broadcast(s).unwrap();
                    NdZip::from(&mut sums)
                        .and(element(&x, [i, j], 28, 1))
                        .and(weights)
                        .for_each(|sum, x, w| *sum += x * w);
                }
                sums
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, d) = (candle_of::<f32, 4>(s, 1), candle_of::<f32, 4>(weights, 2));
            let (k, l) = (burn_of::<f32, 4>(s, 1), burn_of::<f32, 4>(weights, 2));
            let how = options::ConvOptions::new([1; 2], [1; 2], [1; 2], channels);
            [
                making("candle", move || c.conv2d(&d, 1, 1, 1, channels).unwrap()),
                making("burn", move || module::conv2d(k.clone(), l.clone(), None, how.clone())),
            ]
        });
        columns
    });
}

/// candle pads no pool.
pub fn pools(bench: &mut Bench) {
    let s = [1, 64, 112, 112];
    bench.row("max_pool 3x3 step 2, [1,64,112,112]", Exact, || {
        let (a, x) = (holor_of::<f32, 4>(s, 1), ndarray_of::<f32, 4>(s, 1));
        let how = PoolOptions { stride: Some([2; 2]), padding: [1; 2], ..Default::default() };
        let mut columns = vec![
            making("holor", move || a.max_pool_with_options([3; 2], how)),
            making("ndarray", move || {
                let x = bordered(&x, 1, f32::NEG_INFINITY);
                let mut maxima = element(&x, [0, 0], 56, 2).to_owned();
                for place in places(3) {
                    maxima.zip_mut_with(&element(&x, place, 56, 2), |max, x| *max = max.max(*x));
                }
                maxima
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let k = burn_of::<f32, 4>(s, 1);
            let how = options::MaxPoolOptions {
                kernel_size: [3; 2],
                stride: [2; 2],
                padding: [(1, 1); 2],
                dilation: [1; 2],
                ceil_mode: false,
            };
            [making("burn", move || module::max_pool2d(k.clone(), how.clone()))]
        });
        columns
    });
    bench.row("avg_pool 2x2, [1,64,112,112]", Within(1e-6), || {
        let (a, x) = (holor_of::<f32, 4>(s, 1), ndarray_of::<f32, 4>(s, 1));
        let mut columns = vec![
            making("holor", move || a.avg_pool([2, 2])),
            making("ndarray", move || {
                let mut sums = element(&x, [0, 0], 56, 2).to_owned();
                for place in places(2).skip(1) {
                    sums += &element(&x, place, 56, 2);
                }
                sums * 0.25
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, k) = (candle_of::<f32, 4>(s, 1), burn_of::<f32, 4>(s, 1));
            let how = options::AvgPoolOptions {
                kernel_size: [2; 2],
                stride: [2; 2],
                padding: [(0, 0); 2],
                count_include_pad: true,
                ceil_mode: false,
            };
            [
                making("candle", move || c.avg_pool2d(2).unwrap()),
                making("burn", move || module::avg_pool2d(k.clone(), how.clone())),
            ]
        });
        columns
    });
}

/// The middle of an element of the larger image is a quarter from the middle of one of the smaller image,
/// and the border is repeated.
pub fn sizes(bench: &mut Bench) {
    bench.row("linear to twice, [1,64,56,56]", Within(1e-5), || {
        let s = [1, 64, 56, 56];
        let (a, x) = (holor_of::<f32, 4>(s, 1), ndarray_of::<f32, 4>(s, 1));
        let mut columns = vec![
            making("holor", move || a.interpolate_linear([112, 112])),
            making("ndarray", move || {
                let pair = |i: usize| {
                    (
                        i / 2,
                        if i.is_multiple_of(2) { i.max(2) / 2 - 1 } else { (i / 2 + 1).min(55) },
                    )
                };
                Array4::from_shape_fn([1, 64, 112, 112], |(n, c, i, j)| {
                    let ((up, down), (left, right)) = (pair(i), pair(j));
                    let row = |i| x[[n, c, i, left]] * 0.75 + x[[n, c, i, right]] * 0.25;
                    row(up) * 0.75 + row(down) * 0.25
                })
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, k) = (candle_of::<f32, 4>(s, 1), burn_of::<f32, 4>(s, 1));
            let how = options::InterpolateOptions::new(options::InterpolateMode::Bilinear)
                .with_align_corners(false)
                .with_output_size([112, 112]);
            [
                making("candle", move || c.upsample_bilinear2d(112, 112, false).unwrap()),
                making("burn", move || module::interpolate(k.clone(), how.clone())),
            ]
        });
        columns
    });
}

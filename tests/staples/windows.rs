//! Convolution, pooling, interpolation and windows along axes: large ones, threads, errors, and other element types;
//! `windows/numpy.rs` has what numpy says, in all disguises.

mod numpy;

use holor::num_complex::Complex;
use holor::prelude::*;
use holor::{ConvOptions, ConvTransposeOptions, Overlap, PoolOptions};

/// Small integers, whose sums are exact.
fn numbers<const R: usize>(shape: [usize; R], mut seed: u32) -> Tensor<f32, R> {
    Tensor::from_fn(shape, |_| {
        seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
        (seed >> 28) as f32 - 7.5
    })
}

/// Sizes around those of tiles, and enough work for several threads; integers are convolved one by one, as the
/// fixtures check.
#[test]
fn large_convolutions_are_those_of_integers_on_any_number_of_threads() {
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let (one, several) = (pool(1), pool(3));
    for (shape, kernel, stride, padding, groups) in [
        ([1, 3, 30, 61], [32, 3, 7, 7], 2, 3, 1),
        ([1, 40, 14, 14], [33, 40, 3, 3], 1, 1, 1),
        ([1, 80, 7, 7], [70, 80, 3, 3], 1, 1, 1),
        ([2, 64, 17, 20], [67, 64, 1, 1], 1, 0, 1),
        ([9, 20, 31, 33], [24, 20, 1, 1], 1, 0, 1),
        ([1, 64, 31, 33], [96, 64, 1, 1], 1, 0, 1),
        ([1, 20, 58, 61], [35, 20, 3, 3], 1, 1, 1),
        ([1, 20, 61, 60], [5, 20, 3, 2], 2, 0, 1),
        ([2, 1, 5, 3], [2, 1, 1, 1], 1, 0, 1),
        ([2, 3, 5, 3], [1, 3, 1, 1], 1, 0, 1),
        ([2, 3, 5, 3], [4, 3, 1, 1], 2, 0, 1),
        ([2, 3, 5, 3], [4, 3, 1, 1], 1, 1, 1),
        ([3, 48, 50, 33], [48, 1, 3, 3], 1, 1, 48),
        ([3, 48, 50, 70], [96, 1, 3, 2], 1, 2, 48),
        ([5, 16, 16, 16], [40, 8, 3, 3], 1, 0, 2),
        ([9, 6, 18, 20], [14, 6, 3, 3], 1, 1, 1),
        ([2, 5, 14, 12], [5, 1, 3, 3], 2, 1, 5),
        ([2, 5, 9, 12], [10, 1, 5, 4], 3, 2, 5),
        ([1, 2, 2, 2], [3, 2, 7, 7], 1, 3, 1),
        ([1, 2, 1, 2], [2, 1, 3, 3], 4, 1, 2),
        ([2, 1, 2, 1], [1, 1, 5, 6], 2, 3, 1),
    ] {
        let (x, w) = (numbers(shape, 1), numbers(kernel, 2));
        let (x, w) = (x * 2.0, w * 2.0);
        let (stride, padding) = ([stride; 2], [padding; 2]);
        let options = ConvOptions { stride, padding, groups, ..Default::default() };
        let y = one.install(|| x.conv_with_options(&w, options));
        let options = ConvOptions { stride, padding, groups, ..Default::default() };
        let exact = x.cast::<i64>().conv_with_options(&w.cast::<i64>(), options);
        assert_eq!(y.cast::<i64>(), exact, "{shape:?} {kernel:?}");
        let options = ConvOptions { stride, padding, groups, ..Default::default() };
        assert_eq!(several.install(|| x.conv_with_options(&w, options)), y, "{shape:?} {kernel:?}");
        let b = numbers([kernel[0]], 5) * 2.0;
        let options = ConvOptions { stride, padding, groups, bias: Some(&b), ..Default::default() };
        let with_bias = x.conv_with_options(&w, options);
        let b = b.reshape([1, kernel[0], 1, 1]);
        assert_eq!(with_bias, &y + &b, "{shape:?} {kernel:?}");
        let options = ConvOptions { stride, padding, groups, ..Default::default() };
        let double = x.cast::<f64>().conv_with_options(&w.cast::<f64>(), options);
        assert_eq!(double.cast::<i64>(), exact, "{shape:?} {kernel:?}");
    }
    // Three spatial axes: layers of which each thread has some columns.
    let (x, w) = (numbers([1, 4, 6, 40, 41], 3) * 2.0, numbers([9, 4, 2, 3, 3], 4) * 2.0);
    let exact = x.cast::<i64>().conv(&w.cast::<i64>());
    for pool in [&one, &several] {
        assert_eq!(pool.install(|| x.conv(&w)).cast::<i64>(), exact);
    }
    let x = numbers([6, 2, 150, 151], 3);
    let options = PoolOptions { stride: Some([2, 2]), padding: [1, 1], count_include_pad: false };
    let both =
        || (x.max_pool_with_options([3, 3], options), x.avg_pool_with_options([3, 3], options));
    assert_eq!(one.install(both), several.install(both));
}

/// The definition of a transpose, `<conv(x), y> = <x, conv_transpose(y)>`, for all options of some sizes; and
/// enough work for several threads.
#[test]
fn conv_transpose_is_the_transpose_of_conv() {
    let dot = |a: &Tensor<i64, 4>, b: &Tensor<i64, 4>| (a * b).sum(All).item();
    let mut count = 0;
    for (stride, dilation) in (1..4).flat_map(|s| (1..4).map(move |d| ([s, 2], [d, 1]))) {
        for (size, kernel) in (5..10).flat_map(|s| (1..4).map(move |k| ([s, 6], [k, 3]))) {
            for (padding, groups) in [([0, 1], 1), ([1, 0], 2), ([2, 2], 1)] {
                let x = numbers([2, 4, size[0], size[1]], 3);
                let w = numbers([6, 4 / groups, kernel[0], kernel[1]], 5);
                let [x, w] = [x, w].map(|t| (t * 2.0).cast::<i64>());
                let options =
                    ConvOptions { stride, padding, dilation, groups, ..Default::default() };
                let Ok(y) = x.try_conv_with_options(&w, options) else { continue };
                let other = (numbers(y.shape(), 7) * 2.0).cast::<i64>();
                let back =
                    |i: usize| (y.shape()[i + 2] - 1) * stride[i] + dilation[i] * (kernel[i] - 1);
                let rest = |i: usize| (size[i] + 2 * padding[i] - 1).checked_sub(back(i));
                let output_padding = [0, 1].map(|i| rest(i).unwrap());
                if [0, 1].iter().any(|&i| output_padding[i] >= stride[i].max(dilation[i])) {
                    continue;
                }
                let options = ConvTransposeOptions {
                    stride,
                    padding,
                    output_padding,
                    dilation,
                    groups,
                    bias: None,
                };
                let z = other.conv_transpose_with_options(&w, options);
                assert_eq!(z.shape(), x.shape());
                assert_eq!(dot(&y, &other), dot(&x, &z), "{size:?} {kernel:?} {stride:?}");
                count += 1;
            }
        }
    }
    assert!(count > 300, "{count}");
    let (x, w) = (numbers([2, 32, 20, 24], 1) * 2.0, numbers([32, 24, 4, 3], 2) * 2.0);
    let (stride, padding) = ([2, 2], [1, 0]);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let options = ConvTransposeOptions { stride, padding, ..Default::default() };
    let y = pool.install(|| x.conv_transpose_with_options(&w, options));
    let options = ConvTransposeOptions { stride, padding, ..Default::default() };
    let exact = x.cast::<i64>().conv_transpose_with_options(&w.cast::<i64>(), options);
    assert_eq!(y.cast::<i64>(), exact);
    // Ones, so that a mistake in a sum of many terms shows.
    let ones = Tensor::<f64, 3>::ones([1, 7, 5]).conv_transpose(&Tensor::ones([7, 2, 3]));
    assert_eq!(ones.index_axis(Axis::<1>, 1), tensor![[7.0, 14.0, 21.0, 21.0, 21.0, 14.0, 7.0]]);
}

#[track_caller]
fn fails<T>(result: Result<T, ShapeError>, text: &str) {
    assert_eq!(result.err().expect("an error").to_string(), text);
}

#[test]
fn errors_say_what_does_not_fit() {
    let x = Tensor::<f32, 4>::zeros([1, 3, 8, 8]);
    let w = |shape| Tensor::<f32, 4>::zeros(shape);
    let options = ConvOptions::default();
    fails(
        x.try_conv(&w([4, 2, 3, 3])),
        "conv: [1, 3, 8, 8] and [4, 2, 3, 3]: the images have 3 channels, the weights 2 for each of 1 groups",
    );
    fails(
        x.try_conv(&w([4, 3, 3, 9])),
        "conv: [1, 3, 8, 8] by [4, 3, 3, 9]: a window of 9 does not fit axis 3 of size 8",
    );
    fails(
        x.try_conv(&w([4, 3, 0, 1])),
        "conv: [1, 3, 8, 8] by [4, 3, 0, 1]: a window of 0 does not fit axis 2 of size 8",
    );
    let w = w([4, 3, 3, 3]);
    let sizes = "conv_with_options: [1, 3, 8, 8] and [4, 3, 3, 3]";
    fails(
        x.try_conv_with_options(&w, ConvOptions { stride: [2, 0], ..options }),
        &format!("{sizes}: stride is [2, 0], expected numbers of at least 1"),
    );
    fails(
        x.try_conv_with_options(&w, ConvOptions { dilation: [0, 1], ..options }),
        &format!("{sizes}: dilation is [0, 1], expected numbers of at least 1"),
    );
    for groups in [0, 3] {
        fails(
            x.try_conv_with_options(&w, ConvOptions { groups, ..options }),
            &format!(
                "{sizes}: groups is {groups}, expected a divisor of the first size of the weights"
            ),
        );
    }
    fails(
        x.try_conv_with_options(&w, ConvOptions { groups: 2, ..options }),
        &format!("{sizes}: the images have 3 channels, the weights 3 for each of 2 groups"),
    );
    fails(
        x.try_conv_with_options(&w, ConvOptions { dilation: [5, 1], padding: [1, 0], ..options }),
        "conv_with_options: [1, 3, 8, 8] by [4, 3, 3, 3]: a window of 11 does not fit axis 2 of size 10",
    );
    let bias = Tensor::zeros([5]);
    fails(
        x.try_conv_with_options(&w, ConvOptions { bias: Some(&bias), ..options }),
        "conv_with_options: [4, 3, 3, 3] and [5]: sizes 4 and 5 of axis 0 differ",
    );
    for padding in [usize::MAX / 2, usize::MAX / 4, usize::MAX] {
        let options = ConvOptions { padding: [padding, 0], ..options };
        let error = x.try_conv_with_options(&w, options).unwrap_err();
        assert_eq!(*error.kind(), ErrorKind::TooLarge);
    }

    let w = |shape| Tensor::<f32, 4>::zeros(shape);
    fails(
        x.try_conv_transpose(&w([4, 2, 3, 3])),
        "conv_transpose: [1, 3, 8, 8] and [4, 2, 3, 3]: the images have 3 channels, the weights 4 for each of 1 groups",
    );
    fails(
        Tensor::zeros([1, 3, 8, 0]).try_conv_transpose(&w([3, 4, 3, 3])),
        "conv_transpose: [1, 3, 8, 0] by [3, 4, 3, 3]: a window of 3 does not fit axis 3 of size 0",
    );
    fails(
        x.try_conv_transpose(&w([3, 4, 0, 3])),
        "conv_transpose: [1, 3, 8, 8] by [3, 4, 0, 3]: a window of 0 does not fit axis 2 of size 8",
    );
    let (w, options) = (w([3, 4, 3, 3]), ConvTransposeOptions::default());
    let sizes = "conv_transpose_with_options: [1, 3, 8, 8] and [3, 4, 3, 3]";
    for (options, text) in [
        (
            ConvTransposeOptions { stride: [2, 0], ..options },
            "stride is [2, 0], expected numbers of at least 1",
        ),
        (
            ConvTransposeOptions { dilation: [0, 1], ..options },
            "dilation is [0, 1], expected numbers of at least 1",
        ),
        (
            ConvTransposeOptions { output_padding: [2, 0], stride: [2, 2], ..options },
            "output_padding is [2, 0], expected numbers less than the stride or the dilation",
        ),
        (
            ConvTransposeOptions { padding: [6, 0], ..options },
            "padding is [6, 0], expected at most half of the result",
        ),
        (
            ConvTransposeOptions { groups: 2, ..options },
            "groups is 2, expected a divisor of the first size of the weights",
        ),
    ] {
        fails(x.try_conv_transpose_with_options(&w, options), &format!("{sizes}: {text}"));
    }
    fails(
        x.try_conv_transpose_with_options(
            &w,
            ConvTransposeOptions { bias: Some(&bias), ..options },
        ),
        "conv_transpose_with_options: [3, 4, 3, 3] and [5]: sizes 4 and 5 of axis 1 differ",
    );
    for stride in [usize::MAX / 4, usize::MAX] {
        let options = ConvTransposeOptions { stride: [stride, 1], ..options };
        let error = x.try_conv_transpose_with_options(&w, options).unwrap_err();
        assert_eq!(*error.kind(), ErrorKind::TooLarge);
    }

    let m = Tensor::<f64, 2>::zeros([2, 4]);
    let text = "a window of 3 does not fit axis 0 of size 2";
    fails(m.try_max_pool([3, 2]), &format!("max_pool: [2, 4] by [3, 2]: {text}"));
    fails(m.try_avg_pool([3, 2]), &format!("avg_pool: [2, 4] by [3, 2]: {text}"));
    fails(
        m.try_max_pool([0]),
        "max_pool: [2, 4] by [0]: a window of 0 does not fit axis 1 of size 4",
    );
    let options = PoolOptions { stride: Some([0, 1]), ..Default::default() };
    let text = "[2, 4] and [2, 2]: stride is [0, 1], expected numbers of at least 1";
    fails(m.try_max_pool_with_options([2, 2], options), &format!("max_pool_with_options: {text}"));
    fails(m.try_avg_pool_with_options([2, 2], options), &format!("avg_pool_with_options: {text}"));
    let options = PoolOptions { padding: [2], ..Default::default() };
    fails(
        m.try_max_pool_with_options([3], options),
        "max_pool_with_options: [2, 4] and [3]: padding is [2], expected at most half of the window",
    );

    let e = Tensor::<f64, 2>::zeros([2, 0]);
    fails(e.try_interpolate_nearest([4]), "interpolate_nearest: [2, 0] and [4]: axis 1 is empty");
    fails(e.try_interpolate_linear([4]), "interpolate_linear: [2, 0] and [4]: axis 1 is empty");
    fails(
        e.try_interpolate_linear_with_align_corners([4], true),
        "interpolate_linear_with_align_corners: [2, 0] and [4]: axis 1 is empty",
    );
    let error = m.try_interpolate_nearest([usize::MAX / 4, 4]).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::TooLarge);

    let (v, none) = (tensor![1, 2, 3], Tensor::<i32, 1>::zeros([0]));
    fails(v.try_convolve(&none, Overlap::Full), "convolve: [3] and [0]: axis 0 is empty");
    fails(none.try_correlate(&v, Overlap::Same), "correlate: [0] and [3]: axis 0 is empty");

    fails(
        Tensor::<i32, 2>::zeros([4, 2]).try_sliding_windows_with_axes([3], axes![1]),
        "sliding_windows_with_axes: [4, 2] by [3]: a window of 3 does not fit axis 1 of size 2",
    );
}

/// An image smaller than its padding, of which some windows see nothing.
#[test]
fn empty_images_have_padding() {
    let (x, w) = (Tensor::<f32, 4>::zeros([1, 2, 0, 3]), Tensor::ones([3, 2, 2, 2]));
    let bias = tensor![1.0f32, 2.0, 3.0];
    let options = ConvOptions { padding: [1, 1], bias: Some(&bias), ..Default::default() };
    let y = x.conv_with_options(&w, options);
    assert_eq!((y.shape(), y.max(All).item()), ([1, 3, 1, 4], 3.0));
    let narrow = x.permute(axes![0, 1, 3, 2]).conv_with_options(&w, options);
    assert_eq!(narrow, y.permute(axes![0, 1, 3, 2]));
    let options = ConvOptions { stride: [4], padding: [1], ..Default::default() };
    let y = tensor![[[2.0]]].conv_with_options(&Tensor::ones([1, 1, 3]), options);
    assert_eq!(y, tensor![[[2.0]]]);
    let whole = x.map(|&x| x as i32).conv_with_options(
        &w.map(|&w| w as i32),
        ConvOptions { padding: [1, 1], ..Default::default() },
    );
    assert_eq!(whole, Tensor::<i32, 4>::zeros([1, 3, 1, 4]));
}

#[test]
fn complex_images_are_pooled_and_interpolated() {
    let z = tensor![1.0, 3.0, 6.0].map(|&x| Complex::new(x, -2.0 * x));
    let re = tensor![1.0, 3.0, 6.0];
    let double = |x: Tensor<f64, 1>| x.map(|&x| Complex::new(x, -2.0 * x));
    assert_eq!(z.avg_pool([2]), double(re.avg_pool([2])));
    assert_eq!(z.interpolate_linear([6]), double(re.interpolate_linear([6])));
}

/// Windows that are far apart are combined one by one, others at stride 1 first.
#[test]
fn strides_of_all_sizes_have_the_same_sums() {
    let x = numbers([2, 700], 5);
    for (window, stride) in [(3, 31), (3, 33), (50, 32), (50, 50), (100, 7), (100, 100), (700, 1)] {
        let far = PoolOptions { stride: Some([stride]), ..Default::default() };
        let near = PoolOptions { stride: Some([1]), ..Default::default() };
        let expected = x.avg_pool_with_options([window], near);
        let expected = expected.step(Last, stride as isize);
        assert_eq!(x.avg_pool_with_options([window], far), expected, "{window} {stride}");
        let expected = x.max_pool_with_options([window], near);
        let expected = expected.step(Last, stride as isize);
        assert_eq!(x.max_pool_with_options([window], far), expected, "{window} {stride}");
    }
}

/// Sums of half floats that overflow, or lose digits, in their own type.
#[cfg(feature = "half")]
#[test]
fn means_of_half_floats_are_those_of_f32() {
    use half::{bf16, f16};
    let x = Tensor::<f16, 2>::full([4, 3000], f16::from_f32(50.0));
    assert_eq!(x.avg_pool([3, 1000]), Tensor::full([1, 3], f16::from_f32(50.0)));
    let x = Tensor::<bf16, 1>::full([4000], bf16::from_f32(0.75));
    assert_eq!(x.avg_pool([2000]), Tensor::full([2], bf16::from_f32(0.75)));
}

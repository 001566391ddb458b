//! Fourier transforms against numpy and against their definition (feature `fft`).

#[path = "common/caught.rs"]
mod caught;
#[path = "common/disguise.rs"]
mod disguise;
#[path = "common/fixtures.rs"]
mod fixtures;
#[path = "common/oracle.rs"]
mod oracle;

use caught::twins;
use disguise::disguises;
use fixtures::{Case, Data};
use holor::FourierNorm;
use holor::num_complex::Complex;
use holor::operand::{FourierComplex, FourierReal};
use holor::prelude::*;
use oracle::Oracle;
use std::f64::consts::PI;

type C = Complex<f64>;
type C32 = Complex<f32>;

/// The bound of `docs/accuracy.md` for transforms of `n` elements.
fn bound(n: usize, unit: f64) -> f64 {
    (2.0 * (n.max(1) as f64).log2() + 4.0) * unit
}

/// Real or complex elements, as complex ones of double precision.
trait Element: Clone + PartialEq + std::fmt::Debug {
    const UNIT: f64;
    fn wide(&self) -> C;
    fn read(data: &Data) -> Vec<Self>;
}

macro_rules! elements {
    ($($T:ty, $F:ty, $unit:expr, $wide:expr, $read:expr;)+) => { $(
        impl Element for $T {
            const UNIT: f64 = $unit;
            fn wide(&self) -> C {
                let wide: fn(&$T) -> C = $wide;
                wide(self)
            }
            fn read(data: &Data) -> Vec<$T> {
                let read: fn(&Data) -> Vec<$T> = $read;
                read(data)
            }
        }
    )+ };
}

elements! {
    f64, f64, f64::EPSILON, |&x| C::new(x, 0.0), |data| data.f64s();
    f32, f32, f32::EPSILON as f64, |&x| C::new(x.into(), 0.0),
        |data| data.f64s().into_iter().map(|x| x as f32).collect();
    C, f64, f64::EPSILON, |&x| x, |data| data.pairs().into_iter().map(|(a, b)| C::new(a, b)).collect();
    C32, f32, f32::EPSILON as f64, |x| C::new(x.re.into(), x.im.into()),
        |data| data.pairs().into_iter().map(|(a, b)| C32::new(a as f32, b as f32)).collect();
}

fn tensor<T: Element, const R: usize>(data: &Data) -> Tensor<T, R> {
    Tensor::from_vec(T::read(data), data.shape.clone().try_into().unwrap()).unwrap()
}

/// Compares with a spectrum in double precision, relative to its largest element.
#[track_caller]
fn close<T: Element, const R: usize>(
    found: &TensorRef<T, R>,
    expected: &[C],
    n: usize,
    what: &str,
) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let largest = expected.iter().map(|x| x.norm()).fold(0.0, f64::max);
    for (found, expected) in found.iter().zip(expected) {
        let (found, expected) = (found.wide(), *expected);
        let both_nan = found.is_nan() && expected.is_nan();
        let near = (found - expected).norm() <= bound(n, T::UNIT) * largest;
        assert!(both_nan || near, "{what}: {found} {expected}");
    }
}

fn wide_of(data: &Data) -> Vec<C> {
    if data.dtype == "c128" {
        C::read(data)
    } else {
        f64::read(data).iter().map(f64::wide).collect()
    }
}

fn norm(case: &Case) -> FourierNorm {
    match case.word("norm") {
        "backward" => FourierNorm::Backward,
        "ortho" => FourierNorm::Ortho,
        "forward" => FourierNorm::Forward,
        other => panic!("{case}: {other}"),
    }
}

/// Calls a method along an axis of a case, with the option of the case.
macro_rules! along {
    ($case:expr, $x:expr, $axis:expr, $plain:ident, $len:ident, $norm:ident) => {
        if $case.has("n") {
            $x.$len($axis, $case.number("n"))
        } else if $case.has("norm") {
            $x.$norm($axis, norm($case))
        } else {
            $x.$plain($axis)
        }
    };
}

fn complex_along<T, A, const R: usize>(case: &Case, axis: A)
where
    T: Element + FourierComplex<Real: Element>,
    A: AxisOf<R> + Copy,
{
    let x: Tensor<T, R> = tensor(&case.inputs[0]);
    let (out, what) = (&case.outputs[0], format!("{case}"));
    let n = x.shape()[A::INDEX].max(out.shape[A::INDEX]);
    let expected = wide_of(out);
    for (name, x) in disguises(&x) {
        let what = format!("{what} {name}");
        match case.name.as_str() {
            "fft" => {
                let y = along!(case, x, axis, fft, fft_with_len, fft_with_norm);
                assert_eq!(y.shape().to_vec(), out.shape, "{what}");
                close(&y, &expected, n, &what);
            }
            "ifft" => {
                let y = along!(case, x, axis, ifft, ifft_with_len, ifft_with_norm);
                assert_eq!(y.shape().to_vec(), out.shape, "{what}");
                close(&y, &expected, n, &what);
            }
            "irfft" => {
                let y = along!(case, x, axis, irfft, irfft_with_len, irfft_with_norm);
                assert_eq!(y.shape().to_vec(), out.shape, "{what}");
                close(&y, &expected, n, &what);
            }
            _ => {
                let y = along!(case, x, axis, hfft, hfft_with_len, hfft_with_norm);
                assert_eq!(y.shape().to_vec(), out.shape, "{what}");
                close(&y, &expected, n, &what);
            }
        }
    }
}

fn real_along<T, A, const R: usize>(case: &Case, axis: A)
where
    T: Element + FourierReal,
    Complex<T>: Element,
    A: AxisOf<R> + Copy,
{
    let x: Tensor<T, R> = tensor(&case.inputs[0]);
    let (out, expected) = (&case.outputs[0], wide_of(&case.outputs[0]));
    let n = x.shape()[A::INDEX].max(2 * out.shape[A::INDEX]);
    for (name, x) in disguises(&x) {
        let y = if case.name == "rfft" {
            along!(case, x, axis, rfft, rfft_with_len, rfft_with_norm)
        } else {
            along!(case, x, axis, ihfft, ihfft_with_len, ihfft_with_norm)
        };
        assert_eq!(y.shape().to_vec(), out.shape, "{case} {name}");
        close(&y, &expected, n, &format!("{case} {name}"));
    }
}

fn any_along<A, const R: usize>(case: &Case, axis: A)
where
    A: AxisOf<R> + Copy,
{
    if case.inputs[0].dtype == "c128" {
        complex_along::<C, A, R>(case, axis);
        complex_along::<C32, A, R>(case, axis);
    } else {
        real_along::<f64, A, R>(case, axis);
        real_along::<f32, A, R>(case, axis);
    }
}

macro_rules! over {
    ($case:expr, $axes:expr) => {{
        let (case, out) = ($case, &$case.outputs[0]);
        let (expected, what) = (wide_of(out), format!("{case}"));
        macro_rules! one {
            ($T:ty, $plain:ident, $len:ident, $norm:ident) => {
                for (name, x) in disguises(&tensor::<$T, 3>(&case.inputs[0])) {
                    let y = if case.has("s") {
                        let s: Vec<usize> = case.numbers("s");
                        x.$len($axes, s.try_into().unwrap())
                    } else if case.has("norm") {
                        x.$norm($axes, norm(case))
                    } else {
                        x.$plain($axes)
                    };
                    assert_eq!(y.shape().to_vec(), out.shape, "{what} {name}");
                    close(&y, &expected, 64, &what);
                }
            };
        }
        match case.name.as_str() {
            "fftn" => one!(C, fftn, fftn_with_len, fftn_with_norm),
            "ifftn" => one!(C, ifftn, ifftn_with_len, ifftn_with_norm),
            "rfftn" => one!(f64, rfftn, rfftn_with_len, rfftn_with_norm),
            _ => one!(C, irfftn, irfftn_with_len, irfftn_with_norm),
        }
    }};
}

#[test]
fn as_numpy() {
    let mut seen = 0;
    for case in &fixtures::load("fourier") {
        seen += 1;
        let out = &case.outputs[0];
        match case.name.as_str() {
            "fftfreq" => {
                let f = Tensor::fftfreq(case.number("n"), case.number::<f64>("d"));
                assert_eq!(f.to_vec(), out.f64s(), "{case}");
            }
            "rfftfreq" => {
                let f = Tensor::rfftfreq(case.number("n"), case.number::<f64>("d"));
                assert_eq!(f.to_vec(), out.f64s(), "{case}");
            }
            "fftshift" | "ifftshift" => match case.inputs[0].shape.len() {
                1 => shifted::<1>(case),
                _ => shifted::<2>(case),
            },
            name if name.ends_with('n') => match &case.numbers::<usize>("axes")[..] {
                [0, 1, 2] if case.has("s") || case.has("norm") => over!(case, axes![0, 1, 2]),
                [0, 1, 2] => over!(case, All),
                [0, 2] => over!(case, axes![0, 2]),
                [2, 0] => over!(case, axes![Last, 0]),
                _ => over!(case, axes![1]),
            },
            _ => match (case.inputs[0].shape.len(), case.number::<usize>("axis")) {
                (1, _) => any_along::<_, 1>(case, Last),
                (2, _) => any_along::<_, 2>(case, Last),
                (_, 0) => any_along::<_, 3>(case, Axis::<0>),
                (_, 1) => any_along::<_, 3>(case, Axis::<1>),
                _ => any_along::<_, 3>(case, Last),
            },
        }
    }
    assert!(seen > 200, "{seen}");
}

fn shifted<const R: usize>(case: &Case)
where
    Axis<0>: Over<R>,
{
    let data = &case.inputs[0];
    let x = Tensor::from_vec(data.ints(), data.shape.clone().try_into().unwrap()).unwrap();
    for (name, x) in disguises::<i64, R>(&x) {
        let y = match (case.name.as_str(), case.word("axes")) {
            ("fftshift", "all") => x.fftshift(All),
            ("fftshift", _) => x.fftshift(Axis::<0>),
            (_, "all") => x.ifftshift(All),
            _ => x.ifftshift(Axis::<0>),
        };
        assert_eq!(y.to_vec(), case.outputs[0].ints(), "{case} {name}");
    }
}

/// The sum that defines the transform, at each length to 40 and some longer ones.
#[test]
fn as_defined() {
    for n in (1..=40).chain([64, 81, 127, 210]) {
        let x = Tensor::from_fn([n], |[j]| C::new(((j * 7 + 3) % 11) as f64, (j % 5) as f64 - 2.0));
        let expected = Oracle::from_fn(&[n], |k| {
            let turn = |j: usize| C::from_polar(1.0, -2.0 * PI * (j * k[0] % n) as f64 / n as f64);
            (0..n).map(|j| x[[j]] * turn(j)).sum::<C>()
        });
        close(&x.fft(Last), &expected.values, 4 * n, &format!("{n}"));
        close(&x.map(|x| C32::new(x.re as f32, x.im as f32)).fft(Last), &expected.values, n, "f32");
        close(&x.fft(Last).ifft(Last), &x.to_vec(), n, "back");
        let real = x.re();
        let back = real.rfft(Last).irfft_with_len(Last, n);
        close(&back, &real.map(f64::wide).to_vec(), n, "real and back");
    }
}

/// Long transforms in f32, against those in f64, and plans that are made again when they were dropped.
#[test]
fn long_transforms_are_precise() {
    for n in [1 << 16, 99_991, 100_000, 1 << 21] {
        let x = Tensor::from_fn([n], |[j]| ((j * 7919) % 1009) as f32 / 1009.0 - 0.5);
        let spectrum = x.cast::<f64>().rfft(Last);
        close(&x.rfft(Last), &spectrum.to_vec(), n, &format!("{n}"));
        close(&x.rfft(Last).irfft_with_len(Last, n), &x.map(f32::wide).to_vec(), 4 * n, "back");
    }
}

/// Many lanes on several threads give what one lane gives.
#[test]
fn lanes_do_not_depend_on_each_other() {
    let x = Tensor::from_fn([300, 250], |[i, j]| ((i * 31 + j * j) % 101) as f64);
    let z = x.map(|&x| C::from(x));
    let (rows, half) = (z.fft(Last), x.rfft(Last));
    let back = half.irfft(Last);
    for i in 0..300 {
        assert_eq!(rows.row(i), z.row(i).fft(Last));
        assert_eq!(half.row(i), x.row(i).rfft(Last));
        assert_eq!(back.row(i), half.row(i).irfft(Last));
    }
    assert_eq!(z.fft(Axis::<0>), z.transpose().fft(Last).transpose());
    // Columns of blocks: one, several, on several threads, in several panels, cut off and padded.
    for shape in [[1, 7, 3], [2, 5, 3], [3, 70, 130], [1, 130, 257], [40, 9, 100], [1, 3, 30_000]] {
        let x = Tensor::from_fn(shape, |[b, i, j]| ((b * 5 + i * 31 + j * j) % 101) as f64);
        let z = x.map(|&x| C::new(x, 1.0 - x));
        let (turned, half) = (z.transpose(), x.rfft(Axis::<1>));
        assert_eq!(z.fft(Axis::<1>), turned.fft(Last).transpose(), "{shape:?}");
        assert_eq!(half, x.transpose().rfft(Last).transpose(), "{shape:?}");
        assert_eq!(half.irfft(Axis::<1>), half.transpose().irfft(Last).transpose(), "{shape:?}");
        for n in [2, 9, 81] {
            let expected = turned.ifft_with_len(Last, n).transpose().to_contiguous();
            assert_eq!(z.ifft_with_len(Axis::<1>, n), expected, "{shape:?} {n}");
        }
    }
}

#[test]
fn sizes_of_zero() {
    let x = Tensor::<C, 3>::zeros([0, 4, 0]);
    assert_eq!(x.fft(Axis::<1>).shape(), [0, 4, 0]);
    assert_eq!(x.fft_with_len(Axis::<1>, 9).shape(), [0, 9, 0]);
    assert_eq!(x.irfft(Axis::<1>).shape(), [0, 6, 0]);
    assert_eq!(x.re().rfft(Axis::<1>).shape(), [0, 3, 0]);
    assert_eq!(Tensor::<i32, 0>::scalar(1).fftshift(All).item(), 1);
}

#[test]
fn texts() {
    let x = Tensor::<C, 2>::zeros([2, 0]);
    let (y, z) = (Tensor::<C, 2>::zeros([2, 3]), Tensor::<C, 2>::zeros([2, 1]));
    let text = "fft: [2, 0]: axis 1 is empty";
    twins(text, x.try_fft(Last), || x.fft(Last));
    let text = "rfft: [2, 0]: axis 1 is empty";
    twins(text, x.re().try_rfft(Last), || x.re().rfft(Last));
    let text = "ifft_with_len: [2, 0]: axis 1 is empty";
    twins(text, x.try_ifft_with_len(Last, 3), || x.ifft_with_len(Last, 3));
    let text = "fft_with_len: [2, 3]: the length is 0, expected at least 1";
    twins(text, y.try_fft_with_len(Last, 0), || y.fft_with_len(Last, 0));
    let text = "irfft: [2, 1]: the length is 0, expected at least 1";
    twins(text, z.try_irfft(Last), || z.irfft(Last));
    let text = "hfft: [2, 1]: the length is 0, expected at least 1";
    twins(text, z.try_hfft(Last), || z.hfft(Last));
    let text = "fftn: [2, 0]: axis 1 is empty";
    twins(text, x.try_fftn(All), || x.fftn(All));
    let text = "irfftn_with_len: [2, 3]: the length is 0, expected at least 1";
    twins(text, y.try_irfftn_with_len(All, [0, 3]), || y.irfftn_with_len(All, [0, 3]));
    let huge = 1 << 60;
    let text = "fft_with_len: [2, 1152921504606846976]: more elements than memory can address";
    twins(text, y.try_fft_with_len(Last, huge), || y.fft_with_len(Last, huge));
    let text = "rfftn_with_len: [1073741824, 1073741824]: more elements than memory can address";
    let many = [1 << 30; 2];
    let real = y.re();
    twins(text, real.try_rfftn_with_len(All, many), || real.rfftn_with_len(All, many));
    let text = "fftfreq: [0]: axis 0 is empty";
    twins(text, Tensor::try_fftfreq(0, 1.0), || Tensor::fftfreq(0, 1.0));
    let text = "rfftfreq: [0]: axis 0 is empty";
    twins(text, Tensor::try_rfftfreq(0, 1.0), || Tensor::rfftfreq(0, 1.0));
}

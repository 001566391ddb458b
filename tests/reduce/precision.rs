//! How precise sums and variances are, along every axis and for every stride.

use holor::prelude::*;

const N: usize = 10_000_000;

fn relative_error(found: f32, exact: f64) -> f64 {
    ((f64::from(found) - exact) / exact).abs()
}

/// 1e7 terms of 0.1: a plain loop is off by 9 %, the bound is 1e-6.
#[test]
fn sums_of_many_floats() {
    let tenth = f64::from(0.1_f32);
    let exact = N as f64 * tenth;
    let x = Tensor::<f32, 1>::full([N], 0.1);
    let check = |sums: Tensor<f32, 1>, exact: f64, what: &str| {
        for sum in sums.to_vec() {
            let error = relative_error(sum, exact);
            assert!(error < 1e-6, "{what}: {sum}, off by {error:e}");
        }
    };
    check(x.sum(Keep(All)), exact, "all");
    check(x.flip(Last).sum(Keep(All)), exact, "reversed");
    check(x.step(Last, 2).sum(Keep(All)), exact / 2.0, "every second");
    check(x.step(Last, 3).sum(Keep(All)), N.div_ceil(3) as f64 * tenth, "every third");
    let (half, rows) = (exact / 2.0, N / 2);
    let narrow = x.reshape_view([rows, 2]).unwrap();
    check(narrow.sum(Axis::<0>), half, "[n, 2] over axis 0");
    check(narrow.transpose().sum(Axis::<1>), half, "its transpose");
    let wide = x.reshape_view([2, rows]).unwrap();
    check(wide.sum(Axis::<1>), half, "[2, n] over axis 1");
    check(wide.transpose().sum(Axis::<0>), half, "its transpose");
    let quarter = x.reshape_view([rows / 2, 2, 2]).unwrap();
    check(quarter.sum(axes![0, 2]), half, "[n, 2, 2] over axes 0 and 2");
    check(quarter.sum(axes![0, 1]), half, "[n, 2, 2] over axes 0 and 1");
    check(quarter.step(Axis::<1>, 2).sum(axes![0, 1]), half / 2.0, "with a step");
    let broad = x.reshape_view([N / 100, 100]).unwrap();
    check(broad.sum(Axis::<0>), exact / 100.0, "[n, 100] over axis 0");
    let part = broad.slice(s![.., 3..8]);
    check(part.sum(Axis::<0>), exact / 100.0, "some columns");
    check(part.sum(All).viewed(|v| v.unsqueeze(Last)), exact / 20.0, "some columns, all");
    let repeated = x.slice(s![..1]).broadcast_to([N]);
    check(repeated.sum(Keep(All)), exact, "one element, repeated");
    assert!(relative_error(x.mean(All).item(), tenth) < 1e-6);
}

/// Rows of a source that is larger than the cache are read in order.
#[test]
fn columns_of_a_large_matrix() {
    let (rows, columns) = (70_001, 66);
    let x = Tensor::<f32, 2>::from_fn([rows, columns], |[i, j]| ((i * 7 + j * 13) % 101) as f32);
    let mut sums = vec![0.0_f64; columns];
    let mut greatest = vec![0.0_f32; columns];
    for row in x.to_vec().chunks(columns) {
        for j in 0..columns {
            sums[j] += f64::from(row[j]);
            greatest[j] = greatest[j].max(row[j]);
        }
    }
    // Sums of these are exact in `f32`: they are integers below 2^24.
    assert_eq!(x.sum(Axis::<0>).cast::<f64>().to_vec(), sums);
    assert_eq!(x.max(Axis::<0>).to_vec(), greatest);
    assert_eq!(x.slice(s![.., 1..65]).sum(Axis::<0>).cast::<f64>().to_vec(), sums[1..65]);
    assert_eq!(x.slice(s![.., 1..65]).max(Axis::<0>).to_vec(), greatest[1..65]);
}

/// Mean 1e6 and standard deviation 1, against sums in `f64` with compensation (Kahan 1965).
#[test]
fn variances_with_a_large_mean() {
    let mut state = 1_u64;
    let mut uniform = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (state >> 40) as f64 / (1_u64 << 24) as f64
    };
    let n = 1 << 20;
    let values: Vec<f32> =
        (0..n).map(|_| (1e6 + (uniform() - 0.5) * 12_f64.sqrt()) as f32).collect();
    let compensated = |terms: &mut dyn Iterator<Item = f64>| {
        let (mut sum, mut lost) = (0.0, 0.0);
        for term in terms {
            let term = term - lost;
            let next: f64 = sum + term;
            lost = (next - sum) - term;
            sum = next;
        }
        sum
    };
    let exact = |values: &mut dyn Iterator<Item = f32>| {
        let values: Vec<f64> = values.map(f64::from).collect();
        let count = values.len() as f64;
        let mean = compensated(&mut values.iter().copied()) / count;
        compensated(&mut values.iter().map(|x| (x - mean).powi(2))) / count
    };
    let off = |found: f64, exact: f64| ((found - exact) / exact).abs();

    let all = exact(&mut values.iter().copied());
    let x = Tensor::from_vec(values.clone(), [n / 16, 16]).unwrap();
    let found = x.var(All).item();
    assert!(off(found.into(), all) < 1e-6, "f32: {found} is not {all}");
    let columns = [x.var(Axis::<0>), x.transpose().to_contiguous().var(Last)];
    for (way, columns) in columns.into_iter().enumerate() {
        for (column, found) in columns.to_vec().into_iter().enumerate() {
            let exact = exact(&mut values.iter().copied().skip(column).step_by(16));
            assert!(off(found.into(), exact) < 1e-6, "way {way}: {found} is not {exact}");
        }
    }
    let wide: Vec<f64> = values.iter().map(|&x| f64::from(x) + 1e9).collect();
    let exact = exact(&mut values.iter().copied());
    let found = Tensor::from_vec(wide, [n]).unwrap().var(All).item();
    assert!(off(found, exact) < 1e-9, "f64: {found} is not {exact}");
}

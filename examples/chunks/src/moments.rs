//! Mean and variance of parts, merged exactly: sums of integers do not depend on their order.

use holor::prelude::*;

/// The number of moments: how many counts, their sum, the sum of their squares.
pub(crate) const COUNT: usize = 3;

/// `[t, c, h, w] -> [3]`: the moments of a chunk.
pub(crate) fn of(counts: &TensorRef<u16, 4>) -> Tensor<u64, 1> {
    let wide = counts.cast::<u64>();
    let squares = &wide * &wide;
    tensor![counts.len() as u64, wide.sum(All).item(), squares.sum(All).item()]
}

/// `[c, i, j, 3] -> [c]`: mean and standard deviation of each channel, from the moments of its tiles.
///
/// The sums are exact; mean and variance are rounded once.
pub(crate) fn scale(moments: &TensorRef<u64, 4>) -> Vec<(f64, f64)> {
    let merged: Tensor<u64, 2> = moments.sum(axes![1, 2]);
    merged
        .rows()
        .map(|of_channel| exact(of_channel[[0]], of_channel[[1]], of_channel[[2]]))
        .collect()
}

/// `var = (n * squares - sum^2) / n^2`, which loses no digit in integers of 128 bits.
fn exact(count: u64, sum: u64, squares: u64) -> (f64, f64) {
    let [count, sum, squares] = [count, sum, squares].map(u128::from);
    let variance = (count * squares - sum * sum) as f64 / (count * count) as f64;
    (sum as f64 / count as f64, variance.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_the_moments_of_the_whole() {
        let counts = Tensor::<u16, 4>::from_fn([6, 2, 5, 4], |[t, c, y, x]| {
            (65000 - 999 * t - 7 * c + 100 * y + x) as u16
        });
        // [c, 2, 1, 3]: two tiles of each channel, of 3 and 2 rows.
        let moments = Tensor::<u64, 4>::from_fn([2, 2, 1, 3], |[c, i, _, moment]| {
            let rows = counts.narrow(Axis::<1>, c, 1);
            of(&rows.narrow(Axis::<2>, 3 * i, 3 - i))[[moment]]
        });
        for (channel, (mean, deviation)) in scale(&moments).into_iter().enumerate() {
            let values = counts.index_axis(Axis::<1>, channel).cast::<f64>();
            assert!((mean - values.mean(All).item()).abs() < 1e-9);
            assert!((deviation - values.std(All).item()).abs() < 1e-9);
        }
        // A variance of 1 beside a mean of 2^31: sums of floats would lose it.
        let (low, high) = ((1_u64 << 31) - 1, (1_u64 << 31) + 1);
        assert_eq!(exact(2, low + high, low * low + high * high), ((1_u64 << 31) as f64, 1.0));
    }
}

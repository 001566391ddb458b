//! The heat equation on a plate, three times: by arithmetic on slices, by `zip`, by a loop over
//! indices. All three give the same numbers to the last bit.
//! `cargo run --release --example heat`

use holor::prelude::*;

const SIZE: usize = 64;
const STEPS: usize = 500;
/// Heat that passes between neighbours in a step; above 0.25 the steps would not be stable.
const RATE: f64 = 0.2;

/// A point inside and its neighbours: five views of the same plate.
fn stencil(plate: &MatrixRef<f64>) -> [TensorView<'_, f64, 2>; 5] {
    [
        plate.slice(s![1..-1, 1..-1]),
        plate.slice(s![..-2, 1..-1]),
        plate.slice(s![2.., 1..-1]),
        plate.slice(s![1..-1, ..-2]),
        plate.slice(s![1..-1, 2..]),
    ]
}

/// By arithmetic: the shortest, and makes two tensors on the way.
fn by_slices(plate: &MatrixRef<f64>, next: &mut MatrixRef<f64>) {
    let [centre, above, below, left, right] = stencil(plate);
    let change = (above + below + left + right - centre * 4.0) * RATE;
    next.slice_mut(s![1..-1, 1..-1]).assign(&(centre + change));
}

/// By `zip`: one pass over memory, and makes nothing on the way.
fn by_zip(plate: &MatrixRef<f64>, next: &mut MatrixRef<f64>) {
    let [centre, above, below, left, right] = stencil(plate);
    let next = next.slice_mut(s![1..-1, 1..-1]);
    zip((next, centre, above, below, left, right)).for_each(
        |next, centre, above, below, left, right| {
            *next = centre + (above + below + left + right - centre * 4.0) * RATE;
        },
    );
}

/// By indices, as it would be written in C.
fn by_indices(plate: &MatrixRef<f64>, next: &mut MatrixRef<f64>) {
    let [h, w] = plate.shape();
    for i in 1..h - 1 {
        for j in 1..w - 1 {
            let around =
                plate[[i - 1, j]] + plate[[i + 1, j]] + plate[[i, j - 1]] + plate[[i, j + 1]];
            next[[i, j]] = plate[[i, j]] + (around - plate[[i, j]] * 4.0) * RATE;
        }
    }
}

/// Takes all steps. The border keeps its temperature.
fn run(mut plate: Matrix<f64>, step: fn(&MatrixRef<f64>, &mut MatrixRef<f64>)) -> Matrix<f64> {
    // The clone shares the elements until it is first written to.
    let mut next = plate.clone();
    for _ in 0..STEPS {
        step(&plate, &mut next);
        std::mem::swap(&mut plate, &mut next);
    }
    plate
}

fn main() {
    // Cold, with a hot upper edge and a hot spot inside.
    let mut start = Tensor::zeros([SIZE, SIZE]);
    start.row_mut(0).fill(100.0);
    start.slice_mut(s![40..48, 16..24]).fill(100.0);

    let plate = run(start.clone(), by_slices);
    assert_eq!(plate, run(start.clone(), by_zip));
    assert_eq!(plate, run(start.clone(), by_indices));
    println!("three ways, the same plate");

    println!("mean {:.3} before, {:.3} after", start.mean(All), plate.mean(All));
    println!("every 8th point:\n{:.2}", plate.slice(s![4..;8, 4..;8]));
}

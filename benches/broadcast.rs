//! What does it cost that an operand is repeated, or lies across the other one?
//!
//! How to run: see `common`.

mod common;

use common::Check::Exact;
use common::{Group, compare, making, ndarray_of, tensor_of};

fn main() {
    common::main("broadcast", &[row, column, across, transposed]);
}

fn row(group: &mut Group<'_>) {
    let (a, b) = (&tensor_of::<f32, 2>([2048, 2048], 1), &tensor_of::<f32, 1>([2048], 2));
    let (x, y) = (&ndarray_of::<f32, 2>([2048, 2048], 1), &ndarray_of::<f32, 1>([2048], 2));
    let columns = [making("holor", || a + b), making("ndarray", || x + y)];
    compare(group, "[2048,2048]+[2048]", Exact, columns);
}

fn column(group: &mut Group<'_>) {
    let (a, b) = (&tensor_of::<f32, 2>([2048, 2048], 1), &tensor_of::<f32, 2>([2048, 1], 2));
    let (x, y) = (&ndarray_of::<f32, 2>([2048, 2048], 1), &ndarray_of::<f32, 2>([2048, 1], 2));
    let columns = [making("holor", || a + b), making("ndarray", || x + y)];
    compare(group, "[2048,2048]+[2048,1]", Exact, columns);
}

fn across(group: &mut Group<'_>) {
    let (a, b) = (&tensor_of::<f32, 3>([64, 1, 512], 1), &tensor_of::<f32, 3>([1, 128, 512], 2));
    let (x, y) = (&ndarray_of::<f32, 3>([64, 1, 512], 1), &ndarray_of::<f32, 3>([1, 128, 512], 2));
    let columns = [making("holor", || a + b), making("ndarray", || x + y)];
    compare(group, "[64,1,512]+[1,128,512]", Exact, columns);
}

fn transposed(group: &mut Group<'_>) {
    let (a, b) = (&tensor_of::<f32, 2>([2048, 2048], 1), &tensor_of::<f32, 2>([2048, 2048], 2));
    let (x, y) = (&ndarray_of::<f32, 2>([2048, 2048], 1), &ndarray_of::<f32, 2>([2048, 2048], 2));
    let columns = [making("holor", || a + b.transpose()), making("ndarray", || x + &y.t())];
    compare(group, "a + b.t(), 2048^2", Exact, columns);
}

//! How fast is one element-wise operation, from what fits a cache to what does not?
//!
//! How to run: see `common`.

mod common;

use common::Check::{Exact, Within};
use common::{Group, changing, compare, making, ndarray_of, numbers, tensor_of};
use holor::math;
use holor::prelude::*;

const SIZES: [(&str, usize); 3] = [("1K", 1 << 10), ("100K", 100_000), ("10M", 10_000_000)];

fn main() {
    common::main("elementwise", &[add, add_in_place, multiply_add, functions, closures]);
}

fn add(group: &mut Group<'_>) {
    for (size, n) in SIZES {
        let (a, b) = (&tensor_of::<f32, 1>([n], 1), &tensor_of::<f32, 1>([n], 2));
        let (x, y) = (&ndarray_of::<f32, 1>([n], 1), &ndarray_of::<f32, 1>([n], 2));
        let (v, w) = (&numbers::<f32>(n, 1), &numbers::<f32>(n, 2));
        let by_hand = || v.iter().zip(w).map(|(v, w)| v + w).collect::<Vec<_>>();
        let columns =
            [making("holor", || a + b), making("ndarray", || x + y), making("loop", by_hand)];
        compare(group, &format!("a+b, {size}"), Exact, columns);
    }
}

fn add_in_place(group: &mut Group<'_>) {
    for (size, n) in SIZES {
        let b = &tensor_of::<f32, 1>([n], 2);
        let y = &ndarray_of::<f32, 1>([n], 2);
        let w = &numbers::<f32>(n, 2);
        let columns = [
            changing("holor", || tensor_of::<f32, 1>([n], 1), |a| *a += b),
            changing("ndarray", || ndarray_of::<f32, 1>([n], 1), |x| *x += y),
            changing(
                "loop",
                || numbers::<f32>(n, 1),
                |v| {
                    v.iter_mut().zip(w).for_each(|(v, w)| *v += w);
                },
            ),
        ];
        compare(group, &format!("a+=b, {size}"), Exact, columns);
    }
}

fn multiply_add(group: &mut Group<'_>) {
    for (size, n) in SIZES {
        let [a, b, c, d] = &[1, 2, 3, 4].map(|seed| tensor_of::<f32, 1>([n], seed));
        let [x, y, z, u] = &[1, 2, 3, 4].map(|seed| ndarray_of::<f32, 1>([n], seed));
        let columns = [
            making("holor", || a * b + c * d),
            making("ndarray", || x * y + z * u),
            making("holor, zip", || zip((a, b, c, d)).map(|a, b, c, d| a * b + c * d)),
        ];
        compare(group, &format!("a*b+c*d, {size}"), Exact, columns);
    }
}

fn functions(group: &mut Group<'_>) {
    let n = 1_000_000;
    let (a, x) = (&tensor_of::<f32, 1>([n], 1), &ndarray_of::<f32, 1>([n], 1));
    let (p, q) = (&a.abs(), &x.abs());
    let columns = [making("holor", || a.exp()), making("ndarray", || x.exp())];
    compare(group, "exp, 1M", Within(1e-6), columns);
    let columns = [making("holor", || a.tanh()), making("ndarray", || x.tanh())];
    compare(group, "tanh, 1M", Within(1e-6), columns);
    let columns = [making("holor", || p.ln()), making("ndarray", || q.ln())];
    compare(group, "ln, 1M", Within(1e-6), columns);
    let columns = [
        making("holor", || a.sigmoid()),
        making("ndarray", || x.mapv(|x| 1.0 / (1.0 + (-x).exp()))),
    ];
    compare(group, "sigmoid, 1M", Within(1e-6), columns);
    let columns = [making("holor", || a.sin()), making("ndarray", || x.sin())];
    compare(group, "sin, 1M", Within(1e-6), columns);
    let columns = [making("holor", || p.powf(0.7)), making("ndarray", || q.powf(0.7))];
    compare(group, "powf, 1M", Within(1e-6), columns);
    // ndarray has neither.
    let columns = [making("holor", || a.erf())];
    compare(group, "erf, 1M", Exact, columns);
    let columns = [making("holor", || a.gelu())];
    compare(group, "gelu, 1M", Exact, columns);
    let (d, z) = (&tensor_of::<f64, 1>([n], 1), &ndarray_of::<f64, 1>([n], 1));
    let columns = [making("holor", || d.exp()), making("ndarray", || z.exp())];
    compare(group, "exp f64, 1M", Within(1e-15), columns);
    let columns = [making("holor", || p.sqrt()), making("ndarray", || q.sqrt())];
    compare(group, "sqrt, 1M", Exact, columns);
    let columns = [making("holor", || a + 1.5), making("ndarray", || x + 1.5)];
    compare(group, "a+scalar, 1M", Exact, columns);
}

/// Functions of floats in the closure of a `map` or `zip`, beside the methods.
fn closures(group: &mut Group<'_>) {
    let n = 1_000_000;
    let (a, x) = (&tensor_of::<f32, 1>([n], 1), &ndarray_of::<f32, 1>([n], 1));
    let columns = [
        making("holor", || a.map(|x| math::tanh(*x))),
        making("ndarray", || x.mapv(f32::tanh)),
        making("holor, method", || a.tanh()),
    ];
    compare(group, "map tanh, 1M", Within(1e-6), columns);
    let gates = &[1, 2, 3, 4, 5].map(|seed| tensor_of::<f32, 1>([n], seed));
    let cell = move || {
        let [i, f, g, o, c] = gates;
        zip((i, f, g, o, c)).map(|&i, &f, &g, &o, &c| {
            let c = math::sigmoid(f) * c + math::sigmoid(i) * math::tanh(g);
            math::sigmoid(o) * math::tanh(c)
        })
    };
    let chain = move || {
        let [i, f, g, o, c] = gates;
        let c = f.sigmoid() * c + i.sigmoid() * g.tanh();
        o.sigmoid() * c.tanh()
    };
    let columns = [making("holor", cell), making("holor, methods", chain)];
    compare(group, "LSTM cell, 1M", Exact, columns);
}

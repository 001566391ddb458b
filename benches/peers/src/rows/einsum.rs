//! Patterns of `einsum`: the scores of attention, and numpy's own benchmarks of its einsum
//! (`benchmarks/bench_linalg.py` of numpy 2.4; two of its pairs that take the operands the other way
//! round are left out).
//!
//! ndarray and the others have no einsum: what its users would write instead.

use super::batches::product;
use crate::bench::Check::Within;
use crate::bench::{Bench, making};
use crate::inputs::*;
use holor::einsum;
use ndarray::{Array4, Axis};

/// The scores of attention: every query with every key of its head.
pub fn scores(bench: &mut Bench) {
    bench.row("einsum bhqd,bhkd->bhqk, [4,8,128,64]", Within(1e-3), || {
        let shape = [4, 8, 128, 64];
        let (a, b) = (holor_of::<f32, 4>(shape, 1), holor_of::<f32, 4>(shape, 2));
        let (x, y) = (ndarray_of::<f32, 4>(shape, 1), ndarray_of::<f32, 4>(shape, 2));
        let mut columns = vec![
            making("holor", move || einsum!("bhqd,bhkd->bhqk", &a, &b)),
            making("ndarray", move || {
                let mut products = Array4::zeros([4, 8, 128, 128]);
                let pairs = x.outer_iter().zip(y.outer_iter());
                for ((x, y), mut products) in pairs.zip(products.outer_iter_mut()) {
                    let pairs = x.outer_iter().zip(y.outer_iter());
                    for ((x, y), z) in pairs.zip(products.outer_iter_mut()) {
                        product(x, y.reversed_axes(), z);
                    }
                }
                products
            }),
        ];
        #[cfg(feature = "all")]
        columns.extend({
            let (c, d) = (candle_of::<f32, 4>(shape, 1), candle_of::<f32, 4>(shape, 2));
            let (k, l) = (burn_of::<f32, 4>(shape, 1), burn_of::<f32, 4>(shape, 2));
            [
                making("candle", move || c.matmul(&d.t().unwrap()).unwrap()),
                making("burn", move || k.clone().matmul(l.clone().transpose())),
            ]
        });
        columns
    });
}

/// What is measured of holor, of ndarray and of candle, each with its operands.
macro_rules! row {
    ($bench:ident, $name:literal, [$(($of:ident $like:ident $shape:expr)),+], $holor:expr, $ndarray:expr) => {
        $bench.row($name, Within(1e-3), || {
            let mut seed = 0;
            $(seed += 1; let $of = holor_of::<f32, _>($shape, seed);)+
            let mut seed = 0;
            $(seed += 1; let $like = ndarray_of::<f32, _>($shape, seed);)+
            vec![making("holor", move || $holor), making("ndarray", move || $ndarray)]
        });
    };
}

pub fn of_numpy(bench: &mut Bench) {
    row!(
        bench, "einsum i,j->ij, 3000", [(a x [3000]), (b y [3000])],
        einsum!("i,j->ij", &a, &b), x.view().insert_axis(Axis(1)).to_owned() * &y
    );
    row!(
        bench, "einsum ...,...->..., [30,40] [20,30,40]", [(a x [30, 40]), (b y [20, 30, 40])],
        einsum!("...,...->...", &a, &b), &y * &x
    );
    row!(
        bench, "einsum ,i...->, [10,100,10]", [(a x [1]), (b y [10, 100, 10])],
        einsum!(",i...->", &a.index_axis(holor::Axis::<0>, 0), &b), y.sum() * x[0]
    );
    row!(
        bench, "einsum i,->i, 480000", [(a x [480_000]), (b y [1])],
        einsum!("i,->i", &a, &b.index_axis(holor::Axis::<0>, 0)), &x * y[0]
    );
    row!(
        bench, "einsum ji,i->, [400,600]", [(a x [400, 600]), (b y [600])],
        einsum!("ji,i->", &a, &b), x.dot(&y).sum()
    );
    row!(
        bench, "einsum i->, 480000", [(a x [480_000])],
        einsum!("i->", &a), x.sum()
    );
}

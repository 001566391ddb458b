//! A block of a transformer in patterns: attention of several heads, then two layers of neurons.
//!
//! ```sh
//! cargo run --release --example attention
//! ```
//!
//! The compiler knows the rank of every tensor here; a letter too many in a pattern does not compile.
//! The result is checked against numpy's (`examples/data/attention.py`).

use holor::prelude::*;

const HEADS: usize = 4;
const WIDTH: usize = 8;
const CHANNELS: usize = HEADS * WIDTH;

struct Block {
    qkv: Matrix<f32>,
    out: Matrix<f32>,
    up: Matrix<f32>,
    down: Matrix<f32>,
}

impl Block {
    /// `[batch, time, channel] -> [batch, time, channel]`
    fn apply(&self, x: &TensorRef<f32, 3>) -> Tensor<f32, 3> {
        let x = x + self.attention(&x.layer_norm(Last, 1e-5));
        let hidden = einsum!("btc,nc->btn", &x.layer_norm(Last, 1e-5), &self.up).gelu();
        &x + einsum!("btn,cn->btc", &hidden, &self.down)
    }

    /// `[batch, time, channel] -> [batch, time, channel]`: each moment looks at those before it.
    fn attention(&self, x: &TensorRef<f32, 3>) -> Tensor<f32, 3> {
        dims!(x => [_, time, {CHANNELS}]);
        let qkv = einsum!("btc,nc->btn", x, &self.qkv);
        // Views: query, key and value are not copied.
        let qkv = rearrange!(&qkv, "b t (qkv h d) -> qkv b h t d", qkv = 3, h = HEADS);
        let [q, k, v] = [0, 1, 2].map(|i| qkv.index_axis(Axis::<0>, i)); // [b, h, t, d]

        let scores = einsum!("bhqd,bhkd->bhqk", &q, &k) / (WIDTH as f32).sqrt();
        let is_past = Tensor::from_fn([time, time], |[query, key]| key <= query);
        let weights = is_past.where_cond(&scores, f32::NEG_INFINITY).softmax(Last);

        let mixed = einsum!("bhqk,bhkd->bhqd", &weights, &v);
        einsum!("btn,cn->btc", &rearrange!(&mixed, "b h t d -> b t (h d)"), &self.out)
    }
}

/// Numbers that look like nothing in particular: a sine of so much a step.
fn wave<const R: usize>(shape: [usize; R], pitch: f64, scale: f64) -> Tensor<f32, R> {
    let mut step = -1.0;
    Tensor::from_fn(shape, |_| {
        step += 1.0;
        (scale * (pitch * step).sin()) as f32
    })
}

fn main() {
    let block = Block {
        qkv: wave([3 * CHANNELS, CHANNELS], 1.13, 0.3),
        out: wave([CHANNELS, CHANNELS], 0.71, 0.2),
        up: wave([4 * CHANNELS, CHANNELS], 0.53, 0.2),
        down: wave([CHANNELS, 4 * CHANNELS], 0.91, 0.1),
    };
    let x = wave([2, 7, CHANNELS], 0.37, 1.0);
    let y = block.apply(&x);
    println!("{:?} -> {:?}", x.shape(), y.shape());
    println!("{:.3}", y.slice(s![0, ..3, ..6]));

    let numpy = include_str!("data/attention.txt").lines().map(|line| line.parse().unwrap());
    let numpy = Tensor::from_vec(numpy.collect(), y.shape()).expect("as many numbers as ours");
    assert!(y.all_close(&numpy, 1e-5, 1e-6), "off by {}", (&y - &numpy).abs().max(All));
    println!("agrees with numpy");
}

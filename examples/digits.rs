//! Learns to read handwritten digits: a two-layer network, forward and backward by hand, with every
//! rank in the types. `cargo run --release --example digits`

use holor::prelude::*;

const HIDDEN: usize = 128;
const BATCH: usize = 32;
const EPOCHS: usize = 15;
const RATE: f32 = 0.3;

/// A network: what turns 64 pixels into 10 scores, and the weights' derivatives alike.
struct Network {
    w1: Matrix<f32>, // [64, HIDDEN]
    b1: Vector<f32>, // [HIDDEN]
    w2: Matrix<f32>, // [HIDDEN, 10]
    b2: Vector<f32>, // [10]
}

impl Network {
    /// `[n, 64] -> [n, HIDDEN], [n, 10]`: what the hidden layer says, and the scores.
    fn forward(&self, x: &MatrixRef<f32>) -> (Matrix<f32>, Matrix<f32>) {
        let hidden = (x.matmul(&self.w1) + &self.b1).maximum(0.0);
        let scores = hidden.matmul(&self.w2) + &self.b2;
        (hidden, scores)
    }

    /// Returns the mean cross-entropy of a batch and its derivative by each weight.
    fn backward(&self, x: &MatrixRef<f32>, target: &MatrixRef<f32>) -> (f32, Network) {
        let [n, _] = x.shape();
        let (hidden, scores) = self.forward(x);
        let loss = -(scores.log_softmax(Last) * target).sum(All).item() / n as f32;
        let by_scores = (scores.softmax(Last) - target) / n as f32;
        let by_hidden = by_scores.matmul(self.w2.transpose());
        let by_hidden = zip((&by_hidden, &hidden)).map(|d, h| if *h > 0.0 { *d } else { 0.0 });
        let gradient = Network {
            w1: x.transpose().matmul(&by_hidden),
            b1: by_hidden.sum(Axis::<0>),
            w2: hidden.transpose().matmul(&by_scores),
            b2: by_scores.sum(Axis::<0>),
        };
        (loss, gradient)
    }

    /// Takes a step downhill.
    fn update(&mut self, gradient: Network) {
        self.w1 -= gradient.w1 * RATE;
        self.b1 -= gradient.b1 * RATE;
        self.w2 -= gradient.w2 * RATE;
        self.b2 -= gradient.b2 * RATE;
    }

    /// `[n, 64] -> [n]`: the digit with the highest score.
    fn predict(&self, x: &MatrixRef<f32>) -> Vector<usize> {
        self.forward(x).1.argmax(Last)
    }
}

/// Splitmix64 (Steele, Lea and Flood, 2014): small, and the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Evenly in `-1.0..1.0`.
    fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1 << 23) as f32 - 1.0
    }
}

/// A pixel of 0 to 16 as a character.
fn shade(ink: f32) -> char {
    ['·', '░', '▒', '▓', '█'][ink as usize / 4]
}

fn main() {
    // The 1,797 digits, one a line: the label, then 8 x 8 pixels of 0 to 16 as base-17 digits.
    let lines: Vec<&str> = include_str!("data/digits.txt").lines().collect();
    let count = lines.len();
    let mut random = Random(0);
    let mut order: Vec<usize> = (0..count).collect();
    for i in (1..count).rev() {
        order.swap(i, (random.next() % (i as u64 + 1)) as usize);
    }
    let value =
        |i: usize, at: usize| (lines[order[i]].as_bytes()[at] as char).to_digit(17).unwrap();
    let pixels = Tensor::from_fn([count, 64], |[i, j]| value(i, j + 2) as f32);
    let labels = Tensor::from_fn([count], |[i]| value(i, 0) as usize);

    // The last fifth is held back. Normalised by what the rest says of each pixel; the 1 is for the
    // pixels that are always blank.
    let train = count - count / 5;
    let seen = pixels.slice(s![..train, ..]);
    let x = (&pixels - seen.mean(Axis::<0>)) / (seen.std(Axis::<0>) + 1.0);
    let target = labels.one_hot(10); // [n, 10]
    let (held_x, held_labels) = (x.slice(s![train.., ..]), labels.slice(s![train..]));

    // Weights as He et al. (2015) choose them, evenly distributed.
    let mut layer =
        |shape: [usize; 2], width: f32| Tensor::from_fn(shape, |_| random.unit() * width);
    let mut network = Network {
        w1: layer([64, HIDDEN], (6.0f32 / 64.0).sqrt()),
        b1: Tensor::zeros([HIDDEN]),
        w2: layer([HIDDEN, 10], (3.0f32 / HIDDEN as f32).sqrt()),
        b2: Tensor::zeros([10]),
    };

    println!("{train} digits to learn from, {} held back", count - train);
    for epoch in 1..=EPOCHS {
        let mut total = 0.0;
        for start in (0..train).step_by(BATCH) {
            let n = BATCH.min(train - start);
            let (x, target) = (x.narrow(Axis::<0>, start, n), target.narrow(Axis::<0>, start, n));
            let (loss, gradient) = network.backward(&x, &target);
            network.update(gradient);
            total += loss * n as f32;
        }
        let right = network.predict(&held_x).equal(held_labels).count_nonzero(All).item();
        let accuracy = 100.0 * right as f32 / held_labels.len() as f32;
        println!("epoch {epoch:2}: loss {:.4}, accuracy {accuracy:.2} %", total / train as f32);
    }

    let predicted = network.predict(&held_x);
    let confusion = (&held_labels * 10 + &predicted).bincount_with_min_len(100).reshape([10, 10]);
    println!("\nrows: what it is, columns: what was read\n{confusion}\n");

    // The first eight that were held back, drawn side by side with what was read.
    let shown = pixels.slice(s![train..train + 8, ..]).split_axis(Axis::<1>, [8, 8]);
    for row in shown.axis_iter(Axis::<1>) {
        let drawn = row.rows().map(|digit| digit.iter().map(|&ink| shade(ink)).collect::<String>());
        println!("{}", drawn.collect::<Vec<_>>().join("  "));
    }
    let read: Vec<_> = predicted.iter().take(8).map(|digit| format!("read: {digit} ")).collect();
    println!("{}", read.join("  "));

    let right = confusion.trace();
    let accuracy = 100.0 * right as f32 / held_labels.len() as f32;
    println!("\nheld-back accuracy: {accuracy:.2} % ({right} of {})", held_labels.len());
    assert!(accuracy >= 97.0, "less than 97 % of the digits were read");
}

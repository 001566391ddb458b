//! Dual numbers (Clifford, 1873): a number type of ours goes through the operations of tensors and comes
//! out with derivatives. A small network learns the exclusive or by them.
//! `cargo run --release --example dual`

use holor::num_traits::Zero;
use holor::prelude::*;
use std::array::from_fn;
use std::ops::{Add, Mul, Sub};

/// The parameters of the network: weights `[2, 3]`, biases `[3]`, weights `[3]`, a bias.
const PARAMETERS: usize = 2 * 3 + 3 + 3 + 1;

/// A value and its derivatives with respect to all parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Dual {
    value: f64,
    slopes: [f64; PARAMETERS],
}

impl Dual {
    fn constant(value: f64) -> Self {
        Dual { value, slopes: [0.0; PARAMETERS] }
    }

    /// Parameter `i`, whose derivative with respect to itself is 1.
    fn parameter(value: f64, i: usize) -> Self {
        Dual { value, slopes: from_fn(|j| if i == j { 1.0 } else { 0.0 }) }
    }

    /// The result of an operation from its value and its derivatives by both operands.
    fn of(self, other: Self, value: f64, by_self: f64, by_other: f64) -> Self {
        Dual { value, slopes: from_fn(|i| by_self * self.slopes[i] + by_other * other.slopes[i]) }
    }
}

impl Add for Dual {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.of(other, self.value + other.value, 1.0, 1.0)
    }
}

impl Sub for Dual {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.of(other, self.value - other.value, 1.0, -1.0)
    }
}

impl Mul for Dual {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        self.of(other, self.value * other.value, other.value, self.value)
    }
}

impl Zero for Dual {
    fn zero() -> Self {
        Dual::constant(0.0)
    }
    fn is_zero(&self) -> bool {
        *self == Self::zero()
    }
}

/// What the network asks of its numbers.
trait Number: Copy + Zero + Sub<Output = Self> + Mul<Output = Self> {
    fn tanh(self) -> Self;
}

impl Number for f64 {
    fn tanh(self) -> Self {
        holor::math::tanh(self)
    }
}

impl Number for Dual {
    fn tanh(self) -> Self {
        let value = holor::math::tanh(self.value);
        self.of(self, value, 1.0 - value * value, 0.0)
    }
}

/// `[n, 2] -> [n]`: a layer of three neurons and one neuron behind it.
fn network<T: Number>(parameters: &VectorRef<T>, inputs: &MatrixRef<T>) -> Vector<T> {
    let part = |start, len| parameters.narrow(Axis::<0>, start, len);
    let hidden = inputs.matmul(part(0, 6).reshape([2, 3])) + part(6, 3); // [n, 3]
    einsum!("nh,h->n", hidden.map(|&x| x.tanh()), part(9, 3)) + part(12, 1)
}

/// The sum of the squared errors.
fn loss<T: Number>(parameters: &VectorRef<T>, inputs: &MatrixRef<T>, targets: &VectorRef<T>) -> T {
    let errors = network(parameters, inputs) - targets;
    (&errors * &errors).sum(All).item()
}

fn main() {
    let inputs = tensor![[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]];
    let targets = tensor![0.0, 1.0, 1.0, 0.0];
    let (dual_inputs, dual_targets) =
        (inputs.map(|&x| Dual::constant(x)), targets.map(|&x| Dual::constant(x)));
    let gradient = |parameters: &VectorRef<f64>| {
        let parameters = Tensor::from_fn([PARAMETERS], |[i]| Dual::parameter(parameters[[i]], i));
        let loss = loss(&parameters, &dual_inputs, &dual_targets);
        (loss.value, Tensor::from(loss.slopes))
    };

    // All derivatives of one pass, against central differences of two passes each.
    let mut parameters = Tensor::from_fn([PARAMETERS], |[i]| (i * 5 % 13) as f64 / 6.0 - 0.9);
    let (_, slopes) = gradient(&parameters);
    let step = 1e-5;
    let differences: Vector<f64> = Tensor::from_fn([PARAMETERS], |[i]| {
        let [before, behind] = [-step, step].map(|step| {
            let mut moved = parameters.clone();
            moved[[i]] += step;
            loss(&moved, &inputs, &targets)
        });
        (behind - before) / (2.0 * step)
    });
    println!("derivatives of the loss\n{slopes:.4}");
    println!("central differences\n{differences:.4}");
    assert!(
        slopes.all_close(&differences, 1e-8, 1e-8),
        "{}",
        (slopes - differences).abs().max(All)
    );

    for pass in 0..=200 {
        let (loss, slopes) = gradient(&parameters);
        if pass % 50 == 0 {
            println!("pass {pass:3}: loss {loss:.4}");
        }
        parameters -= slopes * 0.1;
    }
    println!("exclusive or {:.2}", network(&parameters, &inputs).abs());
    assert!(network(&parameters, &inputs).all_close(&targets, 0.0, 0.05));
}

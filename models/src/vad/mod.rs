//! Speech detection by the network of Silero (silero-vad 6.2.3, MIT), for sound of 16,000 samples per second.
//!
//! ```
//! use holor::prelude::*;
//! use models::vad::Vad;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let Ok(path) = models::weights("vad", "silero_vad_16k.safetensors") else { return Ok(()) };
//! let vad = Vad::open(path)?;
//! let silence = Tensor::<f32, 1>::zeros([16_000]);
//! let speech: Tensor<f32, 1> = vad.probabilities(&silence);
//! assert_eq!(speech.shape(), [32]); // one for each window of 512 samples
//! assert!(speech.max(All).item() < 0.1);
//! # Ok(())
//! # }
//! ```

mod draw;
mod segments;

pub use draw::{svg, terminal};
pub use segments::segments;

use holor::io::FileError;
use holor::io::safetensors::SafeTensors;
use holor::math::{sigmoid, tanh};
use holor::prelude::*;
use holor::{ConvOptions, PadMode};
use std::path::Path;

/// Samples per second.
pub const RATE: usize = 16_000;
/// The samples of a window: 32 ms.
pub const WINDOW: usize = 512;
/// The samples before a window that it is seen with.
const CONTEXT: usize = 64;

/// A convolution over time: weights `[c_out, c_in, 3]` and a bias `[c_out]`.
struct Conv {
    weights: Tensor<f32, 3>,
    bias: Tensor<f32, 1>,
    stride: usize,
}

impl Conv {
    /// `[windows, c_in, time] -> [windows, c_out, time / stride]`, and no number below 0.
    fn apply(&self, x: &TensorRef<f32, 3>) -> Tensor<f32, 3> {
        let (stride, padding, bias) = ([self.stride], [1], Some(&*self.bias));
        x.conv_with_options(
            &self.weights,
            ConvOptions { stride, padding, bias, ..ConvOptions::default() },
        )
        .maximum(0.0)
    }
}

/// The network: a short-time Fourier transform, four convolutions, an LSTM cell and one number from it.
pub struct Vad {
    /// Cosines and sines of 129 frequencies: `[258, 1, 256]`.
    transform: Tensor<f32, 3>,
    convs: [Conv; 4],
    /// From features to gates, `[512, 128]`, from the last output to gates, `[512, 128]`, and the bias, `[512]`.
    gates: (Tensor<f32, 2>, Tensor<f32, 2>, Tensor<f32, 1>),
    /// From the output to the probability: `[128]`, and the bias.
    probability: (Tensor<f32, 1>, f32),
}

/// What the network remembers from one window to the next: `[128]` each, and the end of the last window.
#[derive(Clone)]
pub struct State {
    output: Tensor<f32, 1>,
    cell: Tensor<f32, 1>,
    context: Tensor<f32, 1>,
}

impl Default for State {
    fn default() -> Self {
        let zeros = Tensor::zeros([128]);
        State { output: zeros.clone(), cell: zeros, context: Tensor::zeros([CONTEXT]) }
    }
}

impl Vad {
    /// Opens the weights, `silero_vad_16k.safetensors`.
    ///
    /// # Errors
    /// When the file cannot be read, or a tensor in it is missing or has another rank.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let file = SafeTensors::read(path)?;
        let conv = |i: usize, stride| -> Result<Conv, FileError> {
            let weights = file.tensor(&format!("conv{i}.weight"))?;
            Ok(Conv { weights, bias: file.tensor(&format!("conv{i}.bias"))?, stride })
        };
        let bias: Tensor<f32, 1> = file.tensor("lstm_cell.bias_ih")?;
        let last: Tensor<f32, 3> = file.tensor("final_conv.weight")?; // [1, 128, 1]
        let last_bias: Tensor<f32, 1> = file.tensor("final_conv.bias")?;
        Ok(Vad {
            transform: file.tensor("stft_conv.weight")?,
            convs: [conv(1, 1)?, conv(2, 2)?, conv(3, 2)?, conv(4, 1)?],
            gates: (
                file.tensor("lstm_cell.weight_ih")?,
                file.tensor("lstm_cell.weight_hh")?,
                bias + file.view::<f32, 1>("lstm_cell.bias_hh")?,
            ),
            probability: (last.squeeze(Axis::<0>).squeeze(Last).to_owned(), last_bias[[0]]),
        })
    }

    /// What the gates of the LSTM get of each window, which does not depend on the windows before:
    /// `[windows, 576] -> [windows, 512]`.
    fn gates(&self, windows: &TensorRef<f32, 2>) -> Tensor<f32, 2> {
        let x = windows.pad_with_mode([(0, 0), (0, CONTEXT)], PadMode::Reflect); // [w, 640]
        let parts = x.unsqueeze(Axis::<1>).conv_with_options(
            &self.transform,
            ConvOptions { stride: [128], ..ConvOptions::default() },
        );
        let [re, im] = parts.split(Axis::<1>, [129, 129]); // [w, 258, 4] -> two of [w, 129, 4]
        let x = zip((re, im)).map(|&re, &im| (re * re + im * im).sqrt());
        let x = self.convs.iter().fold(x, |x, conv| conv.apply(&x)); // [w, 128, 1]
        x.squeeze(Last).matmul(self.gates.0.t()) + &self.gates.2
    }

    /// One step of the LSTM: from the gates of a window, `[512]`, to the probability that somebody speaks in it.
    fn step(&self, gates: &TensorRef<f32, 1>, state: &mut State) -> f32 {
        let gates = self.gates.1.matvec(&state.output) + gates;
        let [input, forget, cell, output] = gates.split(Axis::<0>, [128; 4]);
        state.cell = zip((input, forget, cell, &state.cell))
            .map(|&input, &forget, &new, &old| sigmoid(forget) * old + sigmoid(input) * tanh(new));
        state.output =
            zip((output, &state.cell)).map(|&output, &cell| sigmoid(output) * tanh(cell));
        let (weights, bias) = &self.probability;
        sigmoid(state.output.maximum(0.0).dot(weights) + bias)
    }

    /// Returns the probability that somebody speaks in the next window of a stream: `[512]`.
    ///
    /// # Panics
    /// When the window has another length.
    pub fn listen(&self, window: &TensorRef<f32, 1>, state: &mut State) -> f32 {
        assert_eq!(window.shape(), [WINDOW], "a window has {WINDOW} samples");
        let x = holor::concat(Axis::<0>, &[state.context.view(), window.view()]); // [576]
        state.context = x.narrow(Axis::<0>, WINDOW, CONTEXT).to_owned();
        let gates = self.gates(&x.unsqueeze(Axis::<0>)); // [1, 512]
        self.step(&gates.squeeze(Axis::<0>), state)
    }

    /// Returns the probability that somebody speaks in each window of a recording: `[samples] -> [windows]`. The last
    /// window is filled with zeros.
    pub fn probabilities(&self, samples: &TensorRef<f32, 1>) -> Tensor<f32, 1> {
        if samples.is_empty() {
            return Tensor::zeros([0]);
        }
        let rest = samples.shape()[0].next_multiple_of(WINDOW) - samples.shape()[0];
        let padded = samples.pad([(CONTEXT, rest)], 0.0);
        // Windows share their ends: [windows, 576], without a copy.
        let windows = padded.sliding_windows([WINDOW + CONTEXT]).step(Axis::<0>, WINDOW as isize);
        let (gates, mut state) = (self.gates(&windows), State::default());
        gates.rows().map(|gates| self.step(&gates, &mut state)).collect()
    }
}

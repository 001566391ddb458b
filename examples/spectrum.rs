//! The tones of a noisy signal: windowed, transformed, and found as the peaks of its spectrum.
//! `cargo run --release --features fft,rand --example spectrum`

use holor::num_complex::Complex;
use holor::prelude::*;
use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
use std::f64::consts::PI;

/// Samples per second.
const RATE: f64 = 8_000.0;

/// `[k], [k], n -> [n]`: tones of these frequencies and amplitudes, added up.
fn tones(frequencies: &VectorRef<f64>, amplitudes: &VectorRef<f64>, n: usize) -> Vector<f64> {
    let times = Tensor::arange(0.0, n as f64, 1.0) / RATE;
    let phases = frequencies.outer(&times) * (2.0 * PI); // [k, n]
    amplitudes.vecmat(&phases.sin())
}

/// `[.., n] -> [.., n / 2 + 1]`: the amplitude at each frequency, of each signal.
fn amplitudes<const R: usize>(signals: &TensorRef<f64, R>) -> Tensor<f64, R>
where
    Last: AxisOf<R>,
    Rank<R>: BroadcastWith<Rank<1>, Output = Rank<R>>,
{
    // Without jumps at its ends (von Hann): one period of a cosine.
    let turns = Tensor::linspace_with_endpoint(0.0, 2.0 * PI, signals.shape()[R - 1], false);
    let window = 0.5 - turns.cos() * 0.5;
    (signals * &window).rfft(Last).abs() * (2.0 / window.sum(All).item())
}

/// `[n] -> [k]`: where a spectrum is greater than at both neighbours and than a limit, in ascending order.
fn peaks(spectrum: &VectorRef<f64>, limit: f64) -> Vector<usize> {
    let steps = spectrum.diff(Last);
    let rises = steps.slice(s![..-1]).greater(0.0);
    let falls = steps.slice(s![1..]).less_equal(0.0);
    let is_high = spectrum.slice(s![1..-1]).greater(limit);
    let [places] = (rises & falls & is_high).nonzero();
    places + 1
}

/// `[n], [k] -> [k]`: the places of peaks between samples, by the parabola through the logarithms of each
/// and its neighbours (Smith and Serra, 1987).
fn refined(spectrum: &VectorRef<f64>, places: &VectorRef<usize>) -> Vector<f64> {
    let logarithms = spectrum.ln();
    let [left, at, right] =
        [places - 1, places.to_owned(), places + 1].map(|places| logarithms.take(Last, &places));
    let off = (&left - &right) / (left - at * 2.0 + right) * 0.5;
    places.cast::<f64>() + off
}

fn main() {
    const N: usize = 4_096;
    let frequencies = tensor![440.0, 554.365, 659.255, 1_318.51]; // a chord
    let strengths = tensor![1.0, 0.5, 0.25, 0.1];

    // The noise is stronger than the weakest tones.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let noise = Tensor::normal([N], 0.0, 0.5, &mut rng);
    let signal = tones(&frequencies, &strengths, N) + noise;
    println!("{N} samples, deviation {:.3}", signal.std(All));

    let spectrum = amplitudes(&signal);
    let axis = Tensor::rfftfreq(N, 1.0 / RATE);
    let strongest = spectrum.argmax(All).item();
    println!("strongest at {:.2} Hz of {} frequencies", axis[[strongest]], axis.len());

    // What is high: far above most frequencies, which are noise.
    let median = spectrum.median(All).item();
    let places = peaks(&spectrum, 5.0 * median);
    println!("noise: median {median:.4}; {} peaks", places.len());
    let found = refined(&spectrum, &places) * (RATE / N as f64);
    println!("\n   true    found  amplitude");
    for ((truth, found), &i) in frequencies.iter().zip(&found).zip(&places) {
        println!("{truth:7.2} {found:8.2}     {:.3}", spectrum[[i]]);
    }

    // Short windows, half overlapped: when a tone begins and ends. A melody of three tones.
    let melody =
        [440.0, 554.365, 659.255].map(|frequency| tones(&tensor![frequency], &tensor![1.0], 4_000));
    let melody = concat(Axis::<0>, &melody);
    let frames = melody.sliding_windows([512]).step(Axis::<0>, 256).to_owned(); // [frames, 512]
    let spectrogram = amplitudes(&frames); // [frames, 257]
    let pitches = Tensor::rfftfreq(512, 1.0 / RATE).take(Last, spectrogram.argmax(Last));
    let changes = pitches.diff(Last).not_equal(0.0);
    let [changes] = changes.nonzero();
    println!("\nmelody: {:?} frames and frequencies", spectrogram.shape());
    println!(
        "pitches {:.1}, changing after {:.2} s",
        pitches.unique(),
        changes.cast::<f64>() * (256.0 / RATE)
    );

    // The spectrum has all of the signal: back again, and its energy (Parseval).
    let transformed = signal.rfft(Last);
    assert!(transformed.irfft(Last).all_close(&signal, 0.0, 1e-9));
    let energies = transformed.abs().square();
    let energy = (energies.sum(All).item() * 2.0 - energies[[0]] - energies[[N / 2]]) / N as f64;
    assert!((energy / signal.square().sum(All).item() - 1.0).abs() < 1e-12);
    // Without the weak frequencies, half of the noise is gone.
    let kept = spectrum.greater(5.0 * median);
    let cleaned = transformed.mask_fill(&!kept, Complex::ZERO);
    let [before, after] = [&signal, &cleaned.irfft(Last)]
        .map(|x| (x - tones(&frequencies, &strengths, N)).std(All).item());
    println!("\nnoise: {before:.3} before, {after:.3} after the weak frequencies are left out");
    assert!((found - frequencies).abs().max(All).item() < 0.5);
}

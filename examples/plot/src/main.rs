//! Plots of tensors by the crate kuva: a spectrogram as a heat map, and signals as lines, each as SVG and PNG.
//! `cargo run --release -p plot [folder]`
//!
//! kuva draws both kinds of file without anything but Rust: its fonts are compiled in. plotters (0.3.7) takes as many
//! packages, but a program must bring a font of its own for texts in a PNG; charming and plotly write pages that a
//! browser draws, and need one for a PNG.

use holor::Overlap;
use holor::prelude::*;
use holor::rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
use kuva::prelude::{
    ColorMap, Heatmap, Layout, LegendPosition, LinePlot, Plot, PngBackend, SvgBackend, TickFormat,
};
use kuva::render::render::{Scene, render_multiple};
use std::error::Error;
use std::f64::consts::TAU;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[cfg(test)]
mod tests;

/// Samples per second of the sound.
const RATE: f64 = 8_000.0;
/// The samples of a window, and from one to the next.
const WINDOW: usize = 256;
const HOP: usize = 250;

/// What is drawn, in units of the SVG.
struct Picture(Scene);

impl Picture {
    fn new(plots: Vec<Plot>, layout: Layout) -> Self {
        Picture(render_multiple(plots, layout))
    }

    fn svg(&self) -> String {
        SvgBackend::new().render_scene(&self.0)
    }

    /// The bytes of a PNG file with so many pixels to a unit.
    fn png(&self, scale: f32) -> Result<Vec<u8>, String> {
        PngBackend::new().with_scale(scale).render_scene(&self.0)
    }

    /// Writes `name.svg` and `name.png` and returns their paths.
    fn write(&self, folder: &Path, name: &str) -> Result<[PathBuf; 2], Box<dyn Error>> {
        let [svg, png] = ["svg", "png"].map(|kind| folder.join(name).with_extension(kind));
        fs::write(&svg, self.svg())?;
        fs::write(&png, self.png(2.0)?)?;
        Ok([svg, png])
    }
}

/// `[16006]`: two seconds, for 64 windows, of a rising tone, a steady one that comes and goes, and noise.
fn sound() -> Vector<f64> {
    let times = Tensor::from_fn([63 * HOP + WINDOW], |[i]| i as f64 / RATE);
    let rising = times.map(|t| (TAU * (200.0 + 350.0 * t) * t).sin());
    let pulsed = times.map(|t| (TAU * 1_250.0 * t).sin() * f64::from((t % 0.5) < 0.25));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let noise = Tensor::normal(times.shape(), 0.0, 0.05, &mut rng);
    rising + pulsed * 0.3 + noise
}

/// `[n] -> [frequencies, windows]`: the strength at each frequency up to 2000 Hz of windows of a sound, in
/// decibels below the strongest.
fn spectrogram(sound: &VectorRef<f64>) -> Matrix<f64> {
    let hann = Tensor::linspace_with_endpoint(0.0, TAU, WINDOW, false).map(|x| 0.5 - 0.5 * x.cos());
    let windows = sound.sliding_windows([WINDOW]).step(Axis::<0>, HOP as isize); // [windows, WINDOW]
    let strengths = (windows * hann).rfft(Last).abs(); // [windows, WINDOW / 2 + 1]
    let shown = strengths.slice(s![.., ..=WINDOW / 4]).transpose(); // [WINDOW / 4 + 1, windows]
    let strongest = shown.max(All).item();
    (shown / strongest).log10().map(|x| (20.0 * x).max(-60.0))
}

/// A matrix as a heat map, its axes in seconds and hertz.
fn heat_map(decibels: &MatrixRef<f64>) -> Picture {
    let [frequencies, windows] = decibels.shape();
    let (step, hop) = (RATE / WINDOW as f64, HOP as f64 / RATE);
    // A cell lies around the middle of its window and around its frequency.
    let begin = WINDOW as f64 / RATE / 2.0 - hop / 2.0;
    let map = Heatmap::new()
        .with_data(decibels.rows().map(|row| row.to_vec()))
        .with_x_range(begin, begin + windows as f64 * hop)
        .with_y_range(-step / 2.0, (frequencies as f64 - 0.5) * step)
        .with_color_map(ColorMap::Viridis)
        .with_cell_size(1.0);
    let plots = vec![Plot::Heatmap(map)];
    let layout = Layout::auto_from_plots(&plots)
        .with_title("Spectrogram of a rising and a pulsed tone")
        .with_x_label("Time (s)")
        .with_y_label("Frequency (Hz)")
        .with_x_axis_min(0.0)
        .with_x_axis_max(windows as f64 * hop)
        .with_y_axis_min(-step / 2.0)
        .with_y_axis_max((frequencies as f64 - 0.5) * step)
        .with_x_tick_format(TickFormat::Fixed(1))
        .with_x_tick_step(0.5)
        .with_y_tick_step(500.0)
        .with_colorbar_tick_format(TickFormat::Custom(Arc::new(|level| format!("{level:.0} dB"))))
        .with_width(720.0)
        .with_height(400.0);
    Picture::new(plots, layout)
}

/// Times, a slow wave at them, the wave with noise, and the wave found again.
struct Signals {
    times: Vector<f64>,
    clean: Vector<f64>,
    noisy: Vector<f64>,
    filtered: Vector<f64>,
}

/// `[300]` each: two seconds of a wave, filtered by a windowed sinc that passes what is below 8 Hz.
fn signals() -> Signals {
    let rate = 150.0;
    let times = Tensor::arange(0.0, 2.0, 1.0 / rate);
    let clean = times.map(|t| (TAU * 1.5 * t).sin() + 0.4 * (TAU * 4.0 * t).cos());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let noisy = &clean + Tensor::normal(times.shape(), 0.0, 0.4, &mut rng);
    let places = Tensor::arange(-20.0, 21.0, 1.0);
    let low_pass = places.map(|&k: &f64| {
        let turn = TAU * 8.0 / rate * k;
        let sinc = if k == 0.0 { 1.0 } else { turn.sin() / turn };
        sinc * (0.5 + 0.5 * (TAU / 2.0 * k / 21.0).cos())
    });
    let filtered = noisy.convolve(&(&low_pass / low_pass.sum(All)), Overlap::Same);
    Signals { times, clean, noisy, filtered }
}

/// Signals as lines over time.
fn lines(signals: &Signals) -> Picture {
    let line = |values: &Vector<f64>, name: &str, color: &str, width| {
        let points = signals.times.iter().copied().zip(values.iter().copied());
        let line = LinePlot::new().with_data(points).with_color(color).with_stroke_width(width);
        line.with_legend(name)
    };
    let noisy = line(&signals.noisy, "with noise", "#b0b0b0", 1.0);
    let clean = line(&signals.clean, "the wave", "#1f5fa8", 1.5).with_dashed();
    let filtered = line(&signals.filtered, "filtered", "#c44e1a", 2.0);
    let plots = vec![Plot::Line(noisy), Plot::Line(clean), Plot::Line(filtered)];
    let layout = Layout::auto_from_plots(&plots)
        .with_title("A wave found again by a low-pass filter")
        .with_x_label("Time (s)")
        .with_y_label("Voltage (V)")
        .with_x_tick_format(TickFormat::Fixed(1))
        .with_y_tick_format(TickFormat::Fixed(1))
        .with_legend_position(LegendPosition::InsideTopRight)
        .with_width(720.0)
        .with_height(400.0);
    Picture::new(plots, layout)
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).map_or_else(|| PathBuf::from("."), PathBuf::from);

    let decibels = spectrogram(&sound());
    println!("spectrogram {:?}, mean {:.2} dB", decibels.shape(), decibels.mean(All));
    let loudest = decibels.argmax(Axis::<0>).cast::<f64>() * (RATE / WINDOW as f64);
    println!("loudest, every 12th window: {:.0} Hz", loudest.slice(s![..;12]));

    let signals = signals();
    let error = |x: &Vector<f64>| (x - &signals.clean).square().mean(All).item().sqrt();
    println!(
        "noise {:.3} V, after the filter {:.3} V",
        error(&signals.noisy),
        error(&signals.filtered)
    );

    for (picture, name) in [(heat_map(&decibels), "spectrogram"), (lines(&signals), "filtered")] {
        for path in picture.write(&folder, name)? {
            println!("wrote {}", path.display());
        }
    }
    Ok(())
}

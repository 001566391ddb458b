//! Pictures of a recording and of what was heard in it.

use super::{RATE, WINDOW};
use holor::prelude::*;
use kuva::prelude::{Layout, LegendPosition, LinePlot, Plot, SvgBackend, TickFormat};
use kuva::render::render::render_multiple;
use std::ops::Range;

/// The largest absolute value of each window: `[samples] -> [windows]`.
fn loudness(samples: &TensorRef<f32, 1>) -> Tensor<f32, 1> {
    let rest = samples.shape()[0].next_multiple_of(WINDOW) - samples.shape()[0];
    samples.pad([(0, rest)], 0.0).reshape([INFER, WINDOW]).abs().max(Last)
}

/// Returns three lines for a terminal: loudness, probability, and `━` where somebody speaks.
pub fn terminal(
    samples: &TensorRef<f32, 1>,
    probabilities: &TensorRef<f32, 1>,
    speech: &[Range<usize>],
    width: usize,
) -> String {
    let windows = probabilities.shape()[0];
    let columns = width.clamp(1, windows.max(1));
    let loudness = loudness(samples);
    let loudest = loudness.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
    let of_column =
        |column: usize| column * windows / columns..((column + 1) * windows).div_ceil(columns);
    let bars = |values: &TensorRef<f32, 1>| -> String {
        let largest =
            |column| values.slice(s![of_column(column)]).iter().copied().fold(0.0, f32::max);
        let bar = |height: f32| b" .:-=+*#%@"[((height * 9.0).round() as usize).min(9)] as char;
        (0..columns).map(|column| bar(largest(column))).collect()
    };
    let speaks = |column| {
        let Range { start, end } = of_column(column);
        speech.iter().any(|part| part.start < end * WINDOW && start * WINDOW < part.end)
    };
    let marks: String = (0..columns).map(|column| if speaks(column) { '━' } else { ' ' }).collect();
    format!(
        "loudness    |{}|\nprobability |{}|\nspeech      |{marks}|",
        bars(&(&loudness / loudest)),
        bars(probabilities)
    )
}

/// Returns an SVG: loudness and probability over time, and a bar where somebody speaks.
pub fn svg(
    samples: &TensorRef<f32, 1>,
    probabilities: &TensorRef<f32, 1>,
    speech: &[Range<usize>],
) -> String {
    let seconds = |samples: usize| samples as f64 / RATE as f64;
    let line = |values: &TensorRef<f32, 1>, name: &str, color: &str| {
        let points = values.iter().enumerate().map(|(i, &y)| (seconds(i * WINDOW), f64::from(y)));
        Plot::Line(
            LinePlot::new()
                .with_data(points)
                .with_color(color)
                .with_stroke_width(1.5)
                .with_legend(name),
        )
    };
    let loudness = loudness(samples);
    let loudest = loudness.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
    let mut plots = vec![
        line(&(loudness / loudest), "loudness", "#b0b0b0"),
        line(probabilities, "probability of speech", "#1f5fa8"),
    ];
    for (i, part) in speech.iter().enumerate() {
        let ends = [(seconds(part.start), 1.06), (seconds(part.end), 1.06)];
        let bar = LinePlot::new().with_data(ends).with_color("#c44e1a").with_stroke_width(6.0);
        plots.push(Plot::Line(if i == 0 { bar.with_legend("speech") } else { bar }));
    }
    let layout = Layout::auto_from_plots(&plots)
        .with_title("Speech in a recording")
        .with_x_label("Time (s)")
        .with_x_tick_format(TickFormat::Fixed(0))
        .with_x_axis_max(seconds(samples.len()))
        .with_y_tick_format(TickFormat::Fixed(1))
        .with_y_tick_step(0.5)
        .with_legend_position(LegendPosition::OutsideBottomColumns)
        .with_width(720.0)
        .with_height(300.0);
    SvgBackend::new().render_scene(&render_multiple(plots, layout))
}

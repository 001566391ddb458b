//! A picture of sentences between two questions.

use holor::prelude::*;
use kuva::plot::LabelStyle;
use kuva::prelude::{Layout, Plot, ScatterPlot, SvgBackend, TickFormat};
use kuva::render::render::render_multiple;

/// The number of sentences next to each question that have a name in the picture.
const NAMED: usize = 5;
/// The colours of those.
const COLORS: [&str; 2] = ["#1f5fa8", "#c44e1a"];

/// The pixels between the ends of the axes, about.
const PLOT_WIDTH: f64 = 640.0;
const PLOT_HEIGHT: f64 = 380.0;

/// Returns an SVG: a point for each sentence, at its cosines with two questions (`[2, sentences]`). The best of each have
/// the text before their colon as a label.
///
/// # Panics
/// If there are not as many cosines as sentences.
pub fn svg(questions: [&str; 2], sentences: &[&str], cosines: &TensorRef<f32, 2>) -> String {
    assert_eq!(cosines.shape(), [2, sentences.len()], "cosines of two questions");
    let (_, best) = cosines.topk(Last, sentences.len().min(NAMED)); // [2, 5]
    let owner = |i: usize| best.rows().position(|row| row.iter().any(|&at| at == i));
    let point = |i: usize| (f64::from(cosines[[0, i]]), f64::from(cosines[[1, i]]));
    let all = |of: Option<usize>| (0..sentences.len()).filter(move |&i| owner(i) == of);
    let others = ScatterPlot::new().with_data(all(None).map(point));
    let mut plots = vec![Plot::Scatter(others.with_color("#b0b0b0").with_size(2.5))];
    // A label stands to the right of its point, and below a label that would be in its way.
    let ends = |x: f64, step: f64| (x / step).floor() * step;
    let ys = cosines.row(1).iter().map(|&y| f64::from(y)).collect::<Vec<_>>();
    let (low, high) = ys.iter().fold((0.0, 0.0), |(low, high), &y| (y.min(low), y.max(high)));
    let (low, high) = (ends(low, 0.2), ends(high, 0.2) + 0.2);
    let [left_end, right_end] = [-0.2, 1.0];
    for (n, color) in COLORS.into_iter().enumerate() {
        let mut named: Vec<usize> = all(Some(n)).collect();
        named.sort_by(|&a, &b| ys[b].total_cmp(&ys[a]));
        let mut last = (f64::NEG_INFINITY, 0.0..0.0);
        for i in named {
            let name = sentences[i].split(':').next().unwrap_or("");
            let left = (point(i).0 - left_end) / (right_end - left_end) * PLOT_WIDTH;
            let across = left..left + 12.0 + 8.0 * name.len() as f64;
            let is_in_the_way = across.start < last.1.end && last.1.start < across.end;
            let down = (high - ys[i]) / (high - low) * PLOT_HEIGHT;
            let at = if is_in_the_way { (down + 4.0).max(last.0 + 15.0) } else { down + 4.0 };
            last = (at, across);
            let style = LabelStyle::Arrow { offset_x: 7.0, offset_y: down - at };
            let dot = ScatterPlot::new().with_data([point(i)]).with_color(color).with_size(4.5);
            plots.push(Plot::Scatter(dot.with_labels([name]).with_label_style(style)));
        }
    }
    let layout = Layout::auto_from_plots(&plots)
        .with_title(format!("{} sentences and two questions", sentences.len()))
        .with_x_label(format!("cosine with \"{}\"", questions[0]))
        .with_y_label(format!("cosine with \"{}\"", questions[1]))
        .with_x_tick_format(TickFormat::Fixed(1))
        .with_y_tick_format(TickFormat::Fixed(1))
        .with_x_tick_step(0.2)
        .with_y_tick_step(0.2)
        .with_x_axis_min(left_end)
        .with_x_axis_max(right_end)
        .with_y_axis_min(low)
        .with_y_axis_max(high)
        .with_width(720.0)
        .with_height(480.0);
    SvgBackend::new().render_scene(&render_multiple(plots, layout))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_sentence_is_a_point_and_the_best_have_names() {
        let sentences: Vec<String> = (0..30).map(|i| format!("name{i}: a sentence")).collect();
        let sentences: Vec<&str> = sentences.iter().map(String::as_str).collect();
        // The first question is nearest to the first sentences, the second to the last.
        let cosines = Tensor::from_fn([2, 30], |[question, i]| {
            if question == 0 { 0.8 - i as f32 / 50.0 } else { i as f32 / 50.0 }
        });
        let picture = svg(["one", "two"], &sentences, &cosines);
        assert_eq!(picture.matches("<circle").count(), 30);
        let is_named = |i: usize| picture.contains(&format!(">name{i}<"));
        let named: Vec<usize> = (0..30).filter(|&i| is_named(i)).collect();
        assert_eq!(named, [0, 1, 2, 3, 4, 25, 26, 27, 28, 29]);
    }

    /// Fewer sentences than names, and one that is the best for both.
    #[test]
    fn few_sentences_all_have_names() {
        let cosines = tensor![[0.5_f32, 0.1], [0.4, 0.2]];
        let picture = svg(["one", "two"], &["both", "other"], &cosines);
        assert!(picture.contains(">both<") && picture.contains(">other<"));
    }
}
